//! Parts of the solver alone: texts, numbers, pictures, the manifest, bounds of games.

mod random {
    use solver::random::SplitMix64;

    /// The numbers of the seed 1234567 in the table of tests of Rosetta Code, "Pseudo-random numbers/Splitmix64".
    #[test]
    fn makes_the_published_numbers() {
        let mut numbers = SplitMix64::new(1_234_567);
        let found = [(); 3].map(|()| numbers.number());
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}

mod escape {
    use solver::escape::{escaped, short};

    #[test]
    fn what_steers_is_escaped_and_what_is_long_is_cut() {
        assert_eq!(escaped("k7/8 größer \"x\" e\u{301}"), "k7/8 größer \"x\" e\u{301}");
        assert_eq!(escaped("a\u{1b}[31m\u{202e}b\u{2028}"), "a\\u{1b}[31m\\u{202e}b\\u{2028}");
        assert_eq!(short(&"é".repeat(100)), "é".repeat(100));
        assert_eq!(short(&"é".repeat(101)), format!("{}… (202 bytes)", "é".repeat(100)));
    }
}

mod parallel {
    use solver::parallel::{both, in_ranges, map};

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        for (count, threads, least) in [(0, 3, 1), (1, 3, 1), (10, 3, 1), (10, 64, 1), (100, 7, 64), (10, 0, 0)] {
            let all: Vec<usize> =
                in_ranges(count, threads, least, |range| range.collect::<Vec<_>>()).into_iter().flatten().collect();
            assert_eq!(all, (0..count).collect::<Vec<_>>(), "{count} {threads} {least}");
        }
        assert_eq!(map(&[1, 2, 3], |number| 2 * number), [2, 4, 6]);
        assert_eq!(both(|| 1, || 2), (1, 2));
    }
}

mod closed_forms {
    use num_rational::BigRational;
    use solver::analysis::closed_forms::{BishopAlone, NEVER, rook_greatest};

    fn fraction(numerator: i32, denominator: i32) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// Larsson and Wästlund, figure 3, left: 9/16, because three white moves are needed.
    #[test]
    fn figure_3_has_its_value() {
        let alone = BishopAlone::new(8, 8, (0, 4 - 1));
        let (king, bishop) = ((4, 3), (6, 1));
        assert_eq!((alone.moves(king, bishop), alone.value(king, bishop)), (3, fraction(9, 16)));
    }

    /// A bishop in a corner behind its own king: the king steps aside, and the capture follows.
    #[test]
    fn own_king_is_in_the_way() {
        let alone = BishopAlone::new(4, 4, (3, 3));
        assert_eq!(alone.moves((1, 1), (0, 0)), 2);
        assert_eq!(alone.value((1, 1), (0, 0)), fraction(5, 8));
        // On the other colour it never captures, and beside the king it need not.
        assert_eq!(alone.moves((1, 1), (0, 1)), NEVER);
        assert_eq!(alone.value((2, 2), (0, 0)), fraction(1, 2));
    }

    /// 3853/4096 on 8×8, 3/4 where the longer side is 3.
    #[test]
    fn greatest_values_of_the_rook() {
        assert_eq!(rook_greatest(8), fraction(3853, 4096));
        assert_eq!(rook_greatest(3), fraction(3, 4));
    }
}

mod printed {
    use num_rational::BigRational;
    use solver::audit::printed::{Found, agrees, shortened};

    fn is(printed: &str, numerator: i64, denominator: i64) -> bool {
        agrees(printed, &Found::number(BigRational::new(numerator.into(), denominator.into())))
    }

    #[test]
    fn exact_numbers_are_compared_exactly() {
        assert!(is("3/4", 3, 4) && is("6/8", 3, 4) && is("2,732,672", 2_732_672, 1) && is("2732672", 2_732_672, 1));
        assert!(!is("3/5", 3, 4) && !is("2,732,673", 2_732_672, 1) && !is("1", 3, 4));
        assert!(is("2^3 · 3", 24, 1) && !is("2^3 · 3", 25, 1) && is("10^-2", 1, 100) && !is("10^-2", 1, 99));
    }

