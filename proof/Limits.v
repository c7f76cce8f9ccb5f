(* The iterations alpha_n and beta_n, and what a certificate says of their limits.
   The limits are real numbers; to stay without axioms, each claim is written with the rational iterates:
     x <= alpha(P)  as  "for each e > 0 some alpha_n(P) is at least x - e";
     alpha(P) <= x  as  "each alpha_n(P) is at most x";   and so for beta. *)
From Coq Require Import QArith Qround Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Ranks.
Import ListNotations.
Open Scope Q_scope.

Section Iteration.
Context {pos : Type}.
Variable game : pos -> node pos.
(* ANCHOR: values *)
Fixpoint alpha (n : nat) (p : pos) : Q :=
  match n with
  | O => match game p with Terminal v => v | Inner _ => 0 end
  | S n => F game (alpha n) p
  end.
Fixpoint beta (n : nat) (p : pos) : Q :=
  match n with
  | O => match game p with Terminal v => v | Inner _ => 1 end
  | S n => F game (beta n) p
  end.
Definition below_alpha (x : Q) (p : pos) := forall e, 0 < e -> exists n, x <= alpha n p + e.
Definition above_alpha (x : Q) (p : pos) := forall n, alpha n p <= x.
Definition below_beta (x : Q) (p : pos) := forall n, x <= beta n p.
Definition above_beta (x : Q) (p : pos) := forall e, 0 < e -> exists n, beta n p <= x + e.
(* ANCHOR_END: values *)
End Iteration.

Section Lower.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.
Notation alpha := (alpha game).

Lemma F_0 x : (forall p, In p dom -> 0 <= x p) -> forall p, In p dom -> 0 <= F game x p.
Proof.
  intros H p Hp. apply Qle_trans with (F game (fun _ => 0) p); [|apply (F_monotone dom); auto].
  specialize (ok p Hp). unfold F. destruct (game p) as [v|ps]; [lra|]. rewrite mean_const. lra.
Qed.
Lemma F_1 p : In p dom -> F game (fun _ => 1) p <= 1.
Proof. intros Hp. specialize (ok p Hp). unfold F. destruct (game p) as [v|ps]; [lra|]. rewrite mean_const. lra. Qed.
Lemma alpha_0 n p : In p dom -> 0 <= alpha n p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp; simpl.
  - specialize (ok p Hp). destruct (game p); lra.
  - apply F_0; auto.
Qed.
Lemma first_least x p : In p dom -> (forall p, In p dom -> 0 <= x p) -> alpha 0 p <= F game x p.
Proof. intros Hp H. pose proof (F_0 x H p Hp) as G. simpl. unfold F in *. destruct (game p); lra. Qed.
Lemma alpha_grows n p : In p dom -> alpha n p <= alpha (S n) p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp.
  - apply first_least; auto. intros; apply (alpha_0 0); auto.
  - change (F game (alpha n) p <= F game (alpha (S n)) p). apply (F_monotone dom); auto.
Qed.
Lemma alpha_grows_to n m p : In p dom -> (n <= m)%nat -> alpha n p <= alpha m p.
Proof. intros Hp H. induction H as [|m H IH]; [lra|]. pose proof (alpha_grows m p Hp). lra. Qed.

(* ANCHOR: white-holds *)
Theorem white_holds_sound (u : pos -> Q) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ above_alpha game (u p) p) ->
  (forall p, In p dom -> inner p -> white_holds game u p) ->
  forall p, In p dom -> above_alpha game (u p) p.
(* ANCHOR_END: white-holds *)
Proof.
  intros border holds p Hp n. revert p Hp. induction n as [|n IH]; intros p Hp; (destruct (border p Hp) as [Hi|Hb]; [|apply Hb]).
  - destruct (holds p Hp Hi) as [H0 H]. simpl. unfold F in H. destruct (game p); lra.
  - destruct (holds p Hp Hi) as [_ H]. simpl. eapply Qle_trans; [|exact H]. apply (F_monotone dom); auto.
Qed.
Lemma alpha_1 n p : In p dom -> alpha n p <= 1.
Proof.
  intros Hp. apply (white_holds_sound (fun _ => 1) (fun _ => True)); auto.
  intros q Hq _. split; [lra|apply F_1; exact Hq].
Qed.

(* Some step of the iteration is small everywhere. *)
Fixpoint sum (x : pos -> Q) (l : list pos) : Q := match l with [] => 0 | p :: l => x p + sum x l end.
Lemma sum_step x y e l : 0 <= e -> (forall p, In p l -> x p <= y p) ->
  sum x l <= sum y l /\ ((forall p, In p l -> y p <= x p + e) \/ sum x l + e <= sum y l).
