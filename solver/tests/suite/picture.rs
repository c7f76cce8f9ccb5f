//! Pictures of games: every position and every option is there once, the best options are thick, and names are no markup.

use solver::graph::exact::policy::Silent;
use solver::graph::labels::Side;
use solver::graph_games::picture::{MOST, TooLarge, svg};
use solver::graph_games::solve::{Method, solve};
use solver::graph_games::{Game, generate};

fn drawn(game: &Game) -> Result<String, TooLarge> {
    let solution = solve(game, Method::default(), 1, &mut Silent).expect("values");
    let best = |position, side| {
        let best = solution.best(game, position, side, side == Side::Black);
        best.map(|best| best.options).unwrap_or_default()
    };
    svg(game, |position| solution.shown(position), best)
}

/// The middle of each box, from left to right.
fn columns(picture: &str) -> Vec<(usize, String)> {
    let boxes = picture.split("<rect x=\"").skip(1).map(|rest| {
        let text = rest.split("<text x=\"").nth(1).expect("a name");
        let x = text.split('"').next().expect("a number").parse().expect("a number");
        let name = text.split('>').nth(1).and_then(|text| text.split('<').next()).expect("a name");
        (x, name.to_owned())
    });
    let mut boxes: Vec<_> = boxes.collect();
    boxes.sort();
    boxes
}

#[test]
fn a_path_is_a_row_of_its_nodes() {
    let picture = drawn(&generate::path(9)).expect("a picture");
    let columns = columns(&picture);
    let names: Vec<&str> = columns.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
    assert!(columns.windows(2).all(|pair| pair[0].0 < pair[1].0));
    // Each of the seven positions that are not terminal has an option of either player, and it is the best one.
    assert_eq!(picture.matches("stroke-width=\"3\"").count(), 14);
    assert_eq!(picture.matches("stroke-width=\"1.2\"").count(), 0);
    assert!(picture.contains(">3/8</text>") && picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

#[test]
fn what_is_not_best_is_thin_and_names_are_no_markup() {
    let text = r#"{ "bidding-game": 2, "positions": [
        { "name": "<b>&", "left": ["won", "lost"], "right": ["lost", "<b>&"] },
        { "name": "won", "value": "1" }, { "name": "lost", "value": "0" } ] }"#;
    let picture = drawn(&Game::read(text).expect("a game")).expect("a picture");
    assert!(picture.contains("&lt;b&gt;&amp;") && !picture.contains("<b>"));
    assert_eq!(picture.matches("stroke-width=\"3\"").count(), 2);
    assert_eq!(picture.matches("stroke-width=\"1.2\"").count(), 2);
}

#[test]
fn refuses_what_nobody_could_read() {
    let count = MOST + 1;
    assert_eq!(drawn(&generate::path(u32::try_from(count).unwrap())).unwrap_err(), TooLarge(count));
    assert!(drawn(&generate::path(u32::try_from(MOST).unwrap())).is_ok());
}
