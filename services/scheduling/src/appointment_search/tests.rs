//! Rules of appointment searches.

use chassis_domain::{Actor, AdminCommand, AdminDetails, Aggregate, DecideContext, Refusal, Taken, Timestamp, Uuid};

use super::{AppointmentSearch, Around, BookingSystem, CareKind, ChangeSource, Changeable, Details, Parameters, PegasosParameter, State};

const SERVICE: Uuid = Uuid::from_u128(1);
const ROLE: Uuid = Uuid::from_u128(2);
const SCHEDULE: Uuid = Uuid::from_u128(3);

fn list(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn of(system: BookingSystem, parameters: Parameters) -> Details {
    Details {
        administrative_name: "Lehtola / hoitajat".to_owned(),
        system: Some(system),
        role: Some(ROLE),
        service: Some(SERVICE),
        parameters,
        ..Details::default()
    }
}

fn lifecare(kind: CareKind) -> Parameters {
    Parameters {
        lifecare_care_kind: Some(kind),
        lifecare_appointment_types: list(&["AT1"]),
        lifecare_functions: list(&["F1"]),
        lifecare_locations: list(&["L1"]),
        ..Parameters::default()
    }
}

fn around() -> Around {
    Around { role: State::Open, service: State::Open, schedules: vec![("Liisa, Lehtola".to_owned(), [SERVICE].into())], ..Around::default() }
}

fn decide(kept: Option<Details>, details: Details, around: Around) -> Result<(), Vec<(&'static str, &'static str)>> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let state = kept.map_or(AppointmentSearch::Unknown, AppointmentSearch::Kept);
    let save = AdminCommand::Save { details, taken: Taken::default(), around };
    let decided = state.decide(&save, &context).map(drop);
    decided.map_err(|refused| refused.violations().into_iter().map(|each| (each.field, each.code)).collect())
}

/// Without schedules around, as for every system but our own.
fn told(system: BookingSystem, parameters: Parameters) -> Vec<(&'static str, &'static str)> {
    decide(None, of(system, parameters), Around { schedules: vec![], ..around() }).err().unwrap_or_default()
}

#[test]
fn sch_12_a_search_of_lifecare_needs_what_its_kind_of_care_needs() {
    use BookingSystem::Lifecare;
    let nothing = |kind| told(Lifecare, Parameters { lifecare_care_kind: Some(kind), ..Parameters::default() });
    let both = [("details.lifecare_functions", "search_function_missing"), ("details.lifecare_locations", "search_location_missing")];
    let with = |code| [&[("details.lifecare_appointment_types", code)], &both[..]].concat();
    assert_eq!(nothing(CareKind::Primary), with("search_type_or_schedule_missing"));
    assert_eq!(nothing(CareKind::Specialised), with("search_type_or_visit_missing"));
    assert_eq!(told(Lifecare, Parameters::default()), [&[("details.lifecare_care_kind", "required")], &both[..]].concat());
    for kind in [CareKind::Primary, CareKind::Specialised] {
        assert_eq!(told(Lifecare, lifecare(kind)), []);
    }
    // A schedule is enough in primary care, a visit type in specialised care, and not the other way round.
    let schedule = |kind| Parameters { lifecare_appointment_types: vec![], lifecare_schedule_ids: list(&["S1"]), ..lifecare(kind) };
    let visit = |kind| Parameters { lifecare_appointment_types: vec![], lifecare_visit_types: list(&["V1"]), ..lifecare(kind) };
    assert_eq!(told(Lifecare, schedule(CareKind::Primary)), []);
    assert_eq!(told(Lifecare, visit(CareKind::Specialised)), []);
    assert_eq!(told(Lifecare, schedule(CareKind::Specialised)).len(), 1);
    assert_eq!(told(Lifecare, visit(CareKind::Primary)).len(), 1);
    // What is booked already is found as in primary care.
    let only_booked = |parameters| decide(None, Details { only_booked: true, ..of(Lifecare, parameters) }, Around { schedules: vec![], ..around() });
    assert_eq!(only_booked(schedule(CareKind::Specialised)), Ok(()));
    assert_eq!(only_booked(Parameters { lifecare_care_kind: None, ..schedule(CareKind::Primary) }), Ok(()));
    assert_eq!(only_booked(visit(CareKind::Specialised)).unwrap_err().len(), 1);
}

