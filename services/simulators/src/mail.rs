//! A mail server by SMTP (RFC 5321), as much of it as one who sends needs. What it takes is in the outbox.

use std::{io, sync::Arc};

use base64::{Engine, engine::general_purpose::STANDARD};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::{control::Fault, site::World};

/// Bytes of a mail.
const LARGEST: usize = 1 << 20;

/// Answers connections for ever.
pub(crate) async fn serve(listener: TcpListener, world: Arc<World>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let world = Arc::clone(&world);
        tokio::spawn(async move {
            // Whoever hangs up half way has no answer to get.
            let _ = answer(stream, &world).await;
        });
    }
}

async fn answer(stream: TcpStream, world: &World) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut to) = (String::new(), Vec::new());
    say(&mut stream, "220 mail.simulators.invalid ESMTP").await?;
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end().to_owned();
        let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" => "250-mail.simulators.invalid\r\n250-8BITMIME\r\n250 SMTPUTF8",
            "HELO" | "NOOP" => "250 ok",
            "RSET" | "MAIL" => {
                to.clear();
                "250 ok"
            }
            "RCPT" if world.control.is(Fault::MailFails) => "550 5.1.1 no such mailbox",
            "RCPT" if world.control.is(Fault::MailBusy) => "451 4.3.2 busy, try again later",
            "RCPT" => {
                to.extend(command.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(address, _)| address.to_owned()));
                "250 ok"
            }
            "DATA" => {
                say(&mut stream, "354 go ahead").await?;
                let (subject, text) = read(&data(&mut stream).await?);
                for address in &to {
                    world.outbox.take(address, &subject, &text);
                }
                if world.control.is(Fault::MailHangsUp) {
                    return Ok(());
                }
                "250 taken"
            }
            "QUIT" => return say(&mut stream, "221 bye").await,
            _ => "502 not known here",
        };
        say(&mut stream, reply).await?;
    }
}

async fn say(stream: &mut BufReader<TcpStream>, reply: &str) -> io::Result<()> {
    stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
    stream.flush().await
}

/// Until a line with a dot alone; a dot that begins a line was doubled.
async fn data(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut mail = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || mail.len() > LARGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if line.trim_end() == "." {
            return Ok(mail);
        }
        mail.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

/// Subject and text of a mail of plain text, out of the encodings that our own mails come in.
fn read(mail: &str) -> (String, String) {
    let (head, body) = mail.split_once("\r\n\r\n").unwrap_or((mail, ""));
    let field = |name: &str| {
        let found = head.lines().filter_map(|line| line.split_once(':')).find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
    };
    let text = match field("content-transfer-encoding").to_ascii_lowercase().as_str() {
        "quoted-printable" => quoted_printable(body),
        "base64" => decoded(&body.split_whitespace().collect::<String>()),
        _ => body.to_owned(),
    };
    (field("subject"), text.trim().to_owned())
}

fn decoded(base64: &str) -> String {
    String::from_utf8_lossy(&STANDARD.decode(base64).unwrap_or_default()).into_owned()
}

/// `=C3=A4` is a byte of a letter, `=` at the end of a line is no end of a line.
fn quoted_printable(text: &str) -> String {
    let joined = text.replace("=\r\n", "");
    let mut parts = joined.split('=');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => bytes.extend_from_slice(part.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_mail_is_read_in_each_encoding() {
        let mail = |encoding: &str, body: &str| format!("Subject: Koodi\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}\r\n");
        let expected = ("Koodi".to_owned(), "Älä anna koodia".to_owned());
        assert_eq!(read(&mail("8bit", "Älä anna koodia")), expected);
        assert_eq!(read(&mail("quoted-printable", "=C3=84l=C3=A4 anna =\r\nkoodia")), expected);
        assert_eq!(read(&mail("base64", "w4Rsw6QgYW5u\r\nYSBrb29kaWE=")), expected);
    }
}
