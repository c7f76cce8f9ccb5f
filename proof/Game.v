(* Finite games with turns: whose turn it is, what the options are worth, and the function F.

   A position that is not terminal has one part or more. A part has a weight and a list of options, and one side chooses
   among them. The weights have the sum 1. The four kinds of turn are
     bid for:  half a part in which White chooses, half a part in which Black chooses;
     White's:  one part in which White chooses;
     Black's:  one part in which Black chooses;
     chance's: one part with a single option for each option.
   So one proof serves all. Numbers are rational. No axiom is used. *)
From Coq Require Import QArith Qminmax Lqa List Lia.
Import ListNotations.
Open Scope Q_scope.

Section Game.
Context {pos : Type}.

(* A list of options is never empty: a first one, and the others. *)
Definition options := (pos * list pos)%type.
Definition all (n : options) : list pos := fst n :: snd n.

(* The greatest and the least number of an option. *)
Fixpoint most_of (x : pos -> Q) (a : pos) (l : list pos) : Q :=
  match l with [] => x a | b :: l' => Qmax (x a) (most_of x b l') end.
Fixpoint least_of (x : pos -> Q) (a : pos) (l : list pos) : Q :=
  match l with [] => x a | b :: l' => Qmin (x a) (least_of x b l') end.
Definition most (x : pos -> Q) (n : options) := most_of x (fst n) (snd n).
Definition least (x : pos -> Q) (n : options) := least_of x (fst n) (snd n).

(* ANCHOR: game *)
Inductive side := White | Black.
Record part := Part { weight : Q; who : side; from : options }.
Inductive node := Terminal (value : Q) | Inner (parts : list part).

Definition choice (x : pos -> Q) (c : part) : Q :=
  match who c with White => most x (from c) | Black => least x (from c) end.
Fixpoint mean (x : pos -> Q) (parts : list part) : Q :=
  match parts with [] => 0 | c :: rest => weight c * choice x c + mean x rest end.
Fixpoint total (parts : list part) : Q :=
  match parts with [] => 0 | c :: rest => weight c + total rest end.

Definition F (game : pos -> node) (x : pos -> Q) (p : pos) : Q :=
  match game p with Terminal v => v | Inner parts => mean x parts end.

(* [all_positions] is finite and closed; values are from 0 to 1; weights are positive and have the sum 1. *)
Definition game_ok (all_positions : list pos) (game : pos -> node) : Prop :=
  forall p, In p all_positions ->
    match game p with
    | Terminal v => 0 <= v <= 1
    | Inner parts => total parts == 1 /\ forall c, In c parts ->
        0 < weight c /\ forall o, In o (all (from c)) -> In o all_positions
    end.
(* ANCHOR_END: game *)