#[test]
fn sch_12_a_search_of_omni360_vihta_pegasos_and_the_own_calendar_needs_what_is_searched() {
    let none = Parameters::default;
    let nowhere = [("details.omni360_location_names", "search_location_or_practitioner_missing")];
    assert_eq!(told(BookingSystem::Omni360, none()), nowhere);
    assert_eq!(told(BookingSystem::Omni360, Parameters { omni360_contact_method_ids: list(&["1"]), ..none() }), nowhere);
    assert_eq!(told(BookingSystem::Omni360, Parameters { omni360_location_names: list(&["Keskus"]), ..none() }), []);
    assert_eq!(told(BookingSystem::Omni360, Parameters { omni360_practitioner_ids: list(&["7"]), ..none() }), []);
    assert_eq!(told(BookingSystem::Vihta, none()), [("details.vihta_service_ids", "search_vihta_service_missing")]);
    assert_eq!(told(BookingSystem::Vihta, Parameters { vihta_service_ids: list(&[" "]), ..none() }).len(), 1);
    assert_eq!(told(BookingSystem::Vihta, Parameters { vihta_service_ids: list(&["S"]), ..none() }), []);
    let pegasos =
        |name: &str, values: &[&str]| Parameters { pegasos: vec![PegasosParameter { name: name.to_owned(), values: list(values) }], ..none() };
    let missing = [("details.pegasos_parameters", "search_parameter_missing")];
    for wrong in [none(), pegasos("unit", &[]), pegasos("", &["17"])] {
        assert_eq!(told(BookingSystem::Pegasos, wrong), missing);
    }
    assert_eq!(told(BookingSystem::Pegasos, pegasos("unit", &["17"])), []);
    assert_eq!(told(BookingSystem::Own, none()), [("details.schedule_ids", "search_schedule_missing")]);
    let own = of(BookingSystem::Own, Parameters { schedules: vec![SCHEDULE], ..none() });
    assert_eq!(decide(None, own.clone(), around()), Ok(()));
    // One that is no more, and one in which something else is booked.
    assert_eq!(decide(None, own.clone(), Around { schedules: vec![], ..around() }), Err(vec![("details.schedule_ids", "search_schedule_missing")]));
    let elsewhere = Around { schedules: vec![("Huone 2".to_owned(), [].into())], ..around() };
    assert_eq!(decide(None, own, elsewhere), Err(vec![("details.schedule_ids", "search_schedule_without_service")]));
}

#[test]
fn sch_12_a_search_has_a_name_a_system_a_role_and_a_service_and_numbers_in_their_bounds() {
    let wrong = Details { duration_minutes: Some(0), late_cancel_hours: Some(8_761), ..Details::default() };
    let expected = [
        ("details.administrative_name", "required"),
        ("details.booking_role_id", "search_role_missing"),
        ("details.service_id", "service_missing"),
        ("details.system", "required"),
        ("details.duration_minutes", "number_out_of_range"),
        ("details.late_cancel_hours", "number_out_of_range"),
    ];
    assert_eq!(decide(None, wrong, Around { schedules: vec![], ..around() }), Err(expected.to_vec()));
    let vihta = || of(BookingSystem::Vihta, Parameters { vihta_service_ids: list(&["S"]), ..Parameters::default() });
    let archived = || Around { role: State::Archived, service: State::Archived, schedules: vec![], ..Around::default() };
    let told = [("details.booking_role_id", "search_role_archived"), ("details.service_id", "service_archived")];
    assert_eq!(decide(None, vihta(), archived()), Err(told.to_vec()));
    // What it named before may have been archived since.
    assert_eq!(decide(Some(vihta()), vihta(), archived()), Ok(()));
    // A role that is no more is chosen anew when the search is saved.
    let gone = Around { role: State::Missing, ..archived() };
    assert_eq!(decide(Some(vihta()), vihta(), gone), Err(vec![("details.booking_role_id", "search_role_missing")]));
}

