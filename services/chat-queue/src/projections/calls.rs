//! Calls as their chats and appointments tell of them, and those that go on.

use std::collections::HashMap;

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp, Uuid, timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::chat_queue::v1::{AppointmentCall, CallEnd, ChatCall};
use sqlx::{Row, postgres::PgRow};

use crate::call::{BelongsTo, Call, End, Event, EventKind, Phase, Presence, Side, Standing};

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
    lapses_at: Option<Timestamp>,
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
            lapses_at: self.lapses_at.map(timestamp),
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
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["calls"];
    const CATEGORIES: &'static [&'static str] = &[Call::CATEGORY];
    // It belongs to a chat or to an appointment. `state`: 1 invited, 2 on, 3 ended. `begun_at`: when somebody was invited, or could come first:
    // of several calls of a chat it tells the newest, whatever else was taken in before. `organiser_id`: of a chat, the professional.
    // `customers`, `practitioners` and guests may take part, `lobby` and `taking_part` are those of them who are there. `changed_at`: since
    // when everybody is where they are. `met_at`: since when both sides were in it.
    const DDL: Option<&'static str> = Some(
        "create table calls (
             call_id uuid not null,
             chat_id uuid,
             appointment_id uuid,
             organiser_id uuid,
             state smallint not null,
             begun_at timestamptz not null,
             lapses_at timestamptz,
             customers uuid[] not null,
             practitioners uuid[] not null,
             lobby uuid[] not null default '{}',
             taking_part uuid[] not null default '{}',
             changed_at timestamptz not null,
             met_at timestamptz,
             ending integer,
             ended_at timestamptz,
             constraint calls_pkey primary key (call_id)
         );
         create index calls_of_chat on calls (chat_id, begun_at) where chat_id is not null;
         create index calls_of_appointment on calls (appointment_id) where state in (1, 2) and appointment_id is not null;
         create index calls_going_on on calls (chat_id) where state in (1, 2);",
    );
}

impl OneStatement for Calls {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at.to_sqlx());
        let Event { what, standing } = event.decode::<Event>()?;
        let of_call = |sql| Statement::new(sql).bind(id).bind(at);
        Ok(Some(match what {
            EventKind::Invited { lapses_at, .. } => of_call(
                "insert into calls (call_id, begun_at, changed_at, chat_id, appointment_id, organiser_id, customers, practitioners, state, lapses_at)
                 values ($1, $2, $2, $3, $4, $5, $6, $7, 1, $8)",
            )
            .bind(chat_of(&standing))
            .bind(appointment_of(&standing))
            .bind(standing.of_side(Side::Practitioner).map(|party| party.attendee.person.uuid()))
            .bind(participants_of(&standing, Side::Customer))
            .bind(participants_of(&standing, Side::Practitioner))
            .bind(lapses_at.to_sqlx()),
            EventKind::Opened { .. } => of_call(
                "insert into calls as c (call_id, begun_at, changed_at, chat_id, appointment_id, customers, practitioners, state)
                 values ($1, $2, $2, $3, $4, $5, $6, 2)
                 on conflict (call_id) do update set
                     changed_at = excluded.changed_at, customers = excluded.customers, practitioners = excluded.practitioners",
            )
            .bind(chat_of(&standing))
            .bind(appointment_of(&standing))
            .bind(participants_of(&standing, Side::Customer))
            .bind(participants_of(&standing, Side::Practitioner)),
            EventKind::Accepted { .. } => of_call("update calls set state = 2, changed_at = $2 where call_id = $1"),
            EventKind::LobbyEntered { participant } => of_call(
                "update calls set
                     lobby = array_append(array_remove(lobby, $3), $3), taking_part = array_remove(taking_part, $3), changed_at = $2
                 where call_id = $1",
            )
            .bind(participant),
            EventKind::Entered { participant } => of_call(
                "update calls set
                     lobby = array_remove(lobby, $3), taking_part = array_append(array_remove(taking_part, $3), $3), changed_at = $2,
                     met_at = coalesce(met_at, case when array_append(taking_part, $3) && customers
                         and array_append(taking_part, $3) && practitioners then $2 end)
                 where call_id = $1",
            )
            .bind(participant),
            EventKind::Left { participant } => of_call(
                "update calls set lobby = array_remove(lobby, $3), taking_part = array_remove(taking_part, $3), changed_at = $2 where call_id = $1",
            )
            .bind(participant),
            EventKind::PartyRemoved { participant } => of_call(
                "update calls set
                     customers = array_remove(customers, $3), practitioners = array_remove(practitioners, $3),
                     lobby = array_remove(lobby, $3), taking_part = array_remove(taking_part, $3), changed_at = $2
                 where call_id = $1",
            )
            .bind(participant),
            EventKind::Ended { end } => of_call(
                "update calls set state = 3, ending = $3, ended_at = $2, changed_at = $2, lobby = '{}', taking_part = '{}' where call_id = $1",
            )
            .bind(i32::try_from(end.number()).unwrap_or_default()),
        }))
    }
}

