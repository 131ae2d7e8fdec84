/** A queue that asks for an assessment of symptoms, as its service answers, and how people assess theirs. */
import { act } from "react";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { byRole, focus, type } from "../../shared/test/screen";
import { id, until } from "./open";

export const chatQueueId = "0190f5a0-0000-7000-8000-0000000000a1";
export const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
export const page = `/triage/${chatQueueId}`;

export const normal = 1;
export const notable = 2;
export const serious = 3;
/** One that no enum has. */
export const later = 99;

export const texts = (fi: string) => ({ texts: { fi } });
const at = (ms: number) => ({ seconds: BigInt(Math.floor(ms / 1_000)), nanos: 0 });
export const minuteMs = 60_000;

export const words = (linkId: string, value: string) => ({ linkId, values: [{ value: { case: "text", value } }] });
export const no = { linkId: "chest-pain", values: [{ value: { case: "boolean", value: false } }] };

const emergency = {
  linkId: "emergency-step",
  type: 1,
  text: texts("Hätätilanne"),
  items: [{ linkId: "chest-pain", type: 3, text: texts("Onko sinulla rintakipua?"), required: true }],
};
export const ailment = {
  linkId: "symptom-step",
  type: 1,
  text: texts("Vaiva"),
  items: [{ linkId: "words", type: 4, text: texts("Kerro voinnistasi"), required: true }],
};
export const duration = {
  linkId: "days-step",
  type: 1,
  text: texts("Kesto"),
  items: [{ linkId: "since", type: 4, text: texts("Mistä alkaen?"), required: true }],
};

export const openNow = { state: 1 };
export const shutNow = { state: 2 };

/** What somebody has sent, and can join with. */
export function assessment(level: number, { validFor = 60 * minuteMs } = {}) {
  const findings =
    level === 0 ? [] : [{ name: texts("Kiireellisyys"), text: texts("Näin vastauksesi kertovat."), level }];
  const until = Date.now() + validFor;
  return { assessmentId: id, completedAt: at(until - 60 * minuteMs), validUntil: at(until), level, findings };
}

interface Service {
  /** What sending comes to. */
  readonly level?: number;
  /** What they have sent before. */
  readonly completed?: object;
  readonly standing?: object;
  /** Of sending, one after the other. */
  readonly refusals?: readonly string[];
  /** Of joining. */
  readonly notJoined?: string;
}

/** As the service answers. */
export function service({ level = normal, completed, standing = openNow, refusals = [], notJoined }: Service = {}) {
  const waiting = [...refusals];
  const now = { completed, standing, publishedVersion: 3, items: [emergency, ailment] as readonly object[] };
  const answer = ({ method, reply }: SeenCall): unknown => {
    switch (method) {
      case "GetAssessment":
        return reply({
          chatQueueName: texts("Päivystyksen chat"),
          standing: now.standing,
          title: { fi: "Päivystyksen oirearvio", sv: "", en: "" },
          description: { fi: "Kerro, mikä sinua vaivaa.", sv: "", en: "" },
          questionnaire: { items: now.items },
          publishedVersion: now.publishedVersion,
          consentVersion: 1,
          ...(now.completed ? { completed: now.completed } : {}),
        });
      case "SubmitAssessment": {
        const reason = waiting.shift();
        if (reason !== undefined) throw refused(reason);
        now.completed = assessment(level);
        return reply({ completed: now.completed });
      }
      case "JoinChatQueue":
        if (notJoined === undefined) return reply({ chatId });
        if (notJoined === "chat_queue_closed") now.standing = shutNow;
        throw refused(notJoined);
      default:
        return reply({});
    }
  };
  return { answer, now };
}

export const main = () => document.querySelector("main")?.textContent ?? "";
export const alerts = () =>
  [...document.querySelectorAll("main [role=alert]")].map(({ textContent }) => textContent).join();
export const hrefs = (of = "a") =>
  [...document.querySelectorAll(`main ${of}`)].map((link) => link.getAttribute("href"));
export const numbers = () => hrefs("a[href^='tel:']");
export const press = async (role: string, name: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
export const heading = (name: string | RegExp) => until(() => byRole("heading", name));
export const callsOf = (calls: readonly SeenCall[], name: string) => calls.filter(({ method }) => method === name);
export const sentOf = (calls: readonly SeenCall[]) =>
  callsOf(calls, "SubmitAssessment").map(({ request }) => request as Record<string, unknown>);

export async function write(field: string, text: string) {
  await until(() => byRole("textbox", field));
  await focus(byRole("textbox", field));
  await type(text);
}

export const consent = /^Suostun siihen, että vastaukseni tallennetaan/;

export async function begin() {
  await press("checkbox", consent);
  await press("button", "Aloita oirearvio");
  await heading(/Vaihe 1\/3.*Hätätilanne/);
}

export async function answerAll(text = "Kurkku on kipeä") {
  await begin();
  await press("radio", "Ei");
  await press("button", "Jatka");
  await heading(/Vaiva/);
  await write("Kerro voinnistasi", text);
  await press("button", "Jatka");
  await heading(/Tarkista vastauksesi/);
}

export const send = () => press("button", "Lähetä vastaukset");
