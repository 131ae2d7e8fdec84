//! Professionals give contents to patients whom they have opened, take them back, and see whether they are read (CMS-07).

use std::collections::{HashMap, HashSet};

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    patients::Patients,
    publication::{self, Published},
    sealing::{KeySet, Needs, from_column},
    store::{UnitOfWork, WorkError},
};
use chassis_domain::{Aggregate, Matter, Opener, PersonId, Uuid, timestamp};
use kajo_proto::{
    common::v1::Translated,
    content::v1::{
        self as public, ActivatableContent, ActivateContentRequest, ActivateContentResponse, ListActivatableContentsRequest,
        ListActivatableContentsResponse, ListContentsOfPatientRequest, ListContentsOfPatientResponse, WithdrawContentRequest,
        WithdrawContentResponse, patient_content_service_server::PatientContentService,
    },
};
use tonic::{Request, Response, Status};

use super::ServiceContents;
use crate::{
    patient_content::{Activating, By, Command, PatientContent, PatientContentId, Refusal},
    projections::patient_contents::{self, Question, Row, Shelf},
    service_content::{Body, ServiceContentId},
};

/// Why professionals touch a patient's contents, as the access log says.
const OPENED: &str = "patient";

pub(super) struct PatientContents {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

/// A professional whose session has opened the patient.
fn who_opened(rpc: &Rpc) -> Result<By, Status> {
    Ok(By::Practitioner { person: rpc.person()?, name: rpc.caller.display_name().to_owned(), patient_opened: true })
}

/// Names in sealed columns, opened with keys that are fetched once.
pub(super) struct Names(KeySet);

impl Names {
    pub(super) async fn of(kernel: &Kernel, rows: &[Row]) -> Result<Self, Status> {
        let columns = rows.iter().filter_map(|row| row.activated_by_name.as_ref());
        let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
        Ok(Self(kernel.keyring.open(&needs).await.map_err(grpc::fault)?))
    }

    /// The name; empty where there is none, and once its key is destroyed.
    pub(super) fn text(&self, column: Option<&[u8]>) -> String {
        let plain = column.and_then(from_column).and_then(|blob| self.0.open(&blob));
        plain.and_then(|plain| String::from_utf8(plain).ok()).unwrap_or_default()
    }
}

/// What is in force of the service contents of these.
pub(super) type InForce = HashMap<Uuid, Published<ServiceContents>>;

pub(super) async fn in_force_of(kernel: &Kernel, rows: &[Row]) -> Result<InForce, Status> {
    let ids: HashSet<_> = rows.iter().map(|row| row.service_content_id).collect();
    let found = publication::published::<ServiceContents>(&kernel.pool, &ids.into_iter().collect::<Vec<_>>()).await?;
    Ok(found.into_iter().map(|content| (content.id, content)).collect())
}

/// As professionals see it, who read none of the Sami languages alone.
fn title(body: &Body) -> Translated {
    let [fi, sv, en] = [&body.languages.fi, &body.languages.sv, &body.languages.en].map(|version| version.title.clone());
    Translated { fi, sv, en }
}

impl PatientContents {
    async fn views(&self, rows: &[Row]) -> Result<Vec<public::PatientContent>, Status> {
        let contents = in_force_of(&self.kernel, rows).await?;
        let names = Names::of(&self.kernel, rows).await?;
        let view = |row: &Row| {
            let body = contents.get(&row.service_content_id).map(|content| &content.body);
            public::PatientContent {
                patient_content_id: row.patient_content_id.to_string(),
                service_content_id: row.service_content_id.to_string(),
                title: body.map(title),
                r#type: body.map(|body| body.content_type.public()).unwrap_or_default().into(),
                state: row.phase.public().into(),
                activated_at: Some(timestamp(row.activated_at)),
                activated_by_name: names.text(row.activated_by_name.as_deref()),
                read_at: row.read_at.map(timestamp),
                read_on_behalf: row.read_on_behalf,
                matter: row.matter.public().into(),
                may_withdraw: row.phase.stands(),
            }
        };
        Ok(rows.iter().map(view).collect())
    }

