//! Each limit as a pair: at it, and one past it. Where a step is more than one, the step that goes beyond is counted exactly.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::witness::support::{Draft, head};
use checker::Checker;
use checker::certificate::{Form, Head, Statement};
use checker::chess::Man;
use checker::claim::none;
use checker::endgame::Endgame;
use checker::failure::{Failure, Spelling};
use checker::graph::{Game, GameFault};
use checker::limits::{Limit, TooMuch};
use checker::numbers::{Fraction, Fractions, Numbers};
use checker::theorem::{Scale, Side};
use num_bigint::BigUint;
use writer::Writer;

fn check(bytes: &[u8]) -> Failure {
    Checker::new(1, none, |_| None::<Vec<u8>>).check(bytes, None).unwrap_err()
}

fn declined(limit: Limit, found: u64) -> Failure {
    assert!(found > limit.most);
    Failure::Limit(TooMuch { limit, found })
}

/// A number of so many bits: the least one.
fn power(bits: u64) -> BigUint {
    BigUint::from(1_u8) << (bits - 1)
}

/// A file with this head, sealed.
fn with_head(head: &[u8]) -> Vec<u8> {
    let mut bytes = b"bidcert\n\x03\x00".to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    bytes.extend(checker::certificate::Digest::of(&bytes).0);
    bytes
}

/// A file about this endgame, in units, with nothing else: sealed.
fn endgame(files: u8, ranks: u8, men: &[u8]) -> Vec<u8> {
    let count = u8::try_from(men.len()).unwrap();
    // Statement 0, its body; no `never`, 1 bit, form 2; neither imports nor values nor slices.
    with_head(&[&[0, 4 + count, files, ranks, 0, count], men, &[0, 1, 2, 0, 0, 0, 0]].concat())
}

#[test]
fn are_those_that_are_documented() {
    let documented = [
        (Limit::FILE_BYTES, 1 << 30),
        (Limit::MEN, 16),
        (Limit::LISTS, 1 << 23),
        (Limit::PLACES, 1 << 27),
        (Limit::NUMBERS, 1 << 29),
        (Limit::BITS, 65_536),
        (Limit::TABLE_BITS, 3 << 28),
        (Limit::DIVISOR_WORK, 1 << 37),
        (Limit::SHORT_VALUES, 1 << 20),
        (Limit::STATEMENT_BYTES, 1 << 24),
        (Limit::MEMBERS, 1 << 17),
        (Limit::MEMBER_WORK, 1 << 28),
        (Limit::GAME_BYTES, 1 << 28),
        (Limit::GAME_POSITIONS, 1 << 22),
        (Limit::GAME_OPTIONS, 1 << 25),
        (Limit::GAME_DIGITS, 19_729),
    ];
    for (limit, most) in documented {
        assert_eq!(limit.most, most, "{limit:?}");
    }
}

#[test]
fn declines_one_byte_too_many() {
    // The pages of these zeros are never touched.
    let most = Limit::FILE_BYTES.most as usize;
    let bytes = vec![0; most + 1];
    assert_eq!(check(&bytes), declined(Limit::FILE_BYTES, Limit::FILE_BYTES.most + 1));
    assert_eq!(check(&bytes[..most]), Failure::Header("magic"));
}

#[test]
fn declines_a_seventeenth_man() {
    let men = [&[0, 1][..], &[2; 15]].concat();
    assert_eq!(check(&endgame(4, 4, &men)), declined(Limit::MEN, 17));
    // Sixteen men fill the board of 4x4: there are as many places as lists of the kings' squares, (16·15 + 2·4·3) / 8, and no slice.
    assert_eq!(check(&endgame(4, 4, &men[..16])), Failure::Short(0, 33));
}

