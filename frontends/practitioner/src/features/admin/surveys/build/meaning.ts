import { asFailure } from "@kajo/shared/errors";

/** The items that a refusal names as meaning something else now; undefined: it is another failure, or none. */
export function changedItems(error: unknown): readonly string[] | undefined {
  if (error === undefined) return undefined;
  const { reason, fields, params } = asFailure(error);
  const isIt = reason === "meaning_changed" || fields.some((field) => field.reason === "meaning_changed");
  // Of several fields each has its own arguments, under its name.
  const [, items = ""] = Object.entries(params).find(([name]) => name === "items" || name.endsWith(".items")) ?? [];
  return isIt ? items.split(",").filter(Boolean) : undefined;
}
