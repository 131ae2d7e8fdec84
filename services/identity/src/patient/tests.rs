//! Rules of patients.

use chassis_domain::{PersonId, RetentionClass, Sealable, Sealed, Uuid, testing::given};
use kajo_proto::identity::store::v1 as store;
use prost::Message;

use super::{Command, Event, Info, Patient, Register, Source, Standing, Unreachable};
use crate::{care_team::CareTeamId, resident::service_area_of, ssn::Ssn};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));

fn register() -> Command {
    Command::Register(Register {
        person: AINO,
        ssn: Ssn::parse("290288-922S").expect("a code"),
        first_name: "Aino".to_owned(),
        last_name: "Lehtonen".to_owned(),
        standing: Standing::NoConsent,
    })
}

fn registered() -> Event {
    let sealed = |text: &str| Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    Event::Registered { ssn: sealed("290288-922S"), first_name: sealed("Aino"), last_name: sealed("Lehtonen"), standing: Standing::NoConsent }
}

#[test]
fn a_patient_is_registered_once() {
    given::<Patient>([]).when(&register()).then([registered()]);
    given::<Patient>([registered()]).when(&register()).then_nothing();
}

#[test]
fn a_patient_belongs_to_a_care_team_that_can_be_chosen_or_to_none() {
    let team = |number| CareTeamId::from_uuid(Uuid::from_u128(number));
    let choose = |care_team, can_be_chosen| Command::ChooseCareTeam { care_team, can_be_chosen };
    let chosen = |care_team| Event::CareTeamChosen { care_team };
    given::<Patient>([]).when(&choose(Some(team(7)), true)).then_refused("not_found");
    given::<Patient>([registered()]).when(&choose(Some(team(7)), false)).then_refused("care_team_unknown");
    given::<Patient>([registered()]).when(&choose(None, false)).then_nothing();
    given::<Patient>([registered()]).when(&choose(Some(team(7)), true)).then([chosen(Some(team(7)))]);
    let belongs = [registered(), chosen(Some(team(7)))];
    given::<Patient>(belongs.clone()).when(&choose(Some(team(7)), false)).then_nothing();
    given::<Patient>(belongs.clone()).when(&choose(Some(team(8)), true)).then([chosen(Some(team(8)))]);
    given::<Patient>(belongs).when(&choose(None, false)).then([chosen(None)]);
}

fn info() -> Info {
    Info { first_name: "Aino".to_owned(), last_name: "Lehtonen".to_owned(), ..Info::default() }
}

fn save(info: Info) -> Command {
    Command::SaveInfo { info, area_known: true }
}

fn changed(info: Info, source: Source) -> Event {
    Event::InfoChanged { info: Sealed::new(AINO, RetentionClass::CareRecord, info), source }
}

#[test]
fn basic_info_is_saved_as_it_is_kept_and_only_when_it_changes() {
    given::<Patient>([]).when(&save(info())).then_refused("not_found");
    given::<Patient>([registered()]).when(&save(info())).then_nothing();
    let typed = Info { first_name: "  Aino ".to_owned(), phone: "+358 40 123-4567".to_owned(), service_area: service_area_of("Lehtola"), ..info() };
    let kept = Info { phone: "+358401234567".to_owned(), service_area: service_area_of("Lehtola"), ..info() };
    given::<Patient>([registered()]).when(&save(typed.clone())).then([changed(kept.clone(), Source::Professional)]);
    given::<Patient>([registered(), changed(kept, Source::Professional)]).when(&save(typed)).then_nothing();
}

#[test]
fn what_is_missing_or_malformed_is_refused() {
    for (wrong, code) in [
        (Info { usual_name: "ä".repeat(41), ..info() }, "input_too_long"),
        (Info { email: "aino".to_owned(), ..info() }, "email_malformed"),
        (Info { email: "aino@lehtola".to_owned(), ..info() }, "email_malformed"),
        (Info { email: "ai no@lehtola.fi".to_owned(), ..info() }, "email_malformed"),
        (Info { phone: "0401234567".to_owned(), ..info() }, "phone_malformed"),
        (Info { phone: "+3580401234567".to_owned(), ..info() }, "phone_malformed"),
        (Info { phone: "+4612345678".to_owned(), ..info() }, "phone_malformed"),
    ] {
        given::<Patient>([registered()]).when(&save(wrong)).then_refused(code);
    }
    let nowhere = Info { service_area: service_area_of("Kaukola"), ..info() };
    let command = |info| Command::SaveInfo { info, area_known: false };
    given::<Patient>([registered()]).when(&command(nowhere.clone())).then_refused("service_area_unknown");
    // Where somebody belonged once stays, when the last location there goes.
    let renamed = Info { usual_name: "Aikku".to_owned(), ..nowhere.clone() };
    let lived = [registered(), changed(nowhere, Source::Professional)];
    given::<Patient>(lived).when(&command(renamed.clone())).then([changed(renamed, Source::Professional)]);
}

