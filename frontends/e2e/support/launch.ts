/** A real Chromium: `KAJO_BROWSER` says whether the packaged one, as everywhere, or the one that is installed on this machine. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { packagedBrowser } from "./packaged";

const quiet = ["--no-sandbox", "--disable-background-networking", "--disable-quic", "--disable-gpu", "--no-first-run"];

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function installedBrowser(): { readonly path: string; readonly args: readonly string[] } {
  const path = usualPlaces.find((each) => existsSync(each));
  if (path) return { path, args: [] };
  throw new Error(
    `KAJO_BROWSER is "installed", and there is none at ${usualPlaces.join(", ")}: install one, or unset KAJO_BROWSER`,
  );
}

async function chosen() {
  const choice = process.env.KAJO_BROWSER || "packaged";
  if (choice === "packaged") return packagedBrowser();
  if (choice === "installed") return installedBrowser();
  throw new Error(`KAJO_BROWSER is "${choice}": it is "packaged" or "installed"`);
}

/** `more`: what it is told beside the usual. */
export async function launch(more: readonly string[] = []): Promise<Browser> {
  const { path, args } = await chosen();
  return chromium.launch({ executablePath: path, args: [...args, ...quiet, ...more] });
}
