(* What the values mean for two players with money, in games in which every position is bid for.

   A player whose share is above a threshold wins in finitely many auctions, whatever the opponent bids and plays; with a share below it the
   opponent has a way of bidding and moving with which the player never wins. White's threshold is 1 - alpha, Black's is beta. So with a
   share between the two values neither player can force a win. All this whoever gets equal bids. *)
From Coq Require Import QArith Lqa List Lia.
From Bidding Require Import Game Colours Limits Never Certificates Values Tables.
Import ListNotations.
Open Scope Q_scope.

Section Money.
Context {pos : Type}.
Variable turn_at : pos -> bidding pos.
(* ANCHOR: auction *)
(* The player [me] has the share s of all money, the opponent 1 - s. A bid, which may be negative, is at most what its owner has. The higher bid
   is paid to the opponent, and its owner moves; of equal bids, that of the player [ties]. *)
Variables ties me : side.
Definition bids (s x : Q) : Prop := - s <= x <= s.
Definition beats (x y : Q) : Prop := match ties, me with White, White | Black, Black => y <= x | _, _ => y < x end.
Definition mine (white black : options pos) := match me with White => white | Black => black end.
Definition theirs (white black : options pos) := match me with White => black | Black => white end.
Definition won (v : Q) : Prop := match me with White => v == 1 | Black => v == 0 end.

(* A way of bidding and moving that wins in at most n auctions. *)
Fixpoint wins (n : nat) (p : pos) (s : Q) : Prop :=
  match turn_at p, n with
  | Ended v, _ => won v
  | Bids _ _, O => False
  | Bids white black, S n => exists x, bids s x /\ forall y, bids (1 - s) y ->
      (beats x y -> exists o, In o (all (mine white black)) /\ wins n o (s - x)) /\
      (~ beats x y -> forall o, In o (all (theirs white black)) -> wins n o (s + y))
  end.
