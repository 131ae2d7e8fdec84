/** Ending what a professional may do, as an administrator does it in the admin panel. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { adminPage, nurse, professional } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

it("S-05 ends the sessions of a professional, disables the access, and gives it back", async () => {
  const tero = await nurse("Tero");
  const { page, context } = await adminPage(`${practitionerUrl}/fi/admin/iam/professionals`, "Ammattilaisten istunnot");
  await page.getByRole("combobox", { name: /^Ammattilainen/ }).click();
  await page.getByRole("combobox", { name: /^Ammattilainen/ }).fill("Tero");
  await page.getByRole("option", { name: /Tero/ }).click();
  const act = async (button: string) => {
    await page.getByRole("button", { name: button }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
  };
  await act("Lopeta istunnot");
  await page.getByText("Istunnot on lopetettu: Tero Mäkelä.").waitFor();
  await tero.page.getByRole("button", { name: "Kirjaudu sisään" }).waitFor();

  await act("Estä käyttö");
  await page.getByText("Käyttö estetty", { exact: true }).waitFor();
  const again = await professional("Tero");
  await again.page.getByRole("heading", { name: "Ei käyttöoikeutta" }).waitFor();
  await again.context.close();

  await act("Salli käyttö");
  await page.getByRole("button", { name: "Lopeta istunnot" }).waitFor();
  const back = await nurse("Tero");
  await back.context.close();
  await tero.context.close();
  await context.close();
});
