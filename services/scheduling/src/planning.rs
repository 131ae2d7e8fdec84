//! Moves the horizon on: each night another day of times is planned.

use chassis::{
    Kernel,
    due::{Every, Job},
    store::CommandMeta,
};
use chassis_domain::Repeated;
use jiff::civil::time;

use crate::{
    horizon::{Command, HORIZON, Horizon},
    projections::offers::horizon_from,
    slots,
};

/// Each night, shortly after midnight.
pub(crate) fn job() -> Job {
    Job::new("horizon", Every::Civil(Repeated::daily(time(0, 10, 0, 0))), async |kernel: Kernel| {
        let through = horizon_from(slots::day(kernel.clock.now())).to_string();
        // Another process that does the same at this moment moves it to the same day.
        let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
        kernel.store.execute::<Horizon>(HORIZON, Command::Move { through }, meta).await?;
        Ok(())
    })
}
