//! Appointment searches, as responsible users and administrators keep them.

use std::collections::HashMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc,
};
use chassis_domain::{Uuid, timestamp};
use kajo_proto::{
    common::v1::Name,
    scheduling::v1::{
        AppointmentSearch, AppointmentSearchDetails, ArchiveAppointmentSearchRequest, ArchiveAppointmentSearchResponse,
        FetchAppointmentSearchRequest, FetchAppointmentSearchResponse, GetAppointmentSearchRequest, GetAppointmentSearchResponse,
        ListAppointmentSearchesRequest, ListAppointmentSearchesResponse, RemoveAppointmentSearchRequest, RemoveAppointmentSearchResponse,
        RestoreAppointmentSearchRequest, RestoreAppointmentSearchResponse, SaveAppointmentSearchRequest, SaveAppointmentSearchResponse,
        SearchParameter, SyncStatus, TryAppointmentSearchRequest, TryAppointmentSearchResponse,
        appointment_search_service_server::AppointmentSearchService,
    },
};
use tonic::{Request, Response, Status};

use super::{looking::Asking, times};
use crate::{
    adapters::{people::Booker, services::Services},
    appointment_search::{
        AppointmentSearchId, Around, BookingSystem, CareKind, ChangeSource, Changeable, Details, Parameters, PegasosParameter, State,
    },
    booking_role,
    fetching::Fetching,
    kind::AppointmentType,
    projections::offer_queries,
    schedule,
};

/// So many times are shown of a search that is tried.
const TRIED: i64 = 10;

pub(super) struct AppointmentSearches {
    pub(super) kernel: Kernel,
    pub(super) services: Services,
    pub(super) asking: Asking,
    pub(super) fetching: Fetching,
}

/// What is known around a search before it is saved.
#[derive(Clone, Copy)]
pub(super) struct Known {
    service: State,
    overlap_confirmed: bool,
}

impl AdminKind for AppointmentSearches {
    type Details = Details;
    type Message = AppointmentSearchDetails;
    type Known = Known;

    fn message(details: Details) -> AppointmentSearchDetails {
        let Details {
            administrative_name,
            system,
            role,
            service,
            location,
            appointment_type,
            parameters,
            duration_minutes,
            cancelable,
            reschedulable,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        } = details;
        let Parameters {
            schedules,
            lifecare_care_kind,
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos,
        } = parameters;
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        AppointmentSearchDetails {
            administrative_name,
            system: system.map_or(0, |system| system.public().into()),
            booking_role_id: text(role),
            service_id: text(service),
            location_id: text(location),
            appointment_type: appointment_type.map_or(0, |kind| kind.public().into()),
            schedule_ids: schedules.iter().map(ToString::to_string).collect(),
            lifecare_care_kind: lifecare_care_kind.map_or(0, |kind| kind.public().into()),
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos_parameters: pegasos.into_iter().map(|PegasosParameter { name, values }| SearchParameter { name, values }).collect(),
            duration_minutes,
            cancelable_source: cancelable.source.public().into(),
            cancelable: cancelable.allowed,
            reschedulable_source: reschedulable.source.public().into(),
            reschedulable: reschedulable.allowed,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        }
    }

    fn details(message: AppointmentSearchDetails) -> Details {
        let system = BookingSystem::from_public(message.system());
        let appointment_type = AppointmentType::from_public(message.appointment_type());
        let lifecare_care_kind = CareKind::from_public(message.lifecare_care_kind());
        let cancelable = Changeable { source: ChangeSource::from_public(message.cancelable_source()), allowed: message.cancelable };
        let reschedulable = Changeable { source: ChangeSource::from_public(message.reschedulable_source()), allowed: message.reschedulable };
        let AppointmentSearchDetails {
            administrative_name,
            booking_role_id,
            service_id,
            location_id,
            schedule_ids,
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos_parameters,
            duration_minutes,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
            ..
        } = message;
        Details {
            administrative_name,
            system,
            role: Uuid::try_parse(&booking_role_id).ok(),
            service: Uuid::try_parse(&service_id).ok(),
            location: Uuid::try_parse(&location_id).ok(),
            appointment_type,
            parameters: Parameters {
                schedules: schedule_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect(),
                lifecare_care_kind,
                lifecare_appointment_types,
                lifecare_functions,
                lifecare_locations,
                lifecare_schedule_ids,
                lifecare_visit_types,
                lifecare_visit_type_specifiers,
                omni360_appointment_book_type_id,
                omni360_contact_method_ids,
                omni360_location_names,
                omni360_practitioner_ids,
                omni360_service_category_ids,
                omni360_urgency_class_ids,
                vihta_service_ids,
                vihta_public_service,
                pegasos: pegasos_parameters.into_iter().map(|SearchParameter { name, values }| PegasosParameter { name, values }).collect(),
            },
            duration_minutes,
            cancelable,
            reschedulable,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        }
    }

    async fn around_in_tx(tx: &mut Tx<'_>, id: AppointmentSearchId, details: &Details, known: Known) -> Result<Around, sqlx::Error> {
        let archived = match details.role {
            Some(role) => admin_record::archived_in_tx::<booking_role::Details>(tx, role).await?,
            None => None,
        };
        let role = match archived {
            None => State::Missing,
            Some(true) => State::Archived,
            Some(false) => State::Open,
        };
        let schedules = admin_record::some_in_tx::<schedule::Details>(tx, &details.parameters.schedules).await?;
        let others = admin_record::others_in_tx::<Details>(tx, id.uuid()).await?;
        Ok(Around {
            role,
            service: known.service,
            schedules: schedules.into_iter().map(|schedule| (schedule.name, schedule.services)).collect(),
            others,
            overlap_confirmed: known.overlap_confirmed,
        })
    }
}

