//! Appending: one statement moves the stream on from the expected version, stores the events, queues them for the relay
//! with the facts made here and now, and logs the command and what the access log has to say of it. A stream that another build was at last
//! has to be taken over before (`projection::take_over`): its events are not in the read models of this one.

use std::{fmt::Write, sync::LazyLock};

use chassis_domain::{Aggregate, DomainEvent, EventMeta, Id, Stored, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{AssertSqlSafe, PgExecutor, Row, types::Json};

use super::{
    CommandMeta, Inner, RawRecorded, Recorded, StoreError, WorkError,
    command_log::fingerprint,
    error::MOVED_ON,
    meta::StoredMeta,
    recorded::{column, number},
    stream_id,
};
use crate::{
    access,
    database::Pool,
    projection::AppendPlan,
    sealing::{Collecting, KeySet, Sealing},
};

/// What writes the row for the access log.
static SEEN: LazyLock<String> = LazyLock::new(|| {
    let (wait, insert) = (access::wait(PARAMETERS + 1, " from bumped"), access::insert(PARAMETERS + 1, " from bumped"));
    format!(", waits as ({wait}), seen as ({insert})")
});

/// How many parameters an append has by itself.
const PARAMETERS: usize = 18;

const APPEND: &str = "
    with bumped as (
        insert into event_streams (stream_id, category, version, facts, created_at, build, folded_to) select $1, $2, $4, $5, $6, $18, $4
        on conflict (stream_id) do update set version = excluded.version, facts = event_streams.facts + $5, folded_to = excluded.folded_to
            where event_streams.version = $3 and event_streams.build is not distinct from $18 and event_streams.folded_to = $3
        returning facts - $5 as facts_before
    ), new as (
        select * from unnest($7::uuid[], $8::text[], $9::smallint[], $10::bytea[], $11::jsonb[], $12::bigint[], $13::text[], $14::text[], $15::bytea[])
            with ordinality as n (event_id, event_type, schema, payload, meta, fact_offset, fact_type, audience, fact, number)
    ), appended as (
        insert into events (event_id, stream_id, version, event_type, schema, payload, meta, recorded_at)
        select event_id, $1, $3 + number, event_type, schema, payload, meta, $6 from new cross join bumped order by number
        returning seq, version
    ), queued as (
        insert into outbox (seq, stream_id, version, event_id, fact_no, fact_type, audience, fact)
        select seq, $1, version, event_id, facts_before + fact_offset, fact_type, string_to_array(audience, ','), fact
        from appended join new on version = $3 + number cross join bumped
    ), logged as (
        insert into command_log (idempotency_key, fingerprint, stream_id, from_version, to_version, at)
        select $16, $17, $1, $3, $4, $6 from bumped where $16::uuid is not null
    )";

const ANSWER: &str = "
    select facts_before from bumped";

/// The same when read models ride plan: their statements know nothing of versions, and may have done their work on a stream that has
/// moved on. So the whole fails then, by a text that is no number. What else must hold is added at the end.
static ANSWER_OR_FAIL: LazyLock<String> = LazyLock::new(|| {
    format!(
        "
    select (select facts_before from bumped) as facts_before, cast((select '{MOVED_ON}' where not exists (select from bumped)"
    )
});

/// Columns of the new rows, one entry per event.
#[derive(Default)]
struct Columns {
    event_ids: Vec<uuid::Uuid>,
    types: Vec<String>,
    schemas: Vec<i16>,
    payloads: Vec<Vec<u8>>,
    metas: Vec<Json<StoredMeta>>,
    fact_offsets: Vec<Option<i64>>,
    fact_types: Vec<Option<&'static str>>,
    audiences: Vec<Option<String>>,
    facts: Vec<Option<Vec<u8>>>,
}

/// Events on their way into the store, sealed and ready.
pub(super) struct Ready<E> {
    stream: String,
    category: &'static str,
    expected: u64,
    facts: i64,
    now: Timestamp,
    columns: Columns,
    recorded: Vec<Recorded<E>>,
    /// For the read models; without the numbers of their facts until they are appended.
    pub(super) raw: Vec<RawRecorded>,
}

/// Makes `events` ready to be appended behind version `expected`. Keys are had on connections of their own.
pub(super) async fn ready<A: Aggregate>(
    inner: &Inner,
    id: Id<A>,
    expected: u64,
    events: Vec<A::Event>,
    meta: &CommandMeta,
    now: Timestamp,
) -> Result<Ready<A::Event>, StoreError> {
    let mut columns = Columns::default();
    let (mut recorded, mut raw) = (Vec::new(), Vec::new());
    let mut facts = 0_i64;
    for (event, version) in events.into_iter().zip(expected + 1..) {
        let mut collecting = Collecting::default();
        event.encode(&mut collecting);
        let needs = collecting.0;
        let keys = if needs.is_empty() { KeySet::default() } else { inner.keyring.seal(&needs).await? };
        let encoded = event.encode(&mut Sealing::new(&keys, inner.keyring.ids()));
        let own = EventMeta {
            event_id: inner.ids.v7(now),
            aggregate_id: id.uuid(),
            version,
            recorded_at: now,
            actor: meta.actor.clone(),
            on_behalf_of: meta.on_behalf_of,
            command_id: meta.command_id,
        };
        let fact = event.publish(&own);
        facts += i64::from(fact.is_some());
        columns.event_ids.push(own.event_id);
        columns.types.push(event.event_type().0.to_owned());
        columns.schemas.push(number(encoded.schema)?);
        columns.metas.push(Json(StoredMeta::new(meta, &needs)));
        columns.fact_offsets.push(fact.is_some().then_some(facts));
        columns.fact_types.push(fact.as_ref().map(|fact| fact.message));
        columns.audiences.push(fact.as_ref().map(|fact| fact.audience.join(",")));
        raw.push(RawRecorded {
            meta: own.clone(),
            category: A::CATEGORY.to_owned(),
            stored: Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload.clone() },
            position: None,
            fact_no: fact.is_some().then_some(number(facts)?),
            trace: meta.trace.clone(),
            cause: meta.cause,
            correlation: meta.correlation.unwrap_or(meta.command_id),
            needs,
            keys,
            index: Some(inner.keyring.blind_index()),
        });
        columns.facts.push(fact.map(|fact| fact.payload));
        columns.payloads.push(encoded.payload);
        recorded.push(Recorded { meta: own, event });
    }
    Ok(Ready { stream: stream_id(A::CATEGORY, id.uuid()), category: A::CATEGORY, expected, facts, now, columns, recorded, raw })
}

impl<E> Ready<E> {
    /// Which stream they belong to.
    pub(super) fn stream(&self) -> &str {
        &self.stream
    }

    /// Appends; with `log`, also the entries of the command in the command log and in the access log. The statement is whole in
    /// itself: it needs no transaction around it when nothing else belongs to the command.
    /// What read models do in one statement rides plan.
    pub(super) async fn append<R>(
        mut self,
        executor: impl PgExecutor<'_>,
        inner: &Inner,
        log: Option<&CommandMeta>,
        plan: AppendPlan,
    ) -> Result<(Vec<Recorded<E>>, Vec<RawRecorded>), WorkError<R>> {
        let expected = if inner.faults.blind_append { current(&inner.pool, &self.stream).await? } else { self.expected };
        let to = column(expected + self.recorded.len() as u64)?;
        let access = log.and_then(|meta| meta.access.as_ref());
        let query = sqlx::query(AssertSqlSafe(statement(access.is_some(), &plan)))
            .bind(&self.stream)
            .bind(self.category)
            .bind(column(expected)?)
            .bind(to)
            .bind(self.facts)
            .bind(self.now.to_sqlx())
            .bind(&self.columns.event_ids)
            .bind(&self.columns.types)
            .bind(&self.columns.schemas)
            .bind(&self.columns.payloads)
            .bind(&self.columns.metas)
            .bind(&self.columns.fact_offsets)
            .bind(&self.columns.fact_types)
            .bind(&self.columns.audiences)
            .bind(&self.columns.facts)
            .bind(log.map(|meta| meta.command_id))
            .bind(log.map(|meta| fingerprint(inner, meta)))
            .bind(inner.build.number);
        let query = match access {
            Some(access) => access.bind(query, inner.ids.v7(self.now), self.now),
            None => query,
        };
        let query = plan.statements.into_iter().chain(plan.provided).fold(query, |query, part| part.bind_to(query));
        // No row: the stream has moved on since it was read, or another build was at it.
        let row = query.fetch_optional(executor).await?.ok_or(WorkError::Conflict)?;
        let facts_before: u64 = number(row.try_get::<i64, _>("facts_before")?)?;
        for event in &mut self.raw {
            event.fact_no = event.fact_no.map(|fact_no| facts_before + fact_no);
        }
        Ok((self.recorded, self.raw))
    }
}

/// The statement with the row of the access log, and with what rides plan.
fn statement(seen: bool, plan: &AppendPlan) -> String {
    let mut sql = APPEND.to_owned();
    let mut first = PARAMETERS + 1;
    if seen {
        sql.push_str(&SEEN);
        first += access::PARAMETERS;
    }
    // Writing to a text cannot fail.
    for (number, part) in plan.statements.iter().enumerate() {
        let _ = write!(sql, ", plan_{number} as ({})", part.sql_from(first));
        first += part.parameters();
    }
    if plan.statements.is_empty() && plan.provided.is_empty() {
        return sql + ANSWER;
    }
    sql.push_str(&ANSWER_OR_FAIL);
    for condition in &plan.provided {
        let _ = write!(sql, " or ({}) is not true", condition.sql_from(first));
        first += condition.parameters();
    }
    sql + ") as int)"
}

/// The fault injected: whatever the version is, it is the expected one.
async fn current(pool: &Pool, stream: &str) -> Result<u64, StoreError> {
    let version: Option<i64> = sqlx::query_scalar("select version from event_streams where stream_id = $1").bind(stream).fetch_optional(pool).await?;
    number(version.unwrap_or_default())
}
