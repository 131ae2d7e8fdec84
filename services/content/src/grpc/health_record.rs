//! Residents read their laboratory results and prescriptions, themselves or by who acts for them in matters of health (EVT-02). What a resource says
//! is read out of it here, each time, by the code that took it in.

use std::slice;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::{Date, Mandates, PersonId, Representative, in_helsinki, timestamp};
use kajo_proto::{
    common::v1::PageRequest,
    content::v1::{
        GetMyLabResultRequest, GetMyLabResultResponse, GetMyLabResultTrendRequest, GetMyLabResultTrendResponse, GetMyPrescriptionRequest,
        GetMyPrescriptionResponse, LabResult, LabResultPoint, ListMyLabResultsRequest, ListMyLabResultsResponse, ListMyPrescriptionsRequest,
        ListMyPrescriptionsResponse, Prescription, my_health_record_service_server::MyHealthRecordService,
    },
    options::v1::Domain,
};
use tonic::{Request, Response, Status};

use crate::{
    fhir,
    health_record::{HealthRecordId, Kind, is_open_to},
    projections::health_records::{self, Keys, Row},
};

/// Why residents touch their own, as the access log says.
const OWN: &str = "own";
/// Among so many results, the newest, are those of a test and those of a sample.
const NEWEST: i64 = 500;
/// So many of a test, the newest, are plotted.
const POINTS: usize = 200;

pub(super) struct MyHealthRecords {
    pub(super) kernel: Kernel,
}

/// Whose records are asked for.
struct Asked {
    person: PersonId,
    /// Whoever asks sees them.
    is_open: bool,
}

fn asked(rpc: &Rpc) -> Result<Asked, Status> {
    let person = rpc.person()?;
    let representative = rpc.caller.impersonator().map(|somebody| Representative {
        person: somebody.person,
        name: somebody.display_name.clone(),
        mandates: Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) },
        of_teenager: rpc.caller.is_teenager(),
    });
    Ok(Asked { person, is_open: representative.as_ref().is_none_or(is_open_to) })
}

/// What is looked at, as the access log says.
const fn object(kind: Kind) -> &'static str {
    match kind {
        Kind::LabResult => "lab_result",
        Kind::Prescription => "prescription",
    }
}

/// A result with what its resource says.
struct Known {
    row: Row,
    says: fhir::LabResult,
}

impl MyHealthRecords {
    /// A page of one kind, with the token of the next one.
    async fn page(&self, rpc: &Rpc, kind: Kind, page: Option<PageRequest>) -> Result<(Vec<Row>, String), Status> {
        let kernel = &self.kernel;
        let Asked { person, is_open } = asked(rpc)?;
        let page = page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        rpc.log_access(kernel, Some(person), (object(kind), None), OWN).await?;
        if !is_open {
            return Ok((Vec::new(), String::new()));
        }
        let mut rows = health_records::page(&kernel.pool, (person, kind), after, size + 1).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.at, id: row.record_id }.token());
        Ok((rows, next_page_token))
    }

    /// One of a kind. What is another person's, or hidden, does not exist.
    async fn find(&self, rpc: &Rpc, kind: Kind, id: &str) -> Result<(PersonId, Row), Status> {
        let kernel = &self.kernel;
        let Asked { person, is_open } = asked(rpc)?;
        let id = HealthRecordId::parse(id).ok_or_else(grpc::not_found)?;
        let found = health_records::find(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?;
        let row = found.filter(|row| is_open && row.is(kind, person)).ok_or_else(grpc::not_found)?;
        rpc.log_access(kernel, Some(person), (object(kind), Some(row.record_id)), OWN).await?;
        Ok((person, row))
    }

    async fn keys(&self, rows: &[Row]) -> Result<Keys, Status> {
        Keys::of(&self.kernel, rows).await
    }

    /// The newest results of a person, the newest first.
    async fn newest(&self, person: PersonId) -> Result<Vec<Known>, Status> {
        let rows = health_records::newest(&self.kernel.pool, (person, Kind::LabResult), NEWEST).await.map_err(grpc::fault)?;
        let keys = self.keys(&rows).await?;
        let known = rows.into_iter().filter_map(|row| {
            let says = read_lab_result(&row, &keys)?;
            Some(Known { row, says })
        });
        Ok(known.collect())
    }

    /// The other results of a sample, by name.
    async fn same_sample(&self, person: PersonId, of: &Row, sample: &str) -> Result<Vec<LabResult>, Status> {
        // Of most nobody tells the sample.
        if sample.is_empty() {
            return Ok(Vec::new());
        }
        let is_other = |known: &Known| known.row.record_id != of.record_id && known.says.sample == sample;
        let others = self.newest(person).await?.into_iter().filter(is_other);
        let mut others: Vec<_> = others.map(|known| lab_result(&known.row, known.says)).collect();
        others.sort_by_cached_key(|other| (other.name.to_lowercase(), other.lab_result_id.clone()));
        Ok(others)
    }
}

/// What a result says; `None`: it is withdrawn, or its key is destroyed.
fn read_lab_result(row: &Row, keys: &Keys) -> Option<fhir::LabResult> {
    fhir::lab_result(&keys.resource(row)?)
}

/// Of a withdrawn one nothing is told but that it is.
fn withdrawn_lab_result(row: &Row) -> LabResult {
    LabResult {
        lab_result_id: row.record_id.to_string(),
        state: row.phase.public().into(),
        taken_at: Some(timestamp(row.at)),
        arrived_at: Some(timestamp(row.arrived_at)),
        ..LabResult::default()
    }
}

