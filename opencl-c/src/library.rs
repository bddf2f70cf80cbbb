//! The library that every program is linked with: libclc for `nvptx` (OCL-8), adapted to the GPU, and our runtime. It is built
//! once and cached: with and without functions of `double` (OCL-19).

use crate::retarget::retarget;
use heddle_compiler::ir::{self, Item, Items, Kind, Token, TokenKind, print, tokens};
use heddle_compiler::tools::{Tool, Tools};
use heddle_compiler::{CompileError, UNOPTIMIZED, io, support};
use heddle_system::kept::{Cache, Key};
use heddle_system::{DraftFolder, Tied};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file of the runtime.
struct Source {
    name: &'static str,
    text: &'static str,
}

macro_rules! sources {
    ($($name:literal),*) => {
        [$(Source { name: $name, text: include_str!(concat!("runtime/", $name)) }),*]
    };
}

/// Sources in OpenCL C: functions that libclc lacks or has wrong, and functions that depend on the machine.
const OPENCL: [Source; 21] = sources![
    "work_items.cl",
    "atomics.cl",
    "barriers.cl",
    "copies.cl",
    "integers.cl",
    // OCL-11: no C library; what the code generator calls is `support.c`, what libclc takes from a C library is ours.
    "native.cl",
    "print.cl",
    "conversions.cl",
    "edges.cl",
    "error_function.cl",
    "exponents.cl",
    "gamma.cl",
    "halves.cl",
    "pi.cl",
    "remainders.cl",
    "doubles/conversions.cl",
    "doubles/edges.cl",
    "doubles/gamma.cl",
    "doubles/halves.cl",
    "doubles/pi.cl",
    "doubles/remainders.cl"
];
/// Headers that these sources include.
const HEADERS: [Source; 8] = sources![
    "conversions.h",
    "elements.h",
    "fractions.h",
    "halves.h",
    "neighbours.h",
    "reals.h",
    "remainders.h",
    "signs_of_gamma.h"
];
/// Sources in C: what the code generator calls for operations on `double` (OCL-18).
const DOUBLE: [Source; 9] = sources![
    "doubles/add.c",
    "doubles/compare.c",
    "doubles/divide.c",
    "doubles/fused.c",
    "doubles/integers.c",
    "doubles/multiply.c",
    "doubles/shorter.c",
    "doubles/square_root.c",
    "doubles/whole.c"
];
/// Headers that these sources include.
const DOUBLE_HEADERS: [Source; 2] = sources!["doubles/bits.h", "doubles/wide.h"];
/// Sources in IR.
const IR: [Source; 1] = sources!["hidden.ll"];
/// The source, in assembly, of the symbol at which the static part of shared memory ends.
const DYNAMIC: [Source; 1] = sources!["dynamic.s"];

/// libclc for 32-bit pointers, with the function names of `spir` and without intrinsics of a processor.
pub const LIBCLC: &str = "/usr/lib/clc/nvptx--.bc";

/// The name of the sources in errors: they are not the user's.
const NAME: &str = "the library of OpenCL C";

/// How much of libclc a library holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All but what has a `double`.
    WithoutDouble,
    /// All.
    Whole,
}

impl Extent {
    /// What a program in IR needs.
    pub fn needed(program: &str) -> Self {
        // OCL-19: two thirds of libclc's text are of use only to programs that have a `double`.
        let mut words = tokens(program).flatten();
        match words.any(|token| is_double(&token)) {
            true => Self::Whole,
            false => Self::WithoutDouble,
        }
    }

    /// The kind of its entry in the cache.
    fn kind(self) -> &'static str {
        match self {
            Self::WithoutDouble => "opencl-library",
            Self::Whole => "opencl-library-double",
        }
    }

    /// Whether an item of libclc is part of it.
    fn has(self, item: &Item<'_>) -> bool {
        self == Self::Whole || !item.tokens.iter().any(is_double)
    }
}

fn is_double(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Word && token.is("double")
}

/// The library in the cache.
#[derive(Debug)]
pub(crate) struct Library {
    folder: PathBuf,
    extent: Extent,
}

impl Library {
    /// Finds the library, or builds it if it is not in the cache.
    ///
    /// # Errors
    /// [`CompileError`] when a tool or the cache is at fault.
    pub fn find(cache: &Cache, tools: &Tools, extent: Extent) -> Result<Self, CompileError> {
        /// Lets only one thread build the library.
        static MAKING: Mutex<()> = Mutex::new(());
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = cache.entry(&identity(Key::new(extent.kind()), tools), |folder| {
            let work = DraftFolder::within(folder).map_err(io(folder))?;
            make(tools, extent, work.path(), folder)
        })?;
        Ok(Self { folder, extent })
    }

    /// All functions, as bitcode.
    pub fn bitcode(&self) -> PathBuf {
        self.folder.join("library.bc")
    }

    /// The object with the symbol of dynamic shared memory, which follows the program.
    pub fn dynamic(&self) -> PathBuf {
        self.folder.join("dynamic.o")
    }

