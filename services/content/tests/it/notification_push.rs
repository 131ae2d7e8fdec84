//! Residents are told on the devices that they have switched on: on all of them, whatever their push services answer.

use std::{
    collections::BTreeMap,
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use chassis::store::CommandMeta;
use chassis_domain::{PersonId, Uuid};
use content::{
    notification::{Channel, Outcome},
    push_device::{Address, Command, PushDevice, device_id},
};
use kajo_proto::identity::v1::ContactPointState;
use rcgen::KeyPair;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::notification::{Office, points};

/// The subscription of the example in RFC 8291.
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// What a push service took, or not.
#[derive(Clone, Debug)]
struct Call {
    device: String,
    head: String,
}

impl Call {
    fn header(&self, name: &str) -> &str {
        let found = self.head.lines().filter_map(|line| line.split_once(": ")).find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.unwrap().1
    }
}

/// What a push service answers for each device, and who has called for which.
#[derive(Clone, Default)]
struct PushService {
    answers: Arc<Mutex<BTreeMap<String, u16>>>,
    calls: Arc<Mutex<Vec<Call>>>,
}

impl PushService {
    /// From now on.
    fn answers(&self, device: &str, status: u16) {
        self.answers.lock().unwrap().insert(device.to_owned(), status);
    }

    /// Of a device, the newest last.
    fn calls(&self, device: &str) -> Vec<Call> {
        self.calls.lock().unwrap().iter().filter(|call| call.device == device).cloned().collect()
    }

    async fn serve(self, listener: TcpListener) {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(self.clone().answer(stream));
        }
    }

    async fn answer(self, stream: TcpStream) -> io::Result<()> {
        let (mut stream, mut head) = (BufReader::new(stream), String::new());
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await? == 0 {
                return Ok(());
            }
        }
        let device = head.split([' ', '/']).nth(2).unwrap().to_owned();
        let call = Call { device: device.clone(), head };
        stream.read_exact(&mut vec![0_u8; call.header("content-length").parse().unwrap()]).await?;
        self.calls.lock().unwrap().push(call);
        let status = self.answers.lock().unwrap().get(&device).copied().unwrap();
        stream.write_all(format!("HTTP/1.1 {status} Answered\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes()).await
    }
}

/// Somebody who is told on devices alone.
struct Town {
    office: Office,
    service: PushService,
    address: SocketAddr,
    aino: Uuid,
    _serving: JoinSet<()>,
}

impl Town {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, service, mut serving) = (listener.local_addr().unwrap(), PushService::default(), JoinSet::new());
        serving.spawn(service.clone().serve(listener));
        let key = KeyPair::generate().unwrap().serialize_pem();
        let mut office = Office::with(|settings| settings.with("push_key", &key).with("push_hosts", "127.0.0.1")).await;
        office.identity_comes(points(ContactPointState::NotChosen, ContactPointState::NotChosen)).await;
        Self { office, service, address, aino: Uuid::now_v7(), _serving: serving }
    }

    /// She has switched on a device, of which the push service answers so.
    async fn device(&self, name: &str, status: u16) {
        self.service.answers(name, status);
        let (person, endpoint) = (PersonId::from_uuid(self.aino), self.endpoint(name));
        let id = device_id(&endpoint);
        let command = Command::SwitchOn { person, address: Address::of(person, endpoint, KEY.to_owned(), SECRET.to_owned()) };
        self.office.running.kernel().store.execute::<PushDevice>(id, command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }

    fn endpoint(&self, device: &str) -> String {
        format!("http://{}/{device}", self.address)
    }

    /// She is given something to read.
    async fn gives(&self) {
        self.office.gives_to(self.aino).await;
    }

    /// The same; what becomes of it on her devices.
    async fn told(&self) -> Outcome {
        self.gives().await;
        self.office.outcome(Channel::Push).await
    }

    /// What happened to a device, in order.
    async fn events_of(&self, device: &str) -> Vec<String> {
        sqlx::query_scalar("select event_type from events where stream_id = $1 order by version")
            .bind(format!("push_device-{}", device_id(&self.endpoint(device))))
            .fetch_all(&self.office.running.kernel().pool)
            .await
            .unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_content_that_is_given_is_told_on_every_device_once_and_kept_for_one_that_is_away() {
    let town = Town::start().await;
    for device in ["phone", "laptop"] {
        town.device(device, 201).await;
    }
    assert_eq!(town.told().await, Outcome::Sent);
    assert_eq!(town.office.outcome(Channel::Email).await, Outcome::NotChosen);
    let calls = ["phone", "laptop"].map(|device| town.service.calls(device));
    assert_eq!(calls.each_ref().map(Vec::len), [1, 1]);
    let [phone, laptop] = calls.map(|mut calls| calls.remove(0));
    assert_eq!(phone.header("topic"), laptop.header("topic"), "of one notification");
    let ttl = Duration::from_secs(phone.header("ttl").parse().unwrap());
    assert!(ttl > Duration::from_hours(47) && ttl <= Duration::from_hours(48), "{ttl:?}");
    assert_eq!(phone.header("urgency"), "normal");
    // Where that was stands nowhere.
    let kept = "select exists (select from events where position(convert_to($1, 'UTF8') in payload) > 0)
        or exists (select from due where position(convert_to($1, 'UTF8') in body) > 0 or position($1 in coalesce(error, '')) > 0)";
    let is_kept: bool = sqlx::query_scalar(kept).bind(town.endpoint("phone")).fetch_one(&town.office.running.kernel().pool).await.unwrap();
    assert!(!is_kept);
    town.office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_device_that_its_push_service_knows_no_more_is_switched_off_and_the_others_are_told() {
    let town = Town::start().await;
    for (device, status) in [("lost", 410), ("unknown", 404), ("phone", 201)] {
        town.device(device, status).await;
    }
    assert_eq!(town.told().await, Outcome::Sent);
    for gone in ["lost", "unknown"] {
        assert_eq!(town.events_of(gone).await, ["push_device.switched_on", "push_device.switched_off"], "{gone}");
    }
    assert_eq!(town.events_of("phone").await, ["push_device.switched_on"]);
    town.office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_what_no_device_takes_now_is_told_once_one_does() {
    let town = Town::start().await;
    for (device, status) in [("phone", 429), ("laptop", 500), ("tablet", 403)] {
        town.device(device, status).await;
    }
    town.gives().await;
    town.office.is_not_taken().await;
    town.service.answers("phone", 201);
    assert_eq!(town.office.outcome(Channel::Push).await, Outcome::Sent);
    let calls = town.service.calls("phone");
    assert!(calls.len() > 1 && calls.iter().all(|call| call.header("topic") == calls[0].header("topic")), "the second takes the place of the first");
    town.office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_what_one_device_has_is_not_told_again_for_another_that_does_not_take_it_now() {
    let town = Town::start().await;
    for (device, status) in [("phone", 201), ("laptop", 503)] {
        town.device(device, status).await;
    }
    assert_eq!(town.told().await, Outcome::Sent);
    town.office.holds("select state = 'done' from due where target = 'effect deliver_push'").await;
    assert_eq!((town.service.calls("phone").len(), town.service.calls("laptop").len()), (1, 1));
    town.office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_what_every_push_service_refuses_is_not_told_again_and_the_devices_stay() {
    let town = Town::start().await;
    town.device("phone", 403).await;
    assert_eq!(town.told().await, Outcome::Refused);
    town.office.holds("select state = 'done' from due where target = 'effect deliver_push'").await;
    assert_eq!((town.service.calls("phone").len(), town.events_of("phone").await.len()), (1, 1));
    town.office.end().await;
}
