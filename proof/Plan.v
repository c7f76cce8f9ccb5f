(* Two plans, of both sorts, in the book's game of two positions that lead to each other: from P White moves to Q and Black wins at once;
   from Q White wins at once and Black moves to P. The values are 1/3 and 2/3. *)
From Coq Require Import QArith List ZArith.
From Bidding Require Import Game Limits Certificates Checker.
Import ListNotations.

Definition two : list record := [bid [2] [3]; bid [4] [1]; terminal 0 1; terminal 1 1]%positive.
(* Black does not lose: the lower value of P is at most 1/2, because Q is left out and counts as 1, and Black wins at once. *)
Definition hold : certificate := not_losing Black 2%positive [(1%positive, 1%Z); (3%positive, 0%Z)].
(* White wins: 1/3 and 2/3 are reached exactly, so labels are needed. *)
Definition win : certificate := winning White 3 [(1, (1%Z, 2%N)); (2, (2%Z, 1%N)); (4, (3%Z, 0%N))]%positive.

Theorem hold_accepted : accepts two hold = true.
Proof. vm_compute. reflexivity. Qed.
Theorem win_accepted : accepts two win = true.
Proof. vm_compute. reflexivity. Qed.
(* With equal labels nothing would be forced. *)
Theorem win_refused : accepts two (winning White 3 [(1, (1%Z, 1%N)); (2, (2%Z, 1%N)); (4, (3%Z, 1%N))]%positive) = false.
Proof. vm_compute. reflexivity. Qed.

(* ANCHOR: plan *)
Theorem plan_proves : above_alpha (game_of two) (1#2) 1%positive /\ below_alpha (game_of two) (1#3) 1%positive.
(* ANCHOR_END: plan *)
Proof.
  assert (H : In 1%positive (positions two)) by (cbn; auto).
  split; [exact (accepts_sound two hold hold_accepted _ H)|exact (accepts_sound two win win_accepted _ H)].
Qed.
