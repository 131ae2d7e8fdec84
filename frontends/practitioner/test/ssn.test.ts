// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isSsn } from "../src/features/patient/ssn";

/** The same codes as the server's check is held against (services/chassis-domain/src/ssn.rs). */
const vectors = JSON.parse(
  readFileSync(new URL("../../../services/identity/tests/vectors/ssn.json", import.meta.url), "utf8"),
) as { good: readonly string[]; malformed: readonly string[] };

it("knows personal identity codes of every century and separator, and nothing else", () => {
  expect(vectors.good.filter((code) => !isSsn(code))).toEqual([]);
  expect(vectors.malformed.filter(isSsn)).toEqual([]);
  expect(vectors.good.length).toBeGreaterThan(10);
});
