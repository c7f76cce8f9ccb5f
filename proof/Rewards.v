(* Expected total rewards. White collects a reward at each position that is not terminal, and Black pays it.

   The values are from 0 to infinity. A number of a table is [Some] rational number, or [None]: infinity. There are two kinds of values:
     total: a play without end is worth what is collected in it;
     reach: a play without end is worth infinity, so Black has to come to a terminal position.
   As in `Limits.v` the values are limits of iterations of rational numbers, and no axiom is used. *)
From Coq Require Import QArith Qround Qminmax Lqa List Lia.
From Bidding Require Import Game Colours Ranks Limits Never.
Import ListNotations.
Open Scope Q_scope.

(* For both sides. *)
Section Strict.
Context {pos : Type}.
Variable dom : list pos.
Notation parts_ok := (parts_ok dom).

Lemma choice_att (x : pos -> Q) c : exists o, In o (all (from c)) /\ x o == choice x c.
Proof. unfold choice. destruct (who c); [apply most_att|apply least_att]. Qed.
Lemma choice_above (x : pos -> Q) m c : (forall o, In o (all (from c)) -> m <= x o) -> m <= choice x c.
Proof. intros H. destruct (choice_att x c) as (o & Ho & Eo). specialize (H o Ho). lra. Qed.
(* What each part chooses is at least m. *)
Lemma mean_above (x : pos -> Q) m ps : (forall c, In c ps -> 0 < weight c /\ m <= choice x c) ->
  m * total ps <= mean x ps /\ forall c, In c ps -> weight c * (choice x c - m) <= mean x ps - m * total ps.
Proof.
  induction ps as [|c ps IH]; intros H; cbn [mean total]; [split; [lra|intros ? []]|].
  destruct IH as [I1 I2]; [intros; apply H; right; auto|]. destruct (H c (or_introl eq_refl)) as [Hw Hc].
  assert (0 <= weight c * (choice x c - m)) by (apply Qmult_le_0_compat; lra).
  split; [lra|]. intros c' [<-|Hc']; [lra|]. specialize (I2 c' Hc'). lra.
Qed.
Lemma mean_choice (x y : pos -> Q) d ps : (forall c, In c ps -> 0 < weight c /\ choice y c <= choice x c + d) ->
  mean y ps <= mean x ps + d * total ps.
Proof.
  induction ps as [|c ps IH]; intros H; cbn [mean total]; [lra|].
  assert (mean y ps <= mean x ps + d * total ps) by (apply IH; intros; apply H; right; auto).
  destruct (H c (or_introl eq_refl)) as [Hw Hc]. nra.
Qed.

Lemma progress_mirror (x : pos -> Q) rank p c : progress Black x rank p c -> progress White (flip x) rank p (mirror_part c).
Proof.
  unfold progress, mirror_part. pose proof (choice_flip x c) as E. unfold mirror_part in E. cbn [who from weight] in *.
  assert (Eo : forall o, flip x o == choice (flip x) (Part (weight c) (other (who c)) (from c)) <-> x o == choice x c)
    by (intros o; rewrite E; unfold flip; lra).
  destruct (who c); cbn [other] in *.
  - intros H o Ho Ex. apply H; [exact Ho|apply Eo, Ex].
  - intros (o & Ho & Ex & R). exists o. rewrite Eo. auto.
Qed.
Lemma strictly_above (moves : pos -> list (part pos)) (g x : pos -> Q) (rank : pos -> nat) (inner : pos -> Prop) :
  (forall p, In p dom -> inner p -> parts_ok (moves p)) ->
  (forall p, In p dom -> inner p -> g p + mean x (moves p) <= x p /\
    (g p + mean x (moves p) < x p \/ exists c, In c (moves p) /\ progress Black x rank p c)) ->
  forall e, 0 < e -> exists x' h, 0 < h /\ (forall p, In p dom -> x p <= x' p <= x p + e) /\
    forall p, In p dom -> inner p -> g p + mean x' (moves p) + h <= x' p.
Proof.
  intros ok H e He.
  destruct (strictly_below dom (fun p => map mirror_part (moves p)) (fun p => - g p) (flip x) rank inner) with (e := e) as (y & h & Hh & B & _ & Y); [| |exact He|].
  - intros p Hp Hi. destruct (ok p Hp Hi) as [Ht okp]. split; [rewrite total_mirror; exact Ht|].
    intros c Hc. apply in_map_iff in Hc. destruct Hc as (c' & <- & Hc). exact (okp c' Hc).
  - intros p Hp Hi. destruct (ok p Hp Hi) as [Ht _]. destruct (H p Hp Hi) as [Hle Hd]. rewrite mean_flip, Ht. change (flip x p) with (1 - x p).
    split; [lra|]. destruct Hd as [Hd|(c & Hc & Hpr)]; [left; lra|right]. exists (mirror_part c).
    split; [apply in_map; exact Hc|apply progress_mirror; exact Hpr].
  - exists (flip y), h. split; [exact Hh|]. split.
    + intros p Hp. specialize (B p Hp). unfold flip in *. lra.
    + intros p Hp Hi. specialize (Y p Hp Hi). destruct (ok p Hp Hi) as [Ht _]. rewrite mean_flip_back, Ht. unfold flip. lra.
Qed.

(* What is equal to its mean makes progress: some part is worth less, or there is evidence. *)
Lemma equal_progress s (x : pos -> Q) (T : pos -> nat) (q : Q) p ps : In p dom -> parts_ok ps -> 0 <= q -> x p == q + mean x ps ->
  (q == 0 -> quiet x p ps -> match s with White => evidence x T p ps | Black => black_evidence x T p ps end) ->
  exists c, In c ps /\ progress s x (rank dom (fun o => - x o) T) p c.
Proof.
  intros Hp [Ht okp] Hq E Hev. set (R := rank _ _ _).
  assert (Less : forall o, In o dom -> x o < x p -> (R o < R p)%nat) by (intros o Ho Hlt; apply rank_lt; [exact Ho|left; lra]).
  assert (Same : forall o, In o dom -> x o == x p -> (T o < T p)%nat -> (R o < R p)%nat)
    by (intros o Ho Eo To; apply rank_lt; [exact Ho|right; split; [lra|exact To]]).
  assert (D : (exists c, In c ps /\ choice x c < x p) \/ forall c, In c ps -> x p <= choice x c).
  { clear - ps. induction ps as [|c l [(e & He & IH)|IH]]; [right; intros _ []|left; exists e; split; [right; exact He|exact IH]|].
    destruct (Qlt_le_dec (choice x c) (x p)); [left; exists c; split; [left; reflexivity|assumption]|right]. intros e [<-|He]; auto. }
  destruct D as [(c & Hc & D)|D].
  - exists c. split; [exact Hc|]. destruct (okp c Hc) as [_ Ho].
    assert (A : forall o, In o (all (from c)) -> x o == choice x c -> (R o < R p)%nat) by (intros o Hoo Eo; apply Less; [auto|lra]).
    destruct (choice_att x c) as (o & Hoo & Eo). unfold progress. destruct s, (who c); eauto.
  - destruct (mean_above x (x p) ps) as [M1 M2]; [intros c Hc; destruct (okp c Hc); auto|]. rewrite Ht in *.
    assert (Q0 : q == 0) by lra.
    assert (Qu : quiet x p ps).
    { intros c Hc. specialize (M2 c Hc). specialize (D c Hc). destruct (okp c Hc) as [Hw _]. nra. }
    specialize (Hev Q0 Qu). destruct s; destruct Hev as (c & Hc & He); exists c; (split; [exact Hc|]); specialize (Qu c Hc); destruct (okp c Hc) as [_ Ho];
      unfold progress; destruct (who c).
    + destruct He as (o & Hoo & Eo & To). exists o. split; [exact Hoo|]. split; [lra|auto].
    + intros o Hoo Eo. assert (Ex : x o == x p) by lra. auto.
    + intros o Hoo Eo. assert (Ex : x o == x p) by lra. auto.
    + destruct He as (o & Hoo & Eo & To). exists o. split; [exact Hoo|]. split; [lra|auto].
Qed.
End Strict.

(* Numbers from 0 to infinity, and the mean of a position. *)
Section Numbers.
Context {pos : Type}.
Definition number := option Q.   (* None is infinity *)
Definition at_most (a b : number) : Prop :=
  match a, b with _, None => True | Some x, Some y => x <= y | None, Some _ => False end.
Definition is (q : Q) (a : number) : Prop := match a with Some x => x == q | None => False end.

Definition greater (a b : number) : number := match a, b with Some x, Some y => Some (Qmax x y) | _, _ => None end.
Definition lesser (a b : number) : number :=
  match a, b with Some x, Some y => Some (Qmin x y) | Some _, None => a | None, _ => b end.