(* The opponent has a way, with bid y and move o fixed beforehand, with which [me] never wins; the play may go on without end. *)
CoInductive never_wins (p : pos) (s : Q) : Prop :=
  | not_won v : turn_at p = Ended v -> ~ won v -> never_wins p s
  | not_yet white black y o : turn_at p = Bids white black -> bids (1 - s) y -> In o (all (theirs white black)) ->
      (forall x, bids s x -> ~ beats x y -> never_wins o (s + y)) ->
      (forall x o', bids s x -> beats x y -> In o' (all (mine white black)) -> never_wins o' (s - x)) -> never_wins p s.
(* ANCHOR_END: auction *)

Lemma beats_dec x y : (beats x y /\ y <= x) \/ (~ beats x y /\ x <= y).
Proof. unfold beats. destruct ties, me, (Qlt_le_dec y x), (Qlt_le_dec x y); (left + right); split; lra. Qed.
Theorem never_and_wins n p s : never_wins p s -> ~ wins n p s.
Proof.
  revert p s. induction n as [|n IH]; intros p s [v E Hv|w b y o E Hy Ho A B]; cbn [wins]; rewrite E; auto.
  intros (x & Hx & H). destruct (H y Hy) as [W L]. destruct (beats_dec x y) as [[M _]|[M _]].
  - destruct (W M) as (o' & Ho' & G). exact (IH o' _ (B x o' Hx M Ho') G).
  - exact (IH o _ (A x Hx M) (L M o Ho)).
Qed.

Variable dom : list pos.
Hypothesis ok : game_ok dom (game_at turn_at).
Hypothesis somebody : forall p v, In p dom -> turn_at p = Ended v -> v == 0 \/ v == 1.
(* What a value x of a position is as a threshold; the threshold of a position is the mean of the least and the greatest one of its options. *)
Definition need (x : Q) : Q := match me with White => 1 - x | Black => x end.
Lemma options_in p w b : In p dom -> turn_at p = Bids w b -> (forall o, In o (all (mine w b)) -> In o dom) /\ (forall o, In o (all (theirs w b)) -> In o dom).
Proof.
  intros Hp E. pose proof (ok p Hp) as okp. unfold game_at in okp. rewrite E in okp. destruct okp as [_ okp].
  pose proof (okp (Part (1#2) White w) (or_introl eq_refl)) as W. pose proof (okp (Part (1#2) Black b) (or_intror (or_introl eq_refl))) as B.
  unfold mine, theirs. destruct me; split; intros o Ho; first [apply W, Ho|apply B, Ho].
Qed.
Lemma F_need x p w b : turn_at p = Bids w b -> exists o o', In o (all (mine w b)) /\ In o' (all (theirs w b)) /\
  (forall q, In q (all (mine w b)) -> need (x o) <= need (x q)) /\ (forall q, In q (all (theirs w b)) -> need (x q) <= need (x o')) /\
  need (F (game_at turn_at) x p) == (1#2) * (need (x o) + need (x o')).
Proof.
  intros E. assert (Ef : F (game_at turn_at) x p == (1#2) * (most x w + least x b)) by (apply F_of_turns; unfold game_at; rewrite E; reflexivity).
  destruct (most_att x w) as (o & Ho & Eo), (least_att x b) as (u & Hu & Eu). unfold mine, theirs, need.
  destruct me; [exists o, u|exists u, o]; repeat split; auto; try (intros q Hq); try pose proof (most_ub x w q Hq); try pose proof (least_lb x b q Hq); lra.
Qed.
Lemma F_ended x p v : turn_at p = Ended v -> F (game_at turn_at) x p == v.
Proof. intros E. unfold F, game_at. rewrite E. reflexivity. Qed.

(* The iteration from the side of the player: after n auctions it is at most what is needed to win in them. *)
Definition run (n : nat) (p : pos) : Q := match me with White => alpha (game_at turn_at) n p | Black => beta (game_at turn_at) n p end.
Lemma run_succ n p : run (S n) p = F (game_at turn_at) (run n) p.
Proof. unfold run. destruct me; reflexivity. Qed.
Lemma run_unit n p : In p dom -> 0 <= run n p <= 1.
Proof.
  intros Hp. unfold run. destruct me; [split; [apply (alpha_0 dom _ ok)|apply (alpha_1 dom _ ok)]; exact Hp|].
  pose proof (alpha_le_beta dom _ ok 0 n p Hp). pose proof (alpha_0 dom _ ok 0 p Hp). pose proof (beta_falls_to dom _ ok 0 n p Hp ltac:(lia)).
  assert (beta (game_at turn_at) 0 p <= 1); [|lra]. cbn. unfold game_at. destruct (turn_at p) as [v|w b] eqn:E; [destruct (somebody p v Hp E); lra|cbn; lra].
Qed.
Lemma wins_above n p s : In p dom -> 0 <= s <= 1 -> need (run n p) < s -> wins n p s.
Proof.
  revert p s. induction n as [|n IH]; intros p s Hp Hs H; cbn [wins]; destruct (turn_at p) as [v|w b] eqn:E.
  - revert H. unfold run, need, won. destruct me; cbn; unfold game_at; rewrite E; destruct (somebody p v Hp E); lra.
  - revert H. unfold run, need. destruct me; cbn; unfold game_at; rewrite E; cbn; lra.
  - rewrite run_succ in H. pose proof (F_ended (run n) p v E). revert H. unfold need, won. destruct me, (somebody p v Hp E); lra.
  - rewrite run_succ in H. destruct (F_need (run n) p w b E) as (o & o' & Ho & Ho' & Lo & Up & Ef). destruct (options_in p w b Hp E) as [Im It].
    assert (U : forall q, In q dom -> 0 <= need (run n q) <= 1) by (intros q Hq; pose proof (run_unit n q Hq); unfold need; destruct me; lra).
    pose proof (U o (Im o Ho)). pose proof (U o' (It o' Ho')). rewrite Ef in H. set (m := need (run n o)) in *. set (M := need (run n o')) in *.
    unfold bids. exists ((1#2) * (M - m)). split; [lra|]. intros y Hy. destruct (beats_dec ((1#2) * (M - m)) y) as [[G L]|[G L]]; split; intros G'; try contradiction.
    + exists o. split; [exact Ho|]. apply IH; [apply Im, Ho|lra|fold m; lra].
    + intros q Hq. specialize (Up q Hq). apply IH; [apply It, Hq|lra|lra].
Qed.
(* Numbers that need no more than the mean of their options: below them the player never wins. *)
Lemma never_below (h : pos -> Q) : (forall p, In p dom -> need (h p) <= 1 /\ need (h p) <= need (F (game_at turn_at) h p)) ->
  forall p s, In p dom -> 0 <= s <= 1 -> s < need (h p) -> never_wins p s.
Proof.
  intros Hh. cofix IH. intros p s Hp Hs H. destruct (Hh p Hp) as [_ Hf]. destruct (turn_at p) as [v|w b] eqn:E.
  - apply (not_won p s v E). clear IH. pose proof (F_ended h p v E). unfold need, won in *. destruct me; lra.
  - destruct (F_need h p w b E) as (o & o' & Ho & Ho' & Lo & Up & Ef). destruct (options_in p w b Hp E) as [Im It].
    pose proof (proj1 (Hh o (Im o Ho))). pose proof (proj1 (Hh o' (It o' Ho'))). rewrite Ef in Hf. set (m := need (h o)) in *. set (M := need (h o')) in *.
    apply (not_yet p s w b ((1#2) * (M - m)) o' E); [unfold bids; lra|exact Ho'| |].
    + intros x Hx G. unfold bids in Hx. destruct (beats_dec x ((1#2) * (M - m))) as [[G' L]|[_ L]]; [contradiction|]. apply IH; [apply It, Ho'|lra|fold M; lra].
    + intros x q Hx G Hq. unfold bids in Hx. destruct (beats_dec x ((1#2) * (M - m))) as [[_ L]|[G' _]]; [|contradiction].
      specialize (Lo q Hq). apply IH; [apply Im, Hq|lra|lra].
Qed.

Hypothesis eq_dec : forall p q : pos, {p = q} + {p <> q}.
(* ANCHOR: decides *)
Theorem value_decides x p s : In p dom -> match me with White => alpha_is (game_at turn_at) x p | Black => beta_is (game_at turn_at) x p end -> 0 <= s <= 1 ->
  (need x < s -> exists n, wins n p s) /\ (s < need x -> never_wins p s).
(* ANCHOR_END: decides *)
Proof.
  intros Hp A Hs. destruct (values_exist dom _ (match me with White => 0 | Black => 1 end) eq_dec ok ltac:(destruct me; lra)) as (h & T & T' & Hh).
  assert (V : forall q, In q dom -> match me with White => alpha_is (game_at turn_at) (h q) q | Black => beta_is (game_at turn_at) (h q) q end).
  { intros q Hq. destruct (Hh q Hq) as ([L U] & _). destruct me.
    - split; apply (value_0_is_alpha dom _ ok); assumption.
    - split; apply (value_1_is_beta dom _ ok); assumption. }
  split; intros H.
  - assert (G : exists n, need (run n p) < s); [|destruct G as [n G]; exists n; apply wins_above; assumption].
    unfold need, run in *. destruct me; [destruct (proj1 A ((1#2) * (s - (1 - x))) ltac:(lra)) as [n Hn]|destruct (proj2 A ((1#2) * (s - x)) ltac:(lra)) as [n Hn]]; exists n; lra.
  - apply (never_below h); auto.
    + intros q Hq. destruct (Hh q Hq) as (_ & [F1 _] & [F2 _]). specialize (V q Hq). pose proof (run_unit 0 q Hq). unfold need, run in *.
      destruct me; [pose proof (proj2 V O)|pose proof (proj1 V O)]; split; lra.
    + specialize (V p Hp). apply Qnot_le_lt. intros G. unfold need in *. destruct me.
      * destruct (proj1 V ((1#2) * (1 - x - s)) ltac:(lra)) as [n Hn]. pose proof (proj2 A n). lra.
      * destruct (proj2 V ((1#2) * (x - s)) ltac:(lra)) as [n Hn]. pose proof (proj1 A n). lra.
Qed.
End Money.
