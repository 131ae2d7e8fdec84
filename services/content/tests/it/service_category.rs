//! Service categories, as responsible users and administrators keep them.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, said, told},
};
use futures::future::join_all;
use kajo_proto::{
    common::v1::{Matter, PageRequest, RecordState, Translated},
    content::v1::{
        ArchiveServiceCategoryRequest, GetServiceCategoryRequest, ListServiceCategoriesRequest, RestoreServiceCategoryRequest,
        SaveServiceCategoryRequest, ServiceCategory, ServiceCategoryDetails, service_category_service_client::ServiceCategoryServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{by, start, telling_nobody};

type Client = ServiceCategoryServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    ServiceCategoryServiceClient::new(by(world, kind))
}

fn texts(fi: &str, sv: &str, en: &str) -> Option<Translated> {
    Some(Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() })
}

fn dental_care() -> ServiceCategoryDetails {
    ServiceCategoryDetails {
        name: texts("Hammashoito", "Tandvård", "Dental care"),
        description: texts("Hampaat ja suu", "Tänder och mun", "Teeth and mouth"),
        icon: "smile".to_owned(),
        matter: Matter::Health.into(),
    }
}

fn named(name: &str) -> ServiceCategoryDetails {
    let name = texts(name, &format!("{name} sv"), &format!("{name} en"));
    ServiceCategoryDetails { name, description: None, ..dental_care() }
}

async fn add(client: &mut Client, details: ServiceCategoryDetails) -> Result<String, Status> {
    let asked = SaveServiceCategoryRequest { details: Some(details), ..SaveServiceCategoryRequest::default() };
    Ok(client.save_service_category(asked).await?.into_inner().service_category_id)
}

/// Saves fields of one that is kept.
async fn set(client: &mut Client, kept: &ServiceCategory, names: &[&str], details: ServiceCategoryDetails) -> Result<(), Status> {
    let asked = SaveServiceCategoryRequest {
        service_category_id: kept.service_category_id.clone(),
        details: Some(details),
        fields: names.iter().map(|name| (*name).to_owned()).collect(),
        version: kept.version,
    };
    client.save_service_category(asked).await?;
    Ok(())
}

async fn get(client: &mut Client, id: &str) -> Result<ServiceCategory, Status> {
    let asked = GetServiceCategoryRequest { service_category_id: id.to_owned() };
    Ok(client.get_service_category(asked).await?.into_inner().service_category.unwrap())
}

async fn archive(client: &mut Client, id: &str) -> Result<(), Status> {
    client.archive_service_category(ArchiveServiceCategoryRequest { service_category_id: id.to_owned() }).await?;
    Ok(())
}

async fn restore(client: &mut Client, id: &str) -> Result<(), Status> {
    client.restore_service_category(RestoreServiceCategoryRequest { service_category_id: id.to_owned() }).await?;
    Ok(())
}

/// Finnish names of those that match, and the token of the next page.
async fn list(client: &mut Client, search: &str, state: RecordState, page: PageRequest) -> (Vec<String>, String) {
    let asked = ListServiceCategoriesRequest { search: search.to_owned(), state: state.into(), page: Some(page) };
    let answer = client.list_service_categories(asked).await.unwrap().into_inner();
    let names = answer.service_categories.into_iter().map(|found| found.details.unwrap().name.unwrap().fi).collect();
    (names, answer.next_page_token)
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_01_a_responsible_user_adds_changes_finds_archives_and_restores_a_category_with_every_field() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&mut ritva, dental_care()).await.unwrap();
    let read = get(&mut ritva, &id).await.unwrap();
    assert_eq!((read.details.clone(), read.archived, read.version), (Some(dental_care()), false, 1));
    assert!(read.updated_at.is_some());

    let changed = ServiceCategoryDetails {
        name: texts("Suun hoito", "Munvård", "Oral care"),
        description: None,
        icon: "baby".to_owned(),
        matter: Matter::Social.into(),
    };
    set(&mut ritva, &read, &["name", "description", "icon", "matter"], changed.clone()).await.unwrap();
    let read = get(&mut ritva, &id).await.unwrap();
    assert_eq!(read.details.clone(), Some(ServiceCategoryDetails { description: texts("", "", ""), ..changed }));

    // Administrators find it by words in any language and any text, in pages, archived ones apart.
    let mut paula = client(&world, Caller::Administrator);
    for name in ["Apteekki", "Neuvola", "Ulkomaat"] {
        add(&mut paula, named(name)).await.unwrap();
    }
    archive(&mut paula, &id).await.unwrap();
    archive(&mut paula, &id).await.unwrap();
    assert!(get(&mut ritva, &id).await.unwrap().archived);
    let (all, active, archived) = (RecordState::Unspecified, RecordState::Active, RecordState::Archived);
    for (search, state, found) in [
        ("munvård", all, vec!["Suun hoito"]),
        ("ORAL suun", archived, vec!["Suun hoito"]),
        ("oral", active, vec![]),
        ("", archived, vec!["Suun hoito"]),
        ("", active, vec!["Apteekki", "Neuvola", "Ulkomaat"]),
        ("100%", all, vec![]),
        ("_", all, vec![]),
    ] {
        assert_eq!(list(&mut paula, search, state, PageRequest::default()).await.0, found, "{search} {state:?}");
    }
    let (mut pages, mut token) = (Vec::new(), String::new());
    loop {
        let (page, next) = list(&mut paula, "", all, PageRequest { size: 3, token }).await;
        pages.push(page);
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(pages, [vec!["Apteekki", "Neuvola", "Suun hoito"], vec!["Ulkomaat"]]);
    restore(&mut paula, &id).await.unwrap();
    assert!(!get(&mut ritva, &id).await.unwrap().archived);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn svc_01_all_that_is_wrong_with_a_category_is_told_at_its_field() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    add(&mut ritva, dental_care()).await.unwrap();
    let archived = add(&mut ritva, named("Neuvola")).await.unwrap();
    archive(&mut ritva, &archived).await.unwrap();
    let told_of = |refused: Status| fields(&refused).into_iter().map(|(field, reason)| format!("{field} {reason}")).collect::<Vec<_>>();
    let wrong = ServiceCategoryDetails {
        // The Finnish name of the first one, the Swedish one of the archived one.
        name: texts(" hammasHOITO ", "neuvola SV", " "),
        description: texts("Hampaat", "", "Teeth"),
        ..dental_care()
    };
    assert_eq!(
        told_of(add(&mut ritva, wrong).await.unwrap_err()),
        [
            "details.name.en translation_missing",
            "details.name.fi service_category_name_taken",
            "details.name.sv service_category_name_taken",
            "details.description.sv all_or_nothing",
        ]
    );
    // What the contract bounds is told in the same way.
    let long = ServiceCategoryDetails { name: texts(&"a".repeat(201), "b", "c"), matter: 0, ..dental_care() };
    assert_eq!(told_of(add(&mut ritva, long).await.unwrap_err()), ["details.name.fi too_long", "details.matter undefined"]);
    // The same name again is its own.
    let id = add(&mut ritva, named("Apteekki")).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    set(&mut ritva, &kept, &["name"], named("APTEEKKI")).await.unwrap();
    world.end().await.unwrap();
}

