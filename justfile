# The habits. `just` is optional: every line runs as it stands.

check:
    scripts/format --check
    cargo clippy --workspace --all-targets -- -D warnings

test:
    scripts/test

# Rewrites the expected Verilog, the sample blocks for rust-hdl, the lists of units and workloads, help and error texts, results in pages; read the difference before committing it.
bless:
    scripts/pages
    HEDDLE_BLESS=1 cargo test -p heddle-hdl
    HEDDLE_BLESS=1 INSTA_UPDATE=always cargo test -p heddle-command

bench:
    cargo bench --workspace
