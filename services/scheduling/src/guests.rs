//! Guests of appointments: what becomes of an appointment decides which of them is told what, and whose links are good no more, in one
//! transaction with it (SCH-19). A while after its end what is theirs is opened by nobody any more.

use chassis::{
    Kernel, Tx,
    due::Sweep,
    store::{CommandMeta, ExecuteError, Executed, StoreError, UnitOfWork, Versioned, WorkError},
};
use chassis_domain::{PersonId, RetentionClass, Sealed, SignedDuration, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;

use crate::{
    appointment::{Appointment, AppointmentId, EventKind, Refusal, Standing, participant::Participant, value::By},
    guest_links,
    guest_messages::{self, Invitation, Telling},
    guest_words::News,
};

/// So long after their appointment has ended, or was to end, what is a guest's is kept.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How many are forgotten in one go.
const BATCH: i64 = 200;
/// How many links professionals have a guest sent in ..
const MOST_ASKED: i64 = 5;
/// .. this time: nobody's address is flooded.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// What an event means to guests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// They are told this.
    Told(News, Timestamp),
    /// They are told this, and links that they have are good no more.
    Cut(News, Timestamp),
    /// They are told nothing.
    Known,
}

/// What all guests who take part are to hear of an event.
fn course_of_all(what: &EventKind, standing: &Standing) -> Option<Course> {
    let (starts_at, is_remote) = (standing.time.starts_at, standing.time.kind.is_remote());
    match what {
        EventKind::Booked { .. } if is_remote => Some(Course::Told(News::Invited, starts_at)),
        EventKind::Booked { .. } => Some(Course::Known),
        EventKind::Moved { left, previous_starts_at, .. } => {
            let was_remote = left.is_some_and(|left| left.kind.is_remote());
            Some(match (was_remote, is_remote) {
                // It is with somebody else, or elsewhere: of that they are not told.
                (true, true) if *previous_starts_at == starts_at => Course::Known,
                (true, true) => Course::Told(News::Moved, starts_at),
                // Of the time that they know it by.
                (true, false) => Course::Cut(News::NoLongerRemote, *previous_starts_at),
                (false, true) => Course::Told(News::Invited, starts_at),
                (false, false) => Course::Known,
            })
        }
        EventKind::Cancelled { .. } => is_remote.then_some(Course::Told(News::Cancelled, starts_at)),
        EventKind::Changed { .. }
        | EventKind::Done { .. }
        | EventKind::CancellationAcknowledged { .. }
        | EventKind::ParticipantSaved { .. }
        | EventKind::ParticipantDeactivated { .. }
        | EventKind::ShownToGuardians => None,
    }
}

/// What a guest hears of being saved. Whoever is called otherwise hears nothing; who is reached elsewhere may have had links sent to somebody
/// else.
fn course_of_saved(saved: &Participant, before: Option<&Participant>, standing: &Standing) -> Course {
    let time = &standing.time;
    match before {
        _ if !time.kind.is_remote() => Course::Known,
        None => Course::Told(News::Invited, time.starts_at),
        Some(before) if is_reached_alike(before, saved) => Course::Known,
        Some(_) => Course::Cut(News::Invited, time.starts_at),
    }
}

fn is_reached_alike(one: &Participant, other: &Participant) -> bool {
    let open = |address: &Option<Sealed<String>>| address.as_ref().and_then(Sealed::open).cloned();
    (open(&one.email), open(&one.phone)) == (open(&other.email), open(&other.phone))
}

