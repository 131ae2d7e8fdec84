//! The rules of notifications: told once on each way, or known to be uncertain, whoever dies over it and however many try at once.

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, Encoded, EventMeta, PersonId, Refusal as _, SignedDuration, Stored, Timestamp, Uuid,
    testing::NothingSealed,
};
use kajo_proto::content::v1::{NotificationKind, NotificationPlanned};
use prost::Message;

use super::{Channel, Command, Delivery, Event, Kind, Notification, Outcome, Standing, Telling};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const APPOINTMENT: Uuid = Uuid::from_u128(2);
const OUTCOMES: [Outcome; 8] = [
    Outcome::Sent,
    Outcome::NotChosen,
    Outcome::Missing,
    Outcome::Unverified,
    Outcome::Refused,
    Outcome::Unsure,
    Outcome::Expired,
    Outcome::Withdrawn,
];

fn until() -> Timestamp {
    "2026-11-23T06:00:00Z".parse().expect("a time")
}

fn telling() -> Telling {
    Telling {
        kind: Kind::AppointmentReminder,
        object: APPOINTMENT,
        recipient: AINO,
        occasion: "2".to_owned(),
        starts_at: Some(until()),
        until: until(),
        at_once: false,
    }
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(3) }
}

fn plan() -> Command {
    Command::Plan(telling())
}

fn begin(channel: Channel) -> Command {
    Command::Begin { channel }
}

fn not_taken(channel: Channel) -> Command {
    Command::NotTaken { channel }
}

fn settle(channel: Channel, outcome: Outcome) -> Command {
    Command::Settle { channel, outcome }
}

fn decided(state: &Notification, command: &Command) -> Result<Vec<Event>, &'static str> {
    state.decide(command, &context()).map_err(|refusal| refusal.code())
}

/// What follows from these commands.
fn after(commands: &[Command]) -> Notification {
    let mut state = Notification::default();
    for command in commands {
        for event in decided(&state, command).expect("not refused") {
            state.evolve(&event);
        }
    }
    state
}

/// How it stands with a way after these commands, and with the others, which stand alike.
fn stands(channel: Channel, commands: &[Command]) -> (Delivery, Delivery) {
    let state = after(commands);
    let others: Vec<_> = Channel::ALL.into_iter().filter(|other| *other != channel).map(|other| state.delivery(other)).collect();
    assert!(others.iter().all(|delivery| *delivery == others[0]), "{others:?}");
    (state.delivery(channel), others[0])
}

fn settled(outcome: Outcome) -> Delivery {
    Delivery::Settled(outcome)
}

#[test]
fn cms_05_it_is_planned_once_and_waits_on_every_way() {
    let planned = after(&[plan()]);
    assert_eq!(planned.standing(), Some(&Standing::from(&telling())));
    for channel in Channel::ALL {
        assert_eq!((planned.wants(channel), planned.is_attempting(channel)), (true, false));
    }
    assert_eq!(decided(&planned, &plan()), Ok(vec![]));
    assert_eq!(decided(&after(&[plan(), settle(Channel::Email, Outcome::Sent)]), &plan()), Ok(vec![]));
    let unknown = Notification::default();
    assert!(!unknown.wants(Channel::Email));
    for command in [begin(Channel::Email), not_taken(Channel::Sms), begin(Channel::Push), settle(Channel::Email, Outcome::Sent)] {
        assert_eq!(decided(&unknown, &command), Err("not_found"), "{command:?}");
    }
}

#[test]
fn cms_05_an_attempt_is_begun_and_ends_on_its_way_alone() {
    for channel in Channel::ALL {
        assert_eq!(stands(channel, &[plan(), begin(channel)]), (Delivery::Attempting, Delivery::Waiting));
        assert!(after(&[plan(), begin(channel)]).wants(channel), "it is not over yet");
        assert_eq!(stands(channel, &[plan(), begin(channel), not_taken(channel)]), (Delivery::Waiting, Delivery::Waiting));
        for outcome in [Outcome::Sent, Outcome::Refused, Outcome::Unsure] {
            let commands = [plan(), begin(channel), settle(channel, outcome)];
            assert_eq!(stands(channel, &commands), (settled(outcome), Delivery::Waiting));
            assert!(!after(&commands).wants(channel));
        }
        // Whoever is not reached there is not tried at all.
        for outcome in [Outcome::NotChosen, Outcome::Missing, Outcome::Unverified, Outcome::Expired] {
            assert_eq!(stands(channel, &[plan(), settle(channel, outcome)]), (settled(outcome), Delivery::Waiting));
        }
    }
}