    #[test]
    fn rounded_numbers_are_right_to_the_last_printed_digit() {
        assert!(is("0.667", 2, 3) && !is("0.666", 2, 3) && is("0.67", 2, 3) && !is("0.75", 4, 5));
        assert!(is("66.7 %", 2, 3) && is("67%", 2, 3) && !is("66 %", 2, 3) && !is("66.6 %", 2, 3));
        // A half may be rounded either way.
        assert!(is("0.5", 45, 100) && is("0.4", 45, 100) && !is("0.3", 45, 100));
        assert!(is("about 136,000", 136_400, 1) && !is("about 136,000", 136_600, 1) && !is("136,000", 136_400, 1));
    }

    #[test]
    fn bounds_are_compared_as_they_are_signed() {
        assert!(is("≤ 7", 7, 1) && !is("< 7", 7, 1) && is("≥ 7", 7, 1) && !is("> 7", 7, 1) && is("< 10^-1", 1, 11));
        assert!(!is("≤ 6", 7, 1) && !is("≥ 8", 7, 1) && is("≥ 3/4", 4, 5) && is("> 39.4 %", 2, 5));
    }

    #[test]
    fn what_is_no_number_agrees_with_none() {
        for printed in
            ["", "x", "1/0", "31:48", "1,00", "1,0000", "-1", "+1", "1.", ".5", "≤", "about ", "2^x", "1e3", "5 5"]
        {
            assert!(!is(printed, 1, 1) && !is(printed, 5, 1) && !is(printed, 1, 2), "{printed}");
        }
    }

    #[test]
    fn lists_are_in_order_and_sets_are_not() {
        let list = Found::list([7, 13]);
        assert!(
            agrees("≤ 7, 13", &list) && !agrees("13, 7", &list) && !agrees("7", &list) && !agrees("7, 13, 13", &list)
        );
        assert!(agrees("13, 7", &list.clone().as_set()) && !agrees("13, 13", &list.as_set()));
        let moves = Found::words(["Kc7", "Kd7"]);
        assert!(agrees("Kd7, Kc7", &moves) && !agrees("Kd7, Kc6", &moves) && !agrees("Kd7", &moves));
        assert!(agrees("holds", &Found::unless([""; 0])) && !agrees("holds", &Found::unless([5])));
        assert!(!agrees("holds", &Found::truth(false)));
    }

    #[test]
    fn long_numbers_are_cut() {
        let long = "1".repeat(21);
        assert_eq!(shortened(&format!("α = {long}/7")), "α = 111111…111111 (21 digits)/7");
        assert_eq!(shortened(&"1".repeat(20)), "1".repeat(20));
        assert_eq!(Found::count(5).noting("of 9").to_string(), "5: of 9");
    }
}

mod manifest {
    use solver::manifest::{Manifest, Tier};

    /// A manifest of three rows, of which the last imports the first.
    fn three() -> String {
        let row = |name: &str, tier: &str, more: &str| {
            let digest = "0".repeat(64);
            format!(
                "[[row]]\nname = \"{name}\"\ntier = \"{tier}\"\nseconds = 1\ncommand = \"game '1.e3 d5' --out {{out}}/{name}\"\n{more}\nfiles = {{ \"{name}\" = \
                 \"{digest}\" }}\n"
            )
        };
        row("games/a", "nightly", "") + &row("games/b", "fast", "") + &row("other/c", "ci", "imports = [\"games/a\"]")
    }

