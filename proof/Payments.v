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
Proof. intros H. pose proof (bottom h o H). unfold phi. setoid_replace (1 - o - (1 - h)) with (h - o) by ring. field. lra. Qed.
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
Proof. intros U H p Hp. pose proof (pay_F_shift x y 0 (Qle_refl 0) U) as S. specialize (S (fun p i => ltac:(specialize (H p i); lra)) p Hp). lra. Qed.
Lemma pay_F_unit x : unit x -> unit (pay_F game x).
Proof.
  intros U p Hp. unfold pay_F. destruct (game p) as [v|w b|[] o] eqn:E.
  - destruct (ok p Hp) as [V _]. apply V. exact E.
  - destruct (options_bid p w b Hp E) as [Cw Cb]. apply pay_mean_unit; auto using most_range, least_range.
  - apply most_range; [exact U|exact (options_turn p White o Hp E)].
  - apply least_range; [exact U|exact (options_turn p Black o Hp E)].
Qed.
Lemma both_unit n : unit (pay_alpha game n) /\ unit (pay_beta game n).
Proof.
  induction n as [|n [IH IH']]; [|exact (conj (pay_F_unit _ IH) (pay_F_unit _ IH'))].
  split; intros p Hp; cbn; destruct (ok p Hp) as [V _]; (destruct (game p); [apply V; reflexivity|lra|lra]).
Qed.
Definition alpha_unit n := proj1 (both_unit n).
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
Proof. apply small_step_of; intros n p Hp; [apply alpha_unit|apply pay_alpha_grows]; exact Hp. Qed.

Section Forces.
Variables (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop).
Hypothesis l_unit : unit l.
Hypothesis takes : rule = WinnerDecides -> 0 < tau.
Hypothesis border : forall p, In p dom -> inner p \/ pay_below_alpha (l p) p.
Hypothesis forces : forall p, In p dom -> inner p -> pay_white_forces l T p.
Definition apart (p : pos) : Q :=
  match game p with Bid w b => Qmax (most l w) (least l b) - Qmin (most l w) (least l b) | _ => 0 end.

(* A little below l there is a table that is strictly below its mean wherever l > 0: what is taken off grows with the label. *)
Lemma pay_strict eps : 0 < eps -> exists x h, 0 < h /\ unit x /\ (forall p, In p dom -> l p - eps <= x p <= l p) /\
  forall p, In p dom -> inner p -> 0 < l p -> match game p with End _ => True | _ => x p + h <= pay_F game x p end.
