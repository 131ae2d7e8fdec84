//! The services that own what steps do: each is asked to give a patient something under an id that is the step's own, so that it gives it once
//! (DIG-04).

use chassis::{Kernel, access::CALLER_HEADER, service_client::ServiceClient, store::TraceContext};
use chassis_domain::{Matter, PersonId, Uuid, in_helsinki};
use kajo_proto::{
    caller::v1::CallerContext,
    content::v1::{GiveContentRequest, path_action_service_client::PathActionServiceClient as Content},
    conversations::v1::{GiveTaskRequest, path_action_service_client::PathActionServiceClient as Conversations},
    options::v1::Caller,
    scheduling::v1::{GiveRecommendationRequest, path_action_service_client::PathActionServiceClient as Scheduling},
    survey::v1::{GiveSurveyRequest, path_action_service_client::PathActionServiceClient as Survey},
};
use tonic::{
    Code, Request, Status,
    metadata::{Ascii, MetadataValue},
};

use crate::{
    plan::{Action, ReferenceKind},
    settings::DigipathSettings,
};

/// Of a step that does nothing by today's rules.
pub(crate) const ACTION_MISSING: &str = "action_missing";

/// Longer words are none of a refusal.
const LONGEST_CODE: usize = 60;

/// Asks the owners.
#[derive(Clone)]
pub(crate) struct Owners {
    content: Content<ServiceClient>,
    conversations: Conversations<ServiceClient>,
    scheduling: Scheduling<ServiceClient>,
    survey: Survey<ServiceClient>,
    kernel: Kernel,
}

/// What is given, to whom, and by what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Giving<'a> {
    /// What the owner makes gets this id.
    pub(crate) object: Uuid,
    /// The path that gives it.
    pub(crate) path: Uuid,
    /// Its execution.
    pub(crate) execution: Uuid,
    /// To whom.
    pub(crate) patient: PersonId,
    /// What the path is about.
    pub(crate) matter: Matter,
    /// What.
    pub(crate) action: &'a Action,
}

/// Why it was not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotGiven {
    /// The owner says no, for this reason.
    Refused(String),
    /// The owner does not answer, or not as it should. Perhaps it was given all the same.
    Away(String),
}

impl Owners {
    /// At the addresses of the settings, or in this process.
    ///
    /// # Errors
    /// When an address is none.
    pub(crate) fn try_new(kernel: &Kernel, settings: &DigipathSettings) -> anyhow::Result<Self> {
        Ok(Self {
            content: Content::new(kernel.service_client("content", settings.content_url.as_deref())?),
            conversations: Conversations::new(kernel.service_client("conversations", settings.conversations_url.as_deref())?),
            scheduling: Scheduling::new(kernel.service_client("scheduling", settings.scheduling_url.as_deref())?),
            survey: Survey::new(kernel.service_client("survey", settings.survey_url.as_deref())?),
            kernel: kernel.clone(),
        })
    }

    /// Has it given; answers with what there is now.
    ///
    /// # Errors
    /// When the owner refuses, or is away.
    pub(crate) async fn give(&self, trace: &TraceContext, giving: Giving<'_>) -> Result<Uuid, NotGiven> {
        let Giving { object, path, execution, patient, matter, action } = giving;
        let patient_id = patient.to_string();
        match action {
            Action::Recommendation { service } => {
                let asked = GiveRecommendationRequest { recommendation_id: object.to_string(), patient_id, service_id: service.to_string() };
                let answered = self.scheduling.clone().give_recommendation(self.of_this_service(trace, asked)).await;
                let recommended = answered.map_err(|status| not_given(&status, ReferenceKind::Service))?.into_inner().recommendation_id;
                // Another one waits already.
                Uuid::try_parse(&recommended).map_err(|_| NotGiven::Away("scheduling answers with what is no id".to_owned()))
            }
            Action::Content { content } => {
                let asked = GiveContentRequest {
                    patient_content_id: object.to_string(),
                    patient_id,
                    service_content_id: content.to_string(),
                    matter: matter.public().into(),
                };
                let answered = self.content.clone().give_content(self.of_this_service(trace, asked)).await;
                answered.map(|_| object).map_err(|status| not_given(&status, ReferenceKind::ServiceContent))
            }
            Action::Task { queue, title, instruction } => {
                let asked = GiveTaskRequest {
                    customer_task_id: object.to_string(),
                    patient_id,
                    subcategory_id: queue.to_string(),
                    title: Some(title.clone()),
                    instruction: Some(instruction.clone()),
                    path_id: path.to_string(),
                    path_execution_id: execution.to_string(),
                };
                let answered = self.conversations.clone().give_task(self.of_this_service(trace, asked)).await;
                answered.map(|_| object).map_err(|status| not_given(&status, ReferenceKind::TaskQueue))
            }
            Action::Survey { survey, answer_within } => {
                let now = self.kernel.clock.now();
                let last_day = answer_within.map(|within| in_helsinki(within.after(now)).date().to_string());
                let asked = GiveSurveyRequest {
                    survey_activation_id: object.to_string(),
                    patient_id,
                    survey_id: survey.to_string(),
                    answer_by_date: last_day.unwrap_or_default(),
                };
                let answered = self.survey.clone().give_survey(self.of_this_service(trace, asked)).await;
                answered.map(|_| object).map_err(|status| not_given(&status, ReferenceKind::Survey))
            }
            Action::RepeatPrevious { .. } => Err(NotGiven::Refused(ACTION_MISSING.to_owned())),
        }
    }