/// Follows what a command has come to; whether somebody is to be told of it. `before` is how the appointment stood, for a command that changes a
/// guest.
pub(crate) async fn follow_in(
    unit: &mut UnitOfWork,
    id: AppointmentId,
    executed: &Executed<Appointment>,
    before: Option<&Versioned<Appointment>>,
) -> Result<bool, WorkError<Refusal>> {
    let has_guests = executed.state.participants.iter().any(|participant| participant.colleague.is_none());
    if executed.events.is_empty() || !has_guests {
        return Ok(false);
    }
    // Somebody else has changed it in between.
    if before.is_some_and(|before| before.version + executed.events.len() as u64 != executed.version) {
        return Err(WorkError::Conflict);
    }
    // As it is stored: addresses are handed on as they are sealed there.
    let stored = unit.load::<Appointment>(id).await?.state;
    let mut is_told = false;
    for recorded in &executed.events {
        let standing = &recorded.event.standing;
        match &recorded.event.what {
            EventKind::ParticipantSaved { participant, .. } => {
                let known = before.and_then(|before| before.state.participants.iter().find(|known| known.id == participant.id));
                let course = course_of_saved(participant, known, standing);
                for guest in stored.guests().filter(|guest| guest.id == participant.id) {
                    is_told |= take_in(unit, id, (guest, standing), course).await?;
                }
            }
            EventKind::ParticipantDeactivated { participant, colleague: None, .. } => {
                end_in(unit, *participant).await?;
            }
            what => {
                let Some(course) = course_of_all(what, standing) else { continue };
                for guest in stored.guests() {
                    is_told |= take_in(unit, id, (guest, standing), course).await?;
                }
            }
        }
    }
    Ok(is_told)
}

/// Messages go first: one that is being sent has made its link by then, or makes none any more.
async fn end_in(unit: &mut UnitOfWork, guest: Uuid) -> Result<(), StoreError> {
    guest_messages::overtake_in_tx(unit.tx(), guest, None).await?;
    guest_links::end_in_tx(unit.tx(), guest).await?;
    Ok(())
}

/// A guest, and what an event means to them; whether they are to be told.
async fn take_in(unit: &mut UnitOfWork, id: AppointmentId, (guest, standing): (&Participant, &Standing), course: Course) -> Result<bool, StoreError> {
    know_in_tx(unit.tx(), guest.id, id, standing.time.ends_at).await?;
    match course {
        Course::Known => Ok(false),
        Course::Cut(news, starts_at) => {
            end_in(unit, guest.id).await?;
            tell_in(unit, id, guest, (news, starts_at), None).await
        }
        Course::Told(News::Moved, starts_at) => moved_in(unit, id, guest, starts_at).await,
        Course::Told(news @ (News::Invited | News::NoLongerRemote | News::Cancelled), starts_at) => {
            guest_messages::overtake_in_tx(unit.tx(), guest.id, None).await?;
            tell_in(unit, id, guest, (news, starts_at), None).await
        }
    }
}

/// An invitation that waits tells the new time by itself.
async fn moved_in(unit: &mut UnitOfWork, id: AppointmentId, guest: &Participant, starts_at: Timestamp) -> Result<bool, StoreError> {
    guest_messages::overtake_in_tx(unit.tx(), guest.id, Some(News::Invited)).await?;
    guest_messages::retime_in_tx(unit.tx(), guest.id, starts_at).await?;
    let invitations = guest_messages::invitations(&mut **unit.tx(), &[guest.id]).await?;
    let suiting = guest_messages::addresses(guest).filter_map(|(point, address)| {
        let news = Invitation::suits(&invitations, guest.id, point, News::Moved)?;
        Some((point, address, news))
    });
    let mut is_told = false;
    for (point, address, news) in suiting {
        put_in(unit, Telling { guest: guest.id, appointment: id, news, point, address, starts_at, asked: None }).await?;
        is_told = true;
    }
    Ok(is_told)
}

