//! scheduling with the services that it asks, and the residents who book in it.

use std::ops::Deref;

use chassis::{
    database,
    service::Running,
    settings::Settings,
    store::CommandMeta,
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::{PersonId, SignedDuration, Uuid, demo_id};
use identity::{
    account,
    patient::{self, Patient, PatientId, Register, Standing},
    projections::patients::take_ssn_in_tx,
    resident::{self, Resident as ResidentRecord, ResidentId, ServiceAreaId},
    ssn::Ssn,
};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    common::v1::{Matter, PageRequest},
    content::v1::{
        Availability, SaveServiceCategoryRequest, SaveServiceRequest, ServiceCategoryDetails, ServiceDetails, SexFilter,
        service_category_service_client::ServiceCategoryServiceClient, service_service_client::ServiceServiceClient,
    },
    identity::v1::{LocationDetails, SaveLocationRequest, location_service_client::LocationServiceClient},
    options::v1::{Caller, Domain},
    scheduling::v1::{
        Appointment, AppointmentSearchDetails, AppointmentType, BookAppointmentRequest, BookableTime, BookingSystem, ChangeSource, CivilHours,
        GetMyAppointmentRequest, HoldSlotRequest, HoldSlotResponse, ListMyAppointmentsRequest, ListTimesRequest, SaveAppointmentSearchRequest,
        SaveScheduleRequest, ScheduleDetails, TimeFilter, TimesWanted, WeeklyHours,
        appointment_search_service_client::AppointmentSearchServiceClient, booking_service_client::BookingServiceClient,
        schedule_service_client::ScheduleServiceClient,
    },
};
use scheduling::{ClaimsVerdict, booking_role::DEFAULT};
use simulators::{
    Config, authorizations,
    booking::{LIFECARE_TOKEN, OMNI360_TOKEN, PEGASOS_KEY, System, VIHTA_CLIENT, VIHTA_SECRET},
    patient_record::TOKEN,
    people::Realm,
};
use tonic::Status;

use crate::world::texts;

/// A woman of 38 when tests begin.
pub(crate) const WOMAN: &str = "290288-922S";
/// A girl of fourteen.
pub(crate) const GIRL: &str = "200512A926W";

/// Where residents reach their app.
pub(crate) const PUBLIC_URL: &str = "https://kajo.example";

/// The jobs that ask other systems for their appointments.
const FETCHES: [&str; 4] = ["fetch-lifecare", "fetch-pegasos", "fetch-omni360", "fetch-vihta"];

pub(crate) struct Town {
    world: World,
    pub(crate) identity: Running,
    content: Running,
    pub(crate) simulators: simulators::Running,
}

impl Deref for Town {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

/// A resident with the calls that residents make.
#[derive(Clone)]
pub(crate) struct Resident {
    pub(crate) id: Uuid,
    pub(crate) calls: Calls,
}

/// Settings with the outside systems that identity asks for.
fn around(settings: Settings, simulators: &simulators::Running) -> Settings {
    let (resident, practitioner) = (simulators.issuer(Realm::Resident), simulators.issuer(Realm::Practitioner));
    let base = resident.split_once("/realms/").unwrap().0;
    settings
        .with("oidc_resident_issuer", &resident)
        .with("oidc_practitioner_issuer", &practitioner)
        .with("smtp_url", &simulators.smtp_url())
        .with("sms_url", &format!("{base}/sms/v1/messages"))
        .with("sms_token", simulators::sms::TOKEN)
        .with("resident_public_url", PUBLIC_URL)
        .with("patient_record_url", &format!("{base}/patient-record/fhir/r4"))
        .with("patient_record_token", TOKEN)
        .with("patient_record_link", &format!("{base}/patient-record/patient/{{record_id}}"))
        .with("authorizations_url", base)
        .with("authorizations_client_id", authorizations::CLIENT_ID)
        .with("authorizations_secret", authorizations::SECRET)
        .with("authorizations_oauth_secret", authorizations::OAUTH_SECRET)
        .with("mandate_social_uri", &format!("{base}/mandates/sosiaalihuollon_asioiden_hoito"))
}

/// Settings with the systems that keep appointments of their own.
fn connected(settings: Settings, simulators: &simulators::Running) -> Settings {
    settings
        .with("lifecare_url", &simulators.booking_base(System::Lifecare))
        .with("lifecare_token", LIFECARE_TOKEN)
        .with("pegasos_url", &simulators.booking_base(System::Pegasos))
        .with("pegasos_key", PEGASOS_KEY)
        .with("omni360_url", &simulators.booking_base(System::Omni360))
        .with("omni360_token", OMNI360_TOKEN)
        .with("vihta_url", &simulators.booking_base(System::Vihta))
        .with("vihta_client", VIHTA_CLIENT)
        .with("vihta_secret", VIHTA_SECRET)
}

impl Town {
    pub(crate) async fn start() -> Self {
        Self::with(|settings, _| settings).await
    }

