//! Surveys, and what becomes of them: built by an administrator, activated by the owner, answered by the resident.

use kajo_proto::common::v1::Matter;

use super::{OTHER, Objects, Relation, marker};
use crate::surveys::{activate, let_read, publish, responses, send, show_to_guardians};

impl Objects {
    /// A survey that was published twice, and whose answers nurses of Lehtola read.
    pub(super) async fn survey(&mut self, matter: Matter) -> String {
        let title = self.fresh_name();
        let survey_id = publish(&self.administrator, &title, matter).await;
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
}
