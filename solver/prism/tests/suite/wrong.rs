//! Wrong models: each with the sentence that says where, and what is required.

use crate::build;

/// What is written, and what is said.
const WRONG: [(&str, &str); 40] = [
    (
        "mdp\nmodule m x:[0..3] init 0; [go] x=0 -> (x'=5); endmodule",
        "line 2, column 40: command [go] x=0 -> (x'=5); of module m, in the state x=0: found x'=5, required a number from 0 to 3",
    ),
    (
        "mdp module m x:[0..3] init 4; endmodule",
        "line 1, column 28: variable x: found 4 at first, required a number from 0 to 3",
    ),
    (
        "mdp module m x:[3..0]; endmodule",
        "line 1, column 14: variable x: found the range 3..0, required one with a value",
    ),
    (
        "dtmc module m x:[0..1]; [] true -> 1/2:(x'=0) + 1/3:(x'=1); endmodule",
        "line 1, column 25: command [] true -> 1/2:(x'=0) + 1/3:(x'=1); of module m, in the state x=0: found probabilities with the sum 5/6, required 1",
    ),
    (
        "dtmc module m x:[0..1]; [] true -> 1.5:(x'=0) + -0.5:(x'=1); endmodule",
        "line 1, column 49: command [] true -> 1.5:(x'=0) + -0.5:(x'=1); of module m, in the state x=0: found the probability -1/2, required one from 0",
    ),
    (
        "dtmc module m x:[0..1]; [] 1/x > 0 -> true; endmodule",
        "line 1, column 28: command [] 1/x > 0 -> true; of module m, in the state x=0: found a division by zero, required another divisor",
    ),
    (
        "dtmc module m x:[0..1]; [] true -> 1/x:true; endmodule",
        "line 1, column 36: command [] true -> 1/x:true; of module m, in the state x=0: found a division by zero, required another divisor",
    ),
    (
        "dtmc module m x:[0..1]; [] true -> true; endmodule label \"a\" = mod(1,x)=0;",
        "line 1, column 64: label \"a\", in the state x=0: found mod by a number that is not above 0, required one above 0",
    ),
    (
        "dtmc module m x:[0..1]; [] true -> true; endmodule rewards \"r\" true : 1/x; endrewards",
        "line 1, column 71: reward r, in the state x=0: found a division by zero, required another divisor",
    ),
    (
        "dtmc const int N; const double p; module m x:[0..1]; endmodule",
        "line 1, column 16: found no value of N, p, required one: --const N=…,p=…",
    ),
    (
        "dtmc const int a = b; const int b = a;",
        "line 1, column 16: constant a: found a constant that needs itself, required one that does not",
    ),
    (
        "dtmc const int a = 1/2;",
        "line 1, column 20: found a number that may be a fraction for constant a, required a whole number: floor, ceil or round make one",
    ),
    (
        "dtmc const int a = 1; formula a = 2;",
        "line 1, column 31: found the name a a second time, required another name",
    ),
    (
        "mdp module m x:[0..1]; x:bool; endmodule",
        "line 1, column 24: found the name x a second time, required another name",
    ),
    (
        "mdp module m x:[0..1]; endmodule module m y:bool; endmodule",
        "line 1, column 41: found the module m a second time, required another name",
    ),
    (
        "mdp module m x:bool; endmodule label \"a\" = x; label \"a\" = !x;",
        "line 1, column 53: found the label a a second time, required another name",
    ),
    (
        "mdp module m x:bool; [] true -> (x'=true)&(x'=false); endmodule",
        "line 1, column 44: found a value of x a second time, required another name",
    ),
    (
        "mdp module m x:bool; [] true -> (y'=true); endmodule",
        "line 1, column 34: found y', required a variable that there is",
    ),
    (
        "mdp module m x:bool; endmodule module n y:bool; [] true -> (x'=true); endmodule",
        "line 1, column 61: found x' in module n, required in module m, whose variable it is",
    ),
    (
        "mdp module m x:bool; [] z -> true; endmodule",
        "line 1, column 25: found z, required a variable, constant, formula or label that there is",
    ),
    ("mdp module m x:bool; [] x+1 -> true; endmodule", "line 1, column 25: found true or false, required a number"),
    (
        "mdp module m x:[0..1]; [] x -> true; endmodule",
        "line 1, column 27: found a whole number for a guard, required true or false",
    ),
    (
        "mdp module m x:[0..4]; [] true -> (x'=x/2); endmodule",
        "line 1, column 39: found a number that may be a fraction for x', required a whole number: floor, ceil or round make one",
    ),
    (
        "mdp module m x:bool; [a] true -> true; endmodule rewards [b] true : 1; endrewards",
        "line 1, column 59: found the action b, required one of a command",
    ),
    (
        "smg player p [a], [b] endplayer module m x:bool; [a] true -> true; endmodule",
        "line 1, column 20: found the action b, required one of a command",
    ),
    (
        "smg player p m endplayer player q m endplayer module m x:bool; endmodule",
        "line 1, column 35: found m of player q, required of p alone, whose it is already",
    ),
    (
        "smg player p [a] endplayer player q [b] endplayer module m x:bool; [a] true -> true; [b] true -> true; endmodule",
        "line 1, column 1: in the state x=false: found choices of two players, [a] of p and [b] of q, required of one",
    ),
    (
        "smg player p [a] endplayer player q [b] endplayer module m x:bool; [a] x -> true; [b] x -> true; [] true -> true; [] true -> (x'=false); endmodule",
        "line 1, column 1: in the state x=false: found 2 choices of no player, required one player for their actions or modules",
    ),
    ("smg module m x:bool; endmodule", "line 1, column 1: found an smg without a player, required player … endplayer"),
    ("mdp module n = m [x=y] endmodule", "line 1, column 16: found m, required a module that there is"),
    (
        "mdp module m x:bool; y:bool; endmodule module n = m [x=z] endmodule",
        "line 1, column 47: module n: found no new name of y, required one",
    ),
    (
        "mdp formula f = g; formula g = f; module m x:bool; [] f=1 -> true; endmodule",
        "line 1, column 32: found formulas in each other without end, or more than 1000, required fewer",
    ),
    (
        "mdp global g:bool; module m x:bool; [a] true -> (g'=true); endmodule module n y:bool; [a] true -> (g'=false); endmodule",
        "line 1, column 87: found g changed in modules m and n by the action a, required in one of them",
    ),
    (
        "mdp module m x:[0..1] init 0; endmodule init x=0 endinit",
        "line 1, column 28: found init of a variable beside init … endinit, required one of both",
    ),
    ("mdp module m x:[0..1]; endmodule init x=2 endinit", "line 1, column 39: found no initial state, required one"),
    (
        "ctmc module m x:bool; endmodule",
        "line 1, column 1: found ctmc, required a dtmc, mdp or smg: continuous time is not covered: write the embedded chain as a dtmc",
    ),
    ("mdp\nmodule m\n x:[0..1]\n [] true -> true; endmodule", "line 4, column 2: found [, required ;"),
    (
        "mdp module m x:bool; [] true -> 0.5:true + true; endmodule",
        "line 1, column 22: found an update without a probability beside others, required PROBABILITY : UPDATE",
    ),
    (
        "mdp module m x:bool; label \"a = x;",
        "line 1, column 28: found a quotation mark, required a second one in the same line",
    ),
    (
        "mdp module m x:[0..1]; [] true -> (x'=pow(2,x-1)); endmodule",
        "line 1, column 39: command [] true -> (x'=pow(2,x-1)); of module m, in the state x=0: found a negative exponent of a whole number, \
      required one from 0, or a base that may be a fraction, such as 2.0",
    ),
];

