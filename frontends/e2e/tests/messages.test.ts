/** The catalogue of failures (NAV-15): what a person reads when something fails. Real where it can be had. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { fail, scanner, serverWords } from "../support/faults";
import { intercept } from "../support/intercept";
import {
  choose,
  giveBack,
  inConversation,
  more,
  nurse,
  open,
  openColleagues,
  openForm,
  png,
  professional,
  resident,
  send,
  startWork,
  topic,
  wrote,
} from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);
afterEach(() => scanner("none"));

const code = /(?:Virhekoodi|Felkod|Meattáhuskoda): [0-9a-f]{32}/;
const away = "Palveluun ei saada yhteyttä. Yritä hetken kuluttua uudelleen.";

/** A line that holds this text, and nothing of a server on the page. */
async function reads(page: Page, ...texts: readonly (string | RegExp)[]) {
  for (const text of texts) await page.getByText(text).first().waitFor();
  expect(await serverWords(page)).toEqual([]);
}

/** The code that finds the trace, beside what went wrong. */
async function readsCode(page: Page) {
  await reads(page, code);
}

const retry = (page: Page) => page.getByRole("button", { name: "Yritä uudelleen" });

/** A resident in a conversation that a nurse has open as well. */
async function together(words: string) {
  const about = topic(words);
  const aino = await inConversation("Aino", about, "Hyvää päivää.");
  const liisa = await nurse("Liisa");
  await aino.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await open(liisa.page, about);
  const close = () => Promise.all([aino.context.close(), liisa.context.close()]);
  return { aino: aino.page, liisa: liisa.page, about, close };
}

it("NAV-15 tells residents in their language that messages, a conversation or the topics could not be loaded", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Aino");
  // The first word of the stream would fetch anew what failed, at any moment.
  await intercept(page, "**/kajo.live.*/Subscribe", () => {});
  const about = topic("Lataus");
  await send(page, about, "Hei.");
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await page.getByRole("heading", { name: about }).waitFor();
  const conversation = new URL(page.url()).pathname.replace(/^\/fi/, "");
  const texts = [
    ["ListMyConversations", "/inbox", "Viestejä ei voitu ladata.", "Saaǥǥi laaddmõš ij oʹnnstam."],
    [
      "ListMyConversations",
      "",
      "Tulevia ja keskeneräisiä asioitasi ei voitu ladata.",
      "Tuu puõʹtti da kõskkân åårrai aaʹšši laaddmõš ij oʹnnstam.",
    ],
    ["GetConversation", conversation, "Keskustelua ei voitu ladata.", "Saǥstõõllmõõžž laaddmõš ij oʹnnstam."],
    ["ListCategories", "/inbox/new", "Aiheita ei voitu ladata.", "Teeʹmi laaddmõš ij oʹnnstam."],
  ] as const;
  for (const [call, path, finnish, wordiest] of texts) {
    const mend = await fail(page, call);
    await page.goto(`${residentUrl}/sms${path}`);
    await reads(page, wordiest);
    await page.goto(`${residentUrl}/fi${path}`);
    await reads(page, finnish, away);
    await readsCode(page);
    await mend();
    await retry(page).click();
    await page.getByText(finnish).waitFor({ state: "detached" });
  }
  await context.close();
});

it("NAV-15 shows the page for what nobody expected with its code, and the one for what is not there", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Aino");
  await fail(page, "ListMyConversations", "internal");
  for (const [language, title, what] of [
    ["sv", "Oväntat fel", "Meddelandena kunde inte hämtas."],
    ["fi", "Odottamaton virhe", "Viestejä ei voitu ladata."],
  ] as const) {
    await page.goto(`${residentUrl}/${language}/inbox`);
    await page.getByRole("heading", { name: title }).waitFor();
    await reads(page, what, code);
  }
  await reads(page, "Lataa sivu uudelleen tai yritä myöhemmin");
  expect(await page.getByRole("link", { name: "Takaisin etusivulle" }).count()).toBe(1);
  await page.goto(`${residentUrl}/fi/inbox/conversation/0190f5a0-0000-7000-8000-000000000001/messages`);
  await page.getByRole("heading", { name: "Sivua ei löydy" }).waitFor();
  await reads(page, "Osoite voi olla väärä, tai sivu on poistettu.");
  await context.close();
});

