(* Hex, and every game in which the players fill cells and a full board says who wins: the value is the share of the
   fillings that Left wins. No axiom is used. *)
From Coq Require Import QArith Qminmax Lqa List Lia Bool.
From Bidding Require Import Game Limits.
Import ListNotations.
Open Scope Q_scope.

(* A cell is free, or has a stone of Left (true) or of Right (false). A full board is a list of stones; [f] says whether Left wins. *)
Definition board := list (option bool).
Fixpoint free_cells (s : board) : list nat :=
  match s with [] => [] | None :: r => O :: map S (free_cells r) | Some _ :: r => map S (free_cells r) end.
Fixpoint put (i : nat) (stone : bool) (s : board) : board :=
  match s, i with [], _ => [] | _ :: r, O => Some stone :: r | c :: r, S i => c :: put i stone r end.
Fixpoint fillings (s : board) : list (list bool) :=
  match s with
  | [] => [[]]
  | Some c :: r => map (cons c) (fillings r)
  | None :: r => map (cons true) (fillings r) ++ map (cons false) (fillings r)
  end.
(* How many fillings Left wins. *)
Definition count (f : list bool -> bool) (s : board) : nat := length (filter f (fillings s)).
Definition share (f : list bool -> bool) (s : board) : Q :=
  inject_Z (Z.of_nat (count f s)) / inject_Z (Z.of_nat (length (fillings s))).

(* The players bid for each move; Left puts a stone of hers on a free cell, or Right one of his. *)
Definition filling_game (f : list bool -> bool) (s : board) : node board :=
  match free_cells s with
  | [] => Terminal (share f s)
  | i :: r => bid_for (put i true s, map (fun i => put i true s) r) (put i false s, map (fun i => put i false s) r)
  end.

Lemma fillings_put s : forall f i, In i (free_cells s) ->
  count f s = (count f (put i true s) + count f (put i false s))%nat /\
  length (fillings (put i true s)) = length (fillings (put i false s)) /\
  length (fillings s) = (2 * length (fillings (put i true s)))%nat.
