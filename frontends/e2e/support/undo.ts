import type { Page } from "playwright-core";

/** Until the page is loaded anew. `KAJO_UNDO_MS` of the gateway says it in the same place. */
const undoWithin = (page: Page, ms: number | ""): Promise<void> =>
  page.evaluate((given) => {
    document.documentElement.dataset.undoMs = String(given);
  }, ms);

/** What can be taken back is done at once: for tests that are not about taking back. */
export const undoNothing = (page: Page): Promise<void> => undoWithin(page, 1);

/** What can be taken back waits for it longer than any test lasts: for tests that take back, or leave, on a machine that may stand still. */
export const undoAtLeisure = (page: Page): Promise<void> => undoWithin(page, 600_000);

export const undoAsUsual = (page: Page): Promise<void> => undoWithin(page, "");
