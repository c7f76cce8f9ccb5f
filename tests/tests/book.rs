//! What the README and the book show is so: verdicts, pictures, the worked certificate, the position checked by hand.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pipeline_tests::Solved;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src")
}

#[test]
fn committed_pictures_are_the_generated_ones() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).expect("a folder for the pictures");
    let status = Command::new(env!("CARGO_BIN_EXE_pictures")).arg(&folder).status().expect("the generator runs");
    assert!(status.success());
    let mut compared = 0;
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a file name").to_owned();
        let made = fs::read_to_string(&path).expect("a picture");
        let kept = fs::read_to_string(docs().join("pictures").join(&name)).unwrap_or_default();
        assert!(made == kept, "{}: run `pictures docs/src/pictures`", name.display());
        compared += 1;
    }
    assert!(compared > 0, "the generator wrote pictures");
}

/// The bytes in the book were computed from the chapter on the format alone, by a program that is not part of this
/// repository.
#[test]
fn worked_example_is_the_certificate_that_the_solver_writes() {
    let text = fs::read_to_string(docs().join("worked-example.hex")).expect("the worked example");
    let byte = |word: &str| u8::from_str_radix(word, 16).expect("a byte in hexadecimal digits");
    let worked: Vec<u8> = text.split_whitespace().map(byte).collect();
    let solved = Solved::new(2, 2, "Kk");
    assert_eq!(worked, solved.bytes);
    let chapter = fs::read_to_string(docs().join("format.md")).expect("the chapter on the format");
    assert!(chapter.contains(&solved.verified().digest().to_string()), "the chapter gives the SHA-256 of the file");
}

/// Figure 8 and its fifteen options: placement, the beginning of the value as the chapter prints it, T, T′.
const BY_HAND: [(&str, &str, u32, u32); 18] = [
    ("8/8/8/8/3k4/8/8/K2N4", "21073/32256", 3, 4),
    ("8/8/8/8/3k4/8/K7/3N4", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/8/8/1K1N4", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/8/1K6/3N4", "37201/64512", 4, 2),
    ("8/8/8/8/3k4/8/1N6/K7", "41233/64512", 4, 3),
    ("8/8/8/8/3k4/2N5/8/K7", "10489/16128", 2, 3),
    ("8/8/8/8/3k4/4N3/8/K7", "41/64", 2, 5),
    ("8/8/8/8/3k4/8/5N2/K7", "41233/64512", 4, 3),
    ("8/8/8/8/8/2k5/8/K2N4", "3/4", 1, 2),
    ("8/8/8/8/2k5/8/8/K2N4", "21/32", 2, 3),
    ("8/8/8/2k5/8/8/8/K2N4", "85333/129024", 3, 4),
    ("8/8/8/8/8/3k4/8/K2N4", "175/256", 2, 5),
    ("8/8/8/3k4/8/8/8/K2N4", "0.7301", 2, 5),
    ("8/8/8/8/8/4k3/8/K2N4", "203/256", 1, 5),
    ("8/8/8/8/4k3/8/8/K2N4", "0.7280", 2, 5),
    ("8/8/8/4k3/8/8/8/K2N4", "0.6874", 3, 5),
    ("8/8/8/8/3k4/8/4N3/K7", "6457/8064", 1, 6),
    ("8/8/8/1N6/3k4/8/8/K7", "6457/8064", 1, 6),
];

#[test]
fn position_checked_by_hand_has_the_values_and_labels_of_the_chapter() {
    let verified = Solved::new(8, 8, "KNk").verified();
    for (fen, value, white_label, black_label) in BY_HAND {
        let entry = verified.at(fen).expect("a position of the endgame");
        let found = entry.lower.to_string();
        let is_stated = match value.strip_prefix("0.") {
            None => found == value,
            Some(digits) => ten_thousandths(&found) == digits.parse().expect("digits"),
        };
        assert!(is_stated, "{fen}: {found}, the chapter has {value}");
        assert_eq!((entry.white_label, entry.black_label), (Some(white_label), Some(black_label)), "{fen}");
    }
}

/// A fraction in units of 1/10000, rounded, for numbers too long to print.
fn ten_thousandths(fraction: &str) -> u32 {
    let mut parts = fraction.split('/').map(|digits| digits.parse::<f64>().expect("a number"));
    let (numerator, denominator) = (parts.next().expect("a numerator"), parts.next().unwrap_or(1.0));
    (numerator / denominator * 10_000.0).round() as u32
}

/// The README's two verdicts: the certificate's own, and that of the certificate with Figure 8 stated as 5/8.
#[test]
fn the_readme_shows_what_the_checker_says() {
    let readme = docs().join("../../README.md");
    let readme = fs::read_to_string(readme).expect("the README");
    let solved = Solved::new(8, 8, "KNk");
    let verified = solved.verified();
    let line = format!("    certs/8x8_KNk.cert: verified: {}\n", verified.claim());
    assert!(readme.contains(&line), "required: {line}");

    let mut table = solved.table();
    let number_of = |fen: &str| {
        let asked = verified.at(fen).expect("a position");
        let same = |number: &usize| {
            let entry = verified.entry(*number).expect("an entry");
            (entry.lower, entry.white_label) == (asked.lower.clone(), asked.white_label)
        };
        (0..verified.positions()).find(same).expect("a number")
    };
    let figure_8 = number_of("8/8/8/8/3k4/8/8/K2N4");
    let five_eighths = (0..verified.positions())
        .find(|&number| verified.entry(number).is_some_and(|entry| entry.lower.to_string() == "5/8"))
        .expect("a position worth 5/8");
    table.records[figure_8].value = table.records[five_eighths].value;
    let failure = solved.check(&solved.with_table(table)).expect_err("a wrong value");
    let line = format!("    altered.cert: {failure}\n");
    assert!(readme.contains(&line), "required: {line}");
}
