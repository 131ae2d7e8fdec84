//! Rules of residents' profiles.

use chassis_domain::{PersonId, Refusal, Refusals, RetentionClass, Sealed, Timestamp, Uuid, testing::given};
use jiff::SignedDuration;

use super::{Channel, Command, ContactInfo, Done, Event, Kept, Language, MOST_TRIES, Point, Resident, ServiceAreaId, Step};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const LEHTOLA: ServiceAreaId = ServiceAreaId::from_uuid(Uuid::from_u128(2));
const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn later(seconds: i64) -> Timestamp {
    NOW.checked_add(SignedDuration::from_secs(seconds)).expect("a time")
}

fn typed() -> ContactInfo {
    ContactInfo {
        usual_name: "  Ainu ".to_owned(),
        home_address: "Lehtotie 1,  87100 Lehtola".to_owned(),
        email: " aino@example.org".to_owned(),
        phone: "+358 (40) 123-4567".to_owned(),
    }
}

fn save(contact_info: ContactInfo, revision: u32) -> Command {
    Command::SaveContactInfo { person: AINO, contact_info, revision, fresh: true }
}

fn saved(email: &str, phone: &str, is_new: (bool, bool)) -> Event {
    saved_at("Lehtotie 1, 87100 Lehtola", email, phone, is_new)
}

fn saved_at(home: &str, email: &str, phone: &str, is_new: (bool, bool)) -> Event {
    let sealed = |text: &str| Sealed::new(AINO, RetentionClass::Account, text.to_owned());
    let kept = Kept { usual_name: sealed("Ainu"), home_address: sealed(home), email: sealed(email), phone: sealed(phone) };
    Event::ContactInfoSaved { kept, email_is_new: is_new.0, phone_is_new: is_new.1 }
}

fn both() -> Event {
    saved("aino@example.org", "+358401234567", (true, true))
}

fn made(at: i64) -> Event {
    Event::CodeMade { point: Point::Email, hash: vec![7], made_at: later(at) }
}

fn confirm(hash: u8) -> Command {
    Command::ConfirmCode { point: Point::Email, hash: vec![hash] }
}

fn make() -> Command {
    Command::MakeCode { point: Point::Email, hash: vec![7] }
}

#[test]
fn contact_info_is_kept_without_blanks_and_as_e164_and_again_only_when_it_changes() {
    given::<Resident>([]).when(&save(typed(), 0)).then([both()]);
    given::<Resident>([both()]).when(&save(typed(), 0)).then_nothing();
    let other = ContactInfo { email: "other@example.org".to_owned(), ..typed() };
    given::<Resident>([both()]).when(&save(other, 1)).then([saved("other@example.org", "+358401234567", (true, false))]);
}

#[test]
fn s_24_an_address_that_was_told_is_changed_by_nobody_but_who_has_identified_themselves_just_now() {
    let stale = |contact_info, revision| Command::SaveContactInfo { person: AINO, contact_info, revision, fresh: false };
    given::<Resident>([]).when(&stale(typed(), 0)).then([both()]);
    for changed in [
        ContactInfo { email: "other@example.org".to_owned(), ..typed() },
        ContactInfo { phone: "+358401234568".to_owned(), ..typed() },
        ContactInfo { phone: String::new(), ..typed() },
    ] {
        given::<Resident>([both()]).when(&stale(changed, 1)).then_refused("fresh_sign_in_needed");
    }
    // What is wrong is told first: nobody identifies themselves for nothing.
    given::<Resident>([both()]).when(&stale(ContactInfo { email: "none".to_owned(), ..typed() }, 1)).then_refused("email_malformed");
    given::<Resident>([both()]).when(&stale(typed(), 1)).then_nothing();
    let elsewhere = ContactInfo { home_address: "Lehtotie 2, 87100 Lehtola".to_owned(), ..typed() };
    let moved = saved_at("Lehtotie 2, 87100 Lehtola", "aino@example.org", "+358401234567", (false, false));
    given::<Resident>([both()]).when(&stale(elsewhere, 1)).then([moved]);
}

