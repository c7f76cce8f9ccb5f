(* The rules of bidding chess with pawns, promotion and en passant; its positions are finitely many and closed under moves. *)
From Coq Require Import QArith ZArith List Bool Lia.
From Bidding Require Import Game Tables.
Import ListNotations.
Open Scope Z_scope.

Inductive kind := King | Queen | Rook | Bishop | Knight | Pawn.
Definition man := (side * kind)%type.
Definition square := (Z * Z)%type.       (* file and rank, both counted from 0 *)
Definition piece := (man * square)%type. (* a man and where it stands *)
Definition placement := list piece.      (* the men that are left *)
Definition position := (placement * option square)%type. (* with the square that a pawn has just passed, if it can be captured there *)
Definition colour (q : piece) : side := fst (fst q).
Definition what (q : piece) : kind := snd (fst q).
Definition stands (q : piece) : square := snd q.

Definition lines := [(0, 1); (1, 0); (0, -1); (-1, 0)].
Definition diagonals := [(1, 1); (1, -1); (-1, -1); (-1, 1)].
Definition jumps := [(1, 2); (2, 1); (2, -1); (1, -2); (-1, -2); (-2, -1); (-2, 1); (-1, 2)].
Definition steps (k : kind) :=
  match k with King | Queen => lines ++ diagonals | Rook => lines | Bishop => diagonals | Knight => jumps | Pawn => [] end.

Definition same_square (a b : square) : bool := (fst a =? fst b) && (snd a =? snd b).
Definition same_side (a b : side) : bool := match a, b with White, White | Black, Black => true | _, _ => false end.
Definition is_king (c : side) (q : piece) : bool := same_side (colour q) c && match what q with King => true | _ => false end.
Definition is_pawn (c : side) (q : piece) : bool := same_side (colour q) c && match what q with Pawn => true | _ => false end.
Definition opponent (c : side) : side := match c with White => Black | Black => White end.
Definition on (p : placement) (s : square) : option piece := find (fun q => same_square (stands q) s) p.
Definition free (p : placement) (s : square) : bool := match on p s with None => true | Some _ => false end.
Definition has (f : piece -> bool) (p : placement) (s : square) : bool := match on p s with None => false | Some q => f q end.

Section Board.
Variables (files ranks : Z) (double : bool). (* double: whether a pawn on its second rank may go two squares *)
Definition on_board (s : square) : bool := (0 <=? fst s) && (fst s <? files) && (0 <=? snd s) && (snd s <? ranks).
Definition forward (c : side) : Z := match c with White => 1 | Black => -1 end.
(* The rank of a side with a number counted from its own side, from 0. *)
Definition rank_of (c : side) (n : Z) : Z := match c with White => n | Black => ranks - 1 - n end.

(* Where a man of colour c gets with at most n steps in the direction d: over empty squares, up to an enemy that it captures. *)
Fixpoint along (p : placement) (c : side) (n : nat) (s d : square) : list square :=
  match n with
  | O => []
  | S n =>
      let t := (fst s + fst d, snd s + snd d) in
      if on_board t then
        match on p t with
        | None => t :: along p c n t d
        | Some q => if same_side (colour q) c then [] else [t]
        end
      else []
  end.
Definition range (k : kind) : nat := match k with King | Knight => 1 | _ => Z.to_nat (Z.max files ranks) end.
Definition targets (p : placement) (q : piece) : list square :=
  flat_map (along p (colour q) (range (what q)) (stands q)) (steps (what q)).

(* What stands on t is taken, and what stands on s goes to t, as the man m. *)
Definition go (p : placement) (s t : square) (m : man) : placement :=
  map (fun q => if same_square (stands q) s then (m, t) else q) (filter (fun q => negb (same_square (stands q) t)) p).

(* A pawn of some colour has passed s: it stands one square ahead, s and the square behind are empty, and a pawn of the opponent is beside it. *)
Definition right_of (c : side) (p : placement) (s : square) : bool :=
  (snd s =? rank_of c 2) && has (is_pawn c) p (fst s, snd s + forward c) && free p s && free p (fst s, snd s - forward c) &&
  (has (is_pawn (opponent c)) p (fst s - 1, snd s + forward c) || has (is_pawn (opponent c)) p (fst s + 1, snd s + forward c)).
Definition right (p : placement) (s : square) : bool := double && (right_of White p s || right_of Black p s).

