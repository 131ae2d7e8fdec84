/** Which service area a new message belongs to. */
import { loadDraft } from "@kajo/shared/drafts";

/** What was chosen is kept from step to step. */
export const areaDraft = { name: "new.area", empty: { areaId: "" } };

export const keptArea = () => loadDraft(areaDraft.name, areaDraft.empty).areaId;

/** Where there is only one nobody has to choose it; one that is offered no more is not chosen. */
export function areaOf(offered: readonly string[], chosen: string): string {
  const [only] = offered.length === 1 ? offered : [];
  return only ?? (offered.includes(chosen) ? chosen : "");
}
