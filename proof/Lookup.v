(* How a table is read from data and looked up. Nothing of this is proved or has to be: the table is tested. *)
From Coq Require Import ZArith NArith List Bool FMapPositive Strings.Byte.
From Bidding Require Import Game Tables Chess Symmetry.
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

(* A row: the numbers of its men and their squares, increasing, and what is stated: the indices of both values and both labels; or the indices of the bounds
   l and u', three labels, and u and l', if they are others. *)
Definition row A := (list (Z * Z) * A)%type.
Fixpoint pieces (n : nat) (t : text) : list (Z * Z) * text :=
  match n with
  | O => ([], t)
  | S n => let a := digits 1 t in let b := digits 1 (snd a) in let r := pieces n (snd b) in ((fst a, fst b) :: fst r, snd r)
  end.
Definition read_row (t : text) : row entry * text :=
  let m := digits 1 t in let p := pieces (Z.to_nat (fst m)) (snd m) in
  let i := digits 3 (snd p) in let j := digits 3 (snd i) in let a := digits 1 (snd j) in let b := digits 1 (snd a) in
  ((fst p, Entry (Z.to_pos (fst i)) (Z.to_pos (fst j)) (Z.to_N (fst a)) (Z.to_N (fst b))), snd b).
Definition read_bounds (t : text) : row bounds * text :=
  let m := digits 1 t in let p := pieces (Z.to_nat (fst m)) (snd m) in let i := digits 3 (snd p) in let j := digits 3 (snd i) in
  let a := digits 2 (snd j) in let b := digits 2 (snd a) in let s := digits 2 (snd b) in let f := digits 1 (snd s) in
  let k := if fst f =? 0 then (fst j, snd f) else digits 3 (snd f) in let h := if fst f =? 0 then (fst i, snd k) else digits 3 (snd k) in
  ((fst p, Bounds (Z.to_pos (fst i)) (Z.to_pos (fst j)) (Z.to_pos (fst k)) (Z.to_pos (fst h)) (Z.to_N (fst a)) (Z.to_N (fst b)) (Z.to_N (fst s))), snd h).

(* A table is a tree: its branches are pieces, in their order. *)
Section Tree.
Context {A : Type}.
Inductive tree := Tree (here : option A) (next : PositiveMap.t tree).
Definition nothing : tree := Tree None (PositiveMap.empty tree).
Fixpoint insert (ks : list positive) (e : A) (t : tree) : tree :=
  match ks, t with
  | [], Tree _ next => Tree (Some e) next
  | k :: ks, Tree here next =>
      Tree here (PositiveMap.add k (insert ks e (match PositiveMap.find k next with Some t => t | None => nothing end)) next)
  end.
Fixpoint find (ks : list positive) (t : tree) : option A :=
  match ks, t with
  | [], Tree here _ => here
  | k :: ks, Tree _ next => match PositiveMap.find k next with Some t => find ks t | None => None end
  end.
End Tree.
Arguments tree : clear implicits.
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
Context {A : Type}.
Variables files ranks : Z.
Definition key (m : Z) (s : square) : positive := Z.to_pos (1 + fst s + files * snd s + 256 * m).
Definition path (p : position) : list positive :=
  sorted (map (fun q => key (number_of (fst q)) (stands q)) (fst p) ++ match snd p with Some s => [key 12 s] | None => [] end).
(* A row is written at the symmetric places that are looked up; White's king is its first piece. *)
Definition two : list (square -> square) := [(fun s => s); flip_files files].
Definition four := two ++ map (fun g s => flip_ranks ranks (g s)) two.
Definition symmetries := if files =? ranks then four ++ map (fun g s => swap (g s)) four else four.
Definition place (e : Z * Z) : square := (snd e mod files, snd e / files).
Definition add_row (t : tree A) (r : row A) : tree A :=
  let pawns := existsb (fun e => (fst e =? 6) || (fst e =? 11)) (fst r) in
  let home g := match fst r with
    | e :: _ => let s := g (place e) in negb (beyond files s || negb pawns && (above ranks s || (files =? ranks) && over s))
    | [] => true
    end in
  fold_left (fun t g => if home g then insert (sorted (map (fun e => key (fst e) (g (place e))) (fst r))) (snd r) t else t) (if pawns then two else symmetries) t.
Definition table_of (rows : list (row A)) : tree A := fold_left add_row rows nothing.

(* What is stated of a position where a king is gone, [same] of the first index or of the last. *)
Definition lookup (same : positive -> A) (size : positive) (table : tree A) (p : position) : A :=
  if negb (existsb (is_king White) (fst p)) then same 1%positive
  else if negb (existsb (is_king Black) (fst p)) then same size
  else match find (path p) table with Some e => e | None => same (Pos.succ size) end.
End Board.
