/** How much of scripts a page fetches: gzip, as the gateway sends it to whoever asks for gzip. */
import { get } from "node:http";
import type { Page } from "playwright-core";

const kilobyte = 1024;

const lengths = new Map<string, Promise<number>>();

/** The length of a script as gzip. */
function gzipLength(url: string): Promise<number> {
  const known = lengths.get(url) ?? fetchLength(url);
  lengths.set(url, known);
  return known;
}

function fetchLength(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let length = 0;
      response.on("data", (part: Buffer) => {
        length += part.length;
      });
      response.on("end", () => resolve(length));
    }).on("error", reject);
  });
}

/** The kilobytes of the scripts that have come in for the page as it stands, or until it made its mark of being usable. */
export async function scriptsOf(page: Page): Promise<number> {
  const scripts = await page.evaluate(() => {
    const until = performance.getEntriesByName("usable")[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, responseEnd }) => name.endsWith(".js") && responseEnd <= until)
      .map(({ name }) => name);
  });
  const fetched = await Promise.all([...new Set(scripts)].map(gzipLength));
  return fetched.reduce((sum, length) => sum + length, 0) / kilobyte;
}
