//! The tree of a formatted text while it grows: what is begun and not ended yet lies on a stack.

use kajo_proto::common::v1::{
    RichBlock, RichBreak, RichHeading, RichInline, RichItem, RichLink, RichList, RichParagraph, RichSpan, RichText, rich_block::Block,
    rich_inline::Inline,
};

/// What was begun.
enum Part {
    List {
        start: Option<u64>,
        items: Vec<RichItem>,
    },
    Item(Vec<RichBlock>),
    /// Words that stand in an item of a list at once: a paragraph that nobody began.
    Bare(Vec<RichInline>),
    Paragraph(Vec<RichInline>),
    Heading(u32, Vec<RichInline>),
    Strong(Vec<RichInline>),
    Emphasis(Vec<RichInline>),
    Link(String, Vec<RichInline>),
}

/// A tree that grows. Whatever has no place where it comes is answered with `None`.
#[derive(Default)]
pub(super) struct Tree {
    blocks: Vec<RichBlock>,
    begun: Vec<Part>,
}

impl Tree {
    pub(super) fn depth(&self) -> usize {
        self.begun.len()
    }

    pub(super) fn into_text(self) -> RichText {
        RichText { blocks: self.blocks }
    }

    pub(super) fn paragraph(&mut self) -> Option<()> {
        self.begin_block(Part::Paragraph(Vec::new()))
    }

    /// Only where no list is around it: headings make the outline of a page.
    pub(super) fn heading(&mut self, level: u32) -> Option<()> {
        if self.begun.is_empty() { self.begin_block(Part::Heading(level, Vec::new())) } else { None }
    }

    pub(super) fn list(&mut self, start: Option<u64>) -> Option<()> {
        self.begin_block(Part::List { start, items: Vec::new() })
    }

    pub(super) fn item(&mut self) -> Option<()> {
        self.begun.push(Part::Item(Vec::new()));
        Some(())
    }

    pub(super) fn strong(&mut self) -> Option<()> {
        self.begin_inline(Part::Strong(Vec::new()))
    }

    pub(super) fn emphasis(&mut self) -> Option<()> {
        self.begin_inline(Part::Emphasis(Vec::new()))
    }

    pub(super) fn link(&mut self, url: String) -> Option<()> {
        self.begin_inline(Part::Link(url, Vec::new()))
    }

    pub(super) fn text(&mut self, text: &str) -> Option<()> {
        let words = self.words()?;
        // The parser cuts where it looked for markup; a reader sees one text.
        if let Some(RichInline { inline: Some(Inline::Text(before)) }) = words.last_mut() {
            before.push_str(text);
        } else {
            words.push(RichInline { inline: Some(Inline::Text(text.to_owned())) });
        }
        Some(())
    }

    pub(super) fn line_break(&mut self) -> Option<()> {
        self.words()?.push(RichInline { inline: Some(Inline::LineBreak(RichBreak {})) });
        Some(())
    }

    /// Ends what was begun last. Nothing that is drawn is empty: nobody could see or name it.
    pub(super) fn end(&mut self) -> Option<()> {
        self.end_bare();
        match self.begun.pop()? {
            Part::List { start, items } => self.put(Block::List(RichList {
                ordered: start.is_some(),
                start: start.map(u32::try_from).transpose().ok()?.unwrap_or_default(),
                items,
            })),
            Part::Item(blocks) => {
                if let Some(Part::List { items, .. }) = self.begun.last_mut() {
                    items.push(RichItem { blocks });
                }
                Some(())
            }
            Part::Bare(content) | Part::Paragraph(content) => self.put(Block::Paragraph(RichParagraph { content: shown(content)? })),
            Part::Heading(level, content) => self.put(Block::Heading(RichHeading { level, content: shown(content)? })),
            Part::Strong(content) => self.put_inline(Inline::Strong(RichSpan { content: shown(content)? })),
            Part::Emphasis(content) => self.put_inline(Inline::Emphasis(RichSpan { content: shown(content)? })),
            Part::Link(url, content) => self.put_inline(Inline::Link(RichLink { url, content: shown(content)? })),
        }
    }

    fn end_bare(&mut self) {
        if let Some(Part::Bare(_)) = self.begun.last()
            && let Some(Part::Bare(content)) = self.begun.pop()
        {
            self.put(Block::Paragraph(RichParagraph { content }));
        }
    }

    fn begin_block(&mut self, part: Part) -> Option<()> {
        self.end_bare();
        self.begun.push(part);
        Some(())
    }

    fn begin_inline(&mut self, part: Part) -> Option<()> {
        self.words()?;
        self.begun.push(part);
        Some(())
    }

    fn put(&mut self, block: Block) -> Option<()> {
        let block = RichBlock { block: Some(block) };
        match self.begun.last_mut() {
            None => self.blocks.push(block),
            Some(Part::Item(blocks)) => blocks.push(block),
            Some(_) => return None,
        }
        Some(())
    }

    fn put_inline(&mut self, inline: Inline) -> Option<()> {
        self.words()?.push(RichInline { inline: Some(inline) });
        Some(())
    }

    /// Where words go.
    fn words(&mut self) -> Option<&mut Vec<RichInline>> {
        if let Some(Part::Item(_)) = self.begun.last() {
            self.begun.push(Part::Bare(Vec::new()));
        }
        match self.begun.last_mut()? {
            Part::Bare(content)
            | Part::Paragraph(content)
            | Part::Heading(_, content)
            | Part::Strong(content)
            | Part::Emphasis(content)
            | Part::Link(_, content) => Some(content),
            Part::List { .. } | Part::Item(_) => None,
        }
    }
}

fn shown(content: Vec<RichInline>) -> Option<Vec<RichInline>> {
    let is_blank = |part: &RichInline| match &part.inline {
        Some(Inline::Text(text)) => text.trim().is_empty(),
        Some(Inline::LineBreak(_)) | None => true,
        Some(Inline::Strong(_) | Inline::Emphasis(_) | Inline::Link(_)) => false,
    };
    (!content.iter().all(is_blank)).then_some(content)
}
