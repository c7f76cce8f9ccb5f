//! What PRISM's own tests ask of exact evaluation (`prism-tests/functionality/verify/exact`), in models of our own that ask the same: nine models that doubles
//! get wrong. The answers are PRISM's.

use num_rational::BigRational;
use prism::{Asked, Found, Limits, Number, Properties, Source, Value};

use crate::given;

/// The answer of a property; probabilities and rewards by hand: of the chains and processes here each path is one step, or none.
fn answers(text: &str, constants: &[(&str, &str)], properties: &str) -> Vec<String> {
    let source = Source::read(text, &given(constants)).expect("a model");
    let model = source.build(Limits { states: 1 << 20, bytes: 1 << 30 }, &mut |_, _| true).expect("a model");
    let properties: Properties = source.properties(properties).expect("properties");
    let answer = |number: usize| {
        let asked = source.ask(&model, &properties, number).expect("a question");
        let found = match asked {
            Asked::Answer(found) => found,
            Asked::Quotient(_) => unreachable!("no condition is asked for"),
            Asked::Question(question) => {
                let name = question.text.split('"').rev().nth(1).expect("a label").to_owned();
                let set = question.labels.iter().find(|(label, _)| *label == name);
                let set = set.map_or_else(
                    || &model.labels.iter().find(|(label, _)| *label == name).expect("a label").1,
                    |(_, set)| set,
                );
                let is_in = |state: u32| set[state as usize / 64] >> (state % 64) & 1 == 1;
                // One step from the first state, of its only choice.
                let reached = || {
                    let branches = model.branches[0] as usize..model.branches[1] as usize;
                    let hits = branches.filter(|&branch| is_in(model.targets[branch]));
                    hits.fold(Number::ZERO, |sum, branch| sum.plus(model.probability(branch)))
                };
                let known = |state: u32| match question.text.starts_with('R') {
                    true => Found::Value(Value::Number(
                        model.numbers[model.rewards[0].choices.as_ref().expect("amounts")[0] as usize].clone(),
                    )),
                    false if is_in(state) => Found::Value(Value::Number(Number::ONE)),
                    false => Found::Value(Value::Number(reached())),
                };
                question.answer(&known).expect("an answer")
            }
        };
        let expected = properties.all[number].result.as_ref();
        if let Some(expected) = expected {
            assert_eq!(properties.agrees(expected, &found), Some(true), "{expected} {found}");
        }
        found.to_string()
    };
    (0..properties.all.len()).map(answer).collect()
}

/// A third, as doubles with 24 digits see it: it is none.
const NO_THIRD: &str = "(1/3 = 0.333333333333333333333333";

const CHAIN: &str =
    "dtmc const double p; module m s:[0..2] init 0; [] s=0 -> p:(s'=1) + 1-p:(s'=2); [] s>0 -> true; endmodule";

#[test]
fn constants_that_are_given_are_fractions() {
    let asked = "// RESULT: 1/3\nP=?[ F s=1 ]\n// RESULT: false\nP>1/3[ F s=1 ]\n// RESULT: true\nP>=1/3[ F s=1 ]\n// RESULT: false\nP<1/3[ F s=1 ]";
    for value in ["1/3", "1/1/3"] {
        assert_eq!(answers(CHAIN, &[("p", value)], asked), ["1/3", "false", "true", "false"]);
    }
}

#[test]
fn constants_that_are_written_are_fractions() {
    let chain = CHAIN.replace("double p", "double p = 1/3");
    assert_eq!(answers(&chain, &[], "P=?[ F s=1 ]; P>1/3[ F s=1 ]; P<=1/3 [ F s=1 ]"), ["1/3", "false", "true"]);
}

#[test]
fn conditions_of_constants_are_exact() {
    let chain = CHAIN.replace("double p", &format!("double p = {NO_THIRD} ? 1/2 : 0)"));
    assert_eq!(answers(&chain, &[], "P=?[ F s=1 ]; P>0[ F s=1 ]"), ["0", "false"]);
    let whole = format!(
        "dtmc const int n = {NO_THIRD} ? 1 : 2); module m s:[0..2] init 0; [] s=0 -> 1/2:(s'=n) + 1/2:(s'=2); [] s>0 -> true; endmodule"
    );
    assert_eq!(answers(&whole, &[], "P=?[ F s=1 ]"), ["0"]);
}

#[test]
fn updates_are_exact() {
    for condition in [NO_THIRD, "((s+1)*1/3 = 0.333333333333333333333333"] {
        let chain = format!(
            "dtmc module m s:[0..2] init 0; [] s=0 -> 1/2:(s'={condition} ? 1 : 2)) + 1/2:(s'=2); [] s>0 -> true; endmodule"
        );
        assert_eq!(answers(&chain, &[], "P=?[ F s=1 ]; P>0[ F s=1 ]"), ["0", "false"]);
    }
}

#[test]
fn first_values_are_exact() {
    let chain = format!(
        "dtmc module m s:[0..2] init {NO_THIRD} ? 1 : 2); b:bool init {NO_THIRD} ? true : false); [] true -> true; endmodule"
    );
    assert_eq!(answers(&chain, &[], "P=?[ F s=1 ]; P=?[ F b ]; P>0 [ F b ]"), ["0", "0", "false"]);
}

#[test]
fn rewards_are_exact() {
    let mdp = |reward: &str| {
        format!(
            "mdp module m s:[0..2] init 0; [a] s=0 -> 1/2:(s'=1) + 1/2:(s'=2); [] s>0 -> true; endmodule rewards \"r\" {reward}; endrewards"
        )
    };
    assert_eq!(answers(&mdp(&format!("[a] true : {NO_THIRD} ? 1 : 2)")), &[], "Rmax=?[ F s>0 ]"), ["2"]);
    assert_eq!(
        answers(
            &mdp(&format!("[a] s={NO_THIRD} ? 1 : 0) : 2")),
            &[],
            "R{\"r\"}max=?[ F s>0 ]; (1/3 = 0.3333333333333333333333333333)"
        ),
        ["2", "false"]
    );
}

