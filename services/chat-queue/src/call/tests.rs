//! The rules of calls: who comes in when, who ends them, and what of them is told to whom.

mod appointment;

use std::collections::BTreeSet;

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, EventMeta, Matter, PersonId, SignedDuration, Timestamp, Uuid,
    testing::{
        Given,
        chart::{arrow, drawn},
        given,
    },
};

use super::{
    Appointment, Attendee, BelongsTo, Call, Command, End, Ending, Event, EventKind, Invitation, Party, Phase, Presence, Removed, Side, Standing,
    TAKING_PART_MAX,
};

const CHAT: Uuid = Uuid::from_u128(10);
const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const VISIT: PersonId = PersonId::from_uuid(Uuid::from_u128(5));

/// What the others know Liisa by, who has called Aino together.
const ORGANISER: Uuid = Uuid::from_u128(21);
/// And Aino.
const INVITED: Uuid = Uuid::from_u128(22);

fn aino() -> Attendee {
    Attendee { side: Side::Customer, person: AINO, at_screen: AINO, visitor: false }
}

fn visitor() -> Attendee {
    Attendee { side: Side::Customer, person: VISIT, at_screen: VISIT, visitor: true }
}

fn standing_of(attendee: Attendee) -> Standing {
    let organiser = Party { participant: ORGANISER, attendee: Attendee::practitioner(LIISA) };
    Standing { belongs_to: BelongsTo::Chat(CHAT), parties: vec![organiser, Party { participant: INVITED, attendee }] }
}

fn event(what: EventKind) -> Event {
    Event { what, standing: standing_of(aino()) }
}

fn lapses_at() -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(60)
}

fn invited() -> Event {
    event(EventKind::Invited { participant: INVITED, lapses_at: lapses_at() })
}

fn accepted() -> Event {
    event(EventKind::Accepted { participant: INVITED })
}

fn in_lobby(participant: Uuid) -> Event {
    event(EventKind::LobbyEntered { participant })
}

fn entered(participant: Uuid) -> Event {
    event(EventKind::Entered { participant })
}

fn left(participant: Uuid) -> Event {
    event(EventKind::Left { participant })
}

fn ended(end: End) -> Event {
    event(EventKind::Ended { end })
}

fn after(events: impl IntoIterator<Item = Event>) -> Given<Call> {
    given(events)
}

fn answer(accepted: bool) -> Command {
    Command::Answer { by: INVITED, accepted }
}

fn enter(by: Uuid) -> Command {
    Command::Enter { by }
}

fn admit(participant: Uuid) -> Command {
    Command::Admit { by: ORGANISER, participant }
}

fn leave(participant: Uuid) -> Command {
    Command::Leave { participant }
}

fn end(ending: Ending) -> Command {
    Command::End { ending }
}

fn invite() -> Command {
    Command::Invite(Invitation { chat: CHAT, organiser: Attendee::practitioner(LIISA), invited: aino() })
}

fn appointment() -> Appointment {
    Appointment { id: Uuid::from_u128(30), patient: AINO, matter: Matter::Health, calendars: vec![Uuid::from_u128(31), LIISA.uuid()] }
}

fn open(attendee: Attendee) -> Command {
    Command::Open { appointment: appointment(), attendee }
}

/// The command that every test gives has this id: ids follow from it.
fn id_of(purpose: &str) -> Uuid {
    Uuid::new_v5(&Uuid::from_u128(1), purpose.as_bytes())
}

