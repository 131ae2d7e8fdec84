/** Contents on the page of a patient: what they were given, a further one, and one that is taken back (CMS-07). */
import { act } from "react";
import { expect, it } from "vitest";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { PatientContentState } from "../../shared/src/rpc/gen/kajo/content/v1/patient_content_state_pb";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const named = (fi: string) => ({ fi, sv: fi, en: fi });

const given = (n: number, state: PatientContentState, more: object = {}) => ({
  patientContentId: numbered(n),
  serviceContentId: id,
  title: named("Selän venyttely"),
  state,
  activatedAt: timestamp("2027-03-27T10:00:00Z"),
  activatedByName: "Liisa Virtanen",
  matter: Matter.HEALTH,
  ...more,
});

const activatable = [
  { serviceContentId: numbered(4), title: named("Selän venyttely") },
  { serviceContentId: numbered(5), title: named("Unen huolto") },
];

interface World {
  readonly messaging?: Messaging;
  readonly contents?: readonly object[];
  readonly more?: (call: SeenCall) => unknown;
}

const answering =
  ({ messaging = Messaging.ALLOWED, contents = [], more = () => undefined }: World) =>
  (call: SeenCall) => {
    const { method, request, reply } = call;
    const said = more(call);
    if (said !== undefined) return said;
    const { search = "" } = (request ?? {}) as { search?: string };
    const found = activatable.filter(({ title }) => title.fi.toLowerCase().includes(search.toLowerCase()));
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      GetPatient: { patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging } },
      ListContentsOfPatient: { contents },
      ListActivatableContents: { contents: found },
    };
    return reply(answers[method] ?? {});
  };

const page = `/patient?patient=${id}`;
const text = () => document.body.textContent ?? "";
const listed = () =>
  [...document.querySelectorAll('ul[aria-label="Ohjeet"] > li')].map((each) => each.textContent ?? "");
const buttons = (words: string) =>
  [...document.querySelectorAll("button")].filter((each) => each.textContent?.trim() === words);
const press = (words: string) => act(async () => buttons(words).at(-1)?.click());
const choose = async (name: string) => {
  await until(() => byRole("radio", name));
  await act(async () => byRole("radio", name).click());
};
const sentOf = (calls: readonly SeenCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => request);

async function openDialog(): Promise<void> {
  await until(() => expect(buttons("Anna ohje").length).toBe(1));
  await press("Anna ohje");
  await until(() => expect(allByRole("radiogroup", "Ohje").length).toBe(1));
}

it("CMS-07 tells which contents a patient was given, by whom, and whether they are read", async () => {
  const readAt = timestamp("2027-03-30T06:00:00Z");
  const { calls } = await open(
    page,
    answering({
      contents: [
        given(1, PatientContentState.UNREAD, { mayWithdraw: true }),
        given(2, PatientContentState.READ, { readAt, matter: Matter.SOCIAL }),
        given(3, PatientContentState.READ, { readAt, readOnBehalf: true, activatedByName: "" }),
        given(6, PatientContentState.WITHDRAWN, { readAt }),
      ],
    }),
  );
  await until(() => expect(listed().length).toBe(4));
  const [unread = "", read = "", onBehalf = "", withdrawn = ""] = listed();
  for (const words of [
    "Selän venyttely",
    "Lukematta",
    "Terveysasia · Annettu 27.03.2027 klo 12:00, Liisa Virtanen",
    "Peru ohje",
  ]) {
    expect(unread).toContain(words);
  }
  expect(read).toContain("Luettu 30.03.2027 klo 09:00");
  expect(read).toContain("Sosiaaliasia");
  expect(read).not.toContain("Peru ohje");
  expect(onBehalf).toContain("Luettu 30.03.2027 klo 09:00 potilaan puolesta");
  expect(onBehalf).toContain("Annettu 27.03.2027 klo 12:00");
  expect(withdrawn).toContain("Peruttu Luettu 30.03.2027 klo 09:00");
  expect(sentOf(calls, "ListContentsOfPatient")).toMatchObject([{ patientId: id }]);
});

it("CMS-07 lists the contents of a patient page by page", async () => {
  const more = ({ method, request, reply }: SeenCall) => {
    if (method !== "ListContentsOfPatient") return undefined;
    const { page: asked } = request as { page?: { token: string } };
    if (asked?.token) return reply({ contents: [given(2, PatientContentState.READ)] });
    return reply({ contents: [given(1, PatientContentState.UNREAD)], nextPageToken: "later" });
  };
  await open(page, answering({ more }));
  await until(() => expect(listed().length).toBe(1));
  await press("Näytä lisää");
  await until(() => expect(listed().length).toBe(2));
});

