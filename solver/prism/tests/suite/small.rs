//! Small models, whose states, choices and branches were counted by hand.

use crate::build;

/// Knuth and Yao: a die from coins. 13 states: 7 of the tree and 6 ends.
const DIE: &str = "dtmc
module die
  s : [0..7] init 0;
  d : [0..6] init 0;
  [] s=0 -> 0.5 : (s'=1) + 0.5 : (s'=2);
  [] s=1 -> 0.5 : (s'=3) + 0.5 : (s'=4);
  [] s=2 -> 0.5 : (s'=5) + 0.5 : (s'=6);
  [] s=3 -> 0.5 : (s'=1) + 0.5 : (s'=7) & (d'=1);
  [] s=4 -> 0.5 : (s'=7) & (d'=2) + 0.5 : (s'=7) & (d'=3);
  [] s=5 -> 0.5 : (s'=7) & (d'=4) + 0.5 : (s'=7) & (d'=5);
  [] s=6 -> 0.5 : (s'=2) + 0.5 : (s'=7) & (d'=6);
  [] s=7 -> (s'=7);
endmodule
label \"six\" = d=6;
rewards \"coin_flips\" [] s<7 : 1; endrewards";

#[test]
fn a_die_from_coins() {
    let model = build(DIE, &[]).expect("a model");
    assert_eq!(model.counts(), [13, 13, 20]);
    assert_eq!(model.state(0), "s=0, d=0");
    assert_eq!((0..13).filter(|&state| model.has("six", state) == Some(true)).count(), 1);
    let flips = model.rewards[0].choices.as_ref().expect("amounts of choices");
    let ones = flips.iter().filter(|&&number| model.numbers[number as usize] == prism::Number::ONE).count();
    assert_eq!((ones, flips.len()), (7, 13));
    assert!(model.states().starts_with("state,s,d\n0,0,0\n1,1,0\n"));
}

#[test]
fn modules_that_act_together_multiply_probabilities() {
    let text = "mdp
const double p = 1/3;
module a x:[0..2] init 0; [go] x=0 -> p:(x'=1) + 1-p:(x'=2); endmodule
module b = a [x=y] endmodule
module c z:bool init false; [] !z -> (z'=true); [stop] x>0 & y>0 -> true; endmodule";
    let model = build(text, &[]).expect("a model");
    // (0,0) and the four ends, each with z false and true. At (0,0,false) go and the command of c, at (0,0,true) go; at ends stop, and c where z is false.
    assert_eq!(model.counts(), [10, 2 + 1 + 4 * 2 + 4, 4 + 1 + 4 + 4 * 2 + 4]);
    let first: Vec<String> = (0..5).map(|branch| model.probability(branch).to_string()).collect();
    assert_eq!(first, ["1", "1/9", "2/9", "2/9", "4/9"]);
    assert_eq!(model.action_names, ["", "go", "stop"]);
}

#[test]
fn an_action_that_one_module_does_not_enable_is_blocked() {
    let text = "mdp
module a x:[0..1] init 0; [go] x=0 -> (x'=1); endmodule
module b y:[0..1] init 0; [go] y=1 -> true; endmodule";
    let model = build(text, &[]).expect("a model");
    assert_eq!((model.counts(), model.has("deadlock", 0)), ([1, 0, 0], Some(true)));
}

#[test]
fn a_chain_takes_enabled_commands_with_equal_probabilities() {
    let text = "dtmc
module m x:[0..3] init 0; [a] x=0 -> 1/2:(x'=1) + 1/2:(x'=2); [] x=0 -> (x'=2); [b] x=0 -> (x'=3); endmodule
rewards [a] true : 6; [] true : 3; x=0 : 10; endrewards";
    let model = build(text, &[]).expect("a model");
    assert_eq!(model.counts(), [4, 1, 3]);
    let probabilities: Vec<String> = (0..3).map(|branch| model.probability(branch).to_string()).collect();
    // To x=2, which is found first, to x=1 and to x=3.
    assert_eq!(probabilities, ["1/2", "1/6", "1/3"]);
    let reward = &model.rewards[0];
    // (6 + 3 + 0) / 3 in the step, 10 in the state.
    assert_eq!(model.numbers[reward.choices.as_ref().expect("choices")[0] as usize].to_string(), "3");
    assert_eq!(model.numbers[reward.states.as_ref().expect("states")[0] as usize].to_string(), "10");
}

#[test]
fn several_states_may_be_initial() {
    let text = "dtmc
module m x:[0..9]; y:[-3..3]; [] true -> (x'=0) & (y'=0); endmodule
init x+y=2 & y>=0 endinit";
    let model = build(text, &[]).expect("a model");
    // (2,0), (1,1), (0,2), and (0,0) that all go to.
    assert_eq!((model.initial.clone(), model.counts()), (vec![0, 1, 2], [4, 4, 4]));
    assert_eq!((0..4).filter(|&state| model.has("init", state) == Some(true)).count(), 3);
}

#[test]
fn players_own_what_their_actions_and_modules_do() {
    let text = "smg
player hunter [a], [b] endplayer
player prey m endplayer
module m s:[0..3] init 0;
  [a] s=0 -> (s'=1);
  [b] s=0 -> 1/3:(s'=2) + 2/3:(s'=3);
  [] s=1 -> (s'=2); [] s=1 -> (s'=3);
endmodule";
    let model = build(text, &[]).expect("a model");
    assert_eq!((model.players.join(","), model.owners.clone()), ("hunter,prey".to_owned(), vec![0, 1, 0, 0]));
}

#[test]
fn numbers_are_compared_exactly() {
    let text = "dtmc
const double third = 1/3;
module m x:[0..9] init 0; [] x*0.1 <= 0.3 -> (x'=x+1); [] x*0.1 > 0.3 -> true; endmodule
label \"doubles\" = third = 0.33333333333333333333333333333333;
label \"long\" = pow(2, 100) + 1 > pow(2, 100) & log(8, 4) = 1.5 & mod(-1, 3) = 2 & round(2.5) = 3 & ceil(-0.5) = 0;
label \"sign\" = -2^2 = 4 & 2^-1.0 = 0.5 & (!(x=1)) = (!x=1) & 2^3^2 = 512;";
    let model = build(text, &[]).expect("a model");
    assert_eq!(model.counts(), [5, 5, 5]);
    let holds = |label| model.has(label, 0).expect("a label");
    assert_eq!([holds("doubles"), holds("long"), holds("sign")], [false, true, true]);
}

#[test]
fn formulas_are_renamed_with_what_they_are_about() {
    let text = "mdp
formula free = x=0 & other=0;
formula other = y;
module a x:[0..1] init 0; [] free -> (x'=1); endmodule
module b = a [x=y, y=x] endmodule";
    let model = build(text, &[]).expect("a model");
    // (0,0), then one of both: the other is no more free.
    assert_eq!(model.counts(), [3, 2, 2]);
}
