import { expect, it } from "vitest";
import { Announcement } from "../src/documents";
import { byRole, show } from "./screen";

const paragraph = (words: string) => ({ paragraph: { content: [{ text: words }] } });
const text = { blocks: [{ heading: { level: 2, content: [{ text: "Milloin" }] } }, paragraph("Maanantaista alkaen.")] };

it("CMS-01 draws an announcement with its weight in words, its headings below its title, and its link in the same tab", async () => {
  await show(
    <Announcement
      kind="important"
      lang="sv"
      level={3}
      linkText="Läs mera"
      linkUrl="https://kajo.example/flytt"
      text={text}
      title="Hälsostationen flyttar"
    />,
  );
  const region = byRole("region", "Hälsostationen flyttar");
  expect(region.querySelector("p")?.textContent).toBe("Tärkeä tiedote");
  expect([...region.querySelectorAll("h3, h4")].map(({ localName, textContent }) => [localName, textContent])).toEqual([
    ["h3", "Hälsostationen flyttar"],
    ["h4", "Milloin"],
  ]);
  // The words are Swedish; how much they weigh is said in the language of the page.
  expect(region.querySelector("h3")?.getAttribute("lang")).toBe("sv");
  expect(region.closest("[lang]")).toBeNull();
  const link = byRole("link", "Läs mera");
  expect([link.getAttribute("href"), link.getAttribute("rel"), link.getAttribute("target")]).toEqual([
    "https://kajo.example/flytt",
    "noreferrer",
    null,
  ]);
});

it.each(["", "https://", "http://kajo.example", "javascript:alert(1)", " https://kajo.example"])(
  "CMS-01 leads nowhere by an address that is none: %s",
  async (linkUrl) => {
    await show(<Announcement kind="info" level={2} linkText="Lue lisää" linkUrl={linkUrl} title="Tiedote" />);
    expect(byRole("region", "Tiedote").textContent).toContain("Lue lisää");
    expect(document.querySelector("a")).toBeNull();
  },
);
