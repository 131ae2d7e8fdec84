//! The simulators as a program of their own, for `./just up`.

use std::net::SocketAddr;

use anyhow::Result;
use clap::Parser;
use simulators::Config;
use tokio::signal::unix::{SignalKind, signal};

/// The outside world for development: two OpenID Connect realms with demo people, a mail server, an SMS gateway, a push service, a virus scanner, a
/// register of harmful addresses, the register of services, a language model, a TURN server, and other systems that keep appointments.
#[derive(Debug, Parser)]
struct Arguments {
    /// The realms' address.
    #[arg(long, env = "KAJO_SIMULATORS_ADDR")]
    addr: SocketAddr,
    /// The scanner's address.
    #[arg(long, env = "KAJO_SIMULATORS_CLAMD_ADDR")]
    clamd_addr: Option<SocketAddr>,
    /// The mail server's address.
    #[arg(long, env = "KAJO_SIMULATORS_SMTP_ADDR")]
    smtp_addr: Option<SocketAddr>,
    /// The TURN server's address, of UDP.
    #[arg(long, env = "KAJO_SIMULATORS_TURN_ADDR")]
    turn_addr: Option<SocketAddr>,
    #[arg(long, env = "KAJO_RESIDENT_ADDR")]
    resident_addr: Option<SocketAddr>,
    #[arg(long, env = "KAJO_PRACTITIONER_ADDR")]
    practitioner_addr: Option<SocketAddr>,
    #[arg(long, env = "KAJO_RESIDENT_TLS_ADDR")]
    resident_tls_addr: Option<SocketAddr>,
    #[arg(long, env = "KAJO_PRACTITIONER_TLS_ADDR")]
    practitioner_tls_addr: Option<SocketAddr>,
    /// Further origins a person may be sent back to, with commas between them.
    #[arg(long, env = "KAJO_SIMULATORS_ORIGINS", default_value = "")]
    origins: String,
    /// Log filter.
    #[arg(long, env = "KAJO_LOG", default_value = "info")]
    log: String,
}

impl Arguments {
    fn origins(&self) -> Vec<String> {
        let own = [
            ("http", self.resident_addr),
            ("http", self.practitioner_addr),
            ("https", self.resident_tls_addr),
            ("https", self.practitioner_tls_addr),
        ];
        let mut origins: Vec<_> = self.origins.split(',').filter(|origin| !origin.is_empty()).map(str::to_owned).collect();
        for (scheme, address) in own {
            let Some(address) = address else { continue };
            origins.extend([format!("{scheme}://{address}"), format!("{scheme}://localhost:{}", address.port())]);
        }
        origins
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    tracing_subscriber::fmt().json().with_env_filter(&arguments.log).init();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let origins = arguments.origins();
    let (clamd, smtp, turn) = (arguments.clamd_addr, arguments.smtp_addr, arguments.turn_addr);
    let running = simulators::start(Config { http: arguments.addr, clamd, smtp, turn, origins, fresh_keys: true, demo_bookings: true }).await?;
    tracing::info!(address = %running.address, "ready");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
