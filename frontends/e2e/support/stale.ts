/** Sign-ins of a while ago: for what needs a fresh one. */
import type { Page } from "playwright-core";
import { databaseOf } from "./database";
import { platformHeader } from "./http";

/** Whoever is signed in at this page has identified themselves an hour ago. */
export async function growOld(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api/session`, { headers: platformHeader });
  const { user } = (await answer.json()) as { readonly user: { readonly personId: string } };
  const sql = databaseOf("identity");
  try {
    // Each version of a read model has its tables in a schema of its own.
    const holders = await sql<
      { schema: string }[]
    >`select schemaname as schema from pg_tables where tablename = 'sessions'`;
    for (const { schema } of holders)
      await sql`update session_secrets set identified_at = now() - interval '1 hour'
        where session_id in (select session_id from ${sql(`${schema}.sessions`)} where person_id = ${user.personId})`;
  } finally {
    await sql.end();
  }
}

/** Identifies themselves at the realm, which asks although they are signed in. */
export async function identifyAgain(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Tunnistaudu uudelleen" }).click();
  await page.waitForURL(/\/realms\/resident\//);
  await page.getByText("Choose who you are.").waitFor();
  await page.getByRole("button", { name: new RegExp(name) }).click();
}
