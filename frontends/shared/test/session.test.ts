import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { sessionApi } from "../src/session/api";
import { fakeTransport } from "./fake-transport";

const aino = {
  user: {
    name: { text: "Aino Demo", given: "Aino", family: "Demo" },
    identifier: { system: "resident", value: "x" },
    personId: "person-1",
  },
};

const said = (body: unknown, headers: HeadersInit = {}, status = 200) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers });

let calls: string[] = [];

function gateway(...answers: (() => Response)[]) {
  calls = [];
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    return (answers.shift() ?? (() => said(undefined, {}, 204)))();
  });
}

const storeOfVisit = () =>
  createAppStore({
    transport: fakeTransport(() => ({})).transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });

const anew = { forceRefetch: true };

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  window.localStorage.clear();
});

it("takes no content for nobody, and does not call that a lost session", async () => {
  gateway(() => said(undefined, {}, 204));
  const store = storeOfVisit();
  const answer = await store.dispatch(sessionApi.endpoints.getSession.initiate());
  expect([answer.data, answer.error]).toEqual([null, undefined]);
  expect(store.getState().session.lost).toBe(false);
});

it("learns from the one answer who it is and how long the session lasts", async () => {
  gateway(
    () => said(aino, { "x-kajo-session-seconds": "900", "x-kajo-live-cursor": "a.7" }),
    () => said(aino, { "x-kajo-live-cursor": "a.9" }),
  );
  const { firstStreamCursor } = await import("../src/live/stream-cursor");
  const { endsAt } = await import("../src/session/idle/lasting");
  const { sessionApi: fresh } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  window.localStorage.setItem("kajo.session.ends-at", "1");
  expect(endsAt()).toBeUndefined();
  const store = createFresh({
    transport: fakeTransport(() => ({})).transport,
    language: "fi",
    expectsSession: true,
    wait: async () => {},
  });
  const before = Date.now();
  const { data } = await store.dispatch(fresh.endpoints.getSession.initiate());
  expect(data).toEqual(aino);
  expect(endsAt()).toBeGreaterThanOrEqual(before + 900_000);
  expect(calls).toEqual(["/api/session"]);
  expect(firstStreamCursor()).toBe("a.7");
  await store.dispatch(fresh.endpoints.getSession.initiate(undefined, anew));
  expect(firstStreamCursor(), "what was fetched since the first answer").toBe("a.7");
});

it("keeps who it was, with what is on the screen, when the session is gone later", async () => {
  gateway(
    () => said(aino),
    () => said(undefined, {}, 204),
  );
  const store = storeOfVisit();
  await store.dispatch(sessionApi.endpoints.getSession.initiate());
  const later = await store.dispatch(sessionApi.endpoints.getSession.initiate(undefined, anew));
  expect([later.data, later.error]).toMatchObject([aino, { code: 16, reason: "session_missing" }]);
});

it("forgets in a page whose session is over what it has shown, and goes on telling why", async () => {
  gateway(() => said(aino, { "x-kajo-draft-key": btoa("aino".padEnd(32, ".")) }));
  const { sessionApi: fresh } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const { sessionSlice } = await import("../src/session/slice");
  const { toastSlice } = await import("../src/ui/toasts");
  const { pendingSlice } = await import("../src/thread/pending/slice");
  const { saveDraft, draftNames } = await import("../src/drafts/draft");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: true } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  store.dispatch(toastSlice.actions.shown({ tone: "info", text: "Aino Demo" }));
  const message = { key: "1", conversationId: "1", text: "Aino Demo", attachments: [], state: "undoable" } as const;
  store.dispatch(pendingSlice.actions.added(message));
  saveDraft("reply.1", { text: "Aino Demo" });
  expect(JSON.stringify(store.getState())).toContain("Aino Demo");

  store.dispatch(sessionSlice.actions.endedElsewhere());
  store.dispatch(sessionSlice.actions.lost());
  expect(JSON.stringify(store.getState())).not.toContain("Aino");
  expect(draftNames()).toEqual([]);
  expect(store.getState().session).toMatchObject({ lost: true, endedElsewhere: true });
});

it("leaves a visitor in place who never had a session", async () => {
  gateway();
  const { sessionApi: fresh } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const { sessionSlice } = await import("../src/session/slice");
  const { saveDraft, draftNames } = await import("../src/drafts/draft");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: false } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  saveDraft("new.area", { areaId: "1" });
  store.dispatch(sessionSlice.actions.lost());
  expect(draftNames()).toEqual(["new.area"]);
});

const visiting = { "x-kajo-visit": "1" };

it("CHA-04 hears of a visit with the answer about the session, and forgets in silence one that is over", async () => {
  const aVisit = { ...visiting, "x-kajo-draft-key": btoa("visit".padEnd(32, ".")) };
  gateway(
    () => said(undefined, aVisit, 204),
    () => said(undefined, {}, 204),
  );
  const { sessionApi: fresh, isVisitor } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const { sessionEnded, signedOut } = await import("../src/session/over");
  const { saveDraft, draftNames } = await import("../src/drafts/draft");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: false } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  expect(isVisitor(store.getState())).toBe(true);
  saveDraft("outbox/1", { text: "Hei" });

  store.dispatch(signedOut());
  await vi.waitFor(() => expect(isVisitor(store.getState())).toBe(false));
  expect(draftNames()).toEqual([]);
  expect(store.getState().session).toMatchObject({ lost: false, visit: false });
  // Of what was refused in it, some comes back later.
  await store.dispatch(signedOut());
  await store.dispatch(sessionEnded());
  expect(store.getState().session).toMatchObject({ lost: false, visit: false });
  // Who begins another visit in this page types as before.
  saveDraft("outbox/2", { text: "Hei" });
  expect(draftNames()).toEqual(["outbox/2"]);
});

it("CHA-04 keeps a visit that goes on when a call is refused", async () => {
  gateway(
    () => said(undefined, visiting, 204),
    () => said(undefined, visiting, 204),
  );
  const { sessionApi: fresh, isVisitor } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const { sessionEnded } = await import("../src/session/over");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: false } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  await store.dispatch(sessionEnded());
  expect(isVisitor(store.getState())).toBe(true);
  expect(store.getState().session.lost).toBe(false);
});

it("CHA-04 forgets a visit where somebody has signed in whose session is over, and says so", async () => {
  const refusal = () => said({ reason: "session_expired" }, {}, 401);
  gateway(() => said(undefined, visiting, 204), refusal);
  const { sessionApi: fresh, isVisitor } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const { signedOut } = await import("../src/session/over");
  const { saveDraft, draftNames } = await import("../src/drafts/draft");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: false } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  saveDraft("outbox/1", { text: "Hei" });
  await store.dispatch(signedOut());
  expect(isVisitor(store.getState())).toBe(false);
  expect(store.getState().session).toMatchObject({ lost: true, visit: false });
  expect(draftNames()).toEqual([]);
});

it("CHA-04 sees nobody's visit in somebody who is signed in", async () => {
  gateway(() => said(aino, visiting));
  const { sessionApi: fresh, isVisitor } = await import("../src/session/api");
  const { createAppStore: createFresh } = await import("../src/app/store");
  const context = { transport: fakeTransport(() => ({})).transport, language: "fi", expectsSession: true } as const;
  const store = createFresh({ ...context, wait: async () => {} });
  await store.dispatch(fresh.endpoints.getSession.initiate());
  expect(isVisitor(store.getState())).toBe(false);
  expect(store.getState().session.visit).toBe(true);
});
