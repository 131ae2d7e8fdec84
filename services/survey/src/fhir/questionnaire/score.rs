//! What is computed, and what it means: an extension of ours.

use ::fhir::{
    Problem,
    decimal::of_millionths,
    elements::key,
    extension::{of_parts, written},
    json::Object,
    text::SENTENCES,
};
use kajo_proto::survey::v1::{Band, Level, Score, ScoreKind};
use serde_json::{Map, Value, json};

use super::{
    elements::{count, millionths, one_of, only},
    extensions::{of_type, parts},
    name_of, texts,
};

const KINDS: [(&str, ScoreKind); 3] = [("sum", ScoreKind::Sum), ("mean", ScoreKind::Mean), ("count", ScoreKind::Count)];

const LEVELS: [(&str, Level); 3] = [("normal", Level::Normal), ("notable", Level::Notable), ("serious", Level::Serious)];

/// From the extension.
pub(super) fn read(extension: &Object<'_>, language: &'static str) -> Result<Score, Problem> {
    let mut parts = parts(extension)?;
    let kind = parts.value("kind", |part| one_of(&of_type(part, "valueCode")?, &KINDS))?;
    let decimals = parts.value("decimals", |part| count(&of_type(part, "valueInteger")?))?;
    let partial = parts.value("partial", |part| of_type(part, "valueBoolean")?.boolean())?;
    let shown = parts.value("shown", |part| of_type(part, "valueBoolean")?.boolean())?;
    let item = |part: &Object<'_>| of_type(part, "valueString").and_then(|_| key(part, "valueString"));
    let link_ids = parts.take_all("item").iter().map(item).collect::<Result<_, Problem>>()?;
    let bands = parts.take_all("band").iter().map(|band| read_band(band, language)).collect::<Result<_, Problem>>()?;
    parts.none_left()?;
    Ok(Score {
        kind: kind.unwrap_or(ScoreKind::Unspecified).into(),
        link_ids,
        decimals: decimals.unwrap_or_default(),
        partial: partial.unwrap_or_default(),
        bands,
        shown: shown.unwrap_or_default(),
    })
}

fn read_band(band: &Object<'_>, language: &'static str) -> Result<Band, Problem> {
    let mut parts = parts(band)?;
    let from = parts.value("from", |part| millionths(&of_type(part, "valueDecimal")?))?;
    let level = parts.value("level", |part| one_of(&of_type(part, "valueCode")?, &LEVELS))?;
    let text = parts.value("text", |part| {
        only(part, &["id", "url"], &["valueString"])?;
        texts::localized(part, "valueString", language, SENTENCES)
    })?;
    parts.none_left()?;
    Ok(Band {
        from: from.ok_or_else(|| Problem::required(band.path_of("extension")))?,
        text: text.flatten(),
        level: level.unwrap_or(Level::Unspecified).into(),
    })
}

/// Writes the extension.
pub(super) fn write(url: &str, score: &Score) -> Value {
    let kind = name_of(&KINDS, &score.kind()).map(|kind| written("kind", "valueCode", kind));
    let items = score.link_ids.iter().map(|link_id| written("item", "valueString", link_id.as_str()));
    let decimals = (score.decimals > 0).then(|| written("decimals", "valueInteger", score.decimals));
    let flags = [written("partial", "valueBoolean", score.partial), written("shown", "valueBoolean", score.shown)];
    let bands = score.bands.iter().map(write_band);
    of_parts(url, kind.into_iter().chain(items).chain(decimals).chain(flags).chain(bands).collect())
}

fn write_band(band: &Band) -> Value {
    let from = written("from", "valueDecimal", of_millionths(band.from));
    let level = name_of(&LEVELS, &band.level()).map(|level| written("level", "valueCode", level));
    let mut text = Map::new();
    texts::put(&mut text, "valueString", &texts::by_language(band.text.as_ref()));
    let is_written = !text.is_empty();
    text.insert("url".to_owned(), json!("text"));
    let text = is_written.then(|| Value::from(text));
    of_parts("band", std::iter::once(from).chain(level).chain(text).collect())
}