#[test]
fn parameters_of_another_system_blanks_and_repeats_are_not_kept() {
    let mixed = Parameters {
        schedules: vec![SCHEDULE, SCHEDULE],
        vihta_service_ids: list(&[" S1 ", "", "S1", "S2"]),
        vihta_public_service: true,
        omni360_location_names: list(&["Keskus"]),
        ..lifecare(CareKind::Primary)
    };
    let kept = |system| of(system, mixed.clone()).trimmed().parameters;
    let vihta = Parameters { vihta_service_ids: list(&["S1", "S2"]), vihta_public_service: true, ..Parameters::default() };
    assert_eq!(kept(BookingSystem::Vihta), vihta);
    assert_eq!(kept(BookingSystem::Own), Parameters { schedules: vec![SCHEDULE], ..Parameters::default() });
    assert_eq!(kept(BookingSystem::Lifecare), lifecare(CareKind::Primary));
    // Nobody else can say of the own calendar what may be done with its times.
    let integration = Changeable { source: ChangeSource::Integration, allowed: true };
    let own = Details { cancelable: integration, reschedulable: integration, ..of(BookingSystem::Own, mixed.clone()) }.trimmed();
    assert!(own.cancelable.of(None) && own.reschedulable.of(Some(false)));
    let theirs = Details { cancelable: integration, ..of(BookingSystem::Vihta, mixed.clone()) }.trimmed();
    assert_eq!([Some(true), Some(false), None].map(|said| theirs.cancelable.of(said)), [true, false, false]);
}

/// The names and values that are asked about, or nothing.
fn asked(kept: Option<&Details>, details: &Details, others: Vec<Details>) -> Option<(String, String)> {
    let around = Around { schedules: vec![], others, ..around() };
    let refused = details.check(kept, &Taken::default(), &around).err()?;
    let params = refused.params();
    let param = |name: &str| params.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone()).unwrap_or_default();
    assert_eq!(refused.code(), "search_overlaps");
    Some((param("names"), param("values")))
}

#[test]
fn sch_12_parameters_that_others_share_in_every_list_that_both_fill_are_asked_about_by_names_and_values() {
    let search = |name: &str, parameters| Details { administrative_name: name.to_owned(), ..of(BookingSystem::Lifecare, parameters) };
    let one = search("Yksi", lifecare(CareKind::Primary));
    let same = search("Kaksi", Parameters { lifecare_functions: list(&["F2", "F1"]), ..lifecare(CareKind::Primary) });
    let expected = Some(("Kaksi".to_owned(), "AT1, F1, L1".to_owned()));
    assert_eq!(asked(None, &one, vec![same.clone()]), expected);
    // A list that only one of them fills narrows nothing for the other.
    let narrower = search("Kolme", Parameters { lifecare_visit_types: list(&["V1"]), ..lifecare(CareKind::Specialised) });
    assert_eq!(asked(None, &one, vec![same.clone(), narrower]).map(|(names, _)| names), Some("Kaksi, Kolme".to_owned()));
    // One list that shares nothing tells them apart, and so does the system.
    let elsewhere = search("Muualla", Parameters { lifecare_locations: list(&["L2"]), ..lifecare(CareKind::Primary) });
    let vihta = of(BookingSystem::Vihta, Parameters { vihta_service_ids: list(&["AT1"]), ..Parameters::default() });
    assert_eq!(asked(None, &one, vec![elsewhere, vihta]), None);
    // Who said that it is meant is not asked again, until it shares something else.
    assert_eq!(asked(Some(&one), &Details { real_appointment: true, ..one.clone() }, vec![same.clone()]), None);
    let more = search("Yksi", Parameters { lifecare_functions: list(&["F1", "F2"]), ..lifecare(CareKind::Primary) });
    assert_eq!(asked(Some(&one), &more, vec![same.clone()]).map(|(_, values)| values), Some("AT1, F1, F2, L1".to_owned()));
    let confirmed = Around { schedules: vec![], others: vec![same], overlap_confirmed: true, ..around() };
    assert!(one.check(None, &Taken::default(), &confirmed).is_ok());
}

#[test]
fn schedules_that_two_searches_show_are_told_by_their_names() {
    let own = |name: &str| Details {
        administrative_name: name.to_owned(),
        ..of(BookingSystem::Own, Parameters { schedules: vec![SCHEDULE], ..Parameters::default() })
    };
    let around = Around { others: vec![own("Kaksi")], ..around() };
    let refused = own("Yksi").check(None, &Taken::default(), &around).expect_err("asked");
    assert_eq!(refused.params(), [("names", "Kaksi".to_owned()), ("values", "Liisa, Lehtola".to_owned())]);
}
