/** Chats of who is not signed in: a visit begins with the first place in a line, and who signs in takes over what is theirs. */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { fails, id, open, until } from "./open";

const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
const chatQueueId = "0190f5a0-0000-7000-8000-0000000000a1";
const name = { texts: { fi: "Sairaanhoitajan chat" } };
const offered = { chatQueueId, name, standing: { state: 1 } };

const waiting = 1;
const active = 2;
const ended = 3;

const eino = {
  user: {
    name: { text: "Eino Saarinen", given: "Eino", family: "Saarinen" },
    identifier: { system: "test", value: "eino" },
    personId: id,
  },
};

interface Browser {
  /** The cookie of a visit is there. */
  visit: boolean;
  signedIn: boolean;
  /** It keeps cookies. */
  readonly keeps: boolean;
  /** What refuses a visit. */
  readonly refusal?: string;
  /** Until then a visit is awaited. */
  readonly held?: Promise<void>;
}

let asked: string[] = [];

/** Answers as the gateway would, to a browser as it is at that moment. */
function gateway(browser: Browser) {
  vi.stubGlobal("fetch", async (path: string, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${path}`);
    if (path === "/api/visit") {
      const { held, refusal: reason } = browser;
      await held;
      if (reason) return new Response(JSON.stringify({ reason }), { status: 429 });
      browser.visit = browser.keeps;
    }
    if (path === "/api/visit/end") browser.visit = false;
    const headers: HeadersInit = browser.visit ? { "x-kajo-visit": "1" } : {};
    if (path === "/api/session" && browser.signedIn) return new Response(JSON.stringify(eino), { headers });
    return new Response(null, { status: 204, headers });
  });
}

/** Answers as the service would, of one chat that stands as `state` says at that moment. */
function service(state: () => number | undefined, first: (call: SeenCall) => unknown = () => undefined) {
  return (call: SeenCall): unknown => {
    const { method, reply } = call;
    const answer = first(call);
    if (answer) return answer;
    const now = state() ?? 0;
    const place = { ticket: 40n, ahead: 3, lineSeq: 7n };
    const mine = { chatId, chatQueueId, chatQueueName: name, state: now };
    switch (method) {
      case "ListOfferedChatQueues":
        return reply({ chatQueues: [offered] });
      case "ListMyChats":
        return reply({ chats: now === waiting || now === active ? [{ ...mine, place }] : [] });
      case "GetChat":
        return reply({ chat: { ...mine, visitor: true, messageMaxChars: 2_000 } });
      case "KeepChatPlace":
        return reply({ state: now, place });
      case "JoinChatQueue":
        return reply({ chatId });
      default:
        return reply({});
    }
  };
}

const page = () => document.querySelector("main")?.textContent ?? "";
const dialog = () => document.querySelector("dialog");
const links = () => [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
const button = (words: string, within = "main") =>
  [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(({ textContent }) => textContent === words);
const press = (words: string, within?: string) => act(async () => button(words, within)?.click());

beforeEach(() => {
  asked = [];
});

/** Up to what is told before somebody joins. */
async function wantsToJoin() {
  await until(() => expect(button("Liity jonoon")).toBeDefined());
  await press("Liity jonoon");
  await until(() => expect(dialog()).not.toBeNull());
}

it("CHA-04 joins without signing in, told before for how long it is known, and shows the place", async () => {
  gateway({ visit: false, signedIn: false, keeps: true });
  let state: number | undefined;
  const { router, calls } = await open(
    "/chat",
    service(
      () => state,
      ({ method }) => {
        if (method === "JoinChatQueue") state = waiting;
      },
    ),
  );
  await wantsToJoin();
  expect(page()).toContain("Voit liittyä kirjautumatta tai kirjautua ensin sisään.");
  expect(dialog()).toHaveTextContent("Ammattilainen ei tiedä, kuka olet");
  expect(dialog()).toHaveTextContent("kunnes suljet selaimen");
  expect(dialog()).toHaveTextContent("poistetaan 30 päivän kuluttua");
  expect(asked).not.toContain("POST /api/visit");
  await press("Liity jonoon", "dialog");
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  expect(router.state.location.pathname).toBe(`/chat/${chatId}`);
  expect(asked.filter((each) => each === "POST /api/visit")).toHaveLength(1);
  expect(calls.filter(({ method }) => method === "JoinChatQueue")).toHaveLength(1);
  expect(calls.filter(({ method }) => method === "ClaimVisitedChats")).toEqual([]);
  await until(() => expect(page()).toContain("Jos kirjaudut nyt, pidät paikkasi jonossa."));
});

it.each([
  [{ refusal: "visits_too_many", keeps: true }, "Samasta verkosta on tultu hyvin monta kertaa"],
  [{ keeps: false }, "Selain ei säilyttänyt evästettä, jota tämä sivu tarvitsee."],
])("CHA-04 tells why a visit does not begin, and joins nothing (%o)", async (browser, words) => {
  gateway({ visit: false, signedIn: false, ...browser });
  const { calls } = await open(
    "/chat",
    service(() => undefined),
  );
  await wantsToJoin();
  await press("Liity jonoon", "dialog");
  await until(() => expect(dialog()).toHaveTextContent(words));
  expect(calls.filter(({ method }) => method === "JoinChatQueue")).toEqual([]);
  const way = "/fi/authentication?returnTo=%2Ffi%2Fchat";
  expect([...(dialog()?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toContain(way);
  await act(async () => void dialog()?.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(dialog()).toBeNull();
});

const joined = (calls: readonly SeenCall[]) => calls.filter(({ method }) => method === "JoinChatQueue");

it("CHA-04 joins nothing for who turns out to be signed in, from another tab, and lets them choose", async () => {
  const browser = { visit: false, signedIn: false, keeps: true };
  gateway(browser);
  const { calls } = await open(
    "/chat",
    service(() => undefined),
  );
  await wantsToJoin();
  browser.signedIn = true;
  await press("Liity jonoon", "dialog");
  await until(() => {
    expect(dialog()).toBeNull();
    expect(page()).not.toContain("Voit liittyä kirjautumatta");
    expect(button("Liity jonoon")).toBeDefined();
  });
  expect(asked).toContain("POST /api/visit");
  expect(joined(calls)).toEqual([]);
  // Other queues may be there for them.
  expect(calls.filter(({ method }) => method === "ListOfferedChatQueues").length).toBeGreaterThan(1);
});

it.each(["Escape", "Kirjaudu sisään"])("CHA-04 joins nothing for who has gone on meanwhile by %s", async (way) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  gateway({ visit: false, signedIn: false, keeps: true, held });
  const { store, router, calls } = await open(
    "/chat",
    service(() => undefined),
  );
  await wantsToJoin();
  await press("Liity jonoon", "dialog");
  await act(async () => {
    if (way === "Escape") dialog()?.dispatchEvent(new Event("cancel", { cancelable: true }));
    else [...(dialog()?.querySelectorAll("a") ?? [])].find(({ textContent }) => textContent === way)?.click();
  });
  expect(dialog()).toBeNull();
  await act(async () => letGo());
  await until(() => expect(store.getState().session.visit).toBe(true));
  const to = way === "Escape" ? "/chat" : "/authentication";
  await until(() => expect(router.state.location.pathname).toBe(to));
  if (way === "Escape") await until(() => expect(calls.map(({ method }) => method)).toContain("ListMyChats"));
  expect(joined(calls)).toEqual([]);
});

it("CHA-04 tells a visitor why they could not join", async () => {
  gateway({ visit: false, signedIn: false, keeps: true });
  await open(
    "/chat",
    service(
      () => undefined,
      ({ method }) => {
        if (method === "JoinChatQueue") throw refused("chat_visitors_full");
      },
    ),
  );
  await wantsToJoin();
  await press("Liity jonoon", "dialog");
  await until(() => expect(page()).toContain("Jonossa on jo hyvin monta kirjautumatta liittynyttä."));
  expect(dialog()).toBeNull();
});

it("CHA-04 leads a visitor back to the place in the line after a reload", async () => {
  gateway({ visit: true, signedIn: false, keeps: true });
  await open(
    "/chat",
    service(() => waiting),
  );
  await until(() => expect(page()).toContain("Olet jonossa: Sairaanhoitajan chat"));
  expect(button("Liity jonoon")).toBeUndefined();
  expect(links()).toContain(`/fi/chat/${chatId}`);
});

it("CHA-04 asks who is in no visit to sign in before a chat", async () => {
  gateway({ visit: false, signedIn: false, keeps: true });
  const { router, calls } = await open(
    `/chat/${chatId}`,
    service(() => waiting),
  );
  await until(() => expect(router.state.location.pathname).toBe("/authentication"));
  // What everybody is told is asked for on every page.
  expect(calls.filter(({ method }) => method !== "GetPublishedDocuments")).toEqual([]);
});

it("CHA-04 takes a chat away from this browser once it is confirmed", async () => {
  const left = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign: left });
  gateway({ visit: true, signedIn: false, keeps: true });
  await open(
    `/chat/${chatId}`,
    service(() => ended),
  );
  await until(() => expect(button("Poista keskustelu tältä laitteelta")).toBeDefined());
  await press("Poista keskustelu tältä laitteelta");
  expect(asked).not.toContain("POST /api/visit/end");
  await press("Poista keskustelu tältä laitteelta", "dialog");
  await until(() => expect(left).toHaveBeenCalledExactlyOnceWith("/fi/chat"));
  expect(asked).toContain("POST /api/visit/end");
});

it("CHA-04 forgets a visit that is over, and speaks of no session", async () => {
  const browser = { visit: true, signedIn: false, keeps: true };
  gateway(browser);
  let isOver = false;
  const { store, router } = await open(
    `/chat/${chatId}`,
    service(() => (isOver ? fails(16)() : waiting)),
  );
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  isOver = true;
  browser.visit = false;
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags([{ type: "Chat", id: chatId }])));
  await until(() => expect(router.state.location.pathname).toBe("/authentication"));
  expect(store.getState().session).toMatchObject({ lost: false, visit: false });
  expect(JSON.stringify(store.getState())).not.toContain("Sairaanhoitajan chat");
});

it("CHA-04 offers who chats without having signed in no way that what they write would not come along", async () => {
  gateway({ visit: true, signedIn: false, keeps: true });
  await open(
    `/chat/${chatId}`,
    service(() => active),
  );
  await until(() => expect(button("Lähetä")).toBeDefined());
  expect(page()).not.toContain("Jos kirjaudut nyt");
});

it.each([false, true])(
  "CHA-06 lets files go along once somebody is signed in, and not before (%s)",
  async (signedIn) => {
    gateway({ visit: !signedIn, signedIn, keeps: true });
    const { calls } = await open(
      `/chat/${chatId}`,
      service(
        () => active,
        ({ method, reply }) =>
          method === "GetChat"
            ? reply({ chat: { chatId, chatQueueId, chatQueueName: name, state: active, visitor: !signedIn } })
            : undefined,
      ),
    );
    await until(() => expect(button("Lähetä")).toBeDefined());
    if (signedIn) await until(() => expect(button("Lisää liite")).toBeDefined());
    else expect(button("Lisää liite")).toBeUndefined();
    expect(calls.filter(({ method }) => method === "GetMessageLimits")).toHaveLength(signedIn ? 1 : 0);
  },
);

it("CHA-04 joins without signing in where a session has ended in this page", async () => {
  const browser = { visit: false, signedIn: true, keeps: true };
  gateway(browser);
  let state: number | undefined;
  const { store, calls } = await open(
    "/chat",
    service(
      () => state,
      ({ method }) => {
        if (method === "JoinChatQueue") state = waiting;
      },
    ),
  );
  await until(() => expect(button("Liity jonoon")).toBeDefined());
  browser.signedIn = false;
  const { sessionSlice } = await import("../../shared/src/session/slice");
  await act(async () => void store.dispatch(sessionSlice.actions.lost()));
  await until(() => expect(page()).toContain("Voit liittyä kirjautumatta"));
  await wantsToJoin();
  await press("Liity jonoon", "dialog");
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  expect(store.getState().session).toMatchObject({ lost: false, visit: true });
  const joined = calls.find(({ method }) => method === "JoinChatQueue");
  expect(joined?.options.metadata).not.toHaveProperty("x-kajo-person");
});

it("CHA-04 goes on as theirs in a tab that shows a visitor's place, when they have signed in in another", async () => {
  const browser = { visit: true, signedIn: false, keeps: true };
  gateway(browser);
  let isClaimed = false;
  const { store, calls } = await open(
    `/chat/${chatId}`,
    service(
      () => waiting,
      ({ method, reply }) => {
        if (!browser.signedIn) return undefined;
        if (method === "ClaimVisitedChats") {
          isClaimed = true;
          return reply({ chatIds: [chatId] });
        }
        if (method === "KeepChatPlace" && !isClaimed) throw refused("not_found");
        if (method !== "GetChat") return undefined;
        if (!isClaimed) throw refused("not_found");
        return reply({ chat: { chatId, chatQueueId, chatQueueName: name, state: waiting } });
      },
    ),
  );
  await until(() => expect(page()).toContain("Jos kirjaudut nyt, pidät paikkasi jonossa."));
  await until(() => expect(calls.map(({ method }) => method)).toContain("KeepChatPlace"));
  browser.signedIn = true;
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  await until(() => expect(isClaimed).toBe(true));
  await until(() => {
    expect(page()).toContain("Edelläsi on 3 henkilöä");
    expect(page()).not.toContain("Jos kirjaudut nyt");
  });
  expect(calls.filter(({ method }) => method === "ClaimVisitedChats")).toHaveLength(1);
  expect(store.getState().session).toMatchObject({ lost: false, visit: true });
});

it.each([false, true])(
  "CHA-04 goes on as theirs in a tab that shows a visitor's chat, when they have signed in in another (taken over there: %s)",
  async (isClaimedThere) => {
    const browser = { visit: true, signedIn: false, keeps: true };
    gateway(browser);
    let isClaimed = false;
    const { store, calls } = await open(
      `/chat/${chatId}`,
      service(
        () => active,
        ({ method, reply }) => {
          if (!browser.signedIn) return undefined;
          if (method === "ClaimVisitedChats") {
            const chatIds = isClaimed ? [] : [chatId];
            isClaimed = true;
            return reply({ chatIds });
          }
          if (method !== "GetChat") return undefined;
          if (!isClaimed) throw refused("not_found");
          return reply({ chat: { chatId, chatQueueId, chatQueueName: name, state: active, messageMaxChars: 2_000 } });
        },
      ),
    );
    await until(() => expect(button("Lähetä")).toBeDefined());
    browser.signedIn = true;
    isClaimed = isClaimedThere;
    const { api } = await import("../../shared/src/rpc/api");
    await act(async () => void store.dispatch(api.util.invalidateTags([{ type: "Chat", id: chatId }])));
    const { isVisitor } = await import("../../shared/src/session/api");
    await until(() => {
      expect(isVisitor(store.getState())).toBe(false);
      expect(calls.map(({ method }) => method)).toContain("ClaimVisitedChats");
      expect(button("Lähetä")).toBeDefined();
    });
    expect(asked.filter((each) => each === "GET /api/session")).toHaveLength(2);
  },
);

it("CHA-04 leads from a visitor's chat to what is to be done before, where they have signed in in another tab", async () => {
  const browser = { visit: true, signedIn: false, keeps: true };
  gateway(browser);
  const { router } = await open(
    `/chat/${chatId}`,
    service(
      () => waiting,
      ({ method }) => {
        if (browser.signedIn && method === "KeepChatPlace") throw refused("entry_incomplete");
      },
    ),
  );
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  browser.signedIn = true;
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  await until(() => expect(router.state.location.pathname).toBe("/onboarding/contact-info"));
});

it.each(["/chat", `/chat/${chatId}`])(
  "CHA-04 takes over at %s what was begun in a visit, before it is shown",
  async (path) => {
    gateway({ visit: true, signedIn: true, keeps: true });
    const { calls } = await open(
      path,
      service(
        () => waiting,
        ({ method, reply }) => (method === "ClaimVisitedChats" ? reply({ chatIds: [chatId] }) : undefined),
      ),
    );
    await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
    const own = ["ClaimVisitedChats", "ListMyChats", "GetChat"];
    const methods = calls.map(({ method }) => method).filter((method) => own.includes(method));
    expect(methods[0]).toBe("ClaimVisitedChats");
    expect(methods.filter((method) => method === "ClaimVisitedChats")).toHaveLength(1);
  },
);

it("CHA-04 lists what is there where it could not be taken over, and tries again", async () => {
  gateway({ visit: true, signedIn: true, keeps: true });
  let isDown = true;
  await open(
    "/chat",
    service(
      () => (isDown ? undefined : waiting),
      ({ method, reply }) => {
        if (method !== "ClaimVisitedChats") return undefined;
        if (isDown) throw refused("internal");
        return reply({ chatIds: [chatId] });
      },
    ),
  );
  await until(() => expect(page()).toContain("Ennen kirjautumista aloittamiasi"));
  await until(() => expect(button("Liity jonoon")).toBeDefined());
  isDown = false;
  await press("Yritä uudelleen");
  await until(() => expect(page()).toContain("Olet jonossa: Sairaanhoitajan chat"));
  expect(page()).not.toContain("Ennen kirjautumista aloittamiasi");
});

it("CHA-04 takes over what was begun in a visit on whatever page they come in", async () => {
  gateway({ visit: true, signedIn: true, keeps: true });
  const { calls } = await open(
    "/settings",
    service(() => waiting),
  );
  await until(() => expect(calls.map(({ method }) => method)).toContain("ClaimVisitedChats"));
});

it("CHA-04 takes over what was begun in a visit when what stood before it is done", async () => {
  gateway({ visit: true, signedIn: true, keeps: true });
  let isEntering = true;
  const { store, calls } = await open(
    "/chat",
    service(
      () => waiting,
      ({ method, reply }) => {
        if (method !== "ClaimVisitedChats") return undefined;
        if (isEntering) throw refused("entry_incomplete");
        return reply({ chatIds: [chatId] });
      },
    ),
  );
  await until(() => expect(store.getState().session.entering).toBe(true));
  expect(page()).not.toContain("Ennen kirjautumista aloittamiasi");
  isEntering = false;
  const { sessionSlice } = await import("../../shared/src/session/slice");
  await act(async () => void store.dispatch(sessionSlice.actions.entered()));
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  expect(calls.filter(({ method }) => method === "ClaimVisitedChats")).toHaveLength(2);
});

it.each([`/chat/${chatId}`, `/events/transcript/${chatId}`])(
  "CHA-04 tells at %s that a chat which had ended before they signed in has not become theirs",
  async (path) => {
    gateway({ visit: true, signedIn: true, keeps: true });
    await open(
      path,
      service(
        () => ended,
        ({ method }) => {
          if (method === "GetChat") throw refused("not_found");
        },
      ),
    );
    await until(() => expect(document.querySelector("h1")).toHaveTextContent("Keskustelua ei löydy"));
    expect(page()).toContain("Jos keskustelu oli päättynyt ennen kuin kirjauduit sisään");
    expect(links()).toContain("/fi/chat");
  },
);
