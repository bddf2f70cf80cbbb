//! Linker options of the library.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The name under which programs load OpenCL: a program linked against this library also runs with any other
    // implementation, and the other way round.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOpenCL.so.1");
    // Behind the ICD loader both libraries define the same functions: calls within this library bind to its own.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    // A host program may keep handles and functions of the library beyond `dlclose`, and releases objects when it exits.
    // HST-7: handles are addresses of the library, and static objects release them late.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    versions();
}

/// Gives the library its symbol versions of OpenCL if rustc links with lld. Other linkers accept no version list in addition
/// to rustc's own. The library also works without versions; the dynamic linker then reports that they are missing.
fn versions() {
    // HST-17: a program that was linked with a loader asks for the versions of OpenCL.
    const LIST: &str = "versions.map";
    println!("cargo:rerun-if-changed={LIST}");
    let target = std::env::var("TARGET").expect("Cargo says what it builds for");
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("Cargo says where the package is");
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={folder}/{LIST}");
    }
}
