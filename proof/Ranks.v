(* Labels at quiet positions give a rank to every position: first by the number of positions of greater l, then by the label.
   From each position where evidence counts, a best white option or every black option of some part has a smaller rank. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game Colours.
Import ListNotations.
Open Scope Q_scope.

Section Ranks.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.
Variables (l : pos -> Q) (T : pos -> nat).

Definition above (x : Q) (ps : list pos) : nat := length (filter (fun q => negb (Qle_bool (l q) x)) ps).
Definition rank (p : pos) : nat := (above (l p) dom * S (list_max (map T dom)) + T p)%nat.

Lemma above_le x y ps : x <= y -> (above y ps <= above x ps)%nat.
Proof.
  intros H. unfold above. induction ps as [|a ps IH]; cbn [filter length]; [lia|].
  destruct (Qle_bool (l a) x) eqn:E1, (Qle_bool (l a) y) eqn:E2; cbn [negb length]; try lia.
  apply Qle_bool_iff in E1. assert (Qle_bool (l a) y = true) by (apply Qle_bool_iff; lra). congruence.
Qed.
Lemma above_lt x o ps : In o ps -> x < l o -> (above (l o) ps < above x ps)%nat.
Proof.
  intros Ho H. induction ps as [|a ps IH]; [destruct Ho|]. unfold above in *. cbn [filter].
  pose proof (above_le x (l o) ps ltac:(lra)) as Hle. unfold above in Hle. destruct Ho as [->|Ho].
  - assert (Qle_bool (l o) (l o) = true) as -> by (apply Qle_bool_iff; lra). cbn [negb].
    destruct (Qle_bool (l o) x) eqn:E; [apply Qle_bool_iff in E; lra|]. cbn [negb length]. lia.
  - specialize (IH Ho). destruct (Qle_bool (l a) x) eqn:E1, (Qle_bool (l a) (l o)) eqn:E2; cbn [negb length]; try lia.
    apply Qle_bool_iff in E1. assert (Qle_bool (l a) (l o) = true) by (apply Qle_bool_iff; lra). congruence.
Qed.
Lemma label_le p : In p dom -> (T p <= list_max (map T dom))%nat.
Proof. intros H. pose proof (proj1 (list_max_le (map T dom) _) (Nat.le_refl _)) as G. rewrite Forall_forall in G. apply G, in_map, H. Qed.
Lemma rank_lt p o : In o dom -> l p < l o \/ (l o == l p /\ (T o < T p)%nat) -> (rank o < rank p)%nat.
Proof.
  intros Ho H. unfold rank. pose proof (label_le o Ho). destruct H as [H|[E H]].
  - pose proof (Nat.mul_le_mono_r _ _ (S (list_max (map T dom))) (above_lt (l p) o dom Ho H)). lia.
  - pose proof (Nat.mul_le_mono_r _ _ (S (list_max (map T dom))) (above_le (l p) (l o) dom ltac:(lra))). lia.
Qed.

Lemma ranks_fall d p ps : In p dom -> white_forces game d l T p -> d < l p -> game p = Inner ps ->
  exists c, In c ps /\
    match who c with
    | White => exists o, In o (all (from c)) /\ l o == most l (from c) /\ l p <= l o /\ (rank o < rank p)%nat
    | Black => forall o, In o (all (from c)) -> l p <= l o /\ (rank o < rank p)%nat
    end.
Proof.
  intros Hp [Hl He] Hd Eg. specialize (ok p Hp). unfold F in Hl. rewrite Eg in ok, Hl. destruct ok as [Ht okp].
  (* Either what some part chooses is worth more, or the position is quiet. *)
  assert (D : (exists c, In c ps /\ l p < choice l c) \/ forall c, In c ps -> choice l c <= l p).
  { clear - ps. induction ps as [|c r [(e & He & IH)|IH]]; [right; intros _ []|left; exists e; split; [right; exact He|exact IH]|].
    destruct (Qlt_le_dec (l p) (choice l c)); [left; exists c; split; [left; reflexivity|assumption]|right].
    intros e [<-|He]; auto. }
  destruct D as [(c & Hc & D)|D].
  - exists c. split; [exact Hc|]. destruct (okp c Hc) as [_ Ho]. unfold choice in D. destruct (who c).
    + destruct (most_att l (from c)) as (o & Hoo & Eo). exists o. repeat split; auto; [lra|]. apply rank_lt; [auto|left; lra].
    + intros o Hoo. pose proof (least_lb l (from c) o Hoo). split; [lra|]. apply rank_lt; [auto|left; lra].
  - assert (Ql : quiet l p ps).
    { unfold quiet. apply all_equal; [|rewrite Ht; lra]. intros c Hc. destruct (okp c Hc). auto. }
    destruct (He ps Eg Hd Ql) as (c & Hc & E). exists c. split; [exact Hc|]. specialize (Ql c Hc). destruct (okp c Hc) as [_ Ho].
    unfold choice in Ql. destruct (who c).
    + destruct E as (o & Hoo & Eo & To). exists o. split; [exact Hoo|]. split; [lra|]. split; [lra|]. apply rank_lt; auto.
    + intros o Hoo. pose proof (least_lb l (from c) o Hoo). split; [lra|]. apply rank_lt; [auto|].
      destruct (Qlt_le_dec (l p) (l o)); [left; assumption|right]. split; [lra|]. apply E; [exact Hoo|lra].
Qed.
End Ranks.

(* What is small enough at one position is small enough at all. *)
Lemma small_everywhere {A} (dom : list A) (P : Q -> A -> Prop) : (forall s t p, t <= s -> P s p -> P t p) ->
  (forall p, In p dom -> exists s, 0 < s /\ P s p) -> exists s, 0 < s /\ forall p, In p dom -> P s p.
Proof.
  intros less. induction dom as [|a r IH]; intros H; [exists 1; split; [lra|intros _ []]|].
  destruct (H a (or_introl eq_refl)) as (s & Hs & Ps). destruct IH as (t & Ht & Pt); [intros p Hp; apply H; right; exact Hp|].
  exists (Qmin s t). pose proof (Q.le_min_l s t). pose proof (Q.le_min_r s t). split.
  - destruct (Q.min_spec s t) as [[? M]|[? M]]; rewrite M; assumption.
  - intros p [<-|Hp]; [apply (less s); assumption|apply (less t); auto].
Qed.
Lemma least_positive {A} (dom : list A) (f : A -> Q) : exists s, 0 < s /\ forall a, In a dom -> 0 < f a -> s <= f a.
Proof.
  apply (small_everywhere dom (fun s a => 0 < f a -> s <= f a)); [intros s t a Hst G P; specialize (G P); lra|].
  intros a _. destruct (Qlt_le_dec 0 (f a)); [exists (f a)|exists 1]; split; intros; lra.
Qed.
Lemma eventually {X} (P : nat -> X -> Prop) (xs : list X) : (forall x, In x xs -> exists k, forall n, (k <= n)%nat -> P n x) ->
  exists k, forall n, (k <= n)%nat -> forall x, In x xs -> P n x.
Proof.
  induction xs as [|a xs IH]; intros H; [exists O; intros _ _ _ []|].
  destruct (H a (or_introl eq_refl)) as [k Hk]. destruct IH as [j Hj]; [intros x Hx; apply H; right; exact Hx|].
  exists (k + j)%nat. intros n Hn x [<-|Hx]; [apply Hk; lia|apply Hj; [lia|exact Hx]].
Qed.

(* A table that is not below its mean falls below it if a little is taken off, more where the rank is greater: this needs an option of
   smaller rank wherever the table is equal to its mean. For White. *)
Section Strict.
Context {pos : Type}.
Variable dom : list pos.

Definition parts_ok (parts : list (part pos)) : Prop := total parts == 1 /\ forall c, In c parts ->
  0 < weight c /\ forall o, In o (all (from c)) -> In o dom.

(* The side can move to a best option of smaller rank, or all best options of the other side have a smaller rank. *)
Definition progress (s : side) (x : pos -> Q) (rank : pos -> nat) (p : pos) (c : part pos) : Prop :=
  match s, who c with
  | White, White | Black, Black => exists o, In o (all (from c)) /\ x o == choice x c /\ (rank o < rank p)%nat
  | _, _ => forall o, In o (all (from c)) -> x o == choice x c -> (rank o < rank p)%nat
  end.

Fixpoint power (q : Q) (n : nat) : Q := match n with O => 1 | S n => q * power q n end.
Lemma power_pos q n : 0 < q -> 0 < power q n.
Proof. intros H. induction n as [|n IH]; cbn [power]; [lra|]. nra. Qed.
Lemma power_le q n m : 0 < q <= 1 -> (n <= m)%nat -> power q m <= power q n.
Proof. intros Hq H. induction H as [|m H IH]; [lra|]. cbn [power]. pose proof (power_pos q m (proj1 Hq)). nra. Qed.
Lemma smaller a b c : 0 < a -> 0 < b -> 0 < c -> exists d, 0 < d /\ d <= a /\ d <= b /\ d <= c.
Proof.
  intros Ha Hb Hc. exists (Qmin a (Qmin b c)). pose proof (Q.le_min_l a (Qmin b c)). pose proof (Q.le_min_r a (Qmin b c)).
  pose proof (Q.le_min_l b c). pose proof (Q.le_min_r b c). repeat split; try lra.
  destruct (Q.min_spec a (Qmin b c)) as [[? M]|[? M]]; rewrite M; [exact Ha|]. destruct (Q.min_spec b c) as [[? N]|[? N]]; rewrite N; assumption.
Qed.
Lemma least_weight (moves : pos -> list (part pos)) : exists k, 0 < k /\ k <= 1 /\
  forall p, In p dom -> forall c, In c (moves p) -> 0 < weight c -> 2 * k <= weight c.
Proof.
  destruct (least_positive (flat_map moves dom) weight) as (k & Hk & H). destruct (smaller k 2 2) as (d & Hd & H1 & H2 & _); [lra..|].
  exists (d * (1#2)). split; [lra|]. split; [lra|]. intros p Hp c Hc Hw. assert (I : In c (flat_map moves dom)) by (apply in_flat_map; exists p; auto).
  specialize (H c I Hw). lra.
Qed.

Lemma strictly_below (moves : pos -> list (part pos)) (g x : pos -> Q) (rank : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p -> parts_ok (moves p)) ->
  (forall p, In p dom -> inner p -> x p <= g p + mean x (moves p) /\
    (x p < g p + mean x (moves p) \/ exists c, In c (moves p) /\ progress White x rank p c)) ->
  forall e, 0 < e -> exists x' h, 0 < h /\ (forall p, In p dom -> x p - e <= x' p <= x p) /\
    (forall p q, (rank p <= rank q)%nat -> x p - x' p <= x q - x' q) /\
    forall p, In p dom -> inner p -> x' p + h <= g p + mean x' (moves p).
Proof.
  intros ok H e He. destruct (least_weight moves) as (k & Hk & Hk1 & Hw).
  destruct (least_positive (list_prod dom dom) (fun c => x (snd c) - x (fst c))) as (gap & Hgap & Gap).
  destruct (least_positive dom (fun p => (g p + mean x (moves p) - x p) * (1#2))) as (slack & Hslack & Slack).
  destruct (smaller e gap slack He Hgap Hslack) as (d & Hd & Hde & Hdg & Hds).
  set (N := list_max (map rank dom)). set (w := fun n => power k n).
  assert (W : forall n, 0 < w n <= 1 /\ w (S n) == k * w n).
  { intros n. split; [split; [apply power_pos; exact Hk|apply (power_le k 0 n); [lra|lia]]|reflexivity]. }
  assert (Wle : forall n m, (n <= m)%nat -> w m <= w n) by (intros; apply power_le; [lra|assumption]). clearbody w.
  set (x' := fun p => x p - d * (1 - w (S (rank p)))). exists x', (d * w (S N)).
  assert (B : forall p, x p - d <= x' p <= x p).
  { intros p. unfold x'. destruct (W (S (rank p))) as [? _].
    assert (0 <= d * (1 - w (S (rank p))) <= d * 1) by (split; [apply Qmult_le_0_compat|apply Qmult_le_l]; lra). lra. }
  split; [destruct (W (S N)) as [? _]; nra|]. split; [intros p Hp; specialize (B p); lra|].
  split; [intros p q Hpq; pose proof (Wle _ _ (le_n_S _ _ Hpq)); unfold x'; nra|]. intros p Hp Hi.
  destruct (ok p Hp Hi) as [Ht okp]. destruct (H p Hp Hi) as [Hle Hd'].
  assert (Sh : shifted x' x d (moves p)).
  { intros c Hc. destruct (okp c Hc) as [Hq _]. split; [exact Hq|]. intros o _. specialize (B o). lra. }
  pose proof (Wle _ _ (le_n_S _ _ (label_le dom rank p Hp)) : w (S N) <= w (S (rank p))) as WN.
  destruct (W (rank p)) as [W1 W2]. rewrite W2 in WN.
  destruct Hd' as [Hlt|(c & Hc & Hpr)].
  - pose proof (mean_shift x' x (moves p) d Sh) as M. rewrite Ht in M. pose proof (B p).
    specialize (Slack p Hp ltac:(lra)). cbv beta in Slack. assert (d * w (S N) <= d) by (destruct (W (S N)) as [? _]; nra). lra.
  - pose proof (mean_part x' x (moves p) d c Sh Hc) as M. rewrite Ht in M. destruct (okp c Hc) as [Hq Ho]. specialize (Hw p Hp c Hc Hq).
    assert (L : choice x c - d * (1 - w (rank p)) <= choice x' c).
    { unfold progress in Hpr. unfold choice in Hpr |- *. destruct (who c).
      - destruct Hpr as (o & Hoo & Eo & Ro). pose proof (most_ub x' (from c) o Hoo) as U. unfold x' at 1 in U.
        pose proof (Wle (S (rank o)) (rank p) ltac:(lia)). nra.
      - destruct (least_att x' (from c)) as (o & Hoo & Eo). destruct (Qlt_le_dec (least x (from c)) (x o)) as [Hlt|Hge].
        + destruct (least_att x (from c)) as (o2 & Ho2 & Eo2). pose proof (Gap (o2, o) (in_prod dom dom o2 o (Ho o2 Ho2) (Ho o Hoo))) as Go. cbn [fst snd] in Go. pose proof (B o). nra.
        + pose proof (least_lb x (from c) o Hoo). pose proof (Hpr o Hoo ltac:(lra)) as Ro.
          pose proof (Wle (S (rank o)) (rank p) ltac:(lia)). unfold x' at 1 in Eo. nra. }
    assert (E : x' p == x p - d * (1 - k * w (rank p))) by (unfold x'; rewrite (proj2 (W (rank p))); reflexivity). rewrite E.
    assert (P : 0 < d * w (rank p)) by nra.
    assert (weight c * (d * w (rank p)) <= weight c * (choice x' c + d - choice x c)) by (apply Qmult_le_l; lra).
    assert (2 * k * (d * w (rank p)) <= weight c * (d * w (rank p))) by (apply Qmult_le_compat_r; lra). nra.
Qed.
End Strict.
