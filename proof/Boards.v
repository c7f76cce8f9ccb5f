(* Endgames of bidding chess on small boards, with values that the paper prints, written as it writes positions. *)
From Coq Require Import QArith String.
From Bidding Require Import Game Tables Chess Money Fen Endgames.
From Bidding Require KNk_3x4 KNk_4x4 KPk_3x4 KNkn_4x4 KBkn_4x4.
Open Scope string_scope.
Open Scope Q_scope.

(* ANCHOR: small *)
Theorem figure_11 : decided 3 4 false (5#8) (5#8) (fen 4 KNk_3x4.men "2k/3/3/K1N").
(* ANCHOR_END: small *)
Proof. by_table KNk_3x4.values_at. Qed.
Theorem knight_4x4 : decided 4 4 false (31#48) (31#48) (fen 4 KNk_4x4.men "3k/4/4/K2N").
Proof. by_table KNk_4x4.values_at. Qed.

(* Here White wins if Black's share is below 23/32, Black wins if it is above 747/1024, and nobody can force a win in between. *)
Theorem apart_4x4 : decided 4 4 false (23#32) (747#1024) (fen 4 KBkn_4x4.men "4/4/1B2/K1kn").
Proof. by_table KBkn_4x4.values_at. Qed.
Corollary nobody_4x4 ties b n : 23#32 < b < 747#1024 ->
  ~ white_wins (rules 4 4 false) ties n (fen 4 KBkn_4x4.men "4/4/1B2/K1kn") b /\
  ~ black_wins (rules 4 4 false) ties n (fen 4 KBkn_4x4.men "4/4/1B2/K1kn") b.
Proof.
  intros [H G]. destruct apart_4x4 as (_ & _ & M). destruct (M ties b) as (_ & W & _ & B).
  - split; apply Qlt_le_weak; [apply Qlt_trans with (23#32)|apply Qlt_trans with (747#1024)]; auto; reflexivity.
  - split; [apply never_white, W, H|apply never_black, B, G].
Qed.
