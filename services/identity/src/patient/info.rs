//! The basic info of a patient (PRO-07), and what may be wrong with it (PRO-07).

use chassis_domain::{Refusals, Sealable};
use kajo_proto::identity::store::v1 as store;
use prost::Message;

use super::Refused;
use crate::{
    contact::{USUAL_NAME_MAX, e164, is_email, too_long},
    resident::{ServiceAreaId, service_area_of},
};

/// Basic info; what is not known is empty.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Info {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// As the population register has it; nobody edits it.
    pub official_name: String,
    /// What the patient wishes to be called.
    pub usual_name: String,
    /// E-mail address.
    pub email: String,
    /// Phone number, as E.164.
    pub phone: String,
    /// Home address.
    pub address: String,
    /// Where the patient lives; `None`: not told.
    pub service_area: Option<ServiceAreaId>,
    /// The patient's id in the patient record system.
    pub record_id: String,
}

/// Says nothing of the person.
impl std::fmt::Debug for Info {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Info")
    }
}

impl Info {
    /// As it is kept: without blanks around anything, the phone number as E.164.
    ///
    /// # Errors
    /// When something is missing or malformed, or the service area is none of the county's: all of it at once.
    pub fn checked(&self, area_known: bool) -> Result<Self, Refusals<Refused>> {
        let trimmed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let phone = e164(&self.phone);
        let info = Self {
            first_name: trimmed(&self.first_name),
            last_name: trimmed(&self.last_name),
            official_name: trimmed(&self.official_name),
            usual_name: trimmed(&self.usual_name),
            email: self.email.trim().to_owned(),
            phone: phone.clone().unwrap_or_default(),
            address: trimmed(&self.address),
            service_area: self.service_area,
            record_id: self.record_id.clone(),
        };
        // Some people have one name alone.
        let nameless = info.first_name.is_empty() && info.last_name.is_empty();
        Refusals::of_broken([
            (nameless, Refused::FirstNameMissing),
            (nameless, Refused::LastNameMissing),
            (too_long(&info.usual_name, USUAL_NAME_MAX), Refused::UsualNameTooLong),
            (!info.email.is_empty() && !is_email(&info.email), Refused::EmailMalformed),
            (!self.phone.trim().is_empty() && phone.is_none(), Refused::PhoneMalformed),
            (info.service_area.is_some() && !area_known, Refused::AreaUnknown),
        ])?;
        Ok(info)
    }

    /// What the patient record system has, over what was known. What it does not have stays; what the patient wishes to be called and
    /// where they belong is not the record's to say.
    #[must_use]
    pub fn refreshed(&self, record: &Self) -> Self {
        let newer = |theirs: &str, ours: &str| if theirs.trim().is_empty() { ours } else { theirs }.to_owned();
        // A number or an address that we could not keep is no reason to lose the rest.
        let phone = e164(&record.phone).unwrap_or_default();
        let email = Some(record.email.trim()).filter(|email| is_email(email)).unwrap_or_default();
        Self {
            first_name: newer(&record.first_name, &self.first_name),
            last_name: newer(&record.last_name, &self.last_name),
            official_name: newer(&record.official_name, &self.official_name),
            usual_name: self.usual_name.clone(),
            email: newer(email, &self.email),
            phone: newer(&phone, &self.phone),
            address: newer(&record.address, &self.address),
            service_area: self.service_area,
            record_id: newer(&record.record_id, &self.record_id),
        }
    }
}

/// What is hidden of who is under a non-disclosure restriction: by which they could be found.
impl Info {
    /// What may be shown.
    #[must_use]
    pub fn without_hidden(self) -> Self {
        self.with_hidden_of(&Self::default())
    }

    /// With the hidden fields of another.
    #[must_use]
    pub fn with_hidden_of(self, other: &Self) -> Self {
        let Self { email, phone, address, service_area, .. } = other.clone();
        Self { email, phone, address, service_area, ..self }
    }
}

impl Sealable for Info {
    fn to_plain(&self) -> Vec<u8> {
        let Self { first_name, last_name, official_name, usual_name, email, phone, address, service_area, record_id } = self.clone();
        let service_area_id = service_area.map(|area| area.to_string()).unwrap_or_default();
        let municipality = String::new();
        store::PatientInfo { first_name, last_name, official_name, usual_name, email, phone, address, municipality, record_id, service_area_id }
            .encode_to_vec()
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        let kept = store::PatientInfo::decode(plain).ok()?;
        let store::PatientInfo { first_name, last_name, official_name, usual_name, email, phone, address, municipality, record_id, service_area_id } =
            kept;
        let service_area = service_area_of(if service_area_id.is_empty() { &municipality } else { &service_area_id });
        Some(Self { first_name, last_name, official_name, usual_name, email, phone, address, service_area, record_id })
    }
}
