//! True certificates are verified, of every statement in every form, and say what the values are; the naive checker agrees.

use crate::witness::{naive, support};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::witness::naive::bytes::About;
use crate::witness::naive::chess::Board;
use crate::witness::naive::{Given, Known, Place, Verdict, fraction};
use crate::witness::support::games::{
    bid, by_turns, chance, cycles, enclosed_game, end, exact_game, inner, json, path, random_game, turn,
};
use crate::witness::support::{Draft, Family, R, Random, enclosed, family, fen, men, place_of, plan, reached};
use checker::Checker;
use checker::certificate::{Digest, FORMS, Form, Statement};
use checker::claim::none;
use checker::failure::Failure;
use checker::graph::Game;
use checker::theorem::Side;
use num_traits::{One, Zero};

type Files = BTreeMap<[u8; 32], Vec<u8>>;

/// The verdict of both checkers on a certificate: the places as both tell them.
fn both(bytes: &[u8], files: &Files, game: Option<&str>, known: &mut Known) -> Vec<Place> {
    let read = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    let found = Checker::new(2, none, |digest| files.get(&digest.0).cloned()).check(&bytes, read.as_ref());
    let verified = found.unwrap_or_else(|failure| panic!("{failure:?}"));
    let naive = naive::check_after(bytes, &Given { files, game: game.map(str::as_bytes) }, known);
    let Verdict::Verified(naive) = naive else { panic!("{naive:?}") };
    let places: Vec<Place> = (0..naive.places.len()).map(|number| place_of(&verified, number)).collect();
    assert_eq!(places, naive.places);
    assert_eq!(verified.digest(), support::digest(bytes));
    known.insert(verified.digest().0, Arc::new(*naive));
    places
}

/// The verdicts on a certificate without imports.
fn alone(draft: &Draft, game: Option<&str>) -> Vec<Place> {
    both(&draft.bytes(), &Files::new(), game, &mut Known::new())
}

fn files(family: &Family) -> Files {
    family.values().map(|solved| (support::digest(&solved.bytes).0, solved.bytes.clone())).collect()
}

/// The endgames of a family, those first that others import.
fn in_order(family: &Family) -> Vec<&Vec<char>> {
    let mut all: Vec<&Vec<char>> = family.keys().collect();
    all.sort_by_key(|men| (men.len(), men.iter().filter(|man| "Pp".contains(**man)).count()));
    all
}

/// Two kings on four squares: whoever moves first captures. In both positions, side by side and cornerwise, the value is 1/2, and both
/// labels are 1. White's king on a1 takes on b1 or on b2, and Black's takes on a1.
#[test]
fn accepts_two_kings_on_four_squares_spelt_by_hand() {
    // One value index; White's moves; Black's moves, whose square left is not 0; T; T′.
    let slice = [&[0][..], &[1, 1, 3], &[2, 0, 0, 1, 3], &[1, 1, 1], &[1, 1, 1]].concat();
    // Endgame, a body of 6 bytes: 2x2 without pawns, 2 men; both values, exact, form One, no imports; the denominator 2 and the numerator 1; one slice.
    let mut head = vec![0, 6, 2, 2, 0, 2, 0, 1, 0, 0, 0, 0, 1, 2, 1, 1, 1, slice.len() as u8];
    head.extend(naive::bytes::sha256(&slice));
    let mut bytes = b"bidcert\n\x03\x00".to_vec();
    bytes.extend([head.len() as u8, 0, 0, 0]);
    bytes.extend(head);
    bytes.extend(naive::bytes::sha256(&bytes));
    bytes.extend(slice);
    let places = both(&bytes, &Files::new(), None, &mut Known::new());
    let half = Place { labels: [Some(1); 2], ..Place::exact(fraction(1, 2)) };
    assert_eq!(places, [half.clone(), half]);
    let family = family(Board::new(2, 2, 0), "Kk");
    assert_eq!(family[&men("Kk")].bytes, bytes);
}

