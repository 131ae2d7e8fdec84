//! The runner's own job: forgets what was done long ago, and gives up what nobody here has known for long.

use chassis_domain::Timestamp;
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;

use super::{Every, Job};
use crate::service::Kernel;

/// For so long it is known that something was done, should it be asked for again.
const KNOWN: SignedDuration = SignedDuration::from_hours(30 * 24);
/// While a version is rolled out, a process of the version before does not know the executors of the next one.
const STRANGE: SignedDuration = SignedDuration::from_hours(24);

/// The job, for those who perform `targets`.
pub(super) fn job(targets: Vec<String>) -> Job {
    Job::new("due", Every::Interval(SignedDuration::from_hours(1)), move |kernel| {
        let targets = targets.clone();
        async move { Ok(tidy(&kernel, &targets).await?) }
    })
}

async fn tidy(kernel: &Kernel, targets: &[String]) -> Result<(), sqlx::Error> {
    let now = kernel.clock.now();
    let before = |age| Timestamp::saturating_sub(now, age).unwrap_or(now).to_sqlx();
    sqlx::query("delete from due where state = 'done' and settled_at < $1").bind(before(KNOWN)).execute(&kernel.pool).await?;
    // A job that this build lacks comes back with the build that has it.
    sqlx::query("delete from due where state = 'waiting' and due_at < $1 and target like 'job %' and target <> all($2)")
        .bind(before(STRANGE))
        .bind(targets)
        .execute(&kernel.pool)
        .await?;
    let given_up = sqlx::query(
        "update due set state = 'given_up', settled_at = $3, error = 'nobody here performs it'
         where state = 'waiting' and due_at < $1 and target <> all($2)",
    );
    let given_up = given_up.bind(before(STRANGE)).bind(targets).bind(now.to_sqlx()).execute(&kernel.pool).await?.rows_affected();
    if given_up > 0 {
        tracing::error!(service = kernel.name, given_up, "due.nobody_performs_it");
    }
    Ok(())
}
