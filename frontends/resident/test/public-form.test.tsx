/** Forms that nobody's name goes with, as anybody opens, fills in and sends them; with the services it is shown in the browser (e2e). */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { CallError, Code } from "../../shared/src/rpc/transport";
import { sessionSlice } from "../../shared/src/session";
import { isUnkept } from "../../shared/src/session/activity";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, focused, type } from "../../shared/test/screen";
import { open, until } from "./open";

const page = "/forms/palaute";
const questions = `${page}?step=questions`;

const texts = (fi: string) => ({ texts: { fi } });
const words = (linkId: string, value: string) => ({ linkId, values: [{ value: { case: "text", value } }] });
const yes = { linkId: "helped", values: [{ value: { case: "boolean", value: true } }] };

const visit = {
  linkId: "one",
  type: 1,
  text: texts("Käynti"),
  items: [{ linkId: "helped", type: 3, text: texts("Saitko apua?"), required: true }],
};
const said = {
  linkId: "two",
  type: 1,
  text: texts("Sana on vapaa"),
  items: [{ linkId: "free", type: 4, text: texts("Mitä haluat kertoa?"), required: true }],
};
const unit = {
  linkId: "three",
  type: 1,
  text: texts("Paikka"),
  items: [{ linkId: "unit", type: 4, text: texts("Missä kävit?"), required: true }],
};

const form = {
  title: { fi: "Anonyymi palaute", sv: "Anonym respons", en: "Anonymous feedback" },
  description: { fi: "Kerro, miten onnistuimme.", sv: "Berätta hur vi lyckades.", en: "Tell how we did." },
  questionnaire: { items: [visit, said] },
};

