/** Deleting the account: what would happen, the confirmation, the receipt, and taking it back (PRO-04). */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { finish } from "../support/finish";
import { sentTo } from "../support/outbox";
import { resident, send, topic } from "../support/people";
import { residentUrl } from "../support/stack";
import { growOld, identifyAgain } from "../support/stale";

afterAll(closeBrowser);

const page = `${residentUrl}/fi/user/delete-account`;
const banner = (at: Page) => at.getByText(/^Tilisi poistetaan\. Poistopäivä on \S+ \d+\.\d+\.\d{4}\.$/);
const submit = (at: Page) => at.getByRole("button", { name: "Poista tili" });
const box = (at: Page) => at.getByRole("checkbox", { name: /Ymmärrän/ });

it("PRO-04 shows what happens, asks for a confirmation, gives a receipt, and lets it be taken back on any page", async () => {
  const { page: at, context } = await resident("Elli");
  await finish(at);
  await at.goto(`${residentUrl}/fi/settings`);
  await at.getByRole("link", { name: "Poista tili" }).click();
  await at.getByRole("heading", { level: 1, name: "Poista tili" }).waitFor();
  await at.getByRole("heading", { name: "Hävitetään" }).waitFor();
  await at.getByText("Nimesi tilillä, yhteystietosi ja kirjautumistesi tiedot").waitFor();
  await at.getByRole("heading", { name: "Säilyy, koska laki vaatii" }).waitFor();
  await at.getByText("Nimesi ja henkilötunnuksesi asiakasrekisterissä").waitFor();
  await at.getByText("Tili poistetaan 14 päivän kuluttua.", { exact: false }).waitFor();
  expect(await violations(at)).toEqual([]);

  // Without the confirmation nothing is sent.
  await submit(at).click();
  await at
    .getByRole("alert")
    .getByText(/Vahvista tämä/)
    .first()
    .waitFor();
  expect(await banner(at).count()).toBe(0);

  // A failure says so, and loses nothing.
  await box(at).focus();
  await at.keyboard.press("Space");
  const whole = await fail(at, "AskDeletion", "unavailable");
  await submit(at).click();
  await at.getByText("Tilin poistaminen ei onnistunut.", { exact: false }).first().waitFor();
  await whole();
  await submit(at).click();

  await at.getByRole("heading", { name: "Kuitti poistopyynnöstä" }).waitFor();
  await banner(at).waitFor();
  expect(await violations(at)).toEqual([]);
  const [file] = await Promise.all([
    at.waitForEvent("download"),
    at.getByRole("button", { name: "Lataa tekstinä" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(/Kuitin numero: [0-9a-f-]{36}/);
  expect(text).toContain("Hävitetään");
  expect(text).not.toContain("Elli");
  await at.getByRole("button", { name: "Tulosta" }).waitFor();

  // On every page, also after loading anew, until it is taken back.
  await at.goto(`${residentUrl}/fi`);
  await banner(at).waitFor();
  await at.getByRole("button", { name: "Peru poisto" }).click();
  await at.getByText("Tiliäsi ei poisteta.").waitFor();
  await banner(at).waitFor({ state: "detached" });
  await context.close();
});

it("S-24 PRO-04 deletes no account for whoever signed in a while ago, and tells of the request wherever the person is reached", {
  tags: ["long"],
}, async () => {
  const { page: at, context } = await resident("Elli");
  await finish(at);
  await growOld(at);
  await box(at).check();
  await submit(at).click();
  await at
    .getByText(/tunnistaudu ensin uudelleen/)
    .first()
    .waitFor();
  expect(await violations(at)).toEqual([]);
  expect(await banner(at).count()).toBe(0);
  const before = (await sentTo("elli@kajo.example")).length;
  await identifyAgain(at, "Elli");
  await at.getByRole("heading", { level: 1, name: "Poista tili" }).waitFor();
  // What cannot be taken back is confirmed by who has just shown who they are.
  expect(await box(at).isChecked()).toBe(false);
  await box(at).check();
  await submit(at).click();
  await banner(at).waitFor();
  await expect
    .poll(async () => (await sentTo("elli@kajo.example")).slice(before))
    .toEqual([expect.stringContaining("tilisi poistamista on pyydetty")]);
  await at.goto(`${residentUrl}/fi`);
  await at.getByRole("button", { name: "Peru poisto" }).click();
  await banner(at).waitFor({ state: "detached" });
  await context.close();
});

it("PRO-04 asks to end an open conversation first", { tags: ["long"] }, async () => {
  const { page: at, context } = await resident("Astrid");
  await send(at, topic("Avoin"), "Hyvää päivää.");
  await at.goto(page);
  await at.getByText(/sinulla on .*avoin/).waitFor();
  expect(await submit(at).count()).toBe(0);
  expect(await at.getByText(/keskustelua? ammattilaisten kanssa/).count()).toBe(1);
  await at.getByRole("main").getByRole("link", { name: "Viestit" }).click();
  await at.getByRole("heading", { level: 1 }).waitFor();
  await context.close();
});