Fixpoint greatest (x : pos -> number) (a : pos) (l : list pos) : number :=
  match l with [] => x a | b :: l' => greater (x a) (greatest x b l') end.
Fixpoint smallest (x : pos -> number) (a : pos) (l : list pos) : number :=
  match l with [] => x a | b :: l' => lesser (x a) (smallest x b l') end.
Definition choice_number (x : pos -> number) (c : part pos) : number :=
  match who c with White => greatest x (fst (from c)) (snd (from c)) | Black => smallest x (fst (from c)) (snd (from c)) end.
Fixpoint mean_number (x : pos -> number) (parts : list (part pos)) : number :=
  match parts with
  | [] => Some 0
  | c :: rest => match choice_number x c, mean_number x rest with Some a, Some b => Some (weight c * a + b) | _, _ => None end
  end.

(* If infinity is replaced by a number that is as great as all others, what is chosen remains. *)
Definition number_or (b : Q) (a : number) : Q := match a with Some x => x | None => b end.
Definition filled (b : Q) (x : pos -> number) (p : pos) : Q := number_or b (x p).
Definition bounded (b : Q) (x : pos -> number) (p : pos) : Prop := forall q, x p = Some q -> q <= b.

Lemma choice_filled b x c : (forall o, In o (all (from c)) -> bounded b x o) ->
  choice (filled b x) c == number_or b (choice_number x c) /\ forall q, choice_number x c = Some q -> q <= b.
Proof.
  unfold choice, choice_number, most, least, all. destruct (from c) as [a l]. cbn [fst snd]. intros H.
  assert (G : forall a, (forall o, In o (a :: l) -> bounded b x o) ->
    (most_of (filled b x) a l == number_or b (greatest x a l) /\ forall q, greatest x a l = Some q -> q <= b) /\
    (least_of (filled b x) a l == number_or b (smallest x a l) /\ forall q, smallest x a l = Some q -> q <= b)); [|destruct (who c); apply G; exact H].
  clear a H. induction l as [|d l IH]; intros a H; cbn [most_of least_of greatest smallest].
  - pose proof (H a (or_introl eq_refl)). repeat split; auto; reflexivity.
  - destruct (IH d) as [[E1 B1] [E2 B2]]; [intros o Ho; apply H; right; exact Ho|]. pose proof (H a (or_introl eq_refl)) as Ba.
    rewrite E1, E2. unfold filled, bounded in *. clear - Ba B1 B2. split.
    + destruct (x a) as [s|], (greatest x d l) as [t|]; cbn [greater number_or];
        [specialize (Ba s eq_refl); specialize (B1 t eq_refl)|specialize (Ba s eq_refl)|specialize (B1 t eq_refl)|]; split; try discriminate.
      * reflexivity.
      * intros q E. injection E as <-. apply Q.max_lub; assumption.
      * apply Q.max_r; exact Ba.
      * apply Q.max_l; exact B1.
      * apply Q.max_l; lra.
    + destruct (x a) as [s|], (smallest x d l) as [t|]; cbn [lesser number_or];
        [specialize (Ba s eq_refl); specialize (B2 t eq_refl)|specialize (Ba s eq_refl)|specialize (B2 t eq_refl)|]; split; try discriminate.
      * reflexivity.
      * intros q E. injection E as <-. pose proof (Q.le_min_l s t). lra.
      * apply Q.min_l; exact Ba.
      * intros q E. injection E as <-. exact Ba.
      * apply Q.min_r; exact B2.
      * intros q E. injection E as <-. exact B2.
      * apply Q.min_l; lra.
Qed.
Lemma mean_filled b x ps : (forall c, In c ps -> forall o, In o (all (from c)) -> bounded b x o) ->
  match mean_number x ps with
  | Some m => mean (filled b x) ps == m /\ forall c, In c ps -> exists a, choice_number x c = Some a /\ choice (filled b x) c == a
  | None => exists c, In c ps /\ choice (filled b x) c == b
  end.
Proof.
  induction ps as [|c ps IH]; intros H; cbn [mean_number mean]; [split; [reflexivity|intros _ []]|].
  specialize (IH (fun e He => H e (or_intror He))). destruct (choice_filled b x c (H c (or_introl eq_refl))) as [E _].
  destruct (choice_number x c) as [a|] eqn:Ea; cbn [number_or] in E; [|exists c; split; [left; reflexivity|exact E]].
  destruct (mean_number x ps) as [m|].
  - destruct IH as [IH1 IH2]. split; [rewrite IH1, E; reflexivity|]. intros e [<-|He]; [exists a; auto|auto].
  - destruct IH as (e & He & Ee). exists e. split; [right; exact He|exact Ee].
Qed.
(* Some number is at least as great as all of a table. *)
Lemma bound_exists (x : pos -> number) (dom : list pos) : exists b, 0 <= b /\ forall p, In p dom -> bounded b x p.
Proof.
  induction dom as [|a l (b & Hb & IH)]; [exists 0; split; [lra|intros _ []]|]. exists (Qmax b (number_or 0 (x a))).
  pose proof (Q.le_max_l b (number_or 0 (x a))) as L. pose proof (Q.le_max_r b (number_or 0 (x a))) as R.
  split; [lra|]. intros p [<-|Hp] q E.
  - rewrite E in *. exact R.
  - specialize (IH p Hp q E). lra.
Qed.
Lemma multiple b h : 0 < h -> exists n, b <= inject_Z (Z.of_nat n) * h.
Proof.
  intros Hh. exists (Z.to_nat (Qceiling (b / h))).
  assert (C : b / h <= inject_Z (Z.of_nat (Z.to_nat (Qceiling (b / h))))) by (eapply Qle_trans; [apply Qle_ceiling|rewrite <- Zle_Qle; lia]).
  assert (E : b / h * h == b) by (field; lra). rewrite <- E at 1. apply Qmult_le_compat_r; lra.
Qed.
Lemma next n : inject_Z (Z.of_nat (S n)) == inject_Z (Z.of_nat n) + 1.
Proof. rewrite Nat2Z.inj_succ, <- Z.add_1_r, inject_Z_plus. reflexivity. Qed.
Lemma count_0 n : 0 <= inject_Z (Z.of_nat n).
Proof. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.
End Numbers.

Section Rewards.
Context {pos : Type}.
Variables (dom : list pos) (game : pos -> node pos) (r : pos -> Q).

(* [dom] is finite and closed; rewards and the values of terminal positions are not negative; weights are positive, with the sum 1. *)
Definition rewards_ok : Prop := forall p, In p dom ->
  match game p with Terminal v => 0 <= v | Inner parts => 0 <= r p /\ parts_ok dom parts end.

(* One move; and n moves, with K for a play that has not come to a terminal position. *)
Definition step (x : pos -> Q) (p : pos) : Q :=
  match game p with Terminal v => v | Inner parts => r p + mean x parts end.
Fixpoint collect (K : Q) (n : nat) (p : pos) : Q :=
  match n with
  | O => match game p with Terminal v => v | Inner _ => K end
  | S n => step (collect K n) p
  end.

(* Stop after n moves. The value of kind total is the limit for n to infinity, with K = 0. It rises with n. *)
Definition total_at_least (x : number) (p : pos) : Prop :=
  match x with
  | Some q => forall e, 0 < e -> exists N, forall n, (N <= n)%nat -> q <= collect 0 n p + e
  | None => forall M, exists N, forall n, (N <= n)%nat -> M <= collect 0 n p
  end.
Definition total_at_most (x : number) (p : pos) : Prop :=
  match x with Some q => forall n, collect 0 n p <= q | None => True end.

(* Kind reach: the limit for n to infinity first, and then for K to infinity. *)
Definition reach_at_least (x : number) (p : pos) : Prop :=
  match x with
  | Some q => exists K0, forall K n, K0 <= K -> q <= collect K n p
  | None => exists c, 0 < c /\ forall K n, 0 <= K -> c * K <= collect K n p
  end.
Definition reach_at_most (x : number) (p : pos) : Prop :=
  match x with
  | Some q => forall K e, 0 < e -> exists N, forall n, (N <= n)%nat -> collect K n p <= q + e
  | None => True
  end.

(* ANCHOR: rewards-conditions *)
Definition G (x : pos -> number) (p : pos) : number :=
  match game p with
  | Terminal v => Some v
  | Inner parts => match mean_number x parts with Some m => Some (r p + m) | None => None end
  end.

(* Evidence of a side at a position of value q, as in `Colours.v`. *)
Definition evident (s : side) (x : pos -> number) (T : pos -> nat) (p : pos) (q : Q) (parts : list (part pos)) : Prop :=
  exists c, In c parts /\
    match s, who c with
    | White, White | Black, Black => exists o, In o (all (from c)) /\ is q (x o) /\ (T o < T p)%nat
    | _, _ => forall o, In o (all (from c)) -> is q (x o) -> (T o < T p)%nat
    end.
