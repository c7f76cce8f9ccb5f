(* Chips: an auction with whole chips and a star that decides ties.

   First the rules, in chips and a star, and what it means to win. Then the table and the two conditions of the format,
   in half units. Then the proof: if the conditions hold, the stated thresholds are the true ones. No axiom is used. *)
From Coq Require Import List Lia Arith Bool.
From Bidding Require Import Game Colours.
Import ListNotations.
Open Scope nat_scope.

Definition same (a b : side) : bool := match a, b with White, White | Black, Black => true | _, _ => false end.

Inductive place (pos : Type) := Won (winner : side) | Open (white black : options pos).
Inductive rule := Moves | Decides.
(* Who has what: White's chips, and the player who holds the star. Black has the other chips. *)
Record money := Money { of_white : nat; star : side }.
Arguments Won {pos}.
Arguments Open {pos}.

Section Chips.
Context {pos : Type}.
Variable game : pos -> place pos.
Variable auction : rule.
Variable N : nat. (* the chips of both players *)

Definition options_of (s : side) (p : pos) : list pos :=
  match game p, s with Won _, _ => [] | Open w _, White => all w | Open _ b, Black => all b end.
Definition chips (s : side) (m : money) : nat := match s with White => of_white m | Black => N - of_white m end.
(* What a player pays goes to the other player. *)
Definition pays (s : side) (x : nat) (m : money) : money :=
  Money (match s with White => of_white m - x | Black => of_white m + x end) (star m).
Definition star_goes (m : money) : money := Money (of_white m) (other (star m)).

Section Round.
Variable me : side. (* the player whose prospects are in question *)
Variable good : pos -> money -> Prop. (* where this player is content to be *)

(* The player [s] chooses between two things: enough for me if it is my choice and one is good, or if both are. *)
Definition chooses (s : side) (one two : Prop) : Prop := if same s me then one \/ two else one /\ two.
Definition moves (s : side) (p : pos) (m : money) : Prop :=
  if same s me then exists o, In o (options_of s p) /\ good o m else forall o, In o (options_of s p) -> good o m.
Definition buys (s : side) (p : pos) (m : money) : Prop :=
  match auction with Moves => moves s p m | Decides => chooses s (moves me p m) (moves (other me) p m) end.
(* I bid [x], the opponent bids [y]. After equal bids who holds the star buys for it and the bid, or sells for the bid. *)
Definition after (x y : nat) (p : pos) (m : money) : Prop :=
  if y <? x then buys me p (pays me x m)
  else if x <? y then buys (other me) p (pays (other me) y m)
  else chooses (star m) (buys (star m) p (star_goes (pays (star m) x m)))
                        (buys (other (star m)) p (pays (other (star m)) x m)).
End Round.

(* ANCHOR: chips-truth *)
(* [me] wins within [n] auctions, even if the opponent always knows the bid of [me] before bidding. *)
Fixpoint surely (me : side) (n : nat) (p : pos) (m : money) : Prop :=
  match game p with
  | Won s => s = me
  | Open _ _ => match n with O => False | S n' =>
      exists x, x <= chips me m /\ forall y, y <= chips (other me) m -> after me (surely me n') x y p m end
  end.
(* [me] could win within [n] auctions, if [me] always knew the opponent's bid before bidding. *)
Fixpoint perhaps (me : side) (n : nat) (p : pos) (m : money) : Prop :=
  match game p with
  | Won s => s = me
  | Open _ _ => match n with O => False | S n' =>
      forall y, y <= chips (other me) m -> exists x, x <= chips me m /\ after me (perhaps me n') x y p m end
  end.
Definition wins_against_all (me : side) (p : pos) (m : money) : Prop := exists n, surely me n p m.
Definition never_wins (me : side) (p : pos) (m : money) : Prop := forall n, ~ perhaps me n p m.
(* ANCHOR_END: chips-truth *)

(* What is stated at a position for a player without the star (false) or with it (true), as in the format. *)
Record line := Line { q : nat; label : nat; bid : nat; stop : nat }.
Variable table : side -> bool -> pos -> line.

Definition half_units (me : side) (m : money) : nat := 2 * chips me m + Nat.b2n (same (star m) me).
Definition threshold (me : side) (p : bool) (P : pos) : nat := 2 * q (table me p P) + Nat.b2n p.

Section Conditions.
Variable me : side.
Definition enough (below : option nat) (t : nat) (w : pos) : Prop :=
  threshold me (Nat.odd t) w < t \/
  t = threshold me (Nat.odd t) w /\ match below with None => True | Some e => label (table me (Nat.odd t) w) < e end.
Definition some_own below P t := exists w, In w (options_of me P) /\ enough below t w.
Definition all_other below P t := forall w, In w (options_of (other me) P) -> enough below t w.
Definition L below P t := some_own below P t \/ auction = Decides /\ all_other below P t.
Definition R below P t := all_other below P t /\ (auction = Decides -> some_own below P t).
Definition E below P t z :=
  if Nat.odd t then L below P (t - 2 * z - 1) \/ R below P (t + 2 * z)
  else L below P (t - 2 * z) /\ R below P (t + 2 * z + 1).

Definition wins (p : bool) (P : pos) : Prop :=
  let t := threshold me p P in let k := t / 2 in let r := N - k in
  let x := bid (table me p P) in let below := Some (label (table me p P)) in
  q (table me p P) <= N ->
  x <= k /\ (x >= 1 -> L below P (t - 2 * x)) /\ (x + 1 <= r -> R below P (t + 2 * x + 2)) /\ (x <= r -> E below P t x).

Definition guard (p : bool) (P : pos) : Prop :=
  let t := threshold me p P - 2 in let k := t / 2 in let r := N - k in
  let y := stop (table me p P) in
  q (table me p P) >= 1 ->
  y <= r /\ (y + 1 <= k -> ~ L None P (t - 2 * y - 2)) /\ (y >= 1 -> ~ R None P (t + 2 * y)) /\ (y <= k -> ~ E None P t y).
End Conditions.

Definition white_wins := wins White.
Definition black_wins := wins Black.
Definition white_guard := guard White.
Definition black_guard := guard Black.

(* Money. *)
Definition fair (m : money) : Prop := of_white m <= N.

Lemma same_refl s : same s s = true. Proof. destruct s; reflexivity. Qed.
Lemma same_other s : same (other s) s = false. Proof. destruct s; reflexivity. Qed.
Lemma other_other s : other (other s) = s. Proof. destruct s; reflexivity. Qed.
Lemma holder s me : s = me \/ s = other me. Proof. destruct s, me; auto. Qed.
Lemma chips_both me m : fair m -> chips me m + chips (other me) m = N.
Proof. unfold fair, chips. destruct me; cbn; lia. Qed.
Lemma odd_half me m : Nat.odd (half_units me m) = same (star m) me.
Proof. unfold half_units. rewrite Nat.add_comm, Nat.odd_add_mul_2. destruct same; reflexivity. Qed.
Lemma half_units_half me m : half_units me m / 2 = chips me m.
Proof. unfold half_units. rewrite Nat.mul_comm, Nat.div_add_l by lia. destruct same; cbn; lia. Qed.

(* Who pays [x], and who receives [y]. *)
Lemma half_pay me m x : fair m -> x <= chips me m ->
  fair (pays me x m) /\ half_units me (pays me x m) = half_units me m - 2 * x.
Proof. unfold fair, half_units, pays, chips. destruct me; cbn [of_white star]; lia. Qed.
Lemma half_get me m y : fair m -> y <= chips (other me) m ->
  fair (pays (other me) y m) /\ half_units me (pays (other me) y m) = half_units me m + 2 * y.
Proof. unfold fair, half_units, pays, chips. destruct me; cbn [of_white star other]; lia. Qed.
Lemma half_pay_star me m x : fair m -> star m = me -> x <= chips me m ->
  fair (star_goes (pays me x m)) /\ half_units me (star_goes (pays me x m)) = half_units me m - 2 * x - 1.
Proof. unfold fair, half_units, pays, chips, star_goes. intros F <-. destruct (star m) eqn:S; cbn [of_white star]; rewrite ?S; cbn; lia. Qed.
Lemma half_get_star me m y : fair m -> star m = other me -> y <= chips (other me) m ->
  fair (star_goes (pays (other me) y m)) /\ half_units me (star_goes (pays (other me) y m)) = half_units me m + 2 * y + 1.
Proof. unfold fair, half_units, pays, chips, star_goes. intros F S. destruct me; cbn [of_white star other] in *; rewrite S; cbn; lia. Qed.
Lemma half_most me m : fair m -> half_units me m <= 2 * N + 1.
Proof. unfold half_units. intros F. pose proof (chips_both me m F). destruct same; cbn; lia. Qed.

(* From the letters of the format to the rules, and back. *)
Lemma in_both P s w : In w (options_of s P) -> In w (options_of White P ++ options_of Black P).
Proof. intros i. apply in_or_app. destruct s; auto. Qed.
Lemma L_buys me (good : pos -> money -> Prop) below P t m :
  L me below P t -> (forall w, enough me below t w -> In w (options_of White P ++ options_of Black P) -> good w m) -> buys me good me P m.
Proof.
  unfold L, buys, chooses, moves. intros HL H. rewrite same_refl, same_other.
  pose proof (in_both P) as I.
  assert (A : some_own me below P t -> exists o, In o (options_of me P) /\ good o m).
  { intros (w & i & Hw). exists w. eauto. }
  destruct auction.
  - destruct HL as [HL|[X _]]; [auto|discriminate].
  - destruct HL as [HL|[_ HL]]; [auto|]. right. intros o i. eauto.
Qed.
Lemma R_buys me (good : pos -> money -> Prop) below P t m :
  R me below P t -> (forall w, enough me below t w -> In w (options_of White P ++ options_of Black P) -> good w m) -> buys me good (other me) P m.
Proof.
  unfold R, buys, chooses, moves. intros [HL HO] H. rewrite ?same_refl, same_other.
  pose proof (in_both P) as I.
  destruct auction; [intros o i; eauto|].
  split; [|intros o i; eauto]. destruct (HO eq_refl) as (w & i & Hw). exists w. eauto.
Qed.
Lemma buys_L me (good : pos -> money -> Prop) P t m :
  buys me good me P m -> (forall w, good w m -> In w (options_of White P ++ options_of Black P) -> enough me None t w) -> L me None P t.
Proof.
  unfold L, buys, chooses, moves, some_own, all_other. rewrite same_refl, same_other. intros HL H.
  pose proof (in_both P) as I.
  destruct auction; [left; destruct HL as (w & i & Hw); eauto|].
  destruct HL as [(w & i & Hw)|HL]; [left; eauto|right; split; [reflexivity|intros w i; eauto]].
Qed.
Lemma buys_R me (good : pos -> money -> Prop) P t m :
  buys me good (other me) P m -> (forall w, good w m -> In w (options_of White P ++ options_of Black P) -> enough me None t w) -> R me None P t.
Proof.
  unfold R, buys, chooses, moves, some_own, all_other. rewrite ?same_refl, same_other. intros HL H.
  pose proof (in_both P) as I.
  destruct auction; [split; [intros w i; eauto|discriminate]|].
  destruct HL as [(w & i & Hw) HL]. split; [intros w' i'; eauto|intros _; eauto].
Qed.

(* More auctions do no harm; what is good stays good. *)
Lemma buys_mono me s (good good' : pos -> money -> Prop) P m :
  (forall w, good w m -> good' w m) -> buys me good s P m -> buys me good' s P m.
Proof.
  unfold buys, chooses, moves. intros H. rewrite same_refl, same_other.
  assert (A : (exists o, In o (options_of me P) /\ good o m) -> exists o, In o (options_of me P) /\ good' o m)
    by (intros (o & i & Ho); eauto).
  destruct auction.
  - destruct (same s me); [intros (o & i & Ho); eauto|auto].
  - destruct (same s me); intuition.
Qed.
Lemma after_mono me (good good' : pos -> money -> Prop) x y P m :
  (forall w m', good w m' -> good' w m') -> after me good x y P m -> after me good' x y P m.
Proof.
  unfold after. intros H. destruct (y <? x); [apply buys_mono; auto|]. destruct (x <? y); [apply buys_mono; auto|].
  unfold chooses. pose proof (buys_mono me (star m) good good' P (star_goes (pays (star m) x m))).
  pose proof (buys_mono me (other (star m)) good good' P (pays (other (star m)) x m)).
  destruct same; intuition.
Qed.
Lemma surely_more me n n' P m : n <= n' -> surely me n P m -> surely me n' P m.
Proof.
  revert n' P m. induction n as [|n IH]; intros n' P m Hn; cbn [surely]; destruct n' as [|n']; cbn [surely]; try lia; auto.
  - destruct (game P); tauto.
  - destruct (game P); auto. intros (b & Hb & H). exists b. split; [exact Hb|]. intros y0 Hy.
    eapply after_mono; [|apply H; exact Hy]. intros w m'. apply IH. lia.
Qed.
Lemma surely_perhaps me n P m : surely me n P m -> perhaps me n P m.
Proof.
  revert P m. induction n as [|n IH]; intros P m; cbn [surely perhaps]; destruct (game P); auto.
  intros (b & Hb & H) y0 Hy. exists b. split; [exact Hb|]. eapply after_mono; [|apply H; exact Hy]. auto.
Qed.

Lemma thresholds_half me p P : threshold me p P / 2 = q (table me p P).
Proof. unfold threshold. rewrite Nat.mul_comm, Nat.div_add_l by lia. destruct p; cbn; lia. Qed.
Lemma guard_half me p P : q (table me p P) >= 1 -> (threshold me p P - 2) / 2 = q (table me p P) - 1.
Proof.
  unfold threshold. intros H. replace (2 * q (table me p P) + Nat.b2n p - 2) with ((q (table me p P) - 1) * 2 + Nat.b2n p) by lia.
  rewrite Nat.div_add_l by lia. destruct p; cbn; lia.
Qed.
Lemma threshold_odd me p P : Nat.odd (threshold me p P) = p.
Proof. unfold threshold. rewrite Nat.add_comm, Nat.odd_add_mul_2. destruct p; reflexivity. Qed.
Lemma odd_more t d : Nat.odd (t + 2 * d) = Nat.odd t.
Proof. rewrite Nat.odd_add_mul_2. reflexivity. Qed.

(* [wins] is sound. What I hold beyond the threshold is the surplus: 2d half units. A play never lowers it, and where it stays,
   the label falls. *)
Section Wins.
Variable me : side.

(* With surplus at least [d], or [d] and a label below the bound: what is enough without surplus stays enough with it. *)
Definition ahead (d : nat) (lab : nat) (w : pos) (m : money) : Prop :=
  exists t, half_units me m = t + 2 * d /\ enough me (Some lab) t w.

Lemma ahead_after P m d p :
  fair m -> p = same (star m) me -> half_units me m = threshold me p P + 2 * d -> wins me p P ->
  forall y, y <= chips (other me) m ->
    bid (table me p P) <= chips me m /\
    after me (fun w m' => fair m' /\ In w (options_of White P ++ options_of Black P) /\ ahead d (label (table me p P)) w m') (bid (table me p P)) y P m.
Proof.
  intros F Hp Hh W b Hb. unfold wins in W. rewrite thresholds_half in W.
  set (t := threshold me p P) in *. set (k := q (table me p P)) in *. set (xx := bid (table me p P)) in *. set (lab := label (table me p P)) in *.
  pose proof (chips_both me m F) as HN. pose proof (half_units_half me m) as Hk. rewrite Hh in Hk.
  assert (Ek : chips me m = k + d).
  { rewrite <- Hk. rewrite (Nat.mul_comm 2 d), Nat.div_add by lia. unfold t. rewrite thresholds_half. reflexivity. }
  destruct W as (Wx & WL & WR & WE); [lia|]. split; [lia|].
  (* what is enough at [t'] is good with the money [m'] *)
  assert (Go : forall m' t', fair m' -> half_units me m' = t' + 2 * d -> forall w, enough me (Some lab) t' w ->
    In w (options_of White P ++ options_of Black P) -> fair m' /\ In w (options_of White P ++ options_of Black P) /\ ahead d lab w m').
  { intros m' t' F' H' w Hw i. split; [exact F'|split; [exact i|]]. exists t'. auto. }
  set (good := fun w m' => fair m' /\ In w (options_of White P ++ options_of Black P) /\ ahead d lab w m') in *.
  assert (Ht : 2 * k <= t) by (unfold t, threshold, k; lia).
  assert (Ot : Nat.odd t = p) by apply threshold_odd.
  unfold after. destruct (Nat.ltb_spec b xx); [|destruct (Nat.ltb_spec xx b)].
  - (* a lower bid of the opponent *)
    destruct (half_pay me m xx F) as [F' H']; [lia|]. eapply L_buys; [apply WL; lia|]. apply (Go _ _ F'). lia.
  - (* a higher bid *)
    destruct (half_get me m b F Hb) as [F' H'].
    assert (X : R me (Some lab) P (t + 2 * xx + 2)) by (apply WR; lia).
    eapply R_buys; [exact X|]. intros w Hw i. split; [exact F'|split; [exact i|]].
    exists (t + 2 * b). split; [lia|]. unfold enough in *.
    assert (O : Nat.odd (t + 2 * b) = Nat.odd (t + 2 * xx + 2)).
    { replace (t + 2 * xx + 2) with (t + 2 * (xx + 1)) by lia. rewrite !odd_more. reflexivity. }
    rewrite O. assert (xx + 1 = b \/ xx + 1 < b) as [<-|] by lia.
    + replace (t + 2 * (xx + 1)) with (t + 2 * xx + 2) by lia. exact Hw.
    + left. destruct Hw as [Hw|[Hw _]]; lia.
  - (* equal bids *)
    assert (xx = b) as -> by lia. assert (X : E me (Some lab) P t b) by (apply WE; lia).
    unfold E in X. rewrite Ot in X. unfold chooses. destruct (holder (star m) me) as [S|S]; rewrite S in *.
    + rewrite same_refl in *. rewrite Hp in X. cbn [Nat.odd] in X.
      destruct X as [X|X].
      * left. destruct (half_pay_star me m b F S) as [F' H']; [lia|]. eapply L_buys; [exact X|]. apply (Go _ _ F').
        assert (2 * k + 1 = t) by (unfold t, threshold, k; rewrite Hp; cbn [Nat.b2n]; lia). lia.
      * right. destruct (half_get me m b F Hb) as [F' H']. eapply R_buys; [exact X|]. apply (Go _ _ F'). lia.
    + rewrite same_other in *. rewrite Hp in X. destruct X as [XL XR]. rewrite other_other. split.
      * destruct (half_get_star me m b F S Hb) as [F' H']. eapply R_buys; [exact XR|]. apply (Go _ _ F'). lia.
      * destruct (half_pay me m b F) as [F' H']; [lia|]. eapply L_buys; [exact XL|]. apply (Go _ _ F'). lia.
Qed.
End Wins.

(* Finitely many outcomes need one number of auctions. *)
Lemma uniform_list {A} (G : nat -> A -> Prop) (l : list A) :
  (forall n n' a, n <= n' -> G n a -> G n' a) -> (forall a, In a l -> exists n, G n a) -> exists n, forall a, In a l -> G n a.
Proof.
  intros M. induction l as [|a l IH]; intros H; [exists 0; intros ? []|].
  destruct IH as [n Hn]; [intros; apply H; right; auto|]. destruct (H a (or_introl eq_refl)) as [k Hk].
  exists (n + k). intros b [<-|Hb]; [apply (M k)|apply (M n)]; auto; lia.
Qed.
Section Uniform.
Variables (me : side) (G : nat -> pos -> money -> Prop).
Hypothesis more : forall n n' w m, n <= n' -> G n w m -> G n' w m.
Lemma buys_more s P m n n' : n <= n' -> buys me (G n) s P m -> buys me (G n') s P m.
Proof. intros Hn. apply buys_mono. intros w. apply more. exact Hn. Qed.
Lemma buys_uniform s P m : buys me (fun w m' => exists n, G n w m') s P m -> exists n, buys me (G n) s P m.
Proof.
  assert (A : forall l : list pos, (exists o, In o l /\ exists n, G n o m) -> exists n, exists o, In o l /\ G n o m)
    by (intros l (o & i & n & H); eauto).
  assert (B : forall l, (forall o, In o l -> exists n, G n o m) -> exists n, forall o, In o l -> G n o m)
    by (intros l; apply uniform_list; eauto).
  unfold buys, chooses, moves. rewrite same_refl, same_other. destruct auction.
  - destruct (same s me); [apply A|apply B].
  - destruct (same s me).
    + intros [H|H]; [destruct (A _ H) as [n Hn]|destruct (B _ H) as [n Hn]]; eauto.
    + intros [H1 H2]. destruct (A _ H1) as (n & o & i & Hn). destruct (B _ H2) as [n' Hn']. exists (n + n'). split.
      * exists o. split; [exact i|]. apply (more n); [lia|exact Hn].
      * intros o' i'. apply (more n'); [lia|auto].
Qed.
Lemma after_more x y P m n n' : n <= n' -> after me (G n) x y P m -> after me (G n') x y P m.
Proof. intros Hn. apply after_mono. intros w m'. apply more. exact Hn. Qed.
Lemma after_uniform x y P m : after me (fun w m' => exists n, G n w m') x y P m -> exists n, after me (G n) x y P m.
Proof.
  unfold after. destruct (y <? x); [apply buys_uniform|]. destruct (x <? y); [apply buys_uniform|].
  unfold chooses. destruct (same (star m) me).
  - intros [H|H]; apply buys_uniform in H; destruct H; eauto.
  - intros [H1 H2]. apply buys_uniform in H1. apply buys_uniform in H2. destruct H1 as [n Hn], H2 as [n' Hn'].
    exists (n + n'). split; [apply (buys_more _ _ _ n)|apply (buys_more _ _ _ n')]; auto; lia.
Qed.
Lemma bids_uniform x P m Y : (forall y, y <= Y -> after me (fun w m' => exists n, G n w m') x y P m) ->
  exists n, forall y, y <= Y -> after me (G n) x y P m.
Proof.
  intros H. destruct (uniform_list (fun n y => after me (G n) x y P m) (seq 0 (S Y))) as [n Hn].
  - intros. eapply after_more; eauto.
  - intros y i. apply in_seq in i. apply after_uniform, H. lia.
  - exists n. intros y Hy. apply Hn, in_seq. lia.
Qed.
End Uniform.

Definition enough_wins (me : side) (P : pos) : Prop := forall m, fair m ->
  threshold me (same (star m) me) P <= half_units me m -> wins_against_all me P m.
Definition less_never_wins (me : side) (P : pos) : Prop := forall m, fair m ->
  half_units me m < threshold me (same (star m) me) P -> never_wins me P m.

Section Sound.
Variables (me : side) (all_positions : list pos) (inner : pos -> Prop).
Hypothesis closed : forall P s w, In P all_positions -> In w (options_of s P) -> In w all_positions.
Hypothesis open : forall P, In P all_positions -> inner P -> exists w b, game P = Open w b.

Lemma closed_both P w : In P all_positions -> In w (options_of White P ++ options_of Black P) -> In w all_positions.
Proof. intros HP i. apply in_app_or in i. destruct i as [i|i]; eapply closed; eauto. Qed.

Theorem wins_sound :
  (forall P, In P all_positions -> inner P \/ enough_wins me P) ->
  (forall P, In P all_positions -> inner P -> forall p, wins me p P) ->
  forall P, In P all_positions -> enough_wins me P.
Proof.
  intros border ok.
  (* the outer induction is about the surplus, the inner one about the label *)
  assert (Main : forall j d, N < d + j -> forall lab P m, In P all_positions -> fair m ->
    label (table me (same (star m) me) P) < lab ->
    half_units me m = threshold me (same (star m) me) P + 2 * d -> wins_against_all me P m).
  { induction j as [|j IHj]; intros d Hj.
    { intros lab P m HP F _ Hh. pose proof (half_most me m F). lia. }
    induction lab as [|lab IHl]; [lia|]. intros P m HP F Hl Hh.
    destruct (border P HP) as [Hi|Hb]; [|apply Hb; [exact F|lia]].
    destruct (open P HP Hi) as (ow & ob & Eg).
    pose proof (fun y Hy => ahead_after me P m d _ F eq_refl Hh (ok P HP Hi _) y Hy) as A.
    set (xx := bid (table me (same (star m) me) P)) in *. set (lb := label (table me (same (star m) me) P)) in *.
    destruct (bids_uniform me (surely me) (fun n n' w m' => surely_more me n n' w m') xx P m (chips (other me) m)) as [n Hn].
    - intros y Hy. destruct (A y Hy) as [_ Ay]. eapply after_mono; [|exact Ay]. intros w m' (F' & i & t & Ht & He).
      assert (Hw : In w all_positions) by (eapply closed_both; eauto).
      assert (O : Nat.odd t = same (star m') me) by (rewrite <- odd_half, Ht, odd_more; reflexivity).
      unfold enough in He. rewrite O in He.
      destruct He as [Hmore|[Hsame Hlab]].
      + (* more surplus *)
        assert (exists d', t = threshold me (same (star m') me) w + 2 * d' /\ 1 <= d') as (d' & Hd' & Hpos).
        { pose proof (threshold_odd me (same (star m') me) w) as O2. rewrite <- O in O2 at 2.
          exists ((t - threshold me (same (star m') me) w) / 2).
          pose proof (Nat.div2_odd t) as D1. pose proof (Nat.div2_odd (threshold me (same (star m') me) w)) as D2.
          rewrite O2 in D2. set (th := threshold me (same (star m') me) w) in *. clearbody th.
          assert (Z : t - th = (Nat.div2 t - Nat.div2 th) * 2) by lia. rewrite Z, Nat.div_mul by lia. lia. }
        apply (IHj (d + d') ltac:(lia) (S (label (table me (same (star m') me) w))) w m'); auto. lia.
      + apply (IHl w m'); auto; [|lia]. unfold lb in *. lia.
    - exists (S n). cbn [surely]. rewrite Eg. exists xx. split; [apply (A 0); lia|exact Hn]. }
  intros P HP m F Hm.
  assert (exists d, half_units me m = threshold me (same (star m) me) P + 2 * d) as [d Hd].
  { pose proof (threshold_odd me (same (star m) me) P) as O2. pose proof (odd_half me m) as O. rewrite <- O in O2 at 2.
    pose proof (Nat.div2_odd (half_units me m)) as D1. pose proof (Nat.div2_odd (threshold me (same (star m) me) P)) as D2.
    rewrite O2 in D2. set (th := threshold me (same (star m) me) P) in *. clearbody th.
    exists (Nat.div2 (half_units me m) - Nat.div2 th). lia. }
  apply (Main (S N) d ltac:(lia) (S (label (table me (same (star m) me) P))) P m); auto.
Qed.

(* [guard] is sound. The opponent bids what is stated, as if I had just a chip less than the threshold. *)
Theorem guard_sound :
  (forall P, In P all_positions -> inner P \/ less_never_wins me P) ->
  (forall P, In P all_positions -> inner P -> forall p, guard me p P) ->
  forall P, In P all_positions -> less_never_wins me P.
Proof.
  intros border ok P HP m F Hm n. revert P m HP F Hm.
  induction n as [|n IH]; intros P m HP F Hm; (destruct (border P HP) as [Hi|Hb]; [|apply Hb; assumption]);
    destruct (open P HP Hi) as (ow & ob & Eg); cbn [perhaps]; rewrite Eg; [tauto|].
  intros H. set (p := same (star m) me) in *. pose proof (ok P HP Hi p) as G. unfold guard in G.
  pose proof (half_units_half me m) as Hk. pose proof (chips_both me m F) as HN. pose proof (odd_half me m) as Oh. fold p in Oh.
  set (T := threshold me p P) in *.
  assert (Hh : half_units me m = 2 * chips me m + Nat.b2n p) by reflexivity.
  assert (HT : T = 2 * q (table me p P) + Nat.b2n p) by reflexivity.
  assert (Hq : q (table me p P) >= 1) by lia.
  specialize (G Hq). unfold T in G. rewrite guard_half in G by exact Hq. fold T in G. set (qq := q (table me p P)) in *.
  set (y := stop (table me p P)) in *. destruct G as (Gy & GL & GR & GE).
  (* I lack 2d half units of what the guard allows me *)
  set (d := qq - 1 - chips me m). assert (Hd : chips me m + d = qq - 1) by (unfold d; lia).
  destruct (H y) as (b & Hb & A); [lia|].
  assert (Good : forall m' t, fair m' -> half_units me m' <= t -> Nat.odd (half_units me m') = Nat.odd t ->
    forall w, perhaps me n w m' -> In w (options_of White P ++ options_of Black P) -> enough me None t w).
  { intros m' t F' Ht O w Hw i. unfold enough. rewrite <- O, odd_half.
    destruct (le_lt_dec (threshold me (same (star m') me) w) t) as [Le|Lt]; [lia|].
    exfalso. apply (IH w m'); auto; [eapply closed_both; eauto|lia]. }
  assert (Od : forall a c, Nat.odd (a + 2 * c) = Nat.odd a) by (intros; apply odd_more).
  unfold after in A. destruct (Nat.ltb_spec y b); [|destruct (Nat.ltb_spec b y)].
  - (* I bid more *)
    destruct (half_pay me m b F Hb) as [F' H']. apply (GL ltac:(lia)).
    eapply buys_L; [exact A|]. apply Good; [exact F'|lia|].
    replace (T - 2 - 2 * y - 2) with (half_units me (pays me b m) + 2 * (d + (b - y - 1))) by lia. symmetry. apply Od.
  - (* I bid less *)
    destruct (half_get me m y F ltac:(lia)) as [F' H']. apply (GR ltac:(lia)).
    eapply buys_R; [exact A|]. apply Good; [exact F'|lia|].
    replace (T - 2 + 2 * y) with (half_units me (pays (other me) y m) + 2 * d) by lia. symmetry. apply Od.
  - (* equal bids *)
    assert (b = y) as -> by lia. apply (GE ltac:(lia)). unfold E.
    assert (OT : Nat.odd (T - 2) = p).
    { replace (T - 2) with (half_units me m + 2 * d) by lia. rewrite Od. exact Oh. }
    rewrite OT. unfold chooses in A. unfold p in *. destruct (holder (star m) me) as [S|S]; rewrite S in *.
    + rewrite same_refl in *. cbn [Nat.b2n] in *. destruct A as [A|A].
      * left. destruct (half_pay_star me m y F S Hb) as [F' H']. eapply buys_L; [exact A|]. apply Good; [exact F'|lia|].
        replace (T - 2 - 2 * y - 1) with (half_units me (star_goes (pays me y m)) + 2 * d) by lia. symmetry. apply Od.
      * right. destruct (half_get me m y F ltac:(lia)) as [F' H']. eapply buys_R; [exact A|]. apply Good; [exact F'|lia|].
        replace (T - 2 + 2 * y) with (half_units me (pays (other me) y m) + 2 * d) by lia. symmetry. apply Od.
    + rewrite same_other in *. rewrite other_other in A. cbn [Nat.b2n] in *. destruct A as [A1 A2]. split.
      * destruct (half_pay me m y F Hb) as [F' H']. eapply buys_L; [exact A2|]. apply Good; [exact F'|lia|].
        replace (T - 2 - 2 * y) with (half_units me (pays me y m) + 2 * d) by lia. symmetry. apply Od.
      * destruct (half_get_star me m y F S ltac:(lia)) as [F' H']. eapply buys_R; [exact A1|]. apply Good; [exact F'|lia|].
        replace (T - 2 + 2 * y + 1) with (half_units me (star_goes (pays (other me) y m)) + 2 * d) by lia. symmetry. apply Od.
Qed.
End Sound.

(* ANCHOR: chips-claim *)
(* [me] wins with as much as the threshold, or more; with less [me] never wins, even with a look at the opponent's bids. *)
Definition true_threshold (me : side) (P : pos) : Prop := forall m, fair m ->
  (threshold me (same (star m) me) P <= half_units me m -> wins_against_all me P m) /\
  (half_units me m < threshold me (same (star m) me) P -> never_wins me P m).

Theorem chips_sound (all_positions : list pos) (inner : pos -> Prop) :
  (forall P s w, In P all_positions -> In w (options_of s P) -> In w all_positions) ->
  (forall P, In P all_positions -> inner P -> exists w b, game P = Open w b) ->
  (forall P, In P all_positions -> inner P \/ (true_threshold White P /\ true_threshold Black P)) ->
  (forall P p, In P all_positions -> inner P -> white_wins p P /\ white_guard p P /\ black_wins p P /\ black_guard p P) ->
  forall P, In P all_positions -> true_threshold White P /\ true_threshold Black P.
(* ANCHOR_END: chips-claim *)
Proof.
  intros closed open border ok P HP.
  assert (One : forall me, (forall P, In P all_positions -> inner P -> forall p, wins me p P /\ guard me p P) ->
    (forall P, In P all_positions -> inner P \/ true_threshold me P) -> true_threshold me P).
  { intros me Hme Hb m F. split; intros H.
    - apply (wins_sound me all_positions inner closed open); auto.
      + intros P' HP'. destruct (Hb P' HP') as [?|X]; [auto|right]. intros m' F'. apply X, F'.
      + intros P' HP' i p. apply Hme; auto.
    - apply (guard_sound me all_positions inner closed open); auto.
      + intros P' HP'. destruct (Hb P' HP') as [?|X]; [auto|right]. intros m' F'. apply X, F'.
      + intros P' HP' i p. apply Hme; auto. }
  split; apply One.
  - intros P' HP' i p. destruct (ok P' p HP' i) as (A & B & _). split; [exact A|exact B].
  - intros P' HP'. destruct (border P' HP') as [?|[X _]]; auto.
  - intros P' HP' i p. destruct (ok P' p HP' i) as (_ & _ & A & B). split; [exact A|exact B].
  - intros P' HP'. destruct (border P' HP') as [?|[_ X]]; auto.
Qed.

(* The lines of the border where the game is over. *)
Theorem chips_terminal s P : game P = Won s ->
  (forall p, q (table s p P) = 0) -> (forall p, q (table (other s) p P) = N + 1) -> true_threshold White P /\ true_threshold Black P.
Proof.
  intros Eg H0 H1.
  assert (A : true_threshold s P).
  { intros m F. split; [intros _; exists 0; cbn; rewrite Eg; reflexivity|].
    unfold threshold, half_units. rewrite H0. intros H. exfalso. destruct (same (star m) s); cbn in H; lia. }
  assert (B : true_threshold (other s) P).
  { intros m F. split; [|intros _ n; destruct n; cbn; rewrite Eg; destruct s; discriminate].
    unfold threshold. rewrite H1. pose proof (half_most (other s) m F). lia. }
  destruct s; auto.
Qed.

(* "Exactly if". *)
(* ANCHOR: chips-exactly *)
Theorem chips_exactly me P m : true_threshold me P -> fair m ->
  (wins_against_all me P m <-> threshold me (same (star m) me) P <= half_units me m) /\
  (never_wins me P m <-> half_units me m < threshold me (same (star m) me) P).
(* ANCHOR_END: chips-exactly *)
Proof.
  intros H F. destruct (H m F) as [A B].
  assert (No : wins_against_all me P m -> never_wins me P m -> False).
  { intros [n Hn] X. apply (X n), surely_perhaps, Hn. }
  destruct (le_lt_dec (threshold me (same (star m) me) P) (half_units me m)) as [X|X]; split; split; auto; intros Y; try lia;
    exfalso; apply No; auto.
Qed.

(* Two players do not both win: what one is sure of, the other cannot reach. *)
Lemma buys_dual me s (good bad : pos -> money -> Prop) P m :
  (forall w m', good w m' -> bad w m' -> False) -> buys me good s P m -> buys (other me) bad s P m -> False.
Proof.
  unfold buys, chooses, moves. intros X. rewrite !same_refl, other_other, !same_other.
  assert (A : forall l, (exists o : pos, In o l /\ good o m) -> (forall o, In o l -> bad o m) -> False)
    by (intros l (o & i & Ho) Hb; eauto).
  assert (B : forall l, (forall o, In o l -> good o m) -> (exists o : pos, In o l /\ bad o m) -> False)
    by (intros l Hg (o & i & Ho); eauto).
  assert (me <> other me) by (destruct me; discriminate).
  assert (S : same me (other me) = false) by (destruct me; reflexivity).
  destruct auction, (holder s me) as [->| ->]; rewrite ?same_refl, ?same_other, ?S; eauto.
  - intros [H1|H1] [H2 H3]; eauto.
  - intros [H1 H2] [H3|H3]; eauto.
Qed.
Lemma after_dual me (good bad : pos -> money -> Prop) x y P m :
  (forall w m', good w m' -> bad w m' -> False) -> after me good x y P m -> after (other me) bad y x P m -> False.
Proof.
  intros X. pose proof (fun s m' => buys_dual me s good bad P m' X) as D. unfold after. rewrite other_other.
  destruct (Nat.ltb_spec y x), (Nat.ltb_spec x y); try lia; [apply D|apply D|].
  assert (x = y) as -> by lia. unfold chooses.
  destruct (holder (star m) me) as [S|S]; rewrite S in *; clear S.
  - rewrite same_refl. assert (S : same me (other me) = false) by (destruct me; reflexivity). rewrite S.
    intros [H1|H1] [H2 H3]; [apply (D _ _ H1 H2)|apply (D _ _ H1 H3)].
  - rewrite same_other, same_refl. intros [H1 H2] [H3|H3]; [apply (D _ _ H1 H3)|apply (D _ _ H2 H3)].
Qed.
Theorem chips_one_winner me P m : wins_against_all me P m -> never_wins (other me) P m.
Proof.
  intros [n Hn] n'. revert n' P m Hn. induction n as [|n IH]; intros n' P m; cbn [surely].
  - destruct (game P) as [s|] eqn:Eg; [intros ->|tauto]. destruct n'; cbn [perhaps]; rewrite Eg; destruct me; discriminate.
  - destruct (game P) as [s|ow ob] eqn:Eg; [intros ->; destruct n'; cbn [perhaps]; rewrite Eg; destruct me; discriminate|].
    intros (b & Hb & H). destruct n' as [|n']; cbn [perhaps]; rewrite Eg; [tauto|]. intros H'.
    destruct (H' b) as (b' & Hb' & A); [rewrite other_other; exact Hb|].
    apply (after_dual me (surely me n) (perhaps (other me) n') b b' P m); auto.
    intros w m' W. apply IH, W.
Qed.

(* What is between the thresholds is drawn. *)
Theorem chips_drawn P m : true_threshold White P -> true_threshold Black P -> fair m ->
  half_units White m < threshold White (same (star m) White) P ->
  half_units Black m < threshold Black (same (star m) Black) P -> never_wins White P m /\ never_wins Black P m.
Proof. intros HW HB F HlW HlB. split; [apply HW|apply HB]; assumption. Qed.
(* The conditions as programs. *)
Section Programs.
Variable me : side.
Definition enough_b (below : option nat) (t : nat) (w : pos) : bool :=
  let T := threshold me (Nat.odd t) w in
  (T <? t) || ((t =? T) && match below with None => true | Some e => label (table me (Nat.odd t) w) <? e end).
Definition some_b below P t := existsb (enough_b below t) (options_of me P).
Definition all_b below P t := forallb (enough_b below t) (options_of (other me) P).
Definition decides_b := match auction with Moves => false | Decides => true end.
Definition L_b below P t := some_b below P t || (decides_b && all_b below P t).
Definition R_b below P t := all_b below P t && (negb decides_b || some_b below P t).
Definition E_b below P t z :=
  if Nat.odd t then L_b below P (t - 2 * z - 1) || R_b below P (t + 2 * z)
  else L_b below P (t - 2 * z) && R_b below P (t + 2 * z + 1).
Definition wins_b (p : bool) (P : pos) : bool :=
  let t := threshold me p P in let k := q (table me p P) in let r := N - k in
  let x := bid (table me p P) in let below := Some (label (table me p P)) in
  (N <? k) || ((x <=? k) && ((x =? 0) || L_b below P (t - 2 * x)) && ((r <? x + 1) || R_b below P (t + 2 * x + 2)) && ((r <? x) || E_b below P t x)).
Definition guard_b (p : bool) (P : pos) : bool :=
  let t := threshold me p P - 2 in let k := q (table me p P) - 1 in let r := N - k in let y := stop (table me p P) in
  (q (table me p P) =? 0) || ((y <=? r) && ((k <? y + 1) || negb (L_b None P (t - 2 * y - 2)))
    && ((y =? 0) || negb (R_b None P (t + 2 * y))) && ((k <? y) || negb (E_b None P t y))).

Lemma enough_b_spec below t w : enough_b below t w = true <-> enough me below t w.
Proof.
  unfold enough_b, enough. cbv zeta. rewrite orb_true_iff, andb_true_iff, Nat.ltb_lt, Nat.eqb_eq.
  destruct below; [rewrite Nat.ltb_lt|]; intuition.
Qed.
Lemma some_b_spec below P t : some_b below P t = true <-> some_own me below P t.
Proof. unfold some_b, some_own. rewrite existsb_exists. split; intros (w & i & H); exists w; apply enough_b_spec in H; auto. Qed.
Lemma all_b_spec below P t : all_b below P t = true <-> all_other me below P t.
Proof. unfold all_b, all_other. rewrite forallb_forall. split; intros H w i; apply enough_b_spec; auto. Qed.
Lemma L_b_spec below P t : L_b below P t = true <-> L me below P t.
Proof. unfold L_b, L, decides_b. rewrite orb_true_iff, andb_true_iff, some_b_spec, all_b_spec. destruct auction; intuition discriminate. Qed.
Lemma R_b_spec below P t : R_b below P t = true <-> R me below P t.
Proof. unfold R_b, R, decides_b. rewrite andb_true_iff, orb_true_iff, some_b_spec, all_b_spec. destruct auction; cbn [negb]; intuition discriminate. Qed.
Lemma E_b_spec below P t z : E_b below P t z = true <-> E me below P t z.
Proof. unfold E_b, E. destruct (Nat.odd t); rewrite ?orb_true_iff, ?andb_true_iff, !L_b_spec, !R_b_spec; reflexivity. Qed.
Lemma wins_b_sound p P : wins_b p P = true -> wins me p P.
Proof.
  unfold wins_b, wins. cbv zeta. rewrite thresholds_half, !orb_true_iff, !andb_true_iff, !orb_true_iff, L_b_spec, R_b_spec, E_b_spec,
    !Nat.ltb_lt, Nat.leb_le, Nat.eqb_eq. intuition lia.
Qed.
Lemma guard_b_sound p P : guard_b p P = true -> guard me p P.
Proof.
  unfold guard_b, guard. cbv zeta. intros H Hq. revert H. rewrite guard_half by exact Hq.
  rewrite !orb_true_iff, !andb_true_iff, !orb_true_iff, !negb_true_iff, !Nat.ltb_lt, Nat.leb_le, !Nat.eqb_eq.
  rewrite <- L_b_spec, <- R_b_spec, <- E_b_spec, !not_true_iff_false. intuition lia.
Qed.
End Programs.
End Chips.

(* The example of the format: one chip; White moves to a won place, Black to a lost one; each wins with the chip. *)
Section Example.
Inductive spot := Start | Up | Down.
Definition small (P : spot) : place spot := match P with Start => Open (Up, []) (Down, []) | Up => Won White | Down => Won Black end.
Definition stated (s : side) (p : bool) (P : spot) : line :=
  match P, s with
  | Start, _ => if p then Line 1 1 0 1 else Line 1 1 1 0
  | Up, White | Down, Black => Line 0 0 0 0
  | _, _ => Line 2 0 0 0
  end.
Theorem chips_example P : true_threshold small Moves 1 stated White P /\ true_threshold small Moves 1 stated Black P.
Proof.
  apply (chips_sound small Moves 1 stated [Start; Up; Down] (fun P => P = Start)).
  - intros [] s w; cbn; destruct s; cbn; tauto.
  - intros P' _ ->. exists (Up, []), (Down, []). reflexivity.
  - intros [] _; [left; reflexivity|right; apply (chips_terminal _ _ _ _ White)|right; apply (chips_terminal _ _ _ _ Black)];
      try reflexivity; intros []; reflexivity.
  - intros P' p _ ->. unfold white_wins, black_wins, white_guard, black_guard.
    split; [|split; [|split]]; first [apply wins_b_sound|apply guard_b_sound]; destruct p; reflexivity.
  - destruct P; cbn; tauto.
Qed.
End Example.
