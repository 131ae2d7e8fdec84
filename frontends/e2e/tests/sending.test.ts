import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { nurse, open, openForm, resident, send, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const box = { name: /Vastaus/ } as const;

/** A resident in a conversation of their own. */
async function inConversation(name: string) {
  const visit = await resident(name);
  const about = topic("Lähetys");
  await send(visit.page, about, "Ensimmäinen");
  await visit.page.goto(`${residentUrl}/fi/inbox`);
  await visit.page.getByRole("link", { name: new RegExp(about) }).click();
  await visit.page.getByRole("textbox", box).waitFor();
  return { ...visit, about };
}

it("shows a message at once, takes it back in time, and sends it by keyboard otherwise", async () => {
  const { page, context, about } = await inConversation("Aino");
  await page.getByRole("textbox", box).fill("Otan tämän takaisin");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  expect(await page.getByRole("textbox", box).inputValue()).toBe("");
  await page.getByRole("button", { name: "Kumoa" }).click();
  expect(await page.getByRole("textbox", box).inputValue()).toBe("Otan tämän takaisin");
  expect(await page.getByText("Lähetetään kohta").count()).toBe(0);
  await page.getByRole("textbox", box).fill("Tämä lähtee");
  await page.keyboard.press("Control+Enter");
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Tämä lähtee" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);

  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByText("Tämä lähtee").waitFor();
  expect(await liisa.page.getByText("Otan tämän takaisin").count()).toBe(0);
  await liisa.context.close();
  await context.close();
});

it("keeps a message that could not be sent, says so, and sends it once when asked again", async () => {
  const { page, context } = await inConversation("Aino");
  await page.getByRole("textbox", box).fill("Yhteys katkesi");
  await page.route("**/kajo.conversations.v1.ConversationService/WriteMessage", (route) => route.abort());
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByRole("alert").filter({ hasText: "Viestiä ei lähetetty." }).waitFor();
  await page.unroute("**/kajo.conversations.v1.ConversationService/WriteMessage");
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Yhteys katkesi" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);
  await context.close();
});

it("sends on after a reload, once", async () => {
  const { page, context } = await inConversation("Aino");
  await page.getByRole("textbox", box).fill("Ladattiin uudelleen");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Ladattiin uudelleen" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);
  await context.close();
});

it("keeps what is half written over a reload and over signing out and in again", async () => {
  const { page, context } = await inConversation("Eino");
  await page.getByRole("textbox", box).fill("Puolivalmis");
  await page.reload();
  await page.getByRole("textbox", box).waitFor();
  expect(await page.getByRole("textbox", box).inputValue()).toBe("Puolivalmis");
  const here = page.url();
  await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
  await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { name: "Tervetuloa" }).waitFor();
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await page.getByRole("button", { name: /Eino/ }).click();
  await page.getByRole("heading", { name: "Hei, Eino!" }).waitFor();
  await page.goto(here);
  await page.getByRole("textbox", box).waitFor();
  expect(await page.getByRole("textbox", box).inputValue()).toBe("Puolivalmis");
  await context.close();
});

it("sends nothing while a file that was chosen does not go along, and says so", async () => {
  const { page, context } = await resident("Maja");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(topic("Kuva"));
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Kuva tässä");
  const heic = { name: "IMG_1234.HEIC", mimeType: "image/heic", buffer: Buffer.from("not for us") };
  await page.locator("input[type=file]").setInputFiles(heic);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page
    .getByRole("alert")
    .getByText("Yksi liite ei tule mukaan. Poista se tai valitse toinen tiedosto.")
    .waitFor();
  await page.getByRole("button", { name: /Poista.*IMG_1234/ }).click();
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await context.close();
});
