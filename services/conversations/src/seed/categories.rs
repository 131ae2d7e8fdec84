//! Service areas, categories and queues of the demo. Sami names are drafts by machine, to be reviewed.

use std::collections::{BTreeMap, BTreeSet};

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Uuid, demo_id};

use crate::{
    category::{Category, CategoryId, Command, SubcategoryId, Texts},
    conversation::value::ServiceAreaId,
    representation::Matter,
};

/// A text in fi, sv, en, sme, smn, sms.
type Six = [&'static str; 6];

struct Queue {
    key: &'static str,
    name: Six,
    roles: &'static [&'static str],
    locations: &'static [&'static str],
}

struct Main {
    key: &'static str,
    icon: &'static str,
    matter: Matter,
    name: Six,
    description: Six,
    queues: &'static [Queue],
}

const AREAS: [(&str, &str); 3] = [("lehtola", "Lehtola"), ("niittyranta", "Niittyranta"), ("tunturi", "Tunturi")];
const STATIONS: &[&str] = &["lehtola", "niittyranta", "tunturi"];

const MAINS: [Main; 4] = [
    Main {
        key: "health-station",
        icon: "stethoscope",
        matter: Matter::Health,
        name: ["Terveysasema", "Hälsostation", "Health station", "Dearvvasvuođaguovddáš", "Tiervâsvuođâkuávdáš", "Tiõrvâsvuõttkõõskõs"],
        description: [
            "Kiireettömät kysymykset hoitajalle ja lääkärille",
            "Icke-brådskande frågor till skötare och läkare",
            "Non-urgent questions to a nurse or a doctor",
            "Gažaldagat divššárii ja doavttirii",
            "Koččâmušah tipšoi já tuáhtárân",
            "Kõõččmõõžž tivšteeʹjja da duâhttra",
        ],
        queues: &[
            Queue {
                key: "nurse",
                name: [
                    "Kysymys hoitajalle",
                    "Fråga till skötaren",
                    "Question to a nurse",
                    "Gažaldat divššárii",
                    "Koččâmuš tipšoi",
                    "Kõõččmõš tivšteeʹjja",
                ],
                roles: &["nurse"],
                locations: STATIONS,
            },
            Queue {
                key: "doctor",
                name: [
                    "Kysymys lääkärille",
                    "Fråga till läkaren",
                    "Question to a doctor",
                    "Gažaldat doavttirii",
                    "Koččâmuš tuáhtárân",
                    "Kõõččmõš duâhttra",
                ],
                roles: &["doctor"],
                locations: STATIONS,
            },
            Queue {
                key: "prescriptions",
                name: [
                    "Reseptin uusiminen",
                    "Förnyelse av recept",
                    "Renewing a prescription",
                    "Reseapta ođasmahttin",
                    "Resept uđâsmittem",
                    "Reeʹsept ođâsmâttmõš",
                ],
                roles: &["nurse", "doctor"],
                locations: STATIONS,
            },
        ],
    },
    Main {
        key: "family-centre",
        icon: "baby",
        matter: Matter::Health,
        name: ["Perhekeskus", "Familjecenter", "Family centre", "Bearašguovddáš", "Perekuávdáš", "Piâreškõõskõs"],
        description: [
            "Neuvola, lapset ja perheet",
            "Rådgivning, barn och familjer",
            "Maternity clinic, children and families",
            "Rávvehat, mánát ja bearrašat",
            "Rävvimsaje, párnááh já perruuh",
            "Raavâstõs, päärna da piârri",
        ],
        queues: &[
            Queue {
                key: "child-health",
                name: ["Lastenneuvola", "Barnrådgivning", "Child health clinic", "Mánáidrávvehat", "Párnáirävvimsaje", "Päärnairaavâstõs"],
                roles: &["nurse"],
                locations: &["lehtola", "niittyranta"],
            },
            Queue {
                key: "maternity",
                name: ["Äitiysneuvola", "Mödrarådgivning", "Maternity clinic", "Eadnerávvehat", "Enirävvimsaje", "Jeäʹnnraavâstõs"],
                roles: &["nurse"],
                locations: &["lehtola", "niittyranta"],
            },
        ],
    },
    Main {
        key: "social-services",
        icon: "hand-heart",
        matter: Matter::Social,
        name: ["Sosiaalipalvelut", "Socialtjänster", "Social services", "Sosiálabálvalusat", "Sosiaalpalvâlusah", "Sosiaalkääzzkõõzz"],
        description: [
            "Neuvonta ja tuki arjessa",
            "Rådgivning och stöd i vardagen",
            "Advice and support in everyday life",
            "Ráđđeaddin ja doarjja árgabeaivvis",
            "Ravvim já torjuu aargâst",
            "Ravvõõzz da tuärjj aarǥâst",
        ],
        queues: &[
            Queue {
                key: "guidance",
                name: ["Palveluneuvonta", "Servicerådgivning", "Service guidance", "Bálvalusráđđeaddin", "Palvâlusravvim", "Kääzzkõsravvõõzz"],
                roles: &["social-worker"],
                locations: &["satama"],
            },
            Queue {
                key: "informal-care",
                name: ["Omaishoito", "Närståendevård", "Informal care", "Oapmehašdikšu", "Omâstipšo", "Oʹmmõstivšš"],
                roles: &["social-worker"],
                locations: &["satama"],
            },
        ],
    },
    Main {
        key: "mental-health",
        icon: "brain",
        matter: Matter::Health,
        name: ["Mielenterveys", "Mental hälsa", "Mental health", "Psyhkalaš dearvvašvuohta", "Mielâtiervâsvuotâ", "Miõltiõrvâsvuõtt"],
        description: [
            "Matalan kynnyksen keskusteluapu",
            "Samtalshjälp med låg tröskel",
            "Someone to talk to, without a referral",
            "Ságastallanveahkki vuolegis šielmmáin",
            "Savâstâllâmiše vyeligis šiälmáin",
            "Saǥstõõllâmveäʹǩǩ",
        ],
        queues: &[Queue {
            key: "counselling",
            name: ["Keskusteluapu", "Samtalshjälp", "Counselling", "Ságastallanveahkki", "Savâstâllâmiše", "Saǥstõõllâmveäʹǩǩ"],
            roles: &["nurse"],
            locations: STATIONS,
        }],
    },
];

