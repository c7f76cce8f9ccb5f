(* What the values mean for two players with money, in games in which every position is bid for.

   If Black's share is less than alpha, White wins in finitely many auctions, whatever Black bids and plays; if it is more, Black has a way of
   bidding and moving with which White never wins. For beta the same is true of the other player. So with a share between the two values
   neither player can force a win. All this whoever gets equal bids. *)
From Coq Require Import QArith Lqa List Lia.
From Bidding Require Import Game Colours Limits Never Certificates Values Tables.
Import ListNotations.
Open Scope Q_scope.

Section Money.
Context {pos : Type}.
Variable turn_at : pos -> bidding pos.
(* ANCHOR: auction *)
(* b is Black's share, 1 - b White's. A bid, which may be negative, is at most what its owner has. The higher bid is paid to the opponent, and
   its owner moves; of equal bids, that of the player [ties]. *)
Variable ties : side.
Definition bids_of_white (b x : Q) := - (1 - b) <= x <= 1 - b.
Definition bids_of_black (b y : Q) := - b <= y <= b.
Definition white_moves (x y : Q) : Prop := match ties with White => y <= x | Black => y < x end.

(* White has a way of bidding and moving that wins in at most n auctions. *)
Fixpoint white_wins (n : nat) (p : pos) (b : Q) : Prop :=
  match turn_at p, n with
  | Ended v, _ => v == 1
  | Bids _ _, O => False
  | Bids white black, S n => exists x, bids_of_white b x /\ forall y, bids_of_black b y ->
      (white_moves x y -> exists o, In o (all white) /\ white_wins n o (b + x)) /\
      (~ white_moves x y -> forall o, In o (all black) -> white_wins n o (b - y))
  end.
Fixpoint black_wins (n : nat) (p : pos) (b : Q) : Prop :=
  match turn_at p, n with
  | Ended v, _ => v == 0
  | Bids _ _, O => False
  | Bids white black, S n => exists y, bids_of_black b y /\ forall x, bids_of_white b x ->
      (~ white_moves x y -> exists o, In o (all black) /\ black_wins n o (b - y)) /\
      (white_moves x y -> forall o, In o (all white) -> black_wins n o (b + x))
  end.

