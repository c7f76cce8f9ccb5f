//! What a certificate says that an endless play is worth, in words.
//!
//! Most certificates are about α and β, what either player can force. One with a worth of endless play, d, is about one value v: White wins a play
//! that never ends if Black's share of the money ends below d. With d = 0 the value is α, with d = 1 it is β.

use num_rational::BigRational;

use super::sheet::Sheet;
use checker::certificate::Never;
use checker::theorem::Side;

/// The worth as a fraction, such as `1/2`.
pub fn text((numerator, denominator): Never) -> String {
    BigRational::new(numerator.into(), denominator.into()).to_string()
}

/// The worth of the same play once the colours are exchanged.
pub fn exchanged((numerator, denominator): Never) -> Never {
    (denominator - numerator, denominator)
}

/// Which values are stated, and that there are no others.
pub fn values(never: Never) -> [&'static str; 2] {
    match never {
        (0, _) => ["lower values α", ", α alone"],
        (1, 1) => ["upper values β", ", β alone"],
        _ => ["values v", ""],
    }
}

/// One of these values, as the name of a line.
pub fn value(never: Never) -> &'static str {
    match never {
        (0, _) => "lower value",
        (1, 1) => "upper value",
        _ => "value v",
    }
}

/// What becomes of a game that never ends, with d. Where nobody bids there is no money that could decide it.
pub fn rule(tell: &(impl Sheet + ?Sized), never: Never) -> String {
    if let Some(counts) = tell.never(never) {
        return format!("a play that never ends counts as {counts} (d = {})", text(never));
    }
    let ([white, black], [has_bids, _], d) = (Side::BOTH.map(|side| tell.player(side)), tell.turns(), text(never));
    let winner = match never {
        (0, _) => format!("{black} wins"),
        (1, 1) => format!("{white} wins"),
        (1, 2) if has_bids => "the richer player wins".to_owned(),
        _ if has_bids => format!("{white} wins if {black}'s share ends below {d}"),
        _ => format!("that counts as {d} of a win for {white}"),
    };
    format!("if the game never ends, {winner} (d = {d})")
}
