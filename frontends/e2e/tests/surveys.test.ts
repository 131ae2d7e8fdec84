/** Surveys: built, translated, tried and published; given to a patient, answered, and read by whom the access names. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { tabTo } from "../support/keys";
import { openPatient } from "../support/patients";
import { adminPage, doctor, nurse, open, professional, resident, topic } from "../support/people";
import { startConversation } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";
import {
  access,
  addQuestion,
  addScore,
  addStep,
  answerAgain,
  answerText,
  frame,
  give,
  keptWith,
  limit,
  list,
  onward,
  pain,
  past,
  showFrom,
  toAnswer,
  toTab,
  translateAll,
  where,
  words,
  writeDetails,
} from "../support/surveys";

afterAll(closeBrowser);

const elli = "010942-921E";

/** A responsible user builds, translates, tries and publishes a survey by the keyboard; its id. */
async function build(title: string): Promise<string> {
  const { page, context } = await professional("Ritva");
  await page.goto(`${list}/new`);
  await page.getByRole("heading", { level: 1, name: "Uusi kysely" }).waitFor();
  await writeDetails(page, title);
  await addStep(page, words.step);
  await addQuestion(page, words.asked, "Kokonaisluku", "within");
  await limit(page);
  await addQuestion(page, words.askedThen, "Pitk", "behind");
  await showFrom(page, "4");
  expect(await violations(page)).toEqual([]);
  await toTab(page, /^Rakenne$/, 2);
  await addScore(page);
  await toTab(page, /^Pisteet$/, -1);
  await translateAll(page);
  expect(await violations(page)).toEqual([]);

  // Tried as residents see it: the second question comes with the first answer, and so does what the score means.
  await toTab(page, /^Käännökset$/, 2);
  const phone = frame(page);
  await pain(phone).fill("3");
  await pain(phone).press("Tab");
  await phone.getByText(words.little).waitFor();
  expect(await where(phone).count()).toBe(0);
  await pain(phone).fill("7");
  await pain(phone).press("Tab");
  await where(phone).waitFor();
  await phone.getByText(words.much).waitFor();
  await page.getByRole("combobox", { name: "Kieli" }).selectOption({ label: "Nuõrttsääʹmǩiõll" });
  await phone.locator("[lang=sms] [lang=fi]").getByText(words.asked).first().waitFor();
  expect(await violations(page)).toEqual([]);

  await tabTo(page, /^Julkaise$/);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Kysely julkaistiin.").first().waitFor();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByText(/^Julkaistu, versio 1$/).waitFor();
  await page.waitForURL(/\/surveys\/[0-9a-f-]{36}$/);
  const surveyId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await context.close();
  return surveyId;
}

/** An administrator says that nurses of Lehtola read the answers; the page says so then. */
async function letNursesRead(title: string): Promise<void> {
  const { page, context } = await adminPage(
    `${access}?search=${encodeURIComponent(title)}`,
    "Kyselyiden vastausten lukuoikeudet",
  );
  const row = page.getByRole("row", { name: new RegExp(title) });
  await row.getByText("Toimialan: Terveydenhuolto").waitFor();
  await page.getByRole("button", { name: `Muokkaa lukuoikeuksia: ${title}` }).click();
  const dialog = page.getByRole("dialog", { name: `Kuka lukee vastaukset: ${title}` });
  const [roles, locations] = ["Roolit", "Työpisteet"].map((name) => dialog.getByRole("group", { name }));
  for (const [group, wanted] of [
    [roles, "Sairaanhoitaja"],
    [locations, "Lehtolan terveysasema"],
  ] as const) {
    await group?.getByRole("checkbox", { name: wanted }).waitFor();
    for (const chosen of (await group?.getByRole("checkbox", { checked: true }).all())?.reverse() ?? [])
      await chosen.uncheck();
    await group?.getByRole("checkbox", { name: wanted }).check();
  }
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Tallenna" }).click();
  await page.getByRole("status").getByText("Lukuoikeudet tallennettiin.").first().waitFor();
  await row.getByText("Omat").waitFor();
  await row.getByText("1 rooli, 1 työpiste").waitFor();
  await context.close();
}

