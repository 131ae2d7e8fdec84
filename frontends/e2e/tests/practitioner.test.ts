import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { choose, giveBack, more, nurse, open, openColleagues, resident, send, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

it("CON-03 has four tabs with live counts, filters, sorts and searches, and shows new items without a reload", async () => {
  const liisa = await nurse("Liisa");
  const tab = (name: RegExp) => liisa.page.getByRole("tab", { name });
  const count = async (name: RegExp) => Number((await tab(name).textContent())?.replace(/\D/g, ""));
  // A tab has no number before it is known.
  await tab(/Uudet\D*\d/).waitFor();
  const before = await count(/Uudet/);
  const aino = await resident("Aino");
  const about = topic("Käsi");
  await send(aino.page, about, "Käsi on turvonnut.");
  const row = liisa.page.getByRole("button", { name: new RegExp(about) });
  await row.waitFor();
  await expect.poll(() => count(/Uudet/)).toBe(before + 1);
  const pekka = await nurse("Pekka");
  const teams = (name: RegExp) => pekka.page.getByRole("tab", { name });
  const team = async () => Number((await teams(/Tiimi/).textContent())?.replace(/\D/g, ""));
  await teams(/Tiimi\D*\d/).waitFor();
  const [own, done, theirs] = [await count(/Omat/), await count(/Tehdyt/), await team()];

  await liisa.page.getByRole("searchbox").fill(about.split(" ")[1] ?? "");
  await expect.poll(() => liisa.page.getByRole("list", { name: "Tehtävälista" }).getByRole("listitem").count()).toBe(1);
  await liisa.page.getByRole("searchbox").fill("puuttuvasana");
  await liisa.page.getByText("Mikään tehtävä ei vastaa hakua").waitFor();
  await liisa.page.getByRole("searchbox").fill("");
  await row.waitFor();

  const rows = liisa.page.getByRole("list", { name: "Tehtävälista" }).getByRole("listitem");
  expect(await rows.first().textContent()).toContain(about);
  await choose(liisa.page, /Järjestys/, /Vanhin ensin/);
  await expect.poll(() => rows.last().textContent()).toContain(about);
  await choose(liisa.page, /Jono/, /Reseptin uusiminen/);
  await row.waitFor({ state: "detached" });
  await choose(liisa.page, /Jono/, /Kaikki jonot/);

  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await tab(/Omat/).click();
  await row.waitFor();
  // What moves is counted where it went, on the colleague's page as well, and nobody has loaded anything anew.
  await expect.poll(() => count(/Omat/)).toBe(own + 1);
  await expect.poll(() => count(/Uudet/)).toBe(before);
  await expect.poll(team).toBe(theirs + 1);
  await teams(/Tiimi/).click();
  await pekka.page.getByRole("button", { name: new RegExp(about) }).waitFor();
  await open(liisa.page, about);
  await more(liisa.page, /Päätä ja merkitse/);
  await liisa.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Päätä ja merkitse/ })
    .click();
  await expect.poll(() => count(/Tehdyt/)).toBe(done + 1);
  await expect.poll(() => count(/Omat/)).toBe(own);
  await expect.poll(team).toBe(theirs);
  await tab(/Tehdyt/).click();
  await row.waitFor();
  await pekka.page.getByRole("button", { name: new RegExp(about) }).waitFor({ state: "detached" });
  await Promise.all([aino.context.close(), liisa.context.close(), pekka.context.close()]);
});

it("CON-04 lets one of two who take at once win, and tells the other who has it", async () => {
  const aino = await resident("Aino");
  const [liisa, pekka] = [await nurse("Liisa"), await nurse("Pekka")];
  const about = topic("Kilpa");
  await send(aino.page, about, "Kumpi ehtii?");
  await Promise.all([open(liisa.page, about), open(pekka.page, about)]);
  // Who is slower may find no button any more: the news was quicker than the hand.
  const take = ({ page }: typeof liisa) =>
    Promise.race([
      page.getByRole("button", { name: "Ota käsittelyyn" }).click({ noWaitAfter: true }),
      page.getByText(/Keskustelua käsittelee/).waitFor(),
    ]);
  await Promise.all([take(liisa), take(pekka)]);
  const owns = (page: typeof liisa.page) => page.getByText("Sinä käsittelet tätä keskustelua.").count();
  await expect.poll(async () => (await owns(liisa.page)) + (await owns(pekka.page))).toBe(1);
  const [loser, winner] = (await owns(liisa.page)) ? [pekka.page, "Liisa Virtanen"] : [liisa.page, "Pekka Rantala"];
  await loser.getByText(`Keskustelua käsittelee ${winner}.`, { exact: false }).waitFor();
  await Promise.all([aino.context.close(), liisa.context.close(), pekka.context.close()]);
});

