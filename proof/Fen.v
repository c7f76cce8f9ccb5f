(* Positions written as in the paper: FEN, for boards of up to 9 files. *)
From Coq Require Import ZArith List Ascii String.
From Bidding Require Import Game Chess.
Import ListNotations.
Open Scope Z_scope.
Definition man_of (a : ascii) : option man :=
  match a with
  | "K" => Some (White, King) | "Q" => Some (White, Queen) | "R" => Some (White, Rook) | "B" => Some (White, Bishop) | "N" => Some (White, Knight) | "P" => Some (White, Pawn)
  | "k" => Some (Black, King) | "q" => Some (Black, Queen) | "r" => Some (Black, Rook) | "b" => Some (Black, Bishop) | "n" => Some (Black, Knight) | "p" => Some (Black, Pawn)
  | _ => None
  end%char.
(* The pieces, from the last rank to the first; a figure is so many empty squares. *)
Fixpoint read (t : string) (file rank : Z) : placement :=
  match t with
  | EmptyString => []
  | String "/" t => read t 0 (rank - 1)
  | String a t =>
      match man_of a with
      | Some m => (m, (file, rank)) :: read t (file + 1) rank
      | None => read t (file + (Z.of_nat (nat_of_ascii a) - 48)) rank
      end
  end.
Definition same_kind (a b : kind) : bool :=
  match a, b with King, King | Queen, Queen | Rook, Rook | Bishop, Bishop | Knight, Knight | Pawn, Pawn => true | _, _ => false end.
(* The first piece of this man goes to the front. *)
Fixpoint draw (m : man) (p : placement) : placement * placement :=
  match p with
  | [] => ([], [])
  | q :: p => if (same_side (fst (fst q)) (fst m) && same_kind (what q) (snd m))%bool then ([q], p) else let r := draw m p in (fst r, q :: snd r)
  end.
Fixpoint in_order (men : list man) (p : placement) : placement :=
  match men with [] => p | m :: men => let r := draw m p in fst r ++ in_order men (snd r) end.
Definition fen (ranks : Z) (men : list man) (t : string) : position := (in_order men (read t 0 (ranks - 1)), None).
