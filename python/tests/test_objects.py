"""How objects behave in Python: pickles in other processes, sets, slices, `in`, bytes, boards, cards with what is hostile in them."""

from __future__ import annotations

import copy
import json
import math
import multiprocessing
import pickle
import shutil
import sys
import types
from fractions import Fraction
from html import escape

import pytest
from conftest import CERTS, FIGURE_8, FIGURE_10, KNIGHT, run
from test_kinds import well_formed

import bidding_games
from bidding_games import Declined, Game, MissingTableError, Rejected

HOSTILE = "<script>alert('&')</script>"


def value_of(position):
    return position.value


def test_positions_travel_to_another_process(knight):
    """The other process verifies the certificate by itself."""
    positions = [knight.probe(FIGURE_8), knight[7]]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(value_of, positions) == [Fraction(21073, 32256), knight[7].value]


def test_a_pickle_holds_one_certificate_for_many_positions(knight):
    one, many = (len(pickle.dumps(knight[:count])) for count in (1, 100))
    assert many - one < 10_000 and one > len(knight.certificate)
    loaded = pickle.loads(pickle.dumps(knight[:5]))
    assert len({id(position.verified) for position in loaded}) <= 5 and loaded == knight[:5]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_pickles(knight, protocol):
    move = knight.probe(FIGURE_8).white_moves[0]
    again = pickle.loads(pickle.dumps(move, protocol))
    assert again == move and again.value == Fraction(10489, 16128) and again.position == move.position


def test_what_was_changed_in_a_pickle_is_refused(tmp_path):
    table = bidding_games.verify(CERTS / "4x4_Kk.cert")
    rebuild, (certificate, imports, game) = table.__reduce__()
    assert rebuild(certificate, imports, game) == table
    changed = bytearray(certificate)
    changed[-1] ^= 1
    with pytest.raises((Rejected, Declined)):
        rebuild(bytes(changed), imports, game)
    with pytest.raises((Rejected, Declined)):
        rebuild(b"", (), None)


def test_an_import_that_is_missing_in_a_pickle_is_declined():
    table = bidding_games.verify(CERTS / "4x4_KNk.cert")
    rebuild, (certificate, imports, game) = table.__reduce__()
    assert len(imports) == 1 and game is None
    with pytest.raises(Declined, match="import"):
        rebuild(certificate, (), None)


def test_a_file_that_was_changed_is_not_pickled(tmp_path):
    file = tmp_path / "4x4_Kk.cert"
    shutil.copy(CERTS / "4x4_Kk.cert", file)
    table = bidding_games.verify(file)
    held = bidding_games.verify(file.read_bytes())
    file.write_bytes(b"another")
    with pytest.raises(OSError, match="found a file that was changed, required the one with the sha-256"):
        pickle.dumps(table)
    file.unlink()
    with pytest.raises(OSError):
        _ = table.certificate
    assert pickle.loads(pickle.dumps(held)) == table


def test_solved_ones_pickle_with_what_they_import():
    table = bidding_games.solve_endgame("3x4", "KNk")
    again = pickle.loads(pickle.dumps(table))
    assert again == table and [one.sha256 for one in again.imports] == [one.sha256 for one in table.imports]
    assert pickle.loads(pickle.dumps(table.imports[0])) == table.imports[0]


def test_solutions_and_games_pickle():
    game = Game({("a", 1): (["w"], ["l"]), "w": 1, "l": 0}, title="pair")
    solution = game.solve()
    other = pickle.loads(pickle.dumps(solution))
    assert other == solution and other.game == game and hash(other) == hash(solution) and hash(other.game) == hash(game)
    assert other[("a", 1)].value == Fraction(1, 2) and game != Game({"w": 1}) and solution != "solution" and game != "game"
    assert ("a", 1) in game and "b" not in game and [] not in game and list(game) == [("a", 1), "w", "l"]


def test_tables_and_numbers_pickle(knight):
    with bidding_games.open_certificates(CERTS, double_step="never", threads=1) as tables:
        with pickle.loads(pickle.dumps(tables)) as again:
            assert again is not tables and again.folders == tables.folders
            assert again.probe(FIGURE_8) == tables.probe(FIGURE_8)
            pawns = "8/3P4/4k3/8/8/8/2K5/8"
            assert (pawns in again) == (pawns in tables)
    numbers = knight.numbers()
    assert pickle.loads(pickle.dumps(numbers)).lower == numbers.lower


