/** No test comes upon what another one began to write and did not send: the people are the same in all of them. */
import { afterAll, beforeEach } from "vitest";
import { databaseOf } from "./database";

const sql = databaseOf("conversations");

beforeEach(async () => {
  await sql`delete from drafts`;
});

afterAll(() => sql.end());
