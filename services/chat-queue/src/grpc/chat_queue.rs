//! Chat queues, as responsible users and administrators keep them.

use std::collections::BTreeSet;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc,
    links::{LinkCheck, WrittenLink},
    names::Names,
};
use chassis_domain::{Date, Matter, Uses, Uuid, in_helsinki, timestamp};
use kajo_proto::chat_queue::v1::{
    ArchiveChatQueueRequest, ArchiveChatQueueResponse, ChatQueue, ChatQueueDetails, GetChatQueueRequest, GetChatQueueResponse, ListChatQueuesRequest,
    ListChatQueuesResponse, PreviewOpeningHoursRequest, PreviewOpeningHoursResponse, RemoveChatQueueRequest, RemoveChatQueueResponse,
    RestoreChatQueueRequest, RestoreChatQueueResponse, SaveChatQueueRequest, SaveChatQueueResponse, chat_queue_service_server::ChatQueueService,
};
use tonic::{Request, Response, Status};

use super::{SERVICE, hours};
use crate::{
    adapters::chat_provider::is_allowed,
    chat_queue::{Around, ChatQueueId, Details, ServiceState},
    chat_schedule::check_hours,
    hours::standing,
    projections::chats,
    standings::{Standings, message},
};

/// How many days a preview shows.
const PREVIEWED: usize = 7;

pub(super) struct ChatQueues {
    pub(super) kernel: Kernel,
    pub(super) services: Names,
    /// Where queues of external providers may lead.
    pub(super) provider_hosts: Vec<String>,
    pub(super) links: LinkCheck,
}

impl AdminKind for ChatQueues {
    type Details = Details;
    type Message = ChatQueueDetails;
    type Known = Around;

    fn message(details: Details) -> ChatQueueDetails {
        let Details {
            name,
            description,
            icon,
            service,
            matter,
            locations,
            roles,
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey,
            summary_enabled,
            pre_chat_questionnaire,
            post_chat_questionnaire,
            follows_schedule,
            hours,
            closed_text,
            external_url,
        } = details;
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let texts = |ids: BTreeSet<Uuid>| ids.iter().map(ToString::to_string).collect();
        ChatQueueDetails {
            name: Some(name.into()),
            description: Some(description.into()),
            icon,
            service_id: text(service),
            matter: matter.public().into(),
            location_ids: texts(locations),
            role_ids: texts(roles),
            visible_to_identified,
            visible_to_unidentified,
            triage_required,
            assessment_survey_id: text(assessment_survey),
            summary_enabled,
            pre_chat_questionnaire_id: text(pre_chat_questionnaire),
            post_chat_questionnaire_id: text(post_chat_questionnaire),
            follows_schedule,
            hours: Some(hours::message(hours)),
            closed_text: Some(closed_text.into()),
            external_url,
        }
    }

    fn details(message: ChatQueueDetails) -> Details {
        let matter = Matter::from_public(message.matter());
        let id = |text: &str| Uuid::try_parse(text).ok();
        let ids = |texts: &[String]| texts.iter().filter_map(|text| id(text)).collect();
        Details {
            name: message.name.into(),
            description: message.description.into(),
            icon: message.icon,
            service: id(&message.service_id),
            matter,
            locations: ids(&message.location_ids),
            roles: ids(&message.role_ids),
            visible_to_identified: message.visible_to_identified,
            visible_to_unidentified: message.visible_to_unidentified,
            triage_required: message.triage_required,
            assessment_survey: id(&message.assessment_survey_id),
            summary_enabled: message.summary_enabled,
            pre_chat_questionnaire: id(&message.pre_chat_questionnaire_id),
            post_chat_questionnaire: id(&message.post_chat_questionnaire_id),
            follows_schedule: message.follows_schedule,
            hours: hours::hours(message.hours.unwrap_or_default()),
            closed_text: message.closed_text.into(),
            external_url: message.external_url,
        }
    }

    async fn around_in_tx(_: &mut Tx<'_>, _: ChatQueueId, details: &Details, known: Around) -> Result<Around, sqlx::Error> {
        Ok(Around { url_allowed: is_allowed(&details.external_url, &known.provider_hosts), ..known })
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: ChatQueueId) -> Result<Uses, sqlx::Error> {
        Ok(Uses::default().and("chats", chats::count_live_in_tx(tx, id.uuid()).await?))
    }
}

