//! Appointment searches, as responsible users and administrators keep them.

use chassis::testkit::{
    World,
    refusals::{fields, param, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{GetNamesRequest, ListNamesRequest},
    options::v1::Caller,
    scheduling::v1::{
        AppointmentSearch, AppointmentSearchDetails, AppointmentType, ArchiveAppointmentSearchRequest, BookingSystem, CareKind, ChangeSource,
        GetAppointmentSearchRequest, ListAppointmentSearchesRequest, ListBookingRoleUsesRequest, RemoveAppointmentSearchRequest,
        RemoveBookingRoleRequest, SaveAppointmentSearchRequest, SearchParameter, appointment_search_service_client::AppointmentSearchServiceClient,
        booking_role_service_client::BookingRoleServiceClient, name_service_client::NameServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    booking_role::add_role,
    world::{add_schedule, add_service, by, schedule, with_content},
};

fn plain(name: &str, system: BookingSystem, role: &str, service: &str) -> AppointmentSearchDetails {
    AppointmentSearchDetails {
        administrative_name: name.to_owned(),
        system: system.into(),
        booking_role_id: role.to_owned(),
        service_id: service.to_owned(),
        cancelable_source: ChangeSource::ServiceInformation.into(),
        reschedulable_source: ChangeSource::ServiceInformation.into(),
        ..AppointmentSearchDetails::default()
    }
}

/// A search of the own calendar.
pub(crate) fn own(name: &str, role: &str, service: &str, schedule: &str) -> AppointmentSearchDetails {
    AppointmentSearchDetails { schedule_ids: vec![schedule.to_owned()], ..plain(name, BookingSystem::Own, role, service) }
}

pub(crate) async fn add_search(world: &World, details: AppointmentSearchDetails) -> Result<String, Status> {
    save(world, SaveAppointmentSearchRequest { details: Some(details), ..SaveAppointmentSearchRequest::default() }).await
}

async fn save(world: &World, asked: SaveAppointmentSearchRequest) -> Result<String, Status> {
    let mut searches = AppointmentSearchServiceClient::new(by(world, Caller::ResponsibleUser));
    Ok(searches.save_appointment_search(asked).await?.into_inner().appointment_search_id)
}

async fn get(world: &World, id: &str) -> Result<AppointmentSearch, Status> {
    let mut searches = AppointmentSearchServiceClient::new(by(world, Caller::Administrator));
    let asked = GetAppointmentSearchRequest { appointment_search_id: id.to_owned() };
    Ok(searches.get_appointment_search(asked).await?.into_inner().appointment_search.unwrap())
}

/// The Finnish name of the role that a search shows.
fn role_of(search: &AppointmentSearch) -> String {
    search.booking_role.clone().unwrap().names.unwrap().texts.remove("fi").unwrap()
}

fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_12_a_search_of_each_system_is_kept_with_every_field_and_what_it_lacks_is_told_at_its_field() {
    let (world, content) = with_content().await;
    let (service, role) = (add_service(&world, &content, "Rokotus").await, add_role(&world, "Hoitaja").await);
    let settings = |name: &str, system| AppointmentSearchDetails {
        location_id: Uuid::from_u128(9).to_string(),
        appointment_type: AppointmentType::HomeVisit.into(),
        duration_minutes: Some(45),
        cancelable_source: ChangeSource::Integration.into(),
        cancelable: true,
        reschedulable: true,
        late_cancel_hours: Some(24),
        practitioner_name_shown: true,
        all_municipalities: true,
        real_appointment: true,
        only_booked: true,
        ..plain(name, system, &role, &service)
    };
    let lifecare = AppointmentSearchDetails {
        lifecare_care_kind: CareKind::Specialised.into(),
        lifecare_appointment_types: list(&["AT"]),
        lifecare_functions: list(&["F"]),
        lifecare_locations: list(&["L"]),
        lifecare_schedule_ids: list(&["S1", "S2"]),
        lifecare_visit_types: list(&["V"]),
        lifecare_visit_type_specifiers: list(&["VS"]),
        ..settings("Lifecare", BookingSystem::Lifecare)
    };
    let omni360 = AppointmentSearchDetails {
        omni360_appointment_book_type_id: "B".to_owned(),
        omni360_contact_method_ids: list(&["C"]),
        omni360_location_names: list(&["Keskus"]),
        omni360_practitioner_ids: list(&["P"]),
        omni360_service_category_ids: list(&["SC"]),
        omni360_urgency_class_ids: list(&["U"]),
        ..settings("Omni360", BookingSystem::Omni360)
    };
    let vihta = AppointmentSearchDetails { vihta_service_ids: list(&["VS1"]), vihta_public_service: true, ..settings("Vihta", BookingSystem::Vihta) };
    let parameter = SearchParameter { name: "unit".to_owned(), values: list(&["17", "18"]) };
    let pegasos = AppointmentSearchDetails { pegasos_parameters: vec![parameter], ..settings("Pegasos", BookingSystem::Pegasos) };
    for whole in [lifecare.clone(), omni360, vihta, pegasos] {
        let id = add_search(&world, whole.clone()).await.unwrap();
        let kept = get(&world, &id).await.unwrap();
        assert_eq!((kept.details.clone(), kept.version, role_of(&kept).as_str()), (Some(whole), 1, "Hoitaja"));
    }
    for (system, expected) in [
        (BookingSystem::Lifecare, vec!["lifecare_care_kind", "lifecare_functions", "lifecare_locations"]),
        (BookingSystem::Omni360, vec!["omni360_location_names"]),
        (BookingSystem::Vihta, vec!["vihta_service_ids"]),
        (BookingSystem::Pegasos, vec!["pegasos_parameters"]),
        (BookingSystem::Own, vec!["schedule_ids"]),
    ] {
        let refused = add_search(&world, plain("Puuttuva", system, &role, &service)).await.unwrap_err();
        let told: Vec<_> = fields(&refused).into_iter().map(|(field, _)| field.trim_start_matches("details.").to_owned()).collect();
        assert_eq!(told, expected, "{system:?}");
    }
    // What is named has to be there.
    let nowhere = Uuid::from_u128(1).to_string();
    let refused =
        add_search(&world, AppointmentSearchDetails { booking_role_id: nowhere.clone(), service_id: nowhere, ..lifecare }).await.unwrap_err();
    let told: Vec<_> = fields(&refused).into_iter().map(|(_, reason)| reason).collect();
    assert_eq!(told, ["search_role_missing", "service_missing"]);
    content.stop().await;
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_12_parameters_that_another_search_has_are_asked_about_and_saved_all_the_same_when_they_are_meant() {
    let (world, content) = with_content().await;
    let (service, role) = (add_service(&world, &content, "Rokotus").await, add_role(&world, "Hoitaja").await);
    let vihta =
        |name: &str, ids: &[&str]| AppointmentSearchDetails { vihta_service_ids: list(ids), ..plain(name, BookingSystem::Vihta, &role, &service) };
    let first = add_search(&world, vihta("Rokotukset, keskusta", &["S1", "S2"])).await.unwrap();
    let refused = add_search(&world, vihta("Rokotukset, satama", &["S2", "S3"])).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "search_overlaps"));
    assert_eq!([param(&refused, "names"), param(&refused, "values")], ["Rokotukset, keskusta", "S2"]);
    let confirmed = SaveAppointmentSearchRequest {
        details: Some(vihta("Rokotukset, satama", &["S2", "S3"])),
        overlap_confirmed: true,
        ..SaveAppointmentSearchRequest::default()
    };
    let second = save(&world, confirmed).await.unwrap();
    // Not asked again of what was said to be meant; an archived search shows no times, and one alone has nobody to share with.
    let again = SaveAppointmentSearchRequest {
        appointment_search_id: second.clone(),
        details: Some(AppointmentSearchDetails { real_appointment: true, ..vihta("Muu", &["S9"]) }),
        fields: list(&["real_appointment"]),
        version: 1,
        overlap_confirmed: false,
    };
    save(&world, again).await.unwrap();
    let mut searches = AppointmentSearchServiceClient::new(by(&world, Caller::ResponsibleUser));
    for appointment_search_id in [first, second.clone()] {
        searches.archive_appointment_search(ArchiveAppointmentSearchRequest { appointment_search_id }).await.unwrap();
    }
    add_search(&world, vihta("Rokotukset, uusi", &["S2"])).await.unwrap();
    searches.remove_appointment_search(RemoveAppointmentSearchRequest { appointment_search_id: second.clone() }).await.unwrap();
    assert_eq!(told(&get(&world, &second).await.unwrap_err()), said(Code::NotFound, "not_found"));
    content.stop().await;
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_05_a_role_that_searches_name_is_removed_when_that_is_meant_and_they_show_the_default_one() {
    let (world, content) = with_content().await;
    let (service, role) = (add_service(&world, &content, "Rokotus").await, add_role(&world, "Hoitaja").await);
    let schedule = add_schedule(&world, schedule("Huone 2", &service)).await.unwrap();
    let search = add_search(&world, own("Rokotukset / huone 2", &role, &service, &schedule)).await.unwrap();
    assert_eq!(role_of(&get(&world, &search).await.unwrap()), "Hoitaja");

    let mut roles = BookingRoleServiceClient::new(by(&world, Caller::ResponsibleUser));
    let uses = roles.list_booking_role_uses(ListBookingRoleUsesRequest { booking_role_id: role.clone() }).await.unwrap().into_inner();
    assert_eq!((uses.count, uses.searches[0].names.clone().unwrap().texts["fi"].as_str()), (1, "Rokotukset / huone 2"));
    let remove = |uses_confirmed| RemoveBookingRoleRequest { booking_role_id: role.clone(), uses_confirmed };
    let refused = roles.remove_booking_role(remove(false)).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "booking_role_in_use"));
    assert_eq!(param(&refused, "searches"), "1");
    roles.remove_booking_role(remove(true)).await.unwrap();

    // Nothing of the search is written anew.
    let read = get(&world, &search).await.unwrap();
    assert_eq!((role_of(&read).as_str(), read.version, read.details.unwrap().booking_role_id), ("Ammattilainen", 1, role));
    let listed = AppointmentSearchServiceClient::new(by(&world, Caller::ResponsibleUser))
        .list_appointment_searches(ListAppointmentSearchesRequest::default())
        .await
        .unwrap()
        .into_inner();
    assert_eq!(role_of(&listed.appointment_searches[0]), "Ammattilainen");
    content.stop().await;
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn administrative_names_of_searches_are_told_to_nobody_but_those_who_keep_them() {
    let (world, content) = with_content().await;
    let (service, role) = (add_service(&world, &content, "Rokotus").await, add_role(&world, "Hoitaja").await);
    let schedule = add_schedule(&world, schedule("Huone 2", &service)).await.unwrap();
    let search = add_search(&world, own("Sisäinen nimi", &role, &service, &schedule)).await.unwrap();
    for kind in [Caller::Practitioner, Caller::Resident] {
        let mut searches = AppointmentSearchServiceClient::new(by(&world, kind));
        let asked = GetAppointmentSearchRequest { appointment_search_id: search.clone() };
        assert_eq!(searches.get_appointment_search(asked).await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
    }
    // Names of searches are no names that others ask for.
    let mut names = NameServiceClient::new(by(&world, Caller::Practitioner));
    let kind = "appointment_search".to_owned();
    let refused = names.list_names(ListNamesRequest { kind: kind.clone(), revision: 0 }).await.unwrap_err();
    assert_eq!(fields(&refused), [("kind".to_owned(), "undefined".to_owned())]);
    assert!(names.get_names(GetNamesRequest { kind, ids: vec![search] }).await.is_err());
    let schedules = names.list_names(ListNamesRequest { kind: "schedule".to_owned(), revision: 0 }).await.unwrap().into_inner();
    assert_eq!(schedules.names[0].names.clone().unwrap().texts["fi"], "Huone 2");
    content.stop().await;
    world.end().await.unwrap();
}
