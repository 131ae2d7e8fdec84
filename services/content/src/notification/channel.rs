//! The ways on which a resident is told, and what becomes of a notification on each of them.

/// A way on which a resident is told. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// By e-mail.
    Email,
    /// By text message.
    Sms,
    /// On the devices that they have switched on.
    Push,
}

impl Channel {
    /// In the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Email, Self::Sms, Self::Push];

    chassis_domain::numbers!(pub u32: Email = 1, Sms = 2, Push = 3);

    /// As logs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Sms => "sms",
            Self::Push => "push",
        }
    }

    /// What is sent twice under one reference arrives once, or takes the place of the first.
    pub const fn drops_doubles(self) -> bool {
        match self {
            Self::Email => false,
            Self::Sms | Self::Push => true,
        }
    }
}

/// What has become of a notification on one way. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Whoever carries it on has it.
    Sent,
    /// The person does not want to be told there, or has not said where.
    NotChosen,
    /// They do, and have told no address.
    Missing,
    /// They do, and have not shown that the address is theirs.
    Unverified,
    /// It will not be taken.
    Refused,
    /// Perhaps it was sent, and nobody sends it again but people.
    Unsure,
    /// It came to be of no use any more.
    Expired,
    /// Nobody needs to be told any more.
    Withdrawn,
}

impl Outcome {
    chassis_domain::numbers!(
        pub u32: Sent = 1, NotChosen = 2, Missing = 3, Unverified = 4, Refused = 5, Unsure = 6, Expired = 7, Withdrawn = 8
    );

    /// As logs call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::NotChosen => "not_chosen",
            Self::Missing => "missing",
            Self::Unverified => "unverified",
            Self::Refused => "refused",
            Self::Unsure => "unsure",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether it is what became of an attempt; otherwise none was made.
    pub const fn is_of_attempt(self) -> bool {
        match self {
            Self::Sent | Self::Refused | Self::Unsure => true,
            Self::NotChosen | Self::Missing | Self::Unverified | Self::Expired | Self::Withdrawn => false,
        }
    }

    /// Whether somebody who wanted to be told perhaps was not, although nobody has taken it back and it was of use still.
    pub const fn is_failure(self) -> bool {
        match self {
            Self::Unverified | Self::Refused | Self::Unsure => true,
            Self::Sent | Self::NotChosen | Self::Missing | Self::Expired | Self::Withdrawn => false,
        }
    }
}

/// How it stands with one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delivery {
    /// It is to be tried.
    #[default]
    Waiting,
    /// Whoever carries it on takes it now, or may have.
    Attempting,
    /// Nothing more happens.
    Settled(Outcome),
}
