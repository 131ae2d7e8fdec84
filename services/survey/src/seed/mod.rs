//! The demo: surveys of both domains, forms, an assessment of symptoms, a survey that is being built, and who reads the answers. All have fixed ids,
//! so that a second start changes nothing.

mod anonymous_feedback;
mod asked;
mod informal_care;
mod mood;
mod pain;
mod symptoms;

use chassis::{Kernel, admin_record::define, store::CommandMeta};
use chassis_domain::{Id, Matter, PublicationCommand, Translated, Uuid, demo_id};
use kajo_proto::survey::v1::{ItemType, Questionnaire, StringFormat};

use self::asked::{answered, question, required, step};
use crate::{
    survey::{Body, Survey, SurveyType},
    survey_access::{DOMAINS, Details},
};

/// Who reads answers of a domain: keys of roles, and of locations.
const READERS: [(Matter, &[&str], &[&str]); 2] =
    [(Matter::Health, &["nurse", "doctor"], &["lehtola", "niittyranta", "tunturi"]), (Matter::Social, &["social-worker"], &["satama"])];

/// Seeds.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    let published = [
        ("pain", pain::survey()),
        ("mood", mood::survey()),
        ("feedback", feedback()),
        ("informal-care", informal_care::form()),
        ("anonymous-feedback", anonymous_feedback::form()),
        ("symptoms", symptoms::assessment()),
    ];
    for (key, body) in published {
        write(&kernel, key, PublicationCommand::Publish { body }).await?;
    }
    write(&kernel, "sleep-diary", PublicationCommand::SaveDraft { body: sleep_diary() }).await?;
    for ((matter, domain), (_, roles, locations)) in DOMAINS.into_iter().zip(READERS) {
        let ids = |kind: &str, keys: &[&str]| keys.iter().map(|key| demo_id(kind, key)).collect();
        let details = Details { survey: None, matter, roles: ids("role", roles), locations: ids("location", locations) };
        define(&kernel, domain, details, ()).await?;
    }
    Ok(())
}

/// What responsible users have made of one since stays.
async fn write(kernel: &Kernel, key: &str, command: PublicationCommand<Body>) -> anyhow::Result<()> {
    let id: Id<Survey> = Id::from_uuid(survey_id(key));
    if kernel.store.load::<Survey>(id).await?.version == 0 {
        kernel.store.execute::<Survey>(id, command, CommandMeta::system(kernel.ids.v7(kernel.clock.now()))).await?;
    }
    Ok(())
}

fn survey_id(key: &str) -> Uuid {
    demo_id("survey", key)
}

fn texts([fi, sv, en]: [&str; 3]) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}

/// A form of residents, who may want an answer.
fn feedback() -> Body {
    let mut address = question("email", ItemType::String, ["Sähköpostiosoitteesi", "Din e-postadress", "Your e-mail address"]);
    address.format = StringFormat::Email.into();
    let asks = [
        required(question("feedback", ItemType::Text, ["Mitä haluat sanoa meille?", "Vad vill du säga oss?", "What would you like to tell us?"])),
        question("reply", ItemType::Boolean, ["Haluatko vastauksen?", "Vill du ha ett svar?", "Would you like a reply?"]),
        answered(required(address), "reply"),
    ];
    Body {
        title: texts(["Palaute palveluista", "Respons på tjänsterna", "Feedback on services"]),
        description: texts(["Vastaaminen vie noin kaksi minuuttia.", "Det tar ungefär två minuter att svara.", "This takes about two minutes."]),
        survey_type: SurveyType::PublicForm,
        matter: Matter::Health,
        questionnaire: Questionnaire { items: vec![step("feedback-step", ["Palaute", "Respons", "Feedback"], asks)] },
    }
}

/// Being built: nothing but Finnish yet.
fn sleep_diary() -> Body {
    let hours = question("hours", ItemType::Decimal, ["Kuinka monta tuntia nukuit?", "", ""]);
    Body {
        title: texts(["Unipäiväkirja", "", ""]),
        survey_type: SurveyType::Omavointi,
        matter: Matter::Health,
        questionnaire: Questionnaire { items: vec![step("night", ["Viime yö", "", ""], [hours])] },
        ..Body::default()
    }
}

/// All that the demo publishes, and what is being built.
#[cfg(test)]
pub(crate) fn surveys() -> [Body; 7] {
    [pain::survey(), mood::survey(), feedback(), informal_care::form(), anonymous_feedback::form(), symptoms::assessment(), sleep_diary()]
}

#[cfg(test)]
mod tests {
    use chassis_domain::PublicationBody;

    use super::*;

    #[test]
    fn sur_01_what_the_demo_publishes_breaks_no_rule() {
        let forms = [feedback(), informal_care::form(), anonymous_feedback::form(), symptoms::assessment()];
        for body in [pain::survey(), mood::survey()].into_iter().chain(forms) {
            assert_eq!(body.kept_after(None).check(), Ok(()), "{}", body.title.fi);
        }
        assert!(sleep_diary().check().is_err(), "what is being built may lack what it likes");
    }

    #[test]
    fn sur_05_both_domains_have_readers() {
        assert_eq!(READERS.map(|(matter, ..)| matter), DOMAINS.map(|(matter, _)| matter));
    }
}
