//! Who reads the answers to a survey, or to all surveys of a domain that do not say so themselves (SUR-05): whoever works in one of the roles at one
//! of the locations. No role, or no location: nobody. Archived, a survey's own says nothing, and its domain's holds.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, Matter, PublishedFact, Refusals, Taken, Uuid, admin_events,
    stored::Reader,
};
use kajo_proto::survey::{store::v1 as store, v1 as public};

/// Who reads answers.
pub type SurveyAccess = AdminRecord<Details>;

/// The id of who reads answers: that of the survey, or of the domain.
pub type SurveyAccessId = Id<SurveyAccess>;

/// The domains in the order in which they are shown, each with its id in every installation.
pub const DOMAINS: [(Matter, Uuid); 2] = [
    (Matter::Health, Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_5a4e_0001)),
    (Matter::Social, Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_5a4e_0002)),
];

/// The id of what a domain says; `None`: it is no domain.
pub fn of_domain(matter: Matter) -> Option<Uuid> {
    DOMAINS.into_iter().find(|(domain, _)| *domain == matter).map(|(_, id)| id)
}

/// Who reads answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// To a survey; `None`: to those of a domain.
    pub survey: Option<Uuid>,
    /// The domain; of a survey nothing is told.
    pub matter: Matter,
    /// Roles of professionals.
    pub roles: BTreeSet<Uuid>,
    /// Where those in them read.
    pub locations: BTreeSet<Uuid>,
}

impl Details {
    /// Whether somebody who works in this role at this location reads.
    pub fn admits(&self, role: Uuid, location: Uuid) -> bool {
        self.roles.contains(&role) && self.locations.contains(&location)
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such survey, or it was never published.
    #[error("there is no such survey")]
    NotFound,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "survey_access";
    const EVENTS: AdminEvents = admin_events!("survey_access");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::SurveyAccessDefined;

    fn name(&self) -> &'static str {
        "survey_access"
    }

    fn trimmed(&self) -> Self {
        self.clone()
    }

    /// Nobody is a possible answer.
    fn check(&self, _: Option<&Self>, _: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        Ok(())
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let survey_access_id = meta.aggregate_id.to_string();
        match event {
            // Whichever it is, others read now.
            AdminEvent::Defined(_) | AdminEvent::Archived | AdminEvent::Restored => {
                Some(PublishedFact::to_everybody("kajo.survey.v1.SurveyAccessDefined", &public::SurveyAccessDefined { survey_access_id }))
            }
            // Surveys and domains stay.
            AdminEvent::Removed => None,
        }
    }

    fn to_stored(&self) -> store::SurveyAccessDefined {
        let Self { survey, matter, roles, locations } = self;
        let ids = |ids: &BTreeSet<Uuid>| ids.iter().map(ToString::to_string).collect();
        store::SurveyAccessDefined {
            survey_id: survey.map(|survey| survey.to_string()).unwrap_or_default(),
            matter: matter.number(),
            role_ids: ids(roles),
            location_ids: ids(locations),
        }
    }

    fn from_stored(stored: store::SurveyAccessDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::SurveyAccessDefined { survey_id, matter, role_ids, location_ids } = stored;
        let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
        let ids = |texts: &[String]| texts.iter().map(|text| id(text)).collect::<Result<BTreeSet<_>, _>>();
        Ok(Self {
            survey: if survey_id.is_empty() { None } else { Some(id(&survey_id)?) },
            matter: reader.known(Matter::from_number(matter))?,
            roles: ids(&role_ids)?,
            locations: ids(&location_ids)?,
        })
    }
}
