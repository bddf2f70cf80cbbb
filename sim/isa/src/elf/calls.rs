//! Reading which code belongs to which function, inlined ones included: the entries of `.debug_info` (sections 3.3.1 and 3.3.8.2 of
//! DWARF 5).
//!
//! INS-6: as for lines, reading stops at the first unreadable unit and keeps those before it, and nothing here is an error.

use super::debug_section::{Bytes, section};
use super::{Budget, Sections};
use crate::calls::{Call, Calls};
use gimli::{
    AttributeValue, DW_AT_abstract_origin, DW_AT_linkage_name, DW_AT_name, DW_AT_specification,
    DW_TAG_inlined_subroutine, DW_TAG_subprogram, Dwarf, UnitOffset,
};
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes that units may read together. Each may read all of these sections, so a damaged file of many small units would take hours.
const MAX_READ: usize = 1 << 30;

/// The sections that a unit reads as a whole.
const OF_UNITS: [&str; 2] = [".debug_abbrev", ".debug_line"];

/// Entries that are followed to find the name of one: from a call to the function, from there to its declaration.
const LINKS: usize = 4;

type Unit<'a> = gimli::Unit<Bytes<'a>>;
type Entry<'a> = gimli::DebuggingInformationEntry<Bytes<'a>>;

/// The calls of a file; none if it says nothing about them.
pub(super) fn read_calls(sections: &Sections<'_>, bytes: &[u8]) -> Calls {
    let load = |id: gimli::SectionId| Ok(section(sections, bytes, id.name()));
    let loaded: gimli::Result<_> = Dwarf::load(load);
    let Ok(dwarf) = loaded else {
        return Calls::default();
    };
    let mut reader = Reader {
        dwarf,
        names: BTreeMap::new(),
        calls: Vec::new(),
        ranges: Vec::new(),
        budget: Budget::of(bytes),
    };
    let of_units = OF_UNITS.map(|name| section(sections, bytes, name).len());
    let most = MAX_READ / of_units.iter().sum::<usize>().max(1);
    let mut units = reader.dwarf.units();
    for _ in 0..most {
        let Ok(Some(header)) = units.next() else {
            break;
        };
        let (calls, ranges) = (reader.calls.len(), reader.ranges.len());
        let unit = reader.dwarf.unit(header);
        if unit.and_then(|unit| reader.read(&unit)).is_err() {
            reader.calls.truncate(calls);
            reader.ranges.truncate(ranges);
            break;
        }
    }
    let mut names = vec![String::new(); reader.names.len()];
    for (name, number) in reader.names {
        names[number] = name;
    }
    Calls::new(names, reader.calls, &reader.ranges)
}

struct Reader<'a> {
    dwarf: Dwarf<Bytes<'a>>,
    names: BTreeMap<String, usize>,
    calls: Vec<Call>,
    ranges: Vec<(Range<u32>, usize)>,
    /// Limits the bytes of names and ranges: many entries may share the same bytes of the file.
    budget: Budget,
}

impl<'a> Reader<'a> {
    /// Reads the functions of a unit and the calls in them.
    fn read(&mut self, unit: &Unit<'a>) -> gimli::Result<()> {
        // The calls that enclose the present entry, with their depths.
        let mut open: Vec<(isize, usize)> = Vec::new();
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            while open.pop_if(|(depth, _)| *depth >= entry.depth()).is_some() {}
            if ![DW_TAG_subprogram, DW_TAG_inlined_subroutine].contains(&entry.tag()) {
                continue;
            }
            let within = open.last().map(|(_, call)| *call);
            if let Some(call) = self.call(unit, entry, within)? {
                open.push((entry.depth(), call));
            }
        }
        Ok(())
    }

    /// The number of the call that an entry describes; `None` if it has no code or no name.
    fn call(
        &mut self,
        unit: &Unit<'a>,
        entry: &Entry<'a>,
        within: Option<usize>,
    ) -> gimli::Result<Option<usize>> {
        let number = self.calls.len();
        let before = self.ranges.len();
        let mut ranges = self.dwarf.die_ranges(unit, entry)?;
        while let Some(range) = ranges.next()? {
            let ends = [range.begin, range.end].map(u32::try_from);
            if let [Ok(start), Ok(end)] = ends
                && start < end
            {
                self.spend(size_of::<(Range<u32>, usize)>())?;
                self.ranges.push((start..end, number));
            }
        }
        if self.ranges.len() == before {
            return Ok(None);
        }
        let Some(name) = self.name(unit, entry, LINKS)? else {
            self.ranges.truncate(before);
            return Ok(None);
        };
        self.calls.push(Call { name, within });
        Ok(Some(number))
    }

    /// The number of the name of an entry's function, which another entry may have.
    fn name(
        &mut self,
        unit: &Unit<'a>,
        entry: &Entry<'a>,
        links: usize,
    ) -> gimli::Result<Option<usize>> {
        for attribute in [DW_AT_name, DW_AT_linkage_name] {
            if let Some(value) = entry.attr_value(attribute) {
                return self.text(unit, value).map(Some);
            }
        }
        let origins = [DW_AT_abstract_origin, DW_AT_specification];
        let origin = origins.into_iter().find_map(|it| entry.attr_value(it));
        let Some(origin) = origin.filter(|_| links > 0) else {
            return Ok(None);
        };
        // A name in another unit is not looked for: a kernel file is made of one unit, or of several that share no functions.
        let AttributeValue::UnitRef(UnitOffset(offset)) = origin else {
            return Ok(None);
        };
        let entry = unit.entry(UnitOffset(offset))?;
        self.name(unit, &entry, links - 1)
    }

    fn text(&mut self, unit: &Unit<'a>, value: AttributeValue<Bytes<'a>>) -> gimli::Result<usize> {
        let bytes = self.dwarf.attr_string(unit, value)?;
        self.spend(bytes.len())?;
        let new = self.names.len();
        let name = bytes.to_string_lossy().into_owned();
        Ok(*self.names.entry(name).or_insert(new))
    }

    /// Fails when more is kept of a file than there is in it.
    fn spend(&mut self, bytes: usize) -> gimli::Result<()> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let taken = self.budget.take(bytes, String::new);
        taken.map_err(|_| gimli::Error::Io)
    }
}
