/** Every page of residents has one heading of the first level, whatever becomes of its data. */
import { expect, it } from "vitest";
import { Code } from "../../shared/src/rpc/transport";
import { fails, open, paths, until } from "./open";

const ways: readonly (readonly [string, () => unknown])[] = [
  ["nothing has come yet", () => new Promise(() => {})],
  ["nobody answers", fails(Code.unavailable)],
  ["it is not there", fails(Code.notFound)],
  ["the session is over", fails(Code.unauthenticated)],
  ["something broke", fails(Code.internal)],
];

const texts = () => [...document.querySelectorAll("h1")].map(({ textContent }) => textContent).filter(Boolean);

it("knows every address", () => {
  expect(paths.length).toBeGreaterThan(45);
});

it.each(ways)("has one where %s", { timeout: 120_000 }, async (_what, answer) => {
  const wrong: string[] = [];
  for (const path of paths) {
    await open(path, answer);
    await until(() => expect(texts()).toHaveLength(1)).catch(() =>
      wrong.push(`${path}: ${texts().join(" | ") || "none"}`),
    );
    // Two alerts would say the same twice.
    const alerts = document.querySelectorAll("[role=alert]").length;
    if (alerts > 1) wrong.push(`${path}: ${alerts} alerts`);
  }
  expect(wrong).toEqual([]);
});
