import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { nurse, open, reply, resident, topic, wrote } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

it("NAV-09 greets, shows what is upcoming and open with unread answers first, live, and leads to the other services", async () => {
  const stranger = await visit();
  await stranger.page.goto(`${residentUrl}/fi/`);
  await stranger.page.getByRole("heading", { level: 1, name: "Tervetuloa" }).waitFor();
  expect(await stranger.page.getByRole("region", { name: "Muut palvelut" }).getByRole("link").count()).toBe(6);
  await stranger.context.close();

  const [first, second] = [topic("Ensimmäinen"), topic("Toinen")];
  // Nobody answers Astrid in any other test: what is unread is this one's.
  await wrote("Astrid", [first, "Mihin aikaan?"], [second, "Ja missä?"]);
  const astrid = await resident("Astrid");
  const list = astrid.page.getByRole("list", { name: "Tulossa ja kesken" });
  await list.getByRole("link", { name: new RegExp(second) }).waitFor();
  expect(await list.getByRole("link").first().textContent()).toContain(second);

  const liisa = await nurse("Liisa");
  await open(liisa.page, first);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await reply(liisa.page, "Kello kymmenen");
  await list.getByRole("link", { name: new RegExp(`${first}.*1 uusi viesti`) }).waitFor();
  // An unread answer stands above what is newer and only open.
  expect(await list.getByRole("link").first().textContent()).toContain(first);
  await list.getByRole("link").first().click();
  await astrid.page.getByText("Kello kymmenen").waitFor();
  await liisa.context.close();

  for (const [service, heading] of [
    [/^Uusi viesti/, "Uusi viesti"],
    [/^Varaa aika/, "Mitä varten varaat ajan?"],
    [/^Chat/, "Chat"],
    [/^Kyselyt/, "Kyselyt"],
    [/^Hakemukset/, "Hakemukset"],
    [/^Lomakkeet/, "Lomakkeet"],
  ] as const) {
    await astrid.page.goto(`${residentUrl}/fi/`);
    await astrid.page.getByRole("region", { name: "Muut palvelut" }).getByRole("link", { name: service }).click();
    await astrid.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  await astrid.context.close();
});
