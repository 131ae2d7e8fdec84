//! Extensions of an element: each is taken by whoever knows it, and what nobody took is refused.

use ::fhir::{
    Problem,
    extension::{self, value},
    json::{Element, Object},
};

use super::elements::only;

/// Those that nobody took yet.
pub(super) struct Extensions<'j>(Vec<(String, Object<'j>)>);

impl<'j> Extensions<'j> {
    /// Those of an element.
    pub(super) fn of(object: &Object<'j>) -> Result<Self, Problem> {
        extension::all(object).map(Self)
    }

    /// Those of a text or a number.
    pub(super) fn beside(object: &Object<'j>, name: &str) -> Result<Self, Problem> {
        extension::beside(object, name).map(Self)
    }

    /// All that are called so.
    pub(super) fn take_all(&mut self, url: &str) -> Vec<Object<'j>> {
        let (taken, left): (Vec<_>, Vec<_>) = std::mem::take(&mut self.0).into_iter().partition(|(name, _)| name == url);
        self.0 = left;
        taken.into_iter().map(|(_, extension)| extension).collect()
    }

    /// The one that is called so.
    pub(super) fn take(&mut self, url: &str) -> Result<Option<Object<'j>>, Problem> {
        let mut taken = self.take_all(url).into_iter();
        let first = taken.next();
        match taken.next() {
            Some(second) => Err(Problem::value(second.path(), "this extension stands here twice")),
            None => Ok(first),
        }
    }

    /// What it says, where it is there.
    pub(super) fn value<T>(&mut self, url: &str, read: impl FnOnce(&Object<'j>) -> Result<T, Problem>) -> Result<Option<T>, Problem> {
        self.take(url)?.map(|extension| read(&extension)).transpose()
    }

    /// Refuses what is left.
    pub(super) fn none_left(&self) -> Result<(), Problem> {
        match self.0.first() {
            Some((_, extension)) => Err(Problem::not_supported(extension.path(), "this extension is not held here")),
            None => Ok(()),
        }
    }
}

/// What an extension is, of this type and no other.
pub(super) fn of_type<'j>(extension: &Object<'j>, name: &str) -> Result<Element<'j>, Problem> {
    only(extension, &["id", "url", name], &[])?;
    value(extension, name)
}

/// The number that an extension is, of either type.
pub(super) fn number<'j>(extension: &Object<'j>) -> Result<Element<'j>, Problem> {
    only(extension, &["id", "url", "valueInteger", "valueDecimal"], &[])?;
    let found = extension.choice("value", &[("Integer", "integer", ()), ("Decimal", "decimal", ())])?;
    found.map(|((), element)| element).ok_or_else(|| Problem::required(extension.path_of("value")))
}

/// The parts that an extension is made of.
pub(super) fn parts<'j>(extension: &Object<'j>) -> Result<Extensions<'j>, Problem> {
    only(extension, &["id", "url", "extension"], &[])?;
    Extensions::of(extension)
}
