//! Digital paths recommend patients to book in a service: once under an id, as nobody.

use chassis::testkit::{
    Calls, rebuilds_to_the_same,
    refusals::{reason, said, told},
};
use chassis_domain::{Uuid, demo_id};
use kajo_proto::{
    caller::v1::CallerContext,
    content::v1::{Availability, ServiceDetails},
    options::v1::Caller,
    scheduling::v1::{
        BookAppointmentRequest, GiveRecommendationRequest, ListMyRecommendationsRequest, ListRecommendationsOfPatientRequest, Recommendation,
        RecommendationState, path_action_service_client::PathActionServiceClient, recommendation_service_client::RecommendationServiceClient,
    },
};
use tonic::{Code, Status};

use crate::town::{Resident, Town, WOMAN, booking, mondays, search, service_details};

/// Under an id of its own.
fn asked(patient: &Resident, service: &str) -> GiveRecommendationRequest {
    GiveRecommendationRequest { recommendation_id: Uuid::now_v7().to_string(), patient_id: patient.id.to_string(), service_id: service.to_owned() }
}

impl Town {
    /// As digital paths call.
    fn path(&self) -> PathActionServiceClient<Calls> {
        let caller = CallerContext { kind: Caller::Service.into(), service: "digipath-engine".to_owned(), ..CallerContext::default() };
        PathActionServiceClient::new(self.calls_by(caller))
    }

    async fn path_recommends(&self, asked: &GiveRecommendationRequest) -> Result<String, Status> {
        Ok(self.path().give_recommendation(asked.clone()).await?.into_inner().recommendation_id)
    }

    /// What happened to a recommendation, in order, and by whom.
    async fn events_of(&self, recommendation: &str) -> Vec<(String, String)> {
        sqlx::query_as("select event_type, meta ->> 'actor' from events where stream_id = $1 order by version")
            .bind(format!("recommendation-{recommendation}"))
            .fetch_all(&self.running.kernel().pool)
            .await
            .unwrap()
    }
}

/// What waits for a resident.
async fn waiting(resident: &Resident) -> Vec<Recommendation> {
    resident.booking().list_my_recommendations(ListMyRecommendationsRequest {}).await.unwrap().into_inner().recommendations
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dig_04_a_path_recommends_a_service_once_under_an_id_and_answers_with_the_one_that_waits_already() {
    let town = Town::start().await;
    let wounds = ServiceDetails { availability: Availability::Professionals.into(), ..service_details("Haavahoito") };
    let wounds = town.service_of(wounds).await;
    let schedule = town.schedule(mondays(&wounds)).await;
    town.search(search(&wounds, &schedule)).await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);

    // Two tries at once are one.
    let first = asked(&aino, &wounds);
    let (one, another) = tokio::join!(town.path_recommends(&first), town.path_recommends(&first));
    let id = first.recommendation_id.clone();
    assert_eq!((one.unwrap(), another.unwrap()), (id.clone(), id.clone()));
    assert_eq!(town.path_recommends(&first).await.unwrap(), id);
    assert_eq!(town.events_of(&id).await, [("recommendation.activated".to_owned(), "path".to_owned())]);
    let told_of = waiting(&aino).await;
    assert_eq!(
        told_of.iter().map(|each| (each.recommendation_id.as_str(), each.activated_by_name.as_str())).collect::<Vec<_>>(),
        [(id.as_str(), "")]
    );

    // Where one waits it is the answer, to a path and, as a refusal, to a professional.
    let second = asked(&aino, &wounds);
    assert_eq!(town.path_recommends(&second).await.unwrap(), id);
    assert!(town.events_of(&second.recommendation_id).await.is_empty());
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    assert_eq!(reason(&liisa.recommends(&aino, &wounds).await.unwrap_err()), "already_recommended");

    // What was recommended under an id is nobody else's; nor is an answer under an id that of another question.
    let foreign = |asked: &GiveRecommendationRequest| GiveRecommendationRequest { patient_id: elli.id.to_string(), ..asked.clone() };
    assert_eq!(told(&town.path_recommends(&foreign(&first)).await.unwrap_err()), said(Code::FailedPrecondition, "already_activated"));
    assert_eq!(town.path_recommends(&foreign(&second)).await.unwrap_err().code(), Code::AlreadyExists);
    assert!(waiting(&elli).await.is_empty());

    // It is booked with; the path is told of it all the same, and only what is asked under another id is recommended anew.
    let held = aino.hold(&aino.time(&wounds, "2026-11-23T08:30").await.offer_id).await.unwrap();
    let with = BookAppointmentRequest { recommendation_id: id.clone(), ..booking(&held) };
    aino.booking().book_appointment(with).await.unwrap();
    for tried in [&first, &second] {
        assert_eq!(town.path_recommends(tried).await.unwrap(), id);
    }
    assert!(waiting(&aino).await.is_empty());
    let third = asked(&aino, &wounds);
    assert_eq!(town.path_recommends(&third).await.unwrap(), third.recommendation_id);

    let of_aino = ListRecommendationsOfPatientRequest { patient_id: aino.id.to_string() };
    let mut recommendations = RecommendationServiceClient::new(liisa.calls.clone());
    let seen = recommendations.list_recommendations_of_patient(of_aino).await.unwrap().into_inner().recommendations;
    let state = |id: &str| seen.iter().find(|each| each.recommendation_id == id).map(|each| (each.state(), each.activated_by_name.as_str()));
    assert_eq!(state(&id), Some((RecommendationState::Used, "")));
    assert_eq!(state(&third.recommendation_id), Some((RecommendationState::Active, "")));
    rebuilds_to_the_same(&town.running).await.unwrap();
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_a_path_does_not_recommend_what_has_no_times_or_is_not_for_the_patient() {
    let town = Town::start().await;
    let children = town.service_of(ServiceDetails { age_max: Some(6), ..service_details("Neuvola") }).await;
    let schedule = town.schedule(mondays(&children)).await;
    town.search(search(&children, &schedule)).await;
    let without_times = town.service("Verikokeet", Availability::All).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    for service in [children, without_times, demo_id("service", "olematon").to_string()] {
        let asked = asked(&aino, &service);
        assert_eq!(told(&town.path_recommends(&asked).await.unwrap_err()), said(Code::FailedPrecondition, "not_for_patient"), "{service}");
        assert!(town.events_of(&asked.recommendation_id).await.is_empty(), "nothing is left of what was refused");
    }
    assert!(waiting(&aino).await.is_empty());
    town.end().await;
}
