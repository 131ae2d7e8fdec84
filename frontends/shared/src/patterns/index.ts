export { Form } from "./Form";
export { ListPage } from "./ListPage";
export { MasterDetail } from "./MasterDetail";
export { PrintButton, PrintView } from "./PrintView";
export { UnsavedDialog } from "./UnsavedDialog";
export { useDebounced } from "./use-debounced";
export { type UnsavedGuard, useUnsavedGuard } from "./use-unsaved-guard";
export { Wizard, type WizardStep } from "./Wizard";
