//! Remote appointments as professionals see them (SCH-08): those of some schedules with who waits, coming to the call of one, and taking note
//! of one that was cancelled.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{Aggregate, PersonId, SignedDuration, Timestamp, Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    AcknowledgeCancellationRequest, AcknowledgeCancellationResponse, AppointmentState, CalendarEntry, JoinRemoteAppointmentRequest,
    JoinRemoteAppointmentResponse, ListRemoteAppointmentsRequest, ListRemoteAppointmentsResponse, RemoteAppointment, RemoteState,
    remote_appointment_service_server::RemoteAppointmentService,
};
use tonic::{Request, Response, Status};

use super::{calendar::Calendars, times};
use crate::{
    adapters::calls::{Calls, Comer, Coming, GoingOn},
    appointment::{Appointment, Command, remote::JoinWindow},
    projections::calendar::{self, CalendarRow, RemoteSpan},
};

/// So many are told at once: of as many the calls are asked for together.
const MOST: usize = 500;

/// What has begun and was never marked as done goes from the list after so many days.
const GOES_ON: i64 = 7;
/// What nobody has acknowledged, so long after it was to begin.
const STAYS_CANCELLED: i64 = 30;
/// So far ahead what is to come is listed.
const AHEAD: i64 = 14;

fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

/// What is listed at this moment.
fn listed(now: Timestamp) -> RemoteSpan {
    let ago = |by: i64| now.checked_sub(days(by)).unwrap_or(Timestamp::MIN);
    RemoteSpan { now, begun: ago(GOES_ON), cancelled: ago(STAYS_CANCELLED), last: now.checked_add(days(AHEAD)).unwrap_or(Timestamp::MAX) }
}

/// Where it stands now.
fn state(row: &CalendarRow, now: Timestamp) -> RemoteState {
    if row.state == AppointmentState::Cancelled {
        RemoteState::Cancelled
    } else if row.starts_at <= now {
        RemoteState::Ongoing
    } else {
        RemoteState::Upcoming
    }
}

/// What is known of the appointments beside what a calendar tells.
struct Beside {
    now: Timestamp,
    names: HashMap<String, String>,
    calls: GoingOn,
}

impl Beside {
    fn entry(&self, row: &CalendarRow, told: CalendarEntry) -> RemoteAppointment {
        let state = state(row, self.now);
        let brief = RemoteAppointment { schedule_id: told.schedule_id, span: told.span, state: state.into(), ..RemoteAppointment::default() };
        if told.appointment_id.is_empty() {
            return brief;
        }
        let call = self.calls.get(&told.appointment_id);
        let window = JoinWindow::of_professionals(row.starts_at, row.ends_at);
        RemoteAppointment {
            practitioner_name: row.practitioner.and_then(|practitioner| self.names.get(&practitioner.to_string()).cloned()).unwrap_or_default(),
            joining: (state != RemoteState::Cancelled).then(|| times::window(window)),
            cancelled_at: row.cancelled_at.map(timestamp),
            waiting: call.map(|call| call.waiting).unwrap_or_default(),
            taking_part: call.map(|call| call.taking_part).unwrap_or_default(),
            appointment_id: told.appointment_id,
            service: told.service,
            patient_id: told.patient_id,
            patient_name: told.patient_name,
            ..brief
        }
    }
}

impl Calendars {
    async fn remote(&self, rpc: &Rpc, request: ListRemoteAppointmentsRequest) -> Result<ListRemoteAppointmentsResponse, Status> {
        let kernel = &self.asking.kernel;
        let opened = self.opened(rpc, &request.patient_id).await?;
        let works_with = self.asking.works_with(rpc).await?;
        // To whom does not work with remote ones there are none, in whatever schedule.
        let asked = request.schedule_ids.iter().filter(|_| works_with.remote());
        let schedules: Vec<_> = asked.filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let now = kernel.clock.now();
        let mut rows = calendar::remote(&kernel.pool, &schedules, listed(now), MOST + 1).await.map_err(grpc::fault)?;
        let more = rows.len() > MOST;
        rows.truncate(MOST);
        let entries = self.entries(rpc, &rows, (opened, works_with)).await?;
        let is_told = |entry: &CalendarEntry| !entry.appointment_id.is_empty();
        let told = || rows.iter().zip(&entries).filter_map(|(row, entry)| entry.as_ref().filter(|entry| is_told(entry)).map(|_| row));
        let practitioners: Vec<PersonId> = told().filter_map(|row| row.practitioner).collect();
        let called: Vec<_> = told().filter(|row| row.state != AppointmentState::Cancelled).map(|row| row.appointment_id.to_string()).collect();
        // Whoever is away who knows names or calls leaves them out: the list is worth more than that.
        let names = self.asking.people.professionals(rpc, practitioners).await.unwrap_or_default();
        let calls = self.calls.going_on(rpc, called).await;
        let presence_unknown = calls.is_err();
        let beside = Beside { now, names, calls: calls.unwrap_or_default() };
        let appointments = rows.iter().zip(entries).filter_map(|(row, entry)| Some(beside.entry(row, entry?)));
        Ok(ListRemoteAppointmentsResponse { appointments: appointments.collect(), more, presence_unknown })
    }

    async fn join(&self, rpc: &Rpc, request: JoinRemoteAppointmentRequest) -> Result<JoinRemoteAppointmentResponse, Status> {
        let kernel = &self.asking.kernel;
        let command_id = rpc.command(&request)?.command_id;
        let (seen, by, ground) = self.seen(rpc, &request.appointment_id).await?;
        let standing = seen.state.join(&by, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        // Nothing happens to the appointment: that they come stands here in the log, and with the command in chat-queue.
        rpc.log_access(kernel, Some(standing.patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground).await?;
        let call_id = open(kernel, &self.calls, rpc, Coming { command_id, appointment: seen.id, standing, comer: Comer::Known(&by) }).await?;
        Ok(JoinRemoteAppointmentResponse { call_id })
    }
}

/// Lets somebody come to a call. When the appointment was cancelled, moved or marked as done meanwhile, its call may have ended before this one was
/// opened, and nothing would end this one: it is looked once more, and nobody is told of a call that nobody may come to. Whatever happens to the
/// appointment after that ends the call.
pub(super) async fn open(kernel: &Kernel, calls: &Calls, rpc: &Rpc, coming: Coming<'_>) -> Result<String, Status> {
    let (appointment, comer) = (coming.appointment, coming.comer);
    let call_id = calls.open(rpc, coming).await?;
    let since = kernel.store.load::<Appointment>(appointment).await?.state;
    comer.joins(&since, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
    Ok(call_id)
}

#[tonic::async_trait]
impl RemoteAppointmentService for Calendars {
    async fn list_remote_appointments(
        &self,
        request: Request<ListRemoteAppointmentsRequest>,
    ) -> Result<Response<ListRemoteAppointmentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.remote(&rpc, request.into_inner()).await?))
    }

    async fn join_remote_appointment(
        &self,
        request: Request<JoinRemoteAppointmentRequest>,
    ) -> Result<Response<JoinRemoteAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.join(&rpc, request.into_inner()).await?))
    }

    async fn acknowledge_cancellation(
        &self,
        request: Request<AcknowledgeCancellationRequest>,
    ) -> Result<Response<AcknowledgeCancellationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (seen, by, ground) = self.seen(&rpc, &request.appointment_id).await?;
        let meta = meta.with_access(rpc.entry(Some(seen.standing.patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground));
        self.asking.kernel.store.execute(seen.id, Command::AcknowledgeCancellation { by }, meta).await?;
        Ok(Response::new(AcknowledgeCancellationResponse {}))
    }
}
