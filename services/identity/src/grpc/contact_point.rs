//! Where residents are told that something waits for them, for the service that tells them.

use chassis::{Kernel, grpc};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::{
    ContactPointState, GetContactPointsRequest, GetContactPointsResponse, contact_point_service_server::ContactPointService,
};
use tonic::{Request, Response, Status};

use super::opened;
use crate::{
    projections::{accounts, residents},
    resident::{Channel, Language, Point},
};

pub(super) struct ContactPoints(pub(super) Kernel);

#[tonic::async_trait]
impl ContactPointService for ContactPoints {
    async fn get_contact_points(&self, request: Request<GetContactPointsRequest>) -> Result<Response<GetContactPointsResponse>, Status> {
        let person = PersonId::parse(&request.into_inner().person_id).ok_or_else(grpc::not_found)?;
        let profile = residents::find(&self.0.pool, person.uuid()).await.map_err(grpc::fault)?;
        // An account that is over has no addresses from that moment on, and not only once its keys are destroyed.
        let is_over = accounts::is_over(&self.0.pool, person).await.map_err(grpc::fault)?;
        let kept: [&[u8]; 2] = if is_over { [&[], &[]] } else { [&profile.email, &profile.phone] };
        let [email, phone] = <[String; 2]>::try_from(opened(&self.0, &kept).await?).unwrap_or_default();
        let channel = Channel::from_number(i32::from(profile.channel));
        let is_chosen = |point| channel.is_some_and(|channel| channel.goes_to(point));
        let (email_state, email) = told_at(is_chosen(Point::Email), email, profile.email_verified);
        let (phone_state, phone) = told_at(is_chosen(Point::Phone), phone, profile.phone_verified);
        Ok(Response::new(GetContactPointsResponse {
            language: profile.language.unwrap_or(Language::Finnish).public().into(),
            email_state: email_state.into(),
            email,
            phone_state: phone_state.into(),
            phone,
        }))
    }
}

/// Whether the person is told at an address, and only then the address.
fn told_at(is_chosen: bool, address: String, is_verified: bool) -> (ContactPointState, String) {
    let state = match (is_chosen, address.is_empty(), is_verified) {
        (false, ..) => ContactPointState::NotChosen,
        (true, true, _) => ContactPointState::Missing,
        (true, false, false) => ContactPointState::Unverified,
        (true, false, true) => return (ContactPointState::Ready, address),
    };
    (state, String::new())
}
