export { intentStorage, keepDraftsOf, loadDraft, saveDraft } from "./draft";
export { useDraft } from "./use-draft";