def test_equal_positions_of_one_certificate(knight, tables):
    position = knight.probe(FIGURE_8)
    assert position == tables.probe(FIGURE_8) == knight.probe(FIGURE_8 + " w - - 0 1") != knight[0]
    assert len({position, tables.probe(FIGURE_8), knight[0]}) == 2
    moves = position.white_moves
    assert moves == position.white_moves and len(set(moves)) == len(moves) and moves[0] != moves[1] != position
    assert position != FIGURE_8 and moves[0].position is not None and moves[0].position == position
    other = bidding_games.solve_endgame("8x8", "KNk", never=0).probe(FIGURE_8)
    assert other != position and other.value == position.value


def test_copies_are_the_same(knight):
    position = knight.probe(FIGURE_8)
    for found in (knight, position, position.white_moves[0]):
        assert copy.copy(found) is found and copy.deepcopy({"a": found})["a"] is found


SLICES = [slice(2, 10), slice(-3, None), slice(None, None, 5000), slice(10, 2), slice(10, 0, -3), slice(None, 4), slice(-1, -5, -1), slice(99999, 3), slice(3, 4)]


@pytest.mark.parametrize("part", SLICES, ids=str)
def test_slices_are_those_of_a_list(knight, part):
    numbers = range(31332)[part]
    assert [position.name for position in knight[part]] == [knight.name(number) for number in numbers]


def test_indices(knight):
    assert knight[-1] == knight[31331] and knight[0] == knight[-31332] and knight[True] == knight[1]
    numpy = pytest.importorskip("numpy")
    assert knight[numpy.int64(5)] == knight[5]
    for wrong in ("8/8", None, 1.0, (1, 2)):
        with pytest.raises(TypeError, match="required a number or a slice"):
            knight[wrong]
    with pytest.raises(ValueError, match="zero"):
        knight[::0]
    assert next(reversed(knight)) == knight[-1] and sum(1 for _ in zip(knight, range(9))) == 9


