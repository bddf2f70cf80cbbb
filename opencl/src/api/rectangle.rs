//! Commands that move boxes of bytes: slices of rows, with optional padding between rows and between slices.

use super::transfer::{buffer_of, check_host, check_readable, check_writable};
use crate::answer::Result;
use crate::border::{Handle, HostConst, HostPointer, In};
use crate::object::registry::{Object, get};
use crate::object::{Memory, Queue, Waits};
use opencl_sys::*;

/// A box of bytes in a buffer or in host memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    /// Bytes in a row, rows in a slice, number of slices.
    region: [usize; 3],
    /// The first byte.
    first: usize,
    /// Bytes from the start of a row to the start of the next.
    row: usize,
    /// Bytes from the start of a slice to the start of the next.
    slice: usize,
}

impl Rectangle {
    /// A box as the host program describes it; a pitch of 0 means no padding.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE` if the box is empty, or rows or slices overlap.
    fn new(origin: &In<usize>, region: &In<usize>, row: usize, slice: usize) -> Result<Rectangle> {
        let [x, y, z] = origin.array().ok_or(CL_INVALID_VALUE)?;
        let region @ [bytes, rows, slices] = region.array().ok_or(CL_INVALID_VALUE)?;
        let or_none = |pitch: usize, none: usize| if pitch == 0 { none } else { pitch };
        let row = or_none(row, bytes);
        let least = rows.saturating_mul(row);
        let slice = or_none(slice, least);
        if bytes == 0 || rows == 0 || slices == 0 || row < bytes || slice < least {
            return Err(CL_INVALID_VALUE);
        }
        if !slice.is_multiple_of(row) {
            return Err(CL_INVALID_VALUE);
        }
        let first = z
            .saturating_mul(slice)
            .saturating_add(y.saturating_mul(row));
        Ok(Rectangle {
            region,
            first: first.saturating_add(x),
            row,
            slice,
        })
    }

    /// The number of bytes, without padding. A box that is in a buffer has fewer than the buffer.
    fn bytes(&self) -> usize {
        self.region.iter().product()
    }

    /// The offset after the last byte; saturates at the largest number.
    fn end(&self) -> usize {
        let [bytes, rows, slices] = self.region;
        let last = (slices - 1).saturating_mul(self.slice);
        let last = last.saturating_add((rows - 1).saturating_mul(self.row));
        self.first.saturating_add(last).saturating_add(bytes)
    }

    /// Refuses a box that exceeds a buffer.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE`.
    fn check_in(&self, buffer: &Memory) -> Result<()> {
        match self.end() <= buffer.bytes {
            true => Ok(()),
            false => Err(CL_INVALID_VALUE),
        }
    }

    /// The first byte of each row, in ascending order.
    fn rows(self) -> impl Iterator<Item = usize> {
        let [_, rows, slices] = self.region;
        let row = move |slice| (0..rows).map(move |row| (slice, row));
        let at = move |(slice, row)| self.first + slice * self.slice + row * self.row;
        (0..slices).flat_map(row).map(at)
    }

    /// Whether this box has a byte in common with `other`, shifted by `apart` bytes. Both have equally long rows.
    fn overlaps(self, other: Rectangle, apart: isize) -> bool {
        let bytes = self.region[0] as isize;
        let mut others = other.rows().map(|row| row as isize + apart).peekable();
        self.rows().any(|row| {
            let row = row as isize;
            while others.next_if(|&other| other + bytes <= row).is_some() {}
            others.peek().is_some_and(|&other| other < row + bytes)
        })
    }
}

