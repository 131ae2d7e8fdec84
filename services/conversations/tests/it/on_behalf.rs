//! Acting for a resident: which conversations somebody sees and may write to, and whom the records name.

use chassis::testkit::caller;
use chassis_domain::{Uuid, demo_id};
use kajo_proto::{
    caller::v1::Impersonator,
    conversations::v1::{
        ForwardConversationRequest, GetAudienceRequest, GetMessageLimitsRequest, ListCategoriesRequest, ListMyConversationsRequest, MarkReadRequest,
        ShowToGuardiansRequest, StartConversationRequest, thread_entry::Entry,
    },
    options::v1::{Caller, Domain},
};
use sqlx::Row;

use crate::world::{Person, World, question, queue, reason};

const HEALTH: &[Domain] = &[Domain::Health];
const SOCIAL: &[Domain] = &[Domain::Social];
const BOTH: &[Domain] = &[Domain::Health, Domain::Social];

impl World {
    /// Somebody who acts for a resident.
    pub(crate) fn for_resident(&self, resident: &Person, mandates: &[Domain], teenager: bool) -> Person {
        let impersonator = Impersonator {
            person_id: demo_id("person", "eino").to_string(),
            display_name: "Eino Saarinen".to_owned(),
            mandates: mandates.iter().map(|domain| (*domain).into()).collect(),
        };
        let mut context = caller(Caller::Resident, resident.id, "Aino Lehtonen");
        (context.impersonator, context.teenager) = (Some(impersonator), teenager);
        Person { id: resident.id, calls: self.environment().calls(&self.running).by(context) }
    }

    fn teenager(&self) -> Person {
        let id = Uuid::now_v7();
        let mut context = caller(Caller::Resident, id, "Venla Saarinen");
        context.teenager = true;
        Person { id, calls: self.environment().calls(&self.running).by(context) }
    }
}

impl Person {
    async fn topics(&self) -> Vec<String> {
        let listed = self.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap();
        let mut topics: Vec<_> = listed.into_inner().conversations.into_iter().map(|found| found.topic).collect();
        topics.sort();
        topics
    }

    async fn keys(&self) -> Vec<String> {
        self.categories().get_audience(GetAudienceRequest {}).await.unwrap().into_inner().keys
    }
}

