//! Every event that chat-queue ever released, read and folded as on the day it was released (`proto/golden`).

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::Path;

use chassis::testkit::golden;
use chassis_domain::{AdminEvent, Matter, PersonId, RetentionClass, Sealed, Timestamp, Translated, Uuid};
use chat_queue::{
    assessment::{self, Answered, Assessment},
    call::{self, Attendee, BelongsTo, Call, End, Party},
    chat::{self, Chat, EventKind, LeaveReason, Rating, Side, Standing},
    chat_queue::{ChatQueue, Details},
    chat_schedule::{self, ChatSchedule},
    chat_summary::{self, ChatSummary, Failure, Sentence},
    closure::{Closed, Closure, Event},
    hours::{Exception, HolidayRule, OpeningHours, Rule, Window},
};
use kajo_proto::{
    chat_queue::store::v1::AnsweredAssessment,
    survey::v1::{Answer, AnswerValue, ScoreValue, answer_value::Value},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/chat-queue");

fn texts(word: &str) -> Translated {
    Translated { fi: format!("{word} fi"), sv: format!("{word} sv"), en: format!("{word} en") }
}

/// With every kind of rule in it.
fn hours() -> OpeningHours {
    let windows = |from: &str, until: &str| vec![Window::parse(from, until)];
    let mut hours = OpeningHours {
        rule: Some(Rule::Weekly),
        daily: windows("00:00", "24:00"),
        holidays: HolidayRule::Hours,
        holiday_windows: windows("10:00", "12:00"),
        eves: HolidayRule::Closed,
        eve_windows: windows("09:00", "11:30"),
        exceptions: vec![
            Exception { from: "2026-12-23".parse().unwrap(), until: "2027-01-06".parse().unwrap(), yearly: true, windows: vec![] },
            Exception {
                from: "2026-11-27".parse().unwrap(),
                until: "2026-11-27".parse().unwrap(),
                yearly: false,
                windows: windows("12:00", "14:00"),
            },
        ],
        ..OpeningHours::default()
    };
    hours.weekly[0] = windows("08:00", "11:15");
    hours.weekly[6] = windows("22:00", "02:00");
    hours
}

#[test]
fn chat_queue() {
    let details = Details {
        name: texts("Nimi"),
        description: texts("Kuvaus"),
        icon: "smile".to_owned(),
        service: Some(Uuid::from_u128(1)),
        matter: Matter::Social,
        locations: [Uuid::from_u128(2), Uuid::from_u128(3)].into(),
        roles: [Uuid::from_u128(4)].into(),
        visible_to_identified: true,
        visible_to_unidentified: true,
        triage_required: true,
        assessment_survey: Some(Uuid::from_u128(7)),
        summary_enabled: true,
        pre_chat_questionnaire: Some(Uuid::from_u128(5)),
        post_chat_questionnaire: Some(Uuid::from_u128(6)),
        follows_schedule: true,
        hours: hours(),
        closed_text: texts("Kiinni"),
        external_url: "https://chat.example.fi/jono".to_owned(),
    };
    let samples = [AdminEvent::Defined(details), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<ChatQueue>(Path::new(FOLDER), include_str!("../src/chat_queue/mod.rs"), &samples).unwrap();
}

#[test]
fn chat_schedule() {
    let samples = [AdminEvent::Defined(chat_schedule::Details { hours: hours() }), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed];
    golden::<ChatSchedule>(Path::new(FOLDER), include_str!("../src/chat_schedule/mod.rs"), &samples).unwrap();
}

#[test]
fn closure() {
    let until: Timestamp = "2026-12-01T06:00:00Z".parse().unwrap();
    let closed = Event::Closed(Closed { text: texts("Suljettu"), until: Some(until) });
    golden::<Closure>(Path::new(FOLDER), include_str!("../src/closure/stored.rs"), &[closed, Event::Reopened]).unwrap();
}

#[test]
fn assessment() {
    let visit = PersonId::from_uuid(Uuid::from_u128(1));
    let standing = assessment::Standing { queue: Uuid::from_u128(4), matter: Matter::Social, resident: visit, at_screen: visit, visitor: true };
    let event = |what| assessment::Event { what, standing: standing.clone() };
    let values = vec![AnswerValue { value: Some(Value::Integer(7)) }];
    let answered = AnsweredAssessment {
        answers: vec![Answer { link_id: "pain".to_owned(), values }],
        scores: vec![ScoreValue { link_id: "urgency".to_owned(), value: Some(7_000_000), band: Some(1) }],
        level: 2,
    };
    let samples = [
        event(assessment::EventKind::Completed {
            survey: Uuid::from_u128(5),
            published_version: 2,
            consent_version: 1,
            answers: Sealed::new(visit, RetentionClass::Visit, Answered(answered)),
        }),
        event(assessment::EventKind::Joined { chat: Uuid::from_u128(6) }),
    ];
    golden::<Assessment>(Path::new(FOLDER), include_str!("../src/assessment/stored.rs"), &samples).unwrap();
}

#[test]
fn chat() {
    let [resident, visit, practitioner] = [1, 2, 3].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let standing = |practitioner: Option<PersonId>| Standing {
        queue: Uuid::from_u128(4),
        matter: Matter::Social,
        resident: visit,
        at_screen: visit,
        ticket: 41,
        practitioner,
        visitor: true,
    };
    let event = |practitioner: Option<PersonId>, what: EventKind| chat::Event { what, standing: standing(practitioner) };
    let of_resident = Standing { resident, at_screen: resident, visitor: false, ..standing(Some(practitioner)) };
    let practitioner_name = Sealed::new(practitioner, RetentionClass::Professional, "Liisa Virtanen".to_owned());
    let text = Sealed::new(visit, RetentionClass::Visit, "Hei".to_owned());
    let samples = [
        event(None, EventKind::Joined),
        event(None, EventKind::PassedOver),
        event(Some(practitioner), EventKind::Accepted { practitioner_name: practitioner_name.clone(), line_seq: 17 }),
        event(Some(practitioner), EventKind::Unattended),
        event(Some(practitioner), EventKind::Attended),
        event(Some(practitioner), EventKind::TakenOver { practitioner_name, from: resident }),
        event(None, EventKind::Returned { by: practitioner, line_seq: 18 }),
        event(Some(practitioner), EventKind::MessageWritten { number: 1, side: Side::Customer, text, files: vec![Uuid::from_u128(70)] }),
        event(Some(practitioner), EventKind::Ended { side: Side::Practitioner }),
        event(Some(practitioner), EventKind::Rated { rating: Rating::Poor }),
        event(None, EventKind::Left { reason: LeaveReason::QueueClosed, line_seq: 19 }),
        chat::Event { what: EventKind::Claimed { visit }, standing: of_resident },
    ];
    golden::<Chat>(Path::new(FOLDER), include_str!("../src/chat/stored.rs"), &samples).unwrap();
}

#[test]
fn call() {
    let [visit, practitioner] = [2, 3].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let [organiser, participant] = [21, 22].map(Uuid::from_u128);
    let visitor = Attendee { side: call::Side::Customer, person: visit, at_screen: visit, visitor: true };
    let parties = vec![Party { participant: organiser, attendee: Attendee::practitioner(practitioner) }, Party { participant, attendee: visitor }];
    let standing = call::Standing { belongs_to: BelongsTo::Chat(Uuid::from_u128(4)), parties };
    let event = |what| call::Event { what, standing: standing.clone() };
    let patient = PersonId::from_uuid(Uuid::from_u128(1));
    let at_screen = Attendee { side: call::Side::Customer, person: patient, at_screen: patient, visitor: false };
    let appointment = call::Appointment { id: Uuid::from_u128(5), patient, matter: Matter::Social, calendars: vec![Uuid::from_u128(6)] };
    let standing_of_appointment = call::Standing {
        belongs_to: BelongsTo::Appointment(appointment),
        parties: vec![Party { participant, attendee: at_screen }, Party { participant: organiser, attendee: Attendee::practitioner(practitioner) }],
    };
    let of_appointment = |what| call::Event { what, standing: standing_of_appointment.clone() };
    let guest = Party { participant: Uuid::from_u128(23), attendee: Attendee { side: call::Side::Guest(Uuid::from_u128(7)), ..visitor } };
    let mut standing_with_guest = standing_of_appointment.clone();
    standing_with_guest.parties.push(guest);
    let with_guest = |what| call::Event { what, standing: standing_with_guest.clone() };
    let samples = [
        event(call::EventKind::Invited { participant, lapses_at: "2026-12-01T06:01:00Z".parse().unwrap() }),
        event(call::EventKind::Accepted { participant }),
        event(call::EventKind::LobbyEntered { participant }),
        event(call::EventKind::Entered { participant }),
        event(call::EventKind::Left { participant }),
        event(call::EventKind::Ended { end: End::ChatOver }),
        of_appointment(call::EventKind::Opened { participant }),
        of_appointment(call::EventKind::LobbyEntered { participant }),
        of_appointment(call::EventKind::Entered { participant: organiser }),
        of_appointment(call::EventKind::Left { participant: organiser }),
        of_appointment(call::EventKind::Ended { end: End::AppointmentOver }),
        with_guest(call::EventKind::Opened { participant: guest.participant }),
        with_guest(call::EventKind::LobbyEntered { participant: guest.participant }),
        with_guest(call::EventKind::Entered { participant: guest.participant }),
        with_guest(call::EventKind::Left { participant: guest.participant }),
        with_guest(call::EventKind::PartyRemoved { participant: guest.participant }),
        with_guest(call::EventKind::Ended { end: End::AppointmentOver }),
    ];
    golden::<Call>(Path::new(FOLDER), include_str!("../src/call/stored.rs"), &samples).unwrap();
}

#[test]
fn chat_summary() {
    let [visit, practitioner] = [1, 2].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let standing = chat_summary::Standing { queue: Uuid::from_u128(4), resident: visit, visitor: true, practitioner };
    let event = |what| chat_summary::Event { what, standing: standing.clone() };
    let sealed = |text: &str| Sealed::new(visit, RetentionClass::Visit, text.to_owned());
    let sentences = vec![Sentence { text: sealed("Polveen sattuu."), messages: vec![1, 3], unsupported: true }];
    // What has become of others comes first, so that the stream ends with one that stands.
    let samples = [
        event(chat_summary::EventKind::Failed { failure: Failure::Unreadable }),
        event(chat_summary::EventKind::Rejected),
        event(chat_summary::EventKind::Cleared),
        event(chat_summary::EventKind::Requested { until_number: 4, names: sealed("Aino Virtanen") }),
        event(chat_summary::EventKind::Completed { sentences }),
        event(chat_summary::EventKind::Edited { text: sealed("Polvi lepää.") }),
        event(chat_summary::EventKind::Accepted),
    ];
    golden::<ChatSummary>(Path::new(FOLDER), include_str!("../src/chat_summary/stored.rs"), &samples).unwrap();
}
