"""Verifying, asking, and what is refused."""

from __future__ import annotations

import gc
import math
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import CERTS, FIGURE_8, FIGURE_10, KNIGHT, ROOT, run

import bidding_games
from bidding_games import Declined, MissingTableError, Rejected, _native


class Board:
    """As in python-chess: a placement, and perhaps a square for en passant."""

    def __init__(self, placement, ep_square=None):
        self.placement = placement
        self.ep_square = ep_square

    def board_fen(self):
        return self.placement


def test_accepts_what_has_board_fen(tables, knight):
    assert tables.probe(Board(FIGURE_8)).value == Fraction(21073, 32256)
    assert knight.probe(Board(FIGURE_8)).value == Fraction(21073, 32256)
    assert knight.probe(knight.probe(FIGURE_8)).name == FIGURE_8


def test_keeps_the_right_to_capture_en_passant():
    table = bidding_games.solve_endgame("2x5", "KPkp", double_step="always")
    name = next(table.name(number) for number in range(len(table)) if " " in table.name(number))
    placement, square = name.split()
    assert table.probe(name).name == name
    ep_square = (int(square[1]) - 1) * 8 + "abcdefgh".index(square[0])
    assert table.probe(Board(placement, ep_square)).name == name
    assert table.probe(Board(placement)).name == placement


def test_accepts_a_full_fen_with_a_note(tables):
    position = tables.probe(FIGURE_8 + " w KQkq - 3 10")
    assert position.name == FIGURE_8 and position.value == Fraction(21073, 32256)
    assert len(position.notes) == 1 and "castling" in position.notes[0]
    assert tables.probe(FIGURE_8).notes == ()


@pytest.mark.parametrize("position", [3, None, b"8/8", object(), 0.5])
def test_refuses_what_is_no_position(tables, knight, position):
    for ask in (tables.probe, knight.probe, tables.get):
        with pytest.raises(TypeError, match="required a text or an object with board_fen"):
            ask(position)


BAD = ["", "hello", "8/8/8/8/3k4/8/8/K2N4 x", "9/8", "8/8/8/8/3k4/8/8/8", "PPPPPPPP/8/8/8/3k4/8/8/K7", "k" * 10_000]


@pytest.mark.parametrize("position", BAD, ids=range(len(BAD)))
def test_refuses_what_is_no_fen(tables, knight, position):
    for ask in (tables.probe, knight.probe, tables.get):
        with pytest.raises(ValueError, match="found") as caught:
            ask(position)
        assert len(str(caught.value)) < 500 and not isinstance(caught.value, KeyError)


def test_a_table_that_is_not_there(tables):
    question = "kr6/8/8/8/8/8/8/KQR5"
    with pytest.raises(MissingTableError, match="found no table of 8x8 KQRkr; looked into .*certs, ") as caught:
        tables.probe(question)
    assert isinstance(caught.value, KeyError) and not str(caught.value).startswith("'")
    assert tables.get(question) is None
    assert tables.get(question, "nothing") == "nothing"
    assert tables.get(FIGURE_8, "nothing").value == Fraction(21073, 32256)
    with pytest.raises(MissingTableError, match="found no certificate of this position with 19 men; looked into"):
        tables.probe(FIGURE_10.replace("/8/4K3", "/N7/4K3"))


def test_a_position_of_another_table(knight):
    for question in ("k7/8/8/K7/7B/8/8/8", "3k/4/4/K2N", "kr6/8/8/8/8/8/8/KQR5"):
        with pytest.raises(MissingTableError, match="required"):
            knight.probe(question)


def test_a_right_that_is_none(knight):
    with pytest.raises(ValueError, match="en passant"):
        knight.probe(FIGURE_8 + " e3")


def test_closed_tables_answer_nothing():
    tables = bidding_games.open_certificates(CERTS)
    with tables as same:
        assert same is tables and tables.probe(FIGURE_8).sharp
    for ask in (tables.probe, tables.probe_all, tables.get):
        with pytest.raises(ValueError, match="closed"):
            ask(FIGURE_8)
    with pytest.raises(ValueError, match="closed"):
        tables.__enter__()
    tables.close()


