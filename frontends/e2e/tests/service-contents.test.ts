/** Service contents in the admin panel: written, drawn, published, rolled back. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { enter, stop, tabTo } from "../support/keys";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/service-information/contents`;
const admin = (width?: number) => adminPage(list, "Sisällöt", width);
const newContent = (width?: number) => adminPage(`${list}/new`, "Uusi sisältö", width);

const types = [
  "Tietopaketti",
  "Viesti",
  "Käyttöohje",
  "Valmistautumisohje",
  "Itsehoito-ohje",
  "Määrittelemätön",
] as const;

const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const language = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const title = (page: Page) => page.getByRole("textbox", { name: "Otsikko" });
const text = (page: Page) => page.getByRole("textbox", { name: "Teksti" });
const preview = (page: Page): Locator => page.getByRole("region", { name: "Esikatselu" });
const publish = (page: Page) => page.getByRole("button", { name: "Julkaise", exact: true }).click();
const saveDraft = (page: Page) => page.getByRole("button", { name: "Tallenna luonnos" }).click();
/** The same, until the server has answered that it is kept. */
const saved = (page: Page) =>
  Promise.all([page.waitForResponse((answer) => answer.url().endsWith("/SaveServiceContentDraft")), saveDraft(page)]);
const version = (page: Page, number: number): Locator =>
  page
    .getByRole("list", { name: "Versiohistoria" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`Versio ${number},`) });

async function write(page: Page, name: string, heading: string, words: string): Promise<void> {
  await language(page, name).click();
  await title(page).fill(heading);
  await text(page).fill(words);
}

