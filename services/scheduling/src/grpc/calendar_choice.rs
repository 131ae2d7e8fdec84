//! What a professional's calendar shows, and of what they are told at once.

use std::collections::BTreeSet;

use chassis::{access::Rpc, grpc};
use chassis_domain::{AudienceKey, Uuid};
use kajo_proto::scheduling::v1::{
    CalendarSchedule, CalendarServiceGetAudienceResponse, ChooseCalendarSchedulesRequest, ListCalendarSchedulesRequest, ListCalendarSchedulesResponse,
};
use tonic::Status;

use super::{calendar::Calendars, times::place};
use crate::{
    calendar_choice::{CalendarChoice, CalendarChoiceId, Command},
    projections::calendar::{self, Choice, ScheduleRow},
};

impl Calendars {
    /// What the caller has chosen; `None`: they have never chosen, and see their own.
    async fn chosen(&self, rpc: &Rpc) -> Result<Option<BTreeSet<Uuid>>, Status> {
        let id = CalendarChoiceId::from_uuid(rpc.person()?.uuid());
        Ok(self.asking.kernel.store.load::<CalendarChoice>(id).await?.state.schedules)
    }

    pub(super) async fn schedules(&self, rpc: &Rpc, request: ListCalendarSchedulesRequest) -> Result<ListCalendarSchedulesResponse, Status> {
        let words: Vec<_> = request.search.split_whitespace().map(pattern).collect();
        let chosen = self.chosen(rpc).await?;
        let asked = request.schedule_ids.iter().filter_map(|id| Uuid::try_parse(id).ok());
        let named: Vec<_> = asked.chain(chosen.iter().flatten().copied()).collect();
        let choice = Choice { person: rpc.person()?, location: rpc.caller.location(), words: &words, chosen: &named };
        let rows = calendar::schedules(&self.asking.kernel.pool, &choice).await.map_err(grpc::fault)?;
        let places = self.asking.people.places(rpc).await.unwrap_or_default();
        let schedules = rows.into_iter().map(|row| CalendarSchedule {
            schedule_id: row.schedule_id.to_string(),
            chosen: is_chosen(chosen.as_ref(), &row),
            name: row.name,
            place: row.location.and_then(|location| place(&places, location)),
            own: row.own,
        });
        Ok(ListCalendarSchedulesResponse { schedules: schedules.collect() })
    }

    pub(super) async fn choose(&self, rpc: &Rpc, request: ChooseCalendarSchedulesRequest) -> Result<(), Status> {
        let meta = rpc.command(&request)?;
        let schedules = request.schedule_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let id = CalendarChoiceId::from_uuid(rpc.person()?.uuid());
        self.asking.kernel.store.execute(id, Command::Choose { schedules }, meta).await?;
        Ok(())
    }

    /// Residents are told by who they are, and administrators of no appointments.
    pub(super) async fn audience(&self, rpc: &Rpc) -> Result<CalendarServiceGetAudienceResponse, Status> {
        if !rpc.caller.works_with_patients() {
            return Ok(CalendarServiceGetAudienceResponse::default());
        }
        let person = rpc.person()?;
        let chosen = self.chosen(rpc).await?;
        let named: Vec<_> = chosen.iter().flatten().copied().collect();
        let choice = Choice { person, location: None, words: &[], chosen: &named };
        let rows = calendar::schedules(&self.asking.kernel.pool, &choice).await.map_err(grpc::fault)?;
        let shown = rows.iter().filter(|row| is_chosen(chosen.as_ref(), row));
        // Appointments in which the professional of a schedule takes part beside somebody else are in its calendar as well.
        let ids = shown.flat_map(|row| [Some(row.schedule_id), row.practitioner].into_iter().flatten());
        let mut keys: BTreeSet<_> = ids.map(AudienceKey::calendar).collect();
        if self.asking.works_with(rpc).await?.remote() {
            let remote: Vec<_> = keys.iter().map(AudienceKey::remote).chain([AudienceKey::person(person).remote()]).collect();
            keys.extend(remote);
        }
        Ok(CalendarServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() })
    }
}

fn is_chosen(chosen: Option<&BTreeSet<Uuid>>, row: &ScheduleRow) -> bool {
    chosen.map_or(row.own, |chosen| chosen.contains(&row.schedule_id))
}

/// What a name has to be like that holds this word.
fn pattern(word: &str) -> String {
    let literal: String = word.chars().flat_map(|each| matches!(each, '%' | '_' | '\\').then_some('\\').into_iter().chain([each])).collect();
    format!("%{literal}%")
}