(* A pawn lands on t: on the last rank it becomes another man. *)
Definition lands (p : placement) (q : piece) (t : square) : list placement :=
  map (fun k => go p (stands q) t (colour q, k)) (if snd t =? rank_of (colour q) (ranks - 1) then [Queen; Rook; Bishop; Knight] else [Pawn]).
Definition without_right (p : placement) : position := (p, None).
Definition with_right (s : square) (p : placement) : position := (p, if right p s then Some s else None).
Definition pawn_moves (p : placement) (passed : option square) (q : piece) : list position :=
  let (f, r) := stands q in let d := forward (colour q) in
  let one := (f, r + d) in let two := (f, r + 2 * d) in
  (if on_board one && free p one then map without_right (lands p q one) else []) ++
  (if double && (r =? rank_of (colour q) 1) && free p one && on_board two && free p two then map (with_right one) (lands p q two) else []) ++
  flat_map (fun t =>
    if on_board t then
      if has (fun e => negb (same_side (colour e) (colour q))) p t then map without_right (lands p q t)
      else match passed with
        | Some s => if same_square s t && has (is_pawn (opponent (colour q))) p (fst s, r) then
            map without_right (lands (filter (fun e => negb (same_square (stands e) (fst s, r))) p) q t) else []
        | None => []
        end
    else []) [(f - 1, r + d); (f + 1, r + d)].
Definition piece_moves (p : placement) (passed : option square) (q : piece) : list position :=
  match what q with
  | Pawn => pawn_moves p passed q
  | _ => map (fun t => without_right (go p (stands q) t (fst q))) (targets p q)
  end.
Definition moves (p : position) (c : side) : list position :=
  flat_map (fun q => if same_side (colour q) c then piece_moves (fst p) (snd p) q else []) (fst p).

(* The capture of a king ends the game. Who has no move passes; that ends a right. *)
Definition or_pass (p : position) (l : list position) : options position := match l with [] => (without_right (fst p), []) | a :: l => (a, l) end.
Definition rules (p : position) : bidding position :=
  if negb (existsb (is_king White) (fst p)) then Ended 0
  else if negb (existsb (is_king Black) (fst p)) then Ended 1
  else Bids (or_pass p (moves p White)) (or_pass p (moves p Black)).
Definition chess : position -> node position := game_at rules.

(* The positions of some men: any may be missing, a pawn may have become another man, each stands on its own square. *)
Definition forms (m : man) : list man :=
  match snd m with Pawn => [m; (fst m, Queen); (fst m, Rook); (fst m, Bishop); (fst m, Knight)] | _ => [m] end.
