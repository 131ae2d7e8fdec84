//! The services that own what steps do, and the one that knows people: for them services of the test's own stand. They remember what they have given,
//! refuse when they are told to, are away, or do what they are asked and lose the answer.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
};

use chassis::{Service, database::NO_MIGRATIONS, grpc, service::Running, testkit::TestEnvironment};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, LocalizedString, Name, Translated},
    content::v1::{self as content, GiveContentRequest, GiveContentResponse},
    conversations::v1::{
        GiveTaskRequest, GiveTaskResponse, ListTaskQueueNamesRequest, ListTaskQueueNamesResponse,
        path_action_service_server::{PathActionService as TaskActions, PathActionServiceServer as TaskActionServer},
    },
    identity::v1::{
        AdmitMessageRequest, AdmitMessageResponse, GetReachRequest, GetReachResponse, Ground, Messaging,
        patient_reach_service_server::{PatientReachService, PatientReachServiceServer},
    },
    scheduling::v1::{self as scheduling, GiveRecommendationRequest, GiveRecommendationResponse},
    survey::v1::{self as survey, GiveSurveyRequest, GiveSurveyResponse},
};
use tonic::{Code, Request, Response, Status, service::Routes};

use crate::tellers::{Appointment, CustomerTask, SurveyActivation, Teller};

/// Something that was given to a patient.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Given {
    /// By which service.
    pub(crate) owner: &'static str,
    /// Under which id.
    pub(crate) id: String,
    pub(crate) patient: String,
    /// What: the service, content, queue or survey.
    pub(crate) what: String,
    /// Of a survey: the last day.
    pub(crate) answer_by: String,
    /// Of a task: what it is called, by which path and by which execution of it.
    pub(crate) title: Option<Translated>,
    pub(crate) path: String,
    pub(crate) execution: String,
}

#[derive(Default)]
struct State {
    given: Vec<Given>,
    /// The id of each call, also of those that were refused.
    asked: Vec<String>,
    /// With what it is refused.
    refused: HashMap<String, Status>,
    is_away: bool,
    /// So many answers are lost.
    lost: usize,
    /// What waits already, by service.
    waiting: HashMap<String, String>,
    queues: Vec<Name>,
    archived: HashSet<String>,
    gone: HashSet<String>,
    messaging: HashMap<String, Messaging>,
}

/// All of them. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Owners(Arc<Mutex<State>>);

impl Owners {
    /// What was given, once for each id.
    pub(crate) fn given(&self) -> Vec<Given> {
        self.0.lock().unwrap().given.clone()
    }

    /// The ids of all calls.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.0.lock().unwrap().asked.clone()
    }

    /// From now on this is refused.
    pub(crate) fn refuses(&self, what: Uuid, code: &str) {
        let status = grpc::status(Code::FailedPrecondition, code, &[]);
        self.0.lock().unwrap().refused.insert(what.to_string(), status);
    }

    /// From now on there is no such thing.
    pub(crate) fn does_not_know(&self, what: Uuid) {
        let mut state = self.0.lock().unwrap();
        state.refused.insert(what.to_string(), grpc::not_found());
        state.gone.insert(what.to_string());
    }

    /// Whoever refers to it is told that it is archived.
    pub(crate) fn archives(&self, what: Uuid) {
        self.0.lock().unwrap().archived.insert(what.to_string());
    }

    pub(crate) fn are_away(&self, is_away: bool) {
        self.0.lock().unwrap().is_away = is_away;
    }

    /// Does what it is asked next, and loses the answer.
    pub(crate) fn loses_the_next_answer(&self) {
        self.0.lock().unwrap().lost += 1;
    }

    /// A recommendation of this service waits already.
    pub(crate) fn recommendation_waits(&self, service: Uuid, recommendation: Uuid) {
        self.0.lock().unwrap().waiting.insert(service.to_string(), recommendation.to_string());
    }

    /// A queue that tasks may be given in.
    pub(crate) fn queue(&self) -> Uuid {
        let id = Uuid::now_v7();
        self.0.lock().unwrap().queues.push(name(&id.to_string(), false));
        id
    }

    /// A patient who stands so to being written to; all others may be.
    pub(crate) fn patient(&self, messaging: Messaging) -> Uuid {
        let id = Uuid::now_v7();
        self.0.lock().unwrap().messaging.insert(id.to_string(), messaging);
        id
    }

    fn give(&self, given: Given) -> Result<(), Status> {
        let mut state = self.0.lock().unwrap();
        state.asked.push(given.id.clone());
        if state.is_away {
            return Err(Status::unavailable("away"));
        }
        if let Some(refused) = state.refused.get(&given.what) {
            return Err(refused.clone());
        }
        if state.given.iter().all(|other| other.id != given.id) {
            state.given.push(given);
        }
        if state.lost > 0 {
            state.lost -= 1;
            return Err(Status::unavailable("lost"));
        }
        Ok(())
    }

    /// Every id that is asked for is known.
    fn names(&self, asked: GetNamesRequest) -> GetNamesResponse {
        let state = self.0.lock().unwrap();
        let known = asked.ids.into_iter().filter(|id| !state.gone.contains(id));
        GetNamesResponse { names: known.map(|id| name(&id, state.archived.contains(&id))).collect() }
    }
}

