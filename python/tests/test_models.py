"""Questions about models in PRISM language, and about objects of stormpy and stormvogel. Expected numbers are printed by others, or calculated by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from importlib.util import find_spec
from types import SimpleNamespace

import pytest
from conftest import CERTS, run

import bidding_games
from bidding_games import ModelSolution, StateReward, model

# The die of Knuth and Yao, by a fair coin: each face has the probability 1/6, and 11/3 tosses are expected (the tutorial of PRISM).
DIE = """dtmc
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
rewards "coin_flips" s<7 : 1; endrewards
label "six" = d=6;
label "done" = s=7;
"""
# A walk from 1 of N: a fair step, or all at once with p.
WALK = """mdp
const double p;
const int N;
module walk
  x : [0..N] init 1;
  [safe] x>0 & x<N -> 1/2 : (x'=x+1) + 1/2 : (x'=x-1);
  [bold] x>0 & x<N -> p : (x'=N) + 1-p : (x'=0);
  [] x=0 | x=N -> true;
endmodule
"""


@pytest.mark.parametrize("face", range(1, 7))
def test_a_text_is_a_model(face):
    assert model(DIE, f"P=? [ F s=7 & d={face} ]").value == Fraction(1, 6)


def test_rewards_of_a_text_are_answered():
    solution = model(DIE, 'R{"coin_flips"}=? [ F s=7 ]')
    assert solution.value == Fraction(11, 3) and isinstance(solution.probe(0), StateReward)
    assert model(DIE, 'R{"coin_flips"}=? [ F "six" ]').value == math.inf


def test_it_is_what_the_command_answers(tmp_path):
    for name, text in (("walk.prism", WALK), ("walk", WALK)):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        native = run("solve", "model", path, "Pmax=? [ F x=N ]", "--const", "N=4,p=1/3", "--out", tmp_path / "native.cert", "--strategy", tmp_path / "native.csv")
        assert native.returncode == 0, native.stderr
        for given in (path, str(path), text):
            solution = model(given, "Pmax=? [ F x=N ]", constants={"N": 4, "p": Fraction(1, 3)})
            assert solution.certificate == (tmp_path / "native.cert").read_bytes()
        # The title of the archive is the name of the file.
        assert model(path, "Pmax=? [ F x=N ]", constants={"N": "4", "p": "1/3"}).archive == (tmp_path / "native.umb").read_bytes()
        lines = (tmp_path / "native.csv").read_text().splitlines()[1:]
        assert solution.strategy == {state: int(choice) for state, choice in (line.split(",") for line in lines)}


def test_values_and_strategy_are_those_by_hand():
    # At 1 of 4: bold 1/3. Safe at 1, then bold at 2 is 1/2 * 1/3; safe everywhere is 1/4; safe at 2 after bold at 1 and 3 is 1/3, too: bold at 1 is best, safe at 3: (1 + v2)/2.
    # So v1 = 1/3, v2 = (v1 + v3)/2, v3 = (1 + v2)/2: v2 = 5/9, v3 = 7/9. Safe at 1 would be 5/18, less than 1/3.
    solution = model(WALK, "Pmax=? [ F x=N ]", constants={"N": 4, "p": "1/3"})
    assert solution.value == Fraction(1, 3) and solution.values == {0: (Fraction(1, 3), Fraction(1, 3))}
    found = {solution.probe(state).value for state in range(5)}
    assert found == {0, Fraction(1, 3), Fraction(5, 9), Fraction(7, 9), 1}
    choices = {solution.probe(state).value: choice for state, choice in solution.strategy.items()}
    assert choices == {Fraction(1, 3): 1, Fraction(5, 9): 0, Fraction(7, 9): 0}


def test_bounds_have_no_value():
    solution = model(WALK, "Pmax=? [ F x=N ]", constants={"N": 4, "p": "1/3"}, bits=20)
    [(low, high)] = solution.values.values()
    assert solution.value is None and low <= Fraction(1, 3) <= high < low + Fraction(1, 1000)


def test_it_is_saved_for_check(tmp_path):
    solution = model(DIE, "P=? [ F d=6 ]")
    solution.save(tmp_path / "die.cert")
    checked = run("check", tmp_path / "die.cert", "--model", tmp_path / "die.umb", "--at", "0")
    assert checked.returncode == 0 and "1/6" in checked.stdout
    assert bidding_games.verify(tmp_path / "die.cert", graph=tmp_path / "die.umb") == solution.verified
    assert model(tmp_path / "die.umb", solution.question) == solution
    with pytest.raises(ValueError, match="ends with .cert"):
        solution.save(tmp_path / "die")


OPEN = "dtmc const double p; module m s:[0..1]; [] true -> p:(s'=1) + 1-p:true; endmodule"
WRONG = [
    (lambda: model(DIE.replace("0.5 : (s'=5)", "0.4 : (s'=5)"), "P=? [ F s=7 ]"), ValueError, "^model: line 7, column 3: .*in the state s=2, d=0: found probabilities with the sum 9/10"),
    (lambda: model("dtmc module m s:[0..1] endmodule", "P=? [ F s=1 ]"), ValueError, "^model: line 1"),
    (lambda: model("module m s:[0..1]; endmodule more", "P=? [ F s=1 ]"), ValueError, "^model: "),
    (lambda: model(DIE, "P=? [ F s=8 ]", constants={"N": 4}), ValueError, "^constants: found N, required a constant"),
    (lambda: model(DIE, "P=? [ F q=1 ]"), ValueError, "found q"),
    (lambda: model(DIE, "P=? [ F s=1"), ValueError, "line 1"),
    (lambda: model(DIE, "P=? [ F s=1 ]; P=? [ F s=2 ]"), ValueError, "^question: found 2 properties, required one"),
    (lambda: model(DIE, "P>=1/3 [ F s=7 ]"), ValueError, "found a bound or a filter, required a number"),
    (lambda: model(DIE, "P=? [ F s=7 || F s=6 ]"), ValueError, "no single certificate"),
    (lambda: model(DIE, "S=? [ s=7 ]"), ValueError, "long-run averages"),
    (lambda: model(OPEN, "P=? [ F s=1 ]"), ValueError, "^model: .*p.*constants"),
    (lambda: model(OPEN, "P=? [ F s=1 ]", constants={"p": "x"}), ValueError, "constants"),
    (lambda: model(OPEN, "P=? [ F s=1 ]", constants={"p": 0.1}), TypeError, "constants: p: found the float 0.1"),
    (lambda: model(CERTS / "models/two.umb", 'Pmax=? [ F "goal" ]', constants={"N": 4}), ValueError, "found a model in UMB"),
    (lambda: model(b"PK\3\4", 'P=? [ F "a" ]'), ValueError, "no archive of UMB"),
    (lambda: model("nothing.prism", "P=? [ F s=1 ]"), OSError, "nothing.prism"),
    (lambda: model(3, "P=? [ F s=1 ]"), TypeError, "found int, required PRISM language, a path"),
    (lambda: model({}, "P=? [ F s=1 ]", constants={"N": 1}), ValueError, "constants: found dict"),
]


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_what_is_none_is_refused_with_its_place(case):
    call, kind, message = WRONG[case]
    with pytest.raises(kind, match=message) as raised:
        call()
    assert "--" not in str(raised.value)


# What stormpy builds of the die: doubles, or fractions. Halves are exact as doubles.
@pytest.mark.skipif(find_spec("stormpy") is None, reason="stormpy is not installed")
@pytest.mark.parametrize("is_exact", [False, True])
def test_stormpy_models_are_answered(tmp_path, is_exact):
    storm = pytest.importorskip("stormpy")
    (tmp_path / "die.prism").write_text(DIE, encoding="utf-8")
    program = storm.parse_prism_program(str(tmp_path / "die.prism"))
    options = storm.BuilderOptions(build_full=True)
    built = storm.build_model[storm.Rational](program, options=options) if is_exact else storm.build_model[float](program, options=options)
    solution = model(built, 'P=? [ F "six" ]')
    printed = storm.model_checking(built, storm.parse_properties('P=? [ F "six" ]')[0]).get_value(built.initial_states[0])
    assert solution.value == Fraction(1, 6) and (str(printed) == "1/6" if is_exact else abs(printed - 1 / 6) < 1e-6)
    assert model(built, 'R{"coin_flips"}=? [ F "done" ]').value == Fraction(11, 3)
    assert model(DIE, 'P=? [ F "six" ]').verified.receipt()["states"] == built.nr_states == 13


@pytest.mark.skipif(find_spec("stormpy") is None, reason="stormpy is not installed")
def test_doubles_of_stormpy_count_as_they_are(tmp_path):
    storm = pytest.importorskip("stormpy")
    (tmp_path / "m.prism").write_text("dtmc module m s:[0..3]; [] s=0 -> 0.1:(s'=1) + 0.7:(s'=2) + 0.2:(s'=3); [] s>0 -> true; endmodule label \"a\" = s=1;")
    built = storm.build_model[float](storm.parse_prism_program(str(tmp_path / "m.prism")))
    # 0.1 + 0.7 + 0.2 is not 1, as numbers that doubles are.
    assert sum(map(Fraction, (0.1, 0.7, 0.2))) != 1
    with pytest.raises(ValueError, match="choice 0: found a choice whose probabilities have another sum than 1.*simplest=True"):
        model(built, 'P=? [ F "a" ]')
    assert model(built, 'P=? [ F "a" ]', simplest=True).value == Fraction(1, 10)
    with pytest.raises(ValueError, match="found a symbolic model, required a sparse one"):
        model(storm.build_symbolic_model(storm.parse_prism_program(str(tmp_path / "m.prism"))), 'P=? [ F "a" ]')
    (tmp_path / "m.prism").write_text("pomdp observables s endobservables module m s:[0..1]; [] true -> true; endmodule")
    with pytest.raises(ValueError, match="found a model of the kind POMDP, required DTMC, MDP or SMG"):
        model(storm.build_model[float](storm.parse_prism_program(str(tmp_path / "m.prism"))), 'P=? [ F "init" ]')


# stormvogel needs Python 3.12 and much else. So where it is not installed a stand-in has what `model` asks such an object for: no test of stormvogel itself.
class StandIn:
    """What a model of stormvogel 0.13 has."""

    def __init__(self, kind, count):
        self.model_type = f"ModelType.{kind}"
        self.states = [f"state {number}" for number in range(count)]
        self.transitions, self.state_labels, self.rewards = {}, {"init": {self.states[0]}}, []


StandIn.__module__ = "stormvogel.model.model"


def walk(half):
    """By hand: from 0 to 1 or 2 with a half each, or by another choice to 3 for sure; 2 goes back to 0. 1 is the goal, 3 is none."""
    if find_spec("stormvogel") is None:
        found = StandIn("MDP", 4)
        zero, goal, back, lost = found.states
        found.transitions = {zero: {"try": [(half, goal), (half, back)], "leave": [(1, lost)]}.items(), back: {"": [(1, zero)]}.items()}
        found.state_labels["goal"] = {goal}
        found.rewards = [SimpleNamespace(name="steps", rewards={zero: 1, back: half}, transition_rewards={})]
        found.rewards.append(SimpleNamespace(name="tries", rewards={}, transition_rewards={(zero, "try", goal): 1, (zero, "try", back): 1, (zero, "leave", lost): 1}))
        return found
    vogel = pytest.importorskip("stormvogel.model")
    found = vogel.new_mdp()
    zero, goal, back, lost = found.initial_state, found.new_state(["goal"]), found.new_state(), found.new_state()
    attempt, leave = found.new_action("try"), found.new_action("leave")
    zero.set_choices({attempt: [(half, goal), (half, back)], leave: [(1, lost)]})
    back.set_choices([(1, zero)])
    steps, tries = found.new_reward_model("steps"), found.new_reward_model("tries")
    steps.set_state_reward(zero, 1)
    steps.set_state_reward(back, half)
    for action, target in ((attempt, goal), (attempt, back), (leave, lost)):
        tries.set_transition_reward(zero, action, target, 1)
    return found


@pytest.mark.parametrize("half", [Fraction(1, 2), 0.5])
def test_models_of_stormvogel_are_answered(half):
    found = walk(half)
    solution = model(found, 'Pmax=? [ F "goal" ]')
    assert isinstance(solution, ModelSolution) and solution.value == 1 and solution.strategy == {"0": 0}
    assert model(found, 'Pmin=? [ F "goal" ]').value == 0
    # Two tries are expected, and between them half a step back: 2 + 1/2.
    assert model(found, 'R{"tries"}min=? [ F "goal" ]').value == 2
    assert model(found, 'R{"steps"}min=? [ F "goal" ]').value == Fraction(5, 2)
    assert model(found, 'R{"steps"}max=? [ F "goal" ]').value == math.inf


def test_numbers_of_objects_have_a_place():
    for wrong, message in (("p", "state 0, choice 0: found p, required a number"), (-0.5, "state 0, choice 0: found the probability -0.5, required one from 0 to 1")):
        found = StandIn("DTMC", 2)
        found.transitions = {found.states[0]: {"": [(wrong, found.states[1])]}.items()}
        with pytest.raises(ValueError, match=message):
            model(found, 'P=? [ F "init" ]')
    with pytest.raises(ValueError, match="found a model of the kind POMDP"):
        model(StandIn("POMDP", 2), 'P=? [ F "init" ]')
