//! The tests' aggregate: a sum with a limit, an owner's secret, and a fact for every event. Its fact borrows a message of
//! identity, so that it is in the contract.

use std::collections::HashMap;

use chassis::{
    Service, Tx,
    projection::{Folding, OneStatement, Projection, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{
    Aggregate, AudienceKey, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PersonId, PublishedFact, Refusal,
    RetentionClass, Sealed, Sealer, Stored, Uuid,
    stored::{Reader, encoded, seal},
};
use kajo_proto::{identity::store::v1 as store, identity::v1::SessionStarted};
use prost::Message;
use sqlx::{Row, migrate::Migrator, postgres::PgRow};

pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("tests/migrations");

/// No tally goes beyond this.
pub(crate) const LIMIT: i64 = 1_000_000;
pub(crate) const OWNER: PersonId = PersonId::from_uuid(Uuid::from_u128(0xA11CE));

pub(crate) type TallyId = Id<Tally>;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) sum: i64,
    pub(crate) taken_by: Option<i64>,
    pub(crate) note: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Command {
    Add(i64),
    /// Only the first one succeeds.
    Take(i64),
    Note(String),
    /// A note about somebody other than the owner.
    NoteAbout(PersonId),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    Added(i64),
    Taken(i64),
    Noted(Sealed<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    #[error("too much")]
    TooMuch,
    #[error("taken by {0}")]
    TakenBy(i64),
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::TooMuch => "too_much",
            Self::TakenBy(_) => "taken_by_another",
        }
    }
}

impl Aggregate for Tally {
    const CATEGORY: &'static str = "tally";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match command {
            Command::Add(0) => Ok(vec![]),
            Command::Add(amount) if self.sum + amount > LIMIT => Err(Refused::TooMuch),
            Command::Add(amount) => Ok(vec![Event::Added(*amount)]),
            Command::Take(by) => match self.taken_by {
                Some(owner) if owner == *by => Ok(vec![]),
                Some(owner) => Err(Refused::TakenBy(owner)),
                None => Ok(vec![Event::Taken(*by)]),
            },
            Command::NoteAbout(person) => Ok(vec![Event::Noted(Sealed::new(*person, RetentionClass::Account, "seen".to_owned()))]),
            Command::Note(text) => Ok(vec![Event::Noted(Sealed::new(OWNER, RetentionClass::Account, text.clone()))]),
        }
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Added(amount) => self.sum += amount,
            Event::Taken(by) => self.taken_by = Some(*by),
            Event::Noted(text) => self.note = text.open().cloned(),
        }
    }
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Added(_) => "tally.added",
            Self::Taken(_) => "tally.taken",
            Self::Noted(_) => "tally.noted",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Added(amount) | Self::Taken(amount) => {
                encoded(&store::LocationDefined { name: amount.to_string(), ..store::LocationDefined::default() })
            }
            Self::Noted(text) => encoded(&store::PractitionerRegistered { name: seal(text, sealer), ..store::PractitionerRegistered::default() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let number = || -> Result<i64, DecodeError> {
            let payload: store::LocationDefined = reader.payload()?;
            payload.name.parse().map_err(|_| reader.malformed())
        };
        match stored.event_type.as_str() {
            "tally.added" => Ok(Self::Added(number()?)),
            "tally.taken" => Ok(Self::Taken(number()?)),
            "tally.noted" => Ok(Self::Noted(reader.sealed(reader.payload::<store::PractitionerRegistered>()?.name)?)),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let fact = SessionStarted { session_id: meta.aggregate_id.to_string(), ..SessionStarted::default() };
        Some(PublishedFact { message: "kajo.identity.v1.SessionStarted", payload: fact.encode_to_vec(), audience: vec![AudienceKey::person("x")] })
    }
}

/// What a tally comes to.
pub(crate) struct Tallies;

impl ReadModel for Tallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Projection for Tallies {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let amount = match event.decode::<Event>()? {
            Event::Added(amount) => amount,
            Event::Taken(_) | Event::Noted(_) => 0,
        };
        count(tx, event, amount).await
    }
}

/// The same read model in a later build: what is taken away counts from now on.
pub(crate) struct NetTallies;

impl ReadModel for NetTallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Projection for NetTallies {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let amount = match event.decode::<Event>()? {
            Event::Added(amount) => amount,
            Event::Taken(amount) => -amount,
            Event::Noted(_) => 0,
        };
        count(tx, event, amount).await
    }
}

/// The same read model by one statement, which is part of the append.
pub(crate) struct StatementTallies;

impl ReadModel for StatementTallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl OneStatement for StatementTallies {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let amount = match event.decode::<Event>()? {
            Event::Added(amount) => amount,
            Event::Taken(_) => 0,
            Event::Noted(_) => return Ok(None),
        };
        Ok(Some(Statement::new(COUNT).bind(event.meta.aggregate_id).bind(amount)))
    }
}

/// The same read model, folded in memory.
pub(crate) struct FoldedTallies;

impl ReadModel for FoldedTallies {
    const NAME: &'static str = "tallies";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Folding for FoldedTallies {
    /// The sum, and how many events made it.
    type Rows = (i64, i64);

    const LOAD: &'static str = "select tally_id, sum, events from tallies where tally_id = any($1)";

    fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, (i64, i64)>, sqlx::Error> {
        rows.iter().map(|row| Ok((row.try_get("tally_id")?, (row.try_get("sum")?, row.try_get("events")?)))).collect()
    }

    fn evolve(rows: &mut Option<(i64, i64)>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let amount = match event.decode::<Event>()? {
            Event::Added(amount) => amount,
            Event::Taken(_) => 0,
            Event::Noted(_) => return Ok(()),
        };
        let (sum, events) = rows.unwrap_or_default();
        *rows = Some((sum + amount, events + 1));
        Ok(())
    }

    fn save(rows: &[(Uuid, (i64, i64))]) -> Vec<Statement> {
        let save = "insert into tallies (tally_id, sum, events) select * from unnest($1::uuid[], $2::bigint[], $3::bigint[])
             on conflict (tally_id) do update set sum = excluded.sum, events = excluded.events";
        let numbers = |number: fn(&(i64, i64)) -> i64| rows.iter().map(|(_, row)| number(row)).collect::<Vec<_>>();
        let ids = rows.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        vec![Statement::new(save).bind(ids).bind(numbers(|(sum, _)| *sum)).bind(numbers(|(_, events)| *events))]
    }
}

const COUNT: &str = "insert into tallies (tally_id, sum, events) values ($1, $2, 1)
     on conflict (tally_id) do update set sum = tallies.sum + excluded.sum, events = tallies.events + 1";

async fn count(tx: &mut Tx<'_>, event: &RawRecorded, amount: i64) -> Result<(), ProjectionError> {
    sqlx::query(COUNT).bind(event.meta.aggregate_id).bind(amount).execute(&mut **tx).await?;
    Ok(())
}

/// A service with nothing but tallies. It is called identity because its facts are.
pub(crate) fn service() -> Service {
    Service::new("identity", &MIGRATOR).aggregate::<Tally>()
}
