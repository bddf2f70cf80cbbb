//! Sets of up to 64 lanes or warps, one bit for each.

use crate::id::WarpId;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Shl};

/// A possible member of a mask: a number from 0 to 63.
pub trait Member: Copy {
    /// The member with this number.
    fn numbered(number: usize) -> Self;

    /// The number of the member.
    fn number(self) -> usize;
}

/// Lanes are plain numbers.
impl Member for usize {
    #[inline(always)]
    fn numbered(number: usize) -> Self {
        number
    }

    #[inline(always)]
    fn number(self) -> usize {
        self
    }
}

impl Member for WarpId {
    #[inline(always)]
    fn numbered(number: usize) -> Self {
        WarpId::new(number)
    }

    #[inline(always)]
    fn number(self) -> usize {
        self.index()
    }
}

/// Iterates over the members of a mask, the lowest first.
#[derive(Clone, Debug)]
pub struct Members<M> {
    rest: u64,
    of: PhantomData<M>,
}

impl<M: Member> Iterator for Members<M> {
    type Item = M;

    #[inline(always)]
    fn next(&mut self) -> Option<M> {
        if self.rest == 0 {
            return None;
        }
        let lowest = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(M::numbered(lowest))
    }
}

/// Defines a mask type and the type of its members.
macro_rules! mask {
    ($(#[$about:meta])* $mask:ident of $member:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $mask(u64);

        impl $mask {
            /// The empty mask.
            pub const NONE: $mask = $mask(0);

            /// The mask with these bits: bit `i` stands for member `i`.
            #[inline(always)]
            pub const fn new(bits: u64) -> Self {
                $mask(bits)
            }

            /// The mask as a word, one bit for each member.
            #[inline(always)]
            pub const fn bits(self) -> u64 {
                self.0
            }

            /// The first `count` (1 to 64) members.
            #[inline(always)]
            pub const fn all(count: usize) -> Self {
                $mask(u64::MAX >> (64 - count))
            }

            /// The mask with a single member.
            #[inline(always)]
            pub fn single(member: $member) -> Self {
                $mask(1 << member.number())
            }

            /// Whether the mask has no member.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of members.
            #[inline(always)]
            pub const fn count(self) -> u32 {
                self.0.count_ones()
            }

            /// The lowest member.
            #[inline(always)]
            pub fn first(self) -> Option<$member> {
                self.iter().next()
            }

            /// Whether `member` is in the mask.
            #[inline(always)]
            pub fn contains(self, member: $member) -> bool {
                self.0 >> member.number() & 1 == 1
            }

            /// Adds a member.
            #[inline(always)]
            pub fn insert(&mut self, member: $member) {
                *self |= Self::single(member);
            }

            /// Removes a member.
            #[inline(always)]
            pub fn remove(&mut self, member: $member) {
                *self = self.without(Self::single(member));
            }

            /// Whether all members are in the other mask too.
            #[inline(always)]
            pub const fn is_within(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            /// Whether at least one member is in the other mask too.
            #[inline(always)]
            pub const fn overlaps(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The members that are not in the other mask.
            #[inline(always)]
            pub const fn without(self, other: Self) -> Self {
                $mask(self.0 & !other.0)
            }

            /// The members, the lowest first.
            #[inline(always)]
            pub fn iter(self) -> Members<$member> {
                let (rest, of) = (self.0, PhantomData);
                Members { rest, of }
            }

            /// The members for which `holds` is true.
            #[inline(always)]
            pub fn filter(self, mut holds: impl FnMut($member) -> bool) -> Self {
                let mut found = 0;
                for member in self {
                    let bit = member.number();
                    found |= u64::from(holds(member)) << bit;
                }
                $mask(found)
            }
        }

        impl IntoIterator for $mask {
            type Item = $member;
            type IntoIter = Members<$member>;

            #[inline(always)]
            fn into_iter(self) -> Members<$member> {
                self.iter()
            }
        }

        impl BitOr for $mask {
            type Output = Self;

            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                $mask(self.0 | other.0)
            }
        }

        impl BitOrAssign for $mask {
            #[inline(always)]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl BitAnd for $mask {
            type Output = Self;

            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                $mask(self.0 & other.0)
            }
        }

        impl BitAndAssign for $mask {
            #[inline(always)]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }

        impl fmt::Debug for $mask {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($mask), "({:#b})"), self.0)
            }
        }
    };
}

mask! {
    /// Lanes of a warp, or of a row of threads with consecutive slots.
    LaneMask of usize
}

mask! {
    /// Warps of a core.
    WarpMask of WarpId
}

