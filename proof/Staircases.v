(* All staircases at once: the condition `return` of the format, and why a finite list of layers settles all of them.

   S(k,a,b) has k blocks one below the other; the i-th from below has b rows of length i*a. A cell is named by its layer and its
   row and column in its block. If what is seen below layer t is what is seen below layer s, with all that counts greater by a
   constant, then layer t is layer s plus this constant, and so on for ever. No axiom is used. *)
From Coq Require Import List Lia Arith Bool.
From Bidding Require Import Partitions.
Import ListNotations.
Open Scope nat_scope.

Section Staircases.
Variables (p : piece) (a b : nat).
Hypothesis ok : piece_ok p.
Hypothesis block : 1 <= a /\ 1 <= b.

Fixpoint staircase (k : nat) : list nat := match k with O => [] | S k' => repeat (k * a) b ++ staircase k' end.

(* A layer, and a row and a column in the block. Going down [x] rows and [y] columns may lead to lower layers. *)
Definition cell := (nat * nat * nat)%type.
Definition fits (c : cell) (x y : nat) : Prop := let '(t, i, j) := c in (i + x) / b + (j + y) / a <= t.
Definition go (c : cell) (x y : nat) : cell := let '(t, i, j) := c in (t - (i + x) / b - (j + y) / a, (i + x) mod b, (j + y) mod a).
Definition stair_moves (c o : cell) : Prop := exists x y, reach p x y /\ fits c x y /\ o = go c x y.

Section Table.
Variable g : cell -> nat.
Variable seen : nat -> nat. (* the numbers sigma of the format *)

(* ANCHOR: staircase-conditions *)
(* How many layers a move goes down that is not repeated. *)
Definition up (n m : nat) : nat := (n + m - 1) / m.
Definition depth : nat := list_max (map (fun xy => up (fst xy) b + up (snd xy) a) (steps p ++ rides p)).

