//! Service areas of the demo, and its categories with their queues: those of the inbox, and by [`task_categories`] those of tasks. Sami names are
//! drafts by machine, to be reviewed.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{Matter, Refusals, Uuid, demo_id};
use kajo_proto::conversations::v1::TaskDueUnit;

use super::task_categories;
use crate::{
    category::{
        Category, CategoryDetails, CategoryId, Command, Due, LinkState, Links, Module, QueueDetails, QueueKind, Refused, SubcategoryId, Texts,
    },
    conversation::value::ServiceAreaId,
    form_tails,
};

/// A text in fi, sv, en, sme, smn, sms.
pub(super) type Six = [&'static str; 6];

pub(super) struct Queue {
    /// Of a form also that of its survey, of a task that of its content.
    pub(super) key: &'static str,
    pub(super) name: Six,
    pub(super) kind: QueueKind,
    /// A demo service of content; empty: none.
    pub(super) service: &'static str,
    pub(super) roles: &'static [&'static str],
    pub(super) locations: &'static [&'static str],
}

pub(super) struct Main {
    pub(super) key: &'static str,
    pub(super) module: Module,
    pub(super) icon: &'static str,
    pub(super) matter: Matter,
    pub(super) name: Six,
    pub(super) description: Six,
    pub(super) queues: &'static [Queue],
}

const AREAS: [(&str, &str); 3] = [("lehtola", "Lehtola"), ("niittyranta", "Niittyranta"), ("tunturi", "Tunturi")];
/// Where the health stations are.
pub(super) const STATIONS: &[&str] = &["lehtola", "niittyranta", "tunturi"];

const INBOX: [Main; 4] = [
    Main {
        module: Module::Inbox,
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
                kind: QueueKind::Message,
                service: "nurse-appointment",
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
                kind: QueueKind::Message,
                service: "doctor-appointment",
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
                kind: QueueKind::Message,
                service: "doctor-appointment",
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
        module: Module::Inbox,
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
                kind: QueueKind::Message,
                service: "child-health-clinic",
                name: ["Lastenneuvola", "Barnrådgivning", "Child health clinic", "Mánáidrávvehat", "Párnáirävvimsaje", "Päärnairaavâstõs"],
                roles: &["nurse"],
                locations: &["lehtola", "niittyranta"],
            },
            Queue {
                key: "maternity",
                kind: QueueKind::Message,
                service: "child-health-clinic",
                name: ["Äitiysneuvola", "Mödrarådgivning", "Maternity clinic", "Eadnerávvehat", "Enirävvimsaje", "Jeäʹnnraavâstõs"],
                roles: &["nurse"],
                locations: &["lehtola", "niittyranta"],
            },
        ],
    },
    Main {
        module: Module::Inbox,
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
                kind: QueueKind::Message,
                service: "adult-social-work",
                name: ["Palveluneuvonta", "Servicerådgivning", "Service guidance", "Bálvalusráđđeaddin", "Palvâlusravvim", "Kääzzkõsravvõõzz"],
                roles: &["social-worker"],
                locations: &["satama"],
            },
            Queue {
                key: "informal-care",
                kind: QueueKind::Message,
                service: "adult-social-work",
                name: ["Omaishoito", "Närståendevård", "Informal care", "Oapmehašdikšu", "Omâstipšo", "Oʹmmõstivšš"],
                roles: &["social-worker"],
                locations: &["satama"],
            },
        ],
    },
    Main {
        module: Module::Inbox,
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
            kind: QueueKind::Message,
            service: "nurse-appointment",
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
    for (place, main) in (0..).zip(INBOX.iter().chain(&task_categories::TASKS)) {
        let id = category(main.key);
        let areas = AREAS.iter().filter(|_| main.module == Module::Inbox);
        let define = CategoryDetails {
            name: texts(&main.name),
            description: texts(&main.description),
            icon: main.icon.to_owned(),
            service_areas: areas.map(|(key, name)| (area(key), (*name).to_owned())).collect(),
            place,
            matter: main.matter,
            module: main.module,
        };
        // What somebody has made of it stays.
        if kernel.store.load::<Category>(id).await?.version == 0 {
            kernel.store.execute::<Category>(id, Command::Define(Box::new(define)), meta()).await?;
        }
        let known = kernel.store.load::<Category>(id).await?.state;
        for (place, queued) in (0..).zip(main.queues) {
            let subcategory = queue(main.key, queued.key);
            if known.archived || known.subcategories.contains_key(&subcategory) {
                continue;
            }
            let (is_task, is_anonymous) = (queued.kind == QueueKind::PatientTask, queued.kind == QueueKind::AnonymousForm);
            let is_form = is_anonymous || queued.kind == QueueKind::Form;
            let details = QueueDetails {
                name: texts(&queued.name),
                roles: ids("role", queued.roles),
                locations: ids("location", queued.locations),
                place,
                kind: queued.kind,
                service: (!queued.service.is_empty()).then(|| demo_id("service", queued.service)),
                survey: is_form.then(|| demo_id("survey", queued.key)),
                url_tail: if is_anonymous { task_categories::TAIL.to_owned() } else { String::new() },
                content: is_task.then(|| demo_id("service-content", queued.key)),
                due: is_task.then_some(Due { unit: TaskDueUnit::Days, amount: 3 }),
                patient_marks_done: is_task,
                sends_expired: is_task,
                ..QueueDetails::default()
            };
            add(kernel, id, subcategory, details).await?;
        }
    }
    Ok(())
}

/// Adds a queue; one whose address somebody has given to another form meanwhile is left out.
async fn add(kernel: &Kernel, category: CategoryId, subcategory: SubcategoryId, details: QueueDetails) -> anyhow::Result<()> {
    let links = Links { service: LinkState::Open, content: LinkState::Open };
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    let added = kernel.store.transact(meta, move |unit| {
        let details = details.clone();
        Box::pin(async move {
            let has_tail = !details.url_tail.is_empty();
            if has_tail && !form_tails::give_in_tx(unit.tx(), &details.url_tail, subcategory).await.map_err(StoreError::from)? {
                return Ok(());
            }
            unit.execute(category, &Command::AddSubcategory { subcategory, details: Box::new(details), tail_taken: false, links }).await?;
            Ok::<_, WorkError<Refusals<Refused>>>(())
        })
    });
    added.await?;
    Ok(())
}

fn texts(six: &Six) -> Texts {
    ["fi", "sv", "en", "sme", "smn", "sms"].iter().zip(six).map(|(language, text)| ((*language).to_owned(), (*text).to_owned())).collect()
}

fn ids(kind: &str, keys: &[&str]) -> BTreeSet<Uuid> {
    keys.iter().map(|key| demo_id(kind, key)).collect()
}
