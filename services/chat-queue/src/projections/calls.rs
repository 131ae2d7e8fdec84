//! Calls as their chats tell of them, and those that go on.

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp, Uuid, timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::chat_queue::v1::{CallEnd, ChatCall};
use sqlx::{Row, postgres::PgRow};

use crate::call::{Call, End, Event, EventKind, Phase, Presence, Side, Standing};

/// The read model.
pub(crate) struct Calls;

const INVITED: i16 = 1;
const ON: i16 = 2;
const ENDED: i16 = 3;

/// A call, as its chat tells of it.
#[derive(Clone, Debug)]
pub(crate) struct CallRow {
    /// Which.
    pub(crate) call_id: Uuid,
    phase: Phase,
    lapses_at: Timestamp,
    end: Option<End>,
    ended_at: Option<Timestamp>,
    customer: Presence,
    practitioner: Presence,
    customer_participant: Option<Uuid>,
    met_at: Option<Timestamp>,
}

impl CallRow {
    /// To the contract; by what the person at the screen is let in, the professional alone is told.
    pub(crate) fn message(&self, to_practitioner: bool) -> ChatCall {
        let customer_participant_id = self.customer_participant.filter(|_| to_practitioner).map(|id| id.to_string());
        ChatCall {
            call_id: self.call_id.to_string(),
            state: self.phase.public().into(),
            lapses_at: Some(timestamp(self.lapses_at)),
            end: self.end.map_or(CallEnd::Unspecified, End::public).into(),
            ended_at: self.ended_at.map(timestamp),
            customer: self.customer.public().into(),
            practitioner: self.practitioner.public().into(),
            customer_participant_id: customer_participant_id.unwrap_or_default(),
            met_at: self.met_at.map(timestamp),
        }
    }
}

impl ReadModel for Calls {
    const NAME: &'static str = "calls";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["calls"];
    const CATEGORIES: &'static [&'static str] = &[Call::CATEGORY];
    // `number`: 1, 2, 3 .. of a chat. `state`: 1 invited, 2 on, 3 ended. Presences: 1 away, 2 in the lobby, 3 in. `changed_at`: since when
    // everybody is where they are. `met_at`: since when both were in it.
    const DDL: Option<&'static str> = Some(
        "create table calls (
             call_id uuid not null,
             chat_id uuid not null,
             number bigint not null,
             state smallint not null,
             lapses_at timestamptz not null,
             customer_participant_id uuid,
             practitioner_participant_id uuid,
             customer_presence smallint not null default 1,
             practitioner_presence smallint not null default 1,
             changed_at timestamptz not null,
             met_at timestamptz,
             ending integer,
             ended_at timestamptz,
             constraint calls_pkey primary key (call_id)
         );
         create index calls_of_chat on calls (chat_id, number);
         create index calls_going_on on calls (chat_id) where state in (1, 2);",
    );
}

impl OneStatement for Calls {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at.to_sqlx());
        let Event { what, standing } = event.decode::<Event>()?;
        Ok(Some(match what {
            EventKind::Invited { lapses_at, .. } => Statement::new(
                "insert into calls (call_id, chat_id, number, state, lapses_at, customer_participant_id, practitioner_participant_id, changed_at)
                 values ($1, $2, (select count(*) + 1 from calls where chat_id = $2), 1, $4, $5, $6, $3)",
            )
            .bind(id)
            .bind(standing.chat)
            .bind(at)
            .bind(lapses_at.to_sqlx())
            .bind(participant_of(&standing, Side::Customer))
            .bind(participant_of(&standing, Side::Practitioner)),
            EventKind::Accepted { .. } => Statement::new("update calls set state = 2, changed_at = $2 where call_id = $1").bind(id).bind(at),
            EventKind::LobbyEntered { participant } => moved(participant, Presence::Lobby).bind(id).bind(at),
            EventKind::Entered { participant } => moved(participant, Presence::In).bind(id).bind(at),
            EventKind::Left { participant } => moved(participant, Presence::Away).bind(id).bind(at),
            EventKind::Ended { end } => Statement::new(
                "update calls set state = 3, ending = $3, ended_at = $2, changed_at = $2, customer_presence = 1, practitioner_presence = 1
                 where call_id = $1",
            )
            .bind(id)
            .bind(at)
            .bind(i32::try_from(end.number()).unwrap_or_default()),
        }))
    }
}

fn participant_of(standing: &Standing, side: Side) -> Option<Uuid> {
    standing.of_side(side).map(|party| party.participant)
}

/// Somebody is elsewhere than before; `$3` and `$4`: in which call, and when.
fn moved(participant: Uuid, presence: Presence) -> Statement {
    Statement::new(
        "update calls set
             customer_presence = case when customer_participant_id = $1 then $2 else customer_presence end,
             practitioner_presence = case when practitioner_participant_id = $1 then $2 else practitioner_presence end,
             met_at = coalesce(met_at, case when $2 = 3 and (customer_participant_id = $1 and practitioner_presence = 3
                 or practitioner_participant_id = $1 and customer_presence = 3) then $4 end),
             changed_at = $4
         where call_id = $3",
    )
    .bind(participant)
    .bind(presence.number())
}

/// The newest call of a chat: the one that goes on, or was the last.
pub(crate) async fn newest(pool: &Pool, chat: Uuid) -> Result<Option<CallRow>, sqlx::Error> {
    let row = sqlx::query(
        "select call_id, state, lapses_at, ending, ended_at, customer_presence, practitioner_presence, customer_participant_id, met_at
         from calls where chat_id = $1 order by number desc limit 1",
    )
    .bind(chat)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(read).transpose()
}

/// The call of a chat that goes on.
pub(crate) async fn going_on_in_tx(tx: &mut Tx<'static>, chat: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where chat_id = $1 and state in (1, 2) order by number desc limit 1")
        .bind(chat)
        .fetch_optional(&mut **tx)
        .await
}

/// Those whose invitation nobody has answered in time.
pub(crate) async fn lapsed(pool: &Pool, now: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where state = 1 and lapses_at <= $1 order by lapses_at").bind(now.to_sqlx()).fetch_all(pool).await
}

/// Those that were accepted, and in which nobody has been for so long, nor in the lobby.
pub(crate) async fn left(pool: &Pool, since: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select call_id from calls where state = 2 and customer_presence = 1 and practitioner_presence = 1 and changed_at <= $1
         order by changed_at",
    )
    .bind(since.to_sqlx())
    .fetch_all(pool)
    .await
}

fn read(row: &PgRow) -> Result<CallRow, sqlx::Error> {
    let moment = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    let presence = |column: &str| Ok::<_, sqlx::Error>(Presence::from_number(row.try_get(column)?).unwrap_or_default());
    let ending = row.try_get::<Option<i32>, _>("ending")?;
    Ok(CallRow {
        call_id: row.try_get("call_id")?,
        phase: phase(row.try_get("state")?),
        lapses_at: row.try_get::<SqlTimestamp, _>("lapses_at")?.to_jiff(),
        end: ending.and_then(|number| End::from_number(u32::try_from(number).ok()?)),
        ended_at: moment("ended_at")?,
        customer: presence("customer_presence")?,
        practitioner: presence("practitioner_presence")?,
        customer_participant: row.try_get("customer_participant_id")?,
        met_at: moment("met_at")?,
    })
}

/// What the table says of where a call is.
const fn phase(state: i16) -> Phase {
    match state {
        INVITED => Phase::Invited,
        ON => Phase::On,
        ENDED => Phase::Ended,
        _ => Phase::NotInvited,
    }
}
