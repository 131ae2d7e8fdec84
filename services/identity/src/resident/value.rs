//! What a resident may say of themselves (PRO-02).

use chassis_domain::{Id, demo_id};
use kajo_proto::common::v1::Language as PublicLanguage;

use super::Refused;
use crate::contact::{USUAL_NAME_MAX, e164, is_email, too_long};

/// Most letters of a home address.
pub const HOME_ADDRESS_MAX: u32 = 200;

/// A service area of the county.
pub enum ServiceArea {}

/// The id of a service area.
pub type ServiceAreaId = Id<ServiceArea>;

/// A service area as something stored names it: by its id; what is older than the ids names the municipality, whose area has an id
/// that follows from its name. `None`: nothing is named.
pub fn service_area_of(stored: &str) -> Option<ServiceAreaId> {
    let stored = stored.trim();
    let of_name = || ServiceAreaId::from_uuid(demo_id("service-area", &stored.to_lowercase()));
    (!stored.is_empty()).then(|| ServiceAreaId::parse(stored).unwrap_or_else(of_name))
}

/// Where a person can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// By e-mail.
    Email,
    /// By phone.
    Phone,
}

/// Where notifications go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// By e-mail.
    Email,
    /// By text message.
    Sms,
    /// By both.
    Both,
}

/// In which language a person reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Finnish.
    Finnish,
    /// Swedish.
    Swedish,
    /// English.
    English,
    /// Northern Sami.
    NorthernSami,
    /// Inari Sami.
    InariSami,
    /// Skolt Sami.
    SkoltSami,
}

/// A step of the onboarding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// How the person is called and reached.
    ContactInfo,
    /// Where notifications go.
    Notifications,
    /// Where the person lives.
    ServiceArea,
    /// The terms are accepted.
    Terms,
}

/// What of the onboarding a resident has done, as whoever asks knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Contact info was saved.
    pub contact_info: bool,
    /// Where notifications go was saved.
    pub notifications: bool,
    /// The service area was saved.
    pub service_area: bool,
    /// The newest version of the terms that was accepted; 0 for none.
    pub accepted_terms: u32,
}

impl Done {
    /// What is missing before the person may enter, in the order of the steps (PRO-01). `in_force`: the version of
    /// the terms; 0 when there are none.
    pub fn missing(self, in_force: u32) -> Vec<Step> {
        let steps = [
            (Step::ContactInfo, self.contact_info),
            (Step::Notifications, self.notifications),
            (Step::ServiceArea, self.service_area),
            (Step::Terms, self.accepted_terms >= in_force),
        ];
        steps.into_iter().filter_map(|(step, is_done)| (!is_done).then_some(step)).collect()
    }
}

/// How a person is called and reached; empty: not told.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ContactInfo {
    /// What the person wishes to be called.
    pub usual_name: String,
    /// Home address.
    pub home_address: String,
    /// E-mail address.
    pub email: String,
    /// Phone number.
    pub phone: String,
}

impl std::fmt::Debug for ContactInfo {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ContactInfo")
    }
}

impl ContactInfo {
    /// As it is kept: without blanks around anything, the phone number as E.164; and each rule, with whether it is broken.
    pub(super) fn checked(&self) -> (Self, Vec<(bool, Refused)>) {
        let trimmed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (usual_name, home_address, email) = (trimmed(&self.usual_name), trimmed(&self.home_address), trimmed(&self.email));
        let typed_phone = trimmed(&self.phone);
        let phone = e164(&typed_phone);
        let rules = vec![
            (too_long(&usual_name, USUAL_NAME_MAX), Refused::UsualNameTooLong),
            (too_long(&home_address, HOME_ADDRESS_MAX), Refused::HomeAddressTooLong),
            (!email.is_empty() && !is_email(&email), Refused::EmailMalformed),
            (email.is_empty() && typed_phone.is_empty(), Refused::Unreachable),
            (!typed_phone.is_empty() && phone.is_none(), Refused::PhoneMalformed),
        ];
        (Self { usual_name, home_address, email, phone: phone.unwrap_or(typed_phone) }, rules)
    }

    pub(super) fn at(&self, point: Point) -> &str {
        match point {
            Point::Email => &self.email,
            Point::Phone => &self.phone,
        }
    }
}

impl Point {
    chassis_domain::numbers!(pub i32: Email = 1, Phone = 2);

    /// Name of its field in the contract.
    pub(super) const fn field(self) -> &'static str {
        match self {
            Self::Email => "contact_info.email",
            Self::Phone => "contact_info.phone",
        }
    }
}

impl Channel {
    chassis_domain::numbers!(pub i32: Email = 1, Sms = 2, Both = 3);

    /// Whether notifications go there.
    pub fn goes_to(self, point: Point) -> bool {
        self.points().contains(&Some(point))
    }

    /// The addresses that it needs.
    pub(super) const fn points(self) -> [Option<Point>; 2] {
        match self {
            Self::Email => [Some(Point::Email), None],
            Self::Sms => [None, Some(Point::Phone)],
            Self::Both => [Some(Point::Email), Some(Point::Phone)],
        }
    }
}

impl Language {
    /// All of them.
    const ALL: [Self; 6] = [Self::Finnish, Self::Swedish, Self::English, Self::NorthernSami, Self::InariSami, Self::SkoltSami];

    /// From its code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// As the contract has it.
    pub const fn public(self) -> PublicLanguage {
        match self {
            Self::Finnish => PublicLanguage::Fi,
            Self::Swedish => PublicLanguage::Sv,
            Self::English => PublicLanguage::En,
            Self::NorthernSami => PublicLanguage::Sme,
            Self::InariSami => PublicLanguage::Smn,
            Self::SkoltSami => PublicLanguage::Sms,
        }
    }

    /// From the contract; `None`: not said.
    pub fn from_public(language: PublicLanguage) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.public() == language)
    }

    /// Its code, as stored events have it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Finnish => "fi",
            Self::Swedish => "sv",
            Self::English => "en",
            Self::NorthernSami => "sme",
            Self::InariSami => "smn",
            Self::SkoltSami => "sms",
        }
    }
}
