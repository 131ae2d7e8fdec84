/** Every page of both apps, opened once in Finnish: it is there, and has all of its texts. What else is asked of it, the tours ask. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { provideEino } from "../support/own-things";
import { settled, stateOf } from "../support/page";
import { administrator, doctor, nurse, resident } from "../support/people";
import { adminRoutes, calendarRoutes, findInbox, residentPaths, workRoutes } from "../support/routes";
import { sideBySide } from "../support/side-by-side";
import { practitionerUrl, residentUrl } from "../support/stack";
import { faultsOf, goWithin } from "../support/tour";

afterAll(closeBrowser);

const failed = /Odottamaton virhe|ei voitu avata|Istuntosi on päättynyt/;

async function look(page: Page, address: string): Promise<readonly string[]> {
  await settled(page);
  const state = await stateOf(page);
  const wrong = failed.test(state.heading) ? [state.heading] : [];
  return [...wrong, ...faultsOf(state, "fi")].map((fault) => `${address}: ${fault}`);
}

/** Goes from page to page within the app, as people do; `between` is a page that is like no other. */
async function walk(addresses: readonly string[], between: string, enter: () => Promise<Visit>) {
  const wrong: string[] = [];
  await sideBySide(addresses, enter, async ({ page }) => {
    await page.goto(between);
    // What is shown before any script has run goes nowhere yet.
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).waitFor();
    return async (address) => {
      const faults = await goWithin(page, address, { between, language: "fi" });
      wrong.push(...faults.map((fault) => `${address}: ${fault}`), ...(await look(page, address)));
    };
  });
  expect(wrong, wrong.join("\n")).toEqual([]);
}

it("shows a resident every page", { timeout: 120_000 }, async () => {
  const phone = { width: 360, height: 740 };
  const stranger = await visit(phone);
  const wrong: string[] = [];
  for (const path of ["/", "/authentication", "/access-denied"]) {
    await stranger.page.goto(`${residentUrl}/fi${path}`);
    wrong.push(...(await look(stranger.page, path)));
  }
  await stranger.context.close();
  expect(wrong, wrong.join("\n")).toEqual([]);

  await provideEino();
  const eino = await resident("Eino", phone);
  const paths = residentPaths("fi", await findInbox(eino.context));
  await eino.context.close();
  const addresses = paths.map((path) => residentUrl + path);
  await walk(addresses, `${residentUrl}/fi/language`, () => resident("Eino", phone));
});

it("shows professionals every page, and an administrator every panel", { timeout: 120_000 }, async () => {
  const base = `${practitionerUrl}/fi`;
  for (const [enter, paths] of [
    [() => nurse("Ritva"), workRoutes],
    [() => doctor("Mikko"), calendarRoutes],
    [() => administrator("Paula"), adminRoutes],
  ] as const) {
    await walk(
      paths.map((path) => base + path),
      `${base}/settings`,
      enter,
    );
  }
});
