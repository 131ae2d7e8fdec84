// @module-tag long: downloads and checks proofs, which come a moment after what they prove
/** Who has looked at one's data and messages, the proof to take along, and what is withheld (Act 703/2023, section 11). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { more, nurse, open, resident, send, topic } from "../support/people";
import { practitionerUrl, read, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const folder = mkdtempSync(join(tmpdir(), "kajo-access-log-"));

/** Sends a message, and a nurse opens it. */
async function opened(page: Page, words: string): Promise<string> {
  const about = topic(words);
  await send(page, about, "Hyvää päivää.");
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.context.close();
  return about;
}

/** A professional looks Maja up by her code, as whoever works for her. */
async function lookUpMaja(page: Page) {
  await page.goto(`${practitionerUrl}/fi/patient`);
  await page.getByRole("textbox", { name: "Henkilötunnus" }).fill("280285-903R");
  await page.getByRole("button", { name: "Hae potilas" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await page.getByRole("heading", { level: 3, name: "Perustiedot" }).waitFor();
}

async function log(page: Page, language = "fi"): Promise<Locator> {
  await page.goto(`${residentUrl}/${language}/user/access-log`);
  return page.getByRole("main").getByRole("article");
}

/** A program of the platform: what it said, and how it ended. */
function run(program: string, ...words: readonly string[]) {
  const environment = { ...process.env, ...(JSON.parse(read("KAJO_E2E_PLATFORM")) as Record<string, string>) };
  const { status, stdout } = spawnSync(join(read("KAJO_E2E_BINARIES"), program), words, { env: environment });
  return { status, said: stdout.toString() };
}

let files = 0;

/** Downloads the file until so many openings of conversations are in it: a row is in the signed log a moment after it was written. */
async function proof(page: Page, openings: number): Promise<string> {
  files += 1;
  const path = join(folder, `proof-${files}.json`);
  await expect
    .poll(
      async () => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Lataa tiedosto" }).click(),
        ]);
        expect(download.suggestedFilename()).toBe("kajo-access-log.json");
        await download.saveAs(path);
        return readFileSync(path, "utf8").split("/GetConversation").length - 1;
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(openings);
  return path;
}

const openings = (path: string) => readFileSync(path, "utf8").split("/GetConversation").length - 1;

it("PRO-06 shows who opened one's messages beside who looked one up, the newest first, and says so when it cannot", async () => {
  const { page, context } = await resident("Maja", { width: 360 });
  await opened(page, "Loki");
  const entries = await log(page);
  const newest = entries.filter({ hasText: "Avasi keskustelusi." }).first();
  await newest.waitFor();
  const text = (await newest.textContent()) ?? "";
  for (const part of [
    "Liisa Virtanen",
    "Sairaanhoitaja, Lehtolan terveysasema",
    "Peruste: hoitaa jonoa, jossa keskustelu on.",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d\d\.\d\d\.\d{4} klo \d\d:\d\d/);
  await page.getByText("Luettelossa ovat merkinnät kahden viime vuoden ajalta.").waitFor();
  expect(await violations(page)).toEqual([]);

  // A later lookup stands above it, in the same list.
  const liisa = await nurse("Liisa");
  await lookUpMaja(liisa.page);
  await liisa.context.close();
  await (await log(page)).filter({ hasText: "Haki sinut henkilötunnuksella." }).first().waitFor();
  const order = await entries.allTextContents();
  const at = (words: string) => order.findIndex((entry) => entry.includes(words));
  expect(at("Haki sinut")).toBeLessThan(at("Avasi keskustelusi."));
  for (const language of ["sv", "sms"]) {
    await (await log(page, language)).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }

  // Half of the list would look like all of it.
  for (const call of ["ListMyMessageAccess", "ListMyAppointmentAccess", "NameAccessors"]) {
    const mend = await fail(page, call);
    await log(page);
    await page
      .getByRole("alert")
      .getByText(/ei voitu ladata/)
      .waitFor();
    expect(await entries.count()).toBe(0);
    await mend();
    await page.getByRole("button", { name: "Yritä uudelleen" }).click();
    await entries.first().waitFor();
  }
  await context.close();
});

it("asks once for somebody's details when they are looked at once, also when the page is loaded anew", async () => {
  const { page, context } = await nurse("Liisa");
  await lookUpMaja(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const followed = page.waitForResponse(/LiveService\/Subscribe/);
  await page.reload();
  await page.getByRole("heading", { level: 3, name: "Perustiedot" }).waitFor();
  await followed;
  // What the stream makes stale is asked for before what comes with the next page.
  await page.getByRole("button", { name: "Hae toinen potilas" }).click();
  await page.getByRole("textbox", { name: "Henkilötunnus" }).waitFor();
  expect(asked.filter((url) => url.endsWith("/GetPatient"))).toHaveLength(1);
  await context.close();
});

it("puts openings of one conversation by one professional on one day into one row, with each single one in it", async () => {
  const { page, context } = await resident("Maja", { width: 360 });
  const [often, once] = [topic("Monesti"), topic("Kerran")];
  await send(page, often, "Hyvää päivää.");
  await send(page, once, "Hyvää iltaa.");
  const liisa = await nurse("Liisa");
  await open(liisa.page, once);
  for (let time = 0; time < 3; time += 1) {
    await liisa.page.goto(`${practitionerUrl}/fi/inbox`);
    await open(liisa.page, often);
  }
  await liisa.context.close();
  const entries = await log(page);
  const newest = entries.first();
  await newest.getByText(/^\d+ kertaa, viimeksi \d\d\.\d\d\.\d{4} klo \d\d:\d\d$/).waitFor();
  const times = Number(/(\d+) kertaa/.exec((await newest.textContent()) ?? "")?.[1]);
  expect(times).toBeGreaterThanOrEqual(3);
  // Another conversation has a row of its own, and each opening can be unfolded by keyboard.
  expect(await entries.nth(1).textContent()).toContain("Avasi keskustelusi.");
  await newest.locator("summary").focus();
  await page.keyboard.press("Enter");
  const single = newest.getByRole("list", { name: "Jokainen kerta" }).getByRole("listitem");
  await single.first().waitFor();
  expect(await single.count()).toBe(times);
  expect(await violations(page)).toEqual([]);
  // The number above says entries, and not rows; on every page.
  const told = async () =>
    Number(/\d+/.exec((await page.getByRole("main").getByRole("status").first().textContent()) ?? "")?.[0]);
  const stood = () =>
    entries.evaluateAll((rows) =>
      rows.reduce((sum, row) => sum + Math.max(1, row.querySelectorAll("details time").length), 0),
    );
  for (;;) {
    expect(await told()).toBe(await stood());
    const more = page.getByRole("button", { name: "Näytä lisää" });
    if ((await more.count()) === 0) break;
    const before = await stood();
    await more.click();
    await expect.poll(stood).toBeGreaterThan(before);
  }
  expect(await page.getByRole("main").getByRole("status").first().textContent()).toMatch(/^\d+ merkintää$/);
  await context.close();
});

it("gives a file that a program of its own accepts, and refuses when it was changed", async () => {
  const { page, context } = await resident("Maja");
  await opened(page, "Todiste");
  await (await log(page)).first().waitFor();
  const earlier = await proof(page, 1);
  await page.getByRole("status").getByText("Tiedosto on ladattu.").waitFor();
  const key = run("platform", "access-log-key").said.trim();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  const holds = run("verify-access-log", earlier, "--key", key);
  expect(holds.said).toContain("The file holds.");
  expect(holds.said).toContain("Not proved:");
  // Names help reading, and nothing else: one that was changed changes nothing of what is proved.
  expect(holds.said).toMatch(/NOT PROVED[\s\S]*person [0-9a-f-]{36}: "Liisa Virtanen"/);
  expect(holds.said).toMatch(/person [0-9a-f-]{36}: "Maja [^"]+"/);
  expect(holds.said).toMatch(/role [0-9a-f-]{36}: "Sairaanhoitaja"/);
  expect(holds.said).toMatch(/location [0-9a-f-]{36}: "Lehtolan terveysasema"/);
  const renamed = join(folder, "renamed.json");
  writeFileSync(renamed, readFileSync(earlier, "utf8").replace('"Liisa Virtanen"', '"Joku Muu"'));
  const otherwise = run("verify-access-log", renamed, "--key", key);
  expect(otherwise.status).toBe(0);
  expect(otherwise.said.split("NOT PROVED")[0]).toBe(holds.said.split("NOT PROVED")[0]);
  expect(otherwise.said.split("NOT PROVED")[1]).toContain("Joku Muu");
  expect(holds.status).toBe(0);

  // The key that signs vouches for the next one, and not for itself.
  const next = join(folder, "next-key");
  writeFileSync(next, "07".repeat(32), { mode: 0o600 });
  const line = JSON.parse(run("platform", "endorse-access-log-key", next).said) as Record<string, string>;
  expect(line).toMatchObject({ from: key, to: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(run("platform", "endorse-access-log-key", join(folder, "none")).status).not.toBe(0);

  // Another word, another key, a row less: each is found.
  const text = readFileSync(earlier, "utf8");
  const changed = join(folder, "changed.json");
  writeFileSync(changed, text.replace('\\"ground\\":\\"queue access\\"', '\\"ground\\":\\"participant\\"'));
  expect(readFileSync(changed, "utf8")).not.toBe(text);
  const refused = run("verify-access-log", changed, "--key", key);
  expect(refused.said).toMatch(/does NOT hold\.\n.*was changed, added or moved/);
  expect(refused.status).toBe(1);
  expect(run("verify-access-log", earlier, "--key", "00".repeat(32)).status).toBe(1);
  const shorter = JSON.parse(text) as { logs: { rows: unknown[] }[] };
  for (const { rows } of shorter.logs) rows.splice(1, 1);
  writeFileSync(changed, JSON.stringify(shorter));
  expect(run("verify-access-log", changed, "--key", key).said).toContain("is missing");
  expect(run("verify-access-log", join(folder, "none.json")).status).toBe(2);

  // A later file continues the earlier one, and not the other way round.
  const before = openings(earlier);
  await opened(page, "Todiste");
  await log(page);
  const later = await proof(page, before + 1);
  const continued = run("verify-access-log", later, "--key", key, "--before", earlier);
  expect(continued.said).toContain("since then the log has only grown");
  expect(continued.status).toBe(0);
  expect(run("verify-access-log", earlier, "--key", key, "--before", later).status).toBe(1);

  const mend = await fail(page, "ProveMyMessageAccess");
  await page.getByRole("button", { name: "Lataa tiedosto" }).click();
  await page
    .getByRole("alert")
    .getByText(/Viestejäsi koskevaa todistetta ei voitu ladata/)
    .waitFor();
  await mend();
  await context.close();
});

it("withholds an entry on a ground of the law, tells the resident that and not what, and shows it again", async () => {
  const maja = await resident("Maja", { width: 360 });
  const about = await opened(maja.page, "Turvakielto");
  const ritva = await nurse("Ritva");
  await open(ritva.page, about);
  await more(ritva.page, /Kuka on katsonut potilaan tietoja/);
  const dialog = ritva.page.getByRole("dialog", { name: "Kuka on katsonut potilaan tietoja" });
  const own = dialog.getByRole("article").filter({ hasText: "Ritva Vastuu" }).first();
  const entry = dialog.getByRole("article").filter({ hasText: "Liisa Virtanen" }).first();
  const submit = async (article: Locator) => {
    await article.getByRole("radio", { name: /jonkun toisen oikeuksille/ }).click();
    await article.getByRole("textbox", { name: /Perustelu/ }).fill("Lähisuhdeväkivallan uhka.");
    await article.getByRole("button", { name: "Jätä näyttämättä" }).click();
  };
  await entry.getByRole("button", { name: "Jätä näyttämättä" }).click();
  // With the keyboard alone one is where one goes on; ground and reason are asked for.
  expect(
    await entry
      .getByRole("radio")
      .first()
      .evaluate((radio) => radio === document.activeElement),
  ).toBe(true);
  await entry.getByRole("button", { name: "Jätä näyttämättä" }).click();
  expect(await entry.getByText("Tämä kenttä on pakollinen").count()).toBeGreaterThan(0);
  expect(await violations(ritva.page)).toEqual([]);
  // What went wrong is forgotten with what was tried.
  const mendDecision = await fail(ritva.page, "WithholdMessageAccess");
  await submit(entry);
  await entry.getByRole("alert").waitFor();
  await entry.getByRole("button", { name: "Peruuta" }).click();
  expect(await entry.getByRole("alert").count()).toBe(0);
  await entry.getByRole("button", { name: "Jätä näyttämättä" }).click();
  expect(await entry.getByRole("alert").count()).toBe(0);
  await mendDecision();
  // What is half written is asked about before the page is left.
  await entry.getByRole("textbox", { name: /Perustelu/ }).fill("Lähi");
  await ritva.page.goBack();
  const unsaved = ritva.page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await unsaved.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await entry.getByRole("textbox", { name: /Perustelu/ }).inputValue()).toBe("Lähi");
  await submit(entry);
  await entry.getByText("Ei näytetä asiakkaalle").waitFor();
  await entry.getByText("Perustelu: Lähisuhdeväkivallan uhka.").waitFor();
  const again = entry.getByRole("button", { name: "Näytä taas asiakkaalle" });
  await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
  // Nobody decides about their own doing, and nobody is asked to.
  await own.getByText(/Oma käsittelysi/).waitFor();
  expect(await own.getByRole("button").count()).toBe(0);

  await log(maja.page);
  await maja.page.getByRole("heading", { name: "Yhtä merkintää ei näytetä sinulle" }).waitFor();
  await maja.page
    .getByText("Peruste: tiedon antamisesta voisi aiheutua vakavaa vaaraa jonkun toisen oikeuksille.")
    .waitFor();
  await maja.page.getByText(/Sinulla on oikeus saada kieltäytymisestä kirjallinen todistus\./).waitFor();
  expect(await maja.page.getByText("Lähisuhdeväkivallan").count()).toBe(0);
  expect(await violations(maja.page)).toEqual([]);
  const withheld = await proof(maja.page, 1);
  const key = run("platform", "access-log-key").said.trim();
  expect(run("verify-access-log", withheld, "--key", key).said).toContain("1 of the rows are withheld");

  await entry.getByRole("button", { name: "Näytä taas asiakkaalle" }).click();
  await ritva.page.getByRole("status").getByText("Merkintä näytetään taas asiakkaalle.").first().waitFor();
  await log(maja.page);
  await maja.page.getByRole("article").first().waitFor();
  expect(await maja.page.getByRole("heading", { name: /ei näytetä sinulle/ }).count()).toBe(0);

  // Of the client register: on the page of a patient whom the responsible user has opened.
  await ritva.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await ritva.page.goto(`${practitionerUrl}/fi/patient`);
  await ritva.page.getByRole("textbox", { name: "Henkilötunnus" }).fill("280285-903R");
  await ritva.page.getByRole("button", { name: "Hae potilas" }).click();
  const right = ritva.page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await right.getByText("Asiakastyö", { exact: true }).click();
  await right.getByRole("button", { name: "Vahvista ja hae" }).click();
  await ritva.page.getByRole("button", { name: "Näytä merkinnät" }).click();
  await ritva.page.getByRole("article").filter({ hasText: "Haki henkilötunnuksella." }).first().waitFor();
  expect(await violations(ritva.page)).toEqual([]);
  await ritva.context.close();
  await maja.context.close();
});
