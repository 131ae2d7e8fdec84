//! Surveys as they are in force, and their versions, for whoever activates, answers, sends and reads. What is being built beside them is not seen
//! here.

use std::collections::HashMap;

use chassis::{
    Pool,
    publication::{self, Published},
};
use chassis_domain::Uuid;
use tonic::Status;

use crate::{
    grpc::Surveys,
    survey::{Body, SurveyType},
};

/// A survey as it is in force.
#[derive(Clone, Debug)]
pub(crate) struct InForce {
    /// Which.
    pub(crate) id: Uuid,
    /// The version in force.
    pub(crate) published_version: u32,
    /// What it says.
    pub(crate) body: Body,
    /// It is activated no more.
    pub(crate) archived: bool,
}

impl From<Published<Surveys>> for InForce {
    fn from(found: Published<Surveys>) -> Self {
        let Published { id, published_version, body, archived } = found;
        Self { id, published_version, body, archived }
    }
}

/// Of these surveys, those that were published, archived ones included.
///
/// # Errors
/// When the database fails.
pub(crate) async fn in_force(pool: &Pool, ids: &[Uuid]) -> Result<HashMap<Uuid, InForce>, Status> {
    let found = publication::published::<Surveys>(pool, ids).await?;
    Ok(found.into_iter().map(InForce::from).map(|survey| (survey.id, survey)).collect())
}

/// Those that can be activated for patients, by their Finnish title.
///
/// # Errors
/// When the database fails.
pub(crate) async fn activatable(pool: &Pool) -> Result<Vec<InForce>, Status> {
    let found = publication::published_in_use::<Surveys>(pool, SurveyType::Omavointi.number()).await?;
    Ok(found.into_iter().map(InForce::from).collect())
}

/// A form that residents can send now: one that is in force as such, and not archived.
///
/// # Errors
/// When the database fails.
pub(crate) async fn open_form(pool: &Pool, id: Uuid) -> Result<Option<InForce>, Status> {
    let found = in_force(pool, &[id]).await?.remove(&id);
    Ok(found.filter(|form| !form.archived && form.body.survey_type == SurveyType::PublicForm))
}

/// One version of one.
///
/// # Errors
/// When there is none, or the database fails.
pub(crate) async fn version(pool: &Pool, id: Uuid, published_version: u32) -> Result<Body, Status> {
    Ok(publication::version::<Surveys>(pool, &id.to_string(), published_version).await?.body)
}
