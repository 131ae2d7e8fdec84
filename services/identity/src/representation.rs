//! Whether a session may go on acting for somebody: the national service is asked at least every fifteen minutes, and before
//! anything changes (IDN-07). What cannot be found out is no yes.

use chassis::{
    Kernel, grpc,
    store::{CommandMeta, StoreError, WorkError},
};
use chassis_domain::{Mandates, Timestamp, Uuid, age};
use jiff::SignedDuration;
use tonic::Status;

use crate::{
    adapters::{authorizations::Authorizations, patient_record::PatientRecord},
    mandates,
    patient::PatientId,
    projections::sessions::{Check, Represented, Resolved},
    protection,
    session::{Command, Refused, Session, SessionId},
    ssn::Ssn,
};

/// What a look at the authorisation found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nobody is represented, or the authorisation holds.
    Fine,
    /// It could not be found out.
    Unchecked,
}

/// The personal identity codes that a check needs.
pub(crate) struct Codes<'c> {
    /// Of who acts.
    pub(crate) own: Option<&'c Ssn>,
    /// Of who is represented.
    pub(crate) principal: Option<&'c Ssn>,
}

/// The national service, and how long its answer holds for reading.
#[derive(Clone)]
pub(crate) struct Checker {
    pub(crate) service: Option<Authorizations>,
    pub(crate) register: PatientRecord,
    pub(crate) holds: SignedDuration,
}

impl Checker {
    /// Looks at the authorisation that a session uses. When it is gone, the session is the person's own again, and `found` says so.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn look(&self, kernel: &Kernel, found: &mut Resolved, codes: Codes<'_>, before_change: bool) -> Result<Look, Status> {
        let Some(represented) = &found.represented else { return Ok(Look::Fine) };
        let now = kernel.clock.now();
        if !represented.protected && !before_change && represented.check.as_ref().is_some_and(|check| self.is_fresh(check, now)) {
            return Ok(Look::Fine);
        }
        let Represented { acting, check: Some(check), .. } = represented else { return Ok(Look::Unchecked) };
        let allowed = if represented.protected || codes.principal.is_some_and(|principal| came_of_age(principal, check.checked_at, now)) {
            // Whoever was a guardian is one no more, whatever the national service says; for what an adult has given, one begins anew.
            Mandates::default()
        } else {
            let (Some(service), Some(own), Some(principal)) = (&self.service, codes.own, codes.principal) else { return Ok(Look::Unchecked) };
            match service.still_allowed(own, principal, acting.matters, found.person_id, now).await {
                Ok(allowed) => allowed,
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "authorizations.unavailable");
                    return Ok(Look::Unchecked);
                }
            }
        };
        // The county's own register may say that nobody acts for them any more: why, is told to nobody.
        let allowed = match codes.principal.filter(|_| !allowed.is_none()) {
            Some(ssn) => {
                let is_protected = protection::ask(kernel, &self.register, PatientId::from_uuid(acting.principal.uuid()), ssn).await?;
                if is_protected { Mandates::default() } else { allowed }
            }
            None => allowed,
        };
        let (principal, left) = (acting.principal, acting.matters.and(allowed));
        if left != acting.matters {
            let meta = CommandMeta::system(kernel.ids.v7(now));
            let narrow = Command::NarrowMandate { principal, allowed };
            kernel.store.execute::<Session>(SessionId::from_uuid(found.session_id), narrow, meta).await?;
        }
        if left.is_none() {
            self.unregister(kernel, &check.authorization_session).await;
            found.revoked_principal = Some(principal.uuid());
            found.represented = None;
            return Ok(Look::Fine);
        }
        mandates::checked(&kernel.pool, found.session_id, &check.authorization_session, now).await.map_err(grpc::fault)?;
        if let Some(represented) = &mut found.represented {
            represented.acting.matters = left;
        }
        Ok(Look::Fine)
    }

    /// Whether an answer still holds for reading. One of another day in Helsinki does not: with the day, somebody's age may have changed.
    fn is_fresh(&self, check: &Check, now: Timestamp) -> bool {
        now.duration_since(check.checked_at) < self.holds && age::today(check.checked_at) == age::today(now)
    }

    /// Goes back to the person's own matters, because they want to.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn stop(&self, kernel: &Kernel, found: &Resolved) -> Result<(), Status> {
        let session_id = found.session_id;
        let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
        kernel
            .store
            .transact(meta, move |unit| {
                Box::pin(async move {
                    unit.execute(SessionId::from_uuid(session_id), &Command::StopOnBehalf).await?;
                    mandates::forget_in_tx(unit.tx(), session_id).await.map_err(StoreError::from)?;
                    Ok::<(), WorkError<Refused>>(())
                })
            })
            .await?;
        self.leave(kernel, found).await;
        Ok(())
    }

    /// Tells the national service that a session acts no more.
    pub(crate) async fn leave(&self, kernel: &Kernel, found: &Resolved) {
        if let Some(check) = found.represented.as_ref().and_then(|represented| represented.check.as_ref()) {
            self.unregister(kernel, &check.authorization_session).await;
        }
    }

    /// The service forgets by itself in time: nobody waits for it longer than for an answer, and nothing fails with it.
    pub(crate) async fn unregister(&self, kernel: &Kernel, authorization_session: &str) {
        let Some(service) = &self.service else { return };
        if let Err(error) = service.unregister(authorization_session, kernel.clock.now()).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "authorizations.not_unregistered");
        }
    }
}

/// Whether somebody who was a minor when the national service last said yes is one no more. An answer about a minor is one about a guardian.
fn came_of_age(ssn: &Ssn, checked_at: Timestamp, now: Timestamp) -> bool {
    let is_minor = |at| ssn.born().is_some_and(|born| age::is_minor(born, age::today(at)));
    is_minor(checked_at) && !is_minor(now)
}

/// In which matters a caller may act: none while it is not known.
pub(crate) fn usable(represented: &Represented, look: Look) -> Mandates {
    match look {
        Look::Fine => represented.acting.matters,
        Look::Unchecked => Mandates::default(),
    }
}

/// An id that two calls of ours share in the service's own log.
pub(crate) fn request_id(kernel: &Kernel) -> Uuid {
    kernel.ids.v7(kernel.clock.now())
}