#[test]
fn cms_05_what_was_not_taken_is_tried_as_often_as_it_takes() {
    for channel in Channel::ALL {
        let mut commands = vec![plan()];
        for _ in 0..3 {
            commands.extend([begin(channel), not_taken(channel)]);
        }
        commands.extend([begin(channel), settle(channel, Outcome::Sent)]);
        assert_eq!(stands(channel, &commands), (settled(Outcome::Sent), Delivery::Waiting));
        assert_eq!(decided(&after(&[plan()]), &not_taken(channel)), Ok(vec![]), "nobody has begun");
    }
}

#[test]
fn cms_05_after_a_crash_a_mail_that_was_begun_is_uncertain_and_a_text_message_and_devices_are_sent_it_again() {
    let begun = after(&[plan(), begin(Channel::Email), begin(Channel::Sms), begin(Channel::Push)]);
    assert_eq!(
        decided(&begun, &begin(Channel::Email)),
        Ok(vec![Event::Settled { channel: Channel::Email, outcome: Outcome::Unsure }]),
        "perhaps it is there already"
    );
    for channel in [Channel::Sms, Channel::Push] {
        assert_eq!(decided(&begun, &begin(channel)), Ok(vec![Event::AttemptBegun { channel }]), "its provider drops doubles");
    }
    let again = after(&[plan(), begin(Channel::Email), begin(Channel::Email)]);
    assert!(!again.is_attempting(Channel::Email) && !again.wants(Channel::Email));
    assert_eq!(decided(&again, &begin(Channel::Email)), Ok(vec![]));
}

#[test]
fn cms_05_of_two_workers_at_once_one_alone_sends_a_mail_and_what_it_says_counts() {
    let mail = Channel::Email;
    // The second begins while the first one is at it, and sends nothing.
    let two = [plan(), begin(mail), begin(mail)];
    assert!(!after(&two).is_attempting(mail));
    let ended = |ending: Command| stands(mail, &[two.as_slice(), &[ending]].concat()).0;
    assert_eq!(ended(settle(mail, Outcome::Sent)), settled(Outcome::Sent), "certainty that comes late");
    for ending in [settle(mail, Outcome::Refused), settle(mail, Outcome::Unsure), not_taken(mail)] {
        assert_eq!(ended(ending), settled(Outcome::Unsure));
    }
    // Both send a text message, under one reference, and both tell devices.
    for channel in [Channel::Sms, Channel::Push] {
        let two = [plan(), begin(channel), begin(channel)];
        assert!(after(&two).is_attempting(channel));
        let (sent, not_taken) = (settle(channel, Outcome::Sent), not_taken(channel));
        for ending in [[sent.clone(), not_taken.clone()], [not_taken, sent]] {
            assert_eq!(stands(channel, &[two.as_slice(), &ending].concat()).0, settled(Outcome::Sent));
        }
    }
}

#[test]
fn cms_05_the_first_outcome_stays_but_for_certainty_that_comes_late() {
    for channel in Channel::ALL {
        for first in OUTCOMES {
            let known = after(&[plan(), settle(channel, first)]);
            for later in OUTCOMES {
                let is_late_certainty = (first, later) == (Outcome::Unsure, Outcome::Sent);
                let happens = is_late_certainty.then_some(Event::Settled { channel, outcome: later });
                assert_eq!(decided(&known, &settle(channel, later)), Ok(happens.into_iter().collect()), "{first:?}, {later:?}");
            }
            for command in [begin(channel), not_taken(channel)] {
                assert_eq!(decided(&known, &command), Ok(vec![]), "{first:?}, {command:?}");
            }
        }
    }
}

#[test]
fn cms_05_whoever_gives_up_what_another_one_has_begun_does_not_know_whether_it_was_sent() {
    for channel in Channel::ALL {
        for outcome in OUTCOMES {
            let expected = if outcome.is_of_attempt() { outcome } else { Outcome::Unsure };
            assert_eq!(stands(channel, &[plan(), begin(channel), settle(channel, outcome)]).0, settled(expected), "{outcome:?}");
        }
    }
}

#[test]
fn cms_05_it_is_of_no_use_from_its_end_on_and_once_it_is_withdrawn() {
    let planned = after(&[plan()]);
    let second = SignedDuration::from_secs(1);
    assert_eq!(planned.given_up_as(until() - second), None);
    for now in [until(), until() + second] {
        assert_eq!(planned.given_up_as(now), Some(Outcome::Expired));
    }
    assert_eq!(after(&[plan(), Command::Withdraw]).given_up_as(until()), Some(Outcome::Withdrawn));
    assert_eq!(Notification::default().given_up_as(until()), None);
}

