//! Who has looked at a person's data: for that person, and for those who may withhold an entry from them.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::{self, Rpc, WithholdingGround},
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::PersonId;
use kajo_proto::{
    common::v1::{LocalizedString, PageRequest},
    identity::v1::{
        AccessLogEntry, ListMyAccessLogRequest, ListMyAccessLogResponse, ListPatientAccessLogRequest, ListPatientAccessLogResponse,
        NameAccessorsRequest, NameAccessorsResponse, NameRepresentativesRequest, NameRepresentativesResponse, PatientAccessLogEntry,
        ProveMyAccessLogRequest, ProveMyAccessLogResponse, ShowAccessEntryRequest, ShowAccessEntryResponse, Viewing, WithholdAccessEntryRequest,
        WithholdAccessEntryResponse, access_log_service_server::AccessLogService,
    },
};
use prost::Message;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use super::{opened, patient, signed_in_names, timestamp};
use crate::{
    projections::{
        locations,
        own_access_log::{self, Looked, Shown},
        practitioners, roles,
    },
    session::Ground,
};

const LOG: &str = "access_log";

pub(super) struct AccessLogs(pub(super) Kernel);

impl AccessLogs {
    /// A page of what is shown of a person's log, and the token of the next one.
    async fn page(&self, person: PersonId, withheld: bool, page: Option<PageRequest>) -> Result<(Vec<Looked>, String), Status> {
        let page = page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let shown = Shown { person: person.uuid(), since: access::shown_since(self.0.clock.now()), withheld };
        let mut rows = own_access_log::page(&self.0.pool, shown, after.as_ref(), size + 1).await.map_err(grpc::fault)?;
        let next = page::cut(&mut rows, size, |row| TimeCursor { at: row.at, id: row.entry_id }.token());
        Ok((rows, next))
    }

    /// Withholds an entry of a patient whom the session has opened, or shows it again.
    async fn decide(
        &self,
        rpc: &Rpc,
        request: &impl Message,
        (patient_id, entry_id): (&str, &str),
        ground: Option<WithholdingGround>,
        reason: &str,
    ) -> Result<(), Status> {
        let (patient, right) = patient::opened(&self.0, &rpc.caller, patient_id).await?;
        let subject = PersonId::from_uuid(patient.uuid());
        let entry = Uuid::try_parse(entry_id).map_err(|_| grpc::not_found())?;
        let found = own_access_log::find(&self.0.pool, subject.uuid(), entry).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        access::decide(&self.0, rpc, request, (row(subject, &found), right.name()), ground, reason).await
    }
}

/// As those decide about it who may withhold it.
const fn row(subject: PersonId, found: &Looked) -> access::Shown {
    access::Shown { entry: found.entry_id, subject, doers: [found.professional, found.representative] }
}

#[tonic::async_trait]
impl AccessLogService for AccessLogs {
    async fn list_my_access_log(&self, request: Request<ListMyAccessLogRequest>) -> Result<Response<ListMyAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = own(&rpc)?;
        let page = request.into_inner().page;
        let is_first = page.as_ref().is_none_or(|page| page.token.is_empty());
        let (rows, next_page_token) = self.page(person, false, page).await?;
        let withheld = if is_first { access::withheld_from(&self.0, person).await.map_err(grpc::fault)? } else { Vec::new() };
        rpc.log_access(&self.0, Some(person), (LOG, None), "own").await?;
        let names = Names::of_rows(&self.0, &rows).await?;
        Ok(Response::new(ListMyAccessLogResponse {
            entries: rows.iter().map(|row| names.entry(row)).collect(),
            next_page_token,
            withheld,
            represented_name: rpc.caller.display_name().to_owned(),
        }))
    }

    async fn name_accessors(&self, request: Request<NameAccessorsRequest>) -> Result<Response<NameAccessorsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = if rpc.caller.is_resident() { own(&rpc)? } else { rpc.person()? };
        let request = request.into_inner();
        let representatives = ids(&request.representative_ids);
        // Whoever has not acted for the caller is nobody here.
        let representatives = own_access_log::have_acted(&self.0.pool, person.uuid(), &representatives).await.map_err(grpc::fault)?;
        rpc.log_access(&self.0, Some(person).filter(|_| rpc.caller.is_resident()), (LOG, None), "own").await?;
        let (professionals, roles, locations) = (ids(&request.professional_ids), ids(&request.role_ids), ids(&request.location_ids));
        let names = Names::of(&self.0, &professionals, &representatives, &roles, &locations).await?;
        Ok(Response::new(NameAccessorsResponse {
            professionals: by_text(names.professionals),
            representatives: by_text(names.representatives),
            roles: names.roles.into_iter().map(|(id, texts)| (id.to_string(), LocalizedString { texts })).collect(),
            locations: by_text(names.locations),
        }))
    }

    async fn name_representatives(&self, request: Request<NameRepresentativesRequest>) -> Result<Response<NameRepresentativesResponse>, Status> {
        let request = request.into_inner();
        let represented = Uuid::try_parse(&request.represented_id).map_err(|_| grpc::not_found())?;
        let asked = ids(&request.representative_ids);
        let acted = own_access_log::have_acted(&self.0.pool, represented, &asked).await.map_err(grpc::fault)?;
        let names = Names::of(&self.0, &[], &acted, &[], &[]).await?;
        Ok(Response::new(NameRepresentativesResponse { representatives: by_text(names.representatives) }))
    }

    async fn prove_my_access_log(&self, request: Request<ProveMyAccessLogRequest>) -> Result<Response<ProveMyAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = own(&rpc)?;
        rpc.log_access(&self.0, Some(person), (LOG, None), "own").await?;
        let proof = access::prove(&self.0, person, &request.into_inner().page_token).await?;
        Ok(Response::new(ProveMyAccessLogResponse { proof: Some(proof) }))
    }

    async fn list_patient_access_log(&self, request: Request<ListPatientAccessLogRequest>) -> Result<Response<ListPatientAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, right) = patient::opened(&self.0, &rpc.caller, &request.patient_id).await?;
        let (person, reader) = (PersonId::from_uuid(patient.uuid()), rpc.person()?);
        let (rows, next_page_token) = self.page(person, true, request.page).await?;
        rpc.log_access(&self.0, Some(person), (LOG, Some(patient.uuid())), right.name()).await?;
        let names = Names::of_rows(&self.0, &rows).await?;
        let mut withheld = access::withheld_among(&self.0, &rows.iter().map(|row| row.entry_id).collect::<Vec<_>>()).await?;
        let entries = rows.iter().map(|found| {
            let decided = withheld.remove(&found.entry_id);
            let (told, reason) = decided.map(|found| (Some(found.told), found.reason)).unwrap_or_default();
            let may_withhold = row(person, found).may_be_withheld_by(reader);
            PatientAccessLogEntry { entry: Some(names.entry(found)), withheld: told, reason, may_withhold }
        });
        Ok(Response::new(ListPatientAccessLogResponse { entries: entries.collect(), next_page_token }))
    }

    async fn withhold_access_entry(&self, request: Request<WithholdAccessEntryRequest>) -> Result<Response<WithholdAccessEntryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let ground = WithholdingGround::from_view(request.ground()).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        self.decide(&rpc, &request, (&request.patient_id, &request.entry_id), Some(ground), &request.reason).await?;
        Ok(Response::new(WithholdAccessEntryResponse {}))
    }

    async fn show_access_entry(&self, request: Request<ShowAccessEntryRequest>) -> Result<Response<ShowAccessEntryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        self.decide(&rpc, &request, (&request.patient_id, &request.entry_id), None, "").await?;
        Ok(Response::new(ShowAccessEntryResponse {}))
    }
}

