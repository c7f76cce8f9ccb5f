//! Properties in PRISM's words: what they mean, and what is refused with which sentence.

use games::models::{Literal, Path};
use solver::graph_games::property::Property;
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
fn what_is_no_property_is_refused_with_a_sentence() {
    for (text, part) in [
        ("", "required Pmax=?"),
        ("Pmax>0.5 [ F \"a\" ]", "its answer tells whether the bound holds"),
        ("Pmax=? [ F x=3 ]", "give them a label"),
        ("Pmax=? [ F \"a ]", "second quotation mark"),
        ("Pmax=? [ F \"a\"", "required ]"),
        ("Pmax=? [ F \"a\" ] more", "behind the property"),
        ("Pmax=? [ F<=0 \"a\" ]", "a number of steps"),
        ("Pmax=? [ F<1 \"a\" ]", "a number of steps"),
        ("Pmax=? [ F<=4294967296 \"a\" ]", "a number of steps"),
        ("Pmax=? [ \"a\" ]", "required U or W"),
        ("Pmax=? [ true W \"a\" ]", "always so"),
        ("Pmax=? [ !true U \"a\" ]", "required a label"),
        ("<<one Pmax=? [ F \"a\" ]", "players of a coalition"),
        ("Pmax=? [ F \u{1b} ]", "required a property"),
    ] {
        let error = Property::read(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
        assert!(!error.contains('\u{1b}'), "{text}: {error}");
    }
}