it("SVC-03 lets an administrator write a content in six languages, see it drawn, publish it, change it beside what is in force, roll back, archive and restore it", async () => {
  const { page, context } = await newContent();
  const name = topic("Verikoe");
  await page.getByRole("textbox", { name: "Hallinnollinen nimi" }).fill(name);
  const type = page.getByRole("combobox", { name: "Tyyppi" });
  expect(await type.locator("option").allTextContents()).toEqual(types);
  await choose(page, /Tyyppi/, /Valmistautumisohje/);

  // Drawn as it is written: every part that a text may have.
  await write(
    page,
    "Suomi",
    "Ennen verikoetta",
    "## Muista\n\nOle **ravinnotta** ja *levossa*.\n\n### Mukaan\n\n- kortti\n- lähete\n\n1. ilmoittaudu\n2. odota\n\n[Kartta](https://kartta.example) [Soita](tel:+3589123)",
  );
  const drawn = preview(page);
  await drawn.getByRole("heading", { name: "Muista" }).waitFor();
  await drawn.getByRole("heading", { name: "Mukaan" }).waitFor();
  expect(await drawn.getByRole("strong").allTextContents()).toEqual(["ravinnotta"]);
  expect(await drawn.getByRole("emphasis").allTextContents()).toEqual(["levossa"]);
  expect(await drawn.getByRole("listitem").allTextContents()).toEqual(["kortti", "lähete", "ilmoittaudu", "odota"]);
  expect(await drawn.getByRole("link", { name: "Kartta" }).getAttribute("href")).toBe("https://kartta.example");
  expect(await drawn.getByRole("link", { name: "Soita" }).getAttribute("href")).toBe("tel:+3589123");
  expect(await violations(page)).toEqual([]);

  // What has no place in a text is told while it is written, and what was drawn last stays.
  const written = await text(page).inputValue();
  await text(page).fill(`${written}\n\n<script>document.title = "x"</script>`);
  await drawn.getByText(/^Rivillä 15 on muotoilua/).waitFor();
  await text(page).fill(written);
  await drawn.getByText(/^Rivillä 15/).waitFor({ state: "detached" });

  // A draft may be incomplete; its tabs say how far each language is.
  await saveDraft(page);
  await told(page, "Luonnos tallennettiin.");
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByText("Sisältöä ei ole vielä julkaistu.").waitFor();
  await language(page, "Suomi").getByText("Valmis").waitFor();
  await language(page, "Svenska").getByText("Tyhjä").waitFor();

  // Published whole or not at all: each field that is missing is told, behind whichever tab it stands.
  await write(page, "Davvisámegiella", "Ovdal varraiskosa", "");
  await language(page, "Davvisámegiella").getByText("Kesken").waitFor();
  await publish(page);
  await summary(page).getByRole("link").first().waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    "Otsikko, Svenska: Kaikki käännökset on syötettävä.",
    "Teksti, Svenska: Kaikki käännökset on syötettävä.",
    "Otsikko, English: Kaikki käännökset on syötettävä.",
    "Teksti, English: Kaikki käännökset on syötettävä.",
    "Teksti, Davvisámegiella: Täytä kaikki kentät tai jätä kaikki tyhjäksi.",
  ]);
  expect(await violations(page)).toEqual([]);
  await summary(page)
    .getByRole("link", { name: /^Teksti, English/ })
    .click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.en.text");
  expect(await text(page).getAttribute("lang")).toBe("en");
  await text(page).fill("**Fast** for 10 hours.");
  await title(page).fill("Before the blood test");
  await write(page, "Svenska", "Före blodprovet", "Var **fastande**.");
  await write(page, "Davvisámegiella", "Ovdal varraiskosa", "Teaksta");
  await write(page, "Anarâškielâ", "Ovdil vorrâiskosâ", "Teksta");
  await write(page, "Nuõrttsääʹmǩiõll", "Võrriskkjumuš", "Teâksta");
  await publish(page);
  await told(page, "Sisältö julkaistiin.");
  await version(page, 1).getByText("Voimassa").waitFor();

  // Beside what is in force: translations lag behind until somebody says otherwise.
  await language(page, "Suomi").click();
  await text(page).fill("Ole ravinnotta 12 tuntia.");
  await language(page, "Svenska").getByText("Vanhentunut").waitFor();
  await page.keyboard.press("Control+s");
  await told(page, "Luonnos tallennettiin.");
  await page.getByText("Julkaistu, luonnos kesken").waitFor();
  await language(page, "Svenska").click();
  await page.getByText(/Suomenkielinen teksti on muuttunut.*Svenska/).waitFor();
  await page.getByRole("button", { name: "Käännös on ajan tasalla" }).click();
  await language(page, "Svenska").getByText("Valmis").waitFor();
  await publish(page);
  const asked = page.getByRole("alertdialog", { name: "Julkaistaanko vanhentuneet käännökset?" });
  await asked.getByText(/: English, Davvisámegiella, Anarâškielâ, Nuõrttsääʹmǩiõll\.$/).waitFor();
  await asked.getByRole("button", { name: "Julkaise" }).click();
  await version(page, 2).getByText("Voimassa").waitFor();

  // Every version can be read, and its words put in force again.
  await page.getByRole("button", { name: "Näytä versio 1" }).click();
  const old = page.getByRole("dialog", { name: "Versio 1" });
  await old.getByRole("region", { name: "Suomi" }).getByRole("heading", { name: "Muista" }).waitFor();
  await old.getByRole("region", { name: "Davvisámegiella" }).getByText("Teaksta").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Palauta versio 1" }).click();
  const question = page.getByRole("alertdialog");
  const mend = await fail(page, "RollBackServiceContent");
  await question.getByRole("button", { name: "Palauta versio" }).click();
  await told(page, /^Versiota ei voitu palauttaa\./);
  await mend();
  await page.getByRole("button", { name: "Palauta versio 1" }).click();
  await question.getByRole("button", { name: "Palauta versio" }).click();
  await version(page, 3).getByText("Voimassa").waitFor();
  await language(page, "Suomi").click();
  expect(await text(page).inputValue()).toMatch(/^## Muista/);

  // A draft is given up.
  await text(page).fill("Turha");
  await saveDraft(page);
  await page.getByText("Julkaistu, luonnos kesken").waitFor();
  await page.getByRole("button", { name: "Hylkää luonnos" }).click();
  await question.getByRole("button", { name: "Hylkää luonnos" }).click();
  await told(page, "Luonnos hylättiin.");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("## Muista"));

  await page.getByRole("button", { name: "Arkistoi sisältö" }).click();
  await question.getByText(`Arkistoidaanko ${name}?`, { exact: false }).waitFor();
  await question.getByRole("button", { name: "Arkistoi sisältö" }).click();
  await told(page, "Sisältö arkistoitiin.");
  await page.getByRole("link", { name: "Sisällöt", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Sisällöt" }).waitFor();
  await page.getByRole("searchbox").fill(name);
  await page.getByText("Hakua vastaavia sisältöjä ei löytynyt").waitFor();
  await choose(page, /Tila/, /Arkistoitu/);
  await page
    .getByRole("row", { name: new RegExp(`${name}.*Ennen verikoetta.*Valmistautumisohje.*Arkistoitu`) })
    .waitFor();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Palauta sisältö" }).click();
  await question.getByRole("button", { name: "Palauta sisältö" }).click();
  await told(page, "Sisältö palautettiin.");
  await page.getByText("Julkaistu", { exact: true }).waitFor();
  await context.close();
});

