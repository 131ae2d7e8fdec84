//! Patients, as professionals find them. What is asked for is a personal identity code: it stands in no log and no url, and its
//! lookup is no command, whose key would keep a hash of it.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::{AccessEntry, Caller, Rpc},
    grpc,
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{Aggregate, PersonId, Refusals, Sealable};
use fhir::SystemIdentifiers;
use kajo_proto::identity::v1::{
    AddPatientRequest, AddPatientResponse, ChooseCareTeamRequest, ChooseCareTeamResponse, GetPatientRequest, GetPatientResponse,
    LookUpPatientRequest, LookUpPatientResponse, Messaging, OpenPatientRequest, OpenPatientResponse, Patient as PatientView, PatientInfo,
    RefreshPatientRequest, RefreshPatientResponse, SavePatientInfoRequest, SavePatientInfoResponse, patient_service_server::PatientService,
};
use tonic::{Code, Request, Response, Status};

use super::{feature_flag, opened_bytes, signed_in_names};
use crate::{
    adapters::patient_record::PatientRecord,
    care_team::CareTeamId,
    feature_flag::Flag,
    lookup_alert::Limits,
    lookups,
    patient::{self, Info, Patient, PatientId, Refused, Register, Standing, Unreachable},
    projections::{
        care_teams, opened_patients, patient_care_teams,
        patients::{self, Kept},
    },
    protection, registration,
    resident::ServiceAreaId,
    service_areas::ServiceAreas,
    session::{Command, Ground, Session, SessionId},
    settings::IdentitySettings,
    ssn::Ssn,
};

/// As the access log names a lookup.
const LOOK_UP: &str = "/kajo.identity.v1.PatientService/LookUpPatient";
/// Stands in the setting of the link for the record system's own id of a patient.
const RECORD_ID: &str = "{record_id}";

#[derive(Clone)]
pub(super) struct Patients {
    kernel: Kernel,
    record: PatientRecord,
    record_link: String,
    limits: Limits,
    areas: ServiceAreas,
}

