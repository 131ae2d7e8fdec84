const usualMs = { message: 5_000, mark: 8_000 };

/**
 * How long it can be taken back, in milliseconds. `KAJO_UNDO_MS` of the gateway stands above what is usual: it is written into the page
 * (shell.rs), for tests that would wait.
 */
export const undoMs = (what: keyof typeof usualMs): number =>
  Number(document.documentElement.dataset.undoMs) || usualMs[what];
