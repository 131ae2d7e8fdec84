//! The demo: booking roles, schedules of three professionals and a room, searches that offer their times, searches of the other systems, and what is
//! booked of the own times. All have fixed ids, so that a second start changes nothing.

mod appointments;
mod outside;

use std::collections::BTreeMap;

use chassis::{Kernel, admin_record::define};
use chassis_domain::{Time, Translated, Uuid, demo_id, in_helsinki};

use crate::{
    appointment_search::{self, Around, BookingSystem, ChangeSource, Changeable, Parameters, State},
    booking_role,
    first_records::ensure,
    kind::AppointmentType,
    schedule::{self, Hours},
};

/// Key, and name in fi, sv, en. Beside the default one.
const ROLES: [(&str, [&str; 3]); 2] = [("nurse", ["Sairaanhoitaja", "Sjukskötare", "Nurse"]), ("doctor", ["Lääkäri", "Läkare", "Doctor"])];

/// A schedule of the demo, and the search that offers its times.
struct Demo {
    key: &'static str,
    name: &'static str,
    search: &'static str,
    /// `None`: a room.
    practitioner: Option<&'static str>,
    location: &'static str,
    role: &'static str,
    service: &'static str,
    appointment_type: AppointmentType,
    slot_minutes: u32,
    /// Monday to Friday, in hours of the day.
    hours: &'static [(i8, i8)],
    late_cancel_hours: u32,
}

const SCHEDULES: [Demo; 5] = [
    Demo {
        key: "liisa-lehtola",
        name: "Liisa Virtanen, Lehtola",
        search: "Lehtola / hoitajan vastaanotto",
        practitioner: Some("liisa"),
        location: "lehtola",
        role: "nurse",
        service: "nurse-appointment",
        appointment_type: AppointmentType::InPerson,
        slot_minutes: 30,
        hours: &[(8, 11), (12, 15)],
        late_cancel_hours: 24,
    },
    Demo {
        key: "liisa-video",
        name: "Liisa Virtanen, etävastaanotto",
        search: "Lehtola / hoitajan etävastaanotto",
        practitioner: Some("liisa"),
        location: "lehtola",
        role: "nurse",
        service: "nurse-appointment",
        appointment_type: AppointmentType::Video,
        slot_minutes: 20,
        hours: &[(15, 17)],
        late_cancel_hours: 2,
    },
    Demo {
        key: "jussi-lehtola",
        name: "Jussi Hakala, Lehtola",
        search: "Lehtola / puhelinajat",
        practitioner: Some("jussi"),
        location: "lehtola",
        role: "nurse",
        service: "nurse-appointment",
        appointment_type: AppointmentType::Phone,
        slot_minutes: 15,
        hours: &[(9, 12)],
        late_cancel_hours: 2,
    },
    Demo {
        key: "mikko-lehtola",
        name: "Mikko Korhonen, Lehtola",
        search: "Lehtola / lääkärin vastaanotto, Korhonen",
        practitioner: Some("mikko"),
        location: "lehtola",
        role: "doctor",
        service: "doctor-appointment",
        appointment_type: AppointmentType::InPerson,
        slot_minutes: 30,
        hours: &[(8, 11), (12, 14)],
        late_cancel_hours: 24,
    },
    Demo {
        key: "room-2",
        name: "Vastaanottohuone 2, Lehtola",
        search: "Lehtola / lääkärin vastaanotto",
        practitioner: None,
        location: "lehtola",
        role: "doctor",
        service: "doctor-appointment",
        appointment_type: AppointmentType::InPerson,
        slot_minutes: 30,
        hours: &[(8, 12), (13, 16)],
        late_cancel_hours: 24,
    },
];

/// Seeds.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    ensure(&kernel).await?;
    for (key, [fi, sv, en]) in ROLES {
        let name = Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() };
        define(&kernel, role(key), booking_role::Details { name }, ()).await?;
    }
    for demo in &SCHEDULES {
        define(&kernel, demo_id("schedule", demo.key), demo.schedule(&kernel), ()).await?;
        let (search, around) = demo.search();
        define(&kernel, demo_id("appointment-search", demo.key), search, around).await?;
    }
    outside::seed(&kernel).await?;
    appointments::seed(&kernel).await
}

fn role(key: &str) -> Uuid {
    demo_id("booking-role", key)
}

impl Demo {
    fn service(&self) -> Uuid {
        demo_id("service", self.service)
    }

    fn schedule(&self, kernel: &Kernel) -> schedule::Details {
        let hour = |hour: i8| Time::new(hour, 0, 0, 0).unwrap_or_default();
        let day: Vec<_> = self.hours.iter().map(|(from, until)| Hours { from: hour(*from), until: hour(*until) }).collect();
        let closed = || Vec::new();
        schedule::Details {
            name: self.name.to_owned(),
            practitioner: self.practitioner.map(|key| demo_id("person", key)),
            location: Some(demo_id("location", self.location)),
            services: [self.service()].into(),
            appointment_type: Some(self.appointment_type),
            weekly: [day.clone(), day.clone(), day.clone(), day.clone(), day, closed(), closed()],
            slot_minutes: self.slot_minutes,
            valid_from: Some(in_helsinki(kernel.clock.now()).date()),
            valid_until: None,
            exceptions: BTreeMap::new(),
        }
    }

    fn search(&self) -> (appointment_search::Details, Around) {
        let allowed = Changeable { source: ChangeSource::ServiceInformation, allowed: true };
        let details = appointment_search::Details {
            administrative_name: self.search.to_owned(),
            system: Some(BookingSystem::Own),
            role: Some(role(self.role)),
            service: Some(self.service()),
            parameters: Parameters { schedules: vec![demo_id("schedule", self.key)], ..Parameters::default() },
            cancelable: allowed,
            reschedulable: allowed,
            late_cancel_hours: Some(self.late_cancel_hours),
            practitioner_name_shown: true,
            all_municipalities: true,
            real_appointment: true,
            ..appointment_search::Details::default()
        };
        let schedules = vec![(self.name.to_owned(), [self.service()].into())];
        (details, Around { role: State::Open, service: State::Open, schedules, ..Around::default() })
    }
}
