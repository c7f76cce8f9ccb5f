#!/usr/bin/env python3
"""Compares the rules of Losing Chess with those of python-chess, on random positions.

    python3 -m venv venv && venv/bin/pip install chess==1.11.2
    venv/bin/python tests/outside/losing_rules.py [--moves 20000] [--seed 1]

The rules are those of the second checker (second/losing.py), by which second.py verifies the solver's tables under each of the three rules about a side
without a move, and endgames under an auction. Compared are what each move leads to, and who has won without a move: giveaway has the International rule,
suicide that of FICS. Exits with 1 at any difference.
"""

import argparse
import random
import sys
from pathlib import Path

import chess
import chess.variant

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "second"))
sys.dont_write_bytecode = True
import losing
from checker import MEN, RIGHT

BOARD = 8, 8, 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20_000, help="how many positions (20000)")
    parser.add_argument("--seed", type=int, default=1)
    flags = parser.parse_args()
    chance, stuck, passed = random.Random(flags.seed), 0, 0
    for _ in range(flags.moves):
        letters = chance.choices("KQRBNPPP", k=chance.randint(1, 3)) + chance.choices("kqrbnppp", k=chance.randint(1, 3))
        men = zip(letters, chance.sample(range(64), len(letters)))
        place = tuple(sorted(256 * MEN.index(man) + square for man, square in men if man not in "Pp" or 7 < square < 56))
        if losing.one_sided(place):
            continue
        white = chance.random() < 0.5
        for rule, kind in enumerate((chess.variant.GiveawayBoard, chess.variant.SuicideBoard)):
            board = kind(None)
            board.turn = white
            for piece in place:
                board.set_piece_at(piece & 255, chess.Piece.from_symbol(MEN[piece >> 8]))
            found = set()
            for move in board.legal_moves:
                board.push(move)
                right = [RIGHT + board.ep_square] if board.has_legal_en_passant() else []
                found.add((*sorted(256 * MEN.index(piece.symbol()) + at for at, piece in board.piece_map().items()), *right))
                board.pop()
            own = {new for _, new in losing.moves(BOARD, place, white)}
            passed += any(new[-1] >= RIGHT for new in own)
            if own != found:
                sys.exit(f"{board.fen()}: found {own ^ found}")
            if not own:
                stuck += 1
                theirs = white if board.is_variant_win() else not white if board.is_variant_loss() else None
                if losing.winner(rule, place, white) != theirs:
                    sys.exit(f"{board.fen()}: rule {rule}: found {losing.winner(rule, place, white)}, python-chess has {theirs}")
    print(f"{flags.moves} random positions, {passed} times a right, {stuck} times a side without a move: all as in python-chess {chess.__version__}")


if __name__ == "__main__":
    main()
