"""What the paper prints, as docs/claims/bidding-chess.toml has it, against what the package says."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from conftest import CERTS, ROOT

import bidding_games

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CLAIMS = tomllib.loads((ROOT / "docs/claims/bidding-chess.toml").read_text(encoding="utf-8"))["claim"]


def claims(*kinds):
    """The claims of some kinds, each a test of its own."""
    found = [claim for claim in CLAIMS if claim.get("kind") in kinds]
    assert found, f"no claims of the kinds {kinds}"
    return pytest.mark.parametrize("claim", found, ids=lambda claim: f"row {claim['row']} {claim['kind']}")


def is_printed(value, printed):
    """Whether a number is what is printed, or is rounded to it."""
    if "." not in printed:
        return value == Fraction(printed)
    unit = Fraction(1, 10 ** len(printed.split(".")[1]))
    return abs(value - Fraction(printed)) <= unit / 2


def table(tables, endgame):
    return tables.table(*endgame.split())


def values(table):
    """All values that occur in a sharp table."""
    numbers = table.numbers()
    assert numbers.lower == numbers.upper
    return {numbers.fraction(number) for number in set(numbers.lower)}


def moves_of(position, player):
    return {"white": position.white_moves, "black": position.black_moves}[player]


@claims("value")
def test_value(tables, claim):
    position = tables.probe(claim["position"])
    assert is_printed(position.value, claim["printed"])
    assert position.value == position.lower == position.upper
    assert position.sharp and position.exact and position.gap is None
    assert str(position.value) in position.text(full=True)


@claims("best-moves", "best-value")
def test_best_moves(tables, claim):
    moves = moves_of(tables.probe(claim["position"]), claim["player"])
    best = [move for move in moves if move.best_to_win]
    assert list(moves[: len(best)]) and {move.name for move in moves[: len(best)]} == {move.name for move in best}
    if claim["kind"] == "best-moves":
        assert sorted(move.name for move in best) == sorted(claim["printed"].split(", "))
    else:
        assert all(is_printed(move.value, claim["printed"]) for move in best)


@claims("move")
def test_move(tables, claim):
    position = tables.probe(claim["position"])
    [move] = [move for move in position.white_moves + position.black_moves if move.squares == claim["move"]]
    assert is_printed(move.value, claim["printed"])


@claims("all-values")
def test_all_values(tables, claim):
    assert values(table(tables, claim["endgame"])) == {Fraction(claim["printed"])}
    assert {position.value for position in table(tables, claim["endgame"])} == {Fraction(claim["printed"])}


@claims("sharp")
def test_sharp(tables, claim):
    for endgame in claim["endgames"]:
        found = table(tables, endgame)
        assert (found.sharp, found.not_sharp, found.widest_gap) == (True, 0, None)


@claims("sharp-boards")
def test_sharp_boards(claim):
    """Of the boards below 8x8 those up to 6x6 are committed."""
    assert claim["below"] == "8x8"
    files = sorted((CERTS / "boards").glob("*.cert"))
    assert len(files) == 160
    for file in files:
        assert bidding_games.verify(file).sharp in (True, None)


@claims("labels")
def test_labels(tables, claim):
    position = tables.probe(claim["position"])
    white, black = (int(bound.removeprefix("≤ ")) for bound in claim["printed"].split(", "))
    assert position.white_label <= white and position.black_label <= black


@claims("quiescent", "zugzwang")
def test_kind(tables, claim):
    position = tables.probe(claim["position"])
    assert position.kind == claim["kind"]
    assert position.bid == 0 if claim["kind"] == "quiescent" else position.bid < 0
    white, black = position.white_moves[0], position.black_moves[0]
    assert position.bid == (white.value - black.value) / 2


@claims("largest-denominator")
def test_largest_denominator(tables, claim):
    largest = max(value.denominator for endgame in claim["endgames"] for value in values(table(tables, endgame)))
    assert largest == int(claim["printed"])


@claims("denominator")
def test_denominator(tables, claim):
    assert tables.probe(claim["position"]).value.denominator == int(claim["printed"])


@claims("smallest-non-dyadic")
def test_smallest_non_dyadic(tables, claim):
    denominators = {value.denominator for endgame in claim["endgames"] for value in values(table(tables, endgame))}
    assert min(d for d in denominators if d & (d - 1)) == int(claim["printed"])


@claims("denominators")
def test_denominators(tables, claim):
    found = {value.denominator for value in values(table(tables, claim["endgame"]))}
    # No others occur.
    assert found and found <= {int(denominator) for denominator in claim["denominators"]}


@claims("divisors")
def test_divisors(tables, claim):
    found = {value.denominator for value in values(table(tables, claim["endgame"]))}
    for divisor in claim["divisors"]:
        assert any(denominator % int(divisor) == 0 for denominator in found)


@claims("bounds")
def test_bounds(tables, claim):
    answers = tables.probe_all(claim["position"])
    lower, upper = claim["printed"].removeprefix("≤ ").split(", ≥ ")
    assert [answer.bound for answer in answers] == [("α ≤", Fraction(lower)), ("β ≥", Fraction(upper))]
    for answer, proof in zip(answers, claim["proofs"]):
        plan = bidding_games.verify(CERTS / proof)
        assert plan.root.bound == answer.bound and plan.root.name == claim["position"]
        assert answer.plan_move.name in answer.text()
        assert (answer.lower, answer.upper, answer.sharp, answer.kind) == (None, None, None, None)
    assert answers[0].lower_bounds == (0, Fraction(1, 4)) and answers[1].upper_bounds == (Fraction(3, 4), 1)