#[tonic::async_trait]
impl PatientService for Patients {
    async fn look_up_patient(&self, request: Request<LookUpPatientRequest>) -> Result<Response<LookUpPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let ground = Ground::from_number(request.ground).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        let ssn = Ssn::parse(&request.ssn).ok_or_else(|| grpc::invalid_field("ssn", "ssn_malformed"))?;
        let kernel = &self.kernel;
        let Some(patient) = lookups::look_up(kernel, self.limits, &rpc, &ssn).await? else {
            // A lookup that finds nobody is a lookup.
            rpc.log_access(kernel, None, (Patient::CATEGORY, None), ground.name()).await?;
            return Err(grpc::status(Code::NotFound, "patient_not_found", &[]));
        };
        protection::ask(kernel, &self.record, patient, &ssn).await?;
        let meta = self.without_key(&rpc).with_access(entry(&rpc, patient, ground));
        let opening = Command::OpenPatient { patient, ground };
        kernel.store.execute::<Session>(SessionId::from_uuid(session), opening, meta).await?;
        rpc.is_logged_by_its_command();
        Ok(Response::new(LookUpPatientResponse { patient_id: patient.to_string() }))
    }

    async fn open_patient(&self, request: Request<OpenPatientRequest>) -> Result<Response<OpenPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let ground = Ground::from_number(request.ground).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        let patient = PatientId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let kernel = &self.kernel;
        // A lookup in all but the code: it counts as one, the patient reads it so, and administrators are told of one under non-disclosure.
        let Some(patient) = lookups::find(kernel, self.limits, &rpc, patient).await? else {
            rpc.log_access(kernel, None, (Patient::CATEGORY, None), ground.name()).await?;
            return Err(grpc::not_found());
        };
        self.as_of_now(patient).await?;
        let meta = self.without_key(&rpc).with_access(entry(&rpc, patient, ground));
        kernel.store.execute::<Session>(SessionId::from_uuid(session), Command::OpenPatient { patient, ground }, meta).await?;
        rpc.is_logged_by_its_command();
        Ok(Response::new(OpenPatientResponse {}))
    }

    async fn get_patient(&self, request: Request<GetPatientRequest>) -> Result<Response<GetPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let (patient, ground) = opened(&self.kernel, &rpc.caller, &request.into_inner().patient_id).await?;
        rpc.log_access(kernel, Some(PersonId::from_uuid(patient.uuid())), (Patient::CATEGORY, Some(patient.uuid())), ground.name()).await?;
        let (kept, ssn, info, non_disclosure) = self.as_of_now(patient).await?;
        let care_team = if non_disclosure { None } else { patient_care_teams::of(&kernel.pool, patient).await.map_err(grpc::fault)? };
        let (care_team_id, care_team_name) = care_team.map(|(id, name, _area)| (id.to_string(), name)).unwrap_or_default();
        // Whom the record system has not told of yet is called as the national identification says.
        let identified = if info.official_name.is_empty() { signed_in_names(kernel, &[patient.uuid()]).await? } else { HashMap::new() };
        let official_name = identified.into_values().next().unwrap_or_else(|| info.official_name.clone());
        let view = PatientView {
            patient_id: patient.to_string(),
            ssn,
            first_name: info.first_name.clone(),
            last_name: info.last_name.clone(),
            state: kept.standing.number(),
            care_team_id,
            care_team_name,
            official_name,
            messaging: messaging(kept.standing).into(),
            record_url: self.record_url(&info),
            info: Some(view(if non_disclosure { info.without_hidden() } else { info })),
            version: kept.version,
            non_disclosure,
        };
        Ok(Response::new(GetPatientResponse { patient: Some(view) }))
    }

    async fn add_patient(&self, request: Request<AddPatientRequest>) -> Result<Response<AddPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let ground = Ground::from_number(request.ground).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        let ssn = Ssn::parse(&request.ssn).ok_or_else(|| grpc::invalid_field("ssn", "ssn_malformed"))?;
        let info = asked(request.info);
        let area_known = self.knows(&info);
        let info = info.checked(area_known).map_err(|refused| grpc::refused(&refused))?;
        let kernel = &self.kernel;
        if let Some(known) = lookups::look_up(kernel, self.limits, &rpc, &ssn).await? {
            // That somebody is a patient is learned by it, and nothing is changed: a lookup, whatever it was meant as.
            rpc.log(kernel, AccessEntry { method: LOOK_UP, ..entry(&rpc, known, ground) }).await?;
            return Err(grpc::refused(&Refused::Exists));
        }
        let patient = PatientId::from_uuid(kernel.ids.v7(kernel.clock.now()));
        let code = ssn.clone();
        let (first_name, last_name) = (info.first_name.clone(), info.last_name.clone());
        let register = Register { person: PersonId::from_uuid(patient.uuid()), ssn, first_name, last_name, standing: Standing::ManuallyAdded };
        registration::add(kernel, self.without_key(&rpc).with_access(entry(&rpc, patient, ground)), register, info, area_known).await?;
        rpc.is_logged_by_its_command();
        protection::ask(kernel, &self.record, patient, &code).await?;
        let opening = Command::OpenPatient { patient, ground };
        kernel.store.execute::<Session>(SessionId::from_uuid(session), opening, self.without_key(&rpc)).await?;
        Ok(Response::new(AddPatientResponse { patient_id: patient.to_string() }))
    }

    async fn save_patient_info(&self, request: Request<SavePatientInfoRequest>) -> Result<Response<SavePatientInfoResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, ground) = opened(&self.kernel, &rpc.caller, &request.patient_id).await?;
        let meta = rpc.command(&request)?.with_access(entry(&rpc, patient, ground));
        let (info, version) = (asked(request.info), request.version);
        let area_known = self.knows(&info);
        let saved = self.kernel.store.transact(meta, move |unit| {
            let info = info.clone();
            Box::pin(async move {
                unit.execute_expecting(patient, &patient::Command::SaveInfo { info, area_known }, Some(version)).await?;
                Ok::<_, WorkError<Refusals<Refused>>>(SavePatientInfoResponse {})
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn refresh_patient(&self, request: Request<RefreshPatientRequest>) -> Result<Response<RefreshPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, ground) = opened(&self.kernel, &rpc.caller, &request.patient_id).await?;
        let meta = rpc.command(&request)?.with_access(entry(&rpc, patient, ground));
        let kept = patients::find(&self.kernel.pool, patient).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let (ssn, _) = self.open(&kept).await?;
        let ssn = Ssn::parse(&ssn).ok_or_else(grpc::not_found)?;
        let record = self.record.basic_info(&ssn).await.map_err(|error| {
            tracing::warn!(error = &error as &dyn std::error::Error, "patient_record.unavailable");
            grpc::status(Code::Unavailable, "patient_record_unavailable", &[])
        })?;
        let (record, non_disclosure) = record.ok_or_else(|| grpc::status(Code::FailedPrecondition, "patient_not_in_record", &[]))?;
        protection::learn(&self.kernel, patient, non_disclosure).await?;
        self.kernel.store.execute(patient, patient::Command::Refresh { record }, meta).await?;
        Ok(Response::new(RefreshPatientResponse {}))
    }

    async fn choose_care_team(&self, request: Request<ChooseCareTeamRequest>) -> Result<Response<ChooseCareTeamResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, ground) = opened(&self.kernel, &rpc.caller, &request.patient_id).await?;
        feature_flag::require(&self.kernel, Flag::CareTeamChoice).await?;
        let care_team = match request.care_team_id.as_str() {
            "" => None,
            id => Some(CareTeamId::parse(id).ok_or_else(|| grpc::refused(&Refused::CareTeamUnknown))?),
        };
        let meta = rpc.command(&request)?.with_access(entry(&rpc, patient, ground));
        let chosen = self.kernel.store.transact(meta, move |unit| {
            Box::pin(async move {
                let can_be_chosen = match care_team {
                    Some(care_team) => care_teams::can_be_chosen_in_tx(unit.tx(), care_team).await.map_err(StoreError::from)?,
                    None => true,
                };
                unit.execute(patient, &patient::Command::ChooseCareTeam { care_team, can_be_chosen }).await?;
                Ok::<_, WorkError<Refusals<Refused>>>(ChooseCareTeamResponse {})
            })
        });
        Ok(Response::new(chosen.await?))
    }
}