#[test]
fn guards_are_exact() {
    let chain = format!(
        "dtmc module m s:[0..3] init 0; [] s={NO_THIRD} ? 0 : 3) -> (s'=1); [] s=0 -> (s'=2); [] s>=1 -> true; endmodule"
    );
    assert_eq!(answers(&chain, &[], "P=?[ F s=1 ]; P>0[ F s=1 ]"), ["0", "false"]);
}

#[test]
fn literals_keep_all_digits() {
    let chain = CHAIN.replace("double p", "double p = 0.500000000000000000000000000000001");
    let found = answers(&chain, &[], "P=?[ F s=1 ]; P>1/2[ F s=1 ]");
    assert_eq!(found, ["500000000000000000000000000000001/1000000000000000000000000000000000", "true"]);
    let number: BigRational = found[0].parse().expect("a fraction");
    assert!(number > BigRational::new(1.into(), 2.into()));
}

#[test]
fn results_hold_for_their_constants() {
    let asked = "// RESULT(p=0): 0\n// RESULT(p=1/3): 1/3\n// RESULT(p=2/3): 2/3\n// RESULT(p=1): 1\nP=?[F s=1]";
    for value in ["0", "1/3", "2/3", "1"] {
        assert_eq!(answers(CHAIN, &[("p", value)], asked), [value]);
    }
}

#[test]
fn sets_of_states_become_labels() {
    let text = "mdp module m x:[0..3] init 0; b:bool; [] x<3 -> (x'=x+1); [] !b -> (b'=true); endmodule
label \"goal\" = x=3; label \"b\" = false; rewards \"steps\" true:1; endrewards rewards b:1; endrewards";
    let source = Source::read(text, &given(&[("k", "2")])).expect("a model");
    let model = source.build(Limits { states: 100, bytes: 1 << 20 }, &mut |_, _| true).expect("a model");
    let asked = |text: &str| {
        let properties = source.properties(text).expect("properties");
        match source.ask(&model, &properties, 0) {
            Ok(Asked::Question(question)) => (
                question.text,
                question
                    .labels
                    .into_iter()
                    .map(|(name, set)| format!("{name} {:08b}", set[0]))
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
            Ok(Asked::Answer(found)) => (found.to_string(), String::new()),
            Ok(Asked::Quotient(quotient)) => (quotient.questions[2].text.clone(), String::new()),
            Err(wrong) => (wrong.to_string(), String::new()),
        }
    };
    let is = |text: &str, question: &str, labels: &str| {
        assert_eq!(asked(text), (question.to_owned(), labels.to_owned()), "{text}")
    };
    is("Pmax=? [ F \"goal\" ]", "Pmax=? [ F \"goal\" ]", "");
    is(
        "Pmax=? [ F \"goal\" || G b ]",
        "line 1, column 12: found a condition behind ||, required a dtmc: where somebody chooses, a choice that is good for the quotient need not be so in each state; fix the choices in the model",
        "",
    );
    is(
        "P=? [ X b || F b ]",
        "line 1, column 11: found ||, required F or G with a set of states before || and behind it, without a number of steps",
        "",
    );
    is("Pmin=? [ !\"goal\" U<=2*k \"init\" ]", "line 1, column 22: found *, required an expression", "");
    is("const int k; Pmin=? [ !\"goal\" U<=(2*k) (\"init\") ]", "Pmin=? [ !\"goal\" U<=4 \"init\" ]", "");
    // States: (0,f) (1,f) (0,t) (2,f) (1,t) (3,f) (2,t) (3,t), as they are found.
    is(
        "Pmax=? [ F<3 (x=3 & \"goal\" & !\"init\") ]",
        "Pmax=? [ F<=2 \"x=3 & goal & !init\" ]",
        "x=3 & goal & !init 10100000",
    );
    is("Pmax=? [ true U b ]", "Pmax=? [ true U \"(b)\" ]", "(b) 11010100");
    is("P>=1/2 [ G x<3 ]", "Pmin=? [ G \"x<3\" ]", "x<3 01011111");
    is("P<1/2 [ X \"deadlock\" ]", "Pmax=? [ X \"deadlock\" ]", "");
    is("R{\"steps\"}min=? [ F \"goal\" ]", "R{\"steps\"}min=? [ F \"goal\" ]", "");
    is("R{2}max=? [ C ]", "R{\"2\"}max=? [ C ]", "");
    is("Rmax=? [ C ]", "R{\"steps\"}max=? [ C ]", "");
    is("<<1>> P>=0.5 [ F x=1 ]", "<<1>> Pmax=? [ F \"x=1\" ]", "x=1 00010010");
    is("\"name\": filter(count, x=3)", "2", "");
    is("filter(sum, x, b)", "6", "");
    is("filter(forall, x<3 | \"goal\")", "true", "");
    is("label \"late\" = x>1; Pmax=? [ F \"late\" ]", "Pmax=? [ F \"late\" ]", "late 11101000");
    is(
        "R{\"none\"}max=? [ C ]",
        "line 1, column 1: found no such reward, required one of the model, which has steps, 2",
        "",
    );
    is(
        "Pmax=? [ F y=1 ]",
        "line 1, column 12: found y, required a variable, constant, formula or label that there is",
        "",
    );
    is(
        "Pmax=? [ F \"gaol\" ]",
        "line 1, column 12: found \"gaol\", required a variable, constant, formula or label that there is",
        "",
    );
}
