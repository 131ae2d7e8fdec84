/** Runs last: nothing that the people of the whole run are or wrote stands where it must not. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { openForm, resident, sendByHand, topic } from "../support/people";
import { record } from "../support/privacy/record";
import { read } from "../support/stack";

afterAll(closeBrowser);

/** A personal identity code, and not a piece of a longer id. */
const code = /(?<![0-9A-Za-z-])\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y](?![0-9A-Za-z-])/g;

/** Everything below a folder, or one file, as one text in which bytes that are no letters do not matter. */
function textOf(path: string, names = /^/): string {
  if (!existsSync(path)) return "";
  if (!statSync(path).isDirectory()) return readFileSync(path).toString("utf8");
  return readdirSync(path)
    .filter((name) => names.test(name))
    .map((name) => textOf(join(path, name)))
    .join("\n");
}

async function names(): Promise<readonly string[]> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/people`);
  const people = (await answer.json()) as readonly { readonly name: string }[];
  return people.flatMap(({ name }) => [name, name.slice(name.indexOf(" ") + 1)]);
}

it("personal data of people and what they wrote is in no log, trace, metric, address, refusal and nowhere on the bus", async () => {
  const own = topic("Vain hoitajan silmille");
  const aino = await resident("Aino");
  await sendByHand(aino.page, own, "Tätä ei saa lukea kukaan muu kuin hoitaja.");
  // A refusal of somebody who is there, so that there is one.
  await openForm(aino.page);
  const refused = await aino.page.request.get(`${new URL(aino.page.url()).origin}/api/session`);
  expect(refused.status()).toBe(403);
  await aino.page.evaluate(async () => (await fetch("/api/session")).text());
  await expect.poll(() => textOf(record.refusals).includes("csrf_header_missing")).toBe(true);
  await aino.context.close();

  // Spans are sent every second.
  await expect.poll(() => textOf(record.spans).includes("StartConversation")).toBe(true);
  const home = read("KAJO_E2E_HOME");
  const metrics = await (await fetch(`${read("KAJO_E2E_METRICS_URL")}/metrics`)).text();
  const logs = read("KAJO_E2E_LOGS");
  const places = {
    "log of the platform": textOf(logs, /^platform/),
    "log of Postgres": textOf(join(logs, "postgres.log")),
    "log of NATS": textOf(join(logs, "nats.log")),
    bus: textOf(join(home, "nats")),
    metrics,
    traces: textOf(record.spans),
    addresses: textOf(record.urls),
    refusals: textOf(record.refusals),
  };
  const proofs: Record<keyof typeof places, string> = {
    "log of the platform": "gateway::access",
    "log of Postgres": "database system is ready",
    "log of NATS": "Server is ready",
    bus: "conversation",
    metrics: "# TYPE",
    traces: "StartConversation",
    addresses: "/kajo.conversations.v1.ConversationService/StartConversation",
    refusals: "csrf_header_missing",
  };
  const unseen = Object.entries(proofs).filter(([place, sign]) => !places[place as keyof typeof places].includes(sign));
  expect(unseen, "places that hold nothing of this run").toEqual([]);

  const written = new Set(textOf(record.written).split("\n").filter(Boolean));
  expect([...written].some((words) => words.includes(own))).toBe(true);
  const marks = [...(await names()), ...written];
  for (const [place, text] of Object.entries(places)) {
    expect(
      marks.filter((mark) => text.includes(mark)),
      `personal data in the ${place}`,
    ).toEqual([]);
    expect(text.match(code) ?? [], `codes in the ${place}`).toEqual([]);
  }
});
