"""Tic-tac-toe with bids, up to symmetry, as a game in a file: python3 tic_tac_toe.py DRAW > tic-tac-toe.json, where DRAW is what a draw is worth: 1/2, 0, 1

Left puts an X, Right an O; who moves the auction says, so a player may move twice. Of positions that turn into each other by a turn or a reflection
of the board one stands for all: the first one in the order of texts. (`make.py tic-tac-toe` has all of them.)
"""

import json
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def first(board):
    """The first of the eight boards."""
    boards = []
    for _ in range(4):
        board = "".join(board[cell] for cell in TURN)
        boards += [board, "".join(board[cell] for cell in MIRROR)]
    return min(boards)


def name(board):
    for winner, mark in (("Left wins", "X"), ("Right wins", "O")):
        if any(all(board[cell] == mark for cell in line) for line in LINES):
            return winner
    return "/".join((board[:3], board[3:6], board[6:])) if "." in board else "draw"


start = "." * 9
todo, seen, positions = [start], {start}, []
for board in todo:
    moves = [sorted({first(board[:cell] + mark + board[cell + 1 :]) for cell in range(9) if board[cell] == "."}) for mark in "XO"]
    for option in (option for options in moves for option in options):
        if option not in seen and "/" in name(option):
            todo.append(option)
            seen.add(option)
    left, right = ([*dict.fromkeys(map(name, options))] for options in moves)
    positions.append({"name": name(board), "left": left, "right": right})
positions += [{"name": "Left wins", "value": "1"}, {"name": "Right wins", "value": "0"}, {"name": "draw", "value": sys.argv[1]}]
json.dump({"bidding-game": 2, "title": f"Tic-tac-toe up to symmetry, a draw is worth {sys.argv[1]}", "positions": positions}, sys.stdout, indent=1)
