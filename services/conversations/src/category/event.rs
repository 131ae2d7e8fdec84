//! What happens to a category, as it is stored.

use super::{CategoryDetails, QueueDetails, SubcategoryId};

/// Something that happened to a category.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It was defined, or defined anew.
    Defined(CategoryDetails),
    /// A queue was added, or defined anew.
    SubcategoryAdded {
        /// Names the queue.
        subcategory: SubcategoryId,
        /// What is kept of it.
        details: QueueDetails,
    },
    /// Nothing new is accepted any more.
    Archived {
        /// `None`: all of the category.
        subcategory: Option<SubcategoryId>,
    },
    /// Something new is accepted again.
    Restored {
        /// `None`: by the category itself.
        subcategory: Option<SubcategoryId>,
    },
    /// It stands elsewhere in lists.
    Placed {
        /// Where.
        place: u32,
    },
    /// Its queues stand in this order; the others come behind.
    QueuesOrdered {
        /// The order.
        order: Vec<SubcategoryId>,
    },
}
