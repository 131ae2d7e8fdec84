/** No test comes upon what another one began to write and did not send: the people are the same in all of them. */
import postgres from "postgres";
import { afterAll, beforeEach } from "vitest";
import { read } from "./stack";

const sql = postgres(`${read("KAJO_E2E_POSTGRES_URL")}/kajo_conversations`, { max: 1 });

beforeEach(async () => {
  await sql`delete from drafts`;
});

afterAll(() => sql.end());
