/**
 * Browsers that are told something by push, in a place without push services. A browser here subscribes at that of the simulators, which reads what
 * comes as the browser itself would; what it read is handed to the worker by the browser's own tools. The packaged Chromium shows no notifications,
 * and says to its pages that they are denied, whatever is allowed: so pages are told that they are not, and what the worker has shown is noted in
 * the worker.
 */
import type { APIRequestContext, BrowserContext, Page, Worker } from "playwright-core";
import { PushService } from "../../shared/src/rpc/gen/kajo/content/v1/push_pb";
import { sentTo } from "./outbox";
import { call } from "./rpc";
import { read, residentUrl } from "./stack";

const { getMyPush, switchPushOff, switchPushOn } = PushService.method;

/** As a browser tells it to its page. */
interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What a device is told. */
export interface Told {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly url: string;
  readonly tag: string;
}

async function subscribe(applicationServerKey: string): Promise<Subscription> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/push/subscriptions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ applicationServerKey }),
  });
  if (!answer.ok) throw new Error(`the simulators answered ${answer.status}`);
  return (await answer.json()) as Subscription;
}

/** What has come for it, the newest last, as the worker gets it. */
async function cameTo({ endpoint }: Subscription): Promise<readonly string[]> {
  return sentTo(`push:${endpoint.split("/").at(-1) ?? ""}`);
}

/** A device of a resident that has no page here. */
interface Elsewhere {
  readonly came: () => Promise<readonly string[]>;
  readonly switchOff: () => Promise<void>;
}

/** A resident has switched it on somewhere else. */
export async function elsewhere(http: APIRequestContext): Promise<Elsewhere> {
  const { publicKey } = await call(http, residentUrl, getMyPush, {});
  const made = await subscribe(publicKey);
  const { p256dh, auth } = made.keys;
  const on = { endpoint: made.endpoint, key: p256dh, secret: auth };
  const { pushDeviceId } = await call(http, residentUrl, switchPushOn, on);
  return {
    came: () => cameTo(made),
    switchOff: async () => {
      await call(http, residentUrl, switchPushOff, { pushDeviceId });
    },
  };
}

/** The devices on which a resident is told, by id. */
export async function devicesOf(http: APIRequestContext): Promise<readonly string[]> {
  const { devices } = await call(http, residentUrl, getMyPush, {});
  return devices.map(({ pushDeviceId }) => pushDeviceId);
}

/** In a page: the browser allows notifications, and has a push service. A subscription outlives its page. */
function pretend(): void {
  if (!("PushManager" in window)) return;
  type Made = Subscription & { readonly applicationServerKey: string };
  const kept = "test.subscription";
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0)).buffer;
  const current = () => {
    const text = localStorage.getItem(kept);
    if (!text) return null;
    const { endpoint, keys, applicationServerKey } = JSON.parse(text) as Made;
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytes(applicationServerKey) },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.removeItem(kept);
        return true;
      },
    };
  };
  const outside = window as unknown as { subscribeOutside(key: string): Promise<Subscription> };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current(),
    subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: string }) => {
      const made = await outside.subscribeOutside(applicationServerKey);
      localStorage.setItem(kept, JSON.stringify({ ...made, applicationServerKey }));
      return current();
    },
  });
  Object.defineProperty(Notification, "permission", { configurable: true, get: () => "granted" });
  Notification.requestPermission = async () => "granted";
}

/** This device, as its push service knows it. */
interface ThisDevice {
  /** Whether it has subscribed. */
  readonly hasSubscribed: () => boolean;
  /** What has come for it, the newest last, as its worker gets it. */
  readonly came: () => Promise<readonly string[]>;
}

/** The pages of this browser can be told by push from their next one on, and their person allows it. */
export async function withPush(context: BrowserContext): Promise<ThisDevice> {
  let made: Subscription | undefined;
  await context.grantPermissions(["notifications"], { origin: residentUrl });
  await context.exposeFunction("subscribeOutside", async (applicationServerKey: string) => {
    made = await subscribe(applicationServerKey);
    return made;
  });
  await context.addInitScript(pretend);
  return { hasSubscribed: () => made !== undefined, came: async () => (made ? cameTo(made) : []) };
}

/** A person does not want notifications of this app, and has said so to the browser of a page. */
export async function refusePush(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  const { browserContextId } = targetInfo;
  await devtools.send("Browser.setPermission", {
    permission: { name: "notifications" },
    setting: "denied",
    origin: residentUrl,
    ...(browserContextId ? { browserContextId } : {}),
  });
  await devtools.detach();
}

/** The worker of the residents' app, which notes from now on what it shows. */
export async function worker(context: BrowserContext): Promise<Worker> {
  const found = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await found.evaluate(() => {
    const shown: object[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      shown.push({ title, ...options });
    };
  });
  return found;
}

/** What a worker has shown. */
export const shownBy = (found: Worker): Promise<readonly object[]> =>
  found.evaluate(() => (globalThis as unknown as { readonly shown: readonly object[] }).shown);

/** Hands the worker of a page what came. */
export async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${residentUrl}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registration;
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: residentUrl, registrationId, data });
  await devtools.detach();
}
