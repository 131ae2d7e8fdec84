//! What is written is read again as the same.

use chassis_domain::rich_text;
use kajo_proto::common::v1::RichItem;

use super::*;

fn of(inline: Inline) -> RichInline {
    RichInline { inline: Some(inline) }
}

fn text(words: &str) -> RichInline {
    of(Inline::Text(words.to_owned()))
}

fn strong(content: Vec<RichInline>) -> RichInline {
    of(Inline::Strong(kajo_proto::common::v1::RichSpan { content }))
}

fn emphasis(content: Vec<RichInline>) -> RichInline {
    of(Inline::Emphasis(kajo_proto::common::v1::RichSpan { content }))
}

fn link(url: &str, content: Vec<RichInline>) -> RichInline {
    of(Inline::Link(kajo_proto::common::v1::RichLink { url: url.to_owned(), content }))
}

fn line_break() -> RichInline {
    of(Inline::LineBreak(RichBreak {}))
}

fn block(content: Vec<RichInline>) -> RichBlock {
    RichBlock { block: Some(Block::Paragraph(RichParagraph { content })) }
}

fn heading(level: u32, content: Vec<RichInline>) -> RichBlock {
    RichBlock { block: Some(Block::Heading(RichHeading { level, content })) }
}

fn list(ordered: bool, start: u32, items: Vec<Vec<RichBlock>>) -> RichBlock {
    let items = items.into_iter().map(|blocks| RichItem { blocks }).collect();
    RichBlock { block: Some(Block::List(RichList { ordered, start, items })) }
}

fn is_read_again(blocks: Vec<RichBlock>) {
    let text = RichText { blocks };
    let markdown = written(&text);
    assert_eq!(rich_text(&markdown), Ok(text), "{markdown}");
}

#[test]
fn sur_09_what_is_written_as_markdown_is_read_again_as_the_same() {
    for markdown in [
        "Tule ajoissa.\n\nKiitos!",
        "Katu 1\\\n00100 Helsinki\\\nSuomi",
        "## Ennen\n\n### Ruoka\nPaasto",
        "Katu 1\\\nHelsinki\n---",
        "Ole **ravinnotta** ja *levossa*, ***molempia***, **_näin_**",
        "- kengät\n- **laukku**\n  - avain\n- [kartta](https://kartta.example/a?b=1&c=(2))",
        "- yksi\n\n- kaksi\n\n  jatkuu\\\n  tässä",
        "3. ensin\n4. sitten\n   1. vielä",
        "- yksi\n\n+ toinen luettelo\n\n1. ensin\n\n1) toinen",
        "-\n- toinen on tyhjä",
        "<https://kajo.example> <apu@kajo.example> [soita](tel:+3589123)",
        "## [**Kartta**](https://kajo.example)",
        "5 < 6 & 7 > 6 | &lt;b&gt; 2*3*4 [x] ~~y~~ `",
        "&copy; &amp;copy; \\* \\# a_b_c",
    ] {
        // Backticks alone are words.
        let text = rich_text(markdown).unwrap();
        let again = written(&text);
        assert_eq!(rich_text(&again), Ok(text), "{markdown} was written {again}");
    }
}

#[test]
fn sur_09_letters_that_could_be_marks_are_letters() {
    for words in [
        "# otsikko #",
        "- kohta",
        "+ kohta",
        "1. kohta",
        "1986) vuosi",
        "1986.",
        "===",
        "---",
        "***",
        "~~~",
        "> lainaus",
        "    koodia",
        " blankit ",
        "a  b",
        "![kuva](https://kajo.example)",
        "<b>lihava</b>",
        "&amp; &#65;",
        "a\\b\\",
        "a\nb\tc",
        "__a__ **b** _c_",
        "\u{a0}a\u{a0}",
    ] {
        is_read_again(vec![block(vec![text(words)])]);
        is_read_again(vec![block(vec![text("a"), line_break(), text(words)])]);
        is_read_again(vec![list(false, 0, vec![vec![block(vec![text(words)])], vec![block(vec![text("b")])]])]);
        is_read_again(vec![block(vec![strong(vec![text(words)])])]);
    }
    for words in ["# otsikko #", "C#", "a ##", "1. kohta", " a "] {
        is_read_again(vec![heading(2, vec![text(words)]), heading(3, vec![text(words)])]);
    }
}

#[test]
fn sur_09_any_words_are_strong_or_linked_whatever_they_stand_beside() {
    let page = "https://kajo.example/a_(b)?c=1&copy;=2";
    for inside in ["a", " a ", "\"a\"", "(a)", "-", "a.", "ä😀"] {
        for (before, after) in [("", ""), ("b", "c"), ("b ", " c"), ("(", ")"), ("ä😀", "ö"), ("!", "!")] {
            let around = |inner: RichInline| {
                let parts = [text(before), inner, text(after)];
                vec![block(parts.into_iter().filter(|part| *part != text("")).collect())]
            };
            is_read_again(around(strong(vec![text(inside)])));
            is_read_again(around(emphasis(vec![text(inside)])));
            is_read_again(around(strong(vec![emphasis(vec![text(inside)])])));
            is_read_again(around(emphasis(vec![strong(vec![text(inside)])])));
            is_read_again(around(link(page, vec![text(inside)])));
            is_read_again(around(strong(vec![link(page, vec![text(inside)])])));
        }
        is_read_again(vec![block(vec![strong(vec![text("a"), emphasis(vec![text(inside)]), text("b")])])]);
        is_read_again(vec![block(vec![strong(vec![text(inside)]), emphasis(vec![text(inside)])])]);
        is_read_again(vec![block(vec![strong(vec![text(inside)]), strong(vec![text(inside)])])]);
    }
}

#[test]
fn sur_09_what_shows_nothing_is_left_out_and_what_stands_around_it_stays() {
    let hollow = RichText {
        blocks: vec![
            block(vec![]),
            block(vec![text("a"), strong(vec![]), link("https://kajo.example", vec![text(" ")]), text("b\u{202e}\u{1}")]),
            list(false, 0, vec![]),
            heading(2, vec![text(" ")]),
        ],
    };
    assert_eq!(rich_text(&written(&hollow)), Ok(RichText { blocks: vec![block(vec![text("a b")])] }));
    assert_eq!(written(&RichText::default()), "");
}

#[test]
fn sur_09_plain_words_are_the_words_of_each_paragraph_and_become_paragraphs_again() {
    let whole = rich_text("## Ennen\n\nTule **ajoissa**\\\nja [tänne](https://kajo.example)\n\n- avain\n- kortti").unwrap();
    assert_eq!(words(&whole), "Ennen\n\nTule ajoissa\nja tänne\n\navain\n\nkortti");
    let again = of_words(&words(&whole));
    assert_eq!(again.blocks.len(), 4);
    assert_eq!(again.blocks[1], block(vec![text("Tule ajoissa"), line_break(), text("ja tänne")]));
    assert_eq!(of_words(" \r\n \n"), RichText::default());
    assert_eq!(words(&after("1.", again)), "1. Ennen\n\nTule ajoissa\nja tänne\n\navain\n\nkortti");
    assert_eq!(words(&after("1.", rich_text("- avain").unwrap())), "1.\n\navain");
}
