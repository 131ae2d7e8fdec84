import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, hold } from "../support/faults";
import { intercept } from "../support/intercept";
import { choose, giveBack, inConversation, more, nurse, open, openForm, png, resident, topic } from "../support/people";
import { undoAsUsual, undoAtLeisure, undoNothing } from "../support/undo";

afterAll(closeBrowser);

const box = { name: /Vastaus/ } as const;

/** A resident in a conversation of their own. */
async function inOwn(name: string) {
  const about = topic("Lähetys");
  const visit = await inConversation(name, about, "Ensimmäinen");
  await visit.page.getByRole("textbox", box).waitFor();
  return { ...visit, about };
}

it("shows a message at once, takes it back in time, and sends it by keyboard otherwise", async () => {
  const { page, context, about } = await inOwn("Aino");
  await undoAtLeisure(page);
  await page.getByRole("textbox", box).fill("Otan tämän takaisin");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  const field = page.getByRole("textbox", box);
  await expect.poll(() => field.inputValue()).toBe("");
  await page.getByRole("button", { name: "Kumoa" }).click();
  await expect.poll(() => field.inputValue()).toBe("Otan tämän takaisin");
  await page.getByText("Lähetetään kohta").waitFor({ state: "detached" });
  await undoAsUsual(page);
  await page.getByRole("textbox", box).fill("Tämä lähtee");
  await page.keyboard.press("Control+Enter");
  // Pressed again, it is on its way all the same, and nothing is wrong.
  await page.keyboard.press("Control+Enter");
  expect(await page.getByText("Tämä kenttä on pakollinen.").count()).toBe(0);
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Tämä lähtee" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);

  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByText("Tämä lähtee").waitFor();
  expect(await liisa.page.getByText("Otan tämän takaisin").count()).toBe(0);
  await liisa.context.close();
  await context.close();
});

it("says at the field that there is nothing to send, each time, and lets a second press meet nothing else", {
  tags: ["long"],
}, async () => {
  const { page, context } = await inOwn("Aino");
  const send = page.getByRole("button", { name: "Lähetä" });
  let choosers = 0;
  page.on("filechooser", () => {
    choosers += 1;
  });
  // The form is whole once it says what may be attached.
  await page.getByText(/^Enintään 5 liitettä/).waitFor();
  const before = await send.boundingBox();
  await send.dblclick({ position: { x: 30, y: 3 } });
  const told = page.getByRole("alert").filter({ hasText: "Tämä kenttä on pakollinen." });
  await told.waitFor();
  expect((await send.boundingBox())?.y).toBe(before?.y);
  expect(choosers).toBe(0);
  const field = page.getByRole("textbox", box);
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await violations(page)).toEqual([]);
  // From the keyboard the focus does not move: the words are said anew.
  const saying = await told.elementHandle();
  await field.press("Control+Enter");
  await expect.poll(() => saying?.evaluate((each) => each.isConnected)).toBe(false);
  await told.waitFor();
  await field.fill("Nyt on");
  await told.waitFor({ state: "detached" });
  await context.close();
});

/** What lies under a point of the window, as far as it can be pressed. */
const under = (page: Page, { x, y }: { readonly x: number; readonly y: number }) =>
  page.evaluate(
    ([left = 0, top = 0]) =>
      document.elementFromPoint(left, top)?.closest("a, button, input, textarea")?.textContent ?? "",
    [x, y],
  );

/** Presses a place twice as people do who are not sure of the first time; answers what lay there before and between. */
async function pressTwice(page: Page): Promise<readonly string[]> {
  const send = page.getByRole("button", { name: "Lähetä" });
  // In sight, and under nothing that stands along the foot of the window.
  await send.click({ trial: true });
  const box = await send.boundingBox();
  if (!box) throw new Error("the button is not there");
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const met = [await under(page, place)];
  await page.mouse.click(place.x, place.y);
  const begun = Date.now();
  while (Date.now() - begun < 300) met.push(await under(page, place));
  await page.mouse.click(place.x, place.y);
  await page.getByText("Lähetetään kohta").waitFor();
  met.push(await under(page, place));
  return [...new Set(met)];
}

