// @module-tag long
/**
 * Every page of both apps in browsers that treat them badly: one that keeps nothing, and one that has translated what stands there. What else is
 * asked of a page, the tours ask.
 */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, type Visit } from "../support/browser";
import { settled, stateOf } from "../support/page";
import { administrator, doctor, nurse, resident } from "../support/people";
import { adminRoutes, calendarRoutes, findInbox, residentPaths, workRoutes } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";
import { goWithin } from "../support/tour";

afterAll(closeBrowser);

const lost = /Odottamaton virhe|ei voitu avata|Istuntosi on päättynyt/;

/** What a page is put through before it is looked at. */
type Treatment = (page: Page) => Promise<void>;

/** Goes from page to page within the app; answers with those that were lost. */
async function lostOf(
  own: Visit,
  addresses: readonly string[],
  between: string,
  treat: Treatment,
): Promise<readonly string[]> {
  const { page } = own;
  const wrong: string[] = [];
  const threw: string[] = [];
  page.on("pageerror", (error) => threw.push(error.message));
  await page.goto(between);
  await page.getByRole("button", { name: /Käyttäjävalikko/ }).waitFor();
  for (const address of addresses) {
    await goWithin(page, address, { between, language: "fi" });
    await settled(page);
    await treat(page);
    const { heading } = await stateOf(page);
    if (lost.test(heading) || threw.length > 0) wrong.push(`${address}: ${heading} ${threw.splice(0).join(" ")}`);
  }
  await own.context.close();
  return wrong;
}

async function lostOfBoth(prepare: (own: Visit) => Promise<void>, treat: Treatment): Promise<readonly string[]> {
  const eino = await resident("Eino", { width: 360, height: 740 });
  const paths = residentPaths("fi", await findInbox(eino.context));
  await prepare(eino);
  const wrong = [
    ...(await lostOf(
      eino,
      paths.map((path) => residentUrl + path),
      `${residentUrl}/fi/language`,
      treat,
    )),
  ];
  const base = `${practitionerUrl}/fi`;
  for (const [enter, routes] of [
    [() => nurse("Ritva"), workRoutes],
    [() => doctor("Mikko"), calendarRoutes],
    [() => administrator("Paula"), adminRoutes],
  ] as const) {
    const own = await enter();
    await prepare(own);
    wrong.push(
      ...(await lostOf(
        own,
        routes.map((path) => base + path),
        `${base}/settings`,
        treat,
      )),
    );
  }
  return wrong;
}

it("R-03 loses no page in a browser that keeps nothing", { timeout: 300_000 }, async () => {
  const wrong = await lostOfBoth(
    async ({ context }) => {
      await context.addInitScript(() => {
        for (const storage of ["localStorage", "sessionStorage"]) {
          Object.defineProperty(window, storage, {
            get() {
              throw new DOMException("The operation is insecure.", "SecurityError");
            },
          });
        }
      });
    },
    async () => undefined,
  );
  expect(wrong, wrong.join("\n")).toEqual([]);
});

/** Each text becomes a text in two elements of its own, as the translators of browsers leave it. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== "" && !text.parentElement?.closest("script, style, textarea, select, [translate=no]"))
      texts.push(text);
  }
  for (const text of texts) {
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}

it("R-04 loses no page that the browser has translated, when a dialog comes and goes and one leaves it", {
  timeout: 300_000,
}, async () => {
  const wrong = await lostOfBoth(
    async () => undefined,
    async (page) => {
      await page.evaluate(translate);
      // The menu of who is signed in opens over it and goes again.
      const menu = page.getByRole("button", { name: /Käyttäjävalikko/ });
      if (await menu.isVisible()) {
        await menu.click();
        await page.keyboard.press("Escape");
      }
      await settled(page);
    },
  );
  expect(wrong, wrong.join("\n")).toEqual([]);
});
