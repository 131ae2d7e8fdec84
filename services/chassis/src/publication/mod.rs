//! Publications, whatever they are (`Publication` of `chassis-domain`): the list that shows them, their versions, and what calls about them
//! have in common. A kind of publication says how it stands in the contract ([`PublicationKind`]); the rest is here.
//!
//! | Room | What is in it |
//! |---|---|
//! | `records` | the read model of all kinds of a service: the newest words of each, and every version that was in force |
//! | `reading` | its list (words, state, kind, pages, order by name), one publication, its versions |
//! | `published` | what is in force, whatever is being written beside it |
//! | `names` | what others are told that they are called, and which of them may be referred to |
//! | `writing` | saving drafts, publishing, rolling back, archiving, restoring |

mod names;
mod published;
mod reading;
mod records;
mod writing;

use chassis_domain::PublicationBody;
use kajo_proto::fields::NamedFields;
use uuid::Uuid;

pub use self::{
    names::{Title, get_names, is_there_in_tx, list_names, published_in_tx},
    published::{Published, list_in_use, list_published, published, published_in_use},
    reading::{Listing, Version, Written, get, list, some, version, versions},
    records::{KindOfPublication, Publications},
    writing::{RolledBack, archive, foreseen, publish, restore, roll_back, save_draft},
};

/// One kind of publication, as its service writes it.
pub trait PublicationKind: 'static {
    /// What is written.
    type Body: PublicationBody;
    /// The same, as the contract has it.
    type Message: NamedFields + Clone + Send + Sync + 'static;

    /// To the contract.
    fn message(body: Self::Body) -> Self::Message;

    /// From the contract.
    fn body(message: Self::Message) -> Self::Body;

    /// What somebody starts from who is the first to write under this id, where ids are known beforehand; `None`: there is none of this id. Such a
    /// publication is written at version 0, and until then the service itself answers whoever reads it.
    fn unwritten(_: Uuid) -> Option<Self::Body> {
        None
    }
}
