//! The order of numbers with a type. A derived order is by way of [`Ordering`](std::cmp::Ordering), and loops over
//! lanes that compare in this way do not become vector code.

/// Types that are in the order of the number that they hold.
macro_rules! in_order {
    ($($type:ident)+) => {$(
        impl Ord for $type {
            #[inline(always)]
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.0.cmp(&other.0)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $type(self.0.max(other.0))
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $type(self.0.min(other.0))
            }
        }

        impl PartialOrd for $type {
            #[inline(always)]
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }

            #[inline(always)]
            fn lt(&self, other: &Self) -> bool {
                self.0 < other.0
            }

            #[inline(always)]
            fn le(&self, other: &Self) -> bool {
                self.0 <= other.0
            }

            #[inline(always)]
            fn gt(&self, other: &Self) -> bool {
                self.0 > other.0
            }

            #[inline(always)]
            fn ge(&self, other: &Self) -> bool {
                self.0 >= other.0
            }
        }
    )+};
}
pub(crate) use in_order;
