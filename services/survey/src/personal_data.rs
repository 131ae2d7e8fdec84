//! What becomes of a resident's surveys when their account is deleted: what they have begun to answer goes, what is not answered is taken back
//! with what others have begun to answer for them, and answers and forms that were sent stay in the care record. Nothing stands against the
//! deletion.

use chassis::{
    Kernel,
    due::EffectError,
    personal_data::{Fate, PersonalData},
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{PersonId, Refusal as _, RetentionClass, Uuid};
use kajo_proto::common::v1::{DeletionSubject, DeletionVeto};

use crate::{
    activation::{ActivationId, Command, SurveyActivation},
    answer_drafts,
    projections::{activations, form_responses, responses},
};

/// The data of residents here.
pub(crate) struct Surveys;

impl PersonalData for Surveys {
    async fn preview(kernel: &Kernel, person: PersonId) -> Result<Fate, sqlx::Error> {
        let given = activations::count(&kernel.pool, person).await? + responses::count_imported(&kernel.pool, person).await?;
        let kept = given + form_responses::count(&kernel.pool, person).await?;
        Ok(Fate::default()
            .erased_if_any(DeletionSubject::Drafts, answer_drafts::count(&kernel.pool, person).await?)
            .kept_if_any(DeletionSubject::Surveys, kept))
    }

    async fn vetoes(_: &Kernel, _: PersonId) -> Result<Vec<DeletionVeto>, sqlx::Error> {
        Ok(Vec::new())
    }

    /// The key goes first: what is written for it meanwhile is lost at once.
    async fn erase(kernel: &Kernel, effect_id: Uuid, person: PersonId) -> Result<(), EffectError> {
        kernel.keyring.destroy(person, RetentionClass::Account).await.map_err(again)?;
        for id in activations::unfinished(&kernel.pool, person).await.map_err(again)? {
            let meta = CommandMeta::system(Uuid::new_v5(&effect_id, id.as_bytes())).caused_by(effect_id);
            let withdrawn = kernel.store.execute::<SurveyActivation>(ActivationId::from_uuid(id), Command::WithdrawWithAccount, meta);
            match withdrawn.await {
                Ok(_) => {}
                Err(ExecuteError::Refused(refusal)) => return Err(EffectError::Failed(refusal.code().to_owned())),
                Err(error) => return Err(again(error)),
            }
        }
        // Nothing more is begun of what is taken back.
        answer_drafts::forget_all_of(kernel, person).await.map_err(again)
    }
}

fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}
