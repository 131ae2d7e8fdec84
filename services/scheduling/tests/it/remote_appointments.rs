//! Remote appointments: which ones are listed to whom, when one may come to the call of one, and that a cancelled one is acknowledged. The calls
//! are another service's, for which one of the test's own stands.

use std::sync::{Arc, Mutex};

use chassis::{
    Service,
    database::NO_MIGRATIONS,
    service::Running,
    testkit::{
        Calls, eventually, rebuild,
        refusals::{param, reason, said, told},
    },
};
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use kajo_proto::{
    chat_queue::v1::{
        AppointmentCall, CallSide, ListAppointmentCallsRequest, ListAppointmentCallsResponse, OpenAppointmentCallRequest,
        OpenAppointmentCallResponse,
        appointment_call_service_server::{AppointmentCallService, AppointmentCallServiceServer},
    },
    common::v1::Matter,
    options::v1::Domain,
    scheduling::v1::{
        AcknowledgeCancellationRequest, Appointment, JoinMyRemoteAppointmentRequest, JoinRemoteAppointmentRequest, JoinWindow,
        ListMyRemoteAppointmentsRequest, ListRemoteAppointmentsRequest, ListRemoteAppointmentsResponse, RemoteAppointment, RemoteState,
        my_remote_appointment_service_client::MyRemoteAppointmentServiceClient, remote_appointment_service_client::RemoteAppointmentServiceClient,
    },
};
use tonic::{Code, Request, Response, Status, service::Routes};

use crate::{
    patient_booking::{colleague, person},
    professional::Professional,
    remote::Clinic,
    town::{Resident, Town, WOMAN},
};

const AT_EIGHT: &str = "2026-11-23T08:00";
pub(crate) const HALF_PAST: &str = "2026-11-23T08:30";
pub(crate) const AT_NINE: &str = "2026-11-23T09:00";
const LAST: &str = "2026-11-23T09:30";
/// When what begins at half past eight in Finland begins.
pub(crate) const BEGINS: &str = "2026-11-23T06:30:00Z";

/// Stands for chat-queue: whoever is let come to a call waits in it.
#[derive(Clone, Default)]
pub(crate) struct Line {
    asked: Arc<Mutex<Vec<OpenAppointmentCallRequest>>>,
    /// Whoever holds it keeps those waiting who come.
    pub(crate) answers: Arc<tokio::sync::Mutex<()>>,
}

impl Line {
    pub(crate) async fn start(&self, town: &Town) -> Running {
        let line = self.clone();
        let service = Service::new("chat-queue", &NO_MIGRATIONS);
        let service = service.grpc(move |_| Ok(Routes::new(AppointmentCallServiceServer::new(line.clone()))));
        town.environment().service(service).await.unwrap()
    }

    pub(crate) fn asked(&self) -> Vec<OpenAppointmentCallRequest> {
        self.asked.lock().unwrap().clone()
    }
}

pub(crate) fn call_of(appointment_id: &str) -> String {
    Uuid::new_v5(&Uuid::nil(), appointment_id.as_bytes()).to_string()
}

#[tonic::async_trait]
impl AppointmentCallService for Line {
    async fn open_appointment_call(&self, request: Request<OpenAppointmentCallRequest>) -> Result<Response<OpenAppointmentCallResponse>, Status> {
        let asked = request.into_inner();
        let call_id = call_of(&asked.appointment_id);
        self.asked.lock().unwrap().push(asked);
        drop(self.answers.lock().await);
        Ok(Response::new(OpenAppointmentCallResponse { call_id }))
    }

    async fn list_appointment_calls(&self, request: Request<ListAppointmentCallsRequest>) -> Result<Response<ListAppointmentCallsResponse>, Status> {
        let asked = self.asked();
        let call = |appointment_id: String| {
            let waiting = asked.iter().filter(|opened| opened.appointment_id == appointment_id).count();
            AppointmentCall { call_id: call_of(&appointment_id), appointment_id, waiting: u32::try_from(waiting).unwrap(), taking_part: 0 }
        };
        let calls = request.into_inner().appointment_ids.into_iter().map(call).filter(|call| call.waiting > 0);
        Ok(Response::new(ListAppointmentCallsResponse { calls: calls.collect() }))
    }
}

