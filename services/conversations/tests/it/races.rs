//! Sixty-four people at once on one task: what is stored never leaves the page of states, and of those who cannot all have it one does.

use std::{collections::BTreeSet, sync::Arc};

use chassis::testkit::tries;
use chassis_domain::{Aggregate, DomainEvent};
use conversations::conversation::{Conversation, ConversationId, EventKind, Phase};
use kajo_proto::conversations::v1::{
    EndConversationRequest, ForwardConversationRequest, MarkDoneRequest, ParticipateInConversationRequest, ReturnConversationRequest,
    TakeConversationRequest, TakeOverConversationRequest,
};
use tokio::{sync::Barrier, task::JoinSet};
use tonic::Status;

use crate::world::{Person, World, param, queue, reason};

const PAGE: &str = include_str!("../../../../docs/states-of-a-conversation.md");
const PEOPLE: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Take,
    TakeOver,
    Participate,
    Return,
    Forward,
    End,
    MarkDone,
}

impl Act {
    const ALL: [Self; 7] = [Self::Take, Self::TakeOver, Self::Participate, Self::Return, Self::Forward, Self::End, Self::MarkDone];

    async fn by(self, person: &Person, id: &str) -> Result<(), Status> {
        let conversation_id = id.to_owned();
        let mut tasks = person.tasks();
        match self {
            Self::Take => drop(tasks.take_conversation(TakeConversationRequest { conversation_id }).await?),
            Self::TakeOver => drop(tasks.take_over_conversation(TakeOverConversationRequest { conversation_id }).await?),
            Self::Participate => drop(tasks.participate_in_conversation(ParticipateInConversationRequest { conversation_id }).await?),
            Self::Return => drop(tasks.return_conversation(ReturnConversationRequest { conversation_id }).await?),
            Self::Forward => {
                let subcategory_id = queue("health-station/prescriptions");
                drop(tasks.forward_conversation(ForwardConversationRequest { conversation_id, subcategory_id }).await?);
            }
            Self::End => drop(tasks.end_conversation(EndConversationRequest { conversation_id, mark_done: false }).await?),
            Self::MarkDone => drop(person.conversations().mark_done(MarkDoneRequest { conversation_id }).await?),
        }
        Ok(())
    }
}

/// All of them at once, each as they are told.
async fn at_once(people: &[Person], id: &str, act: impl Fn(usize) -> Act) -> Vec<(usize, Result<(), Status>)> {
    let start = Arc::new(Barrier::new(people.len()));
    let mut running = JoinSet::new();
    for (number, person) in people.iter().cloned().enumerate() {
        let (start, id, act) = (Arc::clone(&start), id.to_owned(), act(number));
        running.spawn(async move {
            start.wait().await;
            (number, act.by(&person, &id).await)
        });
    }
    running.join_all().await
}

/// What is stored, each event with the states before and after it; none that the page does not have.
async fn history(world: &World, id: &str) -> (Vec<EventKind>, Conversation) {
    let recorded = world.running.kernel().store.history::<Conversation>(ConversationId::parse(id).unwrap()).await.unwrap();
    let name = |phase| match phase {
        Phase::NotStarted => "[*]",
        Phase::Queued => "Queued",
        Phase::Handling { .. } => "Handling",
        Phase::Ended => "Ended",
    };
    let mut state = Conversation::default();
    let mut happened = Vec::new();
    for event in recorded.into_iter().map(|recorded| recorded.event) {
        let before = name(state.phase);
        state.evolve(&event);
        let (what, after) = (event.event_type().0.trim_start_matches("conversation."), name(state.phase));
        let drawn = PAGE.contains(&format!("  {before} --> {after}: {what}\n"));
        let listed = PAGE.lines().any(|line| before == after && line.starts_with(&format!("| {what} | ")) && line.contains(after));
        assert!(drawn || listed, "{before} --> {after}: {what} is not on the page");
        happened.push(event.what);
    }
    (happened, state)
}

fn won(outcomes: &[(usize, Result<(), Status>)]) -> usize {
    outcomes.iter().filter(|(_, outcome)| outcome.is_ok()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixty_four_who_act_at_once_one_wins_and_the_states_are_kept() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let people: Vec<_> = (0..PEOPLE).map(|number| world.practitioner(&format!("racer-{number}"), &format!("Racer {number}"), "nurse")).collect();
    let owner = vec![people[0].clone(); PEOPLE];
    for _ in 0..tries(1, 15) {
        // Of all who take it one has it, and the others are told who.
        let id = resident.ask("Race").await;
        let outcomes = at_once(&people, &id, |_| Act::Take).await;
        assert_eq!(won(&outcomes), 1);
        let (happened, state) = history(&world, &id).await;
        assert_eq!(happened.iter().filter(|event| matches!(event, EventKind::Taken { .. })).count(), 1);
        let holder = state.owner().unwrap().to_string();
        for (_, outcome) in &outcomes {
            let Err(refused) = outcome else { continue };
            assert_eq!((reason(refused), param(refused, "owner_id")), ("owned_by_another".to_owned(), holder.clone()));
        }

        // Who takes over does so from who has it at that moment: a chain without a fork, and the last one has it.
        at_once(&people, &id, |_| Act::TakeOver).await;
        let (happened, state) = history(&world, &id).await;
        let mut has = None;
        for event in &happened {
            match event {
                EventKind::Taken { by, .. } => has = Some(*by),
                EventKind::TakenOver { by, from, .. } => {
                    assert_eq!(has, Some(*from));
                    has = Some(*by);
                }
                _ => {}
            }
        }
        assert_eq!(state.owner(), has);

        // What the owner does from many windows is done once.
        for (act, refused) in [(Act::Forward, "not_taken"), (Act::Return, "not_taken"), (Act::End, "conversation_ended"), (Act::MarkDone, "")] {
            let id = resident.ask("Race").await;
            people[0].take(&id).await.unwrap();
            let (before, _) = history(&world, &id).await;
            let outcomes = at_once(&owner, &id, |_| act).await;
            let (after, state) = history(&world, &id).await;
            assert_eq!(after.len(), before.len() + 1, "{act:?}");
            assert!(state.owner().is_none() || act == Act::MarkDone);
            // Done twice is done; all else is refused the second time.
            assert_eq!(won(&outcomes), if act == Act::MarkDone { PEOPLE } else { 1 }, "{act:?}");
            let reasons: BTreeSet<_> = outcomes.iter().filter_map(|(_, outcome)| outcome.as_ref().err().map(reason)).collect();
            assert!(reasons.iter().all(|reason| reason == refused), "{act:?}: {reasons:?}");
        }

        // Everything at once, whoever they are: the page is never left.
        let id = resident.ask("Race").await;
        people[0].take(&id).await.unwrap();
        at_once(&people, &id, |number| Act::ALL[number % Act::ALL.len()]).await;
        history(&world, &id).await;
    }
    world.end().await;
}