#[test]
fn accepts_exact_endgames() {
    let (mut endgames, mut two) = (0, 0);
    for (board, text) in [
        (Board::new(2, 2, 0), "KNkn"),
        (Board::new(3, 3, 0), "KNk"),
        (Board::new(3, 2, 0), "KQkr"),
        (Board::new(2, 3, 1), "KPkp"),
        (Board::new(3, 3, 1), "KPk"),
        (Board::new(2, 4, 2), "KPPk"),
        (Board::new(2, 4, 2), "KPkp"),
    ] {
        let family = family(board, text);
        let (files, mut known) = (files(&family), Known::new());
        for men in in_order(&family) {
            let solved = &family[men];
            let places = both(&solved.bytes, &files, None, &mut known);
            assert_eq!(places, solved.places, "{board:?} {men:?}");
            endgames += 1;
            two += usize::from(solved.draft.head.form == Form::Two);
        }
    }
    // Kk; with one man more; of each colour; and so on, with and without pawns.
    assert_eq!((endgames, two), (3 + 2 + 4 + 21 + 6 + 21 + 21, 1));
}

#[test]
fn accepts_enclosures_of_endgames_with_imports_of_every_kind() {
    for (board, text, bits, list) in [
        (Board::new(2, 2, 0), "KNkn", 1, true),
        (Board::new(3, 3, 0), "KNk", 7, false),
        (Board::new(3, 2, 0), "KQkr", 62, true),
        (Board::new(2, 3, 1), "KPkp", 20, true),
        (Board::new(2, 4, 2), "KPkp", 30, true),
    ] {
        let exact = family(board, text);
        let (mut files, mut known) = (files(&exact), Known::new());
        let all = exact.iter().map(|(men, solved)| (men.clone(), (solved.bytes.clone(), solved.places.clone())));
        let mut imports: BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)> = all.collect();
        // Every other endgame is enclosed, each in units of its own.
        for (number, men) in in_order(&exact).into_iter().enumerate() {
            both(&exact[men].bytes, &files, None, &mut known);
            if number % 2 == 1 || *men == support::men(text) {
                let own = 1 + (u8::try_from(number).unwrap() * 7 + bits) % 62;
                let (draft, places) = enclosed(board, men, own, list, &imports);
                let bytes = draft.bytes();
                files.insert(support::digest(&bytes).0, bytes.clone());
                assert_eq!(both(&bytes, &files, None, &mut known), places);
                for (place, value) in places.iter().zip(&exact[men].places) {
                    let [l, u, m, v] = &place.bounds;
                    let [x, _, _, y] = &value.bounds;
                    assert!(l <= x && x <= u && m <= y && y <= v);
                    // With so many units the gaps that there are can be seen.
                    assert!(own < 20 || !list || ((x < y) == (u < m)));
                }
                imports.insert(men.clone(), (bytes, places));
            }
        }
    }
}

/// Bounds that are one unit narrower than rounding outwards gives, at one position, are refused there: the imports are in finer units.
#[test]
fn accepts_no_bound_that_is_rounded_inwards() {
    let board = Board::new(3, 2, 0);
    let exact = family(board, "KQkr");
    let (mut files, mut imports, mut refused) = (Files::new(), BTreeMap::new(), 0);
    // In few units, where most values are no whole numbers of them.
    let all = in_order(&exact)
        .into_iter()
        .flat_map(|men| (1..=if men.len() == 4 { 14 } else { 1 }).map(move |bits| (men, bits)));
    for (men, bits) in all {
        let bits = if men.len() == 4 { bits } else { 15 };
        let (draft, places) = enclosed(board, men, bits, false, &imports);
        assert_eq!(both(&draft.bytes(), &files, None, &mut Known::new()), places);
        for slice in (0..draft.slices.len()).filter(|_| men.len() == 4) {
            for place in 0..draft.slices[slice].0[0].numbers.len() {
                for (raised, lowered) in [(0, 1), (1, 1)] {
                    let mut other = draft.clone();
                    let columns = &mut other.slices[slice].0;
                    if columns[1].numbers[place] > 0 {
                        columns[0].numbers[place] += raised;
                        columns[1].numbers[place] -= lowered;
                        let verdict =
                            Checker::new(1, none, |digest| files.get(&digest.0).cloned()).check(&other.bytes(), None);
                        assert!(matches!(verdict, Err(Failure::At(_))), "{men:?} {slice} {place} {raised}");
                        refused += 1;
                    }
                }
            }
        }
        let bytes = draft.bytes();
        files.insert(support::digest(&bytes).0, bytes.clone());
        imports.insert(men.clone(), (bytes, places));
    }
    assert!(refused > 100, "{refused}");
}

