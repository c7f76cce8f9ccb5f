//! Bytes that are no certificates: cut, changed, with more of them. Each is tried as it is and with a digest that is right again, so
//! that both the digest and what stands behind it are tried. Nothing may panic, and nothing may verify.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]

mod naive;

use std::sync::Arc;

use checker::certificate::Digest;
use checker::{Failure, Rejection, Verified, check};
use naive::solve;

/// Bare kings on 3x2, and a queen beside them, with its import.
fn controls() -> [(Vec<u8>, Vec<Arc<Verified>>); 2] {
    let kings = solve(3, 2, "Kk").bytes;
    let import = Arc::new(check(&kings, &[]).unwrap());
    [(kings, vec![]), (solve(3, 2, "KQk").bytes, vec![import])]
}

/// These bytes with the digest of all that comes before the last 32; as they are where there are fewer.
fn redigested(bytes: &[u8]) -> Vec<u8> {
    let Some((preceding, _)) = bytes.split_last_chunk::<32>() else {
        return bytes.to_vec();
    };
    let mut right = preceding.to_vec();
    right.extend(Digest::of(preceding).0);
    right
}

#[test]
fn accepts_the_controls() {
    for (bytes, imports) in controls() {
        assert!(check(&bytes, &imports).is_ok());
        assert_eq!(redigested(&bytes), bytes);
    }
}

#[test]
fn refuses_every_cut() {
    for (bytes, imports) in controls() {
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            assert!(matches!(check(cut, &imports), Err(Failure::Rejected(_))), "{length}");
            assert!(check(&redigested(cut), &imports).is_err(), "{length}");
            // The digest at the end, and a hole before it.
            let mut hole = bytes[..length.min(bytes.len() - 33)].to_vec();
            hole.extend([0; 32]);
            assert!(check(&redigested(&hole), &imports).is_err(), "{length}");
        }
    }
}

#[test]
fn refuses_every_changed_byte() {
    for (bytes, imports) in controls() {
        for place in 0..bytes.len() {
            for change in [1_u8, 2, 3, 4, 8, 0x10, 0x40, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                assert!(check(&changed, &imports).is_err(), "byte {place} changed by {change}");
                let changed = redigested(&changed);
                if changed != bytes {
                    assert!(check(&changed, &imports).is_err(), "byte {place} changed by {change}");
                }
            }
        }
    }
}

#[test]
fn refuses_more_bytes() {
    for (bytes, imports) in controls() {
        for place in [bytes.len() - 32, bytes.len()] {
            for byte in [0, 1, 0x80, 0xff] {
                let mut longer = bytes.clone();
                longer.insert(place, byte);
                let failure = check(&longer, &imports).unwrap_err();
                assert!(matches!(failure, Failure::Rejected(Rejection::Digest { .. })), "{failure}");
                let failure = check(&redigested(&longer), &imports).unwrap_err();
                assert!(matches!(failure, Failure::Rejected(Rejection::Trailing { .. })), "{failure}");
            }
        }
        let twice = [bytes.clone(), bytes].concat();
        assert!(check(&redigested(&twice), &imports).is_err());
    }
}
