/** The symptom assessment that a chat queue names, as responsible users choose it. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { BadRequestSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { allByRole, byRole, choose } from "../../shared/test/screen";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const survey = (n: number, fi: string, more: object = {}) => ({
  surveyId: numbered(n),
  title: { fi },
  type: SurveyType.SYMPTOM_ASSESSMENT,
  publishedVersion: 1,
  ...more,
});

const surveys = [
  survey(2, "Flunssan oirearvio"),
  survey(3, "Vanha oirearvio", { archived: true }),
  survey(4, "Keskeneräinen oirearvio", { publishedVersion: 0 }),
  survey(5, "Vatsan oirearvio"),
];

/** What the server says of the assessments, and of saving. */
let list: (call: SeenCall) => unknown;
let refusal: Error | undefined;

beforeEach(() => {
  forgetDrafts();
  list = ({ reply }) => reply({ surveys });
  refusal = undefined;
});

async function openQueue(more: object = {}) {
  const name = { fi: "Neuvolan chat", sv: "Rådgivningens chatt", en: "Clinic chat" };
  const details = { name, matter: Matter.HEALTH, followsSchedule: true, ...more };
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { panels: [{ panel: Panel.CHAT_QUEUES }] },
    GetChatQueue: { chatQueue: { chatQueueId: id, details, version: 3n } },
  };
  const { calls } = await open(`/admin/chat/${id}`, (call: SeenCall) => {
    if (call.method === "ListSurveys") return list(call);
    if (call.method === "SaveChatQueue" && refusal) throw refusal;
    return call.reply(answers[call.method] ?? {});
  });
  await until(() => expect(document.querySelector("form")).not.toBeNull());
  return (wanted: string) => calls.filter(({ method }) => method === wanted).map(({ request }) => request);
}

/** A refusal at one field. */
function refusedAt(field: string, reason: string): CallError {
  const value = toBinary(BadRequestSchema, create(BadRequestSchema, { fieldViolations: [{ field, reason }] }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.BadRequest", value }];
  const code = Code.invalidArgument;
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

const label = /^Käytettävä oirearvio/;
const choice = () => byRole("combobox", label) as HTMLSelectElement;
const offered = () => [...choice().options].filter(({ value }) => value !== "").map(({ text }) => text);
const save = () => act(async () => document.querySelector("form")?.requestSubmit());
const toggle = () =>
  act(async () => document.querySelector<HTMLInputElement>('[name="details.triage_required"]')?.click());

/** Types as a person does: React listens for what the browser says. */
async function write(field: string, written: string) {
  const input = document.querySelector<HTMLInputElement>(`[name="${field}"]`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, written);
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

it("CHA-09 asks for the assessment once one is required, offers those that are in force, and sends what is chosen", async () => {
  list = ({ request, reply }) => {
    const { page } = request as { readonly page?: { readonly token: string } };
    return page?.token
      ? reply({ surveys: surveys.slice(2) })
      : reply({ surveys: surveys.slice(0, 2), nextPageToken: "2" });
  };
  const sent = await openQueue();
  expect(allByRole("combobox", label)).toEqual([]);
  expect(sent("ListSurveys")).toEqual([]);
  await toggle();
  await until(() => expect(offered()).toEqual(["Flunssan oirearvio", "Vatsan oirearvio"]));
  expect(sent("ListSurveys")).toMatchObject([{ type: SurveyType.SYMPTOM_ASSESSMENT }, { page: { token: "2" } }]);
  await save();
  await until(() => expect(choice()).toHaveAttribute("aria-invalid", "true"));
  expect(sent("SaveChatQueue")).toEqual([]);
  await choose(choice(), "Vatsan oirearvio");
  await save();
  await until(() =>
    expect(sent("SaveChatQueue")).toMatchObject([
      { details: { triageRequired: true, assessmentSurveyId: numbered(5) }, version: 3n },
    ]),
  );
});

it("CHA-09 keeps the assessment that a queue names, whatever has become of it", async () => {
  await openQueue({ triageRequired: true, assessmentSurveyId: numbered(3) });
  await until(() => expect(choice().selectedOptions[0]?.text).toBe("Vanha oirearvio · Arkistoitu"));
  await openQueue({ triageRequired: true, assessmentSurveyId: numbered(7) });
  await until(() => expect(choice().selectedOptions[0]?.text).toBe("Ei enää olemassa"));
  list = fails(Code.internal);
  await openQueue({ triageRequired: true, assessmentSurveyId: numbered(2) });
  await until(() => expect(choice().selectedOptions[0]?.text).toBe("Nimeä ei voitu ladata"));
});

it("CHA-09 asks for none where an external provider chats, and keeps what was chosen", async () => {
  const sent = await openQueue({ triageRequired: true, assessmentSurveyId: numbered(2) });
  await until(() => choice());
  await write("details.external_url", "https://chat.example.com");
  expect(allByRole("combobox", label)).toEqual([]);
  await save();
  await until(() => expect(sent("SaveChatQueue")).toMatchObject([{ details: { assessmentSurveyId: numbered(2) } }]));
});

it("CHA-09 tells at the field why the server does not take it", async () => {
  refusal = refusedAt("details.assessment_survey_id", "assessment_missing");
  await openQueue({ triageRequired: true, assessmentSurveyId: numbered(2) });
  await until(() => choice());
  await save();
  await until(() => expect(choice()).toHaveAccessibleDescription(/Valitse oirearvio, johon jonoon liittyvä vastaa\./));
});
