//! The tests of the reader of the PRISM language.

mod exact;
mod small;
mod wrong;

use std::collections::BTreeMap;

use prism::{Failed, Limits, Model, Source};

/// Constants with their values.
fn given(constants: &[(&str, &str)]) -> BTreeMap<String, String> {
    constants.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Builds a model, or says what is wrong.
fn build(text: &str, constants: &[(&str, &str)]) -> Result<Model, String> {
    let source = Source::read(text, &given(constants)).map_err(|wrong| wrong.to_string())?;
    let limits = Limits { states: 1 << 20, bytes: 1 << 30 };
    source.build(limits, &mut |_, _| true).map_err(|failed| failed.to_string())
}

#[test]
fn ends_when_it_is_told_to_and_where_limits_are() {
    let text = "dtmc module m x:[0..9999] init 0; [] true -> (x'=mod(x+1,10000)); endmodule";
    let source = Source::read(text, &given(&[])).expect("a model");
    let limits = Limits { states: 10_000, bytes: 1 << 30 };
    assert_eq!(source.build(limits, &mut |_, _| false).expect_err("an end"), Failed::Interrupted);
    let mut told = 0;
    let model = source
        .build(limits, &mut |_, _| {
            told += 1;
            true
        })
        .expect("a model");
    assert_eq!((model.counts(), told), ([10_000; 3], 3));
    for limits in [Limits { states: 9_999, ..limits }, Limits { bytes: 1000, ..limits }] {
        assert!(matches!(source.build(limits, &mut |_, _| true), Err(Failed::Large(_))));
    }
}
