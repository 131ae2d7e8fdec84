//! Messages to people outside the app: e-mail by SMTP, text messages by the HTTP interface of an SMS gateway. What they say and whom
//! they reach stands in no log. Of one that was not taken it is told what is known of it ([`Fate`]).

use std::time::Duration;

use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, header::ContentType},
    transport::smtp,
};
use reqwest::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    cleartext::{self, Cleartext},
    http_client,
};

/// How long a system may take while a person waits.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long a mail server that was reached may take over one mail: some look through it before they answer.
const HANDING_OVER: Duration = Duration::from_secs(30);

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

/// The message was not taken, or nobody said so. Says neither what it said nor whom it was for.
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
        /// What is known of the mail.
        fate: Fate,
    },
    /// The SMS gateway.
    #[error("the SMS gateway did not take it: {said}")]
    Sms {
        /// What it answered, or why it did not.
        said: String,
        /// What is known of the text message.
        fate: Fate,
    },
}

/// What is known of a message that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It will not be taken another time either.
    Refused,
    /// It was not taken now, or it does no harm to send it again.
    NotTaken,
    /// Perhaps it was taken: sent again, it may come twice.
    Unsure,
}

impl NotSent {
    /// What is known of the message.
    pub fn fate(&self) -> Fate {
        match self {
            Self::Address => Fate::Refused,
            Self::Mail { fate, .. } | Self::Sms { fate, .. } => *fate,
        }
    }

    /// The mail server cannot be reached, or wants nothing of us: it was handed no mail.
    fn without_connection(code: Option<String>) -> Self {
        Self::Mail { code, fate: Fate::NotTaken }
    }

    /// A mail server that was reached has not said that it has the mail.
    fn in_handing_over(error: &smtp::Error) -> Self {
        // A client's error is one of an address that the server has no letters for.
        let fate = if error.is_permanent() || error.is_client() {
            Fate::Refused
        } else if error.is_transient() {
            Fate::NotTaken
        } else {
            Fate::Unsure
        };
        Self::Mail { code: code(error), fate }
    }
}

/// The code alone: the server's own words may quote the address.
fn code(error: &smtp::Error) -> Option<String> {
    error.status().map(|code| code.to_string())
}

/// What is known of a text message that the SMS gateway answered so. Of what it may have taken all the same a second one does no harm when both have
/// one reference.
fn fate_of(status: StatusCode, has_reference: bool) -> Fate {
    match status {
        // What is wrong is how we call, or that we do so now, and not the message.
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => Fate::NotTaken,
        status if status.is_client_error() => Fate::Refused,
        status if status.is_server_error() => perhaps_taken(has_reference),
        _ => Fate::NotTaken,
    }
}

const fn perhaps_taken(has_reference: bool) -> Fate {
    if has_reference { Fate::NotTaken } else { Fate::Unsure }
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
    /// Of two with the same one the gateway sends one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<Uuid>,
}

impl Messages {
    /// The mail server (`smtps://name:password@host`, `smtp://host:port` on this machine alone), who the mails are from, and the SMS
    /// gateway with its bearer token.
    ///
    /// # Errors
    /// When a url or the sender is none.
    pub fn of(settings: &MessageSettings) -> anyhow::Result<Self> {
        let mail = AsyncSmtpTransport::<Tokio1Executor>::from_url(settings.smtp_url.expose_secret())?.timeout(Some(PATIENCE)).build();
        let http = http_client::outgoing(PATIENCE)?;
        let (sms_url, sms_token) = (settings.sms_url.clone(), settings.sms_token.clone());
        Ok(Self { mail, from: settings.mail_from.parse()?, sms_url, sms_token, http })
    }

