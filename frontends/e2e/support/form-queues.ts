/** Forms of a test's own: a survey that residents or anybody answers, and the queue that names it, alone in its category. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { APIRequestContext } from "playwright-core";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { NameService } from "../../shared/src/rpc/gen/kajo/content/v1/name_pb";
import { CategoryAdminService } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_admin_pb";
import { CategoryModule, QueueKind } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_pb";
import { WorkContextService } from "../../shared/src/rpc/gen/kajo/identity/v1/work_context_pb";
import { FormService } from "../../shared/src/rpc/gen/kajo/survey/v1/form_pb";
import {
  ItemType,
  Level,
  Operator,
  type QuestionnaireSchema,
  ScoreKind,
} from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { SurveyService, SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import { administrator, topic } from "./people";
import { keepWritten } from "./privacy/record";
import { call, named } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

/** What the form is made of. */
export const words = {
  need: "Tuen tarve",
  why: "Mihin tarvitset tukea?",
  hours: "Kuinka monta tuntia autat läheistäsi päivässä?",
  help: "Kuka auttaa sinua?",
  contact: "Yhteydenotto",
  when: "Milloin sinut tavoittaa?",
  score: "Avun määrä",
  little: "Apua vähän",
  much: "Apua paljon",
} as const;

const million = 1_000_000;
const same = (text: string) => ({ fi: text, sv: text, en: text });
const text = (said: string) => ({ texts: same(said) });
const whole = (number: number) => BigInt(number);

/** Two steps; the third question comes with many hours, and what these come to is not shown to whoever answers. */
const questionnaire: MessageInitShape<typeof QuestionnaireSchema> = {
  items: [
    {
      linkId: "need",
      type: ItemType.GROUP,
      text: text(words.need),
      items: [
        { linkId: "why", type: ItemType.TEXT, text: text(words.why), required: true },
        {
          linkId: "hours",
          type: ItemType.INTEGER,
          text: text(words.hours),
          required: true,
          min: whole(0),
          max: whole(24),
        },
        {
          linkId: "help",
          type: ItemType.STRING,
          text: text(words.help),
          enableWhen: [
            {
              linkId: "hours",
              operator: Operator.GREATER_OR_EQUAL,
              value: { value: { case: "integer", value: whole(8) } },
            },
          ],
        },
        {
          linkId: "amount",
          type: ItemType.SCORE,
          text: text(words.score),
          score: {
            kind: ScoreKind.SUM,
            linkIds: ["hours"],
            bands: [
              { from: whole(0), text: text(words.little), level: Level.NORMAL },
              { from: whole(8 * million), text: text(words.much), level: Level.SERIOUS },
            ],
          },
        },
      ],
    },
    {
      linkId: "contact",
      type: ItemType.GROUP,
      text: text(words.contact),
      items: [{ linkId: "when", type: ItemType.STRING, text: text(words.when) }],
    },
  ],
};

interface NewForm {
  readonly category: string;
  readonly categoryId: string;
  readonly queue: string;
  readonly subcategoryId: string;
  /** Of the survey. */
  readonly title: string;
}

/** A form about health that nurses of Lehtola handle. */
export async function newForm(): Promise<NewForm> {
  const names = { category: topic("Tuki kotiin"), queue: topic("Tuen hakeminen"), title: topic("Hakemus tuesta") };
  const { context } = await administrator("Paula");
  const ids = await addForm(context.request, names);
  await context.close();
  return { ...names, ...ids };
}

/** A resident sends it without pages, with what must be answered in it; the conversation about it, which opens a moment later. */
export async function sendForm(http: APIRequestContext, subcategoryId: string, why: string): Promise<string> {
  keepWritten([why]);
  const { getForm, sendForm: send } = FormService.method;
  const { publishedVersion } = await call(http, residentUrl, getForm, { subcategoryId });
  const { problems, conversationId } = await call(http, residentUrl, send, {
    subcategoryId,
    publishedVersion,
    answers: {
      answers: [
        { linkId: "why", values: [{ value: { case: "text", value: why } }] },
        { linkId: "hours", values: [{ value: { case: "integer", value: whole(2) } }] },
      ],
    },
  });
  if (problems[0]) throw new Error(`${problems[0].linkId} is refused: ${problems[0].code}`);
  return conversationId;
}

/** One that anybody sends without saying who they are. */
export async function newPublicForm(): Promise<NewForm & { readonly tail: string }> {
  const names = {
    category: topic("Palautteet"),
    queue: topic("Palaute vastaanotosta"),
    title: topic("Anna palautetta"),
  };
  const tail = topic("palaute").replaceAll(" ", "-").toLowerCase();
  const { context } = await administrator("Paula");
  const ids = await addForm(context.request, names, tail);
  await context.close();
  return { ...names, ...ids, tail };
}

/** With the tail of an address it is for anybody. */
async function addForm(
  http: APIRequestContext,
  { category, queue, title }: Pick<NewForm, "category" | "queue" | "title">,
  urlTail = "",
) {
  const { surveyId } = await call(http, practitionerUrl, SurveyService.method.publishSurvey, {
    details: {
      title: same(title),
      description: same("Vastaamme kolmen arkipäivän kuluessa."),
      type: SurveyType.PUBLIC_FORM,
      matter: Matter.HEALTH,
      questionnaire,
    },
  });
  const [{ roles, locations }, { names }] = await Promise.all([
    call(http, practitionerUrl, WorkContextService.method.listWorkContexts, {}),
    call(http, practitionerUrl, NameService.method.listNames, { kind: "service" }),
  ]);
  const { saveCategory, saveQueue } = CategoryAdminService.method;
  const { categoryId } = await call(http, practitionerUrl, saveCategory, {
    module: CategoryModule.TASKS,
    details: {
      name: same(category),
      description: same("Hae tukea arkeen"),
      icon: "file-text",
      matter: Matter.HEALTH,
    },
  });
  const { subcategoryId } = await call(http, practitionerUrl, saveQueue, {
    categoryId,
    details: {
      name: same(queue),
      kind: urlTail === "" ? QueueKind.FORM : QueueKind.ANONYMOUS_FORM,
      urlTail,
      serviceId: named(names, (each) => each.names?.texts.fi, "Hoitajan vastaanotto").id,
      surveyId,
      roleIds: [named(roles, ({ name }) => name?.texts.fi, "Sairaanhoitaja").roleId],
      locationIds: [named(locations, ({ name }) => name, "Lehtolan terveysasema").locationId],
    },
  });
  return { categoryId, subcategoryId };
}
