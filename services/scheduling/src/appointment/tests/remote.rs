//! Remote appointments: when one may come to the call, and that a cancelled one was taken note of (SCH-08).

use chassis_domain::{Actor, Aggregate, AudienceKey, DomainEvent, EventMeta, Mandates, Timestamp, Uuid};

use super::{AINO, EARLY, LATER, LIISA, NOON, acting, after, anna, at, booked, cancelled, context, done, guardian, liisa, resident, standing, time};
use crate::{
    appointment::{
        Appointment, Command, Event, EventKind, Refusal, Standing,
        remote::JoinWindow,
        value::{BookedTime, By, Doer},
    },
    kind::AppointmentType,
};

/// By video; it takes half an hour.
pub(super) fn by_video(starts_at: &str) -> Standing {
    Standing { time: BookedTime { kind: AppointmentType::Video, ..time(1, starts_at) }, ..standing() }
}

pub(super) fn event(what: EventKind) -> Event {
    Event { what, standing: by_video(NOON) }
}

fn booked_for(starts_at: &str) -> Event {
    Event { standing: by_video(starts_at), ..booked() }
}

pub(super) fn cancelled_by_aino() -> Event {
    event(cancelled(Doer::of(&resident(), AINO), None).what)
}

fn acknowledged() -> Event {
    event(EventKind::CancellationAcknowledged { by: Doer::of(&liisa(), AINO) })
}

fn of(events: &[Event]) -> Appointment {
    Appointment::replay(events)
}

/// What whoever comes then is told; nothing: they are let in.
fn joins(appointment: &Appointment, by: &By, now: &str) -> Option<Refusal> {
    appointment.join(by, at(now)).err()
}

#[test]
fn sch_08_the_patient_may_come_from_five_minutes_before_and_a_professional_from_ten_until_half_an_hour_after() {
    let appointment = of(&[booked_for(NOON)]);
    let too_early = |opens_at: &str| Some(Refusal::JoinNotYet { opens_at: at(opens_at) });
    for (by, now, expected) in [
        (resident(), "2027-03-28T08:54:59.999Z", too_early("2027-03-28T08:55:00Z")),
        (resident(), "2027-03-28T08:55:00Z", None),
        (liisa(), "2027-03-28T08:49:59.999Z", too_early("2027-03-28T08:50:00Z")),
        (liisa(), "2027-03-28T08:50:00Z", None),
        (anna(true), "2027-03-28T08:50:00Z", None),
        (resident(), "2027-03-28T10:00:00Z", None),
        (liisa(), "2027-03-28T10:00:00Z", None),
        (resident(), "2027-03-28T10:00:00.001Z", Some(Refusal::JoinOver)),
        (liisa(), "2027-03-28T10:00:00.001Z", Some(Refusal::JoinOver)),
    ] {
        assert_eq!(joins(&appointment, &by, now), expected, "{by:?} {now}");
    }
}

#[test]
fn sch_08_the_minutes_before_are_exact_also_where_the_clocks_change() {
    for (starts_at, opens_at, closes_at) in [
        // At four in the morning, when it was just two: the hour between is not there.
        ("2027-03-28T01:00:00Z", "2027-03-28T00:55:00Z", "2027-03-28T02:00:00Z"),
        // At three for the second time.
        ("2027-10-31T01:00:00Z", "2027-10-31T00:55:00Z", "2027-10-31T02:00:00Z"),
    ] {
        let window = JoinWindow { opens_at: at(opens_at), closes_at: at(closes_at) };
        let appointment = of(&[booked_for(starts_at)]);
        assert_eq!(appointment.joining(&resident(), at(EARLY)), Some(window), "{starts_at}");
        assert_eq!(joins(&appointment, &resident(), opens_at), None, "{starts_at}");
        assert_eq!(joins(&appointment, &resident(), closes_at), None, "{starts_at}");
    }
}

