//! Which service a queue belongs to, by the names that content tells (CON-19).

use chassis::testkit::caller;
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    common::v1::Name,
    content::v1::{
        ArchiveServiceRequest, GetServiceRequest, RemoveServiceRequest, SaveServiceRequest, ServiceDetails,
        service_service_client::ServiceServiceClient,
    },
    conversations::v1::{CategoryModule, GetCategoryResponse, QueueDetails, QueueKind, SaveQueueRequest},
    options::v1::Caller,
};
use tonic::Code;

use crate::{
    queues::{Client, add, add_category, category, details, get, keeper, texts},
    world::{World, fields, reason},
};

/// The service of the only queue in this answer.
fn shown(answer: GetCategoryResponse) -> Name {
    answer.queues.into_iter().next().unwrap().service.unwrap()
}

/// Looks from the fifth second on, when names are asked for anew, until the service stands so: whose names are slow to come is asked again
/// after as long.
async fn shown_when(world: &World, by: &Client, category: &str, holds: impl Fn(&Name) -> bool + Sync) -> Name {
    world.clock().advance(SignedDuration::from_secs(5));
    world.eventually(|| async { Some(shown(get(&mut by.clone(), category).await)).filter(|service| holds(service)) }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn con_19_a_queue_is_linked_to_a_service_by_its_name_and_to_none_that_is_archived_or_not_there() {
    let mut world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::ResponsibleUser);
    let mut services = {
        let content = world.content.as_ref().unwrap();
        let calls = world.environment().calls(content).by(caller(Caller::ResponsibleUser, demo_id("person", "ritva"), "Ritva Rinne"));
        ServiceServiceClient::new(calls)
    };
    let category = add_category(&mut ritva, category("Matkailijat", CategoryModule::Tasks)).await.unwrap();
    let with = |service: Uuid| QueueDetails { service_id: service.to_string(), ..details("Rokotukset", QueueKind::Message) };
    let (nurse, gone) = (demo_id("service", "nurse-appointment"), Uuid::from_u128(77));
    let refused = add(&mut ritva, &category, with(gone)).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.service_id".to_owned(), "service_missing".to_owned())]);
    let archived = demo_id("service", "travel-advice");
    let refused = add(&mut ritva, &category, with(archived)).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.service_id".to_owned(), "service_archived".to_owned())]);

    let queue = add(&mut ritva, &category, with(nurse)).await.unwrap();
    let name = shown(get(&mut ritva, &category).await);
    assert_eq!((name.id, name.archived), (nurse.to_string(), false));
    assert_eq!(name.names.unwrap().texts["fi"], "Hoitajan vastaanotto");

    // It is renamed and archived: that is seen within five seconds, and the queue keeps it.
    let kept = services.get_service(GetServiceRequest { service_id: nurse.to_string() }).await.unwrap().into_inner().service.unwrap();
    let renamed = ServiceDetails { name: texts("Vastaanotto"), ..kept.details.unwrap() };
    let rename = SaveServiceRequest {
        service_id: nurse.to_string(),
        details: Some(renamed),
        fields: vec!["name".to_owned()],
        version: kept.version,
        same_name_confirmed: false,
    };
    services.save_service(rename).await.unwrap();
    services.archive_service(ArchiveServiceRequest { service_id: nurse.to_string() }).await.unwrap();
    assert_eq!(shown(get(&mut ritva, &category).await).names.unwrap().texts["fi"], "Hoitajan vastaanotto");
    shown_when(&world, &ritva, &category, |name| name.archived && name.names.as_ref().is_some_and(|names| names.texts["fi"] == "Vastaanotto")).await;
    let version = get(&mut ritva, &category).await.queues[0].version;
    let again = SaveQueueRequest {
        category_id: category.clone(),
        subcategory_id: queue.clone(),
        details: Some(QueueDetails { role_ids: vec![demo_id("role", "doctor").to_string()], ..with(nurse) }),
        fields: vec!["role_ids".to_owned(), "service_id".to_owned()],
        version,
    };
    ritva.save_queue(again.clone()).await.unwrap();

    // It is no more: who looks is told so.
    services.remove_service(RemoveServiceRequest { service_id: nurse.to_string() }).await.unwrap();
    let name = shown_when(&world, &ritva, &category, |name| name.names.is_none()).await;
    assert_eq!(name.id, nurse.to_string());

    // Content is away: names stay as they are known, what a queue has can be saved, and nothing new is linked.
    world.content.take().unwrap().stop().await;
    world.clock().advance(SignedDuration::from_secs(5));
    assert_eq!(shown(get(&mut ritva, &category).await).id, nurse.to_string());
    let version = get(&mut ritva, &category).await.queues[0].version;
    let same = SaveQueueRequest { version, details: Some(with(nurse)), ..again.clone() };
    ritva.save_queue(same).await.unwrap();
    let refused = add(&mut ritva, &category, with(demo_id("service", "doctor-appointment"))).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::Unavailable, "unavailable".to_owned()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queues_are_shown_without_names_while_nobody_has_ever_said_them() {
    let world = World::start().await;
    let mut ritva = keeper(&world, Caller::ResponsibleUser);
    let shown = get(&mut ritva, &demo_id("category", "health-station").to_string()).await;
    assert!(shown.queues.iter().all(|queue| queue.service.is_none() && !queue.details.as_ref().unwrap().service_id.is_empty()));
    world.end().await;
}
