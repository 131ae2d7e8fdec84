//! A resident finds a time, holds it, books it, moves it and cancels it.

use chassis::testkit::{
    eventually,
    refusals::{param, reason, said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    content::v1::{Availability, ServiceDetails, SexFilter},
    options::v1::Domain,
    scheduling::v1::{
        AppointmentState, AppointmentStep, AppointmentStepKind, CancelAppointmentRequest, ChangeBar, GetMonthRequest, ListMyRecommendationsRequest,
        MoveAppointmentRequest, SearchBookableRequest,
    },
};
use scheduling::{
    appointment::value::{By, Doer},
    recommendation::{self, Recommendation, RecommendationId},
};
use tonic::{Code, Status};

use crate::town::{Resident, Town, WOMAN, booking, mondays, of_service, search, service_details};

const MONDAY: &str = "2026-11-23";

impl Resident {
    async fn cancel(&self, id: &str, reason: &str) -> Result<(), Status> {
        let asked = CancelAppointmentRequest { appointment_id: id.to_owned(), reason: reason.to_owned() };
        self.booking().cancel_appointment(asked).await.map(|_| ())
    }

    pub(crate) async fn put(&self, id: &str, service: &str, civil_start: &str) -> Result<(), Status> {
        let held = self.hold(&self.time(service, civil_start).await.offer_id).await?;
        let held = booking(&held);
        let asked = MoveAppointmentRequest { appointment_id: id.to_owned(), hold_id: held.hold_id, fence: held.fence, offer_id: held.offer_id };
        self.booking().move_appointment(asked).await.map(|_| ())
    }

    async fn found(&self, words: &str) -> Vec<String> {
        let asked = SearchBookableRequest { search: words.to_owned() };
        let found = self.booking().search_bookable(asked).await.unwrap().into_inner();
        found.services.into_iter().map(|service| service.service.unwrap().names.unwrap().texts["fi"].clone()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_01_a_resident_finds_a_service_a_day_and_a_time_and_books_it() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    assert_eq!(aino.found("verik").await, ["Verikokeet"]);
    assert!(aino.found("verikokeet olematon").await.is_empty());

    let month = |month: &str| GetMonthRequest { filter: of_service(&service), month: month.to_owned() };
    let november = aino.booking().get_month(month("2026-11")).await.unwrap().into_inner();
    assert_eq!(november.days.iter().map(|day| day.date.as_str()).collect::<Vec<_>>(), [MONDAY, "2026-11-30"]);
    assert_eq!((november.next_free_date.as_str(), november.previous_free_date.as_str()), ("2026-12-07", ""));
    assert_eq!(november.planned_until, "2027-02-12", "twelve weeks");
    let march = aino.booking().get_month(month("2027-03")).await.unwrap().into_inner();
    assert!(march.days.is_empty() && march.next_free_date.is_empty());
    assert_eq!(march.previous_free_date, "2027-02-08");
    assert_eq!(reason(&aino.booking().get_month(month("2026-13")).await.unwrap_err()), "no_such_day");

    let starts = aino.starts(&service, MONDAY).await;
    assert_eq!(starts, ["2026-11-23T08:00", "2026-11-23T08:30", "2026-11-23T09:00", "2026-11-23T09:30"]);
    let held = aino.hold(&aino.time(&service, "2026-11-23T08:30").await.offer_id).await.unwrap();
    let time = held.time.as_ref().unwrap();
    assert_eq!(time.practitioner_name, "Liisa Virtanen");
    assert_eq!(time.service.as_ref().unwrap().names.as_ref().unwrap().texts["fi"], "Verikokeet", "what is booked is named before it is confirmed");
    assert_eq!(time.role.as_ref().unwrap().name.as_ref().unwrap().texts["fi"], "Ammattilainen");
    assert!(!time.place.as_ref().unwrap().name.is_empty());
    assert_eq!(held.preparation_instructions.as_ref().unwrap().texts["fi"], "Ota kortti mukaan");
    assert_eq!(held.hold.as_ref().unwrap().seconds_left, 300);
    let id = aino.book_held(&held).await.unwrap();
    // A retry under the same key is told the same, though the hold is no more.
    let again = Resident { calls: aino.calls.with_key(Uuid::now_v7()), ..aino.clone() };
    assert_eq!(reason(&again.book_held(&held).await.unwrap_err()), "hold_lost");

    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.state(), seen.service.unwrap().names.unwrap().texts["fi"].as_str()), (AppointmentState::Booked, "Verikokeet"));
    assert_eq!(seen.span.unwrap().civil_start, "2026-11-23T08:30");
    assert_eq!(seen.steps.iter().map(AppointmentStep::kind).collect::<Vec<_>>(), [AppointmentStepKind::Booked]);
    assert_eq!(seen.parties.iter().map(|party| party.name.as_str()).collect::<Vec<_>>(), ["Aino Lehtonen", "Liisa Virtanen"]);
    assert_eq!(aino.starts(&service, MONDAY).await, ["2026-11-23T08:00", "2026-11-23T09:00", "2026-11-23T09:30"]);
    assert_eq!(aino.list(false).await.len(), 1);
    let elli = town.resident("Elli Fofonoff", WOMAN).await;
    assert_eq!(told(&elli.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_of_a_booking_is_told_what_became_of_the_first_try() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let held = aino.hold(&aino.time(&service, "2026-11-23T08:30").await.offer_id).await.unwrap();
    let keyed = Resident { calls: aino.calls.with_key(Uuid::now_v7()), ..aino.clone() };
    let first = keyed.book_held(&held).await.unwrap();
    assert_eq!(keyed.book_held(&held).await.unwrap(), first);
    assert_eq!(aino.list(false).await.len(), 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_03_a_resident_cancels_with_a_reason_until_the_threshold_and_the_time_is_free_again() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    assert_eq!(aino.cancel(&id, " ").await.unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(reason(&aino.cancel(&id, &"x".repeat(501)).await.unwrap_err()), "reason_too_long");
    aino.cancel(&id, "Olen matkoilla").await.unwrap();
    aino.cancel(&id, "Olen matkoilla").await.unwrap();
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.state(), seen.cancel_reason.as_str()), (AppointmentState::Cancelled, "Olen matkoilla"));
    assert!(seen.cancelled_at.is_some());
    assert_eq!(aino.starts(&service, MONDAY).await.len(), 4);
    assert_eq!((aino.list(false).await.len(), aino.list(true).await.len()), (0, 1));

    // It is Friday noon; a day before Monday half past eight is Sunday half past eight.
    let late = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    town.clock().advance(SignedDuration::from_hours(44) + SignedDuration::from_mins(31));
    let refused = aino.cancel(&late, "Olen matkoilla").await.unwrap_err();
    assert_eq!((reason(&refused).as_str(), param(&refused, "until").as_str()), ("too_late", "2026-11-22T06:30:00Z"));
    assert_eq!(param(&refused, "phone"), "+358 16 000 0001");
    assert_eq!(aino.see(&late).await.unwrap().cancelling.unwrap().bar(), ChangeBar::TooLate);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_03_an_appointment_is_moved_under_its_id_and_a_move_that_fails_leaves_the_old_time() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let id = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    aino.put(&id, &service, "2026-11-30T09:00").await.unwrap();
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.span.unwrap().civil_start.as_str(), seen.moves), ("2026-11-30T09:00", 1));
    let before = seen.steps.last().and_then(|step| step.before.clone()).unwrap();
    assert_eq!(before.civil_start, "2026-11-23T08:30");
    assert_eq!(elli.starts(&service, MONDAY).await.len(), 4, "the old time is free");

    // Somebody else has the time by then: the hold has lapsed and was taken.
    let wanted = aino.time(&service, "2026-12-07T09:00").await;
    let held = booking(&aino.hold(&wanted.offer_id).await.unwrap());
    town.clock().advance(SignedDuration::from_mins(5));
    elli.book(&service, "2026-12-07T09:00").await.unwrap();
    let asked = MoveAppointmentRequest { appointment_id: id.clone(), hold_id: held.hold_id, fence: held.fence, offer_id: held.offer_id };
    assert_eq!(reason(&aino.booking().move_appointment(asked).await.unwrap_err()), "hold_lost");
    assert_eq!(aino.see(&id).await.unwrap().span.unwrap().civil_start, "2026-11-30T09:00");
    assert!(!elli.starts(&service, "2026-11-30").await.contains(&"2026-11-30T09:00".to_owned()), "the old time is still theirs");

    let other = town.mondays("Rokotus").await;
    assert_eq!(reason(&aino.put(&id, &other, "2026-12-07T08:00").await.unwrap_err()), "other_service");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_05_a_recommended_service_is_found_and_booked_once_with_the_recommendation() {
    let town = Town::start().await;
    let service = town.service("Haavahoito", Availability::Professionals).await;
    let schedule = town.schedule(mondays(&service)).await;
    town.search(search(&service, &schedule)).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    assert!(aino.found("haavahoito").await.is_empty());

    let recommendation = RecommendationId::from_uuid(Uuid::now_v7());
    let by =
        By::Practitioner { person: chassis_domain::PersonId::from_uuid(Uuid::now_v7()), name: "Liisa Virtanen".to_owned(), patient_opened: true };
    let patient = chassis_domain::PersonId::from_uuid(aino.id);
    let activate = recommendation::Command::Activate {
        by: Doer::of(&by, patient),
        patient,
        service: Uuid::try_parse(&service).unwrap(),
        matter: chassis_domain::Matter::Health,
    };
    let store = &town.running.kernel().store;
    store.execute::<Recommendation>(recommendation, activate, chassis::store::CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert_eq!(aino.found("haavahoito").await, ["Haavahoito"]);
    let listed = async || aino.booking().list_my_recommendations(ListMyRecommendationsRequest {}).await.unwrap().into_inner().recommendations;
    let mine = listed().await;
    assert_eq!((mine.len(), mine[0].activated_by_name.as_str()), (1, "Liisa Virtanen"));

    let held = aino.hold(&aino.time(&service, "2026-11-23T08:30").await.offer_id).await.unwrap();
    assert_eq!(reason(&aino.book_held(&held).await.unwrap_err()), "not_for_you", "without the recommendation");
    let with = kajo_proto::scheduling::v1::BookAppointmentRequest { recommendation_id: mine[0].recommendation_id.clone(), ..booking(&held) };
    let id = aino.booking().book_appointment(with.clone()).await.unwrap().into_inner().appointment_id;
    assert_eq!(aino.see(&id).await.unwrap().recommendation_id, mine[0].recommendation_id);
    assert!(listed().await.is_empty());
    assert_eq!(reason(&aino.booking().book_appointment(with).await.unwrap_err()), "recommendation_unusable");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_01_a_service_is_offered_to_those_whom_it_admits_and_to_who_acts_in_its_matter() {
    let town = Town::start().await;
    let service = town.service_of(ServiceDetails { age_min: Some(30), sex: SexFilter::Female.into(), ..service_details("Seulonta") }).await;
    let schedule = town.schedule(mondays(&service)).await;
    town.search(search(&service, &schedule)).await;
    let (aino, nils) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Nils Aikio", "010190-999W").await);
    assert_eq!(aino.found("seulonta").await, ["Seulonta"]);
    assert!(nils.found("seulonta").await.is_empty());
    let offer = aino.time(&service, "2026-11-23T08:30").await.offer_id;
    assert_eq!(reason(&nils.hold(&offer).await.unwrap_err()), "not_for_you");
    let months = GetMonthRequest { filter: of_service(&service), month: "2026-11".to_owned() };
    assert_eq!(reason(&nils.booking().get_month(months).await.unwrap_err()), "not_for_you");

    let (health, social) = (town.for_resident(&aino, &[Domain::Health], false), town.for_resident(&aino, &[Domain::Social], false));
    assert_eq!((health.found("seulonta").await.len(), social.found("seulonta").await.len()), (1, 0));
    assert_eq!(reason(&social.hold(&offer).await.unwrap_err()), "not_for_you");
    let id = health.book(&service, "2026-11-23T08:30").await.unwrap();
    assert_eq!(aino.see(&id).await.unwrap().steps[0].representative_name, "Eino Saarinen");
    assert_eq!(told(&social.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!((health.list(false).await.len(), social.list(false).await.len()), (1, 0));
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_deleted_gives_its_times_back_and_its_appointments_stay_in_the_record() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let id = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    let mut deletion = kajo_proto::scheduling::v1::deletion_service_client::DeletionServiceClient::new(aino.calls.clone());
    let preview = deletion.preview_deletion(kajo_proto::scheduling::v1::PreviewDeletionRequest {}).await.unwrap().into_inner().preview.unwrap();
    assert_eq!((preview.kept.len(), preview.kept[0].count, preview.vetoes.len()), (1, 1, 0));
    let account = identity::account::AccountId::from_uuid(aino.id);
    let store = &town.identity.kernel().store;
    let meta = || chassis::store::CommandMeta::system(Uuid::now_v7());
    for command in town.deletion() {
        store.execute::<identity::account::Account>(account, command, meta()).await.unwrap();
    }
    eventually(|| async { (elli.starts(&service, MONDAY).await.len() == 4).then_some(()) }).await;
    assert_eq!(aino.see(&id).await.unwrap().state(), AppointmentState::Cancelled);
    town.end().await;
}
