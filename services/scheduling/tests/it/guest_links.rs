//! Guests of remote appointments get a link by e-mail and by phone, hear of moves and of cancelling, and links die (SCH-19).

use chassis::testkit::{eventually, refusals::reason};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{
        AppointmentParty, AppointmentType, GuestLinkState, MoveAppointmentRequest, NewParticipant, ScheduleDetails, SendGuestLinkRequest,
        participant_service_client::ParticipantServiceClient,
    },
};
use simulators::Fault;
use tonic::Status;

use crate::{
    patient_booking::kaisa,
    professional::Professional,
    remote::Clinic,
    town::{PUBLIC_URL, Resident, Town, WOMAN, booking, hours, mondays, search},
};

const AT_EIGHT: &str = "2026-11-23T08:00";
const AT_NINE: &str = "2026-11-23T09:00";
const AT_NOON: &str = "2026-11-23T12:00";
const MAIL: &str = "kaisa@kajo.example";
const PHONE: &str = "+358401234567";
const OTHER_MAIL: &str = "koski@kajo.example";

/// The invitation and the secret of the link in a text.
fn link(text: &str) -> Option<(String, String)> {
    let (_, rest) = text.split_once(&format!("{PUBLIC_URL}/meetup/"))?;
    let (invitation, rest) = rest.split_once('#')?;
    Some((invitation.to_owned(), rest.split_whitespace().next()?.to_owned()))
}

fn by_mail() -> NewParticipant {
    NewParticipant { phone: String::new(), ..kaisa() }
}

fn by_phone() -> NewParticipant {
    NewParticipant { email: String::new(), ..kaisa() }
}

impl Town {
    /// The invitation and the secret of the newest link that was sent to this address.
    pub(crate) async fn link_to(&self, address: &str) -> (String, String) {
        self.link_after(address, "").await
    }

    /// The same, of one with another secret than this.
    async fn link_after(&self, address: &str, secret: &str) -> (String, String) {
        let newest = || self.simulators.sent_to(address).iter().rev().find_map(|sent| link(&sent.text));
        self.eventually(|| async { newest().filter(|(_, newest)| newest != secret) }).await
    }

    /// Waits until the newest message to this address says so.
    async fn hears(&self, address: &str, what: &[&str]) {
        let says = || self.simulators.sent_to(address).pop().is_some_and(|sent| what.iter().all(|what| sent.text.contains(*what)));
        self.eventually(|| async { says().then_some(()) }).await;
    }

    async fn count(&self, what: &'static str) -> i64 {
        sqlx::query_scalar(what).fetch_one(&self.running.kernel().pool).await.unwrap()
    }

    /// Waits until nothing is on its way any more.
    async fn all_is_sent(&self) {
        let waiting = || self.count("select count(*) from guest_messages where sent_at is null and given_up_at is null");
        self.eventually(|| async { (waiting().await == 0).then_some(()) }).await;
    }

    async fn links(&self) -> i64 {
        self.count("select count(*) from guest_links").await
    }

    /// Whether a guest comes by this link.
    async fn is_good(&self, (invitation, secret): &(String, String)) -> bool {
        sqlx::query_scalar("select exists (select from guest_links where party_id = $1 and secret_hash = sha256(convert_to($2, 'UTF8')))")
            .bind(Uuid::try_parse(invitation).unwrap())
            .bind(secret)
            .fetch_one(&self.running.kernel().pool)
            .await
            .unwrap()
    }

    /// Whether a secret lies anywhere, as text or as bytes.
    async fn is_kept(&self, secret: &str) -> bool {
        sqlx::query_scalar(
            "with secret as (select convert_to($1, 'UTF8') as bytes, encode(convert_to($1, 'UTF8'), 'hex') as hex)
             select exists (select from guest_messages m, secret where position(hex in m::text) > 0 or position($1 in m::text) > 0)
                 or exists (select from guest_links l, secret where position(bytes in l.secret_hash) > 0)
                 or exists (select from events e, secret where position(bytes in e.payload) > 0)
                 or exists (select from outbox o, secret where position(bytes in o.fact) > 0)
                 or exists (select from command_log c, secret where position(bytes in c.outcome) > 0)",
        )
        .bind(secret)
        .fetch_one(&self.running.kernel().pool)
        .await
        .unwrap()
    }
}