/// Importer and imports are in the same units; some imports are met with the colours exchanged.
#[test]
fn accepts_enclosures_in_the_units_of_their_imports() {
    let board = Board::new(3, 2, 0);
    let exact = family(board, "KQkr");
    let (mut files, mut known, mut imports) = (Files::new(), Known::new(), BTreeMap::new());
    for men in in_order(&exact) {
        let (draft, places) = enclosed(board, men, 20, true, &imports);
        let bytes = draft.bytes();
        files.insert(support::digest(&bytes).0, bytes.clone());
        assert_eq!(both(&bytes, &files, None, &mut known), places);
        imports.insert(men.clone(), (bytes, places));
    }
    assert_eq!(imports.len(), 4);
}

const TWO_STEPS: &str = r#"{
  "bidding-game": 2,
  "title": "Two steps",
  "positions": [
    { "name": "start", "left": ["ahead"], "right": ["behind"] },
    { "name": "ahead", "left": ["won"], "right": ["start"] },
    { "name": "behind", "left": ["start"], "right": ["lost"] },
    { "name": "won", "value": "1" },
    { "name": "lost", "value": "0" }
  ]
}"#;

#[test]
fn accepts_the_example_of_the_book_spelt_by_hand() {
    // Values 1/2, 3/4, 1/4; labels 2, 1, 1 for both.
    let slice = [&[1, 1, 2, 0][..], &[1, 2, 1, 1], &[1, 2, 1, 1]].concat();
    // Game, a body of 32 bytes; both values, exact, One, no imports; the denominator 4, the numerators 1, 2, 3; one slice.
    let mut head = [&[1, 32][..], &naive::bytes::sha256(TWO_STEPS.as_bytes())].concat();
    head.extend([0, 0, 0, 0, 1, 4, 3, 1, 2, 3, 1, slice.len() as u8]);
    head.extend(naive::bytes::sha256(&slice));
    let mut bytes = b"bidcert\n\x03\x00".to_vec();
    bytes.extend([head.len() as u8, 0, 0, 0]);
    bytes.extend(head);
    bytes.extend(naive::bytes::sha256(&bytes));
    bytes.extend(slice);
    let places = both(&bytes, &Files::new(), Some(TWO_STEPS), &mut Known::new());
    let known = |numerator, label| Place { labels: [Some(label); 2], ..Place::exact(fraction(numerator, 4)) };
    assert_eq!(places, [known(2, 2), known(3, 1), known(1, 1)]);
}

#[test]
fn accepts_paths() {
    for count in 3..8 {
        let toys = path(count);
        let (draft, places) = exact_game(&toys).unwrap();
        assert_eq!(alone(&draft, Some(&json(&toys))), places);
        for (number, place) in (1..).zip(&places) {
            let x = fraction(number, count - 1);
            // T is the distance to the end that Left wants to reach.
            let labels = [count as u64 - 1 - number, number].map(Some);
            assert_eq!(*place, Place { labels, ..Place::exact(x) });
        }
    }
}

