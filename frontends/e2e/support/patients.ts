/** A professional with a patient. */
import type { Page } from "playwright-core";
import { settled } from "./page";
import { practitionerUrl } from "./stack";

/** Opens a patient by code; answers with their id. */
export async function openPatient(page: Page, ssn: string, name: string): Promise<string> {
  await page.goto(`${practitionerUrl}/fi/patient`);
  await page.getByRole("textbox", { name: "Henkilötunnus" }).fill(ssn);
  await page.getByRole("button", { name: "Hae potilas" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await page.getByRole("heading", { level: 2, name }).waitFor();
  // What comes above something that is pressed moves it from under the pointer.
  await settled(page);
  return new URL(page.url()).searchParams.get("patient") ?? "";
}
