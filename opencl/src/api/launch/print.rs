//! The output of `printf` in kernels: a buffer for each launch, and its text on the host program's standard output.

use crate::api::device::PRINT_BYTES;
use crate::border::print;
use crate::gpu::Gpu;
use crate::say::say;
use heddle_isa::Program;
use heddle_opencl_c::print::{header, text};

/// The print buffer of a launch, in device memory.
pub struct PrintBuffer {
    address: u32,
}

impl PrintBuffer {
    /// An empty buffer.
    ///
    /// # Errors
    /// The device has no room.
    pub fn new(gpu: &mut Gpu) -> Result<PrintBuffer, String> {
        let no_room = |_| "no room for what the kernel prints; use smaller buffers".to_string();
        let address = gpu.allocate(PRINT_BYTES).map_err(no_room)?;
        let empty = header(PRINT_BYTES as u32);
        gpu.write(address, &empty).map_err(no_room)?;
        Ok(PrintBuffer { address })
    }

    /// Its address on the device.
    pub fn address(&self) -> u32 {
        self.address
    }

    /// Prints the text of the calls that the program's kernels left in the buffer, and frees the buffer.
    pub fn print(self, gpu: &mut Gpu, program: &Program) {
        let buffer = gpu.bytes(self.address, PRINT_BYTES).unwrap_or_default();
        gpu.free(self.address);
        let printed = text(&buffer, program);
        print(&printed.text);
        if printed.lost > 0 {
            let lost = printed.lost;
            say(&format!(
                "{lost} calls of printf found no room in {PRINT_BYTES} bytes"
            ));
        }
    }
}
