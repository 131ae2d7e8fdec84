// @module-tag long: builds the gallery and compares pictures
/**
 * The gallery of components: accessible in every theme, never wider than a phone, and looking as it did when it was last
 * accepted. `./just gallery-accept` takes the pictures of now as the accepted ones.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import pixelmatch from "pixelmatch";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lightAlone, themes, violations } from "../support/axe";
import { closeBrowser, type Visit, visit } from "../support/browser";

const root = join(import.meta.dirname, "../..");
const accepted = join(import.meta.dirname, "../gallery");
const out = join(root, "../.local/pictures/gallery");
const built = join(out, "app");
const accepting = process.env.KAJO_GALLERY === "accept";

/** Another machine draws letters a little differently: this much of a picture may differ, and its height by this much. */
const mostDifferent = 0.01;
const mostHeight = 4;

let server: Server;
let names: readonly string[];
/** The names as they are shown: what covers the page by itself, all others on one. */
let pages: readonly (readonly string[])[];

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
};

const address = (entries: readonly string[], look: string) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/?bare=1&entry=${entries.join()}&${look}`;

async function enter(): Promise<Visit> {
  const own = await visit({ width: 360, height: 700 });
  await own.page.emulateMedia({ reducedMotion: "reduce" });
  return own;
}

beforeAll(async () => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const gallery = join(root, "shared/gallery");
  await build({
    root: gallery,
    configFile: join(gallery, "vite.config.ts"),
    logLevel: "error",
    build: { outDir: built },
  });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const file = join(built, path === "/" ? "index.html" : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    // Apps leave the letters as they are when the typeface comes late; a picture waits for it.
    const content =
      type === "text/css"
        ? readFileSync(file, "utf8").replaceAll("font-display:optional", "font-display:block")
        : readFileSync(file);
    response.writeHead(200, { "content-type": type }).end(content);
  }).listen(0, "127.0.0.1");
  const { page, context } = await enter();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const list = page.locator("nav[data-entries]");
  const told = async (attribute: string) => ((await list.getAttribute(attribute)) ?? "").split(",");
  names = await told("data-entries");
  const covering = await told("data-covering");
  pages = [names.filter((name) => !covering.includes(name)), ...covering.map((name) => [name])];
  await context.close();
}, 120_000);

afterAll(async () => {
  server.close();
  await closeBrowser();
});

async function show(page: Page, entries: readonly string[], look: string): Promise<void> {
  await page.goto(address(entries, look));
  await page.locator(`[data-entry="${entries.at(-1)}"]`).waitFor();
  await page.evaluate(async () => {
    await Promise.all(
      ["400", "600", "700"].map((weight) => document.fonts.load(`${weight} 16px "Atkinson Hyperlegible Next"`, "aäʹǩ")),
    );
    await document.fonts.ready;
    // Laid out anew with the letters, and what comes a frame later is there.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    // Each begins at a whole pixel, as it does alone: letters are drawn a little differently between two.
    for (const entry of document.querySelectorAll<HTMLElement>("[data-entry]")) {
      const { top } = entry.getBoundingClientRect();
      entry.style.marginTop = `${Math.ceil(top) - top}px`;
    }
  });
}

it("shows every component without a fault of accessibility, in each theme", { timeout: 240_000 }, async () => {
  expect(names.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  const { page, context } = await enter();
  for (const [language, looks] of [
    ["fi", themes],
    // Colours are the same in all languages.
    ["sms", lightAlone],
  ] as const) {
    for (const entries of pages) {
      await show(page, entries, `language=${language}`);
      for (const violation of await violations(page, looks)) wrong.push(`${entries.join()} ${language}: ${violation}`);
    }
  }
  expect(wrong).toEqual([]);
  await context.close();
});

it("fits every component into 360 px in each language", { timeout: 240_000 }, async () => {
  const wrong: string[] = [];
  const { page, context } = await enter();
  for (const language of ["fi", "en", "sv", "sme", "smn", "sms"]) {
    for (const entries of pages) {
      await show(page, entries, `language=${language}`);
      const { over, wide } = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - window.innerWidth,
        wide: [...document.querySelectorAll<HTMLElement>("[data-entry]")]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ dataset }) => dataset.entry),
      }));
      if (over > 0) wrong.push(`${entries.length > 1 ? wide.join() : entries} in ${language}: ${over} px too wide`);
    }
  }
  expect(wrong).toEqual([]);
  await context.close();
});

it("looks as it did when it was accepted", { timeout: 240_000 }, async () => {
  const different: string[] = [];
  const { page, context } = await enter();
  for (const [look, width] of [
    ["language=fi&theme=light", 360],
    ["language=sms&theme=dark", 900],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    for (const entries of pages) {
      await show(page, entries, look);
      const open = page.locator("dialog[open]");
      const isCovered = (await open.count()) > 0;
      for (const name of entries) {
        const target = isCovered ? open.first() : page.locator(`[data-entry="${name}"]`);
        const difference = compare(
          `${name}.${width}`,
          await target.screenshot({ animations: "disabled", caret: "hide" }),
        );
        if (difference) different.push(difference);
      }
    }
  }
  expect(different).toEqual([]);
  await context.close();
});

/** Why a picture is not the accepted one; undefined when it is. What differs is written beside the build. */
function compare(name: string, now: Buffer): string | undefined {
  const file = join(accepted, `${name}.png`);
  if (accepting) {
    mkdirSync(accepted, { recursive: true });
    writeFileSync(file, now);
    return undefined;
  }
  if (!existsSync(file)) return `${name}: no accepted picture, see docs/guides/gallery.md`;
  const [before, after] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(now)];
  const [width, height] = [Math.min(before.width, after.width), Math.min(before.height, after.height)];
  const cut = (png: PNG) => {
    const part = new PNG({ width, height });
    PNG.bitblt(png, part, 0, 0, width, height);
    return part.data;
  };
  const shown = new PNG({ width, height });
  const pixels = pixelmatch(cut(before), cut(after), shown.data, width, height, { threshold: 0.2 });
  const tall = Math.abs(before.height - after.height);
  if (before.width === after.width && tall <= mostHeight && pixels <= width * height * mostDifferent) return undefined;
  writeFileSync(join(out, `${name}.now.png`), now);
  writeFileSync(join(out, `${name}.difference.png`), PNG.sync.write(shown));
  return `${name}: ${((100 * pixels) / (width * height)).toFixed(1)} % differs, ${after.height - before.height} px taller`;
}