it("NAV-15 tells that a new message was not sent, keeps it, and sends it when tried again", async () => {
  const { page, context } = await resident("Aino");
  const limits = await fail(page, "GetMessageLimits");
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Terveysasema").first().click();
  await page.getByText("Kysymys hoitajalle").first().click();
  await reads(page, "Viestilomaketta ei voitu ladata.", code);
  await limits();
  await retry(page).click();
  const about = topic("Lähetys");
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Kipeä kurkku.");
  for (const how of ["lost", "internal"] as const) {
    const mend = await fail(page, "StartConversation", how);
    await page.getByRole("button", { name: "Lähetä viesti" }).click();
    const why = how === "lost" ? away : "Tapahtui virhe. Yritä uudelleen.";
    await reads(page, `Viestiä ei lähetetty. Kirjoittamasi teksti on tallessa. ${why}`, code);
    expect(await page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toBe("Kipeä kurkku.");
    await mend();
  }
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await context.close();
});

it("NAV-15 tells that an answer was not sent: when something fails, and when the conversation ended meanwhile", {
  tags: ["long"],
}, async () => {
  const { aino, liisa, close } = await together("Vastaus");
  await liisa.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.getByText("Otettu käsittelyyn").waitFor();
  const box = aino.getByRole("textbox", { name: "Vastaus" });
  const mend = await fail(aino, "WriteMessage", "internal");
  await box.fill("Tämä ei mene perille");
  await aino.getByRole("button", { name: "Lähetä" }).click();
  await reads(aino, "Viestiä ei lähetetty. Tapahtui virhe. Yritä uudelleen.", code);
  await mend();
  await retry(aino).click();
  await aino
    .getByRole("article", { name: /Sinä/ })
    .filter({ hasText: "Tämä ei mene" })
    .getByText("Lähetetty")
    .waitFor();

  // The nurse ends it while the message can still be taken back.
  await more(liisa, /^Päätä keskustelu/);
  await box.fill("Vielä yksi asia");
  await aino.getByRole("button", { name: "Lähetä" }).click();
  await liisa.getByRole("alertdialog").getByRole("button", { name: "Päätä keskustelu" }).click();
  await liisa.getByText("Keskustelu on päättynyt", { exact: true }).waitFor();
  await reads(
    aino,
    "Viestiä ei lähetetty. Keskustelu on päättynyt, eikä siihen voi enää kirjoittaa.",
    "Vielä yksi asia",
  );
  // It cannot be sent any more, and need not stand there for ever.
  await aino.getByRole("button", { name: "Poista viesti" }).click();
  await aino.getByRole("alertdialog").getByRole("button", { name: "Poista viesti" }).click();
  await expect.poll(() => aino.getByText("Vielä yksi asia").count()).toBe(0);
  await expect.poll(() => aino.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await close();
});

it("NAV-15 tells what is wrong with a file: size, number, type, virus, scan, the way there and back", {
  tags: ["long"],
}, async () => {
  const first = await resident("Maja");
  await openForm(first.page);
  const chosen = first.page.locator("input[type=file]");
  const picture = (name: string, buffer: Buffer = png) => ({ name, mimeType: "image/png", buffer });
  await chosen.setInputFiles(picture("iso.png", Buffer.alloc(11 * 1024 * 1024)));
  await reads(first.page, "Tiedosto on liian suuri. Enimmäiskoko on 10 Mt.");
  await chosen.setInputFiles(picture("ohjelma.exe"));
  await reads(first.page, /Tiedostotyyppiä ei tueta\. Sallitut tyypit: .*\.pdf/);
  await chosen.setInputFiles(picture("valepuku.png", Buffer.from("MZ this is a program")));
  await reads(first.page, /Liitettä ei voitu lisätä\. Tiedoston sisältö ei vastaa sen päätettä \.png\./);
  await chosen.setInputFiles(picture("tyhjä.png", Buffer.alloc(0)));
  await reads(first.page, "Tiedosto on tyhjä. Valitse toinen tiedosto.");
  await chosen.setInputFiles(picture("rikki.png", png.subarray(0, 20)));
  await reads(first.page, /Kuvaa ei voitu lukea\./);
  const script = "%PDF-1.4\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj\n%%EOF\n";
  await chosen.setInputFiles({ name: "lomake.pdf", mimeType: "application/pdf", buffer: Buffer.from(script) });
  await reads(first.page, /PDF-tiedostossa on toimintoja/);
  await chosen.setInputFiles(Array.from({ length: 6 }, (_, index) => picture(`kuva${index}.png`)));
  const over = first.page.getByRole("listitem").filter({ hasText: "Liitteitä on liikaa. Enimmäismäärä on 5." });
  await over.filter({ hasText: "kuva5.png" }).waitFor();
  expect(await over.count()).toBe(1);
  // With room for it, it goes along.
  await first.page.getByRole("button", { name: "Poista liite kuva0.png" }).click();
  await over.getByRole("button", { name: "Yritä uudelleen" }).click();
  await first.page.getByRole("listitem").filter({ hasText: "kuva5.png" }).getByText("Tarkistettu").waitFor();
  await first.context.close();

  // On a form of its own, so that there is room for them.
  const { page, context } = await resident("Maja");
  await openForm(page);
  const files = page.locator("input[type=file]");
  const virus = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"].join("");
  const sick = Buffer.from(`%PDF-1.4\n${virus}\n%%EOF\n`);
  await files.setInputFiles({ name: "tauti.pdf", mimeType: "application/pdf", buffer: sick });
  await reads(page, "Virus löytyi, tiedosto poistettu");
  await scanner("scanner_fails");
  await files.setInputFiles(picture("arvoitus.png"));
  await reads(page, "Virustarkistus epäonnistui, tiedosto estetty");
  await scanner("none");
  const mend = await fail(page, "/api/attachments");
  await files.setInputFiles(picture("matkalla.png"));
  await reads(page, `Liitettä ei voitu lisätä. ${away}`, code);
  await mend();
  await retry(page).click();
  const row = page.getByRole("listitem").filter({ hasText: "matkalla.png" });
  await row.getByText("Tarkistettu").waitFor();

  await page.getByRole("textbox", { name: /Aihe/ }).fill(topic("Liite"));
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Katso kuva.");
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await reads(page, "Yksi liite ei tule mukaan. Poista se tai valitse toinen tiedosto.");
  await page.getByRole("button", { name: "Poista liite tauti.pdf" }).click();
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  const file = page.getByRole("button", { name: "matkalla.png" });
  const back = await fail(page, "/api/attachments/*");
  await file.click();
  await reads(page, `Liitettä ei voitu ladata. ${away}`, code);
  await back();
  const [download] = await Promise.all([page.waitForEvent("download"), file.click()]);
  expect(download.suggestedFilename()).toBe("matkalla.png");
  await page.getByText("Liitettä ei voitu ladata.").waitFor({ state: "detached" });
  await context.close();
});

it("makes a picture smaller that has more pixels than are taken, and shows it in the thread", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Maja");
  await openForm(page);
  // As a camera of 16 million pixels makes them, with enough in it to be as large as a photograph.
  const drawn = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [4_800, 3_400];
    const brush = canvas.getContext("2d");
    for (let at = 0; at < 4_000; at += 1) {
      if (brush) brush.fillStyle = `hsl(${(at * 47) % 360} 80% 50%)`;
      brush?.fillRect((at * 7_919) % 4_800, (at * 6_007) % 3_400, 90, 70);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
    let text = "";
    for (let at = 0; at < bytes.length; at += 30_000) text += String.fromCharCode(...bytes.subarray(at, at + 30_000));
    return btoa(text);
  });
  const buffer = Buffer.from(drawn, "base64");
  await page.locator("input[type=file]").setInputFiles({ name: "iho.jpg", mimeType: "image/jpeg", buffer });
  await page
    .getByRole("listitem")
    .filter({ hasText: "iho.jpg" })
    .getByRole("status")
    .getByText("Tarkistettu")
    .waitFor();
  await page.getByRole("textbox", { name: /Aihe/ }).fill(topic("Iho"));
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Katso ihoa.");
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("link", { name: "Avaa keskustelu" }).click();
  const small = page.getByRole("img", { name: "Pieni kuva tiedostosta iho.jpg" });
  await small.waitFor();
  await expect.poll(() => small.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBe(320);
  await context.close();
});

it("NAV-15 tells the limit of a text that is too long", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Maja");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill("Pitkä");
  await page.getByRole("textbox", { name: /Viesti/ }).fill("a".repeat(4_001));
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await reads(page, /Teksti on liian pitkä\. Enintään 4.?000 merkkiä\./);
  await context.close();
});

