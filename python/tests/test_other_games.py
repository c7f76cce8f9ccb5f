"""Other games and auctions, solved from Python: the committed certificates byte for byte, what papers print, what is worked by hand."""

from __future__ import annotations

import json
import math
import sys
from fractions import Fraction
from itertools import product

import pytest
from conftest import CERTS, ROOT, made, run

import bidding_games
from bidding_games import ChipsState, Game, HexCell, MissingTableError, PartitionValue, StateReward

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

game = Game.read
CHIPS, PAYMENTS = CERTS / "chips", CERTS / "payments"

# The command of each stands in certs/manifest.toml.
COMMITTED = [
    ("chips/4x4_Kk_9_decides.cert", lambda: bidding_games.solve_endgame("4x4", "Kk", chips=9, winner="decides")),
    ("chips/4x4_KNk_9_decides.cert", lambda: bidding_games.solve_endgame("4x4", "KNk", chips=9, winner="decides")),
    ("chips/8x8_Kk_200_moves.cert", lambda: bidding_games.solve_endgame("8x8", "Kk", chips=200)),
    ("chips/4x4_KNk_3_moves_bank_star.cert", lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, payment="bank")),
    ("chips/star.cert", lambda: game(CHIPS / "star.json").solve_auction(chips=1, winner="moves")),
    ("chips/rounding.cert", lambda: game(CHIPS / "rounding.json").solve_auction(chips=0, winner="decides")),
    ("chips/hex-1.cert", lambda: game(CHIPS / "hex.json").solve_auction(chips=1, winner="decides")),
    ("chips/hex-5.cert", lambda: game(CHIPS / "hex.json").solve_auction(chips=5, winner="decides")),
    ("payments/8x8_Kk_pays_bank.cert", lambda: bidding_games.solve_endgame("8x8", "Kk", payment="bank")),
    ("payments/8x8_Kk_pays_1-2.cert", lambda: bidding_games.solve_endgame("8x8", "Kk", payment=Fraction(1, 2))),
    ("payments/bare.cert", lambda: game(PAYMENTS / "bare.json").solve_auction(payment="bank")),
    ("payments/crawl.cert", lambda: game(PAYMENTS / "crawl.json").solve_auction(payment="bank")),
    ("payments/path-4.cert", lambda: game(PAYMENTS / "path-4.json").solve_auction(payment="poorman")),
    ("hex/3x3.cert", lambda: bidding_games.solve_hex("3x3")),
    ("hex/5x5.cert", lambda: bidding_games.solve_hex("5x5")),
    *((f"partitions/{piece}_20.cert", lambda piece=piece: bidding_games.solve_partitions(piece.capitalize(), size=20)) for piece in ("pawn", "knight", "king", "queen")),
    ("partitions/queen_8-3.cert", lambda: bidding_games.solve_partitions("Queen", [8, 8, 6, 5, 3], losing=True)),
    ("partitions/race_rook-king.cert", lambda: bidding_games.solve_partitions(("Rook", "King"), "8^8")),
    ("partitions/race_rook-king_misere.cert", lambda: bidding_games.solve_partitions(("Rook", "King"), "8^8", misere=True)),
    ("partitions/king_3x3.cert", lambda: bidding_games.solve_partitions("King", staircases=(3, 3))),
    ("partitions/rook_2x2.cert", lambda: bidding_games.solve_partitions("Rook", staircases=(2, 2))),
    ("models/two.cert", lambda: bidding_games.model(CERTS / "models/two.umb", '<<one>> Pmax=? [ F "goal" ]').verified),
    ("models/road.cert", lambda: bidding_games.model(CERTS / "models/road.umb", '<<weather>> R{"hours"}max=? [ F "home" ]').verified),
]


@pytest.mark.parametrize(("file", "solve"), COMMITTED, ids=[file for file, _ in COMMITTED])
def test_the_committed_certificate_is_made_again(file, solve):
    assert solve().certificate == (CERTS / file).read_bytes()


