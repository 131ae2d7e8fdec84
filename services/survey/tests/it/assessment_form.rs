//! Services are told what is asked in an assessment of symptoms (CHA-09).

use chassis::testkit::{World, refusals::fields};
use chassis_domain::Uuid;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    options::v1::Caller,
    survey::v1::{
        ArchiveSurveyRequest, GetAssessmentFormRequest, GetAssessmentFormResponse, ListSurveysRequest, SaveSurveyDraftRequest, SurveyDetails,
        SurveyType, assessment_form_service_client::AssessmentFormServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    activation::town::{alone, assessment, builder, details, published, published_anew},
    form::{bands, missing, told_of},
    world::{add, by, pain},
};

/// What chat queues are told, in a version.
async fn form(world: &World, survey_id: &str, published_version: u32) -> Result<GetAssessmentFormResponse, Status> {
    let caller = CallerContext { kind: Caller::Service.into(), service: "chat-queue".to_owned(), ..CallerContext::default() };
    let asked = GetAssessmentFormRequest { survey_id: survey_id.to_owned(), published_version };
    Ok(AssessmentFormServiceClient::new(world.calls_by(caller)).get_assessment_form(asked).await?.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_services_are_told_an_assessment_in_force_or_in_any_of_its_versions_also_when_it_is_archived() {
    let world = alone().await;
    let survey = published(&world, assessment()).await;
    published_anew(&world, &survey).await;
    for archived in [false, true] {
        if archived {
            builder(&world).archive_survey(ArchiveSurveyRequest { survey_id: survey.clone() }).await.unwrap();
        }
        for (asked, told, items) in [(0, 2, 5), (1, 1, 4), (2, 2, 5)] {
            let form = form(&world, &survey, asked).await.unwrap();
            let questionnaire = form.questionnaire.unwrap();
            assert_eq!((form.published_version, questionnaire.items[0].items.len()), (told, items), "version {asked}, archived: {archived}");
            assert_eq!(bands(&questionnaire), [("shown", 1), ("kept", 1)], "whole");
            assert_eq!((form.title.unwrap().fi.as_str(), form.description.unwrap().fi.as_str()), ("Oirearvio", "Kuvaus"));
        }
        assert_eq!(told_of(form(&world, &survey, 3).await), missing());
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_what_is_no_assessment_or_was_never_published_is_not_found_and_nobody_but_services_asks() {
    let world = alone().await;
    let survey = published(&world, assessment()).await;
    let omavointi = published(&world, details("Kipu", Matter::Health)).await;
    let public_form = SurveyDetails { r#type: SurveyType::PublicForm.into(), ..details("Hakemus", Matter::Health) };
    let public_form = published(&world, public_form).await;
    let drafted = SaveSurveyDraftRequest { details: Some(assessment()), ..SaveSurveyDraftRequest::default() };
    let drafted = builder(&world).save_survey_draft(drafted).await.unwrap().into_inner().survey_id;
    for other in [&omavointi, &public_form, &drafted, &Uuid::now_v7().to_string()] {
        for version in [0, 1] {
            assert_eq!(told_of(form(&world, other, version).await), missing());
        }
    }
    for kind in [Caller::Administrator, Caller::Practitioner, Caller::Resident] {
        let asked = GetAssessmentFormRequest { survey_id: survey.clone(), published_version: 0 };
        let refused = AssessmentFormServiceClient::new(by(&world, kind)).get_assessment_form(asked).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_an_assessment_is_built_and_published_as_other_surveys_are_once_a_finding_comes_of_it() {
    let world = alone().await;
    let without = SurveyDetails { r#type: SurveyType::SymptomAssessment.into(), ..pain("Oirearvio") };
    let refused = add(&world, without.clone()).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.questionnaire".to_owned(), "assessment_without_finding".to_owned())]);
    let drafted = SaveSurveyDraftRequest { details: Some(without), ..SaveSurveyDraftRequest::default() };
    let drafted = builder(&world).save_survey_draft(drafted).await.unwrap().into_inner().survey_id;
    published(&world, details("Kipu", Matter::Health)).await;
    let survey = add(&world, assessment()).await.unwrap();
    let asked = ListSurveysRequest { r#type: Some(SurveyType::SymptomAssessment.into()), ..ListSurveysRequest::default() };
    let listed = builder(&world).list_surveys(asked).await.unwrap().into_inner().surveys;
    let mut listed: Vec<_> = listed.into_iter().map(|survey| (survey.published_version, survey.survey_id)).collect();
    listed.sort();
    assert_eq!(listed, [(0, drafted), (1, survey)]);
    world.end().await.unwrap();
}
