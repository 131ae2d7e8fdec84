//! A content beside which somebody stands for identity, a laboratory that sends it resources, and the residents who read them.

use std::{collections::HashMap, ops::Deref};

use chassis::{
    Service,
    database::NO_MIGRATIONS,
    service::Running,
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::{Uuid, demo_id};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    content::v1::{
        FhirInteraction, GetMyLabResultRequest, GetMyLabResultResponse, GetMyLabResultTrendRequest, GetMyPrescriptionRequest, IngestRequest,
        IngestResponse, LabResult, LabResultPoint, ListMyLabResultsRequest, ListMyPrescriptionsRequest, Prescription,
        fhir_service_client::FhirServiceClient, my_health_record_service_client::MyHealthRecordServiceClient,
    },
    identity::v1::{
        FindPersonsRequest, FindPersonsResponse, FoundPerson,
        person_index_service_server::{PersonIndexService, PersonIndexServiceServer},
    },
    options::v1::{Caller, Domain},
};
use serde_json::{Value, json};
use tonic::{Request, Response, Status, service::Routes};

use crate::world::telling_nobody;

pub(crate) const NATIONAL_IDS: &str = "urn:oid:1.2.246.21";
pub(crate) const RESULTS: &str = "urn:example:results";
pub(crate) const PRESCRIPTIONS: &str = "urn:example:prescriptions";
pub(crate) const SAMPLES: &str = "urn:example:samples";

/// Artificial codes of two who are known here, and of somebody who is not.
pub(crate) const AINO: &str = "290288-922S";
pub(crate) const EINO: &str = "121275-933V";
pub(crate) const STRANGER: &str = "140348-9084";