Inductive part_of : list man -> list man -> Prop :=
  | part_nil : part_of [] []
  | part_skip m l l' : part_of l l' -> part_of l (m :: l')
  | part_keep m m' l l' : In m' (forms m) -> part_of l l' -> part_of (m' :: l) (m :: l').
Definition stands_well (q : piece) : bool :=
  on_board (stands q) && match what q with Pawn => (0 <? snd (stands q)) && (snd (stands q) <? ranks - 1) | _ => true end.
Definition legal (men : list man) (p : position) : Prop :=
  part_of (map fst (fst p)) men /\ (forall q, In q (fst p) -> stands_well q = true) /\ NoDup (map stands (fst p)) /\
  match snd p with None => True | Some s => on_board s = true /\ right (fst p) s = true end.

(* All of them in a list. *)
Definition upto (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).
Definition squares : list square := flat_map (fun r => map (fun f => (f, r)) (upto files)) (upto ranks).
Fixpoint placements (men : list man) : list placement :=
  match men with
  | [] => [[]]
  | m :: men => flat_map (fun p => p :: flat_map (fun m' => map (fun s => (m', s) :: p)
      (filter (fun s => free p s && stands_well (m', s)) squares)) (forms m)) (placements men)
  end.
Definition has_pawn (c : side) (p : placement) : bool := existsb (is_pawn c) p.
Definition positions (men : list man) : list position :=
  flat_map (fun p => without_right p :: (if double && has_pawn White p && has_pawn Black p then map (fun s => (p, Some s)) (filter (right p) squares) else [])) (placements men).

Lemma in_upto n x : In x (upto n) <-> 0 <= x < n.
Proof.
  unfold upto. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat x). split; [lia|]. apply in_seq. lia.
Qed.
Lemma on_board_iff s : on_board s = true <-> 0 <= fst s < files /\ 0 <= snd s < ranks.
Proof. unfold on_board. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.
Lemma in_squares s : In s squares <-> on_board s = true.
Proof.
  rewrite on_board_iff. unfold squares. rewrite in_flat_map. split.
  - intros (r & Hr & H). apply in_map_iff in H. destruct H as (f & <- & Hf). apply in_upto in Hr, Hf. cbn. lia.
  - intros [Hf Hr]. exists (snd s). split; [apply in_upto; lia|]. apply in_map_iff. exists (fst s).
    split; [destruct s; reflexivity|apply in_upto; lia].
Qed.
Lemma same_square_iff a b : same_square a b = true <-> a = b.
Proof.
  destruct a as [f r], b as [g s]. unfold same_square; cbn. rewrite andb_true_iff, !Z.eqb_eq.
  split; [intros [-> ->]; reflexivity|intros E; injection E; auto].
Qed.
Lemma free_iff p s : free p s = true <-> ~ In s (map stands p).
Proof.
  unfold free, on. rewrite in_map_iff. split.
  - intros H (q & E & Hq). destruct (find _ p) eqn:Ef; [discriminate|].
    pose proof (find_none _ _ Ef q Hq) as N. cbv beta in N. rewrite (proj2 (same_square_iff _ _) E) in N. discriminate.
  - intros H. destruct (find _ p) as [q|] eqn:Ef; [|reflexivity]. apply find_some in Ef. destruct Ef as [Hq E].
    apply same_square_iff in E. destruct H. exists q; auto.
Qed.
Definition legal_placement men p := part_of (map fst p) men /\ (forall q, In q p -> stands_well q = true) /\ NoDup (map stands p).
Lemma placements_legal men p : In p (placements men) <-> legal_placement men p.
Proof.
  revert p. induction men as [|m men IH]; intros p; cbn [placements].
  - split.
    + intros [<-|[]]. repeat split; [constructor|intros ? []|constructor].
    + intros (S & _). inversion S. destruct p; [left; reflexivity|discriminate].
  - rewrite in_flat_map. split.
    + intros (p' & Hp' & H). apply IH in Hp'. destruct Hp' as (S & B & N). destruct H as [<-|H].
      * split; [constructor; exact S|split; assumption].
      * apply in_flat_map in H. destruct H as (m' & Hm & H). apply in_map_iff in H. destruct H as (s & <- & Hs). apply filter_In in Hs.
        destruct Hs as [Hs Hf]. apply andb_true_iff in Hf. destruct Hf as [Hf Hw].
        split; [constructor; [exact Hm|exact S]|]. split.
        -- intros q [<-|Hq]; [exact Hw|apply B, Hq].
        -- constructor; [apply free_iff, Hf|exact N].
    + intros (S & B & N). inversion S as [|m0 l l' S' Em El|m0 m' l l' Hm S' El Em].
      * exists p. split; [apply IH; repeat split; assumption|left; reflexivity].
      * destruct p as [|[m1 s] p]; [discriminate|]. cbn in El. injection El as E1 E2. subst. inversion N as [|? ? Nh Nt]; subst. exists p. split.
        -- apply IH. split; [exact S'|]. split; [intros q Hq; apply B; right; exact Hq|exact Nt].
        -- right. apply in_flat_map. exists m1. split; [exact Hm|]. apply in_map_iff. exists s. split; [reflexivity|]. apply filter_In.
           pose proof (B (m1, s) (or_introl eq_refl)) as W. split.
           ++ apply in_squares. unfold stands_well in W. apply andb_true_iff in W. apply W.
           ++ apply andb_true_iff. split; [apply free_iff, Nh|exact W].
Qed.
Lemma has_true f p s : has f p s = true -> exists q, In q p /\ f q = true.
Proof. unfold has, on. destruct (find _ p) as [q|] eqn:E; [|discriminate]. apply find_some in E. exists q. tauto. Qed.
Lemma right_pawns p s : right p s = true -> double = true /\ has_pawn White p = true /\ has_pawn Black p = true.
Proof.
  unfold right, right_of. rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !orb_true_iff. intros (Hd & H). split; [exact Hd|].
  assert (G : forall c t, has (is_pawn c) p t = true -> has_pawn c p = true).
  { intros c t G. apply has_true in G. destruct G as (q & Hq & G). apply existsb_exists. exists q; auto. }
  destruct H as [((((_ & A) & _) & _) & B)|((((_ & A) & _) & _) & B)]; (destruct B as [B|B]; apply G in A, B; auto).
Qed.
Theorem positions_legal men p : In p (positions men) <-> legal men p.
Proof.
  unfold positions, legal. destruct p as [p passed]. rewrite in_flat_map. cbn [fst snd]. split.
  - intros (p' & Hp & H). apply placements_legal in Hp. destruct Hp as (S & B & N). destruct H as [E|H].
    + injection E as <- <-. auto.
    + destruct (double && _ && _); [|destruct H]. apply in_map_iff in H. destruct H as (s & E & Hs). injection E as <- <-.
      apply filter_In in Hs. destruct Hs as [Hs R]. apply in_squares in Hs. auto.
  - intros (S & B & N & R). exists p. split; [apply placements_legal; repeat split; assumption|]. destruct passed as [s|]; [right|left; reflexivity].
    destruct R as [R1 R2]. destruct (right_pawns p s R2) as (-> & -> & ->). cbn [andb]. apply in_map_iff. exists s. split; [reflexivity|].
    apply filter_In. split; [apply in_squares, R1|exact R2].
Qed.

Lemma along_on_board p c n s d t : In t (along p c n s d) -> on_board t = true.
Proof.
  revert s. induction n as [|n IH]; intros s; cbn [along]; [intros []|]. cbv zeta.
  destruct (on_board (fst s + fst d, snd s + snd d)) eqn:E; [|intros []].
  destruct (on p _) as [q|]; [destruct (same_side _ c); [intros []|intros [<-|[]]; exact E]|].
  intros [<-|H]; [exact E|exact (IH _ H)].
Qed.
Lemma forms_trans a b c : In b (forms a) -> In c (forms b) -> In c (forms a).
Proof. destruct a as [s k]. unfold forms. cbn [fst snd]. destruct k; cbn; intros H; repeat (destruct H as [<-|H]; [cbn; tauto|]); destruct H. Qed.
Lemma part_filter f (p : placement) men : part_of (map fst p) men -> part_of (map fst (filter f p)) men.
Proof.
  intros S. remember (map fst p) as l eqn:E. revert p E. induction S as [|m l l' S IH|m m' l l' Hm S IH]; intros p E.
  - destruct p; [constructor|discriminate].
  - apply part_skip, IH, E.
  - destruct p as [|q p]; [discriminate|]. cbn in E. injection E as -> E. specialize (IH p E). cbn [filter].
    destruct (f q); [apply part_keep; assumption|apply part_skip, IH].
Qed.
Lemma part_map (f : piece -> piece) (p : placement) men : (forall q, In q p -> In (fst (f q)) (forms (fst q))) ->
  part_of (map fst p) men -> part_of (map fst (map f p)) men.
Proof.
  intros H S. remember (map fst p) as l eqn:E. revert p E H. induction S as [|m l l' S IH|m m' l l' Hm S IH]; intros p E H.
  - destruct p; [constructor|discriminate].
  - apply part_skip, IH; assumption.
  - destruct p as [|q p]; [discriminate|]. cbn in E. injection E as -> E. cbn [map]. apply part_keep.
    + apply (forms_trans m (fst q)); [exact Hm|apply H; left; reflexivity].
    + apply IH; [exact E|intros x Hx; apply H; right; exact Hx].
Qed.
Lemma go_squares s t m p : NoDup (map stands p) -> NoDup (map stands (go p s t m)).
Proof.
  intros N. assert (G : NoDup (map stands (go p s t m)) /\ (forall x, In x (map stands (go p s t m)) -> (x = t /\ In s (map stands p)) \/ (x <> t /\ x <> s /\ In x (map stands p)))).
  2: { apply G. }
  induction p as [|q p IH]; [split; [constructor|intros ? []]|]. inversion N as [|? ? Nq Np]; subst. specialize (IH Np). destruct IH as [I1 I2].
  unfold go in *. cbn [filter]. destruct (same_square (stands q) t) eqn:Et; cbn [negb].
  - split; [exact I1|]. intros x Hx. destruct (I2 x Hx) as [[A B]|(A & B & C)]; [left|right]; cbn; auto.
  - assert (Nt : stands q <> t) by (intros E; apply same_square_iff in E; congruence). cbn [map].
    destruct (same_square (stands q) s) eqn:Es.
    + apply same_square_iff in Es. split.
      * constructor; [|exact I1]. cbn. intros Hin. destruct (I2 t Hin) as [[_ B]|(A & _)]; [rewrite Es in Nq; contradiction|congruence].
      * intros x [<-|Hx]; [left; cbn; auto|]. destruct (I2 x Hx) as [[A B]|(A & B & C)]; [left|right]; cbn; auto.
    + assert (Ns : stands q <> s) by (intros E; apply same_square_iff in E; congruence). split.
      * constructor; [|exact I1]. intros Hin. destruct (I2 _ Hin) as [[A _]|(A & B & C)]; contradiction.
      * intros x [<-|Hx]; [right; cbn; auto|]. destruct (I2 x Hx) as [[A B]|(A & B & C)]; [left|right]; cbn; auto.
Qed.
Lemma unique (p : placement) q e : NoDup (map stands p) -> In q p -> In e p -> stands e = stands q -> e = q.
Proof.
  induction p as [|a p IH]; intros N Hq He E; [destruct Hq|]. inversion N as [|? ? Na Np]; subst.
  destruct Hq as [<-|Hq], He as [<-|He]; auto; exfalso; apply Na; [rewrite <- E|rewrite E]; apply in_map; assumption.
Qed.
Lemma go_legal men p q t m : legal_placement men p -> (forall e, In e p -> stands e = stands q -> In m (forms (fst e))) ->
  stands_well (m, t) = true -> legal_placement men (go p (stands q) t m).
Proof.
  intros (S & B & N) Hm W. split; [|split; [|apply go_squares, N]].
  - unfold go. apply part_map; [|apply part_filter, S]. intros e He. apply filter_In in He. destruct He as [He _].
    destruct (same_square (stands e) (stands q)) eqn:E; [apply Hm; [exact He|apply same_square_iff, E]|].
    destruct e as [[c k] s]. unfold forms. cbn. destruct k; left; reflexivity.
  - intros x Hx. unfold go in Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply filter_In in Hy. destruct Hy as [Hy _].
    destruct (same_square (stands y) (stands q)); [exact W|apply B, Hy].
Qed.
Lemma filter_legal men f p : legal_placement men p -> legal_placement men (filter f p).
Proof.
  intros (S & B & N). split; [apply part_filter, S|]. split; [intros q Hq; apply filter_In in Hq; apply B, Hq|].
  clear - N. induction p as [|q p IH]; [constructor|]. inversion N as [|? ? Nq Np]; subst. cbn [filter]. destruct (f q); [|auto].
  cbn [map]. constructor; [|auto]. intros H. apply Nq. apply in_map_iff in H. destruct H as (e & E & He). apply filter_In in He. rewrite <- E. apply in_map, He.
Qed.
Lemma lands_legal men p q t o : legal_placement men p -> (forall e, In e p -> stands e = stands q -> e = q) -> what q = Pawn ->
  on_board t = true -> 0 < rank_of (colour q) (snd t) -> In o (lands p q t) -> legal_placement men o.
Proof.
  intros L U Hq Ht Hr H. unfold lands in H. apply in_map_iff in H. destruct H as (k & <- & Hk). apply go_legal; [exact L| |].
  - intros e He E. rewrite (U e He E). destruct q as [[c k'] s]. cbn in Hq. subst k'. unfold colour, forms. cbn.
    destruct (_ =? _); cbn in Hk; intuition (subst; tauto).
  - unfold stands_well. cbn [stands what fst snd]. rewrite Ht. cbn [andb]. apply on_board_iff in Ht.
    destruct (snd t =? rank_of (colour q) (ranks - 1)) eqn:E; [cbn in Hk; intuition (subst; reflexivity)|].
    destruct Hk as [<-|[]]. apply Z.eqb_neq in E. apply andb_true_iff. rewrite !Z.ltb_lt. destruct (colour q); cbn [rank_of] in *; lia.
Qed.
Lemma moves_legal men p c o : legal men p -> In o (moves p c) -> legal men o.
Proof.
  destruct p as [p passed]. intros (S & B & N & R) H. cbn [fst snd] in *. assert (L : legal_placement men p) by (repeat split; assumption).
  unfold moves in H. cbn [fst snd] in H. apply in_flat_map in H. destruct H as (q & Hq & H). destruct (same_side (colour q) c); [|destruct H].
  assert (U : forall e, In e p -> stands e = stands q -> e = q) by (intros e He E; apply (unique p q e N Hq He E)).
  assert (P : forall l, (forall x, In x l -> legal_placement men x) -> In o (map without_right l) -> legal men o).
  { intros l Hl Ho. apply in_map_iff in Ho. destruct Ho as (x & <- & Hx). destruct (Hl x Hx) as (A & A' & A''). exact (conj A (conj A' (conj A'' I))). }
  assert (O : what q <> Pawn -> In o (map (fun t => without_right (go p (stands q) t (fst q))) (targets p q)) -> legal men o).
  { intros Np H'. apply in_map_iff in H'. destruct H' as (t & <- & Ht). unfold targets in Ht. apply in_flat_map in Ht. destruct Ht as (d & _ & Ht).
    apply along_on_board in Ht. destruct (go_legal men p q t (fst q) L) as (A & A' & A''); [| |exact (conj A (conj A' (conj A'' I)))].
    - intros e He E. rewrite (U e He E). destruct q as [[c' k] s]. unfold forms. cbn. destruct k; left; reflexivity.
    - unfold stands_well, what, stands. cbn. rewrite Ht. destruct q as [[c' k] s]. cbn in *. destruct k; auto; congruence. }
  unfold piece_moves in H. destruct (what q) eqn:K; try (apply O; [congruence|exact H]). clear O.
  assert (W : 0 < snd (stands q) < ranks - 1).
  { pose proof (B q Hq) as W. unfold stands_well in W. rewrite K, !andb_true_iff, !Z.ltb_lt in W. tauto. }
  unfold pawn_moves in H. destruct (stands q) as [f r] eqn:Es. cbn [snd] in W. cbv zeta in H. rewrite <- Es in *.
  assert (One : forall g : Z, 0 < rank_of (colour q) (snd (g, r + forward (colour q)))).
  { intros g. destruct (colour q); cbn [rank_of forward snd]; lia. }
  rewrite !in_app_iff in H. destruct H as [H|[H|H]].
  - destruct (on_board _ && _) eqn:E; [|destruct H]. apply andb_true_iff in E. destruct E as [E _].
    apply (P _ (fun x => lands_legal men p q _ x L U K E (One f)) H).
  - match type of H with In _ (if ?b then _ else _) => destruct b eqn:E; [|destruct H] end.
    rewrite !andb_true_iff in E. destruct E as ((((_ & _) & F1) & E) & _). apply in_map_iff in H. destruct H as (x & <- & Hx).
    apply (lands_legal men p q _ x L U K E) in Hx; [|destruct (colour q); cbn [rank_of forward snd]; lia].
    destruct Hx as (A & A' & A''). unfold with_right. split; [exact A|]. cbn [fst snd]. split; [exact A'|]. split; [exact A''|].
    destruct (right x _) eqn:Er; [|exact I]. split; [|exact Er]. apply on_board_iff in E. apply on_board_iff. cbn [fst snd] in *.
    destruct (colour q); cbn [forward] in *; lia.
  - apply in_flat_map in H. destruct H as (t & Ht & H). destruct (on_board t) eqn:E; [|destruct H].
    assert (Rt : 0 < rank_of (colour q) (snd t)) by (destruct Ht as [<-|[<-|[]]]; apply One).
    destruct (has _ p t); [apply (P _ (fun x => lands_legal men p q t x L U K E Rt) H)|].
    destruct passed as [s|]; [|destruct H]. destruct (same_square s t && _); [|destruct H].
    refine (P _ (fun x => lands_legal men _ q t x (filter_legal men _ p L) _ K E Rt) H).
    intros e He Ee. apply filter_In in He. apply U; [apply He|exact Ee].
Qed.
Lemma or_pass_legal men p c o : legal men p -> In o (all (or_pass p (moves p c))) -> legal men o.
Proof.
  intros L H. unfold or_pass in H. destruct (moves p c) as [|a l] eqn:E.
  - destruct H as [<-|[]]. destruct L as (A & B & N & _). exact (conj A (conj B (conj N I))).
  - apply (moves_legal men p c); [exact L|]. rewrite E. exact H.
Qed.
Theorem chess_ok men : game_ok (positions men) chess.
Proof.
  intros p Hp. apply positions_legal in Hp. unfold chess, game_at, rules.
  destruct (negb (existsb (is_king White) (fst p))); [split; discriminate|].
  destruct (negb (existsb (is_king Black) (fst p))); [split; discriminate|].
  unfold bid_for. split; [reflexivity|]. intros c [<-|[<-|[]]]; (split; [reflexivity|]); cbn [from]; intros o Ho; apply positions_legal;
    apply (or_pass_legal men p _ o Hp Ho).
Qed.
End Board.
Ltac is_legal := split; [cbn; repeat first [apply part_nil | apply part_keep; [cbn; tauto|] | apply part_skip]|split;
  [let q := fresh in let H := fresh in intros q H; repeat (destruct H as [<-|H]; [reflexivity|]); destruct H
  |split; [cbn; repeat constructor; cbn; intuition discriminate|exact I || (split; reflexivity)]]].
