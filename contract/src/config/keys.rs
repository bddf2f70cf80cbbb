//! Keys of the machine file: what they mean, in what they are measured, and what limits they have.
//!
//! A section declares its keys with [`section!`], a key that is a choice declares its values with [`choices!`]. The struct with its
//! documentation, the check of the limits and the tables for people are made from this declaration.

use crate::{ParamError, require, require_power_of_two};

/// A section of the machine file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Name in the file; empty for keys outside of all sections.
    pub name: &'static str,
    /// What the section describes.
    pub doc: &'static str,
    /// Keys in the order of declaration.
    pub keys: &'static [MachineKey],
}

/// A key of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineKey {
    /// Name in its section.
    pub name: &'static str,
    /// What the key means; Markdown.
    pub doc: &'static str,
    /// What a number counts, such as `cycles`; empty if the key is no number.
    pub measure: &'static str,
    /// What the key accepts.
    pub values: Values,
    /// Limits of a number.
    pub limits: Limits,
    /// Whether a machine may leave the key out.
    pub is_optional: bool,
}

/// What a key accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number within the limits.
    Number,
    /// `true` or `false`.
    Switch,
    /// One of these names.
    Names(&'static [Named]),
}

/// A name that a key accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The Boolean that says the same, if one does.
    pub or: Option<bool>,
    /// What the name means; Markdown.
    pub doc: &'static str,
}

/// The limits of a number. They hold whatever the other keys are; [`also`](Self::also) says what other keys demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The least value.
    pub least: u64,
    /// The largest value, if there is one.
    pub most: Option<u64>,
    /// Which values between them are accepted.
    pub form: Form,
    /// Limits that depend on other keys, in words; empty if there are none.
    pub also: &'static str,
}

/// Which numbers between the least and the largest are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All of them.
    Any,
    /// Powers of two.
    PowerOfTwo,
    /// Multiples of this number.
    MultipleOf(u64),
    /// These alone.
    OneOf(&'static [u64]),
}

impl Limits {
    /// Of a number without limits, and of a key that is no number.
    pub(super) const ANY: Limits = Limits {
        least: 0,
        most: None,
        form: Form::Any,
        also: "",
    };

    /// The limits in words, such as "2 to 64, a power of two"; empty if there are none.
    pub fn in_words(&self) -> String {
        let range = match (self.form, self.most) {
            (Form::OneOf(values), _) => listed(values),
            (_, Some(most)) if most == self.least => most.to_string(),
            (_, Some(most)) => format!("{} to {most}", self.least),
            (_, None) => String::new(),
        };
        let form = match self.form {
            Form::PowerOfTwo => "a power of two".into(),
            Form::MultipleOf(of) => format!("a multiple of {of}"),
            Form::Any | Form::OneOf(_) => String::new(),
        };
        let all = [range, form, self.also.into()];
        let said: Vec<String> = all.into_iter().filter(|part| !part.is_empty()).collect();
        said.join(", ")
    }
}

