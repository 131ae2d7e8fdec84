//! Surveys, as responsible users and administrators build and publish them.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, param, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{GetNamesRequest, ListNamesRequest, Matter, PageRequest, RecordState},
    options::v1::Caller,
    survey::v1::{
        ArchiveSurveyRequest, GetSurveyRequest, GetSurveyVersionRequest, ItemType, ListSurveyVersionsRequest, ListSurveysRequest,
        PublishSurveyRequest, PublishedSurveyVersion, Questionnaire, RestoreSurveyRequest, RollBackSurveyRequest, SaveSurveyDraftRequest, Survey,
        SurveyDetails, SurveyType, name_service_client::NameServiceClient, survey_service_client::SurveyServiceClient,
    },
};
use tonic::{Code, Status};

use crate::world::{add, by, item, pain, questionnaire, start, texts, words};

type Client = SurveyServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    SurveyServiceClient::new(by(world, kind))
}

/// The same, about something else.
fn asking(questionnaire: Questionnaire) -> SurveyDetails {
    SurveyDetails { questionnaire: Some(questionnaire), ..pain("Kipu") }
}

/// Pain in a unit, and when it began.
fn in_percent() -> Questionnaire {
    let mut pain = item("pain", ItemType::Integer);
    pain.unit = words("prosenttia");
    questionnaire([pain, item("since", ItemType::Date)])
}

async fn get(client: &mut Client, id: &str) -> Result<Survey, Status> {
    Ok(client.get_survey(GetSurveyRequest { survey_id: id.to_owned() }).await?.into_inner().survey.unwrap())
}

async fn draft(client: &mut Client, kept: &Survey, field: &str, details: SurveyDetails) -> Result<String, Status> {
    let (survey_id, fields) = (kept.survey_id.clone(), vec![field.to_owned()]);
    let asked = SaveSurveyDraftRequest { survey_id, details: Some(details), fields, version: kept.version };
    Ok(client.save_survey_draft(asked).await?.into_inner().survey_id)
}

/// Publishes what is asked, and leaves the rest as it is kept.
async fn publish(client: &mut Client, kept: &Survey, asked: Questionnaire, same_meaning: bool) -> Result<(), Status> {
    let (survey_id, fields) = (kept.survey_id.clone(), vec!["questionnaire".to_owned()]);
    let asked = PublishSurveyRequest { survey_id, details: Some(asking(asked)), fields, version: kept.version, same_meaning };
    client.publish_survey(asked).await.map(drop)
}

async fn roll_back(client: &mut Client, kept: &Survey, published_version: u32) -> Result<bool, Status> {
    let asked = RollBackSurveyRequest { survey_id: kept.survey_id.clone(), published_version, version: kept.version };
    Ok(client.roll_back_survey(asked).await?.into_inner().became_draft)
}

async fn version(client: &mut Client, id: &str, published_version: u32) -> Result<SurveyDetails, Status> {
    let asked = GetSurveyVersionRequest { survey_id: id.to_owned(), published_version };
    Ok(client.get_survey_version(asked).await?.into_inner().details.unwrap())
}

