//! What becomes a tree, and what does not.

mod hostile;

use kajo_proto::common::v1::{RichBlock, RichInline, RichItem, RichLink, RichList, RichParagraph, RichText, rich_block::Block, rich_inline::Inline};

use super::{DEEPEST, MarkdownRefused, kept_rich_text, linked_pages, page_address, rich_text};

/// Texts that try to become markup or script; a line each, `␤` is a new line.
const INJECTIONS: &str = include_str!("injections.txt");

/// A tree in words: `h2(..)`, `p(..)`, `ul(li(..))`, `*..*`, `_.._`, `[..](url)`, `/` for a line break.
fn drawn(text: &RichText) -> String {
    blocks(&text.blocks)
}

fn blocks(all: &[RichBlock]) -> String {
    let one = |block: &RichBlock| match block.block.as_ref().expect("a block") {
        Block::Heading(heading) => format!("h{}({})", heading.level, inlines(&heading.content)),
        Block::Paragraph(paragraph) => format!("p({})", inlines(&paragraph.content)),
        Block::List(list) => {
            let items: Vec<_> = list.items.iter().map(|item| format!("li({})", blocks(&item.blocks))).collect();
            let name = if list.ordered { format!("ol{}", list.start) } else { "ul".to_owned() };
            format!("{name}({})", items.join(" "))
        }
    };
    all.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn inlines(all: &[RichInline]) -> String {
    let one = |inline: &RichInline| match inline.inline.as_ref().expect("an inline") {
        Inline::Text(text) => text.clone(),
        Inline::Strong(span) => format!("*{}*", inlines(&span.content)),
        Inline::Emphasis(span) => format!("_{}_", inlines(&span.content)),
        Inline::Link(link) => format!("[{}]({})", inlines(&link.content), link.url),
        Inline::LineBreak(_) => "/".to_owned(),
    };
    all.iter().map(one).collect()
}

#[test]
fn svc_03_what_has_a_place_in_a_text_becomes_its_tree() {
    for (markdown, expected) in [
        ("", ""),
        ("Tule ajoissa.\nOta kortti mukaan.\n\nKiitos!", "p(Tule ajoissa. Ota kortti mukaan.) p(Kiitos!)"),
        ("Katu 1  \n00100 Helsinki\\\nSuomi", "p(Katu 1/00100 Helsinki/Suomi)"),
        ("## Ennen\n\n### Ruoka\nPaasto", "h2(Ennen) h3(Ruoka) p(Paasto)"),
        ("Ole **ravinnotta** ja *levossa*, ***molempia***", "p(Ole *ravinnotta* ja _levossa_, _*molempia*_)"),
        ("- kengät\n- **laukku**\n  - avain", "ul(li(p(kengät)) li(p(*laukku*) ul(li(p(avain)))))"),
        ("- yksi\n\n- kaksi\n\n  jatkuu", "ul(li(p(yksi)) li(p(kaksi) p(jatkuu)))"),
        ("3. ensin\n4. sitten", "ol3(li(p(ensin)) li(p(sitten)))"),
        ("[Kartta](https://kartta.example/a?b=1#c)", "p([Kartta](https://kartta.example/a?b=1#c))"),
        ("[Soita](TEL:+358-9-1234) tai [kirjoita](mailto:apu@kajo.example)", "p([Soita](tel:+358-9-1234) tai [kirjoita](mailto:apu@kajo.example))"),
        ("<https://kajo.example> <apu@kajo.example>", "p([https://kajo.example](https://kajo.example) [apu@kajo.example](mailto:apu@kajo.example))"),
        ("## [**Kartta**](https://kajo.example)", "h2([*Kartta*](https://kajo.example))"),
        ("5 < 6 & 7 > 6 | &lt;b&gt; 2*3*4 [x] ~~y~~", "p(5 < 6 & 7 > 6 | <b> 2_3_4 [x] ~~y~~)"),
        ("Rivi\r\nToinen", "p(Rivi Toinen)"),
    ] {
        assert_eq!(rich_text(markdown).as_ref().map(drawn), Ok(expected.to_owned()), "{markdown}");
    }
}

#[test]
fn svc_03_all_else_is_refused_with_its_line() {
    for (markdown, line) in [
        ("# Ensimmäinen taso", 1),
        ("Johdanto\n\n#### Neljäs taso", 3),
        ("Alku\n====", 1),
        ("a\n\n> lainaus", 3),
        ("a\n\n    koodia", 3),
        ("a\n\n```\nkoodia\n```", 3),
        ("`koodia`", 1),
        ("a\n\n***\n\nb", 3),
        ("a\nb <b>c</b>", 2),
        ("<div>\n", 1),
        ("a\n\n![kuva](https://kajo.example/a.png)", 3),
        ("a\n[b](http://kajo.example)", 2),
        ("[b](https://kajo.example \"c\")", 1),
        ("[](https://kajo.example)", 1),
        ("## ", 1),
        ("- ## Otsikko", 1),
        ("yksi\nkaksi\u{202e}", 2),
        ("[x](java\u{0}script:alert)", 1),
        ("a\n\u{1}", 2),
        ("\u{2067}x", 1),
        ("a\n&#x202E;b", 2),
        ("a\n&#1;", 2),
    ] {
        assert_eq!(rich_text(markdown).as_ref().map(drawn), Err(&MarkdownRefused { line }), "{markdown}");
    }
}

#[test]
fn what_stands_too_deep_is_refused_and_costs_nothing() {
    let list = |depth: usize| (0..depth).map(|at| format!("{}- x\n", "  ".repeat(at))).collect::<String>();
    assert!(rich_text(&list(5)).is_ok());
    assert!(rich_text(&list(50)).is_err());
    for begun in ["[", "*a ", "**a ", "> ", "- ", "<", "![", "_a *b "] {
        // Whatever comes of it, it comes at once.
        let _ = rich_text(&begun.repeat(5_000));
    }
}

#[test]
fn svc_03_no_text_that_tries_to_become_script_does() {
    let payloads: Vec<_> = INJECTIONS.lines().map(|line| line.replace('␤', "\n")).collect();
    assert!(payloads.len() >= 200, "{}", payloads.len());
    let mut refused = 0;
    for payload in &payloads {
        match rich_text(payload) {
            Err(_) => refused += 1,
            // What passed is words; whatever leads elsewhere leads to one of three schemes.
            Ok(text) => {
                for url in urls(&text.blocks) {
                    assert!(["https://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme)), "{payload} leads to {url}");
                    assert!(!url.to_lowercase().contains("script") && !url.contains(['"', '<', '>', '\\', ' ']), "{payload} leads to {url}");
                }
                let words = drawn(&text);
                assert!(!payload.contains("<script>") || words.contains("script"), "{payload} was changed in silence to {words}");
            }
        }
    }
    assert!(refused >= 200, "only {refused} of {} were refused", payloads.len());
}

fn urls(all: &[RichBlock]) -> Vec<String> {
    all.iter()
        .flat_map(|block| match block.block.as_ref().expect("a block") {
            Block::Heading(heading) => urls_in(&heading.content),
            Block::Paragraph(paragraph) => urls_in(&paragraph.content),
            Block::List(list) => list.items.iter().flat_map(|item| urls(&item.blocks)).collect(),
        })
        .collect()
}

fn urls_in(all: &[RichInline]) -> Vec<String> {
    all.iter()
        .flat_map(|inline| match inline.inline.as_ref().expect("an inline") {
            Inline::Link(link) => [vec![link.url.clone()], urls_in(&link.content)].concat(),
            Inline::Strong(span) | Inline::Emphasis(span) => urls_in(&span.content),
            Inline::Text(_) | Inline::LineBreak(_) => Vec::new(),
        })
        .collect()
}

#[test]
fn sur_01_a_tree_that_is_handed_in_keeps_good_links_and_loses_others_and_what_is_too_deep() {
    let whole = rich_text("## Ennen\n\n- **Tule** [tänne](https://kartta.example)\n\nKiitos").expect("it is a text");
    assert_eq!(kept_rich_text(&whole), whole);
    let words = |text: &str| RichInline { inline: Some(Inline::Text(text.to_owned())) };
    let paragraph = |content| RichBlock { block: Some(Block::Paragraph(RichParagraph { content })) };
    for url in ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "http://kartta.example", "//kartta.example", ""] {
        let link = RichInline { inline: Some(Inline::Link(RichLink { url: url.to_owned(), content: vec![words("tänne")] })) };
        let text = RichText { blocks: vec![paragraph(vec![words("Tule "), link])] };
        assert_eq!(drawn(&kept_rich_text(&text)), "p(Tule tänne)", "{url}");
    }
    let within = |block: RichBlock| {
        let items = vec![RichItem { blocks: vec![block] }];
        RichBlock { block: Some(Block::List(RichList { ordered: false, start: 0, items })) }
    };
    let deep = (0..2 * DEEPEST).fold(paragraph(vec![words("syvällä")]), |block, _| within(block));
    assert!(!drawn(&kept_rich_text(&RichText { blocks: vec![deep] })).contains("syvällä"));
}

#[test]
fn cms_09_every_page_is_found_to_which_a_text_leads() {
    let text = rich_text(
        "## [Ohje](https://kajo.example/a)\n\n**[Kartta](https://kajo.example/b)** ja *[tämä](https://kajo.example/c)*\n\n- soita [tänne](tel:+3589123)\n- kirjoita [tänne](mailto:a@kajo.example)\n  1. [lue](https://kajo.example/d)\n\n<https://kajo.example/e>",
    );
    let pages = ["a", "b", "c", "d", "e"].map(|page| format!("https://kajo.example/{page}"));
    assert_eq!(linked_pages(&text.unwrap_or_default()), pages);
}

#[test]
fn cms_01_a_link_beside_a_text_leads_to_a_well_formed_https_address_alone() {
    for url in ["https://kajo.example", "https://kajo.example:8443/a?b=1#c", "https://hyvinvointialue.kajo.example/häiriö"] {
        assert_eq!(page_address(url).as_deref(), Some(url));
    }
    assert_eq!(page_address("HTTPS://kajo.example").as_deref(), Some("https://kajo.example"));
    for url in [
        "",
        "kajo.example",
        "http://kajo.example",
        "mailto:apu@kajo.example",
        "tel:+35891234",
        "javascript:alert(1)",
        "https:kajo.example",
        "https://",
        "https:///polku",
        "https://localhost",
        "https://.",
        "https://kajo..example",
        "https://kajo.example:",
        "https://kajo.example:+80",
        "https://kajo.example:70000",
        "https://kajo.example:80:80",
        "https://user@kajo.example",
        "https://user:pass@kajo.example",
        "https://kajo.example:443@evil.example",
        "https://kajo.example/a b",
        "https://kajo.example/\n",
    ] {
        assert_eq!(page_address(url), None, "{url}");
    }
}
