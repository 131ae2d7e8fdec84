/** What paths refer to, by kind: its names, and what can be chosen. Pure. */
import type { ListPathReferencesResponseJson, NameJson } from "@kajo/shared/rpc";

/** As the service calls them in its problems. */
export type ReferenceKind = "service" | "content" | "survey" | "queue" | "role";

const lists = {
  service: "services",
  content: "serviceContents",
  survey: "surveys",
  queue: "taskQueues",
  role: "bookingRoles",
} as const satisfies Readonly<Record<ReferenceKind, keyof ListPathReferencesResponseJson>>;

const namesOf = (all: ListPathReferencesResponseJson, kind: ReferenceKind): readonly NameJson[] =>
  all[lists[kind]] ?? [];

/** What is known of one: its name, that it is no more, or that its owner does not answer. */
export function known(
  all: ListPathReferencesResponseJson,
  kind: ReferenceKind,
  id: string,
): NameJson | "gone" | "away" {
  return namesOf(all, kind).find((name) => name.id === id) ?? (all.away?.includes(kind) ? "away" : "gone");
}

/** What is offered: what is in use, and what is chosen already, whatever has become of it. */
export const offered = (
  all: ListPathReferencesResponseJson,
  kind: ReferenceKind,
  chosen: readonly string[],
): readonly string[] => {
  const names = namesOf(all, kind);
  const here = names.filter(({ id = "", archived }) => !archived || chosen.includes(id)).map(({ id = "" }) => id);
  return [...here, ...chosen.filter((id) => id !== "" && !here.includes(id))];
};