    /// The objects of functions that the code generator calls, of which programs take what they need.
    pub fn called_by_the_generator(&self) -> Vec<PathBuf> {
        let support = [self.folder.join("support.o")].into_iter();
        match self.extent {
            Extent::WithoutDouble => support.collect(),
            Extent::Whole => support
                .chain(DOUBLE.iter().map(|source| object(&self.folder, source)))
                .collect(),
        }
    }
}

/// The tools that compile OpenCL C.
///
/// # Errors
/// [`CompileError::Program`] and [`CompileError::MissingLibrary`] name what does not exist.
pub(crate) fn tools() -> Result<Tools, CompileError> {
    let mut tools = Tools::find(&Tool::ALL)?;
    let libclc = heddle_system::program::identity(Path::new(LIBCLC));
    tools.identity += &libclc.map_err(|_| CompileError::MissingLibrary {
        path: LIBCLC.into(),
    })?;
    Ok(tools)
}

/// Adds everything that determines the library to a key.
pub(crate) fn identity(key: Key, tools: &Tools) -> Key {
    with_sources(key.with("tools", &tools.identity))
}

/// Adds the sources of the library to a key, and those that adapt it to the GPU and compile it.
pub(crate) fn with_sources(key: Key) -> Key {
    let sources = OPENCL.iter().chain(&HEADERS).chain(&IR).chain(&DYNAMIC);
    let sources = sources.chain(&DOUBLE).chain(&DOUBLE_HEADERS);
    let sources = sources.map(|source| source.text).chain([support::SOURCE]);
    let ours = [
        include_str!("retarget.rs"),
        include_str!("library.rs"),
        ir::SOURCES[0],
        ir::SOURCES[1],
    ];
    let sources = ours.into_iter().chain(sources);
    sources.fold(key, |key, source| key.with("library", source))
}

fn make(tools: &Tools, extent: Extent, work: &Path, folder: &Path) -> Result<(), CompileError> {
    let mut modules = Vec::new();
    for header in &HEADERS {
        put(work, header)?;
    }
    for source in &OPENCL {
        modules.push(runtime_module(tools, work, source)?);
    }
    for source in &IR {
        modules.push(put(work, source)?);
    }
    modules.push(libclc(tools, extent, work)?);
    let mut link = tools.command(Tool::Link);
    link.args(&modules).arg("-o").arg(folder.join("library.bc"));
    link.run(NAME)?;
    support::object(tools, folder)?;
    if extent == Extent::Whole {
        operations_on_double(tools, work, folder)?;
    }
    for source in &DYNAMIC {
        let path = put(work, source)?;
        let mut assemble = tools.command(Tool::Clang);
        assemble.args(support::TARGET).arg("-c").arg(path);
        assemble.arg("-o").arg(folder.join("dynamic.o"));
        assemble.run(NAME)?;
    }
    Ok(())
}

/// Compiles what the code generator calls for operations on `double`, an object for each source.
fn operations_on_double(tools: &Tools, work: &Path, folder: &Path) -> Result<(), CompileError> {
    for header in &DOUBLE_HEADERS {
        put(work, header)?;
    }
    for source in &DOUBLE {
        support::compile(tools, &put(work, source)?, &object(folder, source))?;
    }
    Ok(())
}

/// The object of a source in C.
fn object(folder: &Path, source: &Source) -> PathBuf {
    let stem = Path::new(source.name).file_stem().unwrap_or_default();
    folder.join(stem).with_extension("o")
}

fn put(work: &Path, source: &Source) -> Result<PathBuf, CompileError> {
    let path = work.join(source.name);
    let place = heddle_system::files::folder_of(&path);
    fs::create_dir_all(place).map_err(io(place))?;
    fs::write(&path, source.text).map_err(io(&path))?;
    Ok(path)
}

/// clang with the arguments that the runtime and programs share.
pub(crate) fn clang(tools: &Tools) -> Tied {
    let mut clang = tools.command(Tool::Clang);
    clang.args(["-x", "cl", "--target=spir", "-S", "-emit-llvm"]);
    // The code is optimised later, together with the library.
    clang.args(UNOPTIMIZED);
    clang.args([
        "-fconvergent-functions",
        "-fno-ident",
        "-fno-color-diagnostics",
    ]);
    clang
}

fn runtime_module(tools: &Tools, work: &Path, source: &Source) -> Result<PathBuf, CompileError> {
    let path = put(work, source)?;
    let compiled = path.with_extension("spir.ll");
    let mut command = clang(tools);
    // Include the types but not the functions, which the runtime itself defines.
    command.args([
        // Without a level, clang would mark functions as not to be optimised.
        "-O1",
        "-cl-std=CL2.0",
        "-include",
        "opencl-c-base.h",
        "-ffp-contract=off",
    ]);
    command.arg(&path).arg("-o").arg(&compiled);
    command.run(NAME)?;
    for_the_gpu(&compiled, &path.with_extension("ll"), |_| true, |_| {})
}

