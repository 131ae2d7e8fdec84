//! Events of a category in the store, and the facts they are.

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Matter, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded},
};
use kajo_proto::conversations::{
    store::v1 as stored,
    v1::{self as public, TaskDueUnit},
};
use prost::Message;

use super::{CategoryDetails, Due, Event, Module, QueueDetails, QueueKind, SubcategoryId};
use crate::conversation::value::ServiceAreaId;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Defined(_) => "category.defined",
            Self::SubcategoryAdded { .. } => "category.subcategory_added",
            Self::Archived { .. } => "category.archived",
            Self::Restored { .. } => "category.restored",
            Self::Placed { .. } => "category.placed",
            Self::QueuesOrdered { .. } => "category.queues_ordered",
        })
    }

    fn encode(&self, _sealer: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Defined(details) => {
                let area = |(id, name): (&ServiceAreaId, &String)| stored::ServiceArea { service_area_id: id.to_string(), name: name.clone() };
                let payload = stored::CategoryDefined {
                    name: details.name.clone().into_iter().collect(),
                    description: details.description.clone().into_iter().collect(),
                    icon: details.icon.clone(),
                    service_areas: details.service_areas.iter().map(area).collect(),
                    place: details.place,
                    matter: details.matter.number(),
                    module: details.module.number(),
                };
                Encoded { schema: 3, ..encoded(&payload) }
            }
            Self::SubcategoryAdded { subcategory, details } => {
                let payload = stored::SubcategoryAdded {
                    subcategory_id: subcategory.to_string(),
                    name: details.name.clone().into_iter().collect(),
                    description: details.description.clone().into_iter().collect(),
                    role_ids: details.roles.iter().map(ToString::to_string).collect(),
                    location_ids: details.locations.iter().map(ToString::to_string).collect(),
                    place: details.place,
                    kind: details.kind.number(),
                    service_id: text(details.service),
                    survey_id: text(details.survey),
                    url_tail: details.url_tail.clone(),
                    content_id: text(details.content),
                    due_unit: details.due.map(|due| u32::try_from(i32::from(due.unit)).unwrap_or_default()).unwrap_or_default(),
                    due_amount: details.due.map(|due| due.amount).unwrap_or_default(),
                    patient_marks_done: details.patient_marks_done,
                    sends_expired: details.sends_expired,
                };
                Encoded { schema: 2, ..encoded(&payload) }
            }
            Self::Archived { subcategory } => encoded(&stored::CategoryArchived { subcategory_id: id_text(*subcategory) }),
            Self::Restored { subcategory } => encoded(&stored::CategoryRestored { subcategory_id: id_text(*subcategory) }),
            Self::Placed { place } => encoded(&stored::CategoryPlaced { place: *place }),
            Self::QueuesOrdered { order } => encoded(&stored::QueuesOrdered { subcategory_ids: order.iter().map(ToString::to_string).collect() }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let optional = |text: &str| if text.is_empty() { Ok(None) } else { reader.id(text).map(Some) };
        match stored.event_type.as_str() {
            "category.defined" => Ok(Self::Defined(defined(reader.payload_until(3)?, &reader)?)),
            "category.subcategory_added" => {
                let message: stored::SubcategoryAdded = reader.payload_until(2)?;
                Ok(Self::SubcategoryAdded { subcategory: reader.id(&message.subcategory_id)?, details: added(message, &reader)? })
            }
            "category.archived" => {
                let message: stored::CategoryArchived = reader.payload()?;
                Ok(Self::Archived { subcategory: optional(&message.subcategory_id)? })
            }
            "category.restored" => {
                let message: stored::CategoryRestored = reader.payload()?;
                Ok(Self::Restored { subcategory: optional(&message.subcategory_id)? })
            }
            "category.placed" => Ok(Self::Placed { place: reader.payload::<stored::CategoryPlaced>()?.place }),
            "category.queues_ordered" => Ok(Self::QueuesOrdered { order: reader.ids(&reader.payload::<stored::QueuesOrdered>()?.subcategory_ids)? }),
            _ => Err(reader.unknown()),
        }
    }

    /// Categories are open to everybody. A tail is in no fact: who hears of a form asks for it.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let category_id = meta.aggregate_id.to_string();
        let (message, payload) = match self {
            Self::Defined(details) => (
                "kajo.conversations.v1.CategoryDefined",
                public::CategoryDefined {
                    category_id,
                    service_area_ids: details.service_areas.keys().map(ToString::to_string).collect(),
                    module: details.module.public().into(),
                }
                .encode_to_vec(),
            ),
            Self::SubcategoryAdded { subcategory, details } => (
                "kajo.conversations.v1.SubcategoryAdded",
                public::SubcategoryAdded {
                    category_id,
                    subcategory_id: subcategory.to_string(),
                    role_ids: details.roles.iter().map(ToString::to_string).collect(),
                    location_ids: details.locations.iter().map(ToString::to_string).collect(),
                    kind: details.kind.public().into(),
                    service_id: text(details.service),
                    survey_id: text(details.survey),
                    content_id: text(details.content),
                }
                .encode_to_vec(),
            ),
            Self::Archived { subcategory } => (
                "kajo.conversations.v1.CategoryArchived",
                public::CategoryArchived { category_id, subcategory_id: id_text(*subcategory) }.encode_to_vec(),
            ),
            Self::Restored { subcategory } => (
                "kajo.conversations.v1.CategoryRestored",
                public::CategoryRestored { category_id, subcategory_id: id_text(*subcategory) }.encode_to_vec(),
            ),
            Self::Placed { .. } | Self::QueuesOrdered { .. } => {
                ("kajo.conversations.v1.CategoryOrdered", public::CategoryOrdered { category_id }.encode_to_vec())
            }
        };
        Some(PublishedFact { message, payload, audience: Vec::new() })
    }
}

