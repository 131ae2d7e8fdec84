//! The demo: service categories, services, contents and who was given some, documents, an integration, and residents' laboratory results and
//! prescriptions, with fixed ids, so that a second start changes nothing.

mod content_integrations;
mod documents;
mod health_records;
mod patient_contents;
mod service_contents;
mod services;

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{AdminCommand, Id, Matter, Taken, Translated, demo_id};

use crate::service_category::{Details, ServiceCategory};

/// Key, icon, matter; name and description in fi, sv, en.
const CATEGORIES: [(&str, &str, Matter, [&str; 3], [&str; 3]); 4] = [
    (
        "health-station",
        "stethoscope",
        Matter::Health,
        ["Terveysasemapalvelut", "Hälsostationens tjänster", "Health station services"],
        [
            "Vastaanotot ja kiireetön hoito terveysasemalla",
            "Mottagningar och icke-brådskande vård på hälsostationen",
            "Appointments and non-urgent care at the health station",
        ],
    ),
    ("dental-care", "smile", Matter::Health, ["Suun terveydenhuolto", "Munhälsovård", "Dental care"], ["", "", ""]),
    (
        "family-services",
        "baby",
        Matter::Health,
        ["Perhepalvelut", "Familjetjänster", "Family services"],
        ["Neuvola ja lapsiperheiden palvelut", "Rådgivning och tjänster för barnfamiljer", "Child health clinics and services for families"],
    ),
    (
        "social-services",
        "hand-heart",
        Matter::Social,
        ["Sosiaalipalvelut", "Socialtjänster", "Social services"],
        ["Ohjausta ja tukea arkeen", "Rådgivning och stöd i vardagen", "Guidance and support in daily life"],
    ),
];

/// One that is archived, so that the list has both.
const ARCHIVED: &str = "travel-clinic";

/// Seeds.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    for (key, icon, matter, name, description) in CATEGORIES {
        define(&kernel, key, Details { name: texts(name), description: texts(description), icon: icon.to_owned(), matter }).await?;
    }
    let name = texts(["Matkailijan rokotukset", "Resevaccinationer", "Travel vaccinations"]);
    if define(&kernel, ARCHIVED, Details { name, matter: Matter::Health, icon: "syringe".to_owned(), ..Details::default() }).await? {
        kernel.store.execute::<ServiceCategory>(id(ARCHIVED), AdminCommand::Archive, meta(&kernel)).await?;
    }
    services::seed(&kernel).await?;
    service_contents::seed(&kernel).await?;
    patient_contents::seed(&kernel).await?;
    documents::seed(&kernel).await?;
    content_integrations::seed(&kernel).await?;
    health_records::seed(&kernel).await
}

/// Whether it is new: what responsible users have made of one since stays.
async fn define(kernel: &Kernel, key: &str, details: Details) -> anyhow::Result<bool> {
    if kernel.store.load::<ServiceCategory>(id(key)).await?.version > 0 {
        return Ok(false);
    }
    let save = AdminCommand::Save { details, taken: Taken::default(), around: () };
    kernel.store.execute::<ServiceCategory>(id(key), save, meta(kernel)).await?;
    Ok(true)
}

fn id(key: &str) -> Id<ServiceCategory> {
    Id::from_uuid(demo_id("service-category", key))
}

fn meta(kernel: &Kernel) -> CommandMeta {
    CommandMeta::system(kernel.ids.v7(kernel.clock.now()))
}

fn texts([fi, sv, en]: [&str; 3]) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}
