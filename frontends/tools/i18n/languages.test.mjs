// @vitest-environment node
import { expect, it } from "vitest";
import { languageConfig } from "../../shared/src/i18n/languages.ts";
import { languageNames } from "./languages.mjs";

it("names the languages as the apps do", () => {
  const ours = Object.entries(languageConfig).map(([code, { name, iso }]) => [code, { name, iso }]);
  expect(languageNames).toEqual(Object.fromEntries(ours));
});
