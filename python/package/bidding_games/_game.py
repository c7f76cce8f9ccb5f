"""Games of your own: from Python objects and networkx graphs to verified values."""

from __future__ import annotations

import importlib
import json
import os
import re
import tempfile
from collections.abc import Set as AbstractSet
from fractions import Fraction
from numbers import Rational
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Mapping, Optional, Tuple, Union, cast

from . import _native
from ._native import Position, Verified

Node = Hashable
"""Whatever stands for a position: a text, a number, a tuple."""

_VERSION = 2
_FIELDS = ("value", "turn", "left", "right", "chance")
# Where in a text that nobody sees.
_PLACE = re.compile(r"^line \d+(, column \d+)?: ")


def _number(found: Any, what: str) -> str:
    """An exact number as a game has it."""
    if isinstance(found, str):
        return found
    if isinstance(found, Rational) and not isinstance(found, bool):
        number = Fraction(int(found.numerator), int(found.denominator))
        return str(number)
    kind = type(found).__name__
    raise TypeError(f"{what}: found {found!r} ({kind}), required an exact number: an int, a Fraction or a text such as '1/2'")


def _listed(found: Any, what: str) -> List[Any]:
    """Options, in an order that does not change from run to run."""
    if isinstance(found, (str, bytes, AbstractSet)) or not isinstance(found, Iterable):
        kind = type(found).__name__
        raise TypeError(f"{what}: found {found!r} ({kind}), required a list of positions")
    return list(found)