(* The values below [n] are common to all rows of the layers below [t], or common to all columns, each by itself. *)
Definition sees (t n : nat) : Prop := forall v, v < n ->
  (In (0, 1) (rides p) /\ forall i, i < b -> exists t' j, t' < t /\ j < a /\ g (t', i, j) = v) \/
  (In (1, 0) (rides p) /\ forall j, j < a -> exists t' i, t' < t /\ i < b /\ g (t', i, j) = v).
Definition seen_ok (t : nat) : Prop := sees t (seen t) /\ ~ sees t (S (seen t)).

(* The value [v] is reached from a cell by the ride [xy], once or more often. *)
Definition ridden (c : cell) (xy : nat * nat) (v : nat) : Prop :=
  exists n, n >= 1 /\ fits c (n * fst xy) (n * snd xy) /\ g (go c (n * fst xy) (n * snd xy)) = v.

Definition recurs (s t : nat) : Prop := depth <= s /\ forall d i j, 1 <= d <= depth -> i < b -> j < a ->
  g (t - d, i, j) + seen s = g (s - d, i, j) + seen t /\
  forall xy w, In xy (rides p) -> (ridden (t - d, i, j) xy (w + seen t) <-> ridden (s - d, i, j) xy (w + seen s)).

Definition return_ (from period growth : nat) : Prop :=
  period >= 1 /\
  (forall t s, t <= from + period -> s < t -> (recurs s t <-> s = from /\ t = from + period)) /\
  growth = seen (from + period) - seen from.
(* ANCHOR_END: staircase-conditions *)
End Table.

(* Cells. *)
Definition proper (c : cell) : Prop := let '(t, i, j) := c in i < b /\ j < a.
Lemma go_proper c x y : proper (go c x y).
Proof. destruct c as [[t i] j]. cbn. split; apply Nat.mod_upper_bound; lia. Qed.
Lemma split_sum i x x' m : 1 <= m -> (i + (x + x')) / m = (i + x) / m + ((i + x) mod m + x') / m /\
  (i + (x + x')) mod m = ((i + x) mod m + x') mod m.
Proof.
  intros Hm. assert (E : i + (x + x') = (i + x) / m * m + ((i + x) mod m + x')).
  { pose proof (Nat.div_mod (i + x) m ltac:(lia)). lia. }
  rewrite E. split; [rewrite Nat.div_add_l by lia; reflexivity|].
  rewrite Nat.add_comm, Nat.mod_add by lia. reflexivity.
Qed.
(* Going on. *)
Lemma go_go c x y x' y' : fits c x y -> (fits c (x + x') (y + y') <-> fits (go c x y) x' y') /\
  go c (x + x') (y + y') = go (go c x y) x' y'.
Proof.
  destruct c as [[t i] j]. unfold fits, go. destruct (split_sum i x x' b) as [D1 M1]; [lia|]. destruct (split_sum j y y' a) as [D2 M2]; [lia|].
  rewrite D1, D2, M1, M2. intros H. split; [lia|]. f_equal. f_equal. lia.
Qed.
Lemma fits_less c x y x' y' : fits c (x + x') (y + y') -> fits c x y.
Proof.
  destruct c as [[t i] j]. unfold fits. intros H.
  pose proof (Nat.div_le_mono (i + x) (i + (x + x')) b ltac:(lia) ltac:(lia)).
  pose proof (Nat.div_le_mono (j + y) (j + (y + y')) a ltac:(lia) ltac:(lia)). lia.
Qed.

(* A ride is one move, and then none or a ride. *)
Lemma ridden_step g c xy v : ridden g c xy v <->
  fits c (fst xy) (snd xy) /\ (g (go c (fst xy) (snd xy)) = v \/ ridden g (go c (fst xy) (snd xy)) xy v).
Proof.
  destruct xy as [x y]. unfold ridden. cbn [fst snd]. split.
  - intros (n & Hn & F & E). destruct n as [|[|n]]; [lia| |].
    + rewrite !Nat.mul_1_l in *. auto.
    + change (S (S n) * x) with (x + S n * x) in *. change (S (S n) * y) with (y + S n * y) in *.
      assert (F1 : fits c x y) by (eapply fits_less; exact F). destruct (go_go c x y (S n * x) (S n * y) F1) as [F2 G].
      split; [exact F1|right]. exists (S n). rewrite <- G. split; [lia|split; [apply F2, F|exact E]].
  - intros (F & [E|(n & Hn & F' & E)]).
    + exists 1. rewrite !Nat.mul_1_l. auto.
    + exists (S n). change (S n * x) with (x + n * x). change (S n * y) with (y + n * y).
      destruct (go_go c x y (n * x) (n * y) F) as [F2 G]. rewrite G. split; [lia|split; [apply F2, F'|exact E]].
Qed.

(* A move that is not repeated goes down at most [depth] layers. *)
Lemma up_bound n m i : 1 <= m -> i < m -> (i + n) / m <= up n m.
Proof. intros. unfold up. apply Nat.div_le_mono; lia. Qed.
Lemma depth_bound x y i j : In (x, y) (steps p ++ rides p) -> i < b -> j < a -> (i + x) / b + (j + y) / a <= depth.
Proof.
  intros H Hi Hj. pose proof (up_bound x b i ltac:(lia) Hi). pose proof (up_bound y a j ltac:(lia) Hj).
  assert (up x b + up y a <= depth); [|lia].
  unfold depth. pose proof (list_max_le (map (fun xy => up (fst xy) b + up (snd xy) a) (steps p ++ rides p)) depth) as [X _].
  specialize (X (Nat.le_refl _)). rewrite Forall_forall in X. apply X. apply in_map_iff. exists (x, y). auto.
Qed.

(* The values of options. *)
Definition option_value (g : cell -> nat) (c : cell) (v : nat) : Prop := exists o, stair_moves c o /\ g o = v.
Lemma option_value_cases g c v : option_value g c v <->
  (exists xy, In xy (steps p) /\ fits c (fst xy) (snd xy) /\ g (go c (fst xy) (snd xy)) = v) \/
  (exists xy, In xy (rides p) /\ ridden g c xy v).
Proof.
  unfold option_value, stair_moves, ridden. split.
  - intros (o & (x & y & [R|(n & x' & y' & Hn & R & -> & ->)] & F & ->) & E).
    + left. exists (x, y). auto.
    + right. exists (x', y'). split; [exact R|]. exists n. auto.
  - intros [([x y] & R & F & E)|([x y] & R & n & Hn & F & E)]; eexists; (split; [|exact E]).
    + exists x, y. split; [left; exact R|auto].
    + exists (n * x), (n * y). split; [right; exists n, x, y; auto|auto].
Qed.

Lemma sees_more g s t n : s <= t -> sees g s n -> sees g t n.
Proof.
  intros H S v Hv. destruct (S v Hv) as [[R X]|[R X]]; [left|right]; (split; [exact R|]); intros i Hi;
    destruct (X i Hi) as (t' & j & Ht & Hj & E); exists t', j; repeat split; auto; lia.
Qed.
Lemma seen_grows g seen s t : s <= t -> seen_ok g seen s -> seen_ok g seen t -> seen s <= seen t.
Proof.
  intros H [S _] [_ N]. destruct (le_lt_dec (seen s) (seen t)) as [L|L]; [exact L|]. exfalso. apply N.
  intros v Hv. apply (sees_more g s t _ H S). lia.
Qed.
(* What is common to all rows or columns below layer t is the value of an option from layer t on. *)
Lemma sees_options g t n v m i j : sees g t n -> v < n -> t <= m -> i < b -> j < a -> option_value g (m, i, j) v.
Proof.
  intros S Hv Hm Hi Hj. apply option_value_cases. right. destruct (S v Hv) as [[R X]|[R X]].
  - destruct (X i Hi) as (t' & j' & Ht & Hj' & E). exists (0, 1). split; [exact R|]. exists ((m - t') * a + j' - j).
    assert (Q : 1 <= m - t') by lia. assert (A : a <= (m - t') * a) by nia. cbn [fst snd].
    assert (D : (j + ((m - t') * a + j' - j) * 1) = (m - t') * a + j') by lia.
    split; [lia|]. unfold fits, go. rewrite D, Nat.mul_0_r, Nat.add_0_r, (Nat.div_small i b Hi), (Nat.mod_small i b Hi), Nat.div_add_l, (Nat.div_small j' a Hj') by lia.
    split; [lia|]. rewrite (Nat.add_comm _ j'), Nat.mod_add, (Nat.mod_small j' a Hj') by lia.
    replace (m - 0 - (m - t' + 0)) with t' by lia. exact E.
  - destruct (X j Hj) as (t' & i' & Ht & Hi' & E). exists (1, 0). split; [exact R|]. exists ((m - t') * b + i' - i).
    assert (Q : 1 <= m - t') by lia. assert (A : b <= (m - t') * b) by nia. cbn [fst snd].
    assert (D : (i + ((m - t') * b + i' - i) * 1) = (m - t') * b + i') by lia.
    split; [lia|]. unfold fits, go. rewrite D, Nat.mul_0_r, Nat.add_0_r, (Nat.div_small j a Hj), (Nat.mod_small j a Hj), Nat.div_add_l, (Nat.div_small i' b Hi') by lia.
    split; [lia|]. rewrite (Nat.add_comm _ i'), Nat.mod_add, (Nat.mod_small i' b Hi') by lia.
    replace (m - (m - t' + 0) - 0) with t' by lia. exact E.
Qed.

(* No move: this can be decided. *)
Lemma ends_decidable c : ends stair_moves c \/ ~ ends stair_moves c.
Proof.
  set (l := filter (fun xy => let '(t, i, j) := c in (i + fst xy) / b + (j + snd xy) / a <=? t) (steps p ++ rides p)).
  assert (F : forall xy, In xy l <-> In xy (steps p ++ rides p) /\ fits c (fst xy) (snd xy)).
  { intros xy. unfold l. rewrite filter_In. destruct c as [[t i] j]. unfold fits. rewrite Nat.leb_le. reflexivity. }
  destruct l as [|xy l'] eqn:E.
  - left. intros o (x & y & R & Fit & _). destruct R as [R|(n & x' & y' & Hn & R & -> & ->)].
    + destruct (F (x, y)) as [_ F']. apply F'. split; [apply in_or_app; auto|exact Fit].
    + destruct (F (x', y')) as [_ F']. apply F'. split; [apply in_or_app; auto|]. cbn [fst snd].
      destruct n as [|n]; [lia|]. eapply fits_less. exact Fit.
  - right. intros N. destruct (F xy) as [F' _]. destruct (F' (or_introl eq_refl)) as [i Fit]. destruct xy as [x y].
    apply (N (go c x y)). exists x, y. split; [|auto]. apply in_app_or in i. destruct i as [i|i]; [left; exact i|].
    right. exists 1, x, y. rewrite !Nat.mul_1_l. auto.
Qed.
(* The least number that is no value of an option. *)
Definition least_missing (g : cell -> nat) (c : cell) : Prop :=
  ~ option_value g c (g c) /\ forall v, v < g c -> option_value g c v.
Lemma mex_least g c : mex stair_moves g c <-> least_missing g c.
Proof.
  unfold mex, required, least_missing, option_value. split.
  - intros [[E Z]|(_ & A & B)].
    + split; [intros (o & M & _); exact (E o M)|]. cbn in Z. lia.
    + split; [intros (o & M & X); exact (A o M X)|exact B].
  - intros [A B]. destruct (ends_decidable c) as [E|E].
    + left. split; [exact E|]. cbn. destruct (g c) as [|n] eqn:Z; [reflexivity|]. destruct (B 0 ltac:(lia)) as (o & M & _). destruct (E o M).
    + right. split; [exact E|split; [|exact B]]. intros o M X. apply A. exists o. auto.
Qed.

(* The layers of the certificate, and all later ones. *)
Section Return.
Variables (g : cell -> nat) (seen : nat -> nat) (from period growth : nat).
Notation last := (from + period).

(* The value in any layer: what is stated, or what is stated in the layer that it repeats, with the growth. *)
Definition in_all_layers (c : cell) : nat :=
  let '(t, i, j) := c in
  if t <? from + period then g c else g (from + (t - from) mod period, i, j) + growth * ((t - from) / period).
Notation G := in_all_layers.

Hypothesis mex_ok : forall t i j, t < last -> i < b -> j < a -> mex stair_moves g (t, i, j).
Hypothesis seen_is : forall t, t <= last -> seen_ok g seen t.
Hypothesis returns : return_ g seen from period growth.

Lemma G_low t i j : t < last -> G (t, i, j) = g (t, i, j).
Proof. intros H. unfold in_all_layers. destruct (Nat.ltb_spec t last); [reflexivity|lia]. Qed.
Lemma G_next m i j : from <= m -> G (m + period, i, j) = G (m, i, j) + growth.
Proof.
  intros H. destruct returns as (P & _). unfold in_all_layers. destruct (Nat.ltb_spec (m + period) last); [lia|].
  replace (m + period - from) with ((m - from) + 1 * period) by lia. rewrite Nat.mod_add, Nat.div_add by lia.
  destruct (Nat.ltb_spec m last); [|lia].
  rewrite (Nat.mod_small (m - from)), (Nat.div_small (m - from)) by lia. replace (from + (m - from)) with m by lia. lia.
Qed.
Lemma G_go c x y : (let '(t, _, _) := c in t < last) -> G (go c x y) = g (go c x y).
Proof. destruct c as [[t i] j]. intros H. unfold go. apply G_low. lia. Qed.
Lemma ridden_G c xy v : (let '(t, _, _) := c in t < last) -> (ridden G c xy v <-> ridden g c xy v).
Proof. intros H. unfold ridden. split; intros (n & Hn & F & E); exists n; rewrite (G_go _ _ _ H) in *; auto. Qed.

Lemma recurs_here : recurs g seen from last.
Proof. destruct returns as (P & R & _). apply R; auto; lia. Qed.
Lemma growth_is : seen last = seen from + growth.
Proof. destruct returns as (P & _ & ->). pose proof (seen_grows g seen from last ltac:(lia) (seen_is from ltac:(lia)) (seen_is last ltac:(lia))). lia. Qed.

(* Layer m + period against layer m: the same values and the same rides, each greater by the growth, if m + depth >= from. *)
Lemma values_shift m i j : from <= m + depth -> i < b -> j < a -> G (m + period, i, j) = G (m, i, j) + growth.
Proof.
  intros H Hi Hj. destruct (le_lt_dec from m) as [L|L]; [apply G_next; exact L|].
  destruct recurs_here as [D R]. destruct (R (from - m) i j ltac:(lia) Hi Hj) as [E _]. pose proof growth_is.
  rewrite !G_low by lia. replace (last - (from - m)) with (m + period) in E by lia. replace (from - (from - m)) with m in E by lia. lia.
Qed.
Lemma rides_shift m : from <= m + depth -> forall k i j, i < b -> j < a -> (b - i) + (a - j) < k -> forall xy w, In xy (rides p) ->
  (ridden G (m + period, i, j) xy (w + seen last) <-> ridden G (m, i, j) xy (w + seen from)).
Proof.
  induction m as [m IHm] using lt_wf_ind. intros H k. induction k as [|k IHk]; [lia|]. intros i j Hi Hj Hk [x y] w Hxy.
  destruct recurs_here as [D R].
  destruct (le_lt_dec from m) as [L|L].
  - rewrite (ridden_step G (m + period, i, j)), (ridden_step G (m, i, j)). cbn [fst snd].
    pose proof (depth_bound x y i j ltac:(apply in_or_app; auto) Hi Hj) as B.
    set (q := (i + x) / b + (j + y) / a) in *.
    assert (F : forall t, from <= t -> fits (t, i, j) x y) by (intros t Ht; unfold fits; fold q; lia).
    assert (Go : forall t, go (t, i, j) x y = (t - q, (i + x) mod b, (j + y) mod a)) by (intros t; unfold go, q; f_equal; f_equal; lia).
    rewrite !Go. replace (m + period - q) with (m - q + period) by lia.
    assert (Hi' : (i + x) mod b < b) by (apply Nat.mod_upper_bound; lia).
    assert (Hj' : (j + y) mod a < a) by (apply Nat.mod_upper_bound; lia).
    rewrite (values_shift (m - q)) by (auto; lia). rewrite growth_is.
    assert (I : ridden G (m - q + period, (i + x) mod b, (j + y) mod a) (x, y) (w + seen last) <->
                ridden G (m - q, (i + x) mod b, (j + y) mod a) (x, y) (w + seen from)).
    { destruct (Nat.eq_dec q 0) as [Z|Z].
      - (* in the same block *)
        assert (Zi : (i + x) / b = 0) by lia. assert (Zj : (j + y) / a = 0) by lia.
        apply Nat.div_small_iff in Zi; [|lia]. apply Nat.div_small_iff in Zj; [|lia].
        rewrite !Nat.mod_small by assumption. rewrite Z, Nat.sub_0_r. apply IHk; auto.
        destruct ok as [_ O]. assert (0 < x + y) by (destruct x, y; try lia; contradiction). lia.
      - apply (IHm (m - q) ltac:(lia) ltac:(lia) (S (b + a))); auto. lia. }
    rewrite growth_is in I. rewrite I. split; intros [_ X]; (split; [apply F; lia|]); destruct X as [X|X]; auto; left; lia.
  - destruct (R (from - m) i j ltac:(lia) Hi Hj) as [_ E]. specialize (E (x, y) w Hxy).
    replace (last - (from - m)) with (m + period) in E by lia. replace (from - (from - m)) with m in E by lia.
    rewrite !ridden_G by lia. exact E.
Qed.
Lemma options_shift m i j w : from <= m -> i < b -> j < a ->
  (option_value G (m + period, i, j) (w + seen last) <-> option_value G (m, i, j) (w + seen from)).
Proof.
  intros H Hi Hj. rewrite !option_value_cases. destruct recurs_here as [D _].
  assert (Rides : forall xy, In xy (rides p) -> (ridden G (m + period, i, j) xy (w + seen last) <-> ridden G (m, i, j) xy (w + seen from))).
  { intros xy Hxy. apply (rides_shift m ltac:(lia) (S (b + a))); auto. lia. }
  assert (Steps : forall xy, In xy (steps p) ->
    (fits (m + period, i, j) (fst xy) (snd xy) /\ G (go (m + period, i, j) (fst xy) (snd xy)) = w + seen last <->
     fits (m, i, j) (fst xy) (snd xy) /\ G (go (m, i, j) (fst xy) (snd xy)) = w + seen from)).
  { intros [x y] Hxy. cbn [fst snd]. pose proof (depth_bound x y i j ltac:(apply in_or_app; auto) Hi Hj) as B.
    unfold fits, go. replace (m + period - (i + x) / b - (j + y) / a) with (m - (i + x) / b - (j + y) / a + period) by lia.
    rewrite values_shift by (try apply Nat.mod_upper_bound; lia). rewrite growth_is. split; intros [_ E]; split; lia. }
  split; (intros [(xy & Hxy & X)|(xy & Hxy & X)]; [left|right]; exists xy; (split; [exact Hxy|])); first [apply Steps|apply Rides]; auto.
Qed.

(* The values of later layers satisfy `mex`, too. *)
Lemma seen_G t v m i j : t <= last -> sees g t (seen t) -> v < seen t -> t <= m -> i < b -> j < a -> option_value G (m, i, j) v.
Proof.
  intros Ht S Hv Hm Hi Hj. apply (sees_options G t (seen t)); auto. intros v' Hv'.
  destruct (S v' Hv') as [[R X]|[R X]]; [left|right]; (split; [exact R|]); intros z Hz;
    destruct (X z Hz) as (t' & z' & Ht' & Hz' & E); exists t', z'; rewrite G_low by lia; auto.
Qed.
Lemma all_least m : forall i j, i < b -> j < a -> least_missing G (m, i, j).
Proof.
  induction m as [m IH] using lt_wf_ind. intros i j Hi Hj. destruct returns as (P & _).
  destruct (le_lt_dec last m) as [L|L].
  - set (n := m - period). assert (E : m = n + period) by (unfold n; lia). assert (Hn : from <= n) by (unfold n; lia).
    destruct (IH n ltac:(lia) i j Hi Hj) as [A B]. rewrite E.
    destruct (seen_is from ltac:(lia)) as [Sf _]. destruct (seen_is last ltac:(lia)) as [Sl _].
    assert (Low : seen from <= G (n, i, j)).
    { destruct (le_lt_dec (seen from) (G (n, i, j))) as [X|X]; [exact X|exfalso]. apply A. apply (seen_G from); auto; lia. }
    pose proof growth_is as Gr.
    unfold least_missing. rewrite (G_next n i j Hn). set (w := G (n, i, j) - seen from).
    replace (G (n, i, j) + growth) with (w + seen last) by (unfold w; lia). split.
    + rewrite (options_shift n i j w Hn Hi Hj). replace (w + seen from) with (G (n, i, j)) by (unfold w; lia). exact A.
    + intros v Hv. destruct (le_lt_dec (seen last) v) as [X|X]; [|apply (seen_G last); auto; lia].
      replace v with ((v - seen last) + seen last) by lia. apply (options_shift n i j _ Hn Hi Hj). apply B. unfold w in *. lia.
  - pose proof (proj1 (mex_least g (m, i, j)) (mex_ok m i j L Hi Hj)) as [A B]. unfold least_missing. rewrite G_low by exact L.
    assert (O : forall v, option_value G (m, i, j) v <-> option_value g (m, i, j) v).
    { intros v. unfold option_value. split; intros (o & M & X); exists o; (split; [exact M|]);
        destruct M as (x & y & _ & _ & ->); rewrite (G_go (m, i, j)) in *; auto. }
    split; [rewrite O; exact A|intros v Hv; apply O, B, Hv].
Qed.
Lemma all_mex m i j : i < b -> j < a -> mex stair_moves G (m, i, j).
Proof. intros. apply mex_least, all_least; assumption. Qed.

(* The cells of S(k,a,b), and their layers. *)
Lemma nth_repeat_below z n r : r < n -> nth r (repeat z n) 0 = z.
Proof. revert r. induction n as [|n IH]; intros [|r] H; cbn; try lia; auto. apply IH. lia. Qed.
Lemma nth_staircase k r : nth r (staircase k) 0 = (k - r / b) * a.
Proof.
  revert r. induction k as [|k IH]; intros r; [cbn; destruct r; lia|]. cbn [staircase].
  destruct (lt_dec r b) as [L|L].
  - rewrite app_nth1 by (rewrite repeat_length; exact L). rewrite (Nat.div_small r b L), Nat.sub_0_r.
    rewrite nth_repeat_below by exact L. reflexivity.
  - rewrite app_nth2 by (rewrite repeat_length; lia). rewrite repeat_length, IH.
    replace (r / b) with (S ((r - b) / b)); [reflexivity|]. replace r with ((r - b) + 1 * b) at 2 by lia. rewrite Nat.div_add by lia. lia.
Qed.
Lemma inside_staircase k r c : inside (staircase k) (r, c) <-> r / b + c / a < k.
Proof.
  unfold inside. cbn [fst snd]. rewrite nth_staircase. split; intros H.
  - assert (c / a < k - r / b); [|lia]. apply Nat.div_lt_upper_bound; lia.
  - assert (c / a < k - r / b) as X by lia. pose proof (Nat.div_mod c a ltac:(lia)). pose proof (Nat.mod_upper_bound c a ltac:(lia)). nia.
Qed.
Lemma staircase_partition k : partition (staircase k).
Proof.
  assert (Up : forall k, Forall (fun r => 1 <= r <= k * a) (staircase k)).
  { clear - block. induction k as [|k IH]; [constructor|]. cbn [staircase]. apply Forall_app. split.
    - apply Forall_forall. intros r H. apply repeat_spec in H. subst r. nia.
    - eapply Forall_impl; [|exact IH]. cbn. intros. nia. }
  split.
  - induction k as [|k IH]; [exact I|]. cbn [staircase].
    assert (X : forall n, descending (repeat (S k * a) n ++ staircase k)); [|apply X].
    induction n as [|n IHn]; [exact IH|]. cbn [repeat app descending]. split; [|exact IHn].
    apply Forall_app. split; [apply Forall_forall; intros r H; apply repeat_spec in H; lia|].
    eapply Forall_impl; [|exact (Up k)]. cbn. intros. nia.
  - eapply Forall_impl; [|exact (Up k)]. cbn. intros. lia.
Qed.
Definition cell_of (k : nat) (rc : nat * nat) : cell := (k - 1 - fst rc / b - snd rc / a, fst rc mod b, snd rc mod a).
Lemma cell_moves_stair k rc : inside (staircase k) rc ->
  (forall o, cell_moves p (staircase k) rc o -> stair_moves (cell_of k rc) (cell_of k o)) /\
  (forall o, stair_moves (cell_of k rc) o -> exists rc', cell_moves p (staircase k) rc rc' /\ cell_of k rc' = o).
Proof.
  destruct rc as [r c]. intros H. apply inside_staircase in H. unfold cell_of. cbn [fst snd].
  assert (K : forall x y, ((r mod b + x) / b + (c mod a + y) / a <= k - 1 - r / b - c / a <-> (r + x) / b + (c + y) / a < k) /\
    go (k - 1 - r / b - c / a, r mod b, c mod a) x y = (k - 1 - (r + x) / b - (c + y) / a, (r + x) mod b, (c + y) mod a)).
  { intros x y. destruct (split_sum r 0 x b) as [D1 M1]; [lia|]. destruct (split_sum c 0 y a) as [D2 M2]; [lia|].
    rewrite !Nat.add_0_l, Nat.add_0_r in *. unfold go. rewrite D1, D2, M1, M2. split; [lia|]. f_equal. f_equal. lia. }
  split.
  - intros o (x & y & R & -> & I). cbn [fst snd] in *. apply inside_staircase in I. destruct (K x y) as [F E].
    exists x, y. split; [exact R|split; [apply F; exact I|rewrite E; reflexivity]].
  - intros o (x & y & R & F & ->). destruct (K x y) as [F' E]. exists (r + x, c + y). cbn [fst snd]. split; [|rewrite E; reflexivity].
    exists x, y. split; [exact R|split; [reflexivity|]]. apply inside_staircase. apply F'. exact F.
Qed.

(* ANCHOR: staircase-sound *)
Theorem staircase_values k rc : inside (staircase k) rc ->
  value (moves p) Normal (left_at (staircase k) rc) (in_all_layers (cell_of k rc)).
(* ANCHOR_END: staircase-sound *)
Proof.
  intros H. set (board := staircase k) in *. pose proof (staircase_partition k) as B. fold board in B.
  assert (M : forall c, inside board c -> mex (cell_moves p board) (fun c => G (cell_of k c)) c).
  { intros [r c] Hc. destruct (cell_moves_stair k (r, c) Hc) as [There Back].
    assert (X : mex stair_moves G (cell_of k (r, c))) by (apply all_mex; cbn; apply Nat.mod_upper_bound; lia).
    destruct X as [[E Z]|(E & X1 & X2)]; [left|right].
    - split; [|exact Z]. intros o Mo. exact (E _ (There o Mo)).
    - split; [|split].
      + intros N. apply E. intros o Mo. destruct (Back o Mo) as (rc' & M' & _). exact (N rc' M').
      + intros o Mo. apply X1. apply There. exact Mo.
      + intros v Hv. destruct (X2 v Hv) as (o & Mo & <-). destruct (Back o Mo) as (rc' & M' & <-). exists rc'. auto. }
  destruct (mex_sound (cell_moves p board) (inside board) (fun c => list_sum (left_at board c)) (cell_closed p board)
    (cell_smaller p board ok B) (fun c => G (cell_of k c)) M rc H) as [n V].
  exists n. apply (value_in_image (cell_moves p board) (moves p) (left_at board) (inside board) (cell_closed p board)
    (cell_there p board B) (cell_back p board B) Normal n rc _ H V).
Qed.
Theorem staircase_corner k : 1 <= k -> value (moves p) Normal (staircase k) (in_all_layers (k - 1, 0, 0)).
Proof.
  intros Hk. assert (H : inside (staircase k) (0, 0)) by (apply inside_staircase; rewrite !Nat.div_0_l by lia; lia).
  pose proof (staircase_values k (0, 0) H) as V. unfold cell_of in V. cbn [fst snd] in V.
  rewrite !Nat.div_0_l, !Nat.mod_0_l, !Nat.sub_0_r in V by lia.
  assert (E : left_at (staircase k) (0, 0) = staircase k); [|rewrite E in V; exact V].
  unfold left_at, delete. cbn [fst snd skipn]. destruct (staircase_partition k) as [_ P].
  clear H V. induction P as [|r l Hr _ IH]; [reflexivity|]. cbn [map filter]. rewrite Nat.sub_0_r. destruct (Nat.ltb_spec 0 r); [|lia].
  f_equal. exact IH.
Qed.
End Return.
End Staircases.
