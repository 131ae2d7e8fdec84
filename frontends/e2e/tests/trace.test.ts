/** One trace from a click to whoever hears of it last, as the platform tells it to a collector of OpenTelemetry. */
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { databaseOf } from "../support/database";
import { resident, sendByHand, topic } from "../support/people";
import { spansOf } from "../support/privacy/spans";
import { platformLog } from "../support/stack";

const sql = databaseOf("conversations");

afterAll(async () => {
  await closeBrowser();
  await sql.end();
});

const rpc = "/kajo.conversations.v1.ConversationService/StartConversation";
const fact = "kajo.conversations.v1.ConversationStarted";
/** Spans are sent every second. */
const patiently = { interval: 500 };

it("OPS-03 carries one trace from a click over gateway, service, event store and bus to a consumer, and its id into the log, with nothing that was written", async () => {
  const [about, words] = [topic("Jäljitetty asia"), "Tämän lukee vain hoitaja."];
  const { page, context } = await resident("Aino");
  const [request] = await Promise.all([page.waitForRequest(`**${rpc}`), sendByHand(page, about, words)]);
  const [, trace = "", click = ""] = request.headers().traceparent?.split("-") ?? [];
  expect([trace, click]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{16}$/)]);
  const conversation = /conversation\/([^/]+)/.exec(page.url())?.[1];

  /** Each hangs below the one before, the first of them below the click; what reaches the consumer has gone over store and bus. */
  const way = () => {
    const spans = spansOf(trace);
    const below = (parent: string | undefined, name: string, about?: string) =>
      spans.find((each) => each.parent === parent && each.name === name && each.attributes.fact === about);
    const gateway = below(click, rpc);
    const service = below(gateway?.id, rpc);
    const consumer = below(service?.id, "consume", fact);
    return { gateway, service, consumer };
  };
  await expect.poll(way, patiently).toMatchObject({
    gateway: { attributes: { app: "resident" } },
    service: { attributes: { caller: "CALLER_RESIDENT" } },
    consumer: { attributes: { fact } },
  });

  // The event that began the conversation says in the store which call recorded it.
  const stored = await sql<{ traceparent: string }[]>`
    select meta -> 'trace' ->> 'traceparent' as traceparent from events
    where stream_id = ${`conversation-${conversation}`} and version = 1`;
  expect(stored.map(({ traceparent }) => traceparent.split("-").slice(1, 3))).toEqual([[trace, way().service?.id]]);

  const logged = () => {
    const lines = platformLog().split("\n");
    return lines.filter((line) => line.includes(trace));
  };
  await expect.poll(() => logged().some((line) => line.includes(rpc)), patiently).toBe(true);

  const told = JSON.stringify([spansOf(trace), logged()]);
  expect([about, words, "Lehtonen"].filter((mark) => told.includes(mark))).toEqual([]);
  await context.close();
});