#[test]
fn what_was_saved_elsewhere_meanwhile_is_told() {
    let other = ContactInfo { usual_name: String::new(), ..typed() };
    given::<Resident>([both()]).when(&save(other, 0)).then_refused("profile_changed");
    let sms = Command::SaveNotifications { channel: Channel::Sms, revision: 0 };
    given::<Resident>([both(), Event::NotificationsSaved { channel: Channel::Email }]).when(&sms).then_refused("profile_changed");
    let area = Command::SaveServiceArea { service_area: ServiceAreaId::from_uuid(Uuid::from_u128(3)), is_known: true, revision: 0 };
    given::<Resident>([Event::ServiceAreaSaved { service_area: LEHTOLA }]).when(&area).then_refused("profile_changed");
}

#[test]
fn names_addresses_and_numbers_have_their_form() {
    let refused = |change: fn(&mut ContactInfo), code: &str| {
        let mut contact_info = typed();
        change(&mut contact_info);
        given::<Resident>([]).when(&save(contact_info, 0)).then_refused(code);
    };
    refused(|typed| typed.usual_name = "Ä".repeat(41), "input_too_long");
    refused(|typed| typed.home_address = "Ä".repeat(201), "input_too_long");
    for wrong in ["aino", "aino@", "@example.org", "aino@example", "ai no@example.org", "aino@exa_mple.org", "a@b@example..org", "aino@127.0.0.1"] {
        let contact_info = ContactInfo { email: wrong.to_owned(), ..typed() };
        given::<Resident>([]).when(&save(contact_info, 0)).then_refused("email_malformed");
    }
    for wrong in ["040 123 4567", "+46 70 123 4567", "+358", "+358 040 123 4567", "+358 40 12a4567", "+3584012345678901", "00358401234567"] {
        let contact_info = ContactInfo { phone: wrong.to_owned(), ..typed() };
        given::<Resident>([]).when(&save(contact_info, 0)).then_refused("phone_malformed");
    }
    refused(|typed| (typed.email, typed.phone) = (String::new(), String::new()), "email_or_phone_missing");
    let longest = ContactInfo { usual_name: "Ä".repeat(40), ..typed() };
    assert!(longest.checked().1.iter().all(|(is_broken, _)| !is_broken), "letters are counted, not bytes");
}

#[test]
fn all_that_is_wrong_is_told_at_once_field_by_field() {
    let told = |typed: &ContactInfo| {
        let refused = Refusals::of_broken(typed.checked().1).expect_err("refused");
        refused.violations().into_iter().map(|each| (each.field, each.code, each.params)).collect::<Vec<_>>()
    };
    let max = |max: &str| vec![("max", max.to_owned())];
    let malformed = ContactInfo { usual_name: "Ä".repeat(41), home_address: "Ä".repeat(201), email: "aino@".to_owned(), phone: "040".to_owned() };
    let expected = [
        ("contact_info.usual_name", "input_too_long", max("40")),
        ("contact_info.home_address", "input_too_long", max("200")),
        ("contact_info.email", "email_malformed", vec![]),
        ("contact_info.phone", "phone_malformed", vec![]),
    ];
    assert_eq!(told(&malformed), expected);
    let unreachable = ContactInfo { usual_name: "Ä".repeat(41), email: String::new(), phone: " ".to_owned(), ..typed() };
    assert_eq!(told(&unreachable).iter().map(|(_, code, _)| *code).collect::<Vec<_>>(), ["input_too_long", "email_or_phone_missing"]);
    // An address that notifications go to, beside a number that is none; and of a field what is told first.
    let chosen = [both(), Event::NotificationsSaved { channel: Channel::Both }];
    let without = ContactInfo { email: String::new(), phone: "040".to_owned(), ..typed() };
    given::<Resident>(chosen.clone()).when(&save(without, 1)).then_refused("fields_wrong");
    let nothing = ContactInfo { email: String::new(), phone: String::new(), ..typed() };
    given::<Resident>(chosen).when(&save(nothing, 1)).then_refused("fields_wrong");
}

