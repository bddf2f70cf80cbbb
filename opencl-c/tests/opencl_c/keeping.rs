//! A compiled program is found again in the cache, unless one of its inputs has changed.

use heddle_cache::Cache;
use heddle_opencl_c::{Request, compile_in};
use std::fs;
use std::time::Instant;

/// Limit for the time to find a program, in milliseconds; it usually takes one.
const MOST_MS: u128 = 50;

#[test]
fn includes_count_with_their_contents() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let header =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    let cache = Cache::user().expect("a cache");
    let unique = format!(
        "// {}\n#include \"a b.h\"\n__kernel void k(__global int *o) {{ o[0] = A; }}",
        folder.path().display()
    );
    let request = Request {
        name: "includes.cl".into(),
        source: unique.into(),
        options: vec!["-I".into(), "deeper".into()],
        folder: folder.path().into(),
    };
    let compile = || compile_in(&cache, &request).expect("it compiles").elf;
    header("a b.h", "#define A 1\n");
    let first = compile();
    let start = Instant::now();
    assert_eq!(compile(), first);
    assert!(
        start.elapsed().as_millis() < MOST_MS,
        "{:?}",
        start.elapsed()
    );

    header("a b.h", "#include <c.h>\n");
    fs::create_dir(folder.path().join("deeper")).expect("writable");
    header("deeper/c.h", "#define A 2\n");
    let second = compile();
    assert_ne!(second, first);
    assert_eq!(compile(), second);
    header("deeper/c.h", "#define A 3\n");
    assert_ne!(compile(), second);
    header("a b.h", "#define A 1\n");
    assert_eq!(compile(), first);
}