    /// With the four systems that keep appointments, and their clock that of the test.
    pub(crate) async fn with_booking_systems() -> Self {
        Self::with_booking_systems_and(|settings| settings).await
    }

    /// The same, with settings of its own.
    pub(crate) async fn with_booking_systems_and(change: impl FnOnce(Settings) -> Settings) -> Self {
        let town = Self::with(|settings, simulators| change(connected(settings, simulators))).await;
        town.simulators.advance(town.clock().now().duration_since(town.simulators.now()));
        town.passes(SignedDuration::ZERO).await;
        town
    }

    async fn with(change: impl FnOnce(Settings, &simulators::Running) -> Settings) -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::with(|mut settings| {
            settings.demo = true;
            change(around(settings, &simulators).with("booking_phone", "+358 16 000 0001"), &simulators)
        })
        .await
        .unwrap();
        let identity = test.service(identity::service()).await.unwrap();
        let content = test.service(content::service()).await.unwrap();
        let world = World::start(test, || scheduling::service().unseeded()).await.unwrap();
        world.job_has_run("first-records").await;
        Self { world, identity, content, simulators }
    }

    pub(crate) async fn end(self) {
        self.identity.stop().await;
        self.content.stop().await;
        self.world.end().await.unwrap();
        drop(self.simulators);
    }

    /// Each time that is taken is one of an appointment, and the other way about.
    pub(crate) async fn claims_equal_events(&self) {
        let verdict = scheduling::verify_claims(self.running.kernel()).await.unwrap();
        assert_eq!(verdict, ClaimsVerdict { appointments: verdict.appointments, ..ClaimsVerdict::default() });
    }

    /// A resident of Lehtola whom identity knows.
    pub(crate) async fn resident(&self, name: &str, ssn: &str) -> Resident {
        let id = Uuid::now_v7();
        self.register(id, ssn).await;
        Resident { id, calls: self.calls_by(caller(Caller::Resident, id, name)) }
    }

    /// A resident whom other services find by their personal identity code as well.
    pub(crate) async fn known(&self, name: &str, ssn: &str) -> Resident {
        let resident = self.resident(name, ssn).await;
        let kernel = self.identity.kernel();
        let (index, code) = (kernel.keyring.blind_index(), Ssn::parse(ssn).unwrap());
        let mut tx = database::begin(&kernel.pool).await.unwrap();
        take_ssn_in_tx(&mut tx, &index, &code, PatientId::from_uuid(resident.id)).await.unwrap();
        tx.commit().await.unwrap();
        resident
    }

    /// A work location that goes by this id in another system; where that is empty, in all of them.
    pub(crate) async fn location(&self, name: &str, (external_id, source_system): (&str, &str)) -> String {
        let details = LocationDetails {
            name: name.to_owned(),
            municipality: demo_id("service-area", "lehtola").to_string(),
            external_id: external_id.to_owned(),
            source_system: source_system.to_owned(),
            ..LocationDetails::default()
        };
        let asked = SaveLocationRequest { details: Some(details), ..SaveLocationRequest::default() };
        let calls = self.environment().calls(&self.identity).by(caller(Caller::Administrator, Uuid::now_v7(), "Paula Vuori"));
        LocationServiceClient::new(calls).save_location(asked).await.unwrap().into_inner().location_id
    }

    /// So much time passes, here and outside, and whatever is to be asked of other systems by then has been asked.
    pub(crate) async fn passes(&self, by: SignedDuration) {
        self.clock().advance(by);
        self.simulators.advance(by);
        for job in FETCHES {
            self.job_has_run(job).await;
        }
    }

