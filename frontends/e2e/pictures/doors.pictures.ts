/**
 * Pictures of the ways in and out of both apps: sign-in, denials, what is not there, what failed, menus, questions before something is
 * lost. Their contact sheets: .local/pictures/resident-doors.png and practitioner-doors.png.
 */
import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import fi from "../../practitioner/lang/fi.json" with { type: "json" };
import sv from "../../practitioner/lang/sv.json" with { type: "json" };
import { closeBrowser, visit } from "../support/browser";
import { fail } from "../support/faults";
import { finish } from "../support/finish";
import { settled } from "../support/page";
import { nurse, open, professional, resident, send, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";
import { album, submit } from "./album";

afterAll(closeBrowser);

/** What a button of the professionals' app says, in each of the languages that are taken. */
const words = (key: keyof typeof fi) => new RegExp(`^(${fi[key].defaultMessage}|${sv[key].defaultMessage})$`);
type Add = ReturnType<typeof album>["add"];

const dialog = (page: Page) => page.locator("dialog[open]");
const openMenu = (label: RegExp) => (page: Page) => page.locator("header").getByRole("button", { name: label }).click();

/** The warning before the session ends, by the clock of the browser alone. */
async function idle(page: Page, minutes: number) {
  await page.context().clock.install({ time: new Date() });
  const key = "kajo.session.ends-at";
  await page.evaluate((name) => localStorage.removeItem(name), key);
  await page.reload();
  await page.waitForFunction((name) => localStorage.getItem(name) !== null, key);
  await settled(page);
  await page.locator("header button[aria-expanded]").last().waitFor();
  await page.context().clock.fastForward(minutes * 60_000);
  await dialog(page).waitFor();
}

/** What a call that fails leaves on a page. */
async function addFailed(add: Add, page: Page, screen: string, path: string, call: string) {
  const mend = await fail(page, call, "internal");
  await add(page, screen, path, (at) => at.locator("main").getByRole("alert").first().waitFor());
  await mend();
}

async function identify(name: string): Promise<Page> {
  const { page } = await visit();
  await page.goto(`${residentUrl}/fi`);
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await page.waitForURL(/access-denied/);
  return page;
}

it("takes the ways in and out of the residents' app", async () => {
  const { add, close } = album("resident", "resident-doors");
  const stranger = (await visit()).page;
  await add(stranger, "door-welcome", "/");
  await add(stranger, "door-authentication", "/authentication");
  await add(stranger, "door-inbox-signed-out", "/inbox");
  await add(stranger, "door-languages", "/authentication", openMenu(/^(Kieli|Språk|Ǩiõll)/));
  await add(stranger, "door-not-found", "/not-a-page");
  for (const [name, screen] of [
    ["Tuuli", "door-denied-not-admitted"],
    ["Marco", "door-denied-foreign"],
  ] as const) {
    const denied = await identify(name);
    await add(denied, screen, "/access-denied");
    await denied.context().close();
  }

  const { page } = await resident("Aino");
  await add(page, "door-menu", "/", async (at) => {
    await at.locator("main").getByRole("list").first().waitFor();
    await openMenu(/Aino/)(at);
  });
  await addFailed(add, page, "door-inbox-failed", "/inbox", "ListMyConversations");
  await addFailed(add, page, "door-profile-failed", "/user/profile", "GetMyProfile");
  const about = topic("Ovella");
  await send(page, about, "Hyvää päivää.");
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  const thread = new URL(page.url()).pathname.replace(/^\/fi/, "");
  await add(page, "door-sending", thread, async (at) => {
    await at.locator("textarea").first().fill("Vielä yksi asia.");
    await at.keyboard.press("Control+Enter");
    await at.locator("textarea").first().waitFor();
  });
  await add(page, "door-not-sent", thread, async (at) => {
    await fail(at, "WriteMessage", "lost");
    await at.locator("textarea").first().fill("Tämä ei lähde.");
    await at.keyboard.press("Control+Enter");
    await at.getByRole("alert").first().waitFor();
  });
  await page.context().close();

  const elli = (await resident("Elli")).page;
  await finish(elli);
  await add(elli, "door-delete-account", "/user/delete-account", submit);
  await add(elli, "door-delete-receipt", "/user/delete-account", async (at) => {
    await at.getByRole("heading", { level: 2 }).first().waitFor();
    const asked = at.locator("main input[type=checkbox]");
    if ((await asked.count()) === 0) return;
    await asked.check();
    await submit(at);
    await asked.waitFor({ state: "detached" });
  });
  await add(elli, "door-leave-unsaved", "/user/profile", async (at) => {
    await at.locator("input[inputmode=email]").first().fill("elli@");
    await at.locator("header a:visible, nav a:visible").first().click();
    await dialog(at).waitFor();
  });
  await add(elli, "door-idle", "/settings", (at) => idle(at, 14));
  await elli.context().close();
  await close(stranger);
});

it("takes the ways in and out of the professionals' app, and the dialogs of their work", async () => {
  const { add, close } = album("practitioner", "practitioner-doors");
  const stranger = (await visit()).page;
  await add(stranger, "door-authentication", "/authentication");
  await add(stranger, "door-not-found", "/not-a-page");

  // Two roles and no place chosen before: nothing is filled in.
  const anna = await professional("Anna");
  await add(anna.page, "door-choice", "/work-context");
  await add(anna.page, "door-choice-errors", "/work-context", submit);
  await anna.context.close();
  for (const [name, screen] of [
    ["Raija", "door-no-role"],
    ["Paavo", "door-no-location"],
    ["Kaisa", "door-no-role-no-location"],
  ] as const) {
    const { page, context } = await professional(name);
    await add(page, screen, "/");
    await context.close();
  }

  const aino = (await resident("Aino")).page;
  const about = topic("Ikkunat");
  await send(aino, about, "Hyvää päivää. Olkapää on ollut kipeä kaksi viikkoa, ja yöllä särky herättää.");
  await aino.context().close();
  const { page } = await nurse("Liisa");
  await open(page, about);
  const address = `/inbox${new URL(page.url()).search}`;
  await add(page, "door-menu", "/inbox", openMenu(/Liisa/));
  await add(page, "door-task-untaken", address);
  await page.goto(`${practitionerUrl}/fi${address}`);
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  const own = `${address}&tab=own`.replace(/tab=new&?/, "");
  await add(page, "door-task-own", own);
  const more = (at: Page) => at.getByRole("button", { name: words("action.more") }).click();
  const action = (key: Parameters<typeof words>[0]) => async (at: Page) => {
    await more(at);
    await at.getByRole("button", { name: words(key) }).click();
    await dialog(at).waitFor();
  };
  await add(page, "door-more", own, more);
  await add(page, "door-forward", own, action("action.forward"));
  await add(page, "door-assign", own, action("action.assign"));
  await add(page, "door-consult", own, action("action.consultation"));
  await add(page, "door-give-back", own, action("action.return"));
  await add(page, "door-end", own, action("action.end"));
  await add(page, "door-shortcuts", "/inbox", async (at) => {
    await at.keyboard.press("?");
    await dialog(at).waitFor();
  });
  await add(page, "door-palette", "/inbox", async (at) => {
    await at.keyboard.press("Control+k");
    await at.getByRole("searchbox").last().waitFor();
  });
  await add(page, "door-nothing-found", "/inbox", async (at) => {
    await at.getByRole("searchbox").first().fill("puuttuvasana");
    await at.getByText(words("inbox.empty.filtered")).waitFor();
  });
  await addFailed(add, page, "door-inbox-failed", "/inbox", "ListTasks");
  await add(page, "door-idle", "/settings", (at) => idle(at, 29));
  await page.context().close();

  const paula = (await professional("Paula")).page;
  await add(paula, "door-leave-unsaved", "/admin/iam/role-management/new", async (at) => {
    await at.locator("main input").first().fill("Kesken");
    await at.locator("header a:visible, nav a:visible").first().click();
    await dialog(at).waitFor();
  });
  await add(paula, "door-icon-picker", "/admin/icons", async (at) => {
    await at.getByRole("button", { name: /^(Valitse|Välj)/ }).click();
    await dialog(at).waitFor();
  });
  await add(paula, "door-not-for-administrators", "/inbox");
  await addFailed(add, paula, "door-list-failed", "/admin/iam/location-management", "ListLocations");
  await close(paula);
});
