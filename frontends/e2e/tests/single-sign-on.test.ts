// @module-tag long: starts a platform of its own
/** A realm that lets people in unasked, and machines that several people use. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { identify } from "../support/foreign-issuers";
import { nurse } from "../support/people";
import { type SecondPlatform, secondPlatform } from "../support/second-platform";

const ainoSub = "0198c0de-0000-7000-8000-00000000a1a0";

let platform: SecondPlatform;

beforeAll(async () => {
  const aino = { sub: ainoSub, given_name: "Aino", family_name: "Lehtonen", ssn: "290288-922S" };
  platform = await secondPlatform(
    { resident: [aino], practitioner: [] },
    // Whoever has signed in has been away too long as soon as they look again.
    { KAJO_RESIDENT_IDLE_MINUTES: "0" },
  );
}, 120_000);

afterAll(async () => {
  await platform?.stop();
  await closeBrowser();
});

it("S-03 IDN-13 asks who is there when somebody signs in after a session that ran out, at a realm that keeps people signed in", async () => {
  const { page, context } = await visit();
  await page.goto(`${platform.residentUrl}/fi`);
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await identify(page, ainoSub);
  await page.waitForURL(`${platform.residentUrl}/**`);
  // Whoever had signed in has left; the next person begins at the same browser, in a window of their own.
  await page.close();
  const next = await context.newPage();
  await next.goto(`${platform.residentUrl}/fi`);
  await next.getByRole("button", { name: "Tunnistaudu" }).click();
  await next.locator("input[name=login]").waitFor();
  expect(next.url()).toMatch(/\/realms\/resident\//);
  await context.close();
});

it("S-03 NAV-08 asks who is there when a professional signs in where the app has logged somebody out", async () => {
  const { page, context } = await nurse("Liisa");
  await context.clock.install();
  await page.reload();
  await page.getByRole("tab", { name: /Uudet/ }).waitFor();
  await context.clock.fastForward("31:00");
  await page.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
  await page.getByRole("button", { name: /organisaation tunnuksella/ }).click();
  await page.getByText("Choose who you are.").waitFor();
  await context.close();
});
