//! Conversations of the demo: invented people, harmless matters, every state.

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Actor, Id, Matter, PersonId, demo_id};

use super::categories::{area, category, queue};
use crate::{
    conversation::{Command, Conversation, ConversationId, Place, Visibility, Who, value::Draft},
    professional::{self, Professional, ProfessionalId},
    projections::categories::queues_of,
};

/// Login hint and name of the demo's residents who write.
pub(super) const RESIDENTS: [(&str, &str); 6] = [
    ("aino", "Aino Lehtonen"),
    ("eino", "Eino Saarinen"),
    ("maja", "Maja Lindqvist"),
    ("nils", "Nils Aikio"),
    ("sanna", "Sanna Kuuva"),
    ("elli", "Elli Fofonoff"),
];

/// Login hint, name, role and location of the demo's professionals.
const PROFESSIONALS: [(&str, &str, &str, &str); 10] = [
    ("liisa", "Liisa Virtanen", "nurse", "lehtola"),
    ("mikko", "Mikko Korhonen", "doctor", "lehtola"),
    ("anna", "Anna Nyström", "nurse", "lehtola"),
    ("pekka", "Pekka Rantala", "nurse", "lehtola"),
    ("karin", "Karin Holm", "nurse", "lehtola"),
    ("jussi", "Jussi Hakala", "nurse", "lehtola"),
    ("outi", "Outi Morottaja", "nurse", "lehtola"),
    ("tero", "Tero Mäkelä", "nurse", "lehtola"),
    ("helmi", "Helmi Kangas", "nurse", "lehtola"),
    ("risto", "Risto Salmi", "social-worker", "satama"),
];

/// What happens after a conversation has opened.
#[derive(Clone, Copy)]
enum Then {
    Waits,
    TakenBy(&'static str),
    AnsweredBy(&'static str, &'static str),
    EndedBy(&'static str, &'static str),
}

/// Resident, category and queue, topic, first message, and what follows.
const OPENED: [(&str, (&str, &str), &str, &str, Then); 14] = [
    ("aino", ("health-station", "nurse"), "Verenpaineen kotimittaus", "Montako päivää mittaan ennen vastaanottoa?", Then::Waits),
    ("eino", ("health-station", "nurse"), "Korvan huuhtelu", "Kuulo on tukossa. Tarvitsenko ajan?", Then::Waits),
    ("maja", ("health-station", "nurse"), "Vaccination inför resan", "Vilka vaccin behöver jag för en resa till Estland?", Then::Waits),
    ("nils", ("health-station", "prescriptions"), "Allergialääkkeen uusiminen", "Lääke loppuu ensi viikolla.", Then::Waits),
    ("sanna", ("family-centre", "child-health"), "Kaksivuotistarkastus", "Voiko ajan siirtää iltapäivään?", Then::Waits),
    ("elli", ("mental-health", "counselling"), "Uniongelmat", "Nukun huonosti. Kenelle voisin puhua?", Then::Waits),
    ("aino", ("health-station", "prescriptions"), "Reseptin uusiminen", "Pyydän uusimaan reseptin.", Then::TakenBy("pekka")),
    (
        "eino",
        ("health-station", "nurse"),
        "Haavanhoito",
        "Voinko käydä saunassa ompeleiden kanssa?",
        Then::AnsweredBy("liisa", "Odota saunomista, kunnes ompeleet on poistettu."),
    ),
    (
        "maja",
        ("health-station", "nurse"),
        "Blodprov",
        "Ska jag vara fastande före provet?",
        Then::AnsweredBy("karin", "Ja, var fastande i tio timmar före provet."),
    ),
    ("nils", ("health-station", "doctor"), "Laboratoriotulos", "Mitä tulos tarkoittaa?", Then::TakenBy("mikko")),
    ("sanna", ("family-centre", "maternity"), "Ensimmäinen käynti", "Mitä otan mukaan?", Then::AnsweredBy("anna", "Henkilöllisyystodistus riittää.")),
    (
        "elli",
        ("health-station", "nurse"),
        "Influenssarokotus",
        "Milloin rokotukset alkavat?",
        Then::EndedBy("liisa", "Rokotukset alkavat 9. marraskuuta."),
    ),
    ("aino", ("social-services", "guidance"), "Kotihoidon tuki äidille", "Miten haemme kotihoitoa?", Then::Waits),
    (
        "eino",
        ("social-services", "informal-care"),
        "Omaishoidon vapaa",
        "Milloin vapaan voi pitää?",
        Then::EndedBy("risto", "Vapaapäivät voi pitää kuukausittain."),
    ),
];

pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    for (key, name, role, location) in PROFESSIONALS {
        let command = professional::Command::Appear {
            person: person(key),
            name: name.to_owned(),
            role: demo_id("role", role),
            location: demo_id("location", location),
        };
        let id = ProfessionalId::from_uuid(person(key).uuid());
        // Only the first start: later a professional may work elsewhere.
        if kernel.store.load(id).await?.version == 0 {
            kernel.store.execute::<Professional>(id, command, CommandMeta::system(kernel.ids.v7(kernel.clock.now()))).await?;
        }
    }
    for (number, (resident, (main, queued), topic, text, then)) in (0..).zip(OPENED) {
        let id = ConversationId::from_uuid(demo_id("conversation", &i32::to_string(&number)));
        if kernel.store.load(id).await?.version > 0 {
            continue;
        }
        let place = Place { category: category(main), subcategory: queue(main, queued) };
        let by = Who::Resident { person: person(resident), name: name_of(&RESIDENTS, resident), representative: None };
        let matter = if main == "social-services" { Matter::Social } else { Matter::Health };
        let start = Command::Start {
            by,
            service_area: area("lehtola"),
            place,
            topic: topic.to_owned(),
            draft: draft(text),
            matter,
            visible_to_guardians: false,
        };
        execute(kernel, id, Actor::resident(person(resident)), start).await?;
        match then {
            Then::Waits => {}
            Then::TakenBy(who) => take(kernel, id, who).await?,
            Then::AnsweredBy(who, answer) => write(kernel, id, who, answer).await?,
            Then::EndedBy(who, answer) => {
                write(kernel, id, who, answer).await?;
                let (by, actor) = practitioner(kernel, who).await?;
                execute(kernel, id, actor, Command::End { by, done: true }).await?;
            }
        }
    }
    Ok(())
}

