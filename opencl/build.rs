//! How the library is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The name by which programs ask for OpenCL, so that one linked against this library runs with any other, and
    // one linked against another runs with this.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOpenCL.so.1");
    // Behind the ICD loader two libraries have functions of the same names: those of this one mean its own.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    define_versions();
}

/// The library defines the versions of the ICD loaders' symbols. The list of exports that rustc writes has no versions,
/// and only LLD, its linker for this target, takes a second script beside that.
fn define_versions() {
    println!("cargo:rerun-if-changed=versions.ld");
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    if std::env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={folder}/versions.ld");
    }
}
