//! A resident finds, holds, books, moves and cancels appointments, and sees their own.

use chassis::{
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    sealing::{Needs, from_column},
};
use chassis_domain::{Aggregate, Opener, timestamp};
use kajo_proto::scheduling::v1::{
    BookAppointmentRequest, BookAppointmentResponse, CancelAppointmentRequest, CancelAppointmentResponse, GetMonthRequest, GetMonthResponse,
    GetMyAppointmentRequest, GetMyAppointmentResponse, HoldSlotRequest, HoldSlotResponse, ListMyAppointmentsRequest, ListMyAppointmentsResponse,
    ListMyRecommendationsRequest, ListMyRecommendationsResponse, ListTimesRequest, ListTimesResponse, MoveAppointmentRequest,
    MoveAppointmentResponse, Place, Recommendation as RecommendationView, RecommendationState, ReleaseHoldRequest, ReleaseHoldResponse,
    SearchBookableRequest, SearchBookableResponse, ShowAppointmentToGuardiansRequest, ShowAppointmentToGuardiansResponse,
    booking_service_server::BookingService,
};
use tonic::{Request, Response, Status};

use super::{
    caller,
    holding::OWN,
    looking::Asking,
    seen::{Depth, Seen},
};
use crate::{
    adapters::people::Booker,
    appointment::{Appointment, AppointmentId, Command, Refusal},
    booking, calendar_file,
    projections::{
        my_appointments::{self, Question},
        recommendations,
    },
    recommendation::Recommendation,
    settings::SchedulingSettings,
};

pub(super) struct Bookings {
    pub(super) asking: Asking,
    pub(super) settings: SchedulingSettings,
}

