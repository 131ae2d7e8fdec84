//! Digital paths, and executions of them.

use kajo_proto::{
    common::v1::{Matter, Translated},
    digipath_engine::v1::{
        ActionKind, ActivatePathRequest, ActivatePathResponse, ConditionKind, DelayUnit, GetPathRequest, GetPathResponse, PathAction, PathBlock,
        PathCategoryDetails, PathCondition, PathDelay, PathDetails, PathStep, PublishPathRequest, PublishPathResponse, SavePathCategoryRequest,
        SavePathCategoryResponse,
    },
};
use uuid::Uuid;

use super::{OTHER, Objects, Relation};

const PATHS: &str = "/kajo.digipath_engine.v1.PathService";

impl Objects {
    pub(super) async fn path_category(&mut self) -> String {
        let details = PathCategoryDetails { name: self.fresh_words() };
        let asked = SavePathCategoryRequest { details: Some(details), ..SavePathCategoryRequest::default() };
        let path = "/kajo.digipath_engine.v1.PathCategoryService/SavePathCategory";
        let saved: SavePathCategoryResponse = self.administrator.call(path, &asked).await.unwrap();
        saved.path_category_id
    }

    /// A path that professionals activate and that was published twice: it gives a content in a month.
    pub(super) async fn path(&mut self) -> String {
        let content = Box::pin(self.id("service_content", OTHER, Relation::There)).await;
        let condition = PathCondition { kind: ConditionKind::Manual.into(), ..PathCondition::default() };
        let action = PathAction { kind: ActionKind::Content.into(), service_content_id: content, ..PathAction::default() };
        // It goes on in every call that is tried.
        let delay = Some(PathDelay { unit: DelayUnit::Days.into(), amount: 30 });
        let step = PathStep { step_id: Uuid::now_v7().to_string(), condition: Some(condition), delay, action: Some(action) };
        let details = PathDetails {
            name: self.fresh_words(),
            description: Some(Translated::default()),
            path_category_id: Box::pin(self.id("path_category", OTHER, Relation::There)).await,
            matter: Matter::Health.into(),
            blocks: vec![PathBlock { block_id: Uuid::now_v7().to_string(), steps: vec![step], off: false }],
            ..PathDetails::default()
        };
        let first = PublishPathRequest { details: Some(details.clone()), ..PublishPathRequest::default() };
        let path_id = self.publish(&first).await;
        let get = GetPathRequest { path_id: path_id.clone() };
        let kept: GetPathResponse = self.administrator.call(&format!("{PATHS}/GetPath"), &get).await.unwrap();
        let second = PublishPathRequest {
            path_id,
            details: Some(PathDetails { name: self.fresh_words(), ..details }),
            fields: vec!["name".to_owned()],
            version: kept.path.unwrap().version,
            without_block_ids: Vec::new(),
        };
        self.publish(&second).await
    }

    async fn publish(&self, asked: &PublishPathRequest) -> String {
        let published: PublishPathResponse = self.administrator.call(&format!("{PATHS}/PublishPath"), asked).await.unwrap();
        assert!(published.problems.is_empty(), "{:?}", published.problems);
        published.path_id
    }

    /// One that a nurse has activated.
    pub(super) async fn path_execution(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let asked = ActivatePathRequest {
            patient_id: Box::pin(self.id("patient", whose, Relation::There)).await,
            path_id: Box::pin(self.id("path", OTHER, Relation::There)).await,
            again: true,
        };
        let begun: ActivatePathResponse = self.nurse.call("/kajo.digipath_engine.v1.ExecutionService/ActivatePath", &asked).await.unwrap();
        begun.path_execution_id
    }

    fn fresh_words(&mut self) -> Option<Translated> {
        let [fi, sv, en] = [self.fresh_name(), self.fresh_name(), self.fresh_name()];
        Some(Translated { fi, sv, en })
    }
}
