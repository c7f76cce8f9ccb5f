//! Wording: FEN, moves, fractions, positions, figures. No verdict rests on it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::hand::{self, Halves, WAIT, WALK, WALK_LABELS};
use checker::Verified;
use checker::certificate::{Digest, Form, Head, Never, Statement};
use checker::chess::{Board, PawnRule};
use checker::endgame::Endgame;
use checker::failure::Failure;
use checker::graph::Game;
use checker::limits::{Limit, TooMuch};
use checker::numbers::Fractions;
use checker::theorem::Side;
use num_bigint::BigInt;
use num_rational::BigRational;
use session::entry::{self, Entry, Leads};
use session::figures::Figures;
use session::judge::Judge;
use session::question::{self, Question};
use session::ranked::{Ranked, best};
use session::{claims, endless, files::Files, fraction, notation, words};
use writer::{Writer, write};

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Verifies a certificate with its imports, about a game if one is given.
fn verified(bytes: &[u8], imports: &[&[u8]], game: Option<&str>) -> Arc<Verified> {
    let game = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    let files: BTreeMap<Digest, Vec<u8>> = imports.iter().map(|bytes| (Digest::of(bytes), bytes.to_vec())).collect();
    let mut checker = games::checker(1, |digest| files.get(&digest).cloned());
    checker.check(bytes, game.as_ref()).unwrap_or_else(|failure| panic!("{failure:?}"))
}

#[test]
fn fen_comes_back_as_it_was() {
    for fen in [
        "k7/8/8/K7/7N/8/8/8",
        "4k3/8/8/8/3pP3/8/8/4K3 e3",
        "4k3/8/8/3Pp3/8/8/8/4K3 e6",
        "Kk/2",
        "15k/16/16/8K7",
        "kqrbnKQRBN/p9/P9/10",
    ] {
        let (board, placement) = notation::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(notation::fen(board, &placement), fen);
    }
}

#[test]
fn says_what_is_wrong_with_a_fen() {
    for (fen, error) in [
        ("", "found 0 files and 1 ranks, required 2 to 16 of each"),
        ("Kk", "found 2 files and 1 ranks, required 2 to 16 of each"),
        ("17/Kk15", "found 17 files and 2 ranks, required 2 to 16 of each"),
        (
            "99999999999999999999999999/Kk",
            "found 2 files on rank 1, required 18446744073709551615 as on the highest rank",
        ),
        ("Kk/3", "found 3 files on rank 1, required 2 as on the highest rank"),
        ("Kx/2", "found 'x', required one of KQRBNPkqrbnp, a number or /"),
        ("KK/k1", "found 2 white kings, required exactly 1"),
        ("K1/2", "found 0 black kings, required exactly 1"),
        ("KkP/3/3", "found a pawn on c3, required none on the first and on the last rank"),
        (
            "Kk/2 w",
            "found more after a space, required the placement field alone or with the square for en passant, for nobody is to move",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 e3",
            "found e3 for en passant, required the square that a pawn has just passed: the pawn on the one before it, that one and the one behind it \
             empty, a pawn of the other colour beside the pawn",
        ),
    ] {
        let found = notation::parse(fen).map(|_| ()).unwrap_err();
        assert_eq!(found.to_string(), error, "{fen}");
    }
}

#[test]
fn moves_are_written_as_people_write_them() {
    let texts = |fen: &str, wanted: Side| {
        let (board, placement) = notation::parse(fen).unwrap();
        let mut texts = Vec::new();
        for (side, name, _) in notation::options(board, &placement) {
            if side == wanted {
                texts.push((notation::move_text(board, &placement, name), notation::step(board, name)));
            }
        }
        texts
    };
    let has = |fen: &str, side, text: &str, step: &str| {
        let texts = texts(fen, side);
        assert!(texts.contains(&(text.to_owned(), step.to_owned())), "{fen}: {texts:?}");
    };
    has("8/8/8/2N1k3/8/8/8/K3N3", Side::White, "Nc5d3", "c5d3");
    has("8/8/8/2N1k3/8/8/8/K3N3", Side::White, "Nc2", "e1c2");
    has("8/3P4/8/8/8/8/8/K6k", Side::White, "d8=N", "d7d8=N");
    has("4r3/3P4/8/8/8/8/8/K6k", Side::White, "dxe8=Q", "d7e8=Q");
    has("4k3/8/8/8/3pP3/8/8/4K3 e3", Side::Black, "dxe3", "d4e3");
    has("4k3/8/8/8/3pP3/8/8/4K3", Side::Black, "d3", "d4d3");
    has("4k3/8/8/8/8/8/3p4/4K3", Side::Black, "dxe1=R", "d2e1=R");
    has("12/12/10Kk", Side::White, "Kxl1", "k1l1");
    // Nobody of White's can move.
    assert_eq!(texts("k1/PN/PP/KB", Side::White), [("pass".to_owned(), "pass".to_owned())]);
    let board = notation::parse("Kk/2").unwrap().0;
    assert_eq!(notation::step(board, 4), "the number 4, which is no move");
    assert_eq!(notation::step(board, 0x0005_0001), "a1b1=K", "in Losing Chess");
    assert_eq!(notation::step(board, 0x0006_0001), "the number 393217, which is no move");
}

