/** Contents as residents find and read them; with the services it is shown in the browser (e2e/tests/patient-content.test.ts). */
import { act } from "react";
import { expect, it } from "vitest";
import type { AppStore } from "../../shared/src/app/store";
import { api } from "../../shared/src/rpc/api";
import { PatientContentState } from "../../shared/src/rpc/gen/kajo/content/v1/patient_content_state_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole } from "../../shared/test/screen";
import { open, until } from "./open";

const patientContentId = "0190f5a0-0000-7000-8000-0000000000c1";
const page = `/content/${patientContentId}`;
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const { UNREAD, READ, WITHDRAWN } = PatientContentState;

const given = (more: object = {}) => ({
  patientContentId,
  title: "Selän venyttely",
  language: "fi",
  state: UNREAD,
  activatedAt: at("2026-11-28T10:00:00Z"),
  activatedByName: "Aino Lahti",
  ...more,
});

const words = (said: string) => ({
  blocks: [
    {
      block: { case: "paragraph", value: { content: [{ inline: { case: "text", value: said } }] } },
    },
  ],
});

/** A server that remembers which version was read. */
function server(content: object = {}, publishedVersion = 3) {
  const kept = {
    content: given(content) as object,
    publishedVersion,
    text: words("Venytä rauhassa.") as object | undefined,
  };
  const answer = ({ method, reply }: SeenCall): unknown => {
    if (method === "GetMyContent") return reply({ ...kept });
    if (method === "MarkMyContentRead") kept.content = { ...kept.content, state: READ, newer: false };
    return reply({});
  };
  return { answer, kept };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const rows = (part: string) =>
  [...byRole("region", part).querySelectorAll("li a")].map(({ textContent }) => textContent ?? "");
const sentOf = (calls: readonly SeenCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => request as Record<string, unknown>);
const press = async (name: string) => {
  await until(() => byRole("button", name));
  await act(async () => byRole("button", name).click());
};
/** As a live update does. */
const fetchAnew = (store: AppStore) =>
  act(async () => void store.dispatch(api.util.invalidateTags(["PatientContent"])));

it("CMS-07 shows a content with who has given it, to print as well, and marks it as read once", async () => {
  const { answer } = server();
  const { calls, store } = await open(page, answer);
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Selän venyttely"));
  for (const told of ["Antanut Aino Lahti 28.11.2026 klo 12:00", "Venytä rauhassa."]) expect(main()).toContain(told);
  byRole("button", "Tulosta");
  expect(sentOf(calls, "GetMyContent")).toMatchObject([{ patientContentId, language: "fi" }]);
  await until(() =>
    expect(sentOf(calls, "MarkMyContentRead")).toMatchObject([{ patientContentId, publishedVersion: 3 }]),
  );
  await fetchAnew(store);
  await until(() => expect(sentOf(calls, "GetMyContent")).toHaveLength(2));
  expect(sentOf(calls, "MarkMyContentRead")).toHaveLength(1);
  expect(main()).not.toContain("Ohjetta on muutettu");
});

it("CMS-07 does not mark again what was read", async () => {
  const { answer } = server({ state: READ });
  const { calls } = await open(page, answer);
  await until(() => expect(main()).toContain("Venytä rauhassa."));
  expect(sentOf(calls, "MarkMyContentRead")).toEqual([]);
});

it("CMS-07 says that a content was changed since it was read, also once that is marked, and marks what was published anew", async () => {
  const { answer, kept } = server({ state: READ, newer: true }, 4);
  const { calls, store } = await open(page, answer);
  await until(() => expect(main()).toContain("Ohjetta on muutettu sen jälkeen, kun luit sen."));
  const versions = () => sentOf(calls, "MarkMyContentRead").map(({ publishedVersion }) => publishedVersion);
  await until(() => expect(versions()).toEqual([4]));
  await fetchAnew(store);
  await until(() => expect(sentOf(calls, "GetMyContent")).toHaveLength(2));
  expect(main()).toContain("Ohjetta on muutettu sen jälkeen, kun luit sen.");
  kept.publishedVersion = 5;
  kept.content = given({ state: READ, newer: true });
  kept.text = words("Venytä varovasti.");
  await fetchAnew(store);
  await until(() => expect(main()).toContain("Venytä varovasti."));
  await until(() => expect(versions()).toEqual([4, 5]));
});

it("CMS-07 says nothing of a mark that failed, and tries it again when the content is opened again", async () => {
  const { answer } = server();
  const { calls, router } = await open(page, (call) => {
    if (call.method === "MarkMyContentRead") throw new CallError(Code.internal, "");
    return answer(call);
  });
  await until(() => expect(sentOf(calls, "MarkMyContentRead")).toHaveLength(1));
  expect(main()).toContain("Venytä rauhassa.");
  expect(document.querySelectorAll("main [role=alert]")).toHaveLength(0);
  await act(async () => void router.navigate({ to: "/cookies" }));
  await until(() => expect(main()).not.toContain("Venytä rauhassa."));
  await act(async () => void router.history.back());
  await until(() => expect(sentOf(calls, "MarkMyContentRead")).toHaveLength(2));
});

it("CMS-07 says of a content that was taken back that it was, and shows and marks nothing", async () => {
  const { answer, kept } = server({ state: WITHDRAWN });
  kept.text = undefined;
  const { calls } = await open(page, answer);
  await until(() => expect(main()).toContain("Ohje on peruttu."));
  expect(document.querySelector("h1")?.textContent).toBe("Selän venyttely");
  expect(allByRole("button", "Tulosta")).toEqual([]);
  expect(sentOf(calls, "MarkMyContentRead")).toEqual([]);
});

it("CMS-07 shows that a content was taken back when that comes out with the mark", async () => {
  const { answer, kept } = server();
  await open(page, (call) => {
    if (call.method !== "MarkMyContentRead") return answer(call);
    kept.content = given({ state: WITHDRAWN });
    kept.text = undefined;
    throw refused("content_withdrawn");
  });
  await until(() => expect(main()).toContain("Ohje on peruttu."));
  expect(main()).not.toContain("Venytä rauhassa.");
});

it("CMS-07 marks a content as Finnish that is not written in the reader's language", async () => {
  const { answer } = server();
  const { calls } = await open(page, answer, "sms");
  await until(() => expect(document.querySelector("h1")?.lang).toBe("fi"));
  expect(document.querySelector("main [lang=fi] p")?.textContent).toBe("Venytä rauhassa.");
  expect(sentOf(calls, "GetMyContent")).toMatchObject([{ language: "sms" }]);
});

it("CMS-07 lets a teenager show a content to guardians", async () => {
  const { answer } = server({ mayShowToGuardians: true });
  const { calls } = await open(page, answer);
  await until(() => expect(main()).toContain("Huoltajasi eivät näe tätä ohjetta."));
  await press("Näytä huoltajille");
  await until(() =>
    expect(sentOf(calls, "ShowMyContentToGuardians")).toMatchObject([{ patientContentId, visible: true }]),
  );
});

const read = given({ patientContentId: "c2", title: "Unen huolto", state: READ });
const changed = given({ patientContentId: "c3", title: "Kävely", state: READ, newer: true });
const withdrawn = given({ patientContentId: "c4", title: "Ruokavalio", state: WITHDRAWN });

/** Unread ones in the first list, the others in the second. */
const lists = ({ method, request, reply }: SeenCall): unknown => {
  if (method !== "ListMyContents") return reply({});
  const isUnread = (request as { list: number }).list === 1;
  return reply({ contents: isUnread ? [given()] : [read, changed, withdrawn] });
};

it("CMS-07 shows a content to read among what waits for the person", async () => {
  const { calls } = await open("/", lists);
  await until(() => expect(byRole("link", /Selän venyttely/).getAttribute("href")).toBe(`/fi${page}`));
  expect(byRole("list", "Luettavat ohjeet").textContent).toContain("Lukematta");
  expect(main()).not.toContain("Ei tulevia");
  expect(sentOf(calls, "ListMyContents")).toMatchObject([{ list: 1, language: "fi" }]);
});

it("CMS-07 has unread contents among what is to come, and in the history what is read or was taken back", async () => {
  const { router } = await open("/events", lists);
  await until(() => expect(rows("Tulevat tapahtumat")).toHaveLength(1));
  for (const told of ["Selän venyttely", "Lukematta", "Ohje · Aino Lahti", "28.11.2026 klo 12:00"]) {
    expect(rows("Tulevat tapahtumat")[0]).toContain(told);
  }
  await until(() => expect(rows("Tapahtumahistoria")).toHaveLength(3));
  const states = ["Unen huoltoLuettu", "KävelyMuutettu", "RuokavalioPeruttu"];
  expect(rows("Tapahtumahistoria").map((row, index) => row.startsWith(states[index] ?? ""))).toEqual([
    true,
    true,
    true,
  ]);
  await press("Ohjeet");
  await until(() => expect(router.state.location.search).toEqual({ kind: "contents" }));
  await until(() => expect(rows("Tapahtumahistoria")).toHaveLength(3));
});
