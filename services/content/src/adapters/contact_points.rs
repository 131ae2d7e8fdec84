//! Where residents are told that something waits for them, as identity knows it at the moment of asking. No address is kept here.

use chassis::{
    Kernel, grpc,
    service_client::{ServiceClient, understood},
    store::TraceContext,
};
use chassis_domain::PersonId;
use kajo_proto::{
    common::v1::Language,
    identity::v1::{ContactPointState, GetContactPointsRequest, GetContactPointsResponse, contact_point_service_client::ContactPointServiceClient},
};
use tonic::Status;

use super::IDENTITY;

/// Asks where somebody is told.
#[derive(Clone)]
pub(crate) struct ContactPoints {
    client: ContactPointServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// Where a resident is told, and in which language.
pub(crate) struct Reached {
    /// Its code, as of texts.
    pub(crate) language: &'static str,
    /// By e-mail.
    pub(crate) email: Point,
    /// By text message.
    pub(crate) sms: Point,
}

/// Whether somebody is told on a way.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// There.
    Ready(String),
    /// They do not want it, or have not said where.
    NotChosen,
    /// They have told no address.
    Missing,
    /// They have not shown that the address is theirs.
    Unverified,
}

impl ContactPoints {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: ContactPointServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// Where somebody is told now.
    ///
    /// # Errors
    /// When identity does not answer, or with what is not known here.
    pub(crate) async fn of(&self, trace: &TraceContext, person: PersonId) -> Result<Reached, Status> {
        let asked = GetContactPointsRequest { person_id: person.to_string() };
        let asked = self.service_client.of_service_after(self.asking, trace, asked);
        let answer = self.client.clone().get_contact_points(asked).await.map_err(understood)?.into_inner();
        reached(answer).ok_or_else(|| grpc::fault("identity answers with a state that is not known here"))
    }
}

fn reached(answer: GetContactPointsResponse) -> Option<Reached> {
    let (email, sms, language) = (answer.email_state(), answer.phone_state(), code(answer.language()));
    Some(Reached { email: point(email, answer.email)?, sms: point(sms, answer.phone)?, language })
}

/// Of one that is not known here the Finnish.
const fn code(language: Language) -> &'static str {
    match language {
        Language::Unspecified | Language::Fi => "fi",
        Language::Sv => "sv",
        Language::En => "en",
        Language::Sme => "sme",
        Language::Smn => "smn",
        Language::Sms => "sms",
    }
}

fn point(state: ContactPointState, address: String) -> Option<Point> {
    match state {
        ContactPointState::Ready if !address.is_empty() => Some(Point::Ready(address)),
        ContactPointState::Ready | ContactPointState::Missing => Some(Point::Missing),
        ContactPointState::NotChosen => Some(Point::NotChosen),
        ContactPointState::Unverified => Some(Point::Unverified),
        ContactPointState::Unspecified => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cms_05_a_resident_is_told_where_they_chose_to_be_at_an_address_that_is_theirs() {
        let states = [
            (ContactPointState::Ready, "aino@kajo.example", Some(Point::Ready("aino@kajo.example".to_owned()))),
            (ContactPointState::Ready, "", Some(Point::Missing)),
            (ContactPointState::Missing, "", Some(Point::Missing)),
            (ContactPointState::NotChosen, "aino@kajo.example", Some(Point::NotChosen)),
            (ContactPointState::Unverified, "aino@kajo.example", Some(Point::Unverified)),
            // Of a build of identity that is newer.
            (ContactPointState::Unspecified, "aino@kajo.example", None),
        ];
        for (state, address, expected) in states {
            assert_eq!(point(state, address.to_owned()), expected, "{state:?}");
        }
    }
}
