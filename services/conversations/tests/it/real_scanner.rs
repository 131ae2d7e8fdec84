//! Files through a real ClamAV, with a signature of our own for the EICAR test file. Where no ClamAV is to be had these tests are skipped.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use chassis::testkit::eventually;
use chassis_domain::Uuid;
use kajo_proto::conversations::v1::ScanState;
use rustix::process::{Pid, Signal, kill_process};
use tonic::Code;

use crate::{
    files::{Folder, PDF, download, scanned, upload, with_files},
    hostile_files::{deflated, eicar, pdf, png},
    world::{World, reason},
};

/// A clamd of the test's own, which ends with it.
struct Clamd {
    running: Child,
    address: SocketAddr,
    home: PathBuf,
}

impl Clamd {
    async fn start() -> Self {
        let home = std::env::temp_dir().join(format!("kajo-clamd-{}", Uuid::now_v7()));
        let signatures = home.join("signatures");
        std::fs::create_dir_all(&signatures).unwrap();
        std::fs::write(signatures.join("kajo.ndb"), format!("Kajo.Test.Eicar:0:*:{}\n", hex::encode(eicar()))).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let settings = format!("Foreground yes\nTCPAddr 127.0.0.1\nTCPSocket {}\nDatabaseDirectory {}\n", address.port(), signatures.display());
        std::fs::write(home.join("clamd.conf"), settings).unwrap();
        let mut started = Self { running: Self::run(&home), address, home };
        started.answers().await;
        started
    }

    fn run(home: &std::path::Path) -> Child {
        // `./just test` sets it.
        let program = std::env::var("KAJO_TEST_CLAMD").unwrap();
        let mut command = Command::new(program);
        if let Some(libraries) = std::env::var_os("KAJO_TEST_CLAMD_LIBRARIES").filter(|folders| !folders.is_empty()) {
            command.env("LD_LIBRARY_PATH", libraries);
        }
        command.arg("-c").arg(home.join("clamd.conf")).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    async fn answers(&mut self) {
        let address = self.address;
        eventually(|| async move {
            let mut stream = TcpStream::connect(address).ok()?;
            stream.write_all(b"zPING\0").ok()?;
            let mut answer = [0; 4];
            stream.read_exact(&mut answer).ok()?;
            (&answer == b"PONG").then_some(())
        })
        .await;
    }

    /// It takes calls and does nothing more.
    fn halt(&self) {
        kill_process(Pid::from_child(&self.running), Signal::STOP).unwrap();
    }

    fn kill(&mut self) {
        self.running.kill().unwrap();
        self.running.wait().unwrap();
    }

    async fn again(&mut self) {
        self.running = Self::run(&self.home);
        self.answers().await;
    }
}

impl Drop for Clamd {
    fn drop(&mut self) {
        let _ = self.running.kill();
        let _ = self.running.wait();
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a real ClamAV"]
async fn con_14_a_real_scanner_lets_clean_files_pass_removes_infected_ones_and_blocks_what_it_could_not_look_at() {
    let mut clamd = Clamd::start().await;
    let address = clamd.address.to_string();
    let world = World::with(|settings| settings.with("clamd_addr", &address)).await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let folder: String = world.running.kernel().settings.part::<Folder>().unwrap().files_dir;
    let files = || std::fs::read_dir(&folder).unwrap().count();

    let clean = upload(&resident, "a.pdf", PDF).await.unwrap();
    assert_eq!(clean.scan_state(), ScanState::Pending);
    assert_eq!(scanned(&world, &resident, &clean.attachment_id).await, ScanState::Clean);
    resident.start(with_files(&[&clean.attachment_id])).await.unwrap();
    assert_eq!(download(&nurse, &clean.attachment_id).await.unwrap(), PDF);

    // Found where it lies open, and where it is packed.
    let open = [PDF, eicar().as_slice(), b"\n%%EOF\n"].concat();
    let packed = deflated(&eicar());
    let stream = [format!("<< /Filter /FlateDecode /Length {} >>\nstream\n", packed.len()).as_bytes(), &packed, b"\nendstream"].concat();
    let packed = pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>", &stream]);
    for (person, content) in [(&resident, &open), (&nurse, &packed)] {
        let infected = upload(person, "b.pdf", content).await.unwrap().attachment_id;
        assert_eq!(scanned(&world, person, &infected).await, ScanState::Infected);
        eventually(|| async { (files() == 1).then_some(()) }).await;
        assert_eq!(download(person, &infected).await.unwrap_err().code(), Code::NotFound);
    }
    let infected = upload(&resident, "b.pdf", &open).await.unwrap().attachment_id;
    assert_eq!(scanned(&world, &resident, &infected).await, ScanState::Infected);
    assert_eq!(reason(&resident.start(with_files(&[&infected])).await.unwrap_err()), "attachment_infected");
    // What a file contains is held against its ending before it is scanned.
    assert_eq!(reason(&upload(&resident, "c.png", PDF).await.unwrap_err()), "file_content_differs");

    // Killed in the middle of a scan.
    clamd.halt();
    let blocked = upload(&resident, "d.png", &png()).await.unwrap();
    assert_eq!(blocked.scan_state(), ScanState::Pending);
    clamd.kill();
    assert_eq!(scanned(&world, &resident, &blocked.attachment_id).await, ScanState::Error);
    assert_eq!(reason(&resident.start(with_files(&[&blocked.attachment_id])).await.unwrap_err()), "attachment_blocked");

    clamd.again().await;
    world.environment().clock().advance(jiff::SignedDuration::from_mins(2));
    world.eventually(|| async { (scanned(&world, &resident, &blocked.attachment_id).await == ScanState::Clean).then_some(()) }).await;
    resident.start(with_files(&[&blocked.attachment_id])).await.unwrap();
    world.end().await;
}
