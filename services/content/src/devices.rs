//! The devices of a resident: opened for whoever tells something there, and switched off when there is nobody to be told any more.

use chassis::{
    Kernel,
    push::Subscription,
    sealing::{Needs, from_column},
    store::{CommandMeta, ExecuteError, StoreError},
};
use chassis_domain::{Opener, PersonId};

use crate::{
    projections::push_devices::{self, Device},
    push_device::{Command, PushDevice, PushDeviceId, Reason, Refusal},
};

/// Where a resident is told something, device by device, the one switched on last first. A device whose keys are destroyed is none.
///
/// # Errors
/// When the database fails.
pub(crate) async fn subscriptions(kernel: &Kernel, person: PersonId) -> Result<Vec<(PushDeviceId, Subscription)>, StoreError> {
    let devices = push_devices::of_person(&kernel.pool, person).await?;
    let columns = devices.iter().flat_map(|device| [&device.endpoint, &device.key, &device.secret]);
    let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await?;
    let text = |column: &[u8]| String::from_utf8(keys.open(&from_column(column)?)?).ok();
    let opened = |Device { id, endpoint, key, secret, .. }: Device| {
        Some((id, Subscription { endpoint: text(&endpoint)?, key: text(&key)?, secret: text(&secret)? }))
    };
    Ok(devices.into_iter().filter_map(opened).collect())
}

/// Tells a resident nothing on a device any more. One that tells somebody else by now tells them on.
///
/// # Errors
/// When the command cannot be executed now.
pub(crate) async fn switch_off(
    kernel: &Kernel,
    device: PushDeviceId,
    (person, reason): (PersonId, Reason),
    meta: CommandMeta,
) -> Result<(), ExecuteError<Refusal>> {
    match kernel.store.execute::<PushDevice>(device, Command::SwitchOff { person, reason }, meta).await {
        Ok(_) | Err(ExecuteError::Refused(Refusal::NotFound)) => Ok(()),
        Err(error) => Err(error),
    }
}
