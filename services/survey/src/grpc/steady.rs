//! What the key of a request with a questionnaire stands for. Maps of a message are written in any order, and a retry must be known again: so the
//! texts of a questionnaire are put in order before they are hashed.

use std::{collections::BTreeMap, mem};

use chassis::{access::Rpc, store::CommandMeta};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Item, Questionnaire},
};
use prost::Message;
use questionnaire::in_order;
use sha2::{Digest, Sha256};
use tonic::Status;

/// What goes with the command that a request asks for. `take` takes its questionnaire out of it.
///
/// # Errors
/// When the method is declared as no command.
pub(super) fn command<M: Message + Clone>(rpc: &Rpc, request: &M, take: impl FnOnce(&mut M) -> Option<Questionnaire>) -> Result<CommandMeta, Status> {
    let mut request = request.clone();
    let questionnaire = take(&mut request).unwrap_or_default();
    let meta = rpc.command(&request)?;
    let mut hasher = Sha256::new();
    hasher.update(&meta.fingerprint);
    hash(&mut hasher, &questionnaire);
    Ok(CommandMeta { fingerprint: hasher.finalize().to_vec(), ..meta })
}

fn hash(hasher: &mut Sha256, questionnaire: &Questionnaire) {
    for item in in_order(questionnaire) {
        put(hasher, &item.items.len().to_be_bytes());
        let mut rest = Item { items: Vec::new(), ..item.clone() };
        let own = [rest.text.take(), rest.hint.take(), rest.unit.take()];
        let options = rest.options.iter_mut().map(|option| option.text.take());
        let bands = rest.score.iter_mut().flat_map(|score| score.bands.iter_mut()).map(|band| band.text.take());
        for text in own.into_iter().chain(options).chain(bands) {
            texts(hasher, text.unwrap_or_default());
        }
        let shown = mem::take(&mut rest.display).into_iter().map(|(language, text)| (language, text.encode_to_vec()));
        for (language, text) in shown.collect::<BTreeMap<_, _>>() {
            put(hasher, language.as_bytes());
            put(hasher, &text);
        }
        put(hasher, &rest.encode_to_vec());
    }
}

fn texts(hasher: &mut Sha256, text: LocalizedString) {
    put(hasher, &text.texts.len().to_be_bytes());
    for (language, text) in text.texts.into_iter().collect::<BTreeMap<_, _>>() {
        put(hasher, language.as_bytes());
        put(hasher, text.as_bytes());
    }
}

/// With its length before it: what stands side by side is not taken for something else.
fn put(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update(bytes.len().to_be_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use kajo_proto::{
        common::v1::RichText,
        survey::v1::{Band, ItemType, Option as Choice, Score},
    };

    use super::*;

    fn text(words: &str) -> Option<LocalizedString> {
        Some(LocalizedString {
            texts: ["fi", "sv", "en", "sme", "smn", "sms"].map(|language| (language.to_owned(), format!("{words} {language}"))).into(),
        })
    }

    fn questionnaire(word: &str) -> Questionnaire {
        let option = Choice { code: "a".to_owned(), text: text(word), ..Choice::default() };
        let score = Score { bands: vec![Band { text: text(word), ..Band::default() }], ..Score::default() };
        let display = ["fi", "sv", "en"].map(|language| (language.to_owned(), RichText::default())).into();
        let item = Item {
            r#type: ItemType::Choice.into(),
            text: text(word),
            hint: text("Ohje"),
            options: vec![option],
            score: Some(score),
            display,
            ..Item::default()
        };
        Questionnaire { items: vec![Item { items: vec![item], ..Item::default() }] }
    }

    fn hashed(questionnaire: &Questionnaire) -> Vec<u8> {
        let mut hasher = Sha256::new();
        hash(&mut hasher, questionnaire);
        hasher.finalize().to_vec()
    }

    #[test]
    fn sur_01_the_same_questionnaire_is_known_again_in_whatever_order_its_languages_come() {
        let first = hashed(&questionnaire("Kipu"));
        for _ in 0..32 {
            assert_eq!(hashed(&questionnaire("Kipu")), first);
        }
        assert_ne!(hashed(&questionnaire("Uni")), first);
        let mut flat = questionnaire("Kipu");
        let inner = mem::take(&mut flat.items[0].items);
        flat.items.extend(inner);
        assert_ne!(hashed(&flat), first, "where an item stands counts");
    }
}
