//! Which schedules a professional's calendar shows (SCH-06): chosen once, wherever they sign in. What happens in these they are told at once.

mod stored;

use std::collections::BTreeSet;

use chassis_domain::{Aggregate, DecideContext, Id, Uuid};

/// The id of a professional's choice: their own.
pub type CalendarChoiceId = Id<CalendarChoice>;

/// What a professional's calendar shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CalendarChoice {
    /// Schedules; `None`: they have never chosen.
    pub schedules: Option<BTreeSet<Uuid>>,
}

/// A request to the choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows these and no others. Those that are shown already change nothing.
    Choose {
        /// Schedules.
        schedules: BTreeSet<Uuid>,
    },
}

/// A professional has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Schedules.
    pub schedules: BTreeSet<Uuid>,
}

/// It refuses nothing: who may see what of a schedule is decided whenever it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {}

impl chassis_domain::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match *self {}
    }
}

impl Aggregate for CalendarChoice {
    const CATEGORY: &'static str = "calendar_choice";
    type Command = Command;
    type Event = Chosen;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Chosen>, Refusal> {
        let Command::Choose { schedules } = command;
        Ok((self.schedules.as_ref() != Some(schedules)).then(|| Chosen { schedules: schedules.clone() }).into_iter().collect())
    }

    fn evolve(&mut self, event: &Chosen) {
        self.schedules = Some(event.schedules.clone());
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::testing::given;

    use super::*;

    #[test]
    fn it_keeps_what_was_chosen_last_and_nothing_as_well() {
        let chosen = |ids: &[u128]| Chosen { schedules: ids.iter().copied().map(Uuid::from_u128).collect() };
        let choose = |ids: &[u128]| Command::Choose { schedules: chosen(ids).schedules };
        given::<CalendarChoice>([]).when(&choose(&[])).then([chosen(&[])]);
        given::<CalendarChoice>([chosen(&[1, 2])]).when(&choose(&[2])).then([chosen(&[2])]);
        given::<CalendarChoice>([chosen(&[1, 2])]).when(&choose(&[2, 1])).then_nothing();
    }
}
