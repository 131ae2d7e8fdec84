//! Residents are told on the devices on which they have switched that on (CMS-08), as by text message: once, by the push service of the simulators,
//! where a browser reads what comes for it.

use chassis_domain::{PersonId, demo_id};
use content::notification::{Channel, Delivery, Kind, Notification, NotificationId, Outcome, Telling};
use kajo_proto::{
    common::v1::{Language, Matter},
    content::v1::{
        ActivateContentRequest, ActivateContentResponse, GetMyPushRequest, GetMyPushResponse, NotificationKind, SwitchPushOffRequest,
        SwitchPushOffResponse, SwitchPushOnRequest, SwitchPushOnResponse,
    },
    identity::v1::{SaveLanguageRequest, SaveLanguageResponse},
};
use serde_json::{Value, json};
use simulators::Fault;

use crate::{
    browser::Browser,
    bus::carried,
    notifications::{after_all, other_is_there, template},
    to_patient::{AINO, look_up, no},
    world::World,
};

const PUSH: &str = "/kajo.content.v1.PushService";

async fn mine(resident: &Browser) -> GetMyPushResponse {
    resident.call(&format!("{PUSH}/GetMyPush"), &GetMyPushRequest {}).await.unwrap()
}

/// A browser of a resident, as its push service knows it.
struct Device {
    id: String,
    subscription: SwitchPushOnRequest,
}

impl Device {
    /// A new one, which subscribes for the platform, and on which its resident switches it on.
    async fn of(world: &World, resident: &Browser) -> Self {
        let asked = json!({ "applicationServerKey": mine(resident).await.public_key });
        let answer = reqwest::Client::new().post(world.simulators.push_subscriptions()).json(&asked).send().await.unwrap();
        let made: Value = answer.json().await.unwrap();
        let text = |said: &Value| said.as_str().unwrap().to_owned();
        let [endpoint, key, secret] = [&made["endpoint"], &made["keys"]["p256dh"], &made["keys"]["auth"]].map(text);
        let subscription = SwitchPushOnRequest { endpoint, key, secret };
        let id = resident.call::<SwitchPushOnResponse>(&format!("{PUSH}/SwitchPushOn"), &subscription).await.unwrap().push_device_id;
        assert!(mine(resident).await.devices.iter().any(|device| device.push_device_id == id));
        Self { id, subscription }
    }

    /// All that it was told, the newest last.
    fn told(&self, world: &World) -> Vec<Value> {
        let id = self.subscription.endpoint.rsplit('/').next().unwrap();
        let sent = world.simulators.sent_to(&format!("push:{id}"));
        sent.iter().map(|sent| serde_json::from_str(&sent.text).unwrap()).collect()
    }
}

/// A content that a nurse has given to Aino.
struct Given {
    id: String,
    notification: NotificationId,
}

impl Given {
    async fn by(world: &World, nurse: &Browser) -> Self {
        let patient_id = look_up(nurse, AINO).await;
        let asked = ActivateContentRequest {
            patient_id: patient_id.clone(),
            service_content_id: demo_id("service-content", "flu").to_string(),
            matter: Matter::Health.into(),
            again: true,
        };
        let given: ActivateContentResponse = nurse.call("/kajo.content.v1.PatientContentService/ActivateContent", &asked).await.unwrap();
        let telling = Telling {
            kind: Kind::Content,
            object: given.patient_content_id.parse().unwrap(),
            recipient: PersonId::parse(&patient_id).unwrap(),
            occasion: "activated".to_owned(),
            starts_at: None,
            until: world.environment.clock.now(),
            at_once: false,
        };
        Self { id: given.patient_content_id, notification: telling.id() }
    }

    async fn delivery(&self, world: &World) -> Delivery {
        let store = &world.platform.service("content").unwrap().kernel().store;
        store.load::<Notification>(self.notification).await.unwrap().state.delivery(Channel::Push)
    }

    /// What has become of it on devices.
    async fn outcome(&self, world: &World) -> Outcome {
        let settled = || async {
            match self.delivery(world).await {
                Delivery::Settled(outcome) => Some(outcome),
                Delivery::Waiting | Delivery::Attempting => None,
            }
        };
        world.eventually(settled).await
    }

