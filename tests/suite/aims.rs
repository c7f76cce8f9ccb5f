//! Endless games on the command line: a mean payoff as the money grows, all averages, averages of models, and what is refused.

use num_rational::Ratio;
use serde_json::Value;

use crate::console::{Session, root};

type Q = Ratio<i64>;

fn q(text: &str) -> Q {
    text.parse().expect("a fraction")
}

/// What a command prints in JSON.
fn json(session: &mut Session, line: &str) -> Vec<Value> {
    let before = session.transcript.len();
    session.run(0, line);
    let said = &session.transcript[before..];
    let start = said.find("\n{").expect("an answer");
    let mut values = serde_json::Deserializer::from_str(&said[start..]).into_iter::<Value>();
    let answer = values.next().expect("an answer").expect("JSON");
    answer["rows"].as_array().expect("rows").clone()
}

fn game(name: &str) -> String {
    root().join("certs/aims").join(name).to_str().expect("text").to_owned()
}

/// At home a step pays 3, and elsewhere nothing; whoever is chosen goes home. So the mean payoff is 3 times the coin, and the coin is that of Avni, Henzinger
/// and Žikelić: the share itself if the bank takes all, and (1 + share)/3 if it takes half.
#[test]
fn a_mean_payoff_grows_with_the_money_as_the_coin_does() {
    let mut session = Session::new();
    let houses = game("houses.json");
    for (bank, mean) in [("bank", (|share| share * 3) as fn(Q) -> Q), ("1/2", |share| share + 1)] {
        let mut rows = json(&mut session, &format!("solve graph {houses} --pays {bank} --json"));
        rows.retain(|row| row["at"] == "left's");
        let shares: Vec<Q> = rows.iter().map(|row| q(row["share_of_left"].as_str().expect("text"))).collect();
        let expected: Vec<Q> = (1..8).map(|eighths| Q::new(eighths, 8)).collect();
        assert_eq!(shares, expected);
        for (row, share) in rows.iter().zip(shares) {
            assert_eq!(q(row["mean"].as_str().expect("text")), mean(share), "{bank} {share}");
        }
    }
    session.run(0, &format!("solve graph {houses} --pays bank --share 2/6 --out third.cert"));
    session.run(0, &format!("check third.cert --graph {houses}"));
    assert!(session.transcript.contains(
        "Left with more than 1/3 of the money, Right if Left has less, where the bank takes each winning bid"
    ));
    session.run(2, &format!("solve graph {houses} --pays bank --out third.cert"));
    assert!(session.transcript.contains("! --out: found no --share, required Left's share of the money"));
    session.run(2, &format!("solve graph {houses} --pays bank --winner moves --ties left"));
    session.run(2, &format!("solve graph {houses} --share 1/3"));
    for share in ["0/1", "1/1", "3/2", "1/0", "1", "-1/2", "1/65536", "a/b"] {
        session.run(2, &format!("solve graph {houses} --pays bank --share={share}"));
    }
    session.run(2, &format!("solve graph {houses} --aim parity --pays bank"));
    session.run(2, &format!("solve graph {houses} --aim parity --share 1/3"));
    session.run(2, &format!("solve graph {houses} --pays other --share 1/3"));
    session.run(2, &format!("solve graph {houses} --aim all --aim 1"));
    session.run(2, &format!("solve graph {houses} --chips 3"));
    assert!(session.transcript.contains("--chips: required --aim C, "));
    for wrong in ["--precision 20", "--method exact", "--never 1/2", "--draw houses.dot"] {
        session.run(2, &format!("solve graph {houses} {wrong}"));
        assert!(session.transcript.contains("found an endless game, required a g"), "{wrong}");
        session.transcript.clear();
    }
    session.run(1, &format!("solve graph {houses} --pays both --chips 1-1"));
    assert!(session.transcript.contains("found an endless game, required a game as a graph"));
}

/// Left goes where a step pays 1, Right where it pays nothing, and both stay there; each of them comes to move as often.
#[test]
fn all_averages_are_found_with_a_certificate_of_each() {
    let mut session = Session::new();
    let start = game("start.json");
    let rows = json(&mut session, &format!("solve graph {start} --aim all --json --at start"));
    let expected = serde_json::json!([
        { "at": "start", "mean": "1", "from": "0", "to": "1/2" },
        { "at": "start", "mean": "0", "from": "1/2", "to": "1" }
    ]);
    assert_eq!(Value::from(rows), expected);
    session.run(0, &format!("solve graph {start} --aim all --out averages"));
    for average in [0, 1] {
        session.run(0, &format!("check averages/average_{average}.cert --graph {start} --at start"));
    }
    session.write("a-file", b"");
    session.run(1, &format!("solve graph {start} --aim all --out a-file"));
    assert!(session.transcript.contains("! a-file: found a file, required a folder"));
    let found = std::fs::read_dir(session.path("averages")).expect("a folder").count();
    assert_eq!(found, 2);
}

