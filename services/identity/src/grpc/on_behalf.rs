//! Acting on behalf of another person: the way to the national service, the way back, and stopping.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{
    access::Rpc,
    grpc,
    sealing::{Needs, Sealing},
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{Actor, Aggregate, Mandates, OnBehalfOf, PersonId, RetentionClass, Sealer, age};
use kajo_proto::identity::v1::{
    BeginOnBehalfRequest, BeginOnBehalfResponse, CloseOnBehalfRequest, CloseOnBehalfResponse, CompleteOnBehalfRequest, CompleteOnBehalfResponse,
    on_behalf_service_server::OnBehalfService,
};
use tonic::{Code, Request, Response, Status};

use super::session::{Sessions, hash};
use crate::{
    adapters::{
        authorizations::{Authorizations, AuthorizationsError, Picked},
        patient_record::Customer,
    },
    mandates::{self, Pending},
    patient::{PatientId, Register, Standing},
    projections::{patients, sessions::Resolved},
    protection, registration,
    representation::request_id,
    session::{Basis, Command, Principal, Realm, Refused, Session, SessionId},
};

#[derive(Clone)]
pub(super) struct OnBehalf(pub(super) Sessions);

impl OnBehalf {
    fn service(&self) -> Result<&Authorizations, Status> {
        self.0.checker.service.as_ref().ok_or_else(|| grpc::status(Code::FailedPrecondition, "on_behalf_unavailable", &[]))
    }

    /// Whom the person picked and in which matters they may act; refused when there is nothing.
    async fn picked(&self, pending: &Pending, code: &str) -> Result<(Picked, Mandates), Status> {
        let (service, kernel) = (self.service()?, &self.0.kernel);
        let now = kernel.clock.now();
        let session = &pending.authorization_session;
        let picked = service.picked(session, code, &pending.redirect_uri, now).await.map_err(failed)?.ok_or_else(mandate_missing)?;
        let matters = service.allowed(session, &picked, request_id(kernel), now).await.map_err(failed)?;
        if matters.is_none() { Err(mandate_missing()) } else { Ok((picked, matters)) }
    }

    /// The represented person, who must be a customer that nothing protects. Why somebody is not, is told to nobody.
    async fn principal(&self, picked: &Picked, matters: Mandates) -> Result<Principal, Status> {
        let kernel = &self.0.kernel;
        let customer = self.0.register.customer(&picked.ssn).await.map_err(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "register.unavailable");
            grpc::status(Code::Unavailable, "register_unavailable", &[])
        })?;
        let Customer { given, family, non_disclosure } = customer.ok_or_else(mandate_missing)?;
        if non_disclosure {
            let patient = patients::by_ssn(&kernel.pool, &kernel.keyring.blind_index(), &picked.ssn).await.map_err(grpc::fault)?;
            if let Some(patient) = patient {
                protection::learn(kernel, patient, true).await?;
            }
            return Err(mandate_missing());
        }
        let now = kernel.clock.now();
        let register = Register {
            person: PersonId::from_uuid(kernel.ids.v7(now)),
            ssn: picked.ssn.clone(),
            first_name: given.clone(),
            last_name: family.clone(),
            standing: Standing::NoConsent,
        };
        let person = registration::register(kernel, register).await?;
        protection::learn(kernel, PatientId::from_uuid(person.uuid()), false).await?;
        let is_minor = picked.ssn.born().is_none_or(|born| age::is_minor(born, age::today(now)));
        let basis = if is_minor { Basis::Guardian } else { Basis::Mandate };
        Ok(Principal { person, given, family, matters, basis, checked_at: now })
    }

    /// The session acts for that person from now on; both stand in the access log.
    async fn act(&self, rpc: &Rpc, found: &Resolved, picked: &Picked, pending: &Pending, principal: Principal) -> Result<(), Status> {
        let kernel = &self.0.kernel;
        let subject = principal.person;
        let mut entry = rpc.entry(Some(subject), (Session::CATEGORY, Some(found.session_id)), "mandate");
        entry.actor = Actor::resident(subject);
        entry.on_behalf_of = Some(OnBehalfOf { impersonator: PersonId::from_uuid(found.person_id) });
        let keys = kernel.keyring.seal(&Needs::from([(subject, RetentionClass::Account)])).await.map_err(grpc::fault)?;
        let sealed = Sealing::new(&keys, &kernel.ids).seal(subject, RetentionClass::Account, picked.ssn.as_str().as_bytes());
        let meta = CommandMeta { trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        let (session_id, authorization_session) = (found.session_id, pending.authorization_session.clone());
        let checked_at = principal.checked_at;
        let start = Command::StartOnBehalf(Box::new(principal));
        kernel
            .store
            .transact(meta.with_access(entry), move |unit| {
                let (start, sealed, authorization_session) = (start.clone(), sealed.clone(), authorization_session.clone());
                Box::pin(async move {
                    unit.execute(SessionId::from_uuid(session_id), &start).await?;
                    mandates::put_in_tx(unit.tx(), session_id, &sealed, &authorization_session, checked_at).await.map_err(StoreError::from)?;
                    Ok::<(), WorkError<Refused>>(())
                })
            })
            .await?;
        rpc.is_logged_by_its_command();
        // The session at the national service that was in use before is not needed any more.
        self.0.checker.leave(kernel, found).await;
        Ok(())
    }
}

