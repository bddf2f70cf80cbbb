//! The built-in workloads: sources, ELFs, launches, references.

mod barriers;
mod code_shape;
mod fresh_elfs;
mod launch_files;
mod mask_patterns;
mod shared_memory;
mod thread_by_thread;