impl Resident {
    async fn moves_to(&self, id: &str, service: &str, civil_start: &str) {
        let held = booking(&self.hold(&self.time(service, civil_start).await.offer_id).await.unwrap());
        let asked = MoveAppointmentRequest { appointment_id: id.to_owned(), hold_id: held.hold_id, fence: held.fence, offer_id: held.offer_id };
        self.booking().move_appointment(asked).await.unwrap();
    }
}

impl Professional {
    async fn sends_link(&self, id: &str, party_id: &str) -> Result<(), Status> {
        let asked = SendGuestLinkRequest { appointment_id: id.to_owned(), party_id: party_id.to_owned() };
        self.participants().send_guest_link(asked).await.map(|_| ())
    }

    /// The guest who was added first.
    async fn guest(&self, id: &str) -> AppointmentParty {
        self.others(id).await.remove(0)
    }
}

/// Liisa has Aino by video at eight.
struct Visit {
    town: Town,
    clinic: Clinic,
    aino: Resident,
    liisa: Professional,
    id: String,
}

impl Visit {
    async fn start() -> Self {
        let town = Town::start().await;
        let clinic = Clinic::of(&town).await;
        let aino = town.resident("Aino Lehtonen", WOMAN).await;
        let liisa = town.professional("liisa", "Liisa Virtanen").await;
        let id = aino.book(&clinic.video, AT_EIGHT).await.unwrap();
        Self { town, clinic, aino, liisa, id }
    }

