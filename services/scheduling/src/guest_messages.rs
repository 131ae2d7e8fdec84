//! What guests are told, on its way: stored with what it tells of, sent afterwards, tried again while the mail server or the SMS gateway does not
//! take it. The secret of a link is made when it is sent, and each try has another one. Sent twice after a crash, a message does no harm.

use std::time::Duration;

use chassis::{
    Kernel, Tx,
    due::{Every, Lane, Sweep},
    messages::{MessageSettings, Messages, NotSent},
    sealing::{Needs, from_column, to_column},
};
use chassis_domain::{Blob, Opener, SignedDuration, Timestamp, Uuid};
use futures::{StreamExt, stream};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgExecutor, Row, postgres::PgRow};

use crate::{
    appointment::{AppointmentId, participant::Participant},
    guest_links,
    guest_words::{News, Point},
    guests,
    settings::SchedulingSettings,
};

/// As the job is called.
pub(crate) const JOB: &str = "guest-messages";
/// How often it is looked for what is to be tried again.
pub(crate) const EVERY: Every = Every::seconds(30);
/// Mail servers may be slow.
pub(crate) const LANE: Lane = Lane::new("guest-messages").width(2).patience(Duration::from_mins(2));

/// How many are sent in one go, all at once.
const BATCH: i64 = 8;
/// When one that was not taken is tried again.
const PAUSE: SignedDuration = SignedDuration::from_mins(2);
/// For so long it is tried, while the appointment has not ended.
const PATIENCE: SignedDuration = SignedDuration::from_hours(24);

/// Something that a guest is to be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Telling<'a> {
    /// Whom.
    pub(crate) guest: Uuid,
    /// Of which appointment.
    pub(crate) appointment: AppointmentId,
    /// What.
    pub(crate) news: News,
    /// Which way.
    pub(crate) point: Point,
    /// Where.
    pub(crate) address: &'a Blob,
    /// When what it tells of begins.
    pub(crate) starts_at: Timestamp,
    /// The command by which a professional asked for it.
    pub(crate) asked: Option<Uuid>,
}

/// Everywhere a guest can be reached, as it is kept.
pub(crate) fn addresses(guest: &Participant) -> impl Iterator<Item = (Point, &Blob)> {
    let points = [(Point::Email, &guest.email), (Point::Phone, &guest.phone)];
    points.into_iter().filter_map(|(point, address)| Some((point, address.as_ref()?.blob()?)))
}

