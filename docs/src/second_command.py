"""The command of the second checker: options, finding files, exit status. No verdict rests on it.

What it finds is told from other files by its SHA-256, and what it does not find is declined.
"""

import argparse
from hashlib import sha256
from pathlib import Path

import second_receipt
from second_checker import Rejected, Verifier


class Library:
    """Finds certificates by their digest: those that are named, and those in their folders, in the folders above, and in further ones."""

    def __init__(self, files, folders):
        self.files, self.folders, self.paths = [Path(file) for file in files], [Path(folder) for folder in folders], None

    def find(self, digest):
        if self.paths is None:
            near = [folder for file in self.files for folder in file.resolve().parents[:2]]
            files = self.files + [file for folder in {*self.folders, *near} for file in folder.glob("*.cert")]
            self.paths = {sha256(file.read_bytes()).digest(): file for file in files if file.is_file()}
        return self.paths[digest].read_bytes() if digest in self.paths else None


PROVED = ("alpha = beta = x", "alpha = x and beta = y", "l <= alpha <= beta <= u'", "alpha <= u", "l' <= beta", "l <= alpha", "beta <= u'")


def line(verifier, path):
    """The verdict as a number, and in words."""
    try:
        c = verifier.verify(Path(path).read_bytes())
        return 0, f"{path}: verified: {c.proved or f'{len(c.entries)} positions: {PROVED[c.form]}'}"
    except Rejected as error:
        return 1, f"{path}: rejected: {error}"
    except Exception as error:
        # Declined, no such file, out of memory, or a mistake in this program: nothing is said about the certificate.
        return 2, f"{path}: declined: {str(error) or type(error).__name__}"


def main():
    parser = argparse.ArgumentParser(description="Verifies certificates of bidding games, format 2.")
    parser.add_argument("certificates", nargs="+", metavar="FILE.cert")
    parser.add_argument("--graph", metavar="GAME.json", help="the game that a certificate is about")
    parser.add_argument("--imports", metavar="FOLDER", action="append", default=[], help="look for imports in this folder, too")
    parser.add_argument("--json", action="store_true", help="print a receipt for each file")
    arguments = parser.parse_args()
    game = (lambda: Path(arguments.graph).read_bytes()) if arguments.graph else None
    verifier, codes = Verifier(Library(arguments.certificates, arguments.imports).find, game), set()
    show = second_receipt.line if arguments.json else line
    for path in arguments.certificates:
        code, text = show(verifier, path)
        codes.add(code)
        print(text)
    return 1 if 1 in codes else max(codes)
