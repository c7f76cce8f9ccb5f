"""The command of the second checker: options, reading files, exit status. No verdict rests on it.

What it finds is told from other files by its SHA-256, and what it does not find is declined.
"""

import argparse
import os
import stat
import sys
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

import escape
import receipt
from checker import Rejected, Verifier, can

# Bytes of a certificate, of a game, and of all files together in which imports are looked for without being named.
MOST_BYTES, MOST_GAME_BYTES, MOST_SEARCHED_BYTES = 2**30, 2**28, 2**31


def read(path, most):
    """The bytes of a file. A FIFO would keep us waiting, and a device need not end: they are declined."""
    at_once = lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    with open(path, "rb", opener=at_once) as file:
        found = os.fstat(file.fileno())
        can(stat.S_ISREG(found.st_mode), f"unreadable: {escape.path(str(path))} is not a regular file")
        data = b"" if found.st_size > most else file.read(most + 1)
    can(max(found.st_size, len(data)) <= most, f"limit: {escape.path(str(path))} has more than {most} bytes")
    return data


class Library:
    """Finds certificates by their digest: those that are named, and those in their folders, in the folders above, and in further ones."""

    def __init__(self, files, folders):
        self.files, self.folders, self.paths = [Path(file) for file in files], [Path(folder) for folder in folders], None

    def find(self, digest):
        if self.paths is None:
            near = [folder for file in self.files for folder in file.resolve().parents[:2]]
            others = {file: file.stat().st_size for folder in {*self.folders, *near} for file in folder.glob("*.cert") if file.is_file()}
            others = sorted(others.items(), key=lambda item: item[1])
            others = [file for (file, _), size in zip(others, accumulate(size for _, size in others)) if size <= MOST_SEARCHED_BYTES]
            self.paths = {sha256(data).digest(): file for file in others + self.files if (data := self.data(file)) is not None}
        return self.data(self.paths[digest]) if digest in self.paths else None

    @staticmethod
    def data(file):
        try:
            return read(file, MOST_BYTES)
        except Exception:
            return None


BOUNDS = "l <= alpha <= beta <= u'"
PROVED = ("alpha = beta = x", "alpha = x and beta = y", BOUNDS, "alpha <= u", "l' <= beta", "l <= alpha", "beta <= u'", f"{BOUNDS}, and alpha = beta at settled places")
ONE = {0: "v = x", 2: "l <= v <= u'", 5: "l <= v", 6: "v <= u'"}
VERDICTS = "verified", "rejected", "declined"


def judge(verifier, path):
    """The bytes of a file, the verdict, and what goes with it: the certificate, or an exception."""
    data = None
    try:
        data = read(path, MOST_BYTES)
        return data, "verified", verifier.verify(data)
    except Rejected as error:
        return data, "rejected", error
    except Exception as error:
        # Declined, no such file, out of memory, or a mistake in this program: nothing is said about the certificate.
        return data, "declined", error


def proved(c):
    return PROVED[c.form] if c.never is None else f"{ONE[c.form]}, where an endless play is worth {c.never}"


def line(path, verdict, found):
    if verdict == "verified":
        text = found.proved or f"{sum(found.firsts())} positions: {proved(found)}"
    elif isinstance(found, OSError):
        text = f"unreadable: {escape.path(str(found.filename))}: {found.strerror}"
    else:
        text = str(found) or type(found).__name__
    return escape.visible(f"{escape.path(path)}: {verdict}: {text}")


class Parser(argparse.ArgumentParser):
    """What is wrong with the options may be the name of a file."""

    def error(self, message):
        super().error(escape.visible(message))


def main():
    """The exit status. A failure of this program itself is none of a certificate: it must not end with 1."""
    try:
        return run()
    except Exception as error:
        print(escape.visible(f"declined: {error or type(error).__name__}"), file=sys.stderr)
        return 2


def run():
    parser = Parser(description="Verifies certificates of bidding games, format 3.")
    parser.add_argument("certificates", nargs="+", metavar="FILE.cert")
    parser.add_argument("--graph", metavar="GAME.json", help="the game that a certificate is about")
    parser.add_argument("--imports", metavar="FOLDER", action="append", default=[], help="look for imports in this folder, too")
    parser.add_argument("--json", action="store_true", help="print a receipt for each file")
    arguments = parser.parse_args()
    # A letter that the terminal does not have must not end the program, whose exit status would say "rejected".
    sys.stdout.reconfigure(errors="backslashreplace")
    game = cache(lambda: read(arguments.graph, MOST_GAME_BYTES)) if arguments.graph else None
    verifier, codes = Verifier(Library(arguments.certificates, arguments.imports).find, game), set()
    for path in arguments.certificates:
        data, verdict, found = judge(verifier, path)
        codes.add(VERDICTS.index(verdict))
        print(receipt.receipt(verifier, data, verdict, found) if arguments.json else line(path, verdict, found))
    return 1 if 1 in codes else max(codes)
