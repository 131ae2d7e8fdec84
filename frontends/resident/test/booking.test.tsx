/** Booking, moving and cancelling an appointment, as the pages do it; with the services it is shown in the browser (e2e/tests/booking.test.ts). */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { open, until } from "./open";

const service = "0190f5a0-0000-7000-8000-0000000000a1";
const place = "0190f5a0-0000-7000-8000-0000000000b1";
const harbour = "0190f5a0-0000-7000-8000-0000000000b2";
const appointmentId = "0190f5a0-0000-7000-8000-0000000000c1";
const holdId = "0190f5a0-0000-7000-8000-0000000000d1";

const texts = (fi: string) => ({ texts: { fi } });
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });
const span = (start: string, minutes = 30) => ({ startsAt: at(start), minutes });

const time = (offer: number, start: string) => ({
  offerId: `0190f5a0-0000-7000-8000-00000000000${offer}`,
  serviceId: service,
  service: { id: service, names: texts("Terveystarkastus") },
  place: { locationId: place, name: "Lehtolan terveysasema", address: "Lehtotie 1" },
  role: { name: texts("Sairaanhoitaja") },
  type: 2,
  span: span(start),
});

const first = [time(1, "2031-11-05T06:00:00Z"), time(2, "2031-11-05T07:15:00Z")];

const appointment = {
  appointmentId,
  state: 1,
  type: 2,
  service: { id: service, names: texts("Terveystarkastus") },
  place: { locationId: place, name: "Lehtolan terveysasema" },
  span: span("2031-11-05T06:00:00Z"),
  cancelling: { until: at("2031-11-04T06:00:00Z") },
  moving: {},
  steps: [{ kind: 1, at: at("2031-10-01T06:00:00Z"), side: 1 }],
};

/** Answers as the services would; `own` answers in their place. */
function services(...own: readonly (readonly [method: string, answer: (call: SeenCall) => unknown])[]) {
  return (call: SeenCall): unknown => {
    const { method, reply } = call;
    const [, answer] = own.find(([name]) => name === method) ?? [];
    if (answer) return answer(call);
    switch (method) {
      case "SearchBookable":
        return reply({
          services: [
            {
              service: { id: service, names: texts("Terveystarkastus") },
              locationIds: [place, harbour],
              types: [2, 4],
              firstFreeAt: at("2031-11-05T06:00:00Z"),
              recommended: true,
            },
          ],
          places: [
            { locationId: place, name: "Lehtolan terveysasema" },
            { locationId: harbour, name: "Sataman terveysasema" },
          ],
          phone: "016 123 456",
        });
      case "ListTimes":
        return reply({ times: first });
      case "GetMonth":
        return reply({
          days: [{ date: "2031-11-05", firstFreeAt: at("2031-11-05T06:00:00Z") }],
          plannedUntil: "2032-01-20",
        });
      case "HoldSlot":
        return reply({ hold: { holdId, fence: 3n, firm: true, secondsLeft: 300 }, time: first[0] });
      case "BookAppointment":
        return reply({ appointmentId });
      case "GetMyAppointment":
        return reply({ appointment, calendarFile: Uint8Array.from("BEGIN:VCALENDAR", (each) => each.charCodeAt(0)) });
      default:
        return reply({});
    }
  };
}

const refuses =
  (...what: Parameters<typeof refused>) =>
  () => {
    throw refused(...what);
  };

const press = async (name: string | RegExp) => {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>("main a[href], main button, main [role=button]")].filter((element) => {
      const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
      return typeof name === "string" ? label === name : name.test(label);
    });
  await until(() => expect(found().length, String(name)).toBeGreaterThan(0));
  await act(async () => found()[0]?.click());
};

const heading = (text: string) => until(() => expect(document.querySelector("h1")?.textContent).toBe(text));
const main = () => document.querySelector("main")?.textContent ?? "";

afterEach(() => vi.restoreAllMocks());

