//! Surveys, and what becomes of them: built by an administrator, activated by the owner or named by a queue, answered by the resident.

use chassis::testkit::eventually;
use chassis_domain::SignedDuration;
use kajo_proto::{common::v1::Matter, conversations::v1::GetConversationRequest, survey::v1::SurveyType};

use super::{CONVERSATIONS, OTHER, Objects, Relation, marker};
use crate::{
    forms::{self, filled},
    public_forms,
    surveys::{activate, answers, let_read, publish, responses, send, show_to_guardians},
    to_patient::see,
};

/// Where the form is found that anybody sends.
const TAIL: &str = "kaikille";

/// In which somebody could have read what a form asks, where the clock stands still.
const TO_READ: SignedDuration = SignedDuration::from_secs(4);

impl Objects {
    /// A survey that was published twice, and whose answers nurses of Lehtola read.
    pub(super) async fn survey(&mut self, matter: Matter) -> String {
        let title = self.fresh_name();
        let survey_id = publish(&self.administrator, &title, SurveyType::Omavointi, matter).await;
        let_read(&self.administrator, &survey_id, &["nurse"], &["lehtola"]).await;
        survey_id
    }

    /// One that waits for the resident's answers; a teenager has shown it to guardians, unless it is to be hidden from them.
    pub(super) async fn survey_activation(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let kind = if relation == Relation::Social { "social_survey" } else { "survey" };
        let survey_id = Box::pin(self.id(kind, about, Relation::There)).await;
        let patient_id = Box::pin(self.id("patient", whose, Relation::There)).await;
        let survey_activation_id = activate(&self.nurse, &patient_id, &survey_id).await.unwrap();
        if whose == "venla" && relation != Relation::Hidden {
            show_to_guardians(&self.residents[whose], &survey_activation_id).await;
        }
        survey_activation_id
    }

    /// Answers to the survey that there is.
    pub(super) async fn survey_response(&mut self, about: &'static str, relation: Relation) -> String {
        let survey_id = Box::pin(self.id("survey", about, relation)).await;
        let patient_id = Box::pin(self.id("patient", about, relation)).await;
        let survey_activation_id = activate(&self.nurse, &patient_id, &survey_id).await.unwrap();
        send(&self.residents[about], &survey_activation_id, 7, &marker(about)).await;
        let answered = responses(&self.nurse, &patient_id, &survey_id, "").await.unwrap();
        answered[0].survey_response_id.clone()
    }

    /// A queue of forms, worked by nurses of Lehtola or, in social matters, by social workers of Satama.
    pub(super) async fn form_queue(&mut self, matter: Matter) -> String {
        let name = self.fresh_name();
        forms::queue_of_forms(&self.administrator, &name, matter).await.subcategory
    }

    /// The one of forms in this relation. Nobody changes it, so there is one for everybody.
    pub(crate) async fn queue_of_forms(&mut self, relation: Relation) -> String {
        let (kind, relation) = match relation {
            Relation::Missing => ("form_queue", Relation::Missing),
            Relation::Social => ("social_form_queue", Relation::There),
            _ => ("form_queue", Relation::There),
        };
        Box::pin(self.id(kind, OTHER, relation)).await
    }

    /// A form that a resident has sent, and whose conversation is open.
    pub(super) async fn form_response(&mut self, about: &'static str, relation: Relation) -> String {
        if relation == Relation::Anonymous {
            return Box::pin(self.id("anonymous_form", OTHER, Relation::There)).await;
        }
        let whose = if relation == Relation::Others { OTHER } else { about };
        let subcategory_id = self.queue_of_forms(relation).await;
        let resident = &self.residents[whose];
        let mut form = filled(&subcategory_id, 7, &marker(whose));
        form.visible_to_guardians = relation != Relation::Hidden;
        let sent = forms::send(resident, &form).await.unwrap();
        let opened = GetConversationRequest { conversation_id: sent.conversation_id, ..GetConversationRequest::default() };
        eventually(|| async { resident.ask(&format!("{CONVERSATIONS}/GetConversation"), &opened).await.ok() }).await;
        sent.form_response_id
    }

    /// The tail of the address of a form that anybody sends, to nurses of Lehtola.
    pub(super) async fn public_form(&mut self) -> String {
        let name = self.fresh_name();
        forms::queue_of_public_forms(&self.administrator, &name, TAIL).await;
        TAIL.to_owned()
    }

    /// The same, or one that leads nowhere. Nobody changes the form, so there is one for everybody.
    pub(crate) async fn tail_of_form(&mut self, relation: Relation) -> String {
        Box::pin(self.id("public_form", OTHER, relation)).await
    }

    /// A sitting of it, or what is none.
    pub(crate) async fn sitting_of_form(&mut self, relation: Relation) -> String {
        Box::pin(self.id("sitting", OTHER, relation)).await
    }

    /// One in which nothing was answered and which is over: whoever sends the same once more is answered the same.
    pub(super) async fn sitting(&mut self) -> String {
        let tail = self.tail_of_form(Relation::There).await;
        let [nobody, _] = &self.apps;
        let sitting = public_forms::begin(nobody, &tail).await.unwrap().sitting;
        self.clock.advance(TO_READ);
        public_forms::send(nobody, &sitting, None).await.unwrap();
        sitting
    }

    /// What somebody unknown has sent to a queue of its own, once its conversation is open.
    pub(super) async fn anonymous_form(&mut self) -> String {
        let (name, tail) = (self.fresh_name(), "nimetta");
        let queue = forms::queue_of_public_forms(&self.administrator, &name, tail).await;
        let [nobody, _] = &self.apps;
        let sitting = public_forms::begin(nobody, tail).await.unwrap().sitting;
        self.clock.advance(TO_READ);
        public_forms::send(nobody, &sitting, answers(7, "canary-of-nobody")).await.unwrap();
        let tasks = public_forms::until_waiting(&self.nurse, &queue.subcategory, 1).await;
        see(&self.nurse, &tasks[0].conversation_id).await.unwrap().form_response_id
    }
}
