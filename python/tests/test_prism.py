"""Models that Storm has built are written as UMB: first with an object in the place of Storm, then by Storm itself."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import CERTS, run

import bidding_games
from bidding_games import _umb, prism


def unpacked(data):
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def built(kind, rows, owners, labels, values=Fraction):
    """A model: for each state its choices, each a list of targets with probabilities."""
    flat = [row for own in rows for row in own]
    starts = [sum(map(len, rows[:state])) for state in range(len(rows) + 1)]
    matrix = SimpleNamespace(
        get_row_group_start=lambda state: starts[state],
        get_row_group_end=lambda state: starts[state + 1],
        get_row=lambda row: [SimpleNamespace(column=to, value=values(chance)) for to, chance in flat[row]],
    )
    inside = {label: SimpleNamespace(get=lambda state, own=own: state in own) for label, own in labels.items()}
    labeling = SimpleNamespace(get_labels=lambda: set(labels), get_states=inside.__getitem__)
    return SimpleNamespace(
        model_type=f"ModelType.{kind}", reward_models={}, transition_matrix=matrix, nr_states=len(rows), initial_states=[0], labeling=labeling, get_state_player_indications=lambda: owners
    )


# certs/models/two.umb, which was written by hand.
TWO = [
    [[(1, "1/2"), (2, "1/2")], [(2, "1/5"), (3, "4/5")]],
    [[(0, "9/10"), (1, "1/10")], [(2, "1")]],
    [[(2, "1")]],
    [[(3, "1")]],
]


def test_the_archive_has_the_arrays_of_the_one_by_hand():
    data = _umb.of_stormpy(built("SMG", TWO, [0, 1, 0, 0], {"goal": {3}, "lost": {2}}), "two", ["one", "two"])
    assert data == _umb.of_stormpy(built("SMG", TWO, [0, 1, 0, 0], {"goal": {3}, "lost": {2}}), "two", ["one", "two"])
    found, wanted = unpacked(data), unpacked((CERTS / "models" / "two.umb").read_bytes())
    index = json.loads(found["index.json"])
    for number, label in enumerate(["goal", "lost"]):
        assert index["annotations"]["aps"][str(number)]["alias"] == label
        wanted[f"annotations/aps/{number}/states/values.bin"] = wanted.pop(f"annotations/aps/{label}/states/values.bin")
    del found["index.json"], wanted["index.json"]
    assert found == wanted
    system = index["transition-system"]
    assert system["player-names"] == ["one", "two"] and index["model-data"]["comment"] == "built in doubles"
    assert (system["#players"], system["#states"], system["#choices"], system["#branches"]) == (2, 4, 6, 9)


def test_the_certificate_is_about_the_archive(tmp_path):
    # Another model than the one that is proved of: the checker finds that, not the writer.
    other = tmp_path / "other.umb"
    other.write_bytes(_umb.of_stormpy(built("SMG", TWO, [1, 0, 0, 0], {"goal": {3}, "lost": {2}}), "other", ["one", "two"]))
    with pytest.raises(bidding_games.CertificateError, match="about another model"):
        bidding_games.verify(CERTS / "models" / "two.cert", graph=other)
    assert bidding_games.verify(CERTS / "models" / "two.cert", graph=CERTS / "models" / "two.umb").kind == "model"


def test_chains_have_no_players_and_branches_of_probability_0_are_left_out():
    index = json.loads(unpacked(_umb.of_stormpy(built("DTMC", [[[(0, "0"), (1, "1")]], [[(1, "1")]]], None, {}), "chain"))["index.json"])
    assert (index["transition-system"]["#players"], index["transition-system"]["#branches"]) == (0, 2)


def test_what_is_none_is_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="required numbers below"):
        _umb.of_stormpy(built("DTMC", [[[(0, Fraction(1, 2**63 + 1))]]], None, {}), "small")
    assert prism.main(["from-prism", str(tmp_path / "none.prism"), "--out", str(tmp_path / "none.umb")]) == 2
    assert "error: " in capsys.readouterr().err
    assert not list(tmp_path.glob("none.umb*"))


MODELS = {
    "range": "mdp module m x:[0..3]; [] x=0 -> 1/2:(x'=5) + 1/2:(x'=2); [] x>0 -> true; endmodule",
    "unused": "dtmc module m x:[0..3]; y:[0..1] init 5; [] true -> (x'=0); endmodule",
    "first": "dtmc module m x:[0..9] init floor((0.3+0.1)*10); [] true -> (x'=0); endmodule",
    "large": "dtmc module m x:[0..9007199254740995] init 9007199254740993; [] true -> (x'=0); endmodule",
    "sum": "dtmc module m s:[0..2]; [] s=0 -> (s'=1); [] s=1 -> 1/4:(s'=1) + 1/4:(s'=2); [] s=2 -> true; endmodule",
    "negative": "dtmc module m x:[0..3]; [] true -> (x-1)/2:(x'=0) + (3-x)/2:(x'=1); endmodule",
    "reward by zero": 'dtmc module m s:[0..1]; [] true -> (s\'=1); endmodule rewards "r" s<1 : s/0; endrewards',
    "label by zero": 'dtmc module m s:[0..1]; [] true -> (s\'=1); endmodule label "a" = 1/s > 5;',
    "remainder": 'dtmc module m s:[0..1]; [] true -> (s\'=1); endmodule label "a" = mod(3,s)=0;',
    "guard": "dtmc module m x:[0..4]; [] x*0.1 <= 0.3 -> 1/2:(x'=x+1) + 1/2:true; [] x*0.1 > 0.3 -> true; endmodule",
    "label": 'dtmc module m x:[0..4] init 3; [] true -> (x\'=3); [] true -> (x\'=4); endmodule label "a" = x*0.1 > 0.3;',
    "reward": 'dtmc module m x:[2..3] init 2; [] true -> (x\'=3); endmodule rewards "r" true : x*0.1 <= 0.3 ? 1 : 0; endrewards',
    "update": "dtmc module m x:[0..9]; y:[0..9]; [] x<9 -> (x'=x+1) & (y'=floor((x/10+0.1)*10)); [] x=9 -> true; endmodule",
    "open": 'dtmc const double p; module m s:[0..2]; [] s=0 -> p:(s\'=1) + 1-p:(s\'=2); [] s>0 -> true; endmodule label "goal" = s=1;',
    "twice": "dtmc module m x:[0..3]; x:[0..3]; [] true -> true; endmodule",
    "rates": "ctmc module m s:[0..1]; [] s=0 -> 3:(s'=1); endmodule",
    "owners": "smg player one [a] endplayer player two [b] endplayer module m s:[0..1]; [a] s=0 -> (s'=1); [b] s=0 -> true; endmodule",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("range", "in the state x=0: The update (1 / 2) : (x' = 5) leads to an out-of-bounds value (5) for the variable 'x'"),
        ("unused", "variable y: found 0, 5, 1, required a lower bound, a value at first and an upper bound that do not fall"),
        ("first", "variable x: found 3 for floor(((3/10 + 1/10) * 10)) in Storm's doubles, required 4"),
        ("large", "variable x: found 0, 9007199254740993, 9007199254740995, required "),
        ("sum", "in the state s=1: Probabilities do not sum to one for command '[] (s = 1) -> (1 / 4) : (s' = 1) + (1 / 4) : (s' = 2);' (actually sum to 1/2)"),
        ("negative", "Probability expression in update '((x - 1) / 2) : (x' = 0) evaluates to negative value -1/2"),
        ("reward by zero", "Storm was ended by SIGFPE: found a division by zero, required none: look at (s / 0)"),
        ("label by zero", "in the state s=0: found a division by zero in ((1 / s) > 5), required none"),
        ("remainder", "in the state s=0: found a division by zero in "),
        ("guard", "in the state x=3: Storm finds ((x * (1 / 10)) <= (3 / 10)) false in doubles, required true: compare whole numbers"),
        ("label", "in the state x=3: Storm finds ((x * (1 / 10)) > (3 / 10)) true in doubles, required false"),
        ("reward", "in the state x=3: Storm finds (((x * (1 / 10)) <= (3 / 10)) ? 1 : 0) = 1 false in doubles, required true"),
        ("update", "in the state x=7, y=7: Storm finds floor((((x / 10) + (1 / 10)) * 10)) = 7 true in doubles, required false"),
        ("open", "some constants have no value; give them with --const"),
        ("twice", "expecting \"endmodule\" (Duplicate identifier 'x')"),
        ("rates", "found a model of the kind ctmc, required dtmc, mdp or smg"),
        ("owners", "The player for state 's=0' is not unique"),
    ],
)
def test_storm_builds_no_other_model_than_is_written(tmp_path, capsys, name, said):
    (tmp_path / "model.prism").write_text(MODELS[name], encoding="utf-8")
    assert prism.main(["from-prism", str(tmp_path / "model.prism"), "--out", str(tmp_path / "model.umb")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {tmp_path / 'model.prism'}: ") and said in error and error.count("\n") == 1, error
    assert [path.name for path in tmp_path.iterdir()] == ["model.prism"]


def from_storm(folder, capsys, text, *arguments, suffix="prism"):
    """What `from-prism` answers, and the index of the archive."""
    model = folder / f"model.{suffix}"
    model.write_text(text, encoding="utf-8")
    assert prism.main(["from-prism", str(model), "--out", str(folder / "model.umb"), *arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out, json.loads(unpacked((folder / "model.umb").read_bytes())["index.json"])


def solved(folder, *arguments):
    """What `solve model` answers."""
    ended = run("solve", "model", folder / "model.umb", *arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


HUNT = """smg
player hunter [a], [b] endplayer
player prey [c], [d] endplayer
module m
  s : [0..4];
  [a] s=0 -> (s'=1);
  [b] s=0 -> 1/3:(s'=2) + 2/3:(s'=3);
  [c] s=1 -> 1/2:(s'=2) + 1/2:(s'=3);
  [d] s=1 -> 3/4:(s'=2) + 1/4:(s'=3);
endmodule
label "goal" = s=2;
"""


def test_players_have_names_and_are_counted_from_1(tmp_path, capsys):
    said, index = from_storm(tmp_path, capsys, HUNT)
    assert index["transition-system"]["player-names"] == ["hunter", "prey"]
    assert "players: 1 hunter, 2 prey\n" in said and "states without an enabled command: 2; " in said
    assert index["model-data"]["comment"].startswith("built in doubles: ") and index["model-data"]["comment"] in said
    # By hand: the hunter alone gets max(1/3, 1/2), the prey alone min(1/3, 3/4), both max(1/3, 3/4).
    for coalition, wanted in (("1", "1/2"), ("hunter", "1/2"), ("2", "1/3"), ("1,2", "3/4")):
        assert f": {wanted}" in solved(tmp_path, f'<<{coalition}>> Pmax=? [ F "goal" ]'), coalition
    for coalition in ("0", "3"):
        assert "found no player" in run("solve", "model", tmp_path / "model.umb", f'<<{coalition}>> Pmax=? [ F "goal" ]').stderr


COIN = """dtmc
module z
  s : [0..2];
  [] s=0 -> 1/3:(s'=1) + 1/3:(s'=2) + 1/3:true;
  [] s>0 -> true;
endmodule
label "finished" = s>0;
label "agree" = s=1;
"""


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_label_may_speak_of_labels(tmp_path, capsys, bom):
    labels = ["--label", 'goal="finished" & !"agree"', "--label", "third=s/3>0.3 & s<2"]
    said, index = from_storm(tmp_path, capsys, bom + COIN, *labels, "--property", "P=? [ F s=2 ]")
    assert 'labels "(s = 2)", "agree", "deadlock", "finished", "goal", "init", "third"\n' in said
    for label in ("goal", "third", "(s = 2)"):
        assert ": 1/2" in solved(tmp_path, f'P=? [ F "{label}" ]')
    for wrong, reason in (("goal=q", "--label goal"), ("agree=s=0", "--label agree"), ('agree="finished"', "another name"), ("goal", "required NAME=VALUE")):
        assert prism.main(["from-prism", str(tmp_path / "model.prism"), "--out", str(tmp_path / "model.umb"), "--label", wrong]) == 2
        assert reason in capsys.readouterr().err
    assert prism.main(["from-prism", str(tmp_path / "model.prism"), "--out", str(tmp_path / "model.umb"), "--property", "P=? [ F s=1"]) == 2
    assert "Storm, in --property P=? [ F s=1: " in capsys.readouterr().err


@pytest.mark.parametrize("given", [["--label", 'one="first"'], ["--property", "P=? [ F s=1 ]"]])
def test_a_model_goes_on_behind_what_is_asked(tmp_path, capsys, given):
    text = 'dtmc module m s:[0..2]; [] s<2 -> (s\'=s+1); [] s=2 -> true; endmodule label "first" = s=1; label "last" = s/2 > 0.9;'
    from_storm(tmp_path, capsys, text, *given)
    assert ": 1" in solved(tmp_path, 'P=? [ F "last" ]')


def test_a_reward_without_a_name_has_its_number(tmp_path, capsys):
    text = 'dtmc module m s:[0..2]; [] s<2 -> (s\'=s+1); [] s=2 -> true; endmodule label "end" = s=2; rewards s<2 : 1/3; endrewards'
    _, index = from_storm(tmp_path, capsys, text)
    assert "alias" not in index["annotations"]["rewards"]["0"]
    assert ": 2/3" in solved(tmp_path, 'R=? [ F "end" ]')


def test_constants_and_probabilities_are_exact(tmp_path, capsys):
    for given, wanted in (("1/3", "1/3"), ("0.1", "1/10"), ("1e-3", "1/1000")):
        from_storm(tmp_path, capsys, MODELS["open"], "--const", f"p={given}")
        assert f": {wanted}" in solved(tmp_path, 'P=? [ F "goal" ]')
