# The habits. `just` is optional: every line runs as it stands.

check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

test:
    scripts/test

# Rewrites the expected Verilog and the rust-hdl blocks; read the difference before committing it.
bless:
    HEDDLE_BLESS=1 cargo test -p heddle-hdl
    HEDDLE_BLESS=1 cargo test -p heddle --test rust_hdl

bench:
    cargo bench --workspace
