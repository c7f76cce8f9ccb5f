//! Models in PRISM language, from the text to the verdict. Each answer was found by hand.

use crate::console::Session;

/// A walk on 0..4 that a player may end early; the guard is one that doubles get wrong.
const WALK: &str = "mdp
const int N;
module walk
  x : [0..N] init 1;
  [go] x>0 & x<N & x*0.1 <= 0.3 -> 1/3:(x'=x+1) + 2/3:(x'=x-1);
  [stop] x>0 & x<N -> (x'=0);
endmodule
label \"top\" = x=N;
rewards \"steps\" [go] true : 1; endrewards
";

const CHASE: &str = "smg
player hunter [a], [b] endplayer
player prey [c], [d] endplayer
module m
  s : [0..4] init 0;
  [a] s=0 -> (s'=1);
  [b] s=0 -> 1/3:(s'=2) + 2/3:(s'=3);
  [c] s=1 -> 1/4:(s'=2) + 3/4:(s'=3);
  [d] s=1 -> 3/4:(s'=2) + 1/4:(s'=3);
endmodule
label \"goal\" = s=2;
";

const RUIN: &str = "dtmc
module m x:[0..3] init 1; [] x>0 & x<3 -> 0.5:(x'=x+1) + 0.5:(x'=x-1); [] x=0 | x=3 -> true; endmodule
rewards x>0 & x<3 : 1; endrewards
";

fn session() -> Session {
    let session = Session::new();
    for (name, text) in [("walk.prism", WALK), ("chase.prism", CHASE), ("ruin.pm", RUIN)] {
        session.write(name, text.as_bytes());
    }
    session
}

#[test]
fn a_model_in_prism_language_is_solved_certified_and_verified() {
    let mut session = session();
    // Ruin with the chance 1/3 up: (2^1 - 1) / (2^4 - 1) from 1 to 4.
    session.run(0, "solve model walk.prism 'Pmax=? [ F x=N & !\"init\" ]' --const N=4 --out top.cert");
    session.run(0, "check top.cert --model top.umb --at 0");
    session.run(0, "solve model walk.prism 'Pmin=? [ F \"top\" ]' --const N=4");
    session.run(0, "solve model walk.prism 'P>=1/15 [ F \"top\" ]' --const N=4");
    session.run(0, "solve model walk.prism 'P<=1/15 [ F \"top\" ]' --const N=4");
    session.run(0, "solve model walk.prism --reach top --max 1 --const N=4");
    session.run(0, "solve model walk.prism --states states.csv --const N=4");
    // The hunter who goes on gets what the prey leaves; the prey wants 1/4, so that 1/3 at once is better.
    session.run(0, "solve model chase.prism '<<hunter>> Pmax=? [ F \"goal\" ]' --out hunt.cert");
    session.run(0, "check hunt.cert --model hunt.umb --at 0");
    session.run(0, "solve model chase.prism '<<1>> P>1/3 [ F s=2 ]'");
    session.run(0, "solve model ruin.pm 'R=? [ F x=0 | x=3 ]'");
    assert!(session.transcript.contains("1/15 = 0.066666666666…"), "{}", session.transcript);
    assert!(session.transcript.contains("answer: false") && session.transcript.contains("answer: true"));
    assert!(session.transcript.contains("5 states, 6 choices, 9 branches"));
    assert!(session.transcript.contains("initial state 0: 1/3 = 0.333333333333…"));
    assert!(session.transcript.contains("initial state 0: 2\n"));
    let states = std::fs::read_to_string(session.path("states.csv")).expect("a file");
    assert_eq!(states, "state,x\n0,1\n1,2\n2,0\n3,3\n4,4\n");
}

#[test]
fn files_of_properties_are_compared() {
    let mut session = session();
    let asked = "const double p = 1/3;\n// RESULT: 2/3\n\"a\": P=? [ F x=0 ];\n// RESULT: 0.333333\nP=? [ F x=3 ]\n// RESULT: 2\nR=? [ F x=0 | x=3 ]\n\
                 // RESULT: true\nP>=p [ F x=3 ]\n// RESULT: Infinity\nR=? [ F x=3 ]\n// RESULT: 1/2\nR=? [ I=3 ]\n";
    session.write("true.props", asked.as_bytes());
    session.write("false.props", asked.replace("RESULT: 2/3", "RESULT: 0.667").as_bytes());
    session.run(0, "solve model ruin.pm --properties true.props");
    assert_eq!(session.transcript.matches(", as the file says").count(), 5, "{}", session.transcript);
    session.run(1, "solve model ruin.pm --properties false.props");
    assert!(session.transcript.contains("2/3 = 0.666666666666…: the file says 0.667"), "{}", session.transcript);
}

/// A lamp that goes on with 1/3 and off with 1/2 is on in 2/5 of all steps: 3/5·1/3 = 2/5·1/2.
#[test]
fn averages_are_asked_directly() {
    let mut session = session();
    let lamp = "dtmc\nmodule m s:[0..1] init 0; [] s=0 -> 1/3:(s'=1) + 2/3:(s'=0); [] s=1 -> 1/2:(s'=0) + 1/2:(s'=1); endmodule\n\
                rewards \"on\" s=1 : 1; endrewards\n";
    session.write("lamp.prism", lamp.as_bytes());
    session.run(0, "solve model lamp.prism 'R{\"on\"}=? [ LRA ]' --out lamp.cert");
    session.run(0, "check lamp.cert --graph lamp.json --at 1");
    session.run(0, "solve model lamp.prism 'R{\"on\"}<2/5 [ S ]'");
    session.run(2, "solve model lamp.prism 'R{\"on\"}=? [ LRA ]' --precision 1e-6");
    session.run(2, "solve model lamp.prism 'S=? [ s=1 ]'");
    for said in ["initial state 0: 2/5 = 0.4\n", "answer: false", "whose answer is exact", "[ LRA ]"] {
        assert!(session.transcript.contains(said), "{said}\n{}", session.transcript);
    }
}

/// Of four plays one comes to 1 and one to 2, and half of those at 1 come to 2: to 1 and 2 come 1/8, to 2 come 3/8, to neither 1/2.
#[test]
fn conditional_probabilities_of_chains_are_quotients() {
    let mut session = session();
    let lots = "module m s:[0..4] init 0; [] s=0 -> 1/4:(s'=1) + 1/4:(s'=2) + 1/2:(s'=3); [] s=1 -> 1/2:(s'=2) + 1/2:(s'=3); [] s>1 -> true; endmodule\n";
    session.write("lots.prism", format!("dtmc\n{lots}").as_bytes());
    session.write("choice.prism", format!("mdp\n{lots}").as_bytes());
    let asked = "// RESULT: 1/3\nP=? [ F s=1 || F s=2 ];\n// RESULT: 2/3\nP=? [ G s!=1 || F s=2 ];\n// RESULT: 1/5\nP=? [ F s=1 || G s!=2 ];\n\
                 // RESULT: 4/5\nP=? [ G s!=1 || G s!=2 ];\n// RESULT: true\nP>=1/3 [ F s=1 || F s=2 ];\n";
    session.write("lots.props", asked.as_bytes());
    session.run(0, "solve model lots.prism --properties lots.props");
    assert_eq!(session.transcript.matches(", as the file says").count(), 5, "{}", session.transcript);
    session.run(0, "solve model lots.prism 'P=? [ F s=1 || F s=2 ]' --out lots.cert");
    for number in 1..4 {
        session.run(0, &format!("check lots-{number}.cert --model lots-{number}.umb --at 0"));
    }
    session.run(1, "solve model lots.prism 'P=? [ F s=1 || F s=4 ]'");
    session.run(2, "solve model choice.prism 'Pmax=? [ F s=1 || F s=2 ]'");
    session.run(2, "solve model lots.prism 'P=? [ F<=3 s=1 || F s=2 ]'");
    for said in [
        "answer: P=? [ F s=1 || F s=2 ]: 1/3 = 0.333333333333…, the quotient that follows from these three numbers",
        "found a condition of probability 0",
        "required a dtmc",
        "without a number of steps",
    ] {
        assert!(session.transcript.contains(said), "{said}\n{}", session.transcript);
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut session = session();
    session.write("wrong.prism", WALK.replace("(x'=0)", "(x'=-1)").as_bytes());
    session.run(1, "solve model wrong.prism 'Pmax=? [ F \"top\" ]' --const N=4");
    session.run(1, "solve model walk.prism 'Pmax=? [ F \"top\" ]'");
    session.run(2, "solve model walk.prism 'Pmax=? [ F \"top\" ]' --const N=4,M=5");
    session.run(2, "solve model walk.prism 'Pmax=? [ F y=1 ]' --const N=4");
    session.run(2, "solve model walk.prism 'Pmax=? [ F G x=1 ]' --const N=4");
    session.run(2, "solve model walk.prism --const N=4");
    for said in [
        "wrong.prism: line 6, column 24: command [stop] x>0 & x<N -> (x'=-1); of module walk, in the state x=1: found x'=-1, required a number from 0 to 4",
        "walk.prism: line 2, column 11: found no value of N, required one: --const N=…",
        "--const: found M, required a constant that the model or the property leaves open",
        "Pmax=? [ F y=1 ]: line 1, column 12: found y, required a variable, constant, formula or label that there is",
    ] {
        assert!(session.transcript.contains(said), "{said}\n{}", session.transcript);
    }
}
