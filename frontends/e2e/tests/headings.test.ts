/** Every page of residents has one heading of the first level, whatever becomes of its data. */
import type { Page, Route } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { intercept } from "../support/intercept";
import { resident } from "../support/people";
import { findInboxOnce, residentPaths } from "../support/routes";
import { sideBySide } from "../support/side-by-side";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const headings = (page: Page) => page.getByRole("heading", { level: 1 }).allTextContents();

/** A refusal or a fault as the services tell it. */
const status = (code: number) => (route: Route) =>
  route.fulfill({
    status: 200,
    contentType: "application/grpc-web+proto",
    headers: { "grpc-status": String(code) },
  });

const ways: readonly (readonly [string, (route: Route) => unknown])[] = [
  ["nothing has come yet", () => undefined],
  ["nobody answers", (route) => route.abort()],
  ["it is not there", status(5)],
  ["the session is over", status(16)],
  ["something broke", status(13)],
];

it.each(ways)("has one where %s", { timeout: 4 * 60_000 }, async (_what, answer) => {
  const enter = () => resident("Eino", { width: 360 });
  const found = await findInboxOnce(enter);
  const wrong: string[] = [];
  await sideBySide(residentPaths("fi", found), enter, ({ page }) => async (path) => {
    const mend = await intercept(page, "**/kajo.*/*", answer);
    await page.goto(residentUrl + path);
    try {
      await expect.poll(async () => (await headings(page)).filter((text) => text !== "").length).toBe(1);
    } catch {
      wrong.push(`${path}: ${(await headings(page)).join(" | ") || "none"}`);
    }
    // Two alerts would say the same twice.
    const alerts = await page.getByRole("alert").count();
    if (alerts > 1) wrong.push(`${path}: ${alerts} alerts`);
    await mend();
  });
  expect(wrong).toEqual([]);
});
