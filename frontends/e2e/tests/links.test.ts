/** Links that lead to harm, over both apps. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { webRisk } from "../support/faults";
import { inConversation, nurse, open, topic } from "../support/people";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

const harmful = "Tästä: https://voitto.example/palkinto";
const unjudged = "Lataa https://päivitys.example/nyt";
const clean = "Ks. https://ohje.example/a";
const out = "(avautuu uuteen välilehteen)";
const box = (page: Page) => page.getByRole("textbox", { name: "Vastaus" });

/** Writes and sends by keyboard. */
async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await page.keyboard.press("Control+Enter");
}

/** The message of that text, once it stands in the thread: the other one has it open, and may have read it by then. */
async function sent(page: Page, text: string): Promise<void> {
  const message = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: text });
  await message.getByText(/^(Lähetetty|Luettu)/).waitFor();
}

const link = (page: Page, text: string) => page.getByRole("button", { name: `${text} ${out}` });

it("CON-16 refuses a link that leads to harm at its field, marks it in the thread, and opens none but a checked one", async () => {
  const about = topic("Linkit");
  const { page: aino, context } = await inConversation("Aino", about, "Saanko kysyä?");
  await undoNothing(aino);
  const liisa = await nurse("Liisa");
  await undoNothing(liisa.page);
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();

  // Both sides write: the words stay where they were typed, and say what is wrong with them.
  for (const page of [aino, liisa.page]) {
    await send(page, harmful);
    await page
      .getByRole("alert")
      .filter({ hasText: "Linkki sivustolle voitto.example voi olla haitallinen." })
      .waitFor();
    expect(await box(page).inputValue()).toBe(harmful);
    await expect.poll(() => box(page).evaluate((each) => each === document.activeElement)).toBe(true);
    expect(await page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "voitto.example" }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  }
  await send(aino, clean);
  await sent(aino, clean);

  // While the register of harmful addresses is away nobody can say: it is taken in, and not opened.
  await webRisk("web_risk_fails");
  try {
    await send(aino, unjudged);
    await sent(aino, unjudged);
    await link(liisa.page, "https://päivitys.example/nyt (xn--pivitys-5wa.example)").focus();
    await liisa.page.keyboard.press("Enter");
    await liisa.page.getByRole("alert").filter({ hasText: "Linkkiä ei voi nyt tarkistaa" }).waitFor();
    expect(liisa.context.pages().length).toBe(1);
    expect(await violations(liisa.page)).toEqual([]);
  } finally {
    await webRisk("none");
  }

  // It is asked again with each press.
  await link(liisa.page, "https://päivitys.example/nyt (xn--pivitys-5wa.example)").click();
  await liisa.page.getByText("Mahdollisesti haitallinen linkki. Sitä ei avata.").waitFor();
  expect(liisa.context.pages().length).toBe(1);
  expect(await liisa.page.getByRole("link", { name: /päivitys/ }).count()).toBe(0);
  // By now everybody sees it marked in the thread, without having pressed anything.
  await aino.reload();
  await aino.getByText("Mahdollisesti haitallinen linkki. Sitä ei avata.").waitFor();
  expect(await link(aino, "https://päivitys.example/nyt (xn--pivitys-5wa.example)").count()).toBe(0);
  expect(await violations(aino)).toEqual([]);

  // A clean one says where it leads, and opens in a tab of its own, which learns nothing of this one.
  const asked: string[] = [];
  await liisa.context.route("https://ohje.example/**", async (route) => {
    const { referer = "none" } = route.request().headers();
    asked.push(referer);
    await route.fulfill({ contentType: "text/html", body: "<title>Ohje</title>" });
  });
  await link(liisa.page, clean.slice(4)).press("Enter");
  const leaving = liisa.page.getByRole("alertdialog", { name: "Siirrytäänkö sivustolle ohje.example?" });
  await leaving.getByText("https://ohje.example/a", { exact: true }).waitFor();
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.page.keyboard.press("Escape");
  await leaving.waitFor({ state: "detached" });
  expect(await link(liisa.page, clean.slice(4)).evaluate((each) => each === document.activeElement)).toBe(true);
  expect(liisa.context.pages().length).toBe(1);
  await liisa.page.keyboard.press("Enter");
  const opening = liisa.context.waitForEvent("page");
  await leaving.getByRole("button", { name: "Avaa sivusto" }).press("Enter");
  const tab = await opening;
  await tab.waitForURL("https://ohje.example/a");
  expect(await tab.evaluate(() => window.opener)).toBe(null);
  expect(asked).toEqual(["none"]);
  await context.close();
  await liisa.context.close();
});
