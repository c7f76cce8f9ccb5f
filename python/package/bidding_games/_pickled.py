"""How objects come back from `pickle`: a certificate from its bytes, which are verified again, and all else by a question to it."""

from __future__ import annotations

from typing import Optional, Tuple, Union

from . import _native
from ._answers import Answer
from ._native import Move, Position, Tables, Verified


def verified(certificate: bytes, imports: Tuple[bytes, ...], game: Optional[bytes]) -> Verified:
    """What these bytes prove. Raises `Rejected` or `Declined`."""
    return _native.verify(certificate, list(imports), game, None)


def asked(table: Verified, question: Union[str, int], holds: Optional[str] = None) -> Union[Position, Answer]:
    """The answer to a question: a text, or the number of a position."""
    return table[question] if isinstance(question, int) else table.probe(question, holds=holds)


def tables(folders: Tuple[str, ...], double_step: str, threads: int) -> Tables:
    """Open tables of these folders: each is verified again when it is needed."""
    return Tables(*folders, double_step=double_step, threads=threads)


def move(position: Position, place: int) -> Move:
    """The move of a place among all moves of a position."""
    return position._move(place)