it("NAV-15 tells residents that marking done failed or went well", async () => {
  const { page, context } = await inConversation("Nils", topic("Valmis"), "Kiitos.");
  await page.getByRole("button", { name: "Merkitse tehdyksi" }).waitFor();
  const path = new URL(page.url()).pathname.replace(/^\/fi/, "");
  const mend = await fail(page, "MarkDone", "lost");
  for (const [language, button, text] of [
    ["sme", "Merke geargan", "Ságastallama merken geargan ii lihkostuvvan."],
    ["sv", "Markera som klar", "Konversationen kunde inte markeras som klar."],
    ["fi", "Merkitse tehdyksi", `Keskustelua ei voitu merkitä tehdyksi. ${away} Virhekoodi: `],
  ] as const) {
    await page.goto(`${residentUrl}/${language}${path}`);
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
    await reads(page, text);
  }
  await mend();
  await page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await reads(page, "Olet merkinnyt keskustelun tehdyksi.");
  await context.close();
});

it("NAV-15 tells that signing in or out failed, and that a session is over", { tags: ["long"] }, async () => {
  const nobody = await visit();
  for (const [url, path, button] of [
    [residentUrl, "/fi", "Tunnistaudu"],
    [residentUrl, "/fi/authentication", "Tunnistaudu"],
    [practitionerUrl, "/fi/authentication", "Kirjaudu organisaation tunnuksella"],
  ] as const) {
    const mend = await fail(nobody.page, "/api/session/sign-in");
    await nobody.page.goto(`${url}${path}`);
    await nobody.page.getByRole("button", { name: button }).click();
    await reads(nobody.page, `Kirjautuminen ei onnistunut. ${away}`);
    await mend();
  }
  await nobody.context.close();

  const { page, context } = await resident("Eino");
  const session = await fail(page, "/api/session");
  await page.goto(`${residentUrl}/fi/inbox`);
  await reads(page, `Kirjautumistasi ei voitu tarkistaa. ${away}`, code);
  await session();
  await retry(page).click();
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  const end = async () => {
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  };
  const mend = await fail(page, "/api/session/sign-out", "lost");
  await end();
  await reads(page, "Uloskirjautuminen ei onnistunut. Olet yhä kirjautuneena.", code);
  await mend();
  await context.clearCookies();
  // What the answer that was lost has ended, the live stream may tell first: then there is no link any more.
  const over = page.getByRole("heading", { level: 1, name: "Istuntosi on päättynyt" });
  const next = page.getByRole("link", { name: "Uusi viesti" }).first();
  await Promise.race([next.click().catch(() => {}), over.waitFor()]);
  await reads(page, "Istuntosi on päättynyt. Kirjoittamasi teksti säilyy.");
  await context.close();
});