/// Tells a guest wherever they can be reached.
async fn tell_in(
    unit: &mut UnitOfWork,
    id: AppointmentId,
    guest: &Participant,
    (news, starts_at): (News, Timestamp),
    asked: Option<Uuid>,
) -> Result<bool, StoreError> {
    let mut is_told = false;
    for (point, address) in guest_messages::addresses(guest) {
        let starts_at = match news {
            News::Invited | News::Moved => starts_at,
            // By the time that they know: of a move that had not been told yet they never hear.
            News::NoLongerRemote | News::Cancelled => guest_messages::told_in_tx(unit.tx(), guest.id, point).await?.unwrap_or(starts_at),
        };
        put_in(unit, Telling { guest: guest.id, appointment: id, news, point, address, starts_at, asked }).await?;
        is_told = true;
    }
    Ok(is_told)
}

async fn put_in(unit: &mut UnitOfWork, telling: Telling<'_>) -> Result<(), StoreError> {
    let now = unit.context().now;
    let id = unit.context().new_id::<Uuid>(&format!("guest message {} {}", telling.guest, telling.point.number())).uuid();
    guest_messages::put_in_tx(unit.tx(), id, telling, now).await?;
    Ok(())
}

/// A guest is known, with when their appointment ends.
async fn know_in_tx(tx: &mut Tx<'_>, guest: Uuid, appointment: AppointmentId, ends_at: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into guests (party_id, appointment_id, ends_at) values ($1, $2, $3)
         on conflict (party_id) do update set ends_at = excluded.ends_at",
    )
    .bind(guest)
    .bind(appointment.uuid())
    .bind(ends_at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Sends a guest another link; those sent before are good still.
pub(crate) async fn send_link(kernel: &Kernel, meta: CommandMeta, id: AppointmentId, (by, guest): (By, Uuid)) -> Result<(), ExecuteError<Refusal>> {
    let asked = meta.command_id;
    kernel
        .store
        .transact(meta, move |unit| {
            let by = by.clone();
            Box::pin(async move { send_link_in(unit, id, (&by, guest), asked).await })
        })
        .await?;
    guest_messages::soon(kernel).await;
    Ok(())
}

async fn send_link_in(unit: &mut UnitOfWork, id: AppointmentId, (by, guest): (&By, Uuid), asked: Uuid) -> Result<(), WorkError<Refusal>> {
    let appointment = unit.load_held::<Appointment>(id).await?.state;
    let (standing, guest) = appointment.link_for(by, guest, unit.context()).map_err(WorkError::Refused)?;
    let now = unit.context().now;
    // Who asks at the same time waits here: each counts the other.
    know_in_tx(unit.tx(), guest.id, id, standing.time.ends_at).await?;
    let since = now.saturating_sub(WINDOW).unwrap_or(now);
    if guest_messages::asked_in_tx(unit.tx(), guest.id, since).await? >= MOST_ASKED {
        return Err(WorkError::Refused(Refusal::GuestLinksTooMany));
    }
    guest_messages::replace_in_tx(unit.tx(), guest.id, now).await?;
    tell_in(unit, id, guest, (News::Invited, standing.time.starts_at), Some(asked)).await?;
    Ok(())
}

/// Forgets guests whose appointments are over for long, cancelled ones by their time: what is theirs is opened by nobody any more.
pub(crate) async fn forget(kernel: &Kernel, now: Timestamp) -> anyhow::Result<()> {
    let ended: Vec<Uuid> = sqlx::query_scalar("select party_id from guests where ends_at <= $1 order by ends_at limit $2")
        .bind(now.saturating_sub(KEPT)?.to_sqlx())
        .bind(BATCH)
        .fetch_all(&kernel.pool)
        .await?;
    let mut sweep = Sweep::new(kernel, "guests");
    for guest in ended {
        sweep.row(guest, forget_one(kernel, guest).await);
    }
    Ok(())
}

async fn forget_one(kernel: &Kernel, guest: Uuid) -> anyhow::Result<()> {
    kernel.keyring.destroy(PersonId::from_uuid(guest), RetentionClass::Account).await?;
    sqlx::query("delete from guests where party_id = $1").bind(guest).execute(&kernel.pool).await?;
    Ok(())
}
