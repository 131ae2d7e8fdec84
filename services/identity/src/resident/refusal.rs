//! Why a resident's profile says no.

use chassis_domain::{Refusal, RefusalKind};

use super::{HOME_ADDRESS_MAX, Point};
use crate::contact::USUAL_NAME_MAX;

/// A business no of a resident's profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The same part was saved elsewhere since it was read.
    #[error("the profile has changed meanwhile")]
    ChangedMeanwhile,
    /// Too many letters.
    #[error("the usual name is too long")]
    UsualNameTooLong,
    /// Too many letters.
    #[error("the home address is too long")]
    HomeAddressTooLong,
    /// No e-mail address.
    #[error("the e-mail address is malformed")]
    EmailMalformed,
    /// Not +358 and digits.
    #[error("the phone number is malformed")]
    PhoneMalformed,
    /// Neither e-mail nor phone.
    #[error("an e-mail address or a phone number is needed")]
    Unreachable,
    /// Notifications go there.
    #[error("notifications go to the address that is missing")]
    ContactInUse {
        /// Where.
        point: Point,
    },
    /// Notifications cannot go where there is no address.
    #[error("there is no address for these notifications")]
    ChannelWithoutContact {
        /// Which is missing.
        point: Point,
    },
    /// The county has no such area.
    #[error("there is no such service area")]
    ServiceAreaUnknown,
    /// There is no address to send a code to.
    #[error("there is no address")]
    ContactMissing {
        /// Which is missing.
        point: Point,
    },
    /// There is nothing to prove any more.
    #[error("the address is verified already")]
    AlreadyVerified,
    /// The last code has only just been sent.
    #[error("a code was sent a moment ago")]
    CodeTooSoon,
    /// Enough for now.
    #[error("too many codes have been sent")]
    TooManyCodes,
    /// No code waits, or its time is over.
    #[error("the code is good no more")]
    CodeExpired,
    /// It was told wrongly too often.
    #[error("the code was told wrongly too often")]
    TooManyTries,
    /// Other terms are in force by now.
    #[error("other terms are in force")]
    TermsOutdated,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::ChangedMeanwhile => "profile_changed",
            Self::UsualNameTooLong | Self::HomeAddressTooLong => "input_too_long",
            Self::EmailMalformed => "email_malformed",
            Self::PhoneMalformed => "phone_malformed",
            Self::Unreachable => "email_or_phone_missing",
            Self::ContactInUse { point: Point::Email } => "email_in_use",
            Self::ContactInUse { point: Point::Phone } => "phone_in_use",
            Self::ChannelWithoutContact { point: Point::Email } | Self::ContactMissing { point: Point::Email } => "email_missing",
            Self::ChannelWithoutContact { point: Point::Phone } | Self::ContactMissing { point: Point::Phone } => "phone_missing",
            Self::ServiceAreaUnknown => "service_area_unknown",
            Self::AlreadyVerified => "already_verified",
            Self::CodeTooSoon => "code_too_soon",
            Self::TooManyCodes => "too_many_codes",
            Self::CodeExpired => "code_expired",
            Self::TooManyTries => "too_many_tries",
            Self::TermsOutdated => "terms_outdated",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::UsualNameTooLong => Some("contact_info.usual_name"),
            Self::HomeAddressTooLong => Some("contact_info.home_address"),
            Self::EmailMalformed | Self::Unreachable => Some(Point::Email.field()),
            Self::PhoneMalformed => Some(Point::Phone.field()),
            Self::ContactInUse { point } => Some(point.field()),
            Self::ChannelWithoutContact { .. } => Some("channel"),
            Self::ServiceAreaUnknown => Some("service_area_id"),
            Self::ChangedMeanwhile
            | Self::ContactMissing { .. }
            | Self::AlreadyVerified
            | Self::CodeTooSoon
            | Self::TooManyCodes
            | Self::CodeExpired
            | Self::TooManyTries
            | Self::TermsOutdated => None,
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::ChangedMeanwhile | Self::TermsOutdated => RefusalKind::Stale,
            Self::ContactMissing { .. } | Self::AlreadyVerified | Self::CodeTooSoon | Self::TooManyCodes | Self::CodeExpired | Self::TooManyTries => {
                RefusalKind::State
            }
            Self::UsualNameTooLong
            | Self::HomeAddressTooLong
            | Self::EmailMalformed
            | Self::PhoneMalformed
            | Self::Unreachable
            | Self::ContactInUse { .. }
            | Self::ChannelWithoutContact { .. }
            | Self::ServiceAreaUnknown => RefusalKind::Input,
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::UsualNameTooLong => vec![("max", USUAL_NAME_MAX.to_string())],
            Self::HomeAddressTooLong => vec![("max", HOME_ADDRESS_MAX.to_string())],
            _ => Vec::new(),
        }
    }
}
