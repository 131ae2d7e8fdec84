//! The calendar of professionals: appointments by day and week, one of them, cancelling and marking as done.

use std::collections::HashMap;

use chassis::{
    access::Rpc,
    grpc,
    patients::Patients,
    sealing::{KeySet, Needs, from_column},
};
use chassis_domain::{Aggregate, Opener, PersonId, Uuid, timestamp};
use jiff::{ToSpan, civil::Date};
use kajo_proto::scheduling::v1::{
    AppointmentParty, AppointmentPartyKind, AppointmentState, CalendarEntry, CalendarException, CalendarFreeTime, CalendarServiceGetAudienceRequest,
    CalendarServiceGetAudienceResponse, CancelForPatientRequest, CancelForPatientResponse, ChooseCalendarSchedulesRequest,
    ChooseCalendarSchedulesResponse, GetCalendarAppointmentRequest, GetCalendarAppointmentResponse, ListCalendarRequest, ListCalendarResponse,
    ListCalendarSchedulesRequest, ListCalendarSchedulesResponse, ListPatientAppointmentsRequest, ListPatientAppointmentsResponse,
    MarkAppointmentDoneRequest, MarkAppointmentDoneResponse, calendar_service_server::CalendarService,
};
use tonic::{Code, Request, Response, Status};

use super::{
    caller,
    looking::Asking,
    remote::WorksWith,
    schedule::civil,
    seen::{Depth, Seen},
    times::{place, span},
};
use crate::{
    adapters::{
        admission::Admitted,
        calls::Calls,
        people::{Booker, Places},
    },
    appointment::{Appointment, AppointmentId, Command, Phase, Refusal, value::By},
    booking,
    projections::{
        calendar::{self, CalendarRow},
        offer_queries::{self, Unclaimed},
    },
    schedule::{Schedule, ScheduleId},
    settings::SchedulingSettings,
    slots,
};

/// So many times are told at once.
const MOST: usize = 1_000;

/// Why professionals touch an appointment, as the access log says: they take part, or they have opened the patient.
const WITH_THEM: &str = "participant";
pub(super) const OPENED: &str = "patient";

#[derive(Clone)]
pub(super) struct Calendars {
    pub(super) asking: Asking,
    pub(super) patients: Patients,
    pub(super) calls: Calls,
    pub(super) settings: SchedulingSettings,
}

impl Calendars {
    /// An appointment that the caller may know of, with who they are to it; others do not exist here.
    pub(super) async fn seen(&self, rpc: &Rpc, id: &str) -> Result<(Seen, By, &'static str), Status> {
        let kernel = &self.asking.kernel;
        let id = AppointmentId::parse(id).ok_or_else(grpc::not_found)?;
        let appointment = kernel.store.load::<Appointment>(id).await?.state;
        let standing = appointment.standing.as_ref().ok_or_else(grpc::not_found)?;
        if standing.time.kind.is_remote() && !self.asking.works_with(rpc).await?.remote() {
            return Err(grpc::not_found());
        }
        let patient = standing.patient;
        let (mut by, mut ground) = (caller::practitioner(rpc, false)?, WITH_THEM);
        if appointment.open_to(&by).is_none() {
            (by, ground) = (caller::practitioner(rpc, self.patients.is_open_to(rpc, patient).await?)?, OPENED);
        }
        Ok((Seen::of(kernel, id, &by).await?, by, ground))
    }

    /// The patient whose appointments are told in full as well. Whom the caller has not opened is nobody, as who is not there.
    pub(super) async fn opened(&self, rpc: &Rpc, patient: &str) -> Result<Option<PersonId>, Status> {
        let Some(patient) = PersonId::parse(patient) else { return Ok(None) };
        match self.patients.is_open_to(rpc, patient).await {
            Ok(is_open) => Ok(is_open.then_some(patient)),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(status),
        }
    }

