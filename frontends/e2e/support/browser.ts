/** A real Chromium: the machine's own, or the one in an npm package. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { keepCalls } from "./calls";
import { watch } from "./privacy/record";
import { noteMissingTexts } from "./texts";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);
const quiet = ["--no-sandbox", "--disable-background-networking", "--disable-quic", "--disable-gpu", "--no-first-run"];

/** What the packaged browser is told for tiny machines, and is not as browsers of people are: all in one process, no origins. */
const unfaithful = new Set(["--single-process", "--disable-web-security", "--allow-running-insecure-content"]);

let browser: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  if (installed) return chromium.launch({ executablePath: installed, args: quiet });
  const { default: packaged } = await import("@sparticuz/chromium");
  const args = packaged.args.filter((each) => !unfaithful.has(each));
  return chromium.launch({ executablePath: await packaged.executablePath(), args: [...args, ...quiet] });
}

/**
 * How long what is awaited may take, in milliseconds: the app gives up a call after 15 seconds and makes it again, so that a machine
 * that stood still for so long costs a test its time and not its end.
 */
const patienceMs = 60_000;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** A browser of somebody's own: cookies and storage apart from everybody else's. */
export async function visit(
  options: {
    readonly locale?: string;
    readonly width?: number;
    readonly height?: number;
    /** What the browser says of itself, where that is not what it says by itself. */
    readonly userAgent?: string;
  } = {},
): Promise<Visit> {
  browser ??= launch();
  const { locale = "fi-FI", width = 1280, height = 900, ...said } = options;
  const context = await (await browser).newContext({ locale, viewport: { width, height }, ...said });
  watch(context);
  keepCalls(context);
  noteMissingTexts(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return { context, page };
}

/** The pages of all visits that are not over. */
export async function openPages(): Promise<readonly Page[]> {
  const contexts = (await browser)?.contexts() ?? [];
  return contexts.flatMap((context) => context.pages());
}

export async function closeBrowser(): Promise<void> {
  const running = await browser;
  browser = undefined;
  await running?.close();
}
