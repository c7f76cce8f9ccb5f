(* What a tested table proves of an endgame of bidding chess: values, and what they mean for two players with money. *)
From Coq Require Import QArith Lqa ZArith NArith List Bool String Lia.
From Bidding Require Import Game Limits Certificates Tables Chess Symmetry Money Fen.
Import ListNotations.

Section Endgame.
Variables (files ranks : Z) (double : bool) (men : list man).
Notation rules := (rules files ranks double).
Notation chess := (chess files ranks double).

(* ANCHOR: decided *)
(* The values of p are x and y. White wins if her share s of the money is above 1 - x, and never does if it is below; Black if his is above y. *)
Definition decided (x y : Q) (p : position) : Prop :=
  alpha_is chess x p /\ beta_is chess y p /\ forall ties s, (0 <= s <= 1)%Q ->
  ((1 - x < s)%Q -> exists n, wins rules ties White n p s) /\ ((s < 1 - x)%Q -> never_wins rules ties White p s) /\
  ((y < s)%Q -> exists n, wins rules ties Black n p s) /\ ((s < y)%Q -> never_wins rules ties Black p s).
(* ANCHOR_END: decided *)

Definition printed_values := Forall (fun e : string * Q => decided (snd e) (snd e) (fen ranks men (fst e))).

Lemma position_dec (p q : position) : {p = q} + {p <> q}.
Proof. repeat decide equality. Qed.
Theorem chess_decides x y p : legal files ranks double men p -> alpha_is chess x p -> beta_is chess y p -> decided x y p.
Proof.
  intros L A B. split; [exact A|]. split; [exact B|]. intros ties s Hs.
  assert (E : forall q v, In q (positions files ranks double men) -> rules q = Ended v -> (v == 0 \/ v == 1)%Q).
  { intros q v _ E. unfold Chess.rules in E. destruct (negb _); [injection E as <-; left; reflexivity|].
    destruct (negb _); [injection E as <-; right; reflexivity|discriminate]. }
  pose proof (fun me x => value_decides rules ties me _ (chess_ok files ranks double men) E position_dec x p s) as V.
  apply positions_legal in L. destruct (V White x L A Hs), (V Black y L B Hs). auto.
Qed.
(* ANCHOR: nobody *)
(* If Black's share b is between the values, nobody can force a win: the opponent can see to a draw, or to play without end. *)
Theorem nobody_wins x y p ties b n : decided x y p -> (0 <= b <= 1)%Q -> (x < b < y)%Q ->
  ~ wins rules ties White n p (1 - b) /\ ~ wins rules ties Black n p b.
(* ANCHOR_END: nobody *)
Proof.
  intros (_ & _ & M) Hb [X Y]. destruct (M ties (1 - b)%Q) as (_ & W & _); [lra|]. destruct (M ties b Hb) as (_ & _ & _ & B).
  split; apply never_and_wins; [apply W; lra|apply B, Y].
Qed.

Variables (D size : positive) (num : positive -> Z) (stated : position -> bounds).
Hypothesis grows : increasing D size num = true.
(* The test, at one position of each kind. *)
Notation canon := (canon files ranks).
Notation dom := (positions files ranks double men).
Definition passes : bool := every (check (quotient rules canon) D size num stated) (filter (inside files ranks) dom).
Hypothesis tested : passes = true.
(* Whether the values of a position are apart; [known] is whether they are equal. *)
Definition apart (e : bounds) : bool := Pos.ltb (far_white e) (far_black e).
(* ANCHOR: bounds *)
Theorem endgame_sound p : legal files ranks double men p -> exists x y, decided x y p /\
  let e := stated (canon p) in (num (near_white e) # D <= x <= num (far_white e) # D)%Q /\ (num (far_black e) # D <= y <= num (near_black e) # D)%Q /\
  (known e = true -> x == y)%Q /\ (apart e = true -> x < y)%Q.
(* ANCHOR_END: bounds *)
Proof.
  intros L. assert (P : In p dom) by (apply positions_legal, L).
  assert (C : forall q, In q dom -> In (canon q) dom /\ inside files ranks (canon q) = true /\ same rules q (canon q)).
  { intros q Hq. apply positions_legal in Hq. destruct (canon_legal files ranks double men q Hq) as [Lq S]. split; [apply positions_legal, Lq|]. split; [apply canon_inside|exact S]. }
  pose proof (chess_ok files ranks double men) as ok. destruct (C p P) as (P' & I & _).
  assert (P'' : In (canon p) (filter (inside files ranks) dom)) by (apply filter_In; auto).
  pose proof (quotient_ok rules dom ok canon _ C) as okq.
  destruct (table_sound (quotient rules canon) D size num stated grows _ okq (every_true _ _ tested) position_dec (canon p) P'') as (x & y & A & B & X & Y & _ & K).
  destruct (quotient_sound rules dom ok canon _ C p _ _ P A B) as [A' B'].
  exists x, y. split; [apply chess_decides; assumption|]. split; [exact X|]. split; [exact Y|]. split; [exact K|].
  unfold apart. rewrite Pos.ltb_lt. intros G.
  destruct (ranges (quotient rules canon) D size num stated _ (every_true _ _ tested) (canon p) P'') as [R R'].
  pose proof (units_lt D size num grows _ _ G ltac:(lia)). unfold u, l', value in X, Y. lra.
Qed.
(* Where a table says what the values are. *)
Corollary endgame_at p x y : legal files ranks double men p ->
  (let e := stated (canon p) in Pos.eqb (near_white e) (far_white e) && Pos.eqb (far_black e) (near_black e) && Qeq_bool (num (near_white e) # D) x && Qeq_bool (num (near_black e) # D) y) = true ->
  decided x y p.
Proof.
  intros L E. cbv zeta in E. rewrite !andb_true_iff, !Pos.eqb_eq, !Qeq_bool_iff in E. destruct E as [[[E1 E2] E3] E4].
  destruct (endgame_sound p L) as (x' & y' & (A & B & _) & X & Y & _). rewrite <- E1 in X. rewrite E2 in Y.
  apply chess_decides; [exact L|apply (alpha_is_same _ x' x)|apply (beta_is_same _ y' y)]; auto; lra.
Qed.
(* At how many positions the values are apart, and of how many the table does not know whether they are; at all others they are one value. *)
Fixpoint tally (l : list position) (a k : N) : N * N :=
  match l with
  | [] => (a, k)
  | p :: l => let e := stated (canon p) in if known e then tally l a k else if apart e then tally l (N.succ a) k else tally l a (N.succ k)
  end.
End Endgame.
Corollary exact_values files ranks double men D size num (entries : position -> entry) (stated := fun p => exactly (entries p)) :
  increasing D size num = true -> passes files ranks double men D size num stated = true -> forall p, legal files ranks double men p ->
  let e := entries (canon files ranks p) in decided files ranks double (num (index_white e) # D) (num (index_black e) # D) p.
Proof.
  intros G T p L e. apply (endgame_at files ranks double men D size num stated G T p _ _ L). unfold stated, exactly. cbn. fold e.
  rewrite !Pos.eqb_refl. apply andb_true_iff. split; apply Qeq_bool_iff; reflexivity.
Qed.

(* The position and the values are read off a table. *)
Ltac by_table values_at := apply values_at; [is_legal|vm_cast_no_check (eq_refl true)].
Ltac by_print printed := match goal with |- decided _ _ _ ?x _ (fen _ _ ?t) =>
  exact (proj1 (Forall_forall _ _) printed (t, x) ltac:(repeat first [left; reflexivity|right])) end.
