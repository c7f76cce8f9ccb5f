# Every task that a person runs. `.ci/run` calls the same commands without `just`.

# lists the tasks
default:
    @just --list

# solves 8x8 KNk from nothing and has the checker verify it
main:
    cargo run --release --bin solve -- endgame 8x8 KNk --out target/certs
    cargo run --release --bin check -- target/certs/8x8_KNk.cert --at k7/8/8/K7/7N/8/8/8

# all tests
test:
    cargo test --workspace

# formatting, lints, documentation
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- --deny warnings
    RUSTDOCFLAGS="--deny warnings" cargo doc --workspace --no-deps --locked

# the checker's folder, copied out alone, builds and passes its own tests
alone:
    rm -rf target/alone && mkdir -p target/alone && cp -r checker target/alone/
    cd target/alone/checker && printf '\n[workspace]\n[profile.release]\noverflow-checks = true\n' >> Cargo.toml && cargo test --target-dir ../../../target

# verifies the committed certificates
check:
    cargo run --release --bin check -- certs/*.cert certs/four/*.cert certs/five/*.cert certs/bounds/*.cert

# runs the command over the corpus for other checkers; who accepts all of it fails there, and who rejects all of it, too
corpus:
    cargo build --release --bin check
    certs/corpus/run target/release/check
    for stub in true false; do status=0; certs/corpus/run $stub > /dev/null || status=$?; test $status -eq 1 || exit 1; done

# compares the second checker, in Python, with the corpus and with the first one: verdicts, places, receipts; a sample, of 20 seconds of processor time
second *flags:
    cargo build --release --bin check --bin solve
    python3 second/checker.py certs/8x8_KNk.cert
    python3 tests/outside/second.py --check target/release/check --solve target/release/solve --short {{flags}}

# the same for all certificates, with more mutants: some minutes; `just second-long 50000 7` for more, with another seed
second-long mutants="12000" seed="1":
    cargo build --release --bin check --bin solve
    python3 tests/outside/second.py --check target/release/check --solve target/release/solve --mutants {{mutants}} --seed {{seed}}

# lets each condition of further games refuse something alone, with both checkers; `just matrix --write` writes the tables of the book
matrix *write:
    cargo build --release --bin check --bin solve
    python3 tests/outside/matrix.py --check target/release/check --solve target/release/solve {{write}}

# writes the corpus for other checkers again
corpus-files:
    CORPUS=write cargo test --package checker --test corpus

# writes the tables of what each condition alone refuses again
matrix:
    MATRIX=write cargo test --package checker --test matrix --test matrix_further

# mutants of all statements: none is verified that is not true, none makes the checker panic or takes more memory than is stated
mutants count="1000000" seed="1":
    MUTANTS={{count}} SEED={{seed}} cargo test --release --package pipeline-tests --test fuzz -- --ignored --nocapture

# the limit of the bytes of a proof's positions, at its number: two minutes of processor time, 2.5 GB of memory
limit-of-proofs:
    cargo test --release --package checker --test limits -- --ignored

# fuzzes each target for so many seconds, with libFuzzer on the stable compiler (needs a C++ compiler)
fuzz seconds="60":
    tests/fuzz/run {{seconds}}

# formatting and lints of the fuzz targets, which compiles them (needs a C++ compiler)
fuzz-lint:
    cargo fmt --check --manifest-path tests/fuzz/Cargo.toml
    CARGO_TARGET_DIR=target cargo clippy --locked --manifest-path tests/fuzz/Cargo.toml -- --deny warnings

# kills the solver at so many moments, and fills its disk: no file is half-written under its final name, and it goes on to the same bytes
killed moments="200" seed="1":
    cargo build --release --bin solve --bin check
    python3 tests/outside/killed.py target/release/solve target/release/check --moments {{moments}} --seed {{seed}}

# solves all committed certificates again; fails on any byte that differs
certificates:
    cargo run --release --bin solve -- family 8x8 --anew --out target/certs
    for board in 3x4 8x3 4x4; do cargo run --release --bin solve -- endgame $board KNk --anew --out target/certs || exit 1; done
    cd target/certs && sha256sum --check --strict ../../certs/SHA256SUMS

# solves and verifies every board; fails if a committed certificate or the table in the book is not what comes out
boards:
    cargo run --release --bin solve -- survey target/boards --table target/boards.md
    for file in certs/boards/*.cert; do cmp $file target/boards/$(basename $file) || exit 1; done
    diff target/boards.md docs/src/boards-table.md

# solves and verifies all endgames of four pieces on the small boards; fails if a recorded figure or a committed certificate is not what comes out
four:
    cargo run --release --bin solve -- survey target/census --four --boards 2x3,3x3,3x4,4x4 --table target/census-small.md
    for board in 2x3 3x3 3x4 4x4; do cmp target/census/$board.json certs/census/$board.json || exit 1; done
    for file in certs/four/[234]x*.cert; do cmp $file target/census/$(basename $file) || exit 1; done
    cargo run --release --bin solve -- survey certs/census --four --boards "$(cat certs/census/boards)" --recorded | diff - docs/src/census-table.md

# the same on all boards of the census, 8x8 among them: an hour on 2 cores, 9 GB of memory, 4 GB on the disk
census:
    cargo run --release --bin solve -- survey target/census --four --boards "$(cat certs/census/boards)" --table target/census.md
    cd target/census && sha256sum --check --strict --quiet ../../certs/census/SHA256SUMS
    diff target/census.md docs/src/census-table.md

# solves and verifies all endgames of five pieces without pawns on 4x4; fails if a recorded figure or a committed certificate is not what comes out
five:
    cargo run --release --bin solve -- survey target/five --five --boards 4x4 --table target/five.md
    cmp target/five/4x4.json certs/five/4x4.json
    for file in certs/five/*.cert; do cmp $file target/five/$(basename $file) || exit 1; done
    cargo run --release --bin solve -- survey certs/five --five --boards "$(cat certs/five/boards)" --recorded | diff - docs/src/five-table.md

# the same on all boards of that census, 6x6 among them: half an hour of processor time, 2 GB on the disk
five-all:
    cargo run --release --bin solve -- survey target/five --five --boards "$(cat certs/five/boards)" --table target/five.md
    cd target/five && grep -v 8x8_ ../../certs/five/SHA256SUMS | sha256sum --check --strict --quiet
    diff target/five.md docs/src/five-table.md

# tests the workflow for many machines on a small board: killed, resumed, with wrong files between its tasks (needs Python 3.11)
workflow:
    cargo build --release --bin solve --bin check
    test -d target/workflow-tools || (python3 -m venv target/workflow-tools && target/workflow-tools/bin/pip install --quiet --requirement workflow/requirements-test.txt)
    target/workflow-tools/bin/python -m pytest -q -p no:cacheprovider workflow/tests

# encloses five endgames of five men on 8x8 and verifies them: an hour and a half of processor time, 5 GB of memory, 6 GB on the disk. Interrupted, it goes on where it was
five-large:
    for men in KRNkb KBNkn KQNkq KNNkb KBBkn; do cargo run --release --bin solve -- endgame 8x8 $men --enclosure 30 --out target/five --timings || exit 1; done
    for men in KRNkb KBNkn KQNkq KNNkb KBBkn; do cargo run --release --bin check -- target/five/8x8_$men.cert || exit 1; done
    cd target/five && grep 8x8_ ../../certs/five/SHA256SUMS | sha256sum --check --strict

# slices against exact values on all boards up to 5x5, and against the stored graph on 6x6 and 8x8: four minutes of processor time
five-agrees:
    cargo test --release --package pipeline-tests --test slices -- --ignored --nocapture

# five men against Storm: all sixty endgames on 3x3, five on 4x4; Storm's brackets of both values of every placement meet the enclosures. Ten minutes of processor time
five-outside:
    cargo build --release --bin solve && cargo build --release --package pipeline-tests --bin values
    test -d target/storm || (python3 -m venv target/storm && target/storm/bin/pip install --quiet stormpy==2.0.0)
    for board in 3x3 4x4; do target/release/solve survey target/five --five --boards $board --table target/five-$board.md || exit 1; done
    target/storm/bin/python tests/outside/five.py target/release/values target/five 3x3
    target/storm/bin/python tests/outside/five.py target/release/values target/five 4x4 KBNkn KRNkb KQNkq KNNkb KBBkn

# searches for the committed bounds again
bounds:
    mkdir -p target/bounds
    cargo run --release --bin solve -- bound 4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3 --enough 1/4 --out target/bounds/figure-10-alpha.cert
    cargo run --release --bin solve -- bound 4k3/8/3p3p/p1pPp1pP/PpP1PpP1/1P3P2/8/4K3 --side beta --enough 3/4 --out target/bounds/figure-10-beta.cert
    cargo run --release --bin solve -- bound k2/1p1/1P1/K2 --enough 1/4 --out target/bounds/3x4-alpha.cert
    cd target/bounds && sha256sum --check --strict ../../certs/bounds/SHA256SUMS

# makes the games of certs/games again, solves them and verifies the certificates
games:
    rm -rf target/games && mkdir -p target/games && cp certs/games/*.dot target/games/
    for game in walk waiting; do cargo run --release --bin solve -- game import target/games/$game.dot --out target/games/$game.json || exit 1; done
    cargo run --release --bin solve -- game path 9 --out target/games/path.json
    for draw in 0 1 1/2; do cargo run --release --bin solve -- game tic-tac-toe --draw $draw --out target/games/tic-tac-toe-$(echo $draw | tr / -).json || exit 1; done
    for kind in any acyclic two-options undirected turns; do cargo run --release --bin solve -- game random --kind $kind --positions 1000 --out target/games/random-$kind.json || exit 1; done
    for game in target/games/*.json; do cargo run --release --bin solve -- graph $game --out ${game%.json}.cert > /dev/null && cargo run --release --bin check -- ${game%.json}.cert --graph $game || exit 1; done
    cargo run --release --bin solve -- graph target/games/random-any.json --enclosure 56 --out target/games/random-any-enclosure.cert > /dev/null
    cargo run --release --bin check -- target/games/random-any-enclosure.cert --graph target/games/random-any.json
    cd target/games && sha256sum --check --strict ../../certs/games/SHA256SUMS

# auctions with chips: the committed certificates again, every number of chips of tic-tac-toe, and what is printed, compared: 25 s
chips:
    rm -rf target/chips && mkdir -p target/chips && cp certs/chips/*.json target/chips
    cargo run --release --bin solve -- endgame 8x8 KNk --chips 200 --out target/chips
    cargo run --release --bin solve -- endgame 4x4 KNk --chips 9 --winner decides --out target/chips
    for game in "star star 1 moves" "rounding rounding 0 decides" "hex-1 hex 1 decides" "hex-5 hex 5 decides"; do set -- $game; cargo run --release --bin solve -- graph target/chips/$2.json --chips $3 --winner $4 --out target/chips/$1.cert > /dev/null || exit 1; done
    cd target/chips && sha256sum --check --strict ../../certs/chips/SHA256SUMS
    cargo run --release --bin check -- target/chips/8x8_KNk_200_moves.cert --at k7/8/8/K7/7N/8/8/8 --holds 100
    cargo run --release --bin solve -- game tic-tac-toe --draw 0 --out target/chips/tic-tac-toe.json
    cargo run --release --bin solve -- graph target/chips/tic-tac-toe.json --chips all --winner decides > target/chips/all.txt
    grep --quiet 'the predictions for the next 512 totals are verified' target/chips/all.txt
    cargo run --release --bin solve -- audit docs/claims-chips.toml certs | diff - docs/src/audit-chips.txt
# counts boards of Hex again, verifies them, and compares 5x5 with all its fillings; then 13x13
hex:
    mkdir -p target/hex
    for board in 3x3 5x5 8x8 11x11; do cargo run --release --bin solve -- hex $board --out target/hex/$board.cert > /dev/null || exit 1; done
    cd target/hex && sha256sum --check --strict ../../certs/hex/SHA256SUMS
    cargo run --release --bin check -- certs/hex/*.cert
    cargo run --release --bin solve -- hex 11x11 --svg target/hex/hex-11x11.svg > /dev/null && cmp target/hex/hex-11x11.svg docs/src/pictures/hex-11x11.svg
    cargo test --release --package pipeline-tests --test hex -- --ignored
    cargo run --release --bin solve -- hex 13x13 --out target/hex/13x13.cert > /dev/null && cargo run --release --bin check -- target/hex/13x13.cert

# solves the games and endgames of certs/payments again and verifies the certificates
payments:
    rm -rf target/payments && mkdir -p target/payments && cp certs/payments/*.json target/payments/
    for draw in 0 1; do cargo run --release --bin solve -- game tic-tac-toe --draw $draw --out target/payments/tic-tac-toe-$draw.json || exit 1; done
    for game in target/payments/*.json; do cargo run --release --bin solve -- graph $game --pays bank --out ${game%.json}.cert > /dev/null && cargo run --release --bin check -- ${game%.json}.cert --graph $game || exit 1; done
    for share in bank 1/2; do cargo run --release --bin solve -- endgame 8x8 KNk --pays $share --out target/payments || exit 1; done
    cargo run --release --bin check -- target/payments/8x8_*.cert
    cd target/payments && sha256sum --check --strict ../../certs/payments/SHA256SUMS

# compares what is printed about Hex and poorman tic-tac-toe with the verified certificates
audit-other:
    cargo run --release --bin solve -- audit docs/claims-other.toml certs

# has Coq check the machine-checked proof (needs Debian's coq) and prints the axioms: none
proof:
    proof/run

# the same, and makes the proved checker a program, target/proof/accepts (needs OCaml, which comes with Debian's coq)
proof-program: proof
    proof/extract

# Losing Chess: perft, tables of up to three men, checked; small proofs found again; all proofs checked; published claims
losing:
    test "$(cargo run --release --bin solve -- losing perft start 7)" = 762010688
    rm -rf target/losing && cargo run --release --bin solve -- losing tables --units 3 --out target/losing && cargo run --release --bin check -- target/losing | tail -1
    mkdir -p target/proofs && for line in d4 d3 e4; do cargo run --release --bin solve -- losing prove 1.$line --winner black --units 2 --out target/proofs/1.$line.cert && cmp target/proofs/1.$line.cert certs/losing/1.$line.cert || exit 1; done
    for line in d5 d6 Na6 g6 Nf6; do cargo run --release --bin solve -- losing prove "1.e3 $line" --winner white --tables target/losing --out target/proofs/1.e3_$line.cert && cmp target/proofs/1.e3_$line.cert certs/losing/1.e3_$line.cert || exit 1; done
    cargo run --release --bin solve -- losing list all --units 3 --tables target/losing --out target/losing.txt && head -148 certs/losing/tables.txt | cmp - target/losing.txt
    cargo run --release --bin check -- certs/losing && cargo run --release --bin solve -- losing audit docs/losing-claims.toml certs/losing --tables target/losing

# the large proofs of Losing Chess found again: four minutes of processor time
losing-large: losing
    for line in h6 e5 f5; do cargo run --release --bin solve -- losing prove "1.e3 $line" --winner white --tables target/losing --out target/proofs/1.e3_$line.cert && cmp target/proofs/1.e3_$line.cert certs/losing/1.e3_$line.cert || exit 1; done
    cargo run --release --bin solve -- losing prove 1.Nc3 --winner black --part 4 --tables target/losing --out target/proofs/1.Nc3.cert && cmp target/proofs/1.Nc3.cert certs/losing/1.Nc3.cert
    cargo run --release --bin solve -- losing prove 1.f4 --winner black --memory 4000 --tables target/losing --out target/proofs/1.f4.cert && cmp target/proofs/1.f4.cert certs/losing/1.f4.cert

# all 714 tables of Losing Chess of two to four men, each with the SHA-256 and the counts of the list: half an hour of processor time, 6 GB of memory, 3 GB on disk; goes on where it was interrupted
losing-four:
    cargo run --release --bin solve -- losing tables --units 4 --out target/losing-four
    cargo run --release --bin solve -- losing list all --units 4 --tables target/losing-four --out target/losing-four.txt
    cd target/losing-four && sha256sum --check --strict --quiet ../../certs/losing/tables.sha256
    ! grep --invert-match --line-regexp --fixed-strings --file target/losing-four.txt certs/losing/tables.txt

# verifies these tables in two parts: all that two pawns against two rest on, and all that three pawns against one rest on
losing-four-check:
    cargo run --release --bin check -- target/losing-four/8x8_PPvPP.cert
    cargo run --release --bin check -- target/losing-four/8x8_PPPvP.cert

# measures Losing Chess and writes docs/src/benchmarks-losing.md: five minutes of processor time
bench-losing:
    cargo build --release --bin solve --bin check
    certs/losing/bench target/release/solve target/release/check > target/benchmarks-losing.md
    mv target/benchmarks-losing.md docs/src/benchmarks-losing.md

# makes the certificates of partitions again, verifies them, puts the claims to verified tables, and verifies both conjectures for blocks up to 101
partitions:
    certs/partitions/make "cargo run --release --bin solve --" target/partitions > target/partitions.txt
    cd target/partitions && sha256sum --check --strict --quiet ../../certs/partitions/SHA256SUMS
    cargo run --release --bin check -- target/partitions
    cargo run --release --bin solve -- partitions audit docs/partition-claims.toml | diff - docs/src/partition-audit.txt
    for which in 5.1 5.2; do cargo run --release --bin solve -- partitions conjectures $which 101 | diff - certs/partitions/conjecture-$which.sha256 || exit 1; done

# compares every published number with the verified tables; the last few take minutes
audit:
    cargo run --release --bin solve -- audit docs/claims.toml certs --survey target/boards --thresholds

# solves 8x8 KNk by the paper's own method, with the same bytes and the picture of the book; half a minute
thresholds:
    cargo run --release --bin solve -- thresholds 8x8 KNk --out target/thresholds --plot target/thresholds/8x8-KNk.svg
    cmp target/thresholds/8x8_KNk.cert certs/8x8_KNk.cert
    cmp target/thresholds/8x8-KNk.svg docs/src/pictures/thresholds-8x8-KNk.svg

# measures every limit and writes docs/src/benchmarks.md
bench:
    cargo build --release --workspace
    target/release/bench target/release/solve target/release/check docs/src/benchmarks.md docs/src/benchmarks-games.md

# makes the largest files that the limits admit and that are made in minutes, and measures `check` on each; exit status 3 if its memory is beyond the stated
# bound. `just largest --only game`, or `--long` for three more, the largest of all among them
largest *flags:
    cargo build --release --bin solve --bin check
    python3 tests/outside/largest.py --check target/release/check --solve target/release/solve {{flags}} target/largest

# measures games as graphs alone and writes docs/src/benchmarks-games.md
bench-games:
    cargo build --release --workspace
    target/release/bench target/release/solve target/release/check - docs/src/benchmarks-games.md

# builds the programs from what is committed, the same bytes in every folder, into target/dist, with SHA256SUMS
release:
    tests/outside/release target/dist target/release-build

# the same twice, in two folders and with two homes of cargo, and compares the bytes; `just reproducible check`, for one program, takes 2 minutes of processor time, `solve` 7
reproducible *programs:
    tests/outside/release --compare target/dist target/release-build {{programs}}

# licences, sources, and crates that are there twice, of all four lockfiles (needs cargo-deny: cargo install --locked cargo-deny --version 0.20.2)
deny:
    @cargo deny --version || { echo 'cargo-deny is missing: cargo install --locked cargo-deny --version 0.20.2' >&2; exit 1; }
    for manifest in Cargo.toml python/Cargo.toml web/glue/Cargo.toml tests/fuzz/Cargo.toml; do cargo deny --locked --config deny.toml --manifest-path $manifest check --hide-inclusion-graph licenses bans sources || exit 1; done

# known advisories about the crates of the lockfiles; CLONE is a clone of https://github.com/rustsec/advisory-db, and nothing is fetched
advisories clone:
    python3 tests/outside/advisories.py {{clone}}

# writes the list of the crates that the checker is built from again
crates:
    CRATES=write cargo test --package pipeline-tests --test supply

# mutates a file of checker/src, such as `plan.rs` (needs cargo-mutants: cargo install --locked cargo-mutants --version 27.1.0, and cargo-nextest); fails if something survives that checker/tests/survivors.txt does not list. `just mutation plan.rs --minutes 9` goes on at the next call
mutation *files:
    python3 tests/outside/mutation.py {{files}}

# lines of code of the checker's library by module, without report, command, tests, comments and blank lines
size:
    @for file in checker/src/*.rs checker/src/games/*.rs; do echo "$(sed '/^#\[cfg(test)\]/,$d' $file | grep --invert-match --count --extended-regexp '^\s*(//|$)') $file"; done | awk '{ print; lines += $1 } END { print lines, "in all" }'

# prints the picture of the imports that stands in ARCHITECTURE.md
architecture:
    cargo run --package pipeline-tests --bin imports

# draws the board pictures of the book again
pictures:
    cargo run --release --package pipeline-tests --bin pictures -- docs/src/pictures

# writes completions for bash, zsh and fish, and man pages, into target/manual
completions:
    cargo run --release --features manual --bin solve -- manual target/manual

# packs both programs and the committed certificates into target/pack, with the SHA-256 of each pack
pack:
    cargo build --release --bin solve --bin check
    rm -rf target/pack && mkdir -p target/pack
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -czf target/pack/programs.tar.gz -C target/release solve check
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -czf target/pack/certificates.tar.gz certs
    cd target/pack && sha256sum *.tar.gz > SHA256SUMS

# builds the Python package, installs it into a fresh virtual environment and tests it there
python:
    rm -rf target/python target/wheels && python3 -m venv target/python && target/python/bin/pip install --quiet --disable-pip-version-check --no-compile --requirement python/requirements.txt
    cargo build --release --bin solve --bin check && CARGO_TARGET_DIR=$PWD/target target/python/bin/maturin build --quiet --release --locked --manifest-path python/Cargo.toml --out target/wheels
    target/python/bin/pip install --quiet --disable-pip-version-check --no-deps target/wheels/*.whl && target/python/bin/python -m pytest --quiet python/tests

# lints of the Python package's native part
python-lint:
    cd python && cargo fmt --check && CARGO_TARGET_DIR=../target cargo clippy --locked -- --deny warnings

# builds the book into docs/book (needs mdBook, in the version that docs/book.toml names: cargo install --locked mdbook --version …)
book:
    mdbook build docs

# builds web/checker.wasm again (needs Debian's rustc-web and rust-web-src) and records the compiler beside it
wasm:
    web/wasm

# writes the explorer into target/site, with the book if it is built
site:
    cd web && npm ci --no-audit --no-fund && npx tsc --project . && node build.mjs

# the same, served on this machine
serve: site
    @echo "http://localhost:8000/"
    cd target/site && python3 -m http.server 8000 --bind localhost

# tests of the explorer: its modules in Node, then the page in a headless Chromium
web-test:
    cargo build --release --bin solve --bin check
    cd web && npm ci --no-audit --no-fund && npx tsc --project . && node --test test/unit.test.mjs test/browser.test.mjs

# draws the pictures of the explorer in the book again
screenshots:
    cd web && node screenshots.mjs
