//! The meeting page of guests: what whoever has a link is told and when, coming to the call, and links that are shut to who tries secrets.

use chassis::testkit::{
    Calls, caller, eventually,
    refusals::{param, reason, said, told},
};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    chat_queue::v1::CallSide,
    common::v1::Matter,
    options::v1::Caller,
    scheduling::v1::{
        EnterMeetingRequest, GetMeetingRequest, GetMeetingResponse, MeetingDetails, MeetingState, meeting_service_client::MeetingServiceClient,
    },
};
use tokio::task::JoinSet;
use tonic::{Code, Status};

use crate::{
    patient_booking::{kaisa, person},
    professional::Professional,
    remote::Clinic,
    remote_appointments::{AT_NINE, BEGINS, HALF_PAST, Line, at, call_of, missing, window},
    town::{Resident, Town, WOMAN},
};

/// A guest's link, and who has it.
#[derive(Clone)]
struct Link {
    invitation_id: String,
    secret: String,
    calls: Calls,
}

impl Link {
    /// The same link, in the hands of somebody else.
    fn by(&self, calls: &Calls) -> Self {
        Self { calls: calls.clone(), ..self.clone() }
    }

    fn with_a_wrong_secret(&self) -> Self {
        Self { secret: "0".repeat(self.secret.len()), ..self.clone() }
    }

    /// A link of nobody's.
    fn unknown(&self) -> Self {
        Self { invitation_id: Uuid::now_v7().to_string(), ..self.clone() }
    }

    async fn looks(&self) -> Result<GetMeetingResponse, Status> {
        let asked = GetMeetingRequest { invitation_id: self.invitation_id.clone(), secret: self.secret.clone() };
        Ok(MeetingServiceClient::new(self.calls.clone()).get_meeting(asked).await?.into_inner())
    }

    async fn enters(&self) -> Result<String, Status> {
        let asked = EnterMeetingRequest { invitation_id: self.invitation_id.clone(), secret: self.secret.clone() };
        Ok(MeetingServiceClient::new(self.calls.clone()).enter_meeting(asked).await?.into_inner().call_id)
    }
}

/// Aino's appointment with Liisa by video at half past eight, to which Kaisa is invited, who is not signed in.
struct Invited {
    clinic: Clinic,
    aino: Resident,
    liisa: Professional,
    id: String,
    visit: Uuid,
    link: Link,
}

impl Invited {
    async fn to(town: &Town) -> Self {
        let clinic = Clinic::of(town).await;
        let aino = town.resident("Aino Lehtonen", WOMAN).await;
        let id = aino.book(&clinic.video, HALF_PAST).await.unwrap();
        let liisa = town.professional("liisa", "Liisa Virtanen").await;
        let party = liisa.saves(&id, "", kaisa()).await.unwrap();
        let (invitation_id, secret) = town.link_to(&kaisa().email).await;
        assert_eq!(invitation_id, party);
        let visit = Uuid::now_v7();
        let link = Link { invitation_id, secret, calls: town.calls_by(caller(Caller::Visitor, visit, "")) };
        Self { clinic, aino, liisa, id, visit, link }
    }

    /// How often something has happened to the appointment, and how many times are claimed.
    async fn changes(&self, town: &Town) -> (i64, i64) {
        sqlx::query_as("select (select count(*) from events where stream_id like '%' || $1), (select count(*) from claims)")
            .bind(self.id.as_str())
            .fetch_one(&town.running.kernel().pool)
            .await
            .unwrap()
    }
}

/// No more than this is told.
fn only(state: MeetingState) -> GetMeetingResponse {
    GetMeetingResponse { state: state.into(), ..GetMeetingResponse::default() }
}

fn not_yet(refused: &Status) -> (String, String) {
    (reason(refused), param(refused, "opens_at"))
}

