//! A compiled program is found again in the cache, unless one of its inputs has changed.

use heddle_opencl_c::{Request, compile_in};
use heddle_system::kept::Cache;
use std::fs;
use std::time::Instant;
use tempfile::TempDir;

/// Limit for the time to find a program, in milliseconds; it usually takes one.
const MOST_MS: u128 = 50;

/// A folder of headers, and sources that are compiled there.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.0.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, text).expect("writable");
    }

    /// A source that no other test has compiled, with two folders of headers.
    fn request(&self, source: &str) -> Request {
        let unique = format!("// {}\n{source}", self.0.path().display());
        Request {
            name: "includes.cl".into(),
            source: unique.into(),
            options: ["-Ifirst", "-I", "deeper"].map(String::from).into(),
            folder: self.0.path().into(),
            without_double: false,
        }
    }
}

fn compiled(request: &Request) -> Vec<u8> {
    let cache = Cache::user().expect("a cache");
    compile_in(&cache, request).expect("it compiles").elf
}

/// A file that a compilation looked for in vain changes the program when it appears.
#[test]
fn files_that_are_missing_count_too() {
    let desk = Desk::new();
    let kernel = "__kernel void k(__global int *o) { o[0] = A; }";
    let asking = "#if __has_include(\"maybe.h\")\n#define A 1\n#else\n#define A 2\n#endif\n";
    let request = desk.request(&format!("{asking}{kernel}"));
    let without = compiled(&request);
    desk.write("maybe.h", "");
    assert!(compiled(&request) != without, "an answer of __has_include");

    let request = desk.request(&format!("#include <b.h>\n{kernel}"));
    desk.write("deeper/b.h", "#define A 3\n");
    let behind = compiled(&request);
    desk.write("first/b.h", "#define A 4\n");
    assert!(compiled(&request) != behind, "a file in front");
}

/// What the text does not tell is compiled each time: names that macros make, and files that assembly includes.
#[test]
fn files_that_the_text_does_not_tell_count_too() {
    let desk = Desk::new();
    let kernel = "__kernel void k(__global int *o) { o[0] = A; }";
    let request = desk.request(&format!("#define H \"a.h\"\n#include H\n{kernel}"));
    desk.write("a.h", "#define A 1\n");
    let first = compiled(&request);
    desk.write("a.h", "#define A 2\n");
    assert!(compiled(&request) != first, "a name by a macro");

    let bytes = desk.0.path().join("bytes");
    let assembly = format!(
        "__kernel void k(__global int *o) {{ __asm__ volatile(\".word 19\\n.incbin \\\"{}\\\"\"); }}",
        bytes.display()
    );
    let request = desk.request(&assembly);
    desk.write("bytes", "\x13\0\0\0");
    let first = compiled(&request);
    desk.write("bytes", "\x13\0\0\0\x13\0\0\0");
    assert!(compiled(&request) != first, "a file of assembly");
}

#[test]
fn includes_count_with_their_contents() {
    let desk = Desk::new();
    let source = "#include \"a b.h\"\n__kernel void k(__global int *o) { o[0] = A; }";
    let request = desk.request(source);
    desk.write("a b.h", "#define A 1\n");
    let first = compiled(&request);
    let start = Instant::now();
    assert_eq!(compiled(&request), first);
    assert!(
        start.elapsed().as_millis() < MOST_MS,
        "{:?}",
        start.elapsed()
    );

    desk.write("a b.h", "#include <c.h>\n");
    desk.write("deeper/c.h", "#define A 2\n");
    let second = compiled(&request);
    assert_ne!(second, first);
    assert_eq!(compiled(&request), second);
    desk.write("deeper/c.h", "#define A 3\n");
    assert_ne!(compiled(&request), second);
    desk.write("a b.h", "#define A 1\n");
    assert_eq!(compiled(&request), first);
}
