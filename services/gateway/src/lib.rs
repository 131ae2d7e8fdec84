//! The gateway: all that stands between a browser and the services.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`gateway`] | what it is told, how it starts and stops |
//! | `options`, [`alone`] | what the environment tells it; the gateway as a process of its own |
//! | `site` | one app behind one listener: which part answers what |
//! | `guard`, `origin` | what every request must show before anything else looks at it |
//! | `rpc` | gRPC-Web to the services, without a schema |
//! | `session`, `visit`, [`cookies`] | who a cookie stands for: somebody who is signed in, or who is not; the cookies |
//! | `api` | signing in and out, visits, files |
//! | `fhir` | what other systems send, with a bearer token and no browser, and what they are told |
//! | `live` | live updates, one stream per tab |
//! | `shell`, `headers` | the built apps, and what a browser may do with them |
//! | `connections`, `limits` | how many connections, how long, and what strangers and slow clients may take |
//! | `address`, `by_address` | from where a request comes, and how often what comes from there, for limits alone |
//! | `tls` | the local certificate |
//! | `trace`, `access_log` | one trace per request; one line without personal data |

pub mod alone;
pub mod app;
pub mod cookies;
mod device;
pub mod gateway;
pub mod guard;
pub mod origin;

mod access_log;
mod acting;
mod address;
mod api;
mod by_address;
mod connections;
mod fhir;
mod headers;
mod limits;
mod live;
mod options;
mod refusal;
mod rpc;
mod session;
mod shell;
mod site;
mod tls;
mod trace;
mod visit;

pub use app::App;
pub use gateway::{DraftKey, Readiness, Running, Settings, SiteSettings, Surroundings, draft_key, start};
pub use limits::Limits;
pub use live::{Heard, News, Pace, Whispered, hear};
pub use options::Options;
pub use rpc::{LocalService, Sign, Upstream};
pub use visit::visit_key;
