/** The way from a conversation to what its patient has answered (SUR-04). */
import { act } from "react";
import { expect, it } from "vitest";
import { ConversationState } from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { SurveyActivationState } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const [conversationId, patientId, surveyId, responseId] = [numbered(4), numbered(2), numbered(3), numbered(7)];

const survey = {
  surveyActivationId: id,
  surveyId,
  title: { fi: "Kipukysely", sv: "Smärtenkät", en: "Pain survey" },
  state: SurveyActivationState.ANSWERED,
  surveyResponseId: responseId,
  mayRead: true,
};

const text = () => document.body.textContent ?? "";
const press = (words: string) =>
  act(async () => {
    const button = [...document.querySelectorAll("button")].findLast((each) => each.textContent?.trim() === words);
    button?.focus();
    button?.click();
  });
const asked = (calls: readonly SeenCall[]) => calls.filter(({ method }) => method === "ListSurveysOfPatient");

const answering = (isOpen: () => boolean, opened: () => void) => (call: SeenCall) => {
  const { method, reply } = call;
  if (method === "ListSurveysOfPatient") return isOpen() ? reply({ surveys: [survey] }) : fails(Code.notFound)();
  if (method === "OpenPatient") opened();
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { roleId: id, locationId: id },
    GetConversation: {
      conversation: {
        conversationId,
        topic: "Selkäkipu",
        state: ConversationState.QUEUED,
        residentId: patientId,
        residentName: "Maja Lindqvist",
      },
    },
  };
  return reply(answers[method] ?? {});
};

it("SUR-04 leads from a conversation to the answers of its patient, who is opened on a confirmed right, and names the way back", async () => {
  let isOpen = false;
  const { calls } = await open(
    `/inbox?conversation=${conversationId}`,
    answering(
      () => isOpen,
      () => {
        isOpen = true;
      },
    ),
  );
  await until(() => expect(text()).toContain("Potilaan kyselyt"));
  // A look is logged: none happens by itself.
  expect(asked(calls)).toEqual([]);
  await press("Potilaan kyselyt");
  await until(() => expect(text()).toContain("Kyselyt näkyvät tässä, kun potilas on avoinna."));
  await press("Avaa potilas");
  await act(async () => document.querySelector<HTMLInputElement>('dialog input[name="ground"]')?.click());
  await press("Avaa potilas");
  const link = () => [...document.querySelectorAll("a")].find((each) => each.textContent === "Kipukysely");
  await until(() => expect(link()).toBeDefined());
  expect(link()?.getAttribute("href")).toBe(
    `/fi/surveys/${patientId}/responses/${surveyId}/${responseId}?activeConversationId=${conversationId}`,
  );
  expect(asked(calls).at(-1)?.request).toMatchObject({ patientId, past: true });
  // The button that was pressed is gone: the focus stays with what came in its place.
  await until(() => expect(document.activeElement?.textContent).toContain("Kipukysely"));
  expect(document.activeElement).not.toBe(document.body);
});

it("SUR-04 asks nothing more of a patient who is open already", async () => {
  await open(
    `/inbox?conversation=${conversationId}`,
    answering(
      () => true,
      () => {},
    ),
  );
  await until(() => expect(text()).toContain("Potilaan kyselyt"));
  await press("Potilaan kyselyt");
  await until(() => expect(text()).toContain("Kipukysely"));
  expect(text()).not.toContain("Avaa potilas");
});