it("CON-07 lets only the owner write; a colleague is told who has it and may mark it done", async () => {
  const aino = await resident("Aino");
  const [liisa, pekka] = [await nurse("Liisa"), await nurse("Pekka")];
  const about = topic("Omistaja");
  await send(aino.page, about, "Kuka vastaa?");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(pekka.page, about);
  await pekka.page.getByText("Keskustelua käsittelee Liisa Virtanen. Vain käsittelijä voi kirjoittaa.").waitFor();
  expect(await pekka.page.getByRole("textbox", { name: "Vastaus" }).count()).toBe(0);
  await pekka.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await pekka.page.getByText(/merkitsi keskustelun/).waitFor();
  await pekka.page.getByRole("tab", { name: /Tehdyt/ }).click();
  await pekka.page.getByRole("button", { name: new RegExp(about) }).waitFor();
  await Promise.all([aino.context.close(), liisa.context.close(), pekka.context.close()]);
});

it("CON-08 keeps it active for others when one marks it done, and closes it for all when it is ended", async () => {
  const aino = await resident("Aino");
  const liisa = await nurse("Liisa");
  const about = topic("Valmis");
  await send(aino.page, about, "Onko tämä valmis?");
  await aino.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await liisa.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await liisa.page.getByRole("tab", { name: /Tehdyt/ }).click();
  await liisa.page.getByRole("button", { name: new RegExp(about) }).waitFor();
  // For the resident it goes on, and writing wakes the task.
  await aino.page.getByRole("textbox", { name: "Vastaus" }).fill("Vielä yksi asia.");
  await undoNothing(aino.page);
  await aino.page.getByRole("button", { name: "Lähetä" }).click();
  await liisa.page.getByRole("tab", { name: /Omat/ }).click();
  await open(liisa.page, about);
  await more(liisa.page, /Päätä ja merkitse/);
  await liisa.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Päätä ja merkitse/ })
    .click();
  await aino.page.getByText(/keskustelu on päättynyt/).waitFor();
  await liisa.page.getByText("Keskustelu on päättynyt. Siihen ei voi enää kirjoittaa.").waitFor();
  await liisa.page.getByRole("tab", { name: /Tehdyt/ }).click();
  await liisa.page.getByRole("button", { name: new RegExp(about) }).waitFor();
  await Promise.all([aino.context.close(), liisa.context.close()]);
});

it("CON-25 shows all twelve system events in the thread, with actor and time", { tags: ["long"] }, async () => {
  const aino = await resident("Aino");
  const [liisa, pekka] = [await nurse("Liisa"), await nurse("Pekka")];
  const about = topic("Tapahtumat");
  await send(aino.page, about, "Kaikki tapahtumat.");
  await aino.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  const take = async (page: typeof liisa.page) => {
    await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
    await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  };
  const seen = (page: typeof liisa.page, kind: string) =>
    page.locator(`[data-kind="SYSTEM_EVENT_KIND_${kind}"]`).first().waitFor();
  await open(liisa.page, about);
  await take(liisa.page);
  await seen(liisa.page, "PICKED");
  await giveBack(liisa.page);
  await seen(liisa.page, "RETURNED_TO_QUEUE");
  await take(liisa.page);
  await more(liisa.page, /Siirrä toiseen jonoon/);
  await choose(liisa.page, /Jono, johon siirretään/, /Reseptin uusiminen/);
  await liisa.page.getByRole("dialog").getByRole("button", { name: "Siirrä toiseen jonoon" }).click();
  await seen(liisa.page, "FORWARDED_TO_QUEUE");
  await take(liisa.page);
  await more(liisa.page, /Siirrä työtoverille/);
  await choose(liisa.page, /Työtoveri/, /Pekka Rantala/);
  await liisa.page.getByRole("dialog").getByRole("button", { name: "Siirrä työtoverille" }).click();
  await seen(liisa.page, "ASSIGNED_TO_OTHER");
  await liisa.page.getByRole("button", { name: "Ota itsellesi" }).click();
  await liisa.page.getByRole("alertdialog").getByRole("button", { name: "Ota itsellesi" }).click();
  await seen(liisa.page, "ASSIGNED_TO_SELF");
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(pekka.page, about);
  await pekka.page.getByRole("button", { name: "Osallistu" }).click();
  await seen(liisa.page, "PRACTITIONER_PARTICIPATED");
  await more(liisa.page, /Pyydä konsultaatiota/);
  await choose(liisa.page, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
  await liisa.page.getByRole("textbox", { name: "Kysymys" }).fill("Mitä ehdotat?");
  await liisa.page.getByRole("dialog").getByRole("button", { name: "Pyydä konsultaatiota" }).click();
  await seen(liisa.page, "CONSULTATION_REQUESTED");
  await aino.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await aino.page.getByRole("alertdialog").getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await seen(liisa.page, "CUSTOMER_MARKED_DONE");
  await pekka.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await seen(liisa.page, "DONE");
  await more(liisa.page, /^Päätä keskustelu/);
  await liisa.page.getByRole("alertdialog").getByRole("button", { name: "Päätä keskustelu" }).click();
  await seen(liisa.page, "CLOSED");

  // The consultation is a conversation of its own: whoever takes it joins, and it can be closed and done at once.
  await liisa.page.getByRole("button", { name: "Avaa konsultaatio" }).click();
  // Who asked may add to it, whoever has it.
  await liisa.page.getByText("Jonossa. Voit täydentää jo ennen kuin joku ottaa tämän käsittelyyn.").waitFor();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await pekka.page.getByRole("tab", { name: /Uudet/ }).click();
  await open(pekka.page, about);
  await pekka.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await seen(pekka.page, "JOINED");
  await liisa.page.getByText("Keskustelua käsittelee Pekka Rantala. Sinäkin voit kirjoittaa.").waitFor();
  await more(pekka.page, /Päätä ja merkitse/);
  await pekka.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Päätä ja merkitse/ })
    .click();
  await seen(pekka.page, "CLOSED_AND_DONE");

  for (const line of await aino.page.locator("p[data-kind]").all()) {
    expect(await line.textContent()).toMatch(/\S.*\d{2}\.\d{2}\.\d{4} klo \d{2}:\d{2}/);
  }
  await Promise.all([aino.context.close(), liisa.context.close(), pekka.context.close()]);
});

