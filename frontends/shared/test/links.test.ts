import { expect, it } from "vitest";
import { findLinks } from "../src/thread/links/find";

/** The links of a text, each with where it leads. */
const links = (text: string) =>
  findLinks(text).flatMap((part) => (part.kind === "text" ? [] : [[part.text, part.href] as const]));

it("finds web addresses as people write them, and leaves what stands around them", () => {
  expect(links("Lue https://www.omaolo.fi/palvelut?a=1#b, ja varaa aika (http://ajat.test/x).")).toEqual([
    ["https://www.omaolo.fi/palvelut?a=1#b", "https://www.omaolo.fi/palvelut?a=1#b"],
    ["http://ajat.test/x", "http://ajat.test/x"],
  ]);
  expect(links("Katso www.terveyskyla.fi.")).toEqual([["www.terveyskyla.fi", "https://www.terveyskyla.fi/"]]);
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

it("makes no link of an address that is made to be misread", () => {
  const hrefs = links("https://pankki.fi@evil.test/x").map(([, href]) => href);
  expect(hrefs.filter((href) => href.includes("evil"))).toEqual([]);
});

it("shows the host when the text does not", () => {
  // The first letter is Cyrillic.
  expect(findLinks("https://оmaolo.fi")).toMatchObject([{ kind: "web", host: "xn--maolo-iye.fi" }]);
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
