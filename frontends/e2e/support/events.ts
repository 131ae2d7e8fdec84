/** What a resident finds among their events: of each kind something that is over, and something to come where there is such a thing. */
import type { APIRequestContext, Page } from "playwright-core";
import { expect } from "vitest";
import { ConversationService } from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { BookingService } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_pb";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { SurveyActivationService } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { bookTimes, dayAhead, makeBookable } from "./bookable";
import { beginChat, endChat } from "./chat-calls";
import { newQueue } from "./chat-queues";
import { finishTask, giveTask } from "./customer-tasks";
import { newForm, sendForm } from "./form-queues";
import { idsOf, medicationRequest, newKey, observation, sendBundle } from "./health-records";
import { giveContent, publishContent, readContent, takeBackContent } from "./patient-contents";
import { administrator, professional, topic } from "./people";
import { call, startConversation, takeConversation, writeMessage } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";
import { answerAgain, publishPain } from "./surveys";

const { cancelAppointment } = BookingService.method;
const { activateSurvey, withdrawSurvey } = SurveyActivationService.method;

/** The two ends of everything that happens: the resident, and a nurse who has opened them. */
interface Both {
  readonly resident: APIRequestContext;
  readonly nurse: APIRequestContext;
  readonly patientId: string;
  /** By which laboratories know the resident. */
  readonly ssn: string;
}

/** Of two times of one service the later one is cancelled. */
async function appointments(resident: APIRequestContext) {
  const service = topic("Jalkahoito");
  const from = dayAhead(3);
  const { context } = await administrator("Paula");
  await makeBookable(context.request, {
    service,
    instructions: "Tule ajoissa.",
    from,
    until: from,
    at: [{ location: "Lehtolan terveysasema", type: AppointmentType.IN_PERSON }],
    hours: { from: "18:00", until: "20:00" },
  });
  await context.close();
  const wanted = { service, type: AppointmentType.IN_PERSON, from, count: 2 };
  const [booked = "", cancelled = ""] = await bookTimes(resident, wanted);
  await call(resident, residentUrl, cancelAppointment, { appointmentId: cancelled, reason: "En pääse paikalle." });
  return { service, booked, cancelled };
}

/** One that a nurse has answered and nobody has read, and one that waits. */
async function messages({ resident, nurse }: Both) {
  const [answered, waiting] = [topic("Vastattu viesti"), topic("Odottava viesti")];
  const answeredId = await startConversation(resident, answered, "Milloin tulokset tulevat?");
  await takeConversation(nurse, answeredId);
  await writeMessage(nurse, practitionerUrl, answeredId, "Ne tulevat huomenna.");
  await startConversation(resident, waiting, "Voiko lääkkeen jakaa kahtia?");
  return { answered, answeredId, waiting };
}

async function application(resident: APIRequestContext) {
  const { queue: form, subcategoryId } = await newForm();
  const formId = await sendForm(resident, subcategoryId, "Tarvitsen apua iltaisin");
  const isListed = async () => {
    const { listMyConversations } = ConversationService.method;
    const { conversations } = await call(resident, residentUrl, listMyConversations, {});
    return conversations.some(({ conversationId }) => conversationId === formId);
  };
  await expect.poll(isListed).toBe(true);
  return { form, formId };
}

/** The first one is over, the second one goes on, both behind the same queue. */
async function chats({ resident, nurse }: Both) {
  const { name: chat, chatQueueId } = await newQueue("Tapahtumajono");
  const endedChatId = await beginChat(resident, nurse, chatQueueId);
  await endChat(nurse, practitionerUrl, endedChatId);
  return { chat, endedChatId, chatId: await beginChat(resident, nurse, chatQueueId) };
}

async function tasks({ resident, nurse, patientId }: Both) {
  const [openTask, doneTask] = [topic("Avoin tehtävä"), topic("Tehty tehtävä")];
  const openTaskId = await giveTask(nurse, patientId, openTask);
  const doneTaskId = await giveTask(nurse, patientId, doneTask);
  await finishTask(resident, doneTaskId);
  return { openTask, openTaskId, doneTask, doneTaskId };
}

/** Twice the same one: to be answered, and answered. */
async function surveys({ resident, nurse, patientId }: Both) {
  const survey = topic("Kipukysely");
  const { context } = await professional("Ritva");
  const { surveyId } = await publishPain(context.request, survey, "VAS");
  await context.close();
  const which = { patientId, surveyId };
  const { surveyActivationId } = await call(nurse, practitionerUrl, activateSurvey, which);
  await answerAgain(nurse, resident, which, [3]);
  return { survey, surveyActivationId };
}

/** Twice the same one: to be read, and read. */
async function contents({ resident, nurse, patientId }: Both) {
  const content = topic("Hoito-ohje");
  const serviceContentId = await publishContent(content, "Lepää ja juo riittävästi.");
  const readContentId = await giveContent(nurse, patientId, serviceContentId);
  await readContent(resident, readContentId);
  return { content, readContentId, contentId: await giveContent(nurse, patientId, serviceContentId) };
}

/** A sample is taken now; a prescription knows its day alone. */
async function healthRecords({ ssn }: Both) {
  const [labResult, medication] = [topic("Hemoglobiini"), topic("Rautavalmiste")];
  const prescription = { ssn, medication, dosage: "Yksi tabletti aamuisin.", purpose: "Raudan puutteen hoito" };
  const [labResultId = "", prescriptionId = ""] = idsOf(
    await sendBundle(await newKey(), [
      observation({ ssn, name: labResult, value: 2.5 }),
      medicationRequest(prescription),
    ]),
  );
  return { labResult, labResultId, medication, prescriptionId };
}

/** Brings it all about, one after the other: what is named first here happens first. */
export async function liveThrough(both: Both) {
  return {
    ...(await appointments(both.resident)),
    ...(await messages(both)),
    ...(await application(both.resident)),
    ...(await chats(both)),
    ...(await tasks(both)),
    ...(await surveys(both)),
    ...(await contents(both)),
    ...(await healthRecords(both)),
  };
}

export type Lived = Awaited<ReturnType<typeof liveThrough>>;

/** Nothing of it is to come any more, and no chat goes on. */
export async function settle({ resident, nurse }: Both, lived: Lived) {
  const { booked, openTaskId, surveyActivationId, chatId, contentId } = lived;
  await call(resident, residentUrl, cancelAppointment, { appointmentId: booked, reason: "En pääse paikalle." });
  await finishTask(resident, openTaskId);
  await call(nurse, practitionerUrl, withdrawSurvey, { surveyActivationId });
  await takeBackContent(nurse, contentId);
  await endChat(nurse, practitionerUrl, chatId);
}

/** The two parts of the page. */
export const upcoming = (page: Page) => page.getByRole("region", { name: "Tulevat tapahtumat" });
export const history = (page: Page) => page.getByRole("region", { name: "Tapahtumahistoria" });

/** What the history can be narrowed to. */
export const chip = (page: Page, name: string, pressed?: boolean) =>
  page
    .getByRole("group", { name: "Näytä" })
    .getByRole("button", { name, exact: true, ...(pressed === undefined ? {} : { pressed }) });
