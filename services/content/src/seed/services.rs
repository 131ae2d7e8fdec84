//! Services of the demo: those that its queues are linked to, and one that is archived.

use chassis::Kernel;
use chassis_domain::{AdminCommand, Id, Taken, demo_id};

use super::{id, meta, texts};
use crate::service::{Around, Availability, CategoryState, Details, Service, SexFilter};

/// A service of the demo.
struct Demo {
    key: &'static str,
    category: &'static str,
    administrative_name: &'static str,
    /// Texts in fi, sv, en.
    name: [&'static str; 3],
    description: [&'static str; 3],
    preparation_instructions: [&'static str; 3],
    ages: (Option<u32>, Option<u32>),
    sex: SexFilter,
    availability: Availability,
    is_archived: bool,
}

/// What most of them are.
const PLAIN: Demo = Demo {
    key: "",
    category: "health-station",
    administrative_name: "",
    name: [""; 3],
    description: [""; 3],
    preparation_instructions: [""; 3],
    ages: (None, None),
    sex: SexFilter::All,
    availability: Availability::All,
    is_archived: false,
};

const SERVICES: [Demo; 7] = [
    Demo {
        key: "nurse-appointment",
        administrative_name: "Terveysasemat / hoitajat",
        name: ["Hoitajan vastaanotto", "Skötarmottagning", "Nurse's appointment"],
        description: [
            "Kiireetön hoidon arviointi ja hoito terveysasemalla",
            "Icke-brådskande bedömning och vård på hälsostationen",
            "Non-urgent assessment and care at the health station",
        ],
        preparation_instructions: ["Ota mukaan lista lääkkeistäsi.", "Ta med en lista över dina mediciner.", "Bring a list of your medicines."],
        ..PLAIN
    },
    Demo {
        key: "doctor-appointment",
        administrative_name: "Terveysasemat / lääkärit",
        name: ["Lääkärin vastaanotto", "Läkarmottagning", "Doctor's appointment"],
        ..PLAIN
    },
    Demo {
        key: "child-health-clinic",
        category: "family-services",
        administrative_name: "Neuvolat",
        name: ["Lastenneuvola", "Barnrådgivning", "Child health clinic"],
        ages: (Some(0), Some(6)),
        ..PLAIN
    },
    Demo {
        key: "adult-social-work",
        category: "social-services",
        administrative_name: "Aikuissosiaalityö",
        name: ["Aikuisten sosiaalityö", "Vuxensocialarbete", "Social work for adults"],
        ages: (Some(18), None),
        ..PLAIN
    },
    Demo {
        key: "cervical-screening",
        administrative_name: "Seulonnat / kohdunkaula",
        name: ["Kohdunkaulan syövän seulonta", "Screening för livmoderhalscancer", "Cervical cancer screening"],
        ages: (Some(30), Some(65)),
        sex: SexFilter::Female,
        ..PLAIN
    },
    Demo {
        key: "wound-consultation",
        administrative_name: "Konsultaatio / haavat",
        name: ["Haavahoidon konsultaatio", "Konsultation om sårvård", "Wound care consultation"],
        availability: Availability::Professionals,
        ..PLAIN
    },
    Demo {
        key: "travel-advice",
        administrative_name: "Matkailu (lopetettu)",
        name: ["Matkailijan neuvonta", "Reserådgivning", "Travel advice"],
        availability: Availability::Nobody,
        is_archived: true,
        ..PLAIN
    },
];

/// What responsible users have made of one since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    for demo in &SERVICES {
        let service = Id::from_uuid(demo_id("service", demo.key));
        if kernel.store.load::<Service>(service).await?.version > 0 {
            continue;
        }
        let (age_min, age_max) = demo.ages;
        let details = Details {
            name: texts(demo.name),
            description: texts(demo.description),
            preparation_instructions: texts(demo.preparation_instructions),
            administrative_name: demo.administrative_name.to_owned(),
            category: Some(id(demo.category)),
            age_min,
            age_max,
            sex: demo.sex,
            availability: demo.availability,
            ..Details::default()
        };
        let around = Around { category: CategoryState::Open, ..Around::default() };
        kernel.store.execute::<Service>(service, AdminCommand::Save { details, taken: Taken::default(), around }, meta(kernel)).await?;
        if demo.is_archived {
            kernel.store.execute::<Service>(service, AdminCommand::Archive, meta(kernel)).await?;
        }
    }
    Ok(())
}
