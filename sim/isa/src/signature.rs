//! What a kernel's source declares: parameters, attributes, memory. Compilers of languages whose host API queries this (OpenCL C)
//! put it into the ELF file, as JSON in a note.

mod note;

pub use note::section;
pub(crate) use note::{SECTION, read_signatures};

use serde::{Deserialize, Serialize};

/// Hidden words of the argument block, behind the kernel's own arguments, at [`Signature::hidden_offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// What `get_global_offset` returns for x, y, z.
    pub global_offset: [u32; 3],
    /// What `get_work_dim` returns: 1, 2 or 3.
    pub work_dimension: u32,
    /// Address of the buffer that `printf` appends to; 0 if there is none.
    pub print_buffer: u32,
}

impl Hidden {
    /// The number of hidden words.
    pub const WORDS: usize = 5;

    /// The hidden words in order.
    pub fn words(&self) -> [u32; Hidden::WORDS] {
        let [x, y, z] = self.global_offset;
        [x, y, z, self.work_dimension, self.print_buffer]
    }
}

/// A kernel as its source declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The kernel's name, without `__kernel_`.
    pub kernel: String,
    /// The parameters in source order.
    pub parameters: Vec<Parameter>,
    /// Size of the argument block up to the [hidden words](Hidden), in bytes.
    pub hidden_offset: u32,
    /// The block size that `reqd_work_group_size` requires.
    pub required_work_group_size: Option<[u32; 3]>,
    /// The block size that `work_group_size_hint` suggests.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// The type that `vec_type_hint` names.
    pub vec_type_hint: Option<String>,
    /// The attributes above as the source writes them, separated by spaces.
    pub attributes: String,
    /// Static shared memory that this kernel uses, in bytes. The file's PT_TLS segment is as large as the largest kernel
    /// requires.
    pub shared_bytes: u32,
    /// The stack that a thread needs, in bytes; `None` where recursion or an indirect call makes it unknown.
    pub stack_bytes: Option<u32>,
    /// Whether the kernel may call `printf`.
    pub prints: bool,
    /// What the kernel needs and no machine has, such as `images`. Such a kernel has no parameters here, and no launch starts it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacking: Option<String>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The parameter's name.
    pub name: String,
    /// The parameter's type as the source writes it, without qualifiers: `float*`.
    pub type_name: String,
    /// What the host passes.
    pub kind: Kind,
    /// Offset of the parameter's first byte in the argument block.
    pub offset: u32,
    /// The address space that a pointer points to.
    pub address: AddressQualifier,
    /// Qualifiers of the type that a pointer points to, and `restrict`.
    pub qualifiers: TypeQualifiers,
}

/// What the host passes for a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A scalar, vector or structure.
    Value {
        /// The value's size in bytes.
        bytes: u32,
        /// The value's alignment in the argument block, in bytes, at least 4.
        align: u32,
    },
    /// Address of a buffer.
    Global,
    /// Address of a buffer that the kernel only reads.
    Constant,
    /// The size in bytes of a piece of the dynamic part of shared memory; the slot holds its offset in that part.
    Local,
}

/// Where a pointer points (`CL_KERNEL_ARG_ADDRESS_QUALIFIER`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressQualifier {
    /// Global memory.
    Global,
    /// Global memory that is only read.
    Constant,
    /// Shared memory of a block.
    Local,
    /// Not a pointer.
    Private,
}

/// Qualifiers of a parameter (`CL_KERNEL_ARG_TYPE_QUALIFIER`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeQualifiers {
    /// `const`, also for pointers to `__constant` memory.
    pub is_const: bool,
    /// `restrict`.
    pub is_restrict: bool,
    /// `volatile`.
    pub is_volatile: bool,
}