it("SUR-01 SUR-02 SUR-03 SUR-04 SUR-05 SUR-08 a survey is built by keyboard, given to a patient, answered in Skolt Sami and read by whom the access names", {
  timeout: 150_000,
}, async () => {
  const title = topic("Kipukysely");
  const surveyId = await build(title);
  await letNursesRead(title);

  // Given from today on, until it is taken back.
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, elli, "Elli Fofonoff");
  await give(page, title);
  await toAnswer(page).getByRole("listitem").filter({ hasText: title }).getByText("Vastattavana").waitFor();
  expect(await violations(page)).toEqual([]);

  // The app is in Skolt Sami, what is asked in Finnish and marked so; what was begun is there again.
  const own = await resident("Elli", { width: 360 });
  await own.page.goto(`${residentUrl}/sms/surveys/omavointi`);
  await own.page.getByRole("link").filter({ hasText: title }).click();
  await own.page.locator("h1[lang=fi]").filter({ hasText: title }).waitFor();
  await own.page.locator("main a[href*=fill]").click();
  await own.page.locator("main [lang=fi]").getByText(words.asked).first().waitFor();
  await onward(own.page).click();
  await own.page.getByRole("alert").getByRole("link").first().waitFor();
  const text = answerText("Selässä ja etenkin aamuisin");
  await pain(own.page).fill("7");
  await pain(own.page).press("Tab");
  const kept = keptWith(own.page, text);
  await where(own.page).fill(text);
  await kept;
  expect(await violations(own.page)).toEqual([]);
  await own.page.reload();
  await where(own.page).waitFor();
  expect([await pain(own.page).inputValue(), await where(own.page).inputValue()]).toEqual(["7", text]);
  await onward(own.page).click();
  await own.page.locator("main dl").getByText(text).waitFor();
  await onward(own.page).click();
  await own.page.waitForURL(/sent=true/);
  await own.page.locator("main [lang=fi]").getByText(words.much).waitFor();
  expect(await onward(own.page).count()).toBe(0);
  await own.page.goto(`${residentUrl}/sms/surveys/omavointi?list=answered`);
  await own.page.getByRole("link").filter({ hasText: title }).waitFor();

  // Two more; then the last one is read, with what it means and how it has changed.
  await answerAgain(context.request, own.context.request, { patientId, surveyId }, [3, 6]);
  const about = topic("Kipu");
  await startConversation(own.context.request, about, "Vastasin kyselyyn kivusta.");
  await own.context.close();
  await page.goto(`${practitionerUrl}/fi/patient?patient=${patientId}`);
  await page.getByRole("button", { name: "Vastatut, päättyneet ja perutut kyselyt" }).click();
  await past(page).getByRole("link", { name: title }).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const answers = page.locator("main dl");
  await answers.getByText(words.much).first().waitFor();
  await answers.getByText("Vakava", { exact: true }).first().waitFor();
  await page.getByRole("img", { name: new RegExp(`^${words.score}\\. 3 arvoa`) }).waitFor();
  await page.getByRole("button", { name: `Arvot taulukkona ${words.score}` }).click();
  // In a narrow pane its rows are cards.
  const rows = page.getByRole("listitem").filter({ hasText: "Merkitys" });
  await expect.poll(() => rows.count()).toBe(3);
  await rows.filter({ hasText: words.little }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Edellinen vastaus" }).click();
  await answers.getByText("Tavallinen", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Edellinen vastaus" }).click();
  await answers.getByText(text).first().waitFor();
  const address = page.url();

  // From a conversation, and back to it.
  await page.goto(`${practitionerUrl}/fi/inbox`);
  await open(page, about);
  await page.getByRole("button", { name: "Potilaan kyselyt" }).click();
  await page.getByRole("link", { name: title }).first().click();
  await page.waitForURL(/activeConversationId=/);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("link", { name: "Takaisin keskusteluun" }).click();
  await page.getByRole("heading", { level: 2, name: about }).waitFor();
  await context.close();

  // A doctor has the patient open as well, and the access names nurses: that there are answers is told, and they are not to be found.
  const mikko = await doctor("Mikko");
  await openPatient(mikko.page, elli, "Elli Fofonoff");
  await mikko.page.getByRole("button", { name: "Vastatut, päättyneet ja perutut kyselyt" }).click();
  const unread = past(mikko.page).getByRole("listitem").filter({ hasText: title }).first();
  await unread.getByText("Et voi lukea vastauksia nykyisellä roolillasi ja työpisteelläsi.").waitFor();
  expect(await unread.getByRole("link").count()).toBe(0);
  await mikko.page.goto(address);
  await mikko.page.getByRole("heading", { level: 1, name: "Vastauksia ei löydy" }).waitFor();
  await mikko.context.close();
});
