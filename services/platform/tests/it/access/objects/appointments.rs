//! Appointments, times that can be booked, and recommendations to book.

use chassis::testkit::eventually;
use chassis_domain::{demo_id, timestamp};
use kajo_proto::scheduling::v1::{
    ActivateRecommendationRequest, ActivateRecommendationResponse, AppointmentType, BookAppointmentRequest, BookAppointmentResponse,
    GetScheduleRequest, GetScheduleResponse, HoldSlotRequest, HoldSlotResponse, ListRecommendationsOfPatientRequest,
    ListRecommendationsOfPatientResponse, ListTimesRequest, ListTimesResponse, Recommendation, RecommendationState, SaveParticipantRequest,
    SaveParticipantResponse, SaveScheduleRequest, SaveScheduleResponse, Schedule, ScheduleDetails, TimeFilter, TimesWanted,
};

use super::{OTHER, Objects, Relation};
use crate::browser::Browser;

const BOOKING: &str = "/kajo.scheduling.v1.BookingService";
const RECOMMENDATIONS: &str = "/kajo.scheduling.v1.RecommendationService";

impl Objects {
    /// The guest of an appointment.
    pub(super) async fn party(&mut self, about: &'static str, relation: Relation) -> String {
        Box::pin(self.id("appointment", about, relation)).await;
        self.kept[&("party", about, relation)].clone()
    }

    /// An appointment that a resident has booked, in weeks from now, and in which a guest takes part.
    pub(super) async fn appointment(&mut self, about: &'static str, relation: Relation) -> String {
        let appointment_id = self.book(about, relation, AppointmentType::InPerson).await;
        let guest = SaveParticipantRequest {
            appointment_id: appointment_id.clone(),
            name: "Kaisa Koski".to_owned(),
            email: "kaisa@kajo.example".to_owned(),
            phone: "+358401234567".to_owned(),
            ..SaveParticipantRequest::default()
        };
        let guest: SaveParticipantResponse = self.nurse.call("/kajo.scheduling.v1.ParticipantService/SaveParticipant", &guest).await.unwrap();
        self.kept.insert(("party", about, relation), guest.party_id);
        appointment_id
    }

    /// The same by video: it is too early to come to its call.
    pub(super) async fn remote_appointment(&self, about: &'static str, relation: Relation) -> String {
        self.book(about, relation, AppointmentType::Video).await
    }

    /// The link of a guest of a remote appointment, whose secret is kept beside it.
    pub(super) async fn invitation(&mut self, about: &'static str, relation: Relation) -> String {
        let email = format!("vieras{}@kajo.example", self.made);
        let appointment_id = Box::pin(self.id("remote_appointment", about, relation)).await;
        let guest = SaveParticipantRequest { appointment_id, name: "Kaisa Koski".to_owned(), email: email.clone(), ..Default::default() };
        let guest: SaveParticipantResponse = self.nurse.call("/kajo.scheduling.v1.ParticipantService/SaveParticipant", &guest).await.unwrap();
        let (invitation, secret) = eventually(|| link_to(&self.simulators, &email)).await;
        assert_eq!(invitation, guest.party_id);
        self.kept.insert(("secret", about, relation), secret);
        invitation
    }

    /// Of the link of that guest; of one that is missing, as good as any.
    pub(crate) fn secret(&self, about: &'static str, relation: Relation) -> String {
        self.kept.get(&("secret", about, relation)).cloned().unwrap_or_else(|| "A".repeat(43))
    }

    async fn book(&self, about: &'static str, relation: Relation, kind: AppointmentType) -> String {
        let resident = &self.residents[if relation == Relation::Others { OTHER } else { about }];
        book(resident, kind, relation != Relation::Hidden).await
    }