fn text(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn id_text(id: Option<SubcategoryId>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn defined(message: stored::CategoryDefined, reader: &Reader<'_>) -> Result<CategoryDetails, DecodeError> {
    let areas = message.service_areas.into_iter().map(|area| Ok((reader.id(&area.service_area_id)?, area.name)));
    Ok(CategoryDetails {
        name: message.name.into_iter().collect(),
        description: message.description.into_iter().collect(),
        icon: message.icon,
        service_areas: areas.collect::<Result<_, DecodeError>>()?,
        place: message.place,
        matter: reader.known(Matter::from_number(message.matter))?,
        module: reader.known(Module::from_number(message.module))?,
    })
}

fn added(message: stored::SubcategoryAdded, reader: &Reader<'_>) -> Result<QueueDetails, DecodeError> {
    let uuid = |text: &String| Uuid::try_parse(text).map_err(|_| reader.malformed());
    let optional = |text: &String| if text.is_empty() { Ok(None) } else { uuid(text).map(Some) };
    let unit = i32::try_from(message.due_unit).ok().and_then(|number| TaskDueUnit::try_from(number).ok());
    let due = Due { unit: reader.known(unit)?, amount: message.due_amount };
    Ok(QueueDetails {
        roles: message.role_ids.iter().map(uuid).collect::<Result<_, _>>()?,
        locations: message.location_ids.iter().map(uuid).collect::<Result<_, _>>()?,
        service: optional(&message.service_id)?,
        survey: optional(&message.survey_id)?,
        content: optional(&message.content_id)?,
        due: (due.unit != TaskDueUnit::Unspecified).then_some(due),
        name: message.name.into_iter().collect(),
        description: message.description.into_iter().collect(),
        place: message.place,
        kind: QueueKind::from_number(message.kind),
        url_tail: message.url_tail,
        patient_marks_done: message.patient_marks_done,
        sends_expired: message.sends_expired,
    })
}
