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

Variables (D size : positive) (num : positive -> Z) (stated : position -> entry).
Hypothesis grows : increasing size num = true.
(* The test, at one position of each kind. *)
Notation canon := (canon files ranks).
Definition passes : bool := every (check (quotient rules canon) D size num stated) (filter (inside files ranks) (positions files ranks double men)).
Hypothesis tested : passes = true.
Theorem endgame_sound p : legal files ranks double men p -> decided (lower_value D num stated (canon p)) (upper_value D num stated (canon p)) p.
Proof.
  set (dom := positions files ranks double men). intros L. assert (P : In p dom) by (apply positions_legal, L).
  assert (C : forall q, In q dom -> In (canon q) dom /\ inside files ranks (canon q) = true /\ same rules q (canon q)).
  { intros q Hq. apply positions_legal in Hq. destruct (canon_legal files ranks double men q Hq) as [Lq S]. split; [apply positions_legal, Lq|]. split; [apply canon_inside|exact S]. }
  pose proof (chess_ok files ranks double men) as ok. destruct (C p P) as (P' & I & _).
  destruct (table_sound (quotient rules canon) D size num stated grows (filter (inside files ranks) dom)
    (quotient_ok rules dom ok canon _ C) (every_true _ _ tested) (canon p)) as [A B]; [apply filter_In; auto|].
  destruct (quotient_sound rules dom ok canon _ C p _ _ P A B). apply chess_decides; assumption.
Qed.
Corollary endgame_at p x y : legal files ranks double men p ->
  Qeq_bool (lower_value D num stated (canon p)) x && Qeq_bool (upper_value D num stated (canon p)) y = true -> decided x y p.
Proof.
  intros L E. apply andb_true_iff in E. destruct E as [E1 E2]. apply Qeq_bool_iff in E1, E2. destruct (endgame_sound p L) as (A & B & _).
  apply chess_decides; [exact L|exact (alpha_is_same _ _ _ _ E1 A)|exact (beta_is_same _ _ _ _ E2 B)].
Qed.

(* Whether the values of a position are apart. *)
Definition apart (p : position) : bool := let e := stated (canon p) in Z.ltb (num (index_white e)) (num (index_black e)).
Theorem apart_sound p : legal files ranks double men p -> exists x y, decided x y p /\ if apart p then (x < y)%Q else (x == y)%Q.
Proof.
  intros L. pose proof (endgame_sound p L) as V. eexists. eexists. split; [exact V|]. destruct V as ([A _] & [_ B] & _). unfold apart.
  destruct (Z.ltb_spec (num (index_white (stated (canon p)))) (num (index_black (stated (canon p))))) as [H|H]; [unfold lower_value, upper_value, Qlt; cbn; nia|].
  apply Qle_antisym; [|unfold lower_value, upper_value, Qle; cbn; nia]. apply Qnot_lt_le. intros G. apply positions_legal in L.
  set (x := lower_value _ _ _ _) in *. set (y := upper_value _ _ _ _) in *.
  destruct (A ((x - y) * (1#4))%Q ltac:(lra)) as [n Hn], (B ((x - y) * (1#4))%Q ltac:(lra)) as [m Hm].
  pose proof (alpha_le_beta _ _ (chess_ok files ranks double men) n m p L). lra.
Qed.
End Endgame.
Fixpoint count {A} (f : A -> bool) (l : list A) (n : N) : N := match l with [] => n | a :: l => count f l (if f a then N.succ n else n) end.

(* The position and the values are read off a table. *)
Ltac by_table values_at := apply values_at; [is_legal|vm_cast_no_check (eq_refl true)].
Ltac by_print printed := match goal with |- decided _ _ _ ?x _ (fen _ _ ?t) =>
  exact (proj1 (Forall_forall _ _) printed (t, x) ltac:(repeat first [left; reflexivity|right])) end.
