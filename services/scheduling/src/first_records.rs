//! What is there from the first start on, in every installation: the default role, which whatever names no role shows, and the access to
//! remote appointments, which is open to all professionals until an administrator says otherwise.

use chassis::{
    Kernel, admin_record,
    due::{Every, Job},
};
use chassis_domain::{SignedDuration, Translated};

use crate::{booking_role, remote_access};

/// Sees to it at the start, and daily.
pub(crate) fn job() -> Job {
    Job::new("first-records", Every::Interval(SignedDuration::from_hours(24)), async |kernel: Kernel| ensure(&kernel).await)
}

/// Adds what is not there. What people have made of it since stays.
pub(crate) async fn ensure(kernel: &Kernel) -> anyhow::Result<()> {
    let name = Translated { fi: "Ammattilainen".to_owned(), sv: "Yrkesperson".to_owned(), en: "Professional".to_owned() };
    admin_record::define(kernel, booking_role::DEFAULT, booking_role::Details { name }, ()).await?;
    admin_record::define(kernel, remote_access::THE_ONE, remote_access::Details::default(), ()).await?;
    Ok(())
}
