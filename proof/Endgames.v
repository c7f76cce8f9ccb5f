(* What a tested table proves of an endgame of bidding chess: values, and what they mean for two players with money. *)
From Coq Require Import QArith ZArith List Bool.
From Bidding Require Import Game Certificates Tables Chess Money.
Import ListNotations.

Section Endgame.
Variables (files ranks : Z) (double : bool) (men : list man).
Notation rules := (rules files ranks double).
Notation chess := (chess files ranks double).

(* ANCHOR: decided *)
(* The values of p are x and y: with a share of Black below x White wins, above x White never does; above y Black wins, below y never. *)
Definition decided (x y : Q) (p : position) : Prop :=
  alpha_is chess x p /\ beta_is chess y p /\ forall ties b, (0 <= b <= 1)%Q ->
  ((b < x)%Q -> exists n, white_wins rules ties n p b) /\ ((x < b)%Q -> white_never_wins rules ties p b) /\
  ((y < b)%Q -> exists n, black_wins rules ties n p b) /\ ((b < y)%Q -> black_never_wins rules ties p b).
(* ANCHOR_END: decided *)

Lemma position_dec (p q : position) : {p = q} + {p <> q}.
Proof. repeat decide equality. Qed.
Theorem chess_decides x y p : legal files ranks double men p -> alpha_is chess x p -> beta_is chess y p -> decided x y p.
Proof.
  intros L A B. split; [exact A|]. split; [exact B|]. intros ties b Hb.
  apply (value_decides rules ties (positions files ranks double men) (chess_ok files ranks double men)); auto.
  - intros q v _ E. unfold Chess.rules in E. destruct (negb _); [injection E as <-; left; reflexivity|].
    destruct (negb _); [injection E as <-; right; reflexivity|discriminate].
  - exact position_dec.
  - apply positions_legal, L.
Qed.

Variables (D size : positive) (num : positive -> Z) (stated : position -> entry).
Hypothesis grows : increasing size num = true.
Hypothesis tested : every (check rules D size num stated) (positions files ranks double men) = true.
Theorem endgame_sound p : legal files ranks double men p -> decided (lower_value D num stated p) (upper_value D num stated p) p.
Proof.
  intros L. assert (P : In p (positions files ranks double men)) by (apply positions_legal, L).
  destruct (table_sound rules D size num stated grows _ (chess_ok files ranks double men) (every_true _ _ tested) p P) as [A B].
  apply chess_decides; assumption.
Qed.
Corollary endgame_at p x y : legal files ranks double men p ->
  Qeq_bool (lower_value D num stated p) x && Qeq_bool (upper_value D num stated p) y = true -> decided x y p.
Proof.
  intros L E. apply andb_true_iff in E. destruct E as [E1 E2]. apply Qeq_bool_iff in E1, E2. destruct (endgame_sound p L) as (A & B & _).
  apply chess_decides; [exact L|exact (alpha_is_same _ _ _ _ E1 A)|exact (beta_is_same _ _ _ _ E2 B)].
Qed.
End Endgame.

(* The position and the values are read off a table. *)
Ltac by_table values_at := apply values_at; [is_legal|vm_cast_no_check (eq_refl true)].