impl Town {
    /// It is this time.
    pub(crate) fn until(&self, time: &str) {
        let by = time.parse::<Timestamp>().unwrap().duration_since(self.clock().now());
        self.clock().advance(by);
    }

    pub(crate) fn a_moment_later(&self) {
        self.clock().advance(SignedDuration::from_millis(1));
    }
}

impl Professional {
    fn remote(&self) -> RemoteAppointmentServiceClient<Calls> {
        RemoteAppointmentServiceClient::new(self.calls.clone())
    }

    async fn lists(&self, clinic: &Clinic, patient: Option<&Resident>) -> ListRemoteAppointmentsResponse {
        let patient_id = patient.map(|patient| patient.id.to_string()).unwrap_or_default();
        let asked = ListRemoteAppointmentsRequest { schedule_ids: clinic.schedules(), patient_id };
        self.remote().list_remote_appointments(asked).await.unwrap().into_inner()
    }

    async fn joins(&self, id: &str) -> Result<String, Status> {
        let asked = JoinRemoteAppointmentRequest { appointment_id: id.to_owned() };
        Ok(self.remote().join_remote_appointment(asked).await?.into_inner().call_id)
    }

    async fn acknowledges(&self, id: &str) -> Result<(), Status> {
        let asked = AcknowledgeCancellationRequest { appointment_id: id.to_owned() };
        self.remote().acknowledge_cancellation(asked).await.map(|_| ())
    }
}

impl Resident {
    fn remote(&self) -> MyRemoteAppointmentServiceClient<Calls> {
        MyRemoteAppointmentServiceClient::new(self.calls.clone())
    }

    async fn remote_ones(&self) -> Vec<Appointment> {
        self.remote().list_my_remote_appointments(ListMyRemoteAppointmentsRequest {}).await.unwrap().into_inner().appointments
    }

    async fn joins(&self, id: &str) -> Result<String, Status> {
        let asked = JoinMyRemoteAppointmentRequest { appointment_id: id.to_owned() };
        Ok(self.remote().join_my_remote_appointment(asked).await?.into_inner().call_id)
    }
}

fn shown(listed: &ListRemoteAppointmentsResponse) -> Vec<(RemoteState, &str)> {
    listed.appointments.iter().map(|each| (each.state(), each.appointment_id.as_str())).collect()
}

fn ids(appointments: &[Appointment]) -> Vec<&str> {
    appointments.iter().map(|appointment| appointment.appointment_id.as_str()).collect()
}

