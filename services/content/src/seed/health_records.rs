//! The demo: laboratory results of two years and prescriptions, taken in as an integrator sends them. Their ids are fixed and their days are counted
//! back from the first start, so that a second one changes nothing.

use ::fhir::SystemIdentifiers;
use chassis::{Kernel, integrator::Integrator};
use chassis_domain::{Date, Id, SignedDuration, Timestamp, clocks_reach, demo_id, in_helsinki};

use crate::{
    fhir,
    health_record::{HealthRecord, Kind, id_of},
    ingesting::{self, Resource},
};

/// By what the demo's laboratory and the demo's clinic name what they send.
const RESULTS: &str = "https://laboratory.kajo.example/results";
const SAMPLES: &str = "https://laboratory.kajo.example/samples";
const PRESCRIPTIONS: &str = "https://clinic.kajo.example/prescriptions";

/// A demo resident: key, and the artificial code of identity's demo.
type Person = (&'static str, &'static str);

const AINO: Person = ("aino", "290288-922S");
const MAIJA: Person = ("maija", "140348-9084");
const VENLA: Person = ("venla", "200512A926W");

/// What is examined.
struct Test {
    /// In LOINC.
    code: &'static str,
    name: &'static str,
    /// As it is shown and in UCUM; empty: the result is in words.
    unit: (&'static str, &'static str),
    /// Reference values; empty: none on that side.
    low: &'static str,
    high: &'static str,
}

const HAEMOGLOBIN: Test = Test { code: "718-7", name: "B-Hb (hemoglobiini)", unit: ("g/l", "g/L"), low: "117", high: "155" };
const LONG_TERM_SUGAR: Test = Test { code: "59261-8", name: "B-HbA1c (pitkäaikaissokeri)", unit: ("mmol/mol", "mmol/mol"), low: "20", high: "42" };
const CHOLESTEROL: Test = Test { code: "14647-2", name: "fP-Kol (kolesteroli)", unit: ("mmol/l", "mmol/L"), low: "", high: "5.0" };
const LDL: Test = Test { code: "22748-8", name: "fP-Kol-LDL (LDL-kolesteroli)", unit: ("mmol/l", "mmol/L"), low: "", high: "3.0" };
const CRP: Test = Test { code: "1988-5", name: "P-CRP (C-reaktiivinen proteiini)", unit: ("mg/l", "mg/L"), low: "", high: "3" };
const POTASSIUM: Test = Test { code: "2823-3", name: "P-K (kalium)", unit: ("mmol/l", "mmol/L"), low: "3.3", high: "4.9" };
const FERRITIN: Test = Test { code: "2276-4", name: "P-Ferrit (ferritiini)", unit: ("µg/l", "ug/L"), low: "15", high: "125" };
const BACTERIA: Test = Test { code: "630-4", name: "U-BaktVi (virtsan bakteeriviljely)", unit: ("", ""), low: "", high: "" };

