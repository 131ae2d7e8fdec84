//! The practitioner's inbox, and many hands on one task.

use std::sync::Arc;

use chassis::testkit::tries;
use kajo_proto::{
    common::v1::PageRequest,
    conversations::v1::{
        CountTasksRequest, CountTasksResponse, EndConversationRequest, ListTasksRequest, MarkReadRequest, Tab, TaskSort, thread_entry::Entry,
    },
};
use tokio::{sync::Barrier, task::JoinSet};
use tonic::Code;

use crate::world::{Person, World, fields, param, question, queue, reason};

async fn counts(person: &Person) -> CountTasksResponse {
    person.tasks().count_tasks(CountTasksRequest {}).await.unwrap().into_inner()
}

fn of(tab: Tab) -> ListTasksRequest {
    ListTasksRequest { tab: tab.into(), ..ListTasksRequest::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn con_03_tasks_stand_in_their_tabs_and_are_counted_filtered_sorted_and_found() {
    let world = World::start().await;
    let (resident, nurse, colleague) = (world.resident("Zacharias Wolff"), world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let before = counts(&nurse).await;
    let first = resident.ask("Zebra stripes").await;
    world.environment().clock().advance(jiff::SignedDuration::from_mins(1));
    let second = resident.ask("Zebra hooves").await;
    assert!(nurse.has(Tab::New, &first).await && nurse.has(Tab::New, &second).await);
    assert_eq!(counts(&nurse).await.new, before.new + 2);

    nurse.take(&first).await.unwrap();
    assert!(nurse.has(Tab::Own, &first).await && !nurse.has(Tab::New, &first).await);
    assert!(colleague.has(Tab::Team, &first).await && !colleague.has(Tab::Own, &first).await);
    let after = counts(&nurse).await;
    assert_eq!((after.new, after.own), (before.new + 1, before.own + 1));

    let ids = |tasks: Vec<kajo_proto::conversations::v1::Task>| tasks.into_iter().map(|task| task.conversation_id).collect::<Vec<_>>();
    world.environment().clock().advance(jiff::SignedDuration::from_mins(1));
    let third = resident.ask("Zebra tails").await;
    let search = |sort: TaskSort| ListTasksRequest { search: "zeb".to_owned(), sort: sort.into(), ..of(Tab::New) };
    assert_eq!(ids(nurse.list(search(TaskSort::NewestFirst)).await).len(), 2);
    assert_eq!(ids(nurse.list(search(TaskSort::OldestFirst)).await)[0], second);
    let by_name = ListTasksRequest { search: "zach wol".to_owned(), ..of(Tab::New) };
    assert_eq!(ids(nurse.list(by_name).await).len(), 2, "a search finds the resident's name");
    let nothing = ListTasksRequest { search: "zebra unicorn".to_owned(), ..of(Tab::New) };
    assert!(nurse.list(nothing).await.is_empty(), "all words must be there");
    let elsewhere = ListTasksRequest { subcategory_ids: vec![queue("health-station/doctor")], ..search(TaskSort::NewestFirst) };
    assert!(nurse.list(elsewhere).await.is_empty(), "a filter gives no queue that one does not have");

    let mut paged = Vec::new();
    let mut token = String::new();
    loop {
        let request = ListTasksRequest { page: Some(PageRequest { size: 1, token }), ..search(TaskSort::NewestFirst) };
        let page = nurse.tasks().list_tasks(request).await.unwrap().into_inner();
        paged.extend(ids(page.tasks));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    paged.sort_unstable();
    let mut both = vec![second, third];
    both.sort_unstable();
    assert_eq!(paged, both, "pages leave nothing out and show nothing twice");
    let other_role = world.practitioner("risto", "Risto Salmi", "social-worker");
    assert!(!other_role.has(Tab::New, &both[0]).await, "a queue shows to its roles alone");
    world.end().await;
}

async fn unread(person: &Person, tab: Tab, id: &str) -> Option<u32> {
    person.list(of(tab)).await.into_iter().find(|task| task.conversation_id == id).map(|task| task.unread)
}

async fn look(person: &Person, id: &str) {
    let seen = person.see(id).await.unwrap();
    let read_up_to = seen.thread.last().unwrap().number;
    person.conversations().mark_read(MarkReadRequest { conversation_id: id.to_owned(), read_up_to }).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_onlooker_has_seen_of_a_task_is_read_for_them_alone_until_something_new_comes() {
    let world = World::start().await;
    let (resident, nurse, colleague) = (world.resident("Aino Lehtonen"), world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let id = resident.ask("Onlookers").await;
    assert_eq!((unread(&nurse, Tab::New, &id).await, unread(&colleague, Tab::New, &id).await), (Some(1), Some(1)));
    assert_eq!(nurse.see(&id).await.unwrap().seen_up_to, 0);
    look(&nurse, &id).await;
    assert_eq!((unread(&nurse, Tab::New, &id).await, unread(&colleague, Tab::New, &id).await), (Some(0), Some(1)));
    let unread_only = ListTasksRequest { unread_only: true, ..of(Tab::New) };
    assert!(!nurse.list(unread_only.clone()).await.iter().any(|task| task.conversation_id == id));
    assert!(colleague.list(unread_only.clone()).await.iter().any(|task| task.conversation_id == id));

    // It holds on every device, claims no part in the conversation, and tells nobody.
    let other_device = world.nurse();
    let seen = other_device.see(&id).await.unwrap();
    assert_eq!((seen.seen_up_to, seen.participants.len()), (1, 1));
    assert_eq!(colleague.see(&id).await.unwrap().seen_up_to, 0);
    let events: i64 = sqlx::query_scalar("select count(*) from events where stream_id like '%' || $1")
        .bind(&id)
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(events, 2, "started and written: looking makes no event");
    let said: Vec<_> = seen
        .thread
        .iter()
        .filter_map(|entry| match &entry.entry {
            Some(Entry::Message(message)) => Some(message.seen_by.len()),
            _ => None,
        })
        .collect();
    assert_eq!(said, [0], "the resident is not told who passed by");

    // Something new makes it unread again; a mark never moves back, and points at nothing that is not there.
    resident.write(&id, "One more thing").await.unwrap();
    assert_eq!(unread(&nurse, Tab::New, &id).await, Some(1));
    look(&nurse, &id).await;
    nurse.conversations().mark_read(MarkReadRequest { conversation_id: id.clone(), read_up_to: 1 }).await.unwrap();
    assert_eq!(unread(&nurse, Tab::New, &id).await, Some(0));
    let beyond = MarkReadRequest { conversation_id: id.clone(), read_up_to: 99 };
    assert_eq!(fields(&nurse.conversations().mark_read(beyond).await.unwrap_err()), [("read_up_to".to_owned(), "not_written_yet".to_owned())]);
    let foreign = MarkReadRequest { conversation_id: id.clone(), read_up_to: 1 };
    let refused = world.practitioner("risto", "Risto Salmi", "social-worker").conversations().mark_read(foreign).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);

    // What was seen in the queue is seen when one takes it, and what a colleague handles has marks as well.
    nurse.take(&id).await.unwrap();
    assert_eq!((unread(&nurse, Tab::Own, &id).await, unread(&colleague, Tab::Team, &id).await), (Some(0), Some(2)));
    look(&colleague, &id).await;
    assert_eq!(unread(&colleague, Tab::Team, &id).await, Some(0));
    resident.write(&id, "And another").await.unwrap();
    assert_eq!((unread(&nurse, Tab::Own, &id).await, unread(&colleague, Tab::Team, &id).await), (Some(1), Some(1)));

    // Marks are no read model, and outlive one that is made anew.
    look(&colleague, &id).await;
    world.running.rebuild("task_inbox").await.unwrap();
    assert_eq!((unread(&nurse, Tab::Own, &id).await, unread(&colleague, Tab::Team, &id).await), (Some(1), Some(0)));

    // Nothing is kept of what has ended, but for those who took part.
    nurse.tasks().end_conversation(EndConversationRequest { conversation_id: id.clone(), mark_done: true }).await.unwrap();
    conversations::seen::forget_ended(world.running.kernel()).await.unwrap();
    let mut kept: Vec<uuid::Uuid> = sqlx::query_scalar("select person_id from task_seen").fetch_all(&world.running.kernel().pool).await.unwrap();
    kept.sort_unstable();
    assert_eq!(kept, [nurse.id]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn con_04_of_ten_who_take_one_task_at_once_one_wins_and_nine_are_told_who() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let hands: Vec<_> = ["liisa", "anna", "pekka", "karin", "jussi", "outi", "tero", "helmi", "extra-one", "extra-two"]
        .iter()
        .map(|hint| world.practitioner(hint, hint, "nurse"))
        .collect();
    for round in 0..tries(50, 500) {
        let id = resident.start(question("Race", "How?")).await.unwrap().conversation_id;
        let start = Arc::new(Barrier::new(hands.len()));
        let mut racing = JoinSet::new();
        for hand in hands.clone() {
            let (id, start) = (id.clone(), Arc::clone(&start));
            racing.spawn(async move {
                start.wait().await;
                (hand.id.to_string(), hand.take(&id).await)
            });
        }
        let results = racing.join_all().await;
        let winners: Vec<_> = results.iter().filter(|(_, result)| result.is_ok()).map(|(hand, _)| hand.clone()).collect();
        assert_eq!(winners.len(), 1, "round {round}");
        for (_, result) in results.iter().filter(|(_, result)| result.is_err()) {
            let refused = result.as_ref().unwrap_err();
            assert_eq!((refused.code(), reason(refused).as_str()), (Code::FailedPrecondition, "owned_by_another"), "round {round}");
            assert_eq!(param(refused, "owner_id"), winners[0], "round {round}: told the wrong name");
        }
    }
    world.end().await;
}
