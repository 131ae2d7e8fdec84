//! The page that draws the states of a conversation says what the rules do, no more and no less.

use std::collections::{BTreeSet, VecDeque};

use chassis_domain::{Aggregate, DomainEvent, Id, Matter, PersonId, Uuid};

use super::{AINO, DOCTORS, LIISA, NURSES, PEKKA, anonymous, context, doctor, draft, form, nurse, place, resident, task};
use crate::{
    category::QueueKind,
    conversation::{
        Command, Conversation, Phase, Who,
        command::{ConsultationOpening, PatientOpening, TaskEnd},
    },
};

const PAGE: &str = include_str!("../../../../../docs/states-of-a-conversation.md");

/// From one state by an event to another.
type Edge = (String, String, String);

fn edge(from: &str, event: &str, to: &str) -> Edge {
    (from.to_owned(), event.to_owned(), to.to_owned())
}

/// What the page draws, and what it lists below.
fn on_the_page() -> BTreeSet<Edge> {
    let drawn = PAGE.lines().filter_map(|line| {
        let (from, rest) = line.trim().split_once(" --> ")?;
        let (to, event) = rest.split_once(": ")?;
        Some(edge(from, event, to))
    });
    let listed = PAGE.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let listed = listed.filter(|(event, _)| *event != "Event");
    let listed = listed.flat_map(|(event, states)| states.split(", ").map(move |state| edge(state, event, state)));
    drawn.chain(listed).collect()
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::NotStarted => "[*]",
        Phase::Queued => "Queued",
        Phase::Handling { .. } => "Handling",
        Phase::Ended => "Ended",
    }
}

/// Everything that anybody of a few people can ask, in whatever state.
fn commands() -> Vec<Command> {
    let area = Id::from_uuid(Uuid::from_u128(8));
    let mut all = vec![
        Command::Start {
            by: resident(AINO),
            service_area: area,
            place: place(NURSES),
            topic: "Ear".to_owned(),
            draft: draft(),
            matter: Matter::Health,
            visible_to_guardians: false,
        },
        Command::StartWithPatient(Box::new(PatientOpening {
            by: nurse(LIISA),
            patient: AINO,
            patient_name: "Aino".to_owned(),
            unreachable: None,
            service_area: Some(area),
            place: place(NURSES),
            topic: "Ear".to_owned(),
            draft: draft(),
            matter: Matter::Health,
        })),
        Command::OpenConsultation(Box::new(ConsultationOpening {
            id: Id::from_uuid(Uuid::from_u128(30)),
            of: None,
            asker: LIISA,
            asker_name: "Nurse".to_owned(),
            resident: AINO,
            resident_name: "Aino".to_owned(),
            service_area: Some(area),
            place: place(NURSES),
            topic: "Ear".to_owned(),
            text: "What do you think?".to_owned(),
            attachments: Vec::new(),
        })),
        Command::OpenForTask(Box::new(task::opening())),
        Command::OpenForForm(Box::new(form::opening())),
        Command::OpenForForm(Box::new(anonymous::opening())),
    ];
    let task_ends = [TaskEnd::Patient, TaskEnd::Practitioner { person: PEKKA, name: "Nurse".to_owned() }, TaskEnd::Account];
    all.extend(task_ends.map(|by| Command::EndWithTask { by }));
    let everybody: Vec<fn(PersonId) -> Who> = vec![nurse, doctor];
    let professionals = everybody.iter().flat_map(|who| [LIISA, PEKKA].map(who));
    for by in professionals.chain([resident(AINO)]) {
        let forward = |queue| Command::Forward { by: by.clone(), to: place(queue), kind: QueueKind::Message, matter: Matter::Health };
        let consult = |queue| Command::Forward { by: by.clone(), to: place(queue), kind: QueueKind::Consultation, matter: Matter::Health };
        all.extend([
            super::write(by.clone()),
            Command::Take { by: by.clone() },
            Command::TakeOver { by: by.clone() },
            Command::Participate { by: by.clone() },
            Command::Return { by: by.clone() },
            forward(NURSES),
            forward(DOCTORS),
            consult(NURSES),
            consult(DOCTORS),
            Command::RequestConsultation { by: by.clone(), place: place(DOCTORS), text: "Why?".to_owned(), attachments: Vec::new() },
            Command::MarkDone { by: by.clone() },
            Command::UnmarkDone { by: by.clone() },
            Command::End { by: by.clone(), done: false },
            Command::End { by: by.clone(), done: true },
            Command::ShowToGuardians { by: by.clone(), teenager: true, visible: true },
            Command::ShowToGuardians { by: by.clone(), teenager: true, visible: false },
            Command::AskToShowToGuardians { by: by.clone(), teenager: true },
            Command::MarkRead { by: by.clone(), up_to: 1 },
        ]);
        all.extend([LIISA, PEKKA].map(|colleague| Command::Assign { by: by.clone(), to: nurse(colleague) }));
    }
    all
}

/// What tells states apart for the rules; how much was written and read does not.
fn key(state: &Conversation) -> String {
    let people: Vec<_> =
        state.participants.iter().map(|(person, each)| (person, each.kind, each.standing, each.follows, each.read_up_to.min(1))).collect();
    let kind = state.opening.as_ref().map(|opening| std::mem::discriminant(&opening.kind));
    let shown = (state.visible_to_guardians(), state.guardians_asked_for, state.consultations.len().min(1));
    format!("{:?} {:?} {kind:?} {shown:?} {people:?}", state.phase, state.place)
}

#[test]
fn the_page_of_states_says_what_the_rules_do() {
    let commands = commands();
    let mut done = BTreeSet::new();
    let mut seen = BTreeSet::from([key(&Conversation::default())]);
    let mut waiting = VecDeque::from([Conversation::default()]);
    while let Some(state) = waiting.pop_front() {
        for command in &commands {
            let events = state.decide(command, &context()).unwrap_or_default();
            // Most of what is asked changes nothing.
            if events.is_empty() {
                continue;
            }
            let mut after = state.clone();
            for event in events {
                let before = name(after.phase);
                after.evolve(&event);
                let what = event.event_type().0.trim_start_matches("conversation.");
                // What begins with a professional is theirs by the event that begins it.
                done.insert(edge(before, what, name(after.phase)));
            }
            if seen.insert(key(&after)) {
                waiting.push_back(after);
            }
        }
    }
    assert!(seen.len() > 100, "few states were tried: {}", seen.len());
    assert_eq!(done, on_the_page());
}