impl Patients {
    pub(super) fn try_new(kernel: Kernel, settings: &IdentitySettings, areas: ServiceAreas) -> anyhow::Result<Self> {
        let record_link = settings.patient_record_link.clone();
        let fits = record_link.is_empty() || (record_link.contains(RECORD_ID) && url::Url::parse(&record_link.replace(RECORD_ID, "1")).is_ok());
        anyhow::ensure!(fits, "the link into the patient record system is no address with {RECORD_ID} in it");
        let systems: SystemIdentifiers = kernel.settings.part()?;
        systems.check()?;
        let token = settings.patient_record_token.clone();
        let record = PatientRecord::try_new(&settings.patient_record_url, token, &systems.national_id_system)?;
        let limits = settings.lookup_limits();
        anyhow::ensure!(limits.are_sound(), "the limits of lookups make no sense together: {limits:?}");
        Ok(Self { kernel, record, record_link, limits, areas })
    }

    /// A patient as kept, with code and basic info in the clear, and whether a non-disclosure restriction protects them now.
    async fn as_of_now(&self, patient: PatientId) -> Result<(Kept, String, Info, bool), Status> {
        let find = async || patients::find(&self.kernel.pool, patient).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found);
        let mut kept = find().await?;
        let (ssn, info) = self.open(&kept).await?;
        let before = protection::known(&self.kernel, patient).await?;
        let protected = self.is_protected(patient, &ssn).await?;
        if protected != before {
            // What is learned is a version of its own.
            kept = find().await?;
        }
        Ok((kept, ssn, info, protected))
    }

    /// Whether a non-disclosure restriction protects a patient of this code now.
    pub(super) async fn is_protected(&self, patient: PatientId, ssn: &str) -> Result<bool, Status> {
        match Ssn::parse(ssn) {
            Some(ssn) => protection::ask(&self.kernel, &self.record, patient, &ssn).await,
            None => protection::known(&self.kernel, patient).await,
        }
    }

    /// Whether the county has the area that somebody is said to live in.
    fn knows(&self, info: &Info) -> bool {
        info.service_area.is_some_and(|area| self.areas.has(area))
    }

    /// A command that has no key: what was asked leaves no hash.
    fn without_key(&self, rpc: &Rpc) -> CommandMeta {
        let id = self.kernel.ids.v7(self.kernel.clock.now());
        CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(id) }
    }

    /// Personal identity code and basic info, in the clear.
    pub(super) async fn open(&self, kept: &Kept) -> Result<(String, Info), Status> {
        Ok(self.open_all(&[kept]).await?.pop().unwrap_or_default())
    }

    /// The same of each of these.
    pub(super) async fn open_all(&self, kept: &[&Kept]) -> Result<Vec<(String, Info)>, Status> {
        let columns: Vec<_> = kept.iter().flat_map(|Kept { ssn, first_name, last_name, info, .. }| [ssn, first_name, last_name, info]).collect();
        let opened = opened_bytes(&self.kernel, &columns.into_iter().map(Vec::as_slice).collect::<Vec<_>>()).await?;
        Ok(kept.iter().zip(opened.chunks(4)).map(|(kept, columns)| in_the_clear(kept, columns.to_vec())).collect())
    }

    /// Where the record system shows the patient; empty when it cannot be said.
    fn record_url(&self, info: &Info) -> String {
        if info.record_id.is_empty() { String::new() } else { self.record_link.replace(RECORD_ID, &info.record_id) }
    }
}

