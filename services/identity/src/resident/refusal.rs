//! Why a resident's profile says no.

use super::{HOME_ADDRESS_MAX, Point};
use crate::contact::USUAL_NAME_MAX;

/// A refusal of a resident's profile.
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
    /// Whoever sits there may be somebody else than who signed in.
    #[error("the person has to sign in anew first")]
    NotFresh,
    /// Other terms are in force by now.
    #[error("other terms are in force")]
    TermsOutdated,
}

chassis_domain::refusals! { Refused {
    Self::ChangedMeanwhile => "profile_changed", Stale;
    Self::UsualNameTooLong => "input_too_long", Input, field "contact_info.usual_name", params [("max", USUAL_NAME_MAX.to_string())];
    Self::HomeAddressTooLong => "input_too_long", Input, field "contact_info.home_address", params [("max", HOME_ADDRESS_MAX.to_string())];
    Self::EmailMalformed => "email_malformed", Input, field Point::Email.field();
    Self::PhoneMalformed => "phone_malformed", Input, field Point::Phone.field();
    Self::Unreachable => "email_or_phone_missing", Input, field Point::Email.field();
    Self::ContactInUse { point: Point::Email } => "email_in_use", Input, field Point::Email.field();
    Self::ContactInUse { point: Point::Phone } => "phone_in_use", Input, field Point::Phone.field();
    Self::ChannelWithoutContact { point: Point::Email } => "email_missing", Input, field "channel";
    Self::ContactMissing { point: Point::Email } => "email_missing", State;
    Self::ChannelWithoutContact { point: Point::Phone } => "phone_missing", Input, field "channel";
    Self::ContactMissing { point: Point::Phone } => "phone_missing", State;
    Self::ServiceAreaUnknown => "service_area_unknown", Input, field "service_area_id";
    Self::AlreadyVerified => "already_verified", State;
    Self::CodeTooSoon => "code_too_soon", State;
    Self::TooManyCodes => "too_many_codes", State;
    Self::CodeExpired => "code_expired", State;
    Self::TooManyTries => "too_many_tries", State;
    Self::NotFresh => "fresh_sign_in_needed", State;
    Self::TermsOutdated => "terms_outdated", Stale;
} }