Proof.
  intros He. destruct (least_positive dom (fun p => pay_F game l p - l p)) as (s & Hs & Hslack). destruct (least_positive dom apart) as (g & Hg & Hgap).
  destruct (least_positive dom l) as (z & Hz & Hleast).
  assert (exists c, 0 < c /\ (0 < tau -> 2 * c <= tau * g)) as (c & Hc & Hct).
  { destruct (Qlt_le_dec 0 tau); [exists (tau * g * (1#2)); split; [nra|lra]|exists 1; split; intros; lra]. }
  destruct (smaller eps (s * (1#2)) z) as (d0 & Hd0 & D1 & D2 & D3); [lra..|]. destruct (smaller d0 1 1) as (d & Hd & Dd & D4 & _); [lra..|].
  destruct (smaller (c * (1#2)) (d * (1#4)) (1#2)) as (k & Hk & K1 & K2 & K3); [lra..|].
  set (N := list_max (map T dom)). set (w := fun n => power k n).
  assert (W : forall n, 0 < w n <= 1 /\ w (S n) == k * w n).
  { intros n. split; [split; [apply power_pos; exact Hk|apply (power_le k 0 n); [lra|lia]]|reflexivity]. }
  assert (Wle : forall n m, (n <= m)%nat -> w m <= w n) by (intros; apply power_le; [lra|assumption]). clearbody w.
  destruct (smaller (s * (1#2)) (d * c * (1#2)) (w N * d * d * (1#4))) as (h & Hh & H1 & H2 & H3); [lra|nra|pose proof (W N); assert (0 < w N * d) by nra; nra|].
  set (x := fun p => if Qlt_le_dec 0 (l p) then l p - d * (1 - w (S (T p))) else l p).
  assert (Near : forall p t, In p dom -> (T p < t)%nat -> l p - d + d * w t <= x p).
  { intros p t Hp Ht. unfold x. pose proof (Wle (S (T p)) t Ht). destruct (W t) as [Wt _]. destruct (Qlt_le_dec 0 (l p)); nra. }
  assert (B : forall p, In p dom -> 0 <= x p /\ l p - d <= x p <= l p).
  { intros p Hp. unfold x. pose proof (l_unit p Hp). specialize (Hleast p Hp). destruct (W (S (T p))) as [Wp _].
    assert (0 <= d * (1 - w (S (T p))) <= d) by nra. destruct (Qlt_le_dec 0 (l p)) as [L|L]; [specialize (Hleast L)|]; lra. }
  assert (Ux : unit x) by (intros p Hp; pose proof (B p Hp); pose proof (l_unit p Hp); lra).
  assert (Shift : forall o, In o dom -> l o <= x o + d) by (intros o Ho; pose proof (B o Ho); lra).
  exists x, h. split; [exact Hh|]. split; [exact Ux|]. split; [intros p Hp; pose proof (B p Hp); lra|]. intros p Hp Hi L.
  assert (Xp : x p + h <= l p - d + d * (k * w (T p)) + h) by (unfold x; destruct (Qlt_le_dec 0 (l p)); [rewrite <- (proj2 (W (T p)))|]; lra).
  destruct (W (T p)) as [WT _]. pose proof (Wle _ _ (label_le dom T p Hp)) as WN. fold N in WN. pose proof (l_unit p Hp) as Lp.
  (* what is gained at a label *)
  assert (dk : d * (k * w (T p)) <= d * k) by (assert (0 <= (d * k) * (1 - w (T p))) by (apply Qmult_le_0_compat; nra); lra).
  assert (Gain : x p + h <= l p - d + (d * w (T p)) * (d * (1#2))).
  { assert (0 <= (w (T p) - w N) * (d * d)) by (apply Qmult_le_0_compat; nra). assert (0 <= (d * (1#4) - k) * (d * w (T p))) by (apply Qmult_le_0_compat; nra). lra. }
  assert (Most : d * w (T p) * (d * (1#2)) <= d * w (T p)) by (assert (0 <= (d * w (T p)) * (1 - d * (1#2))) by (apply Qmult_le_0_compat; [apply Qmult_le_0_compat|]; lra); lra).
  destruct (forces p Hp Hi) as [F0|[F1|[F2 F3]]]; [lra| |].
  - specialize (Hslack p Hp ltac:(lra)). cbv beta in Hslack. pose proof (pay_F_shift x l d ltac:(lra) Ux Shift p Hp). pose proof (B p Hp). destruct (game p); [exact I|lra..].
  - specialize (Hgap p Hp). unfold apart in Hgap. unfold pay_F in F2 |- *. unfold pay_white_evidence in F3. destruct (game p) as [v|wh bl|[] o] eqn:Eg; [exact I| | |].
    + destruct F3 as [Er Ev]. specialize (Hct (takes Er)). destruct (options_bid p wh bl Hp Eg) as [Cw Cb]. rewrite Er in *. unfold pay_mean in *.
      destruct (high_low_unit WinnerDecides _ _ (most_range x wh Ux Cw) (least_range x bl Ux Cb)) as [U0 U1].
      destruct (high_low WinnerDecides _ _ _ _ d (most_shift x l wh d (fun o i => Shift o (Cw o i))) (least_shift x l bl d (fun o i => Shift o (Cb o i)))) as [Sh So].
      destruct (high_low_unit WinnerDecides _ _ (most_range l wh l_unit Cw) (least_range l bl l_unit Cb)) as [V0 V1].
      destruct (pay_mean_phi tau tau_unit WinnerDecides (most l wh) (least l bl)) as [Ol _].
      destruct (pay_mean_phi tau tau_unit WinnerDecides (most x wh) (least x bl)) as [Ox _]. unfold high, low in *.
      pose proof (Q.le_max_l (most x wh) (least x bl)) as M1. pose proof (Q.le_max_r (most x wh) (least x bl)) as M2.
      pose proof (Q.le_max_l (most l wh) (least l bl)) as M3. pose proof (Q.le_max_r (most l wh) (least l bl)) as M4.
      pose proof (Q.le_min_l (most l wh) (least l bl)) as M5. pose proof (Q.le_min_r (most l wh) (least l bl)) as M6.
      set (h' := Qmax (most l wh) (least l bl)) in *. set (o' := Qmin (most l wh) (least l bl)) in *.
      set (a := Qmax (most x wh) (least x bl)) in *. set (b := Qmin (most x wh) (least x bl)) in *.
      destruct (Qlt_le_dec o' h') as [Lt|Ge].
      * (* the two numbers differ: the sum of the derivatives is less than 1 *)
        assert (X : phi tau (h' - d) (o' - d) <= phi tau a b) by (apply phi_le; lra).
        pose proof (phi_shift tau tau_unit h' o' d Ol) as E. pose proof (bottom tau tau_unit h' o' Ol) as Bt. specialize (Hgap ltac:(lra)).
        assert (Y : d * (2 - tau) / ((2 - tau) + tau * (h' - o')) <= d * (1 - c)).
        { apply Qle_shift_div_r; [lra|]. assert (0 <= tau * (h' - o' - g)) by (apply Qmult_le_0_compat; lra). assert (0 <= tau * (1 - (h' - o'))) by (apply Qmult_le_0_compat; lra).
          assert (0 <= c * (2 - ((2 - tau) + tau * (h' - o')))) by (apply Qmult_le_0_compat; lra).
          assert (0 <= d * ((1 - c) * ((2 - tau) + tau * (h' - o')) - (2 - tau))) by (apply Qmult_le_0_compat; lra). lra. }
        assert (d * k <= d * (c * (1#2))) by (rewrite !(Qmult_comm d); apply Qmult_le_compat_r; lra). lra.
      * (* they are the same: one of the options that count is less low than the others *)
        assert (E : h' == o') by lra. assert (El : l p == h') by (rewrite F2, <- E; apply phi_self; exact tau_unit).
        destruct Ev as [Ne|Ev]; [exfalso; apply Ne; lra|].
        assert (A : l p - d + d * w (T p) <= a).
        { destruct Ev as [(y & Hy & Ey & Ty)|Ev].
          - pose proof (Near y (T p) (Cw y Hy) Ty). pose proof (most_ub x wh y Hy). lra.
          - destruct (least_att x bl) as (y & Hy & Ey). pose proof (Near y (T p) (Cb y Hy) (Ev y Hy)). pose proof (least_lb l bl y Hy). lra. }
        set (q := l p - d) in *. set (u := d * w (T p)) in *. assert (Eq : q == l p - d) by reflexivity. assert (Hu : 0 < u <= 1) by (unfold u; split; [apply Qmult_lt_0_compat; lra|assert (0 <= d * (1 - w (T p))) by (apply Qmult_le_0_compat; lra); lra]).
        assert (P : phi tau (q + u) q <= phi tau a b) by (apply phi_le; lra). pose proof (phi_low tau tau_unit (q + u) q ltac:(lra)) as Lo.
        assert (Q0 : 0 <= q) by (specialize (Hleast p Hp L); lra). assert (Q1 : d <= 1 - tau * q) by (assert (0 <= (1 - tau) * q) by (apply Qmult_le_0_compat; lra); lra).
        clearbody q u.
        assert (u * (d * (1#2)) <= (q + u - q) * (1 - tau * q) / ((2 - tau) + tau * (q + u - q))).
        { setoid_replace (q + u - q) with u by ring. assert (0 <= tau * u) by (apply Qmult_le_0_compat; lra). assert (0 <= tau * (1 - u)) by (apply Qmult_le_0_compat; lra).
          apply Qle_shift_div_l; [lra|]. assert (0 <= (u * (d * (1#2))) * (2 - ((2 - tau) + tau * u))) by (apply Qmult_le_0_compat; [apply Qmult_le_0_compat|]; lra).
          assert (0 <= u * (1 - tau * q - d)) by (apply Qmult_le_0_compat; lra). lra. }
        lra.
    + destruct F3 as (y & Hy & Ey & Ty). pose proof (Near y (T p) (options_turn p White o Hp Eg y Hy) Ty). pose proof (most_ub x o y Hy). lra.
    + destruct (least_att x o) as (y & Hy & Ey). pose proof (Near y (T p) (options_turn p Black o Hp Eg y Hy) (F3 y Hy)). pose proof (least_lb l o y Hy). lra.
Qed.

Lemma pay_border_step e : 0 < e -> exists k, forall n, (k <= n)%nat -> forall p, In p dom -> inner p \/ l p <= pay_alpha game n p + e.
Proof.
  intros He. apply eventually. intros p Hp. destruct (border p Hp) as [Hi|Hb]; [exists O; auto|].
  destruct (Hb e He) as [k Hk]. exists k. intros n Hn. right. pose proof (pay_alpha_grows_to k n p Hp Hn). lra.
Qed.

Lemma pay_forces_limit eps : 0 < eps -> exists n, forall p, In p dom -> l p <= pay_alpha game n p + eps.
Proof.
  intros Heps. destruct (pay_strict (eps * (1#2))) as (x & h & Hh & Ux & Bx & Hx); [lra|]. destruct (smaller h (eps * (1#2)) 1) as (e & He & E1 & E2 & _); [lra..|].
  destruct (pay_border_step e He) as [k Hk]. destruct (pay_small_step (e * (1#2)) k ltac:(lra)) as (n & Hkn & Hn). exists n. intros p0 Hp0.
  destruct (greatest_at (fun p => x p - pay_alpha game n p) dom p0 Hp0) as (p & Hp & Hmax). cbv beta in Hmax. set (y := pay_alpha game n) in *.
  assert (G : x p <= y p + e); [|specialize (Hmax p0 Hp0); specialize (Bx p0 Hp0); lra].
  pose proof (Bx p Hp). destruct (Hk n Hkn p Hp) as [Hi|Hb]; [|fold y in Hb; lra]. pose proof (alpha_unit n p Hp) as Uy. fold y in Uy.
  destruct (Qlt_le_dec 0 (l p)) as [L|L]; [|lra]. apply Qnot_lt_le. intros M. specialize (Hx p Hp Hi L). specialize (Hn p Hp).
  pose proof (pay_F_shift y x (x p - y p) ltac:(lra) (alpha_unit n) (fun q Hq => ltac:(specialize (Hmax q Hq); lra)) p Hp) as S.
  change (pay_F game y p <= y p + e * (1#2)) in Hn. unfold pay_F in S, Hn, Hx. destruct (game p) as [v|w b|[] o] eqn:Eg; [|lra..].
  destruct (forces p Hp Hi) as [F|[F|[F _]]]; unfold pay_F in F; rewrite ?Eg in F; lra.
Qed.
End Forces.

Theorem pay_white_forces_sound (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) : unit l ->
  (rule = WinnerDecides -> 0 < tau) ->
  (forall p, In p dom -> inner p \/ pay_below_alpha (l p) p) ->
  (forall p, In p dom -> inner p -> pay_white_forces l T p) ->
  forall p, In p dom -> pay_below_alpha (l p) p.
Proof. intros U takes border forces p Hp e He. destruct (pay_forces_limit l T inner U takes border forces e He) as [n Hn]. exists n. auto. Qed.

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
  rewrite <- (phi_flip tau tau_unit _ _ O). apply phi_proper; unfold high, low, pay_mirror_rule; destruct rule as [|[]]; cbn [other]; try reflexivity;
    destruct (Q.max_spec (1 - z) (1 - y)) as [[? A]|[? A]], (Q.min_spec y z) as [[? B]|[? B]], (Q.min_spec (1 - z) (1 - y)) as [[? C]|[? C]], (Q.max_spec y z) as [[? D]|[? D]];
    rewrite ?A, ?B, ?C, ?D; lra.
Qed.
Lemma pay_F_flip x p : pay_F tau pay_mirror_rule pay_mirror (flip x) p == 1 - pay_F tau rule game x p.
Proof.
  unfold pay_F, pay_mirror. destruct (game p) as [v|w b|[] o]; cbn [other]; [reflexivity| |apply least_flip|apply most_flip].
  rewrite <- pay_mean_flip. apply pay_mean_proper; [exact tau_unit|apply most_flip|apply least_flip].
Qed.
Lemma options_mirror p : incl (options_at pay_mirror p) (options_at game p).
Proof. unfold options_at, pay_mirror. destruct (game p) as [v|w b|s o]; intros q Hq; auto. apply in_app_or in Hq. apply in_or_app. tauto. Qed.
Lemma pay_ok_mirror : pay_game_ok dom pay_mirror.
Proof.
  intros p Hp. destruct (ok p Hp) as [V C]. split; [|intros o Ho; apply C, options_mirror, Ho].
  unfold pay_mirror. intros v. destruct (game p) as [v'|w b|s o] eqn:E; try discriminate. intros H. injection H as <-.
  specialize (V v' eq_refl). lra.
Qed.
Lemma pay_F_same g x y p : pay_game_ok dom g -> unit dom x -> unit dom y -> (forall q, In q dom -> x q == y q) -> In p dom ->
  pay_F tau pay_mirror_rule g x p == pay_F tau pay_mirror_rule g y p.
Proof. intros okg Ux Uy H Hp. apply Qle_antisym; apply (pay_F_monotone tau pay_mirror_rule tau_unit dom g okg); auto; intros q Hq; rewrite (H q Hq); lra. Qed.
Lemma flip_unit x : unit dom x -> unit dom (flip x).
Proof. intros U p Hp. specialize (U p Hp). unfold flip. lra. Qed.
Lemma pay_alpha_mirror n p : In p dom -> pay_alpha tau pay_mirror_rule pay_mirror n p == 1 - pay_beta tau rule game n p.
Proof.
  revert p. induction n as [|n IH]; intros p Hp; cbn [pay_alpha pay_beta].
  - unfold pay_mirror. destruct (game p); lra.
  - rewrite <- pay_F_flip. apply pay_F_same; auto using pay_ok_mirror.
    + apply (alpha_unit tau pay_mirror_rule tau_unit dom pay_mirror pay_ok_mirror).
    + apply flip_unit. apply (both_unit tau rule tau_unit dom game ok).
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
Proof. intros Hp. unfold pay_above_alpha, pay_below_beta. split; intros H n; specialize (H n); pose proof (pay_alpha_mirror n p Hp); lra. Qed.
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
