//! The command line of `check`.

use std::path::PathBuf;

use clap::Parser;
use session::words::EXIT_STATUS;

/// The version, with the commit if the build says it in CHECK_VERSION.
const VERSION: &str = match option_env!("CHECK_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Verify certificates of exact values and bounds: of endgames of bidding chess, of single positions, and of games in a file.
#[derive(Parser)]
#[command(name = "check", version = VERSION, after_help = EXIT_STATUS)]
pub struct Arguments {
    /// The certificates; of a folder all files *.cert in it and below it. Their imports are found by digest: among them, and among the files *.cert in the
    /// folder of each and in the one above
    #[arg(required = true, value_name = "CERT|DIR")]
    pub certificates: Vec<PathBuf>,
    /// What a certificate is about, if that stands in a file: a game in JSON, or a model in UMB
    #[arg(long, alias = "game", visible_alias = "model", value_name = "GAME.json|MODEL.umb")]
    pub graph: Option<PathBuf>,
    /// Print what is verified of one position: the placement field of a FEN, a name in a game, or the number of a state in a model
    #[arg(long, value_name = "FEN|NAME|STATE")]
    pub at: Option<String>,
    /// With --at, in an auction with chips: what White (Left) holds, such as 12 or 12* (* is the star). Print who wins, the bids, the moves and the use of the star
    #[arg(long, value_name = "CHIPS", requires = "at")]
    pub holds: Option<String>,
    /// Print one JSON object for each certificate instead of text
    #[arg(long)]
    pub json: bool,
    /// Print a line for each position, once the one CERT is verified: number of its first place, position, values, stated moves, labels; its verdict goes to
    /// standard error
    #[arg(long, conflicts_with_all = ["at", "json"])]
    pub dump: bool,
    /// Look for imports in this folder, too
    #[arg(long, value_name = "DIR")]
    pub imports: Vec<PathBuf>,
    /// Share the work among so many threads, 1 to 64; as many as the machine offers if not given. The verdict does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: Option<u8>,
}
