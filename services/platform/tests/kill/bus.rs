//! What lies on JetStream, held against what was acknowledged and against the event store.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use async_nats::jetstream::{self, consumer::DeliverPolicy};
use futures::StreamExt;
use kajo_proto::conversations::v1::MessageWritten;
use prost::Message;
use sqlx::{PgPool, Row};

use crate::{load::Sent, patience::until_done, stack::Stack};

/// How long the relay may take to catch up.
const PATIENCE: Duration = Duration::from_mins(1);
/// Between two looks at the bus.
const PAUSE: Duration = Duration::from_millis(250);

/// One fact as it lies on the bus.
struct OnBus {
    event: String,
    aggregate_id: String,
    fact_no: u64,
    payload: bytes::Bytes,
}

/// Every acknowledged message is on the bus exactly once and in order. Waits for the relay to catch up.
pub(crate) async fn check(stack: &Stack, sent: &[Sent]) -> Result<()> {
    until_done(PATIENCE, PAUSE, async || check_once(stack, sent).await).await
}

async fn check_once(stack: &Stack, sent: &[Sent]) -> Result<()> {
    let facts = read_all(stack, "CONVERSATIONS").await?;
    for conversation in sent {
        let found: Vec<_> = facts
            .iter()
            .filter(|fact| fact.event == "MessageWritten" && fact.aggregate_id == conversation.conversation_id)
            .map(|fact| MessageWritten::decode(fact.payload.clone()).map(|fact| fact.message_id))
            .collect::<Result<_, _>>()?;
        let expected: Vec<_> = conversation.messages.iter().map(|(id, _)| id.clone()).collect();
        ensure!(found == expected, "{}: {} of {} on the bus, or out of order", conversation.conversation_id, found.len(), expected.len());
    }
    let mut last: HashMap<&str, u64> = HashMap::new();
    for fact in &facts {
        let before = last.insert(&fact.aggregate_id, fact.fact_no).unwrap_or_default();
        ensure!(fact.fact_no == before + 1, "{}: fact {} follows {before}", fact.aggregate_id, fact.fact_no);
    }
    Ok(())
}

/// The bus holds exactly the facts of the event store: none skipped, none twice.
pub(crate) async fn check_whole_log(stack: &Stack) -> Result<()> {
    let stored: i64 = sqlx::query("select count(*) from outbox where fact is not null").fetch_one(&pool(stack).await?).await?.get(0);
    until_done(PATIENCE, PAUSE, async || {
        let on_bus = read_all(stack, "CONVERSATIONS").await?.len();
        ensure!(i64::try_from(on_bus)? == stored, "{on_bus} facts on the bus, {stored} in the store");
        Ok(())
    })
    .await
}

/// Effects by state: a refill must not make new ones.
pub(crate) async fn effects(stack: &Stack) -> Result<Vec<(String, i64)>> {
    let rows = sqlx::query("select state, count(*) from due where target like 'effect %' group by state order by state")
        .fetch_all(&pool(stack).await?)
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

/// Deletes every stream of ours.
pub(crate) async fn wipe(stack: &Stack) -> Result<()> {
    let context = jetstream::new(async_nats::connect(&stack.nats_url).await?);
    for name in stream_names(&context).await? {
        context.delete_stream(name).await?;
    }
    Ok(())
}

async fn pool(stack: &Stack) -> Result<PgPool> {
    Ok(PgPool::connect(&format!("{}/kajo_conversations", stack.postgres_url)).await?)
}

async fn stream_names(context: &jetstream::Context) -> Result<Vec<String>> {
    let names: Vec<_> = context.stream_names().collect().await;
    Ok(names.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().filter(|name| name.starts_with("KAJO_")).collect())
}

/// That somebody joined and that they were accepted is on the bus exactly once and in order, of each of these chats. Waits for the relay to
/// catch up.
pub(crate) async fn check_chats(stack: &Stack, chats: &BTreeSet<String>) -> Result<()> {
    until_done(PATIENCE, PAUSE, async || {
        let facts = read_all(stack, "CHAT_QUEUE").await?;
        // Of professionals who say nothing for long it is told that they have vanished.
        let counted: Vec<_> = facts.iter().filter(|fact| fact.event == "ChatJoined" || fact.event == "ChatAccepted").collect();
        for chat in chats {
            let of_chat = counted.iter().filter(|fact| fact.aggregate_id == *chat);
            let found: Vec<_> = of_chat.map(|fact| (fact.event.as_str(), fact.fact_no)).collect();
            ensure!(found == [("ChatJoined", 1), ("ChatAccepted", 2)], "{chat}: {found:?} on the bus");
        }
        Ok(())
    })
    .await
}

/// Everything in the newest stream of a service, as its name stands in those of streams.
async fn read_all(stack: &Stack, service: &str) -> Result<Vec<OnBus>> {
    let context = jetstream::new(async_nats::connect(&stack.nats_url).await?);
    let stem = format!("KAJO_{service}_");
    let newest = stream_names(&context)
        .await?
        .into_iter()
        .filter(|name| name.starts_with(&stem))
        .max_by_key(|name| name.rsplit('_').next().and_then(|number| number.parse::<u64>().ok()))
        .with_context(|| format!("there is no stream {stem}*"))?;
    let mut stream = context.get_stream(&newest).await?;
    let expected = stream.info().await?.state.messages;
    let consumer =
        stream.create_consumer(jetstream::consumer::pull::OrderedConfig { deliver_policy: DeliverPolicy::All, ..Default::default() }).await?;
    let mut messages = consumer.messages().await?;
    let mut facts = Vec::new();
    while (facts.len() as u64) < expected {
        let message = tokio::time::timeout(PATIENCE, messages.next()).await?.context("the stream ended")??;
        let header =
            |name: &str| message.headers.as_ref().and_then(|headers| headers.get(name)).map(ToString::to_string).context("a header is missing");
        let event = message.subject.split('.').nth(3).context("an odd subject")?.to_owned();
        facts.push(OnBus { event, aggregate_id: header("ce-subject")?, fact_no: header("kajo-fact-no")?.parse()?, payload: message.payload.clone() });
    }
    Ok(facts)
}
