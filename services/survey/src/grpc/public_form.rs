//! Anybody sends forms without saying who they are (SUR-07). Who calls is not looked at, signed in or not: of a call nothing is read but its trace,
//! which is passed on and not stored. What is stored is a command of the platform, and stands in no access log.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, ExecuteError, UnitOfWork, WorkError},
};
use chassis_domain::{Matter, SignedDuration, Timestamp, Uuid};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{
        Answers, GetPublicFormRequest, GetPublicFormResponse, SendPublicFormRequest, SendPublicFormResponse,
        public_form_service_server::PublicFormService,
    },
};
use prost::Message;
use sha2::{Digest, Sha256};
use tonic::{Code, Request, Response, Status};

use super::form::archived_in;
use crate::{
    adapters::queues::{Found, Queues},
    civil_days,
    form_response::{self, Anonymous, Command, FormResponse, Refusal},
    projections::form_responses,
    sending,
    sitting::{Sitting, Sittings},
    survey::Body,
    versions::{self, InForce},
};

/// Most bytes of what is sent: thirty pages of text.
const MOST_BYTES: usize = 64 << 10;
/// How far back forms of a queue count against its bound.
const COUNTED_FOR: SignedDuration = SignedDuration::from_hours(1);

pub(super) struct PublicForms {
    pub(super) kernel: Kernel,
    pub(super) queues: Queues,
    pub(super) sittings: Sittings,
    /// Most forms that are sent to one queue within [`COUNTED_FOR`].
    pub(super) most: i64,
}

impl PublicForms {
    /// What a queue asks now.
    async fn asked(&self, queue: &Found) -> Result<InForce, Status> {
        let survey = queue.survey.filter(|_| queue.open).ok_or_else(closed)?;
        versions::open_form(&self.kernel.pool, survey).await?.ok_or_else(closed)
    }

    /// The same in a sitting, and what its queue is about, as long as that asks what it asked when the sitting began.
    async fn still_asked(&self, rpc: &Rpc, sitting: &Sitting) -> Result<(Matter, InForce), Status> {
        let found = self.queues.find(rpc, &sitting.url_tail).await?;
        let is_same = |queue: &Found| queue.subcategory == sitting.subcategory && queue.survey == Some(sitting.survey);
        let queue = found.filter(is_same).ok_or_else(closed)?;
        Ok((queue.matter, self.asked(&queue).await?))
    }

    /// A sitting begins at the address of a form.
    async fn begin(&self, rpc: &Rpc, url_tail: &str) -> Result<GetPublicFormResponse, Status> {
        let kernel = &self.kernel;
        let queue = self.queues.find(rpc, url_tail).await?.ok_or_else(grpc::not_found)?;
        let InForce { id, published_version, body: Body { title, description, questionnaire, .. }, .. } = self.asked(&queue).await?;
        let sitting = Sitting {
            id: uuid::Builder::from_random_bytes(kernel.ids.bytes()).into_uuid(),
            subcategory: queue.subcategory,
            survey: id,
            published_version,
            begun_at: kernel.clock.now(),
            url_tail: queue.url_tail,
        };
        Ok(GetPublicFormResponse {
            title: Some(title.into()),
            description: Some(description).filter(|description| !description.is_empty()).map(Into::into),
            questionnaire: Some(questionnaire::without_hidden_findings(questionnaire)),
            sitting: self.sittings.told(&sitting),
            url_tail: sitting.url_tail,
        })
    }