Definition bid_for (w b : options) := Inner [Part (1#2) White w; Part (1#2) Black b].
Definition white_turn (w : options) := Inner [Part 1 White w].
Definition black_turn (b : options) := Inner [Part 1 Black b].
Definition chance (l : list (Q * pos)) := Inner (map (fun e => Part (fst e) White (snd e, [])) l).

Fixpoint expected (x : pos -> Q) (l : list (Q * pos)) : Q :=
  match l with [] => 0 | (q, p) :: l' => q * x p + expected x l' end.
Lemma F_of_turns game x p :
  (forall w b, game p = bid_for w b -> F game x p == (1#2) * (most x w + least x b)) /\
  (forall w, game p = white_turn w -> F game x p == most x w) /\
  (forall b, game p = black_turn b -> F game x p == least x b) /\
  (forall l, game p = chance l -> F game x p == expected x l).
Proof.
  repeat split; intros; unfold F; rewrite H; unfold bid_for, white_turn, black_turn, chance; cbn; unfold choice; cbn; try ring.
  clear H. induction l as [|[q o] l IH]; cbn; [reflexivity|]. rewrite IH. reflexivity.
Qed.

Lemma most_ub x n p : In p (all n) -> x p <= most x n.
Proof.
  destruct n as [a l]; unfold all, most; cbn [fst snd]. revert a p.
  induction l as [|b l IH]; intros a p H; simpl most_of.
  - destruct H as [->|[]]; lra.
  - destruct H as [->|H]; [apply Q.le_max_l|].
    eapply Qle_trans; [apply (IH b p H)|apply Q.le_max_r].
Qed.
Lemma most_att x n : exists p, In p (all n) /\ x p == most x n.
Proof.
  destruct n as [a l]; unfold all, most; cbn [fst snd]. revert a.
  induction l as [|b l IH]; intros a; simpl most_of.
  - exists a; simpl; split; auto; lra.
  - destruct (IH b) as (p & Hp & E). destruct (Q.max_spec (x a) (most_of x b l)) as [[? M]|[? M]].
    + exists p; simpl in *; split; [tauto|]. rewrite M; exact E.
    + exists a; simpl; split; auto. rewrite M; lra.
Qed.
Lemma least_lb x n p : In p (all n) -> least x n <= x p.
Proof.
  destruct n as [a l]; unfold all, least; cbn [fst snd]. revert a p.
  induction l as [|b l IH]; intros a p H; simpl least_of.
  - destruct H as [->|[]]; lra.
  - destruct H as [->|H]; [apply Q.le_min_l|].
    eapply Qle_trans; [apply Q.le_min_r|apply (IH b p H)].
Qed.
Lemma least_att x n : exists p, In p (all n) /\ x p == least x n.
Proof.
  destruct n as [a l]; unfold all, least; cbn [fst snd]. revert a.
  induction l as [|b l IH]; intros a; simpl least_of.
  - exists a; simpl; split; auto; lra.
  - destruct (IH b) as (p & Hp & E). destruct (Q.min_spec (x a) (least_of x b l)) as [[? M]|[? M]].
    + exists a; simpl; split; auto. rewrite M; lra.
    + exists p; simpl in *; split; [tauto|]. rewrite M; exact E.
Qed.

(* If y <= x + d at the options, then so for what a side chooses. *)
Lemma choice_shift x y c d : (forall p, In p (all (from c)) -> y p <= x p + d) -> choice y c <= choice x c + d.
Proof.
  intros H. unfold choice. destruct (who c).
  - destruct (most_att y (from c)) as (p & Hp & E). specialize (H p Hp). pose proof (most_ub x (from c) p Hp). lra.
  - destruct (least_att x (from c)) as (p & Hp & E). specialize (H p Hp). pose proof (least_lb y (from c) p Hp). lra.
Qed.
Definition shifted x y d (parts : list part) := forall c, In c parts ->
  0 < weight c /\ forall o, In o (all (from c)) -> y o <= x o + d.
Lemma mean_shift x y parts d : shifted x y d parts -> mean y parts <= mean x parts + d * total parts.
Proof.
  induction parts as [|c l IH]; intros H; cbn [mean total]; [lra|].
  assert (mean y l <= mean x l + d * total l) by (apply IH; intros c' Hc'; apply H; right; auto).
  destruct (H c (or_introl eq_refl)) as [Hq Ho]. pose proof (choice_shift x y c d Ho). nra.
Qed.
(* What one part lacks is at most what all lack. *)
Lemma mean_part x y parts d c : shifted x y d parts -> In c parts ->
  weight c * (choice x c + d - choice y c) <= mean x parts + d * total parts - mean y parts.
Proof.
  induction parts as [|c' l IH]; intros H Hc; [destruct Hc|]. cbn [mean total].
  assert (H' : shifted x y d l) by (intros e He; apply H; right; auto).
  destruct (H c' (or_introl eq_refl)) as [Hq Ho]. destruct Hc as [->|Hc].
  - pose proof (mean_shift x y l d H'). lra.
  - specialize (IH H' Hc). pose proof (choice_shift x y c' d Ho).
    assert (0 <= weight c' * (choice x c' + d - choice y c')) by (apply Qmult_le_0_compat; lra). lra.
Qed.
Lemma mean_le x y parts : (forall c, In c parts -> 0 < weight c /\ forall o, In o (all (from c)) -> y o <= x o) ->
  mean y parts <= mean x parts.
Proof.
  intros H. assert (mean y parts <= mean x parts + 0 * total parts); [|lra].
  apply mean_shift. intros c Hc. destruct (H c Hc) as [Hq Ho]. split; [exact Hq|]. intros o i. specialize (Ho o i). lra.
Qed.
Lemma mean_choices x y parts : (forall c, In c parts -> 0 < weight c /\ choice y c <= choice x c) -> mean y parts <= mean x parts.
Proof.
  induction parts as [|c l IH]; intros H; cbn [mean]; [lra|]. assert (mean y l <= mean x l) by (apply IH; intros e He; apply H; right; exact He).
  destruct (H c (or_introl eq_refl)). nra.
Qed.
Lemma mean_const d parts : mean (fun _ => d) parts == d * total parts.
Proof.
  induction parts as [|c l IH]; cbn [mean total]; [ring|]. rewrite IH.
  assert (E : choice (fun _ => d) c == d).
  { unfold choice. destruct (who c).
    - destruct (most_att (fun _ : pos => d) (from c)) as (? & _ & E). rewrite <- E. reflexivity.
    - destruct (least_att (fun _ : pos => d) (from c)) as (? & _ & E). rewrite <- E. reflexivity. }
  rewrite E. ring.
Qed.

(* What is chosen is at most m everywhere; what one part lacks is at most what all lack. *)
Lemma mean_below x m ps : (forall c, In c ps -> 0 < weight c /\ choice x c <= m) ->
  mean x ps <= m * total ps /\ forall c, In c ps -> weight c * (m - choice x c) <= m * total ps - mean x ps.
Proof.
  induction ps as [|c ps IH]; intros H; cbn [mean total]; [split; [lra|intros ? []]|].
  destruct IH as [I1 I2]; [intros; apply H; right; auto|]. destruct (H c (or_introl eq_refl)) as [Hw Hc].
  assert (0 <= weight c * (m - choice x c)) by (apply Qmult_le_0_compat; lra).
  split; [lra|]. intros c' [<-|Hc']; [lra|]. specialize (I2 c' Hc'). lra.
Qed.
Lemma all_equal x m ps : (forall c, In c ps -> 0 < weight c /\ choice x c <= m) -> m * total ps <= mean x ps ->
  forall c, In c ps -> choice x c == m.
Proof. intros H Hm c Hc. destruct (mean_below x m ps H) as [_ B]. specialize (B c Hc). destruct (H c Hc). nra. Qed.

Lemma greatest_at (f : pos -> Q) (l : list pos) p0 : In p0 l ->
  exists p, In p l /\ forall p', In p' l -> f p' <= f p.
Proof.
  intros H. destruct l as [|a l]; [destruct H|].
  destruct (most_att f (a, l)) as (p & Hp & E). exists p. split; [exact Hp|].
  intros p' Hp'. rewrite E. apply most_ub. exact Hp'.
Qed.

Lemma F_monotone dom game x y : game_ok dom game -> (forall p, In p dom -> y p <= x p) ->
  forall p, In p dom -> F game y p <= F game x p.
Proof.
  intros ok H p Hp. unfold F. specialize (ok p Hp). destruct (game p) as [v|ps]; [lra|].
  destruct ok as [_ ok]. apply mean_le. intros c Hc. destruct (ok c Hc). split; auto.
Qed.
End Game.
Arguments node : clear implicits.
Arguments part : clear implicits.
Arguments options : clear implicits.