/// A path of more than two slices, whose values and labels are known; on any number of threads.
#[test]
fn accepts_games_of_several_slices_on_any_number_of_threads() {
    let count = 9_001;
    let toys = path(count);
    let known = |number: usize| {
        let labels = [count - 1 - number, number].map(|label| Some(label as u64));
        Place { labels, ..Place::exact(fraction(number, count - 1)) }
    };
    let places: Vec<Place> = (1..count - 1).map(known).collect();
    let starts = support::starts(places.len(), |_| true);
    assert_eq!(starts, [0, 4096, 8192]);
    let draft = support::exact(Statement::Game(support::digest(json(&toys).as_bytes())), &places, &[], vec![], &starts);
    let (bytes, game) = (draft.bytes(), Arc::new(Game::read(json(&toys).as_bytes()).unwrap()));
    for threads in [0, 1, 3, 64, 1000] {
        let verified = Checker::new(threads, none, |_| None::<Vec<u8>>).check(&bytes, Some(&game)).unwrap();
        assert_eq!(place_of(&verified, 8_500), places[8_500]);
    }
}

/// Trivial bounds of an endgame whose slices begin where the kings' squares do.
#[test]
fn accepts_endgames_of_several_slices() {
    let board = Board::new(6, 6, 0);
    let mut imports = BTreeMap::new();
    let (mut files, mut known) = (Files::new(), Known::new());
    for men in ["Kk", "KNk"].map(men) {
        let world = naive::chess::World::of(board, &men);
        let kings = |number: usize| [0, 1].map(|king| world.positions[number].pieces[king].1);
        let starts = support::starts(world.positions.len(), |number| kings(number) != kings(number - 1));
        let bounds = vec![[0, 8, 0, 8]; world.positions.len()];
        let digests = world.imports().iter().map(|import| imports[import]).collect();
        let head = support::head(support::endgame(board, &men), 3, Form::Narrow, digests);
        let bytes = Draft::new(head, &support::Columns::narrow(&bounds), &starts).bytes();
        files.insert(support::digest(&bytes).0, bytes.clone());
        imports.insert(men.clone(), support::digest(&bytes));
        let places = both(&bytes, &files, None, &mut known);
        assert_eq!(places, support::in_fractions(&bounds, 3));
        assert!(men.len() == 2 || (starts.len() > 1 && starts[1] > 4096), "{starts:?}");
    }
}

#[test]
fn accepts_cycles_that_are_not_sharp() {
    let toys = cycles();
    let (draft, places) = exact_game(&toys).unwrap();
    assert_eq!(alone(&draft, Some(&json(&toys))), places);
    let zero_to_one = [0, 0, 1, 1].map(|x| fraction(x, 1));
    assert!(places[..4].iter().all(|place| place.bounds == zero_to_one && place.labels == [None; 2]));
    // Left reaches the end, and Right too: half.
    assert_eq!(places[4].bounds[0], fraction(1, 2));
    assert_eq!((draft.head.form, &places[4].bounds[3]), (Form::Two, &fraction(1, 2)));
    for (bits, list) in [(1, true), (1, false), (20, true), (62, true)] {
        let (draft, bounds) = enclosed_game(&toys, bits, list);
        assert_eq!(alone(&draft, Some(&json(&toys))), bounds);
        assert_eq!(bounds[0].bounds, if list { zero_to_one.clone() } else { [0, 1, 0, 1].map(|x| fraction(x, 1)) });
    }
}

#[test]
fn accepts_passes_and_terminal_values_between() {
    let exact = |toys: &[naive::game::Place]| {
        let (draft, places) = exact_game(toys).unwrap();
        assert_eq!(alone(&draft, Some(&json(toys))), places);
        places.iter().map(|place| [0, 3].map(|bound| place.bounds[bound].clone())).collect::<Vec<_>>()
    };
    let pair = |x: (i32, i32), y: (i32, i32)| [fraction(x.0, x.1), fraction(y.0, y.1)];
    // Right must pass: Left needs patience only. Then the mirror image. Then nobody but passes, in effect.
    let toys = [bid(&[4], &[]), bid(&[], &[3]), bid(&[2], &[]), end(0, 1), end(1, 1)];
    assert_eq!(exact(&toys), [pair((1, 1), (1, 1)), pair((0, 1), (0, 1)), pair((0, 1), (1, 1))]);
    // An option that is the position itself, and one that is listed twice, change nothing.
    assert_eq!(exact(&[bid(&[1, 1], &[0]), end(1, 1)]), [pair((1, 1), (1, 1))]);
    // Values between; all inner positions of them.
    let toys = [bid(&[1, 2], &[3]), end(133, 256), end(1, 3), end(1, 2)];
    assert_eq!(exact(&toys), [pair((133 + 128, 512), (133 + 128, 512))]);
    assert_eq!(exact(&[bid(&[0], &[0]), end(1, 2)]), [pair((0, 1), (1, 1))]);
    // A zugzwang of the auction: neither wants to move.
    assert_eq!(exact(&[bid(&[1], &[2]), end(1, 4), end(3, 4)]), [pair((1, 2), (1, 2))]);
    // No position that is not terminal.
    assert!(exact(&[end(1, 3), end(1, 1)]).is_empty());
}

