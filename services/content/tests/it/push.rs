//! Residents say on which of their devices they are told that something waits for them (CMS-08), and a device tells one of them.

use chassis::{
    push::{Push, PushSettings},
    testkit::{
        Calls, TestEnvironment, World, rebuild,
        refusals::{fields, said, told},
    },
};
use chassis_domain::{RetentionClass, SignedDuration, Uuid};
use identity::patient::Standing;
use kajo_proto::{
    content::v1::{GetMyPushRequest, GetMyPushResponse, SwitchPushOffRequest, SwitchPushOnRequest, push_service_client::PushServiceClient},
    options::v1::Domain,
};
use rcgen::KeyPair;
use tonic::{Code, Status};

use crate::{
    patient_content::town::{Resident, Town, alone, for_resident, resident},
    world::{switch_on_device, telling_nobody},
};

/// The subscription of the example in RFC 8291.
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
/// Another key: the sender's of the same example.
const OTHER_KEY: &str = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";

/// A content service that can tell devices.
async fn start() -> World {
    let key = KeyPair::generate().unwrap().serialize_pem();
    let test = TestEnvironment::with(|settings| telling_nobody(settings).with("push_key", &key));
    World::start(test.await.unwrap(), || content::service().unseeded()).await.unwrap()
}

/// The subscription that the browser of a device has made.
fn subscription(device: &str) -> SwitchPushOnRequest {
    let endpoint = format!("https://fcm.googleapis.com/fcm/send/{device}");
    SwitchPushOnRequest { endpoint, key: KEY.to_owned(), secret: SECRET.to_owned() }
}

impl Resident {
    fn pushes(&self) -> PushServiceClient<Calls> {
        PushServiceClient::new(self.calls.clone())
    }

    async fn push(&self) -> Result<GetMyPushResponse, Status> {
        Ok(self.pushes().get_my_push(GetMyPushRequest {}).await?.into_inner())
    }

    async fn devices(&self) -> Vec<String> {
        self.push().await.unwrap().devices.into_iter().map(|device| device.push_device_id).collect()
    }

    async fn switches_on(&self, asked: SwitchPushOnRequest) -> Result<String, Status> {
        Ok(self.pushes().switch_push_on(asked).await?.into_inner().push_device_id)
    }

    async fn switches_off(&self, id: &str) -> Result<(), Status> {
        self.pushes().switch_push_off(SwitchPushOffRequest { push_device_id: id.to_owned() }).await.map(drop)
    }
}

