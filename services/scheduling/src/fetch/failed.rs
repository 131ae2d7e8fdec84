//! Why another system was asked in vain.

/// Why nothing of it was taken. The reasons are shown to those who keep searches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFailed {
    /// It does not answer, or answers that something is wrong with it.
    #[error("the booking system does not answer")]
    Unavailable,
    /// It lets nobody ask so often.
    #[error("the booking system is asked too often")]
    Busy,
    /// It does not take our credentials.
    #[error("the booking system refuses our credentials")]
    Unauthorized,
    /// What it answers is none of what it should.
    #[error("the answer of the booking system cannot be read")]
    Malformed,
    /// Its list changes while it is read, each time anew.
    #[error("the list of the booking system changes while it is read")]
    Changing,
    /// The service of the search is no more.
    #[error("the service of the search is no more")]
    ServiceGone,
    /// Nobody says now whose appointments these are, or what their service is about.
    #[error("people or services cannot be asked about now")]
    DirectoryUnavailable,
}

impl FetchFailed {
    /// Whether whatever else its system is asked would fail as well.
    pub const fn is_of_all(&self) -> bool {
        match self {
            Self::Unavailable | Self::Busy | Self::Unauthorized => true,
            Self::Malformed | Self::Changing | Self::ServiceGone | Self::DirectoryUnavailable => false,
        }
    }
}

chassis_domain::refusals! { FetchFailed {
    Self::Unavailable => "booking_system_unavailable", State;
    Self::Busy => "booking_system_busy", State;
    Self::Unauthorized => "booking_system_unauthorized", State;
    Self::Malformed => "booking_system_malformed", State;
    Self::Changing => "booking_system_changing", State;
    Self::ServiceGone => "search_service_gone", State;
    Self::DirectoryUnavailable => "directory_unavailable", State;
} }
