//! Feature flags: what is switched on and off without a release (IDN-14).
//!
//! Every flag stands in [`Flag`], with its documentation and what holds as long as nobody has switched it. What was switched is an
//! event, so that it is known since when, and no bus or process that is lost forgets it.

mod event;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Uuid};

pub use event::Event;

use crate::refusal::Never;

/// The id of a flag's record: made from its name.
pub type FeatureFlagId = Id<FeatureFlag>;

/// Ids of flags are made in it.
const NAMESPACE: Uuid = Uuid::from_u128(0x0190_f5a0_0000_7000_8000_0000_0000_0f1a);

/// The features that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flag {
    /// Professionals choose a patient's care team.
    CareTeamChoice,
    /// Single keys in the app of professionals.
    KeyboardShortcuts,
}

/// A text in Finnish, Swedish and English.
pub type Words = [(&'static str, &'static str); 3];

impl Flag {
    /// Every flag, by name.
    pub const ALL: [Self; 2] = [Self::CareTeamChoice, Self::KeyboardShortcuts];

    /// Its stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CareTeamChoice => "care_team_choice",
            Self::KeyboardShortcuts => "keyboard_shortcuts",
        }
    }

    /// The flag of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name() == name)
    }

    /// Whether the feature is on as long as nobody has switched it.
    pub const fn is_on_by_default(self) -> bool {
        match self {
            Self::CareTeamChoice | Self::KeyboardShortcuts => true,
        }
    }

    /// What administrators call it.
    pub const fn title(self) -> Words {
        match self {
            Self::CareTeamChoice => [("fi", "Hoitotiimin valinta"), ("sv", "Val av vårdteam"), ("en", "Choice of care team")],
            Self::KeyboardShortcuts => [("fi", "Pikanäppäimet"), ("sv", "Kortkommandon"), ("en", "Keyboard shortcuts")],
        }
    }

    /// What it switches, and what happens when it is off.
    pub const fn documentation(self) -> Words {
        match self {
            Self::CareTeamChoice => [
                (
                    "fi",
                    "Ammattilainen voi vaihtaa potilaan hoitotiimin. Kun ominaisuus on pois päältä, hoitotiimi näkyy mutta sitä ei voi vaihtaa, ja palvelin torjuu vaihdot.",
                ),
                (
                    "sv",
                    "En yrkesperson kan byta patientens vårdteam. När funktionen är avstängd visas vårdteamet men kan inte bytas, och servern avvisar byten.",
                ),
                (
                    "en",
                    "Professionals can change a patient’s care team. When the feature is off, the care team is shown but cannot be changed, and the server refuses changes.",
                ),
            ],
            Self::KeyboardShortcuts => [
                (
                    "fi",
                    "Ammattilaisen sovelluksessa voi liikkua yksittäisillä näppäimillä. Kun ominaisuus on pois päältä, näppäimet eivät tee mitään eikä niiden luettelo näy. Komentovalikko (Ctrl+K) toimii aina.",
                ),
                (
                    "sv",
                    "I yrkespersonens app kan man navigera med en enda tangent. När funktionen är avstängd gör tangenterna ingenting och listan över dem visas inte. Kommandomenyn (Ctrl+K) fungerar alltid.",
                ),
                (
                    "en",
                    "In the professionals’ app one can move by single keys. When the feature is off, the keys do nothing and their list is not shown. The command menu (Ctrl+K) always works.",
                ),
            ],
        }
    }

    /// The id of its record.
    pub fn id(self) -> FeatureFlagId {
        FeatureFlagId::from_uuid(Uuid::new_v5(&NAMESPACE, self.name().as_bytes()))
    }
}

/// How a flag is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// As the code has it.
    #[default]
    Default,
    /// On.
    On,
    /// Off.
    Off,
}

/// What was made of a flag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureFlag {
    setting: Setting,
}

/// Switches a feature.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// Which.
    pub flag: Flag,
    /// How.
    pub setting: Setting,
}

impl Aggregate for FeatureFlag {
    const CATEGORY: &'static str = "feature_flag";
    type Command = Switch;
    type Event = Event;
    type Refusal = Never;

    fn decide(&self, command: &Switch, _: &DecideContext) -> Result<Vec<Event>, Never> {
        let Switch { flag, setting } = *command;
        Ok(if self.setting == setting { vec![] } else { vec![Event::Switched { name: flag.name().to_owned(), setting }] })
    }

    fn evolve(&mut self, event: &Event) {
        let Event::Switched { setting, .. } = event;
        self.setting = *setting;
    }
}

impl Setting {
    chassis_domain::numbers!(pub i32: Default = 1, On = 2, Off = 3);

    /// What it says, unless it leaves that to the code.
    pub const fn says(self) -> Option<bool> {
        match self {
            Self::Default => None,
            Self::On => Some(true),
            Self::Off => Some(false),
        }
    }
}
