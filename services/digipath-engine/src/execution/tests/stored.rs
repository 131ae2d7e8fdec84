//! Events as they are stored and read again, and what the world is told of them.

use chassis_domain::{
    Actor, AudienceKey, Blob, DomainEvent, EventMeta, Matter, Opener, PersonId, RetentionClass, Sealed, Sealer, Stored, Uuid, stored::timestamp,
};
use kajo_proto::digipath_engine::v1::{
    self as public, ActionKind, ConditionKind, LeftOutReason, PathExecutionEnded, PathExecutionStarted, PathStepFired, PathStepLeftOut,
    PathStepPlanned,
};
use prost::Message;

use super::{AINO, LIISA, PATH, QUEUE, START, SURVEY, appointment, at, cancelled, id};
use crate::execution::{Appointment, Because, EndReason, Event, EventKind, Heard, LeftOut, Source, Standing, StartedBy};

/// Seals nothing.
struct Plain;

impl Sealer for Plain {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        Blob { subject, class, nonce: vec![0; 12], ciphertext: plain.to_vec() }
    }
}

impl Opener for Plain {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        Some(blob.ciphertext.clone())
    }
}

fn event(what: EventKind) -> Event {
    Event { what, standing: Standing { path: PATH, published_version: 3, patient: AINO, matter: Matter::Social, starter: Some(LIISA) } }
}

fn name() -> Sealed<String> {
    Sealed::new(LIISA, RetentionClass::Professional, "Liisa".to_owned())
}

/// One of each kind, in each of its ways.
fn events() -> Vec<EventKind> {
    let (step, when) = (id(1), at(START));
    let booked = appointment(1, "2026-03-20T08:00:00Z");
    let started = |cause| EventKind::Started { cause, at: when, entered: vec![id(1_001), id(1_002)], counted: vec![] };
    let because = |appointment| Because { condition: ConditionKind::UntilAppointment, at: when, appointment };
    let mut events = vec![
        started(StartedBy::Manual { person: LIISA, name: name() }),
        started(StartedBy::Booked(booked.clone())),
        started(StartedBy::BookedIntegration(Appointment { role: None, source: Source::Elsewhere, ..booked.clone() })),
        EventKind::Started { cause: StartedBy::Booked(booked.clone()), at: when, entered: vec![id(1_001)], counted: vec![id(102), id(103)] },
        EventKind::Heard(Heard::Appointment(Appointment { source: Source::Professional, ..cancelled(&booked) })),
        EventKind::Heard(Heard::TaskDone { queue: QUEUE, task: id(50), at: when }),
        EventKind::Heard(Heard::SurveyActivated { survey: SURVEY, activation: id(50), at: when }),
        EventKind::Heard(Heard::SurveyAnswered { survey: SURVEY, activation: id(50), at: when }),
        EventKind::Planned { step, turn: 2, due_at: when, because: because(Some(booked.id)) },
        EventKind::Planned { step, turn: 1, due_at: when, because: because(None) },
        EventKind::Unplanned { step },
        EventKind::Fired { step, turn: 2, action: ActionKind::Task, until: Some(when) },
        EventKind::Fired { step, turn: 2, action: ActionKind::Survey, until: None },
        EventKind::Done { step, turn: 2, action: ActionKind::Content, object: id(60), again: true, at: when },
        EventKind::Done { step, turn: 2, action: ActionKind::Recommendation, object: id(60), again: false, at: when },
        EventKind::Failed { step, turn: 2, code: "survey_archived".to_owned(), at: when },
        EventKind::Completed,
        EventKind::Ended { reason: EndReason::ByHand, by: Some((LIISA, name())) },
    ];
    let reasons = [LeftOut::Late, LeftOut::AppointmentPassed, LeftOut::AppointmentCancelled];
    events.extend(reasons.map(|reason| EventKind::LeftOut { step, reason, at: when }));
    let reasons = [EndReason::AppointmentCancelled, EndReason::PathEnded, EndReason::AccountDeleted];
    events.extend(reasons.map(|reason| EventKind::Ended { reason, by: None }));
    events
}

fn stored(event: &Event) -> Stored {
    let encoded = event.encode(&mut Plain);
    Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload }
}

