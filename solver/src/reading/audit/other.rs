//! Claims about Hex and about auctions that pay the bank.

use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::graph::Game;
use games::hex::Counts;
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use report::{Content, Contents as _};
use report::{fraction, hex};

use crate::graph_games::generate;
use crate::reading::verified::{Library, VerifiedError};

use super::{Answer, Reason, answer, short};

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// `hex-best`: on an empty board these cells decide with the greatest probability, which is this.
    HexBest {
        /// The board, such as 11x11; its certificate is in the folder `hex`.
        board: String,
        /// The cells.
        cells: Vec<String>,
        /// The probability.
        pivotal: BigRational,
    },
    /// `hex-same-moves`: on these empty boards the best cells of Left are those of Right, and those that decide with the greatest probability.
    HexSameMoves {
        /// The boards.
        boards: Vec<String>,
    },
    /// `hex-losing`: on these empty boards, for every cell, the probability that it does not decide is twice the probability that its owner loses.
    HexLosing {
        /// The boards.
        boards: Vec<String>,
    },
    /// `poorman-tic-tac-toe`: the empty board is worth this, if the bank takes the winning bid; its certificate is in the folder `payments`.
    PoormanTicTacToe {
        /// What a draw is worth to Left: 0 or 1.
        draw: u32,
        /// The value.
        value: BigRational,
    },
}

/// The counts of an empty board.
fn counts(library: &mut Library, folder: &Path, board: &str) -> Result<Arc<Verified>, Reason> {
    let path = folder.join("hex").join(format!("{board}.cert"));
    let verified = library.read(&path).map_err(Reason::Certificate)?;
    match verified.content() {
        Content::Hex(counts)
            if format!("{}x{} Hex", counts.board.files, counts.board.ranks) == hex::board(&counts.board) =>
        {
            Ok(verified)
        }
        _ => Err(Reason::Certificate(VerifiedError::OtherGame(path))),
    }
}

fn of(verified: &Verified) -> &Counts {
    let Content::Hex(counts) = verified.content() else { unreachable!("`counts` refuses it") };
    counts
}

/// Answers a claim.
pub(super) fn other(library: &mut Library, folder: &Path, claim: &Other) -> Result<Answer, Reason> {
    match claim {
        Other::HexBest { board, cells, pivotal } => {
            let verified = counts(library, folder, board)?;
            let counts = of(&verified);
            let best = hex::best(counts);
            let names: Vec<String> = best.iter().map(|&cell| hex::cell(&counts.board, cell)).collect();
            let found = best.first().and_then(|&cell| hex::pivotal(counts, cell));
            let same = names == *cells && found.as_ref().is_some_and(|found| fraction::same(found, pivotal));
            let claimed = format!("{board} Hex: {} decides with probability {}", cells.join(", "), short(pivotal));
            let found = found.map_or("nothing".to_owned(), |found| short(&found));
            Ok(answer(claimed, format!("{} with {found}", names.join(", ")), same))
        }
        Other::HexSameMoves { boards } => {
            let (mut cells, mut differ) = (0, 0);
            for board in boards {
                let verified = counts(library, folder, board)?;
                let counts = of(&verified);
                let own: Vec<&BigUint> = counts.with_left.iter().flatten().collect();
                let rest: Vec<BigUint> = own.iter().map(|own| &counts.wins - *own).collect();
                let (most, least) = (own.iter().max(), rest.iter().min());
                let best = |cell: usize| Some(&own[cell]) == most;
                let others = |cell: usize| Some(&rest[cell]) == least;
                let pivotal = hex::best(counts);
                cells += own.len();
                differ +=
                    (0..own.len()).filter(|cell| [others(*cell), pivotal.contains(cell)] != [best(*cell); 2]).count();
            }
            let claimed =
                format!("{} Hex: both players have the same best moves, the most pivotal cells", boards.join(", "));
            Ok(answer(claimed, format!("{cells} cells, {differ} differ"), differ == 0))
        }
        Other::HexLosing { boards } => {
            let (mut cells, mut differ) = (0, 0);
            for board in boards {
                let verified = counts(library, folder, board)?;
                let counts = of(&verified);
                let all = BigUint::from(1_u32) << (counts.board.free() - 1);
                for (cell, own) in counts.with_left.iter().enumerate() {
                    let (Some(own), Some(pivotal)) = (own, counts.pivotal(cell)) else { continue };
                    cells += 1;
                    // Of so many fillings of the other cells.
                    differ += usize::from(&all - pivotal != (&all - own) * 2_u32);
                }
            }
            let claimed =
                format!("{} Hex: a cell does not decide twice as often as its owner loses", boards.join(", "));
            Ok(answer(claimed, format!("{cells} cells, {differ} differ"), differ == 0))
        }
        Other::PoormanTicTacToe { draw, value } => {
            let game = generate::tic_tac_toe(&Ratio::from_integer((*draw).into()));
            let game = Arc::new(Game::read(game.write().as_bytes()).expect("a game that is generated is one"));
            let path = folder.join("payments").join(format!("tic-tac-toe-{draw}.cert"));
            let verified = library.read_with(&path, Some(&game)).map_err(Reason::Certificate)?;
            let is_poorman = match verified.content() {
                Content::Payments(auction, inner) => {
                    auction.bank == [1, 1] && auction.owner.is_none() && matches!(Content::of(inner), Content::Game(..))
                }
                _ => false,
            };
            if !is_poorman || !verified.stated().is_exact() {
                return Err(Reason::Certificate(VerifiedError::OtherGame(path)));
            }
            let found = fraction::rational(verified.stated().fraction(verified.stated().place(0).alpha[0]));
            let claimed = format!("poorman tic-tac-toe, a draw worth {draw}: {}", short(value));
            Ok(answer(claimed, short(&found), fraction::same(&found, value)))
        }
    }
}
