import type { Locator, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { withoutTable } from "../support/database";
import { intercept } from "../support/intercept";
import { adminPage, openForm, professional, resident } from "../support/people";
import { kill, platformLog, practitionerUrl, residentUrl, restart } from "../support/stack";

afterAll(closeBrowser);

describe.each([
  ["resident", residentUrl],
  ["practitioner", practitionerUrl],
])("languages of the %s app", (_app, url) => {
  it("NAV-03 takes the path before the cookie, the cookie before the browser, and Finnish when nothing fits", async () => {
    const swede = await visit({ locale: "sv-FI" });
    await swede.page.goto(`${url}/`);
    await swede.page.waitForURL(/\/sv\//);
    expect(await swede.page.locator("html").getAttribute("lang")).toBe("sv");
    await swede.page.goto(`${url}/en/authentication`);
    await swede.page.getByRole("heading", { level: 1 }).waitFor();
    expect(await swede.page.locator("html").getAttribute("lang")).toBe("en");
    // English is in the cookie now and wins over the browser's Swedish.
    await swede.page.goto(`${url}/`);
    await swede.page.waitForURL(/\/en\//);
    const cookie = (await swede.context.cookies()).find((each) => each.name === "lang");
    expect(cookie).toMatchObject({ value: "en", path: "/", sameSite: "Lax" });
    await swede.context.close();

    const german = await visit({ locale: "de-DE" });
    await german.page.goto(`${url}/`);
    await german.page.waitForURL(/\/fi\//);
    await german.context.close();
  });

  it("NAV-03 takes the html tag before the cookie", async () => {
    const { context, page } = await visit({ locale: "fi-FI" });
    await context.addCookies([{ name: "lang", value: "en", url }]);
    // The gateway writes the tag where the path has a language; here the shell itself says it.
    await intercept(page, `${url}/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace("<html", '<html lang="sv"') });
    });
    await page.goto(`${url}/`);
    await page.waitForURL(/\/sv\//);
    await context.close();
  });
});

it("NAV-07 tells a page that is not there, with a way back", async () => {
  for (const url of [residentUrl, practitionerUrl]) {
    const { context, page } = await visit();
    await page.goto(`${url}/fi/not-a-page`);
    await page.getByRole("heading", { name: "Sivua ei löydy" }).waitFor();
    await page.getByRole("link", { name: /etusivulle/i }).click();
    await page.waitForURL(/\/fi\/?(authentication.*)?$/);
    await context.close();
  }
});

/** The code that a page tells, as the log has it. */
async function codeOn(page: Page): Promise<string> {
  const text = (await page.getByText(/^Virhekoodi: [0-9a-f]+$/).textContent()) ?? "";
  const code = text.replace("Virhekoodi: ", "");
  expect(code).toHaveLength(32);
  return code;
}

it("NAV-07 shows a resident what nobody expected with a code that finds the trace in the log, and recovers", async () => {
  const { context, page } = await resident("Eino");
  await withoutTable("conversations", "my_conversations", async () => {
    await page.goto(`${residentUrl}/fi/inbox`);
    await page.getByRole("heading", { level: 1, name: "Odottamaton virhe" }).waitFor();
    expect(platformLog()).toContain(await codeOn(page));
    await page.getByRole("link", { name: "Takaisin etusivulle" }).click();
    await page.getByRole("heading", { level: 1, name: "Hei, Eino!" }).waitFor();
    await page.goto(`${residentUrl}/fi/inbox`);
    await page.getByRole("button", { name: "Lataa sivu uudelleen" }).click();
    await page.getByRole("heading", { level: 1, name: "Odottamaton virhe" }).waitFor();
  });
  await page.reload();
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  await context.close();
});

it("NAV-07 shows a professional what nobody expected with a code that finds the trace in the log, and recovers", async () => {
  const { context, page } = await adminPage(`${practitionerUrl}/fi/admin/iam/location-management`, "Toimipisteet");
  await page.getByRole("link", { name: "Lehtolan terveysasema" }).click();
  const name = page.getByRole("textbox", { name: "Nimi" });
  await name.waitFor();
  await withoutTable("identity", "locations", async () => {
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Odottamaton virhe" }).waitFor();
    expect(platformLog()).toContain(await codeOn(page));
    expect(await page.getByRole("link", { name: "Takaisin etusivulle" }).getAttribute("href")).toBe("/fi/");
  });
  await page.reload();
  await name.waitFor();
  await context.close();
});

it("NAV-07 shows a code that finds the trace and the way back while the database cannot be reached, and recovers in place", {
  tags: ["long"],
}, async () => {
  const { context, page } = await resident("Eino");
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  kill("postgres");
  try {
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Sivua ei voitu avata" }).waitFor();
    expect(platformLog()).toContain(await codeOn(page));
    await page.getByRole("link", { name: "Takaisin etusivulle" }).waitFor();
  } finally {
    restart("postgres");
  }
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  await context.close();
});

describe.each([
  ["resident", residentUrl],
  ["practitioner", practitionerUrl],
])("a visitor of the %s app", (_app, url) => {
  it("is asked about once, and stands in no console as an error", { tags: ["long"] }, async () => {
    const { context, page } = await visit();
    const asked: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${url}/fi/`);
    await page.getByRole("button", { name: /Tunnistaudu|Kirjaudu/ }).click({ trial: true });
    await page.waitForLoadState("networkidle");
    expect(asked.filter((path) => path === "/api/session")).toHaveLength(1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("has the focus where it was after a change of language, and is told of it in the new one", {
    tags: ["long"],
  }, async () => {
    const { context, page } = await visit();
    await page.goto(`${url}/fi/`);
    await page.getByRole("button", { name: "Kieli: Suomi" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Svenska" }).focus();
    await page.keyboard.press("Enter");
    const button = page.getByRole("button", { name: "Språk: Svenska" });
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.getByRole("status").getByText("Tjänsten är nu på svenska.").waitFor({ state: "attached" });
    await page.reload();
    await button.waitFor();
    expect(await page.getByText("Tjänsten är nu på svenska.").count()).toBe(0);
    await context.close();
  });
});

it("asks once who is signed in, and knows from it when the session ends", async () => {
  const { context, page } = await resident("Eino");
  // One that was lost on the way is asked again, and is no second one.
  const asked: string[] = [];
  page.on("response", (response) => {
    if (response.ok()) asked.push(new URL(response.url()).pathname);
  });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole("list", { name: "Tulossa ja kesken" }).waitFor();
  expect(await page.evaluate(() => Number(localStorage.getItem("kajo.session.ends-at")))).toBeGreaterThan(0);
  expect(asked.filter((path) => path === "/api/session")).toHaveLength(1);
  await context.close();
});

it("keeps the focus on the language that was chosen on the page of languages", { tags: ["long"] }, async () => {
  const { context, page } = await visit();
  await page.goto(`${residentUrl}/fi/language`);
  await page.getByRole("main").getByRole("link", { name: "Davvisámegiella" }).click();
  await page.waitForURL(`${residentUrl}/sme/language`);
  const link = page.getByRole("main").getByRole("link", { name: "Davvisámegiella" });
  await expect.poll(() => link.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByText("Bálvalus lea dál davvisámegillii.").waitFor({ state: "attached" });
  await context.close();
});

async function canBeCalled(place: Locator) {
  expect(await place.getByRole("link", { name: "116 117" }).getAttribute("href")).toBe("tel:116117");
  expect(await place.getByRole("link", { name: "112", exact: true }).getAttribute("href")).toBe("tel:112");
}

it("lets the numbers of care be pressed wherever they stand", { tags: ["long"] }, async () => {
  const { context, page } = await visit();
  for (const path of ["/", "/access-denied", "/chat"]) {
    await page.goto(`${residentUrl}/fi${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const footer = page.getByRole("contentinfo");
    const places = path === "/" ? [footer] : [footer, page.getByRole("main")];
    for (const place of places) await canBeCalled(place);
  }
  await context.close();
  const eino = await resident("Eino");
  await eino.page.goto(`${residentUrl}/fi/inbox/new`);
  await canBeCalled(eino.page.getByRole("main"));
  await openForm(eino.page);
  await canBeCalled(eino.page.getByRole("main"));
  await eino.context.close();
});

it("asks about unsaved work before the person signs out, and signs out when they give it up", async () => {
  const { context, page } = await professional("Paula");
  await page.goto(`${practitionerUrl}/fi/admin/iam/role-management/new`);
  await page.getByRole("textbox", { name: "Nimi" }).fill("Kesken");
  const end = async () => {
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  };
  await end();
  const question = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await question.getByRole("button", { name: "Jatka muokkaamista" }).click();
  await question.waitFor({ state: "detached" });
  expect(await page.getByRole("textbox", { name: "Nimi" }).inputValue()).toBe("Kesken");
  await end();
  await question.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
  await context.close();
});

it("NAV-18 keeps the open menus within the window of a phone, in every language", async () => {
  const { page, context } = await resident("Aino", { width: 360, height: 780 });
  for (const language of ["fi", "en", "sv", "sme", "smn", "sms"]) {
    await page.goto(`${residentUrl}/${language}`);
    // What is shown before any script has run opens nothing yet.
    await page.getByRole("heading", { level: 1, name: /Aino/ }).waitFor();
    const head = page.getByRole("banner");
    for (const opener of await head.getByRole("button", { expanded: false }).all()) {
      const menu = page.locator(`[id="${await opener.getAttribute("aria-controls")}"]`);
      await opener.click();
      const { x, width } = (await menu.boundingBox()) ?? { x: -1, width: 0 };
      expect(x, language).toBeGreaterThanOrEqual(0);
      expect(x + width, language).toBeLessThanOrEqual(360);
      await page.keyboard.press("Escape");
    }
  }
  await context.close();
});
