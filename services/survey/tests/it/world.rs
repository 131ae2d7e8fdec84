//! A survey of the test's own, without the demo's data, who calls it, and surveys to call it about.

use chassis::testkit::{Calls, TestEnvironment, World, caller};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{LocalizedString, Matter, Translated},
    options::v1::Caller,
    survey::v1::{Item, ItemType, PublishSurveyRequest, Questionnaire, SurveyDetails, SurveyType, survey_service_client::SurveyServiceClient},
};
use tonic::Status;

/// Starts one. It is noon of a Friday in Helsinki.
pub(crate) async fn start() -> World {
    World::start(TestEnvironment::start().await.unwrap(), survey::service).await.unwrap()
}

/// Calls by somebody of this kind.
pub(crate) fn by(world: &World, kind: Caller) -> Calls {
    world.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
}

pub(crate) fn texts(word: &str) -> Option<Translated> {
    Some(Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") })
}

pub(crate) fn words(word: &str) -> Option<LocalizedString> {
    let of = |language: &str| (language.to_owned(), format!("{word} {language}"));
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(of).into() })
}

/// An item whose words are its link ID.
pub(crate) fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: words(link_id), ..Item::default() }
}

/// All in one step.
pub(crate) fn questionnaire(items: impl IntoIterator<Item = Item>) -> Questionnaire {
    Questionnaire { items: vec![Item { items: items.into_iter().collect(), ..item("step", ItemType::Group) }] }
}

/// A survey of omavointi that can be published: pain as a number, and words about it.
pub(crate) fn pain(title: &str) -> SurveyDetails {
    SurveyDetails {
        title: texts(title),
        description: Some(Translated::default()),
        r#type: SurveyType::Omavointi.into(),
        matter: Matter::Health.into(),
        questionnaire: Some(questionnaire([item("pain", ItemType::Integer), item("words", ItemType::Text)])),
    }
}

/// Publishes a new one.
pub(crate) async fn add(world: &World, details: SurveyDetails) -> Result<String, Status> {
    let asked = PublishSurveyRequest { details: Some(details), ..PublishSurveyRequest::default() };
    let mut surveys = SurveyServiceClient::new(by(world, Caller::ResponsibleUser));
    Ok(surveys.publish_survey(asked).await?.into_inner().survey_id)
}