#[test]
fn names_of_files_tell_unusual_rules_for_pawns() {
    let name = |files, ranks, pawn_rule, signature: &str| {
        let board = Board::new(notation::stated(files, ranks, pawn_rule)).unwrap();
        let endgame = Endgame { board, men: notation::men(signature).unwrap() };
        (notation::file_name(&endgame), notation::endgame(&endgame))
    };
    let of = |name: &str, endgame: &str| (name.to_owned(), endgame.to_owned());
    assert_eq!(name(8, 8, PawnRule::NoPawns, "kKN"), of("8x8_KNk.cert", "8x8 KNk"));
    assert_eq!(name(8, 8, PawnRule::DoubleStep, "KPkp"), of("8x8_KPkp.cert", "8x8 KPkp, double step"));
    assert_eq!(name(8, 8, PawnRule::SingleStep, "KPk"), of("8x8_KPk_single.cert", "8x8 KPk, single step"));
    assert_eq!(name(3, 4, PawnRule::SingleStep, "KPk"), of("3x4_KPk.cert", "3x4 KPk, single step"));
    assert_eq!(name(3, 4, PawnRule::DoubleStep, "KPk"), of("3x4_KPk_double.cert", "3x4 KPk, double step"));
}

#[test]
fn long_fractions_are_compared_without_end() {
    // Quotients of Fibonacci numbers have the longest continued fractions of all.
    let (mut a, mut b) = (BigInt::from(1), BigInt::from(1));
    for _ in 0..90_000 {
        (a, b) = (b.clone(), a + b);
    }
    let next = &a + &b;
    let (first, second) = (BigRational::new_raw(a, b.clone()), BigRational::new_raw(b, next));
    assert!(first.denom().bits() > 60_000);
    assert_eq!(fraction::compare(&first, &second).reverse(), fraction::compare(&second, &first));
    assert_ne!(fraction::compare(&first, &second), Ordering::Equal);
    assert!(fraction::same(&first, &first.clone()) && !fraction::same(&first, &second));
    assert_eq!(fraction::text(&first), "0.618033988749…");
}

#[test]
fn fractions_are_cut_where_they_are_long() {
    let digits = |count: u32| BigRational::new(1.into(), BigInt::from(10).pow(count - 1));
    assert_eq!(fraction::text(&digits(96)).len(), 98);
    assert_eq!(fraction::text(&digits(97)), "0.000000000000…");
    assert_eq!(fraction::text(&(digits(97) + ratio(2, 3))), "0.666666666666…");
    assert_eq!(fraction::text(&(digits(97) + ratio(1, 12))), "0.083333333333…");
    assert_eq!(fraction::text(&-(digits(97) + ratio(1, 12))), "-0.083333333333…");
    assert_eq!(fraction::text_with_power(&ratio(1, 1024)), "1/1024 = 2^-10");
    assert_eq!(fraction::text_with_power(&ratio(3, 1024)), "3/1024");
    assert_eq!(fraction::text_with_power(&ratio(1, 1)), "1");
}

