//! Built-in workloads: kernels in C or assembly, their ELFs, launches and independent references.
//!
//! One stem per workload: `kernels/bfs/bfs.c`, `kernels/bfs/bfs.elf`, the launch file `kernels/bfs/bfs.toml` and the module
//! [`bfs`] with its inputs and its reference. A reference is written in Rust from the problem and not from the C source, and is
//! compared bit by bit, floats included: the problem defines the order of operations, and no operations are contracted. Only
//! `black_scholes`, which calls libm, has a tolerance.
#![forbid(unsafe_code)]

pub mod backprop;
pub mod bfs;
pub mod bitonic;
pub mod bitonic_global;
pub mod black_scholes;
pub mod contrived;
pub mod coulomb;
mod difference;
pub mod divergent_call;
pub mod dynproc;
pub mod eigenvalue;
mod exponential;
pub mod fft;
pub mod fwt;
pub mod gaussian;
pub mod hmmer;
pub mod hotspot;
pub mod if_else;
mod input;
pub mod lavamd;
pub mod lbm;
pub mod listing1;
pub mod listing1_sp;
pub mod loops;
pub mod lu;
pub mod lu_launches;
pub mod mandelbrot;
pub mod mask_patterns;
pub mod matmul;
pub mod matrix;
pub mod mummer;
pub mod nearest_neighbour;
pub mod needleman_wunsch;
pub mod nqueens;
pub mod particle_filter;
pub mod ray_ao;
mod ray_boxes;
pub mod ray_primary;
mod ray_scene;
mod ray_triangle;
pub mod recursion;
pub mod reduction;
pub mod reduction_partial;
pub mod scan;
mod suffix_tree;
mod vector;
mod workload;

pub use difference::{Difference, ElementPosition, Expected, Values};
pub use workload::{Room, Size, UnknownSize, UnknownWorkload, Workload};

/// Every built-in workload, by name.
pub fn all() -> &'static [&'static dyn Workload] {
    &[
        &backprop::Backprop,
        &bfs::Bfs,
        &bitonic::Bitonic,
        &bitonic_global::BITONIC_GLOBAL,
        &black_scholes::BLACK_SCHOLES,
        &contrived::CONTRIVED,
        &coulomb::Coulomb,
        &divergent_call::DivergentCall,
        &dynproc::Dynproc,
        &eigenvalue::Eigenvalue,
        &fft::Fft,
        &fwt::Fwt,
        &gaussian::Gaussian,
        &hmmer::HMMER,
        &hotspot::Hotspot,
        &if_else::IfElse,
        &lavamd::LavaMd,
        &lbm::Lbm,
        &listing1::Listing1,
        &listing1_sp::Listing1Sp,
        &loops::Loops,
        &lu::Lu,
        &mandelbrot::Mandelbrot,
        &mask_patterns::MaskPatterns,
        &matmul::Matmul,
        &matrix::Matrix,
        &mummer::Mummer,
        &nearest_neighbour::NearestNeighbour,
        &needleman_wunsch::NeedlemanWunsch,
        &nqueens::Nqueens,
        &particle_filter::ParticleFilter,
        &ray_ao::RayAo,
        &ray_primary::RayPrimary,
        &recursion::Recursion,
        &reduction::Reduction,
        &reduction_partial::ReductionPartial,
        &scan::Scan,
    ]
}

/// Variants of built-in workloads, by name (KRN-32). They serve to explain the results of the other workloads, or are further inputs
/// of them (KRN-37), and share ELFs.
pub fn variants() -> &'static [&'static dyn Workload] {
    &[
        &bitonic_global::BITONIC_GLOBAL_4X,
        &black_scholes::BLACK_SCHOLES_STRAIGHT,
        &contrived::CONTRIVED_8,
        &contrived::CONTRIVED_32,
        &hmmer::HMMER_FITS,
        &hmmer::HMMER_50,
        &hmmer::HMMER_50_WHOLE,
        &hmmer::HMMER_100,
        &hmmer::HMMER_100_WHOLE,
        &hmmer::HMMER_125,
        &hmmer::HMMER_125_WHOLE,
        &hmmer::HMMER_BOMBESIN,
        &hmmer::HMMER_BOMBESIN_WHOLE,
        &hmmer::HMMER_NPH3,
        &hmmer::HMMER_NPH3_WHOLE,
        &lu_launches::LuLaunches,
    ]
}

/// Every workload that can be run by name: the built-in ones and their variants.
pub fn named() -> impl Iterator<Item = &'static dyn Workload> {
    all().iter().chain(variants()).copied()
}

/// The programs of fung2009 in the order of its figures and tables: the paper's name and our workload.
pub fn paper() -> [(&'static str, &'static dyn Workload); 7] {
    [
        ("HMMer", &hmmer::HMMER),
        ("LBM", &lbm::Lbm),
        ("Black", &black_scholes::BLACK_SCHOLES),
        ("Bitonic", &bitonic_global::BITONIC_GLOBAL),
        ("FFT", &fft::Fft),
        ("LU", &lu::Lu),
        ("Matrix", &matrix::Matrix),
    ]
}

/// The workload called `name`.
///
/// # Errors
/// [`UnknownWorkload`], which lists the available names.
pub fn by_name(name: &str) -> Result<&'static dyn Workload, UnknownWorkload> {
    let found = named().find(|workload| workload.name() == name);
    found.ok_or_else(|| UnknownWorkload {
        name: name.into(),
        known: named().map(|w| w.name()).collect::<Vec<_>>().join(", "),
    })
}
