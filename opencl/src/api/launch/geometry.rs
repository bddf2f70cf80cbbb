//! The division of a range of work items into blocks of threads.

use crate::answer::Result;
use crate::gpu::Machine;
use heddle_isa::Signature;
use heddle_sim::launch::chosen_block;
use opencl_sys::*;

/// A range as the host program gives it: a number for each dimension.
pub struct Asked {
    /// Number of dimensions, 1 to 3.
    pub dimensions: usize,
    /// First global id in each dimension; 0 if absent.
    pub offset: Option<Vec<usize>>,
    /// Number of work items in each dimension.
    pub global: Option<Vec<usize>>,
    /// Number of work items of a group in each dimension; the library chooses it if absent.
    pub local: Option<Vec<usize>>,
}

impl Asked {
    /// Whether the range has no work items: nothing is launched then.
    pub fn is_empty(&self) -> bool {
        let global = self.global.as_ref();
        global.is_none_or(|global| global.contains(&0))
    }

    /// Work items of the groups that the host program asks for; `None` if it leaves their size open.
    pub fn group_items(&self) -> Option<usize> {
        let local = self.local.as_ref()?;
        Some(
            local
                .iter()
                .fold(1, |all, &extent| all.saturating_mul(extent)),
        )
    }
}

/// A range as the device runs it. Dimensions that were not requested have one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Number of requested dimensions.
    pub dimensions: u32,
    /// First global id in each dimension.
    pub offset: [u32; 3],
    /// Number of blocks in each dimension.
    pub grid: [u32; 3],
    /// Threads of a block in each dimension.
    pub block: [u32; 3],
}

impl Geometry {
    /// The geometry of a range for a kernel on a machine.
    ///
    /// # Errors
    /// The error code of an invalid range.
    pub fn new(asked: &Asked, signature: &Signature, machine: &Machine) -> Result<Geometry> {
        let most = machine.block_threads();
        let global = global(asked)?;
        let offset = offset(asked, global)?;
        let block = match &asked.local {
            Some(local) => given(local, signature, most)?,
            None => chosen(global, signature, machine)?,
        };
        let mut grid = [0; 3];
        for axis in 0..3 {
            if !global[axis].is_multiple_of(block[axis]) {
                return Err(CL_INVALID_WORK_GROUP_SIZE);
            }
            grid[axis] = global[axis] / block[axis];
        }
        Ok(Geometry {
            dimensions: asked.dimensions as u32,
            offset,
            grid,
            block,
        })
    }
}

/// Extends one to three numbers to three, with `otherwise` for the missing ones.
fn three(numbers: &[usize], otherwise: u32) -> Option<[u32; 3]> {
    let mut three = [otherwise; 3];
    for (number, place) in numbers.iter().zip(&mut three) {
        *place = u32::try_from(*number).ok()?;
    }
    Some(three)
}

/// Checks the number of work items in each dimension, none of which is 0: a launch has fewer than 2^32 in total.
fn global(asked: &Asked) -> Result<[u32; 3]> {
    let global = asked.global.as_ref().and_then(|global| three(global, 1));
    let [x, y, z] = global.ok_or(CL_INVALID_GLOBAL_WORK_SIZE)?;
    let all = x.checked_mul(y).and_then(|plane| plane.checked_mul(z));
    match all {
        None => Err(CL_INVALID_GLOBAL_WORK_SIZE),
        Some(_) => Ok([x, y, z]),
    }
}

/// Checks the first global ids: the last global ids must also fit in 32 bits.
fn offset(asked: &Asked, global: [u32; 3]) -> Result<[u32; 3]> {
    let offset = asked.offset.as_deref().unwrap_or_default();
    let offset = three(offset, 0).ok_or(CL_INVALID_GLOBAL_OFFSET)?;
    let mut ends = offset.iter().zip(global);
    match ends.all(|(first, count)| first.checked_add(count).is_some()) {
        true => Ok(offset),
        false => Err(CL_INVALID_GLOBAL_OFFSET),
    }
}

/// Checks the work-group size that the host program gives.
fn given(local: &[usize], signature: &Signature, most: usize) -> Result<[u32; 3]> {
    if local.iter().any(|&extent| extent > most) {
        return Err(CL_INVALID_WORK_ITEM_SIZE);
    }
    let block = three(local, 1).ok_or(CL_INVALID_WORK_ITEM_SIZE)?;
    let required = signature.required_work_group_size;
    let threads: usize = block.iter().map(|&extent| extent as usize).product();
    let wrong = required.is_some_and(|required| required != block);
    match wrong || threads == 0 || threads > most {
        true => Err(CL_INVALID_WORK_GROUP_SIZE),
        false => Ok(block),
    }
}

