//! The admin panel: who may open what, and who may edit in it.

use chassis::testkit::Calls;
use http::uri::PathAndQuery;
use identity::demo::{location_id, role_id};
use kajo_proto::{
    codec::CheckedCodec,
    identity::v1::{ChooseWorkContextResponse, Panel, Realm},
    methods::{METHODS, Method},
    options::v1::Caller,
    panels::PANELS,
};
use tonic::{Code, Request, Status};

use crate::world::{World, said, told};

/// What responsible users open and edit, and administrators too.
const OF_BOTH: [Panel; 9] = [
    Panel::CareTeams,
    Panel::ServiceInformation,
    Panel::InboxCategories,
    Panel::Tasks,
    Panel::ChatQueues,
    Panel::Surveys,
    Panel::DigitalPaths,
    Panel::PatientContent,
    Panel::Icons,
];

/// What administrators alone open and edit.
const OF_ADMINISTRATORS: [Panel; 10] = [
    Panel::Locations,
    Panel::RoleGroups,
    Panel::SurveyAccess,
    Panel::RemoteAppointmentAccess,
    Panel::ContentManagement,
    Panel::ContentIntegrations,
    Panel::IntegratorCredentials,
    Panel::LookupAlerts,
    Panel::AccessExplanation,
    Panel::Deliveries,
];

/// What both read, and nobody edits.
const READ_ONLY: [Panel; 1] = [Panel::FeatureFlags];

/// Whether somebody of this level may open a panel, and may edit there, as it was settled.
fn settled(level: Caller, panel: Panel) -> (bool, bool) {
    let is_admin = level == Caller::Administrator;
    let is_keeper = is_admin || level == Caller::ResponsibleUser;
    (
        is_keeper && (OF_BOTH.contains(&panel) || READ_ONLY.contains(&panel)) || is_admin && OF_ADMINISTRATORS.contains(&panel),
        is_keeper && OF_BOTH.contains(&panel) || is_admin && OF_ADMINISTRATORS.contains(&panel),
    )
}

impl World {
    /// Panels as the app is told of them.
    async fn panels(&self, secret: &str) -> Vec<(Panel, bool)> {
        self.choices(secret).await.panels.iter().map(|right| (right.panel(), right.edit)).collect()
    }
}

/// A call of a method with nothing in it: refused before anything else when the caller may not.
async fn call(calls: &Calls, method: &Method) -> Result<(), Status> {
    let mut client = tonic::client::Grpc::new(calls.clone());
    client.ready().await.unwrap();
    let path = PathAndQuery::from_static(method.path);
    // Whatever is answered, its fields are passed over.
    client.unary(Request::new(()), path, CheckedCodec::<(), ChooseWorkContextResponse>::default()).await.map(|_| ())
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_15_one_table_says_who_opens_and_edits_each_panel_and_the_server_and_what_it_tells_the_app_follow_it() {
    let world = World::start().await;
    let listed: Vec<_> = OF_BOTH.into_iter().chain(OF_ADMINISTRATORS).chain(READ_ONLY).collect();
    let mut known: Vec<_> = PANELS.iter().map(kajo_proto::panels::PanelRights::panel).collect();
    known.sort_by_key(|panel| listed.iter().position(|other| other == panel));
    assert_eq!(known, listed, "each panel once, and none that was not settled");

    let [nurse, lehtola] = [role_id("nurse"), location_id("lehtola")].map(|id| id.to_string());
    for (who, works, level) in [
        ("liisa", true, Caller::Practitioner),
        ("liisa", false, Caller::PractitionerChoosing),
        ("ritva", true, Caller::ResponsibleUser),
        ("ritva", false, Caller::ResponsibleUser),
        ("paula", true, Caller::Administrator),
        ("paula", false, Caller::Administrator),
        ("heidi", false, Caller::Administrator),
        ("tauno", false, Caller::PractitionerChoosing),
    ] {
        let secret = world.sign_in(Realm::Practitioner, who).await;
        if works {
            world.choose(&secret, &nurse, &lehtola).await.unwrap();
        }
        assert_eq!(world.kind(&secret).await.0, level, "{who}");
        // What the menu, the landing page and the pages of the app go by.
        let told_to_app: Vec<_> = PANELS.iter().map(|rights| (rights.panel(), settled(level, rights.panel()))).collect();
        let told_to_app: Vec<_> = told_to_app.into_iter().filter(|(_, (open, _))| *open).map(|(panel, (_, edit))| (panel, edit)).collect();
        assert_eq!(world.panels(&secret).await, told_to_app, "{who}");
        // What the server does.
        let calls = world.calls(Realm::Practitioner, &secret).await;
        let methods = METHODS.iter().filter(|method| method.package == "kajo.identity.v1");
        for (method, panel) in methods.filter_map(|method| Some((method, method.panel()?))) {
            let (open, edit) = settled(level, panel);
            let may = if method.command { edit } else { open };
            let answer = call(&calls, method).await;
            let refused = answer.is_err_and(|status| told(&status) == said(Code::PermissionDenied, "access_denied"));
            assert_eq!(refused, !may, "{} as {who}", method.path);
        }
    }
    world.end().await;
}

/// Working in a role at a location is what opens patients and tasks, at every level; the level alone opens none.
#[test]
fn who_may_what_in_care_hangs_on_work_and_not_on_the_level() {
    let care = METHODS.iter().filter(|method| method.allows(Caller::Practitioner) && !method.allows(Caller::PractitionerChoosing));
    let mut tried = 0;
    for method in care.filter(|method| !method.allows(Caller::Administrator)) {
        tried += 1;
        for level in [Caller::ResponsibleUser, Caller::Administrator] {
            assert!(method.admits(level, true) && !method.admits(level, false), "{} for {}", method.path, level.as_str_name());
        }
        assert!(!method.admits(Caller::PractitionerChoosing, false), "{}", method.path);
    }
    assert!(tried > 20, "{tried} methods prove little");
}
