//! Temporary: launch types until heddle-sim has them.
#![allow(missing_docs)]
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    pub kernel: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub shared_bytes: u32,
    pub args: Vec<Arg>,
}
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    pub name: String,
    pub bytes: u32,
    pub init: Init,
    pub out: bool,
}
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    Bytes(Vec<u8>),
    Zero,
    Random(u64),
}
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Buffer(String),
    U32(u32),
    F32(f32),
    Local(u32),
}
