export { forgetDrafts, intentStorage, loadDraft, saveDraft } from "./draft";
export { useDraft } from "./use-draft";
