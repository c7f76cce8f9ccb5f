//! Boards of Hex: counts by brute force over all fillings are verified, and no others.

use std::slice;
use std::sync::Arc;

use crate::witness::support::Random;
use checker::Verified;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::failure::{Failure, Spelling};
use checker::limits::TooMuch;
use checker::numbers::Fractions;
use checker::write::{Writer, write};
use games::hex::{Counts, WrongCount};
use num_bigint::BigUint;

/// A board: files, ranks, and for each cell 0 if it is free, 1 with Left's stone, 2 with Right's.
#[derive(Clone, Debug)]
struct Board(usize, usize, Vec<u8>);

/// Whether a chain of Left's cells joins the first rank to the last, by going from cell to cell.
fn left_wins(files: usize, ranks: usize, is_left: &dyn Fn(usize) -> bool) -> bool {
    let mut open: Vec<(usize, usize)> = (0..files).map(|file| (file, 0)).filter(|&(file, _)| is_left(file)).collect();
    let mut seen = vec![false; files * ranks];
    open.iter().for_each(|&(file, _)| seen[file] = true);
    while let Some((file, rank)) = open.pop() {
        if rank + 1 == ranks {
            return true;
        }
        for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let (file, rank) = (file as i32 + right, rank as i32 + down);
            if (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank) {
                let cell = rank as usize * files + file as usize;
                if is_left(cell) && !seen[cell] {
                    seen[cell] = true;
                    open.push((file as usize, rank as usize));
                }
            }
        }
    }
    false
}

/// In how many fillings Left wins, and in how many of those each cell is Left's.
fn brute_force(Board(files, ranks, stones): &Board) -> (u64, Vec<u64>) {
    let free: Vec<usize> = (0..stones.len()).filter(|&cell| stones[cell] == 0).collect();
    let (mut wins, mut with_left) = (0, vec![0; stones.len()]);
    for filling in 0..1_u64 << free.len() {
        let mut filled: Vec<bool> = stones.iter().map(|&stone| stone == 1).collect();
        free.iter().enumerate().for_each(|(place, &cell)| filled[cell] = filling >> place & 1 == 1);
        if left_wins(*files, *ranks, &|cell| filled[cell]) {
            wins += 1;
            filled.iter().zip(&mut with_left).for_each(|(&is_left, count)| *count += u64::from(is_left));
        }
    }
    (wins, with_left)
}

fn random(random: &mut Random, most_free: usize) -> Board {
    let (files, ranks) = (1 + random.below(5), 1 + random.below(5));
    let free = random.below(1 + most_free.min(files * ranks));
    let mut stones: Vec<u8> = (0..files * ranks).map(|_| 1 + random.below(2) as u8).collect();
    while stones.iter().filter(|&&stone| stone == 0).count() < free {
        let cell = random.below(stones.len());
        stones[cell] = 0;
    }
    Board(files, ranks, stones)
}

fn body(Board(files, ranks, stones): &Board) -> Vec<u8> {
    [vec![*files as u8, *ranks as u8], stones.clone()].concat()
}

fn head(body: Vec<u8>) -> Head {
    let statement = Statement::Further(8, body);
    Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: Fractions::default() }
}

/// The slice with these counts: in all, and for each free cell.
fn slice_of(counts: impl IntoIterator<Item = BigUint>) -> Vec<u8> {
    let mut writer = Writer::default();
    counts.into_iter().for_each(|count| writer.natural(&count));
    writer.0
}

/// The counts of a board in the order of its slice.
fn counts(board: &Board) -> Vec<BigUint> {
    let (wins, with_left) = brute_force(board);
    let free = with_left.into_iter().zip(&board.2).filter(|(_, stone)| **stone == 0).map(|(count, _)| count);
    [wins].into_iter().chain(free).map(BigUint::from).collect()
}

fn check(head: &Head, slices: &[Vec<u8>]) -> Result<Arc<Verified>, Failure> {
    games::checker(1, |_| None::<Vec<u8>>).check(&write(head, slices), None)
}

fn seen(verified: &Verified) -> Arc<Counts> {
    verified.about().expect("a board of Hex")
}

#[test]
fn accepts_what_brute_force_counts() {
    let mut numbers = Random(16);
    for round in 0..3000 {
        let board = random(&mut numbers, if round % 30 == 0 { 14 } else { 9 });
        let counts = counts(&board);
        let verified = check(&head(body(&board)), &[slice_of(counts.clone())]);
        let verified = verified.unwrap_or_else(|failure| panic!("{board:?}: {failure:?}"));
        assert_eq!(seen(&verified).wins, counts[0]);
        let seen = seen(&verified);
        let stated: Vec<&BigUint> = seen.with_left.iter().flatten().collect();
        assert_eq!(stated, counts[1..].iter().collect::<Vec<_>>());
        assert!(seen.with_left.iter().zip(&board.2).all(|(count, stone)| count.is_some() == (*stone == 0)));
    }
}

/// Boards as long as may be, with few free cells, so that all fillings can be tried.
#[test]
fn counts_on_the_longest_boards() {
    let mut numbers = Random(18);
    for [files, ranks] in [[16, 16], [16, 1], [1, 16], [16, 2], [2, 16], [15, 16]] {
        // Boards on which the free cells decide who wins.
        let mut open = 0;
        while open < 12 {
            let left = 1 + numbers.below(99);
            let stone = |numbers: &mut Random| if numbers.below(100) < left { 1 } else { 2 };
            let mut stones: Vec<u8> = (0..files * ranks).map(|_| stone(&mut numbers)).collect();
            (0..8).for_each(|_| stones[numbers.below(files * ranks)] = 0);
            if left_wins(files, ranks, &|cell| stones[cell] == 1) || !left_wins(files, ranks, &|cell| stones[cell] < 2)
            {
                continue;
            }
            open += 1;
            let board = Board(files, ranks, stones);
            let counts = counts(&board);
            let verified = check(&head(body(&board)), &[slice_of(counts.clone())]);
            assert_eq!(seen(&verified.unwrap_or_else(|failure| panic!("{board:?}: {failure:?}"))).wins, counts[0]);
        }
    }
}

