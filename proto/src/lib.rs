//! The contract in Rust: messages, clients and servers generated from `proto/kajo`, the tables of methods and facts,
//! and the checks that the contract's field rules ask for. Nothing here is written by hand twice: change the
//! `.proto` files.

pub mod codec;
pub mod facts;
pub mod fields;
pub mod methods;
pub mod panels;
pub mod rules;

mod generated {
    #![expect(
        missing_docs,
        clippy::all,
        clippy::pedantic,
        clippy::allow_attributes,
        reason = "generated from the contract, where the documentation stands"
    )]
    include!(concat!(env!("OUT_DIR"), "/packages.rs"));
}
pub use generated::kajo;
pub use kajo::*;

/// The compiled contract, for reflection, the event catalogue and the access matrix.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.binpb"));
