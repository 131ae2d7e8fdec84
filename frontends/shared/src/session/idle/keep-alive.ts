/** Prolongs the session, and learns how long it lasts. */
import { platformHeader } from "../../rpc/base-query";
import { hearServerTime } from "../../rpc/server-time";
import { newTrace } from "../../rpc/trace";
import { hearLasting } from "./lasting";

export type KeptAlive = "told" | "ended" | "unreachable";

export async function keepAlive(): Promise<KeptAlive> {
  try {
    const answer = await fetch("/api/session", { headers: { ...platformHeader, traceparent: newTrace().traceparent } });
    // No content: another tab has signed out, and the cookie is gone.
    if (answer.status === 401 || answer.status === 204) return "ended";
    hearServerTime(answer.headers);
    return answer.ok && hearLasting(answer.headers) ? "told" : "unreachable";
  } catch {
    return "unreachable";
  }
}
