//! Queries about what the device is, and which versions of everything it has.

use crate::answer::{Named, Query, Result};
use crate::api::platform;
use crate::gpu::Machine;
use opencl_sys::*;

/// The versions of OpenCL C that the compiler accepts, each with all that it demands. OpenCL C 2.0 is not among them: it demands
/// much of what the device lacks.
const LANGUAGES: [(u32, u32); 4] = [(1, 0), (1, 1), (1, 2), (3, 0)];

/// The optional features of OpenCL C 3.0 that every device has: 64-bit integers.
const FEATURES: [&str; 1] = ["__opencl_c_int64"];
/// The feature of a device that has `double`.
const DOUBLE: &str = "__opencl_c_fp64";

/// Queries about the identity of the device.
pub fn identity(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    Some(match name {
        CL_DEVICE_TYPE => query.answer(CL_DEVICE_TYPE_GPU),
        CL_DEVICE_VENDOR_ID => query.answer(0u32),
        CL_DEVICE_REFERENCE_COUNT => query.answer(1u32),
        CL_DEVICE_PLATFORM => query.answer(platform::handle()),
        CL_DEVICE_NAME => query.answer(machine.name()),
        CL_DEVICE_VENDOR => query.answer("Heddle"),
        CL_DRIVER_VERSION => {
            // HST-23: caches of binaries look at it.
            let version = env!("CARGO_PKG_VERSION");
            query.answer(format!("{version}-{}", heddle_opencl_c::version()).as_str())
        }
        CL_DEVICE_PROFILE => query.answer("FULL_PROFILE"),
        CL_DEVICE_VERSION => query.answer(platform::VERSION),
        CL_DEVICE_NUMERIC_VERSION => query.answer(platform::NUMERIC_VERSION),
        // A later version is fully backwards compatible only with all of its optional features.
        CL_DEVICE_OPENCL_C_VERSION => query.answer("OpenCL C 1.2 Heddle"),
        CL_DEVICE_OPENCL_C_ALL_VERSIONS => {
            let language = |(major, minor)| Named::new("OpenCL C", major, minor);
            query.answer(LANGUAGES.map(language))
        }
        CL_DEVICE_OPENCL_C_FEATURES => {
            let double = machine.has_double().then_some(DOUBLE);
            let features = FEATURES.into_iter().chain(double);
            let features = features.map(|feature| Named::new(feature, 3, 0));
            query.answer(&*features.collect::<Vec<_>>())
        }
        CL_DEVICE_EXTENSIONS => query.answer(platform::extensions(machine).as_str()),
        CL_DEVICE_EXTENSIONS_WITH_VERSION => query.answer(&*platform::named_extensions(machine)),
        _ => return None,
    })
}