    /// Waits until it was tried, and certainly not taken.
    async fn is_not_taken(&self, world: &World) {
        let content = &world.platform.service("content").unwrap().kernel().pool;
        let stream = format!("notification-{}", self.notification);
        let asked = "select exists (select from events where stream_id = $1 and event_type = 'notification.not_taken')";
        world.eventually(|| async { sqlx::query_scalar::<_, bool>(asked).bind(&stream).fetch_one(content).await.unwrap().then_some(()) }).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_cms_08_a_content_is_told_once_on_each_device_in_the_residents_language_until_they_switch_that_off() {
    let world = World::with_still_clock().await;
    // Eleven in the morning in Finland.
    world.until("2030-05-20T08:00:00Z");
    let (paula, nurse, aino) = (world.practitioner("paula").await, world.practitioner("liisa").await, world.resident("aino").await);
    let swedish = SaveLanguageRequest { language: Language::Sv.into() };
    let _: SaveLanguageResponse = aino.call("/kajo.identity.v1.ProfileService/SaveLanguage", &swedish).await.unwrap();
    let (phone, computer) = (Device::of(&world, &aino).await, Device::of(&world, &aino).await);

    let given = Given::by(&world, &nurse).await;
    assert_eq!(given.outcome(&world).await, Outcome::Sent);
    let words = template(&paula, NotificationKind::Content).await.details.unwrap().sv.unwrap().push;
    let expected = json!({
        "title": "Kajo", "body": words, "lang": "sv", "url": format!("/content/{}", given.id), "tag": given.notification.to_string(),
    });
    for device in [&phone, &computer] {
        assert_eq!(device.told(&world), std::slice::from_ref(&expected));
    }
    for word in ["Egenvård", "förkylning", "Aino", "Lehtonen", "Liisa", "Virtanen", "Lehtola"] {
        assert!(!words.contains(word), "{words}");
    }

    // Nobody else switches it off, and where it is on elsewhere it stays so.
    let off = |id: &str| SwitchPushOffRequest { push_device_id: id.to_owned() };
    let path = format!("{PUSH}/SwitchPushOff");
    let refused = world.resident("eino").await.call::<SwitchPushOffResponse>(&path, &off(&phone.id)).await;
    assert_eq!(no(refused), "NotFound/not_found");
    let _: SwitchPushOffResponse = aino.call(&path, &off(&phone.id)).await.unwrap();
    let second = Given::by(&world, &nurse).await;
    assert_eq!(second.outcome(&world).await, Outcome::Sent);
    assert_eq!((phone.told(&world).len(), computer.told(&world).len()), (1, 2));
    let _: SwitchPushOffResponse = aino.call(&path, &off(&computer.id)).await.unwrap();
    assert_eq!(Given::by(&world, &nurse).await.outcome(&world).await, Outcome::NotChosen);
    assert_eq!((phone.told(&world).len(), computer.told(&world).len()), (1, 2));

    // Where she is told is told to nobody on the way.
    let SwitchPushOnRequest { endpoint, key, secret } = &phone.subscription;
    for fact in carried(&world).await {
        assert!(![endpoint, key, secret].iter().any(|part| fact.whole.contains(part.as_str())), "{}", fact.whole);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_cms_08_a_busy_push_service_is_asked_again_and_a_device_that_it_knows_no_more_is_switched_off() {
    let world = World::with_still_clock().await;
    world.until("2030-05-20T08:00:00Z");
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    let device = Device::of(&world, &aino).await;

    for (fault, told) in [(Fault::PushBusy, 1), (Fault::PushFails, 2)] {
        world.simulators.fail(fault);
        let given = Given::by(&world, &nurse).await;
        given.is_not_taken(&world).await;
        assert_eq!(device.told(&world).len(), told - 1, "{fault:?}");
        world.simulators.fail(Fault::None);
        assert_eq!((given.outcome(&world).await, device.told(&world).len()), (Outcome::Sent, told), "{fault:?}");
    }

    world.simulators.fail(Fault::PushGone);
    let given = Given::by(&world, &nurse).await;
    world.eventually(|| async { mine(&aino).await.devices.is_empty().then_some(()) }).await;
    assert_eq!(given.outcome(&world).await, Outcome::Refused);
    // It is not asked for again, whatever the push service says by now.
    world.simulators.fail(Fault::None);
    assert_eq!(Given::by(&world, &nurse).await.outcome(&world).await, Outcome::NotChosen);
    assert_eq!(device.told(&world).len(), 2);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_cms_08_at_night_a_device_is_silent_until_the_morning() {
    let world = World::with_still_clock().await;
    // Ten in the evening in Finland.
    world.until("2030-05-20T19:00:00Z");
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    let device = Device::of(&world, &aino).await;
    other_is_there(&world).await;

    let given = Given::by(&world, &nurse).await;
    for night in ["2030-05-20T19:05:00Z", "2030-05-21T03:50:00Z"] {
        world.until(night);
        after_all(&world).await;
        assert_eq!((device.told(&world), given.delivery(&world).await), (Vec::new(), Delivery::Waiting), "{night}");
    }
    world.until("2030-05-21T04:00:00Z");
    assert_eq!((given.outcome(&world).await, device.told(&world).len()), (Outcome::Sent, 1));
    world.end().await;
}
