//! News of a patient: an appointment is known from then on, paths begin with one that was booked, and whatever runs for the patient is told.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
};

use super::{again, failed};
use crate::{
    execution::Heard,
    hearing, known_appointments,
    policies::news::{self, News, What},
};

/// Tells of news.
pub(crate) async fn hear(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let (News { patient, what }, at) = news::read(&effect.body).ok_or_else(|| failed("the effect's body is no news"))?;
    let heard = match what {
        What::Appointment { appointment, booked } => {
            let known = known_appointments::upsert(&kernel.pool, patient, &appointment, kernel.clock.now()).await.map_err(again)?;
            if let Some(by) = booked.filter(|_| !known.cancelled) {
                hearing::begin(&kernel, &effect, patient, (&known, by)).await?;
            }
            Heard::Appointment(known)
        }
        What::TaskDone { queue, task } => Heard::TaskDone { queue, task, at },
        What::SurveyActivated { survey, activation } => Heard::SurveyActivated { survey, activation, at },
        What::SurveyAnswered { survey, activation } => Heard::SurveyAnswered { survey, activation, at },
    };
    hearing::tell(&kernel, &effect, patient, heard).await
}