#[tonic::async_trait]
impl OnBehalfService for OnBehalf {
    async fn begin_on_behalf(&self, request: Request<BeginOnBehalfRequest>) -> Result<Response<BeginOnBehalfResponse>, Status> {
        let request = request.into_inner();
        let (service, kernel) = (self.service()?, &self.0.kernel);
        let found = self.0.living(Realm::Resident, &request.session_secret).await?;
        // Who was identified abroad is unknown to the national service.
        let who = self.0.ssn(&found.ssn).await?.ok_or_else(|| grpc::status(Code::FailedPrecondition, "finnish_identity_missing", &[]))?;
        let now = kernel.clock.now();
        let registered = service.register(&who, request_id(kernel), now).await.map_err(failed)?;
        let url = service.page(&registered, &request.redirect_uri, &request.language);
        let callback_secret = URL_SAFE_NO_PAD.encode(kernel.ids.secret());
        let pending = Pending {
            session_id: found.session_id,
            authorization_session: registered.session_id,
            return_to: request.return_to,
            redirect_uri: request.redirect_uri,
        };
        mandates::keep(&kernel.pool, &hash(&callback_secret), &pending, now).await.map_err(grpc::fault)?;
        Ok(Response::new(BeginOnBehalfResponse { url: url.into(), callback_secret }))
    }

    async fn complete_on_behalf(&self, request: Request<CompleteOnBehalfRequest>) -> Result<Response<CompleteOnBehalfResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let kernel = &self.0.kernel;
        // Taken out whatever follows: a way back is good for one try.
        let taken = mandates::take(&kernel.pool, &hash(&request.callback_secret), kernel.clock.now()).await.map_err(grpc::fault)?;
        let found = self.0.living(Realm::Resident, &request.session_secret).await?;
        let pending = taken
            .filter(|pending| pending.session_id == found.session_id && pending.redirect_uri == request.redirect_uri)
            .ok_or_else(|| grpc::status(Code::FailedPrecondition, "on_behalf_unknown", &[]))?;
        let begun = async {
            let (picked, matters) = self.picked(&pending, &request.code).await?;
            let principal = self.principal(&picked, matters).await?;
            self.act(&rpc, &found, &picked, &pending, principal).await
        };
        if let Err(status) = begun.await {
            self.0.checker.unregister(kernel, &pending.authorization_session).await;
            return Err(status);
        }
        Ok(Response::new(CompleteOnBehalfResponse { return_to: pending.return_to }))
    }

    async fn close_on_behalf(&self, request: Request<CloseOnBehalfRequest>) -> Result<Response<CloseOnBehalfResponse>, Status> {
        let found = self.0.living(Realm::Resident, &request.into_inner().session_secret).await?;
        // Stopping twice is fine.
        self.0.checker.stop(&self.0.kernel, &found).await?;
        Ok(Response::new(CloseOnBehalfResponse { denied: found.denial.is_some() }))
    }
}

fn mandate_missing() -> Status {
    grpc::status(Code::PermissionDenied, "mandate_missing", &[])
}

fn failed(error: AuthorizationsError) -> Status {
    match error {
        AuthorizationsError::CodeRefused => grpc::status(Code::PermissionDenied, "on_behalf_failed", &[]),
        AuthorizationsError::Unavailable(_) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "authorizations.unavailable");
            grpc::status(Code::Unavailable, "authorizations_unavailable", &[])
        }
    }
}
