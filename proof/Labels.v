(* Labels of exact tables: they solve one equation, the solution is unique, it exists for the lower value, and it gives evidence. *)
From Coq Require Import QArith Qminmax Lqa List Bool Lia.
From Bidding Require Import Game Colours Limits Never.
Import ListNotations.
Open Scope Q_scope.

Section Labels.
Context {pos : Type}.
Definition label := option nat.   (* None is infinity *)
Definition upto (t : label) (n : nat) : Prop := match t with Some m => (m <= n)%nat | None => False end.

Definition evidence_upto (x : pos -> Q) (T : pos -> label) (n : nat) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | White => exists o, In o (all (from c)) /\ x o == most x (from c) /\ upto (T o) n
    | Black => forall o, In o (all (from c)) -> upto (T o) n
    end.

(* T(P) = 1 + min(...), but 0 at the positions of [zero]: the terminal ones and those of the exception. *)
Definition white_label (game : pos -> node pos) (zero : pos -> bool) (x : pos -> Q) (T : pos -> label) (p : pos) : Prop :=
  if zero p then T p = Some O else
    T p <> Some O /\ forall n, upto (T p) (S n) <-> exists parts, game p = Inner parts /\ evidence_upto x T n parts.
Definition black_label game zero x := white_label (mirror game) zero (flip x).

(* A stated move is a greedy option of least label. *)
Definition white_greedy (game : pos -> node pos) (x : pos -> Q) (T : pos -> label) (move : pos -> pos) (p : pos) : Prop :=
  exists parts c, game p = Inner parts /\ In c parts /\ who c = White /\
    In (move p) (all (from c)) /\ x (move p) == most x (from c) /\
    forall o n, In o (all (from c)) -> x o == most x (from c) -> upto (T o) n -> upto (T (move p)) n.
Definition black_greedy game x := white_greedy (mirror game) (flip x).

Variables (dom : list pos) (game : pos -> node pos) (zero : pos -> bool) (a : pos -> Q).
Hypothesis ok : game_ok dom game.

Lemma unique_half T U : (forall p, In p dom -> white_label game zero a T p) -> (forall p, In p dom -> white_label game zero a U p) ->
  forall n p, In p dom -> upto (T p) n -> upto (U p) n.
Proof.
  intros HT HU n. induction n as [|n IH]; intros p Hp H; pose proof (HT p Hp) as LT; pose proof (HU p Hp) as LU;
    unfold white_label in LT, LU; destruct (zero p).
  - rewrite LU. simpl. lia.
  - destruct LT as [LT _]. destruct (T p) as [[|t]|]; simpl in H; [congruence|lia|contradiction].
  - rewrite LU. simpl. lia.
  - apply (proj2 LU). apply (proj2 LT) in H. destruct H as (ps & E & c & Hc & He). exists ps. split; [exact E|].
    exists c. split; [exact Hc|]. specialize (ok p Hp). rewrite E in ok. destruct ok as [_ Hok]. destruct (Hok c Hc) as [_ Hin].
    destruct (who c); [destruct He as (o & Ho & Eo & To); exists o; auto|intros o Ho; auto].
Qed.
Theorem labels_unique (T U : pos -> label) :
  (forall p, In p dom -> white_label game zero a T p) -> (forall p, In p dom -> white_label game zero a U p) ->
  forall p, In p dom -> T p = U p.
Proof.
  intros HT HU p Hp. pose proof (fun n => unique_half T U HT HU n p Hp) as A. pose proof (fun n => unique_half U T HU HT n p Hp) as B.
  destruct (T p) as [t|], (U p) as [u|]; auto; simpl in A, B.
  - specialize (A t (le_n t)). specialize (B u (le_n u)). f_equal. lia.
  - destruct (A t (le_n t)).
  - destruct (B u (le_n u)).
Qed.

Theorem labels_force (d : Q) (T : pos -> label) :
  (forall p, In p dom -> a p == F game a p) ->
  (forall p parts, In p dom -> zero p = true -> game p = Inner parts -> a p <= d \/ ~ quiet a p parts) ->
  (forall p, In p dom -> white_label game zero a T p /\ (d < a p -> T p <> None)) ->
  exists labels : pos -> nat, forall p, In p dom -> white_forces game d a labels p.
