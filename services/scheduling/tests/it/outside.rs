//! Appointments that other systems keep arrive here (SCH-14), and are asked for at the interval of each search (SCH-21). The systems are those of
//! the simulators; their clock goes as that of the test.

mod arriving;
mod asking;
mod failing;
mod lists;
mod people;

use chassis::testkit::Calls;
use chassis_domain::{SignedDuration, Timestamp, Uuid, demo_id, timestamp};
use kajo_proto::scheduling::v1::{
    Appointment, AppointmentBooked, AppointmentSearchDetails, BookingSystem, CareKind, ChangeSource, FetchAppointmentSearchRequest, FetchFailure,
    GetAppointmentSearchRequest, SearchParameter, SyncStatus, appointment_search_service_client::AppointmentSearchServiceClient,
};
use prost::Message;
use scheduling::booking_role::DEFAULT;
use simulators::booking::{Meeting, NewBooking, System};
use tonic::Status;

use crate::town::{Resident, Town};

const SYSTEMS: [System; 4] = [System::Lifecare, System::Pegasos, System::Omni360, System::Vihta];

/// People whom nobody of the demo is.
const CODES: [&str; 4] = ["140575-902H", "030391-9040", "221163-906J", "090980-9080"];
/// A girl of fourteen.
const GIRL: &str = "050612A912K";

/// What patients are called in the systems, and whom they meet there.
const PATIENT: &str = "Tuulikki Toisaalta";
const PRACTITIONER: &str = "Hilma Hammaslääkäri";

/// As often as systems are asked where nothing else is said.
const USUAL: u32 = 15;
/// In hours.
const DAY: i64 = 24;
/// A day, and a minute within which whatever is due by then is done.
const A_DAY: SignedDuration = SignedDuration::from_mins(24 * 60 + 1);

fn kept_in(system: System) -> BookingSystem {
    match system {
        System::Lifecare => BookingSystem::Lifecare,
        System::Pegasos => BookingSystem::Pegasos,
        System::Omni360 => BookingSystem::Omni360,
        System::Vihta => BookingSystem::Vihta,
    }
}

/// A search that finds what `new_booking` books in a system; the system says what may be done with it.
fn search_of(system: System, service: &str) -> AppointmentSearchDetails {
    let list = |code: &str| vec![code.to_owned()];
    let details = AppointmentSearchDetails {
        administrative_name: format!("Haku {}", Uuid::now_v7()),
        system: kept_in(system).into(),
        booking_role_id: DEFAULT.to_string(),
        service_id: service.to_owned(),
        location_id: demo_id("location", "lehtola").to_string(),
        cancelable_source: ChangeSource::Integration.into(),
        reschedulable_source: ChangeSource::Integration.into(),
        practitioner_name_shown: true,
        all_municipalities: true,
        real_appointment: true,
        only_booked: true,
        ..AppointmentSearchDetails::default()
    };
    match system {
        System::Lifecare => AppointmentSearchDetails {
            lifecare_care_kind: CareKind::Primary.into(),
            lifecare_functions: list("suunhoito"),
            lifecare_locations: list("lehtola"),
            lifecare_appointment_types: list("tarkastus"),
            ..details
        },
        System::Pegasos => {
            AppointmentSearchDetails { pegasos_parameters: vec![SearchParameter { name: "yksikko".to_owned(), values: list("tunturi") }], ..details }
        }
        System::Omni360 => AppointmentSearchDetails { omni360_location_names: list("Niittyranta"), ..details },
        System::Vihta => AppointmentSearchDetails { vihta_service_ids: list("fysio-1"), vihta_public_service: true, ..details },
    }
}

/// An appointment of half an hour.
fn new_booking(system: System, ssn: &str, (starts_at, booked_at): (Timestamp, Timestamp)) -> NewBooking {
    let codes: &[(&str, &str)] = match system {
        System::Lifecare => &[("function", "suunhoito"), ("location", "lehtola"), ("appointmentType", "tarkastus")],
        System::Pegasos => &[("yksikko", "tunturi")],
        System::Omni360 => &[("location.name", "Niittyranta")],
        System::Vihta => &[("serviceIds", "fysio-1")],
    };
    NewBooking {
        system,
        ssn: ssn.to_owned(),
        patient_name: PATIENT.to_owned(),
        starts_at,
        minutes: 30,
        meeting: Meeting::InPerson,
        location: String::new(),
        practitioner: PRACTITIONER.to_owned(),
        codes: codes.iter().map(|(name, code)| ((*name).to_owned(), (*code).to_owned())).collect(),
        cancellable: Some(true),
        reschedulable: Some(true),
        shown_to_guardians: false,
        booked_at: Some(booked_at),
    }
}

