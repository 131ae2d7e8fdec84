//! What policies decide, done: notifications are planned and withdrawn, and each goes its ways, by e-mail and as a text message.

mod deliver;
mod notify;
mod withdraw;

use chassis::{
    Kernel,
    due::EffectError,
    messages::MessageSettings,
    store::{CommandMeta, ExecuteError, Executed},
};
use chassis_domain::Refusal as _;

pub(crate) use self::{
    deliver::{MAIL, SMS, mail, sms},
    notify::notify,
    withdraw::withdraw,
};
use crate::{
    notification::{Command, Notification, NotificationId},
    settings::{ContentSettings, NotificationSettings},
};

/// Looks at what residents are told with before any of them is: a service that could tell nobody, or would in clear, does not start.
///
/// # Errors
/// When the settings cannot be read, or are wrong.
pub(crate) fn check_settings(kernel: &Kernel) -> anyhow::Result<()> {
    kernel.settings.part::<ContentSettings>()?.refuse_cleartext()?;
    kernel.settings.part::<NotificationSettings>()?.refuse_cleartext()?;
    kernel.settings.part::<MessageSettings>()?.refuse_cleartext()?;
    Ok(())
}

/// Gives a command to a notification. One that is refused is refused the next time too.
async fn give(kernel: &Kernel, id: NotificationId, command: Command, meta: CommandMeta) -> Result<Executed<Notification>, EffectError> {
    match kernel.store.execute::<Notification>(id, command, meta).await {
        Ok(executed) => Ok(executed),
        Err(ExecuteError::Refused(refusal)) => Err(failed(refusal.code())),
        Err(error) => Err(again(error)),
    }
}

/// Perhaps later.
fn again(error: impl std::fmt::Display) -> EffectError {
    EffectError::Retry(error.to_string())
}

fn failed(reason: &str) -> EffectError {
    EffectError::Failed(reason.to_owned())
}