Proof.
  assert (M : forall (c : bool) l f, length (filter f (map (cons c) l)) = length (filter (fun x => f (c :: x)) l)).
  { intros c l f. induction l as [|x l IH]; [reflexivity|]. cbn [map filter]. destruct (f (c :: x)); cbn [length]; rewrite IH; reflexivity. }
  unfold count. induction s as [|[c|] s IH]; intros f i H; cbn [free_cells] in H.
  - destruct H.
  - apply in_map_iff in H. destruct H as (j & <- & H). cbn [put fillings]. rewrite !M, !map_length. apply (IH _ j H).
  - destruct H as [<-|H].
    + cbn [put fillings]. rewrite filter_app, !app_length, !M, !map_length. lia.
    + apply in_map_iff in H. destruct H as (j & <- & H). cbn [put fillings]. rewrite !filter_app, !app_length, !M, !map_length.
      destruct (IH (fun x => f (true :: x)) j H) as (A & B & C). destruct (IH (fun x => f (false :: x)) j H) as (A' & _). lia.
Qed.
Lemma fillings_some s : (0 < length (fillings s))%nat.
Proof. induction s as [|[c|] s IH]; cbn [fillings]; rewrite ?app_length, ?map_length; cbn; lia. Qed.
Lemma free_put s : forall i c, In i (free_cells s) -> S (length (free_cells (put i c s))) = length (free_cells s).
Proof.
  induction s as [|[d|] s IH]; intros i c H; cbn [free_cells] in H.
  - destruct H.
  - apply in_map_iff in H. destruct H as (j & <- & H). cbn [put free_cells]. rewrite !map_length. apply IH, H.
  - destruct H as [<-|H]; [cbn [put free_cells length]; rewrite map_length; reflexivity|].
    apply in_map_iff in H. destruct H as (j & <- & H). cbn [put free_cells length]. rewrite !map_length. rewrite IH by exact H. reflexivity.
Qed.

(* The equation of the chapter: the share of a board is the mean of the shares after either stone on any free cell. *)
Theorem filling_mean f s i : In i (free_cells s) -> share f (put i true s) + share f (put i false s) == 2 * share f s.
Proof.
  intros H. destruct (fillings_put s f i H) as (A & B & C). pose proof (fillings_some (put i true s)) as P.
  unfold share. rewrite A, C, <- B. rewrite Nat2Z.inj_add, Nat2Z.inj_mul, inject_Z_plus, inject_Z_mult.
  change (inject_Z (Z.of_nat 2)) with 2. field.
  intros E. assert (0 < inject_Z (Z.of_nat (length (fillings (put i true s))))); [|lra].
  change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
Qed.

Section Value.
Variable f : list bool -> bool.
Notation game := (filling_game f).

Lemma options_are s c i r (x : board) : free_cells s = i :: r ->
  (In x (all (put i c s, map (fun i => put i c s) r)) <-> exists j, In j (free_cells s) /\ x = put j c s).
Proof.
  intros E. rewrite E. unfold all. cbn [fst snd In]. rewrite in_map_iff. split.
  - intros [<-|(j & <- & H)]; [exists i|exists j]; auto.
  - intros (j & [<-|H] & ->); [left; reflexivity|right; exists j; auto].
Qed.
(* Where Left's best cell is, Right's is, too; so the mean of both is the share. *)
Lemma filling_F x s i r : free_cells s = i :: r -> (forall j c, In j (free_cells s) -> x (put j c s) == share f (put j c s)) ->
  F game x s == share f s.
Proof.
  intros E H. set (w := (put i true s, map (fun i => put i true s) r)). set (b := (put i false s, map (fun i => put i false s) r)).
  destruct (F_of_turns game x s) as [X _]. rewrite (X w b) by (unfold filling_game; rewrite E; reflexivity). clear X.
  destruct (most_att x w) as (o & Ho & Eo). destruct (least_att x b) as (o' & Ho' & Eo').
  apply (options_are s true i r o E) in Ho. apply (options_are s false i r o' E) in Ho'.
  destruct Ho as (j & Hj & ->). destruct Ho' as (k & Hk & ->).
  pose proof (most_ub x w (put k true s) (proj2 (options_are s true i r _ E) (ex_intro _ k (conj Hk eq_refl)))) as U.
  pose proof (least_lb x b (put j false s) (proj2 (options_are s false i r _ E) (ex_intro _ j (conj Hj eq_refl)))) as L.
  pose proof (filling_mean f s j Hj). pose proof (filling_mean f s k Hk).
  rewrite (H j true Hj) in Eo. rewrite (H k false Hk) in Eo'. rewrite (H k true Hk) in U. rewrite (H j false Hj) in L. lra.
Qed.

(* ANCHOR: filling-value *)
Theorem filling_value s n : (length (free_cells s) <= n)%nat -> alpha game n s == share f s /\ beta game n s == share f s.
(* ANCHOR_END: filling-value *)
Proof.
  revert s. induction n as [|n IH]; intros s H; destruct (free_cells s) as [|i r] eqn:E.
  - cbn. unfold filling_game. rewrite E. split; reflexivity.
  - cbn in H. lia.
  - cbn [alpha beta]. unfold F, filling_game. rewrite E. split; reflexivity.
  - cbn [alpha beta]. split; apply (filling_F _ s i r E); intros j c Hj; apply IH; pose proof (free_put s j c Hj); rewrite E in *; cbn [length] in *; lia.
Qed.

(* The numbers W and W_i of the certificate: of the fillings in which Left's stone on cell i changes who wins. *)
Theorem filling_decides s i : In i (free_cells s) ->
  (Z.of_nat (count f (put i true s)) - Z.of_nat (count f (put i false s)) =
   2 * Z.of_nat (count f (put i true s)) - Z.of_nat (count f s))%Z.
Proof. intros H. destruct (fillings_put s f i H) as (A & _). lia. Qed.
End Value.
