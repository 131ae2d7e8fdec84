//! What policies decide, done: notifications are planned and withdrawn, and each goes its ways, by e-mail, as a text message and to devices.

mod deliver;
mod notify;
mod push;
mod way;
mod withdraw;

use chassis::{
    Kernel,
    due::{EffectError, Lane},
    messages::MessageSettings,
    push::{Push, PushSettings},
    store::{CommandMeta, ExecuteError, Executed},
};
use chassis_domain::{Refusal as _, SignedDuration};

pub(crate) use self::{
    deliver::{mail, sms},
    notify::notify,
    push::push,
    withdraw::withdraw,
};
use crate::{
    notification::{Command, Notification, NotificationId},
    settings::{ContentSettings, NotificationSettings},
};

/// While a mail server is silent, text messages and devices do not wait.
pub(crate) const MAIL: Lane = Lane::new("notification-mail").limit(LONGEST);
/// The same for an SMS gateway.
pub(crate) const SMS: Lane = Lane::new("notification-sms").limit(LONGEST);
/// The same for push services, which is one lane for all of them.
pub(crate) const PUSH: Lane = Lane::new("notification-push").limit(LONGEST);

/// What is not taken is tried for three days, unless it is of no use any more before.
const LONGEST: SignedDuration = SignedDuration::from_hours(72);

/// Looks at what residents are told with before any of them is: a service that could tell nobody, or would in clear, does not start.
///
/// # Errors
/// When the settings cannot be read, or are wrong.
pub(crate) fn check_settings(kernel: &Kernel) -> anyhow::Result<()> {
    kernel.settings.part::<ContentSettings>()?.refuse_cleartext()?;
    kernel.settings.part::<NotificationSettings>()?.refuse_cleartext()?;
    kernel.settings.part::<MessageSettings>()?.refuse_cleartext()?;
    Push::of(&kernel.settings.part::<PushSettings>()?)?;
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
