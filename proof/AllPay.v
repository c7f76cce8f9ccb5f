(* All-pay auctions: both players pay what they bid, and whoever has bid more moves.

   First the rules, and what it means that a player can be sure of an amount: bids are drawn by lot, and the opponent
   knows the probabilities, but not what was drawn. Then the two conditions of the format. Then the proof: if they hold,
   White can be sure of each lower bound, and Black of each upper one; and no player can be sure of more than the other
   one leaves. Numbers are rational. No axiom is used. *)
From Coq Require Import QArith Qminmax Lqa List Lia Arith.
From Bidding Require Import Game Colours.
Import ListNotations.
Open Scope Q_scope.

Section AllPay.
Context {pos : Type}.

(* ANCHOR: all-pay-rules *)
Inductive place := End (value : Q) | Bids (white black : options pos) | Turn (mover : side) (own : options pos)
  | Drawn (lots : list (Q * pos)).
Variable game : pos -> place.
(* Who moves after equal bids; a fair coin decides if nobody is named. *)
Variable ties : option side.

Definition is_me (me s : side) : bool := match me, s with White, White | Black, Black => true | _, _ => false end.
(* What me has of [b] chips of White and [c] of Black, and what is left after my bid [i] and the other one [j]. *)
Definition held (me : side) (b c : nat) : nat := match me with White => b | Black => c end.
Definition left_of (me : side) (b i j : nat) : nat := match me with White => b - i | Black => b - j end.
(* Whether [y] is at least as good for me as [x]. *)
Definition reaches (me : side) (x y : Q) : Prop := match me with White => x <= y | Black => y <= x end.

Fixpoint sum (f : nat -> Q) (n : nat) : Q := match n with O => f O | S m => sum f m + f n end.
Definition mix (weights : nat -> Q) (most : nat) : Prop := (forall i, (i <= most)%nat -> 0 <= weights i) /\ sum weights most == 1.
(* ANCHOR_END: all-pay-rules *)

Section Round.
Variables (me : side) (good : pos -> nat -> nat -> Q -> Prop).
Definition moved (s : side) (o : options pos) (b c : nat) (x : Q) : Prop :=
  if is_me me s then exists q, In q (all o) /\ good q b c x else forall q, In q (all o) -> good q b c x.
