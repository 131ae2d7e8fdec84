//! What paths refer to, as its owners call it: services and service contents, surveys, booking roles, queues of patient tasks. No event stores such
//! a name.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chassis::{
    Kernel,
    access::Rpc,
    names::{KnownNames, Names},
    service_client::ServiceClient,
};
use chassis_domain::Uuid;
use futures::future::join_all;
use kajo_proto::{
    common::v1::{ListNamesRequest, ListNamesResponse, Name},
    content::v1::name_service_client::NameServiceClient as ContentNames,
    digipath_engine::v1::{ListPathReferencesResponse, PathProblem},
    scheduling::v1::name_service_client::NameServiceClient as SchedulingNames,
    survey::v1::name_service_client::NameServiceClient as SurveyNames,
};
use tonic::{Request, Response, Status};

use crate::{
    adapters::task_queues::TaskQueues,
    plan::{self, Reference, ReferenceKind, Written},
    settings::DigipathSettings,
};

/// So many are asked about at once.
const AT_ONCE: usize = 8;

/// As content calls the aggregates.
const SERVICE: &str = "service";
const SERVICE_CONTENT: &str = "service_content";
/// As survey calls the aggregate.
const SURVEY: &str = "survey";
/// As scheduling calls the aggregate.
const BOOKING_ROLE: &str = "booking_role";

/// How something stands that is referred to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// It may be referred to.
    Open,
    Archived,
    /// It is no more, or never was.
    Gone,
    /// Its owner does not answer.
    Away,
}

impl Stands {
    fn of(name: Option<&Name>) -> Self {
        match name {
            None => Self::Gone,
            Some(name) if name.archived => Self::Archived,
            Some(_) => Self::Open,
        }
    }

    /// What that is called in a problem; `None`: it is none.
    fn code(self, kind: ReferenceKind) -> Option<String> {
        match self {
            Self::Open => None,
            Self::Archived => Some(format!("{}_archived", kind.word())),
            Self::Gone => Some(format!("{}_gone", kind.word())),
            Self::Away => Some("owner_away".to_owned()),
        }
    }
}

/// Asks about what paths refer to. Cheap to clone.
#[derive(Clone)]
pub(crate) struct References {
    asker: &'static str,
    /// Signs what is asked for whole lists.
    signer: ServiceClient,
    content: Names,
    survey: Names,
    scheduling: Names,
    queues: TaskQueues,
    content_lists: ContentNames<ServiceClient>,
    survey_lists: SurveyNames<ServiceClient>,
    scheduling_lists: SchedulingNames<ServiceClient>,
}

impl References {
    /// Of the owners at these addresses, or in this process.
    ///
    /// # Errors
    /// When an address is none.
    pub(crate) fn try_new(kernel: &Kernel, settings: &DigipathSettings) -> anyhow::Result<Self> {
        let (content, survey, scheduling) = (settings.content_url.as_deref(), settings.survey_url.as_deref(), settings.scheduling_url.as_deref());
        let signer = kernel.service_client("content", content)?;
        Ok(Self {
            asker: kernel.name,
            content: Names::try_new(kernel, "content", content)?,
            survey: Names::try_new(kernel, "survey", survey)?,
            scheduling: Names::try_new(kernel, "scheduling", scheduling)?,
            queues: TaskQueues::try_new(kernel, settings.conversations_url.as_deref())?,
            content_lists: ContentNames::new(signer.clone()),
            survey_lists: SurveyNames::new(kernel.service_client("survey", survey)?),
            scheduling_lists: SchedulingNames::new(kernel.service_client("scheduling", scheduling)?),
            signer,
        })
    }

    /// What stands against what a path refers to, as its owners know it now, in document order (DIG-08).
    pub(crate) async fn problems(&self, rpc: &Rpc, written: Written<'_>) -> Vec<PathProblem> {
        let references = plan::references(written);
        let standing = self.standing(rpc, &references).await;
        let problem = |reference: Reference| {
            let stands = standing.get(&(reference.kind, reference.id)).copied().unwrap_or(Stands::Away);
            let code = stands.code(reference.kind)?;
            let Reference { event, block_id, step_id, part, id, .. } = reference;
            Some(PathProblem { block_id, step_id, part: part.into(), code, id: id.to_string(), event })
        };
        references.into_iter().filter_map(problem).collect()
    }

    /// How each of these stands. An owner that did not answer is not asked again.
    async fn standing(&self, rpc: &Rpc, references: &[Reference]) -> HashMap<(ReferenceKind, Uuid), Stands> {
        let asked: HashSet<_> = references.iter().map(|reference| (reference.kind, reference.id)).collect();
        let asked: Vec<_> = asked.into_iter().collect();
        let (mut standing, mut away) = (HashMap::new(), HashSet::new());
        for some in asked.chunks(AT_ONCE) {
            let some: Vec<_> = some.iter().copied().filter(|(kind, _)| !away.contains(kind)).collect();
            for (kind, id, stands) in join_all(some.into_iter().map(|(kind, id)| self.stands(rpc, kind, id))).await {
                if stands == Stands::Away {
                    away.insert(kind);
                }
                standing.insert((kind, id), stands);
            }
        }
        standing
    }

