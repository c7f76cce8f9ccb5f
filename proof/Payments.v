(* Payments: a part of the winning bid, or all of it, goes to the bank. The theorem for another mean.

   A bank share tau, and what happens in zugzwang, make the mean of a position. As in `Limits.v` the values are limits of
   iterations of rational numbers, and no axiom is used. *)
From Coq Require Import QArith Qround Qminmax Qabs Lqa List Lia.
From Bidding Require Import Game Colours Ranks Limits.
Import ListNotations.
Open Scope Q_scope.

(* Whoever wins a bid decides who moves, or moves; in the latter case one side owns ties. *)
Inductive bid_rule := WinnerDecides | WinnerMoves (owner : side).
Inductive place (pos : Type) := End (value : Q) | Bid (white black : options pos) | Turn (s : side) (o : options pos).
Arguments End {pos}.
Arguments Bid {pos}.
Arguments Turn {pos}.

Lemma fraction_le a b c d : 0 < b -> 0 < d -> a * d <= c * b -> a / b <= c / d.
Proof.
  intros Hb Hd H. apply Qle_shift_div_l; [exact Hd|]. setoid_replace (a / b * d) with (a * d / b) by (field; lra).
  apply Qle_shift_div_r; [exact Hb|]. lra.
Qed.

Section Mean.
Variable tau : Q.
Hypothesis tau_unit : 0 <= tau <= 1.

(* ANCHOR: payments-mean *)
Definition phi (h o : Q) : Q := (h + (1 - tau) * o) / ((2 - tau) + tau * (h - o)).
Definition pay_mean (rule : bid_rule) (y z : Q) : Q :=
  match rule with
  | WinnerDecides => phi (Qmax y z) (Qmin y z)
  | WinnerMoves owner => if Qlt_le_dec y z then match owner with White => z | Black => y end else phi y z
  end.
(* ANCHOR_END: payments-mean *)

Lemma bottom h o : o <= h -> 1 <= (2 - tau) + tau * (h - o).
Proof. intros. nra. Qed.
Lemma phi_shift h o m : o <= h -> phi h o - phi (h - m) (o - m) == m * (2 - tau) / ((2 - tau) + tau * (h - o)).
Proof.
  intros H. pose proof (bottom h o H). unfold phi.
  setoid_replace (h - m - (o - m)) with (h - o) by ring. field. lra.
Qed.
Lemma phi_low h o : o <= h -> phi h o - o == (h - o) * (1 - tau * o) / ((2 - tau) + tau * (h - o)).
Proof. intros H. pose proof (bottom h o H). unfold phi. field. lra. Qed.
Lemma phi_high h o : o <= h -> h - phi h o == (h - o) * (1 - tau + tau * h) / ((2 - tau) + tau * (h - o)).
Proof. intros H. pose proof (bottom h o H). unfold phi. field. lra. Qed.
Lemma phi_flip h o : o <= h -> phi (1 - o) (1 - h) == 1 - phi h o.
Proof.
  intros H. pose proof (bottom h o H). unfold phi. setoid_replace (1 - o - (1 - h)) with (h - o) by ring. field. lra.
Qed.
Lemma quotient_0 a b : 0 <= a -> 0 < b -> 0 <= a / b.
Proof. intros. apply Qle_shift_div_l; lra. Qed.
Lemma phi_between h o : o <= h -> 0 <= h -> o <= 1 -> o <= phi h o <= h.
Proof.
  intros H Hh Ho. pose proof (bottom h o H).
  assert (0 <= (h - o) * (1 - tau * o)) by (apply Qmult_le_0_compat; nra).
  assert (0 <= (h - o) * (1 - tau + tau * h)) by (apply Qmult_le_0_compat; nra).
  pose proof (phi_low h o H). pose proof (phi_high h o H).
  pose proof (quotient_0 ((h - o) * (1 - tau * o)) ((2 - tau) + tau * (h - o))).
  pose proof (quotient_0 ((h - o) * (1 - tau + tau * h)) ((2 - tau) + tau * (h - o))). lra.
