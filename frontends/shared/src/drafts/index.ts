export { hasPending, intentStorage, keepDraftsOf, loadDraft, pendingDraft, saveDraft } from "./draft";
export { useDraft } from "./use-draft";