it("books a recommended service by four presses, each thing that will be booked in sight before the last", async () => {
  const { calls, router } = await open("/book-appointment", services());
  await heading("Mitä varten varaat ajan?");
  expect(main()).toContain("Sinulle suositellut");
  await press(/Terveystarkastus/);
  await heading("Missä ja miten?");
  await press("Näytä ajat");
  await heading("Milloin?");
  await press(/klo 08:00/);
  await heading("Tarkista ja vahvista");
  for (const told of [
    "keskiviikko 5.11.2031 klo 08:00",
    "30 minuuttia",
    "Terveystarkastus",
    "Lehtolan terveysasema, Lehtotie 1",
    "Sairaanhoitaja",
  ]) {
    expect(main()).toContain(told);
  }
  expect(main()).toMatch(/Aikaa pidetään sinulle vielä [45] min/);
  await press("Vahvista varaus");
  await until(() => expect(router.state.location.pathname).toBe(`/appointment/${appointmentId}`));
  await until(() => expect(main()).toContain("Aikasi on varattu."));
  expect(calls.find(({ method }) => method === "BookAppointment")?.request).toMatchObject({
    holdId,
    fence: 3n,
    offerId: first[0]?.offerId,
  });
  // What is booked is not given up.
  expect(calls.filter(({ method }) => method === "ReleaseHold")).toEqual([]);
});

it("gives a time up by going back, and keeps the place", async () => {
  const { calls, router } = await open(`/book-appointment?service=${service}&place=any&type=any`, services());
  await press(/klo 08:00/);
  await heading("Tarkista ja vahvista");
  await press("Takaisin");
  await heading("Milloin?");
  await until(() =>
    expect(calls.filter(({ method }) => method === "ReleaseHold").map(({ request }) => request)).toMatchObject([
      { holdId },
    ]),
  );
  expect(router.state.location.search).toEqual({ service, place: "any", type: "any" });
});

it.each(["slot_taken", "hold_lost"])(
  "says which time was lost (%s) and shows the nearest of the same service, place and type",
  async (reason) => {
    const failing = reason === "slot_taken" ? "HoldSlot" : "BookAppointment";
    const { calls } = await open(
      `/book-appointment?service=${service}&place=any&type=any`,
      services([failing, refuses(reason)]),
    );
    await press(/klo 08:00/);
    if (failing === "BookAppointment") await press("Vahvista varaus");
    await until(() => expect(main()).toContain("Ajan varaaminen epäonnistui, valitse toinen aika."));
    await heading("Milloin?");
    expect(main()).toContain("Et saanut tätä aikaa: keskiviikko 5.11.2031 klo 08:00");
    await until(() => expect(main()).toContain("Lähimmät vapaat ajat"));
    const nearest = calls.filter(({ method }) => method === "ListTimes").at(-1);
    expect(calls.map(({ request }) => request)).toContainEqual(
      expect.objectContaining({
        filter: expect.objectContaining({ serviceId: service, locationIds: [place], types: [2] }),
        wanted: 4,
      }),
    );
    expect(nearest).toBeDefined();
  },
);

