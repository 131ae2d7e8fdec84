//! Integrators, as administrators keep them, and their secrets.

use aws_lc_rs::digest::{SHA256, digest};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{
    Kernel,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc,
    store::{ExecuteError, WorkError},
};
use chassis_domain::Refusals;
use kajo_proto::{
    fields::NamedFields,
    identity::v1::{
        ArchiveIntegratorRequest, ArchiveIntegratorResponse, GetIntegratorRequest, GetIntegratorResponse, Integrator, IntegratorDetails,
        IntegratorScope, IssueIntegratorSecretRequest, IssueIntegratorSecretResponse, ListIntegratorsRequest, ListIntegratorsResponse,
        RestoreIntegratorRequest, RestoreIntegratorResponse, SaveIntegratorRequest, SaveIntegratorResponse,
        integrator_service_server::IntegratorService,
    },
};
use tonic::{Request, Response, Status};

use super::timestamp;
use crate::integrator::{Details, IntegratorId, Refused, Scope, Secret};

pub(super) struct Integrators(pub(super) Kernel);

/// The details of the contract, and beside them the secret: it is none of the fields that a save sets, and goes along with those that are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    details: IntegratorDetails,
    secret: Option<Secret>,
}

impl NamedFields for Kept {
    const FIELDS: &'static [&'static str] = IntegratorDetails::FIELDS;

    fn set(&mut self, field: &str, from: &Self) {
        self.details.set(field, &from.details);
    }
}

impl AdminKind for Integrators {
    type Details = Details;
    type Message = Kept;
    type Known = ();

    fn message(details: Details) -> Kept {
        let Details { name, contact, scopes, valid_until, secret } = details;
        let scopes = scopes.into_iter().map(|scope| scope.public().into()).collect();
        Kept { details: IntegratorDetails { name, contact, scopes, valid_until }, secret }
    }

    fn details(message: Kept) -> Details {
        let Kept { details: IntegratorDetails { name, contact, scopes, valid_until }, secret } = message;
        let scopes = scopes.into_iter().filter_map(|scope| IntegratorScope::try_from(scope).ok().and_then(Scope::from_public)).collect();
        Details { name, contact, scopes, valid_until, secret }
    }
}

#[tonic::async_trait]
impl IntegratorService for Integrators {
    async fn list_integrators(&self, request: Request<ListIntegratorsRequest>) -> Result<Response<ListIntegratorsResponse>, Status> {
        let ListIntegratorsRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        Ok(Response::new(ListIntegratorsResponse { integrators: records.into_iter().map(view).collect(), next_page_token }))
    }

    async fn get_integrator(&self, request: Request<GetIntegratorRequest>) -> Result<Response<GetIntegratorResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().integrator_id).await?;
        Ok(Response::new(GetIntegratorResponse { integrator: Some(view(found)) }))
    }

    async fn save_integrator(&self, request: Request<SaveIntegratorRequest>) -> Result<Response<SaveIntegratorResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveIntegratorRequest { integrator_id: id, details, fields, version } = request;
        let details = Kept { details: details.unwrap_or_default(), secret: None };
        let integrator_id = admin_record::save::<Self>(&self.0, meta, Saving { id, version, details, fields }, ()).await?;
        Ok(Response::new(SaveIntegratorResponse { integrator_id }))
    }

    async fn archive_integrator(&self, request: Request<ArchiveIntegratorRequest>) -> Result<Response<ArchiveIntegratorResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.0, rpc.command(&request)?, &request.integrator_id).await?;
        Ok(Response::new(ArchiveIntegratorResponse {}))
    }

    async fn restore_integrator(&self, request: Request<RestoreIntegratorRequest>) -> Result<Response<RestoreIntegratorResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.integrator_id).await?;
        Ok(Response::new(RestoreIntegratorResponse {}))
    }

    async fn issue_integrator_secret(
        &self,
        request: Request<IssueIntegratorSecretRequest>,
    ) -> Result<Response<IssueIntegratorSecretResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = IntegratorId::parse(&request.integrator_id).ok_or_else(grpc::not_found)?;
        let told = format!("{id}.{}", URL_SAFE_NO_PAD.encode(self.0.ids.secret()));
        let secret = Secret { digest: digest_of(&told), issued_at: self.0.clock.now() };
        let issued = self.0.store.transact(meta, move |unit| {
            Box::pin(async move {
                let with_secret = |kept: &Details| Details { secret: Some(secret), ..kept.clone() };
                let changed = admin_record::change_in_unit::<Self>(unit, id, with_secret, ()).await?;
                changed.ok_or_else(|| WorkError::Refused(Refusals::from(Refused::NotFound)))?;
                Ok::<_, WorkError<Refusals<Refused>>>(secret.digest.to_vec())
            })
        });
        if issued.await? != secret.digest {
            // The same command once more: the secret that it made was told then, and is not known here.
            return Err(ExecuteError::<Refusals<Refused>>::KeyReused.into());
        }
        Ok(Response::new(IssueIntegratorSecretResponse { secret: told }))
    }
}

fn digest_of(secret: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, secret.as_bytes()).as_ref());
    bytes
}

fn view(record: Record<Integrators>) -> Integrator {
    let Kept { details, secret } = Integrators::message(record.details);
    Integrator {
        integrator_id: record.id.to_string(),
        details: Some(details),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
        secret_issued_at: secret.map(|secret| timestamp(secret.issued_at)),
    }
}
