//! A patient's appointments, as a professional sees them who has opened the patient.

use chassis::{
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::Aggregate;
use kajo_proto::scheduling::v1::{ListPatientAppointmentsRequest, ListPatientAppointmentsResponse};
use tonic::Status;

use super::{
    calendar::{Calendars, OPENED},
    caller,
    seen::{Depth, Seen},
};
use crate::{
    appointment::{Appointment, AppointmentId},
    projections::my_appointments::{self, Question},
};

impl Calendars {
    pub(super) async fn of_patient(&self, rpc: &Rpc, request: ListPatientAppointmentsRequest) -> Result<ListPatientAppointmentsResponse, Status> {
        let kernel = &self.asking.kernel;
        let patient = self.patients.opened(rpc, &request.patient_id).await?.id;
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, None), OPENED).await?;
        let question = Question { patient, representative: None, past: request.past, now: kernel.clock.now(), after, size: size + 1 };
        let mut rows = my_appointments::page(&kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.starts_at, id: row.appointment_id }.token());
        let (by, works_with) = (caller::practitioner(rpc, true)?, self.asking.works_with(rpc).await?);
        let mut seen = Vec::with_capacity(rows.len());
        for row in rows {
            let one = Seen::of(kernel, AppointmentId::from_uuid(row.appointment_id), &by).await?;
            if works_with.time(&one.standing.time) {
                seen.push(one);
            }
        }
        let mut appointments = self.asking.views((rpc, &by), &seen, Depth::Listed, "").await?;
        let named = seen.iter().filter_map(|one| one.standing.time.practitioner);
        let names = self.asking.people.professionals(rpc, named).await.unwrap_or_default();
        for (appointment, one) in appointments.iter_mut().zip(&seen) {
            // Whom another system names is told already.
            if let Some(practitioner) = one.standing.time.practitioner {
                appointment.practitioner_name = names.get(&practitioner.to_string()).cloned().unwrap_or_default();
            }
        }
        Ok(ListPatientAppointmentsResponse { appointments, next_page_token })
    }
}
