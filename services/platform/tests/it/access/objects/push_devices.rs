//! Devices on which residents are told: browsers of theirs, whose push service is the simulators'.

use kajo_proto::content::v1::{SwitchPushOnRequest, SwitchPushOnResponse};
use serde_json::Value;

use super::{OTHER, Objects, Relation};

impl Objects {
    /// A device that its resident has switched on.
    pub(super) async fn push_device(&mut self, about: &'static str, relation: Relation) -> String {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let made = self.push_subscription().await;
        let [endpoint, key, secret] = ["endpoint", "key", "secret"].map(|field| part_of(&made, field));
        let asked = SwitchPushOnRequest { endpoint, key, secret };
        let switched_on: SwitchPushOnResponse = self.residents[whose].call("/kajo.content.v1.PushService/SwitchPushOn", &asked).await.unwrap();
        switched_on.push_device_id
    }

    /// A subscription that a browser has made, as its push service answers it.
    pub(super) async fn push_subscription(&self) -> String {
        let made = reqwest::Client::new().post(format!("http://{}/push/subscriptions", self.simulators)).send().await.unwrap();
        made.text().await.unwrap()
    }

    /// What stands in this field of a request by which that of one browser is switched on, the same each time.
    pub(crate) async fn of_subscription(&mut self, field: &str) -> String {
        let made = self.id("push_subscription", OTHER, Relation::There).await;
        part_of(&made, field)
    }
}

/// What stands of a subscription in this field of the request.
fn part_of(subscription: &str, field: &str) -> String {
    let made: Value = serde_json::from_str(subscription).unwrap();
    let part = match field {
        "key" => &made["keys"]["p256dh"],
        "secret" => &made["keys"]["auth"],
        _ => &made["endpoint"],
    };
    part.as_str().unwrap().to_owned()
}