Proof.
  intros He. induction l as [|a l IH]; intros H; simpl.
  - split; [lra|]. left. intros p [].
  - destruct IH as [S D]; [intros; apply H; simpl; auto|]. pose proof (H a (or_introl eq_refl)) as Ha.
    split; [lra|]. destruct D as [D|D]; [|right; lra].
    destruct (Qlt_le_dec (x a + e) (y a)) as [L|L]; [right; lra|].
    left. intros p [->|Hp]; auto.
Qed.
Lemma sum_le x c l : (forall p, In p l -> x p <= c) -> sum x l <= c * inject_Z (Z.of_nat (length l)).
Proof.
  induction l as [|a l IH]; intros H; [simpl; change (inject_Z 0) with 0; lra|].
  cbn [sum length]. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1.
  pose proof (H a (or_introl eq_refl)).
  assert (sum x l <= c * inject_Z (Z.of_nat (length l))) by (apply IH; intros; apply H; simpl; auto). lra.
Qed.
(* Some step of an iteration between 0 and 1 that grows is small everywhere. *)
Lemma small_step_of (x : nat -> pos -> Q) e k : (forall n p, In p dom -> 0 <= x n p <= 1) ->
  (forall n p, In p dom -> x n p <= x (S n) p) ->
  0 < e -> exists n, (k <= n)%nat /\ forall p, In p dom -> x (S n) p <= x n p + e.
