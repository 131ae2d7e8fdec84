//! Searches of the demo that show what is booked in the other systems: one of each.

use chassis::{Kernel, admin_record::define};
use chassis_domain::demo_id;

use super::role;
use crate::appointment_search::{Around, BookingSystem, CareKind, ChangeSource, Changeable, Details, Parameters, PegasosParameter, State};

/// A search of the demo.
struct Demo {
    key: &'static str,
    system: BookingSystem,
    name: &'static str,
    role: &'static str,
    service: &'static str,
    /// Where it is when the system calls the place by no name that is known here.
    location: &'static str,
}

const SEARCHES: [Demo; 4] = [
    Demo {
        key: "lifecare",
        system: BookingSystem::Lifecare,
        name: "Lifecare / suun terveydenhuolto, Lehtola",
        role: "nurse",
        service: "nurse-appointment",
        location: "lehtola",
    },
    Demo {
        key: "pegasos",
        system: BookingSystem::Pegasos,
        name: "Pegasos / vastaanotot, Tunturi",
        role: "doctor",
        service: "doctor-appointment",
        location: "tunturi",
    },
    Demo {
        key: "omni360",
        system: BookingSystem::Omni360,
        name: "Omni360 / vastaanotot, Niittyranta",
        role: "doctor",
        service: "doctor-appointment",
        location: "niittyranta",
    },
    Demo {
        key: "vihta",
        system: BookingSystem::Vihta,
        name: "Vihta / fysioterapia, Niittyranta",
        role: "nurse",
        service: "nurse-appointment",
        location: "niittyranta",
    },
];

/// Seeds.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    for demo in &SEARCHES {
        let around = Around { role: State::Open, service: State::Open, ..Around::default() };
        define(kernel, demo_id("appointment-search", demo.key), demo.search(), around).await?;
    }
    Ok(())
}

impl Demo {
    fn search(&self) -> Details {
        let told = Changeable { source: ChangeSource::Integration, allowed: false };
        Details {
            administrative_name: self.name.to_owned(),
            system: Some(self.system),
            role: Some(role(self.role)),
            service: Some(demo_id("service", self.service)),
            location: Some(demo_id("location", self.location)),
            parameters: parameters(self.system),
            cancelable: told,
            reschedulable: told,
            practitioner_name_shown: true,
            all_municipalities: true,
            real_appointment: true,
            only_booked: true,
            ..Details::default()
        }
    }
}

/// What each system is asked for, by its own names.
fn parameters(system: BookingSystem) -> Parameters {
    let one = |value: &str| vec![value.to_owned()];
    match system {
        BookingSystem::Own => Parameters::default(),
        BookingSystem::Lifecare => Parameters {
            lifecare_care_kind: Some(CareKind::Primary),
            lifecare_functions: one("suunhoito"),
            lifecare_locations: one("lehtola"),
            lifecare_appointment_types: one("tarkastus"),
            ..Parameters::default()
        },
        BookingSystem::Pegasos => {
            Parameters { pegasos: vec![PegasosParameter { name: "yksikko".to_owned(), values: one("tunturi") }], ..Parameters::default() }
        }
        BookingSystem::Omni360 => Parameters { omni360_location_names: one("Niittyranta"), ..Parameters::default() },
        BookingSystem::Vihta => Parameters { vihta_service_ids: one("fysio-1"), vihta_public_service: true, ..Parameters::default() },
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::{AdminDetails, Taken};

    use super::*;

    #[test]
    fn the_searches_of_the_demo_have_what_their_systems_need() {
        for demo in &SEARCHES {
            let (search, around) = (demo.search(), Around { role: State::Open, service: State::Open, ..Around::default() });
            assert_eq!(search.trimmed(), search, "{}", demo.name);
            search.check(None, &Taken::default(), &around).unwrap();
        }
    }
}