/// Puts it on its way, with what it tells of.
pub(crate) async fn put_in_tx(tx: &mut Tx<'_>, id: Uuid, telling: Telling<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into guest_messages
             (message_id, party_id, appointment_id, kind, contact_point, address, starts_at, asked, made_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
    )
    .bind(id)
    .bind(telling.guest)
    .bind(telling.appointment.uuid())
    .bind(telling.news.number())
    .bind(telling.point.number())
    .bind(to_column(telling.address))
    .bind(telling.starts_at.to_sqlx())
    .bind(telling.asked)
    .bind(now.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What a guest has not been told yet is overtaken. With `but`, that alone stays.
pub(crate) async fn overtake_in_tx(tx: &mut Tx<'_>, guest: Uuid, but: Option<News>) -> Result<(), sqlx::Error> {
    sqlx::query("delete from guest_messages where party_id = $1 and sent_at is null and given_up_at is null and kind is distinct from $2")
        .bind(guest)
        .bind(but.map(News::number))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Of which time a guest was told last, one way; `None`: of none.
pub(crate) async fn told_in_tx(tx: &mut Tx<'_>, guest: Uuid, point: Point) -> Result<Option<Timestamp>, sqlx::Error> {
    let told: Option<SqlTimestamp> = sqlx::query_scalar(
        "select starts_at from guest_messages where party_id = $1 and contact_point = $2 and sent_at is not null order by seq desc limit 1",
    )
    .bind(guest)
    .bind(point.number())
    .fetch_optional(&mut **tx)
    .await?;
    Ok(told.map(SqlTimestamp::to_jiff))
}

/// Invitations that wait tell another time.
pub(crate) async fn retime_in_tx(tx: &mut Tx<'_>, guest: Uuid, starts_at: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("update guest_messages set starts_at = $2 where party_id = $1 and kind = $3 and sent_at is null and given_up_at is null")
        .bind(guest)
        .bind(starts_at.to_sqlx())
        .bind(News::Invited.number())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Invitations that wait are not sent, since another one is. They count still.
pub(crate) async fn replace_in_tx(tx: &mut Tx<'_>, guest: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update guest_messages set given_up_at = $2, address = '' where party_id = $1 and kind = $3 and sent_at is null and given_up_at is null",
    )
    .bind(guest)
    .bind(now.to_sqlx())
    .bind(News::Invited.number())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// How often professionals have asked for another link for a guest since then.
pub(crate) async fn asked_in_tx(tx: &mut Tx<'_>, guest: Uuid, since: Timestamp) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(distinct asked) from guest_messages where party_id = $1 and made_at > $2")
        .bind(guest)
        .bind(since.to_sqlx())
        .fetch_one(&mut **tx)
        .await
}

/// What became of the last invitation that a guest was sent one way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invitation {
    guest: Uuid,
    point: Option<Point>,
    sent_at: Option<Timestamp>,
    given_up: bool,
}

/// What became of the last link of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkState {
    /// It is on its way.
    Sending,
    /// It was taken at that time, one way at least.
    Sent(Timestamp),
    /// It is not tried any more.
    NotSent,
}

/// The last invitations of these guests.
pub(crate) async fn invitations(executor: impl PgExecutor<'_>, guests: &[Uuid]) -> Result<Vec<Invitation>, sqlx::Error> {
    let rows = sqlx::query(
        "select distinct on (party_id, contact_point) party_id, contact_point, sent_at, given_up_at is not null as given_up
         from guest_messages where party_id = any($1) and kind = $2 order by party_id, contact_point, seq desc",
    )
    .bind(guests)
    .bind(News::Invited.number())
    .fetch_all(executor)
    .await?;
    rows.iter().map(invitation).collect()
}

fn invitation(row: &PgRow) -> Result<Invitation, sqlx::Error> {
    Ok(Invitation {
        guest: row.try_get("party_id")?,
        point: Point::from_number(row.try_get("contact_point")?),
        sent_at: row.try_get::<Option<SqlTimestamp>, _>("sent_at")?.map(SqlTimestamp::to_jiff),
        given_up: row.try_get("given_up")?,
    })
}

impl Invitation {
    /// Of a guest, by the way that they have.
    pub(crate) fn is_of(&self, guest: Uuid, point: Point) -> bool {
        self.guest == guest && self.point == Some(point)
    }

    /// It is not on its way any more, and never was taken.
    const fn has_failed(&self) -> bool {
        self.given_up && self.sent_at.is_none()
    }

    /// How a guest comes to know of something: who waits for the invitation hears it by that, and who has none needs one first.
    pub(crate) fn suits(all: &[Self], guest: Uuid, point: Point, news: News) -> Option<News> {
        match all.iter().find(|invitation| invitation.is_of(guest, point)) {
            Some(invitation) if invitation.sent_at.is_some() => Some(news),
            Some(invitation) if !invitation.has_failed() => None,
            Some(_) | None => Some(News::Invited),
        }
    }
}

/// What became of the last link of a guest, by the ways that they can be reached now. `None`: they were sent none.
pub(crate) fn link_state(all: &[Invitation], guest: &Participant) -> Option<LinkState> {
    let points = [(Point::Email, guest.email.is_some()), (Point::Phone, guest.phone.is_some())];
    let known = |invitation: &&Invitation| points.iter().any(|(point, given)| *given && invitation.is_of(guest.id, *point));
    let own: Vec<_> = all.iter().filter(known).collect();
    if let Some(sent_at) = own.iter().filter_map(|invitation| invitation.sent_at).max() {
        return Some(LinkState::Sent(sent_at));
    }
    let waits = own.iter().any(|invitation| !invitation.given_up);
    (!own.is_empty()).then_some(if waits { LinkState::Sending } else { LinkState::NotSent })
}

/// Has what is told sent at once. What stands in the way of that stands in nobody's way: it is sent at its time.
pub(crate) async fn soon(kernel: &Kernel) {
    if let Err(error) = kernel.due.soon(JOB).await {
        tracing::warn!(error = &error as &dyn std::error::Error, "guest_messages.later");
    }
}

/// One that is sent now.
struct Taken {
    id: Uuid,
    guest: Uuid,
    news: Option<News>,
    point: Option<Point>,
    address: Vec<u8>,
    starts_at: Timestamp,
}

/// With what it is sent.
struct Post<'a> {
    kernel: &'a Kernel,
    messages: Messages,
    public_url: String,
}

/// Sends what is due, and forgets guests whose appointments are long over.
pub(crate) async fn send(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    guests::forget(&kernel, now).await?;
    give_up_late(&kernel, now).await?;
    let messages = Messages::of(&kernel.settings.part::<MessageSettings>()?)?;
    let public_url = kernel.settings.part::<SchedulingSettings>()?.resident_public_url;
    let post = &Post { kernel: &kernel, messages, public_url };
    let mut sweep = Sweep::new(&kernel, "guest_messages");
    loop {
        let taken = take(&kernel, now).await?;
        if taken.is_empty() {
            return Ok(());
        }
        let sent = stream::iter(taken).map(|taken| async move { (taken.id, post.deliver(&taken).await) });
        let sent: Vec<_> = sent.buffer_unordered(usize::try_from(BATCH)?).collect().await;
        for (id, sent) in sent {
            sweep.row(id, sent);
        }
    }
}

/// What came to nothing for too long, or is of no use any more.
async fn give_up_late(kernel: &Kernel, now: Timestamp) -> anyhow::Result<()> {
    sqlx::query(
        "update guest_messages m set given_up_at = $1, address = '' from guests g
         where g.party_id = m.party_id and m.sent_at is null and m.given_up_at is null and (m.made_at <= $2 or g.ends_at <= $1)",
    )
    .bind(now.to_sqlx())
    .bind(now.saturating_sub(PATIENCE)?.to_sqlx())
    .execute(&kernel.pool)
    .await?;
    Ok(())
}

/// Takes those that are due. What is not sent comes again: nobody else looks at it meanwhile.
async fn take(kernel: &Kernel, now: Timestamp) -> anyhow::Result<Vec<Taken>> {
    let rows = sqlx::query(
        "update guest_messages set due_at = $2 where message_id in (
             select message_id from guest_messages
             where sent_at is null and given_up_at is null and due_at <= $1 order by due_at, seq limit $3 for update skip locked)
         returning message_id, party_id, kind, contact_point, address, starts_at",
    );
    let rows = rows.bind(now.to_sqlx()).bind(now.saturating_add(PAUSE)?.to_sqlx()).bind(BATCH).fetch_all(&kernel.pool).await?;
    let taken = rows.into_iter().map(|row| {
        Ok(Taken {
            id: row.try_get("message_id")?,
            guest: row.try_get("party_id")?,
            news: News::from_number(row.try_get("kind")?),
            point: Point::from_number(row.try_get("contact_point")?),
            address: row.try_get("address")?,
            starts_at: row.try_get::<SqlTimestamp, _>("starts_at")?.to_jiff(),
        })
    });
    Ok(taken.collect::<Result<_, sqlx::Error>>()?)
}

