//! Categories and queues as the admin panel has them: to the contract and back.

use chassis::names::KnownNames;
use chassis_domain::{Matter, Uuid, timestamp};
use kajo_proto::conversations::v1::{CategoryDetails as CategoryMessage, ManagedCategory, ManagedQueue, QueueDetails as QueueMessage, TaskDue};

use crate::{
    category::{CategoryDetails, Due, QueueDetails, QueueKind, Subcategory, SubcategoryId, over, written},
    conversation::value::ServiceAreaId,
    projections::managed_categories::ManagedRow,
};

pub(super) fn category(row: ManagedRow) -> ManagedCategory {
    ManagedCategory {
        category_id: row.category_id.to_string(),
        module: row.details.module.public().into(),
        details: Some(category_message(&row.details)),
        archived: row.archived,
        updated_at: Some(timestamp(row.updated_at)),
        version: row.version,
        open_queues: row.open_queues,
    }
}

pub(super) fn queue(id: SubcategoryId, queue: &Subcategory, services: &KnownNames) -> ManagedQueue {
    ManagedQueue {
        subcategory_id: id.to_string(),
        details: Some(queue_message(&queue.details)),
        archived: queue.archived,
        version: queue.version,
        service: queue.details.service.and_then(|service| services.of(service)),
    }
}

pub(super) fn category_message(details: &CategoryDetails) -> CategoryMessage {
    CategoryMessage {
        name: Some(written(&details.name).into()),
        description: Some(written(&details.description).into()),
        icon: details.icon.clone(),
        matter: details.matter.public().into(),
        service_area_ids: details.service_areas.keys().map(ToString::to_string).collect(),
    }
}

/// What is to be kept: what the panel does not know of is as it was. Areas have no names yet.
pub(super) fn category_details(message: CategoryMessage, kept: &CategoryDetails) -> CategoryDetails {
    let matter = Matter::from_public(message.matter());
    let CategoryMessage { name, description, icon, service_area_ids, .. } = message;
    CategoryDetails {
        name: over(&kept.name, &chassis_domain::Translated::from(name).trimmed()),
        description: over(&kept.description, &chassis_domain::Translated::from(description).trimmed()),
        icon: icon.trim().to_owned(),
        service_areas: service_area_ids.iter().filter_map(|id| ServiceAreaId::parse(id)).map(|id| (id, String::new())).collect(),
        matter,
        place: kept.place,
        module: kept.module,
    }
}

pub(super) fn queue_message(details: &QueueDetails) -> QueueMessage {
    let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    QueueMessage {
        name: Some(written(&details.name).into()),
        description: Some(written(&details.description).into()),
        kind: details.kind.public().into(),
        service_id: text(details.service),
        survey_id: text(details.survey),
        url_tail: details.url_tail.clone(),
        role_ids: details.roles.iter().map(ToString::to_string).collect(),
        location_ids: details.locations.iter().map(ToString::to_string).collect(),
        content_id: text(details.content),
        due: details.due.map(|due| TaskDue { unit: due.unit.into(), amount: due.amount }),
        patient_marks_done: details.patient_marks_done,
        sends_expired: details.sends_expired,
    }
}

pub(super) fn queue_details(message: QueueMessage, kept: &QueueDetails) -> QueueDetails {
    let kind = QueueKind::from_public(message.kind());
    let QueueMessage {
        name,
        description,
        service_id,
        survey_id,
        url_tail,
        role_ids,
        location_ids,
        content_id,
        due,
        patient_marks_done,
        sends_expired,
        ..
    } = message;
    let id = |text: &str| Uuid::try_parse(text).ok();
    let ids = |texts: &[String]| texts.iter().filter_map(|text| id(text)).collect();
    QueueDetails {
        name: over(&kept.name, &chassis_domain::Translated::from(name).trimmed()),
        description: over(&kept.description, &chassis_domain::Translated::from(description).trimmed()),
        roles: ids(&role_ids),
        locations: ids(&location_ids),
        place: kept.place,
        kind,
        service: id(&service_id),
        survey: id(&survey_id),
        url_tail: url_tail.trim().to_owned(),
        content: id(&content_id),
        due: due.map(|due| Due { unit: due.unit(), amount: due.amount }),
        patient_marks_done,
        sends_expired,
    }
}
