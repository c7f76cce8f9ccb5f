//! `solve endgame --whole`: all of chess on a small board, without pawns.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use checker::certificate::Digest;
use checker::endgame::Endgame;
use serde_json::{Value, json};
use session::figures::Figures;
use session::words;
use session::{escape, fraction, notation};
use solver::certificates::sharpen::Sharpener;
use solver::chess::board;
use solver::whole::solve::{BITS, Solved};
use solver::whole::{Board, Cells, MOST_SQUARES, write};

use crate::output::{Failed, written};
use crate::progress::Progress;

/// The most of something, in units, and the placement that has it first.
type Found = (u64, Cells);

/// What is known of a material.
struct Row {
    endgame: Endgame,
    counted: write::Figures,
    positions: usize,
    sharp: usize,
    not_sharp: usize,
    bytes: usize,
    digest: Digest,
}

/// Makes all certificates, and the table that sums them up.
pub fn survey(name: &str, folder: &Path, threads: u16) -> Result<String, Failed> {
    let board: board::Board = name.parse().map_err(Failed::usage)?;
    let squares = board.squares();
    let board = Board::new(board).ok_or_else(|| {
        Failed::usage(format!("--whole: found {name} with {squares} squares, required at most {MOST_SQUARES}"))
    })?;
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", escape::path(folder)));
    std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    let materials = write::materials(&board);
    crate::output::tell(&format!("{name}: {} numbers of placements, {} materials", board.count(), materials.len()));
    let told = |men, sweeps| crate::output::tell(&format!("{name}: {men} men, {sweeps} sweeps"));
    let solved = Solved::new(board, told);
    let progress = Progress::new(materials.len(), materials.iter().map(Endgame::places).sum());
    let mut sharpener = Sharpener::new(threads.into());
    let mut rows: Vec<Row> = Vec::new();
    let mut digests: BTreeMap<Vec<u8>, Digest> = BTreeMap::new();
    let men = |endgame: &Endgame| endgame.men.iter().map(|man| man.number()).collect::<Vec<u8>>();
    for endgame in materials {
        let row = one(&solved, endgame, folder, &mut sharpener, |endgame| digests.get(&men(endgame)).copied())?;
        digests.insert(men(&row.endgame), row.digest);
        progress.done(&notation::endgame(&row.endgame), row.endgame.places());
        rows.push(row);
    }
    let all = json!(rows.iter().map(|row| as_json(row, &solved)).collect::<Vec<Value>>());
    let path = folder.join(format!("{name}.json"));
    let lines = format!("{}\n", serde_json::to_string_pretty(&all).map_err(|error| failed(&error))?);
    written(&path, lines.as_bytes())?;
    Ok(table(&rows, &solved))
}

/// Makes one certificate, unless the file has it.
fn one(
    solved: &Solved,
    endgame: Endgame,
    folder: &Path,
    sharpener: &mut Sharpener,
    digest: impl Fn(&Endgame) -> Option<Digest>,
) -> Result<Row, Failed> {
    let path = folder.join(notation::file_name(&endgame));
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", escape::path(&path)));
    let imports: Vec<Digest> = endgame.imports().iter().filter_map(digest).collect();
    let (bytes, counted) = write::certificate(solved, &endgame, imports.clone());
    let kept = std::fs::read(&path).ok().filter(|kept| rests_on(kept, &imports));
    let kept = kept.and_then(|kept| {
        let sharpened = sharpener.take(&kept).ok()?;
        sharpened.bytes.is_none().then_some((sharpened, kept))
    });
    let (sharpened, bytes) = match kept {
        Some(kept) => kept,
        None => {
            let sharpened =
                sharpener.take(&bytes).map_err(|failure| failed(&words::explain(&bytes, None, &failure)))?;
            let bytes = sharpened.bytes.clone().unwrap_or(bytes);
            written(&path, &bytes)?;
            (sharpened, bytes)
        }
    };
    let figures = Figures::new(&sharpened.verified);
    let (positions, sharp, not_sharp) = (figures.positions, figures.shown_sharp, figures.not_sharp);
    let (bytes, digest) = (bytes.len(), sharpened.verified.digest());
    Ok(Row { endgame, counted, positions, sharp, not_sharp, bytes, digest })
}

