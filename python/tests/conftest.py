"""Where things are, and what the tests compare with: docs/claims/bidding-chess.toml, and the native programs `solve` and `check`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bidding_games

ROOT = Path(__file__).resolve().parents[2]
CERTS = ROOT / "certs"
KNIGHT = CERTS / "8x8_KNk.cert"
# Figure 8 of the paper, a zugzwang.
FIGURE_8 = "8/8/8/8/3k4/8/8/K2N4"
# Figure 10 of the paper: bounds by two plans.
FIGURE_10 = "4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3"


def program(name):
    """A native program of the project: built before these tests."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = folder / "release" / name
    assert path.exists(), f"{path} is not there: build it with `cargo build --release`"
    return path


def run(name, *arguments, **options):
    """Runs a native program in the root of the repository."""
    command = [str(program(name)), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **options)


def made(*arguments):
    """The text of a game that a program of the repository writes."""
    command = [sys.executable, "certs/games/make.py", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def natively_probed(positions, *arguments):
    """The answers of `solve probe --json`."""
    asked = "".join(f"{position}\n" for position in positions)
    ended = run("solve", "probe", "-", "--json", "--certs", CERTS, *arguments, input=asked)
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.fixture(scope="session")
def tables():
    """The committed certificates."""
    with bidding_games.open_certificates(CERTS) as tables:
        yield tables


@pytest.fixture(scope="session")
def knight():
    """The committed table of 8x8 king and knight against king."""
    return bidding_games.verify(KNIGHT)


@pytest.fixture(autouse=True)
def in_root(monkeypatch):
    """Paths in messages are relative to the root of the repository."""
    monkeypatch.chdir(ROOT)