QUESTIONS = [
    (FIGURE_8, True), (FIGURE_8 + " b KQkq - 3 10", True), (FIGURE_8.swapcase(), True), (FIGURE_10, True), ("", False), ("hello", False),
    ("8/8/8/8/8/8/8/8", False), ("kr6/8/8/8/8/8/8/KQR5", False), (FIGURE_8 + " e3", False), ("9/9", False), (3, False), (None, False), (b"8/8", False),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answered"), QUESTIONS, ids=range(len(QUESTIONS)))
def test_in_agrees_with_probe(tables, knight, question, answered):
    assert (question in tables) == answered
    for asked in (tables, knight):
        try:
            asked.probe(question)
        except (MissingTableError, ValueError, TypeError):
            assert question not in asked
        else:
            assert question in asked


def test_in_raises_where_a_certificate_is_wrong(tmp_path):
    (tmp_path / "8x8_KNk.cert").write_bytes(KNIGHT.read_bytes()[:-1] + b"\xff")
    with bidding_games.open_certificates(tmp_path) as tables, pytest.raises((Rejected, Declined)):
        FIGURE_8 in tables  # noqa: B015
    with pytest.raises(ValueError, match="closed"):
        FIGURE_8 in tables  # noqa: B015


def test_positions_may_be_asked_again(knight):
    assert knight.probe(FIGURE_8) in knight and knight[3] in knight
    assert bidding_games.verify(CERTS / "4x4_KNk.cert")[0] not in knight


def test_many_values_at_once(tables, knight):
    names = [knight.name(number) for number in range(0, 31332, 997)]
    expected = [tables.probe(name).value for name in names]
    assert knight.values(names) == tables.values(iter(names)) == expected and knight.values([]) == []
    assert tables.values([FIGURE_8]) == [Fraction(21073, 32256)]
    with pytest.raises(ValueError, match="found"):
        knight.values([FIGURE_8, "nothing"])
    with pytest.raises(MissingTableError):
        tables.values(["kr6/8/8/8/8/8/8/KQR5"])
    with pytest.raises(TypeError):
        tables.values(3)


def test_values_of_bounds_are_not_known():
    table = bidding_games.verify(CERTS / "five/4x4_KBBNk.cert")
    assert None in table.values(table.name(number) for number in range(0, len(table), 99))


def test_bytes_and_their_imports():
    child, parent = (CERTS / f"4x4_{name}.cert" for name in ("KNk", "Kk"))
    table = bidding_games.verify(child.read_bytes(), imports=parent.read_bytes())
    assert table == bidding_games.verify(child) and table.path is None and str(table).startswith("verified: ")
    assert bidding_games.verify(child.read_bytes(), imports=[b"junk", bytearray(parent.read_bytes())]) == table
    with pytest.raises(Declined, match="import") as caught:
        bidding_games.verify(child.read_bytes())
    assert caught.value.path is None and caught.value.sha256 == table.sha256
    assert caught.value.message.startswith("declined: ")


JUNK = [b"", b"\x00", b"{}", b"bidcert\n", b"\xff" * 100, bytes(range(256)) * 20, KNIGHT.read_bytes()[:1000]]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_gets_the_sentence_of_check(junk, tmp_path):
    (tmp_path / "junk.cert").write_bytes(junk)
    native = json.loads(run("check", tmp_path / "junk.cert", "--json").stdout)
    for given in (junk, bytearray(junk), memoryview(junk)):
        with pytest.raises((Rejected, Declined)) as caught:
            bidding_games.verify(given)
        assert (caught.value.verdict, caught.value.message) == (native["verdict"], native["message"])
    with pytest.raises(Declined):
        bidding_games.verify(CERTS / "games/path.cert", graph=junk)


@pytest.mark.parametrize("wrong", [3, None, 0.5, object(), ["a"]], ids=str)
def test_what_is_neither_path_nor_bytes(wrong):
    with pytest.raises(TypeError, match="required a path, or the bytes of a file"):
        bidding_games.verify(wrong)
    with pytest.raises(TypeError):
        bidding_games.verify(KNIGHT, imports=[wrong])


def test_games_as_bytes():
    game = (CERTS / "games/path.json").read_bytes()
    table = bidding_games.verify((CERTS / "games/path.cert").read_bytes(), graph=game)
    assert pickle.loads(pickle.dumps(table)).probe("3") == table.probe("3")


def test_fen_and_svg(knight):
    position = knight.probe(FIGURE_8 + " w KQkq - 3 10")
    assert position.fen == position.name == FIGURE_8
    picture = position.svg()
    assert picture.startswith("<svg ") and picture.rstrip().endswith("</svg>") and picture == knight.probe(FIGURE_8).svg()
    well_formed(picture)
    game = Game({"1k/K1": (["w"], ["w"]), "w": 1}).solve()["1k/K1"]
    assert game.fen is None
    with pytest.raises(ValueError, match="required a position on a board"):
        game.svg()


@pytest.mark.parametrize(
    ("file", "question", "fen"),
    [
        ("corpus/good/losing-2x3_KvK.cert", "Kk/2/2 w", "Kk/2/2 w - -"),
        ("corpus/good/losing-2x3_KvK_auction.cert", "Kk/2/2", "Kk/2/2"),
        ("plans/3x4-alpha.cert", "k2/1p1/1P1/K2", "k2/1p1/1P1/K2"),
        ("payments/8x8_Kk_pays_bank.cert", "8/8/8/8/3k4/8/8/K7", "8/8/8/8/3k4/8/8/K7"),
    ],
)
def test_which_kinds_have_a_board(file, question, fen):
    position = bidding_games.verify(CERTS / file).probe(question)
    assert position.fen == fen
    if fen is not None:
        assert "<svg " in position.svg() and "<svg " in position._repr_html_()
    else:
        assert "<svg " not in position._repr_html_()


def test_boards_of_python_chess(knight, monkeypatch):
    """It is asked for a board with a whole FEN; the package is not needed for anything else."""
    chess = types.ModuleType("chess")
    chess.Board = lambda fen: fen
    monkeypatch.setitem(sys.modules, "chess", chess)
    assert knight.probe(FIGURE_8).board() == FIGURE_8 + " w - - 0 1"
    proof = bidding_games.verify(CERTS / "losing/1.e4.cert").probe("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -")
    assert proof.board() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1"
    with pytest.raises(ValueError, match="required one on the board of 8x8"):
        bidding_games.verify(CERTS / "4x4_KNk.cert")[0].board()
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(ImportError, match="under the GPL and not a part of this package: pip install chess"):
        knight.probe(FIGURE_8).board()


def test_boards_of_the_real_python_chess(knight):
    chess = pytest.importorskip("chess")
    board = knight.probe(FIGURE_8).board()
    assert isinstance(board, chess.Board) and board.piece_at(chess.D4).symbol() == "k"
    assert knight.probe(board) == knight.probe(FIGURE_8)


def test_frames_say_what_they_need(knight, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    for found in (knight, knight.numbers()):
        with pytest.raises(ImportError, match="to_frame.. needs pandas, .*pip install pandas"):
            found.to_frame()


def test_frames_of_numbers():
    pytest.importorskip("pandas")
    table = bidding_games.verify(CERTS / "4x4_KNk.cert")
    frame = table.numbers().to_frame()
    assert len(frame) == 426 and frame["lower_low_float"].max() <= 1
    for number in (0, 100, 425):
        assert frame["lower_low_float"][number] == float(table[number].lower)
        assert frame["white_labels"][number] in (table[number].white_label, 2**32 - 1)


def test_cards_escape_what_files_say():
    """Names and titles of games are texts of others."""
    solution = Game({HOSTILE: ([HOSTILE + "2"], ["l"]), HOSTILE + "2": (["w"], [HOSTILE]), "w": 1, "l": 0}, title=HOSTILE).solve()
    position = solution[HOSTILE]
    for found in (solution, solution.game, solution.verified, position):
        card = found._repr_html_()
        well_formed(card)
        assert "<script" not in card
    assert escape(HOSTILE) in position._repr_html_() and escape(HOSTILE) in solution._repr_html_()
    answer = solution.game.solve_auction(chips=3).probe(HOSTILE)
    well_formed(answer._repr_html_())
    assert "<script" not in answer._repr_html_()


def test_cards_escape_names_of_folders(tmp_path):
    folder = tmp_path / "<b>&"
    folder.mkdir()
    shutil.copy(CERTS / "4x4_Kk.cert", folder)
    with bidding_games.open_certificates(folder) as tables:
        card = tables._repr_html_()
        well_formed(card)
        assert "<b>&amp;" not in card and "&lt;b&gt;&amp;" in card and "1" in card
    card = bidding_games.verify(folder / "4x4_Kk.cert")._repr_html_()
    well_formed(card)
    assert "&lt;b&gt;" in card


def test_a_card_of_a_position_has_board_sentence_and_moves(knight):
    position = knight.probe(FIGURE_8 + " w - - 0 1")
    card = position._repr_html_()
    well_formed(card)
    assert "<svg " in card and position.meaning in card and escape(position.notes[0]) in card
    assert all(move.name in card for move in position.white_moves[:8]) and "10489/16128" in card


def test_long_fractions_are_cut_where_they_are_in_the_way(knight):
    figure_7 = knight.probe("k7/8/8/K7/7N/8/8/8")
    assert len(str(figure_7.value)) > 250 and repr(figure_7) == "<Position k7/8/8/K7/7N/8/8/8: 0.589410461735…>"
    assert str(figure_7.value) not in figure_7._repr_html_() and str(figure_7.value) in figure_7.text(full=True)


def test_values_are_there_before_moves(knight):
    """The same numbers, whether or not moves were asked for."""
    for number in range(0, 31332, 1717):
        first, second = knight[number], knight[number]
        _ = second.white_moves, second.meaning
        assert (first.value, first.white_label, first.never) == (second.value, second.white_label, second.never)
        assert first.bid == (first.white_moves[0].value - first.black_moves[0].value) / 2
        assert first.value == (first.white_moves[0].value + first.black_moves[0].value) / 2
        assert first.white_label in (math.inf, *range(100))
