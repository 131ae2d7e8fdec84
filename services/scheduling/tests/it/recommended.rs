//! A professional recommends a patient to book in a service, and takes that back.

use chassis::testkit::{
    Calls, rebuilds_to_the_same,
    refusals::{reason, said, told},
};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    content::v1::{Availability, ServiceDetails},
    scheduling::v1::{
        ActivateRecommendationRequest, BookAppointmentRequest, ListMyRecommendationsRequest, ListRecommendableServicesRequest,
        ListRecommendationsOfPatientRequest, Recommendation, RecommendationState, WithdrawRecommendationRequest,
        recommendation_service_client::RecommendationServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    professional::Professional,
    town::{Resident, Town, WOMAN, booking, mondays, search, service_details},
};

impl Professional {
    fn recommendations(&self) -> RecommendationServiceClient<Calls> {
        RecommendationServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn recommends(&self, patient: &Resident, service: &str) -> Result<String, Status> {
        let asked = ActivateRecommendationRequest { patient_id: patient.id.to_string(), service_id: service.to_owned() };
        Ok(self.recommendations().activate_recommendation(asked).await?.into_inner().recommendation_id)
    }

    async fn recommended(&self, patient: &Resident) -> Result<Vec<Recommendation>, Status> {
        let asked = ListRecommendationsOfPatientRequest { patient_id: patient.id.to_string() };
        Ok(self.recommendations().list_recommendations_of_patient(asked).await?.into_inner().recommendations)
    }

    async fn recommendable(&self, patient: &Resident) -> Result<Vec<(String, bool)>, Status> {
        let asked = ListRecommendableServicesRequest { patient_id: patient.id.to_string() };
        let found = self.recommendations().list_recommendable_services(asked).await?.into_inner().services;
        let named = found.into_iter().map(|each| (each.service.unwrap().names.unwrap().texts["fi"].clone(), each.by_recommendation_alone));
        // Beside those of the demo.
        Ok(named.filter(|(name, _)| ["Haavahoito", "Neuvola", "Verikokeet"].contains(&name.as_str())).collect())
    }

    async fn withdraws(&self, id: &str) -> Result<(), Status> {
        let asked = WithdrawRecommendationRequest { recommendation_id: id.to_owned() };
        self.recommendations().withdraw_recommendation(asked).await.map(|_| ())
    }
}

async fn bookable(town: &Town, details: ServiceDetails) -> String {
    let service = town.service_of(details).await;
    let schedule = town.schedule(mondays(&service)).await;
    town.search(search(&service, &schedule)).await;
    service
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_05_a_professional_recommends_a_service_to_whom_they_have_opened_and_the_resident_books_with_it() {
    let town = Town::start().await;
    let wounds = ServiceDetails { availability: Availability::Professionals.into(), ..service_details("Haavahoito") };
    let wounds = bookable(&town, wounds).await;
    let children = bookable(&town, ServiceDetails { age_max: Some(6), ..service_details("Neuvola") }).await;
    bookable(&town, service_details("Verikokeet")).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    let missing = said(Code::NotFound, "not_found");
    assert_eq!(told(&liisa.recommends(&aino, &wounds).await.unwrap_err()), missing);
    assert_eq!(told(&liisa.recommendable(&aino).await.unwrap_err()), missing);
    assert_eq!(told(&liisa.recommended(&aino).await.unwrap_err()), missing);

    liisa.opens(&town, &aino).await;
    assert_eq!(liisa.recommendable(&aino).await.unwrap(), [("Haavahoito".to_owned(), true), ("Verikokeet".to_owned(), false)]);
    assert_eq!(reason(&liisa.recommends(&aino, &children).await.unwrap_err()), "not_for_patient");
    assert_eq!(reason(&liisa.recommends(&aino, &demo_id("service", "olematon").to_string()).await.unwrap_err()), "not_for_patient");
    let id = liisa.recommends(&aino, &wounds).await.unwrap();
    assert_eq!(reason(&liisa.recommends(&aino, &wounds).await.unwrap_err()), "already_recommended");
    let mine = aino.booking().list_my_recommendations(ListMyRecommendationsRequest {}).await.unwrap().into_inner().recommendations;
    assert_eq!(mine.iter().map(|each| each.recommendation_id.as_str()).collect::<Vec<_>>(), [id.as_str()]);

    let held = aino.hold(&aino.time(&wounds, "2026-11-23T08:30").await.offer_id).await.unwrap();
    let with = BookAppointmentRequest { recommendation_id: id.clone(), ..booking(&held) };
    let appointment = aino.booking().book_appointment(with).await.unwrap().into_inner().appointment_id;
    let of_aino = liisa.recommended(&aino).await.unwrap();
    assert_eq!((of_aino[0].state(), of_aino[0].appointment_id.as_str()), (RecommendationState::Used, appointment.as_str()));
    assert_eq!(of_aino[0].activated_by_name, "Liisa Virtanen");
    assert_eq!(reason(&liisa.withdraws(&id).await.unwrap_err()), "recommendation_used");

    // Once it is used the service can be recommended again, and that be taken back; by who has not opened the patient it is not.
    town.clock().advance(SignedDuration::from_mins(1));
    let again = liisa.recommends(&aino, &wounds).await.unwrap();
    assert_eq!(told(&jussi.withdraws(&again).await.unwrap_err()), missing);
    assert_eq!(told(&jussi.withdraws(&Uuid::now_v7().to_string()).await.unwrap_err()), missing);
    liisa.withdraws(&again).await.unwrap();
    liisa.withdraws(&again).await.unwrap();
    assert!(aino.booking().list_my_recommendations(ListMyRecommendationsRequest {}).await.unwrap().into_inner().recommendations.is_empty());
    assert_eq!(
        liisa.recommended(&aino).await.unwrap().iter().map(Recommendation::state).collect::<Vec<_>>(),
        [RecommendationState::Withdrawn, RecommendationState::Used]
    );
    rebuilds_to_the_same(&town.running).await.unwrap();
    town.end().await;
}
