"""Losing Chess, statements 3 and 4: further games of checker.py, written from the chapters "The format: Losing Chess" and "Losing Chess"
alone. proof.py has statement 5.

Placements are those of checker.py: increasing tuples of pieces 256 * man + square, perhaps with a right as the last one.
"""

from math import inf

from checker import PAWNS, RIGHT, Rejected, Verifier, bodies, can, fen, flip, is_white, must, must_be_bare, rights, targets, used

MOST_MEN = 16
DRAW = 253
RULES = "", ", FICS rules", ", vinciperdi rules"


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


def winner(rule, place, white):
    """Whether White has won, where a colour has no move; None is a draw."""
    whites = [is_white(p >> 8) for p in place if p < RIGHT]
    own, other = whites.count(white), whites.count(not white)
    if rule == 0 or own == 0:
        return white
    return None if rule == 2 or own == other else white if own < other else not white


def import_men(men):
    """What one move can change the men to, if both sides have men then."""
    found = set()
    for lost in (None, *range(len(men))):
        rest = men if lost is None else men[:lost] + men[lost + 1 :]
        found |= {rest} if lost is not None else set()
        for i, man in enumerate(rest):
            if man in PAWNS and (lost is None or is_white(men[lost]) != is_white(man)):
                found |= {rest[:i] + (new,) + rest[i + 1 :] for new in (man // 7, *range(man - 4, man))}
    return {used(men) for men in found if len({is_white(man) for man in men}) == 2}


class Auction(Verifier):
    """Verifies the numbers of statement 3."""

    def options(self, c, p):
        return "bid", [self.outcomes(c, c.places[p], white) for white in (True, False)]

    def outcomes(self, c, place, white):
        ended = lambda new: {True: c.lost, False: c.won}.get(all(is_white(p >> 8) for p in new if p < RIGHT)) if one_sided(new) else None
        found = [(number, ended(new) or self.entry(c, new)) for number, new in moves(c.board, place, white)]
        # At a draw both pass for ever: each has no more than nothing, and holds the other to that.
        return found or [(0, {True: c.won, False: c.lost, None: ((0, 0, inf),) * 2}[winner(c.rule, place, white)])]


def one_sided(place):
    return len({is_white(p >> 8) for p in place if p < RIGHT}) < 2


def material(c):
    """The body of statements 3 and 4."""
    c.rule = c.body.byte()
    c.board = c.body.byte(), c.body.byte(), c.body.byte()
    c.men = tuple(c.body.list(c.body.byte))
    c.body.end()
    c.body.must(c.rule < 3, f"rule: found {c.rule}, required 0, 1 or 2")
    can(len(c.men) <= MOST_MEN, f"limit: found {len(c.men)} men, required at most {MOST_MEN}")
    c.check_board(PAWNS & set(c.men))
    good = list(c.men) == sorted(c.men) and max(c.men, default=12) < 12 and len({is_white(man) for man in c.men}) == 2
    must(good and used(c.men) == c.men, "canonical", f"men: found {c.men}, required both colours, in order, those that are used")
    # The anchors are the men of the first kind; if that is one man, those of the second, too.
    one = c.men.count(c.men[0])
    c.anchors = one if one > 1 else 1 + c.men.count(c.men[1])


def verify(verifier, c):
    if c.statement == 4:
        must_be_bare(c)
    legal = (2,) if c.bits else (0, 1)
    must(c.form in legal and c.never is None, "canonical", f"bits {c.bits}, form {c.form}, never {c.never} is no combination of this statement")
    material(c)
    wanted = bodies(bytes([c.rule]), c.board, import_men(c.men))
    must(c.statement == 3 or len(c.imports) == len(wanted), "imports", f"found {len(c.imports)} imports, required {len(wanted)}")
    tables = verifier.load(c, c.statement, wanted)
    c.inner = 0
    if c.statement == 4:
        return table(verifier, c, tables)
    numbers = Auction(verifier.find, verifier.game)
    numbers.numbers(c, tables)
    c.proved = f"{sum(c.firsts())} positions of Losing Chess under an auction{RULES[c.rule]}: {('alpha = beta = x', 'alpha = x and beta = y', 'bounds')[c.form]}"
    return c


# --- Tables by turns -----------------------------------------------------------------------------------------------------------------


def table(verifier, c, tables):
    """Statement 4. An entry is a pair of labels: with White to move, and with Black to move."""
    board, c.board = c.board, (*c.board[:2], min(c.board[2], 1))
    lengths, c.board, c.entries = verifier.cover(c, False), board, []
    for number, n in enumerate(lengths):
        data = c.part(number).data
        good = len(data) == 2 * n and not {252, 254, 255} & set(data)
        must(good, "canonical", f"slice {number}: required {2 * n} bytes, none of them 252, 254 or 255")
        c.entries += [tuple(DRAW if v == 253 else v for v in pair) for pair in zip(data[:n], data[n:])]
    c.tables = {t.men: t for t in (c, *tables)}
    for p, place in enumerate(c.places):
        for side in (0, 1):
            where = f"position {2 * p + side}, {fen(c.board, place)} {'wb'[side]}"
            try:
                required, stated = equation(c, place, side == 0), c.entries[p][side]
            except Rejected as error:
                raise Rejected("imports", f"{where}: {error}", 2 * p + side) from None
            if stated != required:
                raise Rejected("label", f"{where}: stated {stated}, required {required}, where {DRAW} is a draw", 2 * p + side)
    c.positions = 2 * sum(c.firsts())
    c.conditions, c.labels = {"label": c.positions}, [max((entry[side] for entry in c.entries if entry[side] != DRAW), default=0) for side in (0, 1)]
    c.proved = f"{c.positions} positions of Losing Chess{RULES[c.rule]}, each won or lost in so many plies, or drawn"
    return c


def equation(c, place, white):
    """The label that a position must have."""
    after = [label(c, new, not white) for _, new in moves(c.board, place, white)]
    lost = [v for v in after if v % 2 and v != DRAW]
    if not after:
        return {white: 0, not white: 1, None: DRAW}[winner(c.rule, place, white)]
    return 1 + min(lost) if lost else DRAW if DRAW in after else 1 + max(after)


def label(c, place, white):
    """The label that a position has, in the certificate or in an import."""
    if all(is_white(p >> 8) != white for p in place if p < RIGHT):
        return 0
    if place[-1] >= RIGHT:
        return equation(c, place, white)
    men = tuple(p >> 8 for p in place)
    must(used(men) in c.tables, "imports", f"a move leads to {used(men)}, which is not imported")
    c.used.add(used(men))
    found = c.tables[used(men)]
    place, white = (place, white) if found.men == men else (flip(c.board, place), not white)
    return found.entries[found.index.number(place)][not white]
