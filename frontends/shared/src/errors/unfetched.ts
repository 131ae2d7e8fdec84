/** Scripts and styles of the app that could not be fetched: nothing is broken, but the service cannot be reached, or is a newer one by now. */
import type { RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";

const unfetched = new WeakSet<Error>();

/** Remembers which errors are of that kind, whatever the browser calls them. */
export function noteUnfetched(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    unfetched.add(payload);
    // By the words of the browser the router would know it and load the page anew, also where there is nothing to load it from.
    payload.message = `not fetched: ${payload.message}`;
  });
}

export const isUnfetched = (error: unknown): boolean => error instanceof Error && unfetched.has(error);

/** As what people read. */
export const unreached: RpcFailure = { code: Code.unavailable, params: {}, fields: [], traceId: "" };

/** Browsers remember until the page is loaded anew what they could not fetch: without a connection they are not asked. */
export const fetchPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  navigator.onLine ? load() : Promise.reject(unreached);

/** Loads the page anew when there is somebody to load it from, and answers whether there is. */
export async function loadAnew(): Promise<boolean> {
  const found = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (found?.ok) window.location.reload();
  return found?.ok === true;
}
