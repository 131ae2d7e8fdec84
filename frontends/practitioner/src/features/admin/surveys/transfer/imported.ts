/** What was read of a file, on its way from the list to the editor of a new survey: in memory alone, and taken once. */
import type { SurveyDetailsJson } from "@kajo/shared/rpc";

let imported: SurveyDetailsJson | undefined;

export function putImported(details: SurveyDetailsJson): void {
  imported = details;
}

export function takeImported(): SurveyDetailsJson | undefined {
  const taken = imported;
  imported = undefined;
  return taken;
}
