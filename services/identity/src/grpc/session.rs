//! Sign-in, who is signed in, sign-out: the gateway's half.

use std::collections::BTreeSet;

use aws_lc_rs::digest::{SHA256, digest};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{
    Kernel, grpc,
    sealing::{Needs, Sealing, to_column},
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{PersonId, Sealer, Timestamp};
use fhir::SystemIdentifiers;
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    BeginSignInRequest, BeginSignInResponse, CompleteSignInRequest, CompleteSignInResponse, Device, LeaveRealmRequest, LeaveRealmResponse,
    ResolveSessionRequest, ResolveSessionResponse, SignOutRequest, SignOutResponse, SignedOutAtRealmRequest, SignedOutAtRealmResponse,
    session_service_server::SessionService,
};
use tonic::{Code, Request, Response, Status};

use super::{
    opened,
    people::{People, entry},
    timestamp,
};
use crate::{
    adapters::{
        authorizations::Authorizations,
        groups::Groups,
        oidc::{OidcError, OidcRealm, SignedIn},
        patient_record::PatientRecord,
    },
    consent, own_sessions,
    patient::{PatientId, Register, Standing},
    pending,
    practitioner::{self, Practitioner, PractitionerId},
    projections::{
        accounts, patients,
        sessions::{self, Resolved},
    },
    protection, registration,
    representation::{Checker, Codes, Look},
    session::{self, Command, Denial, End, Identified, Realm, Refused, Registered, Session, SessionId},
    session_record,
    session_secrets::{self, SessionSecrets},
    settings::IdentitySettings,
    ssn::Ssn,
};

/// A session is prolonged at most this often, so that a busy page does not write at every call.
const TOUCH_EVERY: SignedDuration = SignedDuration::from_secs(30);

#[derive(Clone)]
pub(super) struct Sessions {
    pub(super) kernel: Kernel,
    settings: IdentitySettings,
    pub(super) register: PatientRecord,
    pub(super) checker: Checker,
    resident: OidcRealm,
    practitioner: OidcRealm,
}

impl Sessions {
    pub(super) fn try_new(kernel: Kernel, settings: IdentitySettings) -> anyhow::Result<Self> {
        let systems: SystemIdentifiers = kernel.settings.part()?;
        systems.check()?;
        let token = settings.patient_record_token.clone();
        let register = PatientRecord::try_new(&settings.patient_record_url, token, &systems.national_id_system)?;
        let realm =
            |realm| OidcRealm::try_new(realm, settings.issuer(realm), &settings.oidc_client_id, settings.demands(realm), kernel.clock.clone());
        let (resident, practitioner) = (realm(Realm::Resident)?, realm(Realm::Practitioner)?);
        let checker = Checker {
            service: Authorizations::try_new(&settings)?,
            register: register.clone(),
            holds: SignedDuration::from_mins(settings.mandate_check_minutes),
        };
        Ok(Self { kernel, settings, register, checker, resident, practitioner })
    }

    pub(super) fn oidc(&self, realm: Realm) -> &OidcRealm {
        match realm {
            Realm::Resident => &self.resident,
            Realm::Practitioner => &self.practitioner,
        }
    }

