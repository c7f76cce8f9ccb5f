(* Every finite game has rational values, whatever a play without end is worth; so certificates always exist.

   If no side has a choice, the positions from which the play may end solve linear equations, and the others are worth d. Else some
   part has two options or more. Leave out the first of them, or all the others: both games have values, and those of one of them
   are the values of the whole game. *)
From Coq Require Import QArith Qminmax Lqa List Bool Lia.
From Bidding Require Import Game Colours Limits Never Certificates Labels.
Import ListNotations.
Open Scope Q_scope.

Section Values.
Context {pos : Type}.
Variable dom : list pos.
Hypothesis eq_dec : forall p q : pos, {p = q} + {p <> q}.

Definition forced_by_both (game : pos -> node pos) d x := exists T T', forall p, In p dom -> white_forces game d x T p /\ black_forces game d x T' p.
(* A part in which White chooses, with the options n; n1 and n2 together are n. *)
Section Split.
Variables (game g1 g2 : pos -> node pos) (P : pos) (before behind : list (part pos)) (w : Q) (n n1 n2 : options pos) (d : Q).
Hypothesis ok : game_ok dom game.
Definition with_options m := before ++ Part w White m :: behind.
Hypothesis at_P : game P = Inner (with_options n).
Hypothesis at_P1 : g1 P = Inner (with_options n1).
Hypothesis at_P2 : g2 P = Inner (with_options n2).
Hypothesis else1 : forall p, p <> P -> g1 p = game p.
Hypothesis else2 : forall p, p <> P -> g2 p = game p.
Hypothesis together : forall o, In o (all n) <-> In o (all n1) \/ In o (all n2).

Lemma mean_split x m : mean x (with_options m) == mean x before + w * most x m + mean x behind.
Proof. unfold with_options. clear. induction before as [|c l IH]; cbn [app mean]; [unfold choice; cbn; ring|rewrite IH; ring]. Qed.
Lemma weight_pos : In P dom -> 0 < w.
Proof. intros Hp. specialize (ok P Hp). rewrite at_P in ok. destruct ok as [_ H]. apply (H (Part w White n)). apply in_or_app. right. left. reflexivity. Qed.
Lemma most_both x : most x n == Qmax (most x n1) (most x n2).
Proof.
  destruct (most_att x n) as (o & Ho & Eo). destruct (most_att x n1) as (o1 & Ho1 & Eo1). destruct (most_att x n2) as (o2 & Ho2 & Eo2).
  pose proof (most_ub x n o1 (proj2 (together o1) (or_introl Ho1))). pose proof (most_ub x n o2 (proj2 (together o2) (or_intror Ho2))).
  apply together in Ho. assert (most x n <= most x n1 \/ most x n <= most x n2).
  { destruct Ho as [Ho|Ho]; [left; pose proof (most_ub x n1 o Ho)|right; pose proof (most_ub x n2 o Ho)]; lra. }
  destruct (Q.max_spec (most x n1) (most x n2)) as [[? M]|[? M]]; rewrite M; lra.
Qed.
Lemma in_with m c : In c (with_options m) -> c = Part w White m \/ (forall m', In c (with_options m')).
Proof.
  unfold with_options. intros H. apply in_app_or in H. destruct H as [H|[H|H]]; [right|left; congruence|right]; intros m'; apply in_or_app; [left; exact H|right; right; exact H].
Qed.
Lemma in_rest m c : c = Part w White m \/ (forall m', In c (with_options m')) -> In c (with_options m).
Proof. intros [->|H]; [apply in_or_app; right; left; reflexivity|apply H]. Qed.

(* What White forces with fewer options, White forces. *)
Lemma white_with_more x T p : In p dom -> white_forces g1 d x T p -> white_forces game d x T p.
Proof.
  intros Hp [H E]. destruct (eq_dec p P) as [->|Ne].
  2: { unfold white_forces, F in *. rewrite (else1 p Ne) in *. auto. }
  pose proof (weight_pos Hp) as Hw. unfold white_forces, F in *. rewrite at_P1 in *. rewrite at_P.
  pose proof (most_both x) as B. pose proof (Q.le_max_l (most x n1) (most x n2)).
  pose proof (mean_split x n) as M. pose proof (mean_split x n1) as M1. split; [nra|].
  intros ps Eg Hd Qx. injection Eg as <-.
  assert (Eq : most x n1 == x P).
  { specialize (ok P Hp). rewrite at_P in ok. destruct ok as [Ht _]. pose proof (mean_quiet x P _ Qx) as Mq. rewrite Ht in Mq.
    specialize (Qx (Part w White n) (in_rest n _ (or_introl eq_refl))). unfold choice in Qx. cbn in Qx. nra. }
  destruct (E _ eq_refl Hd) as (c & Hc & He).
  { intros c Hc. destruct (in_with n1 c Hc) as [->|G]; [exact Eq|apply Qx, G]. }
  destruct (in_with n1 c Hc) as [->|G].
  - exists (Part w White n). split; [apply in_rest; auto|]. destruct He as (o & Ho & Eo). exists o. split; [apply together; auto|exact Eo].
  - exists c. auto.
Qed.

