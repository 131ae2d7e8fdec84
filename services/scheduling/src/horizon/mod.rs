//! Up to which day the times of the own calendar are planned. There is one horizon; it moves on by a day each night, and never back.

mod stored;

use chassis_domain::{Aggregate, DecideContext, Id, Uuid};

/// The id of the horizon.
pub type HorizonId = Id<Horizon>;

/// The one that there is.
pub const HORIZON: HorizonId = HorizonId::from_uuid(Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_0012_0001));

/// How far times are planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Horizon {
    /// The last day, for example 2027-03-28; empty: it has never moved.
    pub through: String,
}

/// A request to the horizon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plans through this day. Where it is farther already, nothing changes.
    Move {
        /// The last day, for example 2027-03-28.
        through: String,
    },
}

/// The horizon moved on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The last day, for example 2027-03-28.
    pub through: String,
}

/// It refuses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {}

impl chassis_domain::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match *self {}
    }
}

impl Aggregate for Horizon {
    const CATEGORY: &'static str = "horizon";
    type Command = Command;
    type Event = Moved;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Moved>, Refusal> {
        let Command::Move { through } = command;
        // Days of the calendar are in the order of their texts.
        Ok((*through > self.through).then(|| Moved { through: through.clone() }).into_iter().collect())
    }

    fn evolve(&mut self, event: &Moved) {
        self.through.clone_from(&event.through);
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::testing::given;

    use super::*;

    #[test]
    fn it_moves_on_and_never_back() {
        let moved = |through: &str| Moved { through: through.to_owned() };
        let to = |through: &str| Command::Move { through: through.to_owned() };
        given::<Horizon>([moved("2026-12-31")]).when(&to("2027-01-01")).then([moved("2027-01-01")]);
        given::<Horizon>([moved("2027-01-01")]).when(&to("2027-01-01")).then_nothing();
        given::<Horizon>([moved("2027-01-01")]).when(&to("2026-12-31")).then_nothing();
    }
}