Proof.
  intros fixed Z H. exists (fun p => match T p with Some n => n | None => O end). intros p Hp.
  destruct (H p Hp) as [L Fin]. specialize (fixed p Hp). split; [lra|]. intros ps E Hd Qa.
  unfold white_label in L. destruct (zero p) eqn:Ez; [destruct (Z p ps Hp Ez E) as [G|G]; [lra|contradiction]|].
  destruct L as [L0 L]. specialize (Fin Hd). destruct (T p) as [[|t]|] eqn:Et; [congruence| |congruence].
  destruct (proj1 (L t)) as (ps' & E' & c & Hc & He); [simpl; lia|]. rewrite E in E'. injection E' as <-.
  exists c. split; [exact Hc|]. specialize (Qa c Hc). unfold choice in Qa. rewrite Et. destruct (who c).
  - destruct He as (o & Ho & Eo & To). exists o. split; [exact Ho|]. split; [lra|]. destruct (T o) as [s|]; [|destruct To]. simpl in To. lia.
  - intros o Ho _. specialize (He o Ho). destruct (T o) as [s|]; [|destruct He]. simpl in He. lia.
Qed.
Theorem greedy_bounds_label (T : pos -> label) (move : pos -> pos) p n :
  zero p = false -> white_label game zero a T p -> white_greedy game a T move p -> upto (T (move p)) n -> upto (T p) (S n).
Proof.
  unfold white_label. intros -> [_ L] (ps & c & E & Hc & W & Hm & Em & _) Hn. apply L. exists ps. split; [exact E|].
  exists c. rewrite W. split; [exact Hc|]. exists (move p). auto.
Qed.

(* If a is v_d, it has labels. They are given step by step. *)
Hypothesis terminal_zero : forall p, In p dom -> (exists v, game p = Terminal v) -> zero p = true.

Definition step (f : pos -> bool) p := match game p with
  | Terminal _ => false
  | Inner ps => existsb (fun c => match who c with
      | White => existsb (fun o => Qeq_bool (a o) (most a (from c)) && f o) (all (from c))
      | Black => forallb f (all (from c)) end) ps
  end.
Fixpoint lab (n : nat) (p : pos) : bool := match n with O => zero p | S n => lab n p || step (lab n) p end.
Fixpoint first (n : nat) (p : pos) : nat := match n with O => O | S m => if lab m p then first m p else S m end.

Lemma step_true f p : step f p = true <-> exists ps, game p = Inner ps /\ exists c, In c ps /\
  match who c with White => exists o, In o (all (from c)) /\ a o == most a (from c) /\ f o = true
  | Black => forall o, In o (all (from c)) -> f o = true end.
