(* A tax before each auction: the richer player pays the poorer one a part lam of the difference of their money. Then the auction is the usual one.

   First the rules: who wins, and who never does. Then the conditions of a certificate, for one player, [me]; its numbers are her share of all
   money. Then the theorem: with a greater share than [U] she wins in a bounded number of moves; with a smaller one than [x] the opponent has a
   way with which she never wins. It asks for this, and for nothing else:
   - 0 <= lam < 1/2;
   - bids may be negative; or some option is there for both players, at each position that is bid for;
   - a chain of tables, each at least 0 at every position. The first is at least 1, but where she has won. From each to the next one [step_ok]
     at every position, with one theta from 0 on and below 1: where [U] is at least 1, or not below the table before, nothing is asked for;
   - a table x with [guard_ok] at every position.
   Here the function expands: equality, inequality or labels prove nothing; a surplus of money has to grow instead. Numbers are rational. No
   axiom is used. *)
From Coq Require Import QArith Qminmax Qround Lqa List Lia.
From Bidding Require Import Game Colours Ranks Never Payments.
From Bidding Require Money.
Import ListNotations.
Open Scope Q_scope.

Section RobinHood.
Context {pos : Type}.
Variable game : pos -> place pos.
Variables ties me : side.
Notation beats := (Money.beats ties me).
Notation mine := (Money.mine me).
Notation theirs := (Money.theirs me).
Notation won := (Money.won me).
(* ANCHOR: robin-hood-rules *)
Variable lam : Q.
Variable negative : bool.
Definition taxed (s : Q) : Q := s - lam * (s - (1 - s)).
Definition bids (s x : Q) : Prop := (if negative then - s else 0) <= x <= s.

Definition hers (who : side) : bool := match who, me with White, White | Black, Black => true | _, _ => false end.

(* She has the share s, and a way of bidding and moving that wins in at most n moves. Nothing is paid where one player has the turn. *)
Fixpoint wins (n : nat) (p : pos) (s : Q) : Prop :=
  match game p, n with
  | End v, _ => won v
  | _, O => False
  | Bid white black, S n => exists x, bids (taxed s) x /\ forall y, bids (1 - taxed s) y ->
      (beats x y -> exists q, In q (all (mine white black)) /\ wins n q (taxed s - x)) /\
      (~ beats x y -> forall q, In q (all (theirs white black)) -> wins n q (taxed s + y))
  | Turn who o, S n => if hers who then exists q, In q (all o) /\ wins n q s else forall q, In q (all o) -> wins n q s
  end.
(* The opponent has a way with which she never wins; the play may go on without end. *)
CoInductive never_wins (p : pos) (s : Q) : Prop :=
  | not_won v : game p = End v -> ~ won v -> never_wins p s
  | not_yet white black y o : game p = Bid white black -> bids (1 - taxed s) y -> In o (all (theirs white black)) ->
      (forall x, bids (taxed s) x -> ~ beats x y -> never_wins o (taxed s + y)) ->
      (forall x q, bids (taxed s) x -> beats x y -> In q (all (mine white black)) -> never_wins q (taxed s - x)) -> never_wins p s
  | her_turn who o : game p = Turn who o -> hers who = true -> (forall q, In q (all o) -> never_wins q s) -> never_wins p s
  | his_turn who o q : game p = Turn who o -> hers who = false -> In q (all o) -> never_wins q s -> never_wins p s.
(* ANCHOR_END: robin-hood-rules *)

Theorem robin_hood_not_both n p s : never_wins p s -> ~ wins n p s.
Proof.
  revert p s. induction n as [|n IH]; intros p s [v E Hv|w b y o E Hy Ho A B|who o E K A|who o q E K Hq A]; cbn [wins]; rewrite E; auto.
  - intros (x & Hx & H). destruct (H y Hy) as [W L]. destruct (Money.beats_dec ties me x y) as [[M _]|[M _]].
    + destruct (W M) as (q & Hq & G). exact (IH q _ (B x q Hx M Hq) G).
    + exact (IH o _ (A x Hx M) (L M o Ho)).
  - rewrite K. intros (q & Hq & G). exact (IH q s (A q Hq) G).
  - rewrite K. intros G. exact (IH q s A (G q Hq)).
Qed.

