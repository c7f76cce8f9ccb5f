//! Each limit as a pair: at it, and one past it. Where a step is more than one, the step that goes beyond is counted exactly.

use std::sync::Arc;

use crate::witness::support::{Draft, head};
use checker::Checker;
use checker::certificate::{Form, Statement};
use checker::chess::Man;
use checker::claim::none;
use checker::endgame::Endgame;
use checker::failure::{Failure, Spelling};
use checker::graph::{Game, GameFault};
use checker::limits::{Limit, TooMuch};
use checker::numbers::{Fractions, Numbers};
use checker::theorem::Side;
use num_bigint::BigUint;

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
    let mut bytes = b"bidcert\n\x02\x00".to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    bytes.extend(checker::certificate::Digest::of(&bytes).0);
    bytes
}

#[test]
fn are_those_that_are_documented() {
    let documented = [
        (Limit::FILE_BYTES, 1 << 30),
        (Limit::MEN, 16),
        (Limit::LISTS, 1 << 23),
        (Limit::PLACES, 1 << 27),
        (Limit::SHORT_FILE, 1 << 23),
        (Limit::BITS, 65_536),
        (Limit::TABLE_BITS, 3 << 28),
        (Limit::DIVISOR_WORK, 1 << 37),
        (Limit::SHORT_VALUES, 1 << 20),
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
    let men = |count: u8| {
        let numbers = [&[0, 1][..], &[2; 15]].concat();
        let men = [&[0, 4, 4, 0, count][..], &numbers[..usize::from(count)], &[1, 2, 0, 0]].concat();
        check(&with_head(&men))
    };
    assert_eq!(men(17), declined(Limit::MEN, 17));
    // Sixteen men fill the board: KQ…Qk imports one queen less.
    assert_eq!(men(16), Failure::ImportCount(0, 1));
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

#[test]
fn declines_more_places_than_a_file_has_room_for() {
    // A file of so many bytes, zeros behind the head, with five men on 8x8; without imports it would be rejected later.
    let head = [&[0, 8, 8, 0, 5, 0, 1, 2, 3, 4, 1, 2, 0, 0][..]].concat();
    let small = with_head(&head);
    let places = 518 * 62 * 61 * 60;
    assert_eq!(check(&small), declined(Limit::SHORT_FILE, places - small.len() as u64 / 3));
    // Of three equal men all six orders are one place.
    let equal = with_head(&[0, 8, 8, 0, 5, 0, 1, 5, 5, 5, 1, 2, 0, 0]);
    assert_eq!(check(&equal), declined(Limit::SHORT_FILE, places / 6 - equal.len() as u64 / 3));
    // 16x16 with three men has 2^21 and needs no room.
    let three = with_head(&[0, 16, 16, 0, 3, 0, 1, 2, 1, 2, 0, 0]);
    assert_eq!(check(&three), Failure::ImportCount(0, 1));
}

/// How a head of a game fails whose values are these.
fn with_values(values: Fractions) -> Failure {
    let head = checker::certificate::Head { values, ..head(Statement::Game, 0, Form::One, vec![]) };
    let game =
        Game::read(br#"{"bidding-game": 2, "positions": [{"name": "a", "left": ["b"]}, {"name": "b", "value": "1"}]}"#);
    // One position, whose value has the index 0: the numbers are looked at when the slice has been read.
    let draft = Draft { head, slices: vec![(vec![], vec![0, 1, 1, 1, 1])] };
    Checker::new(1, none, |_| None::<Vec<u8>>).check(&draft.bytes(), Some(&Arc::new(game.unwrap()))).unwrap_err()
}

#[test]
fn declines_one_bit_too_many_of_a_number() {
    let bits = Limit::BITS.most;
    let with = |numerator: BigUint, odd_part: BigUint, power_of_two: u32| {
        with_values(Fractions {
            odd_parts: vec![odd_part],
            numerators: vec![numerator],
            odd: vec![0],
            powers: vec![power_of_two.into()],
        })
    };
    let one = || BigUint::from(1_u8);
    let declined = |found| declined(Limit::BITS, found);
    let spelling = |failure: Failure| matches!(failure, Failure::Spelling(None, _, Spelling::Values));
    // A numerator: above 1, so the value is none. An odd part, a power: the value is not that of the game.
    assert!(spelling(with(power(bits) + one(), one(), 0)));
    assert_eq!(with(power(bits + 1), one(), 0), declined(bits + 1));
    assert!(matches!(with(one(), power(bits) + one(), 0), Failure::At(_)));
    assert_eq!(with(one(), power(bits + 1) + one(), 0), declined(bits + 1));
    assert!(matches!(with(one(), one(), bits as u32 - 1), Failure::At(_)));
    assert_eq!(with(one(), one(), bits as u32 + 1), declined(bits + 1));
    assert_eq!(with(one(), one(), u32::MAX), declined(u64::from(u32::MAX)));
    // Of the common denominator: 2^power has one bit more; and so has 3 · 2^(bits − 1).
    assert_eq!(with(one(), one(), bits as u32), declined(bits + 1));
    assert_eq!(with(one(), BigUint::from(3_u8), bits as u32 - 1), declined(bits + 1));
    assert!(matches!(with(one(), BigUint::from(3_u8), bits as u32 - 2), Failure::At(_)));
}

#[test]
fn declines_a_common_denominator_that_is_too_large() {
    // Two odd parts without a common factor, each within the limit.
    let odd = power(Limit::BITS.most / 2 + 2) + BigUint::from(1_u8);
    let two = Fractions {
        odd_parts: vec![odd.clone(), odd + BigUint::from(2_u8)],
        numerators: vec![BigUint::from(1_u8); 2],
        odd: vec![1, 0],
        powers: vec![0; 2],
    };
    assert!(matches!(with_values(two), Failure::Limit(TooMuch { limit: Limit::BITS, .. })));
}

#[test]
fn declines_one_value_too_many_for_a_table() {
    // Numerators of few bits on a denominator of 2^16 bits: zeros take no memory.
    let join = |count: u64, numerator: u64| {
        let (count, power) = (count as usize, Limit::BITS.most as u32 - 1);
        let values = Fractions {
            odd_parts: vec![BigUint::from(1_u8)],
            numerators: vec![BigUint::from(numerator); count],
            odd: vec![0; count],
            powers: vec![power.into(); count],
        };
        Numbers::join(0, &[(&values, false)]).map(|(_, ranks)| ranks[0].len() as u64)
    };
    // The odd part counts, too: its bit, and its factor.
    let (bits, limit) = (Limit::BITS.most, Limit::TABLE_BITS);
    let declined = |found| Err(TooMuch { limit, found });
    let most = limit.most / bits - 1;
    assert_eq!(join(most, 0), Ok(most));
    assert_eq!(join(most + 1, 0), declined(limit.most + bits - 4));
    // Four bits for each that is written: 2^13 of 3 bits make room for one more, less what they lack.
    let written = 4 * (3 * (most + 1) + 1);
    assert!(written > bits);
    assert_eq!(join(most + 1, 7), Ok(most + 1));
    let written = 4 * (3 * (most + 5) + 1);
    assert_eq!(join(most + 5, 7), declined(limit.most + 5 * bits - written));
}

#[test]
fn declines_too_much_work_on_divisors() {
    // Odd parts, each three times the one before it, so that each changes the common denominator, and the greatest common divisor is found
    // at once. They are looked at from the last on, so that they stand in the opposite order.
    let chain = |count: usize| -> Vec<BigUint> {
        let mut all = vec![power(65_400) + BigUint::from(1_u8)];
        (1..count).for_each(|_| all.push(all.last().unwrap() * 3_u8));
        all.reverse();
        all
    };
    let work = |count: usize| chain(count).iter().map(|odd| odd.bits().pow(2)).sum::<u64>();
    let most = (1..).take_while(|count| work(*count) <= Limit::DIVISOR_WORK.most).last().unwrap();
    let join = |count: usize| {
        let values = Fractions {
            odd_parts: chain(count),
            numerators: vec![BigUint::ZERO; count],
            odd: (0..count).collect(),
            powers: vec![0; count],
        };
        Numbers::join(0, &[(&values, false)]).map(|_| ())
    };
    assert!(most > 20, "{most}");
    assert_eq!(join(most), Ok(()));
    assert_eq!(join(most + 1), Err(TooMuch { limit: Limit::DIVISOR_WORK, found: work(most + 1) }));
}

#[test]
fn declines_too_many_short_values() {
    let most = Limit::SHORT_VALUES.most;
    // Zeros, one byte each.
    let with = |count: usize| {
        with_values(Fractions {
            odd_parts: vec![BigUint::from(1_u8)],
            numerators: vec![BigUint::ZERO; count],
            odd: vec![0; count],
            powers: vec![0; count],
        })
    };
    // The head has 46 bytes beside them.
    let short = |count: u64| count - (count + 46) / 8;
    let count = (8 * most / 7..).find(|count| short(*count) > most).unwrap();
    // All the same value: they do not increase.
    assert_eq!(with(count as usize - 1), Failure::Spelling(None, 0, Spelling::Values));
    assert_eq!(with(count as usize), declined(Limit::SHORT_VALUES, most + 1));
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
        Game::read(text.as_bytes()).map(|game| game.values.numerators.len())
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

/// Weights have a common denominator below 2^16.
#[test]
fn refuses_weights_that_are_too_fine() {
    let chance = |weights: &[&str]| {
        let options =
            weights.iter().map(|weight| format!(r#"{{"to": "b", "weight": "{weight}"}}"#)).collect::<Vec<_>>();
        let text = format!(
            r#"{{"bidding-game": 2, "positions": [{{"name": "a", "chance": [{}]}}, {{"name": "b", "value": "1"}}]}}"#,
            options.join(",")
        );
        Game::read(text.as_bytes()).map(|game| game.inner.iter().map(|(number, ..)| *number).collect::<Vec<_>>())
    };
    let wrong = || Err(GameFault::Options(0));
    assert_eq!(chance(&["1/65535", "65534/65535"]), Ok(vec![0]));
    assert_eq!(chance(&["1/65536", "65535/65536"]), wrong());
    assert_eq!(chance(&["2/131070", "131068/131070"]), Ok(vec![0]));
    assert_eq!(chance(&["1/255", "254/255"]), Ok(vec![0]));
    // 255 · 257 = 65535; 256 · 257 is too large.
    assert_eq!(chance(&["1/255", "1/257", "65023/65535"]), Ok(vec![0]));
    assert_eq!(chance(&["1/256", "1/257", "65279/65792"]), wrong());
    assert_eq!(chance(&["1"]), Ok(vec![0]));
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
