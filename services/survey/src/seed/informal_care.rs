//! A form of the social domain: an application for informal care support, in three steps. It asks for no personal identity code of whoever is cared
//! for.

use chassis_domain::Matter;
use kajo_proto::survey::v1::{DateLimit, Item, ItemType, Operator, Questionnaire, StringFormat, answer_value::Value};

use super::{
    asked::{answered, number, one_of, question, read, required, step, text, when},
    texts,
};
use crate::survey::{Body, SurveyType};

/// The form.
pub(super) fn form() -> Body {
    Body {
        title: texts(["Hakemus omaishoidon tuesta", "Ansökan om stöd för närståendevård", "Application for informal care support"]),
        description: texts([
            "Voit hakea omaishoidon tukea, kun hoidat läheistäsi kotona.",
            "Du kan ansöka om stöd för närståendevård när du vårdar en närstående hemma.",
            "You can apply for informal care support when you care for somebody close to you at home.",
        ]),
        survey_type: SurveyType::PublicForm,
        matter: Matter::Social,
        questionnaire: Questionnaire {
            items: vec![
                step("cared-for", ["Hoidettava", "Den du vårdar", "The person you care for"], cared_for()),
                step("care", ["Hoito ja apu", "Vård och hjälp", "Care and help"], care()),
                step("support", ["Tuki ja yhteydenotto", "Stöd och kontakt", "Support and contact"], support()),
            ],
        },
    }
}

fn cared_for() -> [Item; 6] {
    let introduction = [
        "Kerro, ketä hoidat. **Älä kirjoita** hoidettavan henkilötunnusta: kysymme sen myöhemmin, jos tarvitsemme sitä.",
        "Berätta vem du vårdar. **Skriv inte** personbeteckningen för den du vårdar: vi frågar efter den senare om vi behöver den.",
        "Tell us whom you care for. **Do not write** their personal identity code: we ask for it later if we need it.",
    ];
    let relation = one_of(
        "relation",
        ["Kuka hoidettava on sinulle?", "Vem är den du vårdar för dig?", "Who is the person you care for to you?"],
        [
            ("spouse", ["Puoliso", "Make, maka eller partner", "Spouse or partner"]),
            ("parent", ["Vanhempi", "Förälder", "Parent"]),
            ("child", ["Lapsi", "Barn", "Child"]),
            ("other", ["Muu läheinen", "Någon annan närstående", "Somebody else close to me"]),
        ],
    );
    let other = question("relation-other", ItemType::String, ["Kerro, kuka", "Berätta vem", "Tell us who"]);
    let municipality = question(
        "municipality",
        ItemType::String,
        ["Missä kunnassa hoidettava asuu?", "I vilken kommun bor den du vårdar?", "In which municipality does the person live?"],
    );
    let visits = number(
        "visits",
        [
            "Kuinka monta kertaa viikossa käyt hoidettavan luona?",
            "Hur många gånger i veckan besöker du den du vårdar?",
            "How many times a week do you visit the person?",
        ],
        (1, 100),
    );
    [
        read("introduction", introduction),
        required(relation),
        required(when(other, "relation", Operator::Equal, Value::Code("other".to_owned()))),
        required(municipality),
        required(question("shared-home", ItemType::Boolean, ["Asutteko samassa kodissa?", "Bor ni i samma hem?", "Do you live in the same home?"])),
        required(when(visits, "shared-home", Operator::Equal, Value::Boolean(false))),
    ]
}

fn care() -> [Item; 6] {
    let needs = one_of(
        "needs",
        ["Missä autat hoidettavaa?", "Vad hjälper du den du vårdar med?", "What do you help the person with?"],
        [
            ("washing", ["Peseytyminen ja pukeutuminen", "Tvättning och påklädning", "Washing and dressing"]),
            ("meals", ["Ruokailu", "Måltider", "Meals"]),
            ("moving", ["Liikkuminen", "Att röra sig", "Moving about"]),
            ("medicine", ["Lääkkeet ja hoitotoimet", "Mediciner och vårdåtgärder", "Medicines and treatment"]),
            ("night", ["Apu yöllä", "Hjälp på natten", "Help at night"]),
            ("other", ["Muu apu", "Annan hjälp", "Other help"]),
        ],
    );
    let needs = Item { repeats: true, hint: text(["Voit valita useita.", "Du kan välja flera.", "You may choose several."]), ..needs };
    let other = question("needs-other", ItemType::Text, ["Missä muussa autat?", "Vad annat hjälper du med?", "What else do you help with?"]);
    let nights = number(
        "nights",
        ["Kuinka monena yönä viikossa autat?", "Hur många nätter i veckan hjälper du?", "On how many nights a week do you help?"],
        (1, 7),
    );
    let hours = number(
        "hours",
        [
            "Kuinka monta tuntia päivässä hoidat keskimäärin?",
            "Hur många timmar om dagen vårdar du i genomsnitt?",
            "How many hours a day do you care for the person on average?",
        ],
        (1, 24),
    );
    let services = question(
        "services",
        ItemType::Boolean,
        ["Saako hoidettava jo palveluja kotiin?", "Får den du vårdar redan service hemma?", "Does the person get services at home already?"],
    );
    let which = question("services-which", ItemType::Text, ["Mitä palveluja?", "Vilken service?", "Which services?"]);
    let is_needed = |item: Item, code: &str| required(when(item, "needs", Operator::Equal, Value::Code(code.to_owned())));
    [
        required(needs),
        is_needed(other, "other"),
        is_needed(nights, "night"),
        required(hours),
        required(services),
        required(answered(which, "services")),
    ]
}

fn support() -> [Item; 6] {
    let from = question(
        "from",
        ItemType::Date,
        ["Mistä päivästä alkaen haet tukea?", "Från och med vilken dag ansöker du om stöd?", "From which day do you apply for support?"],
    );
    let from = Item { date_limit: DateLimit::NotInPast.into(), ..from };
    let works = question("works", ItemType::Boolean, ["Käytkö töissä?", "Arbetar du?", "Do you go to work?"]);
    let work_hours = number("work-hours", ["Kuinka monta tuntia viikossa?", "Hur många timmar i veckan?", "How many hours a week?"], (1, 80));
    let days_off = one_of(
        "days-off",
        ["Miten hoito järjestyy vapaapäivinäsi?", "Hur ordnas vården på dina lediga dagar?", "How is the care arranged on your days off?"],
        [
            ("close", ["Toinen läheinen hoitaa", "En annan närstående vårdar", "Somebody else close to the person cares for them"]),
            ("service", ["Tarvitsen hoitopaikan tai hoitajan", "Jag behöver en vårdplats eller en vårdare", "I need a place of care or a carer"]),
            ("unknown", ["En tiedä vielä", "Jag vet inte ännu", "I do not know yet"]),
        ],
    );
    let hint = [
        "Maatunnuksen kanssa, esimerkiksi +358 40 123 4567.",
        "Med landskod, till exempel +358 40 123 4567.",
        "With the country code, for example +358 40 123 4567.",
    ];
    let phone = question(
        "phone",
        ItemType::String,
        ["Puhelinnumero, josta tavoitamme sinut", "Telefonnummer där vi når dig", "Phone number at which we reach you"],
    );
    let phone = Item { format: StringFormat::Phone.into(), hint: text(hint), ..phone };
    let more = question("more", ItemType::Text, ["Mitä muuta haluat kertoa?", "Vad annat vill du berätta?", "What else would you like to tell us?"]);
    [required(from), required(works), required(answered(work_hours, "works")), required(days_off), phone, more]
}
