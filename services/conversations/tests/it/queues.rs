//! Categories and queues, as responsible users and administrators keep them (CON-18, CON-19, CON-27).

use chassis::testkit::{Calls, caller};
use chassis_domain::{Uuid, demo_id};
use futures::future::join_all;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::{Matter, RecordState, Translated},
    conversations::v1::{
        ArchiveCategoryRequest, CategoryDetails, CategoryModule, CheckTailRequest, EndConversationRequest, FindFormRequest,
        ForwardConversationRequest, GetCategoryRequest, GetCategoryResponse, ListCategoriesRequest, ListQueuesRequest, OrderCategoriesRequest,
        OrderQueuesRequest, QueueDetails, QueueKind, RequestConsultationRequest, RestoreCategoryRequest, SaveCategoryRequest, SaveQueueRequest,
        SearchCategoriesRequest, StartConversationRequest, TaskDue, TaskDueUnit, category_admin_service_client::CategoryAdminServiceClient,
        queue_directory_service_client::QueueDirectoryServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{Person, World, fields, param, question, queue, reason};

pub(crate) type Client = CategoryAdminServiceClient<Calls>;

pub(crate) fn keeper(world: &World, kind: Caller) -> Client {
    CategoryAdminServiceClient::new(world.calls_by(caller(kind, demo_id("person", "ritva"), "Ritva Rinne")))
}

pub(crate) fn texts(text: &str) -> Option<Translated> {
    Some(Translated { fi: text.to_owned(), sv: format!("{text} sv"), en: format!("{text} en") })
}

pub(crate) fn category(name: &str, module: CategoryModule) -> SaveCategoryRequest {
    let areas = if module == CategoryModule::Inbox { vec![demo_id("service-area", "lehtola").to_string()] } else { vec![] };
    let details = CategoryDetails {
        name: texts(name),
        description: texts("Kuvaus"),
        icon: "heart".to_owned(),
        matter: Matter::Health.into(),
        service_area_ids: areas,
    };
    SaveCategoryRequest { module: module.into(), details: Some(details), ..SaveCategoryRequest::default() }
}

/// A queue of the nurses and doctors of Lehtola with everything that its kind has.
pub(crate) fn details(name: &str, kind: QueueKind) -> QueueDetails {
    QueueDetails {
        name: texts(name),
        kind: kind.into(),
        service_id: demo_id("service", "nurse-appointment").to_string(),
        survey_id: Uuid::from_u128(8).to_string(),
        url_tail: format!("Tail-{}", name.to_lowercase()),
        role_ids: vec![demo_id("role", "nurse").to_string()],
        location_ids: vec![demo_id("location", "lehtola").to_string()],
        content_id: demo_id("service-content", "home-measurements").to_string(),
        due: Some(TaskDue { unit: TaskDueUnit::Days.into(), amount: 3 }),
        patient_marks_done: true,
        sends_expired: true,
        description: Some(Translated::default()),
    }
}

pub(crate) async fn add_category(client: &mut Client, asked: SaveCategoryRequest) -> Result<String, Status> {
    Ok(client.save_category(asked).await?.into_inner().category_id)
}

pub(crate) async fn add(client: &mut Client, category: &str, details: QueueDetails) -> Result<String, Status> {
    let asked = SaveQueueRequest { category_id: category.to_owned(), details: Some(details), ..SaveQueueRequest::default() };
    Ok(client.save_queue(asked).await?.into_inner().subcategory_id)
}

pub(crate) async fn get(client: &mut Client, category: &str) -> GetCategoryResponse {
    client.get_category(GetCategoryRequest { category_id: category.to_owned() }).await.unwrap().into_inner()
}

async fn search(client: &mut Client, module: CategoryModule, search: &str, state: RecordState) -> Vec<String> {
    let asked = SearchCategoriesRequest { module: module.into(), search: search.to_owned(), state: state.into() };
    let found = client.search_categories(asked).await.unwrap().into_inner().categories;
    found.into_iter().map(|found| found.details.unwrap().name.unwrap().fi).collect()
}

async fn archive(client: &mut Client, category: &str, queue: &str) {
    let asked = ArchiveCategoryRequest { category_id: category.to_owned(), subcategory_id: queue.to_owned() };
    client.archive_category(asked).await.unwrap();
}

/// A queue that takes nothing of the kind in.
fn closed() -> [(String, String); 1] {
    [("subcategory_id".to_owned(), "queue_closed".to_owned())]
}

/// Fields at fault.
fn at(refused: &Status) -> Vec<String> {
    fields(refused).into_iter().map(|(field, _)| field).collect()
}

/// Ids of the queues that a resident of Lehtola can choose.
async fn choices(person: &Person) -> Vec<String> {
    let asked = ListCategoriesRequest { service_area_id: demo_id("service-area", "lehtola").to_string() };
    let found = person.categories().list_categories(asked).await.unwrap().into_inner().categories;
    found.into_iter().flat_map(|category| category.subcategories).map(|queue| queue.subcategory_id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn con_18_con_27_a_subcategory_is_used_at_once_and_when_it_is_archived_takes_nothing_new_while_what_is_there_goes_on() {
    let world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::ResponsibleUser);
    let (resident, nurse) = (world.resident("Aino Nieminen"), world.nurse());
    let id = add_category(&mut ritva, category("Matkailijat", CategoryModule::Inbox)).await.unwrap();
    let vaccines = add(&mut ritva, &id, details("Rokotukset", QueueKind::Message)).await.unwrap();
    let kept = get(&mut ritva, &id).await;
    assert_eq!(kept.category.as_ref().unwrap().details, category("Matkailijat", CategoryModule::Inbox).details);
    let message = QueueDetails {
        survey_id: String::new(),
        url_tail: String::new(),
        content_id: String::new(),
        due: None,
        patient_marks_done: false,
        sends_expired: false,
        ..details("Rokotukset", QueueKind::Message)
    };
    assert_eq!(kept.queues.iter().map(|queue| queue.details.clone()).collect::<Vec<_>>(), [Some(message)]);
    assert!(choices(&resident).await.contains(&vaccines));

    let about = |topic: &str| StartConversationRequest { category_id: id.clone(), subcategory_id: vaccines.clone(), ..question(topic, "When?") };
    let begun = resident.start(about("Before")).await.unwrap().conversation_id;
    archive(&mut ritva, &id, &vaccines).await;
    assert!(!choices(&resident).await.contains(&vaccines));
    assert_eq!(reason(&resident.start(about("After")).await.unwrap_err()), "queue_closed");
    let forward = |to: &str| ForwardConversationRequest { conversation_id: begun.clone(), subcategory_id: to.to_owned() };
    // What is there goes on until it is closed.
    nurse.take(&begun).await.unwrap();
    nurse.write(&begun, "In May").await.unwrap();
    resident.write(&begun, "Thank you").await.unwrap();
    let ask = RequestConsultationRequest {
        conversation_id: begun.clone(),
        subcategory_id: vaccines.clone(),
        text: "Help?".to_owned(),
        attachment_ids: Vec::new(),
    };
    assert_eq!(fields(&nurse.tasks().request_consultation(ask).await.unwrap_err()), closed());
    nurse.tasks().forward_conversation(forward(&queue("health-station/nurse"))).await.unwrap();
    nurse.take(&begun).await.unwrap();
    assert_eq!(fields(&nurse.tasks().forward_conversation(forward(&vaccines)).await.unwrap_err()), closed());
    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: begun.clone(), mark_done: false }).await.unwrap();

    ritva.restore_category(RestoreCategoryRequest { category_id: id.clone(), subcategory_id: vaccines.clone() }).await.unwrap();
    resident.start(about("Again")).await.unwrap();
    // All of the category at once; it takes no new queues either.
    archive(&mut ritva, &id, "").await;
    assert!(!choices(&resident).await.contains(&vaccines));
    let refused = add(&mut ritva, &id, details("Neuvonta", QueueKind::Message)).await.unwrap_err();
    assert_eq!(reason(&refused), "category_archived");
    assert_eq!(search(&mut ritva, CategoryModule::Inbox, "matkail", RecordState::Active).await, [""; 0]);
    assert_eq!(search(&mut ritva, CategoryModule::Inbox, "matkail", RecordState::Archived).await, ["Matkailijat"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_19_a_queue_of_every_kind_is_kept_with_what_belongs_to_it_and_refused_for_what_it_lacks() {
    let world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::Administrator);
    let id = add_category(&mut ritva, category("Lomakkeet", CategoryModule::Tasks)).await.unwrap();
    for (number, kind) in (1..).zip([
        QueueKind::Message,
        QueueKind::Form,
        QueueKind::AnonymousForm,
        QueueKind::Consultation,
        QueueKind::PatientTask,
        QueueKind::SharedMessage,
    ]) {
        let (form, task) = (matches!(kind, QueueKind::Form | QueueKind::AnonymousForm), kind == QueueKind::PatientTask);
        let full = details(&format!("jono-{number}"), kind);
        add(&mut ritva, &id, full.clone()).await.unwrap();
        let kept = get(&mut ritva, &id).await.queues.pop().unwrap();
        let expected = QueueDetails {
            service_id: if kind == QueueKind::Consultation { String::new() } else { full.service_id.clone() },
            survey_id: if form { full.survey_id.clone() } else { String::new() },
            url_tail: if kind == QueueKind::AnonymousForm { format!("tail-jono-{number}") } else { String::new() },
            content_id: if task { full.content_id.clone() } else { String::new() },
            due: full.due.filter(|_| task),
            patient_marks_done: task,
            sends_expired: task,
            ..full
        };
        assert_eq!(kept.details, Some(expected), "{kind:?}");
        let bare = QueueDetails { name: texts("Nimi"), kind: kind.into(), ..QueueDetails::default() };
        let refused = add(&mut ritva, &id, bare).await.unwrap_err();
        let lacks: &[&str] = match kind {
            QueueKind::Message => &["details.service_id"],
            QueueKind::Form => &["details.service_id", "details.survey_id"],
            QueueKind::AnonymousForm => &["details.service_id", "details.survey_id", "details.url_tail"],
            QueueKind::PatientTask => &["details.content_id", "details.due"],
            _ => &[],
        };
        let access = ["details.role_ids", "details.location_ids"];
        assert_eq!(at(&refused), [lacks, &access].concat(), "{kind:?}");
    }
    // A kind stays; fields that are not named stay; who has not seen the last change is refused.
    let kept = get(&mut ritva, &id).await.queues.remove(0);
    let save = |names: &[&str], details: QueueDetails, version: u64| SaveQueueRequest {
        category_id: id.clone(),
        subcategory_id: kept.subcategory_id.clone(),
        details: Some(details),
        fields: names.iter().map(|name| (*name).to_owned()).collect(),
        version,
    };
    let another_kind = QueueDetails { name: texts("Nimi"), kind: QueueKind::Consultation.into(), ..QueueDetails::default() };
    let fixed = ritva.save_queue(save(&["kind"], another_kind, kept.version)).await.unwrap_err();
    assert_eq!(fields(&fixed), [("details.kind".to_owned(), "kind_fixed".to_owned())]);
    let renamed = QueueDetails { name: texts("Uusi nimi"), kind: QueueKind::Message.into(), ..QueueDetails::default() };
    ritva.save_queue(save(&["name"], renamed.clone(), kept.version)).await.unwrap();
    let after = get(&mut ritva, &id).await.queues.remove(0);
    assert_eq!(after.details, Some(QueueDetails { name: texts("Uusi nimi"), ..kept.details.clone().unwrap() }));
    assert_eq!(reason(&ritva.save_queue(save(&["name"], renamed, kept.version)).await.unwrap_err()), "stale_version");
    assert_eq!(at(&ritva.save_queue(save(&["unheard_of"], after.details.unwrap(), after.version)).await.unwrap_err()), ["fields"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consultation_goes_to_consultation_queues_and_nothing_else_does() {
    let world = World::with_content().await;
    let (resident, nurse) = (world.resident("Aino Nieminen"), world.nurse());
    let id = resident.ask("Ear").await;
    nurse.take(&id).await.unwrap();
    let ask = |to: &str| RequestConsultationRequest {
        conversation_id: id.clone(),
        subcategory_id: queue(to),
        text: "Look".to_owned(),
        attachment_ids: Vec::new(),
    };
    assert_eq!(fields(&nurse.tasks().request_consultation(ask("health-station/doctor")).await.unwrap_err()), closed());
    nurse.tasks().request_consultation(ask("consultations/doctors")).await.unwrap();
    let forward = |to: &str| ForwardConversationRequest { conversation_id: id.clone(), subcategory_id: queue(to) };
    let refused = nurse.tasks().forward_conversation(forward("consultations/doctors")).await.unwrap_err();
    assert_eq!(reason(&refused), "queue_of_other_kind");
    let queues = nurse.categories().list_queues(ListQueuesRequest {}).await.unwrap().into_inner().queues;
    let kind = |key: &str| queues.iter().find(|found| found.subcategory_id == queue(key)).map(kajo_proto::conversations::v1::Queue::kind);
    assert_eq!(kind("consultations/doctors"), Some(QueueKind::Consultation));
    assert_eq!(kind("shared/station"), Some(QueueKind::SharedMessage));
    nurse.tasks().forward_conversation(forward("shared/station")).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sur_10_one_of_twenty_gets_an_address_and_keeps_it_for_ever() {
    let world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::Administrator);
    let id = add_category(&mut ritva, category("Lomakkeet", CategoryModule::Tasks)).await.unwrap();
    let with = |tail: &str| QueueDetails { url_tail: tail.to_owned(), ..details("Palaute", QueueKind::AnonymousForm) };
    let saves = join_all((0..20).map(|_| {
        let (mut client, id) = (ritva.clone(), id.clone());
        async move { add(&mut client, &id, with("palautelomake")).await }
    }))
    .await;
    let (won, refused): (Vec<_>, Vec<_>) = saves.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    for refused in refused.into_iter().map(Result::unwrap_err) {
        // Who was overtaken several times is told to try again.
        assert!(reason(&refused) == "url_taken" || refused.code() == Code::Aborted, "{refused:?}");
    }
    let first = won.into_iter().next().unwrap().unwrap();

    // The form moves; its old address stays its own.
    let version = get(&mut ritva, &id).await.queues[0].version;
    let moved = SaveQueueRequest {
        category_id: id.clone(),
        subcategory_id: first.clone(),
        details: Some(with("Palautteet")),
        fields: vec!["url_tail".to_owned()],
        version,
    };
    ritva.save_queue(moved).await.unwrap();
    assert_eq!(reason(&add(&mut ritva, &id, with("palautelomake")).await.unwrap_err()), "url_taken");
    let refused = add(&mut ritva, &id, with("Päätä itse!")).await.unwrap_err();
    assert_eq!((reason(&refused), param(&refused, "proposal")), ("url_special_characters".to_owned(), "paata-itse".to_owned()));
    let service = CallerContext { kind: Caller::Service.into(), service: "survey".to_owned(), ..CallerContext::default() };
    let mut survey = QueueDirectoryServiceClient::new(world.calls_by(service));
    for tail in ["palautelomake", "palautteet"] {
        let found = survey.find_form(FindFormRequest { url_tail: tail.to_owned() }).await.unwrap().into_inner();
        assert_eq!((found.subcategory_id.as_str(), found.url_tail.as_str(), found.open), (first.as_str(), "palautteet", true), "{tail}");
        assert_eq!(found.matter(), Matter::Health);
    }
    assert_eq!(survey.find_form(FindFormRequest { url_tail: "muu".to_owned() }).await.unwrap_err().code(), Code::NotFound);
    let check = |tail: &str, queue: &str| CheckTailRequest { url_tail: tail.to_owned(), subcategory_id: queue.to_owned() };
    assert_eq!(ritva.check_tail(check("Vapaa", "")).await.unwrap().into_inner().url_tail, "vapaa");
    assert_eq!(reason(&ritva.check_tail(check("palautelomake", "")).await.unwrap_err()), "url_taken");
    ritva.check_tail(check("palautelomake", &first)).await.unwrap();
    archive(&mut ritva, &id, "").await;
    assert!(!survey.find_form(FindFormRequest { url_tail: "palautelomake".to_owned() }).await.unwrap().into_inner().open);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn categories_and_queues_stand_in_the_order_that_they_are_put_into() {
    let world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::ResponsibleUser);
    let mut ids = Vec::new();
    for name in ["Yksi", "Kaksi", "Kolme"] {
        ids.push(add_category(&mut ritva, category(name, CategoryModule::Tasks)).await.unwrap());
    }
    let order = OrderCategoriesRequest { module: CategoryModule::Tasks.into(), category_ids: vec![ids[2].clone(), ids[0].clone()] };
    ritva.order_categories(order.clone()).await.unwrap();
    // Those that were there come behind, as they were.
    let found = search(&mut ritva, CategoryModule::Tasks, "", RecordState::Unspecified).await;
    assert_eq!(found, ["Kolme", "Yksi", "Konsultaatiot", "Yhteiset viestit", "Potilaan tehtävät", "Hakemukset ja lomakkeet", "Kaksi"]);
    let foreign = OrderCategoriesRequest { module: CategoryModule::Inbox.into(), ..order };
    assert_eq!(ritva.order_categories(foreign).await.unwrap_err().code(), Code::NotFound);

    let mut queues = Vec::new();
    for name in ["a", "b", "c"] {
        queues.push(add(&mut ritva, &ids[0], details(name, QueueKind::Consultation)).await.unwrap());
    }
    let order = OrderQueuesRequest { category_id: ids[0].clone(), subcategory_ids: vec![queues[2].clone()] };
    ritva.order_queues(order).await.unwrap();
    let kept: Vec<_> = get(&mut ritva, &ids[0]).await.queues.into_iter().map(|queue| queue.subcategory_id).collect();
    assert_eq!(kept, [queues[2].as_str(), &queues[0], &queues[1]]);
    let listed = world.nurse().categories().list_queues(ListQueuesRequest {}).await.unwrap().into_inner().queues;
    let listed: Vec<_> = listed.into_iter().map(|queue| queue.subcategory_id).filter(|id| queues.contains(id)).collect();
    assert_eq!(listed, kept);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_category_is_told_at_its_fields_and_translations_stay() {
    let world = World::with_content().await;
    let mut ritva = keeper(&world, Caller::ResponsibleUser);
    let lacking = CategoryDetails {
        matter: Matter::Health.into(),
        name: Some(Translated { sv: String::new(), ..texts("Nimi").unwrap() }),
        ..CategoryDetails::default()
    };
    let refused = ritva
        .save_category(SaveCategoryRequest { module: CategoryModule::Inbox.into(), details: Some(lacking), ..SaveCategoryRequest::default() })
        .await
        .unwrap_err();
    assert_eq!(at(&refused), ["details.name.sv", "details.service_area_ids"]);
    // The demo's category has Sami names, which stay as long as the Finnish one does.
    let id = demo_id("category", "health-station").to_string();
    let smn = |person: &Person| {
        let person = person.clone();
        async move {
            let asked = ListCategoriesRequest { service_area_id: demo_id("service-area", "lehtola").to_string() };
            let found = person.categories().list_categories(asked).await.unwrap().into_inner().categories;
            found[0].name.clone().unwrap().texts.get("smn").cloned()
        }
    };
    let resident = world.resident("Aino Nieminen");
    for (name, sami) in [("Terveysasema", Some("Tiervâsvuođâkuávdáš")), ("Sote-asema", None)] {
        let kept = get(&mut ritva, &id).await.category.unwrap();
        let save = SaveCategoryRequest {
            category_id: id.clone(),
            module: CategoryModule::Inbox.into(),
            details: Some(CategoryDetails { name: texts(name), matter: Matter::Health.into(), ..CategoryDetails::default() }),
            fields: vec!["name".to_owned()],
            version: kept.version,
        };
        ritva.save_category(save).await.unwrap();
        assert_eq!(smn(&resident).await.as_deref(), sami, "{name}");
    }
    world.end().await;
}
