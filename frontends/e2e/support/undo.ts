import type { Page } from "playwright-core";

/**
 * Until the page is loaded anew, what can be taken back is done at once: for tests that are not about taking back. `KAJO_UNDO_MS` of the
 * gateway says it in the same place.
 */
export const undoNothing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.undoMs = "1";
  });
