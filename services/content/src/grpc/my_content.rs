//! Residents read the contents that professionals have given them, themselves or by who acts for them (CMS-07).

use std::slice;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    publication::{self, Published},
};
use chassis_domain::{Aggregate, AudienceKey, Mandates, PersonId, Representative, timestamp};
use kajo_proto::{
    content::v1::{
        GetMyContentRequest, GetMyContentResponse, ListMyContentsRequest, ListMyContentsResponse, MarkMyContentReadRequest,
        MarkMyContentReadResponse, MyContent, MyContentList, MyContentServiceGetAudienceRequest, MyContentServiceGetAudienceResponse,
        ShowMyContentToGuardiansRequest, ShowMyContentToGuardiansResponse, my_content_service_server::MyContentService,
    },
    options::v1::Domain,
};
use tonic::{Request, Response, Status};

use super::{
    ServiceContents,
    patient_content::{Names, in_force_of},
    published_content::drawn,
};
use crate::{
    patient_content::{By, Command, PatientContent, PatientContentId, Phase, decides_for_guardians},
    projections::patient_contents::{self, Question, Row, Shelf},
};

/// Why residents touch their own, as the access log says.
const OWN: &str = "own";

pub(super) struct MyContents {
    pub(super) kernel: Kernel,
}

/// A resident, or who acts for one.
fn resident(rpc: &Rpc) -> Result<(PersonId, By), Status> {
    let person = rpc.person()?;
    let representative = rpc.caller.impersonator().map(|somebody| Representative {
        person: somebody.person,
        name: somebody.display_name.clone(),
        mandates: Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) },
        of_teenager: rpc.caller.is_teenager(),
    });
    let name = rpc.caller.display_name().to_owned();
    Ok((person, By::Resident { person, name, representative, teenager: rpc.caller.is_teenager() }))
}

fn content_id(text: &str) -> Result<PatientContentId, Status> {
    PatientContentId::parse(text).ok_or_else(grpc::not_found)
}

/// Who reads, and in which language.
#[derive(Clone, Copy)]
struct Reader<'a> {
    by: &'a By,
    language: &'a str,
}

impl Reader<'_> {
    fn view(&self, row: &Row, content: Option<&Published<ServiceContents>>, names: &Names) -> MyContent {
        let read = content.map(|content| content.body.languages.read_in(self.language));
        MyContent {
            patient_content_id: row.patient_content_id.to_string(),
            service_content_id: row.service_content_id.to_string(),
            title: read.map(|(_, version)| version.title.clone()).unwrap_or_default(),
            language: read.map(|(language, _)| language.to_owned()).unwrap_or_default(),
            state: row.phase.public().into(),
            activated_at: Some(timestamp(row.activated_at)),
            activated_by_name: names.text(row.activated_by_name.as_deref()),
            read_at: row.read_at.map(timestamp),
            newer: row.phase == Phase::Read && content.is_some_and(|content| content.published_version > row.read_version),
            visible_to_guardians: row.visible_to_guardians,
            may_show_to_guardians: decides_for_guardians(self.by),
        }
    }
}

impl MyContents {
    async fn views(&self, rows: &[Row], reader: Reader<'_>) -> Result<Vec<MyContent>, Status> {
        let contents = in_force_of(&self.kernel, rows).await?;
        let names = Names::of(&self.kernel, rows).await?;
        Ok(rows.iter().map(|row| reader.view(row, contents.get(&row.service_content_id), &names)).collect())
    }

    async fn load(&self, id: PatientContentId) -> Result<PatientContent, Status> {
        Ok(self.kernel.store.load::<PatientContent>(id).await?.state)
    }

    /// One of them, with its words as long as it stands.
    async fn one(&self, row: &Row, reader: Reader<'_>) -> Result<GetMyContentResponse, Status> {
        let contents = in_force_of(&self.kernel, slice::from_ref(row)).await?;
        let names = Names::of(&self.kernel, slice::from_ref(row)).await?;
        let content = contents.get(&row.service_content_id);
        let shown = content.filter(|_| row.phase.stands());
        Ok(GetMyContentResponse {
            content: Some(reader.view(row, content, &names)),
            text: shown.and_then(|content| drawn(&content.body.languages, reader.language).text),
            published_version: shown.map_or(0, |content| content.published_version),
        })
    }
}

#[tonic::async_trait]
impl MyContentService for MyContents {
    async fn list_my_contents(&self, request: Request<ListMyContentsRequest>) -> Result<Response<ListMyContentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let request = request.into_inner();
        let (person, by) = resident(&rpc)?;
        let shelf = match request.list() {
            MyContentList::Unspecified | MyContentList::Unread => Shelf::Unread,
            MyContentList::Past => Shelf::Past,
        };
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(kernel, Some(person), (PatientContent::CATEGORY, None), OWN).await?;
        let question = Question { patient: person, representative: by.representative(), shelf, after, size: size + 1 };
        let mut rows = patient_contents::page(&kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.activated_at, id: row.patient_content_id }.token());
        let contents = self.views(&rows, Reader { by: &by, language: &request.language }).await?;
        Ok(Response::new(ListMyContentsResponse { contents, next_page_token }))
    }

    async fn get_my_content(&self, request: Request<GetMyContentRequest>) -> Result<Response<GetMyContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let GetMyContentRequest { patient_content_id, language } = request.into_inner();
        let (person, by) = resident(&rpc)?;
        let id = content_id(&patient_content_id)?;
        let known = self.load(id).await?;
        known.open_to(&by).ok_or_else(grpc::not_found)?;
        rpc.log_access(kernel, Some(person), (PatientContent::CATEGORY, Some(id.uuid())), OWN).await?;
        let row = patient_contents::find(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        Ok(Response::new(self.one(&row, Reader { by: &by, language: &language }).await?))
    }

    async fn mark_my_content_read(&self, request: Request<MarkMyContentReadRequest>) -> Result<Response<MarkMyContentReadResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (person, by) = resident(&rpc)?;
        let id = content_id(&request.patient_content_id)?;
        let known = self.load(id).await?;
        let standing = known.open_to(&by).ok_or_else(grpc::not_found)?;
        // Nobody has read words that were never published; those that were stay so.
        let published_version = request.published_version;
        publication::version::<ServiceContents>(&kernel.pool, &standing.content.to_string(), published_version).await?;
        let meta = meta.with_access(rpc.entry(Some(person), (PatientContent::CATEGORY, Some(id.uuid())), OWN));
        kernel.store.execute(id, Command::MarkRead { by, published_version }, meta).await?;
        Ok(Response::new(MarkMyContentReadResponse {}))
    }

    async fn show_my_content_to_guardians(
        &self,
        request: Request<ShowMyContentToGuardiansRequest>,
    ) -> Result<Response<ShowMyContentToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (person, by) = resident(&rpc)?;
        let id = content_id(&request.patient_content_id)?;
        let meta = meta.with_access(rpc.entry(Some(person), (PatientContent::CATEGORY, Some(id.uuid())), OWN));
        self.kernel.store.execute(id, Command::ShowToGuardians { by, visible: request.visible }, meta).await?;
        Ok(Response::new(ShowMyContentToGuardiansResponse {}))
    }

    async fn get_audience(
        &self,
        request: Request<MyContentServiceGetAudienceRequest>,
    ) -> Result<Response<MyContentServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let keys = if rpc.caller.is_resident() {
            let (person, by) = resident(&rpc)?;
            by.representative().map_or_else(|| vec![AudienceKey::person(person)], |somebody| somebody.keys(person))
        } else {
            vec![AudienceKey::person(rpc.person()?)]
        };
        Ok(Response::new(MyContentServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}