/// All that was published, the newest first, in pages of this size.
async fn versions(client: &mut Client, id: &str, size: u32) -> Vec<PublishedSurveyVersion> {
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let asked = ListSurveyVersionsRequest { survey_id: id.to_owned(), page: Some(PageRequest { size, token }) };
        let answer = client.list_survey_versions(asked).await.unwrap().into_inner();
        found.extend(answer.versions);
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

async fn titles(client: &mut Client, asked: ListSurveysRequest) -> Vec<String> {
    let found = client.list_surveys(asked).await.unwrap().into_inner().surveys;
    found.into_iter().map(|survey| survey.title.unwrap().fi).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_a_survey_is_built_published_changed_beside_and_rolled_back_and_no_version_ever_changes() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    // A draft may be incomplete: here it has a Finnish title and nothing else.
    let begun = SurveyDetails { title: texts("Kipu"), ..SurveyDetails::default() };
    let asked = SaveSurveyDraftRequest { details: Some(begun), ..SaveSurveyDraftRequest::default() };
    let id = ritva.save_survey_draft(asked).await.unwrap().into_inner().survey_id;
    let kept = get(&mut ritva, &id).await.unwrap();
    assert_eq!((kept.has_draft, kept.published_version, kept.version, kept.archived), (true, 0, 1, false));
    let all = ["title", "description", "type", "matter", "questionnaire"].map(str::to_owned).to_vec();
    let asked = PublishSurveyRequest { survey_id: id.clone(), details: Some(pain("Kipu")), fields: all, version: kept.version, same_meaning: false };
    ritva.publish_survey(asked).await.unwrap();
    let first = get(&mut ritva, &id).await.unwrap();
    assert_eq!((first.details.clone(), first.has_draft, first.published_version), (Some(pain("Kipu")), false, 1));
    assert!(first.published_at.is_some() && first.updated_at.is_some());

    // Beside what is in force; fields that are not named stay.
    let next = questionnaire([item("pain", ItemType::Integer), item("since", ItemType::Date)]);
    draft(&mut ritva, &first, "questionnaire", SurveyDetails { title: texts("Muu"), ..asking(next.clone()) }).await.unwrap();
    let beside = get(&mut ritva, &id).await.unwrap();
    assert_eq!((beside.details.clone(), beside.has_draft, beside.published_version), (Some(asking(next.clone())), true, 1));
    assert_eq!(version(&mut ritva, &id, 1).await.unwrap(), pain("Kipu"));
    publish(&mut ritva, &beside, next.clone(), false).await.unwrap();
    assert_eq!(version(&mut ritva, &id, 1).await.unwrap(), pain("Kipu"), "what was published stays as it was");
    assert_eq!(version(&mut ritva, &id, 2).await.unwrap(), asking(next.clone()));
    let second = get(&mut ritva, &id).await.unwrap();
    assert_eq!(told(&publish(&mut ritva, &second, next, false).await.unwrap_err()), said(Code::FailedPrecondition, "publication_unchanged"));

    // Back, as the next version.
    assert!(!roll_back(&mut ritva, &second, 1).await.unwrap());
    let third = get(&mut ritva, &id).await.unwrap();
    assert_eq!((third.details.clone(), third.published_version), (Some(pain("Kipu")), 3));
    assert_eq!(told(&roll_back(&mut ritva, &third, 4).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(told(&roll_back(&mut ritva, &second, 2).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    // What each has that the one before had not, whether they stand on one page or not.
    for size in [1, 10] {
        let found = versions(&mut ritva, &id, size).await;
        let differences: Vec<_> =
            found.into_iter().map(|found| (found.published_version, found.added_link_ids, found.changed_link_ids, found.removed_link_ids)).collect();
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let expected = [
            (3, ids(&["words"]), ids(&[]), ids(&["since"])),
            (2, ids(&["since"]), ids(&[]), ids(&["words"])),
            (1, ids(&["step", "pain", "words"]), ids(&[]), ids(&[])),
        ];
        assert_eq!(differences, expected);
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_a_meaning_that_changes_under_the_same_name_is_told_until_somebody_says_that_it_is_the_same() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&world, pain("Kipu")).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    let refused = publish(&mut ritva, &kept, in_percent(), false).await.unwrap_err();
    assert_eq!((told(&refused), param(&refused, "items").as_str()), (said(Code::FailedPrecondition, "meaning_changed"), "pain"));
    // It may stand in a draft; publishing that as it is kept tells the same.
    draft(&mut ritva, &kept, "questionnaire", asking(in_percent())).await.unwrap();
    let drafted = get(&mut ritva, &id).await.unwrap();
    let asked =
        PublishSurveyRequest { survey_id: id.clone(), details: Some(SurveyDetails::default()), version: drafted.version, ..Default::default() };
    assert_eq!(told(&ritva.publish_survey(asked.clone()).await.unwrap_err()), said(Code::FailedPrecondition, "meaning_changed"));
    // Whoever has not seen the newest is told that first, and whose questionnaire is incomplete what it lacks.
    assert_eq!(told(&publish(&mut ritva, &kept, in_percent(), false).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    let mut wrong = in_percent();
    wrong.items.push(item("empty", ItemType::Group));
    let refused = publish(&mut ritva, &drafted, wrong, false).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.questionnaire".to_owned(), "questionnaire_incomplete".to_owned())]);
    assert_eq!(param(&refused, "problems"), "empty:step_empty");
    ritva.publish_survey(PublishSurveyRequest { same_meaning: true, ..asked }).await.unwrap();
    assert_eq!(get(&mut ritva, &id).await.unwrap().published_version, 2);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_what_was_published_keeps_its_matter_and_its_type_whatever_it_is_said_to_mean() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&world, pain("Kipu")).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    let moved = SurveyDetails { matter: Matter::Social.into(), r#type: SurveyType::PublicForm.into(), ..pain("Kipu") };
    let at = |field: &str, code: &str| (field.to_owned(), code.to_owned());
    for same_meaning in [false, true] {
        let named = ["matter", "type"].map(str::to_owned).to_vec();
        let (survey_id, details) = (id.clone(), Some(moved.clone()));
        let asked = PublishSurveyRequest { survey_id, details, fields: named, version: kept.version, same_meaning };
        let refused = ritva.publish_survey(asked).await.unwrap_err();
        assert_eq!(fields(&refused), [at("details.matter", "survey_matter_fixed"), at("details.type", "survey_type_fixed")]);
    }
    // Nor is a draft published in which they are others.
    draft(&mut ritva, &kept, "matter", moved).await.unwrap();
    let drafted = get(&mut ritva, &id).await.unwrap();
    let asked = PublishSurveyRequest {
        survey_id: id.clone(),
        details: Some(SurveyDetails::default()),
        version: drafted.version,
        same_meaning: true,
        ..PublishSurveyRequest::default()
    };
    assert_eq!(fields(&ritva.publish_survey(asked).await.unwrap_err()), [at("details.matter", "survey_matter_fixed")]);
    assert_eq!(get(&mut ritva, &id).await.unwrap().published_version, 1);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_the_same_request_under_the_same_key_is_done_once() {
    let world = start().await;
    let key = Uuid::now_v7();
    let mut ritva = SurveyServiceClient::new(by(&world, Caller::ResponsibleUser).with_key(key));
    let asked = PublishSurveyRequest { details: Some(pain("Kipu")), ..PublishSurveyRequest::default() };
    let first = ritva.publish_survey(asked.clone()).await.unwrap().into_inner().survey_id;
    // Languages come in another order each time.
    for _ in 0..8 {
        assert_eq!(ritva.publish_survey(asked.clone()).await.unwrap().into_inner().survey_id, first);
    }
    let other = PublishSurveyRequest { details: Some(asking(in_percent())), ..PublishSurveyRequest::default() };
    assert_eq!(told(&ritva.publish_survey(other).await.unwrap_err()), said(Code::AlreadyExists, "idempotency_key_reused"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_surveys_are_found_by_type_state_and_words_in_any_language_and_named_by_what_is_in_force() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let id = add(&world, pain("Kipu")).await.unwrap();
    add(&world, SurveyDetails { r#type: SurveyType::PublicForm.into(), matter: Matter::Social.into(), ..pain("Hakemus") }).await.unwrap();
    let all = ListSurveysRequest::default;
    assert_eq!(titles(&mut paula, all()).await, ["Hakemus", "Kipu"]);
    assert_eq!(titles(&mut paula, ListSurveysRequest { r#type: Some(SurveyType::Omavointi.into()), ..all() }).await, ["Kipu"]);
    for (search, expected) in [("kipu sv", 1), ("words en", 2), ("hake", 1), ("uni", 0)] {
        assert_eq!(titles(&mut paula, ListSurveysRequest { search: search.to_owned(), ..all() }).await.len(), expected, "{search}");
    }
    // A draft is called otherwise; others are told what is in force.
    let kept = get(&mut paula, &id).await.unwrap();
    draft(&mut paula, &kept, "title", SurveyDetails { title: texts("Särky"), ..SurveyDetails::default() }).await.unwrap();
    paula.archive_survey(ArchiveSurveyRequest { survey_id: id.clone() }).await.unwrap();
    assert_eq!(titles(&mut paula, ListSurveysRequest { state: RecordState::Archived.into(), ..all() }).await, ["Särky"]);
    let mut names = NameServiceClient::new(by(&world, Caller::Practitioner));
    let asked = GetNamesRequest { kind: "survey".to_owned(), ids: vec![id.clone()] };
    let named = names.get_names(asked).await.unwrap().into_inner().names.remove(0);
    assert_eq!((named.names.unwrap().texts["sv"].as_str(), named.archived), ("Kipu sv", true));
    let asked = ListNamesRequest { kind: "survey".to_owned(), revision: 0 };
    assert_eq!(names.list_names(asked).await.unwrap().into_inner().names.len(), 2);
    let refused = names.list_names(ListNamesRequest { kind: "chat_queue".to_owned(), revision: 0 }).await.unwrap_err();
    assert_eq!(fields(&refused), [("kind".to_owned(), "undefined".to_owned())]);
    paula.restore_survey(RestoreSurveyRequest { survey_id: id.clone() }).await.unwrap();
    assert!(!get(&mut paula, &id).await.unwrap().archived);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_01_a_survey_that_is_not_there_is_not_found_and_practitioners_and_residents_do_not_come_in() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let never = Survey { survey_id: Uuid::now_v7().to_string(), version: 1, ..Survey::default() };
    let gone = said(Code::NotFound, "not_found");
    assert_eq!(told(&get(&mut ritva, &never.survey_id).await.unwrap_err()), gone);
    assert_eq!(told(&version(&mut ritva, &never.survey_id, 1).await.unwrap_err()), gone);
    assert_eq!(told(&draft(&mut ritva, &never, "title", pain("Kipu")).await.unwrap_err()), gone);
    assert_eq!(told(&publish(&mut ritva, &never, in_percent(), false).await.unwrap_err()), gone);
    assert_eq!(told(&roll_back(&mut ritva, &never, 1).await.unwrap_err()), gone);
    assert_eq!(told(&ritva.archive_survey(ArchiveSurveyRequest { survey_id: never.survey_id.clone() }).await.unwrap_err()), gone);
    for kind in [Caller::Practitioner, Caller::Resident] {
        let refused = client(&world, kind).list_surveys(ListSurveysRequest::default()).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
