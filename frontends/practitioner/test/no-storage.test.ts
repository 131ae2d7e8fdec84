/** Pages of professionals in a browser that keeps nothing. */
import { afterEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { browseWithout, withouts } from "../../shared/test/no-storage";
import { enableShortcuts } from "../src/features/shortcuts/enabled";
import { id, open, until } from "./open";

afterEach(() => vi.restoreAllMocks());

const heading = () => document.querySelector("h1")?.textContent ?? "";
const silent = () => new Promise(() => {});
const atWork = ({ method, reply }: SeenCall) =>
  reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : {});

it.each(withouts)("R-03 opens the page to sign in, and lets shortcuts be turned off: %s", async (how) => {
  browseWithout(how);
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  await open("/authentication", silent);
  await until(() => expect(heading()).toBe("Kirjaudu sisään"));
  for (const on of [false, true]) enableShortcuts(on);
});

it.each(withouts)("R-03 knows who is signed in: %s", async (how) => {
  browseWithout(how);
  const said = { "x-kajo-session-seconds": "900", "x-kajo-draft-key": btoa("eino".padEnd(32, ".")) };
  const eino = await (await fetch("/api/session")).text();
  vi.stubGlobal("fetch", async () => new Response(eino, { headers: said }));
  await open("/settings", atWork);
  await until(() => expect(heading()).toBe("Asetukset"));
});
