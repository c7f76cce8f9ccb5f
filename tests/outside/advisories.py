#!/usr/bin/env python3
"""Which crates of the lockfiles have a known advisory?

    advisories.py CLONE       CLONE is a clone of https://github.com/rustsec/advisory-db; nothing is fetched

It prints the commit of the clone and every advisory about a locked version that is neither patched nor unaffected. Those that deny.toml ignores have a
reason there. Exit status 1 if there is another one, or if one that is ignored is no longer there; 2 if the clone cannot be read. Advisories that were withdrawn are passed over.
"""

import io
import pathlib
import re
import subprocess
import sys
import tarfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOCKFILES = ["Cargo.lock", "python/Cargo.lock", "web/glue/Cargo.lock", "tests/fuzz/Cargo.lock"]


def version(text):
    """A version as a key that sorts as versions do: a pre-release comes before its release."""
    core, _, pre = text.split("+")[0].partition("-")
    numbers = [int(part) for part in core.split(".")]
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in pre.split(".")) if pre else ()
    return (*numbers, *[0] * (3 - len(numbers))), not pre, parts


def matches(requirement, found):
    """Whether a version meets a requirement as cargo writes it: comparisons, or a caret, with commas between them."""
    for part in requirement.split(","):
        mark, text = re.fullmatch(r"\s*(>=|<=|>|<|=|\^|~)?\s*([^\s]+)\s*", part).groups()
        if text == "*":
            continue
        wanted = version(text)
        if mark in (None, "^", "~"):
            # The next version that is not compatible: up by one at the first number that is not 0, or, of a tilde, at the second.
            given = len(text.split("-")[0].split("."))
            numbers = list(wanted[0])
            place = min(1, given - 1) if mark == "~" else next((i for i in range(given) if numbers[i]), given - 1)
            numbers = [*numbers[:place], numbers[place] + 1, *[0] * (2 - place)]
            good = wanted <= found < (tuple(numbers), False, ())
        else:
            good = {">=": found >= wanted, "<=": found <= wanted, ">": found > wanted, "<": found < wanted, "=": found == wanted}[mark]
        if not good:
            return False
    return True


def test():
    """What the two functions above must say."""
    order = ["0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0", "1.0.1", "1.10.0"]
    assert sorted(order, key=version) == order
    for requirement, good, bad in [
        (">= 1.2.3", ["1.2.3", "2.0.0"], ["1.2.2", "1.2.3-rc.1"]),
        ("^1.2", ["1.2.0", "1.9.9"], ["1.1.9", "2.0.0"]),
        ("^0.2.3", ["0.2.3", "0.2.9"], ["0.3.0"]),
        ("~1.2.3", ["1.2.9"], ["1.3.0"]),
        (">= 0.5.0, < 0.6.1", ["0.5.0", "0.6.0"], ["0.4.9", "0.6.1"]),
        ("= 1.0.0", ["1.0.0"], ["1.0.1"]),
        ("*", ["0.0.0"], []),
    ]:
        assert all(matches(requirement, version(text)) for text in good), requirement
        assert not any(matches(requirement, version(text)) for text in bad), requirement


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    test()
    git = ["git", "-C", sys.argv[1]]
    try:
        commit = subprocess.run([*git, "log", "-1", "--format=%H of %cs"], check=True, capture_output=True, text=True).stdout.strip()
        archive = subprocess.run([*git, "archive", "HEAD", "crates"], check=True, capture_output=True).stdout
    except subprocess.CalledProcessError as error:
        print(f"{sys.argv[1]}: required a clone of the advisory database: {error.stderr}", file=sys.stderr)
        sys.exit(2)
    locked = {}
    for lockfile in LOCKFILES:
        for package in tomllib.loads((ROOT / lockfile).read_text())["package"]:
            if "source" in package:
                locked.setdefault(package["name"], {}).setdefault(package["version"], []).append(lockfile)
    ignored = {one["id"]: one["reason"] for one in tomllib.loads((ROOT / "deny.toml").read_text())["advisories"]["ignore"]}
    read, about, found, met = 0, 0, [], set()
    files = tarfile.open(fileobj=io.BytesIO(archive))
    for member in files:
        if not member.name.endswith(".md"):
            continue
        text = files.extractfile(member).read().decode()
        advisory = tomllib.loads(text.split("```toml", 1)[1].split("```", 1)[0])
        read += 1
        head, versions = advisory["advisory"], advisory.get("versions", {})
        if head["package"] not in locked or "withdrawn" in head:
            continue
        about += 1
        for text_of, lockfiles in locked[head["package"]].items():
            safe = [*versions.get("patched", []), *versions.get("unaffected", [])]
            if not any(matches(requirement, version(text_of)) for requirement in safe):
                met.add(head["id"])
                kind = head.get("informational", "vulnerability")
                reason = f"; ignored: {ignored[head['id']]}" if head["id"] in ignored else ""
                found.append(f"{head['id']}: {head['package']} {text_of} ({', '.join(lockfiles)}): {kind}{reason}")
    if read < 500:
        print(f"{sys.argv[1]}: found {read} advisories, required 500 or more", file=sys.stderr)
        sys.exit(2)
    print(f"advisory-db {commit}: {read} advisories, {about} of them about crates of the lockfiles ({len(locked)} crates), {len(found)} about a locked version")
    print("\n".join(found), end="\n" if found else "")
    for one in sorted(ignored.keys() - met):
        print(f"{one}: ignored by deny.toml, and about no locked version")
    sys.exit(0 if met == ignored.keys() else 1)


if __name__ == "__main__":
    main()
