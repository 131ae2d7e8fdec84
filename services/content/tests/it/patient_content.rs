//! Professionals give contents to patients whom they have opened, take them back, and see whether they are read.

pub(crate) mod town;

use chassis::{
    database,
    testkit::{
        Calls, caller, rebuild,
        refusals::{reason, said, told},
    },
};
use chassis_domain::{Uuid, demo_id};
use identity::patient::Standing;
use kajo_proto::{
    common::v1::{DeletionSubject, Matter, PageRequest},
    content::v1::{
        ActivatableContent, ActivateContentRequest, ListActivatableContentsRequest, ListContentsOfPatientRequest, MyContentList,
        MyContentServiceGetAudienceRequest, PatientContent, PatientContentState, PreviewDeletionRequest, ServiceContentType, WithdrawContentRequest,
        deletion_service_client::DeletionServiceClient, my_content_service_client::MyContentServiceClient,
        patient_content_service_client::PatientContentServiceClient,
    },
    options::v1::{Caller, Domain},
};
use tonic::{Code, Status};

use self::town::{Professional, Resident, Town, alone, events_of, for_resident, give, given, keeper, resident, waiting};
use crate::{keeper::SECRET, world::by};

impl Professional {
    async fn gives(&self, asked: ActivateContentRequest) -> Result<String, Status> {
        Ok(self.contents().activate_content(asked).await?.into_inner().patient_content_id)
    }

    async fn takes_back(&self, id: &str) -> Result<(), Status> {
        self.contents().withdraw_content(WithdrawContentRequest { patient_content_id: id.to_owned() }).await.map(drop)
    }

    async fn looks_at(&self, patient: &Resident) -> Result<Vec<PatientContent>, Status> {
        let asked = ListContentsOfPatientRequest { patient_id: patient.id.to_string(), page: None };
        Ok(self.contents().list_contents_of_patient(asked).await?.into_inner().contents)
    }
}

fn asked(patient: &Resident, content: &str) -> ActivateContentRequest {
    ActivateContentRequest { patient_id: patient.id.to_string(), service_content_id: content.to_owned(), matter: Matter::Health.into(), again: false }
}

/// What can be given whose titles hold these words, page by page.
async fn activatable(calls: Calls, search: &str, size: u32) -> Vec<ActivatableContent> {
    let mut contents = PatientContentServiceClient::new(calls);
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let asked = ListActivatableContentsRequest { search: search.to_owned(), page: Some(PageRequest { size, token }) };
        let answer = contents.list_activatable_contents(asked).await.unwrap().into_inner();
        found.extend(answer.contents);
        token = answer.next_page_token;
        if token.is_empty() {
            return found;
        }
    }
}

