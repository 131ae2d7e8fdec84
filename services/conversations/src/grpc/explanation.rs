//! Why a professional sees a queue or a conversation, or does not.

use std::collections::{BTreeSet, HashMap};

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{Aggregate, PersonId, Uuid};
use kajo_proto::{
    conversations::v1::{
        AccessChoice, AccessCondition, AccessExplanation, AccessLocation, AccessQueue, AccessRole, AccessWay, ConversationPart,
        ExplainConversationRequest, ExplainConversationResponse, ExplainQueueRequest, ExplainQueueResponse, ListQueuesOfRoleRequest,
        ListQueuesOfRoleResponse, RoleQueue, access_explanation_service_server::AccessExplanationService,
    },
    methods::{self, Method},
};
use tonic::{Request, Response, Status};

use super::{
    consultation::consulted_in,
    conversation::{conversation_id, kind, permissions, phase},
    views::localized,
};
use crate::{
    adapters::standings::{Asked, Standing, Standings},
    category::SubcategoryId,
    conversation::{Conversation, ConversationId, Part, Reading, Who},
    explanation::{Door, Held, Trace},
    projections::categories::{self, WorkedQueue},
};

/// What shows the tasks of queues, and what shows a conversation.
const LIST_TASKS: &str = "/kajo.conversations.v1.TaskService/ListTasks";
const GET_CONVERSATION: &str = "/kajo.conversations.v1.ConversationService/GetConversation";

/// Pairs of role and location that are tried, at most.
const TRIED: usize = 200;

pub(super) struct Explanations {
    pub(super) kernel: Kernel,
    pub(super) standings: Standings,
}

/// What is asked about: a queue, and perhaps a conversation that stands in it.
struct Thing<'c> {
    method: &'static Method,
    queue: SubcategoryId,
    conversation: Option<&'c Conversation>,
    /// Consultations about it in which the professional takes part.
    consulted_in: BTreeSet<ConversationId>,
}

/// What the rules say of one professional with one choice.
struct Judged {
    trace: Trace,
    who: Who,
}

impl Explanations {
    async fn judge(&self, thing: &Thing<'_>, door: Door, asked: Asked) -> Result<Judged, Status> {
        // Nothing is worked with no role or at no location.
        let (role, location) = (asked.role.unwrap_or_default(), asked.location.unwrap_or_default());
        let admissions = categories::admissions(&self.kernel.pool, role, location).await.map_err(grpc::fault)?;
        let (person, queues) = (asked.person, categories::open_with(&admissions));
        let who = Who::Practitioner { person, name: String::new(), queues, consulted_in: thing.consulted_in.clone() };
        let admission = admissions.get(&thing.queue).copied().unwrap_or_default();
        let trace = match thing.conversation {
            Some(conversation) => Trace::of_conversation(door, admission, conversation.reading(&who)),
            None => Trace::of_queue(door, admission),
        };
        Ok(Judged { trace, who })
    }

    /// What else the professional could choose for the answer to be yes: each tried by the same rule.
    async fn choices(&self, thing: &Thing<'_>, standing: &Standing, asked: Asked) -> Result<Vec<AccessChoice>, Status> {
        let door = Door::at_work(thing.method, standing);
        let pairs = standing.roles.iter().flat_map(|role| standing.locations.iter().map(move |location| (*role, *location)));
        let pairs: Vec<_> = pairs.take(TRIED).collect();
        let mut choices = Vec::new();
        for (role, location) in pairs {
            let judged = self.judge(thing, door, Asked { role: Some(role), location: Some(location), ..asked }).await?;
            if judged.trace.allowed {
                choices.push(AccessChoice { role_id: role.to_string(), location_id: location.to_string() });
            }
        }
        Ok(choices)
    }

    async fn explain(&self, rpc: &Rpc, thing: &Thing<'_>, asked: Asked) -> Result<(AccessExplanation, Who), Status> {
        let queue = categories::worked(&self.kernel.pool, thing.queue.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let standing = self.standings.of(rpc, asked, &queue.role_ids, &queue.location_ids).await?;
        let Judged { trace, who } = self.judge(thing, Door::of(thing.method, &standing), asked).await?;
        if !trace.adds_up() {
            return Err(grpc::fault("an explanation that does not add up"));
        }
        let choices = if trace.allowed { Vec::new() } else { self.choices(thing, &standing, asked).await? };
        let explanation = AccessExplanation {
            allowed: trace.allowed,
            needed: conditions(&trace.needed),
            ways: trace.ways.iter().map(|way| AccessWay { conditions: conditions(way) }).collect(),
            queue: Some(shown(thing.queue, &queue, &standing)),
            choices,
        };
        Ok((explanation, who))
    }
}

#[tonic::async_trait]
impl AccessExplanationService for Explanations {
    async fn explain_queue(&self, request: Request<ExplainQueueRequest>) -> Result<Response<ExplainQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let queue = SubcategoryId::parse(&request.subcategory_id).ok_or_else(grpc::not_found)?;
        let asked = asked(&request.practitioner_id, &request.role_id, &request.location_id)?;
        let thing = Thing { method: method(LIST_TASKS)?, queue, conversation: None, consulted_in: BTreeSet::new() };
        let (explanation, _) = self.explain(&rpc, &thing, asked).await?;
        Ok(Response::new(ExplainQueueResponse { explanation: Some(explanation) }))
    }

