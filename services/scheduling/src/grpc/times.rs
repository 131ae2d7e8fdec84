//! Times as the contract shows them: where, with whom, under which name.

use std::{collections::HashMap, sync::Arc};

use chassis::{Kernel, access::Rpc};
use chassis_domain::{PersonId, Timestamp, Uuid, timestamp};
use kajo_proto::{
    common::v1::LocalizedString,
    scheduling::v1::{BookableTime, DoubledHour, JoinWindow, Place, Span},
};
use tonic::Status;

use super::roles::Roles;
use crate::{
    adapters::{
        admission::Admitted,
        people::{People, Places},
    },
    appointment::{remote, value::BookedTime},
    projections::offer_queries::Offer,
    slots::{self, Doubled},
};

/// What the texts of some times are taken from.
pub(super) struct Shown {
    pub(super) roles: Roles,
    places: Arc<Places>,
    professionals: HashMap<String, String>,
    services: Admitted,
}

impl Shown {
    /// For these times. Who is away who knows places or names leaves them out: a time is worth more than its address.
    pub(super) async fn of<'t>(
        kernel: &Kernel,
        (rpc, people): (&Rpc, &People),
        services: Admitted,
        times: impl IntoIterator<Item = &'t BookedTime>,
    ) -> Result<Self, Status> {
        let times: Vec<_> = times.into_iter().collect();
        let named = times.iter().filter(|time| time.names_practitioner).filter_map(|time| time.practitioner);
        Ok(Self {
            roles: Roles::of(kernel, times.iter().map(|time| time.role)).await?,
            places: people.places(rpc).await.unwrap_or_default(),
            professionals: people.professionals(rpc, named).await.unwrap_or_default(),
            services,
        })
    }

    /// What an appointment is called: as its service says, otherwise nothing.
    pub(super) fn title(&self, service: Uuid) -> Option<LocalizedString> {
        self.services.get(&service).and_then(|service| service.default_appointment_name.clone())
    }

    /// How to prepare.
    pub(super) fn preparation(&self, service: Uuid) -> Option<LocalizedString> {
        self.services.get(&service).and_then(|service| service.preparation_instructions.clone())
    }

    /// What a service is called.
    pub(super) fn service(&self, service: Uuid) -> Option<kajo_proto::common::v1::Name> {
        self.services.get(&service).and_then(|service| service.service.clone())
    }

    /// Who it is with, where residents are told.
    pub(super) fn practitioner(&self, time: &BookedTime) -> String {
        let named = time.practitioner.filter(|_| time.names_practitioner);
        named.and_then(|person: PersonId| self.professionals.get(&person.to_string()).cloned()).unwrap_or_default()
    }

    /// Where it is.
    pub(super) fn place(&self, location: Option<Uuid>) -> Option<Place> {
        place(&self.places, location?)
    }

    /// A time that can be booked.
    pub(super) fn bookable(&self, offer: &Offer) -> BookableTime {
        let time = &offer.time;
        BookableTime {
            offer_id: offer.id.to_string(),
            service_id: time.service.to_string(),
            title: self.title(time.service),
            role: Some(self.roles.name(time.role)),
            practitioner_name: self.practitioner(time),
            place: self.place(time.location),
            r#type: time.kind.public().into(),
            span: Some(span(time.starts_at, time.ends_at, &time.civil_start)),
            held: offer.held,
            contact_time: time.contact_time,
            service: self.service(time.service),
        }
    }
}

/// One of the places; one that nobody knows any more has its id alone.
pub(super) fn place(places: &Places, location: Uuid) -> Option<Place> {
    let unknown = || Place { location_id: location.to_string(), ..Place::default() };
    Some(places.get(&location).map_or_else(unknown, |found| Place {
        location_id: found.location_id.clone(),
        name: found.name.clone(),
        address: found.address.clone(),
        service_area_id: found.service_area_id.clone(),
        service_area_name: found.service_area_name.clone(),
    }))
}

/// When somebody may come to a call.
pub(super) fn window(window: remote::JoinWindow) -> JoinWindow {
    JoinWindow { opens_at: Some(timestamp(window.opens_at)), closes_at: Some(timestamp(window.closes_at)) }
}

/// From when to when, as the clocks on the wall have it.
pub(super) fn span(starts_at: Timestamp, ends_at: Timestamp, civil_start: &str) -> Span {
    let doubled = match slots::doubled(starts_at) {
        None => DoubledHour::Unspecified,
        Some(Doubled::Summer) => DoubledHour::Summer,
        Some(Doubled::Winter) => DoubledHour::Winter,
    };
    Span {
        starts_at: Some(timestamp(starts_at)),
        ends_at: Some(timestamp(ends_at)),
        minutes: u32::try_from(ends_at.duration_since(starts_at).as_mins()).unwrap_or_default(),
        civil_start: civil_start.to_owned(),
        doubled_hour: doubled.into(),
    }
}