/// Id of a demo service area.
pub(super) fn area(key: &str) -> ServiceAreaId {
    ServiceAreaId::from_uuid(demo_id("service-area", key))
}

/// Id of a demo category.
pub(super) fn category(key: &str) -> CategoryId {
    CategoryId::from_uuid(demo_id("category", key))
}

/// Id of a demo queue.
pub(super) fn queue(category: &str, key: &str) -> SubcategoryId {
    SubcategoryId::from_uuid(demo_id("queue", &format!("{category}/{key}")))
}

pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    // A fresh key each time: what is defined already makes no event.
    let meta = || CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    for (place, main) in (0..).zip(&MAINS) {
        let id = category(main.key);
        let define = Command::Define {
            name: texts(&main.name),
            description: texts(&main.description),
            icon: main.icon.to_owned(),
            service_areas: AREAS.iter().map(|(key, name)| (area(key), (*name).to_owned())).collect(),
            place,
            matter: main.matter,
        };
        kernel.store.execute::<Category>(id, define, meta()).await?;
        for (place, queued) in (0..).zip(main.queues) {
            let add = Command::AddSubcategory {
                subcategory: queue(main.key, queued.key),
                name: texts(&queued.name),
                description: BTreeMap::new(),
                roles: ids("role", queued.roles),
                locations: ids("location", queued.locations),
                place,
            };
            kernel.store.execute::<Category>(id, add, meta()).await?;
        }
    }
    Ok(())
}

fn texts(six: &Six) -> Texts {
    ["fi", "sv", "en", "sme", "smn", "sms"].iter().zip(six).map(|(language, text)| ((*language).to_owned(), (*text).to_owned())).collect()
}

fn ids(kind: &str, keys: &[&str]) -> BTreeSet<Uuid> {
    keys.iter().map(|key| demo_id(kind, key)).collect()
}
