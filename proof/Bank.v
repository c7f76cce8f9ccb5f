(* Endless games with money where a bank takes the part tau of each winning bid: statement 17 with g = c. White's half, without axioms;
   Black's condition is White's in the mirror image.

   White has the share v of the money, which is more than rho; the purse m = v - rho is by how much. As in Averages no logarithm is
   needed: what is collected, with the potential h and without K/m, falls by little in each step. *)
From Coq Require Import QArith Qminmax Lqa List Lia PeanoNat.
From Bidding Require Import Game Aims Averages.
Import ListNotations.
Open Scope Q_scope.

(* How often the coin chooses White, for the share v; and the share of a player who has a, where the other has b. *)
Definition coin (tau v : Q) : Q := (1 - tau + tau * v) / (2 - tau).
Definition share (a b : Q) : Q := a / (a + b).

Section Payment.
Variables tau rho K : Q.
Hypothesis Htau : 0 <= tau <= 1.
Hypothesis Hrho : 0 <= rho.
Hypothesis HK : 0 < K.

Lemma coin_mirror v : coin tau (1 - v) == 1 - coin tau v.
Proof. unfold coin. field. lra. Qed.
Lemma coin_range v : 0 <= v <= 1 -> 0 <= coin tau v <= 1.
Proof. intros Hv. unfold coin. split; [apply Qle_shift_div_l | apply Qle_shift_div_r]; nra. Qed.

