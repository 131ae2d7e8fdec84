// @module-tag long: the keys of one screen
/** The task inbox by single keys, and what stands where on a phone and on a desk. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { giveBack, nurse, open, openColleagues, topic, wrote } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const tasks = (page: Page) => page.getByRole("list", { name: "Tehtävälista" });
const conversation = (page: Page, about: string) => page.getByRole("heading", { level: 2, name: about });
const selectedTab = (page: Page, name: RegExp) => page.getByRole("tab", { name, selected: true }).waitFor();

/** Two new tasks, the later one first in the list. */
async function twoTasks() {
  const [earlier, later] = [topic("Ensin"), topic("Sitten")];
  await wrote("Aino", [earlier, "Aiempi asia"], [later, "Myöhempi asia"]);
  return { earlier, later };
}

it("goes through the list, opens, takes, answers, forwards and marks done by single keys", async () => {
  const { earlier, later } = await twoTasks();
  const { page, context } = await nurse("Liisa");
  await page.getByRole("button", { name: new RegExp(later) }).waitFor();
  await page.keyboard.press("j");
  expect(await focusedText(page)).toContain(later);
  await page.keyboard.press("j");
  expect(await focusedText(page)).toContain(earlier);
  await page.keyboard.press("k");
  expect(await focusedText(page)).toContain(later);
  await page.keyboard.press("Enter");
  await conversation(page, later).waitFor();
  expect(await focusedText(page)).toBe(later);

  // The focus on another task: it is not taken, and neither is the one that is open.
  await page.keyboard.press("j");
  expect(await focusedText(page)).toContain(earlier);
  await page.keyboard.press("t");
  await page.getByText("Avaa tehtävä ensin: paina Enter.").waitFor();
  await page.getByText("Jonossa. Ota käsittelyyn, niin voit vastata.").waitFor();
  await page.keyboard.press("Enter");
  await conversation(page, earlier).waitFor();
  expect(await page.getByRole("button", { name: "Ota käsittelyyn" }).getAttribute("aria-keyshortcuts")).toBe("t");
  await page.keyboard.press("t");
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();

  const answer = page.getByRole("textbox", { name: "Vastaus" });
  await answer.waitFor();
  await page.keyboard.press("r");
  // What is typed is typed: no key does anything in a field.
  await page.keyboard.type("jkrtefn/?");
  expect(await answer.inputValue()).toBe("jkrtefn/?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await answer.fill("");
  await conversation(page, earlier).click();
  await page.keyboard.press("f");
  const dialog = page.getByRole("dialog", { name: "Siirrä toiseen jonoon" });
  await dialog.waitFor();
  // Nor with a dialog open.
  await dialog.getByRole("button", { name: "Peruuta" }).focus();
  await page.keyboard.press("e");
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("e");
  await page.getByText("Merkitty tehdyksi").waitFor();
  // What comes next is for the person to choose.
  expect(await conversation(page, earlier).count()).toBe(1);

  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await selectedTab(page, /Tehdyt/);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await selectedTab(page, /Omat/);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await selectedTab(page, /Tiimi/);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await selectedTab(page, /Uudet/);
  await page.keyboard.press("/");
  await page.keyboard.type(later);
  await expect.poll(() => tasks(page).getByRole("listitem").count()).toBe(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: /Uudet/ }).focus();
  // It has been read already, though nobody has taken it.
  await page.keyboard.press("n");
  await page.getByText("Listassa ei ole muita lukemattomia.").waitFor();
  const { later: fresh } = await twoTasks();
  await page.getByRole("searchbox").fill(fresh);
  await page.getByRole("button", { name: new RegExp(fresh) }).waitFor();
  await page.getByRole("tab", { name: /Uudet/ }).focus();
  await page.keyboard.press("n");
  await conversation(page, fresh).waitFor();
  await context.close();
});

