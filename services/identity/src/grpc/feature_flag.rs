//! Feature flags, as administrators read them and as apps follow them.

use chassis::{Kernel, grpc};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        FeatureFlag as FeatureFlagView, GetFeaturesRequest, GetFeaturesResponse, ListFeatureFlagsRequest, ListFeatureFlagsResponse,
        feature_flag_service_server::FeatureFlagService,
    },
};
use tonic::{Code, Request, Response, Status};

use super::timestamp;
use crate::{
    feature_flag::{Flag, Words},
    projections::feature_flags::{self, Standing},
};

pub(super) struct FeatureFlags(pub(super) Kernel);

/// Refuses what belongs to a feature that is off.
///
/// # Errors
/// `FAILED_PRECONDITION` when it is.
pub(super) async fn require(kernel: &Kernel, flag: Flag) -> Result<(), Status> {
    let is_on = feature_flags::is_on(&kernel.pool, flag).await.map_err(grpc::fault)?;
    if is_on { Ok(()) } else { Err(grpc::status(Code::FailedPrecondition, "feature_off", &[])) }
}

#[tonic::async_trait]
impl FeatureFlagService for FeatureFlags {
    async fn list_feature_flags(&self, _: Request<ListFeatureFlagsRequest>) -> Result<Response<ListFeatureFlagsResponse>, Status> {
        let all = feature_flags::all(&self.0.pool).await.map_err(grpc::fault)?;
        Ok(Response::new(ListFeatureFlagsResponse { flags: all.into_iter().map(view).collect() }))
    }

    async fn get_features(&self, _: Request<GetFeaturesRequest>) -> Result<Response<GetFeaturesResponse>, Status> {
        let all = feature_flags::all(&self.0.pool).await.map_err(grpc::fault)?;
        let enabled = all.into_iter().filter(|standing| standing.enabled).map(|standing| standing.flag.name().to_owned()).collect();
        Ok(Response::new(GetFeaturesResponse { enabled }))
    }
}

fn view(standing: Standing) -> FeatureFlagView {
    let Standing { flag, enabled, switched_at } = standing;
    FeatureFlagView {
        name: flag.name().to_owned(),
        title: Some(localized(flag.title())),
        documentation: Some(localized(flag.documentation())),
        enabled,
        enabled_by_default: flag.is_on_by_default(),
        switched_at: switched_at.map(timestamp),
    }
}

fn localized(words: Words) -> LocalizedString {
    LocalizedString { texts: words.map(|(language, text)| (language.to_owned(), text.to_owned())).into() }
}
