//! Hostile texts in every place that a text has: refused with a line, or words and links that lead where links may lead.

use std::collections::BTreeSet;

use kajo_proto::common::v1::{RichBlock, RichInline, rich_block::Block, rich_inline::Inline};

use super::{DEEPEST, INJECTIONS, MarkdownRefused, rich_text};

/// Where a text may stand: `§` is its place.
const PLACES: [&str; 14] = [
    "§",
    "Terve §, sinä",
    "Terve\n§\nsinä",
    "Terve\n\n§\n\nsinä",
    "**§**",
    "*§*",
    "***a § b***",
    "## §",
    "### a § b",
    "- §",
    "- a\n  - b\n\n    §",
    "1. §\n2. §",
    "[§](https://kajo.example)",
    "[a](https://kajo.example)§[b](mailto:apu@kajo.example)",
];

/// Beside those of `injections.txt`: other writings of the same, and letters that no line of a file can hold.
const HOSTILE: &[&str] = &[
    // Schemes behind entities, escapes, blanks and letters that look alike or that nobody sees.
    "[x](JAVASCRIPT:alert(2))",
    "[x](javascript&#x3A;alert(1))",
    "[x](javascript&#0058;alert(1))",
    "[x](javascript&#X3a;alert(1))",
    "[x](&#x26;#106;avascript:alert(1))",
    "[x](java&NewLine;script:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](java&#x09;script:alert(1))",
    "[x](&#1;javascript:alert(1))",
    "[x](&#0;javascript:alert(1))",
    "[x](&#32;javascript:alert(1))",
    "[x](&nbsp;javascript:alert(1))",
    "[x](\u{a0}javascript:alert(1))",
    "[x](\u{feff}javascript:alert(1))",
    "[x](\u{200b}javascript:alert(1))",
    "[x](java\u{200d}script:alert(1))",
    "[x](java\u{ad}script:alert(1))",
    "[x](\u{ff4a}avascript:alert(1))",
    "[x](j\u{430}vascript:alert(1))",
    "[x](javascript\u{ff1a}alert(1))",
    "[x](java\u{0}script:alert(1))",
    "[x](java\u{b}script:alert(1))",
    "[x](\u{1b}javascript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](java\r\nscript:alert(1))",
    "[x](java\\script:alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](javascript%3Aalert(1))",
    "[x](%6Aavascript:alert(1))",
    "[x](<  javascript:alert(1)  >)",
    "[x](\n javascript:alert(1)\n)",
    "[x](javascript:alert(1) 'y')",
    "[x](javascript:alert(1) \"y\")",
    "[x](javascript://kajo.example/%0Aalert(1))",
    "[x](javascript:https://kajo.example)",
    "[x](DATA:text/html;base64,PHN2Zz4=)",
    "[x](data&colon;text/html,x)",
    "[x](data:application/xhtml+xml,x)",
    "[x](VbScRiPt:msgbox(1))",
    "[x](vb&Tab;script:msgbox(1))",
    "[x](skype:eino?call)",
    "[x](ms-settings:privacy)",
    // Addresses that lead elsewhere than they say.
    "[x](ht&Tab;tps://kajo.example)",
    "[x](https&colon;//kajo.example@evil.example)",
    "[x](https://kajo.example&commat;evil.example)",
    "[x](https://kajo.example&bsol;@evil.example)",
    "[x](https://kajo.example%40evil.example)",
    "[x](https://kajo.example\u{2215}@evil.example)",
    "[x](https://kajo.example/\u{202e}gpj.exe)",
    "[x](https:/kajo.example)",
    "[x](https:///kajo.example)",
    "[x](https://[::1])",
    "[x](https://kajo.example/&quot;onclick=alert(1))",
    "[x](https://kajo.example/'onclick='alert(1))",
    "[x](https://kajo.example/`x`)",
    "[x](mailto:a@kajo.example%0Abcc:b@kajo.example)",
    "[x](mailto:a@kajo.example&quest;bcc=b@kajo.example)",
    "[x](mailto:a@kajo.example,b@kajo.example)",
    "[x](mailto:<script>@kajo.example)",
    "[x](tel:*21*+358401234567#)",
    "[x](tel:&#43;358;phone-context=x)",
    // Addresses as links of themselves, and links whose address stands elsewhere.
    "<JAVASCRIPT:alert(2)>",
    "<java\tscript:alert(1)>",
    "<data:text/html,x>",
    "<VBSCRIPT:msgbox(1)>",
    "<mailto:a@kajo.example?subject=x>",
    "<a!b@kajo.example>",
    "[x]\n\n[x]: javascript:alert(1)",
    "[x][]\n\n[x]: <javascript:alert(1)>",
    "[X][R]\n\n[r]: JAVASCRIPT:alert(1) 'y'",
    "[x][r]\n\n[r]: java&Tab;script:alert(2)",
    "[x][r]\n\n[r]:\n  javascript:alert(1)",
    "[r]: javascript:alert(1)",
    "![x][r]\n\n[r]: javascript:alert(1)",
    // Marks that do not close, or that close others.
    "[x](javascript:alert(1)",
    "[x](https://kajo.example",
    "[x]](javascript:alert(1))",
    "[[x](javascript:alert(1))](https://kajo.example)",
    "[x](https://kajo.example)[y](javascript:alert(1))",
    "**[x**](javascript:alert(1))",
    "*[x*](javascript:alert(1))",
    "[x](javascript:alert(1)))))",
    "[x\\](javascript:alert(1))",
    "[\n](javascript:alert(1))",
    "[x](((javascript:alert(1))))",
    "!\\[x](javascript:alert(1))",
    "![](https://kajo.example/x.png)",
    "** ** __ __ [] () ![]()",
    // Markup.
    "<script",
    "</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script\n>alert(1)</script>",
    "<<script>alert(1)//<</script>",
    "<script\u{c}>alert(1)</script>",
    "<img src=x onerror=alert(1)//",
    "<img src='x'\nonerror='alert(1)'>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
    "<svg><use href=data:image/svg+xml,x /></svg>",
    "<math href=javascript:alert(1)>x</math>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe src=//evil.example>",
    "<iframe/src='data:text/html,x'>",
    "<style>*{}</style>",
    "<p style=position:fixed>x</p>",
    "<a\nhref=javascript:alert(1)>x</a>",
    "<a href=https://kajo.example>x</a>",
    "<template shadowrootmode=open>x</template>",
    "<!-- x -->",
    "<!--",
    "<!-- --!><script>alert(1)</script>",
    "<![CDATA[x]]>",
    "<!ENTITY x>",
    "<?php echo 1 ?>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "&#x3C;svg/onload=alert(1)&#x3E;",
    "\\<svg onload=alert(1)>",
    "\u{ff1c}script\u{ff1e}alert(1)\u{ff1c}/script\u{ff1e}",
];

