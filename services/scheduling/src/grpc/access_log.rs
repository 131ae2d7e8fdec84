//! Who has seen or changed a resident's appointments, as that resident sees it.

use chassis::access::{AccessTable, OwnPage, Rpc, ShownLog, ShownRow, Shows};
use chassis_domain::{Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    AppointmentAccess, AppointmentAccessEntry, AppointmentAccessGround, ListMyAppointmentAccessRequest, ListMyAppointmentAccessResponse,
    ProveMyAppointmentAccessRequest, ProveMyAppointmentAccessResponse, appointment_access_service_server::AppointmentAccessService,
};
use tonic::{Request, Response, Status};

/// What the log of scheduling shows. Looking for times on behalf touches no data of the resident, and is not logged. What guests do by their
/// links is in the log and not shown: they act for nobody, whomever they are signed in for, and an invitation tells the resident who comes.
pub(super) static SHOWN: AccessTable<AppointmentAccess> = AccessTable {
    professionals: Shows {
        grounds: &[],
        methods: &[
            ("GetCalendarAppointment", AppointmentAccess::Opened),
            ("ListCalendar", AppointmentAccess::Listed),
            ("ListPatientAppointments", AppointmentAccess::Listed),
            ("ListRemoteAppointments", AppointmentAccess::Listed),
            ("JoinRemoteAppointment", AppointmentAccess::Opened),
            ("ListTimesForPatient", AppointmentAccess::TimesLookedFor),
            ("PreviewForPatient", AppointmentAccess::TimesLookedFor),
            ("BookForPatient", AppointmentAccess::Changed),
            ("CancelForPatient", AppointmentAccess::Changed),
            ("MarkAppointmentDone", AppointmentAccess::Changed),
            ("AcknowledgeCancellation", AppointmentAccess::Changed),
            ("SaveParticipant", AppointmentAccess::Changed),
            ("DeactivateParticipant", AppointmentAccess::Changed),
            ("SendGuestLink", AppointmentAccess::Changed),
            ("ListRecommendableServices", AppointmentAccess::RecommendationSeen),
            ("ListRecommendationsOfPatient", AppointmentAccess::RecommendationSeen),
            ("ActivateRecommendation", AppointmentAccess::RecommendationChanged),
            ("WithdrawRecommendation", AppointmentAccess::RecommendationChanged),
        ],
        others: None,
    },
    on_behalf: Shows {
        grounds: &[],
        methods: &[
            ("GetMyAppointment", AppointmentAccess::Opened),
            ("ListMyAppointments", AppointmentAccess::Listed),
            ("ListMyRemoteAppointments", AppointmentAccess::Listed),
            ("JoinMyRemoteAppointment", AppointmentAccess::Opened),
            ("BookAppointment", AppointmentAccess::Changed),
            ("MoveAppointment", AppointmentAccess::Changed),
            ("CancelAppointment", AppointmentAccess::Changed),
            ("ListMyRecommendations", AppointmentAccess::RecommendationSeen),
        ],
        others: None,
    },
};

pub(super) struct AccessLogs {
    pub(super) log: ShownLog<AppointmentAccess>,
}

#[tonic::async_trait]
impl AppointmentAccessService for AccessLogs {
    async fn list_my_appointment_access(
        &self,
        request: Request<ListMyAppointmentAccessRequest>,
    ) -> Result<Response<ListMyAppointmentAccessResponse>, Status> {
        let OwnPage { rows, next_page_token, withheld } = self.log.own(&Rpc::of(&request)?, request.into_inner().page).await?;
        Ok(Response::new(ListMyAppointmentAccessResponse { entries: rows.iter().map(entry).collect(), next_page_token, withheld }))
    }

    async fn prove_my_appointment_access(
        &self,
        request: Request<ProveMyAppointmentAccessRequest>,
    ) -> Result<Response<ProveMyAppointmentAccessResponse>, Status> {
        let proof = self.log.prove(&Rpc::of(&request)?, &request.into_inner().page_token).await?;
        Ok(Response::new(ProveMyAppointmentAccessResponse { proof: Some(proof) }))
    }
}

fn entry(row: &ShownRow<AppointmentAccess>) -> AppointmentAccessEntry {
    let ground = match row.ground.as_str() {
        _ if row.representative.is_some() => AppointmentAccessGround::Mandate,
        "participant" => AppointmentAccessGround::Participant,
        "patient" => AppointmentAccessGround::Patient,
        _ => AppointmentAccessGround::Unspecified,
    };
    let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    AppointmentAccessEntry {
        entry_id: row.entry_id.to_string(),
        at: Some(timestamp(row.at)),
        professional_id: text(row.professional),
        role_id: text(row.role),
        location_id: text(row.location),
        representative_id: text(row.representative),
        access: row.category.into(),
        ground: ground.into(),
        object_id: text(row.object),
    }
}