#[test]
fn cha_07_an_invitation_stands_for_60_seconds_and_is_answered_once() {
    let [organiser, participant] = ["organiser", "invited"].map(id_of);
    let parties = vec![Party { participant: organiser, attendee: Attendee::practitioner(LIISA) }, Party { participant, attendee: aino() }];
    let what = EventKind::Invited { participant, lapses_at: lapses_at() };
    let call = after([]).when(&invite()).then([Event { what, standing: Standing { belongs_to: BelongsTo::Chat(CHAT), parties } }]);
    assert_eq!((call.phase, call.subject()), (Phase::Invited, Some(AINO)));
    after([invited()]).when(&invite()).then_nothing();

    let late = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(60);
    let in_time = late - SignedDuration::from_millis(1);
    after([invited()]).at(in_time).when(&answer(true)).then([accepted()]);
    after([invited()]).at(in_time).when(&answer(false)).then([ended(End::Declined)]);
    after([invited()]).at(in_time).when(&Command::Lapse).then_nothing();
    for accepts in [true, false] {
        after([invited()]).at(late).when(&answer(accepts)).then_refused("call_invitation_lapsed");
        after([invited(), ended(End::Lapsed)]).when(&answer(accepts)).then_refused("call_invitation_lapsed");
        after([invited(), ended(End::Withdrawn)]).when(&answer(accepts)).then_refused("call_ended");
        // From another window of theirs, or once more: it goes on as it does.
        after([invited(), accepted()]).at(late).when(&answer(accepts)).then_nothing();
    }
    after([invited()]).at(late).when(&Command::Lapse).then([ended(End::Lapsed)]);
    after([invited(), accepted()]).at(late).when(&Command::Lapse).then_nothing();
    after([invited(), ended(End::Declined)]).when(&answer(false)).then_nothing();
    after([invited(), ended(End::Declined)]).when(&answer(true)).then_refused("call_ended");
    // Nobody answers their own invitation, or another one's.
    for by in [ORGANISER, Uuid::from_u128(99)] {
        after([invited()]).when(&Command::Answer { by, accepted: true }).then_refused("not_found");
    }
    after([]).when(&answer(true)).then_refused("not_found");
}

#[test]
fn cha_07_the_organiser_is_in_it_at_once_and_who_was_invited_waits_in_the_lobby_until_admitted() {
    for history in [vec![invited()], vec![invited(), accepted()]] {
        let call = after(history).when(&enter(ORGANISER)).then([entered(ORGANISER)]);
        assert!(call.is_in(ORGANISER));
    }
    after([invited()]).when(&enter(INVITED)).then_refused("call_not_accepted");
    let call = after([invited(), accepted()]).when(&enter(INVITED)).then([in_lobby(INVITED)]);
    assert_eq!((call.presence_of(INVITED), call.is_in(INVITED)), (Presence::Lobby, false));
    let waits = || after([invited(), accepted(), entered(ORGANISER), in_lobby(INVITED)]);
    waits().when(&enter(INVITED)).then_nothing();
    waits().when(&enter(ORGANISER)).then_nothing();
    let call = waits().when(&admit(INVITED)).then([entered(INVITED)]);
    assert!(call.is_in(INVITED));
    // Nobody lets themselves in, or anybody who does not wait.
    waits().when(&Command::Admit { by: INVITED, participant: INVITED }).then_refused("not_found");
    after([invited(), accepted()]).when(&admit(INVITED)).then_refused("call_not_in_lobby");
    waits().when(&admit(Uuid::from_u128(99))).then_refused("call_not_in_lobby");
    after([invited(), accepted(), in_lobby(INVITED), left(INVITED)]).when(&admit(INVITED)).then_refused("call_not_in_lobby");
    after([invited(), accepted(), in_lobby(INVITED), entered(INVITED)]).when(&admit(INVITED)).then_nothing();
    waits().when(&enter(Uuid::from_u128(99))).then_refused("not_found");
}

#[test]
fn cha_07_who_was_in_it_once_need_not_wait_again_and_who_has_left_the_lobby_does() {
    let met = [invited(), accepted(), entered(ORGANISER), in_lobby(INVITED), entered(INVITED)];
    let again = || after(met.clone().into_iter().chain([left(INVITED), left(ORGANISER)]));
    again().when(&enter(INVITED)).then([entered(INVITED)]);
    again().when(&enter(ORGANISER)).then([entered(ORGANISER)]);
    after([invited(), accepted(), in_lobby(INVITED), left(INVITED)]).when(&enter(INVITED)).then([in_lobby(INVITED)]);
    after(met.clone()).when(&leave(INVITED)).then([left(INVITED)]);
    after([invited(), accepted(), in_lobby(INVITED)]).when(&leave(INVITED)).then([left(INVITED)]);
    again().when(&leave(INVITED)).then_nothing();
    after([]).when(&leave(INVITED)).then_refused("not_found");
}

