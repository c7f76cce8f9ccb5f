//! Properties in PRISM's words: what they mean, and what is refused with which sentence.

use games::models::{Literal, Path};
use solver::graph_games::property::{Asked, Property};
use solver::graph_games::umb::Coalition;

fn label(label: &str, negated: bool) -> Option<Literal> {
    Some(Literal { label: label.to_owned(), negated })
}

#[test]
fn properties_mean_what_prism_says() {
    let (all, one) = (Coalition::All, Coalition::Players(vec!["one".to_owned(), "2".to_owned()]));
    for (text, coalition, is_min, path, stay, goal, steps) in [
        ("Pmax=? [ F \"a\" ]", &all, Some(false), Path::Until, None, label("a", false), None),
        ("P=?[F<=7 (!\"a\")]", &all, None, Path::Until, None, label("a", true), Some(7)),
        ("<<one,2>>Pmin=? [ G<8 \"a\" ]", &one, Some(true), Path::WeakUntil, label("a", false), None, Some(7)),
        ("Pmin=? [ !\"b c\" U \"a\" ]", &all, Some(true), Path::Until, label("b c", true), label("a", false), None),
        ("Pmax=? [ true U \"a\" ]", &all, Some(false), Path::Until, None, label("a", false), None),
        (
            "Pmax=? [ \"b\" W<=2 !(!\"a\") ]",
            &all,
            Some(false),
            Path::WeakUntil,
            label("b", false),
            label("a", false),
            Some(2),
        ),
        ("Pmax=? [ X !\"a\" ]", &all, Some(false), Path::Next, None, label("a", true), None),
        ("<<>> Pmax=? [ F \"a\" ]", &Coalition::Nobody, Some(false), Path::Until, None, label("a", false), None),
    ] {
        let wanted = Property { coalition: coalition.clone(), is_min, path, stay, goal, steps };
        assert_eq!(Property::read(text), Ok(wanted), "{text}");
    }
}

/// As many parentheses as somebody types: no stack holds them.
#[test]
fn parentheses_may_be_many() {
    for many in [1, 2, 1_000_000] {
        let text = format!("Pmax=? [ F {}\"a\"{} ]", "!(".repeat(many), ")".repeat(many));
        assert_eq!(Property::read(&text).expect("a property").goal, label("a", many % 2 == 1));
        let open = format!("Pmax=? [ F {}\"a\" ]", "(".repeat(many));
        assert!(Property::read(&open).expect_err("no end").contains("required )"));
    }
}

#[test]
fn what_is_no_property_or_not_covered_is_refused_with_a_sentence() {
    for line in include_str!("properties.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (text, part) = line.split_once('\t').expect("a text and a part");
        let error = Asked::read(&text.replace("\\e", "\u{1b}")).expect_err(text);
        assert!(error.contains(part) && !error.contains('\u{1b}'), "{text}: {error}");
    }
}

/// Labels may say anything: what is in quotation marks is no operator.
#[test]
fn labels_are_not_taken_for_operators() {
    for text in ["Pmax=? [ F \"G F multi; S=? && || {}\" ]", "Pmin=? [ !\"R\" U<=3 \"F[1,2]\" ]"] {
        assert!(Property::read(text).is_ok(), "{text}");
    }
}

/// Whatever stands there is refused, or read, without a panic: cut at each place, and with each two signs exchanged.
#[test]
fn no_text_makes_it_panic() {
    for text in
        ["<<one:two>> Pmax=? [ \"ä\" U[1,2] !(F \"b\") ] || {", "R{\"x\"}max=? [ I=5 ]", "multi(P>=0.5 [ X \"é\" ])"]
    {
        let letters: Vec<char> = text.chars().collect();
        for place in 0..letters.len() {
            for other in 0..letters.len() {
                let mut changed = letters.clone();
                changed.swap(place, other);
                let _ = Property::read(&changed.iter().collect::<String>());
                let _ = Property::read(&changed[place..].iter().collect::<String>());
                let _ = Property::read(&changed[..place].iter().collect::<String>());
            }
        }
    }
}
