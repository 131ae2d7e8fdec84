//! Files that want something other than to be looked at: disguised ones, two in one, bombs, documents that act, viruses.

use std::io::Write;

use flate2::{Compression, Crc, write::ZlibEncoder};
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, codecs::jpeg::JpegEncoder};

/// What every hidden load says; no reader may ever be handed it.
pub(crate) const LOAD: &[u8] = b"KAJO-HOSTILE-LOAD";
/// The end of a ZIP archive.
pub(crate) const ZIP_END: &[u8] = b"PK\x05\x06";

/// A file as it is sent.
pub(crate) struct Hostile {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
}

fn file(name: &str, content: Vec<u8>) -> Hostile {
    Hostile { name: name.to_owned(), content }
}

pub(crate) fn eicar() -> Vec<u8> {
    // In two halves, so that this very file is no finding.
    [b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-".as_slice(), b"ANTIVIRUS-TEST-FILE!$H+H*"].concat()
}

/// A picture without anything else in it, with a gradient, so that its orientation can be seen.
pub(crate) fn picture(width: u32, height: u32) -> DynamicImage {
    let part = |at: u32, of: u32| u8::try_from(at * 255 / of.max(1)).unwrap();
    RgbImage::from_fn(width, height, |x, y| Rgb([part(x, width), part(y, height), 90])).into()
}

pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut out, format).unwrap();
    out.into_inner()
}

pub(crate) fn png() -> Vec<u8> {
    encoded(&picture(40, 30), ImageFormat::Png)
}

pub(crate) fn jpeg() -> Vec<u8> {
    encoded(&picture(40, 30), ImageFormat::Jpeg)
}

pub(crate) fn gif() -> Vec<u8> {
    gif_of(40, 30, &[(40, 30)])
}

/// With frames of these sizes.
fn gif_of(width: u16, height: u16, frames: &[(u16, u16)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = gif::Encoder::new(&mut out, width, height, &[0, 0, 0, 200, 10, 10]).unwrap();
    for (width, height) in frames {
        let pixels = vec![1; usize::from(*width) * usize::from(*height)];
        encoder.write_frame(&gif::Frame { width: *width, height: *height, buffer: pixels.into(), ..gif::Frame::default() }).unwrap();
    }
    drop(encoder);
    out
}

pub(crate) fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    [u32::try_from(data.len()).unwrap().to_be_bytes().as_slice(), kind, data, &crc.sum().to_be_bytes()].concat()
}

pub(crate) fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// So many zeros, which are next to nothing when deflated.
fn deflated_zeros(megabytes: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let piece = vec![0; 1 << 20];
    for _ in 0..megabytes {
        encoder.write_all(&piece).unwrap();
    }
    encoder.finish().unwrap()
}

const PNG_HEAD: &[u8] = b"\x89PNG\r\n\x1a\n";

fn png_of(width: u32, height: u32, depth: u8, colour: u8, data: &[u8]) -> Vec<u8> {
    let head = [width.to_be_bytes().as_slice(), &height.to_be_bytes(), &[depth, colour, 0, 0, 0]].concat();
    [PNG_HEAD, &chunk(b"IHDR", &head), &chunk(b"IDAT", data), &chunk(b"IEND", b"")].concat()
}

/// A PNG with something between its head and its pixels.
pub(crate) fn png_with(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let (plain, at) = (png(), PNG_HEAD.len() + 25);
    [&plain[..at], &chunk(kind, data), &plain[at..]].concat()
}

/// A JPEG with a segment behind its beginning.
pub(crate) fn jpeg_with(marker: u8, data: &[u8]) -> Vec<u8> {
    let plain = jpeg();
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], &[0xFF, marker], &length, data, &plain[2..]].concat()
}