(* ANCHOR: robin-hood-conditions *)
(* Her options; the number of a position if hers is worth a; and what she has at p after the tax. *)
Definition own (p : pos) : list pos := match game p with End _ => [] | Bid w b => all (mine w b) | Turn _ o => all o end.
Definition mean (a : Q) (y : pos -> Q) (p : pos) : Q :=
  match game p with End _ => 1 | Bid w b => (1#2) * (a + most y (theirs w b)) | Turn who o => if hers who then a else most y o end.
Definition after (p : pos) (s : Q) : Q := match game p with Bid _ _ => taxed s | _ => s end.
Definition has_won (p : pos) : Prop := match game p with End v => won v | _ => False end.

(* From the table V to the table U, a step (theta = 0) or growth. *)
Definition step_ok (theta : Q) (V U : pos -> Q) (p : pos) : Prop := 0 <= U p /\
  (has_won p \/ 1 <= U p \/ V p <= U p \/ exists w, In w (own p) /\
    mean (V w) V p <= after p (U p + theta * (V p - U p)) /\ (theta == 0 \/ mean (U w) U p <= after p (U p))).
Definition guard_ok (x : pos -> Q) (p : pos) : Prop := x p <= 1 /\
  match game p with End v => won v -> x p <= 0 | _ => x p <= 0 \/ forall w, In w (own p) -> after p (x p) <= mean (x w) x p end.
(* ANCHOR_END: robin-hood-conditions *)

Hypothesis lam_half : 0 <= lam < 1#2.
Variable dom : list pos.
Hypothesis ok : pay_game_ok dom game.
Hypothesis fair : negative = true \/ forall p w b, In p dom -> game p = Bid w b -> exists o, In o (all w) /\ In o (all b).
Inductive proves_win : (pos -> Q) -> Prop :=
  | first_table U : (forall p, In p dom -> 0 <= U p /\ (has_won p \/ 1 <= U p)) -> proves_win U
  | next_table theta V U : proves_win V -> 0 <= theta < 1 -> (forall p, In p dom -> step_ok theta V U p) -> proves_win U.

Lemma taxed_unit s : 0 <= s <= 1 -> 0 <= taxed s <= 1.
Proof. unfold taxed. nra. Qed.
(* What counts in an auction: of her options that with the least number, of the opponent's that with the greatest. *)
Lemma at_bid y p w b : In p dom -> game p = Bid w b -> exists o o', In o (all (mine w b)) /\ In o' (all (theirs w b)) /\
  (forall q, In q (all (mine w b)) -> In q dom /\ y o <= y q) /\ (forall q, In q (all (theirs w b)) -> In q dom /\ y q <= y o') /\
  most y (theirs w b) == y o' /\ (negative = true \/ y o <= y o').
Proof.
  intros Hp E. destruct (options_bid dom game ok p w b Hp E) as [Cw Cb].
  destruct (least_att y (mine w b)) as (o & Ho & Eo), (most_att y (theirs w b)) as (o' & Ho' & Eo'). exists o, o'. repeat split; auto.
  - destruct me; auto.
  - pose proof (least_lb y _ q H). lra.
  - destruct me; auto.
  - pose proof (most_ub y _ q H). lra.
  - symmetry. exact Eo'.
  - destruct fair as [N|S]; [left; exact N|right]. destruct (S p w b Hp E) as (c & A & B).
    assert (In c (all (mine w b)) /\ In c (all (theirs w b))) as [M T] by (unfold Money.mine, Money.theirs; destruct me; auto).
    pose proof (least_lb y _ c M). pose proof (most_ub y _ c T). lra.
Qed.

Lemma wins_more n m p s : (n <= m)%nat -> wins n p s -> wins m p s.
Proof.
  intros L. revert m L p s. induction n as [|n IH]; intros [|m] L p s; try lia; cbn [wins]; destruct (game p) as [v|w b|who o]; auto; try tauto.
  - intros (x & Hx & H). exists x. split; [exact Hx|]. intros y Hy. destruct (H y Hy) as [A B]. split.
    + intros G. destruct (A G) as (q & Hq & W). exists q. split; [exact Hq|apply IH; [lia|exact W]].
    + intros G q Hq. apply IH; [lia|apply (B G q Hq)].
  - destruct (hers who); [intros (q & Hq & W); exists q; split; [exact Hq|apply IH; [lia|exact W]]|].
    intros H q Hq. apply IH; [lia|apply H, Hq].
Qed.

(* One move: what is above the mean before it is above the number after it. *)
Lemma one_move n p s y w e : In p dom -> 0 <= s <= 1 -> 0 < e -> (forall q, In q dom -> 0 <= y q) -> In w (own p) ->
  mean (y w) y p + e <= after p s -> (forall q t, In q dom -> 0 <= t <= 1 -> y q + e <= t -> wins n q t) -> wins (S n) p s.
Proof.
  intros Hp Hs He Y Hw H next. unfold own, mean, after in *. cbn [wins]. destruct (game p) as [v|wh bl|who o] eqn:E; [destruct Hw| |].
  - destruct (at_bid y p wh bl Hp E) as (o & o' & Ho & Ho' & Lo & Up & Em & F). destruct (Lo w Hw) as [_ Lw]. rewrite Em in H.
    pose proof (taxed_unit s Hs). set (t := taxed s) in *. clearbody t.
    pose proof (Y o (proj1 (Lo o Ho))). pose proof (Y o' (proj1 (Up o' Ho'))).
    exists ((1#2) * (y o' - y o)). split; [unfold bids; destruct negative; [lra|destruct F; [discriminate|lra]]|]. intros z Hz.
    assert (Hz' : z <= 1 - t /\ - (1 - t) <= z) by (unfold bids in Hz; destruct negative; lra).
    destruct (Money.beats_dec ties me ((1#2) * (y o' - y o)) z) as [[G L]|[G L]]; split; intros G'; try contradiction.
    + exists o. split; [exact Ho|]. apply next; [apply (Lo o Ho)|lra|lra].
    + intros q Hq. destruct (Up q Hq). apply next; [assumption|lra|lra].
  - pose proof (options_turn dom game ok p who o Hp E) as C. destruct (hers who); [exists w; split; [exact Hw|apply next; auto; lra]|].
    intros q Hq. pose proof (most_ub y o q Hq). apply next; auto; lra.
Qed.

(* Between two tables the number falls by the factor theta in each move, and the surplus e by 1 - 2 lam. *)
Lemma growth theta V U n : 0 <= theta < 1 -> (forall p, In p dom -> 0 <= V p) -> (forall p, In p dom -> step_ok theta V U p) ->
  forall k e, (theta == 0 -> (k <= 1)%nat) -> 0 < e ->
  (forall p s, In p dom -> 0 <= s <= 1 -> V p + power (1 - 2 * lam) k * e <= s -> wins n p s) ->
  forall p s, In p dom -> 0 <= s <= 1 -> U p + power theta k * (V p - U p) + e <= s -> wins (k + n) p s.
Proof.
  intros Ht HV HU. assert (P : forall k, 0 <= power theta k <= 1) by (induction k as [|k IH]; cbn [power]; [lra|nra]).
  assert (K : forall k, 0 < power (1 - 2 * lam) k <= 1) by (induction k as [|k IH]; cbn [power]; [lra|nra]).
  induction k as [|k IH]; intros e Hk He base p s Hp Hs H; [cbn [power Nat.add] in *; apply base; auto; lra|].
  destruct (HU p Hp) as [_ C]. pose proof (P k) as Pk. pose proof (P (S k)) as PSk. pose proof (K (S k)) as Kk.
  assert (Same : V p <= U p -> wins (S k + n) p s).
  { intros L. apply (wins_more n); [lia|]. apply base; auto. nra. }
  destruct C as [W|[One|[L|(w & Hw & C1 & C2)]]].
  - cbn. unfold has_won in W. destruct (game p); tauto.
  - destruct (Qlt_le_dec (U p) (V p)) as [G|G]; [nra|auto].
  - auto.
  - cbn [power Nat.add] in *. set (y := fun q => U q + power theta k * (V q - U q)).
    assert (Y : forall q, In q dom -> 0 <= y q) by (intros q Hq; pose proof (HV q Hq); pose proof (proj1 (HU q Hq)); unfold y; nra).
    apply (one_move (k + n) p s y w ((1 - 2 * lam) * e)); auto; [nra| |].
    + (* the mean is convex *)
      assert (Cv : mean (y w) y p <= (1 - power theta k) * mean (U w) U p + power theta k * mean (V w) V p).
      { assert (M : forall o : options pos, most y o <= (1 - power theta k) * most U o + power theta k * most V o).
        { intros o. destruct (most_att y o) as (q & Hq & <-). pose proof (most_ub U o q Hq). pose proof (most_ub V o q Hq). unfold y. nra. }
        unfold mean. destruct (game p) as [v|wh bl|who o]; [lra| |].
        - pose proof (M (theirs wh bl)). unfold y at 1. nra.
        - pose proof (M o). destruct (hers who); [unfold y; nra|lra]. }
      assert (C2' : (1 - power theta k) * mean (U w) U p <= (1 - power theta k) * after p (U p)).
      { destruct C2 as [Z|C2]; [|rewrite !(Qmult_comm (1 - _)); apply Qmult_le_compat_r; lra].
        specialize (Hk Z). assert (k = O) as -> by lia. cbn [power]. lra. }
      assert (C1' : power theta k * mean (V w) V p <= power theta k * after p (U p + theta * (V p - U p))) by (rewrite !(Qmult_comm (power _ _)); apply Qmult_le_compat_r; lra).
      unfold after, taxed in *. destruct (game p); nra.
    + intros q t Hq Ht' G. apply (IH ((1 - 2 * lam) * e)); auto; [intros Z; specialize (Hk Z); lia|nra|].
      intros r u Hr Hu G'. apply base; auto. rewrite <- Qmult_assoc in *. lra.
Qed.

(* ANCHOR: robin-hood-win *)
Theorem robin_hood_wins U : proves_win U -> forall e, 0 < e -> exists n, forall p s, In p dom -> 0 <= s <= 1 -> U p + e <= s -> wins n p s.
(* ANCHOR_END: robin-hood-win *)
Proof.
  assert (Pos : forall U, proves_win U -> forall p, In p dom -> 0 <= U p) by (intros U' [U0 H|theta V U0 _ _ H] p Hp; apply (H p Hp)).
  induction 1 as [U H|theta V U HV IH Ht H]; intros e He.
  - exists O. intros p s Hp Hs L. destruct (H p Hp) as [_ [W|G]]; [|lra]. cbn. unfold has_won in W. destruct (game p); tauto.
  - assert (exists k, (theta == 0 -> (k <= 1)%nat) /\ forall p, In p dom -> power theta k * (V p - U p) <= (1#2) * e) as (k & Hk & Small).
    { destruct (Qlt_le_dec 0 theta) as [T|T]; [|exists 1%nat; split; [auto|intros p _; assert (Z : theta == 0) by lra; cbn [power]; rewrite Z; lra]].
      destruct dom as [|a d] eqn:Ed; [exists O; split; [lia|intros ? []]|].
      destruct (greatest_at (fun p => V p - U p) (a :: d) a (or_introl eq_refl)) as (m & _ & Hm). cbv beta in Hm.
      pose proof (Q.le_max_l 1 (V m - U m)). pose proof (Q.le_max_r 1 (V m - U m)). set (G := Qmax 1 (V m - U m)) in *. clearbody G.
      destruct (power_small (1 - theta) ((1#2) * e / G)) as (k & Hk); [lra|apply Qlt_shift_div_l; lra|].
      exists k. split; [intros Z; exfalso; lra|]. intros p Hp. specialize (Hm p Hp).
      assert (E : power (1 - (1 - theta)) k == power theta k) by (clear; induction k as [|k IH]; cbn [power]; [reflexivity|rewrite IH; ring]).
      rewrite E in Hk. assert (Z : (1#2) * e / G * G == (1#2) * e) by (field; lra). set (h := (1#2) * e / G) in *. clearbody h. nra. }
    assert (K : 0 < power (1 - 2 * lam) k) by (clear - lam_half; induction k as [|k IH]; cbn [power]; [lra|nra]).
    destruct (IH (power (1 - 2 * lam) k * ((1#2) * e))) as [n Hn]; [nra|]. exists (k + n)%nat. intros p s Hp Hs L.
    apply (growth theta V U n Ht (Pos V HV) H k ((1#2) * e)); auto; [lra|]. specialize (Small p Hp). lra.
Qed.

(* ANCHOR: robin-hood-never *)
Theorem robin_hood_never x : (forall p, In p dom -> guard_ok x p) -> forall p s, In p dom -> 0 <= s <= 1 -> s < x p -> never_wins p s.
(* ANCHOR_END: robin-hood-never *)
Proof.
  intros G. cofix IH. intros p s Hp Hs L. destruct (G p Hp) as [_ C]. destruct (game p) as [v|wh bl|who o] eqn:E.
  - apply (not_won p s v E). intros W. clear IH. specialize (C W). lra.
  - destruct C as [C|C]; [clear IH; exfalso; lra|]. destruct (at_bid x p wh bl Hp E) as (o & o' & Ho & Ho' & Lo & Up & Em & F).
    assert (Hw : In o (own p)) by (unfold own; rewrite E; exact Ho). specialize (C o Hw). unfold after, mean in C. rewrite E, Em in C.
    pose proof (taxed_unit s Hs). assert (Ht : taxed s < taxed (x p)) by (unfold taxed; clear IH; nra).
    pose proof (proj1 (G o (proj1 (Lo o Ho)))). pose proof (proj1 (G o' (proj1 (Up o' Ho')))).
    apply (not_yet p s wh bl ((1#2) * (x o' - x o)) o' E); [unfold bids; destruct negative; [lra|destruct F; [discriminate|lra]]|exact Ho'| |].
    + intros z Hz N. unfold bids in Hz. destruct (Money.beats_dec ties me z ((1#2) * (x o' - x o))) as [[N' _]|[_ M]]; [contradiction|].
      apply IH; [apply (Up o' Ho')|destruct negative; lra|lra].
    + intros z q Hz N Hq. unfold bids in Hz. destruct (Money.beats_dec ties me z ((1#2) * (x o' - x o))) as [[_ M]|[N' _]]; [|contradiction].
      destruct (Lo q Hq). apply IH; [assumption|destruct negative; lra|lra].
  - destruct C as [C|C]; [clear IH; exfalso; lra|]. unfold own, after, mean in C. rewrite E in C. pose proof (options_turn dom game ok p who o Hp E) as D.
    destruct (hers who) eqn:K.
    + apply (her_turn p s who o E K). intros q Hq. specialize (C q Hq). apply IH; [apply D, Hq|exact Hs|lra].
    + destruct (most_att x o) as (q & Hq & Eq). specialize (C q Hq). apply (his_turn p s who o q E K Hq). apply IH; [apply D, Hq|exact Hs|lra].
Qed.
End RobinHood.

(* The example of the paper: the left position leads to the right one or is lost, the right one leads to the left one or is won. A share above
   (2 - 2 lam) / (3 - 4 lam) wins, and a smaller one does not; here with lam = 1/8. *)
Inductive place4 := Left | Right | Gained | Lost.
Definition two (p : place4) : place place4 := match p with
  | Left => Bid (Right, [Lost]) (Right, [Lost]) | Right => Bid (Left, [Gained]) (Left, [Gained]) | Gained => End 1 | Lost => End 0 end.
Theorem robin_hood_example ties s : 0 <= s <= 1 ->
  (7#10 < s -> exists n, wins two ties White (1#8) false n Left s) /\ (s < 7#10 -> never_wins two ties White (1#8) false Left s).
Proof.
  intros Hs. set (dom := [Left; Right; Gained; Lost]). set (x p := match p with Left => 7#10 | Right => 3#10 | Gained => 0 | Lost => 1 end).
  assert (D : forall p, In p dom) by (intros []; cbn; auto).
  assert (ok : pay_game_ok dom two) by (intros p _; split; [destruct p; intros v E; injection E as <- || discriminate; lra|auto]).
  assert (fair : false = true \/ forall p w b, In p dom -> two p = Bid w b -> exists o, In o (all w) /\ In o (all b)).
  { right. intros p w b _ E. destruct p; try discriminate; injection E as <- <-; eexists; split; left; reflexivity. }
  split; intros H.
  - set (V p := match p with Left => 7#5 | Gained => 0 | _ => 1 end).
    assert (C : proves_win two White (1#8) dom x).
    { apply (next_table two White (1#8) dom (2#3) V); [apply first_table|lra|].
      - intros [] _; cbn; split; try lra; auto; right; lra.
      - intros [] _; (split; [cbn; lra|]); [right; right; right; exists Right|right; right; right; exists Gained|left; cbn; lra|right; left; cbn; lra];
          (split; [cbn; auto|]); split; [|right| |right]; vm_compute; discriminate. }
    destruct (robin_hood_wins two ties White (1#8) false ltac:(lra) dom ok fair x C (s - (7#10)) ltac:(lra)) as [n Hn].
    exists n. apply Hn; auto. cbn. lra.
  - apply (robin_hood_never two ties White (1#8) false ltac:(lra) dom ok fair x); auto.
    intros [] _; (split; [cbn; lra|]); cbn [two]; [right|right|intros _; cbn; lra|intros E; discriminate E]; intros w [<-|[<-|[]]]; vm_compute; discriminate.
Qed.
