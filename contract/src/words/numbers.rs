//! Numbers, truth values and pairs.

use super::{Put, Take, Words, field, sum};

macro_rules! numbers {
    ($($number:ident)+) => { $(
        impl Words for $number {
            const COUNT: Option<usize> = Some(1);

            #[inline]
            fn count(&self) -> usize {
                1
            }

            #[inline]
            fn put(&self, to: &mut Put<'_>) {
                to.word(*self as u64);
            }

            #[inline]
            fn take(from: &mut Take<'_>) -> Self {
                from.word() as Self
            }

            fn names(&self, path: &str, to: &mut Vec<String>) {
                to.push(path.into());
            }
        }
    )+ };
}
numbers!(u8 u16 u32 u64 usize);

impl Words for bool {
    const COUNT: Option<usize> = Some(1);

    #[inline]
    fn count(&self) -> usize {
        1
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        to.word(u64::from(*self));
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        from.word() != 0
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        to.push(path.into());
    }
}

impl<A: Words, B: Words> Words for (A, B) {
    const COUNT: Option<usize> = sum(&[A::COUNT, B::COUNT]);

    #[inline]
    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    #[inline]
    fn put(&self, to: &mut Put<'_>) {
        self.0.put(to);
        self.1.put(to);
    }

    #[inline]
    fn take(from: &mut Take<'_>) -> Self {
        let first = A::take(from);
        let second = B::take(from);
        (first, second)
    }

    fn names(&self, path: &str, to: &mut Vec<String>) {
        self.0.names(&field(path, "0"), to);
        self.1.names(&field(path, "1"), to);
    }
}
