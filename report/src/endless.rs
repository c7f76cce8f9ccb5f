//! What a certificate says that an endless play is worth, in words.
//!
//! Most certificates are about α and β, what either player can force. One with a worth of endless play, d, is about one value v: White wins a play
//! that never ends if Black's share of the money ends below d. With d = 0 the value is α, with d = 1 it is β.

use num_rational::BigRational;

use checker::certificate::Never;
use checker::theorem::Side;

/// The worth as a fraction, such as `1/2`.
pub fn text((numerator, denominator): Never) -> String {
    BigRational::new(numerator.into(), denominator.into()).to_string()
}

/// Which values are stated.
pub fn values(never: Never) -> &'static str {
    match never {
        (0, _) => "the lower values α alone",
        (1, 1) => "the upper values β alone",
        _ => "the values v",
    }
}

/// One of these values.
pub fn value(never: Never) -> &'static str {
    match never {
        (0, _) => "lower value α",
        (1, 1) => "upper value β",
        _ => "value v",
    }
}

/// The letter of these values.
pub fn letter(never: Never) -> &'static str {
    match never {
        (0, _) => "α",
        (1, 1) => "β",
        _ => "v",
    }
}

/// Who wins if the game never ends, with d; `player` names the players.
pub fn rule(never: Never, player: impl Fn(Side) -> &'static str) -> String {
    format!("if the game never ends, {} (d = {})", winner(never, player), text(never))
}

/// Who wins a game that never ends.
fn winner(never: Never, player: impl Fn(Side) -> &'static str) -> String {
    let [white, black] = Side::BOTH.map(player);
    match never {
        (0, _) => format!("{black} wins"),
        (1, 1) => format!("{white} wins"),
        (1, 2) => "the richer player wins".to_owned(),
        _ => format!("{white} wins if {black}'s share ends below {}", text(never)),
    }
}

/// What follows for a play that never ends, where nobody bids and so nobody has money.
pub fn payoff(never: Never, player: impl Fn(Side) -> &'static str) -> String {
    match never {
        (0, _) | (1, 1) => rule(never, player),
        _ => format!("a game that never ends counts as {} of a win for {}", text(never), player(Side::White)),
    }
}