def test_an_answer_outlives_its_table():
    with bidding_games.open_certificates(CERTS) as tables:
        position = tables.probe(FIGURE_8)
        move = position.white_moves[0]
    del tables, position
    gc.collect()
    assert move.value == Fraction(10489, 16128)


def test_no_folder():
    for path in ("nothing/here", KNIGHT):
        with pytest.raises(NotADirectoryError, match="found no folder"):
            bidding_games.open_certificates(path)
    with pytest.raises(ValueError, match="required one or more"):
        bidding_games.open_certificates()


def test_wrong_arguments():
    with pytest.raises(ValueError, match="double_step"):
        bidding_games.open_certificates(CERTS, double_step="perhaps")
    for threads in (0, 65):
        with pytest.raises(ValueError, match="required 1 to 64"):
            bidding_games.verify(KNIGHT, threads=threads)
    with pytest.raises(TypeError):
        bidding_games.verify(3)


def test_two_pawn_rules():
    """The double step counts where it is asked for: each board has both tables."""
    question = "1k2/4/P3/K3"
    values = {}
    for rule in ("never", "always"):
        with bidding_games.open_certificates(CERTS, double_step=rule) as tables:
            values[rule] = tables.table("4x4", "KPk").sha256, tables.probe(question).value
    assert values["never"][0] != values["always"][0]
    native = run("check", CERTS / "boards/4x4_KPk_double.cert", "--at", question)
    assert f"lower value: {values['always'][1]}" in native.stdout


def test_a_file_that_is_not_there():
    with pytest.raises(Declined, match="declined: unreadable: No such file") as caught:
        bidding_games.verify("certs/nothing.cert")
    assert (caught.value.path, caught.value.condition, caught.value.sha256) == ("certs/nothing.cert", None, None)


def test_a_folder_is_no_certificate():
    with pytest.raises(Declined, match="declined: unreadable"):
        bidding_games.verify(CERTS)


def altered(path, target):
    """A copy with one bit changed in the middle."""
    content = path.read_bytes()
    position = len(content) // 2
    target.write_bytes(content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :])


def test_an_altered_file_is_rejected(tmp_path):
    file = tmp_path / "8x8_KNk.cert"
    altered(KNIGHT, file)
    with pytest.raises(Rejected) as caught:
        bidding_games.verify(file, imports=CERTS)
    error = caught.value
    assert str(error) == run("check", file, "--imports", CERTS).stdout.rstrip("\n")
    assert error.condition == "header" and error.verdict == "rejected" and len(error.sha256) == 64
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.condition) == (Rejected, str(error), "header")
    with bidding_games.open_certificates(tmp_path) as tables:
        with pytest.raises(Rejected):
            tables.probe(FIGURE_8)
        with pytest.raises(Rejected):
            tables.get(FIGURE_8, "nothing")
    with bidding_games.open_certificates(tmp_path, CERTS) as tables:
        with pytest.warns(RuntimeWarning, match="rejected: header"):
            assert tables.probe(FIGURE_8).value == Fraction(21073, 32256)


def test_an_import_that_is_not_there(tmp_path):
    file = tmp_path / "deeper/8x8_KNk.cert"
    file.parent.mkdir()
    shutil.copy(KNIGHT, file)
    with pytest.raises(Declined, match=r"found no certificate with sha-256 \w* \(8x8_Kk.cert\), required one; looked into 1 file") as caught:
        bidding_games.verify(file)
    assert str(caught.value) == run("check", file).stdout.rstrip("\n")
    endgames = CERTS
    for imports in (endgames, str(endgames), [endgames], (Path("docs"), "certs")):
        assert bidding_games.verify(file, imports=imports).sharp


