/** The databases behind the platform, for faults that only they can bring. */
import postgres from "postgres";
import { read } from "./stack";

/** By then a database that runs has answered, also on a machine that is busy. */
const connectWithinSeconds = 5;

/** A connection to the database of a service. Whoever asked for it ends it. */
export const databaseOf = (service: string) =>
  postgres(`${read("KAJO_E2E_POSTGRES_URL")}/kajo_${service}`, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: connectWithinSeconds,
  });

/** The schemas that have such a table: each version of a read model has its tables in one of its own. */
export async function schemasOf(sql: postgres.Sql, table: string): Promise<readonly string[]> {
  const found = await sql<{ schema: string }[]>`select schemaname as schema from pg_tables where tablename = ${table}`;
  return found.map(({ schema }) => schema);
}

let givenBack: Promise<unknown> = Promise.resolve();

/** Until every table is where it was: a test whose time is over goes on until its pages are closed. */
export const tablesAreBack = (): Promise<unknown> => givenBack;

/** Does `what` while a table of a service is not to be found: the database answers, and no call that needs the table can. */
export function withoutTable(service: string, table: string, what: () => Promise<void>): Promise<void> {
  const done = takeAway(service, table, what);
  givenBack = done.catch(() => undefined);
  return done;
}

async function takeAway(service: string, table: string, what: () => Promise<void>): Promise<void> {
  const sql = databaseOf(service);
  const away = `${table}_away`;
  try {
    const schemas = await schemasOf(sql, table);
    const rename = async (from: string, to: string) => {
      for (const schema of schemas) await sql`alter table ${sql(`${schema}.${from}`)} rename to ${sql(to)}`;
    };
    await rename(table, away);
    try {
      await what();
    } finally {
      await rename(away, table);
    }
  } finally {
    await sql.end();
  }
}
