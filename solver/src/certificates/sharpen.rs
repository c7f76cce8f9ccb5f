//! Certificates of bounds, written again with the places that are sharp because of these bounds.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Certificate, Digest, Form, Head};
use checker::failure::Failure;
use checker::theorem::{INFINITE, Place};
use writer::{Writer, write};

use crate::certificates::certify::{columns_of, flags};
use crate::graph::Bounds;
use crate::sharp::snap::Snapped;
use crate::sharp::{Settled, settle, snapped};

/// Certificates by their digests, verified: each rests on those before it.
pub struct Sharpener {
    threads: usize,
    checker: checker::Checker<'static>,
    /// What each certificate has become: imports are named anew.
    renamed: BTreeMap<Digest, Digest>,
}

/// What has become of a certificate.
#[derive(Debug)]
pub struct Sharpened {
    /// What is verified now.
    pub verified: Arc<Verified>,
    /// The bytes, if they are other ones than before.
    pub bytes: Option<Vec<u8>>,
    /// Places of which it is not known whether they are sharp.
    pub open: Vec<u32>,
}

impl std::fmt::Debug for Sharpener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sharpener").field("renamed", &self.renamed).finish_non_exhaustive()
    }
}

impl Sharpener {
    /// Nothing is verified yet. The bytes do not depend on the number of threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let none = |_: Digest| None::<Vec<u8>>;
        Self { threads, checker: checker::Checker::new(threads, games::read, none), renamed: BTreeMap::new() }
    }

    /// Takes a certificate whose imports have been taken before. If it states bounds, what is sharp because of them is stated, too.
    ///
    /// # Errors
    ///
    /// Why it is not verified.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Sharpened, Failure> {
        let before = games::certificate(bytes)?;
        let (digest, head) = (before.digest, self.renamed(&before.head));
        let is_new = head.imports != before.head.imports;
        if before.head.form != Form::Narrow && !is_new {
            let verified = self.remember(digest, bytes)?;
            let open = open(&verified);
            return Ok(Sharpened { verified, bytes: None, open });
        }
        let again = self.with_head(&before, head)?;
        if before.head.form != Form::Narrow {
            let verified = self.remember(digest, &again)?;
            let open = open(&verified);
            return Ok(Sharpened { verified, bytes: Some(again), open });
        }
        let enclosed = self.checker.check(&again, None)?;
        let mut settled = settle(&enclosed, self.threads)?.unwrap_or_default();
        let mut made = with(&games::certificate(&again)?, &settled)?;
        if !settled.open.is_empty()
            && let Some(snapped) = snapped(&enclosed, self.threads)?.filter(|snapped| snapped.moved > 0)
        {
            let again = moved(&enclosed, &settled, &snapped);
            let enclosed = self.checker.check(&again, None)?;
            let better = settle(&enclosed, self.threads)?.unwrap_or_default();
            if better.open.len() < settled.open.len() {
                made = with(&games::certificate(&again)?, &better)?;
                settled = better;
            }
        }
        drop((enclosed, settled));
        let verified = self.remember(digest, &made)?;
        let open = open(&verified);
        Ok(Sharpened { verified, bytes: (made != bytes).then_some(made), open })
    }

    /// Verifies a certificate that stands in the place of the one of this digest.
    fn remember(&mut self, before: Digest, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        let verified = self.checker.check(bytes, None)?;
        self.renamed.insert(before, verified.digest());
        self.checker.remember(&verified);
        Ok(verified)
    }

    /// A head whose imports are those that have taken their places.
    fn renamed(&self, head: &Head) -> Head {
        let mut imports: Vec<Digest> =
            head.imports.iter().map(|import| *self.renamed.get(import).unwrap_or(import)).collect();
        imports.sort_unstable();
        Head { imports, ..head.clone() }
    }

    /// The same slices, with this head.
    fn with_head(&self, certificate: &Certificate<'_>, head: Head) -> Result<Vec<u8>, Failure> {
        let slices = (0..certificate.slices.len()).map(|slice| certificate.slice(slice).map(|bytes| bytes.to_vec()));
        let slices: Vec<Vec<u8>> = slices.collect::<Result<_, _>>()?;
        Ok(write(&head, &slices))
    }
}

/// The places of which it is not known whether they are sharp.
fn open(verified: &Verified) -> Vec<u32> {
    let stated = verified.stated();
    let is_open = |number: &u32| {
        let place = stated.place(*number);
        stated.sharp(*number) == INFINITE && place.alpha[1] >= place.beta[0]
    };
    match verified.head().form {
        Form::Narrow | Form::Sharp => (0..).take(stated.count()).filter(is_open).collect(),
        _ => Vec::new(),
    }
}

/// The certificate of bounds that have been moved.
fn moved(enclosed: &Verified, settled: &Settled, snapped: &Snapped) -> Vec<u8> {
    let bounds = (0..).zip(&snapped.bounds).map(|(number, &[low, high])| {
        let Place { alpha: [_, u], beta: [m, _], .. } = enclosed.stated().place(number);
        // Where no gap is listed there are two numbers.
        if u < m {
            Bounds { alpha: [low, u], beta: [m, high] }
        } else {
            Bounds { alpha: [low, high], beta: [low, high] }
        }
    });
    let bounds: Vec<Bounds> = bounds.collect();
    let slice = |range: &Range<usize>| {
        let own = &bounds[range.clone()];
        let labels = [0, 1].map(|side: usize| snapped.labels[range.clone()].iter().map(|both| both[side]).collect());
        columns_of(own.iter().map(|bounds| bounds.alpha[0]).collect(), own, &labels)
    };
    write(enclosed.head(), &settled.slices.iter().map(slice).collect::<Vec<_>>())
}

/// The certificate of bounds, with the places that are settled.
fn with(certificate: &Certificate<'_>, settled: &Settled) -> Result<Vec<u8>, Failure> {
    let form = if settled.count() > 0 { Form::Sharp } else { Form::Narrow };
    let head = Head { form, ..certificate.head.clone() };
    let mut slices = Vec::new();
    for (slice, range) in settled.slices.iter().enumerate() {
        let labels = &settled.labels[range.clone()];
        let mut writer = Writer(certificate.slice(slice)?.to_vec());
        if form == Form::Sharp {
            writer.column(&flags(labels.iter().map(|label| *label < INFINITE)));
            writer.column(&labels.iter().copied().filter(|label| *label < INFINITE).collect::<Vec<u32>>());
        }
        slices.push(writer.0);
    }
    Ok(write(&head, &slices))
}