fn chat_of(standing: &Standing) -> Option<Uuid> {
    match &standing.belongs_to {
        BelongsTo::Chat(chat) => Some(*chat),
        BelongsTo::Appointment(_) => None,
    }
}

fn appointment_of(standing: &Standing) -> Option<Uuid> {
    standing.appointment().map(|appointment| appointment.id)
}

fn participants_of(standing: &Standing, side: Side) -> Vec<Uuid> {
    standing.parties.iter().filter(|party| party.attendee.side == side).map(|party| party.participant).collect()
}

/// The newest call of each of these chats that has had one: the one that goes on, or was the last.
pub(crate) async fn newest_of(pool: &Pool, chats: &[Uuid]) -> Result<HashMap<Uuid, CallRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select distinct on (chat_id) chat_id, call_id, state, lapses_at, ending, ended_at, customers, practitioners, lobby, taking_part, met_at
         from calls where chat_id = any($1) order by chat_id, state = 3, begun_at desc, call_id desc",
    )
    .bind(chats)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("chat_id")?, read(row)?))).collect()
}

/// The newest call of a chat.
pub(crate) async fn newest(pool: &Pool, chat: Uuid) -> Result<Option<CallRow>, sqlx::Error> {
    Ok(newest_of(pool, &[chat]).await?.remove(&chat))
}

/// The call of a chat that goes on.
pub(crate) async fn going_on_in_tx(tx: &mut Tx<'static>, chat: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where chat_id = $1 and state in (1, 2) order by begun_at desc, call_id desc limit 1")
        .bind(chat)
        .fetch_optional(&mut **tx)
        .await
}

/// The call of an appointment that goes on.
pub(crate) async fn of_appointment_in_tx(tx: &mut Tx<'static>, appointment: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where appointment_id = $1 and state in (1, 2) order by begun_at desc, call_id desc limit 1")
        .bind(appointment)
        .fetch_optional(&mut **tx)
        .await
}

/// Those of these appointments that go on, with how many wait and how many are in them.
pub(crate) async fn of_appointments(pool: &Pool, appointments: &[Uuid]) -> Result<Vec<AppointmentCall>, sqlx::Error> {
    let rows: Vec<(Uuid, Uuid, i32, i32)> = sqlx::query_as(
        "select appointment_id, call_id, cardinality(lobby), cardinality(taking_part) from calls
         where appointment_id = any($1) and state in (1, 2) order by appointment_id, begun_at, call_id",
    )
    .bind(appointments)
    .fetch_all(pool)
    .await?;
    let call = |(appointment, call, waiting, taking_part): (Uuid, Uuid, i32, i32)| AppointmentCall {
        appointment_id: appointment.to_string(),
        call_id: call.to_string(),
        waiting: waiting.unsigned_abs(),
        taking_part: taking_part.unsigned_abs(),
    };
    Ok(rows.into_iter().map(call).collect())
}

/// Those whose invitation nobody has answered in time.
pub(crate) async fn lapsed(pool: &Pool, now: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where state = 1 and lapses_at <= $1 order by lapses_at").bind(now.to_sqlx()).fetch_all(pool).await
}

/// Those in which somebody may be, and nobody has been for so long, nor in the lobby.
pub(crate) async fn left(pool: &Pool, since: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select call_id from calls where state = 2 and lobby = '{}' and taking_part = '{}' and changed_at <= $1 order by changed_at")
        .bind(since.to_sqlx())
        .fetch_all(pool)
        .await
}

/// Those that go on though their chat does not, or is another professional's by now: it has ended where nobody knew of the call.
pub(crate) async fn without_chat(pool: &Pool) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select k.call_id from calls k join chats c using (chat_id)
         where k.state in (1, 2) and (c.state <> 2 or c.practitioner_id is distinct from k.organiser_id) order by k.call_id",
    )
    .fetch_all(pool)
    .await
}

fn read(row: &PgRow) -> Result<CallRow, sqlx::Error> {
    let moment = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    let participants = |column: &str| row.try_get::<Vec<Uuid>, _>(column);
    let (lobby, taking_part) = (participants("lobby")?, participants("taking_part")?);
    let presence = |side: &[Uuid]| {
        let is_of_side = |there: &[Uuid]| side.iter().any(|participant| there.contains(participant));
        if is_of_side(&taking_part) {
            Presence::In
        } else if is_of_side(&lobby) {
            Presence::Lobby
        } else {
            Presence::Away
        }
    };
    let customers = participants("customers")?;
    let ending = row.try_get::<Option<i32>, _>("ending")?;
    Ok(CallRow {
        call_id: row.try_get("call_id")?,
        phase: phase(row.try_get("state")?),
        lapses_at: moment("lapses_at")?,
        end: ending.and_then(|number| End::from_number(u32::try_from(number).ok()?)),
        ended_at: moment("ended_at")?,
        customer: presence(&customers),
        practitioner: presence(&participants("practitioners")?),
        customer_participant: customers.first().copied(),
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
