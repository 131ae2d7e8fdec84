//! GIFs, drawn anew frame by frame: palettes, times and pixels stay, all else goes.

use std::{borrow::Cow, num::NonZeroU64};

use gif::{ColorOutput, DecodeOptions, DecodingError, Encoder, EncodingError, Frame, MemoryLimit, Repeat};
use image::{DynamicImage, Rgb, RgbImage, metadata::Orientation};

use super::{
    Kept, Unfit,
    picture::{BUDGET, thumbnail, within},
};

/// Pixels of all frames together: it bounds how long one takes.
const ALL_PIXELS: u64 = 64_000_000;
/// A frame counts as so many at the least.
const LEAST: u64 = 32_768;

/// A GIF without anything but its frames.
pub(super) fn gif(content: &[u8]) -> Result<Kept, Unfit> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.check_frame_consistency(true);
    options.set_memory_limit(NonZeroU64::new(BUDGET).map_or(MemoryLimit::Unlimited, MemoryLimit::Bytes));
    let mut decoder = options.read_info(content).map_err(undecodable)?;
    let screen = u64::from(decoder.width()) * u64::from(decoder.height());
    // Whoever looks at it needs a canvas of that size.
    within(screen, screen.saturating_mul(4))?;
    let palette = decoder.global_palette().unwrap_or_default().to_vec();
    // How often it repeats is told before its first frame, and known behind that.
    let first = decoder.read_next_frame().map_err(undecodable)?.ok_or(Unfit::PictureUnreadable)?.clone();
    let mut drawn = Drawn::default();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, decoder.width(), decoder.height(), &palette).map_err(unencodable)?;
    if decoder.repeat() != Repeat::Finite(0) {
        encoder.set_repeat(decoder.repeat()).map_err(unencodable)?;
    }
    drawn.count(&first)?;
    encoder.write_frame(&plain(&first)).map_err(unencodable)?;
    while let Some(frame) = decoder.read_next_frame().map_err(undecodable)? {
        drawn.count(frame)?;
        encoder.write_frame(&plain(frame)).map_err(unencodable)?;
    }
    drop(encoder);
    let small = thumbnail(&shown(&first, &palette), Orientation::NoTransforms)?;
    Ok(Kept { content: out.into(), thumbnail: Some(small) })
}

/// Pixels of the frames so far.
#[derive(Default)]
struct Drawn(u64);

impl Drawn {
    fn count(&mut self, frame: &Frame<'_>) -> Result<(), Unfit> {
        self.0 += (u64::from(frame.width) * u64::from(frame.height)).max(LEAST);
        if self.0 > ALL_PIXELS { Err(Unfit::PictureTooLarge { millions: ALL_PIXELS / 1_000_000 }) } else { Ok(()) }
    }
}

/// The frame as it is written: its pixels stand in order by now.
fn plain<'a>(frame: &'a Frame<'_>) -> Frame<'a> {
    Frame {
        delay: frame.delay,
        dispose: frame.dispose,
        transparent: frame.transparent,
        needs_user_input: false,
        top: frame.top,
        left: frame.left,
        width: frame.width,
        height: frame.height,
        interlaced: false,
        palette: frame.palette.clone(),
        buffer: Cow::Borrowed(&frame.buffer),
    }
}

fn shown(frame: &Frame<'_>, palette: &[u8]) -> DynamicImage {
    let palette = frame.palette.as_deref().unwrap_or(palette);
    let colour = |index: u8| match palette.get(usize::from(index) * 3..usize::from(index) * 3 + 3) {
        Some(&[red, green, blue]) if frame.transparent != Some(index) => Rgb([red, green, blue]),
        _ => Rgb([255; 3]),
    };
    let width = u32::from(frame.width);
    let at = |x: u32, y: u32| usize::try_from(u64::from(y) * u64::from(width) + u64::from(x)).ok();
    RgbImage::from_fn(width, u32::from(frame.height), |x, y| {
        at(x, y).and_then(|at| frame.buffer.get(at)).map_or(Rgb([255; 3]), |index| colour(*index))
    })
    .into()
}

fn undecodable(_: DecodingError) -> Unfit {
    Unfit::PictureUnreadable
}

fn unencodable(_: EncodingError) -> Unfit {
    Unfit::PictureUnreadable
}
