//! What is there from the first start on, in every installation: the default opening hours.

use chassis::{
    Kernel, admin_record,
    due::{Every, Job},
};
use chassis_domain::SignedDuration;

use crate::chat_schedule::{Details, THE_ONE};

/// Sees to it at the start, and daily.
pub(crate) fn job() -> Job {
    Job::new("first-records", Every::Interval(SignedDuration::from_hours(24)), async |kernel: Kernel| ensure(&kernel).await)
}

/// Adds what is not there. What people have made of it since stays.
pub(crate) async fn ensure(kernel: &Kernel) -> anyhow::Result<()> {
    admin_record::define(kernel, THE_ONE, Details::office_hours(), ()).await?;
    Ok(())
}
