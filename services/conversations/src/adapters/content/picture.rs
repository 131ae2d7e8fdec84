//! Pictures, drawn anew: decoded within a budget, turned upright, encoded again from their pixels.

use std::io::Cursor;

use bytes::Bytes;
use image::{
    DynamicImage, GenericImageView, ImageBuffer, ImageDecoder, ImageError, Limits, Pixel, PixelWithColorType, RgbImage,
    codecs::{
        jpeg::{JpegDecoder, JpegEncoder},
        png::{CompressionType, FilterType, PngDecoder, PngEncoder},
    },
    metadata::Orientation,
};

use super::{Kept, Unfit};

/// How many bytes a picture may take while it is decoded.
pub(super) const BUDGET: u64 = 48 << 20;
/// What fits for a picture of the usual kinds. Browsers make larger ones smaller before they send them.
pub const MAX_PIXELS: u32 = 12 << 20;
/// Longest side of a thumbnail.
const SMALL: u32 = 320;
/// Of the JPEG that is given out: a second round of it is not seen.
const QUALITY: u8 = 85;
const SMALL_QUALITY: u8 = 75;
/// What the decoder keeps of each pixel of a JPEG that comes in several passes, at the most.
const OF_PASSES: u64 = 6;

/// A JPEG without anything but its pixels.
pub(super) fn jpeg(content: &[u8]) -> Result<Kept, Unfit> {
    let mut decoder = JpegDecoder::new(Cursor::new(content)).map_err(unreadable)?;
    let pixels = pixels(decoder.dimensions());
    let passes = if in_passes(content) { pixels * OF_PASSES } else { 0 };
    within(pixels, decoder.total_bytes().saturating_add(passes))?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = match DynamicImage::from_decoder(decoder).map_err(unreadable)? {
        grey @ DynamicImage::ImageLuma8(_) => grey,
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    };
    let content = match &picture {
        DynamicImage::ImageLuma8(grey) => encode(grey, orientation)?,
        DynamicImage::ImageRgb8(colours) => encode(colours, orientation)?,
        _ => return Err(Unfit::PictureUnreadable),
    };
    Ok(Kept { content, thumbnail: Some(thumbnail(&picture, orientation)?) })
}

/// A PNG without anything but its pixels.
pub(super) fn png(content: &[u8]) -> Result<Kept, Unfit> {
    let essential = essential_chunks(content).ok_or(Unfit::PictureUnreadable)?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(2 * BUDGET);
    let decoder = PngDecoder::with_limits(Cursor::new(essential), limits).map_err(unreadable)?;
    within(pixels(decoder.dimensions()), decoder.total_bytes())?;
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let mut out = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive);
    picture.write_with_encoder(encoder).map_err(unreadable)?;
    Ok(Kept { content: out.into(), thumbnail: Some(thumbnail(&picture, Orientation::NoTransforms)?) })
}

/// A small JPEG of a picture, upright and on white.
pub(super) fn thumbnail(picture: &DynamicImage, orientation: Orientation) -> Result<Vec<u8>, Unfit> {
    let (width, height) = picture.dimensions();
    let mut small = if width.max(height) > SMALL { picture.thumbnail(SMALL, SMALL) } else { picture.clone() };
    small.apply_orientation(orientation);
    let small = small.into_rgba8();
    let on_white = RgbImage::from_fn(small.width(), small.height(), |x, y| {
        let image::Rgba([red, green, blue, alpha]) = *small.get_pixel(x, y);
        let shown = |part: u8| (u32::from(part) * u32::from(alpha) + 255 * (255 - u32::from(alpha))) / 255;
        image::Rgb([red, green, blue].map(|part| u8::try_from(shown(part)).unwrap_or(u8::MAX)))
    });
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, SMALL_QUALITY).encode_image(&on_white).map_err(unreadable)?;
    Ok(out)
}

/// Refuses what would take more memory than the budget.
pub(super) fn within(pixels: u64, bytes: u64) -> Result<(), Unfit> {
    let of_one = bytes.checked_div(pixels).ok_or(Unfit::PictureUnreadable)?.max(1);
    if bytes > BUDGET { Err(Unfit::PictureTooLarge { millions: BUDGET / of_one / 1_000_000 }) } else { Ok(()) }
}

fn pixels((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

fn unreadable(_: ImageError) -> Unfit {
    Unfit::PictureUnreadable
}

fn encode<P>(picture: &ImageBuffer<P, Vec<u8>>, orientation: Orientation) -> Result<Bytes, Unfit>
where
    P: Pixel<Subpixel = u8> + PixelWithColorType,
{
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, QUALITY).encode_image(&Turned { picture, orientation }).map_err(unreadable)?;
    Ok(out.into())
}

/// A picture as it is to be looked at, without a second copy of it.
struct Turned<'a, P: Pixel> {
    picture: &'a ImageBuffer<P, Vec<P::Subpixel>>,
    orientation: Orientation,
}

