//! Remote appointments are seen by those alone who work with them (SCH-11).

use std::collections::BTreeSet;

use chassis::testkit::refusals::{reason, said, told};
use kajo_proto::{
    content::v1::Availability,
    options::v1::Caller,
    scheduling::v1::{
        Appointment, AppointmentState, AppointmentType, CalendarEntry, CalendarServiceGetAudienceRequest, ChooseCalendarSchedulesRequest,
        GetRemoteAccessRequest, ListBookingChoicesRequest, ListPatientAppointmentsRequest, RemoteAccessDetails, RemoteGrant, ScheduleDetails,
        calendar_service_client::CalendarServiceClient, remote_access_service_client::RemoteAccessServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    patient_booking::{MONDAY, kaisa, person},
    professional::Professional,
    remote_access::save,
    town::{Resident, Town, WOMAN, hours, mondays, search},
    world::by,
};

const ON_VIDEO: &str = "2026-11-23T08:30";
const LATER_ON_VIDEO: &str = "2026-11-23T09:00";
const IN_PERSON: &str = "2026-11-23T12:00";

/// Liisa on video in the morning, and in person at noon.
pub(crate) struct Clinic {
    pub(crate) video: String,
    pub(crate) video_schedule: String,
    pub(crate) in_person: String,
    in_person_schedule: String,
}

impl Clinic {
    pub(crate) async fn of(town: &Town) -> Self {
        let (video, in_person) = (town.service("Etävastaanotto", Availability::All).await, town.service("Verikokeet", Availability::All).await);
        let remote = ScheduleDetails { appointment_type: AppointmentType::Video.into(), ..mondays(&video) };
        let video_schedule = town.schedule(remote).await;
        let noon = ScheduleDetails { weekly: vec![hours(1, "12:00", "13:00")], ..mondays(&in_person) };
        let in_person_schedule = town.schedule(noon).await;
        town.search(search(&video, &video_schedule)).await;
        town.search(search(&in_person, &in_person_schedule)).await;
        Self { video, video_schedule, in_person, in_person_schedule }
    }

    pub(crate) fn schedules(&self) -> Vec<String> {
        vec![self.video_schedule.clone(), self.in_person_schedule.clone()]
    }
}

impl Town {
    /// Nurses at Lehtola alone work with remote appointments, or everybody does.
    pub(crate) async fn restricts(&self, restricted: bool) {
        let mut paula = RemoteAccessServiceClient::new(by(self, Caller::Administrator));
        let version = paula.get_remote_access(GetRemoteAccessRequest {}).await.unwrap().into_inner().version;
        let role_id = identity::demo::role_id("nurse").to_string();
        let grant = RemoteGrant { role_id, location_ids: vec![identity::demo::location_id("lehtola").to_string()] };
        paula.save_remote_access(save(RemoteAccessDetails { restricted, grants: vec![grant] }, version)).await.unwrap();
    }

    /// Who was told at once of the newest fact of this kind about an appointment.
    pub(crate) async fn audience(&self, fact: &str, id: &str) -> BTreeSet<String> {
        let told: Vec<String> =
            sqlx::query_scalar("select audience from outbox where fact_type like '%.' || $1 and stream_id like '%' || $2 order by seq desc limit 1")
                .bind(fact)
                .bind(id)
                .fetch_one(&self.running.kernel().pool)
                .await
                .unwrap();
        told.into_iter().collect()
    }
}

impl Professional {
    pub(crate) async fn appointments_of(&self, patient: &Resident, past: bool) -> Result<Vec<Appointment>, Status> {
        let asked = ListPatientAppointmentsRequest { patient_id: patient.id.to_string(), past, ..ListPatientAppointmentsRequest::default() };
        Ok(self.calendar().list_patient_appointments(asked).await?.into_inner().appointments)
    }

    pub(crate) async fn chooses(&self, schedules: &[String]) {
        let asked = ChooseCalendarSchedulesRequest { schedule_ids: schedules.to_vec() };
        self.calendar().choose_calendar_schedules(asked).await.unwrap();
    }

    async fn keys(&self) -> BTreeSet<String> {
        self.calendar().get_audience(CalendarServiceGetAudienceRequest {}).await.unwrap().into_inner().keys.into_iter().collect()
    }

    /// How many of what can be booked is of this type.
    async fn choices_of(&self, kind: AppointmentType) -> usize {
        let choices = self.booking_for_patients().list_booking_choices(ListBookingChoicesRequest {}).await.unwrap().into_inner().choices;
        choices.iter().filter(|choice| choice.r#type() == kind).count()
    }

    /// Sees, changes and books both.
    async fn works_with_both(&self, clinic: &Clinic, patient: &Resident, (video, in_person): (&str, &str)) {
        for (schedule, id, kind) in
            [(&clinic.video_schedule, video, AppointmentType::Video), (&clinic.in_person_schedule, in_person, AppointmentType::InPerson)]
        {
            let day = self.days(schedule, (MONDAY, 1), Some(patient)).await.unwrap();
            assert_eq!(day.iter().map(|entry| (entry.appointment_id.as_str(), entry.r#type())).collect::<Vec<_>>(), [(id, kind)]);
            assert!(self.looks_at(id).await.is_ok());
            assert!(self.choices_of(kind).await > 0);
        }
        assert_eq!(ids(&self.appointments_of(patient, false).await.unwrap()), [video, in_person]);
        for service in [&clinic.video, &clinic.in_person] {
            assert!(!self.times_for(patient, service, &[]).await.unwrap().is_empty());
        }
    }
}

fn ids(appointments: &[Appointment]) -> Vec<&str> {
    appointments.iter().map(|appointment| appointment.appointment_id.as_str()).collect()
}

/// Liisa and Outi as nurses at Lehtola, and who works in another role or at another location: Liisa as well, and Jussi.
struct Staff {
    admitted: [Professional; 2],
    others: [Professional; 3],
}

impl Staff {
    async fn of(town: &Town, patient: &Resident) -> Self {
        let (liisa, outi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("outi", "Outi Morottaja").await);
        let jussi = town.professional("jussi", "Jussi Hakala").await;
        for professional in [&liisa, &outi, &jussi] {
            professional.opens(town, patient).await;
        }
        let nurse = ("nurse", "lehtola");
        let admitted = [liisa.working_as(town, "Liisa Virtanen", nurse), outi.working_as(town, "Outi Morottaja", nurse)];
        let others = [
            liisa.working_as(town, "Liisa Virtanen", ("nurse", "niittyranta")),
            liisa.working_as(town, "Liisa Virtanen", ("doctor", "lehtola")),
            jussi.working_as(town, "Jussi Hakala", ("doctor", "lehtola")),
        ];
        Self { admitted, others }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_11_remote_appointments_are_seen_in_the_roles_and_at_the_locations_that_are_named_and_all_others_as_ever() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let video = aino.book(&clinic.video, ON_VIDEO).await.unwrap();
    let in_person = aino.book(&clinic.in_person, IN_PERSON).await.unwrap();
    let both = (video.as_str(), in_person.as_str());
    let staff = Staff::of(&town, &aino).await;
    let everybody = || staff.admitted.iter().chain(&staff.others);
    for professional in everybody() {
        professional.works_with_both(&clinic, &aino, both).await;
    }

    town.restricts(true).await;
    for professional in &staff.admitted {
        professional.works_with_both(&clinic, &aino, both).await;
    }
    let offer = staff.admitted[0].offer(&aino, &clinic.video, LATER_ON_VIDEO).await;
    let missing = said(Code::NotFound, "not_found");
    for other in &staff.others {
        // The time is taken, and no more is told: not even to whom the appointment is with.
        let day = other.days(&clinic.video_schedule, (MONDAY, 1), Some(&aino)).await.unwrap();
        let blank = |entry: &CalendarEntry| CalendarEntry {
            schedule_id: clinic.video_schedule.clone(),
            span: entry.span.clone(),
            ..CalendarEntry::default()
        };
        assert_eq!(day.iter().map(|entry| entry.span.as_ref().unwrap().civil_start.as_str()).collect::<Vec<_>>(), [ON_VIDEO]);
        assert_eq!(day[0], blank(&day[0]));
        assert_eq!(told(&other.looks_at(&video).await.unwrap_err()), missing);
        assert_eq!(told(&other.cancels(&video, "Sairastunut").await.unwrap_err()), missing);
        assert_eq!(told(&other.marks_done(&video).await.unwrap_err()), missing);
        assert_eq!(told(&other.saves(&video, "", kaisa()).await.unwrap_err()), missing);
        assert_eq!(ids(&other.appointments_of(&aino, false).await.unwrap()), [in_person.as_str()]);
        // Nor can they book any.
        assert_eq!(other.choices_of(AppointmentType::Video).await, 0);
        assert!(other.times_for(&aino, &clinic.video, &[]).await.unwrap().is_empty());
        assert_eq!(reason(&other.previews(&aino, &offer, Vec::new()).await.unwrap_err()), "slot_taken");
        assert_eq!(reason(&other.books(&aino, &offer, Vec::new()).await.unwrap_err()), "slot_taken");
        // In person nothing is otherwise.
        let noon = other.days(&clinic.in_person_schedule, (MONDAY, 1), Some(&aino)).await.unwrap();
        assert_eq!(noon.iter().map(|entry| entry.appointment_id.as_str()).collect::<Vec<_>>(), [in_person.as_str()]);
        assert!(other.looks_at(&in_person).await.is_ok());
        assert!(other.choices_of(AppointmentType::InPerson).await > 0);
        assert!(!other.times_for(&aino, &clinic.in_person, &[]).await.unwrap().is_empty());
    }
    assert_eq!(aino.see(&video).await.unwrap().state(), AppointmentState::Booked);

    town.restricts(false).await;
    for professional in everybody() {
        professional.works_with_both(&clinic, &aino, both).await;
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_11_live_updates_of_remote_appointments_reach_those_alone_who_work_with_them() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town).await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let video = aino.book(&clinic.video, ON_VIDEO).await.unwrap();
    let in_person = aino.book(&clinic.in_person, IN_PERSON).await.unwrap();
    let liisa = person("liisa");
    let has = |keys: &BTreeSet<String>, wanted: &[String]| wanted.iter().all(|key| keys.contains(key));

    let told_of_video = town.audience("AppointmentBooked", &video).await;
    let remote = [format!("remote:person:{liisa}"), format!("remote:calendar:{}", clinic.video_schedule), format!("person:{}", aino.id)];
    assert!(has(&told_of_video, &remote), "{told_of_video:?}");
    assert!(!told_of_video.contains(&format!("person:{liisa}")), "{told_of_video:?}");
    assert!(told_of_video.iter().all(|key| !key.starts_with("calendar:")), "{told_of_video:?}");
    let told_in_person = town.audience("AppointmentBooked", &in_person).await;
    let plain = [format!("person:{liisa}"), format!("calendar:{}", clinic.in_person_schedule), format!("calendar:{liisa}")];
    assert!(has(&told_in_person, &plain), "{told_in_person:?}");
    assert!(told_in_person.iter().all(|key| !key.starts_with("remote:")), "{told_in_person:?}");

    let staff = Staff::of(&town, &aino).await;
    for professional in staff.admitted.iter().chain(&staff.others) {
        professional.chooses(&clinic.schedules()).await;
    }
    town.restricts(true).await;
    let plain: Vec<_> = clinic.schedules().iter().map(|schedule| format!("calendar:{schedule}")).collect();
    let of_remote: Vec<_> = plain.iter().map(|key| format!("remote:{key}")).collect();
    for (professional, key) in staff.admitted.iter().zip(["liisa", "outi"]) {
        let keys = professional.keys().await;
        assert!(has(&keys, &plain) && has(&keys, &of_remote) && keys.contains(&format!("remote:person:{}", person(key))), "{keys:?}");
    }
    for other in &staff.others {
        let keys = other.keys().await;
        assert!(has(&keys, &plain) && keys.iter().all(|key| !key.starts_with("remote:")), "{keys:?}");
    }
    let mut resident = CalendarServiceClient::new(aino.calls.clone());
    assert!(resident.get_audience(CalendarServiceGetAudienceRequest {}).await.unwrap().into_inner().keys.is_empty());
    town.restricts(false).await;
    for other in &staff.others {
        assert!(has(&other.keys().await, &of_remote));
    }
    town.end().await;
}