fn name(id: &str, archived: bool) -> Name {
    let texts = ["fi", "sv", "en"].map(|language| (language.to_owned(), format!("Nimi {language}"))).into();
    Name { id: id.to_owned(), names: Some(LocalizedString { texts }), archived }
}

/// Nothing is listed: names are asked for by id.
fn no_names() -> ListNamesResponse {
    ListNamesResponse { names: Vec::new(), revision: 1, unchanged: false }
}

#[tonic::async_trait]
impl content::path_action_service_server::PathActionService for Owners {
    async fn give_content(&self, request: Request<GiveContentRequest>) -> Result<Response<GiveContentResponse>, Status> {
        let asked = request.into_inner();
        let (id, patient, what) = (asked.patient_content_id, asked.patient_id, asked.service_content_id);
        self.give(Given { owner: "content", id, patient, what, ..Given::default() })?;
        Ok(Response::new(GiveContentResponse {}))
    }
}

#[tonic::async_trait]
impl survey::path_action_service_server::PathActionService for Owners {
    async fn give_survey(&self, request: Request<GiveSurveyRequest>) -> Result<Response<GiveSurveyResponse>, Status> {
        let asked = request.into_inner();
        let (id, patient, what) = (asked.survey_activation_id, asked.patient_id, asked.survey_id);
        self.give(Given { owner: "survey", id, patient, what, answer_by: asked.answer_by_date, ..Given::default() })?;
        Ok(Response::new(GiveSurveyResponse {}))
    }
}

#[tonic::async_trait]
impl scheduling::path_action_service_server::PathActionService for Owners {
    async fn give_recommendation(&self, request: Request<GiveRecommendationRequest>) -> Result<Response<GiveRecommendationResponse>, Status> {
        let asked = request.into_inner();
        let waiting = self.0.lock().unwrap().waiting.get(&asked.service_id).cloned();
        let recommendation_id = waiting.unwrap_or_else(|| asked.recommendation_id.clone());
        let (id, patient, what) = (asked.recommendation_id, asked.patient_id, asked.service_id);
        self.give(Given { owner: "scheduling", id, patient, what, ..Given::default() })?;
        Ok(Response::new(GiveRecommendationResponse { recommendation_id }))
    }
}

#[tonic::async_trait]
impl TaskActions for Owners {
    async fn give_task(&self, request: Request<GiveTaskRequest>) -> Result<Response<GiveTaskResponse>, Status> {
        let asked = request.into_inner();
        let (id, patient, what) = (asked.customer_task_id, asked.patient_id, asked.subcategory_id);
        let (title, path, execution) = (asked.title, asked.path_id, asked.path_execution_id);
        self.give(Given { owner: "conversations", id, patient, what, title, path, execution, ..Given::default() })?;
        Ok(Response::new(GiveTaskResponse {}))
    }

