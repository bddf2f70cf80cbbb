//! `double`, whose operations are software: its arithmetic, its places in the language, and what it costs programs without it.

mod arithmetic;
mod language;
mod numbers;
