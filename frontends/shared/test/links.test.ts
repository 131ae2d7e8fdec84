// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findLinks } from "../src/thread/links/find";

/** What the server finds as well. */
const vectors = JSON.parse(
  readFileSync(new URL("../../../services/conversations/tests/vectors/links.json", import.meta.url), "utf8"),
) as {
  readonly found: readonly {
    readonly text: string;
    readonly links: readonly { readonly shown: string; readonly href: string }[];
  }[];
  readonly none: readonly string[];
  readonly hostile: readonly { readonly text: string; readonly is: "none" | "harmful" }[];
};

/** The links of a text, each with where it leads. */
const links = (text: string) =>
  findLinks(text).flatMap((part) => (part.kind === "text" ? [] : [[part.text, part.href] as const]));

/** The web addresses of a text, each with where it leads. */
const web = (text: string) =>
  findLinks(text).flatMap((part) => (part.kind === "web" ? [{ shown: part.text, href: part.href }] : []));

it.each(vectors.found)("CON-16 finds the same web addresses as the server in $text", ({ text, links: expected }) => {
  expect(web(text)).toEqual(expected);
});

it.each([...vectors.none])("CON-16 finds no web address, as the server finds none, in %j", (text) => {
  expect(web(text)).toEqual([]);
});

it("CON-16 gives a reader nothing to open of a hostile link but what the server knows as harmful", () => {
  expect(vectors.hostile.length).toBeGreaterThanOrEqual(60);
  expect(vectors.hostile.filter(({ text, is }) => (web(text).length === 0) !== (is === "none"))).toEqual([]);
});

it("counts the web addresses of a text, for the server to know which one is meant", () => {
  expect(findLinks("112 www.a.fi https://b.fi/x")).toMatchObject([
    { kind: "phone" },
    { kind: "text" },
    { kind: "web", number: 1 },
    { kind: "text" },
    { kind: "web", number: 2 },
  ]);
});

it.each([
  "Kurkku on kipeä.Voinko tulla?",
  "aino.lehtonen@example.test",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://files.test/x",
  "//evil.test/x",
  "mailto:aino@example.test",
  "file:///etc/passwd",
  "omaolo.fi",
])("makes no web link of %j", (text) => {
  expect(findLinks(text)).toEqual([{ kind: "text", text }]);
});

it("shows the host when the text does not", () => {
  expect(findLinks("https://päivitys.example")).toMatchObject([{ kind: "web", host: "xn--pivitys-5wa.example" }]);
  expect(findLinks("https://OMAOLO.fi/x")).toMatchObject([{ kind: "web", href: "https://omaolo.fi/x" }]);
  expect(findLinks("https://OMAOLO.fi/x")[0]).not.toHaveProperty("host");
});

it("finds telephone numbers", () => {
  expect(links("Hätätilanteessa 112, muuten 116 117 tai +358 40 123 4567, 016-123 456 tai 0401234567.")).toEqual([
    ["112", "tel:112"],
    ["116 117", "tel:116117"],
    ["+358 40 123 4567", "tel:+358401234567"],
    ["016-123 456", "tel:016123456"],
    ["0401234567", "tel:0401234567"],
  ]);
  expect(links("+358 (0)40 123 4567")).toEqual([["+358 (0)40 123 4567", "tel:+358401234567"]]);
});

it.each([
  "131052-308T",
  "010190-123A",
  "klo 08.30",
  "01.02.2026",
  "2026-01-02",
  "120/80",
  "lukemat 1125 ja 0,5",
  "37,5 astetta 112,5 mg",
  "diagnoosi J06.9 ja 5112",
  "https://www.test.fi/0401234567",
])("makes no telephone number of %j", (text) => {
  expect(findLinks(text).filter((part) => part.kind === "phone")).toEqual([]);
});

it("keeps every character in its place", () => {
  const text = "A https://a.test\nB 112 🇫🇮 www.b.fi C";
  expect(
    findLinks(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
