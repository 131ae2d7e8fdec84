//! A chat-queue of the test's own, without the demo's data, and who calls it.

use chassis::{
    service::Running,
    settings::Settings,
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::Uuid;
use kajo_proto::{
    caller::v1::CallerContext,
    chat_queue::v1::{
        ChatQueue, ChatQueueDetails, CloseChatQueueRequest, GetChatQueueRequest, HolidayRule, HoursRule, ListOfferedChatQueuesRequest,
        OfferedChatQueue, OpeningHours, OpeningWindow, ReopenChatQueueRequest, SaveChatQueueRequest, WeekdayWindow,
        chat_closure_service_client::ChatClosureServiceClient, chat_queue_service_client::ChatQueueServiceClient,
        offered_chat_queue_service_client::OfferedChatQueueServiceClient,
    },
    common::v1::{Matter, Translated},
    content::v1::{
        Availability, SaveServiceCategoryRequest, SaveServiceRequest, ServiceCategoryDetails, ServiceDetails, SexFilter,
        service_category_service_client::ServiceCategoryServiceClient, service_service_client::ServiceServiceClient,
    },
    options::v1::Caller,
};
use tonic::Status;

/// The only host of a chat provider.
pub(crate) const PROVIDER: &str = "chat.example.fi";
/// In which queues of tests are worked through.
pub(crate) const ROLE: Uuid = Uuid::from_u128(1);
/// Where they are.
pub(crate) const LOCATION: Uuid = Uuid::from_u128(2);

/// Starts one. It is noon of a Friday in Helsinki.
pub(crate) async fn start() -> World {
    start_with(|settings| settings).await
}

/// The same, with settings of the test's own.
pub(crate) async fn start_with(change: impl FnOnce(Settings) -> Settings) -> World {
    let settings = |settings: Settings| {
        // Content, where it is beside, tells nobody of anything.
        let settings = settings.with("smtp_url", "smtp://127.0.0.1:1").with("sms_url", "http://127.0.0.1:1");
        change(settings.with("resident_public_url", "https://kajo.example").with("chat_provider_hosts", PROVIDER))
    };
    let test = TestEnvironment::with(settings).await.unwrap();
    let world = World::start(test, chat_queue::service).await.unwrap();
    world.job_has_run("first-records").await;
    world
}

/// Calls by somebody of this kind.
pub(crate) fn by(world: &World, kind: Caller) -> Calls {
    world.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
}

/// Calls by nobody who is known.
pub(crate) fn visitor(world: &World) -> Calls {
    world.calls_by(CallerContext { kind: Caller::Anonymous.into(), ..CallerContext::default() })
}

/// Calls by a professional who works in this role at this location.
pub(crate) fn worker(world: &World, role: Uuid, location: Uuid) -> Calls {
    let mut somebody = caller(Caller::Practitioner, Uuid::now_v7(), "Liisa Virtanen");
    (somebody.role_id, somebody.location_id) = (role.to_string(), location.to_string());
    world.calls_by(somebody)
}

/// A service of content, by its id.
pub(crate) async fn add_service(world: &World, content: &Running) -> String {
    let calls = || world.environment().calls(content).by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne"));
    let category = ServiceCategoryDetails { name: texts("Luokka"), matter: Matter::Health.into(), ..ServiceCategoryDetails::default() };
    let asked = SaveServiceCategoryRequest { details: Some(category), ..SaveServiceCategoryRequest::default() };
    let category = ServiceCategoryServiceClient::new(calls()).save_service_category(asked).await.unwrap().into_inner().service_category_id;
    let details = ServiceDetails {
        name: texts("Neuvola"),
        service_category_id: category,
        sex: SexFilter::All.into(),
        availability: Availability::All.into(),
        ..ServiceDetails::default()
    };
    let asked = SaveServiceRequest { details: Some(details), ..SaveServiceRequest::default() };
    ServiceServiceClient::new(calls()).save_service(asked).await.unwrap().into_inner().service_id
}

pub(crate) fn texts(word: &str) -> Option<Translated> {
    Some(Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") })
}

pub(crate) fn window(from: &str, until: &str) -> OpeningWindow {
    OpeningWindow { from: from.to_owned(), until: until.to_owned() }
}

/// The same every day, holidays and their eves as well.
pub(crate) fn daily(from: &str, until: &str) -> Option<OpeningHours> {
    Some(OpeningHours {
        rule: HoursRule::Daily.into(),
        daily: vec![window(from, until)],
        holidays: HolidayRule::Regular.into(),
        eves: HolidayRule::Regular.into(),
        ..OpeningHours::default()
    })
}

/// Monday to Friday, shut on holidays and their eves.
pub(crate) fn working_days(from: &str, until: &str) -> Option<OpeningHours> {
    Some(OpeningHours {
        rule: HoursRule::Weekly.into(),
        weekly: (1..=5).map(|weekday| WeekdayWindow { weekday, hours: Some(window(from, until)) }).collect(),
        holidays: HolidayRule::Closed.into(),
        eves: HolidayRule::Closed.into(),
        ..OpeningHours::default()
    })
}

/// A queue for residents, open from eight to four.
pub(crate) fn named(name: &str) -> ChatQueueDetails {
    ChatQueueDetails {
        name: texts(name),
        matter: Matter::Health.into(),
        location_ids: vec![LOCATION.to_string()],
        role_ids: vec![ROLE.to_string()],
        visible_to_identified: true,
        hours: working_days("08:00", "16:00"),
        ..ChatQueueDetails::default()
    }
}

pub(crate) async fn add(world: &World, details: ChatQueueDetails) -> Result<String, Status> {
    let asked = SaveChatQueueRequest { details: Some(details), ..SaveChatQueueRequest::default() };
    let mut ritva = ChatQueueServiceClient::new(by(world, Caller::ResponsibleUser));
    Ok(ritva.save_chat_queue(asked).await?.into_inner().chat_queue_id)
}

pub(crate) async fn get(world: &World, id: &str) -> Result<ChatQueue, Status> {
    let mut ritva = ChatQueueServiceClient::new(by(world, Caller::ResponsibleUser));
    Ok(ritva.get_chat_queue(GetChatQueueRequest { chat_queue_id: id.to_owned() }).await?.into_inner().chat_queue.unwrap())
}

pub(crate) async fn close(calls: Calls, id: &str, word: &str, until: Option<prost_types::Timestamp>) -> Result<(), Status> {
    let asked = CloseChatQueueRequest { chat_queue_id: id.to_owned(), text: texts(word), until };
    ChatClosureServiceClient::new(calls).close_chat_queue(asked).await?;
    Ok(())
}

pub(crate) async fn reopen(calls: Calls, id: &str) -> Result<(), Status> {
    ChatClosureServiceClient::new(calls).reopen_chat_queue(ReopenChatQueueRequest { chat_queue_id: id.to_owned() }).await?;
    Ok(())
}

pub(crate) async fn offered(calls: Calls) -> Vec<OfferedChatQueue> {
    OfferedChatQueueServiceClient::new(calls).list_offered_chat_queues(ListOfferedChatQueuesRequest {}).await.unwrap().into_inner().chat_queues
}

/// Names in Finnish, in their order.
pub(crate) fn names(queues: &[OfferedChatQueue]) -> Vec<String> {
    queues.iter().map(|queue| queue.name.as_ref().unwrap().texts["fi"].clone()).collect()
}
