//! A resident who looks for times: which services are for them, what they have chosen of these, and where they live.

use std::collections::BTreeSet;

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::{content::v1::ServiceAdmission, scheduling::v1::TimeFilter};
use tonic::Status;

use super::{caller, roles::Roles};
use crate::{
    adapters::{
        admission::{Admissions, Admitted, matter_of, may_book},
        people::{Booker, People},
    },
    appointment::{Appointment, AppointmentId, Refusal, Standing, value::By},
    booking_role::DEFAULT,
    kind::AppointmentType,
    projections::{
        offer_queries::{self, Shown, Wish},
        recommendations,
    },
};

/// Asks around for whoever looks.
#[derive(Clone)]
pub(super) struct Asking {
    pub(super) kernel: Kernel,
    pub(super) people: People,
    pub(super) admissions: Admissions,
}

/// A resident who looks for times, or who acts for one.
pub(super) struct Looking {
    pub(super) person: PersonId,
    pub(super) by: By,
    pub(super) booker: Booker,
    /// Services that professionals have recommended to them.
    pub(super) recommended: BTreeSet<Uuid>,
    /// The locations of their own area; `None`: where they live is not known.
    own_locations: Option<Vec<Uuid>>,
}

impl Asking {
    pub(super) async fn looking(&self, rpc: &Rpc) -> Result<Looking, Status> {
        let (person, by) = caller::resident(rpc)?;
        let booker = self.people.booker(rpc, person).await?;
        let places = self.people.places(rpc).await?;
        let lives = Some(&booker.service_area_id).filter(|area| !area.is_empty());
        let own_locations =
            lives.map(|area| places.iter().filter(|(_, place)| place.service_area_id == **area).map(|(location, _)| *location).collect());
        let active = recommendations::active(&self.kernel.pool, person, by.representative()).await.map_err(grpc::fault)?;
        let recommended = active.into_iter().map(|row| row.service_id).collect();
        Ok(Looking { person, by, booker, recommended, own_locations })
    }

    /// These services, as far as they are for whoever looks.
    pub(super) async fn bookable(&self, rpc: &Rpc, looking: &Looking, services: impl IntoIterator<Item = Uuid>) -> Result<Admitted, Status> {
        let mut admitted = self.admissions.of(rpc, &looking.booker, services).await?;
        admitted.retain(|id, service| may_book(service, looking.recommended.contains(id)) && looking.has_mandate(service));
        Ok(admitted)
    }

    /// Those of these services that are for a patient, with or without a recommendation.
    pub(super) async fn for_patient(&self, rpc: &Rpc, patient: PersonId, services: impl IntoIterator<Item = Uuid>) -> Result<Admitted, Status> {
        let booker = self.people.booker(rpc, patient).await?;
        let mut admitted = self.admissions.of(rpc, &booker, services).await?;
        admitted.retain(|_, service| service.admission() != ServiceAdmission::Unspecified);
        Ok(admitted)
    }

    /// What is looked for, and the services that it is looked for in.
    pub(super) async fn wish(&self, rpc: &Rpc, looking: &Looking, filter: TimeFilter) -> Result<(Wish, Admitted), Status> {
        let pool = &self.kernel.pool;
        let (service, role) = (Uuid::try_parse(&filter.service_id).ok(), Uuid::try_parse(&filter.booking_role_id).ok());
        let now = self.kernel.clock.now();
        let shown = offer_queries::shown(pool, now).await.map_err(grpc::fault)?;
        let roles = Roles::of(&self.kernel, shown.iter().map(|shown| shown.role)).await?;
        let mut busy = Vec::new();
        let admitted = if let Some(moving) = AppointmentId::parse(&filter.moving_appointment_id) {
            let standing = self.moving(looking, moving).await?;
            busy.extend(standing.colleagues.into_iter().map(PersonId::uuid));
            // Whoever has it may move it, whoever else would find the service now.
            self.admissions.of(rpc, &looking.booker, [standing.time.service]).await?
        } else {
            let of_role = || shown.iter().filter(|shown| role == Some(roles.shown(shown.role))).map(|shown| shown.service).collect::<Vec<_>>();
            let asked = match (service, role) {
                (Some(service), _) => vec![service],
                (None, Some(_)) => of_role(),
                (None, None) => return Err(grpc::refused(&Refusal::ChoiceMissing)),
            };
            let admitted = self.bookable(rpc, looking, asked).await?;
            if service.is_some() && admitted.is_empty() {
                return Err(grpc::refused(&Refusal::NotForYou));
            }
            admitted
        };
        let kinds = filter.types().filter_map(AppointmentType::from_public).filter_map(|kind| i16::try_from(kind.number()).ok()).collect();
        let wish = Wish {
            person: looking.by.at_screen(),
            now,
            services: admitted.keys().copied().collect(),
            roles: role.map(|role| meaning(&shown, &roles, role)).unwrap_or_default(),
            default_role: DEFAULT,
            locations: filter.location_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect(),
            kinds,
            busy,
            minutes: None,
            own_locations: looking.own_locations.clone(),
        };
        Ok((wish, admitted))
    }

    /// An appointment that is to be moved.
    async fn moving(&self, looking: &Looking, moving: AppointmentId) -> Result<Standing, Status> {
        let appointment = self.kernel.store.load::<Appointment>(moving).await?.state;
        appointment.open_to(&looking.by).cloned().ok_or_else(grpc::not_found)
    }

    /// Any time in these services.
    pub(super) fn any(&self, looking: &Looking, services: Vec<Uuid>) -> Wish {
        Wish {
            person: looking.by.at_screen(),
            now: self.kernel.clock.now(),
            services,
            roles: Vec::new(),
            default_role: DEFAULT,
            locations: Vec::new(),
            kinds: Vec::new(),
            busy: Vec::new(),
            minutes: None,
            own_locations: looking.own_locations.clone(),
        }
    }
}

impl Looking {
    /// Whether who acts for the resident may see to what a service is about.
    pub(super) fn has_mandate(&self, service: &kajo_proto::content::v1::AdmittedService) -> bool {
        self.by.representative().is_none_or(|somebody| somebody.mandates.cover(matter_of(service).needs()))
    }

    /// Whether a search that may be confined to one's own area shows this location.
    pub(super) fn finds(&self, all_municipalities: bool, location: Option<Uuid>) -> bool {
        let own = self.own_locations.as_ref();
        all_municipalities || location.is_none_or(|location| own.is_none_or(|own| own.contains(&location)))
    }
}

/// The roles that are shown as this one: itself, and of the default one those that are no more.
pub(super) fn meaning(shown: &[Shown], roles: &Roles, role: Uuid) -> Vec<Uuid> {
    let meant: BTreeSet<_> = shown.iter().filter_map(|shown| shown.role).filter(|found| roles.shown(Some(*found)) == role).chain([role]).collect();
    meant.into_iter().collect()
}
