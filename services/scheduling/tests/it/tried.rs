//! Appointment searches beside what is booked by them: when their times were planned, how many are booked, and what residents find.

use chassis::testkit::{
    Calls, eventually,
    refusals::{said, told},
};
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{
        AppointmentSearchDetails, ArchiveAppointmentSearchRequest, BookableTime, BookingSystem, GetAppointmentSearchRequest,
        ListAppointmentSearchesRequest, SaveScheduleRequest, ScheduleDetails, SyncStatus, TryAppointmentSearchRequest,
        appointment_search_service_client::AppointmentSearchServiceClient, schedule_service_client::ScheduleServiceClient,
    },
};
use tonic::{Code, Status};

use crate::town::{Town, WOMAN, hours, mondays, search};

impl Town {
    fn searches(&self) -> AppointmentSearchServiceClient<Calls> {
        AppointmentSearchServiceClient::new(self.ritva())
    }

    /// When its times were planned, in seconds since 1970, and how many are booked: as one is told of the search, and as it is listed.
    async fn sync(&self, search: &str) -> (Option<i64>, u32) {
        // The two are asked one after the other, and times may be planned in between.
        let sync = eventually(|| async {
            let (told, listed) = (self.told(search).await, self.listed(search).await);
            (told == listed || told == self.told(search).await).then_some((told, listed))
        });
        let (told, listed) = sync.await;
        assert_eq!(told, listed);
        (told.synced_at.map(|at| at.seconds), told.booked_count)
    }

    async fn told(&self, search: &str) -> SyncStatus {
        let asked = GetAppointmentSearchRequest { appointment_search_id: search.to_owned() };
        self.searches().get_appointment_search(asked).await.unwrap().into_inner().appointment_search.unwrap().sync.unwrap()
    }

    async fn listed(&self, search: &str) -> SyncStatus {
        let listed = self.searches().list_appointment_searches(ListAppointmentSearchesRequest::default()).await.unwrap().into_inner();
        let mut listed = listed.appointment_searches.into_iter();
        listed.find(|listed| listed.appointment_search_id == search).unwrap().sync.unwrap()
    }

    async fn found(&self, search: &str) -> Result<Vec<BookableTime>, Status> {
        let asked = TryAppointmentSearchRequest { appointment_search_id: search.to_owned() };
        Ok(self.searches().try_appointment_search(asked).await?.into_inner().times)
    }

    fn seconds(&self) -> Option<i64> {
        Some(self.clock().now().as_second())
    }
}

fn starts(times: &[BookableTime]) -> Vec<&str> {
    times.iter().map(|time| time.span.as_ref().unwrap().civil_start.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_12_a_search_tells_when_its_times_were_planned_and_how_many_are_booked() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let service = town.service("Verikokeet", Availability::All).await;
    let schedule_id = town.schedule(mondays(&service)).await;
    let shown = town.search(search(&service, &schedule_id)).await;
    let beside = town.search(search(&service, &schedule_id)).await;
    assert_eq!(town.sync(&shown).await, (town.seconds(), 0));
    let elsewhere = AppointmentSearchDetails {
        system: BookingSystem::Vihta.into(),
        vihta_service_ids: vec!["S1".to_owned()],
        schedule_ids: vec![],
        ..search(&service, &schedule_id)
    };
    let elsewhere = town.search(elsewhere).await;
    assert_eq!(town.sync(&elsewhere).await, (None, 0), "nobody has asked another system yet");

    let of_search = |times: Vec<BookableTime>| times.into_iter().next().unwrap().offer_id;
    let held = aino.hold(&of_search(town.found(&shown).await.unwrap())).await.unwrap();
    let id = aino.book_held(&held).await.unwrap();
    assert_eq!((town.sync(&shown).await.1, town.sync(&beside).await.1), (1, 0), "what is booked by the one is not by the other");
    let planned = town.seconds();

    // A schedule that is saved is planned anew in each search that shows it, and the horizon moves all.
    town.clock().advance(SignedDuration::from_mins(30));
    let details = ScheduleDetails { weekly: vec![hours(1, "08:00", "11:00")], ..mondays(&service) };
    let asked = SaveScheduleRequest { schedule_id, details: Some(details), fields: vec!["weekly".to_owned()], version: 1 };
    assert_eq!(town.sync(&shown).await.0, planned);
    ScheduleServiceClient::new(town.ritva()).save_schedule(asked).await.unwrap();
    assert_eq!((town.sync(&shown).await, town.sync(&beside).await), ((town.seconds(), 1), (town.seconds(), 0)));
    let saved = town.seconds();
    town.clock().advance(SignedDuration::from_hours(24));
    eventually(|| async { (town.sync(&shown).await.0 > saved).then_some(()) }).await;
    assert_eq!((town.sync(&shown).await.1, town.sync(&elsewhere).await), (1, (None, 0)));

    // What is over or cancelled is none to come.
    let over = Timestamp::from_second(aino.see(&id).await.unwrap().span.unwrap().ends_at.unwrap().seconds).unwrap();
    town.clock().advance(over.duration_since(town.clock().now()));
    assert_eq!(town.sync(&shown).await.1, 0);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_tried_and_shows_the_first_free_times_as_residents_read_them() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let service = town.service("Verikokeet", Availability::All).await;
    let schedule = town.schedule(mondays(&service)).await;
    let shown = town.search(search(&service, &schedule)).await;
    aino.book(&service, "2026-11-23T08:30").await.unwrap();
    aino.hold(&aino.time(&service, "2026-11-23T09:00").await.offer_id).await.unwrap();
    let times = town.found(&shown).await.unwrap();
    assert_eq!(starts(&times)[..3], ["2026-11-23T08:00", "2026-11-23T09:30", "2026-11-30T08:00"], "what is booked or held is free for nobody");
    assert_eq!(times.len(), 10);
    assert_eq!(times[0], aino.time(&service, "2026-11-23T08:00").await, "as a resident reads it");

    // Whose setting hides the name, whose duration is another, and which offers nothing.
    let of = async |details: AppointmentSearchDetails| town.found(&town.search(details).await).await.unwrap();
    let nameless = of(AppointmentSearchDetails { practitioner_name_shown: false, ..search(&service, &schedule) }).await;
    assert_eq!((nameless[0].practitioner_name.as_str(), times[0].practitioner_name.is_empty()), ("", false));
    assert_eq!(of(AppointmentSearchDetails { duration_minutes: Some(20), ..search(&service, &schedule) }).await, []);
    assert_eq!(of(AppointmentSearchDetails { only_booked: true, ..search(&service, &schedule) }).await, []);
    town.searches().archive_appointment_search(ArchiveAppointmentSearchRequest { appointment_search_id: shown.clone() }).await.unwrap();
    assert_eq!(town.found(&shown).await.unwrap(), []);
    assert_eq!(told(&town.found(&Uuid::from_u128(1).to_string()).await.unwrap_err()), said(Code::NotFound, "not_found"));
    town.end().await;
}
