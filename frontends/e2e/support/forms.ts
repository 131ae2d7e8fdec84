/** What stands above a form whose try did not go well. */
import type { Locator, Page } from "playwright-core";

/** What the person can put right. */
export const summary = (page: Page): Locator => page.getByRole("alert", { name: /^Korjaa/ });

/** What went wrong and is nothing to put right. */
export const unsuccessful = (page: Page): Locator => page.getByRole("alert", { name: "Tämä ei onnistunut" });