(* It is needed where no reward is collected and what counts is worth what the position is. *)
Definition evident_if_quiet s x T p q : Prop := forall parts, game p = Inner parts -> r p == 0 ->
  (forall c, In c parts -> is q (choice_number x c)) -> evident s x T p q parts.

(* Infinity has a level L and a label t. White can move to such an option, or all options of Black are such. *)
Definition leads (such : pos -> Prop) (c : part pos) : Prop :=
  match who c with
  | White => exists o, In o (all (from c)) /\ such o
  | Black => forall o, In o (all (from c)) -> such o
  end.
Definition falls_to (l : pos -> number) (L : pos -> nat) p o := l o = None /\ (L o < L p)%nat.
Definition remains (l : pos -> number) (L : pos -> nat) p o := l o = None /\ (L o <= L p)%nat.
Definition nearer (l : pos -> number) (L t : pos -> nat) p o :=
  l o = None /\ ((L o < L p)%nat \/ (L o = L p /\ (t o < t p)%nat)).
Definition endless (collecting : Prop) l L t p : Prop := exists parts, game p = Inner parts /\
  ((exists c, In c parts /\ leads (falls_to l L p) c) \/
   ((forall c, In c parts -> leads (remains l L p) c) /\ (collecting \/ exists c, In c parts /\ leads (nearer l L t p) c))).

Definition total_holds (u : pos -> number) p : Prop :=
  match u p with Some q => 0 <= q /\ at_most (G u p) (u p) | None => True end.
Definition total_forces (l : pos -> number) (T L t : pos -> nat) p : Prop :=
  match l p with
  | Some q => at_most (l p) (G l p) /\ (0 < q -> evident_if_quiet White l T p q)
  | None => endless (0 < r p) l L t p
  end.
Definition reach_holds (l : pos -> number) (L t : pos -> nat) p : Prop :=
  match l p with Some q => at_most (l p) (G l p) | None => endless True l L t p end.
Definition reach_forces (u : pos -> number) (T : pos -> nat) p : Prop :=
  match u p with
  | Some q => 0 <= q /\ at_most (G u p) (u p) /\ evident_if_quiet Black u T p q
  | None => True
  end.
(* ANCHOR_END: rewards-conditions *)

Hypothesis ok : rewards_ok.

Lemma closed p ps c o : In p dom -> game p = Inner ps -> In c ps -> In o (all (from c)) -> In o dom.
Proof. intros Hp E Hc Ho. specialize (ok p Hp). rewrite E in ok. destruct ok as [_ [_ okp]]. apply (proj2 (okp c Hc) o Ho). Qed.
Lemma step_le x y p : In p dom -> (forall o, In o dom -> y o <= x o) -> step y p <= step x p.
Proof.
  intros Hp H. specialize (ok p Hp). unfold step. destruct (game p) as [v|ps]; [lra|]. destruct ok as [_ [_ okp]].
  assert (mean y ps <= mean x ps); [|lra]. apply mean_le. intros c Hc. destruct (okp c Hc). split; auto.
Qed.
Lemma collect_0 K n p : 0 <= K -> In p dom -> 0 <= collect K n p.
Proof.
  intros HK. revert p. induction n as [|n IH]; intros p Hp; cbn [collect].
  - specialize (ok p Hp). destruct (game p); lra.
  - apply Qle_trans with (step (fun _ => 0) p); [|apply step_le; auto].
    specialize (ok p Hp). unfold step. destruct (game p) as [v|ps]; [lra|]. rewrite mean_const. lra.
Qed.
Lemma collect_grows n m p : In p dom -> (n <= m)%nat -> collect 0 n p <= collect 0 m p.
Proof.
  assert (A : forall n p, In p dom -> collect 0 n p <= collect 0 (S n) p).
  { clear n m p. induction n as [|n IH]; intros p Hp.
    - pose proof (collect_0 0 1 p ltac:(lra) Hp) as H. cbn [collect] in *. unfold step in *. destruct (game p); lra.
    - cbn [collect]. apply step_le; auto. }
  intros Hp H. induction H as [|m H IH]; [lra|]. specialize (A m p Hp). lra.
Qed.
Lemma collect_terminal K n p v : game p = Terminal v -> collect K n p = v.
Proof. intros E. destruct n; cbn [collect]; unfold step; rewrite E; reflexivity. Qed.
(* The least weight, for all that leads somewhere. *)
Lemma weight_exists : exists k, 0 < k /\ k <= 1 /\ forall p ps c, In p dom -> game p = Inner ps -> In c ps -> 2 * k <= weight c.
Proof.
  destruct (least_weight dom (fun p => match game p with Terminal _ => [] | Inner ps => ps end)) as (k & Hk & Hk1 & H).
  exists k. split; [exact Hk|]. split; [exact Hk1|]. intros p ps c Hp E Hc. specialize (H p Hp c). rewrite E in H. apply H; [exact Hc|].
  specialize (ok p Hp). rewrite E in ok. destruct ok as [_ [_ okp]]. apply okp, Hc.
Qed.

Theorem total_upper (u : pos -> number) : (forall p, In p dom -> total_holds u p) ->
  forall p, In p dom -> total_at_most (u p) p.
Proof.
  intros H p Hp. unfold total_at_most. destruct (u p) as [q|] eqn:E; [|exact I]. intros n. revert p Hp q E.
  induction n as [|n IH]; intros p Hp q E; specialize (H p Hp) as Hu; unfold total_holds in Hu; rewrite E in Hu; destruct Hu as [H0 Hu]; unfold G in Hu;
    specialize (ok p Hp) as okp; cbn [collect]; unfold step; destruct (game p) as [v|ps] eqn:Eg; try exact Hu; [exact H0|].
  destruct okp as [Hr [Ht okp]]. destruct (bound_exists u dom) as (b1 & _ & B1).
  destruct (bound_exists (fun o => Some (collect 0 n o)) dom) as (b2 & _ & B2). set (b := Qmax b1 b2).
  assert (B : b1 <= b /\ b2 <= b) by (split; [apply Q.le_max_l|apply Q.le_max_r]). clearbody b.
  pose proof (mean_filled b u ps) as M. destruct (mean_number u ps) as [m|]; [|destruct Hu].
  destruct M as [M _]. { intros c Hc o Ho s Es. destruct (okp c Hc) as [_ Hd]. specialize (B1 o (Hd o Ho) s Es). lra. }
  assert (mean (collect 0 n) ps <= mean (filled b u) ps); [|cbn in Hu; lra]. apply mean_le. intros c Hc. destruct (okp c Hc) as [Hw Hd].
  split; [exact Hw|]. intros o Ho. unfold filled, number_or. destruct (u o) as [s|] eqn:Es; [apply IH; auto|].
  specialize (B2 o (Hd o Ho) _ eq_refl). cbn in B2. lra.
Qed.

(* A number so great that the mean of a part which leads to it is greater than every finite number of the table. *)
Lemma filling_exists (x : pos -> number) : exists b, 1 <= b /\ (forall p, In p dom -> forall q, x p = Some q -> q + 1 <= b) /\
  (forall p q, In p dom -> x p = Some q -> at_most (x p) (G x p) -> q <= step (filled b x) p) /\
  (forall p q ps, In p dom -> x p = Some q -> game p = Inner ps -> mean_number x ps = None -> q < step (filled b x) p).
