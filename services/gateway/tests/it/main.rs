//! The gateway as a browser meets it: real listeners, with services behind it that write down what reached them.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod browser;
mod bus;
mod calls;
mod conversations;
mod cookies;
mod doors;
mod ended;
mod fhir;
mod files;
mod forms;
mod live;
mod mobile;
mod on_behalf;
mod shell;
mod slow;
mod tls;
mod visits;
mod world;
