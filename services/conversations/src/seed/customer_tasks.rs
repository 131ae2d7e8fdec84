//! Tasks of the demo's patients.

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Matter, demo_id};
use kajo_proto::conversations::v1::TaskDueUnit;

use super::{
    categories::{category, queue},
    conversations::{RESIDENTS, person, practitioner},
};
use crate::{
    category::Due,
    conversation::Place,
    customer_task::{Activating, Command, CustomerTask, CustomerTaskId, Giver},
};

pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    for (key, name) in RESIDENTS {
        let id = CustomerTaskId::from_uuid(demo_id("customer_task", key));
        if kernel.store.load(id).await?.version > 0 {
            continue;
        }
        let (by, actor) = practitioner(kernel, "liisa").await?;
        let asked = Activating {
            by: Giver::Practitioner(by),
            patient: person(key),
            patient_name: name.to_owned(),
            unreachable: None,
            service_area: None,
            place: Place { category: category("patient-tasks"), subcategory: queue("patient-tasks", "home-measurements") },
            matter: Matter::Health,
            title: "Mittaa verenpaine kotona".to_owned(),
            instruction: "Mittaa verenpaine viikon ajan aamuin illoin ja kirjaa tulokset. Tuo ne mukanasi vastaanotolle.".to_owned(),
            service: None,
            content: Some(demo_id("service-content", "home-measurements")),
            due: Due { unit: TaskDueUnit::Weeks, amount: 2 },
            patient_marks_done: true,
            sends_expired: true,
        };
        let meta = CommandMeta { actor, ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        kernel.store.execute::<CustomerTask>(id, Command::Activate(Box::new(asked)), meta).await?;
    }
    Ok(())
}
