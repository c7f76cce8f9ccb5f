//! Certificates whose slices or statements have a layout of their own, which no form of the kernel describes.

use checker::certificate::{Certificate, Form, Head, Reader};
use checker::failure::{Failure, Spelling, ensure};
#[cfg(any(feature = "aims", feature = "poorman"))]
use checker::numbers::{Fractions, at};

/// Whether a head says so: `bits` and form are 0, and there are no values.
pub fn is_bare(head: &Head) -> bool {
    (head.never, head.bits, head.form, head.values.numerators.len()) == (None, 0, Form::One, 0)
}

/// What is stated in the only slice.
///
/// # Errors
///
/// If there are none or more, or as [`Certificate::slice`].
pub fn only_slice<'a>(certificate: &Certificate<'a>) -> Result<&'a [u8], Failure> {
    ensure(certificate.slices.len() == 1, Failure::Coverage(certificate.slices.len(), 1))?;
    certificate.slice(0)
}

/// That these are the places of all values of a head, which are increasing, and at most 1; `large` if there are not so many.
///
/// # Errors
///
/// `large`, or that the values are not spelt so.
#[cfg(any(feature = "aims", feature = "poorman"))]
pub fn are_used<'a>(
    Fractions { denominator, numerators }: &Fractions,
    places: impl Iterator<Item = &'a u32>,
    large: Failure,
) -> Result<(), Failure> {
    let mut used = vec![false; numerators.len()];
    for place in places {
        *used.get_mut(at(*place)).ok_or_else(|| large.clone())? = true;
    }
    let is_increasing = numerators.is_sorted_by(|a, b| a < b) && numerators.last() <= Some(denominator);
    ensure(is_increasing && !used.contains(&false), Failure::Spelling(None, 0, Spelling::Values))
}

/// Numbers among bytes that are being read.
pub trait Naturals {
    /// The next number below 2^64: seven bits a byte, least significant first.
    ///
    /// # Errors
    ///
    /// If the bytes end, or it takes more of them than it needs.
    fn number(&mut self) -> Result<u64, Failure>;

    /// The length of a list whose elements take so many bytes each, or more.
    ///
    /// # Errors
    ///
    /// As [`Naturals::number`], or if there are not so many bytes.
    fn length(&mut self, least: usize) -> Result<usize, Failure>;
}

impl Naturals for Reader<'_> {
    fn number(&mut self) -> Result<u64, Failure> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            // Of the tenth byte one bit has room.
            let is_long = byte == 0 && shift > 0 || byte > 1 && shift == 63;
            ensure(!is_long, self.wrong(Spelling::Long))?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.wrong(Spelling::Long))
    }

    fn length(&mut self, least: usize) -> Result<usize, Failure> {
        let length = usize::try_from(self.number()?).map_err(|_| self.wrong(Spelling::Large))?;
        if length <= self.left() / least { Ok(length) } else { Err(self.wrong(Spelling::End)) }
    }
}