Proof.
  destruct (bound_exists x dom) as (b0 & H0 & B). destruct (bound_exists (fun p => match x p with Some q => Some (- q) | None => None end) dom) as (b1 & H1 & B1).
  destruct weight_exists as (k & Hk & Hk1 & Hw). destruct (multiple (b0 + b1 + 1) k Hk) as (n & Hn). set (z := inject_Z (Z.of_nat n)) in *. clearbody z.
  assert (Hz : b0 + b1 + 1 <= z) by nra. exists z. split; [lra|].
  assert (Bz : forall p, In p dom -> forall q, x p = Some q -> q + 1 <= z) by (intros p Hp q E; specialize (B p Hp q E); lra). split; [exact Bz|].
  assert (Last : forall p q ps, In p dom -> x p = Some q -> game p = Inner ps -> mean_number x ps = None -> q < step (filled z x) p).
  { intros p q ps Hp E Eg En. unfold step. rewrite Eg. specialize (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [Hr [Ht okp]].
    pose proof (mean_filled z x ps) as M. rewrite En in M.
    destruct M as (c & Hc & Ec). { intros c Hc o Ho s Es. specialize (Bz o (proj2 (okp c Hc) o Ho) s Es). lra. }
    destruct (mean_above (filled z x) (- b1) ps) as [_ M].
    { intros e He. destruct (okp e He) as [Hwe Hd]. split; [exact Hwe|].
      apply choice_above. intros o Ho. specialize (B1 o (Hd o Ho)). unfold bounded in B1. unfold filled, number_or.
      destruct (x o) as [s|]; [specialize (B1 (- s) eq_refl)|]; lra. }
    specialize (M c Hc). rewrite Ec, Ht in M. specialize (Hw p ps c Hp Eg Hc). specialize (B p Hp q E).
    assert (2 * k * (z + b1) <= weight c * (z + b1)) by (apply Qmult_le_compat_r; lra). nra. }
  split; [|exact Last]. intros p q Hp E Ha. rewrite E in Ha. unfold G in Ha. pose proof (Last p q) as La. unfold step in *.
  specialize (ok p Hp) as okp. destruct (game p) as [v|ps]; [exact Ha|]. destruct okp as [Hr [Ht okp]].
  pose proof (mean_filled z x ps) as M. destruct (mean_number x ps) as [m|] eqn:Em.
  - destruct M as [M _]. { intros c Hc o Ho s Es. specialize (Bz o (proj2 (okp c Hc) o Ho) s Es). lra. } rewrite M. exact Ha.
  - apply Qlt_le_weak, (La ps); auto.
Qed.

Lemma leads_choice (such : pos -> Prop) (x : pos -> Q) m c : leads such c -> (forall o, In o (all (from c)) -> such o -> m <= x o) -> m <= choice x c.
Proof.
  unfold leads, choice. intros H G. destruct (who c).
  - destruct H as (o & Ho & So). pose proof (most_ub x (from c) o Ho). specialize (G o Ho So). lra.
  - destruct (least_att x (from c)) as (o & Ho & Eo). specialize (G o Ho (H o Ho)). lra.
Qed.

(* Where infinity is claimed, what is collected in kind total grows beyond all bounds. *)
Section Endless.
Variables (l : pos -> number) (L t : pos -> nat).

Section Total.
Hypothesis H : forall p, In p dom -> l p = None -> endless (0 < r p) l L t p.
(* [k]: the weights; [d]: the rewards; [m]: the bound to pass. *)
Variables (k d m : Q).
Hypotheses (Hk : 0 < k <= 1) (Hd : 0 < d <= 1) (Hm : 0 <= m).
Hypothesis weights : forall p ps c, In p dom -> game p = Inner ps -> In c ps -> 2 * k <= weight c.
Hypothesis rewards : forall p, In p dom -> 0 < r p -> d <= r p.
Variables (level N : nat).
Hypothesis lower : forall n p, (N <= n)%nat -> In p dom -> l p = None -> (L p < level)%nat -> (m + 1) / k <= collect 0 n p.

Lemma lower_enough n p : (N <= n)%nat -> In p dom -> l p = None -> (L p < level)%nat -> m + 1 <= collect 0 n p.
Proof.
  intros Hn Hp E HL. pose proof (lower n p Hn Hp E HL) as G. assert (K : m + 1 <= (m + 1) / k); [|lra].
  apply Qle_shift_div_l; [lra|]. nra.
Qed.
(* From at least a to at least a + k^j d where the label is less than j. *)
Lemma climb n a : (N <= n)%nat -> 0 <= a <= m -> (forall p, In p dom -> l p = None -> (L p <= level)%nat -> a <= collect 0 n p) ->
  forall j p, In p dom -> l p = None -> (L p <= level)%nat -> (t p < j)%nat -> a + power k j * d <= collect 0 (j + n) p.
Proof.
  intros Hn Ha Hall. induction j as [|j IH]; intros p Hp E HL Hj; [lia|]. cbn [power Nat.add collect].
  assert (P : 0 < power k j <= 1) by (split; [apply power_pos; lra|apply (power_le k 0 j); [exact Hk|lia]]). set (w := power k j) in *. clearbody w.
  assert (Hwd : 0 < w * d <= 1) by (split; nra).
  assert (Hkwd : 0 < k * w * d <= w * d) by (split; [nra|]; assert (0 <= (1 - k) * (w * d)) by (apply Qmult_le_0_compat; lra); lra).
  assert (Hkd : k * w * d <= d) by nra.
  destruct (H p Hp E) as (ps & Eg & Hps). pose proof (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [Hr [Ht okp]]. unfold step. rewrite Eg.
  set (x := collect 0 (j + n)) in *.
  assert (x_0 : forall o, In o dom -> 0 <= x o) by (intros; apply collect_0; [lra|assumption]).
  assert (x_a : forall o, In o dom -> l o = None -> (L o <= level)%nat -> a <= x o).
  { intros o Ho Eo Lo. pose proof (Hall o Ho Eo Lo). pose proof (collect_grows n (j + n) o Ho ltac:(lia)). unfold x. lra. }
  destruct Hps as [(c & Hc & Hl)|[Hst Hco]].
  - destruct (mean_above x 0 ps) as [_ M].
    { intros e He. destruct (okp e He) as [Hwe Ho]. split; [exact Hwe|]. apply choice_above. auto. }
    specialize (M c Hc). specialize (weights p ps c Hp Eg Hc).
    assert (C : (m + 1) / k <= choice x c).
    { apply (leads_choice _ x _ c Hl). intros o Ho [Eo Lo]. apply lower; [lia|apply (okp c Hc), Ho|exact Eo|lia]. }
    assert (E1 : (m + 1) / k * k == m + 1) by (field; lra). set (z := (m + 1) / k) in *. clearbody z.
    assert (0 <= z) by nra. assert (2 * k * z <= weight c * z) by (apply Qmult_le_compat_r; lra).
    assert (weight c * z <= weight c * choice x c) by (apply Qmult_le_l; lra). rewrite Ht in M. lra.
  - destruct (mean_above x a ps) as [M1 M2].
    { intros c Hc. destruct (okp c Hc) as [Hwc Ho]. split; [exact Hwc|]. apply (leads_choice _ x _ c (Hst c Hc)).
      intros o Hoo [Eo Lo]. apply x_a; [auto|exact Eo|lia]. }
    rewrite Ht in M1. destruct Hco as [Hco|(c & Hc & Hl)]; [specialize (rewards p Hp Hco); lra|].
    specialize (M2 c Hc). rewrite Ht in M2. specialize (weights p ps c Hp Eg Hc).
    assert (C : a + w * d <= choice x c).
    { apply (leads_choice _ x _ c Hl). intros o Ho [Eo Lo]. assert (Hod : In o dom) by (apply (okp c Hc), Ho).
      destruct Lo as [Lo|[Lo To]]; [|apply IH; [exact Hod|exact Eo|lia|lia]].
      pose proof (lower_enough (j + n) o ltac:(lia) Hod Eo ltac:(lia)). unfold x. lra. }
    assert (weight c * (w * d) <= weight c * (choice x c - a)) by (apply Qmult_le_l; lra).
    assert (2 * k * (w * d) <= weight c * (w * d)) by (apply Qmult_le_compat_r; lra). lra.
Qed.
Lemma climb_on : exists J h, 0 < h /\ forall i n a, (N + i * J <= n)%nat -> 0 <= a <= m -> a <= inject_Z (Z.of_nat i) * h ->
  forall p, In p dom -> l p = None -> (L p <= level)%nat -> a <= collect 0 n p.
Proof.
  set (J := S (list_max (map t dom))). exists J, (power k J * d). assert (P : 0 < power k J) by (apply power_pos; lra).
  set (h := power k J * d). assert (Hh : 0 < h) by (unfold h; nra). split; [exact Hh|].
  induction i as [|i IH]; intros n a Hn Ha Hi p Hp E HL.
  - change (inject_Z (Z.of_nat 0)) with 0 in Hi. pose proof (collect_0 0 n p ltac:(lra) Hp). lra.
  - rewrite next in Hi. cbn [Nat.mul] in Hn. set (z := inject_Z (Z.of_nat i)) in *. assert (Hz : 0 <= z) by apply count_0.
    assert (Up : forall a', 0 <= a' <= m -> a' <= z * h -> a' + h <= collect 0 n p).
    { intros a' Ha' Hi'. pose proof (climb (n - J) a' ltac:(lia) Ha' (fun o Ho Eo Lo => IH (n - J)%nat a' ltac:(lia) Ha' Hi' o Ho Eo Lo) J p Hp E HL) as G.
      replace (J + (n - J))%nat with n in G by lia. apply G. unfold J. pose proof (label_le dom t p Hp). lia. }
    destruct (Qlt_le_dec a h) as [Hlt|Hge].
    + specialize (Up 0 ltac:(lra) ltac:(nra)). lra.
    + specialize (Up (a - h) ltac:(lra) ltac:(nra)). lra.
Qed.
End Total.

