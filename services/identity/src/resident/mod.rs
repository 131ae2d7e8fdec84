//! A resident's own profile (PRO-02) and the way into the app (PRO-01 and PRO-03). The id is the
//! person's own.
//!
//! ```text
//!   (new) --SaveContactInfo--> --SaveNotifications--> --SaveServiceArea--> --AcceptTerms--> onboarded
//!   address given --MakeCode--> waiting for the code --ConfirmCode--> verified --another address--> given
//! ```
//!
//! The steps may be saved in any order and again at any time; what is missing is told by [`Done::missing`]. Each part has a
//! revision of its own, so that what was saved elsewhere meanwhile is not lost unseen. The language (SaveLanguage) is no step: it follows
//! the app that the person reads, and the newest counts.

mod code;
mod event;
mod refusal;
#[cfg(test)]
mod tests;
mod value;

use chassis_domain::{Aggregate, Blob, DecideContext, Id, PersonId, Refusals, RetentionClass, Sealed, Timestamp};

pub use code::{GOOD_FOR, MOST_TRIES};
pub use event::Event;
pub use refusal::Refused;
pub use value::{Channel, ContactInfo, Done, HOME_ADDRESS_MAX, Language, Point, ServiceAreaId, Step, service_area_of};

use code::Codes;

/// The id of a resident: the person's own.
pub type ResidentId = Id<Resident>;

/// What a resident has told and accepted so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resident {
    contact_info: Option<Kept>,
    channel: Option<Channel>,
    service_area: Option<ServiceAreaId>,
    language: Option<Language>,
    revisions: Revisions,
    email: Codes,
    phone: Codes,
    accepted_terms: u32,
}

/// Contact info as it is kept: all account data.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What the person wishes to be called; empty: as in the register.
    pub usual_name: Sealed<String>,
    /// Home address; empty: not told.
    pub home_address: Sealed<String>,
    /// E-mail address; empty: none.
    pub email: Sealed<String>,
    /// Phone number as E.164; empty: none.
    pub phone: Sealed<String>,
}

/// How often each part was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revisions {
    /// Contact info.
    pub contact_info: u32,
    /// Notifications.
    pub notifications: u32,
    /// Service area.
    pub service_area: u32,
}

/// A request to a resident's profile.
#[derive(Clone, Debug)]
pub enum Command {
    /// Keeps how the person is called and reached.
    SaveContactInfo {
        /// Whose.
        person: PersonId,
        /// As typed.
        contact_info: ContactInfo,
        /// What the person had before their eyes.
        revision: u32,
        /// The person has identified themselves just now.
        fresh: bool,
    },
    /// Keeps where notifications go.
    SaveNotifications {
        /// Where.
        channel: Channel,
        /// What the person had before their eyes.
        revision: u32,
    },
    /// Keeps where the person lives.
    SaveServiceArea {
        /// Which.
        service_area: ServiceAreaId,
        /// Whether the county has such an area.
        is_known: bool,
        /// What the person had before their eyes.
        revision: u32,
    },
    /// Keeps in which language the person reads.
    SaveLanguage {
        /// Which.
        language: Language,
    },
    /// A code is about to be sent.
    MakeCode {
        /// Where to.
        point: Point,
        /// Keyed hash of code and address.
        hash: Vec<u8>,
    },
    /// The code could not be sent.
    UnmakeCode {
        /// Where to.
        point: Point,
    },
    /// The person tells the code that arrived.
    ConfirmCode {
        /// Where.
        point: Point,
        /// Keyed hash of the told code and the kept address.
        hash: Vec<u8>,
    },
    /// Accepts the terms.
    AcceptTerms {
        /// The version that was read.
        version: u32,
        /// The version in force.
        in_force: u32,
    },
}

impl Aggregate for Resident {
    const CATEGORY: &'static str = "resident";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusals<Refused>;

    fn decide(&self, command: &Command, context: &DecideContext) -> Result<Vec<Event>, Refusals<Refused>> {
        match command {
            Command::SaveContactInfo { person, contact_info, revision, fresh } => self.save_contact_info(*person, contact_info, *revision, *fresh),
            Command::SaveNotifications { channel, revision } => Ok(self.save_notifications(*channel, *revision)?),
            Command::SaveServiceArea { service_area, is_known, revision } => Ok(self.save_service_area(*service_area, *is_known, *revision)?),
            Command::SaveLanguage { language } => {
                Ok(if self.language == Some(*language) { vec![] } else { vec![Event::LanguageSaved { language: *language }] })
            }
            Command::MakeCode { point, hash } => {
                if self.address(*point).is_none() {
                    return Err(Refused::ContactMissing { point: *point }.into());
                }
                self.codes(*point).may_make(context.now)?;
                Ok(vec![Event::CodeMade { point: *point, hash: hash.clone(), made_at: context.now }])
            }
            Command::UnmakeCode { point } => Ok(self.codes(*point).is_waiting().then_some(Event::CodeUnmade { point: *point }).into_iter().collect()),
            Command::ConfirmCode { point, hash } => {
                let codes = self.codes(*point);
                if codes.is_verified() {
                    return Ok(vec![]);
                }
                let fits = codes.fits(hash, context.now)?;
                Ok(vec![if fits { Event::Verified { point: *point } } else { Event::CodeMissed { point: *point } }])
            }
            Command::AcceptTerms { version, in_force } => {
                if *version == 0 || version != in_force {
                    return Err(Refused::TermsOutdated.into());
                }
                Ok(if self.accepted_terms >= *version { vec![] } else { vec![Event::TermsAccepted { version: *version }] })
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::ContactInfoSaved { kept, email_is_new, phone_is_new } => {
                self.contact_info = Some(kept.clone());
                self.revisions.contact_info += 1;
                self.email.changed(*email_is_new);
                self.phone.changed(*phone_is_new);
            }
            Event::NotificationsSaved { channel } => {
                self.channel = Some(*channel);
                self.revisions.notifications += 1;
            }
            Event::ServiceAreaSaved { service_area } => {
                self.service_area = Some(*service_area);
                self.revisions.service_area += 1;
            }
            Event::LanguageSaved { language } => self.language = Some(*language),
            Event::CodeMade { point, hash, made_at } => self.codes_mut(*point).made(hash, *made_at),
            Event::CodeUnmade { point } => self.codes_mut(*point).unmade(),
            Event::CodeMissed { point } => self.codes_mut(*point).missed(),
            Event::Verified { point } => self.codes_mut(*point).verified(),
            Event::TermsAccepted { version } => self.accepted_terms = *version,
        }
    }
}

impl Resident {
    /// Where the person can be reached there; `None`: no such address was given.
    pub fn address(&self, point: Point) -> Option<&str> {
        self.sealed(point)?.open().map(String::as_str).filter(|address| !address.is_empty())
    }

