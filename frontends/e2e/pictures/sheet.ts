import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

export interface Picture {
  readonly screen: string;
  readonly caption: string;
  readonly file: string;
}

/** One picture of many: a row per screen, its pictures side by side with what they show below. */
export async function contactSheet(page: Page, pictures: readonly Picture[], file: string): Promise<void> {
  const rows = new Map<string, Picture[]>();
  for (const picture of pictures) rows.set(picture.screen, [...(rows.get(picture.screen) ?? []), picture]);
  const figure = ({ caption, file: source }: Picture) =>
    `<figure><img src="data:image/jpeg;base64,${readFileSync(source).toString("base64")}"><figcaption>${caption}</figcaption></figure>`;
  const body = [...rows].map(([screen, row]) => `<h2>${screen}</h2><div>${row.map(figure).join("")}</div>`).join("");
  const sheet = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 1900, height: 900 } });
  if (!sheet) return;
  await sheet.setContent(
    `<style>body{font:13px sans-serif;margin:12px;background:#888}div{display:flex;flex-wrap:wrap;gap:8px;align-items:start}
     h2{margin:12px 0 4px}figure{margin:0}img{height:170px;max-width:272px;object-fit:cover;object-position:top;display:block}figcaption{background:#fff}</style>${body}`,
  );
  await sheet.screenshot({ path: file, fullPage: true });
  await sheet.close();
}