#[test]
fn texts_of_files_are_short_and_obeyed_by_no_terminal() {
    assert_eq!(words::quoted("a\u{1b}[2J\"\u{202e}"), r#""a\u{1b}[2J\"\u{202e}""#);
    assert_eq!(words::quoted(&"é".repeat(61)), format!("\"{}\"…", "é".repeat(60)));
}

#[test]
fn limits_and_bugs_are_declined_in_words() {
    let explain = |failure: &Failure| words::explain(b"", None, failure);
    let much = |limit: Limit| Failure::Limit(TooMuch { limit, found: limit.most + 1 });
    assert_eq!(explain(&much(Limit::MEN)), "declined: limit: found 17 men of an endgame, required at most 16");
    let bug = explain(&Failure::Bug);
    assert_eq!(bug, "declined: found a bug of the checker, which stopped; please report it with the message above");
    let import = Failure::Import(2, Box::new(much(Limit::PLACES)));
    let expected =
        "declined: imports: an import: limit: found 134217729 places of an endgame, required at most 134217728";
    assert_eq!(explain(&import), expected);
}

/// Everything that two ways of reading a certificate say of a position is the same.
fn agrees(verified: &Verified) {
    let ranked = Ranked::new(verified);
    let mut steps = Vec::new();
    for number in 0..ranked.places() {
        let entry = entry::at_number(verified, number);
        let place = ranked.place(number);
        let known = [&entry.known.alpha.low, &entry.known.alpha.high, &entry.known.beta.low, &entry.known.beta.high];
        let numbers = [place.alpha, place.beta].concat();
        assert!(known.into_iter().zip(numbers).all(|(known, number)| fraction::same(known, &ranked.fraction(number))));
        assert_eq!(entry.turn, Some(ranked.turn(number)));
        ranked.options(number, &mut steps);
        assert_eq!(entry.options.len(), steps.len());
        for (side, plans) in Side::BOTH.into_iter().zip(&entry.plans) {
            let Some(plans) = plans else { continue };
            let near = best(&steps, side, |place| place.near(side)).unwrap();
            let reached = side.of(&plans.to_win.best.low, &plans.to_win.best.high);
            assert!(fraction::same(reached, &ranked.fraction(near)));
        }
    }
}

#[test]
fn entries_agree_with_ranks() {
    let kings = Halves::new("Kk", &[]).bytes();
    agrees(&verified(&kings, &[], None));
    agrees(&verified(&Halves::new("KQk", &[&kings]).bytes(), &[&kings], None));
    agrees(&verified(&hand::walk(WALK_LABELS), &[], Some(WALK)));
    agrees(&verified(&hand::wait(), &[], Some(WAIT)));
    agrees(&verified(&hand::wait_enclosed(), &[], Some(WAIT)));
    let game = Game::read(WALK.as_bytes()).unwrap();
    let statement = Statement::Game(game.digest);
    agrees(&verified(&hand::enclosure(&game, statement, 30, &game.values), &[], Some(WALK)));
}

#[test]
fn entry_tells_bids_zugzwangs_and_where_options_lead() {
    let kings = Halves::new("Kk", &[]).bytes();
    let queen = verified(&Halves::new("KQk", &[&kings]).bytes(), &[&kings], None);
    let at = |fen: &str| entry::at_text(&queen, fen).unwrap();
    let entry = at("Q1/Kk");
    let options = |entry: &Entry, side| {
        entry.options_of(side).map(|option| (option.text.clone(), option.leads)).collect::<Vec<_>>()
    };
    let white = options(&entry, Side::White);
    assert_eq!(
        white[..2],
        [("Kxb1".to_owned(), Leads::Won(Side::White)), ("Qxb1".to_owned(), Leads::Won(Side::White))]
    );
    assert!(matches!(white[2].1, Leads::To(_)));
    assert_eq!(options(&entry, Side::Black)[..2].iter().map(|option| &*option.0).collect::<Vec<_>>(), ["Kxa1", "Kxa2"]);
    assert!(options(&entry, Side::Black).contains(&("Kxa2".to_owned(), Leads::Import(0, 0, false))));
    assert!(entry.bids().iter().all(|bid| fraction::same(bid.as_ref().unwrap(), &ratio(1, 2))));
    assert!(!entry.is_zugzwang() && !entry.is_quiescent() && entry.known.is_sharp() && entry.known.gap().is_none());
    // With the colours exchanged, Black's options are White's.
    let flipped = at("kK/q1");
    assert_eq!(flipped.name, "kK/q1");
    assert_eq!(options(&flipped, Side::Black)[0], ("Qxb2".to_owned(), Leads::Won(Side::Black)));

    let walk = verified(&hand::walk(WALK_LABELS), &[], Some(WALK));
    let entry = entry::at_text(&walk, "2").unwrap();
    assert!(entry.bids().iter().all(|bid| fraction::same(bid.as_ref().unwrap(), &ratio(1, 4))));
    assert_eq!(entry::at_text(&walk, "die").unwrap().bids().map(|bid| bid.is_some()), [false, false]);

    // In the one place that each player would rather leave to the other, White moves to the loss and Black to the win.
    let game = r#"{"bidding-game": 2, "positions": [{"name": "p", "left": ["a"], "right": ["b"]}, {"name": "a", "value": "1/4"}, {"name": "b", "value": "3/4"}]}"#;
    let read = Game::read(game.as_bytes()).unwrap();
    let bounds = hand::enclosure(&read, Statement::Game(read.digest), 20, &read.values);
    let bounds = verified(&bounds, &[], Some(game));
    let entry = entry::at_text(&bounds, "p").unwrap();
    assert!(entry.is_zugzwang() && !entry.known.is_sharp());
    assert!(entry.bids().iter().all(|bid| fraction::same(bid.as_ref().unwrap(), &ratio(-1, 4))));
}

#[test]
fn figures_of_a_gap() {
    for bytes in [hand::wait(), hand::wait_enclosed()] {
        let figures = Figures::new(&verified(&bytes, &[], Some(WAIT)));
        assert_eq!((figures.positions, figures.proved, figures.not_sharp, figures.sharp), (2, 1, 1, Some(false)));
        assert!(fraction::same(&figures.widest_gap, &ratio(1, 1)));
        assert_eq!(figures.widest_gap_at.as_deref(), Some("\"wait\""));
    }
}

fn asked(text: &str) -> (String, usize) {
    let Question { board, placement, notes } = question::read(text).expect("a position");
    (notation::fen(board, &placement), notes.len())
}

#[test]
fn reads_a_full_fen() {
    let plain = "8/8/8/8/3k4/8/8/K2N4";
    for more in ["", " ", " w", " w - -", " b - - 0 1", " w KQkq - 12 40", "_w_-_-_0_1", "  w  -  -"] {
        assert_eq!(asked(&format!("{plain}{more}")).0, plain, "{more}");
    }
    assert_eq!(asked(plain).1, 0);
    assert_eq!(asked(&format!("{plain} w - - 0 1")).1, 1);
}

#[test]
fn keeps_a_right_that_exists() {
    let (fen, notes) = asked("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_eq!((fen.as_str(), notes), ("4k3/8/8/8/3pP3/8/8/4K3 e3", 1));
    let (fen, notes) = asked("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!((fen.as_str(), notes), ("4k3/8/8/8/4P3/8/8/4K3", 2));
    assert_eq!(asked("4k3/8/8/8/3pP3/8/8/4K3 e3").1, 0);
    assert!(question::read("4k3/8/8/8/4P3/8/8/4K3 e3").is_err());
}

#[test]
fn refuses_what_is_no_fen() {
    for text in
        ["", "hello", "8/8/8/8/3k4/8/8/K2N4 x", "8/8/8/8/3k4/8/8/K2N4 w - - 0 1 2", "8/8/8/8/3k4/8/8/K2N4 w - - x"]
    {
        assert!(question::read(text).is_err(), "{text}");
    }
}

#[test]
fn looks_into_the_folder_above() {
    let cases = [
        ("a/b", "a, a/b"),
        ("a", "., a"),
        (".", "., .."),
        ("..", ".., ../.."),
        ("/", "/"),
        ("/a", "/, /a"),
        ("a/..", "a/.., a/../.."),
    ];
    for (folder, expected) in cases {
        let mut files = Files::default();
        files.look_for(&[Path::new(folder).join("none.cert")], &[]);
        let searched = files.searched();
        assert!(searched.ends_with(&format!("the files *.cert in {expected}")), "{folder}: {searched}");
    }
}

/// A certificate about the only position of a game that is not terminal, where an endless play is worth this.
fn one_value(game: &str, never: Never, bits: u8, values: Fractions, columns: &[&[u64]]) -> Arc<Verified> {
    let statement = Statement::Game(Digest::of(game.as_bytes()));
    let form = if bits > 0 { Form::Narrow } else { Form::One };
    let head = Head { statement, never: Some(never), bits, form, imports: Vec::new(), values: values.into() };
    let mut slice = Writer::default();
    columns.iter().for_each(|column| slice.column(column));
    verified(&write(&head, &[slice.0]), &[], Some(game))
}

/// What `check --dump` prints of a certificate.
fn dumped(verified: &Verified) -> (String, String) {
    let (tell, mut text) = (claims::tell(verified), String::new());
    tell.dump(&mut |lines| {
        text += lines;
        true
    });
    (tell.dump_columns(), text)
}

#[test]
fn one_value_is_told_with_who_wins_a_game_that_never_ends() {
    let wait = r#"{"bidding-game": 2, "positions": [{"name": "wait", "left": ["wait"], "right": ["wait"]}, {"name": "won", "value": "1"}]}"#;
    let cases = [
        (
            (1, 2),
            "the richer player wins (d = 1/2): these are the exact values v of",
            ", with labels",
            "value v: 1/2\n",
        ),
        (
            (1, 3),
            "Left wins if Right's share ends below 1/3 (d = 1/3): these are the exact values v of",
            ", with labels",
            "value v: 1/3\n",
        ),
        (
            (0, 1),
            "Right wins (d = 0): these are the exact lower values α of",
            ", α alone, with labels",
            "lower value: 0\n",
        ),
        (
            (1, 1),
            "Left wins (d = 1): these are the exact upper values β of",
            ", β alone, with labels",
            "upper value: 1\n",
        ),
    ];
    for (never, claim, end, value) in cases {
        let values = Fractions { denominator: never.1.into(), numerators: vec![never.0.into()] };
        let verified = one_value(wait, never, 0, values, &[&[0], &[0], &[0]]);
        let claim = format!("if the game never ends, {claim} the only position that is not terminal{end}");
        assert!(words::claim(&verified).ends_with(&claim), "{}", words::claim(&verified));
        let tell = claims::tell(&verified);
        let answer = tell.at("wait", None).unwrap();
        let said = tell.text(&answer);
        assert!(said.contains(value) && said.contains("if the game never ends, "), "{said}");
        let text = endless::text(never);
        assert_eq!(
            dumped(&verified),
            (
                "number\tposition\tv\tLeft's move\tRight's move\tT\tT′".to_owned(),
                format!("0\t\"wait\"\t{text}\t-\t-\t0\t0\n")
            )
        );
        let row: Vec<String> = tell.cells(&answer);
        assert_eq!(tell.columns().len(), row.len());
        assert_eq!((row[0].as_str(), row[1].as_str()), ("wait", text.as_str()));
        let json = tell.json(&answer).to_string();
        assert!(json.contains(&format!("\"never\":\"{text}\"")) && json.contains("\"lower\":null"), "{json}");
        assert_eq!(Figures::new(&verified).sharp, None);
    }
}

#[test]
fn listed_labels_of_an_enclosure_are_told_and_no_others() {
    let game = r#"{"bidding-game": 2, "positions": [{"name": "p", "left": ["won"], "right": ["won"]}, {"name": "won", "value": "1"}]}"#;
    let columns: &[&[u64]] = &[&[16], &[0], &[0], &[], &[], &[1], &[1], &[0]];
    let listed = one_value(game, (0, 1), 4, Fractions::default(), columns);
    assert!(
        words::claim(&listed)
            .contains("the lower values α of the only position that is not terminal are enclosed to within 0, α alone")
    );
    assert_eq!(dumped(&listed).1, "0\t\"p\"\t1\t-\t-\t1\t0\n");
    let columns: &[&[u64]] = &[&[15], &[1], &[0], &[], &[], &[0], &[], &[]];
    let without = one_value(game, (0, 1), 4, Fractions::default(), columns);
    assert_eq!(dumped(&without).1, "0\t\"p\"\t15/16..1\t-\t-\t-\t-\n");
}

#[test]
fn the_old_format_is_declined_with_what_to_do() {
    let mut old = Halves::new("Kk", &[]).bytes();
    old[8] = 2;
    let judged = Judge::new(1, &BTreeMap::<Digest, Vec<u8>>::new()).bytes(&old, None);
    let expected = "declined: version: found 2, required 3: this version does not read the old format; solve it again, with this version, to make the file anew";
    assert_eq!(judged.outcome.as_ref().unwrap_err().message, expected);
    assert!(judged.record().line().contains(&expected[10..]));
}

#[test]
fn denominators_are_those_in_lowest_terms() {
    let longest = |denominator: u64, numerators: &[u64]| {
        let numerators = numerators.iter().map(|&numerator| numerator.into()).collect();
        fraction::longest_denominator(&Fractions { denominator: denominator.into(), numerators })
    };
    // 0, 1/2, 3/4, 1 and 0, 1/3, 1/2, 5/6; without values there is none.
    assert_eq!(
        [longest(4, &[0, 2, 3, 4]), longest(6, &[0, 2, 3]), longest(6, &[0, 2, 3, 5]), longest(1, &[])],
        [3, 2, 3, 0]
    );
}
