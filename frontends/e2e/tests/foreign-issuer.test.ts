// @module-tag long: starts a platform of its own
/** Sign-in at an OpenID provider that nobody of us wrote. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { serve } from "../support/foreign-issuers";
import { professional, startWork } from "../support/people";
import { freePort, type SecondPlatform, secondPlatform } from "../support/second-platform";
import { practitionerUrl } from "../support/stack";

let platform: SecondPlatform;
let stopIssuers: () => void;

/** Residents are known by their code, professionals by the subject. */
const ainoSub = "5b1f3f4e-0c0a-4c52-9d5e-6f2d4d6d9a01";
let liisaSub: string;

/** The id under which a professional is known. */
async function idOf(name: string): Promise<string> {
  const { context, page } = await professional(name);
  const answer = await page.request.get(`${practitionerUrl}/api/session`, {
    headers: { "X-DigitalPlatformAuthorization": "kajo-web" },
  });
  const { user } = (await answer.json()) as { readonly user: { readonly personId: string } };
  await context.close();
  return user.personId;
}

beforeAll(async () => {
  const [port, resident, practitioner] = [await freePort(), await freePort(), await freePort()];
  const aino = { sub: ainoSub, given_name: "Aino", family_name: "Lehtonen", ssn: "290288-922S" };
  liisaSub = await idOf("Liisa");
  const liisa = { sub: liisaSub, given_name: "Liisa", family_name: "Korhonen" };
  stopIssuers = await serve(port, {
    resident: { app: `http://localhost:${resident}`, accounts: [aino] },
    practitioner: { app: `http://localhost:${practitioner}`, accounts: [liisa] },
  });
  const issuer = (name: string) => `http://localhost:${port}/realms/${name}`;
  platform = await secondPlatform(
    { resident, practitioner },
    { resident: issuer("resident"), practitioner: issuer("practitioner") },
  );
}, 120_000);

afterAll(async () => {
  await platform?.stop();
  stopIssuers?.();
  await closeBrowser();
});

/** Identifies at the provider's own pages: who, and that the app may know. */
async function identify(page: Page, subject: string): Promise<void> {
  await page.locator("input[name=login]").fill(subject);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: /sign-in/i }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

it("IDN-01 signs residents and professionals in and out at two issuers of another's making", async () => {
  const resident = await visit();
  await resident.page.goto(`${platform.residentUrl}/fi`);
  await resident.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await resident.page.waitForURL(/\/realms\/resident\//);
  await identify(resident.page, ainoSub);
  await resident.page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  await resident.page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
  await resident.page.getByRole("button", { name: "Kirjaudu ulos" }).click();

  await resident.page.getByRole("button", { name: /yes, sign me out/i }).click();
  await resident.page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  // Signed out at the provider as well: it asks again who is there.
  await resident.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await resident.page.locator("input[name=login]").waitFor();
  await resident.context.close();

  const nurse = await visit();
  await nurse.page.goto(`${platform.practitionerUrl}/fi`);
  await nurse.page.getByRole("button", { name: /organisaation tunnuksella/ }).click();
  await nurse.page.waitForURL(/\/realms\/practitioner\//);
  await identify(nurse.page, liisaSub);
  await startWork(nurse.page);
  expect(await nurse.page.getByRole("heading", { level: 1 }).textContent()).not.toBe("");
  await nurse.context.close();
});
