//! Surveys, and what becomes of them: built by an administrator, activated by the owner or named by a queue, answered by the resident.

use chassis::testkit::eventually;
use kajo_proto::{common::v1::Matter, conversations::v1::GetConversationRequest, survey::v1::SurveyType};

use super::{CONVERSATIONS, OTHER, Objects, Relation, marker};
use crate::{
    forms::{self, filled},
    surveys::{activate, let_read, publish, responses, send, show_to_guardians},
};

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
}
