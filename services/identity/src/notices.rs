//! Notices on their way: stored with what they tell of, sent afterwards, tried again while the mail server or the SMS gateway does not take
//! them. They go to every address that stood before, proven or not: whoever took the session over has none of those. Sent twice after a crash,
//! one does no harm.

use std::time::Duration;

use chassis::{
    Kernel, Tx,
    due::{Every, Lane, Sweep},
    messages::{MessageSettings, Messages},
    sealing::{Needs, from_column, to_column},
    store::{StoreError, UnitOfWork},
};
use chassis_domain::{Blob, Opener, PersonId, Timestamp, Uuid};
use futures::{StreamExt, stream};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use sqlx::Row;

use crate::{
    adapters::messages,
    notice::Notice,
    resident::{Point, Resident},
};

/// As the job is called.
pub(crate) const JOB: &str = "notices";
/// How often it is looked for what is to be tried again.
pub(crate) const EVERY: Every = Every::seconds(30);
/// Mail servers may be slow.
pub(crate) const LANE: Lane = Lane::new("notices").width(2).patience(Duration::from_mins(2));

/// How many are sent in one go, all at once.
const BATCH: i64 = 8;
/// When one that was not taken is tried again.
const PAUSE: SignedDuration = SignedDuration::from_mins(2);
/// For so long it is tried: news of yesterday.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);
/// How many a person causes in ..
const MOST: i64 = 10;
/// .. this time: no way to have somebody else's address flooded.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// Tells a person, wherever they could be reached.
pub(crate) async fn tell_in_tx(
    unit: &mut UnitOfWork,
    notice: Notice,
    reached_at: &Resident,
    person: PersonId,
    language: &str,
) -> Result<(), StoreError> {
    let now = unit.context().now;
    for (point, address) in reached_at.addresses() {
        let id = unit.context().new_id::<Uuid>(&format!("notice {}", point.number())).uuid();
        insert_in_tx(unit.tx(), id, notice, (point, address), person, language, now).await?;
    }
    Ok(())
}

async fn insert_in_tx(
    tx: &mut Tx<'_>,
    id: Uuid,
    notice: Notice,
    (point, address): (Point, &Blob),
    person: PersonId,
    language: &str,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into notices (notice_id, person_id, notice, contact_point, address, language, made_at, due_at)
         select $1, $2, $3, $4, $5, $6, $7, $7
         where (select count(*) from notices where person_id = $2 and made_at > $8) < $9",
    )
    .bind(id)
    .bind(person.uuid())
    .bind(notice.number())
    .bind(i16::try_from(point.number()).unwrap_or_default())
    .bind(to_column(address))
    .bind(language)
    .bind(now.to_sqlx())
    .bind(now.saturating_sub(WINDOW).unwrap_or(now).to_sqlx())
    .bind(MOST)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has what is told sent at once. What stands in the way of that stands in nobody's way: it is sent at its time.
pub(crate) async fn soon(kernel: &Kernel) {
    if let Err(error) = kernel.due.soon(JOB).await {
        tracing::warn!(error = &error as &dyn std::error::Error, "notices.later");
    }
}

/// Forgets those of a person whose account is no more.
pub(crate) async fn forget_in_tx(tx: &mut Tx<'_>, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from notices where person_id = $1").bind(person.uuid()).execute(&mut **tx).await?;
    Ok(())
}

/// One that is sent now.
struct Taken {
    id: Uuid,
    notice: Option<Notice>,
    point: Option<Point>,
    address: Vec<u8>,
    language: String,
}

/// Sends what is due.
pub(crate) async fn send(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    forget(&kernel, now).await?;
    let mut sweep = Sweep::new(&kernel, "notices");
    loop {
        let taken = take(&kernel, now).await?;
        if taken.is_empty() {
            return Ok(());
        }
        let (kernel, ways) = (&kernel, &Messages::of(&kernel.settings.part::<MessageSettings>()?)?);
        let sent = stream::iter(taken).map(|taken| async move { (taken.id, deliver(kernel, ways, &taken).await) });
        let sent: Vec<_> = sent.buffer_unordered(usize::try_from(BATCH)?).collect().await;
        for (id, sent) in sent {
            sweep.row(id, sent);
        }
    }
}

/// Takes those that are due. What is not sent comes again: nobody else looks at it meanwhile.
async fn take(kernel: &Kernel, now: Timestamp) -> anyhow::Result<Vec<Taken>> {
    let rows = sqlx::query(
        "update notices set due_at = $2 where notice_id in (
             select notice_id from notices where sent_at is null and due_at <= $1 order by due_at limit $3 for update skip locked)
         returning notice_id, notice, contact_point, address, language",
    );
    let rows = rows.bind(now.to_sqlx()).bind(now.saturating_add(PAUSE)?.to_sqlx()).bind(BATCH).fetch_all(&kernel.pool).await?;
    let taken = rows.into_iter().map(|row| {
        Ok(Taken {
            id: row.try_get("notice_id")?,
            notice: Notice::from_number(row.try_get("notice")?),
            point: Point::from_number(row.try_get::<i16, _>("contact_point")?.into()),
            address: row.try_get("address")?,
            language: row.try_get("language")?,
        })
    });
    Ok(taken.collect::<Result<_, sqlx::Error>>()?)
}

async fn deliver(kernel: &Kernel, ways: &Messages, taken: &Taken) -> anyhow::Result<()> {
    // An address whose key is destroyed is nobody's any more.
    if let (Some(notice), Some(point), Some(address)) = (taken.notice, taken.point, opened(kernel, &taken.address).await?) {
        let (subject, text) = notice.words(&taken.language);
        messages::send(ways, point, &address, subject, text).await?;
    }
    sqlx::query("update notices set sent_at = $2, address = '' where notice_id = $1")
        .bind(taken.id)
        .bind(kernel.clock.now().to_sqlx())
        .execute(&kernel.pool)
        .await?;
    Ok(())
}

async fn opened(kernel: &Kernel, address: &[u8]) -> anyhow::Result<Option<String>> {
    let Some(blob) = from_column(address) else { return Ok(None) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
    Ok(keys.open(&blob).and_then(|address| String::from_utf8(address).ok()))
}

/// Forgets what was sent and counts no more, and what nobody took for a day.
async fn forget(kernel: &Kernel, now: Timestamp) -> anyhow::Result<()> {
    let given_up = sqlx::query("delete from notices where sent_at is null and made_at < $1").bind(now.saturating_sub(PATIENCE)?.to_sqlx());
    let given_up = given_up.execute(&kernel.pool).await?.rows_affected();
    if given_up > 0 {
        tracing::error!(given_up, "notices.given_up");
    }
    let counted = sqlx::query("delete from notices where sent_at is not null and made_at < $1").bind(now.saturating_sub(WINDOW)?.to_sqlx());
    counted.execute(&kernel.pool).await?;
    Ok(())
}
