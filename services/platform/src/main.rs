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
    /// Begin a new epoch of a service whose database was put back from a backup. Before it is started.
    BeginEpoch {
        /// The service.
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
    /// List what is due and was not done. `due redrive` has it performed again.
    Due {
        #[command(subcommand)]
        verb: Option<DueVerb>,
    },
    /// Switch a feature of the running platform, without a release. Without a name: list the flags.
    Flag {
        /// The flag, for example `care_team_choice`.
        name: Option<String>,
        /// `on`, `off`, or `default` for what the code says.
        setting: Option<String>,
    },
    /// End all sessions of a person, in both realms.
    Sessions {
        #[command(subcommand)]
        verb: SessionsVerb,
    },
    /// Check every link of the access log's chain, and the tree over it.
    VerifyAccessLog,
    /// Hold the times that are taken against the appointments that were decided.
    VerifyClaims,
    /// Say the public key under which the heads of the access log are signed.
    AccessLogKey,
    /// Endorse the key that is to sign them next: says a line for the file of endorsements.
    EndorseAccessLogKey {
        /// The file of the next key.
        next: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
enum DueVerb {
    /// Have what was given up performed again.
    Redrive {
        /// Its id, or `all`.
        which: String,
    },
}

#[derive(Debug, Subcommand)]
enum SessionsVerb {
    /// End them.
    End {
        /// The person's id, as the admin panel and the directory know it.
        person: String,
        /// Take a professional's level, roles and locations away as well.
        #[arg(long)]
        disable: bool,
    },
}

fn main() -> ExitCode {
    let verb = Arguments::parse().verb.unwrap_or(Verb::Serve);
    chassis::process::run(platform::NAME, async {
        match verb {
            Verb::Serve => Box::pin(serve::until_told()).await,
            Verb::Refill { service } => Box::pin(maintenance::refill(&service)).await,
            Verb::BeginEpoch { service } => Box::pin(maintenance::begin_epoch(&service)).await,
            Verb::Rebuild { service, projection } => Box::pin(maintenance::rebuild(&service, &projection)).await,
            Verb::Parked => Box::pin(maintenance::parked()).await,
            Verb::Redrive => Box::pin(maintenance::redrive()).await,
            Verb::Due { verb: None } => Box::pin(maintenance::due()).await,
            Verb::Due { verb: Some(DueVerb::Redrive { which }) } => Box::pin(maintenance::redrive_due(&which)).await,
            Verb::Sessions { verb: SessionsVerb::End { person, disable } } => Box::pin(maintenance::end_sessions(&person, disable)).await,
            Verb::Flag { name, setting } => Box::pin(maintenance::flag(name.as_deref(), setting.as_deref())).await,
            Verb::VerifyAccessLog => Box::pin(maintenance::verify_access_log()).await,
            Verb::VerifyClaims => Box::pin(maintenance::verify_claims()).await,
            Verb::AccessLogKey => maintenance::access_log_key(),
            Verb::EndorseAccessLogKey { next } => maintenance::endorse_access_log_key(&next),
        }
    })
}
