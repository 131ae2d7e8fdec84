/** The page of guests, who come by a link to a remote appointment; with the services and three browsers it is shown in e2e. */
import { act, createElement } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { fails, id, open, until } from "./open";

interface PanelProps {
  readonly callId: string;
  readonly isOrganiser: boolean;
  readonly mayEnd: boolean;
  readonly name: string;
  readonly lobbyText: string;
  readonly onOver: () => void;
  readonly onRefused: () => void;
}

/** The call has tests of its own. */
vi.mock("@kajo/shared/call", async (original) => ({
  ...(await original<typeof import("@kajo/shared/call")>()),
  CallPanel: ({ callId, isOrganiser, mayEnd, name, lobbyText, onOver, onRefused }: PanelProps) =>
    createElement("section", { "aria-label": isOrganiser || mayEnd ? "kutsujan puhelu" : "kutsutun puhelu" }, [
      createElement("p", { key: "call" }, `${callId} ${name}: ${lobbyText}`),
      createElement("button", { key: "over", onClick: onOver, type: "button" }, "Sulje puhelu"),
      createElement("button", { key: "refused", onClick: onRefused, type: "button" }, "Poistettu puhelusta"),
    ]),
}));

const invitationId = "0190f5a0-0000-7000-8000-0000000000d1";
const callId = "0190f5a0-0000-7000-8000-0000000000e1";
const secret = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k";
const path = `/meetup/${invitationId}`;
const link = `${path}#${secret}`;

const minuteMs = 60_000;
const stamp = (ms: number) => ({ seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 });

const details = {
  guestName: "Tytär Virtanen",
  patientGivenName: "Eino",
  practitionerName: "Sari Hoitaja",
  place: { name: "Keskustan terveysasema", address: "Kauppakatu 1" },
};

/** One that begins so long from now. */
function meeting(startsInMs: number, changes: object = {}) {
  const start = Date.now() + startsInMs;
  const detailsFrom = start - 15 * minuteMs;
  return {
    state: 1,
    span: { startsAt: stamp(start), minutes: 30 },
    joining: { opensAt: stamp(start - 5 * minuteMs), closesAt: stamp(start + 60 * minuteMs) },
    detailsFrom: stamp(detailsFrom),
    ...(Date.now() >= detailsFrom ? { details } : {}),
    ...changes,
  };
}

const cancelled = { state: 2 };
const over = { state: 3 };

/** Answers as the service would, with what holds at that moment. */
function service(now: () => object, enter?: (reply: SeenCall["reply"]) => unknown) {
  return ({ method, reply }: SeenCall): unknown => {
    if (method === "GetMeeting") return reply(now());
    if (method === "EnterMeeting") return enter ? enter(reply) : reply({ callId });
    return reply();
  };
}

const eino = {
  user: {
    name: { text: "Eino Saarinen", given: "Eino", family: "Saarinen" },
    identifier: { system: "test", value: "eino" },
    personId: id,
  },
};

let asked: string[] = [];

