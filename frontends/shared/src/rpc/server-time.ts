/** What time it is at the server: each answer about the session says so in its head. The clock of the device may be wrong. */
let aheadMs = 0;

export function hearServerTime(headers: Headers): void {
  const at = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** How far the server's clock is ahead of the one of the device; none while no answer has said it. */
export const serverAheadMs = (): number => aheadMs;
