//! A survey about pain: two steps, conditions, a score that patients are shown.

use chassis_domain::Matter;
use kajo_proto::survey::v1::{Item, ItemType, Level, Operator, Questionnaire, Score, ScoreKind, answer_value::Value};

use super::{
    asked::{ONE, answered, band, choice, number, question, read, required, step, text, when},
    texts,
};
use crate::survey::{Body, SurveyType};

/// The survey.
pub(super) fn survey() -> Body {
    Body {
        title: texts(["Kipukysely", "Enkät om smärta", "Pain survey"]),
        description: texts([
            "Kerro kivustasi, jotta voimme seurata sitä yhdessä. Vastaaminen vie noin viisi minuuttia.",
            "Berätta om din smärta, så att vi kan följa den tillsammans. Det tar ungefär fem minuter att svara.",
            "Tell us about your pain so that we can follow it together. This takes about five minutes.",
        ]),
        survey_type: SurveyType::Omavointi,
        matter: Matter::Health,
        questionnaire: Questionnaire {
            items: vec![step("pain", ["Kipu", "Smärta", "Pain"], pain()), step("daily", ["Arki", "Vardag", "Daily life"], daily())],
        },
    }
}

fn pain() -> [Item; 5] {
    let words = question(
        "pain-words",
        ItemType::Text,
        ["Millaista kipu on, ja missä se tuntuu?", "Hurdan är smärtan, och var känns den?", "What is the pain like, and where do you feel it?"],
    );
    let trouble = choice(
        "trouble",
        ["Kuinka paljon kipu haittaa sinua?", "Hur mycket besvärar smärtan dig?", "How much does the pain trouble you?"],
        [
            ("not-at-all", 0, ["Ei lainkaan", "Inte alls", "Not at all"]),
            ("some", 1, ["Jonkin verran", "I någon mån", "Somewhat"]),
            ("much", 2, ["Paljon", "Mycket", "Much"]),
            ("very-much", 3, ["Erittäin paljon", "Väldigt mycket", "Very much"]),
        ],
    );
    [
        introduction(),
        required(number(
            "pain-now",
            ["Kuinka voimakasta kipusi on nyt (0–10)?", "Hur stark är din smärta nu (0–10)?", "How strong is your pain now (0–10)?"],
            (0, 10),
        )),
        required(number(
            "pain-worst",
            [
                "Kuinka voimakasta pahin kipusi on ollut viikon aikana (0–10)?",
                "Hur stark har din värsta smärta varit under veckan (0–10)?",
                "How strong has your worst pain been this week (0–10)?",
            ],
            (0, 10),
        )),
        when(words, "pain-worst", Operator::GreaterOrEqual, Value::Integer(4)),
        required(trouble),
    ]
}

fn introduction() -> Item {
    let texts = [
        "**0** tarkoittaa, ettei kipua ole, ja **10** pahinta kipua, jonka voit kuvitella.",
        "**0** betyder ingen smärta och **10** den värsta smärta du kan tänka dig.",
        "**0** means no pain, and **10** the worst pain you can imagine.",
    ];
    read("scale", texts)
}

fn daily() -> [Item; 5] {
    let sleep = choice(
        "sleep",
        ["Kuinka usein kipu häiritsee untasi?", "Hur ofta stör smärtan din sömn?", "How often does the pain disturb your sleep?"],
        [
            ("never", 0, ["Ei koskaan", "Aldrig", "Never"]),
            ("sometimes", 1, ["Joskus", "Ibland", "Sometimes"]),
            ("often", 2, ["Usein", "Ofta", "Often"]),
            ("always", 3, ["Joka yö", "Varje natt", "Every night"]),
        ],
    );
    let medicine = ["Mitä lääkettä, ja kuinka usein?", "Vilken medicin, och hur ofta?", "Which medicine, and how often?"];
    let weight = Item {
        min: Some(20 * ONE),
        max: Some(400 * ONE),
        decimals: 1,
        unit: text(["kg", "kg", "kg"]),
        hint: text(["Voit jättää tyhjäksi.", "Du kan lämna det tomt.", "You may leave this empty."]),
        ..question("weight", ItemType::Decimal, ["Paino", "Vikt", "Weight"])
    };
    [
        required(sleep),
        required(question(
            "medicated",
            ItemType::Boolean,
            ["Käytätkö kipulääkettä?", "Använder du smärtstillande medicin?", "Do you take medicine for the pain?"],
        )),
        required(answered(question("medicine", ItemType::String, medicine), "medicated")),
        weight,
        burden(),
    ]
}

fn burden() -> Item {
    let bands = vec![
        band(0, Level::Normal, ["Kipu haittaa vähän", "Smärtan besvärar lite", "The pain troubles little"]),
        band(9, Level::Notable, ["Kipu haittaa selvästi", "Smärtan besvärar tydligt", "The pain troubles clearly"]),
        band(18, Level::Serious, ["Kipu haittaa paljon", "Smärtan besvärar mycket", "The pain troubles much"]),
    ];
    let counted = ["pain-now", "pain-worst", "trouble", "sleep"].map(str::to_owned).into();
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: counted, bands, shown: true, ..Score::default() };
    Item { score: Some(score), ..question("burden", ItemType::Score, ["Kivun kuormitus", "Belastning av smärtan", "Burden of the pain"]) }
}