#[test]
fn dig_05_what_is_stored_is_read_as_it_was() {
    for what in events() {
        let event = event(what);
        let read = Event::decode(&stored(&event), &Plain).expect("it is read");
        // A sealed name is not told apart from another one: that it was read is seen by storing it again.
        assert_eq!(format!("{read:?}"), format!("{event:?}"));
        assert_eq!(stored(&read), stored(&event));
        assert_eq!(read.standing, event.standing);
    }
}

#[test]
fn what_nobody_has_stored_is_not_read() {
    let completed = stored(&event(EventKind::Completed));
    let unknown = Stored { event_type: "path_execution.paused".to_owned(), ..completed.clone() };
    assert!(Event::decode(&unknown, &Plain).is_err());
    assert!(Event::decode(&Stored { schema: 2, ..completed.clone() }, &Plain).is_err());
    assert!(Event::decode(&Stored { payload: Vec::new(), ..completed }, &Plain).is_err(), "about what?");
}

fn meta() -> EventMeta {
    EventMeta {
        event_id: id(70),
        aggregate_id: id(71),
        version: 1,
        recorded_at: at(START),
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: id(72),
    }
}

fn told<M: Message + Default>(what: EventKind, message: &str) -> M {
    let fact = event(what).publish(&meta()).expect("the world is told");
    assert_eq!((fact.message, &fact.audience[..]), (message, &[AudienceKey::person(LIISA)][..]));
    M::decode(fact.payload.as_slice()).expect("a fact")
}

#[test]
fn dig_07_the_world_is_told_in_ids_and_so_is_the_professional_who_activated_the_path() {
    let text = |id: Uuid| id.to_string();
    let (path_execution_id, path_id, step_id, when) = (text(id(71)), text(PATH), text(id(1)), at(START));
    let started = EventKind::Started { cause: StartedBy::Manual { person: LIISA, name: name() }, at: when, entered: vec![], counted: vec![] };
    assert_eq!(
        told::<PathExecutionStarted>(started, "kajo.digipath_engine.v1.PathExecutionStarted"),
        PathExecutionStarted {
            path_execution_id: path_execution_id.clone(),
            path_id: path_id.clone(),
            published_version: 3,
            patient_id: AINO.to_string(),
            started_by: ConditionKind::Manual.into(),
        }
    );
    let because = Because { condition: ConditionKind::Manual, at: when, appointment: None };
    let planned = EventKind::Planned { step: id(1), turn: 2, due_at: when, because };
    let expected = PathStepPlanned { path_execution_id: path_execution_id.clone(), step_id: step_id.clone(), turn: 2, due_at: Some(timestamp(when)) };
    assert_eq!(told::<PathStepPlanned>(planned, "kajo.digipath_engine.v1.PathStepPlanned"), expected);
    let fired = told::<PathStepFired>(
        EventKind::Fired { step: id(1), turn: 2, action: ActionKind::Survey, until: Some(when) },
        "kajo.digipath_engine.v1.PathStepFired",
    );
    assert_eq!((fired.turn, fired.action(), fired.until), (2, ActionKind::Survey, Some(timestamp(when))));
    let left_out = EventKind::LeftOut { step: id(1), reason: LeftOut::AppointmentPassed, at: when };
    let left_out: PathStepLeftOut = told(left_out, "kajo.digipath_engine.v1.PathStepLeftOut");
    assert_eq!((left_out.step_id.as_str(), left_out.reason()), (step_id.as_str(), LeftOutReason::AppointmentPassed));
    let ended: PathExecutionEnded = told(EventKind::Ended { reason: EndReason::PathEnded, by: None }, "kajo.digipath_engine.v1.PathExecutionEnded");
    assert_eq!(ended, PathExecutionEnded { path_execution_id, path_id, reason: public::EndReason::PathEnded.into() });
}

#[test]
fn dig_07_what_it_hears_and_that_a_step_waits_again_stay_private_and_of_what_began_by_itself_nobody_is_told() {
    for what in events() {
        let is_private = matches!(what, EventKind::Heard(_) | EventKind::Unplanned { .. });
        let mut event = event(what);
        assert_eq!(event.publish(&meta()).is_none(), is_private);
        event.standing.starter = None;
        assert!(event.publish(&meta()).is_none_or(|fact| fact.audience.is_empty()));
    }
}
