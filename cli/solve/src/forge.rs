//! `solve forge`: a false certificate, made of a true one, and the sentence by which the checker finds it.

use std::path::PathBuf;
use std::sync::Arc;

use checker::certificate::Form;
use checker::endgame::Positions;
use checker::table;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use session::{claims, escape, fraction, notation, question, words};
use solver::certificates::forge::with_value;

use crate::named;
use crate::output::{Failed, written};

/// What is forged.
#[derive(clap::Args)]
pub struct Arguments {
    /// A certificate of an endgame with exact values, or its name, such as 8x8_KNk; it is verified first
    certificate: PathBuf,
    /// The position whose value is changed, as a FEN
    #[arg(long, value_name = "FEN")]
    at: String,
    /// The value that is stated in its place: a fraction from 0 to 1. Without it the next larger one that occurs
    #[arg(long, value_name = "VALUE", value_parser = value)]
    value: Option<BigRational>,
    /// The file of the false certificate
    #[arg(long, value_name = "FILE", value_parser = crate::output::file())]
    out: PathBuf,
}

/// Reads a value.
fn value(text: &str) -> Result<BigRational, &'static str> {
    fraction::read(text)
        .filter(|value| (BigRational::zero()..=BigRational::one()).contains(value))
        .ok_or("required a fraction such as 5/8, from 0 to 1")
}

/// Forges, and has the checker judge what was forged.
pub fn forge(arguments: &Arguments) -> Result<String, Failed> {
    let path = &*named::certificate(&arguments.certificate);
    let (name, out) = (escape::path(path), &arguments.out);
    crate::output::distinct(path, &[Some(out)])?;
    let verified = named::verified(path, None)?;
    let positions: Option<Arc<Positions>> = verified.about();
    let is_exact = matches!(verified.head().form, Form::One) && verified.head().bits == 0;
    let positions = positions.filter(|_| is_exact).ok_or_else(|| {
        let about = claims::tell(&verified).about();
        Failed::usage(format!("{name}: found {about}, required sharp values of an endgame, such as 8x8_KNk"))
    })?;
    let asked = question::read(&arguments.at).map_err(|error| Failed::usage(format!("--at: {error}")))?;
    let fen = notation::fen(asked.board, &asked.placement);
    let entry = claims::tell(&verified).entry_at(&fen).map_err(|error| Failed::usage(format!("--at: {error}")))?;
    let (number, flipped) = positions.number(&asked.placement).expect("it has an entry");
    if flipped {
        return Err(Failed::usage(format!("--at: found {fen}, required the men of {name} with these colours")));
    }
    let (number, values) = (number as usize, &verified.stated().values);
    let before = &entry.known.alpha.low;
    let all = (0..values.numerators.len()).map(|index| fraction::rational(values.get(index)));
    let value = arguments.value.clone().or_else(|| all.filter(|other| other > before).min());
    let value = value.filter(|value| value != before).ok_or_else(|| {
        let required = "required another value; without --value the next larger one that occurs is taken";
        Failed::usage(format!("--value: {required}; {fen} is worth {before}"))
    })?;
    let slices = table::slices(&*positions);
    let slice = slices.iter().position(|slice| slice.contains(&number)).expect("a slice");
    let bytes = std::fs::read(path).map_err(|error| Failed::new(format!("{name}: {error}")))?;
    let counts = slices.iter().map(std::ops::Range::len);
    let place = (slice, number - slices[slice].start);
    let forged = with_value(&bytes, counts, place, &value).map_err(|_| {
        Failed::usage(format!(
            "--value: found {value}, required one whose denominator leaves the common one below its limit"
        ))
    })?;
    written(out, &forged)?;
    let mut checker = games::checker(1, |_| None::<Vec<u8>>);
    verified.imports().iter().for_each(|import| checker.remember(import));
    let says = match checker.check(&forged, None) {
        Ok(verified) => format!("verified: {}", words::claim(&verified)),
        Err(failure) => words::explain(&forged, None, &failure),
    };
    let out = escape::path(out);
    Ok(format!(
        "{fen} is worth {before}; {out} says {value}, and all its digests are right. The checker says:\n{out}: {says}\n"
    ))
}
