//! `#[derive(Words)]`: the fields of a type as words, one after the other.
//!
//! `heddle-contract` exports the macro together with the trait, and its documentation says which words these are.

mod fields;
mod shape;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `heddle_contract::Words` for a struct or an enum, field by field.
///
/// A field with `#[words(like = value)]` has optional parts whose values may be of any length: each of them takes as many words as
/// this value, besides the one that says whether it is there, and has its words where it is not. Values of a part have no more
/// words. The expression may name fields that are declared before this one; they are references.
#[proc_macro_derive(Words, attributes(words))]
pub fn words(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let code = shape::implementation(&input);
    code.unwrap_or_else(|error| error.into_compile_error())
        .into()
}