/// An app that is older than the service does not know all fields, and must not take them away.
#[tokio::test(flavor = "multi_thread")]
async fn fields_that_a_save_does_not_name_stay_as_they_are_kept() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&mut ritva, dental_care()).await.unwrap();
    let kept = get(&mut ritva, &id).await.unwrap();
    let asked = ServiceCategoryDetails { icon: "syringe".to_owned(), matter: Matter::Social.into(), ..named("Muu") };
    set(&mut ritva, &kept, &["icon"], asked.clone()).await.unwrap();
    let read = get(&mut ritva, &id).await.unwrap();
    assert_eq!(read.details, Some(ServiceCategoryDetails { icon: "syringe".to_owned(), ..dental_care() }));
    // A field that this service does not know would be lost in silence.
    let refused = set(&mut ritva, &read, &["icon", "colour"], asked.clone()).await.unwrap_err();
    assert_eq!(fields(&refused), [("fields".to_owned(), "undefined".to_owned())]);
    // Whoever has not seen the newest version is told so, whatever the field.
    let refused = set(&mut ritva, &kept, &["matter"], asked.clone()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Aborted, "stale_version"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_dozen_who_save_one_name_at_once_one_has_it() {
    let world = start().await;
    let ritva = client(&world, Caller::ResponsibleUser);
    let saves = (0..24).map(|_| {
        let mut ritva = ritva.clone();
        async move { add(&mut ritva, named("Kotihoito")).await }
    });
    let saved = join_all(saves).await;
    assert_eq!(saved.iter().filter(|saved| saved.is_ok()).count(), 1);
    for refused in saved.into_iter().filter_map(Result::err) {
        let names = ["fi", "sv", "en"].map(|language| (format!("details.name.{language}"), "service_category_name_taken".to_owned()));
        assert_eq!(fields(&refused), names);
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_found_and_practitioners_and_residents_do_not_come_in() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let missing = chassis_domain::Uuid::now_v7().to_string();
    let gone = said(Code::NotFound, "not_found");
    assert_eq!(told(&get(&mut ritva, &missing).await.unwrap_err()), gone);
    assert_eq!(told(&archive(&mut ritva, &missing).await.unwrap_err()), gone);
    assert_eq!(told(&restore(&mut ritva, &missing).await.unwrap_err()), gone);
    let never = ServiceCategory { service_category_id: missing, version: 1, ..ServiceCategory::default() };
    assert_eq!(told(&set(&mut ritva, &never, &["name"], dental_care()).await.unwrap_err()), gone);
    for kind in [Caller::Practitioner, Caller::Resident] {
        let refused = add(&mut client(&world, kind), dental_care()).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_has_categories_and_another_start_changes_nothing_of_them() {
    let environment = chassis::testkit::TestEnvironment::with(|mut settings| {
        settings.demo = true;
        telling_nobody(settings)
    });
    let world = World::start(environment.await.unwrap(), content::service).await.unwrap();
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let names = list(&mut ritva, "", RecordState::Active, PageRequest::default()).await.0;
    assert_eq!(names, ["Perhepalvelut", "Sosiaalipalvelut", "Suun terveydenhuolto", "Terveysasemapalvelut"]);
    let id = chassis_domain::demo_id("service-category", "dental-care").to_string();
    let kept = get(&mut ritva, &id).await.unwrap();
    set(&mut ritva, &kept, &["icon"], ServiceCategoryDetails { icon: "baby".to_owned(), ..dental_care() }).await.unwrap();
    let again = world.another().await.unwrap();
    assert_eq!(get(&mut ritva, &id).await.unwrap().details.unwrap().icon, "baby");
    again.stop().await;
    world.end().await.unwrap();
}