#[test]
fn the_record_brings_what_it_has_and_leaves_what_it_has_not() {
    let record = Info {
        first_name: "Aino".to_owned(),
        last_name: "Lehtonen".to_owned(),
        official_name: "Aino Maria Lehtonen".to_owned(),
        phone: "040 123".to_owned(),
        email: "aino@example.fi".to_owned(),
        record_id: "77".to_owned(),
        ..Info::default()
    };
    let known = Info { usual_name: "Aikku".to_owned(), phone: "+358401234567".to_owned(), service_area: service_area_of("Lehtola"), ..info() };
    let both =
        Info { official_name: "Aino Maria Lehtonen".to_owned(), email: "aino@example.fi".to_owned(), record_id: "77".to_owned(), ..known.clone() };
    let refresh = Command::Refresh { record };
    let history = [registered(), changed(known, Source::Professional)];
    given::<Patient>(history.clone()).when(&refresh).then([changed(both.clone(), Source::Record)]);
    let refreshed = [history.to_vec(), vec![changed(both.clone(), Source::Record)]].concat();
    given::<Patient>(refreshed.clone()).when(&refresh).then_nothing();
    // A professional changes neither the official name nor the record's id.
    let edited = Info { official_name: "Someone".to_owned(), record_id: String::new(), email: String::new(), ..both.clone() };
    let kept = Info { email: String::new(), ..both };
    given::<Patient>(refreshed).when(&save(edited)).then([changed(kept, Source::Professional)]);
}

#[test]
fn who_has_given_no_consent_or_was_added_by_hand_cannot_be_messaged() {
    assert_eq!(Standing::ConsentGiven.reachable(), Ok(()));
    assert_eq!(Standing::NoConsent.reachable(), Err(Unreachable::NoConsent));
    assert_eq!(Standing::ManuallyAdded.reachable(), Err(Unreachable::ManuallyAdded));
}

#[test]
fn pro_07_who_comes_under_non_disclosure_keeps_what_is_hidden_until_it_is_shown_again() {
    let learn = |protected| Command::LearnProtection { protected };
    let learned = |protected| Event::ProtectionChanged { protected };
    given::<Patient>([]).when(&learn(true)).then_refused("not_found");
    given::<Patient>([registered()]).when(&learn(false)).then_nothing();
    given::<Patient>([registered()]).when(&learn(true)).then([learned(true)]);
    given::<Patient>([registered(), learned(true)]).when(&learn(true)).then_nothing();
    given::<Patient>([registered(), learned(true)]).when(&learn(false)).then([learned(false)]);

    let known = Info {
        email: "aino@example.fi".to_owned(),
        phone: "+358401234567".to_owned(),
        address: "Koivukuja 3".to_owned(),
        service_area: service_area_of("Lehtola"),
        ..info()
    };
    let team = CareTeamId::from_uuid(Uuid::from_u128(7));
    let history = [registered(), changed(known.clone(), Source::Professional), Event::CareTeamChosen { care_team: Some(team) }, learned(true)];
    // Names are edited; what is sent of the rest is neither taken nor looked at.
    let sent = Info { usual_name: "Aikku".to_owned(), phone: "no number".to_owned(), ..info() };
    let command = Command::SaveInfo { info: sent, area_known: false };
    let kept = Info { usual_name: "Aikku".to_owned(), ..known.clone() };
    given::<Patient>(history.clone()).when(&command).then([changed(kept, Source::Professional)]);
    let record = Info { first_name: "Aino Maria".to_owned(), address: "Elsewhere 1".to_owned(), phone: "+358409999999".to_owned(), ..info() };
    let refreshed = Info { first_name: "Aino Maria".to_owned(), ..known.clone() };
    given::<Patient>(history.clone()).when(&Command::Refresh { record }).then([changed(refreshed, Source::Record)]);
    for care_team in [Some(team), None] {
        let choose = Command::ChooseCareTeam { care_team, can_be_chosen: true };
        given::<Patient>(history.clone()).when(&choose).then_refused("patient_under_non_disclosure");
    }
    assert_eq!(known.clone().without_hidden(), info());
}

#[test]
fn who_accepts_the_terms_consents_until_the_account_is_gone() {
    let given_now = || Event::ConsentGiven { terms: 3 };
    let give = Command::GiveConsent { terms: 3 };
    given::<Patient>([]).when(&give).then_refused("not_found");
    given::<Patient>([registered()]).when(&give).then([given_now()]);
    given::<Patient>([registered(), given_now()]).when(&Command::GiveConsent { terms: 4 }).then_nothing();
    given::<Patient>([registered()]).when(&Command::WithdrawConsent).then_nothing();
    given::<Patient>([registered(), given_now()]).when(&Command::WithdrawConsent).then([Event::ConsentWithdrawn]);
    given::<Patient>([registered(), given_now(), Event::ConsentWithdrawn]).when(&Command::WithdrawConsent).then_nothing();
    given::<Patient>([registered(), given_now(), Event::ConsentWithdrawn]).when(&give).then([given_now()]);
    let by_hand = Event::Registered {
        ssn: Sealed::new(AINO, RetentionClass::CareRecord, "290288-922S".to_owned()),
        first_name: Sealed::new(AINO, RetentionClass::CareRecord, "Aino".to_owned()),
        last_name: Sealed::new(AINO, RetentionClass::CareRecord, "Lehtonen".to_owned()),
        standing: Standing::ManuallyAdded,
    };
    given::<Patient>([by_hand.clone()]).when(&give).then([given_now()]);
    given::<Patient>([by_hand]).when(&Command::WithdrawConsent).then_nothing();
}

#[test]
fn where_a_patient_lives_is_read_also_when_it_was_kept_by_the_name_of_a_municipality() {
    let kept = store::PatientInfo { first_name: "Aino".to_owned(), municipality: "Lehtola".to_owned(), ..store::PatientInfo::default() };
    let read = Info::from_plain(&kept.encode_to_vec()).unwrap();
    assert_eq!(read.service_area, service_area_of("Lehtola"));
    assert_eq!(Info::from_plain(&read.to_plain()).unwrap().service_area, read.service_area, "by its id from then on");
}