it("NAV-15 tells professionals of every command on a conversation that it failed, and that it went well", {
  tags: ["long"],
}, async () => {
  const { liisa, about, close } = await together("Toiminnot");
  const pekka = await nurse("Pekka");
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();

  /** Does it twice: once it fails, once it goes well. */
  const twice = async (page: Page, call: string, act: () => Promise<void>, failed: string, done: string) => {
    const mend = await fail(page, call);
    await act();
    await reads(page, `${failed} ${away}`, code);
    await mend();
    // In passing it can be closed wherever it stands; a dialog shows it itself.
    const close = page.getByRole("status").getByRole("button", { name: "Sulje" }).first();
    if ((await page.getByRole("dialog").count()) === 0) await close.click();
    await act();
    await reads(page, done);
  };
  const press = (page: Page, name: string) => () => page.getByRole("button", { name }).click();
  const confirmed = (page: Page, ask: () => Promise<void>, name: string) => async () => {
    await ask();
    await page.getByRole("alertdialog").getByRole("button", { name }).click();
  };
  /** A dialog that a failure leaves open with what was chosen in it. */
  const chosen = (page: Page, name: RegExp, fill: () => Promise<void>) => async () => {
    const dialog = page.getByRole("dialog", { name });
    if ((await dialog.count()) === 0) {
      await more(page, name);
      await fill();
    }
    await dialog.getByRole("button", { name }).click();
  };
  const take = press(liisa, "Ota käsittelyyn");

  await twice(liisa, "TakeConversation", take, "Keskustelua ei voitu ottaa käsittelyyn.", "Otettu käsittelyyn");
  await openColleagues(pekka.page, about);
  await twice(
    pekka.page,
    "ParticipateInConversation",
    press(pekka.page, "Osallistu"),
    "Et päässyt osallistumaan keskusteluun.",
    "Osallistut keskusteluun",
  );
  await twice(
    pekka.page,
    "TakeOverConversation",
    confirmed(pekka.page, press(pekka.page, "Ota itsellesi"), "Ota itsellesi"),
    "Keskustelua ei voitu ottaa sinulle.",
    "Keskustelu on nyt sinulla",
  );
  await twice(
    pekka.page,
    "AssignConversation",
    chosen(pekka.page, /Siirrä työtoverille/, () => choose(pekka.page, /Työtoveri/, /Liisa Virtanen/)),
    "Keskustelua ei voitu siirtää työtoverille.",
    "Keskustelu on siirretty",
  );
  await twice(
    liisa,
    "RequestConsultation",
    chosen(liisa, /Pyydä konsultaatiota/, async () => {
      await choose(liisa, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
      await liisa.getByRole("textbox", { name: "Kysymys" }).fill("Mitä ehdotat?");
    }),
    "Konsultaatiota ei voitu pyytää.",
    "Konsultaatiota on pyydetty",
  );
  await twice(
    liisa,
    "ForwardConversation",
    chosen(liisa, /Siirrä toiseen jonoon/, () => choose(liisa, /Jono, johon siirretään/, /Reseptin uusiminen/)),
    "Keskustelua ei voitu siirtää toiseen jonoon.",
    "Keskustelu on siirretty jonoon",
  );
  await take();
  await liisa.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  await twice(
    liisa,
    "ReturnConversation",
    () => giveBack(liisa),
    "Keskustelua ei voitu palauttaa jonoon.",
    "Palautettu jonoon",
  );
  await take();
  await liisa.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  await twice(
    liisa,
    "MarkDone",
    press(liisa, "Merkitse tehdyksi"),
    "Keskustelua ei voitu merkitä tehdyksi.",
    "Merkitty tehdyksi",
  );
  await twice(
    liisa,
    "EndConversation",
    confirmed(liisa, () => more(liisa, /^Päätä keskustelu/), "Päätä keskustelu"),
    "Keskustelua ei voitu päättää.",
    "Keskustelu on päättynyt",
  );
  await pekka.context.close();
  await close();
});

it("NAV-15 tells who was faster, and who takes part already", { tags: ["long"] }, async () => {
  const { liisa, about, close } = await together("Ehti ensin");
  const pekka = await nurse("Pekka");
  // His page hears of nothing that happens meanwhile.
  await fail(pekka.page, "Subscribe", "lost");
  await pekka.page.reload();
  await open(pekka.page, about);
  await liisa.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.getByText("Otettu käsittelyyn").waitFor();
  await pekka.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await reads(pekka.page, /Keskustelua ei voitu ottaa käsittelyyn\. .* on jo ottanut keskustelun käsittelyyn\./);
  await pekka.page.getByText("Keskustelua käsittelee Liisa Virtanen.").waitFor();

  const second = await pekka.context.newPage();
  await fail(second, "Subscribe", "lost");
  await second.goto(pekka.page.url());
  await second.getByRole("button", { name: "Avaa tehtävä" }).click();
  const participate = (page: Page) => page.getByRole("button", { name: "Osallistu" });
  await participate(second).waitFor();
  await participate(pekka.page).click();
  await pekka.page.getByText("Osallistut keskusteluun").waitFor();
  await participate(second).click();
  await reads(second, "Et päässyt osallistumaan keskusteluun. Osallistut jo tähän keskusteluun.");
  expect(await second.getByText(code).count()).toBe(0);
  await pekka.context.close();
  await close();
});

it("NAV-15 tells professionals what could not be loaded or chosen, in Finnish and Swedish", {
  tags: ["long"],
}, async () => {
  const { page, context } = await professional("Pekka");
  const contexts = await fail(page, "ListWorkContexts");
  for (const [language, text] of [
    ["sv", "Dina roller och arbetsplatser kunde inte hämtas."],
    ["fi", "Roolejasi ja työpisteitäsi ei voitu ladata."],
  ] as const) {
    await page.goto(`${practitionerUrl}/${language}/work-context`);
    await reads(page, text);
  }
  await readsCode(page);
  await contexts();
  await retry(page).click();
  const choice = await fail(page, "ChooseWorkContext");
  await choose(page, /Ammattirooli/, /Sairaanhoitaja/);
  await choose(page, /Työpiste/, /Lehtolan/);
  await page.getByRole("button", { name: "Jatka" }).click();
  await reads(page, `Roolin ja työpisteen valinta ei onnistunut. ${away}`);
  await choice();
  await startWork(page);

  const about = topic("Luettelo");
  await wrote("Aino", [about, "Hei."]);
  await open(page, about);
  const here = page.url();
  for (const [call, fi, sv] of [
    ["ListTasks", "Tehtäviä ei voitu ladata.", "Uppgifterna kunde inte hämtas."],
    ["GetConversation", "Keskustelua ei voitu ladata.", "Konversationen kunde inte hämtas."],
  ] as const) {
    const mend = await fail(page, call);
    await page.goto(here.replace("/fi/", "/sv/"));
    await reads(page, sv);
    await page.goto(here);
    await reads(page, fi, code);
    // Pressed while it still fails: no live update can have taken the button along. The call tries again by itself.
    const asked = page.waitForRequest(`**/kajo.*/${call}`);
    await retry(page).first().click();
    await asked;
    await mend();
    await page.getByText(fi).waitFor({ state: "detached" });
  }
  const take = await fail(page, "TakeConversation", "internal");
  await page.goto(here.replace("/fi/", "/sv/"));
  await page.getByRole("button", { name: "Ta upp till handläggning" }).click();
  await reads(page, /Konversationen kunde inte tas upp till handläggning\. .*Felkod: [0-9a-f]{32}/);
  await take();
  await context.close();
});
