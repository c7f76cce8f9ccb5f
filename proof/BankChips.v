(* Whole chips, paid to the bank, where one player, White, decides what happens after equal bids: with rho k chips against k she wins, if rho is the ratio
   of money with which she does. Real numbers of money are rounded down: then every other bid is above hers. *)
From Coq Require Import QArith Qround Qminmax Lqa List Lia.
From Bidding Require Import Game Payments.
Import ListNotations.
Open Scope Q_scope.

Section BankChips.
Context {pos : Type}.
Variable game : pos -> place pos.
(* ANCHOR: bank-chips *)
(* White has a way to win in at most n moves, with b chips against k. The higher bid is paid to the bank, and its owner moves. *)
Fixpoint buys_win (n : nat) (p : pos) (b k : nat) : Prop :=
  match game p, n with
  | End v, _ => v == 1
  | _, O => False
  | Bid white black, S n => exists x, (x <= b)%nat /\ forall y, (y <= k)%nat ->
      let hers := exists o, In o (all white) /\ buys_win n o (b - x) k in
      let his := forall o, In o (all black) -> buys_win n o b (k - y) in
      ((y < x)%nat -> hers) /\ (y = x -> hers \/ his) /\ ((x < y)%nat -> his)
  | Turn White own, S n => exists o, In o (all own) /\ buys_win n o b k
  | Turn Black own, S n => forall o, In o (all own) -> buys_win n o b k
  end.