fn link_shut() -> (Code, String) {
    said(Code::FailedPrecondition, "link_shut")
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_guests_are_told_the_time_and_from_fifteen_minutes_before_who_meets_whom_and_where_and_never_for_what() {
    let town = Town::start().await;
    let invited = Invited::to(&town).await;
    let before = invited.link.looks().await.unwrap();
    assert_eq!((before.state(), before.span.as_ref().unwrap().civil_start.as_str()), (MeetingState::Ahead, HALF_PAST));
    assert_eq!(window(before.joining.as_ref()), (at("2026-11-23T06:25:00Z"), at("2026-11-23T07:30:00Z")));
    assert_eq!(before.details_from.as_ref().unwrap().seconds, at("2026-11-23T06:15:00Z"));
    assert_eq!(before.details, None);

    town.until("2026-11-23T06:14:59.999Z");
    assert_eq!(invited.link.looks().await.unwrap(), before);
    town.a_moment_later();
    let elli = town.resident("Elli Fofonoff", WOMAN).await;
    let eino = town.for_resident(&elli, &[], false);
    for calls in [&invited.link.calls, &elli.calls, &eino.calls] {
        let looked = invited.link.by(calls).looks().await.unwrap();
        let text = format!("{looked:?}");
        assert!(!text.contains("Lehtonen") && !text.contains("Etävastaanotto") && !text.contains(&invited.clinic.video), "{text}");
        let MeetingDetails { guest_name, patient_given_name, practitioner_name, place } = looked.details.clone().unwrap();
        assert_eq!([guest_name.as_str(), &patient_given_name, &practitioner_name], ["Kaisa Koski", "Aino", "Liisa Virtanen"]);
        let place = place.unwrap();
        assert!(place.location_id == demo_id("location", "lehtola").to_string() && !place.name.is_empty());
        assert_eq!(GetMeetingResponse { details: None, ..looked }, before);
    }

    // It stands in the log, and the patient is shown neither a professional nor anybody who acted for them.
    let logged: i64 = sqlx::query_scalar("select count(*) from access_log where ground = 'guest' and subject_id = $1")
        .bind(invited.aino.id)
        .fetch_one(&town.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(logged, 5);
    let shown = invited.aino.shown().await;
    assert!(shown.iter().all(|entry| entry.professional_id == person("liisa") && entry.representative_id.is_empty()), "{shown:?}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_visitors_residents_and_who_acts_for_them_come_as_the_guest_from_five_minutes_before_until_half_an_hour_after() {
    let town = Town::start().await;
    let line = Line::default();
    let running = line.start(&town).await;
    let Invited { clinic, aino, id, visit, link, .. } = Invited::to(&town).await;
    let elli = town.resident("Elli Fofonoff", WOMAN).await;
    let eino = town.for_resident(&elli, &[], false);
    town.until("2026-11-23T06:24:59.999Z");
    assert_eq!(not_yet(&link.enters().await.unwrap_err()), ("join_not_yet".to_owned(), "2026-11-23T06:25:00Z".to_owned()));
    assert!(line.asked().is_empty());
    town.a_moment_later();
    for calls in [&link.calls, &elli.calls, &eino.calls] {
        assert_eq!(link.by(calls).enters().await.unwrap(), call_of(&id));
    }

    let asked = line.asked();
    let who: Vec<_> = asked.iter().map(|asked| (asked.person_id.clone(), asked.at_screen_id.clone(), asked.visitor)).collect();
    let (visit, elli) = (visit.to_string(), elli.id.to_string());
    assert_eq!(who, [(visit.clone(), visit, true), (elli.clone(), elli.clone(), false), (elli, person("eino"), false)]);
    for asked in &asked {
        assert_eq!((asked.side(), &asked.guest_id, &asked.appointment_id), (CallSide::Guest, &link.invitation_id, &id));
        assert_eq!((&asked.patient_id, asked.matter()), (&aino.id.to_string(), Matter::Health));
        assert_eq!(asked.calendar_ids, [clinic.video_schedule.clone(), person("liisa")]);
    }

    town.until("2026-11-23T07:30:00Z");
    link.enters().await.unwrap();
    assert!(link.looks().await.unwrap().details.is_some());
    town.a_moment_later();
    assert_eq!(reason(&link.enters().await.unwrap_err()), "join_over");
    assert_eq!(link.looks().await.unwrap(), only(MeetingState::Over));
    running.stop().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_to_look_changes_nothing_and_what_is_wrong_unknown_or_of_a_guest_who_is_one_no_more_looks_alike() {
    let town = Town::start().await;
    let line = Line::default();
    let running = line.start(&town).await;
    let invited = Invited::to(&town).await;
    let Invited { liisa, id, link, .. } = &invited;
    town.until(BEGINS);
    let before = invited.changes(&town).await;
    for _ in 0..2 {
        link.looks().await.unwrap();
    }
    assert_eq!((invited.changes(&town).await, line.asked().len()), (before, 0));

    // Who is a guest no more while they come is told of no call.
    let held = line.answers.lock().await;
    let left = async {
        eventually(|| async { (line.asked().len() == 1).then_some(()) }).await;
        liisa.deactivates(id, &link.invitation_id).await.unwrap();
        drop(held);
    };
    let (entered, ()) = tokio::join!(link.enters(), left);
    assert_eq!(told(&entered.unwrap_err()), missing());

    let bytes = |status: Status| (status.code(), status.message().to_owned(), status.details().to_vec());
    let gone = bytes(link.looks().await.unwrap_err());
    for other in [link.clone(), link.with_a_wrong_secret(), link.unknown()] {
        let (looked, entered) = (other.looks().await.unwrap_err(), other.enters().await.unwrap_err());
        assert_eq!(told(&looked), missing());
        assert_eq!((bytes(looked), bytes(entered)), (gone.clone(), gone.clone()));
    }
    assert_eq!(line.asked().len(), 1);
    running.stop().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_ten_wrong_secrets_within_ten_minutes_shut_a_link_for_ten_also_for_the_right_one_and_as_one_that_is_not_there() {
    let town = Town::start().await;
    let Invited { link, .. } = Invited::to(&town).await;
    let (wrong, unknown) = (link.with_a_wrong_secret(), link.unknown());
    let ten_minutes = SignedDuration::from_mins(10);
    // Of these nothing counts any more when the next ones come.
    for _ in 0..9 {
        assert_eq!(told(&wrong.looks().await.unwrap_err()), missing());
        assert_eq!(told(&unknown.looks().await.unwrap_err()), missing());
    }
    town.clock().advance(ten_minutes);
    for _ in 0..10 {
        link.looks().await.unwrap();
        assert_eq!(told(&wrong.looks().await.unwrap_err()), missing());
        assert_eq!(told(&unknown.enters().await.unwrap_err()), missing());
    }
    let until = town.clock().now().saturating_add(ten_minutes).unwrap().to_string();
    let is_shut = async || {
        for each in [&link, &wrong, &unknown] {
            for refused in [each.looks().await.unwrap_err(), each.enters().await.unwrap_err()] {
                assert_eq!((told(&refused), param(&refused, "until")), (link_shut(), until.clone()));
            }
        }
    };
    is_shut().await;
    town.clock().advance(ten_minutes - SignedDuration::from_millis(1));
    is_shut().await;
    town.a_moment_later();
    for _ in 0..9 {
        assert_eq!(told(&wrong.looks().await.unwrap_err()), missing());
        assert_eq!(told(&unknown.looks().await.unwrap_err()), missing());
    }
    link.looks().await.unwrap();

    // What counts no more goes with the next one that does.
    town.clock().advance(ten_minutes);
    assert_eq!(told(&wrong.looks().await.unwrap_err()), missing());
    let kept: i64 = sqlx::query_scalar("select count(*) from guest_tries").fetch_one(&town.running.kernel().pool).await.unwrap();
    assert_eq!(kept, 1);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_of_a_hundred_wrong_secrets_at_once_ten_are_answered() {
    let town = Town::start().await;
    let Invited { link, .. } = Invited::to(&town).await;
    let mut tries = JoinSet::new();
    for _ in 0..100 {
        let wrong = link.with_a_wrong_secret();
        tries.spawn(async move { told(&wrong.looks().await.unwrap_err()) });
    }
    let answers = tries.join_all().await;
    let count = |answer: &(Code, String)| answers.iter().filter(|told| *told == answer).count();
    assert_eq!((count(&missing()), count(&link_shut())), (10, 90));
    assert_eq!(told(&link.looks().await.unwrap_err()), link_shut());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_a_link_follows_a_move_and_says_of_what_is_cancelled_only_that() {
    let town = Town::start().await;
    let line = Line::default();
    let running = line.start(&town).await;
    let Invited { clinic, aino, liisa, id, link, .. } = Invited::to(&town).await;
    aino.put(&id, &clinic.video, AT_NINE).await.unwrap();
    let moved = link.looks().await.unwrap();
    assert_eq!(moved.span.unwrap().civil_start, AT_NINE);
    assert_eq!(window(moved.joining.as_ref()), (at("2026-11-23T06:55:00Z"), at("2026-11-23T08:00:00Z")));
    town.until(BEGINS);
    assert_eq!(link.looks().await.unwrap().details, None);
    assert_eq!(not_yet(&link.enters().await.unwrap_err()), ("join_not_yet".to_owned(), "2026-11-23T06:55:00Z".to_owned()));
    town.until("2026-11-23T06:55:00Z");
    assert_eq!(link.enters().await.unwrap(), call_of(&id));

    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    assert_eq!(link.looks().await.unwrap(), only(MeetingState::Cancelled));
    assert_eq!(reason(&link.enters().await.unwrap_err()), "join_cancelled");
    assert_eq!(line.asked().len(), 1);
    running.stop().await;
    town.end().await;
}
