(* forces, holds, and the theorem: what White can force is at most what Black can force. A play without end is worth d. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
From Bidding Require Import Game.
Import ListNotations.
Open Scope Q_scope.

Section Colours.
Context {pos : Type}.
Variable dom : list pos.
Variable game : pos -> node pos.

(* At a quiet position, what counts is worth what the position is. *)
(* ANCHOR: quiet *)
Definition quiet (x : pos -> Q) (p : pos) (parts : list (part pos)) : Prop :=
  forall c, In c parts -> choice x c == x p.
(* ANCHOR_END: quiet *)

(* ANCHOR: white *)
Definition white_holds (u : pos -> Q) (p : pos) : Prop := 0 <= u p /\ F game u p <= u p.

Definition evidence (l : pos -> Q) (T : pos -> nat) (p : pos) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | White => exists o, In o (all (from c)) /\ l o == l p /\ (T o < T p)%nat
    | Black => forall o, In o (all (from c)) -> l o == l p -> (T o < T p)%nat
    end.

Definition white_forces (d : Q) (l : pos -> Q) (T : pos -> nat) (p : pos) : Prop :=
  l p <= F game l p /\
  forall parts, game p = Inner parts -> d < l p -> quiet l p parts -> evidence l T p parts.
(* ANCHOR_END: white *)

Definition black_holds (l' : pos -> Q) (p : pos) : Prop := l' p <= 1 /\ l' p <= F game l' p.

Definition black_evidence (u' : pos -> Q) (T' : pos -> nat) (p : pos) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match who c with
    | Black => exists o, In o (all (from c)) /\ u' o == u' p /\ (T' o < T' p)%nat
    | White => forall o, In o (all (from c)) -> u' o == u' p -> (T' o < T' p)%nat
    end.

Definition black_forces (d : Q) (u' : pos -> Q) (T' : pos -> nat) (p : pos) : Prop :=
  F game u' p <= u' p /\
  forall parts, game p = Inner parts -> u' p < d -> quiet u' p parts -> black_evidence u' T' p parts.

(* holds is forces of the other side, if a play without end is worth nothing to that side. *)
Lemma white_holds_forces u T p : white_holds u p <-> 0 <= u p /\ black_forces 0 u T p.
Proof. unfold white_holds, black_forces. split; [intros [H G]; repeat split; auto; intros; lra|tauto]. Qed.
Lemma black_holds_forces l' T' p : black_holds l' p <-> l' p <= 1 /\ white_forces 1 l' T' p.
Proof. unfold black_holds, white_forces. split; [intros [H G]; repeat split; auto; intros; lra|tauto]. Qed.

Lemma mean_quiet (x : pos -> Q) p parts : quiet x p parts -> mean x parts == x p * total parts.
Proof.
  induction parts as [|c l IH]; intros H; cbn [mean total]; [ring|].
  rewrite (H c (or_introl eq_refl)), IH by (intros e He; apply H; right; exact He). ring.
Qed.

(* The best options of a part, for x if White chooses and for y if Black does, keep both x and y. *)
Definition stays (x y : pos -> Q) (L K : Q) (c : part pos) : Prop :=
  match who c with
  | White => (exists o, In o (all (from c)) /\ x o == L) /\ forall o, In o (all (from c)) -> x o == L -> y o == K
  | Black => (exists o, In o (all (from c)) /\ y o == K) /\ forall o, In o (all (from c)) -> y o == K -> x o == L
  end.

Hypothesis ok : game_ok dom game.

(* Among the positions where x - y is greatest take those where x is greatest. There x is one number, and y is one number;
   they are quiet for x and for y; and a best white option for x, or a best black one for y, is one of them. *)
Lemma same (x y : pos -> Q) :
  (forall p, In p dom -> x p <= y p \/ (x p <= F game x p /\ F game y p <= y p)) ->
  (forall p, In p dom -> x p <= y p) \/
  exists L K, K < L /\ (exists p, In p dom /\ x p == L /\ y p == K) /\
    forall p, In p dom -> x p == L -> y p == K -> exists parts, game p = Inner parts /\
      quiet x p parts /\ quiet y p parts /\ forall c, In c parts -> stays x y L K c.
Proof.
  intros fixed. destruct dom as [|p0 rest] eqn:Edom; [left; intros p []|]. rewrite <- Edom in *.
  assert (Hp0 : In p0 dom) by (rewrite Edom; left; reflexivity).
  destruct (greatest_at (fun p => x p - y p) dom p0 Hp0) as (pm & Hpm & Hmax). set (M := x pm - y pm) in *. cbv beta in Hmax.
  destruct (Qlt_le_dec 0 M) as [HM|HM]; [right|left; intros p Hp; specialize (Hmax p Hp); lra].
  destruct (greatest_at x (filter (fun p => Qeq_bool (x p - y p) M) dom) pm) as (pl & Hpl & Htop);
    [apply filter_In; split; [exact Hpm|apply Qeq_bool_iff; reflexivity]|].
  apply filter_In in Hpl. destruct Hpl as [Hpl EM]. apply Qeq_bool_iff in EM. set (L := x pl) in *.
  assert (Top : forall p, In p dom -> M <= x p - y p -> x p <= L /\ x p - y p == M).
  { intros p Hp Hge. specialize (Hmax p Hp). assert (E : x p - y p == M) by lra. split; [|exact E].
    apply Htop, filter_In. split; [exact Hp|apply Qeq_bool_iff, E]. }
  exists L, (L - M). split; [lra|]. split; [exists pl; split; [exact Hpl|unfold L in *; lra]|].
  intros p Hp Ex Ey. specialize (ok p Hp) as okp. destruct (fixed p Hp) as [Hle|[Hx Hy]]; [lra|]. unfold F in Hx, Hy.
  destruct (game p) as [v|ps]; [lra|]. exists ps. split; [reflexivity|]. destruct okp as [Ht okp].
  assert (S : shifted y x M ps).
  { intros c Hc. destruct (okp c Hc) as [Hq Ho]. split; [exact Hq|]. intros o Hoo. specialize (Hmax o (Ho o Hoo)). lra. }
  (* Every part attains M. What is chosen is an option at which x - y is M, so it is at most L; the mean is L; so all are L. *)
  assert (Ec : forall c, In c ps -> choice x c == choice y c + M).
  { intros c Hc. pose proof (mean_part y x ps M c S Hc) as Hpart. rewrite Ht in Hpart.
    destruct (S c Hc) as [Hq Hopt]. pose proof (choice_shift y x c M Hopt). nra. }
  assert (El : forall c, In c ps -> choice x c == L).
  { apply all_equal; [|rewrite Ht; lra]. intros c Hc. destruct (okp c Hc) as [Hq Ho]. split; [exact Hq|].
    specialize (Ec c Hc). unfold choice in *. destruct (who c).
    - destruct (most_att x (from c)) as (o & Hoo & Eo). pose proof (most_ub y (from c) o Hoo). destruct (Top o (Ho o Hoo)); lra.
    - destruct (least_att y (from c)) as (o & Hoo & Eo). pose proof (least_lb x (from c) o Hoo). destruct (Top o (Ho o Hoo)); lra. }
  split; [intros c Hc; rewrite Ex; exact (El c Hc)|]. split; [intros c Hc; specialize (El c Hc); specialize (Ec c Hc); lra|].
  intros c Hc. specialize (El c Hc). specialize (Ec c Hc). destruct (okp c Hc) as [_ Ho]. unfold stays, choice in *. destruct (who c).
  - split; [destruct (most_att x (from c)) as (o & Hoo & Eo); exists o; split; [exact Hoo|lra]|].
    intros o Hoo Eo. pose proof (most_ub y (from c) o Hoo). destruct (Top o (Ho o Hoo)); lra.
  - split; [destruct (least_att y (from c)) as (o & Hoo & Eo); exists o; split; [exact Hoo|lra]|].
    intros o Hoo Eo. pose proof (least_lb x (from c) o Hoo). destruct (Top o (Ho o Hoo)); lra.
Qed.

(* Labels cannot fall for ever. *)
Lemma falls (T : pos -> nat) (C : pos -> Prop) : (forall p, C p -> exists o, C o /\ (T o < T p)%nat) -> forall p, ~ C p.
Proof.
  intros step. assert (H : forall n p, (T p < n)%nat -> ~ C p).
  { induction n as [|n IH]; intros p Hn Hp; [lia|]. destruct (step p Hp) as (o & Ho & To). apply (IH o); [lia|exact Ho]. }
  intros p. apply (H (S (T p))). lia.
Qed.

(* Some positions are inner; at the others, the border, something is known. *)
(* ANCHOR: theorem *)
Theorem forces_le_forces (d : Q) (l u' : pos -> Q) (T T' : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ l p <= u' p) ->
  (forall p, In p dom -> inner p -> white_forces d l T p) ->
  (forall p, In p dom -> inner p -> black_forces d u' T' p) ->
  forall p, In p dom -> l p <= u' p.
(* ANCHOR_END: theorem *)
Proof.
  intros border W B. destruct (same l u') as [Hle|(L & K & HKL & (p & Hp) & Hsame)]; [|exact Hle|exfalso].
  { intros p Hp. destruct (border p Hp) as [Hi|Hle]; [right; split; [apply W|apply B]; auto|left; exact Hle]. }
  set (C p := In p dom /\ l p == L /\ u' p == K). revert Hp. change (~ C p).
  (* If d < L, White's labels serve for all of C, else Black's. *)
  apply (falls (if Qlt_le_dec d L then T else T') C). clear p. intros p (Hp & El & Eu).
  destruct (border p Hp) as [Hi|Hle]; [|lra]. destruct (W p Hp Hi) as [_ We], (B p Hp Hi) as [_ Be].
  destruct (Hsame p Hp El Eu) as (ps & Eg & Ql & Qu & Hst). specialize (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [_ okp].
  destruct (Qlt_le_dec d L) as [Hd|Hd].
  - destruct (We ps Eg) as (c & Hc & He); [lra|exact Ql|]. destruct (okp c Hc) as [_ Ho]. specialize (Hst c Hc). unfold stays in Hst.
    destruct (who c).
    + destruct Hst as [_ Hst]. destruct He as (o & Hoo & Eo & To). rewrite El in Eo. exists o. split; [repeat split; auto|exact To].
    + destruct Hst as [(o & Hoo & Eo) Hst]. pose proof (Hst o Hoo Eo). exists o. split; [repeat split; auto|]. apply He; [exact Hoo|lra].
  - destruct (Be ps Eg) as (c & Hc & He); [lra|exact Qu|]. destruct (okp c Hc) as [_ Ho]. specialize (Hst c Hc). unfold stays in Hst.
    destruct (who c).
    + destruct Hst as [(o & Hoo & Eo) Hst]. pose proof (Hst o Hoo Eo). exists o. split; [repeat split; auto|]. apply He; [exact Hoo|lra].
    + destruct Hst as [_ Hst]. destruct He as (o & Hoo & Eo & To). rewrite Eu in Eo. exists o. split; [repeat split; auto|exact To].
Qed.

Corollary forces_le_holds (l u : pos -> Q) (T : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ l p <= u p) ->
  (forall p, In p dom -> inner p -> white_forces 0 l T p) ->
  (forall p, In p dom -> inner p -> white_holds u p) ->
  forall p, In p dom -> l p <= u p.
Proof. intros b W H. apply (forces_le_forces 0 l u T T inner); auto. intros p Hp Hi. apply white_holds_forces; auto. Qed.
Corollary forces_ge_holds (u' l' : pos -> Q) (T' : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p \/ l' p <= u' p) ->
  (forall p, In p dom -> inner p -> black_forces 1 u' T' p) ->
  (forall p, In p dom -> inner p -> black_holds l' p) ->
  forall p, In p dom -> l' p <= u' p.
Proof. intros b B H. apply (forces_le_forces 1 l' u' T' T' inner); auto. intros p Hp Hi. apply black_holds_forces; auto. Qed.

(* What is worth nothing needs no test. *)
Lemma nothing_to_force d l T p : 0 <= d -> (forall q, In q dom -> 0 <= l q) -> In p dom ->
  l p == 0 -> white_forces d l T p.
Proof.
  intros Hd H Hp E. assert (G : 0 <= F game l p).
  { specialize (ok p Hp). unfold F. destruct (game p) as [v|ps]; [lra|]. destruct ok as [Ht okp].
    assert (mean (fun _ => 0) ps <= mean l ps); [|rewrite mean_const in *; lra].
    apply mean_le. intros c Hc. destruct (okp c Hc) as [Hq Ho]. split; [exact Hq|]. auto. }
  split; [lra|]. intros ps _ Hlt. lra.
Qed.

(* Evidence at every equality, with labels of all black options and without regard to d, is more than is needed. *)
Definition forces_everywhere (l : pos -> Q) (T : pos -> nat) (p : pos) : Prop :=
  match game p with
  | Terminal v => l p <= v
  | Inner parts => l p <= 0 \/ l p < mean l parts \/
      (l p == mean l parts /\ exists c, In c parts /\
        match who c with
        | White => exists o, In o (all (from c)) /\ l o == most l (from c) /\ (T o < T p)%nat
        | Black => forall o, In o (all (from c)) -> (T o < T p)%nat
        end)
  end.
Theorem everywhere_is_enough d l T p : 0 <= d -> (forall q, In q dom -> 0 <= l q) -> In p dom ->
  forces_everywhere l T p -> white_forces d l T p.
Proof.
  intros Hd H Hp E. destruct (Qlt_le_dec 0 (l p)) as [Pos|Le].
  2: { apply nothing_to_force; auto. specialize (H p Hp). lra. }
  specialize (ok p Hp). unfold forces_everywhere in E. unfold white_forces, F. destruct (game p) as [v|ps]; [split; [exact E|discriminate]|].
  destruct E as [E|[E|[E (c & Hc & He)]]]; [lra| |]; (split; [lra|]); intros ps' Eg _ Ql; injection Eg as <-.
  - pose proof (mean_quiet l p ps Ql) as M. destruct ok as [Ht _]. rewrite Ht in M. lra.
  - exists c. split; [exact Hc|]. specialize (Ql c Hc). unfold choice in Ql. destruct (who c); [|auto].
    destruct He as (o & Ho & Eo & To). exists o. split; [exact Ho|split; [lra|exact To]].
Qed.

(* No label at all: what White can force is any l <= F(l) of which no position above d is quiet. *)
Lemma none_quiet d l T p : l p <= F game l p ->
  (forall parts, game p = Inner parts -> d < l p -> ~ quiet l p parts) -> white_forces d l T p.
Proof. intros H N. split; [exact H|]. intros ps E Hd Ql. destruct (N ps E Hd Ql). Qed.
End Colours.

(* What quiet means at each kind of turn. *)
Lemma quiet_of_turns {pos} (x : pos -> Q) p parts :
  (forall w b, Inner parts = bid_for w b -> (quiet x p parts <-> most x w == x p /\ least x b == x p)) /\
  (forall w, Inner parts = white_turn w -> (quiet x p parts <-> most x w == x p)) /\
  (forall b, Inner parts = black_turn b -> (quiet x p parts <-> least x b == x p)) /\
  (forall l, Inner parts = chance l -> (quiet x p parts <-> forall e, In e l -> x (snd e) == x p)).
Proof.
  unfold quiet, bid_for, white_turn, black_turn, chance.
  repeat split; intros; match goal with E : Inner _ = Inner _ |- _ => injection E as -> end.
  - exact (H0 _ (or_introl eq_refl)).
  - exact (H0 _ (or_intror (or_introl eq_refl))).
  - destruct H0 as [Hw Hb], H1 as [<-|[<-|[]]]; [exact Hw|exact Hb].
  - exact (H0 _ (or_introl eq_refl)).
  - destruct H1 as [<-|[]]. exact H0.
  - exact (H0 _ (or_introl eq_refl)).
  - destruct H1 as [<-|[]]. exact H0.
  - exact (H0 _ (in_map _ _ _ H1)).
  - apply in_map_iff in H1. destruct H1 as (e & <- & He). exact (H0 e He).
Qed.

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

Lemma black_holds_mirror l' p : In p dom -> (black_holds game l' p <-> white_holds (mirror game) (flip l') p).
Proof. intros Hp. unfold black_holds, white_holds. rewrite (F_flip dom game l' p ok Hp). unfold flip. lra. Qed.
Lemma quiet_mirror x p ps : quiet (flip x) p (map mirror_part ps) <-> quiet x p ps.
Proof.
  unfold quiet. split; intros H c Hc.
  - specialize (H _ (in_map mirror_part _ _ Hc)). rewrite choice_flip in H. unfold flip in H. lra.
  - apply in_map_iff in Hc. destruct Hc as (c' & <- & Hc). specialize (H c' Hc). rewrite choice_flip. unfold flip. lra.
Qed.
Lemma evidence_mirror u' T' p ps : black_evidence u' T' p ps <-> evidence (flip u') T' p (map mirror_part ps).
Proof.
  unfold evidence, black_evidence. assert (E : forall o, flip u' o == flip u' p <-> u' o == u' p) by (intros o; unfold flip; lra). split.
  - intros (c & Hc & He). exists (mirror_part c). split; [apply in_map; exact Hc|]. cbn. destruct (who c); cbn.
    + intros o Ho Eo. apply He; [exact Ho|apply E, Eo].
    + destruct He as (o & Ho & Eo & To). exists o. rewrite E. auto.
  - intros (c' & Hc' & He). apply in_map_iff in Hc'. destruct Hc' as (c & <- & Hc). exists c. split; [exact Hc|].
    cbn in He. destruct (who c); cbn in He.
    + intros o Ho Eo. apply He; [exact Ho|apply E, Eo].
    + destruct He as (o & Ho & Eo & To). exists o. rewrite E in Eo. auto.
Qed.
Lemma black_forces_mirror d u' T' p : In p dom ->
  (black_forces game d u' T' p <-> white_forces (mirror game) (1 - d) (flip u') T' p).
Proof.
  intros Hp. unfold black_forces, white_forces. rewrite (F_flip dom game u' p ok Hp).
  assert (E : 1 - d < flip u' p <-> u' p < d) by (unfold flip; lra). unfold mirror. unfold flip at 1.
  split; (intros [H G]; split; [lra|]; intros ps' Eg Hd Qx).
  - destruct (game p) as [v|ps]; [discriminate|]. injection Eg as <-. apply evidence_mirror, G; [reflexivity|apply E, Hd|apply quiet_mirror, Qx].
  - rewrite Eg in G. apply evidence_mirror, G; [reflexivity|apply E, Hd|apply quiet_mirror, Qx].
Qed.
Corollary everywhere_is_enough_black d u' T' p : d <= 1 -> (forall q, In q dom -> u' q <= 1) -> In p dom ->
  forces_everywhere (mirror game) (flip u') T' p -> black_forces game d u' T' p.
Proof.
  intros Hd H Hp E. apply black_forces_mirror; [exact Hp|].
  apply (everywhere_is_enough dom (mirror game) (ok_mirror dom game ok)); auto; [lra|].
  intros q Hq. specialize (H q Hq). unfold flip. lra.
Qed.
End Mirror.
