//! Locations, as administrators keep them.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, NameCursor},
    store::{StoreError, WorkError},
};
use kajo_proto::identity::v1::{
    GetLocationRequest, GetLocationResponse, ListLocationsRequest, ListLocationsResponse, Location as LocationView, LocationDetails,
    RemoveLocationRequest, RemoveLocationResponse, SaveLocationRequest, SaveLocationResponse, location_service_server::LocationService,
};
use tonic::{Request, Response, Status};

use super::timestamp;
use crate::{
    location::{Command, Details, LocationId, Refused},
    projections::locations::{self, Kept},
};

pub(super) struct Locations(pub(super) Kernel);

#[tonic::async_trait]
impl LocationService for Locations {
    async fn list_locations(&self, request: Request<ListLocationsRequest>) -> Result<Response<ListLocationsResponse>, Status> {
        let request = request.into_inner();
        let page = request.page.unwrap_or_default();
        let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let mut rows = locations::page(&self.0.pool, &request.search, after.as_ref(), size + 1).await.map_err(grpc::internal)?;
        let next_page_token = page::cut(&mut rows, size, |row| NameCursor { name: row.details.name.clone(), id: row.location_id }.token());
        Ok(Response::new(ListLocationsResponse { locations: rows.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_location(&self, request: Request<GetLocationRequest>) -> Result<Response<GetLocationResponse>, Status> {
        let id = LocationId::parse(&request.into_inner().location_id).ok_or_else(grpc::not_found)?;
        let found = locations::find(&self.0.pool, id.uuid()).await.map_err(grpc::internal)?.ok_or_else(grpc::not_found)?;
        Ok(Response::new(GetLocationResponse { location: Some(view(found)) }))
    }

    async fn save_location(&self, request: Request<SaveLocationRequest>) -> Result<Response<SaveLocationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let details = details(request.details.unwrap_or_default());
        let known = LocationId::parse(&request.location_id);
        let id = known.unwrap_or_else(|| LocationId::from_uuid(self.0.ids.v7(self.0.clock.now())));
        let saved = self.0.store.transact(meta, move |unit| {
            let details = details.clone();
            Box::pin(async move {
                if known.is_some() && unit.load(id).await?.version == 0 {
                    return Err(WorkError::Refused(Refused::NotFound));
                }
                let taken = locations::taken_in_tx(unit.tx(), id, &details).await.map_err(StoreError::from)?;
                unit.execute(id, &Command::Save { details, taken }).await?;
                Ok(SaveLocationResponse { location_id: id.to_string() })
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn remove_location(&self, request: Request<RemoveLocationRequest>) -> Result<Response<RemoveLocationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = LocationId::parse(&request.location_id).ok_or_else(grpc::not_found)?;
        let removed = self.0.store.transact(meta, move |unit| {
            Box::pin(async move {
                let in_use = locations::in_use_in_tx(unit.tx(), id).await.map_err(StoreError::from)?;
                unit.execute(id, &Command::Remove { in_use }).await?;
                Ok::<_, WorkError<Refused>>(RemoveLocationResponse {})
            })
        });
        Ok(Response::new(removed.await?))
    }
}

fn details(asked: LocationDetails) -> Details {
    let LocationDetails { name, description, address, municipality, external_id, oid, source_system } = asked;
    Details { name, description, address, municipality, external_id, oid, source_system }
}

fn view(kept: Kept) -> LocationView {
    let Details { name, description, address, municipality, external_id, oid, source_system } = kept.details;
    LocationView {
        location_id: kept.location_id.to_string(),
        details: Some(LocationDetails { name, description, address, municipality, external_id, oid, source_system }),
        updated_at: Some(timestamp(kept.updated_at)),
        professionals: u32::try_from(kept.professionals).unwrap_or(u32::MAX),
    }
}
