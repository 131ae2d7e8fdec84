//! A path as it is written: by which editor, with which events it begins, and its blocks.

use kajo_proto::digipath_engine::v1::{self as public, PathBlock, PathCondition, PathEntry};

/// How a path is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathKind {
    /// Events that begin it, and one line of steps (DIG-01).
    Events,
    /// Blocks of conditions and actions (DIG-02). Of one of which nothing is said, this is said.
    #[default]
    Blocks,
}

impl PathKind {
    chassis_domain::numbers!(pub u32: Events = 1, Blocks = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::PathKind {
        match self {
            Self::Events => public::PathKind::Events,
            Self::Blocks => public::PathKind::Blocks,
        }
    }

    /// From the contract.
    pub const fn from_public(kind: public::PathKind) -> Self {
        match kind {
            public::PathKind::Events => Self::Events,
            public::PathKind::Unspecified | public::PathKind::Blocks => Self::Blocks,
        }
    }
}

/// What is written of a path, for whoever makes a plan of it or says what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// How it is built.
    pub kind: PathKind,
    /// With what it begins. It counts of one that begins with events alone.
    pub entry: Option<&'a PathEntry>,
    /// What it does.
    pub blocks: &'a [PathBlock],
}

impl<'a> Written<'a> {
    /// The events that begin it, each with its number, which counts from 1.
    pub(super) fn events(self) -> impl Iterator<Item = (u32, &'a PathCondition)> {
        let entry = self.entry.filter(|_| self.kind == PathKind::Events);
        (1..).zip(entry.into_iter().flat_map(|entry| &entry.events))
    }
}
