(* Certificates written by hand. *)
From Coq Require Import QArith Lqa List Lia ZArith.
From Bidding Require Import Game Limits Never Sharp Certificates Checker.
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

Theorem plan_proves : above_alpha (game_of two) (1#2) 1%positive /\ below_alpha (game_of two) (1#3) 1%positive.
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

(* White moves from P to R, and Black passes. From R each side wins at once. Nothing is known but 0 and 1, and one label proves both sharp. *)
Definition steady : list record := [bid [2] []; bid [3] [4]; terminal 1 1; terminal 0 1]%positive.
Definition from_nothing : list (positive * N) -> certificate := sharp 1 [0; 0; 1; 0]%Z [1; 1; 1; 0]%Z [] [].
Theorem steady_accepted : map (fun members => accepts steady (from_nothing members))
  [[(1, 1%N); (2, 0%N)]; [(1, 0%N); (2, 0%N)]; [(1, 1%N)]; [(2, 0%N)]]%positive =
  [true; false; false; true].
Proof. vm_compute. reflexivity. Qed.
Theorem steady_sharp : sharp_at (game_of steady) 1%positive.
Proof.
  assert (A : accepts steady (from_nothing [(1, 1%N); (2, 0%N)]%positive) = true) by (vm_compute; reflexivity).
  apply (accepts_sound _ _ A 1%positive); [cbn; auto|reflexivity].
Qed.

(* Black may pass at P, or move to R. Then a smaller label of some black option is not enough: P has the values 0 and 1/2. *)
Definition idle : list record := [bid [] [1; 2]; bid [3] [4]; terminal 1 1; terminal 0 1]%positive.
Lemma idle_values : accepts idle (exact 2 [0; 1; 2; 0]%Z [1; 1; 2; 0]%Z [] [1%N]) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma idle_bounds : accepts idle (from_nothing []) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem idle_refused : accepts idle (from_nothing [(1, 1%N); (2, 0%N)]%positive) = false.
Proof. vm_compute. reflexivity. Qed.
Definition some_black_evidence (l u' : positive -> Q) (T : positive -> nat) (p : positive) (parts : list (part positive)) : Prop :=
  exists c, In c parts /\ who c = Black /\ exists o, In o (all (from c)) /\ l o < high u' p parts /\ (T o < T p)%nat.

Theorem some_black_is_not_enough : exists (game : positive -> node positive) dom l u' T p,
  game_ok dom game /\ In p dom /\
  (forall p, In p dom -> below_alpha game (l p) p /\ above_beta game (u' p) p) /\
  (forall p parts, In p dom -> game p = Inner parts -> apart l u' p parts \/ some_black_evidence l u' T p parts) /\
  ~ sharp_at game p.
Proof.
  pose proof idle_values as A1. pose proof idle_bounds as A2.
  assert (ok : game_ok (positions idle) (game_of idle)) by (apply good_game; vm_compute; reflexivity).
  exists (game_of idle), (positions idle), (units 1 (column [0; 0; 1; 0]%Z)), (units 1 (column [1; 1; 1; 0]%Z)),
    (fun p => if Pos.eqb p 1 then 1%nat else 0%nat), 1%positive.
  split; [exact ok|]. split; [cbn; auto|]. split; [|split].
  - intros p Hp. destruct (accepts_sound _ _ A2 p Hp) as (L & U & _). auto.
  - intros p parts Hp E. vm_compute in Hp. destruct Hp as [<-|[<-|[<-|[<-|[]]]]]; vm_compute in E; try discriminate; injection E as <-.
    + left. vm_compute. discriminate.
    + right. eexists. split; [right; left; reflexivity|]. split; [reflexivity|]. exists 2%positive. split; [right; left; reflexivity|].
      split; [vm_compute; reflexivity|]. cbn. lia.
  - intros S. destruct (accepts_sound _ _ A1 1%positive) as [Ha Hb]; [cbn; auto|].
    apply (sharp_values _ _ ok _ _ 1%positive ltac:(cbn; auto) Ha Hb) in S. vm_compute in S. discriminate.
Qed.
