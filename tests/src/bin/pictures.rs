//! Writes every board picture of the book into a folder: `pictures docs/src/pictures`.
//!
//! The pictures are committed; running this again must change nothing. The two drawings that show no board
//! (`pipeline.svg`, `small-game.svg`) are made by hand and are not touched.

use std::path::PathBuf;
use std::process::ExitCode;

use solver::picture::{Arrow, Mover, rows, svg};

/// File name without `.svg`, placement, moves such as `"w d8-c7"`, caption.
type Picture = (&'static str, &'static str, &'static [&'static str], &'static str);

const PICTURES: [Picture; 33] = [
    ("story-1", "k2/3/3/K1N", &["w c1-a2", "b a4-a3"], "value 77/128"),
    ("story-2", "k2/3/N2/K2", &["w a2-c3", "b a4-a3"], "value 43/64"),
    ("story-3", "3/k2/N2/K2", &["b a3-a2"], "value 9/16"),
    ("story-4", "3/3/k2/K2", &[], "value 1/2"),
    ("figure-1", "3k3R/8/3K4/8/8/8/8/8", &["w h8-d8", "b d8-c7", "b d8-d7", "b d8-e7"], "value 3/4"),
    ("figure-1-black", "7R/3k4/3K4/8/8/8/8/8", &[], "after Kd7: value 1/2"),
    ("bare-kings", "8/8/8/5k2/8/8/2K5/8", &[], "value 1/2"),
    ("figure-4", "k7/8/8/8/8/8/8/K6R", &["w h1-h8", "b a8-a7", "b a8-b7"], "value 7463/8192"),
    ("figure-3", "8/8/8/8/k3K3/8/6B1/8", &[], "value 9/16"),
    ("figure-5", "K7/2k5/P7/8/8/8/8/8", &["w a8-a7", "b c7-b7", "b c7-b8"], "1/2: quiescent"),
    ("cornered-before", "8/K1k5/P7/8/8/8/8/8", &["w a7-a8", "b c7-b7", "b c7-b8"], "1/2: quiescent, too"),
    ("figure-9", "8/3P4/4k3/8/8/8/2K5/8", &["w d7-d8"], "d8=N gives 205/256, d8=Q 3279/4096"),
    ("figure-7", "k7/8/8/K7/7N/8/8/8", &[], "the value that takes 138 digits"),
    ("figure-8", "8/8/8/8/3k4/8/8/K2N4", &["w d1-c3", "b d4-c4"], "value 21073/32256: zugzwang"),
    ("figure-8-white", "8/8/8/8/3k4/2N5/8/K7", &["w c3-b5", "w c3-e2"], "after Nc3: value 10489/16128"),
    ("figure-8-fork", "8/8/8/8/3k4/8/4N3/K7", &["w e2-d4"], "after Ne2: the knight attacks the king"),
    ("figure-11", "2k/3/3/K1N", &["w c1-a2", "w a1-b1", "b c4-c3"], "5/8: quiescent"),
    ("figure-10", "4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3", &[], "α ≤ 1/4 and β ≥ 3/4"),
    ("draw-2x3", "k1/NN/K1", &["w a1-b1", "b a3-b3"], "α = 0, β = 1/2"),
    ("draw-3x4", "k2/1p1/1P1/K2", &["w a1-b1", "b a4-b4"], "α = 1/4, β = 3/4"),
    ("draw-4x4-a", "n3/3k/4/K1B1", &["w c1-a3", "b d3-c4"], "α = 3/8, β = 1315/3072"),
    ("draw-5x5", "5/2k2/2p2/2P2/2K2", &["w c1-b1", "w c1-d1", "b c4-c5"], "α = 16331/32768, β = 1/2"),
    ("draw-8x8-rook", "8/6B1/8/8/4k3/2R5/8/K7", &["w g7-h8", "b e4-d5"], "α = 27/32, β = 7/8"),
    ("draw-8x8", "8/7k/8/8/8/8/1K2n3/2B5", &["w c1-d2", "b h7-g8"], "the widest gap of KBkn"),
    ("endless-4x4", "4/B3/3k/K2n", &["w a3-c1", "b d2-d3"], "α = 17/32, v = β = 2339/4096"),
    ("endless-5x5", "5/k1p2/5/2P2/2K2", &["w c2-c3", "b a4-b5"], "v = 32821/65536"),
    ("five-4x4", "3N/3k/1B2/K1B1", &["w c1-d2", "b d3-c4"], "α ≈ 0.7031, β ≈ 0.7500"),
    ("rook-far", "8/8/8/8/8/8/8/KR5k", &["w b1-h1"], "value 3853/4096"),
    ("costly-3x3", "knB/NNR/bKR", &[], "moving costs 0.179"),
    ("five-men", "B1B/RN1/KNk", &["b c1-c2"], "α = 0, β = 1/2"),
    ("losing-71", "8/8/5b2/4n3/8/k7/8/3K4", &[], "Losing Chess: White to move"),
    ("two-by-two-edge", "2/Kk", &["w a1-b1"], "edge"),
    ("two-by-two-diagonal", "1k/K1", &["w a1-b2"], "diagonal"),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: pictures FOLDER");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    for (name, placement, moves, caption) in PICTURES {
        let arrows: Vec<Arrow> = moves.iter().map(|text| arrow(text)).collect();
        let file = folder.join(name).with_extension("svg");
        let text = match svg(&rows(placement), &arrows, Some(caption)) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("{}: {error}", file.display());
            return ExitCode::FAILURE;
        }
    }
    println!("{} pictures", PICTURES.len());
    ExitCode::SUCCESS
}

/// The arrow that a text such as `w d8-c7` describes.
///
/// # Panics
///
/// When the text has another form; it is one of the constants above.
fn arrow(text: &str) -> Arrow {
    let [mover, b' ', from_file, from_rank, b'-', to_file, to_rank] = *text.as_bytes() else {
        panic!("a move such as `w d8-c7`, not `{text}`");
    };
    let mover = if mover == b'w' { Mover::White } else { Mover::Black };
    let square = |file: u8, rank: u8| (usize::from(file - b'a'), usize::from(rank - b'1'));
    Arrow { from: square(from_file, from_rank), to: square(to_file, to_rank), mover }
}
