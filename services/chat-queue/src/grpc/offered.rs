//! Queues as residents and visitors find them.

use chassis::{Kernel, access::Rpc, admin_record, grpc, names::Names};
use chassis_domain::{Mandates, Uuid, in_helsinki};
use kajo_proto::{
    chat_queue::v1::{
        ListOfferedChatQueuesRequest, ListOfferedChatQueuesResponse, OfferedChatQueue, OpenExternalChatRequest, OpenExternalChatResponse,
        offered_chat_queue_service_server::OfferedChatQueueService,
    },
    options::v1::{Caller, Domain},
};
use tonic::{Code, Request, Response, Status};

use super::{SERVICE, hours};
use crate::{
    adapters::chat_provider::is_allowed,
    chat_queue::{Details, Seeker},
    hours::State,
    standings::Standings,
};

/// For how many days what is unlike its weekday is told ahead.
const DAYS_AHEAD: i32 = 30;

pub(super) struct OfferedChatQueues {
    pub(super) kernel: Kernel,
    pub(super) services: Names,
    /// Where people may be sent.
    pub(super) provider_hosts: Vec<String>,
}

impl OfferedChatQueues {
    /// Whether a queue is there for somebody. One whose provider is not among the allowed ones any more is there for nobody.
    fn is_offered(&self, details: &Details, seeker: Seeker) -> bool {
        details.is_visible_to(seeker) && (!details.is_external() || is_allowed(&details.external_url, &self.provider_hosts))
    }
}

/// As whom the caller looks for queues. Who has not entered yet is as good as a visitor.
pub(super) fn seeker(rpc: &Rpc) -> Seeker {
    match rpc.caller.impersonator() {
        _ if rpc.caller.kind() != Caller::Resident => Seeker::Visitor,
        None => Seeker::Resident,
        Some(_) => {
            Seeker::Representative(Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) })
        }
    }
}

#[tonic::async_trait]
impl OfferedChatQueueService for OfferedChatQueues {
    async fn list_offered_chat_queues(
        &self,
        request: Request<ListOfferedChatQueuesRequest>,
    ) -> Result<Response<ListOfferedChatQueuesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let seeker = seeker(&rpc);
        let standings = Standings::now(&self.kernel).await?;
        let queues = admin_record::in_use::<Details>(&self.kernel.pool).await?;
        let visible: Vec<_> = queues.into_iter().filter(|(_, details)| self.is_offered(details, seeker)).collect();
        let services = if visible.iter().any(|(_, details)| details.service.is_some()) { Some(self.services.all(&rpc, SERVICE).await) } else { None };
        let today = in_helsinki(standings.now).date();
        let offered = visible.into_iter().map(|(id, details)| {
            let (standing, hours_now) = (standings.of(id, &details), standings.hours(&details));
            let service = details.service.and_then(|service| services.as_ref()?.of(service));
            let special_days = hours_now.special_days(today, DAYS_AHEAD).into_iter().map(hours::day).collect();
            let queue = OfferedChatQueue {
                chat_queue_id: id.to_string(),
                regular: hours::of_week(hours_now.regular()),
                special_days,
                standing: Some(standings.message(id, &standing)),
                service_name: service.and_then(|name| name.names),
                external: details.is_external(),
                assessment_required: details.assessment().is_some(),
                name: Some(details.name.into()),
                description: Some(details.description.into()),
                icon: details.icon,
                closed_text: Some(details.closed_text.into()),
            };
            (standing.state != State::Open, queue)
        });
        let mut offered: Vec<_> = offered.collect();
        // By their names already: the order of those that are alike stays.
        offered.sort_by_key(|(is_shut, _)| *is_shut);
        Ok(Response::new(ListOfferedChatQueuesResponse { chat_queues: offered.into_iter().map(|(_, queue)| queue).collect() }))
    }

    async fn open_external_chat(&self, request: Request<OpenExternalChatRequest>) -> Result<Response<OpenExternalChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let seeker = seeker(&rpc);
        let id = Uuid::try_parse(&request.into_inner().chat_queue_id).map_err(|_| grpc::not_found())?;
        let found = admin_record::details_of::<Details>(&self.kernel.pool, &[id]).await?.into_iter().next();
        let is_offered = |(_, details, archived): &(Uuid, Details, bool)| !archived && details.is_external() && self.is_offered(details, seeker);
        let (_, details, _) = found.filter(is_offered).ok_or_else(grpc::not_found)?;
        let standings = Standings::now(&self.kernel).await?;
        if standings.of(id, &details).state != State::Open {
            return Err(grpc::status(Code::FailedPrecondition, "chat_queue_closed", &[]));
        }
        Ok(Response::new(OpenExternalChatResponse { url: details.external_url }))
    }
}
