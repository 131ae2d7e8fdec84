//! Appointments as their residents see them.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, grpc, store::Recorded};
use chassis_domain::{Aggregate, DecideContext, PersonId, Sealed, Timestamp, Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    Appointment as AppointmentView, AppointmentParty, AppointmentPartyKind, AppointmentStep, AppointmentStepKind, ChangeBar, Changeable,
    GuestLinkState,
};
use tonic::Status;

use super::{
    looking::Asking,
    times::{self, Shown},
};
use crate::{
    adapters::{admission::Admitted, people::Booker},
    appointment::{
        Appointment, AppointmentId, Booking, Command, Event, EventKind, Phase, Refusal, Standing,
        changeable::{Bar, bar},
        decides_for_guardians,
        participant::Participant,
        value::{BookedTime, By, Doer},
    },
    guest_messages::{self, LinkState},
};

/// An appointment with what has happened to it.
pub(super) struct Seen {
    pub(super) id: AppointmentId,
    pub(super) state: Appointment,
    pub(super) standing: Standing,
    happened: Vec<Recorded<Event>>,
}

impl Seen {
    /// One that the caller may know of; others do not exist here.
    pub(super) async fn of(kernel: &Kernel, id: AppointmentId, by: &By) -> Result<Self, Status> {
        let happened = kernel.store.history::<Appointment>(id).await?;
        let state = Appointment::replay(happened.iter().map(|recorded| &recorded.event));
        let standing = state.open_to(by).ok_or_else(grpc::not_found)?.clone();
        Ok(Self { id, state, standing, happened })
    }

    /// One that is not booked, as it would be.
    pub(super) fn were_it_booked(id: AppointmentId, booking: Booking, cx: &DecideContext) -> Result<Self, Refusal> {
        let mut state = Appointment::default();
        for event in state.decide(&Command::Book(Box::new(booking)), cx)? {
            state.evolve(&event);
        }
        let standing = state.standing.clone().ok_or(Refusal::NotFound)?;
        Ok(Self { id, state, standing, happened: Vec::new() })
    }

    pub(super) fn version(&self) -> u64 {
        self.happened.len() as u64
    }

    /// What was cancelled and takes place after all is not.
    fn cancelled_at(&self) -> Option<Timestamp> {
        let is_cancelled = self.state.phase == Phase::Cancelled;
        let cancelled = self.happened.iter().rfind(|recorded| matches!(recorded.event.what, EventKind::Cancelled { .. }));
        cancelled.filter(|_| is_cancelled).map(|recorded| recorded.meta.recorded_at)
    }

    /// Whom it is with, where the caller is told, and which of the parties they are. Of somebody whom another system names, the name is all that
    /// is known: they are told apart by the appointment.
    fn assignee(&self, shown: &Shown, is_professional: bool) -> (Option<Uuid>, String) {
        let time = &self.standing.time;
        if self.standing.outside.is_none() {
            return (time.practitioner.map(PersonId::uuid), shown.practitioner(time));
        }
        let name = self.standing.practitioner_outside().filter(|_| is_professional || time.names_practitioner);
        (Some(self.id.uuid()), name.and_then(Sealed::open).cloned().unwrap_or_default())
    }

    /// What became of it. Professionals are told by name who did so.
    fn steps(&self, reader: &By) -> Vec<AppointmentStep> {
        let is_professional = matches!(reader, By::Practitioner { .. });
        let mut before: Option<&BookedTime> = None;
        let mut steps = Vec::new();
        for recorded in &self.happened {
            let moved_from = before.replace(&recorded.event.standing.time);
            let (kind, by) = match &recorded.event.what {
                EventKind::Booked { by, .. } => (AppointmentStepKind::Booked, by),
                EventKind::Moved { by, .. } => (AppointmentStepKind::Moved, by),
                EventKind::Cancelled { by, .. } => (AppointmentStepKind::Cancelled, by),
                EventKind::Done { by } => (AppointmentStepKind::Done, by),
                EventKind::Changed { .. }
                | EventKind::CancellationAcknowledged { .. }
                | EventKind::ParticipantSaved { .. }
                | EventKind::ParticipantDeactivated { .. }
                | EventKind::ShownToGuardians => continue,
            };
            let before = moved_from.filter(|_| kind == AppointmentStepKind::Moved);
            steps.push(AppointmentStep {
                kind: kind.into(),
                at: Some(timestamp(recorded.meta.recorded_at)),
                side: by.side.public().into(),
                representative_name: representative(by),
                name: by.name.as_ref().filter(|_| is_professional).and_then(|name| name.open().cloned()).unwrap_or_default(),
                before: before.map(|time| times::span(time.starts_at, time.ends_at, &time.civil_start)),
            });
        }
        steps
    }
}

