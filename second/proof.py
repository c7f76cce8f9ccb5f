"""Proofs in Losing Chess, statement 5: a further game of checker.py, written from the chapters "The format: Losing Chess" and "Losing
Chess" alone. A file of its own, because 150 lines are too few for all three statements.
"""

from checker import PAWNS, RIGHT, Rejected, can, fen, is_white, must, must_be_bare, rights, used
from losing import DRAW, label, moves, one_sided, winner

MOST_NODES = 2**21


def verify(verifier, c):
    return Proof(verifier, c).walk()


class Proof:
    """Statement 5. A node is a place and whether White is to move."""

    def __init__(self, verifier, c):
        must_be_bare(c)
        body = c.body
        self.rule, c.board = body.byte(), (body.byte(), body.byte(), body.byte())
        side, mover = body.byte(), body.byte()
        pieces, passed = tuple(body.list(lambda: body.byte() * 256 + body.byte())), body.number()
        body.end()
        body.must(self.rule < 3 and side < 2 and mover < 2, "a rule above 2, or a colour above 1")
        (files, ranks, _), squares, men = c.board, [p & 255 for p in pieces], [p >> 8 for p in pieces]
        c.check_board(PAWNS & set(men))
        good = all(a < b for a, b in zip(pieces, pieces[1:])) and max(men, default=12) < 12 and not one_sided(pieces)
        good = good and len(set(squares)) == len(squares) and max(squares) < files * ranks
        good = good and not any(man in PAWNS and square // files in (0, ranks - 1) for man, square in zip(men, squares))
        must(good, "canonical", f"root: these pieces are no placement: {pieces}")
        # White owns the right if the pawn that has passed is Black's: it stands below the passed square.
        below = 11 * 256 + passed - 1 - files
        own = passed == 0 or (passed - 1 in rights(c.board, pieces) and (below in pieces) == (mover == 0))
        must(own, "canonical", "root: it cannot have this right")
        must(self.rule == 0 or not c.imports, "canonical", "with this rule there are no imports")
        tables = verifier.load(c, 4, None)
        must(all(t.rule == 0 for t in tables), "imports", "an import has another rule")
        must(all(t.board in (c.board, (*c.board[:2], 0)) for t in tables), "imports", "an import has another board or pawn rule")
        must(len(c.slices) == 1, "coverage", f"required 1 slice, found {len(c.slices)}")
        c.tables, self.c, self.stream, self.at = {t.men: t for t in tables}, c, c.part(0).data, 0
        self.winner, self.root = side == 0, (pieces + ((RIGHT + passed - 1,) if passed else ()), mover == 0)

    def reject(self, test, node, moves):
        raise Rejected(test, f"after {moves} moves, {fen(self.c.board, node[0])} {'bw'[node[1]]}, byte {self.at}", self.at)

    def walk(self):
        finished, stack, inner = {}, [], 0
        self.visit(self.root, finished, stack)
        while stack:
            node, nexts = stack[-1]
            if nexts:
                self.visit(nexts.pop(), finished, stack)
            else:
                finished[node], inner = True, inner + 1
                stack.pop()
        must(self.at == len(self.stream), "canonical", f"the stream goes on after byte {self.at}")
        must(self.c.used == set(self.c.tables), "imports", "an import is not used: the walk does not come there")
        self.c.positions = 1
        self.c.conditions = {"cycle": len(finished), "leaf": len(finished) - inner, "index": self.at}
        self.c.proved = f"{('Black', 'White')[self.winner]} wins: {len(finished)} positions"
        return self.c

    def visit(self, node, finished, stack):
        """The six cases."""
        (place, white), c = node, self.c
        if node in finished:
            return finished[node] or self.reject("cycle", node, len(stack))
        can(len(finished) < MOST_NODES, f"limit: the proof has more than {MOST_NODES} nodes")
        finished[node] = True
        if place[-1] < RIGHT and used([p >> 8 for p in place]) in c.tables:
            found = label(c, place, white)
            return (found != DRAW and (found % 2 == 0) == (white == self.winner)) or self.reject("leaf", node, len(stack))
        options = moves(c.board, place, white)
        if not options:
            return winner(self.rule, place, white) == self.winner or self.reject("leaf", node, len(stack))
        rank = lambda move: (move[0] & 65535, (0, 4, 3, 2, 1, 5)[move[0] >> 16])
        nexts = [(new, not white) for _, new in sorted(options, key=rank, reverse=True)]
        if white == self.winner:
            good = self.at < len(self.stream) and self.stream[self.at] < len(nexts)
            good or self.reject("index", node, len(stack))
            nexts, self.at = [nexts[-1 - self.stream[self.at]]], self.at + 1
        finished[node] = False
        stack.append((node, nexts))
