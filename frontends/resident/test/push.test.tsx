/** On which devices one is told, and the switch of this one; the browser's part is played here, in the browser it is its own (e2e/tests). */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SwitchPushOnRequest } from "../../shared/src/rpc/gen/kajo/content/v1/push_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole } from "../../shared/test/screen";
import { fails, open, until } from "./open";

const page = "/settings/notifications";
const publicKey = btoa("the key of the platform").replaceAll("=", "");
const here = "0190f5a0-0000-7000-8000-0000000000b1";
const elsewhere = "0190f5a0-0000-7000-8000-0000000000b2";
const kept = "kajo.push.device";

const device = (pushDeviceId: string) => ({
  pushDeviceId,
  switchedOnAt: { seconds: BigInt(Date.parse("2026-11-20T10:00:00Z") / 1_000), nanos: 0 },
});

/** A server that knows on which devices one is told. */
function server(ids: readonly string[] = [], offered = publicKey) {
  const told = new Set(ids);
  return ({ method, request, reply }: SeenCall): unknown => {
    switch (method) {
      case "GetMyPush":
        return reply({ publicKey: offered, devices: [...told].map(device) });
      case "SwitchPushOn":
        told.add(here);
        return reply({ pushDeviceId: here });
      case "SwitchPushOff":
        told.delete((request as { pushDeviceId: string }).pushDeviceId);
        return reply({});
      default:
        return reply({});
    }
  };
}

/** The browser's part: what it may, what it answers when it is asked, and whether it is subscribed and can be. */
function play({
  permission = "default" as NotificationPermission,
  answer = "granted" as NotificationPermission,
  isSubscribed = false,
  isAway = false,
} = {}) {
  const seen = { asked: 0, registered: [] as string[], isSubscribed, isRegistered: isSubscribed };
  const subscription = {
    options: { applicationServerKey: Uint8Array.from("the key of the platform", (letter) => letter.charCodeAt(0)) },
    toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "own-key", auth: "own-secret" } }),
    unsubscribe: async () => {
      seen.isSubscribed = false;
    },
  };
  const registration = {
    active: {},
    pushManager: {
      getSubscription: async () => (seen.isSubscribed ? subscription : null),
      subscribe: async () => {
        if (isAway) throw new DOMException("push service error", "AbortError");
        seen.isSubscribed = true;
        return subscription;
      },
    },
    unregister: async () => {
      seen.isRegistered = false;
    },
  };
  vi.stubGlobal("PushManager", class {});
  const notification = {
    permission,
    requestPermission: async () => {
      seen.asked += 1;
      if (notification.permission === "default") notification.permission = answer;
      return notification.permission;
    },
  };
  vi.stubGlobal("Notification", notification);
  put("serviceWorker", {
    getRegistration: async () => (seen.isRegistered ? registration : undefined),
    register: async (address: string) => {
      seen.registered.push(address);
      seen.isRegistered = true;
      return registration;
    },
  });
  return seen;
}

const put = (name: string, value: unknown) => Object.defineProperty(navigator, name, { configurable: true, value });

beforeEach(() => window.localStorage.clear());

afterEach(() => {
  for (const name of ["serviceWorker", "standalone"]) Reflect.deleteProperty(navigator, name);
});

