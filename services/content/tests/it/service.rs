//! Services, as responsible users and administrators keep them, and what others are told of them.

use std::collections::HashMap;

use chassis::testkit::refusals::{param, said, told};
use futures::future::join_all;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::{GetNamesRequest, ListNamesRequest, RecordState},
    content::v1::{
        AdmitServicesRequest, GetServiceCategoryRequest, ListServiceCategoryUsesResponse, ListServicesRequest, RestoreServiceContentRequest,
        RestoreServiceRequest, SaveServiceContentDraftRequest, SaveServiceRequest, ServiceDetails, SexFilter,
        service_admission_service_client::ServiceAdmissionServiceClient,
    },
    options::v1::Caller,
};
use tonic::Code;

use crate::{
    keeper::{Keeper, SECRET, at, content, id, in_all, named, none, texts, whole},
    world::start,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_responsible_user_adds_changes_finds_archives_restores_and_removes_a_service_with_every_field() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let contents = [ritva.publish("Kipu").await, ritva.publish("Harjaus").await];
    let whole = |category: &str| whole(category, &contents);
    let service = ritva.add(whole(&category)).await.unwrap();
    let kept = ritva.get(&service).await.unwrap();
    assert_eq!((kept.details.clone(), kept.archived, kept.version), (Some(whole(&category)), false, 1));
    assert!(kept.updated_at.is_some());
    assert_eq!(kept.service_category.clone().unwrap().names.unwrap().texts["sv"], "Suun hoito sv");

    // Whatever can be left out is left out.
    let changed = ServiceDetails { description: none(), preparation_instructions: none(), ..named(&category, "Purenta") };
    let changed = ServiceDetails { default_appointment_name: none(), default_role_name: none(), ..changed };
    let all = <ServiceDetails as kajo_proto::fields::NamedFields>::FIELDS;
    ritva.set(&kept, all, changed.clone()).await.unwrap();
    let read = ritva.get(&service).await.unwrap();
    assert_eq!(read.details, Some(changed));
    // Of what is not named nothing changes.
    ritva.set(&read, &["age_min", "age_max"], ServiceDetails { age_min: Some(1), age_max: Some(1), ..whole(&category) }).await.unwrap();
    let read = ritva.get(&service).await.unwrap().details.unwrap();
    assert_eq!((read.age_min, read.age_max, read.name, read.sex), (Some(1), Some(1), in_all("Purenta"), SexFilter::All.into()));

    // Administrators find it by any of its names and its description, archived ones apart.
    let mut paula = Keeper::new(&world, Caller::Administrator);
    let other = paula.add(ServiceDetails { administrative_name: "Hallinto 7".to_owned(), ..whole(&category) }).await.unwrap();
    ritva.archive(&service).await.unwrap();
    let (all, active, archived) = (RecordState::Unspecified, RecordState::Active, RecordState::Archived);
    for (search, state, found) in [
        ("purenta EN", all, vec![&service]),
        ("purenta", active, vec![]),
        ("", archived, vec![&service]),
        ("hallinto", active, vec![&other]),
        ("kuvaus hammas", all, vec![&other]),
        ("", all, vec![&other, &service]),
    ] {
        let listed: Vec<_> = paula.list(search, state).await.into_iter().map(|service| service.service_id).collect();
        assert_eq!(listed.iter().collect::<Vec<_>>(), found, "{search} {state:?}");
    }
    assert_eq!(paula.list("", all).await[0].service_category.clone().unwrap().id, category);
    paula.services.restore_service(RestoreServiceRequest { service_id: service.clone() }).await.unwrap();
    assert!(!ritva.get(&service).await.unwrap().archived);
    paula.remove(&service).await.unwrap();
    assert_eq!(told(&ritva.get(&service).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(told(&paula.remove(&service).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_wrong_with_a_service_is_told_at_its_field_with_both_errors_of_the_age_range() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let wrong = ServiceDetails {
        name: texts("Hammas", "", "Tooth"),
        description: texts("", "Om tänder", ""),
        service_category_id: id(9),
        age_min: Some(18),
        age_max: Some(17),
        fetch_interval_minutes: Some(1),
        ..named(&category, "")
    };
    assert_eq!(
        at(&ritva.add(wrong).await.unwrap_err()),
        [
            "details.name.sv translation_missing",
            "details.description.fi all_or_nothing",
            "details.description.en all_or_nothing",
            "details.service_category_id service_category_missing",
            "details.age_min age_min_above_max",
            "details.age_max age_max_below_min",
            "details.fetch_interval_minutes fetch_interval_out_of_range",
        ]
    );
    // What the contract bounds is told in the same way.
    let undefined = ServiceDetails { sex: 0, availability: 9, service_category_id: String::new(), ..whole(&category, &[]) };
    let told_of = at(&ritva.add(undefined).await.unwrap_err());
    assert_eq!(told_of, ["details.service_category_id required", "details.sex undefined", "details.availability undefined"]);

    // Into an archived category nothing new comes; what is in it can be saved.
    let service = ritva.add(named(&category, "Hammas")).await.unwrap();
    ritva.archive_category(&category).await;
    assert_eq!(at(&ritva.add(named(&category, "Uusi")).await.unwrap_err()), ["details.service_category_id service_category_archived"]);
    let kept = ritva.get(&service).await.unwrap();
    assert!(kept.service_category.clone().unwrap().archived);
    ritva.set(&kept, &["age_min"], ServiceDetails { age_min: Some(1), ..named(&category, "Hammas") }).await.unwrap();
    let refused = ritva.set(&kept, &["age_min"], named(&category, "Hammas")).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Aborted, "stale_version"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_02_a_service_tells_contents_that_are_in_force_and_keeps_those_that_are_archived_since() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let with = |contents: &[&String]| {
        let content_ids = contents.iter().map(|id| (*id).clone()).collect();
        ServiceDetails { content_ids, ..named(&category, "Hammas") }
    };
    let [pain, brush] = [ritva.publish("Kipu").await, ritva.publish("Harjaus").await];
    let drafted = SaveServiceContentDraftRequest { details: Some(content("Kesken")), ..SaveServiceContentDraftRequest::default() };
    let drafted = ritva.contents.save_service_content_draft(drafted).await.unwrap().into_inner().service_content_id;
    for unknown in [&id(5), &drafted] {
        assert_eq!(at(&ritva.add(with(&[&pain, unknown])).await.unwrap_err()), ["details.content_ids service_content_unknown"]);
    }
    let service = ritva.add(with(&[&pain])).await.unwrap();
    ritva.archive_content(&pain).await;
    ritva.archive_content(&brush).await;
    let kept = ritva.get(&service).await.unwrap();
    let refused = ritva.set(&kept, &["content_ids"], with(&[&pain, &brush])).await.unwrap_err();
    assert_eq!(at(&refused), ["details.content_ids service_content_archived"]);
    ritva.set(&kept, &["content_ids", "age_min"], ServiceDetails { age_min: Some(3), ..with(&[&pain]) }).await.unwrap();

    // By their titles they are chosen; one that was never published is not among them, and an archived one says so.
    let mut revision = 0;
    for expected in [vec![("Harjaus", true), ("Kipu", true)], vec![("Harjaus", false), ("Kipu", true)]] {
        let answer = ritva.list_names("service_content", revision).await;
        let names: Vec<_> = answer.names.iter().map(|name| (name.names.as_ref().unwrap().texts["fi"].as_str(), name.archived)).collect();
        assert_eq!(names, expected);
        revision = answer.revision;
        assert!(ritva.list_names("service_content", revision).await.unchanged);
        let restore = RestoreServiceContentRequest { service_content_id: brush.clone() };
        ritva.contents.restore_service_content(restore).await.unwrap();
    }
    let asked = GetNamesRequest { kind: "service_content".to_owned(), ids: vec![brush.clone(), drafted] };
    let found = ritva.names.get_names(asked).await.unwrap().into_inner().names;
    assert_eq!(found.iter().map(|name| &name.id).collect::<Vec<_>>(), [&brush]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_exists_is_asked_about_once_also_when_two_dozen_save_it_at_once() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let other = ritva.add_category("Muu hoito").await;
    let archived = ritva.add(named(&category, "Neuvonta")).await.unwrap();
    ritva.archive(&archived).await.unwrap();
    // Capital letters and blanks make no other name, nor does another category, and archived services have names too.
    let same = ServiceDetails { name: texts(" NEUVONTA ", "Rådgivning", "neuvonta en"), ..named(&other, "") };
    let asked = SaveServiceRequest { details: Some(same.clone()), ..SaveServiceRequest::default() };
    let refused = ritva.services.save_service(asked.clone()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "service_name_exists"));
    assert_eq!(param(&refused, "names"), "NEUVONTA, neuvonta en");
    let confirmed = SaveServiceRequest { same_name_confirmed: true, ..asked };
    let service = ritva.services.save_service(confirmed).await.unwrap().into_inner().service_id;
    // Nobody is asked again for the name that it has, but for another one that exists.
    let kept = ritva.get(&service).await.unwrap();
    ritva.set(&kept, &["name", "age_min"], ServiceDetails { age_min: Some(3), ..same }).await.unwrap();
    ritva.add(named(&category, "Kotihoito")).await.unwrap();
    let kept = ritva.get(&service).await.unwrap();
    let refused = ritva.set(&kept, &["name"], named(&other, "Kotihoito")).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "service_name_exists"));

    let saves = (0..24).map(|_| {
        let (mut ritva, details) = (ritva.clone(), named(&category, "Kuntoutus"));
        async move { ritva.add(details).await }
    });
    let saved = join_all(saves).await;
    assert_eq!(saved.iter().filter(|saved| saved.is_ok()).count(), 1);
    for refused in saved.into_iter().filter_map(Result::err) {
        assert_eq!(told(&refused), said(Code::FailedPrecondition, "service_name_exists"));
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_01_a_category_is_not_removed_while_services_belong_to_it_and_it_is_told_which_do() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let other = ritva.add_category("Muu hoito").await;
    let first = ritva.add(named(&category, "Hammas")).await.unwrap();
    let second = ritva.add(named(&category, "Ien")).await.unwrap();
    ritva.archive(&second).await.unwrap();
    let refused = ritva.remove_category(&category).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "category_has_services"));
    assert_eq!(param(&refused, "services"), "2");
    let uses = ritva.uses(&category).await;
    let named_uses: Vec<_> =
        uses.services.iter().map(|name| (name.id.as_str(), name.names.as_ref().unwrap().texts["fi"].as_str(), name.archived)).collect();
    assert_eq!((named_uses, uses.count), (vec![(first.as_str(), "Hammas", false), (second.as_str(), "Ien", true)], 2));

    // One is removed, the other goes elsewhere: nothing is in the way any more.
    ritva.remove(&second).await.unwrap();
    let kept = ritva.get(&first).await.unwrap();
    ritva.set(&kept, &["service_category_id"], named(&other, "Hammas")).await.unwrap();
    assert_eq!(ritva.uses(&category).await, ListServiceCategoryUsesResponse::default());
    ritva.remove_category(&category).await.unwrap();
    let asked = GetServiceCategoryRequest { service_category_id: category.clone() };
    assert_eq!(told(&ritva.categories.get_service_category(asked).await.unwrap_err()), said(Code::NotFound, "not_found"));
    assert_eq!(at(&ritva.add(named(&category, "Uusi")).await.unwrap_err()), ["details.service_category_id service_category_missing"]);
    assert_eq!(told(&ritva.remove_category(&category).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}

/// Whoever removes a category and whoever puts a service into it at the same moment: one of them is refused, or the service was there first.
#[tokio::test(flavor = "multi_thread")]
async fn svc_01_no_service_is_left_without_its_category_when_both_happen_at_once() {
    let world = start().await;
    let ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let races = (0..12).map(|number| {
        let (mut one, mut other) = (ritva.clone(), ritva.clone());
        async move {
            let category = one.add_category(&format!("Luokka {number}")).await;
            let details = named(&category, &format!("Palvelu {number}"));
            let (added, removed) = tokio::join!(one.add(details), other.remove_category(&category));
            assert_ne!(added.is_ok(), removed.is_ok(), "{added:?} {removed:?}");
            if let Ok(service) = added {
                assert!(one.get(&service).await.unwrap().service_category.is_some());
            }
        }
    });
    join_all(races).await;
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_06_administrative_names_are_answered_to_responsible_users_and_administrators_alone() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let content = ritva.publish("Kipu").await;
    let service = ritva.add(whole(&category, std::slice::from_ref(&content))).await.unwrap();
    for kind in [Caller::ResponsibleUser, Caller::Administrator] {
        let mut keeper = Keeper::new(&world, kind);
        assert!(format!("{:?}", keeper.get(&service).await.unwrap()).contains(SECRET));
        assert!(format!("{:?}", keeper.list(SECRET, RecordState::Unspecified).await).contains(SECRET));
    }
    // Nobody else comes to what has them, and what others come to has none of them.
    for kind in [Caller::Resident, Caller::Practitioner, Caller::Anonymous, Caller::Service] {
        let mut other = Keeper::new(&world, kind);
        let denied = [Code::PermissionDenied, Code::Unauthenticated];
        assert!(denied.contains(&other.get(&service).await.unwrap_err().code()), "{kind:?}");
        let asked = ListServicesRequest { search: SECRET.to_owned(), ..ListServicesRequest::default() };
        assert!(denied.contains(&other.services.list_services(asked).await.unwrap_err().code()), "{kind:?}");
    }
    let mut nurse = Keeper::new(&world, Caller::Practitioner);
    let names = nurse.list_names("service", 0).await;
    assert_eq!(names.names[0].names.as_ref().unwrap().texts["fi"], "Hammastarkastus");
    assert!(!format!("{names:?}").contains(SECRET));
    let asked = GetNamesRequest { kind: "service".to_owned(), ids: vec![service] };
    assert!(!format!("{:?}", nurse.names.get_names(asked).await.unwrap().into_inner()).contains(SECRET));
    assert!(!format!("{:?}", ritva.uses(&category).await).contains(SECRET));
    let contents = nurse.list_names("service_content", 0).await;
    assert_eq!((&contents.names[0].id, contents.names[0].names.as_ref().unwrap().texts["sv"].as_str()), (&content, "Kipu sv"));
    assert!(!format!("{contents:?}").contains(SECRET));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_listed_again_when_something_has_changed_and_not_before() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let mut nurse = Keeper::new(&world, Caller::Practitioner);
    let empty = nurse.list_names("service", 0).await;
    assert_eq!((empty.names.len(), empty.unchanged), (0, false));
    assert!(nurse.list_names("service", empty.revision).await.unchanged);
    let category = ritva.add_category("Suun hoito").await;
    assert!(nurse.list_names("service", empty.revision).await.unchanged);
    let service = ritva.add(named(&category, "Hammas")).await.unwrap();
    let mut revisions = vec![empty.revision];
    let kept = ritva.get(&service).await.unwrap();
    for change in 0..4 {
        match change {
            0 => {}
            1 => ritva.set(&kept, &["name"], named(&category, "Purenta")).await.unwrap(),
            2 => ritva.archive(&service).await.unwrap(),
            _ => ritva.remove(&service).await.unwrap(),
        }
        let answer = nurse.list_names("service", *revisions.last().unwrap()).await;
        assert!(!answer.unchanged, "{change}");
        let shown: Vec<_> = answer.names.iter().map(|name| (name.names.as_ref().unwrap().texts["fi"].as_str(), name.archived)).collect();
        let expected: &[(&str, bool)] = [&[("Hammas", false)][..], &[("Purenta", false)], &[("Purenta", true)], &[]][change];
        assert_eq!(shown, expected);
        assert!(nurse.list_names("service", answer.revision).await.unchanged);
        revisions.push(answer.revision);
    }
    // Of a kind that there is not, nothing can be said; of one that is asked for by id, what there is.
    let unknown = ListNamesRequest { kind: "cellar".to_owned(), revision: 0 };
    assert_eq!(at(&nurse.names.list_names(unknown).await.unwrap_err()), ["kind undefined"]);
    let asked = GetNamesRequest { kind: "service_category".to_owned(), ids: vec![category.clone(), id(9)] };
    let found = nurse.names.get_names(asked).await.unwrap().into_inner().names;
    assert_eq!(found.iter().map(|name| &name.id).collect::<Vec<_>>(), [&category]);
    // Residents are told names with what they are shown, and need no list of them.
    let mut aino = Keeper::new(&world, Caller::Resident);
    let asked = ListNamesRequest { kind: "service".to_owned(), revision: 0 };
    assert_eq!(aino.names.list_names(asked).await.unwrap_err().code(), Code::PermissionDenied);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_21_another_service_is_told_how_often_the_appointments_of_a_service_are_fetched() {
    let world = start().await;
    let mut ritva = Keeper::new(&world, Caller::ResponsibleUser);
    let category = ritva.add_category("Suun hoito").await;
    let hourly = ritva.add(ServiceDetails { fetch_interval_minutes: Some(60), ..named(&category, "Hammas") }).await.unwrap();
    let unsaid = ritva.add(named(&category, "Ien")).await.unwrap();
    let scheduling = CallerContext { kind: Caller::Service.into(), service: "scheduling".to_owned(), ..CallerContext::default() };
    let asked = AdmitServicesRequest { service_ids: vec![hourly.clone(), unsaid.clone()], ..AdmitServicesRequest::default() };
    let admitted = ServiceAdmissionServiceClient::new(world.calls_by(scheduling)).admit_services(asked).await.unwrap().into_inner().services;
    let intervals: HashMap<_, _> = admitted.into_iter().map(|each| (each.service.unwrap().id, each.fetch_interval_minutes)).collect();
    assert_eq!(intervals, HashMap::from([(hourly, Some(60)), (unsaid, None)]));
    world.end().await.unwrap();
}
