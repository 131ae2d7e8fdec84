/** A survey over time: into a file and out of it, built by two people at once, published anew and put in force again. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { systemOf } from "../support/fhir";
import { professional, topic } from "../support/people";
import { exported, importFile, outside } from "../support/survey-exchange";
import { list, publishPain, words } from "../support/surveys";

afterAll(closeBrowser);

it("SUR-01 SUR-09 a survey goes into a file as FHIR and comes out of it as a new one, and a file that cannot be held changes nothing", {
  tags: ["long"],
}, async () => {
  const { page, context } = await professional("Ritva");
  const title = topic("Kipukysely");
  const { surveyId } = await publishPain(context.request, title, "VAS");
  await page.goto(`${list}/${surveyId}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const file = await exported(page, page.getByRole("button", { name: "Vie tiedostoon" }));
  expect(file.name).toMatch(/^kipukysely.*\.json$/);
  expect(file.text).toContain(words.asked);
  expect([file.resource.resourceType, file.resource.status]).toEqual(["Questionnaire", "active"]);
  await page
    .getByRole("status")
    .getByText(/^Kysely vietiin tiedostoon/)
    .first()
    .waitFor();

  // Nothing of what is asked is dropped: what cannot be held is told with its place, and for whoever builds the other system.
  await page.goto(list);
  await page.getByRole("button", { name: "Tuo tiedostosta" }).waitFor();
  const changed = (elements: object): string => {
    const [step] = file.resource.item ?? [];
    const item = [{ ...step, item: step?.item?.map((question) => ({ ...question, ...elements })) }];
    return JSON.stringify({ ...file.resource, item });
  };
  const question = "Questionnaire.item[0].item[0]";
  for (const [name, text, place] of [
    ["kuva.json", "ei mitään", undefined],
    ["muu.json", JSON.stringify({ resourceType: "Patient" }), "Questionnaire"],
    ["liite.json", changed({ type: "attachment" }), `${question}.type`],
    ["arvojoukko.json", changed({ answerValueSet: "https://codes.example/pain" }), `${question}.answerValueSet`],
  ] as const) {
    await importFile(page, name, text);
    const refused = page.getByRole("dialog", { name: `Tiedostoa ${name} ei voitu tuoda` });
    if (place) {
      await refused.locator("code").getByText(place, { exact: true }).waitFor();
      await refused.locator("[lang=en]").waitFor();
    } else await refused.getByText("Tiedostoa ei voi lukea.").waitFor();
    await refused.getByText("Mitään ei tuotu eikä muutettu.").waitFor();
    expect(await violations(page)).toEqual([]);
    await refused.getByRole("button", { name: "Sulje" }).last().click();
    await refused.waitFor({ state: "detached" });
  }
  await importFile(page, file.name, file.text);
  await page.getByRole("heading", { level: 1, name: "Uusi kysely" }).waitFor();
  const name = page.getByRole("textbox", { name: /^Kyselyn nimi/ });
  expect(await name.inputValue()).toBe(title);
  const copy = topic("Tuotu kysely");
  await name.fill(copy);
  await page.getByRole("button", { name: "Julkaise" }).click();
  await page.getByRole("heading", { level: 1, name: copy }).waitFor();
  await page.getByText(/^Julkaistu, versio 1$/).waitFor();
  expect(page.url()).not.toContain(surveyId);
  await page.getByRole("button", { name: words.asked }).waitFor();
  await context.close();
});

it("SUR-01 SUR-09 keeps what two builders change at once, and puts a version in force again", {
  tags: ["long"],
}, async () => {
  const { page, context } = await professional("Ritva");
  const first = topic("Kipukysely");
  const published = await publishPain(context.request, first, "VAS");
  const address = `${list}/${published.surveyId}`;
  const other = await professional("Paula", { width: 1440 });
  for (const [at, field] of [
    [page, "Kuvaus"],
    [other.page, "Kyselyn nimi"],
  ] as const) {
    await at.goto(address);
    await at.getByRole("button", { name: "Kyselyn tiedot" }).click();
    await at.getByRole("textbox", { name: new RegExp(`^${field}`) }).waitFor();
  }
  const second = topic("Selkäkysely");
  await other.page.getByRole("textbox", { name: /^Kyselyn nimi/ }).fill(second);
  await other.page.getByRole("button", { name: "Tallenna luonnos" }).click();
  await other.page.getByRole("heading", { level: 1, name: second }).waitFor();

  // What was written here is over what the other has saved meanwhile; nothing is saved before somebody has seen both.
  const description = page.getByRole("textbox", { name: /^Kuvaus/ });
  await description.fill("Vastaa aamuisin.");
  await page.getByRole("button", { name: "Tallenna luonnos" }).click();
  await page
    .getByRole("alert")
    .getByText(/Joku muu on tallentanut nämä tiedot sillä välin/)
    .waitFor();
  const name = page.getByRole("textbox", { name: /^Kyselyn nimi/ });
  await expect.poll(() => name.inputValue()).toBe(second);
  expect(await description.inputValue()).toBe("Vastaa aamuisin.");
  await page.getByRole("button", { name: "Hylkää omani ja näytä uudet tiedot" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Julkaise" }).click();
  await page.getByText(/^Julkaistu, versio 2$/).waitFor();

  // The first version again: it is a third one.
  await page.getByRole("tab", { name: "Versiot" }).click();
  const versions = page.getByRole("list", { name: "Versiot" }).getByRole("listitem");
  await versions.filter({ hasText: /^Versio 2, .*Voimassa/ }).waitFor();
  await page.getByRole("button", { name: "Näytä versio 1" }).click();
  const shown = page.getByRole("dialog", { name: "Versio 1" });
  await shown.getByText(words.asked).first().waitFor();
  expect(await violations(page)).toEqual([]);
  const { resource } = await exported(page, shown.getByRole("button", { name: "Vie tiedostoon" }));
  const url = outside(await systemOf("Survey"), published.surveyId);
  expect([resource.url, resource.version, resource.title]).toEqual([url, "1", first]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Palauta versio 1 voimaan" }).click();
  const asked = page.getByRole("alertdialog", { name: "Palauta versio" });
  await asked.getByText(/^Versio 1 julkaistaan uutena versiona/).waitFor();
  expect(await violations(page)).toEqual([]);
  await asked.getByRole("button", { name: "Palauta versio" }).click();
  await page.getByRole("status").getByText("Versio on taas voimassa.").first().waitFor();
  await page.getByRole("heading", { level: 1, name: first }).waitFor();
  await versions.filter({ hasText: /^Versio 3, .*Voimassa/ }).waitFor();
  await other.context.close();
  await context.close();
});
