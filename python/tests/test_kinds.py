"""Every kind of certificate: `verify`, its properties, an index, `in`, `probe`, arrays. Each answers in its own words, or refuses in one sentence."""

from __future__ import annotations

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
