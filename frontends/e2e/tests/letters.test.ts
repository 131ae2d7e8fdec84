// @module-tag long: which typeface draws each letter
/** The letters of every language are drawn by the typeface of the apps, not by whatever a machine has. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The alphabets, with the marks that words are written with. */
const alphabets = {
  fi: `${latin}ÅÄÖŠŽ`,
  en: latin,
  sv: `${latin}ÅÄÖÉ`,
  sme: "AÁBCČDĐEFGHIJKLMNŊOPRSŠTŦUVZŽ",
  smn: "AÂBCČDĐEFGHIJKLMNŊOPRSŠTUVYZŽÄÁÖÅ",
  sms: "AÂBCČƷǮDĐEFGǦǤHIJKǨLMNŊOÕPRSŠTUVZŽÅÄÖʹʼˈ",
} as const;

interface Drawn {
  readonly familyName: string;
  readonly isCustomFont: boolean;
  readonly glyphCount: number;
}

/** The fonts that the first match was drawn with. */
async function fontsOf(page: Page, selector: string): Promise<readonly Drawn[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  await devtools.detach();
  return fonts;
}

const foreign = (fonts: readonly Drawn[]) => fonts.filter(({ isCustomFont }) => !isCustomFont);

it.each(Object.entries(alphabets))(
  "draws the alphabet of %s, regular and bold, large and small",
  async (language, letters) => {
    const { page, context } = await visit();
    await page.goto(`${residentUrl}/${language}/language`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const weight of ["400", "600", "700"]) {
      const text = letters + letters.toLocaleLowerCase(language === "sms" ? "fi" : language);
      await page.evaluate(
        async ({ text, weight }) => {
          const line = document.createElement("p");
          line.id = `letters-${weight}`;
          line.textContent = text;
          line.style.fontWeight = weight;
          document.querySelector("main")?.append(line);
          const { fontFamily } = getComputedStyle(line);
          await document.fonts.load(`${weight} 1rem ${fontFamily}`, text);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        },
        { text, weight },
      );
      const fonts = await fontsOf(page, `#letters-${weight}`);
      expect(foreign(fonts), weight).toEqual([]);
      expect(fonts.reduce((sum, { glyphCount }) => sum + glyphCount, 0)).toBeGreaterThanOrEqual([...text].length);
    }
    await context.close();
  },
);

it.each(["sme", "smn", "sms"])("brings the letters of %s along with the page", async (language) => {
  const { page, context } = await visit();
  await page.goto(`${residentUrl}/${language}/`);
  await page.getByRole("button").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  // Once they are kept, nothing is drawn in other letters first.
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(foreign(await fontsOf(page, "#root"))).toEqual([]);
  await context.close();
});

it("leaves the letters of other languages where they are until a page has one", async () => {
  const { page, context } = await visit();
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(`${residentUrl}/en/`);
  await page.getByRole("button").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(fetched.filter((url) => url.includes("noto-sans-sami"))).toEqual([]);
  await page.goto(`${residentUrl}/en/language`);
  await page.getByRole("main").getByRole("link", { name: "Nuõrttsääʹmǩiõll" }).waitFor();
  await expect.poll(() => fetched.filter((url) => url.includes("noto-sans-sami")).length).toBe(1);
  await context.close();
});

it.each(["fi", "sme", "smn", "sms"])(
  "fetches ahead only letters that the pages in %s are written with",
  async (language) => {
    const { context, page } = await visit();
    for (const path of ["/", "/accessibility", "/language"]) {
      await page.goto(`${residentUrl}/${language}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const unused = () =>
        page.evaluate(async () => {
          await document.fonts.ready;
          const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]')].map(
            ({ href }) => href,
          );
          const used = [...document.fonts]
            .filter(({ status }) => status === "loaded")
            .map(({ family, unicodeRange }) =>
              family.includes("Sami")
                ? "noto-sans-sami"
                : unicodeRange.startsWith("U+0-")
                  ? "-latin-wght"
                  : "-latin-ext-wght",
            );
          return ahead.filter((href) => !used.some((file) => href.includes(file)));
        });
      await expect.poll(unused, { message: path }).toEqual([]);
    }
    await context.close();
  },
);
