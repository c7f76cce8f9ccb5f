(* Tables of the two values of every position, for games in which every position is bid for, over any type of positions.
   Values are stated by their index in an increasing list of numerators over one denominator; the greatest value is that of the greatest index. *)
From Coq Require Import QArith Qminmax Lqa ZArith NArith List Bool Lia.
From Bidding Require Import Game Colours Limits Never Sharp Certificates.
Import ListNotations.

Section Tables.
Context {pos : Type}.
Inductive bidding := Ended (v : Q) | Bids (w b : options pos).
Variable turn_at : pos -> bidding.
Definition game_at (p : pos) : node pos := match turn_at p with Ended v => Terminal v | Bids w b => bid_for w b end.

Record entry := Entry { index_white : positive; index_black : positive; label : N; label_black : N }.
Variables (D count : positive) (num : positive -> Z) (stated : pos -> entry).

(* The numerators increase, from the first to the one with the number [count]. *)
Fixpoint increasing_from (n : nat) (i : positive) (z : Z) : bool :=
  match n with
  | O => Pos.eqb i count
  | S n => let j := Pos.succ i in let z' := num j in if (z <? z')%Z then increasing_from n j z' else false
  end.
Definition increasing : bool := increasing_from (pred (Pos.to_nat count)) 1 (num 1).

Fixpoint greatest (ix : entry -> positive) (i : positive) (l : list entry) : positive :=
  match l with [] => i | e :: l => greatest ix (if Pos.ltb i (ix e) then ix e else i) l end.
Fixpoint smallest (ix : entry -> positive) (i : positive) (l : list entry) : positive :=
  match l with [] => i | e :: l => smallest ix (if Pos.ltb (ix e) i then ix e else i) l end.
Fixpoint some (f : entry -> bool) (l : list entry) : bool := match l with [] => false | e :: l => if f e then true else some f l end.
Fixpoint each (f : entry -> bool) (l : list entry) : bool := match l with [] => true | e :: l => if f e then each f l else false end.

(* One column: None if it is wrong, else whether the position is quiet. *)
Definition column_at (ix : entry -> positive) (e w0 b0 : entry) (ws bs : list entry) : option bool :=
  let most := greatest ix (ix w0) ws in
  let least := smallest ix (ix b0) bs in
  if Z.eqb (Z.double (num (ix e))) (num most + num least) then Some (if Pos.eqb most (ix e) then Pos.eqb least (ix e) else false) else None.
Definition evident (ix : entry -> positive) (lb : entry -> N) (e : entry) (mine theirs : list entry) : bool :=
  some (fun o => if Pos.eqb (ix o) (ix e) then N.ltb (lb o) (lb e) else false) mine ||
  each (fun o => if Pos.eqb (ix o) (ix e) then N.ltb (lb o) (lb e) else true) theirs.
Definition check (p : pos) : bool :=
  let e := stated p in
  if Pos.ltb count (index_white e) then false else if Pos.ltb count (index_black e) then false else
  match turn_at p with
  | Ended v => Z.eqb (num (index_white e) * Zpos (Qden v)) (Qnum v * Zpos D) && Z.eqb (num (index_black e) * Zpos (Qden v)) (Qnum v * Zpos D)
  | Bids w b =>
      let w0 := stated (fst w) in let ws := map stated (snd w) in
      let b0 := stated (fst b) in let bs := map stated (snd b) in
      if (num (index_white e) <? 0)%Z then false else if (Zpos D <? num (index_black e))%Z then false else
      match column_at index_white e w0 b0 ws bs with
      | None => false
      | Some quiet =>
          if (if quiet then evident index_white label e (w0 :: ws) (b0 :: bs) else true) then
            match column_at index_black e w0 b0 ws bs with
            | None => false
            | Some quiet => if quiet then evident index_black label_black e (b0 :: bs) (w0 :: ws) else true
            end
          else false
      end
  end.

Lemma some_iff f l : some f l = true <-> exists e, In e l /\ f e = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [discriminate|intros (? & [] & _)]|]. destruct (f a) eqn:E.
  - split; [intros _; exists a; auto|auto].
  - rewrite IH. split; [intros (e & He & H); exists e; auto|intros (e & [<-|He] & H); [congruence|exists e; auto]].
Qed.
Lemma each_iff f l : each f l = true <-> forall e, In e l -> f e = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [intros _ ? []|auto]|]. destruct (f a) eqn:E.
  - rewrite IH. split; [intros H e [<-|He]; auto|intros H e He; auto].
  - split; [discriminate|intros H; rewrite <- E; auto].
