//! Who has looked at the caller's data.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{AccessLogEntry, ListMyAccessLogRequest, ListMyAccessLogResponse, Viewing, access_log_service_server::AccessLogService},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{opened, timestamp};
use crate::projections::{
    locations,
    own_access_log::{self, Looked},
    practitioners, roles,
};

pub(super) struct AccessLogs(pub(super) Kernel);

#[tonic::async_trait]
impl AccessLogService for AccessLogs {
    async fn list_my_access_log(&self, request: Request<ListMyAccessLogRequest>) -> Result<Response<ListMyAccessLogResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let page = request.into_inner().page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let person = rpc.person()?;
        let pool = &self.0.pool;
        let mut rows = own_access_log::page(pool, person.uuid(), after.as_ref(), size + 1).await.map_err(grpc::internal)?;
        let more = rows.len() > size;
        rows.truncate(size);
        let last = rows.last().filter(|_| more).map(|row| TimeCursor { at: row.at, id: row.entry_id });
        rpc.log_access(&self.0, Some(person), ("access_log", None), "own").await?;
        let names = Names::of(&self.0, &rows).await?;
        Ok(Response::new(ListMyAccessLogResponse {
            entries: rows.iter().map(|row| names.entry(row)).collect(),
            next_page_token: last.map(|last| last.token()).unwrap_or_default(),
        }))
    }
}

/// What those are called that the rows name by id.
struct Names {
    professionals: HashMap<Uuid, String>,
    roles: HashMap<Uuid, HashMap<String, String>>,
    locations: HashMap<Uuid, String>,
}

impl Names {
    async fn of(kernel: &Kernel, rows: &[Looked]) -> Result<Self, Status> {
        let ids = |of: fn(&Looked) -> Option<Uuid>| rows.iter().filter_map(of).collect::<Vec<_>>();
        let known = practitioners::names(&kernel.pool, &ids(|row| row.professional)).await.map_err(grpc::internal)?;
        let sealed: Vec<&[u8]> = known.iter().map(|(_, name)| name.as_slice()).collect();
        let opened = opened(kernel, &sealed).await?;
        Ok(Self {
            professionals: known.iter().map(|(id, _)| *id).zip(opened).collect(),
            roles: roles::role_names(&kernel.pool, &ids(|row| row.role)).await.map_err(grpc::internal)?,
            locations: locations::names(&kernel.pool, &ids(|row| row.location)).await.map_err(grpc::internal)?,
        })
    }

    fn entry(&self, row: &Looked) -> AccessLogEntry {
        let viewing = if row.method.ends_with("/LookUpPatient") { Viewing::Lookup } else { Viewing::BasicInfo };
        let role = row.role.and_then(|role| self.roles.get(&role));
        AccessLogEntry {
            entry_id: row.entry_id.to_string(),
            at: Some(timestamp(row.at)),
            professional_name: row.professional.and_then(|id| self.professionals.get(&id)).cloned().unwrap_or_default(),
            role_name: role.map(|texts| LocalizedString { texts: texts.clone() }),
            location_name: row.location.and_then(|id| self.locations.get(&id)).cloned().unwrap_or_default(),
            ground: row.ground.number(),
            viewing: viewing.into(),
        }
    }
}
