/** How a call stands for who is in it, of all ways together. */
import type { Connection } from "./transport";

const worst: readonly Connection[] = ["failed", "reconnecting", "connecting", "connected"];

/** `isHeard`: the server was heard last time it was asked. Who is alone is connected to all there are. */
export function connectionOf(connections: Iterable<Connection>, isHeard: boolean): Connection {
  const all: readonly Connection[] = [...connections, ...(isHeard ? [] : (["reconnecting"] as const))];
  return worst.find((each) => all.includes(each)) ?? "connected";
}