(* ANCHOR_END: bank-chips *)
Definition chips (n : nat) : Q := inject_Z (Z.of_nat n).
(* What she has, against k: enough for a position where White wins if Black's share of the money is below v. *)
Definition enough (v : Q) (b k : nat) : Prop := 0 < v <= 1 /\ (1 - v) * chips k <= v * chips b.
Lemma chips_0 n : 0 <= chips n.
Proof. unfold chips. rewrite <- (Zle_Qle 0). lia. Qed.
Lemma chips_less n m : (m <= n)%nat -> chips (n - m) == chips n - chips m.
Proof. intros H. unfold chips. rewrite Nat2Z.inj_sub, <- Z.add_opp_r, inject_Z_plus, inject_Z_opp by exact H. reflexivity. Qed.
Lemma enough_more v w b k m : (m <= k)%nat -> enough v b k -> v <= w <= 1 -> enough w b (k - m).
Proof.
  intros Hm [V H] L. split; [lra|]. pose proof (chips_0 (k - m)) as R. rewrite chips_less in * by exact Hm.
  assert (0 <= (w - v) * chips b) by (apply Qmult_le_0_compat; [lra|apply chips_0]). assert (0 <= (1 - v) * chips m) by (apply Qmult_le_0_compat; [lra|apply chips_0]).
  assert (0 <= (w - v) * (chips k - chips m)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Hypothesis somebody : forall p v, game p = End v -> v == 0 \/ v == 1.
Variable dom : list pos.
Hypothesis ok : pay_game_ok dom game.
Notation value := (pay_alpha 1 (WinnerMoves White) game).
(* ANCHOR: bank-chips-ratio *)
Theorem ratio_is_enough n p b k : In p dom -> 0 < value n p -> (1 - value n p) / value n p * chips k <= chips b -> buys_win n p b k.
(* ANCHOR_END: bank-chips-ratio *)
Proof.
  intros Hp V R. assert (E : enough (value n p) b k).
  { split; [pose proof (alpha_unit 1 (WinnerMoves White) ltac:(lra) dom game ok n p Hp); lra|]. apply (Qmult_le_compat_r _ _ (value n p)) in R; [|lra].
    assert (X : (1 - value n p) / value n p * chips k * value n p == (1 - value n p) * chips k) by (field; lra). lra. }
  clear V R. revert p b k Hp E. induction n as [|n IH]; intros p b k Hp E; cbn [buys_win pay_alpha] in *; unfold pay_F in *; destruct (game p) as [v|w bl|[] o] eqn:G.
  1, 5: destruct E as [V _]; destruct (somebody p v G); lra.
  1, 2, 3: destruct E; lra.
  - destruct (options_bid dom game ok p w bl Hp G) as [Iw Ib]. pose proof (fun q Hq => alpha_unit 1 (WinnerMoves White) ltac:(lra) dom game ok n q Hq) as U.
    destruct (most_att (value n) w) as (o & Ho & Eo). pose proof (least_lb (value n) bl) as Lb.
    destruct (least_att (value n) bl) as (q0 & Hq0 & Eq0). pose proof (U o (Iw o Ho)) as Uy. pose proof (U q0 (Ib q0 Hq0)) as Uz. rewrite Eo in Uy. rewrite Eq0 in Uz.
    unfold pay_mean in E. set (y := most _ w) in *. set (z := least _ bl) in *. destruct (Qlt_le_dec y z) as [L|L].
    + (* nobody wants to move: she bids nothing *)
      exists O. split; [lia|]. intros m Hm. cbv zeta. split; [lia|]. assert (H : forall q, In q (all bl) -> buys_win n q b (k - m)).
      { intros q Hq. apply IH; [apply Ib, Hq|]. apply (enough_more z); [exact Hm|exact E|]. split; [exact (Lb q Hq)|apply (U q (Ib q Hq))]. }
      split; [intros _; right; exact H|intros _; exact H].
    + destruct E as [V E]. unfold phi in *. set (d := 1 + y - z). assert (D : 1 <= d) by (unfold d; lra).
      assert (Y : 0 < y).
      { apply Qnot_le_lt. intros N. assert (Z : y == 0) by lra. assert (X : (y + (1 - 1) * z) / (2 - 1 + 1 * (y - z)) == 0) by (rewrite Z; field; lra). lra. }
      assert (K : (1 - z) * chips k <= y * chips b).
      { assert (A : (y + (1 - 1) * z) / (2 - 1 + 1 * (y - z)) == y / d) by (unfold d; field; unfold d in D; lra). rewrite A in E.
        apply (Qmult_le_compat_r _ _ d) in E; [|lra]. assert (B : (1 - y / d) * chips k * d == (d - y) * chips k) by (field; lra).
        assert (C : y / d * chips b * d == y * chips b) by (field; lra). assert (Ed : d - y == 1 - z) by (unfold d; ring). rewrite B, C, Ed in E. exact E. }
      pose proof (chips_0 k) as K0. pose proof (chips_0 b) as B0. set (t := chips b - (1 - y) * chips k / y).
      assert (T : t * y == y * chips b - (1 - y) * chips k) by (unfold t; field; lra).
      assert (T0 : 0 <= t) by (assert (0 <= (y - z) * chips k) by (apply Qmult_le_0_compat; lra); nra).
      assert (Tb : t <= chips b) by (assert (0 <= (1 - y) * chips k) by (apply Qmult_le_0_compat; lra); nra).
      pose proof (Qfloor_le t) as F1. pose proof (Qlt_floor t) as F2.
      assert (Fz : (0 <= Qfloor t)%Z) by (change 0%Z with (Qfloor 0); apply Qfloor_resp_le, T0).
      set (x := Z.to_nat (Qfloor t)). assert (X : chips x == inject_Z (Qfloor t)) by (unfold chips, x; rewrite Z2Nat.id by exact Fz; reflexivity).
      rewrite inject_Z_plus in F2. change (inject_Z 1) with 1 in F2.
      assert (Hx : (x <= b)%nat) by (apply Nat2Z.inj_le; rewrite Zle_Qle; fold (chips x) (chips b); lra).
      exists x. split; [exact Hx|]. intros m Hm. cbv zeta.
      assert (W : exists o, In o (all w) /\ buys_win n o (b - x) k).
      { exists o. split; [exact Ho|]. apply IH; [apply Iw, Ho|]. unfold enough. rewrite Eo. split; [lra|]. rewrite chips_less by exact Hx. nra. }
      split; [intros _; exact W|]. split; [intros _; left; exact W|]. intros Lt q Hq. apply IH; [apply Ib, Hq|].
      assert (M : chips x + 1 <= chips m).
      { assert (A : chips (S x) <= chips m) by (unfold chips; rewrite <- Zle_Qle; lia). unfold chips in *. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus in A. exact A. }
      assert (N : chips (k - m) * y < chips k - y * chips b) by (rewrite chips_less by exact Hm; nra).
      pose proof (chips_0 (k - m)) as R0.
      assert (Z : 0 < z) by (apply Qnot_le_lt; intros Nz; assert (Z : z == 0) by lra; rewrite Z in K; nra).
      rewrite <- (Nat.sub_0_r (k - m)). apply (enough_more z); [lia| |split; [exact (Lb q Hq)|apply (U q (Ib q Hq))]]. split; [lra|nra].
  - destruct (most_att (value n) o) as (q & Hq & Eq). exists q. split; [exact Hq|]. apply IH; [apply (options_turn dom game ok p White o Hp G q Hq)|]. unfold enough. rewrite Eq. exact E.
  - intros q Hq. apply IH; [apply (options_turn dom game ok p Black o Hp G q Hq)|]. pose proof (least_lb (value n) o q Hq). rewrite <- (Nat.sub_0_r k). apply (enough_more (least (value n) o)); [lia|exact E|]. split; [assumption|].
    apply (alpha_unit 1 (WinnerMoves White) ltac:(lra) dom game ok n q (options_turn dom game ok p Black o Hp G q Hq)).
Qed.
End BankChips.