fn libclc(tools: &Tools, extent: Extent, work: &Path) -> Result<PathBuf, CompileError> {
    let text = work.join("libclc.nvptx.ll");
    let mut disassemble = tools.command(Tool::Disassembler);
    disassemble.arg(LIBCLC).arg("-o").arg(&text);
    disassemble.run(NAME)?;
    let keep = |item: &Item<'_>| extent.has(item);
    for_the_gpu(&text, &work.join("libclc.ll"), keep, as_of_spir)
}

/// Functions of libclc that the runtime replaces and still calls: the original name, and the new name of libclc's function.
const RENAMED: [(&str, &str); 13] = [
    ("@_Z6lgammaf", "@__heddle_libclc_lgamma"),
    ("@_Z4atand", "@__heddle_libclc_double_atan"),
    ("@_Z6atanpid", "@__heddle_libclc_double_atanpi"),
    ("@_Z4coshd", "@__heddle_libclc_double_cosh"),
    ("@_Z5cospid", "@__heddle_libclc_double_cospi"),
    ("@_Z3erfd", "@__heddle_libclc_double_erf"),
    ("@_Z5expm1d", "@__heddle_libclc_double_expm1"),
    ("@_Z6lgammad", "@__heddle_libclc_double_lgamma"),
    ("@_Z3sind", "@__heddle_libclc_double_sin"),
    ("@_Z4sinhd", "@__heddle_libclc_double_sinh"),
    ("@_Z5sinpid", "@__heddle_libclc_double_sinpi"),
    ("@_Z3tand", "@__heddle_libclc_double_tan"),
    ("@_Z5tanpid", "@__heddle_libclc_double_tanpi"),
];

/// Renames functions: in their names the constant address space is 2 for `spir` but 4 for `nvptx`. Also makes functions
/// `weak_odr`: the linker must not drop a function because the library does not use it, and the runtime's functions, which
/// come first, take precedence.
fn as_of_spir(token: &mut Token<'_>) {
    match token.kind {
        TokenKind::Global if token.text.contains("U3AS4") => {
            token.text = token.text.replace("U3AS4", "U3AS2").into();
        }
        TokenKind::Global => {
            if let Some((_, name)) = RENAMED.iter().find(|(name, _)| token.text == *name) {
                token.text = (*name).into();
            }
        }
        TokenKind::Word if token.text == "linkonce_odr" => token.text = "weak_odr".into(),
        _ => {}
    }
}

/// Whether a token promises LLVM that a result does not overflow. libclc breaks this promise: `mad_sat(int, int, int)` accepts
/// all numbers and multiplies them as `int`. If LLVM inlines such a function with constant arguments, the result is arbitrary.
fn is_promise(token: &Token<'_>) -> bool {
    // OCL-10: what libclc promises of its arithmetic does not hold in every place where it is inlined.
    token.kind == TokenKind::Word && (token.is("nsw") || token.is("nuw"))
}

/// Retargets a module and drops its promises about overflow. It works item by item, because libclc has ten million tokens.
/// Declarations that become identical, because they differed only in address spaces, are written once.
fn for_the_gpu(
    from: &Path,
    to: &Path,
    keep: impl Fn(&Item<'_>) -> bool,
    change: impl Fn(&mut Token<'_>),
) -> Result<PathBuf, CompileError> {
    let text = fs::read_to_string(from).map_err(io(from))?;
    let mut out = String::with_capacity(text.len());
    let mut declared = HashSet::new();
    for item in Items::of(&text) {
        if item.as_ref().is_ok_and(|item| !keep(item)) {
            continue;
        }
        let item = item.and_then(retarget);
        let mut item = item.map_err(|error| CompileError::Failed {
            tool: "retargeting".to_owned(),
            name: format!("{NAME} ({})", from.display()),
            log: error.to_string(),
        })?;
        let is_new = item.kind != Kind::Declaration
            || item
                .name()
                .is_none_or(|name| declared.insert(name.to_owned()));
        if !is_new {
            continue;
        }
        item.tokens.retain(|token| !is_promise(token));
        item.tokens.iter_mut().for_each(&change);
        print(&item.tokens, &mut out);
        out.push('\n');
    }
    fs::write(to, out).map_err(io(to))?;
    Ok(to.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is like a product in libclc's `mad_sat`.
    #[test]
    fn nothing_is_promised_of_overflow() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [from, to] = ["from.ll", "to.ll"].map(|name| folder.path().join(name));
        let text = "define i64 @f(i32 %x) {\n  %p = mul nuw nsw i32 %x, %x\n  %q = zext i32 %p to i64\n  ret i64 %q\n}\n";
        fs::write(&from, text).expect("writable");
        for_the_gpu(&from, &to, |_| true, |_| {}).expect("it is known");
        let written = fs::read_to_string(&to).expect("it was written");
        let words: Vec<&str> = written.split_whitespace().collect();
        assert!(
            words.windows(2).any(|two| two == ["mul", "i32"]),
            "{written}"
        );
        assert!(!words.contains(&"nsw") && !words.contains(&"nuw"));
    }
}
