(* Impartial games, and chess on partitions: values, misere values, losing cells.

   Two players move the same piece in turn, and every move makes the position smaller. First: who wins, and what a value is,
   without any table. Then the conditions of the format, and the proof that they make a table true. Then the rules of
   partitions. No axiom is used. *)
From Coq Require Import List Lia Arith Bool.
Import ListNotations.
Open Scope nat_scope.

Inductive play := Normal | Misere. (* who cannot move loses, or wins *)
Definition end_value (how : play) : nat := match how with Normal => 0 | Misere => 1 end.

Section Impartial.
Context {pos : Type}.
Variable moves_to : pos -> pos -> Prop.

Definition ends (P : pos) : Prop := forall o, ~ moves_to P o.

(* Who has to move wins, or loses, after [n] moves at the most. *)
Fixpoint wins_in (how : play) (n : nat) (P : pos) : Prop :=
  (ends P /\ how = Misere) \/
  match n with O => False | S n' => exists o, moves_to P o /\ loses_in how n' o end
with loses_in (how : play) (n : nat) (P : pos) : Prop :=
  (ends P -> how = Normal) /\
  forall o, moves_to P o -> match n with O => False | S n' => wins_in how n' o end.
Definition winning (how : play) (P : pos) : Prop := exists n, wins_in how n P.
Definition losing (how : play) (P : pos) : Prop := exists n, loses_in how n P.

(* [v] is the value of [P], as far as plays of [n] moves: every option has a value, and [v] is the least number that none has. *)
Fixpoint value_in (how : play) (n : nat) (P : pos) (v : nat) : Prop :=
  (ends P /\ v = end_value how) \/
  match n with O => False | S n' =>
    ~ ends P /\
    (forall o, moves_to P o -> exists v', value_in how n' o v' /\ v' <> v) /\
    (forall v', v' < v -> exists o, moves_to P o /\ value_in how n' o v')
  end.
Definition value (how : play) (P : pos) (v : nat) : Prop := exists n, value_in how n P v.

Theorem not_both how P : winning how P -> losing how P -> False.
Proof.
  intros [n W] [m L]. assert (X : forall k n m P, n + m <= k -> wins_in how n P -> loses_in how m P -> False).
  { clear. induction k as [|k IH]; intros n m P Hk W L.
    - destruct n, m; try lia. destruct W as [[E ->]|[]]. destruct L as [L _]. specialize (L E). discriminate.
    - assert (End : ends P -> how = Normal) by (destruct m; apply L).
      destruct n as [|n]; cbn in W.
      + destruct W as [[E ->]|[]]. specialize (End E). discriminate.
      + destruct W as [[E ->]|(o & Ho & W)]; [specialize (End E); discriminate|].
        destruct m as [|m]; destruct L as [_ L]; specialize (L o Ho); [exact L|]. apply (IH m n o); auto. lia. }
  apply (X (n + m) n m P); auto.
Qed.

