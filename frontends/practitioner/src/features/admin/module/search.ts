/** What the address of a list of records says. */
import type { RecordStateJson } from "@kajo/shared/rpc";

export interface RecordSearch {
  readonly search?: string | undefined;
  /** Those in use when nothing is said. */
  readonly state?: "archived" | "all" | undefined;
}

export const stateOf = ({ state }: RecordSearch) => state ?? "active";

/** As the server names the states. */
export const recordStates = {
  active: "RECORD_STATE_ACTIVE",
  archived: "RECORD_STATE_ARCHIVED",
  all: "RECORD_STATE_UNSPECIFIED",
} as const satisfies Record<ReturnType<typeof stateOf>, RecordStateJson>;

/** Reads it; what is none of ours is left out. */
export function recordSearch({ search, state }: Record<string, unknown>): RecordSearch {
  return {
    ...(typeof search === "string" && search ? { search } : {}),
    ...(state === "archived" || state === "all" ? { state } : {}),
  };
}