(* The values of the second game are the greater ones. Then they are the values of the whole game. *)
Variables (x1 x2 : pos -> Q) (T1 T1' T2 T2' : pos -> nat).
Hypothesis ok1 : game_ok dom g1.
Hypothesis black1 : forall p, In p dom -> black_forces g1 d x1 T1' p.
Hypothesis white2 : forall p, In p dom -> white_forces g2 d x2 T2 p.
Hypothesis black2 : forall p, In p dom -> black_forces g2 d x2 T2' p.
Hypothesis white1 : forall p, In p dom -> white_forces g1 d x1 T1 p.
Hypothesis greater : forall p, In p dom -> x1 p <= x2 p.
Hypothesis HP : In P dom.

Lemma white_in_1 : (mean x2 (with_options n2) < mean x2 (with_options n1) \/ (mean x2 (with_options n2) == mean x2 (with_options n1) /\ x2 P <= d)) ->
  forall p, In p dom -> x2 p == x1 p.
Proof.
  intros H p Hp. apply Qle_antisym; [|apply greater; exact Hp]. revert p Hp.
  apply (forces_le_forces dom g1 ok1 d x2 x1 T2 T1' (fun _ => True)); auto. intros p Hp _.
  destruct (white2 p Hp) as [W E]. destruct (eq_dec p P) as [->|Ne].
  2: { unfold white_forces, F in *. rewrite (else2 p Ne) in *. rewrite (else1 p Ne). auto. }
  unfold white_forces, F in *. rewrite at_P2 in W. rewrite at_P1. split; [destruct H as [H|[H _]]; lra|].
  intros ps Eg Hd Qx. injection Eg as <-. destruct H as [H|[_ H]]; [exfalso|lra].
  specialize (ok1 P Hp) as okp. rewrite at_P1 in okp. destruct okp as [Ht _]. pose proof (mean_quiet x2 P _ Qx) as M. rewrite Ht in M. lra.
Qed.
Lemma same_mean x y parts : (forall c o, In c parts -> In o (all (from c)) -> x o == y o) ->
  (forall c : part pos, In c parts -> 0 < weight c) -> mean x parts == mean y parts.
Proof. intros H Hw. apply Qle_antisym; apply mean_le; intros c Hc; (split; [apply Hw, Hc|]); intros o Ho; rewrite (H c o Hc Ho); lra. Qed.
Lemma most_order : most x2 n1 <= most x2 n2.
Proof.
  apply Qnot_lt_le. intros Hlt. pose proof (weight_pos HP). pose proof (mean_split x2 n1). pose proof (mean_split x2 n2).
  assert (M : mean x2 (with_options n2) < mean x2 (with_options n1)) by nra.
  pose proof (white_in_1 (or_introl M)) as E. destruct (black1 P HP) as [B1 _]. destruct (white2 P HP) as [W2 _], (black2 P HP) as [B2 _].
  unfold F in *. rewrite at_P1 in B1. rewrite at_P2 in W2, B2.
  assert (S : mean x2 (with_options n1) == mean x1 (with_options n1)).
  { specialize (ok1 P HP). rewrite at_P1 in ok1. destruct ok1 as [_ G]. apply same_mean; [intros c o Hc Ho; apply E, (G c Hc), Ho|intros c Hc; apply G, Hc]. }
  specialize (E P HP). lra.
Qed.
Lemma quiet_2 : quiet x2 P (with_options n) -> quiet x2 P (with_options n2).
Proof.
  intros Qx c Hc. destruct (in_with n2 c Hc) as [->|G]; [|apply Qx, G].
  specialize (Qx (Part w White n) (in_rest n _ (or_introl eq_refl))). unfold choice in *. cbn in *.
  pose proof (most_both x2) as B. pose proof most_order. destruct (Q.max_spec (most x2 n1) (most x2 n2)) as [[? M]|[? M]]; rewrite M in B; lra.
Qed.
Lemma quiet_dec x p (parts : list (part pos)) : quiet x p parts \/ ~ quiet x p parts.
Proof.
  clear. induction parts as [|c l [IH|IH]]; [left; intros ? []| |right; intros H; apply IH; intros e He; apply H; right; exact He].
  destruct (Qeq_dec (choice x c) (x p)) as [E|E]; [left|right; intros H; apply E, H; left; reflexivity].
  intros e [<-|He]; auto.
Qed.
Lemma black_ext g x y T p : game_ok dom g -> (forall q, In q dom -> x q == y q) -> In p dom -> black_forces g d x T p -> black_forces g d y T p.
Proof.
  clear. intros ok E Hp [H G].
  assert (Fe : F g x p == F g y p).
  { apply Qle_antisym; apply (F_monotone dom g); auto; intros q Hq; rewrite (E q Hq); lra. }
  specialize (ok p Hp). split; [rewrite <- Fe, <- (E p Hp); exact H|]. intros ps Eg Hd Qy. rewrite Eg in ok. destruct ok as [_ okp].
  destruct (G ps Eg) as (c & Hc & He); [rewrite (E p Hp); exact Hd| |].
  - intros c Hc. destruct (okp c Hc) as [_ Ho]. rewrite (E p Hp), <- (Qy c Hc).
    apply Qle_antisym; [assert (K : choice x c <= choice y c + 0)|assert (K : choice y c <= choice x c + 0)]; try lra;
      apply choice_shift; intros o Hoo; rewrite (E o (Ho o Hoo)); lra.
  - exists c. split; [exact Hc|]. destruct (okp c Hc) as [_ Ho]. destruct (who c).
    + intros o Hoo Eo. apply He; [exact Hoo|]. rewrite (E o (Ho o Hoo)), (E p Hp). exact Eo.
    + destruct He as (o & Hoo & Eo & To). exists o. split; [exact Hoo|]. rewrite <- (E o (Ho o Hoo)), <- (E p Hp). auto.
Qed.

Lemma split_values : exists T', forall p, In p dom -> black_forces game d x2 T' p.
Proof.
  pose proof (weight_pos HP) as Hw. pose proof most_order as Ord. pose proof (most_both x2) as B.
  assert (B2 : most x2 n == most x2 n2) by (destruct (Q.max_spec (most x2 n1) (most x2 n2)) as [[? M]|[? M]]; rewrite M in B; lra).
  pose proof (mean_split x2 n) as M. pose proof (mean_split x2 n1) as M1. pose proof (mean_split x2 n2) as M2.
  assert (M' : mean x2 (with_options n) == mean x2 (with_options n2)) by (rewrite M, M2, B2; reflexivity).
  assert (Ineq : forall p, In p dom -> F game x2 p <= x2 p).
  { intros p Hp. destruct (black2 p Hp) as [H _]. unfold F in *. destruct (eq_dec p P) as [->|Ne].
    - rewrite at_P2 in H. rewrite at_P, M'. exact H.
    - rewrite (else2 p Ne) in H. exact H. }
  (* Labels of the second game serve, if they do at P. *)
  assert (Serve : (x2 P < d -> quiet x2 P (with_options n) -> black_evidence x2 T2' P (with_options n)) ->
    exists T', forall p, In p dom -> black_forces game d x2 T' p).
  { intros H. exists T2'. intros p Hp. split; [apply Ineq, Hp|]. destruct (black2 p Hp) as [_ E]. intros ps Eg Hd Qx.
    destruct (eq_dec p P) as [->|Ne]; [rewrite at_P in Eg; injection Eg as <-; auto|]. rewrite (else2 p Ne) in E. auto. }
  destruct (Qlt_le_dec (x2 P) d) as [Hd|Hd]; [|apply Serve; intros; lra].
  destruct (quiet_dec x2 P (with_options n)) as [Qx|Nq]; [|apply Serve; intros _ Qx; contradiction].
  pose proof (quiet_2 Qx) as Q2. destruct (black2 P HP) as [_ E2]. destruct (E2 _ at_P2 Hd Q2) as (c2 & Hc2 & He2).
  destruct (in_with n2 c2 Hc2) as [->|G2]; [|apply Serve; intros _ _; exists c2; split; [apply G2|exact He2]]. cbn in He2.
  destruct (Qlt_le_dec (most x2 n1) (most x2 n2)) as [Hlt|Hle].
  { apply Serve. intros _ _. exists (Part w White n). split; [apply in_rest; auto|]. cbn. intros o Ho Eo.
    pose proof (Q2 (Part w White n2) (in_rest n2 _ (or_introl eq_refl))) as Eq. unfold choice in Eq. cbn in Eq.
    apply together in Ho. destruct Ho as [Ho|Ho]; [pose proof (most_ub x2 n1 o Ho); lra|apply He2; [exact Ho|exact Eo]]. }
  assert (Em : most x2 n1 == most x2 n2) by lra.
  assert (M'' : mean x2 (with_options n2) == mean x2 (with_options n1)) by (rewrite M1, M2, Em; reflexivity).
  pose proof (white_in_1 (or_intror (conj M'' (Qlt_le_weak _ _ Hd)))) as E12.
  assert (B1 : forall p, In p dom -> black_forces g1 d x2 T1' p).
  { intros p Hp. apply (black_ext g1 x1); auto. intros q Hq. symmetry. apply E12, Hq. }
  exists (fun q => if Nat.ltb (T2' q) (T2' P) then T2' q else (T2' P + T1' q)%nat).
  set (T' := fun q => if Nat.ltb (T2' q) (T2' P) then T2' q else (T2' P + T1' q)%nat).
  assert (Low : forall q, (T2' q < T2' P)%nat -> T' q = T2' q) by (intros q H; unfold T'; apply Nat.ltb_lt in H; rewrite H; reflexivity).
  assert (High : forall q, (T2' P <= T2' q)%nat -> T' q = (T2' P + T1' q)%nat) by (intros q H; unfold T'; apply Nat.ltb_ge in H; rewrite H; reflexivity).
  assert (Two : forall o q, (T2' q < T2' P)%nat -> (T2' o < T2' q)%nat -> (T' o < T' q)%nat) by (intros o q H H'; rewrite !Low; lia).
  assert (One : forall o q, (T2' P <= T2' q)%nat -> (T1' o < T1' q)%nat -> (T' o < T' q)%nat).
  { intros o q H H'. rewrite (High q H). destruct (Nat.lt_ge_cases (T2' o) (T2' P)) as [L|L]; [rewrite (Low o L); lia|rewrite (High o L); lia]. }
  intros p Hp. split; [apply Ineq, Hp|]. intros ps Eg Hdp Qp. destruct (eq_dec p P) as [->|Ne].
  - rewrite at_P in Eg. injection Eg as <-. destruct (B1 P HP) as [_ E1].
    assert (Q1 : quiet x2 P (with_options n1)).
    { intros c Hc. destruct (in_with n1 c Hc) as [->|G]; [|apply Qp, G].
      pose proof (Q2 (Part w White n2) (in_rest n2 _ (or_introl eq_refl))) as Eq. unfold choice in *. cbn in *. lra. }
    destruct (E1 _ at_P1 Hdp Q1) as (c & Hc & He). destruct (in_with n1 c Hc) as [->|G].
    + exists (Part w White n). split; [apply in_rest; auto|]. cbn in *. intros o Ho Eo. apply together in Ho.
      destruct Ho as [Ho|Ho]; [apply One; [lia|apply He; auto]|]. specialize (He2 o Ho Eo). rewrite (Low o He2), (High P); lia.
    + exists c. split; [apply G|]. destruct (who c); [intros o Ho Eo; apply One; auto|].
      destruct He as (o & Ho & Eo & To). exists o. repeat split; auto.
  - destruct (Nat.lt_ge_cases (T2' p) (T2' P)) as [L|L].
    + destruct (black2 p Hp) as [_ E]. rewrite (else2 p Ne) in E. destruct (E ps Eg Hdp Qp) as (c & Hc & He). exists c. split; [exact Hc|].
      destruct (who c); [intros o Ho Eo; apply Two; auto|]. destruct He as (o & Ho & Eo & To). exists o. repeat split; auto.
    + destruct (B1 p Hp) as [_ E]. rewrite (else1 p Ne) in E. destruct (E ps Eg Hdp Qp) as (c & Hc & He). exists c. split; [exact Hc|].
      destruct (who c); [intros o Ho Eo; apply One; auto|]. destruct He as (o & Ho & Eo & To). exists o. repeat split; auto.
Qed.
End Split.

Definition valued (game : pos -> node pos) d := exists x, forced_by_both game d x.

(* The game with other parts at P. *)
Definition update (game : pos -> node pos) P parts : pos -> node pos := fun p => if eq_dec p P then Inner parts else game p.
Lemma update_at game P parts : update game P parts P = Inner parts.
Proof. unfold update. destruct (eq_dec P P); congruence. Qed.
Lemma update_else game P parts p : p <> P -> update game P parts p = game p.
Proof. unfold update. destruct (eq_dec p P); congruence. Qed.

Lemma greater_serves game g1 g2 P before behind w n n1 n2 d x1 x2 :
  game_ok dom game -> game_ok dom g1 -> In P dom ->
  game P = Inner (with_options before behind w n) -> g1 P = Inner (with_options before behind w n1) -> g2 P = Inner (with_options before behind w n2) ->
  (forall p, p <> P -> g1 p = game p) -> (forall p, p <> P -> g2 p = game p) ->
  (forall o, In o (all n) <-> In o (all n1) \/ In o (all n2)) ->
  forced_by_both g1 d x1 -> forced_by_both g2 d x2 -> x1 P <= x2 P -> forced_by_both game d x2.
Proof.
  intros ok ok1 HP aP a1 a2 e1 e2 tog (T1 & T1' & H1) (T2 & T2' & H2) Hle.
  assert (greater : forall p, In p dom -> x1 p <= x2 p).
  { apply (forces_le_forces dom game ok d x1 x2 T1 T2' (fun p => p <> P)).
    - intros p Hp. destruct (eq_dec p P) as [->|Ne]; auto.
    - intros p Hp Ne. destruct (H1 p Hp) as [[W E] _]. unfold white_forces, F in *. rewrite (e1 p Ne) in *. auto.
    - intros p Hp Ne. destruct (H2 p Hp) as [_ [B E]]. unfold black_forces, F in *. rewrite (e2 p Ne) in *. auto. }
  destruct (split_values game g1 g2 P before behind w n n1 n2 d ok aP a1 a2 e1 e2 tog x1 x2 T1' T2 T2' ok1) as (T' & HT'); auto;
    try (intros p Hp; apply H1, Hp); try (intros p Hp; apply H2, Hp).
  exists T2, T'. intros p Hp. split; [|apply HT', Hp].
  apply (white_with_more game g2 P before behind w n n2 n1 d ok aP a2 e2); [intros o; rewrite tog; tauto|exact Hp|apply H2, Hp].
Qed.
Lemma update_ok game P before behind w s n m : game_ok dom game -> In P dom -> game P = Inner (before ++ Part w s n :: behind) ->
  (forall o, In o (all m) -> In o (all n)) -> game_ok dom (update game P (before ++ Part w s m :: behind)).
Proof.
  intros ok HP aP H p Hp. destruct (eq_dec p P) as [->|Ne]; [|rewrite update_else; [apply ok, Hp|exact Ne]].
  rewrite update_at. specialize (ok P HP). rewrite aP in ok. destruct ok as [Ht okp]. split.
  - rewrite <- Ht. clear. induction before as [|c l IH]; cbn [app total weight]; [reflexivity|rewrite IH; reflexivity].
  - intros c Hc. apply in_app_or in Hc. destruct Hc as [Hc|[<-|Hc]].
    + apply okp, in_or_app. left. exact Hc.
    + destruct (okp (Part w s n)) as [Hw Ho]; [apply in_or_app; right; left; reflexivity|]. split; [exact Hw|]. intros o Hoo. apply Ho, H, Hoo.
    + apply okp, in_or_app. right. right. exact Hc.
Qed.
Lemma split_white game P before behind w a b r d : game_ok dom game -> In P dom ->
  game P = Inner (before ++ Part w White (a, b :: r) :: behind) ->
  valued (update game P (before ++ Part w White (a, []) :: behind)) d ->
  valued (update game P (before ++ Part w White (b, r) :: behind)) d -> valued game d.
Proof.
  intros ok HP aP (x1 & H1) (x2 & H2).
  assert (tog : forall o, In o (all (a, b :: r)) <-> In o (all (a, [])) \/ In o (all (b, r))) by (intros o; cbn; tauto).
  assert (ok1 := update_ok game P before behind w White (a, b :: r) (a, []) ok HP aP (fun o h => proj2 (tog o) (or_introl h))).
  assert (ok2 := update_ok game P before behind w White (a, b :: r) (b, r) ok HP aP (fun o h => proj2 (tog o) (or_intror h))).
  pose proof (fun m p => update_else game P (before ++ Part w White m :: behind) p) as el.
  destruct (Qlt_le_dec (x1 P) (x2 P)) as [Hlt|Hle].
  - exists x2. exact (greater_serves game _ _ P before behind w _ _ _ d x1 x2 ok ok1 HP aP (update_at game P _) (update_at game P _)
      (el _) (el _) tog H1 H2 (Qlt_le_weak _ _ Hlt)).
  - exists x1. exact (greater_serves game _ _ P before behind w _ _ _ d x2 x1 ok ok2 HP aP (update_at game P _) (update_at game P _)
      (el _) (el _) (fun o => iff_trans (tog o) (or_comm _ _)) H2 H1 Hle).
Qed.

(* Without choices. *)
Definition single (game : pos -> node pos) := forall p parts c, In p dom -> game p = Inner parts -> In c parts -> snd (from c) = [].
Lemma choice_single (x : pos -> Q) c : snd (from c) = [] -> choice x c = x (fst (from c)).
Proof. unfold choice, most, least. destruct (from c) as [a l]. cbn. intros ->. destruct (who c); reflexivity. Qed.
Lemma mean_linear (x y : pos -> Q) t (ps : list (part pos)) : (forall c, In c ps -> snd (from c) = []) ->
  mean (fun q => x q + t * y q) ps == mean x ps + t * mean y ps.
Proof.
  induction ps as [|c l IH]; intros H; cbn [mean]; [ring|]. rewrite IH by (intros e He; apply H; right; exact He).
  rewrite !choice_single by (apply H; left; reflexivity). ring.
Qed.

(* Linear equations at the positions of a list, from each of which some options lead out of it, have a solution. *)
Lemma solve game (T : pos -> nat) : game_ok dom game -> single game -> forall l, incl l dom ->
  (forall p, In p l -> exists parts, game p = Inner parts /\
    exists c, In c parts /\ (~ In (fst (from c)) l \/ (T (fst (from c)) < T p)%nat)) ->
  forall v : pos -> Q, exists x, (forall p, ~ In p l -> x p == v p) /\ forall p, In p l -> x p == F game x p.
Proof.
  intros ok one. induction l as [|P l IH]; intros I out v; [exists v; split; [reflexivity|intros ? []]|].
  assert (I' : incl l dom) by (intros q Hq; apply I; right; exact Hq). assert (HP : In P dom) by (apply I; left; reflexivity).
  assert (out' : forall p, In p l -> exists parts, game p = Inner parts /\
    exists c, In c parts /\ (~ In (fst (from c)) l \/ (T (fst (from c)) < T p)%nat)).
  { intros p Hp. destruct (out p (or_intror Hp)) as (ps & E & c & Hc & [G|G]); exists ps; (split; [exact E|]); exists c; (split; [exact Hc|]); [left|right; exact G].
    intros K. apply G. right. exact K. }
  destruct (in_dec eq_dec P l) as [Hin|Hout].
  { destruct (IH I' out' v) as (x & Hx & Hs). exists x. split; [intros p Hp; apply Hx; intros K; apply Hp; right; exact K|].
    intros p [<-|Hp]; auto. }
  destruct (IH I' out' (fun q => if eq_dec q P then 0 else v q)) as (x & Hx & Hxs).
  destruct (IH I' out' (fun q => if eq_dec q P then 1 else 0)) as (y & Hy & Hys).
  assert (xP : x P == 0) by (rewrite (Hx P Hout); destruct (eq_dec P P); [reflexivity|congruence]).
  assert (yP : y P == 1) by (rewrite (Hy P Hout); destruct (eq_dec P P); [reflexivity|congruence]).
  assert (yout : forall q, ~ In q (P :: l) -> y q == 0).
  { intros q Hq. rewrite Hy by (intros K; apply Hq; right; exact K). destruct (eq_dec q P) as [->|]; [destruct Hq; left; reflexivity|reflexivity]. }
  destruct (out P (or_introl eq_refl)) as (ps & EP & _).
  (* From P the way does not lead back with certainty. *)
  assert (Less : mean y ps < 1).
  { apply Qnot_le_lt. intros Hge. destruct (greatest_at y dom P HP) as (pm & Hpm & Hmax). set (m := y pm) in *.
    assert (Hm : 1 <= m) by (specialize (Hmax P HP); lra).
    apply (falls T (fun p => In p dom /\ y p == m)) with (p := pm); [|split; [exact Hpm|reflexivity]].
    intros p [Hp Ep]. destruct (in_dec eq_dec p (P :: l)) as [Hl|Hl]; [|specialize (yout p Hl); lra].
    destruct (out p Hl) as (ps' & Ep' & c & Hc & Hout').
    assert (Mp : m <= mean y ps').
    { destruct Hl as [<-|Hl]; [rewrite EP in Ep'; injection Ep' as <-; lra|]. specialize (Hys p Hl). unfold F in Hys. rewrite Ep' in Hys. lra. }
    specialize (ok p Hp) as okp. rewrite Ep' in okp. destruct okp as [Ht okp].
    assert (All : forall e, In e ps' -> choice y e == m).
    { apply all_equal; [|rewrite Ht; lra]. intros e He. destruct (okp e He) as [Hw Ho]. split; [exact Hw|].
      rewrite choice_single by (apply (one p ps'); auto). apply Hmax, Ho. left. reflexivity. }
    specialize (All c Hc). rewrite choice_single in All by (apply (one p ps'); auto).
    exists (fst (from c)). destruct Hout' as [G|G]; [specialize (yout _ G); lra|]. split; [|exact G].
    split; [apply (okp c Hc); left; reflexivity|exact All]. }
  set (t := mean x ps / (1 - mean y ps)). assert (Et : t == mean x ps + t * mean y ps) by (unfold t; field; lra). clearbody t.
  exists (fun q => x q + t * y q). split.
  - intros p Hp. rewrite (yout p Hp), Hx by (intros K; apply Hp; right; exact K).
    destruct (eq_dec p P) as [->|]; [destruct Hp; left; reflexivity|ring].
  - intros p [<-|Hp].
    + unfold F. rewrite EP, mean_linear by (intros c Hc; apply (one P ps); auto). rewrite xP, yP. lra.
    + destruct (out' p Hp) as (ps' & Ep & _). specialize (Hxs p Hp). specialize (Hys p Hp). unfold F in *. rewrite Ep in *.
      rewrite mean_linear by (intros c Hc; apply (one p ps'); auto). rewrite Hxs, Hys. reflexivity.
Qed.

Lemma no_choice game d : game_ok dom game -> single game -> valued game d.
Proof.
  intros ok one. set (zero := fun p => match game p with Terminal _ => true | Inner _ => false end). set (a := fun _ : pos => 0).
  destruct (closed_stage dom game zero a) as [K HK].
  set (lab := lab game zero a K). set (least := first game zero a K). set (T := fun p => if lab p then Some (least p) else None).
  assert (L : forall p, In p dom -> white_label game zero a T p) by exact (closed_solves dom game zero a ok K HK).
  assert (Z : forall p ps, game p = Inner ps -> zero p = false) by (intros p ps E; unfold zero; rewrite E; reflexivity). set (T' := fun p => match T p with Some n => n | None => O end).
  (* A position is labelled exactly if some option is; that option has a smaller label. *)
  assert (Some_option : forall p ps, In p dom -> game p = Inner ps -> lab p = true ->
    exists c, In c ps /\ (T' (fst (from c)) < T' p)%nat).
  { intros p ps Hp E Hl. specialize (L p Hp). unfold white_label in L. rewrite (Z p ps E) in L. destruct L as [L0 L].
    unfold T' at 2. assert (ET : T p = Some (least p)) by (unfold T; rewrite Hl; reflexivity).
    rewrite ET in *. clear ET. destruct (least p) as [|k]; [congruence|].
    destruct (proj1 (L k)) as (ps' & E' & c & Hc & He); [cbn; lia|]. rewrite E in E'. injection E' as <-. exists c. split; [exact Hc|].
    assert (U : upto (T (fst (from c))) k).
    { specialize (one p ps c Hp E Hc). destruct (from c) as [o r] eqn:Ec. cbn in *. subst r. destruct (who c).
      - destruct He as (o' & [<-|[]] & _ & U). exact U.
      - apply He. left. reflexivity. }
    unfold T'. destruct (T (fst (from c))); cbn in U; [lia|contradiction]. }
  assert (No_option : forall p ps c, In p dom -> game p = Inner ps -> lab p = false -> In c ps -> lab (fst (from c)) = false).
  { intros p ps c Hp E Hl Hc. destruct (lab (fst (from c))) eqn:Eo; [exfalso|reflexivity]. specialize (L p Hp). unfold white_label in L.
    rewrite (Z p ps E) in L. destruct L as [_ L]. assert (U : upto (T p) (S (least (fst (from c))))).
    { apply L. exists ps. split; [exact E|]. exists c. split; [exact Hc|]. specialize (one p ps c Hp E Hc).
      assert (G : upto (T (fst (from c))) (least (fst (from c)))) by (unfold T; rewrite Eo; cbn; lia).
      destruct (from c) as [o r] eqn:Ec. cbn in *. subst r. destruct (who c).
      - exists o. split; [left; reflexivity|]. split; [reflexivity|exact G].
      - intros o' [<-|[]]. exact G. }
    unfold T in U. rewrite Hl in U. exact U. }
  set (l := filter (fun p => lab p && negb (zero p)) dom).
  assert (Hl : forall p, In p l <-> In p dom /\ lab p = true /\ zero p = false)
    by (intros p; unfold l; rewrite filter_In, andb_true_iff, negb_true_iff; tauto).
  destruct (solve game T' ok one l) with (v := fun p => match game p with Terminal v => v | Inner _ => d end) as (x & Hout & Hin).
  { intros p Hp. apply Hl, Hp. }
  { intros p Hp. apply Hl in Hp. destruct Hp as (Hp & H1 & H2). unfold zero in H2. destruct (game p) as [v|ps] eqn:E; [discriminate|].
    exists ps. split; [reflexivity|]. destruct (Some_option p ps Hp E H1) as (c & Hc & To). exists c. auto. }
  exists x, T', T'. intros p Hp. destruct (game p) as [v|ps] eqn:E.
  { assert (x p == v) by (specialize (Hout p); rewrite E in Hout; apply Hout; rewrite Hl; unfold zero; rewrite E; intuition congruence).
    split; (split; [unfold F; rewrite E; lra|intros ps' E'; congruence]). }
  destruct (lab p) eqn:Ep.
  - assert (Fx : x p == F game x p) by (apply Hin, Hl; unfold zero; rewrite E; auto).
    destruct (Some_option p ps Hp E Ep) as (c & Hc & To).
    assert (Sg : forall o, In o (all (from c)) -> o = fst (from c)).
    { specialize (one p ps c Hp E Hc). destruct (from c) as [o r]. cbn in *. subst r. intros o' [<-|[]]. reflexivity. }
    assert (First : In (fst (from c)) (all (from c))) by (left; reflexivity).
    split; (split; [lra|]); intros ps' E' _ Qx; rewrite E in E'; injection E' as <-; exists c; (split; [exact Hc|]);
      pose proof (Qx c Hc) as Eq; rewrite choice_single in Eq by (apply (one p ps); auto); destruct (who c);
      try (exists (fst (from c)); auto); intros o Ho _; rewrite (Sg o Ho); exact To.
  - assert (Out : forall q, In q dom -> lab q = false -> x q == d).
    { intros q Hq Eq. assert (Nt : zero q = false).
      { destruct (zero q) eqn:Ez; [|reflexivity]. unfold lab in Eq. rewrite (lab_mono game zero a 0 K q) in Eq; [discriminate|lia|exact Ez]. }
      rewrite Hout by (rewrite Hl; intuition congruence). unfold zero in Nt. destruct (game q); [discriminate|reflexivity]. }
    assert (Fx : F game x p == x p).
    { unfold F. rewrite E. specialize (ok p Hp). rewrite E in ok. destruct ok as [Ht okp].
      rewrite (mean_quiet x p ps), Ht; [ring|]. intros c Hc. rewrite choice_single by (apply (one p ps); auto).
      rewrite (Out p Hp Ep). apply Out; [apply (okp c Hc); left; reflexivity|apply (No_option p ps c); auto]. }
    pose proof (Out p Hp Ep). split; (split; [lra|intros; lra]).
Qed.

(* By induction on the number of options beyond the first. *)
Definition beyond (ps : list (part pos)) : nat := list_sum (map (fun c => length (snd (from c))) ps).
Fixpoint choices (game : pos -> node pos) (l : list pos) : nat :=
  match l with [] => O | p :: l => (match game p with Terminal _ => O | Inner ps => beyond ps end + choices game l)%nat end.

Lemma choices_update game P ps ps' l : In P l -> game P = Inner ps -> (beyond ps' < beyond ps)%nat -> (choices (update game P ps') l < choices game l)%nat.
Proof.
  intros HP E H. assert (Le : forall k, (choices (update game P ps') k <= choices game k)%nat).
  { induction k as [|q k IH]; [apply le_n|]. cbn [choices]. unfold update at 1.
    destruct (eq_dec q P) as [->|]; [rewrite E|]; lia. }
  induction l as [|q l IH]; [destruct HP|]. specialize (Le l). cbn [choices]. unfold update at 1. destruct (eq_dec q P) as [->|Ne].
  - rewrite E. lia.
  - destruct HP as [HP|HP]; [congruence|]. specialize (IH HP). lia.
Qed.
Lemma beyond_split before w s a l behind : beyond (before ++ Part w s (a, l) :: behind) = (beyond before + length l + beyond behind)%nat.
Proof. unfold beyond. rewrite map_app, list_sum_app. cbn. unfold list_sum. lia. Qed.
Lemma some_choice game : single game \/ exists P before w s a b r behind, In P dom /\ game P = Inner (before ++ Part w s (a, b :: r) :: behind).
Proof.
  unfold single. induction dom as [|P l [IH|(P' & before & w & s & a & b & r & behind & H & E)]]; [left; intros ? ? ? []| |].
  2: { right. exists P', before, w, s, a, b, r, behind. split; [right; exact H|exact E]. }
  destruct (game P) as [v|ps] eqn:E.
  { left. intros p ps c [<-|Hp] E' Hc; [congruence|eauto]. }
  destruct (existsb (fun c => negb (Nat.eqb (length (snd (from c))) 0)) ps) eqn:Ex.
  - right. apply existsb_exists in Ex. destruct Ex as ([w s [a r]] & Hc & H). apply in_split in Hc. destruct Hc as (before & behind & ->).
    destruct r as [|b r]; [discriminate|]. exists P, before, w, s, a, b, r, behind. split; [left; reflexivity|exact E].
  - left. intros p ps' c [<-|Hp] E' Hc; [|eauto]. rewrite E in E'. injection E' as <-.
    destruct (snd (from c)) eqn:Es; [reflexivity|]. assert (K : existsb (fun c => negb (Nat.eqb (length (snd (from c))) 0)) ps = true); [|congruence].
    apply existsb_exists. exists c. split; [exact Hc|]. rewrite Es. reflexivity.
Qed.
Lemma valued_mirror game d : game_ok dom game -> 0 <= d <= 1 -> valued (mirror game) (1 - d) -> valued game d.
Proof.
  intros ok Hd (x & H). pose proof (ok_mirror dom game ok) as okm. exists (flip x). apply (value_iff_forced dom game ok); [exact Hd|].
  intros p Hp. destruct (value_mirror dom game ok d (1 - d) (flip x p) p) as [A B]; [reflexivity|].
  pose proof (proj2 (value_iff_forced dom (mirror game) okm (1 - d) x ltac:(lra)) H p Hp) as [Lo Up].
  assert (E : 1 - flip x p == x p) by (unfold flip; ring).
  split; [apply B|apply A]; intros e He; [destruct (Up e He) as (s0 & Hs & G)|destruct (Lo e He) as (s0 & Hs & G)];
    exists s0; (split; [exact Hs|]); intros s y H1 H2 H3; specialize (G s y H1 H2 H3); lra.
Qed.

Lemma all_valued n : forall game d, (choices game dom < n)%nat -> game_ok dom game -> 0 <= d <= 1 -> valued game d.
Proof.
  induction n as [|n IH]; intros game d Hn ok Hd; [lia|].
  destruct (some_choice game) as [one|(P & before & w & s & a & b & r & behind & HP & aP)]; [apply no_choice; assumption|].
  assert (Step : forall g before behind d, game_ok dom g -> 0 <= d <= 1 -> choices g dom = choices game dom ->
    g P = Inner (before ++ Part w White (a, b :: r) :: behind) -> valued g d).
  { intros g be bh e okg He Ec Eg. pose proof (fun m => beyond_split be w White (fst m) (snd m) bh) as Bs.
    apply (split_white g P be bh w a b r e okg HP Eg); apply IH; try exact He.
    - rewrite <- Ec in Hn. pose proof (choices_update g P _ (be ++ Part w White (a, []) :: bh) dom HP Eg) as C. rewrite !beyond_split in C. cbn in C. lia.
    - apply (update_ok g P be bh w White (a, b :: r)); auto. intros o [<-|[]]. left. reflexivity.
    - rewrite <- Ec in Hn. pose proof (choices_update g P _ (be ++ Part w White (b, r) :: bh) dom HP Eg) as C. rewrite !beyond_split in C. cbn in C. lia.
    - apply (update_ok g P be bh w White (a, b :: r)); auto. intros o Ho. right. exact Ho. }
  destruct s; [apply (Step game before behind d ok Hd eq_refl aP)|].
  apply valued_mirror; [exact ok|exact Hd|].
  apply (Step (mirror game) (map mirror_part before) (map mirror_part behind) (1 - d)); [apply ok_mirror; exact ok|lra| |].
  - generalize dom. intros l. induction l as [|p l Il]; [reflexivity|]. cbn [choices]. rewrite Il. f_equal. unfold mirror.
    destruct (game p); [reflexivity|]. unfold beyond. rewrite map_map. reflexivity.
  - unfold mirror. rewrite aP, map_app. reflexivity.
Qed.
End Values.

(* ANCHOR: exist *)
Theorem values_exist {pos : Type} (dom : list pos) (game : pos -> node pos) (d : Q) :
  (forall p q : pos, {p = q} + {p <> q}) -> game_ok dom game -> 0 <= d <= 1 ->
  exists x T T', forall p, In p dom ->
    value_is dom game d (x p) p /\ white_forces game d x T p /\ black_forces game d x T' p.
(* ANCHOR_END: exist *)
Proof.
  intros eq_dec ok Hd. destruct (all_valued dom eq_dec _ game d (Nat.lt_succ_diag_r _) ok Hd) as (x & T & T' & H).
  exists x, T, T'. intros p Hp. split; [|apply H, Hp]. apply (value_exact dom game ok d x T T' Hd H p Hp).
Qed.
(* ANCHOR: rational *)
Corollary values_rational {pos : Type} (dom : list pos) (game : pos -> node pos) :
  (forall p q : pos, {p = q} + {p <> q}) -> game_ok dom game ->
  exists x y, forall p, In p dom -> alpha_is game (x p) p /\ beta_is game (y p) p.
(* ANCHOR_END: rational *)
Proof.
  intros eq_dec ok. destruct (values_exist dom game 0 eq_dec ok ltac:(lra)) as (x & T & T' & H).
  destruct (values_exist dom game 1 eq_dec ok ltac:(lra)) as (y & U & U' & G). exists x, y. intros p Hp.
  destruct (H p Hp) as [[A B] _], (G p Hp) as [[A' B'] _]. repeat split.
  - apply (value_0_is_alpha dom game ok); assumption.
  - apply (value_0_is_alpha dom game ok); assumption.
  - apply (value_1_is_beta dom game ok); assumption.
  - apply (value_1_is_beta dom game ok); assumption.
Qed.
