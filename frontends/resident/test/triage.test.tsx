/** Symptoms are assessed before one joins a queue that asks for it; with the services it is shown in the browser (e2e). */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../../shared/src/rpc/api";
import { CallError, Code } from "../../shared/src/rpc/transport";
import { isUnkept } from "../../shared/src/session/activity";
import { refused } from "../../shared/test/refused";
import { byRole, focused } from "../../shared/test/screen";
import {
  ailment,
  alerts,
  answerAll,
  begin,
  callsOf,
  chatQueueId,
  consent,
  duration,
  heading,
  hrefs,
  main,
  no,
  numbers,
  page,
  press,
  send,
  sentOf,
  service,
  words,
  write,
} from "./assessing";
import { open, until } from "./open";

beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

it("CHA-09 says before anything is answered whom to call, how long it takes, who reads it, and what not to write", async () => {
  await open(page, service().answer);
  await heading("Päivystyksen oirearvio");
  for (const told of [
    "Oirearvio ei korvaa hätänumeroa.",
    "Kerro, mikä sinua vaivaa.",
    "Avoinna",
    "Vastaaminen kestää noin 5 minuuttia.",
    "Vastauksia ei voi tallentaa kesken. Jos suljet sivun, aloitat alusta.",
    "Vaiheita: 3.",
    "vastauksesi näkevät ammattilaiset, jotka palvelevat jonossa",
    "Älä kirjoita vapaaseen tekstiin, kuka olet",
  ]) {
    expect(main()).toContain(told);
  }
  expect(numbers()).toEqual(["tel:112", "tel:116117"]);
  expect(byRole("link", "Päivystyksen chat").getAttribute("href")).toBe("/fi/chat");
});

it("CHA-09 asks nothing before somebody consents, and says so at the box", async () => {
  const { router } = await open(page, service().answer);
  await until(() => byRole("checkbox", consent));
  expect(byRole("checkbox", consent)).not.toBeChecked();
  expect(byRole("checkbox", consent)).toBeRequired();
  await press("button", "Aloita oirearvio");
  await until(() => expect(focused()).toBe(byRole("checkbox", consent)));
  expect(byRole("checkbox", consent)).toBeInvalid();
  expect(main()).toContain("Oirearvion voi aloittaa vasta, kun annat suostumuksen.");
  expect(router.state.location.search).toEqual({});
  await begin();
  expect(router.state.location.search).toEqual({ step: "questions" });
});

it.each(["questions", "result"])(
  "CHA-09 begins at what it is about where there is neither a consent nor a result: %s",
  async (step) => {
    const { router } = await open(`${page}?step=${step}`, service().answer);
    await until(() => byRole("checkbox", consent));
    await until(() => expect(router.state.location.search).toEqual({}));
  },
);

it("CHA-09 has the numbers and the warning on each step, sends with the consent once, and shows what it comes to", async () => {
  const { answer } = service();
  const { calls, router } = await open(page, answer);
  await answerAll();
  expect(numbers()).toEqual(["tel:116117", "tel:112"]);
  expect(main()).toContain("Älä kirjoita vapaaseen tekstiin, kuka olet");
  expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain("Kurkku");
  expect(isUnkept()).toBe(true);
  await send();
  await heading("Oirearvion tulos");
  expect(focused()).toBe(byRole("heading", "Oirearvion tulos"));
  expect(main()).toContain("Kiireellisyys");
  expect(main()).toContain("Ei kiireellinen");
  expect(main()).toContain("Näin vastauksesi kertovat.");
  expect(sentOf(calls)).toMatchObject([
    {
      chatQueueId,
      publishedVersion: 3,
      consentVersion: 1,
      answers: { answers: [no, words("words", "Kurkku on kipeä")] },
    },
  ]);
  expect(callsOf(calls, "SubmitAssessment")[0]?.options.metadata["idempotency-key"]).toBeTruthy();
  expect(router.state.location.search).toEqual({ step: "result" });
  expect(isUnkept()).toBe(false);
  // The questions are not there any more when one goes back, and another assessment needs another consent.
  await act(async () => void router.history.back());
  await until(() => expect(byRole("checkbox", consent)).not.toBeChecked());
  expect(main()).toContain("Teit oirearvion klo");
  byRole("button", "Aloita uusi oirearvio");
});

