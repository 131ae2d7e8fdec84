/** Surveys as residents find, answer and read them; with the services it is shown in the browser (e2e/tests/surveys.test.ts). */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { saveDraft } from "../../shared/src/drafts";
import { CallError, Code } from "../../shared/src/rpc/transport";
import { finishWork } from "../../shared/src/session/unfinished-work";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, focused, type } from "../../shared/test/screen";
import { open, until } from "./open";

const surveyActivationId = "0190f5a0-0000-7000-8000-0000000000a1";
const other = "0190f5a0-0000-7000-8000-0000000000a2";
const page = `/surveys/omavointi/${surveyActivationId}`;

const state = { open: 2, answered: 3, expired: 4, withdrawn: 5 };
const texts = (fi: string) => ({ texts: { fi } });
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const survey = {
  surveyActivationId,
  title: { fi: "Kipukysely", sv: "Smärtenkät", en: "Pain survey" },
  description: { fi: "Kysymme kivusta.", sv: "Vi frågar om smärta.", en: "We ask about pain." },
  state: state.open,
  fromDate: "2026-11-20",
  answerByDate: "2026-12-01",
  daysLeft: 3,
  activatedByName: "Aino Lahti",
};

const yes = { value: { case: "boolean", value: true } };
const words = (value: string) => ({ value: { case: "text", value } });
const inPain = { linkId: "pain", values: [yes] };
const where = (place: string) => ({ linkId: "where", values: [words(place)] });

const questionnaire = {
  items: [
    {
      linkId: "one",
      type: 1,
      text: texts("Kipu"),
      items: [{ linkId: "pain", type: 3, text: texts("Onko kipua?"), required: true }],
    },
    {
      linkId: "two",
      type: 1,
      text: texts("Paikka"),
      items: [{ linkId: "where", type: 4, text: texts("Missä kipu on?"), required: true }],
    },
  ],
};

interface There {
  survey?: object;
  answers?: object;
  revision?: bigint;
  scores?: readonly object[];
  /** Of what is kept; without it nothing is. */
  publishedVersion?: number | undefined;
}

/** A server that keeps what is saved, in the version in which it was begun. */
function server(there: There = {}) {
  const begun = there.revision === undefined ? {} : { publishedVersion: 2 };
  const kept = { newest: 2, ...begun, ...there };
  const admit = (request: unknown) => {
    const { publishedVersion } = request as { publishedVersion: number };
    if (![kept.publishedVersion, kept.newest].includes(publishedVersion)) throw refused("stale_version");
    return publishedVersion;
  };
  const answer = (call: SeenCall): unknown => {
    const { method, reply, request } = call;
    switch (method) {
      case "GetMySurvey":
        return reply({
          ...rest(kept),
          questionnaire,
          publishedVersion: kept.publishedVersion ?? kept.newest,
          survey: { ...survey, ...kept.survey },
        });
      case "SaveMyAnswers": {
        const { answers, revision } = request as { answers: object; revision: bigint };
        const publishedVersion = admit(request);
        if (revision !== (kept.revision ?? 0n)) throw refused("stale_version");
        kept.answers = answers;
        kept.revision = revision + 1n;
        kept.publishedVersion = publishedVersion;
        return reply({ revision: kept.revision });
      }
      case "SendMyAnswers":
        admit(request);
        kept.answers = (request as { answers: object }).answers;
        kept.survey = { ...kept.survey, state: state.answered, answeredAt: at("2026-11-28T10:00:00Z") };
        return reply({});
      default:
        return reply({});
    }
  };
  return { answer, kept };
}

const rest = ({ answers, revision, scores }: There) => ({ answers, revision, scores });

const main = () => document.querySelector("main")?.textContent ?? "";
const said = (role: string) =>
  [...document.querySelectorAll(`main [role=${role}]`)].map(({ textContent }) => textContent).join();
