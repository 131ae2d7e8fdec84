//! Who performs what in one service.

use std::{collections::HashMap, sync::Arc};

use super::{
    Executor, Job, Lane,
    perform::{Target, Work, of_effect, of_timer},
    tidy,
};
use crate::policy::AnyPolicy;

/// As the service lists them.
#[derive(Clone, Default)]
pub(crate) struct Performers {
    pub(crate) executors: HashMap<&'static str, (Lane, Executor)>,
    pub(crate) policies: Vec<AnyPolicy>,
    pub(crate) jobs: Vec<Job>,
}

impl Performers {
    /// The same with the runner's own job.
    pub(crate) fn complete(mut self) -> Self {
        let mut names: Vec<_> = self.targets().into_iter().map(|target| target.key).collect();
        let own = tidy::job(Vec::new()).name;
        names.push(Job::target(own));
        self.jobs.push(tidy::job(names));
        self
    }

    /// What their rows call them.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.targets().into_iter().map(|target| target.key).collect()
    }

    pub(super) fn targets(&self) -> Vec<Target> {
        let effects = self.executors.iter().map(|(name, (lane, executor))| Target {
            key: of_effect(name),
            name,
            lane: *lane,
            work: Work::Effect(Arc::clone(executor)),
        });
        let timers = self.policies.iter().map(|policy| Target {
            key: of_timer(policy.name),
            name: policy.name,
            lane: Lane::OWN,
            work: Work::Timer(policy.clone()),
        });
        let jobs = self.jobs.iter().map(|job| Target { key: Job::target(job.name), name: job.name, lane: job.lane, work: Work::Job(job.clone()) });
        effects.chain(timers).chain(jobs).collect()
    }
}
