//! Takes in what patients have answered in other systems (SUR-09): once and for ever under the identifier that the system gives it, so that the same
//! again, also twice at once, is one response.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    integrator::Integrator,
    store::{ExecuteError, StoreError},
};
use chassis_domain::{Aggregate as _, Matter, PersonId, Uuid};
use kajo_proto::survey::store::v1::SentAnswers;

use crate::{
    activation::{ActivationId, SurveyActivation},
    fhir::response::Incoming,
    projections::activations,
    response::{Command, Importing, Refusal, SurveyResponse, imported_id},
};

/// So many activations of the survey for the patient, the newest, are looked at for who hears of the answers.
const MOST: i64 = 20;

/// What came of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// It is new here.
    New,
    /// It was here.
    Known,
}

/// What was answered by somebody who is known here, in a matter.
pub(crate) struct Answered<'i> {
    /// Who.
    pub(crate) patient: PersonId,
    /// What the survey is about.
    pub(crate) matter: Matter,
    /// As it came.
    pub(crate) incoming: &'i Incoming<'i>,
    /// What of it is kept.
    pub(crate) content: SentAnswers,
}

/// Takes it in.
///
/// # Errors
/// [`Refusal::ImportedOtherwise`]: what has its identifier is something else; and when the store fails.
pub(crate) async fn import(kernel: &Kernel, integrator: &Integrator, answered: Answered<'_>) -> Result<Came, ExecuteError<Refusal>> {
    let Answered { patient, matter, incoming, content } = answered;
    let importing = Importing {
        patient,
        survey: incoming.survey,
        published_version: incoming.published_version,
        matter,
        integrator: integrator.id,
        authored_at: incoming.authored_at,
        digest: integrator.digest(SurveyResponse::CATEGORY, incoming.resource),
        representative_name: incoming.representative_name.clone(),
        content,
        informs: informed(kernel, patient, incoming.survey).await?,
    };
    let id = imported_id(integrator.id, &incoming.system, &incoming.value);
    let command = Command::Import(Box::new(importing));
    let executed = kernel.store.execute::<SurveyResponse>(id, command, integrator.command(kernel)).await?;
    Ok(if executed.events.is_empty() { Came::Known } else { Came::New })
}

/// Professionals who have given the patient the survey: they hear of answers to it, wherever it was answered.
async fn informed(kernel: &Kernel, patient: PersonId, survey: Uuid) -> Result<Vec<PersonId>, ExecuteError<Refusal>> {
    let given = activations::of_survey(&kernel.pool, (patient, survey), MOST).await.map_err(StoreError::from)?;
    let mut informed = BTreeSet::new();
    for activation in given {
        informed.extend(kernel.store.load::<SurveyActivation>(ActivationId::from_uuid(activation)).await?.state.activated_by);
    }
    Ok(informed.into_iter().collect())
}
