//! Chat queues: one with every field, since who sees what of it is seen in the sets of fields, and others to wait in.

use chassis_domain::demo_id;
use kajo_proto::{
    chat_queue::v1::{
        ChatQueueDetails, HolidayRule, HoursException, HoursRule, OpeningHours, OpeningWindow, SaveChatQueueRequest, SaveChatQueueResponse,
        WeekdayWindow,
    },
    common::v1::{Matter, Translated},
};

use super::Objects;

impl Objects {
    /// A queue of an external provider: nobody waits in it.
    pub(super) async fn chat_queue(&mut self) -> String {
        let details = ChatQueueDetails {
            triage_required: true,
            assessment_survey_id: demo_id("survey", "symptoms").to_string(),
            summary_enabled: true,
            pre_chat_questionnaire_id: demo_id("questionnaire", "before").to_string(),
            post_chat_questionnaire_id: demo_id("questionnaire", "after").to_string(),
            external_url: format!("http://{}/chat-provider", self.simulators),
            ..self.details_of_chat_queue(Matter::Health)
        };
        self.save_chat_queue(details).await
    }

    /// A queue that people can wait in, and whose chats can be summarised.
    pub(super) async fn own_chat_queue(&mut self, matter: Matter) -> String {
        let details = ChatQueueDetails { summary_enabled: true, ..self.details_of_chat_queue(matter) };
        self.save_chat_queue(details).await
    }

    /// The same, in which those who join assess their symptoms first.
    pub(super) async fn queue_that_asks(&mut self, assessment_survey_id: String) -> String {
        let details = ChatQueueDetails { triage_required: true, assessment_survey_id, ..self.details_of_chat_queue(Matter::Health) };
        self.save_chat_queue(details).await
    }

    async fn save_chat_queue(&self, details: ChatQueueDetails) -> String {
        let asked = SaveChatQueueRequest { details: Some(details), ..SaveChatQueueRequest::default() };
        let path = "/kajo.chat_queue.v1.ChatQueueService/SaveChatQueue";
        let saved: SaveChatQueueResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.chat_queue_id
    }

    /// Of a queue that is open day and night, that residents and visitors see and nurses of Lehtola work through.
    fn details_of_chat_queue(&mut self, matter: Matter) -> ChatQueueDetails {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        let text = Some(Translated { fi, sv, en });
        let all_day = || OpeningWindow { from: "00:00".to_owned(), until: "24:00".to_owned() };
        let hours = OpeningHours {
            rule: HoursRule::Daily.into(),
            daily: vec![all_day()],
            weekly: vec![WeekdayWindow { weekday: 1, hours: Some(all_day()) }],
            holidays: HolidayRule::Hours.into(),
            holiday_windows: vec![all_day()],
            eves: HolidayRule::Hours.into(),
            eve_windows: vec![all_day()],
            // Each day of the year, so that one of the next thirty is there to be seen.
            exceptions: vec![HoursException { from: "2026-01-01".to_owned(), until: "2026-12-31".to_owned(), yearly: true, hours: vec![all_day()] }],
        };
        ChatQueueDetails {
            name: text.clone(),
            description: text.clone(),
            icon: "smile".to_owned(),
            service_id: demo_id("service", "nurse-appointment").to_string(),
            matter: matter.into(),
            location_ids: vec![demo_id("location", "lehtola").to_string()],
            role_ids: vec![identity::demo::role_id("nurse").to_string()],
            visible_to_identified: true,
            visible_to_unidentified: true,
            hours: Some(hours),
            closed_text: text,
            ..ChatQueueDetails::default()
        }
    }
}
