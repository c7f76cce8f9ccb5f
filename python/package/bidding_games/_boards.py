"""Positions as boards of python-chess, where that is installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Position


def board(position: Position) -> Any:
    """A `chess.Board`: White is to move unless the position says so, and nobody castles."""
    fen = position.fen
    if fen is None or fen.split()[0].count("/") != 7:
        raise ValueError(f"{position.name}: found a position on another board, required one on the board of 8x8")
    placement, *more = fen.split()
    if len(more) == 1:
        more = ["w", "-", more[0]]
    colour, castling, passed = [*more, *["w", "-", "-"][len(more) :]][:3]
    try:
        chess = import_module("chess")
    except ImportError:
        raise ImportError(
            "board() needs python-chess, which is under the GPL and not a part of this package: pip install chess", name="chess"
        ) from None
    return chess.Board(f"{placement} {colour} {castling} {passed} 0 1")
