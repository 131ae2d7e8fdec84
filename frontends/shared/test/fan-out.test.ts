// @vitest-environment node
import { readFileSync } from "node:fs";
import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { staleAfter } from "../src/live/fan-out";
import { UpdateSchema } from "../src/rpc/gen/kajo/live/v1/live_pb";

/** Aggregates whose facts no browser is told: they have no audience. */
const untold: readonly string[] = ["notification", "lookup_alert", "patient"];

/** Those that are written once: what they bring about is told of with that, as a form with its conversation. */
const still: readonly string[] = ["form_response"];

it("CHA-06 asks anew for what waits for a file when its scan has ended, and for no other chat", () => {
  const changed = { case: "changed", value: { aggregate: "attachment", id: "1" } } as const;
  const stale = staleAfter(create(UpdateSchema, { update: changed }), false);
  expect(stale).toContainEqual({ type: "Attachment", id: "1" });
  expect(stale).not.toContain("Chat");
});

it("CHA-07 SCH-08 asks anew for the chat in which a call has changed, whichever it is, and for who waits in calls", () => {
  const changed = { case: "changed", value: { aggregate: "call", id: "1" } } as const;
  expect(staleAfter(create(UpdateSchema, { update: changed }), false)).toEqual(["Chat", "Call"]);
});

it("CHA-10 asks anew for the summary of a chat when it was made or changed, and not for the chat", () => {
  const changed = { case: "changed", value: { aggregate: "chat_summary", id: "1" } } as const;
  expect(staleAfter(create(UpdateSchema, { update: changed }), false)).toEqual([{ type: "ChatSummary", id: "1" }]);
});

it("CHA-09 asks anew for what somebody has assessed when they have sent another, and for no chat", () => {
  const changed = { case: "changed", value: { aggregate: "assessment", id: "1" } } as const;
  expect(staleAfter(create(UpdateSchema, { update: changed }), false)).toEqual(["Assessment"]);
});

it("CMS-01 asks anew for what stands there for everybody, and for what is written of it, when it was published", () => {
  const changed = { case: "changed", value: { aggregate: "document", id: "1" } } as const;
  const stale = staleAfter(create(UpdateSchema, { update: changed }), false);
  expect(stale).toEqual([{ type: "Record", id: "document" }, "Document"]);
});

it("EVT-02 asks anew for results and prescriptions when one has come or changed, whichever it is", () => {
  const changed = { case: "changed", value: { aggregate: "health_record", id: "1" } } as const;
  expect(staleAfter(create(UpdateSchema, { update: changed }), false)).toEqual(["HealthRecord"]);
});

it("SUR-09 asks anew for answers and for what stands beside them when another system has sent some", () => {
  const changed = { case: "changed", value: { aggregate: "survey_response", id: "1" } } as const;
  const stale = staleAfter(create(UpdateSchema, { update: changed }), false);
  expect(stale).toEqual(["SurveyResponse", "PatientSurvey"]);
});

it("makes something stale for every aggregate that services tell of, so that no new one is forgotten", () => {
  const events = readFileSync(new URL("../../../docs/events.md", import.meta.url), "utf8");
  const told = new Set([...events.matchAll(/Subject `kajo\.[\w-]+\.(\w+)\./g)].map(([, aggregate = ""]) => aggregate));
  expect(told).toContain("service_category");
  const forgotten = [...told].filter((aggregate) => {
    const changed = { case: "changed", value: { aggregate, id: "1" } } as const;
    return staleAfter(create(UpdateSchema, { update: changed }), false).length === 0;
  });
  expect(forgotten).toEqual([...untold, ...still]);
});
