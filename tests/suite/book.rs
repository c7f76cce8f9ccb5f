//! What the README and the book show is so: verdicts, pictures, the worked certificates, the game of the story, the
//! position checked by hand. Links lead somewhere, formulas can be read, and the book is as short as promised.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use checker::Verified;
use checker::certificate::Digest;
use checker::graph::Game;
use checker::table;
use checker::theorem::Side;
use pipeline_tests::{Solved, check_with, committed_and_verified, positions, rewritten};
use session::claims::count;
use session::entry::{self, Entry, Plan};
use session::figures::Figures;
use session::{fraction, notation, words};
use solver::analysis::statistics::{self, Category, Statistics};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src")
}

#[test]
fn committed_pictures_are_the_generated_ones() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    let status = Command::new(env!("CARGO_BIN_EXE_pictures")).arg(&folder).status().expect("the generator runs");
    assert!(status.success());
    let mut compared = 0;
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a file name").to_owned();
        let made = fs::read_to_string(&path).expect("a picture");
        let kept = fs::read_to_string(docs().join("pictures").join(&name)).unwrap_or_default();
        assert!(made == kept, "{}: run `pictures docs/src/pictures`", name.display());
        compared += 1;
    }
    assert!(compared > 0, "the generator wrote pictures");
}

/// The bytes in the book were computed from the chapter on the format alone, by a program that is not part of this
/// repository.
#[test]
fn worked_example_is_the_certificate_that_the_solver_writes() {
    let text = fs::read_to_string(docs().join("record/worked-example.hex")).expect("the worked example");
    let byte = |word: &str| u8::from_str_radix(word, 16).expect("a byte in hexadecimal digits");
    let worked: Vec<u8> = text.split_whitespace().map(byte).collect();
    let solved = Solved::new(2, 2, "Kk");
    assert_eq!(worked, solved.bytes);
    let chapter = fs::read_to_string(docs().join("record/format.md")).expect("the chapter on the format");
    assert!(
        chapter.contains(&notation::digest(solved.verified().digest())),
        "the chapter gives the SHA-256 of the file"
    );
}

/// The bytes of the chapter for authors of checkers: three tables of bytes, each a whole certificate that is verified.
#[test]
fn certificates_of_the_chapter_for_authors_are_verified() {
    let chapter = fs::read_to_string(docs().join("record/write-a-checker.md")).expect("the chapter");
    let game = fs::read(docs().join("record/thirds.json")).expect("the game");
    let game = std::sync::Arc::new(Game::read(&game).expect("a game"));
    let mut certificates: Vec<Vec<u8>> = Vec::new();
    let tables = fs::read_to_string(docs().join("../bytes.md")).expect("the tables");
    for line in tables.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [offset, bytes, _] = cells[..] else { continue };
        let (Ok(offset), Some(bytes)) = (offset.parse::<usize>(), bytes.strip_prefix('`')) else { continue };
        if offset == 0 {
            certificates.push(Vec::new());
        }
        let certificate = certificates.last_mut().expect("a table begins at the offset 0");
        assert_eq!(certificate.len(), offset, "{line}");
        let digits: String = bytes.trim_end_matches('`').split_whitespace().collect();
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("a byte in hexadecimal digits");
        certificate.extend((0..digits.len()).step_by(2).map(byte));
    }
    let claims: Vec<String> = certificates
        .iter()
        .map(|bytes| {
            assert!(chapter.contains(&format!("({} bytes)", bytes.len())), "{} bytes", bytes.len());
            let verified = check_with(bytes, &[], Some(std::sync::Arc::clone(&game)));
            words::claim(&verified.unwrap_or_else(|failure| panic!("{}", words::explain(bytes, None, &failure))))
        })
        .collect();
    let [exact, enclosed, plan] = &claims[..] else { panic!("required three tables, found {}", claims.len()) };
    assert!(exact.ends_with("are sharp, with these exact values and labels"), "{exact}");
    assert!(enclosed.contains("are enclosed to within 1/16"), "{enclosed}");
    assert!(plan.contains("α ≥ 1/2, by a plan for White to win"), "{plan}");
}

/// The game of the story: certificate, position, value, chips of Black's, White's bid, Black's bid, best moves of either side.
type Auction = (&'static str, &'static str, &'static str, i64, i64, i64, [&'static str; 2]);