#[test]
fn cha_07_four_take_part_and_a_fifth_is_told() {
    let participant = |number: usize| Uuid::from_u128(100 + u128::try_from(number).unwrap());
    let party = |number: usize| Party { participant: participant(number), attendee: aino() };
    let organiser = Party { participant: ORGANISER, attendee: Attendee::practitioner(LIISA) };
    let standing = Standing { belongs_to: BelongsTo::Chat(CHAT), parties: std::iter::once(organiser).chain((0..6).map(party)).collect() };
    let of_many = |what| Event { what, standing: standing.clone() };
    let begun = [of_many(EventKind::Invited { participant: participant(0), lapses_at: lapses_at() })];
    let begun = begun.into_iter().chain([of_many(EventKind::Accepted { participant: participant(0) })]);
    let waiting = (1..TAKING_PART_MAX).map(|number| of_many(EventKind::LobbyEntered { participant: participant(number) }));
    let three = || after(begun.clone().chain(waiting.clone()));
    let organiser_enters = of_many(EventKind::Entered { participant: ORGANISER });
    three().when(&enter(ORGANISER)).then([organiser_enters.clone()]);
    let four = || after(begun.clone().chain(waiting.clone()).chain([organiser_enters.clone()]));
    four().when(&enter(participant(5))).then_refused("call_full");
    four().when(&enter(participant(1))).then_nothing();
    four().when(&admit(participant(1))).then([of_many(EventKind::Entered { participant: participant(1) })]);
    let one_left = [of_many(EventKind::Left { participant: participant(1) })];
    let again = after(begun.clone().chain(waiting.clone()).chain([organiser_enters.clone()]).chain(one_left));
    again.when(&enter(participant(5))).then([of_many(EventKind::LobbyEntered { participant: participant(5) })]);
}

#[test]
fn cha_07_either_side_ends_it_and_so_does_what_it_belongs_to_and_that_nobody_is_there() {
    use Ending::{ChatOver, NobodyThere};
    let by = |side| end(Ending::Side(side));
    after([invited()]).when(&by(Side::Practitioner)).then([ended(End::Withdrawn)]);
    after([invited()]).when(&by(Side::Customer)).then([ended(End::Declined)]);
    let on = || after([invited(), accepted(), entered(ORGANISER)]);
    on().when(&by(Side::Practitioner)).then([ended(End::Practitioner)]);
    let call = on().when(&by(Side::Customer)).then([ended(End::Customer)]);
    assert!(call.is_over() && !call.is_in(ORGANISER));
    for history in [vec![invited()], vec![invited(), accepted(), entered(ORGANISER)]] {
        after(history).when(&end(ChatOver)).then([ended(End::ChatOver)]);
    }
    on().when(&end(NobodyThere)).then_nothing();
    after([invited(), accepted(), in_lobby(INVITED)]).when(&end(NobodyThere)).then_nothing();
    after([invited()]).when(&end(NobodyThere)).then_nothing();
    for history in [vec![invited(), accepted()], vec![invited(), accepted(), entered(ORGANISER), left(ORGANISER)]] {
        after(history).when(&end(NobodyThere)).then([ended(End::Left)]);
    }
}

/// Every command that somebody may give, with a name for the chart.
fn commands() -> Vec<(&'static str, Command)> {
    let ending = [Ending::Side(Side::Customer), Ending::Side(Side::Practitioner), Ending::ChatOver, Ending::AppointmentOver, Ending::NobodyThere];
    [
        ("Invite", invite()),
        ("Open", open(Attendee::practitioner(LIISA))),
        ("Answer", answer(true)),
        ("Answer", answer(false)),
        ("Enter", enter(ORGANISER)),
        ("Enter", enter(INVITED)),
        ("Admit", admit(INVITED)),
        ("Leave", leave(ORGANISER)),
        ("Leave", leave(INVITED)),
        ("Remove", Command::Remove { who: Removed::Practitioner(LIISA) }),
        ("Lapse", Command::Lapse),
    ]
    .into_iter()
    .chain(ending.map(|ending| ("End", end(ending))))
    .collect()
}

