/** The access log as one list and one proof of three services' logs; with the services it is shown in the browser (e2e/tests/access-log.test.ts). */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails, open, until } from "./open";

const liisa = "0190f5a0-0000-7000-8000-0000000000a1";
const eino = "0190f5a0-0000-7000-8000-0000000000a2";
const nurse = "0190f5a0-0000-7000-8000-0000000000b1";
const lehtola = "0190f5a0-0000-7000-8000-0000000000c1";

const at = (minute: number) => ({
  seconds: BigInt(Date.parse("2026-11-20T10:00:00Z") / 1_000 + minute * 60),
  nanos: 0,
});
const byLiisa = (minute: number, access: number, ground: number) => ({
  entryId: `entry ${minute}`,
  at: at(minute),
  professionalId: liisa,
  roleId: nurse,
  locationId: lehtola,
  access,
  ground,
});

type Rows = Readonly<Record<string, readonly object[]>>;

/** A log page by page: its token is the number of the page. */
function paged({ request, reply }: SeenCall, pages: readonly (readonly object[])[]) {
  const number = Number((request as { page?: { token: string } }).page?.token || 0);
  const isLast = number + 1 >= pages.length;
  return reply({ entries: pages[number] ?? [], nextPageToken: isLast ? "" : String(number + 1) });
}

/** Answers as the services would; `logs` are the pages of each list, `rows` what each proof holds. */
function services(logs: Readonly<Record<string, readonly (readonly object[])[]>>, rows: Rows = {}) {
  return (call: SeenCall): unknown => {
    const { method, reply } = call;
    const pages = logs[method];
    if (pages) return paged(call, pages);
    if (method.startsWith("ProveMy")) {
      return reply({ proof: { document: JSON.stringify({ log: method, rows: rows[method] ?? [] }) } });
    }
    if (method !== "NameAccessors") return reply({});
    return reply({
      professionals: { [liisa]: "Liisa Virtanen" },
      representatives: { [eino]: "Eino Saarinen" },
      roles: { [nurse]: { texts: { fi: "Sairaanhoitaja" } } },
      locations: { [lehtola]: "Lehtolan terveysasema" },
    });
  };
}

const entries = () => [...document.querySelectorAll("main article")].map(({ textContent }) => textContent ?? "");
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>("main button")].find(({ textContent }) => textContent?.includes(name));

async function press(name: string) {
  await until(() => expect(button(name), name).toBeDefined());
  await act(async () => button(name)?.click());
}

afterEach(() => vi.unstubAllGlobals());

it("tells of each thing that was done with appointments who did it, in which role, where and on what ground", async () => {
  const [participant, patient, mandate] = [1, 2, 3];
  const told = [
    [byLiisa(9, 1, participant), "Avasi varatun aikasi tiedot. Peruste: osallistuu varattuun aikaan."],
    [
      byLiisa(8, 2, participant),
      "Näki varatut aikasi kalenterissa tai luettelossa. Peruste: osallistuu varattuun aikaan.",
    ],
    [byLiisa(7, 3, patient), "Etsi sinulle vapaita aikoja. Peruste: avasi tietosi vahvistamallaan oikeudella."],
    [
      byLiisa(6, 4, patient),
      "Varasi, siirsi tai perui aikasi, merkitsi sen hoidetuksi tai muutti sen osallistujia. Peruste: avasi tietosi vahvistamallaan oikeudella.",
    ],
    [
      byLiisa(5, 5, patient),
      "Katsoi sinulle annettuja suosituksia varata aika. Peruste: avasi tietosi vahvistamallaan oikeudella.",
    ],
    [
      byLiisa(4, 6, patient),
      "Suositteli sinulle ajan varaamista tai perui suosituksen. Peruste: avasi tietosi vahvistamallaan oikeudella.",
    ],
    [byLiisa(3, 7, 0), "Käsitteli tätä lokiasi. Perustetta ei ole kirjattu."],
    [
      { entryId: "behalf", at: at(2), representativeId: eino, access: 2, ground: mandate },
      "Näki varatut aikasi kalenterissa tai luettelossa. Peruste: oikeus asioida puolestasi.",
    ],
  ] as const;
  await open("/user/access-log", services({ ListMyAppointmentAccess: [told.map(([entry]) => entry)] }));
  await until(() => expect(entries()).toHaveLength(told.length));
  for (const [index, [entry, text]] of told.entries()) {
    const shown = entries()[index] ?? "";
    if (!("representativeId" in entry)) expect(shown).toContain("Liisa VirtanenSairaanhoitaja, Lehtolan terveysasema");
    else expect(shown).toContain("Eino Saarinen");
    expect(shown).toContain(text);
  }
});