/// Personal identity code and basic info, out of the opened columns.
fn in_the_clear(kept: &Kept, columns: Vec<Vec<u8>>) -> (String, Info) {
    let [ssn, first_name, last_name, info] = <[Vec<u8>; 4]>::try_from(columns).unwrap_or_default();
    let text = |bytes| String::from_utf8(bytes).unwrap_or_default();
    let registered = || Info { first_name: text(first_name), last_name: text(last_name), ..Info::default() };
    let info = if kept.info.is_empty() { registered() } else { Info::from_plain(&info).unwrap_or_default() };
    (text(ssn), info)
}

/// A patient whom the session has opened, and on what ground. Whom nobody has opened here does not exist here.
pub(super) async fn opened(kernel: &Kernel, caller: &Caller, patient_id: &str) -> Result<(PatientId, Ground), Status> {
    let patient = PatientId::parse(patient_id).ok_or_else(grpc::not_found)?;
    let session = caller.session().ok_or_else(grpc::access_denied)?;
    let ground = opened_patients::ground(&kernel.pool, session, patient).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
    Ok((patient, ground))
}

/// The row of the access log about what is done to a patient.
fn entry(rpc: &Rpc, patient: PatientId, ground: Ground) -> AccessEntry {
    rpc.entry(Some(PersonId::from_uuid(patient.uuid())), (Patient::CATEGORY, Some(patient.uuid())), ground.name())
}

pub(super) fn messaging(standing: Standing) -> Messaging {
    match standing.reachable() {
        Ok(()) => Messaging::Allowed,
        Err(Unreachable::NoConsent) => Messaging::NoConsent,
        Err(Unreachable::ManuallyAdded) => Messaging::ManuallyAdded,
    }
}

fn asked(info: Option<PatientInfo>) -> Info {
    let PatientInfo { first_name, last_name, usual_name, email, phone, address, service_area_id } = info.unwrap_or_default();
    let service_area = ServiceAreaId::parse(&service_area_id);
    Info { first_name, last_name, usual_name, email, phone, address, service_area, ..Info::default() }
}

fn view(info: Info) -> PatientInfo {
    let Info { first_name, last_name, usual_name, email, phone, address, service_area, .. } = info;
    let service_area_id = service_area.map(|area| area.to_string()).unwrap_or_default();
    PatientInfo { first_name, last_name, usual_name, email, phone, address, service_area_id }
}
