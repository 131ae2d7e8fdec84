//! What lists hold: what earlier methods left of it depends on which there are, so that it is seen to before each.

use kajo_proto::{methods::Method, options::v1::Caller as Who};

use super::{
    callers::ABOUT,
    objects::{Objects, Relation},
    requests::About,
};

/// Makes what this method lists, where there would be none.
pub(super) async fn there(method: &Method, about: &About<'_>, objects: &mut Objects) {
    // What earlier methods left of them depends on which there are: the own surveys, tasks, contents, records and devices are never none.
    let listed = match method.name {
        "ListMySurveys" => Some("survey_activation"),
        "ListMyCustomerTasks" => Some("customer_task"),
        "ListMyContents" => Some("patient_content"),
        "ListMyLabResults" => Some("lab_result"),
        "ListMyPrescriptions" => Some("prescription"),
        "GetMyPush" => Some("push_device"),
        _ => None,
    };
    if let (Some(listed), Some(Who::Resident)) = (listed, about.caller.kind) {
        objects.id(listed, about.caller.about, Relation::There).await;
    }
    // Nor are chats that are over.
    if let ("ListMyEndedChats", Some(Who::Resident)) = (method.name, about.caller.kind) {
        objects.ended_chat(about.caller.about, about.caller.mandates.is_some()).await;
    }
    // Nor is there nobody who has assessed symptoms before they waited, or were accepted.
    if method.name == "ListWaitingChats" {
        objects.id("assessed_chat", ABOUT, Relation::There).await;
        objects.id("assessed_chat", ABOUT, Relation::Handled).await;
    }
    // Nor are paths that run.
    if let ("ListExecutionsOfPatient", Relation::There) = (method.name, about.relation) {
        objects.id("path_execution", about.caller.about, Relation::There).await;
    }
    // Who asks what is in force is told of something.
    if method.name == "GetPublishedDocuments" {
        objects.id("document", about.caller.about, Relation::There).await;
    }
}
