//! Conversations about forms that residents have sent.

use chassis_domain::{Aggregate, Id, Matter, Uuid};

use super::{
    AINO, BOTH, Command, Conversation, DOCTORS, EINO, Event, EventKind, HEALTH, LIISA, MIKKO, NURSES, Phase, QueueKind, SOCIAL, context, decided,
    doctor, draft, nurse, place, representative, resident, taken, write,
};
use crate::conversation::{
    Kind,
    command::{FormOpening, FormPatient},
};

pub(super) fn opening() -> FormOpening {
    FormOpening {
        response: Id::from_uuid(Uuid::from_u128(80)),
        patient: Some(FormPatient { person: AINO, name: "Aino".to_owned() }),
        place: place(NURSES),
        matter: Matter::Health,
        visible_to_guardians: false,
    }
}

fn opened(opening: FormOpening) -> Event {
    let mut happened = Conversation::default().decide(&Command::OpenForForm(Box::new(opening)), &context()).expect("it opens");
    happened.pop().expect("one event")
}

#[test]
fn sur_06_a_form_stands_in_its_queue_once_and_has_no_topic_and_its_sender_takes_part() {
    let conversation = Conversation::replay(&[opened(opening())]);
    assert_eq!((conversation.phase, conversation.resident(), conversation.asker()), (Phase::Queued, Some(AINO), Some(AINO)));
    assert_eq!((conversation.entries, conversation.reached), (0, true));
    let about = conversation.opening.as_ref().expect("it is open");
    assert_eq!(about.kind, Kind::Form { response: opening().response });
    assert_eq!((about.kind.form(), about.kind.task(), about.patient()), (Some(opening().response), None, Some(AINO)));
    assert_eq!((about.topic.open().map(String::as_str), about.service_area), (Some(""), None));
    assert_eq!(decided([opened(opening())], &Command::OpenForForm(Box::new(opening()))), Err("already_started"));
}

#[test]
fn sur_06_who_works_the_queue_answers_a_form_as_what_the_resident_began_and_others_know_nothing_of_it() {
    let conversation = Conversation::replay(&[opened(opening())]);
    assert!(conversation.may_read(&resident(AINO)) && conversation.may_read(&nurse(LIISA)));
    assert!(!conversation.may_read(&resident(EINO)) && !conversation.may_read(&doctor(MIKKO)));
    assert!(decided([opened(opening())], &write(resident(AINO))).is_ok());
    assert!(decided([opened(opening()), taken(LIISA)], &write(nurse(LIISA))).is_ok());
    let handled = Conversation::replay(&[opened(opening()), taken(LIISA)]);
    assert_eq!(handled.needs_consent(&nurse(LIISA), &draft()), None);
    let forward = |kind| Command::Forward { by: nurse(LIISA), to: place(DOCTORS), kind, matter: Matter::Health };
    let sent_on = EventKind::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS), matter: Matter::Health };
    assert_eq!(decided([opened(opening()), taken(LIISA)], &forward(QueueKind::Message)), Ok(vec![sent_on]));
    assert_eq!(decided([opened(opening()), taken(LIISA)], &forward(QueueKind::Consultation)), Err("queue_of_other_kind"));
}

#[test]
fn sur_06_who_acts_for_the_sender_sees_it_by_the_matter_and_the_choice_that_it_was_sent_with() {
    for visible_to_guardians in [false, true] {
        let history = || [opened(FormOpening { visible_to_guardians, ..opening() })];
        assert_eq!(decided(history(), &write(representative(BOTH, true))).is_ok(), visible_to_guardians);
        assert!(decided(history(), &write(representative(HEALTH, false))).is_ok());
        assert_eq!(decided(history(), &write(representative(SOCIAL, false))), Err("not_found"));
    }
}
