//! Rules of feature flags.

use chassis_domain::testing::given;

use super::{Event, FeatureFlag, Flag, Setting, Switch};

fn switch(setting: Setting) -> Switch {
    Switch { flag: Flag::KeyboardShortcuts, setting }
}

fn switched(setting: Setting) -> Event {
    Event::Switched { name: "keyboard_shortcuts".to_owned(), setting }
}

#[test]
fn a_feature_is_switched_when_that_changes_something() {
    given::<FeatureFlag>([]).when(&switch(Setting::Default)).then_nothing();
    given::<FeatureFlag>([]).when(&switch(Setting::Off)).then([switched(Setting::Off)]);
    given::<FeatureFlag>([switched(Setting::Off)]).when(&switch(Setting::Off)).then_nothing();
    given::<FeatureFlag>([switched(Setting::Off)]).when(&switch(Setting::On)).then([switched(Setting::On)]);
    given::<FeatureFlag>([switched(Setting::Off)]).when(&switch(Setting::Default)).then([switched(Setting::Default)]);
}

#[test]
fn each_flag_has_a_name_an_id_and_words_of_its_own_in_every_language() {
    let mut by_name = Flag::ALL;
    by_name.sort_by_key(|flag| flag.name());
    assert_eq!(by_name, Flag::ALL, "by name");
    for flag in Flag::ALL {
        assert_eq!(Flag::named(flag.name()), Some(flag));
        assert!(Flag::ALL.into_iter().all(|other| (other == flag) == (other.id() == flag.id())));
        for words in [flag.title(), flag.documentation()] {
            assert_eq!(words.map(|(language, _)| language), ["fi", "sv", "en"]);
            assert!(words.iter().all(|(_, text)| !text.is_empty()));
        }
    }
    assert_eq!(Flag::named("nothing"), None);
}
