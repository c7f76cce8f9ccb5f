(* An executable checker for games in a file, and the proof that it is sound.
   Numbers are whole numbers of units of 1/D. What it computes with is Z; what it proves is about the rational game. *)
From Coq Require Import QArith Qminmax Lqa List Bool Lia NArith ZArith FMapPositive.
From Bidding Require Import Game Colours Limits Never Sharp Certificates.
Import ListNotations.

(* A position of a game in a file. Positions are numbered from 1. *)
Inductive record :=
  | terminal (n : Z) (d : positive)              (* the value n/d *)
  | bid (left right : list positive)             (* the players bid *)
  | left_turn (left : list positive)
  | right_turn (right : list positive)
  | tossed (to : list (positive * positive)).    (* chance: whole weights and options *)

Definition opts := options positive.
Inductive znode := ZTerminal (n : Z) (d : positive) | ZInner (parts : list (positive * side * opts)).

(* A player without options passes. *)
Definition or_pass (p : positive) (l : list positive) : opts := match l with [] => (p, []) | a :: l => (a, l) end.
Definition node_at (p : positive) (r : record) : znode :=
  match r with
  | terminal n d => ZTerminal n d
  | bid l r => ZInner [(1%positive, White, or_pass p l); (1%positive, Black, or_pass p r)]
  | left_turn l => ZInner [(1%positive, White, or_pass p l)]
  | right_turn r => ZInner [(1%positive, Black, or_pass p r)]
  | tossed l => ZInner (map (fun e => (fst e, White, (snd e, []))) l)
  end.

(* The same as a game of the theorem: weights are divided by their sum. *)
Fixpoint scale (parts : list (positive * side * opts)) : Z :=
  match parts with [] => 0 | (c, _, _) :: l => Zpos c + scale l end.