Definition own_of (s : side) (w k : options pos) : options pos := match s with White => w | Black => k end.
(* I bid [i], the opponent bids [j]. *)
Definition after (w k : options pos) (b c i j : nat) (x : Q) : Prop :=
  let b' := left_of me b i j in let c' := left_of (other me) c i j in
  let by_ s := moved s (own_of s w k) b' c' in
  if (j <? i)%nat then by_ me x else if (i <? j)%nat then by_ (other me) x else
  match ties with Some s => by_ s x | None => exists y z, by_ me y /\ by_ (other me) z /\ x == (1#2) * (y + z) end.
End Round.

(* ANCHOR: all-pay-sure *)
(* I can be sure to get [x] on the average, within [n] moves. *)
Fixpoint sure (me : side) (n : nat) (p : pos) (b c : nat) (x : Q) : Prop :=
  match game p with
  | End v => reaches me x v
  | Bids w k => match n with O => False | S n' =>
      exists weights y, mix weights (held me b c) /\
      (forall i j, (i <= held me b c)%nat -> (j <= held (other me) b c)%nat -> after me (sure me n') w k b c i j (y i j)) /\
      forall j, (j <= held (other me) b c)%nat -> reaches me x (sum (fun i => weights i * y i j) (held me b c)) end
  | Turn s o => match n with O => False | S n' => moved me (sure me n') s o b c x end
  | Drawn l => match n with O => False | S n' =>
      exists y, (forall w q, In (w, q) l -> sure me n' q b c (y q)) /\ reaches me x (expected y l) end
  end.
(* ANCHOR_END: all-pay-sure *)

(* The weights of a draw are positive. *)
Hypothesis lots_positive : forall p l w q, game p = Drawn l -> In (w, q) l -> 0 < w.

(* ANCHOR: all-pay-conditions *)
(* What is stated: White's lower bounds, Black's upper ones, and how probable each bid is. *)
Variables (bound : side -> pos -> nat -> nat -> Q) (weights : side -> pos -> nat -> nat -> nat -> Q).

Definition best (me s : side) (o : options pos) (b c : nat) : Q :=
  match s with White => most (fun q => bound me q b c) o | Black => least (fun q => bound me q b c) o end.
Definition entry (me : side) (w k : options pos) (b c i j : nat) : Q :=
  let b' := left_of me b i j in let c' := left_of (other me) c i j in
  let by_ s := best me s (own_of s w k) b' c' in
  if (j <? i)%nat then by_ me else if (i <? j)%nat then by_ (other me) else
  match ties with Some s => by_ s | None => (1#2) * (by_ me + by_ (other me)) end.
Definition mix_proves (me : side) (p : pos) (b c : nat) : Prop :=
  match game p with
  | End v => reaches me (bound me p b c) v
  | Bids w k => mix (weights me p b c) (held me b c) /\ forall j, (j <= held (other me) b c)%nat ->
      reaches me (bound me p b c) (sum (fun i => weights me p b c i * entry me w k b c i j) (held me b c))
  | Turn s o => reaches me (bound me p b c) (best me s o b c)
  | Drawn l => reaches me (bound me p b c) (expected (fun q => bound me q b c) l)
  end.
Definition white_mix := mix_proves White.
Definition black_mix := mix_proves Black.

(* No position comes twice: each option has a smaller number. *)
Variable rank : pos -> nat.
Definition options_at (p : pos) : list pos :=
  match game p with End _ => [] | Bids w k => all w ++ all k | Turn _ o => all o | Drawn l => map snd l end.
Hypothesis ends : forall p q, In q (options_at p) -> (rank q < rank p)%nat.
(* ANCHOR_END: all-pay-conditions *)

Lemma reaches_trans me x y z : reaches me x y -> reaches me y z -> reaches me x z.
Proof. destruct me; cbn; lra. Qed.

Lemma sum_ext f g n : (forall i, (i <= n)%nat -> f i == g i) -> sum f n == sum g n.
Proof. induction n as [|n IH]; intros H; cbn; [apply H; lia|]. rewrite IH, (H (S n)); [reflexivity|lia|intros; apply H; lia]. Qed.
Lemma sum_le f g n : (forall i, (i <= n)%nat -> f i <= g i) -> sum f n <= sum g n.
Proof.
  induction n as [|n IH]; intros H; cbn; [apply H; lia|].
  assert (sum f n <= sum g n) by (apply IH; intros; apply H; lia). pose proof (H (S n) (le_n _)). lra.
Qed.
Lemma sum_plus f g n : sum (fun i => f i + g i) n == sum f n + sum g n.
Proof. induction n as [|n IH]; cbn; [reflexivity|]. rewrite IH. ring. Qed.
Lemma sum_scale a f n : sum (fun i => a * f i) n == a * sum f n.
Proof. induction n as [|n IH]; cbn; [reflexivity|]. rewrite IH. ring. Qed.
Lemma sum_swap f n m : sum (fun i => sum (fun j => f i j) m) n == sum (fun j => sum (fun i => f i j) n) m.
Proof.
  induction n as [|n IH]; cbn; [apply sum_ext; reflexivity|].
  rewrite IH, <- sum_plus. apply sum_ext. reflexivity.
Qed.

(* Who is sure of an amount is sure of a worse one. *)
Lemma moved_weaken me (good : pos -> nat -> nat -> Q -> Prop) s o b c x y :
  (forall q, good q b c x -> good q b c y) -> moved me good s o b c x -> moved me good s o b c y.
Proof. unfold moved. intros H. destruct (is_me me s); [intros (q & Hq & G); exists q; auto|auto]. Qed.
Lemma sure_weaken me n : forall p b c x y, reaches me y x -> sure me n p b c x -> sure me n p b c y.
Proof.
  induction n as [|n IH]; intros p b c x y H; cbn; destruct (game p) as [v|w k|s o|l]; auto.
  - intros G. apply (reaches_trans me y x v H G).
  - intros G. apply (reaches_trans me y x v H G).
  - intros (m & z & M & A & G). exists m, z. repeat split; try apply M; auto.
    intros j Hj. apply (reaches_trans me y x _ H), G, Hj.
  - apply moved_weaken. intros q. apply IH, H.
  - intros (z & A & G). exists z. split; [exact A|apply (reaches_trans me y x _ H G)].
Qed.

Lemma moved_best me n s o b c : (forall q, In q (all o) -> sure me n q b c (bound me q b c)) ->
  moved me (sure me n) s o b c (best me s o b c).
Proof.
  intros H. unfold moved, best. destruct me, s; cbn [is_me].
  - destruct (most_att (fun q => bound White q b c) o) as (q & Hq & G). exists q. split; [exact Hq|].
    apply (sure_weaken White n q b c (bound White q b c)); [cbn in *; lra|apply H, Hq].
  - intros q Hq. apply (sure_weaken White n q b c (bound White q b c)); [|apply H, Hq].
    cbn. apply (least_lb (fun q => bound White q b c) o q Hq).
  - intros q Hq. apply (sure_weaken Black n q b c (bound Black q b c)); [|apply H, Hq].
    cbn. apply (most_ub (fun q => bound Black q b c) o q Hq).
  - destruct (least_att (fun q => bound Black q b c) o) as (q & Hq & G). exists q. split; [exact Hq|].
    apply (sure_weaken Black n q b c (bound Black q b c)); [cbn in *; lra|apply H, Hq].
Qed.

(* ANCHOR: all-pay-sound *)
Theorem all_pay_sound me : (forall p b c, mix_proves me p b c) ->
  forall n p b c, (rank p < n)%nat -> sure me n p b c (bound me p b c).
(* ANCHOR_END: all-pay-sound *)
Proof.
  intros proved. induction n as [|n IH]; intros p b c Hr; [lia|].
  pose proof (proved p b c) as C. unfold mix_proves in C.
  assert (next : forall q b c, In q (options_at p) -> sure me n q b c (bound me q b c)).
  { intros q b' c' Hq. apply IH. pose proof (ends p q Hq). lia. }
  unfold options_at in next. cbn. destruct (game p) as [v|w k|s o|l]; [exact C|..].
  - destruct C as [M G]. exists (weights me p b c), (entry me w k b c). repeat split; try apply M; [|exact G].
    intros i j _ _. unfold after, entry.
    assert (B : forall s b' c', moved me (sure me n) s (own_of s w k) b' c' (best me s (own_of s w k) b' c')).
    { intros s b' c'. apply moved_best. intros q Hq. apply next, in_or_app. destruct s; [left|right]; exact Hq. }
    destruct (j <? i)%nat; [apply B|]. destruct (i <? j)%nat; [apply B|]. destruct ties as [s|]; [apply B|].
    eexists. eexists. split; [apply B|]. split; [apply B|reflexivity].
  - apply (moved_weaken me _ s o b c (best me s o b c)); [intros q; apply sure_weaken, C|].
    apply moved_best. intros q Hq. apply next, Hq.
  - exists (fun q => bound me q b c). split; [|exact C].
    intros w q Hq. apply next. apply in_map_iff. exists (w, q). auto.
Qed.

Lemma moved_meet n m s o b c x y :
  (forall q, In q (all o) -> forall x y, sure White n q b c x -> sure Black m q b c y -> x <= y) ->
  moved White (sure White n) s o b c x -> moved Black (sure Black m) s o b c y -> x <= y.
Proof.
  intros IH. unfold moved. destruct s; cbn [is_me].
  - intros (q & Hq & G) H. apply (IH q Hq x y G), H, Hq.
  - intros G (q & Hq & H). apply (IH q Hq x y (G q Hq) H).
Qed.

(* ANCHOR: all-pay-meet *)
Theorem all_pay_meet n : forall m p b c x y, sure White n p b c x -> sure Black m p b c y -> x <= y.
(* ANCHOR_END: all-pay-meet *)
Proof.
  induction n as [|n IH]; intros m p b c x y.
  { cbn. destruct (game p) eqn:E; try tauto. destruct m; cbn; rewrite E; cbn; lra. }
  destruct m as [|m]; cbn; destruct (game p) as [v|w k|s o|l] eqn:E; try tauto; try (cbn; lra).
  - intros (sw & yw & [Pw Sw] & Aw & Gw) (sb & yb & [Pb Sb] & Ab & Gb). cbn [held other reaches] in *.
    assert (le : forall i j, (i <= b)%nat -> (j <= c)%nat -> yw i j <= yb j i).
    { intros i j Hi Hj. specialize (Aw i j Hi Hj). specialize (Ab j i Hj Hi).
      unfold after in Aw, Ab. cbn [left_of other] in Aw, Ab.
      assert (meet : forall s x y, moved White (sure White n) s (own_of s w k) (b - i) (c - j) x ->
        moved Black (sure Black m) s (own_of s w k) (b - i) (c - j) y -> x <= y).
      { intros s x' y'. apply moved_meet. intros q _ x'' y''. apply IH. }
      destruct (j <? i)%nat eqn:A, (i <? j)%nat eqn:B.
      + apply Nat.ltb_lt in A, B. lia.
      + apply (meet White); assumption.
      + apply (meet Black); assumption.
      + destruct ties as [s|]; [apply (meet s); assumption|].
        destruct Aw as (a & d & Ha & Hd & ->), Ab as (a' & d' & Ha' & Hd' & ->).
        pose proof (meet White _ _ Ha Hd'). pose proof (meet Black _ _ Hd Ha'). lra. }
    assert (one : x <= sum (fun j => sb j * sum (fun i => sw i * yw i j) b) c).
    { apply Qle_trans with (sum (fun j => sb j * x) c).
      - apply Qle_trans with (x * sum sb c); [rewrite Sb; lra|].
        rewrite <- sum_scale. apply sum_le. intros j _. lra.
      - apply sum_le. intros j Hj. pose proof (Gw j Hj). pose proof (Pb j Hj). nra. }
    assert (two : sum (fun i => sw i * sum (fun j => sb j * yb j i) c) b <= y).
    { apply Qle_trans with (sum (fun i => sw i * y) b).
      - apply sum_le. intros i Hi. pose proof (Gb i Hi). pose proof (Pw i Hi). nra.
      - apply Qle_trans with (y * sum sw b); [|rewrite Sw; lra].
        rewrite <- sum_scale. apply sum_le. intros i _. lra. }
    assert (three : sum (fun j => sb j * sum (fun i => sw i * yw i j) b) c <= sum (fun i => sw i * sum (fun j => sb j * yb j i) c) b).
    { apply Qle_trans with (sum (fun j => sum (fun i => sb j * (sw i * yw i j)) b) c).
      { apply sum_le. intros j _. rewrite sum_scale. lra. }
      apply Qle_trans with (sum (fun j => sum (fun i => sw i * (sb j * yb j i)) b) c).
      { apply sum_le. intros j Hj. apply sum_le. intros i Hi.
        pose proof (le i j Hi Hj). pose proof (Pw i Hi). pose proof (Pb j Hj).
        assert (0 <= sw i * sb j) by (apply Qmult_le_0_compat; assumption). nra. }
      rewrite sum_swap. apply sum_le. intros i _. rewrite sum_scale. lra. }
    lra.
  - apply moved_meet. intros q _ x' y'. apply IH.
  - intros (yw & Aw & Gw) (yb & Ab & Gb). cbn [reaches] in *.
    assert (expected yw l <= expected yb l); [|lra].
    assert (L : forall w q, In (w, q) l -> 0 < w /\ yw q <= yb q).
    { intros w q Hq. split; [apply (lots_positive p l w q E Hq)|]. apply (IH m q b c); [apply (Aw w q Hq)|apply (Ab w q Hq)]. }
    clear - L. induction l as [|[w q] l IHl]; cbn; [lra|].
    assert (expected yw l <= expected yb l) by (apply IHl; intros w' q' H; apply L; right; exact H).
    destruct (L w q (or_introl eq_refl)) as [P H']. nra.
Qed.
End AllPay.
