/** The connections that a page makes to other browsers, and what comes in by them: nothing that is drawn tells of it as exactly. */
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** Where the page keeps those that it has made. */
interface Noting {
  readonly madeConnections: readonly RTCPeerConnection[];
}

/** Keeps the connections that the pages of this browser make from now on. */
export function noteConnections(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const made: RTCPeerConnection[] = [];
    const Usual = window.RTCPeerConnection;
    class Noted extends Usual {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        made.push(this);
      }
    }
    Object.assign(window, { madeConnections: made, RTCPeerConnection: Noted });
  });
}

/** How many the page has made, also those that it has closed. */
export const connections = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Noting).madeConnections.length);

/** How many pictures of others the page has decoded. */
export const decoded = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let frames = 0;
    for (const connection of (window as unknown as Noting).madeConnections) {
      for (const report of (await connection.getStats()).values()) {
        if (report.type === "inbound-rtp" && report.kind === "video") frames += report.framesDecoded ?? 0;
      }
    }
    return frames;
  });

/** Whether pictures come in is seen by two looks, in milliseconds apart. */
const lookAgainMs = 1_000;

async function decodedMeanwhile(page: Page): Promise<number> {
  const before = await decoded(page);
  await sleep(lookAgainMs);
  return (await decoded(page)) - before;
}

/** Fewer are a rest of what was on its way. */
const someFrames = 2;

/** Pictures of somebody come in. */
export const picturesCome = (page: Page): Promise<void> =>
  expect.poll(() => decodedMeanwhile(page)).toBeGreaterThan(someFrames);

/** None come in any more. */
export const picturesStop = (page: Page): Promise<void> => expect.poll(() => decodedMeanwhile(page)).toBe(0);

/** By what the page sends: "relay" is a server, others are ways from this browser to the other one. */
export const ways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const found = new Set<string>();
    for (const connection of (window as unknown as Noting).madeConnections) {
      const stats = await connection.getStats();
      for (const report of stats.values()) {
        if (report.type !== "transport") continue;
        const pair = stats.get(report.selectedCandidatePairId);
        const own = pair && stats.get(pair.localCandidateId);
        if (own) found.add(own.candidateType);
      }
    }
    return [...found];
  });
