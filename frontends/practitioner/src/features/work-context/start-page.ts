import type { LevelJson } from "@kajo/shared/rpc";
import { keepsSystem } from "./use-level";

/** Where a day starts: with the tasks, and for who keeps the system in the admin panel (spec section 2, Login). */
export const startPage = (level: LevelJson | undefined) => (keepsSystem(level) ? "/admin" : "/inbox");