it("puts what was done with appointments among the rest by time, wherever the pages of the three logs end", async () => {
  const viewing = (minute: number) => ({ entryId: `own ${minute}`, at: at(minute), viewing: 1, ground: 1 });
  const { calls } = await open(
    "/user/access-log",
    services({
      ListMyAccessLog: [[viewing(9), viewing(4)]],
      ListMyMessageAccess: [[byLiisa(8, 4, 1), byLiisa(5, 4, 1)], [byLiisa(2, 4, 1)]],
      ListMyAppointmentAccess: [[byLiisa(7, 4, 1), byLiisa(6, 4, 1)], [byLiisa(3, 4, 1)]],
    }),
  );
  const kinds = () =>
    entries().map((entry) => ["Haki sinut", "Kirjoitti", "Varasi, siirsi"].findIndex((words) => entry.includes(words)));
  // Older than six minutes past ten, appointments may still bring something.
  await until(() => expect(kinds()).toEqual([0, 1, 2, 2]));
  await press("Näytä lisää");
  await until(() => expect(kinds()).toEqual([0, 1, 2, 2, 1]));
  await press("Näytä lisää");
  await until(() => expect(kinds()).toEqual([0, 1, 2, 2, 1, 0, 2, 1]));
  expect(button("Näytä lisää")).toBeUndefined();
  const asked = (method: string) => calls.filter((call) => call.method === method).length;
  expect(["ListMyAccessLog", "ListMyMessageAccess", "ListMyAppointmentAccess"].map(asked)).toEqual([1, 2, 2]);
});

it("shows no list without appointments when scheduling is away: half of it would look like all of it", async () => {
  const answers = services({ ListMyMessageAccess: [[byLiisa(1, 1, 1)]] });
  const unavailable = fails(Code.unavailable);
  await open("/user/access-log", (call) => (call.method === "ListMyAppointmentAccess" ? unavailable() : answers(call)));
  const said = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();
  await until(() => expect(said()).toContain("Merkintöjä varattujen aikojesi katsomisista ei voitu ladata."));
  expect(entries()).toEqual([]);
});

it("puts the proof of scheduling into the file, with the names that it needs", async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => "blob:saved");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  HTMLAnchorElement.prototype.click = () => {};
  const what = { actor_kind: "practitioner", actor: liisa, impersonator: null, role: nurse, location: lehtola };
  const answers = services({}, { ProveMyAppointmentAccess: [{ what: { text: JSON.stringify(what) } }] });
  const { calls } = await open("/user/access-log", answers);
  await press("Lataa tiedosto");
  await until(() => expect(saved).toHaveBeenCalledOnce());
  const file = JSON.parse((await saved.mock.calls[0]?.[0].text()) ?? "{}") as {
    readonly logs: readonly { readonly log: string }[];
    readonly names: { readonly people: object };
  };
  expect(file.logs.map(({ log }) => log)).toEqual([
    "ProveMyAccessLog",
    "ProveMyMessageAccess",
    "ProveMyAppointmentAccess",
  ]);
  expect(file.names.people).toMatchObject({ [liisa]: "Liisa Virtanen" });
  expect(calls.some(({ method }) => method === "NameAccessors")).toBe(true);
});
