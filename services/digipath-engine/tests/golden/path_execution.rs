//! One of every event of an execution, in the order of a stream, with every field filled that such an event has.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealed, Timestamp, Uuid};
use digipath_engine::execution::{Appointment, Because, EndReason, Event, EventKind, Heard, LeftOut, Source, Standing, StartedBy};
use kajo_proto::{
    digipath_engine::v1::{ActionKind, ConditionKind},
    scheduling::v1::AppointmentType,
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap_or_default()
}

/// In the order of a stream.
pub(crate) fn samples() -> Vec<Event> {
    let [patient, practitioner] = [1, 2].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let [path, block, step, object] = [3, 4, 5, 6].map(Uuid::from_u128);
    let standing = Standing { path, published_version: 7, patient, matter: Matter::Social, starter: Some(practitioner) };
    let event = |what| Event { what, standing: standing.clone() };
    // Cancelled: so that every field of it is stored.
    let appointment = Appointment {
        id: Uuid::from_u128(8),
        revision: 9,
        service: Uuid::from_u128(10),
        role: Some(Uuid::from_u128(11)),
        kind: AppointmentType::Video,
        starts_at: at("2026-03-30T06:00:00Z"),
        ends_at: at("2026-03-30T06:30:00Z"),
        booked_at: at("2026-03-01T08:00:00.5Z"),
        cancelled: true,
        source: Source::Professional,
    };
    let when = at("2026-03-27T07:00:00.25Z");
    let because = Because { condition: ConditionKind::UntilAppointment, at: appointment.starts_at, appointment: Some(appointment.id) };
    let name = Sealed::new(practitioner, RetentionClass::Professional, "Liisa Virtanen".to_owned());
    vec![
        event(EventKind::Started {
            cause: StartedBy::Booked(appointment.clone()),
            at: when,
            entered: vec![block],
            counted: vec![Uuid::from_u128(14)],
        }),
        event(EventKind::Heard(Heard::SurveyAnswered { survey: Uuid::from_u128(12), activation: Uuid::from_u128(13), at: when })),
        event(EventKind::Planned { step, turn: 1, due_at: when, because }),
        event(EventKind::Unplanned { step }),
        event(EventKind::Fired { step, turn: 2, action: ActionKind::Content, until: Some(appointment.starts_at) }),
        event(EventKind::Done { step, turn: 2, action: ActionKind::Content, object, again: true, at: when }),
        event(EventKind::LeftOut { step, reason: LeftOut::AppointmentPassed, at: when }),
        event(EventKind::Failed { step, turn: 3, code: "service_content_archived".to_owned(), at: when }),
        event(EventKind::Completed),
        event(EventKind::Ended { reason: EndReason::ByHand, by: Some((practitioner, name)) }),
    ]
}
