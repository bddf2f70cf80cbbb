//! Requests to the compiler, and their results.

use std::path::PathBuf;

/// A source with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// File name in messages and line tables.
    pub name: String,
    /// OpenCL C.
    pub source: Vec<u8>,
    /// Options of `clBuildProgram`, one in each text: `-DN=4`, or `-D` and `N=4`. Unknown options are refused by name.
    pub options: Vec<String>,
    /// The folder in which `#include "..."` and a relative `-I` search; the current folder if empty.
    pub folder: PathBuf,
    /// Whether the device has no `double`, and the source must do without it.
    pub without_double: bool,
}

/// A source that compiled on its own, to be linked with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The object, which [`link`](crate::link) accepts.
    pub object: Vec<u8>,
    /// Warnings of the compiler; often empty.
    pub log: String,
}
