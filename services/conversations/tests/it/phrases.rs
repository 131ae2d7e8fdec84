//! A professional's phrases (CON-12).

use kajo_proto::conversations::v1::{
    ListPhrasesRequest, MovePhrasesRequest, RemovePhraseRequest, SavePhraseRequest, phrase_service_client::PhraseServiceClient,
};
use sqlx::AssertSqlSafe;
use tonic::{Code, Status};

use crate::world::{Person, World, fields, reason};

async fn save(person: &Person, id: &str, title: &str, text: &str) -> Result<String, Status> {
    let asked = SavePhraseRequest { phrase_id: id.to_owned(), title: title.to_owned(), text: text.to_owned() };
    Ok(PhraseServiceClient::new(person.calls.clone()).save_phrase(asked).await?.into_inner().phrase_id)
}

async fn list(person: &Person) -> Vec<(String, String)> {
    let found = PhraseServiceClient::new(person.calls.clone()).list_phrases(ListPhrasesRequest {}).await.unwrap().into_inner();
    found.phrases.into_iter().map(|phrase| (phrase.title, phrase.text)).collect()
}

fn said(title: &str, text: &str) -> (String, String) {
    (title.to_owned(), text.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn con_12_a_professional_keeps_changes_orders_and_removes_phrases_that_nobody_else_has() {
    let world = World::start().await;
    let (liisa, pekka) = (world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let first = save(&liisa, "", "", " canary-phrase [ ] ").await.unwrap();
    let second = save(&liisa, "", " canary-title ", "Kiitos").await.unwrap();
    assert_eq!(list(&liisa).await, [said("", "canary-phrase [ ]"), said("canary-title", "Kiitos")]);
    save(&liisa, &first, "Alku", "Hei").await.unwrap();
    let mut phrases = PhraseServiceClient::new(liisa.calls.clone());
    phrases.move_phrases(MovePhrasesRequest { phrase_ids: vec![second.clone()] }).await.unwrap();
    assert_eq!(list(&liisa).await, [said("canary-title", "Kiitos"), said("Alku", "Hei")]);

    // Somebody else's phrase is none.
    assert_eq!(list(&pekka).await, []);
    assert_eq!(save(&pekka, &first, "", "Moi").await.unwrap_err().code(), Code::NotFound);
    let remove = |id: &str| RemovePhraseRequest { phrase_id: id.to_owned() };
    let mut others = PhraseServiceClient::new(pekka.calls.clone());
    assert_eq!(others.remove_phrase(remove(&first)).await.unwrap_err().code(), Code::NotFound);
    let order = MovePhrasesRequest { phrase_ids: vec![first.clone()] };
    assert_eq!(others.move_phrases(order).await.unwrap_err().code(), Code::NotFound);

    // As long as a message may be, and not empty.
    assert_eq!(fields(&save(&liisa, "", "", "  ").await.unwrap_err()), [("text".to_owned(), "required".to_owned())]);
    assert_eq!(fields(&save(&liisa, "", "", &"a".repeat(50_000)).await.unwrap_err())[0].1, "too_long");
    phrases.remove_phrase(remove(&first)).await.unwrap();
    assert_eq!(list(&liisa).await, [said("canary-title", "Kiitos")]);
    for number in 1..200 {
        save(&liisa, "", "", &format!("Lause {number}")).await.unwrap();
    }
    assert_eq!(reason(&save(&liisa, "", "", "Liikaa").await.unwrap_err()), "too_many_phrases");

    // Sealed wherever it lies.
    let pool = &world.running.kernel().pool;
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    for table in tables {
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("select to_jsonb(t)::text from {table} t"))).fetch_all(pool).await.unwrap();
        let hex: String = "canary".bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!rows.iter().any(|row| row.contains("canary") || row.contains(&hex)), "{table}");
    }
    world.end().await;
}