#[test]
fn cms_05_what_is_withdrawn_is_sent_on_no_way_on_which_nobody_has_begun() {
    assert_eq!(decided(&after(&[plan()]), &Command::Withdraw), Ok(vec![Event::Withdrawn]), "one event for all");
    assert_eq!(stands(Channel::Email, &[plan(), Command::Withdraw]), (settled(Outcome::Withdrawn), settled(Outcome::Withdrawn)));
    for channel in Channel::ALL {
        let begun = [plan(), begin(channel), Command::Withdraw];
        assert_eq!(stands(channel, &begun), (Delivery::Attempting, settled(Outcome::Withdrawn)), "that goes to its end");
        let ended = |ending: Command| stands(channel, &[begun.as_slice(), &[ending]].concat()).0;
        assert_eq!(ended(settle(channel, Outcome::Sent)), settled(Outcome::Sent));
        assert_eq!(ended(not_taken(channel)), settled(Outcome::Withdrawn), "it is not tried again");
        assert_eq!(ended(begin(channel)), settled(Outcome::Unsure), "nor after a crash");
    }
    let told = after(&[plan(), settle(Channel::Email, Outcome::Sent), Command::Withdraw]);
    let withdrawn = settled(Outcome::Withdrawn);
    assert_eq!(Channel::ALL.map(|channel| told.delivery(channel)), [settled(Outcome::Sent), withdrawn, withdrawn]);
    let of_others = [settle(Channel::Sms, Outcome::NotChosen), settle(Channel::Push, Outcome::NotChosen)];
    let over = after(&[[plan(), settle(Channel::Email, Outcome::Sent)], of_others].concat());
    for state in [over, after(&[plan(), Command::Withdraw])] {
        assert_eq!(decided(&state, &Command::Withdraw), Ok(vec![]));
    }
}

#[test]
fn cms_05_what_is_withdrawn_before_it_is_planned_never_is() {
    let withdrawn = after(&[Command::Withdraw]);
    assert_eq!(decided(&withdrawn, &plan()), Ok(vec![]));
    assert!(withdrawn.standing().is_none() && Channel::ALL.into_iter().all(|channel| !withdrawn.wants(channel)));
    assert_eq!(decided(&withdrawn, &Command::Withdraw), Ok(vec![]));
}

#[test]
fn cms_05_what_is_planned_is_told_to_the_service_alone_without_saying_for_whom() {
    let meta = EventMeta {
        event_id: Uuid::from_u128(10),
        aggregate_id: telling().id().uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::from_u128(3),
    };
    let fact = Event::Planned(Standing::from(&telling())).publish(&meta).expect("it is told");
    assert_eq!((fact.message, fact.audience), ("kajo.content.v1.NotificationPlanned", vec![]));
    let told = NotificationPlanned::decode(fact.payload.as_slice()).expect("a fact");
    assert_eq!((told.notification_id.as_str(), told.kind()), (telling().id().to_string().as_str(), NotificationKind::AppointmentReminder));
    assert!(!told.at_once && told.until.is_some_and(|at| at.seconds == until().as_second()));
    let (channel, outcome) = (Channel::Sms, Outcome::Sent);
    for event in [Event::AttemptBegun { channel }, Event::NotTaken { channel }, Event::Settled { channel, outcome }, Event::Withdrawn] {
        assert_eq!(event.publish(&meta), None);
    }
}

#[test]
fn cms_05_each_way_has_the_number_under_which_it_is_stored() {
    assert_eq!(Channel::ALL.map(Channel::number), [1, 2, 3]);
}

#[test]
fn every_event_is_read_as_it_was_stored() {
    let mut events = vec![Event::Withdrawn];
    for kind in Kind::ALL {
        let starts_at = kind.has_time().then(until);
        events.push(Event::Planned(Standing { kind, starts_at, at_once: kind == Kind::Survey, ..Standing::from(&telling()) }));
    }
    for channel in Channel::ALL {
        events.extend([Event::AttemptBegun { channel }, Event::NotTaken { channel }]);
        events.extend(OUTCOMES.map(|outcome| Event::Settled { channel, outcome }));
    }
    for event in events {
        let Encoded { schema, payload } = event.encode(&mut NothingSealed);
        let stored = Stored { event_type: event.event_type().to_string(), schema, payload };
        assert_eq!(Event::decode(&stored, &NothingSealed), Ok(event));
    }
}
