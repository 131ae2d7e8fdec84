//! Who stands behind a session: the person at the screen, whoever they represent, and what of them a caller and a browser are told.

use chassis::Kernel;
use chassis_domain::{PersonId, Timestamp, age};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator as ImpersonatorContext},
    identity::v1::{HumanName, Identifier, Impersonator, Session as SessionView, User},
    options::v1::Caller,
};
use tonic::Status;
use uuid::Uuid;

use super::opened;
use crate::{
    projections::sessions::{Represented, Resolved},
    representation::{Look, usable},
    session::{Entry, Realm},
    ssn::Ssn,
};

/// Names and codes of a session, opened.
pub(super) struct People {
    own: HumanName,
    pub(super) ssn: Option<Ssn>,
    principal: HumanName,
    pub(super) principal_ssn: Option<Ssn>,
}

impl People {
    pub(super) async fn of(kernel: &Kernel, found: &Resolved) -> Result<Self, Status> {
        let represented = found.represented.as_ref();
        let check = represented.and_then(|represented| represented.check.as_ref());
        let column = |column: Option<&'_ Vec<u8>>| column.cloned().unwrap_or_default();
        let sealed = [
            found.given_name.clone(),
            found.family_name.clone(),
            found.ssn.clone(),
            column(represented.map(|represented| &represented.given_name)),
            column(represented.map(|represented| &represented.family_name)),
            column(check.map(|check| &check.ssn)),
            found.usual_name.clone(),
        ];
        let texts = opened(kernel, &sealed.each_ref().map(Vec::as_slice)).await?;
        let [given, family, ssn, principal_given, principal_family, principal_ssn, usual] = <[String; 7]>::try_from(texts).unwrap_or_default();
        Ok(Self {
            own: HumanName { usual, ..name(given, family) },
            ssn: Ssn::parse(&ssn),
            principal: name(principal_given, principal_family),
            principal_ssn: Ssn::parse(&principal_ssn),
        })
    }

    /// The caller to sign, and what a browser may know.
    pub(super) fn told(self, found: &Resolved, look: Look, now: Timestamp) -> (CallerContext, SessionView) {
        let (role_id, location_id) = found.work_context.map(|(role, location)| (role.to_string(), location.to_string())).unwrap_or_default();
        let mut caller = CallerContext {
            kind: kind(found).into(),
            person_id: found.person_id.to_string(),
            session_id: found.session_id.to_string(),
            display_name: self.own.text.clone(),
            role_id,
            location_id,
            teenager: is_teenager(self.ssn.as_ref(), now),
            ..CallerContext::default()
        };
        let Some(represented) = &found.represented else {
            return (caller, SessionView { user: Some(user(found.realm, found.person_id, self.own)), impersonator: None });
        };
        let Represented { acting, .. } = represented;
        let impersonator = Impersonator {
            id: found.person_id.to_string(),
            name: self.own.text.clone(),
            // Who is not admitted in their own name is no patient here.
            patient_id: if found.denial.is_none() { found.person_id.to_string() } else { String::new() },
        };
        caller.kind = Caller::Resident.into();
        caller.person_id = acting.principal.to_string();
        caller.display_name.clone_from(&self.principal.text);
        caller.teenager = is_teenager(self.principal_ssn.as_ref(), now);
        caller.impersonator = Some(ImpersonatorContext {
            person_id: found.person_id.to_string(),
            display_name: self.own.text,
            mandates: usable(represented, look).domains().into_iter().map(Into::into).collect(),
        });
        (caller, SessionView { user: Some(user(found.realm, PersonId::uuid(acting.principal), self.principal)), impersonator: Some(impersonator) })
    }
}

pub(super) fn is_teenager(ssn: Option<&Ssn>, now: Timestamp) -> bool {
    ssn.and_then(Ssn::born).is_some_and(|born| age::is_teenager(born, age::today(now)))
}

fn name(given: String, family: String) -> HumanName {
    HumanName { text: format!("{given} {family}").trim().to_owned(), given, family, usual: String::new() }
}

fn user(realm: Realm, person_id: Uuid, name: HumanName) -> User {
    let identifier = Identifier { system: realm.name().to_owned(), value: person_id.to_string() };
    User { name: Some(name), identifier: Some(identifier), person_id: person_id.to_string() }
}

/// What an admitted resident has to do before entering.
pub(super) fn entry(found: &Resolved) -> Option<Entry> {
    found.entry.filter(|_| found.realm == Realm::Resident && found.denial.is_none())
}

/// What kind of caller a living session makes (IDN-04).
fn kind(found: &Resolved) -> Caller {
    if found.realm == Realm::Resident {
        return match (found.denial, entry(found)) {
            (Some(_), _) => Caller::Identified,
            (None, Some(_)) => Caller::ResidentEntering,
            (None, None) => Caller::Resident,
        };
    }
    professional(found.level, found.work_context.is_some())
}

/// What kind of caller a professional is, by the number of the level, and whether role and location are chosen and theirs.
pub(super) const fn professional(level: Option<i16>, works: bool) -> Caller {
    match (level, works) {
        (Some(3), _) => Caller::Administrator,
        (Some(2), _) => Caller::ResponsibleUser,
        (Some(1), true) => Caller::Practitioner,
        _ => Caller::PractitionerChoosing,
    }
}
