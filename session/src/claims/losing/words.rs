//! Losing Chess: materials, positions with a side to move, outcomes, what a table or a proof shows, and why it does not.

use num_traits::{One as _, Zero as _};

use crate::notation::{self, FenError};
use crate::position::Known;
use checker::chess::{Board, Man, PawnRule, Placement};
use checker::endgame::{Endgame, Positions, used};
use checker::theorem::Side;
use games::losing::proof::WrongStep;
use games::losing::rule::{INTERNATIONAL, VINCIPERDI};
pub use games::losing::{AUCTION, PROOF, TURNS};
use games::losing::{DRAW, Proof, Turns, moves, plies};

/// The men of a material: White's, `v`, Black's, as in `KRvN`.
pub fn material(men: &[Man]) -> String {
    let of = |side| men.iter().filter(move |man| man.side() == side).map(|&man| notation::letter(man));
    let [white, black] = Side::BOTH.map(|side| of(side).collect::<String>().to_uppercase());
    format!("{white}v{black}")
}

/// The men of a material as it is written, in the order of the format; none if it is not written so.
pub fn men(material: &str) -> Option<Vec<Man>> {
    let (white, black) = material.split_once('v')?;
    let is_upper =
        !white.is_empty() && !black.is_empty() && material.chars().all(|letter| letter == 'v' || letter.is_uppercase());
    notation::men(&format!("{white}{}", black.to_lowercase())).filter(|_| is_upper)
}

/// A rule behind the name of an endgame: nothing of the International one, which is meant where none is named.
fn title(rule: u8) -> String {
    if rule == INTERNATIONAL { String::new() } else { format!(", {}", RULES[usize::from(rule)]) }
}

/// A table: `Losing Chess 8x8 KRvN`, or `Losing Chess 8x8 KRvN, FICS rules`.
pub fn table(rule: u8, endgame: &Endgame) -> String {
    men_on_board(endgame) + &title(rule)
}

fn men_on_board(Endgame { board, men }: &Endgame) -> String {
    format!("Losing Chess {} {}{}", notation::board(*board), material(men), notation::pawn_rule(board.pawn_rule))
}

/// An endgame under an auction: `Losing Chess 8x8 KRvN under an auction`, and the rule if it is another than the International one.
pub fn auction(rule: u8, endgame: &Endgame) -> String {
    format!("{} under an auction{}", men_on_board(endgame), title(rule))
}

/// The conventional name of a certificate's file: of a table by turns `8x8_KRvN.cert`, under an auction `8x8_KRvN_auction.cert`; before that the rule,
/// as in `8x8_KRvN_fics_auction.cert`.
pub fn file_name(number: u8, rule: u8, Endgame { board, men }: &Endgame) -> String {
    let auction = if number == AUCTION { "_auction" } else { "" };
    let rule = ["", "_fics", "_draw"][usize::from(rule)];
    format!("{}_{}{}{rule}{auction}.cert", notation::board(*board), material(men), notation::unusual(*board))
}

/// A position as a FEN with its side to move: placement, side, castling (never), and the square for *en passant* or `-`.
pub fn fen(board: Board, placement: &Placement, side: Side) -> String {
    let passed = placement.passed.map_or("-".to_owned(), notation::square);
    let placement = Placement { passed: None, ..placement.clone() };
    format!("{} {} - {passed}", notation::fen(board, &placement), side.of('w', 'b'))
}

/// The position of a number of a table.
pub fn position(turns: &Turns, number: u32) -> String {
    let side = Side::BOTH[checker::numbers::at(number % 2)];
    fen(turns.positions.endgame.board, &turns.positions.placement(number / 2), side)
}

/// Why a text is no position with a side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The placement is none.
    Fen(FenError),
    /// The fields after it.
    Fields,
}

