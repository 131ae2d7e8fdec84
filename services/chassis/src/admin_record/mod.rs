//! Records of the admin panel, whatever they are (`AdminRecord` of `chassis-domain`): the list that shows them, and what calls about them
//! have in common. A kind of record says how it stands in the contract ([`AdminKind`]); the rest is here.
//!
//! | Room | What is in it |
//! |---|---|
//! | `records` | the read model of all kinds of a service, and its list: words, state, pages, order by name |
//! | `saving` | saving the fields that are named, archiving, restoring, removing |
//! | `names` | what records are called, for those who refer to them |
//! | `uses` | what records of one service have to do with one another |

mod names;
mod records;
mod saving;
mod uses;

use chassis_domain::{AdminDetails, AdminRecord, Id, Uses};
use kajo_proto::fields::NamedFields;

pub use self::{
    names::{get_names, list_names, names_of},
    records::{AdminRecords, Asked, Record, RecordKind, details_of, get, in_use, list, others_in_tx, some, some_in_tx},
    saving::{Saving, archive, change_in_unit, define, remove, remove_from, restore, save},
    uses::{archived_in_tx, count_users_in_tx, users},
};
use crate::database::Tx;

/// One kind of record, as its service keeps it.
pub trait AdminKind: 'static {
    /// What is kept.
    type Details: AdminDetails;
    /// The same, as the contract has it.
    type Message: NamedFields + Clone + Send + Sync + 'static;
    /// What is known around it without the database.
    type Known: Clone + Send + Sync + 'static;

    /// To the contract.
    fn message(details: Self::Details) -> Self::Message;

    /// From the contract.
    fn details(message: Self::Message) -> Self::Details;

    /// What else is known around these details. Holds until the transaction ends: whoever saves a record of the kind at the same time
    /// waits.
    fn around_in_tx(
        _: &mut Tx<'_>,
        _: Id<AdminRecord<Self::Details>>,
        _: &Self::Details,
        _: Self::Known,
    ) -> impl Future<Output = Result<<Self::Details as AdminDetails>::Around, sqlx::Error>> + Send {
        std::future::ready(Ok(<Self::Details as AdminDetails>::Around::default()))
    }

    /// What uses it. Holds until the transaction ends.
    fn uses_in_tx(_: &mut Tx<'_>, _: Id<AdminRecord<Self::Details>>) -> impl Future<Output = Result<Uses, sqlx::Error>> + Send {
        std::future::ready(Ok(Uses::default()))
    }
}