fn decided(call: &Call, command: &Command, now: Timestamp) -> Vec<Event> {
    let cx = DecideContext { now, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    call.decide(command, &cx).unwrap_or_default()
}

/// Goes on from a call by every command, so many steps.
fn walk(call: &Call, steps: u32, look: &mut impl FnMut(&Call, &Event, &Call)) {
    if steps == 0 {
        return;
    }
    for (_, command) in commands() {
        for now in [Timestamp::UNIX_EPOCH, lapses_at()] {
            for event in decided(call, &command, now) {
                let mut then = call.clone();
                then.evolve(&event);
                look(call, &event, &then);
                walk(&then, steps - 1, look);
            }
        }
    }
}

#[test]
fn cha_07_whatever_is_asked_an_ended_call_stays_ended_and_nobody_is_in_it_who_was_not_let_in() {
    let mut seen = 0;
    walk(after([invited()]).state(), 6, &mut |before: &Call, event: &Event, then: &Call| {
        seen += 1;
        assert_ne!(before.phase, Phase::Ended, "{event:?} happens to a call that is over");
        let waited = before.presence_of(INVITED) == Presence::Lobby || before.admitted.contains(&INVITED);
        assert!(!then.is_in(INVITED) || waited || before.is_in(INVITED), "{event:?} lets somebody in who did not wait");
        assert!(!then.is_over() || then.present.is_empty(), "{event:?} leaves somebody behind");
    });
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn the_state_chart_of_a_call_is_what_is_decided() {
    let name = |phase: Phase| match phase {
        Phase::NotInvited => "NotInvited",
        Phase::Invited => "Invited",
        Phase::On => "On",
        Phase::Ended => "Ended",
    };
    let mut arrows = BTreeSet::new();
    for history in [vec![], vec![invited()], vec![invited(), accepted()], vec![invited(), ended(End::Lapsed)]] {
        let before = after(history).state().clone();
        for (command_name, command) in commands() {
            for now in [Timestamp::UNIX_EPOCH, lapses_at()] {
                let mut then = before.clone();
                for event in decided(&before, &command, now) {
                    then.evolve(&event);
                }
                if then.phase != before.phase {
                    arrows.insert(arrow(before.phase == Phase::NotInvited, name(before.phase), name(then.phase), command_name));
                }
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A call"));
}

/// By which keys an event is told.
fn told(event: &Event) -> Vec<String> {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    event.publish(&meta).expect("public").audience.into_iter().map(String::from).collect()
}

#[test]
fn cha_07_both_sides_are_told_ids_and_nobody_else_is() {
    let told = |attendee| told(&Event { what: EventKind::Accepted { participant: INVITED }, standing: standing_of(attendee) });
    let professional = format!("person:{LIISA}");
    assert_eq!(told(aino()), [professional.clone(), format!("screen:{AINO}:{AINO}")]);
    assert_eq!(told(visitor()), [professional.clone(), format!("screen:{VISIT}:{VISIT}")]);
    // The resident has no part in what somebody does for them.
    let eino = Attendee { at_screen: EINO, ..aino() };
    assert_eq!(told(eino), [professional, format!("screen:{EINO}:{AINO}")]);
    let call = after([Event { what: EventKind::Accepted { participant: INVITED }, standing: standing_of(visitor()) }]);
    assert_eq!((call.state().subject(), call.state().party_of(aino()), call.state().party_of(eino)), (None, None, None));
    assert!(call.state().party_of(Attendee { visitor: false, ..visitor() }).is_none());
    assert_eq!(call.state().party_of(visitor()).map(|party| party.participant), Some(INVITED));
}
