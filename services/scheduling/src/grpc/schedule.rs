//! Schedules of the own calendar, as responsible users and administrators keep them.

use std::collections::BTreeMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
};
use chassis_domain::{Date, Uses, Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    ArchiveScheduleRequest, ArchiveScheduleResponse, CivilHours, ExceptionalDay, GetScheduleRequest, GetScheduleResponse, ListScheduleUsesRequest,
    ListScheduleUsesResponse, ListSchedulesRequest, ListSchedulesResponse, RemoveScheduleRequest, RemoveScheduleResponse, RestoreScheduleRequest,
    RestoreScheduleResponse, SaveScheduleRequest, SaveScheduleResponse, Schedule, ScheduleDetails, WeeklyHours,
    schedule_service_server::ScheduleService,
};
use tonic::{Request, Response, Status};

use super::USES_NAMED;
use crate::{
    appointment_search,
    kind::AppointmentType,
    schedule::{BY_SEARCHES, Details, Hours, ScheduleId},
};

pub(super) struct Schedules(pub(super) Kernel);

impl AdminKind for Schedules {
    type Details = Details;
    type Message = ScheduleDetails;
    type Known = ();

    fn message(details: Details) -> ScheduleDetails {
        let Details { name, practitioner, location, services, appointment_type, weekly, slot_minutes, valid_from, valid_until, exceptions } = details;
        let date = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let of_day = |(hours, weekday): (Vec<Hours>, u32)| {
            hours.into_iter().map(move |each| WeeklyHours { weekday, hours: Some(civil(each)) }).collect::<Vec<_>>()
        };
        let exceptional =
            |(date, hours): (Date, Vec<Hours>)| ExceptionalDay { date: date.to_string(), hours: hours.into_iter().map(civil).collect() };
        ScheduleDetails {
            name,
            practitioner_id: text(practitioner),
            location_id: text(location),
            service_ids: services.iter().map(ToString::to_string).collect(),
            appointment_type: appointment_type.map_or(0, |kind| kind.public().into()),
            weekly: weekly.into_iter().zip(1..).flat_map(of_day).collect(),
            slot_minutes,
            valid_from: date(valid_from),
            valid_until: date(valid_until),
            exceptions: exceptions.into_iter().map(exceptional).collect(),
        }
    }

    fn details(message: ScheduleDetails) -> Details {
        let appointment_type = AppointmentType::from_public(message.appointment_type());
        let ScheduleDetails {
            name, practitioner_id, location_id, service_ids, weekly: days, slot_minutes, valid_from, valid_until, exceptions, ..
        } = message;
        let mut weekly: [Vec<Hours>; 7] = Default::default();
        for day in days {
            // What is no weekday is told with the hours of Monday: it has none that are sound.
            let number = (day.weekday as usize).wrapping_sub(1);
            match weekly.get_mut(number) {
                Some(of_day) => of_day.push(hours(day.hours.unwrap_or_default())),
                None => weekly[0].push(Hours::parse("", "")),
            }
        }
        let mut exceptional: BTreeMap<Date, Vec<Hours>> = BTreeMap::new();
        for day in exceptions {
            let date = day.date.parse::<Date>();
            // Nor has what is no day.
            let of_day = if date.is_ok() { day.hours.into_iter().map(hours).collect() } else { vec![Hours::parse("", "")] };
            exceptional.entry(date.unwrap_or(Date::MIN)).or_default().extend::<Vec<_>>(of_day);
        }
        Details {
            name,
            practitioner: Uuid::try_parse(&practitioner_id).ok(),
            location: Uuid::try_parse(&location_id).ok(),
            services: service_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect(),
            appointment_type,
            weekly,
            slot_minutes,
            valid_from: valid_from.parse().ok(),
            // A text that is no day is one before all others, and refused as such.
            valid_until: if valid_until.is_empty() { None } else { Some(valid_until.parse().unwrap_or(Date::MIN)) },
            exceptions: exceptional,
        }
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: ScheduleId) -> Result<Uses, sqlx::Error> {
        let searches = admin_record::count_users_in_tx::<appointment_search::Details>(tx, id.uuid()).await?;
        Ok(Uses::default().and(BY_SEARCHES, searches))
    }
}

pub(super) fn civil(hours: Hours) -> CivilHours {
    let [from, until] = hours.texts();
    CivilHours { from, until }
}

fn hours(message: CivilHours) -> Hours {
    Hours::parse(&message.from, &message.until)
}

#[tonic::async_trait]
impl ScheduleService for Schedules {
    async fn list_schedules(&self, request: Request<ListSchedulesRequest>) -> Result<Response<ListSchedulesResponse>, Status> {
        let ListSchedulesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        Ok(Response::new(ListSchedulesResponse { schedules: records.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_schedule(&self, request: Request<GetScheduleRequest>) -> Result<Response<GetScheduleResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().schedule_id).await?;
        Ok(Response::new(GetScheduleResponse { schedule: Some(view(found)) }))
    }

    async fn save_schedule(&self, request: Request<SaveScheduleRequest>) -> Result<Response<SaveScheduleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveScheduleRequest { schedule_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let schedule_id = admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SaveScheduleResponse { schedule_id }))
    }

    async fn archive_schedule(&self, request: Request<ArchiveScheduleRequest>) -> Result<Response<ArchiveScheduleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.0, rpc.command(&request)?, &request.schedule_id).await?;
        Ok(Response::new(ArchiveScheduleResponse {}))
    }

    async fn restore_schedule(&self, request: Request<RestoreScheduleRequest>) -> Result<Response<RestoreScheduleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.schedule_id).await?;
        Ok(Response::new(RestoreScheduleResponse {}))
    }

    async fn remove_schedule(&self, request: Request<RemoveScheduleRequest>) -> Result<Response<RemoveScheduleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.0, rpc.command(&request)?, &request.schedule_id).await?;
        Ok(Response::new(RemoveScheduleResponse {}))
    }

    async fn list_schedule_uses(&self, request: Request<ListScheduleUsesRequest>) -> Result<Response<ListScheduleUsesResponse>, Status> {
        let schedule = admin_record::get::<Self>(&self.0.pool, &request.into_inner().schedule_id).await?;
        let (searches, count) = admin_record::users::<appointment_search::Details>(&self.0.pool, schedule.id, USES_NAMED).await?;
        Ok(Response::new(ListScheduleUsesResponse { searches, count }))
    }
}

fn view(record: Record<Schedules>) -> Schedule {
    Schedule {
        schedule_id: record.id.to_string(),
        details: Some(Schedules::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
    }
}
