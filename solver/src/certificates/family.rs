//! The endgames of so many pieces on a board.

use crate::certificates::pipeline::{DEFAULT_BITS_OF_FIVE, MOST_MEN, Method, admit};
use crate::chess::board::{Board, BoardError};
use crate::chess::material::{Colour, Man, Role, Signature};
use crate::memory::MEGABYTE;
use crate::slices;

/// The roles that stand beside the kings.
const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// All signatures of up to so many men, at most four: first those of fewer men, then those with the bare black king, in the order Q R B N P.
#[must_use]
pub fn signatures(pieces: usize) -> Vec<Signature> {
    let king = |colour| Man { colour, role: Role::King };
    let man = |colour: Colour| move |role: Role| Man { colour, role };
    let (white, black) = (man(Colour::White), man(Colour::Black));
    let mut all = vec![vec![]];
    all.extend(ROLES.iter().map(|&role| vec![white(role)]));
    for other in [white, black] {
        for (place, &first) in ROLES.iter().enumerate() {
            all.extend(ROLES[place..].iter().map(|&second| vec![white(first), other(second)]));
        }
    }
    all.retain(|men| men.len() + 2 <= pieces);
    let signature = |men: Vec<Man>| {
        let men: Vec<Man> = men.into_iter().chain([king(Colour::White), king(Colour::Black)]).collect();
        Signature::canonical(&men).0
    };
    all.into_iter().map(signature).collect()
}

/// All signatures of five men without pawns: first those with the bare black king, in the order Q R B N.
#[must_use]
pub fn fives() -> Vec<Signature> {
    let king = |colour| Man { colour, role: Role::King };
    let others = |count: usize| -> Vec<Vec<Role>> {
        let mut all = vec![vec![]];
        for _ in 0..count {
            let longer = |roles: Vec<Role>| {
                let least =
                    roles.last().map_or(0, |last| ROLES.iter().position(|role| role == last).expect("one of them"));
                ROLES[least..4].iter().map(move |role| [&roles[..], &[*role]].concat()).collect::<Vec<_>>()
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    };
    let mut signatures = Vec::new();
    for (white, black) in [(3, 0), (2, 1)] {
        for roles in others(white) {
            for against in others(black) {
                let side = |colour: Colour, roles: &[Role]| {
                    roles.iter().map(|&role| Man { colour, role }).chain([king(colour)]).collect::<Vec<_>>()
                };
                let men = [side(Colour::White, &roles), side(Colour::Black, &against)].concat();
                signatures.push(Signature::canonical(&men).0);
            }
        }
    }
    signatures
}

/// The bits of an endgame that is enclosed in slices; none where the stored graph is used.
fn bits_in_slices(board: Board, signature: &Signature, method: Method) -> Option<u8> {
    match method {
        Method::Enclosure(bits) if slices::fits(board, signature) => Some(bits),
        _ if signature.men().len() > MOST_MEN => Some(DEFAULT_BITS_OF_FIVE),
        _ => None,
    }
}

/// How many bytes of memory the solver takes for an endgame.
///
/// With a stored graph 250 for each position at the least; measured on 8×8: 290 (KBkn) to 530 (KQkq). Exact values of very large denominators take more.
///
/// In slices the four bounds of each place; for each position 8 more for the certificate of five men, 42 for fewer men, whose bounds are kept; for each
/// position of the endgames that it imports 120; and 14 MB. That is 5 to 20 % more than was measured: on 6×6 274 MB (KBNkn) and 222 (KNNkb), on 8×8 3.3 GB
/// (KRNkb, KBNkn), 130 MB (KBkn in units of 2^-30), 160 (KBkn, 2^-56) and 105 (KNNk, 2^-56). Where no gap is looked for, which is not known before, two
/// bounds are enough (8×8 KQNkq: 2.2 GB). Imports with exact values of very large denominators take more.
#[must_use]
pub fn least_memory(board: Board, signature: &Signature, method: Method) -> u64 {
    let Some(bits) = bits_in_slices(board, signature, method) else {
        return placements(board, signature) * 250;
    };
    let own = if signature.men().len() > MOST_MEN { 8 } else { 42 };
    let imported: u64 = signature.imports().iter().map(|import| positions(board, import)).sum();
    14_000_000 + numbers(board, signature, bits) + own * positions(board, signature) + 120 * imported
}

/// How many bytes the numbers of the four bounds have.
fn numbers(board: Board, signature: &Signature, bits: u8) -> u64 {
    slices::places(board, signature) * if bits <= 30 { 16 } else { 32 }
}

/// About as many positions as an endgame has: placements, where men of one kind may change their places.
#[must_use]
pub fn positions(board: Board, signature: &Signature) -> u64 {
    let men = signature.men();
    // Each man, times how many of his kind stand up to him: the product of these factorials.
    let alike = |place: usize| men[..=place].iter().filter(|man| **man == men[place]).count() as u64;
    placements(board, signature) / (0..men.len()).map(alike).product::<u64>()
}

/// How many bytes a certificate can be expected to have at most: 24 for each position, of which there are as many as placements divided by the number of
/// symmetries, and a tenth more; 7 for five men. Measured: 20 bytes (KBkn on 8×8, an enclosure), 11 (KQkq, exact), 5 to 7 (five men). Exact values of very large denominators take more.
#[must_use]
pub fn estimated_bytes(board: Board, signature: &Signature) -> u64 {
    placements(board, signature) * 11 / 10 * if signature.men().len() > MOST_MEN { 7 } else { 24 }
}

/// What it takes to solve an endgame, in words: nothing is recommended without it.
#[must_use]
pub fn cost(board: Board, signature: &Signature) -> String {
    let megabytes = |bytes: u64| bytes.div_ceil(MEGABYTE);
    let positions = placements(board, signature);
    format!(
        "about {positions} position{}, {} MB of memory or more, up to about {} MB on the disk",
        if positions == 1 { "" } else { "s" },
        megabytes(least_memory(board, signature, Method::Choose)),
        megabytes(estimated_bytes(board, signature))
    )
}

/// The command that makes the table of an endgame, and what that takes; or why there is none.
#[must_use]
pub fn made_with(board: &str, men: &str, more: &str) -> String {
    let admitted = || {
        let (signature, _) = Signature::parse(men).map_err(|error| error.to_string())?;
        let size: Board = board.parse().map_err(|error: BoardError| error.to_string())?;
        admit(size, &signature).map_err(|error| error.to_string())?;
        Ok::<_, String>(cost(size, &signature))
    };
    match admitted() {
        Ok(cost) => format!("make it with `solve endgame {board} {men}{more}`, which takes {cost}"),
        Err(why) => format!("no command makes it: {why}"),
    }
}

/// How many bytes the states of the iterations can take beside the certificate: the numbers of the four bounds of five men.
#[must_use]
pub fn state_bytes(board: Board, signature: &Signature, method: Method) -> u64 {
    let bits = bits_in_slices(board, signature, method).filter(|_| signature.men().len() > MOST_MEN);
    bits.map_or(0, |bits| numbers(board, signature, bits))
}

/// About as many positions as an endgame has: placements divided by the number of symmetries.
#[must_use]
pub fn placements(board: Board, signature: &Signature) -> u64 {
    let squares = board.squares() as u64;
    let men = signature.men().len() as u64;
    let placements: u64 = (0..men).map(|placed| squares.saturating_sub(placed)).product();
    let symmetries = match (signature.has_pawns(), board.files() == board.ranks()) {
        (true, _) => 2,
        (false, true) => 8,
        (false, false) => 4,
    };
    placements / symmetries
}