/// Reads a FEN: the placement, the side to move, and perhaps castling (`-`), the square for *en passant* and two counters. The square is passed over if
/// nothing can be captured there.
///
/// # Errors
///
/// The placement, then the fields after it.
pub fn parse(text: &str) -> Result<(Board, Placement, Side), Unread> {
    let fields: Vec<&str> = text.split([' ', '_']).filter(|field| !field.is_empty()).collect();
    let (board, placement) = notation::read(fields.first().copied().unwrap_or(""), false).map_err(Unread::Fen)?;
    let side = match fields.get(1) {
        Some(&"w") => Side::White,
        Some(&"b") => Side::Black,
        _ => return Err(Unread::Fields),
    };
    let is_number = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
    if fields.get(2).is_some_and(|castling| *castling != "-")
        || fields.len() > 6
        || !fields.iter().skip(4).all(|field| is_number(&field))
    {
        return Err(Unread::Fields);
    }
    let Some(passed) = fields.get(3).filter(|field| **field != "-") else { return Ok((board, placement, side)) };
    let passed = board.squares().find(|&square| notation::square(square) == *passed).ok_or(Unread::Fields)?;
    let right = board.rights(&placement).contains(&passed).then_some(passed);
    let (with_right, mut all) = (Placement { passed: right, ..placement.clone() }, Vec::new());
    moves(board, &with_right, side, &mut all);
    let is_used = all.iter().any(|mv| mv.captured.is_some_and(|captured| captured.square != mv.to));
    Ok((board, if is_used { with_right } else { placement }, side))
}

/// Who wins a game by turns; none at a draw.
pub(crate) fn winner(known: &Known) -> Option<Side> {
    match [known.alpha.low.is_one(), known.beta.high.is_zero()] {
        [true, _] => Some(Side::White),
        [_, true] => Some(Side::Black),
        _ => None,
    }
}

/// Who wins a game by turns, and in how many plies if that is known: `White wins in 3 plies`.
pub fn outcome(known: &Known) -> String {
    let Some(winner) = winner(known) else { return "draw".to_owned() };
    let (label, winner) = (winner.of(known.labels[0], known.labels[1]), winner.of("White", "Black"));
    match label {
        None => format!("{winner} wins"),
        Some(0) => format!("{winner} has won"),
        Some(1) => format!("{winner} wins in 1 ply"),
        Some(plies) => format!("{winner} wins in {plies} plies"),
    }
}

/// Who has won where the side to move has no move, and by which rule: `White has won: no move, FICS rules`.
pub(crate) fn stalemate(known: &Known, rule: u8) -> String {
    let won = winner(known).map_or("draw".to_owned(), |side| format!("{} has won", side.of("White", "Black")));
    format!("{won}: no move, {}", RULES[usize::from(rule)])
}

/// How many positions of a table are won, drawn and lost for the side to move, and the greatest label of a win or a loss.
pub(crate) fn outcomes(turns: &Turns) -> ([u64; 3], u16) {
    let (mut counts, mut most) = ([0; 3], 0);
    let firsts = (0..).zip(&turns.labels).filter(|(number, _)| turns.positions.is_first(*number));
    for &label in firsts.flat_map(|(_, labels)| labels) {
        let plies = plies(label);
        counts[plies.map_or(1, |plies| usize::from(2 * (plies % 2)))] += 1;
        most = most.max(plies.unwrap_or(0));
    }
    (counts, most)
}

/// What a table proves, in a sentence.
pub fn claim_of_table(turns: &Turns) -> String {
    let ([won, drawn, lost], most) = outcomes(turns);
    format!(
        "{}: all {} positions have these outcomes; the side to move wins {won}, draws {drawn}, loses {lost}; the longest win takes {most} plies",
        table(turns.rule, &turns.positions.endgame),
        won + drawn + lost
    )
}

/// The names of the rules.
pub(crate) const RULES: [&str; 3] = ["International rules", "FICS rules", "vinciperdi rules"];

/// What a proof proves, in a sentence.
pub fn claim_of_proof(proof: &Proof) -> String {
    let rule = RULES[usize::from(proof.rule)];
    let pawns = match proof.board.pawn_rule {
        PawnRule::SingleStep => ", single step",
        PawnRule::NoPawns | PawnRule::DoubleStep => "",
    };
    let run = match (proof.run, proof.nodes.in_tables) {
        (run, 0) if run <= 99 => format!("{run}, so that the rule of 50 moves is met"),
        (run, 0) => format!("{run}, which the rule of 50 moves may not admit"),
        (run, _) => format!("{run} before a table is reached"),
    };
    format!(
        "Losing Chess {}{pawns}, {rule}: {} wins from {}, by a proof of {} positions; the longest run of plies without a capture or a move of a pawn is {run}",
        notation::board(proof.board),
        proof.winner.of("White", "Black"),
        fen(proof.board, &proof.root, proof.mover),
        nodes(proof),
    )
}

/// How many nodes a proof has.
pub fn nodes(proof: &Proof) -> u64 {
    let nodes = proof.nodes;
    nodes.chosen + nodes.answered + nodes.without_men + nodes.stalemates + nodes.in_tables
}

