//! Which paths belong to which category, by what is in force and by what is being built beside it: what stands in the way of a removal.

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{PublicationBody, PublicationEvent, Uuid};

use crate::path::Body;

/// The read model.
pub(crate) struct PathsOfCategories;

impl ReadModel for PathsOfCategories {
    const NAME: &'static str = "paths_of_categories";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["paths_of_categories"];
    const CATEGORIES: &'static [&'static str] = &[Body::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table paths_of_categories (
             path_id uuid not null,
             draft_name text,
             draft_category_id uuid,
             published_name text,
             published_category_id uuid,
             constraint paths_of_categories_pkey primary key (path_id)
         );
         create index paths_of_categories_by_draft on paths_of_categories (draft_category_id);
         create index paths_of_categories_by_published on paths_of_categories (published_category_id);",
    );
}

impl OneStatement for PathsOfCategories {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let of = |sql: &'static str| Statement::new(sql).bind(event.meta.aggregate_id);
        Ok(match event.decode::<PublicationEvent<Body>>()? {
            PublicationEvent::Drafted(body) => Some(
                of("insert into paths_of_categories (path_id, draft_name, draft_category_id) values ($1, $2, $3)
                    on conflict (path_id) do update set draft_name = excluded.draft_name, draft_category_id = excluded.draft_category_id")
                .bind(body.name.fi)
                .bind(body.category),
            ),
            PublicationEvent::DraftDropped => {
                Some(of("update paths_of_categories set draft_name = null, draft_category_id = null where path_id = $1"))
            }
            PublicationEvent::Published { body, .. } => Some(
                of("insert into paths_of_categories (path_id, published_name, published_category_id) values ($1, $2, $3)
                    on conflict (path_id) do update set draft_name = null, draft_category_id = null, published_name = excluded.published_name,
                        published_category_id = excluded.published_category_id")
                .bind(body.name.fi)
                .bind(body.category),
            ),
            PublicationEvent::Archived | PublicationEvent::Restored => None,
        })
    }
}

/// The paths of a category by their Finnish name, archived ones and drafts too: so many at most.
pub(crate) async fn some(pool: &Pool, category: Uuid, most: u16) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select path_id from paths_of_categories where draft_category_id = $1 or published_category_id = $1
         order by coalesce(draft_name, published_name), path_id limit $2",
    )
    .bind(category)
    .bind(i64::from(most))
    .fetch_all(pool)
    .await
}

/// How many there are.
pub(crate) async fn count(pool: &Pool, category: Uuid) -> Result<u64, sqlx::Error> {
    let count: i64 = sqlx::query_scalar(COUNT).bind(category).fetch_one(pool).await?;
    Ok(count.unsigned_abs())
}

/// The same, as a transaction sees it.
pub(crate) async fn count_in_tx(tx: &mut Tx<'_>, category: Uuid) -> Result<u64, sqlx::Error> {
    let count: i64 = sqlx::query_scalar(COUNT).bind(category).fetch_one(&mut **tx).await?;
    Ok(count.unsigned_abs())
}

const COUNT: &str = "select count(*) from paths_of_categories where draft_category_id = $1 or published_category_id = $1";
