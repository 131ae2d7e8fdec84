//! What is there from the first start on, in every installation: the default role, which whatever names no role shows, and the access to
//! remote appointments, which is open to all professionals until an administrator says otherwise.

use chassis::{
    Kernel,
    due::{Every, Job},
    store::CommandMeta,
};
use chassis_domain::{AdminCommand, AdminDetails, AdminRecord, Id, Refusal, SignedDuration, Taken, Translated, Uuid};

use crate::{booking_role, remote_access};

/// Sees to it at the start, and daily.
pub(crate) fn job() -> Job {
    Job::new("first-records", Every::Interval(SignedDuration::from_hours(24)), async |kernel: Kernel| ensure(&kernel).await)
}

/// Adds what is not there. What people have made of it since stays.
pub(crate) async fn ensure(kernel: &Kernel) -> anyhow::Result<()> {
    let name = Translated { fi: "Ammattilainen".to_owned(), sv: "Yrkesperson".to_owned(), en: "Professional".to_owned() };
    define(kernel, booking_role::DEFAULT, booking_role::Details { name }, ()).await?;
    define(kernel, remote_access::THE_ONE, remote_access::Details::default(), ()).await
}

/// Adds a record under a fixed id, unless it is or was there.
pub(crate) async fn define<D: AdminDetails>(kernel: &Kernel, id: Uuid, details: D, around: D::Around) -> anyhow::Result<()>
where
    D::Refused: Refusal,
{
    let id = Id::<AdminRecord<D>>::from_uuid(id);
    if kernel.store.load::<AdminRecord<D>>(id).await?.version > 0 {
        return Ok(());
    }
    let save = AdminCommand::Save { details, taken: Taken::default(), around };
    // Another process that does the same at this moment does it as well.
    kernel.store.execute::<AdminRecord<D>>(id, save, CommandMeta::system(kernel.ids.v7(kernel.clock.now()))).await?;
    Ok(())
}
