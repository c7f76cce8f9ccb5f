"""Models that Storm has built are written as UMB. Storm itself is not needed: an object with the methods that are called stands in its place."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from fractions import Fraction
from types import SimpleNamespace

import pytest
from conftest import CERTS

import bidding_games
from bidding_games import prism


def unpacked(data):
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def built(rows, owners, labels, values=Fraction):
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
        reward_models={}, transition_matrix=matrix, nr_states=len(rows), initial_states=[0], labeling=labeling, get_state_player_indications=lambda: owners
    )


# certs/models/two.umb, which was written by hand.
TWO = [
    [[(1, "1/2"), (2, "1/2")], [(2, "1/5"), (3, "4/5")]],
    [[(0, "9/10"), (1, "1/10")], [(2, "1")]],
    [[(2, "1")]],
    [[(3, "1")]],
]


def test_the_archive_has_the_arrays_of_the_one_by_hand():
    data = prism.archive(built(TWO, [0, 1, 0, 0], {"goal": {3}, "lost": {2}}), "two", "SMG")
    assert data == prism.archive(built(TWO, [0, 1, 0, 0], {"goal": {3}, "lost": {2}}), "two", "SMG")
    found, wanted = unpacked(data), unpacked((CERTS / "models" / "two.umb").read_bytes())
    index = json.loads(found["index.json"])
    for number, label in enumerate(["goal", "lost"]):
        assert index["annotations"]["aps"][str(number)]["alias"] == label
        wanted[f"annotations/aps/{number}/states/values.bin"] = wanted.pop(f"annotations/aps/{label}/states/values.bin")
    del found["index.json"], wanted["index.json"]
    assert found == wanted
    system = index["transition-system"]
    assert (system["#players"], system["#states"], system["#choices"], system["#branches"]) == (2, 4, 6, 9)


def test_the_certificate_is_about_the_archive(tmp_path):
    # Another model than the one that is proved of: the checker finds that, not the writer.
    other = tmp_path / "other.umb"
    other.write_bytes(prism.archive(built(TWO, [1, 0, 0, 0], {"goal": {3}, "lost": {2}}), "other", "SMG"))
    with pytest.raises(bidding_games.CertificateError, match="about another model"):
        bidding_games.verify(CERTS / "models" / "two.cert", graph=other)
    assert bidding_games.verify(CERTS / "models" / "two.cert", graph=CERTS / "models" / "two.umb").kind == "model"


def test_chains_have_no_players_and_branches_of_probability_0_are_left_out():
    index = json.loads(unpacked(prism.archive(built([[[(0, "0"), (1, "1")]], [[(1, "1")]]], None, {}), "chain", "DTMC"))["index.json"])
    assert (index["transition-system"]["#players"], index["transition-system"]["#branches"]) == (0, 2)


def test_what_is_none_is_refused(tmp_path, capsys):
    with pytest.raises(ValueError, match="required numbers below"):
        prism.archive(built([[[(0, Fraction(1, 2**63 + 1))]]], None, {}), "small", "DTMC")
    assert prism.main(["from-prism", str(tmp_path / "none.prism"), "--out", str(tmp_path / "none.umb")]) == 2
    assert "error: " in capsys.readouterr().err
    assert not list(tmp_path.glob("none.umb*"))
