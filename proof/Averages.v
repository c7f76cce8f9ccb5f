(* Endless games with money: who makes sure of an average. White's half of statement 18, without axioms; Black's is the mirror image.

   White's purse m is what a bound on Black's share exceeds that share by. White bids m*m*s/K, so no logarithm is needed: what is
   collected, with the potential h and without K/m, falls by little in each step. First any bound x
   that rises wherever a position is not quiet, then the numbers l of the format: x = l - t*l*(1-l) with a small t. *)
From Coq Require Import QArith Qminmax Lqa List Lia PeanoNat.
From Bidding Require Import Game Ranks Aims.
Import ListNotations.
Open Scope Q_scope.

Section Money.
Context {pos : Type}.
Notation options := (@Game.options pos).

Inductive turn := Bids (w b : options) | Whites (w : options) | Blacks (b : options).
Variable game : pos -> turn.
Variable K : Q.

(* After a payment of m*m*s/K the number K/m has risen by s and little more. *)
Lemma payment m s D : 0 < m -> m <= 1 -> 0 < K -> 2 * D <= K -> - D <= s <= D ->
  0 < m - m * m * s / K /\ K / (m - m * m * s / K) <= K / m + s + 2 * D * D / K.
Proof.
  intros Hm H1 HK HD Hs.
  set (u := K / m). assert (Eu : u * m == K) by (unfold u; field; lra).
  assert (Hu : K <= u) by (unfold u; apply Qle_shift_div_l; nra).
  assert (Hus : (1#2) * u <= u - s) by lra.
  assert (Em : m - m * m * s / K == m * (u - s) / u) by (unfold u; field; split; lra).
  assert (P : 0 < m * (u - s) / u) by (apply Qlt_shift_div_l; nra).
  split; [rewrite Em; exact P|].
  assert (E : K / (m - m * m * s / K) == u * u / (u - s)).
  { rewrite Em. unfold u. field. repeat split; try lra.
    - intros Z. assert (X : (u - s) * m == 0) by (rewrite <- Z; unfold u; field; lra). nra. }
  rewrite E. apply Qle_shift_div_r; [lra|].
  set (v := 2 * D * D / K). assert (Hv : v * K == 2 * D * D) by (unfold v; field; lra).
  assert (0 <= v) by (unfold v; apply Qle_shift_div_l; nra).
  assert (s * s <= D * D) by nra.
  assert (D * D <= v * (u - s)) by nra. nra.
Qed.

Variable positions : list pos.
Definition moves_ok : Prop := forall p, In p positions ->
  match game p with
  | Bids w b => forall o, In o (all w) \/ In o (all b) -> In o positions
  | Whites w => forall o, In o (all w) -> In o positions
  | Blacks b => forall o, In o (all b) -> In o positions
  end.
End Money.

(* ---- Who makes sure of an average, with money ------------------------------------------------------------------------------ *)

(* All of statement 18 for White: x is a bound on Black's share that rises on average at lively positions. White's purse m is x(P) less
   Black's share. White bids m*m*s/K at quiet positions, and half the difference of the terms of x at lively ones. *)
Section Secured.
Context {pos : Type}.
Variable game : pos -> @turn pos.
Variables r h x : pos -> Q.
Variables c K g : Q.
Variable positions : list pos.

(* Which positions are quiet; White's option; and what is less than all of Black's options: than h of those that count at quiet
   positions, and than x at lively ones. *)
Variable quiet : pos -> bool.
Variable best : pos -> pos.
Variable low : pos -> Q.
Definition rises (p o : pos) : Prop := x p + g <= x o.
Definition plan_ok (p : pos) : Prop :=
  match game p, quiet p with
  | Bids w b, true => In (best p) (all w) /\ x (best p) == x p /\ c + h p <= r p + (1#2) * (h (best p) + low p) /\
      forall o, In o (all b) -> (x o == x p /\ low p <= h o) \/ rises p o
  | Whites w, true => In (best p) (all w) /\ x (best p) == x p /\ c + h p <= r p + h (best p)
  | Blacks b, true => forall o, In o (all b) -> (x o == x p /\ c + h p <= r p + h o) \/ rises p o
  | Bids w b, false => In (best p) (all w) /\ x p + g <= (1#2) * (x (best p) + low p) /\ forall o, In o (all b) -> low p <= x o
  | Whites w, false => In (best p) (all w) /\ rises p (best p)
  | Blacks b, false => forall o, In o (all b) -> rises p o
  end.
Definition spread (p : pos) : Q := (1#2) * (h (best p) - low p).
Definition price (p : pos) (m : Q) : Q := if quiet p then m * m * spread p / K else (1#2) * (x (best p) - low p).
Inductive plays (p0 : pos) (m0 : Q) : nat -> pos -> Q -> Q -> Prop :=
| begins : plays p0 m0 0 p0 m0 0
| by_white n p m s w b : plays p0 m0 n p m s -> game p = Bids w b -> m + (x (best p) - x p) - price p m <= x (best p) ->
    plays p0 m0 (S n) (best p) (m + (x (best p) - x p) - price p m) (s + r p)
| by_black n p m s w b o d : plays p0 m0 n p m s -> game p = Bids w b -> In o (all b) -> price p m <= d ->
    m + (x o - x p) + d <= x o -> plays p0 m0 (S n) o (m + (x o - x p) + d) (s + r p)
| at_whites n p m s w : plays p0 m0 n p m s -> game p = Whites w ->
    plays p0 m0 (S n) (best p) (m + (x (best p) - x p)) (s + r p)
| at_blacks n p m s b o : plays p0 m0 n p m s -> game p = Blacks b -> In o (all b) ->
    plays p0 m0 (S n) o (m + (x o - x p)) (s + r p).

Lemma gain m n R : 0 < m -> n <= 1 -> m + (1#2) * g <= n -> 0 < g -> 0 <= R -> 0 < K -> 2 * R <= K * g -> K / n + R <= K / m.
Proof.
  intros Hm Hn Hg Hg0 HR HK HKR. assert (Hn0 : 0 < n) by lra.
  assert (E : K / m - K / n == K * (n - m) / (m * n)) by (field; split; lra).
  assert (P : 0 < m * n <= 1) by (split; nra).
  assert (L : R <= K * (n - m) / (m * n)).
  { apply Qle_shift_div_l; [lra|]. assert (R * (m * n) <= R) by nra. assert (K * ((1#2) * g) <= K * (n - m)) by (apply Qmult_le_l; lra). lra. }
  lra.
Qed.

Variables D R : Q.
Hypothesis Hmoves : moves_ok game positions.
Hypothesis Hplan : forall p, In p positions -> 0 < x p -> plan_ok p.
Hypothesis Hx : forall p, In p positions -> x p <= 1.
Hypothesis HD : forall p, In p positions -> - D <= spread p <= D.
(* A step collects at least c - R, with the change of h. *)
Hypothesis HR : forall p o, In p positions -> In o positions -> c - R <= r p + h o - h p.
Hypothesis HR0 : 0 <= R.
Hypothesis Hg : 0 < g.
Hypothesis HK : 0 < K.
Hypothesis HKD : 2 * D <= K.
Hypothesis HKg : 2 * D <= K * g.
Hypothesis HKR : 2 * R <= K * g.

Definition invariant (p0 : pos) (m0 : Q) (n : nat) (p : pos) (m s : Q) : Prop :=
  In p positions /\ 0 < m <= x p /\
  h p0 - K / m0 + inject_Z (Z.of_nat n) * (c - 2 * D * D / K) <= s + h p - K / m.

(* One step: either m has risen by g/2, or what is collected makes good for what is paid. *)
Lemma one_step p0 m0 n p m s o m' : invariant p0 m0 n p m s -> In o positions -> 0 < m' <= x o ->
  m + (1#2) * g <= m' \/ c + h p - 2 * D * D / K + K / m' <= r p + h o + K / m ->
  invariant p0 m0 (S n) o m' (s + r p).
Proof.
  intros (Hp & Hm & H) Ho Hm' [G | G].
  - pose proof (gain m m' R (proj1 Hm)) as L. pose proof (Hx o Ho). assert (L' : K / m' + R <= K / m) by (apply L; lra).
    split; [exact Ho|]. split; [exact Hm'|]. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus.
    change (inject_Z 1) with 1. pose proof (HR p o Hp Ho).
    assert (0 <= 2 * D * D / K) by (apply Qle_shift_div_l; [exact HK|]; nra). set (k := inject_Z (Z.of_nat n)) in *. lra.
  - split; [exact Ho|]. split; [exact Hm'|]. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus.
    change (inject_Z 1) with 1. set (k := inject_Z (Z.of_nat n)) in *. lra.
Qed.

(* White can pay every bid: White's share of the money is 1 - (x(P) - m). *)
Lemma white_can_pay p w b m : In p positions -> 0 < m <= x p -> game p = Bids w b -> all b <> [] ->
  - (1 - (x p - m)) <= price p m <= 1 - (x p - m).
Proof.
  intros Hp Hm G Hb. pose proof (Hplan p Hp) as P. pose proof (Hx p Hp). pose proof (HD p Hp) as B.
  specialize (Hmoves p Hp). unfold plan_ok, price in *. rewrite G in P, Hmoves. destruct (quiet p).
  - assert (N : 0 <= m * m <= m) by nra. assert (A : 0 <= D) by lra.
    assert (C : m * m * D <= m * D) by nra. assert (C' : m * D <= m * K) by nra.
    assert (L : 0 <= m * m * (spread p + D)) by (apply Qmult_le_0_compat; lra).
    assert (L' : 0 <= m * m * (D - spread p)) by (apply Qmult_le_0_compat; lra).
    assert (U : m * m * spread p / K <= m) by (apply Qle_shift_div_r; [exact HK | lra]).
    assert (U' : - m <= m * m * spread p / K) by (apply Qle_shift_div_l; [exact HK | lra]). lra.
  - destruct P as (I & S & P); [lra|]. pose proof (Hx _ (Hmoves _ (or_introl I))).
    destruct (all b) as [|o t] eqn:E; [congruence|]. pose proof (P o (or_introl eq_refl)).
    pose proof (Hx _ (Hmoves o (or_intror (or_introl eq_refl)))). lra.
Qed.

Theorem purse_pays p0 m0 n p m s : In p0 positions -> 0 < m0 <= x p0 -> plays p0 m0 n p m s -> invariant p0 m0 n p m s.
Proof.
  intros Hp0 Hm0 Hr.
  induction Hr as [| n p m s w b Hr IH G L | n p m s w b o d Hr IH G I L L1 | n p m s w Hr IH G | n p m s b o Hr IH G I].
  - split; [exact Hp0|]. split; [exact Hm0|]. change (inject_Z (Z.of_nat 0)) with 0. lra.
  - pose proof IH as (Hp & Hm & _). pose proof (Hplan p Hp) as P. pose proof (Hx p Hp). pose proof (HD p Hp) as B.
    specialize (Hmoves p Hp). unfold plan_ok, price in *. rewrite G in P, Hmoves. destruct (quiet p).
    + destruct P as (I & E & S & _); [lra|].
      destruct (payment K m (spread p) D) as [A Q]; try lra.
      eapply one_step; [exact IH | auto | lra |]. right.
      set (a := m * m * spread p / K) in *.
      assert (Y : m + (x (best p) - x p) - a == m - a) by lra. rewrite Y. unfold spread in Q. lra.
    + destruct P as (I & S & _); [lra|]. eapply one_step; [exact IH | auto | lra | left; lra].
  - pose proof IH as (Hp & Hm & _). pose proof (Hplan p Hp) as P. pose proof (Hx p Hp). pose proof (HD p Hp) as B.
    specialize (Hmoves p Hp). unfold plan_ok, price, rises in *. rewrite G in P, Hmoves. destruct (quiet p).
    + destruct P as (_ & _ & S & P); [lra|].
      destruct (payment K m (- spread p) D) as [A Q]; try lra.
      set (a := m * m * spread p / K) in *.
      assert (Y : m - m * m * - spread p / K == m + a) by (unfold a; field; lra). rewrite Y in A, Q.
      destruct (P o I) as [[E Lo] | Up].
      * eapply one_step; [exact IH | auto | lra |]. right.
        assert (Z : K / (m + (x o - x p) + d) <= K / (m + a)).
        { apply Qle_shift_div_r; [lra|]. assert (V : K / (m + a) * (m + a) == K) by (field; lra).
          assert (0 <= K / (m + a)) by (apply Qle_shift_div_l; lra). nra. }
        unfold spread in Q. lra.
      * assert (W : - ((1#2) * g) <= a).
        { unfold a. apply Qle_shift_div_l; [exact HK|]. assert (0 <= m * m <= 1) by nra. assert (0 <= D) by lra. nra. }
        eapply one_step; [exact IH | auto | lra | left; lra].
    + destruct P as (_ & S & P); [lra|]. specialize (P o I). eapply one_step; [exact IH | auto | lra | left; lra].
  - pose proof IH as (Hp & Hm & _). pose proof (Hplan p Hp) as P. specialize (Hmoves p Hp). unfold plan_ok, rises in P.
    assert (0 <= 2 * D * D / K) by (apply Qle_shift_div_l; [exact HK|]; pose proof (HD p Hp); nra).
    rewrite G in P, Hmoves. destruct (quiet p).
    + destruct P as (I & E & S); [lra|]. eapply one_step; [exact IH | auto | rewrite E; lra |]. right.
      assert (Y : m + (x (best p) - x p) == m) by lra. rewrite Y. lra.
    + destruct P as (I & S); [lra|]. eapply one_step; [exact IH | auto | lra | left; lra].
  - pose proof IH as (Hp & Hm & _). pose proof (Hplan p Hp) as P. specialize (Hmoves p Hp). unfold plan_ok, rises in P.
    assert (0 <= 2 * D * D / K) by (apply Qle_shift_div_l; [exact HK|]; pose proof (HD p Hp); nra).
    rewrite G in P, Hmoves. destruct (quiet p).
    + destruct (P ltac:(lra) o I) as [[E S] | Up].
      * eapply one_step; [exact IH | auto | rewrite E; lra |]. right.
        assert (Y : m + (x o - x p) == m) by lra. rewrite Y. lra.
      * eapply one_step; [exact IH | auto | lra | left; lra].
    + specialize (P ltac:(lra) o I). eapply one_step; [exact IH | auto | lra | left; lra].
Qed.
End Secured.

Section Shares.
Context {pos : Type}.
Variable game : pos -> @turn pos.
Variables r h l : pos -> Q.
Variable c : Q.
Variable positions : list pos.
Variable quiet : pos -> bool.
Variable best : pos -> pos.
Variable low : pos -> Q.

(* White's half of statement 18, at a position with l > 0, with the options that give the terms: White's, and as [low] a bound for
   Black's. It is quiet if both terms are l(P); then options count if their l is l(P). *)
Definition white_secures (p : pos) : Prop :=
  match game p, quiet p with
  | Bids w b, true => In (best p) (all w) /\ l (best p) == l p /\ c + h p <= r p + (1#2) * (h (best p) + low p) /\
      forall o, In o (all b) -> (l o == l p /\ low p <= h o) \/ l p < l o
  | Whites w, true => In (best p) (all w) /\ l (best p) == l p /\ c + h p <= r p + h (best p)
  | Blacks b, true => forall o, In o (all b) -> (l o == l p /\ c + h p <= r p + h o) \/ l p < l o
  | Bids w b, false => In (best p) (all w) /\ l p <= (1#2) * (l (best p) + low p) /\ 0 <= low p <= 1 /\
      ~ (l (best p) == l p /\ low p == l p) /\ forall o, In o (all b) -> low p <= l o
  | Whites w, false => In (best p) (all w) /\ l p < l (best p)
  | Blacks b, false => forall o, In o (all b) -> l p < l o
  end.

Definition phi (t y : Q) : Q := y - t * (y * (1 - y)).
Lemma phi_rises t y z : 0 < t < 1 -> 0 <= y -> z <= 1 -> y < z -> phi t y < phi t z.
Proof.
  intros. unfold phi.
  assert (E : z - t * (z * (1 - z)) - (y - t * (y * (1 - y))) == (z - y) * (1 - t * (1 - y - z))) by ring.
  assert (t * (1 - y - z) < 1) by nra. assert (0 < (z - y) * (1 - t * (1 - y - z))) by (apply Qmult_lt_0_compat; lra). lra.
Qed.
Lemma phi_le t y z : 0 < t < 1 -> 0 <= y -> z <= 1 -> y <= z -> phi t y <= phi t z.
Proof.
  intros Ht Hy Hz L. destruct (Qlt_le_dec y z) as [X | X]; [pose proof (phi_rises t y z Ht Hy Hz X); lra|].
  assert (E : y == z) by lra. unfold phi. rewrite E. lra.
Qed.
Lemma phi_same t y z : y == z -> phi t y == phi t z.
Proof. intros E. unfold phi. rewrite E. reflexivity. Qed.
Lemma square_pos y : 0 <= y * y.
Proof. destruct (Qlt_le_dec y 0); [setoid_replace (y * y) with (- y * - y) by ring|]; apply Qmult_le_0_compat; lra. Qed.
Lemma phi_convex t a b y : 0 < t < 1 -> 0 <= a <= 1 -> 0 <= b <= 1 -> 0 <= y -> y <= (1#2) * (a + b) -> ~ (a == y /\ b == y) ->
  phi t y < (1#2) * (phi t a + phi t b).
Proof.
  intros Ht Ha Hb Hy L N. set (z := (1#2) * (a + b)) in *.
  assert (E : (1#2) * (phi t a + phi t b) == phi t z + t * ((1#4) * ((a - b) * (a - b)))) by (unfold phi, z; ring).
  assert (S : 0 <= (a - b) * (a - b)) by apply square_pos.
  destruct (Qlt_le_dec y z) as [X | X].
  - assert (phi t y < phi t z) by (apply phi_rises; auto; unfold z; lra). assert (0 <= t * ((1#4) * ((a - b) * (a - b)))) by nra. lra.
  - assert (y == z) by lra. assert (P : phi t y == phi t z) by (apply phi_same; assumption).
    assert (D : 0 < (a - b) * (a - b)).
    { destruct (Qlt_le_dec a b); [setoid_replace ((a - b) * (a - b)) with ((b - a) * (b - a)) by ring; apply Qmult_lt_0_compat; lra|].
      destruct (Qlt_le_dec b a); [apply Qmult_lt_0_compat; lra|]. exfalso. apply N. unfold z in *. split; lra. }
    assert (0 < t * ((1#4) * ((a - b) * (a - b)))) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

Lemma common_small A (s : list A) (P : A -> Q -> Prop) :
  (forall a, In a s -> exists g, 0 < g /\ forall k, 0 < k <= g -> P a k) ->
  exists g, 0 < g /\ forall k, 0 < k <= g -> forall a, In a s -> P a k.
Proof.
  intros H. destruct (small_everywhere s (fun g a => forall k, 0 < k <= g -> P a k)) as (g & G & Hs); [intros t u a Hut X k Hk; apply X; lra|exact H|].
  exists g. split; [exact G|]. intros k Hk a Ha. apply (Hs a Ha k Hk).
Qed.

Hypothesis Hmoves : moves_ok game positions.
Hypothesis Hl : forall p, In p positions -> 0 <= l p <= 1.
Hypothesis Hsecures : forall p, In p positions -> 0 < l p -> white_secures p.

Lemma lifted t : 0 < t < 1 -> exists g, 0 < g /\ forall k, 0 < k <= g -> forall p, In p positions -> 0 < l p ->
  plan_ok game r h (fun q => phi t (l q)) c k quiet best (fun q => if quiet q then low q else phi t (low q)) p.
Proof.
  intros Ht. apply (common_small _ positions). intros p Hp.
  destruct (Qlt_le_dec 0 (l p)) as [L | L]; [|exists 1; split; [lra|]; intros; lra].
  specialize (Hsecures p Hp L). specialize (Hmoves p Hp). pose proof (Hl p Hp) as Lp.
  unfold plan_ok, white_secures, rises in *.
  assert (Up : forall b, (forall o, In o (all b) -> In o positions) -> forall Q' : pos -> Prop,
    (forall o, In o (all b) -> Q' o \/ l p < l o) ->
    exists g, 0 < g /\ forall k, 0 < k <= g -> forall o, In o (all b) -> Q' o \/ phi t (l p) + k <= phi t (l o)).
  { intros b Hb Q' H. apply (common_small _ (all b)). intros o Ho. destruct (H o Ho) as [X | X].
    - exists 1. split; [lra|]. intros. now left.
    - exists (phi t (l o) - phi t (l p)). pose proof (Hl o (Hb o Ho)).
      assert (phi t (l p) < phi t (l o)) by (apply phi_rises; auto; lra). split; [lra|]. intros. right. lra. }
  destruct (game p) as [w b | w | b]; destruct (quiet p).
  - destruct Hsecures as (I & E & S & H). destruct (Up b (fun o Ho => Hmoves o (or_intror Ho)) _ H) as (g & G & HG).
    exists g. split; [exact G|]. intros k Hk _. split; [exact I|]. split; [apply phi_same, E|]. split; [exact S|].
    intros o Ho. destruct (HG k Hk o Ho) as [[X Y] | X]; [left; split; [apply phi_same, X | exact Y] | now right].
  - destruct Hsecures as (I & S & Hlow & N & H). pose proof (Hl _ (Hmoves _ (or_introl I))) as La.
    pose proof (phi_convex t _ _ _ Ht La Hlow (proj1 Lp) S N) as X.
    exists ((1#2) * (phi t (l (best p)) + phi t (low p)) - phi t (l p)). split; [lra|]. intros k Hk _.
    split; [exact I|]. split; [lra|]. intros o Ho. pose proof (Hl o (Hmoves o (or_intror Ho))).
    apply phi_le; auto; lra.
  - destruct Hsecures as (I & E & S). exists 1. split; [lra|]. intros k Hk _. split; [exact I|]. split; [apply phi_same, E | exact S].
  - destruct Hsecures as (I & S). pose proof (Hl _ (Hmoves _ I)). assert (phi t (l p) < phi t (l (best p))) by (apply phi_rises; auto; lra).
    exists (phi t (l (best p)) - phi t (l p)). split; [lra|]. intros k Hk _. split; [exact I | lra].
  - destruct (Up b Hmoves _ Hsecures) as (g & G & HG). exists g. split; [exact G|]. intros k Hk _ o Ho.
    destruct (HG k Hk o Ho) as [[X Y] | X]; [left; split; [apply phi_same, X | exact Y] | now right].
  - destruct (Up b Hmoves (fun _ => False) (fun o Ho => or_intror (Hsecures o Ho))) as (g & G & HG).
    exists g. split; [exact G|]. intros k Hk _ o Ho. destruct (HG k Hk o Ho) as [[] | X]. exact X.
Qed.

(* ANCHOR: share *)
(* If Black's share b is below l(P), White makes sure of c on average, as nearly as White likes: with some x, with b < x(P), and some K. *)
Theorem share_is_enough e p0 b : 0 < e -> In p0 positions -> 0 <= b < l p0 ->
  exists x low' K d, b < x p0 /\ x p0 <= l p0 /\ forall n p m s, plays game r h x K quiet best low' p0 (x p0 - b) n p m s ->
    0 < m <= x p /\ inject_Z (Z.of_nat n) * (c - e) - d <= s /\
    (forall w u, game p = Bids w u -> - (1 - (x p - m)) <= price h x K quiet best low' p m <= 1 - (x p - m)).
(* ANCHOR_END: share *)
Proof.
  intros He Hp0 Hb. set (t := Qmin (1#2) ((1#2) * (l p0 - b))).
  assert (T0 : 0 < t) by (unfold t; apply Q.min_glb_lt; lra).
  assert (T1 : t <= 1#2) by (unfold t; apply Q.le_min_l). assert (T2 : t <= (1#2) * (l p0 - b)) by (unfold t; apply Q.le_min_r).
  set (x := fun q => phi t (l q)). set (low' := fun q => if quiet q then low q else phi t (low q)).
  destruct (lifted t) as (g & G & HG); [lra|]. fold x low' in HG. specialize (HG g (conj G (Qle_refl g))).
  destruct (bounded h positions) as [B HB]. destruct (bounded r positions) as [A HA].
  destruct (bounded (fun p => (1#2) * (h (best p) - low' p)) positions) as [D HD].
  pose proof (Hl p0 Hp0) as L0.
  assert (X0 : b < x p0 /\ x p0 <= l p0).
  { unfold x, phi. assert (0 <= l p0 * (1 - l p0) <= 1) by nra. split; nra. }
  set (R := c + A + 2 * B). pose proof (HA p0 Hp0). pose proof (HB p0 Hp0). pose proof (HD p0 Hp0) as D0. cbn beta in D0.
  set (R' := Qmax 0 R). assert (R0 : 0 <= R') by apply Q.le_max_l. assert (R1 : R <= R') by apply Q.le_max_r.
  assert (V : 0 <= 2 * D * D / e) by (apply Qle_shift_div_l; nra).
  assert (V' : 2 * D * D / e * e == 2 * D * D) by (field; lra).
  set (K := 2 * D + 2 * D * D / e + 2 * D / g + 2 * R' / g + 1).
  assert (V1 : 0 <= 2 * D / g) by (apply Qle_shift_div_l; lra). assert (V2 : 0 <= 2 * R' / g) by (apply Qle_shift_div_l; lra).
  assert (W1 : 2 * D / g * g == 2 * D) by (field; lra). assert (W2 : 2 * R' / g * g == 2 * R') by (field; lra).
  assert (HK : 0 < K) by (unfold K; lra).
  assert (K1 : 2 * D <= K * g) by (unfold K; nra). assert (K2 : 2 * R' <= K * g) by (unfold K; nra).
  assert (HE : 2 * D * D / K <= e) by (apply Qle_shift_div_r; [exact HK|]; unfold K; nra).
  exists x, low', K, (2 * B + K / (x p0 - b)). destruct X0 as [Xb Xl]. split; [exact Xb|]. split; [exact Xl|].
  intros n p m s Hr.
  assert (KD : 2 * D <= K) by (unfold K; lra).
  assert (Hplan : forall q, In q positions -> 0 < x q -> plan_ok game r h x c g quiet best low' q).
  { intros q Hq Xq. apply HG; [exact Hq|]. destruct (Qlt_le_dec 0 (l q)); [assumption|]. exfalso.
      pose proof (Hl q Hq). assert (E : l q == 0) by lra. unfold x, phi in Xq. rewrite E in Xq. lra. }
  assert (X1 : forall q, In q positions -> x q <= 1).
  { intros q Hq. pose proof (Hl q Hq). unfold x, phi. assert (0 <= l q * (1 - l q)) by nra. nra. }
  assert (I : invariant h x c K positions D p0 (x p0 - b) n p m s).
  { apply (purse_pays game r h x c K g positions quiet best low' D R'); auto; try lra.
    - intros q o Hq Ho. pose proof (HA q Hq). pose proof (HB q Hq). pose proof (HB o Ho). unfold R in R1. lra. }
  destruct I as (Hp & Hm & H1). split; [exact Hm|]. split.
  - assert (0 <= K / m) by (apply Qle_shift_div_l; lra). pose proof (HB p Hp).
    assert (0 <= inject_Z (Z.of_nat n)) by (rewrite <- (Zle_Qle 0); lia). nra.
  - intros w u Gp. apply (white_can_pay game r h x c K g positions quiet best low' D) with (w := w) (b := u); auto. discriminate.
Qed.
End Shares.

(* The case that one average c is made sure of everywhere (statement 17, g = c): any positive share 1 - b is enough. *)
(* ANCHOR: average *)
Corollary average_with_money {pos} (game : pos -> @turn pos) (r h : pos -> Q) (c : Q) (positions : list pos) (best : pos -> pos) :
  moves_ok game positions ->
  (forall p, In p positions -> match game p with
    | Bids w b => In (best p) (all w) /\ c + h p <= r p + (1#2) * (h (best p) + least h b)
    | Whites w => In (best p) (all w) /\ c + h p <= r p + h (best p)
    | Blacks b => c + h p <= r p + least h b end) ->
  forall e p0 b, 0 < e -> In p0 positions -> 0 <= b < 1 ->
  exists x low K d, b < x p0 /\ x p0 <= 1 /\ forall n p m s, plays game r h x K (fun _ => true) best low p0 (x p0 - b) n p m s ->
    0 < m <= x p /\ inject_Z (Z.of_nat n) * (c - e) - d <= s /\
    (forall w u, game p = Bids w u -> - (1 - (x p - m)) <= price h x K (fun _ => true) best low p m <= 1 - (x p - m)).
(* ANCHOR_END: average *)
Proof.
  intros Hok H e p0 b. apply (share_is_enough game r h (fun _ => 1) c positions (fun _ => true) best
    (fun p => match game p with Bids _ u => least h u | _ => 0 end) Hok); [intros; lra|].
  intros p Hp _. specialize (H p Hp). unfold white_secures. destruct (game p) as [w u | w | u].
  - destruct H as [I S]. repeat split; try assumption; try reflexivity. intros o Ho. left. split; [reflexivity|]. apply (least_lb h u o Ho).
  - destruct H as [I S]. repeat split; [exact I | exact S].
  - intros o Ho. left. split; [reflexivity|]. pose proof (least_lb h u o Ho). lra.
Qed.