def claims(name, kind):
    rows = tomllib.loads((ROOT / f"docs/claims/{name}.toml").read_text(encoding="utf-8"))["claim"]
    found = [row for row in rows if row.get("kind") == kind]
    return pytest.mark.parametrize("claim", found, ids=[str(row["row"]) for row in found])


def written(text):
    """The game of a claim: `u: v | won` has the options of Left and of Right, with blanks between them."""
    positions = {"won": 1, "lost": 0}
    for part in text.split(";"):
        name, options = part.split(":")
        positions[name.strip()] = tuple(side.split() for side in options.split("|"))
    return Game(positions)


@claims("chips", "chips-needed")
def test_chips_that_are_needed(claim):
    verified = written(claim["game"]).solve_auction(chips=claim["chips"], winner=claim.get("winner", "decides"))
    state = verified.probe(claim["position"])
    assert isinstance(state, ChipsState)
    plain, star = (claim.get("found") or claim["printed"]).split(", ")
    assert state.left_wins_from == (None if plain == "-" else int(plain))
    assert state.left_wins_with_star_from == int(star.rstrip("*"))


@claims("other", "hex-best")
def test_the_best_cell(claim):
    verified = bidding_games.verify(CERTS / f"hex/{claim['board']}.cert")
    most = max(cell.pivotal for cell in verified)
    assert [cell.name for cell in verified if cell.pivotal == most] == [claim["printed"]]


@claims("other", "hex-pivotal")
def test_how_likely_the_best_cell_decides(claim):
    verified = bidding_games.verify(CERTS / f"hex/{claim['board']}.cert")
    assert max(cell.pivotal for cell in verified) == Fraction(claim["printed"])


@pytest.mark.parametrize("file", sorted((CERTS / "losing").glob("1.*.cert")), ids=lambda file: file.stem)
def test_first_moves_of_losing_chess(file):
    """Published: White wins after 1.e3 and each of these replies; Black wins after the other first moves."""
    proof = bidding_games.verify(file)
    [position] = proof
    winner, value = ("White", 1) if file.stem.startswith("1.e3_") else ("Black", 0)
    assert (position.value, position.lower_bounds, position.turn) == (value, (value, value), "black" if " b " in position.name else "white")
    assert position.outcome.startswith(f"{winner} wins") and position.outcome in position.text()
    assert position.fen == position.name == proof.name(0) and position.json()["outcome"] == position.outcome


def hex_wins(files, ranks, stones):
    """Whether Left joins the first rank to the last: cells touch along ranks, files and one diagonal."""
    waiting = [cell for cell in range(files) if stones[cell]]
    seen = set(waiting)
    while waiting:
        cell = waiting.pop()
        file, rank = cell % files, cell // files
        if rank == ranks - 1:
            return True
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            x, y = file + dx, rank + dy
            if 0 <= x < files and 0 <= y < ranks and stones[y * files + x] and y * files + x not in seen:
                seen.add(y * files + x)
                waiting.append(y * files + x)
    return False


@pytest.mark.parametrize(("files", "ranks"), [(1, 1), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3)])
def test_hex_is_counted_by_brute_force(files, ranks):
    verified = bidding_games.solve_hex(f"{files}x{ranks}")
    fillings = [filling for filling in product((False, True), repeat=files * ranks) if hex_wins(files, ranks, filling)]
    for number, cell in enumerate(verified):
        assert isinstance(cell, HexCell) and cell.stone is None
        own = sum(filling[number] for filling in fillings)
        assert (cell.left_wins_with_left, cell.left_wins_with_right) == (own, len(fillings) - own)
        assert cell.pivotal == Fraction(own - (len(fillings) - own), 2 ** (files * ranks - 1))


def test_hex_with_stones():
    verified = bidding_games.solve_hex("2x2", stones="L.\n..")
    assert verified.probe("a1").stone == "left" and verified.probe("a1").pivotal is None
    assert verified.probe("a2").left_wins_with_left == 4 and "stone lies there" in verified.probe("a1").text()


def mex(values):
    return next(value for value in range(99) if value not in values)


