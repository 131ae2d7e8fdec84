//! A tree that somebody hands in, as it may be kept: whoever writes it writes no Markdown, so the rules of links and depth are held here.

use kajo_proto::common::v1::{
    RichBlock, RichHeading, RichInline, RichItem, RichLink, RichList, RichParagraph, RichSpan, RichText, rich_block::Block, rich_inline::Inline,
};

use super::{DEEPEST, link};

/// The same tree without what has no place in one: a link that may lead nowhere is its words, and what stands too deep is left out.
pub fn kept_rich_text(text: &RichText) -> RichText {
    RichText { blocks: blocks(&text.blocks, DEEPEST) }
}

fn blocks(all: &[RichBlock], deep: usize) -> Vec<RichBlock> {
    let Some(deep) = deep.checked_sub(1) else { return Vec::new() };
    let one = |block: &RichBlock| {
        let block = match block.block.as_ref()? {
            Block::Heading(heading) => Block::Heading(RichHeading { level: heading.level.clamp(2, 3), content: inlines(&heading.content, deep) }),
            Block::Paragraph(paragraph) => Block::Paragraph(RichParagraph { content: inlines(&paragraph.content, deep) }),
            Block::List(list) => {
                let items = list.items.iter().map(|item| RichItem { blocks: blocks(&item.blocks, deep) });
                Block::List(RichList { ordered: list.ordered, start: list.start, items: items.collect() })
            }
        };
        Some(RichBlock { block: Some(block) })
    };
    all.iter().filter_map(one).collect()
}

fn inlines(all: &[RichInline], deep: usize) -> Vec<RichInline> {
    let Some(deep) = deep.checked_sub(1) else { return Vec::new() };
    let span = |span: &RichSpan| RichSpan { content: inlines(&span.content, deep) };
    let one = |inline: &RichInline| match inline.inline.as_ref() {
        None => Vec::new(),
        Some(Inline::Strong(strong)) => vec![of(Inline::Strong(span(strong)))],
        Some(Inline::Emphasis(emphasis)) => vec![of(Inline::Emphasis(span(emphasis)))],
        Some(Inline::Link(to)) => {
            let content = inlines(&to.content, deep);
            link::address(&to.url).map_or_else(|| content.clone(), |url| vec![of(Inline::Link(RichLink { url, content: content.clone() }))])
        }
        Some(words @ (Inline::Text(_) | Inline::LineBreak(_))) => vec![of(words.clone())],
    };
    all.iter().flat_map(one).collect()
}

fn of(inline: Inline) -> RichInline {
    RichInline { inline: Some(inline) }
}
