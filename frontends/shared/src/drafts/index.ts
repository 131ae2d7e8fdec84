export { hasPending, intentStorage, loadDraft, pendingDraft, saveDraft } from "./draft";
export { narrower, toPatient } from "./local";
export { begunAhead, useBegun } from "./use-begun";
export { useDraft } from "./use-draft";
export { type EditState, hasEdit, useEdit } from "./use-edit";
export { useFound, useWritten, type WrittenDraft } from "./use-written";
