//! Who reads answers, as administrators say it.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{Matter, PageRequest},
    options::v1::Caller,
    survey::v1::{
        ArchiveSurveyRequest, ClearSurveyAccessRequest, GetSurveyAccessRequest, ListSurveyAccessRequest, ListSurveyAccessResponse,
        SaveSurveyAccessRequest, SaveSurveyDraftRequest, SurveyAccess, SurveyAccessDetails, SurveyDetails,
        survey_access_service_client::SurveyAccessServiceClient, survey_service_client::SurveyServiceClient,
    },
};
use tonic::{Code, Status};

use crate::world::{add, by, pain, start, texts};

type Client = SurveyAccessServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    SurveyAccessServiceClient::new(by(world, kind))
}

fn ids(numbers: &[u128]) -> Vec<String> {
    numbers.iter().map(|number| Uuid::from_u128(*number).to_string()).collect()
}

fn details(roles: &[u128], locations: &[u128]) -> SurveyAccessDetails {
    SurveyAccessDetails { role_ids: ids(roles), location_ids: ids(locations) }
}

/// Of a survey, or, without one, of health.
async fn get(client: &mut Client, survey: &str) -> Result<SurveyAccess, Status> {
    let asked = GetSurveyAccessRequest { survey_id: survey.to_owned(), matter: Matter::Health.into() };
    Ok(client.get_survey_access(asked).await?.into_inner().access.unwrap())
}

fn saving(kept: &SurveyAccess, details: SurveyAccessDetails) -> SaveSurveyAccessRequest {
    SaveSurveyAccessRequest {
        survey_id: kept.survey_id.clone(),
        matter: kept.matter,
        details: Some(details),
        fields: vec!["role_ids".to_owned(), "location_ids".to_owned()],
        version: kept.version,
    }
}

async fn clear(client: &mut Client, kept: &SurveyAccess) -> Result<(), Status> {
    let asked = ClearSurveyAccessRequest { survey_id: kept.survey_id.clone(), version: kept.version };
    client.clear_survey_access(asked).await.map(drop)
}

async fn list(client: &mut Client, search: &str, token: String) -> ListSurveyAccessResponse {
    let asked = ListSurveyAccessRequest { search: search.to_owned(), page: Some(PageRequest { size: 2, token }) };
    client.list_survey_access(asked).await.unwrap().into_inner()
}

