(* Hex: counting fillings along the borders. First for every way of walking over the cells; then the borders of the checker, which know the
   chains of Right's stones. No axiom is used. *)
From Coq Require Import List Lia Arith Bool.
From Bidding Require Import Filling.
Import ListNotations.
Open Scope nat_scope.

(* ---- Counting ---------------------------------------------------------------------------------------------------------------------- *)

Section Count.
(* A walk over the cells keeps a border, and [fill] says which border comes after a stone on the cell of a number; none, if all is lost. *)
Context {border : Type}.
Variables (fill : nat -> bool -> border -> option border) (won : border -> bool).
(* Borders that are alike lead to borders that are alike; so they may be counted as one. *)
Variable alike : border -> border -> Prop.
Definition alike_kept : Prop := forall b b', alike b b' -> won b = won b' /\ forall n c,
  match fill n c b, fill n c b' with Some d, Some d' => alike d d' | None, None => True | _, _ => False end.

Fixpoint walk (n : nat) (x : list bool) (b : border) : bool :=
  match x with [] => won b | c :: x' => match fill n c b with None => false | Some b' => walk (S n) x' b' end end.

(* The stones that a cell may get. *)
Definition stones (cell : option bool) : list bool := match cell with None => [true; false] | Some c => [c] end.
Definition led {A} (o : option border) (nothing : A) (to : border -> A) : A := match o with None => nothing | Some b => to b end.

(* Backwards: in how many ways the walk is won from a border. *)
Fixpoint wins (n : nat) (s : board) (b : border) : nat :=
  match s with
  | [] => if won b then 1 else 0
  | cell :: s' => list_sum (map (fun c => led (fill n c b) 0 (wins (S n) s')) (stones cell))
  end.
(* Forwards: borders, each with the number of ways in which it is reached. [total] adds up a number of each of them. *)
Definition layer := list (border * nat).
Definition total (g : border -> nat) (l : layer) : nat := list_sum (map (fun bw => snd bw * g (fst bw)) l).
Definition step (n : nat) (cell : option bool) (l : layer) : layer :=
  flat_map (fun bw => flat_map (fun c => led (fill n c (fst bw)) [] (fun b => [(b, snd bw)])) (stones cell)) l.
(* Borders with numbers of ways, in any order, those that are alike as one or as several. *)
Definition same_ways (l l' : layer) : Prop := forall g, (forall b b', alike b b' -> g b = g b') -> total g l = total g l'.
(* The layers before each cell, one after another. *)
Inductive reached (start : border) : board -> layer -> Prop :=
  | reached_first l : same_ways l [(start, 1)] -> reached start [] l
  | reached_next s l cell l' : reached start s l -> same_ways l' (step (length s) cell l) -> reached start (s ++ [cell]) l'.

Lemma total_app g l l' : total g (l ++ l') = total g l + total g l'.
Proof. unfold total. rewrite map_app, list_sum_app. reflexivity. Qed.
Lemma total_ext g h l : (forall b, g b = h b) -> total g l = total h l.
Proof. intros H. unfold total. f_equal. apply map_ext. intros bw. rewrite H. reflexivity. Qed.
Lemma total_step g n cell l :
  total g (step n cell l) = total (fun b => list_sum (map (fun c => led (fill n c b) 0 g) (stones cell))) l.
Proof.
  induction l as [|[b w] l IH]; [reflexivity|]. unfold step in *. cbn [flat_map fst snd]. rewrite total_app, IH.
  change ((b, w) :: l) with ([(b, w)] ++ l). rewrite total_app. f_equal.
  assert (X : forall c, total g (led (fill n c b) [] (fun b' => [(b', w)])) = w * led (fill n c b) 0 g).
  { intros c. destruct (fill n c b); cbn; lia. }
  destruct cell as [c|]; cbn [stones flat_map map]; rewrite ?total_app, ?X; cbn; lia.
Qed.

