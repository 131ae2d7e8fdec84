//! Surveys as they are in force, and their versions, for whoever activates, answers, sends, assesses and reads. What is being built beside them is
//! not seen here.

use std::collections::HashMap;

use chassis::{
    Pool, grpc,
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

/// An assessment of symptoms in one of its versions, with its number; 0: as it is in force. Also when it is archived: whoever named it decides until
/// when it is answered. What is in force has the type of every version.
///
/// # Errors
/// When there is no such version of an assessment, or the database fails.
pub(crate) async fn assessment(pool: &Pool, id: Uuid, published_version: u32) -> Result<(u32, Body), Status> {
    let in_force = in_force(pool, &[id]).await?.remove(&id);
    let in_force = in_force.filter(|survey| survey.body.survey_type == SurveyType::SymptomAssessment).ok_or_else(grpc::not_found)?;
    if published_version == 0 || published_version == in_force.published_version {
        return Ok((in_force.published_version, in_force.body));
    }
    Ok((published_version, version(pool, id, published_version).await?))
}

/// One version of one.
///
/// # Errors
/// When there is none, or the database fails.
pub(crate) async fn version(pool: &Pool, id: Uuid, published_version: u32) -> Result<Body, Status> {
    Ok(publication::version::<Surveys>(pool, &id.to_string(), published_version).await?.body)
}