/// How often each condition of a proof was evaluated.
pub(crate) fn evaluations(proof: &Proof) -> [(&'static str, usize); 3] {
    let count = |number: u64| usize::try_from(number).expect("within the limits");
    let nodes = proof.nodes;
    let leaves = nodes.without_men + nodes.stalemates + nodes.in_tables;
    [("cycle", count(self::nodes(proof))), ("leaf", count(leaves)), ("index", count(nodes.chosen))]
}

/// The position of a number of a table that was not verified.
pub(crate) fn stated_position(endgame: &Endgame, number: u64) -> String {
    let positions = Positions::find(endgame.clone(), Vec::new(), false);
    let placement = positions.placement(u32::try_from(number / 2).expect("a placement"));
    fen(endgame.board, &placement, Side::BOTH[checker::numbers::at(number % 2)])
}

/// Which label is stated, and which is required.
pub(crate) fn wrong_label(stated: u8, required: Option<u16>) -> String {
    let words = |plies: Option<u16>| plies.map_or(format!("{DRAW}, a draw"), |plies| plies.to_string());
    format!("stated {}, required {}", words(plies(stated)), words(required))
}

/// Where and how a proof fails.
pub(crate) fn wrong_step(proof: Option<&Proof>, WrongStep { condition, place, line }: &WrongStep) -> String {
    let line = match proof {
        Some(proof) if line.is_empty() => format!("at the root, {}", fen(proof.board, &proof.root, proof.mover)),
        Some(proof) => {
            let line = line.iter().map(|&number| notation::step(proof.board, u32::try_from(number).expect("a move")));
            format!("after {}", line.collect::<Vec<_>>().join(" "))
        }
        None => format!("byte {place}"),
    };
    match *condition {
        "cycle" => format!("{line}: found a position that the same line has reached before, required another"),
        "leaf" => format!("{line}: found an end of the game or a table where the winner has not won, required a win"),
        _ => format!(
            "{line}: found no move of the index in byte {place} of the stream, counted from 0, required the index of a move"
        ),
    }
}

/// What is wrong with a part of a statement, where the words for bidding chess would mislead.
pub(crate) fn statement(what: &str, body: &[u8]) -> Option<String> {
    let found = |place: usize| body.get(place).map_or("none".to_owned(), u8::to_string);
    Some(match what {
        "rule" => format!(
            "rule: found {}, required 0 (International), 1 (FICS) or 2 (vinciperdi), and 0 in a proof that rests on tables",
            found(0)
        ),
        "form" => "form: found another one or values, required 0, 1 or 2 under an auction, with bits from 1 exactly in form 2; else form 0 and no bits and values"
            .to_owned(),
        "board" => format!(
            "board: found {} files, {} ranks and the pawn rule {}, required 2 to 16 of each, and 0, 1 or 2",
            found(1),
            found(2),
            found(3)
        ),
        "men" => "men: found other numbers, required one man or more of each side, from 0 to 11, in order".to_owned(),
        "pawn rule" => format!(
            "pawn rule: found {} on {} ranks, required 0 where there is no pawn; else 1 (single step), which needs 3 ranks, or 2 (double step), which needs 4",
            found(3),
            found(2)
        ),
        "colours" => {
            let men: Option<Vec<Man>> = body.get(5..)?.iter().map(|&man| Man::new(man)).collect();
            let men = men?;
            format!("colours: found {}, required {}, with the colours exchanged", material(&men), material(&used(&men)))
        }
        "side" => format!("winner, mover: found {} and {}, required 0 (White) or 1 (Black) of each", found(4), found(5)),
        "root" => "root: found no placement, required men of both sides, increasing by man, then by square, each on a square of its own, pawns on neither the first \
                   nor the last rank"
            .to_owned(),
        "passed" => "passed: found another square, required 0, or 1 more than the number of a square on which the side to move can capture en passant".to_owned(),
        _ => return None,
    })
}

/// The rule and the endgame of a statement about one, of the number 3 or 4.
pub(crate) fn endgame(number: u8, body: &[u8]) -> Option<(u8, Endgame)> {
    let (&[rule @ 0..=VINCIPERDI, files, ranks, pawns, _], men) = body.split_first_chunk::<5>()? else { return None };
    let men: Option<Vec<Man>> = men.iter().map(|&man| Man::new(man)).collect();
    let has = |men: &[Man], side| men.iter().any(|man| man.side() == side);
    let men = men.filter(|men| men.is_sorted() && Side::BOTH.iter().all(|&side| has(men, side)));
    if number == AUCTION || number == TURNS {
        Some((rule, Endgame::of([files, ranks, pawns], men).ok()?))
    } else {
        None
    }
}
