//! The IR of golden units is that of their sources, and is read.

use heddle_cosim::Error;
use heddle_cosim::equal::ir;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts");

/// What Python prints; a failure is the test's.
fn python(arguments: &[&str]) -> String {
    let mut python = Command::new("python3");
    python.arg("-B").args(arguments).env("PYTHONPATH", SCRIPTS);
    let output = python.output().expect("python3 is installed");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// The seal is of the version of rustc that made the IR. Another version may be installed here: its IR would be of the same sources.
#[test]
fn the_ir_is_that_of_the_sources() {
    let script = Path::new(SCRIPTS).join("golden");
    let said = python(&[script.to_str().expect("a plain path"), "--sealed"]);
    println!("{said}");
}

#[test]
fn every_unit_has_its_function_in_the_ir() {
    for unit in heddle_cosim::NAMES.iter().copied() {
        let module = ir::module(unit);
        let cycle = module.functions.get(unit);
        let cycle = cycle.unwrap_or_else(|| panic!("{unit} has none; run scripts/golden"));
        assert_eq!(cycle.parameters, 3, "{unit}: state, inputs, outputs");
    }
}

/// A module as rustc writes it, with another name wherever names come from chance.
fn compiled(chance: u64, line: &str) -> String {
    let hash = format!("{chance:016x}");
    let (place, length) = ("<{ ptr, [16 x i8] }>", r"\04\00\00\00\00\00\00\00");
    format!(
        r#"source_filename = "x.{hash}"

@alloc_{hash} = private unnamed_addr constant [5 x i8] c"a.rs\00", align 1
@anon.{hash}.1 = private unnamed_addr constant {place} <{{ ptr @alloc_{hash}, [16 x i8] c"{length}{line}\00\00\00\07\00\00\00" }}>, align 8

; unit::unused
define internal fastcc void @_ZN4unit6unused17h{hash}E() unnamed_addr #1 {{
  unreachable
}}

; Function Attrs: noreturn
define internal fastcc void @_RNvCs{chance}_4core5panic(ptr noundef %0) unnamed_addr #{chance} {{
  unreachable
}}

define internal fastcc noundef i64 @_ZN4unit4next17h{hash}E(i64 noundef %0) unnamed_addr #1 !dbg !3 {{
  %x.{chance} = add i64 %0, 1, !dbg !4
  ret i64 %x.{chance}
}}

define void @cycle(ptr noalias noundef %state) unnamed_addr #1 {{
start:
  %_{chance} = load i64, ptr %state, align 8, !noundef !5
  %next{chance} = tail call fastcc noundef i64 @_ZN4unit4next17h{hash}E(i64 noundef %_{chance}) #1
  br i1 true, label %done{chance}, label %panic

done{chance}:                                            ; preds = %start
  store i64 %next{chance}, ptr %state, align 8
  ret void

panic:                                            ; preds = %start
  tail call fastcc void @_RNvCs{chance}_4core5panic(ptr noundef @anon.{hash}.1) #{chance}
  unreachable
}}

attributes #1 = {{ nounwind }}
attributes #{chance} = {{ cold noreturn nounwind }}
!5 = !{{}}
"#
    )
}

/// What `compiled` is reduced to.
const REDUCED: &str = r#"attributes #0 = { noreturn }
define void @cycle(ptr %0) {
b0:
  %1 = load i64, ptr %0, align 8
  %2 = call i64 @_ZN4unit4nextE(i64 %1)
  br i1 true, label %b1, label %b2
b1:
  store i64 %2, ptr %0, align 8
  ret void
b2:
  call void @_RNvC4core5panic(ptr @constant.NAME)
  unreachable
}
define i64 @_ZN4unit4nextE(i64 %0) {
b0:
  %1 = add i64 %0, 1
  ret i64 %1
}
declare void @_RNvC4core5panic(ptr) #0
@constant.NAME = constant [5 x i8] c"a.rs\00", align 1
"#;

#[test]
fn what_stands_in_the_ir_by_chance_is_left_out() {
    let reduce = "import sys, golden_ir; print(golden_ir.reduced(sys.argv[1], ['cycle']), end='')";
    let texts = [(7, "A"), (12, "\\22")].map(|(chance, line)| compiled(chance, line));
    let [one, other] = texts.map(|text| python(&["-c", reduce, &text]));
    assert_eq!(one, other);
    let name = one
        .rsplit("@constant.")
        .next()
        .and_then(|rest| rest.split(' ').next());
    assert_eq!(one.replace(name.expect("a constant"), "NAME"), REDUCED);
}

/// A file of a user.
fn written(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("units.ll");
    fs::write(&path, text).expect("written");
    (folder, path)
}

/// The error, in the user's words.
fn refused(path: &Path) -> String {
    let error: Error = ir::read(path, "unified_arbiter").expect_err("no IR of this unit");
    format!("{error}; {}", error.remedy())
}

#[test]
fn a_users_ir_is_read_or_refused_with_its_place() {
    let (_folder, path) = written(ir::text());
    assert!(ir::read(&path, "unified_arbiter").is_ok());
    let float =
        "define void @unified_arbiter(ptr %0) {\n  %2 = fadd float 0.0, 0.0\n  ret void\n}\n";
    for (text, expected) in [
        ("hello\n", "units.ll: line 1 of the IR: "),
        (
            float,
            "units.ll: unified_arbiter, line 2 of the IR: the instruction `fadd`",
        ),
        ("", "units.ll: has no function unified_arbiter"),
    ] {
        let (_folder, path) = written(text);
        let said = refused(&path);
        assert!(said.contains(expected), "{said}");
        assert!(said.contains("scripts/golden --out FILE"), "{said}");
    }
    let said = refused(Path::new("/dev/zero"));
    assert!(
        said.contains("/dev/zero") && said.contains("64 MiB"),
        "{said}"
    );
    assert!(refused(Path::new("no such file")).contains("name and permissions"));
}
