//! Built-in workloads: kernels in C, their ELFs, launches and independent references.
#![forbid(unsafe_code)]
