/** Browsers of people who have a camera and a microphone, both made up: each is a process of its own, as at two desks. */
import type { Browser } from "playwright-core";
import { launch } from "./launch";

/** What its person says when a page asks for them. */
export type Camera = "allowed" | "refused";

const answers: Readonly<Record<Camera, string>> = {
  allowed: "--use-fake-ui-for-media-stream",
  // Without anybody to be asked, a page would hear that there is no such thing as a camera.
  refused: "--use-fake-ui-for-media-stream=deny",
};

const devices = [
  "--use-fake-device-for-media-stream",
  // All that take part are on this machine, which may have no other network.
  "--allow-loopback-in-peer-connection",
];

const running = new Set<Browser>();

export async function withCamera(camera: Camera): Promise<Browser> {
  const browser = await launch([...devices, answers[camera]]);
  running.add(browser);
  browser.on("disconnected", () => running.delete(browser));
  return browser;
}

/** Those that have not been closed. */
export const cameraBrowsers = (): readonly Browser[] => [...running];