class _Names:
    """Names of nodes: texts as they are, other objects as `str` writes them."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.of: Dict[Node, str] = {}
        owners: Dict[str, Node] = {}
        for node in nodes:
            name = node if isinstance(node, str) else str(node)
            if name in owners and owners[name] != node:
                raise ValueError(f"found the name {name!r} twice, of {owners[name]!r} and {node!r}, required different names")
            owners[name] = node
            self.of[node] = name

    def __call__(self, node: Any, what: str) -> str:
        try:
            return self.of[node]
        except (KeyError, TypeError):
            raise ValueError(f"{what}: found {node!r}, required a position of the game") from None


def _position(node: Node, found: Any, names: _Names) -> Dict[str, Any]:
    """A position as the format has it."""
    what = f"position {node!r}"
    position: Dict[str, Any] = {"name": names.of[node]}
    if isinstance(found, tuple) and len(found) == 2:
        found = {"left": found[0], "right": found[1]}
    if not isinstance(found, Mapping):
        position["value"] = _number(found, what)
        return position
    for field, content in found.items():
        place = f"{what}: {field}"
        if field not in _FIELDS:
            raise ValueError(f"{what}: found the field {field!r}, required one of {', '.join(_FIELDS)}")
        if field == "value":
            position[field] = _number(content, place)
        elif field == "turn":
            position[field] = content
        elif field == "chance":
            position[field] = [
                {"to": names(to, place), "weight": _number(weight, place)} for to, weight in _weights(content, place)
            ]
        else:
            position[field] = [names(option, place) for option in _listed(content, place)]
    return position


def _weights(found: Any, what: str) -> List[Tuple[Any, Any]]:
    """Options of chance with their weights."""
    if isinstance(found, Mapping):
        return list(found.items())
    pairs: List[Tuple[Any, Any]] = []
    for one in _listed(found, what):
        if isinstance(one, Mapping) and set(one) == {"to", "weight"}:
            pairs.append((one["to"], one["weight"]))
        elif isinstance(one, tuple) and len(one) == 2:
            pairs.append(one)
        else:
            raise TypeError(f"{what}: found {one!r}, required a position and its weight")
    return pairs


def _from_networkx(graph: Any) -> Dict[Node, Any]:
    """The positions of a graph: the attributes are those of a drawing in DOT."""
    is_directed = bool(graph.is_directed())
    positions: Dict[Node, Any] = {}
    edges: Dict[Node, List[Tuple[Node, Mapping[str, Any]]]] = {node: [] for node in graph.nodes}
    about: Dict[Node, Mapping[str, Any]] = dict(graph.nodes(data=True))

    def is_terminal(node: Node) -> bool:
        return about[node].get("value") is not None

    for start, end, attributes in graph.edges(data=True):
        for tail, head in [(start, end)] if is_directed or start == end else [(start, end), (end, start)]:
            if not is_terminal(tail):
                edges[tail].append((head, attributes))
            elif is_directed:
                raise ValueError(f"edge {tail!r} to {head!r}: found an option of a terminal position, required none")
    for node, own in edges.items():
        what = f"node {node!r}"
        value, turn = about[node].get("value"), about[node].get("turn")
        if is_terminal(node):
            if turn is not None:
                raise ValueError(f"{what}: found a value and a turn, required one of them")
            positions[node] = {"value": value}
            continue
        players = [(head, attributes.get("player")) for head, attributes in own]
        for head, player in players:
            if player not in (None, "left", "right") or turn not in (None, player) and player is not None:
                required = "'left' or 'right'" if turn is None else repr(turn)
                raise ValueError(f"edge {node!r} to {head!r}: player: found {player!r}, required {required}")
        chances = [attributes.get("chance") for _, attributes in own]
        if any(chance is not None for chance in chances):
            if turn is not None or any(player is not None for _, player in players):
                raise ValueError(f"{what}: found chance beside a player, required one of them")
            if any(chance is None for chance in chances):
                raise ValueError(f"{what}: found options with chance and without, required it at all or at none")
            positions[node] = {"chance": [(head, chance) for (head, _), chance in zip(own, chances)]}
        elif turn is not None:
            side = "right" if turn == "right" else "left"
            positions[node] = {"turn": turn, side: [head for head, _ in own]}
        else:
            positions[node] = {
                side: [head for head, attributes in own if attributes.get("player") in (None, side)]
                for side in ("left", "right")
            }
    return positions


def _is_graph(found: Any) -> bool:
    return all(hasattr(found, name) for name in ("is_directed", "nodes", "edges"))


_READERS = {".dot": "dot", ".gv": "dot", ".graphml": "graphml", ".gml": "gml"}


def _drawn(networkx: Any, pydot: Any, path: str) -> Any:
    """A drawing in DOT. What pydot and networkx would pass over is refused, and the quotation marks that they leave are taken away."""
    with open(path, encoding="utf-8") as file:
        found = pydot.graph_from_dot_data(file.read()) or []
    if len(found) != 1:
        raise ValueError(f"found {len(found)} graphs, required one in DOT")
    if found[0].get_subgraph_list():
        raise ValueError("found a subgraph, required nodes and edges outside of subgraphs")
    graph = networkx.nx_pydot.from_pydot(found[0])
    defaults = [name for kind in ("node", "edge") for name in graph.graph.get(kind, {}) if name in ("value", "turn", "player", "chance")]
    if defaults:
        raise ValueError(f"found {defaults[0]} as an attribute of all, required it at each node or edge")

    def plain(found: Any) -> Any:
        is_quoted = isinstance(found, str) and len(found) > 1 and found[0] == found[-1] == '"'
        return found[1:-1].replace('\\"', '"').replace("\\\\", "\\") if is_quoted else found

    def given(attributes: Mapping[str, Any]) -> Dict[str, Any]:
        return {key: plain(found) for key, found in attributes.items() if plain(found) != ""}

    new = type(graph)(name=plain(graph.name))
    new.add_nodes_from((plain(node), given(attributes)) for node, attributes in graph.nodes(data=True))
    new.add_edges_from((plain(start), plain(end), given(attributes)) for start, end, attributes in graph.edges(data=True))
    return new


class Game:
    """A finite game of two players, Left and Right, as a graph.

    `positions` maps each position to what happens there. A position is a text, a number, or any object that can be a key.

    * ``"won": 1``, ``"drawn": "1/2"``, ``{"value": Fraction(1, 3)}``: terminal, with its value for Left, from 0 to 1;
    * ``{"left": [...], "right": [...]}``, or a tuple of two lists: the players bid for the move; who has no option passes;
    * ``{"turn": "left", "left": [...]}``: one player's turn, without a bid;
    * ``{"chance": {"won": "1/3", "lost": "2/3"}}``: chance moves; the weights have the sum 1.

    In the place of a mapping it takes a networkx graph, and `from_networkx` a file in DOT, GraphML or GML. A node with the attribute ``value`` is terminal, one with ``turn`` a player's turn; an edge is an option of both
    players, or of the one that its attribute ``player`` names, or of chance with the weight of its attribute ``chance``. In an undirected graph an edge goes both ways.

    Numbers are exact: floats are refused. Raises `ValueError` or `TypeError` for what is no game, with the position and what is required.
    """

    def __init__(self, positions: Any, *, title: Optional[str] = None) -> None:
        if _is_graph(positions):
            graph = positions
            positions = _from_networkx(graph)
            title = title or str(getattr(graph, "name", "")) or None
        if not isinstance(positions, Mapping):
            kind = type(positions).__name__
            raise TypeError(f"found {kind}, required a mapping of positions or a networkx graph")
        names = _Names(positions)
        lines = [
            json.dumps(_position(node, found, names), ensure_ascii=False) for node, found in positions.items()
        ]
        head = {"bidding-game": _VERSION, **({} if title is None else {"title": title})}
        start = json.dumps(head, ensure_ascii=False)[:-1]
        self._json = start + ', "positions": [\n' + ",\n".join(lines) + "\n]}\n"
        self._names = names.of
        fault = _native.game_fault(self._json)
        if fault is not None:
            raise ValueError(_PLACE.sub("", fault))

    @classmethod
    def from_networkx(cls, source: Any, *, title: Optional[str] = None) -> Game:
        """The game of a networkx graph, or of a file that networkx reads: DOT (``.dot``, ``.gv``; by pydot), GraphML (``.graphml``) or GML (``.gml``).

        What the attributes mean is said above. `ImportError` if networkx or pydot is not installed, `ValueError` for what is no game, `OSError` if a file cannot be read.
        """
        if _is_graph(source):
            return cls(source, title=title)
        path = os.fspath(source)
        ending = os.path.splitext(path)[1]
        if ending not in _READERS:
            raise ValueError(f"{path}: found {ending or 'no ending'!r}, required a name that ends in {', '.join(_READERS)}")
        try:
            networkx = importlib.import_module("networkx")
            pydot = importlib.import_module("pydot") if _READERS[ending] == "dot" else None
        except ImportError as error:
            raise ImportError(f"{path}: {error.name} is not installed, and reads this file: pip install networkx pydot") from None
        try:
            graph = _drawn(networkx, pydot, path) if pydot else getattr(networkx, f"read_{_READERS[ending]}")(path)
            return cls(graph, title=title)
        except OSError:
            raise
        except Exception as error:
            # Each reader has errors of its own.
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def read(cls, path: Union[str, os.PathLike[str]]) -> Game:
        """The game of a file in the JSON of the chapter "Games as graphs". `ValueError` if it is none, with the line; `OSError` if it cannot be read."""
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        fault = _native.game_fault(text)
        if fault is not None:
            raise ValueError(f"{os.fspath(path)}: {fault}")
        game = cls.__new__(cls)
        game._json = text
        game._names = {position["name"]: position["name"] for position in json.loads(text)["positions"]}
        return game

    @property
    def json(self) -> str:
        """The game as a file has it, for `solve graph` and `check --graph`."""
        return self._json

    @property
    def positions(self) -> Tuple[Node, ...]:
        """The positions, as they were given, in their order."""
        return tuple(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<Game of {len(self)} positions>"

    def __contains__(self, node: object) -> bool:
        return isinstance(node, Hashable) and node in self._names

    def __iter__(self) -> Iterator[Node]:
        return iter(self._names)

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.game(self)

    def solve(
        self,
        *,
        method: Optional[str] = None,
        bits: Optional[int] = None,
        never: Union[Fraction, int, None] = None,
        threads: Optional[int] = None,
        memory: Optional[int] = None,
    ) -> Solution:
        """Solves the game, and has the checker verify all values before they are given back.

        `method` is ``"exact"`` or ``"lp"`` (linear programs); the values are the same. `bits`, from 1 to 62, asks
        for bounds in units of 2^-bits; with neither, bounds are given where exact values would be too large. `threads` are from 1 to 64, all of the machine if not
        said; the result does not depend on them. `memory` is how many bytes may be taken, what is available if not said.

        `never`, from 0 to 1, asks for one value of each position instead of two: that of the game if White wins a play that never ends exactly when Black's share of
        the money ends below it. With 1/2 the richer player wins, 0 is the lower value alone, 1 the upper one.

        Raises `MemoryError` if it needs too much memory, `Declined` beyond a limit.
        """
        verified, certificate = _native.solve_game(self._json, method, bits, None if never is None else Fraction(never), threads, memory)
        return Solution(self, verified, certificate)

    def solve_auction(
        self,
        *,
        chips: Optional[int] = None,
        payment: Union[str, Fraction, None] = None,
        winner: Optional[str] = None,
        ties: Optional[str] = None,
        bits: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> Verified:
        """Solves the game under another auction: with whole chips, or with a payment to a bank. The arguments are those of `solve_endgame`.

        What is verified is asked by the names of positions. Raises `ValueError` if the game cannot be played so: with chips the players bid everywhere.

        >>> game = Game({"a": (["w"], ["l"]), "w": 1, "l": 0})
        >>> game.solve_auction(chips=3).probe("a").left_wins_from
        2
        """
        paid = None if payment is None else str(payment)
        return _native.solve_game_auction(self._json, chips, paid, winner, ties, bits, threads)


class Solution(Mapping[Node, Position]):
    """The verified values of a game: a mapping from its positions to what is verified of them."""

    def __init__(self, game: Game, verified: Verified, certificate: bytes) -> None:
        self._game = game
        self._verified = verified
        self._certificate = certificate

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def verified(self) -> Verified:
        """What was verified: claim, digest, receipt."""
        return self._verified

    @property
    def certificate(self) -> bytes:
        """The certificate: with `Game.json` everything that the command `check` needs."""
        return self._certificate

    def __getitem__(self, node: Node) -> Position:
        return cast(Position, self._verified.probe(self._game._names[node]))

    def __iter__(self) -> Iterator[Node]:
        return iter(self._game._names)

    def __len__(self) -> int:
        return len(self._game)

    def __repr__(self) -> str:
        return f"<Solution: {self._verified.claim}>"

    def __eq__(self, other: object) -> bool:
        return self._game == other._game and self._verified == other._verified if isinstance(other, Solution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._verified)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.solution(self)

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the certificate to `path`, which ends with ``.cert``, and the game beside it, with ``.json``.

        Then ``check FILE.cert --graph FILE.json`` says the same. `ValueError` for another ending, `OSError` if a file cannot be written; a file is whole or is not there.
        """
        target = os.fspath(path)
        stem, ending = os.path.splitext(target)
        if ending != ".cert":
            raise ValueError(f"{target}: required a path that ends with .cert")
        _write_whole(stem + ".json", self._game.json.encode())
        _write_whole(target, self._certificate)


def _write_whole(path: str, content: bytes) -> None:
    """Writes a file under a temporary name and renames it."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".unfinished-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
