/** The editors of digital paths, by the kind of path that each builds: where they are, and what they call it. */
import type { PathKindJson } from "@kajo/shared/rpc";

export const editors = {
  PATH_KIND_EVENTS: {
    list: "/admin/digipaths",
    add: "/admin/digipaths/new",
    one: "/admin/digipaths/$id",
    title: "digipaths.events.title",
    new: "digipaths.events.new",
  },
  PATH_KIND_BLOCKS: {
    list: "/admin/digipaths/v2",
    add: "/admin/digipaths/v2/new",
    one: "/admin/digipaths/v2/$id",
    title: "digipaths.title",
    new: "digipaths.new",
  },
} as const;

export type PathKind = keyof typeof editors;

/** What was kept before there were kinds is built of blocks. */
export const kindOf = (kind: PathKindJson | undefined): PathKind =>
  kind === "PATH_KIND_EVENTS" ? kind : "PATH_KIND_BLOCKS";
