//! Why another system is not asked, when somebody wants it asked at once.

/// Why it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFetched {
    /// There is no other system.
    #[error("the times of the own calendar are planned, and not fetched")]
    OwnCalendar,
    /// Nothing is fetched for it any more.
    #[error("the appointment search is archived")]
    Archived,
    /// Nobody said where it is.
    #[error("the booking system is not connected")]
    NotConnected,
    /// Somebody else has it asked at this moment.
    #[error("the booking system is being asked already")]
    UnderWay,
}

chassis_domain::refusals! { NotFetched {
    Self::OwnCalendar => "own_calendar_not_fetched", State;
    Self::Archived => "search_archived", State;
    Self::NotConnected => "booking_system_not_connected", State;
    Self::UnderWay => "fetch_under_way", State;
} }
