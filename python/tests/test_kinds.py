"""Every kind of certificate: `verify`, its properties, an index, `in`, `probe`, arrays. Each answers in its own words, or refuses in one sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import CERTS

import bidding_games
from bidding_games import MissingTableError, _native

# Its file, its game, what it has an answer to, and whether it states numbers from 0 to 1.
KINDS = [
    ("endgames/4x4_KNk.cert", None, "k3/4/4/K2N", True),
    ("games/path.cert", "games/path.json", "3", True),
    ("plans/3x4-alpha.cert", None, "k2/1p1/1P1/K2", True),
    ("corpus/good/losing-2x3_KvK_auction.cert", None, "Kk/2/2", True),
    ("corpus/good/losing-2x3_KvK.cert", None, "Kk/2/2 w", False),
    ("losing/1.e4.cert", None, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -", False),
    ("chips/4x4_KNk_9_decides.cert", None, "k3/4/4/K2N", False),
    ("chips/star.cert", "chips/star.json", "p", False),
    ("payments/8x8_Kk_pays_bank.cert", None, "8/8/8/8/3k4/8/8/K7", True),
    ("hex/3x3.cert", None, "b2", False),
    ("partitions/king_20.cert", None, "3,2,1", False),
    ("partitions/queen_8-3.cert", None, "0:1", False),
    ("partitions/king_3x3.cert", None, "5", False),
    ("partitions/race_rook-king.cert", None, "0:1", True),
    ("models/two.cert", "models/two.umb", "0", True),
    ("models/road.cert", "models/road.umb", "0", False),
    ("nim/3+2+1_misere.cert", None, "2+1", True),
]


def verify(file, game):
    return bidding_games.verify(CERTS / file, graph=CERTS / game) if game else bidding_games.verify(CERTS / file)


def test_every_kind_is_here():
    assert {verify(file, game).kind for file, game, _, _ in KINDS} == set(_native.kinds())


@pytest.mark.parametrize(("file", "game", "question", "has_numbers"), KINDS, ids=[kind[0] for kind in KINDS])
def test_every_kind_answers(file, game, question, has_numbers):
    verified = verify(file, game)
    assert verified.claim in str(verified)
    assert verified.about in repr(verified)
    assert verified.form
    assert verified.receipt()["claim"] == verified.claim
    assert len(verified) > 0
    assert verified[0] is not None
    assert next(iter(verified)) is not None
    assert isinstance(verified.name(0), str)
    assert question in verified
    assert "nothing of this kind" not in verified
    assert verified.probe(question) is not None
    with pytest.raises((MissingTableError, ValueError)):
        verified.probe("nothing of this kind")
    if has_numbers:
        assert verified.numbers() is not None
    else:
        with pytest.raises(ValueError, match="required some"):
            verified.numbers()


# What an endless play is worth, with more of what is asked of the solver.
ONE_VALUE = [(Fraction(1, 2), {}), (Fraction(1, 2), {"bits": 40}), (0, {}), (1, {})]


@pytest.mark.parametrize(("never", "more"), ONE_VALUE)
def test_an_endgame_with_one_value_answers(never, more):
    table = bidding_games.solve_endgame("4x4", "KNk", never=never, **more)
    assert table.never == never and table.sharp is None and table.widest_gap is None
    assert f"(d = {never})" in table.claim and table.receipt()["never"] == str(never)
    assert len(table) == len(list(table)) == len(bidding_games.solve_endgame("4x4", "KNk"))
    position = table.probe("k3/4/4/K2N")
    assert position.never == never and position.lower is None and position.sharp is None
    assert position.lower_bounds == position.upper_bounds
    # Of an enclosure some values are known exactly all the same.
    assert all(one.value is not None for one in table) == (not more)
    assert position.json()["v"] is not None and position.json()["lower"] is None
    numbers = table.numbers()
    assert len(numbers.v_low) == len(table)
    if not more:
        assert [numbers.fraction(number) for number in numbers.v] == [one.value for one in table]
    with pytest.raises(ValueError, match="required one of v_low, v_high"):
        numbers.lower_low


def test_values_for_endless_play_come_behind_both_values(tmp_path):
    """Published values: 3/8 and 1315/3072. A play that is worth less than the first leaves White that one, one that is worth more leaves Black the second."""
    for never in (None, Fraction(1, 3), Fraction(1, 2)):
        bidding_games.solve_endgame("4x4", "KBkn", never=never, out=tmp_path)
    with bidding_games.open_certificates(tmp_path) as tables:
        both, richer, third = tables.probe_all("n3/3k/4/K1B1")
        assert (both.never, both.lower, both.upper) == (None, Fraction(3, 8), Fraction(1315, 3072))
        assert (richer.never, richer.value) == (Fraction(1, 2), Fraction(1315, 3072))
        assert (third.never, third.value) == (Fraction(1, 3), Fraction(3, 8))
        # The colours the other way round: `1 - v`, and the play has the rest of the worth.
        _, richer, third = tables.probe_all("k1b1/4/3K/N3")
        assert (richer.never, richer.value) == (Fraction(1, 2), Fraction(1757, 3072))
        assert (third.never, third.value) == (Fraction(2, 3), Fraction(5, 8))
        assert "the richer player wins" in richer.meaning
        assert tables.probe("n3/3k/4/K1B1").never is None


@pytest.mark.parametrize("never", [None, 0, Fraction(1, 3), Fraction(1, 2), 1])
def test_a_game_that_never_ends(never):
    # Whoever moves waits: the value is what an endless play is worth.
    solved = bidding_games.Game({"wait": (["wait"], ["wait"]), "won": 1}).solve(never=never)
    assert solved.verified.never == never
    wait = solved["wait"]
    assert (wait.lower, wait.upper, wait.value) == ((0, 1, None) if never is None else (None, None, never))


def test_a_worth_that_is_none_is_refused():
    for never in (2, -1, Fraction(1, 2**70)):
        with pytest.raises(ValueError, match="required a fraction from 0 to 1"):
            bidding_games.solve_endgame("4x4", "Kk", never=never)
