/** AD role groups in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { settled, stateOf } from "../support/page";
import { adminPage, choose, professional, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/iam/role-management`;

const admin = (width?: number) => adminPage(list, "AD-\u2060rooliryhmät", width);

const field = (page: Page, name: RegExp | string) => page.getByRole("textbox", { name });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, text: RegExp | string) => page.getByRole("status").getByText(text).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);

async function fill(page: Page, name: string, group: string, role = /Sairaanhoitaja/): Promise<void> {
  await field(page, "Nimi").fill(name);
  await field(page, "AD-\u2060ryhmä").fill(group);
  await choose(page, /Ammattirooli/, role);
}

async function create(page: Page, name: string, group: string): Promise<void> {
  await page.goto(`${list}/new`);
  await fill(page, name, group);
  await save(page);
}

const change = (page: Page) => page.getByRole("alertdialog", { name: "Muutos vaikuttaa ammattilaisten rooleihin" });
const confirmChange = (page: Page) => change(page).getByRole("button", { name: "Tallenna muutos" }).click();

it("leads who has lost a role to the choice, and says why", { tags: ["long"] }, async () => {
  const risto = await professional("Risto");
  const work = async () => {
    await choose(risto.page, /Ammattirooli/, /Sosiaalityöntekijä/);
    await choose(risto.page, /Työpiste/, /Sataman/);
    await risto.page.getByRole("button", { name: "Jatka" }).click();
    await risto.page.getByRole("tab", { name: /Uudet/ }).waitFor();
  };
  await work();
  const { page, context } = await admin();
  const give = async (role: RegExp) => {
    await page.goto(list);
    await page.getByRole("link", { name: "Sosiaalityöntekijät" }).click();
    await choose(page, /Ammattirooli/, role);
    await save(page);
    await confirmChange(page);
    await told(page, "Rooliryhmä tallennettiin.");
  };
  await give(/Lääkäri/);
  try {
    await risto.page
      .getByText(/^Ammattirooli Sosiaalityöntekijä ei ole enää sinulla: et kuulu sen AD-\u2060ryhmään/)
      .waitFor();
    await risto.page.getByRole("heading", { level: 1, name: "Valitse rooli ja työpiste" }).waitFor();
  } finally {
    await give(/Sosiaalityöntekijä/);
  }
  await risto.page.reload();
  await work();
  await risto.context.close();
  await context.close();
});

it("asks before people lose or gain a role, with their names and the queues, and asks nothing when nobody is concerned", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  const workers = page.getByRole("link", { name: "Sosiaalityöntekijät" });
  await workers.click();
  await choose(page, /Ammattirooli/, /Lääkäri/);
  const mend = await fail(page, "PreviewRoleGroup");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Muutoksen vaikutuksia ei voitu selvittää, eikä mitään muutettu\./)
    .waitFor();
  await mend();
  await save(page);
  const dialog = change(page);
  await dialog.getByText(/2 henkilöä menettää heti roolin Sosiaalityöntekijä: Risto Salmi, Ritva Vastuu\./).waitFor();
  await dialog
    .getByText("Roolissa Sosiaalityöntekijä hoidetaan näitä jonoja työpisteissä, joihin jono on liitetty:")
    .waitFor();
  for (const queue of [/Palveluneuvonta/, /Omaishoito/]) {
    await dialog.getByRole("listitem").filter({ hasText: queue }).first().waitFor();
  }
  // Ritva is a doctor already.
  await dialog.getByText("1 henkilö saa heti roolin Lääkäri: Risto Salmi.").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // What was chosen is still there, and nothing of it was saved.
  await page.getByRole("link", { name: "Peruuta" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByRole("row", { name: /Sosiaalityöntekijät.*KAJO-Sosiaalityo.*Sosiaalityöntekijä/ }).waitFor();

  // Removing tells the same beside its question.
  await workers.click();
  await page.getByRole("button", { name: "Poista rooliryhmä" }).click();
  const removal = page.getByRole("alertdialog", { name: "Poista rooliryhmä" });
  await removal.getByText(/2 henkilöä menettää heti roolin Sosiaalityöntekijä: Risto Salmi, Ritva Vastuu\./).waitFor();
  expect(await violations(page)).toEqual([]);
  await removal.getByRole("button", { name: "Peruuta" }).click();

  // Its name concerns nobody.
  await field(page, "Nimi").fill("Sosiaalityö");
  await save(page);
  await told(page, "Rooliryhmä tallennettiin.");
  await page.getByRole("link", { name: "Sosiaalityö", exact: true }).click();
  await field(page, "Nimi").fill("Sosiaalityöntekijät");
  await save(page);
  await told(page, "Rooliryhmä tallennettiin.");
  await workers.waitFor();
  await context.close();
});

it("IDN-10 lets an administrator add, find, change and remove a role group, and shows when it was updated", async () => {
  const { page, context } = await admin();
  await page.getByRole("row", { name: /Lääkärit.*KAJO-Laakarit.*Lääkäri/ }).waitFor();

  const name = topic("Osastot");
  await page.getByRole("link", { name: "Uusi rooliryhmä" }).click();
  await fill(page, name, `KAJO-${name}`);
  await save(page);
  await told(page, "Rooliryhmä tallennettiin.");
  await page.waitForURL(list);

  // Found by its directory group, with the time of its update.
  await search(page, `kajo-${name.toUpperCase()}`);
  const row = page.getByRole("row", { name: new RegExp(`^${name} `) });
  await row.getByText("Sairaanhoitaja").waitFor();
  const stamp = /\d{2}\.\d{2}\.\d{4} klo \d{2}:\d{2}/;
  expect(await row.textContent()).toMatch(stamp);
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "Nimi",
    "AD-\u2060ryhmä",
    "Ammattirooli",
    "Päivitetty",
  ]);

  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  expect(await field(page, "AD-\u2060ryhmä").inputValue()).toBe(`KAJO-${name}`);
  await fill(page, `${name} uusi`, `KAJO-${name}`, /Lääkäri/);
  await save(page);
  await told(page, "Rooliryhmä tallennettiin.");
  await search(page, `${name} lääkäri`);
  await page.getByRole("link", { name: `${name} uusi` }).click();

  await page.getByRole("button", { name: "Poista rooliryhmä" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Poistetaanko rooliryhmä ${name} uusi?`).waitFor();
  const mend = await fail(page, "RemoveRoleGroup");
  await dialog.getByRole("button", { name: "Poista rooliryhmä" }).click();
  await told(page, /^Rooliryhmää ei voitu poistaa\./);
  await mend();
  await page.getByRole("button", { name: "Poista rooliryhmä" }).click();
  await dialog.getByRole("button", { name: "Poista rooliryhmä" }).click();
  await told(page, "Rooliryhmä poistettiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia rooliryhmiä ei löytynyt").waitFor();
  await context.close();
});

it("IDN-10 refuses a name and a directory group that another role group has, in its words, and keeps what was typed", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  const name = topic("Haavat");
  await create(page, name, `KAJO-${name}`);
  await told(page, "Rooliryhmä tallennettiin.");

  const other = topic("Pihlajat");
  await create(page, name.toUpperCase(), `KAJO-${other}`);
  await summary(page).getByRole("link", { name: "Nimi: Samanniminen ryhmä on jo olemassa", exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.name");
  expect(await field(page, "AD-\u2060ryhmä").inputValue()).toBe(`KAJO-${other}`);
  await field(page, "Nimi").fill(other);
  await field(page, "AD-\u2060ryhmä").fill(`kajo-${name}`);
  await save(page);
  await summary(page).getByRole("link", { name: "AD-\u2060ryhmä: Sama AD ryhmä on jo käytössä", exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.directory_group");
  expect(await field(page, "Nimi").inputValue()).toBe(other);
  expect(await violations(page)).toEqual([]);

  // Nothing of it was stored, and unsaved work is asked about.
  await page.getByRole("link", { name: "Peruuta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await dialog.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await field(page, "Nimi").inputValue()).toBe(other);
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await search(page, other);
  await page.getByText("Hakua vastaavia rooliryhmiä ei löytynyt").waitFor();

  // Nothing is taken of another by a change, either.
  await search(page, name);
  await page.getByRole("link", { name }).click();
  await field(page, "AD-\u2060ryhmä").fill("KAJO-Laakarit");
  await save(page);
  await summary(page)
    .getByRole("link", { name: "AD-\u2060ryhmä: Sama AD ryhmä on jo käytössä", exact: true })
    .waitFor();
  await context.close();
});

it("IDN-10 says what is missing and what could not be loaded or saved", { tags: ["long"] }, async () => {
  const { page, context } = await admin();
  const mendList = await fail(page, "ListRoleGroups");
  await page.reload();
  await page.getByText(/Rooliryhmiä ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mendList();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const doctors = page.getByRole("link", { name: "Lääkärit" });
  await doctors.waitFor();

  for (const [call, text] of [
    ["GetRoleGroup", /Rooliryhmän tietoja ei voitu ladata\./],
    ["ListRoles", /Rooleja ei voitu ladata\./],
  ] as const) {
    const mend = await fail(page, call);
    await page.goto(list);
    await doctors.click();
    await page.getByText(text).waitFor();
    expect(await serverWords(page)).toEqual([]);
    await mend();
    await page.getByRole("button", { name: "Yritä uudelleen" }).click();
    await field(page, "AD-\u2060ryhmä").waitFor();
  }

  await page.goto(`${list}/new`);
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Nimi:/ })
    .waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    expect.stringMatching(/^Nimi:/),
    expect.stringMatching(/^AD-\u2060ryhmä:/),
    expect.stringMatching(/^Ammattirooli:/),
  ]);
  await fill(page, topic("Kesken"), topic("KAJO-Kesken"));
  const mend = await fail(page, "SaveRoleGroup");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Rooliryhmää ei voitu tallentaa\./)
    .waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mend();
  await save(page);
  await told(page, "Rooliryhmä tallennettiin.");
  await context.close();
});

it("keeps list and editor of role groups whole and accessible at 360 px", { tags: ["long"] }, async () => {
  const { page, context } = await admin(360);
  await page.getByRole("link", { name: "Lääkärit" }).waitFor();
  for (const path of [list, `${list}/new`]) {
    await page.goto(path);
    await settled(page);
    const { overflow, small, keys } = await stateOf(page);
    expect({ overflow, small, keys, violations: await violations(page) }).toEqual({
      overflow: 0,
      small: [],
      keys: [],
      violations: [],
    });
  }
  await context.close();
});
