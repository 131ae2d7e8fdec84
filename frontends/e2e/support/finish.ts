/** Residents who come to an end with everything that is open. */
import type { Page } from "playwright-core";
import { residentUrl } from "./stack";

/** Marks done whatever is open, so that nothing stands against deleting the account, and comes to the page where it is asked for. */
export async function finish(at: Page): Promise<void> {
  for (;;) {
    await at.goto(`${residentUrl}/fi/user/delete-account`);
    await at
      .getByText(/^(Tili poistetaan|Et voi vielä poistaa)/)
      .first()
      .waitFor();
    if ((await at.getByRole("button", { name: "Poista tili" }).count()) > 0) return;
    await at.goto(`${residentUrl}/fi/inbox`);
    const open = at
      .getByRole("main")
      .getByRole("link")
      .filter({ hasNotText: /Merkitty tehdyksi|Päättynyt|Uusi viesti/ });
    await open.first().click();
    await at.getByRole("button", { name: "Merkitse tehdyksi" }).click();
    await at.getByRole("alertdialog").getByRole("button", { name: "Merkitse tehdyksi" }).click();
    await at.getByText("Olet merkinnyt keskustelun tehdyksi.").first().waitFor();
  }
}
