//! A colleague's task is opened by who has said that they want to (CON-17).

use kajo_proto::conversations::v1::{
    GetConversationRequest, MarkDoneRequest, ParticipateInConversationRequest, ReturnConversationRequest, Tab, TakeOverConversationRequest,
};
use tonic::{Code, Status};

use crate::world::{Person, World, param, reason};

async fn open(person: &Person, id: &str, confirmed: bool) -> Result<(), Status> {
    let asked = GetConversationRequest { conversation_id: id.to_owned(), confirmed, ..GetConversationRequest::default() };
    person.conversations().get_conversation(asked).await?;
    Ok(())
}

/// Grounds on which somebody has opened it.
async fn grounds(world: &World, person: &Person, id: &str) -> Vec<String> {
    sqlx::query_scalar(
        "select ground from access_log where method like '%/GetConversation' and object_id = $1::uuid and actor_id = $2 order by ground",
    )
    .bind(id)
    .bind(person.id)
    .fetch_all(&world.running.kernel().pool)
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn con_17_a_colleagues_task_stands_in_the_team_tab_and_is_shown_to_who_has_confirmed_each_time_and_logged_as_that() {
    let world = World::start().await;
    let (resident, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let pekka = world.practitioner("pekka", "Pekka Rantala", "nurse");
    let id = resident.ask("Ear").await;
    // Nobody handles it yet: it is everybody's who works the queue.
    open(&pekka, &id, false).await.unwrap();
    liisa.take(&id).await.unwrap();
    assert!(pekka.has(Tab::Team, &id).await);
    let refused = open(&pekka, &id, false).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::FailedPrecondition, "colleagues_task".to_owned()));
    assert_eq!(param(&refused, "owner_id"), liisa.id.to_string());
    open(&pekka, &id, true).await.unwrap();
    // Another opening asks again.
    assert_eq!(reason(&open(&pekka, &id, false).await.unwrap_err()), "colleagues_task");
    assert_eq!(grounds(&world, &pekka, &id).await, ["queue access", "team_view"]);
    // The owner and the resident are asked nothing.
    open(&liisa, &id, false).await.unwrap();
    open(&resident, &id, false).await.unwrap();

    // Whoever takes part is asked no more, nor who is done with it after that.
    let participate = ParticipateInConversationRequest { conversation_id: id.clone() };
    pekka.tasks().participate_in_conversation(participate).await.unwrap();
    open(&pekka, &id, false).await.unwrap();
    pekka.conversations().mark_done(MarkDoneRequest { conversation_id: id.clone() }).await.unwrap();
    open(&pekka, &id, false).await.unwrap();
    // Who hands it back has no part in it any more, once a colleague takes it.
    liisa.tasks().return_conversation(ReturnConversationRequest { conversation_id: id.clone() }).await.unwrap();
    let anna = world.practitioner("anna", "Anna Nyström", "nurse");
    anna.take(&id).await.unwrap();
    assert_eq!(reason(&open(&liisa, &id, false).await.unwrap_err()), "colleagues_task");
    liisa.tasks().take_over_conversation(TakeOverConversationRequest { conversation_id: id.clone() }).await.unwrap();
    open(&liisa, &id, false).await.unwrap();
    // To whom it is not open at all it does not exist, whatever they say.
    let doctor = world.practitioner("mikko", "Mikko Korhonen", "doctor");
    for confirmed in [false, true] {
        assert_eq!(open(&doctor, &id, confirmed).await.unwrap_err().code(), Code::NotFound);
    }
    world.end().await;
}
