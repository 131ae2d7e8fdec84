//! Formatted texts: Markdown as people write it, as the tree that apps draw. Paragraphs, headings of the second and third level, strong,
//! emphasis, lists and links have a place in it; all else is refused, with the line where it stands. So nothing that is written ever
//! becomes markup of a page.

mod kept;
mod link;
mod pages;
#[cfg(test)]
mod tests;
mod tree;

use kajo_proto::common::v1::RichText;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Options, Parser, Tag};

use self::tree::Tree;
pub use self::{kept::kept_rich_text, link::page_address, pages::linked_pages};

/// How deep lists and emphasis may stand in each other: more is no text that anybody reads, and every app that draws it would pay for it.
const DEEPEST: usize = 12;

/// A text has what has no place in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} has what has no place in a formatted text")]
pub struct MarkdownRefused {
    /// Where it stands; the first is 1.
    pub line: u32,
}

/// The tree of a text.
///
/// # Errors
/// When something in it has no place there.
pub fn rich_text(markdown: &str) -> Result<RichText, MarkdownRefused> {
    let refused = |offset: usize| MarkdownRefused { line: line_of(markdown, offset) };
    if let Some(offset) = markdown.find(is_hidden) {
        return Err(refused(offset));
    }
    let mut tree = Tree::default();
    for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
        taken(&mut tree, event).filter(|()| tree.depth() <= DEEPEST).ok_or_else(|| refused(range.start))?;
    }
    Ok(tree.into_text())
}

/// Takes one event of the parser into the tree; `None`: it has no place there.
fn taken(tree: &mut Tree, event: Event<'_>) -> Option<()> {
    match event {
        Event::Start(tag) => begun(tree, tag),
        Event::End(_) => tree.end(),
        // Written as an entity, a letter that nobody sees is one only now.
        Event::Text(text) if text.contains(is_hidden) => None,
        Event::Text(text) => tree.text(&text),
        // Lines of a paragraph run on, as in every Markdown.
        Event::SoftBreak => tree.text(" "),
        Event::HardBreak => tree.line_break(),
        Event::Code(_)
        | Event::InlineMath(_)
        | Event::DisplayMath(_)
        | Event::Html(_)
        | Event::InlineHtml(_)
        | Event::FootnoteReference(_)
        | Event::Rule
        | Event::TaskListMarker(_) => None,
    }
}

fn begun(tree: &mut Tree, tag: Tag<'_>) -> Option<()> {
    match tag {
        Tag::Paragraph => tree.paragraph(),
        Tag::Heading { level: HeadingLevel::H2, .. } => tree.heading(2),
        Tag::Heading { level: HeadingLevel::H3, .. } => tree.heading(3),
        Tag::List(start) => tree.list(start),
        Tag::Item => tree.item(),
        Tag::Strong => tree.strong(),
        Tag::Emphasis => tree.emphasis(),
        // `<tel:..>` shows its address; `<somebody@example.org>` means a mail to it.
        Tag::Link { link_type: LinkType::Email, dest_url, .. } => tree.link(link::address(&format!("mailto:{dest_url}"))?),
        Tag::Link { dest_url, title, .. } => tree.link(link::address(&dest_url).filter(|_| title.is_empty())?),
        Tag::Heading { .. }
        | Tag::BlockQuote(_)
        | Tag::CodeBlock(_)
        | Tag::HtmlBlock
        | Tag::FootnoteDefinition(_)
        | Tag::DefinitionList
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition
        | Tag::Table(_)
        | Tag::TableHead
        | Tag::TableRow
        | Tag::TableCell
        | Tag::Strikethrough
        | Tag::Superscript
        | Tag::Subscript
        | Tag::Image { .. }
        | Tag::MetadataBlock(_) => None,
    }
}

/// Letters that nobody sees and that make a text read otherwise than it is written: control characters, and those that turn the direction.
fn is_hidden(letter: char) -> bool {
    (letter.is_control() && !matches!(letter, '\n' | '\r' | '\t')) || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn line_of(text: &str, offset: usize) -> u32 {
    let before = text.get(..offset).unwrap_or(text);
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}
