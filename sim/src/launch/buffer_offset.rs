//! Places in buffers.

use serde::{Deserialize, Serialize};

/// A place in a buffer: `{buffer = "x", offset = 64}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BufferOffset {
    /// Name of the buffer.
    pub buffer: String,
    /// Offset of the byte in the buffer, from 0.
    #[serde(default)]
    pub offset: u32,
}

/// Alignment in bytes of a buffer that is a region of another one. Values of every type can lie there: the largest type of OpenCL
/// C, `long16`, has this size. GPU-22. The OpenCL device requires the same of sub-buffers (`CL_DEVICE_MEM_BASE_ADDR_ALIGN`).
pub const REGION_ALIGN: u32 = 128;
