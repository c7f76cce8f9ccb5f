"""How texts of files and paths are printed: a line stays a line, and a terminal obeys nothing in it. No verdict rests on this."""

from unicodedata import category

LETTERS = 60
NAMED = {"\0": r"\0", "\t": r"\t", "\n": r"\n", "\r": r"\r"}


def visible(text):
    """The text, in which every letter that cannot be seen, or that changes other letters, is written as `\\n` or `\\u{1b}`."""
    return "".join(letter if letter.isprintable() and category(letter) not in ("Mn", "Me") else escaped(letter) for letter in text)


def escaped(letter):
    # A byte of a path that is no UTF-8 comes as a surrogate.
    byte = ord(letter) - 0xDC00
    return NAMED.get(letter) or (f"\\x{byte:02X}" if 0x80 <= byte <= 0xFF else f"\\u{{{ord(letter):x}}}")


def quoted(text, most=LETTERS):
    """The text in quotation marks, cut if it is long."""
    shown = visible(text[:most].replace("\\", r"\\").replace('"', r"\""))
    return f'"{shown}"' + "…" * (len(text) > most)


def path(text):
    """A path; in quotation marks if it could be taken for something else, such as a path and a verdict."""
    shown = quoted(text, len(text))
    return text if shown == f'"{text}"' and ": " not in text else shown
