"""What notebooks show. All words are those of the native part; every text is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Iterable, List, Sequence, Tuple

if TYPE_CHECKING:
    from ._answers import Answer
    from ._game import Game, Solution
    from ._native import Move, Position, Tables, Verified

_CARD = "border:1px solid #8884;border-radius:6px;padding:.6em .9em;max-width:56em;display:inline-block"
_MOST_MOVES = 8
_MOST_POSITIONS = 12
_MOST_LETTERS = 24


def _card(title: str, *parts: str) -> str:
    return f'<div style="{_CARD}"><b>{escape(title)}</b>{"".join(parts)}</div>'


def _sentence(text: str) -> str:
    return f'<p style="margin:.4em 0">{escape(text)}</p>'


def _small(text: str) -> str:
    return f'<div style="opacity:.7;font-size:85%;overflow-wrap:anywhere">{escape(text)}</div>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"

    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


def _number(position: Position | Move) -> str:
    """A value, or where it lies; long fractions are cut."""

    def short(text: str) -> str:
        return text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "…"

    if position.value is not None:
        return short(str(position.value))
    ends: List[str] = []
    for low, high in (position.lower_bounds, position.upper_bounds):
        ends.append(short(str(low)) if low == high else f"{short(str(low))}..{short(str(high))}")
    return ends[0] if ends[0] == ends[1] else " – ".join(ends)


def _moves(position: Position) -> str:
    sides: List[Tuple[str, Tuple[Move, ...]]] = list(zip(position.verified._players, (position.white_moves, position.black_moves)))
    if position.chance_moves:
        sides.append(("chance", position.chance_moves))
    tables: List[str] = []
    for player, moves in sides:
        if moves:
            rows = [(move.name, _number(move), "*" if move.best_to_win else "") for move in moves[:_MOST_MOVES]]
            more = [(f"… {len(moves) - _MOST_MOVES}", "", "")] if len(moves) > _MOST_MOVES else []
            tables.append(_table((player, "value", ""), [*rows, *more]))
    return f'<div style="display:flex;gap:1.5em;align-items:start">{"".join(tables)}</div>'


def position(found: Position) -> str:
    """A board if there is one, the sentence, the moves."""
    board = ""
    if found.fen is not None:
        board = found.svg().replace("<svg ", '<svg style="max-width:260px;height:auto;display:block" ', 1)
    said = found.outcome if found.outcome is not None else found.meaning
    notes = "".join(_small(note) for note in found.notes)
    return _card(found.name, board, _sentence(said), notes, _moves(found))


def answer(found: Answer) -> str:
    """The words and the row of the answer."""
    row = found.row()
    return _card(f"{found.verified.about}: {found.name}", f"<pre>{escape(found.text())}</pre>", _table(list(row), [list(row.values())]))


def verified(found: Verified) -> str:
    """The claim, and what names it."""
    return _card(found.about, _sentence(str(found).rpartition(" (sha-256 ")[0]), _small(f"{found.kind}, {found.form}"), _small(f"sha-256 {found.sha256}"))


def tables(found: Tables) -> str:
    """The folders."""
    rows = [(folder, str(sum(file.startswith(folder + "/") for file in found.files))) for folder in found.folders]
    return _card("Tables", _table(("folder", "certificates"), rows))


def game(found: Game) -> str:
    """The first positions."""
    names = [str(name) for name in found.positions[:_MOST_POSITIONS]]
    more = ", …" if len(found) > len(names) else ""
    return _card(repr(found)[1:-1], _small(", ".join(names) + more))


def solution(found: Solution) -> str:
    """The claim, and the values of the first positions."""
    items = list(found)[:_MOST_POSITIONS]
    rows = [(str(name), _number(found[name])) for name in items]
    more = [(f"… {len(found) - len(items)}", "")] if len(found) > len(items) else []
    return _card("Solution", _sentence(found.verified.claim), _table(("position", "value"), [*rows, *more]))
