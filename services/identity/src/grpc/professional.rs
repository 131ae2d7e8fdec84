//! Professionals, as administrators see them.

use std::collections::BTreeMap;

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::identity::v1::{
    DisableProfessionalRequest, DisableProfessionalResponse, EnableProfessionalRequest, EnableProfessionalResponse, EndProfessionalSessionsRequest,
    EndProfessionalSessionsResponse, GetProfessionalRequest, GetProfessionalResponse, HeldRole, Level, ListProfessionalsRequest,
    ListProfessionalsResponse, Professional, ProfessionalSummary, professional_access_service_server::ProfessionalAccessService,
    professional_service_server::ProfessionalService,
};
use prost::Message;
use tonic::{Request, Response, Status};

use super::{localized, opened, work_location};
use crate::{
    own_sessions,
    practitioner::{Command, PractitionerId},
    projections::{locations, practitioners, roles},
    refusal::Never,
    session::{End, Realm, Refused},
};

pub(super) struct Professionals(pub(super) Kernel);

/// How many are listed.
const LISTED: usize = 50;

#[tonic::async_trait]
impl ProfessionalService for Professionals {
    /// Names are sealed, and so they are looked through here and not in the database.
    async fn list_professionals(&self, request: Request<ListProfessionalsRequest>) -> Result<Response<ListProfessionalsResponse>, Status> {
        let search = request.into_inner().search;
        let known = practitioners::everybody(&self.0.pool).await.map_err(grpc::fault)?;
        let names = opened(&self.0, &known.iter().map(|(_, name, _)| name.as_slice()).collect::<Vec<_>>()).await?;
        let mut found: Vec<_> = known.iter().zip(names).filter(|(_, name)| begins(name, &search)).collect();
        found.sort_by(|(_, one), (_, other)| one.cmp(other));
        let more = found.len() > LISTED;
        found.truncate(LISTED);
        let summary = |((id, _, level), display_name): (&(uuid::Uuid, Vec<u8>, i16), String)| ProfessionalSummary {
            practitioner_id: id.to_string(),
            display_name,
            level: shown(*level).into(),
        };
        Ok(Response::new(ListProfessionalsResponse { professionals: found.into_iter().map(summary).collect(), more }))
    }

    async fn get_professional(&self, request: Request<GetProfessionalRequest>) -> Result<Response<GetProfessionalResponse>, Status> {
        let pool = &self.0.pool;
        let id = PractitionerId::parse(&request.into_inner().practitioner_id).ok_or_else(grpc::not_found)?.uuid();
        let known = practitioners::find(pool, id).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let mut names = roles::role_names(pool, &known.role_ids).await.map_err(grpc::fault)?;
        let mut given: BTreeMap<_, HeldRole> = BTreeMap::new();
        for (role_id, group) in practitioners::sources(pool, id).await.map_err(grpc::fault)? {
            let held = given.entry(role_id).or_insert_with(|| HeldRole {
                role_id: role_id.to_string(),
                name: localized(names.remove(&role_id)),
                ..HeldRole::default()
            });
            match group {
                Some(group) => held.directory_groups.push(group),
                None => held.by_hand = true,
            }
        }
        let mut places = locations::by_ids(pool, &known.location_ids).await.map_err(grpc::fault)?;
        places.sort_by(|one, other| one.name.cmp(&other.name));
        let professional = Professional {
            practitioner_id: id.to_string(),
            display_name: opened(&self.0, &[&known.name]).await?.pop().unwrap_or_default(),
            level: shown(known.level).into(),
            roles: given.into_values().collect(),
            locations: places.into_iter().map(work_location).collect(),
            unmatched_groups: practitioners::unmatched_groups(pool, id).await.map_err(grpc::fault)?,
        };
        Ok(Response::new(GetProfessionalResponse { professional: Some(professional) }))
    }
}

/// Ends what professionals may do.
pub(super) struct ProfessionalAccess(pub(super) Kernel);

impl ProfessionalAccess {
    /// Ends all sessions of a professional, and does with the record what is asked.
    async fn end(&self, rpc: &Rpc, asked: &impl Message, practitioner_id: &str, and: Option<Command>) -> Result<u32, Status> {
        let id = PractitionerId::parse(practitioner_id).ok_or_else(grpc::not_found)?;
        practitioners::find(&self.0.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let done = self.0.store.transact(rpc.command(asked)?, move |unit| {
            let and = and.clone();
            Box::pin(async move {
                if let Some(command) = &and {
                    unit.execute(id, command).await.map_err(|error| error.map(|never: Never| -> Refused { match never {} }))?;
                }
                if matches!(and, Some(Command::Enable)) {
                    return Ok(0);
                }
                own_sessions::end_all_in_tx(unit, id.uuid(), Realm::Practitioner, End::ByAdministrator).await
            })
        });
        Ok(done.await?)
    }
}

#[tonic::async_trait]
impl ProfessionalAccessService for ProfessionalAccess {
    async fn end_professional_sessions(
        &self,
        request: Request<EndProfessionalSessionsRequest>,
    ) -> Result<Response<EndProfessionalSessionsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let asked = request.into_inner();
        let ended = self.end(&rpc, &asked, &asked.practitioner_id, None).await?;
        Ok(Response::new(EndProfessionalSessionsResponse { ended }))
    }

    async fn disable_professional(&self, request: Request<DisableProfessionalRequest>) -> Result<Response<DisableProfessionalResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let asked = request.into_inner();
        let ended = self.end(&rpc, &asked, &asked.practitioner_id, Some(Command::Disable)).await?;
        Ok(Response::new(DisableProfessionalResponse { ended }))
    }

    async fn enable_professional(&self, request: Request<EnableProfessionalRequest>) -> Result<Response<EnableProfessionalResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let asked = request.into_inner();
        self.end(&rpc, &asked, &asked.practitioner_id, Some(Command::Enable)).await?;
        Ok(Response::new(EnableProfessionalResponse {}))
    }
}

fn shown(level: i16) -> Level {
    Level::try_from(i32::from(level)).unwrap_or_default()
}

/// Whether each word of the search begins a word of the name.
fn begins(name: &str, search: &str) -> bool {
    let name = name.to_lowercase();
    let words: Vec<_> = name.split(|letter: char| !letter.is_alphanumeric()).collect();
    search.to_lowercase().split_whitespace().all(|wanted| words.iter().any(|word| word.starts_with(wanted)) || name.starts_with(wanted))
}
