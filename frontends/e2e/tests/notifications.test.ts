/** Notifications: a resident is told by e-mail that something waits for them, and the link in it leads there. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { isWell } from "../support/chats";
import { codeTo, sentTo } from "../support/outbox";
import { publishContent } from "../support/patient-contents";
import { openPatient } from "../support/patients";
import { nurse, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Whose profile no other test changes. E-mail is what everybody of the demo has chosen. */
const maija = ["140348-9084", "Maija Meikäläinen"] as const;
const address = "maija@kajo.example";

const links = /https?:\/\/\S+\/content\/[0-9a-f-]{36}/;
const linkIn = (mail: string) => links.exec(mail)?.[0];
const told = (page: Page, text: string) => page.getByRole("status").getByText(text).first().waitFor();

/** The resident shows by a code that the address is theirs, unless they have done so in a run before. */
async function verify(page: Page): Promise<void> {
  await page.goto(`${residentUrl}/fi/user/profile`);
  await expect.poll(() => page.getByRole("radio", { name: "Sähköpostiin" }).isChecked()).toBe(true);
  const row = page
    .getByRole("list", { name: "Vahvista yhteystietosi" })
    .getByRole("listitem")
    .filter({ hasText: address });
  const state = row.getByText(/^(Vahvistettu|Vahvistamatta)$/);
  if ((await state.textContent()) === "Vahvistettu") return;
  await row.getByRole("button", { name: `Lähetä koodi ${address}` }).click();
  await told(page, `Koodi lähetettiin: ${address}`);
  await page.getByRole("textbox", { name: /^Koodi, jonka lähetimme/ }).fill(await codeTo(address));
  await row.getByRole("button", { name: "Vahvista", exact: true }).click();
  await told(page, `Vahvistettu: ${address}`);
  await row.getByText("Vahvistettu", { exact: true }).waitFor();
}

/** On the page of the patient. */
async function give(page: Page, content: string): Promise<void> {
  await page.getByRole("button", { name: "Anna ohje", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Anna ohje" });
  await dialog.getByRole("searchbox", { name: "Hae ohjeen nimellä" }).fill(content);
  // Beside it the two of what it is about.
  await expect.poll(() => dialog.getByRole("radio").count()).toBe(3);
  await dialog.getByRole("radio", { name: content }).check();
  await dialog.getByRole("radio", { name: /^Terveysasia/ }).check();
  await dialog.getByRole("button", { name: "Anna", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}

it("CMS-05 a resident who has verified their e-mail is told there of an instruction, without a word of it, and the link leads to it", {
  timeout: 120_000,
}, async () => {
  const title = topic("Polven kuntoutus");
  await publishContent(title, "Nosta jalkaa **kymmenen** kertaa.");
  const own = await resident("Maija", { width: 360 });
  await verify(own.page);
  await isWell(own.page);

  const before = await sentTo(address);
  const { page, context } = await nurse("Liisa");
  await openPatient(page, ...maija);
  await give(page, title);
  const mails = async () => (await sentTo(address)).filter((mail) => linkIn(mail) && !before.includes(mail));
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail = ""] = await mails();
  for (const personal of [title, "kymmenen", "Maija", "Liisa", "Lehtola"]) expect(mail).not.toContain(personal);

  await own.page.goto(linkIn(mail) ?? "");
  await own.page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await own.page.waitForURL(/\/fi\/content\/[0-9a-f-]{36}$/);
  await own.page.getByRole("main").getByRole("strong").getByText("kymmenen").waitFor();
  await isWell(own.page);
  // Told once: what was read is told no more.
  expect(await mails()).toEqual([mail]);
  await Promise.all([own.context.close(), context.close()]);
});
