//! The shapes of functions that C calls, and tables of them.
//!
//! An entry has one of seven shapes. `status` returns a status, and `done` nothing. `made` returns a handle; its last argument is
//! `errcode_ret`. `found` returns the result of a lookup. `info` is a query; its last arguments are the room for the answer,
//! the place of the answer, and a place for its true size. `command` returns a status; its last arguments are a list of
//! events to wait for and a place for the command's event. `mapped` is a `command` that returns an object as `made` does.
//!
//! Arguments behind a semicolon are not read, and have their types in C.

/// Defines a function that C calls: it converts its arguments, and forwards to a function of [`crate::api`].
macro_rules! entry {
    (status $name:ident($($arg:ident: $type:ty),* $(; $($unread:ident: $raw:ty),*)?) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            $($(_: $raw,)*)?
        ) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            guard::status(|| $to($($arg),*))
        }
    };
    (made $name:ident($($arg:ident: $type:ty),* $(; $($unread:ident: $raw:ty),*)?) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            $($(_: $raw,)*)?
            errcode: *mut i32,
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            unsafe { guard::made::<$made>(errcode, || $to($($arg),*)) }
        }
    };
    (found $name:ident($($arg:ident: $type:ty),* $(; $($unread:ident: $raw:ty),*)?) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            $($(_: $raw,)*)?
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            guard::found::<$made>(|| $to($($arg),*))
        }
    };
    (info $name:ident($($arg:ident: $type:ty),*) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            size: usize,
            value: <HostPointer as Crossing>::Raw,
            size_ret: <Out<usize> as Crossing>::Raw,
        ) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let query = unsafe { Query::new(size, HostPointer::cross(value), Out::cross(size_ret)) };
            guard::status(|| $to($($arg,)* &query))
        }
    };
    (command $name:ident($($arg:ident: $type:ty),*) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            count: u32,
            list: <In<Handle> as Crossing>::Raw,
            event: <Out<Handle> as Crossing>::Raw,
        ) -> i32 {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let waits = unsafe { Waits::new(count, In::cross(list), Out::cross(event)) };
            guard::status(|| $to($($arg,)* &waits))
        }
    };
    (mapped $name:ident($($arg:ident: $type:ty),*) -> $made:ty => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            count: u32,
            list: <In<Handle> as Crossing>::Raw,
            event: <Out<Handle> as Crossing>::Raw,
            errcode: *mut i32,
        ) -> <$made as guard::Made>::Raw {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            // SAFETY: as above.
            let waits = unsafe { Waits::new(count, In::cross(list), Out::cross(event)) };
            // SAFETY: as above.
            unsafe { guard::made::<$made>(errcode, || $to($($arg,)* &waits)) }
        }
    };
    (done $name:ident($($arg:ident: $type:ty),* $(; $($unread:ident: $raw:ty),*)?) => $to:path) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($arg: <$type as Crossing>::Raw,)*
            $($(_: $raw,)*)?
        ) {
            // SAFETY: the program keeps the rules of the border.
            $(let $arg = unsafe { <$type>::cross($arg) };)*
            guard::status(|| $to($($arg),*));
        }
    };
}

/// The functions of a list, and `into`, which puts them into a dispatch table. The compiler checks there that each has the types of
/// the standard.
macro_rules! entries {
    ($($kind:ident $name:ident $arguments:tt $(-> $made:ty)? => $to:path;)*) => {
        $(entry!($kind $name $arguments $(-> $made)? => $to);)*

        /// The table with the functions of this list.
        pub(super) const fn into(table: cl_icd_dispatch) -> cl_icd_dispatch {
            cl_icd_dispatch {
                $($name: Some($name),)*
                ..table
            }
        }
    };
}