/// Two houses in turn, whose mean has parts of 2^63 or more, which no certificate of an average can name: it is told from both sides. The other house is named.
#[test]
fn averages_with_long_fractions_are_told_from_both_sides() {
    let mut session = Session::new();
    let house = |name: &str, reward: &str, to: &str| {
        format!(r#"{{"name":"{name}","reward":"{reward}","left":["{to}"],"right":["{to}"]}}"#)
    };
    let [high, low] = ["9223372036854775807", "9223372036854775806"];
    let positions = [house("a", high, "b"), house("b", low, "a"), house("c", "5", "c")];
    session.write("long.json", format!(r#"{{"endless-game":1,"positions":[{}]}}"#, positions.join(",")).as_bytes());
    let rows = json(&mut session, "solve graph long.json --aim all --json");
    let whole = |at: &str| serde_json::json!({ "at": at, "low": low, "high": high, "from": "0", "to": "1" });
    let named = serde_json::json!({ "at": "c", "mean": "5", "from": "0", "to": "1" });
    assert_eq!(rows, [whole("a"), whole("b"), named]);
    session.run(0, "solve graph long.json --aim all --out averages");
    session.run(0, &format!("check averages/average_{high}.cert --graph long.json"));
}

/// A state without a choice and with the reward 7: play stays there, and collects 7 in each step, as PRISM reads it. With half of what is left each time, 14.
#[test]
fn where_nobody_has_a_choice_play_stays_and_collects() {
    let mut session = Session::new();
    let stuck = root().join("tests/data/deadlock.umb");
    let stuck = stuck.to_str().expect("text");
    session.run(0, &format!("solve model {stuck} --reward r --average --game stuck.json"));
    let rows = json(&mut session, "solve graph stuck.json --json");
    assert_eq!(rows[0]["mean"], "7");
    for (words, value) in [("", "infinite"), (" --discount 1/2", "14")] {
        let before = session.transcript.len();
        session.run(0, &format!("solve model {stuck} --reward r{words}"));
        let said = &session.transcript[before..];
        assert!(said.contains(&format!("initial state 0: {value}\n")), "{said}");
        assert!(said.contains("1 state has no choice: play stays there for ever"), "{said}");
    }
}

/// 41 positions of each odd priority from 1 to 7 lead to where Left has won; four of them are a ladder, on each step of which Left may wait in vain. The ladder
/// of 2,000 positions with 30 priorities is no harder; both sides' mirror images are the same.
#[test]
fn parity_is_answered_in_no_time_however_many_positions_have_a_priority() {
    let mut session = Session::new();
    for (levels, each, own, raise) in [(4, 41, "left", 0), (30, 66, "left", 0), (30, 66, "right", 1)] {
        let mut positions =
            vec![format!(r#"{{"name":"end","turn":"{own}","{own}":["end"],"priority":{}}}"#, 2 * levels + raise)];
        for level in 0..levels {
            let up = if level + 1 < levels { format!("0:{}", level + 1) } else { "end".to_owned() };
            for number in 0..each {
                let name = format!("{number}:{level}");
                let to = if number == 0 { format!(r#""{name}","{up}""#) } else { r#""end""#.to_owned() };
                let priority = 2 * level + 1 + raise;
                positions.push(format!(r#"{{"name":"{name}","turn":"{own}","{own}":[{to}],"priority":{priority}}}"#));
            }
        }
        let game = format!(r#"{{"endless-game":1,"positions":[{}]}}"#, positions.join(","));
        session.write("ladder.json", game.as_bytes());
        session.run(0, "solve graph ladder.json --aim parity --at 0:0 --out ladder.cert");
        session.run(0, "check ladder.cert --graph ladder.json");
    }
}

/// In the road of five states the driver comes home, where nothing is collected any more; in the fifth the weather can keep the driver on the road, an hour in each step.
#[test]
fn averages_of_models_are_mean_payoffs() {
    let mut session = Session::new();
    let road = root().join("certs/models/road.umb");
    let road = road.to_str().expect("text");
    session.run(0, &format!("solve model {road} --reward hours --average --min driver --game road.json"));
    for (state, mean) in [(0, "0"), (4, "1")] {
        let rows = json(&mut session, &format!("solve graph road.json --json --at {state}"));
        assert_eq!(rows[0]["mean"], mean, "{state}");
    }
    session.run(2, &format!("solve model {road} --reward hours --min driver --game road.json"));
    // A model is not written over.
    std::fs::copy(road, session.path("road.umb")).expect("a copy");
    for output in ["--average --game", "--reach home --out", "--reach home --strategy"] {
        session.run(2, &format!("solve model road.umb --reward hours --min driver {output} road.umb"));
    }
    assert_eq!(std::fs::read(session.path("road.umb")).expect("a file"), std::fs::read(road).expect("a file"));
    for asked in ["--reward hours --average --min driver", "'<<driver>> R{\"hours\"}min=? [ LRA ]' --out road.cert"] {
        let before = session.transcript.len();
        session.run(0, &format!("solve model {road} {asked} --all"));
        let said = &session.transcript[before..];
        assert!(said.contains("state 0: 0\n") && said.contains("state 4: 1\n"), "{said}");
    }
    session.run(0, "check road.cert --graph road.json --at 4");
    session.run(2, &format!("solve model {road} --reward hours --reach home --average --min driver --game road.json"));
}
