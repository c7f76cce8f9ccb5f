"""The package itself: stubs, types, examples, the book, the wheel."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from conftest import ROOT

import bidding_games

HERE = ROOT / "python"
BOOK = ROOT / "docs/src/python.md"
MOST_BYTES = 4_400_000
USE = """
from __future__ import annotations
from fractions import Fraction
import bidding_games
from bidding_games import Game, Move, Position, Verified

class Board:
    def board_fen(self) -> str:
        return ""

with bidding_games.open_certificates("certs") as tables:
    position: Position = tables.probe(Board())
    other = tables.get("k", 3)
    reveal_type(other)
    reveal_type(tables.get("k"))
    value: Fraction | None = position.value
    moves: tuple[Move, ...] = position.white_moves
table: Verified = bidding_games.verify("x", imports=["a"], graph=Game({"w": 1}))
names: list[str] = [one.name for one in table] + [one.name for one in table[2:10]]
again: Verified = bidding_games.verify(b"bytes", imports=[table.certificate, "folder"], graph=b"{}")
shares: list[Fraction | None] = tables.values(["k", position])
cell = bidding_games.solve_hex("3x3").probe("b2")
assert isinstance(cell, bidding_games.HexCell)
reveal_type(cell.pivotal)
seen: dict[Position | bidding_games.Answer, Move] = {position: moves[0], cell: moves[1]}
svg: str = position.svg()
reveal_type(Game({"w": 1}).solve()["w"].lower_bounds)
"""


def python(*arguments, **options):
    """Runs Python on modules; where the package is not installed, where it is found."""
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=HERE, capture_output=True, text=True, check=False, **options)


def test_stubs_are_what_the_module_has():
    ended = python("-m", "mypy.stubtest", "bidding_games", "--mypy-config-file", "pyproject.toml")
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_types(tmp_path):
    use = tmp_path / "use.py"
    use.write_text(USE, encoding="utf-8")
    ended = python("-m", "mypy", "--strict", "package/bidding_games", use)
    revealed = re.findall(r'Revealed type is "(.*)"', ended.stdout)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(revealed) == 4 and all("Position" in one for one in revealed[:2]), revealed
    assert "int" in revealed[0] and "None" in revealed[1] and "Fraction" in revealed[2] and "Fraction" in revealed[3]


def test_is_marked_as_typed():
    folder = Path(bidding_games.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_native.pyi").exists()


def blocks():
    return re.findall(r"^```python\n(.*?)^```", BOOK.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_examples_of_the_book():
    """Each block with prompts is run, one after the other, and prints what it says."""
    examples = "\n".join(block for block in blocks() if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", str(BOOK), 0)
    assert len(test.examples) > 15
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output = []
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


def test_the_book_names_all_that_is_public():
    text = BOOK.read_text(encoding="utf-8")
    for name in bidding_games.__all__:
        assert f"`{name}" in text, name


MODULES = ["__init__", "_answers", "_game", "_numbers", "_solve"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name):
    module = bidding_games if name == "__init__" else importlib.import_module(f"bidding_games.{name}")
    results = doctest.testmod(module)
    assert results.failed == 0 and (results.attempted > 0 or name in ("_answers", "_numbers"))


def test_every_function_has_an_example():
    functions = [getattr(bidding_games, name) for name in bidding_games.__all__ if callable(getattr(bidding_games, name))]
    for function in functions:
        if not isinstance(function, type):
            assert ">>> " in function.__doc__, function


def test_only_public_names_are_listed():
    assert dir(bidding_games) == sorted(bidding_games.__all__)
    assert not [name for name in dir(bidding_games) if name.startswith("_") and name != "__version__"]
    assert all(getattr(bidding_games, name).__doc__ for name in bidding_games.__all__)


def test_wheel_is_small():
    """At most 4.4 MB: 4.3 with the reader of PRISM language, the solvers of models, chips, payments, Hex and partitions, values in floating point, and the checkers of endless games and all-pay auctions in it. The wheel is named by BIDDING_GAMES_WHEEL, or lies where `just python` builds it."""
    named = os.environ.get("BIDDING_GAMES_WHEEL")
    wheels = [Path(named)] if named else sorted((ROOT / "target/wheels").glob("bidding_games-*.whl"))
    assert len(wheels) == 1, wheels
    [wheel] = wheels
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size} bytes")
    assert size <= MOST_BYTES
    assert "-cp39-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("__init__.py", "_native.pyi", "py.typed", "_native.abi3.so"):
        assert f"bidding_games/{name}" in names
    assert not [name for name in names if "test" in name or "cache" in name]


def test_depends_on_nothing():
    requirements = metadata.requires("bidding_games") or []
    assert all("extra ==" in requirement for requirement in requirements)
    assert bidding_games.__version__ == metadata.version("bidding_games")
    assert metadata.version("bidding_games") == re.search(r'^version = "(.*)"', (HERE / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]
