(* Impartial games: the classes of a game, by the pairs of its values in normal and in misere play. No axiom is used. *)
From Coq Require Import List Lia Arith.
From Bidding Require Import Partitions.
Import ListNotations.
Open Scope nat_scope.

Inductive game_class := Domestic | Tame | Pet | Miserable | Returnable | Forced.

Section Classes.
Context {pos : Type}.
Variables (moves_to : pos -> pos -> Prop) (has : pos -> nat -> nat -> Prop). (* [has P v v']: the normal and the misere value *)
Definition swap (P : pos) : Prop := has P 0 1 \/ has P 1 0.
Definition option_has (v v' : nat) (P : pos) : Prop := exists o, moves_to P o /\ has o v v'.
Definition against (k : game_class) (P : pos) : Prop :=
  match k with
  | Domestic => exists v, 1 < v /\ (has P 0 v \/ has P v 0)
  | Tame => ~ swap P /\ exists v v', has P v v' /\ v <> v'
  | Pet => ~ swap P /\ exists v v', has P v v' /\ (v <> v' \/ v < 2 /\ v' < 2)
  | Miserable => ~ swap P /\ (option_has 0 1 P /\ ~ option_has 1 0 P \/ option_has 1 0 P /\ ~ option_has 0 1 P)
  | Returnable => swap P /\ exists v v' o, has P v v' /\ moves_to P o /\ ~ ends moves_to o /\ ~ option_has v v' o
  | Forced => swap P /\ exists o, moves_to P o /\ ~ swap o
  end.

(* What is stated of a class: 0, no position of the list is against it; [S i], the first one that is has the place [i]. *)
Definition class (order : list pos) (k : game_class) (stated : nat) : Prop :=
  match stated with
  | 0 => forall P, In P order -> ~ against k P
  | S i => exists before P after, order = before ++ P :: after /\ length before = i /\ against k P /\
           forall Q, In Q before -> ~ against k Q
  end.
End Classes.

(* The values of a table, and the true ones. *)
Definition stated_values {pos} (g g' : pos -> nat) (P : pos) (v v' : nat) : Prop := g P = v /\ g' P = v'.
Definition true_values {pos} (moves_to : pos -> pos -> Prop) (P : pos) (v v' : nat) : Prop :=
  value moves_to Normal P v /\ value moves_to Misere P v'.

(* Nothing but the pairs of values decides what is against a class, and the same options from another way of writing the positions. *)
Section Same.
Context {A B : Type}.
Variables (RA : A -> A -> Prop) (RB : B -> B -> Prop) (f : A -> B) (dom : A -> Prop).
Variables (hasA : A -> nat -> nat -> Prop) (hasB : B -> nat -> nat -> Prop).
Hypothesis closed : forall a o, dom a -> RA a o -> dom o.
Hypothesis there : forall a o, dom a -> RA a o -> RB (f a) (f o).
Hypothesis back : forall a b, dom a -> RB (f a) b -> exists o, RA a o /\ f o = b.
Hypothesis same : forall a v v', dom a -> (hasA a v v' <-> hasB (f a) v v').

Lemma swap_same a : dom a -> (swap hasA a <-> swap hasB (f a)).
Proof. intros D. unfold swap. rewrite !same by exact D. reflexivity. Qed.
Lemma option_has_same a v v' : dom a -> (option_has RA hasA v v' a <-> option_has RB hasB v v' (f a)).
Proof.
  intros D. split.
  - intros (o & M & H). exists (f o). split; [apply there; assumption|]. apply same; [eapply closed; eassumption|exact H].
  - intros (b & M & H). destruct (back a b D M) as (o & Mo & <-). exists o. split; [exact Mo|].
    apply same; [eapply closed; eassumption|exact H].
Qed.
Lemma against_same k a : dom a -> (against RA hasA k a <-> against RB hasB k (f a)).
Proof.
  intros D. destruct k; cbn [against]; rewrite ?(swap_same a D), ?(option_has_same a _ _ D).
  - split; intros (v & L & H); exists v; rewrite ?same in * by exact D; auto.
  - split; intros (S & v & v' & H & N); (split; [exact S|]); exists v, v'; rewrite ?same in * by exact D; auto.
  - split; intros (S & v & v' & H & N); (split; [exact S|]); exists v, v'; rewrite ?same in * by exact D; auto.
  - reflexivity.
  - split; intros (S & v & v' & o & H & M & E & N); (split; [exact S|]).
    + exists v, v', (f o). rewrite same in H by exact D. pose proof (closed a o D M) as Do.
      rewrite (ends_image RA RB f dom there back o Do) in E. rewrite (option_has_same o v v' Do) in N. auto.
    + destruct (back a o D M) as (o' & Mo & <-). exists v, v', o'. rewrite same by exact D. pose proof (closed a o' D Mo) as Do.
      rewrite (ends_image RA RB f dom there back o' Do). rewrite (option_has_same o' v v' Do). auto.
  - split; intros (S & o & M & N); (split; [exact S|]).
    + exists (f o). split; [apply there; assumption|]. rewrite <- (swap_same o (closed a o D M)). exact N.
    + destruct (back a o D M) as (o' & Mo & <-). exists o'. split; [exact Mo|]. rewrite (swap_same o' (closed a o' D Mo)). exact N.
Qed.
Lemma class_same order k n : (forall a, In a order -> dom a) -> (class RA hasA order k n <-> class RB hasB (map f order) k n).
Proof.
  intros D. destruct n as [|i]; cbn [class]; split.
  - intros H b I. apply in_map_iff in I. destruct I as (a & <- & I). rewrite <- (against_same k a (D a I)). auto.
  - intros H a I. rewrite (against_same k a (D a I)). apply H, in_map, I.
  - intros (l & a & l' & -> & L & X & N). exists (map f l), (f a), (map f l'). rewrite map_app, map_length. cbn [map].
    split; [reflexivity|]. split; [exact L|]. split; [apply (against_same k a); [apply D, in_elt|exact X]|].
    intros b I. apply in_map_iff in I. destruct I as (c & <- & I). rewrite <- (against_same k c) by (apply D, in_or_app; left; exact I). auto.
  - intros (l & b & l' & E & L & X & N). apply map_eq_app in E. destruct E as (m & m' & -> & <- & E).
    destruct m' as [|a m']; [discriminate|]. cbn [map] in E. injection E as <- <-. rewrite map_length in L.
    exists m, a, m'. split; [reflexivity|]. split; [exact L|]. split; [apply (against_same k a); [apply D, in_elt|exact X]|].
    intros c I. rewrite (against_same k c) by (apply D, in_or_app; left; exact I). apply N, in_map, I.
Qed.
End Same.

Lemma stated_are_true {pos} (moves_to : pos -> pos -> Prop) g g' P v v' :
  value moves_to Normal P (g P) -> value moves_to Misere P (g' P) -> (stated_values g g' P v v' <-> true_values moves_to P v v').
Proof.
  intros V V'. split.
  - intros [<- <-]. split; assumption.
  - intros [W W']. split; eapply value_unique; eassumption.
Qed.

Theorem class_sound {pos} (moves_to : pos -> pos -> Prop) (dom : pos -> Prop) (size : pos -> nat) (g g' : pos -> nat) :
  (forall P o, dom P -> moves_to P o -> dom o) -> (forall P o, dom P -> moves_to P o -> size o < size P) ->
  (forall P, dom P -> mex moves_to g P) -> (forall P, dom P -> misere_mex moves_to g' P) ->
  forall order k n, (forall P, In P order -> dom P) ->
    (class moves_to (stated_values g g') order k n <-> class moves_to (true_values moves_to) order k n).
Proof.
  intros closed smaller H H' order k n D. rewrite <- (map_id order) at 2.
  apply (class_same moves_to moves_to (fun P => P) dom); auto.
  - intros a b _ M. exists b. auto.
  - intros P v v' HP. apply stated_are_true.
    + apply (mex_sound moves_to dom size closed smaller g H P HP).
    + apply (misere_mex_sound moves_to dom size closed smaller g' H' P HP).
Qed.

(* Only one number is right. *)
Theorem class_unique {pos} (moves_to : pos -> pos -> Prop) has (order : list pos) k n n' :
  class moves_to has order k n -> class moves_to has order k n' -> n = n'.
Proof.
  assert (X : forall (l : list pos) P l' m Q m', l ++ P :: l' = m ++ Q :: m' -> length l < length m -> In P m).
  { intros l P l' m Q m' E L. assert (N : nth_error (m ++ Q :: m') (length l) = Some P).
    { rewrite <- E, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
    rewrite nth_error_app1 in N by exact L. eapply nth_error_In. exact N. }
  destruct n as [|i], n' as [|j]; cbn [class]; auto.
  - intros N (l & P & l' & -> & _ & A & _). destruct (N P (in_elt _ _ _) A).
  - intros (l & P & l' & -> & _ & A & _) N. destruct (N P (in_elt _ _ _) A).
  - intros (l & P & l' & -> & <- & A & N) (m & Q & m' & E & <- & A' & N').
    destruct (lt_eq_lt_dec (length l) (length m)) as [[L|L]|L]; [|auto|]; exfalso.
    + exact (N' P (X l P l' m Q m' E L) A).
    + exact (N Q (X m Q m' l P l' (eq_sym E) L) A').
Qed.

(* Statement 9: the cells of a board, and all partitions of 1 to n. *)
Theorem board_classes (p : piece) (board : list nat) (g g' : nat * nat -> nat) : piece_ok p -> partition board ->
  (forall c, inside board c -> mex (cell_moves p board) g c) ->
  (forall c, inside board c -> misere_mex (cell_moves p board) g' c) ->
  forall cells k n, (forall c, In c cells -> inside board c) ->
    (class (cell_moves p board) (stated_values g g') cells k n <->
     class (moves p) (true_values (moves p)) (map (left_at board) cells) k n).
Proof.
  intros ok P H H' cells k n D. apply (class_same _ _ (left_at board) (inside board)); auto.
  - apply cell_closed.
  - apply cell_there; assumption.
  - apply cell_back; assumption.
  - intros c v v' Hc. destruct (board_values p board ok P g g' H H' c Hc) as [V V']. split.
    + intros [<- <-]. split; assumption.
    + intros [W W']. split; eapply value_unique; eassumption.
Qed.

Theorem sizes_classes (p : piece) (n : nat) (g g' : list nat -> nat) : piece_ok p ->
  let listed l := partition l /\ 1 <= list_sum l <= n in
  (forall l, listed l -> mex (moves p) g l) -> (forall l, listed l -> misere_mex (moves p) g' l) ->
  forall order k stated, (forall l, In l order -> listed l) ->
    (class (moves p) (stated_values g g') order k stated <-> class (moves p) (true_values (moves p)) order k stated).
Proof.
  intros ok listed H H' order k stated D. rewrite <- (map_id order) at 2.
  apply (class_same (moves p) (moves p) (fun l => l) listed); auto.
  - intros l o [P S] M. pose proof (moves_smaller p l o ok P M). split; [eapply moves_partition; eauto|]. split; [|lia].
    pose proof (moves_partition p l o P M) as [_ Po]. destruct M as (x & y & _ & _ & Ne). destruct o as [|a o]; [congruence|].
    inversion Po; subst. change (list_sum (a :: o)) with (a + list_sum o). lia.
  - intros a b _ M. exists b. auto.
  - intros l v v' Hl. destruct (sizes_values p n g g' ok H H' l Hl) as [V V']. apply stated_are_true; assumption.
Qed.
