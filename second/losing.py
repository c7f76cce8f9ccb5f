"""Losing Chess, statements 3 and 4: further games of checker.py, written from the chapters "The format: Losing Chess" and "Losing Chess"
alone. proof.py has statement 5.

Placements are those of checker.py: increasing tuples of pieces 256 * man + square, perhaps with a right as the last one.
"""

from checker import PAWNS, RIGHT, Rejected, Verifier, can, fen, flip, is_white, must, rights, targets, used

MOST_MEN = 5
DRAW = 253


def moves(board, place, white):
    """All moves of a colour, as pairs of the move number and the new place. Whoever can capture must."""
    passed = place[-1] - RIGHT if place[-1] >= RIGHT else None
    place = place if passed is None else place[:-1]
    at, last, found = {p & 255: p >> 8 for p in place}, board[1] - 1 if white else 0, []
    for piece in place:
        man, square = piece >> 8, piece & 255
        if is_white(man) == white:
            found += [(piece, to, captured) for to, captured in targets(board, at, passed, man, square)]
    if any(captured is not None for _, _, captured in found):
        found = [move for move in found if move[2] is not None]
    return [new for move in found for new in moved(board, at, place, last, *move)]


def moved(board, at, place, last, piece, to, captured):
    """The move, or the five moves of a promotion."""
    files, man, square = board[0], piece >> 8, piece & 255
    gone = (piece, None if captured is None else 256 * at[captured] + captured)
    for promotion in (1, 2, 3, 4, 5) if man in PAWNS and to // files == last else (0,):
        # Queen, rook, bishop and knight come before the pawn; the number of the king is 0 or 1.
        now = man if promotion == 0 else man // 7 if promotion == 5 else man - 5 + promotion
        new = tuple(sorted([p for p in place if p not in gone] + [256 * now + to]))
        middle = (square + to) // 2
        if now in PAWNS and abs(to - square) == 2 * files and middle in rights(board, new):
            new += (RIGHT + middle,)
        yield 65536 * promotion + 256 * square + to, new