fn lab_result(row: &Row, says: fhir::LabResult) -> LabResult {
    LabResult {
        name: says.name,
        value: says.value,
        unit: says.unit,
        reference_low: says.reference_low.map(|bound| bound.text).unwrap_or_default(),
        reference_high: says.reference_high.map(|bound| bound.text).unwrap_or_default(),
        reference_text: says.reference_text,
        level: says.level.into(),
        taken_at: Some(timestamp(says.taken_at)),
        day_only: says.day_only,
        performer: says.performer,
        comment: says.comment,
        ..withdrawn_lab_result(row)
    }
}

fn point(known: Known) -> LabResultPoint {
    let Known { row, says } = known;
    LabResultPoint {
        lab_result_id: row.record_id.to_string(),
        taken_at: Some(timestamp(says.taken_at)),
        day_only: says.day_only,
        value: says.value,
        number: says.number,
        open: says.open,
        reference_low: says.reference_low.map(|bound| bound.number),
        reference_high: says.reference_high.map(|bound| bound.number),
        level: says.level.into(),
    }
}

/// As it is shown; `None`: nothing can be told of it, since its key is destroyed.
fn shown_lab_result(row: &Row, keys: &Keys) -> Option<LabResult> {
    if row.phase.is_withdrawn() { Some(withdrawn_lab_result(row)) } else { Some(lab_result(row, read_lab_result(row, keys)?)) }
}

/// The same of a prescription, as it stands on a day.
fn shown_prescription(row: &Row, keys: &Keys, today: Date) -> Option<Prescription> {
    let withdrawn = Prescription {
        prescription_id: row.record_id.to_string(),
        state: row.phase.public().into(),
        written_on: in_helsinki(row.at).date().to_string(),
        arrived_at: Some(timestamp(row.arrived_at)),
        ..Prescription::default()
    };
    if row.phase.is_withdrawn() {
        return Some(withdrawn);
    }
    let says = fhir::prescription(&keys.resource(row)?)?;
    Some(Prescription {
        medication: says.medication,
        written_on: says.written_on.to_string(),
        valid_until: says.valid_until.map(|day| day.to_string()).unwrap_or_default(),
        ended: says.valid_until.is_some_and(|last| last < today),
        dosage: says.dosage,
        purpose: says.purpose,
        prescriber: says.prescriber,
        ..withdrawn
    })
}

#[tonic::async_trait]
impl MyHealthRecordService for MyHealthRecords {
    async fn list_my_lab_results(&self, request: Request<ListMyLabResultsRequest>) -> Result<Response<ListMyLabResultsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (rows, next_page_token) = self.page(&rpc, Kind::LabResult, request.into_inner().page).await?;
        let keys = self.keys(&rows).await?;
        let lab_results = rows.iter().filter_map(|row| shown_lab_result(row, &keys)).collect();
        Ok(Response::new(ListMyLabResultsResponse { lab_results, next_page_token }))
    }

    async fn get_my_lab_result(&self, request: Request<GetMyLabResultRequest>) -> Result<Response<GetMyLabResultResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (person, row) = self.find(&rpc, Kind::LabResult, &request.into_inner().lab_result_id).await?;
        let keys = self.keys(slice::from_ref(&row)).await?;
        let sample = read_lab_result(&row, &keys).map(|says| says.sample).unwrap_or_default();
        let lab_result = shown_lab_result(&row, &keys).ok_or_else(grpc::not_found)?;
        let same_sample = self.same_sample(person, &row, &sample).await?;
        Ok(Response::new(GetMyLabResultResponse { lab_result: Some(lab_result), same_sample }))
    }

    async fn get_my_lab_result_trend(&self, request: Request<GetMyLabResultTrendRequest>) -> Result<Response<GetMyLabResultTrendResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (person, row) = self.find(&rpc, Kind::LabResult, &request.into_inner().lab_result_id).await?;
        let keys = self.keys(slice::from_ref(&row)).await?;
        let Some(series) = read_lab_result(&row, &keys).map(|says| says.series) else {
            return Ok(Response::new(GetMyLabResultTrendResponse::default()));
        };
        let of_test = self.newest(person).await?.into_iter().filter(|known| known.says.series == series);
        let mut points: Vec<_> = of_test.take(POINTS).map(point).collect();
        points.reverse();
        Ok(Response::new(GetMyLabResultTrendResponse { points }))
    }

    async fn list_my_prescriptions(&self, request: Request<ListMyPrescriptionsRequest>) -> Result<Response<ListMyPrescriptionsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (rows, next_page_token) = self.page(&rpc, Kind::Prescription, request.into_inner().page).await?;
        let (keys, today) = (self.keys(&rows).await?, in_helsinki(self.kernel.clock.now()).date());
        let prescriptions = rows.iter().filter_map(|row| shown_prescription(row, &keys, today)).collect();
        Ok(Response::new(ListMyPrescriptionsResponse { prescriptions, next_page_token }))
    }

    async fn get_my_prescription(&self, request: Request<GetMyPrescriptionRequest>) -> Result<Response<GetMyPrescriptionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (_, row) = self.find(&rpc, Kind::Prescription, &request.into_inner().prescription_id).await?;
        let (keys, today) = (self.keys(slice::from_ref(&row)).await?, in_helsinki(self.kernel.clock.now()).date());
        let prescription = shown_prescription(&row, &keys, today).ok_or_else(grpc::not_found)?;
        Ok(Response::new(GetMyPrescriptionResponse { prescription: Some(prescription) }))
    }
}
