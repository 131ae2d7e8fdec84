//! Events of a category in the store, and the facts they are.

use chassis_domain::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Uuid};
use kajo_proto::conversations::{store::v1 as stored, v1 as public};
use prost::Message;

use super::Event;
use crate::{conversation::value::ServiceAreaId, representation::Matter};
use chassis_domain::stored::{Reader, encoded};

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Defined { .. } => "category.defined",
            Self::SubcategoryAdded { .. } => "category.subcategory_added",
            Self::Archived { .. } => "category.archived",
        })
    }

    fn encode(&self, _sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined { name, description, icon, service_areas, place, matter } => {
                let area = |(id, name): (&ServiceAreaId, &String)| stored::ServiceArea { service_area_id: id.to_string(), name: name.clone() };
                let payload = stored::CategoryDefined {
                    name: name.clone().into_iter().collect(),
                    description: description.clone().into_iter().collect(),
                    icon: icon.clone(),
                    service_areas: service_areas.iter().map(area).collect(),
                    place: *place,
                    matter: matter.number(),
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            Self::SubcategoryAdded { subcategory, name, description, roles, locations, place } => encoded(&stored::SubcategoryAdded {
                subcategory_id: subcategory.to_string(),
                name: name.clone().into_iter().collect(),
                description: description.clone().into_iter().collect(),
                role_ids: roles.iter().map(ToString::to_string).collect(),
                location_ids: locations.iter().map(ToString::to_string).collect(),
                place: *place,
            }),
            Self::Archived { subcategory } => {
                encoded(&stored::CategoryArchived { subcategory_id: subcategory.map(|id| id.to_string()).unwrap_or_default() })
            }
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let uuids = |texts: &[String]| texts.iter().map(|text| Uuid::try_parse(text).map_err(|_| reader.malformed())).collect::<Result<_, _>>();
        match stored.event_type.as_str() {
            "category.defined" => {
                let message: stored::CategoryDefined = reader.payload_until(2)?;
                let areas = message.service_areas.into_iter().map(|area| Ok((reader.id(&area.service_area_id)?, area.name)));
                Ok(Self::Defined {
                    name: message.name.into_iter().collect(),
                    description: message.description.into_iter().collect(),
                    icon: message.icon,
                    service_areas: areas.collect::<Result<_, DecodeError>>()?,
                    place: message.place,
                    matter: reader.known(Matter::from_number(message.matter))?,
                })
            }
            "category.subcategory_added" => {
                let message: stored::SubcategoryAdded = reader.payload()?;
                Ok(Self::SubcategoryAdded {
                    subcategory: reader.id(&message.subcategory_id)?,
                    name: message.name.into_iter().collect(),
                    description: message.description.into_iter().collect(),
                    roles: uuids(&message.role_ids)?,
                    locations: uuids(&message.location_ids)?,
                    place: message.place,
                })
            }
            "category.archived" => {
                let message: stored::CategoryArchived = reader.payload()?;
                let subcategory = if message.subcategory_id.is_empty() { None } else { Some(reader.id(&message.subcategory_id)?) };
                Ok(Self::Archived { subcategory })
            }
            _ => Err(reader.unknown()),
        }
    }

    /// Categories are open to everybody; nobody needs to be told at once, so no live audience is named.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let category_id = meta.aggregate_id.to_string();
        let (message, payload) = match self {
            Self::Defined { service_areas, .. } => (
                "kajo.conversations.v1.CategoryDefined",
                public::CategoryDefined { category_id, service_area_ids: service_areas.keys().map(ToString::to_string).collect() }.encode_to_vec(),
            ),
            Self::SubcategoryAdded { subcategory, roles, locations, .. } => (
                "kajo.conversations.v1.SubcategoryAdded",
                public::SubcategoryAdded {
                    category_id,
                    subcategory_id: subcategory.to_string(),
                    role_ids: roles.iter().map(ToString::to_string).collect(),
                    location_ids: locations.iter().map(ToString::to_string).collect(),
                }
                .encode_to_vec(),
            ),
            Self::Archived { subcategory } => (
                "kajo.conversations.v1.CategoryArchived",
                public::CategoryArchived { category_id, subcategory_id: subcategory.map(|id| id.to_string()).unwrap_or_default() }.encode_to_vec(),
            ),
        };
        Some(PublishedFact { message, payload, audience: Vec::new() })
    }
}
