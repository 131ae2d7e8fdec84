//! What happens to a resident's profile, as it is stored.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp,
    stored::{Reader, encoded, seal, timestamp},
};
use kajo_proto::identity::store::v1 as store;

use super::{Channel, Kept, Language, Point, ServiceAreaId};

/// Something that happened to a resident's profile.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// How the person is called and reached from now on.
    ContactInfoSaved {
        /// As it is kept.
        kept: Kept,
        /// The e-mail address is another than before.
        email_is_new: bool,
        /// The phone number is another than before.
        phone_is_new: bool,
    },
    /// Where notifications go from now on.
    NotificationsSaved {
        /// Where.
        channel: Channel,
    },
    /// Where the person lives from now on.
    ServiceAreaSaved {
        /// Where.
        service_area: ServiceAreaId,
    },
    /// In which language the person reads from now on.
    LanguageSaved {
        /// Which.
        language: Language,
    },
    /// A code was made; the one before counts no more.
    CodeMade {
        /// For which address.
        point: Point,
        /// Keyed hash of code and address.
        hash: Vec<u8>,
        /// When.
        made_at: Timestamp,
    },
    /// The code could not be sent.
    CodeUnmade {
        /// For which address.
        point: Point,
    },
    /// A wrong code was told.
    CodeMissed {
        /// For which address.
        point: Point,
    },
    /// The address is the person's.
    Verified {
        /// Which.
        point: Point,
    },
    /// The terms were accepted.
    TermsAccepted {
        /// Which version.
        version: u32,
    },
}

impl Event {
    /// Whether the person is reached elsewhere than before from now on.
    pub fn changes_an_address(&self) -> bool {
        matches!(self, Self::ContactInfoSaved { email_is_new, phone_is_new, .. } if *email_is_new || *phone_is_new)
    }
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::ContactInfoSaved { .. } => "resident.contact_info_saved",
            Self::NotificationsSaved { .. } => "resident.notifications_saved",
            Self::ServiceAreaSaved { .. } => "resident.service_area_saved",
            Self::LanguageSaved { .. } => "resident.language_saved",
            Self::CodeMade { .. } => "resident.contact_code_made",
            Self::CodeUnmade { .. } => "resident.contact_code_unmade",
            Self::CodeMissed { .. } => "resident.contact_code_missed",
            Self::Verified { .. } => "resident.contact_verified",
            Self::TermsAccepted { .. } => "resident.terms_accepted",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::ContactInfoSaved { kept, email_is_new, phone_is_new } => encoded(&store::ContactInfoSaved {
                usual_name: seal(&kept.usual_name, sealer),
                home_address: seal(&kept.home_address, sealer),
                email: seal(&kept.email, sealer),
                phone: seal(&kept.phone, sealer),
                email_is_new: *email_is_new,
                phone_is_new: *phone_is_new,
            }),
            Self::NotificationsSaved { channel } => encoded(&store::NotificationsSaved { channel: channel.number() }),
            Self::ServiceAreaSaved { service_area } => encoded(&store::ServiceAreaSaved { service_area_id: service_area.to_string() }),
            Self::LanguageSaved { language } => encoded(&store::LanguageSaved { language: language.code().to_owned() }),
            Self::CodeMade { point, hash, made_at } => {
                encoded(&store::ContactCodeMade { contact_point: point.number(), code_hash: hash.clone().into(), made_at: Some(timestamp(*made_at)) })
            }
            Self::CodeUnmade { point } => encoded(&store::ContactCodeUnmade { contact_point: point.number() }),
            Self::CodeMissed { point } => encoded(&store::ContactCodeMissed { contact_point: point.number() }),
            Self::Verified { point } => encoded(&store::ContactVerified { contact_point: point.number() }),
            Self::TermsAccepted { version } => encoded(&store::TermsAccepted { version: *version }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let point = |number| reader.known(Point::from_number(number));
        match stored.event_type.as_str() {
            "resident.contact_info_saved" => {
                let payload: store::ContactInfoSaved = reader.payload()?;
                let kept = Kept {
                    usual_name: reader.sealed(payload.usual_name)?,
                    home_address: reader.sealed(payload.home_address)?,
                    email: reader.sealed(payload.email)?,
                    phone: reader.sealed(payload.phone)?,
                };
                Ok(Self::ContactInfoSaved { kept, email_is_new: payload.email_is_new, phone_is_new: payload.phone_is_new })
            }
            "resident.notifications_saved" => {
                let payload: store::NotificationsSaved = reader.payload()?;
                Ok(Self::NotificationsSaved { channel: reader.known(Channel::from_number(payload.channel))? })
            }
            "resident.service_area_saved" => {
                let payload: store::ServiceAreaSaved = reader.payload()?;
                Ok(Self::ServiceAreaSaved { service_area: reader.id(&payload.service_area_id)? })
            }
            "resident.language_saved" => {
                let payload: store::LanguageSaved = reader.payload()?;
                Ok(Self::LanguageSaved { language: reader.known(Language::from_code(&payload.language))? })
            }
            "resident.contact_code_made" => {
                let payload: store::ContactCodeMade = reader.payload()?;
                let made_at = reader.known(payload.made_at)?;
                Ok(Self::CodeMade {
                    point: point(payload.contact_point)?,
                    hash: payload.code_hash.to_vec(),
                    made_at: reader.known(Timestamp::new(made_at.seconds, made_at.nanos).ok())?,
                })
            }
            "resident.contact_code_unmade" => Ok(Self::CodeUnmade { point: point(reader.payload::<store::ContactCodeUnmade>()?.contact_point)? }),
            "resident.contact_code_missed" => Ok(Self::CodeMissed { point: point(reader.payload::<store::ContactCodeMissed>()?.contact_point)? }),
            "resident.contact_verified" => Ok(Self::Verified { point: point(reader.payload::<store::ContactVerified>()?.contact_point)? }),
            "resident.terms_accepted" => Ok(Self::TermsAccepted { version: reader.payload::<store::TermsAccepted>()?.version }),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}