it("announces how many times a chosen day has, and leaves the focus on it", async () => {
  await open(`/book-appointment?service=${service}&place=any&type=any`, services());
  const free = () => document.querySelector<HTMLElement>('[role=button][aria-label*=" 5.11.2031, ensimmäinen aika"]');
  await until(() => expect(free()).not.toBeNull());
  const day = free();
  await act(async () => day?.focus());
  await act(async () => {
    for (const type of ["keydown", "keyup"]) {
      day?.dispatchEvent(new KeyboardEvent(type, { key: "Enter", code: "Enter", bubbles: true, cancelable: true }));
    }
  });
  const said = () => [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
  await until(() => expect(said()).toContain("keskiviikko 5.11.2031: 2 aikaa"));
  expect(document.activeElement).toBe(day);
});

it("SCH-16 fetches the times of a week, and of the next", async () => {
  const { calls } = await open(`/book-appointment?service=${service}&place=any&type=any`, services());
  await press("Seuraava vapaa päivä");
  await press("Näytä viikon ajat");
  await press("Seuraava viikko");
  const weeks = () =>
    calls
      .filter(({ method }) => method === "ListTimes")
      .map(({ request }) => request as { wanted: number; date: string })
      .filter(({ wanted }) => wanted === 2)
      .map(({ date }) => date);
  await until(() => expect(weeks()).toEqual(["2031-11-05", "2031-11-12"]));
});

it("says that nothing is free, and whom to call", async () => {
  await open(
    `/book-appointment?service=${service}&place=any&type=any`,
    services(["ListTimes", ({ reply }) => reply({})]),
  );
  await until(() => expect(main()).toContain("Seuraaviin 12 viikkoon ei ole vapaita aikoja."));
  expect(document.querySelector<HTMLAnchorElement>('a[href="tel:016123456"]')).not.toBeNull();
});

it("says how old the times are when the other system is away, and asks again", async () => {
  let isAway = true;
  await open(
    `/book-appointment?service=${service}&place=any&type=any`,
    services([
      "ListTimes",
      ({ reply }) =>
        reply({ times: first, ...(isAway ? { freshness: { asOf: at("2031-11-04T06:00:00Z"), away: true } } : {}) }),
    ]),
  );
  await until(() => expect(main()).toContain("Näet ne sellaisina kuin ne olivat 04.11.2031 klo 08:00."));
  isAway = false;
  await press("Yritä uudelleen");
  await until(() => expect(main()).not.toContain("ei saada juuri nyt"));
});

it("warns a teenager at confirming, and lets guardians see it when the teenager says so", async () => {
  const { calls } = await open(
    `/book-appointment?service=${service}&place=any&type=any`,
    services([
      "HoldSlot",
      ({ reply }) =>
        reply({ hold: { holdId, fence: 1n, firm: true, secondsLeft: 300 }, time: first[0], hiddenFromGuardians: true }),
    ]),
  );
  await press(/klo 08:00/);
  await heading("Tarkista ja vahvista");
  expect(main()).toContain("Huoltajasi eivät näe tätä aikaa, ellet anna siihen lupaa.");
  await act(async () => document.querySelector<HTMLElement>("main input[type=checkbox]")?.click());
  await press("Vahvista varaus");
  const booked = () => calls.find(({ method }) => method === "BookAppointment")?.request;
  await until(() => expect(booked()).toMatchObject({ visibleToGuardians: true }));
});

it("books with the recommendation, and says what failed when that fails", async () => {
  const recommendationId = "0190f5a0-0000-7000-8000-0000000000e1";
  const { calls } = await open(
    `/book-appointment?service=${service}&place=any&type=any`,
    services(
      [
        "ListMyRecommendations",
        ({ reply }) =>
          reply({ recommendations: [{ recommendationId, state: 1, service: { id: service, names: texts("T") } }] }),
      ],
      ["BookAppointment", refuses("source_away")],
    ),
  );
  await press(/klo 08:00/);
  await heading("Tarkista ja vahvista");
  await until(() => expect(calls.map(({ method }) => method)).toContain("ListMyRecommendations"));
  await press("Vahvista varaus");
  await until(() => expect(main()).toContain("Suositellun ajan varaaminen epäonnistui. Toinen järjestelmä ei vastaa"));
  expect(calls.find(({ method }) => method === "BookAppointment")?.request).toMatchObject({ recommendationId });
});

it("SCH-03 moves an appointment: the old time in sight, kept by one press, and standing when moving fails", async () => {
  const { calls, router } = await open(
    `/book-appointment?move=${appointmentId}`,
    services(["MoveAppointment", refuses("source_away")]),
  );
  await heading("Milloin?");
  expect(main()).toContain("Aikasi nyt: keskiviikko 5.11.2031 klo 08:00");
  expect(main()).toContain("Vanha aika on voimassa, kunnes uusi on varma.");
  await press(/klo 09:15/);
  await heading("Tarkista uusi aika");
  await press("Siirrä tähän aikaan");
  await until(() => expect(main()).toContain("Ajan siirtäminen epäonnistui. Vanha aikasi on voimassa."));
  expect(calls.find(({ method }) => method === "MoveAppointment")?.request).toMatchObject({ appointmentId, holdId });
  await press("Pidä vanha aika");
  await until(() => expect(router.state.location.pathname).toBe(`/appointment/${appointmentId}`));
  await until(() => expect(calls.map(({ method }) => method)).toContain("ReleaseHold"));
});

it("says until when it could be moved, and whom to call, when that was over meanwhile", async () => {
  const tooLate = refuses("too_late", { until: "2031-11-04T06:00:00Z", phone: "016 123 456" });
  await open(`/book-appointment?move=${appointmentId}`, services(["MoveAppointment", tooLate]));
  await press(/klo 09:15/);
  await press("Siirrä tähän aikaan");
  await until(() => expect(main()).toContain("Ajan olisi voinut siirtää täällä viimeistään 04.11.2031 klo 08:00."));
  expect(main()).toContain("Vanha aikasi on voimassa.");
  expect(document.querySelector('a[href="tel:016123456"]')).not.toBeNull();
});

it.each([
  [1, "Ajan olisi voinut siirtää täällä viimeistään 04.11.2031 klo 08:00."],
  [2, "Aikaa ei voi siirtää täällä."],
  [3, "Aika on jo ollut tai peruttu."],
])("says before anybody chooses a time that an appointment cannot be moved (bar %i)", async (bar, why) => {
  const barred = { ...appointment, moving: { bar, until: at("2031-11-04T06:00:00Z") }, phone: "016 123 456" };
  const { calls } = await open(
    `/book-appointment?move=${appointmentId}`,
    services(["GetMyAppointment", ({ reply }) => reply({ appointment: barred })]),
  );
  await until(() => expect(main()).toContain(why));
  expect(document.querySelector('a[href="tel:016123456"]')).not.toBeNull();
  expect(calls.map(({ method }) => method)).not.toContain("ListTimes");
});

it("keeps where it should be, for the way back", async () => {
  await open("/book-appointment", services());
  await heading("Mitä varten varaat ajan?");
  await press(/Terveystarkastus/);
  await heading("Missä ja miten?");
  const chosen = () => document.querySelector<HTMLInputElement>(`main input[value="${harbour}"]`);
  await act(async () => chosen()?.click());
  await press("Näytä ajat");
  await heading("Milloin?");
  await press("Takaisin");
  await heading("Missä ja miten?");
  expect(chosen()?.checked).toBe(true);
});

it("SCH-01 lets one of many places be searched for by its name", async () => {
  const places = [..."123456789"].map((each) => ({
    locationId: `0190f5a0-0000-7000-8000-0000000000f${each}`,
    name: `Terveysasema ${each}`,
  }));
  const { router } = await open(
    "/book-appointment",
    services([
      "SearchBookable",
      ({ reply }) => {
        const locationIds = places.map(({ locationId }) => locationId);
        const of = { id: service, names: texts("Terveystarkastus") };
        return reply({ services: [{ service: of, locationIds, types: [2] }], places });
      },
    ]),
  );
  await press(/Terveystarkastus/);
  await heading("Missä ja miten?");
  const field = document.querySelector<HTMLInputElement>("main [role=combobox]");
  expect(field?.value).toBe("Mikä tahansa paikka");
  await act(async () => {
    field?.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "asema 7");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const found = () => [...document.querySelectorAll<HTMLElement>("[role=option]")];
  await until(() => expect(found().map(({ textContent }) => textContent)).toEqual(["Terveysasema 7"]));
  await act(async () => found()[0]?.click());
  await press("Näytä ajat");
  await until(() => expect(router.state.location.search).toMatchObject({ place: places[6]?.locationId }));
});

it("cancels with a reason, and nothing typed is lost when it was too late: until when it could be, and whom to call", async () => {
  const tooLate = refuses("too_late", { until: "2031-11-04T06:00:00Z", phone: "016 123 456" });
  await open(`/appointment/${appointmentId}/cancel`, services(["CancelAppointment", tooLate]));
  await heading("Peru aika");
  await press("Peru aika");
  await until(() => expect(main()).toContain("Syy: "));
  const field = document.querySelector<HTMLTextAreaElement>("main textarea");
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, "Olen sairas");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("Peru aika");
  await until(() => expect(main()).toContain("Ajan peruminen epäonnistui."));
  expect(main()).toContain("Ajan olisi voinut perua täällä viimeistään 04.11.2031 klo 08:00.");
  expect(document.querySelector('a[href="tel:016123456"]')).not.toBeNull();
  expect(document.querySelector<HTMLTextAreaElement>("main textarea")?.value).toBe("Olen sairas");
});

it.each([
  [2, "Tule paikalle vähintään 10 minuuttia ennen ajan alkua."],
  [4, "Liity videoon 5 minuuttia ennen ajan alkua."],
])("SCH-04 says when to be there, and how to prepare (type %i)", async (type, arriving) => {
  const prepared = { ...appointment, type, preparationInstructions: texts("Älä syö aamulla.") };
  await open(
    `/appointment/${appointmentId}/preparation-instructions`,
    services(["GetMyAppointment", ({ reply }) => reply({ appointment: prepared })]),
  );
  await heading("Valmistautumisohjeet");
  expect(main()).toContain("Älä syö aamulla.");
  expect(main()).toContain(arriving);
});

it("shows what became of an appointment, and keeps its file for a calendar", async () => {
  const moved = {
    ...appointment,
    state: 2,
    cancelReason: "Olen sairas",
    steps: [
      ...appointment.steps,
      { kind: 2, at: at("2031-10-02T06:00:00Z"), side: 2, before: span("2031-11-03T06:00:00Z") },
      { kind: 3, at: at("2031-10-03T06:00:00Z"), side: 1, representativeName: "Aino Aalto" },
    ],
  };
  await open(
    `/appointment/${appointmentId}`,
    services(["GetMyAppointment", ({ reply }) => reply({ appointment: moved })]),
  );
  await until(() => expect(main()).toContain("Aika on peruttu."));
  expect(main()).toContain("Syy: Olen sairas");
  const steps = [...document.querySelectorAll("main ol li")].map(({ textContent }) => textContent);
  expect(steps).toEqual([
    expect.stringMatching(/Varattu/),
    expect.stringMatching(/Siirretty.*Aiempi aika: maanantai 3.11.2031 klo 08:00/),
    expect.stringMatching(/Peruttu.*Aino Aalto/),
  ]);
  const saved = vi.fn(() => "blob:x");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  await open(`/appointment/${appointmentId}`, services());
  await press(/Lisää kalenteriin/);
  expect(saved).toHaveBeenCalledOnce();
});

it("SCH-14 shows what is booked in another system as any other, says that it is changed by telephone, and that it was not booked here", async () => {
  const outside = {
    ...appointment,
    cancelling: { bar: 2 },
    moving: { bar: 2 },
    phone: "016 123 456",
    steps: [{ kind: 1, at: at("2031-10-01T06:00:00Z"), side: 3 }],
  };
  const shown = async (changes: object = {}) => {
    await open(
      `/appointment/${appointmentId}`,
      services(["GetMyAppointment", ({ reply }) => reply({ appointment: { ...outside, ...changes } })]),
    );
    await until(() => expect(main()).toContain("keskiviikko 5.11.2031 klo 08:00"));
    const ways = [...document.querySelectorAll("main a")].map(({ textContent }) => textContent);
    for (const way of ["Siirrä aika", "Peru aika"]) expect(ways).not.toContain(way);
    return ways;
  };
  expect(await shown()).toContain("016 123 456");
  expect(main()).toContain("Aikaa ei voi siirtää täällä.");
  expect(main()).toContain("Aikaa ei voi perua täällä.");
  expect(document.querySelector("main ol li")?.textContent).toMatch(/Varattu.*Ammattilaisten järjestelmässä/);
  expect(main()).not.toContain("Tässä palvelussa");
  // Where nobody is to be called, nobody is named.
  await shown({ phone: "" });
  expect(main()).not.toContain("Soita numeroon");
});

it("shows on the landing what is to come, and what was recommended", async () => {
  await open(
    "/",
    services(
      ["ListMyAppointments", ({ reply }) => reply({ appointments: [appointment] })],
      [
        "ListMyRecommendations",
        ({ reply }) =>
          reply({
            recommendations: [
              { recommendationId: holdId, state: 1, service: { id: service, names: texts("Neuvonta") } },
            ],
          }),
      ],
    ),
  );
  await until(() => expect(main()).toContain("Terveystarkastus"));
  await until(() => expect(main()).toContain("Neuvonta"));
  expect(document.querySelector(`main a[href="/fi/appointment/${appointmentId}"]`)).not.toBeNull();
});