/// Numbers as a sentence lists them: "16, 32 or 64".
fn listed(values: &[u64]) -> String {
    let names: Vec<String> = values.iter().map(u64::to_string).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

impl Section {
    /// Name of a key with its section, as in `--set`.
    pub fn path(&self, key: &MachineKey) -> String {
        match self.name {
            "" => key.name.into(),
            section => format!("{section}.{}", key.name),
        }
    }

    /// Checks the numbers of all keys, in the order of the keys. `unit` names the section in errors.
    pub(super) fn check(
        &self,
        unit: &'static str,
        numbers: &[Option<u64>],
    ) -> Result<(), ParamError> {
        let mut given = self.keys.iter().zip(numbers);
        given.try_for_each(|(key, number)| number.map_or(Ok(()), |value| key.check(unit, value)))
    }
}

impl MachineKey {
    fn check(&self, unit: &'static str, value: u64) -> Result<(), ParamError> {
        let Limits {
            least, most, form, ..
        } = self.limits;
        if let Form::OneOf(values) = form {
            let refused = || ParamError {
                unit,
                name: self.name,
                value: value.to_string(),
                allowed: listed(values),
            };
            return values.contains(&value).then_some(()).ok_or_else(refused);
        }
        require(unit, self.name, value, least..=most.unwrap_or(u64::MAX))?;
        match form {
            Form::PowerOfTwo => require_power_of_two(unit, self.name, value).map(drop),
            Form::MultipleOf(of) => multiple(unit, self.name, value, of),
            Form::Any | Form::OneOf(_) => Ok(()),
        }
    }
}

/// Checks that a number is a multiple of another, and not zero.
pub(super) fn multiple(
    section: &'static str,
    name: &'static str,
    value: u64,
    of: u64,
) -> Result<(), ParamError> {
    if value > 0 && value.is_multiple_of(of) {
        return Ok(());
    }
    let allowed = format!("a positive multiple of {of}");
    Err(ParamError {
        unit: section,
        name,
        value: value.to_string(),
        allowed,
    })
}

/// The type of a key.
pub(super) trait KeyType {
    /// What the key accepts.
    const VALUES: Values;
    /// Whether a machine may leave the key out.
    const IS_OPTIONAL: bool = false;

    /// The number that the key holds, if it is one and is not left out.
    fn number(&self) -> Option<u64> {
        None
    }
}

impl KeyType for usize {
    const VALUES: Values = Values::Number;

    fn number(&self) -> Option<u64> {
        Some(*self as u64)
    }
}

impl KeyType for u32 {
    const VALUES: Values = Values::Number;

    fn number(&self) -> Option<u64> {
        Some((*self).into())
    }
}

impl KeyType for bool {
    const VALUES: Values = Values::Switch;
}

impl<T: KeyType> KeyType for Option<T> {
    const VALUES: Values = T::VALUES;
    const IS_OPTIONAL: bool = true;

    fn number(&self) -> Option<u64> {
        self.as_ref().and_then(T::number)
    }
}

/// Declares a section: `key: type(limits) "measure";`, each key with its documentation. Limits are `1 to 64`, `power of two, 1 to
/// 64`, `multiple of 16, 16 to 1024` or `one of 16 32 64`, then perhaps `; "what other keys demand"`.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        pub struct $section:ident of $name:literal {
            $(
                $(#[doc = $doc:literal])+
                $(#[serde($($serde:tt)*)])?
                $key:ident: $type:ident $(<$inner:ident>)? $(($($limits:tt)*))? $($measure:literal)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $section {
            $(
                $(#[doc = $doc])+
                $(#[doc = section!(@doc $($limits)*)])?
                $(#[serde($($serde)*)])?
                pub $key: $type $(<$inner>)?,
            )+
        }

        impl $section {
            /// The section with its keys, for people.
            pub const SECTION: $crate::config::keys::Section = $crate::config::keys::Section {
                name: $name,
                doc: concat!($($about),+).trim_ascii(),
                keys: &[$($crate::config::keys::MachineKey {
                    name: stringify!($key),
                    doc: concat!($($doc),+).trim_ascii(),
                    measure: concat!("" $(, $measure)?),
                    values: <$type $(<$inner>)? as $crate::config::keys::KeyType>::VALUES,
                    limits: section!(@limits $($($limits)*)?),
                    is_optional: <$type $(<$inner>)? as $crate::config::keys::KeyType>::IS_OPTIONAL,
                }),+],
            };

            /// Checks the limits that do not depend on other keys.
            fn check(&self) -> Result<(), $crate::ParamError> {
                use $crate::config::keys::KeyType;
                Self::SECTION.check($name, &[$(self.$key.number()),+])
            }
        }
    };

    (@limits) => { $crate::config::keys::Limits::ANY };
    (@limits power of two, $($rest:tt)+) => { section!(@within PowerOfTwo; $($rest)+) };
    (@limits multiple of $of:literal, $($rest:tt)+) => { section!(@within MultipleOf($of); $($rest)+) };
    (@limits one of $first:literal $($value:literal)+) => {
        $crate::config::keys::Limits {
            least: $first,
            form: $crate::config::keys::Form::OneOf(&[$first, $($value),+]),
            ..$crate::config::keys::Limits::ANY
        }
    };
    (@limits $($rest:tt)+) => { section!(@within Any; $($rest)+) };
    (@within $form:ident $(($of:literal))?; $least:literal to $most:literal $(; $also:literal)?) => {
        $crate::config::keys::Limits {
            least: $least,
            most: Some($most),
            form: $crate::config::keys::Form::$form $(($of))?,
            also: concat!("" $(, $also)?),
        }
    };

    (@doc $($limits:tt)+) => { concat!(" Limits: ", section!(@text $($limits)+), ".") };
    (@text power of two, $($rest:tt)+) => { concat!("a power of two, ", section!(@text $($rest)+)) };
    (@text multiple of $of:literal, $($rest:tt)+) => {
        concat!("a multiple of ", $of, ", ", section!(@text $($rest)+))
    };
    (@text one of $first:literal $($value:literal)+) => { concat!("one of ", $first $(, ", ", $value)+) };
    (@text $least:literal to $most:literal) => { concat!($least, " to ", $most) };
    (@text $least:literal to $most:literal; $also:literal) => { concat!($least, " to ", $most, ", ", $also) };
}
pub(super) use section;

/// Declares a choice: its values, each with its name in files and its documentation.
macro_rules! choices {
    (
        $(#[doc = $about:literal])+
        pub enum $choice:ident {
            $(
                $(#[doc = $doc:literal])+
                $value:ident = $name:literal,
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, $crate::Words,
        )]
        pub enum $choice {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $name)]
                $value,
            )+
        }

        impl $choice {
            /// Every value, in the order of declaration.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Its name in files and on command lines.
            pub fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)+ }
            }
        }

        impl $crate::config::keys::KeyType for $choice {
            const VALUES: $crate::config::keys::Values = $crate::config::keys::Values::Names(&[
                $($crate::config::keys::Named {
                    name: $name,
                    or: None,
                    doc: concat!($($doc),+).trim_ascii(),
                }),+
            ]);
        }
    };
}
pub(super) use choices;
