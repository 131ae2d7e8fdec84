//! A questionnaire as it is kept and compared: no blanks around texts, no language in which nothing is written, no text in no language. Names of
//! items and options stay as they are: whatever refers to them would be lost. Of formatted texts, which come as trees, what may be shown is kept.

use chassis_domain::kept_rich_text;
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Band, Item, Option as Choice, Questionnaire, Score},
};

/// In which languages texts may be written.
const LANGUAGES: [&str; 6] = ["fi", "sv", "en", "sme", "smn", "sms"];

pub(super) fn tidied(questionnaire: &Questionnaire) -> Questionnaire {
    Questionnaire { items: questionnaire.items.iter().map(tidied_item).collect() }
}

/// What is written of a text, in the order of languages.
pub(super) fn written(text: &LocalizedString) -> impl Iterator<Item = &str> {
    LANGUAGES.into_iter().filter_map(move |language| text.texts.get(language)).map(String::as_str)
}

fn tidied_item(item: &Item) -> Item {
    let shown = item.display.iter().filter(|(language, text)| LANGUAGES.contains(&language.as_str()) && !text.blocks.is_empty());
    Item {
        text: tidied_text(item.text.as_ref()),
        hint: tidied_text(item.hint.as_ref()),
        unit: tidied_text(item.unit.as_ref()),
        display: shown.map(|(language, text)| (language.clone(), kept_rich_text(text))).collect(),
        items: item.items.iter().map(tidied_item).collect(),
        options: item.options.iter().map(|choice| Choice { text: tidied_text(choice.text.as_ref()), ..choice.clone() }).collect(),
        score: item.score.as_ref().map(tidied_score),
        ..item.clone()
    }
}

fn tidied_score(score: &Score) -> Score {
    let bands = score.bands.iter().map(|band| Band { text: tidied_text(band.text.as_ref()), ..band.clone() });
    Score { bands: bands.collect(), ..score.clone() }
}

fn tidied_text(text: Option<&LocalizedString>) -> Option<LocalizedString> {
    let of = |language: &str| Some((language.to_owned(), text?.texts.get(language)?.trim().to_owned()));
    let kept = LocalizedString { texts: LANGUAGES.into_iter().filter_map(of).filter(|(_, text)| !text.is_empty()).collect() };
    (!kept.texts.is_empty()).then_some(kept)
}
