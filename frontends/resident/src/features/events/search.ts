/** Which kinds of events there are, and which of them the address names. */

/** As the address names them, in the order of the choices. */
export const kinds = [
  "messages",
  "chats",
  "appointments",
  "applications",
  "tasks",
  "surveys",
  "labresults",
  "prescriptions",
  "contents",
] as const;

export type Kind = (typeof kinds)[number];

const isKind = (value: unknown): value is Kind => (kinds as readonly unknown[]).includes(value);

/** Search of `/events`; without a kind: all of them. */
export const eventsSearch = ({ kind }: Record<string, unknown>): { kind?: Kind } => (isKind(kind) ? { kind } : {});

/** Whether a list that brings these kinds is to be fetched. */
export const isAsked = (chosen: Kind | undefined, ...brought: readonly Kind[]): boolean =>
  chosen === undefined || brought.includes(chosen);
