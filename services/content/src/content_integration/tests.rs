//! Rules of content integrations.

use chassis_domain::{AdminCommand, AdminEvent, AdminRecord, Aggregate, DecideContext, Id, Refusal, Taken, Timestamp, Uuid, testing::given};

use super::{ContentIntegration, Details, Mode, Source, Target, TargetState};

const GUID: &str = "0d5a1f0c-5a0e-4b83-9a5b-7f0c2f1f0a11";

fn details() -> Details {
    Details {
        name: "Hammashoito".to_owned(),
        target: Target::Service(Some(Id::from_uuid(Uuid::from_u128(1)))),
        source: Source::ServiceRegister,
        source_id: GUID.to_owned(),
        interval_hours: 24,
        mode: Mode::Publish,
    }
}

fn save(details: Details, taken: &[&'static str], around: TargetState) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: taken.iter().copied().collect::<Taken>(), around }
}

fn told(kept: &ContentIntegration, command: &AdminCommand<Details>) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: chassis_domain::Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = kept.decide(command, &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn svc_04_an_integration_names_a_target_an_id_at_the_source_and_an_interval_and_is_kept_as_the_register_writes_it() {
    let typed = Details { name: " Hammashoito ".to_owned(), source_id: format!(" {} ", GUID.to_uppercase()), ..details() };
    given::<ContentIntegration>([]).when(&save(typed, &[], TargetState::There)).then([AdminEvent::Defined(details())]);
    for interval_hours in [1, 720] {
        let kept = Details { interval_hours, ..details() };
        given::<ContentIntegration>([]).when(&save(kept.clone(), &[], TargetState::There)).then([AdminEvent::Defined(kept)]);
    }
}

#[test]
fn svc_04_all_that_is_wrong_with_an_integration_is_told_at_its_field() {
    let new = ContentIntegration::default();
    let wrong = Details { target: Target::ServiceContent(None), source_id: "hammas".to_owned(), interval_hours: 0, ..details() };
    assert_eq!(
        told(&new, &save(wrong, &[], TargetState::Missing)),
        [
            ("details.service_content_id", "required"),
            ("details.source_id", "source_id_malformed"),
            ("details.interval_hours", "integration_interval_out_of_range"),
        ]
    );
    for source_id in ["", &GUID.replace('-', ""), &format!("{{{GUID}}}"), &format!("urn:uuid:{GUID}"), &GUID[1..]] {
        let wrong = Details { source_id: source_id.to_owned(), interval_hours: 721, ..details() };
        let expected = [("details.source_id", "source_id_malformed"), ("details.interval_hours", "integration_interval_out_of_range")];
        assert_eq!(told(&new, &save(wrong, &[], TargetState::There)), expected, "{source_id}");
    }
}

#[test]
fn svc_04_a_target_is_there_when_it_is_chosen_and_has_one_integration() {
    let new = ContentIntegration::default();
    assert_eq!(told(&new, &save(details(), &[], TargetState::Missing)), [("details.service_id", "integration_target_missing")]);
    let taken = save(details(), &["details.service_id"], TargetState::There);
    assert_eq!(told(&new, &taken), [("details.service_id", "integration_target_taken")]);
    // One that is gone since keeps nobody from changing how often it is looked for.
    let kept = AdminRecord::Kept(details());
    let changed = Details { interval_hours: 48, ..details() };
    given::<ContentIntegration>([AdminEvent::Defined(details())])
        .when(&save(changed.clone(), &[], TargetState::Missing))
        .then([AdminEvent::Defined(changed)]);
    let other = Details { target: Target::ServiceContent(Some(Id::from_uuid(Uuid::from_u128(1)))), ..details() };
    assert_eq!(told(&kept, &save(other, &[], TargetState::Missing)), [("details.service_content_id", "integration_target_missing")]);
}
