//! Categories of the demo's tasks with their queues, which stand behind those of the inbox. Sami names are drafts by machine, to be reviewed.

use chassis_domain::Matter;

use super::categories::{Main, Queue, STATIONS};
use crate::category::{Module, QueueKind};

/// The tail of the address of the demo's anonymous form.
pub(super) const TAIL: &str = "palaute";

pub(super) const TASKS: [Main; 4] = [
    Main {
        module: Module::Tasks,
        key: "consultations",
        icon: "users",
        matter: Matter::Health,
        name: ["Konsultaatiot", "Konsultationer", "Consultations", "Konsultašuvnnat", "Konsultaatioh", "Konsultaatio"],
        description: [
            "Ammattilaisten väliset kysymykset",
            "Frågor mellan yrkespersoner",
            "Questions among professionals",
            "Gažaldagat fágaolbmuid gaskkas",
            "Koččâmušah áámmátulmui kooskâst",
            "Kõõččmõõžž ämmatoummui kõõskâst",
        ],
        queues: &[
            Queue {
                key: "doctors",
                kind: QueueKind::Consultation,
                service: "",
                name: [
                    "Lääkärin konsultaatio",
                    "Läkarkonsultation",
                    "Doctor's consultation",
                    "Doaktára konsultašuvdna",
                    "Tuáhtár konsultaatio",
                    "Duâhttar konsultaatio",
                ],
                roles: &["doctor"],
                locations: STATIONS,
            },
            Queue {
                key: "nurses",
                kind: QueueKind::Consultation,
                service: "",
                name: [
                    "Hoitajan konsultaatio",
                    "Skötarkonsultation",
                    "Nurse's consultation",
                    "Divššára konsultašuvdna",
                    "Tipšo konsultaatio",
                    "Tivšteeʹjj konsultaatio",
                ],
                roles: &["nurse"],
                locations: STATIONS,
            },
            Queue {
                key: "social-work",
                kind: QueueKind::Consultation,
                service: "",
                name: [
                    "Sosiaalityön konsultaatio",
                    "Konsultation i socialarbete",
                    "Social work consultation",
                    "Sosiálabarggu konsultašuvdna",
                    "Sosiaalpargo konsultaatio",
                    "Sosiaaltuâj konsultaatio",
                ],
                roles: &["social-worker"],
                locations: &["satama"],
            },
        ],
    },
    Main {
        module: Module::Tasks,
        key: "shared",
        icon: "messages-square",
        matter: Matter::Health,
        name: ["Yhteiset viestit", "Gemensamma meddelanden", "Shared messages", "Oktasaš dieđáhusat", "Ohtsâš viestâh", "Õhttsaž saaǥǥ"],
        description: [
            "Ammattilaisten aloittamat viestit",
            "Meddelanden som yrkespersoner har inlett",
            "Messages that professionals have begun",
            "Dieđáhusat maid fágaolbmot leat álggahan",
            "Viestâh moid áámmátulmuuh láá alguttâm",
            "Saaǥǥ koid ämmatoummu lie altteeʹl",
        ],
        queues: &[Queue {
            key: "station",
            kind: QueueKind::SharedMessage,
            service: "",
            name: [
                "Terveysaseman yhteiset",
                "Hälsostationens gemensamma",
                "Shared by the health station",
                "Dearvvašvuođaguovddáža oktasaččat",
                "Tiervâsvuođâkuávdáá ohtsiih",
                "Tiõrvâsvuõttkõõskõõzz õhttsa",
            ],
            roles: &["nurse", "doctor"],
            locations: STATIONS,
        }],
    },
    Main {
        module: Module::Tasks,
        key: "patient-tasks",
        icon: "clipboard-check",
        matter: Matter::Health,
        name: ["Potilaan tehtävät", "Patientens uppgifter", "Patient tasks", "Pasieantta barggut", "Potilâs pargoh", "Potilaaž tuâj"],
        description: [
            "Mitä potilas tekee kotona ennen vastaanottoa ja sen jälkeen",
            "Vad patienten gör hemma före och efter mottagningen",
            "What a patient does at home before and after an appointment",
            "Maid pasieanta bargá ruovttus",
            "Maid potilâs parga pääihist",
            "Mâid potilas tuejjad dommjen",
        ],
        queues: &[Queue {
            key: "home-measurements",
            kind: QueueKind::PatientTask,
            service: "nurse-appointment",
            name: ["Kotimittaukset", "Hemmätningar", "Home measurements", "Ruovttumihtideamit", "Päikkimittediimeh", "Dommimittõõzz"],
            roles: &["nurse"],
            locations: &["lehtola", "niittyranta"],
        }],
    },
    Main {
        module: Module::Tasks,
        key: "forms",
        icon: "file-text",
        matter: Matter::Health,
        name: [
            "Hakemukset ja lomakkeet",
            "Ansökningar och formulär",
            "Applications and forms",
            "Ohcamušat ja skovit",
            "Uuccâmušah já luámáttuvah",
            "Ooccmõõžž da blaaŋkeet",
        ],
        description: [
            "Täytä lomake, niin ammattilainen vastaa sinulle",
            "Fyll i formuläret så svarar en yrkesperson dig",
            "Fill in a form, and a professional answers you",
            "Deavdde skovi, de fágaolmmoš vástida dutnje",
            "Tievdi luámáttuv, te áámmátulmuš västid tunjin",
            "Teuʹd blaaŋkeet, nu ämmatoumaž vaʹstad tuʹnne",
        ],
        queues: &[
            Queue {
                key: "informal-care",
                kind: QueueKind::Form,
                service: "nurse-appointment",
                name: [
                    "Omaishoidon tuki",
                    "Stöd för närståendevård",
                    "Support for informal care",
                    "Oapmehašdivššu doarjja",
                    "Omâstipšo torjuu",
                    "Oʹmmõstivvšõs tuärjj",
                ],
                roles: &["nurse"],
                locations: STATIONS,
            },
            Queue {
                key: "feedback",
                kind: QueueKind::Form,
                service: "nurse-appointment",
                name: [
                    "Palaute palveluista",
                    "Respons på tjänsterna",
                    "Feedback on services",
                    "Máhcahat bálvalusain",
                    "Macâttâs palvâlusâin",
                    "Maacctõs kääzzkõõzzin",
                ],
                roles: &["nurse"],
                locations: STATIONS,
            },
            Queue {
                key: "anonymous-feedback",
                kind: QueueKind::AnonymousForm,
                service: "nurse-appointment",
                name: ["Anonyymi palaute", "Anonym respons", "Anonymous feedback", "Anonyma máhcahat", "Anonyym macâttâs", "Anonyym maacctõs"],
                roles: &["nurse"],
                locations: STATIONS,
            },
        ],
    },
];
