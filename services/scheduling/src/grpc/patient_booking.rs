//! Professionals book for patients whom they have opened (SCH-07).

use std::collections::HashMap;

use chassis::{
    access::Rpc,
    grpc,
    patients::{Opened, Patients},
    store::CommandMeta,
};
use chassis_domain::{Actor, Aggregate, DecideContext, PersonId, Uuid};
use kajo_proto::scheduling::v1::{
    BookForPatientRequest, BookForPatientResponse, BookingChoice, ListBookingChoicesRequest, ListBookingChoicesResponse, ListTimesForPatientRequest,
    ListTimesForPatientResponse, NewParticipant, PreviewForPatientRequest, PreviewForPatientResponse,
    patient_booking_service_server::PatientBookingService,
};
use tonic::{Request, Response, Status};

use super::{
    calendar::OPENED,
    caller,
    finding::{Asked, Found, finnish_name},
    looking::{Asking, meaning},
    roles::Roles,
    seen::{Depth, Seen},
    times::{self, place},
};
use crate::{
    adapters::{
        admission::{Admitted, matter_of},
        people::Booker,
    },
    appointment::{Appointment, AppointmentId, Booking, Refusal, participant::Asked as Participant, value::By},
    booking,
    booking_role::DEFAULT,
    claims::Wanted,
    kind::AppointmentType,
    projections::{
        offer_queries::{self, Offer, Way, Wish},
        recommendations,
    },
    settings::SchedulingSettings,
};

pub(super) struct PatientBookings {
    pub(super) asking: Asking,
    pub(super) patients: Patients,
    pub(super) settings: SchedulingSettings,
}

/// What is asked to be booked, for a preview or in earnest.
struct Wanting {
    patient: Opened,
    offer: Offer,
    admitted: Admitted,
    booking: Booking,
}

impl PatientBookings {
    /// Times of a service that is for the patient, when nobody who takes part has anything else.
    async fn wish(&self, rpc: &Rpc, patient: PersonId, request: &ListTimesForPatientRequest) -> Result<(Wish, Admitted), Status> {
        let kernel = &self.asking.kernel;
        let filter = request.filter.clone().unwrap_or_default();
        let service = Uuid::try_parse(&filter.service_id).map_err(|_| grpc::refused(&Refusal::ChoiceMissing))?;
        let admitted = self.asking.for_patient(rpc, patient, [service]).await?;
        if admitted.is_empty() {
            return Err(grpc::refused(&Refusal::NotForPatient));
        }
        let now = kernel.clock.now();
        let shown = offer_queries::shown(&kernel.pool, now).await.map_err(grpc::fault)?;
        let roles = Roles::of(kernel, shown.iter().map(|shown| shown.role)).await?;
        let role = Uuid::try_parse(&filter.booking_role_id).ok();
        let kinds = filter.types().filter_map(AppointmentType::from_public).filter_map(|kind| i16::try_from(kind.number()).ok());
        let wish = Wish {
            person: rpc.person()?,
            now,
            services: vec![service],
            roles: role.map(|role| meaning(&shown, &roles, role)).unwrap_or_default(),
            default_role: DEFAULT,
            locations: ids(&filter.location_ids),
            kinds: self.asking.works_with(rpc).await?.kinds(kinds.collect()),
            busy: ids(&request.colleague_ids),
            minutes: i32::try_from(request.minutes).ok().filter(|minutes| *minutes > 0),
            // Professionals book wherever it is.
            own_locations: None,
        };
        Ok((wish, admitted))
    }

    /// What is asked to be booked under this id: of a patient who is open to the caller, in a service that is for the patient.
    async fn wanting(&self, rpc: &Rpc, id: AppointmentId, asked: BookForPatientRequest) -> Result<Wanting, Status> {
        let kernel = &self.asking.kernel;
        let patient = self.patients.opened(rpc, &asked.patient_id).await?;
        let offer = Uuid::try_parse(&asked.offer_id).map_err(|_| grpc::not_found())?;
        let found = offer_queries::find(&kernel.pool, offer).await.map_err(grpc::fault)?;
        // What is planned no more, or has begun, is nobody's to have, and what is remote nobody's who does not work with that.
        let works_with = self.asking.works_with(rpc).await?;
        let is_to_have = |offer: &Offer| offer.time.starts_at > kernel.clock.now() && works_with.time(&offer.time);
        let offer = found.filter(is_to_have).ok_or_else(|| grpc::refused(&Refusal::SlotTaken))?;
        let service = offer.time.service;
        let admitted = self.asking.for_patient(rpc, patient.id, [service]).await?;
        let matter = admitted.get(&service).map(matter_of).ok_or_else(|| grpc::refused(&Refusal::NotForPatient))?;
        // One that an earlier try used is this appointment's.
        let waiting = recommendations::open_to(&kernel.pool, patient.id, id).await.map_err(grpc::fault)?;
        let booking = Booking {
            by: caller::practitioner(rpc, true)?,
            patient: patient.id,
            patient_name: self.patients.name(rpc, patient.id).await?,
            matter,
            time: offer.time.clone(),
            recommendation: waiting.into_iter().find(|row| row.service_id == service).map(|row| row.recommendation_id),
            visible_to_guardians: false,
            cancelable: Some(asked.cancelable),
            participants: self.participants(rpc, id, asked.participants).await?,
        };
        Ok(Wanting { patient, offer, admitted, booking })
    }

