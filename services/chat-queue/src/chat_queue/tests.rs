//! Rules of chat queues.

use chassis_domain::{
    Actor, AdminCommand, AdminEvent, Aggregate, DecideContext, Mandates, Matter, Refusal, Taken, Timestamp, Translated, Uuid, testing::given,
};

use super::{Around, ChatQueue, Details, Seeker, ServiceState};
use crate::{
    chat_schedule,
    hours::{OpeningHours, Window},
};

const ROLE: Uuid = Uuid::from_u128(1);
const LOCATION: Uuid = Uuid::from_u128(2);
const SERVICE: Uuid = Uuid::from_u128(3);

fn texts(word: &str) -> Translated {
    Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") }
}

fn details() -> Details {
    Details {
        name: texts("Terveyschat"),
        matter: Matter::Health,
        locations: [LOCATION].into(),
        roles: [ROLE].into(),
        hours: chat_schedule::Details::office_hours().hours,
        ..Details::default()
    }
}

fn save(details: Details, around: Around) -> AdminCommand<Details> {
    AdminCommand::Save { details, taken: Taken::default(), around }
}

/// Fields at fault with their reasons.
fn told(details: Details, around: Around) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = ChatQueue::default().decide(&save(details, around), &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn cha_01_a_queue_that_lacks_everything_hears_of_all_of_it_at_its_fields() {
    let wrong = Details { description: Translated { sv: "Bara på svenska".to_owned(), ..Translated::default() }, ..Details::default() };
    let expected = [
        ("details.name.fi", "translation_missing"),
        ("details.name.sv", "translation_missing"),
        ("details.name.en", "translation_missing"),
        ("details.description.fi", "all_or_nothing"),
        ("details.description.en", "all_or_nothing"),
        ("details.matter", "matter_missing"),
        ("details.location_ids", "required"),
        ("details.role_ids", "required"),
        ("details.hours.rule", "required"),
    ];
    assert_eq!(told(wrong, Around::default()), expected);
    given::<ChatQueue>([]).when(&save(details(), Around::default())).then([AdminEvent::Defined(details())]);
}

#[test]
fn cha_01_a_queue_belongs_to_a_service_that_is_there_and_stays_with_one_that_was() {
    let of_service = Details { service: Some(SERVICE), ..details() };
    let around = |service| Around { service, ..Around::default() };
    assert_eq!(told(of_service.clone(), around(ServiceState::Missing)), [("details.service_id", "service_missing")]);
    assert_eq!(told(of_service.clone(), around(ServiceState::Archived)), [("details.service_id", "service_archived")]);
    let kept = || given::<ChatQueue>([AdminEvent::Defined(of_service.clone())]);
    let renamed = Details { name: texts("Toinen"), ..of_service.clone() };
    for state in [ServiceState::Missing, ServiceState::Archived, ServiceState::Open] {
        kept().when(&save(renamed.clone(), around(state))).then([AdminEvent::Defined(renamed.clone())]);
    }
}

#[test]
fn cha_02_a_queue_that_follows_the_default_hours_needs_none_of_its_own_and_keeps_those_that_it_has() {
    let follows = Details { follows_schedule: true, hours: OpeningHours::default(), ..details() };
    given::<ChatQueue>([]).when(&save(follows.clone(), Around::default())).then([AdminEvent::Defined(follows)]);
    let keeps = Details { follows_schedule: true, ..details() };
    given::<ChatQueue>([]).when(&save(keeps.clone(), Around::default())).then([AdminEvent::Defined(keeps)]);
    let mut unreadable = Details { follows_schedule: true, ..details() };
    unreadable.hours.weekly[1] = vec![Window::parse("8", "noon")];
    assert_eq!(told(unreadable, Around::default()), [("details.hours.weekly.tuesday", "chat_hours_unreadable")]);
}

#[test]
fn cha_11_an_external_queue_needs_no_professionals_and_leads_to_allowed_hosts_alone() {
    let external = |url: &str| Details { external_url: url.to_owned(), locations: [].into(), roles: [].into(), ..details() };
    let around = |url_allowed| Around { provider_hosts: vec!["chat.example.fi".to_owned()], url_allowed, ..Around::default() };
    let allowed = external("https://chat.example.fi/jono");
    given::<ChatQueue>([]).when(&save(allowed.clone(), around(true))).then([AdminEvent::Defined(allowed)]);
    assert_eq!(told(external("https://evil.example/jono"), around(false)), [("details.external_url", "chat_url_invalid")]);
}

#[test]
fn cha_09_a_queue_of_ours_that_has_symptoms_assessed_names_the_survey_that_asks() {
    let survey = Some(Uuid::from_u128(4));
    let assesses = |assessment_survey| Details { triage_required: true, assessment_survey, ..details() };
    assert_eq!(told(assesses(None), Around::default()), [("details.assessment_survey_id", "assessment_missing")]);
    let named = assesses(survey);
    given::<ChatQueue>([]).when(&save(named.clone(), Around::default())).then([AdminEvent::Defined(named.clone())]);
    let external = Details { external_url: "https://chat.example.fi/jono".to_owned(), ..assesses(None) };
    let around = Around { url_allowed: true, ..Around::default() };
    given::<ChatQueue>([]).when(&save(external.clone(), around)).then([AdminEvent::Defined(external.clone())]);

    // What is kept asks as long as the switch is on and the queue is ours; what was kept before there were surveys asks nothing.
    let off = Details { triage_required: false, ..named.clone() };
    let elsewhere = Details { assessment_survey: survey, ..external };
    assert_eq!([named, off, assesses(None), elsewhere].map(|queue| queue.assessment()), [survey, None, None, None]);
}

#[test]
fn cha_03_residents_and_visitors_see_what_is_for_them_and_representatives_what_their_mandates_reach() {
    let mandates = |health, social| Seeker::Representative(Mandates { health, social });
    let seekers = [Seeker::Resident, mandates(true, false), mandates(false, true), Seeker::Visitor];
    let seen = |identified, unidentified| {
        let queue = Details { visible_to_identified: identified, visible_to_unidentified: unidentified, ..details() };
        seekers.map(|seeker| queue.is_visible_to(seeker))
    };
    assert_eq!(seen(true, false), [true, true, false, false]);
    assert_eq!(seen(false, true), [false, false, false, true]);
    assert_eq!(seen(true, true), [true, true, false, true]);
    assert_eq!(seen(false, false), [false; 4]);
}

#[test]
fn cha_12_a_queue_is_worked_through_in_its_roles_at_its_locations() {
    let other = Uuid::from_u128(9);
    let admitted = [(ROLE, LOCATION), (ROLE, other), (other, LOCATION)].map(|(role, location)| details().admission(role, location).is_given());
    assert_eq!(admitted, [true, false, false]);
}
