//! Every event that conversations ever released, read and folded as on the day it was released (`proto/golden`).

use std::path::Path;

use chassis::testkit::{golden, needing_transaction};
use chassis_domain::{Id, Mandates, Matter, PersonId, Represented, RetentionClass, Sealed, Translated, Uuid};
use conversations::{
    attachment::{self, Attachment, File, Sent},
    audience::Audience,
    category::{self, Category},
    conversation::{
        Conversation, Event, EventKind, Kind, Opening, ParticipantKind, Place,
        value::{BegunBy, Name, Visibility, WrittenBy},
    },
    customer_task::{self, CustomerTask},
    phrase_book::{self, PhraseBook},
    professional::{self, Professional},
};

use kajo_proto::conversations::v1::TaskDueUnit;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/golden/conversations");

fn id<T: ?Sized>(number: u128) -> Id<T> {
    Id::from_uuid(Uuid::from_u128(number))
}

fn resident() -> PersonId {
    id(1)
}

fn liisa() -> PersonId {
    id(2)
}

fn pekka() -> PersonId {
    id(3)
}

fn text(words: &str) -> Sealed<String> {
    Sealed::new(resident(), RetentionClass::CareRecord, words.to_owned())
}

fn name(whose: PersonId, words: &str) -> Name {
    Sealed::new(whose, RetentionClass::Professional, words.to_owned())
}

fn place(number: u128) -> Place {
    Place { category: id(number), subcategory: id(number + 1) }
}

fn audience() -> Audience {
    let represented = Represented { resident: resident(), needs: Mandates { health: true, social: false }, guardians: true };
    Audience { people: [resident(), liisa()].into(), queues: [place(20).subcategory].into(), represented: Some(represented), ..Audience::default() }
}

fn conversation_samples() -> [Event; 15] {
    let opening = Opening {
        kind: Kind::AnonymousForm { response: id(55) },
        resident: resident(),
        resident_name: text("Aino"),
        service_area: Some(id(10)),
        topic: text("Topic"),
        matter: Matter::Health,
        visible_to_guardians: true,
        begun_by: Some(BegunBy { person: liisa(), name: name(liisa(), "Liisa") }),
        quiet: true,
    };
    let message = |author, author_kind| EventKind::MessageWritten {
        message: id(30),
        author,
        author_kind,
        text: text("Text"),
        visibility: Visibility::Everyone,
        attachments: vec![id(40)],
        written_by: Some(WrittenBy { person: pekka(), name: text("Pekka") }),
    };
    let happened = [
        EventKind::Started { opening, place: place(20) },
        message(resident(), ParticipantKind::Resident),
        EventKind::Taken { by: liisa(), name: name(liisa(), "Liisa") },
        EventKind::Participated { by: pekka(), name: name(pekka(), "Pekka") },
        EventKind::TakenOver { by: pekka(), name: name(pekka(), "Pekka"), from: liisa() },
        EventKind::Assigned { by: pekka(), to: liisa(), to_name: name(liisa(), "Liisa") },
        EventKind::ConsultationRequested { by: liisa(), consultation: id(50), place: place(60), text: text("Question"), attachments: vec![id(40)] },
        EventKind::Read { by: resident(), up_to: 4 },
        EventKind::Returned { by: liisa(), queue: place(20).subcategory },
        EventKind::Forwarded { by: liisa(), from: place(20).subcategory, to: place(60), matter: Matter::Social },
        EventKind::MarkedDone { by: pekka(), kind: ParticipantKind::Practitioner, name: Some(name(pekka(), "Pekka")) },
        EventKind::Ended { by: liisa(), done: true, name: Some(name(liisa(), "Liisa")) },
        EventKind::UnmarkedDone { by: resident() },
        EventKind::ShownToGuardians { by: resident(), visible: false },
        EventKind::GuardiansAskedFor { by: liisa() },
    ];
    happened.map(|what| Event { what, audience: audience() })
}

#[test]
fn conversation() {
    golden::<Conversation>(Path::new(FOLDER), include_str!("../src/conversation/stored.rs"), &conversation_samples()).unwrap();
}

/// What is written is in both inboxes by the statement that stores it: a read model that needs a transaction would make a transaction of
/// it, with a round trip for each of its statements.
#[test]
fn no_event_of_a_conversation_needs_a_transaction() {
    for event in conversation_samples() {
        assert_eq!(needing_transaction::<Conversation>(&conversations::service(), &event).unwrap(), [""; 0], "{event:?}");
    }
}

#[test]
fn attachment() {
    use attachment::EventKind;
    let file = File {
        owner: resident(),
        owner_kind: ParticipantKind::Resident,
        name: text("x-ray.png"),
        extension: ".png".to_owned(),
        size: 1_024,
        object: "object".to_owned(),
    };
    let happened = [
        EventKind::Uploaded(file),
        EventKind::ScanFailed,
        EventKind::Infected,
        EventKind::Clean,
        EventKind::Sent(Sent::Message(id(50), id(30))),
        EventKind::Sent(Sent::Chat(Uuid::from_u128(60))),
        EventKind::Discarded,
    ];
    let samples = happened.map(|what| {
        // Of a file in a chat the person at the screen is told, before and after its scan.
        let in_chat = matches!(what, EventKind::Clean | EventKind::Infected | EventKind::ScanFailed | EventKind::Sent(Sent::Chat(_)));
        let at_screens = in_chat.then(|| (resident(), pekka())).into_iter().collect();
        attachment::Event { what, audience: Audience { at_screens, ..audience() } }
    });
    golden::<Attachment>(Path::new(FOLDER), include_str!("../src/attachment/stored.rs"), &samples).unwrap();
}

