//! A scheduling of the test's own, without the demo's data, and who calls it.

use chassis::{
    service::Running,
    settings::Settings,
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{Matter, Translated},
    content::v1::{
        Availability, SaveServiceCategoryRequest, SaveServiceRequest, ServiceCategoryDetails, ServiceDetails, SexFilter,
        service_category_service_client::ServiceCategoryServiceClient, service_service_client::ServiceServiceClient,
    },
    options::v1::Caller,
    scheduling::v1::{
        AppointmentType, CivilHours, SaveScheduleRequest, ScheduleDetails, WeeklyHours, schedule_service_client::ScheduleServiceClient,
    },
};

/// Starts one.
pub(crate) async fn start() -> World {
    // Nobody is there to send anything.
    let settings = |settings: Settings| {
        let settings = settings.with("smtp_url", "smtp://127.0.0.1:1").with("sms_url", "http://127.0.0.1:1");
        settings.with("resident_public_url", "https://kajo.example")
    };
    World::start(TestEnvironment::with(settings).await.unwrap(), scheduling::service).await.unwrap()
}

/// With content beside it, which knows the services that are booked.
pub(crate) async fn with_content() -> (World, Running) {
    let world = start().await;
    let content = world.environment().service(content::service()).await.unwrap();
    (world, content)
}

/// Calls by somebody of this kind.
pub(crate) fn by(world: &World, kind: Caller) -> Calls {
    world.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
}

pub(crate) fn texts(word: &str) -> Option<Translated> {
    Some(Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") })
}

/// A service that can be booked.
pub(crate) async fn add_service(world: &World, content: &Running, name: &str) -> String {
    let calls = || world.environment().calls(content).by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne"));
    let category =
        ServiceCategoryDetails { name: texts(&format!("Luokka {name}")), matter: Matter::Health.into(), ..ServiceCategoryDetails::default() };
    let asked = SaveServiceCategoryRequest { details: Some(category), ..SaveServiceCategoryRequest::default() };
    let category = ServiceCategoryServiceClient::new(calls()).save_service_category(asked).await.unwrap().into_inner().service_category_id;
    let details = ServiceDetails {
        name: texts(name),
        service_category_id: category,
        sex: SexFilter::All.into(),
        availability: Availability::All.into(),
        ..ServiceDetails::default()
    };
    let asked = SaveServiceRequest { details: Some(details), ..SaveServiceRequest::default() };
    ServiceServiceClient::new(calls()).save_service(asked).await.unwrap().into_inner().service_id
}

/// A schedule in which a service is booked on Mondays.
pub(crate) fn schedule(name: &str, service: &str) -> ScheduleDetails {
    let hours = CivilHours { from: "08:00".to_owned(), until: "11:00".to_owned() };
    ScheduleDetails {
        name: name.to_owned(),
        location_id: Uuid::from_u128(2).to_string(),
        service_ids: vec![service.to_owned()],
        appointment_type: AppointmentType::InPerson.into(),
        weekly: vec![WeeklyHours { weekday: 1, hours: Some(hours) }],
        slot_minutes: 30,
        valid_from: "2026-11-30".to_owned(),
        ..ScheduleDetails::default()
    }
}

pub(crate) async fn add_schedule(world: &World, details: ScheduleDetails) -> Result<String, tonic::Status> {
    let asked = SaveScheduleRequest { details: Some(details), ..SaveScheduleRequest::default() };
    let mut schedules = ScheduleServiceClient::new(by(world, Caller::ResponsibleUser));
    Ok(schedules.save_schedule(asked).await?.into_inner().schedule_id)
}
