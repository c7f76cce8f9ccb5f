(* Runs the extracted checker on what `data --text` writes. Numbers are written in binary digits. *)
open Accepts

let pos s =
  let bits = String.to_seq (String.sub s 1 (String.length s - 1)) in
  Seq.fold_left (fun p bit -> if bit = '1' then XI p else XO p) XH bits
let natural zero make s = if s = "0" then zero else make (pos s)
let z = natural Z0 (fun p -> Zpos p)
let n = natural N0 (fun p -> Npos p)
let words s = List.filter (( <> ) "") (String.split_on_char ' ' s)
let map f l = List.rev (List.rev_map f l)
let rec pairs = function a :: b :: l -> (pos a, pos b) :: pairs l | _ -> []
let rec labelled = function p :: t :: l -> (pos p, n t) :: labelled l | _ -> []

let record line =
  match String.split_on_char '|' line with
  | [ "terminal"; v; _ ] -> ( match words v with [ a; b ] -> Terminal (z a, pos b) | _ -> failwith line)
  | [ "bid"; l; r ] -> Bid (map pos (words l), map pos (words r))
  | [ "left_turn"; l; _ ] -> Left_turn (map pos (words l))
  | [ "right_turn"; r; _ ] -> Right_turn (map pos (words r))
  | [ "tossed"; l; _ ] -> Tossed (pairs (words l))
  | _ -> failwith line

let () =
  let kind = input_line stdin in
  let scale = pos (input_line stdin) in
  let column f = map f (words (input_line stdin)) in
  let certificate =
    match words kind with
    | [ "exact" ] -> let x = column z in let y = column z in let t = column n in Exact (scale, x, y, t, column n)
    | [ "lower" ] -> let l = column z in let u = column z in Lower (scale, l, u, column n)
    | [ "upper" ] -> let l = column z in let u = column z in Upper (scale, l, u, column n)
    | [ "narrow" ] -> let l = column z in let u = column z in let t = column n in Narrow (scale, l, u, t, column n)
    | [ "sharp" ] ->
        (* The last line: each settled position with its label. *)
        let l = column z in let u = column z in let t = column n in let t_up = column n in
        Sharp (scale, l, u, t, t_up, labelled (words (input_line stdin)))
    | [ "wide" ] ->
        let l = column z in let u = column z in let l_up = column z in let u_up = column z in
        let t = column n in Wide (scale, l, u, l_up, u_up, t, column n)
    | [ "never"; a; b ] ->
        let l = column z in let u = column z in let t = column n in Never ({ qnum = z a; qden = pos b }, scale, l, u, t, column n)
    | _ -> failwith kind
  in
  let rec records l = match input_line stdin with line -> records (record line :: l) | exception End_of_file -> List.rev l in
  let game = records [] in
  let start = Sys.time () in
  let verdict = accepts game certificate in
  Printf.printf "%d positions, %s: %s, %.1f s of processor time without reading\n" (List.length game) kind
    (if verdict then "accepted" else "refused") (Sys.time () -. start);
  exit (if verdict then 0 else 1)