/// Whether a certificate rests on exactly these.
fn rests_on(bytes: &[u8], imports: &[Digest]) -> bool {
    let mut imports = imports.to_vec();
    imports.sort_unstable();
    games::certificate(bytes).is_ok_and(|certificate| certificate.head.imports == imports)
}

/// A number of units, as a fraction.
fn units(units: u64, bits: u8) -> String {
    fraction::text(&num_rational::BigRational::new(units.into(), (1_u64 << bits).into()))
}

fn as_json(row: &Row, solved: &Solved) -> Value {
    let at = |found: &Option<(u64, _)>| found.as_ref().map(|(_, cells)| solved.board.fen(cells));
    let Row { endgame, counted, positions, sharp, not_sharp, bytes, digest } = row;
    json!({
        "material": notation::signature(&endgame.men), "men": endgame.men.len(), "placements": counted.placements, "positions": positions,
        "sharp": sharp, "not_sharp": not_sharp, "open": positions - sharp - not_sharp, "gaps": counted.gaps,
        "widest_gap": counted.widest.as_ref().map(|(gap, _)| units(*gap, BITS)), "widest_gap_at": at(&counted.widest),
        "zugzwangs": counted.zugzwangs, "costliest": counted.costliest.as_ref().map(|(cost, _)| units(*cost, BITS + 1)),
        "costliest_at": at(&counted.costliest), "bytes": bytes, "sha256": notation::digest(*digest),
    })
}

/// The table by number of men.
fn table(rows: &[Row], solved: &Solved) -> String {
    let mut text = String::from(
        "| men | materials | placements | positions | sharp | not sharp | not known | placements with a gap | the widest at least | zugzwangs | what moving costs at most |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut men: Vec<usize> = rows.iter().map(|row| row.endgame.men.len()).collect();
    men.dedup();
    let line = |text: &mut String, name: &str, rows: &[&Row]| {
        let sum = |of: fn(&Row) -> u64| rows.iter().map(|row| of(row)).sum::<u64>();
        let most = |of: fn(&Row) -> &Option<Found>, bits: u8| {
            let most = rows.iter().filter_map(|row| of(row).as_ref()).rev().max_by_key(|(most, _)| *most);
            most.map_or_else(String::new, |(most, cells)| {
                format!("{} `{}`", units(*most, bits), solved.board.fen(cells))
            })
        };
        let open = sum(|row| (row.positions - row.sharp - row.not_sharp) as u64);
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {open} | {} | {} | {} | {} |",
            rows.len(),
            sum(|row| row.counted.placements),
            sum(|row| row.positions as u64),
            sum(|row| row.sharp as u64),
            sum(|row| row.not_sharp as u64),
            sum(|row| row.counted.gaps),
            most(|row| &row.counted.widest, BITS),
            sum(|row| row.counted.zugzwangs),
            most(|row| &row.counted.costliest, BITS + 1),
        );
    };
    for count in men {
        let of: Vec<&Row> = rows.iter().filter(|row| row.endgame.men.len() == count).collect();
        line(&mut text, &count.to_string(), &of);
    }
    line(&mut text, "all", &rows.iter().collect::<Vec<_>>());
    let all: String = rows.iter().map(|row| notation::digest(row.digest)).collect();
    let bytes: usize = rows.iter().map(|row| row.bytes).sum();
    let _ = writeln!(
        text,
        "\n{} certificates, {bytes} bytes; SHA-256 of their digests in this order: `{}`.",
        rows.len(),
        notation::digest(Digest::of(all.as_bytes()))
    );
    text
}
