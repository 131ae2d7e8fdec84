//! Ids with a type: the id of a conversation is no id of a message.

use std::{fmt, hash::Hash, marker::PhantomData};

use uuid::Uuid;

/// A UUID that names one `T`.
pub struct Id<T: ?Sized>(Uuid, PhantomData<fn() -> T>);

impl<T: ?Sized> Id<T> {
    /// Wraps a UUID that is known to name a `T`.
    pub const fn from_uuid(uuid: Uuid) -> Self {
        Self(uuid, PhantomData)
    }

    /// Reads an id as it stands in a request; `None` when it is no UUID.
    pub fn parse(text: &str) -> Option<Self> {
        Uuid::try_parse(text).ok().map(Self::from_uuid)
    }

    /// The bare UUID.
    pub const fn uuid(self) -> Uuid {
        self.0
    }
}

impl<T: ?Sized> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Id<T> {}

impl<T: ?Sized> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: ?Sized> Eq for Id<T> {}

impl<T: ?Sized> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl<T: ?Sized> Hash for Id<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T: ?Sized> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: ?Sized> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Marks ids of persons, resident or professional. A pseudonym: the name behind it lives in identity alone.
#[derive(Debug)]
pub enum Person {}

/// A person, resident or professional.
pub type PersonId = Id<Person>;
