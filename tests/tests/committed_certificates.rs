//! The committed certificates: the checker verifies each, and `SHA256SUMS` names each with its digest.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;

/// The committed certificates by their file names.
fn committed() -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs");
    let entries = fs::read_dir(folder).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let certificates = paths.filter(|path| path.extension().is_some_and(|end| end == "cert"));
    certificates
        .map(|path| {
            let name = path.file_name().expect("a name").to_str().expect("text");
            (name.to_owned(), fs::read(&path).expect("a file"))
        })
        .collect()
}

#[test]
fn committed_certificates_verify_under_their_names() {
    let certificates = committed();
    let mut verified: BTreeMap<String, Arc<Verified>> = BTreeMap::new();
    // Bare kings import nothing, and everything else imports them only.
    for kings in [true, false] {
        for (name, bytes) in &certificates {
            if name.ends_with("_Kk.cert") == kings {
                let imports: Vec<Arc<Verified>> = verified.values().cloned().collect();
                let table = checker::check(bytes, &imports);
                let table = table.unwrap_or_else(|failure| panic!("{name}: {failure}"));
                assert_eq!(&table.endgame().file_name(), name);
                assert_eq!(table.receipt().not_sharp, 0);
                verified.insert(name.clone(), Arc::new(table));
            }
        }
    }
    for name in [
        "8x8_Kk", "8x8_KQk", "8x8_KRk", "8x8_KBk", "8x8_KNk", "3x4_Kk", "3x4_KNk", "8x3_Kk", "8x3_KNk", "4x4_Kk",
        "4x4_KNk",
    ] {
        assert!(verified.contains_key(&format!("{name}.cert")), "{name}");
    }
}

#[test]
fn sums_name_every_committed_certificate() {
    let lines = include_str!("../../certs/SHA256SUMS").lines();
    let sums: BTreeMap<String, String> = lines
        .map(|line| {
            let (digest, name) = line.split_once("  ").expect("a digest and a name");
            (name.to_owned(), digest.to_owned())
        })
        .collect();
    let digest = |(name, bytes): (String, Vec<u8>)| (name, Digest::of(&bytes).to_string());
    assert_eq!(sums, committed().into_iter().map(digest).collect());
}

#[test]
fn index_names_every_committed_certificate() {
    let index = include_str!("../../certs/README.md");
    for name in committed().keys() {
        assert!(index.contains(name.as_str()), "{name}");
    }
}
