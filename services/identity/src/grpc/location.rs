//! Locations, as administrators keep them.

use chassis::{Kernel, access::Rpc};
use kajo_proto::identity::v1::{
    GetLocationRequest, GetLocationResponse, ListLocationsRequest, ListLocationsResponse, Location as LocationView, LocationDetails,
    RemoveLocationRequest, RemoveLocationResponse, SaveLocationRequest, SaveLocationResponse, location_service_server::LocationService,
};
use tonic::{Request, Response, Status};

use super::{area_id, kept, timestamp};
use crate::{
    location::Details,
    projections::{kept::RowOf, locations},
    resident::ServiceAreaId,
    service_areas::ServiceAreas,
};

pub(super) struct Locations {
    pub(super) kernel: Kernel,
    pub(super) areas: ServiceAreas,
}

#[tonic::async_trait]
impl LocationService for Locations {
    async fn list_locations(&self, request: Request<ListLocationsRequest>) -> Result<Response<ListLocationsResponse>, Status> {
        let ListLocationsRequest { search, page } = request.into_inner();
        let (rows, next_page_token) = kept::page::<locations::Locations>(&self.kernel, &search, Some(&self.areas.words()), page).await?;
        Ok(Response::new(ListLocationsResponse { locations: rows.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_location(&self, request: Request<GetLocationRequest>) -> Result<Response<GetLocationResponse>, Status> {
        let (found, version) = kept::one::<locations::Locations>(&self.kernel, &request.into_inner().location_id).await?;
        Ok(Response::new(GetLocationResponse { location: Some(LocationView { version, ..view(found) }) }))
    }

    async fn save_location(&self, request: Request<SaveLocationRequest>) -> Result<Response<SaveLocationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let details = details(request.details.unwrap_or_default());
        let area_known = details.municipality.is_some_and(|area| self.areas.has(area));
        let location_id =
            kept::save::<locations::Locations>(&self.kernel, meta, (&request.location_id, request.version), details, area_known).await?;
        Ok(Response::new(SaveLocationResponse { location_id }))
    }

    async fn remove_location(&self, request: Request<RemoveLocationRequest>) -> Result<Response<RemoveLocationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        kept::remove::<locations::Locations>(&self.kernel, meta, &request.location_id).await?;
        Ok(Response::new(RemoveLocationResponse {}))
    }
}

fn details(asked: LocationDetails) -> Details {
    let LocationDetails { name, description, address, municipality, external_id, oid, source_system } = asked;
    Details { name, description, address, municipality: ServiceAreaId::parse(&municipality), external_id, oid, source_system }
}

fn view(kept: RowOf<locations::Locations>) -> LocationView {
    let Details { name, description, address, municipality, external_id, oid, source_system } = kept.details;
    let municipality = area_id(municipality);
    LocationView {
        location_id: kept.id.to_string(),
        details: Some(LocationDetails { name, description, address, municipality, external_id, oid, source_system }),
        updated_at: Some(timestamp(kept.updated_at)),
        professionals: u32::try_from(kept.more).unwrap_or(u32::MAX),
        version: 0,
    }
}
