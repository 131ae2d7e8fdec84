//! No hostile file reaches a reader, and none takes the memory that everybody needs.

use std::process::Command;

use image::ImageFormat;
use kajo_proto::conversations::v1::{DiscardAttachmentRequest, ScanState};

use crate::{
    files::{download, scanned, upload, with_files},
    hostile_files::{Hostile, LOAD, ZIP_END, all, eicar, encoded, exif, gif, jpeg, jpeg_with, picture, plain_pdf, png},
    world::{Person, World, reason},
};

/// The test is alone in its process then, so that it can measure what its files take.
const ALONE: &str = "KAJO_HOSTILE_FILES_ALONE";
/// How much more memory than before hostile files may take at any moment, in KiB.
const ALLOWED: u64 = 64 * 1024;

/// Why files may be refused.
const REASONS: [&str; 8] = [
    "file_type_not_supported",
    "file_content_differs",
    "picture_too_large",
    "picture_unreadable",
    "pdf_active",
    "pdf_locked",
    "pdf_unreadable",
    "file_mixed",
];

/// What a reader is handed of a file; nothing when it was refused or blocked. Why is told as well.
async fn handed(world: &World, resident: &Person, nurse: &Person, name: &str, content: &[u8]) -> (Option<Vec<u8>>, String) {
    let id = match upload(resident, name, content).await {
        Ok(file) => file.attachment_id,
        Err(status) => return (None, reason(&status)),
    };
    if scanned(world, resident, &id).await != ScanState::Clean {
        assert!(resident.start(with_files(&[&id])).await.is_err(), "{name}");
        resident.attachments().discard_attachment(DiscardAttachmentRequest { attachment_id: id }).await.unwrap();
        return (None, "blocked".to_owned());
    }
    resident.start(with_files(&[&id])).await.unwrap();
    (Some(download(nurse, &id).await.unwrap()), "taken".to_owned())
}

fn holds(content: &[u8], part: &[u8]) -> bool {
    content.windows(part.len()).any(|window| window == part)
}

/// None for a document.
fn format_of(name: &str) -> Option<ImageFormat> {
    match name.rsplit('.').next() {
        Some("png") => Some(ImageFormat::Png),
        Some("gif") => Some(ImageFormat::Gif),
        Some("jpg") => Some(ImageFormat::Jpeg),
        _ => None,
    }
}

/// Memory of this process in KiB: now, or at its most since [`forget_most`]. Nothing where the system does not tell.
fn memory(what: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix(what))?.trim_matches([':', ' ', '\t', 'k', 'B']).parse().ok()
}

fn forget_most() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

