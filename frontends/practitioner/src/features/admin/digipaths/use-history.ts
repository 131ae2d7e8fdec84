/** Undo and redo of an editor: by its buttons, and by Ctrl+Z and Ctrl+Shift+Z outside of fields, which have their own. */
import { useEffect, useEffectEvent, useState } from "react";
import { did, type History, lastDone, lastUndone, redo, undo, untouched } from "./build/history";

interface HistoryState<Value> {
  /** `field`: what is typed into the same one is undone together. */
  readonly change: (next: Value, field?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** `put` makes a value stand there; `onStep` hears of each that was gone back or forth to. */
export function useHistory<Value>(
  value: Value,
  put: (next: Value) => void,
  onStep: (way: "undone" | "redone") => void,
): HistoryState<Value> {
  const [history, setHistory] = useState<History<Value>>(untouched);
  const go = (way: "undone" | "redone") => {
    const step = (way === "undone" ? undo : redo)(history, value);
    if (!step) return;
    const [next, rest] = step;
    setHistory(rest);
    put(next);
    onStep(way);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    const way = key === "y" || (key === "z" && event.shiftKey) ? "redone" : key === "z" ? "undone" : undefined;
    if (way === undefined) return;
    event.preventDefault();
    go(way);
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return {
    change: (next, field) => {
      setHistory((before) => did(before, value, next, field));
      put(next);
    },
    undo: () => go("undone"),
    redo: () => go("redone"),
    canUndo: lastDone(history, value) !== undefined,
    canRedo: lastUndone(history, value) !== undefined,
  };
}

/** In a field that is written in, or in a dialog over the editor. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("dialog, textarea, input:not([type=checkbox]):not([type=radio]), [contenteditable=true]") !== null;
