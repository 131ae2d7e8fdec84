//! The pages to which a formatted text leads.

use kajo_proto::common::v1::{RichBlock, RichInline, RichText, rich_block::Block, rich_inline::Inline};

/// The addresses of all pages to which a text links, in its order. Mails and telephone calls are none.
pub fn linked_pages(text: &RichText) -> Vec<&str> {
    let mut found = Vec::new();
    in_blocks(&text.blocks, &mut found);
    found
}

fn in_blocks<'a>(blocks: &'a [RichBlock], found: &mut Vec<&'a str>) {
    for block in blocks {
        match &block.block {
            Some(Block::Paragraph(paragraph)) => in_words(&paragraph.content, found),
            Some(Block::Heading(heading)) => in_words(&heading.content, found),
            Some(Block::List(list)) => list.items.iter().for_each(|item| in_blocks(&item.blocks, found)),
            None => {}
        }
    }
}

fn in_words<'a>(words: &'a [RichInline], found: &mut Vec<&'a str>) {
    for word in words {
        match &word.inline {
            Some(Inline::Link(link)) if link.url.starts_with("https:") => found.push(&link.url),
            Some(Inline::Strong(span) | Inline::Emphasis(span)) => in_words(&span.content, found),
            Some(Inline::Text(_) | Inline::LineBreak(_) | Inline::Link(_)) | None => {}
        }
    }
}
