//! Every event that conversations ever released, read and folded as on the day it was released (`proto/golden`).

use std::path::Path;

use chassis::testkit::{apart, golden};
use chassis_domain::{Id, PersonId, RetentionClass, Sealed, Uuid};
use conversations::{
    attachment::{self, Attachment, File},
    audience::Audience,
    category::{self, Category},
    conversation::{
        Conversation, Event, Happened, Kind, Opening, ParticipantKind, Place,
        value::{BegunBy, Name, Visibility, WrittenBy},
    },
    professional::{self, Professional},
    representation::{Mandates, Matter, Represented},
};

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
    Audience { people: [resident(), liisa()].into(), queues: [place(20).subcategory].into(), represented: Some(represented) }
}

fn conversation_samples() -> [Event; 14] {
    let opening = Opening {
        kind: Kind::Message,
        resident: resident(),
        resident_name: text("Aino"),
        service_area: id(10),
        topic: text("Topic"),
        matter: Matter::Health,
        visible_to_guardians: true,
        begun_by: Some(BegunBy { person: liisa(), name: name(liisa(), "Liisa") }),
    };
    let message = |author, author_kind| Happened::MessageWritten {
        message: id(30),
        author,
        author_kind,
        text: text("Text"),
        visibility: Visibility::Everyone,
        attachments: vec![id(40)],
        written_by: Some(WrittenBy { person: pekka(), name: text("Pekka") }),
    };
    let happened = [
        Happened::Started { opening, place: place(20) },
        message(resident(), ParticipantKind::Resident),
        Happened::Taken { by: liisa(), name: name(liisa(), "Liisa") },
        Happened::Participated { by: pekka(), name: name(pekka(), "Pekka") },
        Happened::TakenOver { by: pekka(), name: name(pekka(), "Pekka"), from: liisa() },
        Happened::Assigned { by: pekka(), to: liisa(), to_name: name(liisa(), "Liisa") },
        Happened::ConsultationRequested { by: liisa(), consultation: id(50), place: place(60), text: text("Question") },
        Happened::Read { by: resident(), up_to: 4 },
        Happened::Returned { by: liisa(), queue: place(20).subcategory },
        Happened::Forwarded { by: liisa(), from: place(20).subcategory, to: place(60), matter: Matter::Social },
        Happened::MarkedDone { by: pekka(), kind: ParticipantKind::Practitioner, name: Some(name(pekka(), "Pekka")) },
        Happened::Ended { by: liisa(), done: true },
        Happened::UnmarkedDone { by: resident() },
        Happened::ShownToGuardians { by: resident(), visible: false },
    ];
    happened.map(|what| Event { what, audience: audience() })
}

#[test]
fn conversation() {
    golden::<Conversation>(Path::new(FOLDER), include_str!("../src/conversation/stored.rs"), &conversation_samples()).unwrap();
}

/// What is written is in both inboxes by the statement that stores it: a read model that does not ride along would make a transaction of
/// it, with a round trip for each of its statements.
#[test]
fn no_event_of_a_conversation_needs_a_transaction() {
    for event in conversation_samples() {
        assert_eq!(apart::<Conversation>(&conversations::service(), &event).unwrap(), [""; 0], "{event:?}");
    }
}

#[test]
fn attachment() {
    use attachment::Happened;
    let file = File {
        owner: resident(),
        owner_kind: ParticipantKind::Resident,
        name: text("x-ray.png"),
        extension: ".png".to_owned(),
        size: 1_024,
        object: "object".to_owned(),
    };
    let happened = [
        Happened::Uploaded(file),
        Happened::ScanFailed,
        Happened::Infected,
        Happened::Clean,
        Happened::Sent { conversation: id(50), message: id(30) },
        Happened::Discarded,
    ];
    let samples = happened.map(|what| attachment::Event { what, audience: audience() });
    golden::<Attachment>(Path::new(FOLDER), include_str!("../src/attachment/stored.rs"), &samples).unwrap();
}

#[test]
fn category() {
    use category::Event;
    let texts = |words: &str| [("fi".to_owned(), words.to_owned()), ("sv".to_owned(), format!("{words} (sv)"))].into();
    let samples = [
        Event::Defined {
            name: texts("Terveys"),
            description: texts("Kuvaus"),
            icon: "heart".to_owned(),
            service_areas: [(id(10), "Pohjoinen".to_owned())].into(),
            place: 1,
            matter: Matter::Health,
        },
        Event::SubcategoryAdded {
            subcategory: place(20).subcategory,
            name: texts("Hoito"),
            description: texts("Kuvaus"),
            roles: [Uuid::from_u128(70)].into(),
            locations: [Uuid::from_u128(80)].into(),
            place: 2,
        },
        Event::Archived { subcategory: Some(place(20).subcategory) },
    ];
    golden::<Category>(Path::new(FOLDER), include_str!("../src/category/stored.rs"), &samples).unwrap();
}

#[test]
fn professional() {
    let samples = [professional::Event::Appeared { name: name(liisa(), "Liisa"), role: Uuid::from_u128(70), location: Uuid::from_u128(80) }];
    golden::<Professional>(Path::new(FOLDER), include_str!("../src/professional/stored.rs"), &samples).unwrap();
}