fn titles(found: &ListSurveyAccessResponse) -> Vec<String> {
    found.surveys.iter().map(|survey| survey.title.clone().unwrap().fi).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_05_a_domain_says_who_reads_and_a_survey_follows_it_until_it_says_so_itself_and_again_when_that_is_cleared() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let survey = add(&world, pain("Kipu")).await.unwrap();
    // Nobody reads before anybody has said something.
    let nobody = get(&mut paula, "").await.unwrap();
    assert_eq!((nobody.details.clone(), nobody.own, nobody.version, nobody.updated_at), (Some(SurveyAccessDetails::default()), false, 0, None));
    paula.save_survey_access(saving(&nobody, details(&[1], &[11, 12]))).await.unwrap();
    let domain = get(&mut paula, "").await.unwrap();
    assert_eq!((domain.details.clone(), domain.matter, domain.version), (Some(details(&[1], &[11, 12])), Matter::Health.into(), 1));
    let follows = get(&mut paula, &survey).await.unwrap();
    assert_eq!((follows.details.clone(), follows.own, follows.version), (domain.details.clone(), false, 0));
    assert_eq!(follows.title.clone().unwrap().fi, "Kipu");

    // What is not named stays as it is shown.
    let roles = SaveSurveyAccessRequest { fields: vec!["role_ids".to_owned()], ..saving(&follows, details(&[2], &[])) };
    paula.save_survey_access(roles).await.unwrap();
    let own = get(&mut paula, &survey).await.unwrap();
    assert_eq!((own.details.clone(), own.own, own.version), (Some(details(&[2], &[11, 12])), true, 1));
    // Nobody is an answer, too.
    paula.save_survey_access(saving(&own, SurveyAccessDetails::default())).await.unwrap();
    let closed = get(&mut paula, &survey).await.unwrap();
    assert_eq!((closed.details.clone(), closed.own, closed.version), (Some(SurveyAccessDetails::default()), true, 2));
    assert_eq!(told(&paula.save_survey_access(saving(&own, details(&[3], &[11]))).await.unwrap_err()), said(Code::Aborted, "stale_version"));
    assert_eq!(told(&clear(&mut paula, &own).await.unwrap_err()), said(Code::Aborted, "stale_version"));

    clear(&mut paula, &closed).await.unwrap();
    let cleared = get(&mut paula, &survey).await.unwrap();
    assert_eq!((cleared.details.clone(), cleared.own, cleared.version), (domain.details.clone(), false, 3));
    clear(&mut paula, &cleared).await.unwrap();
    // And again by itself, also when it says what it said before.
    paula.save_survey_access(saving(&cleared, SurveyAccessDetails::default())).await.unwrap();
    let again = get(&mut paula, &survey).await.unwrap();
    assert_eq!((again.details, again.own), (Some(SurveyAccessDetails::default()), true));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_05_all_that_was_published_is_listed_by_its_title_in_force_behind_the_two_domains() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let mut surveys = SurveyServiceClient::new(by(&world, Caller::ResponsibleUser));
    let mut added = Vec::new();
    for title in ["Yksi", "Kaksi", "Kolme"] {
        added.push(add(&world, pain(title)).await.unwrap());
    }
    // What is being built is not there, and a draft's title neither.
    let begun = SaveSurveyDraftRequest { details: Some(pain("Neljä")), ..SaveSurveyDraftRequest::default() };
    surveys.save_survey_draft(begun).await.unwrap();
    let renamed = SaveSurveyDraftRequest {
        survey_id: added.remove(0),
        details: Some(SurveyDetails { title: texts("Alku"), ..SurveyDetails::default() }),
        fields: vec!["title".to_owned()],
        version: 1,
    };
    surveys.save_survey_draft(renamed).await.unwrap();
    surveys.archive_survey(ArchiveSurveyRequest { survey_id: added.remove(0) }).await.unwrap();
    let first = list(&mut paula, "", String::new()).await;
    assert_eq!(first.domains.iter().map(|domain| domain.matter).collect::<Vec<_>>(), [i32::from(Matter::Health), Matter::Social.into()]);
    assert_eq!(
        (titles(&first), first.surveys.iter().map(|survey| survey.archived).collect::<Vec<_>>()),
        (names(&["Kaksi", "Kolme"]), vec![true, false])
    );
    let second = list(&mut paula, "", first.next_page_token).await;
    assert_eq!((titles(&second), second.domains.len(), second.next_page_token.as_str()), (names(&["Yksi"]), 2, ""));
    // By words of titles in any language, and by nothing else.
    assert_eq!(titles(&list(&mut paula, "kolme sv", String::new()).await), ["Kolme"]);
    for elsewhere in ["words", "alku"] {
        assert_eq!(titles(&list(&mut paula, elsewhere, String::new()).await), [""; 0], "{elsewhere}");
    }
    world.end().await.unwrap();
}

fn names(titles: &[&str]) -> Vec<String> {
    titles.iter().map(|title| (*title).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_05_administrators_alone_say_who_reads_and_of_what_was_published_alone() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let mut surveys = SurveyServiceClient::new(by(&world, Caller::ResponsibleUser));
    let begun = SaveSurveyDraftRequest { details: Some(pain("Kesken")), ..SaveSurveyDraftRequest::default() };
    let begun = surveys.save_survey_draft(begun).await.unwrap().into_inner().survey_id;
    let gone = said(Code::NotFound, "not_found");
    for survey_id in [begun, Uuid::now_v7().to_string()] {
        let missing = SurveyAccess { survey_id, ..SurveyAccess::default() };
        assert_eq!(told(&get(&mut paula, &missing.survey_id).await.unwrap_err()), gone);
        assert_eq!(told(&paula.save_survey_access(saving(&missing, details(&[1], &[11]))).await.unwrap_err()), gone);
        assert_eq!(told(&clear(&mut paula, &missing).await.unwrap_err()), gone);
    }
    let no_domain = paula.save_survey_access(saving(&SurveyAccess::default(), details(&[1], &[11]))).await.unwrap_err();
    assert_eq!(fields(&no_domain), [("matter".to_owned(), "undefined".to_owned())]);
    let health = get(&mut paula, "").await.unwrap();
    let unknown = SaveSurveyAccessRequest { fields: vec!["colour".to_owned()], ..saving(&health, SurveyAccessDetails::default()) };
    assert_eq!(fields(&paula.save_survey_access(unknown).await.unwrap_err()), [("fields".to_owned(), "undefined".to_owned())]);
    // Who builds surveys says nothing of who reads the answers.
    for kind in [Caller::ResponsibleUser, Caller::Practitioner, Caller::Resident] {
        let mut other = client(&world, kind);
        assert_eq!(get(&mut other, "").await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
        let refused = other.save_survey_access(saving(&health, details(&[1], &[11]))).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
