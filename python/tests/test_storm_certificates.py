"""Certificates of Storm: the text that its program writes, each condition with a number that breaks it, and what is no such text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import run
from test_prism import TWO, built

from bidding_games import _umb, prism
from bidding_games import storm_certificates as storm

MAX = """# Certificate for 'Pmax=? [F ("goal")]'
reach max
4
 3
vectors
0 4/5 1 4/5 
1 4/5 2 4/5 
2 0 inf 0 
3 1 0 1 
"""  # noqa: W291
UNTIL = """# Certificate for 'Pmax=? [(!"lost") U ("goal")]'
until max
4
 3
 0 1 3
vectors
0 4/5 1 4/5 
1 4/5 2 4/5 
2 0 inf 0 
3 1 0 1 
"""  # noqa: W291


@pytest.fixture(scope="module")
def mdp(tmp_path_factory):
    """The game of certs/models/two.umb, with all states of one player."""
    path = tmp_path_factory.mktemp("models") / "mdp.umb"
    path.write_bytes(prism.archive(built(TWO, None, {"goal": {3}, "lost": {2}}), "mdp", "MDP"))
    return path


def certified(model, *arguments):
    """Our certificate of a property."""
    cert = model.with_suffix(".cert")
    ended = run("solve", "model", model, *arguments, "--out", cert)
    assert ended.returncode == 0, ended.stderr
    return cert


def text(model, *arguments, **options):
    return "".join(storm.write(storm.from_certificate(certified(model, *arguments), model, **options)))


def test_the_text_is_that_of_the_program(mdp):
    assert text(mdp, 'Pmax=? [ F "goal" ]') == MAX
    assert text(mdp, 'Pmax=? [ !"lost" U "goal" ]') == UNTIL


@pytest.mark.parametrize("bits", [None, 40])
@pytest.mark.parametrize("property", ['Pmax=? [ F "goal" ]', 'Pmin=? [ F "goal" ]', 'Pmin=? [ F !"goal" ]', 'Pmin=? [ !"lost" U "goal" ]', 'Pmax=? [ "goal" U "lost" ]'])
def test_what_is_written_is_checked(mdp, property, bits):
    written = text(mdp, property, *([] if bits is None else ["--enclosure", str(bits)]))
    read = storm.parse(written)
    assert "".join(storm.write(read)).splitlines()[1:] == written.splitlines()[1:]
    storm.check(read, _umb.read(mdp))


@pytest.mark.parametrize(
    ("line", "changed", "said"),
    [
        ("0 4/5 1 4/5", "0 4/5 1 0.79", "state 0: found the upper bound 79/100, required at least 4/5"),
        ("0 4/5 1 4/5", "0 41/50 1 41/50", "state 0: found the lower bound 41/50, required at most 4/5"),
        ("1 4/5 2 4/5", "1 4/5 1 4/5", "state 1: found the rank 1, required one above that of a successor of a choice that is worth 4/5"),
        ("1 4/5 2 4/5", "1 4/5 inf 4/5", "state 1: found the lower bound 4/5 with the rank inf"),
        ("2 0 inf 0", "2 0 inf -1", "state 2: found the upper bound -1, required at least 0"),
        ("2 0 inf 0", "2 0 7 0", "state 2: found the rank 7, required one above"),
        ("3 1 0 1", "3 1 0 0.5", "state 3: found the upper bound 1/2, required at least 1"),
        ("3 1 0 1", "3 2 0 1", "state 3: found the lower bound 2, required at most 1"),
    ],
)
def test_a_number_that_is_changed_breaks_a_condition(mdp, line, changed, said):
    assert line in MAX
    with pytest.raises(storm.Fails, match=said.replace("(", r"\(")):
        storm.check(storm.parse(MAX.replace(line, changed)), _umb.read(mdp))


def test_states_that_a_play_may_not_enter(mdp):
    storm.check(storm.parse(UNTIL), _umb.read(mdp))
    for changed, said in [("2 1/9 inf 0", "required at most 0"), ("2 0 5 0", "required inf"), ("2 0 inf -1", "at least 0")]:
        with pytest.raises(storm.Fails, match=said):
            storm.check(storm.parse(UNTIL.replace("2 0 inf 0", changed)), _umb.read(mdp))


def test_a_minimiser_needs_a_rank_of_every_choice(mdp):
    # Plays may go round between 0 and 1 or leave for 2 for ever: no positive number is a lower bound.
    cheat = MAX.replace("reach max", "reach min").replace("0 4/5 1 4/5", "0 0 1 1").replace("1 4/5 2 4/5", "1 0 inf 1")
    with pytest.raises(storm.Fails, match="state 0: found the rank 1, required one above that of a successor of choice 0"):
        storm.check(storm.parse(cheat), _umb.read(mdp))


def test_one_bound_is_enough(mdp):
    model = _umb.read(mdp)
    upper = "reach max\n4\n 3\nvectors\n0 4/5\n1 0.8\n2 0\n3 1\n"
    found = storm.parse(upper)
    storm.check(found, model)
    assert (found.lower, found.ranks, found.upper) == (None, None, [Fraction(4, 5), Fraction(4, 5), 0, 1])
    assert "from 0 to 4/5" in storm.summary(found, model)
    lower = storm.parse("reach max\n4\n 3\nvectors\n0 1e-1 1\n1 0 inf\n2 0 inf\n3 1 0\n")
    storm.check(lower, model)
    assert "from 1/10 to 1" in storm.summary(lower, model)


def test_without_targets_there_is_an_empty_line(mdp):
    storm.check(storm.parse("reach max\n4\n\nvectors\n" + "".join(f"{state} 0 inf 0 \n" for state in range(4))), _umb.read(mdp))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("", "found the end, required reach or until"),
        ("reachrew min\n", "found a certificate of a reward"),
        ("reach most\n", 'line 1: found "reach most"'),
        (MAX.replace("vectors\n", ""), "required the word vectors"),
        (MAX.replace("\n4\n", "\n5\n"), "found the end, required the numbers of state 4"),
        (MAX.replace("\n4\n", "\n3\n"), "required a number below 3"),
        (MAX.replace("\n4\n 3\n", "\n3\n 2\n"), "more lines"),
        (MAX.replace("4/5 1", "4/0 1"), 'line 6: found "4/0", required a fraction'),
        (MAX.replace("4/5 1", "nan 1"), 'line 6: found "nan", required a fraction'),
        (MAX.replace("4/5 1", "1e99999 1"), "required a fraction"),
        (MAX.replace("4/5 1", "4/5 -1"), 'line 6: found "-1", required a number'),
        (MAX.replace("1 4/5 2", "1 4/5"), "required 1, and then"),
        (MAX.replace("1 4/5 2", "7 4/5 2"), "required 1, and then"),
    ],
)
def test_what_is_no_certificate_is_refused(changed, said):
    with pytest.raises(_umb.NotRead, match=said):
        storm.parse(changed)


def test_questions_without_such_a_certificate_are_refused(mdp):
    for property in ['Pmax=? [ G "goal" ]', 'Pmax=? [ F<=3 "goal" ]', 'Pmax=? [ X "goal" ]']:
        with pytest.raises(_umb.NotRead, match="Storm has certificates for these alone"):
            storm.from_certificate(certified(mdp, property), mdp)
    with pytest.raises(_umb.NotRead, match="found 2 players"):
        _umb.read("certs/models/two.umb")


def test_another_model_is_told_apart(mdp, tmp_path):
    other = tmp_path / "other.umb"
    other.write_bytes(prism.archive(built(TWO[:1] + [[[(2, "1")]]] + TWO[2:], None, {"goal": {3}}), "other", "MDP"))
    storm.check(storm.parse(MAX), _umb.read(mdp))
    with pytest.raises(storm.Fails, match="state 1"):
        storm.check(storm.parse(MAX), _umb.read(other))
    with pytest.raises(storm.Fails, match="is this the model"):
        storm.check(storm.parse("reach max\n1\n 0\nvectors\n0 1\n"), _umb.read(mdp))


def test_doubles_are_read_as_they_are_or_as_meant(tmp_path):
    for chances, simplest in [([0.5, 0.5], False), ([0.1, 1.0 - 0.1], True)]:
        row = [(1, Fraction(chances[0])), (2, Fraction(chances[1]))]
        path = tmp_path / "doubles.umb"
        path.write_bytes(doubles(chances))
        model = _umb.read(path, simplest=simplest)
        assert model.rows(0) == [[(Fraction(str(chances[0])), 1), (1 - Fraction(str(chances[0])), 2)]], row
    # Three tenths in doubles are more than 1 together.
    path.write_bytes(doubles([0.1, 0.2, 0.7], double_sum=True))
    with pytest.raises(_umb.NotRead, match="--simplest"):
        _umb.read(path)
    assert sum(chance for chance, _ in _umb.read(path, simplest=True).rows(0)[0]) == 1


def doubles(chances, double_sum=False):
    """A chain whose state 0 has these branches."""
    import json
    import struct

    targets = [1, 2, 1][: len(chances)]
    branches = len(targets) + 2
    system = {"time": "discrete", "#players": 0, "#states": 3, "#choices": 3, "#branches": branches, "branch-probability-type": {"type": "double"}}
    index = {"format-version": 1, "format-revision": 0, "transition-system": system, "annotations": {}}
    start = len(targets)
    return prism.packed(
        {
            "index.json": json.dumps(index).encode(),
            "choice-to-branches.bin": struct.pack("<4Q", 0, start, start + 1, start + 2),
            "branch-to-target.bin": struct.pack(f"<{branches}Q", *targets, 1, 2),
            "branch-to-probability.bin": struct.pack(f"<{branches}d", *chances, 1, 1),
        }
    )


def test_the_commands(mdp, tmp_path, capsys):
    cert, out = certified(mdp, 'Pmax=? [ F "goal" ]'), tmp_path / "goal.storm"
    assert prism.main(["to-storm", str(cert), "--model", str(mdp), "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == MAX
    assert prism.main(["check-storm", str(out), "--model", str(mdp)]) == 0
    found = capsys.readouterr().out
    assert 'Pmax=? [ F "goal" ]: all conditions hold at 4 states\ninitial state 0: 4/5\n' in found
    out.write_text(MAX.replace("0 4/5 1 4/5", "0 9/10 1 9/10"), encoding="utf-8")
    assert prism.main(["check-storm", str(out), "--model", str(mdp)]) == 1
    assert "rejected: state 0: found the lower bound 9/10, required at most 4/5" in capsys.readouterr().out
    out.write_bytes(b"\xff")
    assert prism.main(["check-storm", str(out), "--model", str(mdp)]) == 2
    assert prism.main(["check-storm", str(tmp_path / "none"), "--model", str(mdp)]) == 2
    assert prism.main(["to-storm", "certs/models/two.cert", "--model", "certs/models/two.umb", "--out", str(out)]) == 2
    assert "found 2 players, required one at most" in capsys.readouterr().err
