export { undoMs } from "./times";
export { type Undoable, undoable } from "./undoable";
export { useUndoable } from "./use-undoable";
