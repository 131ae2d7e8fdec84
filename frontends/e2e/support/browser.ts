/** The browser of a file of tests, and the visits in it. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { keepCalls } from "./calls";
import { type Camera, cameraBrowsers, withCamera } from "./camera";
import { noteConnections } from "./connections";
import { launch } from "./launch";
import { watch } from "./privacy/record";
import { noteMissingTexts } from "./texts";

let browser: Promise<Browser> | undefined;

/** How often it has ended by itself: each file has a process of its own, and begins at none. */
let ends = 0;

/** The one that runs, or a new one: one that could not be started, or has ended, costs the test that it happened to and no other. */
function running(): Promise<Browser> {
  if (ends > 1) throw new Error("Chromium ended twice");
  if (browser) return browser;
  const own = launch();
  browser = own;
  const forget = () => {
    if (browser !== own) return false;
    browser = undefined;
    return true;
  };
  own.then(
    (started) =>
      started.on("disconnected", () => {
        if (forget()) ends += 1;
      }),
    forget,
  );
  return own;
}

/**
 * How long what is awaited may take, in milliseconds: the app gives up a call after 15 seconds and makes it again, so that a machine
 * that stood still for so long costs a test its time and not its end.
 */
const patienceMs = 45_000;

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
    /** There is a camera and a microphone: then the browser is a process of their own. */
    readonly camera?: Camera;
  } = {},
): Promise<Visit> {
  const { locale = "fi-FI", width = 1280, height = 900, camera, ...said } = options;
  const own = camera ? await withCamera(camera) : undefined;
  const context = await (own ?? (await running())).newContext({ locale, viewport: { width, height }, ...said });
  if (own) {
    context.on("close", () => void own.close());
    await noteConnections(context);
  }
  watch(context);
  keepCalls(context);
  noteMissingTexts(context);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return { context, page };
}

/** The pages of all visits that are not over. */
export async function openPages(): Promise<readonly Page[]> {
  const shared = await browser?.catch(() => undefined);
  const all = [...(shared ? [shared] : []), ...cameraBrowsers()];
  return all.flatMap((each) => each.contexts()).flatMap((context) => context.pages());
}

export async function closeBrowser(): Promise<void> {
  const last = browser;
  browser = undefined;
  await (await last?.catch(() => undefined))?.close();
  await Promise.all(cameraBrowsers().map((each) => each.close()));
}
