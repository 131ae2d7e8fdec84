//! survey with somebody who stands for conversations, and what residents, professionals and conversations ask of it about forms.

use std::ops::Deref;

use chassis::{
    Pool,
    service::Running,
    settings::Settings,
    store::{CommandMeta, EventStore},
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::{Matter as OfMatter, PersonId, Uuid};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    options::v1::Caller,
    survey::{
        store::v1::SentAnswers,
        v1::{
            Answers, ArchiveSurveyRequest, GetFormRequest, GetFormResponse, GetFormResponseRequest, GetFormResponseResponse, GetMyFormRequest,
            GetMyFormResponse, GetSentFormRequest, GetSentFormResponse, SendFormRequest, SendFormResponse, SurveyDetails, SurveyType,
            form_directory_service_client::FormDirectoryServiceClient, form_result_service_client::FormResultServiceClient,
            form_service_client::FormServiceClient,
        },
    },
};
use survey::{
    doer::By,
    form_response::{Command, FormResponse, FormResponseId, Sending},
};
use tonic::Status;

use super::inbox::Inbox;
use crate::activation::town::{Resident, alone, builder, details, published};

/// survey with somebody who stands for conversations.
pub(crate) struct Office {
    pub(crate) world: World,
    pub(crate) conversations: Running,
    pub(crate) inbox: Inbox,
}

impl Deref for Office {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Office {
    pub(crate) async fn start() -> Self {
        Self::in_world(alone().await).await
    }

    /// With settings of the test's own.
    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let test = TestEnvironment::with(change).await.unwrap();
        Self::in_world(World::start(test, || survey::service().unseeded()).await.unwrap()).await
    }

    async fn in_world(world: World) -> Self {
        let inbox = Inbox::default();
        let conversations = inbox.start(&world).await;
        Self { world, conversations, inbox }
    }

    pub(crate) async fn end(self) {
        self.conversations.stop().await;
        self.world.end().await.unwrap();
    }

    /// A form in force with a queue for it: survey and queue.
    pub(crate) async fn form(&self, matter: Matter) -> (String, String) {
        let survey = self.public_form(matter).await;
        let queue = self.inbox.queue(&survey, matter);
        (survey, queue)
    }

    /// A form in force.
    pub(crate) async fn public_form(&self, matter: Matter) -> String {
        published(self, SurveyDetails { r#type: SurveyType::PublicForm.into(), ..details("Hakemus", matter) }).await
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.running.kernel().pool
    }

    /// How many forms were sent.
    pub(crate) async fn sent(&self) -> i64 {
        sqlx::query_scalar("select count(*) from events where event_type = 'form_response.sent'").fetch_one(self.pool()).await.unwrap()
    }

    /// What conversations is told of a form.
    pub(crate) async fn sent_form(&self, form_response_id: &str) -> Result<GetSentFormResponse, Status> {
        let service = CallerContext { kind: Caller::Service.into(), service: "conversations".to_owned(), ..CallerContext::default() };
        let asked = GetSentFormRequest { form_response_id: form_response_id.to_owned() };
        Ok(FormDirectoryServiceClient::new(self.calls_by(service)).get_sent_form(asked).await?.into_inner())
    }

    fn practitioner(&self, person: Uuid) -> FormResultServiceClient<Calls> {
        FormResultServiceClient::new(self.calls_by(caller(Caller::Practitioner, person, "Liisa Virtanen")))
    }

    /// What this professional reads of a form.
    pub(crate) async fn read_by(&self, person: Uuid, form_response_id: &str) -> Result<GetFormResponseResponse, Status> {
        let asked = GetFormResponseRequest { form_response_id: form_response_id.to_owned() };
        Ok(self.practitioner(person).get_form_response(asked).await?.into_inner())
    }

    pub(crate) async fn archive(&self, survey: &str) {
        builder(self).archive_survey(ArchiveSurveyRequest { survey_id: survey.to_owned() }).await.unwrap();
    }
}

/// What is sent in a version; not for guardians.
pub(crate) fn sending(queue: &str, answers: Answers, published_version: u32) -> SendFormRequest {
    SendFormRequest { subcategory_id: queue.to_owned(), answers: Some(answers), published_version, visible_to_guardians: false }
}

impl Resident {
    fn forms(&self) -> FormServiceClient<Calls> {
        FormServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn fills_in(&self, queue: &str) -> Result<GetFormResponse, Status> {
        Ok(self.forms().get_form(GetFormRequest { subcategory_id: queue.to_owned() }).await?.into_inner())
    }

    pub(crate) async fn sends(&self, asked: SendFormRequest) -> Result<SendFormResponse, Status> {
        Ok(self.forms().send_form(asked).await?.into_inner())
    }

    pub(crate) async fn own(&self, form_response_id: &str) -> Result<GetMyFormResponse, Status> {
        Ok(self.forms().get_my_form(GetMyFormRequest { form_response_id: form_response_id.to_owned() }).await?.into_inner())
    }
}

/// Sends a form as its service would; its id.
pub(crate) async fn send_to_store(store: &EventStore, patient: Uuid, survey: &str) -> String {
    let (id, patient) = (FormResponseId::from_uuid(Uuid::now_v7()), PersonId::from_uuid(patient));
    let sending = Sending {
        patient,
        subcategory: Uuid::now_v7(),
        matter: OfMatter::Health,
        survey: Uuid::try_parse(survey).unwrap(),
        published_version: 1,
        archived: false,
        visible_to_guardians: false,
        by: By::Resident { person: patient, name: "Aino Lehtonen".to_owned(), representative: None, teenager: false },
        content: SentAnswers::default(),
    };
    store.execute::<FormResponse>(id, Command::Send(Box::new(sending)), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    id.to_string()
}