impl Post<'_> {
    async fn deliver(&self, taken: &Taken) -> anyhow::Result<()> {
        // An address whose key is destroyed is nobody's any more.
        let (Some(news), Some(point), Some(address)) = (taken.news, taken.point, self.opened(&taken.address).await?) else {
            return self.give_up(taken.id).await;
        };
        if news == News::Invited {
            // Taken away meanwhile, it is not sent.
            let Some(secret) = guest_links::make(self.kernel, taken.id).await? else { return Ok(()) };
            let link = guest_links::address(&self.public_url, taken.guest, &secret);
            if let Err(error) = self.say(news, point, (&address, &link), taken.starts_at).await {
                guest_links::unmake(&self.kernel.pool, taken.guest, &secret).await?;
                return Err(error.into());
            }
        } else {
            self.say(news, point, (&address, ""), taken.starts_at).await?;
        }
        self.sent(taken).await
    }

    async fn say(&self, news: News, point: Point, (address, link): (&str, &str), starts_at: Timestamp) -> Result<(), NotSent> {
        match point {
            Point::Email => {
                let (subject, text) = news.email(starts_at, link);
                self.messages.email(address, subject, &text).await
            }
            Point::Phone => self.messages.sms(address, &news.sms(starts_at, link)).await,
        }
    }

    /// What told a time that is no more the appointment's is sent once more.
    async fn sent(&self, taken: &Taken) -> anyhow::Result<()> {
        sqlx::query("update guest_messages set sent_at = $2, address = '' where message_id = $1 and starts_at = $3")
            .bind(taken.id)
            .bind(self.kernel.clock.now().to_sqlx())
            .bind(taken.starts_at.to_sqlx())
            .execute(&self.kernel.pool)
            .await?;
        Ok(())
    }

    async fn give_up(&self, message: Uuid) -> anyhow::Result<()> {
        sqlx::query("update guest_messages set given_up_at = $2, address = '' where message_id = $1")
            .bind(message)
            .bind(self.kernel.clock.now().to_sqlx())
            .execute(&self.kernel.pool)
            .await?;
        Ok(())
    }

    async fn opened(&self, address: &[u8]) -> anyhow::Result<Option<String>> {
        let Some(blob) = from_column(address) else { return Ok(None) };
        let keys = self.kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
        Ok(keys.open(&blob).and_then(|address| String::from_utf8(address).ok()))
    }
}