Qed.
(* Greater numbers have a greater mean. The smaller pair may even be below 0. *)
Lemma phi_le h o h' o' : o <= h -> o' <= h' -> h <= h' -> o <= o' -> h' <= 1 -> 0 <= o' -> phi h o <= phi h' o'.
Proof.
  intros H H' Hh Ho H1 H0. destruct (Qlt_le_dec h 0) as [N|P].
  - assert (phi h o <= 0).
    { unfold phi. pose proof (bottom h o H). apply Qle_shift_div_r; [lra|]. nra. }
    pose proof (phi_between h' o'). lra.
  - apply Qle_trans with (phi h' o); unfold phi; pose proof (bottom h o H);
      assert (o <= h') as Hm by lra; pose proof (bottom h' o Hm); pose proof (bottom h' o' H'); apply fraction_le; try lra.
    + assert (E : 0 <= (h' - h) * ((2 - tau) * (1 - tau * o))).
      { apply Qmult_le_0_compat; [lra|]. apply Qmult_le_0_compat; nra. }
      lra.
    + assert (E : 0 <= (o' - o) * ((2 - tau) * (1 - tau + tau * h'))).
      { apply Qmult_le_0_compat; [lra|]. apply Qmult_le_0_compat; nra. }
      lra.
Qed.
Lemma phi_self y : phi y y == y.
Proof. unfold phi. setoid_replace (y - y) with 0 by ring. field. lra. Qed.
Global Instance phi_proper : Proper (Qeq ==> Qeq ==> Qeq) phi.
Proof. intros h h' Hh o o' Ho. unfold phi. rewrite Hh, Ho. reflexivity. Qed.

(* All rules are phi of two numbers in order. *)
Definition high (rule : bid_rule) y z := match rule with WinnerMoves Black => y | _ => Qmax y z end.
Definition low (rule : bid_rule) y z := match rule with WinnerMoves White => z | _ => Qmin y z end.
Lemma pay_mean_phi rule y z : low rule y z <= high rule y z /\ pay_mean rule y z == phi (high rule y z) (low rule y z).
Proof.
  unfold pay_mean, high, low. destruct rule as [|[]].
  - split; [|reflexivity]. pose proof (Q.le_min_l y z). pose proof (Q.le_max_l y z). lra.
  - split; [apply Q.le_max_r|]. destruct (Qlt_le_dec y z); [rewrite Q.max_r by lra; rewrite phi_self|rewrite Q.max_l by lra]; reflexivity.
  - split; [apply Q.le_min_l|]. destruct (Qlt_le_dec y z); [rewrite Q.min_l by lra; rewrite phi_self|rewrite Q.min_r by lra]; reflexivity.
Qed.
Lemma high_low rule y z y' z' m : y' <= y + m -> z' <= z + m ->
  high rule y' z' <= high rule y z + m /\ low rule y' z' <= low rule y z + m.
Proof.
  intros. unfold high, low.
  pose proof (Q.le_max_l y z). pose proof (Q.le_max_r y z). pose proof (Q.le_min_l y' z'). pose proof (Q.le_min_r y' z').
  assert (Qmax y' z' <= Qmax y z + m) by (apply Q.max_lub; lra).
  assert (Qmin y' z' - m <= Qmin y z) by (apply Q.min_glb; lra).
  destruct rule as [|[]]; split; lra.
Qed.
Lemma high_low_unit rule y z : 0 <= y <= 1 -> 0 <= z <= 1 -> 0 <= low rule y z /\ high rule y z <= 1.
Proof.
  intros. unfold high, low. assert (0 <= Qmin y z) by (apply Q.min_glb; lra). assert (Qmax y z <= 1) by (apply Q.max_lub; lra).
  destruct rule as [|[]]; split; lra.
Qed.
(* The lemma of the chapter: the mean is monotone, and never expands. *)
Lemma pay_mean_shift rule y z y' z' m : 0 <= m -> 0 <= y <= 1 -> 0 <= z <= 1 -> y' <= y + m -> z' <= z + m ->
  pay_mean rule y' z' <= pay_mean rule y z + m.
Proof.
  intros Hm Hy Hz HY HZ. destruct (pay_mean_phi rule y z) as [O E]. destruct (pay_mean_phi rule y' z') as [O' E'].
  destruct (high_low rule y z y' z' m HY HZ) as [Hh Ho]. destruct (high_low_unit rule y z Hy Hz) as [H0 H1].
  set (h := high rule y z) in *. set (o := low rule y z) in *. set (h' := high rule y' z') in *. set (o' := low rule y' z') in *.
  clearbody h o h' o'. rewrite E, E'.
  pose proof (phi_shift h' o' m O') as S. pose proof (bottom h' o' O').
  assert (phi (h' - m) (o' - m) <= phi h o) by (apply phi_le; lra).
  assert (m * (2 - tau) / ((2 - tau) + tau * (h' - o')) <= m).
  { apply Qle_shift_div_r; [lra|]. assert (0 <= m * (tau * (h' - o'))) by (apply Qmult_le_0_compat; nra). lra. }
  lra.
Qed.
Lemma pay_mean_unit rule y z : 0 <= y <= 1 -> 0 <= z <= 1 -> 0 <= pay_mean rule y z <= 1.
Proof.
  intros Hy Hz. destruct (pay_mean_phi rule y z) as [O E]. destruct (high_low_unit rule y z Hy Hz).
  rewrite E. pose proof (phi_between (high rule y z) (low rule y z) O). lra.
Qed.
Global Instance pay_mean_proper rule : Proper (Qeq ==> Qeq ==> Qeq) (pay_mean rule).
Proof.
  intros y y' Hy z z' Hz. destruct (pay_mean_phi rule y z) as [_ ->]. destruct (pay_mean_phi rule y' z') as [_ ->].
  unfold high, low. destruct rule as [|[]]; rewrite Hy, Hz; reflexivity.
Qed.
End Mean.

(* The game: White's best option and Black's best option have a mean; at a turn the number is that of the best option. *)
Section Game.
Context {pos : Type}.
Variables (tau : Q) (rule : bid_rule).
Hypothesis tau_unit : 0 <= tau <= 1.
Variable dom : list pos.

Definition pay_F (game : pos -> place pos) (x : pos -> Q) (p : pos) : Q :=
  match game p with
  | End v => v
  | Bid w b => pay_mean tau rule (most x w) (least x b)
  | Turn White o => most x o
  | Turn Black o => least x o
  end.
Fixpoint pay_alpha (game : pos -> place pos) (n : nat) (p : pos) : Q :=
  match n with O => match game p with End v => v | _ => 0 end | S n => pay_F game (pay_alpha game n) p end.
Fixpoint pay_beta (game : pos -> place pos) (n : nat) (p : pos) : Q :=
  match n with O => match game p with End v => v | _ => 1 end | S n => pay_F game (pay_beta game n) p end.

Definition options_at (game : pos -> place pos) (p : pos) : list pos :=
  match game p with End _ => [] | Bid w b => all w ++ all b | Turn _ o => all o end.
Definition pay_game_ok (game : pos -> place pos) : Prop := forall p, In p dom ->
  (forall v, game p = End v -> 0 <= v <= 1) /\ (forall o, In o (options_at game p) -> In o dom).
Definition unit (x : pos -> Q) : Prop := forall p, In p dom -> 0 <= x p <= 1.

Lemma most_range x (n : options pos) : unit x -> (forall o, In o (all n) -> In o dom) -> 0 <= most x n <= 1.
Proof. intros U C. destruct (most_att x n) as (o & Ho & E). specialize (U o (C o Ho)). lra. Qed.
Lemma least_range x (n : options pos) : unit x -> (forall o, In o (all n) -> In o dom) -> 0 <= least x n <= 1.
Proof. intros U C. destruct (least_att x n) as (o & Ho & E). specialize (U o (C o Ho)). lra. Qed.
Lemma most_shift x y (n : options pos) m : (forall o, In o (all n) -> y o <= x o + m) -> most y n <= most x n + m.
Proof. intros H. destruct (most_att y n) as (o & Ho & E). specialize (H o Ho). pose proof (most_ub x n o Ho). lra. Qed.
Lemma least_shift x y (n : options pos) m : (forall o, In o (all n) -> y o <= x o + m) -> least y n <= least x n + m.
Proof. intros H. destruct (least_att x n) as (o & Ho & E). specialize (H o Ho). pose proof (least_lb y n o Ho). lra. Qed.

Section Lower.
Variable game : pos -> place pos.
Hypothesis ok : pay_game_ok game.

Lemma options_bid p w b : In p dom -> game p = Bid w b ->
  (forall o, In o (all w) -> In o dom) /\ (forall o, In o (all b) -> In o dom).
Proof. intros Hp E. destruct (ok p Hp) as [_ C]. unfold options_at in C. rewrite E in C. split; intros o Ho; apply C, in_or_app; auto. Qed.
Lemma options_turn p s o : In p dom -> game p = Turn s o -> forall q, In q (all o) -> In q dom.
Proof. intros Hp E. destruct (ok p Hp) as [_ C]. unfold options_at in C. rewrite E in C. exact C. Qed.

Lemma pay_F_shift x y m : 0 <= m -> unit x -> (forall p, In p dom -> y p <= x p + m) ->
  forall p, In p dom -> pay_F game y p <= pay_F game x p + m.
Proof.
  intros Hm U H p Hp. unfold pay_F. destruct (game p) as [v|w b|[] o] eqn:E; [lra| | |].
  - destruct (options_bid p w b Hp E) as [Cw Cb]. apply pay_mean_shift; auto using most_range, least_range.
    + apply most_shift. auto.
    + apply least_shift. auto.
  - apply most_shift. intros q Hq. apply H, (options_turn p White o Hp E q Hq).
  - apply least_shift. intros q Hq. apply H, (options_turn p Black o Hp E q Hq).
Qed.
Lemma pay_F_monotone x y : unit x -> (forall p, In p dom -> y p <= x p) -> forall p, In p dom -> pay_F game y p <= pay_F game x p.
Proof.
  intros U H p Hp. pose proof (pay_F_shift x y 0 (Qle_refl 0) U) as S. specialize (S (fun p i => ltac:(specialize (H p i); lra)) p Hp). lra.
Qed.
Lemma pay_F_unit x : unit x -> unit (pay_F game x).
Proof.
  intros U p Hp. unfold pay_F. destruct (game p) as [v|w b|[] o] eqn:E.
  - destruct (ok p Hp) as [V _]. apply V. exact E.
  - destruct (options_bid p w b Hp E) as [Cw Cb]. apply pay_mean_unit; auto using most_range, least_range.
  - apply most_range; [exact U|exact (options_turn p White o Hp E)].
  - apply least_range; [exact U|exact (options_turn p Black o Hp E)].
Qed.
Lemma alpha_unit n : unit (pay_alpha game n).
Proof.
  induction n as [|n IH]; [|exact (pay_F_unit _ IH)]. intros p Hp. cbn. destruct (ok p Hp) as [V _].
  destruct (game p); [apply V; reflexivity|lra|lra].
Qed.
Lemma beta_unit n : unit (pay_beta game n).
Proof.
  induction n as [|n IH]; [|exact (pay_F_unit _ IH)]. intros p Hp. cbn. destruct (ok p Hp) as [V _].
  destruct (game p); [apply V; reflexivity|lra|lra].
Qed.
Lemma pay_alpha_grows n p : In p dom -> pay_alpha game n p <= pay_alpha game (S n) p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp.
  - pose proof (alpha_unit 1 p Hp) as U. cbn in *. unfold pay_F in *. destruct (game p); lra.
  - change (pay_F game (pay_alpha game n) p <= pay_F game (pay_alpha game (S n)) p). apply pay_F_monotone; auto. apply alpha_unit.
Qed.
Lemma pay_alpha_grows_to n m p : In p dom -> (n <= m)%nat -> pay_alpha game n p <= pay_alpha game m p.
Proof. intros Hp H. induction H as [|m H IH]; [lra|]. pose proof (pay_alpha_grows m p Hp). lra. Qed.

(* [x <= alpha], and [alpha <= x], said with the iteration. *)
Definition pay_below_alpha (x : Q) (p : pos) := forall e, 0 < e -> exists n, x <= pay_alpha game n p + e.
Definition pay_above_alpha (x : Q) (p : pos) := forall n, pay_alpha game n p <= x.

(* ANCHOR: payments-white *)
Definition pay_white_holds (u : pos -> Q) (p : pos) : Prop := pay_F game u p <= u p.

Definition pay_white_evidence (l : pos -> Q) (T : pos -> nat) (p : pos) : Prop :=
  let greedy w := exists o, In o (all w) /\ l o == most l w /\ (T o < T p)%nat in
  let every b := forall o, In o (all b) -> (T o < T p)%nat in
  match game p with End _ => False | Bid w b => greedy w \/ every b | Turn White w => greedy w | Turn Black b => every b end.

Definition pay_white_forces (l : pos -> Q) (T : pos -> nat) (p : pos) : Prop :=
  l p <= 0 \/ l p < pay_F game l p \/
  l p == pay_F game l p /\
  match game p with
  | End _ => True
  | Bid w b => rule = WinnerDecides /\ (~ most l w == least l b \/ pay_white_evidence l T p)
  | Turn _ _ => pay_white_evidence l T p
  end.
(* ANCHOR_END: payments-white *)

Theorem pay_white_holds_sound (u : pos -> Q) (inner : pos -> Prop) : unit u ->
  (forall p, In p dom -> inner p \/ pay_above_alpha (u p) p) ->
  (forall p, In p dom -> inner p -> pay_white_holds u p) ->
  forall p, In p dom -> pay_above_alpha (u p) p.
Proof.
  intros U border holds p Hp n. revert p Hp. induction n as [|n IH]; intros p Hp; (destruct (border p Hp) as [Hi|Hb]; [|apply Hb]).
  - specialize (holds p Hp Hi). pose proof (U p Hp). unfold pay_white_holds, pay_F in holds. cbn. destruct (game p); lra.
  - eapply Qle_trans; [|exact (holds p Hp Hi)]. cbn. apply pay_F_monotone; auto.
Qed.

(* Some step of the iteration is small everywhere. *)
Lemma pay_small_step e k : 0 < e -> exists n, (k <= n)%nat /\ forall p, In p dom -> pay_alpha game (S n) p <= pay_alpha game n p + e.
Proof.
  apply small_step_of; intros n p Hp; [apply alpha_unit|apply pay_alpha_grows]; exact Hp.
Qed.

Section Forces.
Variables (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop).
Hypothesis l_unit : unit l.
Hypothesis takes : rule = WinnerDecides -> 0 < tau.
Hypothesis border : forall p, In p dom -> inner p \/ pay_below_alpha (l p) p.
Hypothesis forces : forall p, In p dom -> inner p -> pay_white_forces l T p.
Definition apart (p : pos) : Q :=
  match game p with Bid w b => Qmax (most l w) (least l b) - Qmin (most l w) (least l b) | _ => 0 end.

Lemma grow A B t : 1 <= A * t -> A <= B -> 0 <= t -> 1 <= B * t.
Proof. intros. assert (A * t <= B * t) by (apply Qmult_le_compat_r; assumption). lra. Qed.

(* If y almost holds, and l is above y by eps somewhere, then "almost" is not very near. *)
Lemma pay_almost eps s g : 0 < eps -> 0 < s -> 0 < g ->
  (forall p, In p dom -> l p < pay_F game l p -> l p + s <= pay_F game l p) ->
  (forall p, In p dom -> 0 < apart p -> g <= apart p) ->
  forall n, exists C, 0 <= C /\ forall e y m, 0 <= e -> eps <= m <= 1 -> unit y ->
    (forall p, In p dom -> pay_F game y p <= y p + e) ->
    (forall p, In p dom -> inner p \/ l p <= y p + e) ->
    (forall p, In p dom -> l p <= y p + m) ->
    forall p d, In p dom -> (T p < n)%nat -> 0 <= d -> y p + m <= l p + d -> 1 <= C * (e + d).
Proof.
  intros Heps Hs Hg Hslack Hgap n. induction n as [|n (C & HC & IH)]; [exists 0; split; [lra|intros; lia]|].
  (* three constants *)
  set (A1 := 1 / eps). set (A2 := 1 / s). assert (E1 : A1 * eps == 1) by (unfold A1; field; lra). assert (E2 : A2 * s == 1) by (unfold A2; field; lra).
  assert (P1 : 0 < A1) by (unfold A1; apply Qlt_shift_div_l; lra). assert (P2 : 0 < A2) by (unfold A2; apply Qlt_shift_div_l; lra).
  assert (exists A3, 0 <= A3 /\ (0 < tau -> 1 <= A3 * (eps * (tau * g) * (1#2)))) as (A3 & P3 & E3).
  { destruct (Qlt_le_dec 0 tau) as [Ht|Ht]; [|exists 0; split; [lra|intros; lra]].
    assert (0 < eps * (tau * g) * (1#2)) by (apply Qmult_lt_0_compat; [apply Qmult_lt_0_compat; [lra|apply Qmult_lt_0_compat; lra]|lra]).
    exists (1 / (eps * (tau * g) * (1#2))). split; [apply quotient_0; lra|]. intros _.
    setoid_replace (1 / (eps * (tau * g) * (1 # 2)) * (eps * (tau * g) * (1 # 2))) with 1 by (field; repeat split; lra). lra. }
  clearbody A1 A2.
  exists (A1 + A2 + A3 + C * (2 + 3 * A1)). assert (PC : 0 <= C * (2 + 3 * A1)) by (apply Qmult_le_0_compat; lra).
  split; [lra|]. intros e y m He Hm U Hy Hbo Hle p d Hp HT Hd HD.
  assert (Hed : 0 <= e + d) by lra.
  assert (Small : m <= e + d -> 1 <= (A1 + A2 + A3 + C * (2 + 3 * A1)) * (e + d)).
  { intros H. apply (grow A1); [|lra|exact Hed]. assert (A1 * eps <= A1 * (e + d)) by (apply Qmult_le_l; lra). lra. }
  assert (Next : forall d', 0 <= d' -> d' <= (1 + 3 * A1) * (e + d) -> forall o, In o dom -> (T o < T p)%nat -> y o + m <= l o + d' ->
    1 <= (A1 + A2 + A3 + C * (2 + 3 * A1)) * (e + d)).
  { intros d' Hd' Hd'' o Ho To HDo. apply (grow (C * (2 + 3 * A1))); [|lra|exact Hed].
    assert (X : 1 <= C * (e + d')) by (apply (IH e y m He Hm U Hy Hbo Hle o d' Ho); auto; lia).
    assert (C * (e + d') <= C * ((2 + 3 * A1) * (e + d))).
    { rewrite !(Qmult_comm C). apply Qmult_le_compat_r; [|exact HC]. lra. }
    lra. }
  destruct (Hbo p Hp) as [Hi|Hb]; [|apply Small; lra].
  pose proof (U p Hp) as Up. pose proof (l_unit p Hp) as Lp. specialize (Hy p Hp).
  destruct (forces p Hp Hi) as [F0|[F1|[F2 F3]]]; [apply Small; lra| |].
  - (* strict *)
    specialize (Hslack p Hp F1). pose proof (pay_F_shift y l m ltac:(lra) U Hle p Hp) as X.
    apply (grow A2); [|lra|exact Hed]. assert (A2 * s <= A2 * (e + d)) by (apply Qmult_le_l; lra). lra.
  - specialize (Hgap p Hp). unfold apart in Hgap. unfold pay_F in F2, Hy. unfold pay_white_evidence in F3.
    destruct (game p) as [v|w b|[] o] eqn:Eg; [apply Small; lra| | |].
    + destruct F3 as [Er Ev]. specialize (takes Er). destruct (options_bid p w b Hp Eg) as [Cw Cb]. rewrite Er in *. unfold pay_mean in F2, Hy.
      pose proof (most_shift y l w m (fun o i => Hle o (Cw o i))) as Sw. pose proof (least_shift y l b m (fun o i => Hle o (Cb o i))) as Sb.
      pose proof (most_range l w l_unit Cw) as Rw. pose proof (least_range l b l_unit Cb) as Rb.
      pose proof (most_range y w U Cw) as Rw'. pose proof (least_range y b U Cb) as Rb'.
      destruct (high_low WinnerDecides _ _ _ _ _ Sw Sb) as [Sh So]. unfold high, low in Sh, So.
      destruct (high_low_unit WinnerDecides _ _ Rw' Rb') as [U0 U1]. unfold high, low in U0, U1.
      destruct (pay_mean_phi tau tau_unit WinnerDecides (most y w) (least y b)) as [Oy _]. unfold high, low in Oy.
      destruct (pay_mean_phi tau tau_unit WinnerDecides (most l w) (least l b)) as [Ol _]. unfold high, low in Ol.
      destruct (high_low_unit WinnerDecides _ _ Rw Rb) as [V0 V1]. unfold high, low in V0, V1.
      pose proof (Q.le_max_l (most l w) (least l b)) as M1. pose proof (Q.le_max_r (most l w) (least l b)) as M2.
      pose proof (Q.le_min_l (most l w) (least l b)) as M3. pose proof (Q.le_min_r (most l w) (least l b)) as M4.
      pose proof (Q.le_max_l (most y w) (least y b)) as M5. pose proof (Q.le_max_r (most y w) (least y b)) as M6.
      set (h' := Qmax (most l w) (least l b)) in *. set (o' := Qmin (most l w) (least l b)) in *.
      set (h := Qmax (most y w) (least y b)) in *. set (o := Qmin (most y w) (least y b)) in *.
      destruct (Qlt_le_dec o' h') as [Lt|Ge].
      * (* the two numbers differ: the sum of the derivatives is less than 1 *)
        assert (X : phi tau (h' - m) (o' - m) <= phi tau h o) by (apply phi_le; lra).
        pose proof (phi_shift tau tau_unit h' o' m Ol) as S. specialize (Hgap ltac:(lra)).
        assert (Y : m * (2 - tau) / ((2 - tau) + tau * (h' - o')) <= m - eps * (tau * g) * (1#2)).
        { pose proof (bottom tau tau_unit h' o' Ol). apply Qle_shift_div_r; [lra|].
          assert (N2 : (2 - tau) + tau * (h' - o') <= 2).
          { assert (tau * (h' - o') <= tau * 1) by (rewrite !(Qmult_comm tau); apply Qmult_le_compat_r; lra). lra. }
          assert (G1 : eps * (tau * g) <= m * (tau * (h' - o'))).
          { apply Qle_trans with (m * (tau * g)).
            - apply Qmult_le_compat_r; [lra|]. apply Qmult_le_0_compat; lra.
            - rewrite !(Qmult_comm m). apply Qmult_le_compat_r; [|lra]. rewrite !(Qmult_comm tau). apply Qmult_le_compat_r; lra. }
          assert (G2 : eps * (tau * g) * (1#2) * ((2 - tau) + tau * (h' - o')) <= eps * (tau * g) * (1#2) * 2).
          { rewrite !(Qmult_comm (eps * (tau * g) * (1#2))). apply Qmult_le_compat_r; [exact N2|].
            apply Qmult_le_0_compat; [|lra]. apply Qmult_le_0_compat; [lra|]. apply Qmult_le_0_compat; lra. }
          lra. }
        specialize (E3 takes). apply (grow A3); [|lra|exact Hed].
        assert (A3 * (eps * (tau * g) * (1#2)) <= A3 * (e + d)).
        { rewrite !(Qmult_comm A3). apply Qmult_le_compat_r; [lra|exact P3]. }
        lra.
      * (* they are the same number v; then all the options that matter are near v - m *)
        assert (Ew : most l w == h' /\ least l b == h') by lra.
        destruct Ew as [Ew Eb]. assert (Eh : h' == o') by lra.
        assert (Lv : l p <= h') by (rewrite F2, <- Eh; rewrite phi_self by exact tau_unit; lra).
        destruct Ev as [Ne|Ev]; [exfalso; apply Ne; lra|].
        assert (Near : h <= h' - m + 3 * A1 * (e + d)).
        { set (q := h' - m). assert (Hqh : q <= h) by (unfold q; lra).
          assert (X : phi tau h q <= q + (e + d)).
          { apply Qle_trans with (phi tau h o); [|unfold q; lra]. apply phi_le; unfold q; lra. }
          pose proof (phi_low tau tau_unit h q Hqh) as E. pose proof (bottom tau tau_unit h q Hqh) as N.
          assert (N3 : (2 - tau) + tau * (h - q) <= 3).
          { assert (tau * (h - q) <= tau * 2) by (rewrite !(Qmult_comm tau); apply Qmult_le_compat_r; unfold q; lra). lra. }
          assert (Q1 : eps <= 1 - tau * q).
          { destruct (Qlt_le_dec q 0).
            - assert (0 <= tau * - q) by (apply Qmult_le_0_compat; lra). lra.
            - assert (tau * q <= 1 * q) by (apply Qmult_le_compat_r; lra). unfold q in *. lra. }
          assert (Y : (h - q) * (1 - tau * q) <= (e + d) * ((2 - tau) + tau * (h - q))).
          { assert (Z : phi tau h q - q <= e + d) by lra. rewrite E in Z.
            assert (Z' : (h - q) * (1 - tau * q) / ((2 - tau) + tau * (h - q)) * ((2 - tau) + tau * (h - q)) <= (e + d) * ((2 - tau) + tau * (h - q)))
              by (apply Qmult_le_compat_r; lra).
            setoid_replace ((h - q) * (1 - tau * q) / ((2 - tau) + tau * (h - q)) * ((2 - tau) + tau * (h - q)))
              with ((h - q) * (1 - tau * q)) in Z' by (field; lra). exact Z'. }
          assert (Y1 : (h - q) * eps <= (h - q) * (1 - tau * q)).
          { rewrite !(Qmult_comm (h - q)). apply Qmult_le_compat_r; lra. }
          assert (Y2 : (e + d) * ((2 - tau) + tau * (h - q)) <= (e + d) * 3).
          { rewrite !(Qmult_comm (e + d)). apply Qmult_le_compat_r; lra. }
          assert (Y3 : (h - q) * eps * A1 <= (e + d) * 3 * A1) by (apply Qmult_le_compat_r; lra).
          assert (Y4 : (h - q) * eps * A1 == h - q) by (rewrite <- Qmult_assoc, (Qmult_comm eps A1), E1; ring).
          lra. }
        assert (Hd' : 0 <= 3 * A1 * (e + d)) by (apply Qmult_le_0_compat; lra).
        destruct Ev as [(x & Hx & Ex & Tx)|Ev].
        -- apply (Next _ Hd' ltac:(lra) x (Cw x Hx) Tx).
           pose proof (most_ub y w x Hx). lra.
        -- destruct (least_att y b) as (x & Hx & Ex). apply (Next _ Hd' ltac:(lra) x (Cb x Hx) (Ev x Hx)).
           pose proof (least_lb l b x Hx). lra.
    + destruct F3 as (x & Hx & Ex & Tx). pose proof (options_turn p White o Hp Eg x Hx) as Hxd.
      assert (0 <= A1 * (e + d)) by (apply Qmult_le_0_compat; lra).
      apply (Next (e + d) Hed ltac:(lra) x Hxd Tx). pose proof (most_ub y o x Hx). lra.
    + destruct (least_att y o) as (x & Hx & Ex). pose proof (options_turn p Black o Hp Eg x Hx) as Hxd.
      assert (0 <= A1 * (e + d)) by (apply Qmult_le_0_compat; lra).
      apply (Next (e + d) Hed ltac:(lra) x Hxd (F3 x Hx)). pose proof (least_lb l o x Hx). lra.
Qed.

Lemma pay_border_step e : 0 < e -> exists k, forall n, (k <= n)%nat -> forall p, In p dom -> inner p \/ l p <= pay_alpha game n p + e.
Proof.
  intros He. apply eventually. intros p Hp. destruct (border p Hp) as [Hi|Hb]; [exists O; auto|].
  destruct (Hb e He) as [k Hk]. exists k. intros n Hn. right. pose proof (pay_alpha_grows_to k n p Hp Hn). lra.
Qed.

Lemma pay_forces_limit eps : 0 < eps -> exists n, forall p, In p dom -> l p <= pay_alpha game n p + eps.
Proof.
  intros Heps.
  destruct (least_positive dom (fun p => pay_F game l p - l p)) as (s & Hs & Hslack). destruct (least_positive dom apart) as (g & Hg & Hgap).
  set (N := S (list_max (map T dom))). assert (HN : forall p, In p dom -> (T p < N)%nat) by (intros p Hp; pose proof (label_le dom T p Hp); unfold N; lia).
  destruct (pay_almost eps s g Heps Hs Hg) with (n := N) as (C & HC & H);
    [intros p Hp L; specialize (Hslack p Hp); cbv beta in Hslack; lra|exact Hgap|].
  set (e := 1 / (2 * (C + 1))). assert (He : 0 < e) by (unfold e; apply Qlt_shift_div_l; lra).
  assert (Ee : (C + 1) * e == (1#2)) by (unfold e; field; lra). clearbody e.
  destruct (pay_border_step e He) as [k Hk]. destruct (pay_small_step e k He) as (n & Hkn & Hn). exists n. intros p0 Hp0.
  destruct (greatest_at (fun p => l p - pay_alpha game n p) dom p0 Hp0) as (pm & Hpm & Hmax).
  set (m := l pm - pay_alpha game n pm) in *. cbv beta in Hmax.
  destruct (Qlt_le_dec m eps) as [L|L]; [specialize (Hmax p0 Hp0); lra|exfalso].
  pose proof (l_unit pm Hpm). pose proof (alpha_unit n pm Hpm).
  assert (X : 1 <= C * (e + 0)).
  { assert (Hm : eps <= m <= 1) by (unfold m in *; lra). assert (He0 : 0 <= e) by lra.
    assert (Hy : forall p, In p dom -> pay_F game (pay_alpha game n) p <= pay_alpha game n p + e) by exact Hn.
    assert (Hbo : forall p, In p dom -> inner p \/ l p <= pay_alpha game n p + e) by (intros p Hp; apply Hk; auto).
    assert (Hle : forall p, In p dom -> l p <= pay_alpha game n p + m) by (intros p Hp; specialize (Hmax p Hp); lra).
    apply (H e (pay_alpha game n) m He0 Hm (alpha_unit n) Hy Hbo Hle pm 0 Hpm (HN pm Hpm) (Qle_refl 0)). unfold m. lra. }
  lra.
Qed.
End Forces.

Theorem pay_white_forces_sound (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) : unit l ->
  (rule = WinnerDecides -> 0 < tau) ->
  (forall p, In p dom -> inner p \/ pay_below_alpha (l p) p) ->
  (forall p, In p dom -> inner p -> pay_white_forces l T p) ->
  forall p, In p dom -> pay_below_alpha (l p) p.
Proof.
  intros U takes border forces p Hp e He. destruct (pay_forces_limit l T inner U takes border forces e He) as [n Hn]. exists n. auto.
Qed.

(* Exact values without cycles: the labels fall from each position to its options. *)
(* ANCHOR: payments-exact *)
Definition pay_label (T : pos -> nat) (p : pos) : Prop := forall o, In o (options_at game p) -> (T o < T p)%nat.
Theorem pay_exact (x : pos -> Q) (T : pos -> nat) :
  (forall p, In p dom -> x p == pay_F game x p) ->
  (forall p, In p dom -> pay_label T p) ->
  forall p, In p dom -> forall n, (T p < n)%nat -> pay_alpha game n p == x p /\ pay_beta game n p == x p.
(* ANCHOR_END: payments-exact *)
Proof.
  intros Hx HT.
  assert (E : forall f g p, (forall o, In o (options_at game p) -> f o == g o) -> pay_F game f p == pay_F game g p).
  { intros f g p H. unfold options_at in H. unfold pay_F.
    assert (M : forall a : options pos, (forall o, In o (all a) -> f o == g o) -> most f a == most g a).
    { intros a Ha. assert (most f a <= most g a + 0) by (apply most_shift; intros o Ho; rewrite (Ha o Ho); lra).
      assert (most g a <= most f a + 0) by (apply most_shift; intros o Ho; rewrite (Ha o Ho); lra). lra. }
    assert (L : forall a : options pos, (forall o, In o (all a) -> f o == g o) -> least f a == least g a).
    { intros a Ha. assert (least f a <= least g a + 0) by (apply least_shift; intros o Ho; rewrite (Ha o Ho); lra).
      assert (least g a <= least f a + 0) by (apply least_shift; intros o Ho; rewrite (Ha o Ho); lra). lra. }
    destruct (game p) as [v|w b|[] o]; [reflexivity| |apply M; auto|apply L; auto].
    apply pay_mean_proper; [exact tau_unit|apply M|apply L]; intros o Ho; apply H, in_or_app; auto. }
  assert (X : forall n p, In p dom -> (T p < n)%nat -> pay_alpha game n p == x p /\ pay_beta game n p == x p).
  { induction n as [|n IH]; intros p Hp Hn; [lia|]. cbn [pay_alpha pay_beta]. rewrite (Hx p Hp).
    destruct (ok p Hp) as [_ C]. split; apply E; intros o Ho; apply IH; auto; specialize (HT p Hp o Ho); lia. }
  intros p Hp n Hn. apply X; auto.
Qed.
End Lower.
End Game.

(* The mirror image: exchange the colours, the owner of ties too, and write 1 - x for each number x. *)
Section Mirror.
Context {pos : Type}.
Variables (tau : Q) (rule : bid_rule).
Hypothesis tau_unit : 0 <= tau <= 1.
Variables (dom : list pos) (game : pos -> place pos).
Hypothesis ok : pay_game_ok dom game.

Definition pay_mirror_rule := match rule with WinnerDecides => WinnerDecides | WinnerMoves s => WinnerMoves (other s) end.
Definition pay_mirror (p : pos) : place pos :=
  match game p with End v => End (1 - v) | Bid w b => Bid b w | Turn s o => Turn (other s) o end.

Lemma pay_mean_flip y z : pay_mean tau pay_mirror_rule (1 - z) (1 - y) == 1 - pay_mean tau rule y z.
Proof.
  destruct (pay_mean_phi tau tau_unit rule y z) as [O ->].
  destruct (pay_mean_phi tau tau_unit pay_mirror_rule (1 - z) (1 - y)) as [_ ->].
  rewrite <- (phi_flip tau tau_unit _ _ O). apply phi_proper; unfold high, low, pay_mirror_rule; destruct rule as [|[]]; cbn [other]; try reflexivity.
  - destruct (Q.max_spec (1 - z) (1 - y)) as [[? ->]|[? ->]], (Q.min_spec y z) as [[? ->]|[? ->]]; lra.
  - destruct (Q.max_spec (1 - z) (1 - y)) as [[? ->]|[? ->]], (Q.min_spec y z) as [[? ->]|[? ->]]; lra.
  - destruct (Q.min_spec (1 - z) (1 - y)) as [[? ->]|[? ->]], (Q.max_spec y z) as [[? ->]|[? ->]]; lra.
  - destruct (Q.min_spec (1 - z) (1 - y)) as [[? ->]|[? ->]], (Q.max_spec y z) as [[? ->]|[? ->]]; lra.
Qed.
Lemma pay_F_flip x p : pay_F tau pay_mirror_rule pay_mirror (flip x) p == 1 - pay_F tau rule game x p.
Proof.
  unfold pay_F, pay_mirror. destruct (game p) as [v|w b|[] o]; cbn [other]; [reflexivity| |apply least_flip|apply most_flip].
  rewrite <- pay_mean_flip. apply pay_mean_proper; [exact tau_unit|apply most_flip|apply least_flip].
Qed.
Lemma options_mirror p : incl (options_at pay_mirror p) (options_at game p).
Proof.
  unfold options_at, pay_mirror. destruct (game p) as [v|w b|s o]; intros q Hq; auto. apply in_app_or in Hq. apply in_or_app. tauto.
Qed.
Lemma pay_ok_mirror : pay_game_ok dom pay_mirror.
Proof.
  intros p Hp. destruct (ok p Hp) as [V C]. split; [|intros o Ho; apply C, options_mirror, Ho].
  unfold pay_mirror. intros v. destruct (game p) as [v'|w b|s o] eqn:E; try discriminate. intros H. injection H as <-.
  specialize (V v' eq_refl). lra.
Qed.
Lemma pay_F_same g x y p : pay_game_ok dom g -> unit dom x -> unit dom y -> (forall q, In q dom -> x q == y q) -> In p dom ->
  pay_F tau pay_mirror_rule g x p == pay_F tau pay_mirror_rule g y p.
Proof.
  intros okg Ux Uy H Hp. apply Qle_antisym; apply (pay_F_monotone tau pay_mirror_rule tau_unit dom g okg); auto; intros q Hq; rewrite (H q Hq); lra.
Qed.
Lemma flip_unit x : unit dom x -> unit dom (flip x).
Proof. intros U p Hp. specialize (U p Hp). unfold flip. lra. Qed.
Lemma pay_alpha_mirror n p : In p dom -> pay_alpha tau pay_mirror_rule pay_mirror n p == 1 - pay_beta tau rule game n p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp; cbn [pay_alpha pay_beta].
  - unfold pay_mirror. destruct (game p); lra.
  - rewrite <- pay_F_flip. apply pay_F_same; auto using pay_ok_mirror.
    + apply (alpha_unit tau pay_mirror_rule tau_unit dom pay_mirror pay_ok_mirror).
    + apply flip_unit. apply (beta_unit tau rule tau_unit dom game ok).
Qed.

Definition pay_below_beta (x : Q) (p : pos) := forall n, x <= pay_beta tau rule game n p.
Definition pay_above_beta (x : Q) (p : pos) := forall e, 0 < e -> exists n, pay_beta tau rule game n p <= x + e.

Definition pay_black_holds (l' : pos -> Q) (p : pos) : Prop := l' p <= pay_F tau rule game l' p.

Definition pay_black_evidence (u' : pos -> Q) (T' : pos -> nat) (p : pos) : Prop :=
  let greedy b := exists o, In o (all b) /\ u' o == least u' b /\ (T' o < T' p)%nat in
  let every w := forall o, In o (all w) -> (T' o < T' p)%nat in
  match game p with End _ => False | Bid w b => greedy b \/ every w | Turn Black b => greedy b | Turn White w => every w end.

Definition pay_black_forces (u' : pos -> Q) (T' : pos -> nat) (p : pos) : Prop :=
  1 <= u' p \/ pay_F tau rule game u' p < u' p \/
  u' p == pay_F tau rule game u' p /\
  match game p with
  | End _ => True
  | Bid w b => rule = WinnerDecides /\ (~ most u' w == least u' b \/ pay_black_evidence u' T' p)
  | Turn _ _ => pay_black_evidence u' T' p
  end.

Lemma pay_above_mirror x p : In p dom ->
  (pay_above_alpha tau pay_mirror_rule pay_mirror (1 - x) p <-> pay_below_beta x p).
Proof.
  intros Hp. unfold pay_above_alpha, pay_below_beta. split; intros H n; specialize (H n); pose proof (pay_alpha_mirror n p Hp); lra.
Qed.
Lemma pay_below_mirror x p : In p dom ->
  (pay_below_alpha tau pay_mirror_rule pay_mirror (1 - x) p <-> pay_above_beta x p).
Proof.
  intros Hp. unfold pay_below_alpha, pay_above_beta.
  split; intros H e He; destruct (H e He) as [n Hn]; exists n; pose proof (pay_alpha_mirror n p Hp); lra.
Qed.

Theorem pay_black_holds_sound (l' : pos -> Q) (inner : pos -> Prop) : unit dom l' ->
  (forall p, In p dom -> inner p \/ pay_below_beta (l' p) p) ->
  (forall p, In p dom -> inner p -> pay_black_holds l' p) ->
  forall p, In p dom -> pay_below_beta (l' p) p.
Proof.
  intros U border holds p Hp. apply pay_above_mirror; [exact Hp|].
  apply (pay_white_holds_sound tau pay_mirror_rule tau_unit dom pay_mirror pay_ok_mirror (flip l') inner); auto using flip_unit.
  - intros q Hq. destruct (border q Hq) as [H|H]; [auto|right; apply pay_above_mirror; auto].
  - intros q Hq Hi. specialize (holds q Hq Hi). unfold pay_black_holds, pay_white_holds in *. rewrite pay_F_flip. unfold flip. lra.
Qed.
Theorem pay_black_forces_sound (u' : pos -> Q) (T' : pos -> nat) (inner : pos -> Prop) : unit dom u' ->
  (rule = WinnerDecides -> 0 < tau) ->
  (forall p, In p dom -> inner p \/ pay_above_beta (u' p) p) ->
  (forall p, In p dom -> inner p -> pay_black_forces u' T' p) ->
  forall p, In p dom -> pay_above_beta (u' p) p.
Proof.
  intros U takes border forces p Hp. apply pay_below_mirror; [exact Hp|].
  apply (pay_white_forces_sound tau pay_mirror_rule tau_unit dom pay_mirror pay_ok_mirror (flip u') T' inner); auto using flip_unit.
  - intros H. apply takes. unfold pay_mirror_rule in H. destruct rule; [reflexivity|discriminate].
  - intros q Hq. destruct (border q Hq) as [H|H]; [auto|right; apply pay_below_mirror; auto].
  - intros q Hq Hi. specialize (forces q Hq Hi). pose proof (pay_F_flip u' q) as E. unfold pay_white_forces.
    assert (Fu : flip u' q == 1 - u' q) by reflexivity.
    destruct forces as [H|[H|[H G]]]; [left; lra|right; left; lra|right; right; split; [lra|]].
    unfold pay_black_evidence in G. unfold pay_white_evidence, pay_mirror, pay_mirror_rule. destruct (game q) as [v|w b|[] o]; cbn [other]; auto.
    + destruct G as [-> G]. split; [reflexivity|]. pose proof (most_flip u' b). pose proof (least_flip u' w).
      destruct G as [G|[(o & Ho & Eo & To)|G]]; [left; intros X; apply G; lra| |right; right; exact G].
      right. left. exists o. split; [exact Ho|split; [unfold flip at 1; lra|exact To]].
    + destruct G as (x & Hx & Ex & Tx). exists x. pose proof (most_flip u' o). split; [exact Hx|split; [unfold flip at 1; lra|exact Tx]].
Qed.
End Mirror.