it("lists the shortcuts, offers the same in the palette, and turns them off for this browser", async () => {
  const { later } = await twoTasks();
  const { page, context } = await nurse("Liisa");
  await page.getByRole("button", { name: new RegExp(later) }).waitFor();
  const list = page.getByRole("dialog", { name: "Pikanäppäimet" });
  await page.keyboard.press("?");
  await list.getByText("Avaa seuraava lukematon").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Pikanäppäimet" }).click();
  await list.waitFor();
  await list.getByRole("button", { name: "Sulje" }).click();

  await page.getByRole("button", { name: new RegExp(later) }).click();
  await conversation(page, later).waitFor();
  const command = async (words: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Etsi komentoa" }).fill(words);
    await page.getByRole("menuitem", { name }).click();
  };
  await command("ota kä", /Ota käsittelyyn/);
  await page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await command("vastaa", /^Vastaa/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("reply");
  await command("pikan", /Pikanäppäimet/);
  await list.getByRole("link", { name: "Pikanäppäinten asetukset" }).click();

  await page.getByRole("heading", { level: 1, name: "Asetukset" }).waitFor();
  await page.getByText("Käytä yhden näppäimen komentoja").click();
  await page.goto(`${practitionerUrl}/fi/inbox?tab=own`);
  const own = page.getByRole("button", { name: new RegExp(later) });
  await own.click();
  await conversation(page, later).waitFor();
  for (const key of ["?", "j", "e", "g", "d"]) await page.keyboard.press(key);
  expect(await focusedText(page)).toBe(later);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await selectedTab(page, /Omat/);
  expect(await page.getByRole("button", { name: "Merkitse tehdyksi" }).getAttribute("aria-keyshortcuts")).toBeNull();
  // The list of them stays, and says why they do nothing.
  await page.getByRole("button", { name: "Pikanäppäimet" }).click();
  await list.getByText(/pois käytöstä/).waitFor();
  await context.close();
});

it("keeps the list in sight on a phone: the filters wait behind a button that counts them", async () => {
  const { later } = await twoTasks();
  const { page, context } = await nurse("Liisa", { width: 360, height: 740 });
  const row = page.getByRole("button", { name: new RegExp(later) });
  await row.waitFor();
  expect((await row.boundingBox())?.y).toBeLessThan(400);
  const unread = page.getByRole("checkbox", { name: "Vain lukemattomat" });
  expect(await unread.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Rajaa" }).click();
  await unread.check();
  await page.getByRole("combobox", { name: "Jono" }).selectOption({ label: "Terveysasema: Reseptin uusiminen" });
  await row.waitFor({ state: "detached" });
  const filters = page.getByRole("button", { name: "Rajaa (2)" });
  expect(await filters.getAttribute("aria-expanded")).toBe("true");
  await filters.click();
  expect(await unread.isVisible()).toBe(false);
  await page.getByRole("searchbox").fill("puuttuvasana");
  await page.getByText("Mikään tehtävä ei vastaa hakua").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Tyhjennä rajaukset" }).click();
  await row.waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("");

  // One at a time: into the conversation, and back to the place in the list.
  await row.click();
  await conversation(page, later).waitFor();
  expect(await focusedText(page)).toBe(later);
  expect(await row.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Takaisin" }).click();
  await row.waitFor();
  expect(await focusedText(page)).toContain(later);
  await context.close();
});

it("scrolls list and conversation apart on a desk, where the answer stays within reach", async () => {
  const { later } = await twoTasks();
  const { page, context } = await nurse("Liisa", { width: 1440, height: 900 });
  await page.getByRole("button", { name: new RegExp(later) }).click();
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await page.getByRole("button", { name: "Vastaa" }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("reply");
  await giveBack(page);
  await page.getByText("Jonossa. Ota käsittelyyn, niin voit vastata.").waitFor();
  // The page itself does not scroll: both parts end within the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  for (const name of ["Tehtävät", "Keskustelu"]) {
    const box = await page.getByRole("region", { name, exact: true }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  }
  await context.close();
});

it("does nothing to tasks while somebody writes on after an empty answer was not sent", async () => {
  const { earlier, later } = await twoTasks();
  const { page, context } = await nurse("Helmi");
  await page.getByRole("button", { name: new RegExp(earlier) }).click();
  await conversation(page, earlier).waitFor();
  await page.keyboard.press("t");
  await page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByText("Tämä kenttä on pakollinen").waitFor();
  // Each of these letters means something to the inbox.
  await page.keyboard.type("entjk");
  await conversation(page, earlier).waitFor();
  expect(await page.getByText("Sinä käsittelet tätä keskustelua").count()).toBe(1);
  await selectedTab(page, /Uudet/);
  await page.getByRole("button", { name: new RegExp(later) }).waitFor();
  await context.close();
});

it("takes no letter for a command while somebody writes on whose field a colleague has taken away", async () => {
  const { earlier, later } = await twoTasks();
  const helmi = await nurse("Helmi");
  const { page } = helmi;
  await open(page, earlier);
  await page.keyboard.press("t");
  const box = page.getByRole("textbox", { name: /Vastaus/ });
  await box.fill("Hei, tule ");

  const pekka = await nurse("Pekka");
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(pekka.page, earlier);
  await pekka.page.getByRole("button", { name: "Ota itsellesi" }).click();
  await pekka.page.getByRole("alertdialog").getByRole("button", { name: "Ota itsellesi" }).click();
  // She is in the middle of a sentence, and goes on.
  await box.focus();
  while ((await box.count()) > 0) await page.keyboard.press("a");
  await page.keyboard.type("entjk");
  await conversation(page, earlier).waitFor();
  await selectedTab(page, /Uudet/);
  expect(await page.getByText("Merkitty tehdyksi").count()).toBe(0);
  // When she has stopped, letters are commands again.
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-task]") !== null)).toBe(true);
  await page.getByRole("button", { name: new RegExp(later) }).waitFor();
  await pekka.context.close();
  await helmi.context.close();
});
