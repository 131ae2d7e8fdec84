/** Laboratory results and prescriptions as residents read them; with the services they are shown in the browser (e2e/tests/health-records.test.ts). */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole } from "../../shared/test/screen";
import { toldTimes } from "../src/features/events/sources/told-times";
import { dateText, measuredText, takenText, valueText } from "../src/features/health-records/words";
import { id, open, until } from "./open";

const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const state = { current: 1, corrected: 2, withdrawn: 3 };
const level = { normal: 1, low: 2, high: 3, criticallyLow: 4, criticallyHigh: 5, abnormal: 6 };

const result = (labResultId: string, more: object = {}) => ({
  labResultId,
  state: state.current,
  name: "Hemoglobiini",
  value: "132",
  unit: "g/l",
  referenceLow: "134",
  referenceHigh: "167",
  level: level.low,
  takenAt: at("2026-11-23T06:40:00Z"),
  performer: "Saariston laboratorio",
  comment: "Näyte oli hieman hyytynyt.",
  arrivedAt: at("2026-11-23T12:00:00Z"),
  ...more,
});

const prescription = (prescriptionId: string, more: object = {}) => ({
  prescriptionId,
  state: state.current,
  medication: "Amoksisilliini 500 mg",
  writtenOn: "2026-11-20",
  validUntil: "2028-11-20",
  dosage: "1 kapseli 3 kertaa päivässä",
  purpose: "Infektion hoitoon",
  prescriber: "Mikko Virtanen",
  ...more,
});

const reference = { referenceLow: 3.5, referenceHigh: 5.1 };
const potassium = [
  {
    labResultId: "a",
    takenAt: at("2026-01-10T07:00:00Z"),
    value: "5.40",
    number: 5.4,
    level: level.high,
    ...reference,
  },
  {
    labResultId: "b",
    takenAt: at("2026-05-10T06:00:00Z"),
    value: "<0.5",
    number: 0.5,
    open: true,
    level: level.low,
    ...reference,
  },
  {
    labResultId: "c",
    takenAt: at("2026-11-10T07:00:00Z"),
    dayOnly: true,
    value: "4.10",
    number: 4.1,
    level: level.normal,
    ...reference,
  },
  { labResultId: "d", takenAt: at("2026-11-10T09:00:00Z"), value: "hylätty" },
];

interface Records {
  readonly results?: readonly { readonly labResultId: string }[];
  readonly sameSample?: readonly object[];
  readonly points?: readonly object[];
  readonly prescriptions?: readonly { readonly prescriptionId: string }[];
}

interface Asked {
  readonly labResultId?: string;
  readonly prescriptionId?: string;
}

/** Answers as the service would: what is somebody else's is not there. */
function service({ results = [], sameSample = [], points = [], prescriptions = [] }: Records) {
  return ({ method, request, reply }: SeenCall): unknown => {
    const asked = (request ?? {}) as Asked;
    switch (method) {
      case "ListMyLabResults":
        return reply({ labResults: results });
      case "ListMyPrescriptions":
        return reply({ prescriptions });
      case "GetMyLabResult": {
        const labResult = results.find(({ labResultId }) => labResultId === asked.labResultId);
        if (!labResult) throw new CallError(Code.notFound, "");
        return reply({ labResult, sameSample });
      }
      case "GetMyLabResultTrend":
        return reply({ points });
      case "GetMyPrescription": {
        const found = prescriptions.find(({ prescriptionId }) => prescriptionId === asked.prescriptionId);
        if (!found) throw new CallError(Code.notFound, "");
        return reply({ prescription: found });
      }
      default:
        return reply({});
    }
  };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const heading = (name: string) => until(() => expect(byRole("heading", name).tagName).toBe("H1"));
const press = async (name: string) => {
  await until(() => byRole("button", name));
  await act(async () => byRole("button", name).click());
};
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll("main dl > div")].map((fact) => [
      fact.querySelector("dt")?.textContent,
      fact.querySelector("dd")?.textContent,
    ]),
  );
