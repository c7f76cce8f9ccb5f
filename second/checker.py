#!/usr/bin/env python3
"""A second checker for certificates of bidding games, format 3. It needs Python 3.11 and nothing else.

    checker.py [--graph GAME.json] [--imports FOLDER] FILE.cert ...

Exit status: 0 if all files are verified, 1 if one is rejected, else 2: one is declined.

It was written from the chapters "The format", "The theorem" and "Games as graphs" alone. Their words are used here, and its order of checks
is the one at the end of "The conditions"; the comments "step 1" to "step 8" refer to it.

One idea makes it short. Both sides see the game in the same way: White sees the numbers as they are, Black sees 1 - x for every x. The VIEW of
a side is (near, far, label): (l, u, T) for White and (1 - u', 1 - l', T') for Black. Each side wants its numbers large, its near is at most
the truth and its far at least that, and 0 is worth nothing. An ENTRY is the pair of both views. A colour flip exchanges the two.
All numbers are integers: multiples of 1/unit, where the unit is 2^bits or a common denominator of everything that is compared.
"""

import json
import re
import sys
from codecs import getincrementaldecoder
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import combinations
from math import comb, gcd, inf, lcm

from escape import quoted

# What this checker declines: endgames of more men or placements; a common denominator of more bits; longer fractions in a game.
MOST_MEN, MOST_PLACEMENTS, MOST_BITS, MOST_DIGITS = 16, 2**22, 2**16, 19_729
sys.set_int_max_str_digits(MOST_DIGITS + 1)

# Further games: the statement's number, and the module for it, a file beside this one. Its verify(verifier, c) gets a Certificate of which
# steps 1 to 3 were true. It judges all the rest, sets `proved`, a text, and `game` if it uses one, and returns c.
# For receipts it may set `conditions`, `labels`, `positions` and `longest` (bits), where they are not those of `entries`.
FURTHER = {
    3: "losing",
    4: "losing",
    5: "proof",
    6: "chips",
    7: "payments",
    8: "hex",
    **dict.fromkeys(range(9, 13), "partitions"),
    14: "models",
    15: "rewards",
    24: "signed",
    16: "all_pay",
    **dict.fromkeys((17, 18, 19), "aims") | {20: "scores", 21: "poorman", 22: "endless_chips", 23: "robin_hood"},
}
sys.modules.setdefault("checker", sys.modules[__name__])


class Rejected(Exception):
    """The certificate breaks a condition; at a position, if `position` is a number."""

    def __init__(self, condition, text, position=None):
        super().__init__(f"{condition}: {text}")
        self.condition, self.position = condition, position


class Declined(Exception):
    """Nothing can be said about the certificate."""


def must(true, condition, text):
    if not true:
        raise Rejected(condition, text)


def can(true, text):
    """Declines unless it is true. It gives None, so that `can(…) or x` is x."""
    if not true:
        raise Declined(text)


MAGIC = b"bidcert\n"


# --- Bytes ---------------------------------------------------------------------------------------------------------------------------


class Reader:
    """Reads numbers and columns from the head or from a slice. Each content has one spelling."""

    def __init__(self, data, name):
        self.data, self.name, self.at = data, name, 0

    def must(self, true, text):
        must(true, "canonical", f"{self.name}, before byte {self.at}: {text}")

    def take(self, length):
        self.must(length <= len(self.data) - self.at, f"required {length} more bytes, found {len(self.data) - self.at}")
        self.at += length
        return self.data[self.at - length : self.at]

    def byte(self):
        return self.take(1)[0]

    def number(self):
        value = 0
        for place in range(10):
            digit = self.byte()
            value += (digit & 127) << 7 * place
            if digit < 128:
                self.must(value < 2**64 and (digit > 0 or place == 0), "a number is 2^64 or more, or longer than it needs to be")
                return value
        self.must(False, "a number is longer than 10 bytes")

    def bytes(self):
        return self.take(self.number())

    def natural(self):
        data = self.bytes()
        self.must(not data or data[-1] > 0, "a natural is longer than it needs to be")
        return int.from_bytes(data, "little")

    def list(self, item):
        return [item() for _ in range(self.number())]

    def planes(self, length):
        """The bytes of a column of so many numbers."""
        width = self.byte()
        self.must(width <= 8, "a column is wider than 8")
        planes = self.take(width * length)
        self.must(width == 0 or (planes[-length:] if length else b"").strip(b"\0"), "a column is wider than it needs to be")
        return planes

    def column(self, length, below):
        planes = self.planes(length)
        # Byte i of every plane is a byte of number i.
        numbers = [int.from_bytes(planes[i::length], "little") for i in range(length)]
        self.must(all(x < below for x in numbers), f"a number of a column is not below {below}")
        return numbers

    def end(self):
        self.must(self.at == len(self.data), "bytes are left over")


