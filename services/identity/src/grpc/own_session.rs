//! One's own sessions: where somebody is signed in, and ending it there.

use chassis::{Kernel, access::Rpc, grpc, store::WorkError};
use chassis_domain::{Aggregate, PersonId};
use kajo_proto::identity::v1::{
    Device, EndMyOtherSessionsRequest, EndMyOtherSessionsResponse, EndMySessionRequest, EndMySessionResponse, Level, ListMySessionsRequest,
    ListMySessionsResponse, OwnSession, own_session_service_server::OwnSessionService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{localized, timestamp};
use crate::{
    own_sessions,
    projections::{locations, practitioners, roles},
    session::{End, Realm, Refused, Session},
};

pub(super) struct OwnSessions(pub(super) Kernel);

/// Who asks, out of which session.
struct Asking {
    session: Uuid,
    person: PersonId,
    realm: Realm,
}

impl Asking {
    fn of(rpc: &Rpc) -> Result<Self, Status> {
        let realm = if rpc.caller.is_resident() { Realm::Resident } else { Realm::Practitioner };
        Ok(Self { session: rpc.caller.session().ok_or_else(grpc::access_denied)?, person: rpc.in_own_name()?, realm })
    }
}

#[tonic::async_trait]
impl OwnSessionService for OwnSessions {
    async fn list_my_sessions(&self, request: Request<ListMySessionsRequest>) -> Result<Response<ListMySessionsResponse>, Status> {
        let Asking { session, person, realm } = Asking::of(&Rpc::of(&request)?)?;
        let pool = &self.0.pool;
        let living = own_sessions::living(pool, session, person.uuid(), realm, self.0.clock.now()).await.map_err(grpc::fault)?;
        let ids = |of: fn(&own_sessions::OwnSession) -> Option<Uuid>| living.iter().filter_map(of).collect::<Vec<_>>();
        let role_names = roles::role_names(pool, &ids(|own| own.role)).await.map_err(grpc::fault)?;
        let location_names = locations::names(pool, &ids(|own| own.location)).await.map_err(grpc::fault)?;
        let professional = practitioners::find(pool, person.uuid()).await.map_err(grpc::fault)?;
        let level = professional.and_then(|known| Level::try_from(i32::from(known.level)).ok()).unwrap_or_default();
        let sessions = living.into_iter().map(|own| OwnSession {
            session_id: own.session_id.to_string(),
            this_one: own.session_id == session,
            device: Some(Device { browser: own.browser.into(), system: own.system.into() }),
            level: level.into(),
            begun_at: Some(timestamp(own.begun_at)),
            used_at: Some(timestamp(own.used_at)),
            role_name: localized(own.role.and_then(|role| role_names.get(&role).cloned())),
            location_name: own.location.and_then(|location| location_names.get(&location)).cloned().unwrap_or_default(),
            on_behalf: own.on_behalf,
        });
        Ok(Response::new(ListMySessionsResponse { sessions: sessions.collect() }))
    }

    async fn end_my_session(&self, request: Request<EndMySessionRequest>) -> Result<Response<EndMySessionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let Asking { person, realm, .. } = Asking::of(&rpc)?;
        let ended = Uuid::parse_str(&request.session_id).map_err(|_| grpc::not_found())?;
        if !own_sessions::is_of(&self.0.pool, ended, person.uuid(), realm).await.map_err(grpc::fault)? {
            return Err(grpc::not_found());
        }
        let entry = rpc.entry(Some(person), (Session::CATEGORY, Some(ended)), "own");
        let done = self.0.store.transact(rpc.command(&request)?.with_access(entry), move |unit| {
            Box::pin(async move {
                own_sessions::end_in_tx(unit, ended, End::FromElsewhere).await?;
                Ok::<_, WorkError<Refused>>(EndMySessionResponse {})
            })
        });
        Ok(Response::new(done.await?))
    }

    async fn end_my_other_sessions(&self, request: Request<EndMyOtherSessionsRequest>) -> Result<Response<EndMyOtherSessionsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let Asking { session, person, realm } = Asking::of(&rpc)?;
        let entry = rpc.entry(Some(person), (Session::CATEGORY, None), "own");
        let done = self.0.store.transact(rpc.command(&request.into_inner())?.with_access(entry), move |unit| {
            Box::pin(async move {
                let ended = own_sessions::end_others_in_tx(unit, session, person.uuid(), realm).await?;
                Ok::<_, WorkError<Refused>>(EndMyOtherSessionsResponse { ended })
            })
        });
        Ok(Response::new(done.await?))
    }
}
