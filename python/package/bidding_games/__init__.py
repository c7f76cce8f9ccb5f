"""Exact, verified values of bidding games.

In a bidding game nobody is on move: before each move both players bid for it, the higher bid is paid to the other player, and the highest bidder moves. Each
position has a lower and an upper value, shares of the whole money that decide who wins. This package reads certificates of such values, and shows nothing
of one before the checker has verified it::

    import bidding_games

    with bidding_games.open_certificates("certs") as tables:
        position = tables.probe("8/8/8/8/3k4/8/8/K2N4")
        print(position.meaning)         # White wins if Black holds less than …
        print(position.value)           # 21073/32256
        print(position.white_moves[0])  # <Move Nc3: 10489/16128>

`verify` verifies one certificate, `solve_endgame` solves an endgame of bidding chess, and `Game` is any finite game of your own. Hex and partitions have a
function each, and `model` answers questions about models in PRISM language, in UMB, of stormpy and of stormvogel.
All numbers are exact, as `fractions.Fraction`. What was rejected or declined raises `Rejected` or `Declined`, in the words of the command ``check``.
"""

from __future__ import annotations

import os
from fractions import Fraction
from typing import List, Optional, Sequence, Union

from . import _native
from ._answers import Answer, ChipsState, HexCell, PartitionValue, StateReward
from ._errors import CertificateError, Declined, MissingTableError, Rejected
from ._game import Game, Solution
from ._given import _Bytes, _given, _Path
from ._model import ModelSolution, model
from ._native import Move, Position, Tables, Verified
from ._numbers import Numbers
from ._solve import solve_endgame, solve_hex, solve_partitions

__version__: str = _native.version()

__all__ = [
    "Answer",
    "CertificateError",
    "ChipsState",
    "Declined",
    "Game",
    "HexCell",
    "MissingTableError",
    "ModelSolution",
    "Move",
    "Numbers",
    "PartitionValue",
    "Position",
    "Rejected",
    "Solution",
    "StateReward",
    "Tables",
    "Verified",
    "__version__",
    "decimal",
    "model",
    "open_certificates",
    "solve_endgame",
    "solve_hex",
    "solve_partitions",
    "verify",
]


def __dir__() -> List[str]:
    return sorted(__all__)


def verify(
    certificate: Union[_Path, _Bytes],
    *,
    imports: Union[_Path, _Bytes, Sequence[Union[_Path, _Bytes]]] = (),
    graph: Union[_Path, _Bytes, Game, None] = None,
    threads: Optional[int] = None,
) -> Verified:
    """Verifies a certificate: the file of a path, or the bytes of one.

    What it imports is found by digest: beside the file, in the folder above, and among `imports`, which are folders, or the bytes of certificates. `graph` is the
    game that the certificate is about, or the model: a file, its bytes, or a `Game`. `threads` are from 1 to 64, all of the machine if not said; the verdict does
    not depend on them.

    Raises `Rejected` if a condition fails, and `Declined` if nothing can be said: the file cannot be read, an import is not found, a limit is passed. Ctrl-C raises
    `KeyboardInterrupt` at once; a thread of the checker may go on with its file for a while, and nothing is seen of that.

    >>> table = verify("certs/4x4_KNk.cert")
    >>> len(table), table.sharp
    (426, True)
    >>> table == verify(table.certificate, imports="certs")
    True
    """
    given = [imports] if isinstance(imports, (str, os.PathLike, bytes, bytearray, memoryview)) else list(imports)
    game = graph.json.encode() if isinstance(graph, Game) else graph
    return _native.verify(_given(certificate), [_given(one) for one in given], None if game is None else _given(game), threads)


def open_certificates(*directories: _Path, double_step: str = "auto", threads: Optional[int] = None) -> Tables:
    """Certificates in folders, to be asked about positions: use it with ``with``, or `close` it.

    Of each folder its subfolders ``boards``, ``four`` and ``plans`` count, too. A table is verified when it is first needed, and kept. `double_step` says which
    tables with pawns answer: those in which a pawn on its second rank may go two squares on boards of 8 ranks or more (``"auto"``), on all that have 4 or more (``"always"``), or on
    none (``"never"``). Several threads may ask at the same time.

    Raises `NotADirectoryError` for what is no folder.

    >>> with open_certificates("certs") as tables:
    ...     "8/8/8/8/3k4/8/8/K2N4" in tables, tables.probe("8/8/8/8/3k4/8/8/K2N4").value
    (True, Fraction(21073, 32256))
    """
    return Tables(*directories, double_step=double_step, threads=threads)


def decimal(number: Union[Fraction, int], places: int = 6) -> str:
    """The first decimals of a number, cut off and never rounded, with ``…`` if more follow: ``decimal(Fraction(2, 3))`` is ``'0.666666…'``.

    `places` are from 0 to 10000; ValueError for others.

    >>> decimal(Fraction(2, 3), 3)
    '0.666…'
    """
    return _native.decimal(Fraction(number), places)