    /// What is told of each of these; `None`: nothing, not even that a time is taken.
    pub(super) async fn entries(
        &self,
        rpc: &Rpc,
        rows: &[CalendarRow],
        (opened, works_with): (Option<PersonId>, WorksWith),
    ) -> Result<Vec<Option<CalendarEntry>>, Status> {
        let kernel = &self.asking.kernel;
        let person = rpc.person()?;
        let takes_part = |row: &CalendarRow| row.practitioner == Some(person) || row.colleagues.contains(&person.uuid());
        let is_told = |row: &CalendarRow| (takes_part(row) || opened == Some(row.patient)) && row.kind.is_none_or(|kind| works_with.kind(kind));
        let told = || rows.iter().filter(|row| is_told(row));
        rpc.log_listed(kernel, told().filter(|row| takes_part(row)).map(|row| row.patient), Appointment::CATEGORY, WITH_THEM).await?;
        rpc.log_listed(kernel, told().filter(|row| !takes_part(row)).map(|row| row.patient), Appointment::CATEGORY, OPENED).await?;
        let needs: Needs = told().filter_map(|row| from_column(&row.patient_name)).map(|blob| (blob.subject, blob.class)).collect();
        let texts = Texts {
            keys: kernel.keyring.open(&needs).await.map_err(grpc::fault)?,
            // Whoever is away who knows services and places leaves them out: a calendar is worth more than that.
            services: self.asking.admissions.of(rpc, &Booker::default(), told().map(|row| row.service)).await.unwrap_or_else(|_| HashMap::new()),
            places: self.asking.people.places(rpc).await.unwrap_or_default(),
        };
        let entry = |row| if is_told(row) { Some(texts.told(row)) } else { taken(row) };
        Ok(rows.iter().map(entry).collect())
    }

    /// The days among these on which schedules have hours of their own.
    async fn exceptions(&self, schedules: &[Uuid], days: std::ops::Range<Date>) -> Result<Vec<CalendarException>, Status> {
        let mut exceptions = Vec::new();
        for schedule in schedules {
            let kept = self.asking.kernel.store.load::<Schedule>(ScheduleId::from_uuid(*schedule)).await?.state;
            let unlike = kept.details().into_iter().flat_map(|details| details.exceptions.range(days.clone()));
            exceptions.extend(unlike.map(|(date, hours)| CalendarException {
                schedule_id: schedule.to_string(),
                date: date.to_string(),
                hours: hours.iter().copied().map(civil).collect(),
            }));
        }
        Ok(exceptions)
    }

    /// Who takes part, as professionals see it: with whom it is they are told in any case.
    async fn name_practitioner(&self, rpc: &Rpc, practitioner: PersonId, parties: &mut Vec<AppointmentParty>) -> String {
        let names = self.asking.people.professionals(rpc, [practitioner]).await.unwrap_or_default();
        let name = names.get(&practitioner.to_string()).cloned().unwrap_or_default();
        let kind = AppointmentPartyKind::Practitioner;
        parties.retain(|party| !party.assignee);
        let party_id = practitioner.to_string();
        let assignee = AppointmentParty { party_id, kind: kind.into(), name: name.clone(), assignee: true, ..AppointmentParty::default() };
        // Behind the patient.
        parties.insert(parties.len().min(1), assignee);
        name
    }
}

/// What the texts of a calendar are taken from.
struct Texts {
    keys: KeySet,
    services: Admitted,
    places: std::sync::Arc<Places>,
}

impl Texts {
    fn told(&self, row: &CalendarRow) -> CalendarEntry {
        let name = from_column(&row.patient_name).and_then(|blob| self.keys.open(&blob)).and_then(|plain| String::from_utf8(plain).ok());
        CalendarEntry {
            schedule_id: row.schedule_id.to_string(),
            span: Some(span(row.starts_at, row.ends_at, &row.civil_start)),
            appointment_id: row.appointment_id.to_string(),
            state: row.state.into(),
            r#type: row.kind.map(|kind| kind.public().into()).unwrap_or_default(),
            service: self.services.get(&row.service).and_then(|service| service.service.clone()),
            place: row.location.and_then(|location| place(&self.places, location)),
            patient_id: row.patient.to_string(),
            patient_name: name.unwrap_or_default(),
            contact_time: row.contact_time,
        }
    }
}

/// Of what one may not know: that the time is taken. What is cancelled takes none.
fn taken(row: &CalendarRow) -> Option<CalendarEntry> {
    let entry = || CalendarEntry {
        schedule_id: row.schedule_id.to_string(),
        span: Some(span(row.starts_at, row.ends_at, &row.civil_start)),
        ..CalendarEntry::default()
    };
    (row.state != AppointmentState::Cancelled).then(entry)
}

/// The first day, and the one behind the last.
fn days(date: &str, days: u32) -> Result<(Date, Date), Status> {
    let first: Date = date.parse().map_err(|_| no_such_day())?;
    let behind = first.checked_add(i64::from(days.max(1)).days()).map_err(|_| no_such_day())?;
    Ok((first, behind))
}

fn no_such_day() -> Status {
    grpc::refused(&Refusal::NoSuchDay("date"))
}

