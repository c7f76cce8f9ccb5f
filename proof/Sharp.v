(* alpha = beta, though nobody knows these values exactly: a proof from bounds l <= alpha and beta <= u' alone. Both values solve x = F(x), and where two
   solutions differ most each of them is the same number at the position and at its best options. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Ranks Limits Never Certificates Values.
Import ListNotations.
Open Scope Q_scope.

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
Proof. intros H. assert (choice x c <= choice y c + 0); [|lra]. apply choice_shift. intros o Ho. specialize (H o Ho). lra. Qed.

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

Section Local.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos).
Hypothesis ok : game_ok dom game.
Variables (l u' : pos -> Q) (T : pos -> nat) (sub : list pos).

Lemma terminal_sharp p v : game p = Terminal v -> sharp_at game p.
Proof. intros E e He. exists O. cbn. rewrite E. lra. Qed.

(* ANCHOR: settled *)
(* An option may lead out of [sub] if it is sharp, or not a best one. *)
Definition leads_well (c : part pos) (o : pos) : Prop := In o sub \/ sharp_at game o \/
  match who c with White => u' o < most l (from c) | Black => least u' (from c) < l o end.
Definition settled (p : pos) : Prop := forall parts, game p = Inner parts ->
  (forall c o, In c parts -> In o (all (from c)) -> leads_well c o) /\
  (apart l u' p parts \/ sharp_evidence l u' T p parts).
(* ANCHOR_END: settled *)

Hypothesis eq_dec : forall p q : pos, {p = q} + {p <> q}.
Hypothesis within : incl sub dom.
Hypothesis bounds : forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p.
(* Outside [sub] beta is replaced by alpha: then it still is at most its mean within. *)
Lemma local : (forall p, In p sub -> sharp_at game p \/ settled p) -> forall p, In p sub -> sharp_at game p.
Proof.
  intros border. destruct (values_exist dom game 0 eq_dec ok ltac:(lra)) as (a & T0 & T0' & Ha), (values_exist dom game 1 eq_dec ok ltac:(lra)) as (b & T1 & T1' & Hb).
  assert (V : forall p, In p dom -> alpha_is game (a p) p /\ beta_is game (b p) p).
  { intros p Hp. destruct (Ha p Hp) as [[A A'] _], (Hb p Hp) as [[B B'] _].
    split; split; first [apply (value_0_is_alpha dom game ok); assumption|apply (value_1_is_beta dom game ok); assumption]. }
  assert (S : forall p, In p dom -> sharp_at game p -> a p == b p).
  { intros p Hp. destruct (V p Hp). apply (sharp_values dom game ok (a p) (b p) p Hp); assumption. }
  assert (O : forall p, In p dom -> l p <= a p /\ a p <= b p /\ b p <= u' p).
  { intros p Hp. destruct (V p Hp), (bounds p Hp). apply (values_within dom game ok (l p) (u' p) (a p) (b p) p Hp); assumption. }
  set (b' := fun q => if in_dec eq_dec q sub then b q else a q).
  assert (N : forall q, In q dom -> a q <= b' q <= b q) by (intros q Hq; unfold b'; specialize (O q Hq); destruct (in_dec eq_dec q sub); lra).
  assert (I : forall q, In q dom -> In q sub \/ sharp_at game q -> b' q == b q).
  { intros q Hq [J|J]; unfold b'; destruct (in_dec eq_dec q sub); [reflexivity|contradiction|reflexivity|exact (S q Hq J)]. }
  set (inner := fun p => b' p <= F game b' p /\ forall ps, game p = Inner ps -> apart l u' p ps \/ sharp_evidence l u' T p ps).
  assert (G : forall p, In p dom -> b' p <= a p).
  { apply (sharp_fixed dom game ok l a b' u' T inner); [intros q Hq; specialize (O q Hq); specialize (N q Hq); lra| | |intros q ps Hq [_ E]; apply E].
    - intros p Hp. destruct (in_dec eq_dec p sub) as [J|J]; [|right; unfold b'; destruct (in_dec eq_dec p sub); [contradiction|lra]].
      destruct (border p J) as [X|X]; [right; rewrite (I p Hp), (S p Hp X) by auto; lra|left]. split; [|intros ps E; apply (X ps E)].
      rewrite (I p Hp) by auto. apply Qle_trans with (F game b p); [apply (Hb p Hp)|]. unfold F. specialize (ok p Hp). unfold settled in X.
      destruct (game p) as [v|ps]; [lra|]. destruct ok as [_ okp]. destruct (X ps eq_refl) as [Lw _]. apply mean_choices. intros c Hc. destruct (okp c Hc) as [W D].
      split; [exact W|]. specialize (fun o => Lw c o Hc). unfold leads_well in Lw. unfold choice. destruct (who c).
      + destruct (most_att b (from c)) as (o & Ho & Eo), (most_att l (from c)) as (v & Hv & Ev). pose proof (most_ub b' _ o Ho). pose proof (most_ub b' _ v Hv).
        pose proof (O v (D v Hv)). pose proof (N v (D v Hv)). pose proof (O o (D o Ho)). pose proof (I o (D o Ho)) as K.
        destruct (Lw o Ho) as [J'|[J'|J']]; [specialize (K (or_introl J')); lra|specialize (K (or_intror J')); lra|lra].
      + destruct (least_att b' (from c)) as (o & Ho & Eo), (least_att u' (from c)) as (v & Hv & Ev). pose proof (least_lb b _ o Ho). pose proof (least_lb b _ v Hv).
        pose proof (O v (D v Hv)). pose proof (O o (D o Ho)). pose proof (N o (D o Ho)). pose proof (I o (D o Ho)) as K.
        destruct (Lw o Ho) as [J'|[J'|J']]; [specialize (K (or_introl J')); lra|specialize (K (or_intror J')); lra|lra].
    - intros p Hp [E _]. split; [apply (Ha p Hp)|exact E]. }
  intros p Hp. destruct (V p (within p Hp)). apply (sharp_values dom game ok (a p) (b p) p); auto.
  specialize (G p (within p Hp)). rewrite (I p) in G by auto. specialize (O p (within p Hp)). lra.
Qed.
End Local.

(* ANCHOR: sharp-local *)
Theorem sharp_local {pos} (dom : list pos) (game : pos -> node pos) (l u' : pos -> Q) (T : pos -> nat) (sub : list pos) :
  game_ok dom game -> (forall p q : pos, {p = q} + {p <> q}) -> incl sub dom ->
  (forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p) ->
  (forall p, In p sub -> sharp_at game p \/ settled game l u' T sub p) ->
  forall p, In p sub -> sharp_at game p.
(* ANCHOR_END: sharp-local *)
Proof. intros ok eq_dec within bounds. apply (local dom game ok l u' T sub eq_dec within bounds). Qed.

(* ANCHOR: sharp-sound *)
Theorem sharp_sound {pos} (dom : list pos) (game : pos -> node pos) (l u' : pos -> Q) (T : pos -> nat) :
  game_ok dom game -> (forall p q : pos, {p = q} + {p <> q}) ->
  (forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p) ->
  (forall p, In p dom -> sharp_at game p \/
    forall parts, game p = Inner parts -> apart l u' p parts \/ sharp_evidence l u' T p parts) ->
  forall p, In p dom -> sharp_at game p.
(* ANCHOR_END: sharp-sound *)
Proof.
  intros ok eq_dec bounds evid. apply (sharp_local dom game l u' T dom ok eq_dec (incl_refl dom) bounds).
  intros p Hp. destruct (evid p Hp) as [H|H]; [left; exact H|right]. intros ps Eg. split; [|apply H, Eg].
  intros c o Hc Ho. left. specialize (ok p Hp). rewrite Eg in ok. apply (proj2 ok c Hc), Ho.
Qed.