/// Won, lost and drawn positions, with the distances to the win as labels where there is one.
#[test]
fn accepts_games_by_turns() {
    let toys = by_turns();
    let (draft, places) = exact_game(&toys).unwrap();
    assert_eq!(alone(&draft, Some(&json(&toys))), places);
    let found: Vec<(bool, bool, [Option<u64>; 2])> =
        places.iter().map(|place| (place.bounds[0].is_one(), place.bounds[3].is_one(), place.labels)).collect();
    // White's number where White wins is the distance; where α = 0, it is 0. The same for Black, who wins where β = 0.
    assert_eq!(
        found,
        [
            (true, true, [Some(5), Some(0)]),
            (true, true, [Some(6), Some(0)]),
            (true, true, [Some(4), Some(0)]),
            (true, true, [Some(3), Some(0)]),
            (true, true, [Some(1), Some(0)]),
            (true, true, [Some(2), Some(0)]),
            (false, false, [Some(0), Some(1)]),
            (false, false, [Some(0), Some(1)]),
            (false, true, [Some(0), Some(0)]),
        ]
    );
}

/// A fair coin between a win and a loss, and one that is thrown until it falls.
#[test]
fn accepts_chance() {
    let toys = [
        chance(&[(1, 1, 2), (2, 1, 2)]),
        end(1, 1),
        end(0, 1),
        chance(&[(3, 2, 3), (1, 1, 6), (2, 1, 6)]),
        turn('l', &[0, 4]),
    ];
    let (draft, places) = exact_game(&toys).unwrap();
    assert_eq!(alone(&draft, Some(&json(&toys))), places);
    let half = Place { labels: [Some(1); 2], ..Place::exact(fraction(1, 2)) };
    assert_eq!(places[..2], [half.clone(), half]);
    // Left may wait for ever, or toss the coin.
    let bounds = [1, 1, 2, 2].map(|x| fraction(x, 2));
    assert_eq!(places[2], Place { bounds, labels: [Some(2), Some(0)] });
}

#[test]
fn accepts_random_games_of_all_kinds() {
    let mut random = Random(7);
    let (mut two, mut listed, mut games) = (0, 0, 0);
    for kinds in [&['b'][..], &['l', 'r'], &['c', 'b'], &['b', 'l', 'r', 'c']] {
        for _ in 0..60 {
            let toys = random_game(&mut random, 5, kinds);
            let Some((draft, places)) = exact_game(&toys) else { continue };
            let text = json(&toys);
            games += 1;
            assert_eq!(alone(&draft, Some(&text)), places);
            two += usize::from(draft.head.form == Form::Two);
            let bits = 1 + random.below(62) as u8;
            let (draft, bounds) = enclosed_game(&toys, bits, random.below(3) > 0);
            assert_eq!(alone(&draft, Some(&text)), bounds);
            for (bounds, place) in bounds.iter().zip(&places) {
                let ([l, u, m, v], [x, _, _, y]) = (&bounds.bounds, &place.bounds);
                assert!(l <= x && x <= u && m <= y && y <= v);
                listed += usize::from(u < m);
            }
        }
    }
    assert!(games > 200 && two > 20 && listed > 20, "{games} {two} {listed}");
    assert!(inner(&cycles()).len() == 5);
}

