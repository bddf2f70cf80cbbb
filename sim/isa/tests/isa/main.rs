//! Instructions, floating point, ELF files and execution, held against qemu and the manual.

mod assembler;
mod image;
mod random_program;
mod stimuli;

mod decoding;
mod elf;
mod float_manual;
mod float_paths;
mod lines;
mod qemu;
mod whole_program;
