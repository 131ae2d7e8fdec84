//! Residents send forms to queues, themselves or by who acts for them (SUR-06).

use chassis::{
    Kernel,
    access::Rpc,
    grpc, publication,
    store::{CommandMeta, UnitOfWork, WorkError},
};
use chassis_domain::{Aggregate, Id, Uuid};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{
        GetFormRequest, GetFormResponse, GetMyFormRequest, GetMyFormResponse, SendFormRequest, SendFormResponse, SentForm,
        form_service_server::FormService,
    },
};
use tonic::{Request, Response, Status};

use super::{
    form_result::{find, sent_form},
    my_survey::{OWN, resident},
};
use crate::{
    activation::decides_for_guardians,
    adapters::{
        conversations::Conversations,
        queues::{Admitted, Queues},
    },
    civil_days,
    doer::By,
    form_response::{self, Command, FormResponse, FormResponseId, Refusal, Sending, conversation_of, mandated},
    projections::form_responses::Row,
    sending,
    survey::Body,
    versions::{self, InForce},
};

pub(super) struct Forms {
    pub(super) kernel: Kernel,
    pub(super) queues: Queues,
    pub(super) conversations: Conversations,
}

impl Forms {
    /// What a queue is about, and what it asks of the caller now.
    async fn asked(&self, rpc: &Rpc, by: &By, subcategory: Uuid) -> Result<(Admitted, InForce), Status> {
        let admitted = self.queues.admit(rpc, subcategory).await?;
        mandated(by, admitted.matter).map_err(|refusal| grpc::refused(&refusal))?;
        let form = versions::open_form(&self.kernel.pool, admitted.survey).await?;
        Ok((admitted, form.ok_or_else(|| grpc::refused(&Refusal::FormClosed))?))
    }

    /// Whether the resident, or who acts for them, may read what was sent; an anonymous form nobody of them. Who acts for them reads it when they may
    /// read its conversation: a teenager may have hidden or shown that since (IDN-09), and it may have gone on to a queue that needs another mandate
    /// (IDN-07).
    async fn is_open_to(&self, rpc: &Rpc, by: &By, row: &Row) -> Result<bool, Status> {
        if row.owner.is_none_or(|owner| !owner.admits(by)) {
            return Ok(false);
        }
        let conversation = conversation_of(Id::from_uuid(row.form_response_id));
        Ok(by.representative().is_none() || self.conversations.is_open_to(rpc, &conversation.to_string()).await?)
    }

    /// Evaluates what is to be sent, and sends it when nothing stands against it.
    async fn send(&self, rpc: &Rpc, request: SendFormRequest) -> Result<SendFormResponse, Status> {
        let kernel = &self.kernel;
        let meta = rpc.command(&request)?;
        let (person, by) = resident(rpc)?;
        if kernel.store.has_executed(&meta).await? {
            return sent_before(kernel, meta).await;
        }
        let subcategory = queue(&request.subcategory_id)?;
        let (Admitted { survey, matter }, form) = self.asked(rpc, &by, subcategory).await?;
        let answers = request.answers.unwrap_or_default();
        // The queue may name another form by now, whose versions have the same numbers.
        if form.published_version != request.published_version || questionnaire::answers_another(&form.body.questionnaire, &answers) {
            return Err(grpc::refused(&Refusal::StaleVersion));
        }
        let today = civil_days::today(kernel.clock.now());
        let (evaluation, day) = sending::evaluated(&form.body.questionnaire, &answers, (today, None));
        if !evaluation.problems.is_empty() {
            return Ok(SendFormResponse { problems: evaluation.problems, ..SendFormResponse::default() });
        }
        let content = SentAnswers {
            answers: evaluation.answers,
            scores: evaluation.scores,
            patient_name: rpc.caller.display_name().to_owned(),
            date: day.to_string(),
            problems: Vec::new(),
        };
        let sending = Sending {
            patient: person,
            subcategory,
            matter,
            survey,
            published_version: form.published_version,
            archived: false,
            visible_to_guardians: request.visible_to_guardians,
            by,
            content,
        };
        let id = form_response::id_of(meta.command_id);
        let meta = meta.with_access(rpc.entry(Some(person), (FormResponse::CATEGORY, Some(id.uuid())), OWN));
        let sent = kernel.store.transact(meta, move |unit| {
            let sending = sending.clone();
            Box::pin(async move { send_in(unit, id, sending).await })
        });
        Ok(sent.await?)
    }
}

