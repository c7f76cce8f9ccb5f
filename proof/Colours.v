(* holds, forces, and the theorem: what White can force is at most what Black can hold. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game.
Import ListNotations.
Open Scope Q_scope.

Section Colours.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.

(* ANCHOR: white *)
Definition white_holds (u : pos -> Q) (p : pos) : Prop := 0 <= u p /\ F game u p <= u p.

Definition evidence (l : pos -> Q) (T : pos -> nat) (p : pos) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | White => exists o, In o (all (from c)) /\ l o == most l (from c) /\ (T o < T p)%nat
    | Black => forall o, In o (all (from c)) -> (T o < T p)%nat
    end.

Definition white_forces (l : pos -> Q) (T : pos -> nat) (p : pos) : Prop :=
  match game p with
  | Terminal v => l p <= v
  | Inner parts => l p <= 0 \/ l p < mean l parts \/ (l p == mean l parts /\ evidence l T p parts)
  end.
(* ANCHOR_END: white *)

(* Some positions are inner; at the others, the border, something is known. *)
(* ANCHOR: theorem *)
Theorem forces_le_holds (l u : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) :
  game_ok dom game ->
  (forall p, In p dom -> inner p \/ l p <= u p) ->
  (forall p, In p dom -> inner p -> white_forces l T p) ->
  (forall p, In p dom -> inner p -> white_holds u p) ->
  forall p, In p dom -> l p <= u p.
(* ANCHOR_END: theorem *)
Proof.
  intros ok border forces holds p0 Hp0. apply Qnot_lt_le; intros Hlt.
  destruct (greatest_at (fun p => l p - u p) dom p0 Hp0) as (pm & Hpm & Hmax).
  set (M := l pm - u pm) in *.
  assert (HM : 0 < M) by (specialize (Hmax p0 Hp0); simpl in Hmax; unfold M in *; lra).
  assert (None : forall n p, (T p < n)%nat -> In p dom -> l p - u p == M -> False).
  { induction n as [|n IH]; [lia|]. intros p HT Hp HD.
    destruct (border p Hp) as [Hi|Hb]; [|lra].
    specialize (forces p Hp Hi). destruct (holds p Hp Hi) as [H0 Hh]. unfold white_forces in forces. unfold F in Hh.
    specialize (ok p Hp) as okp. destruct (game p) as [v|ps]; [lra|]. destruct okp as [Ht okp].
    assert (S : shifted u l M ps).
    { intros c Hc. destruct (okp c Hc) as [Hq Ho]. split; [exact Hq|]. intros o Hoo.
      specialize (Hmax o (Ho o Hoo)). simpl in Hmax. lra. }
    pose proof (mean_shift u l ps M S) as Hs. rewrite Ht in Hs.
    destruct forces as [Hl|[Hl|[Eq (c & Hc & He)]]]; [lra|lra|].
    (* Every part attains M. *)
    pose proof (mean_part u l ps M c S Hc) as Hpart. rewrite Ht in Hpart.
    destruct (S c Hc) as [Hq Hopt]. pose proof (choice_shift u l c M Hopt) as Hch.
    assert (Ec : choice l c == choice u c + M) by nra.
    unfold choice in Ec. destruct (okp c Hc) as [_ Hin]. destruct (who c).
    - destruct He as (o & Ho & Eo & To). apply (IH o); [lia|auto|].
      pose proof (most_ub u (from c) o Ho). specialize (Hopt o Ho). lra.
    - destruct (least_att u (from c)) as (o & Ho & Eo). apply (IH o); [specialize (He o Ho); lia|auto|].
      pose proof (least_lb l (from c) o Ho). specialize (Hopt o Ho). lra. }
  apply (None (S (T pm)) pm); [lia|exact Hpm|unfold M; lra].
Qed.
End Colours.

(* The mirror image: exchange the colours, and write 1 - x for each number x. *)
Section Mirror.
Context {pos : Type}.
Definition flip (x : pos -> Q) : pos -> Q := fun p => 1 - x p.
Definition other (s : side) := match s with White => Black | Black => White end.
Definition mirror_part (c : part pos) := Part (weight c) (other (who c)) (from c).
Definition mirror (game : pos -> node pos) : pos -> node pos := fun p =>
  match game p with Terminal v => Terminal (1 - v) | Inner ps => Inner (map mirror_part ps) end.

Lemma most_flip x (n : options pos) : most (flip x) n == 1 - least x n.
Proof.
  destruct (most_att (flip x) n) as (p & Hp & E). destruct (least_att x n) as (p' & Hp' & E').
  pose proof (least_lb x n p Hp). pose proof (most_ub (flip x) n p' Hp'). unfold flip in *. lra.
Qed.
Lemma least_flip x (n : options pos) : least (flip x) n == 1 - most x n.
Proof.
  destruct (least_att (flip x) n) as (p & Hp & E). destruct (most_att x n) as (p' & Hp' & E').
  pose proof (most_ub x n p Hp). pose proof (least_lb (flip x) n p' Hp'). unfold flip in *. lra.
Qed.
Lemma choice_flip x c : choice (flip x) (mirror_part c) == 1 - choice x c.
Proof. unfold choice, mirror_part. cbn. destruct (who c); cbn; [apply least_flip|apply most_flip]. Qed.
Lemma mean_flip x ps : mean (flip x) (map mirror_part ps) == total ps - mean x ps.
Proof. induction ps as [|c l IH]; cbn [map mean total]; [ring|]. rewrite choice_flip, IH. cbn. ring. Qed.
Lemma total_mirror ps : total (map mirror_part ps) == total ps.
Proof. induction ps as [|c l IH]; cbn [map total]; [ring|]. rewrite IH. reflexivity. Qed.
Lemma ok_mirror dom game : game_ok dom game -> game_ok dom (mirror game).
Proof.
  intros ok p Hp. specialize (ok p Hp). unfold mirror. destruct (game p) as [v|ps]; [lra|].
  destruct ok as [Ht ok]. split; [rewrite total_mirror; exact Ht|]. intros c Hc.
  apply in_map_iff in Hc. destruct Hc as (c' & <- & Hc'). exact (ok c' Hc').
Qed.
Lemma F_flip dom game x p : game_ok dom game -> In p dom -> F (mirror game) (flip x) p == 1 - F game x p.
Proof.
  intros ok Hp. specialize (ok p Hp). unfold F, mirror. destruct (game p) as [v|ps]; [reflexivity|].
  destruct ok as [Ht _]. rewrite mean_flip, Ht. reflexivity.
Qed.

Variable dom : list pos.
Variable game : pos -> node pos.
Hypothesis ok : game_ok dom game.

(* ANCHOR: black *)
Definition black_holds (l' : pos -> Q) (p : pos) : Prop := l' p <= 1 /\ l' p <= F game l' p.

Definition black_evidence (u' : pos -> Q) (T' : pos -> nat) (p : pos) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | Black => exists o, In o (all (from c)) /\ u' o == least u' (from c) /\ (T' o < T' p)%nat
    | White => forall o, In o (all (from c)) -> (T' o < T' p)%nat
    end.

Definition black_forces (u' : pos -> Q) (T' : pos -> nat) (p : pos) : Prop :=
  match game p with
  | Terminal v => v <= u' p
  | Inner parts => 1 <= u' p \/ mean u' parts < u' p \/ (u' p == mean u' parts /\ black_evidence u' T' p parts)
  end.
(* ANCHOR_END: black *)

Lemma black_holds_mirror l' p : In p dom -> (black_holds l' p <-> white_holds (mirror game) (flip l') p).
Proof.
  intros Hp. unfold black_holds, white_holds. rewrite (F_flip dom game l' p ok Hp). unfold flip. lra.
Qed.
Lemma evidence_mirror u' T' p ps : black_evidence u' T' p ps <-> evidence (flip u') T' p (map mirror_part ps).
Proof.
  unfold evidence, black_evidence. split.
  - intros (c & Hc & He). exists (mirror_part c). split; [apply in_map; exact Hc|]. cbn. destruct (who c); cbn; [exact He|].
    destruct He as (o & Ho & Eo & To). exists o. split; [exact Ho|split; [|exact To]]. rewrite most_flip. unfold flip. lra.
  - intros (c' & Hc' & He). apply in_map_iff in Hc'. destruct Hc' as (c & <- & Hc). exists c. split; [exact Hc|].
    cbn in He. destruct (who c); cbn in He; [exact He|].
    destruct He as (o & Ho & Eo & To). exists o. split; [exact Ho|split; [|exact To]]. rewrite most_flip in Eo. unfold flip in Eo. lra.
Qed.
Lemma black_forces_mirror u' T' p : In p dom -> (black_forces u' T' p <-> white_forces (mirror game) (flip u') T' p).
Proof.
  intros Hp. specialize (ok p Hp). unfold black_forces, white_forces, mirror. destruct (game p) as [v|ps]; [unfold flip; lra|].
  destruct ok as [Ht _]. pose proof (evidence_mirror u' T' p ps) as E. pose proof (mean_flip u' ps) as M. rewrite Ht in M.
  assert (Fu : flip u' p == 1 - u' p) by reflexivity. set (m := mean (flip u') (map mirror_part ps)) in *. clearbody m.
  set (e := evidence (flip u') T' p (map mirror_part ps)) in *. clearbody e. set (f := flip u' p) in *. clearbody f.
  split; (intros [H|[H|[H He]]]; [left; lra|right; left; lra|right; right; split; [lra|apply E; exact He]]).
Qed.

(* ANCHOR: mirror *)
Theorem forces_ge_holds (u' l' : pos -> Q) (T' : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ l' p <= u' p) ->
  (forall p, In p dom -> inner p -> black_forces u' T' p) ->
  (forall p, In p dom -> inner p -> black_holds l' p) ->
  forall p, In p dom -> l' p <= u' p.
(* ANCHOR_END: mirror *)
Proof.
  intros border forces holds p Hp.
  assert (H : flip u' p <= flip l' p); [|unfold flip in H; lra].
  apply (forces_le_holds dom (mirror game) (flip u') (flip l') T' inner); auto.
  - apply ok_mirror; exact ok.
  - intros q Hq. destruct (border q Hq); [auto|right; unfold flip; lra].
  - intros q Hq Hi. apply black_forces_mirror; auto.
  - intros q Hq Hi. apply black_holds_mirror; auto.
Qed.
End Mirror.