def test_games_need_their_graph(tmp_path):
    file, graph = CERTS / "games/path.cert", CERTS / "games/path.json"
    with pytest.raises(Declined, match="game: found none"):
        bidding_games.verify(file)
    with pytest.raises(Declined, match="game: found one, required none"):
        bidding_games.verify(KNIGHT, graph=graph)
    table = bidding_games.verify(file, graph=graph)
    assert [table.probe(str(node)).value for node in range(9)] == [Fraction(node, 8) for node in range(9)]
    with pytest.raises(MissingTableError, match='found "9", required the name of a position'):
        table.probe("9")
    with pytest.raises(Declined, match="unreadable"):
        bidding_games.verify(file, graph=tmp_path / "nothing.json")
    bad = tmp_path / "bad.json"
    bad.write_text('{"bidding-game": 2, "positions": [{"name": "a", "left": ["b"]}]}', encoding="utf-8")
    with pytest.raises(Declined, match="required the name of a position"):
        bidding_games.verify(file, graph=bad)


def test_a_panic_is_declined_as_a_bug():
    """Release builds check for overflow: adding 1 to 255 is a panic, which does not cross."""
    words = "declined: found a bug of the checker, which stopped; please report it with the message above"
    for overflow in (_native.overflow, _native.overflow_in_thread):
        with pytest.raises(Declined) as caught:
            overflow()
        assert str(caught.value) == words


def test_a_table_is_a_sequence(knight):
    assert len(knight) == 31332
    assert knight[-1].name == knight[31331].name == knight.name(31331)
    for number in (31332, -31333, 10**30):
        with pytest.raises((IndexError, OverflowError)):
            knight[number]
    with pytest.raises(IndexError):
        knight.name(31332)


def test_iterates_over_a_table():
    table = bidding_games.verify(CERTS / "4x4_KNk.cert")
    positions = list(table)
    assert [position.name for position in positions] == [table.name(number) for number in range(426)]
    lines = run("check", CERTS / "4x4_KNk.cert", "--dump").stdout.splitlines()[1:]
    for position, line in zip(positions, lines):
        _, name, lower, upper, _, _, white, black = line.split("\t")
        assert (position.name, position.lower, position.upper) == (name, Fraction(lower), Fraction(upper))
        assert (position.white_label, position.black_label) == (int(white), int(black))
    first, second = iter(table), iter(table)
    assert next(first).name == next(second).name


def test_values_may_differ():
    table = bidding_games.verify(CERTS / "four/3x4_KPkp.cert")
    assert table.form == "exact, not sharp" and table.not_sharp == 11
    gap, at = table.widest_gap
    position = table.probe(at)
    assert position.gap == gap == position.upper - position.lower and position.sharp is False and position.value is None


def test_labels_may_be_infinite():
    """Two knights on six squares: at two positions White cannot force a win."""
    table = bidding_games.verify(CERTS / "four/2x3_KNNk.cert")
    endless = [position for position in table if position.white_label == math.inf]
    assert len(endless) == table.not_sharp == 2
    for position in endless:
        assert (position.lower, position.upper) == (0, Fraction(1, 2))
        assert "White cannot force a win with any share of the money" in position.meaning
        assert position.json()["white_label"] == "infinite"


def test_imports_are_tables(tables):
    pawn = tables.table("8x8", "KPk")
    assert sorted(one.about for one in pawn.imports) == ["8x8 KBk", "8x8 KNk", "8x8 KQk", "8x8 KRk", "8x8 Kk"]
    for one in pawn.imports:
        assert one.path == str(CERTS / (one.about.replace(" ", "_") + ".cert"))
        assert str(one).startswith(one.path + ": verified: " + one.about)


def test_files_and_folders():
    with bidding_games.open_certificates("certs") as tables:
        assert tables.folders == ("certs", "certs/boards", "certs/four", "certs/plans")
        assert "certs/8x8_KNk.cert" in tables.files and len(tables.files) == len(set(tables.files))


def test_files_that_cannot_be_read_are_told(tmp_path):
    shutil.copy(CERTS / "4x4_Kk.cert", tmp_path)
    (tmp_path / "lost.cert").symlink_to("nowhere")
    with bidding_games.open_certificates(tmp_path) as tables, pytest.warns(RuntimeWarning) as told:
        assert tables.files == (str(tmp_path / "4x4_Kk.cert"),)
    assert [str(one.message) for one in told] == [f"{tmp_path / 'lost.cert'}: declined: unreadable: No such file or directory (os error 2)"]