/// Lists of all sorts: for not losing and for winning, of either side, exact and in units, with imports and without; and what they prove is
/// true of the game that they are about.
#[test]
fn accepts_lists_of_every_form() {
    let mut all = 0;
    for (text, rule, imported, count) in
        [("k2/3/N1K", 0, "Kk", 40), ("k1/2/KN", 0, "", 30), ("k1/1p/K1", 1, "Kk", 12), ("r1Q/2k/K2", 0, "KRk KQk", 25)]
    {
        let (board, root) = fen(text, rule);
        let used = |pos: &naive::chess::Pos| {
            let men: Vec<char> = pos.pieces.iter().map(|piece| piece.0).collect();
            naive::chess::used(&men)
        };
        let family = family(board, &used(&root).0.iter().collect::<String>());
        let members = reached(board, &root, count);
        let imports: BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)> = imported
            .split_whitespace()
            .map(|text| (men(text), (family[&men(text)].bytes.clone(), family[&men(text)].places.clone())))
            .collect();
        // The same enclosed, in other units than those of the lists, with exact imports of their own.
        let (mut files, mut known) = (files(&family), Known::new());
        let exact = family.iter().map(|(men, solved)| (men.clone(), (solved.bytes.clone(), solved.places.clone())));
        let exact: BTreeMap<Vec<char>, (Vec<u8>, Vec<Place>)> = exact.collect();
        let mut enclosed_imports = BTreeMap::new();
        for men in imports.keys() {
            let (draft, places) = enclosed(board, men, 21, true, &exact);
            files.insert(support::digest(&draft.bytes()).0, draft.bytes());
            enclosed_imports.insert(men.clone(), (draft.bytes(), places));
        }
        let value = |pos: &naive::chess::Pos| {
            let (used, flipped) = used(pos);
            let there = if flipped { board.flipped(pos) } else { pos.clone() };
            let place = &family[&used].places[family[&used].world.numbers[&board.canonical(&there)]];
            if flipped { place.mirrored() } else { place.clone() }
        };
        for form in [Side::White, Side::Black].into_iter().flat_map(|side| [Form::Holds(side), Form::Forces(side)]) {
            let mut says = R::zero();
            for (bits, with_labels, imports) in [
                (0, true, &imports),
                (1, false, &imports),
                (9, false, &imports),
                (9, true, &enclosed_imports),
                (62, true, &imports),
                (62, true, &enclosed_imports),
            ] {
                let draft = plan(board, &members, form, bits, with_labels, imports).unwrap();
                let places = both(&draft.bytes(), &files, None, &mut known);
                for (place, pos) in places.iter().zip(&members) {
                    let (stated, exact) = (&place.bounds[0], value(pos).bounds);
                    let (fits, better) = match form {
                        Form::Holds(Side::White) => (*stated >= exact[0], R::one() - stated),
                        Form::Holds(_) => (*stated <= exact[3], stated.clone()),
                        Form::Forces(Side::White) => (*stated <= exact[0], stated.clone()),
                        _ => (*stated >= exact[3], R::one() - stated),
                    };
                    assert!(fits, "{text} {form:?} {bits}");
                    says = says.max(better);
                }
                all += 1;
            }
            // Some of it is worth saying.
            assert!(!says.is_zero() || text.contains('p'), "{text} {form:?}");
        }
    }
    assert_eq!(all, 4 * 4 * 6);
}