    pub(crate) async fn register(&self, id: Uuid, ssn: &str) {
        let store = &self.identity.kernel().store;
        let meta = || CommandMeta::system(Uuid::now_v7());
        let register = Register {
            person: PersonId::from_uuid(id),
            ssn: Ssn::parse(ssn).unwrap(),
            first_name: "Etu".to_owned(),
            last_name: "Suku".to_owned(),
            standing: Standing::NoConsent,
        };
        store.execute::<Patient>(PatientId::from_uuid(id), patient::Command::Register(register), meta()).await.unwrap();
        let service_area = ServiceAreaId::from_uuid(demo_id("service-area", "lehtola"));
        let lives = resident::Command::SaveServiceArea { service_area, is_known: true, revision: 0 };
        store.execute::<ResidentRecord>(ResidentId::from_uuid(id), lives, meta()).await.unwrap();
    }

    /// The girl, in her own name.
    pub(crate) async fn girl(&self) -> Resident {
        let id = Uuid::now_v7();
        self.register(id, GIRL).await;
        Resident { id, calls: self.calls_by(CallerContext { teenager: true, ..caller(Caller::Resident, id, "Venla Saarinen") }) }
    }

    /// Somebody who acts for a resident.
    pub(crate) fn for_resident(&self, resident: &Resident, mandates: &[Domain], teenager: bool) -> Resident {
        let impersonator = Impersonator {
            person_id: demo_id("person", "eino").to_string(),
            display_name: "Eino Saarinen".to_owned(),
            mandates: mandates.iter().map(|domain| (*domain).into()).collect(),
        };
        let context = CallerContext { impersonator: Some(impersonator), teenager, ..caller(Caller::Resident, resident.id, "Venla Saarinen") };
        Resident { id: resident.id, calls: self.calls_by(context) }
    }

    /// What deletes an account at once.
    pub(crate) fn deletion(&self) -> [account::Command; 2] {
        let now = self.clock().now();
        [account::Command::Ask { confirmed: true, fresh: true, due_at: now, open: 0 }, account::Command::CarryOut { open: 0, again_at: now }]
    }

    pub(crate) fn ritva(&self) -> Calls {
        self.calls_by(caller(Caller::ResponsibleUser, demo_id("person", "ritva"), "Ritva Rinne"))
    }

    /// A service of health.
    pub(crate) async fn service(&self, name: &str, availability: Availability) -> String {
        self.service_of(ServiceDetails { availability: availability.into(), ..service_details(name) }).await
    }

    pub(crate) async fn service_of(&self, details: ServiceDetails) -> String {
        let calls = || self.environment().calls(&self.content).by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne"));
        let name = details.name.clone().unwrap().fi;
        let category =
            ServiceCategoryDetails { name: texts(&format!("Luokka {name}")), matter: Matter::Health.into(), ..ServiceCategoryDetails::default() };
        let asked = SaveServiceCategoryRequest { details: Some(category), ..SaveServiceCategoryRequest::default() };
        let category = ServiceCategoryServiceClient::new(calls()).save_service_category(asked).await.unwrap().into_inner().service_category_id;
        let details = ServiceDetails { service_category_id: category, ..details };
        let asked = SaveServiceRequest { details: Some(details), ..SaveServiceRequest::default() };
        ServiceServiceClient::new(calls()).save_service(asked).await.unwrap().into_inner().service_id
    }

    pub(crate) async fn schedule(&self, details: ScheduleDetails) -> String {
        let asked = SaveScheduleRequest { details: Some(details), ..SaveScheduleRequest::default() };
        ScheduleServiceClient::new(self.ritva()).save_schedule(asked).await.unwrap().into_inner().schedule_id
    }

    pub(crate) async fn search(&self, details: AppointmentSearchDetails) -> String {
        let asked = SaveAppointmentSearchRequest { details: Some(details), overlap_confirmed: true, ..SaveAppointmentSearchRequest::default() };
        AppointmentSearchServiceClient::new(self.ritva()).save_appointment_search(asked).await.unwrap().into_inner().appointment_search_id
    }

    /// A service that is booked on Mondays from eight to ten in half hours, at Lehtola; its id.
    pub(crate) async fn mondays(&self, name: &str) -> String {
        let service = self.service(name, Availability::All).await;
        let schedule = self.schedule(mondays(&service)).await;
        self.search(search(&service, &schedule)).await;
        service
    }
}

pub(crate) fn service_details(name: &str) -> ServiceDetails {
    ServiceDetails {
        name: texts(name),
        preparation_instructions: texts("Ota kortti mukaan"),
        sex: SexFilter::All.into(),
        availability: Availability::All.into(),
        ..ServiceDetails::default()
    }
}

pub(crate) fn hours(weekday: u32, from: &str, until: &str) -> WeeklyHours {
    WeeklyHours { weekday, hours: Some(CivilHours { from: from.to_owned(), until: until.to_owned() }) }
}

