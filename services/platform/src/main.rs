//! All services in one process: the embedded default. `platform` serves; the other verbs are for operators.

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};
use platform::{maintenance, serve};

/// All services of Kajo in one process. Without a verb it serves until it is told to stop.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Serve until SIGTERM or SIGINT.
    Serve,
    /// Throw away what the bus holds and fill it again from the event stores.
    Refill {
        /// A service, or `all`.
        service: String,
    },
    /// Rebuild a read model from the events while it is being read.
    Rebuild {
        /// The service.
        service: String,
        /// The read model.
        projection: String,
    },
    /// List the facts that consumers have parked.
    Parked,
    /// Apply parked facts again, in order.
    Redrive,
    /// Switch a feature of the running platform, without a release. Without a name: list the flags.
    Flag {
        /// The flag, for example `care_team_choice`.
        name: Option<String>,
        /// `on`, `off`, or `default` for what the code says.
        setting: Option<String>,
    },
    /// Check every link of the access log's chain, and the tree over it.
    VerifyAccessLog,
    /// Say the public key under which the heads of the access log are signed.
    AccessLogKey,
    /// Endorse the key that is to sign them next: says a line for the file of endorsements.
    EndorseAccessLogKey {
        /// The file of the next key.
        next: PathBuf,
    },
}

fn main() -> ExitCode {
    let verb = Arguments::parse().verb.unwrap_or(Verb::Serve);
    chassis::process::run(platform::NAME, async {
        match verb {
            Verb::Serve => Box::pin(serve::until_told()).await,
            Verb::Refill { service } => maintenance::refill(&service).await,
            Verb::Rebuild { service, projection } => maintenance::rebuild(&service, &projection).await,
            Verb::Parked => maintenance::parked().await,
            Verb::Redrive => maintenance::redrive().await,
            Verb::Flag { name, setting } => maintenance::flag(name.as_deref(), setting.as_deref()).await,
            Verb::VerifyAccessLog => maintenance::verify_access_log().await,
            Verb::AccessLogKey => maintenance::access_log_key(),
            Verb::EndorseAccessLogKey { next } => maintenance::endorse_access_log_key(&next),
        }
    })
}
