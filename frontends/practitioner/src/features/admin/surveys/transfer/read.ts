/**
 * A survey from a file: what was exported is the same again, and nothing is left out silently. What is no survey, or holds what this version
 * does not know, is refused as a whole with the place in the file.
 */
import { canonical, type SurveyDetailsJson, SurveyDetailsSchema } from "@kajo/shared/rpc";

/** In characters: a questionnaire of all items it may have is a fraction of it. */
const most = 2_000_000;

export interface Wrong {
  readonly code: "too_large" | "no_json" | "no_survey" | "unknown" | "malformed";
  /** Where, for example "questionnaire.items[2].type". */
  readonly at: string;
}

type Read = { readonly details: SurveyDetailsJson } | { readonly wrong: Wrong };

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (json: unknown): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json);

const wrong = (code: Wrong["code"], at = ""): Read => ({ wrong: { code, at } });

export async function readSurvey(text: string): Promise<Read> {
  if (text.length > most) return wrong("too_large");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wrong("no_json");
  }
  // Anything that has none of a survey's fields is something else, whatever else is wrong with it.
  if (!isObject(json) || !Object.keys(json).some((key) => fieldOf(SurveyDetailsSchema, key))) return wrong("no_survey");
  const details = await read(SurveyDetailsSchema, json);
  return details ? { details } : { wrong: await wrongIn(SurveyDetailsSchema, json, "") };
}

type Message = NonNullable<(typeof SurveyDetailsSchema.fields)[number]["message"]>;
type Field = Message["fields"][number];

const fieldOf = ({ fields }: Pick<Message, "fields">, key: string): Field | undefined =>
  fields.find(({ jsonName, name }) => key === jsonName || key === name);

const read = <Of extends Message>(message: Of, json: unknown) => canonical(message, json).catch(() => undefined);

/** The innermost part of it that cannot be read. */
async function wrongIn(message: Message, json: JsonObject, at: string): Promise<Wrong> {
  for (const [key, value] of Object.entries(json)) {
    if (await read(message, { [key]: value })) continue;
    const place = at === "" ? key : `${at}.${key}`;
    const field = fieldOf(message, key);
    if (!field) return { code: "unknown", at: place };
    if (field.message) return wrongPart(field.message, partsOf(field, value, place), place);
    return { code: "malformed", at: place };
  }
  return { code: "malformed", at };
}

type Part = readonly [at: string, json: unknown];

/** The values of a field that holds messages: of a list and of a map several. */
function partsOf({ fieldKind }: Field, value: unknown, at: string): readonly Part[] {
  if (fieldKind === "list") return Array.isArray(value) ? value.map((each, index) => [`${at}[${index}]`, each]) : [];
  if (fieldKind === "map")
    return isObject(value) ? Object.entries(value).map(([key, each]) => [`${at}.${key}`, each]) : [];
  return [[at, value]];
}

async function wrongPart(message: Message, parts: readonly Part[], at: string): Promise<Wrong> {
  for (const [place, json] of parts) {
    if (!isObject(json)) return { code: "malformed", at: place };
    if (!(await read(message, json))) return wrongIn(message, json, place);
  }
  return { code: "malformed", at };
}