    /// A request that no call led to: it follows from a fact, in whose trace it is made.
    fn of_this_service<T>(&self, trace: &TraceContext, message: T) -> Request<T> {
        let Kernel { name, internal_key, clock, .. } = &self.kernel;
        let caller = CallerContext { kind: Caller::Service.into(), service: (*name).to_owned(), ..CallerContext::default() };
        let mut request = Request::new(message);
        request.metadata_mut().insert_bin(CALLER_HEADER, MetadataValue::from_bytes(&internal_key.sign(caller, clock.now())));
        let traceparent = trace.traceparent.parse::<MetadataValue<Ascii>>().ok().filter(|_| !trace.traceparent.is_empty());
        if let Some(traceparent) = traceparent {
            request.metadata_mut().insert("traceparent", traceparent);
        }
        request
    }
}

/// What an owner says no with. Whatever else it answers may be otherwise later.
fn not_given(status: &Status, about: ReferenceKind) -> NotGiven {
    let refused = match status.code() {
        Code::NotFound => Some(format!("{}_gone", about.word())),
        Code::FailedPrecondition | Code::InvalidArgument | Code::PermissionDenied | Code::AlreadyExists => reason(status),
        _ => None,
    };
    refused.map_or_else(|| NotGiven::Away(format!("the owner answers {:?}", status.code())), NotGiven::Refused)
}

/// The reason of a refusal: every service of the platform writes it where other words would stand. Other words are not told on.
fn reason(status: &Status) -> Option<String> {
    let reason = status.message();
    let is_one = (1..=LONGEST_CODE).contains(&reason.len()) && reason.bytes().all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    is_one.then(|| reason.to_owned())
}

#[cfg(test)]
mod tests {
    use chassis::grpc;

    use super::*;

    fn refused(code: &str) -> NotGiven {
        NotGiven::Refused(code.to_owned())
    }

    #[test]
    fn dig_08_an_owner_s_refusal_is_its_code_and_what_is_not_found_is_gone() {
        let archived = grpc::status(Code::FailedPrecondition, "survey_archived", &[]);
        assert_eq!(not_given(&archived, ReferenceKind::Survey), refused("survey_archived"));
        for (about, code) in [
            (ReferenceKind::Service, "service_gone"),
            (ReferenceKind::ServiceContent, "content_gone"),
            (ReferenceKind::TaskQueue, "queue_gone"),
            (ReferenceKind::Survey, "survey_gone"),
        ] {
            assert_eq!(not_given(&grpc::not_found(), about), refused(code));
        }
    }

    #[test]
    fn dig_08_an_owner_that_is_away_or_does_not_answer_as_it_should_is_asked_again() {
        for code in [Code::Unavailable, Code::DeadlineExceeded, Code::Internal, Code::Aborted, Code::Unimplemented, Code::Unauthenticated] {
            assert!(matches!(not_given(&Status::new(code, "survey_archived"), ReferenceKind::Survey), NotGiven::Away(_)), "{code:?}");
        }
        // Somebody in between says something in its own words, which may name anything.
        for words in ["", "Not allowed here", "ä"] {
            assert!(matches!(not_given(&Status::new(Code::PermissionDenied, words), ReferenceKind::Survey), NotGiven::Away(_)), "{words}");
        }
    }
}
