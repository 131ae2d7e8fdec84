//! The read model of a service's publications: a table with a row for each, a draft beside what is in force, and one with every version.
//! Words are kept as they are stored: a new field of a kind changes no table.

use chassis_domain::{DecodeError, PublicationBody, PublicationEvent};
use futures::future::BoxFuture;
use jiff_sqlx::ToSqlx;

use crate::{
    database::Tx,
    projection::{AppendPlan, InlineProjection, Plan, ProjectionError, Statement},
    store::RawRecorded,
};

/// The read model `publications` of a service: which kinds of publications it has.
pub struct Publications {
    version: u32,
    kinds: Vec<KindOfPublication>,
    categories: &'static [&'static str],
}

/// A kind of publication whose type is forgotten.
#[derive(Clone, Copy)]
pub struct KindOfPublication {
    category: &'static str,
    statements: fn(&RawRecorded) -> Result<Vec<Statement>, DecodeError>,
}

impl KindOfPublication {
    /// Of these words.
    pub const fn of<B: PublicationBody>() -> Self {
        Self { category: B::CATEGORY, statements: statements::<B> }
    }
}

impl Publications {
    /// Of these kinds. `version` is raised when names, words or kinds are made in another way.
    pub fn new(version: u32, kinds: &[KindOfPublication]) -> Self {
        // Once per start: what a service is made of lives as long as its process.
        let categories = kinds.iter().map(|kind| kind.category).collect::<Vec<_>>().leak();
        Self { version, kinds: kinds.to_vec(), categories }
    }

    /// What each event does.
    fn statements(&self, events: &[RawRecorded]) -> Result<Vec<Vec<Statement>>, ProjectionError> {
        let of = |event: &RawRecorded| self.kinds.iter().find(|kind| kind.category == event.category).map(|kind| (kind.statements)(event));
        Ok(events.iter().filter_map(of).collect::<Result<_, _>>()?)
    }
}

/// Of one event: none of them sees what another one writes.
fn statements<B: PublicationBody>(event: &RawRecorded) -> Result<Vec<Statement>, DecodeError> {
    let of = |sql: &'static str| {
        let version = i64::try_from(event.meta.version).unwrap_or(i64::MAX);
        Statement::new(sql).bind(event.meta.aggregate_id).bind(version).bind(event.meta.recorded_at.to_sqlx())
    };
    let written = |statement: Statement, body: &B| {
        statement
            .bind(B::CATEGORY)
            .bind(body.name().to_owned())
            .bind(body.words())
            .bind(i32::try_from(body.kind()).unwrap_or(i32::MAX))
            .bind(i16::try_from(event.stored.schema).unwrap_or(i16::MAX))
            .bind(event.stored.payload.clone())
    };
    Ok(match event.decode::<PublicationEvent<B>>()? {
        PublicationEvent::Drafted(body) => vec![written(
            of("insert into publications (id, version, updated_at, category, name, words, kind, draft_schema, draft, archived, published_version)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, 0)
                on conflict (id) do update set version = excluded.version, updated_at = excluded.updated_at, name = excluded.name,
                    words = excluded.words, kind = excluded.kind, draft_schema = excluded.draft_schema, draft = excluded.draft"),
            &body,
        )],
        PublicationEvent::DraftDropped => vec![of(
            "update publications p set version = $2, updated_at = $3, draft_schema = null, draft = null, name = v.name, words = v.words, kind = v.kind
             from publication_versions v where p.id = $1 and v.id = p.id and v.published_version = p.published_version",
        )],
        PublicationEvent::Published { version, body } => {
            let number = i32::try_from(version).unwrap_or(i32::MAX);
            vec![
                written(
                    of("insert into publications (id, version, updated_at, category, name, words, kind, published_schema, published, archived,
                            published_version, published_at)
                        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10, $3)
                        on conflict (id) do update set version = excluded.version, updated_at = excluded.updated_at, name = excluded.name,
                            words = excluded.words, kind = excluded.kind, draft_schema = null, draft = null,
                            published_schema = excluded.published_schema, published = excluded.published,
                            published_version = excluded.published_version, published_at = excluded.published_at"),
                    &body,
                )
                .bind(number),
                written(
                    of("insert into publication_versions (id, event_version, published_at, category, name, words, kind, schema, payload,
                            published_version)
                        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"),
                    &body,
                )
                .bind(number),
            ]
        }
        PublicationEvent::Archived => vec![of("update publications set archived = true, version = $2, updated_at = $3 where id = $1")],
        PublicationEvent::Restored => vec![of("update publications set archived = false, version = $2, updated_at = $3 where id = $1")],
    })
}

impl InlineProjection for Publications {
    fn name(&self) -> &'static str {
        "publications"
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn tables(&self) -> &'static [&'static str] {
        &["publications", "publication_versions"]
    }

    fn categories(&self) -> &'static [&'static str] {
        self.categories
    }

    fn ddl(&self) -> Option<&'static str> {
        Some(
            "create table publications (
                 id uuid not null,
                 version bigint not null,
                 updated_at timestamptz not null,
                 category text not null,
                 -- Of the draft where there is one, otherwise of what is in force.
                 name text not null,
                 words text not null,
                 kind integer not null,
                 draft_schema smallint,
                 draft bytea,
                 published_schema smallint,
                 published bytea,
                 -- 0: none was published yet.
                 published_version integer not null,
                 published_at timestamptz,
                 archived boolean not null,
                 constraint publications_pkey primary key (id)
             );
             create index publications_by_name on publications (category, name, id);
             create table publication_versions (
                 id uuid not null,
                 published_version integer not null,
                 event_version bigint not null,
                 published_at timestamptz not null,
                 category text not null,
                 name text not null,
                 words text not null,
                 kind integer not null,
                 schema smallint not null,
                 payload bytea not null,
                 constraint publication_versions_pkey primary key (id, published_version)
             );",
        )
    }

    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError> {
        let mut of_events = self.statements(events)?.into_iter();
        Ok(match (of_events.next(), of_events.next()) {
            (None, _) => Plan::Nothing,
            (Some(statements), None) => Plan::InStatement(AppendPlan { statements, ..AppendPlan::default() }),
            // What a second event changes the first one has written.
            (Some(_), Some(_)) => Plan::InTransaction,
        })
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(async move {
            for statement in self.statements(events)?.into_iter().flatten() {
                statement.execute(tx).await?;
            }
            Ok(())
        })
    }
}
