export { Form } from "./Form";
export { UnsavedDialog } from "./UnsavedDialog";
export { type UnsavedGuard, useUnsavedGuard } from "./use-unsaved-guard";
export { Wizard, type WizardStep } from "./Wizard";