Lemma endless_total : (forall p, In p dom -> l p = None -> endless (0 < r p) l L t p) ->
  forall m, exists N, forall n p, (N <= n)%nat -> In p dom -> l p = None -> m <= collect 0 n p.
Proof.
  intros H. destruct weight_exists as (k & Hk & Hk1 & Hw).
  destruct (least_positive dom r) as (d0 & Hd0 & Hr).
  destruct (smaller d0 1 1 Hd0) as (d & Hd & Hdd & Hd1 & _); [lra|lra|].
  assert (A : forall level m, 0 <= m -> exists N, forall n p, (N <= n)%nat -> In p dom -> l p = None -> (L p < level)%nat -> m <= collect 0 n p).
  { induction level as [|level IH]; intros m Hm; [exists O; intros; lia|].
    assert (Hq : 0 <= (m + 1) / k) by (apply Qle_shift_div_l; lra). destruct (IH _ Hq) as (N & HN).
    destruct (climb_on H k d m ltac:(lra) ltac:(lra) Hm Hw) with (level := level) (N := N) as (J & h & Hh & Up);
      [intros p Hp Hp0; specialize (Hr p Hp Hp0); lra|exact HN|].
    destruct (multiple m h Hh) as (i & Hi). exists (N + i * J)%nat. intros n p Hn Hp E HL. apply (Up i n m); auto; [lra|lia]. }
  intros m. destruct (A (S (list_max (map L dom))) (Qmax m 0)) as (N & HN); [apply Q.le_max_r|]. exists N. intros n p Hn Hp E.
  pose proof (Q.le_max_l m 0). pose proof (label_le dom L p Hp). specialize (HN n p Hn Hp E ltac:(lia)). lra.
Qed.

(* In kind reach the way to a terminal position has a chance of at most 1 - k^L, so never less than k^L of K is paid. *)
Lemma endless_reach : (forall p, In p dom -> l p = None -> endless True l L t p) ->
  exists c, 0 < c /\ c <= 1 /\ forall K n p, 0 <= K -> In p dom -> l p = None -> c * K <= collect K n p.