it("CMS-07 gives a content that is found by its title, once it is said what it is about", async () => {
  const { calls } = await open(page, answering({}));
  await until(() => expect(text()).toContain("Potilaalle ei ole annettu ohjeita."));
  await openDialog();
  await press("Anna");
  await until(() => expect(text()).toContain("Valitse ohje."));
  expect(text()).toContain("Tämä kenttä on pakollinen.");
  expect(sentOf(calls, "ActivateContent")).toEqual([]);
  await focus(byRole("searchbox", "Hae ohjeen nimellä"));
  await type("unen");
  await until(() => expect(allByRole("radio", "Selän venyttely")).toEqual([]));
  await choose("Unen huolto");
  await choose("Terveysasia");
  await press("Anna");
  await until(() => expect(text()).toContain("Ohje on annettu potilaalle."));
  expect(sentOf(calls, "ActivateContent")).toMatchObject([
    { patientId: id, serviceContentId: numbered(5), matter: Matter.HEALTH, again: false },
  ]);
  expect(document.querySelector("dialog")).toBeNull();
});

it("CMS-07 keeps what is chosen in sight while something else is looked for, and says that nothing is found", async () => {
  await open(page, answering({}));
  await openDialog();
  await choose("Unen huolto");
  await focus(byRole("searchbox", "Hae ohjeen nimellä"));
  await type("zzz");
  await until(() => expect(text()).toContain("Hakua vastaavia ohjeita ei löytynyt."));
  expect(byRole("radio", "Unen huolto")).toBeChecked();
  expect(allByRole("radio", "Selän venyttely")).toEqual([]);
});

it("CMS-07 asks before a content is given once more that the patient has unread", async () => {
  const { calls } = await open(
    page,
    answering({
      more: ({ method, request }) => {
        if (method === "ActivateContent" && !(request as { again: boolean }).again) {
          throw refused("content_already_given");
        }
        return undefined;
      },
    }),
  );
  await openDialog();
  await choose("Selän venyttely");
  await choose("Sosiaaliasia");
  await press("Anna");
  const question = "Potilaalla on sama ohje lukematta. Annetaanko se silti?";
  await until(() => expect(byRole("alertdialog").textContent).toContain(question));
  await press("Anna silti");
  await until(() => expect(text()).toContain("Ohje on annettu potilaalle."));
  expect(sentOf(calls, "ActivateContent")).toMatchObject([
    { again: false, matter: Matter.SOCIAL },
    { again: true, matter: Matter.SOCIAL },
  ]);
});

it("CMS-07 says why a content could not be given, and keeps what was chosen", async () => {
  const more = ({ method }: SeenCall) => {
    if (method === "ActivateContent") throw refused("content_archived");
    return undefined;
  };
  await open(page, answering({ more }));
  await openDialog();
  await choose("Selän venyttely");
  await choose("Terveysasia");
  await press("Anna");
  await until(() => expect(text()).toContain("Ohjetta ei annettu. Ohje on arkistoitu"));
  expect(byRole("radio", "Selän venyttely")).toBeChecked();
});

it("CMS-07 gives no content to a patient without consent", async () => {
  await open(page, answering({ messaging: Messaging.NO_CONSENT }));
  await until(() => expect(text()).toContain("Potilaalle ei voi antaa ohjeita"));
  expect(buttons("Anna ohje")).toEqual([]);
});

it("CMS-07 takes a content back once that is confirmed", async () => {
  const contents = [given(1, PatientContentState.UNREAD, { mayWithdraw: true })];
  const more = ({ method }: SeenCall) => {
    if (method === "WithdrawContent") contents.splice(0, 1, given(1, PatientContentState.WITHDRAWN));
    return undefined;
  };
  const { calls } = await open(page, answering({ contents, more }));
  await until(() => expect(listed().length).toBe(1));
  await focus(buttons("Peru ohje Selän venyttely")[0] as HTMLElement);
  await press("Peru ohje Selän venyttely");
  expect(document.querySelector("dialog")?.textContent).toContain("Ohje ”Selän venyttely” perutaan");
  await press("Peru ohje");
  await until(() => expect(text()).toContain("Ohje on peruttu."));
  await until(() => expect(listed()[0]).toContain("Peruttu"));
  expect(sentOf(calls, "WithdrawContent")).toMatchObject([{ patientContentId: numbered(1) }]);
  // The button that had the focus is gone.
  await until(() => expect(document.activeElement?.textContent).toBe("Ohjeet"));
});

it("CMS-07 says that a failed withdrawal took nothing back", async () => {
  const contents = [given(1, PatientContentState.UNREAD, { mayWithdraw: true })];
  const more = ({ method }: SeenCall) => (method === "WithdrawContent" ? fails(14)() : undefined);
  await open(page, answering({ contents, more }));
  await until(() => expect(listed().length).toBe(1));
  await press("Peru ohje Selän venyttely");
  await press("Peru ohje");
  await until(() => expect(text()).toContain("Ohjetta ei peruttu."));
});
