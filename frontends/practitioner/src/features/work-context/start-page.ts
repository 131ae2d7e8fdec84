import type { LevelJson } from "@kajo/shared/rpc";

/** Where a day starts: with the tasks, and for administrators in the admin panel (IDN-05). */
export const startPage = (level: LevelJson | undefined) => (level === "LEVEL_ADMINISTRATOR" ? "/admin" : "/inbox");