it("shows nothing of a conversation any more to who has given it to a queue that is not theirs", {
  tags: ["long"],
}, async () => {
  const [aino, liisa] = [await resident("Aino"), await nurse("Liisa", { width: 1440 })];
  const about = topic("Omainen");
  await send(aino.page, about, "Hoidan äitiäni.");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  await more(liisa.page, /Siirrä toiseen jonoon/);
  await choose(liisa.page, /Jono, johon siirretään/, /Omaishoito/);
  await liisa.page.getByRole("dialog").getByRole("button", { name: "Siirrä toiseen jonoon" }).click();
  await liisa.page.getByText("Keskustelu ei ole sinulle näkyvissä.", { exact: false }).waitFor();
  expect(await liisa.page.getByText("Hoidan äitiäni.").count()).toBe(0);
  expect(await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).count()).toBe(0);
  // Nor is the queue among those by which the new tasks are narrowed: it holds nothing there.
  const queues = await liisa.page.getByRole("combobox", { name: "Jono" }).locator("option").allTextContents();
  expect(queues.some((queue) => queue.includes("Kysymys hoitajalle"))).toBe(true);
  expect(queues.some((queue) => queue.includes("Omaishoito"))).toBe(false);
  for (const { context } of [aino, liisa]) await context.close();
});

it("cuts no word of the menu of actions, at any width", { tags: ["long"] }, async () => {
  const aino = await resident("Aino");
  const about = topic("Leveys");
  await send(aino.page, about, "Sopiiko valikko?");
  const { page, context } = await nurse("Liisa");
  await open(page, about);
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  const opener = page.getByRole("button", { name: "Muut toiminnot" });
  for (const width of [360, 800, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await opener.click();
    const last = page.getByRole("button", { name: "Päätä ja merkitse tehdyksi" });
    await last.waitFor();
    const isWhole = () =>
      last.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return [left + 2, right - 2].every((x) => button.contains(document.elementFromPoint(x, middle)));
      });
    await expect.poll(isWhole, { message: `at ${width} px` }).toBe(true);
    await page.keyboard.press("Escape");
  }
  await context.close();
  await aino.context.close();
});

it("shows the inbox when the words of its address mean nothing", { tags: ["long"] }, async () => {
  const { page, context } = await nurse("Liisa");
  for (const words of ["tab=zzz", "conversation=abc", "queue=abc", "tab=own&conversation=1"]) {
    await page.goto(`${practitionerUrl}/fi/inbox?${words}`);
    await page.getByRole("tab", { name: /Uudet/ }).waitFor();
    await page.getByText("Valitse tehtävä listasta.").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  }
  await context.close();
});