    /// Whether a resident may enter in their own name. When the register is away, what it said at the last sign-in of whoever has the
    /// code holds, but for a restriction that the realm tells of itself; whom it was never asked about waits until it is back.
    async fn denial(&self, person: &SignedIn) -> Result<Option<Denial>, Status> {
        let Some(identified) = &person.identified else { return Ok(None) };
        let Identified::Here { ssn, non_disclosure } = identified else { return Ok(session::denial(identified, Registered::Unknown)) };
        match self.register.registered(ssn).await {
            Ok(registered) => {
                if let Registered::Known { non_disclosure } = registered {
                    let patient = patients::by_ssn(&self.kernel.pool, &self.kernel.keyring.blind_index(), ssn).await.map_err(grpc::fault)?;
                    if let Some(patient) = patient {
                        protection::learn(&self.kernel, patient, non_disclosure).await?;
                    }
                }
                Ok(session::denial(identified, registered))
            }
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "register.unavailable");
                let known = patients::account_by_ssn(&self.kernel.pool, &self.kernel.keyring.blind_index(), ssn).await.map_err(grpc::fault)?;
                let protected = match known {
                    Some(patient) => protection::known(&self.kernel, patient).await?,
                    None => false,
                };
                if *non_disclosure || protected {
                    return Ok(Some(Denial::NonDisclosure));
                }
                let known_as = known.map_or(person.person.uuid(), PatientId::uuid);
                let last = sessions::last_denial(&self.kernel.pool, known_as).await.map_err(grpc::fault)?;
                last.ok_or_else(|| grpc::status(Code::Unavailable, "register_unavailable", &[]))
            }
        }
    }

    /// Whose account was deleted is a new person: keys of the old one are never made again, and what the law keeps of it stays apart.
    async fn as_person(&self, person: SignedIn) -> Result<SignedIn, Status> {
        if !accounts::is_over(&self.kernel.pool, person.person).await.map_err(grpc::fault)? {
            return Ok(person);
        }
        Ok(SignedIn { person: PersonId::from_uuid(self.kernel.ids.v7(self.kernel.clock.now())), ..person })
    }

    /// Who is admitted is a patient, under the id by which professionals may know them already.
    async fn as_patient(&self, person: SignedIn) -> Result<SignedIn, Status> {
        let Some(Identified::Here { ssn, .. }) = &person.identified else { return Ok(person) };
        let register = Register {
            person: person.person,
            ssn: ssn.clone(),
            first_name: person.given.clone(),
            last_name: person.family.clone(),
            standing: Standing::NoConsent,
        };
        let known_as = registration::register(&self.kernel, register).await?;
        consent::catch_up(&self.kernel, known_as).await?;
        Ok(SignedIn { person: known_as, ..person })
    }

    /// Opens a session for somebody the realm has vouched for; answers with its secret. The one that the browser had before ends, whosever
    /// it was: nobody holds its secret any more.
    async fn start(
        &self,
        realm: Realm,
        person: SignedIn,
        denial: Option<Denial>,
        device: Device,
        before: Option<uuid::Uuid>,
    ) -> Result<String, Status> {
        let now = self.kernel.clock.now();
        let secret = URL_SAFE_NO_PAD.encode(self.kernel.ids.secret());
        let session_id = SessionId::from_uuid(self.kernel.ids.v7(now));
        let class = realm.retention();
        let keys = self.kernel.keyring.seal(&Needs::from([(person.person, class)])).await.map_err(grpc::fault)?;
        let mut sealing = Sealing::new(&keys, &self.kernel.ids);
        let mut sealed = |token: &str| to_column(&sealing.seal(person.person, class, token.as_bytes()));
        let (access_token, id_token) = (sealed(&person.access_token), sealed(&person.id_token));
        let ssn = match &person.identified {
            Some(Identified::Here { ssn, .. }) => sealed(ssn.as_str()),
            Some(Identified::Abroad) | None => Vec::new(),
        };
        let data = session_record::written(person.data.as_ref()).map(|data| sealed(&data)).unwrap_or_default();
        let absolute_ends_at = later(now, self.settings.age(realm));
        let secrets = SessionSecrets {
            session_id: session_id.uuid(),
            secret_hash: hash(&secret),
            access_token,
            id_token,
            ssn,
            data,
            idle_ends_at: later(now, self.settings.idle(realm)).min(absolute_ends_at),
            absolute_ends_at,
            device,
            begun_at: now,
            identified_at: person.identified_at,
            realm_session: Some(&person.sid).filter(|sid| !sid.is_empty()).map(|sid| hash(sid)).unwrap_or_default(),
            realm_subject: hash(&person.subject),
        };
        let command = Command::Start { person: person.person, realm, given: person.given, family: person.family, absolute_ends_at, denial };
        self.kernel
            .store
            .transact(CommandMeta::system(self.kernel.ids.v7(now)), move |unit| {
                let (command, secrets) = (command.clone(), secrets.clone());
                Box::pin(async move {
                    unit.execute(session_id, &command).await?;
                    secrets.insert_in_tx(unit.tx()).await.map_err(StoreError::from)?;
                    if let Some(before) = before {
                        own_sessions::end_in_tx(unit, before, End::SignedOut).await?;
                    }
                    Ok::<(), WorkError<Refused>>(())
                })
            })
            .await?;
        Ok(secret)
    }

    /// The session behind a secret, when it lives.
    pub(super) async fn living(&self, realm: Realm, secret: &str) -> Result<Resolved, Status> {
        let found = sessions::resolve(&self.kernel.pool, &hash(secret)).await.map_err(grpc::fault)?;
        let found = found.filter(|found| found.realm == realm).ok_or_else(|| unauthenticated("session_missing"))?;
        if found.ended {
            return Err(unauthenticated(if found.ended_elsewhere { "session_ended_elsewhere" } else { "session_expired" }));
        }
        let now = self.kernel.clock.now();
        let why = if now >= found.absolute_ends_at {
            End::Age
        } else if now >= found.idle_ends_at {
            End::Idle
        } else {
            return Ok(found);
        };
        self.end(found.session_id, why).await?;
        Err(unauthenticated("session_expired"))
    }

    /// A personal identity code that is kept sealed; `None`: there is none.
    pub(super) async fn ssn(&self, sealed: &[u8]) -> Result<Option<Ssn>, Status> {
        Ok(opened(&self.kernel, &[sealed]).await?.first().and_then(|code| Ssn::parse(code)))
    }

    /// Whether a browser that brings this secret had a session that is over; whoever is there now may be somebody else.
    async fn has_run_out(&self, realm: Realm, secret: &str) -> Result<bool, Status> {
        if secret.is_empty() {
            return Ok(false);
        }
        match self.living(realm, secret).await {
            Ok(_) => Ok(false),
            Err(status) if status.code() == Code::Unauthenticated => Ok(true),
            Err(status) => Err(status),
        }
    }

    async fn end(&self, session_id: uuid::Uuid, why: End) -> Result<(), Status> {
        let meta = CommandMeta::system(self.kernel.ids.v7(self.kernel.clock.now()));
        self.kernel.store.execute::<Session>(SessionId::from_uuid(session_id), Command::End { why }, meta).await?;
        Ok(())
    }

    /// What the directory says of a professional's groups now. A realm leaves the claim out for whoever is in no group any more, so that
    /// a missing one must take the roles away, unless the realm never maps groups. A claim that names no groups gives none.
    async fn belong(&self, realm: Realm, signed_in: &SignedIn) -> Result<(), Status> {
        if realm != Realm::Practitioner {
            return Ok(());
        }
        let groups = match &signed_in.groups {
            Groups::Told(groups) => groups.clone(),
            Groups::Untold if !self.settings.oidc_practitioner_maps_groups => return Ok(()),
            Groups::Untold => {
                tracing::warn!("sign_in.no_groups");
                BTreeSet::new()
            }
            Groups::Malformed => {
                tracing::error!("sign_in.groups_malformed");
                BTreeSet::new()
            }
        };
        let (id, belong) = (PractitionerId::from_uuid(signed_in.person.uuid()), practitioner::Command::BelongTo(groups));
        let meta = CommandMeta::system(self.kernel.ids.v7(self.kernel.clock.now()));
        self.kernel.store.execute::<Practitioner>(id, belong, meta).await?;
        Ok(())
    }

    /// Prolongs a session that a person uses.
    async fn touch(&self, found: &mut Resolved) -> Result<(), Status> {
        let now = self.kernel.clock.now();
        let idle_ends_at = later(now, self.settings.idle(found.realm)).min(found.absolute_ends_at);
        if idle_ends_at.duration_since(found.idle_ends_at) < TOUCH_EVERY {
            return Ok(());
        }
        session_secrets::prolong(&self.kernel.pool, found.session_id, idle_ends_at, now).await.map_err(grpc::fault)?;
        found.idle_ends_at = idle_ends_at;
        Ok(())
    }
}

