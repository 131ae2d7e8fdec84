//! Symptoms that were assessed before a chat: the survey about them, queues that ask for it, and chats with which the answers went along.

use kajo_proto::{common::v1::Matter, survey::v1::SurveyType};

use super::{OTHER, Objects, Relation, chats::join, marker};
use crate::{assessment::submit, surveys::publish};

impl Objects {
    /// What is asked. Nobody changes it, so there is one for everybody.
    pub(super) async fn symptom_survey(&mut self) -> String {
        let title = self.fresh_name();
        publish(&self.administrator, &title, SurveyType::SymptomAssessment, Matter::Health).await
    }

    /// A queue that asks for it, in which nobody has answered.
    pub(super) async fn asking_chat_queue(&mut self) -> String {
        let survey = Box::pin(self.id("symptom_survey", OTHER, Relation::There)).await;
        self.queue_that_asks(survey).await
    }

    /// One in which the resident has.
    pub(super) async fn answered_chat_queue(&mut self, about: &'static str) -> String {
        let queue = self.asking_chat_queue().await;
        submit(&self.residents[about], &queue, 7, &marker(about)).await.unwrap();
        queue
    }

    /// A chat as any other, before which symptoms were assessed. Who may not act in matters of health has begun one without.
    pub(super) async fn assessed_chat(&mut self, about: &'static str, relation: Relation) -> String {
        if (about, relation) == ("ante", Relation::OnBehalf) {
            return Box::pin(self.id("chat", about, relation)).await;
        }
        let Some(resident) = self.who_began(about, relation).cloned() else {
            return Box::pin(self.id("chat", about, Relation::Missing)).await;
        };
        let queue = self.asking_chat_queue().await;
        let whose = if relation == Relation::Others { OTHER } else { about };
        submit(&resident, &queue, 7, &marker(whose)).await.unwrap();
        let place = join(resident, queue).await;
        self.go_on(place, about, relation).await.0
    }
}
