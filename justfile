# Every task that a person runs. What decides whether a change may land is `.ci/run`, without `just`; the stages of both stand in `.ci/stage`, and what is
# made again in certs/manifest.toml.

# lists the tasks
default:
    @just --list

# solves 8x8 KNk from nothing and has the checker verify it
main:
    .ci/stage readme

# all tests; what takes long runs as a sample
test:
    .ci/stage test

# formatting, lints, documentation
lint:
    .ci/stage lint

# the kernel's folder, copied out alone, builds and passes its own tests; so does that of further games beside it
alone:
    .ci/stage alone

# makes again what certs/manifest.toml names, compares every byte and has it verified: a few seconds. `just reproduce --only games`, `just reproduce --tier ci`
reproduce *flags:
    .ci/stage reproduce {{flags}}

# all endgames of four men on the small boards; on all 21 boards with `just reproduce --only four`: two hours of processor time, 9 GB of memory, 4 GB on the disk
four:
    .ci/stage reproduce --tier ci --only four

# all endgames of five men without pawns on 4x4; `just reproduce --only five` has 5x5, 6x6 and five endgames of 8x8: two hours of processor time, 5 GB of memory, 8 GB on the disk
five:
    .ci/stage reproduce --tier nightly --only five

# Losing Chess: perft, tables of up to three men, small proofs; `--only losing` alone has all 714 tables of up to four men and the proof of 1.f4: 50 minutes, 6 GB of memory
losing:
    .ci/stage reproduce --tier nightly --only losing

# every published number against verified tables
audit:
    .ci/stage reproduce --only audit