/// A work-group size that the library chooses: none that is larger than programs are told of (HST-19).
fn chosen(global: [u32; 3], signature: &Signature, machine: &Machine) -> Result<[u32; 3]> {
    match signature.required_work_group_size {
        Some(_) => Err(CL_INVALID_WORK_GROUP_SIZE),
        None => Ok(chosen_block(global, &machine.reported_config())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Config;

    fn machine() -> Machine {
        let config = Config::preset("tiny").expect("a preset");
        Machine::new(&config, "tiny", "pdom", true, false)
    }

    fn signature(required: Option<[u32; 3]>) -> Signature {
        Signature {
            kernel: "k".into(),
            parameters: Vec::new(),
            hidden_offset: 0,
            required_work_group_size: required,
            work_group_size_hint: None,
            vec_type_hint: None,
            attributes: String::new(),
            shared_bytes: 0,
            stack_bytes: None,
            prints: false,
            lacking: None,
        }
    }

    fn asked(global: &[usize], local: Option<&[usize]>) -> Asked {
        Asked {
            dimensions: global.len(),
            offset: None,
            global: Some(global.into()),
            local: local.map(Into::into),
        }
    }

    fn of(global: &[usize], local: Option<&[usize]>) -> Result<Geometry> {
        Geometry::new(&asked(global, local), &signature(None), &machine())
    }

    #[test]
    fn ranges_fall_into_blocks() {
        let geometry = of(&[8, 6], Some(&[4, 3])).expect("a range");
        assert_eq!((geometry.grid, geometry.block), ([2, 2, 1], [4, 3, 1]));
        assert_eq!(geometry.dimensions, 2);
    }

    #[test]
    fn blocks_of_our_choice_divide_the_range() {
        for global in [[1, 1, 1], [64, 1, 1], [7, 5, 3], [17, 1, 1], [3, 16, 2]] {
            let geometry = of(&global, None).expect("a range");
            for (axis, count) in global.into_iter().enumerate() {
                let (grid, block) = (geometry.grid[axis], geometry.block[axis]);
                assert_eq!((grid * block) as usize, count, "{global:?}");
            }
            let threads: u32 = geometry.block.iter().product();
            assert!(threads <= 16, "{global:?}");
        }
        assert_eq!(of(&[64], None).expect("a range").block, [16, 1, 1]);
    }

    #[test]
    fn no_block_of_our_choice_is_larger_than_is_reported() {
        let config = Config::preset("collange2011").expect("a preset");
        let machine = Machine::new(&config, "collange2011", "pdom", true, false);
        let block = |local: Option<&[usize]>| {
            Geometry::new(&asked(&[1536], local), &signature(None), &machine).map(|g| g.block)
        };
        assert_eq!(block(None), Ok([512, 1, 1]));
        assert_eq!(block(Some(&[768])), Ok([768, 1, 1]));
    }

    #[test]
    fn wrong_ranges_have_codes() {
        type Wrong<'a> = (&'a [usize], Option<&'a [usize]>, i32);
        let wrong: [Wrong; 7] = [
            (&[1 << 32], None, CL_INVALID_GLOBAL_WORK_SIZE),
            (&[1 << 16, 1 << 16], None, CL_INVALID_GLOBAL_WORK_SIZE),
            (&[4], Some(&[3]), CL_INVALID_WORK_GROUP_SIZE),
            (&[4], Some(&[0]), CL_INVALID_WORK_GROUP_SIZE),
            (&[64], Some(&[32]), CL_INVALID_WORK_ITEM_SIZE),
            (&[8, 8], Some(&[8, 8]), CL_INVALID_WORK_GROUP_SIZE),
            (&[8, 8], Some(&[1 << 40, 1]), CL_INVALID_WORK_ITEM_SIZE),
        ];
        for (global, local, code) in wrong {
            assert_eq!(of(global, local), Err(code), "{global:?} {local:?}");
        }
    }

    #[test]
    fn a_range_may_be_empty() {
        assert!(asked(&[4, 0], None).is_empty());
        assert!(!asked(&[4, 1], None).is_empty());
        let nothing = Asked {
            global: None,
            ..asked(&[4], None)
        };
        assert!(nothing.is_empty());
    }

    #[test]
    fn a_required_size_must_be_given() {
        let signature = signature(Some([4, 1, 1]));
        let of = |local: Option<&[usize]>| {
            Geometry::new(&asked(&[8], local), &signature, &machine()).map(|g| g.block)
        };
        assert_eq!(of(Some(&[4])), Ok([4, 1, 1]));
        assert_eq!(of(Some(&[8])), Err(CL_INVALID_WORK_GROUP_SIZE));
        assert_eq!(of(None), Err(CL_INVALID_WORK_GROUP_SIZE));
    }

    #[test]
    fn the_last_id_is_a_number_of_the_device() {
        let mut asked = asked(&[4], None);
        asked.offset = Some(vec![u32::MAX as usize - 4]);
        let geometry = |asked: &Asked| Geometry::new(asked, &signature(None), &machine());
        assert_eq!(
            geometry(&asked).expect("a range").offset,
            [u32::MAX - 4, 0, 0]
        );
        asked.offset = Some(vec![u32::MAX as usize - 3]);
        assert_eq!(geometry(&asked), Err(CL_INVALID_GLOBAL_OFFSET));
    }
}