Proof.
  intros H. destruct weight_exists as (k & Hk & Hk1 & Hw). set (M := list_max (map L dom)).
  assert (P : forall n, 0 < power k n <= 1) by (intros n; split; [apply power_pos; exact Hk|apply (power_le k 0 n); [lra|lia]]).
  exists (power k M). split; [apply P|]. split; [apply P|]. intros K n p HK Hp E.
  assert (A : forall n p, In p dom -> l p = None -> power k (L p) * K <= collect K n p).
  { clear n p Hp E. induction n as [|n IH]; intros p Hp E; destruct (H p Hp E) as (ps & Eg & Hps); cbn [collect]; unfold step; rewrite Eg.
    - specialize (P (L p)). assert (0 <= (1 - power k (L p)) * K) by (apply Qmult_le_0_compat; lra). lra.
    - pose proof (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [Hr [Ht okp]]. set (x := collect K n) in *. destruct Hps as [(c & Hc & Hl)|[Hst _]].
      + destruct (mean_above x 0 ps) as [_ G].
        { intros e He. destruct (okp e He) as [Hwe Ho]. split; [exact Hwe|]. apply choice_above. intros; apply collect_0; auto. }
        specialize (G c Hc). rewrite Ht in G. specialize (Hw p ps c Hp Eg Hc).
        destruct (L p) as [|j] eqn:EL.
        * assert (C : (K + 1) / k <= choice x c) by (apply (leads_choice _ x _ c Hl); intros o _ [_ Lo]; lia).
          assert (E1 : (K + 1) / k * k == K + 1) by (field; lra). set (z := (K + 1) / k) in *. clearbody z.
          assert (0 <= z) by nra. assert (2 * k * z <= weight c * z) by (apply Qmult_le_compat_r; lra).
          assert (weight c * z <= weight c * choice x c) by (apply Qmult_le_l; lra). cbn [power]. lra.
        * assert (C : power k j * K <= choice x c).
          { apply (leads_choice _ x _ c Hl). intros o Ho [Eo Lo]. specialize (IH o (proj2 (okp c Hc) o Ho) Eo). fold x in IH.
            pose proof (power_le k (L o) j ltac:(lra) ltac:(lia)). assert (power k j * K <= power k (L o) * K) by (apply Qmult_le_compat_r; assumption). lra. }
          cbn [power]. specialize (P j). assert (Hz : 0 <= power k j * K) by (apply Qmult_le_0_compat; lra). set (z := power k j * K) in *.
          assert (E1 : k * power k j * K == k * z) by (unfold z; ring). rewrite E1.
          assert (2 * k * z <= weight c * z) by (apply Qmult_le_compat_r; lra). assert (weight c * z <= weight c * choice x c) by (apply Qmult_le_l; lra). nra.
      + destruct (mean_above x (power k (L p) * K) ps) as [G _]; [|rewrite Ht in G; lra].
        intros c Hc. split; [apply (okp c Hc)|]. apply (leads_choice _ x _ c (Hst c Hc)). intros o Ho [Eo Lo].
        specialize (IH o (proj2 (okp c Hc) o Ho) Eo). fold x in IH. pose proof (power_le k (L o) (L p) ltac:(lra) Lo).
        assert (power k (L p) * K <= power k (L o) * K) by (apply Qmult_le_compat_r; assumption). lra. }
  specialize (A n p Hp E). pose proof (power_le k (L p) M ltac:(lra) (label_le dom L p Hp)).
  assert (power k M * K <= power k (L p) * K) by (apply Qmult_le_compat_r; assumption). lra.
Qed.
End Endless.

(* The evidence of a table is evidence of the filled table. *)
Lemma evident_filled s (x : pos -> number) T p q ps b : (forall o, In o dom -> forall a, x o = Some a -> a + 1 <= b) ->
  In p dom -> x p = Some q -> game p = Inner ps -> evident_if_quiet s x T p q -> r p == 0 -> quiet (filled b x) p ps ->
  match s with White => evidence (filled b x) T p ps | Black => black_evidence (filled b x) T p ps end.
Proof.
  intros B Hp E Eg He Hr Qu. pose proof (closed p ps) as Cl. pose proof (B p Hp q E) as Bq.
  assert (Eq : filled b x p = q) by (unfold filled; rewrite E; reflexivity).
  assert (Is : forall o, In o dom -> is q (x o) <-> filled b x o == filled b x p).
  { intros o Ho. rewrite Eq. unfold filled, is, number_or. destruct (x o); split; intros; [assumption|assumption|destruct H|lra]. }
  destruct (He ps Eg Hr) as (c & Hc & Hev).
  { intros c Hc. specialize (Qu c Hc). destruct (choice_filled b x c) as [Ec _]; [intros o Ho a Ea; specialize (B o (Cl c o Hp Eg Hc Ho) a Ea); lra|].
    rewrite Eq, Ec in Qu. unfold is, number_or in *. destruct (choice_number x c); [exact Qu|lra]. }
  assert (C : forall o, In o (all (from c)) -> is q (x o) <-> filled b x o == filled b x p) by (intros o Ho; apply Is, (Cl c o Hp Eg Hc Ho)).
  destruct s; exists c; (split; [exact Hc|]); destruct (who c).
  - destruct Hev as (o & Ho & Io & To). exists o. split; [exact Ho|]. split; [apply C; assumption|exact To].
  - intros o Ho Eo. apply Hev; [exact Ho|apply C; assumption].
  - intros o Ho Eo. apply Hev; [exact Ho|apply C; assumption].
  - destruct Hev as (o & Ho & Io & To). exists o. split; [exact Ho|]. split; [apply C; assumption|exact To].
Qed.

(* ANCHOR: rewards-total-lower *)
Theorem total_lower (l : pos -> number) (T L t : pos -> nat) : (forall p, In p dom -> total_forces l T L t p) ->
  forall p, In p dom -> total_at_least (l p) p.
(* ANCHOR_END: rewards-total-lower *)
Proof.
  intros H. destruct (filling_exists l) as (b & Hb1 & B & Sub & Last).
  assert (Inf : forall m, exists N, forall n p, (N <= n)%nat -> In p dom -> l p = None -> m <= collect 0 n p).
  { apply endless_total with (L := L) (t := t). intros p Hp E. specialize (H p Hp). unfold total_forces in H. rewrite E in H. exact H. }
  assert (Fin : forall e, 0 < e -> exists N, forall n p, (N <= n)%nat -> In p dom -> filled b l p - e <= collect 0 n p).
  { intros e He. set (moves := fun p => match game p with Terminal _ => [] | Inner ps => ps end).
    set (inner := fun p => exists q ps, l p = Some q /\ 0 < q /\ game p = Inner ps).
    destruct (strictly_below dom moves r (filled b l) (rank dom (fun o => - filled b l o) T) inner) with (e := e) as (x & h & Hh & Bx & _ & Hx); [| |exact He|].
    - intros p Hp (q & ps & _ & _ & Eg). specialize (ok p Hp). unfold moves. rewrite Eg in *. apply ok.
    - intros p Hp (q & ps & E & Hq & Eg). specialize (H p Hp). unfold total_forces in H. rewrite E in H. destruct H as [Ha He'].
      specialize (Sub p q Hp E). rewrite E in Sub. specialize (Sub Ha). unfold step in Sub. unfold moves. pose proof (ok p Hp) as okp. rewrite Eg in *.
      destruct okp as [Hr okp]. assert (Eq : filled b l p = q) by (unfold filled; rewrite E; reflexivity). rewrite Eq at 1 2. split; [exact Sub|].
      destruct (Qlt_le_dec q (r p + mean (filled b l) ps)) as [Hlt|Hge]; [left; exact Hlt|right].
      apply (equal_progress dom White _ T (r p) p ps Hp okp Hr); [rewrite Eq; lra|].
      intros Hr0 Qu. apply (evident_filled White l T p q ps b B Hp E Eg (He' Hq) Hr0 Qu).
    - destruct (Inf b) as (N0 & HN0). destruct (bound_exists (fun p => Some (filled b l p)) dom) as (m & Hm & Bm).
      destruct (multiple m h Hh) as (J & HJ).
      (* The distance to what is collected falls by h in each step. *)
      assert (A : forall j c, 0 <= c -> m <= c + inject_Z (Z.of_nat j) * h -> forall p, In p dom -> x p <= collect 0 (j + N0) p + c).
      { induction j as [|j IH]; intros c Hc Hj p Hp.
        - change (inject_Z (Z.of_nat 0)) with 0 in Hj. pose proof (collect_0 0 (0 + N0) p ltac:(lra) Hp).
          specialize (Bm p Hp _ eq_refl). cbn in Bm. specialize (Bx p Hp). lra.
        - rewrite next in Hj. specialize (IH (c + h) ltac:(lra) ltac:(lra)). specialize (Bx p Hp).
          pose proof (collect_0 0 (S j + N0) p ltac:(lra) Hp) as C0. unfold filled, number_or in Bx. destruct (l p) as [q|] eqn:E.
          2: { specialize (HN0 (S j + N0)%nat p ltac:(lia) Hp E). lra. }
          destruct (Qlt_le_dec 0 q) as [Hq|Hq]; [|lra]. destruct (game p) as [v|ps] eqn:Eg.
          + rewrite (collect_terminal _ _ _ _ Eg) in *. specialize (Sub p q Hp E). rewrite E in Sub. specialize (H p Hp). unfold total_forces in H. rewrite E in H.
            specialize (Sub (proj1 H)). unfold step in Sub. rewrite Eg in Sub. lra.
          + specialize (Hx p Hp (ex_intro _ q (ex_intro _ ps (conj E (conj Hq Eg))))). unfold moves in Hx. cbn [Nat.add collect]. unfold step.
            pose proof (ok p Hp) as okp. rewrite Eg in *. destruct okp as [Hr [Ht okp]].
            assert (S : shifted (collect 0 (j + N0)) x (c + h) ps).
            { intros d Hd. destruct (okp d Hd) as [Hw Ho]. split; [exact Hw|]. intros o Hoo. apply IH; auto. }
            pose proof (mean_shift _ _ _ _ S) as M. rewrite Ht in M. lra. }
      exists (J + N0)%nat. intros n p Hn Hp. specialize (A (n - N0)%nat 0 ltac:(lra)). replace (n - N0 + N0)%nat with n in A by lia. specialize (Bx p Hp).
      assert (G : x p <= collect 0 n p + 0); [|lra]. apply A; [|exact Hp].
      assert (inject_Z (Z.of_nat J) <= inject_Z (Z.of_nat (n - N0))) by (rewrite <- Zle_Qle; lia).
      assert (inject_Z (Z.of_nat J) * h <= inject_Z (Z.of_nat (n - N0)) * h) by (apply Qmult_le_compat_r; lra). lra. }
  intros p Hp. unfold total_at_least. destruct (l p) as [q|] eqn:E.
  - intros e He. destruct (Fin e He) as (N & HN). exists N. intros n Hn. specialize (HN n p Hn Hp). unfold filled in HN. rewrite E in HN. cbn in HN. lra.
  - intros m. destruct (Inf m) as (N & HN). exists N. intros n Hn. apply HN; assumption.
Qed.

Theorem reach_lower (l : pos -> number) (L t : pos -> nat) : (forall p, In p dom -> reach_holds l L t p) ->
  forall p, In p dom -> reach_at_least (l p) p.
Proof.
  intros H. destruct (filling_exists l) as (b & Hb1 & B & Sub & _).
  destruct (endless_reach l L t) as (c & Hc & Hc1 & Inf).
  { intros p Hp E. specialize (H p Hp). unfold reach_holds in H. rewrite E in H. exact H. }
  intros p Hp. unfold reach_at_least. destruct (l p) as [q|] eqn:E; [|exists c; split; [exact Hc|]; intros K n HK; apply Inf; assumption].
  exists (b / c). intros K n HK. assert (E1 : b / c * c == b) by (field; lra). assert (HKc : b <= K * c) by (rewrite <- E1; apply Qmult_le_compat_r; lra).
  assert (HK0 : b <= K) by nra.
  assert (Ib : forall n p, In p dom -> l p = None -> b <= collect K n p) by (intros i o Ho Eo; specialize (Inf K i o ltac:(lra) Ho Eo); lra).
  assert (A : forall n p, In p dom -> filled b l p <= collect K n p).
  { clear p Hp q E n. induction n as [|n IH]; intros p Hp; unfold filled at 1, number_or; (destruct (l p) as [q|] eqn:E; [|apply Ib; assumption]).
    - specialize (H p Hp). unfold reach_holds in H. rewrite E in H. specialize (Sub p q Hp E). rewrite E in Sub. specialize (Sub H). unfold step in Sub.
      specialize (B p Hp q E). cbn [collect]. destruct (game p); [exact Sub|lra].
    - specialize (H p Hp). unfold reach_holds in H. rewrite E in H. specialize (Sub p q Hp E). rewrite E in Sub. specialize (Sub H).
      eapply Qle_trans; [exact Sub|]. cbn [collect]. apply step_le; [exact Hp|exact IH]. }
  specialize (A n p Hp). unfold filled in A. rewrite E in A. exact A.
Qed.

Theorem reach_upper (u : pos -> number) (T : pos -> nat) : (forall p, In p dom -> reach_forces u T p) ->
  forall p, In p dom -> reach_at_most (u p) p.
Proof.
  intros H p0 Hp0. unfold reach_at_most. destruct (u p0) as [q0|] eqn:E0; [|exact I]. intros K e0 He0.
  destruct (smaller e0 1 1 He0) as (e & He & Hee & He1 & _); [lra|lra|].
  destruct (filling_exists u) as (b & Hb1 & B & _). set (moves := fun p => match game p with Terminal _ => [] | Inner ps => ps end).
  set (inner := fun p => exists q ps, u p = Some q /\ game p = Inner ps).
  assert (Finite : forall p q ps, In p dom -> u p = Some q -> game p = Inner ps -> r p + mean (filled b u) ps <= q /\
    forall c, In c ps -> exists a, choice_number u c = Some a /\ choice (filled b u) c == a).
  { intros p q ps Hp E Eg. specialize (H p Hp). unfold reach_forces in H. rewrite E in H. destruct H as [_ [Ha _]]. unfold G in Ha. rewrite Eg in Ha.
    pose proof (mean_filled b u ps) as M. destruct (mean_number u ps) as [m|]; [|destruct Ha].
    destruct M as [M1 M2]; [|rewrite M1; auto]. intros c Hc o Ho a Ea. specialize (B o (closed p ps c o Hp Eg Hc Ho) a Ea). lra. }
  destruct (strictly_above dom moves r (filled b u) (rank dom (fun o => - filled b u o) T) inner) with (e := e)
    as (x & h & Hh & Bx & Hx); [| |exact He|].
  - intros p Hp (q & ps & _ & Eg). specialize (ok p Hp). unfold moves. rewrite Eg in *. apply ok.
  - intros p Hp (q & ps & E & Eg). destruct (Finite p q ps Hp E Eg) as [Ha _].
    specialize (H p Hp). unfold reach_forces in H. rewrite E in H. destruct H as [_ [_ He']].
    unfold moves. pose proof (ok p Hp) as okp. rewrite Eg in *. destruct okp as [Hr okp].
    assert (Eq : filled b u p = q) by (unfold filled; rewrite E; reflexivity). rewrite Eq at 1 2. split; [exact Ha|].
    destruct (Qlt_le_dec (r p + mean (filled b u) ps) q) as [Hlt|Hge]; [left; exact Hlt|right].
    apply (equal_progress dom Black _ T (r p) p ps Hp okp Hr); [rewrite Eq; lra|].
    intros Hr0 Qu. apply (evident_filled Black u T p q ps b B Hp E Eg He' Hr0 Qu).
  - destruct (multiple K h Hh) as (J & HJ).
    assert (A : forall j c, 0 <= c -> K <= c + inject_Z (Z.of_nat j) * h -> forall p q, In p dom -> u p = Some q -> collect K j p <= x p + c).
    { induction j as [|j IH]; intros c Hc Hj p q Hp E; pose proof (Bx p Hp) as Bp; unfold filled, number_or in Bp; rewrite E in Bp; cbn [collect]; unfold step;
        (destruct (game p) as [v|ps] eqn:Eg; [specialize (H p Hp); unfold reach_forces, G in H; rewrite E, Eg in H; destruct H as [_ [Ha _]]; cbn in Ha; lra|]).
      - change (inject_Z (Z.of_nat 0)) with 0 in Hj. specialize (H p Hp). unfold reach_forces in H. rewrite E in H. destruct H as [Hq _]. lra.
      - rewrite next in Hj. specialize (IH (c + h) ltac:(lra) ltac:(lra)).
        specialize (Hx p Hp (ex_intro _ q (ex_intro _ ps (conj E Eg)))). unfold moves in Hx. rewrite Eg in Hx.
        pose proof (ok p Hp) as okp. rewrite Eg in okp. destruct okp as [Hr [Ht okp]]. destruct (Finite p q ps Hp E Eg) as [_ Fc].
        assert (M : mean (collect K j) ps <= mean x ps + (c + h) * total ps); [|rewrite Ht in M; lra].
        apply mean_choice. intros d Hd. destruct (okp d Hd) as [Hw Ho]. split; [exact Hw|]. destruct (Fc d Hd) as (a & Ea & Ca).
        assert (Less : a <= b - 1).
        { apply (proj2 (choice_filled (b - 1) u d (fun o Hoo a' Ea' => ltac:(specialize (B o (Ho o Hoo) a' Ea'); lra))) a Ea). }
        assert (Known : forall o, In o (all (from d)) -> filled b u o <= b - 1 -> exists s, u o = Some s).
        { intros o Hoo Hlt. unfold filled, number_or in Hlt. destruct (u o) as [s|]; [exists s; reflexivity|lra]. }
        unfold choice in Ca |- *. destruct (who d).
        + destruct (most_att (collect K j) (from d)) as (o & Hoo & Eo). pose proof (most_ub (filled b u) (from d) o Hoo).
          destruct (Known o Hoo ltac:(lra)) as (s & Es). specialize (IH o s (Ho o Hoo) Es). pose proof (most_ub x (from d) o Hoo). lra.
        + destruct (least_att (filled b u) (from d)) as (o2 & Ho2 & Eo2). destruct (Known o2 Ho2 ltac:(lra)) as (s2 & Es2).
          destruct (least_att x (from d)) as (o & Hoo & Eo). pose proof (least_lb (collect K j) (from d) o Hoo). pose proof (least_lb (collect K j) (from d) o2 Ho2).
          pose proof (Bx o (Ho o Hoo)) as Bo. pose proof (Bx o2 (Ho o2 Ho2)). destruct (u o) as [s|] eqn:Es; [specialize (IH o s (Ho o Hoo) Es); lra|].
          specialize (IH o2 s2 (Ho o2 Ho2) Es2). unfold filled, number_or in Bo. rewrite Es in Bo. lra. }
    exists J. intros n Hn. pose proof (Bx p0 Hp0) as B0. unfold filled in B0. rewrite E0 in B0. cbn in B0.
    assert (inject_Z (Z.of_nat J) <= inject_Z (Z.of_nat n)) by (rewrite <- Zle_Qle; lia).
    assert (inject_Z (Z.of_nat J) * h <= inject_Z (Z.of_nat n) * h) by (apply Qmult_le_compat_r; lra).
    specialize (A n 0 ltac:(lra) ltac:(lra) p0 q0 Hp0 E0). lra.
Qed.

(* Exact tables: both conditions of the same numbers. There is only one value. *)
(* ANCHOR: rewards-exact *)
Definition total_is (x : number) p := total_at_least x p /\ total_at_most x p.
Definition reach_is (x : number) p := reach_at_least x p /\ reach_at_most x p.

Theorem total_exact (x : pos -> number) (T L t : pos -> nat) :
  (forall p, In p dom -> total_holds x p /\ total_forces x T L t p) -> forall p, In p dom -> total_is (x p) p.
(* ANCHOR_END: rewards-exact *)
Proof. intros H p Hp. split; [apply (total_lower x T L t)|apply total_upper]; try exact Hp; intros; apply H; assumption. Qed.
Theorem reach_exact (x : pos -> number) (T L t : pos -> nat) :
  (forall p, In p dom -> reach_holds x L t p /\ reach_forces x T p) -> forall p, In p dom -> reach_is (x p) p.
Proof. intros H p Hp. split; [apply (reach_lower x L t)|apply (reach_upper x T)]; try exact Hp; intros; apply H; assumption. Qed.
Theorem rewards_unique (x y : number) p :
  (total_at_least x p -> total_at_most y p -> at_most x y) /\ (reach_at_least x p -> reach_at_most y p -> at_most x y).
Proof.
  unfold at_most. split; intros A B; destruct x as [x|], y as [y|]; try exact I; cbn in A, B.
  - apply Qnot_lt_le. intros Hlt. destruct (A ((x - y) * (1#2)) ltac:(lra)) as (n & An). specialize (An n (le_n n)). specialize (B n). lra.
  - destruct (A (y + 1)) as (n & An). specialize (An n (le_n n)). specialize (B n). lra.
  - apply Qnot_lt_le. intros Hlt. destruct A as (K & A). destruct (B K ((x - y) * (1#2)) ltac:(lra)) as (n & Bn).
    specialize (Bn n (le_n n)). specialize (A K n (Qle_refl K)). lra.
  - destruct A as (c & Hc & A). destruct (multiple (y + 2) c Hc) as (i & Hi). set (K := inject_Z (Z.of_nat i)) in *.
    destruct (B K 1 ltac:(lra)) as (n & Bn). specialize (Bn n (le_n n)). specialize (A K n (count_0 i)). lra.
Qed.
(* A play without end is worth less in kind total than in kind reach. *)
Theorem total_le_reach (x y : number) p : In p dom -> total_at_least x p -> reach_at_most y p -> at_most x y.
Proof.
  intros Hp A B. destruct y as [y|]; [|destruct x; exact I]. cbn in B.
  assert (C : forall n q, In q dom -> collect 0 n q <= collect 1 n q).
  { induction n as [|n IH]; intros q Hq; cbn [collect]; [destruct (game q); lra|apply step_le; auto]. }
  assert (D : forall e, 0 < e -> exists N, forall n, (N <= n)%nat -> collect 0 n p <= y + e).
  { intros e He. destruct (B 1 e He) as (N & HN). exists N. intros n Hn. specialize (HN n Hn). specialize (C n p Hp). lra. }
  clear B C. destruct x as [x|]; cbn in *.
  - apply Qnot_lt_le. intros Hlt. destruct (A ((x - y) * (1#4)) ltac:(lra)) as (n & An). destruct (D ((x - y) * (1#4)) ltac:(lra)) as (m & Dm).
    specialize (An (n + m)%nat ltac:(lia)). specialize (Dm (n + m)%nat ltac:(lia)). lra.
  - destruct (A (y + 2)) as (n & An). destruct (D 1 ltac:(lra)) as (m & Dm).
    specialize (An (n + m)%nat ltac:(lia)). specialize (Dm (n + m)%nat ltac:(lia)). lra.
Qed.
End Rewards.

(* What [G] and [endless] mean: without infinity [G] is [step]; infinity is chosen exactly where a part leads to it; the kinds of turn. *)
Lemma G_finite {pos} (game : pos -> node pos) r x p : G game r (fun o => Some (x o)) p = Some (step game r x p).
Proof.
  assert (C : forall c, choice_number (fun o => Some (x o)) c = Some (choice x c)).
  { intros c. unfold choice_number, choice, most, least. destruct (from c) as [a l]. cbn [fst snd].
    destruct (who c); revert a; induction l as [|b l IH]; intros a; cbn; [reflexivity|rewrite IH; reflexivity|reflexivity|rewrite IH; reflexivity]. }
  assert (M : forall ps, mean_number (fun o => Some (x o)) ps = Some (mean x ps)).
  { induction ps as [|c ps IH]; cbn [mean_number mean]; [reflexivity|]. rewrite C, IH. reflexivity. }
  unfold G, step. destruct (game p) as [v|ps]; [reflexivity|]. rewrite M. reflexivity.
Qed.
Lemma infinite_choice {pos} (x : pos -> number) (c : part pos) : choice_number x c = None <-> leads (fun o => x o = None) c.
Proof.
  unfold choice_number, leads, all. destruct (from c) as [a l]. cbn [fst snd]. destruct (who c); revert a.
  - induction l as [|b l IH]; intros a; cbn [greatest]; [split; [intros H; exists a; cbn; auto|intros (o & [<-|[]] & H); exact H]|].
    specialize (IH b). split.
    + intros H. destruct (x a) as [s|] eqn:Ea; [|exists a; cbn; auto]. destruct (greatest x b l); [discriminate|].
      destruct (proj1 IH eq_refl) as (o & Ho & Eo). exists o. split; [right; exact Ho|exact Eo].
    + intros (o & [<-|Ho] & Eo); [rewrite Eo; reflexivity|]. rewrite (proj2 IH) by (exists o; auto). destruct (x a); reflexivity.
  - induction l as [|b l IH]; intros a; cbn [smallest]; [split; [intros H o [<-|[]]; exact H|intros H; apply H; left; reflexivity]|].
    specialize (IH b). split.
    + intros H. destruct (x a) as [s|] eqn:Ea; [destruct (smallest x b l); discriminate|]. intros o [<-|Ho]; [exact Ea|]. apply IH; assumption.
    + intros H. rewrite (H a (or_introl eq_refl)), (proj2 IH) by (intros o Ho; apply H; right; exact Ho). reflexivity.
Qed.

Lemma endless_of_turns {pos} (game : pos -> node pos) collecting l L t p :
  (forall w, game p = white_turn w -> (endless game collecting l L t p <->
     exists o, In o (all w) /\ (nearer l L t p o \/ (collecting /\ remains l L p o)))) /\
  (forall b, game p = black_turn b -> (endless game collecting l L t p <->
     (forall o, In o (all b) -> nearer l L t p o) \/ (collecting /\ forall o, In o (all b) -> remains l L p o))) /\
  (forall m, game p = chance m -> (endless game collecting l L t p <->
     (exists e, In e m /\ falls_to l L p (snd e)) \/
     ((forall e, In e m -> remains l L p (snd e)) /\ (collecting \/ exists e, In e m /\ nearer l L t p (snd e))))).
Proof.
  assert (W : forall o, falls_to l L p o -> nearer l L t p o) by (intros o [E H]; split; auto).
  assert (R : forall o, nearer l L t p o -> remains l L p o) by (intros o [E H]; split; [exact E|lia]).
  repeat split.
  - intros (ps & E & H'). rewrite H in E. injection E as <-. destruct H' as [(c & [<-|[]] & o & Ho & F)|[S H']]; [exists o; auto|].
    destruct H' as [Co|(c & [<-|[]] & o & Ho & N)]; [|exists o; auto]. destruct (S _ (or_introl eq_refl)) as (o & Ho & Ro). exists o. auto.
  - intros (o & Ho & D). exists [Part 1 White w]. split; [exact H|right]. split.
    + intros c [<-|[]]. exists o. split; [exact Ho|]. destruct D as [D|[_ D]]; auto.
    + destruct D as [D|[D _]]; [right|left; exact D]. eexists. split; [left; reflexivity|]. exists o. auto.
  - intros (ps & E & H'). rewrite H in E. injection E as <-. destruct H' as [(c & [<-|[]] & F)|[S H']]; [left; intros o Ho; apply W, F, Ho|].
    destruct H' as [Co|(c & [<-|[]] & N)]; [right; split; [exact Co|exact (S _ (or_introl eq_refl))]|left; exact N].
  - intros D. exists [Part 1 Black b]. split; [exact H|right]. destruct D as [D|[Co D]]; (split; [intros c [<-|[]] o Ho; auto|]).
    + right. eexists. split; [left; reflexivity|exact D].
    + left. exact Co.
  - intros (ps & E & H'). rewrite H in E. injection E as <-.
    assert (X : forall such c, In c (map (fun e => Part (fst e) White (snd e, [])) m) -> leads such c -> exists e, In e m /\ such (snd e)).
    { intros such c Hc Hl. apply in_map_iff in Hc. destruct Hc as (e & <- & He). destruct Hl as (o & [<-|[]] & So). exists e. auto. }
    destruct H' as [(c & Hc & F)|[S H']]; [left; apply (X _ c Hc F)|right]. split.
    + intros e He. destruct (S _ (in_map _ _ _ He)) as (o & [<-|[]] & Ro). exact Ro.
    + destruct H' as [Co|(c & Hc & N)]; [left; exact Co|right; apply (X _ c Hc N)].
  - intros D. eexists. split; [exact H|].
    assert (X : forall such : pos -> Prop, (exists e, In e m /\ such (snd e)) -> exists c, In c (map (fun e => Part (fst e) White (snd e, [])) m) /\ leads such c).
    { intros such (e & He & Se). eexists. split; [apply in_map, He|]. exists (snd e). split; [left; reflexivity|exact Se]. }
    destruct D as [D|[S D]]; [left; apply X, D|right]. split.
    + intros c Hc. apply in_map_iff in Hc. destruct Hc as (e & <- & He). exists (snd e). split; [left; reflexivity|apply S, He].
    + destruct D as [Co|N]; [left; exact Co|right; apply X, N].
Qed.

(* A coin is thrown until it shows heads: two throws are expected. Both kinds agree, because the game ends.
   If both sides may only wait, a play is worth what is collected, or infinity. *)
Definition coin : bool -> node bool := fun again => if again then chance [(1#2, true); (1#2, false)] else Terminal 0.

Theorem coin_value : total_is coin (fun _ => 1) (Some 2) true /\ reach_is coin (fun _ => 1) (Some 2) true.
Proof.
  assert (ok : rewards_ok [true; false] coin (fun _ => 1)).
  { intros [] _; cbn; [|lra]. split; [lra|]. split; [reflexivity|]. intros c [<-|[<-|[]]]; cbn; (split; [lra|]); intros o [<-|[]]; auto. }
  set (x := fun again : bool => Some (if again then 2 else 0)).
  assert (N : forall s T p q, evident_if_quiet coin (fun _ => 1) s x T p q) by (intros s T p q ps _ H0; lra).
  split; [apply (total_exact [true; false] coin (fun _ => 1) ok x (fun _ => O) (fun _ => O) (fun _ => O)) with (p := true)|
    apply (reach_exact [true; false] coin (fun _ => 1) ok x (fun _ => O) (fun _ => O) (fun _ => O)) with (p := true)]; try (left; reflexivity);
    intros [] _; unfold total_holds, total_forces, reach_holds, reach_forces; cbn [x]; repeat split; intros; try apply N; cbn; lra.
Qed.
Theorem wait_rewards q : 0 <= q -> reach_is wait (fun _ => q) None tt /\
  total_is wait (fun _ => q) (if Qlt_le_dec 0 q then None else Some 0) tt.
Proof.
  intros Hq.
  assert (ok : rewards_ok [tt] wait (fun _ => q)).
  { intros [] _; cbn. split; [exact Hq|]. split; [reflexivity|]. intros c [<-|[<-|[]]]; cbn; (split; [lra|]); intros o [<-|[]]; auto. }
  assert (I : forall collecting : Prop, collecting -> endless wait collecting (fun _ => None) (fun _ => O) (fun _ => O) tt).
  { intros P HP. eexists. split; [reflexivity|]. right. split; [|left; exact HP].
    intros c [<-|[<-|[]]]; cbn; [exists tt; cbn; unfold remains; auto|intros [] _; unfold remains; auto]. }
  split; [|destruct (Qlt_le_dec 0 q) as [Pos|Zero]].
  - apply (reach_exact [tt] wait (fun _ => q) ok (fun _ => None) (fun _ => O) (fun _ => O) (fun _ => O)); [|left; reflexivity].
    intros [] _. split; [apply I; exact Logic.I|exact Logic.I].
  - apply (total_exact [tt] wait (fun _ => q) ok (fun _ => None) (fun _ => O) (fun _ => O) (fun _ => O)); [|left; reflexivity].
    intros [] _. split; [exact Logic.I|apply I; exact Pos].
  - apply (total_exact [tt] wait (fun _ => q) ok (fun _ => Some 0) (fun _ => O) (fun _ => O) (fun _ => O)); [|left; reflexivity].
    intros [] _. unfold total_holds, total_forces. cbn. repeat split; lra.
Qed.
