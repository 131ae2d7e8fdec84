//! Residents read their laboratory results and prescriptions, themselves or by who acts for them in matters of health; nobody else does, and no
//! guardian of a resident of 12 to 17.

pub(crate) mod laboratory;

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    common::v1::PageRequest,
    content::v1::{HealthRecordState, LabLevel, ListMyLabResultsRequest, ListMyLabResultsResponse},
    options::v1::Domain,
};
use serde_json::json;
use tonic::{Code, Status};

use self::laboratory::{AINO, EINO, Laboratory, Resident, haemoglobin, in_words, prescription, with};

fn assert_hidden<T: std::fmt::Debug>(answer: Result<T, Status>) {
    assert_eq!(told(&answer.unwrap_err()), said(Code::NotFound, "not_found"));
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_02_a_resident_reads_the_value_its_reference_values_and_the_level_as_the_laboratory_wrote_them() {
    let laboratory = Laboratory::start().await;
    let low = with(&haemoglobin("1", AINO, ("2026-11-15", 114.5)), "note", json!([{"text": "Toistettu näyte."}]));
    laboratory.sends(&low).await;
    let aino = laboratory.resident(laboratory.aino);
    let listed = aino.results().await.unwrap();
    let seen = aino.see(&listed[0].lab_result_id).await.unwrap();
    assert_eq!((listed.len(), seen.lab_result.as_ref()), (1, listed.first()));
    let result = &listed[0];
    assert_eq!((result.name.as_str(), result.value.as_str(), result.unit.as_str()), ("Hemoglobiini", "114.5", "g/l"));
    assert_eq!((result.reference_low.as_str(), result.reference_high.as_str(), result.reference_text.as_str()), ("117", "155", ""));
    assert_eq!((result.level(), result.state(), result.day_only), (LabLevel::Low, HealthRecordState::Current, false));
    assert_eq!((result.performer.as_str(), result.comment.as_str()), ("Lehtolan laboratorio", "Toistettu näyte."));
    assert_eq!(result.taken_at.as_ref().map(ToString::to_string).as_deref(), Some("2026-11-15T05:30:00Z"));
    assert!(result.arrived_at.is_some() && seen.same_sample.is_empty());

    // What is looked at stands in the access log.
    let logged: Vec<(String, Option<Uuid>, String, Option<Uuid>)> = sqlx::query_as(
        "select split_part(method, '/', 3), subject_id, object_kind, object_id from access_log
         where method like '%MyHealthRecordService%' order by 1",
    )
    .fetch_all(&laboratory.running.kernel().pool)
    .await
    .unwrap();
    let of = |method: &str, object: Option<Uuid>| (method.to_owned(), Some(laboratory.aino), "lab_result".to_owned(), object);
    let id = Uuid::try_parse(&result.lab_result_id).ok();
    assert_eq!(logged, [of("GetMyLabResult", id), of("ListMyLabResults", None)]);
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_02_results_of_the_same_test_and_unit_are_a_trend_and_those_of_a_sample_stand_together() {
    let laboratory = Laboratory::start().await;
    let days = [("2026-03-01", 128.5), ("2025-01-10", 121.5), ("2026-11-15", 114.5)];
    for (number, found) in days.iter().enumerate() {
        laboratory.sends(&haemoglobin(&number.to_string(), AINO, *found)).await;
    }
    // In another unit it is another curve, and somebody else's is nobody's business.
    let gram = json!({"value": 12.5, "unit": "g/dl", "system": "http://unitsofmeasure.org", "code": "g/dL"});
    laboratory
        .sends(&with(
            &with(&haemoglobin("3", AINO, ("2026-02-01", 1.0)), "valueQuantity", gram),
            "referenceRange",
            json!([{"text": "Yli 11,7 g/dl"}]),
        ))
        .await;
    laboratory.sends(&haemoglobin("4", EINO, ("2026-02-01", 140.5))).await;
    for (name, sample) in [("Kasvu", "S1"), ("Bakteerit", "S1"), ("Leukosyytit", "S2"), ("Nitriitti", "S1")] {
        laboratory.sends(&in_words(name, "Ei todettu", sample)).await;
    }
    let aino = laboratory.resident(laboratory.aino);
    let newest = aino.results().await.unwrap().into_iter().find(|result| result.value == "114.5").unwrap();
    let points = aino.trend(&newest.lab_result_id).await.unwrap();
    let plotted: Vec<_> = points.iter().map(|point| (point.value.as_str(), point.number, point.open)).collect();
    assert_eq!(plotted, [("121.5", Some(121.5), false), ("128.5", Some(128.5), false), ("114.5", Some(114.5), false)], "the oldest first");
    assert!(points.iter().all(|point| (point.reference_low, point.reference_high) == (Some(117.0), Some(155.0))));
    assert_eq!(points.last().map(|point| (point.lab_result_id.as_str(), point.level())), Some((newest.lab_result_id.as_str(), LabLevel::Low)));

    let growth = aino.result("Kasvu").await;
    assert_eq!((growth.value.as_str(), growth.level()), ("Ei todettu", LabLevel::Unspecified));
    let same_sample = aino.see(&growth.lab_result_id).await.unwrap().same_sample;
    assert_eq!(same_sample.iter().map(|result| result.name.as_str()).collect::<Vec<_>>(), ["Bakteerit", "Nitriitti"]);
    let points = aino.trend(&growth.lab_result_id).await.unwrap();
    assert_eq!(points.iter().map(|point| point.number).collect::<Vec<_>>(), [None], "words stand in the table alone");
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_02_results_come_page_by_page_the_newest_sample_first() {
    let laboratory = Laboratory::start().await;
    let days = [("2026-03-01", 2.5), ("2025-01-10", 1.5), ("2026-11-15", 4.5), ("2026-03-01", 3.5)];
    for (number, found) in days.iter().enumerate() {
        laboratory.sends(&haemoglobin(&number.to_string(), AINO, *found)).await;
    }
    let aino = laboratory.resident(laboratory.aino);
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let asked = ListMyLabResultsRequest { page: Some(PageRequest { size: 1, token }) };
        let ListMyLabResultsResponse { lab_results, next_page_token } = aino.records().list_my_lab_results(asked).await.unwrap().into_inner();
        found.extend(lab_results.into_iter().map(|result| result.value));
        token = next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!((found.first().map(String::as_str), found.last().map(String::as_str)), (Some("4.5"), Some("1.5")));
    found.sort();
    assert_eq!(found, ["1.5", "2.5", "3.5", "4.5"], "each once");
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_02_a_resident_reads_a_prescription_and_that_it_ended_with_its_last_day_in_finland() {
    let laboratory = Laboratory::start().await;
    laboratory.sends(&prescription("1", "Parasetamoli 1 g", ("2026-11-15", "2026-11-20"))).await;
    laboratory.sends(&prescription("2", "Ibuprofeeni 400 mg", ("2026-11-10", "2026-11-19"))).await;
    let aino = laboratory.resident(laboratory.aino);
    let listed = aino.prescriptions().await.unwrap();
    let told: Vec<_> = listed.iter().map(|each| (each.medication.as_str(), each.ended)).collect();
    assert_eq!(told, [("Parasetamoli 1 g", false), ("Ibuprofeeni 400 mg", true)]);
    let first = aino.see_prescription(&listed[0].prescription_id).await.unwrap();
    assert_eq!(first, listed[0]);
    assert_eq!((first.written_on.as_str(), first.valid_until.as_str()), ("2026-11-15", "2026-11-20"));
    assert_eq!((first.dosage.as_str(), first.purpose.as_str(), first.prescriber.as_str()), ("1 tabletti tarvittaessa", "Kipuun", "Hanna Niemi"));
    assert_eq!(first.state(), HealthRecordState::Current);
    // From noon in Helsinki to a minute before midnight, and beyond.
    laboratory.clock().advance(SignedDuration::from_mins(12 * 60 - 1));
    assert!(!aino.see_prescription(&first.prescription_id).await.unwrap().ended);
    laboratory.clock().advance(SignedDuration::from_mins(1));
    assert!(aino.see_prescription(&first.prescription_id).await.unwrap().ended);
    // A prescription is no result, and the other way round.
    assert_hidden(aino.see(&first.prescription_id).await);
    laboratory.end().await;
}

async fn sees_nothing(nobody: &Resident, (result, prescription): (&str, &str)) {
    assert!(nobody.results().await.unwrap().is_empty() && nobody.prescriptions().await.unwrap().is_empty());
    assert_hidden(nobody.see(result).await);
    assert_hidden(nobody.trend(result).await);
    assert_hidden(nobody.see_prescription(prescription).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_02_who_acts_for_a_resident_reads_with_a_mandate_of_health_and_no_guardian_of_a_teenager_does() {
    let laboratory = Laboratory::start().await;
    laboratory.sends(&haemoglobin("1", AINO, ("2026-11-15", 114.5))).await;
    laboratory.sends(&prescription("1", "Parasetamoli 1 g", ("2026-11-15", "2026-11-20"))).await;
    let aino = laboratory.resident(laboratory.aino);
    let result = aino.results().await.unwrap().remove(0).lab_result_id;
    let prescribed = aino.prescriptions().await.unwrap().remove(0).prescription_id;

    let acting = laboratory.for_aino(&[Domain::Health], false);
    assert_eq!((acting.results().await.unwrap().len(), acting.prescriptions().await.unwrap().len()), (1, 1));
    assert!(acting.see(&result).await.is_ok() && acting.see_prescription(&prescribed).await.is_ok());
    assert_eq!(acting.trend(&result).await.unwrap().len(), 1);
    for mandates in [vec![Domain::Social], Vec::new()] {
        let nobody = laboratory.for_aino(&mandates, false);
        let refused = [nobody.results().await.map(drop), nobody.see(&result).await.map(drop), nobody.see_prescription(&prescribed).await.map(drop)];
        for refused in refused {
            assert_eq!(told(&refused.unwrap_err()), said(Code::PermissionDenied, "mandate_missing"));
        }
    }
    sees_nothing(&laboratory.for_aino(&[Domain::Health, Domain::Social], true), (&result, &prescribed)).await;
    sees_nothing(&laboratory.resident(laboratory.eino), (&result, &prescribed)).await;
    let missing = Uuid::now_v7().to_string();
    sees_nothing(&laboratory.resident(laboratory.eino), (&missing, &missing)).await;
    let (foreign, unknown) = (laboratory.resident(laboratory.eino).see(&result).await, aino.see(&missing).await);
    let (foreign, unknown) = (foreign.unwrap_err(), unknown.unwrap_err());
    assert_eq!((foreign.code(), foreign.details()), (unknown.code(), unknown.details()), "as if it were not there");
    laboratory.end().await;
}