const history = () => byRole("region", "Tapahtumahistoria");
const links = () => [...history().querySelectorAll<HTMLElement>("li a")];

it("EVT-02 shows a result with its unit, how it lies beside its reference values, and what the laboratory says", async () => {
  await open("/events/labresults/r1", service({ results: [result("r1")] }));
  await heading("Hemoglobiini");
  expect(document.title).toMatch(/^Hemoglobiini \|/);
  expect(main()).toContain("132 g/l");
  expect(main()).toContain("Viitearvoja matalampi");
  expect(main()).toContain("Viitearvot 134–167 g/l");
  expect(main()).toContain("Näyte otettu 23.11.2026 klo 08:40");
  expect(facts()).toEqual({
    Laboratorio: "Saariston laboratorio",
    "Laboratorion huomautus": "Näyte oli hieman hyytynyt.",
  });
  expect(byRole("button", "Tulosta")).toBeTruthy();
  const back = [...document.querySelectorAll("main a")].find(({ textContent }) => textContent === "Tapahtumat");
  expect(back?.getAttribute("href")).toBe("/fi/events");
  // It was measured once, of a sample of its own.
  expect(allByRole("heading", "Muutos ajassa")).toEqual([]);
  expect(allByRole("heading", "Samasta näytteestä")).toEqual([]);
});

it.each([
  ["5.40", "5,40", "5.40"],
  ["<0.5", "<0,5", "<0.5"],
  ["> 90.5", "> 90,5", "> 90.5"],
  ["-1.5", "-1,5", "-1.5"],
  ["132", "132", "132"],
  ["5,4", "5,4", "5,4"],
  ["1.2.3", "1.2.3", "1.2.3"],
  ["1.5-2.5", "1.5-2.5", "1.5-2.5"],
  ["positiivinen", "positiivinen", "positiivinen"],
  ["", "", ""],
])("EVT-02 writes %j as the laboratory did, a plain number with the comma of the language", (value, comma, point) => {
  expect(["fi", "sv", "sme", "smn", "sms"].map((language) => valueText(language as "fi", value))).toEqual(
    Array.from({ length: 5 }, () => comma),
  );
  expect(valueText("en", value)).toBe(point);
});

it("EVT-02 writes a value without a unit alone, and a moment or the day alone as it is known", () => {
  expect(measuredText("fi", { value: "5.40", unit: "mmol/l" })).toBe("5,40 mmol/l");
  expect(measuredText("fi", { value: "negatiivinen" })).toBe("negatiivinen");
  expect(measuredText("fi", { unit: "mmol/l" })).toBe("");
  const takenAt = "2026-11-23T06:40:00Z";
  expect(takenText("fi", { takenAt })).toBe("23.11.2026 klo 08:40");
  expect(takenText("fi", { takenAt, dayOnly: true })).toBe("maanantai 23.11.2026");
  expect(takenText("en", { takenAt, dayOnly: true })).toBe("Monday 23 November 2026");
  expect(takenText("fi", {})).toBe("");
  expect(dateText("fi", "2026-11-20")).toBe("perjantai 20.11.2026");
  expect(dateText("fi", "")).toBe("");
});

it.each([
  [level.normal, "Viitearvojen sisällä"],
  [level.low, "Viitearvoja matalampi"],
  [level.high, "Viitearvoja korkeampi"],
  [level.criticallyLow, "Hälyttävän matala"],
  [level.criticallyHigh, "Hälyttävän korkea"],
  [level.abnormal, "Poikkeava"],
])("EVT-02 says the level %i in words and by a mark: %s", async (each, words) => {
  await open("/events/labresults/r1", service({ results: [result("r1", { level: each })] }));
  await heading("Hemoglobiini");
  const said = [...document.querySelectorAll("main span")].find(({ textContent }) => textContent === words);
  expect(said?.parentElement?.querySelector("svg")).toBeInstanceOf(SVGElement);
});