    fn sealed(&self, point: Point) -> Option<&Sealed<String>> {
        let kept = self.contact_info.as_ref()?;
        Some(match point {
            Point::Email => &kept.email,
            Point::Phone => &kept.phone,
        })
    }

    /// Everywhere the person can be reached, as it is kept.
    pub fn addresses(&self) -> impl Iterator<Item = (Point, &Blob)> {
        let there = [Point::Email, Point::Phone].into_iter().filter(|point| self.address(*point).is_some());
        there.filter_map(|point| Some((point, self.sealed(point)?.blob()?)))
    }

    /// Whether the address there is proven to be the person's.
    pub fn is_verified(&self, point: Point) -> bool {
        self.codes(point).is_verified()
    }

    fn codes(&self, point: Point) -> &Codes {
        match point {
            Point::Email => &self.email,
            Point::Phone => &self.phone,
        }
    }

    fn codes_mut(&mut self, point: Point) -> &mut Codes {
        match point {
            Point::Email => &mut self.email,
            Point::Phone => &mut self.phone,
        }
    }

    /// The same once more changes nothing, whatever was saved meanwhile. Addresses that were told once are changed by nobody but who has
    /// identified themselves just now: what the person is told of, and proves, goes there.
    fn save_contact_info(&self, person: PersonId, typed: &ContactInfo, revision: u32, fresh: bool) -> Result<Vec<Event>, Refusals<Refused>> {
        let (asked, mut rules) = typed.checked();
        let opened = |sealed: &Sealed<String>| sealed.open().cloned().unwrap_or_default();
        let before = self.contact_info.as_ref().map(|kept| ContactInfo {
            usual_name: opened(&kept.usual_name),
            home_address: opened(&kept.home_address),
            email: opened(&kept.email),
            phone: opened(&kept.phone),
        });
        if rules.iter().all(|(is_broken, _)| !is_broken) {
            if before.as_ref() == Some(&asked) {
                return Ok(vec![]);
            }
            unchanged_since(revision, self.revisions.contact_info)?;
        }
        let notified = self.channel.map(Channel::points).unwrap_or_default();
        let missing = notified.into_iter().flatten().filter(|point| asked.at(*point).is_empty());
        rules.extend(missing.map(|point| (true, Refused::ContactInUse { point })));
        Refusals::of_broken(rules)?;
        let is_first = before.is_none();
        let before = before.unwrap_or_default();
        let (email_is_new, phone_is_new) = (before.email != asked.email, before.phone != asked.phone);
        if !is_first && !fresh && (email_is_new || phone_is_new) {
            return Err(Refused::NotFresh.into());
        }
        let sealed = |text: &str| Sealed::new(person, RetentionClass::Account, text.to_owned());
        Ok(vec![Event::ContactInfoSaved {
            kept: Kept {
                usual_name: sealed(&asked.usual_name),
                home_address: sealed(&asked.home_address),
                email: sealed(&asked.email),
                phone: sealed(&asked.phone),
            },
            email_is_new,
            phone_is_new,
        }])
    }

    fn save_notifications(&self, channel: Channel, revision: u32) -> Result<Vec<Event>, Refused> {
        if self.channel == Some(channel) {
            return Ok(vec![]);
        }
        unchanged_since(revision, self.revisions.notifications)?;
        if let Some(point) = channel.points().into_iter().flatten().find(|point| self.address(*point).is_none()) {
            return Err(Refused::ChannelWithoutContact { point });
        }
        Ok(vec![Event::NotificationsSaved { channel }])
    }

    fn save_service_area(&self, service_area: ServiceAreaId, is_known: bool, revision: u32) -> Result<Vec<Event>, Refused> {
        if !is_known {
            return Err(Refused::ServiceAreaUnknown);
        }
        if self.service_area == Some(service_area) {
            return Ok(vec![]);
        }
        unchanged_since(revision, self.revisions.service_area)?;
        Ok(vec![Event::ServiceAreaSaved { service_area }])
    }
}

fn unchanged_since(seen: u32, now: u32) -> Result<(), Refused> {
    if seen == now { Ok(()) } else { Err(Refused::ChangedMeanwhile) }
}

/// When a code that was made then is good no more.
pub fn good_until(made_at: Timestamp) -> Timestamp {
    Timestamp::new(made_at.as_second().saturating_add(GOOD_FOR), made_at.subsec_nanosecond()).unwrap_or(made_at)
}
