//! The demo: queues with fixed ids, so that a second start changes nothing. Two are open day and night, for everybody, and in one of these symptoms
//! are assessed first; one is closed for now, and one is the queue of a simulated provider. Chats of the health station and of young people can be
//! summarised.

use chassis::{Kernel, admin_record::define, store::CommandMeta};
use chassis_domain::{Matter, Translated, demo_id};

use crate::{
    chat_queue::{Around, Details, ServiceState},
    chat_schedule,
    closure::{Closed, Closure, ClosureId, Command},
    first_records::ensure,
    hours::{HolidayRule, OpeningHours, Rule, Window},
    settings::ChatQueueSettings,
};

/// Where the simulated provider answers, on its host.
const PROVIDER_PATH: &str = "/chat-provider";

/// Seeds.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    ensure(&kernel).await?;
    let health = Details {
        name: texts(["Terveysaseman chat", "Hälsostationens chatt", "Health station chat"]),
        description: texts([
            "Kysy kiireettömästä hoidosta, lääkkeistä ja ajanvarauksesta. Hoitaja vastaa.",
            "Fråga om icke-brådskande vård, mediciner och tidsbokning. En sjukskötare svarar.",
            "Ask about non-urgent care, medicines and appointments. A nurse answers.",
        ]),
        icon: "stethoscope".to_owned(),
        service: Some(demo_id("service", "nurse-appointment")),
        summary_enabled: true,
        follows_schedule: true,
        closed_text: texts([
            "Voit kirjoittaa viestin, niin vastaamme seuraavana arkipäivänä.",
            "Du kan skriva ett meddelande, så svarar vi nästa vardag.",
            "You can write a message and we will answer on the next working day.",
        ]),
        ..worked_by("nurse", Matter::Health)
    };
    add(&kernel, "health-station", health).await?;
    let young = Details {
        name: texts(["Nuorten chat", "De ungas chatt", "Chat for young people"]),
        description: texts([
            "Keskustele nimettömästi mistä tahansa, mikä painaa mieltä.",
            "Prata anonymt om vad som helst som tynger dig.",
            "Talk anonymously about anything that is on your mind.",
        ]),
        icon: "messages-square".to_owned(),
        visible_to_unidentified: true,
        summary_enabled: true,
        hours: day_and_night(),
        ..worked_by("nurse", Matter::Health)
    };
    add(&kernel, "young-people", young).await?;
    let urgent = Details {
        name: texts(["Kiireellisen hoidon neuvonnan chat", "Chatt för rådgivning om brådskande vård", "Chat for urgent care advice"]),
        description: texts([
            "Arvioi ensin oireesi. Hoitaja neuvoo, mihin otat yhteyttä ja milloin.",
            "Bedöm först dina symptom. En sjukskötare berättar vart du ska vända dig och när.",
            "Assess your symptoms first. A nurse tells you whom to contact, and when.",
        ]),
        icon: "activity".to_owned(),
        visible_to_unidentified: true,
        triage_required: true,
        assessment_survey: Some(demo_id("survey", "symptoms")),
        hours: day_and_night(),
        ..worked_by("nurse", Matter::Health)
    };
    add(&kernel, "urgent-care", urgent).await?;
    let dental = Details {
        name: texts(["Suun terveydenhuollon chat", "Munhälsovårdens chatt", "Dental care chat"]),
        icon: "smile".to_owned(),
        visible_to_unidentified: true,
        hours: chat_schedule::Details::office_hours().hours,
        ..worked_by("nurse", Matter::Health)
    };
    if add(&kernel, "dental-care", dental).await? {
        let text = texts([
            "Chat on suljettu järjestelmäpäivityksen vuoksi. Soita hammashoitolaan tai kirjoita viesti.",
            "Chatten är stängd på grund av en systemuppdatering. Ring tandkliniken eller skriv ett meddelande.",
            "The chat is closed because of a system update. Call the dental clinic or write a message.",
        ]);
        let closure = ClosureId::from_uuid(demo_id("chat-queue", "dental-care"));
        let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
        kernel.store.execute::<Closure>(closure, Command::Close(Closed { text, until: None }), meta).await?;
    }
    external(&kernel).await
}

/// Where a provider may be found: without one there is no such queue.
async fn external(kernel: &Kernel) -> anyhow::Result<()> {
    let settings: ChatQueueSettings = kernel.settings.part()?;
    let Some(host) = settings.provider_hosts().into_iter().next() else { return Ok(()) };
    let crisis = Details {
        name: texts(["Kriisichat", "Krischatt", "Crisis chat"]),
        description: texts([
            "Kriisikeskuksen päivystäjä vastaa. Palvelun tarjoaa toinen järjestö.",
            "Kriscentrets jour svarar. Tjänsten ges av en annan organisation.",
            "A crisis worker on call answers. The service is provided by another organisation.",
        ]),
        icon: "life-buoy".to_owned(),
        visible_to_identified: true,
        visible_to_unidentified: true,
        matter: Matter::Social,
        hours: day_and_night(),
        // The simulated provider answers in clear, on this machine.
        external_url: format!("http://{host}{PROVIDER_PATH}"),
        ..Details::default()
    };
    add(kernel, "crisis", crisis).await?;
    Ok(())
}

/// Open all the time.
fn day_and_night() -> OpeningHours {
    OpeningHours {
        rule: Some(Rule::Daily),
        daily: vec![Window::parse("00:00", "24:00")],
        holidays: HolidayRule::Regular,
        eves: HolidayRule::Regular,
        ..OpeningHours::default()
    }
}

/// For residents who are signed in, worked through at the health station of Lehtola.
fn worked_by(role: &str, matter: Matter) -> Details {
    Details {
        matter,
        locations: [demo_id("location", "lehtola")].into(),
        roles: [demo_id("role", role)].into(),
        visible_to_identified: true,
        ..Details::default()
    }
}

/// Whether it is new.
async fn add(kernel: &Kernel, key: &str, details: Details) -> anyhow::Result<bool> {
    let around = Around { service: ServiceState::Open, url_allowed: true, ..Around::default() };
    define(kernel, demo_id("chat-queue", key), details, around).await
}

fn texts([fi, sv, en]: [&str; 3]) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}