impl ChatQueues {
    /// How the service stands that is named. Content is not asked about the one that a queue belongs to already, nor where none is set.
    async fn around(&self, rpc: &Rpc, id: &str, details: &ChatQueueDetails, fields: &[String]) -> Result<Around, Status> {
        let is_set = fields.is_empty() || fields.iter().any(|field| field == "service_id");
        let kept: Vec<_> = Uuid::try_parse(id).into_iter().collect();
        let kept = admin_record::details_of::<Details>(&self.kernel.pool, &kept).await?;
        let is_kept = |service: Uuid| kept.iter().any(|(_, details, _)| details.service == Some(service));
        let service = match Uuid::try_parse(&details.service_id) {
            Ok(id) if is_set && !is_kept(id) => match self.services.now(rpc, SERVICE, id).await? {
                None => ServiceState::Missing,
                Some(name) if name.archived => ServiceState::Archived,
                Some(_) => ServiceState::Open,
            },
            Ok(_) | Err(_) => ServiceState::Missing,
        };
        Ok(Around { service, provider_hosts: self.provider_hosts.clone(), ..Around::default() })
    }
}

#[tonic::async_trait]
impl ChatQueueService for ChatQueues {
    async fn list_chat_queues(&self, request: Request<ListChatQueuesRequest>) -> Result<Response<ListChatQueuesResponse>, Status> {
        let ListChatQueuesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.kernel.pool, Asked { search, state, page }).await?;
        let standings = Standings::now(&self.kernel).await?;
        let chat_queues = records.into_iter().map(|record| view(&standings, record)).collect();
        Ok(Response::new(ListChatQueuesResponse { chat_queues, next_page_token }))
    }

    async fn get_chat_queue(&self, request: Request<GetChatQueueRequest>) -> Result<Response<GetChatQueueResponse>, Status> {
        let found = admin_record::get::<Self>(&self.kernel.pool, &request.into_inner().chat_queue_id).await?;
        let standings = Standings::now(&self.kernel).await?;
        Ok(Response::new(GetChatQueueResponse { chat_queue: Some(view(&standings, found)) }))
    }

    async fn save_chat_queue(&self, request: Request<SaveChatQueueRequest>) -> Result<Response<SaveChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveChatQueueRequest { chat_queue_id: id, details, fields, version } = request;
        let details = details.unwrap_or_default();
        let around = self.around(&rpc, &id, &details, &fields).await?;
        self.links.admit(&rpc, &meta, &provider_link(&details)).await?;
        let chat_queue_id = admin_record::save::<Self>(&self.kernel, meta, Saving { id, version, details, fields }, around).await?;
        Ok(Response::new(SaveChatQueueResponse { chat_queue_id }))
    }

    async fn archive_chat_queue(&self, request: Request<ArchiveChatQueueRequest>) -> Result<Response<ArchiveChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.chat_queue_id).await?;
        Ok(Response::new(ArchiveChatQueueResponse {}))
    }

    async fn restore_chat_queue(&self, request: Request<RestoreChatQueueRequest>) -> Result<Response<RestoreChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.chat_queue_id).await?;
        Ok(Response::new(RestoreChatQueueResponse {}))
    }

    async fn remove_chat_queue(&self, request: Request<RemoveChatQueueRequest>) -> Result<Response<RemoveChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.kernel, rpc.command(&request)?, &request.chat_queue_id).await?;
        Ok(Response::new(RemoveChatQueueResponse {}))
    }

    async fn preview_opening_hours(&self, request: Request<PreviewOpeningHoursRequest>) -> Result<Response<PreviewOpeningHoursResponse>, Status> {
        let PreviewOpeningHoursRequest { hours: asked, follows_schedule, first_day } = request.into_inner();
        let standings = Standings::now(&self.kernel).await?;
        let own = hours::hours(asked.unwrap_or_default()).trimmed();
        if !follows_schedule {
            check_hours(&own).map_err(|refused| grpc::refused(&refused))?;
        }
        let today = in_helsinki(standings.now).date();
        let first = if first_day.is_empty() { Some(today) } else { first_day.parse::<Date>().ok() };
        let first = first.ok_or_else(|| grpc::invalid_field("first_day", "undefined"))?;
        let shown = standings.followed(&own, follows_schedule);
        let days = first.series(jiff::Span::new().days(1)).take(PREVIEWED).map(|date| hours::day(shown.day(date)));
        Ok(Response::new(PreviewOpeningHoursResponse { days: days.collect(), standing: Some(message(&standing(shown, None, standings.now))) }))
    }
}

/// Where the queue leads, if it is one of an external provider.
fn provider_link(details: &ChatQueueDetails) -> Vec<WrittenLink> {
    let url = details.external_url.trim();
    if url.is_empty() { Vec::new() } else { vec![WrittenLink { field: "details.external_url", url: url.to_owned() }] }
}

fn view(standings: &Standings, record: Record<ChatQueues>) -> ChatQueue {
    ChatQueue {
        chat_queue_id: record.id.to_string(),
        standing: Some(standings.message(record.id, &standings.of(record.id, &record.details))),
        details: Some(ChatQueues::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
    }
}