#[tonic::async_trait]
impl AppointmentSearchService for AppointmentSearches {
    async fn list_appointment_searches(
        &self,
        request: Request<ListAppointmentSearchesRequest>,
    ) -> Result<Response<ListAppointmentSearchesResponse>, Status> {
        let ListAppointmentSearchesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.kernel.pool, Asked { search, state, page }).await?;
        let known = self.known(&records).await?;
        let appointment_searches = records.into_iter().map(|record| known.view(record)).collect();
        Ok(Response::new(ListAppointmentSearchesResponse { appointment_searches, next_page_token }))
    }

    async fn get_appointment_search(&self, request: Request<GetAppointmentSearchRequest>) -> Result<Response<GetAppointmentSearchResponse>, Status> {
        let found = admin_record::get::<Self>(&self.kernel.pool, &request.into_inner().appointment_search_id).await?;
        let known = self.known(std::slice::from_ref(&found)).await?;
        Ok(Response::new(GetAppointmentSearchResponse { appointment_search: Some(known.view(found)) }))
    }

    async fn try_appointment_search(&self, request: Request<TryAppointmentSearchRequest>) -> Result<Response<TryAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (pool, now) = (&self.kernel.pool, self.kernel.clock.now());
        let Record { id, details, .. } = admin_record::get::<Self>(pool, &request.into_inner().appointment_search_id).await?;
        let offers = offer_queries::of_search(pool, id, &details.parameters.schedules, now, TRIED).await.map_err(grpc::fault)?;
        // What the service says of its appointments it says to everybody.
        let services = self.asking.admissions.of(&rpc, &Booker::default(), details.service).await?;
        let times = offers.iter().map(|offer| &offer.time);
        let shown = times::Shown::of(&self.kernel, (&rpc, &self.asking.people), services, times).await?;
        Ok(Response::new(TryAppointmentSearchResponse {
            times: offers.iter().map(|offer| shown.bookable(offer)).collect(),
            planned_until: offer_queries::planned_until(pool).await.map_err(grpc::fault)?.unwrap_or_default(),
        }))
    }

    async fn fetch_appointment_search(
        &self,
        request: Request<FetchAppointmentSearchRequest>,
    ) -> Result<Response<FetchAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let sync = self.fetch(rpc.command(&request)?, &request.appointment_search_id).await?;
        Ok(Response::new(FetchAppointmentSearchResponse { sync: Some(sync) }))
    }

    async fn save_appointment_search(
        &self,
        request: Request<SaveAppointmentSearchRequest>,
    ) -> Result<Response<SaveAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveAppointmentSearchRequest { appointment_search_id: id, details, fields, version, overlap_confirmed } = request;
        let details = details.unwrap_or_default();
        let known = Known { service: self.services.state(&rpc, &details.service_id).await?, overlap_confirmed };
        let saving = Saving { id, version, details, fields };
        let appointment_search_id = admin_record::save::<Self>(&self.kernel, meta, saving, known).await?;
        Ok(Response::new(SaveAppointmentSearchResponse { appointment_search_id }))
    }

    async fn archive_appointment_search(
        &self,
        request: Request<ArchiveAppointmentSearchRequest>,
    ) -> Result<Response<ArchiveAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.appointment_search_id).await?;
        Ok(Response::new(ArchiveAppointmentSearchResponse {}))
    }

    async fn restore_appointment_search(
        &self,
        request: Request<RestoreAppointmentSearchRequest>,
    ) -> Result<Response<RestoreAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.appointment_search_id).await?;
        Ok(Response::new(RestoreAppointmentSearchResponse {}))
    }

    async fn remove_appointment_search(
        &self,
        request: Request<RemoveAppointmentSearchRequest>,
    ) -> Result<Response<RemoveAppointmentSearchResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.kernel, rpc.command(&request)?, &request.appointment_search_id).await?;
        Ok(Response::new(RemoveAppointmentSearchResponse {}))
    }
}

/// What is told of searches beside what is kept of them.
struct Beside {
    roles: HashMap<String, Name>,
    syncs: HashMap<Uuid, SyncStatus>,
}

impl AppointmentSearches {
    /// What the roles of these searches are called, and the default one; and how they stand with where their times come from.
    async fn known(&self, records: &[Record<Self>]) -> Result<Beside, Status> {
        let pool = &self.kernel.pool;
        let roles: Vec<_> = records.iter().filter_map(|record| record.details.role).chain([booking_role::DEFAULT]).collect();
        Ok(Beside { roles: admin_record::names_of::<booking_role::Details>(pool, &roles).await?, syncs: self.syncs(records).await? })
    }
}

impl Beside {
    fn view(&self, record: Record<AppointmentSearches>) -> AppointmentSearch {
        let named = record.details.role.and_then(|role| self.roles.get(&role.to_string()));
        let booking_role = named.or_else(|| self.roles.get(&booking_role::DEFAULT.to_string())).cloned();
        let sync = self.syncs.get(&record.id).cloned();
        AppointmentSearch {
            appointment_search_id: record.id.to_string(),
            details: Some(AppointmentSearches::message(record.details)),
            archived: record.archived,
            updated_at: Some(timestamp(record.updated_at)),
            version: record.version,
            booking_role,
            sync,
        }
    }
}
