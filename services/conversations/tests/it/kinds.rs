//! Of which kinds the conversations in a resident's list are.

use conversations::customer_task;
use kajo_proto::conversations::v1::{ConversationKind, ListMyConversationsRequest};

use crate::{
    forms::{form_of, opened},
    survey::{Survey, conversation_of},
    world::{Person, World},
};

/// The kinds of these conversations, as the list of somebody who has no others tells them.
async fn kinds<const N: usize>(person: &Person, ids: [&str; N]) -> [ConversationKind; N] {
    let listed = person.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner().conversations;
    assert_eq!(listed.len(), N);
    ids.map(|id| listed.iter().find(|mine| mine.conversation_id == id).unwrap().kind())
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_01_a_residents_list_tells_messages_tasks_and_forms_apart() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (aino, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let message = aino.ask("Renewal").await;
    let form = conversation_of(survey.send(form_of(&aino)).await);
    opened(&world, &liisa, &form).await;
    let task = world.give(&aino, "Measure your blood pressure").await;
    world.pass(task).await;
    let task = customer_task::conversation_of(task).to_string();
    opened(&world, &liisa, &task).await;
    let ids = [message.as_str(), form.as_str(), task.as_str()];
    let told = [ConversationKind::Message, ConversationKind::Form, ConversationKind::CustomerTask];
    assert_eq!(kinds(&aino, ids).await, told);

    // Whatever happens in one, its kind stays.
    for id in ids {
        liisa.take(id).await.unwrap();
    }
    assert_eq!(kinds(&aino, ids).await, told);
    survey.end(world).await;
}