    #[test]
    fn selects_by_tier_and_by_name_with_what_is_imported() {
        let manifest = Manifest::read(&three()).expect("a manifest");
        let select = |tier, patterns: &[&str]| {
            let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            let rows = manifest.select(tier, &patterns).map_err(str::to_owned)?;
            Ok::<_, String>(rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(select(Tier::Fast, &[]), Ok("games/b".to_owned()));
        assert_eq!(select(Tier::Ci, &[]), Ok("games/a games/b other/c".to_owned()));
        assert_eq!(select(Tier::Large, &["games"]), Ok("games/a games/b".to_owned()));
        assert_eq!(select(Tier::Large, &["*/c"]), Ok("games/a other/c".to_owned()));
        assert_eq!(select(Tier::Large, &["game"]), Err("game".to_owned()));
    }

    #[test]
    fn arguments_are_separated_by_blanks_unless_they_are_quoted() {
        let manifest = Manifest::read(&three()).expect("a manifest");
        assert_eq!(manifest.rows[0].arguments("a b"), ["game", "1.e3 d5", "--out", "a b/games/a"]);
    }

    #[test]
    fn says_what_is_wrong_with_a_manifest() {
        let fault = |from: &str, to: &str| {
            let text = three().replace(from, to);
            Manifest::read(&text).expect_err("a fault").to_string()
        };
        assert_eq!(
            fault("imports = [\"games/a\"]", "imports = [\"games/z\"]"),
            "row other/c: found the import games/z, required the name of a row above"
        );
        assert_eq!(
            fault("name = \"games/b\"", "name = \"games/a\""),
            "row games/a: found the name twice, required a name for each row"
        );
        assert_eq!(
            fault("{ \"games/b\"", "{ \"games/a\""),
            "row games/b: found games/a, which another row makes, required one row for each file"
        );
        assert!(fault("0000\" }", "00\" }").contains("required a SHA-256 of 64 digits"));
        assert!(fault("'1.e3 d5'", "'1.e3 d5").contains("required quotes in pairs"));
        assert!(fault("tier = \"ci\"", "tier = \"daily\"").contains("unknown variant `daily`"));
        assert!(fault("imports", "import").contains("unknown field `import`"));
    }
}

mod boards {
    use solver::picture::{Arrow, Mover, PictureError, svg};

    fn two_by_two() -> Vec<Vec<Option<char>>> {
        vec![vec![None, Some('k')], vec![Some('K'), None]]
    }

    #[test]
    fn draws_every_role_in_both_colours() {
        for letter in "KQRBNPkqrbnp".chars() {
            let text = svg(&[vec![Some(letter)]], &[], None).expect("a known piece");
            assert_eq!(text.matches("<g ").count(), 2, "{letter}: the names and one piece");
        }
    }

    #[test]
    fn refuses_a_ragged_board() {
        let rows = vec![vec![None, None], vec![None]];
        assert_eq!(svg(&rows, &[], None), Err(PictureError::Ragged { row: 1, expected: 2, found: 1 }));
    }

    #[test]
    fn refuses_an_empty_and_a_too_large_board() {
        assert_eq!(svg(&[], &[], None), Err(PictureError::Empty));
        assert_eq!(svg(&vec![vec![None; 16]; 17], &[], None), Err(PictureError::TooLarge { files: 16, ranks: 17 }));
        assert!(svg(&vec![vec![None; 16]; 16], &[], None).is_ok());
    }

    #[test]
    fn refuses_an_unknown_piece() {
        assert_eq!(svg(&[vec![Some('x')]], &[], None), Err(PictureError::UnknownPiece('x')));
    }

    #[test]
    fn refuses_arrows_outside_or_without_length() {
        let outside = Arrow { from: (0, 0), to: (2, 0), mover: Mover::White };
        assert_eq!(svg(&two_by_two(), &[outside], None), Err(PictureError::ArrowOutside(outside)));
        let still = Arrow { from: (1, 1), to: (1, 1), mover: Mover::Black };
        assert_eq!(svg(&two_by_two(), &[still], None), Err(PictureError::ArrowWithoutLength(still)));
    }

    #[test]
    fn escapes_the_caption() {
        let text = svg(&two_by_two(), &[], Some("α < β & T")).expect("a good board");
        assert!(text.contains("α &lt; β &amp; T"));
    }
}

mod matrix {
    use solver::games::all_pay::matrix::Matrix;

    /// A matrix whose numbers are known, in units of which so many are 1.
    fn matrix(rows: &[&[u64]], one: u64) -> Matrix {
        let entries = rows.concat().iter().map(|entry| [2 * one * entry / 8; 2]).collect();
        Matrix { height: rows.len(), width: rows[0].len(), entries }
    }

    /// Eighths; values by hand.
    #[test]
    fn bounds_games_with_known_values() {
        let cases: [(&[&[u64]], u64, u64); 5] = [
            // Matching pennies; two bids with different stakes; a saddle; rock, scissors, paper; a column that is never used.
            (&[&[8, 0], &[0, 8]], 1, 2),
            (&[&[6, 8], &[8, 6]], 7, 8),
            (&[&[3, 5], &[2, 8]], 3, 8),
            (&[&[4, 8, 0], &[0, 4, 8], &[8, 0, 4]], 1, 2),
            (&[&[8, 0, 8], &[0, 4, 8]], 1, 3),
        ];
        let one = 1_u64 << 40;
        for (rows, numerator, denominator) in cases {
            let [first, second] = matrix(rows, one).solve(40);
            let value = one / denominator * numerator;
            assert!(first.bound <= value + 1 && value <= second.bound, "{rows:?}: {first:?} {second:?}");
            assert!(second.bound - first.bound < 64, "{rows:?}: {first:?} {second:?}");
            for mix in [first.mix, second.mix] {
                assert_eq!(mix.iter().map(|(_, own)| own).sum::<u64>(), 1 << 40);
            }
        }
    }

    #[test]
    fn takes_one_bid_where_one_is_enough() {
        let [first, second] = matrix(&[&[3, 5], &[2, 8]], 8).solve(4);
        assert_eq!((first.bound, first.mix), (3, vec![(0, 16)]));
        assert_eq!((second.bound, second.mix), (3, vec![(0, 16)]));
        // Of equal bids the least: chips are kept.
        let [first, second] = matrix(&[&[8, 8], &[8, 8]], 8).solve(4);
        assert_eq!((first.mix, second.mix), (vec![(0, 16)], vec![(0, 16)]));
    }
}

mod family {
    use solver::certificates::family::{least_memory, positions};
    use solver::certificates::pipeline::Method;
    use solver::chess::material::Signature;

    /// The most megabytes that `solve endgame BOARD MATERIAL --alone` held, on Linux; of five men on 8×8 with its imports still there.
    const MEASURED: [(&str, &str, Method, u64); 6] = [
        ("6x6", "KBNkn", Method::Choose, 274),
        ("6x6", "KNNkb", Method::Choose, 222),
        ("8x8", "KRNkb", Method::Choose, 3300),
        ("8x8", "KBkn", Method::Enclosure(30), 130),
        ("8x8", "KBkn", Method::Enclosure(56), 160),
        ("8x8", "KNNk", Method::Enclosure(56), 105),
    ];

    #[test]
    fn least_memory_of_slices_is_what_was_measured_or_a_fifth_more() {
        for (board, material, method, measured) in MEASURED {
            let (board, (signature, _)) =
                (board.parse().expect("a board"), Signature::parse(material).expect("a signature"));
            let megabytes = least_memory(board, &signature, method).div_ceil(1_000_000);
            assert!((measured..=measured * 6 / 5).contains(&megabytes), "{board} {material}: {megabytes} MB");
        }
    }

    #[test]
    fn men_of_one_kind_may_change_their_places() {
        let board = "4x4".parse().expect("a board");
        let count = |material: &str| positions(board, &Signature::parse(material).expect("a signature").0);
        let all = 16 * 15 * 14 * 13 * 12 / 8;
        assert_eq!(["KBNkn", "KNNkn", "KNNkb", "KRRRk"].map(count), [all, all / 2, all / 2, all / 6]);
    }
}

mod factors {
    use num_bigint::BigUint;
    use solver::analysis::factors::divisors;

    fn number(text: &str) -> BigUint {
        text.parse().expect("a number")
    }

    #[test]
    fn finds_the_primes_of_several_numbers() {
        // Cole: 2^67 - 1 = 193707721 · 761838257287; 1001 = 7 · 11 · 13; 49 = 7^2.
        let numbers = ["147573952589676412927", "1001", "49", "1"].map(number);
        let found = divisors(numbers.iter());
        assert_eq!(found.primes, ["7", "11", "13", "193707721", "761838257287"].map(number));
        assert!(found.composites.is_empty());
    }

    /// 2^32 - 5, 2^32 - 17 and 2^26 - 5 are prime.
    #[test]
    fn products_of_up_to_128_bits_are_split() {
        let [p, q, r] = ["4294967291", "4294967279", "67108859"].map(number);
        assert_eq!(divisors([&p * &q * &r].iter()).primes, [&r, &q, &p].map(BigUint::clone));
        assert_eq!(divisors([&p * &p].iter()).primes, [p]);
    }

    /// Two factors of LW's Figure 7, too large to be found, are told apart where another number has one of them.
    #[test]
    fn shared_factors_split_what_is_too_large_to_be_factored() {
        let (p, q) = (number("42481581776421430245997"), number("240980537473228976453730945188262261414394247399"));
        let found = divisors([&p * &q, &q * 3u32].iter());
        assert_eq!(found.primes, [number("3"), p.clone(), q.clone()]);
        let product = &p * &q;
        assert_eq!(divisors([product.clone()].iter()).composites, [product]);
    }
}

mod atomic_file {
    use solver::atomic_file::AtomicFile;
    use std::fs;
    use std::io::Write as _;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_is_not_finished_is_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = AtomicFile::create(&folder.path().join("made")).expect("a file");
        file.write_all(b"half").expect("room");
        drop(file);
        assert!(names(folder.path()).is_empty());
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}

mod solve {
    use num_bigint::BigUint;
    use num_rational::{BigRational, Ratio};
    use solver::graph::INFINITE;
    use solver::graph::exact::policy::Silent;
    use solver::graph::labels::Side;
    use solver::graph_games::solve::{Best, Method, Solution, bid, shown_bid, solve};
    use solver::graph_games::{Game, Kind, Position, generate};

    fn solved(game: &Game) -> Solution {
        solve(game, Method::Exact, 2, &mut Silent).expect("small values")
    }

    fn ratio(numerator: u32, denominator: u32) -> Ratio<BigUint> {
        Ratio::new(numerator.into(), denominator.into())
    }

    /// The published values of the empty board: 133/256 where a draw counts for the first player, 123/256 for the second, 1/2 for half.
    #[test]
    fn tic_tac_toe_has_the_published_values() {
        for (draw, value) in
            [(ratio(1, 1), ratio(133, 256)), (ratio(0, 1), ratio(123, 256)), (ratio(1, 2), ratio(1, 2))]
        {
            let game = generate::tic_tac_toe(&draw);
            let solution = solved(&game);
            assert_eq!((&solution.known(0).lower, solution.not_sharp()), (&value, 0));
        }
    }

    /// A long path: labels up to its length, in time that does not grow with its square.
    #[test]
    fn a_long_acyclic_game_is_solved() {
        let kind = |place: u32| match place {
            0 => Kind::Terminal(ratio(1, 1)),
            1 => Kind::Terminal(ratio(0, 1)),
            _ => Kind::Open { left: vec![place - 1], right: vec![place - 1] },
        };
        let position = |place: u32| Position { name: place.to_string(), kind: kind(place) };
        let game = Game::new(None, (0..20_000).map(position).collect()).expect("a game");
        let solution = solved(&game);
        assert_eq!(solution.not_sharp(), 0);
        assert_eq!(solution.known(19_999).black_label, 19_998);
    }

    /// Two players who can wait for ever, and a way out for each: by hand, 1/4 and 3/4.
    #[test]
    fn where_both_can_wait_the_values_differ() {
        let json = r#"{ "bidding-game": 2, "positions": [
            { "name": "wait", "left": ["wait", "out left"], "right": ["wait", "out right"] },
            { "name": "out left", "value": "1/4" },
            { "name": "out right", "value": "3/4" }] }"#;
        let game = Game::read(json).expect("a game");
        let solution = solved(&game);
        let known = solution.known(0);
        assert_eq!((&known.lower, &known.upper), (&ratio(1, 4), &ratio(3, 4)));
        assert_eq!((known.white_label, known.black_label), (1, 1));
        let best = |side, upper| solution.best(&game, 0, side, upper).expect("options").options;
        assert_eq!([best(Side::White, false), best(Side::White, true)], [vec![0, 1], vec![0]]);
        assert_eq!([best(Side::Black, false), best(Side::Black, true)], [vec![0], vec![0, 2]]);
    }

