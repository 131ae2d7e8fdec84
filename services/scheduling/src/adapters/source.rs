//! Where times are booked: the own calendar now, other systems behind the same trait. A source says who has a time; what an appointment
//! is and what may be done with it is said by the appointment.

use chassis::{Pool, Tx};
use chassis_domain::Timestamp;
use futures::future::BoxFuture;

use crate::{
    appointment::AppointmentId,
    claims::{self, Claim, Wanted},
};

/// A calendar in which times are booked.
pub(crate) trait Source: Send + Sync {
    /// Holds a time until then; `None`: somebody else has it.
    fn hold<'a>(&'a self, pool: &'a Pool, wanted: Wanted, now: Timestamp, until: Timestamp) -> BoxFuture<'a, Result<Option<Claim>, sqlx::Error>>;

    /// Gives what is held to an appointment, in the transaction that books or moves it; `false`: somebody else has it.
    fn take_in_tx<'a>(
        &'a self,
        tx: &'a mut Tx<'static>,
        held: Claim,
        wanted: Wanted,
        appointment: AppointmentId,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, sqlx::Error>>;

    /// Gives an appointment a time that nobody holds, in the transaction that books it; `false`: somebody else has it.
    fn claim_in_tx<'a>(
        &'a self,
        tx: &'a mut Tx<'static>,
        wanted: Wanted,
        appointment: AppointmentId,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, sqlx::Error>>;

    /// An appointment needs its time no more, from the moment on at which the transaction commits.
    fn free_in_tx<'a>(&'a self, tx: &'a mut Tx<'static>, appointment: AppointmentId) -> BoxFuture<'a, Result<(), sqlx::Error>>;
}

/// The calendar that is kept here: what its claims say holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnCalendar;

impl Source for OwnCalendar {
    fn hold<'a>(&'a self, pool: &'a Pool, wanted: Wanted, now: Timestamp, until: Timestamp) -> BoxFuture<'a, Result<Option<Claim>, sqlx::Error>> {
        Box::pin(claims::hold(pool, wanted, now, until))
    }

    fn take_in_tx<'a>(
        &'a self,
        tx: &'a mut Tx<'static>,
        held: Claim,
        wanted: Wanted,
        appointment: AppointmentId,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, sqlx::Error>> {
        Box::pin(claims::take_in_tx(tx, held, wanted, appointment, now))
    }

    fn claim_in_tx<'a>(
        &'a self,
        tx: &'a mut Tx<'static>,
        wanted: Wanted,
        appointment: AppointmentId,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<bool, sqlx::Error>> {
        Box::pin(claims::claim_in_tx(tx, wanted, appointment, now))
    }

    fn free_in_tx<'a>(&'a self, tx: &'a mut Tx<'static>, appointment: AppointmentId) -> BoxFuture<'a, Result<(), sqlx::Error>> {
        Box::pin(claims::free_in_tx(tx, appointment))
    }
}
