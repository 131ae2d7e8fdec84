//! Residents are told outside the app that something waits for them: once each, where they have shown that they can be reached, in their
//! language, and without a word of what it is.

use chassis::testkit::{eventually, refusals::fields};
use chassis_domain::{SignedDuration, demo_id};
use kajo_proto::{
    common::v1::Language,
    content::v1::{
        GetNotificationTemplateRequest, GetNotificationTemplateResponse, ListNotificationTemplatesRequest, ListNotificationTemplatesResponse,
        NotificationKind, NotificationTemplate, NotificationTemplateDetails, NotificationWords, PublishNotificationTemplateRequest,
        PublishNotificationTemplateResponse,
    },
    conversations::v1::{
        ActivateCustomerTaskRequest, ActivateCustomerTaskResponse, MarkReadRequest, MarkReadResponse, TaskDue, TaskDueUnit, Visibility,
    },
    identity::v1::{
        ConfirmContactCodeRequest, ConfirmContactCodeResponse, ContactPoint, GetMyProfileRequest, GetMyProfileResponse, NotificationChannel,
        SaveLanguageRequest, SaveLanguageResponse, SaveNotificationsRequest, SaveNotificationsResponse, SendContactCodeRequest,
        SendContactCodeResponse,
    },
    scheduling::v1::{
        AppointmentType, BookAppointmentRequest, BookAppointmentResponse, CancelForPatientRequest, CancelForPatientResponse, Hold, HoldSlotRequest,
        HoldSlotResponse, ListTimesRequest, ListTimesResponse, MoveAppointmentRequest, MoveAppointmentResponse, TimeFilter, TimesWanted,
    },
};
use simulators::outbox::Sent;
use tonic::Status;

use crate::{
    access::{plan_anew, ssn},
    browser::Browser,
    bus::carried,
    to_patient::{CONVERSATIONS, begin, look_up, message, see, write},
    world::World,
};

const TEMPLATES: &str = "/kajo.content.v1.NotificationTemplateService";
const PROFILE: &str = "/kajo.identity.v1.ProfileService";
const BOOKING: &str = "/kajo.scheduling.v1.BookingService";
/// Of Aino in the demo, who has chosen e-mail and shown of neither that it is hers.
pub(crate) const MAIL: &str = "aino@kajo.example";
const PHONE: &str = "+358457000100";
/// Whoever is told of what comes later, when a test wants to know that nobody is told of what came before.
const OTHER: &str = "eino";
const MAIL_OF_OTHER: &str = "eino@kajo.example";
/// For so long a message may be read without being told.
const MOMENT: SignedDuration = SignedDuration::from_secs(30);

/// The resident shows by a code that an address is theirs.
pub(crate) async fn verify(world: &World, resident: &Browser, point: ContactPoint, address: &str) {
    let asked = SendContactCodeRequest { contact_point: point.into(), language: "fi".to_owned() };
    let _: SendContactCodeResponse = resident.call(&format!("{PROFILE}/SendContactCode"), &asked).await.unwrap();
    let text = world.simulators.sent_to(address).pop().unwrap().text;
    let code = text.split(|letter: char| !letter.is_ascii_digit()).find(|part| part.len() == 6).unwrap().to_owned();
    let told = ConfirmContactCodeRequest { contact_point: point.into(), code };
    let _: ConfirmContactCodeResponse = resident.call(&format!("{PROFILE}/ConfirmContactCode"), &told).await.unwrap();
}

/// The resident says where they want to be told.
async fn choose(resident: &Browser, channel: NotificationChannel) {
    let profile: GetMyProfileResponse = resident.call(&format!("{PROFILE}/GetMyProfile"), &GetMyProfileRequest {}).await.unwrap();
    let asked = SaveNotificationsRequest { channel: channel.into(), revision: profile.revisions.unwrap().notifications };
    let _: SaveNotificationsResponse = resident.call(&format!("{PROFILE}/SaveNotifications"), &asked).await.unwrap();
}

