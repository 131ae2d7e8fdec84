/** What somebody types lies in the tab sealed: nobody else reads it there, and its writer has it again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** Keys as the gateway gives them. */
const keyOf = (person: string) => btoa(person.padEnd(32, "."));

type Drafts = typeof import("../src/drafts/draft");

/** A page that is loaded anew, in the same tab. */
async function page(person?: string, isPerson = true): Promise<Drafts> {
  vi.resetModules();
  const drafts = await import("../src/drafts/draft");
  if (person) await drafts.unlockDrafts(keyOf(person), isPerson);
  return drafts;
}

const inTab = () => Object.entries(window.sessionStorage).filter(([name]) => name.startsWith("kajo.draft."));
const names = () => inTab().map(([name]) => name);

const nothing = { text: "" };

beforeEach(() => window.sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("comes back to whoever wrote it, and is gone when somebody else signs in", async () => {
  const first = await page("aino");
  first.saveDraft("reply.1", { text: "Puolivalmis" });
  expect(first.loadDraft("reply.1", nothing)).toEqual({ text: "Puolivalmis" });
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  expect(JSON.stringify(inTab())).not.toContain("Puoli");

  expect((await page()).loadDraft("reply.1", nothing)).toEqual(nothing);
  expect((await page("aino")).loadDraft("reply.1", nothing)).toEqual({ text: "Puolivalmis" });

  expect((await page("eino")).loadDraft("reply.1", nothing)).toEqual(nothing);
  expect(inTab()).toEqual([]);
});

it("lies in no other place, and what is broken is nothing", async () => {
  const first = await page("aino");
  first.saveDraft("reply.1", { text: "Yhdelle" });
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  const [[, hidden = ""] = []] = inTab();
  window.sessionStorage.setItem("kajo.draft.reply.2", hidden);
  window.sessionStorage.setItem("kajo.draft.reply.3", "{broken");
  const again = await page("aino");
  expect(again.draftNames()).toEqual(["reply.1"]);
});

it("keeps the last word, and leaves nothing of what was given up", async () => {
  const first = await page("aino");
  for (const text of ["P", "Pu", "Puo"]) first.saveDraft("reply.1", { text });
  first.saveDraft("reply.2", { text: "Peruttu" });
  first.saveDraft("reply.2", undefined);
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  await vi.waitFor(async () => {
    expect((await page("aino")).loadDraft("reply.1", nothing)).toEqual({ text: "Puo" });
  });
});

it("cannot be read any more when the session is over, and waits for its writer", async () => {
  const first = await page("aino");
  first.saveDraft("reply.1", { text: "Puolivalmis" });
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  first.lockDrafts();
  expect([first.draftNames(), first.loadDraft("reply.1", nothing)]).toEqual([[], nothing]);
  // What goes on behind the page neither adds to it nor takes it away.
  first.saveDraft("reply.1", undefined);
  first.saveDraft("reply.2", { text: "Liian myöhään" });
  await first.unlockDrafts(keyOf("aino"), true);
  expect([names(), first.draftNames()]).toEqual([["kajo.draft.reply.1"], []]);
  expect((await page("aino")).loadDraft("reply.1", nothing)).toEqual({ text: "Puolivalmis" });
});

it("keeps the last word that was typed just before the session ended", async () => {
  const first = await page("aino");
  for (const text of ["P", "Pu", "Puo"]) first.saveDraft("reply.1", { text });
  first.saveDraft("reply.2", { text: "Peruttu" });
  first.saveDraft("reply.2", undefined);
  first.lockDrafts();
  expect([first.draftNames(), names()]).toEqual([[], []]);
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  expect((await page("aino")).loadDraft("reply.1", nothing)).toEqual({ text: "Puo" });
});

it("leaves nothing of what was on its way when somebody else goes on in the page", async () => {
  const first = await page("aino");
  first.saveDraft("reply.3", { text: "Puolivalmis" });
  first.lockDrafts();
  first.awaitKey();
  await first.unlockDrafts(keyOf("eino"), true);
  first.saveDraft("reply.4", { text: "Toisen" });
  await vi.waitFor(() => expect(names()).toContain("kajo.draft.reply.4"));
  expect([first.draftNames(), names().includes("kajo.draft.reply.3")]).toEqual([["reply.4"], false]);
});

it("CHA-04 waits for its writer where somebody goes on in a visit, whose own text goes when a person signs in", async () => {
  const first = await page("aino");
  first.saveDraft("reply.1", { text: "Puolivalmis" });
  await vi.waitFor(() => expect(names()).toEqual(["kajo.draft.reply.1"]));
  const visit = await page("visit", false);
  expect(visit.draftNames()).toEqual([]);
  visit.saveDraft("outbox/1", { text: "Hei" });
  await vi.waitFor(() => expect(names()).toContain("kajo.draft.outbox/1"));
  expect((await page("visit", false)).loadDraft("outbox/1", nothing)).toEqual({ text: "Hei" });
  expect((await page("aino")).loadDraft("reply.1", nothing)).toEqual({ text: "Puolivalmis" });
  expect(names()).toEqual(["kajo.draft.reply.1"]);
});

it("stays in the memory of the page where the browser has no cryptography", async () => {
  vi.spyOn(globalThis, "crypto", "get").mockReturnValue({} as Crypto);
  const first = await page("aino");
  first.saveDraft("reply.1", { text: "Puolivalmis" });
  expect(first.loadDraft("reply.1", nothing)).toEqual({ text: "Puolivalmis" });
  expect(inTab()).toEqual([]);
});