/// Exif that turns the picture and tells a place.
pub(crate) fn exif(orientation: u8) -> Vec<u8> {
    let entries: [&[u8]; 4] = [
        b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01",
        &[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
        b"\0\0\0\0",
        b"GPSLatitude 61.0 KAJO-HOSTILE-LOAD",
    ];
    entries.concat()
}

/// An archive with one file in it, not compressed.
pub(crate) fn zip(name: &str, content: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(content);
    let (size, length) = (u32::try_from(content.len()).unwrap().to_le_bytes(), u16::try_from(name.len()).unwrap().to_le_bytes());
    let about = [[20, 0, 0, 0, 0, 0, 0, 0, 0, 0].as_slice(), &crc.sum().to_le_bytes(), &size, &size, &length, &[0, 0]].concat();
    let local = [b"PK\x03\x04".as_slice(), &about, name.as_bytes(), content].concat();
    let central = [b"PK\x01\x02\x14\0".as_slice(), &about, &[0; 14], name.as_bytes()].concat();
    let (all, at) = (u32::try_from(central.len()).unwrap().to_le_bytes(), u32::try_from(local.len()).unwrap().to_le_bytes());
    [local.as_slice(), &central, ZIP_END, &[0, 0, 0, 0, 1, 0, 1, 0], &all, &at, &[0, 0]].concat()
}

/// A document of these objects, of which the first is its catalogue.
pub(crate) fn pdf(objects: &[&[u8]]) -> Vec<u8> {
    pdf_ending(objects, "")
}

fn pdf_ending(objects: &[&[u8]], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", number + 1).bytes());
        out.extend_from_slice(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    out.extend(format!("trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1).bytes());
    out
}

const PAGES: &[u8] = b"<< /Type /Pages /Kids [] /Count 0 >>";

/// A document whose catalogue says this as well.
fn catalogue(more: &str) -> Vec<u8> {
    pdf(&[format!("<< /Type /Catalog /Pages 2 0 R {more} >>").as_bytes(), PAGES])
}

fn stream(about: &str, data: &[u8]) -> Vec<u8> {
    [format!("<< {about} /Length {} >>\nstream\n", data.len()).as_bytes(), data, b"\nendstream"].concat()
}

/// A document that keeps an object packed away in a stream.
fn packed(about: &str, hidden: &str) -> Vec<u8> {
    let text = format!("9 0 {hidden}");
    let stream = stream(&format!("{about} /N 1 /First 4 /Filter /FlateDecode"), &deflated(text.as_bytes()));
    pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &stream])
}

/// A document that only shows pages: as programs write it, with a place to open at and a packed object.
pub(crate) fn plain_pdf() -> Vec<u8> {
    let hidden = stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", &deflated(b"9 0 << /Type /Page >>"));
    let goes = b"<< /S /GoTo /D [2 0 R /Fit] >>";
    pdf(&[b"<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>", PAGES, &hidden, goes])
}

/// Every file, each of which must be turned away or lose its load.
pub(crate) fn all() -> Vec<Hostile> {
    [disguised(), two_in_one(), metadata(), bombs(), acting(), viruses()].into_iter().flatten().collect()
}

fn disguised() -> Vec<Hostile> {
    let contents: [(&str, &[u8]); 22] = [
        ("exe", b"MZ\x90\0\x03KAJO-HOSTILE-LOAD"),
        ("elf", b"\x7fELF\x02\x01\x01KAJO-HOSTILE-LOAD"),
        ("macho", b"\xcf\xfa\xed\xfeKAJO-HOSTILE-LOAD"),
        ("class", b"\xca\xfe\xba\xbe\0\0\0\x34KAJO-HOSTILE-LOAD"),
        ("html", b"<!doctype html><script>KAJO-HOSTILE-LOAD</script>"),
        ("svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='KAJO-HOSTILE-LOAD'/>"),
        ("js", b"alert('KAJO-HOSTILE-LOAD')"),
        ("sh", b"#!/bin/sh\necho KAJO-HOSTILE-LOAD"),
        ("php", b"<?php echo 'KAJO-HOSTILE-LOAD';"),
        ("rar", b"Rar!\x1a\x07\x01\0KAJO-HOSTILE-LOAD"),
        ("7z", b"7z\xbc\xaf\x27\x1cKAJO-HOSTILE-LOAD"),
        ("gz", b"\x1f\x8b\x08KAJO-HOSTILE-LOAD"),
        ("mp4", b"\0\0\0\x18ftypmp42KAJO-HOSTILE-LOAD"),
        ("heic", b"\0\0\0\x18ftypheicKAJO-HOSTILE-LOAD"),
        ("webp", b"RIFF\x20\0\0\0WEBPVP8 KAJO-HOSTILE-LOAD"),
        ("bmp", b"BM\x3a\0\0\0KAJO-HOSTILE-LOAD"),
        ("tiff", b"II*\0\x08\0\0\0KAJO-HOSTILE-LOAD"),
        ("doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1KAJO-HOSTILE-LOAD"),
        ("rtf", b"{\\rtf1 KAJO-HOSTILE-LOAD}"),
        ("lnk", b"L\0\0\0\x01\x14\x02\0KAJO-HOSTILE-LOAD"),
        ("wasm", b"\0asm\x01\0\0\0KAJO-HOSTILE-LOAD"),
        ("ps", b"%!PS-Adobe-3.0\nKAJO-HOSTILE-LOAD"),
    ];
    let mut files = Vec::new();
    for (index, (ending, content)) in contents.into_iter().enumerate() {
        let claimed = ["png", "jpg", "gif", "pdf"][index % 4];
        files.push(file(&format!("really-{ending}.{claimed}"), content.to_vec()));
        files.push(file(&format!("openly.{ending}"), content.to_vec()));
    }
    // Names that look like something else: two endings, and a mark that turns the reading direction around.
    files.push(file("letter.pdf.exe", b"MZ KAJO-HOSTILE-LOAD".to_vec()));
    files.push(file("letter\u{202e}fdp.exe", b"MZ KAJO-HOSTILE-LOAD".to_vec()));
    // Right beginnings, and nothing of the kind behind them.
    files.push(file("head-only.png", [PNG_HEAD, LOAD].concat()));
    files.push(file("head-only.jpg", [b"\xff\xd8\xff\xe0".as_slice(), LOAD].concat()));
    files.push(file("head-only.gif", [b"GIF89a".as_slice(), LOAD].concat()));
    files.push(file("script.gif", b"GIF89a/*\0\0\0*/=1;alert('KAJO-HOSTILE-LOAD')".to_vec()));
    files.push(file("picture-as.pdf", png()));
    files.push(file("pdf-as.png", catalogue("/Note (KAJO-HOSTILE-LOAD)")));
    files
}

fn two_in_one() -> Vec<Hostile> {
    let archive = zip("load.exe", LOAD);
    let tails: [(&str, &[u8]); 5] = [
        ("zip", &archive),
        ("html", b"<html><script>KAJO-HOSTILE-LOAD</script></html>"),
        ("php", b"<?php system('KAJO-HOSTILE-LOAD'); ?>"),
        ("exe", b"MZ\x90\0KAJO-HOSTILE-LOAD"),
        ("pdf", b"%PDF-1.4 KAJO-HOSTILE-LOAD %%EOF"),
    ];
    let mut files = Vec::new();
    for (what, tail) in tails {
        for (ending, plain) in [("png", png()), ("jpg", jpeg()), ("gif", gif())] {
            files.push(file(&format!("and-{what}.{ending}"), [plain.as_slice(), tail].concat()));
        }
        files.push(file(&format!("and-{what}.pdf"), [catalogue("").as_slice(), tail].concat()));
    }
    // An archive whose last part, its comment, is the end of the document.
    let mut commented = archive.clone();
    let end = b"\nKAJO-HOSTILE-LOAD\n%%EOF\n";
    let at = commented.len() - 2;
    commented[at] = u8::try_from(end.len()).unwrap();
    files.push(file("in-comment.pdf", [b"%PDF-1.7\n".as_slice(), &commented, end].concat()));
    files.push(file("page.pdf", b"%PDF-1.7\n<html><script>KAJO-HOSTILE-LOAD</script></html>\n%%EOF\n".to_vec()));
    files.push(file("late-head.pdf", [b"MZ\x90\0KAJO-HOSTILE-LOAD\n".as_slice(), &catalogue("")].concat()));
    files.push(file("comment.jpg", jpeg_with(0xFE, b"*/=alert('KAJO-HOSTILE-LOAD')/*")));
    files.push(file("text.png", png_with(b"tEXt", b"Comment\0<?php KAJO-HOSTILE-LOAD ?>")));
    files.push(file("private.png", png_with(b"loAd", LOAD)));
    let plain = gif();
    let comment = [[0x21, 0xFE, 17].as_slice(), LOAD, &[0]].concat();
    files.push(file("comment.gif", [&plain[..plain.len() - 1], &comment, b";"].concat()));
    let application = [[0x21, 0xFF, 11].as_slice(), b"KAJOLOAD1.0", &[17], LOAD, &[0]].concat();
    files.push(file("application.gif", [&plain[..plain.len() - 1], &application, b";"].concat()));
    files
}

fn metadata() -> Vec<Hostile> {
    vec![
        file("place.jpg", jpeg_with(0xE1, &exif(1))),
        file("xmp.jpg", jpeg_with(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>KAJO-HOSTILE-LOAD</x:xmpmeta>")),
        file("iptc.jpg", jpeg_with(0xED, b"Photoshop 3.0\08BIM\x04\x04KAJO-HOSTILE-LOAD")),
        file("profile.jpg", jpeg_with(0xE2, b"ICC_PROFILE\0\x01\x01KAJO-HOSTILE-LOAD")),
        file("place.png", png_with(b"eXIf", &exif(1)[6..])),
        file("international.png", png_with(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x>KAJO-HOSTILE-LOAD</x>")),
    ]
}

fn bombs() -> Vec<Hostile> {
    let zeros = deflated_zeros(200);
    let size = |content: Vec<u8>, width: u16, height: u16, kind: u8| {
        let at = content.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
        let mut changed = content;
        changed[at + 1] = kind;
        changed[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
        changed[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
        changed.extend_from_slice(LOAD);
        changed
    };
    let mut huge_gif = gif();
    huge_gif[6..10].copy_from_slice(&[0xFF; 4]);
    let mut flat = Vec::new();
    JpegEncoder::new_with_quality(&mut flat, 50).write_image(&vec![90; 4096 * 4096 * 3], 4096, 4096, image::ExtendedColorType::Rgb8).unwrap();
    flat.extend_from_slice(LOAD);
    let objects = stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", &zeros);
    let twice = stream("/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]", &deflated(&zeros));
    let many: Vec<_> = (0..40).map(|_| stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", &deflated_zeros(8))).collect();
    let many: Vec<&[u8]> = [b"<< /Type /Catalog /Pages 2 0 R >>".as_slice(), PAGES].into_iter().chain(many.iter().map(Vec::as_slice)).collect();
    vec![
        file("50000.png", png_of(50_000, 50_000, 8, 2, &zeros)),
        file("bits.png", png_of(30_000, 30_000, 1, 0, &zeros)),
        file("deep.png", png_of(4_000, 4_000, 16, 6, &zeros)),
        file("thin.png", png_of(2_000_000_000, 1, 8, 2, &zeros)),
        file("none.png", png_of(0, 0, 8, 2, &zeros)),
        file("more-than-told.png", [png_of(10, 10, 8, 2, &zeros), LOAD.to_vec()].concat()),
        file("largest.png", [png_of(4_000, 4_000, 8, 2, &zeros), LOAD.to_vec()].concat()),
        file("text-bomb.png", png_with(b"zTXt", &[b"Comment\0\0".as_slice(), &zeros].concat())),
        file("profile-bomb.png", png_with(b"iCCP", &[b"profile\0\0".as_slice(), &zeros].concat())),
        file("largest.jpg", flat),
        file("65535.jpg", size(jpeg(), 65_535, 65_535, 0xC0)),
        file("progressive.jpg", size(jpeg(), 4_090, 4_090, 0xC2)),
        file("small-progressive.jpg", size(jpeg(), 2_300, 2_300, 0xC2)),
        file("65535.gif", huge_gif),
        file("screen.gif", gif_of(65_535, 65_535, &[(1, 1)])),
        file("frames.gif", gif_of(8, 8, &vec![(8, 8); 20_000])),
        file("film.gif", gif_of(2_000, 2_000, &[(2_000, 2_000); 17])),
        file("objects.pdf", pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &objects])),
        file("twice.pdf", pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &twice])),
        file("many.pdf", pdf(&many)),
    ]
}

fn acting() -> Vec<Hostile> {
    let script = "<< /S /JavaScript /JS (KAJO-HOSTILE-LOAD) >>";
    let embedded = stream("/Type /EmbeddedFile", &zip("load.exe", LOAD));
    let reference =
        pdf(&[b"<< /Type /Catalog /Pages 2 0 R /OpenAction 3 0 R >>", PAGES, b"<< /S /URI /URI (https://example.invalid/KAJO-HOSTILE-LOAD) >>"]);
    let lzw = stream("/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode", LOAD);
    vec![
        file("script.pdf", catalogue(&format!("/OpenAction {script}"))),
        file("escaped.pdf", catalogue("/OpenAction << /S /J#61va#53cript /#4aS (KAJO-HOSTILE-LOAD) >>")),
        file("packed.pdf", packed("/Type /ObjStm", script)),
        file("packed-unnamed.pdf", packed("", script)),
        file("packed-escaped.pdf", packed("/Type /#4fbjStm", "<< /S /#4aavaScript /JS (KAJO-HOSTILE-LOAD) >>")),
        file("lzw.pdf", pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &lzw])),
        file("launch.pdf", catalogue("/Next << /S /Launch /F (KAJO-HOSTILE-LOAD.exe) >>")),
        file("embedded.pdf", pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &embedded])),
        file("names.pdf", catalogue("/Names << /EmbeddedFiles << /Names [(KAJO-HOSTILE-LOAD) 3 0 R] >> >>")),
        file("opens-a-page.pdf", catalogue("/OpenAction << /S /URI /URI (https://example.invalid/KAJO-HOSTILE-LOAD) >>")),
        file("opens-by-reference.pdf", reference),
        file("opens-nothing.pdf", catalogue("/OpenAction 99 0 R /Note (KAJO-HOSTILE-LOAD)")),
        file("additional.pdf", catalogue("/AA << /O << /S /URI /URI (https://example.invalid/KAJO-HOSTILE-LOAD) >> >>")),
        file("rich.pdf", catalogue("/Annots [<< /Subtype /RichMedia /Note (KAJO-HOSTILE-LOAD) >>]")),
        file("submits.pdf", catalogue("/Next << /S /SubmitForm /F (https://example.invalid/KAJO-HOSTILE-LOAD) >>")),
        file("imports.pdf", catalogue("/Next << /S /ImportData /F (KAJO-HOSTILE-LOAD) >>")),
        file("goes-out.pdf", catalogue("/Next << /S /GoToE /F (KAJO-HOSTILE-LOAD) >>")),
        file("goes-afar.pdf", catalogue("/Next << /S /GoToR /F (\\\\\\\\example.invalid\\\\KAJO-HOSTILE-LOAD) >>")),
        file("xfa.pdf", catalogue("/AcroForm << /XFA (KAJO-HOSTILE-LOAD) >>")),
        file("locked.pdf", pdf_ending(&[b"<< /Type /Catalog /Pages 2 0 R /Note (KAJO-HOSTILE-LOAD) >>", PAGES], "/Encrypt << /Filter /Standard >>")),
        file("endless.pdf", b"%PDF-1.7\n1 0 obj << /Note (KAJO-HOSTILE-LOAD) >>".to_vec()),
        file("broken-stream.pdf", pdf(&[b"<< /Type /Catalog >>", &stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", LOAD)])),
    ]
}

fn viruses() -> Vec<Hostile> {
    let archive = zip("eicar.com", &eicar());
    let nested = zip("inner.zip", &archive);
    vec![
        file("eicar.zip", archive.clone()),
        file("eicar-zip.pdf", archive.clone()),
        file("eicar.pdf", [b"%PDF-1.4\n".as_slice(), &eicar(), b"\n%%EOF\n"].concat()),
        file("eicar-stream.pdf", pdf(&[b"<< /Type /Catalog /Pages 2 0 R >>", PAGES, &stream("", &eicar())])),
        file("eicar-embedded.pdf", pdf(&[b"<< /Type /Catalog >>", &stream("/Type /EmbeddedFile", &nested)])),
        file("eicar-behind.png", [png(), eicar()].concat()),
        file("eicar-behind.jpg", [jpeg(), nested].concat()),
        file("eicar-behind.gif", [gif(), archive].concat()),
        file("eicar-text.png", png_with(b"tEXt", &[b"Comment\0".as_slice(), &eicar()].concat())),
    ]
}
