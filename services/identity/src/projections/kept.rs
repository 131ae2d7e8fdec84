//! What the read models of things that administrators keep have in common: a list by name that can be searched, and one by its id.

use std::collections::BTreeMap;

use chassis::{Pool, Tx, page::NameCursor, search};
use chassis_domain::{AdminDetails, AdminRecord, Id, Uses};
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row as _, postgres::PgRow, types::Json};
use uuid::Uuid;

/// The read model of one kind of thing.
pub trait KeptRows: 'static {
    /// What is kept.
    type Details: AdminDetails;
    /// What is known of it besides.
    type More: Send;
    /// What is known around it without the database.
    type Known: Copy + Send + Sync + 'static;
    /// Those whose words match `$1`, by name behind the name `$2` and the id `$3` when there is one, `$4` at most. The id is `id`.
    /// Words by id that stand for ids in a row are `$5`, for a kind of thing that has such.
    const PAGE: &'static str;
    /// The one whose id is `$1`.
    const ONE: &'static str;

    /// Reads what is its own of a row.
    ///
    /// # Errors
    /// When a column is missing.
    fn read(row: &PgRow) -> Result<(Self::Details, Self::More), sqlx::Error>;

    /// What is known around these details. Holds until the transaction ends: whoever saves such a thing at the same time waits.
    fn around_in_tx(
        tx: &mut Tx<'_>,
        id: Id<AdminRecord<Self::Details>>,
        details: &Self::Details,
        known: Self::Known,
    ) -> impl Future<Output = Result<<Self::Details as AdminDetails>::Around, sqlx::Error>> + Send;

    /// What uses it. Holds until the transaction ends.
    fn uses_in_tx(_: &mut Tx<'_>, _: Id<AdminRecord<Self::Details>>) -> impl Future<Output = Result<Uses, sqlx::Error>> + Send {
        std::future::ready(Ok(Uses::default()))
    }
}

/// One of them, as administrators see it.
#[derive(Clone, Debug)]
pub struct Row<D, More> {
    /// Which.
    pub id: Uuid,
    /// As it was saved last.
    pub details: D,
    /// What is known besides.
    pub more: More,
    /// When it was saved.
    pub updated_at: jiff::Timestamp,
}

/// A row of a read model.
pub type RowOf<K> = Row<<K as KeptRows>::Details, <K as KeptRows>::More>;

/// Those that hold the words of a search, by name; one more than a page tells that there are more.
pub async fn page<K: KeptRows>(
    pool: &Pool,
    words: &str,
    named: Option<&BTreeMap<Uuid, String>>,
    after: Option<&NameCursor>,
    size: usize,
) -> Result<Vec<RowOf<K>>, sqlx::Error> {
    let query = sqlx::query(K::PAGE)
        .bind(search::patterns(words))
        .bind(after.map(|after| after.name.as_str()))
        .bind(after.map(|after| after.id))
        .bind(i64::try_from(size).unwrap_or(i64::MAX));
    let query = match named {
        Some(named) => query.bind(Json(named)),
        None => query,
    };
    let rows = query.fetch_all(pool).await?;
    rows.iter().map(read::<K>).collect()
}

/// One of them.
pub async fn find<K: KeptRows>(pool: &Pool, id: Uuid) -> Result<Option<RowOf<K>>, sqlx::Error> {
    sqlx::query(K::ONE).bind(id).fetch_optional(pool).await?.as_ref().map(read::<K>).transpose()
}

fn read<K: KeptRows>(row: &PgRow) -> Result<RowOf<K>, sqlx::Error> {
    let (details, more) = K::read(row)?;
    Ok(Row { id: row.try_get("id")?, details, more, updated_at: row.try_get::<SqlTimestamp, _>("updated_at")?.to_jiff() })
}

impl<D: AdminDetails, More> Row<D, More> {
    /// Behind it the next page goes on.
    pub fn cursor(&self) -> NameCursor {
        NameCursor { name: self.details.name().to_owned(), id: self.id }
    }
}
