(* Endless games: what is proved of the conditions of statements 17 and 19, without axioms.

   Statement 19: a set of positions that is strongly connected, and at each of which the test of the condition passes, has an even
   greatest priority. Statement 17: over n steps, with tosses, White collects n times g on average, up to a constant, whatever
   Black does. Positions, parts and options are those of Game: chance's options are parts of one option each, in which White
   chooses. Black's half is the mirror image. *)
From Coq Require Import QArith Qminmax Lqa List Lia PeanoNat.
From Bidding Require Import Game.
Import ListNotations.

(* ---- Parity --------------------------------------------------------------------------------------------------------------- *)

Section Parity.
Context {pos : Type}.
Notation part := (@Game.part pos).
Variable parts : pos -> list part.
Variable priority : pos -> nat.
(* White's labels: T k P, for each odd k. *)
Variable T : nat -> pos -> nat.
(* Which options of a position count: those of the same number. *)
Variable counts : pos -> pos -> Prop.

(* The labels of q and of p from j on differ first where those of q are less; or so, or they do not differ. *)
Definition falls (j : nat) (q p : pos) : Prop :=
  exists k, (j <= k)%nat /\ (T k q < T k p)%nat /\ forall i, (k < i)%nat -> T i q = T i p.
Definition stays (j : nat) (q p : pos) : Prop :=
  falls j q p \/ forall i, (j <= i)%nat -> T i q = T i p.

(* White's term has a relation if some option that counts has it, Black's if all that count have it. *)
Definition has (rel : pos -> pos -> Prop) (p : pos) (c : part) : Prop :=
  match who c with
  | White => exists o, In o (all (from c)) /\ counts p o /\ rel o p
  | Black => forall o, In o (all (from c)) -> counts p o -> rel o p
  end.
Definition safe (p : pos) : Prop :=
  Nat.odd (priority p) = false /\ forall c, In c (parts p) -> has (stays (priority p)) p c.
Definition lucky (k : nat) (c : part) (p : pos) : Prop :=
  Nat.odd k = true /\ (priority p <= k)%nat /\ In c (parts p) /\ has (falls k) p c /\
  forall d, In d (parts p) -> d = c \/ has (stays (k + 2)) p d.
Definition white_parity (p : pos) : Prop := safe p \/ exists k c, lucky k c p.

(* The test that a position passes, and the options that White takes by it. *)
Inductive test := Safe | Lucky (k : nat) (c : part).
Definition passes (t : test) (p : pos) : Prop :=
  match t with Safe => safe p | Lucky k c => lucky k c p end.
Definition taken (t : test) (p : pos) (d : part) (q : pos) : Prop :=
  match t with
  | Safe => stays (priority p) q p
  | Lucky k c => (d = c /\ falls k q p) \/ (d <> c /\ stays (k + 2) q p)
  end.
Variable t : pos -> test.
(* A step by a part: to an option that counts; if White chooses, to one that the test takes. *)
Definition by_part (d : part) (p q : pos) : Prop :=
  In d (parts p) /\ In q (all (from d)) /\ counts p q /\ (who d = White -> taken (t p) p d q).
Variable C : list pos.
Definition step (p q : pos) : Prop := In q C /\ exists d, by_part d p q.
Inductive path : pos -> pos -> Prop :=
| here p : path p p
| further p q r : step p q -> path q r -> path p r.
(* Whoever may come to move has a step that stays in C; and each position of C is reached from each. *)
Definition closed : Prop := forall p d, In p C -> In d (parts p) -> exists q, In q C /\ by_part d p q.
Definition connected : Prop := forall p q, In p C -> In q C -> path p q.

Lemma passes_if p : white_parity p <-> exists s, passes s p.
Proof.
  split.
  - intros [H | (k & c & H)]; [exists Safe | exists (Lucky k c)]; exact H.
  - intros [[|k c] H]; [left | right; exists k, c]; exact H.
Qed.

Lemma stays_later j i q p : stays j q p -> (j <= i)%nat -> stays i q p.
Proof.
  intros [(k & Hk & L & E) | E] Hi; [|right; intros; apply E; lia].
  destruct (Nat.le_gt_cases i k) as [|G]; [left; exists k; auto | right; intros; apply E; lia].
Qed.
Lemma stays_trans j r q p : stays j r q -> stays j q p -> stays j r p.
Proof.
  intros [(a & Ha & La & Ea) | E] [(b & Hb & Lb & Eb) | E'].
  - left. destruct (Nat.lt_total a b) as [G | [G | G]].
    + exists b. split; [lia|]. split; [rewrite Ea by lia; lia|]. intros i Hi. rewrite Ea, Eb by lia. reflexivity.
    + exists b. subst a. split; [lia|]. split; [lia|]. intros i Hi. rewrite Ea, Eb by lia. reflexivity.
    + exists a. split; [lia|]. split; [rewrite <- Eb by lia; lia|]. intros i Hi. rewrite Ea, Eb by lia. reflexivity.
  - left. exists a. split; [lia|]. split; [rewrite <- E' by lia; lia|]. intros i Hi. rewrite Ea, E' by lia. reflexivity.
  - left. exists b. split; [lia|]. split; [rewrite E by lia; lia|]. intros i Hi. rewrite E, Eb by lia. reflexivity.
  - right. intros i Hi. rewrite E, E' by lia. reflexivity.
Qed.
Lemma stays_both j q p : stays j q p -> stays j p q -> forall i, (j <= i)%nat -> T i q = T i p.
Proof.
  intros [(a & Ha & La & Ea) | E]; [|intros _; exact E].
  intros [(b & Hb & Lb & Eb) | E]; [|rewrite E in La by lia; lia].
  destruct (Nat.lt_total a b) as [G | [G | G]].
  - rewrite Ea in Lb by lia. lia.
  - subst b. lia.
  - rewrite Eb in La by lia. lia.
Qed.

(* What a test says of each step. *)
Lemma step_test p q : passes (t p) p -> step p q ->
  match t p with Safe => stays (priority p) q p | Lucky k _ => falls k q p \/ stays (k + 2) q p end.
Proof.
  intros Hp (_ & d & Hd & Hq & Hc & Ht). unfold passes, taken in *. destruct (t p) as [|k c].
  - destruct Hp as [_ Hp]. specialize (Hp d Hd). unfold has in Hp. destruct (who d); auto.
  - destruct Hp as (_ & _ & _ & Hf & Hs). destruct (Hs d Hd) as [-> | Hh].
    + unfold has in Hf. destruct (who c); [destruct Ht as [[_ ?] | [N _]]; tauto | left; auto].
    + unfold has in Hh. destruct (who d); [destruct Ht as [[_ ?] | [_ ?]]; tauto | right; auto].
Qed.

(* In a list some element has the greatest, and some the least, natural number. *)
Lemma greatest (f : pos -> nat) l : l <> [] -> exists m, In m l /\ forall p, In p l -> (f p <= f m)%nat.
Proof.
  induction l as [|a l IH]; [congruence|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros p [<- | []]. lia.
  - destruct IH as (m & Hm & Hf); [congruence|]. destruct (Nat.le_gt_cases (f a) (f m)).
    + exists m. split; [now right|]. intros p [<- | Hp]; auto.
    + exists a. split; [now left|]. intros p [<- | Hp]; [lia|]. specialize (Hf p Hp). lia.
Qed.
Lemma smallest (f : pos -> nat) l : l <> [] -> exists m, In m l /\ forall p, In p l -> (f m <= f p)%nat.
Proof.
  intros Hl. destruct (greatest f l Hl) as (g & _ & G), (greatest (fun p => f g - f p)%nat l Hl) as (m & Hm & H).
  exists m. split; [exact Hm|]. intros p Hp. specialize (G p Hp) as Gp. specialize (G m Hm). specialize (H p Hp). lia.
Qed.

Definition luck (s : test) : nat := match s with Safe => 0%nat | Lucky k _ => k end.

(* ANCHOR: even *)
(* There are no labels of even priorities. Then the greatest priority of C is even: White wins where such a C is all that is seen
   infinitely often. *)
Theorem greatest_is_even p :
  (forall k q, Nat.odd k = false -> T k q = 0%nat) ->
  closed -> connected -> (forall q, In q C -> passes (t q) q) ->
  In p C -> (forall q, In q C -> (priority q <= priority p)%nat) ->
  Nat.odd (priority p) = false.
(* ANCHOR_END: even *)
Proof.
  intros Heven Hclosed Hconn Hpass Hp Htop.
  destruct (Nat.odd (priority p)) eqn:Hodd; [exfalso | reflexivity].
  destruct (greatest (fun q => luck (t q)) C) as (m & Hm & Hmost); [intros ->; destruct Hp|]. cbn in Hmost.
  assert (Hl : (priority p <= luck (t m))%nat).
  { specialize (Hmost p Hp). pose proof (Hpass p Hp) as P. unfold passes in P. destruct (t p) as [|j c].
    - destruct P as [P _]. congruence.
    - destruct P as (_ & P & _). cbn in Hmost. lia. }
  assert (Hpos : (0 < priority p)%nat) by (destruct (priority p); [discriminate | lia]).
  pose proof (Hpass m Hm) as Pm. destruct (t m) as [|K c] eqn:Tm; cbn in Hl, Hmost; [lia|].
  destruct Pm as (Kodd & _ & Hcm & _).
  (* From K + 2 on no step in C raises the labels, so they are constant. *)
  assert (A : forall a b, In a C -> step a b -> stays (K + 2) b a).
  { intros a b Ha Hab. pose proof (step_test a b (Hpass a Ha) Hab) as S. specialize (Hmost a Ha). specialize (Htop a Ha).
    destruct (t a) as [|j d]; cbn in Hmost.
    - eapply stays_later; [exact S | lia].
    - destruct S as [S | S]; [apply (stays_later j); [now left | lia] | apply (stays_later (j + 2)); [exact S | lia]]. }
  assert (B : forall a b, path a b -> In a C -> stays (K + 2) b a).
  { induction 1 as [a | a b r Hab _ IH]; intros Ha; [now right; intros |].
    eapply stays_trans; [apply IH, Hab | apply A; assumption]. }
  assert (E : forall a b i, In a C -> In b C -> (K < i)%nat -> T i b = T i a).
  { intros a b i Ha Hb Hi. destruct (Nat.eq_dec i (K + 1)) as [-> | N].
    - rewrite !Heven; try reflexivity; rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd, Kodd; reflexivity.
    - apply (stays_both (K + 2)); [apply B | apply B | lia]; auto. }
  (* Nor does a step from a position that is not lucky with K raise those from K on. *)
  assert (D : forall a b, In a C -> step a b -> luck (t a) <> K -> (T K b <= T K a)%nat).
  { intros a b Ha Hab N. pose proof (step_test a b (Hpass a Ha) Hab) as S. pose proof (Hpass a Ha) as P.
    specialize (Hmost a Ha). specialize (Htop a Ha).
    assert (S' : stays K b a).
    { destruct (t a) as [|j d]; cbn in Hmost, N; [eapply stays_later; [exact S | lia]|].
      destruct P as (Jodd & _). apply Nat.odd_spec in Jodd. apply Nat.odd_spec in Kodd. destruct Jodd as [x ?], Kodd as [y ?].
      destruct S as [S | S]; [apply (stays_later j); [now left | lia] | apply (stays_later (j + 2)); [exact S | lia]]. }
    destruct S' as [(k & Hk & L & _) | S']; [|rewrite S'; lia].
    destruct (Nat.eq_dec k K) as [-> | ?]; [lia|]. destruct Hab as [Hb _]. rewrite (E a b k) in L by (auto; lia). lia. }
  (* Where the label of K is least, there is no luck with K. *)
  destruct (smallest (T K) C) as (z & Hz & Hleast); [intros ->; destruct Hp|].
  assert (N : forall a, In a C -> T K a = T K z -> luck (t a) <> K).
  { intros a Ha Ea La. pose proof (Hpass a Ha) as P. destruct (t a) as [|j d] eqn:Ta; cbn in La.
    - subst K. discriminate.
    - subst j. destruct P as (_ & _ & Hd & Hf & _).
      destruct (Hclosed a d Ha Hd) as (q & Hq & _ & Hin & Hc & Ht). rewrite Ta in Ht. unfold taken in Ht.
      assert (F : falls K q a).
      { unfold has in Hf. destruct (who d) eqn:W; [destruct (Ht eq_refl) as [[_ F] | [X _]]; [exact F | now destruct X] | auto]. }
      destruct F as (k & Hk & L & _). destruct (Nat.eq_dec k K) as [-> | ?].
      + specialize (Hleast q Hq). lia.
      + rewrite (E a q k) in L by (auto; lia). lia. }
  assert (G : forall a b, path a b -> In a C -> T K a = T K z -> T K b = T K z).
  { induction 1 as [a | a b r Hab _ IH]; intros Ha Ea; [exact Ea|].
    destruct Hab as [Hb Hd]. apply IH; [exact Hb|]. pose proof (D a b Ha (conj Hb Hd) (N a Ha Ea)). specialize (Hleast b Hb). lia. }
  apply (N m Hm (G z m (Hconn z m Hz Hm) Hz eq_refl)). rewrite Tm. reflexivity.
Qed.
End Parity.

(* ---- The mean ------------------------------------------------------------------------------------------------------------- *)

Open Scope Q_scope.

Section Mean.
Context {pos : Type}.
Notation part := (@Game.part pos).
Variable parts : pos -> list part.
(* All positions; r is what is collected at one, g and h are what is stated there. *)
Variable positions : list pos.
Variables r g h : pos -> Q.

(* Pairs are compared by g first and then by h. *)
Definition pair_le (a b : Q * Q) : Prop := fst a < fst b \/ (fst a == fst b /\ snd a <= snd b).
Definition stated (p : pos) : Q * Q := (g p, h p).

(* The option of a part that gives its term of F(g, h): the greatest pair for White, the least for Black. *)
Variable best : pos -> part -> pos.
Definition is_best (p : pos) (c : part) : Prop :=
  In (best p c) (all (from c)) /\ forall o, In o (all (from c)) ->
    match who c with White => pair_le (stated o) (stated (best p c)) | Black => pair_le (stated (best p c)) (stated o) end.

Fixpoint mean_of (v : part -> Q) (l : list part) : Q :=
  match l with [] => 0 | c :: rest => weight c * v c + mean_of v rest end.
Definition mean_condition (p : pos) : Prop :=
  pair_le (g p, h p + g p - r p) (mean_of (fun c => g (best p c)) (parts p), mean_of (fun c => h (best p c)) (parts p)).

(* White takes the best option, and Black any, another one each time if Black likes. *)
Definition reply (p : pos) (o : part -> pos) : Prop :=
  forall c, In c (parts p) -> In (o c) (all (from c)) /\ (who c = White -> o c = best p c).
(* What is collected on average in so many steps from p on, with tosses, in some play of Black's. *)
Inductive collects : nat -> pos -> Q -> Prop :=
| nothing p : collects 0 p 0
| more n p o v : reply p o -> (forall c, In c (parts p) -> collects n (o c) (v c)) ->
    collects (S n) p (r p + mean_of v (parts p)).

Definition positions_ok : Prop := forall p, In p positions ->
  total (parts p) == 1 /\ forall c, In c (parts p) -> 0 < weight c /\ forall o, In o (all (from c)) -> In o positions.

Lemma common A (l : list A) (P : A -> Q -> Prop) :
  (forall a, In a l -> exists m, forall M, m <= M -> P a M) -> exists m, forall M, m <= M -> forall a, In a l -> P a M.
Proof.
  induction l as [|a l IH]; intros H.
  - exists 0. intros M _ a [].
  - destruct IH as [m Hm]; [intros b Hb; apply H; now right|].
    destruct (H a (or_introl eq_refl)) as [k Hk]. exists (Qmax m k). intros M HM b [<- | Hb].
    + apply Hk. pose proof (Q.le_max_r m k). lra.
    + apply Hm; [pose proof (Q.le_max_l m k); lra | exact Hb].
Qed.

(* Pairs become numbers: for a great M the number h + M g decides as pairs do. *)
Lemma great a b c d : pair_le (a, b) (c, d) -> exists m, forall M, m <= M -> b + M * a <= d + M * c.
Proof.
  intros [L | [E L]]; cbn [fst snd] in *.
  - exists ((b - d) / (c - a)). intros M HM.
    assert (N : 0 < c - a) by lra. apply (Qmult_le_compat_r _ _ (c - a)) in HM; [|lra].
    assert (X : (b - d) / (c - a) * (c - a) == b - d) by (field; lra). nra.
  - exists 0. intros M _. assert (M * a == M * c) by (rewrite E; reflexivity). lra.
Qed.

(* There is a greatest and a least pair, so each part has a best option. *)
Lemma pair_total a b : pair_le a b \/ pair_le b a.
Proof.
  unfold pair_le. destruct (Qlt_le_dec (fst a) (fst b)); [tauto|]. destruct (Qlt_le_dec (fst b) (fst a)); [tauto|].
  destruct (Qlt_le_dec (snd a) (snd b)); [left | right]; right; split; lra.
Qed.
Lemma pair_trans a b c : pair_le a b -> pair_le b c -> pair_le a c.
Proof. unfold pair_le. intros [A | [A A']] [B | [B B']]; [left | left | left | right; split]; lra. Qed.
Lemma best_exists (c : part) : exists b, In b (all (from c)) /\ forall o, In o (all (from c)) ->
  match who c with White => pair_le (stated o) (stated b) | Black => pair_le (stated b) (stated o) end.
Proof.
  destruct (from c) as [a l]. unfold all. cbn [fst snd]. revert a. induction l as [|d l IH]; intros a.
  - exists a. split; [now left|]. intros o [<- | []]. destruct (who c), (pair_total (stated a) (stated a)); auto.
  - destruct (IH d) as (b & Hb & B).
    assert (E : pair_le (stated a) (stated b) \/ pair_le (stated b) (stated a)) by apply pair_total.
    destruct (who c); destruct E as [E | E].
    + exists b. split; [now right|]. intros o [<- | Ho]; auto.
    + exists a. split; [now left|]. intros o [<- | Ho]; [destruct (pair_total (stated a) (stated a)); auto|].
      apply (pair_trans _ (stated b)); auto.
    + exists a. split; [now left|]. intros o [<- | Ho]; [destruct (pair_total (stated a) (stated a)); auto|].
      apply (pair_trans _ (stated b)); auto.
    + exists b. split; [now right|]. intros o [<- | Ho]; auto.
Qed.

Lemma mean_le (u v : part -> Q) l : (forall c, In c l -> 0 < weight c /\ u c <= v c) -> mean_of u l <= mean_of v l.
Proof.
  induction l as [|c l IH]; cbn [mean_of]; intros H; [lra|].
  destruct (H c (or_introl eq_refl)) as [W L]. assert (mean_of u l <= mean_of v l) by (apply IH; intros; apply H; now right).
  assert (weight c * u c <= weight c * v c) by (apply Qmult_le_l; assumption). lra.
Qed.
Lemma mean_linear M (u v : part -> Q) l : mean_of (fun c => v c + M * u c) l == mean_of v l + M * mean_of u l.
Proof. induction l as [|c l IH]; cbn [mean_of]; [lra|]. rewrite IH. ring. Qed.
Lemma mean_constant a (v : part -> Q) l : mean_of (fun c => v c - a) l == mean_of v l - a * total l.
Proof. induction l as [|c l IH]; cbn [mean_of total]; [lra|]. rewrite IH. ring. Qed.

Lemma bounded (x : pos -> Q) l : exists m, forall p, In p l -> - m <= x p <= m.
Proof.
  destruct (common _ l (fun p M => - M <= x p <= M)) as [m Hm].
  - intros p _. exists (Qmax (x p) (- x p)). intros M HM.
    pose proof (Q.le_max_l (x p) (- x p)). pose proof (Q.le_max_r (x p) (- x p)). lra.
  - exists m. apply Hm. lra.
Qed.

(* The inequality of a step: for some M, whatever Black does, h + M g falls by r - g at most, on average. And g does not fall. *)
Lemma step_inequality : positions_ok ->
  (forall p, In p positions -> mean_condition p /\ forall c, In c (parts p) -> is_best p c) ->
  exists M, forall p o, In p positions -> reply p o ->
    h p + g p - r p + M * g p <= mean_of (fun c => h (o c) + M * g (o c)) (parts p) /\
    g p <= mean_of (fun c => g (o c)) (parts p).
Proof.
  intros Hok Hc.
  destruct (common _ positions (fun p M =>
    h p + g p - r p + M * g p <= mean_of (fun c => h (best p c)) (parts p) + M * mean_of (fun c => g (best p c)) (parts p)))
    as [m Hm].
  { intros p Hp. apply great. apply (Hc p Hp). }
  destruct (common _ positions (fun p M => forall c, In c (parts p) -> forall o, In o (all (from c)) ->
    who c = Black -> h (best p c) + M * g (best p c) <= h o + M * g o)) as [k Hk].
  { intros p Hp. apply (common _ (parts p)). intros c Hcp. apply (common _ (all (from c))). intros o Ho.
    destruct (Hc p Hp) as [_ B]. destruct (B c Hcp) as [_ B']. specialize (B' o Ho). destruct (who c).
    - exists 0. intros M _ W. discriminate.
    - destruct (great _ _ _ _ B') as [n Hn]. exists n. intros M HM _. apply Hn, HM. }
  exists (Qmax m k). intros p o Hp Ho. destruct (Hok p Hp) as [_ Hw]. destruct (Hc p Hp) as [C B]. split.
  - specialize (Hm _ (Q.le_max_l m k) p Hp). cbn beta in Hm.
    assert (L : mean_of (fun c => h (best p c) + Qmax m k * g (best p c)) (parts p)
             <= mean_of (fun c => h (o c) + Qmax m k * g (o c)) (parts p)).
    { apply mean_le. intros c Hcp. split; [apply (Hw c Hcp)|]. destruct (Ho c Hcp) as [I W]. destruct (who c) eqn:E.
      - rewrite (W eq_refl). lra.
      - exact (Hk _ (Q.le_max_r m k) p Hp c Hcp (o c) I E). }
    rewrite mean_linear in L. lra.
  - assert (L : mean_of (fun c => g (best p c)) (parts p) <= mean_of (fun c => g (o c)) (parts p)).
    { apply mean_le. intros c Hcp. split; [apply (Hw c Hcp)|]. destruct (Ho c Hcp) as [I W], (B c Hcp) as [_ B'].
      specialize (B' (o c) I). destruct (who c); [rewrite (W eq_refl); lra|].
      destruct B' as [X | [X _]]; cbn in X; lra. }
    destruct C as [X | [X _]]; cbn in X; lra.
Qed.

(* ANCHOR: mean *)
(* In n steps White collects n times g on average or more, but for a constant, whatever Black does. *)
Theorem mean_is_collected : positions_ok ->
  (forall p, In p positions -> mean_condition p /\ forall c, In c (parts p) -> is_best p c) ->
  exists d, forall n p v, In p positions -> collects n p v -> inject_Z (Z.of_nat n) * g p - d <= v.
(* ANCHOR_END: mean *)
Proof.
  intros Hok Hc. destruct (step_inequality Hok Hc) as [M HM].
  destruct (bounded (fun p => h p + M * g p) positions) as [b Hb].
  assert (H : forall n p v, collects n p v -> In p positions -> inject_Z (Z.of_nat n) * g p + (h p + M * g p) - b <= v).
  { induction 1 as [p | n p o v Ho _ IH]; intros Hp.
    - specialize (Hb p Hp). cbn beta in Hb. change (inject_Z (Z.of_nat 0)) with 0. lra.
    - destruct (HM p o Hp Ho) as [Hs G]. destruct (Hok p Hp) as [Ht W].
      set (N := inject_Z (Z.of_nat n)) in *.
      assert (HN : 0 <= N) by (unfold N; rewrite <- (Zle_Qle 0); lia).
      assert (L : mean_of (fun c => ((h (o c) + M * g (o c)) + N * g (o c)) - b) (parts p) <= mean_of v (parts p)).
      { apply mean_le. intros c Hcp. split; [apply (W c Hcp)|]. destruct (Ho c Hcp) as [I _].
        specialize (IH c Hcp (proj2 (W c Hcp) _ I)). lra. }
      rewrite mean_constant, mean_linear, Ht in L.
      assert (E : inject_Z (Z.of_nat (S n)) == N + 1).
      { unfold N. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. }
      rewrite E. assert (N * g p <= N * mean_of (fun c => g (o c)) (parts p)) by nra. lra. }
  exists (2 * b). intros n p v Hp Hv. specialize (H n p v Hv Hp). specialize (Hb p Hp). cbn beta in Hb. lra.
Qed.
End Mean.