Proof.
  unfold step. destruct (game p) as [v|ps]; [split; [discriminate|intros (? & E & _); discriminate]|].
  rewrite existsb_exists. split.
  - intros (c & Hc & H). exists ps. split; [reflexivity|]. exists c. split; [exact Hc|]. destruct (who c).
    + apply existsb_exists in H. destruct H as (o & Ho & H). apply andb_true_iff in H. destruct H as [H1 H2].
      apply Qeq_bool_iff in H1. exists o. auto.
    + rewrite forallb_forall in H. exact H.
  - intros (ps' & E & c & Hc & H). injection E as <-. exists c. split; [exact Hc|]. destruct (who c).
    + destruct H as (o & Ho & Eo & Fo). apply existsb_exists. exists o. apply Qeq_bool_iff in Eo. rewrite Eo, Fo. auto.
    + apply forallb_forall. exact H.
Qed.
Lemma step_mono f g p : In p dom -> (forall o, In o dom -> f o = true -> g o = true) -> step f p = true -> step g p = true.
Proof.
  intros Hp H. rewrite !step_true. intros (ps & E & c & Hc & He). exists ps. split; [exact E|]. exists c. split; [exact Hc|].
  specialize (ok p Hp). rewrite E in ok. destruct ok as [_ Hok]. destruct (Hok c Hc) as [_ Hin].
  destruct (who c); [destruct He as (o & Ho & Eo & Fo); exists o; auto|auto].
Qed.
Lemma lab_mono n m p : (n <= m)%nat -> lab n p = true -> lab m p = true.
Proof. intros H E. induction H; auto. simpl. rewrite IHle. reflexivity. Qed.
Lemma first_least n p : lab n p = true -> lab (first n p) p = true /\ forall m, lab m p = true -> (first n p <= m)%nat.
Proof.
  induction n as [|n IH]; intros E; [split; [exact E|intros; simpl; lia]|].
  cbn [first]. destruct (lab n p) eqn:En; [auto|]. split; [exact E|]. intros m Em.
  destruct (Nat.le_gt_cases m n) as [L|L]; [|lia]. rewrite (lab_mono m n p L Em) in En. discriminate.
Qed.
Lemma count_step f g (l : list pos) : (forall p, f p = true -> g p = true) ->
  (length (filter f l) <= length (filter g l))%nat /\
  ((forall p, In p l -> g p = true -> f p = true) \/ (length (filter f l) < length (filter g l))%nat).
Proof.
  intros H. induction l as [|c l [I1 I2]]; [split; [auto|left; intros ? []]|].
  simpl. destruct (f c) eqn:Ef; [rewrite (H c Ef)|destruct (g c) eqn:Eg]; simpl; split; try lia.
  - destruct I2 as [I2|I2]; [left|right; lia]. intros p [->|Hp]; auto.
  - destruct I2 as [I2|I2]; [left|right; lia]. intros p [->|Hp]; auto. congruence.
Qed.
Lemma closed_stage : exists K, forall p, In p dom -> lab (S K) p = true -> lab K p = true.
Proof.
  assert (G : forall K, (exists n, forall p, In p dom -> lab (S n) p = true -> lab n p = true)
                        \/ (K <= length (filter (lab K) dom))%nat).
  { induction K as [|K [IH|IH]]; [right; lia|left; exact IH|].
    destruct (count_step (lab K) (lab (S K)) dom) as [_ [D|D]]; [intros p; apply lab_mono; lia|left; eauto|right; lia]. }
  destruct (G (S (length dom))) as [H|H]; [exact H|exfalso].
  assert (B : forall f (l : list pos), (length (filter f l) <= length l)%nat)
    by (intros f l; induction l as [|c l IH]; simpl; [lia|destruct (f c); simpl; lia]).
  specialize (B (lab (S (length dom))) dom). lia.
Qed.
Lemma closed_all K : (forall p, In p dom -> lab (S K) p = true -> lab K p = true) ->
  forall n p, In p dom -> lab n p = true -> lab K p = true.
Proof.
  intros HK n. induction n as [|n IH]; intros p Hp H; [apply (lab_mono 0); [lia|exact H]|].
  simpl in H. apply orb_true_iff in H. destruct H as [H|H]; [auto|].
  apply HK; [exact Hp|]. simpl. apply orb_true_iff. right. apply (step_mono (lab n)); auto.
Qed.
Lemma gap m d : d < m -> exists h, 0 < h /\ h <= m - d /\ forall p, In p dom -> a p < m -> a p <= m - h.
Proof.
  clear. intros Hm. generalize dom; intros dd. induction dd as [|c dd (h & H1 & H2 & H3)]; [exists (m - d); repeat split; try lra; intros ? []|].
  destruct (Qlt_le_dec (a c) m) as [L|L].
  - exists (Qmin h (m - a c)). pose proof (Q.le_min_l h (m - a c)). pose proof (Q.le_min_r h (m - a c)). repeat split; try lra.
    + destruct (Q.min_spec h (m - a c)) as [[? M]|[? M]]; rewrite M; lra.
    + intros p [->|Hp] Hlt; [lra|]. specialize (H3 p Hp Hlt). lra.
  - exists h. repeat split; auto. intros p [->|Hp] Hlt; [lra|auto].
Qed.

(* Else lower a, near a solution y of the stopped game, where it is greatest among the positions without label: that holds too. *)
Lemma above_labelled d K : 0 <= d <= 1 -> (forall p, In p dom -> value_is dom game d (a p) p) ->
  (forall p, In p dom -> lab (S K) p = true -> lab K p = true) ->
  forall p, In p dom -> d < a p -> lab K p = true.
Proof.
  intros Hd val HK p0 Hp0 Pos0. destruct (lab K p0) eqn:E0; [reflexivity|exfalso].
  destruct (greatest_at a (filter (fun p => negb (lab K p)) dom) p0) as (pm & Hpm & Hmax);
    [apply filter_In; rewrite E0; auto|].
  assert (Pm : d < a pm) by (assert (a p0 <= a pm) by (apply Hmax, filter_In; rewrite E0; auto); lra).
  apply filter_In in Hpm. destruct Hpm as [Dm Em]. apply negb_true_iff in Em.
  assert (Cm : forall p, In p dom -> lab K p = false -> a p <= a pm)
    by (intros p Hp E; apply Hmax, filter_In; rewrite E; auto).
  destruct (val pm Dm) as [Bm _]. set (m := a pm) in *. destruct (gap m d Pm) as (h & Hh & Hhm & Hgap).
  destruct (Bm (h * (1#4)) ltac:(lra)) as (s1 & Hs1 & Bs).
  destruct (stopped_near dom game ok d a Hd val (h * (1#2)) s1 ltac:(lra) Hs1) as (s & w & z & Hs & Hs' & Uw & _ & Hw & Nw).
  set (low := fun p => negb (lab K p) && Qeq_bool (a p) m).
  set (y := fun p => if low p then m - h * (1#2) else w p).
  assert (yl : forall p, lab K p = false -> a p == m -> y p == m - h * (1#2)).
  { intros p E1 E2. unfold y, low. rewrite E1. apply Qeq_bool_iff in E2. rewrite E2. reflexivity. }
  assert (low_true : forall p, low p = true -> lab K p = false /\ a p == m).
  { unfold low. intros p H. apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff in H1. apply Qeq_bool_iff in H2. auto. }
  assert (yw : forall p, In p dom -> y p <= w p).
  { intros p Hp. unfold y. destruct (low p) eqn:El; [|lra]. destruct (low_true p El) as [_ E]. destruct (Nw p Hp). lra. }
  assert (yd : forall p, In p dom -> y p <= m - h * (1#2) \/ m < a p \/ (a p == m /\ lab K p = true)).
  { intros p Hp. destruct (Qlt_le_dec (a p) m) as [L|L]; [left; specialize (Hgap p Hp L); specialize (yw p Hp); destruct (Nw p Hp); lra|].
    destruct (Qlt_le_dec m (a p)) as [G|G]; [auto|]. assert (E : a p == m) by lra.
    destruct (lab K p) eqn:El; [auto|]. left. rewrite (yl p El E). lra. }
  assert (Uy : unit_numbers dom y).
  { intros p Hp. specialize (yw p Hp). destruct (Uw p Hp). split; [|lra]. unfold y. destruct (low p); lra. }
  assert (Hy : forall p, In p dom -> stopped game d s y p <= y p).
  { intros p Hp. unfold y at 2. destruct (low p) eqn:El.
    2: { destruct (Hw p Hp) as [G _]. pose proof (stopped_mono dom game ok d s w y p ltac:(lra) Hp yw). lra. }
    destruct (low_true p El) as [E1 E2]. pose proof (value_fixed dom game ok d a Hd val p Hp) as AF.
    assert (Sf : step (lab K) p = false).
    { destruct (step (lab K) p) eqn:Es; auto. rewrite (HK p Hp) in E1; [discriminate|]. simpl. rewrite Es. apply orb_true_r. }
    pose proof (terminal_zero p Hp) as Zp. specialize (ok p Hp) as okp. pose proof (step_true (lab K) p) as St.
    unfold F in AF. unfold stopped. destruct (game p) as [v|ps] eqn:Ek.
    { rewrite (lab_mono 0 K p) in E1; [discriminate|lia|apply Zp; eauto]. }
    destruct okp as [Ht okp].
    assert (W : forall c, In c ps -> who c = White -> forall o, In o (all (from c)) -> a o == most a (from c) -> lab K o = false).
    { intros c Hc Wc o Ho Eo. destruct (lab K o) eqn:Eo'; auto. rewrite (proj2 St) in Sf; [discriminate|].
      exists ps. split; [reflexivity|]. exists c. split; [exact Hc|]. rewrite Wc. exists o. auto. }
    assert (B : forall c, In c ps -> who c = Black -> exists o, In o (all (from c)) /\ lab K o = false).
    { intros c Hc Bc. destruct (forallb (lab K) (all (from c))) eqn:Eo'.
      - rewrite (proj2 St) in Sf; [discriminate|]. exists ps. split; [reflexivity|]. exists c. split; [exact Hc|]. rewrite Bc.
        apply forallb_forall. exact Eo'.
      - revert Eo'. generalize (all (from c)). intros l. induction l as [|o l IH]; simpl; [discriminate|].
        destruct (lab K o) eqn:Eo'; [|eauto]. intros SB. destruct (IH SB) as (o' & ? & ?). eauto. }
    assert (Le : forall c, In c ps -> 0 < weight c /\ choice a c <= m).
    { intros c Hc. destruct (okp c Hc) as [Hq Hin]. split; [exact Hq|]. unfold choice. destruct (who c) eqn:Wc.
      - destruct (most_att a (from c)) as (o & Ho & Eo). specialize (Cm o (Hin o Ho) (W c Hc Wc o Ho Eo)). lra.
      - destruct (B c Hc Wc) as (o & Ho & Eo). pose proof (least_lb a (from c) o Ho). specialize (Cm o (Hin o Ho) Eo). lra. }
    assert (Eq : forall c, In c ps -> choice a c == m) by (apply all_equal; [exact Le|rewrite Ht; lra]).
    assert (Ly : forall c, In c ps -> 0 < weight c /\ choice y c <= m - h * (1#2)).
    { intros c Hc. destruct (okp c Hc) as [Hq Hin]. split; [exact Hq|]. specialize (Eq c Hc). unfold choice in *. destruct (who c) eqn:Wc.
      - destruct (most_att y (from c)) as (o & Ho & <-). pose proof (most_ub a (from c) o Ho).
        destruct (yd o (Hin o Ho)) as [G|[G|[G G']]]; [exact G|lra|]. rewrite (W c Hc Wc o Ho) in G'; [discriminate|lra].
      - destruct (B c Hc Wc) as (o & Ho & Eo). pose proof (least_lb a (from c) o Ho). pose proof (least_lb y (from c) o Ho).
        specialize (Cm o (Hin o Ho) Eo). assert (Yo : y o == m - h * (1#2)) by (apply yl; [exact Eo|lra]). lra. }
    destruct (mean_below y _ ps Ly) as [My _]. rewrite Ht in My. nra. }
  specialize (Bs s y Hs Uy Hy). rewrite (yl pm Em (Qeq_refl _)) in Bs. lra.
Qed.

Lemma closed_solves K : (forall p, In p dom -> lab (S K) p = true -> lab K p = true) ->
  forall p, In p dom -> white_label game zero a (fun p => if lab K p then Some (first K p) else None) p.
Proof.
  intros HK p Hp.
  unfold white_label. destruct (zero p) eqn:Z.
  + assert (L : lab K p = true) by (apply (lab_mono 0); [lia|exact Z]). rewrite L.
    destruct (first_least K p L) as [_ Lst]. specialize (Lst O Z). f_equal. lia.
  + split.
    * destruct (lab K p) eqn:L; [|discriminate]. destruct (first_least K p L) as [L1 _]. intros [= E]. rewrite E in L1. simpl in L1. congruence.
    * intros n. split.
      -- destruct (lab K p) eqn:L; [|intros []]. simpl. intros Hn. destruct (first_least K p L) as [L1 L2].
         destruct (first K p) as [|j] eqn:Ej; [simpl in L1; congruence|]. cbn [lab] in L1. apply orb_true_iff in L1.
         destruct L1 as [L1|L1]; [specialize (L2 j L1); lia|]. apply step_true in L1. destruct L1 as (ps & E & c & Hc & He).
         exists ps. split; [exact E|]. exists c. split; [exact Hc|]. pose proof (ok p Hp) as okp. rewrite E in okp. destruct okp as [_ Hok].
         destruct (Hok c Hc) as [_ Hin].
         assert (Up : forall o, In o (all (from c)) -> lab j o = true -> upto (if lab K o then Some (first K o) else None) n).
         { intros o Ho Lj. assert (LK : lab K o = true) by (apply (closed_all K HK j); auto). rewrite LK. simpl.
           destruct (first_least K o LK) as [_ M]. specialize (M j Lj). lia. }
         destruct (who c); [destruct He as (o & Ho & Eo & Fo); exists o; auto|auto].
      -- intros (ps & E & c & Hc & He). assert (St : step (lab n) p = true).
         { apply step_true. exists ps. split; [exact E|]. exists c. split; [exact Hc|].
           assert (Dn : forall o, upto (if lab K o then Some (first K o) else None) n -> lab n o = true).
           { intros o Ho. destruct (lab K o) eqn:LK; [|destruct Ho]. simpl in Ho. apply (lab_mono (first K o)); [exact Ho|].
             apply (first_least K o LK). }
           destruct (who c); [destruct He as (o & Ho & Eo & Fo); exists o; auto|auto]. }
         assert (L : lab (S n) p = true) by (simpl; rewrite St; apply orb_true_r).
         assert (LK : lab K p = true) by (apply (closed_all K HK (S n)); auto). rewrite LK. simpl.
         apply (first_least K p LK). exact L.
Qed.

Theorem labels_exist (d : Q) : 0 <= d <= 1 -> (forall p, In p dom -> value_is dom game d (a p) p) ->
  exists T, forall p, In p dom -> white_label game zero a T p /\ (d < a p -> T p <> None).
Proof.
  intros Hd val. destruct closed_stage as [K HK]. exists (fun p => if lab K p then Some (first K p) else None). intros p Hp.
  split; [apply closed_solves; auto|]. intros Pos. rewrite (above_labelled d K Hd val HK p Hp Pos). discriminate.
Qed.
End Labels.

(* So the numbers that both sides force, with some labels, are the values; rational values always have such labels. *)
Section Complete.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.

Lemma some_labels (g : pos -> node pos) d x : game_ok dom g -> 0 <= d <= 1 -> (forall p, In p dom -> value_is dom g d (x p) p) ->
  exists T, forall p, In p dom -> white_forces g d x T p.
Proof.
  intros okg Hd val. set (zero := fun p => match g p with Terminal _ => true | Inner _ => false end).
  destruct (labels_exist dom g zero x okg) with (d := d) as (T & H); auto.
  { intros p _ (v & E). unfold zero. rewrite E. reflexivity. }
  apply (labels_force dom g zero x d T); [|intros p ps _ Z E; unfold zero in Z; rewrite E in Z; discriminate|exact H].
  intros p Hp. apply (value_fixed dom g okg d x Hd val p Hp).
Qed.
Theorem value_iff_forced (d : Q) (x : pos -> Q) : 0 <= d <= 1 ->
  (forall p, In p dom -> value_is dom game d (x p) p) <->
  exists T T', forall p, In p dom -> white_forces game d x T p /\ black_forces game d x T' p.
Proof.
  intros Hd. split.
  - intros val. destruct (some_labels game d x ok Hd val) as (T & HT).
    destruct (some_labels (mirror game) (1 - d) (flip x) (ok_mirror dom game ok)) as (T' & HT'); [lra| |].
    + intros p Hp. destruct (value_mirror dom game ok d (1 - d) (x p) p ltac:(reflexivity)) as [A B]. destruct (val p Hp). split; [apply A|apply B]; assumption.
    + exists T, T'. intros p Hp. split; [auto|]. apply (black_forces_mirror dom game ok); auto.
  - intros (T & T' & H). apply (value_exact dom game ok d x T T' Hd H).
Qed.
End Complete.
