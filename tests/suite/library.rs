//! The example of the chapter "Python and Rust": verify, ask, solve a game, solve a model.

use crate::console::root;

#[test]
fn a_program_in_rust_verifies_asks_and_solves() -> Result<(), Box<dyn std::error::Error>> {
    let certs = root().join("certs");
    // ANCHOR: rust
    use session::{Question, Silent, ask, solve};
    use solver::engine::{Engine, Request};

    let table = ask(&certs.join("4x4_KNk.cert"), &Question::default())?;
    assert_eq!(table.claim(), "4x4 KNk: all 426 positions are sharp, with these exact values and labels");
    let position = ask(&certs.join("4x4_KNk.cert"), &Question::at("3k/4/4/K2N"))?;
    assert!(position.text().contains("value          31/48"));

    let game = std::fs::read_to_string(certs.join("games/waiting.json"))?;
    let solved = solve(&Engine, &Request::game(&game), &mut Silent)?;
    assert!(solved.at("wait")?.text().contains("lower value    1/4"));

    let model = std::fs::read(certs.join("models/two.umb"))?;
    let solved = solve(&Engine, &Request::model(&model, r#"<<one>> Pmax=? [ F "goal" ]"#), &mut Silent)?;
    assert!(solved.at("0")?.text().contains("4/5"));
    // ANCHOR_END: rust
    Ok(())
}