/// The other one can be told by e-mail.
pub(crate) async fn other_is_there(world: &World) {
    let other = world.resident(OTHER).await;
    verify(world, &other, ContactPoint::Email, MAIL_OF_OTHER).await;
}

/// Waits until content has heard of everything that has happened to one thing of another service.
pub(crate) async fn heard(world: &World, service: &str, stream_id: &str) {
    let owner = &world.platform.service(service).unwrap().kernel().pool;
    let facts = "select facts from event_streams where stream_id = $1";
    let facts: i64 = sqlx::query_scalar(facts).bind(stream_id).fetch_one(owner).await.unwrap();
    let content = &world.platform.service("content").unwrap().kernel().pool;
    eventually(|| async {
        let last = "select min(last_fact_no) from inbox_cursor where stream_id = $1";
        let last: Option<i64> = sqlx::query_scalar(last).bind(stream_id).fetch_one(content).await.unwrap();
        last.filter(|last| *last >= facts)
    })
    .await;
}

/// A nurse begins a conversation with a resident; its id, once content has heard of it.
async fn begins(world: &World, nurse: &Browser, hint: &str) -> String {
    let patient_id = look_up(nurse, ssn(hint)).await;
    let id = begin(nurse, &message(nurse, &patient_id).await).await.unwrap().conversation_id;
    heard(world, "conversations", &format!("conversation-{id}")).await;
    id
}

/// She writes one message more.
async fn writes(world: &World, nurse: &Browser, conversation_id: &str) {
    write(nurse, conversation_id, Visibility::Everyone).await.unwrap();
    heard(world, "conversations", &format!("conversation-{conversation_id}")).await;
}

/// The resident reads all of it.
async fn reads(world: &World, resident: &Browser, conversation_id: &str) {
    let read_up_to = see(resident, conversation_id).await.unwrap().version;
    let asked = MarkReadRequest { conversation_id: conversation_id.to_owned(), read_up_to };
    let _: MarkReadResponse = resident.call(&format!("{CONVERSATIONS}/MarkRead"), &asked).await.unwrap();
    heard(world, "conversations", &format!("conversation-{conversation_id}")).await;
}

/// Where a conversation is seen in the residents' app, as people outside reach it.
fn link_to(conversation_id: &str) -> String {
    format!("https://kajo.example/inbox/conversation/{conversation_id}/messages")
}

/// What was sent to an address with a link, the newest last.
pub(crate) fn sent(world: &World, address: &str, link: &str) -> Vec<Sent> {
    world.simulators.sent_to(address).into_iter().filter(|sent| sent.text.contains(link)).collect()
}

/// The same, once there are so many; and there are no more.
pub(crate) async fn until_sent(world: &World, address: &str, link: &str, count: usize) -> Vec<Sent> {
    let found = world.eventually(|| async { Some(sent(world, address, link)).filter(|found| found.len() >= count) }).await;
    assert_eq!(found.len(), count, "{found:?}");
    found
}

/// Whatever was due by now has been told, or never is: the other one is told of what is written to them now.
pub(crate) async fn after_all(world: &World) {
    let nurse = world.practitioner("liisa").await;
    let id = begins(world, &nurse, OTHER).await;
    world.pass(MOMENT);
    until_sent(world, MAIL_OF_OTHER, &link_to(&id), 1).await;
}

pub(crate) async fn template(administrator: &Browser, kind: NotificationKind) -> NotificationTemplate {
    let path = format!("{TEMPLATES}/ListNotificationTemplates");
    let listed: ListNotificationTemplatesResponse = administrator.call(&path, &ListNotificationTemplatesRequest {}).await.unwrap();
    let found = listed.notification_templates.into_iter().find(|template| template.kind() == kind).unwrap();
    let asked = GetNotificationTemplateRequest { notification_template_id: found.notification_template_id };
    let got: GetNotificationTemplateResponse = administrator.call(&format!("{TEMPLATES}/GetNotificationTemplate"), &asked).await.unwrap();
    got.notification_template.unwrap()
}

