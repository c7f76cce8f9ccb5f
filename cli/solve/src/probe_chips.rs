//! `solve probe --chips`: the table of an endgame under an auction with chips, found or solved.

use std::path::PathBuf;

use checker::endgame::Endgame;
use session::claims::chips as claims;
use session::{escape, notation};
use solver::games::Winner;
use solver::games::chips::{ChipAuction, certify};
use solver::request::{Auction, Chips};

use crate::chips;
use crate::how::How;
use crate::output::{Failed, tell};
use crate::probe::{ProbeSession, Source, double_step, make};

impl ProbeSession<'_> {
    /// The verified table of an endgame under the auction that was asked for.
    pub fn chips_table(&mut self, endgame: &Endgame) -> Result<Source, String> {
        if let Some((_, known)) = self.tables.iter().find(|(known, _)| known == endgame) {
            return known.clone();
        }
        let (chips, winner) = (self.arguments.chips.expect("asked for with chips"), self.arguments.winner);
        let auction = ChipAuction { chips, winner };
        let name = claims::file_name(endgame, certify::stated(auction));
        let find = |session: &mut Self| {
            let paths: Vec<PathBuf> = session.folders.all.iter().map(|folder| folder.join(&name)).collect();
            let path = paths.into_iter().find(|path| path.is_file());
            path.map(|path| session.read(&path))
        };
        let mut found = find(self);
        let out = self.cache();
        let (board, men) = (notation::board(endgame.board), notation::signature(&endgame.men));
        if found.is_none() && self.arguments.solve {
            let wanted = notation::endgame(endgame);
            self.watch.suspend(|| tell(&format!("{wanted}: solving for {chips} chips, into {}", escape::path(&out))));
            let how = How { out: out.clone(), double_step: double_step(endgame), ..How::default() };
            let asked = Auction::Chips(Chips::Total(chips), winner);
            chips::endgame(&board, &men, &how, (asked, auction), &mut |line| {
                tell(line.trim_end());
                Ok(())
            })
            .map_err(|Failed(error, _)| error)?;
            self.look_again();
            found = find(self);
        }
        let found = found.unwrap_or_else(|| {
            let rule = if winner == Winner::Moves { "moves" } else { "decides" };
            let make = make(endgame, &self.cache(), &format!(" --chips {chips} --winner {rule}"));
            Err(format!("found no {name}: {make}; {}", self.folders.searched()))
        });
        self.tables.push((endgame.clone(), found.clone()));
        found
    }
}
