// @vitest-environment node
// Plants faults in a copy of our own catalogues and runs the step that every build begins with.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { catalogueFile, readEntries, root } from "./catalogue.mjs";
import { ofHash } from "./states.mjs";

let copy;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), "kajo-i18n-"));
  mkdirSync(join(copy, "tools"));
  for (const name of ["tools/i18n", "tools/i18n-compile.mjs"]) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  for (const folder of ["shared", "resident", "practitioner"]) {
    cpSync(join(root, folder, "lang"), join(copy, folder, "lang"), { recursive: true });
    symlinkSync(join(root, folder, "src"), join(copy, folder, "src"));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});

afterEach(() => rmSync(copy, { recursive: true }));

/** Changes one entry of the copy; undefined takes it away. */
function plant(folder, language, id, change) {
  const entries = readEntries(folder, language, copy);
  expect(entries).toHaveProperty([id]);
  if (change) Object.assign(entries[id], change);
  else delete entries[id];
  writeFileSync(catalogueFile(folder, language, copy), JSON.stringify(entries));
}

function compile() {
  const { status, stderr } = spawnSync(process.execPath, [join(copy, "tools/i18n-compile.mjs")], { encoding: "utf8" });
  return { status, stderr };
}

describe("the build", () => {
  it("passes with our own texts", () => {
    expect(compile()).toEqual({ status: 0, stderr: "" });
  });

  it("NAV-05 fails when a key is missing in a language, and names both", () => {
    plant("shared", "sms", "app.skip", undefined);
    const { status, stderr } = compile();
    expect(status).toBe(1);
    expect(stderr).toContain("i18n: shared: sms: app.skip: missing\n");
  });

  it("NAV-05 fails when a Sami text lacks a plural form, and names it", () => {
    const id = "ui.characters.left";
    plant("shared", "sme", id, { defaultMessage: "{n, plural, one {#} other {#}}" });
    const { status, stderr } = compile();
    expect(status).toBe(1);
    expect(stderr).toContain(`i18n: shared: sme: ${id}: plural of n has one, other, must have one, other, two\n`);
  });

  it("NAV-05 fails when a text is left in Finnish, and names it", () => {
    const finnish = readEntries("resident", "fi", copy)["login.text"].defaultMessage;
    plant("resident", "sv", "login.text", { defaultMessage: finnish });
    const { status, stderr } = compile();
    expect(status).toBe(1);
    expect(stderr).toContain("i18n: resident: sv: login.text: untranslated: the same as in fi\n");
  });

  it("fails when only the Finnish text changed, and names every language to look at", () => {
    plant("practitioner", "fi", "login.title", { defaultMessage: "Kirjaudu työpöydälle" });
    const { status, stderr } = compile();
    expect(status).toBe(1);
    const stale = "stale: the Finnish text changed; correct it or confirm it in ./just languages";
    expect(stderr).toBe(
      `i18n: practitioner: en: login.title: ${stale}\ni18n: practitioner: sv: login.title: ${stale}\n`,
    );
    const of = ofHash("Kirjaudu työpöydälle");
    for (const language of ["en", "sv"]) plant("practitioner", language, "login.title", { of });
    expect(compile()).toEqual({ status: 0, stderr: "" });
  });

  it.each([
    ["has no state", { state: undefined }, "has no state"],
    [
      "has an unknown state",
      { state: "perfect" },
      'has the unknown state "perfect", must be attested, drafted, reviewed',
    ],
    ["is attested by nothing", { state: "attested", source: " " }, "is attested without a source"],
    ["does not say what it was made from", { of: undefined }, "has no `of`, the mark of its Finnish text"],
  ])("fails when a translation %s", (_what, change, expected) => {
    plant("resident", "smn", "nav.inbox", change);
    expect(compile()).toEqual({ status: 1, stderr: `i18n: resident: smn: nav.inbox: ${expected}\n` });
  });
});
