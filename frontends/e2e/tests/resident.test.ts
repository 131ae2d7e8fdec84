import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { openPatient } from "../support/patients";
import {
  choose,
  draftWith,
  inConversation,
  more,
  nurse,
  open,
  openForm,
  png,
  resident,
  topic,
  wrote,
} from "../support/people";
import { residentUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

it("CON-01 sends a message through area, category and subcategory, with a file, to the message-sent page", async () => {
  const { context, page } = await resident("Aino", { width: 390, height: 800 });
  const about = topic("Polvi");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Polveen sattuu portaissa.");
  await page.locator("input[type=file]").setInputFiles({ name: "polvi.png", mimeType: "image/png", buffer: png });
  await page.getByText("polvi.png").first().waitFor();
  await page.getByText("Tarkistettu").first().waitFor();
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.waitForURL(/\/inbox\/conversation\/[0-9a-f-]+\/message-sent$/);
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  // A receipt of what has become of it, which the conversation has as well.
  const trail = page.getByRole("list", { name: "Viestin vaiheet" }).getByRole("listitem");
  const steps = [/Viesti on otettu vastaan/, /Tiedostot on tarkistettu/, /Siirtyi jonoon odottamaan ammattilaista/];
  for (const [index, step] of steps.entries()) await trail.nth(index).filter({ hasText: step }).waitFor();
  expect(await violations(page)).toEqual([]);
  // An address alone has sent nothing.
  const sent = page.url();
  await page.goto(sent.replace(/[0-9a-f-]{36}/, "00000000-0000-4000-8000-000000000000"));
  await page.getByRole("heading", { level: 1, name: "Sivua ei löydy" }).waitFor();
  await page.goto(sent);
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await page.getByRole("heading", { name: about }).waitFor();
  await page.getByRole("button", { name: "polvi.png" }).waitFor();
  await page.getByRole("heading", { name: "Viestin vaiheet" }).click();
  await trail.nth(2).filter({ hasText: "Siirtyi jonoon odottamaan ammattilaista" }).waitFor();
  await context.close();
});

it("leads from the list to a message that was begun, on another device as well, and tells of none that was sent", {
  tags: ["long"],
}, async () => {
  const about = topic("Kesken");
  const begun = "Sinulla on viesti, jota et ole vielä lähettänyt.";
  const { context, page } = await resident("Ánte", { width: 360, height: 780 });
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  const kept = draftWith(page, "Unohdin sanoa, että");
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Unohdin sanoa, että");
  await kept;
  await page.getByRole("navigation", { name: "Päävalikko" }).getByRole("link", { name: "Viestit" }).click();
  await page.getByText(begun).waitFor();
  const other = await resident("Ánte", { width: 360, height: 780 });
  await other.page.goto(`${residentUrl}/fi/inbox`);
  await other.page.getByText(about).waitFor();
  expect(await violations(other.page)).toEqual([]);
  await other.page.getByRole("link", { name: "Jatka kirjoittamista" }).click();
  await openForm(other.page);
  await expect.poll(() => other.page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toBe("Unohdin sanoa, että");
  await other.page.getByRole("button", { name: "Lähetä viesti" }).click();
  await other.page.getByRole("button", { name: "Lähetä heti" }).click();
  await other.page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await other.page.goto(`${residentUrl}/fi/inbox`);
  await other.page.getByRole("link", { name: new RegExp(about) }).waitFor();
  expect(await other.page.getByText(begun).count()).toBe(0);
  for (const each of [context, other.context]) await each.close();
});

it("says on no device that a message was begun which was sent, when its page was gone before it could forget it", {
  tags: ["long"],
}, async () => {
  const about = topic("Lähetetty");
  const { context, page } = await resident("Ánte");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  const kept = draftWith(page, "Lähetin tämän ja suljin sivun");
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Lähetin tämän ja suljin sivun");
  await kept;
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("heading", { name: "Viesti lähetetään kohta" }).waitFor();
  await fail(page, "SaveDraft", "lost");
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await context.close();
  const other = await resident("Ánte");
  const asked = other.page.waitForResponse(/GetDraft/);
  await other.page.goto(`${residentUrl}/fi/inbox`);
  await other.page.getByRole("link", { name: new RegExp(about) }).waitFor();
  await asked;
  expect(await other.page.getByText("Sinulla on viesti, jota et ole vielä lähettänyt.").count()).toBe(0);
  await openForm(other.page);
  expect(await other.page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toBe("");
  await other.context.close();
});

it("names the service areas in the language that is read, and as the categories call them where that cannot be had", {
  tags: ["long"],
}, async () => {
  const { context, page } = await resident("Aino");
  await page.goto(`${residentUrl}/sv/inbox/new`);
  await choose(page, /Serviceområde/, /Lövlunda/);
  const main = page.getByRole("main");
  await main.locator('a[href$="/none/messages"]').first().click();
  await main.locator('a[href$="/messages"]:not([href$="/none/messages"])').first().click();
  await page.getByText(/^Lövlunda · /).waitFor();
  const mend = await fail(page, "ListServiceAreas", "internal");
  await page.goto(`${residentUrl}/sv/inbox/new`);
  await choose(page, /Serviceområde/, /Lehtola/);
  await main.locator('a[href$="/none/messages"]').first().waitFor();
  await mend();
  await context.close();
});

it("CON-02 shows the thread with system events, read markers and files, live; a closed one takes no message", async () => {
  const about = topic("Korva");
  const aino = await inConversation("Aino", about, "Korva on tukossa.");
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).fill("Tule huuhteluun.");
  await liisa.page.locator("input[type=file]").setInputFiles({ name: "ohje.png", mimeType: "image/png", buffer: png });
  await liisa.page.getByText("Tarkistettu").first().waitFor();
  await undoNothing(liisa.page);
  await liisa.page.getByRole("button", { name: "Lähetä" }).click();
  // All of it comes to the resident without a reload.
  await aino.page.getByText("Tule huuhteluun.").waitFor();
  await aino.page.getByText(/otti keskustelun käsittelyyn/).waitFor();
  const [download] = await Promise.all([
    aino.page.waitForEvent("download"),
    aino.page.getByRole("button", { name: "ohje.png" }).click(),
  ]);
  // Drawn anew from its pixels.
  expect(PNG.sync.read(await readFile(await download.path())).data).toEqual(PNG.sync.read(png).data);
  await Promise.all(
    [aino.page, liisa.page].map((page) => page.getByRole("img", { name: "Pieni kuva tiedostosta ohje.png" }).waitFor()),
  );
  await liisa.page
    .getByText(/Luettu/)
    .first()
    .waitFor();
  await aino.page.getByRole("textbox", { name: "Vastaus" }).fill("Kiitos!");
  await undoNothing(aino.page);
  await aino.page.getByRole("button", { name: "Lähetä" }).click();
  await liisa.page.getByText("Kiitos!").waitFor();
  await more(liisa.page, /^Päätä keskustelu/);
  await liisa.page.getByRole("alertdialog").getByRole("button", { name: "Päätä keskustelu" }).click();
  await aino.page.getByText(/keskustelu on päättynyt/).waitFor();
  expect(await aino.page.getByRole("textbox", { name: "Vastaus" }).count()).toBe(0);
  await Promise.all([aino.context.close(), liisa.context.close()]);
});

it("CON-13 names the limit in each refusal of a file, and keeps what was typed", { tags: ["long"] }, async () => {
  const { context, page } = await resident("Maja");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill("Tiedostot");
  const files = page.locator("input[type=file]");
  await files.setInputFiles({ name: "iso.png", mimeType: "image/png", buffer: Buffer.alloc(11 * 1024 * 1024) });
  await page
    .getByText(/liian suuri.*10 Mt/)
    .first()
    .waitFor();
  await files.setInputFiles({ name: "ohjelma.exe", mimeType: "application/octet-stream", buffer: png });
  await page
    .getByText(/Sallitut tyypit: .*\.jpg, \.jpeg, \.png, \.gif, \.pdf/)
    .first()
    .waitFor();
  // A program that calls itself a picture: the server looks at the content.
  await files.setInputFiles({
    name: "valepuku.png",
    mimeType: "image/png",
    buffer: Buffer.from("MZ this is a program"),
  });
  await page
    .getByText(/valepuku\.png/)
    .first()
    .waitFor();
  await page
    .getByText(/ei tueta/)
    .first()
    .waitFor();
  expect(await page.getByRole("textbox", { name: /Aihe/ }).inputValue()).toBe("Tiedostot");
  await page.reload();
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
  const six = Array.from({ length: 6 }, (_, index) => ({
    name: `kuva${index}.png`,
    mimeType: "image/png",
    buffer: png,
  }));
  await files.setInputFiles(six);
  await page
    .getByText(/Liitteitä on liikaa.*5/)
    .first()
    .waitFor();
  await context.close();
});

it("CON-13 offers professionals .jpg, .png, .gif and .pdf, and names number or list in each refusal", {
  tags: ["long"],
}, async () => {
  const about = topic("Tyypit");
  await wrote("Eino", [about, "Mitä tiedostoja voit lähettää?"]);
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByText(/Sallitut tyypit: \.jpg, \.png, \.gif, \.pdf/).waitFor();
  const files = liisa.page.locator("input[type=file]");
  const refused = (words: RegExp) => liisa.page.getByRole("listitem").getByRole("alert").filter({ hasText: words });
  const picture = (name: string, buffer: Buffer = png) => ({ name, mimeType: "image/png", buffer });
  await files.setInputFiles(picture("iso.png", Buffer.alloc(11 * 1024 * 1024)));
  await refused(/liian suuri.*10 Mt/).waitFor();
  await files.setInputFiles(picture("kuva.jpeg"));
  await refused(/ei tueta.*Sallitut tyypit: \.jpg, \.png, \.gif, \.pdf/).waitFor();
  await files.setInputFiles(Array.from({ length: 6 }, (_, index) => picture(`kuva${index}.png`)));
  await refused(/Liitteitä on liikaa.*5/).waitFor();
  await liisa.context.close();
});

it("CON-15 counts the characters left and refuses a text over the limit, keeping it", async () => {
  const { context, page } = await resident("Nils");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill("Pitkä viesti");
  const text = page.getByRole("textbox", { name: /Viesti/ });
  await text.fill("a".repeat(3990));
  await page
    .getByText(/10 merkkiä jäljellä/)
    .first()
    .waitFor();
  await text.fill("ä".repeat(4003));
  await page
    .getByText(/3 merkkiä liikaa/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page
    .getByText(/liian pitkä.*4.?000/)
    .first()
    .waitFor();
  expect((await text.inputValue()).length).toBe(4003);
  await context.close();
});

it("CON-15 counts in each box of a message: an answer of either side, a question to colleagues, a first message to a patient", {
  tags: ["long"],
}, async () => {
  const about = topic("Laskuri");
  const counts = async (box: Locator) => {
    const left = box
      .page()
      .getByText(/merkkiä (jäljellä|liikaa)/)
      .filter({ visible: true });
    await box.fill("a".repeat(3990));
    await left.filter({ hasText: "10 merkkiä jäljellä" }).waitFor();
    await box.fill("ä".repeat(4003));
    await left.filter({ hasText: "3 merkkiä liikaa" }).waitFor();
    await box.fill("");
  };
  const maja = await inConversation("Maja", about, "Lasketaanko täällä?");
  await counts(maja.page.getByRole("textbox", { name: "Vastaus" }));
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await counts(liisa.page.getByRole("textbox", { name: "Vastaus" }));
  await more(liisa.page, /Pyydä konsultaatiota/);
  await counts(liisa.page.getByRole("dialog").getByRole("textbox", { name: /^Kysymys/ }));
  await liisa.page.keyboard.press("Escape");
  await openPatient(liisa.page, "280285-903R", "Maja Lindqvist");
  await liisa.page.getByRole("button", { name: "Kirjoita viesti" }).click();
  await counts(liisa.page.getByRole("textbox", { name: /^Viesti/ }));
  await Promise.all([maja.context.close(), liisa.context.close()]);
});
