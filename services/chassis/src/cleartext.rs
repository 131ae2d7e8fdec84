//! No connection that leaves the machine in clear: one typing error in an address would send passwords and personal identity codes where
//! anybody on the way can read them.

use std::net::IpAddr;

use url::Url;

/// An address to which everything would go in clear.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {what}")]
pub struct Cleartext {
    name: &'static str,
    what: &'static str,
}

/// Refuses an address of another machine that is not encrypted. Several may be told with commas between them.
///
/// # Errors
/// When it is no address, or one in clear. The text names the variable, and not the address: it may hold a password.
pub fn refuse(name: &'static str, addresses: &str) -> Result<(), Cleartext> {
    addresses.split(',').map(str::trim).filter(|address| !address.is_empty()).try_for_each(|address| {
        let url = Url::parse(address).map_err(|_| Cleartext { name, what: "is no address" })?;
        if is_encrypted(&url) || is_here(&url) { Ok(()) } else { Err(Cleartext { name, what: "leaves this machine and is not encrypted" }) }
    })
}

fn is_encrypted(url: &Url) -> bool {
    match url.scheme() {
        "https" | "tls" | "wss" | "smtps" => true,
        // Without a certificate that is checked, for the name of the server, it is encrypted to whoever answers.
        "postgres" | "postgresql" => says(url, &["sslmode", "ssl-mode"], "verify-full"),
        "smtp" => says(url, &["tls"], "required"),
        _ => false,
    }
}

/// What the parameters of one of these names say. Of two that disagree nobody knows which one counts.
fn says(url: &Url, names: &[&str], wanted: &str) -> bool {
    let mut values = url.query_pairs().filter(|(name, _)| names.contains(&name.as_ref())).map(|(_, value)| value).peekable();
    values.peek().is_some() && values.all(|value| value == wanted)
}

/// This machine, or a socket of it. For Postgres a parameter counts more than the place where the host is told usually.
fn is_here(url: &Url) -> bool {
    let mut told = url.query_pairs().filter(|(name, _)| name == "host" || name == "hostaddr").map(|(_, host)| host).peekable();
    if url.scheme().starts_with("postgres") && told.peek().is_some() {
        told.all(|host| is_local(&host))
    } else {
        is_local(url.host_str().unwrap_or_default())
    }
}

fn is_local(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    let socket = ["/", "%2F", "%2f"].iter().any(|root| host.starts_with(root));
    let named = host == "localhost" || host.ends_with(".localhost");
    socket || named || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_12_what_leaves_the_machine_is_encrypted_or_the_start_refused() {
        for good in [
            "",
            "postgres://kajo:secret@db.example/kajo?sslmode=verify-full",
            "postgres://kajo@127.0.0.1:5432/",
            "postgres:///kajo?host=/var/run/postgresql",
            "postgres://kajo:secret@db.example/kajo?sslmode=verify-full&sslrootcert=/etc/kajo/db.pem",
            "postgres://%2Fvar%2Frun%2Fpostgresql/kajo",
            "nats://localhost:4222",
            "nats://127.0.0.1:4222, tls://nats.example:4222",
            "https://login.example/realms/resident",
            "http://[::1]:9090/realms/resident",
            "http://app.localhost:9090",
            "smtps://name:password@mail.example",
            "smtp://mail.example:587?tls=required",
        ] {
            assert!(refuse("X", good).is_ok(), "{good}");
        }
        for bad in [
            "nowhere",
            "postgres://kajo:secret@db.example/kajo",
            "postgres://kajo:secret@db.example/kajo?sslmode=require",
            "postgres://kajo:secret@db.example/kajo?sslmode=prefer",
            "postgres://kajo:secret@db.example/kajo?sslmode=verify-ca",
            "postgres://kajo:secret@db.example/kajo?sslmode=verify-full&ssl-mode=disable",
            "postgres://kajo:secret@localhost/kajo?host=db.example",
            "postgres://kajo:secret@localhost/kajo?host=/run&hostaddr=10.0.0.7",
            "http://10.0.0.7/?host=/var/run",
            "nats://tls.example:4222",
            "tls://nats.example:4222,nats://other.example:4222",
            "http://login.example/realms/resident",
            "http://localhost.example/",
            "http://10.0.0.7/",
            "smtp://mail.example:25",
            "smtp://mail.example:587?tls=opportunistic",
        ] {
            let refused = refuse("KAJO_X", bad).unwrap_err().to_string();
            assert!(refused.starts_with("KAJO_X: ") && !refused.contains("example"), "{bad}: {refused}");
        }
    }
}
