//! How the library is linked.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // The name by which programs ask for OpenCL, so that one linked against this library runs with any other, and
    // one linked against another runs with this.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOpenCL.so.1");
    // Behind the ICD loader two libraries have functions of the same names: those of this one mean its own.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    versions();
}

/// Says which versions of OpenCL the library has, where rustc links with lld. Other linkers take no list of versions beside
/// rustc's own; the library works without, and the dynamic linker says that it has none.
fn versions() {
    const LIST: &str = "versions.map";
    println!("cargo:rerun-if-changed={LIST}");
    let target = std::env::var("TARGET").expect("Cargo says what it builds for");
    let folder = std::env::var("CARGO_MANIFEST_DIR").expect("Cargo says where the package is");
    if target == "x86_64-unknown-linux-gnu" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={folder}/{LIST}");
    }
}
