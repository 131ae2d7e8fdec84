//! A remote appointment through all parts: the resident waits in the lobby, the professional sees that and comes, and the call is over for both
//! when the appointment is. A guest comes by the link that they were sent, without being signed in.

use chassis::testkit::eventually;
use chassis_domain::demo_id;
use gateway::App;
use kajo_proto::{
    chat_queue::v1::{CallEnd, CallPresence, CallState, EnterCallRequest, EnterCallResponse, KeepCallRequest, KeepCallResponse},
    scheduling::v1::{
        AppointmentType, BookAppointmentRequest, BookAppointmentResponse, CancelForPatientRequest, CancelForPatientResponse,
        DeactivateParticipantRequest, DeactivateParticipantResponse, EnterMeetingRequest, EnterMeetingResponse, GetMeetingRequest,
        GetMeetingResponse, HoldSlotRequest, HoldSlotResponse, JoinMyRemoteAppointmentRequest, JoinMyRemoteAppointmentResponse,
        JoinRemoteAppointmentRequest, JoinRemoteAppointmentResponse, ListRemoteAppointmentsRequest, ListRemoteAppointmentsResponse, ListTimesRequest,
        ListTimesResponse, RemoteAppointment, RemoteState, SaveParticipantRequest, SaveParticipantResponse, TimeFilter, TimesWanted,
    },
};
use reqwest::StatusCode;
use tonic::Status;

use crate::{
    access::{link_to, plan_anew},
    browser::{Browser, code_and_reason},
    world::World,
};

const BOOKING: &str = "/kajo.scheduling.v1.BookingService";
const REMOTE: &str = "/kajo.scheduling.v1.RemoteAppointmentService";
const MY_REMOTE: &str = "/kajo.scheduling.v1.MyRemoteAppointmentService";
const PARTICIPANTS: &str = "/kajo.scheduling.v1.ParticipantService";
const MEETINGS: &str = "/kajo.scheduling.v1.MeetingService";
const CALLS: &str = "/kajo.chat_queue.v1.CallService";
/// Of the professional's times by video.
const SCHEDULE: &str = "liisa-video";
/// The tabs of the two.
const AINOS: &str = "0198c0de-0000-7000-8000-00000000c101";
const LIISAS: &str = "0198c0de-0000-7000-8000-00000000c102";
const KAISAS: &str = "0198c0de-0000-7000-8000-00000000c103";

/// The first time by video on a Monday: at three in the afternoon in Finland.
async fn book(resident: &Browser) -> String {
    let service_id = demo_id("service", "nurse-appointment").to_string();
    let asked = ListTimesRequest {
        filter: Some(TimeFilter { service_id, types: vec![AppointmentType::Video.into()], ..TimeFilter::default() }),
        wanted: TimesWanted::Day.into(),
        date: "2030-05-20".to_owned(),
        ..ListTimesRequest::default()
    };
    let found: ListTimesResponse = resident.call(&format!("{BOOKING}/ListTimes"), &asked).await.unwrap();
    let held = HoldSlotRequest { offer_id: found.times.first().unwrap().offer_id.clone() };
    let held: HoldSlotResponse = resident.call(&format!("{BOOKING}/HoldSlot"), &held).await.unwrap();
    let (hold, time) = (held.hold.unwrap(), held.time.unwrap());
    assert_eq!(time.span.unwrap().civil_start, "2030-05-20T15:00");
    let asked = BookAppointmentRequest { hold_id: hold.hold_id, fence: hold.fence, offer_id: time.offer_id, ..BookAppointmentRequest::default() };
    let booked: BookAppointmentResponse = resident.call(&format!("{BOOKING}/BookAppointment"), &asked).await.unwrap();
    booked.appointment_id
}

async fn join_own(resident: &Browser, id: &str) -> Result<String, Status> {
    let asked = JoinMyRemoteAppointmentRequest { appointment_id: id.to_owned() };
    let joined: JoinMyRemoteAppointmentResponse = resident.call(&format!("{MY_REMOTE}/JoinMyRemoteAppointment"), &asked).await?;
    Ok(joined.call_id)
}

async fn join(professional: &Browser, id: &str) -> Result<String, Status> {
    let asked = JoinRemoteAppointmentRequest { appointment_id: id.to_owned() };
    let joined: JoinRemoteAppointmentResponse = professional.call(&format!("{REMOTE}/JoinRemoteAppointment"), &asked).await?;
    Ok(joined.call_id)
}