(* Black has a way, with bid y and move o fixed beforehand, with which White never wins; the play may go on without end. *)
CoInductive white_never_wins (p : pos) (b : Q) : Prop :=
  | not_white v : turn_at p = Ended v -> ~ v == 1 -> white_never_wins p b
  | black_bids white black y o : turn_at p = Bids white black -> bids_of_black b y -> In o (all black) ->
      (forall x, bids_of_white b x -> ~ white_moves x y -> white_never_wins o (b - y)) ->
      (forall x o', bids_of_white b x -> white_moves x y -> In o' (all white) -> white_never_wins o' (b + x)) -> white_never_wins p b.
CoInductive black_never_wins (p : pos) (b : Q) : Prop :=
  | not_black v : turn_at p = Ended v -> ~ v == 0 -> black_never_wins p b
  | white_bids white black x o : turn_at p = Bids white black -> bids_of_white b x -> In o (all white) ->
      (forall y, bids_of_black b y -> white_moves x y -> black_never_wins o (b + x)) ->
      (forall y o', bids_of_black b y -> ~ white_moves x y -> In o' (all black) -> black_never_wins o' (b - y)) -> black_never_wins p b.
(* ANCHOR_END: auction *)

Lemma white_moves_dec x y : (white_moves x y /\ y <= x) \/ (~ white_moves x y /\ x <= y).
Proof. unfold white_moves. destruct ties, (Qlt_le_dec y x), (Qlt_le_dec x y); (left + right); split; lra. Qed.
Lemma never_white n p b : white_never_wins p b -> ~ white_wins n p b.
Proof.
  revert p b. induction n as [|n IH]; intros p b [v E Hv|w bl y o E Hy Ho A B]; cbn [white_wins]; rewrite E; auto.
  intros (x & Hx & H). destruct (H y Hy) as [W L]. destruct (white_moves_dec x y) as [[M _]|[M _]].
  - destruct (W M) as (o' & Ho' & G). exact (IH o' _ (B x o' Hx M Ho') G).
  - exact (IH o _ (A x Hx M) (L M o Ho)).
Qed.
Lemma never_black n p b : black_never_wins p b -> ~ black_wins n p b.
Proof.
  revert p b. induction n as [|n IH]; intros p b [v E Hv|w bl x o E Hx Ho A B]; cbn [black_wins]; rewrite E; auto.
  intros (y & Hy & H). destruct (H x Hx) as [W L]. destruct (white_moves_dec x y) as [[M _]|[M _]].
  - exact (IH o _ (A y Hy M) (L M o Ho)).
  - destruct (W M) as (o' & Ho' & G). exact (IH o' _ (B y o' Hy M Ho') G).
Qed.

Variable dom : list pos.
Hypothesis ok : game_ok dom (game_at turn_at).
Hypothesis won : forall p v, In p dom -> turn_at p = Ended v -> v == 0 \/ v == 1.
Notation alpha := (alpha (game_at turn_at)).
Notation beta := (beta (game_at turn_at)).

Lemma options_in p w b : In p dom -> turn_at p = Bids w b -> (forall o, In o (all w) -> In o dom) /\ (forall o, In o (all b) -> In o dom).
Proof.
  intros Hp E. pose proof (ok p Hp) as okp. unfold game_at in okp. rewrite E in okp. destruct okp as [_ okp].
  split; [apply (okp (Part (1#2) White w)); left; reflexivity|apply (okp (Part (1#2) Black b)); right; left; reflexivity].
Qed.
Lemma F_bids x p w b : turn_at p = Bids w b -> F (game_at turn_at) x p == (1#2) * (most x w + least x b).
Proof. intros E. apply F_of_turns. unfold game_at. rewrite E. reflexivity. Qed.
Theorem white_wins_below n p b : In p dom -> 0 <= b <= 1 -> b < alpha n p -> white_wins n p b.
Proof.
  revert p b. induction n as [|n IH]; intros p b Hp Hb H; cbn [white_wins]; destruct (turn_at p) as [v|w bl] eqn:E;
    try (cbn in H; unfold F, game_at in H; rewrite E in H; cbn in H; destruct (won p v Hp E); lra).
  - cbn in H. unfold game_at in H. rewrite E in H. cbn in H. lra.
  - cbn [Limits.alpha] in H. rewrite (F_bids _ p w bl E) in H. destruct (options_in p w bl Hp E) as [Iw Ib].
    destruct (most_att (alpha n) w) as (o & Ho & Eo). destruct (least_att (alpha n) bl) as (o' & Ho' & Eo').
    pose proof (alpha_1 dom _ ok n o (Iw o Ho)). pose proof (alpha_1 dom _ ok n o' (Ib o' Ho')). pose proof (alpha_0 dom _ ok n o' (Ib o' Ho')).
    set (M := most (alpha n) w) in *. set (m := least (alpha n) bl) in *. unfold bids_of_white, bids_of_black.
    exists ((1#2) * (M - m)). split; [lra|]. intros y Hy. destruct (white_moves_dec ((1#2) * (M - m)) y) as [[G L]|[G L]]; split; intros G'; try contradiction.
    + exists o. split; [exact Ho|]. apply IH; [apply Iw, Ho|lra|lra].
    + intros o2 Ho2. pose proof (least_lb (alpha n) bl o2 Ho2) as Lo. fold m in Lo. apply IH; [apply Ib, Ho2|lra|lra].
Qed.
Lemma beta_unit n p : In p dom -> 0 <= beta n p <= 1.
Proof.
  intros Hp. pose proof (alpha_le_beta dom _ ok 0 n p Hp). pose proof (alpha_0 dom _ ok 0 p Hp).
  pose proof (beta_falls_to dom _ ok 0 n p Hp ltac:(lia)). assert (beta 0 p <= 1); [|lra].
  cbn. unfold game_at. destruct (turn_at p) as [v|w b] eqn:E; [destruct (won p v Hp E); lra|cbn; lra].
Qed.
Theorem black_wins_above n p b : In p dom -> 0 <= b <= 1 -> beta n p < b -> black_wins n p b.
Proof.
  revert p b. induction n as [|n IH]; intros p b Hp Hb H; cbn [black_wins]; destruct (turn_at p) as [v|w bl] eqn:E;
    try (cbn in H; unfold F, game_at in H; rewrite E in H; cbn in H; destruct (won p v Hp E); lra).
  - cbn in H. unfold game_at in H. rewrite E in H. cbn in H. lra.
  - cbn [Limits.beta] in H. rewrite (F_bids _ p w bl E) in H. destruct (options_in p w bl Hp E) as [Iw Ib].
    destruct (most_att (beta n) w) as (o & Ho & Eo). destruct (least_att (beta n) bl) as (o' & Ho' & Eo').
    pose proof (beta_unit n o (Iw o Ho)). pose proof (beta_unit n o' (Ib o' Ho')).
    set (M := most (beta n) w) in *. set (m := least (beta n) bl) in *. unfold bids_of_white, bids_of_black.
    exists ((1#2) * (M - m)). split; [lra|]. intros x Hx. destruct (white_moves_dec x ((1#2) * (M - m))) as [[G L]|[G L]]; split; intros G'; try contradiction.
    + intros o2 Ho2. pose proof (most_ub (beta n) w o2 Ho2) as Lo. fold M in Lo. apply IH; [apply Iw, Ho2|lra|lra].
    + exists o'. split; [exact Ho'|]. apply IH; [apply Ib, Ho'|lra|lra].
Qed.

(* The converse: above a column that holds White never wins. *)
Lemma holds_above (h : pos -> Q) : (forall p, In p dom -> white_holds (game_at turn_at) h p) ->
  forall p b, In p dom -> 0 <= b <= 1 -> h p < b -> white_never_wins p b.
Proof.
  intros Hh. cofix IH. intros p b Hp Hb H. destruct (Hh p Hp) as [_ Hf]. destruct (turn_at p) as [v|w bl] eqn:E.
  - apply (not_white p b v E). unfold F, game_at in Hf. rewrite E in Hf. lra.
  - rewrite (F_bids _ p w bl E) in Hf. destruct (options_in p w bl Hp E) as [Iw Ib].
    destruct (most_att h w) as (o & Ho & Eo). destruct (least_att h bl) as (o' & Ho' & Eo').
    pose proof (proj1 (Hh o (Iw o Ho))). pose proof (proj1 (Hh o' (Ib o' Ho'))).
    assert (Up : forall o2, In o2 (all w) -> h o2 <= most h w) by (intros; apply most_ub; assumption).
    set (M := most h w) in *. set (m := least h bl) in *. clearbody M m.
    apply (black_bids p b w bl ((1#2) * (M - m)) o' E); [unfold bids_of_black; lra|exact Ho'| |].
    + intros x Hx G. unfold bids_of_white in Hx. destruct (white_moves_dec x ((1#2) * (M - m))) as [[G' L]|[_ L]]; [contradiction|].
      apply IH; [apply Ib, Ho'|lra|lra].
    + intros x o2 Hx G Ho2. unfold bids_of_white in Hx. destruct (white_moves_dec x ((1#2) * (M - m))) as [[_ L]|[G' _]]; [|contradiction].
      pose proof (Up o2 Ho2). apply IH; [apply Iw, Ho2|lra|lra].
Qed.
Lemma holds_below (h : pos -> Q) : (forall p, In p dom -> black_holds (game_at turn_at) h p) ->
  forall p b, In p dom -> 0 <= b <= 1 -> b < h p -> black_never_wins p b.
Proof.
  intros Hh. cofix IH. intros p b Hp Hb H. destruct (Hh p Hp) as [_ Hf]. destruct (turn_at p) as [v|w bl] eqn:E.
  - apply (not_black p b v E). unfold F, game_at in Hf. rewrite E in Hf. lra.
  - rewrite (F_bids _ p w bl E) in Hf. destruct (options_in p w bl Hp E) as [Iw Ib].
    destruct (most_att h w) as (o & Ho & Eo). destruct (least_att h bl) as (o' & Ho' & Eo').
    pose proof (proj1 (Hh o (Iw o Ho))). pose proof (proj1 (Hh o' (Ib o' Ho'))).
    assert (Lo : forall o2, In o2 (all bl) -> least h bl <= h o2) by (intros; apply least_lb; assumption).
    set (M := most h w) in *. set (m := least h bl) in *. clearbody M m.
    apply (white_bids p b w bl ((1#2) * (M - m)) o E); [unfold bids_of_white; lra|exact Ho| |].
    + intros y Hy G. unfold bids_of_black in Hy. destruct (white_moves_dec ((1#2) * (M - m)) y) as [[_ L]|[G' _]]; [|contradiction].
      apply IH; [apply Iw, Ho|lra|lra].
    + intros y o2 Hy G Ho2. unfold bids_of_black in Hy. destruct (white_moves_dec ((1#2) * (M - m)) y) as [[G' _]|[_ L]]; [contradiction|].
      pose proof (Lo o2 Ho2). apply IH; [apply Ib, Ho2|lra|lra].
Qed.

Hypothesis eq_dec : forall p q : pos, {p = q} + {p <> q}.
(* ANCHOR: decides *)
Theorem value_decides x y p b : In p dom -> alpha_is (game_at turn_at) x p -> beta_is (game_at turn_at) y p -> 0 <= b <= 1 ->
  (b < x -> exists n, white_wins n p b) /\ (x < b -> white_never_wins p b) /\
  (y < b -> exists n, black_wins n p b) /\ (b < y -> black_never_wins p b).
(* ANCHOR_END: decides *)
Proof.
  intros Hp [A A'] [B' B] Hb.
  destruct (values_exist dom _ 0 eq_dec ok ltac:(lra)) as (h & T & T' & Hh). destruct (values_exist dom _ 1 eq_dec ok ltac:(lra)) as (k & U & U' & Hk).
  split; [|split; [|split]]; intros H.
  - destruct (A ((1#2) * (x - b)) ltac:(lra)) as [n Hn]. exists n. apply white_wins_below; auto. lra.
  - apply (holds_above h); auto.
    + intros q Hq. destruct (Hh q Hq) as ([_ V] & _ & F1). apply (value_0_is_alpha dom _ ok) in V; [|exact Hq].
      split; [pose proof (V O); pose proof (alpha_0 dom _ ok 0 q Hq); lra|apply F1].
    + destruct (Hh p Hp) as ([V _] & _). apply (value_0_is_alpha dom _ ok) in V; [|exact Hp].
      apply Qnot_le_lt. intros G. destruct (V ((1#2) * (b - x)) ltac:(lra)) as [n Hn]. specialize (A' n). lra.
  - destruct (B ((1#2) * (b - y)) ltac:(lra)) as [n Hn]. exists n. apply black_wins_above; auto. lra.
  - apply (holds_below k); auto.
    + intros q Hq. destruct (Hk q Hq) as ([V _] & F1 & _). apply (value_1_is_beta dom _ ok) in V; [|exact Hq].
      split; [pose proof (V O); pose proof (beta_unit 0 q Hq); lra|apply F1].
    + destruct (Hk p Hp) as ([_ V] & _). apply (value_1_is_beta dom _ ok) in V; [|exact Hp].
      apply Qnot_le_lt. intros G. destruct (V ((1#2) * (y - b)) ltac:(lra)) as [n Hn]. specialize (B' n). lra.
Qed.
Corollary nobody_wins x y p b : In p dom -> alpha_is (game_at turn_at) x p -> beta_is (game_at turn_at) y p -> 0 <= b <= 1 ->
  x < b < y -> forall n, ~ white_wins n p b /\ ~ black_wins n p b.
Proof.
  intros Hp A B Hb H n. destruct (value_decides x y p b Hp A B Hb) as (_ & W & _ & G).
  split; [apply never_white, W|apply never_black, G]; lra.
Qed.
End Money.
