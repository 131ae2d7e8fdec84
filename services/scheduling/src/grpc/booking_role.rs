//! Booking roles, as responsible users and administrators keep them.

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc,
};
use chassis_domain::{Uses, timestamp};
use kajo_proto::scheduling::v1::{
    ArchiveBookingRoleRequest, ArchiveBookingRoleResponse, BookingRole, BookingRoleDetails, GetBookingRoleRequest, GetBookingRoleResponse,
    ListBookingRoleUsesRequest, ListBookingRoleUsesResponse, ListBookingRolesRequest, ListBookingRolesResponse, RemoveBookingRoleRequest,
    RemoveBookingRoleResponse, RestoreBookingRoleRequest, RestoreBookingRoleResponse, SaveBookingRoleRequest, SaveBookingRoleResponse,
    booking_role_service_server::BookingRoleService,
};
use tonic::{Request, Response, Status};

use super::USES_NAMED;
use crate::{
    appointment_search,
    booking_role::{BY_DEFAULT, BY_SEARCHES, BookingRoleId, DEFAULT, Details, Refused},
};

pub(super) struct BookingRoles(pub(super) Kernel);

impl AdminKind for BookingRoles {
    type Details = Details;
    type Message = BookingRoleDetails;
    type Known = ();

    fn message(details: Details) -> BookingRoleDetails {
        let Details { name } = details;
        BookingRoleDetails { name: Some(name.into()) }
    }

    fn details(message: BookingRoleDetails) -> Details {
        let BookingRoleDetails { name } = message;
        Details { name: name.into() }
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: BookingRoleId) -> Result<Uses, sqlx::Error> {
        let searches = admin_record::count_users_in_tx::<appointment_search::Details>(tx, id.uuid()).await?;
        Ok(Uses::default().and(BY_SEARCHES, searches).and(BY_DEFAULT, u64::from(id.uuid() == DEFAULT)))
    }
}

#[tonic::async_trait]
impl BookingRoleService for BookingRoles {
    async fn list_booking_roles(&self, request: Request<ListBookingRolesRequest>) -> Result<Response<ListBookingRolesResponse>, Status> {
        let ListBookingRolesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        Ok(Response::new(ListBookingRolesResponse { booking_roles: records.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_booking_role(&self, request: Request<GetBookingRoleRequest>) -> Result<Response<GetBookingRoleResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().booking_role_id).await?;
        Ok(Response::new(GetBookingRoleResponse { booking_role: Some(view(found)) }))
    }

    async fn save_booking_role(&self, request: Request<SaveBookingRoleRequest>) -> Result<Response<SaveBookingRoleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveBookingRoleRequest { booking_role_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let booking_role_id = admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SaveBookingRoleResponse { booking_role_id }))
    }

    async fn archive_booking_role(&self, request: Request<ArchiveBookingRoleRequest>) -> Result<Response<ArchiveBookingRoleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        if BookingRoleId::parse(&request.booking_role_id).is_some_and(|id| id.uuid() == DEFAULT) {
            return Err(grpc::refused(&Refused::IsDefault));
        }
        admin_record::archive::<Self>(&self.0, meta, &request.booking_role_id).await?;
        Ok(Response::new(ArchiveBookingRoleResponse {}))
    }

    async fn restore_booking_role(&self, request: Request<RestoreBookingRoleRequest>) -> Result<Response<RestoreBookingRoleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.booking_role_id).await?;
        Ok(Response::new(RestoreBookingRoleResponse {}))
    }

    async fn remove_booking_role(&self, request: Request<RemoveBookingRoleRequest>) -> Result<Response<RemoveBookingRoleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let known: &[_] = if request.uses_confirmed { &[BY_SEARCHES] } else { &[] };
        admin_record::remove_from::<Self>(&self.0, rpc.command(&request)?, &request.booking_role_id, known).await?;
        Ok(Response::new(RemoveBookingRoleResponse {}))
    }

    async fn list_booking_role_uses(&self, request: Request<ListBookingRoleUsesRequest>) -> Result<Response<ListBookingRoleUsesResponse>, Status> {
        let role = admin_record::get::<Self>(&self.0.pool, &request.into_inner().booking_role_id).await?;
        let (searches, count) = admin_record::users::<appointment_search::Details>(&self.0.pool, role.id, USES_NAMED).await?;
        Ok(Response::new(ListBookingRoleUsesResponse { searches, count }))
    }
}

fn view(record: Record<BookingRoles>) -> BookingRole {
    BookingRole {
        booking_role_id: record.id.to_string(),
        is_default: record.id == DEFAULT,
        details: Some(BookingRoles::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
    }
}