    async fn explain_conversation(&self, request: Request<ExplainConversationRequest>) -> Result<Response<ExplainConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = conversation_id(&request.conversation_id)?;
        let asked = asked(&request.practitioner_id, &request.role_id, &request.location_id)?;
        let state = self.kernel.store.load::<Conversation>(id).await?.state;
        let opening = state.opening.as_ref().ok_or_else(grpc::not_found)?;
        let consulted_in = consulted_in(&self.kernel, id, asked.person).await?;
        let thing = Thing { method: method(GET_CONVERSATION)?, queue: state.place.subcategory, conversation: Some(&state), consulted_in };
        let (explanation, who) = self.explain(&rpc, &thing, asked).await?;
        rpc.log_access(&self.kernel, opening.patient(), (Conversation::CATEGORY, Some(id.uuid())), "access explanation").await?;
        Ok(Response::new(ExplainConversationResponse {
            kind: kind(&opening.kind).into(),
            state: phase(state.phase).into(),
            part: part(state.reading(&who)).into(),
            permissions: explanation.allowed.then(|| permissions(state.permissions(&who))),
            explanation: Some(explanation),
        }))
    }

    async fn list_queues_of_role(&self, request: Request<ListQueuesOfRoleRequest>) -> Result<Response<ListQueuesOfRoleResponse>, Status> {
        let role = Uuid::try_parse(&request.into_inner().role_id).map_err(|_| grpc::not_found())?;
        let queues = categories::worked_in(&self.kernel.pool, role).await.map_err(grpc::fault)?;
        let shown = queues.into_iter().map(|(id, names)| RoleQueue {
            subcategory_id: id.to_string(),
            category_name: Some(localized(&names.category)),
            name: Some(localized(&names.subcategory)),
        });
        Ok(Response::new(ListQueuesOfRoleResponse { queues: shown.collect() }))
    }
}

fn asked(practitioner: &str, role: &str, location: &str) -> Result<Asked, Status> {
    let person = PersonId::parse(practitioner).ok_or_else(|| grpc::invalid_field("practitioner_id", "practitioner_unknown"))?;
    Ok(Asked { person, role: Uuid::try_parse(role).ok(), location: Uuid::try_parse(location).ok() })
}

fn method(path: &str) -> Result<&'static Method, Status> {
    methods::find(path).ok_or_else(|| grpc::fault(format!("no method {path}")))
}

fn conditions(held: &[Held]) -> Vec<AccessCondition> {
    held.iter().map(|(kind, held)| AccessCondition { kind: (*kind).into(), held: *held }).collect()
}

const fn part(reading: Reading) -> ConversationPart {
    match reading {
        Reading::Practitioner { part: Some(part), .. } => match part {
            Part::Owner => ConversationPart::Owner,
            Part::Asker => ConversationPart::Asker,
            Part::Participant => ConversationPart::Participant,
            Part::Done => ConversationPart::Done,
            Part::Consulted => ConversationPart::Consulted,
            Part::Left => ConversationPart::Left,
        },
        Reading::Practitioner { part: None, .. } | Reading::Resident { .. } => ConversationPart::Unspecified,
    }
}

fn shown(id: SubcategoryId, queue: &WorkedQueue, standing: &Standing) -> AccessQueue {
    let roles: HashMap<_, _> = standing.named_roles.iter().map(|role| (role.role_id.as_str(), role)).collect();
    let places: HashMap<_, _> = standing.named_locations.iter().map(|place| (place.location_id.as_str(), place)).collect();
    AccessQueue {
        subcategory_id: id.to_string(),
        category_name: Some(localized(&queue.names.category)),
        name: Some(localized(&queue.names.subcategory)),
        archived: queue.archived,
        roles: queue
            .role_ids
            .iter()
            .map(ToString::to_string)
            .map(|role_id| AccessRole { name: roles.get(role_id.as_str()).and_then(|role| role.name.clone()), role_id })
            .collect(),
        locations: queue
            .location_ids
            .iter()
            .map(ToString::to_string)
            .map(|location_id| AccessLocation {
                name: places.get(location_id.as_str()).map(|place| place.name.clone()).unwrap_or_default(),
                location_id,
            })
            .collect(),
    }
}