    /// The bid in lowest terms, for equal and for different denominators, of both signs: by the arithmetic of rational numbers.
    #[test]
    fn bids_are_half_of_the_difference() {
        let best = |numerator, denominator| Best { value: ratio(numerator, denominator), options: Vec::new() };
        for a in 0..=12u32 {
            for b in 0..=8u32 {
                for (left, right) in [((a, 12), (b, 8)), ((b, 12), (a, 12)), ((a, 12), (a, 12))] {
                    let expected =
                        |(numerator, denominator): (u32, u32)| BigRational::new(numerator.into(), denominator.into());
                    let expected = (expected(left) - expected(right)) / BigRational::from_integer(2.into());
                    assert_eq!(bid(&best(left.0, left.1), &best(right.0, right.1)).into_raw(), expected.into_raw());
                }
            }
        }
    }

    /// Large values are cut, not rounded; 1/3 with a large denominator is 0.333333333333….
    #[test]
    fn large_values_are_shortened() {
        let power = |bits: u32| BigUint::from(1u8) << bits;
        let best = |numerator, denominator| Best { value: Ratio::new_raw(numerator, denominator), options: Vec::new() };
        for bits in [400, 4000] {
            let (third, two_thirds) = (best(power(bits) / 3u8, power(bits)), best(power(bits + 1) / 3u8, power(bits)));
            assert_eq!(shown_bid(&two_thirds, &third), "0.166666666666…");
            assert_eq!(shown_bid(&third, &two_thirds), "-0.166666666666…");
            assert_eq!(shown_bid(&third, &third), "0");
        }
    }