/// Stands for identity: who has which code.
#[derive(Clone)]
struct Codes(HashMap<&'static str, Uuid>);

#[tonic::async_trait]
impl PersonIndexService for Codes {
    async fn find_persons(&self, request: Request<FindPersonsRequest>) -> Result<Response<FindPersonsResponse>, Status> {
        let found = |national_id: String| {
            let person_id = self.0.get(national_id.as_str())?.to_string();
            Some(FoundPerson { national_id, person_id })
        };
        let persons = request.into_inner().national_ids.into_iter().filter_map(found).collect();
        Ok(Response::new(FindPersonsResponse { persons }))
    }
}

/// A content with whoever stands for identity beside it.
pub(crate) struct Laboratory {
    world: World,
    identity: Option<Running>,
    integrator: Uuid,
    pub(crate) aino: Uuid,
    pub(crate) eino: Uuid,
}

impl Deref for Laboratory {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Laboratory {
    pub(crate) async fn start() -> Self {
        let mut laboratory = Self::without_identity().await;
        let codes = Codes(HashMap::from([(AINO, laboratory.aino), (EINO, laboratory.eino)]));
        let service = Service::new("identity", &NO_MIGRATIONS);
        let service = service.grpc(move |_| Ok(Routes::new(PersonIndexServiceServer::new(codes.clone()))));
        laboratory.identity = Some(laboratory.world.environment().service(service).await.unwrap());
        laboratory
    }

    pub(crate) async fn without_identity() -> Self {
        let world = World::start(TestEnvironment::with(telling_nobody).await.unwrap(), content::service).await.unwrap();
        let [integrator, aino, eino] = [(); 3].map(|()| Uuid::now_v7());
        Self { world, identity: None, integrator, aino, eino }
    }

    pub(crate) async fn end(self) {
        if let Some(identity) = self.identity {
            identity.stop().await;
        }
        self.world.end().await.unwrap();
    }

    /// Sends as the gateway hands it on, to this service or to another process of it.
    pub(crate) async fn send_to(&self, running: &Running, request: IngestRequest) -> Result<Answered, Status> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        let calls = self.world.environment().calls(running).by(gateway);
        let IngestResponse { status, body } = FhirServiceClient::new(calls).ingest(request).await?.into_inner();
        Ok(Answered { status, body: if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() } })
    }

    /// Puts a resource under its identifier.
    pub(crate) fn put(&self, resource: &Value) -> IngestRequest {
        let text = |pointer: &str| resource.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
        IngestRequest {
            integrator_id: self.integrator.to_string(),
            interaction: FhirInteraction::Update.into(),
            resource_type: text("/resourceType"),
            identifier: format!("{}|{}", text("/identifier/0/system"), text("/identifier/0/value")),
            body: resource.to_string().into(),
        }
    }

    pub(crate) async fn sends(&self, resource: &Value) -> Answered {
        self.send_to(&self.world.running, self.put(resource)).await.unwrap()
    }

    /// Sends many at once, as a `batch` or a `transaction`.
    pub(crate) async fn sends_all(&self, kind: &str, resources: &[Value]) -> Answered {
        let entry = |resource: &Value| {
            let IngestRequest { resource_type, identifier, .. } = self.put(resource);
            json!({"resource": resource, "request": {"method": "PUT", "url": format!("{resource_type}?identifier={identifier}")}})
        };
        let entries: Vec<_> = resources.iter().map(entry).collect();
        let body = json!({"resourceType": "Bundle", "type": kind, "entry": entries}).to_string().into();
        let (integrator_id, interaction) = (self.integrator.to_string(), FhirInteraction::Bundle.into());
        let request = IngestRequest { integrator_id, interaction, body, ..IngestRequest::default() };
        self.send_to(&self.world.running, request).await.unwrap()
    }

    /// What happened to all records, the oldest first.
    pub(crate) async fn events(&self) -> Vec<String> {
        sqlx::query_scalar("select event_type from events where event_type like 'health_record.%' order by seq")
            .fetch_all(&self.world.running.kernel().pool)
            .await
            .unwrap()
    }

    pub(crate) fn resident(&self, person: Uuid) -> Resident {
        Resident { calls: self.world.calls_by(caller(Caller::Resident, person, "Aino Lehtonen")) }
    }

    /// Somebody who acts for Aino.
    pub(crate) fn for_aino(&self, mandates: &[Domain], teenager: bool) -> Resident {
        let impersonator = Impersonator {
            person_id: demo_id("person", "maija").to_string(),
            display_name: "Maija Meikäläinen".to_owned(),
            mandates: mandates.iter().map(|domain| (*domain).into()).collect(),
        };
        let context = CallerContext { impersonator: Some(impersonator), teenager, ..caller(Caller::Resident, self.aino, "Aino Lehtonen") };
        Resident { calls: self.world.calls_by(context) }
    }
}

/// What an integrator is answered.
#[derive(Debug, PartialEq)]
pub(crate) struct Answered {
    pub(crate) status: u32,
    pub(crate) body: Value,
}

impl Answered {
    /// The status of each entry.
    pub(crate) fn statuses(&self) -> Vec<String> {
        let entries = self.body.pointer("/entry").and_then(Value::as_array).unwrap();
        // With or without the words that go with the number.
        entries.iter().map(|entry| entry.pointer("/response/status").and_then(Value::as_str).unwrap().chars().take(3).collect()).collect()
    }

    /// Code and place of the problem.
    pub(crate) fn problem(&self) -> (String, String) {
        problem(&self.body)
    }
}

/// Code and place of the first issue of an OperationOutcome.
pub(crate) fn problem(outcome: &Value) -> (String, String) {
    let text = |pointer: &str| outcome.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
    (text("/issue/0/code"), text("/issue/0/expression/0"))
}

/// A resident, or who acts for one.
pub(crate) struct Resident {
    calls: Calls,
}