#[test]
fn notifications_go_where_there_is_an_address_and_the_address_stays_while_they_do() {
    let notify = |channel| Command::SaveNotifications { channel, revision: 0 };
    let by_mail = saved("aino@example.org", "", (true, false));
    for channel in [Channel::Sms, Channel::Both] {
        given::<Resident>([by_mail.clone()]).when(&notify(channel)).then_refused("phone_missing");
    }
    given::<Resident>([]).when(&notify(Channel::Email)).then_refused("email_missing");
    given::<Resident>([by_mail]).when(&notify(Channel::Email)).then([Event::NotificationsSaved { channel: Channel::Email }]);
    let without = ContactInfo { email: String::new(), ..typed() };
    let chosen = [both(), Event::NotificationsSaved { channel: Channel::Both }];
    given::<Resident>(chosen).when(&save(without.clone(), 1)).then_refused("email_in_use");
    let chosen = [both(), Event::NotificationsSaved { channel: Channel::Sms }];
    given::<Resident>(chosen).when(&save(without, 1)).then([saved("", "+358401234567", (true, false))]);
}

#[test]
fn a_service_area_is_one_of_the_countys() {
    let choose = |is_known| Command::SaveServiceArea { service_area: LEHTOLA, is_known, revision: 0 };
    given::<Resident>([]).when(&choose(false)).then_refused("service_area_unknown");
    given::<Resident>([]).when(&choose(true)).then([Event::ServiceAreaSaved { service_area: LEHTOLA }]);
    given::<Resident>([Event::ServiceAreaSaved { service_area: LEHTOLA }]).when(&choose(true)).then_nothing();
}

#[test]
fn the_language_is_kept_whenever_it_is_another() {
    let read = |code: &str| Command::SaveLanguage { language: Language::from_code(code).expect("one of ours") };
    let saved = |language| Event::LanguageSaved { language };
    given::<Resident>([]).when(&read("fi")).then([saved(Language::Finnish)]);
    given::<Resident>([saved(Language::Finnish)]).when(&read("fi")).then_nothing();
    given::<Resident>([saved(Language::Finnish)]).when(&read("sme")).then([saved(Language::NorthernSami)]);
    let changed = [saved(Language::NorthernSami), saved(Language::Swedish)];
    given::<Resident>(changed.clone()).when(&read("sv")).then_nothing();
    given::<Resident>(changed).when(&read("sme")).then([saved(Language::NorthernSami)]);
    for code in ["fi", "sv", "en", "sme", "smn", "sms"] {
        let language = Language::from_code(code).expect("one of ours");
        assert_eq!((language.code(), Language::from_public(language.public())), (code, Some(language)));
    }
    for unknown in ["", "de", "FI", "se"] {
        assert_eq!(Language::from_code(unknown), None);
    }
}

#[test]
fn cms_05_notifications_go_to_the_addresses_that_were_chosen_and_to_no_other() {
    let both = [Point::Email, Point::Phone];
    assert_eq!(both.map(|point| Channel::Email.goes_to(point)), [true, false]);
    assert_eq!(both.map(|point| Channel::Sms.goes_to(point)), [false, true]);
    assert_eq!(both.map(|point| Channel::Both.goes_to(point)), [true, true]);
}

#[test]
fn a_code_is_good_once_for_ten_minutes_and_for_its_own_address() {
    let verified = Event::Verified { point: Point::Email };
    given::<Resident>([both(), made(0)]).at(later(599)).when(&confirm(7)).then([verified.clone()]);
    given::<Resident>([both(), made(0)]).at(later(600)).when(&confirm(7)).then_refused("code_expired");
    given::<Resident>([both(), made(0), verified.clone()]).when(&confirm(8)).then_nothing();
    // A code for the phone says nothing of the e-mail.
    let by_phone = Command::ConfirmCode { point: Point::Phone, hash: vec![7] };
    given::<Resident>([both(), made(0)]).when(&by_phone).then_refused("code_expired");
    // Another address begins anew, and so does the way back to the first.
    let moved = saved("other@example.org", "+358401234567", (true, false));
    given::<Resident>([both(), made(0), moved.clone()]).when(&confirm(7)).then_refused("code_expired");
    let again = given::<Resident>([both(), made(0), verified.clone(), moved]);
    assert!(!again.state().is_verified(Point::Email));
    // What else changes leaves it verified.
    let named = saved("aino@example.org", "+358401234567", (false, false));
    assert!(given::<Resident>([both(), made(0), verified, named]).state().is_verified(Point::Email));
}