fn representative(by: &Doer) -> String {
    by.representative.as_ref().and_then(|(_, name)| name.open().cloned()).unwrap_or_default()
}

/// How much of an appointment is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// In a list.
    Listed,
    /// With what became of it.
    Whole,
}

impl Asking {
    /// Appointments, as this caller sees them.
    pub(super) async fn views(&self, (rpc, by): (&Rpc, &By), seen: &[Seen], depth: Depth, phone: &str) -> Result<Vec<AppointmentView>, Status> {
        // Whoever is away who knows services leaves their names out.
        let services = seen.iter().map(|seen| seen.standing.time.service);
        let services = self.admissions.of(rpc, &Booker::default(), services).await.unwrap_or_else(|_| HashMap::new());
        self.named_views((rpc, by), seen, services, depth, phone).await
    }

    /// The same, when the services are known already.
    pub(super) async fn named_views(
        &self,
        (rpc, by): (&Rpc, &By),
        seen: &[Seen],
        services: Admitted,
        depth: Depth,
        phone: &str,
    ) -> Result<Vec<AppointmentView>, Status> {
        let shown = Shown::of(&self.kernel, (rpc, &self.people), services, seen.iter().map(|seen| &seen.standing.time)).await?;
        let now = self.kernel.clock.now();
        let mut views: Vec<_> = seen.iter().map(|seen| view(seen, (&shown, by), depth, (phone, now))).collect();
        if depth == Depth::Whole && matches!(by, By::Practitioner { .. }) {
            for (seen, shown) in seen.iter().zip(&mut views) {
                self.tell_links(&seen.state, &mut shown.parties).await?;
            }
        }
        Ok(views)
    }

