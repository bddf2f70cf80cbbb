//! The page table of a memory: pages in groups, and a group exists from the first write to one of its pages on, so that hundreds of
//! MB of stacks cost what is used of them.

use super::{Bytes, PAGE_BYTES};
use std::ops::Range;

/// Pages of a group.
const GROUP_PAGES: usize = 64;

/// A page that has been allocated, or a neighbour of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The part of the page that is mapped, as offsets. Empty for a page with several mapped parts: accesses look the address up
    /// in the regions.
    pub mapped: Range<u32>,
    /// The contents; none if they were never written, and then they are 0.
    pub data: Option<Box<Bytes>>,
}

impl Page {
    /// The contents, which exist from now on.
    pub fn allocated(&mut self) -> &mut Bytes {
        self.data.get_or_insert_with(|| {
            vec![0; PAGE_BYTES]
                .try_into()
                .expect("a page has PAGE_BYTES bytes")
        })
    }
}

/// The table. Pages are counted from address 0.
#[derive(Clone, Debug)]
pub(super) struct Table {
    groups: Vec<Option<Box<[Page; GROUP_PAGES]>>>,
    /// Number of the first group.
    first: usize,
}

impl Table {
    /// A table that can hold a range of pages.
    pub fn covering(pages: Range<usize>) -> Table {
        let first = pages.start / GROUP_PAGES;
        let groups = pages.end.div_ceil(GROUP_PAGES).saturating_sub(first);
        Table {
            groups: vec![None; groups],
            first,
        }
    }

    /// Index of the group of a page; too large for pages that the table cannot hold.
    #[inline(always)]
    fn group(&self, number: usize) -> usize {
        (number / GROUP_PAGES).wrapping_sub(self.first)
    }

    /// A page, if its group exists.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Option<&Page> {
        let group = self.groups.get(self.group(number))?.as_ref()?;
        Some(&group[number % GROUP_PAGES])
    }

    /// Like [`Table::get`], for writing.
    #[inline(always)]
    pub fn get_mut(&mut self, number: usize) -> Option<&mut Page> {
        let at = self.group(number);
        let group = self.groups.get_mut(at)?.as_mut()?;
        Some(&mut group[number % GROUP_PAGES])
    }

    /// A page whose group exists from now on; `mapped` gives the mapped part of each page of a new one.
    ///
    /// # Panics
    /// If the table cannot hold the page.
    pub fn entry(&mut self, number: usize, mapped: impl Fn(usize) -> Range<u32>) -> &mut Page {
        let at = self.group(number);
        let start = number - number % GROUP_PAGES;
        let group = self.groups[at].get_or_insert_with(|| {
            Box::new(std::array::from_fn(|page| Page {
                mapped: mapped(start + page),
                data: None,
            }))
        });
        &mut group[number % GROUP_PAGES]
    }

    /// The pages of a range whose groups exist, each with its number.
    pub fn existing(&mut self, pages: Range<usize>) -> impl Iterator<Item = (usize, &mut Page)> {
        let first = self.first;
        let from = (pages.start / GROUP_PAGES).saturating_sub(first);
        let to = pages.end.div_ceil(GROUP_PAGES).saturating_sub(first);
        let groups = self.groups.iter_mut().enumerate().take(to).skip(from);
        groups
            .filter_map(move |(at, group)| Some(((first + at) * GROUP_PAGES, group.as_mut()?)))
            .flat_map(|(start, group)| (start..).zip(group.iter_mut()))
            .filter(move |(number, _)| pages.contains(number))
    }

    /// How many pages have been allocated.
    pub fn allocated(&self) -> usize {
        let pages = self.groups.iter().flatten().flat_map(|group| group.iter());
        pages.filter(|page| page.data.is_some()).count()
    }
}
