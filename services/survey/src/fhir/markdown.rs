//! Formatted texts as Markdown, for whoever shows them elsewhere, and as plain words, for whoever shows no Markdown. What is written here is read
//! again as the same tree, as long as there is something to be seen in each part of it.

mod line;
#[cfg(test)]
mod tests;

use kajo_proto::common::v1::{
    RichBlock, RichBreak, RichHeading, RichInline, RichList, RichParagraph, RichText, rich_block::Block, rich_inline::Inline,
};

/// The largest number of an item in a list, as Markdown has it.
const LAST: u32 = 999_999_999;

/// As Markdown. Empty: nothing is to be seen in it.
pub(super) fn written(text: &RichText) -> String {
    blocks(&text.blocks, false)
}

/// As plain words: paragraphs with an empty line between them.
pub(super) fn words(text: &RichText) -> String {
    let mut paragraphs = Vec::new();
    spoken(&text.blocks, &mut paragraphs);
    paragraphs.join("\n\n")
}

/// Plain words as a formatted text.
pub(super) fn of_words(words: &str) -> RichText {
    let lines: Vec<_> = words.lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()).map(paragraph);
    RichText { blocks: paragraphs.collect() }
}

/// The same with words before it.
pub(super) fn after(words: &str, mut text: RichText) -> RichText {
    match text.blocks.first_mut().and_then(|block| block.block.as_mut()) {
        Some(Block::Paragraph(RichParagraph { content }) | Block::Heading(RichHeading { content, .. })) => begin(content, &format!("{words} ")),
        Some(Block::List(_)) | None => text.blocks.insert(0, paragraph(&[words])),
    }
    text
}

fn begin(content: &mut Vec<RichInline>, words: &str) {
    if let Some(RichInline { inline: Some(Inline::Text(first)) }) = content.first_mut() {
        first.insert_str(0, words);
    } else {
        content.insert(0, RichInline { inline: Some(Inline::Text(words.to_owned())) });
    }
}

fn paragraph(lines: &[&str]) -> RichBlock {
    let mut content = Vec::new();
    for line in lines {
        if !content.is_empty() {
            content.push(RichInline { inline: Some(Inline::LineBreak(RichBreak {})) });
        }
        content.push(RichInline { inline: Some(Inline::Text((*line).to_owned())) });
    }
    RichBlock { block: Some(Block::Paragraph(RichParagraph { content })) }
}

fn blocks(all: &[RichBlock], in_list: bool) -> String {
    let mut written = Vec::new();
    // Of the block before, when it is a list: whether it is numbered, and whether it has the other sign.
    let mut beside = None;
    for block in all.iter().filter_map(|block| block.block.as_ref()) {
        let (text, is_list) = match block {
            Block::Paragraph(RichParagraph { content }) => (line::written(content, true), None),
            // Headings make the outline of a page: in a list they are words.
            Block::Heading(RichHeading { content, .. }) if in_list => (line::written(content, true), None),
            Block::Heading(of) => (heading(of), None),
            Block::List(of) => {
                // With the same sign it would go on in the list before.
                let is_other = beside == Some((of.ordered, false));
                (list(of, is_other), Some((of.ordered, is_other)))
            }
        };
        if let Some(text) = text {
            written.push(text);
            beside = is_list;
        }
    }
    written.join("\n\n")
}

/// On one line; of the second level, its lines may also stand above a rule.
fn heading(heading: &RichHeading) -> Option<String> {
    let has_breaks = heading.content.iter().any(|part| matches!(part.inline, Some(Inline::LineBreak(_))));
    if has_breaks && heading.level < 3 {
        return Some(format!("{}\n---", line::written(&heading.content, true)?));
    }
    let signs = if heading.level < 3 { "##" } else { "###" };
    Some(format!("{signs} {}", line::written(&heading.content, false)?))
}

fn list(list: &RichList, is_other: bool) -> Option<String> {
    let items = list.items.iter().zip(0_u32..).map(|(item, place)| {
        let marker = match (list.ordered, is_other) {
            (true, false) => format!("{}. ", list.start.saturating_add(place).min(LAST)),
            (true, true) => format!("{}) ", list.start.saturating_add(place).min(LAST)),
            (false, false) => "- ".to_owned(),
            (false, true) => "+ ".to_owned(),
        };
        let further = format!("\n{}", " ".repeat(marker.len()));
        format!("{marker}{}", blocks(&item.blocks, true).replace('\n', &further)).trim_end().to_owned()
    });
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| items.join("\n"))
}

fn spoken(all: &[RichBlock], paragraphs: &mut Vec<String>) {
    for block in all.iter().filter_map(|block| block.block.as_ref()) {
        match block {
            Block::Heading(RichHeading { content, .. }) | Block::Paragraph(RichParagraph { content }) => {
                let words = line::words(content);
                paragraphs.extend(Some(words.trim().to_owned()).filter(|words| !words.is_empty()));
            }
            Block::List(list) => list.items.iter().for_each(|item| spoken(&item.blocks, paragraphs)),
        }
    }
}