/// A result: of what, and its value. `<3` is less than that, and what is no number is in words.
type Found = (Test, &'static str);

/// What was found in a sample of somebody so many days ago.
type Sample = (Person, i64, &'static [Found]);

const TAKEN: [Sample; 8] = [
    (AINO, 700, &[(HAEMOGLOBIN, "128"), (LONG_TERM_SUGAR, "37"), (LDL, "3.40"), (CHOLESTEROL, "5.60")]),
    (AINO, 480, &[(HAEMOGLOBIN, "121")]),
    (AINO, 365, &[(LONG_TERM_SUGAR, "39"), (LDL, "3.10"), (CHOLESTEROL, "5.20")]),
    (AINO, 95, &[(BACTERIA, "Ei bakteerikasvua"), (CRP, "12")]),
    (AINO, 30, &[(HAEMOGLOBIN, "126"), (LONG_TERM_SUGAR, "41"), (LDL, "2.60"), (CHOLESTEROL, "4.70"), (CRP, "<3")]),
    (MAIJA, 150, &[(HAEMOGLOBIN, "119"), (POTASSIUM, "4.4")]),
    (MAIJA, 20, &[(HAEMOGLOBIN, "122"), (POTASSIUM, "4.7")]),
    (VENLA, 40, &[(HAEMOGLOBIN, "124"), (FERRITIN, "14")]),
];

/// Two of Aino's that go together; the second is corrected from one value to another.
const CORRECTED: (Person, i64, Found, (Test, [&str; 2])) = (AINO, 210, (HAEMOGLOBIN, "114"), (POTASSIUM, ["5.9", "4.2"]));
const WHY: &str = "Korjattu tulos: näyte oli hemolysoitunut, ja se määritettiin uudelleen.";

/// What is prescribed.
struct Prescribed {
    to: Person,
    /// In ATC.
    code: &'static str,
    medication: &'static str,
    days_ago: i64,
    good_for_days: i64,
    dosage: &'static str,
    purpose: &'static str,
}

const PRESCRIBED: [Prescribed; 4] = [
    Prescribed {
        to: AINO,
        code: "C10AA05",
        medication: "Atorvastatiini 20 mg tabletti",
        days_ago: 30,
        good_for_days: 730,
        dosage: "1 tabletti illalla.",
        purpose: "Kohonneen kolesterolin hoitoon",
    },
    Prescribed {
        to: AINO,
        code: "J01CA08",
        medication: "Pivmesillinaami 400 mg tabletti",
        days_ago: 95,
        good_for_days: 10,
        dosage: "1 tabletti kolme kertaa päivässä viiden päivän ajan. Otetaan runsaan nesteen kanssa.",
        purpose: "Virtsatietulehdukseen",
    },
    Prescribed {
        to: AINO,
        code: "B03AA07",
        medication: "Ferrosulfaatti 100 mg depottabletti",
        days_ago: 205,
        good_for_days: 365,
        dosage: "1 tabletti päivässä tyhjään vatsaan kolmen kuukauden ajan.",
        purpose: "Raudanpuutteeseen",
    },
    Prescribed {
        to: MAIJA,
        code: "C09AA05",
        medication: "Ramipriili 5 mg tabletti",
        days_ago: 150,
        good_for_days: 730,
        dosage: "1 tabletti aamulla.",
        purpose: "Verenpaineen hoitoon",
    },
];

/// What is sent under one identifier, the first first.
struct Sent {
    person: Person,
    kind: Kind,
    system: &'static str,
    identifier: String,
    resources: Vec<String>,
}

/// Seeds. What integrators have made of a record since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    let national_id_system = kernel.settings.part::<SystemIdentifiers>()?.national_id_system;
    let integrator = Integrator::of_demo(kernel, demo_id("integrator", "laboratory"));
    for Sent { person, kind, system, identifier, resources } in sent(kernel.clock.now(), &national_id_system) {
        let id = id_of(integrator.id, kind, system, &identifier);
        if kernel.store.load::<HealthRecord>(id).await?.version > 0 {
            continue;
        }
        for body in resources {
            let incoming = fhir::resource(body.as_bytes(), kind.resource_type(), &format!("{system}|{identifier}"), &national_id_system);
            let incoming = incoming.map_err(|problem| anyhow::anyhow!("{}: {}", problem.path, problem.diagnostics))?;
            let patient = Id::from_uuid(demo_id("person", person.0));
            ingesting::take(kernel, &integrator, Resource::of(&integrator, patient, incoming)).await?;
        }
    }
    Ok(())
}

/// All of it, at this time.
fn sent(now: Timestamp, national_id_system: &str) -> Vec<Sent> {
    let subject = |(_, code): Person| format!(r#"{{"identifier":{{"system":"{national_id_system}","value":"{code}"}}}}"#);
    let result = |person: Person, days_ago: i64, test: &Test, values: &[&str]| {
        let identifier = format!("{}-{}-{days_ago}", person.0, test.code);
        let resources = values.iter().enumerate().map(|(times, value)| {
            let sample = format!("{}-{days_ago}", person.0);
            observation((identifier.as_str(), sample.as_str()), (test, *value), &subject(person), at_morning(now, days_ago), times > 0)
        });
        Sent { person, kind: Kind::LabResult, system: RESULTS, resources: resources.collect(), identifier }
    };
    let mut all = Vec::new();
    for (person, days_ago, found) in TAKEN {
        all.extend(found.iter().map(|(test, value)| result(person, days_ago, test, &[*value])));
    }
    let (person, days_ago, (test, value), (corrected, values)) = CORRECTED;
    all.push(result(person, days_ago, &test, &[value]));
    all.push(result(person, days_ago, &corrected, &values));
    all.extend(PRESCRIBED.iter().map(|prescribed| {
        let identifier = format!("{}-{}", prescribed.to.0, prescribed.code);
        let resources = vec![medication_request(&identifier, prescribed, &subject(prescribed.to), now)];
        Sent { person: prescribed.to, kind: Kind::Prescription, system: PRESCRIPTIONS, identifier, resources }
    }));
    all
}

/// So many days ago; below zero: from now on.
fn day(now: Timestamp, days_ago: i64) -> Date {
    in_helsinki(now.checked_sub(SignedDuration::from_hours(24 * days_ago)).unwrap_or(now)).date()
}

fn at_morning(now: Timestamp, days_ago: i64) -> Timestamp {
    clocks_reach(day(now, days_ago).at(7, 40, 0, 0)).unwrap_or(now)
}

/// Corrected the day after it came, and with why.
fn observation((identifier, sample): (&str, &str), found: (&Test, &str), subject: &str, taken_at: Timestamp, is_corrected: bool) -> String {
    let (Test { code, name, .. }, _) = found;
    let after = SignedDuration::from_hours(if is_corrected { 30 } else { 6 });
    let updated_at = taken_at.checked_add(after).unwrap_or(taken_at);
    let status = if is_corrected { "corrected" } else { "final" };
    let note = if is_corrected { format!(r#","note":[{{"text":"{WHY}"}}]"#) } else { String::new() };
    let (value, range) = (value(found), range(found.0));
    format!(
        r#"{{"resourceType":"Observation","meta":{{"lastUpdated":"{updated_at}"}},"identifier":[{{"system":"{RESULTS}","value":"{identifier}"}}],
"status":"{status}","category":[{{"coding":[{{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory"}}]}}],
"code":{{"coding":[{{"system":"http://loinc.org","code":"{code}"}}],"text":"{name}"}},"subject":{subject},"effectiveDateTime":"{taken_at}",
"performer":[{{"display":"Lehtolan laboratorio"}}],"specimen":{{"identifier":{{"system":"{SAMPLES}","value":"{sample}"}}}},{value}{range}{note}}}"#
    )
}

fn value((test, value): (&Test, &str)) -> String {
    if test.unit.0.is_empty() {
        return format!(r#""valueString":"{value}""#);
    }
    let (comparator, number) = value.strip_prefix('<').map_or(("", value), |number| (r#""comparator":"<","#, number));
    format!(r#""valueQuantity":{{{comparator}{}}}"#, amount(test, number))
}

fn range(test: &Test) -> String {
    let bound = |(side, number): (&str, &str)| (!number.is_empty()).then(|| format!(r#""{side}":{{{}}}"#, amount(test, number)));
    let bounds: Vec<_> = [("low", test.low), ("high", test.high)].into_iter().filter_map(bound).collect();
    if bounds.is_empty() { String::new() } else { format!(r#","referenceRange":[{{{}}}]"#, bounds.join(",")) }
}

fn amount(test: &Test, number: &str) -> String {
    let (unit, code) = test.unit;
    format!(r#""value":{number},"unit":"{unit}","system":"http://unitsofmeasure.org","code":"{code}""#)
}

fn medication_request(identifier: &str, prescribed: &Prescribed, subject: &str, now: Timestamp) -> String {
    let Prescribed { code, medication, days_ago, good_for_days, dosage, purpose, .. } = prescribed;
    let (written_on, valid_until) = (day(now, *days_ago), day(now, days_ago - good_for_days));
    let updated_at = at_morning(now, *days_ago);
    format!(
        r#"{{"resourceType":"MedicationRequest","meta":{{"lastUpdated":"{updated_at}"}},
"identifier":[{{"system":"{PRESCRIPTIONS}","value":"{identifier}"}}],"status":"active","intent":"order",
"medicationCodeableConcept":{{"coding":[{{"system":"http://www.whocc.no/atc","code":"{code}"}}],"text":"{medication}"}},"subject":{subject},
"authoredOn":"{written_on}","requester":{{"display":"Hanna Niemi, yleislääketieteen erikoislääkäri"}},"reasonCode":[{{"text":"{purpose}"}}],
"dosageInstruction":[{{"text":"{dosage}"}}],"dispenseRequest":{{"validityPeriod":{{"start":"{written_on}","end":"{valid_until}"}}}}}}"#
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn evt_03_what_the_demo_sends_is_taken_and_can_be_read() {
        let now = "2026-11-20T10:00:00Z".parse().expect("a time");
        let mut seen = HashSet::new();
        for Sent { kind, system, identifier, resources, .. } in sent(now, "urn:oid:1.2.246.21") {
            assert!(seen.insert((system, identifier.clone())), "{identifier}");
            for body in resources {
                let token = format!("{system}|{identifier}");
                let incoming = fhir::resource(body.as_bytes(), kind.resource_type(), &token, "urn:oid:1.2.246.21").expect("taken");
                assert!(incoming.at < now && incoming.source_updated_at.is_some_and(|updated| updated < now), "{identifier}");
                let (result, prescription) = (fhir::lab_result(&incoming.resource), fhir::prescription(&incoming.resource));
                assert_eq!((result.is_some(), prescription.is_some()), (kind == Kind::LabResult, kind == Kind::Prescription), "{identifier}");
            }
        }
    }
}
