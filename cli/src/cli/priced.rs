//! A mechanism with compaction, as `--mechanism` of `heddle area` names it.

use heddle_contract::config::Compress;
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::UnknownMechanism;
use heddle_study::Method;
use std::fmt;
use std::str::FromStr;

/// A mechanism whose cost is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priced {
    /// The mechanism, or the limit study.
    pub method: Method,
    /// The compaction in place of the machine's, if one is named.
    pub mode: Option<Compress>,
}

/// What is wrong with the text of a [`Priced`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PricedError {
    /// No mechanism has the name.
    #[error("{0}, {oracle}", oracle = Method::Oracle.name())]
    Mechanism(#[from] UnknownMechanism),
    /// No mode of compaction has the name.
    #[error("no compaction is called `{0}`; there are: {modes}", modes = modes())]
    Mode(String),
}

fn modes() -> String {
    Compress::ALL.map(Compress::name).join(", ")
}

impl FromStr for Priced {
    type Err = PricedError;

    fn from_str(text: &str) -> Result<Self, PricedError> {
        let (name, mode) = match text.split_once('+') {
            Some((name, mode)) => (name, Some(mode)),
            None => (text, None),
        };
        let method = match name == Method::Oracle.name() {
            true => Method::Oracle,
            false => Method::Gpu(name.parse::<Mechanism>()?),
        };
        let named = |mode: &str| {
            let found = Compress::ALL.into_iter().find(|own| own.name() == mode);
            found.ok_or_else(|| PricedError::Mode(mode.into()))
        };
        let mode = mode.map(named).transpose()?;
        Ok(Priced { method, mode })
    }
}

impl fmt::Display for Priced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method.name())?;
        let mode = self.mode.map(Compress::name);
        mode.map_or(Ok(()), |mode| write!(f, "+{mode}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_it_is_read() {
        for text in ["pdom", "dwr+scc", "oracle", "dwf+none"] {
            assert_eq!(text.parse::<Priced>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_list_what_there_is() {
        let error = |text: &str| text.parse::<Priced>().unwrap_err().to_string();
        for mechanism in Mechanism::ALL {
            assert!(error("warps").contains(mechanism.name()));
        }
        assert!(error("warps+scc").starts_with("no mechanism is called `warps`; there are: "));
        assert!(error("warps").ends_with(", oracle"));
        assert_eq!(
            error("pdom+tbc"),
            "no compaction is called `tbc`; there are: none, ivb, bcc, scc"
        );
    }
}
