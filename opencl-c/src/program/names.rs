//! Names of the user's functions and variables, which must not clash with those of the C library: a kernel may be called
//! `main`, a function `exp`.

use heddle_compiler::ir::{Item, Kind, TokenKind};
use std::collections::HashSet;

/// The prefix of the user's names (OCL-4). No name in C or OpenCL C has a dot.
const PREFIX: &str = "cl.";

/// The new name of a user's function or variable; both names include `@`.
pub(super) fn renamed(name: &str) -> String {
    match name.strip_prefix("@\"") {
        Some(quoted) => format!("@\"{PREFIX}{quoted}"),
        None => format!("@{PREFIX}{}", name.trim_start_matches('@')),
    }
}

/// Renames all functions and variables of the user that the module defines.
pub(super) fn rename(items: &mut [Item<'_>]) {
    let defined = items.iter().filter(|item| is_the_users(item));
    let defined: HashSet<String> = defined
        .filter_map(|item| item.name().map(str::to_owned))
        .collect();
    let tokens = items.iter_mut().flat_map(|item| &mut item.tokens);
    for token in tokens.filter(|token| token.kind == TokenKind::Global) {
        if defined.contains(token.text.as_ref()) {
            token.text = renamed(&token.text).into();
        }
    }
}

fn is_the_users(item: &Item<'_>) -> bool {
    let name = item.name().unwrap_or_default();
    let is_private = item.tokens.iter().any(|token| token.is("private"));
    matches!(item.kind, Kind::Definition | Kind::Variable)
        && !name.starts_with("@llvm.")
        && !(item.kind == Kind::Variable && is_private)
}

/// A pointer to the generic address space, in the names of functions. OpenCL C 2.0 has such pointers; clang declares a few
/// functions with them also for earlier versions.
const GENERIC: &str = "PU3AS4";
/// A pointer to private memory. On this device it is the same as a generic one, and libclc has functions for it.
const PRIVATE: &str = "P";

/// Turns calls of functions with generic pointers into calls of the same functions with private pointers. Replacing text in
/// the mangled name is enough: the pointer is the last parameter, so no back-reference in the name counts it.
pub(super) fn make_private(items: &mut [Item<'_>]) {
    let tokens = items.iter_mut().flat_map(|item| &mut item.tokens);
    for token in tokens.filter(|token| token.kind == TokenKind::Global) {
        if token.text.starts_with("@_Z") && token.text.contains(GENERIC) {
            token.text = token.text.replace(GENERIC, PRIVATE).into();
        }
    }
}

/// Makes `inline` functions definitions. In C they may also be defined elsewhere, but here no other definition exists.
pub(super) fn define_inline_functions(items: &mut [Item<'_>]) {
    for token in items.iter_mut().flat_map(|item| &mut item.tokens) {
        if token.is("available_externally") {
            token.text = "linkonce_odr".into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::{Items, print};

    #[test]
    fn generic_pointers_are_private_in_names_of_the_library() {
        let module = "declare void @_Z5fractfPU3AS4f(float, ptr)\ndeclare void @PU3AS4(ptr)";
        let mut items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        make_private(&mut items);
        let names: Vec<_> = items.iter().filter_map(Item::name).collect();
        assert_eq!(names, ["@_Z5fractfPf", "@PU3AS4"]);
    }

    #[test]
    fn what_is_defined_is_renamed_wherever_it_stands() {
        let module = "@x = global ptr @exp\n@.str = private constant [1 x i8] zeroinitializer\n\
            define available_externally void @exp() {\ncall void @\"a b\"(ptr @.str)\ncall void @sin()\n}\n\
            define void @\"a b\"(ptr %0) {\n}\ndeclare void @sin()";
        let mut items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        rename(&mut items);
        define_inline_functions(&mut items);
        let mut text = String::new();
        items.iter().for_each(|item| print(&item.tokens, &mut text));
        let expected = module
            .replace("@exp", "@cl.exp")
            .replace("@x", "@cl.x")
            .replace("@\"a b\"", "@\"cl.a b\"")
            .replace("available_externally", "linkonce_odr");
        assert_eq!(text, expected);
    }
}
