(* How a table is read from data and looked up. Nothing of this is proved or has to be: the table is tested. *)
From Coq Require Import ZArith NArith List Bool FMapPositive Strings.Byte.
From Bidding Require Import Game Tables Chess.
Import ListNotations.

(* Long lists of numbers as strings, six bits in a character, the least first. *)
Inductive text := Stop | Letter (b : byte) (rest : text).
Fixpoint text_of (l : list byte) : text := match l with [] => Stop | b :: l => Letter b (text_of l) end.
Fixpoint of_text (t : text) : list byte := match t with Stop => [] | Letter b t => b :: of_text t end.
Declare Scope text_scope.
Delimit Scope text_scope with text.
String Notation text text_of of_text : text_scope.
Open Scope Z_scope.
(* A number of n characters, and what follows it. *)
Fixpoint digits (n : nat) (t : text) : Z * text :=
  match n, t with
  | S n, Letter b t => let r := digits n t in (Z.of_N (Byte.to_N b) - 48 + 64 * fst r, snd r)
  | _, _ => (0, t)
  end.
(* A string holds at most 64 numbers, or rows. *)
Fixpoint items {A} (f : text -> A * text) (n : nat) (t : text) : list A :=
  match n, t with S n, Letter _ _ => let r := f t in fst r :: items f n (snd r) | _, _ => [] end.
Definition all_items {A} (f : text -> A * text) (l : list text) : list A := flat_map (items f 64) l.
Fixpoint number_from (i : positive) (l : list Z) (m : PositiveMap.t Z) : PositiveMap.t Z :=
  match l with [] => m | z :: l => number_from (Pos.succ i) l (PositiveMap.add i z m) end.
Definition nth_in (m : PositiveMap.t Z) (i : positive) : Z := match PositiveMap.find i m with Some z => z | None => 0 end.

(* A row: the numbers of its men and their squares, increasing; the indices of both values; both labels. *)
Definition row := (list (Z * Z) * entry)%type.
Fixpoint pieces (n : nat) (t : text) : list (Z * Z) * text :=
  match n with
  | O => ([], t)
  | S n => let a := digits 1 t in let b := digits 1 (snd a) in let r := pieces n (snd b) in ((fst a, fst b) :: fst r, snd r)
  end.
Definition read_row (t : text) : row * text :=
  let m := digits 1 t in let p := pieces (Z.to_nat (fst m)) (snd m) in
  let i := digits 3 (snd p) in let j := digits 3 (snd i) in let a := digits 1 (snd j) in let b := digits 1 (snd a) in
  ((fst p, Entry (Z.to_pos (fst i)) (Z.to_pos (fst j)) (Z.to_N (fst a)) (Z.to_N (fst b))), snd b).

(* A table is a tree: its branches are pieces, in their order. *)
Inductive tree := Tree (here : option entry) (next : PositiveMap.t tree).
Definition nothing : tree := Tree None (PositiveMap.empty tree).
Fixpoint insert (ks : list positive) (e : entry) (t : tree) : tree :=
  match ks, t with
  | [], Tree _ next => Tree (Some e) next
  | k :: ks, Tree here next =>
      Tree here (PositiveMap.add k (insert ks e (match PositiveMap.find k next with Some t => t | None => nothing end)) next)
  end.
Fixpoint find (ks : list positive) (t : tree) : option entry :=
  match ks, t with
  | [], Tree here _ => here
  | k :: ks, Tree _ next => match PositiveMap.find k next with Some t => find ks t | None => None end
  end.
Fixpoint put (k : positive) (l : list positive) : list positive :=
  match l with [] => [k] | a :: r => if Pos.ltb a k then a :: put k r else k :: l end.
Definition sorted (l : list positive) : list positive := fold_right put [] l.

(* Men have the numbers of the format; 12 is a right. *)
Definition number_of (m : man) : Z :=
  match m with
  | (White, King) => 0 | (Black, King) => 1
  | (White, Queen) => 2 | (White, Rook) => 3 | (White, Bishop) => 4 | (White, Knight) => 5 | (White, Pawn) => 6
  | (Black, Queen) => 7 | (Black, Rook) => 8 | (Black, Bishop) => 9 | (Black, Knight) => 10 | (Black, Pawn) => 11
  end.
Section Board.
Variables files ranks : Z.
Definition key (m : Z) (s : square) : positive := Z.to_pos (1 + fst s + files * snd s + 256 * m).
Definition path (p : position) : list positive :=
  sorted (map (fun q => key (number_of (fst q)) (stands q)) (fst p) ++ match snd p with Some s => [key 12 s] | None => [] end).
(* A row is written at all symmetric places. *)
Definition two : list (square -> square) := [(fun s => s); (fun s => (files - 1 - fst s, snd s))].
Definition four := two ++ map (fun g s => (fst (g s), ranks - 1 - snd (g s))) two.
Definition symmetries := if files =? ranks then four ++ map (fun g s => (snd (g s), fst (g s))) four else four.
Definition image (g : square -> square) (e : Z * Z) : positive := key (fst e) (g (snd e mod files, snd e / files)).
Definition add_row (t : tree) (r : row) : tree :=
  fold_left (fun t g => insert (sorted (map (image g) (fst r))) (snd r) t)
    (if existsb (fun e => (fst e =? 6) || (fst e =? 11)) (fst r) then two else symmetries) t.
Definition table_of (rows : list row) : tree := fold_left add_row rows nothing.

Definition lookup (size : positive) (table : tree) (p : position) : entry :=
  if negb (existsb (is_king White) (fst p)) then Entry 1 1 0 0
  else if negb (existsb (is_king Black) (fst p)) then Entry size size 0 0
  else match find (path p) table with Some e => e | None => Entry (Pos.succ size) 1 0 0 end.
End Board.
