//! The virus scanner: ClamAV over INSTREAM. Without one, or when it does not answer, a file counts as not scanned and is
//! blocked.

use std::time::Duration;

use chassis::Kernel;
use clamav_client::tokio::{Tcp, scan_buffer};
use serde::Deserialize;

use crate::attachment::Scan;

/// How long a scan may take.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
struct ScannerSettings {
    clamd_addr: Option<String>,
}

/// The scanner. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Scanner {
    address: Option<String>,
}

impl Scanner {
    /// The scanner at `KAJO_CLAMD_ADDR`.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub fn try_new(kernel: &Kernel) -> anyhow::Result<Self> {
        Ok(Self { address: kernel.settings.part::<ScannerSettings>()?.clamd_addr })
    }

    /// What it finds.
    pub async fn scan(&self, content: &[u8]) -> Scan {
        let Some(address) = &self.address else { return Scan::Failed };
        let scanned = tokio::time::timeout(PATIENCE, scan_buffer(content, Tcp { host_address: address.as_str() }, None)).await;
        match scanned {
            Ok(Ok(answer)) => verdict(&answer),
            Ok(Err(error)) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "scanner.failed");
                Scan::Failed
            }
            Err(_) => {
                tracing::warn!("scanner.too_slow");
                Scan::Failed
            }
        }
    }
}

/// `stream: OK`, `stream: <name> FOUND`, or something else that is no all-clear.
fn verdict(answer: &[u8]) -> Scan {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end_matches(['\0', '\n']);
    if text.ends_with(" FOUND") {
        Scan::Infected
    } else if text == "stream: OK" {
        Scan::Clean
    } else {
        Scan::Failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_all_clear_is_clean() {
        assert_eq!(verdict(b"stream: OK\0"), Scan::Clean);
        assert_eq!(verdict(b"stream: Eicar-Test-Signature FOUND\0"), Scan::Infected);
        assert_eq!(verdict(b"INSTREAM size limit exceeded. ERROR\0"), Scan::Failed);
    }
}
