//! Who calls, with ids that are known to be ids.

use std::fmt;

use chassis_domain::{Actor, ActorKind, OnBehalfOf, PersonId};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator as ImpersonatorContext},
    methods::Method,
    options::v1::{Caller as Kind, Domain},
};
use uuid::Uuid;

/// Somebody who calls. Prints nothing personal.
#[derive(Clone, PartialEq, Eq)]
pub struct Caller {
    kind: Kind,
    person: Option<PersonId>,
    session: Option<Uuid>,
    display_name: String,
    role: Option<Uuid>,
    location: Option<Uuid>,
    impersonator: Option<Impersonator>,
    service: String,
    teenager: bool,
    visit: Option<PersonId>,
}

/// The person at the screen when acting on behalf.
#[derive(Clone, PartialEq, Eq)]
pub struct Impersonator {
    /// Who really acts.
    pub person: PersonId,
    /// The name other people see. Personal: never logged.
    pub display_name: String,
    /// Which matters the mandate covers.
    pub mandates: Vec<Domain>,
}

impl Caller {
    fn of_kind(kind: Kind) -> Self {
        Self {
            kind,
            person: None,
            session: None,
            display_name: String::new(),
            role: None,
            location: None,
            impersonator: None,
            service: String::new(),
            teenager: false,
            visit: None,
        }
    }

    fn person_of_kind(kind: Kind, person: PersonId, display_name: &str) -> Self {
        Self { person: Some(person), display_name: display_name.to_owned(), ..Self::of_kind(kind) }
    }

    /// Nobody is signed in.
    pub fn anonymous() -> Self {
        Self::of_kind(Kind::Anonymous)
    }

    /// Somebody who is not signed in, in a visit.
    pub fn visitor(visit: PersonId) -> Self {
        Self { person: Some(visit), ..Self::of_kind(Kind::Visitor) }
    }

    /// A resident.
    pub fn resident(person: PersonId, display_name: &str) -> Self {
        Self::person_of_kind(Kind::Resident, person, display_name)
    }

    /// A professional who has not chosen role and location.
    pub fn choosing(person: PersonId, display_name: &str) -> Self {
        Self::person_of_kind(Kind::PractitionerChoosing, person, display_name)
    }

    /// A professional in a role at a location.
    pub fn practitioner(person: PersonId, display_name: &str, role: Uuid, location: Uuid) -> Self {
        Self::person_of_kind(Kind::Practitioner, person, display_name).working(role, location)
    }

    /// A responsible user in a role at a location.
    pub fn responsible_user(person: PersonId, display_name: &str, role: Uuid, location: Uuid) -> Self {
        Self::person_of_kind(Kind::ResponsibleUser, person, display_name).working(role, location)
    }

    /// An administrator in a role at a location.
    pub fn administrator(person: PersonId, display_name: &str, role: Uuid, location: Uuid) -> Self {
        Self::person_of_kind(Kind::Administrator, person, display_name).working(role, location)
    }

    /// The gateway itself.
    pub fn gateway() -> Self {
        Self::of_kind(Kind::Gateway)
    }

    /// Another service.
    pub fn service(name: &str) -> Self {
        Self { service: name.to_owned(), ..Self::of_kind(Kind::Service) }
    }

    fn working(self, role: Uuid, location: Uuid) -> Self {
        Self { role: Some(role), location: Some(location), ..self }
    }

    /// The same caller in a session.
    #[must_use]
    pub fn in_session(self, session: Uuid) -> Self {
        Self { session: Some(session), ..self }
    }

    /// From what the gateway says; `None` when an id is none, or a person is missing.
    pub fn from_context(context: &CallerContext) -> Option<Self> {
        let id = |text: &str| if text.is_empty() { Some(None) } else { Uuid::try_parse(text).ok().map(Some) };
        let kind = Kind::try_from(context.kind).ok().filter(|kind| *kind != Kind::Unspecified)?;
        let person = id(&context.person_id)?.map(PersonId::from_uuid);
        let needs_person = !matches!(kind, Kind::Anonymous | Kind::Gateway | Kind::Service);
        if needs_person != person.is_some() {
            return None;
        }
        let impersonator = match &context.impersonator {
            None => None,
            Some(found) => Some(Impersonator {
                person: PersonId::parse(&found.person_id)?,
                display_name: found.display_name.clone(),
                mandates: found.mandates().collect(),
            }),
        };
        Some(Self {
            kind,
            person,
            session: id(&context.session_id)?,
            display_name: context.display_name.clone(),
            role: id(&context.role_id)?,
            location: id(&context.location_id)?,
            impersonator,
            service: context.service.clone(),
            teenager: context.teenager,
            visit: id(&context.visit_id)?.map(PersonId::from_uuid),
        })
    }

