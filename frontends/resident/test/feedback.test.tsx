/** "Palaute" at the bottom of every page, which leads to an anonymous form; with the services it is shown in the browser (e2e). */
import { act } from "react";
import { expect, it, vi } from "vitest";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { byRole, focused } from "../../shared/test/screen";
import { open, until } from "./open";

const texts = (fi: string) => ({ texts: { fi } });

const form = {
  urlTail: "palaute",
  title: { fi: "Anonyymi palaute", sv: "Anonym respons", en: "Anonymous feedback" },
  description: { fi: "Kerro, miten onnistuimme." },
  questionnaire: {
    items: [
      {
        linkId: "one",
        type: 1,
        text: texts("Käynti"),
        items: [{ linkId: "helped", type: 3, text: texts("Saitko apua?"), required: true }],
      },
    ],
  },
};

/** As the service answers: each that opens it begins a sitting of its own. */
function service() {
  let opened = 0;
  return ({ method, reply }: SeenCall): unknown => {
    if (method !== "GetPublicForm") return reply({});
    opened += 1;
    return reply({ ...form, sitting: `sitting-${opened}` });
  };
}

const refuses =
  (reason: string) =>
  ({ method, reply }: SeenCall): unknown => {
    if (method === "GetPublicForm") throw refused(reason);
    return reply({});
  };

const main = () => document.querySelector("main")?.textContent ?? "";
const alerts = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();
const press = async (role: string, name: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
const heading = (name: string | RegExp) => until(() => byRole("heading", name));
const askedIn = (calls: readonly SeenCall[]) => calls.filter(({ method }) => method === "GetPublicForm");

const whoever: readonly (readonly [string, () => void])[] = [
  ["signed in", () => {}],
  ["not signed in", () => vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }))],
];

it.each(whoever)("NAV-20 leads from the bottom of a page to the form: %s", async (_who, begin) => {
  begin();
  const { router, calls } = await open("/cookies", service());
  await heading("Evästeasetukset");
  await press("link", "Palaute");
  await heading("Anonyymi palaute");
  expect(router.state.location.pathname).toBe("/forms/palaute");
  expect(focused()).toBe(byRole("heading", "Anonyymi palaute"));
  // What leads on is no place to come back to.
  await act(async () => void router.history.back());
  await heading("Evästeasetukset");
  expect(askedIn(calls)[0]?.options.credentials).toBe("omit");
});

it("NAV-20 opens the form once, and it is that sitting in which it is sent", async () => {
  const { calls } = await open("/feedback", service());
  await press("link", "Aloita täyttäminen");
  await press("radio", "Kyllä");
  await press("button", "Jatka");
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(askedIn(calls).map(({ request }) => request)).toMatchObject([{ urlTail: "palaute" }]);
  const sent = calls.filter(({ method }) => method === "SendPublicForm").map(({ request }) => request);
  expect(sent).toMatchObject([{ sitting: "sitting-1" }]);
});

it("NAV-20 goes on in the language of the page", async () => {
  const { router } = await open("/feedback", service(), "sv");
  await heading("Anonym respons");
  expect(router.history.location.pathname).toBe("/sv/enkater/palaute");
});

it("NAV-20 waits with a heading until it is known whether there is a form", async () => {
  const { router } = await open("/feedback", () => new Promise(() => {}));
  await until(() => expect(document.querySelector("main h1")?.textContent).toBeTruthy());
  expect(router.state.location.pathname).toBe("/feedback");
  expect(main()).not.toContain("Palautetta ei voi antaa");
});

it.each([
  ["there is no form", "not_found"],
  ["it is closed", "form_closed"],
])("NAV-20 says that no feedback can be given now, and where to go: %s", async (_why, reason) => {
  const { router, calls } = await open("/feedback", refuses(reason));
  await heading("Palaute");
  expect(main()).toContain("Palautetta ei voi antaa juuri nyt.");
  expect(router.state.location.pathname).toBe("/feedback");
  expect(alerts()).toBe("");
  expect(byRole("link", "Etusivulle").getAttribute("href")).toMatch(/^\/fi\/?$/);
  const numbers = [...document.querySelectorAll('main a[href^="tel:"]')].map((link) => link.getAttribute("href"));
  expect(numbers).toEqual(["tel:116117", "tel:112"]);
  expect(askedIn(calls)).toHaveLength(1);
});

it("NAV-20 says that too many open forms, as the form itself does", async () => {
  await open("/feedback", refuses("form_busy"));
  await until(() => expect(alerts()).toContain("Yritä myöhemmin uudelleen."));
  expect(main()).not.toContain("Palautetta ei voi antaa");
});

it("NAV-20 says that asking for the form failed, and goes on to it when one tries again", async () => {
  let isAway = true;
  const answer = service();
  const { router } = await open("/feedback", (call) => {
    if (call.method === "GetPublicForm" && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await until(() => expect(alerts()).toContain("Lomaketta ei voitu ladata."));
  isAway = false;
  await press("button", "Yritä uudelleen");
  await heading("Anonyymi palaute");
  expect(router.state.location.pathname).toBe("/forms/palaute");
});
