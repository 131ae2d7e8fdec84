//! How a chat was, as the person at the screen says once it is over.

use kajo_proto::chat_queue::v1 as public;

use super::{Chat, Customer, Event, EventKind, Phase, Refused, Standing};

/// How it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Good.
    Good,
    /// Poor.
    Poor,
}

impl Rating {
    chassis_domain::numbers!(pub u32: Good = 1, Poor = 2);

    /// As the contract has it.
    pub const fn public(self) -> public::ChatRating {
        match self {
            Self::Good => public::ChatRating::Good,
            Self::Poor => public::ChatRating::Poor,
        }
    }

    /// From the contract.
    pub const fn from_public(rating: public::ChatRating) -> Option<Self> {
        match rating {
            public::ChatRating::Good => Some(Self::Good),
            public::ChatRating::Poor => Some(Self::Poor),
            public::ChatRating::Unspecified => None,
        }
    }
}

/// It is said once. To say the same again, from a second device or by a second press, changes nothing.
pub(super) fn rate(chat: &Chat, standing: &Standing, by: &Customer, rating: Rating) -> Result<Vec<Event>, Refused> {
    if !standing.is_of(by) {
        return Err(Refused::NotFound);
    }
    match chat.phase {
        Phase::Ended => match chat.rating {
            None => Ok(vec![Event { what: EventKind::Rated { rating }, standing: standing.clone() }]),
            Some(said) if said == rating => Ok(Vec::new()),
            Some(_) => Err(Refused::Rated),
        },
        // Who was out of the line before anybody accepted has not chatted.
        Phase::NotJoined | Phase::Waiting | Phase::Active | Phase::Left => Err(Refused::NotOver),
    }
}