#[test]
fn declines_too_many_places() {
    let endgame =
        |files: u8, ranks: u8, men: &[u8]| Endgame::new([files, ranks, 0], men).map(|endgame| endgame.places());
    let five = [0, 1, 2, 3, 4];
    // Two kings on 8x8 have (64·63 + 2·8·7) / 8 blocks, on 16x8 (128·127 + 0) / 4, on 16x16 (256·255 + 2·16·15) / 8.
    for (files, ranks, men, places) in
        [(8, 8, &five[..], 518 * 62 * 61 * 60), (16, 8, &five[..4], 4064 * 126 * 125), (16, 16, &five[..3], 8220 * 254)]
    {
        assert_eq!(endgame(files, ranks, men), Ok(places));
    }
    // All placements are counted first, divided by the number of symmetries.
    for (files, ranks, men, found) in [
        (16, 4, &five[..], 64 * 63 * 62 * 61 * 60 / 4),
        (9, 9, &five, 81 * 80 * 79 * 78 * 77 / 8),
        (16, 16, &five[..4], 256 * 255 * 254 * 253 / 8),
    ] {
        assert_eq!(endgame(files, ranks, men), Err(declined(Limit::PLACES, found)));
    }
    // KNNkb on 11x6: of 66·65 pairs of kings the reflection of files leaves 30 where they are, so that there are a few more places than a fourth of all placements.
    let found = (66 * 65 + 6 * 5) / 4 * (64 * 63 / 2) * 62;
    assert_eq!(endgame(11, 6, &[0, 1, 5, 5, 9]), Err(declined(Limit::PLACES, found)));
    const { assert!(66 * 65 * (64 * 63 / 2) * 62 / 4 < Limit::PLACES.most) };
}

/// Where many men stand close together, few numbers are places.
#[test]
fn declines_too_many_numbers() {
    // Seven pawns of each colour on the inner 16 squares of 2x10: the kings have 20·19 / 2 blocks, and each kind 11440 sets of squares.
    let men = [0, 1, 6, 6, 6, 6, 6, 6, 6, 11, 11, 11, 11, 11, 11, 11];
    assert_eq!(Endgame::new([2, 10, 2], &men), Err(declined(Limit::NUMBERS, 190 * 11_440 * 11_440)));
    // Nine men of seven kinds on 3x3 are all placements of nine.
    assert_eq!(
        Endgame::new([3, 3, 0], &[0, 1, 2, 2, 3, 4, 5, 5, 7]).map(|endgame| endgame.places()),
        Ok(12 * 5040 / 4)
    );
}

/// Terminal values with a long common denominator: each takes as much memory as that, however short it is itself.
#[test]
fn declines_short_values_on_a_long_denominator() {
    let primes = (2_u32..).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d > 0)).take(1000);
    let unit = |denominator: u32| Fraction { numerator: 1_u8.into(), denominator: denominator.into() };
    let long: Vec<Fraction> = primes.map(unit).collect();
    let bits = Fractions::of(&long).unwrap().denominator.bits();
    let with_ones = |count: usize| Fractions::of(&[&long[..], &vec![unit(1); count]].concat()).map(|_| ());
    let written = |count: u64| long.iter().map(|fraction| 1 + fraction.denominator.bits()).sum::<u64>() + 2 * count;
    let beyond = |count: u64| bits * (1000 + count) - 4 * written(count);
    let count = (1..).find(|&count| beyond(count) > Limit::TABLE_BITS.most).unwrap();
    assert_eq!(with_ones(count as usize - 1), Ok(()));
    assert_eq!(with_ones(count as usize), Err(TooMuch { limit: Limit::TABLE_BITS, found: beyond(count) }));
}

#[test]
fn declines_too_many_lists_of_anchors() {
    // In Losing Chess: five equal men on 8x8, and six.
    let endgame = |count: usize| {
        let men = [vec![5; count], vec![10]].concat().into_iter().map(Man::new).collect();
        Endgame::of([8, 8, 0], men).map(|_| ())
    };
    assert_eq!(endgame(5), Ok(()));
    assert_eq!(endgame(6), Err(declined(Limit::LISTS, 74_974_368)));
}

