//! Process managers, one file each: facts in, effects out, pure. Those of other services become news for the executions of a patient ([`HEAR`]);
//! the own ones have a step fire in its time ([`FIRE`]) and its action done ([`PERFORM`]).

pub(crate) mod appointments;
pub(crate) mod news;
pub(crate) mod steps;
pub(crate) mod surveys;
pub(crate) mod tasks;

use chassis_domain::CommandTarget;

/// The executor that tells executions of news; its body is what [`news::read`] reads.
pub(crate) const HEAR: CommandTarget = CommandTarget("hear");
/// The executor that has a step fire; its body is a [`steps::StepTurn`].
pub(crate) const FIRE: CommandTarget = CommandTarget("fire_step");
/// The executor that has a step's action done; its body is a [`steps::StepTurn`].
pub(crate) const PERFORM: CommandTarget = CommandTarget("perform_step");
