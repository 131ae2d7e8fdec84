import type { Ask } from "@kajo/shared/app";
import { workContextApi } from "./api";
import { standingOf } from "./standing";

/** Whether somebody works somewhere: before that there is no desk, and what is asked for it is refused. */
export async function isAtWork(ask: Ask): Promise<boolean> {
  const contexts = await ask(workContextApi.endpoints.listWorkContexts.initiate({}));
  return contexts !== undefined && standingOf(contexts).works;
}
