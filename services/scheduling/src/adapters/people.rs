//! People and places, as identity knows them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use chassis::{Clock, Kernel, access::Rpc, service_client::ServiceClient, store::TraceContext};
use chassis_domain::{PersonId, SignedDuration, Uuid};
use kajo_proto::{
    content::v1::SexFilter,
    identity::v1::{
        BookerSex, BookingPlace, GetBookerRequest, ListPlacesRequest, NameProfessionalsRequest,
        booking_directory_service_client::BookingDirectoryServiceClient,
    },
};
use tonic::Status;

use super::{IDENTITY, understood};

/// For so long a list of places is shown without asking again.
const TRUSTED_FOR: SignedDuration = SignedDuration::from_secs(5);

/// What of somebody decides which services are for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Booker {
    /// In full years; `None`: not known.
    pub(crate) age: Option<u32>,
    /// [`SexFilter::All`]: not known.
    pub(crate) sex: SexFilter,
    /// Where they live; empty: not known.
    pub(crate) service_area_id: String,
}

/// Work locations by their ids.
pub(crate) type Places = HashMap<Uuid, BookingPlace>;

/// Asks about people and places.
#[derive(Clone)]
pub(crate) struct People {
    client: BookingDirectoryServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
    clock: Clock,
    places: Arc<Mutex<Option<(SignedDuration, Arc<Places>)>>>,
}

impl People {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        let client = BookingDirectoryServiceClient::new(service_client.clone());
        Ok(Self { client, service_client, asking: kernel.name, clock: kernel.clock.clone(), places: Arc::default() })
    }

    /// What of a resident decides which services are for them, today.
    ///
    /// # Errors
    /// When identity does not answer.
    pub(crate) async fn booker(&self, rpc: &Rpc, person: PersonId) -> Result<Booker, Status> {
        let asked = self.service_client.of_service(self.asking, rpc, GetBookerRequest { person_id: person.to_string() });
        let found = self.client.clone().get_booker(asked).await.map_err(understood)?.into_inner();
        let sex = match found.sex() {
            BookerSex::Unspecified => SexFilter::All,
            BookerSex::Female => SexFilter::Female,
            BookerSex::Male => SexFilter::Male,
        };
        Ok(Booker { age: found.age_years, sex, service_area_id: found.service_area_id })
    }

    /// All work locations; at most five seconds old.
    ///
    /// # Errors
    /// When identity does not answer and has not before.
    pub(crate) async fn places(&self, rpc: &Rpc) -> Result<Arc<Places>, Status> {
        self.places_after(&rpc.trace).await
    }

    /// The same, where no call led to it.
    ///
    /// # Errors
    /// When identity does not answer and has not before.
    pub(crate) async fn places_after(&self, trace: &TraceContext) -> Result<Arc<Places>, Status> {
        let known = self.places.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((asked_at, places)) = &known
            && self.clock.ran() - *asked_at < TRUSTED_FOR
        {
            return Ok(places.clone());
        }
        let asked = self.service_client.of_service_after(self.asking, trace, ListPlacesRequest {});
        match (self.client.clone().list_places(asked).await, known) {
            (Ok(found), _) => {
                let places = found.into_inner().places.into_iter().filter_map(|place| Some((Uuid::try_parse(&place.location_id).ok()?, place)));
                let places = Arc::new(places.collect::<Places>());
                *self.places.lock().unwrap_or_else(PoisonError::into_inner) = Some((self.clock.ran(), places.clone()));
                Ok(places)
            }
            (Err(_), Some((_, places))) => Ok(places),
            (Err(status), None) => Err(understood(status)),
        }
    }

    /// What professionals are called.
    ///
    /// # Errors
    /// When identity does not answer.
    pub(crate) async fn professionals(&self, rpc: &Rpc, ids: impl IntoIterator<Item = PersonId>) -> Result<HashMap<String, String>, Status> {
        let mut practitioner_ids: Vec<_> = ids.into_iter().map(|id| id.to_string()).collect();
        practitioner_ids.sort();
        practitioner_ids.dedup();
        if practitioner_ids.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = self.service_client.of_service(self.asking, rpc, NameProfessionalsRequest { practitioner_ids });
        Ok(self.client.clone().name_professionals(asked).await.map_err(understood)?.into_inner().names)
    }
}
