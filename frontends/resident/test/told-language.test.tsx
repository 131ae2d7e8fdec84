/** The server is told in which language a resident reads: what they are told outside the app speaks it too (CMS-05). */
import { beforeEach, expect, it, vi } from "vitest";
import type { Language } from "../../shared/src/i18n";
import { Language as Codes } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { showNobody } from "../../shared/src/rpc/person";
import { Code } from "../../shared/src/rpc/transport";
import { sessionSlice } from "../../shared/src/session/slice";
import type { SeenCall } from "../../shared/test/fake-transport";
import { arrive, fails, id, open, until } from "./open";

const other = "0190f5a0-0000-7000-8000-000000000002";
const name = { text: "Eino Saarinen", given: "Eino", family: "Saarinen" };

const well = ({ reply }: SeenCall) => reply();
const told = (calls: readonly SeenCall[]) =>
  calls
    .filter(({ method }) => method === "SaveLanguage")
    .map(({ request }) => Codes[(request as { language: Codes }).language]?.toLowerCase());

/** Who is signed in from now on; undefined: nobody. */
function signedIn(personId: string | undefined, more: object = {}): void {
  showNobody();
  const session = { user: { name, identifier: { system: "test", value: "eino" }, personId }, ...more };
  vi.stubGlobal("fetch", async () =>
    personId === undefined ? new Response(null, { status: 204 }) : new Response(JSON.stringify(session)),
  );
}

/** Opens a page in a browser that has nothing better to do. */
async function visit(language: Language = "fi", answer: (call: SeenCall) => unknown = well) {
  vi.stubGlobal("requestIdleCallback", (then: () => void) => then());
  const page = await open("/cookies", answer, language);
  await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  return page;
}

beforeEach(() => window.sessionStorage.clear());

it("CMS-05 tells the language once in a tab, and again after another was chosen", async () => {
  signedIn(id);
  const { calls } = await visit();
  await until(() => expect(told(calls)).toEqual(["fi"]));
  const [call] = calls.filter(({ method }) => method === "SaveLanguage");
  // The app says it by itself: it is no sign that the person is there.
  expect(call?.options.metadata).toMatchObject({ "x-kajo-person": id, "x-kajo-background": "1" });
  await until(() => expect(window.sessionStorage.getItem("kajo.told-language")).not.toBeNull());
  expect((await visit()).calls.map(({ method }) => method)).not.toContain("SaveLanguage");
  const swedish = await visit("sv");
  await until(() => expect(told(swedish.calls)).toEqual(["sv"]));
});

it("CMS-05 tells it anew for another person in the same tab, and after nobody was signed in", async () => {
  for (const personId of [id, other, undefined, other]) {
    signedIn(personId);
    const { calls } = await visit();
    await until(() => expect(told(calls)).toEqual(personId === undefined ? [] : ["fi"]));
    await until(() =>
      expect(window.sessionStorage.getItem("kajo.told-language") === null).toBe(personId === undefined),
    );
  }
});

it("CMS-05 says nothing of a failure, and tries again with the next page", async () => {
  signedIn(id);
  const broken = await visit("fi", (call) => (call.method === "SaveLanguage" ? fails(Code.internal)() : well(call)));
  await until(() => expect(told(broken.calls)).toEqual(["fi"]));
  expect(document.querySelectorAll("[role=alert]")).toHaveLength(0);
  expect(broken.store.getState().toasts).toEqual([]);
  const { calls } = await visit();
  await until(() => expect(told(calls)).toEqual(["fi"]));
});

it("CMS-05 tells it also for who is not in yet, and not for who acts for another", async () => {
  signedIn(id);
  const { calls, store, draw } = await arrive("/cookies", well);
  store.dispatch(sessionSlice.actions.entering());
  await draw();
  await until(() => expect(told(calls)).toEqual(["fi"]));
  window.sessionStorage.clear();
  signedIn(other, { impersonator: { id, name: "Eino Saarinen", patientId: other } });
  const acting = await visit();
  await until(() => expect(document.body.textContent).toContain("puolesta"));
  expect(told(acting.calls)).toEqual([]);
});
