/** Residents who are not admitted in their own name (NAV-12). */
import { afterAll, expect, it } from "vitest";
import { lightAlone, violations } from "../support/axe";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const languages = ["fi", "en", "sv", "sme", "smn", "sms"] as const;

/** Who is unknown and who is protected are told the same: nobody learns from a screen that somebody is protected. */
const notAdmitted = [
  /turvakiellon/,
  /non-disclosure/,
  /spärrmarkering/,
  /dorvogildosa/,
  /torvokiäldu/,
  /staannâmǩieʹldd/,
] as const;

/** Who, and what they are told in each language. */
const denied = [
  ["Tuuli Tuntematon", "whom the register does not know", notAdmitted],
  ["Salme Suojattu", "under non-disclosure", notAdmitted],
  [
    "Marco Esempio",
    "identified abroad",
    [/ulkomaisella tunnuksella/, /foreign identity/, /utländsk/, /olgoriikkalaš/, /olgoeennâm/, /åʹlǧǧjânnam/],
  ],
] as const;

async function identify(name: string, width: number): Promise<Visit> {
  const own = await visit({ width });
  await own.page.goto(`${residentUrl}/fi`);
  await own.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await own.page.getByRole("button", { name }).click();
  await own.page.waitForURL(`${residentUrl}/fi/access-denied`);
  return own;
}

it.each(denied)(
  "NAV-12 tells %s, %s, why on a page of its own in every language",
  { tags: ["long"] },
  async (name, _who, texts) => {
    const { page, context } = await identify(name, 360);
    const main = page.getByRole("main");
    for (const [index, language] of languages.entries()) {
      await page.goto(`${residentUrl}/${language}/access-denied`);
      await main
        .getByText(texts[index] ?? "")
        .first()
        .waitFor();
      // Both of the denied may act on behalf of others; who has no Finnish code has content of their own instead.
      expect(await main.getByRole("button").count()).toBe(name === "Marco Esempio" ? 1 : 2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      // Colours are the same in all languages, and Skolt Sami has the longest words.
      if (language === "fi") expect(await violations(page)).toEqual([]);
      if (language === "sms") expect(await violations(page, lightAlone)).toEqual([]);
    }
    await context.close();
  },
);

it("tells who is protected exactly what it tells who is unknown", { tags: ["long"] }, async () => {
  const seen: string[] = [];
  for (const name of ["Tuuli Tuntematon", "Salme Suojattu"]) {
    const { page, context } = await identify(name, 1280);
    const out = page.getByRole("main").getByRole("button", { name: "Kirjaudu ulos" });
    // Only then is no answer to the page before under way any more.
    await out.waitFor();
    const answered = page.waitForResponse(/GetAdmission/);
    await page.reload();
    const body = await (await answered).text();
    await out.waitFor();
    seen.push(`${body} ${await page.getByRole("main").textContent()}`);
    await context.close();
  }
  expect(seen[0]).toBe(seen[1]);
});

it("NAV-12 leads back there from everywhere, shows nothing that is anybody's, and lets them sign out", async () => {
  const { page, context } = await identify("Salme Suojattu", 1280);
  const main = page.getByRole("main");
  for (const path of ["", "/inbox", "/inbox/new", "/events", "/user/profile", "/mobile-profile"]) {
    await page.goto(`${residentUrl}/fi${path}`);
    await page.waitForURL(`${residentUrl}/fi/access-denied`);
    await main.getByRole("heading", { level: 1, name: "Et pääse palveluun" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Päävalikko" }).count()).toBe(0);
  }
  // What is nobody's own can be read.
  await page.goto(`${residentUrl}/fi/accessibility`);
  await main.getByRole("heading", { level: 1, name: /Saavutettavuus/ }).waitFor();
  // The server guards: whoever goes past the page is refused as well, and learns nothing from the refusal.
  const refused = await page.evaluate(async () => {
    const answer = await fetch("/kajo.conversations.v1.ConversationService/ListMyConversations", {
      method: "POST",
      headers: { "content-type": "application/grpc-web+proto", "x-digitalplatformauthorization": "1" },
      body: new Uint8Array(5),
    });
    return answer.headers.get("grpc-status");
  });
  expect(refused).toBe("7");
  await page.goto(`${residentUrl}/fi/access-denied`);
  await main.getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { level: 1, name: "Tervetuloa" }).waitFor();
  await page.goto(`${residentUrl}/fi/access-denied`);
  await main.getByText("Et ole kirjautunut palveluun.").waitFor();
  await context.close();
});

it("IDN-12 gives who was identified abroad content of their own: how to get care, and no acting on behalf", async () => {
  const { page, context } = await identify("Marco Esempio", 1280);
  const main = page.getByRole("main");
  await main.getByText(/Tunnistauduit ulkomaisella tunnuksella/).waitFor();
  await main.getByText(/Ota yhteyttä terveysasemaan puhelimitse/).waitFor();
  expect(await main.getByText(/turvakiel|rekisteri/).count()).toBe(0);
  expect(await main.getByRole("button", { name: "Asioi toisen puolesta" }).count()).toBe(0);
  await main.getByRole("button", { name: "Kirjaudu ulos" }).waitFor();
  await context.close();
});
