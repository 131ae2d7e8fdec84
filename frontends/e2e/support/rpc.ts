/** Calls of the apps without their pages, by which tests prepare what they are not about. */
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import type { APIRequestContext } from "playwright-core";
import { failureOf } from "../../shared/src/rpc/failure-of";
import { MyHealthRecordService } from "../../shared/src/rpc/gen/kajo/content/v1/health_record_pb";
import { MyContentList, MyContentService } from "../../shared/src/rpc/gen/kajo/content/v1/my_content_pb";
import { CategoryService } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_pb";
import { ConversationService } from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { CustomerTaskService } from "../../shared/src/rpc/gen/kajo/conversations/v1/customer_task_pb";
import { FormCategoryService } from "../../shared/src/rpc/gen/kajo/conversations/v1/form_pb";
import { TaskService } from "../../shared/src/rpc/gen/kajo/conversations/v1/task_pb";
import { TermsService } from "../../shared/src/rpc/gen/kajo/identity/v1/terms_pb";
import { WorkContextService } from "../../shared/src/rpc/gen/kajo/identity/v1/work_context_pb";
import { BookingService, TimesWanted } from "../../shared/src/rpc/gen/kajo/scheduling/v1/booking_pb";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { MySurveyList, MySurveyService } from "../../shared/src/rpc/gen/kajo/survey/v1/my_survey_pb";
import { newIdempotencyKey } from "../../shared/src/rpc/idempotency-key";
import { CallError } from "../../shared/src/rpc/transport";
import { platformHeader } from "./http";
import { keepWritten } from "./privacy/record";
import { practitionerUrl, residentUrl } from "./stack";

/** Before a message stand a byte of flags and four of its length. */
const prefix = 5;

/** Calls a service as the app of whoever is signed in would. */
export async function call<I extends DescMessage, O extends DescMessage>(
  http: APIRequestContext,
  app: string,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
): Promise<MessageShape<O>> {
  const path = `/${method.parent.typeName}/${method.name}`;
  const message = toBinary(method.input, create(method.input, request));
  const frame = Buffer.alloc(prefix + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefix);
  const answer = await http.post(`${app}${path}`, {
    headers: {
      ...platformHeader,
      Origin: app,
      "content-type": "application/grpc-web+proto",
      "accept-language": "fi",
      "idempotency-key": newIdempotencyKey(),
    },
    data: frame,
  });
  const body = await answer.body();
  const length = body.length >= prefix ? body.readUInt32BE(1) : 0;
  const trailers = body.subarray(prefix + length).toString("latin1");
  const status = answer.headers()["grpc-status"] ?? /grpc-status:\s*(\d+)/.exec(trailers)?.[1];
  if (status !== "0") {
    const details =
      answer.headers()["grpc-status-details-bin"] ?? /grpc-status-details-bin:\s*(\S+)/.exec(trailers)?.[1];
    const said = `${path} answered ${answer.status()} with the status ${status}: ${trailers}`;
    throw new CallError(Number(status), said, details);
  }
  return fromBinary(method.output, body.subarray(prefix, prefix + length));
}

/** The fields for which a call is refused, each with why; of one that is taken there are none. */
export async function refusedFields(attempt: Promise<unknown>): Promise<readonly string[]> {
  const refused = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  return failureOf(refused, "").fields.map(({ field, reason }) => `${field} ${reason}`);
}

/** Accepts what another test has published since the demo people accepted the first terms. */
export async function acceptNewTerms(http: APIRequestContext): Promise<void> {
  const { version } = await call(http, residentUrl, TermsService.method.getTerms, {});
  if (version > 1) await call(http, residentUrl, TermsService.method.acceptTerms, { version });
}

/** The one among many whose name is wanted. */
export function named<T>(all: readonly T[], nameOf: (each: T) => string | undefined, wanted: string): T {
  const found = all.find((each) => nameOf(each) === wanted);
  if (!found) throw new Error(`${wanted} is not among ${all.map(nameOf).join(", ")}`);
  return found;
}

/** Where residents of Lehtola ask the nurses of the health station. */
export async function nursesTopic(http: APIRequestContext) {
  const ask = (serviceAreaId: string) =>
    call(http, residentUrl, CategoryService.method.listCategories, { serviceAreaId });
  const { serviceAreaId } = named((await ask("")).serviceAreas, ({ name }) => name, "Lehtola");
  const { categoryId, subcategories } = named(
    (await ask(serviceAreaId)).categories,
    ({ name }) => name?.texts.fi,
    "Terveysasema",
  );
  const { subcategoryId } = named(subcategories, ({ name }) => name?.texts.fi, "Kysymys hoitajalle");
  return { serviceAreaId, categoryId, subcategoryId };
}

