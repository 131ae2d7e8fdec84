//! Refusals that are told together.

use std::{error::Error, fmt};

use crate::{Refusal, RefusalKind, Violation};

/// One refusal, or several of one form: whoever fills it in is told all that is wrong at once, of a field the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals<R> {
    first: R,
    others: Vec<R>,
}

impl<R: Refusal> Refusals<R> {
    /// Those of the rules that are broken, in the order of the form.
    ///
    /// # Errors
    /// When one is.
    pub fn of_broken(rules: impl IntoIterator<Item = (bool, R)>) -> Result<(), Self> {
        let mut told: Vec<R> = Vec::new();
        for refused in rules.into_iter().filter_map(|(is_broken, refused)| is_broken.then_some(refused)) {
            if told.iter().all(|other| other.field() != refused.field()) {
                told.push(refused);
            }
        }
        let mut told = told.into_iter();
        told.next().map_or(Ok(()), |first| Err(Self { first, others: told.collect() }))
    }

    /// The one, when there is just one.
    pub fn single(&self) -> Option<&R> {
        self.others.is_empty().then_some(&self.first)
    }
}

impl<R> From<R> for Refusals<R> {
    fn from(first: R) -> Self {
        Self { first, others: Vec::new() }
    }
}

impl<R: fmt::Display> fmt::Display for Refusals<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.first)?;
        self.others.iter().try_for_each(|other| write!(formatter, "; {other}"))
    }
}

impl<R: Error> Error for Refusals<R> {}

impl<R: Refusal> Refusal for Refusals<R> {
    fn code(&self) -> &'static str {
        self.single().map_or("fields_wrong", R::code)
    }

    fn field(&self) -> Option<&'static str> {
        self.single().and_then(R::field)
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        self.single().map(R::params).unwrap_or_default()
    }

    fn violations(&self) -> Vec<Violation> {
        std::iter::once(&self.first).chain(&self.others).flat_map(R::violations).collect()
    }

    fn kind(&self) -> RefusalKind {
        self.first.kind()
    }
}
