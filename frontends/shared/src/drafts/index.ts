export { hasPending, intentStorage, keepDraftsOf, loadDraft, pendingDraft, saveDraft } from "./draft";
export { toPatient } from "./local";
export { useBegun } from "./use-begun";
export { useDraft } from "./use-draft";
export { type EditState, hasEdit, useEdit } from "./use-edit";
export { useFound, useWritten, type WrittenDraft } from "./use-written";