(* White offers m*m*t/K with t = p*s / ((2 - tau) q), where p is the coin of rho, q that of White's share, and s what is at stake. *)
Definition rate (v s : Q) : Q := coin tau rho * s / ((2 - tau) * coin tau v).
Definition offer (v s : Q) : Q := (v - rho) * (v - rho) * rate v s / K.
(* White's share after White has paid x, and after Black has paid d. The bank takes a part of it, and the other player the rest. *)
Definition bought (v x : Q) : Q := share (v - x) (1 - v + (1 - tau) * x).
Definition sold (v d : Q) : Q := share (v + (1 - tau) * d) (1 - v - d).

Lemma bought_is v x : 0 < v <= 1 -> 0 <= x < 1 -> bought v x == (v - x) / (1 - tau * x).
Proof. intros Hv Hx. unfold bought, share. assert (tau * x <= x) by nra. field. lra. Qed.
Lemma sold_is v d : 0 < v <= 1 -> 0 <= d < 1 -> sold v d == (v + (1 - tau) * d) / (1 - tau * d).
Proof. intros Hv Hd. unfold sold, share. assert (tau * d <= d) by nra. field. lra. Qed.

(* The more Black pays, the greater is White's share. *)
Lemma sold_rises v x d : 0 < v <= 1 -> 0 <= x <= d -> d <= 1 - v -> sold v x <= sold v d <= 1.
Proof.
  intros Hv Hx Hd. rewrite !sold_is by lra. assert (A : tau * x <= x) by nra. assert (B : tau * d <= d) by nra. split.
  - apply Qle_shift_div_r; [lra|].
    setoid_replace ((v + (1 - tau) * d) / (1 - tau * d) * (1 - tau * x))
      with ((v + (1 - tau) * d) * (1 - tau * x) / (1 - tau * d)) by (field; lra).
    apply Qle_shift_div_l; [lra|].
    assert (0 <= (d - x) * (1 - tau + tau * v)) by (apply Qmult_le_0_compat; nra). lra.
  - apply Qle_shift_div_r; lra.
Qed.

Section At.
Variables v s D : Q.
Hypothesis Hv : rho < v <= 1.
Hypothesis Hs : 0 <= s <= D.
Hypothesis HD : 2 * D <= K.
Let p := coin tau rho.
Let w := 1 - tau + tau * v.
Let m := v - rho.
Let t := rate v s.
Let a := m * t / K.

Lemma rate_facts : 0 < w /\ 0 <= p <= 1 /\ w * t == p * s /\ 0 <= (2 - tau) * t <= s /\ 0 <= t <= s.
Proof.
  assert (W : 0 < w) by (unfold w; nra).
  assert (P : 0 <= p <= 1) by (apply coin_range; lra).
  assert (Ew : (2 - tau) * coin tau v == w) by (unfold coin, w; field; lra).
  assert (Ep : (2 - tau) * p == 1 - tau + tau * rho) by (unfold p, coin; field; lra).
  assert (Et : t == p * s / w) by (unfold t, rate; rewrite Ew; reflexivity).
  assert (T : 0 <= t) by (rewrite Et; apply Qle_shift_div_l; [exact W|]; nra).
  assert (E : w * t == p * s) by (rewrite Et; field; lra).
  assert (L : (2 - tau) * p <= w) by (rewrite Ep; unfold w; nra).
  assert (U : (2 - tau) * t <= s).
  { apply (Qmult_le_l _ _ w W). setoid_replace (w * ((2 - tau) * t)) with ((2 - tau) * (w * t)) by ring. rewrite E.
    assert (0 <= (w - (2 - tau) * p) * s) by (apply Qmult_le_0_compat; lra). lra. }
  repeat split; try assumption; try apply P; nra.
Qed.

Lemma offer_facts : offer v s == m * a /\ K * a == m * t /\ 0 <= a /\ a <= 1#2 /\ K * a <= s /\ 0 <= m * a /\ m * a <= m.
Proof.
  destruct rate_facts as (W & P & E & U & T).
  assert (M : 0 < m <= 1) by (unfold m; lra).
  assert (Ea : K * a == m * t) by (unfold a; field; lra).
  assert (A : 0 <= a) by (unfold a; apply Qle_shift_div_l; [exact HK|]; nra).
  assert (S : K * a <= s) by (rewrite Ea; nra).
  assert (H : a <= 1#2) by (apply (Qmult_le_l _ _ K HK); lra).
  repeat split; try assumption; try nra. unfold offer, a. fold m t. field. lra.
Qed.

Lemma can_offer : 0 <= offer v s <= v.
Proof. destruct offer_facts as (E & _ & _ & _ & _ & A & B). rewrite E. unfold m in *. lra. Qed.

(* If White buys, K/m rises by (1 - p) s and little more. *)
Lemma after_buying : rho < bought v (offer v s) <= 1 /\
  K / (bought v (offer v s) - rho) <= K / m + (1 - p) * s + 2 * D * D / K.
Proof.
  destruct rate_facts as (W & P & E & U & T). destruct offer_facts as (Ex & Ea & A & H & S & X & Y).
  set (x := offer v s) in *. assert (M : 0 < m <= 1) by (unfold m; lra).
  assert (X1 : tau * x <= x < 1) by (split; nra).
  assert (B : 0 <= 1 - tau * rho <= 1) by nra.
  set (y := 1 - a * (1 - tau * rho)). assert (Hy : 1#2 <= y <= 1) by (unfold y; nra).
  assert (Em : bought v x - rho == m * y / (1 - tau * x)).
  { rewrite bought_is by lra. unfold y. rewrite Ex. unfold m. field. rewrite Ex in X1. fold m. lra. }
  assert (N : 0 < m * y) by (apply Qmult_lt_0_compat; lra).
  assert (N' : 0 < m * y / (1 - tau * x)) by (apply Qlt_shift_div_l; lra).
  split.
  - split; [lra|]. rewrite bought_is by lra. apply Qle_shift_div_r; nra.
  - rewrite Em. setoid_replace (K / (m * y / (1 - tau * x))) with (K * (1 - tau * x) / (m * y)) by (field; lra).
    apply Qle_shift_div_r; [exact N|].
    set (V := 2 * D * D / K). assert (EV : V * K == 2 * D * D) by (unfold V; field; lra).
    assert (L : t * (1 - tau * v) <= (1 - p) * s) by (unfold w in E; lra).
    assert (V0 : 0 <= V) by (unfold V; apply Qle_shift_div_l; nra).
    assert (Q1 : K * (s * a) <= K * ((1#2) * V)).
    { setoid_replace (K * (s * a)) with (s * (K * a)) by ring. assert (s * (K * a) <= s * s) by nra.
      assert (0 <= s * s <= D * D) by nra. lra. }
    apply (proj1 (Qmult_le_l _ _ K HK)) in Q1.
    assert (Q2 : (1 - p) * s * (a * (1 - tau * rho)) <= s * a).
    { assert ((1 - p) * s <= s) by nra. assert (0 <= (1 - p) * s) by nra. assert (0 <= a * (1 - tau * rho) <= a) by nra.
      set (k := a * (1 - tau * rho)) in *. set (l := (1 - p) * s) in *. nra. }
    assert (Q3 : (1#2) * V <= V * y) by nra.
    assert (Q4 : 0 <= ((1 - p) * s + V) * y - t * (1 - tau * v)) by (unfold y in *; lra).
    assert (Q5 : 0 <= m * (((1 - p) * s + V) * y - t * (1 - tau * v))) by (apply Qmult_le_0_compat; lra).
    setoid_replace ((K / m + (1 - p) * s + V) * (m * y)) with (K * y + m * (((1 - p) * s + V) * y)) by (field; lra).
    assert (Q6 : K * (1 - tau * x) == K * y + m * (t * (1 - tau * v))).
    { setoid_replace (m * (t * (1 - tau * v))) with ((m * t) * (1 - tau * v)) by ring. rewrite <- Ea.
      unfold y. rewrite Ex. unfold m. ring. }
    lra.
Qed.

(* If Black buys for d, and d is White's bid or more, K/m falls by p s or little less. *)
Lemma after_selling d : offer v s <= d -> d <= 1 - v -> rho < sold v d <= 1 /\
  K / (sold v d - rho) <= K / m - p * s + 2 * D * D / K.
Proof.
  intros Hd Hd'.
  destruct rate_facts as (W & P & E & U & T). destruct offer_facts as (Ex & Ea & A & H & S & X & Y).
  set (x := offer v s) in *. assert (M : 0 < m <= 1) by (unfold m; lra).
  assert (X1 : tau * x <= x < 1) by (split; nra).
  destruct (sold_rises v x d) as [R R']; try lra.
  assert (B : 0 <= 1 - tau + tau * rho <= 1) by nra.
  set (y := 1 + a * (1 - tau + tau * rho)). assert (Hy : 1 <= y) by (unfold y; nra).
  assert (Em : sold v x - rho == m * y / (1 - tau * x)).
  { rewrite sold_is by lra. unfold y. rewrite Ex. unfold m. field. rewrite Ex in X1. fold m. lra. }
  assert (N : 0 < m * y) by (apply Qmult_lt_0_compat; lra).
  assert (N' : 0 < m * y / (1 - tau * x)) by (apply Qlt_shift_div_l; lra).
  split; [lra|].
  assert (Z : K / (sold v d - rho) <= K / (sold v x - rho)).
  { apply Qle_shift_div_r; [lra|]. assert (Z : K / (sold v x - rho) * (sold v x - rho) == K) by (field; lra).
    assert (0 <= K / (sold v x - rho)) by (apply Qle_shift_div_l; lra). nra. }
  eapply Qle_trans; [exact Z|].
  rewrite Em. setoid_replace (K / (m * y / (1 - tau * x))) with (K * (1 - tau * x) / (m * y)) by (field; lra).
  apply Qle_shift_div_r; [exact N|].
  set (V := 2 * D * D / K). assert (EV : V * K == 2 * D * D) by (unfold V; field; lra).
  assert (V0 : 0 <= V) by (unfold V; apply Qle_shift_div_l; nra).
  assert (Q1 : K * (s * a) <= K * V).
  { setoid_replace (K * (s * a)) with (s * (K * a)) by ring. assert (s * (K * a) <= s * s) by nra.
    assert (0 <= s * s <= D * D) by nra. lra. }
  apply (proj1 (Qmult_le_l _ _ K HK)) in Q1.
  assert (Q2 : p * s * (a * (1 - tau + tau * rho)) <= s * a).
  { assert (p * s <= s) by nra. assert (0 <= p * s) by nra. assert (0 <= a * (1 - tau + tau * rho) <= a) by nra.
    set (k := a * (1 - tau + tau * rho)) in *. set (l := p * s) in *. nra. }
  assert (Q3 : V <= V * y) by nra.
  assert (Q4 : 0 <= w * t + (V - p * s) * y) by (rewrite E; unfold y in *; lra).
  assert (Q5 : 0 <= m * (w * t + (V - p * s) * y)) by (apply Qmult_le_0_compat; lra).
  setoid_replace ((K / m - p * s + V) * (m * y)) with (K * y + m * ((V - p * s) * y)) by (field; lra).
  assert (Q6 : K * (1 - tau * x) == K * y - m * (w * t)).
  { setoid_replace (m * (w * t)) with ((m * t) * w) by ring. rewrite <- Ea. unfold y, w. rewrite Ex. unfold m. ring. }
  lra.
Qed.
End At.
End Payment.

Section Bank.
Context {pos : Type}.
Notation options := (@Game.options pos).
Variable game : pos -> @turn pos.
Variables r h : pos -> Q.
Variables c tau rho K : Q.

(* White's half of statement 17 where g = c: whoever the coin of the share rho chooses decides who moves. *)
Definition high (w b : options) : Q := Qmax (most h w) (least h b).
Definition low (w b : options) : Q := Qmin (most h w) (least h b).
Definition bank_secures (p : pos) : Prop :=
  match game p with
  | Bids w b => c + h p <= r p + (coin tau rho * high w b + (1 - coin tau rho) * low w b)
  | Whites w => c + h p <= r p + most h w
  | Blacks b => c + h p <= r p + least h b
  end.

(* White's bid where White has the share v. *)
Definition gap (p : pos) : Q := match game p with Bids w b => high w b - low w b | _ => 0 end.
Definition bank_bid (p : pos) (v : Q) : Q :=
  (v - rho) * (v - rho) * (coin tau rho * gap p / ((2 - tau) * coin tau v)) / K.
(* Where White goes after buying: to White's best option, or, if all of Black's are better, White lets Black move. *)
Definition white_goes (w b : options) (o : pos) : Prop :=
  (least h b <= most h w /\ In o (all w) /\ h o == most h w) \/ (most h w < least h b /\ In o (all b)).
(* After buying Black moves, anywhere, or lets White move, who takes White's best option. *)
Definition black_goes (w b : options) (o : pos) : Prop := In o (all b) \/ (In o (all w) /\ h o == most h w).
(* Where a play may be after so many steps, with White's share of the money and what has been collected. Of what the buyer pays the
   bank takes the part tau, and the other player the rest. Black may bid anything that Black has. *)
Inductive bank_reaches (p0 : pos) (v0 : Q) : nat -> pos -> Q -> Q -> Prop :=
| bank_starts : bank_reaches p0 v0 0 p0 v0 0
| bank_white_buys n p v s w b o : bank_reaches p0 v0 n p v s -> game p = Bids w b -> white_goes w b o ->
    bank_reaches p0 v0 (S n) o (share (v - bank_bid p v) (1 - v + (1 - tau) * bank_bid p v)) (s + r p)
| bank_black_buys n p v s w b o d : bank_reaches p0 v0 n p v s -> game p = Bids w b -> black_goes w b o ->
    bank_bid p v <= d -> d <= 1 - v -> bank_reaches p0 v0 (S n) o (share (v + (1 - tau) * d) (1 - v - d)) (s + r p)
| bank_white_moves n p v s w o : bank_reaches p0 v0 n p v s -> game p = Whites w -> In o (all w) -> h o == most h w ->
    bank_reaches p0 v0 (S n) o v (s + r p)
| bank_black_moves n p v s b o : bank_reaches p0 v0 n p v s -> game p = Blacks b -> In o (all b) ->
    bank_reaches p0 v0 (S n) o v (s + r p).

Lemma low_high w b : low w b <= high w b.
Proof. unfold low, high. eapply Qle_trans; [apply Q.le_min_l | apply Q.le_max_l]. Qed.
Lemma gap_pos p : 0 <= gap p.
Proof. unfold gap. destruct (game p); [pose proof (low_high w b)|..]; lra. Qed.
Lemma white_high w b o : white_goes w b o -> high w b <= h o.
Proof.
  unfold high. intros [(L & _ & E) | (L & I)].
  - apply Q.max_lub; lra.
  - pose proof (least_lb h b o I). apply Q.max_lub; lra.
Qed.
Lemma black_low w b o : black_goes w b o -> low w b <= h o.
Proof.
  unfold low. intros [I | [_ E]].
  - pose proof (least_lb h b o I). pose proof (Q.le_min_r (most h w) (least h b)). lra.
  - pose proof (Q.le_min_l (most h w) (least h b)). lra.
Qed.

Lemma one_bank_step p0 v0 n p v s o v' e :
  h p0 - K / (v0 - rho) + inject_Z (Z.of_nat n) * (c - e) <= s + h p - K / (v - rho) ->
  c + h p + K / (v' - rho) <= r p + h o + K / (v - rho) + e ->
  h p0 - K / (v0 - rho) + inject_Z (Z.of_nat (S n)) * (c - e) <= (s + r p) + h o - K / (v' - rho).
Proof.
  intros A B. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. change (inject_Z 1) with 1.
  set (k := inject_Z (Z.of_nat n)) in *. lra.
Qed.

Variable positions : list pos.
Hypothesis Hok : moves_ok game positions.
Hypothesis Htau : 0 <= tau <= 1.
Hypothesis Hrho : 0 <= rho.
Hypothesis HK : 0 < K.
Variable D : Q.
Hypothesis HKD : 2 * D <= K.
Hypothesis Hs : forall q, In q positions -> bank_secures q /\ gap q <= D.
Lemma bank_sum p0 v0 n p v s : In p0 positions -> rho < v0 <= 1 -> bank_reaches p0 v0 n p v s ->
  In p positions /\ rho < v <= 1 /\
  h p0 - K / (v0 - rho) + inject_Z (Z.of_nat n) * (c - 2 * D * D / K) <= s + h p - K / (v - rho).
Proof.
  intros Hp0 Hv0 Hr.
  induction Hr as [| n p v s w b o Hr IH G Go | n p v s w b o d Hr IH G Go L L1 | n p v s w o Hr IH G I E | n p v s b o Hr IH G I].
  - split; [exact Hp0|]. split; [exact Hv0|]. change (inject_Z (Z.of_nat 0)) with 0. lra.
  - destruct IH as (Hp & Hv & IH). destruct (Hs p Hp) as [S B]. pose proof (gap_pos p) as B0.
    destruct (after_buying tau rho K Htau Hrho HK v (gap p) D Hv (conj B0 B) HKD) as [V Q].
    split; [|split; [exact V|]].
    + specialize (Hok p Hp). rewrite G in Hok. apply Hok. destruct Go as [(_ & I & _) | (_ & I)]; auto.
    + apply (one_bank_step p0 v0 n p v s o _ (2 * D * D / K)); auto. pose proof (white_high w b o Go) as U.
      unfold bank_secures in S. rewrite G in S. assert (X : gap p == high w b - low w b) by (unfold gap; rewrite G; reflexivity).
      change (offer tau rho K v (gap p)) with (bank_bid p v) in Q. rewrite X in Q. unfold bought in Q. lra.
  - destruct IH as (Hp & Hv & IH). destruct (Hs p Hp) as [S B]. pose proof (gap_pos p) as B0.
    destruct (after_selling tau rho K Htau Hrho HK v (gap p) D Hv (conj B0 B) HKD d L L1) as [V Q].
    split; [|split; [exact V|]].
    + specialize (Hok p Hp). rewrite G in Hok. apply Hok. destruct Go as [I | [I _]]; auto.
    + apply (one_bank_step p0 v0 n p v s o _ (2 * D * D / K)); auto. pose proof (black_low w b o Go) as U.
      unfold bank_secures in S. rewrite G in S. assert (X : gap p == high w b - low w b) by (unfold gap; rewrite G; reflexivity).
      rewrite X in Q. unfold sold in Q. lra.
  - destruct IH as (Hp & Hv & IH). destruct (Hs p Hp) as [S B].
    split; [specialize (Hok p Hp); rewrite G in Hok; apply Hok, I|]. split; [exact Hv|].
    assert (0 <= 2 * D * D / K) by (apply Qle_shift_div_l; [exact HK|]; pose proof (gap_pos p); nra).
    apply (one_bank_step p0 v0 n p v s o _ (2 * D * D / K)); auto. unfold bank_secures in S. rewrite G in S. lra.
  - destruct IH as (Hp & Hv & IH). destruct (Hs p Hp) as [S B].
    split; [specialize (Hok p Hp); rewrite G in Hok; apply Hok, I|]. split; [exact Hv|].
    assert (0 <= 2 * D * D / K) by (apply Qle_shift_div_l; [exact HK|]; pose proof (gap_pos p); nra).
    apply (one_bank_step p0 v0 n p v s o _ (2 * D * D / K)); auto. unfold bank_secures in S. rewrite G in S. pose proof (least_lb h b o I). lra.
Qed.
End Bank.

Section Average.
Context {pos : Type}.
(* ANCHOR: bank-average *)
(* With more than the share rho White makes sure of c on average, as nearly as White likes, and can always pay. *)
Theorem average_with_bank (game : pos -> @turn pos) (r h : pos -> Q) (c tau rho : Q) (positions : list pos) :
  0 <= tau <= 1 -> 0 <= rho -> moves_ok game positions -> (forall q, In q positions -> bank_secures game r h c tau rho q) ->
  forall e p0 v0, 0 < e -> In p0 positions -> rho < v0 <= 1 ->
  exists K d, 0 < K /\ forall n p v s, bank_reaches game r h tau rho K p0 v0 n p v s ->
    rho < v <= 1 /\ 0 <= bank_bid game h tau rho K p v <= v /\ inject_Z (Z.of_nat n) * (c - e) - d <= s.
(* ANCHOR_END: bank-average *)
Proof.
  intros Htau Hrho Hok Hs e p0 v0 He Hp0 Hv0.
  destruct (bounded h positions) as [b Hb]. destruct (bounded (gap game h) positions) as [D HD].
  assert (D0 : 0 <= D) by (specialize (HD p0 Hp0); lra).
  set (K := 2 * D + 2 * D * D / e + 1).
  assert (V : 0 <= 2 * D * D / e) by (apply Qle_shift_div_l; nra).
  assert (V' : 2 * D * D / e * e == 2 * D * D) by (field; lra).
  assert (HK : 0 < K) by (unfold K; lra). assert (HK2 : 2 * D <= K) by (unfold K; lra).
  assert (HE : 2 * D * D / K <= e) by (apply Qle_shift_div_r; [exact HK|]; unfold K; nra).
  exists K, (2 * b + K / (v0 - rho)). split; [exact HK|]. intros n p v s Hr.
  destruct (bank_sum game r h c tau rho K positions Hok Htau Hrho HK D HK2 (fun q Hq => conj (Hs q Hq) (proj2 (HD q Hq))) p0 v0 n p v s)
    as (Hp & Hv & H); auto.
  split; [exact Hv|]. split.
  - apply (can_offer tau rho K Htau Hrho HK v (gap game h p) D Hv); [|exact HK2].
    split; [apply gap_pos | apply (HD p Hp)].
  - assert (0 <= K / (v - rho)) by (apply Qle_shift_div_l; lra).
    pose proof (Hb p0 Hp0). pose proof (Hb p Hp).
    assert (0 <= inject_Z (Z.of_nat n)) by (rewrite <- (Zle_Qle 0); lia). nra.
Qed.
End Average.

(* ---- The conditions of the format ------------------------------------------------------------------------------------------ *)

Section Condition.
Context {pos : Type}.
Notation options := (@Game.options pos).
Variable game : pos -> @turn pos.
Variables r g h : pos -> Q.
Variables c tau rho : Q.

(* ANCHOR: bank-condition *)
(* white-mean as the format has it: pairs, of which the greatest of White's and the least of Black's count. *)
Definition greatest (w : options) (y : pos) : Prop := In y (all w) /\ forall o, In o (all w) -> pair_le (stated g h o) (stated g h y).
Definition lowest (b : options) (z : pos) : Prop := In z (all b) /\ forall o, In o (all b) -> pair_le (stated g h z) (stated g h o).
Definition bank_mean (p : pos) : Prop :=
  let at_most q a b := pair_le (g p, h p + g p - r p) (q * g a + (1 - q) * g b, q * h a + (1 - q) * h b) in
  match game p with
  | Bids w b => exists y z, greatest w y /\ lowest b z /\
      ((pair_le (stated g h z) (stated g h y) /\ at_most (coin tau rho) y z) \/
       (pair_le (stated g h y) (stated g h z) /\ at_most (coin tau rho) z y))
  | Whites w => exists y, greatest w y /\ at_most 1 y y
  | Blacks b => exists z, lowest b z /\ at_most 1 z z
  end.
(* ANCHOR_END: bank-condition *)

Variable positions : list pos.
Hypothesis Hg : forall q, In q positions -> g q == c.

Lemma second a b : In a positions -> In b positions -> pair_le (stated g h a) (stated g h b) -> h a <= h b.
Proof. intros Ha Hb [L | [_ L]]; [|exact L]. cbn in L. pose proof (Hg a Ha). pose proof (Hg b Hb). lra. Qed.
Lemma greatest_is w y : (forall o, In o (all w) -> In o positions) -> greatest w y -> h y == most h w.
Proof.
  intros Hw [I U]. destruct (most_att h w) as (o & Ho & E). pose proof (most_ub h w y I).
  pose proof (second o y (Hw o Ho) (Hw y I) (U o Ho)). lra.
Qed.
Lemma lowest_is b z : (forall o, In o (all b) -> In o positions) -> lowest b z -> h z == least h b.
Proof.
  intros Hb [I U]. destruct (least_att h b) as (o & Ho & E). pose proof (least_lb h b z I).
  pose proof (second z o (Hb z I) (Hb o Ho) (U o Ho)). lra.
Qed.
Lemma second_mean p q a b : In p positions -> In a positions -> In b positions ->
  pair_le (g p, h p + g p - r p) (q * g a + (1 - q) * g b, q * h a + (1 - q) * h b) ->
  c + h p <= r p + (q * h a + (1 - q) * h b).
Proof.
  intros Hp Ha Hb L. pose proof (Hg p Hp) as P. pose proof (Hg a Ha) as A. pose proof (Hg b Hb) as B.
  destruct L as [L | [_ L]]; cbn [fst snd] in L; rewrite ?A, ?B, ?P in L; lra.
Qed.

Lemma bank_pairs p : moves_ok game positions -> In p positions -> bank_mean p -> bank_secures game r h c tau rho p.
Proof.
  intros Hok Hp C. specialize (Hok p Hp). unfold bank_mean, bank_secures in *. destruct (game p) as [w b | w | b].
  - destruct C as (y & z & Y & Z & C). unfold high, low.
    assert (Hw : forall o, In o (all w) -> In o positions) by auto. assert (Hb : forall o, In o (all b) -> In o positions) by auto.
    pose proof (greatest_is w y Hw Y) as Ey. pose proof (lowest_is b z Hb Z) as Ez.
    destruct Y as [Y _], Z as [Z _]. destruct C as [[L C] | [L C]].
    + apply second in L; auto. apply second_mean in C; auto.
      rewrite Q.max_l, Q.min_r by lra. rewrite <- Ey, <- Ez. exact C.
    + apply second in L; auto. apply second_mean in C; auto.
      rewrite Q.max_r, Q.min_l by lra. rewrite <- Ey, <- Ez. exact C.
  - destruct C as (y & Y & C). pose proof (greatest_is w y Hok Y) as E. destruct Y as [Y _]. apply second_mean in C; auto. lra.
  - destruct C as (z & Z & C). pose proof (lowest_is b z Hok Z) as E. destruct Z as [Z _]. apply second_mean in C; auto. lra.
Qed.
End Condition.

Section Mirror.
Context {pos : Type}.
Variable game : pos -> @turn pos.
Variables r h : pos -> Q.
Variables c tau rho : Q.

(* Black's condition is White's with the colours exchanged: of -r, -h and -c, and the share 1 - rho. *)
Definition bank_caps (p : pos) : Prop :=
  match game p with
  | Bids w b => r p + (coin tau rho * high h w b + (1 - coin tau rho) * low h w b) <= c + h p
  | Whites w => r p + most h w <= c + h p
  | Blacks b => r p + least h b <= c + h p
  end.
Definition exchanged (p : pos) : @turn pos :=
  match game p with Bids w b => Bids b w | Whites w => Blacks w | Blacks b => Whites b end.
Lemma bank_mirror p : 0 <= tau <= 1 ->
  bank_caps p <-> bank_secures exchanged (fun q => - r q) (fun q => - h q) (- c) tau (1 - rho) p.
Proof.
  intros Htau.
  assert (M : forall n, most (fun q => - h q) n == - least h n).
  { intros n. destruct (most_att (fun q => - h q) n) as (o & Ho & E). destruct (least_att h n) as (o' & Ho' & E').
    pose proof (least_lb h n o Ho). pose proof (most_ub (fun q => - h q) n o' Ho'). cbn beta in *. lra. }
  assert (L : forall n, least (fun q => - h q) n == - most h n).
  { intros n. destruct (least_att (fun q => - h q) n) as (o & Ho & E). destruct (most_att h n) as (o' & Ho' & E').
    pose proof (most_ub h n o Ho). pose proof (least_lb (fun q => - h q) n o' Ho'). cbn beta in *. lra. }
  unfold bank_caps, bank_secures, exchanged. destruct (game p) as [w b | w | b]; [|rewrite L; split; lra | rewrite M; split; lra].
  rewrite coin_mirror by exact Htau. unfold high, low. rewrite M, L.
  destruct (Qlt_le_dec (most h w) (least h b)).
  - rewrite (Q.max_r (most h w)), (Q.min_l (most h w)), Q.max_r, Q.min_l by lra. split; lra.
  - rewrite (Q.max_l (most h w)), (Q.min_r (most h w)), Q.max_l, Q.min_r by lra. split; lra.
Qed.
End Mirror.