def rows_after(rows, down, right):
    return tuple(row - right for row in rows[down:] if row > right)


KING = [(0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("misere", [False, True])
def test_the_king_on_partitions_by_hand(misere):
    """Values are the least that no option has; where nobody can move it is 0, misère 1."""
    for found in bidding_games.solve_partitions("King", size=9):
        assert isinstance(found, PartitionValue)
        rows = tuple(part for text in found.name.split(",") for part in expanded(text))
        assert (found.misere if misere else found.normal) == value_of_board(rows, misere, {})


def expanded(text):
    part, _, times = text.partition("^")
    return [int(part)] * int(times or 1) if part != "0" else []


def value_of_board(rows, misere, known):
    """Of the corner cell of a board: a move stays on the board."""
    if rows not in known:
        options = [rows_after(rows, *by) for by in KING]
        values = {value_of_board(option, misere, known) for option in options if option}
        known[rows] = mex(values) if values else int(misere)
    return known[rows]


def test_the_options_that_win():
    found = bidding_games.solve_partitions("King", size=6).probe("3,2,1")
    assert (found.winning_normal, found.winning_misere) == (("1:1",), ("0:1", "1:0")) and found.partition == "3,2,1"


def test_poorman_on_a_path_by_hand():
    """x of the middle of a path of four: x² − 3x + 1 = 0, (3 − √5)/2."""
    verified = bidding_games.verify(PAYMENTS / "path-4.cert", graph=PAYMENTS / "path-4.json")
    low, high = verified.probe("1").lower_bounds
    assert low**2 - 3 * low + 1 >= 0 >= high**2 - 3 * high + 1
    assert abs(float(low) - (3 - math.sqrt(5)) / 2) < 1e-12


@pytest.mark.parametrize(("draw", "value"), [("0", "389763/786688"), ("1", "396925/786688")])
def test_poorman_tic_tac_toe(draw, value, tmp_path):
    """The published values of the empty board."""
    file = tmp_path / "game.json"
    file.write_text(made("tic-tac-toe", draw), encoding="utf-8")
    found = Game.read(file)
    verified = found.solve_auction(payment="bank")
    assert verified.probe(found.positions[0]).value == Fraction(value)


HOLDS = [("4", True), ("4*", True), ("3*", True), ("3", False), ("0", False), (9, True)]


@pytest.mark.parametrize(("holds", "wins"), HOLDS, ids=str)
def test_what_to_bid_with_chips(holds, wins):
    """The committed table: White wins with 4 chips, or with the star from 3 on."""
    verified = bidding_games.verify(CHIPS / "4x4_KNk_9_decides.cert")
    state = verified.probe("k3/4/4/K2N", holds=holds)
    native = json.loads(run("check", CHIPS / "4x4_KNk_9_decides.cert", "--at", "k3/4/4/K2N", "--holds", str(holds), "--json").stdout)
    assert state.held == str(holds) and (state.white_advice is not None and state.white_advice["wins"]) == wins
    assert state.white_advice == native["white_advice"] and state.black_advice == native["black_advice"]
    assert state != verified.probe("k3/4/4/K2N") and state.white_wins_from == 4


@pytest.mark.parametrize("holds", ["", "x", "-1", "10", "4**", 1.5])
def test_wrong_amounts_of_chips(holds):
    verified = bidding_games.verify(CHIPS / "4x4_KNk_9_decides.cert")
    with pytest.raises((MissingTableError, ValueError), match="holds|chips"):
        verified.probe("k3/4/4/K2N", holds=holds)
    with pytest.raises((MissingTableError, ValueError), match="chips"):
        bidding_games.verify(CERTS / "4x4_KNk.cert").probe("k3/4/4/K2N", holds="4")


QUESTIONS = [
    ("two.umb", '<<one>> Pmax=? [ F "goal" ]'), ("two.umb", '<<two>> Pmax=? [ F "lost" ]'), ("two.umb", 'Pmin=? [ F "goal" ]'),
    ("two.umb", 'Pmax=? [ F<=2 "goal" ]'), ("two.umb", '<<one>> Pmax=? [ !"lost" U "goal" ]'), ("road.umb", 'Pmax=? [ F "home" ]'),
    ("road.umb", 'R{"hours"}min=? [ F "home" ]'), ("road.umb", '<<weather>> R{"hours"}max=? [ F "home" ]'),
]  # fmt: skip


@pytest.mark.parametrize(("model", "question"), QUESTIONS)
def test_models_are_answered_as_solve_model_does(model, question, tmp_path):
    path = CERTS / "models" / model
    native = run("solve", "model", path, question, "--out", tmp_path / "native.cert")
    assert native.returncode == 0, native.stderr
    for given in (path, path.read_bytes()):
        assert bidding_games.model(given, question).certificate == (tmp_path / "native.cert").read_bytes()


@pytest.mark.parametrize(("question", "discount"), [('R{"hours"}max=? [ C ]', "9/10"), ('<<weather>> R{"hours"}max=? [ C ]', "0.5")])
def test_discounted_rewards(question, discount, tmp_path):
    path = CERTS / "models/road.umb"
    assert run("solve", "model", path, question, "--discount", discount, "--out", tmp_path / "native.cert").returncode == 0
    verified = bidding_games.model(path, question, discount=discount).verified
    assert verified.certificate == (tmp_path / "native.cert").read_bytes()
    state = verified.probe("0")
    assert isinstance(state, StateReward) and state.low == state.high == state.value > 0


def test_rewards_are_exact_or_infinite():
    verified = bidding_games.verify(CERTS / "models/road.cert", graph=CERTS / "models/road.umb")
    state = verified.probe("0")
    assert (state.value, state.choice, state.turn) == (Fraction(8, 3), 1, "minimiser")
    assert {option["low"] for option in state.options} == {Fraction(5, 3), Fraction(8, 3)}
    assert math.inf in {found.low for found in bidding_games.model(CERTS / "models/road.umb", 'R{"hours"}max=? [ F "home" ]').verified}


def test_bounds_of_models_are_around_the_values():
    low, high = bidding_games.model(CERTS / "models/two.umb", '<<one>> Pmax=? [ F "goal" ]', bits=20).probe("0").lower_bounds
    assert low <= Fraction(4, 5) <= high and 0 < high - low < Fraction(1, 2**10)
    state = bidding_games.model(CERTS / "models/road.umb", '<<weather>> R{"hours"}max=? [ F "home" ]', bits=20).probe("0")
    assert state.value is None and state.low <= Fraction(8, 3) <= state.high


def test_endgames_are_written_with_what_they_import(tmp_path):
    solved = bidding_games.solve_endgame("4x4", "KNk", chips=9, winner="decides", out=tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["4x4_KNk_9_decides.cert", "4x4_Kk_9_decides.cert"]
    assert run("check", tmp_path / "4x4_KNk_9_decides.cert").returncode == 0
    assert bidding_games.verify(tmp_path / "4x4_KNk_9_decides.cert") == solved


MODEL = CERTS / "models/two.umb"
WRONG = [
    (lambda: bidding_games.solve_hex("40x40"), ValueError, "from 1 to 16 each"),
    (lambda: bidding_games.solve_hex("x"), ValueError, "files x ranks"),
    (lambda: bidding_games.solve_hex("2x2", stones="L"), ValueError, "found"),
    (lambda: bidding_games.solve_hex("2x2", stones="?.\n.."), ValueError, "found"),
    (lambda: bidding_games.solve_hex("16x16"), bidding_games.Declined, "too large"),
    (lambda: bidding_games.solve_partitions("Dragon", size=3), ValueError, "found the piece \"Dragon\""),
    (lambda: bidding_games.solve_partitions("King"), ValueError, "found 0 of them, required one"),
    (lambda: bidding_games.solve_partitions("King", "3", size=2), ValueError, "found 2 of them"),
    (lambda: bidding_games.solve_partitions("King", size=51), ValueError, "required 1 to 50"),
    (lambda: bidding_games.solve_partitions("King", [1, 5]), ValueError, "do not increase"),
    (lambda: bidding_games.solve_partitions("King", size=5, losing=True), ValueError, "found no board"),
    (lambda: bidding_games.solve_partitions(("King", "Rook"), size=5), ValueError, "found several pieces"),
    (lambda: bidding_games.solve_partitions(("King", "Rook"), [1]), ValueError, "neither player can move"),
    (lambda: bidding_games.solve_partitions("King", staircases=(0, 1)), ValueError, "sides from 1 to 181"),
    (lambda: bidding_games.model(MODEL, "P"), ValueError, "^P: "),
    (lambda: bidding_games.model("nothing.umb", 'Pmax=? [ F "goal" ]'), OSError, "nothing.umb"),
    (lambda: bidding_games.model(b"junk", 'Pmax=? [ F "goal" ]'), ValueError, "no archive of UMB"),
    (lambda: bidding_games.model(MODEL, '<<nobody>> Pmax=? [ F "goal" ]'), ValueError, "found no player"),
    (lambda: bidding_games.model(MODEL, 'Pmax=? [ F "<b>" ]'), ValueError, "found no label"),
    (lambda: bidding_games.model(MODEL, 'Pmax=? [ F "goal" ]', discount="1/2"), ValueError, "discount: found a question without it"),
    (lambda: bidding_games.model(MODEL, 'Rmax=? [ C ]', discount="2"), ValueError, "discount"),
    (lambda: bidding_games.model(MODEL, 'Rmax=? [ F "goal" ]'), ValueError, "reward"),
    (lambda: bidding_games.model(MODEL, 'Pmax=? [ F "goal" ]', bits=63), ValueError, "required 1 to 62"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", payment="nobody"), ValueError, "^payment: found \"nobody\""),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", payment=Fraction(3, 2)), ValueError, "payment"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=-1), ValueError, "chips: found -1"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=2**70), ValueError, "chips: found"),
    (lambda: bidding_games.solve_endgame("8x8", "KNk", chips=500, payment="bank"), ValueError, "8x8 KNk: found 64360464 states"),
    (lambda: bidding_games.solve_endgame("4x4", "KNkn", chips=3, payment="bank", ties="left"), ValueError, "owner of ties"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, ties="left"), ValueError, "a star decides ties"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, winner="nobody"), ValueError, "\"moves\" or \"decides\""),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, bits=3), ValueError, "bits: found an endgame with chips"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", payment="bank", bits=49), ValueError, "required 1 to 48"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", payment="bank", winner="moves"), ValueError, "found no owner of ties"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", payment="bank", winner="decides", ties="left"), ValueError, "ties: found an owner of ties"),
    (lambda: bidding_games.solve_endgame("4x4", "KNkn", payment="bank", ties="left"), ValueError, "men of Black beside the king"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", winner="moves"), ValueError, "found neither chips nor a payment"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, exact=True), ValueError, "required none of them"),
    (lambda: bidding_games.solve_endgame("4x4", "KBBNk", chips=3), ValueError, "found 5 men, required at most 4"),
    (lambda: bidding_games.solve_endgame("4x4", "KNk", chips=3, memory=1), MemoryError, "required about"),
    (lambda: Game({"a": {"turn": "left", "left": ["w"]}, "w": 1}).solve_auction(chips=3), ValueError, "the players bid everywhere"),
    (lambda: Game({"a": (["w"], ["w"]), "w": "1/2"}).solve_auction(chips=3), ValueError, "required 0 or 1"),
    (lambda: Game({"a": {"chance": {"w": 1}}, "w": 1}).solve_auction(payment="bank"), ValueError, "found a move of chance"),
    (lambda: Game({"w": 1}).solve_auction(), ValueError, "required one of them"),
]


@pytest.mark.parametrize(("ask", "kind", "sentence"), WRONG, ids=range(len(WRONG)))
def test_refuses_in_a_sentence(ask, kind, sentence):
    with pytest.raises(kind, match=sentence) as caught:
        ask()
    assert len(str(caught.value)) < 400 and "panic" not in str(caught.value)
