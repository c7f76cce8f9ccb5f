"""Certificates on which the second checker is compared with the program `check` (second.py): those of the corpus, those that are committed, those that `solve`
makes of statements and games drawn by lot, and mutants, in which one thing or up to three are other ones and most digests are right again.
"""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "second"))
sys.dont_write_bytecode = True
import checker as second

CERTS = ROOT / "certs"


def corpus():
    """The lines of the corpus, each with its certificate, its game or None, and the imports that it offers, by their digests."""
    folder = CERTS / "corpus"
    for line in map(json.loads, (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines()):
        near = {sha256(data).digest(): data for data in ((folder / file).read_bytes() for file in line["imports"])}
        yield line, (folder / line["file"]).read_bytes(), (folder / line["game"]).read_bytes() if "game" in line else None, near


# --- Bytes ---------------------------------------------------------------------------------------------------------------------------


def number(value):
    """A number of the format."""
    digits = []
    while value > 127:
        digits.append(128 + value % 128)
        value //= 128
    return bytes(digits + [value])


def column(values):
    width = max(((value.bit_length() + 7) // 8 for value in values), default=0)
    return bytes([width]) + b"".join(bytes(value >> 8 * plane & 255 for value in values) for plane in range(width))


def take_apart(data):
    """The head without its slices, and the slices."""
    length = int.from_bytes(data[10:14], "little")
    head = data[14 : 14 + length]
    slices = second.Certificate(data).slices
    entries = number(len(slices)) + b"".join(number(len(part)) + sha256(part).digest() for part in slices)
    assert head.endswith(entries)
    return head[: len(head) - len(entries)], slices


def seal(head, slices):
    """A certificate with right lengths and digests."""
    head += number(len(slices)) + b"".join(number(len(part)) + sha256(part).digest() for part in slices)
    front = b"bidcert\n\3\0" + len(head).to_bytes(4, "little") + head
    return front + sha256(front).digest() + b"".join(slices)


def columns(part, counts):
    """The columns of a slice, if it has `counts` numbers in them. Flags are told by a pair: how many numbers, and how many columns for what is listed."""
    reader, found = second.Reader(part, "slice"), []
    for count in counts:
        count, behind = count if isinstance(count, tuple) else (count, 0)
        found.append(reader.column(count, 2**64))
        listed = sum(byte.bit_count() for byte in found[-1]) if behind else 0
        found += [reader.column(listed, 2**64) for _ in range(behind)]
    return found, part[reader.at :]


def another_number(part, counts, dice):
    """The slice with one number another, or two neighbours exchanged, or the number of another position."""
    found, rest = columns(part, counts)
    chosen = dice.choice([values for values in found if values])
    p = dice.randrange(len(chosen))
    way = dice.randrange(5)
    if way == 0:
        chosen[p] = dice.choice(chosen)
    elif way == 1:
        q = (p + 1) % len(chosen)
        chosen[p], chosen[q] = chosen[q], chosen[p]
    else:
        chosen[p] = max(0, chosen[p] + dice.choice((-1, 1) if way < 4 else (-5, 5, 256, 65536, 2**32)))
    return b"".join(column(values) for values in found) + rest


def another_byte(data, dice):
    if not data:
        return bytes([dice.randrange(3)])
    p = dice.randrange(len(data))
    way = dice.randrange(6)
    if way == 0:
        return data[:p] + data[p + 1 :]
    if way == 1:
        return data[:p] + bytes([dice.choice((0, 1, 128, 255))]) + data[p:]
    new = (data[p] + dice.choice((-1, 1))) % 256 if way < 4 else dice.randrange(256) if way == 4 else data[p] ^ 128
    return data[:p] + bytes([new]) + data[p + 1 :]


def another_text(game, dice):
    """The text of a game with a byte another, or a word where it means nothing."""
    if dice.randrange(2):
        return another_byte(game, dice)
    words = [b"1/2", b"0", b'"', b",", b"{", b"]", b'"turn": "left",', b'"value": "1",', b'"left": [],', b" "]
    words += [b"\xef\xbb\xbf", b"\\u0000", b"\\ud800", b"null", b"1e0"]
    p = dice.randrange(len(game))
    places = [i for i, byte in enumerate(game) if byte in b'"{[,:0123456789'] or [p]
    p = dice.choice(places)
    return game[:p] + dice.choice(words) + game[p + dice.randrange(2) :]


def layout(certificate, n):
    """How many numbers the columns of the only slice have; nothing if it has no columns. Flags are told by a pair."""
    if certificate.statement == 6:
        return [n] * 16
    if certificate.statement == 21:
        return [n] * 4 * sum(len(needed) for needed, _ in certificate.entries[0])
    if certificate.statement == 16 and len(certificate.slices) == 1:
        # Bounds, bids, and the weights of all bids of a state but the last one.
        reader = second.Reader(certificate.slices[0], "slice")
        masks = [reader.column(certificate.positions, 2**64) for _ in range(4)][2:]
        return [certificate.positions] * 4 + [sum(max(0, mask.bit_count() - 1) for mask in column) for column in masks]
    if certificate.statement == 22:
        return [certificate.positions] * 2 * (3 + sum(map(len, certificate.indices)))
    if certificate.statement in (17, 18, 19):
        return [certificate.positions] * {17: 2, 18: 4, 19: 1 + sum(map(len, certificate.labels_of))}[certificate.statement]
    if certificate.statement in (0, 1, 2, 3, 7, 14, 15, 20, 24) and n:
        exact = [n] * (5 if certificate.statement in (0, 3) else 3)
        bounds = [n, n, ((n + 7) // 8, 2), ((n + 7) // 8, 2)]
        return {0: exact, 1: [n] * 4, 2: bounds, 3: [n], 4: [n], 5: [n, n], 6: [n, n], 7: [*bounds, ((n + 7) // 8, 1)]}[certificate.form]
    return []


# --- Hex and partitions --------------------------------------------------------------------------------------------------------------


def natural(value):
    data = value.to_bytes((value.bit_length() + 7) // 8, "little")
    return number(len(data)) + data


class Fields:
    """The numbers of a slice, in lists, and how they are written."""

    def __init__(self, c):
        reader, self.c = second.Reader(c.slices[0], "slice"), c
        n = len(c.entries) if c.statement == 12 else c.conditions.get("mex")
        if c.statement == 8:
            self.lists = [[reader.natural() for _ in range(c.conditions["count"])]]
        elif c.statement == 10:
            self.lists = [reader.list(reader.number)]
        else:
            self.first = {9: 6, 11: 3, 12: 0}[c.statement]
            self.lists = [[reader.number() for _ in range(self.first)]]
            self.lists += [reader.column(n, 2**64) for _ in range({9: 2, 11: 1, 12: 3}[c.statement])]

    def write(self):
        if self.c.statement == 8:
            return b"".join(map(natural, self.lists[0]))
        if self.c.statement == 10:
            return number(len(self.lists[0])) + b"".join(map(number, self.lists[0]))
        return b"".join(map(number, self.lists[0])) + b"".join(map(column, self.lists[1:]))

    def another_number(self, dice):
        chosen = dice.choice([numbers for numbers in self.lists if numbers] or [[0]])
        p, way = dice.randrange(len(chosen)), dice.randrange(6)
        if way == 0:
            chosen[p] = dice.choice(chosen)
        elif way == 1:
            q = dice.randrange(len(chosen))
            chosen[p], chosen[q] = chosen[q], chosen[p]
        elif way == 5 and self.c.statement in (8, 10):
            # One more, or one less: of fillings everywhere, or in the list of losing cells.
            dice.choice((lambda: chosen.pop(p), lambda: chosen.insert(p, chosen[p])))()
        else:
            chosen[p] = max(0, chosen[p] + dice.choice((-1, 1) if way < 5 else (-5, 5, 256, 65536)))

    def another_return(self, dice):
        """A list of layers that is longer, shorter, or begins to repeat elsewhere."""
        start, period, growth = self.lists[0]
        size = len(self.lists[1]) // (start + period)
        if dice.randrange(2):
            # One more layer, as it goes on: a return that is not the first one.
            new = self.lists[1][(start) * size : (start + 1) * size]
            self.lists[1] += [value + growth for value in new]
            self.lists[0] = [start + 1, period, growth] if dice.randrange(2) else [start, period + 1, growth]
        else:
            change = dice.choice(((1, -1), (-1, 1), (0, -1), (-1, 0), (0, -period), (period, -period), (-start, start)))
            self.lists[0] = [max(0, start + change[0]), max(0, period + change[1]), dice.choice((growth, growth, growth + 1, 0))]
            self.lists[1] = self.lists[1][: sum(self.lists[0][:2]) * size]


def another_statement(c, body, dice):
    """Another stone, or one more move of the first piece, often one that a ride makes already."""
    if c.statement == 8:
        p = dice.randrange(2, len(body))
        return body[:p] + bytes([dice.randrange(4)]) + body[p + 1 :]
    reader = second.Reader(body, "body")
    steps, rides = ([(reader.byte(), reader.byte()) for _ in range(reader.number())] for _ in range(2))
    x, y = dice.choice(steps + rides or [(0, 1)])
    times = dice.randrange(1, 4)
    dice.choice((steps, rides)).append((times * x % 256, times * y % 256) if dice.randrange(2) else (dice.randrange(4), dice.randrange(4)))
    return b"".join(number(len(moves)) + b"".join(map(bytes, sorted(moves))) for moves in (steps, rides)) + body[reader.at :]


# --- Mutants -------------------------------------------------------------------------------------------------------------------------


class Parts:
    """A certificate in parts, in which several can be wrong at once."""

    FAULTS = "body", "body", "never", "bits", "form", *["imports"] * 4, "values", *["slice"] * 9, "slices", "digest", "statement", "raw"

    def __init__(self, data, c):
        head, self.slices = take_apart(data)
        reader, self.c, self.after = second.Reader(head, "head"), c, []
        self.statement, self.body = reader.byte(), reader.bytes()
        self.never = (reader.number(), reader.number()) if reader.byte() else None
        self.bits, self.form, self.imports = reader.byte(), reader.byte(), reader.list(lambda: reader.take(32))
        self.values = [reader.bytes(), reader.bytes()]
        reader.end()

    def write(self):
        text = lambda part: number(len(part)) + part
        head = bytes([self.statement]) + text(self.body) + (b"\0" if self.never is None else b"\1" + b"".join(map(number, self.never)))
        head += bytes([self.bits, self.form]) + number(len(self.imports)) + b"".join(self.imports) + b"".join(map(text, self.values))
        data = seal(head, self.slices)
        for fault in self.after:
            data = fault(data)
        return data

    def fault(self, dice, pool):
        """One fault more."""
        match dice.choice(self.FAULTS):
            case "body":
                games = 7 < self.c.statement < 13 and self.body == self.c.body.data and dice.randrange(2)
                self.body = another_statement(self.c, self.body, dice) if games else another_byte(self.body, dice)
            case "never":
                self.never = dice.choice((None, (0, 1), (1, 1), (1, 2), (2, 4), (3, 2), (0, 0)))
            case "bits":
                self.bits = dice.choice((0, 1, 2, 48, 62, 63, self.bits + 1 & 255))
            case "form":
                self.form = dice.randrange(9)
            case "imports":
                self.fault_of_imports(dice, pool.imports.get(self.statement if dice.randrange(4) else dice.choice((0, 3, 4, 6, 7, 21)), [bytes(32)]))
            case "values":
                side = dice.randrange(2)
                self.values[side] = another_byte(self.values[side], dice)
            case "slice" if self.slices:
                which = dice.randrange(len(self.slices))
                self.slices[which] = self.another_slice(self.slices[which], dice)
            case "slices":
                others = pool.slices.get(self.statement, [self.slices])
                self.slices = dice.choice((self.slices[1:], self.slices * 2, [*self.slices, b""], [part[:-1] for part in self.slices], dice.choice(others)))
            case "digest":
                self.after.append(lambda data: other_digest(data, dice))
            case "statement":
                self.statement = dice.choice((0, 1, 2, 3, 7, dice.randrange(22)))
            case _:
                self.after.append(lambda data: another_byte(data, dice) if dice.randrange(2) else data[: dice.randrange(len(data) + 1)])

    def fault_of_imports(self, dice, others):
        found, way = list(self.imports), dice.randrange(6)
        if way == 0 and found:
            found.pop(dice.randrange(len(found)))
        elif way == 1 and found:
            found[dice.randrange(len(found))] = dice.choice(others)
        elif way == 2:
            found += [dice.randbytes(32)]
        elif way == 3 and found:
            found += [dice.choice(found)]
        else:
            found += [dice.choice(others)]
        # They are mostly in their order, so that more than that is tried.
        self.imports = sorted(found) if dice.randrange(8) else found

    def another_slice(self, part, dice):
        counts = layout(self.c, len(getattr(self.c, "entries", ())))
        if dice.randrange(3) == 0 or len(self.slices) > 1 or not (any(counts) or 7 < self.c.statement < 13):
            return another_byte(part, dice)
        try:
            if 7 < self.c.statement < 13:
                fields = Fields(self.c)
                (fields.another_return if self.c.statement == 11 and dice.randrange(2) else fields.another_number)(dice)
                return fields.write()
            return another_number(part, counts, dice)
        except (second.Rejected, IndexError):
            # There is another fault in it already.
            return another_byte(part, dice)


def other_digest(data, dice):
    """Another digest of a slice, in a head whose own is right again."""
    end = 14 + int.from_bytes(data[10:14], "little")
    if not 14 < end <= len(data):
        return data
    p = end - 1 - dice.randrange(min(32, end - 14))
    front = data[:p] + bytes([data[p] ^ 1]) + data[p + 1 : end]
    return front + sha256(front).digest() + data[end + 32 :]


class Pool:
    """What mutants take from other certificates: `imports` has digests of those that can be imported, true ones and of each some with a fault, and `slices`
    the slices of all, both by their statements. `found` has what is imported, by digests."""

    def __init__(self, good, dice):
        self.found, self.imports, self.slices = {}, {}, {}
        for data, _, c in good:
            parts = Parts(data, c)
            self.slices.setdefault(data[14], []).append(parts.slices)
            if data[14] in (0, 3, 4, 6, 7, 21) and c.game is None:
                unknown, cut, version, other = Parts(data, c), data[:-1], data[:8] + b"\4" + data[9:], Parts(data, c)
                unknown.imports = sorted([*parts.imports[1:], bytes([data[20] ^ 1]) * 32])
                other.slices = [another_byte(part, dice) for part in parts.slices]
                for made in (data, unknown.write(), cut, version, other.write()):
                    self.found[sha256(made).digest()] = made
                    self.imports.setdefault(data[14], []).append(sha256(made).digest())


def mutant(data, game, c, dice, pool):
    """A certificate with one fault, sometimes two or three; and its game, sometimes with a fault in the place of these."""
    if game is not None and dice.randrange(4) == 0:
        return data, another_text(game, dice)
    parts = Parts(data, c)
    for _ in range(dice.choice((1, 1, 2, 3))):
        parts.fault(dice, pool)
    return parts.write(), game


# --- Statements drawn by lot ---------------------------------------------------------------------------------------------------------


PIECES = "Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"
# Here the values of layers recur before what its rides reach does.
RETURN = ["partitions", "staircases", "0:1*,1:1*,2:0,2:1*", "1", "3"]


def piece(dice):
    """A piece of the seven, or one of its own."""
    if dice.randrange(2):
        return dice.choice(PIECES)
    moves = {f"{dice.randrange(3)}:{dice.randrange(3)}{'*' * dice.randrange(2)}" for _ in range(dice.randrange(1, 4))}
    return ",".join(sorted(move for move in moves if not move.startswith("0:0"))) or "0:1"


def statement(dice, folder):
    """What `solve` is asked for."""
    rows = sorted((dice.randrange(1, 9) for _ in range(dice.randrange(1, 7))), reverse=True)
    board = dice.choice((",".join(map(str, rows)), f"S({dice.randrange(1, 5)},{dice.randrange(1, 4)},{dice.randrange(1, 4)})"))
    misere = ["--misere"] * dice.randrange(2)
    match dice.randrange(6):
        case 0:
            files, ranks = dice.randrange(1, 6), dice.randrange(1, 6)
            stones = folder / "stones"
            stones.write_text("".join("".join(dice.choice("...LR") for _ in range(files)) + "\n" for _ in range(ranks)), encoding="ascii")
            return ["hex", f"{files}x{ranks}", "--stones", str(stones)]
        case 1:
            return ["partitions", "board", piece(dice), board]
        case 2:
            return ["partitions", "sizes", piece(dice), str(dice.randrange(1, 10))]
        case 3:
            return ["partitions", "losing", piece(dice), board, *misere]
        case 4:
            return ["partitions", "staircases", piece(dice), str(dice.randrange(1, 4)), str(dice.randrange(1, 4))]
    return ["partitions", "race", piece(dice), piece(dice), board, *misere]


def drawn(program, how_many, dice, folder):
    """The certificates of so many statements. Some statements have none: a piece that is wrong, a race without a move, no return."""
    files, refused = [], 0
    for turn in range(how_many):
        file = folder / f"{turn}.cert"
        asked = statement(dice, folder) if turn > 0 else RETURN
        subprocess.run([program, *asked, "--out", str(file)], capture_output=True, check=False)
        if file.exists():
            files.append(file)
        else:
            refused += 1
    print(f"statements: {how_many}, {refused} of them without a certificate")
    return files


# --- What is committed ---------------------------------------------------------------------------------------------------------------


QUESTIONS = [
    ["two", "--reach", "goal", "--max", "one", "--precision", "12"],
    ["two", "--reach", "goal"],
    ["road", "--reward", "hours", "--reach", "home", "--min", "driver"],
    ["road", "--reward", "hours", "--reach", "home", "--max", "driver"],
    ["road", "--reward", "hours", "--reach", "home", "--min", "driver", "--precision", "20"],
    ["road", "--reward", "hours", "--discount", "9/10"],
    ["road", "--reward", "hours"],
]


def solve(program, short, folder):
    """Has the program make games whose certificates are committed, and certificates of Losing Chess, as many as take seconds or minutes."""
    for draw in "01":
        made = subprocess.run([sys.executable, ROOT / "certs" / "games" / "make.py", "tic-tac-toe", draw], check=True, capture_output=True)
        (folder / f"tic-tac-toe-{draw}.json").write_bytes(made.stdout)
    tables, auctions = ["KvK", "PvK"], [("3x3", "KKvK"), ("3x3", "RvP")]
    for number, (name, *question) in enumerate(QUESTIONS):
        model = folder / f"model-{number}.umb"
        model.write_bytes((CERTS / "models" / f"{name}.umb").read_bytes())
        subprocess.run([program, "model", model, *question, "--out", model.with_suffix(".cert")], check=True, capture_output=True)
    if not short:
        auctions += [("4x4", "all", "--men", "2"), ("2x3", "KQvN"), ("3x4", "KPvP"), ("5x4", "PPvK")]
        tables = ["--men", "2"]
        enclosure = ["4x4", "all", "--men", "2", "--precision", "20", "--out", folder / "enclosure"]
        subprocess.run([program, "losing", "auction", *enclosure], check=True, capture_output=True)
    for rule in ("international", "fics", "draw"):
        table = ["tables" if tables[0] == "--men" else "table", *tables, "--rule", rule, "--out", folder / f"tables-{rule}"]
        subprocess.run([program, "losing", *table], check=True, capture_output=True)
    for auction in auctions:
        subprocess.run([program, "losing", "auction", *auction, "--out", folder / "auctions"], check=True, capture_output=True)


def committed(made):
    """Triples of a certificate's path, its bytes, and its game or None: what is committed but for the corpus, and what lies in the folder `made`, too.
    Of games in files there are those whose games are committed or made."""
    for file in [file for file in sorted(CERTS.rglob("*.cert")) if "corpus" not in file.parts] + sorted(made.rglob("*.cert")):
        data, game = file.read_bytes(), {**games(made), **games(file.parent)}.get(file.stem)
        needs = data[14] in (1, *range(14, 21), 22) or (data[14] in (6, 7, 21) and not re.match("[0-9]+x[0-9]+_", file.name))
        if game or not needs:
            yield file, data, game.read_bytes() if needs else None


def games(folder):
    """The games of a folder, by the names of their certificates."""
    others = {"random-any": ["random-any", "random-any-enclosure"], "hex": ["hex-1", "hex-5", "hex-bank"], "star": ["star", "star-bank"], "start": ["start", "start-parity"], "switches": ["switches", "switches-7-2"]}
    return {name: file for file in sorted([*folder.glob("*.json"), *folder.glob("*.umb")]) for name in others.get(file.stem, [file.stem])}


def takes_seconds(file, data, game):
    """About how many seconds the second checker takes; only those that take some are told apart."""
    return 12 if file.name == "11x11.cert" else len(data) // 20_000 if data[14] == 5 else len(game or b"") // 1_000_000


def small(triples):
    """Those of which mutants are made, as pairs of a certificate and its game."""
    boards = re.compile("(2x[234]|3x[23]|4x2)_.*|2x3_KNNk|3x4_KNk")
    for file, data, game in triples:
        if data[14] in (1, 2) or (boards.fullmatch(file.stem) if data[14] == 0 else len(data) < (10_000, 700)[data[14] > 7]):
            yield data, game


def imports_of(data):
    """The digests that a head names, if it can be read."""
    try:
        return second.Certificate(data).imports
    except (second.Rejected, second.Declined):
        return []


def imports(made):
    """The folders in which both look for imports, and what gives the bytes for a digest."""
    files = [file for folder in (CERTS, made) for file in sorted(folder.rglob("*.cert"))]
    return sorted({file.parent for file in files}), {sha256(data).digest(): data for data in (file.read_bytes() for file in files)}.get
