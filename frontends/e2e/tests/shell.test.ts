import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { resident } from "../support/people";
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
    await page.route(`${url}/`, async (route) => {
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

it("NAV-07 shows an error code that finds the trace in the log, and recovers", async () => {
  const { context, page } = await resident("Eino");
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  kill("postgres");
  await page.reload();
  const code =
    (await page
      .getByText(/[0-9a-f]{4}[- ]?[0-9a-f]{4}/)
      .first()
      .textContent()) ?? "";
  // Looked at before the page recovers by itself.
  expect(await page.getByRole("link", { name: /etusivulle/i }).count()).toBeGreaterThan(0);
  restart("postgres");
  const trace = code.replace(/[^0-9a-f]/g, "").slice(-32);
  expect(trace).toHaveLength(32);
  expect(platformLog()).toContain(trace);
  await page.reload();
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  await context.close();
});