/// What happened to a device, in order.
async fn events_of(world: &World, id: &str) -> Vec<String> {
    sqlx::query_scalar("select event_type from events where stream_id = $1 order by version")
        .bind(format!("push_device-{id}"))
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_a_resident_switches_devices_on_sees_them_and_switches_them_off() {
    let world = start().await;
    let aino = resident(&world, "Aino Lehtonen");
    let kernel = world.running.kernel();
    let key = Push::of(&kernel.settings.part::<PushSettings>().unwrap()).unwrap().unwrap();
    let nothing = aino.push().await.unwrap();
    assert_eq!((nothing.public_key.as_str(), nothing.devices.len()), (key.public_key(), 0));

    let phone = aino.switches_on(subscription("phone")).await.unwrap();
    world.clock().advance(SignedDuration::from_secs(1));
    let laptop = aino.switches_on(subscription("laptop")).await.unwrap();
    assert_eq!(aino.devices().await, [laptop.as_str(), phone.as_str()], "the last one first");
    world.clock().advance(SignedDuration::from_secs(1));
    assert_eq!(aino.switches_on(subscription("phone")).await.unwrap(), phone);
    assert_eq!(events_of(&world, &phone).await, ["push_device.switched_on"], "the same once more changes nothing");
    let renewed = SwitchPushOnRequest { key: OTHER_KEY.to_owned(), ..subscription("phone") };
    assert_eq!(aino.switches_on(renewed).await.unwrap(), phone, "the same browser, whatever its keys");
    assert_eq!(aino.devices().await, [phone.as_str(), laptop.as_str()]);

    // What would let anybody else tell a device something is readable nowhere.
    let open: i64 = sqlx::query_scalar(
        "select (select count(*) from events where position(convert_to('fcm.googleapis.com', 'UTF8') in payload) > 0)
              + (select count(*) from push_devices where position(convert_to('fcm.googleapis.com', 'UTF8') in endpoint) > 0)
              + (select count(*) from push_devices where position(convert_to($1, 'UTF8') in key || secret) > 0)",
    )
    .bind(OTHER_KEY)
    .fetch_one(&kernel.pool)
    .await
    .unwrap();
    assert_eq!(open, 0);
    rebuild(&world.running, "push_devices").await.unwrap();
    assert_eq!(aino.devices().await, [phone.as_str(), laptop.as_str()]);

    for _ in 0..2 {
        aino.switches_off(&phone).await.unwrap();
        assert_eq!(aino.devices().await, [laptop.as_str()]);
    }
    assert_eq!(aino.switches_on(subscription("phone")).await.unwrap(), phone, "and on again");
    assert_eq!(aino.devices().await.len(), 2);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_whoever_switches_a_device_on_takes_it_over_and_to_others_it_is_not_there() {
    let world = start().await;
    let (aino, elli) = (resident(&world, "Aino Lehtonen"), resident(&world, "Elli Fofonoff"));
    let shared = aino.switches_on(subscription("shared")).await.unwrap();
    let missing = aino.switches_off(&Uuid::now_v7().to_string()).await.unwrap_err();
    assert_eq!(told(&missing), said(Code::NotFound, "not_found"));
    let foreign = elli.switches_off(&shared).await.unwrap_err();
    assert_eq!((foreign.code(), foreign.details()), (missing.code(), missing.details()), "as if it were not there");
    assert_eq!(aino.devices().await, [shared.as_str()]);

    assert_eq!(elli.switches_on(subscription("shared")).await.unwrap(), shared);
    assert_eq!((aino.devices().await.len(), elli.devices().await), (0, vec![shared.clone()]));
    let lost = aino.switches_off(&shared).await.unwrap_err();
    assert_eq!((lost.code(), lost.details()), (missing.code(), missing.details()));
    assert_eq!(elli.devices().await, [shared.as_str()]);
    elli.switches_off(&shared).await.unwrap();
    assert_eq!((aino.devices().await.len(), elli.devices().await.len()), (0, 0));
    // Who has touched what stands in the access log, each with their own.
    let mut rows: Vec<(String, Option<Uuid>, String)> =
        sqlx::query_as("select split_part(method, '/', 3), subject_id, ground from access_log where object_kind = 'push_device'")
            .fetch_all(&world.running.kernel().pool)
            .await
            .unwrap();
    rows.sort();
    let row = |method: &str, resident: &Resident| (method.to_owned(), Some(resident.id), "own".to_owned());
    let mut expected = [row("SwitchPushOn", &aino), row("SwitchPushOn", &elli), row("SwitchPushOff", &elli)];
    expected.sort();
    assert_eq!(rows, expected);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_nobody_has_anything_to_do_with_the_devices_of_whom_they_act_for() {
    let world = start().await;
    let aino = resident(&world, "Aino Lehtonen");
    let phone = aino.switches_on(subscription("phone")).await.unwrap();
    let eino = for_resident(&world, &aino, &[Domain::Health, Domain::Social], false);
    let refused = [eino.push().await.map(drop), eino.switches_on(subscription("other")).await.map(drop), eino.switches_off(&phone).await];
    for refused in refused {
        assert_eq!(told(&refused.unwrap_err()), said(Code::PermissionDenied, "access_denied"));
    }
    assert_eq!(aino.devices().await, [phone.as_str()]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_a_push_service_that_is_not_known_and_keys_that_are_none_are_refused_at_their_fields() {
    let world = start().await;
    let aino = resident(&world, "Aino Lehtonen");
    for endpoint in [
        "nonsense",
        "https://push.example/1",
        "http://fcm.googleapis.com/fcm/send/1",
        "https://fcm.googleapis.com.push.example/1",
        "https://push.example/?fcm.googleapis.com",
        "https://fcm.googleapis.com@push.example/1",
        "http://169.254.169.254/latest/meta-data",
    ] {
        let refused = aino.switches_on(SwitchPushOnRequest { endpoint: endpoint.to_owned(), ..subscription("1") }).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::InvalidArgument, "push_service_unknown"), "{endpoint}");
        assert_eq!(fields(&refused), [("endpoint".to_owned(), "push_service_unknown".to_owned())], "{endpoint}");
    }
    for (field, asked) in [
        ("key", SwitchPushOnRequest { key: SECRET.to_owned(), ..subscription("1") }),
        ("key", SwitchPushOnRequest { key: "*".repeat(KEY.len()), ..subscription("1") }),
        ("secret", SwitchPushOnRequest { secret: KEY.to_owned(), ..subscription("1") }),
        ("secret", SwitchPushOnRequest { secret: "*".repeat(SECRET.len()), ..subscription("1") }),
    ] {
        let refused = aino.switches_on(asked).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::InvalidArgument, "invalid"), "{field}");
        assert_eq!(fields(&refused), [(field.to_owned(), "invalid".to_owned())]);
    }
    assert!(aino.devices().await.is_empty());
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_one_person_is_told_on_ten_devices_and_no_eleventh() {
    let world = start().await;
    let (aino, elli) = (resident(&world, "Aino Lehtonen"), resident(&world, "Elli Fofonoff"));
    let mut devices = Vec::new();
    for number in 0..10 {
        devices.push(aino.switches_on(subscription(&number.to_string())).await.unwrap());
    }
    let refused = aino.switches_on(subscription("eleventh")).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "push_devices_too_many"));
    let renewed = SwitchPushOnRequest { key: OTHER_KEY.to_owned(), ..subscription("3") };
    assert_eq!(aino.switches_on(renewed).await.unwrap(), devices[3], "one of the ten may come with other keys");
    elli.switches_on(subscription("eleventh")).await.unwrap();
    aino.switches_off(&devices[0]).await.unwrap();
    aino.switches_on(subscription("another")).await.unwrap();
    assert_eq!(aino.devices().await.len(), 10);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_without_a_key_nothing_is_offered_and_nothing_switched_on() {
    let world = alone().await;
    let aino = resident(&world, "Aino Lehtonen");
    assert_eq!(aino.push().await.unwrap(), GetMyPushResponse::default());
    let refused = aino.switches_on(subscription("phone")).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "push_unavailable"));
    // What was switched on while there was one may still be switched off.
    let before = switch_on_device(&world, aino.id).await.to_string();
    assert_eq!(aino.devices().await, [before.as_str()]);
    aino.switches_off(&before).await.unwrap();
    assert!(aino.devices().await.is_empty());
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_08_an_account_that_is_deleted_takes_its_devices_and_their_key_with_it() {
    let town = Town::start().await;
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let elli = resident(&town, "Elli Fofonoff");
    let (gone, kept) = (switch_on_device(&town, aino.id).await.to_string(), switch_on_device(&town, elli.id).await.to_string());
    town.delete_account(&aino).await;
    town.eventually(|| async { aino.devices().await.is_empty().then_some(()) }).await;
    assert_eq!(events_of(&town, &gone).await, ["push_device.switched_on", "push_device.switched_off"]);
    assert_eq!(elli.devices().await, [kept.as_str()]);
    let keys = "select wrapped_key is null from subject_keys where subject_id = $1 and retention_class = $2";
    let destroyed = async |person: Uuid| {
        let row = sqlx::query_scalar::<_, bool>(keys).bind(person).bind(i16::try_from(RetentionClass::Account.number()).unwrap());
        row.fetch_one(&town.running.kernel().pool).await.unwrap()
    };
    assert_eq!((destroyed(aino.id).await, destroyed(elli.id).await), (true, false));
    town.end().await;
}