def test_objects_are_not_made_or_changed(knight):
    position = knight[0]
    for of in (bidding_games.Verified, bidding_games.Position, bidding_games.Move):
        with pytest.raises(TypeError):
            of()
    with pytest.raises(AttributeError):
        position.lower = 0
    with pytest.raises(AttributeError):
        knight.claim = "anything"


def test_documentation_is_there():
    for name in bidding_games.__all__:
        one = getattr(bidding_games, name)
        assert one.__doc__ and one.__doc__.strip(), name
        for member in (vars(one) if isinstance(one, type) else {}):
            if not member.startswith("_"):
                assert getattr(one, member).__doc__, f"{name}.{member}"


def test_threads_ask_one_object(tables):
    table = tables.table("8x8", "KNk")
    names = [table.name(number) for number in range(0, len(table), 97)]
    expected = [table.probe(name).lower for name in names]
    found = {}

    def work(number):
        with bidding_games.open_certificates(CERTS) as own:
            both = [(tables.probe(name).lower, own.probe(name).lower) for name in names]
        found[number] = both

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: [(value, value) for value in expected] for number in range(4)}


def test_threads_open_the_same_table_at_once():
    with bidding_games.open_certificates(CERTS) as tables:
        found = []
        threads = [threading.Thread(target=lambda: found.append(tables.table("8x8", "KPk"))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 4 and len({id(one) for one in found}) == 1


def test_other_threads_run_while_a_file_is_verified():
    """The interpreter's lock is free: a thread that counts goes on."""
    counted = [0]
    done = threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    bidding_games.verify(CERTS / "8x8_KPk.cert", threads=1)
    after = counted[0]
    done.set()
    thread.join()
    assert after - before > 100


def test_two_tables_at_once(tables):
    knight, rook = tables.table("8x8", "KNk"), tables.table("8x8", "KRk")
    for one, other in zip(range(0, len(knight), 3001), range(0, len(rook), 3001)):
        a, b = knight[one], rook[other]
        assert (knight.probe(a.name).lower, rook.probe(b.name).lower) == (a.lower, b.lower)


INTERRUPTED = """
import os, signal, sys, threading, time
import bidding_games
from bidding_games import _native

def work(what):
    if what == "wait":
        _native.wait_for_signal()
    elif what == "solve":
        bidding_games.solve_endgame("10x10", "KNk")
    else:
        [bidding_games.verify("certs/8x8_KPk.cert", threads=1) for _ in range(100)]

# A job in the background of a shell is started with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    work(sys.argv[1])
except KeyboardInterrupt:
    print("interrupted")
print(bidding_games.verify("certs/8x8_Kk.cert").about)
"""


@pytest.mark.parametrize("what", ["wait", "solve", "verify"])
def test_control_c_works(what):
    """The signal raises KeyboardInterrupt during long work, and the package goes on working."""
    command = [sys.executable, "-c", INTERRUPTED, what, "0.1"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "interrupted\n8x8 Kk\n"


def test_solves_an_endgame(tmp_path):
    solved = bidding_games.solve_endgame("4x4", "KNk", out=tmp_path / "new/folder")
    assert solved.probe("3k/4/4/K2N").value == Fraction(31, 48)
    assert solved.path is None and solved.sha256 == bidding_games.verify(CERTS / "4x4_KNk.cert").sha256
    written = sorted(path.name for path in (tmp_path / "new/folder").iterdir())
    assert written == ["4x4_KNk.cert", "4x4_Kk.cert"]
    for name in written:
        assert (tmp_path / "new/folder" / name).read_bytes() == (CERTS / name).read_bytes()
    assert bidding_games.solve_endgame("4x4", "Kkn").about == "4x4 KNk"


def test_solves_with_bounds():
    solved = bidding_games.solve_endgame("4x4", "KNk", bits=20)
    position = solved.probe("3k/4/4/K2N")
    low, high = position.lower_bounds
    assert low <= Fraction(31, 48) <= high and high - low < Fraction(1, 1000) and position.lower is None


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        (("8x", "KNk"), {}, "board|found"),
        (("8x8", "KXk"), {}, "found"),
        (("2x2", "KQRNk"), {}, "."),
        (("8x8", "KNk"), {"bits": 63}, "required 1 to 62"),
        (("8x8", "KNk"), {"bits": 8, "exact": True}, "one of them"),
        (("8x8", "KNk"), {"double_step": "x"}, "double_step"),
        (("4x4", "KBBNk"), {}, "more than 4 men"),
    ],
)
def test_refuses_what_is_no_endgame(arguments, options, error):
    with pytest.raises(ValueError, match=error):
        bidding_games.solve_endgame(*arguments, **options)


def test_memory_is_limited(tmp_path):
    with pytest.raises(MemoryError, match="found 0 MB of memory, required about"):
        bidding_games.solve_endgame("8x8", "KQRk", memory=1000)
    with pytest.raises(OSError, match="file"):
        (tmp_path / "file").write_text("", encoding="utf-8")
        bidding_games.solve_endgame("2x2", "Kk", out=tmp_path / "file")


def test_is_deterministic():
    """Two processes, other hash seeds, other numbers of threads: the same bytes."""
    code = (
        "import bidding_games as b, sys\n"
        "v = b.verify('certs/4x4_KNk.cert', threads=int(sys.argv[1]))\n"
        "print(v, v.receipt())\n"
        "for p in v: print(p.text(full=True), p.json(), p.bids, [repr(m) for m in p.white_moves])\n"
        "print(b.Game({'a': (['w', 'b'], ['l']), 'b': (['a'], ['l']), 'w': 1, 'l': 0}).solve(threads=int(sys.argv[1])).certificate.hex())\n"
    )
    outputs = set()
    for seed, threads in (("1", "1"), ("2", "3")):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, threads]
        outputs.add(subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(outputs) == 1


def test_every_eighth_position_is_answered(knight, tables):
    """With both values, and the values after all moves."""
    names = [knight.name(number) for number in range(0, len(knight), 8)]
    assert len(names) > 3900
    for name in names:
        position = tables.probe(name)
        assert position.lower == position.upper
        assert len([move.lower for move in position.white_moves + position.black_moves]) > 0


def test_signals_are_left_as_they_were():
    before = signal.getsignal(signal.SIGINT)
    bidding_games.verify(KNIGHT)
    assert signal.getsignal(signal.SIGINT) is before


def test_bad_input_is_an_exception_of_the_right_kind(tmp_path, tables, knight):
    """Texts and files that are altered at random, with a fixed seed: nothing but an answer, ValueError, KeyError, Rejected or Declined."""
    chance = random.Random(1)
    answers = 0
    for _ in range(3000):
        letters = list(chance.choice([FIGURE_8, "3k/4/4/K2N", FIGURE_8 + " w - - 0 1", FIGURE_10]))
        for _ in range(chance.randint(0, 3)):
            letters[chance.randrange(len(letters))] = chance.choice("KkQRBNPpn12345678/ -é\0")
        for ask in (tables.probe, knight.probe):
            try:
                assert ask("".join(letters)).name
                answers += 1
            except (ValueError, KeyError) as error:
                assert str(error)
    assert answers > 300
    whole = (CERTS / "4x4_Kk.cert").read_bytes()
    verdicts = set()
    for number in range(300):
        content = bytearray(whole[: chance.choice([len(whole), chance.randrange(len(whole))])])
        if content:
            content[chance.randrange(len(content))] = chance.randrange(256)
        file = tmp_path / "altered.cert"
        file.write_bytes(content)
        try:
            bidding_games.verify(file)
            assert bytes(content) == whole
        except (Rejected, Declined) as error:
            assert "found a bug" not in str(error), number
            verdicts.add(error.verdict)
    assert verdicts == {"rejected", "declined"}
