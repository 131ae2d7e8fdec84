//! Residents who all want the same times, one time after the other; each call is made again until it is answered.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chassis::{Clock, access::InternalKey};
use chassis_domain::{SignedDuration, demo_id, in_helsinki};
use futures::future::try_join_all;
use identity::demo::RESIDENTS;
use kajo_proto::{
    caller::v1::CallerContext,
    options::v1::Caller,
    scheduling::v1::{
        AppointmentState, BookAppointmentRequest, GetMyAppointmentRequest, HoldSlotRequest, HoldSlotResponse, ListTimesRequest, TimeFilter,
        TimesWanted, booking_service_client::BookingServiceClient,
    },
};
use tonic::{Code, Request, Response, Status, metadata::MetadataValue, transport::Channel};
use uuid::Uuid;

use crate::{
    load::Acknowledged,
    patience::{COMES_BACK, until_done},
    stack::Stack,
};

/// How many times are fought over.
pub(crate) const TIMES: usize = 40;
/// How many want each of them.
const RIVALS: usize = 6;
/// Between two tries of one call.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) struct Rivals {
    channel: Channel,
    key: InternalKey,
    residents: Vec<CallerContext>,
    /// What names the times.
    offers: Vec<String>,
    booked: Acknowledged,
}

/// A time that somebody was told is theirs.
pub(crate) struct Booked<'a> {
    resident: &'a CallerContext,
    appointment_id: String,
}

/// `None`: it was refused. What is no answer, because the platform is away, is an error, and tried again.
fn answered<T>(answer: Result<Response<T>, Status>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer.into_inner())),
        Err(status) if matches!(status.code(), Code::FailedPrecondition | Code::InvalidArgument | Code::NotFound) => Ok(None),
        Err(status) => Err(status.into()),
    }
}

impl Rivals {
    pub(crate) async fn open(stack: &Stack) -> Result<Self> {
        let key = InternalKey::from_file(&stack.internal_key_file())?;
        let channel = Channel::from_shared(stack.grpc_url.clone())?.connect_lazy();
        let known = RESIDENTS.iter().filter(|resident| !resident.is_new).take(RIVALS);
        let residents = known.map(|resident| {
            let person = resident.person.person_id().to_string();
            CallerContext { kind: Caller::Resident.into(), person_id: person.clone(), session_id: person, ..CallerContext::default() }
        });
        let mut rivals = Self { channel, key, residents: residents.collect(), offers: Vec::new(), booked: Acknowledged::default() };
        rivals.offers = rivals.free_times().await?;
        Ok(rivals)
    }

    pub(crate) fn booked(&self) -> Acknowledged {
        self.booked.clone()
    }

    /// A nurse's times from tomorrow on, day by day: there may be none for days.
    async fn free_times(&self) -> Result<Vec<String>> {
        let resident = self.residents.first().context("no resident")?;
        let (now, mut offers) = (Clock::system().now(), Vec::new());
        for days in 1..=14 {
            let date = in_helsinki(now + SignedDuration::from_hours(24 * days)).date().to_string();
            let filter = TimeFilter { service_id: demo_id("service", "nurse-appointment").to_string(), ..TimeFilter::default() };
            let asked = ListTimesRequest { filter: Some(filter), wanted: TimesWanted::Day.into(), date, ..ListTimesRequest::default() };
            let times = self.client().list_times(self.signed(resident, asked, None)?).await?.into_inner().times;
            offers.extend(times.into_iter().map(|time| time.offer_id));
        }
        offers.truncate(TIMES);
        ensure!(offers.len() == TIMES, "only {} free times", offers.len());
        Ok(offers)
    }

    /// All go for each time at once; comes back with who was told that it is theirs.
    pub(crate) async fn book_all(&self) -> Result<Vec<Booked<'_>>> {
        let mut booked = Vec::new();
        for offer in &self.offers {
            let tries = self.residents.iter().map(|resident| self.book(resident, offer));
            let winners: Vec<_> = try_join_all(tries).await?.into_iter().flatten().collect();
            ensure!(winners.len() == 1, "a time was given to {} residents", winners.len());
            booked.extend(winners);
            self.booked.one_more();
        }
        Ok(booked)
    }

    /// `None`: somebody else has the time.
    async fn book<'a>(&self, resident: &'a CallerContext, offer: &str) -> Result<Option<Booked<'a>>> {
        let held = until_done(COMES_BACK, PAUSE, async || {
            let mut request = self.signed(resident, HoldSlotRequest { offer_id: offer.to_owned() }, Some(Uuid::now_v7()))?;
            request.set_timeout(Duration::from_secs(5));
            answered(self.client().hold_slot(request).await)
        });
        let Some(HoldSlotResponse { hold: Some(hold), time: Some(time), .. }) = held.await.context("a hold was never answered")? else {
            return Ok(None);
        };
        let key = Uuid::now_v7();
        let appointment = until_done(COMES_BACK, PAUSE, async || {
            let asked = BookAppointmentRequest {
                hold_id: hold.hold_id.clone(),
                fence: hold.fence,
                offer_id: time.offer_id.clone(),
                ..BookAppointmentRequest::default()
            };
            let mut request = self.signed(resident, asked, Some(key))?;
            request.set_timeout(Duration::from_secs(5));
            answered(self.client().book_appointment(request).await)
        });
        let booked = appointment.await.context("a booking was never answered")?;
        Ok(booked.map(|booked| Booked { resident, appointment_id: booked.appointment_id }))
    }

    /// Whoever was told so has the appointment, and no other claims are there than theirs.
    pub(crate) async fn check(&self, booked: &[Booked<'_>]) -> Result<()> {
        ensure!(booked.len() == TIMES, "{} of {TIMES} times were booked", booked.len());
        for Booked { resident, appointment_id } in booked {
            let asked = GetMyAppointmentRequest { appointment_id: appointment_id.clone() };
            let appointment = self.client().get_my_appointment(self.signed(resident, asked, None)?).await?.into_inner().appointment;
            let state = appointment.context("no appointment")?.state();
            ensure!(state == AppointmentState::Booked, "{appointment_id} is {state:?}");
        }
        Ok(())
    }

    fn client(&self) -> BookingServiceClient<Channel> {
        BookingServiceClient::new(self.channel.clone())
    }

    fn signed<T>(&self, caller: &CallerContext, message: T, key: Option<Uuid>) -> Result<Request<T>> {
        let mut request = Request::new(message);
        let signed = self.key.sign(caller.clone(), Clock::system().now());
        request.metadata_mut().insert_bin("kajo-caller-bin", MetadataValue::from_bytes(&signed));
        if let Some(key) = key {
            request.metadata_mut().insert("idempotency-key", key.to_string().parse()?);
        }
        Ok(request)
    }
}
