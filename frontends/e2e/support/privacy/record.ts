/** What the browsers of a run leave behind: addresses they asked for, refusals they got, words that people wrote. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Request, Response } from "playwright-core";
import { practitionerUrl, read, residentUrl } from "../stack";
import { textsIn } from "./texts-in";

/** Before a message stand a byte of flags and four of its length. */
export const lengthPrefix = 5;

const folder = join(read("KAJO_E2E_HOME"), "privacy");

export const record = {
  folder,
  spans: join(folder, "spans.bin"),
  urls: join(folder, "urls.txt"),
  refusals: join(folder, "refusals.txt"),
  written: join(folder, "written.txt"),
};

/** Shorter texts, and those of one word, stand in other places by chance. */
function isOwn(text: string): boolean {
  return text.length > 10 && text.includes(" ");
}

function isOurs(url: string): boolean {
  return url.startsWith(residentUrl) || url.startsWith(practitionerUrl);
}

function messageOf(request: Request): Buffer {
  return (request.postDataBuffer() ?? Buffer.alloc(0)).subarray(lengthPrefix);
}

/** Keeps what somebody wrote, by a page or without one. */
export function keepWritten(texts: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const found = texts.filter(isOwn);
  if (found.length > 0) appendFileSync(record.written, `${found.join("\n")}\n`);
}

/** Calls that hold what people write to each other, or answer. */
const written =
  /\/kajo\.(conversations\.|chat_queue\.v1\.(Assessment|Chat(Summary)?)Service\/|survey\.v1\.(MySurvey|(Public)?Form)Service\/)/;

/** The call by which browsers tell each other how to find them. */
const signals = /\/kajo\.chat_queue\.v1\.CallService\/SendCallSignals$/;

/** What a description of a connection has alone: the fingerprint of its key, and places where it is to be found. */
const described = /sha-256 [0-9A-F:]{95}|candidate:\d[^"\\]{20,}/g;

function keepAddress(request: Request): void {
  const url = request.url();
  if (!isOurs(url)) return;
  appendFileSync(record.urls, `${url}\n`);
  if (written.test(url)) keepWritten(textsIn(messageOf(request)));
  if (signals.test(url)) keepWritten(messageOf(request).toString("latin1").match(described) ?? []);
}

async function keepRefusal(response: Response): Promise<void> {
  if (!isOurs(response.url()) || response.status() < 400) return;
  // A page that is closed meanwhile takes its answers along.
  const body = await response.text().catch(() => "");
  appendFileSync(record.refusals, `${response.status()} ${JSON.stringify(response.headers())} ${body}\n`);
}

/** Keeps what this browser does from now on. */
export function watch(context: BrowserContext): void {
  mkdirSync(folder, { recursive: true });
  context.on("request", keepAddress);
  context.on("response", (response) => void keepRefusal(response));
}