#[test]
fn a_code_may_be_told_wrongly_five_times() {
    let missed = Event::CodeMissed { point: Point::Email };
    let mut events = vec![both(), made(0)];
    for _ in 0..MOST_TRIES {
        given::<Resident>(events.clone()).when(&confirm(8)).then([missed.clone()]);
        events.push(missed.clone());
    }
    given::<Resident>(events.clone()).when(&confirm(7)).then_refused("too_many_tries");
    // A new code has its own tries.
    events.push(made(60));
    given::<Resident>(events).at(later(60)).when(&confirm(7)).then([Event::Verified { point: Point::Email }]);
}

#[test]
fn codes_are_sent_no_more_often_than_somebody_waits_for_them() {
    given::<Resident>([]).when(&make()).then_refused("email_missing");
    given::<Resident>([both()]).when(&make()).then([made(0)]);
    given::<Resident>([both(), made(0)]).at(later(29)).when(&make()).then_refused("code_too_soon");
    given::<Resident>([both(), made(0)]).at(later(30)).when(&make()).then([made(30)]);
    let mut five = vec![both()];
    five.extend([0, 60, 120, 180, 240].map(made));
    // Another address is no way round it.
    five.push(saved("other@example.org", "+358401234567", (true, false)));
    given::<Resident>(five.clone()).at(later(3_599)).when(&make()).then_refused("too_many_codes");
    given::<Resident>(five).at(later(3_600)).when(&make()).then([made(3_600)]);
    given::<Resident>([both(), made(0), Event::Verified { point: Point::Email }]).at(later(60)).when(&make()).then_refused("already_verified");
}

#[test]
fn a_code_that_could_not_be_sent_counts_for_nothing() {
    let unmake = Command::UnmakeCode { point: Point::Email };
    let unmade = Event::CodeUnmade { point: Point::Email };
    given::<Resident>([both(), made(0)]).when(&unmake).then([unmade.clone()]);
    given::<Resident>([both(), made(0), unmade.clone()]).when(&unmake).then_nothing();
    given::<Resident>([both(), made(0), unmade.clone()]).when(&confirm(7)).then_refused("code_expired");
    given::<Resident>([both(), made(0), unmade]).when(&make()).then([made(0)]);
}

#[test]
fn the_terms_in_force_are_accepted_once() {
    let accept = |version, in_force| Command::AcceptTerms { version, in_force };
    given::<Resident>([]).when(&accept(1, 2)).then_refused("terms_outdated");
    given::<Resident>([]).when(&accept(0, 0)).then_refused("terms_outdated");
    given::<Resident>([]).when(&accept(2, 2)).then([Event::TermsAccepted { version: 2 }]);
    given::<Resident>([Event::TermsAccepted { version: 2 }]).when(&accept(2, 2)).then_nothing();
}

#[test]
fn what_is_missing_is_told_in_the_order_of_the_steps() {
    assert_eq!(Done::default().missing(1), [Step::ContactInfo, Step::Notifications, Step::ServiceArea, Step::Terms]);
    assert_eq!(Done::default().missing(0), [Step::ContactInfo, Step::Notifications, Step::ServiceArea], "no terms, nothing to accept");
    let some = Done { contact_info: true, notifications: false, service_area: true, accepted_terms: 1 };
    assert_eq!(some.missing(1), [Step::Notifications]);
    assert_eq!(some.missing(2), [Step::Notifications, Step::Terms]);
}
