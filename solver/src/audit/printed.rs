//! Printed numbers and words, compared with what is found.
//!
//! What is printed is a list with `, ` between its items. A word is compared letter by letter. A number is a count (`2,732,672`), a fraction (`3/4`), a
//! product of powers (`2^40 · 3^3`, `10^-91`), a decimal number or a percentage (`0.911`, `39.4 %`), which is right if it is rounded rightly to the last
//! digit that is printed, or one of these after `about` (rounded to the last digit that is not 0), `≤`, `<`, `≥` or `>`.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Num, One, Pow, Signed};
use session::fraction;

/// What stands for a statement that is true.
pub const HOLDS: &str = "holds";
/// Longer numbers are cut in texts.
const LONG: usize = 20;

/// An item of what is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A number, exactly.
    Number(BigRational),
    /// A word, such as a move.
    Word(String),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl<T: Into<BigInt>> From<T> for Item {
    fn from(number: T) -> Self {
        Self::Number(BigRational::from_integer(number.into()))
    }
}

/// What a question finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is compared with what is printed.
    pub items: Vec<Item>,
    /// Whether the order of the items says nothing.
    pub is_set: bool,
    /// What else is worth saying.
    pub note: String,
}

impl Found {
    /// A list.
    pub fn list<T: Into<Item>>(items: impl IntoIterator<Item = T>) -> Self {
        Self { items: items.into_iter().map(Into::into).collect(), is_set: false, note: String::new() }
    }

    /// A whole number.
    pub fn count(number: impl Into<BigInt>) -> Self {
        Self::list([number])
    }

    /// A number.
    #[must_use]
    pub fn number(number: BigRational) -> Self {
        Self::list([Item::Number(number)])
    }

    /// A word.
    pub fn word(word: impl Into<String>) -> Self {
        Self::list([Item::Word(word.into())])
    }

    /// Words in any order.
    pub fn words(words: impl IntoIterator<Item = impl fmt::Display>) -> Self {
        Self::list(words.into_iter().map(|word| Item::Word(word.to_string()))).as_set()
    }

    /// The words that a statement holds; if there are exceptions, these instead.
    pub fn unless(exceptions: impl IntoIterator<Item = impl fmt::Display>) -> Self {
        let found = Self::words(exceptions);
        if found.items.is_empty() { Self::word(HOLDS) } else { found }
    }

    /// Whether a statement holds.
    #[must_use]
    pub fn truth(is_so: bool) -> Self {
        Self::word(if is_so { HOLDS } else { "does not hold" })
    }

    /// Makes the order of the items irrelevant.
    #[must_use]
    pub fn as_set(mut self) -> Self {
        self.is_set = true;
        self
    }

    /// With something else that is worth saying.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The items, in full: how a claim records what is found.
    #[must_use]
    pub fn text(&self) -> String {
        self.items.iter().map(Item::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// The items, cut where they are long, and the note.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = if self.items.is_empty() { "none".to_owned() } else { shortened(&self.text()) };
        match self.note.is_empty() {
            true => f.write_str(&items),
            false => write!(f, "{items}: {}", self.note),
        }
    }
}

/// A text whose long numbers are cut: their ends, and how many digits they have.
#[must_use]
pub fn shortened(text: &str) -> String {
    let parts = text.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let part = |part: &[u8]| {
        let part = String::from_utf8_lossy(part);
        match part.len() {
            digits if digits > LONG && part.starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{}…{} ({digits} digits)", &part[..6], &part[digits - 6..])
            }
            _ => part.into_owned(),
        }
    };
    parts.map(part).collect()
}

/// Whether what is printed is what is found.
#[must_use]
pub fn agrees(printed: &str, found: &Found) -> bool {
    let mut printed: Vec<&str> = printed.split(", ").map(str::trim).collect();
    if printed.len() != found.items.len() {
        return false;
    }
    if !found.is_set {
        return printed.iter().zip(&found.items).all(|(printed, found)| item(printed, found));
    }
    found.items.iter().all(|found| {
        let place = printed.iter().position(|printed| item(printed, found));
        place.map(|place| printed.swap_remove(place)).is_some()
    })
}

