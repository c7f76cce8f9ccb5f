//! The endgames of so many pieces on a board.

use crate::certificates::pipeline::MOST_MEN;
use crate::chess::board::Board;
use crate::chess::material::{Colour, Man, Role, Signature};
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

/// How many bytes of memory the solver takes at the least for an endgame: 250 for each position. Measured on 8×8: 290 (KBkn) to 530 (KQkq). Exact values of
/// very large denominators take more. Five men lie in slices: four numbers of 4 bytes for each place, of which there are a fifth more than positions, and the certificate of 7 bytes a position.
#[must_use]
pub fn least_memory(board: Board, signature: &Signature) -> u64 {
    placements(board, signature) * if signature.men().len() > MOST_MEN { 28 } else { 250 }
}

/// How many bytes a certificate can be expected to have at most: 24 for each position, of which there are as many as placements divided by the number of
/// symmetries, and a tenth more; 7 for five men. Measured: 20 bytes (KBkn on 8×8, an enclosure), 11 (KQkq, exact), 5 to 7 (five men). Exact values of very large denominators take more.
#[must_use]
pub fn estimated_bytes(board: Board, signature: &Signature) -> u64 {
    placements(board, signature) * 11 / 10 * if signature.men().len() > MOST_MEN { 7 } else { 24 }
}

/// How many bytes the states of the iterations can take beside the certificate: four numbers of 4 bytes for each place of five men.
#[must_use]
pub fn state_bytes(board: Board, signature: &Signature) -> u64 {
    if signature.men().len() > MOST_MEN { slices::places(board, signature) * 16 } else { 0 }
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