const press = async (role: string, name: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
const heading = (name: string | RegExp) => until(() => byRole("heading", name));
const sentOf = (calls: readonly SeenCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => request as Record<string, unknown>);

/** Answers the first step, and comes to the second. */
async function answerFirst() {
  await press("radio", "Kyllä");
  await press("button", "Jatka");
  await heading(/Paikka/);
}

async function answerAll(place = "Selässä") {
  await answerFirst();
  await focus(byRole("textbox", "Missä kipu on?"));
  await type(place);
  await press("button", "Jatka");
  await heading(/Tarkista vastauksesi/);
}

beforeEach(() => {
  for (const name of [`survey.${surveyActivationId}`, `survey.${surveyActivationId}.intent`])
    saveDraft(name, undefined);
});

it("SUR-03 lists what is to be answered with the days that are left, what is begun, and leads on by pages", async () => {
  const { calls } = await open("/surveys/omavointi", ({ method, request, reply }) => {
    if (method !== "ListMySurveys") return reply({});
    const { page: asked } = request as { page: { token: string } };
    if (asked.token === "next") return reply({ surveys: [{ ...survey, surveyActivationId: other, daysLeft: 1 }] });
    const today = { ...survey, daysLeft: 0, begun: true };
    return reply({ surveys: [today, { ...survey, surveyActivationId: "b" }], nextPageToken: "next" });
  });
  await until(() => expect(allByRole("link", /Kipukysely/)).toHaveLength(2));
  expect(allByRole("link", /Kipukysely/).map(({ textContent }) => textContent)).toEqual([
    "KipukyselyKeskenAino LahtiTänään viimeinen päivä",
    "KipukyselyKyselyAino Lahti3 päivää jäljellä",
  ]);
  await press("button", "Näytä lisää");
  await until(() => expect(main()).toContain("1 päivä jäljellä"));
  expect(sentOf(calls, "ListMySurveys").every(({ list }) => list === 1)).toBe(true);
});

it("SUR-03 lists what was answered and what is past apart, and says where there is nothing", async () => {
  const lists: Readonly<Record<number, object>> = {
    2: { surveys: [{ ...survey, state: state.answered, answeredAt: at("2026-11-28T10:00:00Z") }] },
    3: { surveys: [{ ...survey, state: state.expired }] },
  };
  const { router } = await open("/surveys/omavointi", ({ method, request, reply }) =>
    reply(method === "ListMySurveys" ? lists[(request as { list: number }).list] : {}),
  );
  await until(() => expect(main()).toContain("Sinulla ei ole vastattavia kyselyitä."));
  await press("tab", "Vastatut");
  await until(() => expect(main()).toContain("28.11.2026 klo 12:00"));
  expect(router.state.location.search).toEqual({ list: "answered" });
  await press("tab", "Päättyneet");
  await until(() => expect(main()).toContain("Vastausaika päättyi"));
});

it("SUR-03 says that the list could not be fetched, and tries again", async () => {
  let isAway = true;
  await open("/surveys/omavointi", ({ reply }) => {
    if (isAway) throw new CallError(Code.unavailable, "");
    return reply({ surveys: [survey] });
  });
  await until(() => expect(said("alert")).toContain("Kyselyitä ei voitu ladata."));
  isAway = false;
  await press("button", "Yritä uudelleen");
  await until(() => byRole("link", /Kipukysely/));
});

it("SUR-03 shows on the page of surveys what is to be answered and what was, and leads to all", async () => {
  await open("/surveys", ({ method, request, reply }) => {
    if (method !== "ListMySurveys") return reply({});
    const isAnswered = (request as { list: number }).list === 2;
    return reply({ surveys: [isAnswered ? { ...survey, state: state.answered, title: { fi: "Mieliala" } } : survey] });
  });
  await until(() => byRole("link", /Kipukysely/));
  await until(() => byRole("link", /Mieliala/));
  expect(byRole("link", /^Omavointi/).getAttribute("href")).toBe("/fi/surveys/omavointi");
});

it("SUR-03 shows a survey to answer among what waits for the person", async () => {
  await open("/", ({ method, reply }) => reply(method === "ListMySurveys" ? { surveys: [survey] } : {}));
  await until(() => expect(byRole("link", /Kipukysely/).getAttribute("href")).toBe(`/fi${page}`));
  expect(main()).not.toContain("Ei tulevia");
});

it("SUR-03 says what it is about, who asks and until when, is answered by steps and sent, and shows what was sent", async () => {
  const { answer } = server();
  const { calls, router } = await open(page, answer);
  await heading("Kipukysely");
  for (const told of ["Kysymme kivusta.", "Aino Lahti", "tiistai 1.12.2026", "3 päivää jäljellä"]) {
    expect(main()).toContain(told);
  }
  await press("link", "Aloita vastaaminen");
  await answerAll();
  await press("button", "Lähetä vastaukset");
  await until(() => expect(said("status")).toContain("Vastauksesi on lähetetty."));
  await until(() => expect(main()).toContain("Kyselyyn vastattiin 28.11.2026 klo 12:00."));
  expect(main()).toContain("Selässä");
  expect(focused()).toBe(byRole("heading", "Kipukysely"));
  expect(sentOf(calls, "SendMyAnswers")).toMatchObject([
    { surveyActivationId, publishedVersion: 2, answers: { answers: [inPain, where("Selässä")] } },
  ]);
  // The questions are not there any more when one goes back.
  expect(router.state.location.search).toEqual({ sent: true });
});

it("SUR-03 keeps answers at the server as they are given, and says so", async () => {
  const { answer, kept } = server();
  const { calls } = await open(`${page}?fill=true`, answer);
  await heading("Kipukysely");
  await until(() => expect(said("status")).toContain("Vastauksesi tallentuvat itsestään."));
  await answerFirst();
  await until(() => expect(said("status")).toContain("Vastauksesi on tallennettu."));
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("Selkä");
  await until(() => expect(kept.answers).toMatchObject({ answers: [inPain, where("Selkä")] }));
  expect(sentOf(calls, "SaveMyAnswers").map(({ revision }) => revision)).toEqual([0n, 1n]);
});

it("SUR-03 goes on where one was", async () => {
  const begun = { survey: { begun: true }, answers: { answers: [inPain, where("Sel")] }, revision: 4n };
  const { answer, kept } = server(begun);
  await open(page, answer);
  await press("link", "Jatka vastaamista");
  await heading(/Paikka/);
  expect(byRole("textbox", "Missä kipu on?")).toHaveValue("Sel");
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("kä");
  await until(() => expect(kept.revision).toBe(5n));
});

it("SUR-03 brings to the server at once what was answered last when one leaves, and has it again when one comes back", async () => {
  const { answer, kept } = server();
  const { router } = await open(`${page}?fill=true`, answer);
  await answerFirst();
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("Jalka");
  await act(async () => void router.navigate({ to: "/surveys" }));
  await until(() => expect(kept.answers).toMatchObject({ answers: [inPain, where("Jalka")] }));
  await act(async () => void router.history.back());
  await until(() => expect(byRole("textbox", "Missä kipu on?")).toHaveValue("Jalka"));
});

it("SUR-03 says that answers could not be kept, asks before they are left, and keeps them later", async () => {
  let isAway = true;
  const { answer, kept } = server();
  const { router } = await open(`${page}?fill=true`, (call) => {
    if (call.method === "SaveMyAnswers" && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await answerFirst();
  await until(() => expect(said("status")).toContain("Vastauksiasi ei saatu vielä tallennettua."));
  await act(async () => void router.navigate({ to: "/surveys" }));
  await press("button", "Jatka muokkaamista");
  isAway = false;
  await act(async () => void window.dispatchEvent(new Event("online")));
  await until(() => expect(said("status")).toContain("Vastauksesi on tallennettu."));
  expect(kept.answers).toMatchObject({ answers: [inPain] });
});

it("SUR-03 tells of answers from another device, shows them, and brings back what was answered here", async () => {
  const { answer, kept } = server({ answers: { answers: [inPain] }, revision: 1n });
  await open(`${page}?fill=true`, answer);
  await answerFirst();
  kept.answers = { answers: [inPain, where("Muualla")] };
  kept.revision = 9n;
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("Tässä");
  await until(() => expect(said("status")).toContain("myös toisella laitteella"));
  // Nothing is saved over it, and nothing that stands here is lost.
  expect(kept.revision).toBe(9n);
  expect(byRole("textbox", "Missä kipu on?")).toHaveValue("Tässä");
  await press("button", "Näytä muualla annetut");
  expect(byRole("textbox", "Missä kipu on?")).toHaveValue("Muualla");
  await press("button", "Palauta tässä annetut");
  expect(byRole("textbox", "Missä kipu on?")).toHaveValue("Tässä");
  await until(() => expect(kept).toMatchObject({ answers: { answers: [inPain, where("Tässä")] }, revision: 10n }));
});

it("SUR-03 keeps what was answered here instead when that is chosen", async () => {
  const { answer, kept } = server({ answers: { answers: [inPain] }, revision: 1n });
  await open(`${page}?fill=true`, answer);
  await answerFirst();
  kept.answers = { answers: [inPain, where("Muualla")] };
  kept.revision = 9n;
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("Tässä");
  await press("button", "Jatka näillä");
  await until(() => expect(kept).toMatchObject({ answers: { answers: [inPain, where("Tässä")] }, revision: 10n }));
});

it("SUR-03 goes on in the newest version when it was published anew before anything was kept", async () => {
  const { answer, kept } = server();
  const { calls } = await open(`${page}?fill=true`, answer);
  await heading("Kipukysely");
  kept.newest = 3;
  await answerAll();
  await until(() => expect(kept.answers).toMatchObject({ answers: [inPain, where("Selässä")] }));
  expect(kept.publishedVersion).toBe(3);
  expect(main()).not.toContain("myös toisella laitteella");
  await press("button", "Lähetä vastaukset");
  await until(() => expect(main()).toContain("Vastauksesi on lähetetty."));
  expect(sentOf(calls, "SendMyAnswers").map(({ publishedVersion }) => publishedVersion)).toEqual([3]);
});

it("SUR-03 says that what is sent was published anew, and sends it in the newest version then", async () => {
  const { answer, kept } = server();
  const { calls } = await open(`${page}?fill=true`, (call) => {
    if (call.method === "SaveMyAnswers") throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await answerAll();
  kept.newest = 3;
  await press("button", "Lähetä vastaukset");
  await until(() => expect(said("alert")).toContain("Vastauksiasi ei lähetetty."));
  expect(main()).toContain("Selässä");
  await press("button", "Lähetä vastaukset");
  await until(() => expect(main()).toContain("Vastauksesi on lähetetty."));
  expect(sentOf(calls, "SendMyAnswers").map(({ publishedVersion }) => publishedVersion)).toEqual([2, 3]);
});

it.each([["Jatka näillä"], ["Näytä muualla annetut", "Palauta tässä annetut"]])(
  "SUR-03 puts what was answered here over the version of what was begun elsewhere (%s)",
  async (...choices) => {
    const { answer, kept } = server({ answers: { answers: [inPain] }, revision: 1n });
    await open(`${page}?fill=true`, answer);
    await answerFirst();
    Object.assign(kept, { answers: { answers: [inPain, where("Muualla")] }, revision: 9n });
    Object.assign(kept, { newest: 3, publishedVersion: 3 });
    await focus(byRole("textbox", "Missä kipu on?"));
    await type("Tässä");
    for (const choice of choices) {
      await until(() => byRole("button", choice));
      await focus(byRole("button", choice));
      await press("button", choice);
      // The button is gone, and the focus is where it was.
      expect(focused().querySelector("[role=status]")).not.toBeNull();
      expect(focused().contains(byRole("heading", "Kipukysely"))).toBe(false);
    }
    await until(() => expect(kept).toMatchObject({ answers: { answers: [inPain, where("Tässä")] }, revision: 10n }));
    expect(kept.publishedVersion).toBe(3);
  },
);

it("SUR-03 does not send over newer answers from another device: one of both is chosen first", async () => {
  const { answer, kept } = server();
  const { calls } = await open(`${page}?fill=true`, answer);
  await answerAll("Tässä");
  await until(() => expect(kept.answers).toMatchObject({ answers: [inPain, where("Tässä")] }));
  Object.assign(kept, { answers: { answers: [inPain, where("Muualla")] }, revision: 9n });
  await press("button", "Lähetä vastaukset");
  await until(() => expect(focused().textContent).toContain("myös toisella laitteella"));
  await press("button", "Lähetä vastaukset");
  await until(() => expect(byRole("button", "Lähetä vastaukset")).toBeEnabled());
  expect(sentOf(calls, "SendMyAnswers")).toEqual([]);
  await press("button", "Näytä muualla annetut");
  await press("button", "Lähetä vastaukset");
  await until(() => expect(main()).toContain("Vastauksesi on lähetetty."));
  expect(sentOf(calls, "SendMyAnswers")).toMatchObject([{ answers: { answers: [inPain, where("Muualla")] } }]);
});

it("SUR-03 asks before the tab is closed while answers are on their way, and brings them to the server at once", async () => {
  const { answer, kept } = server();
  const asksOnClose = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await open(`${page}?fill=true`, answer);
  await heading("Kipukysely");
  expect(asksOnClose()).toBe(false);
  await press("radio", "Kyllä");
  expect(asksOnClose()).toBe(true);
  await until(() => expect(said("status")).toContain("Vastauksesi on tallennettu."));
  expect(kept.revision).toBe(1n);
  expect(asksOnClose()).toBe(false);
});

it("SUR-03 asks before one goes back to what it is about while answers are not kept, and keeps them before one signs out", async () => {
  let isAway = true;
  const { answer, kept } = server();
  const { router } = await open(page, (call) => {
    if (call.method === "SaveMyAnswers" && isAway) throw new CallError(Code.unavailable, "");
    return answer(call);
  });
  await press("link", "Aloita vastaaminen");
  await answerFirst();
  await until(() => expect(said("status")).toContain("Vastauksiasi ei saatu vielä tallennettua."));
  await act(async () => void router.navigate({ to: page }));
  await press("button", "Jatka muokkaamista");
  expect(router.state.location.search).toEqual({ fill: true });
  await act(async () => void router.navigate({ to: page }));
  await press("button", "Poistu tallentamatta");
  await until(() => byRole("link", "Aloita vastaaminen"));
  isAway = false;
  await act(async () => void (await finishWork()));
  expect(kept.answers).toMatchObject({ answers: [inPain] });
});

it("SUR-03 goes on with its own answers when the answer about keeping them was lost", async () => {
  let isLost = true;
  const { answer, kept } = server();
  await open(`${page}?fill=true`, (call) => {
    const answered = answer(call);
    if (call.method !== "SaveMyAnswers" || !isLost) return answered;
    isLost = false;
    throw new CallError(Code.deadlineExceeded, "");
  });
  await answerFirst();
  await until(() => expect(kept.revision).toBe(1n));
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("Selkä");
  await until(() => expect(kept).toMatchObject({ answers: { answers: [inPain, where("Selkä")] } }));
  expect(main()).not.toContain("myös toisella laitteella");
});

it("SUR-03 shows at its item what the server says of it, and sends what is answered otherwise as another try", async () => {
  let tries = 0;
  const { answer } = server();
  const { calls } = await open(`${page}?fill=true`, (call) => {
    if (call.method !== "SendMyAnswers") return answer(call);
    tries += 1;
    if (tries > 1) return answer(call);
    return call.reply({ problems: [{ linkId: "where", code: "too_long", params: { max: "3" } }] });
  });
  await answerAll("Selässä");
  await press("button", "Lähetä vastaukset");
  await heading(/Paikka/);
  await until(() => expect(byRole("textbox", "Missä kipu on?")).toBeInvalid());
  await focus(byRole("textbox", "Missä kipu on?"));
  await type("ä");
  await press("button", "Jatka");
  await press("button", "Lähetä vastaukset");
  await until(() => expect(main()).toContain("Vastauksesi on lähetetty."));
  const keys = calls.filter(({ method }) => method === "SendMyAnswers").map(({ options }) => options.metadata);
  expect(new Set(keys.map((metadata) => metadata["idempotency-key"])).size).toBe(2);
});

it("SUR-03 sends the same try again when nobody answered", async () => {
  let isAway = true;
  const { answer } = server();
  const { calls } = await open(`${page}?fill=true`, (call) => {
    if (call.method === "SendMyAnswers" && isAway) throw new CallError(Code.deadlineExceeded, "");
    return answer(call);
  });
  await answerAll();
  await press("button", "Lähetä vastaukset");
  await until(() => expect(said("alert")).toContain("Vastauksiasi ei lähetetty."));
  isAway = false;
  await press("button", "Lähetä vastaukset");
  await until(() => expect(main()).toContain("Vastauksesi on lähetetty."));
  const keys = calls.filter(({ method }) => method === "SendMyAnswers").map(({ options }) => options.metadata);
  expect(new Set(keys.map((metadata) => metadata["idempotency-key"])).size).toBe(1);
});

it("SUR-03 says that somebody was faster, and shows what was sent and by whom", async () => {
  const { answer, kept } = server();
  await open(`${page}?fill=true`, (call) => {
    if (call.method !== "SendMyAnswers") return answer(call);
    const answeredAt = at("2026-11-28T10:00:00Z");
    kept.answers = { answers: [inPain, where("Niskassa")] };
    kept.survey = { state: state.answered, answeredAt, representativeName: "Liisa Lahti" };
    throw refused("already_answered");
  });
  await answerAll();
  await press("button", "Lähetä vastaukset");
  await until(() => expect(said("alert")).toContain("Kyselyyn on jo vastattu."));
  expect(main()).toContain("Puolesta asioiva Liisa Lahti vastasi kyselyyn 28.11.2026 klo 12:00.");
  expect(main()).toContain("Niskassa");
  expect(main()).not.toContain("Selässä");
});

it.each([
  ["survey_over", state.expired, "Siihen ei voi enää vastata."],
  ["survey_withdrawn", state.withdrawn, "Sinun ei tarvitse vastata siihen."],
])("SUR-03 says why it cannot be sent any more (%s)", async (reason, now, text) => {
  const { answer, kept } = server();
  await open(`${page}?fill=true`, (call) => {
    if (call.method !== "SendMyAnswers") return answer(call);
    kept.survey = { state: now };
    throw refused(reason);
  });
  await answerAll();
  await press("button", "Lähetä vastaukset");
  await until(() => expect(said("alert")).toContain("Vastauksiasi ei lähetetty."));
  expect(main()).toContain(text);
  expect(allByRole("radio")).toEqual([]);
});

it("SUR-03 says while one answers that it was taken back", async () => {
  const { answer, kept } = server();
  await open(`${page}?fill=true`, (call) => {
    if (call.method !== "SaveMyAnswers") return answer(call);
    kept.survey = { state: state.withdrawn };
    throw refused("survey_withdrawn");
  });
  await answerFirst();
  await until(() => expect(main()).toContain("Kysely on peruttu. Sinun ei tarvitse vastata siihen."));
});

it("SUR-03 shows what was answered with the scores that are shown to who answers", async () => {
  const score = { linkId: "sum", type: 12, text: texts("Kivun määrä"), score: { kind: 1, shown: true } };
  const [one, two] = questionnaire.items;
  const scored = { items: [{ ...one, items: [...(one?.items ?? []), score] }, two] };
  await open(page, ({ method, reply }) =>
    method === "GetMySurvey"
      ? reply({
          questionnaire: scored,
          publishedVersion: 2,
          survey: { ...survey, state: state.answered, answeredAt: at("2026-11-28T10:00:00Z") },
          answers: { answers: [inPain, where("Selässä")] },
          scores: [{ linkId: "sum", value: 7_000_000n }],
        })
      : reply({}),
  );
  await until(() => expect(main()).toContain("Kivun määrä7"));
  expect(main()).toContain("Missä kipu on?Selässä");
  byRole("button", "Tulosta");
});

it("SUR-03 lets a teenager show a survey to guardians", async () => {
  const { answer } = server({ survey: { mayShowToGuardians: true } });
  const { calls } = await open(page, answer);
  await until(() => expect(main()).toContain("Huoltajasi eivät näe tätä kyselyä eivätkä vastauksiasi."));
  await press("button", "Näytä huoltajille");
  await until(() =>
    expect(sentOf(calls, "ShowMySurveyToGuardians")).toMatchObject([{ surveyActivationId, visible: true }]),
  );
});

it("SUR-08 speaks Sámi around a survey in Finnish, which is marked as Finnish", async () => {
  const { answer } = server();
  await open(page, answer, "smn");
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Kipukysely"));
  expect(document.querySelector("h1")?.lang).toBe("fi");
  expect([...document.querySelectorAll("main p[lang=fi]")].map(({ textContent }) => textContent)).toEqual([
    "Kysymme kivusta.",
  ]);
  await press("link", "Aalgât västidem");
  await until(() => expect(byRole("radio", "Ij").closest("[lang]")?.getAttribute("lang")).toBe("fi"));
  expect(document.querySelector("h2 [lang=fi]")?.textContent).toBe("Kipu");
});

it("SUR-08 marks titles in lists as Finnish", async () => {
  await open(
    "/surveys/omavointi",
    ({ method, reply }) => reply(method === "ListMySurveys" ? { surveys: [survey] } : {}),
    "sms",
  );
  await until(() => expect(document.querySelector("main li [lang=fi]")?.textContent).toBe("Kipukysely"));
});

it("reads a survey in Swedish where it is Swedish", async () => {
  const { answer } = server();
  await open(page, answer, "sv");
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Smärtenkät"));
  expect(document.querySelector("h1")?.hasAttribute("lang")).toBe(false);
});