    /// What became of the links of guests.
    async fn tell_links(&self, appointment: &Appointment, parties: &mut [AppointmentParty]) -> Result<(), Status> {
        let guests: Vec<_> = appointment.guests_by_link().collect();
        let ids: Vec<_> = guests.iter().map(|guest| guest.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let invitations = guest_messages::invitations(&self.kernel.pool, &ids).await.map_err(grpc::fault)?;
        for guest in guests {
            let (state, sent_at) = match guest_messages::link_state(&invitations, guest) {
                None => continue,
                Some(LinkState::Sending) => (GuestLinkState::Sending, None),
                Some(LinkState::Sent(at)) => (GuestLinkState::Sent, Some(timestamp(at))),
                Some(LinkState::NotSent) => (GuestLinkState::NotSent, None),
            };
            let id = guest.id.to_string();
            if let Some(party) = parties.iter_mut().find(|party| party.party_id == id) {
                party.link_state = state.into();
                party.link_sent_at = sent_at;
            }
        }
        Ok(())
    }
}

fn view(seen: &Seen, (shown, by): (&Shown, &By), depth: Depth, (phone, now): (&str, Timestamp)) -> AppointmentView {
    let Standing { patient, matter, visible_to_guardians, time, booked_at, recommendation, outside, .. } = &seen.standing;
    let changeable = |allowed| changeable(bar(seen.state.phase, by, allowed, &seen.standing, now), time);
    let is_professional = matches!(by, By::Practitioner { .. });
    let (assignee, practitioner_name) = seen.assignee(shown, is_professional);
    let patient_name = seen.state.patient_name.as_ref().and_then(|name| name.open().cloned()).unwrap_or_default();
    let mut parties = vec![party(patient.uuid(), AppointmentPartyKind::Patient, patient_name)];
    if let Some(assignee) = assignee.filter(|_| !practitioner_name.is_empty()) {
        let assignee = party(assignee, AppointmentPartyKind::Practitioner, practitioner_name.clone());
        parties.push(AppointmentParty { assignee: true, ..assignee });
    }
    parties.extend(participants(&seen.state.participants, by, time));
    let kept_in = outside.as_ref().filter(|_| is_professional);
    AppointmentView {
        appointment_id: seen.id.to_string(),
        state: seen.state.phase.public().into(),
        r#type: time.kind.public().into(),
        service: shown.service(time.service),
        title: shown.title(time.service),
        role: Some(shown.roles.name(time.role)),
        place: shown.place(time.location),
        span: Some(times::span(time.starts_at, time.ends_at, &time.civil_start)),
        practitioner_name,
        parties,
        preparation_instructions: shown.preparation(time.service),
        cancelling: Some(changeable(time.terms.cancelable)),
        moving: Some(changeable(time.terms.reschedulable)),
        phone: phone.to_owned(),
        booked_at: Some(timestamp(*booked_at)),
        cancelled_at: seen.cancelled_at().map(timestamp),
        cancel_reason: seen.state.cancel_reason.as_ref().and_then(|reason| reason.open().cloned()).unwrap_or_default(),
        moves: seen.state.moves,
        recommendation_id: recommendation.map(|id| id.to_string()).unwrap_or_default(),
        visible_to_guardians: *visible_to_guardians,
        may_show_to_guardians: decides_for_guardians(by),
        contact_time: time.contact_time,
        matter: matter.public().into(),
        steps: if depth == Depth::Whole { seen.steps(by) } else { Vec::new() },
        version: seen.version(),
        joining: seen.state.joining(by, now).map(times::window),
        kept_in: kept_in.map(|outside| outside.system.public().into()).unwrap_or_default(),
    }
}

/// Who takes part beside those two. Residents are told who does so now, by name where it is told who appointments are with; how others are
/// reached is for professionals.
fn participants(participants: &[Participant], by: &By, time: &BookedTime) -> Vec<AppointmentParty> {
    let is_professional = matches!(by, By::Practitioner { .. });
    let text = |text: Option<&Sealed<String>>| text.and_then(|text| text.open().cloned()).unwrap_or_default();
    let shown = participants.iter().filter(|participant| is_professional || participant.active);
    let view = |participant: &Participant| {
        let is_named = is_professional || participant.colleague.is_none() || time.names_practitioner;
        let kind = if participant.colleague.is_some() { AppointmentPartyKind::Practitioner } else { AppointmentPartyKind::Guest };
        let contact = |point: &Option<Sealed<String>>| text(point.as_ref().filter(|_| is_professional));
        AppointmentParty {
            email: contact(&participant.email),
            phone: contact(&participant.phone),
            inactive: !participant.active,
            ..party(participant.id, kind, text(Some(&participant.name).filter(|_| is_named)))
        }
    };
    shown.map(view).collect()
}

fn party(id: Uuid, kind: AppointmentPartyKind, name: String) -> AppointmentParty {
    AppointmentParty { party_id: id.to_string(), kind: kind.into(), name, ..AppointmentParty::default() }
}

fn changeable(bar: Option<Bar>, time: &BookedTime) -> Changeable {
    let (bar, until) = match bar {
        None => (ChangeBar::Unspecified, Some(time.terms.until(time.starts_at))),
        Some(Bar::TooLate { until }) => (ChangeBar::TooLate, Some(until)),
        Some(Bar::NotHere) => (ChangeBar::NotHere, None),
        Some(Bar::Cancelled | Bar::Over) => (ChangeBar::Over, None),
    };
    Changeable { bar: bar.into(), until: until.map(timestamp) }
}

/// The last moment at which what is held could be changed, were it booked; `None`: residents do not do so.
pub(super) fn until(allowed: bool, time: &BookedTime) -> Option<prost_types::Timestamp> {
    allowed.then(|| timestamp(time.terms.until(time.starts_at)))
}