/// Each place takes a byte: what is too short is rejected before any place is looked for, in a hundredth of a second.
#[test]
fn rejects_more_places_than_a_file_has_room_for() {
    let places = 518 * 62 * 61 * 60;
    let start = std::time::Instant::now();
    for (files, ranks, rule, men, places) in [
        // Five men on 8x8; of three equal men all six orders are one place.
        (8, 8, 0, &[0, 1, 2, 3, 4][..], places),
        (8, 8, 0, &[0, 1, 5, 5, 5], places / 6),
        // 8220 blocks of 254 places.
        (16, 16, 0, &[0, 1, 2], 8220 * 254),
        // Four pawns of each colour on the inner 14 squares of 2x9: half of all placements, for the reflection leaves no king where he is.
        (2, 9, 2, &[0, 1, 6, 6, 6, 6, 11, 11, 11, 11], 1001 * 210 * 10 * 9 / 2),
    ] {
        let count = u8::try_from(men.len()).unwrap();
        let head =
            |slices: &[u8]| [&[0, 4 + count, files, ranks, rule, count], men, &[0, 1, 2, 0, 0, 0], slices].concat();
        assert_eq!(check(&with_head(&head(&[0]))), Failure::Short(0, places));
        // A byte too few, in one slice, and then no more than the number of slices is wrong.
        let with = |bytes: usize| {
            let (mut writer, slice) = (Writer::default(), vec![0; bytes]);
            writer.number(bytes as u64);
            let table = [&[1], &writer.0[..], &checker::certificate::Digest::of(&slice).0].concat();
            check(&[with_head(&head(&table)), slice].concat())
        };
        if places < 3 << 20 {
            assert_eq!(with(places - 1), Failure::Short(places - 1, places));
            assert_eq!(with(places), Failure::Coverage(1, 8220_usize.div_ceil(17)));
        }
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn declines_one_byte_of_a_statement_too_many() {
    let with = |bytes: u64| {
        let mut head = vec![0];
        let mut writer = Writer::default();
        writer.number(bytes);
        head.extend(writer.0);
        head.extend(vec![0; bytes as usize]);
        head.extend([0, 1, 2, 0, 0, 0, 0]);
        check(&with_head(&head))
    };
    let most = Limit::STATEMENT_BYTES.most;
    assert_eq!(with(most + 1), declined(Limit::STATEMENT_BYTES, most + 1));
    // A board of 0x0 and no men, and then nothing that is spelt.
    assert_eq!(with(most), Failure::Spelling(None, 4, Spelling::Rest));
}

/// A game of one position, where Left wins at once and Right moves to this value.
fn game(value: &str) -> Arc<Game> {
    let text = format!(
        r#"{{"bidding-game": 2, "positions": [{{"name": "a", "left": ["b"], "right": ["c"]}}, {{"name": "b", "value": "1"}}, {{"name": "c", "value": "{value}"}}]}}"#
    );
    Arc::new(Game::read(text.as_bytes()).unwrap())
}

/// How a certificate of a game fails that has these values.
fn of_game(game: &Arc<Game>, denominator: BigUint, numerators: Vec<BigUint>) -> Failure {
    let statement = Statement::Game(game.digest);
    let head = Head { values: Fractions { denominator, numerators }.into(), ..head(statement, 0, Form::One, vec![]) };
    // One position, whose value has the index 0, with the labels 1: the numbers are looked at when the slice has been read.
    let draft = Draft { head, slices: vec![(vec![], vec![0, 1, 1, 1, 1])] };
    Checker::new(1, none, |_| None::<Vec<u8>>).check(&draft.bytes(), Some(game)).unwrap_err()
}

fn one() -> BigUint {
    BigUint::from(1_u8)
}

/// That the numbers could be compared, and are not those of the game.
fn is_compared(failure: &Failure) -> bool {
    matches!(failure, Failure::At(_))
}

#[test]
fn declines_one_bit_too_many_of_a_number() {
    let (bits, zero) = (Limit::BITS.most, game("0"));
    let with = |denominator| of_game(&zero, denominator, vec![one()]);
    assert!(is_compared(&with(power(bits))));
    assert_eq!(with(power(bits + 1)), declined(Limit::BITS, bits + 1));
    // Not a power of two.
    let greatest = |bits: u64| (one() << bits) - one();
    assert!(is_compared(&with(greatest(bits))));
    assert_eq!(with(greatest(bits + 1)), declined(Limit::BITS, bits + 1));
    // A numerator takes as many bytes as the denominator, and may not be greater.
    let above = of_game(&zero, power(bits), vec![power(bits) + one()]);
    assert_eq!(above, Failure::Spelling(None, 0, Spelling::Values));
}

#[test]
fn declines_a_common_denominator_that_is_too_large() {
    let bits = Limit::BITS.most;
    let third = game("1/3");
    let with = |power_of_two: u64| of_game(&third, one() << power_of_two, vec![one()]);
    // 3 · 2^65534 has 2^16 bits.
    assert!(is_compared(&with(bits - 2)));
    assert_eq!(with(bits - 1), declined(Limit::BITS, bits + 1));
    // Two odd numbers without a common factor, each within the limit: their product is not.
    let odd = power(bits / 2 + 2) + one();
    let other = game(&format!("1/{}", &odd + 2_u8));
    assert!(matches!(of_game(&other, odd, vec![one()]), Failure::Limit(TooMuch { limit: Limit::BITS, .. })));
}

#[test]
fn declines_one_value_too_many_for_a_table() {
    // Zeros on a denominator of 8 bits, and one of 2^16 bits, which becomes the common one.
    let bits = Limit::BITS.most;
    let (small, large) = (power(8), power(bits));
    let join = |count: u64| {
        let zeros = Fractions { denominator: small.clone(), numerators: vec![BigUint::ZERO; count as usize] };
        let fine = Fractions { denominator: large.clone(), numerators: vec![one()] };
        Numbers::join(0, &[(&zeros, false), (&fine, false)]).map(|(_, ranks)| ranks[0].len() as u64)
    };
    // Four bits for each that is written are free: 8 for each zero, and 2^16.
    let found = |count: u64| (count + 1) * bits - 4 * (8 * count + bits);
    let most = (1..)
        .take_while(|count| (count + 1) * bits <= 4 * bits || found(*count) <= Limit::TABLE_BITS.most)
        .last()
        .unwrap();
    assert!(most > 12_000, "{most}");
    assert_eq!(join(most), Ok(most));
    assert_eq!(join(most + 1), Err(TooMuch { limit: Limit::TABLE_BITS, found: found(most + 1) }));
}

#[test]
fn declines_too_much_work_on_divisors() {
    // Denominators, each three times the one before it, so that each changes the common one, and the greatest common divisor is found at once.
    let chain = |count: usize| -> Vec<BigUint> {
        let mut all = vec![power(65_400) + one()];
        (1..count).for_each(|_| all.push(all.last().unwrap() * 3_u8));
        all
    };
    let work = |count: usize| chain(count).iter().map(|denominator| denominator.bits().pow(2)).sum::<u64>();
    let most = (1..).take_while(|count| work(*count) <= Limit::DIVISOR_WORK.most).last().unwrap();
    let of = |count: usize| {
        let fractions = chain(count).into_iter().map(|denominator| Fraction { numerator: one(), denominator });
        Fractions::of(&fractions.collect::<Vec<_>>()).map(|all| all.numerators.len())
    };
    assert!(most > 20, "{most}");
    assert_eq!(of(most), Ok(most));
    assert_eq!(of(most + 1), Err(TooMuch { limit: Limit::DIVISOR_WORK, found: work(most + 1) }));
}

#[test]
fn declines_too_many_short_values() {
    let (most, zero) = (Limit::SHORT_VALUES.most, game("0"));
    // Zeros, one byte each.
    let with = |count: u64| of_game(&zero, one(), vec![BigUint::ZERO; count as usize]);
    let short = |count: u64| count - count / 8;
    let count = (8 * most / 7..).find(|count| short(*count) > most).unwrap();
    // All the same value: they do not increase.
    assert_eq!(with(count - 1), Failure::Spelling(None, 0, Spelling::Values));
    assert_eq!(with(count), declined(Limit::SHORT_VALUES, most + 1));
    // In two bytes each, twice as many bytes, there are a third more.
    let with = |count: u64| of_game(&zero, BigUint::from(257_u16), vec![BigUint::ZERO; count as usize]);
    let count = (4 * most / 3..).find(|count| count - count / 4 > most).unwrap();
    assert_eq!(with(count), declined(Limit::SHORT_VALUES, most + 1));
}

#[test]
fn declines_one_member_too_many() {
    let with = |count: u64| {
        let list = vec![(vec![], 0); count as usize];
        let board = [8, 8, 0];
        let head = head(Statement::List(board, 0, list), 1, Form::Holds(Side::White), vec![]);
        check(&Draft { head, slices: vec![] }.bytes())
    };
    let most = Limit::MEMBERS.most;
    assert_eq!(with(most), Failure::Member(0));
    assert_eq!(with(most + 1), declined(Limit::MEMBERS, most + 1));
}

#[test]
fn declines_too_much_work_on_members() {
    let with = |count: usize, pieces: usize| {
        // Kings on a1 and b1, then queens, or so it says.
        let kings = vec![[0, 0], [1, 1]];
        let queens = (0..pieces.max(2) - 2).map(|number| [2, (2 + number % 60) as u8]);
        let member = (kings.into_iter().chain(queens).collect::<Vec<_>>(), 0);
        let board = [8, 8, 0];
        let head = head(Statement::List(board, 0, vec![member; count]), 1, Form::Holds(Side::White), vec![]);
        check(&Draft { head, slices: vec![] }.bytes())
    };
    let most = Limit::MEMBER_WORK.most;
    assert_eq!(with(1, 1 << 14), Failure::Member(0));
    let found = ((1 << 14) + 1_u64).pow(2);
    assert_eq!(with(1, (1 << 14) + 1), declined(Limit::MEMBER_WORK, found));
    // Many small ones stay far below.
    assert!(64_u64.pow(2) * Limit::MEMBERS.most > most);
    assert_eq!(with(1000, 50), Failure::Member(1));
}

// ---- games ----------------------------------------------------------------------------------------------------------------------------

fn read(text: &[u8]) -> GameFault {
    Game::read(text).unwrap_err()
}

fn too_much(limit: Limit, found: u64) -> GameFault {
    GameFault::Limit(TooMuch { limit, found })
}

#[test]
fn declines_one_byte_of_a_game_too_many() {
    let most = Limit::GAME_BYTES.most;
    let bytes = vec![0; most as usize + 1];
    assert_eq!(read(&bytes), too_much(Limit::GAME_BYTES, most + 1));
    assert_eq!(read(&bytes[1..]), GameFault::File);
}

#[test]
fn declines_one_position_too_many() {
    let with = |count: usize| {
        let mut text = br#"{"bidding-game":2,"positions":[{}"#.to_vec();
        text.extend(b",{}".repeat(count - 1));
        text.extend(b"]}");
        read(&text)
    };
    let most = Limit::GAME_POSITIONS.most;
    assert_eq!(with(most as usize + 1), too_much(Limit::GAME_POSITIONS, most + 1));
    assert_eq!(with(most as usize), GameFault::Fields(0));
}

#[test]
#[ignore = "ten seconds of processor time: it takes a file with all of 2^25 options"]
fn declines_one_option_too_many() {
    // Many short lists, which take less memory than a long one.
    let (lists, length) = (1 << 12, 1 << 13);
    assert_eq!(lists * length, Limit::GAME_OPTIONS.most);
    let list = br#""a","#.repeat(length as usize - 1);
    let mut text = br#"{"bidding-game":2,"positions":[{"name":"a","value":"1"}"#.to_vec();
    for number in 0..lists {
        text.extend(format!(r#",{{"name":"{number}","turn":"left","left":["#).bytes());
        text.extend(&list);
        text.extend(br#""a"]}"#);
    }
    // After the last of these lists the options are as many as are admitted, and it reads on.
    text.extend(br#",{"name":"b","turn":"left","left":["a"]}]}"#);
    assert_eq!(read(&text), too_much(Limit::GAME_OPTIONS, (1 << 25) + 1));
}

#[test]
fn declines_numbers_with_too_many_digits_or_bits() {
    let value = |text: &str| {
        let text = format!(r#"{{"bidding-game": 2, "positions": [{{"name": "a", "value": "{text}"}}]}}"#);
        Game::read(text.as_bytes()).map(|game| game.values.len())
    };
    let digits = |count: u64| format!("1/{}", "9".repeat(count as usize));
    let most = Limit::GAME_DIGITS.most;
    // So many digits are more than 2^16 bits; one fewer are not.
    assert_eq!(value(&digits(most - 1)), Ok(1));
    assert_eq!(value(&digits(most)), Err(too_much(Limit::BITS, Limit::BITS.most + 3)));
    assert_eq!(value(&format!("1/1{}", "0".repeat(most as usize - 1))), Ok(1));
    assert_eq!(value(&digits(most + 1)), Err(GameFault::Value(0)));
    // 2^65535 has 2^16 bits, and 2^65536 has one more.
    let bits = Limit::BITS.most;
    assert_eq!(value(&format!("1/{}", power(bits))), Ok(1));
    assert_eq!(value(&format!("1/{}", power(bits + 1))), Err(too_much(Limit::BITS, bits + 1)));
}

/// Weights have a common denominator below 2^64.
#[test]
fn refuses_weights_that_are_too_fine() {
    let chance = |weights: &[&str]| {
        let options =
            weights.iter().map(|weight| format!(r#"{{"to": "b", "weight": "{weight}"}}"#)).collect::<Vec<_>>();
        let text = format!(
            r#"{{"bidding-game": 2, "positions": [{{"name": "a", "chance": [{}]}}, {{"name": "b", "value": "1"}}]}}"#,
            options.join(",")
        );
        let weights = |game: Game| game.inner[0].2.iter().map(|(_, weight, _)| *weight).collect::<Vec<u64>>();
        Game::read(text.as_bytes()).map(weights)
    };
    let wrong = || Err(GameFault::Options(0));
    // 2^64 − 1, and 2^64.
    let most = u64::MAX;
    assert_eq!(chance(&["1/18446744073709551615", "18446744073709551614/18446744073709551615"]), Ok(vec![1, most - 1]));
    assert_eq!(chance(&["1/18446744073709551616", "18446744073709551615/18446744073709551616"]), wrong());
    // In lowest terms.
    assert_eq!(chance(&["2/36893488147419103230", "36893488147419103228/36893488147419103230"]), Ok(vec![1, most - 1]));
    assert_eq!(chance(&["2/36893488147419103232", "36893488147419103230/36893488147419103232"]), wrong());
    assert_eq!(chance(&["1/65536", "65535/65536"]), Ok(vec![1, 65_535]));
    // 2^64 − 1 = (2^32 − 1)(2^32 + 1); 2^32 · (2^32 + 1) is too large.
    let rest = u128::from(most) - (1 << 32) - 1 - ((1 << 32) - 1);
    let weights = ["1/4294967295".to_owned(), "1/4294967297".to_owned(), format!("{rest}/{most}")];
    assert_eq!(
        chance(&weights.each_ref().map(|weight| &weight[..])),
        Ok(vec![(1 << 32) + 1, (1 << 32) - 1, rest as u64])
    );
    let all = (1_u128 << 32) * ((1 << 32) + 1);
    let rest = all - (1 << 32) - 1 - (1 << 32);
    let weights = ["1/4294967296".to_owned(), "1/4294967297".to_owned(), format!("{rest}/{all}")];
    assert_eq!(chance(&weights.each_ref().map(|weight| &weight[..])), wrong());
    assert_eq!(chance(&["1"]), Ok(vec![1]));
    // Not 1 in all, though it is modulo 2^64: each weight is 2^63 of 2^63 + 1, or of 2^64 − 1 nearly all.
    assert_eq!(
        chance(&["18446744073709551614/18446744073709551615", "18446744073709551614/18446744073709551615"]),
        wrong()
    );
    assert_eq!(chance(&["18446744073709551615/18446744073709551615", "1/18446744073709551615"]), wrong());
    for weights in [
        &[][..],
        &["0", "1"],
        &["1/2"],
        &["1/2", "1/3"],
        &["1/2", "2/3"],
        &["3/2"],
        &["1/0"],
        &["x"],
        &["01"],
        &["1.0"],
    ] {
        assert_eq!(chance(weights), wrong(), "{weights:?}");
    }
}

/// A mean with the greatest weights and the greatest numbers: the sum of both is near the end of what there is room for.
#[test]
fn compares_with_the_greatest_weights_and_numbers() {
    let (most, one) = (u64::MAX, 1_u64 << 62);
    for numbers in [
        Numbers::Units(one),
        Numbers::join(
            0,
            &[(&Fractions { denominator: one.into(), numerators: vec![BigUint::from(1_u8), (one - 1).into()] }, false)],
        )
        .unwrap()
        .0,
    ] {
        // 0 and 1 with the weights 1 and 2^64 − 2; then the numbers beside 0 and beside 1.
        let (low, high, last) = match &numbers {
            Numbers::Units(one) => (1, one - 1, *one),
            Numbers::Ranks(..) => (1, 2, 3),
        };
        let order = |x, mean: [(u64, u64); 2]| {
            numbers.compare(x, |tell| mean.into_iter().for_each(|(weight, y)| tell(weight, y)))
        };
        assert_eq!(order(last, [(1, 0), (most - 1, last)]), Ordering::Greater);
        assert_eq!(order(last, [(1, last), (most - 1, last)]), Ordering::Equal);
        assert_eq!(order(0, [(1, last), (most - 1, 0)]), Ordering::Less);
        // 1 − 2^-62 is less than 1 − 1/(2^64 − 1), and 2^-62 more than 1/(2^64 − 1).
        assert_eq!(order(high, [(1, 0), (most - 1, last)]), Ordering::Less);
        assert_eq!(order(low, [(1, last), (most - 1, 0)]), Ordering::Greater);
    }
}
