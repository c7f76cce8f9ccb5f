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
    cd target/alone/checker && printf '\n[workspace]\n' >> Cargo.toml && cargo test --target-dir ../../../target

# verifies the committed certificates
check:
    cargo run --release --bin check -- certs/*.cert

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

# puts every published number to the verified tables; the last few take minutes
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
    target/release/bench target/release/solve target/release/check docs/src/benchmarks.md

# lines of code of the checker's library, without tests, comments and blank lines
size:
    @cat checker/src/*.rs | grep --invert-match --extended-regexp '^\s*(//|$)' | wc --lines

# draws the board pictures of the book again
pictures:
    cargo run --release --package pipeline-tests --bin pictures -- docs/src/pictures

# builds the book into docs/book (needs mdbook: cargo install mdbook)
book:
    mdbook build docs