fn queue(subcategory_id: &str) -> Result<Uuid, Status> {
    Uuid::try_parse(subcategory_id).map_err(|_| grpc::not_found())
}

/// What was sent under this key is sent, whatever is so by now: its ids are told once more, out of the log of commands.
async fn sent_before(kernel: &Kernel, meta: CommandMeta) -> Result<SendFormResponse, Status> {
    let told = kernel.store.transact(meta, |_unit| Box::pin(async { Err::<SendFormResponse, _>(already_sent()) }));
    Ok(told.await?)
}

fn already_sent() -> WorkError<Refusal> {
    WorkError::Refused(Refusal::AlreadySent)
}

/// Of a survey that is in force until its answers are there: whoever archives it waits.
async fn send_in(unit: &mut UnitOfWork, id: FormResponseId, sending: Sending) -> Result<SendFormResponse, WorkError<Refusal>> {
    let archived = archived_in(unit, sending.survey).await?;
    unit.execute::<FormResponse>(id, &Command::Send(Box::new(Sending { archived, ..sending }))).await?;
    Ok(SendFormResponse { problems: Vec::new(), form_response_id: id.to_string(), conversation_id: conversation_of(id).to_string() })
}

/// Whether a survey is archived; it stays as it is until the unit is over.
///
/// # Errors
/// When it is not in force, or the database fails.
pub(super) async fn archived_in(unit: &mut UnitOfWork, survey: Uuid) -> Result<bool, WorkError<Refusal>> {
    let in_force = publication::published_in_tx::<Body>(unit.tx(), &[survey]).await?;
    in_force.get(&survey).copied().ok_or(WorkError::Refused(Refusal::FormClosed))
}

#[tonic::async_trait]
impl FormService for Forms {
    async fn get_form(&self, request: Request<GetFormRequest>) -> Result<Response<GetFormResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (_, by) = resident(&rpc)?;
        let (_, form) = self.asked(&rpc, &by, queue(&request.into_inner().subcategory_id)?).await?;
        let InForce { published_version, body: Body { title, description, questionnaire, .. }, .. } = form;
        Ok(Response::new(GetFormResponse {
            title: Some(title.into()),
            description: Some(description).filter(|description| !description.is_empty()).map(Into::into),
            questionnaire: Some(questionnaire::without_hidden_findings(questionnaire)),
            published_version,
            teenager: decides_for_guardians(&by),
        }))
    }

    async fn send_form(&self, request: Request<SendFormRequest>) -> Result<Response<SendFormResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.send(&rpc, request.into_inner()).await?))
    }

    async fn get_my_form(&self, request: Request<GetMyFormRequest>) -> Result<Response<GetMyFormResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let (person, by) = resident(&rpc)?;
        let row = find(&self.kernel, &request.into_inner().form_response_id).await?;
        if !self.is_open_to(&rpc, &by, &row).await? {
            return Err(grpc::not_found());
        }
        rpc.log_access(&self.kernel, Some(person), (FormResponse::CATEGORY, Some(row.form_response_id)), OWN).await?;
        let (form, scores) = sent_form(&self.kernel, &row).await?;
        let questionnaire = form.questionnaire.unwrap_or_default();
        let scores = questionnaire::shown(&questionnaire, scores);
        let form = SentForm { questionnaire: Some(questionnaire::without_hidden_findings(questionnaire)), ..form };
        Ok(Response::new(GetMyFormResponse { form: Some(form), scores }))
    }
}