Lemma wins_walk s : forall n b, wins n s b = count (fun x => walk n x b) s.
Proof.
  assert (M : forall (c : bool) l f, length (filter f (map (cons c) l)) = length (filter (fun x => f (c :: x)) l)).
  { intros c l f. induction l as [|x l IH]; [reflexivity|]. cbn [map filter]. destruct (f (c :: x)); cbn [length]; rewrite IH; reflexivity. }
  unfold count. induction s as [|cell s IH]; intros n b; [cbn; destruct (won b); reflexivity|].
  assert (X : forall c, length (filter (fun x => walk n x b) (map (cons c) (fillings s))) = led (fill n c b) 0 (wins (S n) s)).
  { intros c. rewrite M. cbn [walk]. destruct (fill n c b) as [b'|]; cbn [led]; [symmetry; apply IH|].
    clear. induction (fillings s) as [|y l IH]; [reflexivity|exact IH]. }
  destruct cell as [c|]; cbn [wins stones fillings map]; rewrite ?filter_app, ?app_length, ?X; cbn; lia.
Qed.

Hypothesis kept : alike_kept.
Lemma wins_alike s : forall n b b', alike b b' -> wins n s b = wins n s b'.
Proof.
  induction s as [|cell s IH]; intros n b b' A; destruct (kept b b' A) as [W F]; cbn [wins]; [rewrite W; reflexivity|].
  f_equal. apply map_ext. intros c. specialize (F n c). destruct (fill n c b), (fill n c b'); cbn [led]; try tauto. apply IH, F.
Qed.
(* The ways to a border, times the ways that are won from there, added up over the borders after any cell: always the same number. *)
Lemma total_wins start s l : reached start s l -> forall rest,
  total (wins (length s) rest) l = wins 0 (s ++ rest) start.
Proof.
  induction 1 as [l H|s l cell l' _ IH H]; intros rest.
  - rewrite H by (intros b b'; apply wins_alike). cbn. lia.
  - rewrite H by (intros b b'; apply wins_alike). rewrite total_step, app_length. cbn [length]. rewrite Nat.add_1_r, <- app_assoc. cbn [app].
    rewrite <- IH. apply total_ext. intros b. reflexivity.
Qed.

Theorem border_count start (before after : board) cell l : reached start before l ->
  count (fun x => walk 0 x start) (before ++ cell :: after) =
    total (wins (length before) (cell :: after)) l /\
  forall c, count (fun x => walk 0 x start) (before ++ Some c :: after) =
    total (fun b => led (fill (length before) c b) 0 (wins (S (length before)) after)) l.
Proof.
  intros H. rewrite <- wins_walk, <- (total_wins start before l H). split; [reflexivity|].
  intros c. rewrite <- wins_walk, <- (total_wins start before l H). apply total_ext. intros b. cbn. lia.
Qed.
End Count.

(* ---- Chains ------------------------------------------------------------------------------------------------------------------------- *)

Section Chains.
(* Cells are numbered file by file, in the order of the walk, and true is Left's stone as before. *)
Variable ranks : nat.
Definition file (cell : nat) : nat := cell / ranks.
Definition rank (cell : nat) : nat := cell mod ranks.
Definition beside (u v : nat) : Prop :=
  (file v = S (file u) /\ (rank v = rank u \/ S (rank v) = rank u)) \/ (file v = file u /\ rank v = S (rank u)).
Definition neighbours (u v : nat) : Prop := beside u v \/ beside v u.

(* Cells with Right's stones that are joined by a chain of these. *)
Definition right (x : list bool) (cell : nat) : Prop := nth cell x true = false.
Inductive joined (x : list bool) : nat -> nat -> Prop :=
  | joined_self u : right x u -> joined x u u
  | joined_neighbours u v : right x u -> right x v -> neighbours u v -> joined x u v
  | joined_on u v w : joined x u v -> joined x v w -> joined x u w.
(* Right joins the first file, which is below [ranks], to the last one. *)
Definition right_wins (x : list bool) : Prop := exists u v, u < ranks /\ length x <= v + ranks /\ joined x u v.

(* A border: the ranks whose last filled cell is joined to the first file, and the other chains, each as a set of ranks. *)
Definition ranks_set := nat -> bool.
Definition chains := (ranks_set * list ranks_set)%type.
Definition near (r : nat) (c : ranks_set) : bool := c r || c (S r) || match r with 0 => false | S r' => c r' end.
Definition without (r : nat) (c : ranks_set) : ranks_set := fun k => negb (k =? r) && c k.
Definition merged (r : nat) (cs : list ranks_set) : ranks_set := fun k => (k =? r) || existsb (fun c => near r c && c k) cs.
Definition rest (r : nat) (c : ranks_set) : ranks_set := if near r c then fun _ => false else without r c.
Definition fill_chains (n : nat) (stone : bool) (b : chains) : chains :=
  let r := rank n in
  if stone then (without r (fst b), map (without r) (snd b))
  else if (n <? ranks) || near r (fst b)
    then (fun k => rest r (fst b) k || merged r (fst b :: snd b) k, map (rest r) (snd b))
    else (rest r (fst b), merged r (fst b :: snd b) :: map (rest r) (snd b)).
Definition some_joined (b : chains) : bool := existsb (fst b) (seq 0 ranks).
(* After the first file, a border at which nothing is joined to it is lost. *)
Definition fill_hex (n : nat) (stone : bool) (b : chains) : option chains :=
  let b' := fill_chains n stone b in if (n <? ranks) || some_joined b' then Some b' else None.
Definition no_chains : chains := (fun _ => false, []).
(* The same ranks are joined to the first file, and the other chains are the same, in any order; empty sets are nothing. *)
Definition same_chains (b b' : chains) : Prop :=
  (forall k, fst b k = fst b' k) /\
  (forall c k, In c (snd b) -> c k = true -> exists c', In c' (snd b') /\ forall j, c' j = c j) /\
  (forall c k, In c (snd b') -> c k = true -> exists c', In c' (snd b) /\ forall j, c' j = c j).

Hypothesis some_rank : 0 < ranks.

(* ---- the cells of the border *)

(* The last filled cell of a rank, when [n] cells are filled. *)
Definition last_cell (n k : nat) : nat := if k <? n mod ranks then (n / ranks) * ranks + k else (n / ranks - 1) * ranks + k.

Lemma rank_below n : n mod ranks < ranks.
Proof. apply Nat.mod_upper_bound. lia. Qed.
Lemma cell_is n : n = (n / ranks) * ranks + n mod ranks.
Proof. rewrite Nat.mul_comm. apply Nat.div_mod. lia. Qed.
Lemma file_of i j : j < ranks -> (i * ranks + j) / ranks = i.
Proof. intros H. rewrite Nat.add_comm, Nat.div_add, Nat.div_small by lia. lia. Qed.
Lemma rank_of i j : j < ranks -> (i * ranks + j) mod ranks = j.
Proof. intros H. rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. Qed.

Lemma last_cell_next n k : k < ranks -> last_cell (S n) k = if k =? rank n then n else last_cell n k.
Proof.
  intros Hk. unfold last_cell, rank. pose proof (rank_below n). pose proof (cell_is n) as E.
  set (F := n / ranks) in *. set (r := n mod ranks) in *.
  destruct (Nat.eq_dec (S r) ranks) as [L|L].
  - assert (S n = S F * ranks + 0) as -> by (cbn [Nat.mul]; lia). rewrite file_of, rank_of by lia.
    destruct (Nat.ltb_spec k 0); [lia|]. replace (S F - 1) with F by lia.
    destruct (Nat.eqb_spec k r), (Nat.ltb_spec k r); lia.
  - assert (S n = F * ranks + S r) as -> by lia. rewrite file_of, rank_of by lia.
    destruct (Nat.eqb_spec k r), (Nat.ltb_spec k (S r)), (Nat.ltb_spec k r); lia.
Qed.

(* The filled neighbours of the next cell are last cells of its own rank and of the ranks beside it. *)
Definition is_near (r j : nat) : Prop := j = r \/ j = S r \/ S j = r.
Lemma neighbours_before x n w : n = length x -> right x w ->
  (neighbours n w <-> exists j, j < ranks /\ is_near (rank n) j /\ w = last_cell n j).
Proof.
  intros Hn Hw. assert (W : w < n).
  { destruct (le_lt_dec n w) as [L|L]; [|exact L]. unfold right in Hw. rewrite nth_overflow in Hw by lia. discriminate. }
  unfold neighbours, beside, file, rank, last_cell, is_near. pose proof (rank_below n). pose proof (rank_below w).
  pose proof (cell_is n) as E. pose proof (cell_is w) as E'.
  set (F := n / ranks) in *. set (r := n mod ranks) in *. set (G := w / ranks) in *. set (q := w mod ranks) in *.
  assert (GF : G < F \/ (G = F /\ q < r)).
  { destruct (lt_eq_lt_dec G F) as [[L|L]|L]; [left; exact L|right; split; [exact L|subst G; lia]|]. exfalso. nia. }
  split.
  - intros [[[A B]|[A B]]|[[A B]|[A B]]]; try lia.
    + exists q. repeat split; try lia. destruct (Nat.ltb_spec q r); [lia|]. replace (F - 1) with G by lia. exact E'.
    + exists q. repeat split; try lia. destruct (Nat.ltb_spec q r); [|lia]. rewrite A. exact E'.
  - intros (j & Hj & Nj & ->). destruct (Nat.ltb_spec j r) as [L|L].
    + unfold G, q. rewrite file_of, rank_of by exact Hj. right. right. split; lia.
    + unfold G, q in *. rewrite file_of, rank_of in * by exact Hj. right. left. split; lia.
Qed.

Lemma last_cell_other n k : k < ranks -> k <> rank n -> last_cell n k <> n.
Proof.
  intros Hk N. unfold last_cell, rank in *. pose proof (rank_below n). pose proof (cell_is n) as E.
  set (F := n / ranks) in *. set (r := n mod ranks) in *.
  clearbody F r. destruct (Nat.ltb_spec k r); [lia|]. destruct F as [|F]; [lia|]. replace (S F - 1) with F by lia. cbn [Nat.mul] in E. lia.
Qed.

(* ---- chains of a filling *)

Lemma right_below x u : right x u -> u < length x.
Proof. intros H. destruct (le_lt_dec (length x) u) as [L|L]; [|exact L]. unfold right in H. rewrite nth_overflow in H by lia. discriminate. Qed.
Lemma right_next x c u : right (x ++ [c]) u <-> right x u \/ (u = length x /\ c = false).
Proof.
  unfold right. destruct (lt_eq_lt_dec u (length x)) as [[H|H]|H].
  - rewrite app_nth1 by exact H. split; [auto|]. intros [R|[R _]]; [exact R|lia].
  - subst u. rewrite app_nth2, Nat.sub_diag, (nth_overflow x) by lia. cbn. split; [auto|]. intros [R|[_ R]]; [discriminate|exact R].
  - rewrite !nth_overflow by (rewrite ?app_length; cbn; lia). split; [auto|]. intros [R|[R _]]; [exact R|lia].
Qed.
Lemma neighbours_sym u v : neighbours u v -> neighbours v u.
Proof. unfold neighbours. tauto. Qed.
Lemma joined_sym x u v : joined x u v -> joined x v u.
Proof. induction 1; [apply joined_self; assumption|apply joined_neighbours; auto using neighbours_sym|eapply joined_on; eassumption]. Qed.
Lemma joined_right x u v : joined x u v -> right x u /\ right x v.
Proof. induction 1; tauto. Qed.
Lemma joined_more x y u v : (forall w, right x w -> right y w) -> joined x u v -> joined y u v.
Proof. intros H. induction 1; [apply joined_self|apply joined_neighbours|eapply joined_on]; eauto. Qed.
Lemma joined_left x u v : joined (x ++ [true]) u v <-> joined x u v.
Proof. split; apply joined_more; intros w; rewrite right_next; [intros [H|[_ H]]; [exact H|discriminate]|auto]. Qed.

(* A new stone of Right's joins the chains that it touches. *)
Definition attached (x : list bool) (u : nat) : Prop :=
  u = length x \/ exists j, j < ranks /\ is_near (rank (length x)) j /\ joined x u (last_cell (length x) j).
Lemma attached_on x u v : joined x u v -> attached x v -> attached x u.
Proof.
  intros J [->|(j & Hj & N & K)].
  - apply joined_right in J. destruct J as [_ J]. apply right_below in J. lia.
  - right. exists j. split; [exact Hj|split; [exact N|]]. eapply joined_on; eassumption.
Qed.
Lemma attached_joins x u : attached x u -> joined (x ++ [false]) u (length x).
Proof.
  assert (R : right (x ++ [false]) (length x)) by (apply right_next; auto).
  intros [->|(j & Hj & N & K)]; [apply joined_self, R|]. destruct (joined_right _ _ _ K) as [_ W].
  apply (joined_on _ _ (last_cell (length x) j)).
  - revert K. apply joined_more. intros w H. apply right_next. auto.
  - apply joined_neighbours; [apply right_next; auto|exact R|]. apply neighbours_sym. apply (neighbours_before x); auto. exists j. auto.
Qed.
Lemma joined_next x u v : joined (x ++ [false]) u v <-> joined x u v \/ (attached x u /\ attached x v).
Proof.
  assert (A : forall w, right x w -> neighbours (length x) w -> attached x w).
  { intros w R N. right. apply (neighbours_before x) in N; auto. destruct N as (j & Hj & N & E). exists j. split; [exact Hj|split; [exact N|]].
    rewrite <- E. apply joined_self, R. }
  split.
  - induction 1 as [u R|u v R R' N|u v w _ [J|[J J']] _ [K|[K K']]].
    + apply right_next in R. destruct R as [R|[-> _]]; [left; apply joined_self, R|right; split; left; reflexivity].
    + apply right_next in R. apply right_next in R'. destruct R as [R|[-> _]], R' as [R'|[-> _]].
      * left. apply joined_neighbours; assumption.
      * right. split; [apply A; [exact R|apply neighbours_sym, N]|left; reflexivity].
      * right. split; [left; reflexivity|apply A; assumption].
      * right. split; left; reflexivity.
    + left. eapply joined_on; eassumption.
    + right. split; [eapply attached_on; eassumption|exact K'].
    + right. split; [exact J|]. eapply attached_on; [apply joined_sym; eassumption|exact J'].
    + right. split; assumption.
  - intros [J|[J K]].
    + revert J. apply joined_more. intros w H. apply right_next. auto.
    + apply (joined_on _ _ (length x)); [apply attached_joins, J|apply joined_sym, attached_joins, K].
Qed.

(* ---- what a border knows *)

Definition from_first (x : list bool) (u : nat) : Prop := exists s, s < ranks /\ joined x s u.
Record knows (x : list bool) (b : chains) : Prop := {
  knows_first k : fst b k = true <-> k < ranks /\ from_first x (last_cell (length x) k);
  knows_chain c k : In c (snd b) -> c k = true -> k < ranks /\ fst b k = false /\
    forall k', c k' = true <-> k' < ranks /\ joined x (last_cell (length x) k) (last_cell (length x) k');
  knows_all k : k < ranks -> right x (last_cell (length x) k) -> fst b k = true \/ exists c, In c (snd b) /\ c k = true }.

Lemma nothing_joined u v : ~ joined [] u v.
Proof. intros J. apply joined_right in J. destruct J as [J _]. apply right_below in J. cbn in J. lia. Qed.
Lemma knows_start : knows [] no_chains.
Proof.
  split.
  - intros k. cbn. split; [discriminate|]. intros (_ & s & _ & J). destruct (nothing_joined _ _ J).
  - intros c k [].
  - intros k _ R. apply right_below in R. cbn in R. lia.
Qed.

Lemma near_some r c : near r c = true <-> exists j, is_near r j /\ c j = true.
Proof.
  unfold near, is_near. rewrite !orb_true_iff. split.
  - intros [[H|H]|H]; [exists r; auto|exists (S r); auto|]. destruct r as [|r]; [discriminate|]. exists r. auto.
  - intros (j & [->|[->|<-]] & H); auto.
Qed.
Lemma without_some r c k : without r c k = true <-> k <> r /\ c k = true.
Proof. unfold without. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq. reflexivity. Qed.
Lemma rest_some r c k : rest r c k = true <-> near r c = false /\ k <> r /\ c k = true.
Proof. unfold rest. destruct (near r c); [|rewrite without_some; tauto]. split; [discriminate|]. intros [H _]. discriminate. Qed.
Lemma merged_some r cs k : merged r cs k = true <-> k = r \/ exists c, In c cs /\ near r c = true /\ c k = true.
Proof.
  unfold merged. rewrite orb_true_iff, Nat.eqb_eq, existsb_exists.
  split; (intros [H|(c & I & H)]; [left; exact H|right; exists c; split; [exact I|]]); [apply andb_true_iff in H; exact H|apply andb_true_iff; exact H].
Qed.

Lemma knows_left x b : knows x b -> knows (x ++ [true]) (fill_chains (length x) true b).
Proof.
  intros [K1 K2 K3]. unfold fill_chains. set (n := length x) in *. set (r := rank n).
  assert (E : length (x ++ [true]) = S n) by (rewrite app_length; cbn; lia).
  assert (R : ~ right x n) by (intros R; apply right_below in R; unfold n in R; lia).
  split; rewrite ?E; cbn [fst snd].
  - intros k. rewrite without_some, K1. unfold from_first.
    split.
    + intros (N & H & s & Hs & J). split; [exact H|]. exists s. rewrite joined_left, last_cell_next by exact H.
      destruct (Nat.eqb_spec k (rank n)); [contradiction|auto].
    + intros (H & s & Hs & J). rewrite joined_left, last_cell_next in J by exact H. destruct (Nat.eqb_spec k (rank n)) as [Ek|Ek].
      * apply joined_right in J. destruct R. apply J.
      * split; [exact Ek|split; [exact H|exists s; auto]].
  - intros c' k I H. apply in_map_iff in I. destruct I as (c & <- & I). apply without_some in H. destruct H as [Nk H].
    destruct (K2 c k I H) as (Hk & F & C). split; [exact Hk|split].
    + destruct (without r (fst b) k) eqn:D; [|reflexivity]. apply without_some in D. destruct D as [_ D]. congruence.
    + intros k'. rewrite without_some, C, joined_left.
      split.
      * intros (N & H' & J). split; [exact H'|]. rewrite !last_cell_next by assumption.
        destruct (Nat.eqb_spec k (rank n)); [contradiction|]. destruct (Nat.eqb_spec k' (rank n)); [contradiction|exact J].
      * intros (H' & J). rewrite !last_cell_next in J by assumption. destruct (Nat.eqb_spec k (rank n)); [contradiction|].
        destruct (Nat.eqb_spec k' (rank n)) as [Ek|Ek]; [|auto]. apply joined_right in J. destruct R. apply J.
  - intros k Hk H. rewrite last_cell_next in H by exact Hk. apply right_next in H. destruct H as [H|[_ H]]; [|discriminate].
    destruct (Nat.eqb_spec k (rank n)) as [Ek|Ek]; [destruct (R H)|].
    destruct (K3 k Hk H) as [F|(c & I & F)]; [left; apply without_some; auto|right].
    exists (without r c). split; [apply in_map, I|apply without_some; auto].
Qed.

Lemma knows_right x b : knows x b -> knows (x ++ [false]) (fill_chains (length x) false b).
Proof.
  intros [K1 K2 K3]. set (n := length x) in *. set (r := rank n). destruct b as [J C]. cbn [fst snd] in *.
  assert (E : length (x ++ [false]) = S n) by (rewrite app_length; cbn; lia).
  assert (Hr : r < ranks) by apply rank_below.
  assert (R : ~ right x n) by (intros R; apply right_below in R; unfold n in R; lia).
  (* the last cells after the new stone *)
  assert (Lr : last_cell (S n) r = n) by (rewrite last_cell_next by exact Hr; fold r; rewrite Nat.eqb_refl; reflexivity).
  assert (Lo : forall k, k < ranks -> k <> r -> last_cell (S n) k = last_cell n k).
  { intros k Hk N. rewrite last_cell_next by exact Hk. destruct (Nat.eqb_spec k (rank n)); [contradiction|reflexivity]. }
  (* a chain that is touched is attached, and the other way round *)
  assert (A1 : forall c k, In c C -> near r c = true -> c k = true -> attached x (last_cell n k)).
  { intros c k I T H. apply near_some in T. destruct T as (j & N & Hj). destruct (K2 c k I H) as (_ & _ & K).
    apply K in Hj. destruct Hj as [Hj Jj]. right. exists j. auto. }
  assert (A2 : forall k, k < ranks -> k <> r -> attached x (last_cell n k) -> (near r J = true /\ J k = true) \/ exists c, In c C /\ near r c = true /\ c k = true).
  { intros k Hk N [D|(j & Hj & Nj & D)]; [destruct (last_cell_other n k Hk N D)|].
    destruct (joined_right _ _ _ D) as [Rk _]. destruct (K3 k Hk Rk) as [F|(c & I & F)].
    - left. split; [|exact F]. apply near_some. exists j. split; [exact Nj|]. apply K1. split; [exact Hj|].
      apply K1 in F. destruct F as (_ & s & Hs & F). exists s. split; [exact Hs|]. eapply joined_on; eassumption.
    - right. exists c. split; [exact I|split; [|exact F]]. apply near_some. exists j. split; [exact Nj|]. apply (K2 c k I F). auto. }
  assert (B : (n <? ranks) || near r J = true <-> exists s, s < ranks /\ attached x s).
  { rewrite orb_true_iff, Nat.ltb_lt, near_some. split.
    - intros [H|(j & N & H)]; [exists n; split; [exact H|left; reflexivity]|]. apply K1 in H. destruct H as (Hj & s & Hs & H).
      exists s. split; [exact Hs|]. right. exists j. auto.
    - intros (s & Hs & [->|(j & Hj & N & H)]); [left; exact Hs|right]. exists j. split; [exact N|]. apply K1. split; [exact Hj|]. exists s. auto. }
  assert (An : attached x n) by (left; reflexivity).
  assert (Jn : forall u, joined (x ++ [false]) u n <-> attached x u).
  { intros u. rewrite joined_next. split; [|auto]. intros [D|[D _]]; [|exact D]. apply joined_right in D. destruct R. apply D. }
  (* a chain that is not touched has no attached cell *)
  assert (U : forall c k, In c C -> near r c = false -> k <> r -> c k = true -> ~ attached x (last_cell n k)).
  { intros c k I T N H D. destruct (K2 c k I H) as (Hk & F & K). destruct (A2 k Hk N D) as [[_ X]|(c' & I' & T' & H')]; [congruence|].
    apply near_some in T'. destruct T' as (j & Nj & Hj). apply (K2 c' k I' H') in Hj. apply K in Hj.
    assert (near r c = true) by (apply near_some; exists j; auto). congruence. }
  set (J' := if (n <? ranks) || near r J then (fun k => rest r J k || merged r (J :: C) k) else rest r J).
  set (C' := if (n <? ranks) || near r J then map (rest r) C else merged r (J :: C) :: map (rest r) C).
  assert (Eb : fill_chains n false (J, C) = (J', C')).
  { unfold fill_chains, J', C'. cbn [fst snd]. fold r. destruct ((n <? ranks) || near r J); reflexivity. }
  rewrite Eb. clear Eb.
  assert (HJ : forall k, J' k = true <-> J k = true /\ (k <> r \/ near r J = true) \/
                         (exists s, s < ranks /\ attached x s) /\ (k = r \/ exists c, In c C /\ near r c = true /\ c k = true)).
  { intros k. rewrite <- B. unfold J'. destruct ((n <? ranks) || near r J) eqn:T.
    - rewrite orb_true_iff, rest_some, merged_some. split.
      + intros [(N & Nk & H)|[->|(c & [<-|I] & N & H)]]; [left; auto|right; auto|left; auto|right].
        split; [reflexivity|]. right. exists c. auto.
      + intros [[H [N|N]]|(_ & [->|(c & I & N & H)])].
        * destruct (near r J) eqn:X; [right; right; exists J; cbn; auto|left; auto].
        * right. right. exists J. cbn. auto.
        * right. left. reflexivity.
        * right. right. exists c. cbn. auto.
    - apply orb_false_iff in T. destruct T as [_ T]. rewrite rest_some. split.
      + intros (_ & N & H). left. auto.
      + intros [[H [N|N]]|[X _]]; [auto|congruence|discriminate]. }
  split; rewrite ?E; cbn [fst snd].
  - intros k. rewrite HJ. unfold from_first. split.
    + intros [[H N]|((s & Hs & D) & [->|(c & I & T & H)])].
      * apply K1 in H. destruct H as (Hk & s & Hs & H). split; [exact Hk|]. destruct (Nat.eq_dec k r) as [->|Nk].
        -- destruct N as [N|N]; [congruence|]. rewrite Lr. apply near_some in N. destruct N as (j & N & F). apply K1 in F.
           destruct F as (Hj & s' & Hs' & F). exists s'. split; [exact Hs'|]. apply Jn. right. exists j. auto.
        -- exists s. rewrite Lo by assumption. split; [exact Hs|]. apply joined_next. auto.
      * split; [exact Hr|]. exists s. rewrite Lr, Jn. auto.
      * destruct (K2 c k I H) as (Hk & _ & _). split; [exact Hk|]. exists s. split; [exact Hs|]. apply joined_next. right. split; [exact D|].
        destruct (Nat.eq_dec k r) as [->|Nk]; [rewrite Lr; exact An|rewrite Lo by assumption; eauto].
    + intros (Hk & s & Hs & D). destruct (Nat.eq_dec k r) as [->|Nk].
      * rewrite Lr, Jn in D. right. split; [exists s; auto|auto].
      * rewrite Lo in D by assumption. apply joined_next in D. destruct D as [D|[D D']].
        -- left. split; [apply K1; split; [exact Hk|exists s; auto]|auto].
        -- destruct (A2 k Hk Nk D') as [[T H]|X]; [left; auto|right]. split; [exists s; auto|auto].
  - (* the chains that are left, and the merged one *)
    assert (Old : forall c k, In c C -> rest r c k = true -> k < ranks /\ J' k = false /\
              forall k', rest r c k' = true <-> k' < ranks /\ joined (x ++ [false]) (last_cell (S n) k) (last_cell (S n) k')).
    { intros c k I H. apply rest_some in H. destruct H as (T & Nk & H). destruct (K2 c k I H) as (Hk & F & K).
      pose proof (U c k I T Nk H) as Un. split; [exact Hk|split].
      - destruct (J' k) eqn:D; [exfalso|reflexivity]. apply HJ in D. destruct D as [[D _]|(_ & [D|(c' & I' & T' & D)])]; [congruence|contradiction|].
        exact (Un (A1 c' k I' T' D)).
      - intros k'. rewrite rest_some, Lo by assumption. split.
        + intros (_ & Nk' & H'). apply K in H'. destruct H' as [Hk' D]. split; [exact Hk'|]. rewrite Lo by assumption. apply joined_next. auto.
        + intros [Hk' D]. split; [exact T|]. destruct (Nat.eq_dec k' r) as [->|Nk'].
          * rewrite Lr, Jn in D. destruct (Un D).
          * split; [exact Nk'|]. rewrite Lo in D by assumption. apply joined_next in D. destruct D as [D|[D _]]; [apply K; auto|destruct (Un D)]. }
    intros c' k I H. unfold C' in I. destruct ((n <? ranks) || near r J) eqn:T.
    + apply in_map_iff in I. destruct I as (c & <- & I). apply Old; assumption.
    + destruct I as [<-|I]; [|apply in_map_iff in I; destruct I as (c & <- & I); apply Old; assumption].
      apply orb_false_iff in T. destruct T as [Tn TJ].
      assert (Mk : forall k, merged r (J :: C) k = true <-> k = r \/ exists c, In c C /\ near r c = true /\ c k = true).
      { intros k0. rewrite merged_some. split; (intros [D|(c & I & N & D)]; [auto|]).
        - destruct I as [<-|I]; [congruence|right; exists c; auto].
        - right. exists c. cbn. auto. }
      assert (Mb : forall k, merged r (J :: C) k = true -> k < ranks).
      { intros k0 D. apply Mk in D. destruct D as [->|(c & I & N & D)]; [exact Hr|exact (proj1 (K2 c k0 I D))]. }
      assert (Ma : forall k, k < ranks -> (merged r (J :: C) k = true <-> attached x (last_cell (S n) k))).
      { intros k0 Hk0. rewrite Mk. destruct (Nat.eq_dec k0 r) as [->|N0]; [rewrite Lr; tauto|]. rewrite Lo by assumption. split.
        - intros [D|(c & I & N & D)]; [contradiction|eauto].
        - intros D. destruct (A2 k0 Hk0 N0 D) as [[X _]|X]; [congruence|auto]. }
      pose proof (Mb k H) as Hk. split; [exact Hk|split].
      * destruct (J' k) eqn:D; [exfalso|reflexivity]. apply HJ in D. destruct D as [[D X]|[(s & Hs & D) _]].
        -- apply Mk in H. destruct H as [->|(c & I & N & H)]; [destruct X as [X|X]; congruence|]. destruct (K2 c k I H) as (_ & F & _). congruence.
        -- assert (Y : false = true) by (apply B; exists s; auto). discriminate.
      * intros k'. apply Ma in H; [|exact Hk]. split.
        -- intros D. pose proof (Mb k' D) as Hk'. split; [exact Hk'|]. apply joined_next. right. split; [exact H|apply Ma; assumption].
        -- intros [Hk' D]. apply Ma; [exact Hk'|]. apply joined_next in D. destruct D as [D|[_ D]]; [|exact D].
           eapply attached_on; [apply joined_sym; exact D|exact H].
  - intros k Hk H. destruct (Nat.eq_dec k r) as [->|Nk].
    + unfold C'. destruct ((n <? ranks) || near r J) eqn:T.
      * left. apply HJ. right. split; [apply B; reflexivity|auto].
      * right. exists (merged r (J :: C)). split; [left; reflexivity|apply merged_some; auto].
    + rewrite Lo in H by assumption. apply right_next in H. destruct H as [H|[H _]]; [|destruct (last_cell_other n k Hk Nk H)].
      destruct (K3 k Hk H) as [F|(c & I & F)]; [left; apply HJ; auto|].
      destruct (near r c) eqn:T.
      * unfold C'. destruct ((n <? ranks) || near r J) eqn:X.
        -- left. apply HJ. right. split; [apply B; reflexivity|right; exists c; auto].
        -- right. exists (merged r (J :: C)). split; [left; reflexivity|]. apply merged_some. right. exists c. cbn. auto.
      * right. exists (rest r c). split; [|apply rest_some; auto]. unfold C'. destruct ((n <? ranks) || near r J); [|right]; apply in_map, I.
Qed.

Lemma knows_next x b c : knows x b -> knows (x ++ [c]) (fill_chains (length x) c b).
Proof. destruct c; [apply knows_left|apply knows_right]. Qed.

(* What is lost stays lost. *)
Lemma some_joined_true b : some_joined b = true <-> exists k, k < ranks /\ fst b k = true.
Proof.
  unfold some_joined. rewrite existsb_exists. split; intros (k & I & H); exists k; (split; [|exact H]).
  - apply in_seq in I. lia.
  - apply in_seq. lia.
Qed.
Lemma lost_next x b c : knows x b -> ranks <= length x -> some_joined b = false -> some_joined (fill_chains (length x) c b) = false.
Proof.
  intros K L H. assert (N : forall k, fst b k = false).
  { intros k. destruct (fst b k) eqn:D; [|reflexivity]. assert (X : some_joined b = true); [|congruence].
    apply some_joined_true. exists k. split; [apply (knows_first x b K), D|exact D]. }
  destruct (some_joined (fill_chains (length x) c b)) eqn:D; [exfalso|reflexivity]. apply some_joined_true in D. destruct D as (k & Hk & D).
  assert (T : near (rank (length x)) (fst b) = false).
  { destruct (near (rank (length x)) (fst b)) eqn:T; [|reflexivity]. apply near_some in T. destruct T as (j & _ & T). rewrite N in T. discriminate. }
  unfold fill_chains in D. destruct c; cbn [fst snd] in D.
  - apply without_some in D. rewrite N in D. destruct D. discriminate.
  - rewrite T in D. destruct (Nat.ltb_spec (length x) ranks); [lia|]. cbn [orb fst] in D. apply rest_some in D. rewrite N in D.
    destruct D as (_ & _ & D). discriminate.
Qed.

(* The border after the last cell says who wins. *)
Lemma knows_end x b files : length x = files * ranks -> 0 < files -> knows x b -> (some_joined b = true <-> right_wins x).
Proof.
  intros L F K. rewrite some_joined_true. unfold right_wins.
  assert (Last : forall k, k < ranks -> last_cell (length x) k = (files - 1) * ranks + k).
  { intros k Hk. unfold last_cell. rewrite L. assert (files * ranks = files * ranks + 0) as -> by lia. rewrite file_of, rank_of by lia.
    destruct (Nat.ltb_spec k 0); [lia|reflexivity]. }
  assert (E : files * ranks = (files - 1) * ranks + ranks) by (destruct files; [lia|]; cbn [Nat.mul]; replace (S files - 1) with files by lia; lia).
  split.
  - intros (k & Hk & H). apply (knows_first x b K) in H. destruct H as (_ & s & Hs & H). exists s, (last_cell (length x) k).
    split; [exact Hs|split; [|exact H]]. rewrite Last by exact Hk. lia.
  - intros (s & v & Hs & Hv & H). pose proof (joined_right _ _ _ H) as [_ R]. apply right_below in R.
    set (k := v - (files - 1) * ranks). assert (Hk : k < ranks) by (unfold k; lia). exists k. split; [exact Hk|].
    apply (knows_first x b K). split; [exact Hk|]. exists s. split; [exact Hs|]. rewrite Last by exact Hk. unfold k.
    replace ((files - 1) * ranks + (v - (files - 1) * ranks)) with v by lia. exact H.
Qed.

Theorem walk_right_wins (files : nat) (x : list bool) : 0 < files -> length x = files * ranks ->
  (walk fill_hex some_joined 0 x no_chains = true <-> right_wins x).
Proof.
  intros F L.
  assert (Lost : forall y z b, knows z b -> ranks <= length z -> some_joined b = false -> length (z ++ y) = files * ranks -> ~ right_wins (z ++ y)).
  { induction y as [|c y IH]; intros z b K R S E.
    - rewrite app_nil_r in *. rewrite <- (knows_end z b files E F K). congruence.
    - replace (z ++ c :: y) with ((z ++ [c]) ++ y) in * by (rewrite <- app_assoc; reflexivity).
      apply (IH (z ++ [c]) (fill_chains (length z) c b)); auto.
      + apply knows_next, K.
      + rewrite app_length. lia.
      + apply (lost_next z b c K R S). }
  assert (X : forall y z b, knows z b -> length (z ++ y) = files * ranks ->
            (walk fill_hex some_joined (length z) y b = true <-> right_wins (z ++ y))).
  { induction y as [|c y IH]; intros z b K E.
    - rewrite app_nil_r in *. apply (knows_end z b files); assumption.
    - cbn [walk]. replace (z ++ c :: y) with ((z ++ [c]) ++ y) in * by (rewrite <- app_assoc; reflexivity).
      pose proof (knows_next z b c K) as K'. assert (E' : length (z ++ [c]) = S (length z)) by (rewrite app_length; cbn; lia).
      unfold fill_hex. cbv zeta. destruct ((length z <? ranks) || some_joined (fill_chains (length z) c b)) eqn:D.
      + rewrite <- E'. apply IH; assumption.
      + apply orb_false_iff in D. destruct D as [D S]. apply Nat.ltb_ge in D. split; [discriminate|].
        intros W. exfalso. revert W. apply (Lost y (z ++ [c]) _ K'); [lia|exact S|exact E]. }
  apply (X x [] no_chains knows_start). exact L.
Qed.

(* Borders with the same chains need not be told apart. *)
Lemma near_same r c c' : (forall k, c k = c' k) -> near r c = near r c'.
Proof. intros H. unfold near. rewrite !H. destruct r; [reflexivity|]. rewrite H. reflexivity. Qed.
Lemma rest_same r c c' k : (forall k, c k = c' k) -> rest r c k = rest r c' k.
Proof. intros H. unfold rest. rewrite (near_same r c c' H). destruct (near r c'); [reflexivity|]. unfold without. rewrite H. reflexivity. Qed.
Lemma same_chains_sym b b' : same_chains b b' -> same_chains b' b.
Proof. intros (A & B & C). split; [intros k; rewrite A; reflexivity|split; assumption]. Qed.
Lemma fill_half n stone b b' : same_chains b b' ->
  (forall k, fst (fill_chains n stone b) k = true -> fst (fill_chains n stone b') k = true) /\
  (forall c k, In c (snd (fill_chains n stone b)) -> c k = true -> exists c', In c' (snd (fill_chains n stone b')) /\ forall j, c' j = c j).
Proof.
  intros (A & B & B'). destruct b as [J C], b' as [J' C']. unfold fill_chains. cbn [fst snd] in *. set (r := rank n).
  assert (M : forall k, merged r (J :: C) k = merged r (J' :: C') k).
  { assert (X : forall J C J' C', (forall k, J k = J' k) ->
        (forall c k, In c C -> c k = true -> exists c', In c' C' /\ forall j, c' j = c j) ->
        forall k, merged r (J :: C) k = true -> merged r (J' :: C') k = true).
    { clear. intros J C J' C' A B k H. apply merged_some in H. apply merged_some. destruct H as [H|(c & [<-|I] & N & H)]; [auto| |].
      - right. exists J'. split; [left; reflexivity|]. rewrite <- (near_same r J J' A), <- A. auto.
      - destruct (B c k I H) as (c' & I' & E). right. exists c'. split; [right; exact I'|]. rewrite (near_same r c' c E), E. auto. }
    intros k. destruct (merged r (J :: C) k) eqn:D, (merged r (J' :: C') k) eqn:D'; try reflexivity.
    - apply (X J C J' C' A B) in D. exact (eq_trans (eq_sym D) D').
    - apply (X J' C' J C) in D'; [exact (eq_trans (eq_sym D) D')|intros j; rewrite A; reflexivity|exact B']. }
  assert (K : forall t : ranks_set -> ranks_set, (forall c c', (forall k, c k = c' k) -> forall k, t c k = t c' k) -> (forall c k, t c k = true -> c k = true) ->
            forall c k, In c (map t C) -> c k = true -> exists c', In c' (map t C') /\ forall j, c' j = c j).
  { intros t T1 T2 c k I H. apply in_map_iff in I. destruct I as (d & <- & I). destruct (B d k I (T2 d k H)) as (d' & I' & E).
    exists (t d'). split; [apply in_map, I'|]. apply T1, E. }
  assert (Tw : forall c k, without r c k = true -> c k = true) by (intros c k H; apply without_some in H; apply H).
  assert (Tr : forall c k, rest r c k = true -> c k = true) by (intros c k H; apply rest_some in H; apply H).
  assert (Sw : forall c c', (forall k, c k = c' k) -> forall k, without r c k = without r c' k) by (intros c c' E k; unfold without; rewrite E; reflexivity).
  rewrite <- (near_same r J J' A). destruct stone; [|destruct ((n <? ranks) || near r J)]; cbn [fst snd]; split.
  - intros k. rewrite (Sw J J' A). auto.
  - apply K; assumption.
  - intros k. rewrite (rest_same r J J' k A), M. auto.
  - apply K; [intros c c' E k; apply rest_same, E|exact Tr].
  - intros k. rewrite (rest_same r J J' k A). auto.
  - intros c k [<-|I] H.
    + exists (merged r (J' :: C')). split; [left; reflexivity|]. intros j. rewrite M. reflexivity.
    + destruct (K (rest r) (fun c c' E k => rest_same r c c' k E) Tr c k I H) as (c' & I' & E). exists c'. split; [right; exact I'|exact E].
Qed.
Lemma fill_same n stone b b' : same_chains b b' -> same_chains (fill_chains n stone b) (fill_chains n stone b').
Proof.
  intros S. destruct (fill_half n stone b b' S) as [A B]. destruct (fill_half n stone b' b (same_chains_sym _ _ S)) as [A' B'].
  split; [|split; assumption]. intros k.
  destruct (fst (fill_chains n stone b) k) eqn:D, (fst (fill_chains n stone b') k) eqn:D'; try reflexivity.
  - apply A in D. congruence.
  - apply A' in D'. congruence.
Qed.
Lemma some_joined_same b b' : same_chains b b' -> some_joined b = some_joined b'.
Proof. intros (A & _). unfold some_joined. induction (seq 0 ranks) as [|k l IH]; [reflexivity|]. cbn [existsb]. rewrite A, IH. reflexivity. Qed.
Lemma chains_kept : alike_kept fill_hex some_joined same_chains.
Proof.
  intros b b' S. split; [apply some_joined_same, S|]. intros n c. unfold fill_hex. cbv zeta. pose proof (fill_same n c b b' S) as F.
  rewrite <- (some_joined_same _ _ F). destruct ((n <? ranks) || some_joined (fill_chains n c b)); [exact F|exact I].
Qed.
End Chains.

Section Hex.
Variables ranks files : nat.
Hypothesis some_rank : 0 < ranks.
Hypothesis some_file : 0 < files.
(* ANCHOR: hex-left *)
(* Left wins the fillings that Right does not. *)
Definition hex_left (x : list bool) : bool := negb (walk (fill_hex ranks) (some_joined ranks) 0 x no_chains).
Theorem hex_left_wins x : length x = files * ranks -> (hex_left x = true <-> ~ right_wins ranks x).
(* ANCHOR_END: hex-left *)
Proof.
  intros L. rewrite <- (walk_right_wins ranks some_rank files x some_file L). unfold hex_left.
  destruct (walk (fill_hex ranks) (some_joined ranks) 0 x no_chains); cbn; split; intros H; try discriminate; [|reflexivity].
  destruct (H eq_refl).
Qed.

Lemma fillings_number s : length (fillings s) = 2 ^ length (free_cells s).
Proof.
  induction s as [|[c|] s IH]; [reflexivity| |]; cbn [fillings free_cells length]; rewrite ?app_length, !map_length, ?IH; [reflexivity|].
  cbn [Nat.pow]. lia.
Qed.
Lemma count_others f s : count f s + count (fun x => negb (f x)) s = length (fillings s).
Proof. unfold count. induction (fillings s) as [|x l IH]; [reflexivity|]. cbn [filter]. destruct (f x); cbn [negb length]; lia. Qed.
Lemma count_left s : count hex_left s = 2 ^ length (free_cells s) - wins (fill_hex ranks) (some_joined ranks) 0 s no_chains.
Proof.
  rewrite <- fillings_number, <- (count_others (fun x => walk (fill_hex ranks) (some_joined ranks) 0 x no_chains) s), wins_walk.
  unfold hex_left. lia.
Qed.
Lemma put_here before c after : put (length before) c (before ++ None :: after) = before ++ Some c :: after.
Proof. induction before as [|d l IH]; [reflexivity|]. cbn [length app put]. rewrite IH. reflexivity. Qed.
Lemma free_here before after : In (length before) (free_cells (before ++ None :: after)).
Proof. induction before as [|[c|] l IH]; cbn [length app free_cells]; [left; reflexivity|apply in_map, IH|right; apply in_map, IH]. Qed.

(* ANCHOR: hex-count *)
(* What the checker requires: of all fillings, those that Right does not win; for a free cell and a stone on it, the ways to a border before it, times the ways
   from the border after it. *)
Theorem hex_count s :
  count hex_left s = 2 ^ length (free_cells s) - wins (fill_hex ranks) (some_joined ranks) 0 s no_chains.
Proof. apply count_left. Qed.
Theorem hex_count_cell before after l c : reached (fill_hex ranks) same_chains no_chains before l ->
  let s := before ++ None :: after in let i := length before in
  count hex_left (put i c s) = 2 ^ (length (free_cells s) - 1) -
    total (fun b => led (fill_hex ranks i c b) 0 (wins (fill_hex ranks) (some_joined ranks) (S i) after)) l.
(* ANCHOR_END: hex-count *)
Proof.
  intros H s i. pose proof (free_put s i c (free_here before after)) as E. rewrite count_left.
  replace (length (free_cells s) - 1) with (length (free_cells (put i c s))) by lia. f_equal.
  unfold s, i. rewrite put_here, wins_walk. apply (border_count _ _ _ (chains_kept ranks) _ _ _ None l H).
Qed.
End Hex.
