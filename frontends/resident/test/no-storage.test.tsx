/** Pages of residents in a browser that keeps nothing. */
import { afterEach, expect, it, vi } from "vitest";
import { browseWithout, withouts } from "../../shared/test/no-storage";
import { open, until } from "./open";

afterEach(() => vi.restoreAllMocks());

const heading = () => document.querySelector("h1")?.textContent ?? "";
const nobody = () => vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
const silent = () => new Promise(() => {});

it.each(withouts)("R-03 opens the front page and the page to sign in: %s", async (how) => {
  browseWithout(how);
  nobody();
  await open("/", silent);
  await until(() => expect(heading()).toBe("Tervetuloa"));
  await open("/authentication", silent);
  await until(() => expect(heading()).toBe("Kirjaudu sisään"));
});

it.each(withouts)("R-03 knows who is signed in: %s", async (how) => {
  browseWithout(how);
  const said = { "x-kajo-session-seconds": "900", "x-kajo-draft-key": btoa("eino".padEnd(32, ".")) };
  const eino = await (await fetch("/api/session")).text();
  vi.stubGlobal("fetch", async () => new Response(eino, { headers: said }));
  await open("/", silent);
  await until(() => expect(heading()).toContain("Eino"));
});