/// Copies a box from a buffer to the host.
pub fn read(
    queue: Handle,
    buffer: Handle,
    blocking: u32,
    buffer_origin: In<usize>,
    host_origin: In<usize>,
    region: In<usize>,
    buffer_row: usize,
    buffer_slice: usize,
    host_row: usize,
    host_slice: usize,
    host: HostPointer,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    let from = Rectangle::new(&buffer_origin, &region, buffer_row, buffer_slice)?;
    let to = Rectangle::new(&host_origin, &region, host_row, host_slice)?;
    from.check_in(&buffer)?;
    check_host(host)?;
    check_readable(&buffer)?;
    let kind = CL_COMMAND_READ_BUFFER_RECT;
    waits.enqueue(&queue, kind, blocking != 0, move |gpu| {
        for (from_row, to_row) in from.rows().zip(to.rows()) {
            let bytes = gpu.bytes(buffer.address_at(from_row), from.region[0])?;
            host.at(to_row).write(&bytes);
        }
        gpu.cross_link(from.bytes());
        Ok(())
    })
}

/// Copies a box from the host to a buffer.
pub fn write(
    queue: Handle,
    buffer: Handle,
    blocking: u32,
    buffer_origin: In<usize>,
    host_origin: In<usize>,
    region: In<usize>,
    buffer_row: usize,
    buffer_slice: usize,
    host_row: usize,
    host_slice: usize,
    host: HostConst,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    let to = Rectangle::new(&buffer_origin, &region, buffer_row, buffer_slice)?;
    let from = Rectangle::new(&host_origin, &region, host_row, host_slice)?;
    to.check_in(&buffer)?;
    let host = host.pointer();
    check_host(host)?;
    check_writable(&buffer)?;
    let kind = CL_COMMAND_WRITE_BUFFER_RECT;
    waits.enqueue(&queue, kind, blocking != 0, move |gpu| {
        for (from_row, to_row) in from.rows().zip(to.rows()) {
            let bytes = host.at(from_row).bytes(to.region[0]);
            gpu.write(buffer.address_at(to_row), &bytes)?;
        }
        gpu.cross_link(to.bytes());
        Ok(())
    })
}

/// Copies a box from buffer to buffer.
pub fn copy(
    queue: Handle,
    from: Handle,
    to: Handle,
    from_origin: In<usize>,
    to_origin: In<usize>,
    region: In<usize>,
    from_row: usize,
    from_slice: usize,
    to_row: usize,
    to_slice: usize,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let (source, target) = (buffer_of(&queue, from)?, buffer_of(&queue, to)?);
    let from = Rectangle::new(&from_origin, &region, from_row, from_slice)?;
    let to = Rectangle::new(&to_origin, &region, to_row, to_slice)?;
    from.check_in(&source)?;
    to.check_in(&target)?;
    let one = source.handle() == target.handle();
    if one && from.row != to.row && from.slice != to.slice {
        return Err(CL_INVALID_VALUE);
    }
    let apart = target.address() as isize - source.address() as isize;
    if from.overlaps(to, apart) {
        return Err(CL_MEM_COPY_OVERLAP);
    }
    let kind = CL_COMMAND_COPY_BUFFER_RECT;
    waits.enqueue(&queue, kind, false, move |gpu| {
        for (from_row, to_row) in from.rows().zip(to.rows()) {
            let bytes = gpu.bytes(source.address_at(from_row), from.region[0])?;
            gpu.write(target.address_at(to_row), &bytes)?;
        }
        gpu.access(2 * from.bytes());
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::Rectangle;

    fn rectangle(first: usize, region: [usize; 3], row: usize, slice: usize) -> Rectangle {
        Rectangle {
            region,
            first,
            row,
            slice,
        }
    }

    #[test]
    fn rows_lie_in_slices() {
        let rectangle = rectangle(5, [3, 2, 2], 10, 40);
        assert_eq!(rectangle.rows().collect::<Vec<_>>(), [5, 15, 45, 55]);
        assert_eq!(rectangle.end(), 58);
    }

    #[test]
    fn boxes_overlap_if_they_share_a_byte() {
        let region = [4, 3, 2];
        let bytes = |rectangle: Rectangle| -> Vec<usize> {
            let row = |first| first..first + region[0];
            rectangle.rows().flat_map(row).collect()
        };
        let one = rectangle(50, region, 10, 40);
        for first in 0..160 {
            let other = rectangle(first, region, 10, 40);
            let common = bytes(one).iter().any(|byte| bytes(other).contains(byte));
            assert_eq!(one.overlaps(other, 0), common, "{first}");
        }
    }
}
