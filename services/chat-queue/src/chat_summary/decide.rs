//! What follows from a command, by what has become of a summary.

use chassis_domain::PersonId;

use super::{ChatSummary, Command, Event, EventKind, Refused, Sentence, Standing, State, TEXT_MAX_CHARS, Words};

pub(super) fn decide(summary: &ChatSummary, command: &Command) -> Result<Vec<Event>, Refused> {
    match command {
        Command::Request { standing, until_number, names } => request(summary, standing, *until_number, names),
        Command::Complete { request, has_it, sentences } => Ok(answer(summary, (*request, *has_it), |standing| completed(standing, sentences))),
        Command::Fail { request, has_it, failure } => Ok(answer(summary, (*request, *has_it), |_| EventKind::Failed { failure: *failure })),
        Command::Edit { by, text } => edit(summary, *by, text),
        Command::Accept { by } => {
            let standing = done(summary, *by)?;
            Ok((!summary.accepted).then_some(Event { what: EventKind::Accepted, standing }).into_iter().collect())
        }
        Command::Reject { by } => Ok(vec![Event { what: EventKind::Rejected, standing: done(summary, *by)? }]),
        Command::Clear { by } => {
            let there = summary.standing.as_ref().filter(|_| summary.state != State::Nothing);
            Ok(there.map(|standing| Event { what: EventKind::Cleared, standing: standing.by(*by) }).into_iter().collect())
        }
    }
}

fn request(summary: &ChatSummary, standing: &Standing, until_number: u32, names: &str) -> Result<Vec<Event>, Refused> {
    match summary.state {
        State::Creating | State::Done => Err(Refused::There),
        State::Nothing | State::Failed | State::Rejected if until_number == 0 => Err(Refused::Empty),
        State::Nothing | State::Failed | State::Rejected => {
            let what = EventKind::Requested { until_number, names: standing.sealed(names) };
            Ok(vec![Event { what, standing: standing.clone() }])
        }
    }
}

/// Nothing, when it was cleared meanwhile, whatever was asked for since, or has come already.
fn answer(summary: &ChatSummary, (request, has_it): (u64, Option<PersonId>), what: impl FnOnce(&Standing) -> EventKind) -> Vec<Event> {
    let is_awaited = summary.state == State::Creating && summary.requests == request;
    let standing = summary.standing.as_ref().filter(|_| is_awaited);
    standing.map(|standing| Event { what: what(standing), standing: standing.by(has_it.unwrap_or(standing.practitioner)) }).into_iter().collect()
}

fn completed(standing: &Standing, sentences: &[(String, Vec<u32>, bool)]) -> EventKind {
    let sentences = sentences.iter().map(|(text, messages, unsupported)| Sentence {
        text: standing.sealed(text),
        messages: messages.clone(),
        unsupported: *unsupported,
    });
    EventKind::Completed { sentences: sentences.collect() }
}

fn edit(summary: &ChatSummary, by: PersonId, text: &str) -> Result<Vec<Event>, Refused> {
    let standing = done(summary, by)?;
    let text = text.trim();
    match () {
        () if text.is_empty() => Err(Refused::TextEmpty),
        () if text.chars().count() > TEXT_MAX_CHARS => Err(Refused::TextTooLong { limit: TEXT_MAX_CHARS }),
        () if says(summary, text) => Ok(Vec::new()),
        () => Ok(vec![Event { what: EventKind::Edited { text: standing.sealed(text) }, standing }]),
    }
}

/// Whether these are the professional's own words already.
fn says(summary: &ChatSummary, text: &str) -> bool {
    match &summary.words {
        Some(Words::Own(own)) => own.open().is_some_and(|own| own == text),
        Some(Words::Model(_)) | None => false,
    }
}

/// How one that stands does so once who has the chat changes it.
fn done(summary: &ChatSummary, by: PersonId) -> Result<Standing, Refused> {
    let standing = summary.standing.as_ref().filter(|_| summary.state == State::Done).ok_or(Refused::NotThere)?;
    Ok(standing.by(by))
}