fn item(printed: &str, found: &Item) -> bool {
    match found {
        Item::Word(word) => word == printed,
        Item::Number(number) => is_number(printed, number).unwrap_or(false),
    }
}

/// Whether a number is the printed one; nothing if no number is printed.
fn is_number(printed: &str, found: &BigRational) -> Option<bool> {
    for (sign, is) in [
        ("≤", Ordering::is_le as fn(Ordering) -> bool),
        ("<", Ordering::is_lt),
        ("≥", Ordering::is_ge),
        (">", Ordering::is_gt),
    ] {
        if let Some(bound) = printed.strip_prefix(sign) {
            return Some(is(fraction::compare(found, &number(bound.trim())?.0)));
        }
    }
    let (text, is_about) = printed.strip_prefix("about ").map_or((printed, false), |text| (text, true));
    let (number, mut unit) = number(text)?;
    if is_about && unit.is_none() && number.is_integer() {
        let digits = number.to_string();
        unit = Some(power(10, digits.len() - digits.trim_end_matches('0').len()));
    }
    Some(match unit {
        None => fraction::same(found, &number),
        // Half a unit either way is rounded either way.
        Some(unit) => {
            let distance = (found - number).abs() * BigRational::from_integer(2.into());
            fraction::compare(&distance, &unit).is_le()
        }
    })
}

fn power(base: u32, exponent: usize) -> BigRational {
    BigRational::from_integer(BigInt::from(base).pow(exponent))
}

/// A printed number, and what one is in its last digit, if it was rounded.
fn number(text: &str) -> Option<(BigRational, Option<BigRational>)> {
    if let Some(share) = text.strip_suffix('%') {
        let (number, unit) = number(share.trim_end())?;
        let hundred = power(10, 2);
        return Some((number / &hundred, Some(unit.unwrap_or_else(BigRational::one) / hundred)));
    }
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = digits(denominator).filter(|denominator| denominator.is_positive())?;
        return Some((BigRational::new(digits(numerator)?, denominator), None));
    }
    if let Some((whole, decimals)) = text.split_once('.') {
        let unit = power(10, decimals.len()).recip();
        let decimals = digits(decimals)?;
        return Some((BigRational::from_integer(digits(whole)?) + unit.clone() * decimals, Some(unit)));
    }
    if text.contains(['^', '·']) {
        return Some((product(text)?, None));
    }
    // Thousands may be set apart by commas.
    let groups: Vec<&str> = text.split(',').collect();
    let is_grouped = groups.len() == 1 || (groups[0].len() < 4 && groups[1..].iter().all(|group| group.len() == 3));
    Some((BigRational::from_integer(digits(&groups.concat()).filter(|_| is_grouped)?), None))
}

/// A product of powers, such as `2^40 · 3^3 · 5`.
fn product(text: &str) -> Option<BigRational> {
    let mut product = BigRational::one();
    for (base, exponent) in powers(text)? {
        let power = Pow::pow(BigRational::from_integer(base), exponent.unsigned_abs());
        product *= if exponent < 0 { power.recip() } else { power };
    }
    Some(product)
}

/// The bases and exponents of a product of powers; none if it is something else.
#[must_use]
pub fn powers(text: &str) -> Option<Vec<(BigInt, i32)>> {
    let power = |part: &str| {
        let (base, exponent) = part.trim().split_once('^').unwrap_or((part.trim(), "1"));
        let exponent = exponent.parse().ok().filter(|exponent| (-100_000..=100_000).contains(exponent))?;
        Some((digits(base).filter(Signed::is_positive)?, exponent))
    };
    text.split('·').map(power).collect()
}

fn digits(text: &str) -> Option<BigInt> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| BigInt::from_str_radix(text, 10).ok()).flatten()
}