it.each([
  [360, 740, "long"],
  [1280, 800, "long"],
  [1280, 800, "short"],
])(
  "R-19 lets a second press of sending meet the same button, at %i by %i px in a %s thread",
  { tags: ["long"] },
  async (width, height, length) => {
    const about = topic("Kahdesti");
    const words = length === "long" ? Array.from({ length: 60 }, (_, row) => `Rivi ${row}`).join("\n") : "Lyhyesti";
    const { page, context } = await inConversation("Aino", about, words, { width, height });
    let choosers = 0;
    page.on("filechooser", () => {
      choosers += 1;
    });
    await page.getByText(/^Enintään 5 liitettä/).waitFor();
    await undoAtLeisure(page);
    await page.getByRole("textbox", box).fill("Painettiin kahdesti");
    expect([await pressTwice(page), choosers]).toEqual([["Lähetä"], 0]);
    expect(await page.getByText("Lähetetään kohta").count()).toBe(1);
    await undoAsUsual(page);
    await context.close();

    const liisa = await nurse("Liisa", { width: Math.max(width, 1024), height });
    await open(liisa.page, about);
    await take(liisa.page);
    await liisa.page.getByText(/^Enintään 5 liitettä/).waitFor();
    await undoAtLeisure(liisa.page);
    await liisa.page.getByRole("textbox", box).fill("Vastattiin kahdesti");
    expect(await pressTwice(liisa.page)).toEqual(["Lähetä"]);
    await undoAsUsual(liisa.page);
    await liisa.context.close();
  },
);

it("keeps a message that could not be sent, says so, and sends it once when asked again", async () => {
  const { page, context } = await inOwn("Aino");
  await page.getByRole("textbox", box).fill("Yhteys katkesi");
  const mend = await fail(page, "WriteMessage", "lost");
  await undoNothing(page);
  await page.getByRole("button", { name: "Lähetä" }).click();
  const unsent = page.getByRole("alert").filter({ hasText: "Viestiä ei lähetetty." });
  await unsent.waitFor();
  await mend();
  // It waits for its writer's word, also over a reload.
  page.on("dialog", (dialog) => void dialog.accept());
  const written: string[] = [];
  page.on("request", (request) => written.push(request.url()));
  await page.reload();
  await unsent.first().waitFor();
  expect(written.filter((url) => url.endsWith("/WriteMessage"))).toEqual([]);
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Yhteys katkesi" });
  await sent.getByText("Lähetetty").waitFor();
  // The button is gone, and the focus not lost with it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(await sent.count()).toBe(1);
  await context.close();
});

it("says of the first message of a visit as well that there is no connection, and sends it when there is one", {
  tags: ["long"],
}, async () => {
  const { page, context } = await inOwn("Aino");
  await expect.poll(() => fetched(page, /\/(send|Pending)-/)).toBe(2);
  await context.setOffline(true);
  await undoNothing(page);
  await page.getByRole("textbox", box).fill("Ilman verkkoa");
  await page.getByRole("button", { name: "Lähetä" }).click();
  const unsent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Ilman verkkoa" });
  await unsent.getByRole("alert").filter({ hasText: "Viestiä ei lähetetty." }).waitFor();
  await expect.poll(() => inSight(unsent.getByRole("button", { name: "Yritä uudelleen" }))).toBe(true);
  await context.setOffline(false);
  await unsent.getByRole("button", { name: "Yritä uudelleen" }).click();
  await unsent.getByText("Lähetetty").waitFor();
  expect(await unsent.count()).toBe(1);
  await context.close();
});

/** Liisa, who writes an answer to a conversation of Eino's and sends it: it is held. */
async function answering(text: string, before?: (page: Page) => Promise<unknown>) {
  const eino = await inOwn("Eino");
  const { page, context } = await nurse("Liisa");
  await open(page, eino.about);
  await take(page);
  await before?.(page);
  await answer(page, text);
  const close = async () => {
    await context.close();
    await eino.context.close();
  };
  return { eino: eino.page, page, close };
}

const take = (page: Page) => page.getByRole("button", { name: "Ota käsittelyyn" }).click();

async function answer(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", box).fill(text);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Lähetetään kohta").waitFor();
}