#[tokio::test(flavor = "multi_thread")]
async fn s_15_no_hostile_file_reaches_a_reader_and_memory_rises_by_64_megabytes_at_the_most() {
    if std::env::var_os(ALONE).is_none() {
        let name = "hostile::s_15_no_hostile_file_reaches_a_reader_and_memory_rises_by_64_megabytes_at_the_most";
        let arguments = [name, "--exact", "--nocapture", "--test-threads=1"];
        let alone = Command::new(std::env::current_exe().unwrap()).args(arguments).env(ALONE, "1").output().unwrap();
        // Without its sum: it would be counted as one of the program around it.
        let said = [alone.stdout, alone.stderr].concat();
        String::from_utf8_lossy(&said).lines().filter(|line| !line.starts_with("test ")).for_each(|line| println!("{line}"));
        assert!(alone.status.success());
        return;
    }
    let files = all();
    assert!(files.len() >= 100, "{}", files.len());
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    for (name, content) in [("a.png", png()), ("a.jpg", jpeg()), ("a.gif", gif()), ("a.pdf", plain_pdf())] {
        assert_eq!(handed(&world, &resident, &nurse, name, &content).await.1, "taken", "{name}");
    }
    let before = memory("VmRSS");
    let (mut reached, mut most) = (Vec::new(), 0);
    for Hostile { name, content } in &files {
        forget_most();
        let (given, why) = handed(&world, &resident, &nurse, name, content).await;
        let rise = memory("VmHWM").zip(before).map_or(0, |(now, before)| now.saturating_sub(before));
        most = most.max(rise);
        println!("{name:<28} {why:<26} {rise:>8} KiB");
        match given {
            Some(given) => {
                let hidden = [LOAD, ZIP_END, b"<script", &eicar()].into_iter().any(|part| holds(&given, part));
                let is_picture = format_of(name).is_some_and(|format| image::load_from_memory_with_format(&given, format).is_ok());
                if hidden || !is_picture {
                    reached.push(name);
                }
            }
            None if why == "blocked" || REASONS.contains(&why.as_str()) => {}
            None => reached.push(name),
        }
    }
    println!("{} files, memory rose by {most} KiB at the most", files.len());
    assert!(reached.is_empty(), "{reached:?}");
    assert!(most <= ALLOWED, "{most} KiB");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_15_a_picture_is_given_out_upright_and_without_what_its_camera_wrote_into_it() {
    let world = World::start().await;
    let (resident, nurse) = (world.resident("Aino Lehtonen"), world.nurse());
    let turned = jpeg_with(0xE1, &exif(6));
    let given = handed(&world, &resident, &nurse, "kuva.jpg", &turned).await.0.unwrap();
    assert!(!holds(&given, b"Exif") && !holds(&given, b"GPS"));
    let shown = image::load_from_memory_with_format(&given, ImageFormat::Jpeg).unwrap().to_rgb8();
    assert_eq!(shown.dimensions(), (30, 40), "it stood on its side");
    // The red that grew to the right grows downwards, the green that grew downwards grows to the left.
    let (first, last) = (shown.get_pixel(0, 0), shown.get_pixel(29, 39));
    assert!(first.0[0] < 60 && last.0[0] > 190 && first.0[1] > 190 && last.0[1] < 60, "{first:?} {last:?}");

    // Nothing is lost of what has no losses by nature.
    for (name, content) in [("kuva.png", encoded(&picture(40, 30), ImageFormat::Png)), ("kuva.gif", gif())] {
        let given = handed(&world, &resident, &nurse, name, &content).await.0.unwrap();
        let [given, sent] = [given, content].map(|file| image::load_from_memory_with_format(&file, format_of(name).unwrap()).unwrap().to_rgba8());
        assert!(given == sent, "{name}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_15_a_document_that_acts_is_refused_with_what_it_does_and_one_that_only_shows_is_not() {
    let world = World::start().await;
    let resident = world.resident("Aino Lehtonen");
    let reasons = [
        ("script.pdf", "pdf_active"),
        ("packed-escaped.pdf", "pdf_active"),
        ("opens-by-reference.pdf", "pdf_active"),
        ("embedded.pdf", "pdf_active"),
        ("launch.pdf", "pdf_active"),
        ("locked.pdf", "pdf_locked"),
        ("broken-stream.pdf", "pdf_unreadable"),
        ("and-zip.pdf", "file_mixed"),
        ("in-comment.pdf", "file_mixed"),
        ("50000.png", "picture_too_large"),
        ("progressive.jpg", "picture_too_large"),
        ("head-only.jpg", "picture_unreadable"),
    ];
    let files = all();
    for (name, why) in reasons {
        let hostile = files.iter().find(|file| file.name == name).unwrap();
        assert_eq!(reason(&upload(&resident, name, &hostile.content).await.unwrap_err()), why, "{name}");
    }
    assert!(upload(&resident, "plain.pdf", &plain_pdf()).await.is_ok());
    // Shown from right to left it would end in `jpg`.
    assert_eq!(upload(&resident, "a\u{202e}gpj.pdf", &plain_pdf()).await.unwrap().file_name, "agpj.pdf");
    world.end().await;
}