/** As the service answers: each that opens it begins a sitting of its own. */
function service({ urlTail = "palaute", refusals = [] as readonly string[] } = {}) {
  const waiting = [...refusals];
  const now = { form: { ...form, urlTail }, sitting: "", opened: 0 };
  const answer = ({ method, reply }: SeenCall): unknown => {
    if (method === "GetPublicForm") {
      now.opened += 1;
      now.sitting = `sitting-${now.opened}`;
      return reply({ ...now.form, sitting: now.sitting });
    }
    const reason = method === "SendPublicForm" ? waiting.shift() : undefined;
    if (reason !== undefined) throw refused(reason);
    return reply({});
  };
  return { answer, now };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const alerts = () => [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();
const press = async (role: string, name: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
const heading = (name: string | RegExp) => until(() => byRole("heading", name));
const sentOf = (calls: readonly SeenCall[]) =>
  calls.filter(({ method }) => method === "SendPublicForm").map(({ request }) => request as Record<string, unknown>);

async function write(field: string, text: string) {
  await until(() => byRole("textbox", field));
  await focus(byRole("textbox", field));
  await type(text);
}

async function answerAll(text = "Kiitos hyvästä hoidosta") {
  await press("radio", "Kyllä");
  await press("button", "Jatka");
  await heading(/Sana on vapaa/);
  await write("Mitä haluat kertoa?", text);
  await press("button", "Jatka");
  await heading(/Tarkista vastauksesi/);
}

const send = () => press("button", "Lähetä lomake");

beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

it("SUR-07 opens a form by the address that somebody types or pastes, and says where answers are given", async () => {
  const { answer } = service();
  const { router } = await open("/forms", answer);
  await heading("Lomakkeet");
  expect(byRole("link", "Hakemukset").getAttribute("href")).toBe("/fi/applications");
  await press("button", "Avaa lomake");
  await until(() => expect(byRole("textbox", "Lomakkeen osoite tai sen loppuosa")).toBeInvalid());
  await write("Lomakkeen osoite tai sen loppuosa", "Älä");
  await press("button", "Avaa lomake");
  await until(() => expect(main()).toContain("Tarkista osoite. Sen lopussa on vain kirjaimia"));
  await write("Lomakkeen osoite tai sen loppuosa", "/fi/lomakkeet/Palaute");
  await press("button", "Avaa lomake");
  await heading("Anonyymi palaute");
  expect(router.state.location.pathname).toBe("/forms/palaute");
});

it("SUR-07 is led to from the start page, as a service that is open", async () => {
  await open("/", ({ reply }) => reply({}));
  await until(() => expect(byRole("link", /^Lomakkeet/).getAttribute("href")).toBe("/fi/lomakkeet"));
});

it("SUR-07 says before anything is answered that nobody knows who sends it, how long it takes, and that nothing is kept", async () => {
  const { answer } = service();
  await open(page, answer);
  await heading("Anonyymi palaute");
  for (const told of [
    "Lähetät lomakkeen nimettömästi: emme tiedä, kuka olet, emmekä voi vastata sinulle.",
    "Kerro, miten onnistuimme.",
    "Vaiheita3",
    "Noin 1 minuutti",
    "Tätä ei voi tallentaa kesken.",
  ]) {
    expect(main()).toContain(told);
  }
  await press("link", "Aloita täyttäminen");
  await heading(/Vaihe 1\/3.*Käynti/);
});

it("SUR-07 is sent once, by calls that say nothing of who is signed in, and keeps nothing in the browser", async () => {
  const { answer, now } = service();
  const { calls, router } = await open(page, answer);
  await press("link", "Aloita täyttäminen");
  await answerAll();
  expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain("Kiitos");
  await send();
  await heading("Lomake lähetetty");
  expect(focused()).toBe(byRole("heading", "Lomake lähetetty"));
  expect(main()).toContain("Emme tiedä, kuka olet, joten emme voi vastata sinulle.");
  expect(sentOf(calls)).toMatchObject([
    { sitting: now.sitting, website: "", answers: { answers: [yes, words("free", "Kiitos hyvästä hoidosta")] } },
  ]);
  const both = calls.filter(({ method }) => method.endsWith("PublicForm"));
  expect(new Set(both.map(({ method }) => method)).size).toBe(2);
  for (const { options } of both) {
    expect(options.credentials).toBe("omit");
    for (const header of ["x-kajo-person", "x-kajo-background", "idempotency-key"]) {
      expect(options.metadata).not.toHaveProperty(header);
    }
  }
  expect(JSON.stringify(router.state.location)).not.toContain("Kiitos");
  // The questions are not there any more when one goes back.
  await act(async () => void router.history.back());
  await until(() => byRole("link", "Aloita täyttäminen"));
});

it("SUR-07 tells of nothing that was sent by an address alone", async () => {
  await open(`${page}?step=sent`, service().answer);
  await until(() => byRole("link", "Aloita täyttäminen"));
  expect(main()).toContain("Jos lähetit lomakkeen, se on perillä.");
});

it("SUR-07 asks before an identity code or a phone number is sent, leads to it, and sends it all the same when that is meant", async () => {
  const { answer } = service();
  const { calls } = await open(questions, answer);
  await answerAll("Soittakaa 040 123 4567");
  await send();
  await until(() => byRole("alertdialog", "Kirjoititko henkilötunnuksen, puhelinnumeron tai sähköpostiosoitteen?"));
  expect(byRole("alertdialog").textContent).toContain("Lomake on nimetön.");
  await press("button", "Muokkaa");
  await heading(/Sana on vapaa/);
  await until(() => expect(alerts()).toContain("Tässä voi olla henkilötunnus, puhelinnumero tai sähköpostiosoite."));
  expect(sentOf(calls)).toEqual([]);
  await press("button", "Jatka");
  await send();
  await press("button", "Lähetä silti");
  await heading("Lomake lähetetty");
  expect(sentOf(calls)).toHaveLength(1);
});

it("SUR-07 asks about the same words once, whatever else is answered otherwise meanwhile", async () => {
  const { answer } = service({ refusals: ["form_busy"] });
  const { calls } = await open(questions, answer);
  await answerAll("Soittakaa 040 123 4567");
  await send();
  await press("button", "Lähetä silti");
  await until(() => expect(alerts()).toContain("Yritä myöhemmin uudelleen."));
  await press("button", "Takaisin");
  await heading(/Sana on vapaa/);
  await press("button", "Takaisin");
  await heading(/Käynti/);
  await press("radio", "Ei");
  await press("button", "Jatka");
  await heading(/Sana on vapaa/);
  await press("button", "Jatka");
  await send();
  await heading("Lomake lähetetty");
  expect(sentOf(calls)).toHaveLength(2);
});

it("SUR-07 begins again with the answers when the sitting is over", async () => {
  const { answer, now } = service({ refusals: ["sitting_over"] });
  const { calls } = await open(questions, answer);
  await answerAll();
  const before = now.sitting;
  await send();
  await until(() => expect(alerts()).toContain("Lomakkeen täyttämiseen varattu aika on päättynyt. Aloita alusta."));
  expect(main()).toContain("Kiitos hyvästä hoidosta");
  await press("button", "Aloita alusta");
  await until(() => expect(main()).toContain("Aloitit alusta. Vastauksesi ovat ennallaan"));
  expect(alerts()).toBe("");
  expect(main()).toContain("Kiitos hyvästä hoidosta");
  await send();
  await heading("Lomake lähetetty");
  expect(sentOf(calls).map(({ sitting }) => sitting)).toEqual([before, now.sitting]);
  expect(now.sitting).not.toBe(before);
});

it("SUR-07 says that the first answers arrived when others are sent in the same sitting, and lets one begin another form", async () => {
  const { answer } = service({ refusals: ["already_answered"] });
  const { calls } = await open(questions, answer);
  await answerAll();
  await send();
  await until(() => expect(alerts()).toContain("Lomake on jo perillä sellaisena kuin lähetit sen ensin."));
  await press("button", "Aloita uusi lomake");
  await until(() => expect(alerts()).toBe(""));
  await send();
  await heading("Lomake lähetetty");
  expect(sentOf(calls)).toHaveLength(2);
});

it.each([
  ["form_busy", "Lomaketta ei lähetetty. Lomakkeita tulee juuri nyt hyvin paljon. Yritä myöhemmin uudelleen."],
  ["form_closed", "Lomaketta ei lähetetty. Lomake ei ole enää auki."],
  ["not_found", "Lomaketta ei lähetetty. Lomake ei ole enää auki."],
])("SUR-07 keeps what was answered when it cannot be sent: %s", async (reason, text) => {
  const { answer } = service({ refusals: [reason] });
  await open(questions, answer);
  await answerAll();
  await send();
  await until(() => expect(alerts()).toContain(text));
  expect(main()).toContain("Kiitos hyvästä hoidosta");
});

it("SUR-07 keeps the page when nobody answered, and sends the same once more in the same sitting", async () => {
  let isAway = true;
  const { answer } = service();
  const { calls } = await open(questions, (call) => {
    if (call.method === "SendPublicForm" && isAway) throw new CallError(Code.deadlineExceeded, "");
    return answer(call);
  });
  await answerAll();
  await send();
  await until(() => expect(alerts()).toContain("Lomaketta ei lähetetty."));
  expect(main()).toContain("Kiitos hyvästä hoidosta");
  isAway = false;
  await send();
  await heading("Lomake lähetetty");
  const [first, second] = sentOf(calls);
  expect(second).toEqual(first);
});

it("SUR-07 asks anew what was published anew, with the answers that still fit", async () => {
  const { answer, now } = service({ refusals: ["stale_version"] });
  const { calls } = await open(questions, answer);
  await answerAll();
  now.form = { ...now.form, questionnaire: { items: [said, unit] } };
  await send();
  await until(() => expect(alerts()).toContain("Lomake on muuttunut sillä välin"));
  await heading(/Vaihe 1\/3.*Sana on vapaa/);
  await until(() => expect(byRole("textbox", "Mitä haluat kertoa?")).toHaveValue("Kiitos hyvästä hoidosta"));
  await press("button", "Jatka");
  await write("Missä kävit?", "Keskustassa");
  await press("button", "Jatka");
  await send();
  await heading("Lomake lähetetty");
  expect(sentOf(calls).at(-1)).toMatchObject({
    sitting: now.sitting,
    answers: { answers: [words("free", "Kiitos hyvästä hoidosta"), words("unit", "Keskustassa")] },
  });
});

it("SUR-07 shows at its item what the server says of it", async () => {
  let tries = 0;
  const { answer } = service();
  await open(questions, (call) => {
    if (call.method !== "SendPublicForm") return answer(call);
    tries += 1;
    return call.reply(tries === 1 ? { problems: [{ linkId: "free", code: "too_long", params: { max: "3" } }] } : {});
  });
  await answerAll();
  await send();
  await heading(/Sana on vapaa/);
  await until(() => expect(byRole("textbox", "Mitä haluat kertoa?")).toBeInvalid());
});

it("SUR-07 says that a form is closed, that there is none at an address, and that too many open them", async () => {
  const refuses = (reason: string) => async () =>
    open(page, ({ method, reply }) => {
      if (method === "GetPublicForm") throw refused(reason);
      return reply({});
    });
  await refuses("form_closed")();
  await until(() => expect(main()).toContain("Lomake ei ole enää auki."));
  expect(main()).not.toContain("ei voitu ladata");
  await refuses("not_found")();
  await heading("Lomaketta ei löydy");
  expect(byRole("link", "Lomakkeet").getAttribute("href")).toBe("/fi/lomakkeet");
  await refuses("form_busy")();
  await until(() => expect(alerts()).toContain("Yritä myöhemmin uudelleen."));
});

it.each([
  ["a form that has moved", "/forms/vanha", "palaute"],
  ["capitals", "/forms/PALAUTE", "palaute"],
])("SUR-07 goes to the address where the form stands now: %s", async (_what, path, tail) => {
  const { answer } = service({ urlTail: tail });
  const { router, calls } = await open(path, answer);
  await heading("Anonyymi palaute");
  expect(router.state.location.pathname).toBe(`/forms/${tail}`);
  const asked = calls.filter(({ method }) => method === "GetPublicForm").map(({ request }) => request);
  expect(asked.at(-1)).toMatchObject({ urlTail: tail });
});

it("SUR-07 asks before what was answered is left, and loses it then", async () => {
  const { answer } = service();
  const { router } = await open(page, answer);
  await press("link", "Aloita täyttäminen");
  await heading(/Käynti/);
  expect(isUnkept()).toBe(false);
  await press("radio", "Kyllä");
  await until(() => expect(isUnkept()).toBe(true));
  await act(async () => void router.navigate({ to: page }));
  await press("button", "Jatka muokkaamista");
  expect(byRole("radio", "Kyllä")).toBeChecked();
  await act(async () => void router.navigate({ to: "/cookies" }));
  await press("button", "Poistu tallentamatta");
  await heading("Evästeasetukset");
  await act(async () => void router.history.back());
  await until(() => byRole("radio", "Kyllä"));
  expect(byRole("radio", "Kyllä")).not.toBeChecked();
});

it("SUR-07 keeps what was answered when a session ends beside it", async () => {
  const eino = await (await fetch("/api/session")).text();
  vi.stubGlobal("fetch", async () => new Response(eino, { headers: { "x-kajo-session-seconds": "900" } }));
  const { answer, now } = service();
  const { store } = await open(questions, answer);
  await press("radio", "Kyllä");
  const { opened } = now;
  await act(async () => void store.dispatch(sessionSlice.actions.lost()));
  // What was fetched is gone from the store, and fetched anew.
  await until(() => expect(now.opened).toBeGreaterThan(opened));
  await until(() => expect(byRole("radio", "Kyllä")).toBeChecked());
  expect(document.body.textContent).toContain("Istuntosi on päättynyt");
  // As of a form whose page goes.
  expect(document.body.textContent).not.toContain("ei tallennettu");
});

it("SUR-07 has a field that no person comes to, and sends what a machine writes into it", async () => {
  const { answer } = service();
  const { calls } = await open(questions, answer);
  await answerAll();
  const field = document.getElementsByName("website")[0] as HTMLInputElement;
  expect(field.closest("[inert]")).not.toBeNull();
  expect([field.tabIndex, field.getAttribute("autocomplete")]).toEqual([-1, "off"]);
  expect(allByRole("textbox")).not.toContain(field);
  field.value = "https://example.com";
  await send();
  await heading("Lomake lähetetty");
  expect(sentOf(calls)).toMatchObject([{ website: "https://example.com" }]);
});

it("SUR-07 SUR-08 speaks Sámi around a form in Finnish, which is marked as Finnish", async () => {
  const { answer } = service();
  await open(page, answer, "sms");
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Anonyymi palaute"));
  expect(document.querySelector("h1")?.lang).toBe("fi");
  expect(main()).toContain("Lomaakk kõõččmõõžž lie lääʹddǩiõʹlle.");
});
