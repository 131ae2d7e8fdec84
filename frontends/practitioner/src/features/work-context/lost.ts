import { type Language, localized } from "@kajo/shared/i18n";
import type { ListWorkContextsResponseJson } from "@kajo/shared/rpc";

/** What was taken from somebody who worked, and what it is called. */
export interface Lost {
  readonly what: "role" | "location";
  readonly name: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Why one has to choose anew. */
    lost?: Lost | undefined;
  }
}

/** Nothing where both are still offered: then somebody has taken the choice back alone. */
export function lostSince(
  language: Language,
  before: ListWorkContextsResponseJson,
  now: ListWorkContextsResponseJson,
): Lost | undefined {
  const role = before.roles?.find(({ roleId }) => roleId === before.roleId);
  if (role && !now.roles?.some(({ roleId }) => roleId === role.roleId))
    return { what: "role", name: localized(language, role.name) };
  const location = before.locations?.find(({ locationId }) => locationId === before.locationId);
  if (location && !now.locations?.some(({ locationId }) => locationId === location.locationId))
    return { what: "location", name: location.name ?? "" };
  return undefined;
}
