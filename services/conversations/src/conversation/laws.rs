//! Laws that hold whatever is asked, in whatever order.

use chassis_domain::{Actor, Aggregate, DecideContext, Id, Matter, PersonId, Timestamp, Uuid};
use proptest::prelude::*;

use super::{Circle, Command, Conversation, EventKind, ParticipantKind, Phase, Place, Visibility, Who, command::FormOpening, value::Draft};
use crate::category::{QueueKind, SubcategoryId};

const RESIDENT: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const FORM: Uuid = Uuid::from_u128(2);

fn queue(number: u128) -> SubcategoryId {
    SubcategoryId::from_uuid(Uuid::from_u128(100 + number))
}

fn place(number: u128) -> Place {
    Place { category: Id::from_uuid(Uuid::from_u128(50)), subcategory: queue(number) }
}

fn professional(number: u128) -> Who {
    let person = PersonId::from_uuid(Uuid::from_u128(10 + number));
    Who::Practitioner { person, name: format!("P{number}"), queues: [queue(0), queue(number % 2)].into(), consulted_in: [].into() }
}

fn draft(visibility: Visibility) -> Draft {
    Draft { text: "text".to_owned(), attachments: Vec::new(), visibility }
}

fn context(number: u128) -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1_000 + number) }
}

fn command() -> impl Strategy<Value = Command> {
    let resident = Who::Resident { person: RESIDENT, name: "R".to_owned(), representative: None };
    let somebody = (0..4_u128).prop_map(professional);
    let anybody = prop_oneof![somebody.clone(), Just(resident.clone())];
    let visibility = prop_oneof![Just(Visibility::Everyone), Just(Visibility::Practitioners), Just(Visibility::TakingPart)];
    prop_oneof![
        Just(Command::Start {
            by: resident,
            service_area: Id::from_uuid(Uuid::from_u128(7)),
            place: place(0),
            topic: "topic".to_owned(),
            draft: draft(Visibility::Everyone),
            matter: Matter::Health,
            visible_to_guardians: false,
        }),
        (anybody.clone(), visibility).prop_map(|(by, visibility)| Command::Write { by, draft: draft(visibility), seen: 0, unreachable: None }),
        somebody.clone().prop_map(|by| Command::Take { by }),
        somebody.clone().prop_map(|by| Command::TakeOver { by }),
        (somebody.clone(), somebody.clone()).prop_map(|(by, to)| Command::Assign { by, to }),
        somebody.clone().prop_map(|by| Command::Participate { by }),
        somebody.clone().prop_map(|by| Command::Return { by }),
        (somebody.clone(), 0..2_u128).prop_map(|(by, to)| Command::Forward { by, to: place(to), kind: QueueKind::Message, matter: Matter::Social }),
        anybody.clone().prop_map(|by| Command::MarkDone { by }),
        anybody.clone().prop_map(|by| Command::UnmarkDone { by }),
        (anybody.clone(), 0..20_u64).prop_map(|(by, up_to)| Command::MarkRead { by, up_to }),
        (anybody, any::<bool>()).prop_map(|(by, done)| Command::End { by, done }),
    ]
}

proptest! {
    #[test]
    fn an_ended_conversation_stays_ended_a_marker_never_moves_back_and_the_fold_is_the_state(
        commands in prop::collection::vec(command(), 1..60)
    ) {
        let mut state = Conversation::default();
        let mut history = Vec::new();
        for (number, command) in (0..).zip(&commands) {
            let before = state.clone();
            let Ok(events) = state.decide(command, &context(number)) else { continue };
            for event in &events {
                state.evolve(event);
            }
            history.extend(events);
            if before.phase == Phase::Ended {
                prop_assert_eq!(state.phase, Phase::Ended);
                let wrote = matches!(command, Command::Write { .. });
                prop_assert!(!wrote);
            }
            if let Some(owner) = state.owner() {
                prop_assert!(state.takes_part(owner) || state.participants.contains_key(&owner));
            }
            for (person, participant) in &before.participants {
                prop_assert!(state.participants[person].read_up_to >= participant.read_up_to);
            }
        }
        prop_assert_eq!(Conversation::replay(&history), state);
    }

    #[test]
    fn sur_07_whatever_is_done_with_an_anonymous_form_professionals_alone_take_part_and_are_told(
        commands in prop::collection::vec(command(), 1..60)
    ) {
        let nobody = PersonId::from_uuid(FORM);
        let opening = FormOpening {
            response: Id::from_uuid(FORM),
            patient: None,
            place: place(0),
            matter: Matter::Health,
            visible_to_guardians: false,
        };
        let opened = Command::OpenForForm(Box::new(opening));
        let mut state = Conversation::default();
        for (number, command) in (0..).zip([&opened].into_iter().chain(&commands)) {
            let Ok(events) = state.decide(command, &context(number)) else { continue };
            for event in &events {
                state.evolve(event);
                prop_assert_eq!(event.audience.represented, None);
                prop_assert!([nobody, RESIDENT].iter().all(|person| !event.audience.people.contains(person)));
                let is_for_all = matches!(event.what, EventKind::MessageWritten { visibility, .. } if visibility.reaches(Circle::Resident));
                prop_assert!(!is_for_all);
            }
            prop_assert_eq!((state.resident(), state.asker(), state.patient()), (None, None, None));
            prop_assert!(state.participants.values().all(|participant| participant.kind == ParticipantKind::Practitioner));
        }
    }
}
