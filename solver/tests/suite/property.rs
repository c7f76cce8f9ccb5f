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
        ("Pmax=? [ F \"a\" ]", &all, false, Path::Until, None, label("a", false), None),
        ("P=?[F<=7 (!\"a\")]", &all, false, Path::Until, None, label("a", true), Some(7)),
        ("<<one,2>>Pmin=? [ G<8 \"a\" ]", &one, true, Path::WeakUntil, label("a", false), None, Some(7)),
        ("Pmin=? [ !\"b c\" U \"a\" ]", &all, true, Path::Until, label("b c", true), label("a", false), None),
        ("Pmax=? [ true U \"a\" ]", &all, false, Path::Until, None, label("a", false), None),
        (
            "Pmax=? [ \"b\" W<=2 !(!\"a\") ]",
            &all,
            false,
            Path::WeakUntil,
            label("b", false),
            label("a", false),
            Some(2),
        ),
        ("Pmax=? [ X !\"a\" ]", &all, false, Path::Next, None, label("a", true), None),
        ("<<>> Pmax=? [ F \"a\" ]", &Coalition::Nobody, false, Path::Until, None, label("a", false), None),
    ] {
        let wanted = Property { coalition: coalition.clone(), is_min, path, stay, goal, steps };
        assert_eq!(Property::read(text), Ok(wanted), "{text}");
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