async fn enter(by: &Browser, call_id: &str, seat_id: &str) -> CallPresence {
    // What a guest is called; of others nobody looks at it.
    let asked = EnterCallRequest { call_id: call_id.to_owned(), seat_id: seat_id.to_owned(), name: "Kaisa-täti".to_owned() };
    let entered: EnterCallResponse = by.call(&format!("{CALLS}/EnterCall"), &asked).await.unwrap();
    entered.presence()
}

async fn keep(by: &Browser, call_id: &str, seat_id: &str) -> KeepCallResponse {
    let asked = KeepCallRequest { call_id: call_id.to_owned(), seat_id: seat_id.to_owned(), ..KeepCallRequest::default() };
    by.call(&format!("{CALLS}/KeepCall"), &asked).await.unwrap()
}

/// As the professional's list tells of it.
async fn listed(professional: &Browser, id: &str) -> RemoteAppointment {
    let schedule_ids = vec![demo_id("schedule", SCHEDULE).to_string()];
    let asked = ListRemoteAppointmentsRequest { schedule_ids, ..ListRemoteAppointmentsRequest::default() };
    let listed: ListRemoteAppointmentsResponse = professional.call(&format!("{REMOTE}/ListRemoteAppointments"), &asked).await.unwrap();
    assert!(!listed.presence_unknown);
    listed.appointments.into_iter().find(|appointment| appointment.appointment_id == id).unwrap()
}