# verifies all certificates in certs/ but those of the corpus; those of games in files need their game, and are verified by `just reproduce`
check:
    cargo run --release --bin check -- certs/*.cert certs/boards certs/four certs/five certs/plans certs/chips/8x8_*.cert certs/chips/4x4_*.cert certs/payments/8x8_*.cert certs/hex certs/losing certs/partitions

# what is done once a night: all rows but the large ones, tests in full, the second checker on many mutants, the fuzz targets compiled
nightly: second-long fuzz-lint
    NIGHTLY=1 .ci/stage alone
    NIGHTLY=1 .ci/stage wheel
    NIGHTLY=1 .ci/stage workflow
    .ci/stage reproduce --tier nightly
    NIGHTLY=1 .ci/stage test -- --include-ignored
    .ci/stage wheel manylinux2014
    NIGHTLY=1 .ci/stage site
    .ci/stage archive
    .ci/stage proof
    .ci/stage proof_chess

# runs the command over the corpus for other checkers; who accepts all of it fails there, and who rejects all of it, too
corpus:
    .ci/stage corpus

# compares the second checker, in Python, with the corpus and with the first one: verdicts, places, receipts; a sample, of 20 seconds of processor time.
second *flags:
    .ci/stage second {{flags}}

# the same for all certificates, with more mutants; `just second-long 10000 7` for fewer, with another seed
second-long mutants="100000" seed="1":
    .ci/stage second --mutants {{mutants}} --seed {{seed}}

# leaves each condition of the second checker out: which lines of the corpus get through? `just conditions --write` writes the table beside the corpus
conditions *write:
    .ci/stage conditions {{write}}

# writes again what is said of the lines of the corpus
corpus-words:
    WORDS=write cargo test --package bidding-games-session corpus

# mutants of all statements: none is verified that is not true, none makes the checker panic or takes more memory than is stated
mutants count="1000000" seed="1":
    MUTANTS={{count}} SEED={{seed}} cargo test --release --package pipeline-tests --test memory mutant_that_is_false -- --nocapture

# the limit of the bytes of a proof's positions, at its number: two minutes of processor time, 2.5 GB of memory
limit-of-proofs:
    cargo test --release --package bidding-games-further limits -- --ignored

# fuzzes each target for so many seconds, with libFuzzer on the stable compiler (needs a C++ compiler)
fuzz seconds="60":
    tests/fuzz/run {{seconds}}

# formatting and lints of the fuzz targets, which compiles them
fuzz-lint:
    .ci/stage fuzz_lint

# kills the solver at so many moments, and fills its disk: no file is half-written under its final name, and it goes on to the same bytes
killed moments="200" seed="1":
    .ci/stage killed {{moments}} {{seed}}

# tests the workflow for many machines on a small board: killed, resumed, with wrong files between its tasks (needs Python 3.11)
workflow:
    .ci/stage workflow

# five men against Storm: all sixty endgames on 3x3, five on 4x4; Storm's brackets of both values of every placement meet the enclosures. Ten minutes of processor time
five-outside:
    cargo build --release --bin solve && cargo build --release --package pipeline-tests --bin values
    test -d target/storm || (python3 -m venv target/storm && target/storm/bin/pip install --quiet stormpy==2.0.0)
    for board in 3x3 4x4; do target/release/solve endgame --boards $board --men 5 --recorded --out target/five || exit 1; done
    target/storm/bin/python tests/outside/five.py target/release/values target/five 3x3
    target/storm/bin/python tests/outside/five.py target/release/values target/five 4x4 KBNkn KRNkb KQNkq KNNkb KBBkn

# has Coq check the machine-checked proof and prints the axioms: none
proof:
    .ci/stage proof

# has Coq check the endgames of three men on 8x8 and what the paper prints of them, such as the value of figure 7, with the time and memory of each; then tries to
# deceive it: false rules, false tables, and the rules against both checkers' at every position of small boards (needs OCaml, which comes with Debian's coq)
proof-chess: proof
    .ci/stage proof_chess

# the same as `proof`, and makes the proved checker a program, target/proof/accepts (needs OCaml, which comes with Debian's coq)
proof-program: proof
    proof/extract

# measures Losing Chess and writes docs/benchmarks/losing.md: five minutes of processor time
bench-losing:
    cargo build --release --bin solve --bin check
    certs/losing/bench target/release/solve target/release/check > target/benchmarks-losing.md
    mv target/benchmarks-losing.md docs/benchmarks/losing.md

# measures every limit and writes docs/benchmarks/limits.md and games.md; `just bench --games` the latter alone
bench *flags:
    cargo build --release --bin solve --bin check --features bidding-games-solve/lp
    docs/benchmarks/bench {{flags}} target/release/solve target/release/check

# makes the largest files that the limits admit and that are made in minutes, and measures `check` on each; exit status 3 if its memory is beyond the stated
# bound. `just largest --only game`, or `--long` for three more, the largest of all among them
largest *flags:
    cargo build --release --bin solve --bin check
    python3 tests/outside/largest.py --check target/release/check --solve target/release/solve {{flags}} target/largest

# makes what a release page holds, into target/dist: programs that run elsewhere with man pages, completions and the page, the wheel, its sources, the site, the
# certificates, and the SHA-256 of all; tries the programs where there is nothing else
release:
    .ci/stage release

# the packages for crates.io, each built from its own archive; nothing is published
publish-dry-run:
    .ci/stage crates

# builds the programs of a release twice, in two folders and with two homes of cargo, and compares the bytes; `just reproducible check`, for one program, takes 2 minutes of processor time, `solve` 7
reproducible *programs:
    tests/outside/release --compare target/dist target/release-build {{programs}}

# licences, sources, and crates that are there twice, of all three lockfiles (needs cargo-deny: cargo install --locked cargo-deny --version 0.20.2)
deny:
    @cargo deny --version || { echo 'cargo-deny is missing: cargo install --locked cargo-deny --version 0.20.2' >&2; exit 1; }
    for manifest in Cargo.toml web/glue/Cargo.toml tests/fuzz/Cargo.toml; do cargo deny --locked --config deny.toml --manifest-path $manifest check --hide-inclusion-graph licenses bans sources || exit 1; done

# known advisories about the crates of the three lockfiles: cargo-deny fetches https://github.com/rustsec/advisory-db, or takes the clone that it has with `just advisories --disable-fetch`
advisories *flags:
    for manifest in Cargo.toml web/glue/Cargo.toml tests/fuzz/Cargo.toml; do cargo deny --locked --config deny.toml --manifest-path $manifest check {{flags}} --hide-inclusion-graph advisories || exit 1; done

# writes the list of the crates that the checker is built from again
crates:
    CRATES=write cargo test --package pipeline-tests --test suite supply::

# mutates a file of checker/src or games/src, such as `plan.rs` or `losing/proof.rs` (needs cargo-mutants: cargo install --locked cargo-mutants --version 27.1.0, and cargo-nextest); fails if something survives that tests/survivors.txt beside that folder does not list. `just mutation plan.rs --minutes 9` goes on at the next call
mutation *files:
    python3 tests/outside/mutation.py {{files}}

# lines of code by room, without tests, comments and blank lines; `just size checker games` by file. `just size --write` writes the tables that are counted again
size *folders:
    @python3 tests/outside/count.py {{folders}}

# prints the picture of the imports that stands in ARCHITECTURE.md
architecture:
    cargo run --package pipeline-tests --bin imports

# draws the board pictures of the book again
pictures:
    cargo run --release --package pipeline-tests --bin pictures -- docs/src/pictures

# writes completions for bash, zsh and fish, and man pages, into target/manual
completions:
    cargo run --release --bin solve -- manual target/manual

# builds the paper, into target/paper/paper.pdf, with pdflatex or else tectonic
paper:
    docs/paper/build

# builds the Python package, installs it into a fresh virtual environment and tests it there
python:
    .ci/stage wheel

# builds the books, into docs/book and docs/book/record, with the mdBook that docs/book.toml names
book:
    .ci/stage book

# the three sheets for a class as PDF, into target/sheets
sheets:
    .ci/stage sheets

# builds the checker and the solver for browsers, into web/
wasm:
    .ci/tools wasm
    web/wasm

# builds the books, and writes the explorer with them into target/site
site:
    .ci/stage explorer

# the same, served on this machine
serve: site
    cargo run --release --locked --bin solve -- explore

# tests of the explorer: its modules in Node, then the page in a headless Chromium
web-test:
    .ci/stage site

# how long a slow phone waits for the page in target/site
phone:
    cd web && node phone.mjs

# draws the pictures of the explorer in the book again
screenshots:
    cd web && node screenshots.mjs