pub(crate) fn missing() -> (Code, String) {
    said(Code::NotFound, "not_found")
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_08_schedules_list_what_goes_on_what_is_to_come_and_what_was_cancelled_until_that_is_acknowledged() {
    use RemoteState::{Cancelled, Ongoing, Upcoming};
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let first = aino.book(&clinic.video, HALF_PAST).await.unwrap();
    let last = elli.book(&clinic.video, LAST).await.unwrap();
    let called_off = aino.book(&clinic.video, AT_NINE).await.unwrap();
    let (first, last, called_off) = (first.as_str(), last.as_str(), called_off.as_str());
    // In person, and behind the last that is listed.
    aino.book(&clinic.in_person, "2026-11-23T12:00").await.unwrap();
    aino.book(&clinic.video, "2026-12-14T08:00").await.unwrap();
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.cancels(called_off, "Hoitaja sairastunut").await.unwrap();
    let before = liisa.lists(&clinic, None).await;
    assert_eq!(shown(&before), [(Upcoming, first), (Upcoming, last), (Cancelled, called_off)]);
    assert!(before.presence_unknown && !before.more, "nobody answers who knows who waits");
    town.until(BEGINS);
    let line = Line::default();
    let running = line.start(&town).await;
    aino.joins(first).await.unwrap();
    let listed = liisa.lists(&clinic, None).await;
    assert_eq!(shown(&listed), [(Ongoing, first), (Upcoming, last), (Cancelled, called_off)]);
    assert!(!listed.presence_unknown);
    let goes_on = &listed.appointments[0];
    assert_eq!((goes_on.patient_name.as_str(), goes_on.practitioner_name.as_str()), ("Aino Lehtonen", "Liisa Virtanen"));
    assert_eq!((goes_on.waiting, goes_on.taking_part, goes_on.cancelled_at), (1, 0, None));
    assert_eq!(goes_on.service.as_ref().unwrap().names.as_ref().unwrap().texts["fi"], "Etävastaanotto");
    assert_eq!(window(goes_on.joining.as_ref()), (at("2026-11-23T06:20:00Z"), at("2026-11-23T07:30:00Z")));
    assert_eq!(listed.appointments[1].waiting, 0);
    assert!(listed.appointments[2].joining.is_none() && listed.appointments[2].cancelled_at.is_some());

    // A colleague is told that times are taken, and of the patient whom they have opened all.
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    let brief = jussi.lists(&clinic, Some(&aino)).await;
    assert_eq!(shown(&brief), [(Ongoing, ""), (Upcoming, "")]);
    let blank = |each: &RemoteAppointment| RemoteAppointment {
        schedule_id: clinic.video_schedule.clone(),
        span: each.span.clone(),
        state: each.state,
        ..RemoteAppointment::default()
    };
    assert!(brief.appointments.iter().all(|each| *each == blank(each)));
    jussi.opens(&town, &aino).await;
    assert_eq!(shown(&jussi.lists(&clinic, Some(&aino)).await), [(Ongoing, first), (Upcoming, ""), (Cancelled, called_off)]);

    // Done it is listed no more; nor is it once its cancellation is acknowledged, whoever says so.
    liisa.marks_done(first).await.unwrap();
    assert_eq!(reason(&liisa.acknowledges(last).await.unwrap_err()), "not_cancelled");
    for somebody in [last, &Uuid::now_v7().to_string()] {
        assert_eq!(told(&jussi.acknowledges(somebody).await.unwrap_err()), missing());
    }
    let steps = liisa.looks_at(called_off).await.unwrap().appointment.unwrap().steps;
    jussi.acknowledges(called_off).await.unwrap();
    liisa.acknowledges(called_off).await.unwrap();
    assert_eq!(shown(&liisa.lists(&clinic, None).await), [(Upcoming, last)]);
    let seen = liisa.looks_at(called_off).await.unwrap().appointment.unwrap();
    assert_eq!((seen.steps, seen.version), (steps, 3), "said twice it is one thing, and none that became of it");
    let audience = town.audience("AppointmentCancellationAcknowledged", called_off).await;
    assert!(audience.contains(&format!("remote:calendar:{}", clinic.video_schedule)), "{audience:?}");
    assert!(audience.iter().all(|key| key.starts_with("remote:")), "{audience:?}");
    rebuild(&town.running, "calendar").await.unwrap();
    assert_eq!(shown(&liisa.lists(&clinic, None).await), [(Upcoming, last)]);
    running.stop().await;
    town.end().await;
}

pub(crate) fn at(time: &str) -> i64 {
    time.parse::<Timestamp>().unwrap().as_second()
}

/// In seconds.
pub(crate) fn window(joining: Option<&JoinWindow>) -> (i64, i64) {
    let window = joining.unwrap();
    (window.opens_at.as_ref().unwrap().seconds, window.closes_at.as_ref().unwrap().seconds)
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_08_one_joins_neither_too_early_nor_too_late_and_it_is_said_who_comes() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let line = Line::default();
    let running = line.start(&town).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = aino.book(&clinic.video, HALF_PAST).await.unwrap();
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    liisa.saves(&id, "", colleague("jussi")).await.unwrap();
    let too_early = |refused: Status| (reason(&refused), param(&refused, "opens_at"));
    let not_yet = |opens_at: &str| ("join_not_yet".to_owned(), opens_at.to_owned());
    town.until("2026-11-23T06:19:59.999Z");
    for professional in [&liisa, &jussi] {
        assert_eq!(too_early(professional.joins(&id).await.unwrap_err()), not_yet("2026-11-23T06:20:00Z"));
    }
    assert!(line.asked().is_empty());
    town.a_moment_later();
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let asked = JoinRemoteAppointmentRequest { appointment_id: id.clone() };
        let joined = RemoteAppointmentServiceClient::new(liisa.calls.with_key(key)).join_remote_appointment(asked).await.unwrap();
        assert_eq!(joined.into_inner().call_id, call_of(&id));
    }
    jussi.joins(&id).await.unwrap();
    town.until("2026-11-23T06:24:59.999Z");
    assert_eq!(too_early(aino.joins(&id).await.unwrap_err()), not_yet("2026-11-23T06:25:00Z"));
    town.a_moment_later();
    let eino = town.for_resident(&aino, &[Domain::Health], false);
    eino.joins(&id).await.unwrap();

    let asked = line.asked();
    let who: Vec<_> = asked.iter().map(|asked| (asked.side(), asked.person_id.clone(), asked.at_screen_id.clone())).collect();
    let of_liisa = (CallSide::Practitioner, person("liisa"), person("liisa"));
    assert_eq!(
        who,
        [
            of_liisa.clone(),
            of_liisa,
            (CallSide::Practitioner, person("jussi"), person("jussi")),
            (CallSide::Patient, aino.id.to_string(), person("eino")),
        ]
    );
    assert_eq!([&asked[0].command_id, &asked[1].command_id], [&key.to_string(); 2], "tried again it is the same coming");
    let calendars = vec![clinic.video_schedule.clone(), person("liisa"), person("jussi")];
    for asked in &asked {
        assert_eq!((&asked.appointment_id, &asked.patient_id, asked.matter()), (&id, &aino.id.to_string(), Matter::Health));
        assert_eq!(asked.calendar_ids, calendars);
    }

    town.until("2026-11-23T07:30:00Z");
    liisa.joins(&id).await.unwrap();
    aino.joins(&id).await.unwrap();
    town.a_moment_later();
    assert_eq!(reason(&liisa.joins(&id).await.unwrap_err()), "join_over");
    assert_eq!(reason(&aino.joins(&id).await.unwrap_err()), "join_over");
    assert!(aino.see(&id).await.unwrap().joining.is_none());
    running.stop().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_08_nobody_joins_what_is_cancelled_done_in_person_or_of_others() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let line = Line::default();
    let running = line.start(&town).await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let (id, over) = (aino.book(&clinic.video, HALF_PAST).await.unwrap(), aino.book(&clinic.video, AT_EIGHT).await.unwrap());
    let called_off = aino.book(&clinic.video, AT_NINE).await.unwrap();
    let in_person = aino.book(&clinic.in_person, "2026-11-23T12:00").await.unwrap();
    let (liisa, outi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("outi", "Outi Morottaja").await);
    liisa.cancels(&called_off, "Hoitaja sairastunut").await.unwrap();
    town.until(BEGINS);
    liisa.marks_done(&over).await.unwrap();
    for (id, refusal) in [(&called_off, "join_cancelled"), (&over, "join_over"), (&in_person, "not_found")] {
        assert_eq!(reason(&liisa.joins(id).await.unwrap_err()), refusal);
        assert_eq!(reason(&aino.joins(id).await.unwrap_err()), refusal);
    }
    for somebody in [id.as_str(), &Uuid::now_v7().to_string()] {
        assert_eq!(told(&outi.joins(somebody).await.unwrap_err()), missing());
        assert_eq!(told(&elli.joins(somebody).await.unwrap_err()), missing());
    }
    assert!(line.asked().is_empty());

    // In another role Liisa does not work with remote ones: there are none for her.
    town.restricts(true).await;
    let doctor = liisa.working_as(&town, "Liisa Virtanen", ("doctor", "lehtola"));
    let listed = doctor.lists(&clinic, Some(&aino)).await;
    assert_eq!((shown(&listed), listed.presence_unknown), (Vec::new(), false));
    assert_eq!(told(&doctor.joins(&id).await.unwrap_err()), missing());
    assert_eq!(told(&doctor.acknowledges(&called_off).await.unwrap_err()), missing());
    let nurse = liisa.working_as(&town, "Liisa Virtanen", ("nurse", "lehtola"));
    assert_eq!(shown(&nurse.lists(&clinic, None).await), [(RemoteState::Ongoing, id.as_str()), (RemoteState::Cancelled, called_off.as_str())]);
    nurse.joins(&id).await.unwrap();

    // Where nobody answers who has the calls, nobody comes, and later they do.
    running.stop().await;
    assert_eq!(nurse.joins(&id).await.unwrap_err().code(), Code::Unavailable);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_10_nobody_is_told_of_a_call_that_was_opened_while_the_appointment_was_over() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let line = Line::default();
    let running = line.start(&town).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let (first, second) = (aino.book(&clinic.video, AT_EIGHT).await.unwrap(), aino.book(&clinic.video, HALF_PAST).await.unwrap());
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    town.until(BEGINS);
    for (id, count) in [(&first, 2), (&second, 4)] {
        let held = line.answers.lock().await;
        let over = async {
            eventually(|| async { (line.asked().len() == count).then_some(()) }).await;
            liisa.marks_done(id).await.unwrap();
            drop(held);
        };
        let (patient, professional, ()) = tokio::join!(aino.joins(id), liisa.joins(id), over);
        assert_eq!((reason(&patient.unwrap_err()), reason(&professional.unwrap_err())), ("join_over".to_owned(), "join_over".to_owned()));
    }
    running.stop().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_20_residents_see_their_own_remote_appointments_to_come_and_when_they_may_join() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let (later, id) = (aino.book(&clinic.video, AT_NINE).await.unwrap(), aino.book(&clinic.video, HALF_PAST).await.unwrap());
    let called_off = aino.book(&clinic.video, LAST).await.unwrap();
    aino.book(&clinic.in_person, "2026-11-23T12:00").await.unwrap();
    town.professional("liisa", "Liisa Virtanen").await.cancels(&called_off, "Hoitaja sairastunut").await.unwrap();
    let listed = aino.remote_ones().await;
    assert_eq!(ids(&listed), [id.as_str(), &later]);
    assert_eq!(window(listed[0].joining.as_ref()), (at("2026-11-23T06:25:00Z"), at("2026-11-23T07:30:00Z")));
    assert_eq!(aino.see(&id).await.unwrap().joining, listed[0].joining);
    assert!(listed[0].steps.is_empty());
    assert_eq!(ids(&town.for_resident(&aino, &[Domain::Health], false).remote_ones().await), [id.as_str(), &later]);
    assert!(town.for_resident(&aino, &[Domain::Social], false).remote_ones().await.is_empty());
    assert!(town.resident("Elli Fofonoff", WOMAN).await.remote_ones().await.is_empty());

    // What a teenager has not shown is not there for guardians.
    let girl = town.girl().await;
    let hers = girl.book(&clinic.video, AT_EIGHT).await.unwrap();
    let guardian = town.for_resident(&girl, &[Domain::Health, Domain::Social], true);
    assert_eq!(ids(&girl.remote_ones().await), [hers.as_str()]);
    assert!(guardian.remote_ones().await.is_empty());
    assert_eq!(told(&guardian.joins(&hers).await.unwrap_err()), missing());

    town.until("2026-11-23T07:30:00Z");
    assert_eq!(ids(&aino.remote_ones().await), [id.as_str(), &later]);
    town.a_moment_later();
    assert_eq!(ids(&aino.remote_ones().await), [later.as_str()]);
    town.end().await;
}
