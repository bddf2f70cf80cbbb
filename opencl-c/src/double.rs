//! Whether the device has `double`, which is software (OCL-18).

use std::ffi::OsStr;

/// The environment variable that hides `double`.
pub const HIDING: &str = "HEDDLE_FP64";

/// Whether programs may use `double`, by the value of [`HIDING`]: yes, unless it is 0. An empty value counts as absent.
///
/// # Errors
/// The variable with a value that it cannot have, and those that it can.
pub fn has_double(value: Option<&OsStr>) -> Result<bool, String> {
    match value.map(OsStr::as_encoded_bytes) {
        None | Some(b"" | b"1") => Ok(true),
        Some(b"0") => Ok(false),
        Some(_) => {
            let value = value.unwrap_or_default().display();
            Err(format!("{HIDING}={value}: give 1 or 0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_zero_hides_it() {
        let of = |value: &str| has_double(Some(value.as_ref()));
        assert_eq!(has_double(None), Ok(true));
        assert_eq!([of(""), of("1"), of("0")], [Ok(true), Ok(true), Ok(false)]);
        assert_eq!(of("no"), Err("HEDDLE_FP64=no: give 1 or 0".to_owned()));
    }
}
