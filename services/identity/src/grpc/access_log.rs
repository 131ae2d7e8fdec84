//! Who has looked at a person's data: for that person, and for those who may withhold an entry from them.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::{self, AccessTable, OwnPage, ReadRecord, ReviewedRow, Rpc, ShownLog, ShownRow, Shows},
    grpc,
};
use chassis_domain::PersonId;
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        AccessLogEntry, ListMyAccessLogRequest, ListMyAccessLogResponse, ListPatientAccessLogRequest, ListPatientAccessLogResponse,
        NameAccessorsRequest, NameAccessorsResponse, NameRepresentativesRequest, NameRepresentativesResponse, PatientAccessLogEntry,
        ProveMyAccessLogRequest, ProveMyAccessLogResponse, ShowAccessEntryRequest, ShowAccessEntryResponse, Viewing, WithholdAccessEntryRequest,
        WithholdAccessEntryResponse, access_log_service_server::AccessLogService,
    },
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{opened, patient, signed_in_names, timestamp};
use crate::{
    projections::{locations, practitioners, roles},
    session::Ground,
};

const LOG: &str = "access_log";

/// What the log of identity shows: what professionals did who confirmed a ground, and that somebody began to act on the person's behalf.
static SHOWN: AccessTable<Viewing> = AccessTable {
    professionals: Shows {
        grounds: &Ground::NAMES,
        methods: &[
            ("LookUpPatient", Viewing::Lookup),
            ("OpenPatient", Viewing::Lookup),
            ("AdmitMessage", Viewing::Messaged),
            ("AddPatient", Viewing::Changed),
            ("SavePatientInfo", Viewing::Changed),
            ("RefreshPatient", Viewing::Changed),
            ("ChooseCareTeam", Viewing::Changed),
            ("ListPatientAccessLog", Viewing::AccessLog),
            ("WithholdAccessEntry", Viewing::AccessLog),
            ("ShowAccessEntry", Viewing::AccessLog),
        ],
        others: Some(Viewing::BasicInfo),
    },
    on_behalf: Shows { grounds: &["mandate"], methods: &[], others: Some(Viewing::OnBehalf) },
};

pub(super) struct AccessLogs {
    kernel: Kernel,
    log: ShownLog<Viewing>,
}

impl AccessLogs {
    pub(super) fn new(kernel: Kernel) -> Self {
        Self { log: ShownLog::new(kernel.clone(), &SHOWN), kernel }
    }

    /// What is known of a patient whom the session has opened.
    async fn read(&self, rpc: &Rpc, patient_id: &str) -> Result<ReadRecord, Status> {
        let (patient, right) = patient::opened(&self.kernel, &rpc.caller, patient_id).await?;
        Ok(ReadRecord { subject: PersonId::from_uuid(patient.uuid()), id: patient.uuid(), right: right.name(), objects: None })
    }
}

#[tonic::async_trait]
impl AccessLogService for AccessLogs {
    async fn list_my_access_log(&self, request: Request<ListMyAccessLogRequest>) -> Result<Response<ListMyAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let OwnPage { rows, next_page_token, withheld } = self.log.own(&rpc, request.into_inner().page).await?;
        let names = Names::of_rows(&self.kernel, rows.iter().collect()).await?;
        let entries = rows.iter().map(|row| names.entry(row)).collect();
        Ok(Response::new(ListMyAccessLogResponse { entries, next_page_token, withheld, represented_name: rpc.caller.display_name().to_owned() }))
    }

    async fn name_accessors(&self, request: Request<NameAccessorsRequest>) -> Result<Response<NameAccessorsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = if rpc.caller.is_resident() { access::in_own_name(&rpc)? } else { rpc.person()? };
        let request = request.into_inner();
        let representatives = ids(&request.representative_ids);
        // Whoever has not acted for the caller is nobody here.
        let representatives = self.log.have_acted(person.uuid(), &representatives).await.map_err(grpc::fault)?;
        rpc.log_access(&self.kernel, Some(person).filter(|_| rpc.caller.is_resident()), (LOG, None), "own").await?;
        let (professionals, roles, locations) = (ids(&request.professional_ids), ids(&request.role_ids), ids(&request.location_ids));
        let names = Names::of(&self.kernel, &professionals, &representatives, &roles, &locations).await?;
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
        let acted = self.log.have_acted(represented, &asked).await.map_err(grpc::fault)?;
        let names = Names::of(&self.kernel, &[], &acted, &[], &[]).await?;
        Ok(Response::new(NameRepresentativesResponse { representatives: by_text(names.representatives) }))
    }

    async fn prove_my_access_log(&self, request: Request<ProveMyAccessLogRequest>) -> Result<Response<ProveMyAccessLogResponse>, Status> {
        let proof = self.log.prove(&Rpc::of(&request)?, &request.into_inner().page_token).await?;
        Ok(Response::new(ProveMyAccessLogResponse { proof: Some(proof) }))
    }

    async fn list_patient_access_log(&self, request: Request<ListPatientAccessLogRequest>) -> Result<Response<ListPatientAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.patient_id).await?;
        let (rows, next_page_token) = self.log.of_record(&rpc, record, request.page).await?;
        let names = Names::of_rows(&self.kernel, rows.iter().map(|found| &found.row).collect()).await?;
        let entries = rows.into_iter().map(|ReviewedRow { row, withheld, reason, may_withhold }| PatientAccessLogEntry {
            entry: Some(names.entry(&row)),
            withheld,
            reason,
            may_withhold,
        });
        Ok(Response::new(ListPatientAccessLogResponse { entries: entries.collect(), next_page_token }))
    }

    async fn withhold_access_entry(&self, request: Request<WithholdAccessEntryRequest>) -> Result<Response<WithholdAccessEntryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.patient_id).await?;
        self.log.withhold(&rpc, &request, (record, &request.entry_id), request.ground(), &request.reason).await?;
        Ok(Response::new(WithholdAccessEntryResponse {}))
    }

    async fn show_access_entry(&self, request: Request<ShowAccessEntryRequest>) -> Result<Response<ShowAccessEntryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let record = self.read(&rpc, &request.patient_id).await?;
        self.log.show(&rpc, &request, (record, &request.entry_id)).await?;
        Ok(Response::new(ShowAccessEntryResponse {}))
    }
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
    async fn of_rows(kernel: &Kernel, rows: Vec<&ShownRow<Viewing>>) -> Result<Self, Status> {
        let ids = |of: fn(&ShownRow<Viewing>) -> Option<Uuid>| rows.iter().filter_map(|row| of(row)).collect::<Vec<_>>();
        let (professionals, representatives) = (ids(|row| row.professional), ids(|row| row.representative));
        let (roles, locations) = (ids(|row| row.role), ids(|row| row.location));
        Self::of(kernel, &professionals, &representatives, &roles, &locations).await
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

    fn entry(&self, row: &ShownRow<Viewing>) -> AccessLogEntry {
        let role = row.role.and_then(|role| self.roles.get(&role));
        AccessLogEntry {
            entry_id: row.entry_id.to_string(),
            at: Some(timestamp(row.at)),
            professional_name: row.professional.and_then(|id| self.professionals.get(&id)).cloned().unwrap_or_default(),
            role_name: role.map(|texts| LocalizedString { texts: texts.clone() }),
            location_name: row.location.and_then(|id| self.locations.get(&id)).cloned().unwrap_or_default(),
            ground: Ground::from_name(&row.ground).map(Ground::number).unwrap_or_default(),
            viewing: row.category.into(),
            representative_name: row.representative.and_then(|id| self.representatives.get(&id)).cloned().unwrap_or_default(),
        }
    }
}