const STORY: [Auction; 4] = [
    ("3x4_KNk.cert", "k2/3/3/K1N", "77/128", 60, 7, 6, ["Na2, to 43/64", "Ka3, to 17/32"]),
    ("3x4_KNk.cert", "k2/3/N2/K2", "43/64", 67, 11, 12, ["Nc3, to 25/32", "Ka3, to 9/16"]),
    ("3x4_KNk.cert", "3/k2/N2/K2", "9/16", 55, 6, 8, ["Nc3, Nb4, to 5/8", "Kxa2, Kb2, to 1/2"]),
    ("3x4_Kk.cert", "3/3/k2/K2", "1/2", 47, 53, 47, ["Kxa2, to 1", "Kxa1, to 0"]),
];

#[test]
fn story_has_verified_values_and_bids_that_win() {
    let chapter = fs::read_to_string(docs().join("story.md")).expect("the chapter");
    let number = |text: &str| text.parse::<num_rational::BigRational>().expect("a fraction");
    let chips = |chips: i64| num_rational::BigRational::new(chips.into(), 100.into());
    for (auction, (name, fen, value, black, bid, other, best)) in STORY.into_iter().enumerate() {
        let (table, _) = figures(name);
        let entry = entry::at_text(&table, fen).expect("a position");
        assert!(entry.known.is_sharp());
        assert_eq!(entry.known.alpha.to_string(), value, "{fen}");
        let found = Side::BOTH.map(|side| {
            let plans = entry.plans[side.of(0, 1)].clone().expect("both players bid");
            format!("{}, to {}", moves(&entry, &plans.to_win), plans.to_win.best.low)
        });
        assert_eq!(found, best, "{fen}");
        // Black is below the border before the auction, and after it whoever moves. White's capture ends the game.
        let [white_best, black_best] = best.map(|best| number(best.rsplit(' ').next().expect("a value")));
        assert!(chips(black) < number(value), "{fen}");
        assert!(bid <= 100 - black && other <= black, "{fen}");
        assert!(chips(black + bid) < white_best || white_best == number("1"), "{fen}");
        assert!(chips(black - bid) < black_best, "{fen}");
        let next = if bid > other { black + bid } else { black - other };
        assert!(STORY.get(auction + 1).is_none_or(|row| row.3 == next), "{fen}");
        let row = format!("| {} | {black} | {} | {value} |", auction + 1, 100 - black);
        assert!(chapter.contains(&row), "{row}");
    }
}

/// The chapters of both books in order, as files in the folder of the readers' one: that for readers, and the record.
fn chapters() -> [Vec<String>; 2] {
    ["", "record/"].map(|book| {
        let summary = fs::read_to_string(docs().join(book).join("SUMMARY.md")).expect("the summary");
        let file = |line: &str| Some(line.rsplit_once('(')?.1.strip_suffix(')')?.to_owned());
        let files = summary.lines().filter_map(file).map(|file| format!("{book}{file}"));
        // The readers' book names the first page of the record.
        files.filter(|file| book == "record/" || !file.starts_with("record/")).collect()
    })
}

/// Words are what stands between white space, as `wc` counts. Figures and tables of bytes are included, and so not counted.
fn words_of(file: &str) -> usize {
    fs::read_to_string(docs().join(file)).expect("a chapter").split_whitespace().count()
}

#[test]
fn the_books_are_as_short_as_promised() {
    let [readers, record] = chapters();
    for (book, most) in [(&readers, 25_000), (&record, 39_300)] {
        let total: usize = book.iter().map(|file| words_of(file)).sum();
        assert!(total <= most, "{total} words");
    }
    assert!(readers.len() >= 20 && record.len() >= 30);
    // Two pages of the record are read from end to end, and have more.
    for file in &record {
        let most = match file.as_str() {
            "record/format.md" => 4_200,
            "record/checker.md" => 2_000,
            _ => 1_700,
        };
        assert!(words_of(file) <= most, "{file}: {} words", words_of(file));
    }
}

/// Each chapter is in one of the books, or is included by one that is.
#[test]
fn no_chapter_is_lost() {
    let all = chapters().concat();
    let text: String = all.iter().map(|file| fs::read_to_string(docs().join(file)).expect("a chapter")).collect();
    for book in ["", "record/"] {
        for entry in fs::read_dir(docs().join(book)).expect("the folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("text");
            let is_chapter = all.contains(&format!("{book}{name}")) || name == "SUMMARY.md";
            // A chapter for readers may include a table of the record.
            let is_included = ["}}", ":"].iter().any(|end| text.contains(&format!("{{{{#include {name}{end}")))
                || text.contains(&format!("/{name}}}}}"));
            assert!(!name.ends_with(".md") || is_chapter || is_included, "{book}{name}");
        }
    }
}

