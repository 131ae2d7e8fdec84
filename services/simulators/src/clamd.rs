//! The virus scanner's protocol as far as it is used: `PING`, `VERSION` and `INSTREAM`. It finds the EICAR test file, and
//! nothing else.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::{control::Fault, site::World};

/// The EICAR test string in two halves, so that this very file is no finding.
const EICAR: [&str; 2] = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"];
/// What a file says on which the scanner hangs when it is told to.
const HANGS: &[u8] = b"HANGS THE SCANNER";
/// How often a scan that hangs looks whether it still does.
const LOOK: Duration = Duration::from_millis(20);
/// As in clamd's own settings, in bytes.
const LARGEST: usize = 100 << 20;

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
    let form = stream.read_u8().await?;
    let end = if form == b'z' { 0 } else { b'\n' };
    let mut command = Vec::new();
    stream.read_until(end, &mut command).await?;
    if command.last() == Some(&end) {
        command.pop();
    }
    if world.control.is(Fault::ScannerGone) {
        return Ok(());
    }
    let reply = match command.as_slice() {
        b"PING" => "PONG".to_owned(),
        b"VERSION" => "ClamAV simulator".to_owned(),
        b"INSTREAM" => scan(&mut stream, world).await?,
        _ => "UNKNOWN COMMAND".to_owned(),
    };
    stream.write_all(reply.as_bytes()).await?;
    stream.write_all(&[end]).await?;
    stream.flush().await
}

async fn scan(stream: &mut BufReader<TcpStream>, world: &World) -> io::Result<String> {
    let wanted = EICAR.concat().into_bytes();
    let (mut seen, mut infected, mut hangs, mut size) = (Vec::new(), false, false, 0);
    loop {
        let length = stream.read_u32().await? as usize;
        if length == 0 {
            break;
        }
        size += length;
        if size > LARGEST {
            return Ok("INSTREAM size limit exceeded. ERROR".to_owned());
        }
        let begin = seen.len();
        seen.resize(begin + length, 0);
        stream.read_exact(seen.get_mut(begin..).unwrap_or_default()).await?;
        infected |= seen.windows(wanted.len()).any(|part| part == wanted);
        hangs |= seen.windows(HANGS.len()).any(|part| part == HANGS);
        // The test string may lie across two pieces.
        seen.drain(..seen.len().saturating_sub(wanted.len()));
    }
    while hangs && world.control.is(Fault::ScannerHangs) {
        tokio::time::sleep(LOOK).await;
    }
    Ok(if world.control.is(Fault::ScannerFails) {
        "stream: Can't allocate memory ERROR"
    } else if infected {
        "stream: Eicar-Test-Signature FOUND"
    } else {
        "stream: OK"
    }
    .to_owned())
}