fn social(topic: &str) -> StartConversationRequest {
    StartConversationRequest {
        category_id: demo_id("category", "social-services").to_string(),
        subcategory_id: queue("social-services/guidance"),
        ..question(topic, "How?")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_health_and_social_mandates_open_their_own_conversations_and_queues() {
    let world = World::start().await;
    let aino = world.resident("Aino Lehtonen");
    let health = aino.ask("Ear").await;
    let social_one = aino.start(social("Care")).await.unwrap().conversation_id;
    for (mandates, topics, first) in [(HEALTH, vec!["Ear"], true), (SOCIAL, vec!["Care"], false), (&[], vec![], false)] {
        let eino = world.for_resident(&aino, mandates, false);
        assert_eq!(eino.topics().await, topics, "{mandates:?}");
        let area = ListCategoriesRequest { service_area_id: demo_id("service-area", "lehtola").to_string() };
        let categories = eino.categories().list_categories(area).await.unwrap().into_inner().categories;
        let has = |key: &str| categories.iter().any(|category| category.category_id == demo_id("category", key).to_string());
        assert_eq!((has("health-station"), has("social-services")), (first, mandates == SOCIAL), "{mandates:?}");
        // What is not covered answers as if it did not exist, and nothing is begun there.
        for (id, covered) in [(&health, first), (&social_one, mandates == SOCIAL)] {
            let (seen, written) = (eino.see(id).await, eino.write(id, "Hello").await);
            assert_eq!((seen.is_ok(), written.is_ok()), (covered, covered), "{mandates:?}");
            if let (Err(seen), Err(written)) = (seen, written) {
                assert_eq!((reason(&seen).as_str(), reason(&written).as_str()), ("not_found", "not_found"));
            }
        }
        let refused = eino.start(if first { social("New") } else { question("New", "How?") }).await.unwrap_err();
        assert_eq!(reason(&refused), "mandate_missing");
    }
    let both = world.for_resident(&aino, BOTH, false);
    assert_eq!(both.topics().await, ["Care", "Ear"]);
    // Sent on to social services, it needs both mandates.
    let nurse = world.nurse();
    nurse.take(&health).await.unwrap();
    let forward = ForwardConversationRequest { conversation_id: health.clone(), subcategory_id: queue("social-services/guidance") };
    nurse.tasks().forward_conversation(forward).await.unwrap();
    assert!(world.for_resident(&aino, HEALTH, false).topics().await.is_empty());
    assert_eq!(world.for_resident(&aino, SOCIAL, false).topics().await, ["Care"]);
    assert_eq!(both.topics().await, ["Care", "Ear"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_what_is_written_on_behalf_names_both_in_the_thread_and_in_every_record() {
    let world = World::start().await;
    let aino = world.resident("Aino Lehtonen");
    let eino = world.for_resident(&aino, HEALTH, false);
    let id = eino.ask("Ear").await;
    aino.write(&id, "Myself").await.unwrap();
    for reader in [&aino, &eino, &world.nurse()] {
        let thread = reader.see(&id).await.unwrap().thread;
        let said: Vec<_> = thread
            .iter()
            .filter_map(|entry| match &entry.entry {
                Some(Entry::Message(message)) => Some((message.author_name.as_str(), message.representative_name.as_str())),
                _ => None,
            })
            .collect();
        assert_eq!(said, [("Aino Lehtonen", "Eino Saarinen"), ("Aino Lehtonen", "")]);
    }
    let pool = &world.running.kernel().pool;
    let rows = sqlx::query("select method, actor_id, subject_id from access_log where impersonator_id = $1").bind(demo_id("person", "eino"));
    let rows = rows.fetch_all(pool).await.unwrap();
    let methods: Vec<_> = rows.iter().map(|row| row.get::<String, _>("method").rsplit('/').next().unwrap().to_owned()).collect();
    assert_eq!(methods, ["StartConversation", "GetConversation"]);
    assert!(rows.iter().all(|row| row.get::<Uuid, _>("actor_id") == aino.id && row.get::<Uuid, _>("subject_id") == aino.id));
    let named: i64 = sqlx::query_scalar("select count(*) from events where meta->>'impersonator' = $1")
        .bind(demo_id("person", "eino").to_string())
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(named, 2, "opened, and the first message");

    // What Eino has read, Aino has not.
    let nurse = world.nurse();
    nurse.take(&id).await.unwrap();
    nurse.write(&id, "Answer").await.unwrap();
    eino.conversations().mark_read(MarkReadRequest { conversation_id: id, read_up_to: 4 }).await.unwrap();
    let listed = aino.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
    assert_eq!(listed.conversations[0].unread, 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_07_live_updates_reach_whom_the_conversation_is_open_to() {
    let world = World::start().await;
    let aino = world.resident("Aino Lehtonen");
    aino.ask("Ear").await;
    let told: Vec<String> = sqlx::query_scalar("select audience from outbox where fact_type like '%ConversationStarted' order by seq desc limit 1")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert!(told.contains(&format!("person:{}", aino.id)));
    for (mandates, reached) in [(HEALTH, true), (SOCIAL, false), (BOTH, true), (&[], false)] {
        let keys = world.for_resident(&aino, mandates, false).keys().await;
        // Their own files are theirs whomever they act for.
        let own = format!("person:{}", demo_id("person", "eino"));
        assert!(keys.iter().all(|key| key.starts_with("on-behalf:") || *key == own), "{keys:?}");
        assert_eq!(keys.iter().any(|key| told.contains(key)), reached, "{mandates:?}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_guardians_of_a_teenager_see_what_the_teenager_lets_them_see() {
    let world = World::start().await;
    let venla = world.teenager();
    venla.ask("Hidden").await;
    venla.start(StartConversationRequest { visible_to_guardians: true, ..question("Shared", "How?") }).await.unwrap();
    let guardian = world.for_resident(&venla, BOTH, true);
    assert_eq!(guardian.topics().await, ["Shared"]);
    guardian.ask("Opened for her").await;
    assert_eq!(guardian.topics().await, ["Opened for her", "Shared"]);
    assert_eq!(venla.topics().await, ["Hidden", "Opened for her", "Shared"]);
    let asked = async |person: &Person| person.categories().get_message_limits(GetMessageLimitsRequest {}).await.unwrap().into_inner().teenager;
    assert!(asked(&venla).await && !asked(&guardian).await && !asked(&world.resident("Aino")).await);
    // Others have nothing to decide, and a flag of theirs means nothing.
    let aino = world.resident("Aino");
    aino.start(StartConversationRequest { visible_to_guardians: true, ..question("Adult", "How?") }).await.unwrap();
    assert!(world.for_resident(&aino, BOTH, true).topics().await.is_empty());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_a_teenager_shows_a_conversation_to_guardians_later_and_takes_it_back() {
    let world = World::start().await;
    let venla = world.teenager();
    let id = venla.ask("Mine").await;
    let guardian = world.for_resident(&venla, BOTH, true);
    let show = async |person: &Person, visible| {
        let request = ShowToGuardiansRequest { conversation_id: id.clone(), visible };
        person.conversations().show_to_guardians(request).await.map_err(|refused| reason(&refused))
    };
    assert!(venla.see(&id).await.unwrap().permissions.unwrap().show_to_guardians);
    assert!(guardian.topics().await.is_empty());
    assert_eq!(show(&guardian, true).await.unwrap_err(), "not_found");
    show(&venla, true).await.unwrap();
    assert!(venla.see(&id).await.unwrap().visible_to_guardians);
    assert_eq!(guardian.topics().await, ["Mine"]);
    let seen = guardian.see(&id).await.unwrap();
    assert!(!seen.permissions.unwrap().show_to_guardians, "it is not the guardian's to say");
    assert_eq!(show(&guardian, false).await.unwrap_err(), "not_the_teenager");
    assert_eq!(show(&world.resident("Aino"), true).await.unwrap_err(), "not_found");
    let adult = world.resident("Aino");
    let own = adult.ask("Adult").await;
    let refused = adult.conversations().show_to_guardians(ShowToGuardiansRequest { conversation_id: own, visible: true }).await.unwrap_err();
    assert_eq!(reason(&refused), "not_the_teenager");

    show(&venla, false).await.unwrap();
    show(&venla, false).await.unwrap();
    assert!(guardian.topics().await.is_empty());
    assert_eq!(reason(&guardian.see(&id).await.unwrap_err()), "not_found");
    // Who sees it no more is told, to look again and find nothing.
    let told: Vec<String> =
        sqlx::query_scalar("select audience from outbox where fact_type like '%ConversationShownToGuardians' order by seq desc limit 1")
            .fetch_one(&world.running.kernel().pool)
            .await
            .unwrap();
    assert!(told.iter().any(|key| key.starts_with(&format!("guardian:{}", venla.id))), "{told:?}");
    let unchanged: i64 = sqlx::query_scalar("select count(*) from outbox where fact_type like '%ConversationShownToGuardians'")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(unchanged, 2, "as it is already makes no event");
    world.end().await;
}