#[test]
fn sch_08_nobody_comes_to_what_is_cancelled_done_or_not_remote_or_to_what_they_may_not_know_of() {
    let in_person = of(&[booked()]);
    assert_eq!(joins(&in_person, &resident(), NOON), Some(Refusal::NotFound));
    assert_eq!(in_person.joining(&resident(), at(EARLY)), None);

    let never = of(&[]);
    assert_eq!(joins(&never, &liisa(), NOON), Some(Refusal::NotFound));
    let called_off = of(&[booked_for(NOON), cancelled_by_aino()]);
    let over = of(&[booked_for(NOON), event(done().what)]);
    for by in [resident(), liisa()] {
        assert_eq!(joins(&called_off, &by, NOON), Some(Refusal::JoinCancelled), "{by:?}");
        assert_eq!(joins(&over, &by, NOON), Some(Refusal::JoinOver), "{by:?}");
        assert_eq!(called_off.joining(&by, at(NOON)), None, "{by:?}");
        assert_eq!(over.joining(&by, at(NOON)), None, "{by:?}");
    }

    let appointment = of(&[booked_for(NOON)]);
    assert_eq!(joins(&appointment, &anna(false), NOON), Some(Refusal::NotFound));
    assert_eq!(joins(&appointment, &guardian(), NOON), Some(Refusal::NotFound), "hidden from guardians");
    assert_eq!(joins(&appointment, &acting(Mandates { health: true, social: false }, false), NOON), None);
    // What is told of when one may come is told until one may no more.
    let window = appointment.joining(&liisa(), at(NOON)).expect("remote");
    assert_eq!(window, JoinWindow::of_professionals(at(NOON), at("2027-03-28T09:30:00Z")));
    assert_eq!(appointment.joining(&liisa(), window.closes_at), Some(window));
    assert_eq!(appointment.joining(&liisa(), at(LATER)), None);
}

#[test]
fn sch_08_a_cancelled_one_is_acknowledged_by_a_professional_and_twice_changes_nothing() {
    let acknowledge = |by: By| Command::AcknowledgeCancellation { by };
    let called_off = || [booked_for(NOON), cancelled_by_aino()];
    after(called_off(), EARLY).when(&acknowledge(liisa())).then([acknowledged()]);
    let again = || after(called_off().into_iter().chain([acknowledged()]), LATER);
    again().when(&acknowledge(liisa())).then_nothing();
    again().when(&acknowledge(anna(true))).then_nothing();
    after([booked_for(NOON)], EARLY).when(&acknowledge(liisa())).then_refused("not_cancelled");
    after([booked_for(NOON), event(done().what)], LATER).when(&acknowledge(liisa())).then_refused("not_cancelled");
    after(called_off(), EARLY).when(&acknowledge(anna(false))).then_refused("not_found");
    after(called_off(), EARLY).when(&acknowledge(resident())).then_refused("not_found");
    // In person nobody has to.
    after([booked(), cancelled(Doer::system(), None)], EARLY).when(&acknowledge(liisa())).then_refused("not_found");
    after([], EARLY).when(&acknowledge(liisa())).then_refused("not_found");
}

#[test]
fn sch_08_that_it_was_acknowledged_is_told_to_those_alone_in_whose_lists_it_stood() {
    let meta = EventMeta {
        event_id: Uuid::from_u128(1),
        aggregate_id: Uuid::from_u128(9),
        version: 3,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: context().command_id,
    };
    let fact = acknowledged().publish(&meta).expect("a fact");
    assert_eq!(fact.message, "kajo.scheduling.v1.AppointmentCancellationAcknowledged");
    let (own, calendar) = (AudienceKey::person(LIISA).remote(), AudienceKey::calendar(LIISA).remote());
    assert!(fact.audience.contains(&own) && fact.audience.contains(&calendar), "{:?}", fact.audience);
    let patient = AudienceKey::person(AINO);
    assert!(!fact.audience.contains(&patient), "{:?}", fact.audience);
    assert!(cancelled_by_aino().publish(&meta).expect("a fact").audience.contains(&patient));
}
