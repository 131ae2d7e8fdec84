//! What is to be told goes out on each way: by e-mail at once, and as a text message and on devices when nobody is woken by it. Whether the resident
//! has chosen a way, and whether it is still to be told, is asked when it goes out.

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, TimerKey, Timestamp, Unreadable, Uuid};
use kajo_proto::content::v1::NotificationPlanned;
use prost::Message;

use super::{DELIVER_MAIL, DELIVER_PUSH, DELIVER_SMS, moment, quiet};

/// The ways by which somebody may be woken.
const AUDIBLE: [CommandTarget; 2] = [DELIVER_SMS, DELIVER_PUSH];

/// Has notifications sent.
#[derive(Debug)]
pub(crate) struct Deliveries;

/// What is reacted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    notification: Uuid,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// It is to be told, and is of no use after that.
    Planned { until: Timestamp, at_once: bool },
    /// The quiet hours are over.
    Morning,
}

impl Policy for Deliveries {
    const NAME: &'static str = "deliver_notifications";
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let read = match message {
            "timer" => Uuid::from_slice(payload).ok().map(|notification| Input { notification, what: What::Morning }),
            "kajo.content.v1.NotificationPlanned" => {
                let fact = NotificationPlanned::decode(payload).map_err(|_| Unreadable(message.to_owned()))?;
                let planned = |until| What::Planned { until, at_once: fact.at_once };
                moment(fact.until).map(|until| Input { notification: aggregate_id, what: planned(until) })
            }
            _ => return Ok(None),
        };
        read.map(Some).ok_or_else(|| Unreadable(message.to_owned()))
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.notification.to_string())
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        let body = || input.notification.as_bytes().to_vec();
        let command = |to| Effect::Command { to, body: body(), until: None };
        match input.what {
            What::Planned { until, at_once } => {
                // By the morning it would be of no use: it is told at night, or never.
                let morning = quiet::ends(now).filter(|morning| !at_once && until > *morning);
                let waits = |at| Effect::Schedule { key: TimerKey(input.notification.to_string()), at, input: body() };
                let audible = morning.map_or_else(|| AUDIBLE.map(command).to_vec(), |morning| vec![waits(morning)]);
                [vec![command(DELIVER_MAIL)], audible].concat()
            }
            What::Morning => AUDIBLE.map(command).to_vec(),
        }
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::timestamp;

    use super::*;

    const NOTIFICATION: Uuid = Uuid::from_u128(7);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn planned(until: &str, at_once: bool, now: &str) -> Vec<Effect> {
        let fact = NotificationPlanned { until: Some(timestamp(at(until))), at_once, ..NotificationPlanned::default() };
        let read = Deliveries::read("kajo.content.v1.NotificationPlanned", NOTIFICATION, &fact.encode_to_vec());
        let input = read.expect("readable").expect("ours");
        assert_eq!(Deliveries::correlate(&input), PolicyKey(NOTIFICATION.to_string()));
        Deliveries::react(&mut (), &input, at(now))
    }

    fn by(to: CommandTarget) -> Effect {
        Effect::Command { to, body: NOTIFICATION.as_bytes().to_vec(), until: None }
    }

    /// On every way now.
    fn all() -> [Effect; 3] {
        [DELIVER_MAIL, DELIVER_SMS, DELIVER_PUSH].map(by)
    }

    /// By e-mail now, and on the others not before this.
    fn mail_and(morning: &str) -> [Effect; 2] {
        [by(DELIVER_MAIL), waits(morning)]
    }

    fn waits(until: &str) -> Effect {
        Effect::Schedule { key: TimerKey(NOTIFICATION.to_string()), at: at(until), input: NOTIFICATION.as_bytes().to_vec() }
    }

    #[test]
    fn cms_05_by_day_a_notification_goes_out_on_every_way_at_once() {
        for now in ["2026-03-02T05:00:00Z", "2026-03-02T10:00:00Z", "2026-03-02T18:59:59Z"] {
            assert_eq!(planned("2026-03-04T10:00:00Z", false, now), all(), "{now}");
        }
    }

    #[test]
    fn cms_05_at_night_text_message_and_devices_wait_for_the_morning_and_the_mail_does_not() {
        for now in ["2026-03-02T19:00:00Z", "2026-03-03T04:59:59Z"] {
            assert_eq!(planned("2026-03-04T19:00:00Z", false, now), mail_and("2026-03-03T05:00:00Z"), "{now}");
        }
        let morning = Deliveries::read("timer", Uuid::nil(), NOTIFICATION.as_bytes()).expect("readable").expect("ours");
        assert_eq!(Deliveries::correlate(&morning), PolicyKey(NOTIFICATION.to_string()));
        assert_eq!(Deliveries::react(&mut (), &morning, at("2026-03-03T05:00:00Z")), [DELIVER_SMS, DELIVER_PUSH].map(by));
    }

    #[test]
    fn cms_05_in_nights_in_which_the_clocks_change_it_waits_for_seven_on_the_wall() {
        assert_eq!(planned("2026-03-30T19:00:00Z", false, "2026-03-28T19:00:00Z"), mail_and("2026-03-29T04:00:00Z"));
        assert_eq!(planned("2026-10-26T18:00:00Z", false, "2026-10-24T18:00:00Z"), mail_and("2026-10-25T05:00:00Z"));
        assert_eq!(planned("2026-10-26T18:00:00Z", false, "2026-10-25T01:30:00Z"), mail_and("2026-10-25T05:00:00Z"));
    }

    #[test]
    fn cms_05_what_the_resident_has_just_done_and_what_is_over_by_the_morning_is_told_at_night() {
        let night = "2026-03-02T20:00:00Z";
        assert_eq!(planned("2026-03-04T20:00:00Z", true, night), all());
        for until in ["2026-03-03T04:30:00Z", "2026-03-03T05:00:00Z"] {
            assert_eq!(planned(until, false, night), all(), "{until}");
        }
        assert_eq!(planned("2026-03-03T05:00:01Z", false, night), mail_and("2026-03-03T05:00:00Z"));
    }

    #[test]
    fn cms_05_facts_about_notifications_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Deliveries::read(&format!("kajo.content.v1.{message}"), NOTIFICATION, payload);
        assert!(read("NotificationPlanned", b"nonsense").is_err());
        assert!(read("NotificationPlanned", &NotificationPlanned::default().encode_to_vec()).is_err(), "it has an end");
        assert_eq!(read("NotificationTemplatePublished", b"nonsense"), Ok(None));
        assert!(Deliveries::read("timer", Uuid::nil(), b"nonsense").is_err());
    }
}