    /// Who is to take part. Colleagues are called as identity knows them; whom it does not know does not exist.
    async fn participants(&self, rpc: &Rpc, id: AppointmentId, asked: Vec<NewParticipant>) -> Result<Vec<Participant>, Status> {
        let ids = asked.iter().filter_map(|each| PersonId::parse(&each.practitioner_id));
        let names = self.asking.people.professionals(rpc, ids).await?;
        let participant = |(place, each): (usize, NewParticipant)| {
            let colleague = PersonId::parse(&each.practitioner_id);
            let name = match colleague {
                Some(colleague) => names.get(&colleague.to_string()).cloned().ok_or_else(grpc::not_found)?,
                None => each.name,
            };
            let id = Uuid::new_v5(&id.uuid(), format!("participant {place}").as_bytes());
            Ok(Participant { id, colleague, name, email: each.email, phone: each.phone })
        };
        asked.into_iter().enumerate().map(participant).collect()
    }
}

fn ids(texts: &[String]) -> Vec<Uuid> {
    texts.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect()
}

#[tonic::async_trait]
impl PatientBookingService for PatientBookings {
    async fn list_booking_choices(&self, request: Request<ListBookingChoicesRequest>) -> Result<Response<ListBookingChoicesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let works_with = self.asking.works_with(&rpc).await?;
        let mut ways = offer_queries::ways(&kernel.pool, rpc.person()?, kernel.clock.now()).await.map_err(grpc::fault)?;
        ways.retain(|way| works_with.kind(way.kind));
        let services = self.asking.admissions.of(&rpc, &Booker::default(), ways.iter().map(|way| way.service)).await?;
        let roles = Roles::of(kernel, ways.iter().map(|way| way.role)).await?;
        let places = self.asking.people.places(&rpc).await?;
        let choice = |way: &Way| {
            let service = services.get(&way.service)?;
            Some(BookingChoice {
                service: service.service.clone(),
                category_name: service.category_name.clone(),
                place: way.location.and_then(|location| place(&places, location)),
                role: Some(roles.name(way.role)),
                r#type: way.kind.public().into(),
                minutes: way.minutes,
                own: way.own,
            })
        };
        let is_here = |choice: &BookingChoice| {
            let location = choice.place.as_ref().and_then(|place| Uuid::try_parse(&place.location_id).ok());
            location.is_some() && location == rpc.caller.location()
        };
        let mut choices: Vec<_> = ways.iter().filter_map(choice).collect();
        choices.sort_by_cached_key(|choice| {
            let place = choice.place.as_ref().map(|place| place.name.to_lowercase());
            (!choice.own, !is_here(choice), finnish_name(choice.service.as_ref()), place, choice.r#type, choice.minutes)
        });
        Ok(Response::new(ListBookingChoicesResponse { choices }))
    }

    async fn list_times_for_patient(&self, request: Request<ListTimesForPatientRequest>) -> Result<Response<ListTimesForPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, None), OPENED).await?;
        let (wish, admitted) = self.wish(&rpc, patient, &request).await?;
        let asked = Asked { wanted: request.wanted(), date: &request.date, near: request.near, page_token: &request.page_token };
        let Found { offers, next_page_token, next_free_date } = self.asking.found(&wish, &asked).await?;
        let shown = times::Shown::of(kernel, (&rpc, &self.asking.people), admitted, offers.iter().map(|offer| &offer.time)).await?;
        let names = self.asking.people.professionals(&rpc, offers.iter().filter_map(|offer| offer.time.practitioner)).await;
        // Who is away who knows names leaves them out, as elsewhere.
        let names = names.unwrap_or_else(|_| HashMap::new());
        let times = offers.iter().map(|offer| {
            let named = offer.time.practitioner.and_then(|practitioner| names.get(&practitioner.to_string()).cloned());
            let mut time = shown.bookable(offer);
            time.practitioner_name = named.unwrap_or_default();
            time
        });
        Ok(Response::new(ListTimesForPatientResponse { times: times.collect(), next_page_token, next_free_date }))
    }

    async fn preview_for_patient(&self, request: Request<PreviewForPatientRequest>) -> Result<Response<PreviewForPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let PreviewForPatientRequest { patient_id, offer_id, cancelable, participants } = request.into_inner();
        let now = kernel.clock.now();
        let id = AppointmentId::from_uuid(kernel.ids.v7(now));
        let asked = BookForPatientRequest { patient_id, offer_id, cancelable, participants };
        let Wanting { patient, admitted, booking, .. } = self.wanting(&rpc, id, asked).await?;
        rpc.log_access(kernel, Some(patient.id), (Appointment::CATEGORY, None), OPENED).await?;
        let uses_recommendation = booking.recommendation.is_some();
        let as_patient = By::Resident { person: patient.id, name: String::new(), representative: None, teenager: patient.teenager };
        let cx = DecideContext { now, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
        let seen = Seen::were_it_booked(id, booking, &cx).map_err(|refusal| grpc::refused(&refusal))?;
        let phone = &self.settings.booking_phone;
        let appointment = self.asking.named_views((&rpc, &as_patient), std::slice::from_ref(&seen), admitted, Depth::Listed, phone).await?.pop();
        let hidden_from_guardians = patient.teenager;
        Ok(Response::new(PreviewForPatientResponse { appointment, hidden_from_guardians, uses_recommendation }))
    }

    async fn book_for_patient(&self, request: Request<BookForPatientRequest>) -> Result<Response<BookForPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let meta: CommandMeta = rpc.command(&request)?;
        let id = booking::id_of(&meta);
        let claim = Uuid::new_v5(&meta.command_id, b"claim");
        let Wanting { patient, offer, booking, .. } = self.wanting(&rpc, id, request).await?;
        let meta = meta.with_access(rpc.entry(Some(patient.id), (Appointment::CATEGORY, Some(id.uuid())), OPENED));
        let wanted = Wanted { claim, slot: offer.slot(), person: rpc.person()? };
        booking::book_unheld(kernel, meta, id, wanted, booking).await?;
        Ok(Response::new(BookForPatientResponse { appointment_id: id.to_string() }))
    }
}
