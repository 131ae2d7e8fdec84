//! A form that anybody sends without saying who they are: it asks for nothing by which they could be answered.

use chassis_domain::Matter;
use kajo_proto::survey::v1::{Item, ItemType, Questionnaire};

use super::{
    asked::{number, one_of, question, required, step, text},
    texts,
};
use crate::survey::{Body, SurveyType};

/// The form.
pub(super) fn form() -> Body {
    Body {
        title: texts(["Anonyymi palaute", "Anonym respons", "Anonymous feedback"]),
        description: texts(["Vastaaminen vie noin kaksi minuuttia.", "Det tar ungefär två minuter att svara.", "This takes about two minutes."]),
        survey_type: SurveyType::PublicForm,
        matter: Matter::Health,
        questionnaire: Questionnaire {
            items: vec![
                step("about", ["Aihe", "Ämne", "Subject"], [required(subject())]),
                step("words", ["Palaute", "Respons", "Feedback"], [required(feedback()), satisfied()]),
            ],
        },
    }
}

fn subject() -> Item {
    one_of(
        "subject",
        ["Mistä haluat antaa palautetta?", "Vad vill du ge respons på?", "What is your feedback about?"],
        [
            ("visit", ["Vastaanotto tai hoito", "Mottagning eller vård", "An appointment or treatment"]),
            ("phone", ["Puhelinpalvelu", "Telefonservice", "Telephone service"]),
            ("digital", ["Verkkoasiointi", "E-tjänster", "Online services"]),
            ("premises", ["Tilat ja esteettömyys", "Lokaler och tillgänglighet", "Premises and accessibility"]),
            ("other", ["Muu asia", "Något annat", "Something else"]),
        ],
    )
}

fn feedback() -> Item {
    let hint = [
        "Älä kirjoita nimiä, henkilötunnuksia tai puhelinnumeroita.",
        "Skriv inte namn, personbeteckningar eller telefonnummer.",
        "Do not write names, personal identity codes or phone numbers.",
    ];
    let words = question("feedback", ItemType::Text, ["Mitä haluat sanoa meille?", "Vad vill du säga oss?", "What would you like to tell us?"]);
    Item { hint: text(hint), ..words }
}

fn satisfied() -> Item {
    let hint = [
        "0 tarkoittaa erittäin tyytymätöntä ja 10 erittäin tyytyväistä.",
        "0 betyder mycket missnöjd och 10 mycket nöjd.",
        "0 means very dissatisfied, and 10 very satisfied.",
    ];
    let words =
        ["Kuinka tyytyväinen olet palveluumme (0–10)?", "Hur nöjd är du med vår service (0–10)?", "How satisfied are you with our service (0–10)?"];
    Item { hint: text(hint), ..number("satisfied", words, (0, 10)) }
}
