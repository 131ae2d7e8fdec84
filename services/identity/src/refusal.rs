//! The refusal of what is never refused.

use chassis_domain::Refusal;

/// Nothing of this kind is ever refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Never {}

impl Refusal for Never {
    fn code(&self) -> &'static str {
        match *self {}
    }
}
