// @module-tag long: a second journey through the inbox
/** The tasks that are unread alone: what is read stays where it is as long as it is read, and what is taken or marked done leaves. */
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { inConversation, nurse, open, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

it("keeps an unread task in its list while it is read, and lets it go when it is taken, left or marked done", async () => {
  const [first, second] = [topic("Luettava"), topic("Luettava")];
  const aino = await inConversation("Aino", first, "Hyvää päivää.");
  const eino = await inConversation("Eino", second, "Hyvää iltaa.");
  const { page, context } = await nurse("Liisa");
  const row = (about: string) => page.getByRole("button", { name: new RegExp(about) });
  const unread = (about: string) => row(about).getByText(/lukematon/);
  /** Reads a task, and waits until the list knows. */
  const read = async (about: string) => {
    await unread(about).waitFor();
    const listed = page.waitForResponse(
      async (answer) => answer.url().endsWith("/ListTasks") && !(await answer.body()).includes(about),
    );
    await open(page, about);
    await listed;
    await unread(about).waitFor({ state: "detached" });
    await row(about).waitFor();
  };
  await page.goto(`${practitionerUrl}/fi/inbox?unread=true`);
  await read(first);
  expect(await row(first).getAttribute("aria-current")).toBe("true");
  // Who goes on to another one has read it.
  await read(second);
  await row(first).waitFor({ state: "detached" });
  // Taken it belongs elsewhere.
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await row(second).waitFor({ state: "detached" });
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();

  // Among the own ones as well, until it is marked done.
  await eino.page.getByRole("textbox", { name: "Vastaus" }).fill("Vielä yksi asia.");
  await undoNothing(eino.page);
  await page.goto(`${practitionerUrl}/fi/inbox?tab=own&unread=true`);
  await eino.page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await read(second);
  await undoNothing(page);
  await page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await row(second).waitFor({ state: "detached" });
  await Promise.all([aino.context.close(), eino.context.close(), context.close()]);
});