it("EVT-02 says no level where nobody can tell, and that there are no reference values", async () => {
  const bare = result("r1", { value: "positiivinen", unit: "", referenceLow: "", referenceHigh: "", level: 0 });
  await open("/events/labresults/r1", service({ results: [bare] }));
  await heading("Hemoglobiini");
  expect(main()).toContain("positiivinen");
  expect(main()).toContain("Laboratorio ei ole ilmoittanut viitearvoja.");
  expect(main()).not.toMatch(/sisällä|matalampi|korkeampi|Hälyttävän|Poikkeava/);
});

it.each([
  [{ referenceLow: "3.5", referenceHigh: "5.1", unit: "mmol/l" }, "Viitearvot 3,5–5,1 mmol/l"],
  [{ referenceLow: "40", referenceHigh: "", unit: "nmol/l" }, "Viitearvo vähintään 40 nmol/l"],
  [{ referenceLow: "", referenceHigh: "0.5", unit: "" }, "Viitearvo enintään 0,5"],
  [{ referenceLow: "", referenceHigh: "", referenceText: "negatiivinen" }, "Viitearvot: negatiivinen"],
])("EVT-02 writes reference values of one side, of both and in words: %j", async (more, expected) => {
  await open("/events/labresults/r1", service({ results: [result("r1", more)] }));
  await heading("Hemoglobiini");
  const lines = [...document.querySelectorAll("main p")].map(({ textContent }) => textContent);
  expect(lines).toContain(expected);
});

it("EVT-02 draws how a result has changed, with a table that leads to each and has what cannot be drawn", async () => {
  const opened = result("c", { name: "Kalium", value: "4.10", unit: "mmol/l", dayOnly: true, level: level.normal });
  await open("/events/labresults/c", service({ results: [opened], points: potassium }));
  await heading("Kalium");
  await until(() => byRole("heading", "Muutos ajassa"));
  await until(() => byRole("img", /^Kalium\. 3 arvoa/));
  const said = byRole("img", /^Kalium/).getAttribute("aria-label") ?? "";
  expect(said).toContain("Ensimmäinen 5,40 mmol/l (Viitearvoja korkeampi)");
  expect(said).toContain("viimeisin 4,10 mmol/l (Viitearvojen sisällä)");
  expect(said).toContain("pienin <0,5 mmol/l (Viitearvoja matalampi)");
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual([
    "10.11.2026 klo 11:00hylätty",
    "tiistai 10.11.20264,10 mmol/l3,5–5,1Viitearvojen sisälläNyt avoinna",
    "10.05.2026 klo 09:00<0,5 mmol/l3,5–5,1Viitearvoja matalampi",
    "10.01.2026 klo 09:005,40 mmol/l3,5–5,1Viitearvoja korkeampi",
  ]);
  const ways = [...document.querySelectorAll("tbody a")].map((link) => link.getAttribute("href"));
  expect(ways).toEqual(["d", "c", "b", "a"].map((each) => `/fi/events/labresults/${each}`));
  expect(document.querySelector("tbody a[aria-current=page]")?.getAttribute("href")).toBe("/fi/events/labresults/c");
  // What is known to one side alone has another mark, and that is explained.
  expect(document.querySelectorAll("[data-lies=below]")).toHaveLength(1);
  expect(main()).toContain("Kolmio osoittaa alas tai ylös");
  expect(document.querySelectorAll("[data-range]")).toHaveLength(1);
  expect(main()).toContain("Varjostettu alue on viitearvojen väli.");
});

it("EVT-02 keeps results in words in the table where nothing can be drawn", async () => {
  const words = ["a", "b"].map((labResultId, month) => ({
    labResultId,
    takenAt: at(`2026-0${month + 1}-10T07:00:00Z`),
    value: "negatiivinen",
  }));
  await open("/events/labresults/b", service({ results: [result("b", { unit: "" })], points: words }));
  await until(() => expect(document.querySelectorAll("tbody tr")).toHaveLength(2));
  expect(allByRole("img")).toEqual([]);
});

