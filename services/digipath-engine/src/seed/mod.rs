//! The demo: two path categories, a path that professionals activate, one that begins with an appointment, one of the first editor that begins with
//! either of two events, and one that is being built. All have fixed ids, so that a second start changes nothing. Nobody is on a path: what one gives
//! would stand beside what the other services seed.

mod back_pain;
mod blocks;
mod family_support;
mod first_visit;

use chassis::{Kernel, admin_record::define, store::CommandMeta};
use chassis_domain::{Id, Matter, PublicationCommand, Translated, Uuid, demo_id};
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind, PathAction, PathCondition};

use self::blocks::{block, step};
use crate::{
    path::{Body, Path},
    path_category::Details,
};

/// Key, and name in fi, sv, en.
const CATEGORIES: [(&str, [&str; 3]); 2] =
    [("self-care", ["Omahoito", "Egenvård", "Self-care"]), ("appointments", ["Vastaanotot", "Mottagningar", "Appointments"])];

/// Seeds.
pub(crate) async fn seed(kernel: Kernel) -> anyhow::Result<()> {
    for (key, name) in CATEGORIES {
        define(&kernel, category(key), Details { name: texts(name) }, ()).await?;
    }
    write(&kernel, "back-pain", PublicationCommand::Publish { body: back_pain::path() }).await?;
    write(&kernel, "first-visit", PublicationCommand::Publish { body: first_visit::path() }).await?;
    write(&kernel, "family-support", PublicationCommand::Publish { body: family_support::path() }).await?;
    write(&kernel, "blood-pressure", PublicationCommand::SaveDraft { body: blood_pressure() }).await
}

/// What responsible users have made of one since stays.
async fn write(kernel: &Kernel, key: &str, command: PublicationCommand<Body>) -> anyhow::Result<()> {
    let id: Id<Path> = Id::from_uuid(demo_id("path", key));
    if kernel.store.load::<Path>(id).await?.version == 0 {
        kernel.store.execute::<Path>(id, command, CommandMeta::system(kernel.ids.v7(kernel.clock.now()))).await?;
    }
    Ok(())
}

fn category(key: &str) -> Uuid {
    demo_id("path-category", key)
}

fn texts([fi, sv, en]: [&str; 3]) -> Translated {
    Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() }
}

/// Being built: nothing but Finnish yet, and nobody has said what to do.
fn blood_pressure() -> Body {
    let condition = PathCondition { kind: ConditionKind::Manual.into(), ..PathCondition::default() };
    let action = PathAction { kind: ActionKind::Content.into(), ..PathAction::default() };
    Body {
        name: texts(["Verenpaineen seuranta", "", ""]),
        category: Some(category("self-care")),
        matter: Matter::Health,
        blocks: vec![block("blood-pressure", [step("measure", condition, None, action)])],
        ..Body::default()
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::PublicationBody;

    use super::*;
    use crate::plan;

    #[test]
    fn dig_02_what_the_demo_publishes_breaks_no_rule() {
        for body in [back_pain::path(), first_visit::path(), family_support::path()] {
            assert_eq!(plan::problems(body.written()), [], "{}", body.name.fi);
            assert_eq!(body.kept_after(None).check(), Ok(()), "{}", body.name.fi);
        }
        assert!(blood_pressure().check().is_err(), "what is being built may lack what it likes");
    }

    #[test]
    fn dig_10_one_path_of_the_demo_is_activated_and_another_one_begins_by_itself() {
        let begins = |body: Body| body.plan().blocks.iter().any(|block| block.steps.iter().any(|step| step.condition == plan::Condition::Manual));
        assert_eq!((begins(back_pain::path()), begins(first_visit::path())), (true, false));
    }

    #[test]
    fn dig_01_one_path_of_the_demo_begins_with_either_of_two_events() {
        let entry = family_support::path().plan().entry.expect("it begins with events");
        assert_eq!((entry.all, entry.events.len()), (false, 2));
    }
}