/// The same in an e-mail and in a text message; devices lead there themselves.
fn words(text: &str) -> NotificationWords {
    let push = text.replace("{link}", "Kajo");
    NotificationWords { subject: "Kajo tells".to_owned(), email: text.to_owned(), sms: text.to_owned(), push, stale: false }
}

/// In Finnish, Swedish and English.
async fn publish(administrator: &Browser, kind: NotificationKind, [fi, sv, en]: [NotificationWords; 3]) -> Result<(), Status> {
    let NotificationTemplate { notification_template_id, version, .. } = template(administrator, kind).await;
    let details = NotificationTemplateDetails { fi: Some(fi), sv: Some(sv), en: Some(en), ..NotificationTemplateDetails::default() };
    let fields = ["fi", "sv", "en"].map(str::to_owned).to_vec();
    let asked = PublishNotificationTemplateRequest { notification_template_id, details: Some(details), fields, version };
    administrator.call::<PublishNotificationTemplateResponse>(&format!("{TEMPLATES}/PublishNotificationTemplate"), &asked).await.map(drop)
}

/// A text, wherever its lines end.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_a_resident_is_told_once_of_messages_until_they_read_them_in_their_language_and_without_a_word_of_them() {
    let world = World::with_still_clock().await;
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    verify(&world, &aino, ContactPoint::Email, MAIL).await;
    let swedish = SaveLanguageRequest { language: Language::Sv.into() };
    let _: SaveLanguageResponse = aino.call(&format!("{PROFILE}/SaveLanguage"), &swedish).await.unwrap();
    other_is_there(&world).await;

    let id = begins(&world, &nurse, "aino").await;
    let link = link_to(&id);
    assert!(sent(&world, MAIL, &link).is_empty(), "it may be read still");
    world.pass(MOMENT);
    let mail = until_sent(&world, MAIL, &link, 1).await.remove(0);
    let built_in = template(&world.practitioner("paula").await, NotificationKind::Message).await.details.unwrap().sv.unwrap();
    assert_eq!(in_one_line(&mail.text), in_one_line(&built_in.email.replace("{link}", &link)));
    for word in ["Your results", "All is well", "Liisa", "Virtanen", "Aino", "Lehtonen", "Lehtola"] {
        assert!(!mail.text.contains(word) && !mail.subject.contains(word), "{mail:?}");
    }

    // Once until it is read; a second one beside it is told with the first.
    writes(&world, &nurse, &id).await;
    world.pass(MOMENT);
    after_all(&world).await;
    assert_eq!(sent(&world, MAIL, &link).len(), 1);
    reads(&world, &aino, &id).await;
    writes(&world, &nurse, &id).await;
    world.pass(MOMENT);
    until_sent(&world, MAIL, &link, 2).await;

    // Whoever reads along is not told.
    reads(&world, &aino, &id).await;
    writes(&world, &nurse, &id).await;
    reads(&world, &aino, &id).await;
    world.pass(MOMENT);
    after_all(&world).await;
    assert_eq!(sent(&world, MAIL, &link).len(), 2);
    world.end().await;
}

/// Holds the first time of a day at the nurse's: eight in the morning.
async fn hold(resident: &Browser, date: &str) -> (Hold, String) {
    let service_id = demo_id("service", "nurse-appointment").to_string();
    let filter = Some(TimeFilter { service_id, types: vec![AppointmentType::InPerson.into()], ..TimeFilter::default() });
    let asked = ListTimesRequest { filter, wanted: TimesWanted::Day.into(), date: date.to_owned(), ..ListTimesRequest::default() };
    let found: ListTimesResponse = resident.call(&format!("{BOOKING}/ListTimes"), &asked).await.unwrap();
    let asked = HoldSlotRequest { offer_id: found.times.first().unwrap().offer_id.clone() };
    let held: HoldSlotResponse = resident.call(&format!("{BOOKING}/HoldSlot"), &asked).await.unwrap();
    let time = held.time.unwrap();
    assert_eq!(time.span.unwrap().civil_start, format!("{date}T08:00"));
    (held.hold.unwrap(), time.offer_id)
}

