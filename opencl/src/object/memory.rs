//! Buffers and sub-buffers. Their bytes are in the memory of the device; the host program accesses them by commands, or in
//! host memory while they are mapped.

use super::Context;
use super::destructors::Destructors;
use super::registry::{Object, Tag};
use crate::answer::{Code, Result};
use crate::border::{HostArea, HostPointer};
use crate::gpu::{self, Gpu};
use opencl_sys::{
    CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE, CL_MAP_FAILURE, CL_MAP_WRITE,
    CL_MAP_WRITE_INVALIDATE_REGION, CL_MEM_USE_HOST_PTR,
};
use parking_lot::Mutex;
use std::sync::Arc;

/// A buffer or a sub-buffer.
pub struct Memory {
    tag: Tag,
    /// Its context.
    pub context: Arc<Context>,
    /// The list of properties at creation, including the terminating 0; empty if none was given.
    pub properties: Vec<u64>,
    /// The flags at creation; a sub-buffer inherits some from its buffer.
    pub flags: u64,
    /// The size in bytes.
    pub bytes: usize,
    place: Backing,
    mappings: Mutex<Vec<Mapping>>,
    /// Are called when the object is destroyed.
    pub destructors: Destructors,
}

enum Backing {
    Own(Storage),
    Part { of: Arc<Memory>, origin: usize },
}

/// Memory of the device, and the host memory in which the host program sees it while it is mapped.
struct Storage {
    address: u32,
    bytes: usize,
    /// The host program's own memory for the buffer, or null.
    host: HostPointer,
    /// Memory that is lent to the host program, from the first mapping on.
    lent: Mutex<Option<HostArea>>,
}

/// A mapped range of a buffer.
#[derive(Clone, Copy)]
pub struct Mapping {
    /// The address at which the host program sees the range.
    pub pointer: HostPointer,
    /// The first byte of the range in the buffer.
    pub offset: usize,
    /// Number of bytes.
    pub bytes: usize,
    /// `CL_MAP_...`.
    pub flags: u64,
}

impl Mapping {
    /// Whether the host program needs to see the contents of the buffer.
    fn reads(&self) -> bool {
        self.flags & CL_MAP_WRITE_INVALIDATE_REGION == 0
    }

    /// Whether the host program may write to the range.
    fn writes(&self) -> bool {
        self.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) != 0
    }
}

