//! What can be asked of auctions that pay the bank: questions of [`crate::audit`], answered from the certificates in the folder `payments`.

use std::sync::Arc;

use checker::graph::Game;
use checker::own::GameTable;
use games::payments::{Auction, Paid};
use num_rational::Ratio;
use serde::Deserialize;
use session::fraction;
use session::judge::Given;

use crate::analysis::claims::Certificates;
use crate::analysis::verified::VerifiedError;
use crate::audit::{Answer, Found, Question, question};
use crate::graph_games::generate;

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![question("poorman-tic-tac-toe", tic_tac_toe)]
}

/// What a draw is worth to Left: 0 or 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    draw: u32,
}

/// What the empty board is worth if the bank takes the winning bid.
fn tic_tac_toe(certs: &mut Certificates, Draw { draw }: &Draw) -> Answer {
    let game = generate::tic_tac_toe(&Ratio::from_integer((*draw).into()));
    let game = Arc::new(Game::read(game.write().as_bytes()).map_err(|_| "draw: found no value, required 0 or 1")?);
    let path = certs.places.certs.join("payments").join(format!("tic-tac-toe-{draw}.cert"));
    let verified = certs.library.read_with(&path, Some(&Given::from(game)))?;
    let is_poorman = verified.about().is_some_and(|paid: Arc<Paid>| {
        paid.auction == Auction { bank: [1, 1], owner: None } && paid.played.downcast_ref::<GameTable>().is_some()
    });
    match is_poorman && verified.stated().is_exact() {
        true => Ok(Found::number(fraction::rational(verified.stated().fraction(verified.stated().place(0).alpha[0])))),
        false => Err(VerifiedError::OtherGame(path).into()),
    }
}
