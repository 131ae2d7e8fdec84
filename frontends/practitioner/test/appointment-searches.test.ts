/** Appointment searches in the admin panel: how another system is asked for its appointments, and asking it now. */
import { act } from "react";
import { expect, it } from "vitest";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { BookingSystem } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { byRole } from "../../shared/test/screen";
import { id, open, until } from "./open";

const name = "Lifecare: suun terveydenhuolto";
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const fetched = {
  syncedAt: timestamp("2031-11-05T06:00:00Z"),
  bookedCount: 12,
  nextAt: timestamp("2031-11-05T06:15:00Z"),
  intervalMinutes: 15,
};
const failure = { reason: "booking_system_unavailable", since: timestamp("2031-11-05T05:30:00Z"), inARow: 3 };

interface Kept {
  readonly sync?: object;
  readonly archived?: boolean;
  readonly system?: BookingSystem;
}

/** A search as it is kept, and what asking now answers. */
function answering(
  { sync = fetched, archived = false, system = BookingSystem.LIFECARE }: Kept = {},
  fetches: (call: SeenCall) => unknown = ({ reply }) => reply({ sync: fetched }),
) {
  const search = {
    appointmentSearchId: id,
    details: { administrativeName: name, system },
    archived,
    version: 1n,
    sync,
  };
  return (call: SeenCall) => {
    const { method, reply } = call;
    if (method === "FetchAppointmentSearch") return fetches(call);
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { panels: [{ panel: Panel.SERVICE_INFORMATION }] },
      ListAppointmentSearches: { appointmentSearches: [search] },
      GetAppointmentSearch: { appointmentSearch: search },
    };
    return reply(answers[method] ?? {});
  };
}

const list = "/admin/service-information/searches";
const page = `${list}/${id}`;
const text = () => document.body.textContent ?? "";
const button = (label: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === label);
const fetchNow = async () => {
  await until(() => expect(button("Hae nyt")).toBeTruthy());
  await act(async () => button("Hae nyt")?.click());
};
const said = () => [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);

it("SCH-21 tells when a system was asked, how many are booked, when it is asked next and what was left out", async () => {
  const left = { ...fetched, unknownPatientCount: 2, unreadableCount: 1 };
  await open(page, answering({ sync: left }));
  await until(() => byRole("heading", name));
  expect(text()).toContain(
    "Varatut ajat on haettu viimeksi 05.11.2031 klo 08:00. Varattuja tulevia aikoja: 12. Seuraava haku on 05.11.2031 klo 08:15. Aikoja haetaan 15 minuutin välein.",
  );
  expect(text()).toContain("jätettiin pois 2 aikaa, joiden potilaita ei tunneta täällä.");
  expect(text()).toContain("jätettiin pois 1 aika, jota ei voitu lukea.");
  expect(button("Kokeile hakua")).toBeUndefined();

  await open(page, answering({ sync: {} }));
  await until(() => expect(text()).toContain("Varattuja aikoja ei ole vielä haettu."));
  expect(text()).not.toContain("välein");
  expect(text()).not.toContain("jätettiin pois");
});

it("SCH-21 tells what is wrong with a system, since when and how often, in the list in words as well", async () => {
  await open(page, answering({ sync: { ...fetched, failure } }));
  await until(() =>
    expect(text()).toContain(
      "Haku on epäonnistunut 05.11.2031 klo 07:30 alkaen, 3 kertaa peräkkäin. Järjestelmä ei vastaa.",
    ),
  );
  await open(list, answering({ sync: { ...fetched, failure } }));
  const row = () => document.querySelector("tbody tr")?.textContent ?? "";
  await until(() => expect(row()).toContain("Epäonnistunut"));
  expect(row()).toContain("05.11.2031 klo 07:30 alkaen. Järjestelmä ei vastaa.");
  await open(list, answering());
  await until(() => expect(row()).toContain("05.11.2031 klo 08:00, varattuja 12"));
  await open(list, answering({ sync: { notConnected: true } }));
  await until(() => expect(row()).toContain("Järjestelmää ei ole liitetty."));
});

it("SCH-21 does not offer to ask where there is nothing to be asked", async () => {
  await open(page, answering({ sync: { notConnected: true } }));
  await until(() => expect(text()).toContain("Järjestelmää ei ole liitetty."));
  expect(button("Hae nyt")).toBeUndefined();
  await open(page, answering({ archived: true }));
  await until(() => expect(text()).toContain("Arkistoitu haku ei hae aikoja."));
  expect(button("Hae nyt")).toBeUndefined();
  // The times of the own calendar are planned.
  await open(page, answering({ system: BookingSystem.OWN }));
  await until(() => expect(button("Kokeile hakua")).toBeTruthy());
  expect(text()).toContain("Ajat on suunniteltu viimeksi 05.11.2031 klo 08:00. Varattuja tulevia aikoja: 12.");
  expect(button("Hae nyt")).toBeUndefined();
});

it("SCH-21 asks now, tells while it does and what came of it, and looks at the search anew", async () => {
  let answer = (_reply: unknown) => {};
  const arrival = new Promise<unknown>((resolve) => (answer = resolve));
  const { calls } = await open(
    page,
    answering({}, () => arrival),
  );
  await fetchNow();
  await until(() => expect(said()).toContain("Haetaan varattuja aikoja järjestelmästä…"));
  const of = (wanted: string) => calls.filter(({ method }) => method === wanted);
  const looked = of("GetAppointmentSearch").length;
  expect(of("FetchAppointmentSearch").map(({ request }) => request)).toMatchObject([{ appointmentSearchId: id }]);
  const [asked] = of("FetchAppointmentSearch");
  await act(async () => answer(asked?.reply({ sync: { ...fetched, bookedCount: 13 } })));
  await until(() => expect(said()).toContain("Haku onnistui. Varattuja tulevia aikoja: 13."));
  await until(() => expect(of("GetAppointmentSearch").length).toBe(looked + 1));
});

it("SCH-21 tells why asking now came to nothing: what the system did, or that it is refused", async () => {
  await open(
    page,
    answering({}, ({ reply }) => reply({ sync: { ...fetched, failure } })),
  );
  await fetchNow();
  await until(() => expect(said()).toContain("Haku epäonnistui. Järjestelmä ei vastaa."));
  await open(
    page,
    answering({}, () => {
      throw refused("fetch_under_way");
    }),
  );
  await fetchNow();
  await until(() => expect(said()).toContain("Aikojen haku ei onnistunut. Haku on jo käynnissä. Odota hetki."));
});
