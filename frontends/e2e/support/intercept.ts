/** Standing between the browser and the server. */
import type { Page, Route } from "playwright-core";

/** What the browser says of a call to a page that is gone. */
const gone = /has been closed/;

/**
 * Lets `answer` treat every request whose address matches, until the answer of this is called. A request that is still under
 * way when the page closes ends with it: by itself the browser's library would fail the whole run for that, and no test.
 */
export async function intercept(
  page: Page,
  pattern: string,
  answer: (route: Route) => unknown,
): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    try {
      await answer(route);
    } catch (error) {
      if (!(error instanceof Error && gone.test(error.message))) throw error;
    }
  };
  await page.route(pattern, handle);
  return () => page.unroute(pattern, handle);
}