Qed.

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
Lemma num_lt j k : (j < k)%positive -> (k <= count)%positive -> (num j < num k)%Z.
Proof. intros. apply (increasing_from_lt _ 1 (num 1) eq_refl grows); lia. Qed.
Lemma num_le j k : (j <= k)%positive -> (k <= count)%positive -> (num j <= num k)%Z.
Proof. intros. destruct (Pos.eq_dec j k) as [->|Ne]; [lia|]. pose proof (num_lt j k). lia. Qed.

Lemma num_inj j k : (j <= count)%positive -> (k <= count)%positive -> num j = num k -> j = k.
Proof.
  intros Hj Hk E. destruct (Pos.lt_total j k) as [L|[L|L]]; [pose proof (num_lt _ _ L Hk); lia|exact L|pose proof (num_lt _ _ L Hj); lia].
Qed.

Lemma units_le a b : (a # D <= b # D)%Q <-> (a <= b)%Z.
Proof. unfold Qle; cbn. nia. Qed.
Lemma units_inj a b : (a # D == b # D)%Q -> a = b.
Proof. unfold Qeq; cbn. nia. Qed.

Lemma greatest_max ix l : forall i, (forall e, In e l -> (ix e <= count)%positive) -> (i <= count)%positive ->
  let g := greatest ix i l in (g <= count)%positive /\ (i <= g)%positive /\ (forall e, In e l -> (ix e <= g)%positive) /\
  (g = i \/ exists e, In e l /\ g = ix e).
Proof.
  induction l as [|a l IH]; intros i H Hi; cbn [greatest]; cbv zeta; [split; [exact Hi|]; split; [lia|]; split; [intros ? []|left; reflexivity]|].
  specialize (IH (if Pos.ltb i (ix a) then ix a else i)). pose proof (H a (or_introl eq_refl)) as Ha.
  destruct (Pos.ltb i (ix a)) eqn:E; [apply Pos.ltb_lt in E|apply Pos.ltb_ge in E];
    (destruct IH as (A & B & C & F); [intros; apply H; right; assumption|assumption|]); (split; [exact A|]); (split; [lia|]);
    (split; [intros e [<-|He]; [lia|auto]|]).
  - right. destruct F as [F|(e & He & F)]; [exists a; split; [left; reflexivity|exact F]|exists e; split; [right; exact He|exact F]].
  - destruct F as [F|(e & He & F)]; [left; exact F|right; exists e; split; [right; exact He|exact F]].
Qed.
Lemma smallest_min ix l : forall i, (forall e, In e l -> (ix e <= count)%positive) -> (i <= count)%positive ->
  let g := smallest ix i l in (g <= count)%positive /\ (g <= i)%positive /\ (forall e, In e l -> (g <= ix e)%positive) /\
  (g = i \/ exists e, In e l /\ g = ix e).
Proof.
  induction l as [|a l IH]; intros i H Hi; cbn [smallest]; cbv zeta; [split; [exact Hi|]; split; [lia|]; split; [intros ? []|left; reflexivity]|].
  specialize (IH (if Pos.ltb (ix a) i then ix a else i)). pose proof (H a (or_introl eq_refl)) as Ha.
  destruct (Pos.ltb (ix a) i) eqn:E; [apply Pos.ltb_lt in E|apply Pos.ltb_ge in E];
    (destruct IH as (A & B & C & F); [intros; apply H; right; assumption|assumption|]); (split; [exact A|]); (split; [lia|]);
    (split; [intros e [<-|He]; [lia|auto]|]).
  - right. destruct F as [F|(e & He & F)]; [exists a; split; [left; reflexivity|exact F]|exists e; split; [right; exact He|exact F]].
  - destruct F as [F|(e & He & F)]; [left; exact F|right; exists e; split; [right; exact He|exact F]].
Qed.

Variable dom : list pos.
Hypothesis ok : game_ok dom game_at.
Hypothesis checked : forall p, In p dom -> check p = true.

Definition lower_value (p : pos) : Q := num (index_white (stated p)) # D.
Definition upper_value (p : pos) : Q := num (index_black (stated p)) # D.
Definition T (p : pos) : nat := N.to_nat (label (stated p)).
Definition T' (p : pos) : nat := N.to_nat (label_black (stated p)).
Section Column.
Variable ix : entry -> positive.
Hypothesis in_range : forall p, In p dom -> (ix (stated p) <= count)%positive.
Definition value (p : pos) : Q := num (ix (stated p)) # D.
Lemma most_index (n : options pos) : (forall o, In o (all n) -> In o dom) ->
  let g := greatest ix (ix (stated (fst n))) (map stated (snd n)) in (g <= count)%positive /\ (most value n == num g # D)%Q.
Proof.
  intros H. destruct (greatest_max ix (map stated (snd n)) (ix (stated (fst n)))) as (A & B & C & F).
  - intros e He. apply in_map_iff in He. destruct He as (o & <- & Ho). apply in_range, H. right; exact Ho.
  - apply in_range, H. left; reflexivity.
  - cbv zeta. set (g := greatest ix _ _) in *. split; [exact A|]. apply Qle_antisym.
    + destruct (most_att value n) as (o & Ho & E). rewrite <- E. apply units_le, num_le; [|exact A].
      destruct Ho as [<-|Ho]; [exact B|apply C, in_map, Ho].
    + destruct F as [F|(e & He & F)].
      * rewrite F. apply (most_ub value n). left; reflexivity.
      * apply in_map_iff in He. destruct He as (o & <- & Ho). rewrite F. apply (most_ub value n). right; exact Ho.
Qed.
Lemma least_index (n : options pos) : (forall o, In o (all n) -> In o dom) ->
  let g := smallest ix (ix (stated (fst n))) (map stated (snd n)) in (g <= count)%positive /\ (least value n == num g # D)%Q.
Proof.
  intros H. destruct (smallest_min ix (map stated (snd n)) (ix (stated (fst n)))) as (A & B & C & F).
  - intros e He. apply in_map_iff in He. destruct He as (o & <- & Ho). apply in_range, H. right; exact Ho.
  - apply in_range, H. left; reflexivity.
  - cbv zeta. set (g := smallest ix _ _) in *. split; [exact A|]. apply Qle_antisym.
    + destruct F as [F|(e & He & F)].
      * rewrite F. apply (least_lb value n). left; reflexivity.
      * apply in_map_iff in He. destruct He as (o & <- & Ho). rewrite F. apply (least_lb value n). right; exact Ho.
    + destruct (least_att value n) as (o & Ho & E). rewrite <- E. apply units_le, num_le; [|apply in_range, H, Ho].
      destruct Ho as [<-|Ho]; [exact B|apply C, in_map, Ho].
Qed.
Lemma same_index p o : In p dom -> In o dom -> (value o == value p)%Q -> ix (stated o) = ix (stated p).
Proof.
  intros Hp Ho E. apply units_inj in E. apply num_inj; [apply in_range, Ho|apply in_range, Hp|exact E].
Qed.


Lemma column_sound p w b q : In p dom -> (forall o, In o (all w) -> In o dom) -> (forall o, In o (all b) -> In o dom) ->
  column_at ix (stated p) (stated (fst w)) (stated (fst b)) (map stated (snd w)) (map stated (snd b)) = Some q ->
  (mean value [Part (1#2) White w; Part (1#2) Black b] == value p)%Q /\
  (quiet value p [Part (1#2) White w; Part (1#2) Black b] -> q = true).
Proof.
  intros Hp Hw Hb H. unfold column_at in H.
  destruct (most_index w Hw) as [Rm Em]. destruct (least_index b Hb) as [Rl El]. cbv zeta in Rm, Em, Rl, El, H.
  set (most_i := greatest ix _ _) in *. set (least_i := smallest ix _ _) in *. clearbody most_i least_i.
  destruct (Z.double _ =? _)%Z eqn:Eq; [|discriminate]. apply Z.eqb_eq in Eq. injection H as <-. split.
  - cbn [mean]. unfold choice. cbn [weight who from]. rewrite Em, El.
    assert (A : ((num most_i # D) + (num least_i # D) == (num most_i + num least_i) # D)%Q).
    { unfold Qeq, Qplus, Qnum, Qden. rewrite Pos2Z.inj_mul. ring. }
    assert (B : ((2#1) * value p == (2 * num (ix (stated p))) # D)%Q).
    { unfold value, Qeq, Qmult, Qnum, Qden. change (1 * D)%positive with D. reflexivity. }
    pose proof (Z.double_spec (num (ix (stated p)))) as Ds. rewrite Eq in Ds. rewrite <- Ds, <- A in B. lra.
  - intros Qu. pose proof (Qu _ (or_introl eq_refl)) as Q1. pose proof (Qu _ (or_intror (or_introl eq_refl))) as Q2.
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
  - apply some_iff in C. destruct C as (e & He & Ce). apply in_map_iff in He. destruct He as (o & <- & Ho).
    destruct (Pos.eqb _ _) eqn:Eo; [|discriminate]. apply Pos.eqb_eq in Eo. apply N.ltb_lt in Ce.
    exists o. split; [exact Ho|]. split; [unfold value; rewrite Eo; reflexivity|lia].
  - intros o Ho Eo. pose proof (same_index p o Hp (Ht o Ho) Eo) as Ei. rewrite each_iff in C.
    specialize (C (stated o) (in_map stated (all theirs) o Ho)). rewrite Ei, Pos.eqb_refl in C. apply N.ltb_lt in C. lia.
Qed.
End Column.

Lemma ranges p : In p dom -> (index_white (stated p) <= count)%positive /\ (index_black (stated p) <= count)%positive.
Proof.
  intros Hp. specialize (checked p Hp). unfold check in checked. destruct (Pos.ltb count (index_white _)) eqn:E; [discriminate|].
  destruct (Pos.ltb count (index_black _)) eqn:E'; [discriminate|]. apply Pos.ltb_ge in E, E'. auto.
Qed.
Lemma check_sound p : In p dom ->
  (white_holds game_at lower_value p /\ white_forces game_at 0 lower_value T p) /\
  (black_holds game_at upper_value p /\ black_forces game_at 1 upper_value T' p).
Proof.
  intros Hp. pose proof (checked p Hp) as C. unfold check in C. destruct (Pos.ltb count _); [discriminate|]. destruct (Pos.ltb count _); [discriminate|].
  pose proof (ok p Hp) as okp. pose proof (fun q Hq => proj1 (ranges q Hq)) as Rw. pose proof (fun q Hq => proj2 (ranges q Hq)) as Rb.
  unfold white_holds, white_forces, black_holds, black_forces, F. unfold game_at in *. destruct (turn_at p) as [v|w b].
  - apply andb_true_iff in C. rewrite !Z.eqb_eq in C. destruct C as [C1 C2].
    assert (E : (lower_value p == v)%Q) by (unfold lower_value, Qeq; cbn; lia). assert (E' : (upper_value p == v)%Q) by (unfold upper_value, Qeq; cbn; lia).
    rewrite E, E'. repeat split; try lra; discriminate.
  - cbv zeta in C. destruct (num _ <? 0)%Z eqn:C0; [discriminate|]. destruct (Zpos D <? num _)%Z eqn:C1; [discriminate|].
    apply Z.ltb_ge in C0, C1. assert (X0 : (0 <= lower_value p)%Q) by (unfold lower_value, Qle; cbn; lia).
    assert (X1 : (upper_value p <= 1)%Q) by (unfold upper_value, Qle; cbn; lia). destruct okp as [_ okp].
    assert (Hw : forall o, In o (all w) -> In o dom) by (apply (okp (Part (1#2) White w)); left; reflexivity).
    assert (Hb : forall o, In o (all b) -> In o dom) by (apply (okp (Part (1#2) Black b)); right; left; reflexivity).
    destruct (column_at index_white _ _ _ _ _) as [qw|] eqn:Kw; [|discriminate].
    destruct (if qw then _ else true) eqn:Ew; [|discriminate].
    destruct (column_at index_black _ _ _ _ _) as [qb|] eqn:Kb; [|discriminate].
    destruct (column_sound index_white Rw p w b qw Hp Hw Hb Kw) as [Fw Qw]. destruct (column_sound index_black Rb p w b qb Hp Hw Hb Kb) as [Fb Qb].
    change (value index_white) with lower_value in *. change (value index_black) with upper_value in *.
    rewrite Fw, Fb. split; (split; [split; [assumption|lra]|split; [lra|]]); intros ps Eps _ Qu; injection Eps as <-.
    + rewrite (Qw Qu) in Ew. destruct (evident_sound index_white Rw label p w b Hp Hw Hb Ew) as [H|H].
      * exists (Part (1#2) White w). split; [left; reflexivity|exact H].
      * exists (Part (1#2) Black b). split; [right; left; reflexivity|exact H].
    + rewrite (Qb Qu) in C. destruct (evident_sound index_black Rb label_black p b w Hp Hb Hw C) as [H|H].
      * exists (Part (1#2) Black b). split; [right; left; reflexivity|exact H].
      * exists (Part (1#2) White w). split; [left; reflexivity|exact H].
Qed.

Theorem table_sound p : In p dom -> alpha_is game_at (lower_value p) p /\ beta_is game_at (upper_value p) p.
Proof.
  apply (exact_not_sharp dom game_at ok lower_value upper_value T T'); intros q Hq; apply (check_sound q Hq).
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