class Certificate:
    """What the head and the body say (steps 1 to 4). Verifying adds `unit`, `entries`, and for endgames `places` and `index`.

    `inner` is the sort of its positions: 0 endgames, 1 games, 2 lists. For further games it is set by their modules. `anchors` is how many
    men are the anchors, and `never` what an endless play is worth, or None.
    """

    game = proved = never = None
    anchors = 2

    def __init__(self, data):
        # Step 1.
        must(data[:8] == MAGIC and len(data) >= 10, "header", "the file does not begin as a certificate does")
        can(data[8:10] == b"\3\0", f"format version {int.from_bytes(data[8:10], 'little')}, this checker knows 3")
        start = 14 + int.from_bytes(data[10:14], "little")
        must(len(data) >= start + 32, "header", f"required {start + 32} bytes or more, found {len(data)}")
        must(sha256(data[:start]).digest() == data[start : start + 32], "header", "the SHA-256 of the head is another one")
        # Step 2.
        head = Reader(data[14:start], "head")
        self.statement, self.used = head.byte(), set()
        self.inner = self.statement
        self.body = Reader(head.bytes(), "body")
        stated = head.byte()
        head.must(stated < 2, f"never: found {stated}, required 0 or 1")
        numerator, denominator = (head.number(), head.number()) if stated else (0, 1)
        self.bits, self.form = head.byte(), head.byte()
        self.imports = head.list(lambda: head.take(32))
        values = head.bytes(), head.bytes()
        slices = head.list(lambda: (head.number(), head.take(32)))
        head.end()
        can(self.statement in (0, 1, 2, *FURTHER), f"statement {self.statement} is unknown")
        can(self.form <= 7, f"form {self.form} is unknown")
        legal = (5, 6) if stated else (3, 4, 5, 6)
        legal = legal if self.statement == 2 else (2, 7)[: 2 - stated] if self.bits else (0,) if stated else (0, 1)
        good = self.bits <= 62 and (self.statement > 2 or self.form in legal)
        head.must(good, f"bits {self.bits} with form {self.form}, required bits up to 62 with a form of {legal}")
        head.must(numerator <= denominator and gcd(numerator, denominator) == 1, f"never: found {numerator}/{denominator}, required lowest terms")
        self.never = Fraction(numerator, denominator) if stated else None
        head.must(all(a < b for a, b in zip(self.imports, self.imports[1:])), "the imports are not increasing")
        self.read_values(head, *values)
        # Step 3.
        self.slices, self.digests, start = [], [digest for _, digest in slices], start + 32
        for number, (length, _) in enumerate(slices):
            must(length <= len(data) - start, "header", f"slice {number}: required {length} bytes, found {len(data) - start}")
            self.slices.append(data[start : start + length])
            start += length
        must(start == len(data), "header", f"the file goes on after its last slice: required {start} bytes, found {len(data)}")
        # Step 4. Further games read their bodies themselves.
        if self.statement < 3:
            self.read_body(self.statement)
            self.body.end()
        if self.statement == 0:
            self.check_men()

    def read_values(self, head, denominator, numerators):
        """The values, with the first rule."""
        width = len(denominator)
        head.must(self.bits == 0 or width == len(numerators) == 0, "there are values, but the numbers are units")
        good = bool(numerators) == (width > 0) and denominator[-1:] != b"\0" and (width == 0 or len(numerators) % width == 0)
        head.must(good, "values: required both empty, or a denominator as short as can be, and numerators of its length")
        can(8 * width <= MOST_BITS, f"limit: the denominator has more than {MOST_BITS} bits")
        self.values = [int.from_bytes(numerators[i : i + width], "little") for i in range(0, len(numerators), width or 1)]
        self.denominator = int.from_bytes(denominator, "little") or 1
        head.must(gcd(self.denominator, *self.values) == 1, "values: a number above 1 divides the denominator and all numerators")

    def read_body(self, inner):
        """The body of an endgame, a game, or a list; in some further games its last part."""
        body, self.inner = self.body, inner
        if inner == 1:
            self.digest = body.take(32)
        else:
            self.board = body.byte(), body.byte(), body.byte()
        if inner == 0:
            self.men = tuple(body.list(body.byte))
        if inner == 2:
            self.root = body.number()
            piece = lambda: body.byte() * 256 + body.byte()
            self.members = body.list(lambda: (tuple(body.list(piece)), body.number()))

    def part(self, number):
        """What is in a slice, as step 7 reads it."""
        data, name = self.slices[number], f"slice {number}"
        must(sha256(data).digest() == self.digests[number], "header", f"{name}: its SHA-256 is another one")
        return Reader(data, name)

    def firsts(self):
        """For each place, whether it represents its position."""
        return self.index.first if self.inner == 0 else [True] * len(self.entries)

    def check_men(self):
        """Step 4."""
        can(len(self.men) <= MOST_MEN, f"limit: found {len(self.men)} men, required at most {MOST_MEN}")
        self.check_board(PAWNS & set(self.men))
        good = list(self.men) == sorted(self.men) and self.men.count(0) == self.men.count(1) == 1 and self.men[-1] < 12
        must(good, "canonical", f"men: found {self.men}, required a K, a k, and others in increasing order")
        must(used(self.men) == self.men, "canonical", "men: the endgame with the colours exchanged is the one that is used")

    def check_board(self, pawns):
        """The board, and that there is a pawn rule exactly if there are pawns."""
        files, ranks, rule = self.board
        must(2 <= files <= 16 and 2 <= ranks <= 16, "canonical", f"board: found {files}x{ranks}, required 2 to 16 of each")
        required = [r for r in (1, 2) if ranks >= r + 2] if pawns else [0]
        must(rule in required, "canonical", f"pawn rule: found {rule}, required one of {required}")


def must_be_bare(c):
    good = (c.bits, c.form, c.values, c.never) == (0, 0, [], None)
    must(good, "canonical", "the head is not bare: required bits 0, form 0, no values, and nothing said of endless play")


# --- Bidding chess -------------------------------------------------------------------------------------------------------------------

