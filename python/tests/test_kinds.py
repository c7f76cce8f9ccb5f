"""Every kind of certificate: `verify`, its properties, an index, `in`, `probe`, arrays. Each answers in its own words, or refuses in one sentence."""

from __future__ import annotations

import copy
import csv
import html
import io
import json
import pickle
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from conftest import CERTS, run

import bidding_games
from bidding_games import MissingTableError, _native

# Its file, its game, what it has an answer to, and whether it states numbers from 0 to 1.
KINDS = [
    ("4x4_KNk.cert", None, "k3/4/4/K2N", True),
    ("sharp/4x4_KBkn.cert", None, "4/3k/4/K1Bn", True),
    ("games/path.cert", "games/path.json", "3", True),
    ("plans/3x4-alpha.cert", None, "k2/1p1/1P1/K2", True),
    ("corpus/good/losing-2x3_KvK_auction.cert", None, "Kk/2/2", True),
    ("corpus/good/losing-2x3_KvK.cert", None, "Kk/2/2 w", False),
    ("losing/1.e4.cert", None, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -", False),
    ("chips/4x4_KNk_9_decides.cert", None, "k3/4/4/K2N", False),
    ("chips/star.cert", "chips/star.json", "p", False),
    ("chips/star-bank.cert", "chips/star.json", "p", False),
    ("payments/8x8_Kk_pays_bank.cert", None, "8/8/8/8/3k4/8/8/K7", True),
    ("hex/3x3.cert", None, "b2", False),
    ("partitions/king_20.cert", None, "3,2,1", False),
    ("partitions/queen_8-3.cert", None, "0:1", False),
    ("partitions/king_3x3.cert", None, "5", False),
    ("partitions/race_rook-king.cert", None, "0:1", True),
    ("models/two.cert", "models/two.umb", "0", True),
    ("models/road.cert", "models/road.umb", "0", False),
    ("models/slot.cert", "models/slot.umb", "0", False),
    ("aims/houses.cert", "aims/houses.json", "left's", False),
    ("aims/houses-bank.cert", "aims/houses.json", "left's", False),
    ("payments/jump.cert", "payments/jump.json", "left", False),
    ("aims/again.cert", "aims/again.json", "q", False),
    ("aims/purse.cert", "aims/purse.json", "q", False),
    ("scores/switches.cert", "scores/switches.json", "9 + 2 + 1/2|-3/2", False),
    ("scores/free-kick.cert", "scores/free-kick.json", "kick-off", False),
    ("all-pay/first-to-two.cert", "all-pay/first-to-two.json", "0-0", False),
]


def verify(file, game):
    return bidding_games.verify(CERTS / file, graph=CERTS / game) if game else bidding_games.verify(CERTS / file)


def test_every_kind_is_here():
    assert {verify(file, game).kind for file, game, _, _ in KINDS} == set(_native.kinds())


each_kind = pytest.mark.parametrize(("file", "game", "question", "has_numbers"), KINDS, ids=[kind[0] for kind in KINDS])


def natively(file, game, question):
    """The answer of `check --at --json`."""
    given = ["--graph", CERTS / game] if game else []
    return json.loads(run("check", CERTS / file, "--at", question, "--json", *given).stdout)


@each_kind
def test_every_kind_says_what_is_verified(file, game, question, has_numbers):
    verified, native = verify(file, game), natively(file, game, question)
    assert verified.claim in str(verified) and verified.claim == native["claim"]
    assert verified.about in repr(verified)
    assert verified.form and verified.receipt()["claim"] == verified.claim
    assert verified.sha256 == native["files"][0]["sha256"]


@each_kind
def test_every_kind_is_a_sequence(file, game, question, has_numbers):
    verified = verify(file, game)
    assert len(verified) > 0
    first, last = verified[0], verified[-1]
    assert next(iter(verified)) == first == verified[:3][0] and verified[-1:] == [last]
    assert verified[::-1][:1] == [last] if len(verified) < 100 else verified[-1:-3:-1][0] == last
    assert verified[len(verified) :] == [] and len(verified[:2]) == min(2, len(verified))
    assert isinstance(verified.name(0), str)


@each_kind
def test_every_kind_answers(file, game, question, has_numbers):
    verified, native = verify(file, game), natively(file, game, question)
    answer = verified.probe(question)
    assert isinstance(answer, (bidding_games.Position, bidding_games.Answer))
    assert answer.verified == verified and answer.text() == str(answer)
    if isinstance(answer, bidding_games.Answer):
        fields = answer.json()
        assert fields and all(native[name] == found for name, found in fields.items())
        assert all(name in dir(answer) and getattr(answer, name) is not NotImplemented for name in fields)
        assert answer.row().keys() == dict.fromkeys(verified._columns_of_rows).keys()
        with pytest.raises(AttributeError, match="required one of"):
            answer.nothing  # noqa: B018
        with pytest.raises(AttributeError, match="cannot be changed"):
            answer.name = "another"
        return
    for bounds, low, high in ((answer.lower_bounds, "lower", "lower"), (answer.upper_bounds, "upper", "upper"), (answer.lower_bounds, "low", "high")):
        if isinstance(native.get(low), str):
            assert bounds == (Fraction(native[low]), Fraction(native[high]))
        elif isinstance(native.get(low), list):
            assert bounds == tuple(map(Fraction, native[low]))
    assert {"lower", "low", "bound"} & set(native)


@each_kind
def test_every_kind_agrees_on_what_it_answers(file, game, question, has_numbers):
    verified = verify(file, game)
    for asked in (question, "nothing of this kind", "", "8/8/8/8/8/8/8/8", "\x00", "0:99999", 3, None):
        try:
            verified.probe(asked)
        except (MissingTableError, ValueError, TypeError):
            assert asked not in verified, asked
        else:
            assert asked in verified, asked
    assert question in verified and "nothing of this kind" not in verified


@each_kind
def test_every_kind_pickles(file, game, question, has_numbers):
    """Bytes, imports and game are in the pickle: it is verified again where there are no files."""
    verified = verify(file, game)
    answer, first = verified.probe(question), verified[0]
    same, again, start = pickle.loads(pickle.dumps((verified, answer, first)))
    assert same == verified and same is not verified and hash(same) == hash(verified) and same.path is None
    assert again == answer and hash(again) == hash(answer) and again.json() == answer.json()
    assert start == first and start.text() == first.text()
    assert copy.copy(answer) is answer and copy.deepcopy([verified])[0] is verified
    assert len({verified, same}) == 1 and len({answer, again}) == 1
    assert (answer == first) == (answer.json() == first.json())
    assert verified != "verified" and answer != question


@each_kind
def test_every_kind_is_verified_from_bytes(file, game, question, has_numbers):
    verified = verify(file, game)
    folders = [(CERTS / file).parent, (CERTS / file).parents[1]]
    given = bytearray((CERTS / game).read_bytes()) if game else None
    again = bidding_games.verify(memoryview((CERTS / file).read_bytes()), imports=folders, graph=given)
    assert again == verified and again.certificate == (CERTS / file).read_bytes()
    assert again.probe(question) == verified.probe(question)


@each_kind
def test_every_kind_has_cards(file, game, question, has_numbers):
    verified = verify(file, game)
    answer = verified.probe(question)
    for found, text in ((verified, verified.claim), (answer, answer.text().splitlines()[-1].strip())):
        card = found._repr_html_()
        well_formed(card)
        # Long fractions are cut elsewhere in a card of a position.
        if not isinstance(found, bidding_games.Position):
            assert html.escape(text) in card
        else:
            said = answer.outcome if answer.outcome is not None else answer.meaning
            assert html.escape(said) in card


@each_kind
def test_every_kind_has_a_frame(file, game, question, has_numbers):
    """The rows are those of `solve export`."""
    pytest.importorskip("pandas")
    verified = verify(file, game)
    if len(verified) > 3000:
        pytest.skip("long")
    frame = verified.to_frame()
    given = ["--game", CERTS / game] if game else []
    exported = run("solve", "export", CERTS / file, "--format", "csv", *given)
    assert exported.returncode == 0, exported.stderr
    head, *rows = csv.reader(io.StringIO(exported.stdout))
    assert list(frame.columns) == head and frame.values.tolist() == rows and len(rows) == len(verified)


@each_kind
def test_every_kind_has_numbers_or_says_what_to_ask(file, game, question, has_numbers):
    verified = verify(file, game)
    if has_numbers:
        numbers = verified.numbers()
        assert len(numbers) == len(verified) and numbers.fraction(0) == 0 and numbers.fraction(numbers.one) == 1
    else:
        with pytest.raises(ValueError, match="required some"):
            verified.numbers()


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "img") and not any(name.startswith("on") for name, _ in attributes)
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def well_formed(card):
    """Every tag ends, and nothing in it runs."""
    tags = _Tags()
    tags.feed(card)
    assert tags.open == []


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
