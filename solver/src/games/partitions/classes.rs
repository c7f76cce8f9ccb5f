//! The six classes: what an option contributes is a few bits, and the options of a position are the union of their bits.

/// The option has the values 0 in normal play and 1 in misère play.
const ZERO: u8 = 1;
/// The option has the values 1 and 0.
const ONE: u8 = 2;
/// The option has other values.
const OTHER: u8 = 4;
/// The option is no end, and has no option with the values 0 and 1.
const NO_WAY_TO_ZERO: u8 = 8;
/// The option is no end, and has no option with the values 1 and 0.
const NO_WAY_TO_ONE: u8 = 16;

/// What a position contributes to those that it is an option of: its values, and the union of its options' bits.
#[must_use]
pub fn bits(pair: [u16; 2], options: u8) -> u8 {
    let own = match pair {
        [0, 1] => ZERO,
        [1, 0] => ONE,
        _ => OTHER,
    };
    let ways = match (options, options & ZERO != 0, options & ONE != 0) {
        (0, ..) | (_, true, true) => 0,
        (_, true, false) => NO_WAY_TO_ONE,
        (_, false, true) => NO_WAY_TO_ZERO,
        (_, false, false) => NO_WAY_TO_ONE | NO_WAY_TO_ZERO,
    };
    own | ways
}

/// Whether a position is against each class: domestic, tame, pet, miserable, returnable, forced.
#[must_use]
pub fn against(pair: [u16; 2], options: u8) -> [bool; 6] {
    let [normal, misere] = pair;
    let to = [options & ZERO != 0, options & ONE != 0];
    match pair {
        [0, 1] => [false, false, false, false, options & NO_WAY_TO_ZERO != 0, options & OTHER != 0],
        [1, 0] => [false, false, false, false, options & NO_WAY_TO_ONE != 0, options & OTHER != 0],
        _ => {
            let domestic = (normal != 0 && misere != 0) || normal + misere <= 1;
            let tame = normal == misere;
            [!domestic, !tame, !tame || normal <= 1, to[0] != to[1], false, false]
        }
    }
}

/// Keeps the first position against each class.
pub fn note(first: &mut [Option<usize>; 6], position: usize, pair: [u16; 2], options: u8) {
    for (first, is_against) in first.iter_mut().zip(against(pair, options)) {
        if is_against && first.is_none_or(|known| position < known) {
            *first = Some(position);
        }
    }
}
