//! Comparison operators of the number types. The derived ones go by way of [`Ordering`](std::cmp::Ordering), and the
//! compiler does not turn loops over lanes into vector code if they compare that way.

/// Implements the order of types that wrap a number: the order of the numbers.
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
