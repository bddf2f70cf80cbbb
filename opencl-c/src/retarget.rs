//! The changes that every module needs to become code for the GPU, item by item (OCL-1).
//!
//! clang compiles OpenCL C for `spir`, libclc is bitcode for `nvptx`. Both have 32-bit pointers and several address spaces. A
//! thread of this GPU sees a single address space. The address spaces are therefore removed, as are the calling conventions
//! and the attributes that describe the processor.

use heddle_compiler::TRIPLE;
use heddle_compiler::ir::{IrError, Item, Kind, Token, TokenKind, matching};

/// The data layout that LLVM requires for riscv32.
const DATA_LAYOUT: &str = "\"e-m:e-p:32:32-i64:64-n32-S128\"";
/// The address space of shared memory, in both `spir` and `nvptx`.
const LOCAL: &str = "3";
/// The highest address space of either target.
const LAST_SPACE: u32 = 4;

/// Calling conventions that are removed.
const CONVENTIONS: [&str; 2] = ["spir_func", "spir_kernel"];
/// Prefixes of the calling conventions of other machines.
const FOREIGN_CONVENTIONS: [&str; 5] = ["ptx_", "amdgpu_", "x86_", "arm_", "spir_"];

/// The type of `event_t`. Its value is never read: every thread finishes its share of a copy before it waits for the copy.
const EVENT: &str = "\"spirv.Event\"";

/// Whether a variable is in shared memory; must be called before the variable is retargeted.
pub(crate) fn is_shared(item: &Item<'_>) -> bool {
    let spaces = item.tokens.windows(3);
    // Address spaces after `global` belong to the value of the variable.
    let mut before = spaces.take_while(|three| !three[0].is("global") && !three[0].is("constant"));
    item.kind == Kind::Variable
        && before.any(|three| three[0].is("addrspace") && three[2].text == LOCAL)
}

/// Converts an item for the GPU.
///
/// # Errors
/// [`IrError`] for constructs that occur in no known module.
pub(crate) fn retarget<'a>(mut item: Item<'a>) -> Result<Item<'a>, IrError> {
    if item.kind == Kind::Target {
        target(&mut item)?;
        return Ok(item);
    }
    let mut kept = Vec::with_capacity(item.tokens.len());
    let mut at = 0;
    while at < item.tokens.len() {
        at += take(&item.tokens, at, &mut kept)?;
    }
    item.tokens = kept;
    if item.kind == Kind::Attributes {
        item.tokens = without_processor(item.tokens);
    }
    Ok(item)
}

/// `target datalayout = "..."` or `target triple = "..."`.
fn target(item: &mut Item<'_>) -> Result<(), IrError> {
    let line = item.line();
    let [_, what, _, value] = item.tokens.as_mut_slice() else {
        return Err(IrError::new(line, "a target that is not known"));
    };
    value.text = match what.text.as_ref() {
        "datalayout" => DATA_LAYOUT.into(),
        "triple" => format!("\"{TRIPLE}\"").into(),
        _ => return Err(IrError::new(line, "a target that is not known")),
    };
    Ok(())
}

/// Converts the tokens at an index and appends the result to `kept`; returns how many tokens it took.
fn take<'a>(tokens: &[Token<'a>], at: usize, kept: &mut Vec<Token<'a>>) -> Result<usize, IrError> {
    let token = &tokens[at];
    let mut changed = token.clone();
    let mut length = 1;
    match (token.kind, token.text.as_ref()) {
        (TokenKind::Word, "addrspace") => return address_space(tokens, at),
        (TokenKind::Word, "addrspacecast") => changed.text = "bitcast".into(),
        (TokenKind::Word, word) if CONVENTIONS.contains(&word) => return Ok(1),
        (TokenKind::Word, word) if FOREIGN_CONVENTIONS.iter().any(|c| word.starts_with(c)) => {
            let problem = format!("calling convention `{word}`");
            return Err(IrError::new(token.line, problem));
        }
        (TokenKind::Word, "target") if next_is(tokens, at, "(") => {
            length = opaque_type(tokens, at)?;
            changed.text = "ptr".into();
        }
        (TokenKind::Global, name) if name.starts_with("@llvm.") => {
            changed.text = intrinsic(name).into();
        }
        _ => {}
    }
    kept.push(changed);
    Ok(length)
}