    /// Nobody can end the game: White cannot win, nor can Black.
    #[test]
    fn where_nothing_ends_the_values_are_0_and_1() {
        let json = r#"{ "bidding-game": 2, "positions": [
            { "name": "here", "left": ["there"], "right": ["there"] },
            { "name": "there", "left": ["here"] },
            { "name": "elsewhere", "value": "1" }] }"#;
        let game = Game::read(json).expect("a game");
        let solution = solved(&game);
        for place in [0, 1] {
            let known = solution.known(place);
            assert_eq!((&known.lower, &known.upper), (&ratio(0, 1), &ratio(1, 1)));
            assert_eq!((known.white_label, known.black_label), (INFINITE, INFINITE));
        }
        assert_eq!(game.passes(), [(0, None), (1, Some("there"))]);
    }
}

mod enclosure {
    use num_bigint::BigUint;
    use num_rational::Ratio;
    use solver::graph::enclosure::{Enclosed, Listed, enclose, strict};
    use solver::graph::exact::policy::Silent;
    use solver::graph::labels::Side;
    use solver::graph::{Bounds, Graph};
    use solver::graph_games::generate::{
        path, random, random_acyclic, random_turns, random_two_options, random_undirected,
    };
    use solver::graph_games::solve::{Method, solve};
    use solver::graph_games::{Draw, Game, Kind, Position};