it("SVC-03 shows contents of all six types in a list by type, state and words, with what could not be loaded", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  await page.getByRole("row", { name: /Verikoe: valmistautuminen.*Valmistautumisohje.*Julkaistu/ }).waitFor();
  await page.getByRole("row", { name: /Flunssa: itsehoito.*Itsehoito-ohje.*Julkaistu, luonnos kesken/ }).waitFor();
  await page.getByRole("row", { name: /Verenpainemittarin käyttöohje.*Käyttöohje.*Luonnos/ }).waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "Nimi",
    "Otsikko suomeksi",
    "Tyyppi",
    "Tila",
    "Päivitetty",
  ]);
  expect(await violations(page)).toEqual([]);

  // One of each type, and found by it.
  const about = topic("Tyypit");
  for (const type of types) {
    await page.goto(`${list}/new`);
    await page.getByRole("textbox", { name: "Hallinnollinen nimi" }).fill(`${about} ${type}`);
    await choose(page, /Tyyppi/, new RegExp(type));
    await saveDraft(page);
    await page.getByRole("heading", { level: 1, name: `${about} ${type}` }).waitFor();
    const chosen = page.getByRole("combobox", { name: "Tyyppi" });
    expect(await chosen.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text)).toBe(type);
  }
  await page.goto(`${list}?search=${encodeURIComponent(about)}`);
  for (const type of types)
    await page.getByRole("row", { name: new RegExp(`${about} ${type}.*${type}.*Luonnos`) }).waitFor();
  for (const type of types) {
    await choose(page, /Tyyppi/, new RegExp(type));
    await page.getByRole("status").getByText("1 tulos").waitFor();
    await page.getByRole("link", { name: `${about} ${type}` }).waitFor();
  }
  expect(new URL(page.url()).searchParams.get("type")).toBe("SERVICE_CONTENT_TYPE_UNSPECIFIED");
  await page.reload();
  await page.getByRole("link", { name: `${about} Määrittelemätön` }).waitFor();

  const mendList = await fail(page, "ListServiceContents");
  await page.reload();
  await page.getByText(/Sisältöjä ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mendList();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const mend = await fail(page, "GetServiceContent");
  await page.getByRole("link", { name: `${about} Määrittelemätön` }).click();
  await page.getByText(/Sisältöä ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("heading", { level: 1, name: `${about} Määrittelemätön` }).waitFor();
  await context.close();
});

it("SVC-03 is written by keyboard alone, with a toolbar that is one stop of Tab", { tags: ["long"] }, async () => {
  const { page, context } = await newContent();
  const name = topic("Näppäimin");
  await tabTo(page, /Hallinnollinen nimi/);
  await page.keyboard.type(name);
  await tabTo(page, /^Suomi/);
  await page.keyboard.press("ArrowRight");
  expect((await stop(page)).name).toMatch(/^Svenska/);
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, /^Otsikko/);
  await page.keyboard.type("Ohje");
  await page.keyboard.press("Tab");
  expect((await stop(page)).name).toMatch(/^Lihavoi/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect((await stop(page)).name).toBe("Otsikko");
  await page.keyboard.press("End");
  expect((await stop(page)).name).toMatch(/^Linkki/);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ole ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("ravinnotta");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type(" nyt");
  expect(await text(page).inputValue()).toBe("Ole **ravinnotta** nyt");
  await preview(page).getByRole("strong").getByText("ravinnotta").waitFor();
  // A tool is one step to take back, as any typing.
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  expect(await text(page).inputValue()).toBe("## Ole **ravinnotta** nyt");
  await page.keyboard.press("Control+z");
  expect(await text(page).inputValue()).toBe("Ole **ravinnotta** nyt");
  await page.keyboard.press("Control+s");
  await told(page, "Luonnos tallennettiin.");
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await enter(page, /^Sisällöt$/);
  await page.getByRole("heading", { level: 1, name: "Sisällöt" }).waitFor();
  await context.close();
});

it("SVC-03 keeps what was typed when saving fails or somebody else was faster, and asks before it is lost", {
  tags: ["long"],
}, async () => {
  const { page, context } = await newContent(360);
  await saveDraft(page);
  await page.getByText("Tämä kenttä on pakollinen.").waitFor();
  const name = topic("Kilpa");
  await page.getByRole("textbox", { name: "Hallinnollinen nimi" }).fill(name);
  await write(page, "Suomi", "Otsikko", "Teksti");
  const mend = await fail(page, "SaveServiceContentDraft");
  await saveDraft(page);
  await told(page, /^Luonnosta ei voitu tallentaa\./);
  await mend();
  expect(await text(page).inputValue()).toBe("Teksti");
  expect(await violations(page)).toEqual([]);
  // Below what is written: there is no room beside it.
  const [field, drawn] = [await text(page).boundingBox(), await preview(page).boundingBox()];
  expect(drawn?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0) - 1);
  await saveDraft(page);
  await page.getByRole("heading", { level: 1, name }).waitFor();

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("heading", { level: 1, name }).waitFor();
  await text(other).fill("Toinen");
  await text(page).fill("Ensimmäinen");
  await saved(page);
  await saveDraft(other);
  await other.getByRole("button", { name: "Hylkää omani ja näytä uudet tiedot" }).waitFor();
  expect(await text(other).inputValue()).toBe("Toinen");
  await saved(other);
  await other.reload();
  await other.getByRole("heading", { level: 1, name }).waitFor();
  expect(await text(other).inputValue()).toBe("Toinen");
  await other.close();

  await text(page).fill("Kolmas");
  await page.getByRole("link", { name: "Peruuta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await dialog.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await text(page).inputValue()).toBe("Kolmas");
  const mendPublish = await fail(page, "PublishServiceContent");
  await publish(page);
  await unsuccessful(page)
    .getByText(/^Sisältöä ei voitu julkaista\./)
    .waitFor();
  await mendPublish();
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByRole("heading", { level: 1, name: "Sisällöt" }).waitFor();
  await context.close();
});
