// @vitest-environment node
/** What shows notifications on devices (public/sw.js), run as a browser runs it: by the events that it listens to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";

const code = readFileSync(join(import.meta.dirname, "../public/sw.js"), "utf8");
const origin = "https://kajo.example";

/** An open page of the app. */
function page(path: string, visibilityState = "visible") {
  const url = origin + path;
  return { url, visibilityState, focus: vi.fn(async () => {}), navigate: vi.fn(async (_address: string) => {}) };
}

function worker(pages: readonly ReturnType<typeof page>[] = [], languages: readonly string[] = ["fi-FI"]) {
  const heard = new Map<string, (event: object) => void>();
  const shown: [string, object][] = [];
  const openWindow = vi.fn(async (_address: string) => {});
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    clients: { claim: async () => {}, matchAll: async () => pages, openWindow },
    location: { origin },
    navigator: { languages },
    registration: { showNotification: async (title: string, options: object) => shown.push([title, options]) },
  };
  runInNewContext(code, { self, URL });
  const tell = async (name: string, event: object) => {
    const waited: Promise<unknown>[] = [];
    heard.get(name)?.({ ...event, waitUntil: (until: Promise<unknown>) => waited.push(until) });
    await Promise.all(waited);
    return waited.length;
  };
  const click = async (url: unknown) => {
    const close = vi.fn();
    await tell("notificationclick", { notification: { close, data: { url } } });
    expect(close).toHaveBeenCalledOnce();
  };
  return { heard, shown, openWindow, tell, click };
}

const message = "/inbox/conversation/0190f5a0-0000-7000-8000-000000000001/messages";
const told = { title: "Kajo", body: "Du har fått ett meddelande.", lang: "sv", url: message, tag: "n1" };
const data = (value: unknown) => ({ json: () => value });

it("CMS-08 shows what came, in its language, in the place of what came before of the same", async () => {
  const { shown, tell } = worker();
  expect(await tell("push", { data: data(told) })).toBe(1);
  expect(JSON.parse(JSON.stringify(shown))).toEqual([
    [
      "Kajo",
      {
        body: told.body,
        lang: "sv",
        tag: "n1",
        data: { url: message },
        icon: "/icon-192.png",
        badge: "/badge-96.png",
      },
    ],
  ]);
});

const broken = () => {
  throw new SyntaxError("no JSON");
};

it.each([
  ["nothing", null],
  ["what is no JSON", { json: broken }],
  ["what has no words", data({ title: "Kajo" })],
  ["what is nothing", data(null)],
])("CMS-08 shows neutral words for %s", async (_what, came) => {
  const { shown, tell } = worker([], ["de", "sv-FI", "fi"]);
  await tell("push", { data: came });
  expect(JSON.parse(JSON.stringify(shown))).toMatchObject([
    ["Kajo", { body: "Det finns något nytt för dig i Kajo.", lang: "sv" }],
  ]);
  const other = worker([], ["se"]);
  await other.tell("push", { data: came });
  expect(JSON.parse(JSON.stringify(other.shown))).toMatchObject([["Kajo", { body: "Kajossa on sinulle uutta." }]]);
});

it("CMS-08 leads an open page there, and opens one where there is none", async () => {
  const [hidden, seen] = [page("/fi/", "hidden"), page("/fi/inbox")];
  const there = worker([hidden, seen]);
  await there.click(message);
  expect(seen.focus).toHaveBeenCalledOnce();
  expect(seen.navigate).toHaveBeenCalledWith(origin + message);
  expect(hidden.focus).not.toHaveBeenCalled();
  expect(there.openWindow).not.toHaveBeenCalled();
  const none = worker();
  await none.click(message);
  expect(none.openWindow).toHaveBeenCalledWith(origin + message);
});

it("CMS-08 leaves a page as it is that is there already, and one with a call or a chat", async () => {
  const same = page(`/sme${message}`);
  await worker([page("/fi/"), same]).click(message);
  expect(same.focus).toHaveBeenCalledOnce();
  expect(same.navigate).not.toHaveBeenCalled();
  for (const path of ["/fi/online-encounter/1", "/fi/chat/1", "/fi/meetup/1"]) {
    const busy = page(path);
    const { click, openWindow } = worker([busy]);
    await click(message);
    expect(busy.navigate, path).not.toHaveBeenCalled();
    expect(openWindow, path).toHaveBeenCalledWith(origin + message);
  }
});

it.each(["https://elsewhere.example/inbox", "//elsewhere.example", "javascript:alert(1)", "https://", 7, undefined])(
  "CMS-08 leads nowhere but into the app: %s",
  async (url) => {
    const { click, openWindow } = worker();
    await click(url);
    expect(openWindow).toHaveBeenCalledWith(`${origin}/`);
  },
);

it("CMS-08 hears of no requests of pages", () => {
  expect([...worker().heard.keys()].toSorted()).toEqual(["activate", "notificationclick", "push"]);
});