    async fn adds(&self, guest: NewParticipant) -> String {
        self.liisa.saves(&self.id, "", guest).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_a_guest_gets_a_link_by_each_way_when_booked_with_or_added_and_its_secret_is_kept_nowhere() {
    let Visit { town, clinic, aino, liisa, id } = Box::pin(Visit::start()).await;
    liisa.opens(&town, &aino).await;
    let offer = liisa.offer(&aino, &clinic.video, AT_NINE).await;
    let booked = liisa.books(&aino, &offer, vec![kaisa()]).await.unwrap();
    let (mail, sms) = (town.link_to(MAIL).await, town.link_to(PHONE).await);
    assert_eq!(mail.0, liisa.guest(&booked).await.party_id);
    assert!(mail.0 == sms.0 && mail.1 != sms.1 && mail.1.len() == 43, "a secret of its own by each way");
    for sent in [&mail, &sms] {
        assert!(town.is_good(sent).await && !town.is_kept(&sent.1).await);
    }
    assert!(town.simulators.sent_to(PHONE)[0].text.contains("ma 23.11.2026 klo 9.00"));
    assert!(["Aino", "Etu", "Etävastaanotto", "Lehtola"].iter().all(|word| !town.simulators.sent_to(MAIL)[0].text.contains(word)));

    // Added later, each by the way that they have.
    let added = liisa.saves(&id, "", NewParticipant { email: OTHER_MAIL.to_owned(), ..by_mail() }).await.unwrap();
    assert_eq!(town.link_to(OTHER_MAIL).await.0, added);
    let added = liisa.saves(&id, "", by_phone()).await.unwrap();
    assert_eq!(town.link_after(PHONE, &sms.1).await.0, added);
    assert_eq!(town.links().await, 4);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_of_an_appointment_in_person_guests_hear_nothing_until_it_is_remote() {
    let Visit { town, clinic, aino, liisa, .. } = Box::pin(Visit::start()).await;
    let in_person = aino.book(&clinic.in_person, AT_NOON).await.unwrap();
    let guest = liisa.saves(&in_person, "", kaisa()).await.unwrap();
    assert_eq!(reason(&liisa.sends_link(&in_person, &guest).await.unwrap_err()), "appointment_not_remote");
    liisa.cancels(&in_person, "Hoitaja sairastunut").await.unwrap();
    assert_eq!(town.count("select count(*) from guest_messages").await, 0);

    // A service that is had both ways.
    let both = town.service("Neuvonta", Availability::All).await;
    for (kind, from, until) in [(AppointmentType::Video, "13:00", "14:00"), (AppointmentType::InPerson, "15:00", "16:00")] {
        let schedule = ScheduleDetails { appointment_type: kind.into(), weekly: vec![hours(1, from, until)], ..mondays(&both) };
        let schedule = town.schedule(schedule).await;
        town.search(search(&both, &schedule)).await;
    }
    let id = aino.book(&both, "2026-11-23T15:00").await.unwrap();
    liisa.saves(&id, "", by_mail()).await.unwrap();
    aino.moves_to(&id, &both, "2026-11-23T13:00").await;
    let sent = town.link_to(MAIL).await;
    assert!(town.is_good(&sent).await);
    aino.moves_to(&id, &both, "2026-11-23T15:30").await;
    assert!(!town.is_good(&sent).await);
    town.hears(MAIL, &["ei pidetä videolla", "ma 23.11.2026 klo 13.00"]).await;
    aino.moves_to(&id, &both, "2026-11-23T13:30").await;
    assert!(town.is_good(&town.link_after(MAIL, &sent.1).await).await);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_links_sent_to_another_address_die_and_a_new_name_changes_nothing() {
    let visit = Box::pin(Visit::start()).await;
    let guest = visit.adds(by_mail()).await;
    let Visit { town, liisa, id, .. } = visit;
    let first = town.link_to(MAIL).await;
    liisa.saves(&id, &guest, NewParticipant { name: "Kaisa Kivi".to_owned(), ..by_mail() }).await.unwrap();
    assert_eq!((town.is_good(&first).await, town.count("select count(*) from guest_messages").await), (true, 1));

    liisa.saves(&id, &guest, NewParticipant { email: OTHER_MAIL.to_owned(), ..by_mail() }).await.unwrap();
    assert!(!town.is_good(&first).await);
    let second = town.link_to(OTHER_MAIL).await;
    assert!(second.0 == guest && town.is_good(&second).await);
    assert_eq!(town.simulators.sent_to(MAIL).len(), 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_who_takes_part_no_more_has_no_link_and_hears_nothing() {
    let visit = Box::pin(Visit::start()).await;
    let guest = visit.adds(kaisa()).await;
    let Visit { town, liisa, aino, clinic, id } = visit;
    let (mail, sms) = (town.link_to(MAIL).await, town.link_to(PHONE).await);
    town.all_is_sent().await;
    liisa.deactivates(&id, &guest).await.unwrap();
    assert!(!town.is_good(&mail).await && !town.is_good(&sms).await);
    assert_eq!(reason(&liisa.sends_link(&id, &guest).await.unwrap_err()), "not_found");
    aino.moves_to(&id, &clinic.video, AT_NINE).await;
    assert_eq!((town.links().await, town.count("select count(*) from guest_messages").await), (0, 2));
    // Added again, they are somebody new.
    let again = liisa.saves(&id, "", kaisa()).await.unwrap();
    assert_ne!(again, guest);
    assert_eq!(town.link_after(MAIL, &mail.1).await.0, again);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_guests_hear_of_a_move_and_of_cancelling_and_their_links_go_on() {
    let visit = Box::pin(Visit::start()).await;
    visit.adds(kaisa()).await;
    let Visit { town, liisa, aino, clinic, id } = visit;
    let (mail, sms) = (town.link_to(MAIL).await, town.link_to(PHONE).await);
    town.all_is_sent().await;
    aino.moves_to(&id, &clinic.video, AT_NINE).await;
    for address in [MAIL, PHONE] {
        town.hears(address, &["aika on ma 23.11.2026 klo 9.00", "still works"]).await;
    }
    town.all_is_sent().await;
    assert!(town.is_good(&mail).await && town.is_good(&sms).await);
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    for address in [MAIL, PHONE] {
        town.hears(address, &["on peruttu", "ma 23.11.2026 klo 9.00", "cancelled"]).await;
    }
    assert_eq!((town.simulators.sent_to(MAIL).len(), town.links().await), (3, 2), "whoever comes is told that it is cancelled");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_cancelling_is_told_by_the_time_that_the_guest_knows() {
    let visit = Box::pin(Visit::start()).await;
    visit.adds(by_mail()).await;
    let Visit { town, liisa, aino, clinic, id } = visit;
    town.link_to(MAIL).await;
    town.all_is_sent().await;
    town.simulators.fail(Fault::MailFails);
    aino.moves_to(&id, &clinic.video, AT_NINE).await;
    town.job_has_run("guest-messages").await;
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    town.simulators.fail(Fault::None);
    town.clock().advance(SignedDuration::from_mins(3));
    // Of the move, which was not told, they never hear.
    town.hears(MAIL, &["on peruttu", "ma 23.11.2026 klo 8.00"]).await;
    assert_eq!(town.simulators.sent_to(MAIL).len(), 2);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_what_is_not_taken_is_tried_again_with_another_secret_and_given_up_after_a_day() {
    let visit = Box::pin(Visit::start()).await;
    visit.town.simulators.fail(Fault::MailFails);
    visit.adds(by_mail()).await;
    let Visit { town, liisa, aino, clinic, id } = visit;
    town.job_has_run("guest-messages").await;
    assert_eq!((town.links().await, town.simulators.sent_to(MAIL).len()), (0, 0));
    assert_eq!(liisa.guest(&id).await.link_state(), GuestLinkState::Sending);
    // Moved meanwhile, the invitation tells the new time, and nothing else is told.
    aino.moves_to(&id, &clinic.video, AT_NINE).await;
    town.simulators.fail(Fault::None);
    town.clock().advance(SignedDuration::from_mins(3));
    assert!(town.is_good(&town.link_to(MAIL).await).await);
    town.hears(MAIL, &["ma 23.11.2026 klo 9.00"]).await;
    let guest = eventually(|| async { Some(liisa.guest(&id).await).filter(|guest| guest.link_state() == GuestLinkState::Sent) }).await;
    assert!(guest.link_sent_at.is_some());
    assert_eq!((town.links().await, town.simulators.sent_to(MAIL).len()), (1, 1));

    town.simulators.fail(Fault::SmsFails);
    liisa.saves(&id, &guest.party_id, by_phone()).await.unwrap();
    town.job_has_run("guest-messages").await;
    town.clock().advance(SignedDuration::from_hours(25));
    eventually(|| async { (liisa.guest(&id).await.link_state() == GuestLinkState::NotSent).then_some(()) }).await;
    assert_eq!(town.links().await, 0);
    assert!(
        aino.see(&id).await.unwrap().parties.iter().all(|party| party.link_state() == GuestLinkState::Unspecified),
        "told to professionals alone"
    );
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_a_professional_has_another_link_sent_five_times_an_hour_and_a_retry_sends_once() {
    let visit = Box::pin(Visit::start()).await;
    let guest = visit.adds(by_mail()).await;
    let Visit { town, liisa, id, .. } = visit;
    let first = town.link_to(MAIL).await;
    let mut retried = ParticipantServiceClient::new(liisa.calls.with_key(Uuid::now_v7()));
    for _ in 0..2 {
        let asked = SendGuestLinkRequest { appointment_id: id.clone(), party_id: guest.clone() };
        retried.send_guest_link(asked).await.unwrap();
    }
    let second = town.link_after(MAIL, &first.1).await;
    assert!(town.is_good(&first).await && town.is_good(&second).await, "those sent before are good still");
    assert_eq!(town.count("select count(*) from guest_messages").await, 2);
    for _ in 0..4 {
        liisa.sends_link(&id, &guest).await.unwrap();
    }
    assert_eq!(reason(&liisa.sends_link(&id, &guest).await.unwrap_err()), "guest_links_too_many");
    town.clock().advance(SignedDuration::from_mins(61));
    liisa.sends_link(&id, &guest).await.unwrap();

    assert_eq!(reason(&liisa.sends_link(&id, &Uuid::now_v7().to_string()).await.unwrap_err()), "not_found");
    let outi = town.professional("outi", "Outi Mattila").await;
    assert_eq!(reason(&outi.sends_link(&id, &guest).await.unwrap_err()), "not_found");
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    assert_eq!(reason(&liisa.sends_link(&id, &guest).await.unwrap_err()), "appointment_cancelled");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_19_thirty_days_after_the_end_nothing_of_a_guest_can_be_opened() {
    let visit = Box::pin(Visit::start()).await;
    visit.adds(kaisa()).await;
    let Visit { town, liisa, id, .. } = visit;
    let sent = town.link_to(MAIL).await;
    town.clock().advance(SignedDuration::from_hours(31 * 24));
    town.job_has_run("guest-messages").await;
    let guest = liisa.guest(&id).await;
    assert_eq!((guest.name.as_str(), guest.email.as_str()), ("Kaisa Koski", MAIL), "two days are left");
    town.clock().advance(SignedDuration::from_hours(3 * 24));
    eventually(|| async { (town.count("select count(*) from guests").await == 0).then_some(()) }).await;
    let guest = liisa.guest(&id).await;
    assert_eq!((guest.name.as_str(), guest.email.as_str(), guest.phone.as_str()), ("", "", ""));
    assert!(!town.is_good(&sent).await);
    assert_eq!(town.count("select count(*) from guest_messages").await, 0);
    town.end().await;
}