impl WarpMask {
    /// The first member after `warp`, wrapping round to the lowest.
    #[inline(always)]
    pub fn next_after(self, warp: WarpId) -> Option<WarpId> {
        let later = WarpMask(self.0 & !0 << warp.index() << 1);
        if later.is_empty() { self } else { later }.first()
    }
}

/// Lanes counted from the first lane of a sub-range of a warp become lanes counted from the first lane of the warp.
impl Shl<usize> for LaneMask {
    type Output = Self;

    #[inline(always)]
    fn shl(self, lanes: usize) -> Self {
        LaneMask(self.0 << lanes)
    }
}

/// Conversions between masks and rows of words, one word for each lane.
impl LaneMask {
    /// The `width` lanes from lane `first` on, renumbered from 0.
    #[inline(always)]
    pub const fn part(self, first: usize, width: usize) -> Self {
        LaneMask(self.0 >> first & LaneMask::all(width).0)
    }

    /// The lanes whose value in the row fulfils the condition. The compiler makes it vector code of four lanes at a
    /// time.
    #[inline(always)]
    pub fn where_row<T: Copy, const W: usize>(row: &[T; W], holds: impl Fn(T) -> bool) -> Self {
        Self::where_rows(row, row, |value, _| holds(value))
    }

    /// The lanes whose values in two rows fulfil the condition.
    #[inline(always)]
    pub fn where_rows<T: Copy, U: Copy, const W: usize>(
        a: &[T; W],
        b: &[U; W],
        holds: impl Fn(T, U) -> bool,
    ) -> Self {
        const BITS: [u32; 32] = lane_bits();
        let half = |a: &[T], b: &[U]| {
            let lanes = a.iter().zip(b).zip(BITS);
            lanes.fold(0, |mask, ((&a, &b), bit)| {
                mask | if holds(a, b) { bit } else { 0 }
            })
        };
        let middle = W.min(32);
        let (low, high) = (
            half(&a[..middle], &b[..middle]),
            half(&a[middle..], &b[middle..]),
        );
        LaneMask(u64::from(high) << 32 | u64::from(low))
    }

    /// For each lane a word of all ones or all zeros. The form lets the compiler compute four lanes at a time.
    #[inline(always)]
    pub fn words<const W: usize>(self) -> [u32; W] {
        let halves = [self.0 as u32, (self.0 >> 32) as u32];
        std::array::from_fn(|lane| {
            u32::from(halves[lane / 32] & 1 << (lane % 32) != 0).wrapping_neg()
        })
    }
}

const fn lane_bits() -> [u32; 32] {
    let mut bits = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_member_comes_first() {
        let mask = LaneMask::new(1 << 63 | 0b1010);
        assert!(mask.iter().eq([1, 3, 63]));
        assert_eq!((mask.first(), mask.count()), (Some(1), 3));
        assert_eq!(LaneMask::NONE.first(), None);
        assert!(LaneMask::all(64).iter().eq(0..64));
    }

    #[test]
    fn masks_are_sets() {
        let mut mask = LaneMask::all(4);
        mask.remove(1);
        mask.insert(5);
        assert_eq!(mask, LaneMask::new(0b10_1101));
        assert!(mask.contains(5) && !mask.contains(1));
        assert_eq!(mask.filter(|lane| lane > 2), LaneMask::new(0b10_1000));
        assert!(mask.is_within(LaneMask::all(6)) && !mask.is_within(LaneMask::all(5)));
        assert!(mask.overlaps(LaneMask::all(1)) && !mask.overlaps(LaneMask::single(1)));
        assert_eq!(mask.without(LaneMask::all(3)), LaneMask::new(0b10_1000));
        assert_eq!(mask.part(2, 2), LaneMask::new(0b11));
        assert_eq!(format!("{mask:?}"), "LaneMask(0b101101)");
    }

    #[test]
    fn the_next_warp_is_behind_the_last_one_going_round() {
        let warps = WarpMask::new(1 << 63 | 0b1010);
        let next = |warp| warps.next_after(WarpId::new(warp)).map(WarpId::index);
        let found = [0, 1, 3, 62, 63].map(next);
        assert_eq!(found, [Some(1), Some(3), Some(63), Some(63), Some(1)]);
        assert_eq!(WarpMask::NONE.next_after(WarpId::new(3)), None);
    }

    #[test]
    fn rows_and_masks_are_two_sides() {
        let mask = LaneMask::new(0x8000_0001_c000_0005);
        let words = mask.words::<64>();
        assert_eq!((words[0], words[1], words[63]), (u32::MAX, 0, u32::MAX));
        assert_eq!(LaneMask::where_row(&words, |word| word != 0), mask);
        let of_three = LaneMask::where_row(&[3, 4, 3, 9], |word| word == 3);
        assert_eq!(of_three, LaneMask::new(0b0101));
    }
}
