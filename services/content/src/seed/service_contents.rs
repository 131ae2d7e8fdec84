//! The demo's service contents: one that is published in six languages, one with a draft beside it, one that patients are given to do, and one
//! that was never published.

use chassis::Kernel;
use chassis_domain::{Id, PublicationCommand, demo_id};

use super::meta;
use crate::service_content::{Body, ContentType, LanguageVersion, Languages, ServiceContent};

pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    if is_new(kernel, "blood-test").await? {
        write(kernel, "blood-test", PublicationCommand::Publish { body: blood_test() }).await?;
    }
    if is_new(kernel, "flu").await? {
        write(kernel, "flu", PublicationCommand::Publish { body: flu("Lepää ja juo riittävästi.") }).await?;
        write(kernel, "flu", PublicationCommand::SaveDraft { body: flu("Lepää, juo riittävästi ja pese kädet usein.") }).await?;
    }
    if is_new(kernel, "home-measurements").await? {
        write(kernel, "home-measurements", PublicationCommand::Publish { body: home_measurements() }).await?;
    }
    if is_new(kernel, "blood-pressure-meter").await? {
        let body = Body {
            name: "Verenpainemittarin käyttöohje".to_owned(),
            content_type: ContentType::OperatingInstructions,
            languages: Languages {
                fi: version("Näin mittaat verenpaineen kotona", "1. Istu viisi minuuttia.\n2. Mittaa kahdesti."),
                ..Languages::default()
            },
        };
        write(kernel, "blood-pressure-meter", PublicationCommand::SaveDraft { body }).await?;
    }
    Ok(())
}

fn blood_test() -> Body {
    let fi = "## Ennen koetta\n\n- Ole **ravinnotta** 10 tuntia.\n- Vettä saa juoda.\n\n## Kokeen jälkeen\n\nTulokset näet palvelusta. Kysy tarvittaessa \
              [terveysasemalta](tel:+35891234567).";
    let sv = "## Före provet\n\n- Var **fastande** i 10 timmar.\n- Du får dricka vatten.\n\n## Efter provet\n\nDu ser resultaten i tjänsten. Fråga vid behov \
              [hälsostationen](tel:+35891234567).";
    let en = "## Before the test\n\n- **Fast** for 10 hours.\n- You may drink water.\n\n## After the test\n\nYou see the results in this service. If needed, \
              ask the [health station](tel:+35891234567).";
    let languages = Languages {
        fi: version("Verikokeeseen valmistautuminen", fi),
        sv: version("Förberedelser för blodprov", sv),
        en: version("Preparing for a blood test", en),
        sme: version("Ráhkkaneapmi varraiskosii", "Don oaččut juhkat čázi."),
        smn: version("Raahtâttâttâm vorrâiskosân", "Tun uážuh juuhâđ čääsi."),
        sms: version("Valmštõõttmõš võrr-iskkjummša", "Vuäǯǯak juukkâd čääʒʒ."),
    };
    Body { name: "Verikoe: valmistautuminen".to_owned(), content_type: ContentType::PreparationInstructions, languages }
}

fn flu(advice: &str) -> Body {
    let languages = Languages {
        fi: version("Flunssan itsehoito", advice),
        sv: version("Egenvård vid förkylning", "Vila och drick tillräckligt."),
        en: version("Self-care for a cold", "Rest and drink enough."),
        ..Languages::default()
    };
    Body { name: "Flunssa: itsehoito".to_owned(), content_type: ContentType::SelfCareInstructions, languages }
}

fn home_measurements() -> Body {
    let languages = Languages {
        fi: version("Mittaa verenpaineesi kotona", "1. Istu viisi minuuttia.\n2. Mittaa aamulla ja illalla kaksi kertaa.\n3. Kirjaa tulokset."),
        sv: version("Mät ditt blodtryck hemma", "1. Sitt i fem minuter.\n2. Mät två gånger på morgonen och kvällen.\n3. Skriv upp resultaten."),
        en: version(
            "Measure your blood pressure at home",
            "1. Sit for five minutes.\n2. Measure twice in the morning and evening.\n3. Write down the results.",
        ),
        ..Languages::default()
    };
    Body { name: "Kotimittaukset: ohje".to_owned(), content_type: ContentType::OperatingInstructions, languages }
}

fn version(title: &str, text: &str) -> LanguageVersion {
    LanguageVersion { title: title.to_owned(), text: text.to_owned(), stale: false }
}

fn id(key: &str) -> Id<ServiceContent> {
    Id::from_uuid(demo_id("service-content", key))
}

/// What responsible users have made of one since stays.
async fn is_new(kernel: &Kernel, key: &str) -> anyhow::Result<bool> {
    Ok(kernel.store.load::<ServiceContent>(id(key)).await?.version == 0)
}

async fn write(kernel: &Kernel, key: &str, command: PublicationCommand<Body>) -> anyhow::Result<()> {
    kernel.store.execute::<ServiceContent>(id(key), command, meta(kernel)).await?;
    Ok(())
}
