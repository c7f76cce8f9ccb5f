(* What the paper prints of positions of two and three men on 8x8, without pawns. *)
From Coq Require Import QArith String.
From Bidding Require Import Game Tables Chess Money Fen Endgames.
From Bidding Require Kk_8x8 KQk_8x8 KRk_8x8 KBk_8x8 KNk_8x8.
Open Scope string_scope.
Open Scope Q_scope.

Theorem figure_1 : decided 8 8 true (3#4) (3#4) (fen 8 KRk_8x8.men "3k3R/8/3K4/8/8/8/8/8").
Proof. by_print KRk_8x8.printed. Qed.
Theorem figure_4 : decided 8 8 true (7463#8192) (7463#8192) (fen 8 KRk_8x8.men "k7/8/8/8/8/8/8/K6R").
Proof. by_print KRk_8x8.printed. Qed.
(* ANCHOR: figure-7 *)
Definition value_7 : Q :=
  118149099210761088839658071450928865980708175943671062283570061370088990297242487312344048797827448187146592684262495193145202761460197371 #
  200453006658428905551436939930457127472327950605425153085344343480681727125595119114980629492845444447049929082740309543514434854453248000.
Theorem figure_7 : decided 8 8 true value_7 value_7 (fen 8 KNk_8x8.men "k7/8/8/K7/7N/8/8/8").
(* ANCHOR_END: figure-7 *)
Proof. unfold value_7. by_print KNk_8x8.printed. Qed.
Theorem figure_3 : decided 8 8 true (9#16) (9#16) (fen 8 KBk_8x8.men "8/8/8/8/k3K3/8/6B1/8").
Proof. by_print KBk_8x8.printed. Qed.

Definition figures := (@figure_1, @figure_3, @figure_4, @figure_7).
Print Assumptions figures.
