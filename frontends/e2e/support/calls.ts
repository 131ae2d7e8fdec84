/** What a page asked the server for last, and how that went: for the report of a test that failed. */
import type { BrowserContext, Page, Request } from "playwright-core";

/** So many of the last ones tell what a page was waiting for. */
const keptAtMost = 20;

interface Call {
  readonly name: string;
  readonly since: number;
  /** Undefined as long as nobody has answered. */
  readonly ended?: string;
}

const asked = new WeakMap<Page, Map<Request, Call>>();

/** Keeps what the pages of this browser ask for from now on. */
export function keepCalls(context: BrowserContext): void {
  context.on("request", (request) => begin(request));
  context.on("requestfinished", (request) => end(request, "answered"));
  context.on("requestfailed", (request) => end(request, request.failure()?.errorText ?? "failed"));
}

/** The last calls of a page in the order in which they began: what it is, how it ended, and when, in milliseconds before now. */
export function lastCalls(page: Page): string {
  const now = Date.now();
  const calls = [...(asked.get(page)?.values() ?? [])];
  return calls.map(({ name, since, ended }) => `${name} (${now - since} ms ago): ${ended ?? "still open"}`).join(", ");
}

function callsOf(request: Request): Map<Request, Call> | undefined {
  // What a service worker asks for is no page's.
  const page = request.isNavigationRequest() || request.serviceWorker() ? undefined : request.frame().page();
  if (page === undefined) return undefined;
  const calls = asked.get(page) ?? new Map<Request, Call>();
  asked.set(page, calls);
  return calls;
}

function begin(request: Request): void {
  if (!["fetch", "xhr", "script"].includes(request.resourceType())) return;
  const calls = callsOf(request);
  const name = new URL(request.url()).pathname.split("/").at(-1) ?? "";
  calls?.set(request, { name, since: Date.now() });
  const [oldest] = calls?.keys() ?? [];
  if (oldest && calls && calls.size > keptAtMost) calls.delete(oldest);
}

function end(request: Request, how: string): void {
  const calls = callsOf(request);
  const call = calls?.get(request);
  if (call) calls?.set(request, { ...call, ended: `${how} after ${Date.now() - call.since} ms` });
}
