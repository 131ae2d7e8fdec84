//! English.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nYou cannot reply to this e-mail.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "You have a new message",
            email!("You have a new message.", "Read it in Kajo: {link}"),
            "Kajo: you have a new message. {link}",
            "You have a new message.",
        ),
        Kind::CustomerTask => (
            "You have a new task",
            email!("You have a new task.", "Open it in Kajo: {link}"),
            "Kajo: you have a new task. {link}",
            "You have a new task.",
        ),
        Kind::AppointmentBooked => (
            "An appointment is booked for you",
            email!("An appointment is booked for you. It is on {time}.", "See it in Kajo: {link}"),
            "Kajo: your appointment is on {time}. {link}",
            "Your appointment is on {time}.",
        ),
        Kind::AppointmentMoved => (
            "Your appointment has been moved",
            email!("Your appointment has been moved. The new time is {time}.", "See it in Kajo: {link}"),
            "Kajo: your appointment has been moved to {time}. {link}",
            "Your appointment has been moved to {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Your appointment is cancelled",
            email!("Your appointment on {time} is cancelled.", "See it in Kajo: {link}"),
            "Kajo: your appointment on {time} is cancelled. {link}",
            "Your appointment on {time} is cancelled.",
        ),
        Kind::AppointmentReminder => (
            "Reminder of your appointment",
            email!("Reminder: your appointment is on {time}.", "See it in Kajo: {link}"),
            "Kajo: a reminder of your appointment on {time}. {link}",
            "A reminder of your appointment on {time}.",
        ),
        Kind::Recommendation => (
            "You are recommended to book an appointment",
            email!("A professional recommends that you book an appointment.", "Book it in Kajo: {link}"),
            "Kajo: a professional recommends that you book an appointment. {link}",
            "A professional recommends that you book an appointment.",
        ),
        Kind::Survey => (
            "You have a new survey",
            email!("You have a new survey.", "Answer it in Kajo: {link}"),
            "Kajo: you have a new survey. {link}",
            "You have a new survey.",
        ),
        Kind::Content => (
            "You have a new instruction",
            email!("You have a new instruction.", "Read it in Kajo: {link}"),
            "Kajo: you have a new instruction. {link}",
            "You have a new instruction.",
        ),
        Kind::LabResult => (
            "You have a new laboratory result",
            email!("You have a new laboratory result.", "See it in Kajo: {link}"),
            "Kajo: you have a new laboratory result. {link}",
            "You have a new laboratory result.",
        ),
        Kind::Prescription => (
            "You have a new prescription",
            email!("You have a new prescription.", "See it in Kajo: {link}"),
            "Kajo: you have a new prescription. {link}",
            "You have a new prescription.",
        ),
    }
}