async function end(page: Page): Promise<void> {
  await more(page, /^Päätä keskustelu$/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Päätä keskustelu" }).click();
}

it("sends an answer that is still held before the conversation is ended", { tags: ["long"] }, async () => {
  const { eino, page, close } = await answering("Vastaus ennen lopetusta");
  await end(page);
  await eino.getByText("Vastaus ennen lopetusta").waitFor();
  await eino.getByText(/päätti keskustelun/).waitFor();
  await close();
});

it("waits for an answer that is on its way before the conversation is ended", { tags: ["long"] }, async () => {
  let arrive = () => {};
  const { eino, page, close } = await answering("Matkalla vielä", async (before) => {
    arrive = await hold(before, "WriteMessage");
  });
  await page.getByText("Lähetetään…").waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await end(page);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Päätä keskustelu" })
    .and(page.locator("[data-pending]"))
    .waitFor();
  expect(asked.filter((url) => url.endsWith("EndConversation"))).toEqual([]);
  arrive();
  await eino.getByText("Matkalla vielä").waitFor();
  await eino.getByText(/päätti keskustelun/).waitFor();
  await close();
});

it("sends an answer that is still held before the conversation is given back, forwarded or handed over", {
  tags: ["long"],
}, async () => {
  const { eino, page, close } = await answering("Ennen palautusta");
  const seen = async (text: string, kind: string) => {
    await eino.getByText(text).waitFor();
    await page.locator(`[data-kind="SYSTEM_EVENT_KIND_${kind}"]`).waitFor();
  };
  await giveBack(page);
  await seen("Ennen palautusta", "RETURNED_TO_QUEUE");
  await take(page);
  await answer(page, "Ennen siirtoa");
  await more(page, /Siirrä toiseen jonoon/);
  await choose(page, /Jono, johon siirretään/, /Reseptin uusiminen/);
  await page.getByRole("dialog").getByRole("button", { name: "Siirrä toiseen jonoon" }).click();
  await seen("Ennen siirtoa", "FORWARDED_TO_QUEUE");
  await take(page);
  await answer(page, "Ennen luovutusta");
  await more(page, /Siirrä työtoverille/);
  await choose(page, /Työtoveri/, /Pekka Rantala/);
  await page.getByRole("dialog").getByRole("button", { name: "Siirrä työtoverille" }).click();
  await seen("Ennen luovutusta", "ASSIGNED_TO_OTHER");
  await close();
});

it("ends no conversation in which an answer could not be sent", { tags: ["long"] }, async () => {
  let mend = async () => {};
  const { eino, page, close } = await answering("Tämä ei lähde", async (before) => {
    mend = await fail(before, "WriteMessage", "lost");
  });
  await end(page);
  await page.getByText(/Keskustelussa on viesti, jota ei saatu lähetettyä/).waitFor();
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await eino.getByText("Tämä ei lähde").waitFor();
  expect(await eino.getByText(/päätti keskustelun/).count()).toBe(0);
  await close();
});

/** A resident says yes to the question whether a conversation is done. */
async function markDone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merkitse tehdyksi" }).click();
}

it("sends what a resident's conversation still holds before it is marked done", { tags: ["long"] }, async () => {
  const { page, context } = await inOwn("Nils");
  await answer(page, "Vielä kiitos");
  await markDone(page);
  await page.getByText(/Tämä keskustelu on merkitty tehdyksi/).waitFor();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Vielä kiitos" });
  await sent.getByText("Lähetetty").waitFor();
  // The mark is the last that happened, also for whoever reads it anew.
  await page.reload();
  await page.getByText(/Tämä keskustelu on merkitty tehdyksi/).waitFor();
  expect(await sent.count()).toBe(1);
  await context.close();
});

it("marks no conversation done in which a message could not be sent, and says so", { tags: ["long"] }, async () => {
  const { page, context } = await inOwn("Nils");
  const mend = await fail(page, "WriteMessage", "lost");
  await answer(page, "Ei vielä valmis");
  const marks: string[] = [];
  page.on("request", (request) => marks.push(request.url()));
  await markDone(page);
  await page.getByText("Keskustelua ei voitu merkitä tehdyksi. Viestiä ei lähetetty.").waitFor();
  expect(marks.filter((url) => url.endsWith("/MarkDone"))).toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Ei vielä valmis" });
  await sent.getByText("Lähetetty").waitFor();
  await context.close();
});

/** How many of the scripts of a page have come. */
const fetched = (page: Page, name: RegExp) =>
  page.evaluate((source) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries.filter((each) => new RegExp(source).test(each.name) && each.responseEnd > 0).length;
  }, name.source);

