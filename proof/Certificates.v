(* What each sort of certificate proves. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Limits Never.
Import ListNotations.
Open Scope Q_scope.

(* ANCHOR: sharp-at *)
(* alpha(P) = beta(P) *)
Definition sharp_at {pos} (game : pos -> node pos) (p : pos) : Prop :=
  forall e, 0 < e -> exists n, beta game n p <= alpha game n p + e.
(* ANCHOR_END: sharp-at *)

Section Certificates.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.

(* A whole table: every position is inner, and the terminal ones have their values. *)
Let whole (P : pos -> Prop) : forall p, In p dom -> True \/ P p := fun _ _ => or_introl I.

(* One side alone: bounds of alpha, or of beta. *)
Theorem lower_alone (l u : pos -> Q) (T : pos -> nat) :
  (forall p, In p dom -> white_forces game 0 l T p /\ white_holds game u p) ->
  forall p, In p dom -> below_alpha game (l p) p /\ above_alpha game (u p) p.
Proof.
  intros H p Hp. split.
  - apply (white_forces_sound dom game ok l T (fun _ => True)); auto; intros; apply H; auto.
  - apply (white_holds_sound dom game ok u (fun _ => True)); auto; intros; apply H; auto.
Qed.
Theorem upper_alone (l' u' : pos -> Q) (T' : pos -> nat) :
  (forall p, In p dom -> black_forces game 1 u' T' p /\ black_holds game l' p) ->
  forall p, In p dom -> below_beta game (l' p) p /\ above_beta game (u' p) p.
Proof.
  intros H p Hp. split.
  - apply (black_holds_sound dom game ok l' (fun _ => True)); auto; intros; apply H; auto.
  - apply (black_forces_sound dom game ok u' T' (fun _ => True)); auto; intros; apply H; auto.
Qed.

(* ANCHOR: exact *)
Definition alpha_is (x : Q) (p : pos) := below_alpha game x p /\ above_alpha game x p.
Definition beta_is (y : Q) (p : pos) := below_beta game y p /\ above_beta game y p.

Theorem exact_not_sharp (x y : pos -> Q) (T T' : pos -> nat) :
  (forall p, In p dom -> white_holds game x p /\ white_forces game 0 x T p) ->
  (forall p, In p dom -> black_holds game y p /\ black_forces game 1 y T' p) ->
  forall p, In p dom -> alpha_is (x p) p /\ beta_is (y p) p.
(* ANCHOR_END: exact *)
Proof. intros W B p Hp. split; [apply (lower_alone x x T)|apply (upper_alone y y T')]; auto; intros q Hq; [specialize (W q Hq)|specialize (B q Hq)]; tauto. Qed.
Corollary exact_sharp (x : pos -> Q) (T T' : pos -> nat) :
  (forall p, In p dom -> white_holds game x p /\ white_forces game 0 x T p /\ black_holds game x p /\ black_forces game 1 x T' p) ->
  forall p, In p dom -> alpha_is (x p) p /\ beta_is (x p) p.
Proof. intros H. apply (exact_not_sharp x x T T'); intros p Hp; specialize (H p Hp); tauto. Qed.

(* Values are within bounds. *)
Lemma values_within l u' x y p : In p dom -> below_alpha game l p -> above_beta game u' p -> alpha_is x p -> beta_is y p -> l <= x /\ x <= y /\ y <= u'.
Proof.
  intros Hp L U [A A'] [B B']. assert (H : forall a c, (forall e, 0 < e -> a <= c + e) -> a <= c) by (intros a c H; apply Qnot_lt_le; intros G; specialize (H ((a - c) * (1#2)) ltac:(lra)); lra).
  repeat split; apply H; intros e He.
  - destruct (L e He) as [n Hn]. specialize (A' n). lra.
  - destruct (A (e * (1#2)) ltac:(lra)) as [n Hn], (B' (e * (1#2)) ltac:(lra)) as [m Hm]. pose proof (alpha_le_beta dom game ok n m p Hp). lra.
  - destruct (U e He) as [n Hn]. specialize (B n). lra.
Qed.
Lemma sharp_values x y p : In p dom -> alpha_is x p -> beta_is y p -> (sharp_at game p <-> x == y).
Proof.
  intros Hp [A A'] [B B']. split.
  - intros S. apply Qle_antisym; [apply (values_within x y x y p Hp); try split; assumption|]. apply Qnot_lt_le. intros Hlt.
    destruct (S ((y - x) * (1#2)) ltac:(lra)) as [n Hn]. specialize (A' n). specialize (B n). lra.
  - intros E e He. destruct (A (e * (1#2)) ltac:(lra)) as [n Hn]. destruct (B' (e * (1#2)) ltac:(lra)) as [m Hm]. exists (n + m)%nat.
    pose proof (alpha_grows_to dom game ok n (n + m) p Hp ltac:(lia)). pose proof (beta_falls_to dom game ok m (n + m) p Hp ltac:(lia)). lra.
Qed.

Theorem enclosure_narrow (l u' : pos -> Q) (T T' : pos -> nat) :
  (forall p, In p dom -> white_forces game 0 l T p /\ black_forces game 1 u' T' p) ->
  forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p.
Proof.
  intros H p Hp. split.
  - apply (white_forces_sound dom game ok l T (fun _ => True)); auto; intros; apply H; auto.
  - apply (black_forces_sound dom game ok u' T' (fun _ => True)); auto; intros; apply H; auto.
Qed.

(* The same with a play without end that is worth d; if l = u', this is [value_exact]. *)
Theorem enclosure_never (d : Q) (l u' : pos -> Q) (T T' : pos -> nat) : 0 <= d <= 1 ->
  (forall p, In p dom -> white_forces game d l T p /\ black_forces game d u' T' p) ->
  forall p, In p dom -> below_value dom game d (l p) p /\ above_value dom game d (u' p) p.
Proof.
  intros Hd H p Hp. split.
  - apply (white_forces_value dom game ok d l T (fun _ => True)); auto; intros; apply H; auto.
  - apply (black_forces_value dom game ok d u' T' (fun _ => True)); auto; intros; apply H; auto.
Qed.

(* Where nothing is listed, holds follows from forces of the other side. *)
Lemma white_holds_unlisted d (u u' : pos -> Q) (T' : pos -> nat) :
  (forall p, In p dom -> 0 <= u p <= u' p) ->
  forall p, In p dom -> black_forces game d u' T' p -> u p == u' p -> white_holds game u p.
Proof.
  intros H p Hp [Hf _] E. split; [apply H, Hp|]. rewrite E. apply Qle_trans with (F game u' p); [|exact Hf].
  apply (F_monotone dom game u' u ok); [intros q Hq; apply H; exact Hq|exact Hp].
Qed.
Lemma black_holds_unlisted d (l l' : pos -> Q) (T : pos -> nat) :
  (forall p, In p dom -> l p <= l' p <= 1) ->
  forall p, In p dom -> white_forces game d l T p -> l' p == l p -> black_holds game l' p.
Proof.
  intros H p Hp [Hf _] E. split; [apply H, Hp|]. rewrite E. apply Qle_trans with (F game l p); [exact Hf|].
  apply (F_monotone dom game l' l ok); [intros q Hq; apply H; exact Hq|exact Hp].
Qed.

Theorem enclosure_wide (l u l' u' : pos -> Q) (T T' : pos -> nat) (listed : pos -> Prop) :
  (forall p, In p dom -> l p <= l' p <= 1 /\ 0 <= u p <= u' p) ->
  (forall p, In p dom -> white_forces game 0 l T p /\ black_forces game 1 u' T' p) ->
  (forall p, In p dom -> listed p \/ (u p == u' p /\ l' p == l p)) ->
  (forall p, In p dom -> listed p -> white_holds game u p /\ black_holds game l' p) ->
  forall p, In p dom ->
    below_alpha game (l p) p /\ above_alpha game (u p) p /\ below_beta game (l' p) p /\ above_beta game (u' p) p.
Proof.
  intros B H L HL p Hp. repeat split; try (apply (enclosure_narrow l u' T T' H p Hp)).
  - apply (white_holds_sound dom game ok u (fun _ => True)); auto. intros q Hq _. destruct (L q Hq) as [G|[G _]]; [apply HL; auto|].
    apply (white_holds_unlisted 1 u u' T'); auto; [intros r Hr; apply B, Hr|apply H; auto].
  - apply (black_holds_sound dom game ok l' (fun _ => True)); auto. intros q Hq _. destruct (L q Hq) as [G|[_ G]]; [apply HL; auto|].
    apply (black_holds_unlisted 0 l l' T); auto; [intros r Hr; apply B, Hr|apply H; auto].
Qed.

(* Two columns that hold, one for each side, show that a position is not sharp. *)
Theorem alpha_less_than_beta (u l' : pos -> Q) :
  (forall p, In p dom -> white_holds game u p /\ black_holds game l' p) ->
  forall p, In p dom -> u p < l' p -> forall n m, alpha game n p <= u p /\ u p < l' p /\ l' p <= beta game m p.
Proof.
  intros H p Hp Hlt n m. split; [|split; [exact Hlt|]].
  - apply (white_holds_sound dom game ok u (fun _ => True)); auto; intros; apply H; auto.
  - apply (black_holds_sound dom game ok l' (fun _ => True)); auto; intros; apply H; auto.
Qed.

(* A plan is about the positions of a list; everything else is border, with what imports say or with the neutral bound. *)
Theorem plan_for_not_losing (u l' : pos -> Q) (plan : pos -> Prop) :
  ((forall p, In p dom -> plan p \/ 1 <= u p \/ above_alpha game (u p) p) ->
   (forall p, In p dom -> plan p -> white_holds game u p) ->
   forall p, In p dom -> above_alpha game (u p) p) /\
  ((forall p, In p dom -> plan p \/ l' p <= 0 \/ below_beta game (l' p) p) ->
   (forall p, In p dom -> plan p -> black_holds game l' p) ->
   forall p, In p dom -> below_beta game (l' p) p).
Proof.
  split; intros border H; [apply (white_holds_sound dom game ok u plan)|apply (black_holds_sound dom game ok l' plan)]; auto;
    intros p Hp; (destruct (border p Hp) as [G|[G|G]]; [left; exact G| |right; exact G]); right.
  - intros n. pose proof (alpha_1 dom game ok n p Hp). lra.
  - intros n. pose proof (alpha_0 dom game ok 0 p Hp). pose proof (alpha_le_beta dom game ok 0 n p Hp). lra.
Qed.
Theorem plan_for_winning (l u' : pos -> Q) (T : pos -> nat) (plan : pos -> Prop) :
  ((forall p, In p dom -> plan p \/ l p <= 0 \/ below_alpha game (l p) p) ->
   (forall p, In p dom -> plan p -> white_forces game 0 l T p) ->
   forall p, In p dom -> below_alpha game (l p) p) /\
  ((forall p, In p dom -> plan p \/ 1 <= u' p \/ above_beta game (u' p) p) ->
   (forall p, In p dom -> plan p -> black_forces game 1 u' T p) ->
   forall p, In p dom -> above_beta game (u' p) p).
Proof.
  split; intros border H; [apply (white_forces_sound dom game ok l T plan)|apply (black_forces_sound dom game ok u' T plan)]; auto;
    intros p Hp; (destruct (border p Hp) as [G|[G|G]]; [left; exact G| |right; exact G]); right.
  - intros e He. exists O. pose proof (alpha_0 dom game ok 0 p Hp). lra.
  - intros e He. exists O. assert (beta game 0 p <= 1) by (specialize (ok p Hp); simpl; destruct (game p); lra). lra.
Qed.
End Certificates.
