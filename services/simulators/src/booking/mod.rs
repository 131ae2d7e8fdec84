//! Four other systems that keep appointments, each with a protocol of its own: Lifecare, Pegasos, Omni360 and Vihta. One book stands behind all of
//! them. At its front desk people and tests book, move and cancel as the staff there would.
//!
//! | Room | What is in it |
//! |---|---|
//! | `book` | what is booked, and what of it a list shows |
//! | `fault` | what goes wrong next with a system |
//! | `desk` | the front desk: a page, and the same in JSON |
//! | `demo` | what is booked when the program starts |
//! | `running` | the front desk of a test |
//! | `lifecare` | appointments in pages with tokens, and what has changed since |
//! | `pegasos` | bookings in numbered pages, in local times, and never what has changed |
//! | `omni360` | FHIR R4 |
//! | `vihta` | signed calls |

mod book;
mod demo;
mod desk;
mod fault;
mod lifecare;
mod omni360;
mod pegasos;
mod running;
#[cfg(test)]
mod tests;
mod vihta;

use std::sync::Arc;

use axum::{Router, middleware::from_fn_with_state};

use crate::site::World;

pub(crate) use book::Book;
pub use book::{Meeting, NewBooking, System};
pub(crate) use demo::opened;
pub use fault::BookingFault;
pub(crate) use fault::BookingOrder;

/// What callers of Lifecare must say in `Authorization: Bearer`.
pub const LIFECARE_TOKEN: &str = "lifecare-demo";
/// What callers of Pegasos must say in `X-Api-Key`.
pub const PEGASOS_KEY: &str = "pegasos-demo";
/// What callers of Omni360 must say in `Authorization: Bearer`.
pub const OMNI360_TOKEN: &str = "omni360-demo";
/// What callers of Vihta call themselves.
pub const VIHTA_CLIENT: &str = "kajo";
/// What callers of Vihta sign with.
pub const VIHTA_SECRET: &str = "vihta-demo";

/// The front desk. Each system is below it.
const BASE: &str = "/booking";

pub(crate) fn routes(world: &Arc<World>) -> Router<Arc<World>> {
    let faces = [
        (System::Lifecare, lifecare::routes()),
        (System::Pegasos, pegasos::routes()),
        (System::Omni360, omni360::routes()),
        (System::Vihta, vihta::routes()),
    ];
    faces
        .into_iter()
        .fold(desk::routes(), |all, (system, face)| all.merge(face.route_layer(from_fn_with_state((Arc::clone(world), system), fault::at_the_door))))
}