    /// A recommendation that a resident can book with: the one that waits, or a new one.
    pub(super) async fn recommendation(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let patient_id = Box::pin(self.id("patient", whose, Relation::There)).await;
        let listed = ListRecommendationsOfPatientRequest { patient_id: patient_id.clone() };
        let listed: ListRecommendationsOfPatientResponse =
            self.nurse.call(&format!("{RECOMMENDATIONS}/ListRecommendationsOfPatient"), &listed).await.unwrap();
        let service_id = demo_id("service", "doctor-appointment").to_string();
        let waits = |each: &Recommendation| {
            each.state() == RecommendationState::Active && each.service.as_ref().is_some_and(|service| service.id == service_id)
        };
        if let Some(waiting) = listed.recommendations.into_iter().find(waits) {
            return waiting.recommendation_id;
        }
        let asked = ActivateRecommendationRequest { patient_id, service_id };
        let activated: ActivateRecommendationResponse = self.nurse.call(&format!("{RECOMMENDATIONS}/ActivateRecommendation"), &asked).await.unwrap();
        activated.recommendation_id
    }

    /// A time that nobody has: asked for by somebody who holds none, since to its holder a time is free.
    pub(crate) async fn offer(&self) -> String {
        free(&self.residents[OTHER], AppointmentType::InPerson).await
    }
}

/// A resident books a time of the owner's, in weeks from now.
pub(crate) async fn book(resident: &Browser, kind: AppointmentType, visible_to_guardians: bool) -> String {
    let held = HoldSlotRequest { offer_id: free(resident, kind).await };
    let held: HoldSlotResponse = resident.call(&format!("{BOOKING}/HoldSlot"), &held).await.unwrap();
    let (hold, time) = (held.hold.unwrap(), held.time.unwrap());
    let asked = BookAppointmentRequest {
        hold_id: hold.hold_id,
        fence: hold.fence,
        offer_id: time.offer_id,
        visible_to_guardians,
        ..BookAppointmentRequest::default()
    };
    let booked: BookAppointmentResponse = resident.call(&format!("{BOOKING}/BookAppointment"), &asked).await.unwrap();
    booked.appointment_id
}

/// Plans the owner's times from today on, whatever day it is: a schedule that is changed is planned anew.
pub(super) async fn plan(administrator: &Browser) {
    for key in ["liisa-lehtola", "liisa-video"] {
        plan_anew(administrator, key).await;
    }
}

/// One of them, by its key in the demo.
pub(crate) async fn plan_anew(administrator: &Browser, key: &str) {
    let schedule_id = demo_id("schedule", key).to_string();
    let asked = GetScheduleRequest { schedule_id: schedule_id.clone() };
    let found: GetScheduleResponse = administrator.call("/kajo.scheduling.v1.ScheduleService/GetSchedule", &asked).await.unwrap();
    let Schedule { details, version, .. } = found.schedule.unwrap();
    let details = details.map(|details| ScheduleDetails { name: format!("{}, uusi", details.name), ..details });
    let asked = SaveScheduleRequest { schedule_id, details, fields: vec!["name".to_owned()], version };
    let _: SaveScheduleResponse = administrator.call("/kajo.scheduling.v1.ScheduleService/SaveSchedule", &asked).await.unwrap();
}

/// The newest link to a meeting that was sent to this address: invitation and secret.
pub(crate) async fn link_to(simulators: &str, address: &str) -> Option<(String, String)> {
    let sent = reqwest::get(format!("http://{simulators}/outbox.json?to={address}")).await.unwrap().text().await.unwrap();
    let sent: serde_json::Value = serde_json::from_str(&sent).unwrap();
    let text = sent.as_array()?.last()?.get("text")?.as_str()?;
    let (_, link) = text.split_once("/meetup/")?;
    let (invitation, secret) = link.split_whitespace().next()?.split_once('#')?;
    Some((invitation.to_owned(), secret.to_owned()))
}

/// A free time of the owner's: as late as times are planned, whatever day it is.
async fn free(resident: &Browser, kind: AppointmentType) -> String {
    let asked = ListTimesRequest {
        filter: Some(TimeFilter {
            service_id: demo_id("service", "nurse-appointment").to_string(),
            types: vec![kind.into()],
            ..TimeFilter::default()
        }),
        wanted: TimesWanted::Nearest.into(),
        near: Some(timestamp("2100-01-01T00:00:00Z".parse().unwrap())),
        ..ListTimesRequest::default()
    };
    let found: ListTimesResponse = resident.call(&format!("{BOOKING}/ListTimes"), &asked).await.unwrap();
    found.times.first().unwrap().offer_id.clone()
}
