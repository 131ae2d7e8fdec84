//! What residents are told of outside the app.

use chassis_domain::Uuid;
use kajo_proto::content::v1 as public;

/// What a resident is told of. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A professional has written; once until it is read.
    Message,
    /// A task was given.
    CustomerTask,
    /// An appointment was booked.
    AppointmentBooked,
    /// It has another time.
    AppointmentMoved,
    /// It will not take place.
    AppointmentCancelled,
    /// It is tomorrow.
    AppointmentReminder,
    /// A professional recommends to book.
    Recommendation,
    /// A survey can be answered.
    Survey,
    /// A content was given.
    Content,
    /// A laboratory result has come.
    LabResult,
    /// A prescription has come.
    Prescription,
}

impl Kind {
    /// In the order of the panel.
    pub const ALL: [Self; 11] = [
        Self::Message,
        Self::CustomerTask,
        Self::AppointmentBooked,
        Self::AppointmentMoved,
        Self::AppointmentCancelled,
        Self::AppointmentReminder,
        Self::Recommendation,
        Self::Survey,
        Self::Content,
        Self::LabResult,
        Self::Prescription,
    ];

    chassis_domain::numbers!(
        pub u32: Message = 1, CustomerTask = 2, AppointmentBooked = 3, AppointmentMoved = 4, AppointmentCancelled = 5, AppointmentReminder = 6,
        Recommendation = 7, Survey = 8, Content = 9, LabResult = 10, Prescription = 11
    );

    /// As ids and addresses call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::CustomerTask => "customer-task",
            Self::AppointmentBooked => "appointment-booked",
            Self::AppointmentMoved => "appointment-moved",
            Self::AppointmentCancelled => "appointment-cancelled",
            Self::AppointmentReminder => "appointment-reminder",
            Self::Recommendation => "recommendation",
            Self::Survey => "survey",
            Self::Content => "content",
            Self::LabResult => "lab-result",
            Self::Prescription => "prescription",
        }
    }

    /// Whether it is about something that has a time.
    pub const fn has_time(self) -> bool {
        match self {
            Self::AppointmentBooked | Self::AppointmentMoved | Self::AppointmentCancelled | Self::AppointmentReminder => true,
            Self::Message | Self::CustomerTask | Self::Recommendation | Self::Survey | Self::Content | Self::LabResult | Self::Prescription => false,
        }
    }

    /// Where it is seen in the residents' app: a path without the app's own address.
    pub fn path(self, object: Uuid) -> String {
        match self {
            Self::Message => format!("/inbox/conversation/{object}/messages"),
            Self::CustomerTask => format!("/task/{object}"),
            Self::AppointmentBooked | Self::AppointmentMoved | Self::AppointmentCancelled | Self::AppointmentReminder => {
                format!("/appointment/{object}")
            }
            Self::Recommendation => "/book-appointment".to_owned(),
            Self::Survey => "/surveys".to_owned(),
            Self::Content => format!("/content/{object}"),
            Self::LabResult => format!("/events/labresults/{object}"),
            Self::Prescription => format!("/events/prescriptions/{object}"),
        }
    }

    /// As the contract has it.
    pub const fn public(self) -> public::NotificationKind {
        match self {
            Self::Message => public::NotificationKind::Message,
            Self::CustomerTask => public::NotificationKind::CustomerTask,
            Self::AppointmentBooked => public::NotificationKind::AppointmentBooked,
            Self::AppointmentMoved => public::NotificationKind::AppointmentMoved,
            Self::AppointmentCancelled => public::NotificationKind::AppointmentCancelled,
            Self::AppointmentReminder => public::NotificationKind::AppointmentReminder,
            Self::Recommendation => public::NotificationKind::Recommendation,
            Self::Survey => public::NotificationKind::Survey,
            Self::Content => public::NotificationKind::Content,
            Self::LabResult => public::NotificationKind::LabResult,
            Self::Prescription => public::NotificationKind::Prescription,
        }
    }
}
