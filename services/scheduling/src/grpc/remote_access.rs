//! Who works with remote appointments, as administrators say it.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::{self, AdminKind, Saving},
};
use chassis_domain::{Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    GetRemoteAccessRequest, GetRemoteAccessResponse, RemoteAccessDetails, RemoteGrant, SaveRemoteAccessRequest, SaveRemoteAccessResponse,
    remote_access_service_server::RemoteAccessService,
};
use tonic::{Request, Response, Status};

use crate::remote_access::{Details, THE_ONE};

pub(super) struct RemoteAccess(pub(super) Kernel);

impl AdminKind for RemoteAccess {
    type Details = Details;
    type Message = RemoteAccessDetails;
    type Known = ();

    fn message(details: Details) -> RemoteAccessDetails {
        let Details { restricted, grants } = details;
        let grants = grants
            .into_iter()
            .map(|(role, locations)| RemoteGrant { role_id: role.to_string(), location_ids: locations.iter().map(ToString::to_string).collect() });
        RemoteAccessDetails { restricted, grants: grants.collect() }
    }

    fn details(message: RemoteAccessDetails) -> Details {
        let RemoteAccessDetails { restricted, grants } = message;
        let ids = |texts: &[String]| texts.iter().filter_map(|text| Uuid::try_parse(text).ok()).collect();
        let grants = grants.into_iter().filter_map(|grant| Some((Uuid::try_parse(&grant.role_id).ok()?, ids(&grant.location_ids))));
        Details { restricted, grants: grants.collect() }
    }
}

#[tonic::async_trait]
impl RemoteAccessService for RemoteAccess {
    async fn get_remote_access(&self, _: Request<GetRemoteAccessRequest>) -> Result<Response<GetRemoteAccessResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &THE_ONE.to_string()).await?;
        Ok(Response::new(GetRemoteAccessResponse {
            details: Some(Self::message(found.details)),
            updated_at: Some(timestamp(found.updated_at)),
            version: found.version,
        }))
    }

    async fn save_remote_access(&self, request: Request<SaveRemoteAccessRequest>) -> Result<Response<SaveRemoteAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveRemoteAccessRequest { details, fields, version } = request;
        let saving = Saving { id: THE_ONE.to_string(), version, details: details.unwrap_or_default(), fields };
        admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SaveRemoteAccessResponse {}))
    }
}
