/** Prolongs the session, and learns how long it lasts. */
import { platformHeader } from "../../rpc/base-query";
import { newTrace } from "../../rpc/trace";

/** How long the session lasts from now when nobody uses it. */
const secondsHeader = "x-kajo-session-seconds";

export type KeptAlive = { readonly seconds: number } | "ended" | "unreachable";

export async function keepAlive(): Promise<KeptAlive> {
  try {
    const answer = await fetch("/api/session", { headers: { ...platformHeader, traceparent: newTrace().traceparent } });
    if (answer.status === 401) return "ended";
    const seconds = Number(answer.headers.get(secondsHeader));
    return answer.ok && seconds > 0 ? { seconds } : "unreachable";
  } catch {
    return "unreachable";
  }
}