const inSight = (element: Locator) =>
  element.evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

it("sends on after a reload, once", async () => {
  const { page, context } = await inOwn("Aino");
  await undoAtLeisure(page);
  await page.getByRole("textbox", box).fill("Ladattiin uudelleen");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Ladattiin uudelleen" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);
  await context.close();
});

it("sends at once what is left behind in its undo time, and says so on the next page", { tags: ["long"] }, async () => {
  const { page, context, about } = await inOwn("Maja");
  await page.getByRole("textbox", box).fill("Lähdin jo");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await page.getByRole("status").getByText("Viesti lähetettiin.").waitFor();
  await page.getByRole("link", { name: new RegExp(about) }).click();
  const sent = page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Lähdin jo" });
  await sent.getByText("Lähetetty").waitFor();
  expect(await sent.count()).toBe(1);

  const mend = await fail(page, "WriteMessage", "lost");
  await page.getByRole("textbox", box).fill("Ei mene perille");
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Lähetetään kohta").waitFor();
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await page.getByText("Viestiä ei lähetetty. Se odottaa keskustelussa").waitFor();
  await mend();
  await page.getByRole("link", { name: new RegExp(about) }).click();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "Ei mene" }).getByText("Lähetetty").waitFor();
  await context.close();
});

it("takes back a first message in time, asks before the page is closed on it, and sends it when one goes elsewhere", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Nils");
  const about = topic("Ensimmäinen");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Hetkinen vielä");
  const submit = page.getByRole("button", { name: "Lähetä viesti" });
  await submit.click();
  await page.getByRole("heading", { name: "Viesti lähetetään kohta" }).waitFor();
  await page.getByRole("button", { name: "Kumoa" }).click();
  const text = page.getByRole("textbox", { name: /Viesti/ });
  expect(await text.inputValue()).toBe("Hetkinen vielä");
  expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);

  await submit.click();
  await page.getByRole("heading", { name: "Viesti lähetetään kohta" }).waitFor();
  const asked = page.waitForEvent("dialog");
  const reloaded = page.reload().catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloaded;
  // Not sent, and not lost; nobody believes that it was sent.
  const unsent = page.getByRole("alert").getByText("Viestiä ei lähetetty. Kirjoittamasi teksti on tallessa.");
  await unsent.waitFor();
  expect(await text.inputValue()).toBe("Hetkinen vielä");
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await unsent.waitFor();
  await text.fill("Hetkinen vielä!");
  expect(await unsent.count()).toBe(0);
  await page.reload();
  await expect.poll(() => text.inputValue()).toBe("Hetkinen vielä!");
  expect(await unsent.count()).toBe(0);

  await submit.click();
  await page.getByRole("heading", { name: "Viesti lähetetään kohta" }).waitFor();
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await page.getByRole("status").getByText("Viesti lähetettiin.").waitFor();
  await page.getByRole("link", { name: new RegExp(about) }).waitFor();
  expect(await page.getByRole("link", { name: new RegExp(about) }).count()).toBe(1);
  await openForm(page);
  expect(await page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toBe("");
  await context.close();
});