/// The caller in their own name. Who looked at a represented person concerns health and social matters alike, and that person alone.
fn own(rpc: &Rpc) -> Result<PersonId, Status> {
    if rpc.caller.impersonator().is_some() { Err(grpc::status(Code::PermissionDenied, "mandate_missing", &[])) } else { rpc.person() }
}

fn ids(texts: &[String]) -> Vec<Uuid> {
    texts.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect()
}

fn by_text(names: HashMap<Uuid, String>) -> HashMap<String, String> {
    names.into_iter().map(|(id, name)| (id.to_string(), name)).collect()
}

/// What those are called that the rows name by id.
struct Names {
    professionals: HashMap<Uuid, String>,
    representatives: HashMap<Uuid, String>,
    roles: HashMap<Uuid, HashMap<String, String>>,
    locations: HashMap<Uuid, String>,
}

impl Names {
    async fn of_rows(kernel: &Kernel, rows: &[Looked]) -> Result<Self, Status> {
        let ids = |of: fn(&Looked) -> Option<Uuid>| rows.iter().filter_map(of).collect::<Vec<_>>();
        Self::of(kernel, &ids(|row| row.professional), &ids(|row| row.representative), &ids(|row| row.role), &ids(|row| row.location)).await
    }

    async fn of(kernel: &Kernel, professionals: &[Uuid], representatives: &[Uuid], roles: &[Uuid], locations: &[Uuid]) -> Result<Self, Status> {
        let known = practitioners::names(&kernel.pool, professionals).await.map_err(grpc::fault)?;
        let sealed: Vec<&[u8]> = known.iter().map(|(_, name)| name.as_slice()).collect();
        let professionals = opened(kernel, &sealed).await?;
        Ok(Self {
            professionals: known.iter().map(|(id, _)| *id).zip(professionals).collect(),
            representatives: signed_in_names(kernel, representatives).await?,
            roles: roles::role_names(&kernel.pool, roles).await.map_err(grpc::fault)?,
            locations: locations::names(&kernel.pool, locations).await.map_err(grpc::fault)?,
        })
    }

    fn entry(&self, row: &Looked) -> AccessLogEntry {
        let viewing = match row.method.rsplit('/').next() {
            _ if row.representative.is_some() => Viewing::OnBehalf,
            Some("LookUpPatient") => Viewing::Lookup,
            Some("AdmitMessage") => Viewing::Messaged,
            Some("AddPatient" | "SavePatientInfo" | "RefreshPatient" | "ChooseCareTeam") => Viewing::Changed,
            Some("ListPatientAccessLog" | "WithholdAccessEntry" | "ShowAccessEntry") => Viewing::AccessLog,
            _ => Viewing::BasicInfo,
        };
        let role = row.role.and_then(|role| self.roles.get(&role));
        AccessLogEntry {
            entry_id: row.entry_id.to_string(),
            at: Some(timestamp(row.at)),
            professional_name: row.professional.and_then(|id| self.professionals.get(&id)).cloned().unwrap_or_default(),
            role_name: role.map(|texts| LocalizedString { texts: texts.clone() }),
            location_name: row.location.and_then(|id| self.locations.get(&id)).cloned().unwrap_or_default(),
            ground: row.ground.map(Ground::number).unwrap_or_default(),
            viewing: viewing.into(),
            representative_name: row.representative.and_then(|id| self.representatives.get(&id)).cloned().unwrap_or_default(),
        }
    }
}
