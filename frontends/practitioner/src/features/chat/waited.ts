/** How long somebody has waited. */
export interface Waited {
  readonly hours: number;
  readonly minutes: number;
}

/** In whole minutes; a clock that is behind the server's shows none. */
export function waited(since: string | undefined, now: number): Waited {
  const all = since ? Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)) : 0;
  return { hours: Math.floor(all / 60), minutes: all % 60 };
}