/// A list with rights to capture *en passant*, positions of which differ in nothing else.
#[test]
fn accepts_lists_with_rights() {
    let (board, root) = fen("1k/1p/2/P1/K1", 2);
    let members = reached(board, &root, 60);
    let rights = members.iter().filter(|member| member.passed.is_some()).count();
    let bare = |pos: &naive::chess::Pos| naive::chess::Pos { passed: None, ..pos.clone() };
    let pairs = members.iter().filter(|member| member.passed.is_some() && members.contains(&bare(member))).count();
    assert!(rights > 2 && pairs > 0, "{rights} {pairs}");
    for form in
        [Form::Holds(Side::White), Form::Holds(Side::Black), Form::Forces(Side::White), Form::Forces(Side::Black)]
    {
        for bits in [0, 16] {
            let draft = plan(board, &members, form, bits, true, &BTreeMap::new()).unwrap();
            alone(&draft, None);
        }
    }
}

/// What is verified once is not asked for again, and serves under every name.
#[test]
fn asks_for_each_import_once() {
    let family = family(Board::new(2, 2, 0), "KNkn");
    let files = files(&family);
    let mut asked: Vec<Digest> = Vec::new();
    {
        let mut checker = Checker::new(1, none, |digest| {
            asked.push(digest);
            files.get(&digest.0).cloned()
        });
        for text in ["KNkn", "KNk", "KNkn"] {
            let verified = checker.check(&family[&men(text)].bytes, None).unwrap();
            let digests: Vec<Digest> = verified.imports().iter().map(|import| import.digest()).collect();
            assert_eq!(digests, verified.head().imports);
        }
    }
    let expected = ["KNk", "Kk"].map(|text| support::digest(&family[&men(text)].bytes));
    assert_eq!(asked, expected);
}

/// The library's writer and the naive one write the same bytes, and the naive reader finds in them what was written.
#[test]
fn writes_what_another_reader_reads() {
    let family = family(Board::new(2, 3, 1), "KPk");
    let (toys, (board, root)) = (cycles(), fen("1k/1p/2/P1/K1", 2));
    let list = plan(board, &reached(board, &root, 20), Form::Forces(Side::Black), 0, true, &BTreeMap::new()).unwrap();
    let mut drafts: Vec<Draft> = family.values().map(|solved| solved.draft.clone()).collect();
    drafts.extend([exact_game(&toys).unwrap().0, enclosed_game(&toys, 33, true).0, list]);
    for draft in drafts {
        let bytes = draft.bytes();
        let written = naive::bytes::read(&bytes).unwrap();
        assert_eq!(naive::bytes::write(&written), bytes);
        let head = &draft.head;
        assert_eq!((written.bits, FORMS[usize::from(written.form)]), (head.bits, head.form));
        let mut imports: Vec<[u8; 32]> = head.imports.iter().map(|digest| digest.0).collect();
        imports.sort_unstable();
        assert_eq!(written.imports, imports);
        assert_eq!((&written.denominator, &written.numerators), (&head.values.denominator, &head.values.numerators));
        assert_eq!(written.never, head.never);
        assert_eq!(written.slices, draft.slices.iter().map(Draft::slice_bytes).collect::<Vec<_>>());
        match (&written.about, &head.statement) {
            (About::Endgame([files, ranks, _], men), Statement::Endgame(board, others)) => {
                assert_eq!((files, ranks, men), (&board[0], &board[1], others));
            }
            (About::Game(digest), Statement::Game(other)) => assert_eq!(*digest, other.0),
            (About::List([files, ranks, rule], root, members), Statement::List(board, other, others)) => {
                assert_eq!((files, ranks, *rule, *root), (&board[0], &board[1], 2, *other));
                assert_eq!(members, others);
            }
            (about, _) => panic!("{about:?}"),
        }
    }
}

/// A panic, if there is one, ends at the border of the library, and nothing is verified or rejected.
#[test]
fn declines_where_it_panics() {
    let family = family(Board::new(2, 2, 0), "KQk");
    let bytes = &family[&men("KQk")].bytes;
    let panics: [fn(checker::certificate::Digest) -> Option<Vec<u8>>; 2] =
        [|_| panic!("the disk is gone"), |_| std::panic::panic_any(7)];
    for find in panics {
        let failure = Checker::new(1, none, find).check(bytes, None).unwrap_err();
        assert_eq!(failure, Failure::Bug);
        assert!(failure.is_declined());
    }
}