it.each([
  [360, 740],
  [1440, 900],
])(
  "lets a second press of sending a first message meet nothing, at %i px, and keys do what they do",
  { tags: ["long"] },
  async (width, height) => {
    const { page, context } = await resident("Nils", { width, height });
    await openForm(page);
    await page.getByRole("textbox", { name: /Aihe/ }).fill(topic("Kahdesti"));
    await page.getByRole("textbox", { name: /Viesti/ }).fill("Painettiin kahdesti");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.evaluate(() => {
      const pressed: string[] = [];
      Object.assign(window, { pressed });
      const note = ({ target }: Event) => {
        const met = (target as Element).closest("a, button");
        if (met) pressed.push(met.textContent);
      };
      window.addEventListener("click", note, true);
    });
    const submit = page.getByRole("button", { name: "Lähetä viesti" });
    await submit.scrollIntoViewIfNeeded();
    const place = await submit.boundingBox();
    if (!place) throw new Error("the button is not there");
    await page.mouse.dblclick(place.x + place.width / 2, place.y + place.height / 2);
    const held = page.getByRole("heading", { name: "Viesti lähetetään kohta" });
    await held.waitFor();
    const pressed = await page.evaluate(() => (window as never as { pressed: string[] }).pressed);
    expect(pressed).toEqual(["Lähetä viesti"]);
    expect(await held.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(calls.filter((url) => url.endsWith("/StartConversation"))).toEqual([]);
    await page.getByRole("button", { name: "Kumoa" }).press("Enter");
    await page.getByRole("textbox", { name: /Viesti/ }).press("Tab");
    await submit.press("Enter");
    await page.getByRole("button", { name: "Lähetä heti" }).press("Enter");
    await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
    await context.close();
  },
);

it("keeps what is half written over a reload, over signing out, and on another device, and leaves nothing in the browser", {
  tags: ["long"],
}, async () => {
  const { page, context } = await inOwn("Eino");
  const saved = page.waitForResponse(/SaveDraft/);
  await page.getByRole("textbox", box).fill("Puolivalmis");
  await saved;
  await page.reload();
  await page.getByRole("textbox", box).waitFor();
  expect(await page.getByRole("textbox", box).inputValue()).toBe("Puolivalmis");
  const here = page.url();

  const other = await resident("Eino");
  await other.page.goto(here);
  const there = other.page.getByRole("textbox", box);
  await expect.poll(() => there.inputValue()).toBe("Puolivalmis");

  // Typed and signed out at once: nobody has rested yet.
  await page.getByRole("textbox", box).fill("Puolivalmis, mutta pidempi");
  await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
  await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { name: "Tervetuloa" }).waitFor();
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    "Puoli",
  );
  await page.getByRole("button", { name: "Tunnistaudu" }).click();
  await page.getByRole("button", { name: /Eino/ }).click();
  await page.getByRole("heading", { name: "Hei, Eino!" }).waitFor();
  await page.goto(here);
  await expect.poll(() => page.getByRole("textbox", box).inputValue()).toBe("Puolivalmis, mutta pidempi");

  // Sent: there is no draft any more, on no device.
  const discarded = page.waitForResponse(/SaveDraft/);
  await undoNothing(page);
  await page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByRole("article", { name: /Sinä/ }).filter({ hasText: "pidempi" }).getByText("Lähetetty").waitFor();
  await discarded;
  const asked = other.page.waitForResponse(/GetDraft/);
  await other.page.reload();
  await asked;
  await there.waitFor();
  await expect.poll(() => there.inputValue()).toBe("");
  await Promise.all([context.close(), other.context.close()]);
});

it("brings what was typed without a connection to the server when there is one, without another word", {
  tags: ["long"],
}, async () => {
  const { page, context } = await inOwn("Eino");
  const field = page.getByRole("textbox", box);
  const saving = () => page.waitForResponse(/SaveDraft/);
  const first = saving();
  await field.fill("Ennen");
  await first;
  await context.setOffline(true);
  const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/SaveDraft"));
  await field.fill("Ilman verkkoa kirjoitettu");
  await lost;
  const back = saving();
  await context.setOffline(false);
  await back;
  const other = await resident("Eino");
  await other.page.goto(page.url());
  await expect.poll(() => other.page.getByRole("textbox", box).inputValue()).toBe("Ilman verkkoa kirjoitettu");

  // Also when the page was loaded anew before it could be brought there.
  const mend = await fail(page, "SaveDraft", "lost");
  const again = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/SaveDraft"));
  await field.fill("Ladattu uudelleen");
  await again;
  await mend();
  const kept = saving();
  await page.reload();
  await kept;
  await field.fill("");
  await saving();
  await Promise.all([context.close(), other.context.close()]);
});

