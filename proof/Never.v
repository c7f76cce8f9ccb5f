(* Play without end is worth d, a number from 0 to 1.

   The value v_d is what the game is worth if it is stopped before each move with a small probability s, and pays d then: the limit
   for s to 0. Like alpha it may be no rational number, so the claims speak of the stopped games:
     x <= v_d(P)  as  "for each e > 0 and all small s, the stopped game is worth at least x - e at P", and so on.
   What a stopped game is worth is at most each y that holds in it. *)
From Coq Require Import QArith Qround Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Ranks Limits.
Import ListNotations.
Open Scope Q_scope.

Section Never.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).

(* ANCHOR: stopped *)
Definition stopped (d s : Q) (x : pos -> Q) (p : pos) : Q :=
  match game p with Terminal v => v | Inner parts => (1 - s) * mean x parts + s * d end.
Definition unit_numbers (x : pos -> Q) := forall p, In p dom -> 0 <= x p <= 1.

Definition below_value (d x : Q) (p : pos) := forall e, 0 < e -> exists s0, 0 < s0 /\ forall s y, 0 < s <= s0 ->
  unit_numbers y -> (forall q, In q dom -> stopped d s y q <= y q) -> x <= y p + e.
Definition above_value (d x : Q) (p : pos) := forall e, 0 < e -> exists s0, 0 < s0 /\ forall s y, 0 < s <= s0 ->
  unit_numbers y -> (forall q, In q dom -> y q <= stopped d s y q) -> y p <= x + e.
Definition value_is d x p := below_value d x p /\ above_value d x p.
(* ANCHOR_END: stopped *)

Hypothesis ok : game_ok dom game.

Lemma F_unit y : unit_numbers y -> unit_numbers (F game y).
Proof.
  intros U p Hp. split; [apply (F_0 dom game ok); [intros q Hq; apply U, Hq|exact Hp]|].
  apply Qle_trans with (F game (fun _ => 1) p); [|apply (F_1 dom game ok); exact Hp].
  apply (F_monotone dom game _ _ ok); [intros q Hq; apply U, Hq|exact Hp].
Qed.
Lemma stopped_F d s y p : 0 <= s -> 0 <= d <= 1 -> unit_numbers y -> In p dom ->
  F game y p - s <= stopped d s y p <= F game y p + s.
Proof. intros Hs Hd U Hp. pose proof (F_unit y U p Hp) as G. unfold stopped, F in *. destruct (game p); [lra|]. nra. Qed.

(* ANCHOR: sound *)
Theorem white_forces_value (d : Q) (l : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) : 0 <= d <= 1 ->
  (forall p, In p dom -> inner p \/ below_value d (l p) p) ->
  (forall p, In p dom -> inner p -> white_forces game d l T p) ->
  forall p, In p dom -> below_value d (l p) p.