#[test]
fn rejects_every_count_that_is_changed() {
    let mut numbers = Random(17);
    for _ in 0..200 {
        let board = random(&mut numbers, 9);
        let right = counts(&board);
        for place in 0..right.len() {
            for more in [true, false] {
                let mut wrong = right.clone();
                match more {
                    true => wrong[place] += 1_u32,
                    false if wrong[place] == BigUint::ZERO => continue,
                    false => wrong[place] -= 1_u32,
                }
                let failure = check(&head(body(&board)), &[slice_of(wrong)]).unwrap_err();
                let cells: Vec<usize> = (0..board.2.len()).filter(|&cell| board.2[cell] == 0).collect();
                let cell = if place == 0 { 0 } else { 1 + cells[place - 1] };
                let fault = WrongCount { place: cell, required: right[place].clone() };
                assert_eq!(failure, Failure::Further(Arc::new(fault)));
            }
        }
    }
}

#[test]
fn knows_the_board_by_the_paths_of_both_players() {
    // Left has the first file: she has won. Right has the first rank: he has.
    let left = Board(3, 3, vec![1, 0, 0, 1, 0, 0, 1, 0, 0]);
    let right = Board(3, 3, vec![2, 2, 2, 0, 0, 0, 0, 0, 0]);
    for (board, wins) in [(left, 64_u32), (right, 0)] {
        let half: BigUint = (wins / 2).into();
        let counts: Vec<BigUint> = [wins.into()].into_iter().chain(vec![half; 6]).collect();
        check(&head(body(&board)), &[slice_of(counts)]).unwrap();
    }
    // The two cells of a diagonal that are no neighbours, and the two that are.
    check(&head(vec![2, 2, 1, 2, 2, 1]), &[slice_of([0_u32.into()])]).unwrap();
    check(&head(vec![2, 2, 2, 1, 1, 2]), &[slice_of([1_u32.into()])]).unwrap();
}

#[test]
fn refuses_every_other_spelling() {
    let board = Board(2, 2, vec![0; 4]);
    let right = slice_of(counts(&board));
    check(&head(body(&board)), slice::from_ref(&right)).unwrap();
    let spelling = |slice, place, what| Failure::Spelling(slice, place, what);
    let fails = |head: Head, slices: &[Vec<u8>], failure: Failure| {
        assert_eq!(check(&head, slices).unwrap_err(), failure);
    };
    // The body: sides from 1 to 16, a byte for each cell and no more, stones of two players.
    for sides in [[0, 2], [2, 0], [17, 2], [2, 17]] {
        let cells = vec![0; usize::from(sides[0]) * usize::from(sides[1])];
        fails(head([sides.to_vec(), cells].concat()), slice::from_ref(&right), Failure::Statement("board of Hex"));
    }
    fails(head(vec![2, 2, 0, 0, 0, 3]), slice::from_ref(&right), Failure::Statement("stones"));
    fails(head(vec![2, 2, 0, 0, 0]), slice::from_ref(&right), spelling(None, 2, Spelling::End));
    fails(head(vec![2, 2, 0, 0, 0, 0, 0]), slice::from_ref(&right), spelling(None, 6, Spelling::Rest));
    // Bits, form, values, imports, slices.
    let good = || head(body(&board));
    let other = spelling(None, 0, Spelling::Unknown);
    fails(Head { bits: 1, ..good() }, slice::from_ref(&right), other.clone());
    fails(Head { never: Some((1, 2)), ..good() }, slice::from_ref(&right), other.clone());
    fails(Head { form: Form::Two, ..good() }, slice::from_ref(&right), other.clone());
    let values = Fractions { denominator: 1_u32.into(), numerators: vec![1_u32.into()] };
    fails(Head { values, ..good() }, slice::from_ref(&right), other);
    fails(Head { imports: vec![Digest([0; 32])], ..good() }, slice::from_ref(&right), Failure::ImportCount(1, 0));
    fails(good(), &[], Failure::Coverage(0, 1));
    fails(good(), &[right.clone(), Vec::new()], Failure::Coverage(2, 1));
    // The slice: all numbers, no more, each in as few bytes as it needs.
    let length = right.len();
    fails(good(), &[right[..length - 1].to_vec()], spelling(Some(0), length - 1, Spelling::End));
    fails(good(), &[[&right[..], &[0]].concat()], spelling(Some(0), length, Spelling::Rest));
    fails(good(), &[[&[2, 8, 0], &right[2..]].concat()], spelling(Some(0), 3, Spelling::Long));
}

#[test]
fn declines_boards_with_too_many_borders_before_it_keeps_them() {
    // 16x16 passes the limit within its first files.
    let board = Board(16, 16, vec![0; 256]);
    let failure = check(&head(body(&board)), &[slice_of(vec![BigUint::ZERO; 257])]).unwrap_err();
    let Failure::Limit(TooMuch { limit: games::hex::BORDERS, found }) = failure else { panic!("{failure:?}") };
    assert!(found > games::hex::BORDERS.most && found <= 2 * games::hex::BORDERS.most);
    // With stones the same board is small: Right has all but the last rank, where Left wins nothing.
    let stones = [vec![2; 15 * 16], vec![0; 16]].concat();
    check(&head(body(&Board(16, 16, stones))), &[slice_of(vec![BigUint::ZERO; 17])]).unwrap();
}
