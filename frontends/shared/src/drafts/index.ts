export { forgetDrafts, hasPending, intentStorage, loadDraft, pendingDraft, saveDraft } from "./draft";
export { FromElsewhere } from "./FromElsewhere";
export { Keeper, type Saved } from "./keeper";
export { narrower, toPatient, toQueue } from "./local";
export { begunAhead, useBegun } from "./use-begun";
export { useDraft } from "./use-draft";
export { type EditState, hasEdit, type Over, useEdit } from "./use-edit";
export { useFound } from "./use-found";
export { useWritten, type WrittenDraft } from "./use-written";
