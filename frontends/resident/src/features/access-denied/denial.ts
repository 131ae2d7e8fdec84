const denials = ["not-found", "non-disclosure", "foreign-identity"] as const;
export type Denial = (typeof denials)[number];

/** The search part of /access-denied; anything else is no reason. */
export function denialSearch(search: Record<string, unknown>): { reason?: Denial } {
  const reason = denials.find((each) => each === search["reason"]);
  return reason ? { reason } : {};
}
