/** From which digital path a task of a patient comes, wherever professionals have the task before them (CON-21). */
import { expect, it } from "vitest";
import type { Language } from "../../shared/src/i18n";
import { ConversationKind, ConversationState } from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { CustomerTaskState } from "../../shared/src/rpc/gen/kajo/conversations/v1/customer_task_pb";
import { Messaging } from "../../shared/src/rpc/gen/kajo/identity/v1/patient_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const [conversationId, pathId, customerTaskId] = [numbered(4), numbered(5), numbered(6)];

const task = {
  customerTaskId,
  state: CustomerTaskState.EXPIRED,
  title: "Mittaa verenpaine",
  instruction: "Aamuin illoin.",
  conversationId,
};
const ofPath = { ...task, pathId, pathExecutionId: numbered(7) };
const names = { fi: "Selkäpolku", sv: "Ryggstigen", en: "Back path" };

const answering = (given: object, named: (call: SeenCall) => unknown) => (call: SeenCall) => {
  const { method, request, reply } = call;
  if (method === "GetNames") return named(call);
  const { finished = false } = (request ?? {}) as { finished?: boolean };
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { roleId: id, locationId: id },
    GetPatient: {
      patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", messaging: Messaging.ALLOWED },
    },
    ListCustomerTasksOfPatient: { tasks: finished ? [] : [given] },
    GetCustomerTask: { task: given },
    GetConversation: {
      conversation: {
        conversationId,
        customerTaskId,
        kind: ConversationKind.CUSTOMER_TASK,
        topic: task.title,
        state: ConversationState.QUEUED,
        residentId: id,
        residentName: "Maja Lindqvist",
      },
    },
  };
  return reply(answers[method] ?? {});
};

const knows = ({ reply }: SeenCall) => reply({ names: [{ id: pathId, names: { texts: names } }] });
const text = () => document.body.textContent ?? "";
const tasks = () => document.querySelector('ul[aria-label="Avoimet tehtävät"]')?.textContent ?? "";
const onPatient = (given: object, named: (call: SeenCall) => unknown) =>
  open(`/patient?patient=${id}`, answering(given, named));

it("CON-21 says on the page of a patient from which digital path a task comes", async () => {
  const { calls } = await onPatient(ofPath, knows);
  await until(() => expect(tasks()).toContain("Hoitopolku: Selkäpolku"));
  const asked = calls.filter(({ method }) => method === "GetNames").map(({ request }) => request);
  expect(asked).toMatchObject([{ kind: "path", ids: [pathId] }]);
});

it.each<readonly [Language, string]>([
  ["fi", "Hoitopolku: Selkäpolku"],
  ["sv", "Vårdstig: Ryggstigen"],
  ["en", "Care path: Back path"],
])(
  "CON-21 says in %s in a conversation that a task opened from which digital path that comes",
  async (language, words) => {
    await open(`/inbox?conversation=${conversationId}`, answering(ofPath, knows), language);
    await until(() => expect(text()).toContain(words));
  },
);

it.each<readonly [string, (call: SeenCall) => unknown]>([
  ["its name cannot be fetched", fails(Code.unavailable)],
  ["it has no name", ({ reply }: SeenCall) => reply({})],
])("CON-21 says that a digital path gave it when %s", async (_, named) => {
  await onPatient(ofPath, named);
  await until(() => expect(tasks()).toContain("Ei tehty ajoissaHoitopolkuAamuin illoin."));
});

it("CON-21 says nothing of paths and asks for no name of what a professional gave", async () => {
  const { calls } = await onPatient({ ...task, activatedByName: "Liisa Virtanen" }, knows);
  await until(() => expect(tasks()).toContain("Mittaa verenpaine"));
  expect(tasks()).not.toContain("Hoitopolku");
  expect(calls.filter(({ method }) => method === "GetNames")).toEqual([]);
});