/// The games of a sheet for pupils: of each table the positions with the moves of both players and what is claimed.
fn games_of_the_sheet() -> Vec<Vec<[String; 4]>> {
    let sheet = fs::read_to_string(docs().join("sheet-2.md")).expect("the sheet");
    let table = |game: &str| {
        let rows = game.lines().filter_map(|line| {
            let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            <[String; 4]>::try_from(cells).ok().filter(|cells| cells[0].len() == 1)
        });
        rows.collect()
    };
    sheet.split("## Game").skip(1).map(table).collect()
}

/// In each of the first two games of the sheet one claim is false, and it is the one that the answers correct. In the third all equations are true, and no
/// position has one value.
#[test]
fn the_sheet_has_one_false_number_in_each_game() {
    let games = games_of_the_sheet();
    assert_eq!(games.len(), 3);
    let false_claims = games.iter().map(|game| {
        let position = |[name, left, right, _]: &[String; 4]| {
            let list = |text: &str| text.split(", ").map(str::to_owned).collect::<Vec<_>>();
            serde_json::json!({ "name": name, "left": list(left), "right": list(right) })
        };
        let mut positions: Vec<serde_json::Value> = game.iter().map(position).collect();
        positions.extend(["0", "1"].map(|end| serde_json::json!({ "name": end, "value": end })));
        let text = serde_json::json!({ "bidding-game": 2, "positions": positions }).to_string();
        let read = solver::graph_games::Game::read(&text).expect("a game");
        let method = solver::graph_games::solve::Method::default();
        let solution = solver::graph_games::solve::solve(&read, method, 1, &mut solver::graph::exact::policy::Silent)
            .expect("values");
        let values = (0..).zip(game).map(|(number, [name, _, _, claimed])| {
            let known = solution.known(number);
            [name.clone(), claimed.clone(), known.lower.to_string(), known.upper.to_string()]
        });
        values.filter(|[_, claimed, lower, upper]| claimed != lower || claimed != upper).collect::<Vec<_>>()
    });
    let found: Vec<Vec<[String; 4]>> = false_claims.collect();
    let required = [
        vec![["D", "5/8", "1/2", "1/2"]],
        vec![["R", "1/2", "3/5", "3/5"]],
        vec![["X", "5/7", "0", "1"], ["Y", "5/7", "0", "1"], ["Z", "6/7", "1/2", "1"]],
    ];
    assert_eq!(found, required.map(|game| game.into_iter().map(|row| row.map(str::to_owned)).collect::<Vec<_>>()));
    let answers = fs::read_to_string(docs().join("sheet-2.md")).expect("the sheet");
    for correction in
        ["D is false: (3/4 + 1/4)/2 = **1/2**", "R is false: it is **3/5**", "at X and Y is **0**, Right's is **1**"]
    {
        assert!(answers.contains(correction), "{correction}");
    }
}

/// Command lines and verdicts are as long as they are.
#[test]
fn readme_has_short_lines_and_not_many() {
    let readme = fs::read_to_string(docs().join("../../README.md")).expect("the README");
    assert!(readme.lines().count() <= 100);
    for line in readme.lines().filter(|line| !line.starts_with("    ")) {
        assert!(line.chars().count() <= 120, "{line}");
    }
}