    /// No width is larger than this, in units: a quarter of the square of the largest number of positions.
    const WIDEST: u64 = 900;

    /// Games of every kind, sharp ones and others.
    fn games() -> impl Iterator<Item = Game> {
        (0..24u64).flat_map(|seed| {
            let size = 3 + (seed * 7 % 60) as u32;
            let options = 1 + (seed % 3) as u32;
            [
                random(seed, size, options),
                random_acyclic(seed, size, 3),
                random_two_options(seed, size),
                random_undirected(seed, size, options),
                random_turns(seed, size, options),
            ]
        })
    }

    fn bounded(game: &Game, bits: u8) -> Graph<Bounds> {
        game.graph().0.with(|node| node.bounds(bits))
    }

    fn enclosed(graph: &Graph<Bounds>, bits: u8) -> Enclosed {
        enclose(graph, strict(graph, bits, || ()))
    }

    fn units(value: &Ratio<BigUint>, bits: u8) -> Ratio<BigUint> {
        value * (BigUint::from(1u8) << bits)
    }

    /// All four bounds hold the exact values, every gap of more than `widest` units is listed, and everything is enclosed within `widest` units.
    /// Gives how many positions have a gap, and how many are listed.
    fn assert_holds(game: &Game, enclosed: &Enclosed, widest: u64) -> [usize; 2] {
        let table = solve(game, Method::Exact, 1, &mut Silent).expect("a small game").table;
        let title = game.title();
        let mut counts = [0; 2];
        for position in 0..enclosed.lower.len() {
            let exact = table.boundary(position);
            let [alpha, beta] = [&exact.lower, &exact.upper].map(|value| units(value, enclosed.bits));
            let bounds = enclosed.bounds(position as u32);
            for (value, [low, high]) in [(&alpha, bounds.alpha), (&beta, bounds.beta)] {
                assert!(Ratio::from_integer(low.into()) <= *value, "{title:?}, position {position}");
                assert!(Ratio::from_integer(high.into()) >= *value, "{title:?}, position {position}");
            }
            let listed = bounds.alpha[1] < bounds.beta[0];
            let gap = beta - alpha;
            assert!(listed || gap <= Ratio::from_integer(widest.into()), "{title:?}, position {position}: a gap");
            counts[0] += usize::from(gap > Ratio::from_integer(0u8.into()));
            counts[1] += usize::from(listed);
        }
        assert!(enclosed.width() <= widest, "{title:?}, {} bits: {} units", enclosed.bits, enclosed.width());
        assert_eq!(counts[1], enclosed.not_sharp());
        counts
    }

