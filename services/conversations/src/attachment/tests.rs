//! The rules of attachments.

use chassis_domain::{Id, PersonId, RetentionClass, Sealed, Uuid, testing::given};

use super::{Attachment, Command, Event, EventKind, File, Scan, Sent};
use crate::{audience::Audience, conversation::ParticipantKind};

fn owner() -> PersonId {
    Id::from_uuid(Uuid::from_u128(1))
}

fn other() -> PersonId {
    Id::from_uuid(Uuid::from_u128(2))
}

fn event(what: EventKind) -> Event {
    Event { what, audience: Audience::of(owner()) }
}

fn uploaded() -> Event {
    event(EventKind::Uploaded(File {
        owner: owner(),
        owner_kind: ParticipantKind::Resident,
        name: Sealed::new(owner(), RetentionClass::CareRecord, "kuva.png".to_owned()),
        extension: ".png".to_owned(),
        size: 10,
        object: "abc".to_owned(),
    }))
}

fn message_of(number: u128) -> Sent {
    Sent::Message(Id::from_uuid(Uuid::from_u128(10)), Id::from_uuid(Uuid::from_u128(number)))
}

fn send(by: PersonId, message: u128) -> Command {
    Command::Send { by, to: message_of(message), audience: Audience::of(other()) }
}

fn sent(message: u128) -> Event {
    let mut audience = Audience::of(owner());
    audience.extend(Audience::of(other()));
    Event { what: EventKind::Sent(message_of(message)), audience }
}

#[test]
fn a_clean_file_is_sent_once() {
    given::<Attachment>([uploaded(), event(EventKind::Clean)]).when(&send(owner(), 11)).then([sent(11)]);
    given::<Attachment>([uploaded(), event(EventKind::Clean), sent(11)]).when(&send(owner(), 11)).then_nothing();
    given::<Attachment>([uploaded(), event(EventKind::Clean), sent(11)]).when(&send(owner(), 12)).then_refused("attachment_sent");
}

#[test]
fn cha_06_a_file_goes_into_one_chat_and_nowhere_else() {
    let chat = |number| Command::Send { by: owner(), to: Sent::Chat(Uuid::from_u128(number)), audience: Audience::of(other()) };
    let in_chat = || Event { what: EventKind::Sent(Sent::Chat(Uuid::from_u128(20))), ..sent(11) };
    given::<Attachment>([uploaded()]).when(&chat(20)).then([in_chat()]);
    // However often the message is tried.
    given::<Attachment>([uploaded(), in_chat()]).when(&chat(20)).then_nothing();
    given::<Attachment>([uploaded(), in_chat()]).when(&chat(21)).then_refused("attachment_sent");
    given::<Attachment>([uploaded(), in_chat()]).when(&send(owner(), 11)).then_refused("attachment_sent");
    given::<Attachment>([uploaded(), sent(11)]).when(&chat(20)).then_refused("attachment_sent");
    given::<Attachment>([uploaded(), in_chat()]).when(&Command::Discard { by: owner() }).then_refused("attachment_sent");
}

#[test]
fn nobody_else_can_send_or_discard_it() {
    given::<Attachment>([uploaded()]).when(&send(other(), 11)).then_refused("not_found");
    given::<Attachment>([uploaded()]).when(&Command::Discard { by: other() }).then_refused("not_found");
}

#[test]
fn infected_and_unscanned_files_are_not_sent() {
    given::<Attachment>([uploaded(), event(EventKind::Infected)]).when(&send(owner(), 11)).then_refused("attachment_infected");
    given::<Attachment>([uploaded(), event(EventKind::ScanFailed)]).when(&send(owner(), 11)).then_refused("attachment_blocked");
}

#[test]
fn a_failed_scan_may_be_tried_again_and_a_finished_one_stays() {
    let clean = Command::Scanned { result: Scan::Clean };
    given::<Attachment>([uploaded(), event(EventKind::ScanFailed)]).when(&clean).then([event(EventKind::Clean)]);
    given::<Attachment>([uploaded(), event(EventKind::Infected)]).when(&clean).then_nothing();
    given::<Attachment>([]).when(&clean).then_refused("not_found");
}

#[test]
fn whoever_got_the_message_is_told_of_the_scan() {
    let told = sent(11).audience;
    let state = given::<Attachment>([uploaded(), sent(11)]).when(&Command::Scanned { result: Scan::Clean });
    state.then([Event { what: EventKind::Clean, audience: told }]);
}

#[test]
fn a_discarded_file_is_gone() {
    let discard = Command::Discard { by: owner() };
    given::<Attachment>([uploaded()]).when(&discard).then([event(EventKind::Discarded)]);
    given::<Attachment>([uploaded(), event(EventKind::Discarded)]).when(&discard).then_nothing();
    given::<Attachment>([uploaded(), event(EventKind::Discarded)]).when(&send(owner(), 11)).then_refused("not_found");
    given::<Attachment>([uploaded(), sent(11)]).when(&discard).then_refused("attachment_sent");
}