fn failure(reason: &str, since: Timestamp, in_a_row: u32) -> Option<FetchFailure> {
    Some(FetchFailure { reason: reason.to_owned(), since: Some(timestamp(since)), in_a_row })
}

impl Town {
    /// In so many hours, at a full minute: some systems know no seconds.
    fn in_hours(&self, hours: i64) -> Timestamp {
        let minutes = self.clock().now().as_second().div_euclid(60) + hours * 60;
        Timestamp::from_second(minutes * 60).unwrap()
    }

    fn in_minutes(&self, minutes: u32) -> Timestamp {
        self.clock().now().saturating_add(SignedDuration::from_mins(minutes.into())).unwrap()
    }

    /// Somebody books in a system now, in so many hours; what that is called there.
    fn books_there(&self, system: System, ssn: &str, hours: i64) -> String {
        self.simulators.book(new_booking(system, ssn, (self.in_hours(hours), self.clock().now())))
    }

    fn keeper(&self) -> AppointmentSearchServiceClient<Calls> {
        AppointmentSearchServiceClient::new(self.ritva())
    }

    async fn asks_for(&self, search: &str) -> Result<SyncStatus, Status> {
        let asked = FetchAppointmentSearchRequest { appointment_search_id: search.to_owned() };
        Ok(self.keeper().fetch_appointment_search(asked).await?.into_inner().sync.unwrap())
    }

    /// Asks for what a search finds.
    async fn fetch(&self, search: &str) -> SyncStatus {
        self.asks_for(search).await.unwrap()
    }

    /// The same, when nothing goes wrong; how many are booked.
    async fn fetches(&self, search: &str) -> u32 {
        let sync = self.fetch(search).await;
        assert_eq!(sync.failure, None);
        sync.booked_count
    }

    /// How a search stands, without asking anybody.
    async fn search_stands(&self, search: &str) -> SyncStatus {
        let asked = GetAppointmentSearchRequest { appointment_search_id: search.to_owned() };
        self.keeper().get_appointment_search(asked).await.unwrap().into_inner().appointment_search.unwrap().sync.unwrap()
    }

    /// The facts that the world was told of an appointment, in order.
    async fn told_of(&self, id: &str) -> Vec<String> {
        sqlx::query_scalar(
            "select split_part(fact_type, '.', 4) from outbox where stream_id = 'appointment-' || $1 and fact_type is not null order by seq",
        )
        .bind(id)
        .fetch_all(&self.running.kernel().pool)
        .await
        .unwrap()
    }

    /// What the world was told when an appointment was booked, and booked again.
    async fn booked_facts(&self, id: &str) -> Vec<AppointmentBooked> {
        let facts: Vec<Vec<u8>> = sqlx::query_scalar(
            "select fact from outbox where stream_id = 'appointment-' || $1 and fact_type = 'kajo.scheduling.v1.AppointmentBooked' order by seq",
        )
        .bind(id)
        .fetch_all(&self.running.kernel().pool)
        .await
        .unwrap();
        facts.iter().map(|fact| AppointmentBooked::decode(fact.as_slice()).unwrap()).collect()
    }

    /// How often anything has happened to any appointment.
    async fn happened(&self) -> i64 {
        let events = sqlx::query_scalar("select count(*) from events where stream_id like 'appointment-%'");
        events.fetch_one(&self.running.kernel().pool).await.unwrap()
    }
}

impl Resident {
    /// What is to come and begins then; it is there.
    async fn at(&self, starts_at: Timestamp) -> Appointment {
        let begins = |appointment: &Appointment| appointment.span.as_ref().unwrap().starts_at == Some(timestamp(starts_at));
        self.list(false).await.into_iter().find(begins).unwrap()
    }

    /// The only one that is to come.
    async fn only(&self) -> Appointment {
        let [only] = <[Appointment; 1]>::try_from(self.list(false).await).unwrap();
        only
    }
}