fn next_is(tokens: &[Token<'_>], at: usize, text: &str) -> bool {
    tokens.get(at + 1).is_some_and(|token| token.is(text))
}

/// Length of `addrspace(1)`.
fn address_space(tokens: &[Token<'_>], at: usize) -> Result<usize, IrError> {
    let number = tokens.get(at + 2).and_then(|token| token.text.parse().ok());
    match number {
        Some(0..=LAST_SPACE) => Ok(matching(tokens, at + 1)? + 1 - at),
        _ => Err(IrError::new(
            tokens[at].line,
            "an address space that is not known",
        )),
    }
}

/// Length of `target("spirv.Event")`.
fn opaque_type(tokens: &[Token<'_>], at: usize) -> Result<usize, IrError> {
    match tokens.get(at + 2) {
        Some(name) if name.text == EVENT => Ok(matching(tokens, at + 1)? + 1 - at),
        name => {
            let name = name.map_or("", |token| &token.text);
            Err(IrError::new(
                tokens[at].line,
                format!("type target({name})"),
            ))
        }
    }
}

/// The name of an intrinsic without the address spaces of its pointers, such as in `@llvm.memcpy.p0.p1.i32`.
fn intrinsic(name: &str) -> String {
    let parts: Vec<String> = name.split('.').map(in_one_space).collect();
    parts.join(".")
}

/// Changes `p3` and `v4p3` to address space 0.
fn in_one_space(part: &str) -> String {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match part.rsplit_once('p') {
        Some((before, space))
            if digits(space)
                && (before.is_empty() || before.strip_prefix('v').is_some_and(digits)) =>
        {
            format!("{before}p0")
        }
        _ => part.to_owned(),
    }
}

/// A group of attributes without those for the processor and its stack frames. Those for floating point stay, because
/// compiler options set them.
fn without_processor(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_text = token.kind == TokenKind::Text;
        let stays = !is_text || token.text.ends_with("fp-math\"");
        let value = tokens.next_if(|next| is_text && next.is("="));
        let value = value.map(|equals| [Some(equals), tokens.next()]);
        let value = value.into_iter().flatten().flatten();
        if stays {
            kept.push(token);
            kept.extend(value);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::{Items, print};

    fn retargeted(text: &str) -> Result<String, IrError> {
        let mut printed = String::new();
        for item in Items::of(text) {
            print(&retarget(item?)?.tokens, &mut printed);
        }
        Ok(printed)
    }

    #[test]
    fn a_thread_sees_one_address_space() {
        for (before, after) in [
            (
                "@t = internal addrspace(3) global [4 x i8] undef",
                "@t = internal global [4 x i8] undef",
            ),
            (
                "declare spir_func void @f(ptr addrspace(1) noundef) #0",
                "declare void @f(ptr noundef) #0",
            ),
            (
                "define spir_kernel void @k() { %1 = addrspacecast ptr addrspace(1) %0 to ptr addrspace(4) }",
                "define void @k() { %1 = bitcast ptr %0 to ptr }",
            ),
            (
                "declare target(\"spirv.Event\") @_Z1fPU3AS3i(target(\"spirv.Event\"))",
                "declare ptr @_Z1fPU3AS3i(ptr)",
            ),
            (
                "declare void @llvm.memcpy.p0.p2.i32(ptr, ptr addrspace(2))",
                "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr)",
            ),
            (
                "declare void @llvm.masked.v4p3.p1.v4i32.fp(ptr)",
                "declare void @llvm.masked.v4p0.p0.v4i32.fp(ptr)",
            ),
            (
                "attributes #1 = { convergent \"frame-pointer\"=\"all\" \"x\" \"unsafe-fp-math\"=\"true\" }",
                "attributes #1 = { convergent \"unsafe-fp-math\"=\"true\" }",
            ),
            (
                "target triple = \"spir\"",
                "target triple = \"riscv32-unknown-unknown-elf\"",
            ),
            ("!0 = !{!\"addrspace(1)\"}", "!0 = !{!\"addrspace(1)\"}"),
        ] {
            assert_eq!(retargeted(before).as_deref(), Ok(after));
        }
    }

    #[test]
    fn what_is_unknown_is_refused() {
        for text in [
            "@t = addrspace(5) global i8 0",
            "@t = addrspace global i8 0",
            "define ptx_kernel void @f() { ret void }",
            "declare void @f(target(\"spirv.Image\", void, 1))",
            "target cpu = \"x\"",
        ] {
            assert!(retargeted(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shared_variables_are_those_of_space_3() {
        let shared = |text| is_shared(&Items::of(text).next().expect("one").expect("known"));
        assert!(shared("@t = internal addrspace(3) global i8 undef"));
        assert!(!shared(
            "@t = internal addrspace(2) constant ptr addrspace(3) @x"
        ));
        assert!(!shared("@t = internal global ptr addrspace(3) null"));
    }
}
