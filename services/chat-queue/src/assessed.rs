//! What assessments say, opened: for whoever sent one, and for the professionals who may read it. Who they are is decided before.

use std::collections::HashMap;

use chassis::{Kernel, grpc, sealing::Needs};
use chassis_domain::{Sealed, Uuid};
use kajo_proto::{chat_queue::store::v1::AnsweredAssessment, survey::v1::Level};
use tonic::Status;

use crate::{
    assessment::Answered,
    projections::assessments::{self, Row},
};

/// What was answered, and what it comes to; `None`: its key is gone.
pub(crate) async fn answered(kernel: &Kernel, row: &Row) -> Result<Option<AnsweredAssessment>, Status> {
    let blob = row.answers.clone();
    let needs = Needs::from([(blob.subject, blob.class)]);
    let keys = kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
    Ok(Sealed::<Answered>::from_blob(blob, &keys).open().map(|Answered(content)| content.clone()))
}

/// How serious it is what people in these chats have assessed. Chats without an assessment are missing, and those whose key is gone.
pub(crate) async fn levels(kernel: &Kernel, chats: &[Uuid]) -> Result<HashMap<Uuid, Level>, Status> {
    let answers = assessments::answers_of_chats(&kernel.pool, chats).await.map_err(grpc::fault)?;
    let needs: Needs = answers.iter().map(|(_, blob)| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
    let level = |(chat, blob)| Some((chat, Sealed::<Answered>::from_blob(blob, &keys).open()?.level()));
    Ok(answers.into_iter().filter_map(level).collect())
}
