"""Solving: what the solver finds is given back after the checker has verified it."""

from __future__ import annotations

from fractions import Fraction
from typing import Optional, Sequence, Tuple, Union

from . import _native
from ._given import _Path
from ._native import Verified


def solve_endgame(
    board: str,
    material: str,
    *,
    out: Optional[_Path] = None,
    double_step: str = "auto",
    exact: bool = False,
    bits: Optional[int] = None,
    never: Union[Fraction, int, None] = None,
    chips: Optional[int] = None,
    payment: Union[str, Fraction, None] = None,
    winner: Optional[str] = None,
    ties: Optional[str] = None,
    threads: Optional[int] = None,
    memory: Optional[int] = None,
) -> Verified:
    """Solves an endgame of bidding chess of up to four men, such as ``("4x4", "KNk")``, and has the checker verify the table.

    Smaller endgames to which it leads are solved before. `out` is a folder into which their certificates are written, with the usual names. Values are exact unless they
    are too large; `exact` makes that an error, and `bits`, from 1 to 62, asks for bounds in units of 2^-bits. `memory` is how many bytes may be taken, what is available if not
    said. `double_step` and `threads` are as for `open_certificates`.

    `never`, from 0 to 1, asks for one value of each position instead of two: that of the game if White wins a play that never ends exactly when Black's share of
    the money ends below it. With 1/2 the richer player wins, 0 is the lower value alone, 1 the upper one.

    Two other auctions: `chips` is how many whole chips there are, with a star that decides ties. `payment` says who takes the winning bid: ``"bank"``, or the share that
    the bank takes, such as ``Fraction(1, 2)``. `winner` is ``"moves"`` or ``"decides"``, who moves; `ties`, of a payment whose winner moves, is ``"left"`` or ``"right"``.

    Raises `ValueError` for what is no endgame, `MemoryError` if it needs too much memory, `OSError` if a file cannot be written. Ctrl-C stops it.

    >>> solve_endgame("4x4", "KNk").probe("3k/4/4/K2N").value
    Fraction(31, 48)
    >>> solve_endgame("4x4", "KNk", chips=9, winner="decides").probe("k3/4/4/K2N").white_wins_from
    4
    """
    if chips is None and payment is None:
        if winner is not None or ties is not None:
            raise ValueError("winner, ties: found neither chips nor a payment, required one of them")
        worth = None if never is None else Fraction(never)
        return _native.solve_endgame(board, material, out, double_step, exact, bits, worth, threads, memory)
    if exact or never is not None:
        raise ValueError("exact, never: found chips or a payment, required none of them")
    paid = None if payment is None else str(payment)
    return _native.solve_auction(board, material, chips, paid, winner, ties, out, double_step, bits, threads, memory)


def solve_hex(board: str, *, stones: Optional[str] = None) -> Verified:
    """Counts, for each cell of a board of Hex such as ``"11x11"``, in how many fillings Left wins: what the board is worth under bidding, and which cell is best.

    `stones` has a line for each rank from the first on, in it ``.`` for a free cell, ``L`` or ``R`` for a stone. Raises `ValueError` for what is no board, `Declined`
    if there is too much to count.

    >>> solve_hex("3x3").probe("b2").pivotal
    Fraction(41, 128)
    """
    return _native.solve_hex(board, stones)


def solve_partitions(
    piece: Union[str, Tuple[str, str]],
    board: Union[str, Sequence[int], None] = None,
    *,
    size: Optional[int] = None,
    staircases: Optional[Tuple[int, int]] = None,
    misere: bool = False,
    losing: bool = False,
) -> Verified:
    """Solves impartial chess on partitions, with a piece such as ``"King"``, or moves such as ``"0:1,1:1"``.

    One of three: `size` asks for all partitions up to it, 50 at most; `board` for the cells of one board, a partition such as ``"6^2,5,1"`` or ``[6, 6, 5, 1]``;
    `staircases` for all whose steps have so many columns and rows, such as ``(3, 3)``. With `losing`, the losing cells of a board alone. Two pieces race: Left moves as
    the first, Right as the second, and they bid for each move. `misere` is for losing cells and for races; the other answers have both values.

    >>> solve_partitions("King", size=6).probe("3,2,1").normal
    2
    """
    asked = [one for one in (board, size, staircases) if one is not None]
    if len(asked) != 1:
        raise ValueError(f"board, size, staircases: found {len(asked)} of them, required one")
    if losing and board is None:
        raise ValueError("losing: found no board, required one")
    places = ",".join(str(row) for row in board) if board is not None and not isinstance(board, str) else asked[0]
    return _native.solve_partitions([piece] if isinstance(piece, str) else list(piece), places, misere, losing)
