// @vitest-environment node
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ofHash } from "../i18n/states.mjs";
import { createWorkplace, listen } from "./server.mjs";
import { openStore } from "./store.mjs";

const finnish = {
  greeting: { defaultMessage: "Hei {name}", description: "Ensimmäinen rivi" },
  unread: { defaultMessage: "{n, plural, one {# viesti} other {# viestiä}}" },
  close: { defaultMessage: "Sulje" },
};
const sami = {
  greeting: { defaultMessage: "Bures {name}", state: "drafted", of: ofHash("Hei {name}") },
  close: { defaultMessage: "Gidde", state: "attested", source: "MW:close", of: ofHash("Sulje tämä") },
};

let base;
let server;
let address;

const file = (language) => join(base, "shared/lang", `${language}.json`);
const onDisk = (language) => JSON.parse(readFileSync(file(language), "utf8"));

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "kajo-languages-"));
  mkdirSync(join(base, "shared/lang"), { recursive: true });
  writeFileSync(file("fi"), JSON.stringify(finnish));
  writeFileSync(file("sme"), JSON.stringify(sami));
  server = createWorkplace(openStore(base));
  address = await listen(server, 5300);
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(base, { recursive: true });
});

/** Sends what a browser would; `headers` change that. */
function send(path, { method = "POST", body, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const own = method === "POST" ? { origin: address, "content-type": "application/json" } : {};
    const call = request(
      `${address}${path}`,
      { method, agent: false, headers: { ...own, ...headers } },
      async (answer) => {
        const chunks = [];
        for await (const chunk of answer) chunks.push(chunk);
        const content = Buffer.concat(chunks).toString("utf8");
        const json = answer.headers["content-type"].startsWith("application/json");
        resolve({ status: answer.statusCode, body: json ? JSON.parse(content) : content });
      },
    );
    call.on("error", reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** What the page sends when nobody else changed anything. */
function wish(key, change) {
  const of = ofHash(finnish[key].defaultMessage);
  const was = sami[key]?.defaultMessage ?? null;
  return { app: "shared", language: "sme", key, of, was, state: "drafted", ...change };
}

describe("the translators' workplace", () => {
  it("shows every Finnish text with its translations and sums", async () => {
    const { status, body } = await send("/api/texts", { method: "GET" });
    expect(status).toBe(200);
    expect(body.rows.map(({ key }) => key)).toEqual(["greeting", "unread", "close"]);
    expect(body.rows[0]).toMatchObject({
      finnish: "Hei {name}",
      description: "Ensimmäinen rivi",
      placeholders: [{ name: "name", kind: "text" }],
      translations: { sme: { text: "Bures {name}", condition: "drafted" }, sv: { text: null, condition: "missing" } },
    });
    expect(body.counts.find(({ language }) => language === "sme").counts).toMatchObject({
      drafted: 1,
      missing: 1,
      stale: 1,
    });
  });

  it("serves its page and nothing else of the disk", async () => {
    expect((await send("/", { method: "GET" })).body).toContain("<h1>Texts of Kajo</h1>");
    for (const path of ["/../server.mjs", "/..%2fserver.mjs", "/page/app.js"]) {
      expect((await send(path, { method: "GET" })).status).toBe(404);
    }
  });

  it("saves a text with its state, its mark and one line end, and leaves no other file", async () => {
    const body = wish("greeting", { text: "Bures {name}!", state: "reviewed" });
    expect((await send("/api/save", { body })).status).toBe(200);
    const { greeting } = onDisk("sme");
    expect(greeting).toEqual({ defaultMessage: "Bures {name}!", state: "reviewed", of: ofHash("Hei {name}") });
    expect(readFileSync(file("sme"), "utf8")).toMatch(/[^\n]\n$/);
    expect(readdirSync(join(base, "shared/lang"))).toEqual(["fi.json", "sme.json"]);
  });

  it("keeps the order of the keys, and puts a new one where Finnish has it", async () => {
    const text = "{n, plural, one {# dieđáhus} two {# dieđáhusa} other {# dieđáhusa}}";
    const { body } = await send("/api/save", { body: wish("unread", { text }) });
    expect(body.translation).toMatchObject({ text, condition: "drafted" });
    expect(Object.keys(onDisk("sme"))).toEqual(["greeting", "unread", "close"]);
    await send("/api/save", { body: { ...wish("greeting"), text: "Buorre beaivi {name}" } });
    expect(Object.keys(onDisk("sme"))).toEqual(["greeting", "unread", "close"]);
  });

  it("makes the file of a language that has none yet", async () => {
    const body = wish("close", { language: "sv", was: null, text: "Stäng" });
    expect((await send("/api/save", { body })).status).toBe(200);
    expect(onDisk("sv")).toEqual({ close: { defaultMessage: "Stäng", state: "drafted", of: ofHash("Sulje") } });
  });

  it.each([
    ["another placeholder", "greeting", { text: "Bures {namma}" }, "text", "takes (namma: text), in fi (name: text)"],
    ["no ICU message", "greeting", { text: "Bures {name" }, "text", "not an ICU message"],
    [
      "a plural without two",
      "unread",
      { text: "{n, plural, one {#} other {#}}" },
      "text",
      "plural of n has one, other, must have one, other, two",
    ],
    ["an unknown state", "greeting", { text: "Bures {name}", state: "good" }, "state", "has the unknown state"],
    [
      "an attested word without source",
      "close",
      { text: "Gidde", state: "attested", source: " " },
      "source",
      "is attested without a source",
    ],
  ])("refuses %s and writes nothing", async (_what, key, change, field, message) => {
    const before = readFileSync(file("sme"), "utf8");
    const { status, body } = await send("/api/save", { body: wish(key, change) });
    expect(status).toBe(422);
    expect(body.problems).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect(readFileSync(file("sme"), "utf8")).toBe(before);
  });

  it("confirms a stale text by renewing its mark alone", async () => {
    const before = await send("/api/texts", { method: "GET" });
    expect(before.body.rows[2].translations.sme).toMatchObject({ condition: "stale", state: "attested" });
    const { status, body } = await send("/api/confirm", { body: wish("close") });
    expect(status).toBe(200);
    expect(body.translation.condition).toBe("attested");
    expect(onDisk("sme").close).toEqual({ ...sami.close, of: ofHash("Sulje") });
  });

  it("does not write over what somebody else changed meanwhile", async () => {
    const another = await send("/api/save", { body: wish("greeting", { text: "B {name}", was: "something else" }) });
    expect(another.status).toBe(409);
    const older = await send("/api/save", { body: wish("close", { text: "Gidde", of: ofHash("Sulje tämä") }) });
    expect(older.body.problems[0].message).toContain("the Finnish text changed meanwhile");
    expect(onDisk("sme")).toEqual(sami);
  });

  it("says what the build would say, and shows plurals with numbers", async () => {
    const text = "{n, plural, one {# dieđáhus} two {# dieđáhusa} other {# dieđáhusat}} {who}";
    const { body } = await send("/api/check", { body: wish("unread", { text }) });
    expect(body.problems).toEqual(["takes (n: number, who: text), in fi (n: number)"]);
    expect(body.preview).toEqual([
      { number: 0, text: "0 dieđáhusat ‹who›" },
      { number: 1, text: "1 dieđáhus ‹who›" },
      { number: 2, text: "2 dieđáhusa ‹who›" },
      { number: 5, text: "5 dieđáhusat ‹who›" },
      { number: 21, text: "21 dieđáhusat ‹who›" },
    ]);
  });

  it.each([
    ["from a foreign page", { origin: "https://example.org" }],
    ["from another server of this machine", { origin: "http://127.0.0.1:1" }],
    ["from nowhere", { origin: "null" }],
    ["as a plain form", { "content-type": "text/plain" }],
    ["by a foreign name", { host: "example.org:5300" }],
  ])("refuses to save %s", async (_what, headers) => {
    const body = wish("greeting", { text: "Bures {name}!" });
    expect((await send("/api/save", { body, headers })).status).toBe(403);
    expect(onDisk("sme")).toEqual(sami);
  });

  it("refuses to show texts by a foreign name, and texts that are not there", async () => {
    const foreign = await send("/api/texts", { method: "GET", headers: { host: "example.org" } });
    expect(foreign.status).toBe(403);
    for (const change of [{ key: "none" }, { language: "fi" }, { language: "../fi" }, { app: ".." }]) {
      const { status } = await send("/api/save", { body: { ...wish("close", { text: "x" }), ...change } });
      expect(status).toBe(404);
    }
  });

  it("takes the next port when one is in use", async () => {
    const second = createWorkplace(openStore(base));
    const taken = Number(new URL(address).port);
    expect(Number(new URL(await listen(second, taken)).port)).toBeGreaterThan(taken);
    await new Promise((resolve) => second.close(resolve));
  });
});