impl Object for Memory {
    const INVALID: Code = CL_INVALID_MEM_OBJECT;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Memory {
    /// A buffer of zeros, with its list of properties; `host` is the host program's memory for `CL_MEM_USE_HOST_PTR`, or null.
    ///
    /// # Errors
    /// `CL_MEM_OBJECT_ALLOCATION_FAILURE` if the device has no room.
    pub fn new(
        context: Arc<Context>,
        properties: Vec<u64>,
        flags: u64,
        bytes: usize,
        host: HostPointer,
    ) -> Result<Memory> {
        let storage = Storage {
            address: gpu::lock()?.allocate(bytes)?,
            bytes,
            host,
            lent: Mutex::default(),
        };
        let place = Backing::Own(storage);
        Ok(Memory::at(context, properties, flags, bytes, place))
    }

    /// A sub-buffer of a buffer.
    pub fn part(of: &Arc<Memory>, flags: u64, origin: usize, bytes: usize) -> Memory {
        let place = Backing::Part {
            of: of.clone(),
            origin,
        };
        Memory::at(of.context.clone(), Vec::new(), flags, bytes, place)
    }

    fn at(
        context: Arc<Context>,
        properties: Vec<u64>,
        flags: u64,
        bytes: usize,
        place: Backing,
    ) -> Memory {
        Memory {
            tag: Tag::new(),
            context,
            properties,
            flags,
            bytes,
            place,
            mappings: Mutex::default(),
            destructors: Destructors::default(),
        }
    }

    /// The buffer of a sub-buffer.
    pub fn whole(&self) -> Option<&Arc<Memory>> {
        match &self.place {
            Backing::Own(_) => None,
            Backing::Part { of, .. } => Some(of),
        }
    }

    /// The first byte of a sub-buffer in its buffer; 0 for a whole buffer.
    pub fn origin(&self) -> usize {
        match self.place {
            Backing::Own(_) => 0,
            Backing::Part { origin, .. } => origin,
        }
    }

    fn storage(&self) -> &Storage {
        match &self.place {
            Backing::Own(storage) => storage,
            Backing::Part { of, .. } => of.storage(),
        }
    }

    /// Its address on the device.
    pub fn address(&self) -> u32 {
        self.storage().address + self.origin() as u32
    }

    /// The address of a byte on the device.
    pub fn address_at(&self, offset: usize) -> u32 {
        self.address() + offset as u32
    }

    /// The host program's own memory for the buffer, or null.
    pub fn host(&self) -> HostPointer {
        match self.flags & CL_MEM_USE_HOST_PTR {
            0 => HostPointer::NULL,
            _ => self.storage().host.at(self.origin()),
        }
    }

    /// Refuses a range that exceeds the buffer.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE`.
    pub fn check_range(&self, offset: usize, bytes: usize) -> Result<()> {
        let end = offset.checked_add(bytes);
        match end.is_some_and(|end| end <= self.bytes) {
            true => Ok(()),
            false => Err(CL_INVALID_VALUE),
        }
    }

    /// Maps a range for the host program. [`Memory::show`] then copies the contents.
    ///
    /// # Errors
    /// `CL_MAP_FAILURE` if the host has no room.
    pub fn map(&self, offset: usize, bytes: usize, flags: u64) -> Result<Mapping> {
        let mapping = Mapping {
            pointer: self.storage().seen_at()?.at(self.origin() + offset),
            offset,
            bytes,
            flags,
        };
        self.mappings.lock().push(mapping);
        Ok(mapping)
    }

    /// Copies the mapped range to the memory in which the host program sees it.
    ///
    /// # Errors
    /// Only through a bug in the library.
    pub fn show(&self, gpu: &Gpu, mapping: &Mapping) -> Result<()> {
        if mapping.reads() {
            let bytes = gpu.bytes(self.address_at(mapping.offset), mapping.bytes)?;
            mapping.pointer.write(&bytes);
            gpu.cross_link(mapping.bytes);
        }
        Ok(())
    }

    /// Ends the mapping at an address. [`Memory::take`] then copies the bytes that the host program wrote to the buffer.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE` if nothing is mapped there.
    pub fn unmap(&self, pointer: HostPointer) -> Result<Mapping> {
        let mut mappings = self.mappings.lock();
        let at = mappings
            .iter()
            .position(|mapping| mapping.pointer == pointer);
        at.map(|at| mappings.remove(at)).ok_or(CL_INVALID_VALUE)
    }

    /// Copies a range that the host program may have written to the device.
    ///
    /// # Errors
    /// Only through a bug in the library.
    pub fn take(&self, gpu: &mut Gpu, mapping: &Mapping) -> Result<()> {
        if mapping.writes() {
            let bytes = mapping.pointer.bytes(mapping.bytes);
            gpu.write(self.address_at(mapping.offset), &bytes)?;
            gpu.cross_link(mapping.bytes);
        }
        Ok(())
    }

    /// The number of current mappings.
    pub fn mappings(&self) -> usize {
        self.mappings.lock().len()
    }
}

impl Storage {
    /// The address at which the host program sees the first byte.
    fn seen_at(&self) -> Result<HostPointer> {
        if !self.host.is_null() {
            return Ok(self.host);
        }
        let mut lent = self.lent.lock();
        if lent.is_none() {
            *lent = Some(HostArea::new(self.bytes).ok_or(CL_MAP_FAILURE)?);
        }
        lent.as_ref().map(HostArea::pointer).ok_or(CL_MAP_FAILURE)
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Ok(mut gpu) = gpu::lock() {
            gpu.free(self.address);
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let handle = self.handle();
        self.destructors.defer(handle);
    }
}