#[test]
fn cms_06_hostile_texts_are_refused_or_are_words_wherever_they_stand() {
    let injections = INJECTIONS.lines().map(|line| line.replace('␤', "\n"));
    let payloads: BTreeSet<_> = injections.chain(HOSTILE.iter().copied().map(str::to_owned)).collect();
    assert!(HOSTILE.len() >= 60 && payloads.len() > HOSTILE.len() + 200, "{} and {}", HOSTILE.len(), payloads.len());
    let (mut drawn, mut refused) = (0, 0);
    for text in payloads.iter().flat_map(|payload| PLACES.map(|place| place.replace('§', payload))) {
        if holds(&text) {
            drawn += 1;
        } else {
            refused += 1;
        }
    }
    assert!(drawn + refused > 5_000, "{drawn} and {refused}");
    assert!(refused > 500, "only {refused} were refused beside {drawn}");
}

#[test]
fn cms_06_marks_without_end_are_refused_or_are_words() {
    let begun = ["[", "![", "*", "_", "**a ", "*a **b ", "> ", "- ", "1. ", "- *[", "#", "`", "<", "<a ", "&", "&#", "\\", "[x](", "[x]["];
    for (mark, place) in begun.iter().flat_map(|mark| PLACES.map(|place| (mark, place))) {
        for times in [1, 13, 400] {
            holds(&place.replace('§', &mark.repeat(times)));
        }
    }
}

