//! Kinds of properties.

use crate::emit::rows::Page;

/// A kind of properties, and the treatment of its properties.
#[derive(PartialEq, Eq)]
pub(super) struct Kind {
    /// The word for these properties in names.
    pub name: &'static str,
    /// The keyword of formal tools for these properties.
    pub formal: &'static str,
    /// The meaning of these properties.
    pub doc: &'static str,
    /// For kinds that are proven: the meaning of the output that says which properties constrain the cycle.
    pub when: Option<&'static str>,
}

pub(super) const ASSUMPTION: Kind = Kind {
    name: "assumption",
    formal: "assume",
    doc: "what the environment respects",
    when: None,
};

pub(super) const GUARANTEE: Kind = Kind {
    name: "guarantee",
    formal: "assert",
    doc: "what the unit promises to an environment that respects all this",
    when: Some("guarantees that speak of this cycle"),
};

pub(super) const INVARIANT: Kind = Kind {
    name: "invariant",
    formal: "assert",
    doc: "what is so of registers inside, in an environment that respects all this",
    when: Some("invariants that speak of this cycle"),
};

pub(super) const CORNER: Kind = Kind {
    name: "corner",
    formal: "cover",
    doc: "situations that a thorough test reaches",
    when: None,
};

impl Kind {
    /// The output with a bit for each property.
    pub fn output(&self) -> String {
        format!("{}s_o", self.name)
    }

    pub fn when_output(&self) -> String {
        format!("{}s_when_o", self.name)
    }

    /// Prints a comment above all properties of the kind.
    pub fn heading(&self, page: &mut Page) {
        page.blank();
        page.comment(&format!("{}s: {}.", capital(self.name), self.doc));
    }
}

fn capital(word: &str) -> String {
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}