    /// Evaluates what is to be sent in a sitting, and sends it when nothing stands against it. What was sent in it is sent, whatever is so by now.
    async fn send(&self, rpc: &Rpc, request: SendPublicFormRequest) -> Result<SendPublicFormResponse, Status> {
        let (kernel, now) = (&self.kernel, self.kernel.clock.now());
        if request.encoded_len() > MOST_BYTES {
            return Err(grpc::status(Code::ResourceExhausted, "body_too_large", &[]));
        }
        let sitting = self.sittings.read(&request.sitting).filter(|sitting| !sitting.is_over(now));
        let sitting = sitting.ok_or_else(|| grpc::refused(&Refusal::SittingOver))?;
        let answers = request.answers.unwrap_or_default();
        let meta = command(&sitting, &answers);
        if kernel.store.has_executed(&meta).await? {
            return sent_before(kernel, meta).await;
        }
        if sitting.is_too_short(now) {
            return Err(busy());
        }
        if !request.website.is_empty() {
            return Ok(SendPublicFormResponse::default());
        }
        let (matter, form) = self.still_asked(rpc, &sitting).await?;
        let asked = &form.body.questionnaire;
        if form.published_version != sitting.published_version || questionnaire::answers_another(asked, &answers) {
            return Err(grpc::refused(&Refusal::StaleVersion));
        }
        let (evaluation, day) = sending::evaluated(asked, &answers, (civil_days::today(now), None));
        if !evaluation.problems.is_empty() {
            return Ok(SendPublicFormResponse { problems: evaluation.problems });
        }
        self.bounded(sitting.subcategory, now).await?;
        let (answers, scores) = (evaluation.answers, evaluation.scores);
        let content = SentAnswers { answers, scores, date: day.to_string(), ..SentAnswers::default() };
        let anonymous = Anonymous {
            form_response: form_response::id_of(sitting.id),
            subcategory: sitting.subcategory,
            matter,
            survey: sitting.survey,
            published_version: sitting.published_version,
            archived: false,
            content,
        };
        let sent = kernel.store.transact(meta, move |unit| {
            let anonymous = anonymous.clone();
            Box::pin(async move { send_in(unit, anonymous).await })
        });
        sent.await.map_err(not_sent)
    }

    /// As many as a queue gets in an hour and no more, a few that come at the same moment aside: somebody has to read them.
    async fn bounded(&self, subcategory: Uuid, now: Timestamp) -> Result<(), Status> {
        let since = now.checked_sub(COUNTED_FOR).unwrap_or(Timestamp::MIN);
        if form_responses::count_since(&self.kernel.pool, subcategory, since).await.map_err(grpc::fault)? < self.most {
            return Ok(());
        }
        tracing::warn!(subcategory_id = %subcategory, "public_form.busy");
        Err(busy())
    }
}

fn closed() -> Status {
    grpc::refused(&Refusal::FormClosed)
}

fn busy() -> Status {
    grpc::refused(&Refusal::FormBusy)
}

/// The sitting is the command, and its answers are what it stands for: the same once more is a retry.
fn command(sitting: &Sitting, answers: &Answers) -> CommandMeta {
    CommandMeta { fingerprint: Sha256::digest(answers.encode_to_vec()).to_vec(), ..CommandMeta::system(sitting.id) }
}

/// A retry is told what was told the first time; other answers come too late.
async fn sent_before(kernel: &Kernel, meta: CommandMeta) -> Result<SendPublicFormResponse, Status> {
    let told = kernel.store.transact(meta, |_unit| Box::pin(async { Err::<SendPublicFormResponse, _>(already_sent()) }));
    told.await.map_err(not_sent)
}

fn already_sent() -> WorkError<Refusal> {
    WorkError::Refused(Refusal::AlreadySent)
}

/// In one sitting one form is sent.
fn not_sent(error: ExecuteError<Refusal>) -> Status {
    match error {
        ExecuteError::KeyReused => grpc::refused(&Refusal::AlreadySent),
        other => other.into(),
    }
}

/// Of a survey that is in force until its answers are there: whoever archives it waits.
async fn send_in(unit: &mut UnitOfWork, anonymous: Anonymous) -> Result<SendPublicFormResponse, WorkError<Refusal>> {
    let archived = archived_in(unit, anonymous.survey).await?;
    let id = anonymous.form_response;
    unit.execute::<FormResponse>(id, &Command::SendAnonymously(Box::new(Anonymous { archived, ..anonymous }))).await?;
    Ok(SendPublicFormResponse::default())
}

#[tonic::async_trait]
impl PublicFormService for PublicForms {
    async fn get_public_form(&self, request: Request<GetPublicFormRequest>) -> Result<Response<GetPublicFormResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.begin(&rpc, &request.into_inner().url_tail).await?))
    }

    async fn send_public_form(&self, request: Request<SendPublicFormRequest>) -> Result<Response<SendPublicFormResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.send(&rpc, request.into_inner()).await?))
    }
}