#[test]
fn cms_06_letters_that_nobody_sees_are_refused_wherever_they_stand() {
    let control = ('\u{0}'..='\u{1f}').filter(|letter| !matches!(*letter, '\t' | '\n' | '\r'));
    let letters = control.chain('\u{7f}'..='\u{9f}').chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    for (letter, place) in letters.flat_map(|letter| PLACES.map(|place| (letter, place))) {
        let text = format!("Terve\n\n{}", place.replace('§', &format!("a{letter}b")));
        let before = text.split(letter).next().unwrap_or_default();
        let line = u32::try_from(before.matches('\n').count() + 1).expect("few lines");
        assert_eq!(rich_text(&text), Err(MarkdownRefused { line }), "{text:?}");
    }
}

/// Whether a text is drawn. Fails where it is drawn with what no text may bring, or refused without one of its lines.
fn holds(text: &str) -> bool {
    match rich_text(text) {
        Ok(tree) => {
            blocks_hold(text, &tree.blocks, 0);
            true
        }
        Err(MarkdownRefused { line }) => {
            let lines = text.matches('\n').count() + 1;
            assert!(line >= 1 && usize::try_from(line).is_ok_and(|line| line <= lines), "{text:?} is refused at line {line} of {lines}");
            false
        }
    }
}

/// Headings are of two levels and in no list, and nothing stands too deep.
fn blocks_hold(text: &str, blocks: &[RichBlock], depth: usize) {
    for block in blocks {
        match block.block.as_ref().expect("a block") {
            Block::Heading(heading) => {
                assert!(depth == 0 && matches!(heading.level, 2 | 3), "{text:?} has a heading of level {} at {depth}", heading.level);
                inlines_hold(text, &heading.content, depth + 1);
            }
            Block::Paragraph(paragraph) => inlines_hold(text, &paragraph.content, depth + 1),
            // A list, and its item.
            Block::List(list) => {
                for item in &list.items {
                    blocks_hold(text, &item.blocks, depth + 2);
                }
            }
        }
    }
}

fn inlines_hold(text: &str, inlines: &[RichInline], depth: usize) {
    assert!(depth <= DEEPEST, "{text:?} has something at {depth}");
    for inline in inlines {
        match inline.inline.as_ref().expect("an inline") {
            Inline::Text(_) | Inline::LineBreak(_) => {}
            Inline::Strong(span) | Inline::Emphasis(span) => inlines_hold(text, &span.content, depth + 1),
            Inline::Link(link) => {
                assert!(leads_where_links_may(&link.url), "{text:?} leads to {:?}", link.url);
                inlines_hold(text, &link.content, depth + 1);
            }
        }
    }
}

/// Told otherwise than by what lets links through.
fn leads_where_links_may(url: &str) -> bool {
    let is_whole = |letter: char| !letter.is_control() && !letter.is_whitespace() && !matches!(letter, '"' | '\'' | '<' | '>' | '\\' | '`');
    let leads = match url.split_once(':') {
        Some(("https", rest)) => {
            let host = rest.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
            host.contains('.') && !host.contains(['@', '%'])
        }
        Some(("mailto", rest)) => rest.contains('@') && !rest.contains([':', '?', '%', ',']),
        Some(("tel", rest)) => rest.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '+' | '-')),
        _ => false,
    };
    leads && url.chars().all(is_whole)
}