/// Four half hours on each Monday, of a professional.
pub(crate) fn mondays(service: &str) -> ScheduleDetails {
    ScheduleDetails {
        name: format!("Liisa {}", Uuid::now_v7()),
        practitioner_id: demo_id("person", "liisa").to_string(),
        location_id: demo_id("location", "lehtola").to_string(),
        service_ids: vec![service.to_owned()],
        appointment_type: AppointmentType::InPerson.into(),
        weekly: vec![hours(1, "08:00", "10:00")],
        slot_minutes: 30,
        valid_from: "2026-11-20".to_owned(),
        ..ScheduleDetails::default()
    }
}

/// Shows the times of a schedule; changed and cancelled until a day before.
pub(crate) fn search(service: &str, schedule: &str) -> AppointmentSearchDetails {
    AppointmentSearchDetails {
        administrative_name: format!("Haku {}", Uuid::now_v7()),
        system: BookingSystem::Own.into(),
        booking_role_id: DEFAULT.to_string(),
        service_id: service.to_owned(),
        schedule_ids: vec![schedule.to_owned()],
        cancelable_source: ChangeSource::ServiceInformation.into(),
        cancelable: true,
        reschedulable_source: ChangeSource::ServiceInformation.into(),
        reschedulable: true,
        late_cancel_hours: Some(24),
        practitioner_name_shown: true,
        all_municipalities: true,
        real_appointment: true,
        ..AppointmentSearchDetails::default()
    }
}

/// Times of a service.
pub(crate) fn of_service(service: &str) -> Option<TimeFilter> {
    Some(TimeFilter { service_id: service.to_owned(), ..TimeFilter::default() })
}

impl Resident {
    pub(crate) fn booking(&self) -> BookingServiceClient<Calls> {
        BookingServiceClient::new(self.calls.clone())
    }

    /// Free times of a day.
    pub(crate) async fn times(&self, service: &str, date: &str) -> Vec<BookableTime> {
        let asked =
            ListTimesRequest { filter: of_service(service), wanted: TimesWanted::Day.into(), date: date.to_owned(), ..ListTimesRequest::default() };
        self.booking().list_times(asked).await.unwrap().into_inner().times
    }

    /// The same, as the clocks on the wall have them.
    pub(crate) async fn starts(&self, service: &str, date: &str) -> Vec<String> {
        self.times(service, date).await.into_iter().map(|time| time.span.unwrap().civil_start).collect()
    }

    /// The free time that begins then.
    pub(crate) async fn time(&self, service: &str, civil_start: &str) -> BookableTime {
        let times = self.times(service, &civil_start[..10]).await;
        times.into_iter().find(|time| time.span.as_ref().unwrap().civil_start == civil_start).unwrap()
    }

    pub(crate) async fn hold(&self, offer_id: &str) -> Result<HoldSlotResponse, Status> {
        Ok(self.booking().hold_slot(HoldSlotRequest { offer_id: offer_id.to_owned() }).await?.into_inner())
    }

    pub(crate) async fn book_held(&self, held: &HoldSlotResponse) -> Result<String, Status> {
        Ok(self.booking().book_appointment(booking(held)).await?.into_inner().appointment_id)
    }

    /// Holds a time and books it.
    pub(crate) async fn book(&self, service: &str, civil_start: &str) -> Result<String, Status> {
        let held = self.hold(&self.time(service, civil_start).await.offer_id).await?;
        self.book_held(&held).await
    }

    pub(crate) async fn see(&self, id: &str) -> Result<Appointment, Status> {
        let asked = GetMyAppointmentRequest { appointment_id: id.to_owned() };
        Ok(self.booking().get_my_appointment(asked).await?.into_inner().appointment.unwrap())
    }

    pub(crate) async fn list(&self, past: bool) -> Vec<Appointment> {
        let asked = ListMyAppointmentsRequest { past, page: Some(PageRequest::default()) };
        self.booking().list_my_appointments(asked).await.unwrap().into_inner().appointments
    }
}

/// Books what is held.
pub(crate) fn booking(held: &HoldSlotResponse) -> BookAppointmentRequest {
    let (hold, time) = (held.hold.as_ref().unwrap(), held.time.as_ref().unwrap());
    BookAppointmentRequest { hold_id: hold.hold_id.clone(), fence: hold.fence, offer_id: time.offer_id.clone(), ..BookAppointmentRequest::default() }
}