#[tonic::async_trait]
impl SessionService for Sessions {
    async fn begin_sign_in(&self, request: Request<BeginSignInRequest>) -> Result<Response<BeginSignInResponse>, Status> {
        let request = request.into_inner();
        let realm = realm(request.realm)?;
        let asked_anew = request.ask_anew || self.has_run_out(realm, &request.previous_secret).await?;
        let begun = self.oidc(realm).begin(&request.redirect_uri, &request.language, asked_anew).await.map_err(sign_in_failed)?;
        let callback_secret = URL_SAFE_NO_PAD.encode(self.kernel.ids.secret());
        let row = pending::Pending {
            realm,
            nonce: begun.nonce,
            sealed_verifier: pending::seal(&begun.pkce_verifier, &callback_secret).map_err(grpc::fault)?,
            callback_hash: hash(&callback_secret),
            return_to: request.return_to,
            redirect_uri: request.redirect_uri,
            begun_at: self.kernel.clock.now(),
            asked_anew,
        };
        pending::keep(&self.kernel.pool, &hash(&begun.state), &row).await.map_err(grpc::fault)?;
        Ok(Response::new(BeginSignInResponse { url: begun.url.into(), callback_secret }))
    }

    async fn complete_sign_in(&self, request: Request<CompleteSignInRequest>) -> Result<Response<CompleteSignInResponse>, Status> {
        let request = request.into_inner();
        let realm = realm(request.realm)?;
        // Taken out whatever follows: a state is good for one try.
        let (state, callback) = (hash(&request.state), hash(&request.callback_secret));
        let taken = pending::take(&self.kernel.pool, &state, &callback, self.kernel.clock.now()).await.map_err(grpc::fault)?;
        let pending = taken
            .filter(|pending| pending.realm == realm && pending.redirect_uri == request.redirect_uri)
            .ok_or_else(|| grpc::status(Code::FailedPrecondition, "sign_in_unknown", &[]))?;
        let pkce_verifier = pending::open(pending.sealed_verifier, &request.callback_secret).map_err(grpc::fault)?;
        let asked_anew = Some(pending.begun_at).filter(|_| pending.asked_anew);
        let completed = self.oidc(realm).complete(&request.code, &request.redirect_uri, &pending.nonce, &pkce_verifier, asked_anew).await;
        let signed_in = completed.map_err(sign_in_failed)?;
        let signed_in = self.as_person(signed_in).await?;
        self.belong(realm, &signed_in).await?;
        let denial = self.denial(&signed_in).await?;
        let signed_in = if denial.is_none() { self.as_patient(signed_in).await? } else { signed_in };
        let before = sessions::resolve(&self.kernel.pool, &hash(&request.previous_secret)).await.map_err(grpc::fault)?;
        let before = before.filter(|before| before.realm == realm).map(|before| before.session_id);
        let session_secret = self.start(realm, signed_in, denial, request.device.unwrap_or_default(), before).await?;
        let begun = sessions::resolve(&self.kernel.pool, &hash(&session_secret)).await.map_err(grpc::fault)?;
        let entry = begun.as_ref().and_then(entry).map(|entry| entry.public().into()).unwrap_or_default();
        Ok(Response::new(CompleteSignInResponse { session_secret, return_to: pending.return_to, denied: denial.is_some(), entry }))
    }