(* ANCHOR_END: sound *)
Proof.
  intros Hd border forces p Hp eps Heps. destruct (near dom game ok d l T inner forces (eps * (1#2)) ltac:(lra)) as (e & He & H).
  destruct (small_everywhere dom (fun s0 q => inner q \/ forall s y, 0 < s <= s0 -> unit_numbers y ->
    (forall q, In q dom -> stopped d s y q <= y q) -> l q <= y q + e)) as (s0 & Hs0 & Hb).
  { intros s t q Hst [Hi|G]; [left; exact Hi|right]. intros r y Hr. apply G. lra. }
  { intros q Hq. destruct (border q Hq) as [Hi|G]; [exists 1; split; [lra|left; exact Hi]|]. destruct (G e He) as (s & Hs & G'). exists s. auto. }
  destruct (smaller s0 e 1 Hs0 He ltac:(lra)) as (s1 & Hs1 & H0 & H1 & H2). exists s1. split; [exact Hs1|]. intros s y Hs U Hy.
  assert (l p <= y p + 2 * (eps * (1#2))); [|lra]. apply H; [..|exact Hp].
  - intros q Hq. pose proof (stopped_F d s y q ltac:(lra) Hd U Hq). specialize (Hy q Hq). lra.
  - intros q Hq. destruct (Hb q Hq) as [Hi|G]; [auto|right]. apply (G s y); [lra|exact U|exact Hy].
  - intros q Hq Hi Hlow Hf. destruct (forces q Hq Hi) as [Hl _]. specialize (Hy q Hq). unfold stopped, F in *. destruct (game q) as [v|ps]; [lra|].
    assert (0 <= (1 - s) * (mean y ps - y q)) by (apply Qmult_le_0_compat; lra). assert (d <= y q) by nra. lra.
Qed.

(* Each stopped game has a value: there are y that hold and y that hold for the other side, as near to each other as one likes. *)
Fixpoint iterate (d s x : Q) (n : nat) (p : pos) : Q :=
  match n with O => match game p with Terminal v => v | Inner _ => x end | S n => stopped d s (iterate d s x n) p end.
Lemma power_small s e : 0 < s <= 1 -> 0 < e -> exists n, 0 <= power (1 - s) n <= e.
Proof.
  intros Hs He.
  assert (B : forall n, 0 <= power (1 - s) n /\ power (1 - s) n * (1 + inject_Z (Z.of_nat n) * s) <= 1).
  { induction n as [|n [I1 I2]]; [change (inject_Z (Z.of_nat 0)) with 0; cbn; lra|].
    assert (Hn : 0 <= inject_Z (Z.of_nat n)) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1. cbn [power].
    set (z := inject_Z (Z.of_nat n)) in *. set (w := power (1 - s) n) in *. clearbody z w. split; [nra|].
    assert (E : (1 - s) * (1 + (z + 1) * s) <= 1 + z * s) by nra. nra. }
  set (n := Z.to_nat (Qceiling (/ (s * e)))). exists n. destruct (B n) as [B1 B2]. split; [exact B1|].
  assert (I : / (s * e) <= inject_Z (Z.of_nat n)) by (eapply Qle_trans; [apply Qle_ceiling|unfold n; rewrite <- Zle_Qle; lia]).
  assert (P : 0 < s * e) by nra. assert (E : / (s * e) * (s * e) == 1) by (field; lra).
  set (z := inject_Z (Z.of_nat n)) in *. set (w := power (1 - s) n) in *. clearbody z w.
  assert (G : 1 <= z * (s * e)) by (rewrite <- E; apply Qmult_le_compat_r; lra). nra.
Qed.
Lemma stopped_shift d s x y c p : 0 <= s <= 1 -> 0 <= c -> In p dom -> (forall q, In q dom -> y q <= x q + c) ->
  stopped d s y p <= stopped d s x p + (1 - s) * c.
Proof.
  intros Hs Hc Hp H. specialize (ok p Hp). unfold stopped. destruct (game p) as [v|ps]; [nra|]. destruct ok as [Ht okp].
  assert (S : shifted x y c ps) by (intros e Hec; destruct (okp e Hec); split; auto).
  pose proof (mean_shift x y ps c S) as M. rewrite Ht in M. nra.
Qed.
Lemma iterate_unit d s x n : 0 <= s <= 1 -> 0 <= d <= 1 -> 0 <= x <= 1 -> unit_numbers (iterate d s x n).
Proof.
  intros Hs Hd Hx. induction n as [|n IH]; intros p Hp.
  - specialize (ok p Hp). cbn. destruct (game p); lra.
  - pose proof (F_unit _ IH p Hp) as G. cbn. unfold stopped, F in *. destruct (game p); [lra|]. nra.
Qed.
Lemma stopped_mono d s x y p : 0 <= s <= 1 -> In p dom -> (forall q, In q dom -> y q <= x q) -> stopped d s y p <= stopped d s x p.
Proof.
  intros Hs Hp H. pose proof (stopped_shift d s x y 0 p Hs (Qle_refl 0) Hp) as G.
  assert (K : forall q, In q dom -> y q <= x q + 0) by (intros q Hq; specialize (H q Hq); lra). specialize (G K). lra.
Qed.
Lemma iterate_ends d s n : 0 <= s <= 1 -> 0 <= d <= 1 -> forall p, In p dom ->
  stopped d s (iterate d s 1 n) p <= iterate d s 1 n p /\ iterate d s 0 n p <= stopped d s (iterate d s 0 n) p.
Proof.
  intros Hs Hd. induction n as [|n IH]; intros p Hp.
  - pose proof (iterate_unit d s 1 1 Hs Hd ltac:(lra) p Hp) as G. pose proof (iterate_unit d s 0 1 Hs Hd ltac:(lra) p Hp) as G'.
    cbn in *. unfold stopped in *. destruct (game p); [lra|split; [apply G|apply G']].
  - split; apply stopped_mono; auto; apply IH.
Qed.
Lemma stopped_value d s e : 0 < s <= 1 -> 0 <= d <= 1 -> 0 < e -> exists y z, unit_numbers y /\ unit_numbers z /\
  (forall p, In p dom -> stopped d s y p <= y p) /\ (forall p, In p dom -> z p <= stopped d s z p) /\
  forall p, In p dom -> y p <= z p + e.
Proof.
  intros Hs Hd He. destruct (power_small s e Hs He) as (n & Hn).
  assert (U : forall x k, 0 <= x <= 1 -> unit_numbers (iterate d s x k)) by (intros; apply iterate_unit; lra).
  exists (iterate d s 1 n), (iterate d s 0 n). split; [apply U; lra|]. split; [apply U; lra|]. repeat split.
  - apply iterate_ends; [lra|exact Hd].
  - apply iterate_ends; [lra|exact Hd].
  - assert (H : forall k p, In p dom -> 0 <= power (1 - s) k /\ iterate d s 1 k p <= iterate d s 0 k p + power (1 - s) k).
    { induction k as [|k IH]; intros p Hp; [cbn; split; [lra|destruct (game p); lra]|].
      destruct (IH p Hp) as [P _]. cbn [power iterate]. split; [nra|]. apply stopped_shift; [lra|exact P|exact Hp|]. intros q Hq. apply (IH q Hq). }
    intros p Hp. destruct (H n p Hp). lra.
Qed.

Theorem below_above_value d x y p : 0 <= d <= 1 -> In p dom -> below_value d x p -> above_value d y p -> x <= y.
Proof.
  intros Hd Hp B A. apply Qnot_lt_le. intros Hlt. set (e := (x - y) * (1#4)). assert (He : 0 < e) by (unfold e; lra).
  destruct (B e He) as (s & Hs & Bs). destruct (A e He) as (t & Ht & At). destruct (smaller s t 1 Hs Ht ltac:(lra)) as (r & Hr & R1 & R2 & R3).
  destruct (stopped_value d r e) as (w & z & Uw & Uz & Hw & Hz & Hwz); [lra|exact Hd|exact He|].
  specialize (Bs r w ltac:(lra) Uw Hw). specialize (At r z ltac:(lra) Uz Hz). specialize (Hwz p Hp). unfold e in *. lra.
Qed.
Theorem value_rises d d' x p : d <= d' -> (below_value d x p -> below_value d' x p) /\ (above_value d' x p -> above_value d x p).
Proof.
  intros Hd. split; intros H e He; destruct (H e He) as (s0 & Hs0 & G); exists s0; (split; [exact Hs0|]); intros s y Hs U Hy; apply (G s y Hs U);
    intros q Hq; specialize (Hy q Hq); unfold stopped in *; (destruct (game q); [lra|nra]).
Qed.

Theorem value_0_is_alpha x p : In p dom ->
  (below_value 0 x p <-> below_alpha game x p) /\ (above_value 0 x p <-> above_alpha game x p).
Proof.
  intros Hp. repeat split.
  - (* alpha_n, raised by e, holds in the stopped game for a large n. *)
    intros H e He. set (h := e * (1#2)). assert (Hh : 0 < h) by (unfold h; lra). destruct (H h Hh) as (s0 & Hs0 & G).
    destruct (smaller s0 1 1 Hs0 ltac:(lra) ltac:(lra)) as (s & Hs & S1 & S2 & _). destruct (small_step dom game ok (s * h) 0) as (n & _ & Hn); [nra|]. exists n.
    set (y := fun q => Qmin (alpha game n q + h) 1).
    assert (Y : forall q, y q <= alpha game n q + h /\ y q <= 1) by (intros q; split; [apply Q.le_min_l|apply Q.le_min_r]).
    assert (U : unit_numbers y).
    { intros q Hq. split; [|apply Y]. pose proof (alpha_0 dom game ok n q Hq). unfold y. apply Q.min_glb; lra. }
    specialize (G s y ltac:(lra) U). assert (K : x <= y p + h); [|specialize (Y p); unfold h in *; lra]. apply G.
    intros q Hq. specialize (Hn q Hq). change (F game (alpha game n) q <= alpha game n q + s * h) in Hn.
    pose proof (F_unit y U q Hq) as U1.
    pose proof (alpha_0 dom game ok n q Hq) as A0. unfold y at 2. specialize (ok q Hq). unfold stopped, F in *.
    assert (Hsh : 0 <= s * h <= h) by nra. destruct (game q) as [v|ps]; [apply Q.min_glb; lra|]. destruct ok as [Ht okp].
    pose proof (mean_shift (alpha game n) y ps h) as M. rewrite Ht in M.
    assert (S : shifted (alpha game n) y h ps) by (intros c Hc; destruct (okp c Hc); split; [assumption|intros o Ho; apply (Y o)]).
    specialize (M S). set (m := mean y ps) in *. assert (B : (1 - s) * m <= (1 - s) * (alpha game n q + s * h + h)) by nra.
    assert (0 <= s * alpha game n q) by nra. assert (0 <= s * (s * h)) by nra. apply Q.min_glb; [lra|nra].
  - (* n steps of the iteration are worth at most n s more than what holds in the stopped game. *)
    intros H e He. destruct (H (e * (1#2)) ltac:(lra)) as (n & Hn). set (z := inject_Z (Z.of_nat n)).
    assert (Hz : 0 <= z) by (unfold z; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    exists (e * (1#2) / (z + 1)). assert (E : e * (1#2) / (z + 1) * (z + 1) == e * (1#2)) by (field; lra).
    set (s0 := e * (1#2) / (z + 1)) in *. clearbody s0. split; [nra|]. intros s y Hs U Hy.
    assert (G : alpha game n p <= y p + z * s); [|assert (z * s <= z * s0) by nra; lra].
    unfold z. clear - ok U Hs Hy Hp. revert p Hp. induction n as [|n IH]; intros p Hp.
    + change (inject_Z (Z.of_nat 0)) with 0. specialize (Hy p Hp). specialize (U p Hp). cbn. unfold stopped in Hy. destruct (game p); lra.
    + rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1. set (z := inject_Z (Z.of_nat n)) in *.
      assert (Hz : 0 <= z) by (unfold z; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). cbn [alpha].
      pose proof (stopped_F 0 s y p ltac:(lra) ltac:(lra) U Hp) as SF. specialize (Hy p Hp).
      pose proof (stopped_shift 0 0 y (alpha game n) (z * s) p ltac:(lra) ltac:(nra) Hp IH) as M.
      assert (E : forall w, stopped 0 0 w p == F game w p) by (intros w; unfold stopped, F; destruct (game p); ring). rewrite !E in M. lra.
  - intros H n. apply Qnot_lt_le. intros Hlt. set (e := (alpha game n p - x) * (1#4)). assert (He : 0 < e) by (unfold e; lra).
    destruct (H e He) as (s0 & Hs0 & G). set (z := inject_Z (Z.of_nat n)).
    assert (Hz : 0 <= z) by (unfold z; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    assert (E : e / (z + 1) * (z + 1) == e) by (field; lra). set (t := e / (z + 1)) in *. clearbody t.
    destruct (smaller s0 1 t Hs0 ltac:(lra) ltac:(nra)) as (s & Hs & S1 & S2 & S3).
    assert (A : forall k q, In q dom -> alpha game k q <= iterate 0 s 0 k q + inject_Z (Z.of_nat k) * s).
    { induction k as [|k IH]; intros q Hq; [change (inject_Z (Z.of_nat 0)) with 0; cbn; destruct (game q); lra|].
      rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. change (inject_Z 1) with 1. set (w := inject_Z (Z.of_nat k)) in *.
      assert (Hw : 0 <= w) by (unfold w; change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). cbn [alpha iterate].
      pose proof (stopped_F 0 s (iterate 0 s 0 k) q ltac:(lra) ltac:(lra) (iterate_unit 0 s 0 k ltac:(lra) ltac:(lra) ltac:(lra)) Hq) as SF.
      pose proof (stopped_shift 0 0 (iterate 0 s 0 k) (alpha game k) (w * s) q ltac:(lra) ltac:(nra) Hq IH) as M.
      assert (E' : forall x, stopped 0 0 x q == F game x q) by (intros x'; unfold stopped, F; destruct (game q); ring). rewrite !E' in M. lra. }
    specialize (A n p Hp). fold z in A. specialize (G s (iterate 0 s 0 n) ltac:(lra) (iterate_unit 0 s 0 n ltac:(lra) ltac:(lra) ltac:(lra))).
    assert (K : iterate 0 s 0 n p <= x + e).
    { apply G. intros q Hq. apply iterate_ends; [lra|lra|exact Hq]. }
    assert (z * s <= e) by nra. unfold e in *. lra.
  - intros H e He. exists 1. split; [lra|]. intros s y Hs U Hy. destruct (power_small s e Hs He) as (n & Pn).
    assert (G : forall k q, In q dom -> 0 <= power (1 - s) k /\ y q <= alpha game k q + power (1 - s) k).
    { induction k as [|k IH]; intros q Hq.
      - specialize (Hy q Hq). specialize (U q Hq). cbn. unfold stopped in Hy. destruct (game q); lra.
      - destruct (IH q Hq) as [P _]. cbn [power alpha]. split; [nra|].
        pose proof (stopped_shift 0 s (alpha game k) y (power (1 - s) k) q ltac:(lra) P Hq (fun r Hr => proj2 (IH r Hr))) as M.
        pose proof (F_0 dom game ok (alpha game k) (fun r Hr => alpha_0 dom game ok k r Hr) q Hq) as A0.
        specialize (Hy q Hq). unfold stopped, F in *. destruct (game q); [nra|]. nra. }
    destruct (G n p Hp) as [_ B]. specialize (H n). lra.
Qed.
End Never.

(* If the values are rational, some solution of the stopped game is near to them, from each side. *)
Section Rational.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.
Variables (d : Q) (a : pos -> Q).
Hypothesis Hd : 0 <= d <= 1.
Hypothesis value : forall p, In p dom -> value_is dom game d (a p) p.

Lemma stopped_near e s1 : 0 < e -> 0 < s1 -> exists s y z, 0 < s <= s1 /\ s <= 1 /\ unit_numbers dom y /\ unit_numbers dom z /\
  (forall p, In p dom -> stopped game d s y p <= y p /\ z p <= stopped game d s z p) /\
  forall p, In p dom -> a p - e <= y p <= a p + e /\ a p - e <= z p <= a p + e.
Proof.
  intros He Hs1. set (h := e * (1#2)).
  destruct (small_everywhere dom (fun s0 p => (forall s y, 0 < s <= s0 -> unit_numbers dom y ->
      (forall q, In q dom -> stopped game d s y q <= y q) -> a p <= y p + h) /\
    (forall s z, 0 < s <= s0 -> unit_numbers dom z -> (forall q, In q dom -> z q <= stopped game d s z q) -> z p <= a p + h)))
    as (s0 & Hs0 & H).
  { intros s t p Hst [B A]. split; intros r y Hr; [apply B|apply A]; lra. }
  { intros p Hp. destruct (value p Hp) as [B A]. destruct (B h ltac:(unfold h; lra)) as (s & Hs & Bs).
    destruct (A h ltac:(unfold h; lra)) as (t & Ht & At). destruct (smaller s t 1 Hs Ht ltac:(lra)) as (q & Hq & Q1 & Q2 & _). exists q. split; [exact Hq|].
    split; intros r y Hr; [apply Bs|apply At]; lra. }
  destruct (smaller s0 s1 1 Hs0 Hs1 ltac:(lra)) as (s & Hs & S1 & S2 & S3).
  destruct (stopped_value dom game ok d s h) as (y & z & Uy & Uz & Hy & Hz & Hyz); [lra|exact Hd|unfold h; lra|].
  exists s, y, z. repeat split; auto; try lra; try (apply Uy; assumption); try (apply Uz; assumption);
    match goal with Hp : In ?p dom |- _ => destruct (H p Hp) as [B A]; specialize (B s y ltac:(lra) Uy Hy);
      specialize (A s z ltac:(lra) Uz Hz); specialize (Hyz p Hp); unfold h in *; lra end.
Qed.
Theorem value_fixed p : In p dom -> a p == F game a p.
Proof.
  intros Hp. assert (N : forall e, 0 < e -> F game a p <= a p + e /\ a p <= F game a p + e).
  { intros e He. destruct (stopped_near (e * (1#3)) (e * (1#3))) as (s & y & z & Hs & Hs' & Uy & Uz & H & N); [lra|lra|].
    pose proof (stopped_F dom game ok d s y p ltac:(lra) Hd Uy Hp). pose proof (stopped_F dom game ok d s z p ltac:(lra) Hd Uz Hp).
    destruct (H p Hp) as [Hy Hz]. destruct (N p Hp) as [Ny Nz].
    assert (S : forall x y, (forall q, In q dom -> y q <= x q + e * (1#3)) -> F game y p <= F game x p + e * (1#3)).
    { intros x' y' Hxy. pose proof (stopped_shift dom game ok 0 0 x' y' (e * (1#3)) p ltac:(lra) ltac:(lra) Hp Hxy) as M.
      assert (E : forall w, stopped game 0 0 w p == F game w p) by (intros w; unfold stopped, F; destruct (game p); ring). rewrite !E in M. lra. }
    pose proof (S y a ltac:(intros q Hq; destruct (N q Hq); lra)). pose proof (S a z ltac:(intros q Hq; destruct (N q Hq); lra)). lra. }
  apply Qle_antisym; apply Qnot_lt_le; intros Hlt;
    [specialize (N ((a p - F game a p) * (1#2)) ltac:(lra))|specialize (N ((F game a p - a p) * (1#2)) ltac:(lra))]; lra.
Qed.
End Rational.

(* The mirror image, and what follows for both sides. *)
Section Values.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.

Lemma mean_flip_back (x : pos -> Q) ps : mean (flip x) ps == total ps - mean x (map mirror_part ps).
Proof.
  induction ps as [|c l IH]; cbn [map mean total]; [ring|]. rewrite IH.
  assert (E : choice (flip x) c == 1 - choice x (mirror_part c)) by (unfold choice; cbn; destruct (who c); cbn; [apply most_flip|apply least_flip]).
  rewrite E. cbn. ring.
Qed.
Lemma stopped_mirror d d' s y p : d' == 1 - d -> In p dom ->
  stopped (mirror game) d' s (flip y) p == 1 - stopped game d s y p /\ stopped game d s (flip y) p == 1 - stopped (mirror game) d' s y p.
Proof.
  intros E Hp. specialize (ok p Hp). unfold stopped, mirror. destruct (game p) as [v|ps]; [split; ring|]. destruct ok as [Ht _].
  rewrite mean_flip, mean_flip_back, Ht, E. split; ring.
Qed.
Lemma value_mirror d d' x p : d' == 1 - d ->
  (below_value dom (mirror game) d' (1 - x) p <-> above_value dom game d x p) /\
  (above_value dom (mirror game) d' (1 - x) p <-> below_value dom game d x p).
Proof.
  intros E. assert (U : forall y, unit_numbers dom y -> unit_numbers dom (flip y)) by (intros y U q Hq; specialize (U q Hq); unfold flip; lra).
  split; (split; intros H e He; destruct (H e He) as (s0 & Hs0 & G); exists s0; (split; [exact Hs0|]); intros s y Hs Uy Hy;
    specialize (G s (flip y) Hs (U y Uy)));
    (match type of G with ?A -> _ => assert (K : A); [|specialize (G K); unfold flip in G; lra] end);
    intros q Hq; specialize (Hy q Hq); destruct (stopped_mirror d d' s y q E Hq) as [E1 E2]; rewrite ?E1, ?E2; unfold flip; lra.
Qed.
Theorem black_forces_value (d : Q) (u' : pos -> Q) (T' : pos -> nat) (inner : pos -> Prop) : 0 <= d <= 1 ->
  (forall p, In p dom -> inner p \/ above_value dom game d (u' p) p) ->
  (forall p, In p dom -> inner p -> black_forces game d u' T' p) ->
  forall p, In p dom -> above_value dom game d (u' p) p.
Proof.
  intros Hd border forces p Hp. apply (value_mirror d (1 - d)); [reflexivity|].
  apply (white_forces_value dom (mirror game) (ok_mirror dom game ok) (1 - d) (flip u') T' inner); auto; [lra| |].
  - intros q Hq. destruct (border q Hq) as [H|H]; [auto|right; apply (value_mirror d (1 - d)); [reflexivity|exact H]].
  - intros q Hq Hi. apply (black_forces_mirror dom game ok); auto.
Qed.
Theorem value_1_is_beta x p : In p dom ->
  (below_value dom game 1 x p <-> below_beta game x p) /\ (above_value dom game 1 x p <-> above_beta game x p).
Proof.
  intros Hp. destruct (value_0_is_alpha dom (mirror game) (ok_mirror dom game ok) (1 - x) p Hp) as [L U].
  destruct (value_mirror 1 0 x p ltac:(lra)) as [A B].
  rewrite <- A, <- B, L, U. split; [apply (above_mirror dom game ok); exact Hp|apply (below_mirror dom game ok); exact Hp].
Qed.

(* v_d lies between alpha and beta. *)
Theorem value_between d x p : 0 <= d <= 1 -> In p dom ->
  (below_alpha game x p -> below_value dom game d x p) /\ (below_value dom game d x p -> below_beta game x p) /\
  (above_beta game x p -> above_value dom game d x p) /\ (above_value dom game d x p -> above_alpha game x p).
Proof.
  intros Hd Hp. destruct (value_0_is_alpha dom game ok x p Hp) as [A A'], (value_1_is_beta x p Hp) as [B B'].
  pose proof (value_rises dom game 0 d x p ltac:(lra)). pose proof (value_rises dom game d 1 x p ltac:(lra)). tauto.
Qed.

(* ANCHOR: exact *)
Theorem value_exact (d : Q) (x : pos -> Q) (T T' : pos -> nat) : 0 <= d <= 1 ->
  (forall p, In p dom -> white_forces game d x T p /\ black_forces game d x T' p) ->
  forall p, In p dom -> value_is dom game d (x p) p.
(* ANCHOR_END: exact *)
Proof.
  intros Hd H p Hp. split.
  - apply (white_forces_value dom game ok d x T (fun _ => True)); auto. intros q Hq _. apply H, Hq.
  - apply (black_forces_value d x T' (fun _ => True)); auto. intros q Hq _. apply H, Hq.
Qed.
Theorem never_unique d x y p : 0 <= d <= 1 -> In p dom -> value_is dom game d x p -> value_is dom game d y p -> x == y.
Proof. intros Hd Hp [A B] [A' B']. apply Qle_antisym; eapply (below_above_value dom game ok d); eauto. Qed.
End Values.

(* Both sides may only wait: the position is worth d. *)
Definition wait : unit -> node unit := fun _ => bid_for (tt, []) (tt, []).
Theorem wait_value d : 0 <= d <= 1 -> value_is [tt] wait d d tt.
Proof.
  intros Hd. assert (ok : game_ok [tt] wait).
  { intros p _. split; [reflexivity|]. intros c [<-|[<-|[]]]; cbn; (split; [lra|]); intros [] _; auto. }
  apply (value_exact [tt] wait ok d (fun _ => d) (fun _ => O) (fun _ => O) Hd); [|left; reflexivity].
  intros p _. split; (split; [unfold F; cbn; unfold choice, most, least; cbn; lra|intros; lra]).
Qed.