(* A value is one number. *)
Theorem value_unique how P v v' : value how P v -> value how P v' -> v = v'.
Proof.
  intros [n V] [m W]. assert (X : forall k n m P v v', n + m <= k -> value_in how n P v -> value_in how m P v' -> v = v').
  { clear. induction k as [|k IH]; intros n m P v v' Hk V W.
    - destruct n, m; try lia. destruct V as [[_ ->]|[]], W as [[_ ->]|[]]. reflexivity.
    - destruct n as [|n]; [destruct V as [[E ->]|[]]|destruct V as [[E ->]|(E & V1 & V2)]];
        (destruct m as [|m]; [destruct W as [[E' ->]|[]]|destruct W as [[E' ->]|(E' & W1 & W2)]]); try tauto.
      destruct (lt_eq_lt_dec v v') as [[H|H]|H]; [|exact H|]; exfalso.
      + destruct (W2 v H) as (o & Ho & X). destruct (V1 o Ho) as (u & Hu & Ne). apply Ne. apply (IH n m o); auto. lia.
      + destruct (V2 v' H) as (o & Ho & X). destruct (W1 o Ho) as (u & Hu & Ne). apply Ne. apply (IH m n o); auto. lia. }
  apply (X (n + m) n m P); auto.
Qed.

(* [g] is the least number that no option has; at an end it is the value of ends. *)
Definition required (how : play) (g : pos -> nat) (P : pos) : Prop :=
  (ends P /\ g P = end_value how) \/
  (~ ends P /\ (forall o, moves_to P o -> g o <> g P) /\ (forall v, v < g P -> exists o, moves_to P o /\ g o = v)).
Definition mex (g : pos -> nat) : pos -> Prop := required Normal g.
Definition misere_mex (g : pos -> nat) : pos -> Prop := required Misere g.

(* [lost] is the stated set of losing positions. *)
Definition quiet (how : play) (lost : pos -> bool) (P : pos) : Prop :=
  lost P = true -> (forall o, moves_to P o -> lost o = false) /\ (how = Misere -> ~ ends P).
Definition answered (how : play) (lost : pos -> bool) (P : pos) : Prop :=
  lost P = false -> (exists o, moves_to P o /\ lost o = true) \/ (how = Misere /\ ends P).

Section Table.
(* The positions of the table; no move leaves them, and each makes the position smaller. *)
Variables (dom : pos -> Prop) (size : pos -> nat).
Hypothesis closed : forall P o, dom P -> moves_to P o -> dom o.
Hypothesis smaller : forall P o, dom P -> moves_to P o -> size o < size P.

Theorem required_value how (g : pos -> nat) :
  (forall P, dom P -> required how g P) -> forall P, dom P -> value how P (g P).
Proof.
  intros ok P HP. exists (S (size P)).
  assert (X : forall n P, dom P -> size P < n -> value_in how n P (g P)).
  { clear P HP. induction n as [|n IH]; intros P HP Hn; [lia|]. cbn [value_in].
    destruct (ok P HP) as [E|(E & A & B)]; [left; exact E|right]. split; [exact E|split].
    - intros o Ho. exists (g o). split; [|auto]. apply IH; [eauto|]. specialize (smaller P o HP Ho). lia.
    - intros v Hv. destruct (B v Hv) as (o & Ho & <-). exists o. split; [exact Ho|]. apply IH; [eauto|].
      specialize (smaller P o HP Ho). lia. }
  apply X; auto.
Qed.
(* ANCHOR: mex-sound *)
Theorem mex_sound g : (forall P, dom P -> mex g P) -> forall P, dom P -> value Normal P (g P).
Proof. apply required_value. Qed.
Theorem misere_mex_sound g : (forall P, dom P -> misere_mex g P) -> forall P, dom P -> value Misere P (g P).
Proof. apply required_value. Qed.
(* ANCHOR_END: mex-sound *)

(* ANCHOR: losing-sound *)
Theorem losing_sound how (lost : pos -> bool) :
  (forall P, dom P -> quiet how lost P) -> (forall P, dom P -> answered how lost P) ->
  forall P, dom P -> (losing how P <-> lost P = true) /\ (winning how P <-> lost P = false).
(* ANCHOR_END: losing-sound *)
Proof.
  intros Q A.
  assert (X : forall n P, dom P -> size P < n -> (lost P = true -> loses_in how n P) /\ (lost P = false -> wins_in how n P)).
  { induction n as [|n IH]; intros P HP Hn; [lia|]. split; intros D.
    - destruct (Q P HP D) as [Q1 Q2]. split; [destruct how; [reflexivity|intros E; destruct (Q2 eq_refl E)]|].
      intros o Ho. specialize (smaller P o HP Ho). apply IH; eauto. lia.
    - destruct (A P HP D) as [(o & Ho & L)|[-> E]]; [right|left; auto]. exists o. split; [exact Ho|].
      specialize (smaller P o HP Ho). apply IH; eauto. lia. }
  assert (Y : forall P, dom P -> (lost P = true -> losing how P) /\ (lost P = false -> winning how P)).
  { intros P HP. destruct (X (S (size P)) P HP) as [X1 X2]; [lia|]. split; intros D; exists (S (size P)); auto. }
  intros P HP. destruct (Y P HP) as [Y1 Y2]. split; split; auto; intros H.
  - destruct (lost P) eqn:D; auto. destruct (not_both how P); auto.
  - destruct (lost P) eqn:D; auto. destruct (not_both how P); auto.
Qed.
End Table.

(* A value says who wins. *)
Theorem value_wins how P v : value how P v -> (losing how P <-> v = 0) /\ (winning how P <-> v <> 0).
Proof.
  intros [n V].
  assert (X : forall n P v, value_in how n P v -> (v = 0 -> losing how P) /\ (v <> 0 -> winning how P)).
  { clear. intros n P v V.
    assert (Y : (v = 0 -> loses_in how n P) /\ (v <> 0 -> wins_in how n P)); [|split; intros H; exists n; apply Y, H].
    revert P v V. induction n as [|n IH]; intros P v V.
    - destruct V as [[E ->]|[]]. destruct how; cbn; split; intros H; solve [discriminate|tauto].
    - destruct V as [[E ->]|(E & V1 & V2)].
      + destruct how; cbn [end_value]; split; intros H; try discriminate; try tauto.
        * split; [auto|]. intros o Ho. destruct (E o Ho).
        * left. auto.
      + split; intros H.
        * split; [tauto|]. intros o Ho. destruct (V1 o Ho) as (u & Hu & Ne). apply (IH o u Hu). lia.
        * right. destruct (V2 0 ltac:(lia)) as (o & Ho & Hu). exists o. split; [exact Ho|]. apply (IH o 0 Hu). reflexivity. }
  destruct (X n P v V) as [Y1 Y2]. split; split; auto; intros H.
  - destruct (Nat.eq_dec v 0); auto. destruct (not_both how P); auto.
  - intros D. apply (not_both how P); auto.
Qed.
End Impartial.

(* Several boards at once: whose turn it is moves on one of them; who cannot move on any of them loses. *)
Section Sum.
Context {pos : Type}.
Variable moves_to : pos -> pos -> Prop.
Definition sum_moves (l l' : list pos) : Prop :=
  exists before P o rest, l = before ++ P :: rest /\ l' = before ++ o :: rest /\ moves_to P o.
Definition xor (l : list nat) : nat := fold_right Nat.lxor 0 l.

Lemma xor_app l l' : xor (l ++ l') = Nat.lxor (xor l) (xor l').
Proof. unfold xor. induction l as [|a l IH]; cbn [app fold_right]; [rewrite Nat.lxor_0_l; reflexivity|]. rewrite IH, Nat.lxor_assoc. reflexivity. Qed.
Lemma xor_change before a b rest :
  xor (before ++ b :: rest) = Nat.lxor (xor (before ++ a :: rest)) (Nat.lxor a b).
Proof.
  rewrite !xor_app. cbn [xor fold_right]. fold (xor rest).
  apply Nat.bits_inj. intros k. rewrite !Nat.lxor_spec.
  destruct (Nat.testbit (xor before) k), (Nat.testbit a k), (Nat.testbit b k), (Nat.testbit (xor rest) k); reflexivity.
Qed.

(* A number with the same bits above bit k, and 0 instead of 1 there, is smaller. *)
Lemma smaller_by_bit a b k : (forall j, k < j -> Nat.testbit b j = Nat.testbit a j) ->
  Nat.testbit a k = true -> Nat.testbit b k = false -> b < a.
Proof.
  intros H Ha Hb.
  assert (E : b / 2 ^ S k = a / 2 ^ S k).
  { apply Nat.bits_inj. intros j. rewrite !Nat.div_pow2_bits. apply H. lia. }
  rewrite Nat.testbit_eqb in Ha, Hb. apply Nat.eqb_eq in Ha. apply Nat.eqb_neq in Hb.
  assert (P : 2 ^ k <> 0) by (apply Nat.pow_nonzero; lia).
  rewrite Nat.pow_succ_r', (Nat.mul_comm 2), <- !Nat.div_div in E by lia.
  assert (D : b / 2 ^ k < a / 2 ^ k).
  { pose proof (Nat.div_mod (b / 2 ^ k) 2 ltac:(lia)). pose proof (Nat.div_mod (a / 2 ^ k) 2 ltac:(lia)).
    pose proof (Nat.mod_upper_bound (b / 2 ^ k) 2 ltac:(lia)). lia. }
  destruct (le_lt_dec a b) as [L|L]; [|exact L]. pose proof (Nat.div_le_mono a b (2 ^ k) P L). lia.
Qed.
Lemma bit_of_xor l k : Nat.testbit (xor l) k = true -> exists before a rest, l = before ++ a :: rest /\ Nat.testbit a k = true.
Proof.
  induction l as [|a l IH]; cbn [xor fold_right]; [rewrite Nat.bits_0; discriminate|].
  rewrite Nat.lxor_spec. destruct (Nat.testbit a k) eqn:B; [exists [], a, l; auto|].
  fold (xor l). destruct (Nat.testbit (xor l) k); [|discriminate]. intros _.
  destruct (IH eq_refl) as (b & a' & r & -> & H). exists (a :: b), a', r. auto.
Qed.
Lemma good_heap l : xor l <> 0 -> exists before a rest, l = before ++ a :: rest /\ Nat.lxor a (xor l) < a.
Proof.
  intros H. set (k := Nat.log2 (xor l)).
  destruct (bit_of_xor l k) as (b & a & r & -> & Ha); [apply Nat.bit_log2; exact H|].
  exists b, a, r. split; [reflexivity|]. set (s := xor (b ++ a :: r)) in *.
  apply (smaller_by_bit _ _ k); [|exact Ha|].
  - intros j Hj. rewrite Nat.lxor_spec, (Nat.bits_above_log2 s j) by exact Hj. apply xorb_false_r.
  - rewrite Nat.lxor_spec, Ha. unfold k. rewrite Nat.bit_log2 by exact H. reflexivity.
Qed.

(* ANCHOR: sprague-grundy *)
Theorem sum_of_values (l : list pos) (vs : list nat) : Forall2 (value moves_to Normal) l vs ->
  (losing sum_moves Normal l <-> xor vs = 0) /\ (winning sum_moves Normal l <-> xor vs <> 0).
(* ANCHOR_END: sprague-grundy *)
Proof.
  intros H.
  (* each board with its value and with the number of moves in which the value is found *)
  assert (G : exists ns, length ns = length l /\ Forall2 (fun P vn => value_in moves_to Normal (snd vn) P (fst vn)) l (combine vs ns)).
  { induction H as [|P v l vs [n V] H (ns & E & IH)]; [exists []; split; auto; constructor|].
    exists (n :: ns). cbn. split; [lia|]. constructor; auto. }
  destruct G as (ns & Hlen & G). assert (Hl : length l = length vs) by (clear G ns Hlen; induction H; cbn; congruence).
  assert (Ev : vs = map fst (combine vs ns)).
  { clear - Hlen Hl. rewrite Hl in Hlen. clear Hl. revert ns Hlen. induction vs as [|v vs IH]; intros [|n ns] E; cbn in *; try lia; auto.
    f_equal. apply IH. lia. }
  rewrite Ev. set (items := combine vs ns) in *. clearbody items. clear Ev Hl Hlen ns vs H.
  assert (X : forall k l items, list_sum (map snd items) = k -> Forall2 (fun P vn => value_in moves_to Normal (snd vn) P (fst vn)) l items ->
    (xor (map fst items) = 0 -> loses_in sum_moves Normal k l) /\ (xor (map fst items) <> 0 -> wins_in sum_moves Normal k l)).
  { clear. induction k as [|k IH]; intros l items Hk H.
    - (* no board has a move *)
      assert (None : forall l', ~ sum_moves l l').
      { intros l' (b & P & o & r & -> & _ & M). apply Forall2_app_inv_l in H. destruct H as (i1 & i2 & _ & H & ->).
        inversion H as [|? [v n] ? ? V ? E1 E2]; subst. cbn in V. rewrite map_app, list_sum_app in Hk. cbn in Hk.
        assert (n = 0) as -> by lia. destruct V as [[E _]|[]]. exact (E o M). }
      split; intros X.
      + split; [auto|]. intros l' M. exact (None l' M).
      + exfalso. apply X. clear X None. revert Hk. induction H as [|P [v n] l items V H IH]; [auto|]. intros Hk.
        cbn in V, Hk. assert (n = 0) as -> by lia. destruct V as [[_ ->]|[]].
        change (Nat.lxor 0 (xor (map fst items)) = 0). rewrite Nat.lxor_0_l. apply IH. unfold list_sum. lia.
    - split; intros X.
      + split; [auto|]. intros l' (b & P & o & r & -> & -> & M).
        apply Forall2_app_inv_l in H. destruct H as (i1 & i2 & H1 & H2 & ->).
        inversion H2 as [|? [v n] ? i3 V H3 E1 E2]; subst. cbn in V.
        rewrite map_app, list_sum_app in Hk. cbn in Hk.
        destruct n as [|n]; [destruct V as [[E _]|[]]; destruct (E o M)|].
        destruct V as [[E _]|(_ & V & _)]; [destruct (E o M)|]. destruct (V o M) as (v' & V' & Ne).
        apply (IH _ (i1 ++ (v', n) :: i3)); [rewrite map_app, list_sum_app; cbn; lia|apply Forall2_app; auto|].
        rewrite map_app. cbn [map fst]. rewrite (xor_change _ v v'). rewrite map_app in X. cbn [map fst] in X. rewrite X, Nat.lxor_0_l.
        intros Z. apply Nat.lxor_eq in Z. auto.
      + right. destruct (good_heap _ X) as (vb & v & vr & Ev & Lt). set (s := xor (map fst items)) in *.
        apply map_eq_app in Ev. destruct Ev as (i1 & i2 & -> & Ev1 & Ev2).
        destruct i2 as [|[v0 n] i3]; [discriminate|]. cbn in Ev2. injection Ev2 as <- Ev3.
        apply Forall2_app_inv_r in H. destruct H as (l1 & l2 & H1 & H2 & ->).
        inversion H2 as [|P ? l3 ? V H3 E1 E2]; subst. cbn in V. rewrite map_app, list_sum_app in Hk. cbn in Hk.
        destruct n as [|n]; [destruct V as [[_ ->]|[]]; cbn in Lt; lia|].
        destruct V as [[_ ->]|(_ & _ & V)]; [cbn in Lt; lia|]. destruct (V _ Lt) as (o & M & V').
        exists (l1 ++ o :: l3). split; [exists l1, P, o, l3; auto|].
        apply (IH _ (i1 ++ (Nat.lxor v0 s, n) :: i3)); [rewrite map_app, list_sum_app; cbn; lia|apply Forall2_app; auto|].
        rewrite map_app. cbn [map fst]. rewrite (xor_change _ v0 (Nat.lxor v0 s)).
        replace (map fst i1 ++ v0 :: map fst i3) with (map fst (i1 ++ (v0, S n) :: i3)) by (rewrite map_app; reflexivity). fold s.
        rewrite <- (Nat.lxor_assoc v0 v0), Nat.lxor_nilpotent, Nat.lxor_0_l.
        apply Nat.lxor_nilpotent. }
  destruct (X _ l items eq_refl G) as [X1 X2]. set (s := xor (map fst items)) in *.
  assert (Y1 : s = 0 -> losing sum_moves Normal l) by (intros E; exists (list_sum (map snd items)); auto).
  assert (Y2 : s <> 0 -> winning sum_moves Normal l) by (intros E; exists (list_sum (map snd items)); auto).
  split; split; auto; intros Z.
  - destruct (Nat.eq_dec s 0); auto. destruct (not_both sum_moves Normal l); auto.
  - intros D. apply (not_both sum_moves Normal l); auto.
Qed.
End Sum.

(* A table of cells speaks of what is left of the board there: the same moves lead from both. *)
Section Image.
Context {A B : Type}.
Variables (RA : A -> A -> Prop) (RB : B -> B -> Prop) (f : A -> B) (dom : A -> Prop).
Hypothesis closed : forall a o, dom a -> RA a o -> dom o.
Hypothesis there : forall a o, dom a -> RA a o -> RB (f a) (f o).
Hypothesis back : forall a b, dom a -> RB (f a) b -> exists o, RA a o /\ f o = b.

Lemma ends_image a : dom a -> (ends RA a <-> ends RB (f a)).
Proof.
  intros Ha. split; intros E o M.
  - destruct (back a o Ha M) as (o' & M' & _). exact (E o' M').
  - exact (E (f o) (there a o Ha M)).
Qed.
Lemma value_in_image how n : forall a v, dom a -> value_in RA how n a v -> value_in RB how n (f a) v.
Proof.
  induction n as [|n IH]; intros a v Ha V; cbn [value_in] in *; rewrite <- (ends_image a Ha); [exact V|].
  destruct V as [V|(E & V1 & V2)]; [left; exact V|right]. split; [exact E|split].
  - intros b M. destruct (back a b Ha M) as (o & Mo & <-). destruct (V1 o Mo) as (v' & V' & Ne). exists v'. eauto.
  - intros v' Hv. destruct (V2 v' Hv) as (o & Mo & V'). exists (f o). eauto.
Qed.
Lemma wins_in_image how n : forall a, dom a ->
  (wins_in RA how n a -> wins_in RB how n (f a)) /\ (loses_in RA how n a -> loses_in RB how n (f a)).
Proof.
  induction n as [|n IH]; intros a Ha; cbn [wins_in loses_in]; rewrite <- (ends_image a Ha); split.
  - tauto.
  - intros [E L]. split; [exact E|]. intros b M. destruct (back a b Ha M) as (o & Mo & _). exact (L o Mo).
  - intros [W|(o & Mo & L)]; [left; exact W|right]. exists (f o). split; [apply there; assumption|]. apply IH; [eapply closed; eassumption|exact L].
  - intros [E L]. split; [exact E|]. intros b M. destruct (back a b Ha M) as (o & Mo & <-).
    apply IH; [eapply closed; eassumption|exact (L o Mo)].
Qed.
End Image.

(* A partition is a list of rows from 1 on that do not increase. *)
Fixpoint descending (rows : list nat) : Prop :=
  match rows with [] => True | r :: rest => Forall (fun r' => r' <= r) rest /\ descending rest end.
Definition partition (rows : list nat) : Prop := descending rows /\ Forall (fun r => 0 < r) rows.

(* What is left when [x] rows at the top and [y] columns at the left are deleted. *)
Definition delete (x y : nat) (rows : list nat) : list nat := filter (fun r => 0 <? r) (map (fun r => r - y) (skipn x rows)).

Record piece := Piece { steps : list (nat * nat); rides : list (nat * nat) }.
Definition piece_ok (p : piece) : Prop := ~ In (0, 0) (steps p) /\ ~ In (0, 0) (rides p).
Definition reach (p : piece) (x y : nat) : Prop :=
  In (x, y) (steps p) \/ exists n a b, n >= 1 /\ In (a, b) (rides p) /\ x = n * a /\ y = n * b.
Definition moves (p : piece) (rows rows' : list nat) : Prop :=
  exists x y, reach p x y /\ rows' = delete x y rows /\ rows' <> [].

(* A cell of a board stands for what is left below it and to its right; a move goes to a cell of the board. *)
Definition inside (board : list nat) (c : nat * nat) : Prop := snd c < nth (fst c) board 0.
Definition left_at (board : list nat) (c : nat * nat) : list nat := delete (fst c) (snd c) board.
Definition cell_moves (p : piece) (board : list nat) (c c' : nat * nat) : Prop :=
  exists x y, reach p x y /\ c' = (fst c + x, snd c + y) /\ inside board c'.

Lemma reach_some p x y : piece_ok p -> reach p x y -> 0 < x + y.
Proof.
  intros [S R] [H|(n & a & b & Hn & H & -> & ->)].
  - destruct x, y; try lia. contradiction.
  - destruct a, b; try lia. contradiction.
Qed.
Lemma filter_map_0 y l : Forall (fun r => r <= y) l -> filter (fun r => 0 <? r) (map (fun r => r - y) l) = [].
Proof. induction 1 as [|a l Ha _ IH]; [reflexivity|]. cbn [map filter]. destruct (Nat.ltb_spec 0 (a - y)); [lia|exact IH]. Qed.
Lemma Forall_skipn {A} (P : A -> Prop) n l : Forall P l -> Forall P (skipn n l).
Proof. intros H. rewrite <- (firstn_skipn n l) in H. apply Forall_app in H. apply H. Qed.
Lemma descending_skipn n l : descending l -> descending (skipn n l).
Proof. revert l. induction n as [|n IH]; intros [|a l]; cbn; auto. intros [_ H]. auto. Qed.

(* Columns and rows can be deleted in any order, and one after another. *)
Lemma skipn_delete x y l : descending l -> skipn x (delete 0 y l) = delete x y l.
Proof.
  unfold delete. cbn [skipn]. revert l. induction x as [|x IH]; intros [|a l]; cbn [skipn map filter]; auto.
  intros [H D]. destruct (Nat.ltb_spec 0 (a - y)); cbn [skipn]; [apply IH; exact D|].
  assert (Z : Forall (fun r => r <= y) l) by (eapply Forall_impl; [|exact H]; cbn; intros; lia).
  rewrite (filter_map_0 y l Z), (filter_map_0 y (skipn x l) (Forall_skipn _ _ _ Z)). destruct x; reflexivity.
Qed.
Lemma delete_columns y y' l : delete 0 y' (delete 0 y l) = delete 0 (y + y') l.
Proof.
  unfold delete. cbn [skipn]. induction l as [|a l IH]; [reflexivity|]. cbn [map filter].
  destruct (Nat.ltb_spec 0 (a - y)).
  - cbn [map filter]. rewrite IH. replace (a - y - y') with (a - (y + y')) by lia. reflexivity.
  - rewrite IH. destruct (Nat.ltb_spec 0 (a - (y + y'))); [lia|reflexivity].
Qed.
Lemma delete_descending x y l : descending l -> partition (delete x y l).
Proof.
  intros D. apply (descending_skipn x) in D. unfold delete. set (k := skipn x l) in *. clearbody k. split.
  - induction k as [|a k IH]; [exact I|]. destruct D as [H D]. cbn [map filter]. destruct (0 <? a - y); [|auto].
    split; [|auto]. apply Forall_forall. intros r i. apply filter_In in i. destruct i as [i _].
    apply in_map_iff in i. destruct i as (r' & <- & i). rewrite Forall_forall in H. specialize (H r' i). lia.
  - apply Forall_forall. intros r i. apply filter_In in i. destruct i as [_ i]. apply Nat.ltb_lt. exact i.
Qed.
Lemma skipn_skipn_plus {A} n m (l : list A) : skipn n (skipn m l) = skipn (m + n) l.
Proof. revert l. induction m as [|m IH]; intros [|a l]; cbn; auto. destruct n; reflexivity. Qed.
Lemma delete_delete r c x y l : descending l -> delete x y (delete r c l) = delete (r + x) (c + y) l.
Proof.
  intros D. pose proof (delete_descending 0 c l D) as [D1 _].
  rewrite <- (skipn_delete r c l D), <- (skipn_delete (r + x) (c + y) l D), <- delete_columns.
  rewrite <- (skipn_delete x y) by (apply descending_skipn; exact D1).
  assert (E : delete 0 y (skipn r (delete 0 c l)) = skipn r (delete 0 y (delete 0 c l))).
  { rewrite (skipn_delete r y _ D1). reflexivity. }
  rewrite E, skipn_skipn_plus. reflexivity.
Qed.
Lemma delete_inside x y l : descending l -> (delete x y l <> [] <-> y < nth x l 0).
Proof.
  intros D. assert (N : nth x l 0 = nth 0 (skipn x l) 0).
  { clear. revert l. induction x as [|x IH]; intros [|a l]; cbn; auto. }
  rewrite N. apply (descending_skipn x) in D. unfold delete. set (k := skipn x l) in *. clearbody k. clear N.
  destruct k as [|a k]; [cbn; split; [congruence|lia]|]. destruct D as [H _]. cbn [nth].
  destruct (lt_dec y a) as [L|L].
  - cbn [map filter]. destruct (Nat.ltb_spec 0 (a - y)); [|lia]. split; [auto|discriminate].
  - rewrite filter_map_0; [split; [congruence|lia]|]. constructor; [lia|].
    eapply Forall_impl; [|exact H]. cbn. intros. lia.
Qed.

(* Each move makes the partition smaller. *)
Lemma sum_delete_columns y k : list_sum (delete 0 y k) <= list_sum k /\
  (0 < y -> Forall (fun r => 0 < r) k -> k <> [] -> list_sum (delete 0 y k) < list_sum k).
Proof.
  unfold delete. cbn [skipn]. induction k as [|a k [IH1 IH2]]; [split; [auto|congruence]|]. cbn [map filter].
  assert (E : list_sum (a :: k) = a + list_sum k) by reflexivity.
  split; [|intros Hy Hp _; inversion Hp; subst]; (destruct (Nat.ltb_spec 0 (a - y));
    [change (list_sum (a - y :: ?r)) with (a - y + list_sum r)|]); rewrite E;
    try (set (z := list_sum (filter _ _)) in *; lia).
Qed.
Lemma delete_smaller x y l : partition l -> 0 < x + y -> delete x y l <> [] -> list_sum (delete x y l) < list_sum l.
Proof.
  intros [D P] H Ne. replace (delete x y l) with (delete 0 y (skipn x l)) by reflexivity.
  pose proof (list_sum_app (firstn x l) (skipn x l)) as S. rewrite firstn_skipn in S.
  destruct (sum_delete_columns y (skipn x l)) as [S1 S2].
  destruct x as [|x].
  - cbn [skipn] in *. apply S2; [lia|exact P|]. intros ->. apply Ne. reflexivity.
  - destruct l as [|a l]; [destruct Ne; unfold delete; destruct x; reflexivity|].
    inversion P; subst. cbn [firstn] in S. change (list_sum (a :: firstn x l)) with (a + list_sum (firstn x l)) in S. lia.
Qed.
Lemma moves_partition p l l' : partition l -> moves p l l' -> partition l'.
Proof. intros [D _] (x & y & _ & -> & _). apply delete_descending, D. Qed.
Lemma moves_smaller p l l' : piece_ok p -> partition l -> moves p l l' -> list_sum l' < list_sum l.
Proof. intros ok P (x & y & R & -> & Ne). apply delete_smaller; auto. eapply reach_some; eauto. Qed.

Section Board.
Variables (p : piece) (board : list nat).
Hypothesis ok : piece_ok p.
Hypothesis board_ok : partition board.

Lemma cell_closed c o : inside board c -> cell_moves p board c o -> inside board o.
Proof. intros _ (x & y & _ & _ & H). exact H. Qed.
Lemma cell_there c o : inside board c -> cell_moves p board c o -> moves p (left_at board c) (left_at board o).
Proof.
  intros _ (x & y & R & -> & H). exists x, y. unfold left_at. cbn [fst snd]. rewrite delete_delete by apply board_ok.
  split; [exact R|split; [reflexivity|]]. apply delete_inside; [apply board_ok|exact H].
Qed.
Lemma cell_back c l : inside board c -> moves p (left_at board c) l -> exists o, cell_moves p board c o /\ left_at board o = l.
Proof.
  intros _ (x & y & R & E & H). unfold left_at in *. rewrite delete_delete in E by apply board_ok. subst l.
  exists (fst c + x, snd c + y). cbn [fst snd]. split; [|reflexivity]. exists x, y. split; [exact R|split; [reflexivity|]].
  apply delete_inside in H; [exact H|apply board_ok].
Qed.
Lemma cell_smaller c o : inside board c -> cell_moves p board c o -> list_sum (left_at board o) < list_sum (left_at board c).
Proof. intros Hc M. apply (moves_smaller p); [exact ok|apply delete_descending, board_ok|apply cell_there; assumption]. Qed.

(* Statement 9, the cells of a board. *)
Theorem board_values (g g' : nat * nat -> nat) :
  (forall c, inside board c -> mex (cell_moves p board) g c) ->
  (forall c, inside board c -> misere_mex (cell_moves p board) g' c) ->
  forall c, inside board c -> value (moves p) Normal (left_at board c) (g c) /\ value (moves p) Misere (left_at board c) (g' c).
Proof.
  intros H H' c Hc.
  destruct (mex_sound _ (inside board) (fun c => list_sum (left_at board c)) cell_closed cell_smaller g H c Hc) as [n V].
  destruct (misere_mex_sound _ (inside board) (fun c => list_sum (left_at board c)) cell_closed cell_smaller g' H' c Hc) as [n' V'].
  split; [exists n|exists n'];
    apply (value_in_image _ _ (left_at board) (inside board) cell_closed cell_there cell_back); assumption.
Qed.

(* Statement 10, the losing cells of a board. *)
Theorem board_losing how (lost : nat * nat -> bool) :
  (forall c, inside board c -> quiet (cell_moves p board) how lost c) ->
  (forall c, inside board c -> answered (cell_moves p board) how lost c) ->
  forall c, inside board c ->
    (losing (moves p) how (left_at board c) <-> lost c = true) /\ (winning (moves p) how (left_at board c) <-> lost c = false).
Proof.
  intros Q A c Hc.
  destruct (losing_sound _ (inside board) (fun c => list_sum (left_at board c)) cell_closed cell_smaller how lost Q A c Hc) as [X Y].
  assert (I : forall n, (wins_in (cell_moves p board) how n c -> wins_in (moves p) how n (left_at board c)) /\
                        (loses_in (cell_moves p board) how n c -> loses_in (moves p) how n (left_at board c))).
  { intros n. apply (wins_in_image _ _ _ (inside board) cell_closed cell_there cell_back how n c Hc). }
  assert (W : winning (cell_moves p board) how c -> winning (moves p) how (left_at board c)) by (intros [n W]; exists n; apply I, W).
  assert (L : losing (cell_moves p board) how c -> losing (moves p) how (left_at board c)) by (intros [n L]; exists n; apply I, L).
  split; split; intros H.
  - destruct (lost c) eqn:D; [reflexivity|exfalso]. apply (not_both (moves p) how (left_at board c)); [apply W, Y; reflexivity|exact H].
  - apply L, X, H.
  - destruct (lost c) eqn:D; [exfalso|reflexivity]. apply (not_both (moves p) how (left_at board c)); [exact H|apply L, X; reflexivity].
  - apply W, Y, H.
Qed.
End Board.

(* Statement 9, all partitions of 1 to n. *)
Theorem sizes_values (p : piece) (n : nat) (g g' : list nat -> nat) : piece_ok p ->
  let listed l := partition l /\ 1 <= list_sum l <= n in
  (forall l, listed l -> mex (moves p) g l) -> (forall l, listed l -> misere_mex (moves p) g' l) ->
  forall l, listed l -> value (moves p) Normal l (g l) /\ value (moves p) Misere l (g' l).
Proof.
  intros ok listed H H' l Hl.
  assert (C : forall l o, listed l -> moves p l o -> listed o).
  { intros l0 o [P S] M. pose proof (moves_smaller p l0 o ok P M). split; [eapply moves_partition; eauto|]. split; [|lia].
    pose proof (moves_partition p l0 o P M) as [_ Po]. destruct M as (x & y & _ & _ & Ne). destruct o as [|a o]; [congruence|].
    inversion Po; subst. change (list_sum (a :: o)) with (a + list_sum o). lia. }
  assert (S : forall l o, listed l -> moves p l o -> list_sum o < list_sum l) by (intros l0 o [P _]; apply moves_smaller; auto).
  split; [apply (mex_sound _ listed list_sum C S g H l Hl)|apply (misere_mex_sound _ listed list_sum C S g' H' l Hl)].
Qed.