#[tonic::async_trait]
impl CalendarService for Calendars {
    async fn list_calendar_schedules(
        &self,
        request: Request<ListCalendarSchedulesRequest>,
    ) -> Result<Response<ListCalendarSchedulesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.schedules(&rpc, request.into_inner()).await?))
    }

    async fn choose_calendar_schedules(
        &self,
        request: Request<ChooseCalendarSchedulesRequest>,
    ) -> Result<Response<ChooseCalendarSchedulesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        self.choose(&rpc, request.into_inner()).await?;
        Ok(Response::new(ChooseCalendarSchedulesResponse {}))
    }

    async fn list_calendar(&self, request: Request<ListCalendarRequest>) -> Result<Response<ListCalendarResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (first, behind) = days(&request.date, request.days)?;
        let window = slots::beginning(first).zip(slots::beginning(behind)).ok_or_else(no_such_day)?;
        let opened = self.opened(&rpc, &request.patient_id).await?;
        let schedules: Vec<_> = request.schedule_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let kernel = &self.asking.kernel;
        let works_with = self.asking.works_with(&rpc).await?;
        let mut rows = calendar::taken(&kernel.pool, &schedules, window, MOST + 1).await.map_err(grpc::fault)?;
        let more = rows.len() > MOST;
        rows.truncate(MOST);
        let entries = self.entries(&rpc, &rows, (opened, works_with)).await?.into_iter().flatten().collect();
        let asked = Unclaimed { schedules: &schedules, window, remote: works_with.remote(), now: kernel.clock.now(), most: MOST };
        let free = offer_queries::unclaimed(&kernel.pool, &asked).await.map_err(grpc::fault)?;
        let free = free.into_iter().map(|(schedule, starts_at, ends_at)| CalendarFreeTime {
            schedule_id: schedule.to_string(),
            span: Some(span(starts_at, ends_at, &slots::civil(starts_at))),
        });
        let exceptions = self.exceptions(&schedules, first..behind).await?;
        Ok(Response::new(ListCalendarResponse { entries, more, free: free.collect(), exceptions }))
    }

    async fn get_calendar_appointment(
        &self,
        request: Request<GetCalendarAppointmentRequest>,
    ) -> Result<Response<GetCalendarAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let (seen, by, ground) = self.seen(&rpc, &request.into_inner().appointment_id).await?;
        let (patient, starts_at) = (seen.standing.patient, seen.standing.time.starts_at);
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground).await?;
        let mut appointment = self.asking.views((&rpc, &by), std::slice::from_ref(&seen), Depth::Whole, "").await?.pop();
        // Whom another system names is told already.
        if let Some((appointment, practitioner)) = appointment.as_mut().zip(seen.standing.time.practitioner) {
            appointment.practitioner_name = self.name_practitioner(&rpc, practitioner, &mut appointment.parties).await;
        }
        // What another system keeps is marked as done there.
        let is_booked = seen.state.phase == Phase::Booked && seen.standing.outside.is_none();
        Ok(Response::new(GetCalendarAppointmentResponse {
            appointment,
            patient_id: patient.to_string(),
            may_mark_done: is_booked && starts_at <= kernel.clock.now(),
            done_from: is_booked.then(|| timestamp(starts_at)),
            may_change_participants: seen.state.may_change_participants(kernel.clock.now()),
        }))
    }

    async fn list_patient_appointments(
        &self,
        request: Request<ListPatientAppointmentsRequest>,
    ) -> Result<Response<ListPatientAppointmentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.of_patient(&rpc, request.into_inner()).await?))
    }

    async fn cancel_for_patient(&self, request: Request<CancelForPatientRequest>) -> Result<Response<CancelForPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (seen, by, ground) = self.seen(&rpc, &request.appointment_id).await?;
        let max = self.settings.cancel_reason_max_characters;
        if request.reason.trim().chars().count() > max {
            return Err(grpc::refused(&Refusal::ReasonTooLong { max }));
        }
        let meta = meta.with_access(rpc.entry(Some(seen.standing.patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground));
        let command = Command::Cancel { by, reason: request.reason, phone: String::new() };
        booking::cancel(&self.asking.kernel, meta, seen.id, command).await?;
        Ok(Response::new(CancelForPatientResponse {}))
    }

    async fn mark_appointment_done(&self, request: Request<MarkAppointmentDoneRequest>) -> Result<Response<MarkAppointmentDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (seen, by, ground) = self.seen(&rpc, &request.appointment_id).await?;
        let meta = meta.with_access(rpc.entry(Some(seen.standing.patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground));
        self.asking.kernel.store.execute(seen.id, Command::MarkDone { by }, meta).await?;
        Ok(Response::new(MarkAppointmentDoneResponse {}))
    }

    async fn get_audience(
        &self,
        request: Request<CalendarServiceGetAudienceRequest>,
    ) -> Result<Response<CalendarServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.audience(&rpc).await?))
    }
}
