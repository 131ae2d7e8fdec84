/** Where the stream of this tab begins: the answer about its session says so in its head, before the page fetches anything. */
const cursorHeader = "x-kajo-live-cursor";

let cursor = "";

/** Keeps the first one: what was fetched since then may have changed since then. */
export function hearStreamCursor(headers: Headers): void {
  cursor ||= headers.get(cursorHeader) ?? "";
}

/** Empty when no answer said it: the stream begins wherever it stands. */
export const firstStreamCursor = (): string => cursor;