fn titles(found: &[ActivatableContent]) -> Vec<&str> {
    found.iter().filter_map(|content| content.title.as_ref()).map(|title| title.fi.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_a_professional_gives_a_content_to_a_patient_whom_they_have_opened_and_takes_it_back() {
    let town = Town::start().await;
    let (content, other) = (keeper(&town).publish("Flunssa").await, keeper(&town).publish("Haavat").await);
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;

    // Whom one has not opened is nobody, as who is not there.
    let missing = said(Code::NotFound, "not_found");
    for somebody in [&aino, &resident(&town, "Elli Fofonoff")] {
        assert_eq!(told(&liisa.gives(asked(somebody, &content)).await.unwrap_err()), missing);
        assert_eq!(told(&liisa.looks_at(somebody).await.unwrap_err()), missing);
    }
    liisa.opens(&town, &aino).await;
    assert_eq!(told(&liisa.gives(asked(&aino, &Uuid::now_v7().to_string())).await.unwrap_err()), missing);
    let unsaid = ActivateContentRequest { matter: Matter::Unspecified.into(), ..asked(&aino, &content) };
    assert_eq!(liisa.gives(unsaid).await.unwrap_err().code(), Code::InvalidArgument);
    assert!(liisa.looks_at(&aino).await.unwrap().is_empty(), "nothing is left of what was refused");

    let id = liisa.gives(asked(&aino, &content)).await.unwrap();
    assert_eq!(told(&liisa.gives(asked(&aino, &content)).await.unwrap_err()), said(Code::FailedPrecondition, "content_already_given"));
    let social = ActivateContentRequest { matter: Matter::Social.into(), ..asked(&aino, &other) };
    let another = liisa.gives(social).await.unwrap();
    let again = liisa.gives(ActivateContentRequest { again: true, ..asked(&aino, &content) }).await.unwrap();
    let listed = liisa.looks_at(&aino).await.unwrap();
    let of = |listed: &[PatientContent], id: &str| listed.iter().find(|found| found.patient_content_id == id).cloned().unwrap();
    assert_eq!(listed.len(), 3);
    let first = of(&listed, &id);
    assert_eq!((first.state(), first.matter(), first.may_withdraw, first.read_at), (PatientContentState::Unread, Matter::Health, true, None));
    assert_eq!((first.activated_by_name.as_str(), first.service_content_id.as_str()), ("Liisa Virtanen", content.as_str()));
    let title = first.title.unwrap();
    assert_eq!((title.fi.as_str(), title.sv.as_str(), title.en.as_str()), ("Flunssa", "Flunssa sv", "Flunssa en"));
    assert_eq!(of(&listed, &another).matter(), Matter::Social);

    // Read by who acts for her: it is told that it is, and on whose side. What is read may be given anew, and taken back.
    for_resident(&town, &aino, &[Domain::Health], false).read(&id, 1).await.unwrap();
    let seen = of(&liisa.looks_at(&aino).await.unwrap(), &id);
    assert_eq!((seen.state(), seen.read_at.is_some(), seen.read_on_behalf, seen.may_withdraw), (PatientContentState::Read, true, true, true));
    for id in [&id, &again] {
        for _ in 0..2 {
            liisa.takes_back(id).await.unwrap();
        }
    }
    liisa.gives(asked(&aino, &content)).await.unwrap();
    let over = of(&liisa.looks_at(&aino).await.unwrap(), &again);
    assert_eq!((over.state(), over.may_withdraw), (PatientContentState::Withdrawn, false));
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    assert_eq!(told(&jussi.takes_back(&another).await.unwrap_err()), missing);
    assert_eq!(told(&jussi.takes_back(&Uuid::now_v7().to_string()).await.unwrap_err()), missing);
    rebuild(&town.running, "patient_contents").await.unwrap();
    assert_eq!(of(&liisa.looks_at(&aino).await.unwrap(), &id).read_on_behalf, seen.read_on_behalf);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_a_patient_who_does_not_consent_and_a_content_that_is_archived_are_refused() {
    let town = Town::start().await;
    let content = keeper(&town).publish("Flunssa").await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    for (standing, refused) in [(Standing::NoConsent, "patient_no_consent"), (Standing::ManuallyAdded, "patient_manually_added")] {
        let patient = town.patient("Elli Fofonoff", standing).await;
        liisa.opens(&town, &patient).await;
        assert_eq!(told(&liisa.gives(asked(&patient, &content)).await.unwrap_err()), said(Code::FailedPrecondition, refused));
    }
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    liisa.opens(&town, &aino).await;
    let id = liisa.gives(asked(&aino, &content)).await.unwrap();
    keeper(&town).archive_content(&content).await;
    let again = ActivateContentRequest { again: true, ..asked(&aino, &content) };
    assert_eq!(told(&liisa.gives(again).await.unwrap_err()), said(Code::FailedPrecondition, "content_archived"));
    assert!(activatable(liisa.calls.clone(), "", 10).await.is_empty());
    // What was given is read all the same.
    assert_eq!(aino.head(&id).await.1, (true, 1));
    aino.read(&id, 1).await.unwrap();
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_a_content_that_is_archived_while_it_is_given_is_given_before_that_or_not_at_all() {
    let town = Town::start().await;
    let content = keeper(&town).publish("Flunssa").await;
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    let id = Uuid::try_parse(&content).unwrap();
    let mut held = database::begin(&town.running.kernel().pool).await.unwrap();
    sqlx::query("update publications set archived = true where id = $1").bind(id).execute(&mut *held).await.unwrap();
    let committing = async {
        waiting(&town, 1).await;
        held.commit().await.unwrap();
    };
    let (given, ()) = tokio::join!(liisa.gives(asked(&aino, &content)), committing);
    assert_eq!(reason(&given.unwrap_err()), "content_archived");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_07_of_two_professionals_who_give_the_same_content_at_once_one_is_asked_whether_to_do_so_again() {
    let town = Town::start().await;
    let content = keeper(&town).publish("Flunssa").await;
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    liisa.opens(&town, &aino).await;
    jussi.opens(&town, &aino).await;
    let (one, other) = tokio::join!(liisa.gives(asked(&aino, &content)), jussi.gives(asked(&aino, &content)));
    let refused: Vec<_> = [one, other].into_iter().filter_map(Result::err).map(|status| reason(&status)).collect();
    assert_eq!(refused, ["content_already_given"]);
    // Who has touched what stands in the access log, of whom and why.
    let rows: Vec<(String, Option<Uuid>, String)> = sqlx::query_as(
        "select distinct split_part(method, '/', 3), subject_id, ground from access_log where object_kind = 'patient_content' order by 1",
    )
    .fetch_all(&town.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(rows, [("ActivateContent".to_owned(), Some(aino.id), "patient".to_owned())]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_what_can_be_given_is_found_by_its_titles_in_their_order_and_its_administrative_name_is_told_to_nobody() {
    let world = alone().await;
    let mut ritva = keeper(&world);
    for title in ["Haavat", "Flunssa", "Verikoe"] {
        ritva.publish(title).await;
    }
    let archived = ritva.publish("Arkistoitu").await;
    ritva.archive_content(&archived).await;
    let calls = || by(&world, Caller::Practitioner);
    for size in [1, 2, 10] {
        assert_eq!(titles(&activatable(calls(), "", size).await), ["Flunssa", "Haavat", "Verikoe"], "{size} at once");
    }
    assert_eq!(titles(&activatable(calls(), "haavat sv", 10).await), ["Haavat"]);
    for nothing in [SECRET, "Teksti", "Arkistoitu"] {
        assert!(activatable(calls(), nothing, 10).await.is_empty(), "{nothing}");
    }
    let found = activatable(calls(), "verikoe", 10).await;
    assert!(found.iter().all(|content| content.r#type() == ServiceContentType::Unspecified));
    assert!(!format!("{found:?}").contains(SECRET));
    // Not in the token by which a list goes on either.
    let asked = ListActivatableContentsRequest { search: String::new(), page: Some(PageRequest { size: 1, token: String::new() }) };
    let token = PatientContentServiceClient::new(calls()).list_activatable_contents(asked).await.unwrap().into_inner().next_page_token;
    let cursor = chassis::page::NameCursor::parse(&token).unwrap().unwrap();
    assert_eq!(cursor.name, "Flunssa Flunssa sv Flunssa en");
    world.end().await.unwrap();
}

async fn keys(calls: Calls) -> Vec<String> {
    MyContentServiceClient::new(calls).get_audience(MyContentServiceGetAudienceRequest {}).await.unwrap().into_inner().keys
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_who_may_be_told_of_a_content_is_who_may_see_it() {
    let world = alone().await;
    let (content, aino) = (keeper(&world).publish("Flunssa").await, resident(&world, "Aino Lehtonen"));
    let id = give(&world, given(aino.id, &content)).await;
    aino.read(&id, 1).await.unwrap();
    let told: Vec<Vec<String>> = sqlx::query_scalar("select audience from outbox where stream_id = $1")
        .bind(format!("patient_content-{id}"))
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(told.len(), events_of(&world, &id).await.len());
    let liisa = caller(Caller::Practitioner, demo_id("person", "liisa"), "Liisa Virtanen");
    let with = |mandates: &[Domain], teenager| for_resident(&world, &aino, mandates, teenager).calls;
    let of_liisa = keys(world.calls_by(liisa)).await;
    for (held, is_told) in [
        (keys(aino.calls.clone()).await, true),
        (keys(with(&[Domain::Health], false)).await, true),
        (keys(with(&[Domain::Social], false)).await, false),
        (keys(with(&[Domain::Health], true)).await, false),
        (of_liisa, true),
        (keys(resident(&world, "Elli Fofonoff").calls).await, false),
    ] {
        for audience in &told {
            assert_eq!(held.iter().any(|key| audience.contains(key)), is_told, "{held:?} {audience:?}");
        }
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_07_an_account_that_is_deleted_takes_what_is_not_read_with_it_and_all_stay_in_the_record() {
    let town = Town::start().await;
    let content = keeper(&town).publish("Flunssa").await;
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let (read, unread) = (give(&town, given(aino.id, &content)).await, give(&town, given(aino.id, &content)).await);
    aino.read(&read, 1).await.unwrap();
    let preview = async |resident: &Resident| {
        let mut deletion = DeletionServiceClient::new(resident.calls.clone());
        Ok::<_, Status>(deletion.preview_deletion(PreviewDeletionRequest {}).await?.into_inner().preview.unwrap())
    };
    let told = preview(&aino).await.unwrap();
    assert_eq!(told.kept.iter().map(|item| (item.subject(), item.count)).collect::<Vec<_>>(), [(DeletionSubject::Contents, 2)]);
    assert_eq!((told.erased.len(), told.vetoes.len()), (0, 0));
    let eino = for_resident(&town, &aino, &[Domain::Health, Domain::Social], false);
    assert_eq!(preview(&eino).await.unwrap_err().code(), Code::PermissionDenied, "it is hers alone");
    town.delete_account(&aino).await;
    town.eventually(|| async {
        let last = events_of(&town, &unread).await.pop();
        (last.as_deref() == Some("patient_content.withdrawn")).then_some(())
    })
    .await;
    let states: Vec<_> =
        aino.list(MyContentList::Past).await.into_iter().map(|content| (content.patient_content_id.clone(), content.state())).collect();
    assert!(states.contains(&(unread, PatientContentState::Withdrawn)) && states.contains(&(read, PatientContentState::Read)), "{states:?}");
    town.end().await;
}
