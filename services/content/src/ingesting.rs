//! Takes in resources that an integrator sends about people who are known here: each by itself, or all of a transaction in one unit of work, in which
//! one that is refused leaves nothing of the others either.

use std::sync::Arc;

use chassis::{
    Kernel,
    integrator::Integrator,
    store::{ExecuteError, Executed, UnitOfWork, WorkError},
    telemetry::metrics,
};
use chassis_domain::{Aggregate as _, PersonId, Refusal as _, RetentionClass, Sealed};

use crate::{
    fhir::{Incoming, ResourceKind},
    health_record::{Command, EventKind, HealthRecord, HealthRecordId, Kind, Refusal, Taking, id_of},
};

/// What came of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// It is new here.
    New,
    /// Its record was here, and has changed or has not.
    Known,
    /// There is no record of it: what nobody had seen was entered in error.
    Nothing,
}

impl Came {
    chassis_domain::numbers!(u8: New = 1, Known = 2, Nothing = 3);

    fn of(executed: &Executed<HealthRecord>) -> Self {
        let is_new = executed.events.iter().any(|recorded| matches!(recorded.event.what, EventKind::Arrived { .. }));
        match (is_new, executed.version) {
            (true, _) => Self::New,
            (false, 0) => Self::Nothing,
            (false, _) => Self::Known,
        }
    }
}

/// A resource of somebody who is known here.
pub(crate) struct Resource {
    id: HealthRecordId,
    kind: Kind,
    command: Command,
}

impl Resource {
    /// As an integrator sends it, about this person.
    pub(crate) fn of(integrator: &Integrator, patient: PersonId, incoming: Incoming) -> Self {
        let kind = kind_of(&incoming);
        let taking = Taking {
            patient,
            kind,
            integrator: integrator.id,
            at: incoming.at,
            source_updated_at: incoming.source_updated_at,
            entered_in_error: incoming.entered_in_error,
            digest: integrator.digest(HealthRecord::CATEGORY, &incoming.resource),
            resource: Sealed::new(patient, RetentionClass::CareRecord, incoming.resource),
        };
        let id = id_of(integrator.id, kind, &incoming.system, &incoming.value);
        Self { id, kind, command: Command::Take(Box::new(taking)) }
    }

    /// Where it is, as FHIR tells it.
    pub(crate) fn location(&self) -> String {
        format!("{}/{}", self.kind.resource_type(), self.id)
    }
}

/// What a resource is.
pub(crate) fn kind_of(incoming: &Incoming) -> Kind {
    match incoming.kind {
        ResourceKind::LabResult => Kind::LabResult,
        ResourceKind::Prescription => Kind::Prescription,
    }
}

/// Takes one in.
pub(crate) async fn take(kernel: &Kernel, integrator: &Integrator, resource: Resource) -> Result<Came, ExecuteError<Refusal>> {
    let Resource { id, command, .. } = resource;
    let taken = kernel.store.execute::<HealthRecord>(id, command, integrator.command(kernel)).await;
    if let Err(ExecuteError::Refused(refusal)) = &taken {
        tell(*refusal, integrator, id);
    }
    Ok(Came::of(&taken?))
}

/// One of a transaction is refused, and so all are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("number {number} is refused: {refusal}")]
pub(crate) struct OneRefused {
    /// Which, from 0.
    pub(crate) number: usize,
    refusal: Refusal,
}

impl chassis_domain::Refusal for OneRefused {
    fn code(&self) -> &'static str {
        self.refusal.code()
    }
}

/// Takes all of them in, or none; what came of each, in their order.
pub(crate) async fn take_all(kernel: &Kernel, integrator: &Integrator, resources: Vec<Resource>) -> Result<Vec<Came>, ExecuteError<OneRefused>> {
    let resources = Arc::new(resources);
    let of_unit = Arc::clone(&resources);
    let taken = kernel.store.transact(integrator.command(kernel), move |unit| {
        let resources = Arc::clone(&of_unit);
        Box::pin(async move { take_in_unit(unit, &resources).await })
    });
    let taken: Result<Vec<u8>, ExecuteError<OneRefused>> = taken.await;
    if let Err(ExecuteError::Refused(OneRefused { number, refusal })) = &taken
        && let Some(resource) = resources.get(*number)
    {
        tell(*refusal, integrator, resource.id);
    }
    Ok(taken?.into_iter().filter_map(Came::from_number).collect())
}

/// The numbers of what came of each: they stand in the log of commands.
async fn take_in_unit(unit: &mut UnitOfWork, resources: &[Resource]) -> Result<Vec<u8>, WorkError<OneRefused>> {
    let mut came = Vec::with_capacity(resources.len());
    for (number, resource) in resources.iter().enumerate() {
        let executed = unit.execute::<HealthRecord>(resource.id, &resource.command).await;
        let executed = executed.map_err(|error| error.map(|refusal| OneRefused { number, refusal }))?;
        came.push(Came::of(&executed).number());
    }
    Ok(came)
}

/// Those who run the platform hear of a record that would become another patient's: at its source two people are taken for one.
fn tell(refusal: Refusal, integrator: &Integrator, id: HealthRecordId) {
    metrics::count("kajo_content_health_records_refused_total", "content", refusal.code());
    tracing::error!(%id, integrator_id = %integrator.id, reason = refusal.code(), "health_record.refused");
}
