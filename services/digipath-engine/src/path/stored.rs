//! A path's words, as they are stored.

use chassis_domain::{DecodeError, Matter, Uuid, stored::Reader};
use kajo_proto::digipath_engine::store::v1 as store;

use super::Body;
use crate::plan::PathKind;

/// Before there were two kinds, none was stored.
const UNSAID: u32 = 0;

pub(super) fn of(body: &Body) -> store::PathBody {
    let Body { name, description, category, matter, blocks, one_path, kind, entry } = body.clone();
    store::PathBody {
        name: Some(name.into()),
        description: Some(description.into()),
        path_category_id: category.map(|category| category.to_string()).unwrap_or_default(),
        matter: matter.number(),
        blocks,
        one_path,
        kind: kind.number(),
        entry,
    }
}

pub(super) fn body(stored: store::PathBody, reader: &Reader<'_>) -> Result<Body, DecodeError> {
    let store::PathBody { name, description, path_category_id, matter, blocks, one_path, kind, entry } = stored;
    let category = match path_category_id.as_str() {
        "" => None,
        category => Some(reader.known(Uuid::try_parse(category).ok())?),
    };
    let kind = if kind == UNSAID { PathKind::Blocks } else { reader.known(PathKind::from_number(kind))? };
    let matter = reader.known(Matter::from_number(matter))?;
    Ok(Body { name: name.into(), description: description.into(), category, matter, blocks, one_path, kind, entry })
}