    async fn stands(&self, rpc: &Rpc, kind: ReferenceKind, id: Uuid) -> (ReferenceKind, Uuid, Stands) {
        let answer = match kind {
            ReferenceKind::Service => self.content.now(rpc, SERVICE, id).await,
            ReferenceKind::ServiceContent => self.content.now(rpc, SERVICE_CONTENT, id).await,
            ReferenceKind::Survey => self.survey.now(rpc, SURVEY, id).await,
            ReferenceKind::BookingRole => self.scheduling.now(rpc, BOOKING_ROLE, id).await,
            ReferenceKind::TaskQueue => self.queues.now(rpc).await.map(|queues| queues.into_iter().find(|queue| is_of(queue, id))),
        };
        (kind, id, answer.map_or(Stands::Away, |name| Stands::of(name.as_ref())))
    }

    /// What everything is called, to be shown: a few seconds old at most, or as it was known last while an owner is away.
    pub(crate) async fn shown(&self, rpc: &Rpc) -> Shown {
        let (services, contents, surveys, roles, queues) = tokio::join!(
            self.content.all(rpc, SERVICE),
            self.content.all(rpc, SERVICE_CONTENT),
            self.survey.all(rpc, SURVEY),
            self.scheduling.all(rpc, BOOKING_ROLE),
            self.queues.shown(rpc),
        );
        Shown { services, contents, surveys, roles, queues }
    }

    /// Everything that may be referred to, archived ones too, as its owners list it now.
    pub(crate) async fn list(&self, rpc: &Rpc) -> ListPathReferencesResponse {
        let (mut content, mut more_content) = (self.content_lists.clone(), self.content_lists.clone());
        let (mut survey, mut scheduling) = (self.survey_lists.clone(), self.scheduling_lists.clone());
        let (services, contents, surveys, roles, queues) = tokio::join!(
            content.list_names(self.all_of(rpc, SERVICE)),
            more_content.list_names(self.all_of(rpc, SERVICE_CONTENT)),
            survey.list_names(self.all_of(rpc, SURVEY)),
            scheduling.list_names(self.all_of(rpc, BOOKING_ROLE)),
            self.queues.now(rpc),
        );
        let mut away = Vec::new();
        let mut listed = |kind: ReferenceKind, answer: Result<Vec<Name>, Status>| {
            answer.unwrap_or_else(|_| {
                away.push(kind.word().to_owned());
                Vec::new()
            })
        };
        let services = listed(ReferenceKind::Service, names(services));
        let service_contents = listed(ReferenceKind::ServiceContent, names(contents));
        let surveys = listed(ReferenceKind::Survey, names(surveys));
        let task_queues = listed(ReferenceKind::TaskQueue, queues);
        let booking_roles = listed(ReferenceKind::BookingRole, names(roles));
        ListPathReferencesResponse { services, service_contents, surveys, task_queues, booking_roles, away }
    }

    fn all_of(&self, rpc: &Rpc, kind: &str) -> Request<ListNamesRequest> {
        self.signer.of_service(self.asker, rpc, ListNamesRequest { kind: kind.to_owned(), revision: 0 })
    }
}

fn is_of(name: &Name, id: Uuid) -> bool {
    Uuid::try_parse(&name.id).is_ok_and(|named| named == id)
}

fn names(answer: Result<Response<ListNamesResponse>, Status>) -> Result<Vec<Name>, Status> {
    Ok(answer?.into_inner().names)
}

/// What everything is called that paths refer to.
pub(crate) struct Shown {
    services: Arc<KnownNames>,
    contents: Arc<KnownNames>,
    surveys: Arc<KnownNames>,
    roles: Arc<KnownNames>,
    queues: Option<Arc<HashMap<Uuid, Name>>>,
}

impl Shown {
    /// What this is called. `None`: its owner has never said; a name without texts: it is no more.
    pub(crate) fn name(&self, kind: ReferenceKind, id: Uuid) -> Option<Name> {
        match kind {
            ReferenceKind::Service => self.services.of(id),
            ReferenceKind::ServiceContent => self.contents.of(id),
            ReferenceKind::Survey => self.surveys.of(id),
            ReferenceKind::BookingRole => self.roles.of(id),
            ReferenceKind::TaskQueue => {
                let gone = || Name { id: id.to_string(), ..Name::default() };
                self.queues.as_ref().map(|queues| queues.get(&id).cloned().unwrap_or_else(gone))
            }
        }
    }

    /// How many steps of a path, and how many events that begin it, refer to something that is archived or gone. Of what an owner has never said
    /// nothing is known.
    pub(crate) fn invalid_steps(&self, written: Written<'_>) -> u32 {
        let is_invalid = |name: Name| name.archived || name.names.is_none();
        let references = plan::references(written).into_iter();
        let invalid = references.filter(|reference| self.name(reference.kind, reference.id).is_some_and(is_invalid));
        let steps: HashSet<_> = invalid.map(|reference| (reference.event, reference.step_id)).collect();
        u32::try_from(steps.len()).unwrap_or(u32::MAX)
    }
}