    #[test]
    fn enclosures_hold_the_exact_values_and_list_every_wide_gap() {
        let mut all = [0; 2];
        for game in games() {
            for bits in [1, 7, 20, 56, 62] {
                let enclosed = enclosed(&bounded(&game, bits), bits);
                let [gaps, listed] = assert_holds(&game, &enclosed, WIDEST.min(1 << bits));
                if bits >= 56 {
                    assert_eq!(gaps, listed, "{:?}: units are so fine that every gap is wide", game.title());
                    all = [all[0] + gaps, all[1] + enclosed.lower.len() - gaps];
                }
            }
        }
        assert!(all.iter().all(|&count| count > 400), "with a gap and without: {all:?}");
    }

    /// A walk from the middle of n positions takes about n²/4 steps to either end, and rounding loses between half a unit and a unit at each step, for `l` as for `u′`.
    #[test]
    fn a_corridor_is_enclosed_within_half_the_square_of_its_length() {
        for nodes in [3, 10, 20, 50, 100] {
            for bits in [40, 56] {
                let game = path(nodes);
                let enclosed = enclosed(&bounded(&game, bits), bits);
                let length = u64::from(nodes - 1);
                assert_eq!(assert_holds(&game, &enclosed, length * length / 2), [0, 0]);
            }
        }
    }

    /// α = 1/2 − 1/2000 and β = 1/2 + 1/2000 where both players may wait or leave.
    #[test]
    fn a_gap_of_a_thousandth_is_listed() {
        let end = |name: &str, value: u32| Position {
            name: name.to_owned(),
            kind: Kind::Terminal(Ratio::new(value.into(), 2_000u32.into())),
        };
        let wait = Position { name: "wait".to_owned(), kind: Kind::Open { left: vec![0, 1], right: vec![0, 2] } };
        let game = Game::new(None, vec![wait, end("low", 999), end("high", 1_001)]).expect("a game");
        for bits in [16, 20, 40, 56, 62] {
            let enclosed = enclosed(&bounded(&game, bits), bits);
            assert_eq!(assert_holds(&game, &enclosed, 4), [1, 1], "{bits} bits");
        }
    }

    /// A position.
    fn place(name: &str, kind: Kind) -> Position {
        Position { name: name.to_owned(), kind }
    }

    /// Every sort of turn, and players who pass or wait.
    fn turns() -> Game {
        let end = |numerator: u32| Kind::Terminal(Ratio::new(numerator.into(), 8u32.into()));
        let draw = |to, numerator| Draw { to, weight: Ratio::new(numerator, 3) };
        let positions = vec![
            place("up", Kind::Turn { side: Side::White, options: vec![5, 6] }),
            place("down", Kind::Turn { side: Side::Black, options: vec![0, 6] }),
            place("lot", Kind::Chance(vec![draw(5, 1), draw(6, 2)])),
            place("white passes", Kind::Turn { side: Side::White, options: vec![] }),
            place("black waits", Kind::Turn { side: Side::Black, options: vec![4, 6] }),
            place("low", end(1)),
            place("high", end(7)),
        ];
        Game::new(None, positions).expect("a game")
    }

    /// By hand: a turn costs a unit, a mean of chance costs none where it is a number of units; what cannot be forced is 0.
    #[test]
    fn turns_and_chance_lose_what_strictness_asks_for() {
        let game = turns();
        for bits in [4, 20, 56, 62] {
            let enclosed = enclosed(&bounded(&game, bits), bits);
            let eighth = 1u64 << (bits - 3);
            let down = 7 * eighth - 1;
            // The mean is 5/8.
            assert_eq!(enclosed.lower, [down, down - 1, 5 * eighth, 0, 0], "{bits} bits");
            let one = 8 * eighth;
            assert_eq!(enclosed.upper, [7 * eighth + 1, 7 * eighth + 1, 5 * eighth, one, 7 * eighth + 1]);
            assert_holds(&game, &enclosed, if bits == 4 { 16 } else { 4 });
        }
    }

    #[test]
    fn verification_refuses_every_bound_that_is_a_unit_too_good() {
        for (bits, game) in [path(9), turns()].iter().flat_map(|game| [(20, game), (56, game)]) {
            let graph = bounded(game, bits);
            // Without a listed position, so that no bound is out of order with another.
            let control = Enclosed { listed: Vec::new(), ..enclosed(&graph, bits) };
            for position in 0..control.lower.len() {
                for side in 0..2 {
                    let mut mutant = control.clone();
                    if side == 0 {
                        mutant.lower[position] += 1
                    } else {
                        mutant.upper[position] -= 1
                    }
                    assert!(std::panic::catch_unwind(|| mutant.verify(&graph)).is_err(), "position {position}");
                }
            }
            control.verify(&graph);
        }
    }