/// Waits until so many are in the lobby, and so many in the call.
async fn until_there(professional: &Browser, id: &str, expected: (u32, u32)) {
    eventually(|| async {
        let appointment = listed(professional, id).await;
        ((appointment.waiting, appointment.taking_part) == expected).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sch_10_a_resident_waits_until_the_professional_comes_and_the_call_ends_with_the_appointment() {
    let world = World::with_still_clock().await;
    world.until("2030-05-20T11:54:00Z");
    plan_anew(&world.practitioner("paula").await, SCHEDULE).await;
    let (aino, liisa) = (world.resident("aino").await, world.professional("liisa", "nurse", "lehtola").await);
    let id = book(&aino).await;
    assert_eq!(code_and_reason(&join_own(&aino, &id).await.unwrap_err()), "FailedPrecondition/join_not_yet");
    assert_eq!(listed(&liisa, &id).await.state(), RemoteState::Upcoming);

    // Five minutes before it begins the resident comes.
    world.until("2030-05-20T11:55:00Z");
    let call = join_own(&aino, &id).await.unwrap();
    assert_eq!(enter(&aino, &call, AINOS).await, CallPresence::Lobby);
    until_there(&liisa, &id, (1, 0)).await;
    assert_eq!(keep(&aino, &call, AINOS).await.presence(), CallPresence::Lobby);

    // The professional comes to the same call, and nobody waits any more.
    assert_eq!(join(&liisa, &id).await.unwrap(), call);
    assert_eq!(enter(&liisa, &call, LIISAS).await, CallPresence::In);
    until_there(&liisa, &id, (0, 2)).await;
    let hers = keep(&aino, &call, AINOS).await;
    assert_eq!((hers.presence(), hers.participants.len()), (CallPresence::In, 2));

    let cancel = CancelForPatientRequest { appointment_id: id.clone(), reason: "Hoitaja sairastunut".to_owned() };
    let _: CancelForPatientResponse = liisa.call("/kajo.scheduling.v1.CalendarService/CancelForPatient", &cancel).await.unwrap();
    for (by, seat) in [(&aino, AINOS), (&liisa, LIISAS)] {
        let kept = eventually(|| async { Some(keep(by, &call, seat).await).filter(|kept| kept.state() == CallState::Ended) }).await;
        assert_eq!(kept.end(), CallEnd::AppointmentOver);
    }
    assert_eq!(code_and_reason(&join_own(&aino, &id).await.unwrap_err()), "FailedPrecondition/join_cancelled");
    let cancelled = listed(&liisa, &id).await;
    assert_eq!((cancelled.state(), cancelled.waiting, cancelled.taking_part), (RemoteState::Cancelled, 0, 0));
    world.end().await;
}

/// A browser of somebody who is not signed in, in a visit.
async fn in_visit(world: &World) -> Browser {
    let mut browser = world.browser(App::Resident);
    assert_eq!(browser.post_json("/api/visit", "{}").await.status(), StatusCode::NO_CONTENT);
    browser
}

async fn come(guest: &Browser, (invitation, secret): &(String, String)) -> Result<String, Status> {
    let asked = EnterMeetingRequest { invitation_id: invitation.clone(), secret: secret.clone() };
    let entered: EnterMeetingResponse = guest.call(&format!("{MEETINGS}/EnterMeeting"), &asked).await?;
    Ok(entered.call_id)
}

async fn look(guest: &Browser, (invitation, secret): &(String, String)) -> Result<GetMeetingResponse, Status> {
    let asked = GetMeetingRequest { invitation_id: invitation.clone(), secret: secret.clone() };
    guest.call(&format!("{MEETINGS}/GetMeeting"), &asked).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sch_09_a_guest_comes_by_link_without_being_signed_in_and_is_out_at_once_when_taken_off() {
    let world = World::with_still_clock().await;
    world.until("2030-05-20T11:44:59Z");
    plan_anew(&world.practitioner("paula").await, SCHEDULE).await;
    let (aino, liisa) = (world.resident("aino").await, world.professional("liisa", "nurse", "lehtola").await);
    let id = book(&aino).await;
    let email = "kaisa.koski@kajo.example";
    let guest = SaveParticipantRequest { appointment_id: id.clone(), name: "Kaisa Koski".to_owned(), email: email.to_owned(), ..Default::default() };
    let guest: SaveParticipantResponse = liisa.call(&format!("{PARTICIPANTS}/SaveParticipant"), &guest).await.unwrap();
    let host = world.simulators.chat_provider_host();
    let link = eventually(|| link_to(&host, email)).await;
    assert_eq!(link.0, guest.party_id);

    // Details from fifteen minutes before, to the second, and coming from five.
    let kaisa = in_visit(&world).await;
    assert_eq!(look(&kaisa, &link).await.unwrap().details, None);
    world.until("2030-05-20T11:45:00Z");
    let details = look(&kaisa, &link).await.unwrap().details.unwrap();
    assert_eq!((details.guest_name.as_str(), details.patient_given_name.as_str()), ("Kaisa Koski", "Aino"));
    assert_eq!(code_and_reason(&come(&kaisa, &link).await.unwrap_err()), "FailedPrecondition/join_not_yet");
    world.until("2030-05-20T11:55:00Z");
    let call = come(&kaisa, &link).await.unwrap();
    assert_eq!(enter(&kaisa, &call, KAISAS).await, CallPresence::Lobby);
    until_there(&liisa, &id, (1, 0)).await;
    let hers = keep(&kaisa, &call, KAISAS).await;
    assert_eq!((hers.presence(), hers.participants.len()), (CallPresence::Lobby, 0));

    // With the professional the guest comes in, and is called as they say themselves.
    assert_eq!(join(&liisa, &id).await.unwrap(), call);
    assert_eq!(enter(&liisa, &call, LIISAS).await, CallPresence::In);
    until_there(&liisa, &id, (0, 2)).await;
    let seen = keep(&liisa, &call, LIISAS).await.participants;
    assert_eq!(seen.iter().filter(|one| one.guest).map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Kaisa-täti"]);

    let off = DeactivateParticipantRequest { appointment_id: id.clone(), party_id: guest.party_id };
    let _: DeactivateParticipantResponse = liisa.call(&format!("{PARTICIPANTS}/DeactivateParticipant"), &off).await.unwrap();
    until_there(&liisa, &id, (0, 1)).await;
    let kept: Result<KeepCallResponse, Status> =
        kaisa.call(&format!("{CALLS}/KeepCall"), &KeepCallRequest { call_id: call, seat_id: KAISAS.to_owned(), ..Default::default() }).await;
    assert_eq!(code_and_reason(&kept.unwrap_err()), "NotFound/not_found");
    for refused in [look(&kaisa, &link).await.map(drop), come(&kaisa, &link).await.map(drop)] {
        assert_eq!(code_and_reason(&refused.unwrap_err()), "NotFound/not_found");
    }
    world.end().await;
}
