//! How the library is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The name by which programs ask for OpenCL, so that one linked against this library runs with any other, and
    // one linked against another runs with this.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOpenCL.so.1");
    // Behind the ICD loader two libraries have functions of the same names: those of this one mean its own.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
}
