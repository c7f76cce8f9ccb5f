//! True certificates are verified, of every statement in every form, and say what the values are; the naive checker agrees.

use crate::witness::{naive, support};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::witness::naive::bytes::About;
use crate::witness::naive::chess::Board;
use crate::witness::naive::{Given, Known, Place, Verdict, fraction};
use crate::witness::support::games::{cycles, enclosed_game, exact_game, json, path};
use crate::witness::support::{Draft, Family, enclosed, family, fen, men, place_of, plan, reached};
use checker::Checker;
use checker::certificate::{Digest, FORMS, Form, Statement};
use checker::claim::none;
use checker::failure::Failure;
use checker::graph::Game;
use checker::theorem::Side;

type Files = BTreeMap<[u8; 32], Vec<u8>>;

/// The verdict of both checkers on a certificate: the places as both tell them.
fn both(bytes: &[u8], files: &Files, game: Option<&str>, known: &mut Known) -> Vec<Place> {
    let read = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    let found = Checker::new(2, none, |digest| files.get(&digest.0).cloned()).check(bytes, read.as_ref());
    let verified = found.unwrap_or_else(|failure| panic!("{failure:?}"));
    let naive = naive::check_after(bytes, &Given { files, game: game.map(str::as_bytes) }, known);
    let Verdict::Verified(naive) = naive else { panic!("{naive:?}") };
    let places: Vec<Place> = (0..naive.places.len()).map(|number| place_of(&verified, number)).collect();
    assert_eq!(places, naive.places);
    assert_eq!(verified.digest(), support::digest(bytes));
    known.insert(verified.digest().0, Arc::new(*naive));
    places
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
