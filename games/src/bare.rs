//! Certificates whose slices have a layout of their own, which no form of the kernel describes.

use std::borrow::Cow;

use checker::certificate::{Certificate, Form, Head};
use checker::failure::{Failure, ensure};

/// Whether a head says so: `bits` and form are 0, and there are no values.
pub fn is_bare(head: &Head) -> bool {
    (head.never, head.bits, head.form, head.values.numerators.len()) == (None, 0, Form::One, 0)
}

/// What is stated in the only slice.
///
/// # Errors
///
/// If there are none or more, or as [`Certificate::slice`].
pub fn only_slice<'a>(certificate: &Certificate<'a>) -> Result<Cow<'a, [u8]>, Failure> {
    ensure(certificate.slices.len() == 1, Failure::Coverage(certificate.slices.len(), 1))?;
    certificate.slice(0)
}
