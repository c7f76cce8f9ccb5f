(* Certificates written by hand. *)
From Coq Require Import QArith List ZArith.
From Bidding Require Import Game Limits Never Certificates Checker.
Import ListNotations.

(* Two positions that lead to each other: from P White moves to Q and Black wins at once; from Q White wins at once and Black moves
   to P. The values are 1/3 and 2/3. *)
Definition two : list record := [bid [2] [3]; bid [4] [1]; terminal 0 1; terminal 1 1]%positive.
(* Black does not lose: the lower value of P is at most 1/2, because Q is left out and counts as 1, and Black wins at once. *)
Definition hold : certificate := not_losing Black 2%positive [(1%positive, 1%Z); (3%positive, 0%Z)].
(* White wins: 1/3 and 2/3 are reached exactly. No position of the list is quiet, so all labels may be 0. *)
Definition win : certificate := winning White 3 [(1, (1%Z, 0%N)); (2, (2%Z, 0%N)); (4, (3%Z, 0%N))]%positive.

Theorem hold_accepted : accepts two hold = true.
Proof. vm_compute. reflexivity. Qed.
Theorem win_accepted : accepts two win = true.
Proof. vm_compute. reflexivity. Qed.

(* ANCHOR: plan *)
Theorem plan_proves : above_alpha (game_of two) (1#2) 1%positive /\ below_alpha (game_of two) (1#3) 1%positive.
(* ANCHOR_END: plan *)
Proof.
  assert (H : In 1%positive (positions two)) by (cbn; auto).
  split; [exact (accepts_sound two hold hold_accepted _ H)|exact (accepts_sound two win win_accepted _ H)].
Qed.

(* White wins at once, and Black passes. The position is quiet, so a label has to say that White does not pass as well.
   If a play without end is White's, there is nothing to say. *)
Definition walk : list record := [bid [2] []; terminal 1 1]%positive.
Theorem walk_accepted : map (accepts walk)
  [winning White 1 [(1%positive, (1%Z, 1%N)); (2%positive, (1%Z, 0%N))]; winning White 1 [(1%positive, (1%Z, 0%N)); (2%positive, (1%Z, 0%N))];
   lower 1 [1; 1]%Z [1; 1]%Z [1]%N; lower 1 [1; 1]%Z [1; 1]%Z []; upper 1 [1; 1]%Z [1; 1]%Z [];
   never (1#2) 1 [1; 1]%Z [1; 1]%Z [1]%N []; never (1#2) 1 [1; 1]%Z [1; 1]%Z [] []; never 1 1 [1; 1]%Z [1; 1]%Z [] []] =
  [true; false; true; false; true; true; false; true].
Proof. vm_compute. reflexivity. Qed.

(* Two positions that only lead to each other are worth what a play without end is worth, and nothing else. *)
Definition waiting : list record := [bid [2] [2]; bid [1] [1]]%positive.
Definition worth (d x : Z) : certificate := never (d # 6) 6 [x; x] [x; x] [] [].
Theorem waiting_accepted : map (fun d => map (fun x => accepts waiting (worth d x)) [0; 2; 3; 6]%Z) [0; 2; 3; 6]%Z =
  [[true; false; false; false]; [false; true; false; false]; [false; false; true; false]; [false; false; false; true]].
Proof. vm_compute. reflexivity. Qed.

(* Black wins by every move. Though 1/2 is not above d = 1/2, it is not worth nothing: l <= F(l) is needed there too. *)
Definition lost : list record := [bid [2] [2]; terminal 0 1]%positive.
Theorem lost_accepted : map (fun x => accepts lost (never (1#2) 2 [x; 0%Z] [x; 0%Z] [] [1%N])) [0; 1]%Z = [true; false].
Proof. vm_compute. reflexivity. Qed.
