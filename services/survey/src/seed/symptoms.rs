//! An assessment of symptoms, which those answer who join the chat of urgent care (CHA-09): an emergency, and when it is none the symptom and how bad
//! it is. What it comes to is shown to them.

use chassis_domain::Matter;
use kajo_proto::survey::v1::{Band, Item, ItemType, Level, Operator, Option as Choice, Questionnaire, Score, ScoreKind, answer_value::Value};

use super::{
    asked::{band, choice, number, one_of, question, required, step, text, when},
    texts,
};
use crate::survey::{Body, SurveyType};

/// In place of all signs of an emergency.
const NONE: &str = "none";

/// The assessment.
pub(super) fn assessment() -> Body {
    Body {
        title: texts(["Oirearvio", "Symptombedömning", "Symptom assessment"]),
        description: texts([
            "Kerro oireestasi ennen chattia, niin osaamme auttaa sinua nopeammin.",
            "Berätta om ditt symptom före chatten, så kan vi hjälpa dig snabbare.",
            "Tell us about your symptom before the chat, so that we can help you sooner.",
        ]),
        survey_type: SurveyType::SymptomAssessment,
        matter: Matter::Health,
        questionnaire: Questionnaire {
            items: vec![
                step("emergency-step", ["Hätätilanne", "Nödsituation", "Emergency"], [required(emergency()), signs()]),
                when_none(step("symptom-step", ["Oire", "Symptom", "Symptom"], symptom())),
            ],
        },
    }
}

/// Whoever has a sign of an emergency calls, and answers nothing more.
fn when_none(step: Item) -> Item {
    when(step, "emergency", Operator::Equal, Value::Code(NONE.to_owned()))
}

/// How many signs there are: one is serious.
fn signs() -> Item {
    let name = ["Hätätilanteen merkit", "Tecken på en nödsituation", "Signs of an emergency"];
    score("signs", name, "emergency", vec![band(1, Level::Serious, ["Soita heti 112.", "Ring 112 genast.", "Call 112 at once."])])
}

/// Several of the signs, or none of them.
fn emergency() -> Item {
    let hint = [
        "Voit valita useita. Jos sinulla on jokin näistä, soita heti 112.",
        "Du kan välja flera. Ring 112 genast om du har något av dessa.",
        "You may choose several. If you have any of these, call 112 at once.",
    ];
    let stroke = [
        "Puhehäiriö, roikkuva suupieli tai toispuolinen heikkous",
        "Talstörning, hängande mungipa eller svaghet i ena sidan av kroppen",
        "Slurred speech, a drooping mouth or weakness on one side of the body",
    ];
    let asked = choice(
        "emergency",
        ["Onko sinulla nyt jokin näistä?", "Har du något av dessa just nu?", "Do you have any of these right now?"],
        [
            ("chest-pain", 1, ["Voimakas tai puristava rintakipu", "Svår eller tryckande bröstsmärta", "Severe or crushing chest pain"]),
            ("breathing", 1, ["Vaikea hengenahdistus", "Svår andnöd", "Severe difficulty in breathing"]),
            ("unconscious", 1, ["Tajunnan häiriö tai pyörtyminen", "Medvetandestörning eller svimning", "Loss of consciousness or fainting"]),
            ("stroke", 1, stroke),
            (NONE, 0, ["Ei mitään näistä", "Inget av dessa", "None of these"]),
        ],
    );
    let options = asked.options.into_iter().map(|option| Choice { exclusive: option.code == NONE, ..option }).collect();
    Item { repeats: true, hint: text(hint), options, ..asked }
}

