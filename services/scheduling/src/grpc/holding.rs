//! Holding a time, and booking or moving to what is held.

use chassis::{access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Aggregate, Timestamp, Uuid, timestamp};
use jiff::SignedDuration;
use kajo_proto::{
    content::v1::ServiceAdmission,
    scheduling::v1::{BookAppointmentRequest, Hold, HoldSlotRequest, HoldSlotResponse, MoveAppointmentRequest},
};
use tonic::Status;

use super::{
    booking::Bookings,
    looking::Looking,
    seen::{Seen, until},
    times::Shown,
};
use crate::{
    adapters::admission::{Admitted, matter_of, may_book},
    appointment::{Appointment, AppointmentId, Booking, Command, Refusal, decides_for_guardians},
    booking::{self, Held, source_of},
    claims::{self, Claim, Wanted},
    projections::offer_queries::{self, Offer},
    recommendation::{Recommendation, RecommendationId},
};

/// As the access log says why residents touch what is theirs.
pub(super) const OWN: &str = "own";

impl Bookings {
    /// A time that whoever looks could find, and its service.
    async fn offered(&self, rpc: &Rpc, looking: &Looking, offer: &str, missing: Refusal) -> Result<(Offer, Admitted), Status> {
        let kernel = &self.asking.kernel;
        let offer = Uuid::try_parse(offer).map_err(|_| grpc::not_found())?;
        let found = offer_queries::find(&kernel.pool, offer).await.map_err(grpc::fault)?;
        // What is planned no more, or has begun, is nobody's to have.
        let offer = found.filter(|offer| offer.time.starts_at > kernel.clock.now()).ok_or_else(|| grpc::refused(&missing))?;
        let admitted = self.asking.admissions.of(rpc, &looking.booker, [offer.time.service]).await?;
        let is_for_them = admitted
            .get(&offer.time.service)
            .is_some_and(|service| service.admission() != ServiceAdmission::Unspecified && looking.has_mandate(service));
        if is_for_them && looking.finds(offer.all_municipalities, offer.time.location) {
            Ok((offer, admitted))
        } else {
            Err(grpc::refused(&Refusal::NotForYou))
        }
    }

    fn held_until(&self, now: Timestamp) -> Timestamp {
        now.saturating_add(SignedDuration::from_mins(i64::from(self.settings.hold_minutes))).unwrap_or(now)
    }

    pub(super) async fn hold(&self, rpc: &Rpc, request: HoldSlotRequest) -> Result<HoldSlotResponse, Status> {
        let kernel = &self.asking.kernel;
        let looking = self.asking.looking(rpc).await?;
        let (offer, admitted) = self.offered(rpc, &looking, &request.offer_id, Refusal::SlotTaken).await?;
        let now = kernel.clock.now();
        let held_until = self.held_until(now);
        let wanted = Wanted { claim: kernel.ids.v7(now), slot: offer.slot(), person: looking.by.at_screen() };
        let held = source_of(&offer.time).hold(&kernel.pool, wanted, now, held_until).await.map_err(grpc::fault)?;
        let claim = held.ok_or_else(|| grpc::refused(&Refusal::SlotTaken))?;
        let offer = Offer { held: true, ..offer };
        let shown = Shown::of(kernel, (rpc, &self.asking.people), admitted, [&offer.time]).await?;
        Ok(HoldSlotResponse {
            hold: Some(Hold {
                hold_id: claim.id.to_string(),
                fence: claim.fence.cast_unsigned(),
                until: Some(timestamp(held_until)),
                firm: true,
                seconds_left: u32::try_from(held_until.duration_since(now).as_secs()).unwrap_or_default(),
            }),
            time: Some(shown.bookable(&offer)),
            preparation_instructions: shown.preparation(offer.time.service),
            cancelable_until: until(offer.time.terms.cancelable, &offer.time),
            movable_until: until(offer.time.terms.reschedulable, &offer.time),
            hidden_from_guardians: decides_for_guardians(&looking.by),
        })
    }

    pub(super) async fn release(&self, rpc: &Rpc, hold: &str) -> Result<(), Status> {
        let (_, by) = super::caller::resident(rpc)?;
        let hold = Uuid::try_parse(hold).map_err(|_| grpc::not_found())?;
        claims::release(&self.asking.kernel.pool, hold, by.at_screen()).await.map_err(grpc::fault)
    }

    /// What a request says that is held, to be taken under the command.
    fn held(looking: &Looking, offer: &Offer, (hold, fence): (&str, u64), meta: &CommandMeta) -> Result<Held, Status> {
        let id = Uuid::try_parse(hold).map_err(|_| grpc::not_found())?;
        Ok(Held {
            claim: Claim { id, fence: fence.cast_signed() },
            wanted: Wanted { claim: Uuid::new_v5(&meta.command_id, b"claim"), slot: offer.slot(), person: looking.by.at_screen() },
        })
    }

    pub(super) async fn book(&self, rpc: &Rpc, request: BookAppointmentRequest) -> Result<AppointmentId, Status> {
        let kernel = &self.asking.kernel;
        let meta = rpc.command(&request)?;
        let id = booking::id_of(&meta);
        let looking = self.asking.looking(rpc).await?;
        let (offer, admitted) = self.offered(rpc, &looking, &request.offer_id, Refusal::HoldLost).await?;
        let service = admitted.get(&offer.time.service).ok_or_else(grpc::not_found)?;
        let recommendation = RecommendationId::parse(&request.recommendation_id);
        let recommended = match recommendation {
            None => false,
            Some(recommendation) => {
                let found = kernel.store.load::<Recommendation>(recommendation).await?.state;
                found.open_to(&looking.by).is_some() && found.opens(looking.person, offer.time.service, id)
            }
        };
        if recommendation.is_some() && !recommended {
            return Err(grpc::refused(&Refusal::RecommendationUnusable));
        }
        if !may_book(service, recommended) {
            return Err(grpc::refused(&Refusal::NotForYou));
        }
        let held = Self::held(&looking, &offer, (&request.hold_id, request.fence), &meta)?;
        let meta = meta.with_access(rpc.entry(Some(looking.person), (Appointment::CATEGORY, Some(id.uuid())), OWN));
        let booking = Booking {
            patient: looking.person,
            patient_name: rpc.caller.display_name().to_owned(),
            matter: matter_of(service),
            time: offer.time,
            recommendation: recommendation.map(RecommendationId::uuid),
            visible_to_guardians: request.visible_to_guardians,
            cancelable: None,
            participants: Vec::new(),
            by: looking.by,
        };
        booking::book(kernel, meta, id, held, booking).await?;
        Ok(id)
    }

    pub(super) async fn put(&self, rpc: &Rpc, request: MoveAppointmentRequest) -> Result<(), Status> {
        let kernel = &self.asking.kernel;
        let meta = rpc.command(&request)?;
        let id = AppointmentId::parse(&request.appointment_id).ok_or_else(grpc::not_found)?;
        let looking = self.asking.looking(rpc).await?;
        let seen = Seen::of(kernel, id, &looking.by).await?;
        let (offer, _) = self.offered(rpc, &looking, &request.offer_id, Refusal::HoldLost).await?;
        let held = Self::held(&looking, &offer, (&request.hold_id, request.fence), &meta)?;
        let meta = meta.with_access(rpc.entry(Some(seen.standing.patient), (Appointment::CATEGORY, Some(id.uuid())), OWN));
        let command = Command::Move { by: looking.by, time: Box::new(offer.time), phone: self.settings.booking_phone.clone() };
        booking::put(kernel, meta, id, held, command).await?;
        Ok(())
    }
}