it("takes no word of what is written in one tab away by what is written in another", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Eino");
  const other = await context.newPage();
  const saved = (at: Page) => at.waitForResponse((answer) => answer.url().endsWith("/SaveDraft"));
  await openForm(page);
  await openForm(other);
  const first = saved(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill("Yksi");
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Ensimmäinen teksti");
  await first;
  await other.getByRole("textbox", { name: /Aihe/ }).fill("Kaksi");
  await other.getByRole("textbox", { name: /Viesti/ }).fill("Toinen teksti");
  // The second learns of the first, and keeps both.
  const text = other.getByRole("textbox", { name: /Viesti/ });
  await expect.poll(() => text.inputValue()).toBe("Toinen teksti\n\nYksi\nEnsimmäinen teksti");
  expect(await other.getByRole("textbox", { name: /Aihe/ }).inputValue()).toBe("Kaksi");
  await page.bringToFront();
  await expect
    .poll(async () => {
      await page.reload();
      const here = page.getByRole("textbox", { name: /Viesti/ });
      // What the other tab has saved is asked for once the form stands there, and the other tab is asked where it is written.
      await expect
        .poll(() => here.inputValue(), { timeout: 2_000 })
        .toContain("Toinen teksti")
        .catch(() => {});
      return here.inputValue();
    })
    .toContain("Toinen teksti");
  expect(await page.getByRole("textbox", { name: /Viesti/ }).inputValue()).toContain("Ensimmäinen teksti");
  for (const field of [/Aihe/, /Viesti/]) await page.getByRole("textbox", { name: field }).fill("");
  await context.close();
});

it("sends nothing while a file that was chosen does not go along, and says so", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Maja");
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(topic("Kuva"));
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Kuva tässä");
  const heic = { name: "IMG_1234.HEIC", mimeType: "image/heic", buffer: Buffer.from("not for us") };
  await page.locator("input[type=file]").setInputFiles(heic);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page
    .getByRole("alert")
    .getByText("Yksi liite ei tule mukaan. Poista se tai valitse toinen tiedosto.")
    .waitFor();
  await page.getByRole("button", { name: /Poista.*IMG_1234/ }).click();
  // The focus goes where one chooses another.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Lisää liite");
  const rash = { name: "ihottuma.png", mimeType: "image/png", buffer: png };
  await page.locator("input[type=file]").setInputFiles(rash);
  await page.getByText("Tarkistettu").waitFor();
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  // What goes along is told where it can still be taken back.
  await page.getByRole("heading", { name: "Viesti lähetetään kohta" }).waitFor();
  await page.getByRole("listitem").getByText("ihottuma.png").waitFor();
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await context.close();
});

it("R-06 asks before a file that is on its way is left behind: by the menu, by going back, and by another language", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Maja");
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await openForm(page);
  const form = page.url();
  await page.getByRole("textbox", { name: /Viesti/ }).fill("Liite on matkalla");
  await intercept(page, "**/api/attachments", () => new Promise(() => {}));
  const file = { name: "lähete.png", mimeType: "image/png", buffer: png };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("progressbar").waitFor();
  const asked = page.getByRole("alertdialog").filter({ hasText: "Jos poistut nyt, ne eivät tule mukaan." });
  const stay = async () => {
    await asked.waitFor();
    await page.getByRole("button", { name: "Jatka muokkaamista" }).click();
    await asked.waitFor({ state: "detached" });
    expect(page.url()).toBe(form);
    await page.getByRole("progressbar").waitFor();
  };
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await stay();
  await page.goBack().catch(() => {});
  await stay();
  const question = page.waitForEvent("dialog");
  await page.getByRole("button", { name: /^Kieli/ }).click();
  const switched = page.getByRole("link", { name: "Svenska" }).click({ noWaitAfter: true });
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await switched;
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await asked.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByText("Liite jäi pois, koska sen lataus keskeytyi: lähete.png.").waitFor();
  await context.close();
});

it("R-05 keeps what is written to two topics in two tabs apart, and says so", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Nils");
  const other = await context.newPage();
  const saved = (at: Page) => at.waitForResponse((answer) => answer.url().endsWith("/SaveDraft"));
  await openForm(page);
  await openForm(other, "Reseptin uusiminen");
  const text = (at: Page) => at.getByRole("textbox", { name: /Viesti/ });
  let [one, two] = ["Selkä on kipeä.", "Resepti loppuu."];
  for (let turn = 0; turn < 4; turn += 1) {
    const first = saved(page);
    await page.bringToFront();
    await text(page).fill(one);
    await first;
    const second = saved(other);
    await other.bringToFront();
    await text(other).fill(two);
    await second;
    expect([await text(page).inputValue(), await text(other).inputValue()]).toEqual([one, two]);
    one += " Ja vielä.";
    two += " Ja tämä.";
  }
  await other.getByRole("status").getByText("Sinulla on kesken myös toinen viesti.").waitFor();
  expect(await violations(other)).toEqual([]);
  for (const at of [other, page]) await text(at).fill("");
  await context.close();
});