impl Resident {
    pub(crate) fn records(&self) -> MyHealthRecordServiceClient<Calls> {
        MyHealthRecordServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn results(&self) -> Result<Vec<LabResult>, Status> {
        Ok(self.records().list_my_lab_results(ListMyLabResultsRequest::default()).await?.into_inner().lab_results)
    }

    /// The one of this name.
    pub(crate) async fn result(&self, name: &str) -> LabResult {
        self.results().await.unwrap().into_iter().find(|result| result.name == name).unwrap()
    }

    pub(crate) async fn see(&self, id: &str) -> Result<GetMyLabResultResponse, Status> {
        Ok(self.records().get_my_lab_result(GetMyLabResultRequest { lab_result_id: id.to_owned() }).await?.into_inner())
    }

    pub(crate) async fn trend(&self, id: &str) -> Result<Vec<LabResultPoint>, Status> {
        let asked = GetMyLabResultTrendRequest { lab_result_id: id.to_owned() };
        Ok(self.records().get_my_lab_result_trend(asked).await?.into_inner().points)
    }

    pub(crate) async fn prescriptions(&self) -> Result<Vec<Prescription>, Status> {
        Ok(self.records().list_my_prescriptions(ListMyPrescriptionsRequest::default()).await?.into_inner().prescriptions)
    }

    pub(crate) async fn see_prescription(&self, id: &str) -> Result<Prescription, Status> {
        let asked = GetMyPrescriptionRequest { prescription_id: id.to_owned() };
        Ok(self.records().get_my_prescription(asked).await?.into_inner().prescription.unwrap())
    }
}

/// Haemoglobin of somebody under this identifier, taken on this day at half past five in Greenwich.
pub(crate) fn haemoglobin(identifier: &str, code: &str, (day, value): (&str, f64)) -> Value {
    json!({
        "resourceType": "Observation",
        "identifier": [{"system": RESULTS, "value": identifier}],
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "718-7"}], "text": "Hemoglobiini"},
        "subject": {"identifier": {"system": NATIONAL_IDS, "value": code}},
        "effectiveDateTime": format!("{day}T05:30:00Z"),
        "performer": [{"display": "Lehtolan laboratorio"}],
        "valueQuantity": {"value": value, "unit": "g/l", "system": "http://unitsofmeasure.org", "code": "g/L"},
        "referenceRange": [{
            "low": {"value": 117, "unit": "g/l", "system": "http://unitsofmeasure.org", "code": "g/L"},
            "high": {"value": 155, "unit": "g/l", "system": "http://unitsofmeasure.org", "code": "g/L"}
        }]
    })
}

/// Another test of Aino's, in words, from this sample.
pub(crate) fn in_words(name: &str, words: &str, sample: &str) -> Value {
    json!({
        "resourceType": "Observation",
        "identifier": [{"system": RESULTS, "value": name}],
        "status": "final",
        "code": {"coding": [{"system": "urn:example:tests", "code": name}], "text": name},
        "subject": {"identifier": {"system": NATIONAL_IDS, "value": AINO}},
        "effectiveDateTime": "2026-11-18T05:30:00Z",
        "specimen": {"identifier": {"system": SAMPLES, "value": sample}},
        "valueString": words
    })
}

/// A prescription of Aino's that is good until this day.
pub(crate) fn prescription(identifier: &str, medication: &str, (written_on, valid_until): (&str, &str)) -> Value {
    json!({
        "resourceType": "MedicationRequest",
        "identifier": [{"system": PRESCRIPTIONS, "value": identifier}],
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": {"text": medication},
        "subject": {"identifier": {"system": NATIONAL_IDS, "value": AINO}},
        "authoredOn": written_on,
        "requester": {"display": "Hanna Niemi"},
        "reasonCode": [{"text": "Kipuun"}],
        "dosageInstruction": [{"text": "1 tabletti tarvittaessa"}],
        "dispenseRequest": {"validityPeriod": {"end": valid_until}}
    })
}

/// The same as its source changed it at this time.
pub(crate) fn updated(resource: &Value, at: &str) -> Value {
    with(resource, "meta", json!({"lastUpdated": at}))
}

/// The same with another member.
pub(crate) fn with(resource: &Value, name: &str, value: Value) -> Value {
    let mut changed = resource.clone();
    changed.as_object_mut().unwrap().insert(name.to_owned(), value);
    changed
}