const main = () => document.querySelector("main")?.textContent ?? "";
const own = () => byRole("switch") as HTMLInputElement;
const press = async (role: string, name?: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
const names = (calls: readonly SeenCall[]) => calls.map(({ method }) => method).filter((name) => /^Switch/.test(name));
const said = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();

it("CMS-08 asks for permission when the switch is pressed and not before, and then has this device told", async () => {
  const browser = play();
  const { calls } = await open(page, server());
  await until(() => expect(own()).toHaveAccessibleDescription("Ilmoitukset ovat pois päältä tällä laitteella."));
  expect([browser.asked, browser.registered]).toEqual([0, []]);
  expect(own().checked).toBe(false);
  await press("switch");
  await until(() => expect(own()).toHaveAccessibleDescription("Ilmoitukset ovat päällä tällä laitteella."));
  expect(own().checked).toBe(true);
  expect([browser.asked, browser.registered]).toEqual([1, ["/sw.js"]]);
  const request = calls.find(({ method }) => method === "SwitchPushOn")?.request as SwitchPushOnRequest;
  expect([request.endpoint, request.key, request.secret]).toEqual(["https://push.example/1", "own-key", "own-secret"]);
  expect(window.localStorage.getItem(kept)).toBe(here);
  // It is none of the others.
  expect(allByRole("heading", "Muut laitteet")).toEqual([]);
});

it("CMS-08 switches this device off, and takes away what the browser has of it", async () => {
  window.localStorage.setItem(kept, here);
  const browser = play({ permission: "granted", isSubscribed: true });
  const { calls } = await open(page, server([here]));
  await until(() => expect(own().checked).toBe(true));
  await press("switch");
  await until(() => expect(own()).toHaveAccessibleDescription("Ilmoitukset ovat pois päältä tällä laitteella."));
  expect(own().checked).toBe(false);
  expect(names(calls)).toEqual(["SwitchPushOff"]);
  expect([browser.isSubscribed, browser.isRegistered]).toEqual([false, false]);
  expect(window.localStorage.getItem(kept)).toBeNull();
});

it("CMS-08 explains how to allow what the browser refuses, and says why the switch is off", async () => {
  const browser = play({ permission: "denied" });
  const { calls } = await open(page, server());
  const why = "Ilmoitukset ovat pois päältä, koska selain estää ne.";
  await until(() => expect(own()).toHaveAccessibleDescription(why));
  expect(main()).toContain("Salli ilmoitukset tälle sivustolle");
  await press("switch");
  await until(() => expect(own()).toHaveAccessibleDescription(why));
  expect([own().checked, names(calls), browser.asked]).toEqual([false, [], 0]);
});

it("CMS-08 explains it as well to who refuses when they are asked", async () => {
  play({ answer: "denied" });
  const { calls } = await open(page, server());
  await press("switch");
  await until(() => expect(main()).toContain("Salli ilmoitukset tälle sivustolle"));
  expect([own().checked, names(calls)]).toEqual([false, []]);
});

it("CMS-08 says what to do to who has closed the question", async () => {
  play({ answer: "default" });
  await open(page, server());
  await press("switch");
  await until(() => expect(main()).toContain("Et vielä sallinut ilmoituksia."));
  expect(own().checked).toBe(false);
});

it("CMS-08 says that no device can be told yet, where the platform offers nothing", async () => {
  play();
  await open(page, server([], ""));
  await until(() => expect(main()).toContain("Ilmoitukset laitteille eivät ole vielä käytössä."));
  expect(allByRole("switch")).toEqual([]);
});

it("CMS-08 says that a browser cannot show any", async () => {
  await open(page, server());
  await until(() => expect(main()).toContain("Tämä selain ei voi näyttää ilmoituksia."));
  expect(allByRole("switch")).toEqual([]);
});

it("CMS-08 tells on an iPhone how to add it to the Home Screen", async () => {
  put("standalone", false);
  await open(page, server());
  await until(() => expect(main()).toContain("Valitse Lisää Koti-valikkoon."));
  expect(allByRole("switch")).toEqual([]);
});

it("CMS-08 lists other devices, and switches one of them off after a question", async () => {
  play({ permission: "granted", isSubscribed: true });
  window.localStorage.setItem(kept, here);
  const { calls } = await open(page, server([here, elsewhere]));
  const button = /^Ota pois päältä: Laite, otettu käyttöön .*2026/;
  await press("button", button);
  expect(names(calls)).toEqual([]);
  await press("button", "Ota pois päältä");
  await until(() => expect(allByRole("heading", "Muut laitteet")).toEqual([]));
  const request = calls.find(({ method }) => method === "SwitchPushOff")?.request as { pushDeviceId: string };
  expect(request.pushDeviceId).toBe(elsewhere);
  expect([own().checked, allByRole("button", button)]).toEqual([true, []]);
});

it("CMS-08 is off for who uses the browser after somebody who had switched it on", async () => {
  play({ permission: "granted", isSubscribed: true });
  window.localStorage.setItem(kept, here);
  await open(page, server([elsewhere]));
  await until(() => expect(own()).toHaveAccessibleDescription("Ilmoitukset ovat pois päältä tällä laitteella."));
  expect(own().checked).toBe(false);
});

it("CMS-08 says in words of its own that the browser's push service is away, and stays off", async () => {
  play({ isAway: true });
  const { calls } = await open(page, server());
  await press("switch");
  await until(() => expect(said()).toBe("Selaimen ilmoituspalvelu ei vastaa. Yritä hetken kuluttua uudelleen."));
  expect([own().checked, names(calls)]).toEqual([false, []]);
});

it("CMS-08 says why the platform refuses a browser, and stays off", async () => {
  play();
  const answer = server();
  await open(page, (call) => {
    if (call.method === "SwitchPushOn") throw refused("push_service_unknown");
    return answer(call);
  });
  await press("switch");
  await until(() => expect(said()).toContain("Palvelu ei voi lähettää ilmoituksia tälle selaimelle."));
  expect(own().checked).toBe(false);
});

it("CMS-08 stays on where switching off fails", async () => {
  const browser = play({ permission: "granted", isSubscribed: true });
  window.localStorage.setItem(kept, here);
  const answer = server([here]);
  await open(page, (call) => (call.method === "SwitchPushOff" ? fails(Code.internal)() : answer(call)));
  await until(() => expect(own().checked).toBe(true));
  await press("switch");
  await until(() => expect(said()).toContain("Ilmoituksia ei voitu ottaa pois päältä."));
  expect([own().checked, browser.isSubscribed, window.localStorage.getItem(kept)]).toEqual([true, true, here]);
});
