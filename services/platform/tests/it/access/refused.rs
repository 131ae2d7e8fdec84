//! Who is refused by the contract alone, whatever a call is about: what the options of a method say of the kinds of caller, and what
//! the doors say of who is none of them. These cells follow, so they do not stand in the matrix.

use kajo_proto::{
    methods::Method,
    options::v1::Caller::{
        self as Kind, Administrator, Anonymous, Gateway, Identified, Practitioner, PractitionerChoosing, Resident, ResidentEntering, ResponsibleUser,
        Service, Visitor,
    },
};

/// How a column comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comes {
    /// Through the gateway, as somebody.
    As(Kind),
    /// The same, in a role at a location.
    AtWork(Kind),
    /// Through the gateway, in the name of somebody who has withdrawn the mandate.
    Withdrawn,
    /// Through the gateway, with the secret of no session.
    WithoutSession,
    /// Through the gateway, and it was no app of ours that sent the call: refused for this reason.
    NoApp(&'static str),
    /// Past the gateway, believed.
    Inside(Kind),
    /// Past the gateway, by nobody whom a service believes.
    Unbelieved,
}
use Comes::{As, AtWork, Inside, NoApp, Unbelieved, Withdrawn, WithoutSession};

/// Every column of the matrix, in its order.
pub(crate) const COLUMNS: [(&str, Comes); 40] = [
    ("nobody", As(Anonymous)),
    ("visitor", As(Visitor)),
    ("resident", As(Resident)),
    ("resident: another", As(Resident)),
    ("resident: onboarding not finished", As(ResidentEntering)),
    ("resident: identified abroad", As(Identified)),
    ("resident: under non-disclosure", As(Identified)),
    ("resident: teenager", As(Resident)),
    ("resident for another: guardian of a teenager", As(Resident)),
    ("resident for another: guardian of a child", As(Resident)),
    ("resident for another: health", As(Resident)),
    ("resident for another: social", As(Resident)),
    ("resident for another: mandate withdrawn", Withdrawn),
    ("practitioner: no role", As(PractitionerChoosing)),
    ("practitioner: no location", As(PractitionerChoosing)),
    ("practitioner: neither", As(PractitionerChoosing)),
    ("practitioner: has not chosen", As(PractitionerChoosing)),
    ("practitioner: without groups", As(PractitionerChoosing)),
    ("practitioner: has opened the patient", AtWork(Practitioner)),
    ("practitioner: team", AtWork(Practitioner)),
    ("practitioner: owner", AtWork(Practitioner)),
    ("practitioner: participant", AtWork(Practitioner)),
    ("practitioner: consulted", AtWork(Practitioner)),
    ("practitioner: other location", AtWork(Practitioner)),
    ("practitioner: done with it", AtWork(Practitioner)),
    ("practitioner: other queue", AtWork(Practitioner)),
    ("responsible user: has opened the patient", AtWork(ResponsibleUser)),
    ("responsible user: has not chosen", As(ResponsibleUser)),
    ("administrator", As(Administrator)),
    ("administrator: at work", AtWork(Administrator)),
    ("session: ended", WithoutSession),
    ("session: under non-disclosure since", WithoutSession),
    ("session: of the other realm", WithoutSession),
    ("session: made up", WithoutSession),
    ("session: without the header", NoApp("csrf_header_missing")),
    ("session: from a foreign origin", NoApp("foreign_origin")),
    ("service: unsigned", Unbelieved),
    ("service: signed by another key", Unbelieved),
    ("service: the gateway", Inside(Gateway)),
    ("service: another service", Inside(Service)),
];

/// Who may sit at a browser.
const BROWSER: [Kind; 9] =
    [Anonymous, Visitor, Resident, Practitioner, PractitionerChoosing, ResponsibleUser, Administrator, Identified, ResidentEntering];

/// What the contract says to a column, as the matrix would write it; `None` when it leads to what the call is about.
pub(crate) fn by_contract(method: &Method, column: &str) -> Option<String> {
    let (_, comes) = COLUMNS.iter().find(|(name, _)| *name == column).unwrap();
    let has_door = !method.client_streaming && BROWSER.iter().any(|kind| method.allows(*kind));
    let refusal = match comes {
        Unbelieved => "DENY_AUTH:caller_unknown".to_owned(),
        Inside(kind) if method.allows(*kind) => return None,
        Inside(_) => "DENY_PERM:access_denied".to_owned(),
        NoApp(reason) => format!("DENY_PERM:{reason}"),
        As(_) | AtWork(_) | Withdrawn | WithoutSession if !has_door => "NO_DOOR".to_owned(),
        WithoutSession if method.allows(Anonymous) => return None,
        WithoutSession => "DENY_AUTH:session_expired".to_owned(),
        Withdrawn => return None,
        As(kind) if method.admits(*kind, false) => return None,
        AtWork(kind) if method.admits(*kind, true) => return None,
        As(Visitor) if method.allows(Anonymous) => return None,
        As(Anonymous | Visitor) => "DENY_AUTH:session_missing".to_owned(),
        As(Identified) => "DENY_PERM:not_admitted".to_owned(),
        As(ResidentEntering) => "DENY_PERM:entry_incomplete".to_owned(),
        As(_) | AtWork(_) => "DENY_PERM:access_denied".to_owned(),
    };
    Some(refusal)
}
