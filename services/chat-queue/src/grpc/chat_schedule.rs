//! The default opening hours, as responsible users and administrators say them.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::{self, AdminKind, Saving},
};
use chassis_domain::timestamp;
use kajo_proto::{
    chat_queue::v1::{
        ChatScheduleDetails, GetChatScheduleRequest, GetChatScheduleResponse, SaveChatScheduleRequest, SaveChatScheduleResponse,
        chat_schedule_service_server::ChatScheduleService,
    },
    common::v1::Name,
};
use tonic::{Request, Response, Status};

use super::hours;
use crate::{
    chat_queue,
    chat_schedule::{Details, THE_ONE},
};

pub(super) struct ChatSchedules(pub(super) Kernel);

impl AdminKind for ChatSchedules {
    type Details = Details;
    type Message = ChatScheduleDetails;
    type Known = ();

    fn message(details: Details) -> ChatScheduleDetails {
        let Details { hours } = details;
        ChatScheduleDetails { hours: Some(hours::message(hours)) }
    }

    fn details(message: ChatScheduleDetails) -> Details {
        let ChatScheduleDetails { hours } = message;
        Details { hours: hours::hours(hours.unwrap_or_default()) }
    }
}

#[tonic::async_trait]
impl ChatScheduleService for ChatSchedules {
    async fn get_chat_schedule(&self, _: Request<GetChatScheduleRequest>) -> Result<Response<GetChatScheduleResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &THE_ONE.to_string()).await?;
        let queues = admin_record::in_use::<chat_queue::Details>(&self.0.pool).await?;
        let followers = queues.into_iter().filter(|(_, details)| details.follows_schedule);
        Ok(Response::new(GetChatScheduleResponse {
            details: Some(Self::message(found.details)),
            updated_at: Some(timestamp(found.updated_at)),
            version: found.version,
            followers: followers.map(|(id, details)| Name { id: id.to_string(), names: Some(details.name.into()), archived: false }).collect(),
        }))
    }

    async fn save_chat_schedule(&self, request: Request<SaveChatScheduleRequest>) -> Result<Response<SaveChatScheduleResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveChatScheduleRequest { details, fields, version } = request;
        let saving = Saving { id: THE_ONE.to_string(), version, details: details.unwrap_or_default(), fields };
        admin_record::save::<Self>(&self.0, meta, saving, ()).await?;
        Ok(Response::new(SaveChatScheduleResponse {}))
    }
}
