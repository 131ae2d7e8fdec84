//! Alerts about lookups of patients, as administrators see them and see to them.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::Aggregate;
use kajo_proto::identity::v1::{
    AcknowledgeLookupAlertRequest, AcknowledgeLookupAlertResponse, ListLookupAlertsRequest, ListLookupAlertsResponse, ListProtectedOpeningsRequest,
    ListProtectedOpeningsResponse, LookupAlert as AlertView, ProtectedOpening, lookup_alert_service_server::LookupAlertService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{opened, timestamp};
use crate::{
    lookup_alert::{Command, LookupAlert, LookupAlertId},
    patient::Patient,
    projections::{
        lookup_alerts::{self, Alert},
        practitioners, protected_patients,
    },
    session::Ground,
};

pub(super) struct LookupAlerts(pub(super) Kernel);

#[tonic::async_trait]
impl LookupAlertService for LookupAlerts {
    async fn list_lookup_alerts(&self, request: Request<ListLookupAlertsRequest>) -> Result<Response<ListLookupAlertsResponse>, Status> {
        let own = Rpc::of(&request)?.person()?.uuid();
        let page = request.into_inner().page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let mut alerts = lookup_alerts::page(&self.0.pool, after.as_ref(), size + 1).await.map_err(grpc::fault)?;
        let more = alerts.len() > size;
        alerts.truncate(size);
        let last = alerts.last().filter(|_| more).map(|last| TimeCursor { at: last.raised_at, id: last.id });
        let people = alerts.iter().flat_map(|alert| [Some(alert.practitioner), alert.acknowledged.map(|(by, _)| by)]).flatten();
        let names = self.names(people.collect()).await?;
        Ok(Response::new(ListLookupAlertsResponse {
            alerts: alerts.iter().map(|alert| view(alert, &names, own)).collect(),
            next_page_token: last.map(|last| last.token()).unwrap_or_default(),
        }))
    }

    async fn list_protected_openings(
        &self,
        request: Request<ListProtectedOpeningsRequest>,
    ) -> Result<Response<ListProtectedOpeningsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let page = request.into_inner().page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let mut openings = protected_patients::openings(&self.0.pool, after.as_ref(), size + 1).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut openings, size, |last| TimeCursor { at: last.at, id: last.entry_id }.token());
        rpc.log_access(&self.0, None, (Patient::CATEGORY, None), "oversight").await?;
        let names = self.names(openings.iter().map(|opening| opening.practitioner).collect()).await?;
        let openings = openings.into_iter().map(|opening| ProtectedOpening {
            entry_id: opening.entry_id.to_string(),
            at: Some(timestamp(opening.at)),
            practitioner_id: opening.practitioner.to_string(),
            practitioner_name: names.get(&opening.practitioner).cloned().unwrap_or_default(),
            ground: opening.ground.map(Ground::number).unwrap_or_default(),
            patient_id: opening.patient.to_string(),
        });
        Ok(Response::new(ListProtectedOpeningsResponse { openings: openings.collect(), next_page_token }))
    }

    async fn acknowledge_lookup_alert(
        &self,
        request: Request<AcknowledgeLookupAlertRequest>,
    ) -> Result<Response<AcknowledgeLookupAlertResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let alert = LookupAlertId::parse(&request.lookup_alert_id).ok_or_else(grpc::not_found)?;
        let meta = rpc.command(&request)?;
        self.0.store.execute::<LookupAlert>(alert, Command::Acknowledge { by: rpc.person()? }, meta).await?;
        Ok(Response::new(AcknowledgeLookupAlertResponse {}))
    }
}

impl LookupAlerts {
    async fn names(&self, people: Vec<Uuid>) -> Result<HashMap<Uuid, String>, Status> {
        let known = practitioners::names(&self.0.pool, &people).await.map_err(grpc::fault)?;
        let sealed: Vec<&[u8]> = known.iter().map(|(_, name)| name.as_slice()).collect();
        Ok(known.iter().map(|(id, _)| *id).zip(opened(&self.0, &sealed).await?).collect())
    }
}

fn view(alert: &Alert, names: &HashMap<Uuid, String>, own: Uuid) -> AlertView {
    let name = |id: Uuid| names.get(&id).cloned().unwrap_or_default();
    AlertView {
        lookup_alert_id: alert.id.to_string(),
        raised_at: Some(timestamp(alert.raised_at)),
        practitioner_id: alert.practitioner.to_string(),
        practitioner_name: name(alert.practitioner),
        kind: alert.kind.into(),
        period: alert.period.into(),
        made: u32::try_from(alert.made).unwrap_or_default(),
        allowed: u32::try_from(alert.allowed).unwrap_or_default(),
        acknowledged_at: alert.acknowledged.map(|(_, at)| timestamp(at)),
        acknowledged_by_name: alert.acknowledged.map(|(by, _)| name(by)).unwrap_or_default(),
        own: alert.practitioner == own,
    }
}