Proof.
  intros unit grows He.
  assert (G : forall K, (exists n, (k <= n)%nat /\ forall p, In p dom -> x (S n) p <= x n p + e)
                     \/ sum (x k) dom + inject_Z (Z.of_nat K) * e <= sum (x (k + K)%nat) dom).
  { induction K as [|K [IH|IH]]; [right; rewrite Nat.add_0_r; change (inject_Z (Z.of_nat 0)) with 0; lra|left; exact IH|].
    destruct (sum_step (x (k + K)%nat) (x (S (k + K))) e dom) as [S [D|D]];
      [lra|apply grows|left; exists (k + K)%nat; split; [lia|exact D]|].
    right. rewrite Nat.add_succ_r, Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1. lra. }
  set (L := inject_Z (Z.of_nat (length dom))). set (K := Z.to_nat (Qceiling ((L + 1) / e))).
  destruct (G K) as [H|H]; [exact H|exfalso].
  assert (HL : 0 <= L) by (unfold L; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
  pose proof (sum_le (x (k + K)%nat) 1 dom (fun p i => proj2 (unit _ p i))) as U. fold L in U.
  assert (P : 0 <= sum (x k) dom).
  { generalize (fun p i => proj1 (unit k p i)). generalize dom. intros dd.
    induction dd as [|a l0 IH]; intros H0; cbn [sum]; [lra|].
    pose proof (H0 a (or_introl eq_refl)). assert (0 <= sum (x k) l0) by (apply IH; intros; apply H0; simpl; auto). lra. }
  assert (C : (L + 1) / e <= inject_Z (Z.of_nat K)).
  { eapply Qle_trans; [apply Qle_ceiling|]. unfold K. rewrite <- Zle_Qle. lia. }
  set (z := inject_Z (Z.of_nat K)) in *. clearbody z.
  assert (E : (L + 1) / e * e == L + 1) by (field; lra).
  assert (B : (L + 1) / e * e <= z * e) by (apply Qmult_le_compat_r; [exact C|lra]).
  rewrite E in B. lra.
Qed.
Lemma small_step e k : 0 < e -> exists n, (k <= n)%nat /\ forall p, In p dom -> alpha (S n) p <= alpha n p + e.
Proof. apply small_step_of; intros n p Hp; [split; [apply alpha_0|apply alpha_1]|apply alpha_grows]; exact Hp. Qed.

Section Forces.
Variables (d : Q) (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop).
Hypothesis border : forall p, In p dom -> inner p \/ below_alpha game (l p) p.
Hypothesis forces : forall p, In p dom -> inner p -> white_forces game d l T p.

Lemma border_step e : 0 < e -> exists k, forall n, (k <= n)%nat -> forall p, In p dom -> inner p \/ l p <= alpha n p + e.
Proof.
  intros He. apply eventually. intros p Hp. destruct (border p Hp) as [Hi|Hb]; [exists O; auto|].
  destruct (Hb e He) as [k Hk]. exists k. intros n Hn. right. pose proof (alpha_grows_to k n p Hp Hn). lra.
Qed.
(* A little below l there is a table x that is strictly below its mean where l > d, and not above it elsewhere. If y almost holds, x - y is greatest
   at a border or where l <= d; so for each distance some e is small enough. *)
Lemma near eps : 0 < eps -> exists e, 0 < e /\ forall y,
  (forall p, In p dom -> F game y p <= y p + e) ->
  (forall p, In p dom -> inner p \/ l p <= y p + e) ->
  (forall p, In p dom -> inner p -> l p <= d -> y p <= F game y p -> l p <= y p + eps) ->
  forall p, In p dom -> l p <= y p + 2 * eps.
Proof.
  intros Heps. set (moves := fun p => match game p with Terminal _ => [] | Inner ps => ps end).
  set (last := S (list_max (map (rank dom l T) dom))). set (R := fun p => if Qlt_le_dec d (l p) then rank dom l T p else last).
  assert (Last : forall p, In p dom -> (R p <= last)%nat) by (intros p Hp; pose proof (label_le dom (rank dom l T) p Hp); unfold R, last; destruct (Qlt_le_dec d (l p)); lia).
  destruct (strictly_below dom moves (fun _ => 0) l R (fun p => inner p /\ d < l p /\ exists ps, game p = Inner ps)) with (e := eps)
    as (x & h & Hh & Bx & Mx & Hx); [| |exact Heps|].
  - intros p Hp (_ & _ & ps & E). specialize (ok p Hp). unfold moves. rewrite E in *. exact ok.
  - intros p Hp (Hi & Hd & ps & E). pose proof (forces p Hp Hi) as W. destruct (ranks_fall dom game ok l T d p ps Hp W Hd E) as (c & Hc & P).
    destruct W as [W _]. unfold F in W. unfold moves. rewrite E in *. split; [lra|right]. exists c. split; [exact Hc|].
    assert (Low : forall o, l p <= l o -> (rank dom l T o < rank dom l T p)%nat -> (R o < R p)%nat).
    { intros o Lo Ro. unfold R. destruct (Qlt_le_dec d (l o)), (Qlt_le_dec d (l p)); lra || exact Ro. }
    unfold progress, choice. destruct (who c).
    + destruct P as (o & Ho & Eo & Lo & Ro). exists o. auto.
    + intros o Ho _. destruct (P o Ho). auto.
  - destruct (smaller eps (h * (1#2)) 1 Heps ltac:(lra) ltac:(lra)) as (e & He & E1 & E2 & _). exists e. split; [exact He|].
    intros y Hy Hbo Hlow p0 Hp0. destruct (greatest_at (fun p => x p - y p) dom p0 Hp0) as (p & Hp & Hmax). cbv beta in Hmax.
    assert (G : x p - y p <= eps); [|specialize (Hmax p0 Hp0); specialize (Bx p0 Hp0); lra].
    pose proof (Bx p Hp) as Bp. destruct (Hbo p Hp) as [Hi|Hb]; [|lra]. pose proof (proj1 (forces p Hp Hi)) as Lp. specialize (Hy p Hp).
    specialize (Hx p Hp). specialize (Hlow p Hp Hi). specialize (ok p Hp) as okp. unfold F in *. unfold moves in Hx. destruct (game p) as [v|ps]; [lra|].
    destruct okp as [Ht okp].
    assert (M : mean x ps <= mean y ps + (x p - y p)).
    { pose proof (mean_shift y x ps (x p - y p)) as M. rewrite Ht in M. assert (mean x ps <= mean y ps + (x p - y p) * 1); [|lra]. apply M.
      intros c Hc. destruct (okp c Hc) as [Hw Ho]. split; [exact Hw|]. intros o Hoo. specialize (Hmax o (Ho o Hoo)). lra. }
    destruct (Qlt_le_dec d (l p)) as [Hd|Hd]; [specialize (Hx (conj Hi (conj Hd (ex_intro _ ps eq_refl)))); lra|].
    specialize (Hlow Hd). assert (X : mean l ps <= mean x ps + (l p - x p)); [|lra].
    pose proof (mean_shift x l ps (l p - x p)) as X. rewrite Ht in X. assert (mean l ps <= mean x ps + (l p - x p) * 1); [|lra]. apply X.
    intros c Hc. destruct (okp c Hc) as [Hw Ho]. split; [exact Hw|]. intros o Hoo. pose proof (Last o (Ho o Hoo)) as Lo.
    specialize (Mx o p). assert (R p = last) as E by (unfold R; destruct (Qlt_le_dec d (l p)); [lra|reflexivity]). rewrite E in Mx. specialize (Mx Lo). lra.
Qed.
End Forces.

(* ANCHOR: white-forces *)
Theorem white_forces_sound (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ below_alpha game (l p) p) ->
  (forall p, In p dom -> inner p -> white_forces game 0 l T p) ->
  forall p, In p dom -> below_alpha game (l p) p.
(* ANCHOR_END: white-forces *)
Proof.
  intros border forces p Hp eps Heps. destruct (near 0 l T inner forces (eps * (1#2)) ltac:(lra)) as (e & He & H).
  destruct (border_step l inner border e He) as [k Hk]. destruct (small_step e k He) as (n & Hkn & Hn). exists n.
  assert (l p <= alpha n p + 2 * (eps * (1#2))); [|lra]. apply H; auto. intros q Hq _ H0 _. pose proof (alpha_0 n q Hq). lra.
Qed.
End Lower.

Section Both.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.

Lemma alpha_mirror n p : In p dom -> alpha (mirror game) n p == 1 - beta game n p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp; simpl.
  - unfold mirror. destruct (game p); [reflexivity|ring].
  - rewrite <- (F_flip dom game (beta game n) p ok Hp).
    assert (okm := ok_mirror dom game ok).
    apply Qle_antisym; apply (F_monotone dom (mirror game)); auto; intros q Hq; rewrite (IH q Hq); unfold flip; lra.
Qed.
Lemma above_mirror x p : In p dom -> (above_alpha (mirror game) (1 - x) p <-> below_beta game x p).
Proof. intros Hp. unfold above_alpha, below_beta. split; intros H n; specialize (H n); pose proof (alpha_mirror n p Hp); lra. Qed.
Lemma below_mirror x p : In p dom -> (below_alpha (mirror game) (1 - x) p <-> above_beta game x p).
Proof.
  intros Hp. unfold below_alpha, above_beta.
  split; intros H e He; destruct (H e He) as [n Hn]; exists n; pose proof (alpha_mirror n p Hp); lra.
Qed.

Theorem black_holds_sound (l' : pos -> Q) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ below_beta game (l' p) p) ->
  (forall p, In p dom -> inner p -> black_holds game l' p) ->
  forall p, In p dom -> below_beta game (l' p) p.
Proof.
  intros border holds p Hp. apply above_mirror; [exact Hp|].
  apply (white_holds_sound dom (mirror game) (ok_mirror dom game ok) (flip l') inner); auto.
  - intros q Hq. destruct (border q Hq) as [H|H]; [auto|right; apply above_mirror; auto].
  - intros q Hq Hi. apply (black_holds_mirror dom game ok); auto.
Qed.
Theorem black_forces_sound (u' : pos -> Q) (T' : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ above_beta game (u' p) p) ->
  (forall p, In p dom -> inner p -> black_forces game 1 u' T' p) ->
  forall p, In p dom -> above_beta game (u' p) p.
Proof.
  intros border forces p Hp. apply below_mirror; [exact Hp|].
  apply (white_forces_sound dom (mirror game) (ok_mirror dom game ok) (flip u') T' inner); auto.
  - intros q Hq. destruct (border q Hq) as [H|H]; [auto|right; apply below_mirror; auto].
  - intros q Hq Hi. apply (black_forces_mirror dom game ok 1); auto.
Qed.

Lemma alpha_le_beta_n n p : In p dom -> alpha game n p <= beta game n p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp; simpl.
  - destruct (game p); lra.
  - apply (F_monotone dom); auto.
Qed.
Lemma beta_falls_to n m p : In p dom -> (n <= m)%nat -> beta game m p <= beta game n p.
Proof.
  intros Hp H. pose proof (alpha_grows_to dom (mirror game) (ok_mirror dom game ok) n m p Hp H).
  pose proof (alpha_mirror n p Hp). pose proof (alpha_mirror m p Hp). lra.
Qed.
Theorem alpha_le_beta n m p : In p dom -> alpha game n p <= beta game m p.
Proof.
  intros Hp. pose proof (alpha_grows_to dom game ok n (n + m) p Hp (Nat.le_add_r n m)).
  pose proof (beta_falls_to m (n + m) p Hp (Nat.le_add_l m n)).
  pose proof (alpha_le_beta_n (n + m) p Hp). lra.
Qed.
End Both.
