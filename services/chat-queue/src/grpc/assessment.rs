//! Symptoms are assessed before somebody joins (CHA-09): what a queue asks, what is sent, and what professionals read of it. Whoever sends it is told
//! what it comes to. Joining takes it along, and is done where places are.

use chassis::{Kernel, access::Rpc, admin_record, grpc};
use chassis_domain::{Aggregate as _, Timestamp, Uuid, in_helsinki, timestamp};
use kajo_proto::{
    chat_queue::{
        store::v1::AnsweredAssessment,
        v1::{
            Assessment as AssessmentView, AssessmentFinding, ChatAssessment, GetAssessmentRequest, GetAssessmentResponse, GetChatAssessmentRequest,
            GetChatAssessmentResponse, SubmitAssessmentRequest, SubmitAssessmentResponse, assessment_service_server::AssessmentService,
        },
    },
    survey::v1::Answers,
};
use prost::Message as _;
use tonic::{Code, Request, Response, Status};

use super::{
    look::{Looked, look},
    offered::seeker,
    who::{OWN, chat_id, customer, ground},
};
use crate::{
    adapters::assessment_forms::AssessmentForms,
    assessed,
    assessment::{
        self, Assessment, AssessmentId, CONSENT_VERSION, Command, Completing, Finding, Refused, SENT_WITHIN, Standing, VALID_FOR, may_send,
    },
    chat::{Chat, Customer},
    chat_queue::Details,
    projections::assessments::{self, Row},
    standings::Standings,
};

/// Most bytes of what is sent: thirty pages of text.
const MOST_BYTES: usize = 64 << 10;

pub(super) struct Assessments {
    pub(super) kernel: Kernel,
    pub(super) forms: AssessmentForms,
}

impl Assessments {
    /// A queue that the caller sees and that has symptoms assessed, open or shut, with the survey that asks. Of whoever has sent their answers
    /// already nobody asks any more whether they may.
    async fn asking(&self, rpc: &Rpc, queue: Uuid, is_sent: bool) -> Result<(Details, Uuid), Status> {
        let seeker = seeker(rpc);
        let found = admin_record::details_of::<Details>(&self.kernel.pool, &[queue]).await?.into_iter().next();
        let is_there = |(_, details, archived): &(Uuid, Details, bool)| is_sent || (!archived && details.is_visible_to(seeker));
        let (_, details, _) = found.filter(is_there).ok_or_else(grpc::not_found)?;
        let survey = if is_sent { details.assessment_survey } else { details.assessment() };
        let survey = survey.ok_or_else(|| grpc::refused(&Refused::NotAsked))?;
        Ok((details, survey))
    }

    /// Nobody knows visitors: they send so many within a while and no more, a few that come at the same moment aside.
    async fn bounded(&self, customer: &Customer) -> Result<(), Status> {
        if !customer.visitor {
            return Ok(());
        }
        let since = self.kernel.clock.now() - SENT_WITHIN;
        let sent = assessments::sent_since(&self.kernel.pool, customer.resident, since).await.map_err(grpc::fault)?;
        may_send(sent).map_err(|refused| grpc::refused(&refused))
    }

    /// Evaluates what is to be sent, and sends it when nothing stands against it.
    async fn submit(&self, rpc: &Rpc, request: SubmitAssessmentRequest) -> Result<SubmitAssessmentResponse, Status> {
        let kernel = &self.kernel;
        if request.encoded_len() > MOST_BYTES {
            return Err(grpc::status(Code::ResourceExhausted, "body_too_large", &[]));
        }
        let meta = rpc.command(&request)?;
        let SubmitAssessmentRequest { chat_queue_id, answers, published_version, consent_version } = request;
        let (queue, customer, answers) = (queue_id(&chat_queue_id)?, customer(rpc)?, answers.unwrap_or_default());
        // What was sent under this key is sent, whatever is so by now.
        let is_sent = kernel.store.has_executed(&meta).await?;
        let (details, survey) = self.asking(rpc, queue, is_sent).await?;
        // Without consent nobody looks at what was answered.
        if !is_sent && consent_version != CONSENT_VERSION {
            return Err(grpc::refused(&Refused::ConsentMissing));
        }
        let form = self.forms.of(rpc, survey, if is_sent { published_version } else { 0 }).await?;
        // The queue may name another survey by now, whose versions have the same numbers.
        if form.published_version != published_version || questionnaire::answers_another(&form.questionnaire, &answers) {
            return Err(grpc::refused(&Refused::StaleVersion));
        }
        let evaluation = questionnaire::evaluate(&form.questionnaire, &answers, in_helsinki(kernel.clock.now()).date());
        if !is_sent {
            if !evaluation.problems.is_empty() {
                return Ok(SubmitAssessmentResponse { problems: evaluation.problems, completed: None });
            }
            self.bounded(&customer).await?;
        }
        let findings = assessment::findings(&form.questionnaire, &evaluation.scores);
        let level = u32::try_from(i32::from(assessment::level(&findings))).unwrap_or_default();
        let completing = Completing {
            standing: Standing::new(queue, details.matter, &customer),
            survey,
            published_version,
            consent_version,
            content: AnsweredAssessment { answers: evaluation.answers, scores: evaluation.scores, level },
        };
        let id = assessment::id_of(meta.command_id);
        let meta = meta.with_access(rpc.entry(customer.subject(), (Assessment::CATEGORY, Some(id.uuid())), OWN));
        kernel.store.execute::<Assessment>(id, Command::Complete(Box::new(completing)), meta).await?;
        // As it is kept: to whoever sends it again the same is told.
        let completed_at = assessments::completed_at_of(&kernel.pool, id).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        Ok(SubmitAssessmentResponse { problems: Vec::new(), completed: Some(view(id, completed_at, findings)) })
    }