#[test]
fn category() {
    use category::{CategoryDetails, Due, Event, Module, QueueDetails, QueueKind};
    let texts = |words: &str| [("fi".to_owned(), words.to_owned()), ("sv".to_owned(), format!("{words} (sv)"))].into();
    let queue = place(20).subcategory;
    let samples = [
        Event::Defined(CategoryDetails {
            name: texts("Terveys"),
            description: texts("Kuvaus"),
            icon: "heart".to_owned(),
            service_areas: [(id(10), "Pohjoinen".to_owned())].into(),
            place: 1,
            matter: Matter::Health,
            module: Module::Tasks,
        }),
        Event::SubcategoryAdded {
            subcategory: queue,
            details: QueueDetails {
                name: texts("Hoito"),
                description: texts("Kuvaus"),
                roles: [Uuid::from_u128(70)].into(),
                locations: [Uuid::from_u128(80)].into(),
                place: 2,
                kind: QueueKind::PatientTask,
                service: Some(Uuid::from_u128(90)),
                survey: Some(Uuid::from_u128(91)),
                url_tail: "palaute".to_owned(),
                content: Some(Uuid::from_u128(92)),
                due: Some(Due { unit: TaskDueUnit::Days, amount: 3 }),
                patient_marks_done: true,
                sends_expired: true,
            },
        },
        Event::Archived { subcategory: Some(queue) },
        Event::Restored { subcategory: Some(queue) },
        Event::Placed { place: 4 },
        Event::QueuesOrdered { order: vec![queue] },
    ];
    golden::<Category>(Path::new(FOLDER), include_str!("../src/category/stored.rs"), &samples).unwrap();
}

#[test]
fn professional() {
    let samples = [professional::Event::Appeared { name: name(liisa(), "Liisa"), role: Uuid::from_u128(70), location: Uuid::from_u128(80) }];
    golden::<Professional>(Path::new(FOLDER), include_str!("../src/professional/stored.rs"), &samples).unwrap();
}

#[test]
fn phrase_book() {
    use phrase_book::{Event, Phrase};
    let own = |words: &str| Sealed::new(liisa(), RetentionClass::Professional, words.to_owned());
    let samples = [
        Event::Saved(Phrase { id: id(100), title: Some(own("Title")), text: own("Text") }),
        Event::Ordered { order: vec![id(100)] },
        Event::Removed { phrase: id(100) },
    ];
    golden::<PhraseBook>(Path::new(FOLDER), include_str!("../src/phrase_book/stored.rs"), &samples).unwrap();
}

#[test]
fn customer_task() {
    use customer_task::{Activation, Event, EventKind, GivenBy, PathExecution, TaskTexts};
    let activation = Activation {
        patient: resident(),
        patient_name: text("Aino"),
        service_area: Some(id(10)),
        place: place(20),
        matter: Matter::Health,
        title: text("Title"),
        instruction: text("Instruction"),
        service: Some(Uuid::from_u128(90)),
        content: Some(Uuid::from_u128(92)),
        due: category::Due { unit: TaskDueUnit::Days, amount: 3 },
        due_at: Some("2026-03-30T21:00:00Z".parse().unwrap()),
        patient_marks_done: true,
        sends_expired: true,
        activated_by: GivenBy::Practitioner { person: liisa(), name: name(liisa(), "Liisa") },
    };
    let in_each = |words: &str| Translated { fi: words.to_owned(), sv: format!("{words} (sv)"), en: format!("{words} (en)") };
    let texts = TaskTexts { title: in_each("Title"), instruction: in_each("Instruction") };
    let of = PathExecution { path: Uuid::from_u128(94), execution: Uuid::from_u128(95) };
    let by_path = GivenBy::Path { of, texts: Sealed::new(resident(), RetentionClass::CareRecord, texts) };
    let of_path = Activation { activated_by: by_path, ..activation.clone() };
    let happened = [
        EventKind::Activated(Box::new(activation)),
        EventKind::Expired,
        EventKind::MarkedDone {
            by: resident(),
            kind: ParticipantKind::Resident,
            name: text("Aino"),
            on_behalf: Some(WrittenBy { person: pekka(), name: text("Pekka") }),
        },
        EventKind::Withdrawn { by: Some((pekka(), name(pekka(), "Pekka"))) },
        EventKind::Activated(Box::new(of_path)),
    ];
    let samples = happened.map(|what| Event { what, audience: audience() });
    golden::<CustomerTask>(Path::new(FOLDER), include_str!("../src/customer_task/stored.rs"), &samples).unwrap();
    for event in samples {
        assert_eq!(needing_transaction::<CustomerTask>(&conversations::service(), &event).unwrap(), [""; 0], "{event:?}");
    }
}
