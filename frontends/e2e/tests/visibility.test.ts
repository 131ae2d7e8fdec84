/** Who reads what a professional writes. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import {
  choose,
  inConversation,
  more,
  nurse,
  open,
  openColleagues,
  png,
  resident,
  send,
  topic,
} from "../support/people";
import { residentUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

const box = (page: Page) => page.getByRole("textbox", { name: "Vastaus" });
const sendIt = (page: Page) => page.getByRole("button", { name: "Lähetä", exact: true }).click();

async function write(page: Page, text: string, to: RegExp): Promise<void> {
  await box(page).fill(text);
  await choose(page, /Kuka näkee viestin/, to);
  await sendIt(page);
}

const message = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text }).last();

it("CON-11 shows a message to everybody, to the team or to those who take part, as its writer chose, and to nobody else", async () => {
  const about = topic("Korvakipu");
  const own = await inConversation("Aino", about, "Korva on kipeä.");
  const [liisa, pekka, anna] = [await nurse("Liisa"), await nurse("Pekka"), await nurse("Karin")];
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await box(liisa.page).waitFor();
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(pekka.page, about);
  await pekka.page.getByRole("button", { name: "Osallistu" }).click();
  await pekka.page.getByRole("status").getByText("Osallistut keskusteluun").waitFor();
  await anna.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(anna.page, about);

  await undoNothing(liisa.page);
  // Chosen in the box, it says what it means, and a reload keeps it with the words.
  await box(liisa.page).fill("Vain meille kahdelle.");
  await choose(liisa.page, /Kuka näkee viestin/, /Vain osallistuvat/);
  await liisa.page.getByText("Muut eivät näe, että viesti on olemassa.", { exact: false }).waitFor();
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.page
    .locator("input[type=file]")
    .setInputFiles({ name: "muistio.png", mimeType: "image/png", buffer: png });
  await liisa.page.getByText("Tarkistettu").first().waitFor();
  await liisa.page.reload();
  await undoNothing(liisa.page);
  await expect.poll(() => box(liisa.page).inputValue()).toBe("Vain meille kahdelle.");
  const chosen = liisa.page.getByRole("combobox", { name: /Kuka näkee viestin/ });
  expect(await chosen.inputValue()).toBe("VISIBILITY_TAKING_PART");
  await sendIt(liisa.page);
  await message(liisa.page, "Vain meille kahdelle.").getByText("Vain osallistuvat ammattilaiset").waitFor();
  // The next one is for everybody again, unless told otherwise.
  expect(await chosen.inputValue()).toBe("VISIBILITY_EVERYONE");
  await write(liisa.page, "Tiimille tiedoksi.", /^Tiimi/);
  await message(liisa.page, "Tiimille tiedoksi.").getByText("Tiimi", { exact: true }).waitFor();
  await write(liisa.page, "Tule vastaanotolle.", /^Kaikki/);
  await message(liisa.page, "Tule vastaanotolle.").getByText("Kaikki keskustelussa").waitFor();

  // By itself, to each as far as it is theirs.
  await pekka.page.getByText("Tule vastaanotolle.").waitFor();
  await pekka.page.getByText("Vain meille kahdelle.").waitFor();
  await pekka.page.getByText("muistio.png").waitFor();
  await pekka.page.getByText("Tiimille tiedoksi.").waitFor();
  await anna.page.getByText("Tule vastaanotolle.").waitFor();
  await anna.page.getByText("Tiimille tiedoksi.").waitFor();
  expect(await anna.page.getByText("Vain meille kahdelle.").count()).toBe(0);
  expect(await anna.page.getByText("muistio.png").count()).toBe(0);
  await own.page.getByText("Tule vastaanotolle.").waitFor();
  expect(await own.page.getByText(/Tiimi|Vain meille|muistio/).count()).toBe(0);
  expect(await own.page.getByText("Kaikki keskustelussa").count()).toBe(0);
  expect(await violations(pekka.page)).toEqual([]);
  for (const { context } of [own, liisa, pekka, anna]) await context.close();
});

it("CON-11 lets a professional ask a teenager to show a conversation to guardians, which the teenager decides", {
  tags: ["long"],
}, async () => {
  const about = topic("Nuoren asia");
  const venla = await resident("Venla", { width: 360 });
  const conversation = await send(venla.page, about, "Mietin yhtä asiaa.");
  await venla.page.goto(`${residentUrl}/fi/inbox/conversation/${conversation}/messages`);
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await box(liisa.page).waitFor();
  await more(liisa.page, /Pyydä näyttämään huoltajille/);
  await liisa.page.getByText("Nuorta on pyydetty näyttämään keskustelu huoltajilleen.", { exact: false }).waitFor();
  await venla.page.getByText("Ammattilainen pyytää, että näytät keskustelun huoltajillesi. Sinä päätät.").waitFor();
  await venla.page.getByText("Huoltajasi eivät näe tätä keskustelua.").waitFor();
  expect(await violations(venla.page)).toEqual([]);
  await venla.page.getByRole("button", { name: "Näytä huoltajille" }).click();
  await venla.page.getByRole("alertdialog").getByRole("button", { name: "Näytä huoltajille" }).click();
  await venla.page.getByText("Huoltajasi näkevät tämän keskustelun.").waitFor();
  expect(await venla.page.getByText("Ammattilainen pyytää", { exact: false }).count()).toBe(0);
  await expect.poll(() => liisa.page.getByText("Nuorta on pyydetty", { exact: false }).count()).toBe(0);
  for (const { context } of [venla, liisa]) await context.close();
});