Definition to_node (z : znode) : node positive :=
  match z with
  | ZTerminal n d => Terminal (n # d)
  | ZInner parts => Inner (map (fun e => Part (Zpos (fst (fst e)) # Z.to_pos (scale parts)) (snd (fst e)) (snd e)) parts)
  end.

Open Scope Z_scope.
Fixpoint zmost_of (f : positive -> Z) a l := match l with [] => f a | b :: l' => Z.max (f a) (zmost_of f b l') end.
Fixpoint zleast_of (f : positive -> Z) a l := match l with [] => f a | b :: l' => Z.min (f a) (zleast_of f b l') end.
Definition zchoice f (s : side) (o : opts) := match s with White => zmost_of f (fst o) (snd o) | Black => zleast_of f (fst o) (snd o) end.
Fixpoint zsum f (parts : list (positive * side * opts)) : Z :=
  match parts with [] => 0 | (c, s, o) :: l => Zpos c * zchoice f s o + zsum f l end.

(* What is computed at one position. *)
Definition check_holds (D : positive) (f : positive -> Z) (p : positive) (z : znode) : bool :=
  (0 <=? f p) &&
  match z with
  | ZTerminal n d => n * Zpos D <=? f p * Zpos d
  | ZInner parts => zsum f parts <=? scale parts * f p
  end.
Definition check_quiet f p (parts : list (positive * side * opts)) : bool :=
  forallb (fun e => zchoice f (snd (fst e)) (snd e) =? f p) parts.
Definition check_part f (T : positive -> N) p (e : positive * side * opts) : bool :=
  match snd (fst e) with
  | White => existsb (fun o => (f o =? f p) && (T o <? T p)%N) (all (snd e))
  | Black => forallb (fun o => negb (f o =? f p) || (T o <? T p)%N) (all (snd e))
  end.
Definition check_forces (D : positive) (d : Q) (f : positive -> Z) (T : positive -> N) (p : positive) (z : znode) : bool :=
  match z with
  | ZTerminal n e => f p * Zpos e <=? n * Zpos D
  | ZInner parts => (scale parts * f p <=? zsum f parts) &&
      if (Qnum d * Zpos D <? f p * Zpos (Qden d)) && check_quiet f p parts then existsb (check_part f T p) parts else true
  end.
Definition zmirror (z : znode) : znode :=
  match z with
  | ZTerminal n d => ZTerminal (Zpos d - n) d
  | ZInner parts => ZInner (map (fun e => (fst (fst e), other (snd (fst e)), snd e)) parts)
  end.
Definition zflip (D : positive) (f : positive -> Z) : positive -> Z := fun p => Zpos D - f p.
Definition check_black_holds D l' p z := check_holds D (zflip D l') p (zmirror z).
Definition check_black_forces D (d : Q) u' T' p z := check_forces D (1 - d) (zflip D u') T' p (zmirror z).
Definition check_game (known : positive -> bool) (z : znode) : bool :=
  match z with
  | ZTerminal n d => (0 <=? n) && (n <=? Zpos d)
  | ZInner [] => false
  | ZInner parts => forallb (fun e => forallb known (all (snd e))) parts
  end.

(* [inside] is true of the positions that are settled, and of those that are known to be sharp. *)
Definition zlow l p (parts : list (positive * side * opts)) : Z :=
  fold_right (fun e x => Z.max (zchoice l (snd (fst e)) (snd e)) x) (l p) parts.
Definition zhigh u' p (parts : list (positive * side * opts)) : Z :=
  fold_right (fun e x => Z.min (zchoice u' (snd (fst e)) (snd e)) x) (u' p) parts.
Definition check_leads (l u' : positive -> Z) (inside : positive -> bool) (e : positive * side * opts) : bool :=
  forallb (fun o => inside o ||
    match snd (fst e) with White => u' o <? zchoice l White (snd e) | Black => zchoice u' Black (snd e) <? l o end) (all (snd e)).
Definition check_best (l u' : positive -> Z) (T : positive -> N) p low high (e : positive * side * opts) : bool :=
  let smaller o := (T o <? T p)%N in
  match snd (fst e) with
  | White => forallb (fun o => (u' o <=? low) || smaller o) (all (snd e)) ||
      existsb (fun o => if smaller o then forallb (fun v => Pos.eqb v o || (u' v <=? l o)) (all (snd e)) else false) (all (snd e))
  | Black => forallb (fun o => (high <=? l o) || smaller o) (all (snd e)) ||
      existsb (fun o => if smaller o then forallb (fun v => Pos.eqb v o || (u' o <=? l v)) (all (snd e)) else false) (all (snd e))
  end.
Definition check_sharp l u' (T : positive -> N) inside (p : positive) (z : znode) : bool :=
  match z with
  | ZTerminal _ _ => true
  | ZInner parts => let low := zlow l p parts in let high := zhigh u' p parts in
      forallb (check_leads l u' inside) parts && ((high <=? low) || existsb (check_best l u' T p low high) parts)
  end.

(* Numbers of units as rationals. *)
Open Scope Q_scope.
Lemma zq_le a b D : a # D <= b # D <-> (a <= b)%Z.
Proof. unfold Qle; simpl. split; intros; nia. Qed.
Lemma zq_lt a b D : a # D < b # D <-> (a < b)%Z.
Proof. unfold Qlt; simpl. split; intros; nia. Qed.
Lemma zq_eq a b D : a # D == b # D <-> a = b.
Proof. unfold Qeq; simpl. split; intros; nia. Qed.
Lemma zq_scale a W D : a # D == (Zpos W * a) # (W * D).
Proof. unfold Qeq, Qnum, Qden. rewrite Pos2Z.inj_mul. ring. Qed.
Lemma zq_add a b W : (a # W) + (b # W) == (a + b) # W.
Proof. unfold Qeq, Qplus, Qnum, Qden. rewrite Pos2Z.inj_mul. ring. Qed.
Lemma zq_flip a D : 1 - (a # D) == (Zpos D - a) # D.
Proof.
  unfold Qeq. change (Qnum (1 - (a # D))) with (1 * Zpos D + (- a) * 1)%Z. change (Qden (1 - (a # D))) with (1 * D)%positive.
  cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring.
Qed.

Section Sound.
Variables (D : positive) (f : positive -> Z) (x : positive -> Q).
Hypothesis same : forall p, x p == f p # D.

Lemma zmost_same o : most x o == zmost_of f (fst o) (snd o) # D.
Proof.
  destruct o as [a l]. unfold most. cbn [fst snd]. revert a. induction l as [|b l IH]; intros a; cbn; [apply same|].
  specialize (IH b). pose proof (same a) as Ha. set (z := zmost_of f b l) in *. set (y := most_of x b l) in *. clearbody z y.
  destruct (Q.max_spec (x a) y) as [[H M]|[H M]]; rewrite M, ?IH, ?Ha; rewrite Ha, IH in H; apply zq_eq;
    [apply zq_lt in H|apply zq_le in H]; lia.
Qed.
Lemma zleast_same o : least x o == zleast_of f (fst o) (snd o) # D.
Proof.
  destruct o as [a l]. unfold least. cbn [fst snd]. revert a. induction l as [|b l IH]; intros a; cbn; [apply same|].
  specialize (IH b). pose proof (same a) as Ha. set (z := zleast_of f b l) in *. set (y := least_of x b l) in *. clearbody z y.
  destruct (Q.min_spec (x a) y) as [[H M]|[H M]]; rewrite M, ?IH, ?Ha; rewrite Ha, IH in H; apply zq_eq;
    [apply zq_lt in H|apply zq_le in H]; lia.
Qed.
Definition to_part W (e : positive * side * opts) := Part (Zpos (fst (fst e)) # W) (snd (fst e)) (snd e).
Lemma choice_same W e : choice x (to_part W e) == zchoice f (snd (fst e)) (snd e) # D.
Proof. unfold choice, to_part, zchoice. cbn. destruct (snd (fst e)); [apply zmost_same|apply zleast_same]. Qed.
Lemma mean_same W parts : mean x (map (to_part W) parts) == zsum f parts # (W * D).
Proof.
  induction parts as [|[[c s] o] l IH]; cbn [map mean zsum]; [reflexivity|].
  rewrite IH, choice_same. cbn. unfold Qeq. cbn. rewrite !Pos2Z.inj_mul. ring.
Qed.

(* A position of the file, and the position of the theorem that it stands for. *)
Definition stands_for (z : znode) (n : node positive) : Prop :=
  match z, n with
  | ZTerminal a d, Terminal v => v == a # d
  | ZInner zs, Inner ps => zs <> [] /\ ps = map (to_part (Z.to_pos (scale zs))) zs
  | _, _ => False
  end.
Lemma scale_nonneg parts : (0 <= scale parts)%Z.
Proof. induction parts as [|[[c s] o] l IH]; cbn [scale]; lia. Qed.
Lemma scale_pos parts : parts <> [] -> Zpos (Z.to_pos (scale parts)) = scale parts.
Proof.
  intros H. destruct parts as [|[[c s] o] l]; [congruence|]. cbn [scale]. pose proof (scale_nonneg l).
  apply Z2Pos.id. lia.
Qed.

Variable game : positive -> node positive.
Lemma check_holds_sound p z : stands_for z (game p) -> check_holds D f p z = true -> white_holds game x p.
Proof.
  unfold check_holds, white_holds, F, stands_for. intros S H. apply andb_true_iff in H. destruct H as [H0 H].
  apply Z.leb_le in H0. split; [rewrite same; unfold Qle; cbn; lia|].
  destruct z as [a d|zs], (game p) as [v|ps]; try contradiction.
  - apply Z.leb_le in H. rewrite S, same. unfold Qle; cbn. lia.
  - destruct S as [Ne ->]. apply Z.leb_le in H. rewrite mean_same, same, (zq_scale _ (Z.to_pos (scale zs)) D), scale_pos; auto.
    apply zq_le. exact H.
Qed.
Lemma check_part_sound (T : positive -> N) W p parts : existsb (check_part f T p) parts = true ->
  evidence x (fun q => N.to_nat (T q)) p (map (to_part W) parts).
Proof.
  intros H. apply existsb_exists in H. destruct H as (e & He & C). exists (to_part W e). split; [apply in_map; exact He|].
  assert (S : forall o, x o == x p <-> f o = f p) by (intros o; rewrite !same; apply zq_eq).
  unfold check_part in C. cbn. destruct (snd (fst e)).
  - apply existsb_exists in C. destruct C as (o & Ho & C). apply andb_true_iff in C. destruct C as [C1 C2].
    apply Z.eqb_eq in C1. apply N.ltb_lt in C2. exists o. rewrite S. repeat split; auto. lia.
  - intros o Ho Eo. rewrite forallb_forall in C. specialize (C o Ho). apply S in Eo. apply Z.eqb_eq in Eo. rewrite Eo in C.
    apply N.ltb_lt in C. lia.
Qed.
Lemma check_forces_sound d (T : positive -> N) p z : stands_for z (game p) -> check_forces D d f T p z = true ->
  white_forces game d x (fun q => N.to_nat (T q)) p.
Proof.
  unfold check_forces, white_forces, F, stands_for. intros S H. destruct z as [a e|zs], (game p) as [v|ps]; try contradiction.
  - apply Z.leb_le in H. split; [rewrite S, same; unfold Qle; cbn; lia|discriminate].
  - destruct S as [Ne ->]. set (W := Z.to_pos (scale zs)) in *. apply andb_true_iff in H. destruct H as [H1 H2]. split.
    + apply Z.leb_le in H1. rewrite mean_same, same, (zq_scale _ W D). unfold W. rewrite scale_pos; [|exact Ne]. apply zq_le. exact H1.
    + intros ps E Hd Qx. injection E as <-. apply check_part_sound.
      destruct ((Qnum d * Zpos D <? f p * Zpos (Qden d))%Z && check_quiet f p zs) eqn:G; [exact H2|exfalso].
      apply andb_false_iff in G. destruct G as [G|G].
      * apply Z.ltb_ge in G. rewrite same in Hd. unfold Qlt in Hd. cbn in Hd. lia.
      * assert (G' : check_quiet f p zs = true); [|congruence]. apply forallb_forall. intros e He. apply Z.eqb_eq, (zq_eq _ _ D).
        rewrite <- same, <- (choice_same W e). apply Qx, in_map, He.
Qed.
End Sound.

Lemma stands_for_mirror z game p : stands_for z (game p) -> stands_for (zmirror z) (mirror game p).
Proof.
  unfold stands_for, mirror. destruct z as [a d|zs], (game p) as [v|ps]; cbn; try contradiction.
  - intros ->. apply zq_flip.
  - intros [Ne ->]. split; [destruct zs; [congruence|discriminate]|].
    assert (E : scale (map (fun e => (fst (fst e), other (snd (fst e)), snd e)) zs) = scale zs).
    { clear. induction zs as [|[[c s] o] l IH]; cbn; [reflexivity|]. rewrite IH. reflexivity. }
    rewrite E, !map_map. reflexivity.
Qed.
Lemma zflip_same D f x : (forall p, x p == f p # D) -> forall p, flip x p == zflip D f p # D.
Proof. intros H p. unfold flip, zflip. rewrite H. apply zq_flip. Qed.

(* A game is a list of records, a column a list of numbers. *)
(* ANCHOR: certificate *)
Definition table (A : Type) := PositiveMap.t A.
Fixpoint number_from {A} (i : positive) (l : list A) (m : table A) : table A :=
  match l with [] => m | a :: l => number_from (Pos.succ i) l (PositiveMap.add i a m) end.
Definition numbered {A} (l : list A) : table A := number_from 1 l (PositiveMap.empty A).
Definition look {A} (m : table A) (default : A) (p : positive) : A :=
  match PositiveMap.find p m with Some a => a | None => default end.
Definition has {A} (m : table A) (p : positive) : bool :=
  match PositiveMap.find p m with Some _ => true | None => false end.

Definition positions (game : list record) : list positive := map fst (PositiveMap.elements (numbered game)).
Definition znode_of (m : table record) (p : positive) : znode := node_at p (look m (terminal 0 1) p).
Definition game_of (game : list record) : positive -> node positive := fun p => to_node (znode_of (numbered game) p).

(* Columns have a number for each position. If l = u, l' = u' or l = u', then the value is exact.
   A plan has its members with their numbers, and labels; outside stand the neutral bounds. *)
Inductive certificate :=
  | exact (D : positive) (x y : list Z) (T T' : list N)        (* alpha = x, beta = y *)
  | lower (D : positive) (l u : list Z) (T : list N)           (* alpha alone *)
  | upper (D : positive) (l' u' : list Z) (T' : list N)        (* beta alone *)
  | narrow (D : positive) (l u' : list Z) (T T' : list N)
  | sharp (D : positive) (l u' : list Z) (T T' : list N) (members : list (positive * N)) (* and sharp at the members *)
  | wide (D : positive) (l u l' u' : list Z) (T T' : list N)   (* a position is listed where u or l' is not u' and l *)
  | never (d : Q) (D : positive) (l u' : list Z) (T T' : list N) (* a play without end is worth d *)
  | not_losing (s : side) (D : positive) (members : list (positive * Z))
  | winning (s : side) (D : positive) (members : list (positive * (Z * N))).

Definition column (l : list Z) : positive -> Z := let m := numbered l in fun p => look m 0%Z p.
Definition labels (l : list N) : positive -> N := let m := numbered l in fun p => look m 0%N p.
Definition members_of {A} (l : list (positive * A)) : table A :=
  fold_left (fun m e => PositiveMap.add (fst e) (snd e) m) l (PositiveMap.empty A).

(* What an accepted certificate proves. *)
Definition units (D : positive) (f : positive -> Z) : positive -> Q := fun p => f p # D.
Definition claim (records : list record) (c : certificate) : Prop :=
  let game := game_of records in
  forall p, In p (positions records) ->
  match c with
  | exact D x y _ _ => alpha_is game (units D (column x) p) p /\ beta_is game (units D (column y) p) p
  | lower D l u _ => below_alpha game (units D (column l) p) p /\ above_alpha game (units D (column u) p) p
  | upper D l' u' _ => below_beta game (units D (column l') p) p /\ above_beta game (units D (column u') p) p
  | narrow D l u' _ _ => below_alpha game (units D (column l) p) p /\ above_beta game (units D (column u') p) p
  | sharp D l u' _ _ members =>
      below_alpha game (units D (column l) p) p /\ above_beta game (units D (column u') p) p /\
      (has (members_of members) p = true -> sharp_at game p)
  | never d D l u' _ _ =>
      below_value (positions records) game d (units D (column l) p) p /\ above_value (positions records) game d (units D (column u') p) p
  | wide D l u l' u' _ _ =>
      below_alpha game (units D (column l) p) p /\ above_alpha game (units D (column u) p) p /\
      below_beta game (units D (column l') p) p /\ above_beta game (units D (column u') p) p
  | not_losing White D members => below_beta game (units D (look (members_of members) 0%Z) p) p
  | not_losing Black D members => above_alpha game (units D (look (members_of members) (Zpos D)) p) p
  | winning White D members => below_alpha game (units D (fun q => fst (look (members_of members) (0%Z, 0%N) q)) p) p
  | winning Black D members => above_beta game (units D (fun q => fst (look (members_of members) (Zpos D, 0%N) q)) p) p
  end.

Definition at_all (records : list record) (test : positive -> znode -> bool) : bool :=
  forallb (fun e => test (fst e) (node_at (fst e) (snd e))) (PositiveMap.elements (numbered records)).
Definition if_member {A} (t : table A) (test : positive -> znode -> bool) p z := negb (has t p) || test p z.
Definition is_terminal (m : table record) (p : positive) : bool :=
  match PositiveMap.find p m with Some (terminal _ _) => true | _ => false end.
(* Where u = u' and l' = l, nothing more is tested. *)
Definition check_order D l u l' u' (p : positive) (_ : znode) : bool :=
  ((l p <=? l' p) && (l' p <=? Zpos D) && (0 <=? u p) && (u p <=? u' p))%Z.
Definition check_listed D l u l' u' p z : bool :=
  ((u p =? u' p) && (l' p =? l p))%Z || (check_holds D u p z && check_black_holds D l' p z).

Definition accepts (records : list record) (c : certificate) : bool :=
  let m := numbered records in
  let test := at_all records in
  test (fun _ z => check_game (has m) z) &&
  match c with
  | exact D x y T T' =>
      let x := column x in let y := column y in
      test (check_holds D x) && test (check_forces D 0 x (labels T)) && test (check_black_holds D y) && test (check_black_forces D 1 y (labels T'))
  | lower D l u T => test (check_forces D 0 (column l) (labels T)) && test (check_holds D (column u))
  | upper D l' u' T' => test (check_black_forces D 1 (column u') (labels T')) && test (check_black_holds D (column l'))
  | narrow D l u' T T' => test (check_forces D 0 (column l) (labels T)) && test (check_black_forces D 1 (column u') (labels T'))
  | sharp D l u' T T' members =>
      let l := column l in let u' := column u' in let t := members_of members in
      test (check_forces D 0 l (labels T)) && test (check_black_forces D 1 u' (labels T')) &&
      test (if_member t (check_sharp l u' (look t 0%N) (fun q => has t q || is_terminal m q)))
  | wide D l u l' u' T T' =>
      let l := column l in let u := column u in let l' := column l' in let u' := column u' in
      test (check_order D l u l' u') && test (check_forces D 0 l (labels T)) && test (check_black_forces D 1 u' (labels T')) &&
      test (check_listed D l u l' u')
  | never d D l u' T T' =>
      (0 <=? Qnum d)%Z && (Qnum d <=? Zpos (Qden d))%Z &&
      test (check_forces D d (column l) (labels T)) && test (check_black_forces D d (column u') (labels T'))
  | not_losing s D members =>
      let t := members_of members in
      match s with
      | White => test (if_member t (check_black_holds D (look t 0%Z)))
      | Black => test (if_member t (check_holds D (look t (Zpos D))))
      end
  | winning s D members =>
      let t := members_of members in
      let bound neutral q := fst (look t (neutral, 0%N) q) in let T q := snd (look t (0%Z, 0%N) q) in
      match s with
      | White => test (if_member t (check_forces D 0 (bound 0%Z) T))
      | Black => test (if_member t (check_black_forces D 1 (bound (Zpos D)) T))
      end
  end.
(* ANCHOR_END: certificate *)

Section CheckSharp.
Variables (D : positive) (l u' : positive -> Z).
Lemma zlow_same W p parts : low (units D l) p (map (to_part W) parts) == zlow l p parts # D.
Proof.
  induction parts as [|e r IH]; cbn [map low zlow fold_right]; [reflexivity|]. fold (zlow l p r). rewrite IH, (choice_same D l _ (fun _ => Qeq_refl _)).
  destruct (Q.max_spec (zchoice l (snd (fst e)) (snd e) # D) (zlow l p r # D)) as [[H M]|[H M]]; rewrite M; apply zq_eq;
    [apply zq_lt in H|apply zq_le in H]; lia.
Qed.
Lemma zhigh_same W p parts : high (units D u') p (map (to_part W) parts) == zhigh u' p parts # D.
Proof.
  induction parts as [|e r IH]; cbn [map high zhigh fold_right]; [reflexivity|]. fold (zhigh u' p r). rewrite IH, (choice_same D u' _ (fun _ => Qeq_refl _)).
  destruct (Q.min_spec (zchoice u' (snd (fst e)) (snd e) # D) (zhigh u' p r # D)) as [[H M]|[H M]]; rewrite M; apply zq_eq;
    [apply zq_lt in H|apply zq_le in H]; lia.
Qed.
Lemma check_best_sound (T : positive -> N) W p parts : existsb (check_best l u' T p (zlow l p parts) (zhigh u' p parts)) parts = true ->
  sharp_evidence (units D l) (units D u') (fun q => N.to_nat (T q)) p (map (to_part W) parts).
Proof.
  intros H. apply existsb_exists in H. destruct H as (e & He & C). exists (to_part W e). split; [apply in_map; exact He|].
  unfold check_best in C. cbn [who from to_part]. pose proof (zlow_same W p parts) as El. pose proof (zhigh_same W p parts) as Eh.
  destruct (snd (fst e)); apply orb_true_iff in C; destruct C as [C|C].
  - left. intros o Ho Hlt. rewrite forallb_forall in C. specialize (C o Ho). rewrite El in Hlt. apply zq_lt in Hlt.
    apply orb_true_iff in C. rewrite Z.leb_le, N.ltb_lt in C. lia.
  - right. apply existsb_exists in C. destruct C as (o & Ho & C). destruct (T o <? T p)%N eqn:Et; [|discriminate]. apply N.ltb_lt in Et.
    exists o. split; [exact Ho|]. split; [lia|]. intros v Hv. rewrite forallb_forall in C. specialize (C v Hv).
    apply orb_true_iff in C. rewrite Pos.eqb_eq, Z.leb_le in C. destruct C as [C|C]; [left; exact C|right; apply zq_le, C].
  - left. intros o Ho Hlt. rewrite forallb_forall in C. specialize (C o Ho). rewrite Eh in Hlt. apply zq_lt in Hlt.
    apply orb_true_iff in C. rewrite Z.leb_le, N.ltb_lt in C. lia.
  - right. apply existsb_exists in C. destruct C as (o & Ho & C). destruct (T o <? T p)%N eqn:Et; [|discriminate]. apply N.ltb_lt in Et.
    exists o. split; [exact Ho|]. split; [lia|]. intros v Hv. rewrite forallb_forall in C. specialize (C v Hv).
    apply orb_true_iff in C. rewrite Pos.eqb_eq, Z.leb_le in C. destruct C as [C|C]; [left; exact C|right; apply zq_le, C].
Qed.
Lemma check_sharp_settled dom game T inside sub p z : game_ok dom game -> In p dom -> stands_for z (game p) ->
  (forall q, In q dom -> inside q = true -> In q sub \/ sharp_at game q) -> check_sharp l u' T inside p z = true ->
  settled game (units D l) (units D u') (fun q => N.to_nat (T q)) sub p.
Proof.
  intros ok Hp S Hin H ps Eg. specialize (ok p Hp). rewrite Eg in S, ok. destruct ok as [_ ok]. destruct z as [a d|zs]; [contradiction|]. destruct S as [_ ->].
  cbn [check_sharp] in H. apply andb_true_iff in H. destruct H as [HL HE]. split.
  - intros c o Hc Ho. pose proof (proj2 (ok c Hc) o Ho) as Hd. apply in_map_iff in Hc. destruct Hc as (e & <- & He). rewrite forallb_forall in HL. specialize (HL e He).
    unfold check_leads in HL. rewrite forallb_forall in HL. specialize (HL o Ho). apply orb_true_iff in HL. unfold leads_well.
    destruct HL as [HL|HL]; [destruct (Hin o Hd HL); auto|right; right]. cbn [who from to_part]. destruct (snd (fst e)); apply Z.ltb_lt in HL.
    + rewrite (zmost_same D l _ (fun _ => Qeq_refl _)). apply zq_lt, HL.
    + rewrite (zleast_same D u' _ (fun _ => Qeq_refl _)). apply zq_lt, HL.
  - apply orb_true_iff in HE. destruct HE as [HE|HE]; [left|right; apply check_best_sound, HE].
    unfold apart. rewrite zlow_same, zhigh_same. apply zq_le, Z.leb_le, HE.
Qed.
End CheckSharp.

Theorem check_sharp_sound (dom : list positive) (game : positive -> node positive) (zs : positive -> znode)
    (D : positive) (l u' : positive -> Z) (T : positive -> N) (is_settled is_known : positive -> bool) :
  game_ok dom game -> (forall p, In p dom -> stands_for (zs p) (game p)) ->
  (forall p, In p dom -> below_alpha game (units D l p) p /\ above_beta game (units D u' p) p) ->
  (forall p, is_known p = true -> sharp_at game p) ->
  (forall p, In p dom -> is_settled p = true -> check_sharp l u' T (fun q => is_settled q || is_known q) p (zs p) = true) ->
  forall p, In p dom -> is_settled p = true -> sharp_at game p.
Proof.
  intros ok stands bounds known H p Hp Hs.
  apply (sharp_local dom game (units D l) (units D u') (fun q => N.to_nat (T q)) (filter is_settled dom) ok Pos.eq_dec (incl_filter _ _) bounds);
    [|apply filter_In; auto]. clear p Hp Hs. intros p Hp. right. apply filter_In in Hp. destruct Hp as [Hp Hs].
  apply (check_sharp_settled D l u' dom game T (fun q => is_settled q || is_known q) _ p (zs p)); auto.
  intros q Hq E. apply orb_true_iff in E. destruct E as [E|E]; [left; apply filter_In; auto|right; auto].
Qed.

Section Accepts.
Variable records : list record.
Let m := numbered records.
Let game := game_of records.
Let dom := positions records.

Lemma in_dom p : In p dom -> exists r, PositiveMap.find p m = Some r /\ In (p, r) (PositiveMap.elements m).
Proof.
  unfold dom, positions. intros H. apply in_map_iff in H. destruct H as ([q r] & <- & H). exists r. split; [|exact H].
  apply PositiveMap.elements_complete. exact H.
Qed.
Lemma has_dom p : has m p = true -> In p dom.
Proof.
  unfold has. intros H. destruct (PositiveMap.find p m) as [r|] eqn:E; [|discriminate].
  apply PositiveMap.elements_correct in E. apply in_map_iff. exists (p, r). split; [reflexivity|exact E].
Qed.
Lemma at_all_true test : at_all records test = true -> forall p, In p dom -> test p (znode_of m p) = true.
Proof.
  unfold at_all. rewrite forallb_forall. intros H p Hp. destruct (in_dom p Hp) as (r & E & Hin).
  specialize (H _ Hin). cbn in H. unfold znode_of, look. rewrite E. exact H.
Qed.
Hypothesis good : at_all records (fun _ z => check_game (has m) z) = true.

Lemma stands p : In p dom -> stands_for (znode_of m p) (game p).
Proof.
  intros Hp. pose proof (at_all_true _ good p Hp) as G. cbv beta in G. unfold game, game_of. fold m.
  destruct (znode_of m p) as [a d|zs]; cbn; [reflexivity|]. split; [destruct zs; [discriminate|congruence]|reflexivity].
Qed.
Lemma total_one W parts : total (map (to_part W) parts) == scale parts # W.
Proof.
  induction parts as [|[[c s] o] l IH]; cbn [map total scale]; [reflexivity|]. rewrite IH.
  apply zq_add.
Qed.
Lemma good_game : game_ok dom game.
Proof.
  intros p Hp. pose proof (at_all_true _ good p Hp) as G. cbv beta in G. unfold game, game_of. fold m.
  destruct (znode_of m p) as [a d|zs]; cbn [to_node].
  - unfold check_game in G. apply andb_true_iff in G. rewrite !Z.leb_le in G. unfold Qle; cbn. lia.
  - assert (Ne : zs <> []) by (destruct zs; [discriminate|congruence]).
    assert (G' : forallb (fun e => forallb (has m) (all (snd e))) zs = true) by (destruct zs; [discriminate|exact G]).
    rewrite forallb_forall in G'. split.
    + pose proof (total_one (Z.to_pos (scale zs)) zs) as E. unfold to_part in E. rewrite E. unfold Qeq; cbn. rewrite scale_pos; auto. lia.
    + intros c Hc. apply in_map_iff in Hc. destruct Hc as (e & <- & He). cbn. split; [reflexivity|].
      intros o Ho. specialize (G' e He). rewrite forallb_forall in G'. apply has_dom, G'. exact Ho.
Qed.

Lemma one_white_holds D u p : In p dom -> check_holds D u p (znode_of m p) = true -> white_holds game (units D u) p.
Proof. intros Hp H. apply (check_holds_sound D u _ (fun _ => Qeq_refl _) game p _ (stands p Hp) H). Qed.
Lemma one_white_forces D d l T p : In p dom -> check_forces D d l T p (znode_of m p) = true ->
  white_forces game d (units D l) (fun q => N.to_nat (T q)) p.
Proof. intros Hp H. apply (check_forces_sound D l _ (fun _ => Qeq_refl _) game d T p _ (stands p Hp) H). Qed.
Lemma one_black_holds D l' p : In p dom -> check_black_holds D l' p (znode_of m p) = true -> black_holds game (units D l') p.
Proof.
  intros Hp H. apply (black_holds_mirror dom game good_game); [exact Hp|].
  apply (check_holds_sound D (zflip D l') _ (zflip_same D l' _ (fun _ => Qeq_refl _)) (mirror game) p _ (stands_for_mirror _ _ _ (stands p Hp)) H).
Qed.
Lemma one_black_forces D d u' T p : In p dom -> check_black_forces D d u' T p (znode_of m p) = true ->
  black_forces game d (units D u') (fun q => N.to_nat (T q)) p.
Proof.
  intros Hp H. apply (black_forces_mirror dom game good_game); [exact Hp|].
  apply (check_forces_sound D (zflip D u') _ (zflip_same D u' _ (fun _ => Qeq_refl _)) (mirror game) (1 - d) T p _ (stands_for_mirror _ _ _ (stands p Hp)) H).
Qed.
(* The same for all positions, and for the members of a plan. *)
Lemma all_white_holds D u : at_all records (check_holds D u) = true -> forall p, In p dom -> white_holds game (units D u) p.
Proof. intros H p Hp. exact (one_white_holds D u p Hp (at_all_true _ H p Hp)). Qed.
Lemma all_white_forces D d l T : at_all records (check_forces D d l T) = true ->
  forall p, In p dom -> white_forces game d (units D l) (fun q => N.to_nat (T q)) p.
Proof. intros H p Hp. exact (one_white_forces D d l T p Hp (at_all_true _ H p Hp)). Qed.
Lemma all_black_holds D l' : at_all records (check_black_holds D l') = true -> forall p, In p dom -> black_holds game (units D l') p.
Proof. intros H p Hp. exact (one_black_holds D l' p Hp (at_all_true _ H p Hp)). Qed.
Lemma all_black_forces D d u' T : at_all records (check_black_forces D d u' T) = true ->
  forall p, In p dom -> black_forces game d (units D u') (fun q => N.to_nat (T q)) p.
Proof. intros H p Hp. exact (one_black_forces D d u' T p Hp (at_all_true _ H p Hp)). Qed.
Lemma member_true {A} (t : table A) test : at_all records (if_member t test) = true ->
  forall p, In p dom -> has t p = true -> test p (znode_of m p) = true.
Proof. intros H p Hp E. pose proof (at_all_true _ H p Hp) as G. unfold if_member in G. rewrite E in G. exact G. Qed.
End Accepts.

Lemma outside {A} (t : table A) d p : has t p = true \/ look t d p = d.
Proof. unfold has, look. destruct (PositiveMap.find p t); auto. Qed.

(* ANCHOR: sound *)
Theorem accepts_sound (game : list record) (c : certificate) : accepts game c = true -> claim game c.
(* ANCHOR_END: sound *)
Proof.
  unfold accepts. rewrite andb_true_iff. intros [G H] p Hp. pose proof (good_game game G) as ok.
  assert (high : forall D f q, f q = Zpos D -> 1 <= units D f q) by (intros D f q E; unfold units; rewrite E; unfold Qle; cbn; lia).
  assert (low : forall D f q, f q = 0%Z -> units D f q <= 0) by (intros D f q E; unfold units; rewrite E; unfold Qle; cbn; lia).
  pose proof (all_white_holds game G) as WH. pose proof (all_black_holds game G) as BH.
  pose proof (all_white_forces game G) as WF. pose proof (all_black_forces game G) as BF.
  destruct c as [D x y T T'|D l u T|D l' u' T'|D l u' T T'|D l u' T T' members|D l u l' u' T T'|d D l u' T T'|s D members|s D members]; cbn zeta in H.
  - rewrite !andb_true_iff in H. destruct H as [[[H1 H2] H3] H4].
    apply (exact_not_sharp _ _ ok _ _ (fun q => N.to_nat (labels T q)) (fun q => N.to_nat (labels T' q))); auto.
  - rewrite andb_true_iff in H. destruct H as [H1 H2]. apply (lower_alone _ _ ok _ _ (fun q => N.to_nat (labels T q))); auto.
  - rewrite andb_true_iff in H. destruct H as [H1 H2]. apply (upper_alone _ _ ok _ _ (fun q => N.to_nat (labels T' q))); auto.
  - rewrite andb_true_iff in H. destruct H as [H1 H2].
    apply (enclosure_narrow _ _ ok _ _ (fun q => N.to_nat (labels T q)) (fun q => N.to_nat (labels T' q))); auto.
  - rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
    pose proof (enclosure_narrow _ _ ok _ _ (fun q => N.to_nat (labels T q)) (fun q => N.to_nat (labels T' q))
      (fun q Hq => conj (WF D 0 _ _ H1 q Hq) (BF D 1 _ _ H2 q Hq))) as E. destruct (E p Hp). repeat split; auto.
    apply (check_sharp_sound _ (game_of game) (znode_of (numbered game)) D (column l) (column u') (look (members_of members) 0%N) _
      (is_terminal (numbered game)) ok (stands game G) E); auto.
    + intros q Eq. unfold is_terminal in Eq. destruct (PositiveMap.find q (numbered game)) as [[n d| | | |]|] eqn:Ef; try discriminate.
      apply (terminal_sharp _ _ (n # d)). unfold game_of, znode_of, look. rewrite Ef. reflexivity.
    + apply (member_true game _ _ H3).
  - rewrite !andb_true_iff in H. destruct H as [[[H0 H1] H2] H3].
    apply (enclosure_wide _ _ ok _ _ _ _ (fun q => N.to_nat (labels T q)) (fun q => N.to_nat (labels T' q))
      (fun q => white_holds (game_of game) (units D (column u)) q /\ black_holds (game_of game) (units D (column l')) q)); auto; intros q Hq.
    + pose proof (at_all_true game _ H0 q Hq) as B. unfold check_order in B. rewrite !andb_true_iff, !Z.leb_le in B.
      unfold units, Qle; cbn. repeat split; nia.
    + pose proof (at_all_true game _ H3 q Hq) as B. unfold check_listed in B. apply orb_true_iff in B.
      destruct B as [B|B]; apply andb_true_iff in B; destruct B as [B1 B2].
      * right. apply Z.eqb_eq in B1, B2. unfold units. rewrite B1, B2. split; reflexivity.
      * left. split; [apply one_white_holds; auto|apply one_black_holds; auto].
  - rewrite !andb_true_iff, !Z.leb_le in H. destruct H as [[[H0 H1] H2] H3].
    apply (enclosure_never _ _ ok d _ _ (fun q => N.to_nat (labels T q)) (fun q => N.to_nat (labels T' q))); auto.
    unfold Qle; cbn. lia.
  - destruct s.
    + apply (proj2 (plan_for_not_losing _ _ ok (units D (column [])) _ (fun q => has (members_of members) q = true))); auto; intros q Hq.
      * destruct (outside (members_of members) 0%Z q) as [E|E]; auto.
      * intros E. apply one_black_holds; auto. exact (member_true game _ _ H q Hq E).
    + apply (proj1 (plan_for_not_losing _ _ ok _ (units D (column [])) (fun q => has (members_of members) q = true))); auto; intros q Hq.
      * destruct (outside (members_of members) (Zpos D) q) as [E|E]; auto.
      * intros E. apply one_white_holds; auto. exact (member_true game _ _ H q Hq E).
  - destruct s.
    + apply (proj1 (plan_for_winning _ _ ok _ (units D (column [])) (fun q => N.to_nat (snd (look (members_of members) (0%Z, 0%N) q)))
        (fun q => has (members_of members) q = true))); auto; intros q Hq.
      * destruct (outside (members_of members) (0%Z, 0%N) q) as [E|E]; [auto|right; left]. apply low. rewrite E. reflexivity.
      * intros E. apply one_white_forces; auto. exact (member_true game _ _ H q Hq E).
    + apply (proj2 (plan_for_winning _ _ ok (units D (column [])) _ (fun q => N.to_nat (snd (look (members_of members) (0%Z, 0%N) q)))
        (fun q => has (members_of members) q = true))); auto; intros q Hq.
      * destruct (outside (members_of members) (Zpos D, 0%N) q) as [E|E]; [auto|right; left]. apply high. rewrite E. reflexivity.
      * intros E. apply one_black_forces; auto. exact (member_true game _ _ H q Hq E).
Qed.
