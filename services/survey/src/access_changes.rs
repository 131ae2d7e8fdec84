//! What changes who reads answers: saying it, of a domain or a survey, and letting a survey follow its domain again.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    store::{CommandMeta, WorkError},
};
use chassis_domain::{AdminCommand, AdminRecord, Matter, Refusals, Taken, Uuid};
use kajo_proto::{fields::NamedFields, survey::v1::SurveyAccessDetails};
use tonic::Status;

use crate::survey_access::{Details, Refused, SurveyAccess, SurveyAccessId};

/// Whose answers are meant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// Those to all surveys of a domain that say nothing themselves.
    Domain(Matter, Uuid),
    /// Those to a survey, of the domain with this id.
    Survey(Uuid, Uuid),
}

impl Target {
    /// What says so.
    pub(crate) const fn id(self) -> Uuid {
        match self {
            Self::Domain(_, id) | Self::Survey(id, _) => id,
        }
    }

    /// What its domain says.
    const fn domain(self) -> Uuid {
        match self {
            Self::Domain(_, id) | Self::Survey(_, id) => id,
        }
    }

    /// With nobody who reads.
    fn nobody(self) -> Details {
        match self {
            Self::Domain(matter, _) => Details { matter, ..Details::default() },
            Self::Survey(survey, _) => Details { survey: Some(survey), ..Details::default() },
        }
    }
}

/// Says who reads. Fields that are not named stay as they are shown: of a survey that follows its domain, as the domain has them.
///
/// # Errors
/// When it has been changed meanwhile, or the store fails.
pub(crate) async fn save(
    kernel: &Kernel,
    meta: CommandMeta,
    target: Target,
    (asked, fields): (SurveyAccessDetails, Vec<String>),
    version: u64,
) -> Result<(), Status> {
    let id = SurveyAccessId::from_uuid(target.id());
    let saved = kernel.store.transact(meta, move |unit| {
        let (asked, fields) = (asked.clone(), fields.clone());
        Box::pin(async move {
            let own = unit.load::<SurveyAccess>(id).await?.state;
            let domain = unit.load::<SurveyAccess>(SurveyAccessId::from_uuid(target.domain())).await?.state;
            let shown = said(&own).or_else(|| said(&domain)).cloned().unwrap_or_default();
            let details = details(message(shown).with(&fields, &asked), target.nobody());
            let save = AdminCommand::Save { details, taken: Taken::default(), around: () };
            unit.execute_expecting(id, &save, Some(version)).await?;
            // One that was cleared says something again.
            unit.execute(id, &AdminCommand::<Details>::Restore).await?;
            Ok::<(), WorkError<Refusals<Refused>>>(())
        })
    });
    Ok(saved.await?)
}

/// Lets a survey follow its domain again. One that never said anything does so already.
///
/// # Errors
/// When it has been changed meanwhile, or the store fails.
pub(crate) async fn clear(kernel: &Kernel, meta: CommandMeta, survey: Uuid, version: u64) -> Result<(), Status> {
    let id = SurveyAccessId::from_uuid(survey);
    let cleared = kernel.store.transact(meta, move |unit| {
        Box::pin(async move {
            if unit.load::<SurveyAccess>(id).await?.state.details().is_some() {
                unit.execute_expecting(id, &AdminCommand::<Details>::Archive, Some(version)).await?;
            }
            Ok::<(), WorkError<Refusals<Refused>>>(())
        })
    });
    Ok(cleared.await?)
}

/// What is said, and not cleared.
fn said(access: &SurveyAccess) -> Option<&Details> {
    match access {
        AdminRecord::Kept(details) => Some(details),
        AdminRecord::Unknown | AdminRecord::Archived(_) | AdminRecord::Removed => None,
    }
}

/// To the contract.
pub(crate) fn message(details: Details) -> SurveyAccessDetails {
    let ids = |ids: BTreeSet<Uuid>| ids.into_iter().map(|id| id.to_string()).collect();
    SurveyAccessDetails { role_ids: ids(details.roles), location_ids: ids(details.locations) }
}

/// From the contract, which does not say of what they are.
pub(crate) fn details(message: SurveyAccessDetails, of: Details) -> Details {
    let ids = |texts: &[String]| texts.iter().filter_map(|text| Uuid::try_parse(text).ok()).collect();
    Details { roles: ids(&message.role_ids), locations: ids(&message.location_ids), ..of }
}
