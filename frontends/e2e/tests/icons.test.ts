import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { administrator } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

it("NAV-16 fetches the icons that are seen, and lets an admin search and pick one by keyboard", async () => {
  const { page, context } = await administrator("Paula");
  const icons = new Set<string>();
  page.on("response", (response) => {
    // A chunk of one icon is smaller than anything else that is fetched.
    const length = Number(response.headers()["content-length"] ?? "0");
    if (response.url().endsWith(".js") && length > 0 && length < 700) icons.add(response.url());
  });
  await page.goto(`${practitionerUrl}/fi/admin/icons`);
  await page.getByRole("heading", { level: 1, name: "Kuvakkeet" }).waitFor();
  await page.getByRole("button", { name: "Sydän", exact: true }).waitFor();
  await page.locator("[data-icon=heart] svg").waitFor();
  await expect.poll(() => icons.size).toBeGreaterThan(10);
  expect(icons.size).toBeLessThan(140);

  await page.getByRole("button", { name: "Valitse" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Kokeile kuvakkeen valintaa" });
  await dialog.getByRole("searchbox").focus();
  await page.keyboard.type("hoito");
  await dialog.getByRole("button", { name: "Kotihoito" }).waitFor();
  await page.keyboard.press("Tab");
  const names: string[] = [];
  for (let presses = 0; presses < 30; presses += 1) {
    const name = (await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) ?? "";
    names.push(name);
    if (name === "Kotihoito") break;
    await page.keyboard.press("ArrowRight");
  }
  expect(names.at(-1)).toBe("Kotihoito");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("group", { name: "Kokeile kuvakkeen valintaa" }).getByText("Kotihoito").waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Vaihda");
  await context.close();
});