fn symptom() -> [Item; 5] {
    let which = one_of(
        "symptom",
        ["Mikä oire sinulla on?", "Vilket symptom har du?", "What is your symptom?"],
        [
            ("fever", ["Kuume tai flunssa", "Feber eller förkylning", "Fever or a cold"]),
            ("stomach", ["Vatsaoire", "Magbesvär", "A stomach problem"]),
            ("injury", ["Vamma tai haava", "Skada eller sår", "An injury or a wound"]),
            ("other", ["Jokin muu", "Något annat", "Something else"]),
        ],
    );
    let days = Item {
        hint: text(["Jos oire alkoi tänään, kirjoita 0.", "Skriv 0 om symptomet började i dag.", "If it began today, write 0."]),
        ..number(
            "days",
            ["Kuinka monta päivää oire on kestänyt?", "Hur många dagar har symptomet varat?", "For how many days have you had the symptom?"],
            (0, 60),
        )
    };
    let pain = Item {
        hint: text([
            "0 tarkoittaa, ettei oire haittaa, ja 10 pahinta, jonka voit kuvitella.",
            "0 betyder att symptomet inte besvärar och 10 det värsta du kan tänka dig.",
            "0 means that it does not trouble you, and 10 the worst that you can imagine.",
        ]),
        ..number("pain", ["Kuinka paha oire on nyt (0–10)?", "Hur svårt är symptomet nu (0–10)?", "How bad is the symptom now (0–10)?"], (0, 10))
    };
    [required(which), required(days), required(pain), own_words(), urgency()]
}

fn own_words() -> Item {
    let hint = [
        "Voit jättää tyhjäksi. Älä kirjoita nimeäsi, henkilötunnustasi, osoitettasi tai puhelinnumeroasi.",
        "Du kan lämna det tomt. Skriv inte ditt namn, din personbeteckning, din adress eller ditt telefonnummer.",
        "You may leave this empty. Do not write your name, personal identity code, address or phone number.",
    ];
    let words = ["Kerro lyhyesti oireestasi", "Berätta kort om ditt symptom", "Tell us briefly about your symptom"];
    Item { max_length: 500, hint: text(hint), ..question("words", ItemType::Text, words) }
}

fn urgency() -> Item {
    let normal = [
        "Oire ei vaikuta kiireelliseltä. Voit odottaa vuoroasi chatissa.",
        "Symptomet verkar inte vara brådskande. Du kan vänta på din tur i chatten.",
        "The symptom does not seem urgent. You can wait for your turn in the chat.",
    ];
    let notable = [
        "Ota yhteyttä tänään. Chatin ammattilainen arvioi, mitä apua tarvitset.",
        "Ta kontakt i dag. En yrkesutbildad person i chatten bedömer vilken hjälp du behöver.",
        "Get in touch today. A professional in the chat assesses what help you need.",
    ];
    let bands = vec![band(0, Level::Normal, normal), band(5, Level::Notable, notable)];
    score("urgency", ["Kiireellisyys", "Hur brådskande det är", "Urgency"], "pain", bands)
}

/// One that is shown.
fn score(link_id: &str, name: [&str; 3], counted: &str, bands: Vec<Band>) -> Item {
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: vec![counted.to_owned()], bands, shown: true, ..Score::default() };
    Item { score: Some(score), ..question(link_id, ItemType::Score, name) }
}

#[cfg(test)]
mod tests {
    use chassis_domain::Date;
    use kajo_proto::survey::v1::{Answer, AnswerValue, Answers};

    use super::*;

    fn answer(link_id: &str, values: Vec<Value>) -> Answer {
        let values = values.into_iter().map(|value| AnswerValue { value: Some(value) });
        Answer { link_id: link_id.to_owned(), values: values.collect() }
    }

    #[test]
    fn cha_09_in_the_demo_any_sign_of_an_emergency_is_serious_and_a_bad_symptom_notable() {
        let (asked, today) = (assessment().questionnaire, "2026-11-28".parse::<Date>().expect("a day"));
        for (signs, pain, bands) in [
            (vec![NONE], 0, vec![None, Some(0)]),
            (vec![NONE], 4, vec![None, Some(0)]),
            (vec![NONE], 5, vec![None, Some(1)]),
            (vec![NONE], 10, vec![None, Some(1)]),
            // Whatever else was said before.
            (vec!["stroke"], 0, vec![Some(0)]),
            (vec!["chest-pain", "breathing", "unconscious"], 10, vec![Some(0)]),
        ] {
            let answers = vec![
                answer("emergency", signs.iter().map(|sign| Value::Code((*sign).to_owned())).collect()),
                answer("symptom", vec![Value::Code("fever".to_owned())]),
                answer("days", vec![Value::Integer(2)]),
                answer("pain", vec![Value::Integer(pain)]),
            ];
            let evaluation = questionnaire::evaluate(&asked, &Answers { answers }, today);
            let told: Vec<_> = evaluation.scores.iter().map(|score| score.band).collect();
            assert_eq!((evaluation.problems.len(), told), (0, bands), "{signs:?} {pain}");
        }
    }
}
