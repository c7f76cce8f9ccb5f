"""Statement 15, expected rewards of models, for second.py: small models in UMB, and certificates about them, true ones and false ones. Their values were
found on paper. Archives and certificates are written here, from the chapters on the format and the specification of UMB.
"""

import io
import json
import struct
import tarfile
from fractions import Fraction
from hashlib import sha256
from math import inf, lcm

from second_certificates import column, number, seal

HALF = Fraction(1, 2)

# --- Models --------------------------------------------------------------------------------------------------------------------------


def to(*targets, reward=0):
    """A choice. Targets are a state, or triples of a probability, a state and perhaps the reward of a branch."""
    rows = [target if isinstance(target, tuple) else (1, target) for target in targets]
    return reward, [(*row, 0)[:3] for row in rows]


def state(*choices, reward=0, owner=0):
    return owner, reward, choices


class Model:
    """An archive. `change` gets its files and its index before they are packed."""

    def __init__(self, *states, goal=(), kind="rational", amounts="rational", players=2, name="coins", change=None):
        choices = [choice for _, _, own in states for choice in own]
        branches = [branch for _, own in choices for branch in own]
        pack = lambda sort, rows: b"".join(struct.pack("<" + sort, *(row if isinstance(row, tuple) else (row,))) for row in rows)
        starts = lambda lists: pack("Q", [sum(map(len, lists[:n])) for n in range(len(lists) + 1)])
        spell = lambda value: value if isinstance(value, tuple) else Fraction(value).as_integer_ratio()
        numbers = lambda kind, rows: pack("qQ", map(spell, rows)) if kind == "rational" else pack("d", map(float, rows))
        bits = sum(1 << number for number in goal)
        folder = f"annotations/rewards/{name}"
        self.files = {
            "state-to-choices.bin": starts([own for _, _, own in states]),
            "state-to-player.bin": pack("I", [owner for owner, _, _ in states]),
            "choice-to-branches.bin": starts([own for _, own in choices]),
            "branch-to-target.bin": pack("Q", [target for _, target, _ in branches]),
            "branch-to-probability.bin": numbers(kind, [chance for chance, _, _ in branches]),
            "annotations/aps/goal/states/values.bin": bits.to_bytes(-(-len(states) // 64) * 8, "little"),
            f"{folder}/states/values.bin": numbers(amounts, [reward for _, reward, _ in states]),
            f"{folder}/choices/values.bin": numbers(amounts, [reward for reward, _ in choices]),
            f"{folder}/branches/values.bin": numbers(amounts, [reward for _, _, reward in branches]),
        }
        self.index = {
            "format-version": 1,
            "format-revision": 0,
            "transition-system": {
                "time": "discrete",
                "#players": players,
                "#states": len(states),
                "#initial-states": 0,
                "#choices": len(choices),
                "#choice-actions": 0,
                "#branches": len(branches),
                "#branch-actions": 0,
                "#observations": 0,
                "branch-probability-type": {"type": kind},
                "player-names": [f"player {player}" for player in range(players)],
            },
            "annotations": {
                "aps": {"goal": {"applies-to": ["states"], "type": {"type": "bool"}}},
                "rewards": {name: {"applies-to": ["states", "choices", "branches"], "type": {"type": amounts}}},
            },
        }
        if not players:
            del self.files["state-to-player.bin"]
        if change is not None:
            change(self.files, self.index)

    def digest(self):
        """The SHA-256 of the chapter's text."""
        system, notes = self.index["transition-system"], self.index["annotations"]
        text = "".join(f"{name} {system['#' + name]}\n" for name in ("players", "states", "choices", "branches"))
        text += f"probabilities {system['branch-probability-type']['type']}\n"
        notes = {group: [(str(note.get("alias") or key), str(key), note) for key, note in notes.get(group, {}).items()] for group in ("aps", "rewards")}
        named = lambda group: sorted(notes[group], key=lambda row: row[:2])
        place = lambda group, key, part: f"annotations/{group}/{key}/{part}/values.bin"
        text += "".join(f"label {json.dumps(name)} {place('aps', key, 'states')}\n" for name, key, _ in named("aps"))
        used = {place("aps", key, "states") for _, key, _ in named("aps")}
        for name, key, note in named("rewards"):
            for part in (part for part in ("states", "choices", "branches") if part in note["applies-to"]):
                text += f"reward {json.dumps(name)} {note['type']['type']} {place('rewards', key, part)}\n"
                used.add(place("rewards", key, part))
        files = [file for file in sorted(self.files) if file in used or ("/" not in file and file.endswith(".bin"))]
        return sha256((text + "".join(f"{sha256(self.files[file]).hexdigest()}  {file}\n" for file in files)).encode()).digest()

    def archive(self):
        held = io.BytesIO()
        with tarfile.open(fileobj=held, mode="w", format=tarfile.GNU_FORMAT) as tar:
            for file, data in {"index.json": json.dumps(self.index).encode(), **self.files}.items():
                entry = tarfile.TarInfo(file)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
        return held.getvalue()


def listed(items):
    return number(len(items)) + b"".join(items)


def listed_bytes(data):
    return number(len(data)) + data


# --- Certificates --------------------------------------------------------------------------------------------------------------------


def certificate(model, rows, bits=0, maximisers=(0,), reward="coins", goal=True, discount=None, scale=3, simplest=0, never=None, form=None):
    """Rows are x, T, T' in form 0; l, u, T, T' in units. Numbers are rewards."""
    literal = b"\1" + listed_bytes(b"goal") + b"\0" if goal is True else b"\0" if not goal else b"\1" + goal
    body = model.digest() + bytes([simplest]) + listed([number(player) for player in maximisers]) + listed_bytes(reward.encode())
    body += literal + (b"\0" if discount is None else b"\1" + number(discount[0]) + number(discount[1])) + number(scale)
    never = Fraction(1 if goal else 0) if never is None else never
    stated = lambda value: Fraction(1) if value == inf else Fraction(value) / 2**scale
    if bits == 0:
        values = sorted({stated(row[0]) for row in rows})
        columns = [[values.index(stated(row[0])) for row in rows], *([row[n] for row in rows] for n in (1, 2))]
    else:
        values, units = [], lambda value: int(stated(value) * 2**bits)
        lows = [units(row[0]) for row in rows]
        with_labels = [row[2:] != (0, 0) for row in rows]
        flags = [sum(with_labels[p + n] << n for n in range(8) if p + n < len(rows)) for p in range(0, len(rows), 8)]
        pairs = [row[2:] for row in rows if row[2:] != (0, 0)]
        columns = [lows, [units(row[1]) - low for row, low in zip(rows, lows)], [0] * len(flags), [], [], flags]
        columns += [[pair[n] for pair in pairs] for n in (0, 1)]
    slices = [b"".join(map(column, columns))] if rows else []
    one = lcm(*(value.denominator for value in values)) if values else 0
    width = (one.bit_length() + 7) // 8
    numerators = b"".join(int(value * one).to_bytes(width, "little") for value in values)
    head = b"\x0f" + listed_bytes(body) + b"\1" + number(never.numerator) + number(never.denominator) + bytes([bits, (2 if bits else 0) if form is None else form, 0])
    return seal(head + listed_bytes(one.to_bytes(width, "little")) + listed_bytes(numerators), slices)


# --- By hand -------------------------------------------------------------------------------------------------------------------------

ROWS = []


def row(name, model, rows, found="verified", **question):
    """`found` is what must be found: verified, declined, or the condition and perhaps the position."""
    ROWS.append((name, model.archive(), certificate(model, rows, **question), found))


def chains():
    chain = Model(state(to(1), reward=1), state(to(2), reward=1), state(to(3), reward=1), state(), goal=[3], players=0)
    asked = {"maximisers": ()}
    row("three steps to the goal", chain, [(3, 0, 0), (2, 0, 0), (1, 0, 0)], **asked)
    row("three steps, in units", chain, [(3, 3, 0, 0), (2, 2, 0, 0), (1, 1, 0, 0)], bits=3, **asked)
    row("three steps, enclosed", chain, [(2, 4, 0, 0), (1, 3, 0, 0), (1, 2, 0, 0)], bits=3, **asked)
    row("three steps, another scale", chain, [(3, 0, 0), (2, 0, 0), (1, 0, 0)], scale=1023, **asked)
    row("three steps without a goal", chain, [(3, 0, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)], goal=False, **asked)
    row("more than three steps", chain, [(4, 0, 0), (2, 0, 0), (1, 0, 0)], ("white-forces", 0), **asked)
    row("fewer than three steps", chain, [(2, 0, 0), (2, 0, 0), (1, 0, 0)], ("black-forces", 0), **asked)
    row("more than three, in units", chain, [(3, 4, 0, 0), (3, 3, 0, 0), (1, 1, 0, 0)], ("white-forces", 1), bits=3, **asked)
    row("fewer than three, in units", chain, [(2, 2, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0)], ("black-forces", 1), bits=3, **asked)
    row("a label T too many", chain, [(3, 0, 0), (2, 1, 0), (1, 0, 0)], ("white-label", 1), **asked)
    row("a label T' too many", chain, [(3, 0, 0), (2, 0, 0), (1, 0, 7)], ("black-label", 2), **asked)
    row("three steps are not infinite", chain, [(inf, 0, 0), (inf, 0, 0), (inf, 0, 0)], ("white-forces", 2), **asked)
    row("no upper bound", chain, [(0, inf, 0, 0), (0, inf, 0, 0), (0, inf, 0, 0)], bits=3, **asked)
    # A coin to the goal or back: 2 throws, of 1 each; a branch that pays 4 in one of four cases, and one choice that pays 1/3.
    coin = Model(state(to((HALF, 0), (HALF, 1))), state(to(2, reward=Fraction(1, 3))), state(), goal=[2], players=0)
    row("a coin, nothing but a third at its end", coin, [(Fraction(1, 3), 0, 2), (Fraction(1, 3), 0, 0)], **asked, found=("black-label", 0))
    row("a coin, its evidence", coin, [(Fraction(1, 3), 0, 1), (Fraction(1, 3), 0, 0)], **asked)
    paid = Model(state(to((Fraction(1, 4), 1, 4), (Fraction(3, 4), 0, 0), reward=HALF), reward=HALF), state(), goal=[1], players=0)
    row("rewards of states, choices and branches", paid, [(8, 0, 0)], scale=4, **asked)
    row("less than that", paid, [(7, 0, 0)], ("black-forces", 0), scale=4, **asked)
    row("more than that", paid, [(9, 0, 0)], ("white-forces", 0), scale=4, **asked)
    # State 0 never comes to the goal; state 1 does with 1/2, state 2 for sure.
    trap = Model(state(to(0)), state(to((HALF, 0), (HALF, 3))), state(to((HALF, 2), (HALF, 3))), state(), goal=[3], players=0)
    row("a trap", trap, [(inf, 0, 0), (inf, 0, 1), (0, 0, 1)], **asked)
    row("a trap, other labels", trap, [(inf, 9, 5), (inf, 0, 6), (0, 0, 1)], **asked)
    row("a trap, its level too low", trap, [(inf, 0, 0), (inf, 0, 0), (0, 0, 1)], ("infinite", 1), **asked)
    row("a trap, all infinite", trap, [(inf, 0, 0), (inf, 0, 1), (inf, 0, 0)], ("infinite", 2), **asked)
    row("a trap, called finite", trap, [(0, 0, 1), (0, 0, 1), (0, 0, 1)], ("black-forces", 0), **asked)
    row("a trap, in units", trap, [(inf, inf, 0, 0), (inf, inf, 0, 1), (0, 0, 0, 1)], bits=1, **asked)
    row("a trap, without evidence", trap, [(inf, inf, 0, 0), (inf, inf, 0, 1), (0, 0, 0, 0)], ("black-forces", 2), bits=1, **asked)
    row("a trap without a goal", trap, [(0, 0, 0)] * 4, goal=False, **asked)
    end = Model(state(reward=1), state(), goal=[1], players=0)
    row("a state without a choice", end, [(inf, 0, 0)], **asked)
    row("a state without a choice, for ever", end, [(inf, 0, 0), (0, 0, 0)], goal=False, **asked)
    row("nothing is not infinite", end, [(inf, 0, 0), (inf, 0, 0)], ("infinite", 1), goal=False, **asked)
    row("the goal negated", end, [(0, 0, 0)], ("black-forces", 0), goal=listed_bytes(b"goal") + b"\1", **asked)
    row("the goal negated, infinite", end, [(inf, 0, 0)], goal=listed_bytes(b"goal") + b"\1", **asked)
    # With 1/2 a coin on the way round; the distance leads to it.
    ring = Model(state(to(1)), state(to((HALF, 2, 1), (HALF, 0))), state(to(0)), players=0)
    row("a ring without a goal", ring, [(inf, 1, 0), (inf, 0, 0), (inf, 2, 0)], goal=False, **asked)
    row("a ring, its distances equal", ring, [(inf, 0, 0), (inf, 0, 0), (inf, 2, 0)], ("infinite", 0), goal=False, **asked)
    row("a ring, levels that rise", ring, [(inf, 1, 0), (inf, 0, 0), (inf, 0, 1)], ("infinite", 1), goal=False, **asked)
    row("everything is the goal", Model(state(), goal=[0]), [], **asked)


def choices():
    stay = lambda owner: Model(state(to(0), to(1, reward=1), owner=owner), state(), goal=[1])
    big, small = {"maximisers": (0,)}, {"maximisers": (1,)}
    row("stay or go for 1: the minimiser must go", stay(0), [(1, 0, 1), (1, 0, 2), (1, 0, 0)], **small)
    row("he may not stay for ever", stay(0), [(0, 0, 1), (0, 0, 2), (1, 0, 0)], ("black-forces", 0), **small)
    row("stay or go without a goal", stay(0), [(0, 0, 0), (0, 0, 0), (0, 0, 0), (1, 0, 0)], goal=False, **small)
    row("without a goal he need not go", stay(0), [(1, 1, 0), (0, 0, 0), (1, 2, 0), (1, 0, 0)], ("white-forces", 0), goal=False, **small)
    row("stay or go: the maximiser stays", stay(0), [(inf, 0, 0), (inf, 0, 0), (1, 0, 0)], **big)
    row("he does not have to go", stay(0), [(1, 0, 1), (1, 0, 2), (1, 0, 0)], ("black-forces", 0), **big)
    row("the maximiser without a goal", stay(0), [(1, 1, 0), (0, 0, 0), (1, 2, 0), (1, 0, 0)], goal=False, **big)
    row("staying brings nothing", stay(0), [(2, 1, 0), (0, 0, 0), (2, 2, 0), (1, 0, 0)], ("white-forces", 0), goal=False, **big)
    row("nor more than that", stay(0), [(inf, 1, 0), (0, 0, 0), (inf, 2, 0), (1, 0, 0)], ("infinite", 0), goal=False, **big)
    row("less than the maximiser", stay(0), [(0, 0, 0), (0, 0, 0), (0, 0, 0), (1, 0, 0)], ("black-forces", 0), goal=False, **big)
    row("a bound from below needs T", stay(0), [(1, 1, 0, 0), (0, 0, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0)], ("white-forces", 0), goal=False, bits=3, **big)
    row("a bound from below with T", stay(0), [(1, 1, 2, 0), (0, 0, 0, 0), (1, 1, 3, 0), (1, 1, 0, 0)], goal=False, bits=3, **big)
    row("a bound from above needs T'", stay(0), [(1, 1, 0, 0), (1, 1, 0, 0), (1, 1, 0, 0)], ("black-forces", 0), bits=3, **small)
    row("a bound from above that is loose", stay(0), [(0, 3, 0, 0), (0, 4, 0, 0), (0, 2, 0, 0)], bits=3, **small)
    row("a label T too large", stay(0), [(1, 2, 0), (0, 0, 0), (1, 3, 0), (1, 0, 0)], ("white-label", 0), goal=False, **big)
    row("a label T' too large", stay(0), [(1, 0, 2), (1, 0, 3), (1, 0, 0)], ("black-label", 0), **small)
    # White goes on for 0, or ends for 2; Black goes back for 0, or ends for 5.
    two = Model(state(to(1), to(2, reward=2)), state(to(0), to(2, reward=5), owner=1), state(), goal=[2])
    row("two players", two, [(5, 0, 3), (5, 0, 1), (5, 0, 2), (2, 0, 0), (5, 0, 4), (5, 0, 0)])
    row("two players, half of it", two, [(2, 0, 1), (2, 0, 3), (2, 0, 4), (2, 0, 0), (2, 0, 2), (5, 0, 0)], ("black-forces", 0))
    free = [(2, 1, 0), (2, 3, 0), (0, 0, 0), (2, 4, 0), (2, 0, 0), (2, 2, 0), (5, 0, 0)]
    row("two players without a goal", two, free, goal=False)
    row("two players, too much", two, [(5, 1, 0), (5, 3, 0), (0, 0, 0), (5, 2, 0), (2, 0, 0), (5, 4, 0), (5, 0, 0)], ("white-forces", 0), goal=False)
    row("both against nobody", two, [(inf, 0, 0), (inf, 0, 0), (inf, 0, 0), (2, 0, 0), (inf, 0, 0), (5, 0, 0)], maximisers=(0, 1))
    row("nobody against both", two, [(2, 0, 1), (2, 0, 3), (2, 0, 4), (2, 0, 0), (2, 0, 2), (5, 0, 0)], maximisers=())
    # White may pay himself 1 and stay, if Black lets him: Black may send him to state 2.
    loop = Model(state(to(0, reward=1), to(1)), state(to(0), to(2), owner=1), state(to(2)))
    forever = [(inf, 1, 0), (0, 0, 0), (0, 0, 0), (inf, 0, 0), (0, 0, 0), (inf, 2, 0), (0, 0, 0)]
    row("for ever, without the distance", loop, [(inf, 0, 0), *forever[1:]], ("infinite", 0), goal=False)
    row("for ever", loop, forever, goal=False)
    row("for ever, Black's part", loop, [forever[0], (inf, 1, 0), *forever[2:4], (inf, 2, 0), *forever[5:]], ("white-forces", 1), goal=False)
    both = Model(state(to(1), to(0), owner=1), state(to(1, reward=1)))
    row("Black need not move on", both, [(inf, 2, 0), (inf, 0, 0), (inf, 1, 0), (inf, 1, 0)], ("infinite", 3), goal=False)
    row("Black stays for nothing", both, [(0, 0, 0), (inf, 0, 0), (inf, 1, 0), (0, 0, 0)], goal=False)
    row("Black must not stay", both, [(inf, 1, 0), (inf, 0, 0), (inf, 0, 0), (inf, 0, 0)])


def discounts():
    once = {"goal": False, "discount": (1, 2), "maximisers": (0,)}
    one = Model(state(to(0), reward=1), players=0)
    row("1 for ever, halved", one, [(2, 0, 0)], **once | {"maximisers": ()})
    row("more than that", one, [(3, 0, 0)], ("white-forces", 0), **once | {"maximisers": ()})
    row("less than that", one, [(1, 0, 0)], ("black-forces", 0), **once | {"maximisers": ()})
    row("not infinite", one, [(inf, 0, 0)], ("infinite", 0), **once | {"maximisers": ()})
    row("two thirds", one, [(3, 0, 0)], **once | {"maximisers": (), "discount": (2, 3)})
    thirds = Model(state(to((Fraction(1, 3), 0), (Fraction(2, 3), 1)), reward=2), state(reward=1), players=0)
    row("thirds, halved", thirds, [(Fraction(16, 5), 0, 0), (2, 0, 0)], **once | {"maximisers": ()})
    later = Model(state(to(0, reward=1), to(1, reward=3)), state())
    row("3 at once, or 1 before it", later, [(3, 1, 0), (0, 0, 0), (Fraction(5, 2), 0, 0), (3, 0, 0)], **once)
    row("against it", later, [(2, 1, 0), (0, 0, 0), (2, 0, 0), (3, 0, 0)], **once | {"maximisers": (1,)})
    row("against it, too much", later, [(Fraction(9, 4), 1, 0), (0, 0, 0), (Fraction(9, 4), 0, 0), (3, 0, 0)], ("white-forces", 2), **once | {"maximisers": (1,)})


def heads():
    chain = Model(state(to(1), reward=1), state(), goal=[1])
    good, canonical = [(1, 0, 0)], ("canonical", None)
    row("a short head", chain, good)
    row("an unknown reward", chain, good, canonical, reward="coin")
    row("an unknown label", chain, good, canonical, goal=listed_bytes(b"goals") + b"\0")
    row("an unknown player", chain, good, canonical, maximisers=(0, 2))
    row("players that do not rise", chain, good, canonical, maximisers=(1, 0))
    row("a discount and a goal", chain, good, canonical, discount=(1, 2))
    for discount in ((0, 1), (1, 1), (2, 4), (3, 2), (1, 0), (0, 0)):
        row(f"a discount of {discount}", chain, [(1, 0, 0), (0, 0, 0)], canonical, goal=False, discount=discount)
    row("a scale of 1024", chain, good, "limit", scale=1024)
    row("a scale of 1024, and a discount with a goal", chain, good, canonical, scale=1024, discount=(1, 2))
    row("a scale of 1024, and an unknown reward", chain, good, "limit", scale=1024, reward="coin")
    row("a scale of 1024, and never 0", chain, good, "limit", scale=1024, never=Fraction(0))
    row("never 0, and an unknown reward", chain, good, canonical, never=Fraction(0), reward="coin")
    row("an unknown reward and an amount of -1", Model(state(to(1), reward=-1), state(), goal=[1]), good, canonical, reward="coin")
    row("an unknown label and an amount of -1", Model(state(to(1), reward=-1), state(), goal=[1]), good, canonical, goal=listed_bytes(b"goals") + b"\0")
    row("an amount of -1 and a row too many", Model(state(to(1), reward=-1), state(), goal=[1]), good * 2, "declined")
    row("a scale of 0, and too much for it", chain, [(inf, 0, 0)], ("white-forces", 0), scale=0)
    row("a scale of 0, and a bound for it", chain, [(HALF, inf, 0, 0)], bits=1, scale=0)
    row("never 0 with a goal", chain, good, canonical, never=Fraction(0))
    row("never 1 without a goal", chain, [(1, 0, 0), (0, 0, 0)], canonical, goal=False, never=Fraction(1))
    row("never 1/2", chain, good, canonical, never=HALF)
    for form in range(1, 7):
        row(f"form {form} without units", chain, good, canonical, form=form)
    row("form 0 in units", chain, [(1, 1, 0, 0)], canonical, bits=3, form=0)
    row("63 bits", chain, [(1, 1, 0, 0)], canonical, bits=63)
    row("simplest 2", chain, good, canonical, simplest=2)
    row("a row too many", chain, [(1, 0, 0), (0, 0, 0)], canonical)


def models():
    def amounts(values, part="states", sort="d"):
        def change(files, index):
            files[f"annotations/rewards/coins/{part}/values.bin"] = b"".join(struct.pack("<" + sort, value) for value in values)

        return change

    def index(key, value, name="coins"):
        def change(files, index):
            index["annotations"]["rewards"].setdefault(name, {"applies-to": [], "type": {"type": "double"}})[key] = value

        return change

    def without(*parts, are_there=False):
        def change(files, index):
            for part in parts:
                index["annotations"]["rewards"]["coins"]["applies-to"].remove(part)
                if not are_there:
                    del files[f"annotations/rewards/coins/{part}/values.bin"]

        return change

    def called(names):
        return lambda files, index: index["transition-system"].update({"player-names": names})

    def label(fields):
        return lambda files, index: index["annotations"]["aps"]["goal"].update(fields)

    class Twice(str):
        """A key that is written like another one beside it."""

        __hash__, __eq__ = object.__hash__, object.__eq__

    def lost(files, index):
        del files["annotations/rewards/coins/choices/values.bin"]

    chain = lambda change=None, **more: Model(state(to(1), reward=1), state(), goal=[1], **{"amounts": "double"} | more, change=change)
    good = [(1, 0, 0)]
    row("doubles", chain(), good)
    row("doubles of probabilities", chain(kind="double"), good)
    row("no choices and no branches", chain(without("choices", "branches")), good)
    row("no states", chain(without("states")), [(0, 0, 1)])
    row("nothing at all", chain(without("states", "choices", "branches")), [(0, 0, 1)])
    row("without a file all have 0", chain(lost), good)
    for names in (None, [], ["a"], ["a", "b", "c"], ["a", "a"], ["a", ""], ["a", 1], "ab", {"a": 1, "b": 2}):
        row(f"player-names {names}", chain(called(names)), good, "declined")
    row("no names of no players", chain(called(None), players=0), good, maximisers=[])
    row("no name of one player", chain(called(None), players=1), good)
    row("an empty name of one player", chain(called([""]), players=1), good, "declined")
    for fields in ({"type": None}, {"applies-to": None}, {"type": {"type": "bool", "size": 1}}, {"alias": None}):
        row(f"a label with {fields}", chain(label(fields)), good)
    for fields in ({"type": {"type": "double"}}, {"type": {"type": "bool", "size": 8}}, {"type": "bool"}, {"type": {"type": "bool", "size": 1.0}}, {"type": {}}):
        row(f"a label with {fields}", chain(label(fields)), good, "declined")
    for about in ([], ["choices"], ["states", "choices"], ["states", "states"], "states", {"states": 1}, [1]):
        row(f"a label about {about}", chain(label({"applies-to": about})), good, "declined")
    for fields in ({"alias": ""}, {"alias": 1}, {"alias": ["goal"]}):
        row(f"a label with {fields}", chain(label(fields)), good, "declined")
        row(f"a reward with {fields}", chain(index(*next(iter(fields.items())))), good, "declined")
    row("a reward twice", chain(index("applies-to", [], Twice("coins"))), good, "declined")
    row("a label twice", chain(lambda files, index: index["annotations"]["aps"].update({Twice("goal"): {}})), good, "declined")
    row("a field twice", chain(lambda files, index: index["transition-system"].update({Twice("time"): "discrete"})), good, "declined")
    row("a field that is not read twice", chain(lambda files, index: index.update({"model-data": {"name": "a", Twice("name"): "b"}})), good)
    row("an empty identifier", chain(lambda files, index: index["annotations"]["aps"].update({"": {"alias": "other"}})), good, "declined")
    row("a file that is not about the reward", chain(without("states", are_there=True)), [(0, 0, 1)])
    row("about something else", chain(index("applies-to", ["states", "players"])), good, "declined")
    row("an alias", chain(index("alias", "gold")), good, reward="gold")
    row("an alias is the only name", chain(index("alias", "gold")), good, ("canonical", None))
    row("the same name twice", chain(index("alias", "coins", "gold")), good, "declined")
    row("a reward of another type", chain(index("type", {"type": "int"})), good, "declined")
    row("another one of another type", chain(index("type", {"type": "int"}, "gold")), good, "declined")
    row("another one that is not there", chain(index("type", {"type": "rational"}, "gold")), good)
    row("a size that is said", chain(index("type", {"type": "double", "size": 64})), good)
    row("another size", chain(index("type", {"type": "double", "size": 128})), good, "declined")
    row("one amount too few", chain(amounts([1])), good, "declined")
    row("one amount too many", chain(amounts([0, 0], "branches")), good, "declined")
    for value in (-1.0, inf, -inf, float("nan"), 2.0**64, 2.0**-64, 5e-324):
        row(f"an amount of {value}", chain(amounts([value, 0])), good, "declined")
        row(f"an amount of {value} of a choice", chain(amounts([value], "choices")), good, "declined")
        row(f"an amount of {value} of a branch", chain(amounts([value], "branches")), good, "declined")
        row(f"an amount of {value} at the goal", chain(amounts([1, value])), good)
    row("an amount of -1 behind the goal", Model(state(to(1), reward=1), state(to(1, reward=-1)), goal=[1]), good)
    row("an amount of -1 of a branch behind the goal", Model(state(to(1), reward=1), state(to((1, 1, -1))), goal=[1]), good)
    row("an amount of -1 of a branch of probability 0", Model(state(to((1, 1, 0), (0, 1, -1)), reward=1), state(), goal=[1]), good, "declined")
    row("a small amount of a branch of probability 0", Model(state(to((1, 1, 0), (0, 1, 2.0**-64)), reward=1), state(), goal=[1], amounts="double"), good, "declined")
    row("an amount of 7 of a branch of probability 0", Model(state(to((1, 1, 0), (0, 1, 7)), reward=1), state(), goal=[1]), good)
    row("a wrong probability behind the goal", Model(state(to(1), reward=1), state(to((HALF, 1))), goal=[1]), good, "declined")
    row("a wrong probability", Model(state(to((HALF, 1)), reward=1), state(), goal=[1]), good, "declined")
    row("a branch of probability 0", Model(state(to((1, 1), (0, 0)), reward=1), state(), goal=[1]), good)
    row("an amount of -0", chain(amounts([-0.0, 0])), [(0, 0, 1)])
    row("a large amount", chain(amounts([2.0**63, 0])), [(2**63, 0, 0)], scale=64)
    row("a sum that is too large", Model(state(to(1, reward=2**63), reward=2**63), state(), goal=[1], amounts="double"), [(2**64, 0, 0)], "declined", scale=70)
    row("a small amount", chain(amounts([2.0**-63, 0])), [(Fraction(1, 2**63), 0, 0)])
    row("a tenth as it is", chain(amounts([0.1, 0])), [(Fraction(0.1), 0, 0)])
    row("a tenth as it is called", chain(amounts([0.1, 0])), [(Fraction(1, 10), 0, 0)], simplest=1)
    row("a tenth is not what it is called", chain(amounts([0.1, 0])), [(Fraction(1, 10), 0, 0)], ("black-forces", 0))
    row("7/3 as it is called", chain(amounts([7 / 3, 0])), [(Fraction(7, 3), 0, 0)], simplest=1)
    row("1 + 2^-52 is nearly 1", chain(amounts([1 + 2.0**-52, 0])), good, simplest=1)
    row("whole numbers are themselves", chain(amounts([2.0**53 - 1, 0])), [(2**53 - 1, 0, 0)], simplest=1, scale=60)
    row("of several whole numbers the least", chain(amounts([2.0**50 + 0.5, 0])), [(2**50, 0, 0)], simplest=1, scale=60)
    row("as above, and far from it", chain(amounts([2.0**51 + 0.5, 0])), [(2**51 - 1, 0, 0)], simplest=1, scale=60)
    fraction = lambda over, under: Model(state(to(1), reward=(over, under)), state(), goal=[1])
    row("a fraction in other terms", fraction(2, 6), [(Fraction(1, 3), 0, 0)])
    row("a fraction below 0", fraction(-1, 6), good, "declined")
    row("a fraction of nothing", fraction(1, 0), good, "declined")
    row("0 by 0", fraction(0, 0), good, "declined")
    row("0 by 2^63", fraction(0, 2**63), [(0, 0, 1)])
    row("a long denominator", fraction(1, 2**64 - 1), [(Fraction(1, 2**64 - 1), 0, 0)])
    thirds = lambda over: Model(state(to(1, reward=(1, 3)), reward=(1, over)), state(), goal=[1])
    row("a sum with a long denominator", thirds(2**62), [(Fraction(2**62 + 3, 3 * 2**62), 0, 0)])
    row("a sum with too long a denominator", thirds(2**63), [(1, 0, 0)], "declined")

    def two_lines(files, index):
        """The digest is that of the model without this change, but states have no choices to choose from, and no owners."""
        owners, starts = files.pop("state-to-player.bin"), files.pop("state-to-choices.bin")
        files[f"state-to-choices.bin\n{sha256(owners).hexdigest()}  state-to-player.bin"] = starts

    def line_in_key(files, index):
        index["annotations"]["rewards"]["coins\n"] = index["annotations"]["rewards"].pop("coins")

    stay = lambda change=None: Model(state(to(0), to(1), reward=1), state(), goal=[1], change=change)
    assert stay(two_lines).digest() == stay().digest()
    row("to stay is infinite", stay(), [(inf, 0, 0), (inf, 0, 0), (0, 0, 1)])
    row("to stay is infinite, for who has no choice", stay(two_lines), [(inf, 0, 0)], "declined")
    row("an identifier of two lines", chain(line_in_key), good, "declined", reward="coins\n")

    def wrong_beside(files, index):
        index["annotations"]["rewards"]["gold"] = {"applies-to": ["states"], "type": {"type": "double"}}
        files["annotations/rewards/gold/states/values.bin"] = struct.pack("<dd", -1, inf)

    row("wrong amounts of another reward", chain(wrong_beside), good)
    chance = Fraction(1, 2**62)
    small = Model(state(to((chance, 0), (1 - chance, 1)), reward=1), state(), players=0)
    half = Fraction(2**63 - 1, 2**63)
    once = {"goal": False, "maximisers": (), "scale": 2}
    row("weights that are too large with a discount", small, [(1, 0, 0), (0, 0, 0)], "declined", discount=(1, 4), **once)
    row("weights that are just small enough", small, [(1 / (1 - chance / 2), 0, 0), (0, 0, 0)], discount=(1, 2), **once)
    row("a coin beyond them", Model(state(to((half, 0), (1 - half, 1)), reward=1), state(), players=0), [(1, 0, 0), (0, 0, 0)], "declined", discount=(1, 2), **once)


def cases():
    """Certificates, their models, and what must be found: verdict, condition, position."""
    for part in (chains, choices, discounts, heads, models):
        part()
    plain = {word: (word, None, None) for word in ("verified", "declined", "limit")}
    whole = lambda found: plain.get(found) or ("rejected", *(found if isinstance(found, tuple) else (found, None)))
    return [(data, archive, found and whole(found)) for _, archive, data, found in ROWS]
