//! Messages to people outside the app: e-mail by SMTP, text messages by the HTTP interface of an SMS gateway. What they say and whom
//! they reach stands in no log.

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
};
use reqwest::redirect::Policy;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::cleartext::{self, Cleartext};

/// How long a system may take while a person waits.
const PATIENCE: Duration = Duration::from_secs(8);

/// The systems by which people are reached, as the environment tells them; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct MessageSettings {
    /// Mail server, by url: `smtps://name:password@host`.
    pub smtp_url: SecretString,
    /// Who e-mails are from.
    #[serde(default = "mail_from")]
    pub mail_from: String,
    /// The SMS gateway: text messages are posted here.
    pub sms_url: String,
    /// Bearer token for it.
    #[serde(default)]
    pub sms_token: SecretString,
}

fn mail_from() -> String {
    "Kajo <no-reply@kajo.invalid>".to_owned()
}

impl MessageSettings {
    /// Refuses to send anything to another machine in clear.
    ///
    /// # Errors
    /// When an address would.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_SMTP_URL", self.smtp_url.expose_secret())?;
        cleartext::refuse("KAJO_SMS_URL", &self.sms_url)
    }
}

/// The message was not taken. Says neither what it said nor whom it was for.
#[derive(Debug, thiserror::Error)]
pub enum NotSent {
    /// The address is none that messages can go to.
    #[error("the address cannot be used")]
    Address,
    /// The mail server.
    #[error("the mail server did not take it{}", code.as_ref().map(|code| format!(": {code}")).unwrap_or_default())]
    Mail {
        /// What it answered, when it did.
        code: Option<String>,
    },
    /// The SMS gateway.
    #[error("the SMS gateway did not take it: {0}")]
    Sms(String),
}

/// Both ways. Cheap to clone.
#[derive(Clone)]
pub struct Messages {
    mail: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    sms_url: String,
    sms_token: SecretString,
    http: reqwest::Client,
}

/// As the SMS gateway takes it.
#[derive(Serialize)]
struct Sms<'a> {
    to: &'a str,
    text: &'a str,
}

impl Messages {
    /// The mail server (`smtps://name:password@host`, `smtp://host:port` on this machine alone), who the mails are from, and the SMS
    /// gateway with its bearer token.
    ///
    /// # Errors
    /// When a url or the sender is none.
    pub fn of(settings: &MessageSettings) -> anyhow::Result<Self> {
        let mail = AsyncSmtpTransport::<Tokio1Executor>::from_url(settings.smtp_url.expose_secret())?.timeout(Some(PATIENCE)).build();
        let http = reqwest::Client::builder().redirect(Policy::none()).timeout(PATIENCE).build()?;
        let (sms_url, sms_token) = (settings.sms_url.clone(), settings.sms_token.clone());
        Ok(Self { mail, from: settings.mail_from.parse()?, sms_url, sms_token, http })
    }

    /// Sends an e-mail of plain text.
    ///
    /// # Errors
    /// When the mail server does not take it.
    pub async fn email(&self, to: &str, subject: &str, text: &str) -> Result<(), NotSent> {
        let to = to.parse().map_err(|_| NotSent::Address)?;
        let mail = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|_| NotSent::Address)?;
        // The server's own words may quote the address.
        self.mail.send(mail).await.map_err(|error| NotSent::Mail { code: error.status().map(|code| code.to_string()) })?;
        Ok(())
    }

    /// Sends a text message to a number in E.164.
    ///
    /// # Errors
    /// When the SMS gateway does not take it.
    pub async fn sms(&self, to: &str, text: &str) -> Result<(), NotSent> {
        let request = self.http.post(&self.sms_url).bearer_auth(self.sms_token.expose_secret()).json(&Sms { to, text });
        let answer = request.send().await.map_err(|error| NotSent::Sms(error.without_url().to_string()))?;
        if answer.status().is_success() { Ok(()) } else { Err(NotSent::Sms(answer.status().to_string())) }
    }
}
