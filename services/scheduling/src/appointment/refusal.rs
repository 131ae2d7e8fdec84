//! Why an appointment says no.

use chassis_domain::Timestamp;

/// A refusal of an appointment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such appointment.
    #[error("there is no such appointment")]
    NotFound,
    /// It was booked already; ids follow from commands, so another command did it.
    #[error("it is booked already")]
    AlreadyBooked,
    /// Somebody else has the time.
    #[error("somebody else has the time")]
    SlotTaken,
    /// It was held and is so no more, and somebody else has it now.
    #[error("the hold was lost")]
    HoldLost,
    /// The service is not for this resident.
    #[error("the service is not for this resident")]
    NotForYou,
    /// The service does not admit the patient to whom it is recommended.
    #[error("the service is not for this patient")]
    NotForPatient,
    /// Neither a service nor a role is chosen.
    #[error("a service or a role has to be chosen")]
    ChoiceMissing,
    /// No such day or month.
    #[error("there is no such day")]
    NoSuchDay(&'static str),
    /// The recommendation is another patient's, for another service, or no longer to be used.
    #[error("the recommendation cannot be used")]
    RecommendationUnusable,
    /// It could be changed until then.
    #[error("it is too late")]
    TooLate {
        /// The last moment.
        until: Timestamp,
        /// Whom to call; empty: nobody is named.
        phone: String,
    },
    /// Residents do not cancel it by themselves.
    #[error("it is not cancelled here")]
    NotCancelable {
        /// Whom to call.
        phone: String,
    },
    /// Residents do not move it by themselves.
    #[error("it is not moved here")]
    NotReschedulable {
        /// Whom to call.
        phone: String,
    },
    /// The other time is of another service.
    #[error("the other time is of another service")]
    OtherService,
    /// It has begun, or is over.
    #[error("it is over")]
    Over,
    /// It is cancelled.
    #[error("it is cancelled")]
    Cancelled,
    /// It has not begun yet.
    #[error("it has not begun")]
    NotBegun,
    /// One may come to the call from then on.
    #[error("it is too early to join")]
    JoinNotYet {
        /// The first moment.
        opens_at: Timestamp,
    },
    /// One could come to the call until a while after its end, or until it was done.
    #[error("it is over, and cannot be joined")]
    JoinOver,
    /// There is no call, since it is cancelled.
    #[error("it is cancelled, and cannot be joined")]
    JoinCancelled,
    /// It is no remote one, to which a guest could come by a link.
    #[error("it is no remote appointment")]
    NotRemote,
    /// So many links were asked for that one has to wait for the next.
    #[error("too many links were asked for")]
    GuestLinksTooMany,
    /// So many wrong secrets were named of a guest's link that nobody comes by it until then.
    #[error("the link is shut")]
    LinkShut {
        /// The first moment at which it is open again.
        until: Timestamp,
    },
    /// It is not cancelled: there is nothing to take note of.
    #[error("it is not cancelled")]
    NotCancelled,
    /// Another system keeps it.
    #[error("it is kept in another system and is changed there")]
    KeptElsewhere,
    /// Whoever asks is not the teenager whose it is.
    #[error("the teenager alone decides")]
    NotTheTeenager,
    /// A reason has to be given.
    #[error("a reason is missing")]
    ReasonMissing,
    /// A colleague has something else at that time.
    #[error("the colleague has something else then")]
    ColleagueBusy,
    /// They take part already.
    #[error("they take part already")]
    TakesPartAlready,
    /// So many take part that no more can.
    #[error("too many take part")]
    TooManyParticipants {
        /// So many, at the most.
        max: usize,
    },
    /// A guest has no name.
    #[error("the name is missing")]
    NameMissing,
    /// A guest can be reached neither by e-mail nor by phone.
    #[error("neither an e-mail address nor a phone number is given")]
    ContactMissing,
    /// What is given is no e-mail address.
    #[error("this is no e-mail address")]
    EmailMalformed,
    /// What is given is no phone number with a country code.
    #[error("this is no phone number")]
    PhoneMalformed,
    /// The reason is too long.
    #[error("the reason is too long")]
    ReasonTooLong {
        /// Characters, at the most.
        max: usize,
    },
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyBooked => "already_booked", State;
    Self::SlotTaken => "slot_taken", State;
    Self::HoldLost => "hold_lost", State;
    Self::NotForYou => "not_for_you", State;
    Self::NotForPatient => "not_for_patient", State;
    Self::ChoiceMissing => "choice_missing", Input, field "filter.service_id";
    Self::NoSuchDay(field) => "no_such_day", Input, field field;
    Self::RecommendationUnusable => "recommendation_unusable", State;
    Self::TooLate { until, phone } => "too_late", State, params [("until", until.to_string()), ("phone", phone.clone())];
    Self::NotCancelable { phone } => "not_cancelable", State, params [("phone", phone.clone())];
    Self::NotReschedulable { phone } => "not_reschedulable", State, params [("phone", phone.clone())];
    Self::OtherService => "other_service", State;
    Self::Over => "appointment_over", State;
    Self::Cancelled => "appointment_cancelled", State;
    Self::NotBegun => "appointment_not_begun", State;
    Self::JoinNotYet { opens_at } => "join_not_yet", State, params [("opens_at", opens_at.to_string())];
    Self::JoinOver => "join_over", State;
    Self::JoinCancelled => "join_cancelled", State;
    Self::NotRemote => "appointment_not_remote", State;
    Self::GuestLinksTooMany => "guest_links_too_many", State;
    Self::LinkShut { until } => "link_shut", State, params [("until", until.to_string())];
    Self::NotCancelled => "not_cancelled", State;
    Self::KeptElsewhere => "kept_elsewhere", State;
    Self::NotTheTeenager => "not_the_teenager", Forbidden;
    Self::ColleagueBusy => "colleague_busy", State;
    Self::TakesPartAlready => "takes_part_already", Input, field "practitioner_id";
    Self::TooManyParticipants { max } => "too_many_participants", State, params [("max", max.to_string())];
    Self::NameMissing => "required", Input, field "name";
    Self::ContactMissing => "email_or_phone_missing", Input, field "email";
    Self::EmailMalformed => "email_malformed", Input, field "email";
    Self::PhoneMalformed => "phone_malformed", Input, field "phone";
    Self::ReasonMissing => "required", Input, field "reason";
    Self::ReasonTooLong { max } => "reason_too_long", Input, field "reason", params [("max", max.to_string())];
} }
