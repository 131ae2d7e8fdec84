//! A short survey about mood, of the social domain: its score is the professionals' alone.

use chassis_domain::Matter;
use kajo_proto::survey::v1::{Item, ItemType, Level, Operator, Questionnaire, Score, ScoreKind, answer_value::Value};

use super::{
    asked::{band, choice, question, required, step, when},
    texts,
};
use crate::survey::{Body, SurveyType};

/// The survey.
pub(super) fn survey() -> Body {
    let wish = question(
        "wish",
        ItemType::Text,
        ["Mikä auttaisi sinua nyt eniten?", "Vad skulle hjälpa dig mest just nu?", "What would help you most at the moment?"],
    );
    let items = [
        required(how_often("low", ["Kuinka usein olet ollut alakuloinen?", "Hur ofta har du känt dig nedstämd?", "How often have you felt low?"])),
        required(how_often(
            "alone",
            ["Kuinka usein olet tuntenut itsesi yksinäiseksi?", "Hur ofta har du känt dig ensam?", "How often have you felt lonely?"],
        )),
        when(wish, "alone", Operator::NotEqual, Value::Code("never".to_owned())),
        strain(),
    ];
    Body {
        title: texts(["Mielialakysely", "Enkät om sinnesstämning", "Mood survey"]),
        description: texts(["Kysymykset koskevat kahta viime viikkoa.", "Frågorna gäller de två senaste veckorna.", "About the last two weeks."]),
        survey_type: SurveyType::Omavointi,
        matter: Matter::Social,
        questionnaire: Questionnaire { items: vec![step("mood", ["Mieliala", "Sinnesstämning", "Mood"], items)] },
    }
}

fn how_often(link_id: &str, words: [&str; 3]) -> Item {
    let options = [
        ("never", 0, ["En koskaan", "Aldrig", "Never"]),
        ("some-days", 1, ["Joinakin päivinä", "Vissa dagar", "Some days"]),
        ("most-days", 2, ["Useimpina päivinä", "De flesta dagar", "Most days"]),
        ("every-day", 3, ["Joka päivä", "Varje dag", "Every day"]),
    ];
    choice(link_id, words, options)
}

fn strain() -> Item {
    let bands = vec![
        band(0, Level::Normal, ["Ei huolta", "Ingen oro", "No concern"]),
        band(2, Level::Notable, ["Seurattava", "Bör följas upp", "To be followed"]),
        band(5, Level::Serious, ["Ota puheeksi pian", "Ta upp snart", "Raise soon"]),
    ];
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: ["low", "alone"].map(str::to_owned).into(), bands, ..Score::default() };
    Item { score: Some(score), ..question("strain", ItemType::Score, ["Kuormitus", "Belastning", "Strain"]) }
}