#[test]
fn says_what_is_wrong_and_where() {
    let found: Vec<(&str, String)> = WRONG.iter().map(|(text, _)| (*text, build(text, &[]).expect_err(text))).collect();
    let differ: Vec<_> = found.iter().zip(&WRONG).filter(|((_, found), (_, said))| found != said).collect();
    assert!(differ.is_empty(), "{differ:#?}");
}

#[test]
fn says_what_is_wrong_with_values_of_constants() {
    let text = "mdp const int N; module m x:[0..N] init 0; endmodule";
    let wrong = |value| build(text, &[("N", value)]).expect_err(value);
    assert_eq!(
        wrong("2.5"),
        "line 1, column 15: constant N: in --const N=2.5: found a number that may be a fraction for --const, required a whole number: floor, ceil or round make one"
    );
    assert_eq!(
        wrong("2+"),
        "line 1, column 15: constant N: in --const N=2+: found the end of the text, required an expression"
    );
    assert_eq!(
        wrong("M"),
        "line 1, column 15: constant N: in --const N=M: found M, required a variable, constant, formula or label that there is"
    );
    assert_eq!(
        build("mdp const int N = 2; module m x:bool; endmodule", &[("N", "3")]).expect_err("twice"),
        "line 1, column 15: constant N: found a second value in --const, required none"
    );
}

#[test]
fn hostile_text_ends_in_a_sentence() {
    let deep = format!("mdp module m x:bool; [] {}x{} -> true; endmodule", "(".repeat(5000), ")".repeat(5000));
    assert!(build(&deep, &[]).expect_err("deep").contains("parentheses"));
    let long = format!("mdp const int a = 1{};", "-1".repeat(5000));
    assert!(build(&long, &[]).expect_err("long").contains("operands in a row"));
    let power = "dtmc const double p = pow(10, 1000000000); module m x:bool; endmodule";
    assert!(build(power, &[]).expect_err("large").contains("2^20 bits"));
    assert!(build("dtmc const double p = 1e999999999;", &[]).expect_err("large").contains("10000"));
    assert!(build("mdp module m x:[0..pow(2,70)]; endmodule", &[]).expect_err("large").contains("2^62"));
    for end in 0..200 {
        let text = "smg player p [a], m endplayer module m x:[0..1] init 0; [a] x=0 -> 1/2:(x'=1)+1/2:true; endmodule rewards \"r\" [a] true:1; endrewards";
        let _ = build(&text.chars().take(end).collect::<String>(), &[]);
        let _ = build(&text.chars().skip(end).collect::<String>(), &[]);
    }
}

#[test]
fn long_rows_are_no_deep_trees() {
    let row = (0..20_000).map(|number| format!("x={number}")).collect::<Vec<_>>().join("|");
    let text = format!("mdp module m x:[0..30000] init 0; [] true -> true; endmodule label \"a\" = {row};");
    assert_eq!(build(&text, &[]).expect("a model").has("a", 0), Some(true));
}