def import_men(men):
    """What one move can change the men to, if both sides have men then, in the order of imports."""
    found = set()
    for lost in (None, *range(len(men))):
        rest = men if lost is None else men[:lost] + men[lost + 1 :]
        found |= {rest} if lost is not None else set()
        for i, man in enumerate(rest):
            if man in PAWNS and (lost is None or is_white(men[lost]) != is_white(man)):
                found |= {rest[:i] + (new,) + rest[i + 1 :] for new in (man // 7, *range(man - 4, man))}
    both = {used(men) for men in found if len({is_white(man) for man in men}) == 2}
    return sorted(both, key=lambda men: (-len(men), men))


class Auction(Verifier):
    """Verifies the numbers of statement 3."""

    def options(self, c, p):
        return "bid", [self.outcomes(c, c.places[p], white) for white in (True, False)]

    def outcomes(self, c, place, white):
        ended = lambda new: {True: c.lost, False: c.won}.get(all(is_white(p >> 8) for p in new if p < RIGHT)) if one_sided(new) else None
        return [(number, ended(new) or self.entry(c, new)) for number, new in moves(c.board, place, white)] or [(0, c.won if white else c.lost)]


def one_sided(place):
    return len({is_white(p >> 8) for p in place if p < RIGHT}) < 2


def material(c):
    """The body of statements 3 and 4, and their imports."""
    rule = c.body.byte()
    c.board = c.body.byte(), c.body.byte(), c.body.byte()
    c.men = tuple(c.body.list(c.body.byte))
    c.body.end()
    c.body.must(rule == 0, f"rule: found {rule}, required 0")
    can(len(c.men) <= MOST_MEN, f"limit: found {len(c.men)} men, required at most {MOST_MEN}")
    c.check_board(PAWNS & set(c.men))
    good = list(c.men) == sorted(c.men) and max(c.men, default=12) < 12 and len({is_white(man) for man in c.men}) == 2
    must(good and used(c.men) == c.men, "canonical", f"men: found {c.men}, required both colours, in order, those that are used")


def load(verifier, c, required):
    """Step 5 of statements 3 and 4. A body has one spelling, so the body of an import must be these bytes."""
    must(len(c.imports) == len(required), "imports", f"required {len(required)} imports, found {len(c.imports)}")
    tables = []
    for digest, men in zip(c.imports, required):
        body = bytes([0, *(c.board if PAWNS & set(men) else (*c.board[:2], 0)), len(men), *men])
        right = lambda head: must(head.statement == c.statement and head.body.data == body, "statement", "the import is about something else")
        tables.append(verifier.imported(digest, right))
        must(c.bits > 0 or tables[-1].bits == 0, "imports", f"{digest.hex()}: the numbers are units, required fractions")
    return tables


def must_be_bare(c):
    must((c.bits, c.form, c.values) == (0, 0, []), "canonical", "the head is not bare: required bits 0, form 0, no values")


def verify(verifier, c):
    if c.statement == 4:
        must_be_bare(c)
    legal = (2,) if c.bits else (0, 1)
    must(c.form in legal, "canonical", f"bits {c.bits} with form {c.form} is no combination of this statement")
    material(c)
    tables = load(verifier, c, import_men(c.men))
    c.inner = 0
    if c.statement == 4:
        return table(verifier, c, tables)
    numbers = Auction(verifier.find, verifier.game)
    numbers.read_numbers(c, tables)
    numbers.prepare(c, tables)
    for p in range(len(c.entries)):
        numbers.conditions(c, p)
    c.proved = f"{len(c.entries)} positions of Losing Chess under an auction: {('alpha = beta = x', 'alpha = x and beta = y', 'bounds')[c.form]}"
    return c


# --- Tables by turns -----------------------------------------------------------------------------------------------------------------


def table(verifier, c, tables):
    """Statement 4. An entry is a pair of labels: with White to move, and with Black to move."""
    board, c.board = c.board, (*c.board[:2], min(c.board[2], 1))
    lengths, c.board, c.entries = verifier.cover(c), board, []
    for number, (data, n) in enumerate(zip(c.slices, lengths)):
        good = len(data) == 2 * n and not {252, 254, 255} & set(data)
        must(good, "canonical", f"slice {number}: required {2 * n} bytes, none of them 252, 254 or 255")
        c.entries += [tuple(DRAW if v == 253 else v for v in pair) for pair in zip(data[:n], data[n:])]
    c.tables = {t.men: t for t in (c, *tables)}
    for p, place in enumerate(c.places):
        for side in (0, 1):
            required, stated = equation(c, place, side == 0), c.entries[p][side]
            if stated != required:
                where = f"position {2 * p + side}, {fen(c.board, place)} {'wb'[side]}"
                raise Rejected("label", f"{where}: stated {stated}, required {required}, where {DRAW} is a draw", 2 * p + side)
    c.positions = 2 * len(c.entries)
    c.conditions, c.labels = {"label": c.positions}, [max((entry[side] for entry in c.entries if entry[side] != DRAW), default=0) for side in (0, 1)]
    c.proved = f"{2 * len(c.entries)} positions of Losing Chess, each won or lost in so many plies, or drawn"
    return c


def equation(c, place, white):
    """The label that a position must have."""
    after = [label(c, new, not white) for _, new in moves(c.board, place, white)]
    lost = [v for v in after if v % 2 and v != DRAW]
    return 0 if not after else 1 + min(lost) if lost else DRAW if DRAW in after else 1 + max(after)


def label(c, place, white):
    """The label that a position has, in the certificate or in an import."""
    if all(is_white(p >> 8) != white for p in place if p < RIGHT):
        return 0
    if place[-1] >= RIGHT:
        return equation(c, place, white)
    men = tuple(p >> 8 for p in place)
    found = c.tables[used(men)]
    return found.entries[found.index[place]][not white] if found.men == men else found.entries[found.index[flip(c.board, place)]][white]
