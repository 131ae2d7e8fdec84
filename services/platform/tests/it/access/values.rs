//! Values that stand in requests: who, when, which parts of what is saved are written, and what other systems send.

use bytes::Bytes;
use chassis::Clock;
use chassis_domain::{Date, SignedDuration, in_helsinki};
use kajo_proto::methods::Method;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, MessageDescriptor};

use super::{
    objects::{Objects, marker},
    requests::About,
};
use crate::surveys::answers;

/// The name of a path, and the words of a document or a notification template in one language: the others stay as they are kept.
const FILLED: [&str; 3] =
    ["kajo.content.v1.DocumentDetails.sv", "kajo.content.v1.NotificationTemplateDetails.sv", "kajo.digipath_engine.v1.PathDetails.name"];

/// Whether it is a part of what is saved that every request has: a title, or one of [`FILLED`].
pub(super) fn is_filled(field: &FieldDescriptor) -> bool {
    field.name() == "title" || FILLED.contains(&field.full_name())
}

/// What somebody answers who assesses symptoms: something serious.
pub(super) fn assessed(answered: MessageDescriptor, whose: &str) -> DynamicMessage {
    DynamicMessage::decode(answered, answers(7, &marker(whose)).unwrap().encode_to_vec().as_slice()).unwrap()
}

/// What of another system is taken in: what an integrator sends, as the gateway hands it on, and what a survey is made of; or the digest of what an
/// integrator shows. The answers are nobody's: what is wrong with them is told, as with all that integrators send.
pub(super) fn payload(method: &Method, about: &About<'_>, objects: &Objects) -> Bytes {
    let taken_in: &[u8] = match (method.package, method.name) {
        ("kajo.survey.v1", "Ingest") => br#"{"resourceType":"QuestionnaireResponse","status":"completed"}"#,
        (_, "Ingest") => br#"{"resourceType":"Bundle","type":"batch"}"#,
        (_, "ImportQuestionnaire") => {
            br#"{"resourceType":"Questionnaire","status":"draft","title":"Uni","item":[{"linkId":"uni","type":"boolean","text":"Nukutko?"}]}"#
        }
        _ => return objects.secret_digest(about.caller.about, about.relation).into(),
    };
    Bytes::from_static(taken_in)
}

/// The id of a demo person.
pub(super) fn person(hint: &str) -> String {
    let professionals = identity::demo::PRACTITIONERS.iter().map(|found| &found.person);
    let mut people = professionals.chain(identity::demo::RESIDENTS.iter().map(|found| &found.person));
    people.find(|person| person.login_hint == hint).unwrap().person_id().to_string()
}

/// A Monday.
pub(super) fn in_five_weeks() -> Date {
    let day = |day: i64| in_helsinki(Clock::system().now() + SignedDuration::from_hours(24 * day)).date();
    (35..42).map(day).find(|date| date.weekday().to_monday_zero_offset() == 0).unwrap()
}
