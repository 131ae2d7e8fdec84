//! Calls of remote appointments: opened by the service that knows who may come, met in as those of chats, left by whoever takes part no more, and
//! ended with the appointment.

use chassis::testkit::{
    Calls,
    refusals::{said, told},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    caller::v1::CallerContext,
    chat_queue::v1::{
        AppointmentCall, CallEnd, CallMoved, CallPresence, CallSide, CallState, ListAppointmentCallsRequest, OpenAppointmentCallRequest,
        appointment_call_service_client::AppointmentCallServiceClient,
    },
    common::v1::Matter,
    options::v1::{Caller, Domain},
};
use tonic::{Code, Status};

use crate::{
    calling::{AINOS, ANOTHER, LIISAS, access, admit, enter, enter_as, hang_up, keep, leave, send},
    scheduling::{self, Change},
    waiting_room::{Customer, Professional, WaitingRoom},
    whispers::{listen, next, to_professional, to_screen},
};

/// A remote appointment, as scheduling tells of it.
struct Appointment<'a> {
    room: &'a WaitingRoom,
    id: Uuid,
    patient: String,
    calendar: Uuid,
}

impl<'a> Appointment<'a> {
    fn of(room: &'a WaitingRoom, patient: &Customer) -> Self {
        Self { room, id: Uuid::now_v7(), patient: patient.context.person_id.clone(), calendar: Uuid::now_v7() }
    }

    /// As scheduling calls.
    fn service(&self) -> AppointmentCallServiceClient<Calls> {
        let caller = CallerContext { kind: Caller::Service.into(), service: "scheduling".to_owned(), ..CallerContext::default() };
        AppointmentCallServiceClient::new(self.room.world.calls_by(caller))
    }

    fn asked(&self, side: CallSide, caller: &CallerContext) -> OpenAppointmentCallRequest {
        let at_screen = caller.impersonator.as_ref().map_or(&caller.person_id, |impersonator| &impersonator.person_id);
        OpenAppointmentCallRequest {
            command_id: Uuid::now_v7().to_string(),
            appointment_id: self.id.to_string(),
            side: side.into(),
            person_id: caller.person_id.clone(),
            at_screen_id: at_screen.clone(),
            matter: Matter::Health.into(),
            patient_id: self.patient.clone(),
            calendar_ids: vec![self.calendar.to_string()],
            guest_id: String::new(),
            visitor: caller.kind() == Caller::Visitor,
        }
    }

    async fn open(&self, asked: OpenAppointmentCallRequest) -> Result<String, Status> {
        Ok(self.service().open_appointment_call(asked).await?.into_inner().call_id)
    }

    async fn for_patient(&self, patient: &Customer) -> String {
        self.open(self.asked(CallSide::Patient, &patient.context)).await.unwrap()
    }

    async fn for_professional(&self, professional: &Professional) -> String {
        self.open(self.asked(CallSide::Practitioner, &professional.context)).await.unwrap()
    }

    /// One of its guests opens the link in somebody's browser.
    async fn for_guest(&self, guest: Uuid, by: &Customer) -> String {
        let asked = self.asked(CallSide::Guest, &by.context);
        self.open(OpenAppointmentCallRequest { guest_id: guest.to_string(), ..asked }).await.unwrap()
    }

    /// Its call that goes on: which, how many wait and how many are in it.
    async fn shown(&self) -> Option<(String, u32, u32)> {
        let appointment_ids = vec![Uuid::now_v7().to_string(), self.id.to_string()];
        let answered = self.service().list_appointment_calls(ListAppointmentCallsRequest { appointment_ids }).await.unwrap().into_inner();
        assert!(answered.calls.len() <= 1);
        let call = answered.calls.into_iter().next();
        call.map(|AppointmentCall { appointment_id, call_id, waiting, taking_part }| {
            assert_eq!(appointment_id, self.id.to_string());
            (call_id, waiting, taking_part)
        })
    }
}

