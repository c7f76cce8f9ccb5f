(* alpha = beta, though nobody knows these values exactly: a proof from bounds l <= alpha and beta <= u' alone.

   First for numbers a and b that solve x = F(x). Then for alpha and beta, of which only the iterates are known: a = alpha_n and b = beta_n
   solve the equation but for a small e. In the place of "greatest b - a, then greatest b" stands the greatest b - a + 4 r b^2, with a small r:
   its mean is greater than its value at the mean, unless all parts are worth nearly the same. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Ranks Limits Never.
Import ListNotations.
Open Scope Q_scope.

(* ANCHOR: sharp-at *)
(* alpha(P) = beta(P) *)
Definition sharp_at {pos} (game : pos -> node pos) (p : pos) : Prop :=
  forall e, 0 < e -> exists n, beta game n p <= alpha game n p + e.
(* ANCHOR_END: sharp-at *)

Section Fixed.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.

(* ANCHOR: apart *)
(* Where the values are the same numbers at a position and at its best options, they are between these two. *)
Fixpoint low (l : pos -> Q) (p : pos) (parts : list (part pos)) : Q :=
  match parts with [] => l p | c :: rest => Qmax (choice l c) (low l p rest) end.
Fixpoint high (u' : pos -> Q) (p : pos) (parts : list (part pos)) : Q :=
  match parts with [] => u' p | c :: rest => Qmin (choice u' c) (high u' p rest) end.

Definition apart (l u' : pos -> Q) (p : pos) (parts : list (part pos)) : Prop := high u' p parts <= low l p parts.

(* In some part each option that may be a best one has a smaller label, or one that must be a best one has. *)
Definition sharp_evidence (l u' : pos -> Q) (T : pos -> nat) (p : pos) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | White => (forall o, In o (all (from c)) -> low l p parts < u' o -> (T o < T p)%nat) \/
        exists o, In o (all (from c)) /\ (T o < T p)%nat /\ forall v, In v (all (from c)) -> v = o \/ u' v <= l o
    | Black => (forall o, In o (all (from c)) -> l o < high u' p parts -> (T o < T p)%nat) \/
        exists o, In o (all (from c)) /\ (T o < T p)%nat /\ forall v, In v (all (from c)) -> v = o \/ u' o <= l v
    end.
(* ANCHOR_END: apart *)

Lemma low_le l p parts m : l p <= m -> (forall c, In c parts -> choice l c <= m) -> low l p parts <= m.
Proof.
  intros Hp. induction parts as [|c r IH]; intros H; cbn [low]; [exact Hp|].
  apply Q.max_lub; [apply H; left; reflexivity|]. apply IH. intros e He. apply H. right. exact He.
Qed.
Lemma le_high u' p parts m : m <= u' p -> (forall c, In c parts -> m <= choice u' c) -> m <= high u' p parts.
Proof.
  intros Hp. induction parts as [|c r IH]; intros H; cbn [high]; [exact Hp|].
  apply Q.min_glb; [apply H; left; reflexivity|]. apply IH. intros e He. apply H. right. exact He.
Qed.
Lemma choice_le (x y : pos -> Q) c : (forall o, In o (all (from c)) -> x o <= y o) -> choice x c <= choice y c.
Proof.
  intros H. assert (choice x c <= choice y c + 0); [|lra]. apply choice_shift. intros o Ho. specialize (H o Ho). lra.
Qed.

Theorem sharp_fixed (l a b u' : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> l p <= a p /\ l p <= b p /\ a p <= u' p /\ b p <= u' p) ->
  (forall p, In p dom -> inner p \/ b p <= a p) ->
  (forall p, In p dom -> inner p -> F game a p <= a p /\ b p <= F game b p) ->
  (forall p parts, In p dom -> inner p -> game p = Inner parts -> apart l u' p parts \/ sharp_evidence l u' T p parts) ->
  forall p, In p dom -> b p <= a p.
Proof.
  intros bounds border fixed evid. destruct (same dom game ok b a) as [Hle|(L & K & HKL & (p & Hp) & Hsame)]; [|exact Hle|exfalso].
  { intros p Hp. destruct (border p Hp) as [Hi|Hb]; [right; destruct (fixed p Hp Hi); auto|left; exact Hb]. }
  set (C p := In p dom /\ b p == L /\ a p == K). revert Hp. change (~ C p).
  apply (falls T C). clear p. intros p (Hp & Eb & Ea).
  destruct (Hsame p Hp Eb Ea) as (ps & Eg & Qb & Qa & Hst). specialize (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [_ okp].
  destruct (border p Hp) as [Hi|Hb]; [|lra]. destruct (bounds p Hp) as (B1 & _ & _ & B2).
  assert (Hlow : low l p ps <= K).
  { apply low_le; [lra|]. intros c Hc. destruct (okp c Hc) as [_ Ho]. rewrite <- Ea, <- (Qa c Hc). apply choice_le.
    intros o Hoo. apply (bounds o (Ho o Hoo)). }
  assert (Hhigh : L <= high u' p ps).
  { apply le_high; [lra|]. intros c Hc. destruct (okp c Hc) as [_ Ho]. rewrite <- Eb, <- (Qb c Hc). apply choice_le.
    intros o Hoo. apply (bounds o (Ho o Hoo)). }
  destruct (evid p ps Hp Hi Eg) as [Hap|(c & Hc & He)]; [unfold apart in Hap; lra|].
  specialize (Hst c Hc). destruct (okp c Hc) as [_ Ho]. pose proof (Qb c Hc) as Qbc. pose proof (Qa c Hc) as Qac.
  assert (In_C : forall o, In o (all (from c)) -> b o == L -> a o == K -> C o) by (intros; repeat split; auto).
  unfold stays, choice in *. destruct (who c); destruct Hst as [(o & Hoo & Eo) Hst]; specialize (bounds o (Ho o Hoo)) as Bo.
  - destruct He as [He|(w & Hw & Tw & Hbest)].
    + exists o. split; [apply In_C; auto|]. apply He; [exact Hoo|lra].
    + exists w. split; [|exact Tw]. assert (Ew : b w == L); [|apply In_C; auto].
      destruct (Hbest o Hoo) as [->|Hge]; [exact Eo|]. specialize (bounds w (Ho w Hw)). pose proof (most_ub b (from c) w Hw). lra.
  - destruct He as [He|(w & Hw & Tw & Hbest)].
    + exists o. split; [apply In_C; auto|]. apply He; [exact Hoo|lra].
    + exists w. split; [|exact Tw]. assert (Ew : a w == K); [|apply In_C; auto].
      destruct (Hbest o Hoo) as [->|Hge]; [exact Eo|]. specialize (bounds w (Ho w Hw)). pose proof (least_lb a (from c) w Hw). lra.
Qed.
End Fixed.

Lemma root t r : 0 <= r -> t * t <= r * r -> - r <= t <= r.
Proof. intros Hr H. split; apply Qnot_lt_le; intros Hlt; nra. Qed.

Section Near.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.
Variables (l u' : pos -> Q) (T : pos -> nat) (inner : pos -> Prop).
Variable sub : list pos.
Hypothesis within : incl sub dom.
Hypothesis evid : forall p parts, In p sub -> inner p -> game p = Inner parts -> apart l u' p parts \/ sharp_evidence l u' T p parts.

Lemma part_of_mean (a b : pos -> Q) u v parts : (forall c, In c parts -> 0 < weight c /\ 0 <= u - v * choice b c + choice a c) ->
  0 <= u * total parts - v * mean b parts + mean a parts /\
  forall c, In c parts -> weight c * (u - v * choice b c + choice a c) <= u * total parts - v * mean b parts + mean a parts.
Proof.
  induction parts as [|e r IH]; intros H; cbn [mean total]; [split; [lra|intros _ []]|].
  destruct IH as [I1 I2]; [intros c Hc; apply H; right; exact Hc|]. destruct (H e (or_introl eq_refl)) as [Hq He].
  assert (0 <= weight e * (u - v * choice b e + choice a e)) by (apply Qmult_le_0_compat; lra).
  split; [lra|]. intros c [<-|Hc]; [lra|]. specialize (I2 c Hc). lra.
Qed.

(* What alpha_n and beta_n satisfy but for e. *)
Variables (a b : pos -> Q) (e : Q).
Hypothesis He : 0 < e.
Hypothesis unit : forall p, In p dom -> 0 <= b p <= 1.
Hypothesis bounds : forall p, In p dom -> l p <= a p + e /\ l p <= b p + e /\ a p <= u' p + e /\ b p <= u' p + e.
(* An option outside [sub] is sharp, or is not a best one. *)
Definition leaves (x : Q) (c : part pos) (o : pos) : Prop := In o sub \/ b o <= a o + x \/
  match who c with White => u' o + 5 * x <= most l (from c) | Black => least u' (from c) + 5 * x <= l o end.
Hypothesis border : forall p, In p sub -> b p <= a p + e \/
  (inner p /\ forall parts c o, game p = Inner parts -> In c parts -> In o (all (from c)) -> leaves e c o).
Hypothesis solve : forall p, In p dom -> F game a p <= a p + e /\ b p <= F game b p + e.

Variables (r A G : Q).
Hypothesis Hr : 0 < r <= 1#16.
Hypothesis HA : 1 <= A.
Hypothesis HW : forall p ps c, In p dom -> game p = Inner ps -> In c ps -> 1 <= A * weight c.
Definition psi (p : pos) : Q := b p - a p + 4 * r * (b p * b p).
Hypothesis HG : forall p, In p sub -> psi p <= G.
Hypothesis HG0 : 16 * r <= G.

Lemma choice_unit c : (forall o, In o (all (from c)) -> In o dom) -> 0 <= choice b c <= 1.
Proof.
  intros Ho. unfold choice. destruct (who c).
  - destruct (most_att b (from c)) as (o & Hoo & Eo). rewrite <- Eo. apply unit; auto.
  - destruct (least_att b (from c)) as (o & Hoo & Eo). rewrite <- Eo. apply unit; auto.
Qed.

Lemma next h k p : 8 * A * k <= h -> h <= 4 * (r * r * r) -> e <= k -> In p sub -> G - k <= psi p ->
  exists o, In o sub /\ (T o < T p)%nat /\ G - h <= psi o.
Proof.
  intros Hk Hh Hek Hps HD. pose proof (within p Hps) as Hp. unfold psi in HD.
  destruct (unit p Hp) as [b0 b1]. destruct (bounds p Hp) as (B1 & _ & _ & B2).
  destruct (solve p Hp) as [Sa Sb]. unfold F in Sa, Sb.
  assert (Hrr : 4 * (r * r * r) <= r * (1#64)).
  { assert (r * r <= (1#16) * (1#16)) by nra. nra. }
  assert (Hkh : 8 * k <= h) by (clear - Hk HA Hek He; nra).
  assert (scale : forall t d, t <= d -> 4 * r * t <= 4 * r * d) by (intros t d H; clear - H Hr; nra).
  assert (Hbb : b p * b p <= 1) by (clear - b0 b1; nra). apply scale in Hbb as Hbr.
  destruct (border p Hps) as [Hb|[Hi Hlv]]; [exfalso; lra|]. specialize (ok p Hp) as okp. specialize (HW p). specialize (evid p).
  destruct (game p) as [v|ps]; [exfalso; lra|]. destruct okp as [Ht okp]. set (m := mean b ps) in *.
  (* An option that is almost a best one is in [sub], or psi is less there. *)
  assert (Small : forall o, In o dom -> b o <= a o + e -> psi o < G - h).
  { intros o Ho Hs. unfold psi. destruct (unit o Ho). assert (D : b o * b o <= 1) by (clear - H H0; nra). apply scale in D. lra. }
  assert (Stay : forall c o, In c ps -> In o (all (from c)) ->
    match who c with White => most b (from c) <= b o + 2 * e | Black => a o <= least a (from c) + 2 * e end -> In o sub \/ psi o < G - h).
  { intros c o Hc Hoo Hbest. destruct (okp c Hc) as [_ Ho].
    destruct (Hlv ps c o eq_refl Hc Hoo) as [H|[H|H]]; [left; exact H|right; apply Small; auto|exfalso].
    specialize (bounds o (Ho o Hoo)) as Bo. destruct (who c).
    - destruct (most_att l (from c)) as (w & Hw & Ew). specialize (bounds w (Ho w Hw)). pose proof (most_ub b (from c) w Hw). lra.
    - destruct (least_att u' (from c)) as (w & Hw & Ew). specialize (bounds w (Ho w Hw)). pose proof (least_lb a (from c) w Hw). lra. }
  assert (Top : forall c o, In c ps -> In o (all (from c)) ->
    match who c with White => most b (from c) <= b o + 2 * e | Black => a o <= least a (from c) + 2 * e end -> psi o <= G).
  { intros c o Hc Hoo Hbest. destruct (Stay c o Hc Hoo Hbest) as [H|H]; [apply HG, H|lra]. }
  assert (Keep : forall c o, In c ps -> In o (all (from c)) -> (T o < T p)%nat ->
    match who c with White => most b (from c) <= b o + 2 * e | Black => a o <= least a (from c) + 2 * e end -> G - h <= psi o ->
    exists o, In o sub /\ (T o < T p)%nat /\ G - h <= psi o).
  { intros c o Hc Hoo To Hbest HDo. exists o. destruct (Stay c o Hc Hoo Hbest) as [H|H]; [auto|lra]. }
  (* The choices of each part. *)
  assert (U : forall c, In c ps -> 0 <= choice b c <= 1) by (intros c Hc; apply choice_unit, (okp c Hc)).
  assert (Le : forall c, In c ps -> choice b c - choice a c + 4 * r * (choice b c * choice b c) <= G).
  { intros c Hc. destruct (okp c Hc) as [_ Ho]. specialize (U c Hc). unfold choice in *. specialize (Top c). destruct (who c).
    - destruct (most_att b (from c)) as (o & Hoo & Eo). pose proof (most_ub a (from c) o Hoo). specialize (Top o Hc Hoo ltac:(lra)).
      unfold psi in Top. rewrite <- Eo in *. lra.
    - destruct (least_att a (from c)) as (o & Hoo & Eo). pose proof (least_lb b (from c) o Hoo). specialize (Top o Hc Hoo ltac:(lra)).
      unfold psi in Top. rewrite <- Eo in *.
      assert (D : least b (from c) * least b (from c) <= b o * b o) by (clear - H U; nra). apply scale in D. lra. }
  assert (m0 : 0 <= m <= 1).
  { split.
    - assert (mean (fun _ => 0) ps <= m); [|rewrite mean_const in *; lra]. apply mean_le. intros c Hc. destruct (okp c Hc) as [Hq Ho].
      split; [exact Hq|]. intros o Hoo. apply unit; auto.
    - assert (m <= mean (fun _ => 1) ps); [|rewrite mean_const, Ht in *; lra]. apply mean_le. intros c Hc. destruct (okp c Hc) as [Hq Ho].
      split; [exact Hq|]. intros o Hoo. apply unit; auto. }
  set (f := fun c => (G + 4 * r * (m * m)) - (1 + 8 * r * m) * choice b c + choice a c).
  assert (Ef : forall c, f c == G - (choice b c - choice a c + 4 * r * (choice b c * choice b c)) + 4 * r * ((choice b c - m) * (choice b c - m)))
    by (intros c; unfold f; ring).
  assert (Sq : forall t, 0 <= 4 * r * (t * t)) by (intros t; assert (0 <= t * t) by nra; nra).
  destruct (part_of_mean a b (G + 4 * r * (m * m)) (1 + 8 * r * m) ps) as [P0 P1].
  { intros c Hc. destruct (okp c Hc) as [Hq _]. split; [exact Hq|]. change (0 <= f c).
    rewrite Ef. specialize (Le c Hc). specialize (Sq (choice b c - m)). lra. }
  rewrite Ht in P0. fold m in P0, P1.
  assert (Hm : b p - m + 4 * r * (b p * b p - m * m) <= 2 * e).
  { destruct (Qlt_le_dec m (b p)) as [H|H].
    - assert (D : b p * b p - m * m <= 2 * e) by (clear - H b0 b1 m0 Sb He; nra). pose proof (scale _ _ D) as D'. clear - D' Sb Hr He. nra.
    - assert (D : b p * b p - m * m <= 0) by (clear - H b0 m0; nra). pose proof (scale _ _ D). lra. }
  assert (Hm' : m <= b p + k + e).
  { apply Qnot_lt_le. intros H. assert (D : b p * b p - m * m <= 0) by (clear - H Hek He b0; nra). pose proof (scale _ _ D). lra. }
  assert (Hf : forall c, In c ps -> f c <= h * (1#2)).
  { intros c Hc. specialize (P1 c Hc). rewrite Ht in P1. change (weight c * f c <= (G + 4 * r * (m * m)) * 1 - (1 + 8 * r * m) * m + mean a ps) in P1.
    assert (Hw : weight c * f c <= 4 * k) by lra. specialize (HW ps c Hp eq_refl Hc).
    assert (H0 : 0 <= f c) by (rewrite Ef; specialize (Le c Hc); specialize (Sq (choice b c - m)); lra).
    assert (A * (weight c * f c) <= A * (4 * k)) by (apply Qmult_le_l; lra).
    assert (0 <= (A * weight c - 1) * f c) by (apply Qmult_le_0_compat; lra). lra. }
  assert (Hs : forall c, In c ps -> G - h * (1#2) <= choice b c - choice a c + 4 * r * (choice b c * choice b c)).
  { intros c Hc. specialize (Hf c Hc). rewrite Ef in Hf. specialize (Sq (choice b c - m)). lra. }
  assert (Hc' : forall c, In c ps -> m - r <= choice b c <= m + r /\ choice a c <= m - 10 * r - e).
  { intros c Hc. specialize (Hf c Hc). rewrite Ef in Hf. specialize (Le c Hc). specialize (Hs c Hc). specialize (U c Hc).
    assert (R : - r <= choice b c - m <= r).
    { apply root; [lra|]. set (t := (choice b c - m) * (choice b c - m)) in *. assert (D : 4 * r * t <= 4 * r * (r * r)) by lra.
      apply Qmult_le_l in D; [exact D|lra]. }
    split; [lra|]. assert (D : choice b c * choice b c <= 1) by (clear - U; nra). apply scale in D. lra. }
  assert (Hlow : low l p ps <= m - 10 * r).
  { apply low_le; [lra|]. intros c Hc. specialize (Hc' c Hc). destruct (okp c Hc) as [_ Ho].
    assert (choice l c <= choice a c + e) by (apply choice_shift; intros o Hoo; apply (bounds o (Ho o Hoo))). lra. }
  assert (Hhigh : m - 2 * r <= high u' p ps).
  { apply le_high; [lra|]. intros c Hc. specialize (Hc' c Hc). destruct (okp c Hc) as [_ Ho].
    assert (choice b c <= choice u' c + e) by (apply choice_shift; intros o Hoo; apply (bounds o (Ho o Hoo))). lra. }
  destruct (evid ps Hps Hi eq_refl) as [Hap|(c & Hc & Ev)]; [exfalso; unfold apart in Hap; lra|].
  specialize (Hs c Hc). specialize (Hc' c Hc). specialize (U c Hc). destruct (okp c Hc) as [_ Ho]. unfold choice in Hs, Hc', U.
  specialize (Keep c). unfold psi in Keep. destruct (who c).
  - destruct (most_att b (from c)) as (o & Hoo & Eo). pose proof (most_ub a (from c) o Hoo). specialize (bounds o (Ho o Hoo)) as Bo.
    destruct Ev as [Ev|(w & Hw & Tw & Hbest)].
    + apply (Keep o Hc Hoo); [apply Ev; [exact Hoo|lra]|lra|]. rewrite <- Eo in *. lra.
    + assert (Hbw : b o <= b w + 2 * e) by (destruct (Hbest o Hoo) as [->|Hge]; [lra|]; specialize (bounds w (Ho w Hw)); lra).
      apply (Keep w Hc Hw Tw); [lra|]. pose proof (most_ub a (from c) w Hw). rewrite <- Eo in *.
      assert (D : b o * b o - b w * b w <= 4 * e).
      { destruct (unit w (Ho w Hw)), (unit o (Ho o Hoo)). clear - Hbw H1 H2 H3 H4 He. nra. }
      apply scale in D. assert (4 * r * (4 * e) <= e) by (clear - Hr He; nra). lra.
  - destruct (least_att a (from c)) as (o & Hoo & Eo). pose proof (least_lb b (from c) o Hoo). specialize (bounds o (Ho o Hoo)) as Bo.
    assert (Sqw : forall w, In w (all (from c)) -> least b (from c) * least b (from c) <= b w * b w).
    { intros w Hw. pose proof (least_lb b (from c) w Hw). clear - H0 U. nra. }
    destruct Ev as [Ev|(w & Hw & Tw & Hbest)].
    + apply (Keep o Hc Hoo); [apply Ev; [exact Hoo|lra]|lra|]. specialize (Sqw o Hoo). apply scale in Sqw. rewrite <- Eo in *. lra.
    + assert (a w <= a o + 2 * e) by (destruct (Hbest o Hoo) as [->|Hge]; [lra|]; specialize (bounds w (Ho w Hw)); lra).
      apply (Keep w Hc Hw Tw); [lra|]. specialize (Sqw w Hw). pose proof (least_lb b (from c) w Hw). apply scale in Sqw. rewrite <- Eo in *. lra.
Qed.
End Near.

Section Limit.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.

Lemma terminal_sharp p v : game p = Terminal v -> sharp_at game p.
Proof. intros E e He. exists O. cbn. rewrite E. lra. Qed.

Variables (l u' : pos -> Q) (T : pos -> nat) (sub : list pos).

(* ANCHOR: settled *)
(* An option may lead out of [sub] if it is sharp, or not a best one. *)
Definition leads_well (c : part pos) (o : pos) : Prop := In o sub \/ sharp_at game o \/
  match who c with White => u' o < most l (from c) | Black => least u' (from c) < l o end.
Definition settled (p : pos) : Prop := forall parts, game p = Inner parts ->
  (forall c o, In c parts -> In o (all (from c)) -> leads_well c o) /\
  (apart l u' p parts \/ sharp_evidence l u' T p parts).
(* ANCHOR_END: settled *)

(* The same with a distance. *)
Definition may_leave (s : Q) (c : part pos) (o : pos) : Prop := In o sub \/ sharp_at game o \/
  match who c with White => u' o + s <= most l (from c) | Black => least u' (from c) + s <= l o end.
Definition checked (s : Q) (p : pos) : Prop := sharp_at game p \/
  (settled p /\ forall parts c o, game p = Inner parts -> In c parts -> In o (all (from c)) -> may_leave s c o).

Hypothesis within : incl sub dom.
Hypothesis bounds : forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p.

Lemma sharp_later p e : In p dom -> sharp_at game p -> 0 < e -> exists k, forall n, (k <= n)%nat -> beta game n p <= alpha game n p + e.
Proof.
  intros Hp H He. destruct (H e He) as [k Hk]. exists k. intros n Hn.
  pose proof (alpha_grows_to dom game ok k n p Hp Hn). pose proof (beta_falls_to dom game ok k n p Hp Hn). lra.
Qed.

Definition known (e : Q) (n : nat) (p : pos) : Prop := beta game n p <= alpha game n p + e \/
  (settled p /\ forall parts c o, game p = Inner parts -> In c parts -> In o (all (from c)) ->
    leaves l u' sub (alpha game n) (beta game n) e c o).
(* From somewhere on all that is known holds but for e, and some later step is small. *)
Lemma soon s e : 0 < e -> 5 * e <= s -> (forall p, In p sub -> checked s p) ->
  exists n, (forall p, In p dom -> l p <= alpha game n p + e /\ beta game n p <= u' p + e) /\
    (forall p, In p sub -> known e n p) /\
    forall p, In p dom -> F game (alpha game n) p <= alpha game n p + e /\ beta game n p <= F game (beta game n) p + e.
Proof.
  intros He Hs Hch.
  destruct (eventually (fun n p => l p <= alpha game n p + e /\ beta game n p <= u' p + e) dom) as [k1 Hk1].
  { intros p Hp. destruct (bounds p Hp) as [Bl Bu]. destruct (Bl e He) as [i Hi]. destruct (Bu e He) as [j Hj].
    exists (i + j)%nat. intros n Hn.
    pose proof (alpha_grows_to dom game ok i n p Hp ltac:(lia)). pose proof (beta_falls_to dom game ok j n p Hp ltac:(lia)). lra. }
  destruct (eventually (known e) sub) as [k2 Hk2].
  { intros p Hp. destruct (Hch p Hp) as [H|[Hi H]].
    - destruct (sharp_later p e (within p Hp) H He) as [k Hk]. exists k. intros n Hn. left. auto.
    - unfold known. specialize (ok p (within p Hp)) as okp.
      destruct (game p) as [v|ps]; [exists O; intros n _; right; split; [exact Hi|discriminate]|]. destruct okp as [_ okp].
      destruct (eventually (fun n c => forall o, In o (all (from c)) -> leaves l u' sub (alpha game n) (beta game n) e c o) ps) as [k Hk].
      { intros c Hc. destruct (okp c Hc) as [_ Ho].
        apply (eventually (fun n o => leaves l u' sub (alpha game n) (beta game n) e c o)).
        intros o Hoo. unfold leaves. destruct (H ps c o eq_refl Hc Hoo) as [G|[G|G]].
        - exists O. auto.
        - destruct (sharp_later o e (Ho o Hoo) G He) as [k Hk]. exists k. intros n Hn. right. left. auto.
        - exists O. intros n _. right. right. destruct (who c); lra. }
      exists k. intros n Hn. right. split; [exact Hi|]. intros ps' c o E. injection E as <-. intros Hc Hoo. apply (Hk n Hn c Hc o Hoo). }
  assert (U : forall n p, In p dom -> 0 <= alpha game n p <= 1 /\ 0 <= beta game n p <= 1).
  { intros n p Hp. pose proof (alpha_0 dom game ok n p Hp). pose proof (alpha_1 dom game ok n p Hp). pose proof (alpha_le_beta dom game ok n n p Hp).
    pose proof (beta_falls_to dom game ok 0 n p Hp ltac:(lia)).
    assert (beta game 0 p <= 1) by (specialize (ok p Hp); simpl; destruct (game p); lra). lra. }
  destruct (small_step_of dom (fun n p => (1#2) * (alpha game n p + (1 - beta game n p))) (e * (1#2)) (k1 + k2)) as (n & Hkn & Hn).
  - intros n p Hp. destruct (U n p Hp). lra.
  - intros n p Hp. pose proof (alpha_grows_to dom game ok n (S n) p Hp ltac:(lia)).
    pose proof (beta_falls_to dom game ok n (S n) p Hp ltac:(lia)). lra.
  - lra.
  - exists n. split; [apply Hk1; lia|]. split; [apply Hk2; lia|]. intros p Hp. specialize (Hn p Hp). cbv beta in Hn.
    pose proof (alpha_grows_to dom game ok n (S n) p Hp ltac:(lia)). pose proof (beta_falls_to dom game ok n (S n) p Hp ltac:(lia)).
    change (alpha game (S n) p <= alpha game n p + e /\ beta game n p <= beta game (S n) p + e). lra.
Qed.

Lemma local : (forall p, In p sub -> sharp_at game p \/ settled p) -> forall p, In p sub -> sharp_at game p.
Proof.
  intros border p0 Hp0 eps Heps.
  assert (Hch : exists s, 0 < s /\ forall p, In p sub -> checked s p).
  { assert (less : forall s t c o, t <= s -> may_leave s c o -> may_leave t c o)
      by (unfold may_leave; intros s t c o Hst [H|[H|H]]; [auto|auto|right; right; destruct (who c); lra]).
    apply (small_everywhere sub checked); [intros s t p Hst [H|[Hi H]]; [left; exact H|right; split; [exact Hi|]; intros; apply (less s t); eauto]|].
    intros p Hp. destruct (border p Hp) as [H|H]; [exists 1; split; [lra|left; exact H]|].
    specialize (fun ps E => proj1 (H ps E)) as G. unfold checked, leads_well in *.
    destruct (game p) as [v|ps]; [exists 1; split; [lra|right; split; [exact H|discriminate]]|].
    destruct (small_everywhere ps (fun s c => forall o, In o (all (from c)) -> may_leave s c o)) as (s & Hs & Ps).
    - intros s t c Hst Gs o Ho. apply (less s t); auto.
    - intros c Hc. apply (small_everywhere (all (from c)) (fun s o => may_leave s c o)); [intros s t o; apply less|]. intros o Ho.
      destruct (G ps eq_refl c o Hc Ho) as [K|[K|K]]; [exists 1; split; [lra|left; exact K]|exists 1; split; [lra|right; left; exact K]|].
      unfold may_leave. destruct (who c).
      + exists (most l (from c) - u' o). split; [lra|]. right. right. lra.
      + exists (l o - least u' (from c)). split; [lra|]. right. right. lra.
    - exists s. split; [exact Hs|]. right. split; [exact H|]. intros ps' c o E. injection E as <-. intros Hc Ho. exact (Ps c Hc o Ho). }
  destruct Hch as (s & Hs & Hch).
  assert (exists A, 1 <= A /\ forall p ps c, In p dom -> game p = Inner ps -> In c ps -> 1 <= A * weight c) as (A & HA & HW).
  { destruct (least_weight dom (fun p => match game p with Terminal _ => [] | Inner ps => ps end)) as (k & Hk & Hk1 & Hw). exists (/ k).
    assert (I : 0 < / k) by (apply Qinv_lt_0_compat; exact Hk). assert (E : / k * k == 1) by (field; lra). split; [nra|]. intros p ps c Hp Eg Hc.
    specialize (ok p Hp). specialize (Hw p Hp c). rewrite Eg in *. specialize (Hw Hc (proj1 (proj2 ok c Hc))). nra. } set (N := S (list_max (map T dom))).
  assert (HN : forall p, In p dom -> (T p < N)%nat) by (intros p Hp; pose proof (label_le dom T p Hp); unfold N; lia). clearbody N.
  set (r := Qmin (1#16) (eps * (1#16))).
  assert (Hr : 0 < r <= 1#16 /\ 16 * r <= eps).
  { unfold r. pose proof (Q.le_min_l (1#16) (eps * (1#16))). pose proof (Q.le_min_r (1#16) (eps * (1#16))).
    destruct (Q.min_spec (1#16) (eps * (1#16))) as [[? M]|[? M]]; rewrite M in *; lra. }
  clearbody r. destruct Hr as [Hr Hre].
  (* h n: how near to the greatest psi a position with a label below n cannot be. *)
  set (h := fix h (n : nat) : Q := match n with O => 4 * (r * r * r) | S n => h n / (8 * A) end).
  assert (Hz : 0 < 4 * (r * r * r)) by (assert (0 < r * r) by nra; nra).
  assert (Hh : forall n, 0 < h n <= 4 * (r * r * r) /\ 8 * A * h (S n) == h n).
  { induction n as [|n [IH1 IH2]].
    - split; [cbn; lra|]. cbn [h]. field. lra.
    - split; [|cbn [h]; field; lra]. assert (0 < h (S n)) by nra. split; [assumption|]. nra. }
  assert (Hmono : forall n m, (n <= m)%nat -> h m <= h n).
  { intros n m H. induction H as [|m H IH]; [lra|]. destruct (Hh m) as [[? ?] E]. destruct (Hh (S m)) as [[? ?] _]. nra. }
  clearbody h. set (e := Qmin (h N) (s * (1#5))).
  assert (Hes : 0 < e /\ e <= h N /\ 5 * e <= s).
  { unfold e. destruct (Hh N). pose proof (Q.le_min_l (h N) (s * (1#5))). pose proof (Q.le_min_r (h N) (s * (1#5))).
    destruct (Q.min_spec (h N) (s * (1#5))) as [[? M]|[? M]]; rewrite M in *; lra. }
  clearbody e. destruct Hes as (He & HeN & Hes).
  destruct (soon s e He Hes Hch) as (n & Hbound & Hleave & Hsolve). exists n. unfold known in Hleave.
  set (a := alpha game n) in *. set (b := beta game n) in *.
  assert (Hab : forall p, In p dom -> 0 <= a p /\ a p <= b p /\ b p <= 1).
  { intros p Hp. split; [apply (alpha_0 dom game ok n p Hp)|]. split; [apply (alpha_le_beta dom game ok n n p Hp)|].
    pose proof (beta_falls_to dom game ok 0 n p Hp ltac:(lia)).
    assert (beta game 0 p <= 1) by (specialize (ok p Hp); simpl; destruct (game p); lra). unfold b; lra. }
  clearbody a b. apply Qnot_lt_le. intros Hlt.
  destruct (greatest_at (psi a b r) sub p0 Hp0) as (pm & Hpm & Hmax). set (G := psi a b r pm) in *.
  assert (HG0 : 16 * r <= G).
  { specialize (Hmax p0 Hp0). unfold psi in Hmax at 1. assert (0 <= b p0 * b p0) by nra. assert (0 <= r * (b p0 * b p0)) by nra. lra. }
  assert (None : forall m, (m <= N)%nat -> forall p, In p sub -> (T p < m)%nat -> G - h m <= psi a b r p -> False).
  { induction m as [|m IH]; intros Hm p Hp HT HD; [lia|]. destruct (Hh m) as [[Hh0 Hh1] Hh2]. pose proof (Hmono (S m) N Hm) as HmN.
    destruct (next dom game ok l u' T settled sub within (fun q ps _ S E => proj2 (S ps E)) a b e He) 
      with (r := r) (A := A) (G := G) (h := h m) (k := h (S m)) (p := p) as (o & Ho & To & Do); auto; try lra.
    - intros q Hq. destruct (Hab q Hq); lra.
    - intros q Hq. destruct (Hab q Hq), (Hbound q Hq). lra.
    - apply (IH ltac:(lia) o Ho); [lia|exact Do]. }
  apply (None N (Nat.le_refl N) pm Hpm (HN pm (within pm Hpm))). fold G. destruct (Hh N). lra.
Qed.
End Limit.

(* ANCHOR: sharp-local *)
Theorem sharp_local {pos} (dom : list pos) (game : pos -> node pos) (l u' : pos -> Q) (T : pos -> nat) (sub : list pos) :
  game_ok dom game -> incl sub dom ->
  (forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p) ->
  (forall p, In p sub -> sharp_at game p \/ settled game l u' T sub p) ->
  forall p, In p sub -> sharp_at game p.
(* ANCHOR_END: sharp-local *)
Proof. intros ok within bounds. apply (local dom game ok l u' T sub within bounds). Qed.

(* ANCHOR: sharp-sound *)
Theorem sharp_sound {pos} (dom : list pos) (game : pos -> node pos) (l u' : pos -> Q) (T : pos -> nat) :
  game_ok dom game ->
  (forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p) ->
  (forall p, In p dom -> sharp_at game p \/
    forall parts, game p = Inner parts -> apart l u' p parts \/ sharp_evidence l u' T p parts) ->
  forall p, In p dom -> sharp_at game p.
(* ANCHOR_END: sharp-sound *)
Proof.
  intros ok bounds evid. apply (sharp_local dom game l u' T dom ok (incl_refl dom) bounds).
  intros p Hp. destruct (evid p Hp) as [H|H]; [left; exact H|right]. intros ps Eg. split; [|apply H, Eg].
  intros c o Hc Ho. left. specialize (ok p Hp). rewrite Eg in ok. apply (proj2 ok c Hc), Ho.
Qed.
