(* Tables of what is known of the two values of every position, alpha and beta, for games in which every position is bid for, over any type of positions.
   Numbers are stated by their index in an increasing list of numerators over one denominator; the greatest one is that of the greatest index. *)
From Coq Require Import QArith Qminmax Lqa ZArith NArith List Bool Lia.
From Bidding Require Import Game Colours Limits Never Sharp Certificates Values.
Import ListNotations.

Section Tables.
Context {pos : Type}.
Inductive bidding := Ended (v : Q) | Bids (w b : options pos).
Variable turn_at : pos -> bidding.
Definition game_at (p : pos) : node pos := match turn_at p with Ended v => Terminal v | Bids w b => bid_for w b end.

(* Bounds of both values: near_white <= alpha <= far_white and far_black <= beta <= near_black. Labels of White, of Black, and of the claim that alpha = beta,
   which 0 does not make. *)
Record bounds := Bounds { near_white : positive; near_black : positive; far_white : positive; far_black : positive; label_white : N; label_black : N; label_sharp : N }.
(* Both values themselves, with White's label and Black's. *)
Record entry := Entry { index_white : positive; index_black : positive; label : N; label' : N }.
Definition exactly (e : entry) : bounds := Bounds (index_white e) (index_black e) (index_white e) (index_black e) (label e) (label' e) 0.
Variables (D count : positive) (num : positive -> Z) (stated : pos -> bounds).

(* The numerators increase, from the first to the one with the number [count], and are those of numbers from 0 to 1. *)
Fixpoint increasing_from (n : nat) (i : positive) (z : Z) : bool :=
  match n with
  | O => Pos.eqb i count
  | S n => let j := Pos.succ i in let z' := num j in if (z <? z')%Z then increasing_from n j z' else false
  end.
Definition increasing : bool := (0 <=? num 1)%Z && (num count <=? Zpos D)%Z && increasing_from (pred (Pos.to_nat count)) 1 (num 1).

(* The first in an order, of an index and those of a list of bounds. *)
Definition more (i j : positive) : bool := Pos.ltb j i.
Fixpoint first (before : positive -> positive -> bool) (ix : bounds -> positive) (i : positive) (l : list bounds) : positive :=
  match l with [] => i | e :: l => first before ix (if before (ix e) i then ix e else i) l end.

(* One column: None if it is wrong, else whether the position is quiet. *)
Definition atleast (a b : Z) : bool := Z.leb b a.
Definition column_at (fits : Z -> Z -> bool) (ix : bounds -> positive) (e w0 b0 : bounds) (ws bs : list bounds) : option bool :=
  let most := first more ix (ix w0) ws in
  let least := first Pos.ltb ix (ix b0) bs in
  if fits (Z.double (num (ix e))) (num most + num least)%Z then Some (if Pos.eqb most (ix e) then Pos.eqb least (ix e) else false) else None.
Definition evident (ix : bounds -> positive) (lb : bounds -> N) (e : bounds) (mine theirs : list bounds) : bool :=
  existsb (fun o => if Pos.eqb (ix o) (ix e) then N.ltb (lb o) (lb e) else false) mine ||
  forallb (fun o => if Pos.eqb (ix o) (ix e) then N.ltb (lb o) (lb e) else true) theirs.
(* Whether alpha = beta is claimed, and why: no option that may be the best one is without this claim, and labels fall; or the bounds leave no room. *)
Definition known (e : bounds) : bool := if Pos.eqb (near_white e) (near_black e) then true else N.ltb 0 (label_sharp e).
Definition settles (e w0 b0 : bounds) (ws bs : list bounds) : bool :=
  let lw := first more near_white (near_white w0) ws in let lb := first Pos.ltb near_white (near_white b0) bs in
  let uw := first more near_black (near_black w0) ws in let ub := first Pos.ltb near_black (near_black b0) bs in
  let lo := Pos.max lw (Pos.max lb (near_white e)) in let hi := Pos.min uw (Pos.min ub (near_black e)) in
  let smaller o := N.ltb (label_sharp o) (label_sharp e) in
  forallb (fun o => known o || Pos.ltb (near_black o) lw) (w0 :: ws) && forallb (fun o => known o || Pos.ltb ub (near_white o)) (b0 :: bs) &&
  (Pos.leb hi lo || forallb (fun o => Pos.leb (near_black o) lo || smaller o) (w0 :: ws) || forallb (fun o => Pos.leb hi (near_white o) || smaller o) (b0 :: bs)).
Definition ordered (e : bounds) : bool :=
  Pos.leb (near_white e) (far_black e) && Pos.leb (far_black e) count && Pos.leb (far_white e) (near_black e) && Pos.leb (near_black e) count.
Definition listed (e : bounds) : bool := if Pos.eqb (far_white e) (near_black e) then negb (Pos.eqb (far_black e) (near_white e)) else true.
Definition check (p : pos) : bool :=
  let e := stated p in
  if ordered e then
  match turn_at p with
  | Ended v => Z.eqb (num (near_white e) * Zpos (Qden v)) (Qnum v * Zpos D) && forallb (Pos.eqb (near_white e)) [near_black e; far_white e; far_black e]
  | Bids w b =>
      let w0 := stated (fst w) in let ws := map stated (snd w) in
      let b0 := stated (fst b) in let bs := map stated (snd b) in
      match column_at Z.leb near_white e w0 b0 ws bs, column_at atleast near_black e w0 b0 ws bs with
      | Some q, Some q' =>
          if (if q then evident near_white label_white e (w0 :: ws) (b0 :: bs) else true) then
          if (if q' then evident near_black label_black e (b0 :: bs) (w0 :: ws) else true) then
          if (if N.ltb 0 (label_sharp e) then settles e w0 b0 ws bs else true) then
          if listed e then match column_at atleast far_white e w0 b0 ws bs, column_at Z.leb far_black e w0 b0 ws bs with Some _, Some _ => true | _, _ => false end
          else true else false else false else false
      | _, _ => false
      end
  end else false.

Lemma increasing_from_lt n i z : z = num i -> increasing_from n i z = true ->
  forall j k, (i <= j)%positive -> (j < k)%positive -> (k <= count)%positive -> (num j < num k)%Z.
Proof.
  revert i z. induction n as [|n IH]; intros i z -> H j k Hij Hjk Hk; cbn [increasing_from] in H.
  - apply Pos.eqb_eq in H. lia.
  - destruct (num i <? num (Pos.succ i))%Z eqn:E; [|discriminate]. apply Z.ltb_lt in E.
    pose proof (IH _ _ eq_refl H) as G. destruct (Pos.eq_dec i j) as [<-|Ne]; [|apply (G j k); lia].
    destruct (Pos.eq_dec (Pos.succ i) k) as [<-|Nk]; [exact E|].
    pose proof (G (Pos.succ i) k ltac:(lia) ltac:(lia) Hk). lia.
Qed.
Hypothesis grows : increasing = true.
Lemma grows_parts : (0 <= num 1)%Z /\ (num count <= Zpos D)%Z /\ increasing_from (pred (Pos.to_nat count)) 1 (num 1) = true.
Proof. unfold increasing in grows. rewrite !andb_true_iff, !Z.leb_le in grows. tauto. Qed.
Lemma num_lt j k : (j < k)%positive -> (k <= count)%positive -> (num j < num k)%Z.
Proof. intros. apply (increasing_from_lt _ 1 (num 1) eq_refl (proj2 (proj2 grows_parts))); lia. Qed.
Lemma num_le j k : (j <= k)%positive -> (k <= count)%positive -> (num j <= num k)%Z.
Proof. intros. destruct (Pos.eq_dec j k) as [->|Ne]; [lia|]. pose proof (num_lt j k). lia. Qed.
Lemma num_unit j : (j <= count)%positive -> (0 <= num j # D <= 1)%Q.
Proof.
  intros H. destruct grows_parts as (A & B & _). pose proof (num_le 1 j ltac:(lia) H). pose proof (num_le j count H ltac:(lia)).
  split; unfold Qle; cbn; lia.
Qed.
Lemma num_inj j k : (j <= count)%positive -> (k <= count)%positive -> num j = num k -> j = k.
Proof. intros Hj Hk E. destruct (Pos.lt_total j k) as [L|[L|L]]; [pose proof (num_lt _ _ L Hk); lia|exact L|pose proof (num_lt _ _ L Hj); lia]. Qed.

Lemma units_le a b : (a # D <= b # D)%Q <-> (a <= b)%Z.
Proof. unfold Qle; cbn. nia. Qed.
Lemma units_inj a b : (a # D == b # D)%Q -> a = b.
Proof. unfold Qeq; cbn. nia. Qed.

Lemma first_first before (r : positive -> Z) ix l : (forall i j, before i j = true <-> (r i < r j)%Z) -> forall i, let g := first before ix i l in
  (r g <= r i)%Z /\ (forall e, In e l -> (r g <= r (ix e))%Z) /\ (g = i \/ exists e, In e l /\ g = ix e).
Proof.
  intros R. induction l as [|a l IH]; intros i; cbn [first]; cbv zeta; [split; [lia|]; split; [intros ? []|left; reflexivity]|].
  destruct (IH (if before (ix a) i then ix a else i)) as (B & C & F). pose proof (R (ix a) i) as Ra. set (g := first _ _ _ _) in *. clearbody g.
  destruct (before (ix a) i); (split; [intuition lia|]); (split; [intros e [<-|He]; [|auto]|]).
  - exact B.
  - right. destruct F as [F|(e & He & F)]; [exists a|exists e]; (split; [|exact F]); [left; reflexivity|right; exact He].
  - apply Z.nlt_ge. intros L. assert (r (ix a) < r i)%Z by lia. intuition discriminate.
  - destruct F as [F|(e & He & F)]; [left; exact F|right; exists e; split; [right; exact He|exact F]].
Qed.

Variable dom : list pos.
Hypothesis ok : game_ok dom game_at.
Hypothesis checked : forall p, In p dom -> check p = true.

Section Column.
Variable ix : bounds -> positive.
Hypothesis in_range : forall p, In p dom -> (ix (stated p) <= count)%positive.
Definition value (p : pos) : Q := num (ix (stated p)) # D.
(* The first of some options is that of one of them, and none comes before it. *)
Lemma first_index before (r : positive -> Z) (n : options pos) : (forall i j, before i j = true <-> (r i < r j)%Z) ->
  exists o, In o (all n) /\ first before ix (ix (stated (fst n))) (map stated (snd n)) = ix (stated o) /\
  forall q, In q (all n) -> (r (ix (stated o)) <= r (ix (stated q)))%Z.
Proof.
  intros R. destruct (first_first before r ix (map stated (snd n)) R (ix (stated (fst n)))) as (B & C & F). set (g := first _ _ _ _) in *. clearbody g.
  assert (G : forall q, In q (all n) -> (r g <= r (ix (stated q)))%Z) by (intros q [<-|Hq]; [exact B|apply C, in_map, Hq]).
  destruct F as [F|(e & He & F)]; [|apply in_map_iff in He; destruct He as (o & <- & He)]; rewrite F in *;
    [exists (fst n); repeat split; [left; reflexivity|exact G]|exists o; repeat split; [right; exact He|exact G]].
Qed.
Lemma most_index (n : options pos) : (forall o, In o (all n) -> In o dom) ->
  let g := first more ix (ix (stated (fst n))) (map stated (snd n)) in (g <= count)%positive /\ (most value n == num g # D)%Q.
Proof.
  intros H. destruct (first_index more (fun i => Z.neg i) n) as (o & Ho & E & G); [intros i j; unfold more; rewrite Pos.ltb_lt; lia|].
  cbv zeta. rewrite E. split; [apply in_range, H, Ho|]. apply Qle_antisym; [|apply (most_ub value n o Ho)].
  destruct (most_att value n) as (q & Hq & Eq). rewrite <- Eq. specialize (G q Hq). apply units_le, num_le; [lia|apply in_range, H, Ho].
Qed.
Lemma least_index (n : options pos) : (forall o, In o (all n) -> In o dom) ->
  let g := first Pos.ltb ix (ix (stated (fst n))) (map stated (snd n)) in (g <= count)%positive /\ (least value n == num g # D)%Q.
Proof.
  intros H. destruct (first_index Pos.ltb (fun i => Z.pos i) n) as (o & Ho & E & G); [intros i j; rewrite Pos.ltb_lt; lia|].
  cbv zeta. rewrite E. split; [apply in_range, H, Ho|]. apply Qle_antisym; [apply (least_lb value n o Ho)|].
  destruct (least_att value n) as (q & Hq & Eq). rewrite <- Eq. specialize (G q Hq). apply units_le, num_le; [lia|apply in_range, H, Hq].
Qed.
Lemma same_index p o : In p dom -> In o dom -> (value o == value p)%Q -> ix (stated o) = ix (stated p).
Proof. intros Hp Ho E. apply units_inj in E. apply num_inj; [apply in_range, Ho|apply in_range, Hp|exact E]. Qed.
Lemma column_sound fits p w b q : In p dom -> (forall o, In o (all w) -> In o dom) -> (forall o, In o (all b) -> In o dom) ->
  column_at fits ix (stated p) (stated (fst w)) (stated (fst b)) (map stated (snd w)) (map stated (snd b)) = Some q ->
  let parts := [Part (1#2) White w; Part (1#2) Black b] in
  (fits = Z.leb -> value p <= mean value parts)%Q /\ (fits = atleast -> mean value parts <= value p)%Q /\ (quiet value p parts -> q = true).
Proof.
  intros Hp Hw Hb H parts. unfold column_at in H.
  destruct (most_index w Hw) as [Rm Em]. destruct (least_index b Hb) as [Rl El]. cbv zeta in Rm, Em, Rl, El, H.
  set (most_i := first more ix _ _) in *. set (least_i := first Pos.ltb ix _ _) in *. clearbody most_i least_i.
  destruct (fits _ _) eqn:Eq; [|discriminate]. injection H as <-.
  assert (E : ((2#1) * mean value parts == (num most_i + num least_i) # D)%Q).
  { unfold parts. cbn [mean]. unfold choice. cbn [weight who from]. rewrite Em, El. unfold Qeq, Qplus, Qmult, Qnum, Qden. rewrite !Pos2Z.inj_mul. ring. }
  assert (E' : ((2#1) * value p == Z.double (num (ix (stated p))) # D)%Q) by (rewrite Z.double_spec; unfold value, Qeq, Qmult, Qnum, Qden; change (1 * D)%positive with D; reflexivity).
  repeat split; try (intros ->; unfold atleast in Eq; apply Z.leb_le, units_le in Eq; rewrite <- E, <- E' in Eq; lra).
  intros Qu. pose proof (Qu _ (or_introl eq_refl)) as Q1. pose proof (Qu _ (or_intror (or_introl eq_refl))) as Q2.
  unfold choice in Q1, Q2. cbn [who from] in Q1, Q2. rewrite Em in Q1. rewrite El in Q2. unfold value in Q1, Q2. apply units_inj in Q1, Q2.
  apply num_inj in Q1; [|exact Rm|apply in_range, Hp]. apply num_inj in Q2; [|exact Rl|apply in_range, Hp].
  rewrite Q1, Q2, Pos.eqb_refl. reflexivity.
Qed.
Lemma evident_sound lb p mine theirs : In p dom -> (forall o, In o (all mine) -> In o dom) -> (forall o, In o (all theirs) -> In o dom) ->
  evident ix lb (stated p) (map stated (all mine)) (map stated (all theirs)) = true ->
  (exists o, In o (all mine) /\ (value o == value p)%Q /\ (N.to_nat (lb (stated o)) < N.to_nat (lb (stated p)))%nat) \/
  (forall o, In o (all theirs) -> (value o == value p)%Q -> (N.to_nat (lb (stated o)) < N.to_nat (lb (stated p)))%nat).
Proof.
  intros Hp Hm Ht C. unfold evident in C. apply orb_true_iff in C. destruct C as [C|C]; [left|right].
  - apply existsb_exists in C. destruct C as (e & He & Ce). apply in_map_iff in He. destruct He as (o & <- & Ho).
    destruct (Pos.eqb _ _) eqn:Eo; [|discriminate]. apply Pos.eqb_eq in Eo. apply N.ltb_lt in Ce.
    exists o. split; [exact Ho|]. split; [unfold value; rewrite Eo; reflexivity|lia].
  - intros o Ho Eo. pose proof (same_index p o Hp (Ht o Ho) Eo) as Ei. rewrite forallb_forall in C.
    specialize (C (stated o) (in_map stated (all theirs) o Ho)). rewrite Ei, Pos.eqb_refl in C. apply N.ltb_lt in C. lia.
Qed.
End Column.

(* l, u, l', u' of the theorem, and the labels. *)
Definition l := value near_white.
Definition u := value far_white.
Definition l' := value far_black.
Definition u' := value near_black.
Definition counted (lb : bounds -> N) (p : pos) : nat := N.to_nat (lb (stated p)).
Lemma ranges p : In p dom -> let e := stated p in (near_white e <= far_black e <= count)%positive /\ (far_white e <= near_black e <= count)%positive.
Proof.
  intros Hp. specialize (checked p Hp). unfold check in checked. destruct (ordered _) eqn:E; [|discriminate].
  unfold ordered in E. rewrite !andb_true_iff, !Pos.leb_le in E. cbv zeta. tauto.
Qed.
Lemma range ix : In ix [near_white; far_white; far_black; near_black] -> forall p, In p dom -> (ix (stated p) <= count)%positive.
Proof. intros H p Hp. destruct (ranges p Hp) as [A B]. cbn in H. repeat (destruct H as [<-|H]; [lia|]). destruct H. Qed.

(* What is claimed to be sharp. *)
Definition claimed : list pos := filter (fun p => known (stated p)) dom.
Lemma least_most i j x y : (i <= count)%positive -> (j <= count)%positive -> (x == num i # D)%Q -> (y == num j # D)%Q ->
  (Qmax x y == num (Pos.max i j) # D)%Q /\ (Qmin x y == num (Pos.min i j) # D)%Q.
Proof.
  intros Hi Hj -> ->. assert ((i <= j)%positive \/ (j <= i)%positive) as [L|L] by lia.
  - pose proof (proj2 (units_le _ _) (num_le i j L Hj)). rewrite Q.max_r, Q.min_l, Pos.max_r, Pos.min_l by assumption. split; reflexivity.
  - pose proof (proj2 (units_le _ _) (num_le j i L Hi)). rewrite Q.max_l, Q.min_r, Pos.max_l, Pos.min_r by assumption. split; reflexivity.
Qed.
Lemma units_lt i j : (i < j)%positive -> (j <= count)%positive -> (num i # D < num j # D)%Q.
Proof. intros L H. pose proof (num_lt i j L H). unfold Qlt; cbn. nia. Qed.
Lemma settles_sound p w b : In p dom -> turn_at p = Bids w b ->
  settles (stated p) (stated (fst w)) (stated (fst b)) (map stated (snd w)) (map stated (snd b)) = true ->
  settled game_at l u' (counted label_sharp) claimed p.
Proof.
  intros Hp Et C ps E. unfold game_at in E. rewrite Et in E. injection E as <-. specialize (ok p Hp) as okp. unfold game_at in okp. rewrite Et in okp. destruct okp as [_ okp].
  assert (Hw : forall o, In o (all w) -> In o dom) by (apply (okp (Part (1#2) White w)); left; reflexivity).
  assert (Hb : forall o, In o (all b) -> In o dom) by (apply (okp (Part (1#2) Black b)); right; left; reflexivity).
  pose proof (range near_white ltac:(cbn; tauto)) as Rl. pose proof (range near_black ltac:(cbn; tauto)) as Ru.
  destruct (most_index near_white Rl w Hw) as [Mw Elw], (least_index near_white Rl b Hb) as [Mb Elb], (most_index near_black Ru w Hw) as [Nw Euw], (least_index near_black Ru b Hb) as [Nb Eub].
  unfold settles in C. cbv zeta in *. set (lw := first more near_white _ _) in *. set (lb := first Pos.ltb near_white _ _) in *.
  set (uw := first more near_black _ _) in *. set (ub := first Pos.ltb near_black _ _) in *. clearbody lw lb uw ub.
  set (lo := Pos.max lw _) in *. set (hi := Pos.min uw _) in *.
  assert (Elo : (low l p [Part (1#2) White w; Part (1#2) Black b] == num lo # D)%Q /\ (high u' p [Part (1#2) White w; Part (1#2) Black b] == num hi # D)%Q).
  { pose proof (Rl p Hp). pose proof (Ru p Hp). cbn [low high]. split; (apply least_most; [lia|lia|assumption|]); (apply least_most; [lia|lia|assumption|reflexivity]). }
  destruct Elo as [Elo Ehi]. assert (Rlo : (lo <= count)%positive) by (pose proof (Rl p Hp); lia). clearbody lo hi.
  change (stated (fst w) :: map stated (snd w)) with (map stated (all w)) in C. change (stated (fst b) :: map stated (snd b)) with (map stated (all b)) in C.
  rewrite !andb_true_iff, !orb_true_iff, !forallb_forall in C. destruct C as [[Cw Cb] C].
  assert (K : forall o, In o dom -> known (stated o) = true -> In o claimed) by (intros o Ho Ko; apply filter_In; auto).
  split.
  - intros c o [<-|[<-|[]]] Ho; unfold leads_well; cbn [who from] in *;
      [specialize (Cw _ (in_map stated _ o Ho))|specialize (Cb _ (in_map stated _ o Ho))]; rewrite orb_true_iff, Pos.ltb_lt in *;
      [destruct Cw as [Co|Co]|destruct Cb as [Co|Co]]; auto; right; right; [rewrite Elw|rewrite Eub]; apply units_lt; auto.
  - destruct C as [[C|C]|C]; [left|right; exists (Part (1#2) White w)|right; exists (Part (1#2) Black b)].
    + unfold apart. rewrite Elo, Ehi. apply units_le, num_le; [apply Pos.leb_le, C|exact Rlo].
    + split; [left; reflexivity|]. left. intros o Ho Lo. cbn [from] in Ho. specialize (C _ (in_map stated _ o Ho)). rewrite orb_true_iff, Pos.leb_le, N.ltb_lt in C.
      destruct C as [C|C]; [|unfold counted; lia]. rewrite Elo in Lo. pose proof (proj2 (units_le _ _) (num_le _ _ C Rlo)). unfold u', value in Lo. lra.
    + split; [right; left; reflexivity|]. left. intros o Ho Lo. cbn [from] in Ho. specialize (C _ (in_map stated _ o Ho)). rewrite orb_true_iff, Pos.leb_le, N.ltb_lt in C.
      destruct C as [C|C]; [|unfold counted; lia]. rewrite Ehi in Lo. pose proof (proj2 (units_le _ _) (num_le _ _ C (Rl o (Hb o Ho)))). unfold l, value in Lo. lra.
Qed.

Lemma check_sound p : In p dom ->
  (white_forces game_at 0 l (counted label_white) p /\ black_forces game_at 1 u' (counted label_black) p) /\
  ((u p == u' p /\ l' p == l p)%Q \/ (white_holds game_at u p /\ black_holds game_at l' p)) /\
  (known (stated p) = true -> (u' p <= l p)%Q \/ settled game_at l u' (counted label_sharp) claimed p).
Proof.
  intros Hp. pose proof (checked p Hp) as C. unfold check in C. destruct (ordered _); [|discriminate].
  pose proof (ok p Hp) as okp. pose proof (range near_white ltac:(cbn; tauto)) as Rl. pose proof (range near_black ltac:(cbn; tauto)) as Ru'.
  pose proof (range far_white ltac:(cbn; tauto)) as Ru. pose proof (range far_black ltac:(cbn; tauto)) as Rl'.
  unfold white_holds, white_forces, black_holds, black_forces, F. pose proof (settles_sound p) as Se.
  assert (G : game_at p = match turn_at p with Ended v => Terminal v | Bids w b => bid_for w b end) by reflexivity. rewrite !G in *. clear G. destruct (turn_at p) as [v|w b] eqn:Et.
  - apply andb_true_iff in C. destruct C as [C1 C2]. apply Z.eqb_eq in C1. cbn [forallb] in C2. rewrite !andb_true_iff, !Pos.eqb_eq in C2. destruct C2 as (E1 & E2 & E3 & _).
    assert (E : (l p == v)%Q) by (unfold l, value, Qeq; cbn; lia).
    assert (E' : (u' p == l p /\ u p == l p /\ l' p == l p)%Q) by (unfold l, u, l', u', value; rewrite <- E1, <- E2, <- E3; repeat split; reflexivity).
    split; [split; (split; [lra|discriminate])|]. split; [left; lra|]. intros _. left. lra.
  - cbv zeta in C. destruct okp as [_ okp].
    assert (Hw : forall o, In o (all w) -> In o dom) by (apply (okp (Part (1#2) White w)); left; reflexivity).
    assert (Hb : forall o, In o (all b) -> In o dom) by (apply (okp (Part (1#2) Black b)); right; left; reflexivity).
    destruct (column_at _ near_white _ _ _ _ _) as [qw|] eqn:Kw; [|discriminate]. destruct (column_at _ near_black _ _ _ _ _) as [qb|] eqn:Kb; [|discriminate].
    destruct (if qw then _ else true) eqn:Ew; [|discriminate]. destruct (if qb then _ else true) eqn:Eb; [|discriminate]. destruct (if N.ltb _ _ then _ else true) eqn:Es; [|discriminate].
    destruct (column_sound near_white Rl _ p w b qw Hp Hw Hb Kw) as (Fw & _ & Qw). destruct (column_sound near_black Ru' _ p w b qb Hp Hw Hb Kb) as (_ & Fb & Qb).
    split; [split; (split; [first [apply Fw; reflexivity|apply Fb; reflexivity]|intros ps Eps _ Qu; injection Eps as <-])|split].
    + rewrite (Qw Qu) in Ew. destruct (evident_sound near_white Rl label_white p w b Hp Hw Hb Ew) as [H|H].
      * exists (Part (1#2) White w). split; [left; reflexivity|exact H].
      * exists (Part (1#2) Black b). split; [right; left; reflexivity|exact H].
    + rewrite (Qb Qu) in Eb. destruct (evident_sound near_black Ru' label_black p b w Hp Hb Hw Eb) as [H|H].
      * exists (Part (1#2) Black b). split; [right; left; reflexivity|exact H].
      * exists (Part (1#2) White w). split; [left; reflexivity|exact H].
    + unfold listed in C. destruct (Pos.eqb (far_white (stated p)) _) eqn:E1; [destruct (Pos.eqb (far_black (stated p)) _) eqn:E2|]; cbn [negb] in C.
      1: { left. apply Pos.eqb_eq in E1, E2. unfold u, u', l, l', value. rewrite E1, E2. split; reflexivity. }
      all: right; destruct (column_at _ far_white _ _ _ _ _) as [qu|] eqn:Ku; [|discriminate]; destruct (column_at _ far_black _ _ _ _ _) as [ql|] eqn:Kl; [|discriminate];
        destruct (column_sound far_white Ru _ p w b qu Hp Hw Hb Ku) as (_ & Fu & _); destruct (column_sound far_black Rl' _ p w b ql Hp Hw Hb Kl) as (Fl & _);
        split; (split; [apply num_unit; auto|first [apply Fu; reflexivity|apply Fl; reflexivity]]).
    + unfold known. intros Kn. destruct (Pos.eqb (near_white _) _) eqn:E1; [left; apply Pos.eqb_eq in E1; unfold l, u', value; rewrite E1; lra|right].
      rewrite Kn in Es. exact (Se w b Hp eq_refl Es).
Qed.

Hypothesis eq_dec : forall p q : pos, {p = q} + {p <> q}.
Theorem table_sound p : In p dom -> exists x y, alpha_is game_at x p /\ beta_is game_at y p /\
  (l p <= x <= u p)%Q /\ (l' p <= y <= u' p)%Q /\ (x <= y)%Q /\ (known (stated p) = true -> x == y)%Q.
Proof.
  assert (B : forall p, In p dom -> below_alpha game_at (l p) p /\ above_alpha game_at (u p) p /\ below_beta game_at (l' p) p /\ above_beta game_at (u' p) p).
  { apply (enclosure_wide dom game_at ok l u l' u' (counted label_white) (counted label_black) (fun q => white_holds game_at u q /\ black_holds game_at l' q)); auto.
    - intros q Hq. destruct (ranges q Hq) as [A B]. unfold l, u, l', u', value.
      repeat split; first [apply units_le, num_le; lia|apply num_unit; lia].
    - intros q Hq. apply (check_sound q Hq).
    - intros q Hq. destruct (check_sound q Hq) as (_ & [H|H] & _); auto. }
  assert (S : forall q, In q claimed -> sharp_at game_at q).
  { apply (sharp_local dom game_at l u' (counted label_sharp) claimed ok eq_dec); [intros q Hq; apply filter_In in Hq; apply Hq|intros q Hq; destruct (B q Hq); tauto|].
    intros q Hq. apply filter_In in Hq. destruct Hq as [Hq Kq]. destruct (check_sound q Hq) as (_ & _ & H). destruct (H Kq) as [E|E]; [left|right; exact E].
    destruct (B q Hq) as (A1 & _ & _ & A4). intros e He. destruct (A1 (e * (1#2))%Q ltac:(lra)) as [n Hn], (A4 (e * (1#2))%Q ltac:(lra)) as [m Hm]. exists (n + m)%nat.
    pose proof (alpha_grows_to dom game_at ok n (n + m) q Hq ltac:(lia)). pose proof (beta_falls_to dom game_at ok m (n + m) q Hq ltac:(lia)). lra. }
  intros Hp. destruct (values_rational dom game_at eq_dec ok) as (x & y & V). destruct (V p Hp) as [A A'], (B p Hp) as (B1 & B2 & B3 & B4). exists (x p), (y p).
  split; [exact A|]. split; [exact A'|]. pose proof (values_within dom game_at ok (l p) (u' p) (x p) (y p) p Hp B1 B4 A A').
  pose proof (sharp_values dom game_at ok (x p) (y p) p Hp A A') as Sv. destruct A as [A1 _], A' as [_ A4]. split; [split; [tauto|]|split; [split; [|tauto]|split; [tauto|intros K; apply Sv, S, filter_In; auto]]].
  - apply Qnot_lt_le. intros G. destruct (A1 ((x p - u p) * (1#2))%Q ltac:(lra)) as [n Hn]. specialize (B2 n). lra.
  - apply Qnot_lt_le. intros G. destruct (A4 ((l' p - y p) * (1#2))%Q ltac:(lra)) as [n Hn]. specialize (B3 n). lra.
Qed.
End Tables.

(* A value may be written in any way. *)
Lemma alpha_is_same {pos} (game : pos -> node pos) x y p : (x == y)%Q -> alpha_is game x p -> alpha_is game y p.
Proof. intros E [A B]. split; [intros e He; destruct (A e He) as [n Hn]; exists n; lra|intros n; specialize (B n); lra]. Qed.
Lemma beta_is_same {pos} (game : pos -> node pos) x y p : (x == y)%Q -> beta_is game x p -> beta_is game y p.
Proof. intros E [A B]. split; [intros n; specialize (A n); lra|intros e He; destruct (B e He) as [n Hn]; exists n; lra]. Qed.
(* All members of a long list, one after the other. *)
Fixpoint every {A} (f : A -> bool) (l : list A) : bool := match l with [] => true | a :: l => if f a then every f l else false end.
Lemma every_true {A} (f : A -> bool) l : every f l = true -> forall a, In a l -> f a = true.
Proof.
  induction l as [|b l IH]; intros H a Ha; [destruct Ha|]. cbn in H. destruct (f b) eqn:E; [|discriminate].
  destruct Ha as [<-|Ha]; [exact E|exact (IH H a Ha)].
Qed.
Arguments entry : clear implicits.
Arguments bidding : clear implicits.
