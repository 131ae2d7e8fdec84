//! Which times are offered: as schedules and searches say, as far as the horizon, on the clocks of Finland.

use chassis::testkit::{eventually, rebuilds_to_the_same, refusals::reason};
use chassis_domain::{SignedDuration, demo_id};
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{
        AppointmentSearchDetails, AppointmentType, ArchiveScheduleRequest, BookableTime, DoubledHour, GetMonthRequest, ListTimesRequest,
        SaveScheduleRequest, ScheduleDetails, SearchBookableRequest, TimeFilter, TimesWanted, schedule_service_client::ScheduleServiceClient,
    },
};

use crate::town::{Resident, Town, WOMAN, hours, mondays, of_service, search};

const MONDAY: &str = "2026-11-23";

impl Resident {
    async fn wanted(&self, filter: TimeFilter, wanted: TimesWanted, date: &str) -> Vec<BookableTime> {
        let asked = ListTimesRequest { filter: Some(filter), wanted: wanted.into(), date: date.to_owned(), ..ListTimesRequest::default() };
        self.booking().list_times(asked).await.unwrap().into_inner().times
    }
}

fn starts(times: &[BookableTime]) -> Vec<&str> {
    times.iter().map(|time| time.span.as_ref().unwrap().civil_start.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_16_times_are_shown_for_a_week_the_first_of_all_and_as_each_search_says() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let service = town.service("Verikokeet", Availability::All).await;
    let schedule = town.schedule(mondays(&service)).await;
    let elsewhere = ScheduleDetails {
        location_id: demo_id("location", "tunturi").to_string(),
        practitioner_id: String::new(),
        slot_minutes: 20,
        weekly: vec![hours(3, "08:00", "09:00")],
        appointment_type: AppointmentType::Phone.into(),
        ..mondays(&service)
    };
    let elsewhere = town.schedule(elsewhere).await;
    // Times of just half an hour, of residents of its own area, without the professional's name.
    let narrow = AppointmentSearchDetails {
        duration_minutes: Some(30),
        all_municipalities: false,
        practitioner_name_shown: false,
        ..search(&service, &schedule)
    };
    town.search(narrow).await;
    town.search(AppointmentSearchDetails { duration_minutes: Some(30), ..search(&service, &elsewhere) }).await;
    let of_service = || of_service(&service).unwrap();
    let week = aino.wanted(of_service(), TimesWanted::Week, MONDAY).await;
    assert_eq!(starts(&week), ["2026-11-23T08:00", "2026-11-23T08:30", "2026-11-23T09:00", "2026-11-23T09:30"], "none of twenty minutes");
    assert!(week.iter().all(|time| time.practitioner_name.is_empty()));
    assert!(aino.wanted(of_service(), TimesWanted::Week, "2026-11-24").await.iter().all(|time| starts(std::slice::from_ref(time))[0] > "2026-11-29"));

    // Only what is booked already is shown by one search, and another is confined to its own area.
    town.search(AppointmentSearchDetails { only_booked: true, ..search(&service, &elsewhere) }).await;
    town.search(AppointmentSearchDetails { all_municipalities: false, ..search(&service, &elsewhere) }).await;
    assert_eq!(aino.wanted(of_service(), TimesWanted::Week, MONDAY).await.len(), 4);
    town.search(search(&service, &elsewhere)).await;
    let first = aino.wanted(of_service(), TimesWanted::First, "").await;
    assert_eq!(starts(&first), ["2026-11-23T08:00", "2026-11-23T08:30", "2026-11-23T09:00", "2026-11-23T09:30", "2026-11-25T08:00"]);
    let by_phone = TimeFilter { types: vec![AppointmentType::Phone.into()], ..of_service() };
    assert_eq!(starts(&aino.wanted(by_phone, TimesWanted::Week, MONDAY).await), ["2026-11-25T08:00", "2026-11-25T08:20", "2026-11-25T08:40"]);
    let there = TimeFilter { location_ids: vec![demo_id("location", "tunturi").to_string()], ..of_service() };
    assert_eq!(aino.wanted(there, TimesWanted::Week, MONDAY).await.len(), 3);
    let of_role = TimeFilter { booking_role_id: scheduling::booking_role::DEFAULT.to_string(), ..TimeFilter::default() };
    assert!(aino.wanted(of_role, TimesWanted::Week, MONDAY).await.len() >= 7, "a role is searched over all its services");
    let neither = ListTimesRequest { filter: Some(TimeFilter::default()), wanted: TimesWanted::First.into(), ..ListTimesRequest::default() };
    assert_eq!(reason(&aino.booking().list_times(neither).await.unwrap_err()), "choice_missing");

    let found = aino.booking().search_bookable(SearchBookableRequest { search: "verikokeet".to_owned() }).await.unwrap().into_inner();
    assert_eq!((found.services[0].types.len(), found.services[0].location_ids.len()), (2, 2));
    assert!(found.services[0].first_free_at.is_some());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schedule_that_is_changed_is_planned_anew_and_what_is_booked_stays() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let service = town.service("Verikokeet", Availability::All).await;
    let schedule_id = town.schedule(mondays(&service)).await;
    town.search(search(&service, &schedule_id)).await;
    let id = aino.book(&service, "2026-11-23T08:30").await.unwrap();
    let details = ScheduleDetails { weekly: vec![hours(1, "08:15", "09:45")], ..mondays(&service) };
    let asked = SaveScheduleRequest { schedule_id: schedule_id.clone(), details: Some(details), fields: vec!["weekly".to_owned()], version: 1 };
    let mut schedules = ScheduleServiceClient::new(town.ritva());
    schedules.save_schedule(asked).await.unwrap();
    assert_eq!(aino.starts(&service, MONDAY).await, ["2026-11-23T09:15"], "what overlaps the appointment is not offered");
    assert_eq!(aino.starts(&service, "2026-11-30").await, ["2026-11-30T08:15", "2026-11-30T08:45", "2026-11-30T09:15"]);
    schedules.archive_schedule(ArchiveScheduleRequest { schedule_id }).await.unwrap();
    let asked = ListTimesRequest { filter: of_service(&service), wanted: TimesWanted::First.into(), ..ListTimesRequest::default() };
    assert!(aino.booking().list_times(asked).await.unwrap().into_inner().times.is_empty());
    assert_eq!(aino.see(&id).await.unwrap().span.unwrap().civil_start, "2026-11-23T08:30");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_night_another_day_is_planned_and_a_rebuild_plans_the_same() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let service = town.mondays("Verikokeet").await;
    let until = async || {
        let asked = GetMonthRequest { filter: of_service(&service), month: "2027-02".to_owned() };
        aino.booking().get_month(asked).await.unwrap().into_inner()
    };
    assert_eq!(until().await.planned_until, "2027-02-12");
    // Over the weekend, up to the Monday.
    town.clock().advance(SignedDuration::from_hours(3 * 24));
    eventually(|| async { (until().await.planned_until == "2027-02-15").then_some(()) }).await;
    assert_eq!(until().await.days.last().unwrap().date, "2027-02-15");
    let later = town.mondays("Rokotus").await;
    assert_eq!(aino.starts(&later, "2027-02-15").await.len(), 4, "a schedule that is new is planned as far as all others");
    aino.book(&service, "2026-11-30T08:30").await.unwrap();
    let patient = chassis_domain::PersonId::from_uuid(aino.id);
    let by = scheduling::appointment::value::By::Practitioner { person: patient, name: "Liisa Virtanen".to_owned(), patient_opened: true };
    let recommend = scheduling::recommendation::Command::Activate {
        by: scheduling::appointment::value::Doer::of(&by, patient),
        patient,
        service: chassis_domain::Uuid::try_parse(&service).unwrap(),
        matter: chassis_domain::Matter::Health,
    };
    let (store, meta) = (&town.running.kernel().store, chassis::store::CommandMeta::system(chassis_domain::Uuid::now_v7()));
    let id = chassis_domain::Id::from_uuid(chassis_domain::Uuid::now_v7());
    store.execute::<scheduling::recommendation::Recommendation>(id, recommend, meta).await.unwrap();
    rebuilds_to_the_same(&town.running).await.unwrap();
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_15_the_nights_on_which_the_clocks_change_have_the_times_that_they_have() {
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    // To where both nights are planned, a year apart.
    town.clock().advance(SignedDuration::from_hours(24 * 110));
    let service = town.service("Yövastaanotto", Availability::All).await;
    let night = ScheduleDetails { weekly: vec![hours(7, "02:00", "05:00")], ..mondays(&service) };
    let schedule = town.schedule(night).await;
    town.search(AppointmentSearchDetails { late_cancel_hours: Some(2), ..search(&service, &schedule) }).await;
    let short = aino.times(&service, "2027-03-28").await;
    assert_eq!(starts(&short), ["2027-03-28T02:00", "2027-03-28T02:30", "2027-03-28T04:00", "2027-03-28T04:30"]);
    assert!(short.iter().all(|time| time.span.as_ref().unwrap().minutes == 30));

    town.clock().advance(SignedDuration::from_hours(24 * 190));
    let long = eventually(|| async { Some(aino.times(&service, "2027-10-31").await).filter(|times| !times.is_empty()) }).await;
    let named: Vec<_> =
        long.iter().map(|time| (time.span.clone().unwrap().civil_start[11..].to_owned(), time.span.as_ref().unwrap().doubled_hour())).collect();
    let (once, summer, winter) = (DoubledHour::Unspecified, DoubledHour::Summer, DoubledHour::Winter);
    let expected = [
        ("02:00", once),
        ("02:30", once),
        ("03:00", summer),
        ("03:30", summer),
        ("03:00", winter),
        ("03:30", winter),
        ("04:00", once),
        ("04:30", once),
    ];
    assert_eq!(named, expected.map(|(start, which)| (start.to_owned(), which)));
    let second = long.iter().find(|time| time.span.as_ref().unwrap().doubled_hour() == DoubledHour::Winter).unwrap();
    let held = aino.hold(&second.offer_id).await.unwrap();
    let id = aino.book_held(&held).await.unwrap();
    let span = aino.see(&id).await.unwrap().span.unwrap();
    assert_eq!((span.civil_start.as_str(), span.doubled_hour()), ("2027-10-31T03:00", DoubledHour::Winter));
    town.end().await;
}
