#!/usr/bin/env python3
"""How many positions a second Python asks for, from a table in memory: run it with the Python in which `bidding_games` is installed.

    target/python/bin/python tests/outside/python_speed.py [CERT]
"""

from __future__ import annotations

import pickle
import random
import sys
import time

import bidding_games

COUNT = 20_000


def rate(count, work):
    """How many a second, the best of three."""

    def once():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return count / min(once() for _ in range(3))


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "certs/8x8_KNk.cert"
    table = bidding_games.verify(path)
    folder = path.rpartition("/")[0] or "."
    numbers = random.Random(1).choices(range(len(table)), k=COUNT)
    names = [table.name(number) for number in numbers]
    some = names[: COUNT // 10]
    with bidding_games.open_certificates(folder) as tables:
        tables.probe(names[0])
        rows = [
            ("table.probe(fen)", COUNT, lambda: [table.probe(name) for name in names]),
            ("table.probe(fen).value", COUNT, lambda: [table.probe(name).value for name in names]),
            ("tables.probe(fen).value", COUNT, lambda: [tables.probe(name).value for name in names]),
            ("table.values(fens)", COUNT, lambda: table.values(names)),
            ("fen in table", COUNT, lambda: [name in table for name in names]),
            ("table[number].value", COUNT, lambda: [table[number].value for number in numbers]),
            ("table.probe(fen).white_moves", len(some), lambda: [table.probe(name).white_moves for name in some]),
            ("table.probe(fen).text()", len(some), lambda: [table.probe(name).text() for name in some]),
        ]
        for what, count, work in rows:
            print(f"{what:<30} {rate(count, work):>12,.0f} a second")
    pickled = pickle.dumps(table)
    print(f"{'pickle.loads(table)':<30} {1 / rate(1, lambda: pickle.loads(pickled)):>12.3f} seconds, {len(pickled):,} bytes")


if __name__ == "__main__":
    main()
