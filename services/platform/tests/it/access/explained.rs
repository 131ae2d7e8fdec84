//! What is explained is what is: for every professional and everything that they may see or not, the explanation says what the read
//! itself answers, and so does what it says would change the answer.

use gateway::App;
use identity::demo::{PRACTITIONERS, location_id, role_id};
use kajo_proto::conversations::v1::{
    AccessConditionKind as Kind, AccessExplanation, ConversationPart, ExplainConversationRequest, ExplainConversationResponse, ExplainQueueRequest,
    ExplainQueueResponse, GetConversationRequest, GetConversationResponse, ListQueuesOfRoleRequest, ListQueuesOfRoleResponse, ListTasksRequest,
    ListTasksResponse, Tab,
};
use sqlx::Row;
use tonic::{Code, Status};
use tonic_types::StatusExt;
use uuid::Uuid;

use super::objects::{Objects, Relation, place as queue_of, queue_of_doctors};
use crate::{
    browser::{Browser, code_and_reason},
    world::World,
};

const EXPLANATIONS: &str = "/kajo.conversations.v1.AccessExplanationService";

/// A professional, and what they have chosen: by their keys in the demo.
type Somebody = (&'static str, Option<(&'static str, &'static str)>);

const PEOPLE: [Somebody; 15] = [
    ("pekka", Some(("nurse", "lehtola"))),
    ("liisa", Some(("nurse", "lehtola"))),
    ("liisa", Some(("nurse", "niittyranta"))),
    ("jussi", Some(("nurse", "lehtola"))),
    ("mikko", Some(("doctor", "lehtola"))),
    ("mikko", Some(("doctor", "tunturi"))),
    ("outi", Some(("nurse", "tunturi"))),
    ("risto", Some(("social-worker", "satama"))),
    ("ritva", Some(("social-worker", "lehtola"))),
    ("ritva", Some(("doctor", "lehtola"))),
    ("paula", Some(("nurse", "lehtola"))),
    ("paula", None),
    ("ritva", None),
    ("helmi", None),
    ("raija", None),
];

fn person(hint: &str) -> String {
    PRACTITIONERS.iter().find(|known| known.person.login_hint == hint).unwrap().person.person_id().to_string()
}

async fn signed_in(world: &World, (hint, choice): Somebody) -> Browser {
    let mut browser = world.browser(App::Practitioner);
    browser.begin_session(hint).await;
    if let Some((role, location)) = choice {
        browser.choose(&role_id(role).to_string(), &location_id(location).to_string()).await;
    }
    browser
}

fn chosen(choice: Option<(&str, &str)>) -> (String, String) {
    choice.map(|(role, location)| (role_id(role).to_string(), location_id(location).to_string())).unwrap_or_default()
}

async fn explain(admin: &Browser, id: &str, (hint, choice): Somebody) -> Result<ExplainConversationResponse, Status> {
    let (role_id, location_id) = chosen(choice);
    let asked = ExplainConversationRequest { conversation_id: id.to_owned(), practitioner_id: person(hint), role_id, location_id };
    admin.call(&format!("{EXPLANATIONS}/ExplainConversation"), &asked).await
}

async fn explain_queue(admin: &Browser, queue: &str, (hint, choice): Somebody) -> AccessExplanation {
    let (role_id, location_id) = chosen(choice);
    let asked = ExplainQueueRequest { subcategory_id: queue.to_owned(), practitioner_id: person(hint), role_id, location_id };
    let answer: ExplainQueueResponse = admin.call(&format!("{EXPLANATIONS}/ExplainQueue"), &asked).await.unwrap();
    answer.explanation.unwrap()
}

async fn read(browser: &Browser, id: &str) -> Result<GetConversationResponse, Status> {
    browser
        .call(
            "/kajo.conversations.v1.ConversationService/GetConversation",
            &GetConversationRequest { conversation_id: id.to_owned(), confirmed: true, ..GetConversationRequest::default() },
        )
        .await
}

/// Whether the conversation that waits in a queue is listed to somebody.
async fn is_listed(browser: &Browser, queue: &str, id: &str) -> bool {
    let asked = ListTasksRequest { tab: Tab::New.into(), subcategory_ids: vec![queue.to_owned()], ..ListTasksRequest::default() };
    let listed: Result<ListTasksResponse, Status> = browser.call("/kajo.conversations.v1.TaskService/ListTasks", &asked).await;
    listed.is_ok_and(|listed| listed.tasks.iter().any(|task| task.conversation_id == id))
}

fn held(explanation: &AccessExplanation) -> Vec<(Kind, bool)> {
    let ways = explanation.ways.iter().flat_map(|way| &way.conditions);
    explanation.needed.iter().chain(ways).map(|condition| (condition.kind(), condition.held)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_explanation_says_what_the_read_answers_for_everybody_and_everything() {
    let world = World::start().await;
    let admin = world.practitioner("paula").await;
    let mut objects = Objects::new(&world).await;
    let mut things = Vec::new();
    for relation in [Relation::There, Relation::Handled, Relation::Ended, Relation::Consultation, Relation::Social, Relation::Others] {
        things.push((relation, objects.id("conversation", "aino", relation).await));
    }
    let (mut seen, mut unseen) = (0, 0);
    for somebody in PEOPLE {
        let browser = signed_in(&world, somebody).await;
        for (relation, id) in &things {
            let place = format!("{somebody:?}, {}", relation.name());
            let answer = explain(&admin, id, somebody).await.unwrap();
            let explanation = answer.explanation.as_ref().unwrap();
            let found = read(&browser, id).await;
            assert_eq!(explanation.allowed, found.is_ok(), "{place}: {:?}", held(explanation));
            if let Ok(found) = found {
                seen += 1;
                assert_eq!(answer.permissions, found.conversation.unwrap().permissions, "{place}");
                assert!(explanation.choices.is_empty(), "{place}: nothing has to change");
            } else {
                unseen += 1;
                assert_eq!(answer.permissions, None, "{place}");
            }
            if matches!(relation, Relation::There | Relation::Social) {
                let queue = queue_of(*relation).subcategory_id;
                let explained = explain_queue(&admin, &queue, somebody).await;
                assert_eq!(explained.allowed, is_listed(&browser, &queue, id).await, "{place}: {:?}", held(&explained));
            }
        }
    }
    assert!(seen > 20 && unseen > 20, "{seen} reads and {unseen} refusals prove little");

    // What would change the answer changes it, for each who cannot see it now.
    let (_, waiting) = &things[0];
    for somebody in [("liisa", None), ("outi", Some(("nurse", "tunturi"))), ("mikko", None), ("helmi", None)] {
        let choices = explain(&admin, waiting, somebody).await.unwrap().explanation.unwrap().choices;
        let browser = signed_in(&world, (somebody.0, None)).await;
        for demo in PRACTITIONERS.iter().filter(|known| known.person.login_hint == somebody.0) {
            for (role, location) in demo.roles.iter().flat_map(|role| demo.locations.iter().map(move |location| (role, location))) {
                let (role, location) = (role_id(role).to_string(), location_id(location).to_string());
                browser.choose(&role, &location).await;
                let offered = choices.iter().any(|choice| choice.role_id == role && choice.location_id == location);
                assert_eq!(offered, read(&browser, waiting).await.is_ok(), "{somebody:?}");
            }
        }
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_explanation_names_each_condition_and_is_logged_under_the_resident() {
    let world = World::start().await;
    let admin = world.practitioner("paula").await;
    let mut objects = Objects::new(&world).await;
    let handled = objects.id("conversation", "aino", Relation::Handled).await;

    let (by_queue, by_part) = ([(Kind::QueueRole, true), (Kind::QueueLocation, true)], |held| [(Kind::Part, held)]);
    let works = [(Kind::Level, true), (Kind::Role, true), (Kind::Location, true)];
    let owner = explain(&admin, &handled, ("liisa", Some(("nurse", "lehtola")))).await.unwrap();
    assert_eq!(held(owner.explanation.as_ref().unwrap()), [works.as_slice(), &by_queue, &by_part(true)].concat());
    assert_eq!(owner.part(), ConversationPart::Owner);
    let other = explain(&admin, &handled, ("mikko", Some(("doctor", "tunturi")))).await.unwrap();
    let no_queue = [(Kind::QueueRole, false), (Kind::QueueLocation, false)];
    let explanation = other.explanation.unwrap();
    assert_eq!(held(&explanation), [works.as_slice(), &no_queue, &by_part(false)].concat());
    assert!(explanation.choices.is_empty(), "no role of his works the queue");
    let queue = explanation.queue.unwrap();
    assert_eq!(queue.name.unwrap().texts["fi"], "Lastenneuvola");
    assert_eq!(queue.roles.iter().map(|role| role.name.clone().unwrap().texts["sv"].clone()).collect::<Vec<_>>(), ["Sjukskötare"]);
    assert!(queue.locations.iter().any(|location| location.name == "Lehtolan terveysasema"));
    // Nothing is chosen; an administrator works as every professional does, with a role and a location that are theirs.
    let nothing = explain(&admin, &handled, ("helmi", None)).await.unwrap().explanation.unwrap();
    assert_eq!(held(&nothing)[..3], [(Kind::Level, true), (Kind::Role, false), (Kind::Location, false)]);
    let administrator = explain(&admin, &handled, ("paula", None)).await.unwrap().explanation.unwrap();
    assert_eq!(held(&administrator)[..3], [(Kind::Level, true), (Kind::Role, false), (Kind::Location, false)]);
    assert!(!administrator.allowed && administrator.choices.len() == 1, "being an administrator opens nothing");
    // What is not theirs does not count, also when somebody asks for it.
    let foreign = explain(&admin, &handled, ("mikko", Some(("nurse", "lehtola")))).await.unwrap().explanation.unwrap();
    assert_eq!((foreign.allowed, held(&foreign)[1]), (false, (Kind::Role, false)));

    let rows = sqlx::query("select subject_id, actor_id, ground, object_id from access_log where method = $1 order by at")
        .bind(format!("{EXPLANATIONS}/ExplainConversation"))
        .fetch_all(&world.platform.service("conversations").unwrap().kernel().pool)
        .await
        .unwrap();
    assert_eq!(rows.len(), 5);
    let aino = identity::demo::RESIDENTS.iter().find(|known| known.person.login_hint == "aino").unwrap().person.person_id().uuid();
    let (subject, actor): (Option<Uuid>, Option<Uuid>) = (rows[0].get("subject_id"), rows[0].get("actor_id"));
    assert_eq!((subject, actor.map(|id| id.to_string()), rows[0].get("ground")), (Some(aino), Some(person("paula")), "access explanation"));
    assert_eq!(rows[0].get::<Option<Uuid>, _>("object_id").unwrap().to_string(), handled);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_not_explained_and_who_is_not_known_is_told_apart() {
    let world = World::start().await;
    let admin = world.practitioner("paula").await;
    let nobody = Uuid::from_u128(7).to_string();
    let missing = explain(&admin, &nobody, ("liisa", Some(("nurse", "lehtola")))).await.unwrap_err();
    assert_eq!((missing.code(), code_and_reason(&missing).ends_with("/not_found")), (Code::NotFound, true));
    let asked = ExplainQueueRequest { subcategory_id: queue_of_doctors(), practitioner_id: nobody.clone(), ..ExplainQueueRequest::default() };
    let unknown = admin.call::<ExplainQueueResponse>(&format!("{EXPLANATIONS}/ExplainQueue"), &asked).await.unwrap_err();
    assert_eq!(unknown.code(), Code::InvalidArgument);
    let violation = unknown.get_details_bad_request().unwrap().field_violations.remove(0);
    assert_eq!((violation.field.as_str(), violation.reason.as_str()), ("practitioner_id", "practitioner_unknown"));
    let asked = ExplainQueueRequest { subcategory_id: nobody, practitioner_id: person("liisa"), ..ExplainQueueRequest::default() };
    let missing = admin.call::<ExplainQueueResponse>(&format!("{EXPLANATIONS}/ExplainQueue"), &asked).await.unwrap_err();
    assert_eq!(missing.code(), Code::NotFound);

    // Queues of a role, as the demo has them.
    let asked = ListQueuesOfRoleRequest { role_id: role_id("doctor").to_string() };
    let doctors: ListQueuesOfRoleResponse = admin.call(&format!("{EXPLANATIONS}/ListQueuesOfRole"), &asked).await.unwrap();
    let names: Vec<_> = doctors.queues.into_iter().map(|queue| queue.name.unwrap().texts["en"].clone()).collect();
    assert_eq!(names, ["Question to a doctor", "Renewing a prescription", "Doctor's consultation", "Shared by the health station"]);
    world.end().await;
}