it("CHA-09 keeps what was answered when it cannot be saved, and sends the same once more as the same try", async () => {
  let isAway = true;
  const { answer } = service();
  const { calls } = await open(page, (call) => {
    if (call.method === "SubmitAssessment" && isAway) throw new CallError(Code.deadlineExceeded, "");
    return answer(call);
  });
  await answerAll();
  await send();
  await until(() => expect(alerts()).toContain("Tietojen tallennus epäonnistui."));
  expect(main()).toContain("Kurkku on kipeä");
  isAway = false;
  await send();
  await heading("Oirearvion tulos");
  const keys = callsOf(calls, "SubmitAssessment").map(({ options }) => options.metadata["idempotency-key"]);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

it.each([
  ["assessments_too_many", "Olet tehnyt monta oirearviota lyhyessä ajassa."],
  ["assessment_consent_missing", "Palaa oirearvion alkuun ja anna suostumus."],
  ["assessment_not_asked", "Tähän jonoon liitytään nyt ilman oirearviota."],
])("CHA-09 keeps what was answered, and says why it is not sent: %s", async (reason, text) => {
  const { answer } = service({ refusals: [reason] });
  await open(page, answer);
  await answerAll();
  await send();
  await until(() => expect(alerts()).toContain(`Tietojen tallennus epäonnistui. `));
  await until(() => expect(alerts()).toContain(text));
  expect(main()).toContain("Kurkku on kipeä");
});

it("CHA-09 asks anew what was published anew, with the answers that still fit", async () => {
  const { answer, now } = service({ refusals: ["stale_version"] });
  const { calls } = await open(page, answer);
  await answerAll();
  now.items = [ailment, duration];
  now.publishedVersion = 4;
  await send();
  await until(() => expect(alerts()).toContain("Oirearvio on muuttunut sillä välin"));
  await until(() => expect(byRole("textbox", "Kerro voinnistasi")).toHaveValue("Kurkku on kipeä"));
  await press("button", "Jatka");
  await write("Mistä alkaen?", "Eilisestä");
  await press("button", "Jatka");
  await send();
  await heading("Oirearvion tulos");
  expect(sentOf(calls).at(-1)).toMatchObject({
    publishedVersion: 4,
    answers: { answers: [words("words", "Kurkku on kipeä"), words("since", "Eilisestä")] },
  });
});

it("CHA-09 asks the same on, whatever news comes of it meanwhile", async () => {
  const { answer, now } = service();
  const { store, calls } = await open(page, answer);
  await begin();
  await press("radio", "Ei");
  const before = callsOf(calls, "GetAssessment").length;
  now.items = [ailment, duration];
  await act(async () => void store.dispatch(api.util.invalidateTags(["Assessment", "ChatQueue"])));
  await until(() => expect(callsOf(calls, "GetAssessment").length).toBeGreaterThan(before));
  expect(byRole("radio", "Ei")).toBeChecked();
  byRole("heading", /Vaihe 1\/3.*Hätätilanne/);
});

it.each(["Soittakaa 040 123 4567", "Tunnus 131052-308T", "matti.meikalainen@example.fi"])(
  "CHA-09 asks before it sends what says who they are, leads to it, and sends it all the same when that is meant: %s",
  async (text) => {
    const { calls } = await open(page, service().answer);
    await answerAll(text);
    await send();
    const question = "Kirjoititko henkilötunnuksen, puhelinnumeron tai sähköpostiosoitteen?";
    await until(() => byRole("alertdialog", question));
    expect(byRole("alertdialog").textContent).toContain("Oirearvioon ei tarvita tietoa siitä, kuka olet.");
    await press("button", "Muokkaa");
    await heading(/Vaiva/);
    await until(() => expect(alerts()).toContain("Tässä voi olla henkilötunnus, puhelinnumero tai sähköpostiosoite."));
    expect(sentOf(calls)).toEqual([]);
    await press("button", "Jatka");
    await send();
    await press("button", "Lähetä silti");
    await heading("Oirearvion tulos");
    expect(sentOf(calls)).toHaveLength(1);
  },
);

it("CHA-09 shows at its item what the server says of it", async () => {
  let tries = 0;
  const { answer } = service();
  await open(page, (call) => {
    if (call.method !== "SubmitAssessment") return answer(call);
    tries += 1;
    return tries === 1
      ? call.reply({ problems: [{ linkId: "words", code: "too_long", params: { max: "3" } }] })
      : answer(call);
  });
  await answerAll();
  await send();
  await heading(/Vaiva/);
  await until(() => expect(byRole("textbox", "Kerro voinnistasi")).toBeInvalid());
});

it("CHA-09 says that a queue asks nothing, and that there is none", async () => {
  const refuses = (reason: string) =>
    open(page, ({ method, reply }) => {
      if (method === "GetAssessment") throw refused(reason);
      return reply({});
    });
  await refuses("assessment_not_asked");
  await until(() => expect(main()).toContain("Tähän jonoon liitytään nyt ilman oirearviota."));
  expect(main()).not.toContain("ei voitu ladata");
  expect(hrefs()).toContain("/fi/chat");
  await open(page, ({ method, reply }) => {
    if (method === "GetAssessment") throw new CallError(Code.notFound, "");
    return reply({});
  });
  await heading("Sivua ei löydy");
});

it("CHA-09 sends who is neither signed in nor in a visit to the queues first", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
  const { calls } = await open(page, service().answer);
  await heading("Oirearvio");
  expect(hrefs()).toEqual(
    expect.arrayContaining(["/fi/chat", `/fi/authentication?returnTo=${encodeURIComponent(`/fi${page}`)}`]),
  );
  expect(callsOf(calls, "GetAssessment")).toEqual([]);
});

it("CHA-09 speaks Sámi around questions in Finnish, which are marked as Finnish", async () => {
  await open(page, service().answer, "sms");
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Päivystyksen oirearvio"));
  expect(document.querySelector("h1")?.lang).toBe("fi");
  expect(main()).toContain("Tooudi äʹrvvummuž kõõččmõõžž lie lääʹddǩiõʹlle.");
});
