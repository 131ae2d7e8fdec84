//! Digital paths give contents to patients: once under an id, as nobody.

use chassis::testkit::{
    Calls,
    refusals::{said, told},
};
use chassis_domain::Uuid;
use identity::patient::Standing;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    content::v1::{
        GiveContentRequest, ListContentsOfPatientRequest, MyContentList, PatientContentState, WithdrawContentRequest,
        path_action_service_client::PathActionServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::patient_content::town::{Resident, Town, events_of, keeper, resident};

/// Under an id of its own.
fn asked(patient: &Resident, content: &str) -> GiveContentRequest {
    GiveContentRequest {
        patient_content_id: Uuid::now_v7().to_string(),
        patient_id: patient.id.to_string(),
        service_content_id: content.to_owned(),
        matter: Matter::Health.into(),
    }
}

impl Town {
    /// As digital paths call.
    fn path(&self) -> PathActionServiceClient<Calls> {
        let caller = CallerContext { kind: Caller::Service.into(), service: "digipath-engine".to_owned(), ..CallerContext::default() };
        PathActionServiceClient::new(self.calls_by(caller))
    }

    async fn path_gives(&self, asked: &GiveContentRequest) -> Result<(), Status> {
        self.path().give_content(asked.clone()).await.map(drop)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dig_04_a_path_gives_a_content_once_under_an_id_also_when_the_same_one_is_unread() {
    let town = Town::start().await;
    let (content, other) = (keeper(&town).publish("Flunssa").await, keeper(&town).publish("Haavat").await);
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let elli = town.patient("Elli Fofonoff", Standing::ConsentGiven).await;

    // Two tries at once are one.
    let first = asked(&aino, &content);
    let (one, another) = tokio::join!(town.path_gives(&first), town.path_gives(&first));
    assert!(one.is_ok() && another.is_ok(), "{one:?} {another:?}");
    town.path_gives(&first).await.unwrap();
    assert_eq!(events_of(&town, &first.patient_content_id).await, ["patient_content.activated"]);
    let actors: Vec<String> = sqlx::query_scalar("select meta ->> 'actor' from events where stream_id = $1")
        .bind(format!("patient_content-{}", first.patient_content_id))
        .fetch_all(&town.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(actors, ["path"]);

    // Under another id it is another one, as unread as the first.
    let again = asked(&aino, &content);
    town.path_gives(&again).await.unwrap();
    let unread = aino.list(MyContentList::Unread).await;
    assert_eq!(unread.len(), 2);
    assert!(unread.iter().all(|content| content.activated_by_name.is_empty()));

    // What was given under an id is nobody else's, and nothing else.
    let taken = said(Code::FailedPrecondition, "already_activated");
    for foreign in [
        GiveContentRequest { patient_id: elli.id.to_string(), ..first.clone() },
        GiveContentRequest { service_content_id: other.clone(), ..first.clone() },
    ] {
        assert_eq!(told(&town.path_gives(&foreign).await.unwrap_err()), taken);
    }
    assert!(elli.list(MyContentList::Unread).await.is_empty());

    // Professionals see it, and take it back; the path is told once more that it was given.
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    let asked = ListContentsOfPatientRequest { patient_id: aino.id.to_string(), page: None };
    let seen = liisa.contents().list_contents_of_patient(asked).await.unwrap().into_inner().contents;
    let states: Vec<_> = seen.iter().map(|content| (content.state(), content.activated_by_name.as_str(), content.may_withdraw)).collect();
    assert_eq!(states, [(PatientContentState::Unread, "", true); 2]);
    let withdraw = WithdrawContentRequest { patient_content_id: first.patient_content_id.clone() };
    liisa.contents().withdraw_content(withdraw).await.unwrap();
    town.path_gives(&first).await.unwrap();
    assert_eq!(aino.ids(MyContentList::Unread).await, [again.patient_content_id]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_a_path_is_refused_what_is_archived_who_does_not_consent_and_who_is_not_there() {
    let town = Town::start().await;
    let content = keeper(&town).publish("Flunssa").await;
    for (standing, refused) in [(Standing::NoConsent, "patient_no_consent"), (Standing::ManuallyAdded, "patient_manually_added")] {
        let asked = asked(&town.patient("Elli Fofonoff", standing).await, &content);
        assert_eq!(told(&town.path_gives(&asked).await.unwrap_err()), said(Code::FailedPrecondition, refused));
        assert!(events_of(&town, &asked.patient_content_id).await.is_empty(), "nothing is left of what was refused");
    }
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let missing = said(Code::NotFound, "not_found");
    assert_eq!(told(&town.path_gives(&asked(&aino, &Uuid::now_v7().to_string())).await.unwrap_err()), missing);
    assert_eq!(told(&town.path_gives(&asked(&resident(&town, "Olematon"), &content)).await.unwrap_err()), missing);

    let given = asked(&aino, &content);
    town.path_gives(&given).await.unwrap();
    keeper(&town).archive_content(&content).await;
    assert_eq!(told(&town.path_gives(&asked(&aino, &content)).await.unwrap_err()), said(Code::FailedPrecondition, "content_archived"));
    // What was given before stays so.
    town.path_gives(&given).await.unwrap();
    assert_eq!(aino.ids(MyContentList::Unread).await, [given.patient_content_id]);
    town.end().await;
}
