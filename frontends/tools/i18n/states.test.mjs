// @vitest-environment node
import { describe, expect, it } from "vitest";
import { conditionOf, countsOf, entryProblemsOf, ofHash, staleMessage } from "./states.mjs";

const entry = { defaultMessage: "Close", state: "drafted", of: ofHash("Sulje") };

describe("the state of a translation", () => {
  it("marks a Finnish text by the beginning of its SHA-256", () => {
    expect(ofHash("Etusivu")).toBe("762e578a");
  });

  it("is what the entry says, until Finnish changes", () => {
    expect(conditionOf(entry, "Sulje")).toBe("drafted");
    expect(conditionOf({ ...entry, state: "reviewed" }, "Sulje ikkuna")).toBe("stale");
    expect(conditionOf(undefined, "Sulje")).toBe("missing");
    expect(conditionOf({ ...entry, state: "good" }, "Sulje")).toBe("unknown");
  });

  it("is counted over the Finnish keys", () => {
    const finnish = { close: { defaultMessage: "Sulje" }, open: { defaultMessage: "Avaa" } };
    expect(countsOf({ close: entry, gone: entry }, finnish)).toEqual({
      attested: 0,
      drafted: 1,
      reviewed: 0,
      stale: 0,
      missing: 1,
      unknown: 0,
    });
  });

  it.each([
    ["nothing in a whole entry", {}, []],
    ["nothing in an attested one with its source", { state: "attested", source: "MW:close" }, []],
    ["a state that is not there", { state: undefined }, ["has no state"]],
    ["an unknown one", { state: "good" }, ['has the unknown state "good", must be attested, drafted, reviewed']],
    ["an attested one without source", { state: "attested" }, ["is attested without a source"]],
    ["no mark", { of: undefined }, ["has no `of`, the mark of its Finnish text"]],
    ["another mark", { of: "00000000" }, [staleMessage]],
  ])("finds %s", (_what, change, expected) => {
    expect(entryProblemsOf({ ...entry, ...change }, "Sulje").map(({ message }) => message)).toEqual(expected);
  });
});