    /// What is to be given. Whether the content is archived, and what the patient has besides, is told where they are held.
    async fn asked(&self, rpc: &Rpc, patient: PersonId, request: &ActivateContentRequest) -> Result<Activating, Status> {
        let content = ServiceContentId::parse(&request.service_content_id).ok_or_else(grpc::not_found)?;
        Ok(Activating {
            by: who_opened(rpc)?,
            patient,
            messaging: self.patients.messaging(rpc, patient).await?,
            content: content.uuid(),
            matter: Matter::from_public(request.matter()),
            archived: false,
            is_given: false,
            again: request.again,
        })
    }
}

#[tonic::async_trait]
impl PatientContentService for PatientContents {
    async fn list_activatable_contents(
        &self,
        request: Request<ListActivatableContentsRequest>,
    ) -> Result<Response<ListActivatableContentsResponse>, Status> {
        let ListActivatableContentsRequest { search, page } = request.into_inner();
        let (found, next_page_token) = publication::list_in_use::<ServiceContents>(&self.kernel.pool, &search, page.unwrap_or_default()).await?;
        let contents = found.into_iter().map(|content| ActivatableContent {
            service_content_id: content.id.to_string(),
            title: Some(title(&content.body)),
            r#type: content.body.content_type.public().into(),
        });
        Ok(Response::new(ListActivatableContentsResponse { contents: contents.collect(), next_page_token }))
    }

    async fn activate_content(&self, request: Request<ActivateContentRequest>) -> Result<Response<ActivateContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let asked = self.asked(&rpc, patient, &request).await?;
        let id = PatientContentId::from_uuid(Uuid::new_v5(&meta.command_id, b"patient_content"));
        let meta = meta.with_access(rpc.entry(Some(patient), (PatientContent::CATEGORY, Some(id.uuid())), OPENED));
        let activated = self
            .kernel
            .store
            .transact(meta, move |unit| {
                let asked = asked.clone();
                Box::pin(async move { activate_in(unit, id, asked).await })
            })
            .await?;
        Ok(Response::new(activated))
    }

    async fn withdraw_content(&self, request: Request<WithdrawContentRequest>) -> Result<Response<WithdrawContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = PatientContentId::parse(&request.patient_content_id).ok_or_else(grpc::not_found)?;
        let given = self.kernel.store.load::<PatientContent>(id).await?.state.standing.ok_or_else(grpc::not_found)?;
        let patient = self.patients.opened(&rpc, &given.patient.to_string()).await?.id;
        let meta = meta.with_access(rpc.entry(Some(patient), (PatientContent::CATEGORY, Some(id.uuid())), OPENED));
        self.kernel.store.execute(id, Command::Withdraw { by: who_opened(&rpc)? }, meta).await?;
        Ok(Response::new(WithdrawContentResponse {}))
    }

    async fn list_contents_of_patient(
        &self,
        request: Request<ListContentsOfPatientRequest>,
    ) -> Result<Response<ListContentsOfPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(&self.kernel, Some(patient), (PatientContent::CATEGORY, None), OPENED).await?;
        let question = Question { patient, representative: None, shelf: Shelf::All, after, size: size + 1 };
        let mut rows = patient_contents::page(&self.kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.activated_at, id: row.patient_content_id }.token());
        let contents = self.views(&rows).await?;
        Ok(Response::new(ListContentsOfPatientResponse { contents, next_page_token }))
    }
}

/// Of a content that is in force until it stands there that it was given: whoever archives it waits.
pub(super) async fn activate_in(
    unit: &mut UnitOfWork,
    id: PatientContentId,
    asked: Activating,
) -> Result<ActivateContentResponse, WorkError<Refusal>> {
    let in_force = publication::published_in_tx::<Body>(unit.tx(), &[asked.content]).await?;
    let archived = in_force.get(&asked.content).copied().ok_or(WorkError::Refused(Refusal::NotFound))?;
    let is_given = patient_contents::is_given_in_tx(unit.tx(), asked.patient, asked.content).await?;
    let asked = Activating { archived, is_given, ..asked };
    unit.execute::<PatientContent>(id, &Command::Activate(Box::new(asked))).await?;
    Ok(ActivateContentResponse { patient_content_id: id.to_string() })
}
