//! Who people are, for a service that shows professionals who has come to them.

use std::collections::HashSet;

use chassis::{Kernel, grpc};
use futures::future::try_join_all;
use kajo_proto::identity::v1::{ContactCard, GetContactCardsRequest, GetContactCardsResponse, contact_card_service_server::ContactCardService};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{localized, opened, patient::Patients, signed_in_names};
use crate::{
    patient::{Info, PatientId},
    projections::{patients, residents},
    resident::ServiceAreaId,
    service_areas::ServiceAreas,
};

/// The patient record system is asked about so many people at once.
const ASKED_AT_ONCE: usize = 8;

pub(super) struct ContactCards {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
    pub(super) areas: ServiceAreas,
}

#[tonic::async_trait]
impl ContactCardService for ContactCards {
    async fn get_contact_cards(&self, request: Request<GetContactCardsRequest>) -> Result<Response<GetContactCardsResponse>, Status> {
        let GetContactCardsRequest { person_ids, names_only } = request.into_inner();
        let people: Vec<_> = person_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let mut known = patients::among(&self.kernel.pool, &people).await.map_err(grpc::fault)?;
        if names_only {
            // What nobody asks for stays sealed.
            for (_, kept) in &mut known {
                kept.ssn.clear();
            }
        }
        let opened = self.patients.open_all(&known.iter().map(|(_, kept)| kept).collect::<Vec<_>>()).await?;
        let told: Vec<_> = known.iter().map(|(patient, _)| *patient).zip(opened).collect();
        let mut cards: Vec<_> = if names_only {
            told.iter().map(|(patient, (_, info))| named(patient.uuid(), called(info))).collect()
        } else {
            self.in_full(&told).await?
        };
        // Who acts for somebody else may be no patient.
        let known: HashSet<_> = told.iter().map(|(patient, _)| patient.uuid()).collect();
        let others: Vec<_> = people.into_iter().filter(|person| !known.contains(person)).collect();
        if !others.is_empty() {
            cards.extend(signed_in_names(&self.kernel, &others).await?.into_iter().map(|(person, name)| named(person, name)));
        }
        // Who has deleted the account has no name any more.
        cards.retain(|card| !card.name.is_empty());
        Ok(Response::new(GetContactCardsResponse { cards }))
    }
}

impl ContactCards {
    /// All that is shown of these patients.
    async fn in_full(&self, told: &[(PatientId, (String, Info))]) -> Result<Vec<ContactCard>, Status> {
        let mut cards = Vec::with_capacity(told.len());
        for some in told.chunks(ASKED_AT_ONCE) {
            let asked = some.iter().map(|(patient, (ssn, info))| self.card(*patient, ssn, info));
            cards.extend(try_join_all(asked).await?);
        }
        Ok(cards)
    }

    /// All that is shown of a patient: what they have told themselves before what professionals know; without where they are when a
    /// non-disclosure restriction protects them now.
    async fn card(&self, patient: PatientId, ssn: &str, info: &Info) -> Result<ContactCard, Status> {
        let non_disclosure = self.patients.is_protected(patient, ssn).await?;
        let name = called(info);
        let info = self.with_own_words(patient, info).await?;
        let Info { email, phone, address, service_area, .. } = if non_disclosure { info.without_hidden() } else { info };
        let service_area_name = localized(service_area.and_then(|area| self.areas.names(area)).cloned());
        let person_id = patient.to_string();
        Ok(ContactCard { person_id, name, ssn: ssn.to_owned(), address, email, phone, service_area_name, non_disclosure })
    }
}

impl ContactCards {
    /// What is known of a patient, with what they have told of themselves in its place.
    async fn with_own_words(&self, patient: PatientId, info: &Info) -> Result<Info, Status> {
        let told = residents::find(&self.kernel.pool, patient.uuid()).await.map_err(grpc::fault)?;
        let own = opened(&self.kernel, &[&told.home_address, &told.email, &told.phone]).await?;
        let mut own = own.into_iter();
        let mut told_or = |known: &String| own.next().filter(|told| !told.is_empty()).unwrap_or_else(|| known.clone());
        Ok(Info {
            address: told_or(&info.address),
            email: told_or(&info.email),
            phone: told_or(&info.phone),
            service_area: told.service_area_id.map(ServiceAreaId::from_uuid).or(info.service_area),
            ..info.clone()
        })
    }
}

/// First and last name.
fn called(info: &Info) -> String {
    format!("{} {}", info.first_name, info.last_name).trim().to_owned()
}

/// Of whom the name alone is told.
fn named(person: Uuid, name: String) -> ContactCard {
    ContactCard { person_id: person.to_string(), name, ..ContactCard::default() }
}