    /// For whoever sent it; `None`: it cannot be read any more.
    async fn own(&self, rpc: &Rpc, row: &Row) -> Result<Option<AssessmentView>, Status> {
        let Some(AnsweredAssessment { scores, .. }) = assessed::answered(&self.kernel, row).await? else { return Ok(None) };
        // In the version that was answered; another one may be asked by now.
        let form = self.forms.of(rpc, row.survey, row.published_version).await?;
        let findings = assessment::findings(&form.questionnaire, &scores);
        Ok(Some(view(AssessmentId::from_uuid(row.assessment_id), row.completed_at, findings)))
    }

    /// For professionals: all that was answered, and all scores; `None`: it cannot be read any more.
    async fn read(&self, rpc: &Rpc, row: &Row) -> Result<Option<ChatAssessment>, Status> {
        let Some(AnsweredAssessment { answers, scores, level }) = assessed::answered(&self.kernel, row).await? else { return Ok(None) };
        let form = self.forms.of(rpc, row.survey, row.published_version).await?;
        Ok(Some(ChatAssessment {
            assessment_id: row.assessment_id.to_string(),
            completed_at: Some(timestamp(row.completed_at)),
            level: i32::try_from(level).unwrap_or_default(),
            title: form.title,
            questionnaire: Some(form.questionnaire),
            answers: Some(Answers { answers }),
            scores,
        }))
    }
}

fn queue_id(text: &str) -> Result<Uuid, Status> {
    Uuid::try_parse(text).map_err(|_| grpc::not_found())
}

/// To the contract, for whoever sent it.
fn view(id: AssessmentId, completed_at: Timestamp, findings: Vec<Finding>) -> AssessmentView {
    let level = assessment::level(&findings).into();
    let finding = |Finding { name, text, level }: Finding| AssessmentFinding { name: Some(name), text: Some(text), level: level.into() };
    AssessmentView {
        assessment_id: id.to_string(),
        completed_at: Some(timestamp(completed_at)),
        valid_until: Some(timestamp(completed_at + VALID_FOR)),
        level,
        findings: findings.into_iter().map(finding).collect(),
    }
}

#[tonic::async_trait]
impl AssessmentService for Assessments {
    async fn get_assessment(&self, request: Request<GetAssessmentRequest>) -> Result<Response<GetAssessmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let queue = queue_id(&request.into_inner().chat_queue_id)?;
        let customer = customer(&rpc)?;
        let (details, survey) = self.asking(&rpc, queue, false).await?;
        let since = kernel.clock.now() - VALID_FOR;
        let row = assessments::newest(&kernel.pool, queue, &customer, since).await.map_err(grpc::fault)?;
        let object = (Assessment::CATEGORY, row.as_ref().map(|row| row.assessment_id));
        rpc.log_access(kernel, customer.subject(), object, OWN).await?;
        let form = self.forms.of(&rpc, survey, 0).await?;
        let completed = match row {
            Some(row) => self.own(&rpc, &row).await?,
            None => None,
        };
        let standings = Standings::now(kernel).await?;
        Ok(Response::new(GetAssessmentResponse {
            standing: Some(standings.message(queue, &standings.of(queue, &details))),
            chat_queue_name: Some(details.name.into()),
            title: form.title,
            description: form.description,
            questionnaire: Some(questionnaire::without_hidden_findings(form.questionnaire)),
            published_version: form.published_version,
            consent_version: CONSENT_VERSION,
            completed,
        }))
    }

    async fn submit_assessment(&self, request: Request<SubmitAssessmentRequest>) -> Result<Response<SubmitAssessmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.submit(&rpc, request.into_inner()).await?))
    }

    async fn get_chat_assessment(&self, request: Request<GetChatAssessmentRequest>) -> Result<Response<GetChatAssessmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let id = chat_id(&request.into_inner().chat_id)?;
        let Looked { standing, .. } = look(kernel, &rpc, id).await?;
        let row = assessments::of_chat(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?;
        let (kind, object) = row.as_ref().map_or((Chat::CATEGORY, id.uuid()), |row| (Assessment::CATEGORY, row.assessment_id));
        rpc.log_access(kernel, standing.subject(), (kind, Some(object)), ground(&standing)).await?;
        let assessment = match row {
            Some(row) => self.read(&rpc, &row).await?,
            None => None,
        };
        Ok(Response::new(GetChatAssessmentResponse { assessment }))
    }
}