    #[test]
    fn verification_refuses_a_listed_position_without_a_proof() {
        let waiting = Position { name: "wait".to_owned(), kind: Kind::Open { left: vec![0, 1], right: vec![0, 2] } };
        let end = |value: u32| Position {
            name: value.to_string(),
            kind: Kind::Terminal(Ratio::new(value.into(), 4u32.into())),
        };
        let game = Game::new(None, vec![waiting, end(1), end(3)]).expect("a game");
        let graph = bounded(&game, 20);
        let control = enclosed(&graph, 20);
        assert_eq!(control.listed.len(), 1);
        let change: [fn(&mut Listed); 3] = [
            |listed| listed.alpha_upper -= 1,
            |listed| listed.beta_lower += 1,
            |listed| listed.alpha_upper = listed.beta_lower,
        ];
        for change in change {
            let mut mutant = control.clone();
            change(&mut mutant.listed[0]);
            assert!(std::panic::catch_unwind(|| mutant.verify(&graph)).is_err());
        }
    }
}

mod table {
    use solver::audit::table::{Ask, Formula, Table, ask};

    /// The numbers 0 to 9, and a function that doubles.
    struct Ten;

    impl Table for Ten {
        fn count(&self) -> usize {
            10
        }

        fn name(&self, row: usize) -> String {
            row.to_string()
        }

        fn look(&self, row: usize, name: &str, of: &[i64]) -> Option<i64> {
            match (name, of) {
                ("x", []) => Some(row as i64),
                ("twice", [number]) => Some(2 * number),
                _ => None,
            }
        }
    }

    #[test]
    fn formulas_are_read_by_what_binds_most() {
        for (formula, value) in [
            ("2 + 3 * 4 - 1", 13),
            ("-7 / 2 * 2 + 7 mod 2", -7),
            ("(1 = 1) + (2 < 1) + (3 xor 5 != 6)", 1),
            ("1 = 2 and 1 / 0 = 1 or not 0", 1),
            ("x > 4 -> twice(x) = 10", 1),
            ("max(x, 3) + min(x, 3)", 8),
            ("count i < x: i mod 2 = 0", 3),
            ("all i < x: all j < i: twice(j) <= i + j", 1),
            ("all i < x + 1: i < x", 0),
        ] {
            assert_eq!(formula.parse::<Formula>().expect(formula).value(&Ten, 5), Ok(value), "{formula}");
        }
        for wrong in ["", "1 +", "(1", "1)", "twice(1", "all i: 1", "1 2", "x ~ 1", "99999999999999999999"] {
            assert!(wrong.parse::<Formula>().is_err(), "{wrong}");
        }
        for none in ["y", "twice(1, 2)", "1 / 0", "9223372036854775807 + 1"] {
            assert!(none.parse::<Formula>().expect(none).value(&Ten, 5).is_err(), "{none}");
        }
    }

    #[test]
    fn each_question_looks_at_the_rows_that_are_asked() {
        let formula = |text: &str| text.parse::<Formula>().expect(text);
        let asked = |only: &str, question: Ask| {
            let found = ask(&[("ten", &Ten)], Some(&formula(only)), &question).expect("an answer");
            (found.text(), found.note)
        };
        let found = |only: &str, question: Ask| asked(only, question).0;
        assert_eq!(asked("x > 5", Ask::All(formula("x > 4"))), ("holds".to_owned(), "4 cases".to_owned()));
        assert_eq!(found("x > 5", Ask::All(formula("x != 7"))), "wrong at 7");
        assert_eq!(found("x > 5", Ask::Always(formula("x > 5"))), "ten");
        assert_eq!(found("1", Ask::Always(formula("x > 5"))), "");
        assert_eq!(found("1", Ask::NotAlways(formula("x > 5"))), "ten");
        assert_eq!(found("x > 5", Ask::Least(vec![formula("x"), formula("-x")])), "6, -9");
        assert_eq!(found("x > 5", Ask::Greatest(vec![formula("x")])), "9");
        let sorts = vec![formula("x = 3"), formula("x > 7"), formula("x > 10")];
        assert_eq!(found("1", Ask::Values { of: formula("x"), sorts }), "3, from 8 to 9, none");
    }
}