#[tonic::async_trait]
impl BookingService for Bookings {
    async fn search_bookable(&self, request: Request<SearchBookableRequest>) -> Result<Response<SearchBookableResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let phone = self.settings.booking_phone.clone();
        Ok(Response::new(self.asking.search_bookable(&rpc, request.into_inner(), phone).await?))
    }

    async fn get_month(&self, request: Request<GetMonthRequest>) -> Result<Response<GetMonthResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.asking.get_month(&rpc, request.into_inner()).await?))
    }

    async fn list_times(&self, request: Request<ListTimesRequest>) -> Result<Response<ListTimesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.asking.list_times(&rpc, request.into_inner()).await?))
    }

    async fn hold_slot(&self, request: Request<HoldSlotRequest>) -> Result<Response<HoldSlotResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.hold(&rpc, request.into_inner()).await?))
    }

    async fn release_hold(&self, request: Request<ReleaseHoldRequest>) -> Result<Response<ReleaseHoldResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        self.release(&rpc, &request.into_inner().hold_id).await?;
        Ok(Response::new(ReleaseHoldResponse {}))
    }

    async fn book_appointment(&self, request: Request<BookAppointmentRequest>) -> Result<Response<BookAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = self.book(&rpc, request.into_inner()).await?;
        Ok(Response::new(BookAppointmentResponse { appointment_id: id.to_string() }))
    }

    async fn move_appointment(&self, request: Request<MoveAppointmentRequest>) -> Result<Response<MoveAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        self.put(&rpc, request.into_inner()).await?;
        Ok(Response::new(MoveAppointmentResponse {}))
    }

    async fn cancel_appointment(&self, request: Request<CancelAppointmentRequest>) -> Result<Response<CancelAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (patient, by) = caller::resident(&rpc)?;
        let id = AppointmentId::parse(&request.appointment_id).ok_or_else(grpc::not_found)?;
        let max = self.settings.cancel_reason_max_characters;
        if request.reason.trim().chars().count() > max {
            return Err(grpc::refused(&Refusal::ReasonTooLong { max }));
        }
        let meta = meta.with_access(rpc.entry(Some(patient), (Appointment::CATEGORY, Some(id.uuid())), OWN));
        let command = Command::Cancel { by, reason: request.reason, phone: self.settings.booking_phone.clone() };
        booking::cancel(&self.asking.kernel, meta, id, command).await?;
        Ok(Response::new(CancelAppointmentResponse {}))
    }

    async fn get_my_appointment(&self, request: Request<GetMyAppointmentRequest>) -> Result<Response<GetMyAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let (patient, by) = caller::resident(&rpc)?;
        let id = AppointmentId::parse(&request.into_inner().appointment_id).ok_or_else(grpc::not_found)?;
        let seen = Seen::of(kernel, id, &by).await?;
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, Some(id.uuid())), OWN).await?;
        let phone = &self.settings.booking_phone;
        let appointment = self.asking.views((&rpc, &by), std::slice::from_ref(&seen), Depth::Whole, phone).await?.pop();
        let place = appointment.as_ref().and_then(|appointment| appointment.place.as_ref()).map(directions).unwrap_or_default();
        let calendar_file = calendar_file::of(id, &seen.state, &place, kernel.clock.now()).into();
        Ok(Response::new(GetMyAppointmentResponse { appointment, calendar_file }))
    }

    async fn list_my_appointments(&self, request: Request<ListMyAppointmentsRequest>) -> Result<Response<ListMyAppointmentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let (patient, by) = caller::resident(&rpc)?;
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        let now = kernel.clock.now();
        let question = Question { patient, representative: by.representative(), past: request.past, now, after, size: size + 1 };
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, None), OWN).await?;
        let mut rows = my_appointments::page(&kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.starts_at, id: row.appointment_id }.token());
        let mut seen = Vec::with_capacity(rows.len());
        for row in rows {
            seen.push(Seen::of(kernel, AppointmentId::from_uuid(row.appointment_id), &by).await?);
        }
        let appointments = self.asking.views((&rpc, &by), &seen, Depth::Listed, &self.settings.booking_phone).await?;
        Ok(Response::new(ListMyAppointmentsResponse { appointments, next_page_token }))
    }

    async fn show_appointment_to_guardians(
        &self,
        request: Request<ShowAppointmentToGuardiansRequest>,
    ) -> Result<Response<ShowAppointmentToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (patient, by) = caller::resident(&rpc)?;
        let id = AppointmentId::parse(&request.appointment_id).ok_or_else(grpc::not_found)?;
        let meta = meta.with_access(rpc.entry(Some(patient), (Appointment::CATEGORY, Some(id.uuid())), OWN));
        self.asking.kernel.store.execute(id, Command::ShowToGuardians { by, visible: request.visible }, meta).await?;
        Ok(Response::new(ShowAppointmentToGuardiansResponse {}))
    }

    async fn list_my_recommendations(
        &self,
        request: Request<ListMyRecommendationsRequest>,
    ) -> Result<Response<ListMyRecommendationsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let (patient, by) = caller::resident(&rpc)?;
        rpc.log_access(kernel, Some(patient), (Recommendation::CATEGORY, None), OWN).await?;
        let rows = recommendations::active(&kernel.pool, patient, by.representative()).await.map_err(grpc::fault)?;
        let services = self.asking.admissions.of(&rpc, &Booker::default(), rows.iter().map(|row| row.service_id)).await?;
        let names: Vec<_> = rows.iter().map(|row| from_column(&row.activated_by_name)).collect();
        let needs: Needs = names.iter().flatten().map(|blob| (blob.subject, blob.class)).collect();
        let keys = kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
        let views = rows.iter().zip(&names).map(|(row, name)| {
            let name = name.as_ref().and_then(|blob| keys.open(blob)).and_then(|plain| String::from_utf8(plain).ok());
            RecommendationView {
                recommendation_id: row.recommendation_id.to_string(),
                state: RecommendationState::try_from(i32::from(row.state)).unwrap_or_default().into(),
                service: services.get(&row.service_id).and_then(|service| service.service.clone()),
                activated_at: Some(timestamp(row.activated_at)),
                activated_by_name: name.unwrap_or_default(),
                appointment_id: row.appointment_id.map(|id| id.to_string()).unwrap_or_default(),
            }
        });
        Ok(Response::new(ListMyRecommendationsResponse { recommendations: views.collect() }))
    }
}

/// Where one goes, as a calendar shows it.
fn directions(place: &Place) -> String {
    [place.name.as_str(), place.address.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
