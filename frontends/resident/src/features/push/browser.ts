/** What the browser has to do with being told on this device: whether it can, whether it may, and the subscription that it makes. */
import type { Subscription } from "./api";

/** Shows what comes (`public/sw.js`). It lies at the root, so that it stands for all pages. */
const worker = "/sw.js";

export interface ThisBrowser {
  /** `homeScreen`: iPhones and iPads can for what was added to their Home Screen, and this page was opened otherwise. */
  readonly can: "push" | "homeScreen" | "nothing";
  readonly permission: NotificationPermission;
  readonly isSubscribed: boolean;
}

const without = (can: ThisBrowser["can"]): ThisBrowser => ({
  can,
  permission: "default",
  isSubscribed: false,
});

const has = (name: string, place: object) => name in place;

export async function look(): Promise<ThisBrowser> {
  if (!has("PushManager", window)) {
    // Only browsers of these devices say so at all.
    const { standalone } = navigator as { readonly standalone?: boolean };
    return without(standalone === false ? "homeScreen" : "nothing");
  }
  if (!has("serviceWorker", navigator) || !has("Notification", window)) return without("nothing");
  try {
    const subscription = await (await registered())?.pushManager.getSubscription();
    return { can: "push", permission: Notification.permission, isSubscribed: subscription != null };
  } catch {
    // Where nothing may be kept, browsers have workers and refuse them, for example in a private window.
    return without("nothing");
  }
}

const registered = () => navigator.serviceWorker.getRegistration("/");

/** Registers the worker and subscribes. Throws where the browser does not get to its push service. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  const registration = await navigator.serviceWorker.register(workerAddress());
  await atWork(registration);
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  // One that was made with another key of the platform is good for nothing any more.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, key: keys.p256dh ?? "", secret: keys.auth ?? "" };
}

/** A browser subscribes no worker that is still on its way. `ready` would hold the one before, where that was switched off on this page. */
async function atWork({ active, waiting, installing }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
      if (coming.state === "redundant") reject(new Error("the browser did not take the worker"));
    });
  });
}

/** Base64url without padding, as the service says it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Nothing is sent there any more: what the browser still has of it is taken away as far as it lets us. */
export async function unsubscribe(): Promise<void> {
  try {
    const registration = await registered();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    await registration?.unregister();
  } catch {
    // It stays, and hears nothing.
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { readonly createScriptURL: (url: string) => string };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Pages may run no script from an address that is a mere text (services/gateway/src/headers.rs). The one policy that they may have knows the
 * worker alone.
 */
function workerAddress(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("kajo-worker", { createScriptURL: () => worker });
  return policy?.createScriptURL(worker) ?? worker;
}
