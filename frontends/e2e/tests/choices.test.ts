// @module-tag long: refusals and focus of many screens
/** Forms and dialogs of professionals can always be sent; what is wrong is shown in them and takes the focus. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { choose, inConversation, more, nurse, open, professional, reply, topic, wrote } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

it("leads to the first choice that is missing, keeps what was chosen when it is refused, and says why in the dialog", async () => {
  const about = topic("Valinnat");
  await wrote("Aino", [about, "Hei."]);
  const { page, context } = await nurse("Liisa");
  await open(page, about);
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await page.getByRole("textbox", { name: "Vastaus" }).waitFor();

  await more(page, /Pyydä konsultaatiota/);
  const dialog = page.getByRole("dialog", { name: "Pyydä konsultaatiota" });
  const submit = dialog.getByRole("button", { name: "Pyydä konsultaatiota" });
  await submit.click();
  await dialog.getByText("Tämä kenttä on pakollinen").nth(1).waitFor();
  await expect.poll(() => focusedName(page)).toBe("subcategory_id");
  expect(await violations(page)).toEqual([]);
  await choose(page, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
  await submit.click();
  await expect.poll(() => focusedName(page)).toBe("text");
  await page.keyboard.type("Mitä ehdotat?");
  const mend = await fail(page, "RequestConsultation");
  await submit.click();
  await dialog.getByRole("alert").getByText("Konsultaatiota ei voitu pyytää.").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Kysymys" }).inputValue()).toBe("Mitä ehdotat?");
  expect(await page.getByRole("status").getByText("Konsultaatiota ei voitu pyytää.").count()).toBe(0);
  await mend();
  // Closed to read on, it goes on where it was left.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await more(page, /Pyydä konsultaatiota/);
  await dialog.getByRole("button", { name: "Hylkää muutokset" }).waitFor();
  expect(await dialog.getByRole("textbox", { name: "Kysymys" }).inputValue()).toBe("Mitä ehdotat?");
  await submit.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Konsultaatiota on pyydetty").waitFor();
  await more(page, /Pyydä konsultaatiota/);
  expect(await dialog.getByRole("textbox", { name: "Kysymys" }).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  for (const [action, name, field] of [
    [/Siirrä toiseen jonoon/, "Siirrä toiseen jonoon", "subcategory_id"],
    [/Siirrä työtoverille/, "Siirrä työtoverille", "colleague_id"],
  ] as const) {
    await more(page, action);
    const asked = page.getByRole("dialog", { name });
    await asked.getByRole("button", { name }).click();
    await asked.getByText("Tämä kenttä on pakollinen").waitFor();
    await expect.poll(() => focusedName(page)).toBe(field);
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
  }

  // What gives it out of one's hands asks first.
  await more(page, /Palauta jonoon/);
  await page.getByRole("alertdialog", { name: "Palauta jonoon" }).getByRole("button", { name: "Peruuta" }).click();
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  await context.close();
});

it("sums up what is missing of role and place, takes the focus there, and shows a failure in the same place", async () => {
  const { page, context } = await professional("Ritva");
  const go = page.getByRole("button", { name: "Jatka" });
  await go.click();
  const summary = page.getByRole("alert");
  await summary.getByRole("link", { name: /Ammattirooli/ }).waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await summary.getByRole("link", { name: /Ammattirooli/ }).press("Enter");
  expect(await focusedName(page)).toBe("role_id");
  await choose(page, /Ammattirooli/, /Sairaanhoitaja/);
  await choose(page, /Työpiste/, /Lehtolan/);
  const mend = await fail(page, "ChooseWorkContext");
  await go.click();
  await summary.getByText(/Roolin ja työpisteen valinta ei onnistunut\./).waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await mend();
  await go.click();
  await page.getByRole("tab", { name: /Uudet/ }).waitFor();
  await context.close();
});

it("keeps forms to a width that is good to read on a wide desk, on the line of their heading", async () => {
  const { page, context } = await nurse("Helmi", { width: 1440, height: 900 });
  for (const path of ["work-context", "settings", "patient"]) {
    await page.goto(`${practitionerUrl}/fi/${path}`);
    const heading = page.getByRole("heading", { level: 1 });
    await heading.waitFor();
    const fields = page
      .getByRole("main")
      .locator("select, input:not([type=radio], [type=checkbox]), [role=radiogroup]");
    await fields.first().waitFor();
    const left = (await heading.boundingBox())?.x ?? 0;
    for (const field of await fields.all()) {
      const box = await field.boundingBox();
      expect(box?.width ?? 0).toBeLessThanOrEqual(44 * 16);
      expect((box?.x ?? 0) - left).toBeLessThanOrEqual(32);
    }
  }
  await context.close();
});

it("shows the modules of the admin panel that a level may open, and which are yet to come", async () => {
  const tile = (page: Page, name: RegExp) => page.getByRole("main").getByRole("link", { name });
  const ritva = await professional("Ritva", { width: 1440, height: 900 });
  await ritva.page.goto(`${practitionerUrl}/fi/admin`);
  await tile(ritva.page, /Kuvakkeet/).waitFor();
  expect(await tile(ritva.page, /Toimipisteet|rooliryhmät/).count()).toBe(0);
  expect(await ritva.page.getByRole("link", { name: "Käyttöoikeuksien hallinta" }).count()).toBe(0);
  expect(await tile(ritva.page, /Digipolkujen rakentaja\s*Tulossa/).count()).toBe(0);
  expect(await tile(ritva.page, /Kyselyt\s*Tulossa/).count()).toBe(0);
  expect(await tile(ritva.page, /Chat-jonot\s*Tulossa/).count()).toBe(0);
  expect(await tile(ritva.page, /Palvelutiedot\s*Tulossa/).count()).toBe(0);
  expect(await tile(ritva.page, /Kuvakkeet\s*Tulossa/).count()).toBe(0);
  await ritva.context.close();
  const paula = await professional("Paula");
  await paula.page.goto(`${practitionerUrl}/fi/admin`);
  await tile(paula.page, /^Toimipisteet/).waitFor();
  await tile(paula.page, /Asukkaan etusivu\s*Tulossa/).waitFor();
  await tile(paula.page, /rooliryhmät/).waitFor();
  expect(await violations(paula.page)).toEqual([]);
  await paula.context.close();
});

it("shows a queued task as read to who has opened it, on every device and to nobody else, until something new comes", async () => {
  const about = topic("Luettu");
  const aino = await inConversation("Aino", about, "Ensimmäinen.");
  const [{ page, context }, tero] = [await nurse("Helmi"), await nurse("Tero")];
  const unreadAt = (at: Page) => at.getByRole("button", { name: new RegExp(about) }).getByText(/lukemato/);
  const unread = unreadAt(page);
  await unread.waitFor();
  await open(page, about);
  await unread.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: /Tiimi/ }).click();
  await page.getByRole("tab", { name: /Uudet/ }).click();
  await page.getByRole("button", { name: new RegExp(about) }).waitFor();
  expect(await unread.count()).toBe(0);
  // The mark is kept: after a reload, on another device. A colleague's list has it as new.
  await page.goto(`${practitionerUrl}/fi/inbox`);
  const other = await nurse("Helmi");
  for (const at of [page, other.page]) {
    await at.getByRole("button", { name: new RegExp(about) }).waitFor();
    expect(await unreadAt(at).count()).toBe(0);
  }
  await unreadAt(tero.page).waitFor();
  await reply(aino.page, "Toinen.");
  await unread.waitFor();
  await unreadAt(other.page).waitFor();
  await other.context.close();
  await tero.context.close();
  await aino.context.close();
  await context.close();
});

it("opens the list of shortcuts with the focus in it, and gives the focus back", async () => {
  const { page, context } = await nurse("Helmi");
  await page.getByRole("button", { name: "Pikanäppäimet" }).focus();
  for (const close of ["Escape", "Enter"]) {
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Pikanäppäimet" });
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
    if (close === "Enter") await dialog.getByRole("button", { name: "Sulje" }).focus();
    await page.keyboard.press(close);
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Pikanäppäimet");
  }
  await context.close();
});