fn gone() -> (Code, String) {
    said(Code::NotFound, "not_found")
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_the_patient_waits_in_the_lobby_until_a_professional_comes_who_lets_them_in() {
    let room = WaitingRoom::open().await;
    let (patient, professional) = (room.somebody(), room.liisa());
    let (aino, liisa) = (&patient.calls, &professional.calls);
    let appointment = Appointment::of(&room, &patient);
    assert_eq!(appointment.shown().await, None);
    let call = appointment.for_patient(&patient).await;
    assert_eq!(appointment.shown().await, Some((call.clone(), 0, 0)));
    // Nobody comes to whom it was not opened.
    assert_eq!(told(&enter(liisa, &call, LIISAS).await.unwrap_err()), gone());
    assert_eq!(appointment.for_professional(&professional).await, call);
    assert_eq!(appointment.for_patient(&patient).await, call);

    assert_eq!(enter(aino, &call, AINOS).await.unwrap(), CallPresence::Lobby);
    assert_eq!(appointment.shown().await, Some((call.clone(), 1, 0)));
    let waits = keep(aino, &call, AINOS).await.unwrap();
    assert_eq!((waits.state(), waits.presence(), waits.participants), (CallState::On, CallPresence::Lobby, vec![]));
    let not_admitted = said(Code::FailedPrecondition, "call_not_admitted");
    let nobody = Uuid::now_v7().to_string();
    assert_eq!(told(&access(aino, &call).await.unwrap_err()), not_admitted);
    assert_eq!(told(&send(aino, &call, AINOS, (&nobody, LIISAS), "offer", 1).await.unwrap_err()), not_admitted);
    assert_eq!(told(&admit(aino, &call, &nobody).await.unwrap_err()).0, Code::PermissionDenied);

    assert_eq!(enter(liisa, &call, LIISAS).await.unwrap(), CallPresence::In);
    assert_eq!(appointment.shown().await, Some((call.clone(), 0, 2)));
    let seen = keep(aino, &call, AINOS).await.unwrap();
    assert_eq!((seen.presence(), seen.participants.len()), (CallPresence::In, 2));
    let other = seen.participants.iter().find(|each| !each.own).unwrap();
    assert!(other.organiser);
    access(aino, &call).await.unwrap();
    send(aino, &call, AINOS, (&other.participant_id, LIISAS), "offer", 1).await.unwrap();
    assert_eq!(keep(liisa, &call, LIISAS).await.unwrap().signals.len(), 1);

    // Nobody waits again when the professional has dropped out.
    leave(liisa, &call, LIISAS).await.unwrap();
    leave(aino, &call, AINOS).await.unwrap();
    assert_eq!(enter(aino, &call, ANOTHER).await.unwrap(), CallPresence::In);
    // Who ends it for everybody is a professional.
    assert_eq!(told(&hang_up(aino, &call).await.unwrap_err()), gone());
    assert_eq!(enter(liisa, &call, LIISAS).await.unwrap(), CallPresence::In);
    hang_up(liisa, &call).await.unwrap();
    let over = keep(aino, &call, ANOTHER).await.unwrap();
    assert_eq!((over.state(), over.end(), appointment.shown().await), (CallState::Ended, CallEnd::Practitioner, None));
    // Who comes after that begins another one, and waits anew.
    let another = appointment.for_patient(&patient).await;
    assert_ne!(another, call);
    assert_eq!(enter(aino, &another, AINOS).await.unwrap(), CallPresence::Lobby);
    room.rebuilds_to_the_same().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_a_call_is_opened_once_however_often_it_is_asked_and_whoever_comes_at_once_finds_the_same_one() {
    let room = WaitingRoom::open().await;
    for _ in 0..3 {
        let (patient, professional, colleague) = (room.somebody(), room.liisa(), room.liisa());
        let appointment = Appointment::of(&room, &patient);
        let asked = appointment.asked(CallSide::Patient, &patient.context);
        let (one, other, third, again) = tokio::join!(
            appointment.open(asked.clone()),
            appointment.for_professional(&professional),
            appointment.for_professional(&colleague),
            appointment.open(asked.clone())
        );
        let call = one.unwrap();
        assert_eq!((&other, &third, &again.unwrap()), (&call, &call, &call));
        let opened = "select count(*) from events where event_type = 'call.opened' and stream_id = $1";
        let opened = sqlx::query_scalar(opened).bind(format!("call-{call}")).fetch_one(&room.world.running.kernel().pool);
        assert_eq!(opened.await.unwrap_or(0_i64), 3);
        // Both professionals let others in.
        for (somebody, seat) in [(&professional, LIISAS), (&colleague, ANOTHER)] {
            assert_eq!(enter(&somebody.calls, &call, seat).await.unwrap(), CallPresence::In);
        }
        assert!(keep(&colleague.calls, &call, ANOTHER).await.unwrap().participants.iter().all(|each| each.organiser));
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_who_acts_for_the_patient_comes_by_their_own_name_where_the_mandate_covers_it_and_the_patient_is_whom_the_log_names() {
    let room = WaitingRoom::open().await;
    let (patient, professional) = (room.somebody(), room.liisa());
    let appointment = Appointment::of(&room, &patient);
    let of = |domain| room.for_somebody(patient.context.person_id.parse().unwrap(), domain);
    let call = appointment.for_patient(&of(Domain::Health)).await;
    appointment.for_professional(&professional).await;
    enter(&professional.calls, &call, LIISAS).await.unwrap();
    assert_eq!(enter(&of(Domain::Health).calls, &call, AINOS).await.unwrap(), CallPresence::In);
    for stranger in [&patient.calls, &of(Domain::Social).calls, &room.somebody().calls, &room.liisa().calls] {
        assert_eq!(told(&enter(stranger, &call, ANOTHER).await.unwrap_err()), gone());
    }
    let subjects = "select distinct subject_id from access_log where method like '%/EnterCall' and object_id = $1";
    let subjects = sqlx::query_scalar(subjects).bind(call.parse::<Uuid>().unwrap()).fetch_all(&room.world.running.kernel().pool);
    let subjects: Vec<Option<Uuid>> = subjects.await.unwrap();
    assert_eq!(subjects, [Some(patient.context.person_id.parse().unwrap())]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_the_call_ends_when_the_appointment_is_cancelled_moved_or_done_and_no_other_does() {
    let room = WaitingRoom::open().await;
    let scheduling = scheduling::start(&room.world).await;
    for change in [Change::Cancelled, Change::Moved, Change::Done] {
        let (patient, professional) = (room.somebody(), room.liisa());
        let (appointment, another) = (Appointment::of(&room, &patient), Appointment::of(&room, &patient));
        let goes_on = another.for_patient(&patient).await;
        let call = appointment.for_patient(&patient).await;
        appointment.for_professional(&professional).await;
        enter(&patient.calls, &call, AINOS).await.unwrap();
        enter(&professional.calls, &call, LIISAS).await.unwrap();
        scheduling::happens(&scheduling, appointment.id, change).await;
        room.world.eventually(async || appointment.shown().await.is_none().then_some(())).await;
        for (by, seat) in [(&patient.calls, AINOS), (&professional.calls, LIISAS)] {
            let over = keep(by, &call, seat).await.unwrap();
            assert_eq!((over.state(), over.end()), (CallState::Ended, CallEnd::AppointmentOver));
            assert_eq!(told(&access(by, &call).await.unwrap_err()), said(Code::FailedPrecondition, "call_not_admitted"));
        }
        assert_eq!(another.shown().await.map(|(call, ..)| call), Some(goes_on));
    }
    scheduling.stop().await;
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_a_call_that_everybody_has_left_ends_and_those_whose_lists_show_the_appointment_are_told_who_comes_and_goes() {
    let room = WaitingRoom::open().await;
    room.world.job_has_run("calls").await;
    let patient = room.somebody();
    let appointment = Appointment::of(&room, &patient);
    let call = appointment.for_patient(&patient).await;
    enter(&patient.calls, &call, AINOS).await.unwrap();
    leave(&patient.calls, &call, AINOS).await.unwrap();
    room.world.clock().advance(SignedDuration::from_mins(2));
    room.world.eventually(async || appointment.shown().await.is_none().then_some(())).await;
    assert_eq!(keep(&patient.calls, &call, "").await.unwrap().end(), CallEnd::Left);
    let told = "select fact_type, audience from outbox where stream_id = $1 order by version";
    let told = sqlx::query_as(told).bind(format!("call-{call}")).fetch_all(&room.world.running.kernel().pool);
    let told: Vec<(String, Vec<String>)> = told.await.unwrap();
    let types: Vec<_> = told.iter().map(|(fact, _)| fact.rsplit('.').next().unwrap()).collect();
    assert_eq!(types, ["CallOpened", "CallLobbyEntered", "CallLeft", "CallEnded"]);
    let (screen, calendar) = (&patient.context.person_id, format!("remote:calendar:{}", appointment.calendar));
    for (_, audience) in told {
        assert_eq!(audience, [format!("screen:{screen}:{screen}"), calendar.clone()]);
    }
    room.end().await;
}

/// The seat of a guest.
const GUESTS: &str = "00000000-0000-7000-8000-000000000004";

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_a_guest_in_a_visit_waits_is_let_in_by_the_first_professional_and_is_called_as_they_say() {
    let room = WaitingRoom::open().await;
    let (patient, professional, visitor) = (room.somebody(), room.liisa(), room.visitor());
    let (mika, liisa) = (&visitor.calls, &professional.calls);
    let appointment = Appointment::of(&room, &patient);
    let nobody = appointment.asked(CallSide::Guest, &visitor.context);
    assert_eq!(told(&appointment.open(nobody).await.unwrap_err()), gone());
    let call = appointment.for_guest(Uuid::now_v7(), &visitor).await;
    appointment.for_professional(&professional).await;

    for name in ["", "  "] {
        assert_eq!(told(&enter_as(mika, &call, GUESTS, name).await.unwrap_err()), said(Code::InvalidArgument, "invalid"));
    }
    assert_eq!(enter_as(mika, &call, GUESTS, " Mika ").await.unwrap(), CallPresence::Lobby);
    assert_eq!(appointment.shown().await, Some((call.clone(), 1, 0)));
    // Who waits is told nothing of anybody, and is nobody in another visit.
    let waits = keep(mika, &call, GUESTS).await.unwrap();
    assert_eq!((waits.presence(), waits.participants, waits.signals), (CallPresence::Lobby, vec![], vec![]));
    let not_admitted = said(Code::FailedPrecondition, "call_not_admitted");
    assert_eq!(told(&access(mika, &call).await.unwrap_err()), not_admitted);
    assert_eq!(told(&send(mika, &call, GUESTS, (LIISAS, LIISAS), "offer", 1).await.unwrap_err()), not_admitted);
    for stranger in [&room.visitor().calls, &patient.calls, &room.liisa().calls] {
        assert_eq!(told(&enter_as(stranger, &call, ANOTHER, "Mika").await.unwrap_err()), gone());
        assert_eq!(told(&keep(stranger, &call, GUESTS).await.unwrap_err()), gone());
    }

    assert_eq!(enter(liisa, &call, LIISAS).await.unwrap(), CallPresence::In);
    let seen = keep(liisa, &call, LIISAS).await.unwrap();
    let guests: Vec<_> = seen.participants.iter().map(|each| (each.name.as_str(), each.guest, each.organiser)).collect();
    assert_eq!((guests.len(), guests.contains(&("Mika", true, false))), (2, true));
    assert!(guests.contains(&("Liisa Virtanen", false, true)));
    access(mika, &call).await.unwrap();
    // A guest leaves, and ends it for nobody.
    assert_eq!(told(&hang_up(mika, &call).await.unwrap_err()), gone());
    leave(mika, &call, GUESTS).await.unwrap();
    assert_eq!(appointment.shown().await, Some((call.clone(), 0, 1)));
    let rows = "select distinct ground, subject_id from access_log where method like '%/EnterCall' and object_id = $1 and ground = 'guest'";
    let rows = sqlx::query_as(rows).bind(call.parse::<Uuid>().unwrap()).fetch_all(&room.world.running.kernel().pool);
    let rows: Vec<(String, Option<Uuid>)> = rows.await.unwrap();
    assert_eq!(rows, [("guest".to_owned(), Some(patient.context.person_id.parse().unwrap()))]);
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_09_a_guest_goes_on_in_another_browser_and_four_take_part_with_guests() {
    let room = WaitingRoom::open().await;
    let (patient, professional) = (room.somebody(), room.liisa());
    let (first, second) = (room.visitor(), room.somebody());
    let (appointment, guest) = (Appointment::of(&room, &patient), Uuid::now_v7());
    let call = appointment.for_guest(guest, &first).await;
    appointment.for_professional(&professional).await;
    enter(&professional.calls, &call, LIISAS).await.unwrap();
    assert_eq!(enter_as(&first.calls, &call, GUESTS, "Mika").await.unwrap(), CallPresence::In);
    let known_by = keep(&first.calls, &call, GUESTS).await.unwrap().participants.into_iter().find(|each| each.own).unwrap().participant_id;
    // From the same browser nothing changes. In another one they are called as they say also where somebody is signed in.
    assert_eq!(appointment.for_guest(guest, &first).await, call);
    keep(&first.calls, &call, GUESTS).await.unwrap();
    assert_eq!(appointment.for_guest(guest, &second).await, call);
    assert_eq!(told(&keep(&first.calls, &call, GUESTS).await.unwrap_err()), gone());
    assert_eq!(enter_as(&second.calls, &call, ANOTHER, "Mika K").await.unwrap(), CallPresence::In);
    let own = keep(&second.calls, &call, ANOTHER).await.unwrap().participants.into_iter().find(|each| each.own).unwrap();
    assert_eq!((own.participant_id, own.name.as_str(), own.guest), (known_by, "Mika K", true));

    for expected in [Ok(CallPresence::In), Ok(CallPresence::In), Err(said(Code::FailedPrecondition, "call_full"))] {
        let another = room.visitor();
        appointment.for_guest(Uuid::now_v7(), &another).await;
        assert_eq!(enter_as(&another.calls, &call, GUESTS, "Salla").await.map_err(|status| told(&status)), expected);
    }
    room.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_who_takes_part_no_more_is_out_of_the_call_at_once_and_it_goes_on_for_the_others() {
    let room = WaitingRoom::open().await;
    let scheduling = scheduling::start(&room.world).await;
    let mut heard = listen(&room).await;
    let (patient, colleague, visitor) = (room.somebody(), room.liisa(), room.visitor());
    let (appointment, guest) = (Appointment::of(&room, &patient), Uuid::now_v7());
    let call = appointment.for_patient(&patient).await;
    appointment.for_professional(&colleague).await;
    appointment.for_guest(guest, &visitor).await;
    enter(&patient.calls, &call, AINOS).await.unwrap();
    enter(&colleague.calls, &call, LIISAS).await.unwrap();
    enter_as(&visitor.calls, &call, GUESTS, "Mika").await.unwrap();
    assert_eq!(appointment.shown().await, Some((call.clone(), 0, 3)));
    for _ in 0..3 {
        next::<CallMoved>(&mut heard).await;
    }

    let left = [
        (Change::GuestLeft(guest), &visitor.calls, GUESTS, to_screen(&visitor)),
        (Change::ColleagueLeft(colleague.context.person_id.parse().unwrap()), &colleague.calls, LIISAS, to_professional(&colleague)),
    ];
    for (number, (change, calls, seat, key)) in left.into_iter().enumerate() {
        scheduling::happens(&scheduling, appointment.id, change).await;
        let (_, audience, whisper) = next::<CallMoved>(&mut heard).await;
        assert!(audience.split(',').any(|told| told == key) && audience.contains(&to_screen(&patient)));
        assert_eq!(whisper.call_id, call);
        assert_eq!(told(&keep(calls, &call, seat).await.unwrap_err()), gone());
        assert_eq!(told(&access(calls, &call).await.unwrap_err()), gone());
        assert_eq!(told(&enter_as(calls, &call, ANOTHER, "Mika").await.unwrap_err()), gone());
        assert_eq!(keep(&patient.calls, &call, AINOS).await.unwrap().participants.len(), 2 - number);
    }
    assert_eq!(appointment.shown().await, Some((call.clone(), 0, 1)));
    // Nobody waits still, though the only professional is gone who was there.
    let another = room.visitor();
    appointment.for_guest(Uuid::now_v7(), &another).await;
    assert_eq!(enter_as(&another.calls, &call, GUESTS, "Salla").await.unwrap(), CallPresence::In);
    room.rebuilds_to_the_same().await;
    scheduling.stop().await;
    room.end().await;
}