    async fn list_task_queue_names(&self, _: Request<ListTaskQueueNamesRequest>) -> Result<Response<ListTaskQueueNamesResponse>, Status> {
        Ok(Response::new(ListTaskQueueNamesResponse { queues: self.0.lock().unwrap().queues.clone() }))
    }
}

macro_rules! tells_names {
    ($($service:ident),+) => {
        $(
            #[tonic::async_trait]
            impl $service::name_service_server::NameService for Owners {
                async fn list_names(&self, _: Request<ListNamesRequest>) -> Result<Response<ListNamesResponse>, Status> {
                    Ok(Response::new(no_names()))
                }

                async fn get_names(&self, request: Request<GetNamesRequest>) -> Result<Response<GetNamesResponse>, Status> {
                    Ok(Response::new(self.names(request.into_inner())))
                }
            }
        )+
    };
}

tells_names!(content, scheduling, survey);

#[tonic::async_trait]
impl PatientReachService for Owners {
    async fn admit_message(&self, request: Request<AdmitMessageRequest>) -> Result<Response<AdmitMessageResponse>, Status> {
        let messaging = self.messaging(&request.into_inner().patient_id);
        let admitted = AdmitMessageResponse { messaging: messaging.into(), ground: Ground::Care.into(), ..AdmitMessageResponse::default() };
        Ok(Response::new(admitted))
    }

    async fn get_reach(&self, request: Request<GetReachRequest>) -> Result<Response<GetReachResponse>, Status> {
        let messaging = self.messaging(&request.into_inner().patient_id);
        Ok(Response::new(GetReachResponse { messaging: messaging.into(), opened: true, teenager: false }))
    }
}

impl Owners {
    fn messaging(&self, patient: &str) -> Messaging {
        self.0.lock().unwrap().messaging.get(patient).copied().unwrap_or(Messaging::Allowed)
    }
}

/// The services, as they run.
pub(crate) struct Others {
    pub(crate) owners: Owners,
    pub(crate) content: Running,
    pub(crate) conversations: Running,
    pub(crate) identity: Running,
    pub(crate) scheduling: Running,
    pub(crate) survey: Running,
}

impl Others {
    pub(crate) async fn start(test: &TestEnvironment) -> Self {
        let owners = Owners::default();
        let service = |name: &'static str, routes: fn(Owners) -> Routes| {
            let own = owners.clone();
            Service::new(name, &NO_MIGRATIONS).grpc(move |_| Ok(routes(own.clone())))
        };
        let content = service("content", |own| {
            Routes::new(content::path_action_service_server::PathActionServiceServer::new(own.clone()))
                .add_service(content::name_service_server::NameServiceServer::new(own))
        });
        let scheduling = service("scheduling", |own| {
            Routes::new(scheduling::path_action_service_server::PathActionServiceServer::new(own.clone()))
                .add_service(scheduling::name_service_server::NameServiceServer::new(own))
        });
        let survey = service("survey", |own| {
            Routes::new(survey::path_action_service_server::PathActionServiceServer::new(own.clone()))
                .add_service(survey::name_service_server::NameServiceServer::new(own))
        });
        let conversations = service("conversations", |own| Routes::new(TaskActionServer::new(own)));
        let identity = service("identity", |own| Routes::new(PatientReachServiceServer::new(own)));
        Self {
            content: test.service(content).await.unwrap(),
            conversations: test.service(conversations.aggregate::<Teller<CustomerTask>>()).await.unwrap(),
            identity: test.service(identity).await.unwrap(),
            scheduling: test.service(scheduling.aggregate::<Teller<Appointment>>()).await.unwrap(),
            survey: test.service(survey.aggregate::<Teller<SurveyActivation>>()).await.unwrap(),
            owners,
        }
    }

    pub(crate) async fn end(self) {
        for running in [self.content, self.conversations, self.identity, self.scheduling, self.survey] {
            running.stop().await;
        }
    }
}
