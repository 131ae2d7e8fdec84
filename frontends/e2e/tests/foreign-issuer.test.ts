// @module-tag long: starts a platform of its own
/** Sign-in at an OpenID provider that nobody of us wrote. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { identify } from "../support/foreign-issuers";
import { professionalId, startWork } from "../support/people";
import { type SecondPlatform, secondPlatform } from "../support/second-platform";

let platform: SecondPlatform;

/** Residents are known by their code, professionals by the subject. */
const ainoSub = "5b1f3f4e-0c0a-4c52-9d5e-6f2d4d6d9a01";
let liisaSub: string;

beforeAll(async () => {
  const aino = { sub: ainoSub, given_name: "Aino", family_name: "Lehtonen", ssn: "290288-922S" };
  liisaSub = await professionalId("Liisa");
  const liisa = { sub: liisaSub, given_name: "Liisa", family_name: "Korhonen" };
  platform = await secondPlatform({ resident: [aino], practitioner: [liisa] });
}, 120_000);

afterAll(async () => {
  await platform?.stop();
  await closeBrowser();
});

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