/** Answers as the gateway would, to a browser that keeps cookies unless it is said otherwise. */
function gateway(browser: { visit?: boolean; readonly signedIn?: boolean; readonly keeps?: boolean } = {}) {
  vi.stubGlobal("fetch", async (to: string, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${to}`);
    if (to === "/api/visit") browser.visit = browser.keeps ?? true;
    const headers: HeadersInit = browser.visit
      ? { "x-kajo-visit": "1", "x-kajo-draft-key": btoa("guest".padEnd(32, ".")) }
      : {};
    if (to === "/api/session" && browser.signedIn) {
      return new Response(JSON.stringify(eino), { headers: { ...headers, "x-kajo-session-seconds": "900" } });
    }
    return new Response(null, { status: 204, headers });
  });
}

const main = () => document.querySelector("main")?.textContent ?? "";
const heading = () => document.querySelector("main h1")?.textContent;
const button = (words: string) =>
  [...document.querySelectorAll<HTMLButtonElement>("main button")].find(({ textContent }) => textContent === words);
/** `undefined` while it is not there. */
const isInactive = () => {
  const join = button("Liity");
  return join && join.getAttribute("aria-disabled") === "true";
};
const press = async (words: string) => {
  await until(() => expect(button(words)?.getAttribute("aria-disabled"), words).toBeNull());
  await act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });
};
const panel = () => document.querySelector("section[aria-label='kutsutun puhelu']");
const field = () => document.querySelector<HTMLInputElement>("main input[name=name]");
const type = (text: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(field(), text);
    field()?.dispatchEvent(new Event("input", { bubbles: true }));
  });
/** Whoever comes back to the page sees how it stands. */
const lookAgain = () => act(async () => void window.dispatchEvent(new Event("focus")));
const methods = (calls: readonly SeenCall[], name: string) => calls.filter(({ method }) => method === name);

// What comes to pass within seconds is not to wait for the code of the page.
beforeAll(async () => void (await import("../src/features/appointments/meetup/MeetupPage")), 60_000);

beforeEach(() => {
  asked = [];
  sessionStorage.clear();
  gateway();
});

it("SCH-09 shows anybody with the link when it is and from when on one can come, and no more so far ahead", async () => {
  const { calls } = await open(
    link,
    service(() => meeting(40 * minuteMs)),
  );
  await until(() => expect(heading()).toBe("Etävastaanotto"));
  expect(document.title).toMatch(/^Etävastaanotto \|/);
  expect(main()).toContain("eikä sinun tarvitse kirjautua");
  expect(main()).toMatch(/klo \d\d:\d\d Suomen aikaa/);
  expect(main()).toMatch(/Tarkemmat tiedot näytetään klo \d\d:\d\d Suomen aikaa alkaen\./);
  expect(main()).toMatch(/Voit liittyä klo \d\d:\d\d Suomen aikaa alkaen\./);
  expect(main()).toMatch(/Aikaa liittymiseen: 3[45] min/);
  expect(main()).toContain("Pidä tämä sivu auki tai palaa tänne samalla linkillä.");
  expect(button("Aloita kokeilu")).toBeDefined();
  expect([field(), button("Liity")]).toEqual([null, undefined]);
  // Opening the link begins a visit, and says the secret to the service alone.
  expect(asked.filter((each) => each === "POST /api/visit")).toHaveLength(1);
  expect(asked.join()).not.toContain(secret);
  expect(methods(calls, "GetMeeting").map(({ request }) => request)).toMatchObject([{ invitationId, secret }]);
  expect(JSON.stringify(methods(calls, "GetMeeting").map(({ options }) => options.metadata))).not.toContain(secret);
});

it("SCH-09 lets who is signed in come as that, without a visit", async () => {
  gateway({ signedIn: true });
  const { calls } = await open(
    link,
    service(() => meeting(minuteMs)),
  );
  await until(() => expect(isInactive()).toBe(false));
  expect(asked).not.toContain("POST /api/visit");
  expect(methods(calls, "GetMeeting")[0]?.options.metadata).toMatchObject({ "x-kajo-person": id });
});

it("SCH-09 goes on by a visit of its own when the session or the visit is over while one is here", async () => {
  const browser = { visit: false, signedIn: true };
  gateway(browser);
  let isKnown = true;
  const { store } = await open(
    link,
    service(() => (isKnown ? meeting(minuteMs) : fails(16)())),
  );
  await until(() => expect(isInactive()).toBe(false));
  browser.signedIn = false;
  const { sessionSlice } = await import("../../shared/src/session/slice");
  await act(async () => void store.dispatch(sessionSlice.actions.lost()));
  await until(() => expect(store.getState().session).toMatchObject({ lost: false, visit: true }));
  await until(() => expect(isInactive()).toBe(false));

  isKnown = false;
  browser.visit = false;
  await lookAgain();
  await until(() => expect(asked.filter((each) => each === "POST /api/visit")).toHaveLength(2));
  isKnown = true;
  await lookAgain();
  await until(() => expect(isInactive()).toBe(false));
});

it("SCH-09 says that the browser keeps no cookies, and tries again", async () => {
  gateway({ keeps: false });
  const answer = service(() => meeting(minuteMs));
  await open(link, answer);
  await until(() => expect(main()).toContain("Selain ei säilyttänyt evästettä"));
  expect(main()).not.toContain("Jonoon");
  gateway();
  await press("Yritä uudelleen");
  await until(() => expect(isInactive()).toBe(false));
});

it("SCH-09 asks again by itself when details are told, and shows unit, professional and the first name", async () => {
  let coming: object | undefined;
  let due = 0;
  const { calls } = await open(
    link,
    service(() => {
      due ||= Date.now() + 1_500;
      coming ??= meeting(15 * minuteMs + 1_500);
      return Date.now() < due ? coming : { ...coming, details };
    }),
  );
  await until(() => expect(main()).toContain("Tarkemmat tiedot näytetään"));
  await until(() => expect(main()).toContain("Sinut on kutsuttu etävastaanotolle, jossa asiakkaana on Eino."));
  for (const told of ["Keskustan terveysasema, Kauppakatu 1", "Sari Hoitaja"]) expect(main()).toContain(told);
  expect(main()).not.toContain("Tarkemmat tiedot näytetään");
  expect(document.querySelector("main [role=status]")).toHaveTextContent("jossa asiakkaana on Eino.");
  expect(field()).toHaveValue("Tytär Virtanen");
  expect(isInactive()).toBe(true);
  expect(document.getElementById(button("Liity")?.getAttribute("aria-describedby") ?? "")).toHaveTextContent(
    /^Voit liittyä klo/,
  );
  expect(methods(calls, "GetMeeting").length).toBeGreaterThan(1);
});

it("SCH-09 lets one join on an open page from the moment on, and not before", async () => {
  let opening: object | undefined;
  const { calls } = await open(
    link,
    service(() => {
      opening ??= meeting(5 * minuteMs + 1_500);
      return opening;
    }),
  );
  await until(() => expect(isInactive()).toBe(true));
  await act(async () => button("Liity")?.click());
  await until(() => expect(isInactive()).toBe(false));
  expect(methods(calls, "EnterMeeting")).toEqual([]);
  const said = () => [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
  await until(() => expect(said()).toContain("Voit liittyä nyt."));
});

it("SCH-09 keeps the name that was typed while it asks anew, and says what is wrong with it beside it", async () => {
  let now: object = meeting(minuteMs);
  const { calls } = await open(
    link,
    service(() => now),
  );
  await until(() => expect(field()).toHaveValue("Tytär Virtanen"));
  await type("Liisa");
  now = { ...now, details: { ...details, guestName: "Joku Muu" } };
  await lookAgain();
  await until(() => expect(methods(calls, "GetMeeting")).toHaveLength(2));
  expect(field()).toHaveValue("Liisa");

  for (const [wrong, words] of [
    ["  ", "Tämä kenttä on pakollinen."],
    ["x".repeat(201), "Teksti on liian pitkä. Enintään 200 merkkiä."],
  ] as const) {
    await type(wrong);
    await press("Liity");
    await until(() => expect(document.activeElement).toBe(field()));
    const described = field()?.getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)).toHaveTextContent(words);
    expect(field()).toHaveAttribute("aria-invalid", "true");
  }
  expect(methods(calls, "EnterMeeting")).toEqual([]);
});

it("SCH-09 SCH-10 comes to the call by the name that was typed, and back with it; the secret stays in the address", async () => {
  const { calls, router, store } = await open(
    link,
    service(() => meeting(minuteMs)),
  );
  await until(() => expect(field()).not.toBeNull());
  await type(" Liisa Virtanen ");
  await press("Liity");
  await until(() => expect(panel()).toHaveTextContent(`${callId} Liisa Virtanen: Odota tällä sivulla.`));
  const entered = methods(calls, "EnterMeeting");
  expect(entered.map(({ request }) => request)).toMatchObject([{ invitationId, secret }]);
  expect(entered[0]?.options.metadata).toHaveProperty("idempotency-key");
  // The camera is the one of the call now.
  expect(button("Aloita kokeilu")).toBeUndefined();
  await until(() => expect(router.state.location).toMatchObject({ search: { join: true }, hash: secret }));
  expect(router.state.location.searchStr).not.toContain(secret);

  await press("Sulje puhelu");
  await until(() => expect(field()).toHaveValue(" Liisa Virtanen "));
  expect(router.state.location).toMatchObject({ search: {}, hash: secret });
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(secret);
  expect(document.title).not.toContain(secret);
  // Who leaves the page leaves nothing of it behind.
  await act(async () => void router.navigate({ to: "/cookies" }));
  await until(() => expect(heading()).toBe("Evästeasetukset"));
  await until(() => expect(JSON.stringify(Object.keys(store.getState().api.queries))).not.toContain(secret));
});

it("SCH-09 comes to the call at once after a reload, by the name that was typed before it", async () => {
  const answer = service(() => meeting(minuteMs));
  await open(link, answer);
  await until(() => expect(field()).not.toBeNull());
  await type("Liisa");
  const { calls } = await open(`${path}?join=true#${secret}`, answer);
  await until(() => expect(panel()).toHaveTextContent("Liisa: "));
  // Two times in this mode of React, and one intent.
  const keys = methods(calls, "EnterMeeting").map(({ options }) => options.metadata["idempotency-key"]);
  expect(new Set(keys).size).toBe(1);
  const early = await open(
    `${path}?join=true#${secret}`,
    service(() => meeting(30 * minuteMs)),
  );
  await until(() => expect(main()).toContain("Aikaa liittymiseen: "));
  expect(methods(early.calls, "EnterMeeting")).toEqual([]);
});

it.each([
  ["no secret", path],
  ["an id that is none", `/meetup/0190f5a0#${secret}`],
  ["a secret that is too long", `${path}#${"x".repeat(101)}`],
])("SCH-09 says that the link does not work, and asks nobody: %s", async (_what, to) => {
  const { calls, router } = await open(
    to,
    service(() => meeting(minuteMs)),
  );
  await until(() => expect(heading()).toBe("Linkki ei toimi"));
  expect(main()).toContain("Tarkista, että avasit koko linkin, tai pyydä uusi linkki siltä, joka kutsui sinut.");
  expect(router.state.location.pathname).toBe(to.split("#")[0]);
  expect([methods(calls, "GetMeeting"), asked.includes("POST /api/visit")]).toEqual([[], false]);
});

it("SCH-09 says of a link that opens nothing that it does not work, and does not try it again until it is another", async () => {
  const { calls, router } = await open(`${path}#half`, ({ request, reply }) => {
    if ((request as { secret?: string }).secret === "half") return fails(5)();
    return reply(meeting(minuteMs));
  });
  await until(() => expect(heading()).toBe("Linkki ei toimi"));
  await lookAgain();
  expect(methods(calls, "GetMeeting")).toHaveLength(1);
  // The whole of it, pasted into the same tab.
  await act(async () => void router.history.push(`/fi${link}`));
  await until(() => expect(isInactive()).toBe(false));
});

it("SCH-09 says until when a link is shut, and tries again by itself", async () => {
  let shutUntil: Date | undefined;
  const { calls } = await open(
    link,
    service(() => {
      shutUntil ??= new Date(Date.now() + 1_500);
      if (Date.now() >= shutUntil.getTime()) return meeting(minuteMs);
      throw refused("link_shut", { until: shutUntil.toISOString() });
    }),
  );
  await until(() => expect(document.querySelector("main [role=alert]")).toHaveTextContent(/hetken suljettu/));
  expect(main()).toMatch(/Tämä sivu yrittää itse uudelleen klo \d\d:\d\d Suomen aikaa\./);
  expect(heading()).toBe("Etävastaanotto");
  await until(() => expect(isInactive()).toBe(false));
  expect(methods(calls, "GetMeeting").length).toBeGreaterThan(1);
});

it("SCH-09 says what could not be loaded, and tries again", async () => {
  let isBroken = true;
  await open(
    link,
    service(() => {
      if (isBroken) return fails(14)();
      return meeting(minuteMs);
    }),
  );
  await until(() => expect(main()).toContain("Etävastaanoton tietoja ei voitu ladata."));
  isBroken = false;
  await press("Yritä uudelleen");
  await until(() => expect(isInactive()).toBe(false));
});

it("SCH-09 says on an open page that it was moved and to when, then that it is cancelled, and no more", async () => {
  let now: object = meeting(minuteMs);
  await open(
    link,
    service(() => now),
  );
  await until(() => expect(isInactive()).toBe(false));
  now = meeting(24 * 60 * minuteMs);
  await lookAgain();
  await until(() => expect(document.activeElement).toHaveTextContent(/^Aika on siirretty\.$/));
  expect(main()).toMatch(/Uusi aika: .*Aiempi aika: /);
  expect(button("Liity")).toBeUndefined();

  now = cancelled;
  await lookAgain();
  await until(() => expect(document.activeElement).toHaveTextContent(/^Aika on peruttu\.$/));
  expect(main()).toBe("EtävastaanottoAika on peruttu.");
});

it("SCH-09 says that it is over, and thanks", async () => {
  await open(
    link,
    service(() => over),
  );
  await until(() => expect(main()).toBe("EtävastaanottoEtävastaanotto on päättynyt.Kiitos! Voit sulkea tämän sivun."));
});

it("SCH-09 says of what was cancelled or is over during a call after the call", async () => {
  let now: object = meeting(minuteMs);
  const { calls } = await open(
    link,
    service(() => now),
  );
  await press("Liity");
  await until(() => expect(panel()).not.toBeNull());
  now = cancelled;
  await lookAgain();
  await until(() => expect(methods(calls, "GetMeeting")).toHaveLength(2));
  expect(main()).not.toContain("Aika on peruttu.");
  await press("Sulje puhelu");
  await until(() => expect(document.activeElement).toHaveTextContent(/^Aika on peruttu\.$/));
  expect(panel()).toBeNull();
});

it("SCH-09 says that the link does not work any more when the guest takes part no more, also in a call", async () => {
  let isPart = true;
  await open(
    link,
    service(() => {
      if (isPart) return meeting(minuteMs);
      throw refused("not_found");
    }),
  );
  await press("Liity");
  await until(() => expect(panel()).not.toBeNull());
  isPart = false;
  await press("Poistettu puhelusta");
  await until(() => expect(heading()).toBe("Linkki ei toimi enää"));
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(document.querySelector("main h1"));
});

it.each([
  ["join_not_yet", "Etävastaanotolle ei voi vielä liittyä."],
  ["join_over", "Etävastaanotto on päättynyt, eikä siihen voi enää liittyä."],
  ["join_cancelled", "Aika on peruttu, eikä siihen voi liittyä."],
])("SCH-09 says why one could not join (%s), and asks anew", async (reason, why) => {
  const { calls } = await open(
    link,
    service(
      () => meeting(minuteMs),
      () => {
        throw refused(reason);
      },
    ),
  );
  await press("Liity");
  await until(() =>
    expect(document.querySelector("main [role=alert]")).toHaveTextContent(`Etävastaanotolle ei voitu liittyä. ${why}`),
  );
  await until(() => expect(methods(calls, "GetMeeting")).toHaveLength(2));
});

it("SCH-09 keeps the secret in the address when another language is chosen, and when one skips to the page", async () => {
  const { router } = await open(
    `${path}?join=true#${secret}`,
    service(() => meeting(30 * minuteMs)),
  );
  await until(() => expect(main()).toContain("Aikaa liittymiseen: "));
  await act(async () => document.getElementById("language-menu")?.click());
  const links = () => [...document.querySelectorAll("header a[hreflang]")].map((each) => each.getAttribute("href"));
  await until(() => expect(links()).toContain(`/sv${path}?join=true#${secret}`));
  const skip = document.querySelector<HTMLAnchorElement>("a[href='#main']");
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  await act(async () => void skip?.dispatchEvent(click));
  expect(click.defaultPrevented).toBe(true);
  expect(document.activeElement).toBe(document.getElementById("main"));
  expect(router.state.location.hash).toBe(secret);
});
