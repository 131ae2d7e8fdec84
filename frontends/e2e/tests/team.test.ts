/** Tasks of colleagues. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { nurse, open, topic, wrote } from "../support/people";

afterAll(closeBrowser);

it("CON-17 shows the tasks of colleagues in the team tab, and opens one after a confirmation, each time anew", async () => {
  const about = topic("Tiimin tehtävä");
  await wrote("Aino", [about, "Voinko saunoa?"]);
  const [liisa, pekka] = [await nurse("Liisa"), await nurse("Pekka")];
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();

  const { page } = pekka;
  await page.getByRole("tab", { name: /Tiimi/ }).click();
  const row = page.getByRole("button", { name: new RegExp(about) });
  await row.click();
  await page.getByRole("heading", { level: 2, name: "Työtoverin tehtävä" }).waitFor();
  await page.getByText("Tehtävää käsittelee Liisa Virtanen.").waitFor();
  expect(await page.getByText("Voinko saunoa?").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  // The server keeps it, whatever the page does: after a reload it asks again.
  await page.reload();
  await page.getByRole("heading", { level: 2, name: "Työtoverin tehtävä" }).waitFor();
  await page.getByRole("button", { name: "Avaa tehtävä" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: about }).waitFor();
  await page.getByText("Voinko saunoa?").waitFor();
  await page.getByText("Keskustelua käsittelee Liisa Virtanen. Vain käsittelijä voi kirjoittaa.").waitFor();

  // Another opening asks again; whoever takes part is asked no more.
  await page.getByRole("tab", { name: /Uudet/ }).click();
  await page.getByRole("tab", { name: /Tiimi/ }).click();
  await row.click();
  await page.getByRole("button", { name: "Avaa tehtävä" }).click();
  await page.getByRole("button", { name: "Osallistu" }).click();
  await page.getByRole("status").getByText("Osallistut keskusteluun").waitFor();
  await page.getByRole("tab", { name: /Omat/ }).click();
  await open(page, about);
  for (const { context } of [liisa, pekka]) await context.close();
});