    /// Sends an e-mail of plain text.
    ///
    /// # Errors
    /// When the mail server does not take it, or does not say so.
    pub async fn email(&self, to: &str, subject: &str, text: &str) -> Result<(), NotSent> {
        let to = to.parse().map_err(|_| NotSent::Address)?;
        let mail = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|_| NotSent::Address)?;
        // First without a mail: of whatever fails here it is certain that nothing was handed over.
        match tokio::time::timeout(PATIENCE, Box::pin(self.mail.test_connection())).await {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) | Err(_) => return Err(NotSent::without_connection(None)),
            Ok(Err(error)) => return Err(NotSent::without_connection(code(&error))),
        }
        match tokio::time::timeout(HANDING_OVER, self.mail.send(mail)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(NotSent::in_handing_over(&error)),
            Err(_) => Err(NotSent::Mail { code: None, fate: Fate::Unsure }),
        }
    }

    /// Sends a text message to a number in E.164.
    ///
    /// # Errors
    /// When the SMS gateway does not take it, or does not say so.
    pub async fn sms(&self, to: &str, text: &str) -> Result<(), NotSent> {
        self.post(Sms { to, text, reference: None }).await
    }

    /// Sends a text message to a number in E.164, once however often it is sent under this reference.
    ///
    /// # Errors
    /// When the SMS gateway does not take it, or does not say so.
    pub async fn sms_once(&self, to: &str, text: &str, reference: Uuid) -> Result<(), NotSent> {
        self.post(Sms { to, text, reference: Some(reference) }).await
    }

    async fn post(&self, sms: Sms<'_>) -> Result<(), NotSent> {
        let request = self.http.post(&self.sms_url).bearer_auth(self.sms_token.expose_secret()).json(&sms);
        let answer = request.send().await.map_err(|error| {
            let fate = if error.is_connect() || error.is_builder() { Fate::NotTaken } else { perhaps_taken(sms.reference.is_some()) };
            NotSent::Sms { said: error.without_url().to_string(), fate }
        })?;
        let status = answer.status();
        if status.is_success() { Ok(()) } else { Err(NotSent::Sms { said: status.to_string(), fate: fate_of(status, sms.reference.is_some()) }) }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tokio::{
        io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
        net::{TcpListener, TcpStream},
    };

    use super::*;

    /// How an outside system answers.
    #[derive(Clone, Copy)]
    enum Answers {
        /// A mail server: to a recipient, and to a mail; without an answer to a mail it hangs up.
        Mail(&'static str, Option<&'static str>),
        /// An SMS gateway; without an answer it hangs up.
        Sms(Option<&'static str>),
    }

    async fn answer(stream: TcpStream, answers: Answers) -> io::Result<()> {
        match answers {
            Answers::Mail(to_recipient, to_mail) => take_mail(BufReader::new(stream), to_recipient, to_mail).await,
            Answers::Sms(answer) => take_sms(stream, answer).await,
        }
    }

    async fn take_mail(mut stream: BufReader<TcpStream>, to_recipient: &str, to_mail: Option<&str>) -> io::Result<()> {
        stream.write_all(b"220 mail.example\r\n").await?;
        let (mut line, mut in_mail) = (String::new(), false);
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let reply = match (line.trim_end(), to_mail) {
                (".", Some(to_mail)) if in_mail => {
                    in_mail = false;
                    to_mail
                }
                (".", None) if in_mail => return Ok(()),
                _ if in_mail => continue,
                (command, _) if command.starts_with("RCPT") => to_recipient,
                ("DATA", _) => {
                    in_mail = true;
                    "354 go ahead"
                }
                _ => "250 ok",
            };
            stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
        }
    }

    async fn take_sms(mut stream: TcpStream, answer: Option<&str>) -> io::Result<()> {
        let (mut taken, mut part) = (Vec::new(), [0; 1024]);
        // The text ends with what it is written in, which no header has.
        while !taken.ends_with(b"}") {
            let read = stream.read(&mut part).await?;
            if read == 0 {
                return Ok(());
            }
            taken.extend_from_slice(&part[..read]);
        }
        match answer {
            Some(answer) => stream.write_all(format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes()).await,
            None => Ok(()),
        }
    }

    /// Both ways lead to an outside system that answers so.
    async fn beside(answers: Answers) -> Messages {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, answers));
            }
        });
        at(&address)
    }

    fn at(address: &str) -> Messages {
        let settings = MessageSettings {
            smtp_url: format!("smtp://{address}").into(),
            mail_from: mail_from(),
            sms_url: format!("http://{address}"),
            sms_token: SecretString::default(),
        };
        Messages::of(&settings).unwrap()
    }

    fn fate(sent: Result<(), NotSent>) -> Option<Fate> {
        sent.err().map(|not_sent| not_sent.fate())
    }

    async fn mail_to(answers: Answers, to: &str) -> Option<Fate> {
        fate(beside(answers).await.email(to, "Viesti", "Kajossa on viesti").await)
    }

    #[tokio::test]
    async fn cms_05_of_a_mail_it_is_known_whether_it_was_taken_unless_the_server_hangs_up_over_it() {
        const AINO: &str = "aino@kajo.example";
        assert_eq!(mail_to(Answers::Mail("250 ok", Some("250 taken")), AINO).await, None);
        assert_eq!(mail_to(Answers::Mail("550 no such mailbox", None), AINO).await, Some(Fate::Refused));
        assert_eq!(mail_to(Answers::Mail("451 later", None), AINO).await, Some(Fate::NotTaken));
        assert_eq!(mail_to(Answers::Mail("250 ok", Some("554 not that")), AINO).await, Some(Fate::Refused));
        assert_eq!(mail_to(Answers::Mail("250 ok", Some("452 full")), AINO).await, Some(Fate::NotTaken));
        assert_eq!(mail_to(Answers::Mail("250 ok", None), AINO).await, Some(Fate::Unsure));
        assert_eq!(mail_to(Answers::Mail("250 ok", Some("250 taken")), "no address").await, Some(Fate::Refused));
        assert_eq!(fate(at("127.0.0.1:1").email(AINO, "Viesti", "Kajossa on viesti").await), Some(Fate::NotTaken));
    }

    #[tokio::test]
    async fn cms_05_a_text_message_that_was_perhaps_taken_is_sent_again_where_it_has_a_reference() {
        const PHONE: &str = "+358401234567";
        for (answer, once, bare) in [
            (Some("202 Accepted"), None, None),
            (Some("401 Unauthorized"), Some(Fate::NotTaken), Some(Fate::NotTaken)),
            (Some("403 Forbidden"), Some(Fate::NotTaken), Some(Fate::NotTaken)),
            (Some("408 Request Timeout"), Some(Fate::NotTaken), Some(Fate::NotTaken)),
            (Some("422 Unprocessable Entity"), Some(Fate::Refused), Some(Fate::Refused)),
            (Some("429 Too Many Requests"), Some(Fate::NotTaken), Some(Fate::NotTaken)),
            (Some("500 Internal Server Error"), Some(Fate::NotTaken), Some(Fate::Unsure)),
            (None, Some(Fate::NotTaken), Some(Fate::Unsure)),
        ] {
            let messages = beside(Answers::Sms(answer)).await;
            let told = (fate(messages.sms_once(PHONE, "Kajo: viesti", Uuid::from_u128(1)).await), fate(messages.sms(PHONE, "Kajo: viesti").await));
            assert_eq!(told, (once, bare), "{answer:?}");
        }
        let nobody = at("127.0.0.1:1");
        assert_eq!(fate(nobody.sms(PHONE, "Kajo: viesti").await), Some(Fate::NotTaken));
    }

    #[test]
    fn a_text_message_has_a_reference_only_where_it_was_given_one() {
        let written = |reference| serde_json::to_string(&Sms { to: "+358401234567", text: "Kajo", reference }).unwrap();
        assert_eq!(written(None), r#"{"to":"+358401234567","text":"Kajo"}"#);
        let once = r#"{"to":"+358401234567","text":"Kajo","reference":"00000000-0000-0000-0000-000000000001"}"#;
        assert_eq!(written(Some(Uuid::from_u128(1))), once);
    }
}
