import type { LevelJson } from "@kajo/shared/rpc";
import { useWorkContexts } from "./api";

/** Whether a level enters the admin panel (spec section 6). The server decides again on each call. */
export const isAdmin = (level: LevelJson | undefined) =>
  level === "LEVEL_RESPONSIBLE_USER" || level === "LEVEL_ADMINISTRATOR";

/** Whether a level keeps the system only: an administrator has no patients. The server decides again on each call. */
export const keepsSystem = (level: LevelJson | undefined) => level === "LEVEL_ADMINISTRATOR";

/** The level of who is signed in; unknown while it is asked. */
export function useLevel(): LevelJson | undefined {
  const { data } = useWorkContexts();
  return data && (data.level ?? "LEVEL_UNSPECIFIED");
}