#[test]
fn formulas_of_the_book_can_be_read() {
    let mut made = 0;
    for file in chapters().concat() {
        let text = fs::read_to_string(docs().join(&file)).expect("a chapter");
        let text = formulas::rendered(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        made += text.matches("<math").count();
    }
    assert!(made > 100, "{made}");
}

/// Text without what is code.
fn without_code(text: &str) -> String {
    let parts = text.split("\n```").step_by(2);
    parts.flat_map(|part| part.split('`').step_by(2)).collect()
}

/// The anchors that mdBook and GitHub give to the headings of a text.
fn anchors(text: &str) -> Vec<String> {
    let fences = text.split("\n```").step_by(2);
    let headings = fences.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let letters = heading.trim_start_matches('#').trim().chars();
        let kept = letters.filter_map(|letter| match letter {
            ' ' => Some('-'),
            '_' | '-' => Some(letter),
            _ => letter.is_alphanumeric().then(|| letter.to_ascii_lowercase()),
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = docs().join("../..");
    let markdown = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect::<Vec<_>>()
    };
    let mut links = 0;
    let folders = [docs(), docs().join("record"), root.clone(), root.join("certs")];
    for file in folders.iter().flat_map(|folder| markdown(folder)) {
        let text = fs::read_to_string(&file).expect("text");
        let plain = without_code(&text);
        let after = |mark: &'static str, end: char| {
            plain.split(mark).skip(1).map(move |rest| rest.split(end).next().expect("a target")).collect::<Vec<_>>()
        };
        for target in [after("](", ')'), after("src=\"", '"')].concat() {
            if target.contains("://") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let found = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
            let name = file.display();
            assert!(found.exists(), "{name}: {target}");
            let is_outside = match file.starts_with(docs().join("record")) {
                true => path.trim_start_matches("../").contains("..") || path.starts_with("../../"),
                false => file.starts_with(docs()) && path.contains(".."),
            };
            assert!(!is_outside, "{name}: {target} is outside of the books");
            if !anchor.is_empty() {
                let text = fs::read_to_string(&found).expect("text");
                assert!(anchors(&text).iter().any(|other| other == anchor), "{name}: {target}");
            }
            links += 1;
        }
    }
    assert!(links > 100, "{links}");
    // mdBook includes nothing, and says nothing, if there is no such anchor.
    for chapter in chapters().concat() {
        let text = fs::read_to_string(docs().join(&chapter)).expect("a chapter");
        for target in text.split("{{#include ").skip(1).map(|rest| rest.split("}}").next().expect("a target")) {
            let (path, anchor) = target.split_once(':').unwrap_or((target, ""));
            let path = docs().join(&chapter).with_file_name(path);
            let included = fs::read_to_string(path).unwrap_or_else(|error| panic!("{target}: {error}"));
            // A comment of Coq ends in the same line, and so does one of HTML.
            let marks = ["", " *)", " -->"].map(|end| format!("ANCHOR: {anchor}{end}\n"));
            assert!(anchor.is_empty() || marks.iter().any(|mark| included.contains(mark)), "{chapter}: {target}");
        }
    }
}

/// Figure 8 and its fifteen options: placement, the beginning of the value as the chapter prints it, T, T′.
const BY_HAND: [(&str, &str, u32, u32); 18] = [
    ("8/8/8/8/3k4/8/8/K2N4", "21073/32256", 3, 4),
    ("8/8/8/8/3k4/8/K7/3N4", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/8/8/1K1N4", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/8/1K6/3N4", "37201/64512", 4, 2),
    ("8/8/8/8/3k4/8/1N6/K7", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/2N5/8/K7", "10489/16128", 2, 3),
    ("8/8/8/8/3k4/4N3/8/K7", "41/64", 2, 5),
    ("8/8/8/8/3k4/8/5N2/K7", "41233/64512", 4, 3),
    ("8/8/8/8/8/2k5/8/K2N4", "3/4", 1, 2),
    ("8/8/8/8/2k5/8/8/K2N4", "21/32", 2, 3),
    ("8/8/8/2k5/8/8/8/K2N4", "85333/129024", 3, 4),
    ("8/8/8/8/8/3k4/8/K2N4", "175/256", 2, 5),
    ("8/8/8/3k4/8/8/8/K2N4", "0.7301", 2, 5),
    ("8/8/8/8/8/4k3/8/K2N4", "203/256", 1, 5),
    ("8/8/8/8/4k3/8/8/K2N4", "0.7280", 2, 5),
    ("8/8/8/4k3/8/8/8/K2N4", "0.6874", 3, 5),
    ("8/8/8/8/3k4/8/4N3/K7", "6457/8064", 1, 6),
    ("8/8/8/1N6/3k4/8/8/K7", "6457/8064", 1, 6),
];

#[test]
fn position_checked_by_hand_has_the_values_and_labels_of_the_chapter() {
    let verified = Solved::new(8, 8, "KNk").verified();
    for (fen, value, white_label, black_label) in BY_HAND {
        let known = entry::at_text(&verified, fen).expect("a position of the endgame").known;
        let found = known.alpha.to_string();
        let is_stated = match value.strip_prefix("0.") {
            None => found == value,
            Some(digits) => ten_thousandths(&found) == digits.parse::<u32>().expect("digits"),
        };
        assert!(is_stated, "{fen}: {found}, the chapter has {value}");
        assert!(known.is_sharp(), "{fen}");
        assert_eq!(known.labels, [Some(white_label), Some(black_label)], "{fen}");
    }
}

/// A fraction in units of 1/10000, rounded, for numbers too long to print.
fn ten_thousandths(fraction: &str) -> u32 {
    let mut parts = fraction.split('/').map(|digits| digits.parse::<f64>().expect("a number"));
    let (numerator, denominator) = (parts.next().expect("a numerator"), parts.next().unwrap_or(1.0));
    (numerator / denominator * 10_000.0).round() as u32
}

/// The README's two verdicts: the certificate's own, and that of the certificate with Figure 8 stated as 5/8.
#[test]
fn the_readme_shows_what_the_checker_says() {
    let readme = docs().join("../../README.md");
    let readme = fs::read_to_string(readme).expect("the README");
    let solved = Solved::new(8, 8, "KNk");
    let verified = solved.verified();
    let digest = notation::digest(verified.digest());
    let line = format!("    certs/8x8_KNk.cert: verified: {} (sha-256 {digest})\n", words::claim(&verified));
    assert!(readme.contains(&line), "required: {line}");

    let (_, placement) = notation::parse("8/8/8/8/3k4/8/8/K2N4").expect("a placement");
    let (number, _) = positions(&verified).number(&placement).expect("a position");
    let number = usize::try_from(number).expect("a number");
    let values = &verified.stated().values;
    let is_five_eighths = |&index: &usize| fraction::rational(values.get(index)).to_string() == "5/8";
    let index = |index: usize| u64::try_from(index).expect("an index");
    let five_eighths = (0..values.numerators.len()).find(is_five_eighths).expect("a position worth 5/8");
    let slices = table::slices(positions(&verified));
    let slice = slices.iter().position(|slice| slice.contains(&number)).expect("a slice");
    let mut columns = Vec::new();
    let unaltered = solved.with_columns(|own| columns = own.clone());
    assert_eq!(unaltered, solved.bytes);
    let stated = std::mem::replace(&mut columns[slice][0][number - slices[slice].start], index(five_eighths));
    // No other position has the value of Figure 8. Its kings stand on a diagonal, so that it has a second place, which keeps the value.
    let with_it = columns.iter().flat_map(|columns| &columns[0]).filter(|value| **value == stated);
    assert_eq!(with_it.count(), 1);
    let head = games::certificate(&solved.bytes).expect("a certificate").head;
    let altered = rewritten(&head, &columns);
    let failure = solved.check(&altered).expect_err("a wrong value");
    let digest = notation::digest(Digest::of(&altered));
    let line = format!("    altered.cert: {} (sha-256 {digest})\n", words::explain(&altered, None, &failure));
    assert!(readme.contains(&line), "required: {line}");
}

/// The figures of a committed certificate.
fn figures(name: &str) -> (std::sync::Arc<Verified>, Statistics) {
    let path = docs().join("../../certs").join(name);
    let table = solver::analysis::verified::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let figures = statistics::statistics(&table);
    (table, figures)
}

#[test]
fn histogram_of_the_book_is_the_one_that_stats_draws() {
    let (_, knight) = figures("8x8_KNk.cert");
    let title = format!("{}: values of the {} positions", knight.endgame, knight.positions);
    let made = solver::analysis::chart::histogram(&title, "value, White's share of the money", &knight.histogram);
    let kept = fs::read_to_string(docs().join("pictures/values-8x8-KNk.svg")).expect("the picture");
    assert!(made == kept, "run `solve stats certs/8x8_KNk.cert --histogram docs/src/pictures/values-8x8-KNk.svg`");
}

/// What the chapter "Printed statements" says beyond the paper, asked of verified tables.
#[test]
fn chapter_on_the_paper_has_the_verified_figures() {
    let chapter = fs::read_to_string(docs().join("record/claims.md")).expect("the chapter");
    let says = |text: &str| assert!(chapter.contains(text), "the chapter does not say {text:?}");
    let [(kings, _), (bishop, _)] = [("8x8_Kk.cert", Category::BareKings), ("8x8_KBk.cert", Category::GhostBishop)]
        .map(|(name, category)| {
            let (_, figures) = figures(name);
            (figures.quiescent[&category].positions, figures)
        });
    assert_eq!((kings, bishop), (462, 14_220));
    says("462 of 518 positions");
    says("14,220");
    let (_, queen) = figures("8x8_KQk.cert");
    let (_, rook) = figures("8x8_KRk.cert");
    let (knight_table, knight) = figures("8x8_KNk.cert");
    let (pawn_table, pawn) = figures("8x8_KPk.cert");
    let smallest = |figures: &Statistics| figures.smallest_non_dyadic.as_ref().expect("one").value.to_string();
    let found = [&rook, &queen, &knight, &pawn].map(smallest);
    assert_eq!(found, ["320", "5440", "2016", "896"]);
    says("not a power of 2 is 320 on 8×8, in KRk; the queen's smallest is 5440, the knight's 2016 and the pawn's 896");
    let zugzwangs = statistics::worst_zugzwangs(&knight_table, &knight.zugzwangs);
    assert_eq!((zugzwangs.len(), pawn.zugzwangs.len()), (3, 0));
    assert_eq!(zugzwangs[0].fen, "8/8/8/8/3k4/8/8/K2N4");
    says(&zugzwangs[0].loss().to_string());
    zugzwangs[1..].iter().for_each(|zugzwang| says(&zugzwang.fen));
    let primes = statistics::divisors(&knight_table);
    assert_eq!(primes, statistics::divisors(&pawn_table));
    assert!(primes.composites.is_empty());
    let short: Vec<String> = primes.primes.iter().map(ToString::to_string).filter(|prime| prime.len() < 20).collect();
    assert_eq!(primes.primes.len(), short.len() + 2);
    says(&short.join(", "));
    assert_eq!(pawn.quiescent[&Category::BlockedPawn].positions, 4_689);
    says("4,689 positions up to reflection");
    assert_eq!(pawn.quiescent[&Category::CorneredKing].placements, 8);
    assert_eq!(pawn.largest_labels.each_ref().map(|largest| largest.label), [13, 16]);
    says("T = 13 and T′ = 16, in KPk");
    assert_eq!(pawn.largest_denominators[0].value.to_string().len(), 135);
    says("135 digits");
}

/// What the chapter "What was computed" says is to be seen, read off the rows of the small boards that are committed.
#[test]
fn chapter_on_all_boards_is_right_about_the_small_ones() {
    let rows = |files: u8, ranks: u8| {
        let path = docs().join(format!("../../certs/boards/{files}x{ranks}.json"));
        let text = fs::read_to_string(path).expect("the rows");
        serde_json::from_str::<Vec<serde_json::Value>>(&text).expect("a list")
    };
    let number = |row: &serde_json::Value, field: &str| row[field].as_u64().expect("a number");
    for (files, ranks) in (2..=6).flat_map(|files| (2..=6).map(move |ranks| (files, ranks))) {
        for row in rows(files, ranks) {
            let material = row["material"].as_str().expect("a material");
            let name = format!("{files}x{ranks} {material}");
            assert_eq!(number(&row, "not_sharp"), 0, "{name}");
            let zugzwangs = number(&row, "zugzwangs") > 0;
            assert!(!zugzwangs || (material == "KNk" && files.min(ranks) >= 4), "{name}");
            if material == "KNk" && (files, ranks) == (4, 4) {
                assert!(zugzwangs);
            }
            if ["Kk", "KQk", "KBk"].contains(&material) {
                assert_eq!(number(&row, "not_dyadic"), 0, "{name}");
            }
            if material == "KBk" && files.min(ranks) >= 3 {
                assert!(number(&row, "digits") <= 2, "{name}");
            }
            if material == "KRk" && files * ranks <= 20 {
                assert_eq!(number(&row, "not_dyadic") > 0, files * ranks == 20, "{name}");
            }
        }
    }
}

/// The moves of a plan, in the order of their squares.
fn moves(entry: &Entry, plan: &Plan) -> String {
    let mut options: Vec<usize> = plan.options.clone();
    let (board, _) = notation::parse(&entry.name).expect("a placement");
    let all: Vec<String> = board.squares().map(notation::square).collect();
    let first = |text: &str| all.iter().position(|square| text.starts_with(square)).expect("a square");
    let squares = |option: usize| {
        let step = &entry.options[option].step;
        let from = first(step);
        (from, first(&step[all[from].len()..]))
    };
    options.sort_by_key(|&option| squares(option));
    options.into_iter().map(|option| entry.options[option].text.as_str()).collect::<Vec<_>>().join(", ")
}

/// What the chapter "Draws with four men" says of the small boards, asked of verified certificates.
#[test]
fn chapter_on_draws_has_the_verified_figures() {
    let chapter = fs::read_to_string(docs().join("draws.md")).expect("the chapter");
    let says = |text: &str| assert!(chapter.contains(text), "the chapter does not say {text:?}");
    let table = |name: &str| {
        let path = docs().join("../../certs/four").join(name);
        solver::analysis::verified::read(&path).unwrap_or_else(|error| panic!("{error}"))
    };
    let at = |table: &Verified, fen: &str| entry::at_text(table, fen).expect("a position");
    let values = |table: &Verified, fen: &str| {
        let known = at(table, fen).known;
        (known.alpha.to_string(), known.beta.to_string())
    };
    let pair = |lower: &str, upper: &str| (lower.to_owned(), upper.to_owned());
    let plans = |entry: &Entry, side: Side| entry.plans[side.of(0, 1)].clone().expect("both players bid");

    let knights = table("2x3_KNNk.cert");
    assert_eq!((count(&knights), Figures::new(&knights).not_sharp), (46, 2));
    says("There are 46 positions in this endgame");
    for fen in ["k1/NN/K1", "1k/NN/K1"] {
        assert_eq!(values(&knights, fen), pair("0", "1/2"), "{fen}");
    }
    says("(in the other one the black king is on b3)");

    let pawns = table("3x4_KPkp.cert");
    let entry = at(&pawns, "k2/1p1/1P1/K2");
    assert_eq!(values(&pawns, "k2/1p1/1P1/K2"), pair("1/4", "3/4"));
    let [white, black] = Side::BOTH.map(|side| {
        let plans = plans(&entry, side);
        let plan = |plan: &Plan| format!("{}, to {}", moves(&entry, plan), plan.best.low);
        format!("| {} | {} | {} |", side.of("White", "Black"), plan(&plans.to_win), plan(&plans.not_to_lose))
    });
    says(&white);
    says(&black);

    let bishop = table("4x4_KBkn.cert");
    let figures = Figures::new(&bishop);
    assert_eq!((count(&bishop), figures.not_sharp, figures.widest_gap.to_string().as_str()), (5466, 83, "163/3072"));
    says("83 of the 5,466 positions are not sharp");
    for fen in ["n3/3k/4/K1B1", "n1k1/4/4/K1B1", "n3/B2k/4/K3", "n1k1/B3/4/K3"] {
        assert_eq!(values(&bishop, fen), pair("3/8", "1315/3072"), "{fen}");
    }
    let entry = at(&bishop, "n3/3k/4/K1B1");
    let [white, black] = Side::BOTH.map(|side| plans(&entry, side));
    says(&format!(
        "| White | {}, to 3/8 | {}, to 1315/3072 |",
        moves(&entry, &white.to_win),
        moves(&entry, &white.not_to_lose)
    ));
    says(&format!(
        "| Black | {}, to 1315/3072 | {}, to 3/8 |",
        moves(&entry, &black.to_win),
        moves(&entry, &black.not_to_lose)
    ));
    assert_eq!(values(&bishop, "n3/3k/4/1KB1"), pair("3/8", "3/8"));
    assert_eq!(values(&bishop, "2k1/4/1n2/K1B1"), pair("1315/3072", "1315/3072"));

    let lists = committed_and_verified("certs/plans");
    let members: Vec<(&str, usize)> = lists.iter().map(|(name, list)| (name.as_str(), count(list))).collect();
    assert_eq!(members, [("3x4-alpha.cert", 19), ("figure-10-alpha.cert", 58), ("figure-10-beta.cert", 60)]);
    says("The plan for Black in Figure 10 has 58 positions");
    says("White's plan, for $β ≥ 3/4$, has 60");
    says("lists 19 positions");
}

/// The rows of the census, as they were recorded.
fn census(board: &str) -> Vec<serde_json::Value> {
    let path = docs().join(format!("../../certs/four/{board}.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("the rows")).expect("a list")
}

/// What the chapters on draws and on the census say beyond the small boards, read off the recorded rows.
#[test]
fn chapters_on_four_pieces_say_what_the_census_has() {
    let read = |name: &str| fs::read_to_string(docs().join(name)).expect("the chapter");
    let (draws, census_chapter) = (read("draws.md"), read("record/computed.md"));
    let row = |board: &str, men: &str| {
        let row = census(board).into_iter().find(|row| row["material"] == men);
        row.unwrap_or_else(|| panic!("{board} {men}"))
    };
    let grouped = |number: &serde_json::Value| {
        let digits = number.as_u64().expect("a number").to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("digits")).collect();
        groups.join(",")
    };
    let not_sharp = |board: &str| {
        let rows = census(board);
        assert_eq!(rows.len(), 30, "{board}");
        let rows = rows.into_iter().filter(|row| row["not_sharp"].as_u64() != Some(0));
        rows.map(|row| row["material"].as_str().expect("a material").to_owned()).collect::<Vec<_>>()
    };
    // On 4×4 one endgame alone is not sharp; on 5×5 the position in the picture has the widest gap of the pawns, as its neighbour has.
    assert_eq!(not_sharp("4x4"), ["KBkn"]);
    assert!(draws.contains("of all thirty endgames of four men, it is the only one that is not sharp"));
    assert_eq!(row("5x5", "KPkp")["widest_gap"], "53/32768");
    assert!(draws.contains("16331/32768 to 1/2"));

    let bishop = row("8x8", "KBkn");
    let share =
        format!("**at least {} of the {} positions", grouped(&bishop["not_sharp"]), grouped(&bishop["positions"]));
    assert!(draws.contains(&share), "{share}");
    assert!(bishop["not_sharp"].as_u64() > bishop["positions"].as_u64().map(|positions| positions * 3 / 5));
    assert!(draws.contains(&format!("has at least {} positions", grouped(&row("8x8", "KBNk")["not_sharp"]))));
    assert_eq!(bishop["widest_gap_at"], "8/7k/8/8/8/8/1K2n3/2B5");
    assert!(draws.contains("at least 0.02024") && bishop["kind"] == "enclosure");
    let gap: num_rational::BigRational = bishop["widest_gap"].as_str().expect("a gap").parse().expect("a fraction");
    let hundred_thousandths = (gap * num_bigint::BigInt::from(100_000)).to_integer();
    assert_eq!(hundred_thousandths, 2024.into());

    let rook = row("8x8", "KRBk");
    assert!(draws.contains(&format!(
        "{} of the {} positions",
        grouped(&rook["not_sharp"]),
        grouped(&rook["positions"])
    )));
    assert_eq!(rook["kind"], "two tables");

    // The table of one position on each board: the row has the position, and the two values differ by its gap.
    let mut boards = 0;
    let table = fs::read_to_string(docs().join("../../certs/four/draws.md")).expect("the table");
    for line in table.lines().filter(|line| line.contains("×")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [board, men, fen, lower, upper, ..] = cells[..] else { panic!("{line}") };
        let row = row(&board.replace('×', "x"), men);
        let value = |text: &str| text.parse::<num_rational::BigRational>().expect("a fraction");
        assert_eq!(row["widest_gap_at"], fen.trim_matches('`'), "{line}");
        assert_eq!(row["widest_gap"], (value(upper) - value(lower)).to_string(), "{line}");
        boards += 1;
    }
    assert!(boards >= 14, "{boards}");

    // Of 8×8: how many are proved to be sharp, how many not, of how many nothing is known.
    let kinds = census("8x8").into_iter().fold([0; 3], |mut counts, row| {
        let place = match (row["not_sharp"].as_u64(), row["kind"].as_str()) {
            (Some(0), Some("enclosure")) => 2,
            (Some(0), _) => 0,
            _ => 1,
        };
        counts[place] += 1;
        counts
    });
    assert_eq!(kinds, [17, 10, 3]);
    assert!(
        census_chapter.contains("seventeen of the thirty")
            && census_chapter.contains("Ten have positions that are not")
    );
    let queens = |board: &str| not_sharp(board).iter().any(|men| men.to_uppercase().contains('Q'));
    assert!(["3x3", "4x4", "5x5", "6x6", "7x7", "8x8"].iter().all(|board| !queens(board)));

    // A board turned by a quarter has the same pawnless endgames, solved and checked one by one.
    for (board, turned) in
        [("2x3", "3x2"), ("2x6", "6x2"), ("3x4", "4x3"), ("3x5", "5x3"), ("4x5", "5x4"), ("3x8", "8x3")]
    {
        for row in census(board).into_iter().filter(|row| !row["material"].to_string().to_uppercase().contains('P')) {
            let other = census(turned).into_iter().find(|other| other["material"] == row["material"]).expect("a row");
            for field in
                ["positions", "not_sharp", "widest_gap", "largest_labels", "zugzwangs", "values", "digits", "kind"]
            {
                assert_eq!(row[field], other[field], "{board} {turned} {} {field}", row["material"]);
            }
        }
    }

    // Every endgame on every board has a certificate, and the chapter has all of them.
    for board in ["3x3", "4x4", "5x5", "6x6", "7x7", "8x8"] {
        assert!(census(board).iter().all(|row| row["sha256"].is_string()), "{board}");
        assert!(census_chapter.contains("`certs/four/table.md`"));
    }
}
