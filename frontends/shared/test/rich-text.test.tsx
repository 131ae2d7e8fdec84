import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RichText } from "../src/rich-text";
import { show } from "./screen";

const text = (words: string) => ({ text: words });

it("draws every part of a formatted text, its headings below the one that stands over it", async () => {
  const tree = {
    blocks: [
      { heading: { level: 2, content: [text("Ennen")] } },
      {
        paragraph: {
          content: [
            text("Ole "),
            { strong: { content: [text("ravinnotta")] } },
            { lineBreak: {} },
            { emphasis: { content: [text("levossa")] } },
          ],
        },
      },
      { heading: { level: 3, content: [text("Mukaan")] } },
      {
        list: {
          items: [
            {
              blocks: [
                { paragraph: { content: [text("kortti")] } },
                { list: { ordered: true, start: 3, items: [{ blocks: [] }] } },
              ],
            },
          ],
        },
      },
      {
        paragraph: {
          content: [
            { link: { url: "tel:+3589", content: [text("Soita")] } },
            { link: { url: "https://kajo.example", content: [text("Lue")] } },
          ],
        },
      },
    ],
  };
  await show(<RichText lang="fi" level={3} text={tree} />);
  const drawn = document.querySelector('[lang="fi"]');
  expect(drawn?.innerHTML).toBe(
    '<h3>Ennen</h3><p>Ole <strong>ravinnotta</strong><br><em>levossa</em></p><h4 data-lower="true">Mukaan</h4>' +
      '<ul><li><p>kortti</p><ol start="3"><li></li></ol></li></ul>' +
      '<p><a href="tel:+3589">Soita</a><a href="https://kajo.example" rel="noopener noreferrer" target="_blank">Lue</a></p>',
  );
});

/** The texts that the server is held against (services/chassis-domain/src/rich_text). */
const injections = readFileSync(
  join(import.meta.dirname, "../../../services/chassis-domain/src/rich_text/injections.txt"),
  "utf8",
)
  .split("\n")
  .filter(Boolean)
  .map((line) => line.replaceAll("␤", "\n"));

it("draws no text that tries to become script as anything but words, whatever the server may let through", async () => {
  expect(injections.length).toBeGreaterThan(200);
  const blocks = injections.flatMap((payload) => [
    { paragraph: { content: [text(payload)] } },
    { paragraph: { content: [{ link: { url: payload, content: [text("x")] } }] } },
    { paragraph: { content: [{ link: { url: /\((.*)\)/s.exec(payload)?.[1] ?? payload, content: [text("x")] } }] } },
  ]);
  await show(<RichText lang="fi" text={{ blocks }} />);
  const drawn = document.querySelector('[lang="fi"]');
  const names = new Set([...(drawn?.querySelectorAll("*") ?? [])].map(({ localName }) => localName));
  expect([...names].sort()).toEqual(["a", "p"]);
  // An address that is none has no scheme, and leads nowhere.
  for (const link of drawn?.querySelectorAll("a") ?? []) expect(link.protocol).toMatch(/^(https|mailto|tel)?:$/);
  expect(drawn?.querySelectorAll("p").length).toBe(blocks.length);
});

/** Addresses that no server of ours would send. */
const foreign = [
  "",
  "/admin",
  "//kajo.example",
  "http://kajo.example",
  "https:kajo.example",
  "HTTPS://kajo.example",
  " https://kajo.example",
  "xhttps://kajo.example",
  "\nmailto:apu@kajo.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript:alert(1)//https://kajo.example",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://kajo.example/1",
  "file:///etc/passwd",
  "sms:+3589",
];

it("CMS-06 shows hostile words as words in every part of a text, and makes no link of an address that is none of https, mailto and tel", async () => {
  const hostile = "<img src=x onerror=alert(1)><script>alert(1)</script>&lt;b&gt;";
  const link = (url: string) => ({ link: { url, content: [{ strong: { content: [text(hostile)] } }] } });
  const links = foreign.map(link);
  const blocks = [
    { heading: { level: 2, content: links } },
    { paragraph: { content: [{ emphasis: { content: links } }, ...links] } },
    { list: { items: [{ blocks: [{ paragraph: { content: links } }] }] } },
    { list: { ordered: true, items: [{ blocks: [{ heading: { level: 3, content: links } }] }] } },
  ];
  await show(<RichText lang="fi" text={{ blocks }} />);
  const drawn = document.querySelector('[lang="fi"]');
  const names = new Set([...(drawn?.querySelectorAll("*") ?? [])].map(({ localName }) => localName));
  expect([...names].sort()).toEqual(["em", "h2", "h3", "li", "ol", "p", "strong", "ul"]);
  // Five places, and in each all of them: no word is lost with its link.
  expect(drawn?.textContent).toBe(hostile.repeat(5 * foreign.length));
});