impl<P: Pixel> GenericImageView for Turned<'_, P> {
    type Pixel = P;

    fn dimensions(&self) -> (u32, u32) {
        let (width, height) = self.picture.dimensions();
        match self.orientation {
            Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => (height, width),
            _ => (width, height),
        }
    }

    fn get_pixel(&self, x: u32, y: u32) -> P {
        let (width, height) = self.picture.dimensions();
        let (right, bottom) = (width - 1, height - 1);
        let (x, y) = match self.orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::Rotate90 => (y, bottom - x),
            Orientation::Rotate180 => (right - x, bottom - y),
            Orientation::Rotate270 => (right - y, x),
            Orientation::FlipHorizontal => (right - x, y),
            Orientation::FlipVertical => (x, bottom - y),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate270FlipH => (right - y, bottom - x),
        };
        *self.picture.get_pixel(x, y)
    }
}

/// Whether a JPEG comes in several passes over all of its pixels, by the kind of its first frame.
fn in_passes(content: &[u8]) -> bool {
    let mut rest = content.get(2..).unwrap_or_default();
    loop {
        match rest {
            // Fill bytes may stand before a marker.
            [0xFF, 0xFF, ..] => rest = rest.get(1..).unwrap_or_default(),
            [0xFF, 0xC0 | 0xC1, ..] => return false,
            // Tables, and what programs write about the picture.
            [0xFF, 0xC4 | 0xCC | 0xDB | 0xDD | 0xE0..=0xEF | 0xFE, first, second, ..] => {
                let length = usize::from(u16::from_be_bytes([*first, *second]));
                rest = rest.get(2 + length..).unwrap_or_default();
            }
            // What cannot be followed counts as what takes the most.
            _ => return true,
        }
    }
}

/// Head, palette, transparency and pixels of a PNG; none when it breaks off.
fn essential_chunks(content: &[u8]) -> Option<Vec<u8>> {
    let (head, mut rest) = content.split_at_checked(8)?;
    let mut kept = head.to_vec();
    loop {
        let (length, behind) = rest.split_first_chunk::<4>()?;
        let (chunk, next) = rest.split_at_checked(usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(12)?)?;
        let kind = behind.get(..4)?;
        if [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"].iter().any(|wanted| wanted.as_slice() == kind) {
            kept.extend_from_slice(chunk);
        }
        if kind == b"IEND" {
            return Some(kept);
        }
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgb};

    use super::*;

    fn gradient(width: u32, height: u32) -> DynamicImage {
        let part = |at: u32| u8::try_from(at * 20).unwrap();
        RgbImage::from_fn(width, height, |x, y| Rgb([part(x), part(y), 0])).into()
    }

    #[test]
    fn a_turned_view_is_what_turning_makes() {
        let picture = gradient(5, 3);
        for exif in 1..=8 {
            let orientation = Orientation::from_exif(exif).unwrap();
            let mut wanted = picture.clone();
            wanted.apply_orientation(orientation);
            let turned = Turned { picture: picture.as_rgb8().unwrap(), orientation };
            assert_eq!(turned.dimensions(), wanted.dimensions(), "{exif}");
            let same = (0..turned.height()).all(|y| (0..turned.width()).all(|x| turned.get_pixel(x, y) == *wanted.to_rgb8().get_pixel(x, y)));
            assert!(same, "{exif}");
        }
    }

    #[test]
    fn a_thumbnail_is_small_and_a_small_picture_its_own() {
        let size = |picture: &DynamicImage, orientation| {
            image::load_from_memory_with_format(&thumbnail(picture, orientation).unwrap(), ImageFormat::Jpeg).unwrap().dimensions()
        };
        assert_eq!(size(&DynamicImage::new_rgba8(2_000, 1_000), Orientation::Rotate90), (160, 320));
        assert_eq!(size(&gradient(5, 3), Orientation::NoTransforms), (5, 3));
    }

    #[test]
    fn what_a_picture_may_have_follows_from_what_its_kind_takes() {
        assert_eq!(within(u64::from(MAX_PIXELS), u64::from(MAX_PIXELS) * 4), Ok(()));
        assert_eq!(within(20_000_000, 60_000_000), Err(Unfit::PictureTooLarge { millions: 16 }));
        assert_eq!(within(20_000_000, 80_000_000), Err(Unfit::PictureTooLarge { millions: 12 }));
        assert_eq!(within(0, 0), Err(Unfit::PictureUnreadable));
    }
}