it("EVT-02 shows a result whose change could not be loaded, and tries that again", async () => {
  let isAway = true;
  const answer = service({ results: [result("c")], points: potassium });
  await open("/events/labresults/c", (call) => {
    if (call.method === "GetMyLabResultTrend" && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(main()).toContain("Tuloksen muutosta ajassa ei voitu ladata."));
  expect(main()).toContain("132 g/l");
  isAway = false;
  await press("Yritä uudelleen");
  await until(() => byRole("img", /^Hemoglobiini/));
  expect(main()).not.toContain("ei voitu ladata");
});

it("EVT-02 leads to the other results of the sample, but to none that was withdrawn", async () => {
  const sameSample = [
    result("r2", { name: "Leukosyytit", value: "6.1", unit: "E9/l", level: level.normal }),
    { labResultId: "r3", state: state.withdrawn },
  ];
  const results = [result("r1"), result("r2", { name: "Leukosyytit" })];
  await open("/events/labresults/r1", service({ results, sameSample }));
  await until(() => byRole("heading", "Samasta näytteestä"));
  const others = [...byRole("list", "Samasta näytteestä").querySelectorAll("li")];
  expect(others.map(({ textContent }) => textContent)).toEqual(["Leukosyytit6,1 E9/lViitearvojen sisällä"]);
  await act(async () => others[0]?.querySelector("a")?.click());
  await heading("Leukosyytit");
});

it("EVT-02 says of a result that the laboratory has corrected it, also on paper", async () => {
  await open("/events/labresults/r1", service({ results: [result("r1", { state: state.corrected })] }));
  await heading("Hemoglobiini");
  expect(main()).toContain("Laboratorio on korjannut tätä tulosta.");
  expect(main()).toContain("132 g/l");
  // Live regions are not printed.
  const said = [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent).join();
  expect(said).not.toContain("korjannut");
});

it("EVT-02 tells nothing of a result that was entered in error but that", async () => {
  const withdrawn = { labResultId: "r1", state: state.withdrawn, takenAt: at("2026-11-23T06:40:00Z") };
  await open("/events/labresults/r1", service({ results: [withdrawn] }));
  await heading("Laboratoriotulos");
  expect(main()).toContain("Laboratorio on poistanut tämän tuloksen: se oli kirjattu virheellisesti.");
  expect(main()).toContain("Näyte otettu 23.11.2026 klo 08:40");
  expect(main()).not.toMatch(/viitearvo/i);
  expect(allByRole("button", "Tulosta")).toEqual([]);
});

it.each([["labresults"], ["prescriptions"]])(
  "EVT-02 says of one of somebody else what it says of none: %s",
  async (kind) => {
    await open(`/events/${kind}/${id}`, service({ results: [result("r1")], prescriptions: [prescription("p1")] }));
    await heading("Sivua ei löydy");
  },
);

it.each([
  ["GetMyLabResult", "/events/labresults/r1", "Laboratoriotulosta ei voitu ladata.", "Hemoglobiini"],
  ["GetMyPrescription", "/events/prescriptions/p1", "Reseptiä ei voitu ladata.", "Amoksisilliini 500 mg"],
])("EVT-02 says that %s failed, and tries again", async (method, path, said, title) => {
  let isAway = true;
  const answer = service({ results: [result("r1")], prescriptions: [prescription("p1")] });
  await open(path, (call) => {
    if (call.method === method && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(main()).toContain(said));
  isAway = false;
  await press("Yritä uudelleen");
  await heading(title);
});

it("EVT-02 shows a prescription: when it was written, until when it is good, how it is taken, and by whom it was written", async () => {
  await open("/events/prescriptions/p1", service({ prescriptions: [prescription("p1")] }));
  await heading("Amoksisilliini 500 mg");
  expect(facts()).toEqual({
    Kirjoitettu: "perjantai 20.11.2026",
    "Voimassa saakka": "maanantai 20.11.2028",
    Annostus: "1 kapseli 3 kertaa päivässä",
    Käyttötarkoitus: "Infektion hoitoon",
    Kirjoittaja: "Mikko Virtanen",
  });
  expect(byRole("button", "Tulosta")).toBeTruthy();
});

it("EVT-02 says of a prescription that it is good no more, and leaves out what is not told", async () => {
  const ended = prescription("p1", { validUntil: "2026-11-24", ended: true, purpose: "", state: state.corrected });
  await open("/events/prescriptions/p1", service({ prescriptions: [ended] }));
  await heading("Amoksisilliini 500 mg");
  expect(Object.keys(facts())).toEqual(["Kirjoitettu", "Voimassaolo päättynyt", "Annostus", "Kirjoittaja"]);
  expect(main()).toContain("Tätä reseptiä on korjattu.");
});

it("EVT-02 tells nothing of a prescription that was entered in error but that", async () => {
  await open(
    "/events/prescriptions/p1",
    service({ prescriptions: [{ prescriptionId: "p1", state: state.withdrawn } as { prescriptionId: string }] }),
  );
  await heading("Resepti");
  expect(main()).toContain("Tämä resepti on poistettu: se oli kirjattu virheellisesti.");
  expect(facts()).toEqual({});
});

it("EVT-02 has results and prescriptions in the history alone, each with what it is, and says which were withdrawn", async () => {
  const results = [result("r1"), { labResultId: "r2", state: state.withdrawn }];
  const { calls, router } = await open("/events", service({ results, prescriptions: [prescription("p1")] }));
  await until(() => expect(links()).toHaveLength(3));
  const shown = [
    ["Hemoglobiini", "Viitearvoja matalampi", "Laboratoriotulos · 132 g/l", "23.11.2026 klo 08:40"],
    ["Laboratoriotulos", "Poistettu"],
    ["Amoksisilliini 500 mg", "Resepti · Mikko Virtanen", "perjantai 20.11.2026"],
  ];
  for (const [index, words] of shown.entries()) {
    for (const word of words) expect(links()[index]?.textContent).toContain(word);
  }
  expect(links().map((link) => link.getAttribute("href"))).toEqual([
    "/fi/events/labresults/r1",
    "/fi/events/labresults/r2",
    "/fi/events/prescriptions/p1",
  ]);
  expect(byRole("region", "Tulevat tapahtumat").textContent).toContain("Ei tulevia tapahtumia.");
  await press("Reseptit");
  await until(() => expect(links()).toHaveLength(1));
  expect(router.state.location.search).toEqual({ kind: "prescriptions" });
  await press("Laboratoriotulokset");
  await until(() => expect(links()).toHaveLength(2));
  expect(calls.filter(({ method }) => method === "ListMyLabResults")).toHaveLength(1);
});

it("EVT-02 shows none of them to who acts for somebody in social matters alone, and calls that no failure", async () => {
  const user = { name: { text: "Aino Saarinen" }, personId: id };
  const session = { user, impersonator: { name: "Eino Saarinen" } };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(session)));
  await open("/events", ({ method, reply }) => {
    if (method === "ListMyLabResults" || method === "ListMyPrescriptions") throw refused("mandate_missing");
    return reply({});
  });
  await until(() => expect(history().textContent).toContain("Ei tapahtumia."));
  expect(main()).not.toContain("epäonnistui");
});

it("EVT-02 has one of which it is not told when it was behind the one before it", () => {
  expect(
    toldTimes([
      [undefined, "2026-11-28T08:00:00Z"],
      ["2026-11-20T08:00:00Z", "2026-11-21T08:00:00Z"],
      ["", "2026-11-27T08:00:00Z"],
      ["2026-11-10T08:00:00Z", undefined],
    ]),
  ).toEqual(["2026-11-28T08:00:00Z", "2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z", "2026-11-10T08:00:00Z"]);
});