    /// For the wire, without the time of signing.
    pub fn to_context(&self) -> CallerContext {
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        CallerContext {
            kind: self.kind.into(),
            person_id: text(self.person.map(PersonId::uuid)),
            session_id: text(self.session),
            display_name: self.display_name.clone(),
            role_id: text(self.role),
            location_id: text(self.location),
            impersonator: self.impersonator.as_ref().map(|found| ImpersonatorContext {
                person_id: found.person.to_string(),
                display_name: found.display_name.clone(),
                mandates: found.mandates.iter().map(|domain| (*domain).into()).collect(),
            }),
            signed_at: None,
            service: self.service.clone(),
            teenager: self.teenager,
            visit_id: text(self.visit.map(PersonId::uuid)),
        }
    }

    /// What kind of caller.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whose data and rights the call uses; of a visitor the id of the visit.
    pub fn person(&self) -> Option<PersonId> {
        self.person
    }

    /// The session.
    pub fn session(&self) -> Option<Uuid> {
        self.session
    }

    /// The name other people see. Personal: never logged.
    pub fn display_name(&self) -> &str {
        &self.display_name
    }

    /// Professional role in use.
    pub fn role(&self) -> Option<Uuid> {
        self.role
    }

    /// Work location in use.
    pub fn location(&self) -> Option<Uuid> {
        self.location
    }

    /// The person at the screen when acting on behalf.
    pub fn impersonator(&self) -> Option<&Impersonator> {
        self.impersonator.as_ref()
    }

    /// The calling service.
    pub fn service_name(&self) -> &str {
        &self.service
    }

    /// Whether this is a professional of any level.
    pub fn is_professional(&self) -> bool {
        matches!(self.kind, Kind::Practitioner | Kind::PractitionerChoosing | Kind::ResponsibleUser | Kind::Administrator)
    }

    /// Whether this is a professional who works with patients: of any level, in a role at a location.
    pub fn works_with_patients(&self) -> bool {
        self.is_professional() && self.kind != Kind::PractitionerChoosing && self.role.is_some() && self.location.is_some()
    }

    /// Whether the contract lets this caller call a method.
    pub fn may_call(&self, method: &Method) -> bool {
        method.admits(self.kind, self.works_with_patients())
    }

    /// Whether this is a resident.
    pub fn is_resident(&self) -> bool {
        matches!(self.kind, Kind::Resident | Kind::ResidentEntering)
    }

    /// Whether the person whose data it is, is 12 to 17 years old today.
    pub fn is_teenager(&self) -> bool {
        self.teenager
    }

    /// Whether this is somebody who is not signed in, in a visit.
    pub fn is_visitor(&self) -> bool {
        self.kind == Kind::Visitor
    }

    /// The visit in which they were in this browser before they signed in. Methods alone are told that take over what was begun in one.
    pub fn visit(&self) -> Option<PersonId> {
        self.visit
    }

    /// As events and the access log name the actor.
    pub fn actor(&self) -> Actor {
        let kind = if self.is_resident() || self.kind == Kind::Identified {
            ActorKind::Resident
        } else if self.is_professional() {
            ActorKind::Practitioner
        } else if self.is_visitor() {
            ActorKind::Visitor
        } else {
            ActorKind::System
        };
        Actor { kind, person: self.person, role: self.role, location: self.location }
    }

    /// Who really acts, for events and the access log.
    pub fn on_behalf_of(&self) -> Option<OnBehalfOf> {
        self.impersonator.as_ref().map(|found| OnBehalfOf { impersonator: found.person })
    }

    /// Whether a mandate, when one is used, covers this domain. What a record decides, its service decides.
    pub fn has_mandate(&self, domain: Domain) -> bool {
        matches!(domain, Domain::Neutral | Domain::ByRecord) || self.impersonator.as_ref().is_none_or(|found| found.mandates.contains(&domain))
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Caller").field("kind", &self.kind).field("person", &self.person).finish_non_exhaustive()
    }
}

impl fmt::Debug for Impersonator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Impersonator").field("person", &self.person).finish_non_exhaustive()
    }
}
