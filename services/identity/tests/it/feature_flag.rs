//! Feature flags: read by administrators and apps, switched by operators.

use chassis::testkit::Calls;
use identity::{
    demo::{RESIDENTS, care_team_id},
    feature_flag::{Flag, Setting},
};
use kajo_proto::identity::v1::{
    ChooseCareTeamRequest, FeatureFlag, GetFeaturesRequest, Ground, ListFeatureFlagsRequest, Realm,
    feature_flag_service_client::FeatureFlagServiceClient,
};
use tonic::Code;

use crate::{
    patient::look_up,
    world::{World, said, told},
};

type Client = FeatureFlagServiceClient<Calls>;

impl World {
    async fn flags_by(&self, realm: Realm, who: &str) -> Client {
        let secret = self.sign_in(realm, who).await;
        FeatureFlagServiceClient::new(self.calls(realm, &secret).await)
    }

    async fn switch(&self, flag: Flag, setting: Setting) {
        identity::switch_feature(self.running.kernel(), flag, setting).await.unwrap();
    }
}

async fn list(client: &mut Client) -> Vec<FeatureFlag> {
    client.list_feature_flags(ListFeatureFlagsRequest {}).await.unwrap().into_inner().flags
}

async fn enabled(client: &mut Client) -> Vec<String> {
    client.get_features(GetFeaturesRequest {}).await.unwrap().into_inner().enabled
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_14_every_flag_is_listed_with_its_documentation_and_how_it_stands() {
    let world = World::start().await;
    let mut paula = world.flags_by(Realm::Practitioner, "paula").await;
    let flags = list(&mut paula).await;
    assert_eq!(flags.iter().map(|flag| flag.name.as_str()).collect::<Vec<_>>(), Flag::ALL.map(Flag::name));
    for flag in &flags {
        for words in [flag.title.as_ref().unwrap(), flag.documentation.as_ref().unwrap()] {
            assert!(["fi", "sv", "en"].iter().all(|language| !words.texts[*language].is_empty()));
        }
        assert_eq!((flag.enabled, flag.switched_at.is_some()), (flag.enabled_by_default, false), "as the code has it");
    }
    world.switch(Flag::KeyboardShortcuts, Setting::Off).await;
    let off = list(&mut paula).await.into_iter().find(|flag| flag.name == "keyboard_shortcuts").unwrap();
    assert_eq!((off.enabled, off.enabled_by_default, off.switched_at.is_some()), (false, true, true));
    // Who may not see the admin panel does not see its list.
    let mut liisa = world.flags_by(Realm::Practitioner, "liisa").await;
    assert_eq!(liisa.list_feature_flags(ListFeatureFlagsRequest {}).await.unwrap_err().code(), Code::PermissionDenied);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_14_a_flag_switches_a_feature_of_the_running_service_off_and_on_again() {
    let world = World::start().await;
    let mut pekka = world.nurse("pekka").await;
    let mut resident = world.flags_by(Realm::Resident, "aino").await;
    let patient_id = look_up(&mut pekka, RESIDENTS[0].ssn, Ground::Care).await.unwrap();
    let choose = |team: &str| ChooseCareTeamRequest { patient_id: patient_id.clone(), care_team_id: care_team_id(team).to_string() };
    pekka.choose_care_team(choose("koivu")).await.unwrap();
    assert_eq!(enabled(&mut resident).await, ["care_team_choice", "keyboard_shortcuts"]);

    world.switch(Flag::CareTeamChoice, Setting::Off).await;
    assert_eq!(told(&pekka.choose_care_team(choose("kuusi")).await.unwrap_err()), said(Code::FailedPrecondition, "feature_off"));
    assert_eq!(enabled(&mut resident).await, ["keyboard_shortcuts"]);

    world.switch(Flag::CareTeamChoice, Setting::On).await;
    pekka.choose_care_team(choose("kuusi")).await.unwrap();
    world.switch(Flag::CareTeamChoice, Setting::Default).await;
    assert_eq!(enabled(&mut resident).await, ["care_team_choice", "keyboard_shortcuts"]);
    // Back to the code is no row any more.
    let rows: i64 = sqlx::query_scalar("select count(*) from feature_flags").fetch_one(&world.running.kernel().pool).await.unwrap();
    assert_eq!(rows, 0);
    world.end().await;
}