# A piece is 256 * man + square. A place (a placement, perhaps with a right) is the increasing tuple of its pieces. The right to capture en
# passant is a piece too: the man 12 on the passed square, which makes it the last one.
MEN = "KkQRBNPqrbnp"
PAWNS = {6, 11}
RIGHT = 12 * 256
FLIPPED = [MEN.index(man.swapcase()) for man in MEN] + [12]
LINES, DIAGONALS = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = tuple((i, j) for i in (-2, -1, 1, 2) for j in (-2, -1, 1, 2) if abs(i) != abs(j))
STEPS = {"K": LINES + DIAGONALS, "Q": LINES + DIAGONALS, "R": LINES, "B": DIAGONALS, "N": JUMPS}


def is_white(man):
    return MEN[man].isupper()


def used(men):
    """The men in their order, or those with the colours exchanged: whichever are used."""
    white = sorted(man for man in men if is_white(man))
    black = sorted(FLIPPED[man] for man in men if not is_white(man))
    return tuple(sorted(men if (-len(white), white) <= (-len(black), black) else [FLIPPED[man] for man in men]))


def flip(board, place):
    """The place with colours exchanged and the board turned upside down."""
    files, ranks, _ = board
    turned = ((p >> 8, (ranks - 1 - (p & 255) // files) * files + (p & 255) % files) for p in place)
    return tuple(sorted(FLIPPED[man] * 256 + square for man, square in turned))


def rights(board, place):
    """The squares of the rights that a placement can have."""
    (files, ranks, rule), at, found = board, {p & 255: p >> 8 for p in place}, []
    for square, man in at.items() if rule == 2 else ():
        if man in PAWNS:
            back, rank = (-files, square // files) if man == 6 else (files, ranks - 1 - square // files)
            beside = [at.get(square + side) for side in (-1, 1) if 0 <= square % files + side < files]
            if rank == 3 and square + back not in at and square + 2 * back not in at and FLIPPED[man] in beside:
                found.append(square + back)
    return sorted(found)


@cache
def rays(board, man, square):
    """The squares that a man who is no pawn can reach on the empty board, ray by ray."""
    (files, ranks, _), kind, found = board, MEN[man].upper(), []
    for di, dj in STEPS[kind]:
        ray = [(square % files + n * di, square // files + n * dj) for n in range(1, 2 if kind in "KN" else 16)]
        found.append([j * files + i for i, j in ray if 0 <= i < files and 0 <= j < ranks])
    return found


def targets(board, at, passed, man, square):
    """The squares to which a man can move, each with the square of the man who is captured, or None."""
    (files, ranks, rule), white = board, is_white(man)
    enemy = lambda s: s in at and is_white(at[s]) != white
    if man not in PAWNS:
        for ray in rays(board, man, square):
            for s in ray:
                if s not in at or enemy(s):
                    yield s, s if s in at else None
                if s in at:
                    break
        return
    ahead, second = (files, 1) if white else (-files, ranks - 2)
    if square + ahead not in at:
        yield square + ahead, None
        if rule == 2 and square // files == second and square + 2 * ahead not in at:
            yield square + 2 * ahead, None
    for s in (square + ahead + side for side in (-1, 1) if 0 <= square % files + side < files):
        if enemy(s):
            yield s, s
        # The pawn that has passed stands where this one would have come from.
        elif s == passed and at.get(s - ahead) == FLIPPED[man]:
            yield s, s - ahead


def moves(board, place, white):
    """All moves of a colour: pairs of the move number and the new place, or None where a king was captured."""
    files, ranks, _ = board
    passed = place[-1] - RIGHT if place[-1] >= RIGHT else None
    place = place if passed is None else place[:-1]
    at, found = {p & 255: p >> 8 for p in place}, []
    for piece in place:
        man, square = piece >> 8, piece & 255
        for to, captured in targets(board, at, passed, man, square) if is_white(man) == white else ():
            last = man in PAWNS and to // files == (ranks - 1 if white else 0)
            gone, middle = None if captured is None else 256 * at[captured] + captured, (square + to) // 2
            for promotion in (1, 2, 3, 4) if last else (0,):
                now = 256 * (man - 5 + promotion if promotion else man) + to
                new = tuple(sorted([p for p in place if p not in (piece, gone)] + [now]))
                if now >> 8 in PAWNS and abs(to - square) == 2 * files and middle in rights(board, new):
                    new += (RIGHT + middle,)
                found.append((65536 * promotion + 256 * square + to, None if captured in at and at[captured] < 2 else new))
    return found or [(0, place)]


def count(board, men):
    """The number of placements without a right."""
    files, ranks, _ = board
    pawns, free, product = files * (ranks - 2), files * ranks, 1
    for man in sorted(set(men), key=lambda man: man not in PAWNS):
        product *= comb(pawns if man in PAWNS else free, men.count(man))
        pawns, free = pawns - men.count(man), free - men.count(man)
    return product


def symmetries(board, men):
    """Each symmetry as a list: the image of every square."""
    files, ranks, _ = board
    maps = [lambda i, j: (i, j), lambda i, j: (files - 1 - i, j)]
    if not PAWNS & set(men):
        maps += [lambda i, j, m=m: m(i, ranks - 1 - j) for m in maps]
        maps += [lambda i, j, m=m: m(j, i) for m in maps if files == ranks]
    images = [[m(square % files, square // files) for square in range(files * ranks)] for m in maps]
    return [[j * files + i for i, j in image] for image in images]


def placements(board, men, before=()):
    """All placements in the order of their lists."""
    (files, ranks, _), taken = board, {p & 255 for p in before}
    if len(before) == len(men):
        yield before
        return
    man = men[len(before)]
    for square in range(files, files * (ranks - 1)) if man in PAWNS else range(files * ranks):
        if square not in taken and before[-1:] < (256 * man + square,):
            yield from placements(board, men, before + (256 * man + square,))


@cache
def choices(free, k):
    """The numbers r_1 < ... < r_k of k equal men on so many free squares, in the order of their numbers."""
    return [chosen[::-1] for chosen in combinations(range(free - 1, -1, -1), k)][::-1]


class Places:
    """The places of an endgame: `list` has them in their order, and `first` says which of them represent their positions.

    The anchors are the first men of the list. They begin each place, because places are increasing.
    """

    def __init__(self, board, men, anchors):
        self.board, self.anchors, self.list, self.first, self.carried, self.with_right = board, anchors, [], [], {}, {}
        self.kinds = [(man, men.count(man)) for man in sorted({*men[anchors:]}, key=lambda man: (man not in PAWNS, man))]
        images = [{256 * man + s: 256 * man + m[s] for man in {*men, 12} for s in range(len(m))} for m in symmetries(board, men)]
        for block in placements(board, men[:anchors]):
            lists = [tuple(sorted(image[p] for p in block)) for image in images]
            # Lists come in their order. So the least of a set of symmetric ones comes first.
            start = self.carried[min(lists)][1] if min(lists) < block else len(self.list)
            self.carried[block] = images[lists.index(min(lists))], start
            if start == len(self.list):
                self.list += self.fill(block, self.kinds)
                new = [place + (RIGHT + square,) for place in self.list[start:] for square in rights(board, place)]
                self.with_right |= {place: len(self.list) + n for n, place in enumerate(new)}
                self.list += new
                # Symmetries that leave the anchors where they are carry a place to others of its position.
                stable = [image for image, carried in zip(images, lists) if carried == block][1:]
                copies = lambda place: (self.number(tuple(sorted(image[p] for p in place))) for image in stable)
                self.first += [all(n <= copy for copy in copies(place)) for n, place in enumerate(self.list[start:], start)]

    def range(self, man):
        """The squares on which a man can stand, from the first to before the last."""
        files, ranks, _ = self.board
        return (files, files * (ranks - 1)) if man in PAWNS else (0, files * ranks)

    def fill(self, placed, kinds):
        """All placements with these pieces, in the order of their numbers."""
        if not kinds:
            yield tuple(sorted(placed))
            return
        (man, k), taken = kinds[0], {p & 255 for p in placed}
        free = [256 * man + square for square in range(*self.range(man)) if square not in taken]
        for chosen in choices(len(free), k):
            yield from self.fill(placed + tuple(free[r] for r in chosen), kinds[1:])

    def number(self, place):
        """Where a place or an image of it stands in the list."""
        image, number = self.carried[place[: self.anchors]][0], 0
        place = tuple(sorted(image[p] for p in place))
        if place[-1] >= RIGHT:
            return self.with_right[place]
        taken = [p & 255 for p in place[: self.anchors]]
        for man, k in self.kinds:
            low, high = self.range(man)
            taken_here, squares = [t for t in taken if low <= t < high], [p & 255 for p in place if p >> 8 == man]
            free = [square - low - sum(t < square for t in taken_here) for square in squares]
            number = number * comb(high - low - len(taken_here), k) + sum(comb(r, i) for i, r in enumerate(free, 1))
            taken += squares
        return self.carried[place[: self.anchors]][1] + number


def import_men(men):
    """The endgames to which the men of an endgame can change."""
    found = set()
    for lost in range(1, len(men)):
        # At 1, where the black king stands, nothing is lost.
        rest = men[:lost] + men[lost + 1 :] if lost > 1 else men
        found |= {used(rest)} if lost > 1 else set()
        for i, man in enumerate(rest):
            if man in PAWNS and (lost == 1 or is_white(men[lost]) != is_white(man)):
                found |= {used(rest[:i] + (man - 5 + n,) + rest[i + 1 :]) for n in (1, 2, 3, 4)}
    return found


def bodies(front, board, many_men):
    """The bodies of these endgames, on the board of an importer."""
    return {front + bytes([*board[:2], board[2] if PAWNS & {*men} else 0, len(men), *men]) for men in many_men}


def fen(board, place):
    (files, ranks, _), at = board, {p & 255: MEN[p >> 8] for p in place if p < RIGHT}
    rows = ["".join(at.get(j * files + i, ".") for i in range(files)) for j in reversed(range(ranks))]
    right = f", passed {chr(97 + (place[-1] & 255) % files)}{(place[-1] & 255) // files + 1}" if place[-1] >= RIGHT else ""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows)) + right


# --- Games in a file -----------------------------------------------------------------------------------------------------------------


def is_text(text):
    return isinstance(text, str) and re.fullmatch("[^\0-\x1f\x7f-\x9f\ud800-\udfff]{1,200}", text)


def fraction(text):
    can(isinstance(text, str) and re.fullmatch("(0|[1-9][0-9]*)(/[1-9][0-9]*)?", text), f"game: {quoted(str(text))} is no fraction")
    can(all(len(digits) <= MOST_DIGITS for digits in text.split("/")), f"game: limit: a fraction has more than {MOST_DIGITS} digits")
    return can(Fraction(text) <= 1, f"game: {quoted(text)} is greater than 1") or Fraction(text)


def rows_of(data, field, version):
    """The positions of a game's file, which has this field with this version."""
    can(data[:8] != MAGIC, "game: this is a certificate; are the two exchanged?")
    once = lambda pairs: can(len(dict(pairs)) == len(pairs), "game: a field occurs twice") or dict(pairs)
    number, constant = lambda text: ("a number", text), lambda text: can(False, f"game: {quoted(text)} is no JSON")
    try:
        game = json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_int=number, parse_float=number, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise Declined(f"game: {error}") from None
    can(isinstance(game, dict) and game.get(field) == ("a number", version), f"game: required an object with {field}: {version}")
    can(set(game) <= {field, "title", "positions"} and is_text(game.get("title", "none")), "game: an unknown field, or a bad title")
    rows = game.get("positions")
    good = isinstance(rows, list) and all(isinstance(row, dict) and is_text(row.get("name")) for row in rows)
    return can(good, "game: a position has no name") or rows


class Game:
    """`nodes` has for each position that is not terminal its turn and, for Left and Right, its options with their weights."""

    field, version, ending, worth = "bidding-game", "2", "value", staticmethod(fraction)

    def __init__(self, data):
        rows, end = rows_of(data, self.field, self.version), self.ending
        self.terminal = {row["name"]: self.worth(row[end]) for row in rows if end in row}
        self.names = [row["name"] for row in rows if end not in row]
        self.index = {name: number for number, name in enumerate(self.names)}
        can(self.terminal and len(self.terminal | self.index) == len(rows), "game: no terminal position, or two positions with the same name")
        can(all(set(row) == {"name", end} for row in rows if end in row), f"game: a terminal position has other fields than its {end}")
        self.nodes = [self.chance(row) if "chance" in row else self.bid_or_turn(row) for row in rows if end not in row]

    def names_of(self, names):
        known = isinstance(names, list) and all(isinstance(name, str) and (name in self.index or name in self.terminal) for name in names)
        return can(known, "game: an option is no position of the list") or names

    def bid_or_turn(self, row):
        name, fields = row["name"], set(row) - {"name"}
        lists = [self.names_of(row.get(side, [])) for side in ("left", "right")]
        if "turn" in row:
            can(row["turn"] in ("left", "right") and fields <= {"turn", row["turn"]}, f"game: {quoted(name)}: fields that mean nothing at this turn")
        else:
            can(fields <= {"left", "right"} and any(lists), f"game: {quoted(name)}: unknown fields, or no options at all")
        # Who has no option passes.
        return {"left": 0, "right": 1}.get(row.get("turn"), "bid"), *([(option, 1) for option in options or [name]] for options in lists)

    def chance(self, row):
        options, name = row["chance"], quoted(row["name"])
        good = isinstance(options, list) and all(isinstance(o, dict) and set(o) == {"to", "weight"} for o in options)
        can(good and set(row) == {"name", "chance"}, f"game: {name}: chance is a list of objects with the fields to and weight")
        weights = [fraction(option["weight"]) for option in options]
        common = lcm(*(weight.denominator for weight in weights))
        can(all(weights) and sum(weights) == 1 and common < 2**64, f"game: {name}: weights are positive, with sum 1 and a denominator below 2^64")
        both = list(zip(self.names_of([option["to"] for option in options]), (int(weight * common) for weight in weights)))
        return "chance", both, both


# --- The conditions ------------------------------------------------------------------------------------------------------------------


class View:
    """What a position's options are worth to one side. `turn` is "bid", "chance", or the number of the side that moves."""

    def __init__(self, turn, lists, side):
        self.side, self.tags = side, [tag for tag, _ in lists[side]]
        self.own = [entry[side] for _, entry in lists[side]]
        self.other = [entry[side] for _, entry in lists[1 - side]]
        self.turn = turn if isinstance(turn, str) else "own" if turn == side else "other"

    def total(self, column):
        """F(near) for column 0 and F(far) for column 1, as a sum and a number by which to divide it."""
        if self.turn == "chance":
            return sum(weight * view[column] for weight, view in zip(self.tags, self.own)), sum(self.tags)
        counting = [max(view[column] for view in self.own)] if self.turn != "other" else []
        counting += [min(view[column] for view in self.other)] if self.turn != "own" else []
        return sum(counting), len(counting)

    def greedy(self):
        """The greedy own options as pairs: label, tag."""
        best = max(view[0] for view in self.own)
        return [(view[2], tag) for tag, view in zip(self.tags, self.own) if view[0] == best]

    def evidence(self, near=None):
        """The least label of evidence: some greedy own option, all other options together (of those worth `near`), or some option of chance."""
        if self.turn == "chance":
            return min(view[2] for view in self.own)
        own = min(self.greedy())[0] if self.turn != "other" else inf
        return min(own, max((view[2] for view in self.other if near in (None, view[0])), default=inf)) if self.turn != "own" else own

    def holds(self, own):
        total, parts = self.total(1)
        return parts * own[1] >= total

    def forces(self, own, waived):
        """Evidence is needed where it is quiet, and near is better than what endless play is worth: than `waived`."""
        (total, parts), near = self.total(0), own[0]
        if parts * near != total:
            return parts * near < total
        quiet = all(view[0] == near for view in self.own) if self.turn == "chance" else self.turn != "bid" or max(self.own)[0] == near
        return near <= waived or not quiet or self.evidence(near) < own[2]


# How compressed files begin: gzip, xz, zstd, bzip2, lz4, zip, 7z. An archive (tar) has this at that place.
PACKED = b"\x1f\x8b", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"BZh", b"\x04\x22\x4d\x18", b"PK\x03\x04", b"7z\xbc\xaf\x27\x1c"
TAR = 257, b"ustar"


def is_another(data):
    """Whether a file begins as JSON does, as an archive, compressed, or with text: UTF-8 without a zero."""
    front = data[:4096]
    if data[: len(MAGIC)] == MAGIC or not front:
        return False
    if front.startswith(PACKED) or front.startswith(TAR[1], TAR[0]):
        return True
    front = front.removeprefix(b"\xef\xbb\xbf")
    try:
        getincrementaldecoder("utf-8")().decode(front, len(data) <= 4096)
        text = b"\0" not in front
    except UnicodeDecodeError:
        text = False
    return text or front.lstrip(b" \t\r\n")[:1] in (b"{", b"[")


class Verifier:
    """Verifies certificates. `find` gives the bytes for a digest, or None; `game` is None, or gives the bytes of the game."""

    def __init__(self, find, game=None):
        self.find, self.game = find, game

    def verify(self, data):
        can(not is_another(data), "not a certificate" + "; are the two exchanged?" * (self.game is not None))
        c = self.table(data)
        return can(c.game or self.game is None, "a game is given, but the certificate is not about one") or c

    @cache
    def table(self, data):
        """Steps 5 to 8. An import that is needed again is not verified again."""
        c = Certificate(data)
        if c.statement > 2:
            return import_module(FURTHER[c.statement]).verify(self, c)
        # Step 5.
        tables = self.load(c, 0, bodies(b"", c.board, import_men(c.men)) if c.statement == 0 else None if c.statement == 2 else ())
        # Step 6.
        if c.statement == 1:
            self.ask(c)
        if c.statement == 2:
            self.members(c, tables)
        return self.numbers(c, tables)

    def numbers(self, c, tables):
        """Steps 7 and 8."""
        self.read_numbers(c, tables)
        self.prepare(c, tables)
        for p in range(len(c.entries)):
            self.conditions(c, p)
        self.use(c, tables)
        if c.form == 7:
            import_module("sharp").settle(c, tables)
        return c

    @staticmethod
    def use(c, tables):
        """The end of step 8."""
        must(c.used >= {t.men for t in tables}, "imports", "an import is not used: no move leads there")
        return c

    def ask(self, c):
        """The game that the certificate is about."""
        can(self.game is not None, "the certificate is about a game in a file: give it with --graph")
        data = self.game()
        can(data[:8] != MAGIC, "game: this is a certificate; are the two exchanged?")
        can(sha256(data).digest() == c.digest, f"game: required the file with the SHA-256 {c.digest.hex()}: is this the game?")
        c.game = Game(data)

    def cover(self, c, whole=True):
        """How many places are in each slice: the first part of step 7. If not `whole`, their bytes are counted elsewhere."""
        # Where it is asked, each place takes a byte or more in every true slice.
        whole = whole and c.statement not in (1, 2, 14, 15, 20, 24)
        if c.inner == 0:
            # Many placements need many bytes. So a short file is rejected before any memory is asked for.
            most = count(c.board, c.men)
            must(not whole or 8 * sum(map(len, c.slices)) >= most, "coverage", f"the slices have too few bytes for {most} placements")
            can(most <= MOST_PLACEMENTS, f"limit: found {most} placements, required at most {MOST_PLACEMENTS}")
            c.index = Places(c.board, c.men, c.anchors)
            c.places = c.index.list
        lengths = []
        for p in range(len(c.game.nodes if c.inner == 1 else c.places)):
            if p == 0 or (lengths[-1] >= 4096 and (c.inner != 0 or c.places[p][: c.anchors] != c.places[p - 1][: c.anchors])):
                lengths.append(0)
            lengths[-1] += 1
        must(len(c.slices) == len(lengths), "coverage", f"required {len(lengths)} slices, found {len(c.slices)}")
        must(not whole or all(len(data) >= n for data, n in zip(c.slices, lengths)), "coverage", "a slice has fewer bytes than places")
        return lengths

    def read_numbers(self, c, tables):
        """Step 7: the slices, and then the second rule of the values, of the head."""
        lengths = self.cover(c)
        self.set_unit(c, tables)
        c.entries, c.listed, c.moves, c.settled, stated = [], [], [[], []], {}, set()
        for number, n in enumerate(lengths):
            self.read_slice(c, c.part(number), n, stated)
        if c.bits == 0:
            must(all(a < b for a, b in zip(c.values, c.values[1:])), "canonical", "the values are not increasing")
            must(not c.values or c.values[-1] <= c.unit, "canonical", "a value is greater than 1")
            must(stated == set(range(len(c.values))), "canonical", "a value is stated at no position")
            must(c.form != 1 or any(w[0] + b[0] != c.unit for w, b in c.entries), "canonical", "form 1, but x = y at all positions")

    def load(self, c, statement, wanted):
        """Step 5. The imports have this statement and, if `wanted` is not None, one of these bodies. A body has one spelling; none comes twice."""
        must(wanted or wanted is None or not c.imports, "imports", f"found {len(c.imports)} imports, required none")
        seen, tables = set(), []

        def right(head):
            must(head.statement == statement, "statement", "the import is about something else")
            must(wanted is None or head.body.data in wanted, "statement", "no move can lead there")
            must(head.body.data not in seen, "statement", "another import is about the same")

        for digest in c.imports:
            tables.append(self.imported(digest, right))
            seen.add(tables[-1].body.data)
            must(c.bits > 0 or tables[-1].bits == 0, "imports", f"{digest.hex()}: the numbers are units, required fractions")
            must(tables[-1].never in (None, c.never), "imports", f"{digest.hex()}: endless play is worth something else")
        return tables

    def imported(self, digest, right):
        """The verified certificate with a digest. `right` is given its head, and rejects those that are not wanted."""
        data = self.find(digest)
        can(data is not None and sha256(data).digest() == digest, f"imports: found no certificate with SHA-256 {digest.hex()}")
        try:
            right(Certificate(data))
            return self.table(data)
        except Rejected as error:
            raise Rejected("imports", f"{digest.hex()}: {error}") from None

    @staticmethod
    def members(c, tables):
        """The places of a list."""
        c.places, (files, ranks, _) = [], c.board
        c.check_board(any(p >> 8 in PAWNS for pieces, _ in c.members for p in pieces))
        for number, (pieces, passed) in enumerate(c.members):
            squares, men = [p & 255 for p in pieces], [p >> 8 for p in pieces]
            good = all(a < b for a, b in zip(pieces, pieces[1:])) and men.count(0) == men.count(1) == 1 and max(men) < 12
            good = good and len(set(squares)) == len(squares) and max(squares) < files * ranks
            good = good and not any(man in PAWNS and square // files in (0, ranks - 1) for man, square in zip(men, squares))
            must(good, "canonical", f"member {number}: these pieces are no placement: {pieces}")
            must(passed == 0 or passed - 1 in rights(c.board, pieces), "canonical", f"member {number}: it cannot have this right")
            c.places.append(pieces + ((RIGHT + passed - 1,) if passed else ()))
        must(all(a < b for a, b in zip(c.members, c.members[1:])), "canonical", "the members are not increasing")
        must(c.root < len(c.members), "canonical", f"root: found {c.root}, required less than {len(c.members)}")
        c.index = {place: number for number, place in enumerate(c.places)}
        must(all(t.board in (c.board, (*c.board[:2], 0)) for t in tables), "imports", "an import has another board or pawn rule")

    def set_unit(self, c, tables):
        """One denominator for all numbers; and the values on it."""
        c.unit = 1 << c.bits
        if c.bits:
            return
        parts = {c.denominator} | {table.unit for table in tables}
        parts |= {value.denominator for value in c.game.terminal.values()} if c.inner == 1 else set()
        for part in parts:
            c.unit = lcm(c.unit, part)
            can(c.unit.bit_length() <= MOST_BITS, f"limit: the common denominator has more than {MOST_BITS} bits")
        c.values = [numerator * (c.unit // c.denominator) for numerator in c.values]

    @staticmethod
    def read_listed(reader, n, below):
        """Flags of n places, and for each place two numbers, which are 0 where it is not listed."""
        flags = reader.column((n + 7) // 8, 256)
        listed = [flags[p // 8] >> p % 8 & 1 for p in range(8 * len(flags))]
        reader.must(not any(listed[n:]), "a flag behind the last place is set")
        columns = [iter(reader.column(sum(listed), below)) for _ in range(2)]
        return listed[:n], [tuple(next(column) if flag else 0 for column in columns) for flag in listed[:n]]

    def read_slice(self, c, reader, n, stated):
        """Adds the entries of a slice of n positions: rows of l, u, l', u', and two columns of labels."""
        one, below, labels = c.unit, c.unit + 1 if c.bits else len(c.values), [[0] * n] * 2
        x = reader.column(n, below)
        y = reader.column(n, below) if c.form in (1, 2, 7) else x
        if c.bits == 0:
            stated.update(x, y)
            x, y = ([c.values[index] for index in column] for column in (x, y))
        if c.form < 2:
            rows = [(a, a, b, b) for a, b in zip(x, y)]
            if c.inner == 0 and c.form == 0:
                c.moves = [stated_moves + reader.column(n, 2**32) for stated_moves in c.moves]
            labels = [reader.column(n, 2**32 - 1) for _ in labels]
            bid = [c.never is None and (c.inner == 0 or c.game.nodes[len(c.entries) + p][0] == "bid") for p in range(n)]
            labels = [[inf if b and label == 0 else label for b, label in zip(bid, column)] for column in labels]
        elif c.form in (2, 7):
            listed, gaps = self.read_listed(reader, n, below)
            reader.must(all(gap > 0 for flag, (gap, _) in zip(listed, gaps) if flag), "l' is not greater than u where a gap is listed")
            reader.must(c.never is None or not any(listed), "a gap is listed, but only one value is stated")
            rows = [(a, a + b, a + b + gap, a + b + gap + rest) if gap else (a, a + b, a, a + b) for a, b, (gap, rest) in zip(x, y, gaps)]
            reader.must(all(row[3] <= one for row in rows), "u' is greater than 1")
            c.listed += listed
            listed, pairs = self.read_listed(reader, n, 2**32 - 1)
            reader.must(all(any(pair) for flag, pair in zip(listed, pairs) if flag), "both labels are 0 where they are listed")
            labels = [[pair[side] for pair in pairs] for side in (0, 1)]
            if c.form == 7:
                import_module("sharp").read(c, reader, n, rows)
        else:
            rows = [{3: (0, a, 0, one), 4: (0, one, a, one), 5: (a, one, 0, one), 6: (0, one, 0, a)}[c.form] for a in x]
            labels = [reader.column(n, 2**32 - 1)] * 2 if c.form > 4 else labels
        reader.end()
        c.entries += [((l, u, t), (one - u2, one - l2, t2)) for (l, u, l2, u2), t, t2 in zip(rows, *labels)]

    def prepare(self, c, tables):
        """What options can be: terminal values, entries of imports on our unit, rounded outwards, and the outside of a list."""
        one = c.unit
        c.terminal = lambda value: tuple((x * one // 1, -(-x * one // 1), 0) for x in (value, 1 - value))
        c.won, c.lost, c.outside = c.terminal(Fraction(1)), c.terminal(Fraction(0)), ((0, one, 0),) * 2
        labels = c.form < 2 and c.never is None
        ours = lambda t, view: (view[0] * one // t.unit, -(-view[1] * one // t.unit), view[2] if labels else 0)
        self.gather(c, tables, ours)
        # Up to here the near of a side needs no evidence, because endless play is worth as much. Both are rounded down.
        c.waived = (0, 0) if c.never is None else (c.never * one // 1, (1 - c.never) * one // 1)
        if c.inner == 1:
            ends = {name: c.terminal(value) for name, value in c.game.terminal.items()}
            c.named = ends | {name: c.entries[p] for name, p in c.game.index.items()}

    @staticmethod
    def gather(c, tables, ours):
        """The tables in which places are looked up, by their men: imports, whose views `ours` reads, and an endgame itself."""
        c.tables = {t.men: (t.index, [(ours(t, white), ours(t, black)) for white, black in t.entries]) for t in tables}
        if c.inner == 0:
            c.tables[c.men] = c.index, c.entries

    def entry(self, c, place):
        """The entry of a place to which a move leads: in the certificate, in an import, or outside of a list."""
        if c.inner == 2 and place in c.index:
            return c.entries[c.index[place]]
        men = tuple(p >> 8 for p in place if p < RIGHT)
        endgame = used(men)
        if c.inner == 2 and endgame not in c.tables:
            return c.outside
        must(endgame in c.tables, "imports", f"a move leads to {endgame}, which is not imported")
        c.used.add(endgame)
        index, entries = c.tables[endgame]
        return entries[index.number(place)] if endgame == men else entries[index.number(flip(c.board, place))][::-1]

    def options(self, c, p):
        """The turn, and for both sides the options as pairs: a move number or a weight, and an entry."""
        if c.inner == 1:
            turn, *lists = c.game.nodes[p]
            return turn, [[(weight, c.named[name]) for name, weight in options] for options in lists]
        ours = lambda end, new: end if new is None else self.entry(c, new)
        sides = ((True, c.won), (False, c.lost))
        return "bid", [[(number, ours(end, new)) for number, new in moves(c.board, c.places[p], white)] for white, end in sides]

    def conditions(self, c, p):
        own, (turn, lists) = c.entries[p], self.options_at(c, p)
        views = [View(turn, lists, side) for side in (0, 1)]
        for side, view in enumerate(views):
            holds = c.never is None and (c.form in (0, 1, 3 + side) or (c.form in (2, 7) and c.listed[p]))
            if holds and not view.holds(own[side]):
                self.reject(c, p, side, "holds", self.inequality(c, view, own, 1))
            if c.form in (0, 1, 2, 7, 5 + side) and not view.forces(own[side], c.waived[side]):
                self.reject(c, p, side, "forces", self.inequality(c, view, own, 0))
        for side, view in enumerate(views if c.form < 2 else ()):
            nothing = own[side][0] <= c.waived[side] and (turn != "bid" or c.never is not None)
            label = 0 if nothing else 1 + view.evidence()
            if own[side][2] != label:
                self.reject(c, p, side, "label", f"stated {own[side][2]}, required {label}")
            if c.moves[side] and c.moves[side][p] != min(view.greedy())[1]:
                self.reject(c, p, side, "greedy", f"stated the move with the number {c.moves[side][p]}, required {min(view.greedy())[1]}")

    def options_at(self, c, p):
        """The options, each of which leads somewhere."""
        try:
            return self.options(c, p)
        except Rejected as error:
            raise Rejected(error.condition, f"position {p}, {fen(c.board, c.places[p])}: {error}", p) from None

    def reject(self, c, p, side, test, text):
        name = quoted(c.game.names[p]) if c.inner == 1 else fen(c.board, c.places[p])
        raise Rejected(f"{('white', 'black')[side]}-{test}", f"position {p}, {name}: {text}", p)

    @staticmethod
    def inequality(c, view, own, column):
        """Both sides of the inequality that fails, as numbers of the game: Black's view is turned back."""
        total, parts = view.total(column)
        stated, mean = Fraction(own[view.side][column], c.unit), Fraction(total, parts * c.unit)
        evidence = f", or a label above {view.evidence(own[view.side][0])}, found {own[view.side][2]}" if column == 0 and stated == mean else ""
        stated, mean = (1 - stated, 1 - mean) if view.side else (stated, mean)
        sign = ("<=", ">=")[view.side != column] if column or stated != mean else ("<", ">")[view.side]
        short = lambda x: str(x) if x.denominator < 2**200 else f"about {float(x):.17f}"
        return f"required {short(stated)} {sign} {short(mean)}, where the first is stated and the second is F(P){evidence}"


if __name__ == "__main__":
    sys.exit(import_module("command").main())
