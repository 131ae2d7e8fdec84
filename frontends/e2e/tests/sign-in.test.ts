import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { choose, nurse, professional, resident, startWork } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

it("IDN-01 signs in at each realm and out again, at the realm as well", async () => {
  const aino = await visit();
  await aino.page.goto(`${residentUrl}/fi`);
  await aino.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await aino.page.waitForURL(/\/realms\/resident\//);
  await aino.page.getByRole("button", { name: /Aino/ }).click();
  await aino.page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  await aino.page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
  await aino.page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  await aino.page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  const answer = await aino.page.request.get(`${residentUrl}/api/session`, {
    headers: { "X-DigitalPlatformAuthorization": "kajo-web" },
  });
  expect(answer.status()).toBe(204);
  await aino.context.close();
  const liisa = await visit();
  await liisa.page.goto(`${practitionerUrl}/fi`);
  await liisa.page.getByRole("button", { name: /organisaation tunnuksella/ }).click();
  await liisa.page.waitForURL(/\/realms\/practitioner\//);
  await liisa.page.getByRole("button", { name: /Liisa/ }).click();
  await startWork(liisa.page);
  await liisa.context.close();
});

it("IDN-03 keeps the session in a __Host- cookie that no script sees, and refuses calls without the header", async () => {
  for (const [enter, url] of [
    [resident("Aino"), residentUrl],
    [nurse("Liisa"), practitionerUrl],
  ] as const) {
    const { context, page } = await enter;
    const cookies = (await context.cookies(url)).filter(
      (each) => each.name !== "lang" && each.name.startsWith("__Host-kajo"),
    );
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, path: "/", sameSite: "Lax" });
    expect(await page.evaluate(() => document.cookie)).not.toContain("__Host-");
    const refused = await page.request.get(`${url}/api/session`);
    expect(refused.status()).toBe(403);
    const foreign = await page.request.get(`${url}/api/session`, {
      headers: { "X-DigitalPlatformAuthorization": "kajo-web", Origin: "https://elsewhere.example" },
    });
    expect(foreign.status()).toBe(403);
    await context.close();
  }
});

it("IDN-03 signs in out of a mobile shell by the browser of the phone, which gets no session of it", async () => {
  const shell = await visit({ width: 360, height: 780, userAgent: "Mozilla/5.0 (Linux; Android 15; K) KajoShell/1" });
  await shell.page.goto(`${residentUrl}/fi/authentication`);
  // A shell leads a page of another origin out: the web view stays where it is.
  const out = new Promise<string>((resolve) => {
    shell.page.on("request", (request) => {
      if (request.isNavigationRequest() && !request.url().startsWith(residentUrl)) resolve(request.url());
    });
  });
  await shell.context.route(/\/realms\//, (route) => route.abort());
  await shell.page.getByRole("button", { name: "Tunnistaudu" }).click();
  const phone = await visit({ width: 360, height: 780 });
  await phone.page.goto(await out);
  const back = phone.page.waitForResponse(/\/api\/session\/mobile-callback/);
  await phone.page.getByRole("button", { name: /^Aino/ }).click({ noWaitAfter: true });
  const link = (await (await back).headerValue("location")) ?? "";
  expect(link).toMatch(/^kajo-resident:\/\/open\/api\/session\/mobile-callback\?code=[^&]+&state=[^&]+$/);
  expect(await phone.context.cookies(residentUrl)).toEqual([]);
  const path = link.replace("kajo-resident://open", residentUrl);
  // A shell that catches the link and began no sign-in gets in by it as little as a browser does.
  const thief = await visit({ userAgent: "Mozilla/5.0 KajoShell/1" });
  const caught = await thief.page.request.get(path, { maxRedirects: 0 });
  expect(caught.headers().location).toBe("/fi/authentication?cookies=missing");
  await shell.page.goto(path);
  await shell.page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  const names = (await shell.context.cookies(residentUrl))
    .map(({ name }) => name)
    .filter((name) => name.startsWith("__"));
  expect(names).toEqual(["__Host-kajo-resident-session"]);
  for (const { context } of [shell, phone, thief]) await context.close();
});

it("IDN-13 ends the session everywhere on signing out: in the other tab without a reload, and for whoever kept the cookie", async () => {
  for (const [enter, url, signedOut] of [
    [resident("Aino"), residentUrl, "Tervetuloa"],
    [nurse("Liisa"), practitionerUrl, "Kirjaudu sisään"],
  ] as const) {
    const { context, page } = await enter;
    const kept = await context.cookies(url);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: /Käyttäjävalikko/ }).waitFor();
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
    await page.getByRole("heading", { name: signedOut }).waitFor();
    // Nothing of what it showed stays on the screen, and nobody is told that they had been idle.
    await other.getByRole("heading", { name: signedOut }).waitFor();
    expect(await other.getByText("et ollut käyttänyt palvelua", { exact: false }).count()).toBe(0);
    await context.addCookies(kept);
    const replayed = await page.request.get(`${url}/api/session`, {
      headers: { "X-DigitalPlatformAuthorization": "kajo-web" },
    });
    expect(replayed.status()).toBe(401);
    await context.close();
  }
});

it("IDN-05 asks for role and location, both required, offers the last location first, and lets switch later", async () => {
  // Anna chooses in no other test: who has chosen before finds the last location filled in.
  const first = await professional("Anna");
  await first.page.getByRole("button", { name: "Jatka" }).click();
  await expect.poll(() => first.page.getByText(/^Tämä kenttä on pakollinen/).count()).toBe(2);
  await choose(first.page, /Ammattirooli/, /Sairaanhoitaja/);
  await choose(first.page, /Työpiste/, /Tunturin/);
  await first.page.getByRole("button", { name: "Jatka" }).click();
  await first.page.getByRole("tab", { name: /Uudet/ }).waitFor();
  await first.context.close();

  const again = await professional("Anna");
  const options = again.page.getByRole("combobox", { name: /Työpiste/ }).locator("option");
  expect(await options.first().textContent()).toContain("Tunturin terveysasema");
  await choose(again.page, /Työpiste/, /Tunturin/);
  await choose(again.page, /Ammattirooli/, /Lääkäri/);
  await again.page.getByRole("button", { name: "Jatka" }).click();
  await again.page.getByRole("tab", { name: /Uudet/ }).waitFor();

  await again.page.getByRole("link", { name: /Vaihda roolia tai työpistettä/ }).click();
  await choose(again.page, /Työpiste/, /Lehtolan/);
  await again.page.getByRole("button", { name: "Jatka" }).click();
  await again.page.getByRole("link", { name: /Lääkäri, Lehtolan terveysasema/ }).waitFor();
  await again.context.close();
});