async fn take(kernel: &Kernel, id: ConversationId, who: &str) -> anyhow::Result<()> {
    let (by, actor) = practitioner(kernel, who).await?;
    execute(kernel, id, actor, Command::Take { by }).await
}

async fn write(kernel: &Kernel, id: ConversationId, who: &str, text: &str) -> anyhow::Result<()> {
    take(kernel, id, who).await?;
    let (by, actor) = practitioner(kernel, who).await?;
    execute(kernel, id, actor, Command::Write { by, draft: draft(text), seen: 0, unreachable: None }).await
}

async fn execute(kernel: &Kernel, id: ConversationId, actor: Actor, command: Command) -> anyhow::Result<()> {
    let meta = CommandMeta { actor, ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
    kernel.store.execute::<Conversation>(id, command, meta).await?;
    Ok(())
}

pub(super) async fn practitioner(kernel: &Kernel, key: &str) -> anyhow::Result<(Who, Actor)> {
    let known = PROFESSIONALS.iter().find(|(known, ..)| *known == key);
    let (_, name, role, location) = known.ok_or_else(|| anyhow::anyhow!("{key} is no demo professional"))?;
    let (role, location) = (demo_id("role", role), demo_id("location", location));
    let queues = queues_of(&kernel.pool, role, location).await?;
    let who = Who::Practitioner { person: person(key), name: (*name).to_owned(), queues, consulted_in: [].into() };
    Ok((who, Actor::practitioner(person(key), role, location)))
}

pub(super) fn person(key: &str) -> PersonId {
    Id::from_uuid(demo_id("person", key))
}

fn name_of(people: &[(&str, &str)], key: &str) -> String {
    people.iter().find(|(known, _)| *known == key).map(|(_, name)| (*name).to_owned()).unwrap_or_default()
}

fn draft(text: &str) -> Draft {
    Draft { text: text.to_owned(), attachments: Vec::new(), visibility: Visibility::Everyone }
}