    async fn resolve_session(&self, request: Request<ResolveSessionRequest>) -> Result<Response<ResolveSessionResponse>, Status> {
        let request = request.into_inner();
        let realm = realm(request.realm)?;
        let mut found = self.living(realm, &request.session_secret).await?;
        if request.touch {
            self.touch(&mut found).await?;
        }
        let people = People::of(&self.kernel, &found).await?;
        let codes = Codes { own: people.ssn.as_ref(), principal: people.principal_ssn.as_ref() };
        let look = self.checker.look(&self.kernel, &mut found, codes, request.check).await?;
        let (caller, session) = people.told(&found, look, self.kernel.clock.now());
        Ok(Response::new(ResolveSessionResponse {
            caller: Some(caller),
            session: Some(session),
            idle_ends_at: Some(timestamp(found.idle_ends_at)),
            absolute_ends_at: Some(timestamp(found.absolute_ends_at)),
            mandate_unchecked: look == Look::Unchecked,
            revoked_principal_id: found.revoked_principal.map(|principal| principal.to_string()).unwrap_or_default(),
        }))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<SignOutResponse>, Status> {
        self.sign_out_here(request.into_inner()).await.map(Response::new)
    }

    async fn signed_out_at_realm(&self, request: Request<SignedOutAtRealmRequest>) -> Result<Response<SignedOutAtRealmResponse>, Status> {
        self.end_at_realm(&request.into_inner()).await.map(Response::new)
    }

    async fn leave_realm(&self, request: Request<LeaveRealmRequest>) -> Result<Response<LeaveRealmResponse>, Status> {
        self.hand_on(&request.into_inner()).await.map(Response::new)
    }
}

pub(super) fn realm(number: i32) -> Result<Realm, Status> {
    Realm::from_number(number).ok_or_else(|| grpc::invalid_field("realm", "undefined"))
}

pub(super) fn hash(secret: &str) -> Vec<u8> {
    digest(&SHA256, secret.as_bytes()).as_ref().to_vec()
}

fn later(now: Timestamp, by: SignedDuration) -> Timestamp {
    now.saturating_add(by).unwrap_or(now)
}

pub(super) fn unauthenticated(reason: &str) -> Status {
    grpc::status(Code::Unauthenticated, reason, &[])
}

pub(super) fn sign_in_failed(error: OidcError) -> Status {
    tracing::warn!(error = &error as &dyn std::error::Error, "sign_in.failed");
    match error {
        OidcError::Unavailable => grpc::status(Code::Unavailable, "realm_unavailable", &[]),
        OidcError::UnknownIssuer | OidcError::CodeRefused | OidcError::TokenRefused | OidcError::Incomplete => {
            grpc::status(Code::PermissionDenied, "sign_in_failed", &[])
        }
    }
}