/** A resident's first message to the nurses of Lehtola; the id of the conversation. */
export async function startConversation(http: APIRequestContext, topic: string, text: string): Promise<string> {
  keepWritten([topic, text]);
  const where = await nursesTopic(http);
  const message = { ...where, topic, text };
  return (await call(http, residentUrl, ConversationService.method.startConversation, message)).conversationId;
}

/** The conversation of a resident in which something happened last. */
export async function newestConversation(http: APIRequestContext): Promise<string> {
  const { conversations } = await call(http, residentUrl, ConversationService.method.listMyConversations, {});
  const [newest] = conversations;
  if (!newest) throw new Error("there is no conversation");
  return newest.conversationId;
}

/** A task that a resident was given, whether it is done or not. */
export async function anyTask(http: APIRequestContext): Promise<string> {
  for (const finished of [false, true]) {
    const { tasks } = await call(http, residentUrl, CustomerTaskService.method.listMyCustomerTasks, { finished });
    if (tasks[0]) return tasks[0].customerTaskId;
  }
  throw new Error("there is no task");
}

/** A survey that a resident was asked to answer, whether they have or not. */
export async function anySurvey(http: APIRequestContext): Promise<string | undefined> {
  for (const list of [MySurveyList.TO_ANSWER, MySurveyList.ANSWERED, MySurveyList.PAST]) {
    const { surveys } = await call(http, residentUrl, MySurveyService.method.listMySurveys, { list });
    if (surveys[0]) return surveys[0].surveyActivationId;
  }
  return undefined;
}

/** A content that a resident was given, whether they have read it or not. */
export async function anyContent(http: APIRequestContext): Promise<string | undefined> {
  for (const list of [MyContentList.UNREAD, MyContentList.PAST]) {
    const { contents } = await call(http, residentUrl, MyContentService.method.listMyContents, { list });
    if (contents[0]) return contents[0].patientContentId;
  }
  return undefined;
}

/** A laboratory result and a prescription of a resident, who may have none. */
export async function anyHealthRecords(http: APIRequestContext) {
  const { listMyLabResults, listMyPrescriptions } = MyHealthRecordService.method;
  const [{ labResults }, { prescriptions }] = await Promise.all([
    call(http, residentUrl, listMyLabResults, {}),
    call(http, residentUrl, listMyPrescriptions, {}),
  ]);
  return { labResult: labResults[0]?.labResultId, prescription: prescriptions[0]?.prescriptionId };
}

/** A form that residents can fill in, by its queue and the category of that: the first one, which is the demo's. */
export async function anyForm(http: APIRequestContext) {
  const { categories } = await call(http, residentUrl, FormCategoryService.method.listFormCategories, {});
  const [first] = categories;
  const queue = first?.subcategories[0]?.subcategoryId;
  if (!first || !queue) throw new Error("there is no form");
  return { category: first.categoryId, queue };
}

/** A professional chooses a role, by its Finnish name, at the health station of Lehtola. */
export async function chooseWorkContext(http: APIRequestContext, role: string): Promise<void> {
  const { roles, locations } = await call(http, practitionerUrl, WorkContextService.method.listWorkContexts, {});
  const { roleId } = named(roles, ({ name }) => name?.texts.fi, role);
  const { locationId } = named(locations, ({ name }) => name, "Lehtolan terveysasema");
  await call(http, practitionerUrl, WorkContextService.method.chooseWorkContext, { roleId, locationId });
}

/** Somebody writes into a conversation. */
export async function writeMessage(
  http: APIRequestContext,
  app: string,
  conversationId: string,
  text: string,
): Promise<void> {
  keepWritten([text]);
  await call(http, app, ConversationService.method.writeMessage, { conversationId, text });
}

/** A professional takes a conversation out of its queue. */
export async function takeConversation(http: APIRequestContext, conversationId: string): Promise<void> {
  await call(http, practitionerUrl, TaskService.method.takeConversation, { conversationId });
}

/** A resident books a nurse of the demo in person, in some weeks; which appointment it is, its day and when it begins. */
export async function bookNurse(http: APIRequestContext, nurse: string) {
  const method = BookingService.method;
  const { services } = await call(http, residentUrl, method.searchBookable, { search: "hoitajan vastaanotto" });
  const serviceId = services[0]?.service?.id ?? "";
  const from = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  const { times } = await call(http, residentUrl, method.listTimes, {
    filter: { serviceId, types: [AppointmentType.IN_PERSON] },
    wanted: TimesWanted.WEEK,
    date: from,
  });
  const { offerId, span } = named(times, ({ practitionerName }) => practitionerName, nurse);
  const { hold } = await call(http, residentUrl, method.holdSlot, { offerId });
  if (!hold || !span) throw new Error("nothing is held");
  const held = { holdId: hold.holdId, fence: hold.fence, offerId };
  const { appointmentId } = await call(http, residentUrl, method.bookAppointment, held);
  const [date = "", time = ""] = span.civilStart.split("T");
  return { appointmentId, date, time };
}
