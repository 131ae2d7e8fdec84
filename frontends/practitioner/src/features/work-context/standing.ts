/** What a professional may do, as the server tells it; the server decides again on each call. */
import type { LevelJson, ListWorkContextsResponseJson, PanelJson } from "@kajo/shared/rpc";
import { useWorkContexts } from "./api";

export interface Standing {
  readonly level: LevelJson;
  /** In a role at a location: without them nobody sees tasks, chats or patients, whatever the level. */
  readonly works: boolean;
  /** The modules of the admin panel that one may open. */
  readonly panels: ReadonlySet<PanelJson>;
}

export function standingOf({ level, roleId, locationId, panels }: ListWorkContextsResponseJson): Standing {
  return {
    level: level ?? "LEVEL_UNSPECIFIED",
    works: Boolean(roleId && locationId),
    panels: new Set(panels?.map(({ panel }) => panel ?? "PANEL_UNSPECIFIED")),
  };
}

/** Whether somebody may enter the admin panel at all. */
export const isKeeper = ({ panels }: Standing) => panels.size > 0;

/** How somebody stands who is signed in; unknown while it is asked. */
export function useStanding(): Standing | undefined {
  const { data } = useWorkContexts();
  return data && standingOf(data);
}