async fn book_on(resident: &Browser, date: &str) -> String {
    let (Hold { hold_id, fence, .. }, offer_id) = hold(resident, date).await;
    let asked = BookAppointmentRequest { hold_id, fence, offer_id, ..BookAppointmentRequest::default() };
    resident.call::<BookAppointmentResponse>(&format!("{BOOKING}/BookAppointment"), &asked).await.unwrap().appointment_id
}

async fn move_to(resident: &Browser, appointment_id: &str, date: &str) {
    let (Hold { hold_id, fence, .. }, offer_id) = hold(resident, date).await;
    let asked = MoveAppointmentRequest { appointment_id: appointment_id.to_owned(), hold_id, fence, offer_id };
    let _: MoveAppointmentResponse = resident.call(&format!("{BOOKING}/MoveAppointment"), &asked).await.unwrap();
}

/// The resident has been told this of an appointment by both ways, in this order, and nothing else: with which times by e-mail.
async fn is_told(world: &World, appointment_id: &str, expected: &[&str]) -> Vec<String> {
    let link = format!("https://kajo.example/appointment/{appointment_id}");
    let of = |sent: &Sent, part: usize| sent.text.split('|').nth(part).unwrap().to_owned();
    let by_sms = until_sent(world, PHONE, &link, expected.len()).await;
    let by_mail = until_sent(world, MAIL, &link, expected.len()).await;
    for told in [&by_sms, &by_mail] {
        assert_eq!(told.iter().map(|sent| of(sent, 1)).collect::<Vec<_>>(), expected);
    }
    by_mail.iter().map(|sent| of(sent, 2)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_an_appointment_that_is_booked_moved_and_cancelled_is_told_each_once_by_both_ways_and_its_reminder_for_its_new_time_alone() {
    let world = World::with_still_clock().await;
    // A Monday, eleven in the morning in Finland.
    world.until("2030-05-20T08:00:00Z");
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    plan_anew(&paula, "liisa-lehtola").await;
    for (kind, mark) in [
        (NotificationKind::AppointmentBooked, "booked"),
        (NotificationKind::AppointmentMoved, "moved"),
        (NotificationKind::AppointmentReminder, "reminder"),
        (NotificationKind::AppointmentCancelled, "cancelled"),
    ] {
        let words = words(&format!("Kajo|{mark}|{{time}}|{{link}}"));
        publish(&paula, kind, [words.clone(), words.clone(), words]).await.unwrap();
    }
    verify(&world, &aino, ContactPoint::Email, MAIL).await;
    verify(&world, &aino, ContactPoint::Phone, PHONE).await;
    choose(&aino, NotificationChannel::Both).await;
    other_is_there(&world).await;

    let id = book_on(&aino, "2030-05-27").await;
    is_told(&world, &id, &["booked"]).await;
    move_to(&aino, &id, "2030-05-29").await;
    is_told(&world, &id, &["booked", "moved"]).await;

    // Noon of the day before the time that it had, and of that before the time that it has.
    world.until("2030-05-26T09:00:00Z");
    after_all(&world).await;
    is_told(&world, &id, &["booked", "moved"]).await;
    world.until("2030-05-28T09:00:00Z");
    let times = is_told(&world, &id, &["booked", "moved", "reminder"]).await;
    assert!(times[0] != times[1] && times[1] == times[2], "{times:?}");

    let liisa = world.professional("liisa", "nurse", "lehtola").await;
    let cancel = CancelForPatientRequest { appointment_id: id.clone(), reason: "Hoitaja sairastunut".to_owned() };
    let _: CancelForPatientResponse = liisa.call("/kajo.scheduling.v1.CalendarService/CancelForPatient", &cancel).await.unwrap();
    is_told(&world, &id, &["booked", "moved", "reminder", "cancelled"]).await;

    // Where she is reached is told to nobody on the way.
    for fact in carried(&world).await {
        assert!(!fact.whole.contains(MAIL) && !fact.whole.contains(PHONE), "{}", fact.whole);
    }
    world.end().await;
}

/// A nurse gives a resident a task; its id, once content has heard of it.
async fn gives_task(world: &World, nurse: &Browser, hint: &str) -> String {
    let asked = ActivateCustomerTaskRequest {
        patient_id: look_up(nurse, ssn(hint)).await,
        subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
        title: "Measure".to_owned(),
        instruction: "Every morning.".to_owned(),
        due: Some(TaskDue { unit: TaskDueUnit::Days.into(), amount: 3 }),
    };
    let path = "/kajo.conversations.v1.CustomerTaskService/ActivateCustomerTask";
    let id = nurse.call::<ActivateCustomerTaskResponse>(path, &asked).await.unwrap().customer_task_id;
    heard(world, "conversations", &format!("customer_task-{id}")).await;
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_05_an_address_that_is_not_verified_is_not_written_to_and_a_text_message_at_night_waits_for_the_morning() {
    let world = World::with_still_clock().await;
    // Ten in the evening in Finland.
    world.until("2030-05-20T19:00:00Z");
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    verify(&world, &aino, ContactPoint::Phone, PHONE).await;
    choose(&aino, NotificationChannel::Both).await;
    other_is_there(&world).await;

    let link = format!("https://kajo.example/task/{}", gives_task(&world, &nurse, "aino").await);
    for night in ["2030-05-20T19:05:00Z", "2030-05-21T03:50:00Z"] {
        world.until(night);
        after_all(&world).await;
        assert!(sent(&world, MAIL, &link).is_empty() && sent(&world, PHONE, &link).is_empty(), "{night}");
    }
    world.until("2030-05-21T04:00:00Z");
    let told = until_sent(&world, PHONE, &link, 1).await.remove(0);
    assert!(!told.text.contains("Measure") && !told.text.contains("Every morning"), "{told:?}");
    after_all(&world).await;
    assert_eq!(sent(&world, PHONE, &link).len(), 1);
    assert!(sent(&world, MAIL, &link).is_empty());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cms_04_cms_05_a_template_that_an_administrator_publishes_is_what_the_next_mail_says() {
    let world = World::with_still_clock().await;
    let (paula, nurse, aino) = (world.practitioner("paula").await, world.practitioner("liisa").await, world.resident("aino").await);
    verify(&world, &aino, ContactPoint::Email, MAIL).await;
    let (fi, sv, en) = (words("Uutta luettavaa: {link}"), words("Nytt att läsa: {link}"), words("Something new: {link}"));

    // What nobody could be told is not published.
    for (wrong, reason) in [("{name}, uutta luettavaa: {link}", "placeholder_unknown"), ("Uutta luettavaa.", "placeholder_missing")] {
        let wrong = NotificationWords { email: wrong.to_owned(), ..fi.clone() };
        let refused = publish(&paula, NotificationKind::Message, [wrong, sv.clone(), en.clone()]).await.unwrap_err();
        assert_eq!(fields(&refused), [("details.fi.email".to_owned(), reason.to_owned())]);
    }
    publish(&paula, NotificationKind::Message, [fi, sv, en]).await.unwrap();

    let id = begins(&world, &nurse, "aino").await;
    let link = link_to(&id);
    world.pass(MOMENT);
    let mail = until_sent(&world, MAIL, &link, 1).await.remove(0);
    assert_eq!((mail.subject.as_str(), in_one_line(&mail.text)), ("Kajo tells", format!("Uutta luettavaa: {link}")));
    world.end().await;
}
